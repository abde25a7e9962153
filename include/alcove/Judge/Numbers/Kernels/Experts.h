//===- Experts.h - Tokens to the chips of their experts, and back - C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Experts lie on chips: mapping (1, 1, E, D) is not 0 where chip d holds expert e. D is the number of chips of the
// mesh, or that of a group along the axis. A chip's experts are numbered in the order of e:
//
//   tokens T x H of each chip -> dispatch -> (chips of the group) T x H on each chip -> experts -> combine -> T x H
//
// Rows that nothing is sent to are undefined on the device and 0 here.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_EXPERTS_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_EXPERTS_H

#include "alcove/Judge/Numbers/Kernels/Collectives.h"

#include <utility>

namespace alcove::reference {

/// What the ops of one mixture of experts share; all have rank 4.
struct ExpertRoutes {
  const PerChip *chosen = nullptr;  ///< experts of each token, numbers in the last dimension
  const PerChip *mapping = nullptr; ///< (1, 1, E, D)
  Shape mesh;
  int64_t axis = 0; ///< of the mesh; tokens travel along it
};

/// The tokens of all chips of a group, those of the first chip first, of `shape` on each chip: a chip gets the rows
/// whose token chose one of its experts. Cost: chips^2 x tokens x (chosen + H).
Result<PerChip> dispatchTokens(const PerChip &inputs, const ExpertRoutes &routes, const Shape &shape);
/// What all chips of a group have, of `shape`, on each of them.
Result<PerChip> gatherTokens(const PerChip &inputs, const ExpertRoutes &routes, const Shape &shape);
/// inputs (experts of the chip, B, S, H) of all tokens (1, B, S, K) to the chip of the token: (K, .., H), row k the
/// result of the k-th expert that the token chose. Chip i of the group has part i of dimension `cut` (1 or 2).
Result<PerChip> combineTokens(const PerChip &inputs, const ExpertRoutes &routes, int64_t cut);
/// topk (N, B, S, E) of the experts of `chip` alone, 0 where the token (1, B, S, K) chose another, as (N, B, S, its
/// experts); and for each block of tokens whether one of them chose that expert: (1, 1, blocks, its experts).
Result<std::pair<Tensor, Tensor>> remapTokens(const Tensor &topk, const Tensor &mapping, const Tensor &chosen,
                                              int64_t block, int64_t chip);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_EXPERTS_H
