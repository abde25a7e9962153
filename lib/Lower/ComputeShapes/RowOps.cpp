//===- RowOps.cpp - Ops whose leading dimensions are only rows ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using namespace alcove::conversion::rank;

bool rank::isElementwise(Operation *op) { return op->hasTrait<ElementwiseShape>(); }

static bool isLast(int64_t dim, int64_t rank) { return shape::normalizeDim(dim, rank) == rank - 1; }

static bool reducesLast(Operation *op) {
  auto keep = op->getAttrOfType<BoolAttr>("keep_dim");
  std::optional<SmallVector<int64_t>> dims = reducedDims(op);
  return keep && keep.getValue() && dims && ArrayRef(*dims) == ArrayRef(tensorTypeOf(op->getOperand(0)).getRank() - 1);
}

/// Every row whole or in part, no row left out.
static bool slicesLast(ttir::SliceStaticOp op) {
  auto begins = shape::integers(op.getBegins()), steps = shape::integers(op.getStep());
  shape::Shape in = shape::of(op.getInput()), out = shape::of(op.getResult());
  return begins && steps && begins->size() == in.size() && steps->size() == in.size() && in.size() == out.size() &&
         leadOf(in) == leadOf(out);
}

/// A matrix on the right; a bias, if any, is a vector.
static bool hasOneMatrix(Operation *op) {
  auto flag = [&](StringRef name) {
    auto attribute = op->getAttrOfType<BoolAttr>(name);
    return attribute && attribute.getValue();
  };
  if (flag("transpose_a") || tensorTypeOf(op->getOperand(0)).getRank() < 2 ||
      tensorTypeOf(op->getOperand(1)).getRank() != 2)
    return false;
  return op->getNumOperands() < 3 || volumeOf(shape::of(op->getOperand(2))) == lastOf(shape::of(op->getOperand(2)));
}

template <typename OpTy>
static bool normalizesLast(OpTy op) {
  return op.getNormalizedShape().size() == 1;
}

