//===- Pipelines.cpp - Whole compilations ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Pipelines/Pipelines.h"
#include "LocalPlan.h"
#include "PlanAgain.h"
#include "alcove/Judge/Memory/Passes.h"
#include "alcove/Lower/CachesInPlace.h"
#include "alcove/Lower/Prices.h"
#include "alcove/Lower/RaiseToTTIR.h"
#include "alcove/Ops/Queries/MeasuredTimes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/WithColor.h"

#include <map>

using namespace mlir;
using namespace alcove;

namespace {

/// What every pipeline that ends in planned TTNN takes, under the names that users of ttmlir-opt know.
template <typename Derived>
struct PlanningOptions : PassPipelineOptions<Derived> {
  template <typename T>
  using Option = typename PassPipelineOptions<Derived>::template Option<T>;
  template <typename T>
  using ListOption = typename PassPipelineOptions<Derived>::template ListOption<T>;

  // Device.
  Option<std::string> systemDescPath{*this, "system-desc-path", llvm::cl::desc("System descriptor file"),
                                     llvm::cl::init("")};
  Option<std::string> mockSystemDescArch{
      *this, "mock-system-desc-arch",
      llvm::cl::desc("wormhole_b0, blackhole, the name of a device preset, or wormhole: the "
                     "smallest Wormhole card that holds the mesh"),
      llvm::cl::init("")};
  Option<std::string> defaultDevice{
      *this, "default-device", llvm::cl::desc("Device of a module that brings none, where no other option names one"),
      llvm::cl::init("wormhole_b0")};
  Option<GivenNumber> l1Bytes{
      *this, "l1-bytes", llvm::cl::desc("L1 of every core in bytes instead of the device's (what if it were smaller)")};
  Option<std::string> cores{*this, "cores", llvm::cl::desc("Worker cores, rows x columns, at most the device's: 7x8"),
                            llvm::cl::init("")};
  ListOption<int64_t> meshShape{*this, "mesh-shape", llvm::cl::desc("Shape of the mesh of chips, e.g. 1,2")};
  ListOption<std::string> meshTopology{*this, "mesh-topology", llvm::cl::desc("ring or linear per mesh dimension")};

  // How much to optimize.
  enum Level { None, Optimizer, MemoryLayouts };
  Option<Level> optimizationLevel{*this, "optimization-level", llvm::cl::desc("How much to optimize"),
                                  llvm::cl::values(clEnumValN(None, "0", "none"),
                                                   clEnumValN(Optimizer, "1", "optimizer on, all in DRAM"),
                                                   clEnumValN(MemoryLayouts, "2", "memory layout analysis too")),
                                  llvm::cl::init(None)};
  Option<bool> enableOptimizer{*this, "enable-optimizer", llvm::cl::desc("Run the optimizer (level >= 1)"),
                               llvm::cl::init(false)};
  Option<bool> memoryLayoutAnalysisEnabled{*this, "memory-layout-analysis-enabled",
                                           llvm::cl::desc("Keep tensors in L1 (level >= 2)"), llvm::cl::init(false)};

  // Of the planner.
#define OPTIMIZER_OPTION(type, field, name, byDefault, description)                                                    \
  Option<type> field{*this, name, llvm::cl::desc(description), llvm::cl::init(byDefault)};
#include "alcove/Optimize/OptimizerOptions.def"

  Option<int64_t> maxFallbackAttempts{*this, "max-fallback-attempts",
                                      llvm::cl::desc("Combinations tried per op that the backend refuses"),
                                      llvm::cl::init(10000)};

  Option<bool> enableConstEvalInputsToSystemMemory{*this, "enable-const-eval-inputs-to-system-memory",
                                                   llvm::cl::desc("Inputs of const-eval functions lie on the host"),
                                                   llvm::cl::init(true)};
  Option<std::string> computeMathFidelity{*this, "compute-cfg-math-fidelity",
                                          llvm::cl::desc("lofi, hifi2, hifi3, hifi4"), llvm::cl::init("hifi4")};
  Option<bool> computeFp32DestAccEn{*this, "compute-cfg-fp32-dest-acc-en", llvm::cl::desc("Accumulate in f32"),
                                    llvm::cl::init(true)};

