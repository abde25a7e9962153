//===- Global.cpp - The exact planner of a whole function -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plans of the other policies ──► search space ──► layout choice ──► planner ──► plan ──► verifier ──► accepted
//   (first incumbents)                                    ▲                                   │
//                                                         └───── what clashed is cut ◄────────┘
//
// The cheapest accepted plan wins, the others' included, so none of them is ever better, unless its prices count on
// more free L1 than it leaves (PlanFacts::shortages). The bound is that of the first layout choice: nothing was cut off yet. A
// second one has the rows that hold in every order of the ops.
//
// A plan that does not fit by addresses is answered where it clashes: those who clash are not chosen together again
// (Cuts.cpp), and what lies around them is chosen anew, all else as it was; then around in wider circles, then
// everywhere, as long as something cheaper may be found.
//
//===----------------------------------------------------------------------===//
#include "../DFSharding/ChainPlan.h"
#include "../Policies.h"
#include "FormSearch.h"
#include "LocalSearch.h"
#include "Moves.h"
#include "Neighbourhood.h"
#include "Orders.h"
#include "Reduction.h"
#include "alcove/Base/Support/Parallel.h"
#include "alcove/Plan/Common/Deadline.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>

namespace alcove::plan {

namespace {

class GlobalSearch {
public:
  GlobalSearch(const FunctionLayout &problem, const FunctionPolicyOptions &options, const KnownChoices &searched)
      : problem(problem), options(options), searched(searched), perSharding(options.layoutsPerSharding),
        deadline(options.budget), pinned(pinnedTensors(problem)) {}

  FunctionPlan run() {
    startFromOthers();
    endPart("other policies");
    SearchSpace space = enumerated();
    if (isSmall(space)) {
      perSharding += moreWhereSmall;
      space = enumerated();
    }
    endPart("search space");
    order = incumbents.front().order;
    // What local changes find outside of the space becomes part of it where it is worth another search, and the bound
    // one of the larger space. Proofs wait for the last search, which is left out where its own may not end.
    LayoutSolution solution = search(space);
    if (mayHoldWanted()) {
      if (options.localChanges && improveLocally() && hasWorkForAnotherSearch()) {
        space = enumerated();
        endPart("search space");
        solution = search(space);
      }
      proveAndReorder(space, solution);
    }
    FunctionPlan best = cheapest();
    describe(best, space);
    return best;
  }

private:
  SearchSpace enumerated() const {
    KnownChoices choices = searched;
    for (const FunctionPlan &plan : known)
      choices.add(problem, plan);
    return enumerate(problem, perSharding, choices, options.budget.threads);
  }

  /// Half of it; more where the first search is far from its proof, which the second would have to begin again.
  bool hasWorkForAnotherSearch() const {
    bool nearlyProved = bound + bound / 50 >= cheapest().time;
    return workLeft() >= options.budget.workUnits / 2 && (nearlyProved || 2 * workLeft() >= 3 * work);
  }

  /// Twice as many layouts would still take little time.
  bool isSmall(const SearchSpace &space) const {
    size_t choices = 0;
    for (const PlanOp &op : problem.ops)
      choices += space.candidates[op.opClass].size();
    tell("space", -1, fmt::format("{} choices of ops with {} layouts per sharding", choices, perSharding));
    return choices <= smallSpace;
  }

  /// Solves the choice of `space`, narrowing it where the work does not suffice, and answers what does not fit.
  LayoutSolution search(SearchSpace &space) {
    accepted = {};
    clashed.clear();
    conflictsAt.clear();
    conflictsIn.clear();
    openRun.reset();
    wholeSpace.emplace(problem, space, order, pinned);
    // A good plan is found long before it is proved to be one: the first solve leaves most of the work to the rest.
    LayoutSolution solution = solve(25);
    // A space that the work does not suffice for is narrowed.
    for (uint64_t share = 20; !solution.found() && perSharding > 1 && share > 5; share /= 2) {
      perSharding /= 2;
      space = enumerated();
      openRun.reset();
      wholeSpace.emplace(problem, space, order, pinned);
      solution = solve(share);
    }
    endPart("solve");
    if (solution.found() && mayHoldWanted() && !keepIfItFits(*wholeSpace, solution)) {
      Reduction withCuts = *wholeSpace;
      if (!offer(withCuts, solution))
        answerConflicts(withCuts, solution);
    }
    endPart("conflicts");
    return solution;
  }

