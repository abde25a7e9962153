//===- SpaceRule.cpp - What of a problem does a space hold? ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FP-12 of docs/spec/FunctionProof.md, evaluated from the problem's tables alone: so that no certificate names its own
// space. The planner has another enumeration of the same rule.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Certificate.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace alcove::plan {

namespace {

using Layouts = std::vector<int32_t>;

/// A way to run a class: what its operands are read in, and the configuration.
struct Run {
  Layouts operands;
  int32_t config;
};

class SpaceRule {
public:
  SpaceRule(const FunctionLayout &problem, int32_t perSharding)
      : problem(problem), perSharding(perSharding), layouts(problem.kinds.size()) {
    for (const PlanTensor &tensor : problem.tensors)
      layouts[tensor.kind].insert(tensor.base);
    const int64_t parts = problem.capacity / partOfL1;
    for (int64_t part = 1; part <= parts; ++part)
      choose(part * partOfL1);
    if (parts == 0)
      choose(problem.capacity);
  }

  /// Layouts of a kind that the rule takes.
  const std::set<int32_t> &layoutsOf(size_t kind) const { return layouts[kind]; }

  /// Candidates of a class that the rule takes: those that fit a pattern.
  std::set<int32_t> candidatesOf(int32_t c) const {
    const OpClass &of = problem.classes[c];
    std::set<int32_t> found;
    if (!of.userFixed || of.settledConfig == of.baseConfig)
      found.insert(of.base);
    if (!of.traits.modelled)
      return found;
    for (const Layouts &operands : readings(c))
      for (int32_t config = 0; config < static_cast<int32_t>(of.configs.size()); ++config)
        if ((!of.userFixed || config == of.settledConfig) && mayMake(of, operands, of.configs[config].result))
          if (int32_t candidate = problem.find(c, operands, config); candidate >= 0)
            found.insert(candidate);
    return found;
  }

private:
  const Layout &layoutOf(const OpClass &of, size_t operand, int32_t layout) const {
    return problem.kinds[of.operandKinds[operand]].layouts[layout];
  }
  Layouts bases(const OpClass &of) const {
    std::span<const int32_t> operands = of.candidates.operandsOf(of.base);
    return {operands.begin(), operands.end()};
  }
  /// With `room` bytes of L1 for the op's peak and what it reads.
  Picoseconds timeOf(int32_t c, const Run &run) const {
    int32_t candidate = problem.find(c, run.operands, run.config);
    if (candidate < 0)
      return maxTime;
    const OpClass &of = problem.classes[c];
    Bytes bytes = of.candidates[candidate].peakBytes;
    for (size_t k = 0; k < run.operands.size(); ++k)
      bytes += layoutOf(of, k, run.operands[k]).l1Bytes;
    return bytes > room ? maxTime : of.candidates[candidate].time;
  }

  //===--- ranks: what the classes lose to their fastest by each layout ---===//

  void rank() {
    loss.clear();
    for (const TensorKind &kind : problem.kinds)
      loss.emplace_back(kind.layouts.size(), 0);
    std::set<int32_t> withOps;
    for (const PlanOp &op : problem.ops)
      withOps.insert(op.opClass);
    for (int32_t c : withOps)
      if (problem.classes[c].traits.modelled)
        rankBy(c);
  }

  void rankBy(int32_t c) {
    const OpClass &of = problem.classes[c];
    Layouts stand = bases(of);
    std::map<size_t, std::vector<Picoseconds>> reading; // per operand
    std::vector<Picoseconds> making;
    if (!of.resultKinds.empty())
      making.assign(loss[of.resultKinds[0]].size(), maxTime);
    for (int32_t config = 0; !making.empty() && config < static_cast<int32_t>(of.configs.size()); ++config)
      lower(making[of.configs[config].result], timeOf(c, {stand, config}));
    for (size_t k = 0; k < stand.size(); ++k)
      for (size_t layout = 0; of.movable[k] && layout < loss[of.operandKinds[k]].size(); ++layout) {
        Run run{stand, of.baseConfig};
        run.operands[k] = static_cast<int32_t>(layout);
        reading[k].push_back(timeOf(c, run));
      }
    if (shardsAlike(of))
      for (int32_t config = 0; config < of.numLegalConfigs; ++config)
        if (std::optional<int32_t> read = twin(of, of.configs[config].result)) {
          Picoseconds time = timeAlike(c, *read, config);
          lower(making[of.configs[config].result], time);
          lower(reading[0][*read], time);
        }
    if (!making.empty())
      add(of.resultKinds[0], making);
    for (const auto &[operand, times] : reading)
      add(of.operandKinds[operand], times);
  }

