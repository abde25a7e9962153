//===- MeshLinks.h - How the chips of a mesh are connected ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_MESHLINKS_H
#define ALCOVE_DEVICE_MESHLINKS_H

#include "alcove/Device/SystemDesc.h"

namespace alcove::device {

/// One axis of a mesh, as ops between chips see it.
struct MeshAxis {
  int64_t chips = 1;
  int64_t links = 1; ///< between neighbours, the fewest of the axis
  bool ring = false; ///< the last chip has a link to the first
};

/// The axes of a mesh of chips 0, 1, .. in row-major order. Of two links on cards of two Wormhole chips one is lent to the
/// dispatch of the remote chip (tt-metal, mesh_graph_descriptors and its model configurations), so that one is left. An
/// axis that crosses chips without a link follows the edge of the machine, which is a ring. O(chips x channels).
std::vector<MeshAxis> meshAxesOf(const SystemDesc &system, const std::vector<int64_t> &shape);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_MESHLINKS_H
