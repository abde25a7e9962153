//===- Propagation.cpp - First pass: layouts by beam search, forward ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propagation.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::plan::beam {

/// The candidates of one op: operand choices x configurations, the best ones kept.
struct Propagation::Search {
  Search(Propagation &owner, int32_t op, std::vector<Choices> lists);
  std::vector<Combination> run();

private:
  const Layout &operandLayout(size_t k) const { return problem.kinds[opClass.operandKinds[k]].layouts[layouts[k]]; }
  const Layout &resultLayout(int32_t config) const {
    return problem.kinds[opClass.resultKinds[0]].layouts[opClass.configs[config].result];
  }
  void shorten(size_t hintsPerCombination);
  template <typename Visit>
  void forEachCombination(Visit visit);
  void tryBackend();
  bool tryConfig(int32_t config);
  bool isAllowed(int32_t candidate) const;
  void keep(Combination combination);

  Propagation &owner;
  const FunctionLayout &problem;
  int32_t op, classIndex;
  const OpClass &opClass;
  const RuleBook &book;
  std::vector<Choices> lists;
  std::vector<int32_t> interleaved, sharded; ///< legal configurations
  std::vector<int32_t> picks, layouts;       ///< of the combination at hand
  std::vector<const Layout *> read;
  bool anySharded = false, cut = false;
  std::vector<Combination> best; ///< sorted
};

Propagation::Search::Search(Propagation &owner, int32_t op, std::vector<Choices> lists)
    : owner(owner), problem(owner.problem), op(op), classIndex(problem.ops[op].opClass), opClass(problem.classOf(op)),
      book(ruleBookOf(opClass)), lists(std::move(lists)) {
  for (int32_t c = 0; c < opClass.numLegalConfigs && !opClass.resultKinds.empty(); ++c)
    if (opClass.configs[c].result >= 0)
      (resultLayout(c).isSharded() ? sharded : interleaved).push_back(c);
}

/// GB-7: the longest list loses its last candidate until the work limit holds.
void Propagation::Search::shorten(size_t hintsPerCombination) {
  for (;;) {
    double product = static_cast<double>(std::max<size_t>(hintsPerCombination, 1));
    Choices *longest = &lists[0];
    for (Choices &list : lists) {
      product *= static_cast<double>(list.size());
      longest = list.size() > longest->size() ? &list : longest;
    }
    if (product <= owner.options.maxCombinations || longest->size() <= 1)
      return;
    longest->pop_back();
    cut = true;
  }
}

template <typename Visit>
void Propagation::Search::forEachCombination(Visit visit) {
  picks.assign(lists.size(), 0);
  layouts.resize(lists.size());
  read.resize(lists.size());
  for (;;) {
    for (size_t k = 0; k < lists.size(); ++k) {
      layouts[k] = lists[k][picks[k]].layout;
      read[k] = &operandLayout(k);
    }
    if (acceptsOperands(book, read))
      visit();
    size_t k = lists.size();
    while (k > 0 && ++picks[k - 1] == static_cast<int32_t>(lists[k - 1].size()))
      picks[--k] = 0;
    if (k == 0)
      return;
  }
}

/// GB-22, and writes in place are respected.
bool Propagation::Search::isAllowed(int32_t candidate) const {
  int32_t consumed = opClass.candidates[candidate].consumes;
  if (consumed >= 0 && !lists[consumed][picks[consumed]].reshard && !owner.uses.mayConsume(problem, op, consumed))
    return false;
  return owner.uses.respectsWrites(problem, op, candidate);
}

bool Propagation::Search::tryConfig(int32_t config) {
  if (opClass.configs[config].result >= 0 && !acceptsResult(book, read, resultLayout(config)))
    return false;
  ++owner.evaluations;
  int32_t candidate = problem.find(classIndex, layouts, config);
  if (candidate < 0 || !isAllowed(candidate))
    return false;
  bool reshard = false;
  Picoseconds time = owner.byTime ? rooflineOf(problem, opClass, candidate) : 0;
  for (size_t k = 0; k < lists.size(); ++k) {
    reshard |= lists[k][picks[k]].reshard;
    time = addTimes(time, owner.byTime ? lists[k][picks[k]].time : 0);
  }
  LayoutScore score = scoreOf(problem, opClass, candidate, reshard);
  score.time = time;
  anySharded |= score.isL1 && score.isSharded;
  keep({candidate, score, picks});
  return true;
}

