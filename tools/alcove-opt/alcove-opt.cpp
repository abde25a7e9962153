//===- alcove-opt.cpp - The optimizer driver ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckPipelineFitsInput.h"
#include "HintForText.h"
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/CommandLine/Llvm/Files.h"
#include "alcove/Base/CommandLine/Llvm/Output.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/ProgressLine.h"
#include "alcove/Base/Support/Terminal.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Judge/Memory/Passes.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Lower/Prices.h"
#include "alcove/Mesh/Passes.h"
#include "alcove/Ops/Dialect/ConstantText.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/StableHLO/NewerText.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Ops/Dialect/UnknownOps.h"
#include "alcove/Pipelines/Pipelines.h"
#include "alcove/SuperTiling/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {
llvm::cl::opt<bool> allowUnknownOps("allow-unknown-ops", llvm::cl::init(false),
                                    llvm::cl::desc("Keep ops that no dialect defines as opaque ops"));

/// What is left of reading: constants that were taken out of the text, older forms, then the verification that the parser
/// was asked to leave. Pipelines that lower look at unknown ops and at what the library cannot run themselves.
struct FinishReading : PassWrapper<FinishReading, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FinishReading)
  StringRef getArgument() const override { return "finish-reading"; }

  void runOnOperation() override {
    Operation *module = getOperation();
    if (failed(alcove::checkPipelineFitsInput(module, pipeline)))
      return signalPassFailure();
    if (failed(constants->putBack(module)) || failed(alcove::ttir::readOlderForms(module)) ||
        (refusesUnknownOps && failed(alcove::verifyKnownOps(module))) || failed(verify(module)))
      return signalPassFailure();
    if (warnsOfLibraryRules)
      alcove::rules::warnOfLibraryRules(module);
  }

  bool refusesUnknownOps = true, warnsOfLibraryRules = true;
  std::string pipeline; // the passes behind this one, as text
  alcove::ConstantText *constants = nullptr;
};

/// The last pass of a program with large constants: they are printed on their own.
struct TakeConstantsOut : PassWrapper<TakeConstantsOut, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TakeConstantsOut)
  explicit TakeConstantsOut(alcove::ConstantText &constants) : constants(constants) {}
  StringRef getName() const override { return "take-constants-out"; }
  void runOnOperation() override { constants.takeOut(getOperation()); }

  alcove::ConstantText &constants;
};

/// The pass that runs, for the line of progress.
struct PassProgress : PassInstrumentation {
  explicit PassProgress(alcove::ProgressLine &line) : line(line) {}
  void runBeforePass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty())
      line.set(pass->getArgument().str());
  }

  alcove::ProgressLine &line;
};

/// An error is its line and the line of the program that it means; the whole module behind it is for who asks.
void leaveOutOpsOfDiagnostics() {
  auto *option = llvm::cl::getRegisteredOptions().lookup("mlir-print-op-on-diagnostic");
  if (option && option->getNumOccurrences() == 0)
    static_cast<llvm::cl::opt<bool> *>(option)->setValue(false);
}