  // Ours.
  Option<bool> allowUnknownOps{*this, "allow-unknown-ops",
                               llvm::cl::desc("Keep ops that no dialect defines as opaque ops"), llvm::cl::init(false)};
  Option<bool> verifyMemory{*this, "verify-memory", llvm::cl::desc("End with the judge (--ttnn-verify-memory)"),
                            llvm::cl::init(true)};
  Option<std::string> measured{
      *this, "measured",
      llvm::cl::desc("Price with this table of measured times (alcove calibrate), and with the model elsewhere"),
      llvm::cl::init("")};
  enum Summary { Silent, Short, Ops };
  Option<Summary> summary{*this, "summary", llvm::cl::desc("Print the summary to standard error"),
                          llvm::cl::values(clEnumValN(Silent, "false", "nothing"),
                                           clEnumValN(Short, "true", "totals of the plan and of all-DRAM"),
                                           clEnumValN(Ops, "ops", "and a line per op: place, time, why, remedy")),
                          llvm::cl::init(Silent)};
  Option<bool> printToStdout{
      *this, "print-to-stdout",
      llvm::cl::desc("Print summary and explanation to standard output: for a module that goes to a "
                     "file"),
      llvm::cl::init(false)};
  Option<std::string> modelFile{
      *this, "model-file",
      llvm::cl::desc("Name of the model in summary and reports, where the module's own location "
                     "is that of another file"),
      llvm::cl::init("")};
  Option<std::string> summaryJson{*this, "summary-json", llvm::cl::desc("Write the summary to this file"),
                                  llvm::cl::init("")};
  Option<std::string> report{*this, "report",
                             llvm::cl::desc("Write the plan as one HTML page: L1 by address, ops, reasons, graph"),
                             llvm::cl::init("")};

  Option<std::string> modelExplorer{
      *this, "model-explorer",
      llvm::cl::desc("Write the plan as a graph for Model Explorer and the MLIR page of ttnn-visualizer (JSON)"),
      llvm::cl::init("")};
  Option<std::string> visualizer{
      *this, "visualizer",
      llvm::cl::desc("Write a report directory for ttnn-visualizer: database of ops, tensors and buffers, times"),
      llvm::cl::init("")};
  Option<std::string> timeline{*this, "timeline", llvm::cl::desc("Write the judge's timeline to this JSON file"),
                               llvm::cl::init("")};
  Option<std::string> chromeTrace{*this, "chrome-trace", llvm::cl::desc("Write it for chrome://tracing"),
                                  llvm::cl::init("")};

  /// What was given of all that may change the plan, by name; not what is written where.
  std::string given() const {
    static const llvm::StringSet<> outputs = {
        "default-device",  "model-file", "summary",        "print-to-stdout", "summary-json",
        "report",          "visualizer", "model-explorer", "timeline",        "chrome-trace",
        "plan-out",        "explain",    "export-plan",    "verify-memory",   "export-plan-problem",
        "plan-certificate"};
    std::string all, result;
    llvm::raw_string_ostream os(all);
    this->print(os);
    // Values have blanks of their own: one ends where the next option begins.
    std::map<size_t, std::pair<StringRef, const llvm::cl::Option *>> begins;
    all = " " + StringRef(all).trim("{}").str();
    for (const auto &[name, option] : this->OptionsMap)
      if (size_t at = all.find(" " + name.str() + "="); at != std::string::npos)
        begins[at] = {name, option};
    for (auto it = begins.begin(); it != begins.end(); ++it) {
      auto [name, option] = it->second;
      size_t end = std::next(it) == begins.end() ? all.size() : std::next(it)->first;
      if (option->getNumOccurrences() > 0 && !outputs.contains(name))
        result += (result.empty() ? "" : " ") + all.substr(it->first + 1, end - it->first - 1);
    }
    return result;
  }

  bool optimizes() const { return optimizationLevel >= Optimizer || enableOptimizer; }
  bool plansMemory() const {
    return memoryLayoutAnalysisEnabled.getNumOccurrences() > 0 ? memoryLayoutAnalysisEnabled
                                                               : optimizationLevel >= MemoryLayouts;
  }

  /// Device and kernels; the rest is the lowering's own.
  conversion::LoweringOptions deviceOptions() const {
    conversion::LoweringOptions result;
    result.systemDescPath = systemDescPath;
    result.mockSystemDescArch = mockSystemDescArch;
    result.defaultDevice = defaultDevice;
    result.l1Bytes = l1Bytes;
    result.cores = cores;
    result.meshShape.assign(meshShape.begin(), meshShape.end());
    result.meshTopology.assign(meshTopology.begin(), meshTopology.end());
    result.allowUnknownOps = allowUnknownOps;
    result.optimizationLevel = optimizes() ? std::max<int64_t>(optimizationLevel, Optimizer) : 0;
    result.enableConstEvalInputsToSystemMemory = enableConstEvalInputsToSystemMemory;
    if (!optimizes() || computeMathFidelity.getNumOccurrences() > 0)
      result.computeMathFidelity = computeMathFidelity;
    if (!optimizes() || computeFp32DestAccEn.getNumOccurrences() > 0)
      result.computeFp32DestAccEn = computeFp32DestAccEn;
    return result;
  }