  static void lower(Picoseconds &time, Picoseconds other) { time = std::min(time, other); }

  /// Classes whose first operand may be sharded as the result, without written programs.
  static bool shardsAlike(const OpClass &of) {
    bool hasPrograms =
        static_cast<size_t>(of.baseConfig) + 1 < of.configs.size() && of.numLegalConfigs <= of.baseConfig;
    return !of.resultKinds.empty() && !of.operandKinds.empty() && of.movable[0] && !hasPrograms;
  }

  /// The first layout of operand 0, with the pages in which it stands, that lies where result 0 does: in shards, or
  /// also interleaved where the operand stands in rows or the class changes pages alone.
  std::optional<int32_t> twin(const OpClass &of, int32_t made) const {
    const Layout &result = problem.kinds[of.resultKinds[0]].layouts[made];
    const std::vector<Layout> &own = problem.kinds[of.operandKinds[0]].layouts;
    bool tiled = own[bases(of)[0]].tiled;
    if (!result.isL1() || (!result.isSharded() && tiled && !of.traits.keepsPlace))
      return std::nullopt;
    for (size_t i = 0; i < own.size(); ++i)
      if (own[i].isL1() && own[i].sharding == result.sharding && own[i].gridRows == result.gridRows &&
          own[i].gridCols == result.gridCols && own[i].tiled == tiled)
        return static_cast<int32_t>(i);
    return std::nullopt;
  }

  /// The first operand alone so, or all of its kind.
  Picoseconds timeAlike(int32_t c, int32_t layout, int32_t config) const {
    const OpClass &of = problem.classes[c];
    Run first{bases(of), config};
    first.operands[0] = layout;
    Run all = first;
    for (size_t k = 1; k < all.operands.size(); ++k)
      if (of.movable[k] && of.operandKinds[k] == of.operandKinds[0])
        all.operands[k] = layout;
    return std::min(timeOf(c, first), timeOf(c, all));
  }

  void add(int32_t kind, const std::vector<Picoseconds> &times) {
    Picoseconds least = *std::ranges::min_element(times);
    for (size_t i = 0; least < maxTime && i < times.size(); ++i)
      loss[kind][i] = std::min(maxTime, loss[kind][i] + std::min(times[i] - least, maxTime / 1024));
  }

  //===--- layouts ---===//

  void choose(Bytes capacity) {
    room = capacity;
    rank();
    for (size_t kind = 0; kind < problem.kinds.size(); ++kind) {
      std::map<std::pair<bool, Sharding>, std::vector<std::pair<Picoseconds, int32_t>>> ranked; // by pages and sharding
      for (size_t i = 0; i < loss[kind].size(); ++i)
        if (const Layout &layout = problem.kinds[kind].layouts[i];
            layout.isL1() && layout.sharding <= Sharding::Block && loss[kind][i] < maxTime)
          ranked[{layout.tiled, layout.sharding}].emplace_back(loss[kind][i], static_cast<int32_t>(i));
      for (auto &[alike, list] : ranked) {
        std::ranges::sort(list);
        for (size_t i = 0; i < list.size() && static_cast<int64_t>(i) < perSharding; ++i)
          layouts[kind].insert(list[i].second);
      }
    }
  }

  //===--- patterns of what the operands are read in ---===//

  Layouts optionsOf(const OpClass &of, size_t operand) const {
    if (!of.movable[operand])
      return {bases(of)[operand]};
    const std::set<int32_t> &of_kind = layouts[of.operandKinds[operand]];
    return {of_kind.begin(), of_kind.end()};
  }

  std::set<Layouts> readings(int32_t c) const {
    const OpClass &of = problem.classes[c];
    const Layouts stand = bases(of);
    std::set<Layouts> found = {stand};
    auto with = [&](std::initializer_list<std::pair<size_t, int32_t>> moves) {
      Layouts operands = stand;
      for (auto [operand, layout] : moves)
        operands[operand] = layout;
      found.insert(operands);
    };
    for (size_t k = 0; k < stand.size(); ++k)
      for (int32_t layout : optionsOf(of, k))
        with({{k, layout}});
    for (size_t b = 1; b < std::min<size_t>(stand.size(), 4); ++b)
      for (size_t a = 0; a < b; ++a)
        for (int32_t first : optionsOf(of, a))
          for (int32_t second : optionsOf(of, b))
            if (meet(layoutOf(of, a, first), layoutOf(of, b, second)))
              with({{a, first}, {b, second}});
    if (stand.size() > 2) {
      addAlike(of, found);
      addInterleaved(of, found);
    }
    return found;
  }

