//===- JudgeBody.cpp - What one iteration of a tiled loop holds -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JudgeBody.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::judging;

Bytes judging::bytesPerElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesPerElement(complex.getElementType());
  return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 8;
}

static bool touchesMemory(Operation *op) {
  auto shaped = [](Type type) { return isa<ShapedType>(type) && !isa<VectorType>(type); };
  return llvm::any_of(op->getOperandTypes(), shaped) || llvm::any_of(op->getResultTypes(), shaped);
}

bool judging::isAlias(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op);
}

/// SUT-J7: what the walk of a body accounts for.
static bool understoodInBody(Operation *op) {
  if (!touchesMemory(op) && op->getNumRegions() == 0)
    return true;
  if (isa<scf::ForOp, scf::ForallOp, scf::InParallelOp, scf::IfOp, scf::ExecuteRegionOp, scf::YieldOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  return isa<TilingInterface>(op) || isa<linalg::LinalgOp>(op) || op->hasTrait<OpTrait::Elementwise>() ||
         isa<tensor::TensorDialect>(op->getDialect());
}

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

static bool sameSlice(tensor::InsertSliceOp insert, tensor::ExtractSliceOp extract) {
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
  if (isShare(op))
    return;
  int buffer = bufferOf(op.getSource());
  if (buffer == slow) {
    buffer = create(size(op.getResult()));
    streamed.insert(buffer);
  }
  where[op.getResult()] = buffer;
}

void BodyJudge::insert(tensor::InsertSliceOp op, int64_t time) {
  checkBounds(op, op.getDest(), op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides());
  use(bufferOf(op.getSource()), time);
  use(bufferOf(op.getDest()), time);
  if (fastOutside.contains(op.getDest()))
    own(op.getResult());
  else if (bufferOf(op.getDest()) != slow)
    where[op.getResult()] = bufferOf(op.getDest());
  else if (bufferOf(op.getSource()) != slow)
    streamed.insert(bufferOf(op.getSource()));
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
    Bytes streamed = std::max(inside.streamed, branch.streamed);
    if (branch.bytes >= inside.bytes)
      inside = std::move(branch);
    inside.streamed = streamed;
  }
  Bytes results = 0;
  for (Value result : op.getResults())
    if (isTensor(result)) {
      newResult(result, time);
      results += buffers.back().bytes;
    }
  // What the branch yields is the result itself.
  if (results > 0)
    inside = {std::max<Bytes>(inside.bytes - results, 0), 0, {}, inside.streamed};
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
    Peak inside = context.iterations(op, this, fast, yields);
    stable = true;
    for (size_t i = 0; i < fast.size(); ++i)
      if (yields[i] && !fast[i]) {
        fast[i] = true;
        stable = false;
      }
    if (stable)
      charge(time, std::move(inside));
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
  if (auto loop = dyn_cast<scf::ForallOp>(op))
    return parallel(loop, time);
  if (auto end = dyn_cast<scf::InParallelOp>(op))
    return inParallel(end, time);
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
  for (int buffer : streamed)
    peak.streamed += buffers[buffer].first < 0 ? 0 : buffers[buffer].bytes;
  for (auto &[step, inside] : nested)
    peak.streamed += inside.streamed;
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

void LoopContext::collectSizes(Operation *outer) {
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
    if (auto loop = dyn_cast<scf::ForallOp>(op); loop && loop != outer)
      for (Value bound : loop->getOperands().drop_back(loop.getOutputs().size()))
        reach(bound);
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
    Bytes streamed = std::max(worst.streamed, peak.streamed);
    if (peak.bytes >= worst.bytes)
      worst = std::move(peak);
    worst.streamed = streamed;
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
  verdict.tiles += block.getOps<scf::ForOp>().empty() && block.getOps<scf::ForallOp>().empty();
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
