//===- TileShape.cpp - Which loops run in registers, and how far ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileShape.h"

#include "BufferUses.h"
#include "Caches.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Rows that are as far apart share the sets of a cache.
constexpr int64_t crowdedStride = 1024;

/// The body computes on elements, and each of its operations exists on vectors.
bool hasVectorBody(linalg::LinalgOp op, const VectorUnit &unit) {
  for (Operation &inner : op.getBlock()->without_terminator()) {
    bool called = isa<math::MathDialect>(inner.getDialect()) &&
                  !isa<math::AbsFOp, math::AbsIOp, math::SqrtOp, math::RsqrtOp, math::FmaOp, math::FloorOp,
                       math::CeilOp, math::TruncOp, math::RoundEvenOp, math::CopySignOp>(inner);
    if (called && !unit.polynomials)
      return false;
    if (inner.getNumRegions() != 0 || !(isa<arith::ConstantOp>(inner) || OpTrait::hasElementwiseMappableTraits(&inner)))
      return false;
    for (TypeRange types : {TypeRange(inner.getOperandTypes()), TypeRange(inner.getResultTypes())})
      for (Type type : types)
        if (!type.isInteger(1) && !hasVectors(type))
          return false;
  }
  return true;
}

/// The operation that adds to the result of `op`: one of its operands is the result so far, which nothing else reads.
Operation *combinerOf(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  BlockArgument sofar = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Operation *combiner = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!sofar.hasOneUse() || !combiner || *sofar.user_begin() != combiner || combiner->getBlock() != op.getBlock() ||
      !combiner->hasOneUse() || !linalg::getCombinerOpKind(combiner))
    return nullptr;
  return combiner;
}

bool isAssociative(Operation *combiner) {
  if (!isa<arith::AddFOp, arith::MulFOp>(combiner))
    return true;
  auto flags = cast<arith::ArithFastMathInterface>(combiner).getFastMathFlagsAttr();
  return flags && arith::bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::reassoc);
}

int64_t bytesOf(const VectorOperand &operand) { return operand.element.getIntOrFloatBitWidth() / 8; }

class Chooser {
public:
  Chooser(const VectorLoops &loops, const VectorUnit &unit, llvm::function_ref<int64_t(unsigned)> trips)
      : loops(loops), unit(unit), trips(trips) {}

  std::optional<TileShape> choose() {
    int64_t widest = 1;
    for (const VectorOperand &operand : llvm::concat<const VectorOperand>(loops.inputs, loops.inits))
      widest = std::max(widest, bytesOf(operand));
    lanes = std::min(unit.bytes, straddles() ? lineBytes / 2 : unit.bytes) / widest;
    std::optional<TileShape> best;
    double bestScore = 0;
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (std::optional<std::pair<TileShape, double>> found = along(loop); found && found->second > bestScore)
        best = found->first, bestScore = found->second;
    if (best) {
      packRows(*best);
      cutPanels(*best);
    }
    return best;
  }

private:
  const VectorLoops &loops;
  const VectorUnit &unit;
  llvm::function_ref<int64_t(unsigned)> trips;
  int64_t lanes = 1;

  /// Vectors as wide as a line of a cache lie across two where rows begin anywhere, those of half a line every second time:
  /// what has little arithmetic waits for its loads. Tiles of a loop are in the first cache, where this costs less.
  bool straddles() const {
    linalg::LinalgOp op = loops.op;
    constexpr int64_t little = 3;
    if (unit.bytes < lineBytes || loops.reduces() || op->getParentOfType<scf::ForOp>() ||
        static_cast<int64_t>(op.getBlock()->getOperations().size()) - 1 > little)
      return false;
    bool anywhere = false;
    auto last = static_cast<unsigned>(loops.extents.size() - 1);
    for (const VectorOperand &input : loops.inputs) {
      // A line that is not written at once should be written in whole.
      if (input.isBuffer && (!input.isPermutation() || input.along(last) == Along::Strided))
        return false;
      anywhere |=
          input.isBuffer && input.index.size() == loops.extents.size() && !hasAlignedRows(input.base, lineBytes);
    }
    return anywhere;
  }

  /// Iterations that read the same elements of an input, over all executions.
  double reuse(unsigned input) const {
    double times = static_cast<double>(trips(input));
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (loops.parallel[loop] && !loops.inputs[input].dependsOn(loop))
        times *= static_cast<double>(loops.extents[loop]);
    return times;
  }

