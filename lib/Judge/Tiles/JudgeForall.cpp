//===- JudgeForall.cpp - Tile loops whose iterations run at once ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each core has a local memory of its own: a loop needs what its worst iteration needs. What the iterations share is in
// slow memory, where each writes, and reads again, a part of its own.
//
//===----------------------------------------------------------------------===//
#include "JudgeBody.h"

#include <algorithm>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::judging;

namespace {

/// Closed intervals of indices, one per dimension.
using Box = SmallVector<std::pair<int64_t, int64_t>, 4>;

/// Nothing when a bound is not one number.
std::optional<Box> boxOf(IndexEvaluator &indices, OffsetSizeAndStrideOpInterface slice) {
  Box box;
  for (auto [offset, size, stride] :
       llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes(), slice.getMixedStrides())) {
    judging::Range from = indices.of(offset), count = indices.of(size), by = indices.of(stride);
    if (!from.isPoint() || !count.isPoint() || !by.isPoint() || by.low <= 0)
      return std::nullopt;
    box.push_back({from.low, from.low + (count.low - 1) * by.low});
  }
  return box;
}

/// Groups of boxes that meet along one dimension are told apart along the next ones; n log n for each.
bool overlap(MutableArrayRef<Box> boxes, size_t dim) {
  if (boxes.size() < 2)
    return false;
  if (dim == boxes.front().size())
    return true;
  llvm::sort(boxes, [&](const Box &a, const Box &b) { return a[dim] < b[dim]; });
  size_t first = 0;
  int64_t reach = boxes[0][dim].second;
  for (size_t i = 1; i <= boxes.size(); ++i) {
    if (i < boxes.size() && boxes[i][dim].first <= reach) {
      reach = std::max(reach, boxes[i][dim].second);
      continue;
    }
    if (overlap(boxes.slice(first, i - first), dim + 1))
      return true;
    if (i < boxes.size()) {
      first = i;
      reach = boxes[i][dim].second;
    }
  }
  return false;
}

bool within(const Box &part, const Box &whole) {
  return llvm::all_of(llvm::zip_equal(part, whole), [](auto pair) {
    auto &[inner, outer] = pair;
    return outer.first <= inner.first && inner.second <= outer.second;
  });
}

} // namespace

/// SUT-J11, SUT-J12 for one iteration: `written` collects the parts of each shared tensor.
void LoopContext::sharedParts(scf::ForallOp loop, MutableArrayRef<std::vector<Box>> written) {
  SmallVector<std::optional<Box>> own(written.size());
  for (Operation &op : loop.getTerminator().getYieldingOps()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(&op);
    auto shared = insert ? dyn_cast<BlockArgument>(insert.getDest()) : BlockArgument();
    if (!shared || shared.getOwner() != loop.getBody())
      return refuse(loop, "SUT-J11", "ends with what is no part of a tensor that it shares");
    unsigned index = shared.getArgNumber() - loop.getRank();
    own[index] = boxOf(indices, cast<OffsetSizeAndStrideOpInterface>(&op));
    if (!own[index])
      return refuse(loop, "SUT-J11", fmt::format("writes a part of its shared tensor {} that is not known", index));
    written[index].push_back(*own[index]);
  }
  for (auto [index, shared] : llvm::enumerate(loop.getRegionIterArgs()))
    for (Operation *user : shared.getUsers()) {
      if (isa<tensor::ParallelInsertSliceOp>(user))
        continue;
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      std::optional<Box> read = slice && slice->getBlock() == loop.getBody()
                                    ? boxOf(indices, cast<OffsetSizeAndStrideOpInterface>(slice.getOperation()))
                                    : std::nullopt;
      if (!read || !own[index] || !within(*read, *own[index]))
        return refuse(user, "SUT-J12",
                      fmt::format("uses more of shared tensor {} than the part that its iteration writes", index));
    }
}

