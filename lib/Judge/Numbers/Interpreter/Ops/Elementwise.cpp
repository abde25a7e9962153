//===- Elementwise.cpp - What ops that look at one element compute --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

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

/// Bits of each element, those of the type it is held in.
static Result<std::vector<uint32_t>> bitsOf(const Tensor &tensor) {
  std::vector<uint32_t> bits;
  ElementType type = tensor.elementType();
  if (tensor.isFloat() && type != ElementType::F32 && type != ElementType::BF16)
    return Error{fmt::format("bits of {} are not executed", toString(type))};
  if (tensor.isFloat())
    for (float value : tensor.toFloatVector())
      bits.push_back(std::bit_cast<uint32_t>(value) >> (type == ElementType::BF16 ? 16 : 0));
  else
    for (int64_t value : tensor.integers())
      bits.push_back(static_cast<uint32_t>(value));
  return bits;
}

static Result<Tensor> bitcast(const Tensor &input, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<uint32_t> bits, bitsOf(input));
  if (!isFloat(type)) {
    std::vector<int64_t> values;
    for (uint32_t value : bits)
      values.push_back(wrapTo(type, static_cast<int64_t>(value)));
    return Tensor::fromIntegers(type, input.shape(), std::move(values));
  }
  if (type != ElementType::F32 && type != ElementType::BF16)
    return Error{fmt::format("bits as {} are not executed", toString(type))};
  std::vector<float> values;
  for (uint32_t value : bits)
    values.push_back(std::bit_cast<float>(value << (type == ElementType::BF16 ? 16 : 0)));
  return Tensor::fromFloats(type, input.shape(), std::move(values));
}

static void addKernels(OpTable &table) {
  table.add<ttir::BitcastConvertOp, ttnn::BitcastConvertOp>(
      "Elementwise", "there and back",
      [](auto, OpCall &call) -> Result<Tensor> { return bitcast(call.in(0), call.held()); });
  table.add<ttir::SeluOp>("Elementwise", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    double scale = op.getScale().convertToDouble(), alpha = op.getAlpha().convertToDouble();
    std::vector<float> values = call.in(0).toFloatVector();
    for (float &x : values)
      x = static_cast<float>(scale * (x > 0 ? x : alpha * std::expm1(static_cast<double>(x))));
    return Tensor::fromFloats(call.held(), call.in(0).shape(), std::move(values));
  });
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

/// gradient * d gelu(x) / dx, with gelu(x) = x * Phi(x), or its approximation by tanh.
static Result<Tensor> geluBackward(const Tensor &gradient, const Tensor &x, bool byTanh, ElementType type) {
  Result<Shape> shape = broadcastShapes(gradient.shape(), x.shape());
  if (!shape || *shape != x.shape())
    return Error{fmt::format("gelu_backward of a gradient {} at {}", toString(gradient.shape()), toString(x.shape()))};
  std::vector<float> slopes = x.toFloatVector();
  for (float &value : slopes) {
    double v = value, slope;
    if (byTanh) {
      const double a = std::sqrt(2.0 / 3.14159265358979323846), b = 0.044715;
      double t = std::tanh(a * (v + b * v * v * v));
      slope = 0.5 * (1.0 + t) + 0.5 * v * (1.0 - t * t) * a * (1.0 + 3.0 * b * v * v);
    } else {
      slope =
          0.5 * std::erfc(-v / std::sqrt(2.0)) + v * std::exp(-0.5 * v * v) / std::sqrt(2.0 * 3.14159265358979323846);
    }
    value = static_cast<float>(slope);
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, x.shape(), std::move(slopes)));
  return applyBinary(*findBinary("multiply"), gradient, wide, type);
}

static void addGradients(OpTable &table) {
  table.add<ttir::GeluBackwardOp, ttir::GeluBwOp, ttnn::GeluBackwardOp>(
      "Gradients", "difference quotient of gelu", [](auto op, OpCall &call) -> Result<Tensor> {
        if (op.getApproximate() != "none" && op.getApproximate() != "tanh")
          return Error{fmt::format("gelu_backward with approximate = '{}'", op.getApproximate().str())};
        return geluBackward(call.in(0), call.in(1), op.getApproximate() == "tanh", call.held());
      });
}

// NUM-N14
static void addDropout(OpTable &table) {
  table.add<ttir::DropoutOp, ttnn::DropoutOp>(
      "Random", "mean, share of zeros, seeds", [](auto op, OpCall &call) -> Result<Tensor> {
        double drop = op.getProb().convertToDouble();
        if (!(drop >= 0.0 && drop <= 1.0))
          return Error{fmt::format("dropout with a probability of {}", drop)};
        float scale = op.getScale().convertToFloat();
        ::alcove::Random random(op.getSeed() + (op.getUsePerDeviceSeed() ? static_cast<uint64_t>(call.chip) : 0));
        std::vector<float> values = call.in(0).toFloatVector();
        for (float &value : values)
          value = random.unit() < drop ? 0.0f : value * scale;
        return Tensor::fromFloats(call.held(), call.in(0).shape(), std::move(values));
      });
}

static void addElu(OpTable &table) {
  table.add<ttir::EluOp, ttnn::EluOp>("Selection", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    std::vector<float> values = call.in(0).toFloatVector();
    double alpha = op.getAlpha().convertToDouble();
    for (float &x : values)
      x = x > 0.0f ? x : static_cast<float>(alpha * std::expm1(double(x)));
    return Tensor::fromFloats(call.held(), call.in(0).shape(), std::move(values));
  });
}

void addElementwiseOps(OpTable &table) {
  addKernels(table);
  addGradients(table);
  addDropout(table);
  addElu(table);
}

} // namespace alcove::reference
