//===- Scalars.cpp - Arithmetic on numbers of one element ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;
namespace arrays = alcove::reference::arrays;

namespace {
/// Where one scalar is written: the op with its types before they lost their signs, and short names for what follows.
struct Writer {
  OpBuilder &builder;
  Location loc;
  Operation *op;

  Type in(unsigned i = 0) const { return getElementTypeOrSelf(op->getOperand(i).getType()); }
  Type out() const { return getElementTypeOrSelf(op->getResult(0).getType()); }
  bool isFloat() const { return isa<FloatType>(in()); }
  bool isPred() const { return in().isInteger(1); }
  bool isSigned() const { return isa<IntegerType>(in()) && arrays::bitsOf(in()).isSigned; }
  unsigned width() const { return in().getIntOrFloatBitWidth(); }

  template <typename Op, typename... Args>
  Value make(Args... args) const {
    return Op::create(builder, loc, args...);
  }
  Value number(double value) const { return onlinalg::number(builder, loc, plain(in()), value); }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) const {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) const {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value pred, Value yes, Value no) const { return make<arith::SelectOp>(pred, yes, no); }
};
using Write = Value (*)(const Writer &, ValueRange);

Scalar scalar(Write write) {
  return [write](OpBuilder &builder, Location loc, Operation *op, ValueRange values) {
    return write({builder, loc, op}, values);
  };
}

/// The op for floats, for signed and for unsigned integers, for booleans.
template <typename Float, typename Signed, typename Unsigned, typename Pred>
Value binary(const Writer &w, ValueRange v) {
  if (w.isFloat())
    return w.make<Float>(v[0], v[1]);
  if (w.isPred())
    return w.make<Pred>(v[0], v[1]);
  return w.isSigned() ? w.make<Signed>(v[0], v[1]) : w.make<Unsigned>(v[0], v[1]);
}

template <typename Op>
Value ofIntegers(const Writer &w, ValueRange v) {
  return w.isFloat() ? Value() : w.make<Op>(v[0], v[1]);
}

/// By zero there is no quotient, and none of the least number by -1: both are made divisions by 1. XLA says -1 and the
/// dividend of what is divided by zero.
struct Division {
  Value zero, divisor;
};
Division safe(const Writer &w, ValueRange v) {
  Value none = w.number(0), one = w.number(1);
  Value zero = w.compare(arith::CmpIPredicate::eq, v[1], none), unsafe = zero;
  if (w.isSigned()) {
    Value least = w.number(-std::ldexp(1.0, int(w.width()) - 1));
    Value overflow = w.make<arith::AndIOp>(w.compare(arith::CmpIPredicate::eq, v[0], least),
                                           w.compare(arith::CmpIPredicate::eq, v[1], w.number(-1)));
    unsafe = w.make<arith::OrIOp>(zero, overflow);
  }
  return {zero, w.select(unsafe, one, v[1])};
}

Value divide(const Writer &w, ValueRange v) {
  if (w.isFloat())
    return w.make<arith::DivFOp>(v[0], v[1]);
  Division by = safe(w, v);
  Value quotient = w.isSigned() ? w.make<arith::DivSIOp>(v[0], by.divisor) : w.make<arith::DivUIOp>(v[0], by.divisor);
  return w.select(by.zero, w.number(-1), quotient);
}

Value remainder(const Writer &w, ValueRange v) {
  if (w.isFloat())
    return w.make<arith::RemFOp>(v[0], v[1]);
  Division by = safe(w, v);
  Value rest = w.isSigned() ? w.make<arith::RemSIOp>(v[0], by.divisor) : w.make<arith::RemUIOp>(v[0], by.divisor);
  return w.select(by.zero, v[0], rest);
}

/// By as many bits as there are or more: nothing is left, or the sign.
template <typename Op>
Value shift(const Writer &w, ValueRange v) {
  if (w.isFloat())
    return {};
  constexpr bool keepsSign = std::is_same_v<Op, arith::ShRSIOp>;
  Value last = w.number(w.width() - 1.0);
  Value inside = w.compare(arith::CmpIPredicate::ule, v[1], last);
  Value shifted = w.make<Op>(v[0], w.select(inside, v[1], last));
  return keepsSign ? shifted : w.select(inside, shifted, w.number(0));
}

