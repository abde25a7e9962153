//===- Propose.cpp - Other op sequences for parts of a function -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "Marks.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Optimize/Passes.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

Value FormBuilder::create(StringRef name, Type type, ValueRange operands, ArrayRef<NamedAttribute> attributes) {
  Location loc = renamed(op->getLoc(), opName(op) + "_" + std::to_string(made.size() + 1));
  OperationState state(loc, name, operands, type, attributes);
  made.push_back(builder.create(state));
  return made.back()->getResult(0);
}

void FormBuilder::finish(StringRef form) {
  std::string part = opName(op);
  if (number == 1)
    markForm(op, part, "as-it-stands", 0, /*makesResult=*/true);
  made.back()->setLoc(op->getLoc());
  for (Operation *each : made)
    markForm(each, part, form, number, each == made.back());
  made.clear();
  ++number;
}

void transforms::proposeForms(func::FuncOp function) {
  static constexpr FormRule rules[] = {proposeEpilogues};
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (op->hasAttr(formAttrName) || op->hasAttr(keptLayoutAttrName) || !isNamedOp(op))
      continue;
    FormBuilder forms(op);
    for (FormRule rule : rules)
      rule(op, forms);
  }
}

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNPROPOSEFORMS
#include "alcove/Optimize/Passes.h.inc"
} // namespace alcove::transforms

namespace {
struct ProposeForms : transforms::impl::TTNNProposeFormsBase<ProposeForms> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (ttcore::isForwardFunction(function))
        proposeForms(function);
  }
};
} // namespace
