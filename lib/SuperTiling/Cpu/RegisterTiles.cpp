//===- RegisterTiles.cpp - Operations on buffers as vector loops ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Cpu/RegisterTiles.h"

#include "BufferUses.h"
#include "Caches.h"
#include "PackOperand.h"
#include "TileShape.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <map>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Iterations of one loop: `width` from `start` on.
struct Range {
  Value start;
  int64_t width = 0;
};

using Vectors = SmallVector<Value>;

class Emitter {
public:
  Emitter(OpBuilder &builder, VectorLoops &loops, const TileShape &shape, const VectorUnit &unit)
      : b(builder), loc(loops.op.getLoc()), loops(loops), shape(shape), unit(unit) {}

  void emit() {
    for (const VectorOperand &init : loops.inits) {
      int64_t bytes = shape.lanes * init.element.getIntOrFloatBitWidth() / 8;
      streams.push_back(!loops.reduces() && init.isPermutation() && isOnlyWritten(init.base) &&
                        hasAlignedRows(init.base, bytes));
    }
    zero = arith::ConstantIndexOp::create(b, loc, 0);
    for (int64_t extent : loops.extents)
      ranges.push_back({zero, extent});
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop) {
      bool inTile = loop == shape.lanesLoop || shape.rowsLoop == loop;
      if (loops.parallel[loop] && !inTile)
        outer.push_back(loop);
      else if (!loops.parallel[loop] && loop != shape.lanesLoop)
        reductions.push_back(loop);
    }
    emitOuter(0);
  }

