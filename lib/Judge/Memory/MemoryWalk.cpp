//===- MemoryWalk.cpp - The judge walks the final schedule ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/MemoryWalk.h"
#include "LayoutRules.h"
#include "alcove/Judge/Memory/ProgramOfFunction.h"
#include "alcove/OpModel/Events.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <fmt/format.h>
#include <map>

using namespace mlir;
using namespace alcove;
using namespace alcove::judge;

static Placement placementOf(const device::TensorLayout &layout) {
  if (layout.isL1())
    return layout.isSharded() ? Placement::L1Sharded : Placement::L1Interleaved;
  return layout.isDram() ? Placement::Dram : Placement::Host;
}

/// Bytes of a tensor in the fullest DRAM channel: pages go round the channels, each aligned; shards lie whole.
static Bytes dramBytesPerChannel(const device::TensorSpec &spec, const queries::Machine &machine) {
  if (spec.layout.isSharded()) {
    device::TensorSpec inL1 = spec;
    inL1.layout.bufferType = device::BufferType::L1;
    return device::l1BytesPerCore(inL1, machine.dramChannels);
  }
  Bytes total = device::totalBytes(spec), page = device::tileBytes(spec.layout.dataType);
  if (!spec.layout.isTiled())
    page = device::physicalShape2D(spec).second * device::scalarBytes(spec.layout.dataType);
  if (page <= 0)
    return 0;
  return ceilDiv(ceilDiv(total, page), machine.dramChannels) * roundUp(page, machine.addressAlignmentBytes);
}

static judge::Chip chipOf(const queries::Machine &machine, Bytes capacity) {
  judge::Chip chip;
  chip.l1Bytes = capacity;
  chip.l1Alignment = chip.dramAlignment = machine.addressAlignmentBytes;
  chip.dramBytes = machine.usableDramBytes;
  std::tie(chip.gridRows, chip.gridCols) = machine.workerGrid;
  return chip;
}

namespace {

/// Turns a function into instructions for the execution, one op at a time.
class Walker {
public:
  Walker(func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine, Bytes capacity,
         size_t maxViolations, judge::Program *program)
      : function(function), model(model), machine(machine), maxViolations(maxViolations), program(program),
        execution(function.getSymName().str(), chipOf(machine, capacity), {maxViolations, true}) {}

  FunctionWalk run() {
    walk.isForward = ttcore::isForwardFunction(function);
    // Cached constants were computed before the first call and stay: they are at the top before anything else.
    for (auto load : function.getBody().front().getOps<ttcore::LoadCachedOp>())
      for (Value result : load->getResults())
        cached.insert(result);
    for (Value value : cached)
      enterCached(value);
    for (auto [index, argument] : llvm::enumerate(function.getArguments()))
      enterArgument(index, argument);
    for (Operation &op : function.getBody().front()) {
      opOfStep.push_back(&op);
      visit(&op);
    }
    return finish();
  }

private:
  // ---- Names, violations ----
  /// The op's name; where it has been given none, as MLIR prints its results: `%0`, `%1`, ... `%2#0` for one of
  /// several.
  std::string nameResult(Operation *op, unsigned index) {
    if (isa<NameLoc>(op->getLoc()))
      return op->getNumResults() > 1 ? opName(op) + "#" + std::to_string(index) : opName(op);
    if (!printed)
      printed.emplace(function);
    std::string name;
    llvm::raw_string_ostream stream(name);
    op->getResult(index).printAsOperand(stream, *printed);
    return name;
  }

  void violate(Operation *op, const char *rule, std::string message) {
    if (walk.violations.size() >= maxViolations)
      return;
    WalkViolation violation{op, rule, std::move(message), {}};
    addLive(violation, execution.liveTensors());
    walk.violations.push_back(std::move(violation));
    stepOfViolation.push_back(static_cast<int64_t>(opOfStep.size()) - 1);
  }

  void addLive(WalkViolation &violation, ArrayRef<std::pair<judge::TensorId, judge::Range>> live) {
    for (auto [id, range] : live)
      violation.live.push_back({values[id], range});
  }

  FunctionWalk finish() {
    walk.memory = execution.finish();
    if (program) {
      program->name = walk.memory.name;
      program->tensors = walk.memory.tensors;
    }
    for (const Violation &broken : walk.memory.violations) {
      Operation *op = broken.step < 0 ? function.getOperation() : opOfStep[broken.step];
      WalkViolation violation{op, broken.rule, broken.message, {}};
      addLive(violation, broken.live);
      walk.violations.push_back(std::move(violation));
      stepOfViolation.push_back(broken.step);
    }
    SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(walk.violations.size()));
    llvm::stable_sort(order, [&](size_t a, size_t b) { return stepOfViolation[a] < stepOfViolation[b]; });
    std::vector<WalkViolation> sorted;
    for (size_t index : order)
      sorted.push_back(std::move(walk.violations[index]));
    walk.violations = std::move(sorted);
    walk.values = std::move(values);
    return std::move(walk);
  }

