//===- RandomMesh.h - Small mesh problems, and their best plans -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_MESH_RANDOMMESH_H
#define ALCOVE_TESTING_PLAN_MESH_RANDOMMESH_H

#include "alcove/Plan/Mesh/Problem.h"

#include <optional>

namespace alcove::plan::mesh {

/// A problem of at most `ops` ops on one or two axes: chains and joins, partial sums, ties, impossible conversions and
/// strategies, capacities from too small to ample. Passes `check`; some have no plan. The same for the same seed.
Problem randomMesh(uint64_t seed, int32_t ops);

/// The least cost over every combination of strategies and kept shardings; nothing when none is possible. Written from
/// docs/spec/Mesh.md, calls nothing of lib/Plan. Exponential.
std::optional<Cost> leastCostByEnumeration(const Problem &problem);

} // namespace alcove::plan::mesh

#endif // ALCOVE_TESTING_PLAN_MESH_RANDOMMESH_H
