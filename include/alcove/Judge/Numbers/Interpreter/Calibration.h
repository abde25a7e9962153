//===- Calibration.h - Arguments scaled so that every op is excited --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeded data says little of an op whose result is a millionth of what it is added to. While a function runs for the
// first time, an argument that an op multiplies by is scaled by a power of two, when that op is the first to compute
// with it and its result is not near unit scale:
//
//   %s = sum(x * x)            rms 4096
//   %m = multiply(%s, %arg3)   rms 4096  ->  %arg3 times 2^-12, rms 1
//
// Powers of two commute with every rounding, so the run goes on as if the argument had been that all along (rule
// NUM-D5); what the run says of its tensors is kept as statistics (NUM-D6).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_CALIBRATION_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_CALIBRATION_H

#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cmath>
#include <map>
#include <optional>

namespace alcove::reference {

/// What one result looks like on chip 0.
struct TensorStatistics {
  mlir::Operation *op = nullptr;
  int64_t elements = 0;
  double mean = 0.0, deviation = 0.0, rootMeanSquare = 0.0; ///< of the finite elements
  double zeros = 0.0, nonFinite = 0.0;                      ///< shares of the elements
  bool isFloat = true;
  /// All elements are the same.
  bool isConstant() const { return deviation <= 1e-7 * std::max(std::abs(mean), 1e-300); }
  /// It varies less than f32 shows beside a number of unit scale.
  bool vanishes() const { return isFloat && !isConstant() && rootMeanSquare < 1e-6; }
};

TensorStatistics statisticsOf(const PackedTensor &tensor);
/// `tensor` times 2^`exponent`; integers stay as they are.
Tensor scaledBy(Tensor tensor, int exponent);

class Calibration {
public:
  explicit Calibration(mlir::func::FuncOp function);

  struct Request {
    unsigned argument;
    int exponent;                    ///< the argument times 2^exponent ...
    int exponentOfResult;            ///< ... gives the result times 2^exponentOfResult
    std::vector<mlir::Value> values; ///< of the function, that consist of the argument
  };
  /// Looks at the first result of `op` on chip 0. Nothing when it is well scaled or no argument would mend it.
  std::optional<Request> after(mlir::Operation *op, const PackedTensor &result);

  /// Per argument, what its data has to be multiplied by as a power of two.
  const std::map<unsigned, int> &exponents() const { return chosen; }
  const std::vector<TensorStatistics> &statistics() const { return seen; }

private:
  struct Factor {
    unsigned argument;
    int sign;                     ///< -1: a divisor
    std::optional<unsigned> bias; ///< scaled as well
  };
  std::optional<Factor> factorOf(mlir::Operation *op) const;
  bool isFirst(mlir::Operation *op, unsigned argument) const;

  mlir::func::FuncOp function;
  std::map<unsigned, mlir::Operation *> firstUse;          ///< the first op that computes with an argument
  std::map<unsigned, std::vector<mlir::Value>> consistsOf; ///< values that an argument was moved to
  std::map<unsigned, bool> scalable;
  std::map<unsigned, int> chosen;
  std::vector<TensorStatistics> seen;
};

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_CALIBRATION_H
