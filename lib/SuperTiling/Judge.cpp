//===- Judge.cpp - The footprint of tiled IR, from the IR alone -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Judge.h"

#include "IndexRanges.h"

#include "alcove/SuperTiling/FuseMarks.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

namespace {

using judging::IndexEvaluator;
using judging::Range;

Bytes bytesPerElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesPerElement(complex.getElementType());
  return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 8;
}

bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

bool touchesMemory(Operation *op) {
  auto shaped = [](Type type) { return isa<ShapedType>(type) && !isa<VectorType>(type); };
  return llvm::any_of(op->getOperandTypes(), shaped) || llvm::any_of(op->getResultTypes(), shaped);
}

bool isAlias(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op);
}

/// SUT-J7: what the walk of a body accounts for.
bool understoodInBody(Operation *op) {
  if (!touchesMemory(op) && op->getNumRegions() == 0)
    return true;
  if (isa<scf::ForOp, scf::IfOp, scf::ExecuteRegionOp, scf::YieldOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  return isa<TilingInterface>(op) || isa<linalg::LinalgOp>(op) || op->hasTrait<OpTrait::Elementwise>() ||
         isa<tensor::TensorDialect>(op->getDialect());
}

struct LoopContext;

/// What a body holds at its worst, with the buffers of that moment.
struct Peak {
  Bytes bytes = 0;
  int64_t steps = 0;
  std::vector<JudgedBuffer> buffers;
};

/// Fast or slow, for each tensor that a loop carries; by position.
using Carried = SmallVector<bool>;

/// The walk over one body with all loop variables fixed.
class BodyJudge {
public:
  explicit BodyJudge(LoopContext &context) : context(context) {}
  /// The body of a nested region: sees what is fast outside.
  BodyJudge(LoopContext &context, const BodyJudge &outside) : context(context), fastOutside(outside.fastOutside) {
    for (auto &[value, buffer] : outside.where)
      if (buffer != slow)
        fastOutside.insert(value);
  }

  Peak run(Block &block);
  bool isFast(Value value) { return bufferOf(value) != slow || fastOutside.contains(value); }
  /// A carried tensor of the enclosing loop in fast memory: it may be written in place.
  void own(Value value) {
    fastOutside.insert(value);
    owned.insert(value);
  }
  /// Of the terminator: whole slow tensors that become fast when the loop hands them on.
  void hand(Value value, int64_t time) { use(operandBuffer(value), time); }

private:
  static constexpr int slow = -1;

  Bytes size(Value tensor);
  int create(Bytes bytes) {
    buffers.push_back({bytes, -1, -1});
    return static_cast<int>(buffers.size()) - 1;
  }
  void use(int buffer, int64_t time) {
    if (buffer < 0)
      return;
    JudgedBuffer &b = buffers[buffer];
    b.first = b.first < 0 ? time : std::min(b.first, time);
    b.last = std::max(b.last, time);
  }
  int bufferOf(Value value) {
    auto found = where.find(value);
    return found == where.end() ? slow : found->second;
  }
  /// An operand that is computed on: a whole slow tensor is loaded for it.
  int operandBuffer(Value value) {
    if (fastOutside.contains(value))
      return slow;
    int buffer = bufferOf(value);
    if (buffer != slow || !isTensor(value))
      return buffer;
    auto [found, fresh] = loaded.try_emplace(value, 0);
    if (fresh)
      found->second = create(size(value));
    return found->second;
  }
  void newResult(Value result, int64_t time) {
    int buffer = create(size(result));
    use(buffer, time);
    where[result] = buffer;
  }
  void charge(int64_t time, Peak peak) {
    Peak &worst = nested[time];
    if (peak.bytes >= worst.bytes)
      worst = std::move(peak);
  }
  bool usedAfter(Value value, Operation *op, Block &block);
  void checkBounds(Operation *op, Value whole, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                   ArrayRef<OpFoldResult> strides);
  void slice(tensor::ExtractSliceOp op);
  void insert(tensor::InsertSliceOp op, int64_t time);
  void destinationStyle(DestinationStyleOpInterface op, Block &block, int64_t time);
  void branches(scf::IfOp op, int64_t time);
  void executeRegion(scf::ExecuteRegionOp op, int64_t time);
  void innerLoop(scf::ForOp op, Block &block, int64_t time);
  void capturedUses(Operation *op, int64_t time);
  void visit(Operation *op, Block &block, int64_t time);
  Peak worstStep(int64_t time);

  LoopContext &context;
  std::vector<JudgedBuffer> buffers;
  /// What regions of a step need besides the buffers.
  std::map<int64_t, Peak> nested;
  llvm::DenseMap<Value, int> where;
  llvm::DenseMap<Value, int> loaded;
  /// Values of enclosing bodies that are in fast memory already; they are charged where they live.
  llvm::DenseSet<Value> fastOutside;
  llvm::DenseSet<Value> owned;
};

/// The walk over all iterations of a nest.
struct LoopContext {
  static constexpr int64_t maxTiles = int64_t(1) << 16;

  explicit LoopContext(Verdict &verdict) : verdict(verdict) {}

  void refuse(Operation *op, StringRef rule, const std::string &why) {
    if (verdict.refusal.empty())
      verdict.refusal = fmt::format("{}: '{}' {}", rule.str(), op->getName().getStringRef().str(), why);
  }
  void reach(Value value);
  void collectSizes(scf::ForOp outer);
  /// Every iteration of `loop`, whose carried tensors are fast where `carried` says so; `yields` collects what its
  /// body hands on.
  Peak iterations(scf::ForOp loop, const BodyJudge *outside, const Carried &carried, Carried &yields);
  Peak body(scf::ForOp loop, const BodyJudge *outside, const Carried &carried, Carried &yields);

  Verdict &verdict;
  IndexEvaluator indices;
  /// Loop variables on which some tensor size of the body depends.
  llvm::DenseSet<Value> seen;
};

Bytes BodyJudge::size(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type) {
    context.verdict.unbounded = true;
    return 0;
  }
  __int128 bytes = bytesPerElement(type.getElementType());
  for (int64_t d = 0; d < type.getRank(); ++d) {
    int64_t extent = context.indices.extent(tensor, d).high;
    context.verdict.unbounded |= extent >= Range::infinity;
    bytes = std::min<__int128>(bytes * extent, Range::infinity);
  }
  return static_cast<Bytes>(bytes);
}