  /// The tile whose lanes run along `loop`, and how much of its vectors is used, less what it has to pack.
  std::optional<std::pair<TileShape, double>> along(unsigned loop) const {
    int64_t extent = loops.extents[loop];
    if (extent < 2)
      return std::nullopt;
    TileShape shape;
    shape.lanesLoop = loop;
    shape.lanes = lanes;
    int64_t vectors = llvm::divideCeil(extent, lanes);
    double score = static_cast<double>(extent) / static_cast<double>(vectors * lanes);
    for (const VectorOperand &init : loops.inits)
      if (!init.isBuffer || init.along(loop) != (loops.parallel[loop] ? Along::Contiguous : Along::Invariant))
        return std::nullopt;
    if (!loops.parallel[loop]) {
      if (!loops.reorders)
        return std::nullopt;
      score *= 0.6;
    }
    llvm::SmallVector<unsigned> crossing;
    for (auto [i, input] : llvm::enumerate(loops.inputs))
      if (input.along(loop) == Along::Strided)
        crossing.push_back(i);
    if (!crossing.empty() && !loops.reduces() && loops.parallel[loop]) {
      std::optional<unsigned> rows = contiguousForAll(crossing, loop);
      if (!rows)
        return std::nullopt;
      shape.rowsLoop = rows;
      shape.rows = lanes;
      shape.transposes = true;
      // Results begin anywhere in a line: two vectors one after the other complete one.
      shape.vectors = std::min<int64_t>(vectors, 2);
      return std::pair(shape, 0.5 * score);
    }
    for (unsigned input : crossing) {
      if (!loops.inputs[input].isPermutation() || reuse(input) < 16)
        return std::nullopt;
      shape.packed.push_back({input, loop});
      score *= 0.9;
    }
    chooseRows(shape, vectors);
    // Rows of a panel that lie far apart meet in few sets of a cache, and each is on a page of its own.
    for (auto [i, input] : llvm::enumerate(loops.inputs))
      if (input.along(loop) == Along::Contiguous && loops.reduces() && loops.parallel[loop] && !rowsRead(shape, i) &&
          input.isPermutation() && vectors > shape.vectors && reuse(i) >= 64 && farApart(input, loop))
        shape.packed.push_back({static_cast<unsigned>(i), loop});
    for (auto [input, of] : shape.packed)
      if (rowsRead(shape, input))
        return std::nullopt;
    return std::pair(shape, score);
  }

  bool rowsRead(const TileShape &shape, unsigned input) const {
    return shape.rowsLoop && loops.inputs[input].dependsOn(*shape.rowsLoop);
  }

  bool farApart(const VectorOperand &input, unsigned except) const {
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (loop != except && !loops.parallel[loop] && loops.extents[loop] >= 16 &&
          input.strideAlong(loop) * bytesOf(input) >= crowdedStride)
        return true;
    return false;
  }

  /// The loop along which all of `inputs` are contiguous.
  std::optional<unsigned> contiguousForAll(ArrayRef<unsigned> inputs, unsigned except) const {
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (loop != except && loops.parallel[loop] &&
          llvm::all_of(inputs, [&](unsigned input) { return loops.inputs[input].along(loop) == Along::Contiguous; }))
        return loop;
    return std::nullopt;
  }

  /// Vectors that one step of a tile loads, of `rows` by `vectors`.
  double loadsOf(unsigned lanesLoop, unsigned rowsLoop, int64_t rows, int64_t vectors) const {
    double loads = 0;
    for (const VectorOperand &input : loops.inputs)
      if (input.isBuffer)
        loads +=
            static_cast<double>((input.dependsOn(lanesLoop) ? vectors : 1) * (input.dependsOn(rowsLoop) ? rows : 1));
    return loads;
  }

  /// Steps of a pipeline that the tiles of all rows and vectors take: loads or arithmetic, and eight sums in flight.
  double costOf(unsigned lanesLoop, unsigned rowsLoop, int64_t rows, int64_t vectors, int64_t allVectors) const {
    int64_t extent = loops.extents[rowsLoop];
    double cost = 0;
    for (auto [r, timesR] : {std::pair(rows, extent / rows), std::pair(extent % rows, int64_t(1))})
      for (auto [v, timesV] : {std::pair(vectors, allVectors / vectors), std::pair(allVectors % vectors, int64_t(1))}) {
        if (r == 0 || v == 0)
          continue;
        auto work = static_cast<double>(r * v);
        cost += static_cast<double>(timesR * timesV) *
                (std::max({work, 0.75 * loadsOf(lanesLoop, rowsLoop, r, v), 8.0}) + 1);
      }
    return cost;
  }

  /// Accumulators, a row of vectors and two elements beside them; what varies with rows and lanes is read again by other
  /// steps of a window, and compilers keep it.
  int64_t registersOf(unsigned lanesLoop, unsigned rowsLoop, int64_t rows, int64_t vectors) const {
    int64_t used = rows * vectors + vectors + 2;
    for (const VectorOperand &input : loops.inputs)
      if (input.isBuffer && input.dependsOn(lanesLoop) && input.dependsOn(rowsLoop))
        used += (input.isPermutation() ? 1 : 2) * rows * vectors;
    return used;
  }

