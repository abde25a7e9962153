//===- PlanInPlace.cpp - A function through Plan and back -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanInPlace.h"
#include "ApplyPlan.h"
#include "CheckOverrides.h"
#include "ExplainPlan.h"
#include "NestedSpaces.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Forms.h"
#include "alcove/Plan/FunctionLayout/Robustness.h"

#include "llvm/Support/FormatVariadic.h"

#include <chrono>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
struct TimedResult {
  plan::FunctionResult result;
  int64_t planningUs;
};
} // namespace

/// Policy Robust around the plan of all nested spaces.
static plan::FunctionResult planWithLeastRegret(NestedSpaces &spaces, const UserChoices &choices) {
  plan::FunctionResult result = spaces.plan();
  if (result.broken)
    return result;
  const plan::FunctionLayout &problem = spaces.asked().problem;
  plan::PriceDraws draws{choices.policyOptions.draws, 1, choices.policyOptions.relativeError};
  result.plan = plan::robustPlan(problem, draws, choices.policyOptions, std::move(result.plan));
  result.facts = plan::verify(problem, result.plan).facts;
  return result;
}

static TimedResult runPolicy(NestedSpaces &spaces, const std::string &name, const UserChoices &choices) {
  auto start = std::chrono::steady_clock::now();
  plan::FunctionResult result;
  if (name == "Global")
    result = spaces.plan();
  else if (name == "Robust")
    result = planWithLeastRegret(spaces, choices);
  else
    result = plan::planFunction(spaces.asked().problem,
                                *plan::makeFunctionPolicy(name, choices.policyOptions).value()); // it was checked
  auto spent = std::chrono::steady_clock::now() - start;
  return {std::move(result), std::chrono::duration_cast<std::chrono::microseconds>(spent).count()};
}

/// Writes `text` to `path`; with several functions the function's name goes before the extension.
static LogicalResult writeFor(func::FuncOp function, const FunctionProblem &built, std::string path, StringRef text) {
  auto isForward = [](func::FuncOp other) { return ttcore::isForwardFunction(other); };
  if (llvm::count_if(function->getParentOp()->getRegion(0).getOps<func::FuncOp>(), isForward) > 1) {
    size_t dot = path.rfind('.') == std::string::npos ? path.size() : path.rfind('.');
    path.insert(dot, "." + built.problem.name);
  }
  if (Status status = writeFileAtomically(path, std::string_view(text.data(), text.size())); !status.ok())
    return function.emitError() << status.error().message;
  return success();
}

/// A plan from a file, as the verifier sees it; an error at the function else.
static FailureOr<plan::FunctionResult> acceptGiven(func::FuncOp function, const FunctionProblem &built,
                                                   const formats::PlanFile::Function &given) {
  Result<plan::FunctionPlan> resolved = formats::planOf(built.problem, given);
  if (!resolved.ok())
    return function.emitError() << "plan-in: " << resolved.error().message;
  plan::FunctionResult result;
  result.plan = std::move(*resolved);
  plan::PlanVerdict verdict = plan::verify(built.problem, result.plan);
  if (!verdict.ok())
    return function.emitError() << "plan-in: " << verdict.violation->rule << ": " << verdict.violation->message;
  result.facts = verdict.facts;
  return result;
}

/// The op that was asked about, if it is in this function.
static void printExplanation(const FunctionProblem &built, const plan::FunctionPlan &plan, const UserChoices &choices) {
  for (int32_t op = 0, e = static_cast<int32_t>(built.ops.size()); op != e && !choices.explain.empty(); ++op)
    if (opName(built.ops[op]) == choices.explain)
      (choices.explainToStdout ? llvm::outs() : llvm::errs()) << explainOp(built, plan, op);
}

/// Of the part that the op that was asked about belongs to: what the plan would take with each of its other forms, all
/// else planned anew.
static void printOtherForms(const FunctionProblem &built, const plan::FunctionResult &applied,
                            const UserChoices &choices) {
  for (auto [index, part] : llvm::enumerate(built.parts)) {
    if (choices.explain.empty() || part.name != choices.explain)
      continue;
    llvm::raw_ostream &os = choices.explainToStdout ? llvm::outs() : llvm::errs();
    int32_t taken = applied.plan.forms[index];
    os << "form of '" << part.name << "': " << part.forms[taken].name << "\n";
    for (auto [form, other] : llvm::enumerate(part.forms)) {
      if (static_cast<int32_t>(form) == taken)
        continue;
      std::vector<int32_t> forms = applied.plan.forms;
      forms[index] = static_cast<int32_t>(form);
      plan::FunctionLayout left = plan::formed(built.problem, forms);
      auto policy = plan::makeFunctionPolicy("Global", choices.policyOptions);
      plan::FunctionResult with = plan::planFunction(left, *policy.value());
      built.problem.takeAnswers(std::move(left));
      os << llvm::formatv("  with {0} the function would take {1:f3} us instead of {2:f3} us\n", other.name,
                          static_cast<double>(with.plan.time) / 1e6, static_cast<double>(applied.plan.time) / 1e6);
    }
  }
}