bool sameSlice(tensor::InsertSliceOp insert, tensor::ExtractSliceOp extract) {
  return insert.getMixedOffsets() == extract.getMixedOffsets() && insert.getMixedSizes() == extract.getMixedSizes() &&
         insert.getMixedStrides() == extract.getMixedStrides();
}

/// `value`, or a view of it or of what it is a view of, is used by an operation after `op`.
bool BodyJudge::usedAfter(Value value, Operation *op, Block &block) {
  llvm::SetVector<Value> family;
  auto taken = value.getDefiningOp<tensor::ExtractSliceOp>();
  while (Operation *def = value.getDefiningOp()) {
    if (!isAlias(def) || def->getBlock() != &block || !isFast(def->getOperand(0)))
      break;
    value = def->getOperand(0);
  }
  family.insert(value);
  for (size_t i = 0; i < family.size(); ++i)
    for (Operation *user : Value(family[i]).getUsers()) {
      // A part that is computed and put back where it was taken is written in place.
      if (auto insert = dyn_cast<tensor::InsertSliceOp>(user);
          insert && taken && insert.getDest() == value && taken.getSource() == value &&
          insert.getSource().getDefiningOp() == op && sameSlice(insert, taken))
        continue;
      Operation *here = block.findAncestorOpInBlock(*user);
      if (isAlias(user) && user->getBlock() == &block)
        family.insert(user->getResult(0));
      else if (here && here != op && op->isBeforeInBlock(here))
        return true;
    }
  return false;
}

/// SUT-J8: what is read or written lies within its tensor.
void BodyJudge::checkBounds(Operation *op, Value whole, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                            ArrayRef<OpFoldResult> strides) {
  for (size_t d = 0; d < offsets.size(); ++d) {
    Range offset = context.indices.of(offsets[d]), size = context.indices.of(sizes[d]),
          stride = context.indices.of(strides[d]), extent = context.indices.extent(whole, d);
    // Only what is certain is refused: an interval may be wider than its values.
    if (!offset.isPoint() || !size.isPoint() || !stride.isPoint() || size.low <= 0)
      continue;
    int64_t last = offset.low + (size.low - 1) * stride.low;
    if (offset.low < 0 || last < 0 || last >= extent.high)
      context.refuse(op, "SUT-J8",
                     fmt::format("reaches index {} of dimension {}, which has {}", offset.low < 0 ? offset.low : last,
                                 d, extent.high));
  }
}

