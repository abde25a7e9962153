//===- Elementwise.cpp - Elementwise ops ------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Interpreter/OpTable.h"

#include "alcove/Dialect/TTIR/TTIR.h"
#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Reference/Kernels/DataMovement.h"
#include "alcove/Reference/Kernels/Elementwise.h"

namespace alcove::reference {

static Result<Tensor> scalar(const Tensor &like, mlir::Attribute value) {
  ALCOVE_ASSIGN_OR_RETURN(double number, numberOf(value));
  bool whole = mlir::isa<mlir::IntegerAttr>(value);
  return full(whole && !like.isFloat() ? ElementType::I64 : ElementType::F32, {}, number);
}

/// Names under which the two dialects know an operation of the kernel tables.
static std::vector<std::string> opNames(llvm::StringRef kernel) {
  if (kernel == "divide")
    return {"ttir.div", "ttnn.divide"};
  if (kernel == "pow")
    return {"ttir.pow", "ttnn.pow_tensor"};
  return {("ttir." + kernel).str(), ("ttnn." + kernel).str()};
}

void addElementwiseOps(OpTable &table) {
  for (const UnaryKernel &kernel : unaryKernels())
    for (const std::string &name : opNames(kernel.name))
      table.insert(
          name,
          [&kernel](OpCall &call) -> Result<std::vector<Tensor>> {
            ALCOVE_ASSIGN_OR_RETURN(Tensor result, applyUnary(kernel, call.in(0), call.held()));
            return std::vector<Tensor>{std::move(result)};
          },
          "Elementwise", "closed forms, inverse and derivative identities");
  for (const BinaryKernel &kernel : binaryKernels())
    for (const std::string &name : opNames(kernel.name))
      table.insert(
          name,
          [&kernel](OpCall &call) -> Result<std::vector<Tensor>> {
            ALCOVE_ASSIGN_OR_RETURN(Tensor result, applyBinary(kernel, call.in(0), call.in(1), call.held()));
            return std::vector<Tensor>{std::move(result)};
          },
          "Elementwise", "closed forms, algebraic identities");

  table.add<ttir::TypecastOp, ttnn::TypecastOp>("Tensor", "closed form", [](auto, OpCall &call) -> Result<Tensor> {
    return call.in(0).convertedTo(call.held());
  });
  table.add<ttir::LeakyReluOp, ttnn::LeakyReluOp>(
      "Elementwise", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
        return leakyRelu(call.in(0), op.getParameter().convertToFloat(), call.held());
      });
  table.add<ttnn::PowScalarOp>("Elementwise", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor exponent, scalar(call.in(0), op.getRhs()));
    return applyBinary(*findBinary("pow"), call.in(0), exponent, call.held());
  });
  table.add<ttir::ClampScalarOp, ttnn::ClampScalarOp>(
      "Elementwise", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(Tensor low, scalar(call.in(0), op.getMin()));
        ALCOVE_ASSIGN_OR_RETURN(Tensor high, scalar(call.in(0), op.getMax()));
        return clamp(call.in(0), low, high, call.held());
      });
  table.add<ttir::ClampTensorOp, ttnn::ClampTensorOp>(
      "Elementwise", "closed form",
      [](auto, OpCall &call) -> Result<Tensor> { return clamp(call.in(0), call.in(1), call.in(2), call.held()); });
  table.add<ttir::WhereOp, ttnn::WhereOp>("Elementwise", "closed form", [](auto, OpCall &call) -> Result<Tensor> {
    return where(call.in(0), call.in(1), call.in(2), call.held());
  });
}

} // namespace alcove::reference
