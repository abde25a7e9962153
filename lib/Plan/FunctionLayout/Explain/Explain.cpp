//===- Explain.cpp - Why a tensor is not in L1 ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalChange.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

const char *plan::toString(WhyNotL1 reason) {
  switch (reason) {
  case WhyNotL1::NoTensor:
    return "no-tensor";
  case WhyNotL1::Host:
    return "host";
  case WhyNotL1::Constant:
    return "constant";
  case WhyNotL1::NotPriced:
    return "not-priced";
  case WhyNotL1::FixedByUser:
    return "fixed";
  case WhyNotL1::View:
    return "view";
  case WhyNotL1::NoLayout:
    return "no-layout";
  case WhyNotL1::Refused:
    return "refused";
  case WhyNotL1::NotReached:
    return "not-reached";
  case WhyNotL1::Slower:
    return "slower";
  case WhyNotL1::NoRoom:
    return "no-room";
  case WhyNotL1::NotTried:
    return "not-tried";
  case WhyNotL1::NotTaken:
    return "not-taken";
  }
  return "";
}

static std::string us(Picoseconds time) { return fmt::format("{:.2f} us", static_cast<double>(time) / 1e6); }
static std::string signedUs(Picoseconds time) { return fmt::format("{:+.2f} us", static_cast<double>(time) / 1e6); }

Explainer::Explainer(const FunctionLayout &problem, const FunctionPlan &plan, int64_t work)
    : problem(problem), plan(plan), readersOf(plan.copies.size()), work(work) {
  for (int32_t op = 0, e = static_cast<int32_t>(problem.numOps()); op != e; ++op)
    for (auto read = plan.reads[op].begin(); read != plan.reads[op].end(); ++read)
      if (std::find(plan.reads[op].begin(), read, *read) == read) // an op that reads a copy twice reads it once here
        readersOf[*read].push_back({Reader::Kind::Operand, op});
  for (int32_t copy = static_cast<int32_t>(problem.tensors.size()), e = static_cast<int32_t>(plan.copies.size());
       copy != e; ++copy)
    readersOf[plan.copies[copy].source].push_back({Reader::Kind::Conversion, copy});
  for (int32_t i = 0, e = static_cast<int32_t>(plan.returns.size()); i != e; ++i)
    readersOf[plan.returns[i]].push_back({Reader::Kind::Return, i});
}

/// Those of `candidates` that can be served, fastest first; the planned one is no change.
static std::vector<LocalChange> pricedOf(ChangesOf &changes, const std::vector<int32_t> &candidates, int32_t planned) {
  std::vector<LocalChange> found;
  for (int32_t candidate : candidates)
    if (candidate != planned)
      if (std::optional<LocalChange> change = changes.price(candidate))
        found.push_back(*change);
  std::ranges::stable_sort(found, {}, &LocalChange::delta);
  return found;
}

std::vector<LocalChange> Explainer::changesIntoL1(int32_t op) const {
  if (problem.ops[op].results.empty())
    return {};
  ChangesOf changes(problem, plan, readersOf, op);
  return pricedOf(changes, changes.candidatesIn(Space::L1), plan.candidate[op]);
}

std::vector<LocalChange> Explainer::changesInto(int32_t op, std::span<const int32_t> layouts) const {
  if (problem.ops[op].results.empty())
    return {};
  ChangesOf changes(problem, plan, readersOf, op);
  return pricedOf(changes, changes.candidatesMaking(layouts), plan.candidate[op]);
}

FunctionPlan Explainer::changed(int32_t op, const LocalChange &change) const {
  return ChangesOf(problem, plan, readersOf, op).apply(change);
}

void Explainer::spend(const FunctionPlan &other) const {
  work -= static_cast<int64_t>(other.order.size() + other.copies.size());
}

/// What the verifier says; a plan that fills more than policies may is refused as well.
PlanVerdict Explainer::verdictOn(const FunctionPlan &other) const {
  spend(other);
  PlanVerdict verdict = verify(problem, other);
  if (verdict.ok() && verdict.facts.peakSumBytes > problem.capacity)
    verdict.violation = PlanViolation{
        "FL-17",
        fmt::format("needs {} B of L1 per core, plans may fill {} B", verdict.facts.peakSumBytes, problem.capacity),
        -1,
        {}};
  return verdict;
}

Explanation Explainer::because(int32_t op, WhyNotL1 reason, std::string why) const {
  return {op, reason, std::move(why), "", std::nullopt, {}};
}

