//===- alcove-exec.cpp - Run a program before and after passes ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/CommandLine/Llvm/Output.h"
#include "alcove/Base/CommandLine/Llvm/Range.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Judge/Tiles/Compare/Differential.h"
#include "alcove/Ops/Dialect/StableHLO/NewerText.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
#include "alcove/SuperTiling/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

#include <cstdio>

namespace cl = llvm::cl;
using namespace alcove::supertiling;

int main(int argc, char **argv) {
  alcove::checkLlvmOutputAtExit("alcove-exec");
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("alcove-exec");
  cl::list<std::string> inputs(cl::Positional, cl::OneOrMore, cl::desc("<files>"), cl::cat(category));
  cl::list<std::string> pipelines("pipeline",
                                  cl::desc("Pass pipeline of a variant, e.g. 'super-tiling{memory-bytes=65536}'; "
                                           "may be given several times"),
                                  cl::cat(category));
  cl::opt<std::string> lowering("lowering",
                                cl::desc("Passes from tensors to the LLVM dialect, of every variant, e.g. "
                                         "'cpu-pipeline{vector-bytes=32}' (default: upstream's)"),
                                cl::cat(category));
  cl::opt<bool> tosa("tosa", cl::desc("Nothing: TOSA becomes linalg wherever there is some; kept for scripts"),
                     cl::cat(category));
  cl::opt<bool> testProgram("test-program",
                            cl::desc("The files are test programs: @main is run on what @inputs returns, before and "
                                     "after each pipeline, and held to @expected, or to what a public test program of "
                                     "StableHLO checks"),
                            cl::cat(category));
  cl::opt<std::string> function("function", cl::desc("Function to run (default: every runnable one)"),
                                cl::cat(category));
  cl::opt<uint64_t> seed("seed", cl::desc("Seed of the random arguments"), cl::init(1), cl::cat(category));
  cl::opt<unsigned, false, alcove::RangeParser<unsigned>> level("opt-level", alcove::NumberRange<unsigned>{0, 3},
                                                                cl::desc("LLVM optimization level"), cl::init(2),
                                                                cl::cat(category));
  cl::opt<int64_t, false, alcove::RangeParser<int64_t>> dynamic(
      "dynamic-extent", alcove::NumberRange<int64_t>{0, 1 << 30}, cl::desc("Extent of dynamic argument dimensions"),
      cl::init(7), cl::cat(category));
  cl::opt<bool> approximate("approximate-math", cl::desc("Polynomials instead of libm calls"), cl::cat(category));
  cl::opt<double, false, alcove::RangeParser<double>> tolerance(
      "tolerance", alcove::NumberRange<double>{0, 1e6},
      cl::desc("Relative tolerance where a reduction was split or --lowering given; exact otherwise"), cl::init(1e-4),
      cl::cat(category));
  cl::opt<int, false, alcove::RangeParser<int>> repeats(
      "time", alcove::NumberRange<int>{0, 1000000},
      cl::desc("Timed runs of each variant, alternating; prints medians and ratios"), cl::init(0), cl::cat(category));
  cl::opt<bool> print("print-results", cl::desc("Print the elements of the results of the last variant"),
                      cl::cat(category));
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << alcove::versionText("alcove-exec"); });
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs the functions of MLIR files untiled and after each pipeline on the same seeded data, "
      "and compares the results.\n");
  mlir::registerAllPasses();
  registerSuperTilingPasses();
  registerSuperTilingPipelines(alcove::stablehlo::createConvertStableHLOToLinalg);
  alcove::stablehlo::registerStableHLOPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  alcove::stablehlo::registerDialects(registry);
  registerForExecution(registry);

  DifferentialOptions options;
  options.pipelines.assign(pipelines.begin(), pipelines.end());
  options.newerText = alcove::stablehlo::packBooleans;
  options.reading = testProgram ? "convert-stablehlo-to-linalg{test-program=true}" : "convert-stablehlo-to-linalg";
  options.holdExpected = testProgram;
  options.lowering = lowering;
  options.function = function;
  options.run.seed = seed;
  options.run.optLevel = level;
  options.run.dynamicExtent = dynamic;
  options.run.approximateMath = approximate;
  options.tolerance = tolerance;
  options.repeats = repeats;
  options.printResults = print;
  int exitCode = 0;
  for (const std::string &input : inputs)
    exitCode |= runDifferential(registry, input, options, stdout) ? 0 : 1;
  return exitCode;
}