  transforms::TTNNOptimizerOptions optimizer() const {
    transforms::TTNNOptimizerOptions result;
#define OPTIMIZER_OPTION(type, field, name, byDefault, description) result.field = field;
#include "alcove/Optimize/OptimizerOptions.def"
    result.memoryLayoutAnalysisEnabled = plansMemory();
    result.recordReasons =
        summary == Ops || !summaryJson.empty() || !report.empty() || !modelExplorer.empty() || !visualizer.empty();
    result.explainToStdout = printToStdout;
    return result;
  }
};

struct BackendPipelineOptions : PlanningOptions<BackendPipelineOptions> {
  Option<std::string> argumentTypes{*this, "argument-types", llvm::cl::desc("function=input,parameter,...;..."),
                                    llvm::cl::init("")};

  // Lowering.
  Option<bool> enableFusing{*this, "enable-fusing-pass", llvm::cl::desc("Fuse patterns"), llvm::cl::init(true)};
  Option<bool> enableBroadcastFolding{*this, "enable-implicit-broadcast-folding-pass",
                                      llvm::cl::desc("Fold broadcasts into elementwise ops"), llvm::cl::init(true)};
  Option<bool> enableEraseInverseOps{*this, "enable-erase-inverse-ops-pass",
                                     llvm::cl::desc("Cancel inverse data movement"), llvm::cl::init(true)};
  Option<bool> enableConstEval{*this, "enable-const-eval", llvm::cl::desc("Hoist what depends on parameters only"),
                               llvm::cl::init(true)};
  Option<std::string> cachesInPlace{
      *this, "caches-in-place",
      llvm::cl::desc(
          "Arguments (ttir.name, comma-separated) whose callers give them up: where the function returns one with "
          "another row, the row is written in place"),
      llvm::cl::init("")};
  Option<std::string> givenCaches{
      *this, "given-caches",
      llvm::cl::desc(
          "Arguments (ttir.name, comma-separated) that another function writes in place: they come in tiles, "
          "as it keeps them (alcove session names them)"),
      llvm::cl::init("")};
  Option<bool> storeConstantsFreely{
      *this, "store-constants",
      llvm::cl::desc(
          "Constants may be stored in any layout in DRAM; off: in the one that every reader takes, as functions "
          "that share them need it"),
      llvm::cl::init(true)};
  Option<std::string> storedConstants{
      *this, "stored-constants",
      llvm::cl::desc(
          "File of constants that lie as another function keeps them: LAYOUT and ARGUMENT+ARGUMENT in each line; "
          "this one converts them at each call (alcove session writes it)"),
      llvm::cl::init("")};
  Option<std::string> weightDtype{*this, "experimental-weight-dtype",
                                  llvm::cl::desc("Format of weights: none, bfp_bf8, bfp_bf4"), llvm::cl::init("none")};
  Option<bool> relaxedArithmetic{
      *this, "relaxed-arithmetic",
      llvm::cl::desc("Chains of elementwise ops between typecasts stay in bf16: results differ by roundings"),
      llvm::cl::init(false)};
  // One option per pattern of the table.
#define LOWERING_PATTERN(name, option, byDefault, description)                                                         \
  Option<bool> enable##name{*this, "enable-" option, llvm::cl::desc(description), llvm::cl::init(byDefault)};
#include "alcove/Lower/LoweringPatterns.def"
  Option<bool> enableGreedyOptimizer{*this, "enable-greedy-optimizer",
                                     llvm::cl::desc("Plan with GreedyBeam, unless a policy is named"),
                                     llvm::cl::init(false)};