  /// The rows and vectors of a tile, as many as there are registers for.
  void chooseRows(TileShape &shape, int64_t allVectors) const {
    if (!loops.reduces()) {
      linalg::LinalgOp op = loops.op;
      auto operations = static_cast<int64_t>(op.getBlock()->getOperations().size());
      int64_t most = operations <= 6 ? 4 : operations <= 24 ? 2 : 1;
      shape.vectors = std::min<int64_t>(allVectors, straddles() ? 2 * most : most);
      return;
    }
    shape.vectors = std::min<int64_t>(allVectors, 8);
    double best = std::numeric_limits<double>::infinity();
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop) {
      bool reused = llvm::any_of(loops.inputs, [&](const VectorOperand &input) {
        return input.isBuffer && input.along(shape.lanesLoop) != Along::Invariant && !input.dependsOn(loop);
      });
      if (loop == shape.lanesLoop || !loops.parallel[loop] || loops.extents[loop] < 2 || !reused)
        continue;
      auto other = static_cast<double>(parallelPoints(shape.lanesLoop, loop));
      for (int64_t vectors = 1; vectors <= std::min<int64_t>(allVectors, 6); ++vectors)
        for (int64_t rows = 1; rows <= std::min<int64_t>(loops.extents[loop], 16); ++rows)
          if (registersOf(shape.lanesLoop, loop, rows, vectors) <= unit.registers)
            if (double cost = other * costOf(shape.lanesLoop, loop, rows, vectors, allVectors); cost < best) {
              best = cost;
              shape.rowsLoop = loop;
              shape.rows = rows;
              shape.vectors = vectors;
            }
    }
  }

  double parallelPoints(unsigned a, unsigned b) const {
    double points = 1;
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (loop != a && loop != b && loops.parallel[loop])
        points *= static_cast<double>(loops.extents[loop]);
    return points;
  }

  /// Elements that are read row by row from rows that meet in the sets of a cache.
  void packRows(TileShape &shape) const {
    if (!shape.rowsLoop || shape.transposes)
      return;
    for (auto [i, input] : llvm::enumerate(loops.inputs))
      if (rowsRead(shape, i) && !input.dependsOn(shape.lanesLoop) && input.isPermutation() && shape.rows > 4 &&
          input.strideAlong(*shape.rowsLoop) * bytesOf(input) % crowdedStride == 0 &&
          reuse(i) >= static_cast<double>(8 * shape.vectors * shape.lanes))
        shape.packed.push_back({static_cast<unsigned>(i), *shape.rowsLoop});
  }

  /// The largest reduction in panels that the first cache holds, rows in blocks that the second one does.
  void cutPanels(TileShape &shape) const {
    if (!loops.reduces() || !shape.rowsLoop || !loops.parallel[shape.lanesLoop])
      return;
    int64_t bytes = bytesOf(loops.inits[0]), row = shape.vectors * shape.lanes * bytes;
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (!loops.parallel[loop] && loops.extents[loop] >= 2 * (firstCacheBytes / row) &&
          (shape.panel == 0 || loops.extents[loop] > loops.extents[shape.panelLoop]))
        shape.panelLoop = loop, shape.panel = firstCacheBytes / row;
    int64_t depth = 1;
    for (unsigned loop = 0; loop < loops.extents.size(); ++loop)
      if (!loops.parallel[loop])
        depth *= shape.panel != 0 && loop == shape.panelLoop ? shape.panel : loops.extents[loop];
    int64_t most = std::max<int64_t>(1, secondCacheBytes / 2 / (depth * bytes) / shape.rows) * shape.rows;
    if (loops.extents[*shape.rowsLoop] >= 2 * most)
      shape.rowsPerBlock = most;
  }
};

} // namespace

std::optional<VectorLoops> describeVectorLoops(linalg::LinalgOp op, const VectorUnit &unit) {
  VectorLoops loops;
  loops.op = op;
  if (!op.hasPureBufferSemantics() || op.hasDynamicShape() || op.getNumLoops() == 0 || !hasVectorBody(op, unit))
    return std::nullopt;
  loops.extents = op.getStaticLoopRanges();
  if (llvm::any_of(loops.extents, [](int64_t extent) { return extent <= 0; }))
    return std::nullopt;
  for (utils::IteratorType kind : op.getIteratorTypesArray())
    loops.parallel.push_back(kind == utils::IteratorType::parallel);
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<VectorOperand> described = describeOperand(op, operand);
    if (!described)
      return std::nullopt;
    (op.isDpsInit(&operand) ? loops.inits : loops.inputs).push_back(*described);
  }
  if (llvm::all_of(loops.parallel, [](bool parallel) { return parallel; }))
    return loops;
  loops.combiner = combinerOf(op);
  if (!loops.combiner)
    return std::nullopt;
  loops.reorders = isAssociative(loops.combiner);
  return loops;
}

std::optional<TileShape> chooseTileShape(const VectorLoops &loops, const VectorUnit &unit,
                                         llvm::function_ref<int64_t(unsigned)> trips) {
  return Chooser(loops, unit, trips).choose();
}

} // namespace alcove::supertiling
