//===- Collect.cpp - What a report for ttnn-visualizer says ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Collect.h"
#include "../Summary/OpTable.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/OpModel/Fidelity.h"
#include "alcove/OpModel/RuntimeParts.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;
using report::VisualizerReport;

static VisualizerReport::Device deviceOf(ModuleOp module, const queries::Machine &machine) {
  VisualizerReport::Device result;
  std::tie(result.gridRows, result.gridCols) = machine.workerGrid;
  result.dramChannels = machine.dramChannels;
  ttcore::SystemDescAttr system = ttcore::lookupSystemDesc(module);
  ttcore::DeviceAttr device = ttcore::lookupDevice(module);
  bool listed = device && !device.getChipIds().empty();
  result.chips = listed ? static_cast<int64_t>(device.getChipIds().size()) : 1;
  ttcore::ChipDescAttr chip = system.getChip(listed ? device.getChipIds()[0] : 0);
  if (Result<device::SystemDesc> values = ttcore::systemDescOf(system))
    result.arch = device::toString(values->chips.front().arch);
  result.l1Bytes = chip.getInt("l1_size");
  result.l1Base = chip.getInt("l1_unreserved_base");
  return result;
}

static VisualizerReport::Location sourceOf(Operation *op) {
  VisualizerReport::Location source;
  op->getLoc()->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file || file.getLine() == 0 || file.getLine() > uint32_t(INT32_MAX))
      return WalkResult::advance();
    source = {file.getFilename().str(), file.getLine()};
    return WalkResult::interrupt();
  });
  return source;
}

static std::string textOf(Location location) {
  std::string text;
  llvm::raw_string_ostream(text) << location;
  return text;
}

static std::string textOf(const opmodel::AttributeValue &value) {
  return std::visit(
      [](const auto &plain) {
        if constexpr (std::is_same_v<std::decay_t<decltype(plain)>, std::vector<int64_t>>)
          return fmt::format("[{}]", fmt::join(plain, ", "));
        else
          return fmt::format("{}", plain);
      },
      value);
}

namespace {

/// One function, behind those that are in the report already.
class Collector {
public:
  Collector(VisualizerReport &report, const judge::FunctionWalk &walk, const queries::Machine &machine,
            const llvm::StringMap<OpReason> &reasons)
      : report(report), walk(walk), machine(machine), peaks(peaksOf(machine)), reasons(reasons),
        firstTensor(static_cast<int64_t>(report.tensors.size()) + 1),
        firstOperation(static_cast<int64_t>(report.operations.size()) + 1) {}

  void run() {
    if (walk.steps.empty())
      return;
    for (size_t i = 0; i < walk.values.size(); ++i)
      addTensor(i);
    for (const judge::Step &step : walk.steps)
      steps[step.op] = &step;
    const judge::MemoryEvent *next = walk.memory.events.data(), *end = next + walk.memory.events.size();
    for (; next != end && next->step < 0; ++next)
      apply(*next, nullptr);
    for (auto [index, op] : llvm::enumerate(*walk.steps.front().op->getBlock())) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        break;
      VisualizerReport::Operation operation = describe(&op, index);
      circularEnd = 0;
      report.operations.push_back(std::move(operation));
      for (; next != end && next->step == static_cast<int64_t>(index); ++next)
        apply(*next, &report.operations.back());
      for (auto &[key, buffer] : live)
        report.operations.back().live.push_back(buffer);
    }
    addViolations();
    report.peaks.sums = std::max(report.peaks.sums, walk.memory.peakSumBytes);
    report.peaks.held = std::max(report.peaks.held, walk.memory.peakL1Bytes);
    report.peaks.extent = std::max(report.peaks.extent, walk.memory.peakExtent);
  }

private:
  int64_t current() const { return static_cast<int64_t>(report.operations.size()); }

  // ---- Tensors ----
  std::vector<device::CoreRange> coresOf(const device::TensorSpec &spec, const judge::Tensor &tensor) const {
    const device::TensorLayout &layout = spec.layout;
    auto [rows, columns] = machine.workerGrid;
    if (layout.isL1() && !layout.isSharded())
      return {{0, 0, columns - 1, rows - 1}};
    if (layout.isL1())
      return !tensor.cores.empty()
                 ? tensor.cores
                 : ttnn::canonicalCores(layout.memoryLayout, layout.gridRows, layout.gridCols, machine.workerGrid);
    if (layout.isDram() && layout.isSharded()) // a row of channels
      return {{0, 0, std::max<int64_t>(layout.numCores(), 1) - 1, 0}};
    return {};
  }

  void addTensor(size_t index) {
    Value value = walk.values[index];
    ids.try_emplace(value, firstTensor + static_cast<int64_t>(index));
    VisualizerReport::Tensor tensor;
    auto type = cast<RankedTensorType>(value.getType());
    tensor.shape.assign(type.getShape().begin(), type.getShape().end());
    llvm::raw_string_ostream(tensor.elementType) << type.getElementType();
    tensor.spec = queries::specOf(value, machine);
    if (tensor.spec)
      tensor.cores = coresOf(*tensor.spec, walk.memory.tensors[index]);
    report.tensors.push_back(std::move(tensor));
  }