void BodyJudge::slice(tensor::ExtractSliceOp op) {
  checkBounds(op, op.getSource(), op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides());
  if (fastOutside.contains(op.getSource())) {
    fastOutside.insert(op.getResult());
    if (owned.contains(op.getSource()))
      owned.insert(op.getResult());
    return;
  }
  int buffer = bufferOf(op.getSource());
  where[op.getResult()] = buffer == slow ? create(size(op.getResult())) : buffer;
}

void BodyJudge::insert(tensor::InsertSliceOp op, int64_t time) {
  checkBounds(op, op.getDest(), op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides());
  use(bufferOf(op.getSource()), time);
  use(bufferOf(op.getDest()), time);
  if (fastOutside.contains(op.getDest()))
    own(op.getResult());
  else if (bufferOf(op.getDest()) != slow)
    where[op.getResult()] = bufferOf(op.getDest());
}

void BodyJudge::destinationStyle(DestinationStyleOpInterface op, Block &block, int64_t time) {
  for (OpOperand *input : op.getDpsInputOperands())
    use(operandBuffer(input->get()), time);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (!isTensor(init.get()))
      continue;
    Value result = op.getTiedOpResult(&init);
    if (owned.contains(init.get()) && !usedAfter(init.get(), op, block)) {
      own(result);
      continue;
    }
    int buffer = operandBuffer(init.get());
    bool inPlace = buffer != slow && !usedAfter(init.get(), op, block);
    if (!inPlace) {
      // A shared tensor.empty has no contents to keep.
      Value source = init.get();
      while (auto cast = source.getDefiningOp<tensor::CastOp>())
        source = cast.getSource();
      if (!source.getDefiningOp<tensor::EmptyOp>())
        use(buffer, time);
      buffer = create(size(result));
    }
    use(buffer, time);
    where[result] = buffer;
  }
}

void BodyJudge::branches(scf::IfOp op, int64_t time) {
  Range condition = context.indices.of(op.getCondition());
  Peak inside;
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region->empty() || (condition.isPoint() && (condition.low != 0) != (region == &op.getThenRegion())))
      continue;
    Peak branch = BodyJudge(context, *this).run(region->front());
    if (branch.bytes >= inside.bytes)
      inside = std::move(branch);
  }
  Bytes results = 0;
  for (Value result : op.getResults())
    if (isTensor(result)) {
      newResult(result, time);
      results += buffers.back().bytes;
    }
  // What the branch yields is the result itself.
  if (results > 0)
    inside = {std::max<Bytes>(inside.bytes - results, 0), 0, {}};
  charge(time, std::move(inside));
}

void BodyJudge::executeRegion(scf::ExecuteRegionOp op, int64_t time) {
  if (!op.getRegion().hasOneBlock())
    return context.refuse(op, "SUT-J7", "has several blocks, which the judge does not follow");
  Block &block = op.getRegion().front();
  BodyJudge inside(context, *this);
  charge(time, inside.run(block));
  for (auto [result, yielded] : llvm::zip_equal(op.getResults(), block.getTerminator()->getOperands()))
    if (isTensor(result) && inside.isFast(yielded))
      newResult(result, time);
}

/// A loop inside a body: what it carries in fast memory is one buffer, in which its iterations work in place; what it
/// carries in slow memory it assembles there. A slow tensor that the body hands on in fast memory is loaded first.
void BodyJudge::innerLoop(scf::ForOp op, Block &block, int64_t time) {
  Carried fast, yields;
  for (Value init : op.getInitArgs())
    fast.push_back(isTensor(init) && isFast(init));
  for (bool stable = false; !stable;) {
    yields.assign(fast.size(), false);
    charge(time, context.iterations(op, this, fast, yields));
    stable = true;
    for (size_t i = 0; i < fast.size(); ++i)
      if (yields[i] && !fast[i]) {
        fast[i] = true;
        stable = false;
      }
  }
  for (auto [init, result, isFastNow] : llvm::zip_equal(op.getInitArgs(), op.getResults(), fast)) {
    if (!isFastNow)
      continue;
    bool reused = usedAfter(init, op, block);
    if (owned.contains(init) && !reused) {
      own(result);
      continue;
    }
    int buffer = operandBuffer(init);
    use(buffer, time);
    if (buffer == slow || reused)
      newResult(result, time);
    else
      where[result] = buffer;
  }
}

