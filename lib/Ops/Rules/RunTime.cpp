//===- RunTime.cpp - Rules of buffers, files, traces and training ---------===//
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

/// A mesh of one chip or more; its corner.
static LogicalResult verifyGetDevice(Operation *op) {
  OpView view(op, "-> device");
  if (auto shape = op->getAttrOfType<ttnn::MeshShapeAttr>("mesh_shape"))
    view.require(shape.getY() > 0 && shape.getX() > 0,
                 "mesh_shape is " + Twine(shape.getY()) + "x" + Twine(shape.getX()) + ": both must be at least 1");
  return view.done();
}

/// One step of Adam: moments have the shape of the parameter.
static LogicalResult verifyAdamW(Operation *op) {
  bool library = op->getName().getDialectNamespace() == "ttnn";
  OpView view(op, library ? "param grad exp_avg exp_avg_sq max_exp_avg_sq?"
                          : "param grad exp_avg exp_avg_sq max_exp_avg_sq? -> param_out exp_avg_out exp_avg_sq_out "
                            "max_exp_avg_sq_out?");
  return view
      .sameShape("param grad exp_avg exp_avg_sq max_exp_avg_sq param_out exp_avg_out exp_avg_sq_out max_exp_avg_sq_out")
      .isReal("param grad exp_avg exp_avg_sq max_exp_avg_sq")
      .sameElement("param param_out")
      .sameElement("exp_avg exp_avg_out")
      .sameElement("exp_avg_sq exp_avg_sq_out")
      .realInRange("lr epsilon weight_decay", 0, 1e30)
      .realInRange("beta1 beta2 beta1_pow beta2_pow", 0, 1)
      .require(library || view.has("max_exp_avg_sq") == view.has("max_exp_avg_sq_out"),
               "max_exp_avg_sq and max_exp_avg_sq_out go together")
      .done();
}

//===----------------------------------------------------------------------===//
// Buffers, files, semaphores, traces
//===----------------------------------------------------------------------===//

static LogicalResult verifyAlloc(Operation *op) {
  OpView view(op, "-> result");
  if (view.inRange("address", 0).inRange("size", 1).failed())
    return failure();
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || type.getEncoding() || !type.getElementType().isIntOrFloat())
    return success();
  std::optional<int64_t> elements = boundedVolume(type.getShape());
  int64_t bytes = elements.value_or(0) * ((type.getElementTypeBitWidth() + 7) / 8);
  return view
      .require(view.integer("size") >= bytes,
               "size is " + Twine(view.integer("size")) + ", the tensor takes " + Twine(bytes) + " bytes")
      .done();
}

static LogicalResult verifyCopy(Operation *op) {
  OpView view(op, "src dst");
  return view.sameShape("src dst").sameElement("src dst").done();
}

static LogicalResult verifyWrite(Operation *op) {
  OpView view(op, "host_tensor device_tensor");
  return view.sameShape("host_tensor device_tensor")
      .sameElement("host_tensor device_tensor")
      .inRange("cq_id", 0, 1)
      .done();
}

static LogicalResult verifyFile(Operation *op) {
  auto path = op->getAttrOfType<StringAttr>("file_path");
  if (path && path.getValue().empty())
    return op->emitOpError("file_path must not be empty");
  if (path && !path.getValue().ends_with(".tensorbin"))
    return op->emitOpError() << "file_path is '" << path.getValue()
                             << "': the library reads and writes .tensorbin files";
  return success();
}

static LogicalResult verifyQueue(Operation *op) {
  OpView view(op, op->getNumResults() == 1 ? "device -> trace_id" : "device trace_id");
  return view.inRange("cq_id", 0, 1).isInteger("trace_id").volumeIs("trace_id", 1, "one number").done();
}

static LogicalResult verifySemaphore(Operation *op) {
  return OpView(op, "device").inRange("output_height_shard_dim hidden_size", 1).done();
}

static LogicalResult verifyForeignKernel(Operation *op) {
  for (StringRef name : {"kernel_id", "version_tag"})
    if (op->getAttrOfType<StringAttr>(name).getValue().empty())
      return op->emitOpError() << name << " must not be empty";
  return success();
}

//===----------------------------------------------------------------------===//
// TTCore
//===----------------------------------------------------------------------===//

static LogicalResult verifyBarrier(Operation *op) {
  if (op->getOperandTypes() != op->getResultTypes())
    return op->emitOpError("gives back ") << op->getResultTypes() << " for operands of types " << op->getOperandTypes();
  return success();
}

static LogicalResult verifyGetGlobal(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("sym_name");
  auto global = dyn_cast_or_null<ttcore::GlobalOp>(SymbolTable::lookupNearestSymbolFrom(op, name));
  if (!global)
    return op->emitOpError("@") << name.getValue() << " is not a global of this module";
  if (global.getType() != op->getResult(0).getType())
    return op->emitOpError("result has type ")
           << op->getResult(0).getType() << ", global @" << name.getValue() << " has type " << global.getType();
  return success();
}

void rules::addRunTimeRules(RuleTable &table) {
  addOfLibrary(table, {"get_device"}, verifyGetDevice);
  addOfLibrary(table, {"ttcore.optimization_barrier"}, verifyBarrier);
  addOfLibrary(table, {"ttcore.get_global"}, verifyGetGlobal);
  addOfLibrary(table, {"adamw"}, verifyAdamW);
  addOfLibrary(table, {"alloc"}, verifyAlloc);
  addOfLibrary(table, {"copy"}, verifyCopy);
  addOfLibrary(table, {"write_tensor"}, verifyWrite);
  addOfLibrary(table, {"load_tensor", "dump_tensor"}, verifyFile);
  addOfLibrary(table, {"begin_trace_capture", "end_trace_capture", "execute_trace"}, verifyQueue);
  addOfLibrary(table, {"allocate_moe_compute_semaphore"}, verifySemaphore);
  addOfLibrary(table, {"tt_lang_op"}, verifyForeignKernel);
}
