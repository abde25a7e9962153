//===- ShapeRules.h - Shape rules shared by TTIR and TTNN -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule per kind of op. Each emits an op error with both values when it is broken.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_SHAPERULES_H
#define ALCOVE_OPS_DIALECT_SHAPERULES_H

#include "mlir/IR/OpDefinition.h"

namespace alcove::shape {

using Shape = llvm::ArrayRef<int64_t>;

/// Shape of a ranked tensor value.
Shape of(mlir::Value value);
/// Result of numpy broadcasting, or nothing when two extents differ and neither is 1.
std::optional<llvm::SmallVector<int64_t>> broadcast(llvm::ArrayRef<Shape> shapes);
/// dim in [-rank, rank) to [0, rank), or nothing.
std::optional<int64_t> normalizeDim(int64_t dim, int64_t rank);
/// Integers of an i32 array attribute, a dense array or a single integer; nothing for another attribute.
std::optional<llvm::SmallVector<int64_t>> integers(mlir::Attribute attribute);

llvm::LogicalResult verifyElementwise(mlir::Operation *op);
/// That of the trait below: as far as the dialect asks it.
llvm::LogicalResult verifyElementwiseTrait(mlir::Operation *op);
llvm::LogicalResult verifyMatmul(mlir::Operation *op, bool transposeA, bool transposeB);
/// `dims` may be null: all dimensions.
llvm::LogicalResult verifyReduction(mlir::Operation *op, mlir::Attribute dims, bool keepDim);
/// Element count preserved; `newShape`, when given, equals the result shape.
llvm::LogicalResult verifyReshape(mlir::Operation *op, mlir::Attribute newShape);
llvm::LogicalResult verifyPermute(mlir::Operation *op, llvm::ArrayRef<int64_t> permutation);
llvm::LogicalResult verifyTranspose(mlir::Operation *op, int64_t dim0, int64_t dim1);
llvm::LogicalResult verifyRepeatInterleave(mlir::Operation *op, int64_t repeats, int64_t dim);
llvm::LogicalResult verifyConcat(mlir::Operation *op, int64_t dim);
llvm::LogicalResult verifySlice(mlir::Operation *op, mlir::Attribute begins, mlir::Attribute ends,
                                mlir::Attribute step);
/// padding = low0, high0, low1, high1, ...
llvm::LogicalResult verifyPad(mlir::Operation *op, llvm::ArrayRef<int32_t> padding);
llvm::LogicalResult verifyRepeat(mlir::Operation *op, llvm::ArrayRef<int64_t> repeats);
/// Result = indices shape + row of the table; a table may carry leading ones.
llvm::LogicalResult verifyEmbedding(mlir::Operation *op);
llvm::LogicalResult verifyDimInRange(mlir::Operation *op, int64_t dim);
llvm::LogicalResult verifySameShape(mlir::Operation *op);
/// Weight and bias of a normalization over the last dimensions.
llvm::LogicalResult verifyNorm(mlir::Operation *op);

/// Sliding window over one axis: ceil_mode rounds up.
std::optional<int64_t> windowOutput(int64_t size, int64_t kernel, int64_t stride, int64_t padLow, int64_t padHigh,
                                    int64_t dilation, bool ceilMode);

} // namespace alcove::shape

namespace alcove {

/// Result shape = broadcast of the operands' shapes.
template <typename ConcreteType>
class ElementwiseShape : public mlir::OpTrait::TraitBase<ConcreteType, ElementwiseShape> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return shape::verifyElementwiseTrait(op); }
};

/// Result shape follows `dim_arg` and `keep_dim`.
template <typename ConcreteType>
class ReductionShape : public mlir::OpTrait::TraitBase<ConcreteType, ReductionShape> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    auto reduce = mlir::cast<ConcreteType>(op);
    return shape::verifyReduction(op, reduce.getDimArgAttr(), reduce.getKeepDim());
  }
};

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_SHAPERULES_H
