//===- Policies.h - Makers of the mesh policies -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_MESH_POLICIES_POLICIES_H
#define ALCOVE_LIB_PLAN_MESH_POLICIES_POLICIES_H

#include "alcove/Plan/Mesh/Policy.h"

namespace alcove::plan::mesh {

std::unique_ptr<MeshPolicy> makeReplicated();
std::unique_ptr<MeshPolicy> makeDataParallel();
std::unique_ptr<MeshPolicy> makeMegatron();
std::unique_ptr<MeshPolicy> makeAutoSharding();
std::unique_ptr<MeshPolicy> makeExact();
/// Any possible strategy, drawn with `seed`.
std::unique_ptr<MeshPolicy> makeRandom(uint64_t seed);

} // namespace alcove::plan::mesh

#endif // ALCOVE_LIB_PLAN_MESH_POLICIES_POLICIES_H