  static bool meet(const Layout &a, const Layout &b) {
    return (a.sharding == b.sharding && a.gridRows == b.gridRows && a.gridCols == b.gridCols) || !a.isSharded() ||
           !b.isSharded() || a.cores() == 1 || b.cores() == 1;
  }

  void addAlike(const OpClass &of, std::set<Layouts> &found) const {
    for (int32_t layout : optionsOf(of, 0)) {
      Layouts operands = bases(of);
      for (size_t k = 0; k < operands.size(); ++k)
        if (of.movable[k] && of.operandKinds[k] == of.operandKinds[0])
          operands[k] = layout;
      found.insert(operands);
    }
  }

  /// Each set of up to four operands in L1 interleaved, or all of more.
  void addInterleaved(const OpClass &of, std::set<Layouts> &found) const {
    const Layouts stand = bases(of);
    std::vector<std::pair<size_t, int32_t>> moves;
    for (size_t k = 0; k < stand.size(); ++k)
      for (int32_t layout : optionsOf(of, k))
        if (layout != stand[k] && layoutOf(of, k, layout).isL1() && !layoutOf(of, k, layout).isSharded())
          moves.emplace_back(k, layout);
    uint32_t all = moves.size() <= 4 ? (1U << moves.size()) - 1 : 1;
    for (uint32_t set = 1; set <= all; ++set) {
      Layouts operands = stand;
      for (size_t i = 0; i < moves.size(); ++i)
        if (moves.size() > 4 || (set >> i & 1) != 0)
          operands[moves[i].first] = moves[i].second;
      found.insert(operands);
    }
  }

  /// Results are in the rule's layouts, and shards of the result follow those of operand 0: on the same cores for
  /// elementwise ops; where a number on one core comes first, those of operand 1.
  bool mayMake(const OpClass &of, const Layouts &operands, int32_t result) const {
    if (result < 0)
      return true;
    if (!layouts[of.resultKinds[0]].contains(result))
      return false;
    if (operands.empty() || of.traits.kind == OpKind::Convolution)
      return true;
    const Layout &made = problem.kinds[of.resultKinds[0]].layouts[result];
    bool numberFirst = of.traits.kind == OpKind::Binary && operands.size() > 1 &&
                       layoutOf(of, 0, operands[0]).cores() == 1 && layoutOf(of, 1, operands[1]).isSharded();
    return follows(of.traits.kind, layoutOf(of, 0, operands[0]), made) ||
           (numberFirst && follows(of.traits.kind, layoutOf(of, 1, operands[1]), made));
  }

  static bool follows(OpKind kind, const Layout &read, const Layout &made) {
    if (!read.isSharded() || !made.isSharded())
      return true;
    bool sameRows = read.gridRows == made.gridRows, sameGrid = sameRows && read.gridCols == made.gridCols;
    bool elementwise = kind == OpKind::Unary || kind == OpKind::Binary;
    bool rowsStay = kind == OpKind::Matmul && made.sharding != Sharding::Width;
    return read.sharding == made.sharding && (!elementwise || sameGrid) && (!rowsStay || sameRows);
  }