/// Behind the policies: the tables hold what they asked.
static LogicalResult exportFiles(func::FuncOp function, const FunctionProblem &built, const plan::FunctionPlan &plan,
                                 const UserChoices &choices) {
  if (!choices.certificate.empty() && !plan.certificate)
    return function.emitError() << "plan-certificate: the planner ended before it proved a bound; more planner-work";
  if ((!choices.exportProblem.empty() &&
       failed(writeFor(function, built, choices.exportProblem, formats::writeFunctionLayout(built.problem)))) ||
      (!choices.exportPlan.empty() &&
       failed(writeFor(function, built, choices.exportPlan, formats::writeFunctionPlan(plan)))) ||
      (!choices.certificate.empty() &&
       failed(writeFor(function, built, choices.certificate, formats::writeFunctionCertificate(*plan.certificate)))))
    return failure();
  return success();
}

namespace {
struct Applied {
  plan::FunctionResult result;
  int64_t planningUs = 0;
  std::vector<plan::FunctionPlan> others; ///< of policies that are compared, kept for draws of prices
};
} // namespace

/// The plan to apply: the given one, else that of the first policy that has one; the others are compared with it.
static FailureOr<Applied> planToApply(func::FuncOp function, NestedSpaces &spaces, const UserChoices &choices,
                                      PlanRecord &record) {
  const FunctionProblem &built = spaces.asked();
  std::optional<Applied> applied;
  if (const formats::PlanFile::Function *given = choices.planIn ? choices.planIn->find(built.problem.name) : nullptr;
      given && given->whole) {
    FailureOr<plan::FunctionResult> accepted = acceptGiven(function, built, *given);
    if (failed(accepted))
      return failure();
    applied = {std::move(*accepted), 0, {}};
  }
  for (const std::string &name : choices.policies) {
    if (applied && choices.policies.size() == 1)
      break; // nothing to compare with
    TimedResult run = runPolicy(spaces, name, choices);
    if (run.result.broken && !run.result.broken->isMemory()) {
      // One policy of several costs its row, not the run.
      bool goesOn = applied || name != choices.policies.back();
      (goesOn ? function.emitWarning() : function.emitError())
          << "policy " << name << " broke rule " << run.result.broken->rule << ", a bug: " << run.result.broken->message
          << (goesOn ? "; its plan is left out" : "");
      if (goesOn)
        continue;
      if (!choices.exportProblem.empty())
        (void)writeFor(function, built, choices.exportProblem, formats::writeFunctionLayout(built.problem));
      return failure();
    }
    if (choices.policies.size() > 1)
      record.addRow(plan::formed(built.problem, run.result.plan.forms), run.result, run.planningUs);
    if (applied) {
      if (choices.robustness > 0 && !run.result.broken)
        applied->others.push_back(std::move(run.result.plan));
      continue;
    }
    applied = {std::move(run.result), run.planningUs, {}};
    FunctionProblem left = leftBy(built, applied->result.plan.forms);
    keepOverrides(left, applied->result, choices.overrides);
    built.problem.takeAnswers(std::move(left.problem));
  }
  return std::move(*applied);
}

namespace {
/// Plans of one function, as plans of what their forms leave.
struct ComparedPlans {
  std::vector<plan::FunctionPlan> plans;      ///< the applied one, first, and those of other policies with its forms
  std::vector<plan::PlanElsewhere> elsewhere; ///< those of other policies with others
  std::map<std::vector<int32_t>, plan::FunctionLayout> problems; ///< of these
};
} // namespace

static ComparedPlans plansToCompare(const plan::FunctionLayout &problem, const Applied &applied) {
  ComparedPlans compared;
  compared.plans = {applied.result.plan};
  for (const plan::FunctionPlan &other : applied.others) {
    if (other.forms == applied.result.plan.forms) {
      compared.plans.push_back(other);
      continue;
    }
    auto [left, isNew] = compared.problems.try_emplace(other.forms);
    if (isNew)
      left->second = plan::formed(problem, other.forms);
    compared.elsewhere.push_back({&left->second, other});
    compared.elsewhere.back().plan.forms.clear();
  }
  for (plan::FunctionPlan &plan : compared.plans)
    plan.forms.clear();
  return compared;
}

