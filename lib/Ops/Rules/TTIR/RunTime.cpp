//===- RunTime.cpp - What TTIR asks of buffers, files, traces and training ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// One step of Adam: all have the shape of the parameter; what comes out has the type of what went in.
static LogicalResult verifyAdamW(Operation *op) {
  OpView view(op, "param grad exp_avg exp_avg_sq max_exp_avg_sq? -> param_out exp_avg_out exp_avg_sq_out "
                  "max_exp_avg_sq_out?");
  return view.sameShape("param grad exp_avg exp_avg_sq max_exp_avg_sq")
      .sameType("param param_out")
      .sameType("exp_avg exp_avg_out")
      .sameType("exp_avg_sq exp_avg_sq_out")
      .sameType("max_exp_avg_sq max_exp_avg_sq_out")
      .require(view.has("max_exp_avg_sq") == view.has("max_exp_avg_sq_out"),
               "max_exp_avg_sq and max_exp_avg_sq_out go together")
      .done();
}

//===----------------------------------------------------------------------===//
// Buffers and foreign kernels
//===----------------------------------------------------------------------===//

/// Device memory has an address, system memory none.
static LogicalResult verifyAlloc(Operation *op) {
  OpView view(op, "-> result");
  auto layout =
      dyn_cast_or_null<ttcore::MetalLayoutAttr>(cast<RankedTensorType>(op->getResult(0).getType()).getEncoding());
  ttcore::MemorySpace space = op->getAttrOfType<ttcore::MemorySpaceAttr>("memory_space").getValue();
  using enum ttcore::MemorySpace;
  int64_t address = view.integer("address");
  return view.require(static_cast<bool>(layout), "result needs a metal_layout")
      .require(!layout || layout.getMemorySpace() == space, "memory_space differs from that of the result's layout")
      .require(view.integer("size") != 0, "size is 0: it must not be")
      .require(address == 0 || (space != System && space != SystemMMIO), "system memory has no address: it must be 0")
      .require(address != 0 || (space != DeviceDRAM && space != DeviceL1), "device memory needs an address, got 0")
      .done();
}

/// Operands in, then operands out, which the results are.
static LogicalResult verifyForeignKernel(Operation *op) {
  OpView view(op, "->");
  auto textOf = [&](StringRef name) { return op->getAttrOfType<StringAttr>(name).getValue(); };
  for (StringRef name : {"kernel_id", "version_tag", "arg_roles"})
    view.require(!textOf(name).empty(), name + " must not be empty");
  SmallVector<StringRef> roles;
  textOf("arg_roles").split(roles, ',');
  size_t outs = 0;
  for (StringRef &role : roles) {
    role = role.trim();
    view.require(role == "in" || role == "out", "arg_roles must name in or out, got '" + role + "'")
        .require(role == "out" || outs == 0, "arg_roles must name all in before any out");
    outs += role == "out";
  }
  if (view.require(outs > 0, "arg_roles must name an out: where the kernel writes")
          .equal("roles of arg_roles", roles.size(), "operands", op->getNumOperands())
          .equal("roles 'out'", outs, "results", op->getNumResults())
          .failed())
    return failure();
  for (size_t at = 0; at < outs; ++at)
    view.require(op->getOperand(roles.size() - outs + at).getType() == op->getResult(at).getType(),
                 "result " + Twine(at) + " must have the type of its operand");
  return view.done();
}

static LogicalResult verifyDealloc(Operation *op) {
  return OpView(op, "input")
      .require(isa<RankedTensorType>(op->getOperand(0).getType()), "input must be a ranked tensor")
      .done();
}

void rules::addTTIRRunTimeRules(RuleTable &table) {
  add(table, {"ttir.adamw"}, verifyAdamW);
  add(table, {"ttir.alloc"}, verifyAlloc);
  add(table, {"ttir.dealloc"}, verifyDealloc);
  add(table, {"ttir.tt_lang_op"}, verifyForeignKernel);
}
