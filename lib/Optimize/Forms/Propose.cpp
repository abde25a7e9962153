//===- Propose.cpp - Other op sequences for parts of a function -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "../Constants/StoreConstants.h"
#include "Marks.h"
#include "alcove/Ops/Dialect/Effects.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Optimize/Passes.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

std::optional<double> PlainPrices::of(Operation *op, device::BufferType memory) const {
  std::optional<opmodel::Query> query = queries::makeQuery(op, machine);
  if (!query)
    return std::nullopt;
  for (auto [operand, input] : llvm::zip(queries::tensorOperands(op), query->inputs))
    if (!operand->get().getDefiningOp<ttcore::LoadCachedOp>()) // constants lie in DRAM
      input.layout.bufferType = memory;
  for (opmodel::OutputRequest &output : query->outputs)
    if (output.layout)
      output.layout->bufferType = memory;
  std::optional<opmodel::Runtime> runtime;
  if (model.constraints(*query).legal())
    runtime = model.runtime(*query);
  return runtime ? std::optional(runtime->totalNs) : std::nullopt;
}

bool PlainPrices::mayPay(Operation *op, ArrayRef<Operation *> instead) const {
  for (device::BufferType memory : {device::BufferType::DRAM, device::BufferType::L1}) {
    std::optional<double> whole = of(op, memory);
    if (!whole)
      return true;
    double parts = 0;
    for (Operation *part : instead) {
      if (isa<ttcore::LoadCachedOp>(part))
        continue;
      std::optional<double> price = of(part, memory);
      if (!price)
        return true;
      parts += *price;
    }
    if (parts + leastGain < *whole)
      return true;
  }
  return false;
}

bool FormBuilder::mayStore(RankedTensorType type) const {
  if (!prices || !ttnn::layoutOf(type))
    return true;
  const queries::Machine &machine = prices->machine;
  return machine.usableDramBytes == 0 ||
         device::totalBytes(ttnn::specOf(type)) <= machine.usableDramBytes * machine.dramChannels / 500;
}

RankedTensorType FormBuilder::typeOfShape(RankedTensorType like, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, like.getElementType());
  if (!ttnn::layoutOf(like))
    return type;
  device::TensorLayout layout = ttnn::specOf(like).layout;
  return ttnn::withLayout(type, ttnn::TTNNLayoutAttr::get(like.getContext(), shape, layout, {1, 1}));
}

RankedTensorType FormBuilder::inRows(RankedTensorType type) {
  device::TensorLayout layout = ttnn::specOf(type).layout;
  layout.pageLayout = device::PageLayout::RowMajor;
  return ttnn::withLayout(type, ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), layout, {1, 1}));
}

bool transforms::isTiledOrFree(Type type) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  return !layout || layout.isTiled();
}

bool transforms::fusesIntoProduct(StringRef activation) {
  return llvm::is_contained({"relu", "gelu", "silu", "sigmoid"}, activation);
}

bool transforms::isKnownBeforeRun(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return value.getDefiningOp<ttcore::LoadCachedOp>() != nullptr;
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto kind = function ? function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(),
                                                                             ttcore::argumentTypeAttrName)
                       : nullptr;
  return kind && kind.getValue() != ttcore::ArgumentType::Input && !isWrittenInPlace(value);
}

Value FormBuilder::create(StringRef name, Type type, ValueRange operands, ArrayRef<NamedAttribute> attributes) {
  Location loc = renamed(op->getLoc(), opName(op) + "_" + std::to_string(made.size() + 1));
  OperationState state(loc, name, operands, type, attributes);
  made.push_back(builder.create(state));
  return made.back()->getResult(0);
}

Value FormBuilder::reshape(Value value, RankedTensorType type) {
  SmallVector<int32_t> shape(type.getShape().begin(), type.getShape().end());
  return create("ttnn.reshape", type, value,
                NamedAttribute(builder.getStringAttr("shape"), builder.getI32ArrayAttr(shape)));
}

Value FormBuilder::load(Value constant, RankedTensorType type, function_ref<Value(OpBuilder &, Value)> build) {
  func::FuncOp made = constEvalFunction(op->getParentOfType<func::FuncOp>(), constant, build);
  NamedAttribute callee(StringAttr::get(op->getContext(), "callee"), FlatSymbolRefAttr::get(made.getSymNameAttr()));
  return create("ttcore.load_cached", type, inputsOf(constant), callee);
}

void FormBuilder::finish(StringRef form) {
  std::string part = opName(op);
  if (number == 1)
    markForm(op, part, "as-it-stands", 0, /*makesResult=*/true);
  made.back()->setLoc(op->getLoc());
  for (Operation *each : made)
    markForm(each, part, form, number, each == made.back());
  made.clear();
  ++number;
}

/// A program that was planned lies where it was placed, and its tensors are no measure of what other forms bring.
static bool isPlaced(Operation *op) {
  auto inL1OrShards = [](Type type) {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
    return layout && (!ttnn::specOf(cast<RankedTensorType>(type)).layout.isDram() ||
                      ttnn::specOf(cast<RankedTensorType>(type)).layout.isSharded());
  };
  return llvm::any_of(op->getOperandTypes(), inL1OrShards) || llvm::any_of(op->getResultTypes(), inL1OrShards);
}

void FormBuilder::finishIfItPays(StringRef form) {
  if (!isPlaced(op) && (!prices || prices->mayPay(op, made)))
    return finish(form);
  while (!made.empty())
    made.pop_back_val()->erase();
}

void transforms::proposeForms(func::FuncOp function, const PlainPrices *prices) {
  static constexpr FormRule rules[] = {proposeEpilogues,    proposeProducts,    proposeMoves,         proposeRows,
                                       proposeRepeatedRows, proposeRowsOfTiles, proposeWindowProducts};
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (op->hasAttr(formAttrName) || op->hasAttr(keptLayoutAttrName) || !isNamedOp(op))
      continue;
    FormBuilder forms(op, prices);
    for (FormRule rule : rules)
      rule(op, forms);
  }
}

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNPROPOSEFORMS
#include "alcove/Optimize/Passes.h.inc"
} // namespace alcove::transforms

namespace {
struct ProposeForms : transforms::impl::TTNNProposeFormsBase<ProposeForms> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (ttcore::isForwardFunction(function))
        proposeForms(function, /*prices=*/nullptr);
  }
};
} // namespace
