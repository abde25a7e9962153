//===- MemoryWalk.cpp - The judge walks the final schedule ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Sim/MemoryWalk.h"

#include <fmt/format.h>
#include <map>

using namespace mlir;
using namespace alcove;
using namespace alcove::sim;

bool sim::isForwardFunction(func::FuncOp function) {
  auto kind = function->getAttrOfType<StringAttr>(ttcore::functionTypeAttrName);
  return !function.isDeclaration() && (!kind || kind.getValue() == "forward_device");
}

static Placement placementOf(const device::TensorLayout &layout) {
  if (layout.isL1())
    return layout.isSharded() ? Placement::L1Sharded : Placement::L1Interleaved;
  return layout.isDram() ? Placement::Dram : Placement::Host;
}

namespace {

class Walker {
public:
  Walker(const opmodel::OpModel &model, const queries::Machine &machine, Bytes capacity, size_t maxViolations)
      : model(model), machine(machine), capacity(capacity), maxViolations(maxViolations) {}

  FunctionWalk run(func::FuncOp function) {
    for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
      allocate(function, argument);
      auto kind = function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(index, ttcore::argumentTypeAttrName);
      if (!kind || kind.getValue() == ttcore::ArgumentType::Input)
        activations.insert(argument);
    }
    for (Operation &op : function.getBody().front())
      visit(&op);
    return std::move(walk);
  }

private:
  void violate(Operation *op, const char *rule, std::string message) {
    if (walk.violations.size() >= maxViolations)
      return;
    Violation violation{op, rule, std::move(message), {}};
    for (auto [buffer, bytes] : live)
      if (bytes > 0)
        violation.live.push_back({buffer, bytes});
    llvm::stable_sort(violation.live, [](const auto &a, const auto &b) { return a.second > b.second; });
    walk.violations.push_back(std::move(violation));
  }

  /// The value that owns the buffer of `value`: views share their source's.
  Value owner(Value value) const {
    auto it = views.find(value);
    return it == views.end() ? value : it->second;
  }

  /// A convolution that was told to free its activation in L1.
  bool freesItsInput(Operation *op) const {
    auto config = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
    std::optional<device::TensorSpec> input = config ? queries::specOf(op->getOperand(0), machine) : std::nullopt;
    return input && input->layout.isL1() && config.getBool("deallocate_activation").value_or(false);
  }

  /// M7: shards lie on cores that exist, one core each.
  void checkCores(Operation *op, Value value, const device::TensorSpec &spec) {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
    auto [rows, columns] = machine.workerGrid;
    if (!spec.layout.isL1())
      return;
    if (!spec.layout.isSharded() || !layout.getCoreRangeSet()) {
      if (spec.layout.numCores() > rows * columns)
        violate(
            op, "M7",
            fmt::format("its grid of {} cores does not fit the device's {}x{}", spec.layout.numCores(), rows, columns));
      return;
    }
    for (ttnn::CoreRangeAttr range : layout.getCoreRangeSet().getCoreRanges())
      if (range.getEndX() >= columns || range.getEndY() >= rows)
        return violate(op, "M7",
                       fmt::format("its shards use core ({}, {}), the device has columns 0 to {} and rows 0 "
                                   "to {}",
                                   range.getEndX(), range.getEndY(), columns - 1, rows - 1));
    if (layout.getCoreRangeSet().getNumCores() != spec.layout.numCores())
      violate(op, "M7",
              fmt::format("its grid has {} shards, its core ranges {} cores", spec.layout.numCores(),
                          layout.getCoreRangeSet().getNumCores()));
  }

  void allocate(Operation *op, Value value) {
    std::optional<device::TensorSpec> spec = queries::specOf(value, machine);
    if (spec)
      checkCores(op, value, *spec);
    Bytes bytes = spec ? device::l1BytesPerCore(*spec, machine.numBanks()) : 0;
    live.insert({value, bytes});
    references[value] = 1;
    liveBytes += bytes;
  }

