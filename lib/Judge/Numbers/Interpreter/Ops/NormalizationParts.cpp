//===- NormalizationParts.cpp - What norms in parts compute ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Activation.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::reference {

/// input + residual, unrounded.
static Result<Tensor> withResidual(const Tensor &input, const Tensor *residual) {
  return residual ? applyBinary(*findBinary("add"), input, *residual, ElementType::F32) : Result<Tensor>(input);
}

void addNormalizationPartsOps(OpTable &table) {
  constexpr const char *against = "norm of the whole row";
  table.add<ttnn::LayerNormPreAllGatherOp>("NormParts", against, [](auto op, OpCall &call) -> Result<Tensor> {
    // `recip` holds 1 / n for a running mean: another way to the same sums.
    ALCOVE_ASSIGN_OR_RETURN(Tensor input, withResidual(call.in(0), call.find(op.getResidualInput())));
    return rowSums(input, /*centered=*/true, call.held());
  });
  table.add<ttnn::RMSNormPreAllGatherOp>("NormParts", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor input, withResidual(call.in(0), call.find(op.getResidual())));
    return rowSums(input, /*centered=*/false, call.held());
  });
  table.add<ttnn::LayerNormPostAllGatherOp>("NormParts", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return normalizeBySums(call.in(0), call.in(1), call.find(op.getWeight()), call.find(op.getBias()),
                           op.getEpsilon().convertToDouble(), call.held());
  });
  table.add<ttnn::DiTRMSNormUnaryFusedOp>(
      "NormParts", "rms_norm and the activation", [](auto op, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(Tensor input, withResidual(call.in(0), call.find(op.getResidualInput())));
        bool active = op.getActivation().has_value();
        ALCOVE_ASSIGN_OR_RETURN(Tensor norm,
                                normalize(input, call.find(op.getWeight()), call.find(op.getBias()), 1, false,
                                          op.getEpsilon().convertToDouble(), active ? ElementType::F32 : call.held()));
        if (!active)
          return norm;
        ALCOVE_ASSIGN_OR_RETURN(const UnaryKernel *kernel, activationOf(*op.getActivation(), nullptr));
        return applyUnary(*kernel, norm, call.held());
      });
}

} // namespace alcove::reference
