//===- CoveringShares.cpp - Dual ascent on the covering of operations -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Downset/OpMaskBits.h"

#include <algorithm>
#include <numeric>

namespace alcove::plan::schedule {

namespace {

/// The least that a group costs in any schedule, over all sets of residents and retained tensors that fit together.
/// `forced`: makers inside whose results are used inside and retained as well.
class LeastPrice {
public:
  LeastPrice(GroupPricer &pricer, const CandidateGroup &group, OpMask forced = 0)
      : pricer(pricer), graph(pricer.graph()), group(group) {
    for (OpMask rest = forced; rest; rest &= rest - 1) {
      retained.push_back(graph.ops[lowest(rest)].outputs[0]);
      forcedElements += graph.tensor(retained.back()).elements();
    }
    for (OpMask rest = group.ops; rest; rest &= rest - 1)
      ops.push_back(static_cast<int32_t>(lowest(rest)));
    auto offer = [&](int32_t t, bool made) {
      if (graph.tensor(t).elements() < graph.capacity)
        items.push_back({t, made});
    };
    for (OpMask rest = group.inputMakers; rest; rest &= rest - 1)
      offer(graph.ops[lowest(rest)].outputs[0], false);
    // What is used inside could be retained as well, but that saves nothing here.
    for (OpMask rest = group.outer; rest; rest &= rest - 1)
      if (int32_t t = graph.ops[lowest(rest)].outputs[0]; !graph.mustStore(t))
        offer(t, true);
  }

  /// No dearer than `find()`, by one price instead of one for every choice: as if everything were kept for nothing.
  double quick() { return items.empty() ? find() : std::min(first(), optimistic()); }

  double find() {
    best = first();
    if (items.empty())
      return best;
    // Many small tensors: as if they occupied nothing.
    if (size_t left = 64; !countChoices(0, forcedElements, left))
      return std::min(best, optimistic());
    choose(0, forcedElements);
    return best;
  }
  bool isQuick() const { return items.empty(); }

private:
  double first() { return retained.empty() ? group.price : pricer.price(ops, resident, retained).cost; }
  struct Item {
    int32_t tensor;
    bool made;
  };
  int64_t sizeOf(size_t i) const { return graph.tensor(items[i].tensor).elements(); }
  bool countChoices(size_t i, int64_t occupied, size_t &left) const {
    if (i == items.size())
      return left-- > 0;
    return countChoices(i + 1, occupied, left) &&
           (occupied + sizeOf(i) > graph.capacity || countChoices(i + 1, occupied + sizeOf(i), left));
  }
  void choose(size_t i, int64_t occupied) {
    if (i == items.size()) {
      if (!resident.empty() || !retained.empty())
        best = std::min(best, pricer.price(ops, resident, retained).cost);
      return;
    }
    choose(i + 1, occupied);
    if (occupied + sizeOf(i) > graph.capacity)
      return;
    std::vector<int32_t> &list = items[i].made ? retained : resident;
    list.push_back(items[i].tensor);
    choose(i + 1, occupied + sizeOf(i));
    list.pop_back();
  }
  double optimistic() {
    std::vector<int32_t> in = resident, out = retained;
    for (const Item &item : items)
      (item.made ? out : in).push_back(item.tensor);
    PricerOptions options = pricer.optionsInUse();
    options.freeResidents = true;
    options.slackTiles = 0;
    return pricer.priceWith(options, ops, in, out).cost;
  }

