//===- Layout.cpp - Rules of conversions of layout and type ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

static LogicalResult verifyTypecast(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").done();
}

//===----------------------------------------------------------------------===//
// Layouts and devices
//===----------------------------------------------------------------------===//

static ttnn::TTNNLayoutAttr layoutOf(Value value) { return ttnn::layoutOf(value.getType()); }

/// A copy between memories takes pages as they are.
static OpView &checkSamePages(OpView &view) {
  ttnn::TTNNLayoutAttr from = layoutOf(view.get("input")), to = layoutOf(view.get("result"));
  auto pages = [](ttnn::TTNNLayoutAttr layout) { return layout.isTiled() ? "tiles" : "rows"; };
  return view.require(!from || !to || from.isTiled() == to.isTiled(),
                      Twine("input lies in ") + (from ? pages(from) : "") + ", result in " + (to ? pages(to) : "") +
                          ": only ttnn.to_layout changes pages");
}

static LogicalResult verifyToDevice(Operation *op) {
  OpView view(op, "input device -> result");
  if (view.sameElement("input result").failed())
    return failure();
  ttnn::TTNNLayoutAttr from = layoutOf(op->getOperand(0)), to = layoutOf(op->getResult(0));
  view.require(!from || !from.isDeviceMemory(), "input lies in device memory already")
      .require(!to || to.isDeviceMemory(), "result lies in system_memory: a copy to the device ends in dram or l1");
  return checkSamePages(view).done();
}

static LogicalResult verifyFromDevice(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameElement("input result").failed())
    return failure();
  ttnn::TTNNLayoutAttr from = layoutOf(op->getOperand(0)), to = layoutOf(op->getResult(0));
  view.require(!from || from.isDeviceMemory(), "input lies in system_memory already")
      .require(!to || !to.isDeviceMemory(), "result lies in device memory: a copy from the device ends in "
                                            "system_memory");
  return checkSamePages(view).done();
}

static LogicalResult verifyToMemoryConfig(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameShape("input result").sameElement("input result").failed())
    return failure();
  for (StringRef name : {"input", "result"})
    if (ttnn::TTNNLayoutAttr layout = layoutOf(view.get(name)))
      view.require(layout.isDeviceMemory(), name + " lies in system_memory: both must lie in device memory");
  return checkSamePages(view).done();
}

static LogicalResult verifyAlike(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").sameElement("input result").done();
}

/// A view of the input's shape in another memory.
static LogicalResult verifyToLayout(Operation *op) {
  if (op->getName().getDialectNamespace() == "ttnn")
    return OpView(op, "input -> result").sameShape("input result").done();
  if (op->getNumResults() > 1)
    return op->emitOpError() << "has " << op->getNumResults() << " results, at most one is possible";
  if (op->getNumOperands() == 1)
    return OpView(op, "input -> results*").sameShape("input results").done();
  if (op->getNumResults() == 1 && op->getResult(0).getType() != op->getOperand(1).getType())
    return op->emitOpError() << "result has type " << op->getResult(0).getType() << ", output has type "
                             << op->getOperand(1).getType() << ": they must be equal";
  return success();
}

void rules::addLayoutRules(RuleTable &table) {
  addOfLibrary(table, {"typecast"}, verifyTypecast);
  addOfLibrary(table, {"to_device"}, verifyToDevice);
  addOfLibrary(table, {"from_device"}, verifyFromDevice);
  addOfLibrary(table, {"to_memory_config"}, verifyToMemoryConfig);
  addOfLibrary(table, {"assign"}, verifyAlike);
  addOfLibrary(table, {"to_layout"}, verifyToLayout);
}