void BodyJudge::capturedUses(Operation *op, int64_t time) {
  if (op->getNumRegions() == 0)
    return;
  op->walk([&](Operation *inner) {
    if (inner != op)
      for (Value operand : inner->getOperands())
        use(bufferOf(operand), time);
  });
}

void BodyJudge::visit(Operation *op, Block &block, int64_t time) {
  if (!understoodInBody(op))
    return context.refuse(op, "SUT-J7", "in a tile loop is not understood");
  capturedUses(op, time);
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
    return slice(extract);
  if (isAlias(op)) {
    Value source = op->getOperand(0);
    if (bufferOf(source) != slow)
      where[op->getResult(0)] = bufferOf(source);
    if (fastOutside.contains(source))
      fastOutside.insert(op->getResult(0));
    if (owned.contains(source))
      owned.insert(op->getResult(0));
    return;
  }
  if (isa<tensor::EmptyOp>(op)) {
    where[op->getResult(0)] = create(size(op->getResult(0)));
    return;
  }
  if (auto store = dyn_cast<tensor::InsertSliceOp>(op))
    return insert(store, time);
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return branches(choice, time);
  if (auto region = dyn_cast<scf::ExecuteRegionOp>(op))
    return executeRegion(region, time);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return innerLoop(loop, block, time);
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationStyle(dps, block, time);
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    for (Value operand : op->getOperands())
      use(bufferOf(operand), time);
    return;
  }
  if (isa<tensor::DimOp, tensor::ExtractOp>(op) || op->hasTrait<OpTrait::ConstantLike>()) {
    if (isa<tensor::ExtractOp>(op))
      use(bufferOf(op->getOperand(0)), time);
    return;
  }
  for (Value operand : op->getOperands())
    if (isTensor(operand))
      use(operandBuffer(operand), time);
  for (Value result : op->getResults())
    if (isTensor(result))
      newResult(result, time);
}

/// The buffers of this body and of the regions within, on one axis of time: a step is as long as the longest region.
Peak BodyJudge::worstStep(int64_t time) {
  int64_t scale = 1;
  for (auto &[step, inside] : nested)
    scale = std::max(scale, inside.steps + 1);
  Peak peak;
  peak.steps = time * scale;
  for (const JudgedBuffer &buffer : buffers)
    if (buffer.first >= 0)
      peak.buffers.push_back({buffer.bytes, buffer.first * scale, buffer.last * scale + scale - 1});
  for (auto &[step, inside] : nested) {
    if (inside.buffers.empty() && inside.bytes > 0)
      peak.buffers.push_back({inside.bytes, step * scale, step * scale + scale - 1});
    for (const JudgedBuffer &buffer : inside.buffers)
      peak.buffers.push_back({buffer.bytes, step * scale + buffer.first, step * scale + buffer.last});
  }
  return peak;
}

Peak BodyJudge::run(Block &block) {
  int64_t time = 0;
  for (Operation &op : block)
    visit(&op, block, time++);
  std::vector<Bytes> change(time + 1, 0);
  for (const JudgedBuffer &buffer : buffers)
    if (buffer.first >= 0) {
      change[buffer.first] += buffer.bytes;
      change[buffer.last + 1] -= buffer.bytes;
    }
  Peak peak = worstStep(time);
  Bytes now = 0;
  for (int64_t step = 0; step < time; ++step) {
    now += change[step];
    auto found = nested.find(step);
    peak.bytes = std::max(peak.bytes, now + (found == nested.end() ? 0 : found->second.bytes));
  }
  return peak;
}