  VisualizerReport::Tensor &tensorOf(int64_t id) { return report.tensors[id - 1]; }
  int64_t idOf(judge::TensorId tensor) const { return tensor == judge::noTensor ? 0 : firstTensor + tensor; }

  // ---- Operations ----
  VisualizerReport::Operation describe(Operation *op, int64_t index) {
    VisualizerReport::Operation operation;
    operation.name = op->getName().getStringRef().str();
    operation.location = textOf(op->getLoc());
    operation.source = sourceOf(op);
    opmodel::Query plain;
    for (NamedAttribute attribute : op->getAttrs())
      queries::addAttribute(plain, attribute.getName().getValue(), attribute.getValue());
    auto argument = [&](const char *name, std::string text) { operation.arguments.push_back({name, std::move(text)}); };
    argument("op name", opName(op));
    argument("program step", std::to_string(index));
    if (const judge::Step *step = steps.lookup(op); step && step->timed)
      addTime(operation, *step);
    if (auto found = reasons.find(opName(op)); found != reasons.end()) {
      const OpReason &reason = found->second;
      argument("why not in L1", fmt::format("[{}] {}", reason.id, reason.why));
      if (!reason.remedy.empty())
        argument("remedy", reason.remedy);
    }
    for (const auto &[name, value] : plain.attributes)
      operation.arguments.push_back({name, textOf(value)});
    addTensors(operation, op);
    return operation;
  }

  void addTime(VisualizerReport::Operation &operation, const judge::Step &step) {
    const opmodel::Runtime &runtime = step.runtime;
    if (std::optional<opmodel::Query> query = queries::makeQuery(step.op, machine)) {
      opmodel::Fidelity fidelity = opmodel::fidelityOf(*query);
      operation.mathFidelity = fidelity.name;
      operation.rooflineNs = std::min(opmodel::rooflineOf(*query, peaks).ns(), runtime.totalNs);
      if (fidelity.assumed)
        operation.arguments.push_back(
            {"math fidelity", operation.mathFidelity + ", assumed: the default of the types"});
    }
    operation.arguments.push_back({"bound by", opmodel::boundBy(runtime)});
    operation.timed = true;
    operation.ns = runtime.totalNs;
    operation.cores = runtime.cores;
    std::pair<const char *, double> parts[] = {{"compute_ns", runtime.computeNs}, {"dram_ns", runtime.dramNs},
                                               {"noc_ns", runtime.nocNs},         {"launch_ns", runtime.launchNs},
                                               {"low_ns", runtime.lowNs},         {"high_ns", runtime.highNs}};
    for (auto [name, ns] : parts)
      operation.arguments.push_back({name, fmt::format("{:.1f}", ns)});
    operation.arguments.push_back({"dram_bytes", std::to_string(runtime.dramBytes)});
  }

  void addTensors(VisualizerReport::Operation &operation, Operation *op) {
    int64_t number = current() + 1;
    for (OpOperand *operand : queries::tensorOperands(op))
      if (auto found = ids.find(operand->get()); found != ids.end()) {
        operation.inputs.push_back(found->second);
        (isa<ttnn::DeallocateOp>(op) ? tensorOf(found->second).deallocation : tensorOf(found->second).lastUse) = number;
      }
    for (Value result : op->getResults())
      if (auto found = ids.find(result); found != ids.end()) {
        operation.outputs.push_back(found->second);
        tensorOf(found->second).producer = number;
        if (judge::TensorId of = walk.memory.tensors[found->second - firstTensor].aliasOf; of != judge::noTensor)
          tensorOf(found->second).address = tensorOf(idOf(of)).address;
      }
    operation.coreRanges = coreRangesOf(operation);
  }

  /// Where an op's programs run: the cores of its shards, those of its results first; else all.
  std::vector<device::CoreRange> coreRangesOf(const VisualizerReport::Operation &operation) const {
    for (const auto *list : {&operation.outputs, &operation.inputs})
      for (int64_t id : *list)
        if (const auto &spec = report.tensors[id - 1].spec; spec && spec->layout.isL1() && spec->layout.isSharded())
          return report.tensors[id - 1].cores;
    return {{0, 0, machine.workerGrid.second - 1, machine.workerGrid.first - 1}};
  }

  // ---- Memory ----
  Bytes absolute(judge::Space space, Bytes address) const {
    return address + (space == judge::Space::L1 ? report.device.l1Base : report.device.l1Bytes);
  }

