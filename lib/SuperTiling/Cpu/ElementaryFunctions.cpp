//===- ElementaryFunctions.cpp - exp, tanh and erf of f32 -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Cpu/ElementaryFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Arithmetic on f32 or on vectors of it.
class FloatBuilder {
public:
  FloatBuilder(OpBuilder &builder, Location loc, Type type) : b(loc, builder), type(type) {}

  Value constant(float value) { return splat(type, b.getF32FloatAttr(value)); }
  Value fma(Value x, Value y, Value z) { return math::FmaOp::create(b, x, y, z); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }

  /// NaN stays NaN: the comparison is false. One operation of most processors, unlike minimumf.
  Value atMost(Value x, float most) { return chosen(arith::CmpFPredicate::OLT, constant(most), x); }
  Value atLeast(Value x, float least) { return chosen(arith::CmpFPredicate::OGT, constant(least), x); }

  /// `coefficients` from the constant one on.
  Value polynomial(Value x, ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.back());
    for (float coefficient : llvm::reverse(coefficients.drop_back()))
      sum = fma(x, sum, constant(coefficient));
    return sum;
  }

  /// Of finite numbers, and a divisor in which no estimate of a reciprocal overflows.
  Value quotient(Value x, Value y) {
    using arith::FastMathFlags;
    auto flags = FastMathFlags::arcp | FastMathFlags::contract | FastMathFlags::ninf;
    return arith::DivFOp::create(b, x, y, arith::FastMathFlagsAttr::get(b.getContext(), flags));
  }

  /// The bits of `x`, `by` places to the left.
  Value shiftedLeft(Value x, int32_t by) {
    Type bits = b.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    Value integer = arith::BitcastOp::create(b, bits, x);
    return arith::BitcastOp::create(b, type, arith::ShLIOp::create(b, integer, splat(bits, b.getI32IntegerAttr(by))));
  }

private:
  ImplicitLocOpBuilder b;
  Type type;

  Value splat(Type of, TypedAttr value) {
    if (auto vector = dyn_cast<VectorType>(of))
      return arith::ConstantOp::create(b, DenseElementsAttr::get(vector, Attribute(value)));
    return arith::ConstantOp::create(b, value);
  }
  Value chosen(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::SelectOp::create(b, arith::CmpFOp::create(b, predicate, x, y), x, y);
  }
};

/// exp(x) = 2^n e^r, n the integer nearest to x log2(e), r = x - n log(2).
Value expOf(FloatBuilder &b, Value argument) {
  // Beyond these n + 126 is no exponent: twice 2^127 e^r overflows, and 2^-127 is the zero that has its bits.
  Value x = b.atLeast(b.atMost(argument, 89.0f), -87.5f);
  // Adding 1.5 * 2^23 rounds to an integer, which is then in the low bits; so are the 126 of the exponent.
  Value rounder = b.constant(12582912.0f + 126.0f);
  Value sum = b.fma(x, b.constant(1.442695041f), rounder), n = b.sub(sum, rounder);
  // log(2) in two parts: the product with the first is exact.
  Value r = b.fma(n, b.constant(1.904654323e-9f), b.fma(n, b.constant(-0.6931471825f), x));
  // Twice e^r, for 2^128 is no f32 and 2^127 is. Minimax on |r| <= log(2) / 2, relative error 2.0e-9.
  Value power = b.polynomial(r, {2.0f, 2.00000006516f, 0.999999882866f, 0.333328585734f, 0.0833360226858f,
                                 0.01674864874116f, 0.00276871321364f});
  return b.mul(power, b.shiftedLeft(sum, 23));
}

/// x P(x^2) / Q(x^2) up to |x| = `end`, where the function is 1 in f32.
struct OddRational {
  float end;
  SmallVector<float> numerator, denominator;

  Value of(FloatBuilder &b, Value x) const {
    // The square alone is held: a larger x, times the quotient there, is more than 1.
    Value square = b.atMost(b.mul(x, x), end * end);
    Value slope = b.quotient(b.polynomial(square, numerator), b.polynomial(square, denominator));
    return b.atLeast(b.atMost(b.mul(x, slope), 1.0f), -1.0f);
  }
};

/// Relative error 1.6e-8.
OddRational tanhRational() {
  return {8.7f,
          {1.0f, 0.1340321618f, 0.003521940164f, 2.104378975e-5f, 1.39621244e-8f},
          {1.0f, 0.4673654073f, 0.02597723049f, 0.0003328759541f, 8.023911481e-7f}};
}
/// Relative error 2.0e-8.
OddRational erfRational() {
  return {3.92f,
          {1.128379167f, 0.189873276f, 0.05267857879f, 0.003742576709f, 0.000284333997f, 2.053951548e-6f},
          {1.0f, 0.5016037548f, 0.1138888789f, 0.01492350807f, 0.001156867929f, 3.810268924e-5f}};
}

template <typename Op, typename Build>
struct ElementaryFunction : OpRewritePattern<Op> {
  // Upstream has patterns for the same operations.
  ElementaryFunction(MLIRContext *context, Build build)
      : OpRewritePattern<Op>(context, /*benefit=*/10), build(std::move(build)) {}
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    auto vector = dyn_cast<VectorType>(type);
    if (!getElementTypeOrSelf(type).isF32() || (vector ? vector.isScalable() : !type.isF32()))
      return failure();
    FloatBuilder builder(rewriter, op.getLoc(), type);
    rewriter.replaceOp(op, build(builder, op.getOperand()));
    return success();
  }
  Build build;
};

template <typename Op, typename Build>
void addFunction(RewritePatternSet &patterns, Build build) {
  patterns.add(std::make_unique<ElementaryFunction<Op, Build>>(patterns.getContext(), std::move(build)));
}

} // namespace

void populateElementaryFunctionPatterns(RewritePatternSet &patterns) {
  addFunction<math::ExpOp>(patterns, expOf);
  addFunction<math::TanhOp>(patterns, [f = tanhRational()](FloatBuilder &b, Value x) { return f.of(b, x); });
  addFunction<math::ErfOp>(patterns, [f = erfRational()](FloatBuilder &b, Value x) { return f.of(b, x); });
}

} // namespace alcove::supertiling
