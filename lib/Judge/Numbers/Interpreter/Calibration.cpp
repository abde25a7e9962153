//===- Calibration.cpp - Arguments scaled so that every op is excited - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/Calibration.h"
#include "alcove/Judge/Numbers/Tensor/Parallel.h"

#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace alcove::reference {

/// Sums of one block, in lanes that are added in their order: the same on any machine and number of threads.
struct Sums {
  static constexpr int64_t lanes = 8;
  double sum[lanes] = {}, squares[lanes] = {};
  double finite[lanes] = {}, zeros[lanes] = {}; ///< counts

  void add(const double *values) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      double value = values[lane];
      bool counts = std::fabs(value) <= 1e30; // masked scores are no part of the scale
      double counted = counts ? value : 0.0;
      finite[lane] += counts ? 1.0 : 0.0;
      zeros[lane] += value == 0.0 ? 1.0 : 0.0;
      sum[lane] += counted;
      squares[lane] += counted * counted;
    }
  }
  static double total(const double (&of)[lanes]) {
    double all = 0.0;
    for (double lane : of)
      all += lane;
    return all;
  }
};

/// `read(first, count, values)` gives elements as doubles.
template <typename Read>
static TensorStatistics gather(bool isFloat, int64_t elements, Read read) {
  TensorStatistics result;
  result.isFloat = isFloat;
  result.elements = elements;
  constexpr int64_t block = 1 << 16, chunk = 1 << 10;
  std::vector<Sums> blocks((elements + block - 1) / block);
  inParts(static_cast<int64_t>(blocks.size()), elements, [&](int64_t begin, int64_t end) {
    double values[chunk];
    for (int64_t at = begin; at < end; ++at)
      for (int64_t first = at * block, last = std::min(elements, first + block); first < last; first += chunk) {
        int64_t count = std::min(chunk, last - first), padded = (count + Sums::lanes - 1) / Sums::lanes * Sums::lanes;
        read(first, count, values);
        std::fill(values + count, values + padded, std::numeric_limits<double>::quiet_NaN()); // counts as nothing
        for (int64_t i = 0; i < padded; i += Sums::lanes)
          blocks[at].add(values + i);
      }
  });
  double sum = 0.0, squares = 0.0, finite = 0.0, zeros = 0.0;
  for (const Sums &one : blocks) {
    sum += Sums::total(one.sum), squares += Sums::total(one.squares);
    finite += Sums::total(one.finite), zeros += Sums::total(one.zeros);
  }
  if (elements == 0)
    return result;
  double n = std::max(1.0, finite), all = static_cast<double>(elements);
  result.mean = sum / n;
  result.rootMeanSquare = std::sqrt(squares / n);
  result.deviation = std::sqrt(std::max(0.0, squares / n - result.mean * result.mean));
  result.zeros = zeros / all;
  result.nonFinite = (all - finite) / all;
  return result;
}

TensorStatistics statisticsOf(const PackedTensor &packed) {
  if (std::span<const uint16_t> words = packed.packedWords(); packed.isPacked())
    return gather(true, packed.numElements(), [&](int64_t first, int64_t count, double *values) {
      for (int64_t i = 0; i < count; ++i)
        values[i] = std::bit_cast<float>(static_cast<uint32_t>(words[first + i]) << 16);
    });
  Tensor tensor = packed.unpacked();
  return gather(tensor.isFloat(), tensor.numElements(), [&](int64_t first, int64_t count, double *values) {
    if (tensor.isFloat())
      std::copy_n(tensor.floats().data() + first, count, values);
    else
      std::copy_n(tensor.integers().data() + first, count, values);
  });
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
std::optional<Calibration::Request> Calibration::after(mlir::Operation *op, const PackedTensor &result) {
  TensorStatistics statistics = statisticsOf(result);
  statistics.op = op;
  std::optional<Request> request;
  double size = statistics.rootMeanSquare;
  constexpr double least = 0.5, most = 2.0;
  if (statistics.isFloat && size > 0.0 && (size < least || size > most))
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
