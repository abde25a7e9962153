//===- Pass.cpp - Ops by the ops that are fastest --------------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../Trial.h"
#include "Forms.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Lower/Rows.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_OPFORMS
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The cheapest that costs no more than what it replaces; null without one.
static const Form *cheapest(Operation *op, const Forms &forms, const OpPrices &prices) {
  const Form *best = nullptr;
  double bestPrice = 0;
  bool takesRows = isa<ttir::ArgMaxOp>(op); // as it is lowered
  if (takesRows)
    op->setAttr(rowMajorInputAttrName, UnitAttr::get(op->getContext()));
  for (const Form &form : forms) {
    Trial trial(op);
    form.build(trial.builder);
    if (std::optional<double> price = addedPrice(trial, form.replaced, &prices); price && (!best || *price < bestPrice))
      best = &form, bestPrice = *price;
    trial.drop();
  }
  if (takesRows)
    op->removeAttr(rowMajorInputAttrName);
  return best;
}

static const Form *lastWithoutPrices(const Forms &forms) {
  auto found = llvm::find_if(llvm::reverse(forms), [](const Form &form) { return form.withoutPrices; });
  return found == forms.rend() ? nullptr : &*found;
}

namespace {
struct OpFormsPass : conversion::impl::OpFormsBase<OpFormsPass> {
  using OpFormsBase::OpFormsBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    ModuleOp module = deviceModuleOf(getOperation());
    std::unique_ptr<OpPrices> prices = makePrices ? makePrices(module) : nullptr;
    PatternCounts counts;
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      SmallVector<Operation *> ops;
      function.walk([&](Operation *op) { ops.push_back(op); });
      DenseSet<Operation *> gone;
      for (Operation *op : ops) {
        Forms forms;
        if (gone.contains(op))
          continue;
        for (auto add : {addArgmaxForms, addPowerForms, addScaleForms, addGroupForms})
          add(op, forms);
        llvm::erase_if(forms, [&](const Form &form) { return !switches->has(form.pattern); });
        const Form *form = prices ? cheapest(op, forms, *prices) : lastWithoutPrices(forms);
        if (!form)
          continue;
        counts.add(form->pattern);
        OpBuilder builder(op);
        for (auto [replaced, value] : form->build(builder))
          replaced->getResult(0).replaceAllUsesWith(value);
        for (Operation *replaced : llvm::reverse(form->replaced)) {
          gone.insert(replaced);
          replaced->erase();
        }
        any = true;
      }
    }
    if (!any)
      markAllAnalysesPreserved();
    counts.attachTo(module);
  }

  MakeOpPrices makePrices;
};
} // namespace

std::unique_ptr<Pass> conversion::createOpForms(OpFormsOptions options, MakeOpPrices prices) {
  return createPriced<OpFormsPass>(std::move(options), std::move(prices));
}