  // Read, so that command lines of ttmlir-opt work; they steer nothing here, and who gives one is told why.
  Option<bool> enableQuantDequant{
      *this, "enable-quant-dequant-conversion-pass",
      llvm::cl::desc("Does nothing here: quantized types always become integers and scales"), llvm::cl::init(true)};
  Option<bool> enableTTNNDecomposition{*this, "enable-ttnn-decomposition-pass",
                                       llvm::cl::desc("Does nothing here: ops are decomposed before they become TTNN"),
                                       llvm::cl::init(true)};
  Option<bool> disableWorkarounds{*this, "disable-workarounds",
                                  llvm::cl::desc("Does nothing here: there are no workarounds"), llvm::cl::init(false)};
  Option<bool> layoutWorkaround{*this, "enable-layout-workaround-pass",
                                llvm::cl::desc("Does nothing here: the fallback mends what the op model refuses"),
                                llvm::cl::init(true)};
  Option<bool> decompositionWorkaround{
      *this, "enable-decomposition-workaround-pass",
      llvm::cl::desc("Does nothing here: the fallback mends what the op model refuses"), llvm::cl::init(true)};
  Option<bool> cpuHoistedConstEval{*this, "enable-cpu-hoisted-const-eval",
                                   llvm::cl::desc("Does nothing here: const-eval functions run on the device"),
                                   llvm::cl::init(true)};
  Option<bool> enableTrace{*this, "enable-trace", llvm::cl::desc("Does nothing here: programs are not traced"),
                           llvm::cl::init(false)};
  Option<bool> checkUniqueLocs{*this, "check-unique-locs",
                               llvm::cl::desc("Does nothing here: locations need not be unique"),
                               llvm::cl::init(false)};

  /// More of them, of any type. The text of each is read and left.
  struct IdleOption : Option<std::string> {
    IdleOption(BackendPipelineOptions &options, llvm::StringRef name, llvm::StringRef why)
        : Option<std::string>(options, name, llvm::cl::desc(why), llvm::cl::init("")) {
      options.idleTexts.push_back(this);
    }
  };
  std::vector<const Option<std::string> *> idleTexts;
  IdleOption conv3dConfig{*this, "override-conv3d-config", "Does nothing here: conv3d has no configurations"};
  IdleOption composites{*this, "composite-resolution", "Does nothing here: composites are inlined or lowered whole"};
  IdleOption mockAllocator{*this, "use-mock-allocator-state", "Does nothing here: plans have addresses of their own"};
  IdleOption decisionTrace{*this, "enable-decision-trace", "Does nothing here: summary=ops and report=FILE say why"};
  IdleOption decisionTraceDir{*this, "decision-trace-dir", "Does nothing here: plan-out=FILE writes decisions"};
  IdleOption compileTimeStats{*this, "enable-compile-time-stats", "Does nothing here: summary=true says the time"};
  IdleOption permuteMatmul{*this, "enable-permute-matmul-fusion",
                           "Does nothing here: permutes of matmuls are always folded where that is exact"};
  IdleOption permuteSlice{*this, "enable-permute-slice-after-matmul-fusion",
                          "Does nothing here: heads are split by enable-split-heads"};
  IdleOption kvCacheDtype{*this, "experimental-kv-cache-dtype", "Does nothing here: caches keep their type"};
  IdleOption activationDtype{*this, "enable-activation-dtype-lowering",
                             "Does nothing here: activations keep their type"};
  IdleOption targetBitWidth{*this, "target-bit-width", "Does nothing here: element types are those of the device"};
  IdleOption deadValues{*this, "enable-remove-dead-values", "Does nothing here: dead values are always removed"};
  IdleOption dramSaving{*this, "enable-dram-space-saving-optimization-pass",
                        "Does nothing here: tensors are freed after their last use"};
  IdleOption d2mSubgraphs{*this, "enable-create-d2m-subgraphs", "Does nothing here: there is no D2M"};
  IdleOption perfMetrics{*this, "ttnn-perf-metrics-enabled", "Does nothing here: summary-json=FILE writes metrics"};
  IdleOption perfMetricsFile{*this, "ttnn-perf-metrics-output-file",
                             "Does nothing here: summary-json=FILE writes metrics"};
  IdleOption perfMetricsVerbose{*this, "ttnn-perf-metrics-verbose-output-enabled",
                                "Does nothing here: summary=ops prints every op"};

  static void warnOf(const llvm::cl::Option &option) {
    if (option.getNumOccurrences() > 0)
      llvm::WithColor::warning(llvm::errs())
          << "option '" << option.ArgStr << "': " << option.HelpStr.substr(0, 1).lower() << option.HelpStr.drop_front()
          << '\n';
  }

