//===- JoinTiles.cpp - One tile for what several readers need -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JoinTiles.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using alcove::plan::tiling::TilesOfOne;

namespace alcove::supertiling {

namespace {

/// Values of index arithmetic in an iteration in the middle of all loops: the first and the last ones are cut at the
/// borders of a tensor.
class MiddleIteration {
public:
  std::optional<int64_t> of(OpFoldResult value) {
    if (auto constant = getConstantIntValue(value))
      return constant;
    auto [found, fresh] = known.try_emplace(cast<Value>(value));
    if (!fresh)
      return found->second;
    std::optional<int64_t> result = compute(cast<Value>(value));
    known[cast<Value>(value)] = result;
    return result;
  }

private:
  std::optional<int64_t> compute(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast_if_present<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || loop.getInductionVar() != value)
        return std::nullopt;
      auto low = of(loop.getLowerBound()), high = of(loop.getUpperBound()), step = of(loop.getStep());
      if (!low || !high || !step || *step <= 0 || *high <= *low)
        return std::nullopt;
      return *low + (*high - *low - 1) / *step / 2 * *step;
    }
    SmallVector<Attribute> operands;
    for (Value operand : value.getDefiningOp()->getOperands()) {
      std::optional<int64_t> own = operand.getType().isIndex() ? of(operand) : std::nullopt;
      if (!own)
        return std::nullopt;
      operands.push_back(IntegerAttr::get(IndexType::get(value.getContext()), *own));
    }
    SmallVector<OpFoldResult> results;
    if (!isPure(value.getDefiningOp()) || failed(value.getDefiningOp()->fold(operands, results)) || results.size() != 1)
      return std::nullopt;
    return getConstantIntValue(results[0]);
  }

  llvm::DenseMap<Value, std::optional<int64_t>> known;
};

/// Offset and size of each dimension.
using Box = SmallVector<std::pair<int64_t, int64_t>>;

double elementsIn(const Box &box) {
  double count = 1;
  for (auto [offset, size] : box)
    count *= static_cast<double>(size);
  return count;
}

std::optional<Box> boxAround(const Box &a, const Box &b, TilesOfOne way) {
  if (way != TilesOfOne::Joined)
    return a == b ? std::optional(a) : std::nullopt;
  Box around;
  for (auto [one, other] : llvm::zip_equal(a, b)) {
    int64_t offset = std::min(one.first, other.first);
    around.push_back({offset, std::max(one.first + one.second, other.first + other.second) - offset});
  }
  if (elementsIn(around) > elementsIn(a) + elementsIn(b))
    return std::nullopt;
  return around;
}

/// Slices that become one, and what is around them in the middle iteration.
struct Cluster {
  SmallVector<tensor::ExtractSliceOp> slices;
  Block *body = nullptr;
  Box box;
  Value source() const { return tensor::ExtractSliceOp(slices.front()).getSource(); }
};

Block *loopBody(Operation *op) { return op->getParentOfType<scf::ForOp>().getBody(); }

bool isDestination(tensor::ExtractSliceOp slice) {
  return llvm::any_of(slice->getUses(), [](OpOperand &use) {
    auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return isa<scf::ForOp>(use.getOwner()) || (user && user.isDpsInit(&use));
  });
}

SmallVector<Cluster> clustersOf(ArrayRef<tensor::ExtractSliceOp> slices, TilesOfOne way) {
  SmallVector<Cluster> clusters;
  MiddleIteration middle;
  for (tensor::ExtractSliceOp slice : slices) {
    Cluster own{{slice}, loopBody(slice), {}};
    for (auto [offset, size] : llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes())) {
      auto from = middle.of(offset), count = middle.of(size);
      if (from && count)
        own.box.push_back({*from, *count});
    }
    if (own.box.size() == slice.getMixedOffsets().size() && slice.hasUnitStride() && !isDestination(slice))
      clusters.push_back(std::move(own));
  }
  auto joinTwo = [&] {
    for (size_t i = 0; i < clusters.size(); ++i)
      for (size_t j = i + 1; j < clusters.size(); ++j) {
        if (clusters[i].body != clusters[j].body || clusters[i].source() != clusters[j].source())
          continue;
        std::optional<Box> around = boxAround(clusters[i].box, clusters[j].box, way);
        if (!around)
          continue;
        clusters[i].box = std::move(*around);
        clusters[i].slices.append(clusters[j].slices);
        clusters.erase(clusters.begin() + j);
        return true;
      }
    return false;
  };
  while (joinTwo())
    ;
  return clusters;
}

