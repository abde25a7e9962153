//===- GradientsAndRandom.cpp - Ops of training ------------ ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

#include <cmath>

namespace alcove::reference {

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
  table.add<ttir::EmbeddingBackwardOp, ttnn::EmbeddingBackwardOp>(
      "Gradients", "transpose of embedding, by inner products", [](auto, OpCall &call) -> Result<Tensor> {
        return embeddingBackward(call.in(0), call.shape(), call.in(2), call.held());
      });
}

// NUM-N14
static void addRandom(OpTable &table) {
  table.add<ttir::RandOp, ttnn::RandOp>("Random", "mean, bounds, seeds", [](auto op, OpCall &call) -> Result<Tensor> {
    double low = op.getLow().convertToDouble(), high = op.getHigh().convertToDouble();
    ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(call.shape()));
    ::alcove::Random random(op.getSeed());
    std::vector<float> values(count);
    for (float &value : values)
      value = static_cast<float>(low + random.unit() * (high - low));
    ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, call.shape(), std::move(values)));
    return wide.convertedTo(call.held());
  });
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

void addGradientAndRandomOps(OpTable &table) {
  addGradients(table);
  addRandom(table);
}

} // namespace alcove::reference
