//===- Interpreter.cpp - Executing a function on numbers --- ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include "GivenArguments.h"
#include "PackedMovement.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"
#include "alcove/Judge/Numbers/Interpreter/ThroughLayout.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

#include <fmt/format.h>

#include <cmath>

namespace alcove::reference {

Shape meshOf(mlir::Operation *op) {
  for (mlir::Operation *parent = op; parent; parent = parent->getParentOp())
    if (auto meshes = parent->getAttrOfType<ttcore::MeshesAttr>(ttcore::meshesAttrName))
      if (!meshes.getMeshes().empty()) {
        llvm::ArrayRef<int64_t> shape = meshes.getMeshes().front().getShape();
        return Shape(shape.begin(), shape.end());
      }
  if (ttcore::DeviceAttr device = ttcore::lookupDevice(op))
    if (!device.getMeshShape().empty())
      return Shape(device.getMeshShape().begin(), device.getMeshShape().end());
  return {1, 1};
}

static Error errorAt(mlir::Operation *op, const std::string &message) {
  std::string place = locationText(op);
  return Error{
      fmt::format("{}{}'{}': {}", place, place.empty() ? "" : ": ", op->getName().getStringRef().str(), message)};
}

namespace {

constexpr int maxCallDepth = 16;

/// A value on each chip; an empty tensor where the chip has used it for the last time.

struct PackedRun {
  std::vector<PackedPerChip> results;
  std::map<unsigned, PackedPerChip> written;
};

class Frame {
public:
  /// `trail`: where scores are kept, null for nowhere; `call`: its number for this frame.
  Frame(mlir::func::FuncOp function, const RunOptions &options, int64_t &liveBytes, int depth, IndexTrail *trail,
        int call)
      : function(function), options(options), liveBytes(liveBytes), depth(depth), trail(trail), call(call),
        mesh(meshOf(function)) {}
  ~Frame() {
    for (auto &[value, slot] : slots)
      liveBytes -= reference::bytesOf(slot.chips);
  }
  Frame(const Frame &) = delete;

  /// `storedAs`: the types through which the arguments have gone already, by which a call is told from a run.
  Result<PackedRun> run(ArgumentSource &arguments, llvm::ArrayRef<mlir::Type> storedAs = {});

private:
  struct Slot {
    PackedPerChip chips;
    mlir::Operation *freedBy = nullptr;
    bool written = false;
    bool asked = true; ///< false: an argument that has not been read yet
  };
  /// An operand of the op that runs, taken out of its slot.
  struct Lent {
    mlir::Value value;
    Tensor tensor;
  };

  Status prepare(ArgumentSource &arguments);
  Status askFor(mlir::Operation *op, mlir::BlockArgument argument, Slot &slot);
  Status execute(mlir::Operation *op);
  bool staysPacked(mlir::Operation *op);
  bool readsRightPacked(mlir::Operation *op);
  Status executePacked(mlir::Operation *op, const OpTable::Entry &entry);
  Status executePerChip(mlir::Operation *op, const OpTable::Entry &entry);
  Status executeOverMesh(mlir::Operation *op, const OpTable::Entry &entry);
  Status executeCall(mlir::Operation *op, mlir::func::FuncOp callee);
  Status deallocate(mlir::Operation *op);
  Status checkOperands(mlir::Operation *op);
  Status checkMemory(mlir::Operation *op, int64_t chipsAtOnce);
  Status checkRoom(mlir::Operation *op, int64_t need, const std::string &what);
  Result<int64_t> bytesOf(mlir::RankedTensorType type);
  Status keepResult(mlir::Operation *op, mlir::Value value, size_t chip, Tensor tensor);
  bool keepsScores(mlir::Operation *op) const { return trail && trail->chooses(call, op); }
  bool staysAfter(mlir::Value value, const Slot &slot, mlir::Operation *op) const;
  std::vector<Lent> lend(mlir::Operation *op, size_t chip);
  void takeBack(mlir::Operation *op, size_t chip, std::vector<Lent> &lent, llvm::ArrayRef<mlir::Value> written);
  void put(Slot &slot, size_t chip, PackedTensor tensor);
  void calibrate(mlir::Operation *op);
  void dropDead(mlir::Operation *op);
  mlir::func::FuncOp calleeOf(mlir::Operation *op);
  size_t numChips() const { return static_cast<size_t>(chips); }

