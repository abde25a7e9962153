//===- alcove-run.cpp - Execute a module on numbers ------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LargeBlocks.h"

#include "alcove/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Dialect/TTIR/OlderForms.h"
#include "alcove/Dialect/TTIR/TTIR.h"
#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/MemoryJudge/Execution/Timeline.h"
#include "alcove/MemoryJudge/MemoryWalk.h"
#include "alcove/Reference/Interpreter/ArgumentData.h"
#include "alcove/Reference/Interpreter/Coverage.h"
#include "alcove/Reference/Tensor/Npy.h"
#include "alcove/Support/AtomicFile.h"
#include "alcove/Support/Print.h"
#include "alcove/Testing/Reference/Differential.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

#include <fmt/format.h>

#include <unistd.h>

namespace cl = llvm::cl;
using namespace alcove;
using namespace alcove::reference;

namespace {

cl::OptionCategory category("alcove-run");
cl::opt<std::string> input(cl::Positional, cl::desc("<module>"), cl::cat(category));
cl::opt<std::string> other("compare",
                           cl::desc("Run this module too, on the same data, and compare by rules NUM-C1 to NUM-C5 of "
                                    "docs/spec/Numeric.md; exit 1 when it differs"),
                           cl::value_desc("module"), cl::cat(category));
cl::opt<std::string>
    deviceName("device",
               cl::desc("Preset (alcove-device list) or descriptor file that replaces the module's chips in timelines"),
               cl::cat(category));
cl::opt<uint64_t> seed("seed", cl::desc("Seed of the arguments' data"), cl::init(1), cl::cat(category));
cl::opt<std::string> inputs("inputs", cl::desc("Directory with <ttir.name>.npy or arg<N>.npy for every argument"),
                            cl::value_desc("directory"), cl::cat(category));
cl::opt<std::string> outputs("outputs", cl::desc("Directory for <function>.result<N>.npy (chip 0)"),
                             cl::value_desc("directory"), cl::cat(category));
cl::opt<Precision> precision("precision", cl::desc("Types that floats are held in"), cl::init(Precision::AsDeclared),
                             cl::values(clEnumValN(Precision::AsDeclared, "declared", "as the module declares them"),
                                        clEnumValN(Precision::AllFloatsF32, "f32", "every float type as f32")),
                             cl::cat(category));
cl::opt<std::string> only("function", cl::desc("Run this function only"), cl::cat(category));
cl::opt<double> minCorrelation("min-correlation",
                               cl::desc("Bound for all floats (default 0.999; 0.99999 where both sides hold f32)"),
                               cl::cat(category));
cl::opt<double> maxAbsolute("max-abs-error", cl::desc("Largest absolute error (default: none)"), cl::cat(category));
cl::opt<double> maxRelative("max-rel-error", cl::desc("Largest relative error (default: none)"), cl::cat(category));
cl::opt<std::string> timeline("timeline", cl::desc("Write modelled time and memory of each op"),
                              cl::value_desc("file.json"), cl::cat(category));
cl::opt<std::string> trace("chrome-trace", cl::desc("The same for chrome://tracing"), cl::value_desc("file.json"),
                           cl::cat(category));
cl::opt<int64_t> memoryGb("memory-limit-gb",
                          cl::desc("Host memory for live tensors (default: nine tenths of what is available)"),
                          cl::cat(category));
cl::opt<bool> coverage("coverage", cl::desc("Print the table of executed ops and stop"), cl::cat(category));

int fail(const std::string &message) {
  fmt::print(stderr, "alcove-run: error: {}\n", message);
  return 1;
}

/// What the system says is available to new programs; of a machine that does not say, its memory.
int64_t availableMemory() {
  if (FILE *file = fopen("/proc/meminfo", "r")) {
    char line[256];
    long long kib = 0;
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
      found = sscanf(line, "MemAvailable: %lld kB", &kib) == 1;
    fclose(file);
    if (found)
      return int64_t(kib) << 10;
  }
  return int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

int64_t memoryLimit() {
  static const int64_t available = availableMemory(); // at the first run: what it holds counts by itself
  return memoryGb.getNumOccurrences() ? memoryGb << 30 : available / 10 * 9;
}

/// A line that is rewritten while ops run, on a terminal only.
class Progress {
public:
  explicit Progress(mlir::func::FuncOp function)
      : name(function.getName().str()), total(function.getBody().front().getOperations().size()) {}
  ~Progress() {
    if (shown)
      fmt::print(stderr, "\r\033[K");
  }
  void step(mlir::Operation *op) {
    ++done;
    if (!terminal)
      return;
    shown = true;
    size_t filled = 30 * done / std::max<size_t>(total, 1);
    fmt::print(stderr, "\r\033[K{} [{:<30}] {}/{} {}", name, std::string(filled, '#'), done, total,
               op->getName().getStringRef().str());
  }

private:
  std::string name;
  size_t total, done = 0;
  bool terminal = isatty(2), shown = false;
};

/// `elsewhere`: bytes of what is held beside this run.
Result<FunctionRun> run(mlir::func::FuncOp function, std::unique_ptr<ArgumentSource> arguments, int64_t elsewhere) {
  Progress progress(function);
  RunOptions options;
  options.precision = precision;
  options.memoryLimit = memoryLimit();
  options.bytesElsewhere = elsewhere;
  options.keepScores = !other.empty();
  options.beforeOp = [&](mlir::Operation *op) { progress.step(op); };
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> fitted,
                          fittedSource(function, std::move(arguments), precision));
  return runFunction(function, *fitted, options);
}

/// Arguments of `function` by --inputs or --seed. Seeded ones are made again for the second module: to keep them would
/// take more than to make them.
Result<std::unique_ptr<ArgumentSource>> argumentsOf(mlir::func::FuncOp function) {
  if (inputs.empty())
    return seededSource(function, seed, precision);
  ALCOVE_ASSIGN_OR_RETURN(std::vector<PerChip> arguments, argumentsFromFiles(function, inputs, precision));
  return sourceOf(arguments);
}

std::string typeText(const Tensor &tensor) {
  return fmt::format("{} {}", toString(tensor.shape()), toString(tensor.elementType()));
}

/// Size, range and checksum of each result: what two runs of the same module print alike.
void printRun(mlir::func::FuncOp function, const FunctionRun &run) {
  auto show = [](const std::string &name, const PerChip &tensors) {
    for (size_t chip = 0; chip < tensors.size(); ++chip) {
      const Tensor &tensor = tensors[chip];
      double low = INFINITY, high = -INFINITY, sum = 0.0;
      for (int64_t i = 0; i < tensor.numElements(); ++i) {
        low = std::min(low, tensor.at(i));
        high = std::max(high, tensor.at(i));
        sum += tensor.at(i);
      }
      print("  {}{}: {}, min {:.6g}, max {:.6g}, mean {:.6g}\n", name,
            tensors.size() > 1 ? fmt::format(" on chip {}", chip) : "", typeText(tensor), low, high,
            sum / static_cast<double>(std::max<int64_t>(1, tensor.numElements())));
    }
  };
  print("function {}\n", function.getName().str());
  for (size_t i = 0; i < run.results.size(); ++i)
    show(fmt::format("result {}", i), run.results[i]);
  for (const auto &[number, tensors] : run.written)
    show(fmt::format("argument {} (written in place)", number), tensors);
}

bool printComparison(mlir::func::FuncOp function, const std::vector<ComparedValue> &rows) {
  bool equal = true;
  print("function {}\n", function.getName().str());
  for (const ComparedValue &row : rows) {
    const Comparison &c = row.comparison;
    std::string verdict = c.equal ? "equal" : "DIFFERS";
    if (c.equal && c.decidedByRounding > 0)
      verdict += fmt::format(" but for {} of {} indices, which rounding decided (NUM-C5)", c.decidedByRounding,
                             *countElements(row.shape));
    print("  {}: {} {} against {}: {}, correlation {:.7f}, max abs error {:.4g}, max rel error {:.4g}, {} "
          "elements differ\n",
          row.name, toString(row.shape), toString(row.left), toString(row.right), verdict, c.correlation, c.maxAbsolute,
          c.maxRelative, c.different);
    if (c.equal && c.decidedByRounding > 0)
      print("    first at {}: {}\n", Comparison::position(row.shape, c.firstIndex), c.rounding);
    if (!c.equal)
      print("    {}; first at {}: {:.9g} against {:.9g}{}\n", c.reason,
            Comparison::position(row.shape, std::max<int64_t>(0, c.firstIndex)), c.firstLeft, c.firstRight,
            row.place.empty() ? "" : fmt::format(", made by {}", row.place));
    equal &= c.equal;
  }
  return equal;
}

Status writeOutputs(mlir::func::FuncOp function, const FunctionRun &run) {
  for (size_t i = 0; i < run.results.size(); ++i)
    if (!run.results[i].empty())
      ALCOVE_RETURN_IF_ERROR(
          writeFileAtomically(fmt::format("{}/{}.result{}.npy", outputs.getValue(), function.getName().str(), i),
                              writeNpy(run.results[i][0])));
  return {};
}

Status writeTimelines(mlir::ModuleOp module) {
  if (!deviceName.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, device::loadSystemDesc(deviceName));
    ttcore::SystemDescAttr attribute = ttcore::systemDescAttrOf(module.getContext(), system);
    if (!attribute)
      return Error{fmt::format("device '{}' has no descriptor", deviceName.getValue())};
    module.walk([&](mlir::ModuleOp inner) { inner->setAttr(ttcore::systemDescAttrName, attribute); });
  }
  std::vector<judge::Report> reports;
  module.walk([&](mlir::ModuleOp inner) {
    if (inner->hasAttr(ttcore::systemDescAttrName) && !inner->getParentOfType<mlir::func::FuncOp>())
      for (judge::FunctionWalk &walk : judge::ModuleWalk(inner).functions)
        reports.push_back(std::move(walk.memory));
    return reports.empty() ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  if (reports.empty())
    return Error{"a timeline needs a module with a system descriptor and a function of ttnn ops: lower it first"};
  if (!timeline.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(timeline, judge::timelineJson(reports)));
  if (!trace.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(trace, judge::chromeTrace(reports)));
  return {};
}

Tolerance withOptions(Tolerance tolerance) {
  if (minCorrelation.getNumOccurrences())
    tolerance.minCorrelation = minCorrelation;
  if (maxAbsolute.getNumOccurrences())
    tolerance.maxAbsolute = maxAbsolute;
  if (maxRelative.getNumOccurrences())
    tolerance.maxRelative = maxRelative;
  return tolerance;
}

/// Runs one function, alone or against its counterpart. True when nothing differs.
Result<bool> runOne(mlir::func::FuncOp function, mlir::ModuleOp otherModule) {
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments, argumentsOf(function));
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun left, run(function, std::move(arguments), 0));
  if (!outputs.empty())
    ALCOVE_RETURN_IF_ERROR(writeOutputs(function, left));
  if (!otherModule) {
    printRun(function, left);
    return true;
  }
  ALCOVE_ASSIGN_OR_RETURN(mlir::func::FuncOp counterpart, counterpartOf(function, otherModule));
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> again, argumentsOf(function));
  Result<FunctionRun> right = run(counterpart, std::move(again), left.bytes());
  if (!right)
    return Error{fmt::format("{}: {}", other.getValue(), right.error().message)};
  ALCOVE_ASSIGN_OR_RETURN(std::vector<ComparedValue> rows,
                          compareRuns(function, left, counterpart, *right, withOptions(Tolerance::forBf16()),
                                      withOptions(Tolerance::forF32())));
  return printComparison(function, rows);
}

} // namespace

