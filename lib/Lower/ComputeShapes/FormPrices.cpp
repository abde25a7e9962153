//===- FormPrices.cpp - What ops and reshapes of rows cost in one shape or another -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FormPrices.h"

#include "../Evaluable.h"
#include "alcove/Lower/Rows.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using namespace alcove::conversion::rank;

double CyclePrices::reshape(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  return reshapeCycles(from, to) * std::max(1.0, bytesOf(value) / 2);
}

/// What tilizing takes is left out: the shapes that it is asked of have the same elements.
double CyclePrices::fromRows(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  return reshape(value, from, to);
}

double ModelPrices::ask(Key key, llvm::function_ref<std::optional<double>()> price) {
  auto found = known.find(key);
  if (found != known.end())
    return found->second;
  double result = price().value_or(std::numeric_limits<double>::infinity());
  known.emplace(std::move(key), result);
  return result;
}

static int64_t identityOf(const void *unique) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(unique)); }

static void append(std::vector<int64_t> &key, ArrayRef<int64_t> shape) {
  key.push_back(static_cast<int64_t>(shape.size()));
  key.insert(key.end(), shape.begin(), shape.end());
}

/// What the model has no figure for is priced by its work on all cores of a machine of 64 at 1 GHz, to rank shapes.
static double roughly(double cycles) { return cycles / 64; }

double ModelPrices::op(Operation *op, ArrayRef<int64_t> form, bool isFree) {
  if (isFree)
    return 0;
  if (std::isinf(asked(op, shape::of(op->getResult(0)))))
    return roughly(opCycles(op, form));
  return asked(op, form);
}

double ModelPrices::asked(Operation *op, ArrayRef<int64_t> form) {
  SmallVector<SmallVector<int64_t>> shapes;
  Key key{identityOf(op->getName().getAsOpaquePointer()), identityOf(op->getAttrDictionary().getAsOpaquePointer()),
          identityOf(op->getResult(0).getType().getAsOpaquePointer())};
  append(key, form);
  for (OpOperand &use : op->getOpOperands()) {
    Form operand = *operandForm(op, use.getOperandNumber(), form);
    shapes.emplace_back(operand.begin(), operand.end());
    key.push_back(identityOf(tensorTypeOf(use.get()).getElementType().getAsOpaquePointer()));
    append(key, operand);
  }
  return ask(std::move(key), [&] {
    Operation *other = as(op, form);
    std::optional<double> price = prices.nanosecondsAs(other, shapes);
    other->destroy();
    return price;
  });
}

std::optional<double> ModelPrices::priceOfReshape(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                                  bool inRows) const {
  OpBuilder builder(value.getContext());
  SmallVector<int32_t> shape(to.begin(), to.end());
  Operation *op = ttir::ReshapeOp::create(builder, value.getLoc(), withShape(tensorTypeOf(value), to), value,
                                          builder.getI32ArrayAttr(shape));
  if (inRows)
    op->setAttr(rowMajorAttrName, builder.getUnitAttr());
  std::optional<double> price = prices.nanosecondsAs(op, {SmallVector<int64_t>(from)});
  op->destroy();
  return price;
}

double ModelPrices::reshape(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  // A view moves nothing, but what is sharded for one shape seldom is for the other, and nothing fuses across it.
  constexpr double view = 500;
  if (from == to)
    return 0;
  if (isTileView(from, to))
    return view;
  Key key{0, identityOf(tensorTypeOf(value).getElementType().getAsOpaquePointer())};
  append(key, from);
  append(key, to);
  double price = ask(std::move(key), [&] { return priceOfReshape(value, from, to, /*inRows=*/false); });
  price = std::isinf(price) ? roughly(reshapeCycles(from, to)) : price;
  // As rows and back: what row-major-moves makes of it (rows come out of tiles in about the time that they go in).
  return std::min(price, fromRows(value, from, from) + fromRows(value, from, to));
}

double ModelPrices::toMoves(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  double asTiles = reshape(value, from, to);
  return from == to || isTileView(from, to) ? asTiles : std::min(asTiles, fromRows(value, from, from));
}

double ModelPrices::reshapeRows(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from == to)
    return 0;
  Key key{2, identityOf(tensorTypeOf(value).getElementType().getAsOpaquePointer())};
  append(key, from);
  append(key, to);
  return ask(std::move(key), [&] { return priceOfReshape(value, from, to, /*inRows=*/true); });
}

double ModelPrices::fromRows(Value value, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  Key key{1, identityOf(tensorTypeOf(value).getElementType().getAsOpaquePointer())};
  append(key, to);
  return reshapeRows(value, from, to) +
         ask(std::move(key), [&] { return prices.nanosecondsToTiles(withShape(tensorTypeOf(value), to)); });
}