/// Sorted insertion behind what is as good: a stable sort cut at the beam's width.
void Propagation::Search::keep(Combination combination) {
  auto behind = std::upper_bound(best.begin(), best.end(), combination,
                                 [](const Combination &a, const Combination &b) { return isBetter(a.score, b.score); });
  size_t width = static_cast<size_t>(std::max(owner.options.beamWidth, 1));
  if (behind == best.end() && best.size() >= width)
    return;
  best.insert(behind, std::move(combination));
  if (best.size() > width)
    best.pop_back();
}

/// GB-3. A backend that is not told where the result goes puts it where operand 0 lies. So: the arrangement of operand
/// 0 when that is sharded in L1 and the op accepts it, else the interleaved results.
void Propagation::Search::tryBackend() {
  if (read[0]->isL1() && read[0]->isSharded())
    for (int32_t config : sharded)
      if (sameArrangement(*read[0], resultLayout(config)) && tryConfig(config))
        return;
  for (int32_t config : interleaved)
    tryConfig(config);
}

std::vector<Propagation::Combination> Propagation::Search::run() {
  bool fixed = opClass.userFixed && opClass.settledConfig >= 0;
  if (fixed || opClass.resultKinds.empty()) {
    shorten(1);
    forEachCombination([&] { tryConfig(fixed ? opClass.settledConfig : opClass.baseConfig); });
  } else if (book.hints == Hints::Explicit) {
    shorten(opClass.numLegalConfigs);
    forEachCombination([&] {
      for (int32_t config = 0; config < opClass.numLegalConfigs; ++config)
        tryConfig(config);
    });
  } else {
    shorten(interleaved.size());
    forEachCombination([&] { tryBackend(); });
    if (!anySharded && book.hints == Hints::Backend && !sharded.empty()) {
      shorten(sharded.size());
      forEachCombination([&] {
        for (int32_t config : sharded)
          tryConfig(config);
      });
    }
  }
  owner.shortened += cut;
  return std::move(best);
}

bool Propagation::isSkipped(int32_t op) const {
  const OpClass &opClass = problem.classOf(op);
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  if (!opClass.traits.modelled || operands.empty() || exclusions.ops.count(op))
    return true;
  if (opClass.resultKinds.empty() ? !opClass.traits.isSink : opClass.numLegalConfigs == 0)
    return true;
  return std::all_of(operands.begin(), operands.end(), [&](int32_t tensor) { return uses.constant[tensor]; });
}

/// The op's candidates under these choices; equal ops behind equal beams share them.
const std::vector<Propagation::Combination> &Propagation::combinationsOf(int32_t op,
                                                                         const std::vector<Choices> &choices) {
  std::vector<int64_t> key = {problem.ops[op].opClass};
  for (int32_t result : problem.ops[op].results)
    key.push_back(uses.pinned[result] ? 2 * int64_t{problem.tensors[result].base} + uses.written[result] : -1);
  for (size_t k = 0; k < choices.size(); ++k) {
    key.push_back(static_cast<int64_t>(choices[k].size()) * 4 + 2 * uses.written[problem.ops[op].operands[k]] +
                  uses.mayConsume(problem, op, k));
    for (const OperandChoice &choice : choices[k]) {
      key.push_back(int64_t{choice.layout} * 2 + choice.reshard);
      key.push_back(choice.time);
    }
  }
  auto [known, isNew] = knownCombinations.try_emplace(std::move(key));
  if (isNew)
    known->second = Search(*this, op, choices).run();
  return known->second;
}