private:
  OpBuilder &b;
  Location loc;
  VectorLoops &loops;
  const TileShape &shape;
  const VectorUnit &unit;
  Value zero;
  SmallVector<Range> ranges;
  SmallVector<unsigned> outer, reductions;
  /// By result: stores pass the caches by.
  SmallVector<bool> streams;
  /// What all steps of a loop over lanes share, by input.
  std::map<size_t, Value> invariants;
  /// What one step has loaded, by input, row and vector.
  std::map<std::tuple<size_t, int64_t, int64_t>, Value> loaded;
  /// Rows and vectors of the tile that is emitted, and lanes of its last vector.
  int64_t rows = 1, vectors = 1, lastLanes = 1;

  /// `body` for blocks of `width` iterations of the present range of `loop`, and for what remains.
  void forBlocks(unsigned loop, int64_t width, llvm::function_ref<void()> body) {
    Range all = ranges[loop];
    int64_t blocks = all.width / width, rest = all.width % width;
    if (blocks == 1) {
      ranges[loop].width = width;
      body();
    } else if (blocks > 1) {
      Value end = advance(all.start, blocks * width);
      Value step = arith::ConstantIndexOp::create(b, loc, width);
      auto block = scf::ForOp::create(b, loc, all.start, end, step);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(block.getBody());
      ranges[loop] = {block.getInductionVar(), width};
      body();
    }
    if (rest > 0) {
      ranges[loop] = {blocks > 0 ? advance(all.start, blocks * width) : all.start, rest};
      body();
    }
    ranges[loop] = all;
  }

  Value advance(Value start, int64_t by) {
    AffineExpr d0 = b.getAffineDimExpr(0);
    return asValue(affine::makeComposedFoldedAffineApply(b, loc, d0 + by, {OpFoldResult(start)}));
  }
  Value asValue(OpFoldResult value) { return getValueOrCreateConstantIndexOp(b, loc, value); }

  /// What the rows of all tiles read again and again.
  int64_t sharedBytes() const {
    int64_t bytes = 0;
    for (const VectorOperand &input : loops.inputs)
      if (input.isBuffer && shape.rowsLoop && !input.dependsOn(*shape.rowsLoop) && input.dependsOn(shape.lanesLoop)) {
        int64_t size = input.element.getIntOrFloatBitWidth() / 8;
        for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
          size *= input.dependsOn(loop) ? loops.extents[loop] : 1;
        bytes += size;
      }
    return bytes;
  }

  /// Loops around the tile: those in no register; where what the lanes read does not stay in the second cache, a block
  /// of lanes is outermost, else innermost.
  void emitOuter(size_t level) {
    bool lanesFirst = loops.parallel[shape.lanesLoop] && shape.panel == 0 && sharedBytes() > secondCacheBytes;
    if (level == 0 && lanesFirst)
      return forBlocks(shape.lanesLoop, shape.lanes * shape.vectors, [&] { emitParallel(0); });
    emitParallel(0);
  }

  void emitParallel(size_t level) {
    if (level < outer.size())
      return forBlocks(outer[level], 1, [&] { emitParallel(level + 1); });
    if (shape.panel != 0)
      return forBlocks(shape.panelLoop, shape.panel, [&] { emitRowBlocks(); });
    emitRowBlocks();
  }

  void emitRowBlocks() {
    if (shape.rowsPerBlock != 0)
      return forBlocks(*shape.rowsLoop, shape.rowsPerBlock, [&] { emitLanes(); });
    emitLanes();
  }

  void emitLanes() {
    if (!loops.parallel[shape.lanesLoop])
      return emitRows();
    // Rows lie one after the other in memory: where all that they share stays in the first cache, each is done at once. So
    // are rows that are transposed, whose lines are then written in one go, unless they are not kept in caches anyway.
    if (shape.rowsLoop && (shape.transposes ? !streams[0] : sharedBytes() <= firstCacheBytes / 2))
      return forBlocks(*shape.rowsLoop, shape.rows, [&] {
        rows = ranges[*shape.rowsLoop].width;
        forBlocks(shape.lanesLoop, shape.lanes * shape.vectors, [&] {
          setVectors(ranges[shape.lanesLoop].width);
          emitTile();
        });
      });
    loadInvariants();
    forBlocks(shape.lanesLoop, shape.lanes * shape.vectors, [&] {
      setVectors(ranges[shape.lanesLoop].width);
      emitRows();
    });
    invariants.clear();
  }

  /// What all lanes of a row share, in front of their loop: LLVM cannot tell that the stores leave it alone.
  void loadInvariants() {
    if (loops.reduces() || shape.rowsLoop)
      return;
    for (auto [i, input] : llvm::enumerate(loops.inputs))
      if (!input.argument.use_empty() && (!input.isBuffer || input.along(shape.lanesLoop) == Along::Invariant))
        invariants[i] = load(i, input, 0, 0);
  }

  void emitRows() {
    if (!shape.rowsLoop) {
      rows = 1;
      return emitTile();
    }
    forBlocks(*shape.rowsLoop, shape.rows, [&] {
      rows = ranges[*shape.rowsLoop].width;
      emitTile();
    });
  }

  void setVectors(int64_t width) {
    vectors = llvm::divideCeil(width, shape.lanes);
    lastLanes = width - (vectors - 1) * shape.lanes;
  }

  VectorType vectorOf(Type element) { return VectorType::get({shape.lanes}, element); }

  /// Index of each dimension of `operand` for a row and a lane of the tile.
  SmallVector<Value> indicesOf(const VectorOperand &operand, int64_t row, int64_t lane) {
    SmallVector<OpFoldResult> at;
    for (const Range &range : ranges)
      at.push_back(range.start);
    SmallVector<Value> indices;
    for (auto [expr, multiples] : llvm::zip(operand.index, operand.multiples)) {
      int64_t shift = multiples[shape.lanesLoop] * lane + (shape.rowsLoop ? multiples[*shape.rowsLoop] * row : 0);
      indices.push_back(asValue(affine::makeComposedFoldedAffineApply(b, loc, expr + shift, at)));
    }
    if (operand.packedLoop)
      indices.push_back(arith::ConstantIndexOp::create(b, loc, *operand.packedLoop == shape.lanesLoop ? lane : row));
    return indices;
  }

  Value maskOf(int64_t lanes) {
    return vector::ConstantMaskOp::create(b, loc, vectorOf(b.getI1Type()), ArrayRef<int64_t>{lanes});
  }
  Value zeros(VectorType type) { return arith::ConstantOp::create(b, loc, type, b.getZeroAttr(type)); }

  Value loadLanes(const VectorOperand &operand, ValueRange indices, int64_t lanes) {
    VectorType type = vectorOf(operand.element);
    if (lanes == shape.lanes)
      return vector::LoadOp::create(b, loc, type, operand.base, indices);
    return vector::MaskedLoadOp::create(b, loc, type, operand.base, indices, maskOf(lanes), zeros(type));
  }

  int64_t lanesOf(int64_t vector) const { return vector + 1 == vectors ? lastLanes : shape.lanes; }

  Value load(size_t input, const VectorOperand &operand, int64_t row, int64_t vector) {
    if (auto found = invariants.find(input); found != invariants.end())
      return found->second;
    Along along = operand.isBuffer ? operand.along(shape.lanesLoop) : Along::Invariant;
    bool byRow = operand.isBuffer && shape.rowsLoop && operand.dependsOn(*shape.rowsLoop);
    auto key = std::tuple(input, byRow ? row : 0, along == Along::Invariant ? 0 : vector);
    if (Value &found = loaded[key])
      return found;
    if (along == Along::Strided) {
      loadTransposed(input, operand, vector);
      return loaded[key];
    }
    Value value = operand.base;
    if (along == Along::Contiguous) {
      SmallVector<Value> indices = indicesOf(operand, row, vector * shape.lanes);
      askAhead(input, indices, vector);
      value = loadLanes(operand, indices, lanesOf(vector));
    } else if (operand.isBuffer)
      value = memref::LoadOp::create(b, loc, operand.base, indicesOf(operand, row, 0));
    if (along != Along::Contiguous)
      value = vector::BroadcastOp::create(b, loc, vectorOf(operand.element), value);
    return loaded[key] = value;
  }

  /// Once for a line of a cache. Behind the end of memory it does nothing.
  void askAhead(size_t input, ArrayRef<Value> indices, int64_t vector) {
    for (const LoadAhead &load : loops.ahead) {
      const VectorOperand &operand = loops.inputs[load.input];
      int64_t bytes = shape.lanes * operand.element.getIntOrFloatBitWidth() / 8;
      if (load.input != input || vector * bytes % lineBytes != 0)
        continue;
      SmallVector<Value> there(indices);
      there.back() = advance(there.back(), load.elements);
      memref::PrefetchOp::create(b, loc, operand.base, there, /*isWrite=*/false,
                                 /*localityHint=*/load.toFirstCache ? 3 : 2, /*isDataCache=*/true);
    }
  }

  /// A square of `lanes` rows along the rows loop, each contiguous, becomes one of columns. Stage by stage, rows `d`
  /// apart exchange the halves in which bit `d` of row and lane differs.
  void loadTransposed(size_t input, const VectorOperand &operand, int64_t vector) {
    Vectors square;
    for (int64_t lane = 0; lane < shape.lanes; ++lane)
      square.push_back(lane < lanesOf(vector)
                           ? loadLanes(operand, indicesOf(operand, 0, vector * shape.lanes + lane), rows)
                           : zeros(vectorOf(operand.element)));
    for (int64_t d = shape.lanes / 2; d > 0; d /= 2) {
      SmallVector<int64_t> low, high;
      for (int64_t lane = 0; lane < shape.lanes; ++lane) {
        low.push_back((lane & d) == 0 ? lane : shape.lanes + lane - d);
        high.push_back((lane & d) == 0 ? lane + d : shape.lanes + lane);
      }
      for (int64_t i = 0; i < shape.lanes; ++i)
        if ((i & d) == 0) {
          Value first = square[i], second = square[i + d];
          square[i] = vector::ShuffleOp::create(b, loc, first, second, low);
          square[i + d] = vector::ShuffleOp::create(b, loc, first, second, high);
        }
    }
    for (int64_t row = 0; row < shape.lanes; ++row)
      loaded[std::tuple(input, row, vector)] = square[row];
  }

  /// The arithmetic of the body on vectors; the values that it yields.
  Vectors compute(const IRMapping &arguments) {
    IRMapping mapping = arguments;
    for (Operation &inner : loops.op.getBlock()->without_terminator()) {
      for (Value operand : inner.getOperands())
        if (!mapping.contains(operand))
          mapping.map(operand, vector::BroadcastOp::create(b, loc, vectorOf(operand.getType()), operand));
      if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
        Attribute element = constant.getValue();
        auto value = DenseElementsAttr::get(vectorOf(constant.getType()), element);
        mapping.map(constant.getResult(), arith::ConstantOp::create(b, loc, value));
        continue;
      }
      Value special = timesReciprocal(inner, mapping);
      if (!special && inner.getNumOperands() == 2 && inner.getNumResults() == 1)
        special = largerOrSmaller(&inner, mapping.lookup(inner.getOperand(0)), mapping.lookup(inner.getOperand(1)));
      if (special) {
        mapping.map(inner.getResult(0), special);
        continue;
      }
      Operation *copy = b.clone(inner, mapping);
      for (auto [result, before] : llvm::zip(copy->getResults(), inner.getResults()))
        result.setType(vectorOf(before.getType()));
      allow(copy);
    }
    Vectors yielded;
    for (Value value : loops.op.getBlock()->getTerminator()->getOperands()) {
      if (!mapping.contains(value))
        mapping.map(value, vector::BroadcastOp::create(b, loc, vectorOf(value.getType()), value));
      yielded.push_back(mapping.lookup(value));
    }
    return yielded;
  }

  /// A division by one value for all lanes, where it may be a product with the reciprocal: divisions of vectors take as
  /// long as a dozen products. Null: `inner` is none.
  Value timesReciprocal(Operation &inner, const IRMapping &mapping) {
    auto division = dyn_cast<arith::DivFOp>(inner);
    if (!division || !arith::bitEnumContainsAll(division.getFastmath(), arith::FastMathFlags::arcp))
      return {};
    auto divisor = mapping.lookup(division.getRhs()).getDefiningOp<vector::BroadcastOp>();
    if (!divisor || divisor.getSource().getType() != division.getType())
      return {};
    Value all;
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointAfter(divisor);
      Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(division.getType(), 1.0));
      Value reciprocal = arith::DivFOp::create(b, loc, one, divisor.getSource());
      all = vector::BroadcastOp::create(b, loc, vectorOf(division.getType()), reciprocal);
    }
    auto product = arith::MulFOp::create(b, loc, mapping.lookup(division.getLhs()), all, division.getFastmath());
    allow(product);
    return product;
  }

  static bool isConstant(Value value) {
    if (auto all = value.getDefiningOp<vector::BroadcastOp>())
      value = all.getSource();
    return matchPattern(value, m_Constant());
  }

  /// maximumf and minimumf of vectors where no instruction is either. Picked by comparisons both ways round, the two
  /// results are the same but for zeros, whose sign is in either, and for NaN, which is in the second of its comparison:
  ///   minimum = bits of either; maximum = the same, its sign in both.
  /// LLVM's own sequence takes six operations, one after the other. Null: `op` is another, or compares with a constant.
  Value largerOrSmaller(Operation *op, Value x, Value y) {
    bool larger = isa<arith::MaximumFOp>(op);
    auto type = dyn_cast<VectorType>(x.getType());
    if (!unit.comparesForMaximum || !(larger || isa<arith::MinimumFOp>(op)) || !type ||
        !(type.getElementType().isF32() || type.getElementType().isF64()) || isConstant(x) || isConstant(y) ||
        arith::bitEnumContainsAll(cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue(),
                                  arith::FastMathFlags::nnan | arith::FastMathFlags::nsz))
      return {};
    auto predicate = larger ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
    unsigned width = type.getElementTypeBitWidth();
    auto bits = type.clone(b.getIntegerType(width));
    auto pick = [&](Value first, Value second) -> Value {
      Value before = arith::CmpFOp::create(b, loc, predicate, first, second);
      return arith::BitcastOp::create(b, loc, bits, arith::SelectOp::create(b, loc, before, first, second));
    };
    Value one = pick(x, y), other = pick(y, x), either = arith::OrIOp::create(b, loc, one, other);
    if (larger) {
      auto magnitude = DenseElementsAttr::get(bits, APInt::getSignedMaxValue(width));
      either = arith::AndIOp::create(b, loc, either, arith::ConstantOp::create(b, loc, magnitude));
      either = arith::OrIOp::create(b, loc, either, arith::AndIOp::create(b, loc, one, other));
    }
    return arith::BitcastOp::create(b, loc, type, either);
  }

  /// What `combine` makes of all lanes, the far ones with the near ones first.
  Value combineLanes(Value lanes) {
    if (!isa<arith::MaximumFOp, arith::MinimumFOp>(loops.combiner)) {
      auto flags =
          isa<FloatType>(getElementTypeOrSelf(lanes)) ? arith::FastMathFlags::reassoc : arith::FastMathFlags::none;
      return vector::ReductionOp::create(b, loc, *linalg::getCombinerOpKind(loops.combiner), lanes, flags);
    }
    for (int64_t distance = shape.lanes / 2; distance > 0; distance /= 2) {
      SmallVector<int64_t> far;
      for (int64_t lane = 0; lane < shape.lanes; ++lane)
        far.push_back((lane + distance) % shape.lanes);
      lanes = combine(lanes, vector::ShuffleOp::create(b, loc, lanes, lanes, far));
    }
    return vector::ExtractOp::create(b, loc, lanes, ArrayRef<int64_t>{0});
  }

  void allow(Operation *copy) {
    auto math = dyn_cast<arith::ArithFastMathInterface>(copy);
    if (!math)
      return;
    arith::FastMathFlags flags = arith::FastMathFlags::none;
    if (auto present = math.getFastMathFlagsAttr())
      flags = present.getValue();
    // The sums that run side by side have been chosen: free to reassociate, LLVM makes one chain of them again.
    flags = flags & ~arith::FastMathFlags::reassoc;
    if (unit.contract)
      flags = flags | arith::FastMathFlags::contract;
    copy->setAttr(math.getFastMathAttrName(), arith::FastMathFlagsAttr::get(b.getContext(), flags));
  }

  bool readsInit(const VectorOperand &init) const { return !init.argument.use_empty(); }

  void emitTile() {
    loaded.clear();
    if (!loops.reduces())
      return storeAll(step({}));
    if (!loops.parallel[shape.lanesLoop])
      return emitSum();
    Vectors sums;
    const VectorOperand &init = loops.inits[0];
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t vector = 0; vector < vectors; ++vector)
        sums.push_back(loadLanes(init, indicesOf(init, row, vector * shape.lanes), lanesOf(vector)));
    storeAll(reduce(0, sums));
  }

  /// `values` by result, row and vector.
  void storeAll(const Vectors &values) {
    size_t next = 0;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t vector = 0; vector < vectors; ++vector)
        for (auto [init, streamed] : llvm::zip(loops.inits, streams)) {
          SmallVector<Value> indices = indicesOf(init, row, vector * shape.lanes);
          if (lanesOf(vector) == shape.lanes) {
            auto alignment = streamed ? llvm::MaybeAlign(shape.lanes * init.element.getIntOrFloatBitWidth() / 8)
                                      : llvm::MaybeAlign();
            vector::StoreOp::create(b, loc, values[next++], init.base, indices, streamed, alignment);
          } else
            vector::MaskedStoreOp::create(b, loc, init.base, indices, maskOf(lanesOf(vector)), values[next++]);
        }
  }

  /// One iteration of all reductions, for all rows and vectors.
  Vectors step(const Vectors &sums) {
    loaded.clear();
    Vectors results;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t vector = 0; vector < vectors; ++vector) {
        IRMapping arguments;
        for (auto [i, input] : llvm::enumerate(loops.inputs))
          if (!input.argument.use_empty())
            arguments.map(input.argument, load(i, input, row, vector));
        for (auto [i, init] : llvm::enumerate(loops.inits))
          if (readsInit(init))
            arguments.map(init.argument,
                          sums.empty() ? load(loops.inputs.size() + i, init, row, vector) : sums[results.size()]);
        llvm::append_range(results, compute(arguments));
      }
    loaded.clear();
    return results;
  }

  /// Iterations of the reductions from `level` on that are written out instead of looped over.
  bool isUnrolled(size_t level) const {
    int64_t steps = 1;
    for (size_t i = level; i < reductions.size(); ++i)
      steps *= ranges[reductions[i]].width;
    return steps <= 16 && steps * rows * vectors <= 256;
  }

  Vectors reduce(size_t level, const Vectors &sums) {
    if (level == reductions.size())
      return loops.parallel[shape.lanesLoop] ? step(sums) : reduceLanes(sums);
    unsigned loop = reductions[level];
    Range all = ranges[loop];
    Vectors now = sums;
    bool lanesInside = !loops.parallel[shape.lanesLoop];
    if (all.width == 1)
      return reduce(level + 1, now);
    if (!lanesInside && isUnrolled(level)) {
      for (int64_t i = 0; i < all.width; ++i) {
        ranges[loop] = {advance(all.start, i), 1};
        now = reduce(level + 1, now);
      }
    } else {
      Value end = advance(all.start, all.width), one = arith::ConstantIndexOp::create(b, loc, 1);
      auto steps = scf::ForOp::create(b, loc, all.start, end, one, now);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(steps.getBody());
      ranges[loop] = {steps.getInductionVar(), 1};
      Vectors carried(steps.getRegionIterArgs());
      scf::YieldOp::create(b, loc, reduce(level + 1, carried));
      now.assign(steps.getResults().begin(), steps.getResults().end());
    }
    ranges[loop] = all;
    return now;
  }

  /// The lanes run along a reduction: sums by lane, from the neutral element, are added up in the end.
  void emitSum() {
    TypedAttr neutral = *arith::getNeutralElement(loops.combiner);
    const VectorOperand &init = loops.inits[0];
    VectorType type = vectorOf(init.element);
    Value start = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, Attribute(neutral)));
    Vectors sums = reduce(0, Vectors(rows * shape.vectors, start));
    for (int64_t row = 0; row < rows; ++row) {
      Value sum = sums[row * shape.vectors];
      for (int64_t vector = 1; vector < shape.vectors; ++vector)
        sum = combine(sum, sums[row * shape.vectors + vector]);
      Value lanes = combineLanes(sum);
      SmallVector<Value> indices = indicesOf(init, row, 0);
      Value before = memref::LoadOp::create(b, loc, init.base, indices);
      memref::StoreOp::create(b, loc, combine(before, lanes), init.base, indices);
    }
  }

  Value combine(Value x, Value y) {
    if (Value special = largerOrSmaller(loops.combiner, x, y))
      return special;
    Operation *copy = b.clone(*loops.combiner);
    copy->setOperands({x, y});
    copy->getResult(0).setType(x.getType());
    allow(copy);
    return copy->getResult(0);
  }

  Vectors reduceLanes(const Vectors &sums) {
    unsigned loop = shape.lanesLoop;
    Range all = ranges[loop];
    int64_t width = shape.lanes * shape.vectors, blocks = all.width / width;
    Vectors now = sums;
    auto part = [&](Value start, int64_t part, const Vectors &before) {
      ranges[loop] = {start, part};
      setVectors(part);
      return partialStep(before);
    };
    if (blocks > 1) {
      Value end = advance(all.start, blocks * width), by = arith::ConstantIndexOp::create(b, loc, width);
      auto steps = scf::ForOp::create(b, loc, all.start, end, by, now);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(steps.getBody());
      Vectors carried(steps.getRegionIterArgs());
      scf::YieldOp::create(b, loc, part(steps.getInductionVar(), width, carried));
      now.assign(steps.getResults().begin(), steps.getResults().end());
    } else if (blocks == 1) {
      now = part(all.start, width, now);
    }
    if (all.width % width != 0)
      now = part(advance(all.start, blocks * width), all.width % width, now);
    ranges[loop] = all;
    return now;
  }

  /// A step over the vectors that there are; lanes beyond the end keep their sum.
  Vectors partialStep(const Vectors &sums) {
    Vectors used, results = sums;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t vector = 0; vector < vectors; ++vector)
        used.push_back(sums[row * shape.vectors + vector]);
    Vectors now = step(used);
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t vector = 0; vector < vectors; ++vector) {
        Value &result = results[row * shape.vectors + vector];
        Value next = now[row * vectors + vector];
        result = lanesOf(vector) == shape.lanes
                     ? next
                     : arith::SelectOp::create(b, loc, maskOf(lastLanes), next, result).getResult();
      }
    return results;
  }
};

} // namespace

/// Rows one after the other, each from its first element to its last.
static bool runsInOrder(const VectorLoops &loops, const TileShape &shape) {
  return shape.lanesLoop + 1 == loops.extents.size() && !shape.rowsLoop && shape.panel == 0;
}

bool lowerToRegisterTiles(RewriterBase &rewriter, linalg::LinalgOp op, const VectorUnit &unit,
                          ArrayRef<LoadAhead> ahead) {
  std::optional<VectorLoops> loops = describeVectorLoops(op, unit);
  if (!loops)
    return false;
  std::optional<TileShape> shape =
      chooseTileShape(*loops, unit, [&](unsigned input) { return executionsPerValue(op, loops->inputs[input].base); });
  if (!shape)
    return false;
  if (runsInOrder(*loops, *shape))
    loops->ahead.assign(ahead.begin(), ahead.end());
  for (auto [input, loop] : shape->packed)
    loops->inputs[input] = packOperand(rewriter, *loops, *shape, input, loop, unit);
  rewriter.setInsertionPoint(op);
  Emitter(rewriter, *loops, *shape, unit).emit();
  rewriter.eraseOp(op);
  return true;
}

} // namespace alcove::supertiling
