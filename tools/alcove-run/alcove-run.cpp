//===- alcove-run.cpp - Execute a module on numbers ------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Deviations.h"
#include "LargeBlocks.h"
#include "Runs.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/CommandLine/Llvm/Diagnostics.h"
#include "alcove/Base/CommandLine/Llvm/Files.h"
#include "alcove/Base/CommandLine/Llvm/Output.h"
#include "alcove/Base/CommandLine/Llvm/Range.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Nearest.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/Base/Support/Terminal.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Judge/Memory/MemoryWalk.h"
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Compare/Sensitivity.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"
#include "alcove/Judge/Numbers/Interpreter/Coverage.h"
#include "alcove/Judge/Numbers/Tensor/Npy.h"
#include "alcove/Judge/Numbers/Tensor/Parallel.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Report/Timeline.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ThreadPool.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <unistd.h>

namespace cl = llvm::cl;
using namespace alcove;
using namespace alcove::reference;

namespace {

cl::OptionCategory category("alcove-run");
cl::opt<std::string> input(cl::Positional, cl::desc("<module>"), cl::cat(category));
cl::opt<std::string> other("compare",
                           cl::desc("Run this module too, on the same data, and compare by rules NUM-C1 to NUM-C13 of "
                                    "docs/spec/JudgeNumbers.md; exit 1 when it differs"),
                           cl::value_desc("module"), cl::cat(category));
cl::opt<std::string>
    deviceName("device",
               cl::desc("Preset (alcove-device list) or descriptor file that replaces the module's chips in timelines"),
               cl::cat(category));
cl::opt<uint64_t> seed("seed", cl::desc("Seed of the arguments' data"), cl::init(1), cl::cat(category));
cl::opt<std::string> inputs("inputs", cl::desc("Directory with <ttir.name>.npy or arg<N>.npy for every argument"),
                            cl::value_desc("directory"), cl::cat(category));
cl::opt<std::string> outputs("outputs",
                             cl::desc("Directory for <function>.result<N>.npy (chip 0); of a comparison those in f32, "
                                      "and <function>.result<N>.declared.npy, .other.npy as each side declares them"),
                             cl::value_desc("directory"), cl::cat(category));
cl::list<std::string> deviations(
    "deviations", cl::CommaSeparated,
    cl::desc("Print as JSON how far results of the module in f32 are from those of these modules as declared"),
    cl::value_desc("module,..."), cl::cat(category));
cl::list<std::string>
    weightFormats("weight-formats", cl::CommaSeparated,
                  cl::desc("And from its own with one weight at a time in each of these block formats"),
                  cl::value_desc("bfp_bf8,..."), cl::cat(category));
enum class Held : uint8_t { Declared, F32, Both };
cl::opt<Held> heldIn("precision", cl::desc("Types that floats are held in"), cl::init(Held::Both),
                     cl::values(clEnumValN(Held::Declared, "declared", "as the module declares them"),
                                clEnumValN(Held::F32, "f32", "every float type as f32"),
                                clEnumValN(Held::Both, "both",
                                           "compared in f32, then as declared; a run alone is as declared (default)")),
                     cl::cat(category));
enum class Observing : uint8_t { No, Cheaply, Thorough };
cl::opt<Observing>
    sensitivity("sensitivity", cl::desc("Perturb ops one at a time: the share that results depend on"),
                cl::init(Observing::Cheaply), cl::ValueOptional,
                cl::values(clEnumValN(Observing::No, "no", "not at all"),
                           clEnumValN(Observing::Cheaply, "cheap", "as many ops as bounded work allows (default)"),
                           clEnumValN(Observing::Thorough, "thorough", "64 times the work of a run"),
                           clEnumValN(Observing::Thorough, "", "the same")),
                cl::cat(category));
cl::opt<unsigned> timeLimit("time-limit-s", cl::desc("Stop after so many seconds and say what was found; 0: none"),
                            cl::init(0), cl::cat(category));
cl::opt<std::string> only("function", cl::desc("Run this function only"), cl::cat(category));
cl::opt<double, false, RangeParser<double>>
    minCorrelation("min-correlation", NumberRange<double>{-1, 1},
                   cl::desc("Bound for all floats (default 0.999; 0.99999 where both sides hold f32)"),
                   cl::cat(category));
cl::opt<double, false, RangeParser<double>> maxAbsolute("max-abs-error", NumberRange<double>{0, 1e300},
                                                        cl::desc("Largest absolute error (default: none)"),
                                                        cl::cat(category));
cl::opt<double, false, RangeParser<double>> maxRelative("max-rel-error", NumberRange<double>{0, 1e300},
                                                        cl::desc("Largest relative error (default: none)"),
                                                        cl::cat(category));
cl::opt<std::string> timeline("timeline", cl::desc("Write modelled time and memory of each op"),
                              cl::value_desc("file.json"), cl::cat(category));
cl::opt<std::string> trace("chrome-trace", cl::desc("The same for chrome://tracing"), cl::value_desc("file.json"),
                           cl::cat(category));
cl::opt<int64_t, false, RangeParser<int64_t>>
    memoryGb("memory-limit-gb", NumberRange<int64_t>{1, 1 << 20},
             cl::desc("Host memory for live tensors (default: nine tenths of what is available)"), cl::cat(category));
cl::opt<bool> coverage("coverage",
                       cl::desc("Run every op of the module on its own and print the table of executed ops"),
                       cl::cat(category));

int fail(const std::string &message) {
  fmt::print(stderr, "alcove-run: error: {}\n", message);
  return 1;
}

/// An option that nothing of this run reads, and what it is of; empty when there is none.
std::string idleOption() {
  bool compares = !other.empty(), draws = !timeline.empty() || !trace.empty();
  bool prints = !deviations.empty() || !weightFormats.empty();
  for (const auto &[option, isRead, of] :
       {std::tuple<const cl::Option &, bool, const char *>{deviceName, draws, "of --timeline and --chrome-trace"},
        {minCorrelation, compares, "a bound of --compare"},
        {maxAbsolute, compares, "a bound of --compare"},
        {maxRelative, compares, "a bound of --compare"},
        {other, !prints, "another question than --deviations and --weight-formats"},
        {timeline, !prints, "of a run, not of --deviations and --weight-formats"},
        {trace, !prints, "of a run, not of --deviations and --weight-formats"}})
    if (option.getNumOccurrences() > 0 && !isRead)
      return fmt::format("--{} has no effect here: it is {}", std::string_view(option.ArgStr), of);
  return "";
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

volatile std::sig_atomic_t signalled = 0;
void onSignal(int) { signalled = 1; }

/// Why runs shall end; empty to go on.
std::string interruption() {
  static const auto start = std::chrono::steady_clock::now();
  if (signalled)
    return "interrupted";
  if (timeLimit > 0 && std::chrono::steady_clock::now() - start > std::chrono::seconds(timeLimit))
    return fmt::format("the time limit of {} s is reached (--time-limit-s)", timeLimit.getValue());
  return "";
}

/// Ctrl-C ends a run between two ops, so that what was found is still said; a second one ends the program.
void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  (void)interruption(); // the clock starts
}

/// Made after all others are registered: a library that the program links has an option of this name.
cl::opt<unsigned> &threadsOption() {
  if (auto found = cl::getRegisteredOptions().find("threads"); found != cl::getRegisteredOptions().end())
    if (static bool first = true; std::exchange(first, false))
      found->second->removeArgument();
  static cl::opt<unsigned> option("threads",
                                  cl::desc("Threads that loops run on (default: one per core); results are the same"),
                                  cl::init(0), cl::cat(category));
  return option;
}

/// Gives loops the pool that MLIR's programs use.
void usePool() {
  unsigned asked = threadsOption(), count = asked > 0 ? asked : llvm::hardware_concurrency().compute_thread_count();
  static llvm::DefaultThreadPool pool(llvm::hardware_concurrency(count));
  setExecutor(
      [](int64_t parts, const std::function<void(int64_t)> &body) {
        llvm::ThreadPoolTaskGroup group(pool);
        for (int64_t part = 1; part < parts; ++part)
          group.async([&body, part] { body(part); });
        body(0);
        group.wait();
      },
      count);
}

RunSettings settings() { return {seed, inputs, !other.empty(), /*drawMissing=*/false, memoryLimit, interruption}; }

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

/// `error 3e-7 of its size, worst row 1e-6, worst element 2e-5 (bounds 2e-05, 0.0004, 0.004; margin 65)`
std::string errorsOf(const ComparedValue &row) {
  const Comparison &c = row.comparison;
  if (!isFloat(row.left) || !isFloat(row.right))
    return fmt::format("{} elements differ", c.different);
  if (c.different == 0)
    return "the same numbers";
  std::string text =
      fmt::format("correlation {:.7f}, error {:.2g} of its size, worst row or column {:.2g}, worst element {:.2g}",
                  c.correlation, c.normError, c.rowError, c.elementError);
  if (c.equal)
    text += fmt::format(", {:.0f} times within the bounds", std::floor(c.margin(row.tolerance)));
  if (c.masked > 0)
    text += fmt::format(", {} masked elements apart", c.masked);
  return text;
}

/// `besideExact`: the same values held against the reference in f32, where rounding is a verdict of its own.
bool printComparison(const std::vector<ComparedValue> &rows, const std::string &note,
                     const std::vector<ComparedValue> &besideExact = {}) {
  bool equal = true;
  for (size_t i = 0; i < rows.size(); ++i) {
    const ComparedValue &row = rows[i];
    const Comparison &c = row.comparison;
    // NUM-C13
    bool rounding = !c.equal && i < besideExact.size() && isFloat(row.left) && isFloat(row.right) &&
                    besideExact[i].comparison.equal;
    std::string verdict = c.equal ? "equal" : rounding ? "rounding, f32 equal (NUM-C13)" : "DIFFERS";
    if (c.equal && c.decidedByRounding > 0)
      verdict += fmt::format(" but for {} of {} indices, which rounding decided (NUM-C5)", c.decidedByRounding,
                             *countElements(row.shape));
    print("  {}: {} {} against {}: {}{}, {}\n", row.name, toString(row.shape), toString(row.left), toString(row.right),
          verdict, note, errorsOf(row));
    if (c.equal && c.decidedByRounding > 0)
      print("    first at {}: {}\n", Comparison::position(row.shape, c.firstIndex), c.rounding);
    if (!c.equal && !rounding)
      print("    {}; first at {}: {:.9g} against {:.9g}{}\n", c.reason,
            Comparison::position(row.shape, std::max<int64_t>(0, c.firstIndex)), c.firstLeft, c.firstRight,
            row.place.empty() ? "" : fmt::format(", made by {}", row.place));
    equal &= c.equal || rounding;
  }
  return equal;
}

/// `which` says whose results, when a comparison writes several: `.declared`, `.other`.
Status writeOutputs(mlir::func::FuncOp function, const FunctionRun &run, const char *which = "") {
  for (size_t i = 0; i < run.results.size(); ++i)
    if (!run.results[i].empty())
      ALCOVE_RETURN_IF_ERROR(writeFileAtomically(
          fmt::format("{}/{}.result{}{}.npy", outputs.getValue(), function.getName().str(), i, which),
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

/// Whether some float value of a function is declared narrower than f32: else both precisions are the same run.
bool declaresNarrowFloats(mlir::func::FuncOp function) {
  auto isNarrow = [](mlir::Type type) {
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
    Result<ElementType> held =
        tensor ? heldTypeOf(tensor, Precision::AsDeclared) : Result<ElementType>(ElementType::F32);
    return held.ok() && isFloat(*held) && *held != ElementType::F32;
  };
  bool narrow = llvm::any_of(function.getArgumentTypes(), isNarrow);
  function->getParentOfType<mlir::ModuleOp>().walk(
      [&](mlir::Operation *op) { narrow |= llvm::any_of(op->getResultTypes(), isNarrow); });
  return narrow;
}

/// What the data does to the ops, and what of it would hide a fault.
void printData(const Calibration &calibration) {
  int64_t floats = 0;
  std::string dead, vanishing;
  int64_t deadOps = 0, vanishingOps = 0;
  for (const TensorStatistics &statistics : calibration.statistics()) {
    bool made = statistics.op->getNumOperands() > 0; // constants are constant
    floats += statistics.isFloat;
    if (made && statistics.isFloat && statistics.isConstant() && statistics.elements > 1 && deadOps++ == 0)
      dead = fmt::format("'{}' {}", statistics.op->getName().getStringRef().str(), locationText(statistics.op));
    if (statistics.vanishes() && vanishingOps++ == 0)
      vanishing = fmt::format("'{}' {}", statistics.op->getName().getStringRef().str(), locationText(statistics.op));
  }
  if (deadOps + vanishingOps > 0)
    print("  data: of {} float results {} are constant{}, {} vanish{}\n", floats, deadOps,
          dead.empty() ? "" : ", first of " + dead, vanishingOps, vanishing.empty() ? "" : ", first of " + vanishing);
}

/// Why an unasked measurement would not be cheap; empty when it is.
std::string tooLargeToObserve(const RunSize &size) {
  constexpr int64_t mostWork = int64_t(1) << 35, mostBytes = int64_t(3) << 30;
  if (size.work <= mostWork && size.bytes <= std::min(memoryLimit() / 4, mostBytes))
    return "";
  return fmt::format("one run takes {:.2g} operations and keeps {:.1f} GiB (--sensitivity)",
                     static_cast<double>(size.work), static_cast<double>(size.bytes) / (1 << 30));
}

/// `98.6 % of 92 ops observed`, and the names of ops that the results do not see. Asked for by --sensitivity it takes
/// 64 times the work of a run; else about twice, of six that a comparison takes, and names few. Empty, and printed why,
/// where it was not measured.
Result<std::string> sensitivityText(Runs &runs, mlir::func::FuncOp function, const Tolerance &tolerance) {
  bool asked = sensitivity == Observing::Thorough;
  constexpr int64_t littleWork = int64_t(1) << 32, replaysOfTheWhole = 64;
  auto notMeasured = [](const std::string &why) {
    print("  ops observed: not measured, {}\n", why);
    return std::string();
  };
  int64_t whole = std::max<int64_t>(1, sizeOf(function).work);
  if (std::string why = asked ? "" : tooLargeToObserve(sizeOf(function)); !why.empty())
    return notMeasured(why);
  Result<Replay> replay = runs.record(function);
  if (!replay)
    return asked ? Result<std::string>(replay.error()) : notMeasured(replay.error().message);
  int64_t budget = asked ? replaysOfTheWhole * whole : std::max(littleWork, whole);
  ALCOVE_ASSIGN_OR_RETURN(Sensitivity measured, measureSensitivity(*replay, seed, budget, tolerance));
  size_t shown = asked ? measured.unobserved.size() : std::min<size_t>(3, measured.unobserved.size());
  for (const Sensitivity::Unobserved &one : llvm::ArrayRef(measured.unobserved).take_front(shown))
    print("  {}: '{}' {}\n", one.dead ? "perturbed, changes no bit of a result" : "not observed",
          one.op->getName().getStringRef().str(), locationText(one.op));
  if (shown < measured.unobserved.size())
    print("  and {} others (--sensitivity names them)\n", measured.unobserved.size() - shown);
  return toString(measured);
}

/// Where two modules part; a comparison that failed has found it, so what hinders the search is said and no more.
void printDeviation(Runs &runs, mlir::func::FuncOp function, mlir::func::FuncOp counterpart,
                    const Tolerance &tolerance) {
  Result<Replay> left = runs.record(function);
  if (!left)
    return print("  first deviating op not searched: {}\n", left.error().message);
  Result<Replay> right = runs.record(counterpart);
  if (!right)
    return print("  first deviating op not searched: {}\n", right.error().message);
  if (Deviation deviation = firstDeviation(*left, *right, tolerance); deviation.op)
    print("  {}\n", deviation.text);
}

// NUM-D7
/// The same in f32 with inputs so small that the epsilons of norms show. Prints differences only.
Result<bool> compareQuietly(Runs runs, mlir::func::FuncOp function, mlir::func::FuncOp counterpart,
                            const Tolerance &tolerance) {
  for (auto [argument, exponent] : quietExponents(function))
    runs.exponents[argument] += exponent;
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun left, runs.run(function, Precision::AllFloatsF32));
  runs.elsewhere += left.bytes();
  Result<FunctionRun> right = runs.run(counterpart, Precision::AllFloatsF32);
  if (!right)
    return Error{fmt::format("{}: {}", other.getValue(), right.error().message)};
  ALCOVE_ASSIGN_OR_RETURN(auto rows, compareRuns(function, left, counterpart, *right, tolerance, tolerance));
  bool equal = llvm::all_of(rows, [](const ComparedValue &row) { return row.comparison.equal; });
  if (!equal)
    printComparison(rows, " on quiet data");
  return equal;
}

bool allEqual(const std::vector<ComparedValue> &rows) {
  return llvm::all_of(rows, [](const ComparedValue &row) { return row.comparison.equal; });
}

/// Compares a function with its counterpart. True when nothing differs.
Result<bool> compareOne(mlir::func::FuncOp function, mlir::func::FuncOp counterpart) {
  Tolerance narrow = withOptions(Tolerance::forBf16()), wide = withOptions(Tolerance::forF32());
  auto ofOther = [](const Error &error) { return Error{fmt::format("{}: {}", other.getValue(), error.message)}; };
  Runs runs(function, settings());
  Calibration calibration(function);
  print("function {}\n", function.getName().str());
  // In f32 also when only declared types are asked for: that run calibrates the data and measures their noise.
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun exact,
                          runs.run(function, Precision::AllFloatsF32, inputs.empty() ? &calibration : nullptr));
  runs.exponents = calibration.exponents();
  if (!outputs.empty())
    ALCOVE_RETURN_IF_ERROR(writeOutputs(function, exact));
  printData(calibration);
  // What differs has been seen, whatever else would be.
  auto observed = [&](bool same) -> Result<std::string> {
    if (sensitivity == Observing::No || (!same && sensitivity != Observing::Thorough))
      return std::string();
    ALCOVE_ASSIGN_OR_RETURN(std::string text, sensitivityText(runs, function, wide));
    return text.empty() ? text : "; " + text;
  };
  runs.elsewhere = exact.bytes();
  bool equal = true;
  if (heldIn != Held::Declared) {
    Result<FunctionRun> right = runs.run(counterpart, Precision::AllFloatsF32);
    if (!right)
      return ofOther(right.error());
    ALCOVE_ASSIGN_OR_RETURN(auto rows, compareRuns(function, exact, counterpart, *right, wide, wide));
    std::string note;
    if (!allEqual(rows)) { // NUM-C11
      ALCOVE_ASSIGN_OR_RETURN(FunctionRun shaken, runs.run(function, Precision::AllFloatsF32, nullptr, 1));
      ALCOVE_ASSIGN_OR_RETURN(auto beside, compareRuns(function, exact, counterpart, *right, wide, wide, &shaken));
      if (allEqual(beside)) {
        rows = std::move(beside);
        note = " beside what rounding moves (NUM-C11)";
      }
    }
    ALCOVE_ASSIGN_OR_RETURN(std::string share, observed(allEqual(rows)));
    equal = printComparison(rows, note + share);
    if (!equal)
      printDeviation(runs, function, counterpart, wide);
    if (equal && inputs.empty() && (hasEpsilon(function) || hasEpsilon(counterpart))) {
      ALCOVE_ASSIGN_OR_RETURN(equal, compareQuietly(runs, function, counterpart, wide));
    }
    ALCOVE_RETURN_IF_ERROR(flushStandardOutput());
  }
  if (heldIn == Held::F32 ||
      (heldIn == Held::Both && !(declaresNarrowFloats(function) || declaresNarrowFloats(counterpart))))
    return equal;
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun left, runs.run(function, Precision::AsDeclared));
  runs.elsewhere += left.bytes();
  Result<FunctionRun> right = runs.run(counterpart, Precision::AsDeclared);
  if (!right)
    return ofOther(right.error());
  if (!outputs.empty()) {
    ALCOVE_RETURN_IF_ERROR(writeOutputs(function, left, ".declared"));
    ALCOVE_RETURN_IF_ERROR(writeOutputs(function, *right, ".other"));
  }
  ALCOVE_ASSIGN_OR_RETURN(auto rows, compareRuns(function, left, counterpart, *right, narrow, wide, &exact));
  std::string share;
  if (heldIn == Held::Declared) {
    ALCOVE_ASSIGN_OR_RETURN(share, observed(allEqual(rows)));
  }
  std::vector<ComparedValue> besideExact;
  if (heldIn == Held::Both && equal && !allEqual(rows)) {
    ALCOVE_ASSIGN_OR_RETURN(besideExact, compareRuns(function, exact, counterpart, *right, narrow, wide));
  }
  return printComparison(rows, " as declared" + share, besideExact) && equal;
}

/// Runs one function, alone or against its counterpart. True when nothing differs.
Result<bool> runOne(mlir::func::FuncOp function, mlir::ModuleOp otherModule) {
  if (otherModule) {
    ALCOVE_ASSIGN_OR_RETURN(mlir::func::FuncOp counterpart, counterpartOf(function, otherModule));
    return compareOne(function, counterpart);
  }
  Runs runs(function, settings());
  if (sensitivity == Observing::Thorough) {
    Calibration calibration(function);
    ALCOVE_RETURN_IF_ERROR(runs.run(function, Precision::AllFloatsF32, inputs.empty() ? &calibration : nullptr));
    runs.exponents = calibration.exponents();
    print("function {}\n", function.getName().str());
    printData(calibration);
    ALCOVE_ASSIGN_OR_RETURN(std::string text, sensitivityText(runs, function, Tolerance::forF32()));
    print("  {}\n", text);
    return true;
  }
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun left,
                          runs.run(function, heldIn == Held::F32 ? Precision::AllFloatsF32 : Precision::AsDeclared));
  if (!outputs.empty())
    ALCOVE_RETURN_IF_ERROR(writeOutputs(function, left));
  printRun(function, left);
  return true;
}