  void visit(Operation *op) {
    for (OpOperand *operand : queries::tensorOperands(op))
      if (freed.contains(operand->get()) && !isa<ttnn::DeallocateOp>(op)) // M3, M5
        violate(op, isa<func::ReturnOp>(op) ? "M5" : "M3",
                fmt::format("operand {} was deallocated before", operand->getOperandNumber()));
    if (auto deallocate = dyn_cast<ttnn::DeallocateOp>(op))
      return release(op, deallocate.getInput(), deallocate.getForce());
    if (isa<func::ReturnOp>(op))
      return;
    Step step;
    step.op = op;
    step.liveBytes = step.needBytes = liveBytes;
    for (Value operand : op->getOperands())
      step.activation |= activations.contains(operand);
    if (queries::isModelled(op))
      ask(op, step);
    for (Value result : op->getResults()) {
      if (step.activation)
        activations.insert(result);
      if (isa<RankedTensorType>(result.getType()) && !views.count(result))
        allocate(op, result);
    }
    walk.peakBytes = std::max({walk.peakBytes, step.needBytes, liveBytes});
    if (freesItsInput(op))
      release(op, op->getOperand(0), false);
    if (!isa<ttcore::LoadCachedOp>(op) && op->getNumResults() > 0)
      if (std::optional<device::TensorSpec> spec = queries::specOf(op->getResult(0), machine))
        step.placement = placementOf(spec->layout);
    walk.steps.push_back(std::move(step));
  }

  /// A buffer goes with the last tensor that refers to it, unless the deallocation is forced.
  void release(Operation *op, Value value, bool force) {
    Value buffer = owner(value);
    if (!freed.insert(value).second) // M4
      return violate(op, "M4", "its operand was deallocated before");
    if (--references[buffer] > 0 && !force)
      return;
    liveBytes -= live.lookup(buffer);
    live[buffer] = 0;
    if (!force)
      return;
    for (auto [view, source] : views)
      if (source == buffer)
        freed.insert(view);
    freed.insert(buffer);
  }

  void ask(Operation *op, Step &step) {
    std::optional<opmodel::Query> query = queries::makeQuery(op, machine);
    if (!query)
      return violate(op, "M2", "some tensor has no layout");
    query->liveL1BytesPerCore = liveBytes;
    opmodel::Answer answer = model.constraints(*query);
    if (!answer.legal())
      return refuse(op, *query, *answer.refusal);
    // M1
    step.needBytes = liveBytes + answer.constraints.totalPeakBytes;
    if (step.needBytes > capacity)
      violate(op, "M1",
              fmt::format("needs {} B of L1 per core for itself beside {} B of live tensors, {} B are usable",
                          answer.constraints.totalPeakBytes, liveBytes, capacity));
    checkResults(op, answer.constraints);
    if (std::optional<opmodel::Runtime> runtime = model.runtime(*query)) {
      step.timed = true;
      step.runtime = *runtime;
    }
  }

  void refuse(Operation *op, const opmodel::Query &query, const opmodel::Refusal &refusal) {
    if (refusal.id != "unsupported.op")
      return violate(op, "M2", fmt::format("is refused by the op model ({}): {}", refusal.id, refusal.message));
    auto inL1 = [](const auto &tensor) { return tensor.isL1(); };
    for (const device::TensorSpec &input : query.inputs)
      if (inL1(input.layout))
        return violate(op, "M6", "is unknown to the op model and reads L1: " + device::toString(input));
    for (const opmodel::OutputRequest &output : query.outputs)
      if (output.layout && inL1(*output.layout))
        return violate(op, "M6", "is unknown to the op model and writes L1");
  }

