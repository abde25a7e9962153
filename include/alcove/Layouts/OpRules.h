//===- OpRules.h - What the chain policy knows about ops --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LAYOUTS_OPRULES_H
#define ALCOVE_LAYOUTS_OPRULES_H

#include "alcove/Device/TensorLayout.h"

#include "mlir/IR/Operation.h"

namespace alcove::layouts {

/// Ops that the chain policy shards: convolutions, add, multiply, minimum, relu, relu6, silu, gelu, neg, rsqrt,
/// matmul, linear, concat, pow_scalar, rotary_embedding. Left out on purpose: rms_norm (divides by zero,
/// tt-metal#34335) and slice (tt-metal#38016). Source: tt-mlir DFShardingPolicy.cpp.
bool isChainShardable(mlir::Operation *op);

/// Could an op with operand 0 in `input` produce `output`? A cheap necessary condition that spares questions to the
/// model: elementwise ops keep memory layout and grid, convolutions and matmuls keep the kind of sharding.
bool isPlausible(mlir::Operation *op, const device::TensorLayout &input, const device::TensorLayout &output);

/// add, multiply and minimum with both sides sharded hang when the consumer uses fewer cores than the producer
/// (tt-metal#34765).
bool shrinksCoresOfBinary(mlir::Operation *op, const device::TensorLayout &input, const device::TensorLayout &output);

/// Ops whose candidates differ in more than the kind of layout, so that each must be asked about by itself.
bool needsExactHint(mlir::Operation *op);

} // namespace alcove::layouts

#endif // ALCOVE_LAYOUTS_OPRULES_H
