//===- SearchSpace.cpp - What the exact planner chooses from --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"
#include "../ShardingCompatibility.h"

#include <algorithm>
#include <limits>

namespace alcove::plan {

bool SearchSpace::holds(int32_t kind, int32_t layout) const {
  return std::binary_search(layouts[kind].begin(), layouts[kind].end(), layout);
}

namespace {

constexpr Picoseconds unknownCandidate = maxTime;

std::vector<int32_t> basesOf(const OpClass &opClass) {
  std::span<const int32_t> operands = opClass.candidates.operandsOf(opClass.base);
  return {operands.begin(), operands.end()};
}

/// Asks the problem; or only notes what would be asked and is not known, as if all were refused. What is asked here never
/// depends on an answer, so that all of it can be answered together before.
class Asking {
public:
  enum class Mode { Ask, Note };
  Asking(const FunctionLayout &problem, Mode mode) : problem(problem), mode(mode) {}

  int32_t find(int32_t opClass, std::span<const int32_t> operands, int32_t config) {
    if (mode == Mode::Ask)
      return ask(opClass, operands, config);
    if (problem.classes[opClass].candidates.find(operands, config) != CandidateTable::unknownCandidate)
      return CandidateTable::refusedCandidate;
    if (notes.empty() || notes.back().opClass != opClass)
      notes.push_back({opClass, {}, {}});
    notes.back().operands.insert(notes.back().operands.end(), operands.begin(), operands.end());
    notes.back().configs.push_back(config);
    return CandidateTable::refusedCandidate;
  }

  const FunctionLayout &problem;
  const Mode mode;
  std::vector<ClassQuestions> notes;

private:
  /// Most configurations are further ones, and most of these there are not.
  int32_t ask(int32_t opClass, std::span<const int32_t> operands, int32_t config) {
    bool isHopeless = problem.classes[opClass].configs[config].isFurther && lastRefused.opClass == opClass &&
                      lastRefused.config == config - 1 && std::ranges::equal(lastRefused.operands, operands);
    int32_t found = isHopeless ? CandidateTable::refusedCandidate : problem.find(opClass, operands, config);
    if (isHopeless)
      lastRefused.config = config;
    else if (found < 0)
      lastRefused = {opClass, config, {operands.begin(), operands.end()}};
    return found;
  }

  struct {
    int32_t opClass = -1, config = -1;
    std::vector<int32_t> operands;
  } lastRefused;
};

/// Has the questions that `ask` puts answered on several threads.
template <typename Ask>
void answerTogether(const FunctionLayout &problem, int threads, Ask ask) {
  if (!problem.source || threads < 2)
    return;
  Asking asking(problem, Asking::Mode::Note);
  ask(asking);
  problem.prepare(asking.notes, threads);
}

/// Ranks the layouts of each kind by what the function's classes take to make and to read them. The questions are put
/// once; `rankFor` weighs the answers with so much L1.
class LayoutRanking {
public:
  explicit LayoutRanking(Asking &asking) : asking(asking), problem(asking.problem) {
    std::vector<bool> hasOp(problem.classes.size(), false); // of a form that is not taken there are classes alone
    for (const PlanOp &op : problem.ops)
      hasOp[op.opClass] = true;
    for (int32_t c = 0, e = static_cast<int32_t>(problem.classes.size()); c != e; ++c)
      if (hasOp[c] && problem.classes[c].traits.modelled) {
        std::vector<Through> through = alike(c);
        addMaking(c, through);
        addReading(c, through);
      }
  }

  /// Scores each layout: the sum over uses of what it takes there above the best one; a use without an answer that fits
  /// says nothing.
  void rankFor(Bytes capacity) {
    score.assign(problem.kinds.size(), {});
    for (size_t kind = 0; kind < problem.kinds.size(); ++kind)
      score[kind].assign(problem.kinds[kind].layouts.size(), 0);
    std::vector<Picoseconds> times;
    for (const Use &use : uses) {
      std::vector<Picoseconds> &scores = score[use.kind];
      times.assign(scores.size(), unknownCandidate);
      for (const Price &price : use.prices)
        if (price.needs <= capacity)
          times[price.layout] = std::min(times[price.layout], price.time);
      Picoseconds least = *std::min_element(times.begin(), times.end());
      for (size_t i = 0; i < times.size() && least < unknownCandidate; ++i)
        scores[i] = std::min(unknownCandidate, scores[i] + std::min(times[i] - least, unknownCandidate / 1024));
    }
  }

