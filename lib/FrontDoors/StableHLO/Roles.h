//===- Roles.h - Which arguments are weights -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_ROLES_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_ROLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::stablehlo {

/// What calls within a program say of its arguments becomes attributes of `to`: `custom_call @tt.mark_argument`, `call
/// @tt.mark_0(%x) {ttcore.argument_type = "parameter"}`, `custom_call @tt.weight_dtype_override`.
void moveMarks(mlir::func::FuncOp from, mlir::func::FuncOp to);

/// Writes `ttcore.argument_type` to those of the first `given` arguments of a function of TTIR that have none; behind
/// them lie weights that the program itself held. `parameters`: which ones are
/// weights, by index, range or name (`1,3-7,params`); empty: those that are told by their uses, named in a remark.
/// Arguments keep names of the framework (`jax.arg_info`) as `ttir.name`.
llvm::LogicalResult assignRoles(mlir::func::FuncOp function, unsigned given, llvm::StringRef parameters);

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_ROLES_H
