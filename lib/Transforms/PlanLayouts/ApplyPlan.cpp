//===- ApplyPlan.cpp - Decisions become IR --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApplyPlan.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// Location of an inserted op: that of `op` with a suffix to its name.
static Location suffixed(Operation *op, StringRef suffix) {
  auto name = dyn_cast<NameLoc>(op->getLoc());
  if (!name)
    return op->getLoc();
  return NameLoc::get(StringAttr::get(op->getContext(), name.getName().getValue() + suffix), name.getChildLoc());
}

static Value convert(OpBuilder &builder, Location loc, Value value, const device::TensorLayout &layout,
                     const queries::Machine &machine) {
  auto type = cast<RankedTensorType>(value.getType());
  auto encoding = ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), layout, machine.workerGrid);
  return ttnn::ToMemoryConfigOp::create(builder, loc, ttnn::withLayout(type, encoding), value);
}

static device::TensorLayout inDram(device::TensorLayout layout) {
  layout.bufferType = device::BufferType::DRAM;
  layout.memoryLayout = device::MemoryLayout::Interleaved;
  layout.gridRows = layout.gridCols = 1;
  layout.cores.clear();
  layout.shardShape.reset();
  return layout;
}

static void applyConfig(Operation *op, const OpPlan &decision, const queries::Machine &machine) {
  if (!decision.config)
    return;
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  auto encoding =
      ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), decision.config->output, machine.workerGrid);
  result.setType(ttnn::withLayout(type, encoding));
  for (NamedAttribute attribute : decision.config->attributes)
    op->setAttr(attribute.getName(), attribute.getValue());
  // A program configuration carries the activation itself; saying it twice applies it twice (tt-metal#35060).
  if (op->hasAttr("matmul_program_config") && op->hasAttr("activation"))
    op->removeAttr("activation");
}

/// A convolution may free its input only when nobody else reads it.
static void keepSharedInputs(Operation *op) {
  auto config = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
  if (!config || !config.getBool("deallocate_activation").value_or(false) || op->getOperand(0).hasOneUse())
    return;
  NamedAttrList fields(config.getFields());
  fields.set("deallocate_activation", BoolAttr::get(op->getContext(), false));
  op->setAttr("conv2d_config", ttnn::Conv2dConfigAttr::get(op->getContext(), fields.getDictionary(op->getContext())));
}

void transforms::applyPlan(func::FuncOp function, const FunctionPlan &plan, const queries::Machine &machine) {
  Operation *terminator = function.getBody().front().getTerminator();
  for (Operation *op : plan.order)
    op->moveBefore(terminator);
  OpBuilder builder(function.getContext());
  for (Operation *op : plan.order) {
    const OpPlan &decision = plan.ops.find(op)->second;
    builder.setInsertionPoint(op);
    for (const auto &[operand, layout] : decision.reshards)
      op->setOperand(operand,
                     convert(builder, suffixed(op, "_mem_reconfig"), op->getOperand(operand), layout, machine));
    applyConfig(op, decision, machine);
    if (!decision.spill)
      continue;
    builder.setInsertionPointAfter(op);
    Value spilled =
        convert(builder, suffixed(op, "_spill"), op->getResult(0), inDram(decision.config->output), machine);
    op->getResult(0).replaceAllUsesExcept(spilled, spilled.getDefiningOp());
  }
  for (Operation *op : plan.order)
    keepSharedInputs(op);
}
