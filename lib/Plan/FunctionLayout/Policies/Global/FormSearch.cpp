//===- FormSearch.cpp - Forms chosen together with layouts ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FormSearch.h"
#include "../DFSharding/ChainPlan.h"
#include "../Policies.h"
#include "Reduction.h"
#include "alcove/Plan/Common/Deadline.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>

namespace alcove::plan {

namespace {

/// All ops, of all forms, in an order that every form may keep: those that `forms` leave as in `order`, which numbers
/// them as `formed` does, the others of a part behind the last one of the form that is taken. An op whose result only
/// a form reads that is not taken may stand anywhere in `order`: here it stands before that form.
class OrderOfAll {
public:
  OrderOfAll(const FunctionLayout &problem, const FormIndex &index, std::span<const int32_t> forms,
             std::span<const int32_t> order)
      : problem(problem), index(index), done(problem.numOps(), false) {
    FormNumbers numbers = numbersIn(problem, forms);
    std::vector<int32_t> ofNumber(order.size());
    std::vector<size_t> open(problem.parts.size(), 0); // ops of the form taken that are still to come
    for (size_t op = 0; op < problem.numOps(); ++op)
      if (numbers.ops[op] >= 0)
        ofNumber[numbers.ops[op]] = static_cast<int32_t>(op);
    for (size_t p = 0; p < open.size(); ++p)
      open[p] = problem.parts[p].forms[forms[p]].ops.size();
    for (int32_t number : order) {
      int32_t op = ofNumber[number], part = index.ofOp(op).part;
      place(op);
      if (part >= 0 && --open[part] == 0)
        for (const PlanForm &form : problem.parts[part].forms)
          for (int32_t other : form.ops)
            place(other);
    }
  }

  std::vector<int32_t> run() && { return std::move(all); }

private:
  void place(int32_t op) {
    if (done[op])
      return;
    done[op] = true;
    for (int32_t named : problem.ops[op].operands)
      for (int32_t tensor : index.standing(named))
        if (int32_t producer = problem.tensors[tensor].producer; producer >= 0)
          place(producer);
    for (int32_t earlier : problem.ops[op].after)
      place(earlier);
    all.push_back(op);
  }

  const FunctionLayout &problem;
  const FormIndex &index;
  std::vector<bool> done;
  std::vector<int32_t> all;
};

/// The ops of `all` that `forms` leave, numbered as `formed` does.
std::vector<int32_t> orderLeft(const FunctionLayout &problem, std::span<const int32_t> forms,
                               std::span<const int32_t> all) {
  FormNumbers numbers = numbersIn(problem, forms);
  std::vector<int32_t> left;
  for (int32_t op : all)
    if (numbers.ops[op] >= 0)
      left.push_back(numbers.ops[op]);
  return left;
}

class FormSearch {
public:
  FormSearch(const FunctionLayout &problem, const FunctionPolicyOptions &options, const PlanOfOneForm &planOf)
      : problem(problem), options(options), planOf(planOf), index(problem), deadline(options.budget),
        pinned(pinnedTensors(problem)) {}

  FunctionPlan run() {
    std::vector<int32_t> asItStands(problem.parts.size(), 0);
    startWith(asItStands);
    for (const FunctionPlan &given : options.known)
      startFrom(given);
    // Good forms are found long before they are proved to be the best: the first solve leaves most of the work.
    tryForms(chooseTogether(25));
    // In the order of the best plan, and with what local changes found outside of the space, other forms may be faster.
    tryForms(asItStands);
    for (int round = 1; round < maxRounds && (leftSpace || !isProved()); ++round)
      if (!tryForms(chooseTogether(100)))
        break;
    tryFew();
    if (!speaksOfBest()) // the bound is to be one of the plan's order and of a space that holds its layouts
      chooseTogether(100);
    describe();
    return std::move(*best);
  }

private:
  struct Bounds {
    std::vector<int32_t> order; ///< of all ops
    SearchSpace space;
    Picoseconds bound = 0, cost = 0; ///< the cost is that of the choice found, which knows no addresses
    bool endedEarly = false;
    size_t numTried = 0; ///< plans that were known
    std::shared_ptr<const LayoutCertificate> proof;
    std::vector<int32_t> forms; ///< that the choice found takes; empty: it found none
    uint64_t share = 0;         ///< of the work limit that it had; all of it where that was enough
  };