  void apply(const judge::MemoryEvent &event, VisualizerReport::Operation *operation) {
    using Kind = VisualizerReport::Event::Kind;
    int64_t tensor = idOf(event.tensor);
    auto key = std::make_pair(tensor, event.range.begin);
    bool inL1 = event.space == judge::Space::L1;
    VisualizerReport::Event out{Kind::Allocate, tensor, inL1, absolute(event.space, event.range.begin),
                                event.range.size()};
    switch (event.kind) {
    case judge::MemoryEvent::Kind::Allocate:
      (tensor > 0 ? live : temporaries)[key] = {tensor, out.address, out.bytesPerBank};
      if (tensor > 0)
        tensorOf(tensor).address = out.address;
      break;
    case judge::MemoryEvent::Kind::Free:
      (tensor > 0 ? live : temporaries).erase(key);
      out.kind = Kind::Free;
      break;
    case judge::MemoryEvent::Kind::CircularBuffers:
      out.kind = Kind::CircularBuffer;
      checkCircularBuffers(event.bytes, *operation);
      break;
    case judge::MemoryEvent::Kind::EndProgram:
      out.kind = Kind::EndProgram;
      break;
    case judge::MemoryEvent::Kind::NoRoom:
      return fail(inL1 ? "MEM-8" : "MEM-13",
                  report::notEnoughSpaceText(report.device, inL1, event.bytes,
                                             inL1 ? walk.memory.chip.l1Bytes : walk.memory.chip.dramBytes,
                                             event.freeBytes, event.range.size()));
    }
    if (operation)
      operation->events.push_back(out);
  }

  void checkCircularBuffers(Bytes end, const VisualizerReport::Operation &operation) {
    if (circularEnd > 0 && end <= circularEnd)
      return;
    Bytes limit = absolute(judge::Space::L1, end);
    if (end > walk.memory.chip.l1Bytes)
      return failOnce(end, report::circularBuffersBeyondText(operation.coreRanges, limit, report.device.l1Bytes));
    Bytes lowest = report.device.l1Bytes;
    for (const auto *buffers : {&live, &temporaries})
      for (const auto &[key, buffer] : *buffers)
        if (buffer.tensor == 0 || report.tensors[buffer.tensor - 1].spec->layout.isL1())
          lowest = std::min(lowest, buffer.address);
    if (lowest < limit)
      failOnce(end, report::circularBuffersClashText(operation.coreRanges, lowest, limit));
  }

  void failOnce(Bytes end, std::string message) {
    if (circularEnd == 0)
      fail("MEM-9", std::move(message));
    circularEnd = end;
  }

  // ---- Errors ----
  void fail(const char *rule, std::string message) {
    report.errors.push_back({std::max(current(), firstOperation), rule, std::move(message)});
  }

  /// What the vendor has no words for.
  void addViolations() {
    if (current() < firstOperation)
      return;
    for (const judge::WalkViolation &violation : walk.violations)
      if (StringRef rule = violation.rule; rule != "MEM-8" && rule != "MEM-9" && rule != "MEM-13") {
        int64_t at = firstOperation;
        if (violation.op->getBlock() == walk.steps.front().op->getBlock())
          at += std::distance(violation.op->getBlock()->begin(), violation.op->getIterator());
        report.errors.push_back({std::min(at, current()), violation.rule, violation.message});
      }
  }

  VisualizerReport &report;
  const judge::FunctionWalk &walk;
  const queries::Machine &machine;
  opmodel::ChipPeaks peaks;
  const llvm::StringMap<OpReason> &reasons;
  int64_t firstTensor, firstOperation;
  llvm::DenseMap<Value, int64_t> ids; ///< looked up only
  llvm::DenseMap<Operation *, const judge::Step *> steps;
  using Buffers = std::map<std::pair<int64_t, Bytes>, VisualizerReport::Buffer>;
  Buffers live, temporaries;
  Bytes circularEnd = 0; ///< of the op, where it broke a rule
};

} // namespace

/// The texts of the modules that ops say they come from, in the order of the ops.
static void addSources(VisualizerReport &report) {
  std::set<std::string> seen;
  for (const VisualizerReport::Operation &operation : report.operations) {
    const std::string &path = operation.source.file;
    if (!StringRef(path).ends_with(".mlir") || !seen.insert(path).second)
      continue;
    if (Result<std::string> text = readFile(path, size_t(64) << 20))
      report.sources.push_back({path, std::move(*text)});
  }
}

VisualizerReport transforms::visualizerReport(ModuleOp module, const judge::ModuleWalk &walk,
                                              const PlanRecord *record) {
  VisualizerReport report;
  report.name = module.getSymName().value_or("module").str();
  report.device = deviceOf(module, *walk.machine);
  llvm::StringMap<OpReason> reasons;
  for (OpLine &line : opLines(walk, record ? *record : PlanRecord()))
    if (line.reason)
      reasons.try_emplace(line.name, std::move(*line.reason));
  for (const judge::FunctionWalk &function : walk.functions)
    if (function.isForward)
      Collector(report, function, *walk.machine, reasons).run();
  addSources(report);
  return report;
}
