//===- Pass.cpp - ttnn-optimizer ------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Constants/StoreConstants.h"
#include "Forms/Propose.h"
#include "PlanInPlace.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Nearest.h"
#include "alcove/Lower/RepairedFields.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

#include <set>

using namespace mlir;
using namespace alcove;

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNOPTIMIZER
#include "alcove/Optimize/Passes.h.inc"
} // namespace alcove::transforms

namespace {
struct Optimizer : transforms::impl::TTNNOptimizerBase<Optimizer> {
#define OPTIMIZER_OPTION(type, field, name, byDefault, description)                                                    \
  Option<type> field{*this, name, llvm::cl::desc(description), llvm::cl::init(byDefault)};
#define OPTIMIZER_PASS_OPTION OPTIMIZER_OPTION
#include "alcove/Optimize/OptimizerOptions.def"

  explicit Optimizer(const transforms::TTNNOptimizerOptions &options) {
#define OPTIMIZER_OPTION(type, field, name, byDefault, description) field = options.field;
#define OPTIMIZER_PASS_OPTION OPTIMIZER_OPTION
#include "alcove/Optimize/OptimizerOptions.def"
  }
  Optimizer(const Optimizer &other) : TTNNOptimizerBase(other) {} // clonePass copies the options

  transforms::TTNNOptimizerOptions options() const {
    transforms::TTNNOptimizerOptions result;
#define OPTIMIZER_OPTION(type, field, name, byDefault, description) result.field = field;
#define OPTIMIZER_PASS_OPTION OPTIMIZER_OPTION
#include "alcove/Optimize/OptimizerOptions.def"
    return result;
  }

  /// Of the program as it stands: form 0 of every part.
  judge::Totals baseline(const opmodel::OpModel &model, const queries::Machine &machine,
                         std::vector<judge::WalkViolation> &hopeless) {
    bool isMarked =
        getOperation()
            .walk([](Operation *op) {
              return op->hasAttr(transforms::formAttrName) ? WalkResult::interrupt() : WalkResult::advance();
            })
            .wasInterrupted();
    if (!isMarked)
      return judge::totalsOf(getOperation(), model, machine, hopeless);
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>(getOperation()->clone());
    for (auto function : copy->getOps<func::FuncOp>())
      (void)transforms::takeForms(function, {},
                                  /*all=*/true); // a malformed mark is refused when the function is planned
    return judge::totalsOf(*copy, model, machine, hopeless);
  }

  /// Alternatives that are marked and those that rules find, without what the user decided.
  LogicalResult prepareAlternatives(const transforms::UserChoices &choices, const transforms::PlainPrices &prices) {
    std::set<std::string> parts;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!ttcore::isForwardFunction(function))
        continue;
      if (choices.alternatives)
        transforms::proposeForms(function, &prices);
      FailureOr<std::vector<transforms::MarkedPart>> marked = transforms::markedParts(function);
      if (failed(marked))
        return failure();
      for (const transforms::MarkedPart &part : *marked)
        parts.insert(part.name);
      if (failed(transforms::takeForms(function, choices.forms, /*all=*/!choices.alternatives)))
        return failure();
    }
    transforms::dropUnreadConstants(getOperation()); // of forms that cannot pay, or were fixed
    for (const auto &[part, form] : choices.forms)
      if (parts.count(part) == 0)
        return emitError(getOperation().getLoc())
               << "force-forms: '" << part << "=" << form << "': no part of this name has alternatives"
               << (parts.empty() ? "" : fmt::format("; nearest: '{}'", nearestName(part, parts, std::identity())))
               << (choices.alternatives ? "" : "; alternatives=true with memory-layout-analysis looks for them");
    return success();
  }

  void runOnOperation() override {
    FailureOr<transforms::UserChoices> choices = transforms::userChoicesOf(getOperation(), options());
    if (failed(choices))
      return signalPassFailure();
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine)
      return; // a module without a device is planned inside
    if (failed(transforms::checkLayoutsFit(getOperation(), *choices, *machine)))
      return signalPassFailure();
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(getOperation());
    transforms::PlanRecord record;
    std::vector<judge::WalkViolation> hopeless;
    record.baseline = baseline(*model, *machine, hopeless);
    if (!hopeless.empty()) {
      hopeless.front().op->emitError() << hopeless.front().rule << ": " << hopeless.front().message
                                       << "; no plan changes that: less data, or a mesh of more chips, does";
      return signalPassFailure();
    }
    if (failed(prepareAlternatives(*choices, {*model, *machine, record.baseline.totalNs / 2000})))
      return signalPassFailure();
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (ttcore::isForwardFunction(function) &&
          failed(transforms::planFunctionInPlace(function, *choices, *model, *machine, record)))
        return signalPassFailure();
    getOperation().walk([](Operation *op) { op->removeAttr(transforms::keptLayoutAttrName); });
    conversion::dropRepairedFields(getOperation());
    transforms::mergeEqualLoads(getOperation());     // of forms that share a constant
    transforms::dropUnreadConstants(getOperation()); // of forms that were not taken
    record.attachTo(getOperation());
    if (planOut.empty())
      return;
    if (Status status = writeFileAtomically(planOut, formats::writePlanFile(record.planOut)); !status.ok()) {
      emitError(getOperation().getLoc()) << "plan-out: " << status.error().message;
      signalPassFailure();
    }
  }
};
} // namespace

std::unique_ptr<Pass> transforms::createTTNNOptimizer(const TTNNOptimizerOptions &options) {
  return std::make_unique<Optimizer>(options);
}
