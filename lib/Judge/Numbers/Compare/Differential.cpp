//===- Differential.cpp - Two modules on the same data ---- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::reference {

std::vector<mlir::func::FuncOp> runnableFunctions(mlir::ModuleOp module) {
  std::vector<mlir::func::FuncOp> functions;
  module.walk([&](mlir::func::FuncOp function) {
    if (!function.isExternal() && !function.isPrivate() && !ttcore::isConstEvalFunction(function))
      functions.push_back(function);
  });
  return functions;
}

Result<mlir::func::FuncOp> counterpartOf(mlir::func::FuncOp function, mlir::ModuleOp module) {
  std::vector<mlir::func::FuncOp> functions = runnableFunctions(module);
  for (mlir::func::FuncOp candidate : functions)
    if (candidate.getName() == function.getName())
      return candidate;
  if (functions.size() == 1)
    return functions[0];
  return Error{fmt::format("no function of the other module is called '{}', and it has {} functions",
                           function.getName().str(), functions.size())};
}

static const Tolerance &toleranceOf(const Tensor &left, const Tensor &right, const Tolerance &forBf16,
                                    const Tolerance &forF32) {
  return left.elementType() == ElementType::F32 && right.elementType() == ElementType::F32 ? forF32 : forBf16;
}

static Comparison compareTensors(const Tensor &left, const Tensor &right, const Tolerance &forBf16,
                                 const Tolerance &forF32) {
  return compare(left, right, toleranceOf(left, right, forBf16, forF32));
}

// NUM-C10, NUM-C11
/// `tolerance` as wide as the noise of the left side's own types asks for: the distance of two runs of it, both in f32
/// where the bounds are those of f32.
static Tolerance withNoise(Tolerance tolerance, const Tensor &exact, const Tensor &declared) {
  bool bothF32 = std::isfinite(tolerance.element);
  tolerance.scoreUnits = bothF32 ? tolerance.scoreUnits : 4.0;
  if (!exact.isFloat() || !declared.isFloat() || exact.shape() != declared.shape())
    return tolerance;
  constexpr double factor = 6.0, mostOfRounding = 0.1;
  Comparison noise = compare(exact, declared, tolerance);
  if (bothF32) {
    tolerance.norm = std::max(tolerance.norm, std::min(factor * noise.normError, mostOfRounding));
    tolerance.row = std::max(tolerance.row, std::min(factor * noise.rowError, mostOfRounding));
    tolerance.element = std::max(tolerance.element, std::min(factor * noise.elementError, mostOfRounding));
  } else {
    tolerance.norm = std::max(0.01, factor * noise.normError);
    tolerance.row = std::max(0.1, factor * noise.rowError);
  }
  tolerance.minCorrelation = std::min(tolerance.minCorrelation, 1.0 - tolerance.norm * tolerance.norm / 2);
  return tolerance;
}

/// NUM-C12: a run on one chip stands for every chip.
static size_t placeOf(size_t chip, size_t chips) { return chips == 1 ? 0 : chip; }

Result<Comparison> compareResult(const FunctionRun &left, const FunctionRun &right, size_t result, size_t chip,
                                 const Tolerance &forBf16, const Tolerance &forF32) {
  size_t place = placeOf(chip, left.results[result].size());
  chip = placeOf(chip, right.results[result].size());
  const Tensor &reference = left.results[result][place];
  Result<Tensor> reshaped = right.results[result][chip].reshaped(reference.shape());
  const Tensor &other = reshaped ? *reshaped : right.results[result][chip];
  Comparison comparison = compareTensors(reference, other, forBf16, forF32);
  if (comparison.equal || !reshaped || !left.indices || !right.indices)
    return comparison;
  ALCOVE_ASSIGN_OR_RETURN(const std::vector<IndexOrigins> *ours, left.indices->originsOf(result));
  ALCOVE_ASSIGN_OR_RETURN(const std::vector<IndexOrigins> *theirs, right.indices->originsOf(result));
  if (place >= ours->size() || chip >= theirs->size())
    return comparison;
  IndexOrigins shaped = (*theirs)[chip];
  ALCOVE_ASSIGN_OR_RETURN(shaped.numbers, shaped.numbers.reshaped(reference.shape()));
  excuseRounding(comparison, reference, (*ours)[place], other, shaped, forBf16, forF32);
  return comparison;
}

namespace {

/// Collects the rows of a comparison.
class Rows {
public:
  Rows(const Tolerance &forBf16, const Tolerance &forF32) : forBf16(forBf16), forF32(forF32) {}