  /// The best `count` layouts of `kind` with these pages and this sharding in L1, best first.
  std::vector<int32_t> best(int32_t kind, bool tiled, Sharding sharding, int count) const {
    const std::vector<Layout> &layouts = problem.kinds[kind].layouts;
    std::vector<int32_t> found;
    for (int32_t i = 0, e = static_cast<int32_t>(layouts.size()); i != e; ++i)
      if (layouts[i].isL1() && layouts[i].tiled == tiled && layouts[i].sharding == sharding &&
          score[kind][i] < unknownCandidate)
        found.push_back(i);
    std::stable_sort(found.begin(), found.end(), [&](int32_t a, int32_t b) { return score[kind][a] < score[kind][b]; });
    if (found.size() > static_cast<size_t>(count))
      found.resize(count);
    return found;
  }

private:
  /// What an op takes with a layout, and the L1 of the op alone with its operands.
  struct Price {
    int32_t layout;
    Bytes needs;
    Picoseconds time;
  };
  /// A class that makes or reads a kind.
  struct Use {
    int32_t kind;
    std::vector<Price> prices;
  };

  /// Adds what the class takes so, unless it is refused, as the price of `layout`.
  void ask(int32_t c, std::span<const int32_t> operands, int32_t config, int32_t layout, std::vector<Price> &prices) {
    int32_t found = asking.find(c, operands, config);
    if (found < 0)
      return;
    const OpClass &opClass = problem.classes[c];
    Bytes needs = opClass.candidates[found].peakBytes;
    for (size_t k = 0; k < operands.size(); ++k)
      needs += problem.kinds[opClass.operandKinds[k]].layouts[operands[k]].l1Bytes;
    prices.push_back({layout, needs, opClass.candidates[found].time});
  }

  /// Shards that an op reads and makes alike: what norms and softmax take, though not one without the other.
  struct Through {
    int32_t read, made;
    std::vector<Price> prices;
  };

  std::vector<Through> alike(int32_t c) {
    const OpClass &opClass = problem.classes[c];
    std::vector<Through> found;
    bool hasPrograms = static_cast<size_t>(opClass.baseConfig) + 1 < opClass.configs.size() &&
                       opClass.numLegalConfigs <= opClass.baseConfig;
    if (opClass.resultKinds.empty() || opClass.operandKinds.empty() || !opClass.movable[0] || hasPrograms)
      return found;
    const std::vector<Layout> &layouts = problem.kinds[opClass.operandKinds[0]].layouts;
    bool readsTiles = layouts[basesOf(opClass)[0]].tiled, anyPlace = opClass.traits.keepsPlace || !readsTiles;
    for (int32_t config = 0; config < problem.classes[c].numLegalConfigs; ++config) {
      int32_t made = problem.classes[c].configs[config].result;
      const Layout &wanted = problem.kinds[opClass.resultKinds[0]].layouts[made];
      auto same = std::find_if(layouts.begin(), layouts.end(), [&](const Layout &layout) {
        return layout.isL1() && (wanted.isSharded() || anyPlace) && samePlace(layout, wanted) &&
               layout.tiled == readsTiles;
      });
      if (same == layouts.end())
        continue;
      auto read = static_cast<int32_t>(same - layouts.begin());
      found.push_back({read, made, {}});
      askAlike(c, config, found.back());
    }
    return found;
  }

  /// Operands of the first one's kind in the layout that is read, and the first one alone.
  void askAlike(int32_t c, int32_t config, Through &way) {
    std::vector<int32_t> operands = basesOf(problem.classes[c]);
    operands[0] = way.read;
    ask(c, operands, config, way.read, way.prices);
    for (size_t k = 1; k < operands.size(); ++k)
      if (problem.classes[c].movable[k] && problem.classes[c].operandKinds[k] == problem.classes[c].operandKinds[0])
        operands[k] = way.read;
    ask(c, operands, config, way.read, way.prices);
  }