void LoopContext::reach(Value value) {
  if (!seen.insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  // Of tensor operations only the sizes matter.
  for (Value operand : op->getOperands())
    if (!isa<ShapedType>(operand.getType()) || isa<tensor::DimOp>(op))
      reach(operand);
}

void LoopContext::collectSizes(scf::ForOp outer) {
  outer->walk([&](Operation *op) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      for (OpFoldResult size : slice.getMixedSizes())
        if (auto value = dyn_cast<Value>(size))
          reach(value);
    } else if (!isa<linalg::LinalgOp>(op) && llvm::any_of(op->getResultTypes(), [](Type type) {
                 auto tensor = dyn_cast<RankedTensorType>(type);
                 return tensor && !tensor.hasStaticShape();
               })) {
      for (Value operand : op->getOperands())
        if (operand.getType().isIndex())
          reach(operand);
    }
    if (auto choice = dyn_cast<scf::IfOp>(op))
      reach(choice.getCondition());
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && loop != outer) {
      reach(loop.getLowerBound());
      reach(loop.getUpperBound());
    }
  });
}

Peak LoopContext::iterations(scf::ForOp loop, const BodyJudge *outside, const Carried &carried, Carried &yields) {
  Range low = indices.of(loop.getLowerBound()), high = indices.of(loop.getUpperBound()),
        step = indices.of(loop.getStep());
  Value variable = loop.getInductionVar();
  if (!low.isPoint() || !high.isPoint() || !step.isPoint() || step.low <= 0 || verdict.tiles >= maxTiles) {
    // No constant bounds: one evaluation with the whole interval stands for all iterations.
    indices.set(variable, {low.low, Range::clamp(static_cast<__int128>(high.high) - 1)});
    return body(loop, outside, carried, yields);
  }
  Peak worst;
  bool matters = seen.contains(variable);
  for (int64_t value = low.low; value < high.low; value += step.low) {
    indices.set(variable, Range::exactly(value));
    Peak peak = body(loop, outside, carried, yields);
    if (peak.bytes >= worst.bytes)
      worst = std::move(peak);
    if (!matters)
      break;
  }
  // Sizes are equal; the last iteration is where an offset would reach beyond its tensor.
  if (int64_t trips = high.low > low.low ? (high.low - low.low - 1) / step.low : 0; !matters && trips > 0) {
    int64_t tiles = verdict.tiles;
    indices.set(variable, Range::exactly(low.low + trips * step.low));
    body(loop, outside, carried, yields);
    verdict.tiles = tiles;
  }
  return worst;
}

Peak LoopContext::body(scf::ForOp loop, const BodyJudge *outside, const Carried &carried, Carried &yields) {
  Block &block = *loop.getBody();
  verdict.tiles += block.getOps<scf::ForOp>().empty();
  BodyJudge judge = outside ? BodyJudge(*this, *outside) : BodyJudge(*this);
  for (auto [argument, fast] : llvm::zip_equal(loop.getRegionIterArgs(), carried))
    if (fast)
      judge.own(argument);
  Peak peak = judge.run(block);
  for (auto [index, value] : llvm::enumerate(block.getTerminator()->getOperands()))
    if (isTensor(value) && judge.isFast(value))
      yields[index] = true;
  return peak;
}

/// SUT-J9: `value` is the carried tensor `argument` with parts put into it.
bool carries(Value value, BlockArgument argument) {
  while (value != argument) {
    Operation *def = value.getDefiningOp();
    if (!def)
      return false;
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (isa<tensor::InsertSliceOp>(def))
      value = cast<tensor::InsertSliceOp>(def).getDest();
    else if (auto loop = dyn_cast<scf::ForOp>(def))
      value = loop.getInitArgs()[number];
    else if (auto dps = dyn_cast<DestinationStyleOpInterface>(def); dps && number < dps.getNumDpsInits())
      value = dps.getDpsInits()[number];
    else if (isAlias(def))
      value = def->getOperand(0);
    else
      return false;
  }
  return true;
}

void checkYields(scf::ForOp loop, LoopContext &context) {
  for (auto [argument, value] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getBody()->getTerminator()->getOperands()))
    if (isTensor(value) && !carries(value, argument))
      context.refuse(loop, "SUT-J9",
                     fmt::format("hands on a tensor that is not its argument {} with parts put into it",
                                 argument.getArgNumber() - 1));
}