int main(int argc, char **argv) {
  keepFreedBlocks();
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Executes the functions of a TTIR or TTNN module on seeded or given data: numbers "
                              "rounded to their types, tensors stored through their layouts.\n");
  mlir::DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, mlir::func::FuncDialect,
                  mlir::tensor::TensorDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  if (coverage) {
    Status written = writeFileAtomically("-", coverageTable(context));
    return written ? 0 : fail(written.error().message);
  }
  if (input.empty())
    return fail("no module is named; --help lists the options");
  if (memoryGb.getNumOccurrences() && (memoryGb < 1 || memoryGb > (1 << 20)))
    return fail("--memory-limit-gb must be between 1 and 1048576");
  mlir::OwningOpRef<mlir::ModuleOp> module = ttir::readModule(input, &context), otherModule;
  if (!module)
    return 1;
  if (!other.empty() && !(otherModule = ttir::readModule(other, &context)))
    return 1;
  std::vector<mlir::func::FuncOp> functions = runnableFunctions(*module);
  if (!only.empty())
    llvm::erase_if(functions, [](mlir::func::FuncOp function) { return function.getName() != only; });
  if (functions.empty())
    return fail(
        fmt::format("{}: no function to run{}", input.getValue(), only.empty() ? "" : " of the name '" + only + "'"));
  bool equal = true;
  for (mlir::func::FuncOp function : functions) {
    Result<bool> same = runOne(function, otherModule ? *otherModule : mlir::ModuleOp());
    if (!same)
      return fail(same.error().message);
    equal &= *same;
  }
  if (!timeline.empty() || !trace.empty())
    if (Status written = writeTimelines(*module); !written.ok())
      return fail(written.error().message);
  if (Status written = flushStandardOutput(); !written.ok())
    return fail(written.error().message);
  return equal ? 0 : 1;
}
