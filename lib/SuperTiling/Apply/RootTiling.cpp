//===- RootTiling.cpp - Tile sizes of the loops of a group ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Apply/ApplyPlan.h"

namespace alcove::supertiling {

RootTiling wholeTiling(const Node &node) {
  RootTiling tiling;
  tiling.sizes.assign(node.extents.size(), 0);
  std::vector<unsigned> candidates = node.onlyTileLoops();
  std::optional<unsigned> only = candidates.empty() ? std::nullopt : std::optional(candidates.front());
  for (unsigned loop = 0; loop < node.extents.size(); ++loop) {
    tiling.interchange.push_back(loop);
    if (!only && node.tileable[loop] && node.extents[loop] > 0)
      only = loop;
  }
  if (only)
    tiling.sizes[*only] = node.extents[*only];
  tiling.reduction = only && !node.parallel[*only];
  return tiling;
}

RootTiling rootTiling(const TilingGraph &graph, const PlannedGroup &group) {
  const Node &root = graph.nodes[group.members.back()];
  RootTiling tiling;
  tiling.interchange.assign(group.evaluation.order.begin(), group.evaluation.order.end());
  bool cut = false;
  for (unsigned loop = 0; loop < root.extents.size(); ++loop) {
    bool tiled = group.tile[loop] < root.extents[loop];
    cut |= tiled;
    tiling.reduction |= tiled && !root.parallel[loop];
    tiling.sizes.push_back(tiled ? group.tile[loop] : 0);
    if (!llvm::is_contained(tiling.interchange, loop))
      tiling.interchange.push_back(loop);
  }
  if (!cut && !group.evaluation.order.empty())
    tiling.sizes[group.evaluation.order.front()] = root.extents[group.evaluation.order.front()];
  return tiling;
}

llvm::SmallVector<int64_t, 6> panelSizes(const TilingGraph &graph, const PlannedGroup &group, int core) {
  llvm::SmallVector<int64_t, 6> sizes;
  size_t next = graph.nodes[group.members.back()].extents.size();
  for (int position : group.cores) {
    const Node &node = graph.nodes[group.members[position]];
    if (group.members[position] == core)
      sizes.assign(node.extents.size(), 0);
    for (unsigned loop : node.panelLoops())
      if (int64_t size = group.tile[next++]; group.members[position] == core && size < node.extents[loop])
        sizes[loop] = size;
  }
  return sizes;
}

} // namespace alcove::supertiling