  // ---- What is executed, and kept for who executes it again ----
  void enter(judge::TensorId id) {
    if (program)
      program->entry.push_back(id);
    execution.enter(id);
  }

  void perform(judge::Instruction instruction) {
    if (program)
      program->instructions.push_back(instruction);
    execution.run(std::move(instruction));
  }

  // ---- Tensors ----
  judge::TensorId add(Operation *op, Value value, std::string name) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()); type && !soundTypes.contains(type)) {
      if (std::optional<LayoutFault> fault = checkLayoutOfType(type)) // MEM-16, MEM-17
        violate(op, fault->rule, fault->message);
      else
        soundTypes.insert(type);
    }
    judge::Tensor tensor;
    tensor.name = std::move(name);
    tensor.space = judge::Space::Host;
    if (std::optional<device::TensorSpec> spec = queries::specOf(value, machine)) {
      checkCores(op, value, *spec);
      if (spec->layout.isL1()) {
        tensor.space = judge::Space::L1;
        tensor.bytes = device::l1BytesPerCore(*spec, machine.numBanks());
      } else if (spec->layout.isDram()) {
        tensor.space = judge::Space::Dram;
        tensor.bytes = dramBytesPerChannel(*spec, machine);
      }
      if (spec->layout.isSharded() && spec->layout.isL1())
        if (ttnn::CoreRangeSetAttr set = ttnn::layoutOf(value.getType()).getCoreRangeSet())
          for (ttnn::CoreRangeAttr range : set.getCoreRanges())
            tensor.cores.push_back({range.getStartX(), range.getStartY(), range.getEndX(), range.getEndY()});
    }
    ids[value] = execution.addTensor(std::move(tensor));
    values.push_back(value);
    return ids[value];
  }

  void enterCached(Value value) {
    judge::TensorId id = add(function, value, "a cached constant"); // its number is known when its op is reached
    execution.setResident(id);
    enter(id);
  }

  void enterArgument(unsigned index, Value argument) {
    judge::TensorId id = add(function, argument, "%arg" + std::to_string(index));
    auto kind = function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(index, ttcore::argumentTypeAttrName);
    if (!kind || kind.getValue() == ttcore::ArgumentType::Input)
      activations.insert(argument);
    else if (kind.getValue() != ttcore::ArgumentType::Default)
      execution.setResident(id); // weights serve the next call too
    if (auto address = function.getArgAttrOfType<IntegerAttr>(index, addressAttrName))
      execution.setAddress(id, address.getInt());
    enter(id);
  }

  /// MEM-7: shards lie on cores that exist, one core each.
  void checkCores(Operation *op, Value value, const device::TensorSpec &spec) {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
    auto [rows, columns] = machine.workerGrid;
    if (!spec.layout.isL1())
      return;
    if (!spec.layout.isSharded() || !layout.getCoreRangeSet()) {
      if (spec.layout.numCores() > rows * columns)
        violate(
            op, "MEM-7",
            fmt::format("its grid of {} cores does not fit the device's {}x{}", spec.layout.numCores(), rows, columns));
      return;
    }
    for (ttnn::CoreRangeAttr range : layout.getCoreRangeSet().getCoreRanges())
      if (range.getEndX() >= columns || range.getEndY() >= rows)
        return violate(op, "MEM-7",
                       fmt::format("its shards use core ({}, {}), the device has columns 0 to {} and rows 0 "
                                   "to {}",
                                   range.getEndX(), range.getEndY(), columns - 1, rows - 1));
    if (layout.getCoreRangeSet().getNumCores() != spec.layout.numCores())
      violate(op, "MEM-7",
              fmt::format("its grid has {} shards, its core ranges {} cores", spec.layout.numCores(),
                          layout.getCoreRangeSet().getNumCores()));
  }

  /// A convolution that was told to free its activation in L1.
  bool freesItsInput(Operation *op) const {
    auto config = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
    std::optional<device::TensorSpec> input = config ? queries::specOf(op->getOperand(0), machine) : std::nullopt;
    return input && input->layout.isL1() && config.getBool("deallocate_activation").value_or(false);
  }

  // ---- Ops ----
  void visit(Operation *op) {
    judge::Instruction instruction;
    instruction.op = op->getName().stripDialect().str();
    instruction.name = opName(op);
    for (OpOperand *operand : queries::tensorOperands(op))
      if (auto id = ids.find(operand->get()); id != ids.end())
        instruction.reads.push_back(id->second);
    if (auto deallocate = dyn_cast<ttnn::DeallocateOp>(op)) {
      instruction.kind = judge::Instruction::Kind::Deallocate;
      instruction.force = deallocate.getForce();
      return perform(std::move(instruction));
    }
    if (isa<func::ReturnOp>(op)) {
      instruction.kind = judge::Instruction::Kind::Return;
      return perform(std::move(instruction));
    }
    Step step;
    step.op = op;
    for (Value operand : op->getOperands())
      step.activation |= activations.contains(operand);
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
      for (OpOperand *operand : queries::tensorOperands(op))
        if (effects.getEffectOnValue<MemoryEffects::Write>(operand->get()))
          instruction.writes.push_back(ids.lookup(operand->get()));
    defineResults(op, step, instruction);
    if (std::optional<LayoutFault> fault = checkResultsOf(op)) // MEM-17..MEM-19
      violate(op, fault->rule, fault->message);
    if (queries::isModelled(op))
      ask(op, step, instruction);
    if (freesItsInput(op))
      instruction.consumes = ids.lookup(op->getOperand(0));
    perform(std::move(instruction));
    if (!isa<ttcore::LoadCachedOp>(op) && op->getNumResults() > 0)
      if (std::optional<device::TensorSpec> spec = queries::specOf(op->getResult(0), machine))
        step.placement = placementOf(spec->layout);
    walk.steps.push_back(std::move(step));
  }

  void defineResults(Operation *op, const Step &step, judge::Instruction &instruction) {
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      std::string name = nameResult(op, index);
      if (step.activation)
        activations.insert(result);
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      if (cached.contains(result)) {
        execution.setName(ids.lookup(result), name);
        continue;
      }
      instruction.results.push_back(add(op, result, name));
    }
    auto addresses = op->getAttrOfType<DenseI64ArrayAttr>(addressAttrName);
    if (!addresses)
      return;
    if (addresses.size() != static_cast<int64_t>(instruction.results.size())) // MEM-12
      return violate(op, "MEM-12",
                     fmt::format("gives {} addresses for {} results", addresses.size(), instruction.results.size()));
    for (auto [id, address] : llvm::zip(instruction.results, addresses.asArrayRef()))
      if (address != -1)
        execution.setAddress(id, address);
  }

  void ask(Operation *op, Step &step, judge::Instruction &instruction) {
    std::optional<opmodel::Query> query = queries::makeQuery(op, machine);
    if (!query)
      return violate(op, "MEM-2", "some tensor has no layout");
    query->liveL1BytesPerCore = execution.liveL1Extent();
    opmodel::Answer answer = model.constraints(*query);
    if (!answer.legal())
      return refuse(op, *query, *answer.refusal);
    instruction.totalPeakBytes = answer.constraints.totalPeakBytes;
    instruction.events = opmodel::eventsOf(answer.constraints);
    checkResults(op, answer.constraints);
    if (std::optional<opmodel::Runtime> runtime = model.runtime(*query)) {
      step.timed = true;
      step.runtime = *runtime;
      instruction.runtime = *runtime;
    }
  }

  void refuse(Operation *op, const opmodel::Query &query, const opmodel::Refusal &refusal) {
    if (refusal.id != "unsupported.op")
      return violate(op, "MEM-2", fmt::format("is refused by the op model ({}): {}", refusal.id, refusal.message));
    auto inL1 = [](const auto &tensor) { return tensor.isL1(); };
    for (const device::TensorSpec &input : query.inputs)
      if (inL1(input.layout))
        return violate(op, "MEM-6", "is unknown to the op model and reads L1: " + device::toString(input));
    for (const opmodel::OutputRequest &output : query.outputs)
      if (output.layout && inL1(*output.layout))
        return violate(op, "MEM-6", "is unknown to the op model and writes L1");
  }

  /// MEM-2: what the op produces is what its result types say. Aliases of operands become views.
  void checkResults(Operation *op, const opmodel::Constraints &constraints) {
    SmallVector<OpOperand *> operands = queries::tensorOperands(op);
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
          violate(op, "MEM-2",
                  fmt::format("produces {}, its result type says {}", device::toString(produced),
                              device::toString(*declared)));
      }
      int alias = index < constraints.aliases.size() ? constraints.aliases[index] : -1;
      if (alias >= 0 && alias < static_cast<int>(operands.size()))
        execution.setAlias(ids.lookup(result), ids.lookup(operands[alias]->get()));
      ++index;
    }
  }

  func::FuncOp function;
  const opmodel::OpModel &model;
  const queries::Machine &machine;
  size_t maxViolations;
  judge::Program *program; ///< may be null
  judge::Execution execution;
  FunctionWalk walk;
  std::vector<Operation *> opOfStep;
  std::vector<int64_t> stepOfViolation; ///< beside walk.violations
  llvm::DenseMap<Value, judge::TensorId> ids;
  std::vector<Value> values; ///< by id
  llvm::SetVector<Value> cached;
  llvm::DenseSet<Value> activations;
  llvm::DenseSet<Type> soundTypes; ///< whose layouts were checked
  std::optional<AsmState> printed; ///< numbers of values; made when the first is asked for
};

} // namespace