/// Reasons that hold whatever the plan is.
std::optional<Explanation> Explainer::withoutChoice(int32_t op) const {
  const OpClass &opClass = problem.classOf(op);
  if (problem.ops[op].results.empty())
    return because(op, WhyNotL1::NoTensor, "makes no tensor on the device");
  int32_t tensor = problem.ops[op].results[0];
  const Layout &now = problem.layoutOf(tensor, plan.copies[tensor].layout);
  if (now.space == Space::Host)
    return because(op, WhyNotL1::Host, "lies in the memory of the host");
  if (problem.tensors[tensor].constant)
    return because(op, WhyNotL1::Constant, "is computed once and stays in DRAM between calls");
  if (opClass.userFixed)
    return because(op, WhyNotL1::FixedByUser, fmt::format("an override puts it into {}", now.name));
  if (!opClass.traits.modelled)
    return because(op, WhyNotL1::NotPriced, "the op model has no figure for it: it runs as it stands");
  int32_t shared = opClass.candidates.aliasesOf(plan.candidate[op])[0];
  if (shared >= 0)
    return because(
        op, WhyNotL1::View,
        fmt::format(
            "shares the bytes of {}, which lies in {}", problem.tensors[problem.ops[op].operands[shared]].name,
            problem.layoutOf(plan.copies[plan.reads[op][shared]].tensor, plan.copies[plan.reads[op][shared]].layout)
                .name));
  return std::nullopt;
}

int32_t Explainer::madeBy(int32_t op, const LocalChange &change) const {
  return problem.classOf(op).candidates.resultsOf(change.candidate)[0];
}

std::string Explainer::describe(int32_t op, const LocalChange &change) const {
  const OpClass &opClass = problem.classOf(op);
  int32_t tensor = problem.ops[op].results[0];
  return fmt::format("in {} it takes {} instead of {}, the plan {}{}",
                     problem.layoutOf(tensor, madeBy(op, change)).name, us(opClass.candidates[change.candidate].time),
                     us(opClass.candidates[plan.candidate[op]].time), signedUs(change.delta),
                     change.spilled ? ", spilled behind it" : "");
}

/// The plan with the result of `producer` in DRAM, the cheapest way, and what that costs.
static std::optional<std::pair<FunctionPlan, Picoseconds>>
movedOut(const FunctionLayout &problem, const FunctionPlan &plan,
         const std::vector<std::vector<Explainer::Reader>> &readersOf, int32_t producer) {
  ChangesOf out(problem, plan, readersOf, producer);
  std::vector<LocalChange> changes = pricedOf(out, out.candidatesIn(Space::Dram), -1);
  if (changes.empty())
    return std::nullopt;
  return std::pair(out.apply(changes[0]), changes[0].delta);
}

void Explainer::addRemedy(Explanation &why, const PlanViolation &violation) const {
  const int32_t op = why.op;
  const LocalChange &change = *why.change;
  FunctionPlan wanted = changed(op, change);
  if (PlanVerdict plain = verify(problem, wanted); plain.ok()) {
    why.remedy =
        fmt::format("fits when plans may fill {} B of L1 per core (tensor-l1-usage-cap)", plain.facts.peakSumBytes);
    return;
  }
  // Largest first: each alone, then one after the other.
  std::vector<int32_t> owners;
  for (int32_t copy : violation.copies)
    if (int32_t tensor = wanted.copies[copy].tensor; copy == tensor && problem.tensors[tensor].producer >= 0 &&
                                                     problem.tensors[tensor].producer != op &&
                                                     owners.size() < static_cast<size_t>(trials))
      owners.push_back(tensor);
  auto nameOf = [&](int32_t tensor) {
    return fmt::format("{} ({})", problem.tensors[tensor].name, problem.ops[problem.tensors[tensor].producer].name);
  };
  auto tell = [&](const std::string &who, Picoseconds price, std::vector<std::pair<int32_t, int32_t>> movedOps) {
    why.remedy =
        fmt::format("fits when {} in DRAM: {}, the plan {}", who, signedUs(price), signedUs(change.delta + price));
    why.toFix.insert(why.toFix.end(), movedOps.begin(), movedOps.end());
  };
  auto fixOf = [&](int32_t tensor, const FunctionPlan &moved) {
    return std::pair(problem.tensors[tensor].producer, moved.copies[tensor].layout);
  };
  Explainer after(problem, wanted);
  for (int32_t tensor : owners) {
    if (work <= 0)
      return;
    if (auto moved = movedOut(problem, wanted, after.readersOf, problem.tensors[tensor].producer);
        moved && verdictOn(moved->first).ok())
      return tell(nameOf(tensor) + " lies", moved->second, {fixOf(tensor, moved->first)});
  }
  std::string names;
  Picoseconds price = 0;
  std::vector<std::pair<int32_t, int32_t>> movedOps;
  for (int32_t tensor : owners) {
    if (work <= 0)
      return;
    if (auto moved =
            movedOut(problem, wanted, Explainer(problem, wanted).readersOf, problem.tensors[tensor].producer)) {
      names += (names.empty() ? "" : " and ") + nameOf(tensor);
      price += moved->second;
      movedOps.push_back(fixOf(tensor, moved->first));
      wanted = std::move(moved->first);
      if (verdictOn(wanted).ok())
        return tell(names + " lie", price, movedOps);
    }
  }
}

