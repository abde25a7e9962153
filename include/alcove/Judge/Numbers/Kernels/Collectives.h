//===- Collectives.h - Exchange between the chips of a mesh - ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tensor per chip, chips row-major over the mesh. Along `axis` chips form groups:
//
//   mesh 2x3, axis 1:   { 0 1 2 } { 3 4 5 }        axis 0:   { 0 3 } { 1 4 } { 2 5 }
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_COLLECTIVES_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_COLLECTIVES_H

#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <optional>

namespace alcove::reference {

using PerChip = std::vector<Tensor>;

/// The chips of each group along `axis`, in order; all chips in one group without an axis.
Result<std::vector<std::vector<int64_t>>> meshGroups(const Shape &mesh, std::optional<int64_t> axis);
/// NUM-N13: reductions over chips in f64 in order of the chips, rounded once.
Result<PerChip> allReduce(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, Reduction kind);
Result<PerChip> allGather(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, int64_t dim);
Result<PerChip> reduceScatter(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, Reduction kind,
                              int64_t dim);
/// Chip i of its group keeps part i of `dim`.
Result<PerChip> meshPartition(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, int64_t dim);
/// pairs = {source, target, source, target, ...}; chips that are no target get zeros.
Result<PerChip> collectivePermute(const PerChip &inputs, const Shape &pairs);
/// The chip at `receiver` gets the tensor of the chip at `sender`; the others keep theirs of `elsewhere`.
Result<PerChip> pointToPoint(const PerChip &inputs, const PerChip &elsewhere, const Shape &mesh, const Shape &sender,
                             const Shape &receiver);
/// dims[i] is the dimension that mesh axis i cuts, negative: none. `toParts`: every chip holds the whole and keeps its
/// part; else the parts become the whole on every chip.
Result<PerChip> meshShard(const PerChip &inputs, const Shape &mesh, const Shape &dims, bool toParts);
/// Parts 0, 1, .. of dimension `split` go to the chips of a group, in its order; each joins what it gets along `join`.
/// `groups` is a matrix of chips, a row per group of `size`; every chip is in one.
Result<PerChip> allToAll(const PerChip &inputs, const Shape &groups, int64_t size, int64_t split, int64_t join);
/// The first chip of each group sends its tensor to the others; -1 marks an absent chip, chips of no group get zeros.
Result<PerChip> collectiveBroadcast(const PerChip &inputs, const Shape &groups, int64_t size);

/// A norm whose moments are taken over the elements of all chips of a group; tensors may be null.
struct DistributedNorm {
  const PerChip *weights = nullptr, *biases = nullptr;
  const PerChip *residuals = nullptr; ///< added to the input first
  int64_t axis = 0;                   ///< of the mesh
  bool centered = false;              ///< layer norm, else RMS norm
  double epsilon = 0;
};
Result<PerChip> distributedNorm(const PerChip &inputs, const DistributedNorm &norm, const Shape &mesh,
                                ElementType type);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_COLLECTIVES_H