  void warnOfIdleOptions() const {
    const Option<bool> *idle[] = {&enableQuantDequant, &enableTTNNDecomposition, &disableWorkarounds,
                                  &layoutWorkaround,   &decompositionWorkaround, &cpuHoistedConstEval,
                                  &enableTrace,        &checkUniqueLocs};
    for (const Option<bool> *option : idle)
      warnOf(*option);
    for (const Option<std::string> *option : idleTexts)
      warnOf(*option);
  }

  transforms::TTNNOptimizerOptions optimizer() const {
    transforms::TTNNOptimizerOptions result = PlanningOptions::optimizer();
    result.storeConstants = storeConstantsFreely && enableConstEval;
    if (enableGreedyOptimizer && memoryLayoutAnalysisPolicy.getNumOccurrences() == 0)
      result.memoryLayoutAnalysisPolicy = "GreedyBeam";
    return result;
  }

  conversion::LoweringOptions lowering() const {
    conversion::LoweringOptions result = deviceOptions();
    result.argumentTypes = argumentTypes;
    result.enableFusing = enableFusing;
    result.enableImplicitBroadcastFolding = enableBroadcastFolding;
    result.enableEraseInverseOps = enableEraseInverseOps;
    result.enableConstEval = enableConstEval;
    result.weightDtype = weightDtype;
    result.relaxedArithmetic = relaxedArithmetic;
    result.prices = conversion::opPrices(tensorL1UsageCap, plansMemory());
#define LOWERING_PATTERN(name, option, byDefault, description)                                                         \
  result.patterns.set(conversion::LoweringPattern::name, enable##name);
#include "alcove/Lower/LoweringPatterns.def"
    return result;
  }
};

struct TTNNToTTNNOptions : PlanningOptions<TTNNToTTNNOptions> {
  TTNNToTTNNOptions() { optimizationLevel.setInitialValue(MemoryLayouts); }

  Option<bool> keepLayouts{*this, "keep-layouts", llvm::cl::desc("Placements in L1 and in shards are given, not free"),
                           llvm::cl::init(false)};
  Option<std::string> keepComputeConfigs{
      *this, "keep-compute-configs",
      llvm::cl::desc("true keeps all, false none, auto all but what level 0 writes on every op"),
      llvm::cl::init("auto")};

  Option<bool> enableRaising{
      *this, "enable-raising",
      llvm::cl::desc("Raise to TTIR first, so that lowering finds what it finds in TTIR; ops without TTIR stay"),
      llvm::cl::init(true)};

  /// No option asks for a particular plan, which need not be faster than the one that is there.
  bool wantsTheFastest() const {
    bool namesPolicy =
        memoryLayoutAnalysisPolicy.getValue() != transforms::TTNNOptimizerOptions().memoryLayoutAnalysisPolicy;
    return plansMemory() && namesPolicy + tensorL1UsageCap.getNumOccurrences() +
                                    overrideOutputLayout.getNumOccurrences() +
                                    overrideConv2dConfig.getNumOccurrences() + insertMemReconfig.getNumOccurrences() +
                                    computeMathFidelity.getNumOccurrences() + computeFp32DestAccEn.getNumOccurrences() +
                                    keepComputeConfigs.getNumOccurrences() ==
                                0;
  }
};

} // namespace

namespace {
/// Names table and device file on every module below, or takes the names away; a named table must fit the chip.
struct UseMeasuredTimesPass : PassWrapper<UseMeasuredTimesPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UseMeasuredTimesPass)
  explicit UseMeasuredTimesPass(std::string table = "", std::string device = "")
      : table(std::move(table)), device(std::move(device)) {}

  StringRef getArgument() const override { return "use-measured-times"; }
  StringRef getDescription() const override { return "Prices with a table of measured times and a device's constants"; }
  bool canScheduleOn(RegisteredOperationName name) const override { return true; }

  void runOnOperation() override {
    Operation *root = getOperation();
    root->walk([&](ModuleOp module) {
      set(module, queries::measuredTimesAttrName, table);
      set(module, queries::deviceFileAttrName, device);
    });
    if (Status fits = queries::checkMeasuredTimes(root); !fits) {
      emitError(root->getLoc()) << "option '" << (table.empty() ? "device" : "measured")
                                << "': " << fits.error().message;
      signalPassFailure();
    }
  }

  void set(ModuleOp module, StringRef name, StringRef path) {
    if (path.empty())
      module->removeAttr(name);
    else
      module->setAttr(name, StringAttr::get(&getContext(), path));
  }

  std::string table, device;
};
} // namespace

