//===- RepairedFields.cpp - What the fallback chose, and the plan may choose anew ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Lower/RepairedFields.h"

using namespace mlir;
using namespace alcove;

static constexpr llvm::StringLiteral repairedFieldsAttrName = "alcove.repaired_fields";

static ttnn::Conv2dConfigAttr configOf(Operation *op) {
  return op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
}

void conversion::noteRepairedFields(Operation *op, ttnn::Conv2dConfigAttr before) {
  ttnn::Conv2dConfigAttr after = configOf(op);
  if (!after)
    return;
  SmallVector<Attribute> names;
  for (NamedAttribute field : after.getFields())
    if (!before || before.getFields().get(field.getName()) != field.getValue())
      names.push_back(field.getName());
  if (!names.empty())
    op->setAttr(repairedFieldsAttrName, ArrayAttr::get(op->getContext(), names));
}

ttnn::Conv2dConfigAttr conversion::givenConv2dConfig(Operation *op) {
  ttnn::Conv2dConfigAttr config = configOf(op);
  auto repaired = op->getAttrOfType<ArrayAttr>(repairedFieldsAttrName);
  if (!config || !repaired)
    return config;
  NamedAttrList fields(config.getFields());
  for (StringAttr name : repaired.getAsRange<StringAttr>())
    fields.erase(name);
  return fields.empty() ? ttnn::Conv2dConfigAttr()
                        : ttnn::Conv2dConfigAttr::get(op->getContext(), fields.getDictionary(op->getContext()));
}

void conversion::dropRepairedFields(ModuleOp module) {
  module.walk([](Operation *op) { op->removeAttr(repairedFieldsAttrName); });
}
