//===- Certificate.h - Why no split of a model is faster --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mesh problem is a layout choice whose nodes are its tensors (a candidate per sharding in which they are kept) and
// then its ops (a candidate per strategy). The checker builds that layout choice again, from the problem alone, and
// plays the certificate's steps on it. Rules MP-X1 and MP-X2 of docs/spec/Mesh.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_MESH_CERTIFICATE_H
#define ALCOVE_PLAN_MESH_CERTIFICATE_H

#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/Mesh/Problem.h"

namespace alcove::plan::mesh {

/// The bound that the steps prove, or the first step that does not hold. `problem` has passed `check`.
Result<Cost> checkCertificate(const Problem &problem, const LayoutCertificate &certificate);

} // namespace alcove::plan::mesh

#endif // ALCOVE_PLAN_MESH_CERTIFICATE_H
