//===- alcove-emit.cpp - A planned module as a program --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Emit/Python/Program.h"
#include "alcove/Emit/Python/Signatures.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

namespace cl = llvm::cl;
using namespace alcove;

static cl::OptionCategory category("alcove-emit");
static cl::opt<std::string> input(cl::Positional, cl::desc("<planned module>"), cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("Folder for main.py; - for standard output"),
                                   cl::value_desc("directory"), cl::cat(category));
static cl::opt<std::string> ttnnVersion("ttnn-version",
                                        cl::desc("Version of ttnn that the calls are for (default: newest)"),
                                        cl::cat(category));
static cl::opt<std::string> name("model", cl::desc("What the program calls the model (default: the file)"),
                                 cl::cat(category));
static cl::opt<std::string> timeline("timeline",
                                     cl::desc("Modelled times, as the pipeline's option of that name writes "
                                              "them, for the comments"),
                                     cl::value_desc("file.json"), cl::cat(category));
static cl::opt<bool> listVersions("list-versions", cl::desc("Versions of ttnn whose signatures are known"),
                                  cl::cat(category));
static cl::opt<bool> listOps("list-ops", cl::desc("Ops of TTNN that can be written"), cl::cat(category));

static int fail(const std::string &message) {
  fmt::print(stderr, "alcove-emit: error: {}\n", message);
  return 1;
}

static int print(const std::vector<std::string> &lines) {
  for (const std::string &line : lines)
    fmt::print("{}\n", line);
  Status written = flushStandardOutput();
  return written.ok() ? 0 : fail(written.error().message);
}

static int write(const std::string &text) {
  if (output == "-") {
    Status written = writeFileAtomically("-", text);
    return written.ok() ? 0 : fail(written.error().message);
  }
  if (std::error_code error = llvm::sys::fs::create_directories(output.getValue()))
    return fail(fmt::format("{}: {}", output.getValue(), error.message()));
  std::string path = output + "/main.py";
  Status written = writeFileAtomically(path, text);
  if (!written.ok())
    return fail(written.error().message);
  fmt::print("{}: {} lines\n", path, std::count(text.begin(), text.end(), '\n'));
  return 0;
}

static Status readTimeline(emit::ProgramOptions &options) {
  if (timeline.empty())
    return {};
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(timeline));
  ALCOVE_ASSIGN_OR_RETURN(options.nanoseconds, emit::readDurations(text));
  return {};
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << versionText("alcove-emit"); });
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Writes a planned TTNN module as a program over the stock ttnn package.\n");
  if (listVersions)
    return print(emit::SignatureTable::versions());
  if (listOps)
    return print(emit::opsOfProgram());
  if (input.empty() || output.empty())
    return fail("names a planned module and a folder: alcove-emit planned.mlir -o model; --help lists the options");
  mlir::DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, mlir::func::FuncDialect,
                  mlir::tensor::TensorDialect, mlir::quant::QuantDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> module = ttir::readModule(input, &context);
  if (!module)
    return 1;
  emit::ProgramOptions options{ttnnVersion.empty() ? emit::SignatureTable::versions().back() : ttnnVersion.getValue(),
                               name.empty() ? llvm::sys::path::stem(input.getValue()).str() : name.getValue(),
                               fmt::format("Alcove {} ({})", alcove::version(), commit()),
                               {}};
  if (Status read = readTimeline(options); !read)
    return fail(fmt::format("{}: {}", timeline.getValue(), read.error().message));
  Result<std::string> text = emit::pythonProgram(*module, options);
  if (!text)
    return fail(fmt::format("{}: {}", input.getValue(), text.error().message));
  return write(*text);
}