  /// The bounds of the space whose solution is given, last local changes, and other orders, before the proof takes what
  /// work is left: that of another order that wins makes its own needless.
  void proveAndReorder(const SearchSpace &space, const LayoutSolution &solution) {
    standingKnown = StandingOf{bestIndex, order, isOfSpace(cheapest(), space, *wholeSpace)};
    boundAnyOrderWhileImproving(space, solution);
    if (options.anyOrder && options.orders) {
      size_t before = bestIndex;
      tryOrders(space);
      endPart("orders");
      if (options.localChanges && bestIndex != before)
        improveLocally();
    }
    if (options.proof && solution.found() && endedEarly && anyOrderNumbering.empty())
      prove(solution);
    openRun.reset();
    wholeSpace.reset();
    endPart("proof");
  }

  /// The bound for every order is that of plain values, so that another thread may look for it.
  void boundAnyOrderWhileImproving(const SearchSpace &space, const LayoutSolution &solution) {
    std::optional<Reduction> anyOrder;
    LayoutResult result;
    std::vector<std::function<void()>> tasks;
    if (options.localChanges)
      tasks.emplace_back([&] { improveLocally(); });
    if (options.anyOrder) {
      anyOrder.emplace(problem, space, order, pinned, Reduction::Rows::AnyOrder);
      uint64_t most = std::max(options.budget.workUnits / 100 * anyOrderShare, workLeft() / 2);
      tasks.emplace_back(
          [&, most, known = cutoff()] { result = chooseWithin(anyOrder->choice(), solution.choice, most, known); });
    }
    endPart("any order");
    inParallel(options.budget.threads, tasks);
    if (options.anyOrder)
      keepAnyOrderBound(result);
    endPart("any order");
  }

  /// Local changes to the cheapest plan, whose layouts and candidates are searched from now on; true when they brought
  /// enough for another search.
  bool improveLocally() {
    const Picoseconds before = cheapest().time;
    std::vector<size_t> starts = {bestIndex};
    if (bestUnmoved && *bestUnmoved != bestIndex && incumbents[*bestUnmoved].time < cutoffBeside(before))
      starts.push_back(*bestUnmoved); // changes may lead farther from what needed no moves
    for (size_t start : starts) {
      if (!changed.insert(start).second) // asked before, and the answer is the same
        continue;
      FunctionPlan improved = searchLocally(problem, incumbents[start], &deadline);
      endPart("local changes");
      if (improved.time >= cheapest().time)
        continue;
      tell("local_changes", -1, fmt::format("{} ps instead of {} ps", improved.time, incumbents[start].time));
      known.push_back(improved);
      keep(std::move(improved));
    }
    return before - cheapest().time >= std::max<Picoseconds>(1, before / worthASearch);
  }

  const FunctionPlan &cheapest() const { return incumbents[bestIndex]; }
  /// What takes as long is of no use.
  Picoseconds cutoff() const { return bestRank.first ? options.cutoff : std::min(bestRank.second, options.cutoff); }
  bool mayHoldWanted() const { return bound < options.cutoff; }
  bool isBesideKnown() const { return options.cutoff < FunctionPolicyOptions().cutoff; }

  /// An op that has less free L1 than its price counts on takes longer than the plan says. Where nobody knows how long,
  /// the plan comes behind all others.
  void keep(FunctionPlan plan, std::span<const FreeL1Shortage> shortages) {
    std::optional<Picoseconds> most = timeWithShortages(problem, plan, shortages);
    std::pair<bool, Picoseconds> rank = {!most, most.value_or(plan.time)};
    bool isBestUnmoved =
        shortages.empty() && !hasMoves(plan) && (!bestUnmoved || plan.time < incumbents[*bestUnmoved].time);
    incumbents.push_back(std::move(plan));
    if (isBestUnmoved)
      bestUnmoved = incumbents.size() - 1;
    if (incumbents.size() > 1 && rank >= bestRank)
      return;
    bestIndex = incumbents.size() - 1;
    bestRank = rank;
  }

  void keep(FunctionPlan plan) {
    PlanVerdict verdict = verify(problem, plan);
    keep(std::move(plan), verdict.facts.shortages);
  }