LogicalResult run(int argc, char **argv, DialectRegistry &registry) {
  std::string header = registerCLIOptions("Alcove optimizer driver\n", registry);
  if (std::string wrong = alcove::moreThanOneFile("alcove-opt", argc, argv); !wrong.empty())
    return llvm::errs() << wrong, failure();
  auto [inputName, outputName] = parseCLIOptions(argc, argv, header);
  leaveOutOpsOfDiagnostics();
  alcove::ProgressLine progress("alcove-opt");
  MlirOptMainConfig given = MlirOptMainConfig::createFromCLOptions(), config = given;
  // `-verify-diagnostics`, reproducers and splitting come with the driver; only reading is ours.
  config.verifyOnParsing(false);
  alcove::ConstantText constants;
  bool hasLargeConstants = false;
  config.setPassPipelineSetupFn([&, given](PassManager &manager) {
    manager.addInstrumentation(std::make_unique<PassProgress>(progress));
    auto finish = std::make_unique<FinishReading>();
    FinishReading *reading = finish.get();
    reading->constants = &constants;
    if (given.shouldVerifyOnParsing())
      manager.addPass(std::move(finish));
    if (failed(given.setupPassPipeline(manager)))
      return failure();
    if (!given.shouldVerifyOnParsing())
      return success();
    llvm::raw_string_ostream passes(reading->pipeline);
    manager.printAsTextualPipeline(passes);
    auto isAbsent = [&](StringRef name) {
      return llvm::none_of(manager.getPasses(), [&](Pass &pass) { return pass.getArgument() == name; });
    };
    if (hasLargeConstants)
      manager.addPass(std::make_unique<TakeConstantsOut>(constants));
    reading->refusesUnknownOps = !allowUnknownOps && isAbsent("verify-known-ops");
    reading->warnsOfLibraryRules = isAbsent("verify-library-rules");
    return success();
  });
  if (given.shouldListPasses())
    return printRegisteredPasses(), success();
  if (given.shouldShowDialects()) {
    llvm::outs() << "Available Dialects: ";
    llvm::interleave(registry.getDialectNames(), llvm::outs(), ",");
    return llvm::outs() << "\n", success();
  }
  alcove::Result<std::unique_ptr<llvm::MemoryBuffer>> input = alcove::ttir::openProgramText(inputName);
  if (!input)
    return llvm::errs() << input.error().message << "\n", failure();
  if (std::optional<std::string> rest =
          given.shouldVerifyOnParsing() ? constants.takeOut((*input)->getBuffer()) : std::nullopt) {
    hasLargeConstants = true;
    *input = llvm::MemoryBuffer::getMemBufferCopy(*rest, (*input)->getBufferIdentifier());
  }
  if (std::optional<std::string> packed = alcove::stablehlo::packBooleans((*input)->getBuffer()))
    *input = llvm::MemoryBuffer::getMemBufferCopy(*packed, (*input)->getBufferIdentifier());
  // A file is written when the driver is content; standard output shows what there is, such as the good ones of several
  // modules.
  std::string text;
  llvm::raw_string_ostream os(text);
  // A program that nobody wants is not kept: with its weights it is as large as the file.
  llvm::raw_ostream &out = outputName == "/dev/null" ? llvm::nulls() : static_cast<llvm::raw_ostream &>(os);
  LogicalResult result = MlirOptMain(out, llvm::MemoryBuffer::getMemBuffer(**input), registry, config);
  if (failed(result))
    llvm::errs() << alcove::hintForText((*input)->getBuffer(), registry);
  if (failed(result) && outputName != "-")
    return failure();
  llvm::outs().flush(); // passes print there
  if (hasLargeConstants)
    text = constants.putBack(text);
  if (alcove::Status written = alcove::writeFileAtomically(outputName, text); !written)
    return llvm::errs() << "alcove-opt: error: " << written.error().message << "\n", failure();
  return result;
}
} // namespace

int main(int argc, char **argv) {
  alcove::checkLlvmOutputAtExit("alcove-opt");
  alcove::honourNoColor();
  llvm::InitLLVM init(argc, argv);
  alcove::sayOnInterrupt("alcove-opt: interrupted: the program was not written\n");
  // The options of LLVM's targets alone fill twenty screens: those are --help-all.
  if (std::string help = alcove::helpOrVersion("alcove-opt", argc, argv); !help.empty())
    return llvm::outs() << help, 0;
  char helpAll[] = "--help";
  if (argc == 2 && StringRef(argv[1]) == "--help-all")
    argv[1] = helpAll;
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, alcove::ttnn::TTNNDialect>();
  alcove::stablehlo::registerDialects(registry);
  registerAllPasses();
  alcove::supertiling::registerSuperTilingPasses();
  alcove::supertiling::registerSuperTilingPipelines(alcove::stablehlo::createConvertStableHLOToLinalg);
  alcove::conversion::registerConversionPasses(alcove::conversion::opPrices());
  alcove::transforms::registerOptimizePasses();
  alcove::meshsplit::registerPasses(alcove::transforms::localPlanner());
  alcove::transforms::registerReportPasses();
  alcove::transforms::registerPipelines();
  alcove::judge::registerMemoryJudgePasses();
  alcove::stablehlo::registerStableHLOPasses();
  return asMainReturnCode(run(argc, argv, registry));
}