/// An op that keeps `candidate`: of each producer the best entry that makes what is read, else that can be converted.
BeamEntry Propagation::fixedEntry(int32_t op, int32_t candidate) const {
  const OpClass &opClass = problem.classOf(op);
  BeamEntry entry{candidate, scoreOf(problem, opClass, candidate, false), {}};
  entry.score.time = byTime ? rooflineOf(problem, opClass, candidate) : 0;
  std::span<const int32_t> needs = opClass.candidates.operandsOf(candidate);
  for (size_t k = 0; k < needs.size(); ++k) {
    int32_t tensor = problem.ops[op].operands[k];
    Choices sources = sourcesOf(tensor);
    auto made = std::find_if(sources.begin(), sources.end(), [&](auto &c) { return c.layout == needs[k]; });
    if (made == sources.end())
      made = std::find_if(sources.begin(), sources.end(), [&](auto &c) { return reaches(tensor, c.layout, needs[k]); });
    if (made == sources.end())
      made = sources.begin();
    entry.from.push_back(made->entry);
    entry.score.requiresReshard |= made->layout != needs[k];
    if (!byTime)
      continue;
    const std::vector<Layout> &kind = problem.kinds[problem.tensors[tensor].kind].layouts;
    entry.score.time = addTimes(entry.score.time, made->time);
    if (made->layout != needs[k])
      entry.score.time = addTimes(entry.score.time, reshardTime(problem, kind[made->layout], kind[needs[k]]));
  }
  return entry;
}

std::vector<BeamEntry> Propagation::beamOf(int32_t op) {
  if (isSkipped(op))
    return {fixedEntry(op, exclusions.ops.count(op) ? dramCandidate(problem, op) : startCandidate(problem, op))};
  std::vector<Choices> choices;
  bool readable = true;
  for (size_t k = 0; k < problem.ops[op].operands.size(); ++k) {
    choices.push_back(choicesOf(op, k));
    readable = readable && !choices.back().empty();
  }
  std::vector<BeamEntry> beam;
  if (readable)
    for (const Combination &combination : combinationsOf(op, choices)) {
      BeamEntry &entry = beam.emplace_back(BeamEntry{combination.candidate, combination.score, {}});
      for (size_t k = 0; k < choices.size(); ++k)
        entry.from.push_back(choices[k][combination.picks[k]].entry);
    }
  if (!beam.empty())
    return beam;
  ++fallbacks;
  tell("dram_fallback", op, "no candidate");
  return {fixedEntry(op, startCandidate(problem, op))};
}

/// Costs count from the cheapest entry: a constant per producer changes no comparison, and sums that count a producer
/// once per reader would double at every fork otherwise.
void Propagation::normalizeTimes(std::vector<BeamEntry> &beam) const {
  Picoseconds least = maxTime;
  for (const BeamEntry &entry : beam)
    least = std::min(least, entry.score.time);
  for (BeamEntry &entry : beam)
    entry.score.time -= least;
}

void Propagation::tell(std::string_view action, int32_t op, const std::string &detail) const {
  if (options.observer)
    options.observer->event({action, op, detail});
}

std::string Propagation::describe(int32_t op, const BeamEntry &entry) const {
  const OpClass &opClass = problem.classOf(op);
  std::vector<std::string_view> read, made;
  std::span<const int32_t> operands = opClass.candidates.operandsOf(entry.candidate);
  for (size_t k = 0; k < operands.size(); ++k)
    read.push_back(problem.kinds[opClass.operandKinds[k]].layouts[operands[k]].name);
  std::span<const int32_t> results = opClass.candidates.resultsOf(entry.candidate);
  for (size_t r = 0; r < results.size(); ++r)
    made.push_back(problem.kinds[opClass.resultKinds[r]].layouts[results[r]].name);
  return fmt::format("{} -> {} ({})", fmt::join(read, " "), fmt::join(made, " "), toString(entry.score));
}

std::vector<int32_t> Propagation::run() {
  beams.resize(problem.numOps());
  for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op) {
    beams[op] = beamOf(op);
    for (size_t e = 0; options.observer && e < beams[op].size(); ++e)
      tell("beam", op, fmt::format("#{} {}", e, describe(op, beams[op][e])));
    if (byTime)
      normalizeTimes(beams[op]);
  }
  std::vector<int32_t> candidates = consolidate();
  repair(candidates);
  return candidates;
}

} // namespace alcove::plan::beam
