//===- Quantization.cpp - What quantizing compute -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include <fmt/format.h>

#include <cmath>

namespace alcove::reference {

/// One number for the tensor, or one for each index of an axis, as reals.
class Scale {
public:
  static Result<Scale> of(const Tensor &numbers, const Tensor &input, std::optional<int64_t> axis) {
    Scale scale;
    scale.numbers = numbers.toFloatVector();
    if (scale.numbers.size() == 1)
      return scale;
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(axis.value_or(0), input.rank()));
    scale.extent = input.shape()[at];
    for (int64_t dim = at + 1; dim < input.rank(); ++dim)
      scale.stride *= input.shape()[dim];
    if (static_cast<int64_t>(scale.numbers.size()) != scale.extent)
      return Error{fmt::format("{} scales for {} indices", scale.numbers.size(), scale.extent)};
    return scale;
  }
  double operator[](size_t element) const { return numbers[element / stride % extent]; }

private:
  std::vector<float> numbers;
  size_t stride = 1;
  int64_t extent = 1;
};

/// Numbers that quantized elements can be.
struct StoredRange {
  double least = -128, most = 127;
};

/// The eight bits that the library's kernels keep, whatever holds them.
static StoredRange rangeOf(ElementType type) { return type == ElementType::U8 ? StoredRange{0, 255} : StoredRange(); }

/// round(x / scale) + zero point, saturated.
static int64_t quantized(double x, double scale, double zeroPoint, StoredRange range) {
  return static_cast<int64_t>(std::clamp(std::nearbyint(x / scale) + zeroPoint, range.least, range.most));
}

/// `from` dequantizes before, `to` quantizes after; either may be absent.
struct Quantization {
  const Tensor *fromScale = nullptr, *fromZero = nullptr, *toScale = nullptr, *toZero = nullptr;
  std::optional<int64_t> axis;
  std::optional<StoredRange> range = std::nullopt; ///< absent: that of the element type
  std::optional<int64_t> toAxis = std::nullopt;    ///< absent: `axis`
};

static Result<Tensor> requantize(const Tensor &input, const Quantization &how, ElementType type) {
  std::vector<float> values = input.toFloatVector();
  auto scaleOf = [&](const Tensor *numbers) {
    bool to = numbers == how.toScale || numbers == how.toZero;
    return Scale::of(*numbers, input, to && how.toAxis ? how.toAxis : how.axis);
  };
  if (how.fromScale) {
    ALCOVE_ASSIGN_OR_RETURN(Scale scale, scaleOf(how.fromScale));
    ALCOVE_ASSIGN_OR_RETURN(Scale zero, scaleOf(how.fromZero));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>((values[i] - zero[i]) * scale[i]);
  }
  if (!how.toScale)
    return Tensor::fromFloats(type, input.shape(), std::move(values));
  ALCOVE_ASSIGN_OR_RETURN(Scale scale, scaleOf(how.toScale));
  ALCOVE_ASSIGN_OR_RETURN(Scale zero, scaleOf(how.toZero));
  std::vector<int64_t> integers;
  for (size_t i = 0; i < values.size(); ++i)
    integers.push_back(quantized(values[i], scale[i], zero[i], how.range.value_or(rangeOf(type))));
  return Tensor::fromIntegers(type, input.shape(), std::move(integers));
}

static std::optional<int64_t> axisOf(mlir::Operation *op) {
  auto axis = op->getAttrOfType<mlir::IntegerAttr>("axis");
  return axis ? std::optional<int64_t>(axis.getInt()) : std::nullopt;
}

/// Scale and zero point of an element type that says them.
struct QuantizedElements {
  Tensor scale, zero;
  std::optional<int64_t> axis;
  StoredRange range;