  static void addThrough(const Through &way, int32_t layout, std::vector<Price> &prices) {
    for (const Price &price : way.prices)
      prices.push_back({layout, price.needs, price.time});
  }

  /// Operands as they stand, result 0 in each layout that a configuration asks for.
  void addMaking(int32_t c, const std::vector<Through> &through) {
    const OpClass &opClass = problem.classes[c];
    if (opClass.resultKinds.empty())
      return;
    std::vector<int32_t> bases = basesOf(opClass);
    Use use{opClass.resultKinds[0], {}};
    for (int32_t config = 0; config < static_cast<int32_t>(opClass.configs.size()); ++config)
      if (int32_t result = problem.classes[c].configs[config].result; result >= 0)
        ask(c, bases, config, result, use.prices);
    for (const Through &way : through)
      addThrough(way, way.made, use.prices);
    uses.push_back(std::move(use));
  }

  /// One operand in each layout, the result as it stands.
  void addReading(int32_t c, const std::vector<Through> &through) {
    std::vector<int32_t> bases = basesOf(problem.classes[c]);
    for (size_t k = 0; k < bases.size(); ++k) {
      if (!problem.classes[c].movable[k])
        continue;
      Use use{problem.classes[c].operandKinds[k], {}};
      std::vector<int32_t> operands = bases;
      for (size_t layout = 0; layout < problem.kinds[use.kind].layouts.size(); ++layout) {
        operands[k] = static_cast<int32_t>(layout);
        ask(c, operands, problem.classes[c].baseConfig, operands[k], use.prices);
      }
      for (const Through &way : through)
        if (k == 0)
          addThrough(way, way.read, use.prices);
      uses.push_back(std::move(use));
    }
  }

  Asking &asking;
  const FunctionLayout &problem;
  std::vector<Use> uses;
  std::vector<std::vector<Picoseconds>> score;
};

/// Fills the candidates of one class.
class ClassCandidates {
public:
  ClassCandidates(Asking &asking, const SearchSpace &space, int32_t index)
      : asking(asking), problem(asking.problem), space(space), index(index), bases(basesOf(problem.classes[index])) {}

  /// `chosen`: what known plans take, whether it fits a pattern or not.
  std::vector<int32_t> run(std::span<const int32_t> chosen) {
    const OpClass &opClass = problem.classes[index];
    if (!opClass.userFixed || opClass.settledConfig == opClass.baseConfig)
      found.push_back(opClass.base);
    if (problem.classes[index].traits.modelled) {
      for (size_t k = 0; k < bases.size(); ++k)
        options.push_back(optionsOf(k));
      tryOperands(bases);
      for (size_t k = 0; k < bases.size(); ++k)
        for (int32_t layout : options[k])
          tryWith({{k, layout}});
      tryPairs();
      tryAlike();
      tryInterleaved();
    }
    for (int32_t candidate : chosen)
      if (std::ranges::count(found, candidate) == 0)
        found.push_back(candidate);
    return withoutDominated();
  }

private:
  using Moves = std::vector<std::pair<size_t, int32_t>>;
  static constexpr size_t mostTogether = 4; ///< operands of which each two and each set are tried

  std::vector<int32_t> optionsOf(size_t operand) const {
    const OpClass &opClass = problem.classes[index];
    return opClass.movable[operand] ? space.layouts[opClass.operandKinds[operand]]
                                    : std::vector<int32_t>{bases[operand]};
  }

  const Layout &layoutOf(size_t operand, int32_t layout) const {
    return problem.kinds[problem.classes[index].operandKinds[operand]].layouts[layout];
  }

  void tryWith(const Moves &moves) {
    std::vector<int32_t> operands = bases;
    for (auto [operand, layout] : moves)
      operands[operand] = layout;
    tryOperands(operands);
  }

  /// Two operands: alike, on the same cores, or one of them not sharded or on one core.
  void tryPairs() {
    for (size_t second = 1; second < std::min(bases.size(), mostTogether); ++second)
      for (size_t first = 0; first < second; ++first)
        tryPair(first, second);
  }