  /// Order and layouts of the chain policy's plan for a first choice; no plan of the answer.
  void startWith(const std::vector<int32_t> &forms) {
    FunctionLayout left = formed(problem, forms);
    FunctionPolicyOptions silent = options;
    silent.observer = nullptr;
    FunctionResult result = planFunction(left, *makeDFSharding(silent));
    known.add(left, result.plan);
    start = OrderOfAll(problem, index, forms, result.plan.order).run();
    problem.takeAnswers(std::move(left));
  }

  /// A plan from elsewhere is one of the answer, and the space holds what it takes.
  void startFrom(const FunctionPlan &given) {
    if (!verify(problem, given).ok())
      return;
    FunctionLayout left = formed(problem, given.forms);
    known.add(left, given);
    if (!best || given.time < best->time)
      best = inOrderOfAll(left, given);
  }

  /// `plan` in an order that some order of all ops leaves, so that a bound can speak of it; as it is where memory forbids.
  FunctionPlan inOrderOfAll(const FunctionLayout &left, const FunctionPlan &plan) const {
    FunctionPlan moved = plan;
    moved.order = orderLeft(problem, plan.forms, OrderOfAll(problem, index, plan.forms, plan.order).run());
    moved.forms.clear();
    if (moved.order == plan.order || !verify(left, moved).ok())
      return plan;
    moved.forms = plan.forms;
    return moved;
  }

  std::vector<int32_t> orderOfBest() const {
    return best ? OrderOfAll(problem, index, best->forms, best->order).run() : start;
  }

  /// Solves the choice of all forms and layouts in the order of the best plan, unless it was solved with as much work;
  /// the forms that it takes. `share`: of the work limit, in hundredths.
  std::vector<int32_t> chooseTogether(uint64_t share) {
    leftSpace = false;
    std::vector<int32_t> order = orderOfBest();
    SearchSpace space = enumerated();
    if (share <= bounds.share && order == bounds.order && space == bounds.space) {
      bounds.numTried = numTried;
      return formsFound();
    }
    bounds = {.order = std::move(order), .space = std::move(space), .numTried = numTried, .proof = {}, .forms = {}};
    Reduction reduction(problem, bounds.space, bounds.order, pinned);
    PlannerOptions switches;
    switches.certificate = options.certificate;
    if (best)
      switches.cutoff = best->time;
    Budget budget = options.budget;
    budget.seconds = deadline.secondsLeft();
    budget.workUnits = budget.workUnits / 100 * share;
    LayoutRun run(reduction.choice(), switches);
    LayoutResult result = run.advance(budget);
    if (share < 100 && !result.solution.found() && !result.proved) { // it went into the reductions, which stay
      budget.seconds = deadline.secondsLeft();
      budget.workUnits = options.budget.workUnits / 100 * (100 - share);
      share = 100;
      result = run.advance(budget);
    }
    work += result.work;
    bounds.bound = std::max<Picoseconds>(result.bound, 0);
    bounds.cost = result.solution.cost;
    bounds.endedEarly = !result.proved && (!best || bounds.bound < best->time);
    bounds.proof = result.certificate;
    bounds.share = bounds.endedEarly ? share : 100;
    tell("forms", fmt::format("{} ps, bound {} ps, {}, {} units", result.solution.cost, result.bound, result.stage,
                              result.work));
    if (result.solution.found())
      bounds.forms = reduction.formsOf(result.solution);
    return formsFound();
  }

  std::vector<int32_t> formsFound() const {
    if (bounds.forms.empty())
      return std::vector<int32_t>(problem.parts.size(), 0);
    return best && bounds.cost >= best->time ? best->forms : bounds.forms;
  }

