//===- Parts.cpp - Complex and quantized elements as the reals that they stand for -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TTIR computes with reals. A complex tensor is held as two of them, its real and its imaginary part:
//
//   multiply   (a, b) (c, d) = (a c - b d, a d + b c)       so are products and convolutions
//   fft        x W, W of cosines and sines, one product for each dimension
//
// An op on quantized elements is the op on what they stand for, quantized again, as the specification has it. Both are
// said in ops of StableHLO, which the converters then write.
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

/// A matrix of cosines and sines of more numbers is no constant to write.
static constexpr int64_t mostOfMatrix = 1 << 22;

bool stablehlo::isOnParts(StringRef op) {
  return llvm::is_contained({"stablehlo.complex", "stablehlo.real", "stablehlo.imag", "stablehlo.fft", "chlo.conj"},
                            op);
}

static bool isComplex(Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); }
static bool isQuantized(Type type) { return isa<quant::QuantizedType>(getElementTypeOrSelf(type)); }

/// The type of a part, or of what quantized elements stand for; any other as it is.
static RankedTensorType realTypeOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  if (auto complex = dyn_cast<ComplexType>(tensor.getElementType()))
    return tensor.clone(complex.getElementType());
  if (auto quantized = dyn_cast<quant::QuantizedType>(tensor.getElementType()))
    return tensor.clone(quantized.getExpressedType());
  return tensor;
}

namespace {
/// A real tensor of the program.
struct Real {
  Held held;
  RankedTensorType type;
};

struct Parts {
  Real re, im;
};

/// One op on complex or quantized elements, written as ops of StableHLO on reals.
class OnReals {
public:
  OnReals(Operation *op, ArrayRef<Held> operands, Conversion &conversion)
      : op(op), operands(operands), conversion(conversion), builder(op->getContext()) {}

  /// What of the op is written; nothing where no form of it is known.
  std::optional<Helds> complex();
  std::optional<Helds> quantized();
  bool failed = false; ///< reported

private:
  Real apply(StringRef name, RankedTensorType type, ArrayRef<Real> values, ArrayRef<NamedAttribute> attributes = {});
  Real binary(StringRef name, const Real &a, const Real &b) {
    return apply(("stablehlo." + name).str(), a.type, {a, b});
  }
  Real unary(StringRef name, const Real &a) { return apply(("stablehlo." + name).str(), a.type, {a}); }
  Real number(RankedTensorType type, double value);
  Real known(Array array) {
    RankedTensorType type = array.type();
    return {{{}, std::move(array), {}, false}, type};
  }
  Real operand(unsigned i) { return {operands[i], cast<RankedTensorType>(op->getOperand(i).getType())}; }
  Parts parts(unsigned i);
  Real squaredSize(const Parts &x) {
    return binary("add", binary("multiply", x.re, x.re), binary("multiply", x.im, x.im));
  }
  /// The op itself on one part of every complex operand.
  Real onPart(bool imaginary);
  Parts bilinear();
  Parts transformed(const Parts &x, int64_t dim, Array cosines, Array sines, bool realInput);
  Real alongDim(const Real &x, int64_t dim, const Array &matrix);
  std::optional<Helds> fft();

  static Held complexOf(const Parts &parts) { return {{}, {}, {parts.re.held, parts.im.held}, false}; }

  Operation *op;
  ArrayRef<Held> operands;
  Conversion &conversion;
  Builder builder;
};
} // namespace

Real OnReals::apply(StringRef name, RankedTensorType type, ArrayRef<Real> values, ArrayRef<NamedAttribute> attributes) {
  Block scratch;
  OperationState state(op->getLoc(), name);
  Helds helds;
  for (const Real &value : values) {
    state.addOperands(scratch.addArgument(value.type, op->getLoc()));
    helds.push_back(value.held);
  }
  state.addTypes(type);
  state.addAttributes(attributes);
  OpBuilder at(op->getContext());
  at.setInsertionPointToEnd(&scratch);
  Operation *twin = at.create(state);
  Helds made;
  failed = failed || mlir::failed(conversion.convertPlain(twin, helds, made));
  return {failed ? Held() : made[0], type};
}

Real OnReals::number(RankedTensorType type, double value) {
  Array scalar = Array::zeros(RankedTensorType::get({}, type.getElementType()));
  scalar.setReal(0, value);
  return apply("stablehlo.broadcast_in_dim", type, known(scalar),
               builder.getNamedAttr("broadcast_dimensions", builder.getDenseI64ArrayAttr({})));
}

Parts OnReals::parts(unsigned i) {
  RankedTensorType type = realTypeOf(op->getOperand(i).getType());
  if (!isComplex(op->getOperand(i).getType()))
    return {operand(i), number(type, 0)};
  auto [re, im] = partsOf(operands[i]);
  return {{re, type}, {im, type}};
}

std::pair<Held, Held> stablehlo::partsOf(const Held &held) {
  if (!held.known)
    return {held.tuple[0], held.tuple[1]};
  Array re = Array::zeros(realTypeOf(held.known->type())), im = re;
  for (int64_t at = 0; at < re.size(); ++at) {
    re.setReal(at, held.known->complex(at).real());
    im.setReal(at, held.known->complex(at).imag());
  }
  return {{{}, re, {}, false}, {{}, im, {}, false}};
}

