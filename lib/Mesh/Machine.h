//===- Machine.h - The chips of a mesh, and what moves between them -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_MESH_MACHINE_H
#define ALCOVE_LIB_MESH_MACHINE_H

#include "alcove/Device/MeshLinks.h"
#include "alcove/OpModel/Analytical.h"
#include "alcove/Plan/Mesh/Problem.h"

namespace alcove::meshsplit {

using device::MeshAxis;

/// What a mesh is made of. All chips are alike.
struct MeshMachine {
  std::string device;
  std::vector<MeshAxis> axes;
  opmodel::ChipParameters chip;
  Bytes dramBytes = 0; ///< of one chip
};

/// The mesh of `shape` (two extents) on a preset or descriptor file. A device of one chip without a card of its own
/// (wormhole_b0, blackhole) stands for as many as are asked for; `wormhole` is the
/// smallest Wormhole card that holds the mesh. `links` above 0 replaces what the device says. Errors
/// name the meshes that the device has.
Result<MeshMachine> machineOf(const std::string &device, const std::vector<int64_t> &shape, int64_t links);

/// Meshes that a device has, by chips: of every number that divides its own, or of `counts`. One that lies on its side is
/// left out where the machine is as wide.
Result<std::vector<std::vector<int64_t>>> meshesOf(const std::string &device, const std::vector<int64_t> &counts);

/// A step of a conversion, along one axis.
struct Move {
  enum class Kind : uint8_t { Gather, Reduce, Scatter, Partition };
  Kind kind;
  size_t axis;
  int64_t dim; ///< gathered, scattered or cut; none of a reduction
};

/// The steps from one sharding to another; nothing when there are none. Where both axes split one dimension the parts of
/// the first axis are cut again by the second, so that the second is joined first.
std::optional<std::vector<Move>> movesBetween(const plan::mesh::Sharding &from, const plan::mesh::Sharding &to);

/// What `sharding` becomes by a move.
plan::mesh::Sharding after(plan::mesh::Sharding sharding, const Move &move);

/// Shape on one chip.
std::vector<int64_t> localShape(const MeshMachine &machine, std::vector<int64_t> shape,
                                const plan::mesh::Sharding &sharding);

/// Time of a conversion (ps), the sum of its moves; `impossible` where a move is, or would cut tiles.
plan::mesh::Cost priceOf(const MeshMachine &machine, const std::vector<int64_t> &shape, device::DataType type,
                         const plan::mesh::Sharding &from, const plan::mesh::Sharding &to);

} // namespace alcove::meshsplit

#endif // ALCOVE_LIB_MESH_MACHINE_H
