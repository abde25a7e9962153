//===- Execute.cpp - Test programs executed ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ExecuteAsTTIR.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace alcove::stablehlo {
#define GEN_PASS_DEF_EXECUTESTABLEHLO
#include "alcove/FrontDoors/StableHLO/Passes.h.inc"
} // namespace alcove::stablehlo

using namespace mlir;
using namespace alcove;

namespace {
struct ExecutePass : alcove::stablehlo::impl::ExecuteStableHLOBase<ExecutePass> {
  using ExecuteStableHLOBase::ExecuteStableHLOBase;

  void runOnOperation() override {
    if (asTTIR) {
      if (failed(alcove::stablehlo::executeAsTTIR(getOperation(), seed)))
        signalPassFailure();
      return;
    }
    SmallVector<func::FuncOp> functions;
    if (auto main = getOperation().lookupSymbol<func::FuncOp>("main"))
      functions.push_back(main);
    else
      llvm::append_range(functions, getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.getNumArguments() > 0)
        continue;
      reference::arrays::Evaluator evaluator;
      Result<reference::arrays::Items> results = evaluator.run(function, {});
      if (!results) {
        function.emitError("execution of @") << function.getSymName() << " ends at " << results.error().message;
        signalPassFailure();
      }
    }
  }
};
} // namespace
