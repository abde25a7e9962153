//===- GroupBound.cpp - Prices that make operations agree on groups -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations and tensors take turns, from the first to the last and back. Each gives what its least costs with a label
// exceed its least cost to the other side of an edge, by prices; the bound never falls. Along a chain one pass forward is
// dynamic programming.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/GroupBound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace alcove::plan {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int numLevels = 16;
/// Of the operations and back, and of labels visited in all.
constexpr int mostSweeps = 12;
constexpr double mostVisits = 1e8;

using Levels = std::array<double, numLevels>;

/// A label but for the level of what stays.
struct Kind {
  double turns = 1, mostTurns = 1, parts = 1, mostParts = 1, outer = 1, mostOuter = 1;
  bool cut = false;
  /// The same with tiles of all channels.
  size_t uncut = 0;
};

class GroupBounder {
public:
  explicit GroupBounder(const GroupProblem &problem) : problem(problem), readers(problem.tensors.size()) {
    for (int op = 0; op < numOperations(); ++op)
      for (int i = 0; i < static_cast<int>(at(op).operands.size()); ++i)
        readers[at(op).operands[i].tensor].push_back({op, i});
    chooseGrid();
    listKinds();
    labels = kinds.size() * numLevels;
    found.resultPrices.resize(problem.operations.size());
    found.operandPrices.resize(problem.operations.size());
    for (int op = 0; op < numOperations(); ++op) {
      if (at(op).result >= 0)
        found.resultPrices[op].assign(labels, 0);
      for (const GroupOperand &operand : at(op).operands)
        found.operandPrices[op].emplace_back(isGiven(operand) ? 0 : labels + 1, 0);
    }
  }

  GroupCertificate run() {
    most = 1 + 2 * unfused();
    double before = -1, visits = 0;
    for (int sweep = 0; sweep < mostSweeps && visits < mostVisits; ++sweep) {
      forward();
      found.bound = bound();
      if (found.bound <= before * (1 + 5e-4))
        break;
      visits += static_cast<double>(labels * (problem.operations.size() + problem.tensors.size()));
      before = found.bound;
      backward();
    }
    return found;
  }

private:
  int numOperations() const { return static_cast<int>(problem.operations.size()); }
  const GroupOperation &at(int op) const { return problem.operations[op]; }
  bool isGiven(const GroupOperand &operand) const { return problem.tensors[operand.tensor].producer < 0; }
  /// Whole bytes, so that nothing is rounded that is compared.
  double levelBytes() const { return std::max(std::floor(problem.memory / numLevels), 1.0); }
  static size_t start(size_t kind) { return kind * numLevels; }

  /// Small numbers one by one, then a fifth or half more; up to those at which tiles are smaller than a level.
  void chooseGrid() {
    found.levels = numLevels;
    double tiles = 0, weights = 0;
    for (const GroupOperation &own : problem.operations) {
      weights = std::max(weights, own.weightBytes);
      if (own.summed >= 0)
        tiles = std::max(tiles, std::min(own.operandHeld, own.resultHeld));
    }
    int64_t turns = static_cast<int64_t>(std::min(tiles / levelBytes(), 256.0)) + 1;
    int64_t parts = static_cast<int64_t>(std::min(weights / levelBytes(), 64.0)) + 1;
    for (int64_t at = 1; at <= turns; at = std::max(at + 1, at * 6 / 5))
      found.turns.push_back(at);
    for (int64_t at = 1; at <= turns; at *= 2)
      found.turnsOfParts.push_back(at);
    for (int64_t at = 2; at <= std::max<int64_t>(parts, 2); at = at < 8 ? at * 3 / 2 : at * 2)
      found.parts.push_back(at);
  }

  void listKinds() {
    auto most = [](const std::vector<int64_t> &grid, size_t i) {
      return i + 1 < grid.size() ? static_cast<double>(grid[i + 1] - 1) : infinite;
    };
    for (size_t t = 0; t < found.turns.size(); ++t)
      kinds.push_back({.turns = static_cast<double>(found.turns[t]), .mostTurns = most(found.turns, t), .uncut = t});
    for (size_t t = 0; t < found.turnsOfParts.size(); ++t)
      for (size_t p = 0; p < found.parts.size(); ++p) {
        double mostTurns = most(found.turnsOfParts, t), outer = 1;
        for (bool last = false; !last; outer *= 2) {
          last = 2 * outer > static_cast<double>(found.turnsOfParts[t]);
          for (bool cut : {false, true})
            kinds.push_back({static_cast<double>(found.turnsOfParts[t]), mostTurns, static_cast<double>(found.parts[p]),
                             most(found.parts, p), outer, last ? mostTurns : 2 * outer - 1, cut,
                             kinds.size() - (cut ? 1 : 0)});
        }
      }
  }