Peak LoopContext::parallelBody(scf::ForallOp loop, const BodyJudge *outside) {
  Block &block = *loop.getBody();
  verdict.tiles += block.getOps<scf::ForOp>().empty() && block.getOps<scf::ForallOp>().empty();
  BodyJudge judge = outside ? BodyJudge(*this, *outside) : BodyJudge(*this);
  return judge.run(block);
}

Peak LoopContext::parallel(scf::ForallOp loop, const BodyJudge *outside) {
  SmallVector<std::array<int64_t, 3>> loops;
  __int128 total = 1;
  for (auto [lower, upper, step] :
       llvm::zip_equal(loop.getMixedLowerBound(), loop.getMixedUpperBound(), loop.getMixedStep())) {
    judging::Range low = indices.of(lower), high = indices.of(upper), by = indices.of(step);
    if (!low.isPoint() || !high.isPoint() || !by.isPoint() || by.low <= 0) {
      refuse(loop, "SUT-J11", "has bounds that are not constant");
      return {};
    }
    loops.push_back({low.low, by.low, std::max<int64_t>(0, (high.low - low.low + by.low - 1) / by.low)});
    total *= loops.back()[2];
    if (total > maxTiles) {
      refuse(loop, "SUT-J11", fmt::format("has more than {} iterations", maxTiles));
      return {};
    }
  }
  std::vector<std::vector<Box>> written(loop.getOutputs().size());
  bool matters = llvm::any_of(loop.getInductionVars(), [&](Value variable) { return seen.contains(variable); });
  Peak worst;
  for (int64_t iteration = 0; iteration < total; ++iteration) {
    int64_t rest = iteration;
    for (size_t i = loops.size(); i-- > 0; rest /= loops[i][2])
      indices.set(loop.getInductionVar(i), Range::exactly(loops[i][0] + rest % loops[i][2] * loops[i][1]));
    sharedParts(loop, written);
    // Where sizes are equal, the first iteration stands for all and the last shows what reaches too far.
    if (!matters && iteration > 0 && iteration + 1 < total)
      continue;
    int64_t tiles = verdict.tiles;
    Peak peak = parallelBody(loop, outside);
    if (!matters && iteration > 0)
      verdict.tiles = tiles;
    Bytes streamed = std::max(worst.streamed, peak.streamed);
    if (peak.bytes >= worst.bytes)
      worst = std::move(peak);
    worst.streamed = streamed;
  }
  for (auto [index, boxes] : llvm::enumerate(written))
    if (overlap(boxes, 0))
      refuse(loop, "SUT-J11", fmt::format("writes overlapping parts of its shared tensor {}", index));
  return worst;
}

bool BodyJudge::isShare(tensor::ExtractSliceOp op) {
  auto shared = dyn_cast<BlockArgument>(op.getSource());
  if (!shared || !isa<scf::ForallOp>(shared.getOwner()->getParentOp()) || isFast(shared))
    return false;
  return llvm::all_of(op->getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(user))
      return &use == &insert.getDestMutable();
    return isa<scf::ForOp, scf::ForallOp, tensor::ExtractSliceOp, tensor::ParallelInsertSliceOp>(user);
  });
}

void BodyJudge::parallel(scf::ForallOp op, int64_t time) {
  for (Value shared : op.getOutputs())
    if (isFast(shared))
      return context.refuse(op, "SUT-J12", "shares a tensor that is in the local memory of one core");
  charge(time, context.parallel(op, this));
}

void BodyJudge::inParallel(scf::InParallelOp op, int64_t time) {
  for (Operation &inner : op.getYieldingOps())
    if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(&inner)) {
      checkBounds(insert, insert.getDest(), insert.getMixedOffsets(), insert.getMixedSizes(), insert.getMixedStrides());
      use(bufferOf(insert.getSource()), time);
      if (bufferOf(insert.getSource()) != slow)
        streamed.insert(bufferOf(insert.getSource()));
    }
}
