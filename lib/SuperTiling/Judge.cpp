//===- Judge.cpp - The footprint of tiled IR, from the IR alone -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Judge.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <map>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Closed interval of index values. Bounds are kept below 2^40, so that products of two do not overflow 128 bits and
/// "unbounded" is a value like any other.
struct Range {
  static constexpr int64_t infinity = int64_t(1) << 40;
  int64_t low = -infinity;
  int64_t high = infinity;

  static int64_t clamp(__int128 value) {
    return static_cast<int64_t>(std::clamp<__int128>(value, -infinity, infinity));
  }
  static Range exactly(int64_t value) { return {clamp(value), clamp(value)}; }
  bool isPoint() const { return low == high; }
};

Range operator+(Range a, Range b) {
  return {Range::clamp(static_cast<__int128>(a.low) + b.low), Range::clamp(static_cast<__int128>(a.high) + b.high)};
}
Range operator*(Range a, Range b) {
  __int128 products[] = {static_cast<__int128>(a.low) * b.low, static_cast<__int128>(a.low) * b.high,
                         static_cast<__int128>(a.high) * b.low, static_cast<__int128>(a.high) * b.high};
  return {Range::clamp(*std::min_element(products, products + 4)),
          Range::clamp(*std::max_element(products, products + 4))};
}
int64_t floorOf(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// Values of index arithmetic while loop variables are fixed one by one.
class IndexEvaluator {
public:
  void set(Value value, Range range) {
    fixed[value] = range;
    memo.clear();
  }

  Range of(OpFoldResult value) {
    if (auto constant = getConstantIntValue(value))
      return Range::exactly(*constant);
    return isa<Value>(value) ? of(cast<Value>(value)) : Range{};
  }

  Range of(Value value) {
    if (auto found = fixed.find(value); found != fixed.end())
      return found->second;
    if (auto found = memo.find(value); found != memo.end())
      return found->second;
    Range range = compute(value);
    memo[value] = range;
    return range;
  }

  /// Extent of a tensor dimension.
  Range extent(Value tensor, int64_t dim) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return Range::exactly(type.getDimSize(dim));
    Range range = dynamicExtent(tensor, dim);
    return {std::max<int64_t>(range.low, 0), std::max<int64_t>(range.high, 0)};
  }

private:
  Range compute(Value value) {
    if (auto constant = getConstantIntValue(value))
      return Range::exactly(*constant);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto loop = dyn_cast_if_present<scf::ForOp>(argument.getOwner()->getParentOp());
          loop && loop.getInductionVar() == value)
        return {of(loop.getLowerBound()).low, Range::clamp(static_cast<__int128>(of(loop.getUpperBound()).high) - 1)};
      return {};
    }
    Operation *op = value.getDefiningOp();
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return evaluate(apply.getAffineMap().getResult(0), apply.getMapOperands(), apply.getAffineMap().getNumDims());
    if (auto min = dyn_cast<affine::AffineMinOp>(op))
      return fold(min.getMap(), min.getOperands(), [](int64_t a, int64_t b) { return std::min(a, b); });
    if (auto max = dyn_cast<affine::AffineMaxOp>(op))
      return fold(max.getMap(), max.getOperands(), [](int64_t a, int64_t b) { return std::max(a, b); });
    if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      auto index = getConstantIntValue(dim.getIndex());
      if (index && isa<RankedTensorType>(dim.getSource().getType()))
        return extent(dim.getSource(), *index);
      return {0, Range::infinity};
    }
    return arithmetic(op);
  }

  Range arithmetic(Operation *op) {
    if (op->getNumOperands() == 1 && isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp>(op))
      return of(op->getOperand(0));
    if (op->getNumOperands() != 2 || !isa<arith::ArithDialect>(op->getDialect()))
      return {};
    Range a = of(op->getOperand(0)), b = of(op->getOperand(1));
    if (isa<arith::AddIOp>(op))
      return a + b;
    if (isa<arith::SubIOp>(op))
      return a + b * Range::exactly(-1);
    if (isa<arith::MulIOp>(op))
      return a * b;
    if (isa<arith::MinSIOp>(op))
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    if (isa<arith::MaxSIOp>(op))
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    if (isa<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(op) && b.isPoint() && b.low > 0 && a.low >= 0)
      return {floorOf(a.low, b.low), floorOf(a.high, b.low)};
    if (auto compare = dyn_cast<arith::CmpIOp>(op); compare && a.isPoint() && b.isPoint())
      return Range::exactly(
          arith::applyCmpPredicate(compare.getPredicate(), APInt(64, a.low, true), APInt(64, b.low, true)));
    return {};
  }

  Range evaluate(AffineExpr expr, ValueRange operands, unsigned dims) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return Range::exactly(constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return of(operands[dim.getPosition()]);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return of(operands[dims + symbol.getPosition()]);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Range a = evaluate(binary.getLHS(), operands, dims), b = evaluate(binary.getRHS(), operands, dims);
    if (binary.getKind() == AffineExprKind::Add)
      return a + b;
    if (binary.getKind() == AffineExprKind::Mul)
      return a * b;
    if (!b.isPoint() || b.low <= 0)
      return {};
    if (binary.getKind() == AffineExprKind::FloorDiv)
      return {floorOf(a.low, b.low), floorOf(a.high, b.low)};
    if (binary.getKind() == AffineExprKind::CeilDiv)
      return {-floorOf(-a.low, b.low), -floorOf(-a.high, b.low)};
    return a.isPoint() ? Range::exactly(a.low - floorOf(a.low, b.low) * b.low) : Range{0, b.low - 1};
  }

  template <typename Combine>
  Range fold(AffineMap map, ValueRange operands, Combine combine) {
    Range result = evaluate(map.getResult(0), operands, map.getNumDims());
    for (AffineExpr expr : map.getResults().drop_front()) {
      Range other = evaluate(expr, operands, map.getNumDims());
      result = {combine(result.low, other.low), combine(result.high, other.high)};
    }
    return result;
  }

  Range dynamicExtent(Value tensor, int64_t dim) {
    constexpr Range unknown{0, Range::infinity};
    if (auto argument = dyn_cast<BlockArgument>(tensor)) {
      auto loop = dyn_cast_if_present<scf::ForOp>(argument.getOwner()->getParentOp());
      OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
      return init ? extent(init->get(), dim) : unknown;
    }
    Operation *op = tensor.getDefiningOp();
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      llvm::SmallBitVector dropped = slice.getDroppedDims();
      for (size_t d = 0; d < dropped.size(); ++d)
        if (!dropped[d] && dim-- == 0)
          return of(slice.getMixedSizes()[d]);
      return unknown;
    }
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return of(empty.getMixedSizes()[dim]);
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      return of(expand.getMixedOutputShape()[dim]);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      Range product = Range::exactly(1);
      for (int64_t part : collapse.getReassociationIndices()[dim])
        product = product * extent(collapse.getSrc(), part);
      return product;
    }
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      return isa<RankedTensorType>(cast.getSource().getType()) ? extent(cast.getSource(), dim) : unknown;
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      return extent(insert.getDest(), dim);
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return extent(pad.getSource(), dim) + of(pad.getMixedLowPad()[dim]) + of(pad.getMixedHighPad()[dim]);
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      return extent(dps.getDpsInits()[number], dim);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return extent(loop.getInitArgs()[number], dim);
    if (auto choice = dyn_cast<scf::IfOp>(op)) {
      Range a = extent(choice.thenYield().getOperand(number), dim),
            b = extent(choice.elseYield().getOperand(number), dim);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
      unsigned position = generate.getType().getDynamicDimIndex(dim);
      return of(generate.getDynamicExtents()[position]);
    }
    if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      Range sum = Range::exactly(0);
      for (Value input : concat.getInputs())
        sum = static_cast<int64_t>(concat.getDim()) == dim ? sum + extent(input, dim) : extent(input, dim);
      return sum;
    }
    return unknown;
  }

  llvm::DenseMap<Value, Range> fixed;
  llvm::DenseMap<Value, Range> memo;
};

