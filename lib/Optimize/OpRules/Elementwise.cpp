//===- Elementwise.cpp - Rules of elementwise ops -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
class ElementwiseRules : public OpRules {
public:
  ElementwiseRules(plan::OpKind kind, bool inChains) : OpRules(kind), inChains(inChains) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.chainShardable = inChains; }

private:
  bool inChains;
};
} // namespace

/// Which of them chains shard: tt-mlir DFShardingPolicy.cpp.
ArrayRef<OpRulesRow> transforms::elementwiseRows() {
  using plan::OpKind;
  static const ElementwiseRules unary(OpKind::Unary, false), chainUnary(OpKind::Unary, true);
  static const ElementwiseRules binary(OpKind::Binary, false), chainBinary(OpKind::Binary, true);
  static const ElementwiseRules ternary(OpKind::Ternary, false);
  static const OpRulesRow rows[] = {
      {"relu", &chainUnary},
      {"relu6", &chainUnary},
      {"silu", &chainUnary},
      {"gelu", &chainUnary},
      {"neg", &chainUnary},
      {"rsqrt", &chainUnary},
      {"pow_scalar", &chainUnary},
      {"add", &chainBinary},
      {"multiply", &chainBinary},
      {"minimum", &chainBinary},
      {"abs", &unary},
      {"acos", &unary},
      {"acosh", &unary},
      {"asin", &unary},
      {"asinh", &unary},
      {"atan", &unary},
      {"atanh", &unary},
      {"bitwise_not", &unary},
      {"cbrt", &unary},
      {"ceil", &unary},
      {"cos", &unary},
      {"cosh", &unary},
      {"elu", &unary},
      {"erf", &unary},
      {"erfc", &unary},
      {"exp", &unary},
      {"expm1", &unary},
      {"floor", &unary},
      {"hardsigmoid", &unary},
      {"isfinite", &unary},
      {"leaky_relu", &unary},
      {"log", &unary},
      {"log1p", &unary},
      {"logical_not", &unary},
      {"mish", &unary},
      {"reciprocal", &unary},
      {"sigmoid", &unary},
      {"sign", &unary},
      {"sin", &unary},
      {"sinh", &unary},
      {"softplus", &unary},
      {"softsign", &unary},
      {"sqrt", &unary},
      {"tan", &unary},
      {"tanh", &unary},
      {"trunc", &unary},
      {"clamp_scalar", &unary},
      {"atan2", &binary},
      {"bitwise_and", &binary},
      {"bitwise_or", &binary},
      {"bitwise_xor", &binary},
      {"divide", &binary},
      {"eq", &binary},
      {"ge", &binary},
      {"gt", &binary},
      {"le", &binary},
      {"logical_and", &binary},
      {"logical_left_shift", &binary},
      {"logical_or", &binary},
      {"logical_right_shift", &binary},
      {"logical_xor", &binary},
      {"lt", &binary},
      {"maximum", &binary},
      {"ne", &binary},
      {"pow_tensor", &binary},
      {"remainder", &binary},
      {"subtract", &binary},
      {"where", &ternary},
      {"clamp_tensor", &ternary},
  };
  return rows;
}
