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
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"

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

static TimedResult runPolicy(const FunctionProblem &built, const std::string &name, const UserChoices &choices) {
  auto start = std::chrono::steady_clock::now();
  auto policy = plan::makeFunctionPolicy(name, choices.policyOptions); // the name was checked
  plan::FunctionResult result = plan::planFunction(built.problem, *policy.value());
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

LogicalResult transforms::planFunctionInPlace(func::FuncOp function, const UserChoices &choices,
                                              const opmodel::OpModel &model, const queries::Machine &machine,
                                              PlanRecord &record) {
  auto capacity = static_cast<Bytes>(choices.l1UsageCap * static_cast<double>(machine.usableL1Bytes));
  FunctionProblem built =
      buildProblem(function, model, machine, {capacity, choices.legal, &choices.overrides, choices.storeConstants});
  if (Status status = plan::check(built.problem); !status.ok())
    return function.emitError() << "the layout problem of this function breaks a rule, a bug: "
                                << status.error().message;
  std::optional<plan::FunctionResult> applied;
  int64_t planningUs = 0;
  if (const formats::PlanFile::Function *given = choices.planIn ? choices.planIn->find(built.problem.name) : nullptr;
      given && given->whole) {
    FailureOr<plan::FunctionResult> accepted = acceptGiven(function, built, *given);
    if (failed(accepted))
      return failure();
    applied = std::move(*accepted);
  }
  for (const std::string &name : choices.policies) {
    if (applied && choices.policies.size() == 1)
      break; // nothing to compare with
    TimedResult run = runPolicy(built, name, choices);
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
      record.addRow(built.problem, run.result, run.planningUs);
    if (!applied) {
      applied = std::move(run.result);
      keepOverrides(built, *applied, choices.overrides);
      planningUs = run.planningUs;
    }
  }
  if (failed(exportFiles(function, built, applied->plan, choices)))
    return failure();
  if (failed(checkOverridesKept(built, applied->plan, choices.overrides)))
    return failure();
  record.add(function.getSymName(), *applied, planningUs);
  OpReasons reasons(built, applied->plan);
  printExplanation(built, applied->plan, choices);
  emitRemarks(built, applied->plan, reasons);
  if (choices.reasons)
    llvm::append_range(record.reasons, reasons.all());
  if (!choices.planOut.empty())
    record.planOut.functions.push_back(formats::planByNames(built.problem, applied->plan));
  applyPlan(function, built, applied->plan, machine);
  return success();
}