Bytes bytesPerElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesPerElement(complex.getElementType());
  return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 8;
}

/// The walk over one body with all loop variables fixed.
class BodyJudge {
public:
  BodyJudge(IndexEvaluator &indices, bool &unbounded) : indices(indices), unbounded(unbounded) {}

  Bytes run(Block &block);
  const std::vector<JudgedBuffer> &live() const { return buffers; }

  /// Values of enclosing bodies that are in fast memory already; they are charged where they live.
  llvm::DenseSet<Value> fastOutside;

private:
  static constexpr int slow = -1;

  Bytes size(Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    __int128 bytes = bytesPerElement(type.getElementType());
    for (int64_t d = 0; d < type.getRank(); ++d) {
      int64_t extent = indices.extent(tensor, d).high;
      unbounded |= extent >= Range::infinity;
      bytes *= extent;
      bytes = std::min<__int128>(bytes, Range::infinity);
    }
    return static_cast<Bytes>(bytes);
  }
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
    if (buffer != slow || !isa<RankedTensorType>(value.getType()))
      return buffer;
    auto [found, fresh] = loaded.try_emplace(value, 0);
    if (fresh)
      found->second = create(size(value));
    return found->second;
  }
  bool usedAfter(Value value, Operation *op, Block &block);
  void destinationStyle(DestinationStyleOpInterface op, Block &block, int64_t time);
  void branches(scf::IfOp op, int64_t time);
  void capturedUses(Operation *op, int64_t time);
  void visit(Operation *op, Block &block, int64_t time);

  IndexEvaluator &indices;
  bool &unbounded;
  std::vector<JudgedBuffer> buffers;
  /// Bytes that a step needs besides the buffers.
  std::map<int64_t, Bytes> extra;
  llvm::DenseMap<Value, int> where;
  llvm::DenseMap<Value, int> loaded;
};