  /// Adds a row per chip; `compareOn(chip, forBf16, forF32)` compares. `exact`: the left side in f32, or null.
  template <typename Fn>
  Status add(const std::string &name, const PerChip &left, const PerChip &right, const PerChip *exact,
             const std::string &place, Fn compareOn) {
    // NUM-C12
    size_t chips = std::max(left.size(), right.size());
    if (left.size() != right.size() && std::min(left.size(), right.size()) != 1)
      return Error{fmt::format("{}: {} chips and {}", name, left.size(), right.size())};
    for (size_t chip = 0; chip < chips; ++chip) {
      const Tensor &ours = left[placeOf(chip, left.size())], &theirs = right[placeOf(chip, right.size())];
      ComparedValue row;
      row.name = chips == 1 ? name : fmt::format("{} on chip {}", name, chip);
      row.shape = ours.shape();
      row.left = ours.elementType();
      row.right = theirs.elementType();
      row.place = place;
      Tolerance narrow = forBf16, wide = forF32;
      if (exact && placeOf(chip, exact->size()) < exact->size()) {
        // A side that holds f32 in the end may have held less on the way.
        narrow = withNoise(forBf16, (*exact)[placeOf(chip, exact->size())], ours);
        wide = narrow;
      }
      row.tolerance = toleranceOf(ours, theirs, narrow, wide);
      ALCOVE_ASSIGN_OR_RETURN(row.comparison, compareOn(chip, narrow, wide));
      rows.push_back(std::move(row));
    }
    return {};
  }
  std::vector<ComparedValue> rows;

private:
  const Tolerance &forBf16, &forF32;
};

} // namespace

static bool isReturned(mlir::func::FuncOp function, unsigned argument) {
  return llvm::is_contained(function.getBody().front().getTerminator()->getOperands(),
                            mlir::Value(function.getArgument(argument)));
}

/// Every chip gets its part of the argument: what ops write in place is a copy.
static bool isSharedOut(mlir::func::FuncOp function, unsigned argument) {
  llvm::SmallVector<mlir::Value> open = {function.getArgument(argument)};
  while (!open.empty())
    for (mlir::Operation *user : open.pop_back_val().getUsers()) {
      if (llvm::isa<ttir::MeshShardOp, ttnn::MeshShardOp, ttnn::DistributeTensorOp>(user))
        return true;
      if (llvm::isa<ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp, ttnn::ToDeviceOp,
                    ttnn::FromDeviceOp>(user))
        open.push_back(user->getResult(0));
    }
  return false;
}

Result<std::vector<ComparedValue>> compareRuns(mlir::func::FuncOp left, const FunctionRun &leftRun,
                                               mlir::func::FuncOp right, const FunctionRun &rightRun,
                                               const Tolerance &forBf16, const Tolerance &forF32,
                                               const FunctionRun *exact) {
  Rows rows(forBf16, forF32);
  if (leftRun.results.size() != rightRun.results.size())
    return Error{fmt::format("function '{}' has {} results, '{}' has {}", left.getName().str(), leftRun.results.size(),
                             right.getName().str(), rightRun.results.size())};
  mlir::Operation *terminator = left.getBody().front().getTerminator();
  for (size_t i = 0; i < leftRun.results.size(); ++i) {
    mlir::Operation *source = terminator->getOperand(i).getDefiningOp();
    ALCOVE_RETURN_IF_ERROR(rows.add(fmt::format("result {}", i), leftRun.results[i], rightRun.results[i],
                                    exact ? &exact->results[i] : nullptr, source ? locationText(source) : "",
                                    [&](size_t chip, const Tolerance &narrow, const Tolerance &wide) {
                                      return compareResult(leftRun, rightRun, i, chip, narrow, wide);
                                    }));
  }
  for (const auto &[number, tensors] : leftRun.written) {
    std::string name = fmt::format("argument {} (written in place)", number);
    auto other = rightRun.written.find(number);
    if (other == rightRun.written.end() && isReturned(left, number) && isSharedOut(right, number))
      continue; // its parts are written on the chips, and compared as the result that joins them
    if (other == rightRun.written.end())
      return Error{fmt::format("{}: the other module does not write it", name)};
    const PerChip &others = other->second;
    auto known = exact ? exact->written.find(number) : leftRun.written.end();
    ALCOVE_RETURN_IF_ERROR(
        rows.add(name, tensors, others, exact && known != exact->written.end() ? &known->second : nullptr, "",
                 [&](size_t chip, const Tolerance &narrow, const Tolerance &wide) -> Result<Comparison> {
                   const Tensor &ours = tensors[placeOf(chip, tensors.size())];
                   const Tensor &theirs = others[placeOf(chip, others.size())];
                   Result<Tensor> reshaped = theirs.reshaped(ours.shape());
                   return compareTensors(ours, reshaped ? *reshaped : theirs, narrow, wide);
                 }));
  }
  for (const auto &[number, tensors] : rightRun.written)
    if (!leftRun.written.count(number))
      return Error{fmt::format("argument {}: written in place by the other module only", number)};
  return std::move(rows.rows);
}

} // namespace alcove::reference