bool rank::isRowOp(Operation *op) {
  if (!op->isRegistered() || op->getName().getDialectNamespace() != "ttir" || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || op->getNumOperands() == 0 || !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  int64_t rank = tensorTypeOf(op->getResult(0)).getRank();
  if (rank == 0 || llvm::is_contained(shape::of(op->getResult(0)), 0))
    return false;
  if (isElementwise(op))
    return true;
  return TypeSwitch<Operation *, bool>(op)
      .Case<ttir::RMSNormOp, ttir::LayerNormOp>([](auto norm) { return normalizesLast(norm); })
      .Case<ttir::SoftmaxOp>([&](auto softmax) { return isLast(softmax.getDimension(), rank); })
      .Case<ttir::SumOp, ttir::MeanOp, ttir::MaxOp, ttir::MinOp>([](Operation *op) { return reducesLast(op); })
      .Case<ttir::ConcatOp>([&](auto concat) { return isLast(concat.getDim(), rank); })
      .Case<ttir::SliceStaticOp>([](auto slice) { return slicesLast(slice); })
      .Case<ttir::MatmulOp, ttir::LinearOp>([](Operation *op) { return hasOneMatrix(op); })
      .Default(false);
}

bool rank::sharesRows(Operation *op, unsigned index) {
  if (!isElementwise(op))
    return index == 0 || isa<ttir::ConcatOp>(op);
  shape::Shape operand = shape::of(op->getOperand(index)), result = shape::of(op->getResult(0));
  return volumeOf(leadOf(operand)) == volumeOf(leadOf(result)) &&
         (lastOf(operand) == lastOf(result) || lastOf(operand) == 1);
}

std::optional<Form> rank::operandForm(Operation *op, unsigned index, ArrayRef<int64_t> form) {
  shape::Shape operand = shape::of(op->getOperand(index)), result = shape::of(op->getResult(0));
  if (form == result)
    return Form(operand);
  if (isElementwise(op))
    return regroupBroadcast(operand, result, form);
  if (!sharesRows(op, index))
    return Form(operand);
  Form rows(leadOf(form));
  rows.push_back(lastOf(operand));
  return rows;
}

/// Several matrices on the left are folded into one. Half padding at most: prices are those of the programs that the
/// library chooses, and padding costs more in those of a plan.
static bool foldsMatrices(ArrayRef<int64_t> form) {
  return tilesOf(form) <= 2 * tilesOf({volumeOf(leadOf(form)), lastOf(form)});
}

bool rank::takesForm(Operation *op, ArrayRef<int64_t> form) {
  shape::Shape result = shape::of(op->getResult(0));
  if (form == result)
    return true;
  if (form.size() < 2 || (!isElementwise(op) && lastOf(form) != lastOf(result)))
    return false;
  if (isa<ttir::MatmulOp, ttir::LinearOp>(op) && !foldsMatrices(form))
    return false;
  return llvm::all_of(llvm::seq<unsigned>(0, op->getNumOperands()),
                      [&](unsigned index) { return operandForm(op, index, form).has_value(); });
}

static double cyclesPerTile(Operation *op) {
  constexpr double packed = 100, simple = 284, exponential = 1870, heavy = 3450;
  StringRef name = op->getName().stripDialect();
  auto isOneOf = [&](std::initializer_list<StringRef> names) { return llvm::is_contained(names, name); };
  if (isOneOf({"add", "subtract", "multiply", "typecast", "relu", "concat", "slice_static", "matmul", "linear"}))
    return packed;
  if (isOneOf({"exp", "expm1", "sigmoid", "silu", "tanh", "log", "log1p", "sqrt", "rsqrt", "sin", "cos", "gelu", "div",
               "elu", "softplus", "softmax", "remainder"}))
    return exponential;
  if (isOneOf({"erf", "erfc", "pow", "pow_scalar", "mish", "tan", "atan", "atan2"}))
    return heavy;
  return simple;
}

double rank::bytesOf(Value value) {
  Type element = tensorTypeOf(value).getElementType();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8.0 : 1.0;
}

/// A tile whose one row or column stands for all is filled by the data movement core.
static bool isFilled(ArrayRef<int64_t> operand, ArrayRef<int64_t> form) {
  auto height = [](ArrayRef<int64_t> shape) { return lastOf(leadOf(shape)); };
  bool row = height(operand) == 1 && height(form) != 1, column = lastOf(operand) == 1 && lastOf(form) != 1;
  return row != column;
}

double rank::opCycles(Operation *op, ArrayRef<int64_t> form) {
  constexpr double fillTile = 1170;
  double perTile = cyclesPerTile(op), streamed = streamCycles(form, bytesOf(op->getResult(0)));
  for (OpOperand &use : op->getOpOperands()) {
    Form operand = *operandForm(op, use.getOperandNumber(), form);
    if (isElementwise(op) && isFilled(operand, form))
      perTile += fillTile;
    if (sharesRows(op, use.getOperandNumber()))
      streamed += streamCycles(operand, bytesOf(use.get()));
    else if (isa<ttir::MatmulOp, ttir::LinearOp>(op)) // several matrices on the left are multiplied one by one
      streamed += static_cast<double>(volumeOf(leadOf(leadOf(form)))) * streamCycles(operand, bytesOf(use.get()));
  }
  return tilesOf(form) * perTile + streamed;
}

/// The attributes that name dimensions, for a result of `form`.
static void renumberDims(OpBuilder &builder, Operation *op, ArrayRef<int64_t> form) {
  auto last = static_cast<int64_t>(form.size()) - 1;
  TypeSwitch<Operation *>(op)
      .Case<ttir::SoftmaxOp>([&](auto softmax) { softmax.setDimensionAttr(si32Attr(builder, last)); })
      .Case<ttir::ConcatOp>([&](auto concat) { concat.setDimAttr(si32Attr(builder, last)); })
      .Case<ttir::SumOp, ttir::MeanOp, ttir::MaxOp, ttir::MinOp>(
          [&](Operation *op) { op->setAttr("dim_arg", builder.getI32ArrayAttr(static_cast<int32_t>(last))); })
      .Case<ttir::SliceStaticOp>([&](ttir::SliceStaticOp slice) {
        SmallVector<int32_t> begins(form.size(), 0), ends(form.begin(), form.end()), steps(form.size(), 1);
        begins.back() = static_cast<int32_t>(shape::integers(slice.getBegins())->back());
        ends.back() = static_cast<int32_t>(shape::integers(slice.getEnds())->back());
        steps.back() = static_cast<int32_t>(shape::integers(slice.getStep())->back());
        slice.setBeginsAttr(builder.getI32ArrayAttr(begins));
        slice.setEndsAttr(builder.getI32ArrayAttr(ends));
        slice.setStepAttr(builder.getI32ArrayAttr(steps));
      });
}

Operation *rank::as(Operation *op, ArrayRef<int64_t> form) {
  OpBuilder builder(op->getContext());
  Operation *clone = op->clone();
  clone->getResult(0).setType(withShape(tensorTypeOf(op->getResult(0)), form));
  renumberDims(builder, clone, form);
  return clone;
}

Operation *rank::rebuild(OpBuilder &builder, Operation *op, ValueRange operands, ArrayRef<int64_t> form) {
  Operation *clone = builder.insert(as(op, form));
  clone->setOperands(operands);
  return clone;
}
