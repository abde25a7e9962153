//===- Contractions.cpp - Epilogues of products, in and out ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// The attributes of `op` without those named.
static SmallVector<NamedAttribute> attributesWithout(Operation *op, ArrayRef<StringRef> names) {
  SmallVector<NamedAttribute> left;
  for (NamedAttribute attribute : op->getAttrs())
    if (!llvm::is_contained(names, attribute.getName().getValue()))
      left.push_back(attribute);
  return left;
}

// act(a x w + b)  =  act of its own behind  a x w + b  =  the addition of b on its own, too.
//
// Equal as real numbers. Each op stores in the type of the result: apart, the sum is rounded to it once more before the
// next step, as the model's author wrote it down; in f32 the steps are the same ones. Left alone: a product with a
// program configuration or a fixed place, which says itself what it fuses, and an activation with parameters.
void transforms::proposeEpilogues(Operation *op, FormBuilder &forms) {
  if (!isa<ttnn::MatmulOp, ttnn::LinearOp>(op) || op->hasAttr("matmul_program_config"))
    return;
  auto activation = op->getAttrOfType<StringAttr>("activation");
  bool hasBias = isa<ttnn::LinearOp>(op) && op->getNumOperands() == 3;
  if (activation && !fusesIntoProduct(activation.getValue()))
    return;
  Type type = op->getResult(0).getType();
  std::string unary = activation ? "ttnn." + activation.str() : "";
  SmallVector<NamedAttribute> plain = attributesWithout(op, {"activation"});
  if (activation) {
    Value product = forms.create(op->getName().getStringRef(), type, op->getOperands(), plain);
    forms.create(unary, type, product, {});
    forms.finish("activation-apart");
  }
  if (hasBias) {
    Value product = forms.create("ttnn.matmul", type, op->getOperands().take_front(2), plain);
    Value sum = forms.create("ttnn.add", type, {product, op->getOperand(2)}, {});
    if (activation)
      forms.create(unary, type, sum, {});
    forms.finish(activation ? "bias-and-activation-apart" : "bias-apart");
  }
}