  mlir::func::FuncOp function;
  const RunOptions &options;
  int64_t &liveBytes;
  int depth;
  IndexTrail *trail;
  int call;
  Shape mesh;
  int64_t chips = 1;
  uint64_t results = 0; ///< kept so far
  ArgumentSource *source = nullptr;
  llvm::ArrayRef<mlir::Type> storedAs;
  llvm::DenseMap<mlir::Value, Slot> slots;
  llvm::DenseMap<mlir::Value, mlir::Operation *> lastUse;
};

bool isTensor(mlir::Value value) { return mlir::isa<mlir::RankedTensorType>(value.getType()); }

// NUM-C11
/// Each f32 as its neighbour above or below, or as it is: what another order of sums would make of it.
Tensor shaken(Tensor tensor, uint64_t seed) {
  if (tensor.elementType() != ElementType::F32)
    return tensor;
  ::alcove::Random random(seed);
  for (float &value : tensor.mutableFloats())
    if (uint64_t way = random.below(3); way != 0 && std::isfinite(value))
      value = std::nextafter(value, way == 1 ? INFINITY : -INFINITY);
  return tensor;
}

Shape shapeOf(mlir::RankedTensorType type) { return Shape(type.getShape().begin(), type.getShape().end()); }

Status Frame::prepare(ArgumentSource &arguments) {
  // NUM-E6
  if (depth > maxCallDepth)
    return errorAt(function, fmt::format("calls nest deeper than {}", maxCallDepth));
  if (!llvm::hasSingleElement(function.getBody()))
    return errorAt(function, fmt::format("function '{}' has {} blocks; straight-line functions are executed",
                                         function.getName().str(), function.getBody().getBlocks().size()));
  ALCOVE_ASSIGN_OR_RETURN(chips, countElements(mesh));
  if (chips < 1 || chips > 1024)
    return errorAt(function, fmt::format("a mesh of {} chips", chips));
  if (arguments.numArguments() != function.getNumArguments())
    return errorAt(function, fmt::format("{} arguments for {}", arguments.numArguments(), function.getNumArguments()));
  source = &arguments;
  for (mlir::Operation &op : function.getBody().front())
    for (mlir::Value operand : op.getOperands())
      lastUse[operand] = &op;
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType());
    if (!type)
      continue;
    Status held = bytesOf(type).ok() ? Status() : Status(bytesOf(type).error());
    Status storable = held.ok() ? checkStorable(type) : held;
    if (!storable.ok())
      return errorAt(function, fmt::format("argument {}: {}", argument.getArgNumber(), storable.error().message));
    slots[argument].asked = false;
  }
  return {};
}

/// Host bytes of an unpacked value on one chip.
Result<int64_t> Frame::bytesOf(mlir::RankedTensorType type) {
  if (!type.hasStaticShape())
    return Error{"a tensor without a static shape"};
  ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, options.precision));
  int64_t width = isFloat(held) ? 4 : 8;
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(type.getShape(), width));
  return count * width;
}

// NUM-E5
Status Frame::checkRoom(mlir::Operation *op, int64_t need, const std::string &what) {
  int64_t live = liveBytes + options.bytesElsewhere + source->heldBytes();
  if (need > options.memoryLimit - live)
    return errorAt(op, fmt::format("NUM-E5: {} {} bytes of host memory, {} are live, the limit is {}", what, need, live,
                                   options.memoryLimit));
  return {};
}

