//===- Passes.h - Passes that split a model over a mesh ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_MESH_PASSES_H
#define ALCOVE_MESH_PASSES_H

#include "mlir/Pass/Pass.h"

namespace alcove::meshsplit {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "alcove/Mesh/Passes.h.inc"

} // namespace alcove::meshsplit

#endif // ALCOVE_MESH_PASSES_H
