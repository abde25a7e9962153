//===- FunctionPlan.h - Decisions about one function ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is a value: what each op produces, which operands are converted first, what is spilled, in which order.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_FUNCTIONPLAN_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_FUNCTIONPLAN_H

#include "alcove/Layouts/LegalLayouts.h"
#include "alcove/Plan/Policy/ChainSchedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::transforms {

struct OpPlan {
  std::optional<layouts::OpConfig> config;
  /// Operand number -> layout it is converted to first.
  std::map<unsigned, device::TensorLayout> reshards;
  /// The result is copied to DRAM behind the op, and every user reads the copy. Never set inside a chain: there each
  /// result has one user, the next op (H1), which reads it where it lies.
  bool spill = false;
  /// Why the op's result stays in DRAM, for remarks; empty when it does not.
  std::string missed;
};

struct FunctionPlan {
  std::vector<mlir::Operation *> order;
  llvm::DenseMap<mlir::Operation *, OpPlan> ops;
  std::vector<plan::Chain> chains; ///< ops index into `chainOps`
  std::vector<mlir::Operation *> chainOps;
};

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_FUNCTIONPLAN_H