  GroupPricer &pricer;
  const OpGraph &graph;
  const CandidateGroup &group;
  std::vector<int32_t> ops, resident, retained;
  std::vector<Item> items;
  int64_t forcedElements = 0;
  double best = 0;
};

} // namespace

namespace {

/// Dual ascent. What must be covered is not the operation but, for every reader, the delivery of the result to the
/// first run of that reader (and, for results without readers, the first run of the operation). A group delivers to its
/// own readers what stays inside and to all readers what leaves it, but never to a reader that must have run before the
/// group. So groups that can only exist because something runs twice answer for less:
///
///      {a, b} with a ephemeral:  a ──► b      delivered          {a, c} after b:  a ──► b ──► c
///                                 ╲──► c      not delivered                       b ran before: nothing delivered to b
///
class ShareAscent {
public:
  ShareAscent(GroupPricer &pricer, const CandidateOptions &options, CandidateSet &candidates)
      : pricer(pricer), graph(pricer.graph()), options(options), candidates(candidates) {
    for (size_t o = 0; o != graph.size(); ++o) {
      first.push_back(value.size());
      value.resize(value.size() + std::max<size_t>(1, readersOf(o).size()), 0);
    }
    first.push_back(value.size());
    touching.resize(value.size());
    ancestors = ancestorsOf(graph);
  }

  /// Ascent over the rows that bind, all others watched: whatever a pass violates is scaled down and joins them.
  void run(int rounds, const StopSignal &stop) {
    for (size_t g = 0; g != candidates.groups.size(); ++g) {
      addRows(g);
      if (g % 64 == 0 && stop())
        return;
    }
    start(stop);
    for (size_t r = 0; r != rows.size(); ++r)
      if (rows.size() <= fewRows || countOf(candidates.groups[rows[r].group].ops) <= 3)
        activate(r);
    double best = -1;
    std::vector<double> bestValue;
    for (int cycle = 0; cycle != 40 && !stop(); ++cycle) {
      ascend(rounds, stop);
      size_t before = active.size(), inexact = priceBinding(stop);
      repair(stop);
      double total = std::accumulate(value.begin(), value.end(), 0.0);
      if (total > best) {
        best = total;
        bestValue = value;
      }
      if (active.size() == before && inexact == 0)
        break;
    }
    if (best < 0)
      return;
    value = std::move(bestValue);
    candidates.shareTotal = best;
    report(stop);
  }

private:
  /// What one way of running a group delivers, and the least that it costs (or, until it binds, less).
  struct Row {
    size_t group;
    OpMask partial, ranBefore, kept;
    double price;
    bool exact;
    size_t activeAt = inactive;
  };
  struct ActiveRow {
    std::vector<size_t> items;
    double price, slack;
  };
  static constexpr size_t fewRows = 4000, mostNewRows = 4000, inactive = ~size_t(0);
  // A tiny margin keeps sums of rounded shares below the price.
  static constexpr double margin = 1 - 1e-12;
  const std::vector<int32_t> &readersOf(size_t o) const { return graph.usersOf(graph.ops[o].outputs[0]); }
  static size_t countOf(OpMask mask) {
    return static_cast<size_t>(__builtin_popcountll(static_cast<uint64_t>(mask)) +
                               __builtin_popcountll(static_cast<uint64_t>(mask >> 64)));
  }

  template <typename Visit>
  void forItems(const Row &row, size_t o, Visit &&visit) const {
    OpMask ops = candidates.groups[row.group].ops;
    const std::vector<int32_t> &readers = readersOf(o);
    for (size_t i = first[o]; i != first[o + 1]; ++i) {
      OpMask taker = bit(readers.empty() ? o : static_cast<size_t>(readers[i - first[o]]));
      if (!(row.ranBefore & taker) && (!(row.partial & bit(o)) || (ops & taker)))
        visit(i);
    }
  }
  template <typename Visit>
  void forItems(const Row &row, Visit &&visit) const {
    for (OpMask rest = candidates.groups[row.group].ops; rest; rest &= rest - 1)
      forItems(row, lowest(rest), visit);
  }
  double sumOf(const Row &row) const {
    double sum = 0;
    forItems(row, [&](size_t i) { sum += value[i]; });
    return sum;
  }

  /// The least price of a row that matters. It only rises, so shares stay feasible.
  void priceExactly(Row &row) {
    CandidateGroup &group = candidates.groups[row.group];
    row.exact = true;
    double least = LeastPrice(pricer, group, row.kept).find() * margin;
    if (!(least > row.price))
      return;
    if (row.activeAt != inactive)
      active[row.activeAt].slack += least - row.price, active[row.activeAt].price = least;
    row.price = least;
    if (!row.kept)
      group.least = least;
  }