/// Reads an argument for the first time.
Status Frame::askFor(mlir::Operation *op, mlir::BlockArgument argument, Slot &slot) {
  auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
  unsigned number = argument.getArgNumber();
  bool same = source->sameOnAllChips(number);
  ElementType held = *heldTypeOf(type, options.precision);
  int64_t bytes = *bytesOf(type);
  // Made, converted and stored one chip at a time; what a call is given and stores as it is takes nothing more.
  bool asIs = (number < storedAs.size() && storedAs[number] == type) || isStoredAsIs(held, type);
  int64_t making = !asIs ? 3 * bytes : depth > 0 ? 0 : 2 * bytes;
  if (making > 0)
    ALCOVE_RETURN_IF_ERROR(
        checkRoom(op, making + (same ? 1 : chips) * bytes / 2, fmt::format("reading argument {} takes", number)));
  slot.asked = true;
  slot.chips.resize(numChips());
  for (size_t chip = 0; chip < numChips(); ++chip) {
    if (same && chip > 0) {
      put(slot, chip, slot.chips[0]);
      continue;
    }
    Result<PackedTensor> given = source->get(number, chip);
    if (!given)
      return errorAt(function, fmt::format("argument {}: {}", number, given.error().message));
    if (llvm::ArrayRef(given->shape()) != type.getShape() || given->elementType() != held)
      return errorAt(function,
                     fmt::format("argument {} is {} {}, its type says {} {}", number, toString(given->shape()),
                                 toString(given->elementType()), toString(shapeOf(type)), toString(held)));
    if (!asIs) {
      Tensor whole = given->unpacked();
      *given = PackedTensor();
      Result<Tensor> read = throughLayout(whole, type);
      if (!read)
        return errorAt(function, fmt::format("argument {}: {}", number, read.error().message));
      whole = Tensor();
      *given = PackedTensor(std::move(*read));
    }
    put(slot, chip, std::move(*given));
  }
  return {};
}

void Frame::put(Slot &slot, size_t chip, PackedTensor tensor) {
  int64_t before = reference::bytesOf(slot.chips);
  slot.chips.resize(numChips());
  slot.chips[chip] = std::move(tensor);
  liveBytes += reference::bytesOf(slot.chips) - before;
}

Result<PackedRun> Frame::run(ArgumentSource &arguments, llvm::ArrayRef<mlir::Type> typesOfArguments) {
  storedAs = typesOfArguments;
  ALCOVE_RETURN_IF_ERROR(prepare(arguments));
  PackedRun result;
  for (mlir::Operation &op : function.getBody().front()) {
    if (depth == 0 && options.beforeOp)
      options.beforeOp(&op);
    if (std::string why = options.interrupted ? options.interrupted() : ""; !why.empty())
      return errorAt(&op, why);
    ALCOVE_RETURN_IF_ERROR(checkOperands(&op));
    if (auto terminator = mlir::dyn_cast<mlir::func::ReturnOp>(op)) {
      for (mlir::Value value : terminator.getOperands())
        result.results.push_back(slots[value].chips);
      break;
    }
    ALCOVE_RETURN_IF_ERROR(execute(&op));
    if (depth == 0 && options.calibration)
      calibrate(&op);
    dropDead(&op);
  }
  // NUM-E7
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto slot = slots.find(argument);
    if (slot != slots.end() && slot->second.written)
      result.written[argument.getArgNumber()] = slot->second.chips;
  }
  return result;
}

Status Frame::checkOperands(mlir::Operation *op) {
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    if (!isTensor(operand.get()))
      continue;
    auto slot = slots.find(operand.get());
    if (slot == slots.end())
      return errorAt(op, fmt::format("operand {} has no value", operand.getOperandNumber()));
    // NUM-E3, NUM-E4
    bool frees = mlir::isa<ttnn::DeallocateOp>(op);
    if (slot->second.freedBy)
      return errorAt(op, fmt::format("{}: operand {} was deallocated by '{}' {}", frees ? "NUM-E4" : "NUM-E3",
                                     operand.getOperandNumber(), slot->second.freedBy->getName().getStringRef().str(),
                                     locationText(slot->second.freedBy)));
    if (!slot->second.asked && !frees)
      ALCOVE_RETURN_IF_ERROR(askFor(op, mlir::cast<mlir::BlockArgument>(operand.get()), slot->second));
  }
  return {};
}