template <typename Options>
static void useMeasuredTimes(OpPassManager &manager, const Options &options) {
  if (!options.measured.empty() || !options.systemDescPath.empty())
    manager.addPass(std::make_unique<UseMeasuredTimesPass>(options.measured, options.systemDescPath));
}

/// Last of a pipeline: the module names no file any more.
template <typename Options>
static void leaveMeasuredTimes(OpPassManager &manager, const Options &options) {
  if (!options.measured.empty() || !options.systemDescPath.empty())
    manager.addPass(std::make_unique<UseMeasuredTimesPass>());
}

/// From TTNN with every tensor in one known place to a program that runs. `manager` holds passes of the device's
/// module.
template <typename Options>
static void buildPlan(OpPassManager &manager, const Options &options, const conversion::LoweringOptions &lowering) {
  // Ops that the backend refuses as they stand get other operand layouts or configurations: what the plan is compared
  // with must itself run.
  manager.addPass(
      conversion::createTTNNOperationValidationAndFallback({options.maxFallbackAttempts, options.optimizes()}));
  // Layouts, configurations and schedule are chosen while every tensor still lies in one known place. Tilizing, casts
  // and moves are ops of their own by then, so that their results go straight to where they are wanted.
  if (options.plansMemory())
    manager.addPass(conversion::createDecomposeLayouts());
  // From here on ops are spoken of by name: overrides, remarks, reports.
  manager.addPass(conversion::createUniqueOpNames());
  if (options.optimizes())
    manager.addPass(transforms::createTTNNOptimizer(options.optimizer()));
  // Layout changes become single moves; dead tensors are freed: from here on the program is what runs.
  conversion::buildTTNNFinalizePipeline(manager, lowering);
  manager.addPass(conversion::createUniqueOpNames());
}

template <typename Options>
static void judgeAndCount(OpPassManager &manager, const Options &options) {
  // Before the judge, so that there is a report of what it refuses.
  if (!options.visualizer.empty())
    manager.addPass(transforms::createTTNNVisualizerReport({options.visualizer}));
  // The judge sees the final program and nothing of how it came about.
  if (options.verifyMemory)
    manager.addPass(
        judge::createTTNNVerifyMemory({/*capacity=*/0, /*checkLeaks=*/true, options.timeline, options.chromeTrace}));
  // Counts come from the judged program; the record of the plan leaves the module here.
  manager.addPass(transforms::createTTNNSummary({options.summary != Options::Silent, options.printToStdout,
                                                 options.given(), options.modelFile, options.summary == Options::Ops,
                                                 options.summaryJson, options.report, options.modelExplorer}));
}

static void buildCommonPipeline(OpPassManager &manager, const BackendPipelineOptions &options) {
  options.warnOfIdleOptions();
  conversion::LoweringOptions lowering = options.lowering();
  // Before anything is priced; the chip is not known yet.
  useMeasuredTimes(manager, options);
  // What the host cuts is no work of the chips: they are planned with arguments and results of their own.
  conversion::PartsAtBoundariesOptions parts;
  parts.meshShape.assign(lowering.meshShape.begin(), lowering.meshShape.end());
  manager.addPass(conversion::createPartsAtBoundaries(parts));
  auto namesIn = [](StringRef list) {
    SmallVector<StringRef> names;
    list.split(names, ',');
    return std::vector<std::string>(names.begin(), names.end());
  };
  if (!options.cachesInPlace.empty())
    manager.addPass(conversion::createCachesInPlace(namesIn(StringRef(options.cachesInPlace))));
  if (!options.givenCaches.empty())
    manager.addPass(conversion::createGivenCaches(namesIn(StringRef(options.givenCaches))));
  // TTIR in any form -> TTNN with every tensor interleaved in DRAM.
  conversion::buildTTIRToTTNNCommonPipeline(manager, lowering);
  OpPassManager &device = manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>();
  useMeasuredTimes(device, options);
  // While every tensor lies in DRAM: what is neither computed on nor wanted as tiles is moved as rows.
  if (options.optimizes()) {
    std::vector<std::string> disabled = lowering.patterns.disabled();
    device.addPass(conversion::createTTNNRowMajorMoves({{disabled.begin(), disabled.end()}}));
  }
  if (!options.storedConstants.empty())
    device.addPass(transforms::createTTNNStoredConstants({options.storedConstants}));
  buildPlan(device, options, lowering);
}

