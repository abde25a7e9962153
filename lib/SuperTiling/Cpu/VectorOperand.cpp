//===- VectorOperand.cpp - Operands as a register tile reads them ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VectorOperand.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace alcove::supertiling {

bool hasVectors(Type element) {
  return isa<Float32Type, Float64Type>(element) ||
         (element.isSignlessInteger() && element.getIntOrFloatBitWidth() >= 8 &&
          element.getIntOrFloatBitWidth() <= 64 && llvm::isPowerOf2_32(element.getIntOrFloatBitWidth()));
}

/// The multiples of the loops in `expr`; none when it divides or has symbols.
static std::optional<SmallVector<int64_t>> multiplesOf(AffineExpr expr, unsigned loops) {
  bool linear = true;
  expr.walk([&](AffineExpr part) {
    linear &= part.getKind() == AffineExprKind::Add || part.getKind() == AffineExprKind::Mul ||
              part.getKind() == AffineExprKind::Constant || part.getKind() == AffineExprKind::DimId;
  });
  if (!linear)
    return std::nullopt;
  auto at = [&](std::optional<unsigned> one) {
    SmallVector<AffineExpr> point(loops, getAffineConstantExpr(0, expr.getContext()));
    if (one)
      point[*one] = getAffineConstantExpr(1, expr.getContext());
    return cast<AffineConstantExpr>(expr.replaceDims(point)).getValue();
  };
  SmallVector<int64_t> multiples;
  for (unsigned loop = 0; loop < loops; ++loop)
    multiples.push_back(at(loop) - at(std::nullopt));
  return multiples;
}

std::optional<VectorOperand> describeOperand(linalg::LinalgOp op, OpOperand &operand) {
  VectorOperand found;
  found.base = operand.get();
  found.argument = op.getMatchingBlockArgument(&operand);
  found.element = getElementTypeOrSelf(operand.get().getType());
  if (!hasVectors(found.element))
    return std::nullopt;
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type)
    return isa<ShapedType>(operand.get().getType()) ? std::nullopt : std::optional(found);
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(found.strides, offset)))
    return std::nullopt;
  found.isBuffer = true;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    std::optional<SmallVector<int64_t>> multiples = multiplesOf(expr, op.getNumLoops());
    if (!multiples)
      return std::nullopt;
    found.index.push_back(expr);
    found.multiples.push_back(*multiples);
  }
  return found;
}

bool VectorOperand::dependsOn(unsigned loop) const {
  return packedLoop == loop || llvm::any_of(multiples, [&](const SmallVector<int64_t> &dim) { return dim[loop] != 0; });
}

Along VectorOperand::along(unsigned loop) const {
  if (!dependsOn(loop))
    return Along::Invariant;
  if (packedLoop)
    return packedLoop == loop ? Along::Contiguous : Along::Strided;
  bool contiguous = multiples.back()[loop] == 1 && strides.back() == 1;
  for (const SmallVector<int64_t> &dim : ArrayRef(multiples).drop_back())
    contiguous &= dim[loop] == 0;
  return contiguous ? Along::Contiguous : Along::Strided;
}

bool VectorOperand::isPermutation() const {
  return isBuffer && !packedLoop && llvm::all_of(index, llvm::IsaPred<AffineDimExpr>);
}

int64_t VectorOperand::strideAlong(unsigned loop) const {
  int64_t stride = 0;
  for (auto [dim, step] : llvm::zip(multiples, strides)) {
    if (dim[loop] != 0 && ShapedType::isDynamic(step))
      return 0;
    stride += dim[loop] * (ShapedType::isDynamic(step) ? 0 : step);
  }
  return stride;
}

} // namespace alcove::supertiling
