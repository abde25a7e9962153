//===- MHLODialect.cpp - StableHLO under the names that came before it ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"
#include "alcove/Ops/Dialect/StableHLO/MHLO.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::mhlo;

MLIR_DEFINE_EXPLICIT_TYPE_ID(alcove::mhlo::MHLODialect)

MHLODialect::MHLODialect(MLIRContext *context) : Dialect(getDialectNamespace(), context, TypeID::get<MHLODialect>()) {
  context->getOrLoadDialect<stablehlo::StableHLODialect>();
  context->getOrLoadDialect<chlo::CHLODialect>();
  allowUnknownOperations();
  allowUnknownTypes();
}

static stablehlo::StableHLODialect *today(MLIRContext *context) {
  return context->getLoadedDialect<stablehlo::StableHLODialect>();
}

Attribute MHLODialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  return today(getContext())->parseAttribute(parser, type);
}
Type MHLODialect::parseType(DialectAsmParser &parser) const { return today(getContext())->parseType(parser); }

std::optional<OperationName> mhlo::todaysName(StringRef name, MLIRContext *context) {
  if (!name.consume_front("mhlo."))
    return std::nullopt;
  if (name == "copy") // where a value lies is no matter of the program
    name = "optimization_barrier";
  for (const char *dialect : {"stablehlo.", "chlo."})
    if (OperationName found((dialect + name).str(), context); found.isRegistered())
      return found;
  return std::nullopt;
}

/// Functions of one operand, which CHLO writes with an arrow: `mhlo.erf %0 : T`.
static ParseResult parseFunction(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand operand;
  Type from, to;
  if (parser.parseOperand(operand) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      stablehlo::parseOneType(parser, from, to) || parser.resolveOperand(operand, from, result.operands))
    return failure();
  return result.addTypes(to), success();
}

static ParseResult parseRenamed(OpAsmParser &parser, OperationState &result) {
  result.name = *todaysName(result.name.getStringRef(), parser.getContext());
  if (result.name.getDialectNamespace() == "chlo" && result.name.hasTrait<OpTrait::OneOperand>() &&
      result.name.hasTrait<OpTrait::OneResult>())
    return parseFunction(parser, result);
  return result.name.getRegisteredInfo()->getParseAssemblyFn()(parser, result);
}

std::optional<Dialect::ParseOpHook> MHLODialect::getParseOperationHook(StringRef opName) const {
  if (todaysName(opName, getContext()))
    return ParseOpHook(parseRenamed);
  return std::nullopt;
}

LogicalResult mhlo::renameToStableHLO(Operation *module) {
  SmallVector<Operation *> older;
  module->walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "mhlo")
      older.push_back(op);
  });
  for (Operation *op : older) {
    std::optional<OperationName> name = todaysName(op->getName().getStringRef(), op->getContext());
    if (!name)
      return op->emitOpError("is neither one of StableHLO nor of CHLO");
    OperationState state(op->getLoc(), *name, op->getOperands(), op->getResultTypes(), op->getAttrs());
    for (Region &region : op->getRegions())
      state.addRegion()->takeBody(region);
    Operation *renamed = OpBuilder(op).create(state);
    op->replaceAllUsesWith(renamed);
    op->erase();
  }
  return older.empty() ? success() : verify(module);
}