/// Offsets and sizes in front of the first of the slices.
class HullBuilder {
public:
  HullBuilder(RewriterBase &rewriter, const Cluster &cluster) : rewriter(rewriter), cluster(cluster) {
    for (tensor::ExtractSliceOp slice : cluster.slices) {
      Operation *here = cluster.body->findAncestorOpInBlock(*slice);
      if (!first || here->isBeforeInBlock(first))
        first = here;
    }
  }

  /// Null where an index cannot be computed there.
  tensor::ExtractSliceOp build() {
    rewriter.setInsertionPoint(first);
    tensor::ExtractSliceOp any = cluster.slices.front();
    loc = any.getLoc();
    size_t rank = any.getMixedOffsets().size();
    SmallVector<OpFoldResult> offsets, sizes, ones(rank, rewriter.getIndexAttr(1));
    for (size_t d = 0; d < rank; ++d) {
      std::optional<std::pair<OpFoldResult, OpFoldResult>> range = around(d);
      if (!range)
        return {};
      offsets.push_back(range->first);
      sizes.push_back(range->second);
    }
    return tensor::ExtractSliceOp::create(rewriter, loc, cluster.source(), offsets, sizes, ones);
  }

private:
  /// `value` or a copy of what computes it.
  OpFoldResult inFront(OpFoldResult value) {
    auto computed = dyn_cast<Value>(value);
    Operation *op = computed ? computed.getDefiningOp() : nullptr;
    Operation *here = op ? cluster.body->findAncestorOpInBlock(*op) : nullptr;
    if (!here || (here == op && op->isBeforeInBlock(first)))
      return value;
    if (auto found = copies.find(op); found != copies.end())
      return found->second->getResult(0);
    if (op->getNumRegions() > 0 || !isPure(op) || op->getNumResults() != 1)
      return {};
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      OpFoldResult own = operand.getType().isIndex() ? inFront(operand) : OpFoldResult();
      if (!own)
        return {};
      mapping.map(operand, cast<Value>(own));
    }
    return (copies[op] = rewriter.clone(*op, mapping))->getResult(0);
  }

  OpFoldResult endOf(OpFoldResult offset, OpFoldResult size) {
    AffineExpr a = rewriter.getAffineDimExpr(0), b = rewriter.getAffineDimExpr(1);
    return affine::makeComposedFoldedAffineApply(rewriter, loc, a + b, {offset, size});
  }

  static bool atMost(OpFoldResult a, OpFoldResult b) {
    using Bounds = ValueBoundsConstraintSet;
    return isEqualConstantIntOrValue(a, b) || Bounds::compare(a, Bounds::LE, b);
  }

  /// From the first to the last position of all slices along dimension `d`: those of one of them where it has all others.
  std::optional<std::pair<OpFoldResult, OpFoldResult>> around(size_t d) {
    SmallVector<OpFoldResult> offsets, sizes, ends;
    for (tensor::ExtractSliceOp slice : cluster.slices) {
      OpFoldResult offset = inFront(slice.getMixedOffsets()[d]), size = inFront(slice.getMixedSizes()[d]);
      if (!offset || !size)
        return std::nullopt;
      bool seen = false;
      for (auto [other, otherSize] : llvm::zip_equal(offsets, sizes))
        seen |= isEqualConstantIntOrValue(offset, other) && isEqualConstantIntOrValue(size, otherSize);
      if (seen)
        continue;
      offsets.push_back(offset);
      sizes.push_back(size);
      ends.push_back(endOf(offset, size));
    }
    for (size_t all = 0; all < offsets.size(); ++all) {
      bool has = true;
      for (size_t part = 0; part < offsets.size() && has; ++part)
        has = part == all || (atMost(offsets[all], offsets[part]) && atMost(ends[part], ends[all]));
      if (has)
        return std::pair(offsets[all], sizes[all]);
    }
    AffineMap each = rewriter.getMultiDimIdentityMap(static_cast<unsigned>(offsets.size()));
    OpFoldResult offset = affine::makeComposedFoldedAffineMin(rewriter, loc, each, offsets),
                 end = affine::makeComposedFoldedAffineMax(rewriter, loc, each, ends);
    AffineExpr a = rewriter.getAffineDimExpr(0), b = rewriter.getAffineDimExpr(1);
    return std::pair(offset, affine::makeComposedFoldedAffineApply(rewriter, loc, b - a, {offset, end}));
  }

  RewriterBase &rewriter;
  const Cluster &cluster;
  Operation *first = nullptr;
  Location loc = UnknownLoc::get(rewriter.getContext());
  llvm::DenseMap<Operation *, Operation *> copies;
};

