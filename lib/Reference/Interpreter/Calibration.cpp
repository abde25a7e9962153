//===- Calibration.cpp - Arguments scaled so that every op is excited - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Interpreter/Calibration.h"
#include "alcove/Reference/Tensor/Parallel.h"

#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Reference/Interpreter/ArgumentRoles.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace alcove::reference {

TensorStatistics statisticsOf(const Tensor &tensor) {
  TensorStatistics result;
  result.isFloat = tensor.isFloat();
  result.elements = tensor.numElements();
  // Blocks of one size, added in their order: the same sums on any number of threads.
  struct Sums {
    double sum = 0.0, squares = 0.0;
    int64_t finite = 0, zeros = 0;
  };
  constexpr int64_t block = 1 << 16;
  std::vector<Sums> blocks((result.elements + block - 1) / block);
  inParts(static_cast<int64_t>(blocks.size()), result.elements, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at)
      for (int64_t i = at * block, last = std::min(result.elements, i + block); i < last; ++i) {
        double value = tensor.at(i);
        blocks[at].zeros += value == 0.0;
        // Masked scores are no part of the scale.
        if (!std::isfinite(value) || std::fabs(value) > 1e30)
          continue;
        ++blocks[at].finite;
        blocks[at].sum += value;
        blocks[at].squares += value * value;
      }
  });
  double sum = 0.0, squares = 0.0;
  int64_t finite = 0, zeros = 0;
  for (const Sums &one : blocks)
    sum += one.sum, squares += one.squares, finite += one.finite, zeros += one.zeros;
  if (result.elements == 0)
    return result;
  auto n = static_cast<double>(std::max<int64_t>(1, finite));
  result.mean = sum / n;
  result.rootMeanSquare = std::sqrt(squares / n);
  result.deviation = std::sqrt(std::max(0.0, squares / n - result.mean * result.mean));
  result.zeros = static_cast<double>(zeros) / static_cast<double>(result.elements);
  result.nonFinite = static_cast<double>(result.elements - finite) / static_cast<double>(result.elements);
  return result;
}

Tensor scaledBy(Tensor tensor, int exponent) {
  if (!tensor.isFloat() || exponent == 0)
    return tensor;
  float factor = std::ldexp(1.0f, exponent);
  std::span<float> values = tensor.mutableFloats();
  inParts(tensor.numElements(), tensor.numElements(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      values[i] *= factor;
  });
  return tensor;
}

static bool isFloatTensor(mlir::Value value) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && !type.getElementType().isInteger();
}

Calibration::Calibration(mlir::func::FuncOp function) : function(function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return;
  for (mlir::BlockArgument argument : function.getArguments()) {
    scalable[argument.getArgNumber()] = isFloatTensor(argument);
    consistsOf[argument.getArgNumber()].push_back(argument);
  }
  for (mlir::Operation &op : function.getBody().front()) {
    for (mlir::Value operand : op.getOperands())
      if (std::optional<unsigned> argument = argumentBehind(operand);
          argument && !movesElementsOnly(&op) &&
          !llvm::all_of(op.getResults(), [](mlir::Value result) { return argumentBehind(result).has_value(); }))
        firstUse.try_emplace(*argument, &op);
    for (mlir::Value result : op.getResults())
      if (std::optional<unsigned> argument = argumentBehind(result)) {
        consistsOf[*argument].push_back(result);
        scalable[*argument] &= isFloatTensor(result);
      }
  }
}

bool Calibration::isFirst(mlir::Operation *op, unsigned argument) const {
  auto found = firstUse.find(argument);
  auto can = scalable.find(argument);
  return found != firstUse.end() && found->second == op && can != scalable.end() && can->second &&
         !chosen.count(argument);
}

/// The argument that `op` multiplies or divides by, if there is one that may still be scaled.
std::optional<Calibration::Factor> Calibration::factorOf(mlir::Operation *op) const {
  llvm::StringRef name = op->getName().stripDialect();
  bool product = llvm::is_contained({"matmul", "linear", "dot_general", "conv2d", "conv_transpose2d"}, name);
  bool division = llvm::is_contained({"div", "divide"}, name);
  if ((!product && !division && name != "multiply") || op->getNumOperands() < 2 || op->hasAttr("activation"))
    return std::nullopt;
  for (unsigned number : {1u, 0u}) {
    std::optional<unsigned> argument = argumentBehind(op->getOperand(number));
    if (!argument || !isFirst(op, *argument) || argumentBehind(op->getOperand(1 - number)) == argument)
      continue;
    mlir::func::FuncOp handle = function;
    ArgumentRole role = roleOf(handle, handle.getArgument(*argument)).role;
    if (!llvm::is_contained({ArgumentRole::Weight, ArgumentRole::NormScale, ArgumentRole::CountReciprocal,
                             ArgumentRole::Plain, ArgumentRole::Positive},
                            role))
      continue;
    Factor factor{*argument, division && number == 1 ? -1 : 1, std::nullopt};
    if (product && op->getNumOperands() > 2 && isFloatTensor(op->getOperand(2))) {
      std::optional<unsigned> bias = argumentBehind(op->getOperand(2));
      if (!bias || !isFirst(op, *bias))
        continue;
      factor.bias = bias;
    }
    return factor;
  }
  return std::nullopt;
}

// NUM-D5, NUM-D6
std::optional<Calibration::Request> Calibration::after(mlir::Operation *op, const Tensor &result) {
  TensorStatistics statistics = statisticsOf(result);
  statistics.op = op;
  std::optional<Request> request;
  double size = statistics.rootMeanSquare;
  constexpr double least = 0.5, most = 2.0;
  if (result.isFloat() && size > 0.0 && (size < least || size > most))
    if (std::optional<Factor> factor = factorOf(op)) {
      int exponent = -static_cast<int>(std::lround(std::log2(size)));
      request = Request{factor->argument, exponent * factor->sign, exponent, consistsOf[factor->argument]};
      chosen[factor->argument] = request->exponent;
      if (factor->bias) {
        chosen[*factor->bias] = exponent;
        llvm::append_range(request->values, consistsOf[*factor->bias]);
      }
      double by = std::ldexp(1.0, exponent);
      statistics.mean *= by, statistics.deviation *= by, statistics.rootMeanSquare *= by;
    }
  seen.push_back(statistics);
  return request;
}

} // namespace alcove::reference