  /// How many rows bound at a price that was not exact.
  size_t priceBinding(const StopSignal &stop) {
    size_t count = 0;
    for (Row &row : rows)
      if (!row.exact && row.activeAt != inactive && active[row.activeAt].slack < 1e-6 * row.price) {
        if (stop())
          break;
        priceExactly(row);
        ++count;
      }
    return count;
  }

  void activate(size_t r) {
    if (rows[r].activeAt != inactive)
      return;
    rows[r].activeAt = active.size();
    ActiveRow row{{}, rows[r].price, rows[r].price};
    forItems(rows[r], [&](size_t i) {
      row.items.push_back(i);
      row.slack -= value[i];
    });
    for (size_t i : row.items)
      touching[i].push_back(active.size());
    active.push_back(std::move(row));
  }

  void ascend(int rounds, const StopSignal &stop) {
    for (ActiveRow &row : active) {
      row.slack = row.price;
      for (size_t i : row.items)
        row.slack -= value[i];
    }
    double best = -1;
    std::vector<double> bestValue;
    for (int round = 0; round != rounds && !stop(); ++round) {
      pass(round);
      double total = std::accumulate(value.begin(), value.end(), 0.0);
      if (total > best) {
        best = total;
        bestValue = value;
      }
    }
    if (best >= 0)
      value = std::move(bestValue);
  }

  /// One scan makes the shares feasible: scaling down helps all other rows.
  void repair(const StopSignal &stop) {
    std::vector<std::pair<double, size_t>> violated;
    for (size_t r = 0; r != rows.size(); ++r) {
      double sum = sumOf(rows[r]);
      if (sum > rows[r].price && !rows[r].exact && !stop())
        priceExactly(rows[r]);
      if (sum > rows[r].price * (1 + 1e-12))
        violated.push_back({rows[r].price - sum, r});
    }
    std::sort(violated.begin(), violated.end());
    for (auto [excess, r] : violated) {
      double sum = sumOf(rows[r]);
      if (sum > rows[r].price)
        forItems(rows[r], [&](size_t i) { value[i] *= rows[r].price / sum; });
    }
    if (violated.size() > mostNewRows)
      violated.resize(mostNewRows);
    for (auto [excess, r] : violated)
      activate(r);
  }

  void report(const StopSignal &stop) {
    candidates.shares.assign(graph.size(), 0);
    candidates.deliveryShares.assign(graph.size(), {});
    candidates.rerunShares.assign(graph.size(), infinite);
    for (size_t o = 0; o != graph.size(); ++o)
      for (size_t i = first[o]; i != first[o + 1]; ++i) {
        candidates.shares[o] += value[i];
        candidates.deliveryShares[o].push_back(value[i]);
      }
    std::vector<double> above(candidates.groups.size(), infinite);
    for (Row &row : rows) {
      double all = 0;
      for (OpMask rest = candidates.groups[row.group].ops; rest; rest &= rest - 1) {
        size_t o = lowest(rest);
        double sum = 0;
        forItems(row, o, [&](size_t i) { sum += value[i]; });
        candidates.rerunShares[o] = std::min(candidates.rerunShares[o], sum);
        all += sum;
      }
      if (candidates.shareTotal + row.price - all < options.incumbent && !row.exact && !stop())
        priceExactly(row);
      above[row.group] = std::min(above[row.group], row.price - all);
    }
    for (double &share : candidates.rerunShares)
      share = share < infinite ? share : 0;
    // Any schedule with this group costs the total of the shares and what the group costs above its own.
    std::vector<CandidateGroup> useful;
    for (size_t g = 0; g != candidates.groups.size(); ++g)
      if (candidates.shareTotal + above[g] < options.incumbent)
        useful.push_back(candidates.groups[g]);
    candidates.groups = std::move(useful);
  }