Explanation Explainer::noRoom(int32_t op, const std::vector<LocalChange> &changes,
                              const PlanViolation &violation) const {
  Explanation result = because(op, WhyNotL1::NoRoom, describe(op, changes[0]) + "; " + violation.message);
  result.change = changes[0];
  result.toFix = {{op, madeBy(op, changes[0])}};
  addRemedy(result, violation);
  return result;
}

bool Explainer::isInL1(int32_t op) const {
  if (problem.ops[op].results.empty())
    return false;
  int32_t tensor = problem.ops[op].results[0];
  return problem.layoutOf(tensor, plan.copies[tensor].layout).isL1();
}

/// What the backend said of op's operands as they are read; else of others.
std::string Explainer::refusalOf(int32_t op) const {
  const std::map<int32_t, std::string> &refusals = problem.classOf(op).refusals;
  auto found = plan.reads[op].empty() ? refusals.end() : refusals.find(plan.copies[plan.reads[op][0]].layout);
  if (found == refusals.end() || found->second.empty())
    found = std::ranges::find_if(refusals, [](const auto &refusal) { return !refusal.second.empty(); });
  return found == refusals.end() ? std::string() : ": " + found->second;
}

/// About a thousand questions to the op model.
static constexpr int64_t workOfOtherOperands = 20'000;

std::optional<Explanation> Explainer::explain(int32_t op) const {
  const OpClass &opClass = problem.classOf(op);
  if (isInL1(op))
    return std::nullopt;
  if (std::optional<Explanation> fixed = withoutChoice(op))
    return fixed;
  int32_t tensor = problem.ops[op].results[0];
  bool hasLayout = false;
  for (int32_t config = 0; config < opClass.numLegalConfigs; ++config)
    hasLayout |= problem.layoutOf(tensor, opClass.configs[config].result).isL1();
  if (!hasLayout)
    return because(op, WhyNotL1::NoLayout, "none of its configurations has a layout in L1");
  ChangesOf changesOf(problem, plan, readersOf, op);
  std::vector<int32_t> inL1 = changesOf.candidatesIn(Space::L1);
  bool searched = inL1.empty() && work > 0;
  if (searched) {
    work -= workOfOtherOperands;
    inL1 = changesOf.candidatesElsewhere(Space::L1);
  }
  if (inL1.empty())
    return because(op, WhyNotL1::Refused,
                   fmt::format("no layout in L1 is accepted with its operands as the plan has them{}{}",
                               searched ? ", nor with one of each kind of layout" : "; others were not tried",
                               refusalOf(op)));
  std::vector<LocalChange> changes = pricedOf(changesOf, inL1, plan.candidate[op]);
  if (changes.empty())
    return because(op, WhyNotL1::NotReached, changesOf.whyNotReached(inL1.front()));
  Explanation result = because(op, WhyNotL1::Slower, describe(op, changes[0]));
  result.change = changes[0];
  result.toFix = {{op, madeBy(op, changes[0])}};
  if (changes[0].delta >= 0)
    return result;
  if (work <= 0) {
    result.reason = WhyNotL1::NotTried;
    result.why += "; whether it fits was not tried: reasons of longer ops took the work";
    result.remedy = fmt::format("explain={} tries it", problem.ops[op].name);
    return result;
  }
  std::optional<PlanViolation> first;
  for (int trial = 0; trial < trials && trial < static_cast<int>(changes.size()) && changes[trial].delta < 0; ++trial) {
    PlanVerdict verdict = verdictOn(changed(op, changes[trial]));
    if (verdict.ok()) {
      result = because(op, WhyNotL1::NotTaken, describe(op, changes[trial]) + ", and it fits");
      result.change = changes[trial];
      result.toFix = {{op, madeBy(op, changes[trial])}};
      return result;
    }
    if (!first)
      first = std::move(verdict.violation);
  }
  return noRoom(op, changes, *first);
}
