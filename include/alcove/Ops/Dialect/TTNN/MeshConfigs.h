//===- MeshConfigs.h - How the host cuts tensors for chips ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The configurations of distribute_tensor and aggregate_tensor as plain numbers: per axis of the mesh the dimension that
// it cuts, -1 where all chips of the axis hold the same.
//
//   mesh 2x4, dims [-1, 1]   #ttnn.mesh_mapper_config<placements = [<replicate>, <shard, 1 : i64>]>
//                            #ttnn.mesh_composer_config<dims = [0, 1], mesh_shape_override = [1, 4]>
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_MESHCONFIGS_H
#define ALCOVE_OPS_DIALECT_TTNN_MESHCONFIGS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/Attributes.h"

namespace alcove::ttnn {

mlir::Attribute mapperConfigOf(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> dims);
/// `mesh`: extents of the axes. An axis that is not joined names a dimension that no other axis has, where there is one.
mlir::Attribute composerConfigOf(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> dims,
                                 llvm::ArrayRef<int64_t> mesh);

/// The reverse; an error says what the attribute lacks.
Result<llvm::SmallVector<int64_t>> dimsOfMapper(mlir::Attribute attribute);

struct Composer {
  llvm::SmallVector<int64_t> dims;     ///< as written
  llvm::SmallVector<int64_t> override; ///< extents of the mesh that is put together; empty = all of it
  /// -1 for the axes of which one chip is taken.
  llvm::SmallVector<int64_t> joined() const;
};
Result<Composer> composerOf(mlir::Attribute attribute);

} // namespace alcove::ttnn

#endif // ALCOVE_OPS_DIALECT_TTNN_MESHCONFIGS_H
