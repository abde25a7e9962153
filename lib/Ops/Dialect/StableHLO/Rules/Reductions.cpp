//===- Reductions.cpp - Reductions, norms, linear algebra ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Spec.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
LogicalResult reduce(Operation *op) {
  Spec spec(op);
  auto reduce = cast<ReduceOp>(op);
  unsigned count = reduce.getInputs().size();
  spec.holds(3, count > 0 && op->getNumResults() == count,
             "it has " + Twine(count) + " inputs and " + Twine(op->getNumResults()) +
                 " results, expected inputs and as many results");
  if (!spec.ok())
    return failure();
  for (unsigned i = 0; i < count; ++i)
    spec.sameShape(1, "inputs", spec.in(0), spec.in(i))
        .sameElement(2, "inputs and init_values", spec.in(i), spec.in(count + i))
        .holds(2, spec.in(count + i).getRank() == 0, "init_values must be scalars");
  Dims dims = spec.list("dimensions"), shape;
  spec.inRange(4, "dimensions", dims, 0, spec.in(0).getRank()).unique(5, "dimensions", dims);
  if (!spec.ok())
    return failure();
  for (int64_t dim = 0; dim < spec.in(0).getRank(); ++dim)
    if (!llvm::is_contained(dims, dim))
      shape.push_back(spec.in(0).getDimSize(dim));
  // The types inside may be wider than those outside.
  spec.holds(6, reduce.getBody().hasOneBlock() && reduce.getBody().getNumArguments() == 2 * count,
             "body must have " + Twine(2 * count) + " arguments, has " +
                 Twine(reduce.getBody().empty() ? 0 : reduce.getBody().getNumArguments()));
  for (unsigned i = 0; i < count; ++i)
    spec.shapeIs(7, "result", spec.out(i), shape);
  return spec.done();
}

LogicalResult batchNorm(Operation *op) {
  Spec spec(op);
  int64_t feature = spec.number("feature_index");
  RankedTensorType operand = spec.in(0);
  spec.inRange(1, "feature_index", {feature}, 0, operand.getRank());
  if (!spec.ok())
    return failure();
  auto perFeature = [&](RankedTensorType type, StringRef what) {
    if (type.getRank() == operand.getRank() && type.getRank() != 1)
      return;
    spec.sameElement(2, "operand and what is per feature", operand, type)
        .shapeIs(3, what, type, {operand.getDimSize(feature)});
  };
  for (unsigned i = 1; i < op->getNumOperands(); ++i)
    perFeature(spec.in(i), "an operand per feature");
  for (unsigned i = 1; i < op->getNumResults(); ++i)
    perFeature(spec.out(i), "a result per feature");
  return spec.sameType(7, "operand and result", operand, spec.out()).done();
}

LogicalResult cholesky(Operation *op) {
  Spec spec(op);
  RankedTensorType a = spec.in(0);
  spec.sameType(1, "a and result", a, spec.out())
      .holds(2, a.getRank() >= 2, "a has rank " + Twine(a.getRank()) + ", expected at least 2");
  if (!spec.ok())
    return failure();
  int64_t rows = a.getDimSize(a.getRank() - 2), columns = a.getDimSize(a.getRank() - 1);
  return spec.holds(3, fits(rows, columns), "a has " + Twine(rows) + " rows and " + Twine(columns) + " columns").done();
}

LogicalResult triangularSolve(Operation *op) {
  Spec spec(op);
  RankedTensorType a = spec.in(0), b = spec.in(1);
  int64_t rank = a.getRank();
  spec.sameElement(1, "a and b", a, b)
      .holds(2, rank == b.getRank() && rank >= 2,
             "a has rank " + Twine(rank) + ", b " + Twine(b.getRank()) + ": they must be equal and at least 2");
  if (!spec.ok())
    return failure();
  bool left = cast<TriangularSolveOp>(op).getLeftSide();
  int64_t rows = a.getDimSize(rank - 2), columns = a.getDimSize(rank - 1),
          side = b.getDimSize(left ? rank - 2 : rank - 1);
  return spec
      .sameShape(3, "batches of a and b", RankedTensorType::get(a.getShape().drop_back(2), a.getElementType()),
                 RankedTensorType::get(b.getShape().drop_back(2), a.getElementType()))
      .holds(3, fits(rows, columns) && fits(columns, side),
             "a of " + Twine(rows) + " x " + Twine(columns) + " does not fit the " + Twine(side) + " of b")
      .sameType(4, "b and result", b, spec.out())
      .done();
}

LogicalResult fft(Operation *op) {
  Spec spec(op);
  auto fft = cast<FftOp>(op);
  Dims lengths = spec.list("fft_length");
  int64_t rank = spec.in(0).getRank(), count = lengths.size();
  using enum FftType;
  FftType type = fft.getFftType();
  bool fromComplex = isa<ComplexType>(spec.in(0).getElementType()),
       toComplex = isa<ComplexType>(spec.out().getElementType());
  spec.holds(1, 1 <= count && count <= 3 && count <= rank,
             "fft_length has " + Twine(count) + " numbers for rank " + Twine(rank) + ", expected 1 to 3")
      .holds(2, fromComplex == (type != RFFT) && toComplex == (type != IRFFT),
             "the element types do not fit " + stringifyFftType(type));
  if (!spec.ok())
    return failure();
  Dims shape(spec.in(0).getShape());
  RankedTensorType whole = type == IRFFT ? spec.out() : spec.in(0);
  for (int64_t i = 0; i < count; ++i)
    spec.holds(4, fits(whole.getDimSize(rank - count + i), lengths[i]),
               "dimension " + Twine(rank - count + i) + " has " + Twine(whole.getDimSize(rank - count + i)) +
                   " elements, fft_length " + Twine(lengths[i]));
  if (type == RFFT)
    shape.back() = lengths.back() == 0 ? 0 : lengths.back() / 2 + 1;
  if (type == IRFFT)
    shape.back() = lengths.back();
  return spec.shapeIs(5, "result", spec.out(), shape).done();
}
} // namespace

void stablehlo::addReductionRules(RuleTable &table) {
  table["reduce"] = reduce;
  table["batch_norm_inference"] = table["batch_norm_training"] = table["batch_norm_grad"] = batchNorm;
  table["cholesky"] = cholesky;
  table["triangular_solve"] = triangularSolve;
  table["fft"] = fft;
}