  const FunctionLayout &problem;
  static constexpr Bytes partOfL1 = 131'072;
  int32_t perSharding;
  Bytes room = 0;                             ///< of the rank
  std::vector<std::vector<Picoseconds>> loss; ///< per kind and layout
  std::vector<std::set<int32_t>> layouts;     ///< per kind
};

/// A listed candidate that reads and makes the same spares the other when it is neither slower nor larger; a product's
/// also when it alone of the two does not depend on free L1.
bool spares(const OpClass &of, int32_t listed, int32_t other) {
  const CandidateTable &table = of.candidates;
  if (!std::ranges::equal(table.operandsOf(listed), table.operandsOf(other)) ||
      !std::ranges::equal(table.resultsOf(listed), table.resultsOf(other)))
    return false;
  const Candidate &a = table[listed], &b = table[other];
  bool isFixed = of.traits.kind == OpKind::Matmul && a.wantsFreeBytes == 0 && b.wantsFreeBytes > 0;
  return isFixed ||
         (a.time <= b.time && std::max(a.peakBytes, a.wantsFreeBytes) <= std::max(b.peakBytes, b.wantsFreeBytes));
}

/// Whatever a plan takes `other` for, it can take `listed` for, and is neither slower nor larger.
bool replaces(const OpClass &of, int32_t listed, int32_t other) {
  const CandidateTable &table = of.candidates;
  const Candidate &a = table[listed], &b = table[other];
  return std::ranges::equal(table.operandsOf(listed), table.operandsOf(other)) &&
         std::ranges::equal(table.resultsOf(listed), table.resultsOf(other)) &&
         std::ranges::equal(table.aliasesOf(listed), table.aliasesOf(other)) && a.consumes == b.consumes &&
         a.time <= b.time && a.peakBytes <= b.peakBytes && a.wantsFreeBytes <= b.wantsFreeBytes;
}

/// No candidate of the class is missing but those that a listed one replaces.
bool holdsAll(const OpClass &of, const std::vector<int32_t> &listed) {
  std::set<int32_t> in(listed.begin(), listed.end());
  for (int32_t other = 0; other < of.candidates.size(); ++other)
    if (!in.contains(other) && std::ranges::none_of(listed, [&](int32_t item) { return replaces(of, item, other); }))
      return false;
  return true;
}

} // namespace

// FP-12
Result<SpaceShare> shareOf(const FunctionLayout &problem, const FunctionCertificate &certificate) {
  SpaceShare share;
  auto isL1 = [&](size_t kind) { return [&, kind](int32_t i) { return problem.kinds[kind].layouts[i].isL1(); }; };
  for (size_t kind = 0; kind < problem.kinds.size(); ++kind) {
    share.layouts += std::ranges::count_if(certificate.layouts[kind], isL1(kind));
    share.layoutsOf += std::ranges::count_if(problem.kinds[kind].layouts, &Layout::isL1);
  }
  std::optional<SpaceRule> rule;
  if (certificate.layoutsPerSharding)
    rule.emplace(problem, *certificate.layoutsPerSharding);
  for (size_t kind = 0; rule && kind < problem.kinds.size(); ++kind)
    for (int32_t layout : rule->layoutsOf(kind))
      if (std::ranges::count(certificate.layouts[kind], layout) == 0)
        return Error{fmt::format("FP-12: layouts[{}] lacks {} ('{}'), which {} layouts per sharding take", kind, layout,
                                 problem.kinds[kind].layouts[layout].name, *certificate.layoutsPerSharding)};
  bool all = share.layouts == share.layoutsOf;
  for (int32_t c = 0; c < static_cast<int32_t>(problem.classes.size()); ++c) {
    const std::vector<int32_t> &listed = certificate.candidates[c];
    std::set<int32_t> taken = rule ? rule->candidatesOf(c) : std::set<int32_t>();
    const OpClass &of = problem.classes[c];
    for (int32_t candidate : taken)
      if (std::ranges::none_of(listed,
                               [&](int32_t other) { return other == candidate || spares(of, other, candidate); }))
        return Error{fmt::format("FP-12: candidates[{}] ('{}') lacks {}, which {} layouts per sharding take", c,
                                 of.name, candidate, *certificate.layoutsPerSharding)};
    share.candidates += static_cast<int64_t>(listed.size());
    share.candidatesOf += of.candidates.size();
    all = all && holdsAll(of, listed);
  }
  share.layoutsPerSharding = certificate.layoutsPerSharding.value_or(0);
  share.by = all ? SpaceShare::By::All : rule ? SpaceShare::By::Rule : SpaceShare::By::Part;
  return share;
}

std::string SpaceShare::text() const {
  if (!alternatives.empty()) {
    SpaceShare rest = *this;
    rest.alternatives.clear();
    return fmt::format("over {} and {}", alternatives, rest.text());
  }
  if (by == By::All)
    return fmt::format("all {} L1 layouts and {} candidates{}", layoutsOf, candidatesOf,
                       candidates < candidatesOf ? fmt::format(" ({} of them by one that is neither slower nor larger)",
                                                               candidatesOf - candidates)
                                                 : "");
  std::string name = by == By::Rule ? fmt::format("{} layouts per sharding", layoutsPerSharding)
                                    : std::string("a part that the certificate chose");
  return fmt::format("{}: {} of {} L1 layouts, {} of {} candidates", name, layouts, layoutsOf, candidates,
                     candidatesOf);
}

} // namespace alcove::plan