FunctionWalk judge::walkFunction(func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                                 Bytes capacity, size_t maxViolations) {
  return Walker(function, model, machine, capacity, maxViolations, nullptr).run();
}

WalkedProgram judge::walkProgram(func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                                 Bytes capacity) {
  WalkedProgram walked;
  walked.walk = Walker(function, model, machine, capacity, /*maxViolations=*/20, &walked.program).run();
  return walked;
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

/// Sums over the forward functions among `walks`.
static Totals sumUp(ArrayRef<FunctionWalk> walks, const queries::Machine &machine) {
  Totals totals;
  totals.capacityL1Bytes = machine.usableL1Bytes;
  std::map<std::string, Totals::Kind> kinds;
  for (const FunctionWalk &walk : walks) {
    if (!walk.isForward)
      continue;
    totals.peakL1Bytes = std::max(totals.peakL1Bytes, walk.memory.peakSumBytes);
    totals.peakHeldBytes = std::max(totals.peakHeldBytes, walk.memory.peakL1Bytes);
    totals.peakExtentBytes = std::max(totals.peakExtentBytes, walk.memory.peakExtent);
    for (const Step &step : walk.steps) {
      if (!queries::isModelled(step.op))
        continue;
      ++totals.ops;
      ++(step.timed ? totals.timedOps : totals.untimedOps);
      totals.totalNs += step.runtime.totalNs;
      totals.times.add(step.runtime);
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
  }
  for (auto &[name, kind] : kinds)
    totals.kinds.push_back({name, kind.count, kind.totalNs});
  std::stable_sort(totals.kinds.begin(), totals.kinds.end(),
                   [](const Totals::Kind &a, const Totals::Kind &b) { return a.totalNs > b.totalNs; });
  return totals;
}

/// Read by const-eval functions alone: where it lies then is not decided yet, the host is a place for it.
static bool isForConstEval(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) { return isa<ttcore::LoadCachedOp>(user); });
}

