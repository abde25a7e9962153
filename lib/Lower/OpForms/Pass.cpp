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

namespace {
/// Prices in which a product of one row of tiles with constants has the program and the weights that it will have.
class WithStoredWeights : public OtherPrices {
public:
  using OtherPrices::OtherPrices;

  std::optional<double> nanoseconds(Operation *op) const override {
    StoredProduct stored = prices.nanosecondsOfStored(op);
    if (stored.fromBanks && stored.passed)
      return std::min(*stored.fromBanks, *stored.passed);
    return stored.fromBanks ? stored.fromBanks : stored.passed ? stored.passed : prices.nanoseconds(op);
  }
};

/// Prices of what an argmax becomes: small tensors, which plans keep in L1. What is argmax in it becomes tiles where that
/// pays.
class OfArgmaxes : public OtherPrices {
public:
  OfArgmaxes(const OpPrices &prices, bool hasTiles) : OtherPrices(prices), hasTiles(hasTiles) {}

  std::optional<double> nanoseconds(Operation *op) const override {
    std::optional<double> price = prices.nanosecondsInL1(op);
    Forms forms;
    if (hasTiles && price && isInStages(op))
      addArgmaxForms(op, forms);
    for (const Form &form : forms)
      if (form.pattern == LoweringPattern::ArgmaxOnTiles) {
        Trial trial(op);
        form.build(trial.builder);
        if (std::optional<double> other = priceOf(trial.ops, OfArgmaxes(prices, false)))
          price = std::min(*price, *other);
        trial.drop();
      }
    return price;
  }

  /// Stages search blocks and winners by argmaxes of their own.
  static bool isInStages(Operation *op) { return isa<ttir::ArgMaxOp>(op) && op->hasAttr(rowMajorInputAttrName); }

private:
  bool hasTiles;
};
} // namespace

/// The cheapest that costs no more than what it replaces; null without one.
static const Form *cheapest(Operation *op, const Forms &forms, const OpPrices &prices) {
  const Form *best = nullptr;
  double bestPrice = 0;
  for (const Form &form : forms) {
    Trial trial(op);
    form.build(trial.builder);
    if (std::optional<double> price = addedPrice(trial, form.replaced, &prices); price && (!best || *price < bestPrice))
      best = &form, bestPrice = *price;
    trial.drop();
  }
  return best;
}

/// The same at the prices of what the op becomes.
static const Form *cheapest(Operation *op, const Forms &forms, const OpPrices &prices,
                            const PatternSwitches &switches) {
  if (!isa<ttir::ArgMaxOp>(op))
    return cheapest(op, forms, WithStoredWeights(prices));
  if (OfArgmaxes::isInStages(op))
    return cheapest(op, forms, OfArgmaxes(prices, false));
  op->setAttr(rowMajorInputAttrName, UnitAttr::get(op->getContext())); // as it is lowered
  const Form *best = cheapest(op, forms, OfArgmaxes(prices, switches.has(LoweringPattern::ArgmaxOnTiles)));
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
      any |= rewrite(function, *switches, prices.get(), counts, [](Operation *op, Forms &forms) {
        for (auto add : {addArgmaxForms, addScaleForms, addGroupForms, addWholeTileForms, addSharedHeadForms})
          add(op, forms);
      });
      if (!prices)
        continue;
      // Then argmaxes that stages have, and products: a number behind one is beside it now.
      any |= rewrite(function, *switches, prices.get(), counts, [&](Operation *op, Forms &forms) {
        if (OfArgmaxes::isInStages(op))
          addArgmaxForms(op, forms);
        addStoredProductForms(op, *prices, forms);
      });
    }
    if (!any)
      markAllAnalysesPreserved();
    counts.attachTo(module);
  }

  MakeOpPrices makePrices;

private:
  /// Of each op that is there the cheapest of the forms that `add` gives and `switches` have; true when one was taken.
  static bool rewrite(func::FuncOp function, const PatternSwitches &switches, const OpPrices *prices,
                      PatternCounts &counts, function_ref<void(Operation *, Forms &)> add) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) { ops.push_back(op); });
    DenseSet<Operation *> gone;
    bool any = false;
    for (Operation *op : ops) {
      if (gone.contains(op))
        continue;
      Forms forms;
      add(op, forms);
      llvm::erase_if(forms, [&](const Form &form) { return !switches.has(form.pattern); });
      const Form *form = prices ? cheapest(op, forms, *prices, switches) : lastWithoutPrices(forms);
      if (!form)
        continue;
      any = true;
      counts.add(form->pattern);
      put(*form, op, gone);
    }
    return any;
  }

  static void put(const Form &form, Operation *op, DenseSet<Operation *> &gone) {
    OpBuilder builder(op);
    for (auto [replaced, value] : form.build(builder))
      replaced->getResult(0).replaceAllUsesWith(value);
    for (Operation *replaced : llvm::reverse(form.replaced)) {
      gone.insert(replaced);
      replaced->erase();
    }
  }
};
} // namespace

std::unique_ptr<Pass> conversion::createOpForms(OpFormsOptions options, MakeOpPrices prices) {
  return createPriced<OpFormsPass>(std::move(options), std::move(prices));
}