  /// Other orders, as long as the bound for any order does not rule out that one is better by a ten thousandth. The one
  /// whose plan wins gives the bound too.
  void tryOrders(const SearchSpace &space) {
    for (NamedOrder &other : ordersToTry(problem, order)) {
      Picoseconds before = cutoff();
      if (!anyOrderBound || *anyOrderBound >= before - before / 10'000 || workLeft() == 0)
        return;
      Reduction reduction(problem, space, other.ops, pinned);
      LayoutResult result = choose("order", reduction.choice(), {}, 12);
      if (!result.solution.found() || result.solution.cost >= before)
        continue;
      accepted = {};
      clashed.clear();
      conflictsAt.clear();
      conflictsIn.clear();
      if (!offer(reduction, result.solution))
        repair(reduction, result.solution, 4);
      if (cheapest().time >= before)
        continue;
      if (anyOrderNumbering.empty())
        anyOrderNumbering = order; // its proof numbers the ops as the first order does
      order = std::move(other.ops);
      orderName = other.name;
      keepProof(result);
    }
  }

  void keepProof(const LayoutResult &result) {
    bound = std::max<Picoseconds>(result.bound, 0);
    endedEarly = !result.proved && bound < cheapest().time;
    proof = result.certificate;
  }

  void describe(FunctionPlan &best, const SearchSpace &space) {
    best.policy = "Global";
    stateBounds(best, space);
    best.space = fmt::format("order {}; {} layouts per sharding, {} of {} layouts; a tensor is kept to its "
                             "last reader, moved or spilled behind its producer, or loaded before its first reader; "
                             "what is written in place stays",
                             orderName, perSharding, layoutsOf(space), layoutsOf(space) + space.layoutsLeftOut);
    best.limits = limitsOf(space);
    best.partSeconds = parts;
    best.counts = {{"conflicts", conflicts}, {"solver_work", static_cast<int64_t>(work)}};
    if (chosen)
      best.counts["choice_ps"] = *chosen;
    best.chains.clear();
    best.failures.clear();
    best.reasons.assign(problem.numOps(), "");
    for (size_t op = 0; op < problem.numOps(); ++op)
      if (!problem.ops[op].results.empty()) {
        const Copy &made = best.copies[problem.ops[op].results[0]];
        if (!problem.layoutOf(made.tensor, made.layout).isL1())
          best.reasons[op] = "the cheapest plan found leaves it there";
      }
    if (!options.certificate || !proof)
      return;
    auto certificate = std::make_shared<FunctionCertificate>(listsOf(space));
    certificate->bound = std::min(bound, *best.bound);
    certificate->proof = *proof;
    if (anyOrderProof) {
      certificate->anyOrderBound = best.anyOrderBound;
      certificate->anyOrderProof = *anyOrderProof;
      certificate->anyOrderNumbering = anyOrderNumbering;
    }
    best.certificate = std::move(certificate);
  }

  /// Bounds are those of the space, whether the plan lies in it or not. One outside may be faster than all plans in it;
  /// what FL-21 asks of such a bound takes nothing from it that matters.
  void stateBounds(FunctionPlan &best, const SearchSpace &space) {
    bool isKnown = standingKnown && standingKnown->index == bestIndex && standingKnown->order == order;
    best.inSpace = isKnown ? standingKnown->inSpace : isOfSpace(best, space, Reduction(problem, space, order, pinned));
    Picoseconds most =
        best.inSpace ? std::numeric_limits<Picoseconds>::max() : std::max(best.time, asItStands(problem).time);
    best.anyOrderBound = anyOrderBound ? std::optional(std::min(*anyOrderBound, most)) : std::nullopt;
    // What holds in every order holds in this; the other bound is that of the space's own order.
    Picoseconds ofItsOrder = best.order == order ? bound : 0;
    best.bound = std::min(std::max(ofItsOrder, anyOrderBound.value_or(0)), most);
  }

  static int64_t layoutsOf(const SearchSpace &space) {
    int64_t layouts = 0;
    for (const std::vector<int32_t> &ofKind : space.layouts)
      layouts += static_cast<int64_t>(ofKind.size());
    return layouts;
  }

  /// The space as a certificate names it.
  FunctionCertificate listsOf(const SearchSpace &space) const {
    FunctionCertificate lists;
    lists.order = order;
    lists.layouts = space.layouts;
    lists.candidates = space.candidates;
    lists.layoutsPerSharding = perSharding;
    return lists;
  }

  /// FP-13: some choice stands for the plan, at its price and within the rows of `reduction`, and no op lacks the L1 that
  /// it counts on.
  bool isOfSpace(const FunctionPlan &plan, const SearchSpace &space, const Reduction &reduction) const {
    if (plan.order != order ||
        verify(problem, plan).facts.shortage) // such plans are cut off, the bound is that of the others
      return false;
    Result<std::vector<int32_t>> choice = choiceFor(problem, listsOf(space), plan, /*anyOrder=*/false);
    if (!choice.ok())
      return false;
    return alcove::plan::verify(reduction.choice(), LayoutSolution{std::move(*choice), plan.time}).ok();
  }

  std::vector<std::string> limitsOf(const SearchSpace &space) const {
    std::vector<std::string> limits;
    if (space.layoutsLeftOut > 0)
      limits.push_back(fmt::format("layouts-per-sharding {} left out {} layouts", perSharding, space.layoutsLeftOut));
    if (endedEarly)
      limits.push_back(fmt::format("planner-work {} ended the proof", options.budget.workUnits));
    return limits;
  }

  void endPart(const char *name) {
    auto now = std::chrono::steady_clock::now();
    parts[name] += std::chrono::duration<double>(now - partBegan).count();
    partBegan = now;
  }

  /// Plans of all other policies; the layouts of the chain policies' plans are searched in any case, and those of plans
  /// that are given.
  void startFromOthers() {
    if (options.otherPolicies)
      for (const char *name : {"DFSharding", "DFSharding2"})
        startFrom(name);
    for (const FunctionPlan &given : options.known)
      if (PlanVerdict verdict = verify(problem, given); verdict.ok())
        keep(given, verdict.facts.shortages);
    known = incumbents;
    for (std::string_view name : functionPolicyNames())
      if (options.otherPolicies && name != "Global" && !name.starts_with("DFSharding") && !deadline.passed())
        startFrom(name);
    if (!incumbents.empty())
      return;
    FunctionPlan standing = asItStands(problem);
    PlanVerdict verdict = verify(problem, standing);
    keep(std::move(standing), verdict.facts.shortages);
    if (verdict.ok())
      return;
    bestRank = {true, std::numeric_limits<Picoseconds>::max()}; // any plan that holds is better
    bestUnmoved.reset();
  }

  void startFrom(std::string_view name) {
    FunctionPolicyOptions silent = options;
    silent.observer = nullptr;
    FunctionResult result = planFunction(problem, *makeFunctionPolicy(name, silent).value());
    if (!result.broken)
      keep(std::move(result.plan));
  }

  /// `share`: of the work limit, in hundredths.
  LayoutResult choose(std::string_view what, const LayoutChoice &choice, std::vector<int32_t> start, uint64_t share) {
    uint64_t units = options.budget.workUnits / 100 * share;
    LayoutResult result = chooseWithin(choice, std::move(start), units, cutoff());
    account(what, result);
    return result;
  }

  /// `cutoff`: a plan of this time is known.
  LayoutResult chooseWithin(const LayoutChoice &choice, std::vector<int32_t> start, uint64_t units,
                            Picoseconds cutoff) const {
    return LayoutRun(choice, switchesFor(cutoff, std::move(start))).advance(limits(units));
  }

  PlannerOptions switchesFor(Picoseconds cutoff, std::vector<int32_t> start) const {
    PlannerOptions switches;
    switches.certificate = options.certificate;
    switches.cutoff = std::min<Cost>(cutoff, infiniteCost);
    switches.start = std::move(start);
    return switches;
  }

  Budget limits(uint64_t units) const {
    Budget budget = options.budget;
    budget.seconds = deadline.secondsLeft();
    budget.workUnits = std::min(units, workLeft());
    return budget;
  }

  /// `before`: work of the result that is counted already.
  void account(std::string_view what, const LayoutResult &result, uint64_t before = 0) {
    work += result.work - before;
    tell(what, -1,
         fmt::format("{} ps, bound {} ps, {}, {} units", result.solution.cost, result.bound, result.stage,
                     result.work - before));
  }

  /// As `choose`, but beside what the reductions alone took where nothing was found: such a problem would otherwise never
  /// be answered.
  LayoutResult chooseSome(std::string_view what, const LayoutChoice &choice, const std::vector<int32_t> &start,
                          uint64_t share, uint64_t most) {
    const uint64_t hundredth = options.budget.workUnits / 100;
    for (;;) {
      uint64_t units = std::min(std::min(hundredth * share, most) + reductionWork, hundredth * mostOfTheWork);
      LayoutResult result = chooseWithin(choice, start, units, repairCutoff());
      account(what, result);
      if (result.solution.found() || result.proved || units == hundredth * mostOfTheWork || workLeft() == 0)
        return result;
      reductionWork = std::max(2 * reductionWork, result.work);
    }
  }

  uint64_t workLeft() const {
    return deadline.passed() || work >= options.budget.workUnits ? 0 : options.budget.workUnits - work;
  }

  /// The choice of the whole space. The run stays open: its proof may go on from where it is.
  LayoutSolution solve(uint64_t share) {
    openRun.emplace(wholeSpace->choice(), switchesFor(cutoff(), {}));
    LayoutResult result = openRun->advance(limits(options.budget.workUnits / 100 * share));
    account("solve", result);
    solvedWith = result.work;
    if (result.solution.found())
      chosen = result.solution.cost;
    keepProof(result);
    return std::move(result.solution);
  }

  /// Goes on with what work is left: a greater bound, or a cheaper choice after
  /// all.
  void prove(const LayoutSolution &solution) {
    Picoseconds before = bound;
    LayoutResult result = openRun->advance(limits(workLeft()));
    account("proof", result, solvedWith);
    if (result.bound > before)
      keepProof(result);
    if (!result.solution.found() || result.solution.cost >= std::min(solution.cost, cheapest().time))
      return;
    Reduction withCuts = *wholeSpace;
    if (!offer(withCuts, result.solution))
      repair(withCuts, result.solution, 4);
  }

  /// What holds in every order holds in this one.
  void keepAnyOrderBound(const LayoutResult &result) {
    account("any_order", result);
    if (result.bound <= 0)
      return; // ended before there was one
    anyOrderBound = result.bound;
    anyOrderProof = result.certificate;
  }

  /// False when its plan does not fit, or some op has less free L1 than its price counts on.
  bool keepIfItFits(const Reduction &reduction, const LayoutSolution &solution) {
    FunctionPlan plan = reduction.decode(solution);
    PlanVerdict verdict = verify(problem, plan);
    if (!verdict.ok() || verdict.facts.shortage)
      return false;
    accepted = solution;
    keep(std::move(plan), {});
    return true;
  }

  /// A plan that fits is kept; of one that does not, or in which an op has less free L1 than its price counts on, the
  /// clash is cut off where there is a choice in it.
  bool offer(Reduction &reduction, const LayoutSolution &solution) {
    FunctionPlan plan = reduction.decode(solution);
    PlanVerdict verdict = verify(problem, plan);
    if (verdict.ok()) {
      keep(plan, verdict.facts.shortages);
      if (verdict.facts.shortage &&
          cutOff(reduction, plan, *verdict.facts.shortage, solution, !verdict.facts.shortages[0].scattered))
        return false;
      accepted = solution;
      return true;
    }
    if (verdict.violation->mayBeExcluded()) {
      cutOff(reduction, plan, *verdict.violation, solution, /*bySums=*/false);
      return false;
    }
    accepted = solution;
    plan.time = 0; // a broken rule is a bug: the plan goes to planFunction's verifier, which says so
    incumbents.push_back(std::move(plan));
    bestIndex = incumbents.size() - 1;
    bestRank = {};
    return true;
  }

  /// False when there is no choice in the clash of a shortage. `bySums`: one that no places of the buffers would help.
  bool cutOff(Reduction &reduction, const FunctionPlan &plan, const PlanViolation &trouble,
              const LayoutSolution &solution, bool bySums) {
    if (!bySums)
      keepIfMovesMakeItFit(plan);
    std::vector<ConflictMember> clash = findConflict(problem, plan, trouble);
    Reduction::Cutting cutting = bySums ? Reduction::Cutting::FreeBytes : nextCutting(trouble.op);
    std::vector<int32_t> nodes = reduction.forbid(clash, plan, solution, cutting);
    if (nodes.empty()) // all choices take as much
      nodes = reduction.forbid(clash, plan, solution, Reduction::Cutting::Same);
    if (nodes.empty() && trouble.isShortage())
      return false;
    ++conflicts;
    clashed.insert(nodes.begin(), nodes.end());
    // Combinations that differ by little follow each other.
    if (conflictsAt[trouble.op] > (isBesideKnown() ? 2 : cutsAtAnOp))
      reduction.exclude(trouble.op, solution);
    tell("conflict", trouble.op,
         fmt::format("{} buffers, {} choices; {}: {}", clash.size(), nodes.size(), trouble.rule, trouble.message));
    lastViolation = trouble.op;
    return true;
  }

  /// What clashes in one layer does in the next alike: there it takes fewer rounds. Beside a plan that is known larger
  /// steps are taken, for another way through the conflicts than the one to that plan.
  Reduction::Cutting nextCutting(int32_t op) {
    int earlier = std::max(conflictsAt[op]++, conflictsIn[problem.ops[op].opClass]++ - roundsOfAClass);
    if (isBesideKnown() || earlier > 1)
      return Reduction::Cutting::LargeOrMore;
    return earlier == 1 ? Reduction::Cutting::OrMore : Reduction::Cutting::Same;
  }

  /// What such a plan takes beyond the choice is the moves'.
  void keepIfMovesMakeItFit(const FunctionPlan &plan) {
    std::optional<FunctionPlan> moved = fitByMoves(problem, plan, cutoff());
    if (!moved)
      return;
    tell("moves", -1, fmt::format("{} ps", moved->time));
    keep(std::move(*moved), {});
  }

  /// Beside a plan with moves one without is worth a little more: see improveLocally.
  Picoseconds repairCutoff() const { return hasMoves(cheapest()) ? cutoffBeside(cutoff()) : cutoff(); }

  void answerConflicts(Reduction &reduction, const LayoutSolution &solution) {
    uint64_t most = work + options.budget.workUnits / 100 * conflictShare;
    for (int radius : {4, 8, everywhere})
      if (work < most)
        repair(reduction, solution, radius);
    if (!accepted.found() && !hasMoves(cheapest()))
      giveWay(reduction);
  }

  /// Chooses anew around those who clashed, all else as in `solution`, until the plan fits.
  void repair(Reduction &reduction, LayoutSolution solution, int radius) {
    if (accepted.found())
      solution = accepted;
    for (int round = 0; round < maxRounds && workLeft() > 0; ++round) {
      reduction.extend(solution);
      reduction.extend(accepted);
      const LayoutChoice &choice = reduction.choice();
      Neighbourhood around(choice, solution.choice, ballAround(choice, clashed, radius));
      std::vector<int32_t> start = accepted.found() ? around.narrow(accepted.choice) : std::vector<int32_t>();
      LayoutResult result = radius < everywhere ? chooseSome("repair", around.problem(), start, 2, repairWork)
                                                : chooseSome("repair", around.problem(), start, 6, 3 * repairWork);
      if (!result.solution.found() || (accepted.found() && result.solution.cost >= accepted.cost))
        return;
      solution = {around.widen(result.solution.choice), result.solution.cost};
      if (offer(reduction, solution))
        return;
    }
  }

  /// Takes bytes away where plans do not fit, then everywhere.
  void giveWay(Reduction &reduction) {
    for (int round = 0; round < 10; ++round) {
      LayoutResult result = chooseSome("give_way", reduction.choice(), {}, 4, 4 * repairWork);
      if (!result.solution.found() || offer(reduction, result.solution))
        return;
      if (round < 4)
        reduction.exclude(lastViolation, result.solution);
      else
        reduction.shrinkCapacity();
    }
  }

  void tell(std::string_view action, int32_t op, std::string detail) const {
    if (options.observer)
      options.observer->event({action, op, std::move(detail)});
  }

  static constexpr size_t smallSpace = 2500;                 ///< candidates over all ops
  static constexpr int moreWhereSmall = 2;                   ///< layouts of each kind of sharding
  static constexpr int maxRounds = 24, everywhere = 1 << 30; ///< per neighbourhood
  static constexpr Picoseconds worthASearch = 400;           ///< parts of the time
  static constexpr int roundsOfAClass = 4, cutsAtAnOp = 5;
  /// More of it proves what the next cut undoes: on the models at hand plans got no faster.
  static constexpr uint64_t repairWork = 3'000'000;
  static constexpr uint64_t mostOfTheWork = 30; ///< hundredths up to which a limit grows while nothing is found
  static constexpr uint64_t anyOrderShare = 10; ///< hundredths of the work, at least
  static constexpr uint64_t conflictShare = 30; ///< hundredths of the work after which no wider circle is drawn
  const FunctionLayout &problem;
  const FunctionPolicyOptions &options;
  const KnownChoices &searched; ///< in any case
  uint64_t reductionWork = 0;   ///< after which nothing was found
  int perSharding;              ///< layouts searched of each kind of sharding
  Deadline deadline;
  std::vector<bool> pinned;
  std::vector<FunctionPlan> incumbents; ///< accepted by the verifier
  size_t bestIndex = 0;                 ///< of the incumbents
  std::optional<size_t> bestUnmoved;    ///< of them, and of those that lack no free bytes
  std::set<size_t> changed;             ///< incumbents from which local changes were searched
  std::pair<bool, Picoseconds> bestRank;
  std::vector<int32_t> order; ///< of the bound: the first incumbent's, or a better one
  const char *orderName = "as scheduled";
  std::vector<FunctionPlan> known; ///< whose layouts are searched in any case
  Picoseconds bound = 0;
  std::optional<Picoseconds> anyOrderBound;
  std::shared_ptr<const LayoutCertificate> proof, anyOrderProof;
  std::vector<int32_t> anyOrderNumbering; ///< empty: the order of the bound
  std::optional<Reduction> wholeSpace;    ///< nothing cut off
  std::optional<LayoutRun> openRun;       ///< of wholeSpace
  uint64_t solvedWith = 0;                ///< work of openRun so far
  std::optional<Picoseconds> chosen;      ///< cost of the whole space's last choice, which knows no addresses
  struct StandingOf {
    size_t index; ///< of the incumbents
    std::vector<int32_t> order;
    bool inSpace;
  };
  std::optional<StandingOf> standingKnown; ///< asked of wholeSpace before it went
  LayoutSolution accepted;                 ///< the cheapest choice whose plan fits
  std::set<int32_t> clashed;               ///< nodes that some cut speaks of
  /// By op and by class; the more there are, the more the next cut forbids.
  std::map<int32_t, int> conflictsAt, conflictsIn;
  int32_t lastViolation = -1;
  bool endedEarly = false;
  std::map<std::string, double> parts; ///< seconds
  std::chrono::steady_clock::time_point partBegan = std::chrono::steady_clock::now();
  int64_t conflicts = 0;
  uint64_t work = 0;
};

class Global : public FunctionPolicy {
public:
  explicit Global(const FunctionPolicyOptions &options) : options(options) {}
  std::string_view name() const override { return "Global"; }

