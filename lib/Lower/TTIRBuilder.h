//===- TTIRBuilder.h - Small TTIR ops without ceremony -------------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_TTIRBUILDER_H
#define ALCOVE_LIB_LOWER_TTIRBUILDER_H

#include "alcove/Ops/Dialect/TTIR/Splats.h"
#include "alcove/Ops/Dialect/TwoMoves.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {

/// `name` + suffix around the location, as tt-mlir names helper ops: loc("dot.3_permuteLhs"(loc("dot.3"))).
mlir::Location suffixed(mlir::Location loc, llvm::StringRef suffix);

mlir::RankedTensorType tensorTypeOf(mlir::Value value);
mlir::RankedTensorType withShape(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> shape);
mlir::IntegerAttr si32Attr(mlir::Builder &builder, int64_t value);

// Each returns the input itself when there is nothing to do.
mlir::Value reshape(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input, llvm::ArrayRef<int64_t> shape);
mlir::Value permute(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input,
                    llvm::ArrayRef<int64_t> permutation);
mlir::Value broadcast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input, llvm::ArrayRef<int64_t> shape);
/// `extent` elements of dimension `dim` from `begin` on.
mlir::Value slice(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input, int64_t dim, int64_t begin,
                  int64_t extent);
/// `padding` has low and high of every dimension.
mlir::Value pad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input, llvm::ArrayRef<int32_t> padding,
                double value = 0);
/// Zeros behind, up to `extent` elements of dimension `dim`.
mlir::Value padTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input, int64_t dim, int64_t extent);

/// One value everywhere. The fill value is f32 for float tensors, else i32 as ttir.full wants it.
mlir::Value full(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type, double value);
using ttir::splatOf;

/// Dimensions that an op with `dim_arg` reduces, normalized and rising: all without the attribute or when it is empty;
/// nothing when they are not integers in range.
std::optional<llvm::SmallVector<int64_t>> reducedDims(mlir::Operation *reduction);

llvm::SmallVector<int64_t> inversePermutation(llvm::ArrayRef<int64_t> permutation);
bool isIdentity(llvm::ArrayRef<int64_t> permutation);
using shape::keepsOrder;

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_TTIRBUILDER_H
