//===- TrainingAndRunTime.cpp - Rules of gradients, buffers, traces ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

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

static OpView &checkTrainedAttention(OpView &view) {
  if (view.rank("query key value attention_mask", 4)
          .isReal("query key value attention_mask")
          .realInRange("dropout_probability", 0, 1, /*openHigh=*/true)
          .failed())
    return view;
  view.sameExtent("query", 0, "key", 0).sameShape("key value").sameExtent("query", 3, "key", 3);
  view.divides("heads of query", view.extent("query", 1), "heads of key", view.extent("key", 1))
      .sameExtent("attention_mask", 2, "query", 2)
      .sameExtent("attention_mask", 3, "key", 2);
  Shape query = view.shape("query");
  return checkMask(view, {query[0], query[1], query[2], view.extent("key", 2)});
}

static LogicalResult verifyAttentionForward(Operation *op) {
  OpView view(op, "query key value attention_mask? -> output intermediates?");
  return checkTrainedAttention(view)
      .sameShape("query output")
      .isReal("output")
      .rank("intermediates", 4)
      .require(view.flag("return_intermediates", false) == view.has("intermediates"),
               "return_intermediates says whether there is a second result")
      .done();
}

static LogicalResult verifyAttentionBackward(Operation *op) {
  OpView view(
      op, "grad_output attn_output query key value intermediates attention_mask? -> grad_query grad_key grad_value");
  if (checkTrainedAttention(view).rank("intermediates", 4).failed())
    return failure();
  return view.sameExtent("intermediates", 0, "query", 0)
      .sameExtent("intermediates", 1, "query", 1)
      .sameExtent("intermediates", 2, "query", 2)
      .sameShape("query grad_output attn_output grad_query")
      .sameShape("key grad_key")
      .sameShape("value grad_value")
      .isReal("grad_output attn_output intermediates grad_query grad_key grad_value")
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

void rules::addTrainingAndRunTimeRules(RuleTable &table) {
  addOfLibrary(table, {"ttcore.optimization_barrier"}, verifyBarrier);
  addOfLibrary(table, {"ttcore.get_global"}, verifyGetGlobal);
  addOfLibrary(table, {"adamw"}, verifyAdamW);
  addOfLibrary(table, {"sdpa_fw"}, verifyAttentionForward);
  addOfLibrary(table, {"sdpa_bw"}, verifyAttentionBackward);
  addOfLibrary(table, {"alloc"}, verifyAlloc);
  addOfLibrary(table, {"copy"}, verifyCopy);
  addOfLibrary(table, {"write_tensor"}, verifyWrite);
  addOfLibrary(table, {"load_tensor", "dump_tensor"}, verifyFile);
  addOfLibrary(table, {"begin_trace_capture", "end_trace_capture", "execute_trace"}, verifyQueue);
  addOfLibrary(table, {"allocate_moe_compute_semaphore"}, verifySemaphore);
  addOfLibrary(table, {"tt_lang_op"}, verifyForeignKernel);
  addOfLibrary(table, {"to_layout"}, verifyToLayout);
}