  /// Its plans are verified before they are returned, so that nothing but everything is ever excluded.
  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    if (exclusions.everything) {
      FunctionPlan plan = asItStands(problem);
      if (problem.parts.empty())
        plan = makeAllDram(options)->run(problem, exclusions);
      plan.policy = name();
      return plan;
    }
    return planOf(problem, options);
  }

  bool choosesForms() const override { return true; }

private:
  /// A larger space may take more work than there is, and must cost no plan: that of a shorter list comes first.
  static FunctionPlan planOf(const FunctionLayout &problem, FunctionPolicyOptions options) {
    if (const int usual = FunctionPolicyOptions().layoutsPerSharding; usual < options.layoutsPerSharding) {
      FunctionPolicyOptions shorter = options;
      shorter.layoutsPerSharding = std::max(usual, options.layoutsPerSharding / 8);
      shorter.certificate = false;
      options.known.push_back(planOf(problem, shorter));
    }
    auto search = [](const FunctionLayout &left, const FunctionPolicyOptions &of, const KnownChoices &searched) {
      return GlobalSearch(left, of, searched).run();
    };
    return problem.parts.empty() ? search(problem, options, {}) : planWithForms(problem, options, search);
  }

  FunctionPolicyOptions options;
};

} // namespace

std::unique_ptr<FunctionPolicy> makeGlobal(const FunctionPolicyOptions &options) {
  return std::make_unique<Global>(options);
}

} // namespace alcove::plan
