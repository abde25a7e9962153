//===- Converters.h - One converter per TTIR op -------------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_TTIRTOTTNN_CONVERTERS_H
#define ALCOVE_LIB_LOWER_TTIRTOTTNN_CONVERTERS_H

#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace alcove::conversion {

/// The TTNN op that stands for a TTIR op, before it is created: results have the types of the TTIR op.
struct Target {
  std::string name;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  mlir::Attribute properties; ///< of an opaque op: those of the TTIR op, whole
  bool inPlace = false;       ///< no results: what the TTIR op gives back is written in place
};

/// What converters share: a builder for attributes, and the device of the block.
class Context {
public:
  Context(mlir::Block &block, bool allowUnknownOps)
      : builder(block.getParentOp()->getContext()), allowUnknownOps(allowUnknownOps), block(block) {}
  /// `ttnn.get_device` at the start of the block, made on first use.
  mlir::Value device();
  mlir::Builder builder;
  bool allowUnknownOps;

private:
  mlir::Block &block;
  mlir::Value deviceValue;
};

inline void set(Target &target, Context &context, llvm::StringRef name, mlir::Attribute attribute) {
  target.attributes.push_back(context.builder.getNamedAttr(name, attribute));
}

/// Fills `target` from `op`, or emits an error.
using Converter = llvm::LogicalResult (*)(mlir::Operation *op, Context &context, Target &target);

/// Converters by TTIR op name without the dialect.
using ConverterTable = llvm::StringMap<Converter>;

void addEltwiseConverters(ConverterTable &table);
void addDataMovementConverters(ConverterTable &table);
void addCreationConverters(ConverterTable &table);
void addComputeConverters(ConverterTable &table);
void addWindowConverters(ConverterTable &table);
/// Ops that both dialects share (../SameOps.h).
void addSameOpConverters(ConverterTable &table);
void addLibraryOpConverters(ConverterTable &table);

/// Same name and operands; copies the attributes in `names` that are there.
void copy(mlir::Operation *op, Target &target, llvm::ArrayRef<llvm::StringRef> names);

/// `type`, interleaved or without a layout, with other extents.
mlir::RankedTensorType withExtents(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> shape);
/// `value` with other extents, made in front of an op: a ttnn.reshape unless it has them.
mlir::Value reshaped(mlir::Operation *before, mlir::Value value, llvm::ArrayRef<int64_t> shape);

/// An op without a counterpart keeps everything but its dialect: operands, results, properties, attributes, regions. It
/// is marked (alcove/Ops/Dialect/UnknownOps.h), and a remark says so. It is an error unless the user allowed such ops.
llvm::LogicalResult makeOpaque(mlir::Operation *op, const Context &context, Target &target);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_TTIRTOTTNN_CONVERTERS_H