/// Against the best plans of each draw.
static RobustnessRow robustnessUnder(const plan::FunctionLayout &problem, const plan::PriceDraws &draws,
                                     const std::vector<plan::FunctionPlan> &plans,
                                     const std::vector<plan::FunctionPlan> &rivals,
                                     const std::vector<plan::PlanElsewhere> &elsewhere) {
  plan::RobustnessReport report = plan::compareUnder(problem, draws, plans, rivals, elsewhere);
  RobustnessRow row;
  row.draws = report.draws;
  row.error = draws.relativeError.value_or(0);
  ArrayRef<plan::Regret> regrets = report.regrets;
  for (auto [plan, regret] : llvm::zip_equal(plans, regrets.take_front(plans.size())))
    row.regrets.try_emplace(plan.policy, RobustnessRow::OfPolicy{regret, plan::timeOf(problem, plan)});
  for (auto [other, regret] : llvm::zip_equal(elsewhere, regrets.drop_front(plans.size())))
    row.regrets.try_emplace(other.plan.policy,
                            RobustnessRow::OfPolicy{regret, plan::timeOf(*other.problem, other.plan)});
  for (const plan::RobustnessReport::Op &op : report.ops)
    row.ops.emplace_back(op.op < 0 ? "conversions at the ends" : problem.ops[op.op].name, op.share);
  return row;
}

/// By error. What is found for one is a rival under the others too, and where the exact plan is among `plans`, the one of
/// least regret stands beside it.
static std::vector<RobustnessRow> robustnessOf(const plan::FunctionLayout &problem, const ComparedPlans &compared,
                                               const UserChoices &choices) {
  const std::vector<plan::FunctionPlan> &plans = compared.plans;
  std::vector<plan::PriceDraws> byError;
  std::vector<plan::FunctionPlan> known = plans;
  for (std::optional<double> error : choices.robustnessErrors) {
    byError.push_back({choices.robustness, 1, error});
    llvm::append_range(known, plan::plansOfDraws(problem, byError.back(), choices.policyOptions, known));
  }
  std::vector<plan::FunctionPlan> rivals(known.begin() + static_cast<ptrdiff_t>(plans.size()), known.end());
  auto nominal = llvm::find_if(plans, [](const plan::FunctionPlan &plan) { return plan.policy == "Global"; });
  std::vector<RobustnessRow> rows;
  for (const plan::PriceDraws &draws : byError) {
    std::vector<plan::FunctionPlan> withRobust = plans;
    if (nominal != plans.end())
      withRobust.push_back(plan::leastRegret(problem, draws, *nominal, rivals));
    rows.push_back(robustnessUnder(problem, draws, withRobust, rivals, compared.elsewhere));
  }
  return rows;
}

LogicalResult transforms::planFunctionInPlace(func::FuncOp function, const UserChoices &choices,
                                              const opmodel::OpModel &model, const queries::Machine &machine,
                                              PlanRecord &record) {
  FailureOr<std::vector<MarkedPart>> parts = markedParts(function);
  if (failed(parts))
    return failure();
  NestedSpaces spaces(function, std::move(*parts), choices, model, machine);
  const FunctionProblem &built = spaces.asked();
  if (Status status = plan::check(built.problem); !status.ok())
    return function.emitError() << "the layout problem of this function breaks a rule, a bug: "
                                << status.error().message;
  FailureOr<Applied> applied = planToApply(function, spaces, choices, record);
  if (failed(applied))
    return failure();
  plan::FunctionPlan &plan = applied->result.plan;
  if (failed(exportFiles(function, built, plan, choices)))
    return failure();
  if (!choices.planOut.empty())
    record.planOut.functions.push_back(formats::planByNames(built.problem, plan));
  printOtherForms(built, applied->result, choices);
  // From here on there is one form of each part.
  const FunctionProblem taken = leftBy(built, plan.forms);
  // Before ops of other forms are erased, on which questions of the draws may stand.
  std::vector<RobustnessRow> robustness;
  if (choices.robustness > 0)
    robustness = robustnessOf(taken.problem, plansToCompare(built.problem, *applied), choices);
  for (auto [part, form] : llvm::zip(built.parts, plan.forms))
    realise(part, form);
  plan.forms.clear();
  if (failed(checkOverridesKept(taken, plan, choices.overrides)))
    return failure();
  record.add(function.getSymName(), applied->result, applied->planningUs).robustness = std::move(robustness);
  OpReasons reasons(taken, plan);
  printExplanation(taken, plan, choices);
  emitRemarks(taken, plan, reasons);
  if (choices.reasons)
    llvm::append_range(record.reasons, reasons.all());
  applyPlan(function, taken, plan, machine);
  return success();
}