bool onTensors(Operation *op) {
  return op->getNumResults() > 0 && llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Classes of the principal operations among `ops`, by the UID of their marked group.
llvm::DenseMap<int64_t, OpClass> principals(ArrayRef<Operation *> ops) {
  llvm::DenseMap<int64_t, OpClass> found;
  for (Operation *op : ops)
    if (std::optional<int64_t> id = fuseGroupIdOf(op))
      found[*id] = classify(op);
  return found;
}

/// SUT-J5: the memory of the operation's class, or that of a marked group whose principal operation is with it.
Bytes availableTo(Operation *op, const Budget &budget, const llvm::DenseMap<int64_t, OpClass> &groups) {
  Bytes bytes = budget.of(classify(op));
  for (int64_t mark : fuseGroupsOf(op))
    if (auto found = groups.find(mark); found != groups.end())
      bytes = std::max(bytes, budget.ofGroup(found->second));
  return bytes;
}

Verdict judgeAlone(Operation *op, Bytes available) {
  Verdict verdict;
  verdict.op = op;
  verdict.available = available;
  IndexEvaluator indices;
  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  llvm::SmallPtrSet<Value, 8> counted;
  auto add = [&](Value value) {
    __int128 bytes = bytesPerElement(cast<RankedTensorType>(value.getType()).getElementType());
    for (int64_t d = 0; d < cast<RankedTensorType>(value.getType()).getRank(); ++d) {
      int64_t extent = indices.extent(value, d).high;
      verdict.unbounded |= extent >= Range::infinity;
      bytes = std::min<__int128>(bytes * extent, Range::infinity);
    }
    verdict.footprint += static_cast<Bytes>(bytes);
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) && !(dps && dps.isDpsInit(&operand)) &&
        counted.insert(operand.get()).second)
      add(operand.get());
  for (Value result : op->getResults())
    add(result);
  return verdict;
}

/// SUT-J7 outside of tile loops: control flow, what moves data within slow memory, and what carries no tensor.
bool holdsNothing(Operation *op) {
  bool tensors = llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
                 llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  if (!tensors || op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr());
    return callee && !callee.isExternal();
  }
  return isa<tensor::TensorDialect, scf::SCFDialect, bufferization::BufferizationDialect>(op->getDialect());
}

void judgeBlock(Block &block, const Budget &budget, std::vector<Verdict> &verdicts) {
  SmallVector<Operation *> outside;
  for (Operation &op : block)
    outside.push_back(&op);
  auto groups = principals(outside);
  for (Operation *op : outside) {
    if (op->hasAttr("alcove.tile_loop") && isa<scf::ForOp>(op)) {
      verdicts.push_back(judgeLoop(op, budget));
      continue;
    }
    if (isa<TilingInterface>(op) || op->hasTrait<OpTrait::Elementwise>()) {
      if (onTensors(op))
        verdicts.push_back(judgeAlone(op, availableTo(op, budget, groups)));
      continue;
    }
    if (!holdsNothing(op)) {
      Verdict verdict;
      verdict.op = op;
      verdict.refusal = "SUT-J7: computes on tensors and is not understood";
      verdicts.push_back(verdict);
      continue;
    }
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        judgeBlock(inner, budget, verdicts);
  }
}

} // namespace

Verdict judgeLoop(Operation *op, const Budget &budget) {
  Verdict verdict;
  verdict.op = op;
  verdict.isLoop = true;
  verdict.available = budget.largest();
  SmallVector<Operation *> computing;
  op->walk([&](Operation *inner) {
    if ((isa<TilingInterface>(inner) || inner->hasTrait<OpTrait::Elementwise>()) && !isa<linalg::FillOp>(inner) &&
        onTensors(inner))
      computing.push_back(inner);
  });
  auto groups = principals(computing);
  for (Operation *inner : computing)
    verdict.available = std::min(verdict.available, availableTo(inner, budget, groups));
  auto loop = cast<scf::ForOp>(op);
  LoopContext context(verdict);
  context.collectSizes(loop);
  // SUT-J1: what a tile loop carries is slow.
  Carried carried(loop.getNumRegionIterArgs(), false), yields(carried);
  Peak peak = context.iterations(loop, nullptr, carried, yields);
  checkYields(loop, context);
  verdict.footprint = peak.bytes;
  verdict.buffers = std::move(peak.buffers);
  return verdict;
}

std::vector<Verdict> judge(Operation *scope, const Budget &budget) {
  std::vector<Verdict> verdicts;
  for (Region &region : scope->getRegions())
    for (Block &block : region)
      judgeBlock(block, budget, verdicts);
  return verdicts;
}

} // namespace alcove::supertiling