  /// Everything apart: no price need be higher.
  double unfused() const {
    double sum = problem.fixedBytes;
    for (const GroupTensor &tensor : problem.tensors)
      sum += tensor.storeBytes + tensor.readBytes;
    for (const GroupOperation &own : problem.operations)
      sum += own.weightBytes * std::min(static_cast<double>(found.turns.back()), 64.0);
    return sum;
  }

  bool hasRoom(int op, const Kind &kind, double kept) const {
    const GroupOperation &own = at(op);
    bool told = own.summed >= 0 && !kind.cut;
    return !told || kept + std::floor(std::min(own.operandHeld, own.resultHeld) / kind.mostTurns) <= problem.memory;
  }

  /// What weights cost that pass, or of which all or a part stays, and the level behind them.
  struct Weights {
    double cost = 0;
    int level = 0;
  };
  struct Ways {
    std::array<Weights, 3> all;
    size_t count = 0;
  };
  Ways weights(int op, const Kind &kind, int level) const {
    double bytes = at(op).weightBytes, passes = kind.turns * (kind.cut ? 1 : kind.parts);
    Ways ways;
    auto add = [&](double times, double room) {
      double kept = level * levelBytes() + room;
      int after = std::min(static_cast<int>(kept / levelBytes()), numLevels - 1);
      if (kept <= problem.memory && hasRoom(op, kind, after * levelBytes()))
        ways.all[ways.count++] = {bytes * times, after};
    };
    add(passes, 0);
    if (bytes > 0 && passes > 1)
      add(1, std::floor(bytes));
    if (bytes > 0 && kind.cut && kind.outer < passes)
      add(kind.outer, std::floor(bytes / kind.mostParts));
    return ways;
  }

  /// An operand with labels of one kind.
  struct Choice {
    /// Read in the group, by level of what stayed in front of the operation.
    Levels inside;
    /// Read from slow memory once, and what parts of the channels read again where more stays than `room` leaves.
    double outside = 0, again = 0, room = 0;
    double slow(double kept) const { return outside + (kept <= room ? 0 : again); }
  };
  void choose(int op, size_t kind) const {
    const GroupOperation &own = at(op);
    choices.resize(own.operands.size());
    for (size_t i = 0; i < own.operands.size(); ++i) {
      const std::vector<double> &prices = found.operandPrices[op][i];
      double least = infinite;
      for (size_t level = 0; level < numLevels; ++level) {
        if (!prices.empty() && (!own.operands[i].whole || !kinds[kind].cut))
          least = std::min(least, prices[start(kind) + level]);
        if (!prices.empty())
          least = std::min(least, prices[start(kinds[kind].uncut) + level]);
        choices[i].inside[level] = least;
      }
      double bytes = problem.tensors[own.operands[i].tensor].readBytes;
      bool passes = own.operands[i].whole || !kinds[kind].cut;
      double sharers = static_cast<double>(readers[own.operands[i].tensor].size());
      choices[i].outside = prices.empty() ? 0 : prices.back();
      choices[i].again = passes ? (kinds[kind].parts - 1) * bytes / sharers : 0;
      choices[i].room = problem.memory - std::floor(bytes / kinds[kind].mostOuter);
    }
  }