  void addRows(size_t index) {
    CandidateGroup &group = candidates.groups[index];
    bool exact = !options.retention;
    auto priceOf = [&](OpMask kept) {
      LeastPrice price(pricer, group, kept);
      exact = !options.retention || price.isQuick();
      return (options.retention || kept ? price.quick() : group.price) * margin;
    };
    group.least = priceOf(0);
    bool leastIsExact = exact;
    OpMask partial = 0, keepable = 0;
    for (OpMask rest = options.recompute ? group.internal : 0; rest; rest &= rest - 1) {
      size_t o = lowest(rest);
      const std::vector<int32_t> &readers = readersOf(o);
      bool within = std::all_of(readers.begin(), readers.end(),
                                [&](int32_t user) { return (group.ops & bit(static_cast<size_t>(user))) != 0; });
      if (within)
        continue;
      if (!options.retention || graph.tensor(graph.ops[o].outputs[0]).elements() >= graph.capacity)
        partial |= bit(o);
      else if (countOf(keepable) < 3)
        keepable |= bit(o); // Beyond: as if kept for nothing.
    }
    OpMask ranBefore = group.inputMakers;
    for (OpMask rest = group.inputMakers; rest; rest &= rest - 1)
      ranBefore |= ancestors[lowest(rest)];
    for (OpMask kept = keepable;; kept = (kept - 1) & keepable) {
      double least = kept ? priceOf(kept) : group.least;
      if (least < infinite)
        rows.push_back({index, partial | (keepable & ~kept), ranBefore, kept, least, kept ? exact : leastIsExact});
      if (!kept)
        return;
    }
  }

  void raise(size_t item, double by) {
    value[item] += by;
    for (size_t r : touching[item])
      active[r].slack -= by;
  }
  double room(size_t item) const {
    double least = infinite;
    for (size_t r : touching[item])
      least = std::min(least, active[r].slack);
    return least < infinite ? std::max(0.0, least) : 0;
  }

  /// Shares of another bound are scaled down where they are above a price, be it by rounding.
  void start(const StopSignal &stop) {
    if (options.startShares.size() != graph.size())
      return;
    for (size_t o = 0; o != graph.size(); ++o)
      for (size_t i = first[o]; i != first[o + 1]; ++i)
        value[i] = options.startShares[o] / static_cast<double>(first[o + 1] - first[o]);
    double scale = 1;
    for (Row &row : rows) {
      double sum = sumOf(row);
      if (sum > row.price && !row.exact && !stop())
        priceExactly(row);
      if (sum > row.price)
        scale = std::min(scale, row.price / sum);
    }
    for (double &share : value)
      share *= scale;
  }

  /// Let go of a part everywhere, then take what there is, in turns from both ends: block coordinate ascent escapes the
  /// first greedy solution.
  void pass(int round) {
    double release = round == 0 ? 0 : 0.5 / (1 + 0.05 * round);
    size_t n = value.size();
    for (size_t i = 0; i != n; ++i)
      raise(i, -value[i] * (i % 3 == static_cast<size_t>(round) % 3 ? release : release / 4));
    for (int sweep = 0; sweep != 3; ++sweep)
      for (size_t k = 0; k != n; ++k) {
        size_t i = (round + sweep) % 2 ? n - 1 - k : k;
        raise(i, room(i) * (sweep == 2 ? 1.0 : 0.5));
      }
  }

  GroupPricer &pricer;
  const OpGraph &graph;
  const CandidateOptions &options;
  CandidateSet &candidates;
  /// Deliveries of operation o are numbered from first[o].
  std::vector<size_t> first;
  std::vector<double> value;
  std::vector<OpMask> ancestors;
  std::vector<Row> rows;
  std::vector<ActiveRow> active;
  std::vector<std::vector<size_t>> touching;
};

} // namespace

void raiseShares(GroupPricer &pricer, const CandidateOptions &options, CandidateSet &candidates, int rounds,
                 const StopSignal &stop) {
  ShareAscent(pricer, options, candidates).run(rounds, stop);
}

} // namespace alcove::plan::schedule