  void tryPair(size_t first, size_t second) {
    for (int32_t a : options[first])
      for (int32_t b : options[second])
        if (gather(layoutOf(first, a), layoutOf(second, b)))
          tryWith({{first, a}, {second, b}});
  }

  static bool gather(const Layout &a, const Layout &b) {
    bool sameCores = a.sharding == b.sharding && a.gridRows == b.gridRows && a.gridCols == b.gridCols;
    return sameCores || !a.isSharded() || !b.isSharded() || a.cores() == 1 || b.cores() == 1;
  }

  /// Three operands and more: each set of them in L1 interleaved; of many operands only all.
  void tryInterleaved() {
    if (bases.size() < 3)
      return;
    Moves all;
    for (size_t k = 0; k < bases.size(); ++k)
      for (int32_t layout : options[k])
        if (layout != bases[k] && layoutOf(k, layout).isL1() && !layoutOf(k, layout).isSharded())
          all.push_back({k, layout});
    tryWith(all);
    for (uint32_t set = 1; all.size() <= mostTogether && set + 1 < 1U << all.size(); ++set) {
      Moves moves;
      for (size_t i = 0; i < all.size(); ++i)
        if ((set >> i & 1) != 0)
          moves.push_back(all[i]);
      tryWith(moves);
    }
  }

  /// All operands of the first one's kind alike.
  void tryAlike() {
    if (bases.size() < 3)
      return;
    const OpClass &opClass = problem.classes[index];
    for (int32_t layout : options[0]) {
      Moves moves;
      for (size_t k = 0; k < bases.size(); ++k)
        if (opClass.operandKinds[k] == opClass.operandKinds[0] && opClass.movable[k])
          moves.push_back({k, layout});
      tryWith(moves);
    }
  }

  void tryOperands(const std::vector<int32_t> &operands) {
    if (!seen.insert(operands).second)
      return;
    for (int32_t config = 0, e = static_cast<int32_t>(problem.classes[index].configs.size()); config != e; ++config) {
      const OpClass &opClass = problem.classes[index];
      int32_t result = opClass.configs[config].result;
      if (result >= 0 && (!space.holds(opClass.resultKinds[0], result) || !mayMake(operands, result)))
        continue;
      if (opClass.userFixed && config != opClass.settledConfig)
        continue;
      if (int32_t candidate = asking.find(index, operands, config); candidate >= 0)
        found.push_back(candidate);
    }
  }

  /// The result follows the first operand; where another op's number on one core comes first, the second.
  bool mayMake(const std::vector<int32_t> &operands, int32_t result) const {
    if (operands.empty())
      return true;
    const OpClass &opClass = problem.classes[index];
    const Layout &made = problem.kinds[opClass.resultKinds[0]].layouts[result];
    bool isScaled = opClass.traits.kind == OpKind::Binary && operands.size() > 1 &&
                    layoutOf(0, operands[0]).cores() == 1 && layoutOf(1, operands[1]).isSharded();
    return isCompatibleSharding(opClass.traits.kind, layoutOf(0, operands[0]), made) ||
           opClass.traits.kind == OpKind::Convolution ||
           (isScaled && isCompatibleSharding(opClass.traits.kind, layoutOf(1, operands[1]), made));
  }

  /// Of those that read and make the same, one is enough when it is neither slower nor larger.
  std::vector<int32_t> withoutDominated() const {
    const CandidateTable &table = problem.classes[index].candidates;
    auto key = [&](int32_t c) {
      std::span<const int32_t> reads = table.operandsOf(c), makes = table.resultsOf(c);
      std::vector<int32_t> joined(reads.begin(), reads.end());
      joined.insert(joined.end(), makes.begin(), makes.end());
      return joined;
    };
    std::map<std::vector<int32_t>, std::vector<int32_t>> groups;
    for (int32_t c : found)
      groups[key(c)].push_back(c);
    std::vector<int32_t> kept;
    for (auto &[same, members] : groups) {
      dropLiveDependent(members);
      std::stable_sort(members.begin(), members.end(),
                       [&](int32_t a, int32_t b) { return table[a].time < table[b].time; });
      Bytes least = std::numeric_limits<Bytes>::max();
      for (int32_t c : members)
        if (Bytes bytes = std::max(table[c].peakBytes, table[c].wantsFreeBytes); bytes < least) {
          kept.push_back(c);
          least = bytes;
        }
    }
    return kept;
  }

