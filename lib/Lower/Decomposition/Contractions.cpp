//===- Contractions.cpp - dot_general ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Dimensions of a tensor of `rank` that are in neither list, rising.
static SmallVector<int64_t> rest(int64_t rank, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
      dims.push_back(dim);
  return dims;
}

static int64_t product(ArrayRef<int64_t> extents, ArrayRef<int64_t> dims) {
  int64_t volume = 1;
  for (int64_t dim : dims)
    volume *= extents[dim];
  return volume;
}

namespace {
/// lhs to (batch..., M, K), rhs to (batch..., K, N), product, result to batch + rest of lhs + rest of rhs. With K = 1
/// there is nothing to sum: (batch..., M, 1) * (batch..., 1, N) on the vector unit.
struct DotGeneralToMatmul : OpRewritePattern<ttir::DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::DotGeneralOp op, PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    shape::Shape lhs = shape::of(op.getLhs()), rhs = shape::of(op.getRhs());
    ArrayRef<int64_t> batchLhs = op.getBatchDimsLhs(), batchRhs = op.getBatchDimsRhs();
    ArrayRef<int64_t> contractLhs = op.getContractDimsLhs(), contractRhs = op.getContractDimsRhs();
    SmallVector<int64_t> restLhs = rest(lhs.size(), batchLhs, contractLhs);
    SmallVector<int64_t> restRhs = rest(rhs.size(), batchRhs, contractRhs);
    int64_t m = product(lhs, restLhs), k = product(lhs, contractLhs), n = product(rhs, restRhs);

    SmallVector<int64_t> batch, orderLhs(batchLhs), orderRhs(batchRhs);
    for (int64_t dim : batchLhs)
      batch.push_back(lhs[dim]);
    llvm::append_range(orderLhs, restLhs);
    llvm::append_range(orderLhs, contractLhs);
    llvm::append_range(orderRhs, contractRhs);
    llvm::append_range(orderRhs, restRhs);
    auto shaped = [&](int64_t rows, int64_t cols) {
      SmallVector<int64_t> shape(batch);
      shape.push_back(rows);
      shape.push_back(cols);
      return shape;
    };

    Value a = permute(rewriter, suffixed(loc, "_permuteLhs"), op.getLhs(), orderLhs);
    Value b = permute(rewriter, suffixed(loc, "_permuteRhs"), op.getRhs(), orderRhs);
    a = reshape(rewriter, suffixed(loc, "_reshapeLhs"), a, shaped(m, k));
    b = reshape(rewriter, suffixed(loc, "_reshapeRhs"), b, shaped(k, n));
    RankedTensorType type = tensorTypeOf(op.getResult());
    RankedTensorType productType = withShape(type, shaped(m, n));
    bool sameTypes = tensorTypeOf(a).getElementType() == tensorTypeOf(b).getElementType() &&
                     tensorTypeOf(a).getElementType() == type.getElementType();
    Value result;
    if (k == 1 && sameTypes) {
      result = ttir::MultiplyOp::create(rewriter, loc, productType, a, b);
    } else {
      auto no = rewriter.getBoolAttr(false);
      result = ttir::MatmulOp::create(rewriter, loc, productType, a, b, no, no);
    }
    rewriter.replaceOp(op, reshape(rewriter, suffixed(loc, "_reshapeOutput"), result, type.getShape()));
    return success();
  }
};
} // namespace

void conversion::populateContractionDecompositions(RewritePatternSet &patterns) {
  patterns.add<DotGeneralToMatmul>(patterns.getContext());
}
