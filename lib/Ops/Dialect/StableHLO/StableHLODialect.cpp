//===- StableHLODialect.cpp - Programs as JAX and PyTorch/XLA print them ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"
#include "alcove/Ops/Dialect/StableHLO/Check.h"
#include "alcove/Ops/Dialect/StableHLO/MHLO.h"
#include "alcove/Ops/Dialect/StableHLO/Sdy.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

#include "alcove/Ops/Dialect/StableHLO/StableHLODialect.cpp.inc"
#include "alcove/Ops/Dialect/StableHLO/StableHLOEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "alcove/Ops/Dialect/StableHLO/StableHLOTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "alcove/Ops/Dialect/StableHLO/StableHLOAttrs.cpp.inc"

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "alcove/Ops/Dialect/StableHLO/StableHLOAttrs.cpp.inc"
      >();
}
void StableHLODialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "alcove/Ops/Dialect/StableHLO/StableHLOTypes.cpp.inc"
      >();
}
void StableHLODialect::initialize() {
  registerAttributes();
  registerTypes();
  registerStableHLODialectOperations(this);
}

Attribute StableHLODialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  OptionalParseResult known = generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (!known.has_value())
    return keepUnknownAttribute(parser, getNamespace(), type);
  return succeeded(*known) ? attribute : Attribute();
}
void StableHLODialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}
Type StableHLODialect::parseType(DialectAsmParser &parser) const {
  StringRef mnemonic;
  Type type;
  OptionalParseResult known = generatedTypeParser(parser, &mnemonic, type);
  if (!known.has_value())
    return keepUnknownType(parser, getNamespace());
  return succeeded(*known) ? type : Type();
}
void StableHLODialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

void stablehlo::registerDialects(DialectRegistry &registry) {
  registry.insert<StableHLODialect, chlo::CHLODialect, mhlo::MHLODialect, sdy::SdyDialect, check::CheckDialect,
                  interpreter::InterpreterDialect, quant::QuantDialect>();
}

Operation *stablehlo::onlyOpOf(Region &region) {
  if (!region.hasOneBlock())
    return nullptr;
  Block &body = region.front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation *op = &body.front(), *end = &body.back();
  bool isIt = isa<ReturnOp>(end) && op->getNumRegions() == 0 && op->getNumResults() == 1 && op->getNumOperands() == 2 &&
              end->getNumOperands() == 1 && end->getOperand(0) == op->getResult(0) &&
              op->getOperand(0) == body.getArgument(0) && op->getOperand(1) == body.getArgument(1);
  return isIt ? op : nullptr;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutput(), isa<FloatType, ComplexType>(getElementTypeOrSelf(getOutput().getType())) ? "cst" : "c");
}

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}