  static bool isIn(const SearchSpace &space, const FunctionLayout &left, const FunctionPlan &plan) {
    for (const Copy &copy : plan.copies)
      if (!space.holds(left.tensors[copy.tensor].kind, copy.layout))
        return false;
    for (size_t op = 0; op < plan.candidate.size(); ++op)
      if (std::ranges::count(space.candidates[left.ops[op].opClass], plan.candidate[op]) == 0)
        return false;
    return true;
  }

  SearchSpace enumerated() {
    SearchSpace space = enumerate(problem, perSharding, known, options.budget.threads);
    if (perSharding != options.layoutsPerSharding || numTried > 0)
      return space;
    size_t choices = 0;
    for (const PlanOp &op : problem.ops)
      choices += space.candidates[op.opClass].size();
    if (choices > smallSpace)
      return space;
    perSharding += moreWhereSmall;
    return enumerate(problem, perSharding, known, options.budget.threads);
  }

  /// False when they were tried before for a choice as fast, or leave a function that is none: forms that each go with
  /// form 0 of all other parts need not go with each other.
  bool tryForms(const std::vector<int32_t> &forms) {
    auto [tried, isNew] = triedFor.try_emplace(forms, bounds.cost);
    if (!isNew && tried->second <= bounds.cost)
      return false;
    tried->second = bounds.cost;
    ++numTried;
    FunctionLayout left = formed(problem, forms);
    if (!check(left).ok())
      return false;
    FunctionPolicyOptions ofForms = options;
    if (best)
      ofForms.cutoff = cutoffBeside(best->time);
    // What else than the choice is tried is there for what local changes find; an order of its own seldom wins.
    ofForms.orders = ofForms.anyOrder = options.orders && forms == formsFound();
    ofForms.proof = false; // the bound is that of all forms together
    std::erase_if(ofForms.known, [&](const FunctionPlan &given) { return given.forms != forms; });
    for (FunctionPlan &given : ofForms.known)
      given.forms.clear();
    FunctionPlan plan = planOf(left, ofForms, known);
    bool accepted = verify(left, plan).ok();
    plan.forms = forms;
    if (accepted) {
      leftSpace |= !isIn(bounds.space, left, plan);
      known.add(left, plan);
      plan = inOrderOfAll(left, plan);
    }
    problem.takeAnswers(std::move(left));
    if (auto more = plan.counts.find("solver_work"); more != plan.counts.end())
      work += static_cast<uint64_t>(more->second);
    if (auto chosen = plan.counts.find("choice_ps"); chosen != plan.counts.end())
      tried->second = std::min<Picoseconds>(tried->second, chosen->second);
    tell("planned", fmt::format("forms [{}]: {} ps{}", fmt::join(forms, ", "), plan.time, accepted ? "" : ", refused"));
    if (accepted && (!best || plan.time < best->time)) {
      best = std::move(plan);
      bestTried = numTried;
    }
    return accepted;
  }

  /// Where addresses cost the best something, and few forms are left, each of them in place of its own: which one fits
  /// best by addresses no bound says. Each is a search of its own, so that all of them end with the work of two.
  void tryFew() {
    size_t others = 0;
    for (const PlanPart &part : problem.parts)
      others += part.forms.size() - 1;
    for (size_t p = 0; p < problem.parts.size() && others <= fewForms; ++p)
      for (size_t form = 0; form < problem.parts[p].forms.size(); ++form) {
        if (best && (best->time - bounds.cost <= best->time / 2000 || work > 2 * options.budget.workUnits))
          return;
        std::vector<int32_t> forms = best ? best->forms : std::vector<int32_t>(problem.parts.size(), 0);
        forms[p] = static_cast<int32_t>(form);
        tryForms(forms);
      }
  }

  /// Its order is that of the bound, and it was known when that was found or is as fast as the bound.
  bool speaksOfBest() const {
    return best && isInOrderOfBest() && (best->time == bounds.bound || bounds.numTried >= bestTried);
  }
  bool isInOrderOfBest() const {
    return bounds.order == orderOfBest() && best->order == orderLeft(problem, best->forms, bounds.order);
  }
  bool isProved() const { return speaksOfBest() && best->time <= bounds.bound; }