void takeFrom(RewriterBase &rewriter, tensor::ExtractSliceOp hull, tensor::ExtractSliceOp slice) {
  rewriter.setInsertionPoint(slice);
  SmallVector<OpFoldResult> offsets;
  AffineExpr a = rewriter.getAffineDimExpr(0), b = rewriter.getAffineDimExpr(1);
  for (auto [own, from] : llvm::zip_equal(slice.getMixedOffsets(), hull.getMixedOffsets()))
    offsets.push_back(affine::makeComposedFoldedAffineApply(rewriter, slice.getLoc(), a - b, {own, from}));
  bool all =
      slice.getType() == hull.getType() && isEqualConstantIntOrValueArray(slice.getMixedSizes(), hull.getMixedSizes());
  if (all)
    rewriter.replaceOp(slice, hull);
  else
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(slice, slice.getType(), hull, offsets, slice.getMixedSizes(),
                                                        slice.getMixedStrides());
}

} // namespace

SmallVector<tensor::ExtractSliceOp> joinSlices(RewriterBase &rewriter, ArrayRef<tensor::ExtractSliceOp> slices,
                                               TilesOfOne way) {
  SmallVector<tensor::ExtractSliceOp> left(slices);
  if (way == TilesOfOne::AsFound)
    return left;
  OpBuilder::InsertionGuard guard(rewriter);
  for (const Cluster &cluster : clustersOf(slices, way)) {
    if (cluster.slices.size() == 1 && tensor::ExtractSliceOp(cluster.slices.front())->getBlock() == cluster.body)
      continue;
    tensor::ExtractSliceOp hull = HullBuilder(rewriter, cluster).build();
    if (!hull)
      continue;
    llvm::erase_if(left, [&](tensor::ExtractSliceOp slice) { return llvm::is_contained(cluster.slices, slice); });
    left.push_back(hull);
    for (tensor::ExtractSliceOp slice : cluster.slices)
      takeFrom(rewriter, hull, slice);
  }
  return left;
}

void joinLoads(RewriterBase &rewriter, scf::ForOp loop, TilesOfOne way) {
  llvm::MapVector<Value, SmallVector<tensor::ExtractSliceOp>> reads;
  loop->walk([&](tensor::ExtractSliceOp slice) {
    if (loop.isDefinedOutsideOfLoop(slice.getSource()))
      reads[slice.getSource()].push_back(slice);
  });
  for (auto &[source, slices] : reads)
    if (slices.size() > 1)
      joinSlices(rewriter, slices, way);
}

} // namespace alcove::supertiling
