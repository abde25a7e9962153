//===- Array.cpp - A tensor of any element type of StableHLO ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Array.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;

Kind reference::arrays::kindOf(Type element) {
  if (isa<FloatType>(element))
    return Kind::Real;
  return isa<ComplexType>(element) ? Kind::Complex : Kind::Integer;
}

IntegerBits reference::arrays::bitsOf(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return {quantized.getStorageTypeIntegralWidth(), quantized.isSigned()};
  if (auto integer = dyn_cast<IntegerType>(element))
    return {integer.getWidth(), integer.getWidth() > 1 && !integer.isUnsigned()};
  return {};
}

int64_t IntegerBits::wrap(int64_t value) const {
  if (width >= 64)
    return value;
  uint64_t mask = (uint64_t(1) << width) - 1, low = uint64_t(value) & mask;
  bool negative = isSigned && (low >> (width - 1) & 1);
  return int64_t(negative ? low | ~mask : low);
}

double reference::arrays::roundTo(Type element, double value) {
  if (element.isF64())
    return value;
  if (element.isF32())
    return static_cast<float>(value);
  if (!isa<FloatType>(element))
    return value;
  llvm::APFloat number(value);
  const llvm::fltSemantics &semantics = cast<FloatType>(element).getFloatSemantics();
  bool lost = false;
  // Formats without infinity saturate or become NaN as APFloat defines it.
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &lost);
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return number.convertToDouble();
}

Array Array::zeros(RankedTensorType type) {
  Array array;
  array.tensor = type;
  array.count = volumeOf(type.getShape());
  array.elements = kindOf(type.getElementType());
  array.bits = bitsOf(type.getElementType());
  if (array.elements == Kind::Integer)
    array.integers = std::make_shared<std::vector<int64_t>>(array.count);
  else
    array.reals = std::make_shared<std::vector<double>>(array.count);
  if (array.elements == Kind::Complex)
    array.imaginaries = std::make_shared<std::vector<double>>(array.count);
  return array;
}

static double toDouble(llvm::APFloat value) {
  bool lost = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

/// Little-endian elements of a resource, of a width of whole bytes.
static Result<Array> fromBytes(RankedTensorType type, ArrayRef<char> bytes) {
  Array array = Array::zeros(type);
  Type element = type.getElementType();
  unsigned width = element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth()) : 0;
  if (width == 0 || width > 64 || int64_t(bytes.size()) != array.size() * (width / 8))
    return Error{
        fmt::format("a resource of {} bytes does not hold {} elements of {} bits", bytes.size(), array.size(), width)};
  for (int64_t i = 0; i < array.size(); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i * (width / 8), width / 8);
    if (auto type = dyn_cast<FloatType>(element))
      array.setReal(i, toDouble(llvm::APFloat(type.getFloatSemantics(), APInt(width, word))));
    else
      array.setInteger(i, static_cast<int64_t>(word));
  }
  return array;
}

Result<Array> Array::fromAttribute(ElementsAttr attribute) {
  auto type = dyn_cast<RankedTensorType>(attribute.getType());
  if (!type || !type.hasStaticShape())
    return Error{"a constant of dynamic shape"};
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return Error{fmt::format("resource '{}' has no data", resource.getRawHandle().getKey().str())};
    return fromBytes(type, blob->getData());
  }
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense)
    return Error{"a constant of neither dense elements nor a resource"};
  Array array = zeros(type);
  int64_t i = 0;
  if (auto complexType = dyn_cast<ComplexType>(type.getElementType())) {
    if (!isa<FloatType>(complexType.getElementType()))
      return Error{"complex integers"};
    for (std::complex<APFloat> value : dense.getValues<std::complex<APFloat>>())
      array.setComplex(i++, {toDouble(value.real()), toDouble(value.imag())});
  } else if (isa<FloatType>(type.getElementType())) {
    for (const APFloat &value : dense.getValues<APFloat>())
      array.setReal(i++, toDouble(value));
  } else {
    for (const APInt &value : dense.getValues<APInt>())
      array.setInteger(i++, array.bits.isSigned ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue()));
  }
  return array;
}

double Array::number(int64_t i) const {
  if (kind() != Kind::Integer)
    return real(i);
  return bits.isSigned ? static_cast<double>(integer(i)) : static_cast<double>(static_cast<uint64_t>(integer(i)));
}

void Array::setComplex(int64_t i, Complex value) {
  Type part = cast<ComplexType>(element()).getElementType();
  (*own(reals))[i] = roundTo(part, value.real());
  (*own(imaginaries))[i] = roundTo(part, value.imag());
}

void Array::copy(int64_t i, const Array &other, int64_t from) {
  if (elements == Kind::Integer) {
    (*own(integers))[i] = (*other.integers)[from];
    return;
  }
  (*own(reals))[i] = (*other.reals)[from];
  if (elements == Kind::Complex)
    (*own(imaginaries))[i] = (*other.imaginaries)[from];
}

bool Array::same(int64_t i, const Array &other, int64_t from) const {
  auto equal = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  if (elements == Kind::Integer)
    return integer(i) == other.integer(from);
  return equal((*reals)[i], (*other.reals)[from]) &&
         (elements == Kind::Real || equal((*imaginaries)[i], (*other.imaginaries)[from]));
}

Array Array::as(RankedTensorType type) const {
  Array array = *this;
  array.tensor = type;
  array.bits = bitsOf(type.getElementType());
  return array;
}

Array Array::scalar(int64_t i) const {
  Array array = zeros(RankedTensorType::get({}, element()));
  array.copy(0, *this, i);
  return array;
}

DenseElementsAttr Array::attribute() const {
  if (kind() == Kind::Integer) {
    unsigned width = bits.width;
    std::vector<APInt> values;
    for (int64_t value : *integers)
      values.push_back(APInt(width, static_cast<uint64_t>(bits.isSigned || width == 64 ? value : value),
                             /*isSigned=*/false, /*implicitTrunc=*/true));
    return DenseElementsAttr::get(tensor, values);
  }
  auto toFloat = [](Type type, double value) {
    llvm::APFloat number(value);
    bool lost = false;
    number.convert(cast<FloatType>(type).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return number;
  };
  if (kind() == Kind::Real) {
    std::vector<APFloat> values;
    for (double value : *reals)
      values.push_back(toFloat(element(), value));
    return DenseElementsAttr::get(tensor, values);
  }
  Type part = cast<ComplexType>(element()).getElementType();
  std::vector<std::complex<APFloat>> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back({toFloat(part, (*reals)[i]), toFloat(part, (*imaginaries)[i])});
  return DenseElementsAttr::get(tensor, values);
}

Dims reference::arrays::stridesOf(ArrayRef<int64_t> shape) {
  Dims strides(shape.size(), 1);
  for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

int64_t reference::arrays::volumeOf(ArrayRef<int64_t> shape) {
  int64_t volume = 1;
  for (int64_t extent : shape)
    volume *= extent;
  return volume;
}

bool reference::arrays::next(Dims &index, ArrayRef<int64_t> shape) {
  for (int64_t i = int64_t(shape.size()) - 1; i >= 0; --i) {
    if (++index[i] < shape[i])
      return true;
    index[i] = 0;
  }
  return false;
}

int64_t reference::arrays::flat(ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
  int64_t at = 0;
  for (auto [i, stride] : llvm::zip(index, strides))
    at += i * stride;
  return at;
}