  /// One way to do an operation: level in front of it, label of its result, bytes that stay, and cost with its operands.
  struct Way {
    size_t kind = 0, level = 0, label = 0;
    double kept = 0, cost = 0;
  };
  template <typename Function>
  void forEachWay(int op, Function function) const {
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      choose(op, kind);
      for (size_t level = 0; level < numLevels; ++level) {
        Ways ways = weights(op, kinds[kind], static_cast<int>(level));
        for (size_t i = 0; i < ways.count; ++i) {
          Way way{kind, level, start(kind) + static_cast<size_t>(ways.all[i].level), ways.all[i].level * levelBytes(),
                  ways.all[i].cost};
          way.cost += at(op).result < 0 ? 0 : found.resultPrices[op][way.label];
          for (const Choice &operand : choices)
            way.cost += std::min(operand.inside[level], operand.slow(way.kept));
          function(way);
        }
      }
    }
  }

  double leastOf(int op) const {
    double least = infinite;
    forEachWay(op, [&](const Way &way) { least = std::min(least, way.cost); });
    return least;
  }

  /// The least cost with each label of the result.
  std::vector<double> costsOfResult(int op) const {
    std::vector<double> costs(labels, infinite);
    forEachWay(op, [&](const Way &way) { costs[way.label] = std::min(costs[way.label], way.cost); });
    return costs;
  }

  /// The least cost with each label of what an operand reads, and at the end with reading from slow memory.
  std::vector<double> costsOfOperand(int op, size_t operand) const {
    std::vector<double> costs(labels + 1, infinite);
    bool whole = at(op).operands[operand].whole;
    forEachWay(op, [&](const Way &way) {
      double slow = choices[operand].slow(way.kept);
      double others = way.cost - std::min(choices[operand].inside[way.level], slow);
      costs.back() = std::min(costs.back(), others + slow);
      double &uncut = costs[start(kinds[way.kind].uncut) + way.level];
      uncut = std::min(uncut, others);
      double &own = costs[start(way.kind) + way.level];
      own = whole ? own : std::min(own, others);
    });
    // What stayed in front of it may be less than it counts on.
    for (size_t label = labels; label-- > 0;)
      if (label % numLevels + 1 < numLevels)
        costs[label] = std::min(costs[label], costs[label + 1]);
    for (size_t label = 0; label < labels; ++label)
      costs[label] += found.operandPrices[op][operand][label];
    return costs;
  }

  /// Of a tensor: what each label of its producer costs, where some reader may read from slow memory and where none does.
  struct TensorCosts {
    std::vector<double> stored, passed;
    double moves = 0;
  };
  TensorCosts costsOf(int tensor) const {
    const GroupTensor &own = problem.tensors[tensor];
    TensorCosts costs;
    costs.moves = own.storeBytes + own.readBytes;
    costs.passed.assign(labels, 0);
    costs.stored.assign(labels, costs.moves);
    for (size_t label = 0; label < labels; ++label) {
      double price = found.resultPrices[own.producer][label];
      costs.passed[label] -= price;
      costs.stored[label] -= price;
      for (auto [op, operand] : readers[tensor]) {
        const std::vector<double> &prices = found.operandPrices[op][operand];
        costs.passed[label] -= prices[label];
        costs.stored[label] -= std::max(prices[label], prices.back());
      }
    }
    return costs;
  }
  std::vector<double> costsOfProducer(int tensor) const {
    TensorCosts costs = costsOf(tensor);
    for (size_t label = 0; label < labels; ++label)
      costs.passed[label] = std::min(costs.passed[label], costs.stored[label]);
    return costs.passed;
  }
  std::vector<double> costsOfReader(int tensor, int op, int operand) const {
    TensorCosts costs = costsOf(tensor);
    const std::vector<double> &prices = found.operandPrices[op][operand];
    std::vector<double> own(labels + 1, infinite);
    for (size_t label = 0; label < labels; ++label) {
      double without = costs.stored[label] + std::max(prices[label], prices.back());
      own[label] = std::min(costs.passed[label], without - prices[label]);
      own.back() = std::min(own.back(), without - prices.back());
    }
    return own;
  }
  double leastOfTensor(int tensor) const { return isRead(tensor) ? std::ranges::min(costsOfProducer(tensor)) : 0; }
  bool isRead(int tensor) const { return problem.tensors[tensor].producer >= 0 && !readers[tensor].empty(); }

  double bound() const {
    double sum = problem.fixedBytes;
    for (int op = 0; op < numOperations(); ++op)
      sum += leastOf(op);
    for (int tensor = 0; tensor < static_cast<int>(problem.tensors.size()); ++tensor)
      sum += leastOfTensor(tensor);
    return sum;
  }

  /// Moves a share of what `costs` exceed their least by. `towards`: 1 from the tensor to the operation, which pays the
  /// price, -1 back.
  void move(std::vector<double> &prices, const std::vector<double> &costs, double portion, double towards) const {
    double least = std::ranges::min(costs);
    for (size_t label = 0; label < prices.size(); ++label)
      prices[label] += towards * portion * std::min(costs[label] - least, most);
  }

  void forward() {
    for (int op = 0; op < numOperations(); ++op) {
      int tensor = at(op).result;
      if (tensor < 0 || readers[tensor].empty())
        continue;
      move(found.resultPrices[op], costsOfResult(op), 1, -1);
      for (size_t i = 0; i < readers[tensor].size(); ++i) {
        auto [reader, operand] = readers[tensor][i];
        move(found.operandPrices[reader][operand], costsOfReader(tensor, reader, operand),
             1.0 / static_cast<double>(readers[tensor].size() - i), 1);
      }
    }
  }

  void backward() {
    for (int op = numOperations(); op-- > 0;) {
      if (int tensor = at(op).result; tensor >= 0 && !readers[tensor].empty())
        move(found.resultPrices[op], costsOfProducer(tensor), 1, 1);
      double count = 0;
      for (const GroupOperand &operand : at(op).operands)
        count += !isGiven(operand);
      for (int i = 0; i < static_cast<int>(at(op).operands.size()); ++i)
        if (!isGiven(at(op).operands[i]))
          move(found.operandPrices[op][i], costsOfOperand(op, static_cast<size_t>(i)), 1 / count--, -1);
    }
  }

  const GroupProblem &problem;
  /// By tensor: operation and operand.
  std::vector<std::vector<std::pair<int, int>>> readers;
  GroupCertificate found;
  std::vector<Kind> kinds;
  size_t labels = 0;
  /// Of the operation and the kind that are looked at.
  mutable std::vector<Choice> choices;
  /// Of a label that cannot be.
  double most = 0;
};

} // namespace

GroupCertificate boundGroups(const GroupProblem &problem) { return GroupBounder(problem).run(); }

} // namespace alcove::plan