/// Floats by the order of all their bit patterns, as integers.
Value totalOrder(const Writer &w, Value value) {
  Type bits = w.builder.getIntegerType(w.width());
  value = arith::BitcastOp::create(w.builder, w.loc, bits, value);
  Value count = onlinalg::number(w.builder, w.loc, bits, w.width() - 1.0);
  Value one = onlinalg::number(w.builder, w.loc, bits, 1);
  Value sign = w.make<arith::ShRSIOp>(value, count);
  return w.make<arith::XOrIOp>(value, w.make<arith::ShRUIOp>(sign, one));
}

Value compare(const Writer &w, ValueRange v) {
  auto op = cast<CompareOp>(w.op);
  unsigned direction = unsigned(op.getComparisonDirection()); // EQ NE GE GT LE LT
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  constexpr F floats[] = {F::OEQ, F::UNE, F::OGE, F::OGT, F::OLE, F::OLT};
  constexpr I signs[] = {I::eq, I::ne, I::sge, I::sgt, I::sle, I::slt};
  constexpr I unsigneds[] = {I::eq, I::ne, I::uge, I::ugt, I::ule, I::ult};
  if (w.isFloat() && op.getCompareType() == ComparisonType::TOTALORDER)
    return w.compare(signs[direction], totalOrder(w, v[0]), totalOrder(w, v[1]));
  if (w.isFloat())
    return w.compare(floats[direction], v[0], v[1]);
  return w.compare((w.isSigned() ? signs : unsigneds)[direction], v[0], v[1]);
}

Value negate(const Writer &w, ValueRange v) {
  return w.isFloat() ? w.make<arith::NegFOp>(v[0]) : w.make<arith::SubIOp>(w.number(0), v[0]);
}

Value absolute(const Writer &w, ValueRange v) {
  return w.isFloat() ? w.make<math::AbsFOp>(v[0]) : w.isSigned() ? w.make<math::AbsIOp>(v[0]) : v[0];
}

/// Zeros and NaN are their own sign.
Value sign(const Writer &w, ValueRange v) {
  Value zero = w.number(0), one = w.number(1);
  if (w.isFloat()) {
    Value none = w.compare(arith::CmpFPredicate::UEQ, v[0], zero);
    return w.select(none, v[0], w.make<math::CopySignOp>(one, v[0]));
  }
  Value none = w.compare(arith::CmpIPredicate::eq, v[0], zero);
  if (!w.isSigned())
    return w.select(none, zero, one);
  Value less = w.compare(arith::CmpIPredicate::slt, v[0], zero);
  return w.select(none, zero, w.select(less, w.number(-1), one));
}

Value clamp(const Writer &w, ValueRange v) {
  return binary<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp, arith::AndIOp>(
      w, {binary<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::OrIOp>(w, {v[1], v[0]}), v[2]});
}

Value isFinite(const Writer &w, ValueRange v) {
  return w.compare(arith::CmpFPredicate::OLT, w.make<math::AbsFOp>(v[0]), w.number(INFINITY));
}
} // namespace

Value onlinalg::number(OpBuilder &builder, Location loc, Type type, double value) {
  TypedAttr attribute;
  if (auto floating = dyn_cast<FloatType>(type)) {
    attribute = builder.getFloatAttr(floating, value);
  } else if (type.isIndex()) {
    attribute = builder.getIndexAttr(int64_t(value));
  } else {
    APInt bits(type.getIntOrFloatBitWidth(), uint64_t(int64_t(value)), /*isSigned=*/true, /*implicitTrunc=*/true);
    attribute = IntegerAttr::get(type, bits);
  }
  return arith::ConstantOp::create(builder, loc, attribute);
}