bool isAlias(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op);
}

/// `value`, or a view of it or of what it is a view of, is used by an operation after `op`.
bool BodyJudge::usedAfter(Value value, Operation *op, Block &block) {
  llvm::SetVector<Value> family;
  while (Operation *def = value.getDefiningOp()) {
    if (!isAlias(def) || def->getBlock() != &block || bufferOf(def->getOperand(0)) == slow)
      break;
    value = def->getOperand(0);
  }
  family.insert(value);
  for (size_t i = 0; i < family.size(); ++i)
    for (Operation *user : Value(family[i]).getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (isAlias(user) && user->getBlock() == &block)
        family.insert(user->getResult(0));
      else if (here && here != op && op->isBeforeInBlock(here))
        return true;
    }
  return false;
}

void BodyJudge::destinationStyle(DestinationStyleOpInterface op, Block &block, int64_t time) {
  for (OpOperand *input : op.getDpsInputOperands())
    use(operandBuffer(input->get()), time);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (!isa<RankedTensorType>(init.get().getType()))
      continue;
    Value result = op.getTiedOpResult(&init);
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
  Range condition = indices.of(op.getCondition());
  Bytes inside = 0;
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region->empty() || (condition.isPoint() && (condition.low != 0) != (region == &op.getThenRegion())))
      continue;
    BodyJudge branch(indices, unbounded);
    branch.fastOutside = fastOutside;
    for (auto &[value, buffer] : where)
      if (buffer != slow)
        branch.fastOutside.insert(value);
    inside = std::max(inside, branch.run(region->front()));
  }
  Bytes results = 0;
  for (Value result : op.getResults())
    if (isa<RankedTensorType>(result.getType())) {
      int buffer = create(size(result));
      results += buffers[buffer].bytes;
      use(buffer, time);
      where[result] = buffer;
    }
  // What the branch yields is the result itself.
  extra[time] = std::max(extra[time], std::max<Bytes>(inside - results, 0));
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
  capturedUses(op, time);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    int buffer = bufferOf(slice.getSource());
    bool inside = fastOutside.contains(slice.getSource());
    where[slice.getResult()] = buffer == slow && !inside ? create(size(slice.getResult())) : buffer;
    if (inside)
      fastOutside.insert(slice.getResult());
    return;
  }
  if (isAlias(op)) {
    where[op->getResult(0)] = bufferOf(op->getOperand(0));
    if (fastOutside.contains(op->getOperand(0)))
      fastOutside.insert(op->getResult(0));
    return;
  }
  if (isa<tensor::EmptyOp>(op)) {
    where[op->getResult(0)] = create(size(op->getResult(0)));
    return;
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    use(bufferOf(insert.getSource()), time);
    use(bufferOf(insert.getDest()), time);
    where[insert.getResult()] = bufferOf(insert.getDest());
    return;
  }
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return branches(choice, time);
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
    if (isa<RankedTensorType>(operand.getType()))
      use(operandBuffer(operand), time);
  for (Value result : op->getResults())
    if (isa<RankedTensorType>(result.getType())) {
      int buffer = create(size(result));
      use(buffer, time);
      where[result] = buffer;
    }
}

