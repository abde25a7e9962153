//===- TTCoreOps.cpp - Module structure and cached calls ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace alcove::ttcore;

// The device attribute stands without its `#ttcore.device` prefix: `ttcore.device @d = <workerGrid = ...>`.
static ParseResult parseStrippedDevice(OpAsmParser &parser, DeviceAttr &device) {
  Attribute parsed = DeviceAttr::parse(parser, Type());
  device = dyn_cast_or_null<DeviceAttr>(parsed);
  return failure(!device);
}

static void printStrippedDevice(OpAsmPrinter &printer, Operation *, DeviceAttr device) { device.print(printer); }

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/TTCore/TTCoreOps.cpp.inc"

LogicalResult DeviceModuleOp::verify() {
  Block &body = getBodyRegion().front();
  if (!llvm::hasSingleElement(body) || !isa<ModuleOp>(body.front()))
    return emitOpError("expects exactly one builtin.module inside, found ") << body.getOperations().size() << " ops";
  return success();
}

LogicalResult DeviceOp::verify() {
  SystemDescAttr desc = lookupSystemDesc(*this);
  if (!desc)
    return success();
  Result<device::SystemDesc> system = systemDescOf(desc);
  Result<device::DeviceDesc> device = deviceDescOf(getDeviceAttr());
  if (!system.ok() || !device.ok())
    return emitOpError((system.ok() ? device.error() : system.error()).message);
  if (Status status = device::verify(*device, *system); !status.ok())
    return emitOpError(status.error().message);
  return success();
}

LogicalResult LoadCachedOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("callee @") << getCallee() << " is not a function of this module";
  FunctionType type = callee.getFunctionType();
  if (type.getNumInputs() != getInputs().size() || type.getNumResults() != getResults().size())
    return emitOpError("callee @") << getCallee() << " takes " << type.getNumInputs() << " and returns "
                                   << type.getNumResults() << " values, found " << getInputs().size() << " and "
                                   << getResults().size();
  for (auto [index, expected, found] : llvm::enumerate(type.getInputs(), getInputs().getTypes()))
    if (expected != found)
      return emitOpError("operand ") << index << " has type " << found << ", callee @" << getCallee() << " takes "
                                     << expected;
  for (auto [index, expected, found] : llvm::enumerate(type.getResults(), getResults().getTypes()))
    if (expected != found)
      return emitOpError("result ") << index << " has type " << found << ", callee @" << getCallee() << " returns "
                                    << expected;
  return success();
}

ParseResult OptimizationBarrierOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs;
  SmallVector<Type> types;
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseOperandList(inputs) || parser.parseOptionalAttrDict(state.attributes) || parser.parseColon())
    return failure();
  bool inParentheses = succeeded(parser.parseOptionalLParen());
  if ((!inputs.empty() && parser.parseTypeList(types)) || (inParentheses && parser.parseRParen()))
    return failure();
  state.addTypes(types);
  if (succeeded(parser.parseOptionalArrow())) {
    state.types.clear();
    bool resultsInParentheses = succeeded(parser.parseOptionalLParen());
    if ((!inputs.empty() && parser.parseTypeList(state.types)) || (resultsInParentheses && parser.parseRParen()))
      return failure();
  }
  return parser.resolveOperands(inputs, types, place, state.operands);
}

//===----------------------------------------------------------------------===//
// Composites, globals, dictionaries, tuples
//===----------------------------------------------------------------------===//

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto body = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getDecompositionAttr());
  if (!body)
    return emitOpError("decomposition @") << getDecomposition() << " is not a function of this module";
  FunctionType type = body.getFunctionType();
  if (TypeRange(getInputs()) != TypeRange(type.getInputs()) || TypeRange(getResults()) != TypeRange(type.getResults()))
    return emitOpError("takes ") << getInputs().getTypes() << " and gives " << getResults().getTypes()
                                 << ", its decomposition @" << getDecomposition() << " is " << type;
  return success();
}

LogicalResult GlobalOp::verify() {
  if (std::optional<int32_t> index = getIndex(); index && *index < 0)
    return emitOpError("index must be at least 0, got ") << *index;
  return success();
}

/// Dictionaries have the type !ttcore.dict, which this dialect keeps without a definition.
static LogicalResult verifyDict(Operation *op, Type type, size_t values) {
  auto opaque = dyn_cast<OpaqueType>(type);
  if (!opaque || opaque.getDialectNamespace() != "ttcore" || !opaque.getTypeData().starts_with("dict"))
    return op->emitOpError("takes a !ttcore.dict, got ") << type;
  return values > 0 ? success() : op->emitOpError("needs at least one value");
}
LogicalResult GetKeyValueOp::verify() { return verifyDict(*this, getDict().getType(), getResults().size()); }
LogicalResult SetKeyValueOp::verify() { return verifyDict(*this, getDict().getType(), getValues().size()); }

/// `%a, %b : tuple<A, B>`; the type may also be written as a function's.
ParseResult TupleOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc place = parser.getCurrentLocation();
  Type type;
  if (parser.parseOperandList(operands) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type); function && function.getNumResults() == 1)
    type = function.getResult(0);
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return parser.emitError(place, "expected a tuple type, got ") << type;
  state.addTypes(tuple);
  return parser.resolveOperands(operands, tuple.getTypes(), place, state.operands);
}

void TupleOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getResult().getType();
}

LogicalResult TupleOp::verify() {
  auto tuple = cast<TupleType>(getResult().getType());
  if (TypeRange((*this)->getOperandTypes()) != TypeRange(tuple.getTypes()))
    return emitOpError("operands of types ") << (*this)->getOperandTypes() << " make no " << tuple;
  return success();
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  int64_t index = getIndexAttr().getInt();
  if (index < 0 || index >= static_cast<int64_t>(tuple.size()))
    return emitOpError("index ") << index << " is out of range for " << tuple.size() << " elements";
  if (tuple.getType(index) != getResult().getType())
    return emitOpError("result has type ")
           << getResult().getType() << ", element " << index << " has type " << tuple.getType(index);
  return success();
}
