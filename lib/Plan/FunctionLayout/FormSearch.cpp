//===- FormSearch.cpp - Plan every choice of forms -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FormSearch.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

namespace {

/// Plans each choice of forms as a function of its own and takes the fastest. What is said of a bound is what holds of
/// every choice.
class FormSearch {
public:
  FormSearch(const FunctionLayout &problem, FunctionPolicy &policy, uint64_t maxRounds, PolicyObserver *observer)
      : problem(problem), policy(policy), maxRounds(maxRounds), observer(observer) {}

  FunctionResult run() {
    std::vector<std::vector<int32_t>> choices = formChoices(problem);
    policy.shareLimits(choices.size());
    for (const std::vector<int32_t> &forms : choices)
      planCase(forms);
    policy.shareLimits(1);
    FunctionPlan &plan = best->plan;
    for (const auto &[name, time] : times)
      plan.counts["ps with " + name] = time;
    plan.bound = bound;
    best->bound = bound.value_or(0);
    best->proved = bound && standingOf(plan.time, *bound, plan.inSpace) == Standing::Optimal;
    best->work = work;
    plan.anyOrderBound = anyOrderBound;
    if (plan.bound)
      plan.space = fmt::format("over {} and {}", formsText(problem), plan.space);
    plan.certificate = certified ? std::make_shared<const FunctionCertificate>(joined()) : nullptr;
    return std::move(*best);
  }

private:
  void planCase(const std::vector<int32_t> &forms) {
    FunctionLayout left = formed(problem, forms);
    FunctionResult result = planFunction(left, policy, maxRounds, observer);
    problem.classes = std::move(left.classes); // with what was asked: candidates keep their numbers
    problem.l1Uses = std::move(left.l1Uses);
    bool isFirst = !best;
    keepLess(bound, result.plan.bound, isFirst);
    keepLess(anyOrderBound, result.plan.anyOrderBound, isFirst);
    work += result.work;
    certified &= result.plan.certificate != nullptr;
    if (certified) {
      cases.push_back(*result.plan.certificate);
      cases.back().forms = forms;
    }
    result.plan.forms = forms;
    for (size_t p = 0; p < forms.size() && !result.broken; ++p) {
      const PlanPart &part = problem.parts[p];
      std::string name = part.name + "=" + part.forms[forms[p]].name;
      auto [at, isNew] = times.try_emplace(name, result.plan.time);
      at->second = std::min(at->second, result.plan.time);
    }
    if (isFirst || rank(result) < rank(*best))
      best = std::move(result);
  }

  static std::pair<bool, Picoseconds> rank(const FunctionResult &of) { return {of.broken.has_value(), of.plan.time}; }

  /// Without one of some choice there is none of all.
  static void keepLess(std::optional<Picoseconds> &least, const std::optional<Picoseconds> &other, bool isFirst) {
    if (isFirst)
      least = other;
    else
      least = least && other ? std::optional(std::min(*least, *other)) : std::nullopt;
  }

  FunctionCertificate joined() {
    FunctionCertificate all;
    auto inItsOrder = [](const FunctionCertificate &of) { return std::max(of.bound, of.anyOrderBound.value_or(0)); };
    all.bound = inItsOrder(std::ranges::min(cases, {}, inItsOrder));
    auto hasAny = [](const FunctionCertificate &of) { return of.anyOrderBound.has_value(); };
    if (std::ranges::all_of(cases, hasAny))
      all.anyOrderBound = std::ranges::min(cases, {}, &FunctionCertificate::anyOrderBound).anyOrderBound;
    all.cases = std::move(cases);
    return all;
  }

  const FunctionLayout &problem;
  FunctionPolicy &policy;
  uint64_t maxRounds;
  PolicyObserver *observer;
  std::optional<FunctionResult> best;
  std::optional<Picoseconds> bound, anyOrderBound;
  std::map<std::string, Picoseconds> times; ///< by part and form: of the fastest plan with it
  std::vector<FunctionCertificate> cases;
  bool certified = true;
  uint64_t work = 0;
};

} // namespace

FunctionResult planForms(const FunctionLayout &problem, FunctionPolicy &policy, uint64_t maxRounds,
                         PolicyObserver *observer) {
  return FormSearch(problem, policy, maxRounds, observer).run();
}

} // namespace alcove::plan
