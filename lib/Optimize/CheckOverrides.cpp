//===- CheckOverrides.cpp - What the user fixed is what the plan does -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckOverrides.h"
#include "PlainLocation.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

static bool isConvolution(Operation *op) { return isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(op); }

LogicalResult transforms::checkOverridesApply(Operation *module, const layouts::Overrides &overrides) {
  if (overrides.empty())
    return success();
  WalkResult walked = module->walk([&](Operation *op) -> WalkResult {
    std::string name = opName(op);
    bool layout = overrides.outputLayouts.count(name), conv = overrides.conv2dConfigs.count(name);
    auto memory = overrides.memReconfigs.find(name);
    if (!layout && !conv && memory == overrides.memReconfigs.end())
      return success();
    auto function = op->getParentOfType<func::FuncOp>();
    if (function && !ttcore::isForwardFunction(function))
      return emitPlainOpError(op) << "'" << name
                                  << "' is overridden but not planned: it runs once, in the const-eval function '"
                                  << function.getSymName() << "'";
    if (conv && !isConvolution(op))
      return emitPlainOpError(op) << "override-conv2d-config: '" << name << "' is no convolution";
    if (layout && (op->getNumResults() == 0 || !ttnn::layoutOf(op->getResult(0).getType())))
      return emitPlainOpError(op) << "override-output-layout: '" << name << "' has no tensor for result";
    if (memory != overrides.memReconfigs.end())
      for (int64_t operand : memory->second)
        if (operand >= static_cast<int64_t>(queries::tensorOperands(op).size()))
          return emitPlainOpError(op) << "insert-memreconfig: '" << name << "' has "
                                      << queries::tensorOperands(op).size() << " tensor operands, not operand "
                                      << operand;
    return success();
  });
  return failure(walked.wasInterrupted());
}

namespace {
/// Makes plans keep what the user fixed.
class Keeper {
public:
  Keeper(const FunctionProblem &built, plan::FunctionResult &result) : built(built), result(result) {}

  void keep(int32_t op, const layouts::LayoutOverride &wanted) {
    int32_t tensor = built.problem.ops[op].results[0];
    std::vector<int32_t> layouts;
    for (auto [index, layout] : llvm::enumerate(built.answers->kinds[built.problem.tensors[tensor].kind].layouts))
      if (wanted.matches(layout))
        layouts.push_back(static_cast<int32_t>(index));
    if (llvm::is_contained(layouts, result.plan.copies[tensor].layout))
      return;
    plan::Explainer explainer(built.problem, result.plan);
    std::vector<plan::LocalChange> changes = explainer.changesInto(op, layouts);
    for (const plan::LocalChange &change : ArrayRef(changes).take_front(trials)) {
      plan::FunctionPlan changed = explainer.changed(op, change);
      plan::PlanVerdict verdict = plan::verify(built.problem, changed);
      if (verdict.ok())
        return take(op, std::move(changed), verdict.facts, change);
    }
  }

private:
  static constexpr size_t trials = 8;

  void take(int32_t op, plan::FunctionPlan changed, const plan::PlanFacts &facts, const plan::LocalChange &change) {
    changed.bound.reset();
    changed.anyOrderBound.reset();
    changed.certificate.reset();
    result.plan = std::move(changed);
    result.facts = facts;
    emitRemark(plainLocation(built.ops[op]->getLoc()))
        << "override-output-layout of '" << opName(built.ops[op]) << "' is kept with its operands converted: the plan "
        << fmt::format("{:+.2f} us", static_cast<double>(change.delta) / 1e6) << ", outside of what "
        << result.plan.policy << " searched";
  }

  const FunctionProblem &built;
  plan::FunctionResult &result;
};

class KeptChecker {
public:
  KeptChecker(const FunctionProblem &built, const plan::FunctionPlan &plan) : built(built), plan(plan) {}

  LogicalResult checkLayout(int32_t op, const layouts::LayoutOverride &wanted) const {
    int32_t tensor = built.problem.ops[op].results[0];
    int32_t layout = plan.copies[tensor].layout;
    if (wanted.matches(built.answers->kinds[built.problem.tensors[tensor].kind].layouts[layout]))
      return success();
    return refuse(op, "override-output-layout")
           << built.problem.layoutOf(tensor, layout).name << " is what it makes" << whyRefused(op);
  }

  LogicalResult checkConvolution(int32_t op) const {
    const plan::OpClass &opClass = built.problem.classOf(op);
    if (opClass.candidates[plan.candidate[op]].config < opClass.numLegalConfigs)
      return success();
    return refuse(op, "override-conv2d-config") << "it runs as it stood" << whyRefused(op);
  }

  LogicalResult checkConversion(int32_t op, int64_t operand) const {
    int32_t copy = plan.reads[op][operand];
    if (copy >= static_cast<int32_t>(built.problem.tensors.size()))
      return success();
    return refuse(op, "insert-memreconfig")
           << "operand " << operand << " is read where its producer leaves it, in "
           << built.problem.layoutOf(copy, plan.copies[copy].layout).name << ", and there is nothing to convert";
  }

private:
  InFlightDiagnostic refuse(int32_t op, const char *option) const {
    return emitPlainOpError(built.ops[op]) << option << " of '" << opName(built.ops[op]) << "' cannot be kept: ";
  }

  std::string whyRefused(int32_t op) const {
    const auto &refusals = built.problem.classOf(op).refusals;
    return refusals.empty() ? std::string() : "; refused otherwise: " + refusals.begin()->second;
  }

  const FunctionProblem &built;
  const plan::FunctionPlan &plan;
};
} // namespace

void transforms::keepOverrides(const FunctionProblem &built, plan::FunctionResult &result,
                               const layouts::Overrides &overrides) {
  if (overrides.outputLayouts.empty())
    return;
  Keeper keeper(built, result);
  for (int32_t op : std::vector<int32_t>(result.plan.order))
    if (auto found = overrides.outputLayouts.find(opName(built.ops[op])); found != overrides.outputLayouts.end())
      keeper.keep(op, found->second);
}

LogicalResult transforms::checkOverridesKept(const FunctionProblem &built, const plan::FunctionPlan &plan,
                                             const layouts::Overrides &overrides) {
  if (overrides.empty())
    return success();
  KeptChecker checker(built, plan);
  bool kept = true;
  for (int32_t op = 0, e = static_cast<int32_t>(built.ops.size()); op != e; ++op) {
    std::string name = opName(built.ops[op]);
    if (auto found = overrides.outputLayouts.find(name); found != overrides.outputLayouts.end())
      kept &= succeeded(checker.checkLayout(op, found->second));
    if (overrides.conv2dConfigs.count(name))
      kept &= succeeded(checker.checkConvolution(op));
    if (auto found = overrides.memReconfigs.find(name); found != overrides.memReconfigs.end())
      for (int64_t operand : found->second)
        kept &= succeeded(checker.checkConversion(op, operand));
  }
  return success(kept);
}
