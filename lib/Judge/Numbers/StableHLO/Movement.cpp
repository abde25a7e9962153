//===- Movement.cpp - Ops that make or move elements ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"
#include "alcove/Ops/Dialect/StableHLO/Sdy.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
using alcove::stablehlo::integersOf;
namespace shlo = alcove::stablehlo;

namespace {
/// Each result element from the input element that `from` names; none: a result element stays as it is.
template <typename Fn>
Array gathered(Array result, const Array &input, Fn from) {
  if (result.size() == 0)
    return result;
  Dims index(result.rank(), 0), strides = stridesOf(input.shape()), source(input.rank(), 0);
  int64_t at = 0;
  do {
    if (from(index, source))
      result.copy(at, input, flat(source, strides));
    ++at;
  } while (next(index, result.shape()));
  return result;
}

Array broadcastInDim(Array result, const Array &input, ArrayRef<int64_t> dims) {
  return gathered(std::move(result), input, [&](const Dims &index, Dims &source) {
    for (auto [i, dim] : llvm::enumerate(dims))
      source[i] = input.dim(i) == 1 ? 0 : index[dim];
    return true;
  });
}

Dims dimsOf(const Array &array) {
  Dims dims;
  for (int64_t i = 0; i < array.size(); ++i)
    dims.push_back(array.integer(i));
  return dims;
}

/// Where a slice of `sizes` starts so that it lies inside.
Dims clampedStarts(ArrayRef<Item> starts, ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  Dims begin;
  for (auto [i, item] : llvm::enumerate(starts)) {
    // An unsigned start above 2^63 is far outside, not below.
    bool huge = item.array.integer(0) < 0 && !bitsOf(item.array.element()).isSigned;
    int64_t last = shape[i] - sizes[i];
    begin.push_back(huge ? last : std::clamp<int64_t>(item.array.integer(0), 0, last));
  }
  return begin;
}

Array slice(Array result, const Array &input, ArrayRef<int64_t> starts, ArrayRef<int64_t> strides) {
  return gathered(std::move(result), input, [&](const Dims &index, Dims &source) {
    for (size_t i = 0; i < index.size(); ++i)
      source[i] = starts[i] + index[i] * strides[i];
    return true;
  });
}

Array pad(Array result, const Array &input, const Array &value, ArrayRef<int64_t> low, ArrayRef<int64_t> interior) {
  for (int64_t i = 0; i < result.size(); ++i)
    result.copy(i, value, 0);
  return gathered(std::move(result), input, [&](const Dims &index, Dims &source) {
    for (size_t i = 0; i < index.size(); ++i) {
      int64_t at = index[i] - low[i];
      if (at < 0 || at % (interior[i] + 1) != 0 || at / (interior[i] + 1) >= input.dim(i))
        return false;
      source[i] = at / (interior[i] + 1);
    }
    return true;
  });
}

Array iota(Array result, int64_t dim) {
  int64_t stride = stridesOf(result.shape())[dim];
  for (int64_t i = 0; i < result.size(); ++i) {
    int64_t value = i / stride % result.dim(dim);
    if (result.kind() == Kind::Integer)
      result.setInteger(i, value);
    else if (result.kind() == Kind::Real)
      result.setReal(i, double(value));
    else
      result.setComplex(i, double(value));
  }
  return result;
}

Result<Array> concatenate(shlo::ConcatenateOp op, Call &call) {
  Array result = call.zeros();
  int64_t dim = op.getDimension(), begin = 0;
  Dims strides = stridesOf(result.shape());
  for (const Item &item : call.operands) {
    const Array &input = item.array;
    Dims index(input.rank(), 0);
    int64_t at = 0;
    if (input.size() > 0)
      do
        result.copy(flat(index, strides) + begin * strides[dim], input, at++);
      while (next(index, input.shape()));
    begin += input.dim(dim);
  }
  return result;
}

Result<Array> dynamicUpdateSlice(shlo::DynamicUpdateSliceOp, Call &call) {
  const Array &update = call.in(1);
  Array result = call.in(0);
  Dims begin = clampedStarts(call.operands.drop_front(2), result.shape(), update.shape());
  Dims index(update.rank(), 0), strides = stridesOf(result.shape());
  int64_t at = 0, offset = flat(begin, strides);
  if (update.size() > 0)
    do
      result.copy(offset + flat(index, strides), update, at++);
    while (next(index, update.shape()));
  return result;
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

unsigned widthOf(Type element) {
  if (auto type = dyn_cast<ComplexType>(element))
    return 2 * widthOf(type.getElementType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : bitsOf(element).width;
}

uint64_t bitsAt(const Array &array, int64_t i) {
  if (array.kind() == Kind::Integer) {
    unsigned width = widthOf(array.element());
    return uint64_t(array.integer(i)) & (width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1);
  }
  auto bitsOfFloat = [](Type type, double value) {
    llvm::APFloat number(value);
    bool lost = false;
    number.convert(cast<FloatType>(type).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return number.bitcastToAPInt().getZExtValue();
  };
  if (array.kind() == Kind::Real)
    return bitsOfFloat(array.element(), array.real(i));
  Type part = cast<ComplexType>(array.element()).getElementType();
  return bitsOfFloat(part, array.complex(i).real()) | bitsOfFloat(part, array.complex(i).imag()) << widthOf(part);
}

void setBits(Array &array, int64_t i, uint64_t word) {
  auto toFloat = [](Type type, uint64_t word) {
    unsigned width = widthOf(type);
    llvm::APFloat number(cast<FloatType>(type).getFloatSemantics(),
                         APInt(width, word, /*isSigned=*/false, /*implicitTrunc=*/true));
    bool lost = false;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return number.convertToDouble();
  };
  if (array.kind() == Kind::Integer)
    return array.setInteger(i, int64_t(word));
  if (array.kind() == Kind::Real)
    return array.setReal(i, toFloat(array.element(), word));
  Type part = cast<ComplexType>(array.element()).getElementType();
  array.setComplex(i, {toFloat(part, word), toFloat(part, word >> widthOf(part))});
}

/// Elements of another width are joined or split, the low bits first.
Result<Array> bitcast(shlo::BitcastConvertOp, Call &call) {
  const Array &input = call.in(0);
  Array result = call.zeros();
  unsigned from = widthOf(input.element()), to = widthOf(result.element());
  if (from > 64 || to > 64)
    return Error{"is executed for elements of at most 64 bits"};
  for (int64_t i = 0; i < result.size(); ++i)
    if (from == to) {
      setBits(result, i, bitsAt(input, i));
    } else if (from > to) {
      setBits(result, i, bitsAt(input, i / (from / to)) >> (i % (from / to) * to));
    } else {
      uint64_t word = 0;
      for (unsigned part = 0; part < to / from; ++part)
        word |= bitsAt(input, i * (to / from) + part) << (part * from);
      setBits(result, i, word);
    }
  return result;
}

void addCreation(Table &table) {
  table.add<shlo::ConstantOp, chlo::ConstantOp, sdy::ConstantOp>([](auto op, Call &call) -> Result<Array> {
    Result<Array> value = Array::fromAttribute(op.getValue());
    if (!value && call.evaluator.unknownConstant)
      return call.evaluator.unknownConstant(op);
    if (value && value->type() != call.type())
      return value->as(call.type());
    return value;
  });
  table.add<shlo::IotaOp, shlo::DynamicIotaOp>(
      [](auto op, Call &call) -> Result<Array> { return iota(call.zeros(), op.getIotaDimension()); });
  table.add<shlo::GetDimensionSizeOp>([](auto op, Call &call) -> Result<Array> {
    Array result = call.zeros();
    result.setInteger(0, call.in(0).dim(op.getDimension()));
    return result;
  });
}
} // namespace

void reference::arrays::addMovement(Table &table) {
  addCreation(table);
  auto same = [](auto, Call &call) -> Result<Array> { return call.in(0).as(call.type()); };
  table.add<shlo::ReshapeOp, shlo::DynamicReshapeOp>(same);
  table.add<shlo::SetDimensionSizeOp>([](auto, Call &call) -> Result<Array> {
    if (call.in(0).shape() != call.type().getShape())
      return Error{"has a dynamic shape: export the model with fixed sizes"};
    return call.in(0);
  });
  table.add<shlo::BitcastConvertOp>(bitcast);
  table.add<shlo::BroadcastInDimOp, shlo::DynamicBroadcastInDimOp>([](auto op, Call &call) -> Result<Array> {
    return broadcastInDim(call.zeros(), call.in(0), integersOf(op.getBroadcastDimensions()));
  });
  table.add<shlo::BroadcastOp>([](auto op, Call &call) -> Result<Array> {
    Dims dims;
    for (int64_t i = 0; i < call.in(0).rank(); ++i)
      dims.push_back(integersOf(op.getBroadcastSizes()).size() + i);
    return broadcastInDim(call.zeros(), call.in(0), dims);
  });
  table.add<shlo::TransposeOp>([](auto op, Call &call) -> Result<Array> {
    Dims permutation = integersOf(op.getPermutation());
    return gathered(call.zeros(), call.in(0), [&](const Dims &index, Dims &source) {
      for (size_t i = 0; i < index.size(); ++i)
        source[permutation[i]] = index[i];
      return true;
    });
  });
  table.add<shlo::ReverseOp>([](auto op, Call &call) -> Result<Array> {
    Dims dims = integersOf(op.getDimensions());
    return gathered(call.zeros(), call.in(0), [&](const Dims &index, Dims &source) {
      source = index;
      for (int64_t dim : dims)
        source[dim] = call.in(0).dim(dim) - 1 - index[dim];
      return true;
    });
  });
  table.add<shlo::ConcatenateOp>(concatenate);
  table.add<shlo::SliceOp>([](auto op, Call &call) -> Result<Array> {
    return slice(call.zeros(), call.in(0), integersOf(op.getStartIndices()), integersOf(op.getStrides()));
  });
  table.add<shlo::RealDynamicSliceOp>([](auto, Call &call) -> Result<Array> {
    return slice(call.zeros(), call.in(0), dimsOf(call.in(1)), dimsOf(call.in(3)));
  });
  table.add<shlo::DynamicSliceOp>([](auto op, Call &call) -> Result<Array> {
    Dims sizes = integersOf(op.getSliceSizes());
    Dims begin = clampedStarts(call.operands.drop_front(), call.in(0).shape(), sizes);
    return slice(call.zeros(), call.in(0), begin, Dims(begin.size(), 1));
  });
  table.add<shlo::DynamicUpdateSliceOp>(dynamicUpdateSlice);
  table.add<shlo::PadOp>([](auto op, Call &call) -> Result<Array> {
    return pad(call.zeros(), call.in(0), call.in(1), integersOf(op.getEdgePaddingLow()),
               integersOf(op.getInteriorPadding()));
  });
  table.add<shlo::DynamicPadOp>([](auto, Call &call) -> Result<Array> {
    return pad(call.zeros(), call.in(0), call.in(1), dimsOf(call.in(2)), dimsOf(call.in(4)));
  });
}