  /// Products: what the backend chooses by the L1 that is free is left out where a program is written down.
  void dropLiveDependent(std::vector<int32_t> &members) const {
    if (problem.classes[index].traits.kind != OpKind::Matmul)
      return;
    const CandidateTable &table = problem.classes[index].candidates;
    auto depends = [&](int32_t c) { return table[c].wantsFreeBytes > 0; };
    if (!std::all_of(members.begin(), members.end(), depends))
      std::erase_if(members, depends);
  }

  Asking &asking;
  const FunctionLayout &problem;
  const SearchSpace &space;
  int32_t index;
  std::vector<int32_t> bases;
  std::vector<std::vector<int32_t>> options; ///< per operand
  std::set<std::vector<int32_t>> seen;
  std::vector<int32_t> found;
};

void keep(std::vector<int32_t> &layouts, int32_t layout) {
  auto at = std::lower_bound(layouts.begin(), layouts.end(), layout);
  if (at == layouts.end() || *at != layout)
    layouts.insert(at, layout);
}

/// Steps of L1 that do not depend on how much there is.
std::vector<Bytes> rankedFor(Bytes capacity) {
  constexpr Bytes step = 128 << 10;
  std::vector<Bytes> steps;
  for (Bytes each = step; each <= capacity; each += step)
    steps.push_back(each);
  return steps.empty() ? std::vector{capacity} : steps;
}

} // namespace

void KnownChoices::add(const FunctionLayout &problem, const FunctionPlan &plan) {
  for (const Copy &copy : plan.copies)
    layouts.emplace_back(problem.tensors[copy.tensor].kind, copy.layout);
  for (size_t op = 0; op < plan.candidate.size(); ++op)
    candidates.emplace_back(problem.ops[op].opClass, plan.candidate[op]);
}

SearchSpace enumerate(const FunctionLayout &problem, int perSharding, const KnownChoices &known, int threads) {
  Asking asking(problem, Asking::Mode::Ask);
  SearchSpace space;
  space.layouts.resize(problem.kinds.size());
  for (const PlanTensor &tensor : problem.tensors)
    keep(space.layouts[tensor.kind], tensor.base);
  for (auto [kind, layout] : known.layouts)
    keep(space.layouts[kind], layout);
  answerTogether(problem, threads, [&](Asking &noting) { LayoutRanking ranking(noting); });
  LayoutRanking ranking(asking);
  // Where room is short other layouts come first. A list for more L1 holds those for less.
  for (Bytes capacity : rankedFor(problem.capacity)) {
    ranking.rankFor(capacity);
    for (int32_t kind = 0, e = static_cast<int32_t>(problem.kinds.size()); kind != e; ++kind)
      for (bool tiled : {true, false})
        for (Sharding sharding : {Sharding::Interleaved, Sharding::Height, Sharding::Width, Sharding::Block})
          for (int32_t layout : ranking.best(kind, tiled, sharding, perSharding))
            keep(space.layouts[kind], layout);
  }
  for (size_t kind = 0; kind < problem.kinds.size(); ++kind)
    space.layoutsLeftOut += static_cast<int64_t>(problem.kinds[kind].layouts.size() - space.layouts[kind].size());
  std::vector<std::vector<int32_t>> chosen(problem.classes.size());
  for (auto [opClass, candidate] : known.candidates)
    chosen[opClass].push_back(candidate);
  auto candidates = [&](Asking &from) {
    std::vector<std::vector<int32_t>> perClass;
    for (int32_t c = 0, e = static_cast<int32_t>(problem.classes.size()); c != e; ++c)
      perClass.push_back(ClassCandidates(from, space, c).run(chosen[c]));
    return perClass;
  };
  answerTogether(problem, threads, candidates);
  space.candidates = candidates(asking);
  return space;
}

} // namespace alcove::plan