static void buildBackendPipeline(OpPassManager &manager, const BackendPipelineOptions &options) {
  buildCommonPipeline(manager, options);
  judgeAndCount(manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>(), options);
  leaveMeasuredTimes(manager, options);
  manager.addPass(conversion::createHostBoundaries());
}

static void buildTTNNToTTNN(OpPassManager &manager, const TTNNToTTNNOptions &options) {
  conversion::LoweringOptions lowering = options.deviceOptions();
  // Structure that a dump may lack.
  conversion::buildDevicePasses(manager, lowering);
  useMeasuredTimes(manager, options);
  transforms::ReplanPipelines again{OpPassManager(ModuleOp::getOperationName()),
                                    OpPassManager(ModuleOp::getOperationName())};
  // What is given, placements or kernels, has no place in TTIR.
  if (options.enableRaising && lowering.optimizes() && !options.keepLayouts && options.keepComputeConfigs != "true") {
    lowering.prices = conversion::opPrices(options.tensorL1UsageCap, options.plansMemory());
    // Marks what is given: such ops stay as they are through lowering and plan.
    again.raised.addPass(transforms::createTTNNTakeBackPlan({/*keepLayouts=*/false, options.keepComputeConfigs}));
    conversion::buildRaiseAndLowerPipeline(again.raised, lowering, {options.keepComputeConfigs});
    again.raised.addPass(conversion::createTTNNRowMajorMoves());
    buildPlan(again.raised, options, lowering);
  }
  // The program as if nobody had planned it: what the plan is compared with, and the same for every plan it had.
  again.asGiven.addPass(transforms::createTTNNTakeBackPlan({options.keepLayouts, options.keepComputeConfigs}));
  again.asGiven.addPass(conversion::createMergeEqualOps());
  // What level 0 or the user says of kernels, on ops that say nothing themselves.
  if (lowering.computeMathFidelity || lowering.computeFp32DestAccEn) {
    conversion::SetComputeKernelConfigOptions compute;
    compute.mathFidelity = lowering.computeMathFidelity.value_or("hifi4");
    compute.fp32DestAccEn = lowering.computeFp32DestAccEn.value_or(true);
    again.asGiven.addPass(conversion::createSetComputeKernelConfig(compute));
  }
  buildPlan(again.asGiven, options, lowering);
  OpPassManager &device = manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>();
  device.addPass(transforms::createPlanAgain(std::move(again), options.wantsTheFastest()));
  judgeAndCount(device, options);
  leaveMeasuredTimes(manager, options);
}

/// The planned program as a run time takes it: judged and counted.
static void buildRuntimePipeline(OpPassManager &manager, const BackendPipelineOptions &options) {
  options.warnOfIdleOptions();
  useMeasuredTimes(manager, options);
  judgeAndCount(manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>(), options);
  leaveMeasuredTimes(manager, options);
  manager.addPass(conversion::createHostBoundaries());
}

/// The options of a pipeline, as they are printed.
template <typename Options>
static SmallVector<std::string> optionNames() {
  std::string text;
  llvm::raw_string_ostream os(text);
  Options().print(os);
  SmallVector<std::string> names;
  for (StringRef word : llvm::split(StringRef(text).trim("{}"), ' '))
    if (word.contains('='))
      names.push_back(word.split('=').first.str());
  return names;
}

/// What follows "no such option NAME", if that is what is wrong: the nearest, and where all of them stand.
template <typename Options>
static std::string remedyOf(StringRef error) {
  std::string remedy;
  if (error.empty()) // the parser of values speaks for itself
    remedy = "an option does not take its value, as said above";
  if (StringRef name = error.split("no such option ").second.trim(); !name.empty()) {
    SmallVector<std::string> names = optionNames<Options>();
    auto *nearest = llvm::min_element(names, [&](const std::string &a, const std::string &b) {
      return name.edit_distance(a) < name.edit_distance(b);
    });
    if (nearest != names.end())
      remedy = "; nearest: '" + *nearest + "'";
  }
  return remedy + "; `alcove plan --help-all` lists every option and its values";
}

/// The first option that `text` names twice with two values, or nothing: of `a=1 a=2` the parser would take the last.
static std::string optionGivenTwice(StringRef text) {
  llvm::StringMap<StringRef> given;
  for (size_t start = 0; start < text.size();) {
    size_t end = start;
    for (int depth = 0; end < text.size() && (depth > 0 || text[end] != ' '); ++end)
      depth += (text[end] == '{') - (text[end] == '}');
    auto [name, value] = text.slice(start, end).split('=');
    start = end + 1;
    auto [known, isNew] = given.try_emplace(name, value);
    if (!name.empty() && !isNew && known->second != value)
      return ("option " + name + " is given twice, as '" + known->second + "' and '" + value + "': give it once").str();
  }
  return "";
}