/// MEM-13 for what lies in DRAM whatever is planned: arguments, cached constants by their elements alone, and every
/// single tensor.
static void findHopeless(func::FuncOp function, const FunctionWalk &walk, const queries::Machine &machine,
                         std::vector<WalkViolation> &hopeless) {
  Bytes there = walk.memory.chip.dramBytes, held = 0;
  for (auto [tensor, value] : llvm::zip(walk.memory.tensors, walk.values)) {
    if (there == 0 || tensor.space != Space::Dram || isForConstEval(value))
      continue;
    Operation *maker = value.getDefiningOp();
    if (isa_and_nonnull<ttcore::LoadCachedOp>(maker)) {
      auto type = cast<RankedTensorType>(value.getType());
      Bytes each = device::scalarBytes(ttcore::toDevice(ttnn::layoutOf(type).getDataType()));
      held += boundedVolume(type.getShape()).value_or(0) * each / machine.dramChannels;
    } else if (tensor.bytes > there) {
      hopeless.push_back(
          {maker ? maker : function.getOperation(),
           "MEM-13",
           fmt::format("{} takes {} B of each DRAM channel, {} are there", tensor.name, tensor.bytes, there),
           {}});
    } else if (!maker) {
      held += tensor.bytes;
    }
  }
  if (held > there)
    hopeless.push_back(
        {function,
         "MEM-13",
         fmt::format("its arguments and cached constants take {} B of each DRAM channel, {} are there", held, there),
         {}});
}

Totals judge::totalsOf(Operation *module, const opmodel::OpModel &model, const queries::Machine &machine) {
  std::vector<WalkViolation> ignored;
  return totalsOf(module, model, machine, ignored);
}

Totals judge::totalsOf(Operation *module, const opmodel::OpModel &model, const queries::Machine &machine,
                       std::vector<WalkViolation> &hopeless) {
  std::vector<FunctionWalk> walks;
  module->walk([&](func::FuncOp function) {
    if (!ttcore::isForwardFunction(function))
      return;
    walks.push_back(walkFunction(function, model, machine, machine.usableL1Bytes));
    findHopeless(function, walks.back(), machine, hopeless);
  });
  return sumUp(walks, machine);
}

ModuleWalk::ModuleWalk(Operation *module, Bytes capacity) : machine(queries::machineOf(module)) {
  if (!machine)
    return;
  std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(module);
  module->walk([&](func::FuncOp function) {
    if (ttcore::isForwardFunction(function) || ttcore::isConstEvalFunction(function))
      functions.push_back(walkFunction(function, *model, *machine, capacity > 0 ? capacity : machine->usableL1Bytes));
  });
  totals = sumUp(functions, *machine);
}