/// Room for an op on `chipsAtOnce` chips: its operands unpacked, three times its results (as the kernel makes them, as
/// bytes of the device, as read back), all chips' results at rest, and the scores that are kept.
Status Frame::checkMemory(mlir::Operation *op, int64_t chipsAtOnce) {
  int64_t need = 0;
  llvm::SmallDenseSet<mlir::Value> counted;
  for (mlir::Value operand : op->getOperands())
    if (isTensor(operand) && counted.insert(operand).second && !(readsRightPacked(op) && operand == op->getOperand(1)))
      for (const PackedTensor &tensor : slots[operand].chips)
        need += tensor.isPacked() ? tensor.unpackedBytes() * chipsAtOnce / chips : 0;
  for (mlir::Type resultType : op->getResultTypes())
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(resultType)) {
      Result<int64_t> bytes = bytesOf(type);
      if (!bytes)
        return errorAt(op, bytes.error().message);
      need += 3 * *bytes * chipsAtOnce + (chips - chipsAtOnce) * *bytes / 2;
    }
  if (keepsScores(op))
    for (const PackedTensor &scores : slots[op->getOperand(0)].chips)
      need += scores.bytes();
  return checkRoom(op, need, "operands and results take");
}

mlir::func::FuncOp Frame::calleeOf(mlir::Operation *op) {
  mlir::FlatSymbolRefAttr symbol;
  if (auto call = mlir::dyn_cast<mlir::func::CallOp>(op))
    symbol = call.getCalleeAttr();
  else if (auto cached = mlir::dyn_cast<ttcore::LoadCachedOp>(op))
    symbol = cached.getCalleeAttr();
  return symbol ? mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(op, symbol) : nullptr;
}

Status Frame::execute(mlir::Operation *op) {
  if (mlir::isa<ttnn::GetDeviceOp>(op))
    return {};
  if (mlir::isa<ttnn::DeallocateOp>(op))
    return deallocate(op);
  if (mlir::isa<mlir::func::CallOp, ttcore::LoadCachedOp>(op)) {
    mlir::func::FuncOp callee = calleeOf(op);
    if (!callee || callee.isExternal())
      return errorAt(op, "the callee has no body");
    return executeCall(op, callee);
  }
  // NUM-E1
  const OpTable::Entry *entry = OpTable::get().find(op);
  if (!entry || op->getNumRegions() != 0)
    return errorAt(
        op, "NUM-E1: no kernel executes this op; docs/spec/JudgeNumbersCoverage.md lists those that are executed");
  if (!op->isRegistered())
    return errorAt(op, "NUM-E1: the dialect does not define this op, so its attributes cannot be read");
  // NUM-E9
  if (std::string broken = rules::brokenLibraryRule(op); !broken.empty())
    return errorAt(op, "NUM-E9: " + broken);
  if (!entry->overMesh && staysPacked(op))
    return executePacked(op, *entry);
  ALCOVE_RETURN_IF_ERROR(checkMemory(op, entry->overMesh ? chips : 1));
  return entry->overMesh ? executeOverMesh(op, *entry) : executePerChip(op, *entry);
}

/// Whether something needs an operand behind `op`: a later op, or the caller, who sees what was written.
bool Frame::staysAfter(mlir::Value value, const Slot &slot, mlir::Operation *op) const {
  return lastUse.lookup(value) != op || (slot.written && mlir::isa<mlir::BlockArgument>(value));
}

/// Takes the operands of `op` on `chip` out of their slots, so that a write in place copies nothing and the last use
/// frees the packed words at once.
std::vector<Frame::Lent> Frame::lend(mlir::Operation *op, size_t chip) {
  std::vector<Lent> lent;
  llvm::SmallDenseSet<mlir::Value> seen;
  if (readsRightPacked(op))
    seen.insert(op->getOperand(1));
  for (mlir::Value value : op->getOperands()) {
    if (!isTensor(value) || !seen.insert(value).second)
      continue;
    Slot &slot = slots[value];
    lent.push_back({value, slot.chips[chip].unpacked()});
    if (!staysAfter(value, slot, op) || !slot.chips[chip].isPacked())
      put(slot, chip, PackedTensor());
  }
  return lent;
}

void Frame::takeBack(mlir::Operation *op, size_t chip, std::vector<Lent> &lent, llvm::ArrayRef<mlir::Value> written) {
  for (Lent &operand : lent) {
    Slot &slot = slots[operand.value];
    bool now = llvm::is_contained(written, operand.value);
    slot.written |= now;
    if (staysAfter(operand.value, slot, op) && (now || slot.chips[chip].bytes() == 0))
      put(slot, chip, PackedTensor(std::move(operand.tensor)));
  }
  lent.clear();
}