Bytes BodyJudge::run(Block &block) {
  int64_t time = 0;
  for (Operation &op : block)
    visit(&op, block, time++);
  std::vector<Bytes> change(time + 1, 0);
  for (const JudgedBuffer &buffer : buffers)
    if (buffer.first >= 0) {
      change[buffer.first] += buffer.bytes;
      change[buffer.last + 1] -= buffer.bytes;
    }
  Bytes now = 0, peak = 0;
  for (int64_t step = 0; step < time; ++step) {
    now += change[step];
    auto found = extra.find(step);
    peak = std::max(peak, now + (found == extra.end() ? 0 : found->second));
  }
  return peak;
}

/// Loop variables on which some tensor size of the body depends.
class LoopJudge {
public:
  explicit LoopJudge(Verdict &verdict) : verdict(verdict) {}

  void run(scf::ForOp loop) {
    collectSizes(loop);
    enumerate(loop);
  }

private:
  static constexpr int64_t maxTiles = int64_t(1) << 16;

  void reach(Value value) {
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

  void collectSizes(scf::ForOp outer) {
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

  void enumerate(scf::ForOp loop) {
    Range low = indices.of(loop.getLowerBound()), high = indices.of(loop.getUpperBound()),
          step = indices.of(loop.getStep());
    Value variable = loop.getInductionVar();
    if (!low.isPoint() || !high.isPoint() || !step.isPoint() || step.low <= 0 || verdict.tiles >= maxTiles) {
      // No constant bounds: one evaluation with the whole interval stands for all iterations.
      indices.set(variable, {low.low, Range::clamp(static_cast<__int128>(high.high) - 1)});
      return body(loop);
    }
    bool matters = seen.contains(variable);
    for (int64_t value = low.low; value < high.low; value += step.low) {
      indices.set(variable, Range::exactly(value));
      body(loop);
      if (!matters)
        break;
    }
  }

  void body(scf::ForOp loop) {
    // A nest: nothing but inner loops, one after the other, and index arithmetic.
    SmallVector<scf::ForOp> inner;
    bool nest = true;
    for (Operation &op : *loop.getBody()) {
      if (auto found = dyn_cast<scf::ForOp>(op))
        inner.push_back(found);
      else
        nest &= !isa<TilingInterface, tensor::InsertSliceOp, scf::IfOp>(op);
    }
    if (nest && !inner.empty()) {
      for (scf::ForOp next : inner)
        enumerate(next);
      return;
    }
    ++verdict.tiles;
    BodyJudge judge(indices, verdict.unbounded);
    Bytes peak = judge.run(*loop.getBody());
    if (peak > verdict.footprint || verdict.buffers.empty()) {
      verdict.footprint = std::max(peak, verdict.footprint);
      verdict.buffers = judge.live();
    }
  }

  Verdict &verdict;
  IndexEvaluator indices;
  llvm::DenseSet<Value> seen;
};

bool onTensors(Operation *op) {
  return op->getNumResults() > 0 && llvm::all_of(op->getResultTypes(), [](Type t) { return isa<RankedTensorType>(t); });
}

Verdict judgeAlone(Operation *op, const Budget &budget) {
  Verdict verdict;
  verdict.op = op;
  verdict.available = budget.of(classify(op));
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

void judgeBlock(Block &block, const Budget &budget, std::vector<Verdict> &verdicts) {
  for (Operation &op : block) {
    if (op.hasAttr("alcove.tile_loop") && isa<scf::ForOp>(op)) {
      verdicts.push_back(judgeLoop(&op, budget));
      continue;
    }
    if (isa<TilingInterface>(op)) {
      if (onTensors(&op))
        verdicts.push_back(judgeAlone(&op, budget));
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        judgeBlock(inner, budget, verdicts);
  }
}

} // namespace

Verdict judgeLoop(Operation *op, const Budget &budget) {
  Verdict verdict;
  verdict.op = op;
  verdict.isLoop = true;
  verdict.available = *std::max_element(budget.bytes.begin(), budget.bytes.end());
  op->walk([&](Operation *inner) {
    if (isa<TilingInterface>(inner) && !isa<linalg::FillOp>(inner))
      verdict.available = std::min(verdict.available, budget.of(classify(inner)));
  });
  LoopJudge(verdict).run(cast<scf::ForOp>(op));
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