static Value ofFloat(OpBuilder &builder, Location loc, Value value, Type to) {
  if (auto integer = dyn_cast<IntegerType>(to)) {
    bool isSigned = arrays::bitsOf(integer).isSigned;
    if (isSigned)
      return arith::FPToSIOp::create(builder, loc, plain(to), value);
    return arith::FPToUIOp::create(builder, loc, plain(to), value);
  }
  unsigned have = value.getType().getIntOrFloatBitWidth(), want = to.getIntOrFloatBitWidth();
  // Of f16 and bf16 neither holds the other.
  if (have == want)
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value), have = 32;
  if (have < want)
    return arith::ExtFOp::create(builder, loc, to, value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

Value onlinalg::converted(OpBuilder &builder, Location loc, Value value, Type from, Type to) {
  if (plain(from) == plain(to))
    return value;
  if (to.isInteger(1)) { // another number than 0 is true
    Value zero = number(builder, loc, value.getType(), 0);
    if (isa<FloatType>(from))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
  }
  if (isa<FloatType>(from))
    return ofFloat(builder, loc, value, to);
  bool isSigned = arrays::bitsOf(from).isSigned;
  if (isa<FloatType>(to)) {
    if (isSigned)
      return arith::SIToFPOp::create(builder, loc, to, value);
    return arith::UIToFPOp::create(builder, loc, to, value);
  }
  if (to.getIntOrFloatBitWidth() < from.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, plain(to), value);
  if (isSigned)
    return arith::ExtSIOp::create(builder, loc, plain(to), value);
  return arith::ExtUIOp::create(builder, loc, plain(to), value);
}

void onlinalg::addArithmetic(ScalarTable &table) {
  auto add = [&](StringRef name, Write write) { table[("stablehlo." + name).str()] = scalar(write); };
  add("add", binary<arith::AddFOp, arith::AddIOp, arith::AddIOp, arith::OrIOp>);
  add("subtract", binary<arith::SubFOp, arith::SubIOp, arith::SubIOp, arith::XOrIOp>);
  add("multiply", binary<arith::MulFOp, arith::MulIOp, arith::MulIOp, arith::AndIOp>);
  add("maximum", binary<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::OrIOp>);
  add("minimum", binary<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp, arith::AndIOp>);
  add("and", ofIntegers<arith::AndIOp>);
  add("or", ofIntegers<arith::OrIOp>);
  add("xor", ofIntegers<arith::XOrIOp>);
  add("shift_left", shift<arith::ShLIOp>);
  add("shift_right_logical", shift<arith::ShRUIOp>);
  add("shift_right_arithmetic", shift<arith::ShRSIOp>);
  add("divide", divide);
  add("remainder", remainder);
  add("compare", compare);
  add("negate", negate);
  add("abs", absolute);
  add("sign", sign);
  add("clamp", clamp);
  add("is_finite", isFinite);
  add("not", [](const Writer &w, ValueRange v) { return w.make<arith::XOrIOp>(v[0], w.number(-1)); });
  add("select", [](const Writer &w, ValueRange v) { return w.select(v[0], v[1], v[2]); });
  add("convert", [](const Writer &w, ValueRange v) { return converted(w.builder, w.loc, v[0], w.in(), w.out()); });
  add("bitcast_convert", [](const Writer &w, ValueRange v) -> Value {
    if (w.width() != w.out().getIntOrFloatBitWidth())
      return {};
    return plain(w.in()) == plain(w.out()) ? v[0] : w.make<arith::BitcastOp>(plain(w.out()), v[0]);
  });
  add("popcnt", [](const Writer &w, ValueRange v) { return w.make<math::CtPopOp>(v[0]); });
  add("count_leading_zeros", [](const Writer &w, ValueRange v) { return w.make<math::CountLeadingZerosOp>(v[0]); });
}

//===----------------------------------------------------------------------===//
// Functions of floats
//===----------------------------------------------------------------------===//

namespace {
template <typename Op>
Value function(const Writer &w, ValueRange v) {
  return w.isFloat() ? w.make<Op>(v[0]) : Value();
}

template <typename Op>
Value functionOfTwo(const Writer &w, ValueRange v) {
  return w.isFloat() ? w.make<Op>(v[0], v[1]) : Value();
}

Value logistic(const Writer &w, ValueRange v) {
  Value one = w.number(1), power = w.make<math::ExpOp>(w.make<arith::NegFOp>(v[0]));
  return w.make<arith::DivFOp>(one, w.make<arith::AddFOp>(one, power));
}

/// To a narrower float and back.
Value reducePrecision(const Writer &w, ValueRange v) {
  auto op = cast<ReducePrecisionOp>(w.op);
  bool bf16 = op.getExponentBits() == 8 && op.getMantissaBits() == 7,
       f16 = op.getExponentBits() == 5 && op.getMantissaBits() == 10;
  if (!bf16 && !f16)
    return {};
  Type narrow = bf16 ? Type(w.builder.getBF16Type()) : Type(w.builder.getF16Type());
  return converted(w.builder, w.loc, converted(w.builder, w.loc, v[0], w.in(), narrow), narrow, w.in());
}

template <arith::CmpFPredicate predicate, bool ofSize>
Value isInfinite(const Writer &w, ValueRange v) {
  double sign = predicate == arith::CmpFPredicate::OGT ? 1 : -1;
  Value value = ofSize ? w.make<math::AbsFOp>(v[0]) : v[0];
  return w.compare(arith::CmpFPredicate::OEQ, value, w.number(ofSize ? INFINITY : sign * INFINITY));
}
} // namespace

void onlinalg::addFunctions(ScalarTable &table) {
  auto add = [&](StringRef name, Write write) { table[name] = scalar(write); };
  add("stablehlo.cbrt", function<math::CbrtOp>);
  add("stablehlo.ceil", function<math::CeilOp>);
  add("stablehlo.cosine", function<math::CosOp>);
  add("stablehlo.exponential", function<math::ExpOp>);
  add("stablehlo.exponential_minus_one", function<math::ExpM1Op>);
  add("stablehlo.floor", function<math::FloorOp>);
  add("stablehlo.log", function<math::LogOp>);
  add("stablehlo.log_plus_one", function<math::Log1pOp>);
  add("stablehlo.logistic", logistic);
  add("stablehlo.power", functionOfTwo<math::PowFOp>);
  add("stablehlo.atan2", functionOfTwo<math::Atan2Op>);
  add("stablehlo.reduce_precision", reducePrecision);
  add("stablehlo.round_nearest_afz", function<math::RoundOp>);
  add("stablehlo.round_nearest_even", function<math::RoundEvenOp>);
  add("stablehlo.rsqrt", function<math::RsqrtOp>);
  add("stablehlo.sine", function<math::SinOp>);
  add("stablehlo.sqrt", function<math::SqrtOp>);
  add("stablehlo.tan", function<math::TanOp>);
  add("stablehlo.tanh", function<math::TanhOp>);
  add("chlo.acos", function<math::AcosOp>);
  add("chlo.acosh", function<math::AcoshOp>);
  add("chlo.asin", function<math::AsinOp>);
  add("chlo.asinh", function<math::AsinhOp>);
  add("chlo.atan", function<math::AtanOp>);
  add("chlo.atanh", function<math::AtanhOp>);
  add("chlo.cosh", function<math::CoshOp>);
  add("chlo.erf", function<math::ErfOp>);
  add("chlo.erfc", function<math::ErfcOp>);
  add("chlo.sinh", function<math::SinhOp>);
  add("chlo.tan", function<math::TanOp>);
  add("chlo.square", [](const Writer &w, ValueRange v) {
    return w.isFloat() ? w.make<arith::MulFOp>(v[0], v[0]) : w.make<arith::MulIOp>(v[0], v[0]);
  });
  add("chlo.is_inf", isInfinite<arith::CmpFPredicate::OGT, true>);
  add("chlo.is_pos_inf", isInfinite<arith::CmpFPredicate::OGT, false>);
  add("chlo.is_neg_inf", isInfinite<arith::CmpFPredicate::OLT, false>);
}

const ScalarTable &onlinalg::scalars() {
  static const ScalarTable table = [] {
    ScalarTable made;
    addArithmetic(made);
    addFunctions(made);
    return made;
  }();
  return table;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

bool onlinalg::isScalar(Region &body) {
  if (!body.hasOneBlock())
    return false;
  return llvm::all_of(body.front(), [&](Operation &op) {
    bool inside = llvm::all_of(op.getOperands(), [&](Value value) { return value.getParentRegion() == &body; });
    bool known =
        isa<ConstantOp>(op) || op.hasTrait<OpTrait::IsTerminator>() || scalars().contains(op.getName().getStringRef());
    return inside && known && op.getNumRegions() == 0 && llvm::all_of(op.getResultTypes(), isReal);
  });
}

SmallVector<Value> onlinalg::written(Region &body, OpBuilder &builder, Location loc, ValueRange arguments) {
  llvm::DenseMap<Value, Value> made;
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    made[argument] = value;
  for (Operation &op : body.front()) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(made.lookup(operand));
    if (op.hasTrait<OpTrait::IsTerminator>())
      return operands;
    Value result;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto array = reference::arrays::Array::fromAttribute(constant.getValue());
      if (!array)
        return {};
      result = number(builder, loc, plain(array->element()), array->number(0));
    } else {
      result = scalars().find(op.getName().getStringRef())->second(builder, loc, &op, operands);
    }
    if (!result)
      return {};
    made[op.getResult(0)] = result;
  }
  return {};
}