/// Whether `op` can move what it reads without unpacking it.
bool Frame::staysPacked(mlir::Operation *op) {
  std::optional<unsigned> number = packedOperand(op, options.precision);
  return number && llvm::all_of(slots[op->getOperand(*number)].chips,
                                [](const PackedTensor &tensor) { return tensor.isPacked(); });
}

/// Whether `op` reads its operand 1, a weight as a rule, as it is packed.
bool Frame::readsRightPacked(mlir::Operation *op) {
  return rightMayBePacked(op) &&
         llvm::all_of(slots[op->getOperand(1)].chips, [](const PackedTensor &tensor) { return tensor.isPacked(); });
}

Status Frame::executePacked(mlir::Operation *op, const OpTable::Entry &entry) {
  PackedPerChip &from = slots[op->getOperand(*packedOperand(op, options.precision))].chips;
  ALCOVE_RETURN_IF_ERROR(checkRoom(op, chips * from[0].bytes(), "moving what is packed takes"));
  PackedPerChip moved;
  for (size_t chip = 0; chip < numChips(); ++chip) {
    bool indexed = &from != &slots[op->getOperand(0)].chips;
    if (chip > 0 && !indexed && from[chip].sharesElementsOf(from[0])) {
      moved.push_back(moved[0]);
      continue;
    }
    Tensor indices = indexed ? slots[op->getOperand(0)].chips[chip].unpacked() : Tensor();
    std::optional<PackedTensor> result = movedPacked(op, options.precision, from[chip], &indices);
    if (!result) { // the kernel knows why
      ALCOVE_RETURN_IF_ERROR(checkMemory(op, 1));
      return executePerChip(op, entry);
    }
    moved.push_back(std::move(*result));
    bool sharedByNext = chip + 1 < numChips() && from[chip + 1].sharesElementsOf(from[0]);
    if (!indexed && !sharedByNext && !staysAfter(op->getOperand(0), slots[op->getOperand(0)], op))
      put(slots[op->getOperand(0)], chip, PackedTensor());
  }
  for (size_t chip = 0; chip < numChips(); ++chip)
    put(slots[op->getResult(0)], chip, std::move(moved[chip]));
  return {};
}

Status Frame::executePerChip(mlir::Operation *op, const OpTable::Entry &entry) {
  for (size_t chip = 0; chip < numChips(); ++chip) {
    std::vector<Lent> lent = lend(op, chip);
    OpCall kernel;
    kernel.op = op;
    if (readsRightPacked(op))
      kernel.packedRight = &slots[op->getOperand(1)].chips[chip];
    kernel.precision = options.precision;
    kernel.chip = static_cast<int64_t>(chip);
    for (mlir::Value operand : op->getOperands()) {
      auto at = llvm::find_if(lent, [&](const Lent &one) { return one.value == operand; });
      kernel.operands.push_back(at == lent.end() ? nullptr : &at->tensor);
    }
    Result<std::vector<Tensor>> values = entry.perChip(kernel);
    if (!values)
      return errorAt(op, values.error().message);
    if (values->size() != op->getNumResults())
      return errorAt(op,
                     fmt::format("the kernel gives {} results, the op has {}", values->size(), op->getNumResults()));
    if (keepsScores(op)) {
      int64_t before = trail->bytes();
      if (Status kept = trail->record(call, op, kernel.in(0), values->back()); !kept.ok())
        return errorAt(op, kept.error().message);
      liveBytes += trail->bytes() - before;
    }
    takeBack(op, chip, lent, kernel.writtenOperands());
    for (auto [result, value] : llvm::zip(op->getResults(), *values))
      ALCOVE_RETURN_IF_ERROR(keepResult(op, result, chip, std::move(value)));
  }
  return {};
}