  static Result<QuantizedElements> of(mlir::Type tensor) {
    auto type = mlir::cast<mlir::quant::QuantizedType>(mlir::getElementTypeOrSelf(tensor));
    std::vector<float> scales;
    std::vector<int64_t> zeros;
    QuantizedElements result;
    result.range = {static_cast<double>(type.getStorageTypeMin()), static_cast<double>(type.getStorageTypeMax())};
    if (auto uniform = mlir::dyn_cast<mlir::quant::UniformQuantizedType>(type)) {
      scales = {static_cast<float>(uniform.getScale())};
      zeros = {uniform.getZeroPoint()};
    } else if (auto perAxis = mlir::dyn_cast<mlir::quant::UniformQuantizedPerAxisType>(type)) {
      scales.assign(perAxis.getScales().begin(), perAxis.getScales().end());
      zeros.assign(perAxis.getZeroPoints().begin(), perAxis.getZeroPoints().end());
      result.axis = perAxis.getQuantizedDimension();
    } else {
      return Error{"quantized elements other than uniform ones, of the tensor or of an axis, are not executed"};
    }
    int64_t count = static_cast<int64_t>(scales.size());
    ALCOVE_ASSIGN_OR_RETURN(result.scale, Tensor::fromFloats(ElementType::F32, {count}, std::move(scales)));
    ALCOVE_ASSIGN_OR_RETURN(result.zero, Tensor::fromIntegers(ElementType::I64, {count}, std::move(zeros)));
    return result;
  }
};

/// Of a result whose element type says its range: that range, as far as the kernels keep it.
static std::optional<StoredRange> rangeOfResult(OpCall &call) {
  auto type = mlir::dyn_cast<mlir::quant::QuantizedType>(mlir::getElementTypeOrSelf(call.type()));
  if (!type)
    return std::nullopt;
  StoredRange kept = rangeOf(call.held());
  return StoredRange{std::max(kept.least, static_cast<double>(type.getStorageTypeMin())),
                     std::min(kept.most, static_cast<double>(type.getStorageTypeMax()))};
}

/// NUM-N22: by the scales that the element types say, to the range of the storage type.
static void addTypedQuantization(OpTable &table) {
  constexpr const char *against = "closed form, the op with scales as operands";
  table.add<ttir::QuantizeOp>("Quantization", against, [](auto, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(QuantizedElements to, QuantizedElements::of(call.type()));
    return requantize(call.in(0), {nullptr, nullptr, &to.scale, &to.zero, to.axis, to.range}, call.held());
  });
  table.add<ttir::DequantizeOp>("Quantization", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(QuantizedElements from, QuantizedElements::of(op.getInput().getType()));
    return requantize(call.in(0), {&from.scale, &from.zero, nullptr, nullptr, from.axis}, call.held());
  });
  table.add<ttir::RequantizeOp>("Quantization", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(QuantizedElements from, QuantizedElements::of(op.getInput().getType()));
    ALCOVE_ASSIGN_OR_RETURN(QuantizedElements to, QuantizedElements::of(call.type()));
    return requantize(call.in(0), {&from.scale, &from.zero, &to.scale, &to.zero, from.axis, to.range, to.axis},
                      call.held());
  });
}

static void addQuantization(OpTable &table) {
  constexpr const char *against = "closed form, round trips within half a step";
  table.add<ttir::QuantizeUnrolledOp, ttnn::QuantizeOp>(
      "Quantization", against, [](auto op, OpCall &call) -> Result<Tensor> {
        return requantize(call.in(0), {nullptr, nullptr, &call.in(1), &call.in(2), axisOf(op), rangeOfResult(call)},
                          call.held());
      });
  table.add<ttir::DequantizeUnrolledOp, ttnn::DequantizeOp>(
      "Quantization", against, [](auto op, OpCall &call) -> Result<Tensor> {
        return requantize(call.in(0), {&call.in(1), &call.in(2), nullptr, nullptr, axisOf(op)}, call.held());
      });
  table.add<ttir::RequantizeUnrolledOp, ttnn::RequantizeOp>(
      "Quantization", against, [](auto op, OpCall &call) -> Result<Tensor> {
        return requantize(call.in(0),
                          {&call.in(1), &call.in(2), &call.in(3), &call.in(4), axisOf(op), rangeOfResult(call)},
                          call.held());
      });
}

void addQuantizationOps(OpTable &table) {
  addTypedQuantization(table);
  addQuantization(table);
}

} // namespace alcove::reference