Real OnReals::onPart(bool imaginary) {
  SmallVector<Real> values;
  for (unsigned i = 0; i < operands.size(); ++i) {
    if (!isComplex(op->getOperand(i).getType())) {
      values.push_back(operand(i));
      continue;
    }
    Parts both = parts(i);
    values.push_back(imaginary ? both.im : both.re);
  }
  return apply(op->getName().getStringRef(), realTypeOf(op->getResult(0).getType()), values,
               op->getAttrDictionary().getValue());
}

Parts OnReals::bilinear() {
  Parts x = parts(0), y = parts(1);
  RankedTensorType type = realTypeOf(op->getResult(0).getType());
  auto product = [&](const Real &a, const Real &b) {
    return apply(op->getName().getStringRef(), type, {a, b}, op->getAttrDictionary().getValue());
  };
  Real re = binary("subtract", product(x.re, y.re), product(x.im, y.im));
  return {re, binary("add", product(x.re, y.im), product(x.im, y.re))};
}

std::optional<Helds> OnReals::complex() {
  constexpr StringLiteral onEachPart[] = {
      "add",    "subtract",   "negate", "reshape", "transpose",     "broadcast_in_dim",   "broadcast",
      "slice",  "reverse",    "pad",    "select",  "dynamic_slice", "real_dynamic_slice", "dynamic_update_slice",
      "gather", "concatenate"};
  StringRef name = op->getName().getStringRef();
  if (name == "chlo.conj") {
    Parts x = parts(0);
    return Helds{complexOf({x.re, unary("negate", x.im)})};
  }
  if (!name.consume_front("stablehlo."))
    return std::nullopt;
  if (llvm::is_contained(onEachPart, name)) {
    Real re = onPart(false);
    return Helds{complexOf({re, onPart(true)})};
  }
  if (llvm::is_contained({"multiply", "dot_general", "dot", "convolution"}, name))
    return Helds{complexOf(bilinear())};
  if (name == "complex")
    return Helds{complexOf({operand(0), operand(1)})};
  if (name == "real" || name == "imag") {
    Parts x = parts(0);
    return Helds{name == "real" ? x.re.held : x.im.held};
  }
  if (name == "fft")
    return fft();
  if (name == "constant")
    if (auto value = dyn_cast<DenseElementsAttr>(cast<ConstantOp>(op).getValue())) {
      Result<Array> array = Array::fromAttribute(value);
      return array ? std::optional(Helds{Held{{}, *array, {}, false}}) : std::nullopt;
    }
  if (op->getNumOperands() == 0)
    return std::nullopt;
  Parts x = parts(0);
  RankedTensorType type = realTypeOf(op->getResult(0).getType());
  if (name == "convert" && isComplex(op->getResult(0).getType())) {
    Real re = apply("stablehlo.convert", type, x.re);
    return Helds{complexOf({re, apply("stablehlo.convert", type, x.im)})};
  }
  if (name == "abs")
    return Helds{unary("sqrt", squaredSize(x)).held};
  if (name == "exponential") {
    Real size = unary("exponential", x.re), re = binary("multiply", size, unary("cosine", x.im));
    return Helds{complexOf({re, binary("multiply", size, unary("sine", x.im))})};
  }
  if (name == "log") {
    Real re = binary("multiply", unary("log", squaredSize(x)), number(type, 0.5));
    return Helds{complexOf({re, binary("atan2", x.im, x.re)})};
  }
  if (name == "divide") {
    Parts y = parts(1);
    Real size = squaredSize(y);
    auto quotient = [&](StringRef sign, const Real &a, const Real &b, const Real &c, const Real &d) {
      return binary("divide", binary(sign, binary("multiply", a, b), binary("multiply", c, d)), size);
    };
    Real re = quotient("add", x.re, y.re, x.im, y.im);
    return Helds{complexOf({re, quotient("subtract", x.im, y.re, x.re, y.im)})};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

/// `factor(k) cos(2 pi n k / length)`, or sin.
static Array wave(FloatType element, int64_t rows, int64_t columns, int64_t length, bool sine,
                  llvm::function_ref<double(int64_t row, int64_t column)> factor) {
  Array matrix = Array::zeros(RankedTensorType::get({rows, columns}, element));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      double angle = 2 * M_PI * double(row * column % length) / double(length);
      matrix.setReal(row * columns + column, factor(row, column) * (sine ? std::sin(angle) : std::cos(angle)));
    }
  return matrix;
}

/// `dim` of `x` by `matrix`.
Real OnReals::alongDim(const Real &x, int64_t dim, const Array &matrix) {
  int64_t last = x.type.getRank() - 1;
  Dims shape(x.type.getShape()), back(llvm::to_vector(llvm::seq<int64_t>(0, last + 1)));
  shape.erase(shape.begin() + dim);
  shape.push_back(matrix.dim(1));
  auto dims = DotDimensionNumbersAttr::get(op->getContext(), {}, {}, {dim}, {0});
  Real product = apply("stablehlo.dot_general", x.type.clone(shape), {x, known(matrix)},
                       builder.getNamedAttr("dot_dimension_numbers", dims));
  if (dim == last)
    return product;
  back.pop_back();
  back.insert(back.begin() + dim, last);
  Dims turned(x.type.getShape());
  turned[dim] = matrix.dim(1);
  return apply("stablehlo.transpose", x.type.clone(turned), product,
               builder.getNamedAttr("permutation", builder.getDenseI64ArrayAttr(back)));
}

/// (re + i im) (cosines + i sines) along `dim`.
Parts OnReals::transformed(const Parts &x, int64_t dim, Array cosines, Array sines, bool realInput) {
  if (realInput) {
    Real re = alongDim(x.re, dim, cosines);
    return {re, alongDim(x.re, dim, sines)};
  }
  Real re = binary("subtract", alongDim(x.re, dim, cosines), alongDim(x.im, dim, sines));
  return {re, binary("add", alongDim(x.re, dim, sines), alongDim(x.im, dim, cosines))};
}

std::optional<Helds> OnReals::fft() {
  auto transform = cast<FftOp>(op);
  FftType kind = transform.getFftType();
  Dims lengths = integersOf(transform.getFftLength());
  auto element = cast<FloatType>(realTypeOf(op->getResult(0).getType()).getElementType());
  bool inverse = kind == FftType::IFFT || kind == FftType::IRFFT;
  int64_t first = cast<RankedTensorType>(op->getOperand(0).getType()).getRank() - int64_t(lengths.size());
  if (llvm::any_of(lengths, [](int64_t length) { return length < 1 || length * length > mostOfMatrix; }))
    return std::nullopt;
  Parts x = kind == FftType::RFFT ? Parts{operand(0), operand(0)} : parts(0);
  auto along = [&](size_t i, bool realInput) {
    int64_t length = lengths[i], columns = realInput ? length / 2 + 1 : length;
    double scale = inverse ? 1.0 / double(length) : 1.0;
    auto times = [&](double by) { return [by](int64_t, int64_t) { return by; }; };
    x = transformed(x, first + int64_t(i), wave(element, length, columns, length, false, times(scale)),
                    wave(element, length, columns, length, true, times(inverse ? scale : -scale)), realInput);
  };
  size_t last = lengths.size() - 1;
  if (kind != FftType::IRFFT)
    along(last, kind == FftType::RFFT);
  for (size_t i = 0; i < last; ++i)
    along(i, false);
  if (kind != FftType::IRFFT)
    return Helds{complexOf(x)};
  // The half that is not given is the conjugate of the other: each of its entries counts twice.
  int64_t length = lengths[last], rows = length / 2 + 1;
  auto factor = [&](double sign) {
    return [=](int64_t row, int64_t) { return sign * (row == 0 || 2 * row == length ? 1.0 : 2.0) / double(length); };
  };
  Real re = alongDim(x.re, first + int64_t(last), wave(element, rows, length, length, false, factor(1)));
  Real im = alongDim(x.im, first + int64_t(last), wave(element, rows, length, length, true, factor(-1)));
  return Helds{binary("add", re, im).held};
}

//===----------------------------------------------------------------------===//
// Quantized elements
//===----------------------------------------------------------------------===//

std::optional<Helds> OnReals::quantized() {
  if (op->getNumRegions() > 0 || op->getNumResults() != 1 || isa<BitcastConvertOp>(op))
    return std::nullopt;
  SmallVector<Real> values;
  for (unsigned i = 0; i < operands.size(); ++i) {
    Real value = operand(i);
    values.push_back(isQuantized(value.type) ? apply("stablehlo.uniform_dequantize", realTypeOf(value.type), value)
                                             : value);
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Real result = apply(op->getName().getStringRef(), realTypeOf(type), values, op->getAttrDictionary().getValue());
  return Helds{isQuantized(type) ? apply("stablehlo.uniform_quantize", type, result).held : result.held};
}

std::optional<LogicalResult> Conversion::convertByParts(Operation *op, ArrayRef<Held> operands, Helds &results) {
  auto any = [&](bool (*is)(Type)) {
    return llvm::any_of(op->getOperandTypes(), is) || llvm::any_of(op->getResultTypes(), is);
  };
  bool complex = any(isComplex);
  // What only moves elements does not look at what they stand for.
  bool scaled =
      any(isQuantized) && !isa<ReshapeOp, TransposeOp, ReverseOp, BroadcastInDimOp, SliceOp, ConcatenateOp, GatherOp,
                               DynamicSliceOp, ConstantOp, UniformQuantizeOp, UniformDequantizeOp>(op);
  if (!complex && !scaled)
    return std::nullopt;
  OnReals reals(op, operands, *this);
  std::optional<Helds> made = complex ? reals.complex() : reals.quantized();
  if (reals.failed)
    return failure();
  if (!made)
    return LogicalResult(refuse(op) << "there is no converter for it on " << (complex ? "complex" : "quantized")
                                    << " elements");
  results = *made;
  return success();
}