Status Frame::executeOverMesh(mlir::Operation *op, const OpTable::Entry &entry) {
  MeshCall call{op, options.precision, mesh, {}};
  for (mlir::Value operand : op->getOperands()) {
    PerChip tensors;
    if (isTensor(operand))
      for (const PackedTensor &tensor : slots[operand].chips)
        tensors.push_back(tensor.unpacked());
    call.operands.push_back(std::move(tensors));
  }
  Result<std::vector<PerChip>> results = entry.overMesh(call);
  if (!results)
    return errorAt(op, results.error().message);
  if (op->getNumResults() != results->size())
    return errorAt(op, fmt::format("the kernel gives {} results, the op has {}", results->size(), op->getNumResults()));
  call.operands.clear();
  for (auto [value, perChip] : llvm::zip(op->getResults(), *results)) {
    if (perChip.size() != numChips())
      return errorAt(op, fmt::format("a result on {} chips where {} are expected", perChip.size(), chips));
    for (size_t chip = 0; chip < numChips(); ++chip)
      ALCOVE_RETURN_IF_ERROR(keepResult(op, value, chip, std::move(perChip[chip])));
  }
  return {};
}

/// Keeps a result as its type stores it.
Status Frame::keepResult(mlir::Operation *op, mlir::Value value, size_t chip, Tensor tensor) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  if (!type)
    return errorAt(op, "a result that is no tensor");
  // NUM-E2
  if (llvm::ArrayRef(tensor.shape()) != type.getShape())
    return errorAt(op, fmt::format("NUM-E2: the result has shape {}, its type says {}", toString(tensor.shape()),
                                   toString(shapeOf(type))));
  // Kernels that only move elements keep the operand's type; the op may change it (embedding of f32 rows to bf16).
  Result<Tensor> converted = tensor.convertedTo(*heldTypeOf(type, options.precision));
  if (!converted)
    return errorAt(op, converted.error().message);
  if (options.shakenBy != 0 && op->getNumOperands() > 0 && !movesElementsOnly(op))
    *converted = shaken(std::move(*converted), options.shakenBy + ++results);
  tensor = Tensor();
  Result<Tensor> read = throughLayout(*converted, type);
  if (!read)
    return errorAt(op, read.error().message);
  *converted = Tensor();
  put(slots[value], chip, PackedTensor(std::move(*read)));
  return {};
}

Status Frame::executeCall(mlir::Operation *op, mlir::func::FuncOp callee) {
  if (op->getNumOperands() != callee.getNumArguments() || op->getNumResults() != callee.getNumResults())
    return errorAt(op, fmt::format("{} operands and {} results for a function with {} and {}", op->getNumOperands(),
                                   op->getNumResults(), callee.getNumArguments(), callee.getNumResults()));
  std::vector<PackedPerChip> tensors;
  for (mlir::Value operand : op->getOperands())
    tensors.push_back(isTensor(operand) ? slots[operand].chips : PackedPerChip());
  for (mlir::Value operand : op->getOperands())
    if (isTensor(operand) && lastUse.lookup(operand) == op && !slots[operand].written)
      for (size_t chip = 0; chip < numChips(); ++chip)
        put(slots[operand], chip, PackedTensor());
  llvm::SmallVector<mlir::Type> types(op->getOperandTypes());
  GivenArguments given(std::move(tensors));
  RunOptions inner = options;
  inner.bytesElsewhere += source->heldBytes();
  int number = trail ? trail->callBy(call, op) : -1;
  Frame frame(callee, inner, liveBytes, depth + 1, number < 0 ? nullptr : trail, number);
  ALCOVE_ASSIGN_OR_RETURN(PackedRun run, frame.run(given, types));
  for (auto &[number, perChip] : run.written) {
    Slot &slot = slots[op->getOperand(number)];
    slot.written = true;
    for (size_t chip = 0; chip < numChips(); ++chip)
      put(slot, chip, perChip[chip]);
  }
  mlir::Operation *terminator = callee.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(op->getResults())) {
    if (run.results[i].size() != numChips())
      return errorAt(op, fmt::format("a value on {} chips from a call on {}", run.results[i].size(), chips));
    for (size_t chip = 0; chip < numChips(); ++chip) {
      PackedTensor tensor = std::exchange(run.results[i][chip], PackedTensor());
      if (terminator->getOperand(i).getType() == value.getType())
        put(slots[value], chip, std::move(tensor));
      else
        ALCOVE_RETURN_IF_ERROR(keepResult(op, value, chip, tensor.unpacked()));
    }
  }
  return {};
}

