//===- Evaluator.cpp - Executes StableHLO ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

#include <cmath>
#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;

const Table &Table::get() {
  static const Table table = [] {
    Table table;
    addElementwise(table);
    addMovement(table);
    addIndexing(table);
    addContractions(table);
    addWindows(table);
    addLinearAlgebra(table);
    addControl(table);
    addChecks(table);
    addParallel(table);
    return table;
  }();
  return table;
}

const Table::Handler *Table::find(StringRef op) const {
  auto found = handlers.find(op.str());
  return found == handlers.end() ? nullptr : &found->second;
}

std::vector<Array> Call::arrays(unsigned begin, unsigned count) const {
  std::vector<Array> taken;
  for (unsigned i = begin; i < begin + count; ++i)
    taken.push_back(in(i));
  return taken;
}

//===----------------------------------------------------------------------===//
// Quantized types: the op on what the elements stand for, then quantized again
//===----------------------------------------------------------------------===//

namespace {
/// Scale and zero point of element `i`.
std::pair<double, int64_t> scaleOf(quant::QuantizedType type, ArrayRef<int64_t> shape, int64_t i) {
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(type))
    return {uniform.getScale(), uniform.getZeroPoint()};
  auto perAxis = cast<quant::UniformQuantizedPerAxisType>(type);
  int64_t axis = perAxis.getQuantizedDimension(), at = i / stridesOf(shape)[axis] % shape[axis];
  return {perAxis.getScales()[at], perAxis.getZeroPoints()[at]};
}

bool isScaled(Type type) {
  return isa<quant::UniformQuantizedType, quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(type));
}

RankedTensorType expressed(RankedTensorType type) {
  auto quantized = dyn_cast<quant::QuantizedType>(type.getElementType());
  return quantized ? type.clone(quantized.getExpressedType()) : type;
}

Array dequantize(const Array &array) {
  auto type = dyn_cast<quant::QuantizedType>(array.element());
  if (!type)
    return array;
  Array result = Array::zeros(expressed(array.type()));
  for (int64_t i = 0; i < array.size(); ++i) {
    auto [scale, zero] = scaleOf(type, array.shape(), i);
    result.setReal(i, roundTo(type.getExpressedType(), double(array.integer(i) - zero)) * scale);
  }
  return result;
}

Array quantize(const Array &array, RankedTensorType to) {
  auto type = dyn_cast<quant::QuantizedType>(to.getElementType());
  if (!type)
    return array;
  Array result = Array::zeros(to);
  for (int64_t i = 0; i < array.size(); ++i) {
    auto [scale, zero] = scaleOf(type, to.getShape(), i);
    double scaled = roundTo(type.getExpressedType(), array.real(i) / roundTo(type.getExpressedType(), scale));
    double value = std::nearbyint(scaled) + double(zero);
    value = std::clamp(value, double(type.getStorageTypeMin()), double(type.getStorageTypeMax()));
    result.setInteger(i, std::isnan(value) ? 0 : static_cast<int64_t>(value));
  }
  return result;
}

/// Ops that only move elements do not look at what they stand for.
bool movesElements(Operation *op) {
  return isa<stablehlo::BitcastConvertOp, stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ReverseOp,
             stablehlo::BroadcastInDimOp, stablehlo::SliceOp, stablehlo::ConcatenateOp, stablehlo::GatherOp,
             stablehlo::ConstantOp, stablehlo::ReturnOp, stablehlo::CustomCallOp>(op) ||
         !isa_and_nonnull<stablehlo::StableHLODialect>(op->getDialect());
}

Result<Items> evaluateQuantized(Operation *op, ArrayRef<Item> operands, Evaluator &evaluator,
                                const Table::Handler &handler) {
  if (op->getNumRegions() > 0)
    return Error{"a region over quantized elements"};
  Items plain;
  for (const Item &operand : operands)
    plain.push_back(dequantize(operand.array));
  if (isa<stablehlo::UniformQuantizeOp, stablehlo::UniformDequantizeOp>(op))
    return Items{quantize(plain[0].array, cast<RankedTensorType>(op->getResult(0).getType()))};
  // The op again with the types that its elements stand for.
  OpBuilder builder(op->getContext());
  Operation *twin = op->clone(Operation::CloneOptions());
  for (OpResult result : twin->getResults())
    result.setType(expressed(cast<RankedTensorType>(result.getType())));
  Call call(twin, plain, evaluator);
  Result<Items> results = handler(call);
  twin->dropAllReferences();
  twin->destroy();
  if (!results)
    return results.error();
  for (auto [item, type] : llvm::zip(*results, op->getResultTypes()))
    item.array = quantize(item.array, cast<RankedTensorType>(type));
  return results;
}

Error at(Operation *op, const std::string &message) {
  std::string place;
  llvm::raw_string_ostream os(place);
  os << op->getLoc();
  return Error{fmt::format("{}: '{}': {}", place, op->getName().getStringRef().str(), message)};
}
} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Result<Items> Evaluator::evaluate(Operation *op, ArrayRef<Item> operands) {
  const Table::Handler *handler = Table::get().find(op->getName().getStringRef());
  if (!handler)
    return at(op, "is not executed");
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !tensor.hasStaticShape())
      return at(op, "has a dynamic shape: export the model with fixed sizes");
  bool quantized = !movesElements(op) &&
                   (llvm::any_of(op->getOperandTypes(), isScaled) || llvm::any_of(op->getResultTypes(), isScaled));
  Call call(op, operands, *this);
  Result<Items> results = quantized ? evaluateQuantized(op, operands, *this, *handler) : (*handler)(call);
  // What a region in it said has a place already.
  if (!results && !StringRef(results.error().message).starts_with("loc("))
    return at(op, results.error().message);
  return results;
}

Result<Items> Evaluator::run(Region &region, ArrayRef<Item> arguments) {
  if (!region.hasOneBlock())
    return Error{"a region without exactly one block"};
  Block &block = region.front();
  if (block.getNumArguments() != arguments.size())
    return Error{fmt::format("a region of {} arguments is given {}", block.getNumArguments(), arguments.size())};
  for (auto [argument, item] : llvm::zip(block.getArguments(), arguments))
    values[argument] = item;
  for (Operation &op : block) {
    Items operands;
    for (Value operand : op.getOperands())
      operands.push_back(values.lookup(operand));
    if (op.hasTrait<OpTrait::IsTerminator>())
      return operands;
    Result<Items> results = evaluate(&op, operands);
    if (!results)
      return results.error();
    for (auto [value, item] : llvm::zip(op.getResults(), *results))
      values[value] = std::move(item);
  }
  return Error{"a block without a terminator"};
}

Result<Items> Evaluator::run(func::FuncOp function, Items arguments) {
  if (function.isDeclaration())
    return Error{fmt::format("function @{} has no body", function.getSymName().str())};
  return run(function.getBody(), arguments);
}

//===----------------------------------------------------------------------===//
// Bodies of reductions
//===----------------------------------------------------------------------===//

Combiner::Combiner(Region &region, Evaluator &evaluator)
    : region(region), evaluator(evaluator), only(stablehlo::onlyOpOf(region)) {}

Status Combiner::operator()(std::vector<Array> &left, const std::vector<Array> &right) {
  Items arguments(left.begin(), left.end());
  arguments.insert(arguments.end(), right.begin(), right.end());
  Result<Items> results = only ? evaluator.evaluate(only, arguments) : evaluator.run(region, arguments);
  if (!results)
    return results.error();
  for (auto [array, item] : llvm::zip(left, *results))
    array = std::move(item.array);
  return {};
}
