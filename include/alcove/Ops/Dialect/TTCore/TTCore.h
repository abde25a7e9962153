//===- TTCore.h - Dialect of devices, grids and tiles -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_TTCORE_H
#define ALCOVE_OPS_DIALECT_TTCORE_TTCORE_H

#include "alcove/Device/TensorLayout.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "alcove/Ops/Dialect/TTCore/TTCoreEnums.h.inc"

#include "alcove/Ops/Dialect/TTCore/TTCoreDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "alcove/Ops/Dialect/TTCore/TTCoreAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "alcove/Ops/Dialect/TTCore/TTCoreTypes.h.inc"

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/TTCore/TTCoreOps.h.inc"

namespace alcove::ttcore {

using mlir::failure;
using mlir::success;

/// Names of discardable attributes with a meaning to the compiler.
constexpr llvm::StringLiteral systemDescAttrName = "ttcore.system_desc";
constexpr llvm::StringLiteral argumentTypeAttrName = "ttcore.argument_type";
constexpr llvm::StringLiteral kvCacheAttrName = "ttcore.kv_cache";
constexpr llvm::StringLiteral meshesAttrName = "ttcore.meshes";
constexpr llvm::StringLiteral defaultDeviceName = "default_device";
constexpr llvm::StringLiteral functionTypeAttrName = "tt.function_type";

/// Device data type of a scalar or tile element type; nothing for types the device has not (f64, i64, ...).
std::optional<device::DataType> dataTypeOf(mlir::Type elementType);
/// Scalar element type that stands for a data type in tensor types; block formats give bf16-tagged tiles only.
mlir::Type scalarTypeOf(mlir::MLIRContext *context, device::DataType type);
inline device::DataType toDevice(DataType type) { return static_cast<device::DataType>(type); }
inline DataType fromDevice(device::DataType type) { return static_cast<DataType>(type); }

/// The device of the module that holds `op`: the `ttcore.device` named default_device, or null.
DeviceAttr lookupDevice(mlir::Operation *op);
/// The system descriptor attribute of the closest module that has one, or null.
SystemDescAttr lookupSystemDesc(mlir::Operation *op);

} // namespace alcove::ttcore

#endif // ALCOVE_OPS_DIALECT_TTCORE_TTCORE_H