  /// M2: what the op produces is what its result types say. Aliases of operands become views.
  void checkResults(Operation *op, const opmodel::Constraints &constraints) {
    size_t index = 0;
    for (Value result : op->getResults()) {
      std::optional<device::TensorSpec> declared = queries::specOf(result, machine);
      if (!declared)
        continue;
      if (index < constraints.outputLayouts.size()) {
        device::TensorSpec produced{declared->shape, constraints.outputLayouts[index]};
        produced.layout = queries::canonical(produced, machine);
        bool eitherInL1 = produced.layout.isL1() || declared->layout.isL1();
        if (eitherInL1 && !(produced.layout == declared->layout))
          violate(op, "M2",
                  fmt::format("produces {}, its result type says {}", device::toString(produced),
                              device::toString(*declared)));
      }
      int alias = index < constraints.aliases.size() ? constraints.aliases[index] : -1;
      SmallVector<OpOperand *> operands = queries::tensorOperands(op);
      if (alias >= 0 && alias < static_cast<int>(operands.size()))
        ++references[views[result] = owner(operands[alias]->get())];
      ++index;
    }
  }

  const opmodel::OpModel &model;
  const queries::Machine &machine;
  Bytes capacity;
  size_t maxViolations;
  FunctionWalk walk;
  llvm::MapVector<Value, Bytes> live;
  Bytes liveBytes = 0;
  llvm::MapVector<Value, Value> views;
  llvm::DenseMap<Value, int64_t> references; // tensors that refer to a buffer, by its owner
  llvm::DenseSet<Value> freed, activations;
};

} // namespace

FunctionWalk sim::walkFunction(func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                               Bytes capacity, size_t maxViolations) {
  return Walker(model, machine, capacity, maxViolations).run(function);
}

/// Conversions between two places in memory, by direction.
static void countMoves(Operation *op, const queries::Machine &machine, Totals &totals) {
  if (!isa<ttnn::ToMemoryConfigOp>(op))
    return;
  std::optional<device::TensorSpec> from = queries::specOf(op->getOperand(0), machine);
  std::optional<device::TensorSpec> to = queries::specOf(op->getResult(0), machine);
  if (!from || !to)
    return;
  if (to->layout.isL1())
    ++totals.reshards;
  else if (from->layout.isL1() && to->layout.isDram())
    ++totals.spills;
}

Totals sim::totalsOf(Operation *module, const opmodel::OpModel &model, const queries::Machine &machine) {
  Totals totals;
  totals.capacityL1Bytes = machine.usableL1Bytes;
  std::map<std::string, Totals::Kind> kinds;
  module->walk([&](func::FuncOp function) {
    if (!isForwardFunction(function))
      return;
    FunctionWalk walk = walkFunction(function, model, machine, machine.usableL1Bytes);
    totals.peakL1Bytes = std::max(totals.peakL1Bytes, walk.peakBytes);
    for (const Step &step : walk.steps) {
      if (!queries::isModelled(step.op))
        continue;
      ++totals.ops;
      ++(step.timed ? totals.timedOps : totals.untimedOps);
      totals.totalNs += step.runtime.totalNs;
      Totals::Kind &kind = kinds[step.op->getName().stripDialect().str()];
      ++kind.count;
      kind.totalNs += step.runtime.totalNs;
      totals.computeNs += step.runtime.computeNs;
      totals.dramNs += step.runtime.dramNs;
      totals.nocNs += step.runtime.nocNs;
      totals.launchNs += step.runtime.launchNs;
      totals.dramBytes += step.runtime.dramBytes;
      countMoves(step.op, machine, totals);
      // Moves between memories are the price of a placement, not activations of the model.
      if (!step.activation || step.op->getNumResults() == 0 || isa<ttnn::ToMemoryConfigOp>(step.op))
        continue;
      ++totals.activations;
      totals.l1Sharded += step.placement == Placement::L1Sharded;
      totals.l1Interleaved += step.placement == Placement::L1Interleaved;
      totals.dram += step.placement == Placement::Dram;
    }
  });
  for (auto &[name, kind] : kinds)
    totals.kinds.push_back({name, kind.count, kind.totalNs});
  std::stable_sort(totals.kinds.begin(), totals.kinds.end(),
                   [](const Totals::Kind &a, const Totals::Kind &b) { return a.totalNs > b.totalNs; });
  return totals;
}
