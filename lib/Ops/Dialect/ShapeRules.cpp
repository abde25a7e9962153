//===- ShapeRules.cpp - Shape rules shared by TTIR and TTNN ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/ShapeRules.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/SliceBounds.h"
#include "alcove/Ops/Dialect/StaticShapes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace alcove;
using shape::Shape;

static std::string text(int64_t extent) { return ShapedType::isDynamic(extent) ? "?" : std::to_string(extent); }

static std::string text(Shape shape) {
  std::string out;
  llvm::raw_string_ostream os(out);
  llvm::interleave(shape, os, [&](int64_t extent) { os << text(extent); }, "x");
  return shape.empty() ? "scalar" : out;
}

/// Why a tensor of such a type cannot be counted with; empty where it can.
static StringRef unbounded(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return "";
  if (!tensor.hasStaticShape())
    return "a static shape";
  return tensor.getRank() > 8 || !boundedVolume(tensor.getShape()) ? "rank <= 8 and at most 2^48 elements" : "";
}

bool alcove::hasStaticShapes(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) { return unbounded(type).empty(); }) &&
         llvm::all_of(op->getResultTypes(), [](Type type) { return unbounded(type).empty(); });
}

LogicalResult alcove::verifyStaticShapes(Operation *op) {
  auto check = [&](Type type, const char *what, size_t index) -> LogicalResult {
    StringRef must = unbounded(type);
    if (must.empty())
      return success();
    return op->emitOpError() << what << " " << index << " must have " << must << ", got " << type;
  };
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(check(type, "operand", index)))
      return failure();
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (failed(check(type, "result", index)))
      return failure();
  return success();
}