/// Scales what consists of an argument, and with it the first result of `op`, as the calibration asks.
void Frame::calibrate(mlir::Operation *op) {
  if (op->getNumResults() == 0 || slots[op->getResult(0)].chips.empty())
    return;
  std::optional<Calibration::Request> request = options.calibration->after(op, slots[op->getResult(0)].chips[0]);
  if (!request)
    return;
  auto scale = [&](mlir::Value value, int exponent) {
    auto slot = slots.find(value);
    if (slot == slots.end() || !slot->second.asked)
      return;
    for (size_t chip = 0; chip < slot->second.chips.size(); ++chip)
      if (slot->second.chips[chip].bytes() > 0)
        put(slot->second, chip, PackedTensor(scaledBy(slot->second.chips[chip].unpacked(), exponent)));
  };
  for (mlir::Value value : request->values)
    scale(value, request->exponent);
  scale(op->getResult(0), request->exponentOfResult);
}

Status Frame::deallocate(mlir::Operation *op) {
  slots[op->getOperand(0)].freedBy = op;
  return {};
}

void Frame::dropDead(mlir::Operation *op) {
  // A convolution may free the input itself, as the run time does with one that lies in L1.
  if (auto conv = mlir::dyn_cast<ttnn::Conv2dOp>(op))
    if (ttnn::Conv2dConfigAttr config = conv.getConv2dConfigAttr())
      if (config.getBool("deallocate_activation").value_or(false))
        if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(conv.getInput().getType());
            layout && layout.getBufferType() == ttnn::BufferType::L1)
          slots[conv.getInput()].freedBy = op;
  auto drop = [&](mlir::Value value) {
    auto slot = slots.find(value);
    if (slot == slots.end() || (slot->second.written && mlir::isa<mlir::BlockArgument>(value)))
      return;
    liveBytes -= reference::bytesOf(slot->second.chips);
    slots.erase(slot);
  };
  for (mlir::Value operand : op->getOperands())
    if (lastUse.lookup(operand) == op)
      drop(operand);
  for (mlir::Value result : op->getResults())
    if (!lastUse.count(result))
      drop(result);
}

} // namespace

Result<FunctionRun> runFunction(mlir::func::FuncOp function, ArgumentSource &arguments, const RunOptions &options) {
  int64_t liveBytes = 0;
  auto trail =
      options.keepScores ? std::make_shared<IndexTrail>(function, meshOf(function), options.precision) : nullptr;
  Frame frame(function, options, liveBytes, 0, trail.get(), IndexTrail::outermost);
  ALCOVE_ASSIGN_OR_RETURN(PackedRun packed, frame.run(arguments));
  auto unpack = [](PackedPerChip &perChip) {
    PerChip tensors;
    for (PackedTensor &tensor : perChip)
      tensors.push_back(std::exchange(tensor, PackedTensor()).unpacked());
    return tensors;
  };
  FunctionRun run;
  run.indices = std::move(trail);
  for (PackedPerChip &perChip : packed.results)
    run.results.push_back(unpack(perChip));
  for (auto &[number, perChip] : packed.written)
    run.written[number] = unpack(perChip);
  return run;
}

Result<FunctionRun> runFunction(mlir::func::FuncOp function, std::vector<PerChip> arguments,
                                const RunOptions &options) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(meshOf(function)));
  std::vector<PackedPerChip> packed;
  for (PerChip &perChip : arguments) {
    if (size_t i = packed.size(); i < function.getNumArguments() && isTensor(function.getArgument(i)) &&
                                  static_cast<int64_t>(perChip.size()) != chips)
      return errorAt(function, fmt::format("argument {} is given for {} chips of {}", i, perChip.size(), chips));
    packed.emplace_back();
    for (Tensor &tensor : perChip)
      packed.back().push_back(PackedTensor(std::move(tensor)));
    perChip.clear();
  }
  GivenArguments given(std::move(packed));
  return runFunction(function, given, options);
}

} // namespace alcove::reference