  /// Without a plan that is accepted the program as it stands is answered, as planFunction wants it.
  void describe() {
    if (!best)
      best = asItStands(problem);
    FunctionPlan &plan = *best;
    plan.policy = "Global";
    FunctionCertificate lists;
    lists.order = bounds.order;
    lists.layouts = bounds.space.layouts;
    lists.candidates = bounds.space.candidates;
    lists.layoutsPerSharding = perSharding;
    bool speaksOfIt = isInOrderOfBest();
    plan.inSpace = speaksOfIt && isOfSpace(plan, lists);
    Picoseconds most =
        plan.inSpace ? std::numeric_limits<Picoseconds>::max() : std::max(plan.time, asItStands(problem).time);
    plan.bound = std::min(speaksOfIt ? bounds.bound : 0, most);
    plan.anyOrderBound.reset();
    plan.space =
        fmt::format("over {}, in the order of the plan; {} layouts per sharding; a tensor is kept to its last "
                    "reader, moved or spilled behind its producer, or loaded before its first reader; what is written "
                    "in place stays",
                    formsText(problem), perSharding);
    std::erase_if(plan.limits,
                  [](const std::string &limit) { return limit.starts_with("planner-work"); }); // another bound's
    if (bounds.endedEarly)
      plan.limits.push_back(fmt::format("planner-work {} ended the proof", options.budget.workUnits));
    plan.counts["choice_ps"] = bounds.cost;
    plan.counts["solver_work"] = static_cast<int64_t>(work);
    plan.counts["parts"] = static_cast<int64_t>(problem.parts.size());
    plan.counts["other_forms"] = std::ranges::count_if(plan.forms, [](int32_t form) { return form > 0; });
    plan.certificate = nullptr;
    if (!options.certificate || !bounds.proof || !speaksOfIt)
      return;
    lists.bound = std::min(bounds.bound, *plan.bound);
    lists.proof = *bounds.proof;
    plan.certificate = std::make_shared<FunctionCertificate>(std::move(lists));
  }

  /// FP-13
  bool isOfSpace(const FunctionPlan &plan, const FunctionCertificate &lists) const {
    Result<std::vector<int32_t>> choice = choiceFor(problem, lists, plan, /*anyOrder=*/false);
    if (!choice.ok())
      return false;
    Reduction reduction(problem, bounds.space, bounds.order, pinned);
    return alcove::plan::verify(reduction.choice(), LayoutSolution{std::move(*choice), plan.time}).ok();
  }

  void tell(std::string_view action, std::string detail) const {
    if (options.observer)
      options.observer->event({action, -1, std::move(detail)});
  }

  static constexpr int maxRounds = 4;
  static constexpr size_t fewForms = 8;
  static constexpr size_t smallSpace = 2500; ///< candidates over all ops
  static constexpr int moreWhereSmall = 2;   ///< layouts of each kind of sharding
  const FunctionLayout &problem;
  const FunctionPolicyOptions &options;
  const PlanOfOneForm &planOf;
  const FormIndex index;
  Deadline deadline;
  const std::vector<bool> pinned;
  int perSharding = options.layoutsPerSharding;
  KnownChoices known;
  std::vector<int32_t> start; ///< the order of the first choice
  std::optional<FunctionPlan> best;
  std::map<std::vector<int32_t>, Picoseconds> triedFor; ///< forms and the choice that their plan began with
  size_t numTried = 0;
  size_t bestTried = 0; ///< plans that were tried when the best was found, itself included
  Bounds bounds;
  bool leftSpace = false; ///< a plan that was found since the last choice has what its space lacks
  uint64_t work = 0;
};

} // namespace

FunctionPlan planWithForms(const FunctionLayout &problem, const FunctionPolicyOptions &options,
                           const PlanOfOneForm &planOf) {
  return FormSearch(problem, options, planOf).run();
}

} // namespace alcove::plan