/// Options that are given and steer what the level leaves out. Command lines of ttmlir-opt name its own at every level.
template <typename Options>
static SmallVector<StringRef> optionsLeftOut(const Options &options) {
  SmallVector<StringRef> given;
  auto note = [&](const llvm::cl::Option &option) {
    if (option.getNumOccurrences() > 0 && !llvm::is_contained(given, option.ArgStr))
      given.push_back(option.ArgStr);
  };
  if (!options.plansMemory()) {
    note(options.policies);
    note(options.memoryLayoutAnalysisPolicy);
  }
  if (!options.optimizes()) {
#define OPTIMIZER_OPTION(type, field, name, byDefault, description) note(options.field);
#include "alcove/Optimize/OptimizerOptions.def"
  }
  return given;
}

/// Without a meaning where nothing is planned, and no option of ttmlir-opt.
static bool wantsPlan(StringRef option) { return option == "policies" || option == "plan-in"; }

template <typename Options>
static void registerPipeline(StringRef name, StringRef description, void (*build)(OpPassManager &, const Options &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &manager, StringRef text, function_ref<LogicalResult(const Twine &)> fail) -> LogicalResult {
        Options options;
        std::string error = optionGivenTwice(text);
        if (!error.empty())
          return fail(name + ": " + error);
        llvm::raw_string_ostream os(error);
        if (failed(options.parseFromString(text, os)))
          return fail(name + ": " + StringRef(error).trim() + remedyOf<Options>(error));
        SmallVector<StringRef> leftOut = optionsLeftOut(options);
        if (const auto *wanting = llvm::find_if(leftOut, wantsPlan); wanting != leftOut.end())
          return fail(name + ": option " + *wanting +
                      " steers the planner, which does not run at this optimization-level: give optimization-level=2");
        if (!leftOut.empty())
          llvm::WithColor::warning(llvm::errs())
              << name << ": left out, since they steer the planner, which does not run at this "
              << "optimization-level: " << llvm::join(leftOut, ", ") << "\n";
        build(manager, options);
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)> take) { take(Options()); });
}

static void buildLocalPlan(OpPassManager &manager, const std::string &device) {
  BackendPipelineOptions options;
  options.optimizationLevel = BackendPipelineOptions::MemoryLayouts;
  (StringRef(device).ends_with(".json") ? options.systemDescPath : options.mockSystemDescArch) = device;
  buildCommonPipeline(manager, options);
}

meshsplit::LocalPlanner transforms::localPlanner() {
  meshsplit::LocalPlanner planner;
  planner.dialects = [](DialectRegistry &registry) {
    OpPassManager manager(ModuleOp::getOperationName());
    buildLocalPlan(manager, "");
    manager.getDependentDialects(registry);
  };
  planner.plan = [](ModuleOp module, const std::string &device,
                    meshsplit::LocalPlanner::Run run) -> Result<meshsplit::LocalPlan> {
    OpPassManager manager(ModuleOp::getOperationName());
    buildLocalPlan(manager, device);
    if (failed(run(manager, module)))
      return Error{"the program of one chip could not be planned"};
    return localPlanOf(module);
  };
  return planner;
}

void transforms::registerPipelines() {
  for (const char *name : {"ttir-to-ttnn-backend-pipeline", "ttir-to-ttnn-runtime-pipeline"})
    registerPipeline<BackendPipelineOptions>(name, "TTIR to an optimized, judged TTNN module", buildBackendPipeline);
  registerPipeline<BackendPipelineOptions>("ttir-to-ttnn-common-pipeline",
                                           "The same without its end: optimized TTNN, neither judged nor counted",
                                           [](OpPassManager &manager, const BackendPipelineOptions &options) {
                                             buildCommonPipeline(manager, options);
                                             leaveMeasuredTimes(manager, options);
                                           });
  registerPipeline<BackendPipelineOptions>("ttnn-common-to-runtime-pipeline", "Its end: judged and counted",
                                           buildRuntimePipeline);
  registerPipeline<TTNNToTTNNOptions>("ttnn-to-ttnn", "A TTNN module, planned or not, planned anew and judged",
                                      buildTTNNToTTNN);
}