Shape shape::of(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

std::optional<SmallVector<int64_t>> shape::broadcast(ArrayRef<Shape> shapes) {
  SmallVector<int64_t> result;
  for (Shape shape : shapes) {
    if (shape.size() > result.size())
      result.insert(result.begin(), shape.size() - result.size(), 1);
    for (auto [index, extent] : llvm::enumerate(llvm::reverse(shape))) {
      int64_t &out = result[result.size() - 1 - index];
      if (ShapedType::isDynamic(out) ||
          ShapedType::isDynamic(extent)) { // 1 gives way to what is not known, that to more
        out = out > 1 ? out : extent > 1 || out == 1 ? extent : out;
        continue;
      }
      if (out != extent && out != 1 && extent != 1)
        return std::nullopt;
      out = out == 1 ? extent : out;
    }
  }
  return result;
}

std::optional<int64_t> shape::normalizeDim(int64_t dim, int64_t rank) {
  if (dim < -rank || dim >= rank)
    return std::nullopt;
  return dim < 0 ? dim + rank : dim;
}

std::optional<SmallVector<int64_t>> shape::integers(Attribute attribute) {
  SmallVector<int64_t> values;
  if (auto dense = dyn_cast_or_null<DenseI32ArrayAttr>(attribute)) {
    llvm::append_range(values, dense.asArrayRef());
    return values;
  }
  if (auto dense = dyn_cast_or_null<DenseI64ArrayAttr>(attribute)) {
    llvm::append_range(values, dense.asArrayRef());
    return values;
  }
  if (auto single = dyn_cast_or_null<IntegerAttr>(attribute)) {
    values.push_back(single.getValue().getSExtValue());
    return values;
  }
  auto array = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  for (Attribute element : array) {
    auto integer = dyn_cast<IntegerAttr>(element);
    if (!integer)
      return std::nullopt;
    values.push_back(integer.getValue().getSExtValue());
  }
  return values;
}

LogicalResult shape::verifyElementwise(Operation *op) {
  SmallVector<Shape> shapes;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      shapes.push_back(of(operand));
  std::optional<SmallVector<int64_t>> expected = broadcast(shapes);
  if (!expected) {
    InFlightDiagnostic diagnostic = op->emitOpError("operands do not broadcast: ");
    llvm::interleave(shapes, [&](Shape shape) { diagnostic << text(shape); }, [&] { diagnostic << " and "; });
    return diagnostic;
  }
  if (of(op->getResult(0)) != Shape(*expected))
    return op->emitOpError("result has shape ")
           << text(of(op->getResult(0))) << ", operands broadcast to " << text(*expected);
  return success();
}

LogicalResult shape::verifyElementwiseTrait(Operation *op) {
  // TTNN does not ask for shapes, TTIR not for the input of a clamp.
  bool asked = op->getName().getDialectNamespace() == "ttir" && op->getName().stripDialect() != "clamp_tensor";
  return asked ? verifyElementwise(op) : success();
}

LogicalResult shape::verifyMatmul(Operation *op, bool transposeA, bool transposeB) {
  SmallVector<int64_t> a(of(op->getOperand(0))), b(of(op->getOperand(1)));
  if (a.empty() || b.empty())
    return op->emitOpError("operands must have at least one dimension");
  bool vectorA = a.size() == 1, vectorB = b.size() == 1;
  if (vectorA)
    a.insert(a.begin(), 1);
  else if (transposeA)
    std::swap(a[a.size() - 1], a[a.size() - 2]);
  if (vectorB)
    b.push_back(1);
  else if (transposeB)
    std::swap(b[b.size() - 1], b[b.size() - 2]);
  if (a.back() != b[b.size() - 2])
    return op->emitOpError("inner dimensions differ: ") << text(a.back()) << " and " << text(b[b.size() - 2]);
  std::optional<SmallVector<int64_t>> expected = broadcast({Shape(a).drop_back(2), Shape(b).drop_back(2)});
  if (!expected)
    return op->emitOpError("batch dimensions do not broadcast: ")
           << text(Shape(a).drop_back(2)) << " and " << text(Shape(b).drop_back(2));
  if (!vectorA)
    expected->push_back(a[a.size() - 2]);
  if (!vectorB)
    expected->push_back(b.back());
  if (op->getNumOperands() > 2) { // the bias may have more dimensions than the product
    Shape bias = of(op->getOperand(2));
    std::optional<SmallVector<int64_t>> sum = broadcast({Shape(*expected), bias});
    if (!sum)
      return op->emitOpError("bias of shape ") << text(bias) << " does not broadcast to " << text(*expected);
    expected = sum;
  }
  Shape result = of(op->getResult(0));
  // Two vectors make a scalar, which some front ends write as a tensor of one element.
  if (result != Shape(*expected) && !(vectorA && vectorB && result == Shape({1})))
    return op->emitOpError("result has shape ") << text(result) << ", expected " << text(*expected);
  return success();
}

LogicalResult shape::verifyReduction(Operation *op, Attribute dims, bool keepDim) {
  Shape input = of(op->getOperand(0)), result = of(op->getResult(0));
  llvm::SmallBitVector reduced(input.size(), !dims);
  if (dims) {
    std::optional<SmallVector<int64_t>> values = integers(dims);
    if (!values)
      return op->emitOpError("reduction dimensions must be integers, got ") << dims;
    for (int64_t dim : *values) {
      std::optional<int64_t> normal = normalizeDim(dim, input.size());
      if (!normal)
        return op->emitOpError("dimension ") << dim << " is out of range for rank " << input.size();
      if (reduced.test(*normal))
        return op->emitOpError("dimension ") << dim << " is reduced twice";
      reduced.set(*normal);
    }
    if (values->empty())
      reduced.set();
  }
  SmallVector<int64_t> expected;
  for (auto [index, extent] : llvm::enumerate(input))
    if (!reduced.test(index))
      expected.push_back(extent);
    else if (keepDim)
      expected.push_back(1);
  if (result != Shape(expected))
    return op->emitOpError("result has shape ") << text(result) << ", expected " << text(expected);
  return success();
}

LogicalResult shape::verifyReshape(Operation *op, Attribute newShape) {
  Shape input = of(op->getOperand(0)), result = of(op->getResult(0));
  if (boundedVolume(input) != boundedVolume(result))
    return op->emitOpError("input of shape ")
           << text(input) << " and result of shape " << text(result) << " differ in their number of elements";
  if (!newShape)
    return success();
  std::optional<SmallVector<int64_t>> values = integers(newShape);
  // One -1 stands for what is left over.
  if (values && values->size() == result.size() && llvm::count(*values, -1) == 1) {
    auto rest = llvm::find(*values, -1);
    *rest = result[rest - values->begin()];
  }
  if (!values || Shape(*values) != result)
    return op->emitOpError("shape attribute ") << newShape << " differs from the result's shape " << text(result);
  return success();
}

LogicalResult shape::verifyPermute(Operation *op, ArrayRef<int64_t> permutation) {
  Shape input = of(op->getOperand(0)), result = of(op->getResult(0));
  llvm::SmallBitVector seen(input.size());
  bool valid = permutation.size() == input.size() && result.size() == input.size();
  for (size_t i = 0; valid && i < permutation.size(); ++i) {
    int64_t from = permutation[i];
    valid = from >= 0 && from < static_cast<int64_t>(input.size()) && !seen.test(from) && result[i] == input[from];
    if (valid)
      seen.set(from);
  }
  if (!valid)
    return op->emitOpError("permutation (")
           << permutation << ") does not take shape " << text(input) << " to " << text(result);
  return success();
}

LogicalResult shape::verifyTranspose(Operation *op, int64_t dim0, int64_t dim1) {
  int64_t rank = of(op->getOperand(0)).size();
  std::optional<int64_t> first = normalizeDim(dim0, rank), second = normalizeDim(dim1, rank);
  if (!first || !second)
    return op->emitOpError("dimensions ") << dim0 << " and " << dim1 << " are out of range for rank " << rank;
  SmallVector<int64_t> permutation(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  std::swap(permutation[*first], permutation[*second]);
  return verifyPermute(op, permutation);
}

LogicalResult shape::verifyRepeatInterleave(Operation *op, int64_t repeats, int64_t dim) {
  SmallVector<int64_t> perDimension(of(op->getOperand(0)).size(), 1);
  std::optional<int64_t> axis = normalizeDim(dim, perDimension.size());
  if (!axis)
    return verifyDimInRange(op, dim);
  perDimension[*axis] = repeats;
  return verifyRepeat(op, perDimension);
}

LogicalResult shape::verifyConcat(Operation *op, int64_t dim) {
  Shape result = of(op->getResult(0));
  std::optional<int64_t> axis = normalizeDim(dim, result.size());
  if (op->getNumOperands() == 0 || !axis)
    return op->emitOpError("dimension ") << dim << " is out of range for rank " << result.size();
  int64_t sum = 0;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Shape input = of(operand);
    bool fits = input.size() == result.size();
    for (size_t i = 0; fits && i < input.size(); ++i)
      fits = static_cast<int64_t>(i) == *axis || input[i] == result[i];
    if (!fits)
      return op->emitOpError("operand ") << index << " of shape " << text(input) << " does not fit the result's shape "
                                         << text(result);
    sum += input[*axis];
  }
  if (sum != result[*axis])
    return op->emitOpError("operands add up to ")
           << sum << " along dimension " << *axis << ", the result has " << result[*axis];
  return success();
}

std::optional<shape::SliceBounds> shape::sliceBounds(int64_t extent, int64_t begin, int64_t end, int64_t step) {
  bool back = step < 0;
  // From the end, as in Python; backwards the end may be -1 - extent: before the first element.
  begin += begin < 0 ? extent : 0;
  end += end < 0 ? extent : 0;
  bool inside = back ? begin >= 0 && begin < std::max<int64_t>(extent, 1) && end >= -1 && end <= begin
                     : begin >= 0 && end <= extent && begin <= end;
  if (step == 0 || step == std::numeric_limits<int64_t>::min() || !inside)
    return std::nullopt;
  int64_t distance = back ? begin - end : end - begin, by = back ? -step : step;
  return SliceBounds{begin, end, (distance + by - 1) / by};
}

LogicalResult shape::verifySlice(Operation *op, Attribute begins, Attribute ends, Attribute step) {
  Shape input = of(op->getOperand(0)), result = of(op->getResult(0));
  std::optional<SmallVector<int64_t>> from = integers(begins), to = integers(ends), by = integers(step);
  size_t rank = input.size();
  if (!from || !to || !by || from->size() != rank || to->size() != rank || by->size() != rank || result.size() != rank)
    return op->emitOpError("begins, ends, step and result must have one entry for each of the ")
           << rank << " dimensions";
  for (size_t i = 0; i < rank; ++i) {
    std::optional<SliceBounds> bounds = sliceBounds(input[i], (*from)[i], (*to)[i], (*by)[i]);
    if (!bounds)
      return op->emitOpError("dimension ") << i << ": slice [" << (*from)[i] << ", " << (*to)[i] << ") by " << (*by)[i]
                                           << " does not lie in an extent of " << input[i];
    int64_t extent = bounds->count;
    if (extent != result[i])
      return op->emitOpError("dimension ") << i << ": slice has " << extent << " elements, the result " << result[i];
  }
  return success();
}

LogicalResult shape::verifyPad(Operation *op, ArrayRef<int32_t> padding) {
  Shape input = of(op->getOperand(0)), result = of(op->getResult(0));
  if (padding.size() != 2 * input.size() || result.size() != input.size())
    return op->emitOpError("expects two paddings for each of the ")
           << input.size() << " dimensions, got " << padding.size();
  for (size_t i = 0; i < input.size(); ++i)
    // A negative padding takes elements away.
    if (input[i] + padding[2 * i] + padding[2 * i + 1] != result[i] || input[i] + std::min(padding[2 * i], 0) < 0 ||
        input[i] + std::min(padding[2 * i + 1], 0) < 0)
      return op->emitOpError("dimension ") << i << ": " << input[i] << " padded by " << padding[2 * i] << " and "
                                           << padding[2 * i + 1] << " is not " << result[i];
  return success();
}

LogicalResult shape::verifyRepeat(Operation *op, ArrayRef<int64_t> repeats) {
  SmallVector<int64_t> input(of(op->getOperand(0)));
  Shape result = of(op->getResult(0));
  if (repeats.size() > input.size())
    input.insert(input.begin(), repeats.size() - input.size(), 1);
  bool valid = repeats.size() == input.size() && result.size() == input.size();
  for (size_t i = 0; valid && i < input.size(); ++i)
    valid = repeats[i] > 0 && repeats[i] <= (int64_t(1) << 48) && input[i] * repeats[i] == result[i];
  if (!valid)
    return op->emitOpError("repeats (") << repeats << ") do not take shape " << text(of(op->getOperand(0))) << " to "
                                        << text(result);
  return success();
}

LogicalResult shape::verifyEmbedding(Operation *op) {
  SmallVector<int64_t> expected(of(op->getOperand(0)));
  Shape table = of(op->getOperand(1));
  if (table.size() < 2 || llvm::any_of(table.drop_back(2), [](int64_t extent) { return extent != 1; }))
    return op->emitOpError("table must be two-dimensional, got ") << text(table);
  expected.push_back(table.back());
  if (of(op->getResult(0)) != Shape(expected))
    return op->emitOpError("result has shape ") << text(of(op->getResult(0))) << ", expected " << text(expected);
  return success();
}

LogicalResult shape::verifyDimInRange(Operation *op, int64_t dim) {
  int64_t rank = of(op->getOperand(0)).size();
  if (!normalizeDim(dim, rank))
    return op->emitOpError("dimension ") << dim << " is out of range for rank " << rank;
  return success();
}

LogicalResult shape::verifySameShape(Operation *op) {
  if (of(op->getOperand(0)) != of(op->getResult(0)))
    return op->emitOpError("result has shape ")
           << text(of(op->getResult(0))) << ", the input has " << text(of(op->getOperand(0)));
  return success();
}

LogicalResult shape::verifyNorm(Operation *op) {
  if (failed(verifySameShape(op)))
    return failure();
  Shape input = of(op->getOperand(0));
  for (Value parameter : op->getOperands().drop_front()) {
    std::optional<SmallVector<int64_t>> result = broadcast({input, of(parameter)});
    if (!result || Shape(*result) != input)
      return op->emitOpError("parameter of shape ") << text(of(parameter)) << " does not broadcast to " << text(input);
  }
  return success();
}

std::optional<int64_t> shape::windowOutput(int64_t size, int64_t kernel, int64_t stride, int64_t padLow,
                                           int64_t padHigh, int64_t dilation, bool ceilMode) {
  if (kernel < 1 || stride < 1 || dilation < 1 || padLow < 0 || padHigh < 0 || kernel > (int64_t(1) << 31) / dilation)
    return std::nullopt;
  int64_t span = size + padLow + padHigh - dilation * (kernel - 1) - 1;
  if (span < 0)
    return std::nullopt;
  int64_t output = span / stride + 1;
  if (ceilMode && span % stride != 0 && output * stride < size + padLow) // the last window starts inside
    ++output;
  return output;
}
