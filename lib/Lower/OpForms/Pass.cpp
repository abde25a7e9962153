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
/// Prices in which a product of one row of tiles with constants has the program and the weights that it will have. Parts
/// that are joined are written to DRAM before, or stay in L1: then each has its program beside all others, since the last
/// one has.
class WithStoredWeights : public OtherPrices {
public:
  enum class Parts { None, InDram, InL1 };

  explicit WithStoredWeights(const OpPrices &prices, Parts parts = Parts::None) : OtherPrices(prices), parts(parts) {}

  std::optional<double> nanoseconds(Operation *op) const override {
    if (parts == Parts::InL1 && isa<ttir::ConcatOp>(op))
      return prices.nanosecondsInL1(op);
    RankedTensorType others = parts == Parts::None ? RankedTensorType() : othersOf(op);
    StoredProduct stored = prices.nanosecondsOfStored(op, {others, parts == Parts::InL1});
    if (others && !stored.fromBanks && !stored.passed)
      return std::nullopt;
    if (stored.fromBanks && stored.passed)
      return std::min(*stored.fromBanks, *stored.passed);
    return stored.fromBanks ? stored.fromBanks : stored.passed ? stored.passed : prices.nanoseconds(op);
  }

private:
  /// What a product is joined with, as one tensor; null where it is no part.
  static RankedTensorType othersOf(Operation *op) {
    auto joined = op->getNumResults() == 1 && op->getResult(0).hasOneUse()
                      ? dyn_cast<ttir::ConcatOp>(*op->getResult(0).user_begin())
                      : ttir::ConcatOp();
    if (!joined)
      return {};
    RankedTensorType part = tensorTypeOf(op->getResult(0));
    SmallVector<int64_t> shape(part.getShape());
    shape.back() = tensorTypeOf(joined.getResult()).getShape().back() - shape.back();
    return shape.back() > 0 ? withShape(part, shape) : RankedTensorType();
  }

  Parts parts;
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

using PriceOfForm = function_ref<std::optional<double>(const Trial &, const Form &)>;

/// The cheapest that costs no more than what it replaces; null without one.
static const Form *cheapest(Operation *op, const Forms &forms, PriceOfForm priceOfForm) {
  const Form *best = nullptr;
  double bestPrice = 0;
  for (const Form &form : forms) {
    Trial trial(op);
    form.build(trial.builder);
    if (std::optional<double> price = priceOfForm(trial, form); price && (!best || *price < bestPrice))
      best = &form, bestPrice = *price;
    trial.drop();
  }
  return best;
}

static const Form *cheapest(Operation *op, const Forms &forms, const OpPrices &prices) {
  return cheapest(op, forms,
                  [&](const Trial &trial, const Form &form) { return addedPrice(trial, form.replaced, &prices); });
}

/// The same, of products that are cut with their parts in DRAM or in L1, whichever is faster.
static const Form *cheapestWithStoredWeights(Operation *op, const Forms &forms, const OpPrices &prices) {
  return cheapest(op, forms, [&](const Trial &trial, const Form &form) {
    using Parts = WithStoredWeights::Parts;
    auto priceWith = [&](Parts parts) {
      const WithStoredWeights stored(prices, parts);
      return addedPrice(trial, form.replaced, &stored);
    };
    if (form.pattern != LoweringPattern::ProductByColumns)
      return priceWith(Parts::None);
    std::optional<double> inDram = priceWith(Parts::InDram), inL1 = priceWith(Parts::InL1);
    return inDram && inL1 ? std::optional(std::min(*inDram, *inL1)) : inDram ? inDram : inL1;
  });
}

/// The same at the prices of what the op becomes.
static const Form *cheapest(Operation *op, const Forms &forms, const OpPrices &prices,
                            const PatternSwitches &switches) {
  if (!isa<ttir::ArgMaxOp>(op))
    return cheapestWithStoredWeights(op, forms, prices);
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