Status printCoverage(mlir::MLIRContext &context) {
  ALCOVE_ASSIGN_OR_RETURN(std::string forms, readFile(input));
  ALCOVE_ASSIGN_OR_RETURN(std::string table, coverageTable(context, forms));
  return writeFileAtomically("-", table);
}

} // namespace

/// A module of StableHLO or TOSA is the TTIR that it becomes.
static mlir::OwningOpRef<mlir::ModuleOp> readAsTTIR(const std::string &path, mlir::MLIRContext &context) {
  mlir::OwningOpRef<mlir::ModuleOp> module = ttir::readModule(path, &context);
  if (!module)
    if (Result<std::string> text = readFile(path); text && text->find("linalg.") != std::string::npos)
      fmt::print(stderr, "alcove-run: note: `alcove-exec {}` executes linalg\n", path);
  mlir::PassManager manager(&context);
  manager.addPass(stablehlo::createConvertStableHLOToTTIR());
  manager.addPass(stablehlo::createConvertTosaToTTIR());
  if (!module || failed(manager.run(*module)))
    return {};
  return module;
}

int main(int argc, char **argv) {
  alcove::checkLlvmOutputAtExit("alcove-run");
  alcove::honourNoColor();
  keepFreedBlocks();
  catchInterrupts();
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << alcove::versionText("alcove-run"); });
  (void)threadsOption();
  cl::HideUnrelatedOptions(category);
  if (std::string wrong = alcove::moreThanOneFile("alcove-run", argc, argv); !wrong.empty())
    return llvm::errs() << wrong, 1;
  cl::ParseCommandLineOptions(argc, argv,
                              "Executes the functions of a TTIR or TTNN module on seeded or given data: numbers "
                              "rounded to their types, tensors stored through their layouts.\n");
  if (threadsOption() > 1024)
    return fail("--threads must be at most 1024");
  usePool();
  mlir::DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, mlir::func::FuncDialect,
                  mlir::tensor::TensorDialect, mlir::quant::QuantDialect, mlir::tosa::TosaDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  stablehlo::registerDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  PrintedDiagnostics printed(context);
  if (input.empty())
    return fail("no module is named; --help lists the options");
  if (std::string idle = idleOption(); !idle.empty())
    return fail(idle);
  if (coverage) {
    Status written = printCoverage(context);
    return written.ok() ? 0 : fail(written.error().message);
  }
  mlir::OwningOpRef<mlir::ModuleOp> module = readAsTTIR(input, context), otherModule;
  if (!module)
    return 1;
  if (!other.empty() && !(otherModule = readAsTTIR(other, context)))
    return 1;
  rules::warnOfLibraryRules(*module);
  std::vector<mlir::func::FuncOp> functions = runnableFunctions(*module);
  if (functions.empty())
    return fail(fmt::format("{}: no function to run", input.getValue()));
  if (!only.empty()) {
    std::string nearest = nearestName(only.getValue(), functions,
                                      [](mlir::func::FuncOp each) { return std::string_view(each.getName()); });
    llvm::erase_if(functions, [](mlir::func::FuncOp function) { return function.getName() != only; });
    if (functions.empty())
      return fail(fmt::format("{}: no function to run of the name '{}'; nearest: '{}'", input.getValue(),
                              only.getValue(), nearest));
  }
  if (!deviations.empty() || !weightFormats.empty()) {
    Result<std::string> text = deviationsText(functions, settings(), deviations, weightFormats,
                                              [&](const std::string &path) { return readAsTTIR(path, context); });
    Status written = text.ok() ? writeFileAtomically("-", *text) : Status(text.error());
    return written.ok() ? 0 : fail(written.error().message);
  }
  bool equal = true;
  for (mlir::func::FuncOp function : functions) {
    Result<bool> same = runOne(function, otherModule ? *otherModule : mlir::ModuleOp());
    if (!same) {
      (void)flushStandardOutput().ok(); // what was found until then
      return fail(same.error().message);
    }
    equal &= *same;
  }
  if (!timeline.empty() || !trace.empty())
    if (Status written = writeTimelines(*module); !written.ok())
      return fail(written.error().message);
  return equal ? 0 : 1;
}
