//===- alcove-emit.cpp - A planned module as a program --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/CommandLine/Llvm/Diagnostics.h"
#include "alcove/Base/CommandLine/Llvm/Files.h"
#include "alcove/Base/CommandLine/Llvm/Output.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/Emit/Flatbuffer/Flatbuffer.h"
#include "alcove/Emit/Python/Program.h"
#include "alcove/Emit/Python/Signatures.h"
#include "alcove/Emit/Python/SingleOps.h"
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
static cl::opt<std::string> output("o", cl::desc("Folder for main.py or program.ttnn; - for standard output"),
                                   cl::value_desc("directory"), cl::cat(category));
enum class Kind { Python, Flatbuffer };
static cl::opt<Kind> kind("emit", cl::desc("What is written"), cl::init(Kind::Python), cl::cat(category),
                          cl::values(clEnumValN(Kind::Python, "python", "a program over ttnn (default)"),
                                     clEnumValN(Kind::Flatbuffer, "flatbuffer", "a .ttnn for tt-mlir's run time")));
static cl::opt<std::string>
    machine("ttsys",
            cl::desc("File of the machine that runs a flatbuffer, for its schema hash and system: what "
                     "`ttrt query --save-artifacts` writes, or any .ttnn of that installation"),
            cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> ttmlirVersion("ttmlir-version",
                                          cl::desc("Commit of tt-mlir that a flatbuffer is for (default: newest)"),
                                          cl::cat(category));
static cl::opt<std::string> ttnnVersion("ttnn-version",
                                        cl::desc("Version of ttnn that the calls are for (default: newest)"),
                                        cl::cat(category));
static cl::opt<std::string> name("model", cl::desc("What the program calls the model (default: the file)"),
                                 cl::cat(category));
static cl::opt<std::string> timeline("timeline",
                                     cl::desc("Modelled times, as the pipeline's option of that name writes "
                                              "them, for the comments"),
                                     cl::value_desc("file.json"), cl::cat(category));
static cl::opt<std::string> singleOps("single-ops",
                                      cl::desc("File of names of ops, one a line: the program runs each by itself"),
                                      cl::value_desc("file"), cl::cat(category));
static cl::opt<bool> listVersions("list-versions", cl::desc("Versions of ttnn whose signatures are known"),
                                  cl::cat(category));
static cl::opt<bool> listOps("list-ops", cl::desc("Ops of TTNN that can be written"), cl::cat(category));

static int fail(const std::string &message) {
  fmt::print(stderr, "alcove-emit: error: {}\n", message);
  return 1;
}

static int print(const std::vector<std::string> &lines) {
  for (const std::string &line : lines)
    alcove::print("{}\n", line);
  return 0;
}

static int write(const std::string &text, const char *file) {
  if (output == "-") {
    Status written = writeFileAtomically("-", text);
    return written.ok() ? 0 : fail(written.error().message);
  }
  if (std::error_code error = llvm::sys::fs::create_directories(output.getValue()))
    return fail(fmt::format("{}: {}", output.getValue(), error.message()));
  std::string path = output + "/" + file;
  Status written = writeFileAtomically(path, text);
  if (!written.ok())
    return fail(written.error().message);
  if (kind == Kind::Python)
    alcove::print("{}: {} lines\n", path, std::count(text.begin(), text.end(), '\n'));
  else
    alcove::print("{}: {} B\n", path, text.size());
  return 0;
}

static Result<std::string> flatbufferText(mlir::ModuleOp module) {
  emit::FlatbufferOptions options{ttmlirVersion.empty() ? emit::flatbufferVersions().back() : ttmlirVersion.getValue(),
                                  ""};
  if (machine.empty())
    return Error{"a flatbuffer carries the schema hash and the system of the machine that runs it: --ttsys FILE"};
  ALCOVE_ASSIGN_OR_RETURN(options.machine, readFile(machine));
  Result<std::string> text = emit::flatbufferOf(module, options);
  return text ? text
              : Result<std::string>(
                    Error{fmt::format("{} with {}: {}", input.getValue(), machine.getValue(), text.error().message)});
}

static Status readTimeline(emit::ProgramOptions &options) {
  if (timeline.empty())
    return {};
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(timeline));
  ALCOVE_ASSIGN_OR_RETURN(options.nanoseconds, emit::readDurations(text));
  return {};
}

static Status keepNamed(mlir::ModuleOp module) {
  if (singleOps.empty())
    return {};
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(singleOps));
  std::vector<std::string> names;
  for (llvm::StringRef line : llvm::split(llvm::StringRef(text), '\n'))
    if (!line.trim().empty())
      names.push_back(line.trim().str());
  return emit::keepSingleOps(module, names);
}

int main(int argc, char **argv) {
  alcove::checkLlvmOutputAtExit("alcove-emit");
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << versionText("alcove-emit"); });
  cl::HideUnrelatedOptions(category);
  if (std::string wrong = alcove::moreThanOneFile("alcove-emit", argc, argv); !wrong.empty())
    return llvm::errs() << wrong, 1;
  cl::ParseCommandLineOptions(
      argc, argv,
      "Writes a planned TTNN module as a program over the stock ttnn package, or for tt-mlir's run time.\n");
  if (listVersions)
    return print(kind == Kind::Python ? emit::SignatureTable::versions() : emit::flatbufferVersions());
  if (listOps)
    return print(emit::opsOfProgram());
  if (input.empty() || output.empty())
    return fail(
        "a planned module and a folder are needed: alcove-emit planned.mlir -o model; --help lists the options");
  mlir::DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, mlir::func::FuncDialect,
                  mlir::tensor::TensorDialect, mlir::quant::QuantDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  PrintedDiagnostics printed(context);
  mlir::OwningOpRef<mlir::ModuleOp> module = ttir::readModule(input, &context);
  if (!module)
    return 1;
  if (kind == Kind::Flatbuffer) {
    Result<std::string> text = flatbufferText(*module);
    return text ? write(*text, "program.ttnn") : fail(text.error().message);
  }
  emit::ProgramOptions options{ttnnVersion.empty() ? emit::SignatureTable::versions().back() : ttnnVersion.getValue(),
                               name.empty() ? llvm::sys::path::stem(input.getValue()).str() : name.getValue(),
                               fmt::format("Alcove {} ({})", alcove::version(), commit()),
                               {}};
  if (Status read = readTimeline(options); !read)
    return fail(fmt::format("{}: {}", timeline.getValue(), read.error().message));
  if (Status kept = keepNamed(*module); !kept)
    return fail(fmt::format("{}: {}", input.getValue(), kept.error().message));
  Result<std::string> text = emit::pythonProgram(*module, options);
  if (!text)
    return fail(fmt::format("{}: {}", input.getValue(), text.error().message));
  return write(*text, "main.py");
}
