//===- Pass.cpp - TTIR with layouts to TTNN ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "Converters.h"
#include "alcove/Ops/Dialect/TTNN/DeviceValue.h"
#include "alcove/Ops/Dialect/UnknownOps.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_CONVERTTTIRTOTTNN
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

Value conversion::Context::device() {
  if (!deviceValue)
    deviceValue = ttnn::deviceBefore(block, nullptr, block.getParentOp()->getLoc());
  return deviceValue;
}

LogicalResult conversion::makeOpaque(Operation *op, const Context &context, Target &target) {
  if (!context.allowUnknownOps && !op->hasAttr(opaqueAttrName))
    return op->emitError("TTNN has no op for '")
           << op->getName() << "' in this form (allow-unknown-ops=true keeps it as the opaque op '" << target.name
           << "', which no runtime executes)";
  // A name that TTNN defines would be taken for that op.
  if (RegisteredOperationName::lookup(target.name, op->getContext()))
    target.name += "_of_ttir";
  target.operands.assign(op->operand_begin(), op->operand_end());
  target.properties = op->getPropertiesAsAttribute();
  llvm::append_range(target.attributes, op->getDiscardableAttrs());
  auto name = StringAttr::get(op->getContext(), op->getName().getStringRef());
  if (!op->hasAttr(opaqueAttrName))
    target.attributes.emplace_back(StringAttr::get(op->getContext(), opaqueAttrName), name);
  op->emitRemark("no TTNN op is known for '")
      << op->getName() << "': it stays as the opaque op '" << target.name << "'";
  return success();
}

namespace {
struct ConvertTTIRToTTNNPass : conversion::impl::ConvertTTIRToTTNNBase<ConvertTTIRToTTNNPass> {
  using ConvertTTIRToTTNNBase::ConvertTTIRToTTNNBase;
  LogicalResult initialize(MLIRContext *) override {
    addSameOpConverters(table);
    addEltwiseConverters(table);
    addDataMovementConverters(table);
    addCreationConverters(table);
    addComputeConverters(table);
    addWindowConverters(table);
    addLibraryOpConverters(table);
    return success();
  }

  void runOnOperation() override {
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      SmallVector<Block *> blocks;
      function.walk([&](Block *block) { blocks.push_back(block); });
      for (Block *block : blocks)
        if (failed(convertBlock(*block)))
          return signalPassFailure();
    }
  }

private:
  LogicalResult convertBlock(Block &block) {
    Context context(block, allowUnknownOps);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (op.getName().getDialectNamespace() != "ttir")
        continue;
      if (failed(convert(&op, context)))
        return failure();
    }
    return success();
  }

  LogicalResult convert(Operation *op, Context &context) {
    StringRef name = op->getName().stripDialect();
    Target target;
    target.name = ("ttnn." + name).str();
    auto converter = table.find(name);
    if (failed(converter == table.end() ? makeOpaque(op, context, target) : converter->second(op, context, target)))
      return failure();
    OpBuilder builder(op);
    OperationState state(op->getLoc(), target.name);
    state.addOperands(target.operands);
    if (!target.inPlace)
      state.addTypes(op->getResultTypes());
    state.addAttributes(target.attributes);
    state.propertiesAttr = target.properties;
    state.addSuccessors(op->getSuccessors());
    for (Region &region : op->getRegions())
      state.addRegion()->takeBody(region);
    Operation *converted = builder.create(state);
    if (!target.inPlace)
      op->replaceAllUsesWith(converted->getResults());
    op->erase();
    return success();
  }

  ConverterTable table;
};
} // namespace
