//===- Passes.h - Super tiling passes ---------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_PASSES_H
#define ALCOVE_SUPERTILING_PASSES_H

#include "alcove/Base/CommandLine/Llvm/Range.h"

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace vector {
class VectorDialect;
}
namespace affine {
class AffineDialect;
}
namespace arith {
class ArithDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace memref {
class MemRefDialect;
}
namespace scf {
class SCFDialect;
}
namespace tensor {
class TensorDialect;
}
} // namespace mlir

namespace alcove::supertiling {

#define GEN_PASS_DECL
#include "alcove/SuperTiling/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "alcove/SuperTiling/Passes.h.inc"

/// A pass that makes linalg of modules of another kind.
using FrontDoor = std::unique_ptr<mlir::Pass> (*)();
/// Elementwise operations in the operation of their only reader, where each element is computed once.
std::unique_ptr<mlir::Pass> createFuseElementwise();
/// `cpu-pipeline`: a program on tensors, tiled or not, to the LLVM dialect.
void registerCpuPipeline();
/// `super-tiling-pipeline`, with `frontDoor` first, `alcove-tosa-to-linalg` and `cpu-pipeline`.
void registerSuperTilingPipelines(FrontDoor frontDoor = nullptr);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_PASSES_H
