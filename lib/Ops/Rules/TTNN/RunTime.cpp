//===- RunTime.cpp - What TTNN asks of buffers, files, traces and training ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

static LogicalResult verifyGeneric(Operation *op) {
  OpView view(op, "inputs_and_outputs* additional_args*");
  return checkKept(view, "program", {"program", "mesh_program"}, "kernels =").done();
}

//===----------------------------------------------------------------------===//
// Buffers and files
//===----------------------------------------------------------------------===//

static LogicalResult verifyAlloc(Operation *op) {
  OpView view(op, "-> result");
  if (hasLayout(view, "result").failed())
    return failure();
  ttnn::BufferType asked = op->getAttrOfType<ttnn::BufferTypeAttr>("buffer_type").getValue();
  bool system = asked == ttnn::BufferType::SystemMemory;
  int64_t address = view.integer("address");
  return view.require(asked == layoutOf(op->getResult(0)).getBufferType(), "buffer_type must be that of the result")
      .require(system == (address == 0), "address " + Twine(address) + " must be 0 in system memory and nowhere else")
      .require(view.integer("size") != 0, "size is 0")
      .done();
}

static LogicalResult verifyCopy(Operation *op) {
  OpView view(op, "src dst");
  return onDevice(view.sameType("src dst"), "src", true).done();
}

static OpView &checkQueue(OpView &view) { return view.inRange("cq_id", 0, 1); }

static LogicalResult verifyWrite(Operation *op) {
  OpView view(op, "host_tensor device_tensor");
  return checkQueue(onDevice(onDevice(view, "host_tensor", false), "device_tensor", true)).done();
}

static OpView &checkFile(OpView &view) {
  StringRef path = view.operation()->getAttrOfType<StringAttr>("file_path").getValue();
  return view.require(path.ends_with(".tensorbin"), "file_path '" + path + "' must end in .tensorbin");
}

static LogicalResult verifyLoad(Operation *op) {
  OpView view(op, "device? -> result");
  return onDevice(checkFile(view), "result", op->getNumOperands() > 0).done();
}

static LogicalResult verifyDump(Operation *op) {
  OpView view(op, "input");
  return checkFile(view).done();
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

/// A scalar ui32 that says of itself that it names a trace.
static LogicalResult verifyTrace(Operation *op) {
  OpView view(op, op->getNumResults() == 1 ? "device -> trace_id" : "device trace_id");
  if (checkQueue(view).rank("trace_id", 0).failed())
    return failure();
  auto type = cast<RankedTensorType>(view.get("trace_id").getType());
  return view.require(type.getElementType().isUnsignedInteger(32), "trace_id must have an element of type ui32")
      .require(isa_and_nonnull<ttnn::TraceIdAttr>(type.getEncoding()), "trace_id must have the encoding #ttnn.trace_id")
      .done();
}

//===----------------------------------------------------------------------===//
// Training and foreign kernels
//===----------------------------------------------------------------------===//

static LogicalResult verifyAdamW(Operation *op) {
  return OpView(op, "param grad exp_avg exp_avg_sq max_exp_avg_sq?")
      .sameShape("param grad exp_avg exp_avg_sq max_exp_avg_sq")
      .done();
}

/// The function has the types of the inputs and of the results.
static LogicalResult verifySubgraph(Operation *op) {
  OpView view(op, "inputs* outputs* -> results*");
  auto callee = op->getAttrOfType<SymbolRefAttr>("d2m_func");
  auto function = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(op, callee);
  size_t inputs = *op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes").asArrayRef().begin();
  return view.require(function != nullptr, "d2m_func names no function")
      .require(!function ||
                   function.getArgumentTypes() == ArrayRef(SmallVector<Type>(op->getOperandTypes())).take_front(inputs),
               "arguments of d2m_func must have the types of the inputs")
      .require(!function || function.getResultTypes() == ArrayRef(SmallVector<Type>(op->getResultTypes())),
               "results of d2m_func must have the types of the results")
      .done();
}

static LogicalResult verifyTraceFunctions(Operation *op) {
  OpView view(op, "device inputs* semaphore_inputs* -> results*");
  for (StringRef name : {"allocate_slots_callee", "capture_callee", "execute_callee"}) {
    auto callee = op->getAttrOfType<FlatSymbolRefAttr>(name);
    view.require(SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(op, callee) != nullptr,
                 name + " names no function");
  }
  return view.done();
}

void rules::addTTNNRunTimeRules(RuleTable &table) {
  add(table, {"ttnn.generic"}, verifyGeneric);
  add(table, {"ttnn.capture_or_execute_trace"}, verifyTraceFunctions);
  add(table, {"ttnn.alloc"}, verifyAlloc);
  add(table, {"ttnn.copy"}, verifyCopy);
  add(table, {"ttnn.write_tensor"}, verifyWrite);
  add(table, {"ttnn.load_tensor"}, verifyLoad);
  add(table, {"ttnn.dump_tensor"}, verifyDump);
  add(table, {"ttnn.begin_trace_capture", "ttnn.end_trace_capture", "ttnn.execute_trace"}, verifyTrace);
  add(table, {"ttnn.adamw"}, verifyAdamW);
  add(table, {"ttnn.d2m_subgraph"}, verifySubgraph);
}
