//===- CoveringShares.cpp - Prices of deliveries and of kept tensors ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dual of the covering program of groups. What must be covered is the first run of every operation and, for every
// reader, the delivery of its result to the first run of that reader (and, for results without readers, that it is
// stored). The reader takes it from the group that it stands in, from fast memory, where the group before kept it, or
// from slow memory, where some group stored it:
//
//        a ──► b    in one group       the group delivers a to b
//        a   ► c    a is stored        the group of a delivers it to all readers outside
//        a … ► d    a is kept          the group of a receives z(a), the group of d pays z(a) and delivers a to d
//
// What a group finds is what the one before kept, so in a schedule these payments cancel (what is kept last and found
// by nobody only adds), and the total of the other prices is a lower bound. What must have run before the group counts
// for nothing: a group that only exists because something runs twice answers for less.
//
//===----------------------------------------------------------------------===//
#include "ColumnProgram.h"
#include "GroupWays.h"

#include <algorithm>
#include <numeric>

namespace alcove::plan::schedule {

namespace {

class CoveringPrices {
public:
  CoveringPrices(GroupPricer &pricer, const CandidateOptions &options, CandidateSet &candidates)
      : pricer(pricer), graph(pricer.graph()), options(options), candidates(candidates) {
    for (size_t o = 0; o != graph.size(); ++o) {
      first.push_back(variables);
      variables += 1 + std::max<size_t>(1, readersOf(o).size());
    }
    first.push_back(variables);
    for (size_t o = 0; o != graph.size(); ++o) {
      int32_t t = graph.ops[o].outputs[0];
      bool kept = options.retention && !graph.mustStore(t) && graph.tensor(t).elements() < graph.capacity;
      keepPrice.push_back(kept ? variables++ : none);
    }
  }

  void run(int rounds, const StopSignal &stop);

private:
  using Way = GroupWays::Way;
  /// What the ways of one group deliver: `base` with nothing kept, and what each found or kept result changes.
  struct Gains {
    double base = 0;
    std::vector<std::pair<OpMask, double>> found, kept;
  };
  /// A way that costs less than what its prices ask, and how far one may go towards those prices.
  struct Violation {
    size_t group;
    Way way;
    double reach;
  };
  static constexpr size_t none = ~size_t(0), mostNewColumns = 200;
  // A tiny margin keeps sums of rounded prices below the true ones.
  static constexpr double margin = 1 - 1e-10;

  const std::vector<int32_t> &readersOf(size_t o) const { return graph.usersOf(graph.ops[o].outputs[0]); }
  /// The deliveries of `o` that a group makes to its members, or to others.
  template <typename Visit>
  void forDeliveries(size_t g, size_t o, bool inside, Visit &&visit) const {
    const std::vector<int32_t> &readers = readersOf(o);
    if (readers.empty() && !inside)
      return visit(first[o] + 1);
    for (size_t i = 0; i != readers.size(); ++i) {
      OpMask taker = bit(static_cast<size_t>(readers[i]));
      if (!(ranBefore[g] & taker) && inside == ((candidates.groups[g].ops & taker) != 0))
        visit(first[o] + 1 + i);
    }
  }
  double delivered(size_t g, size_t o, bool inside, const std::vector<double> &prices) const {
    double sum = 0;
    forDeliveries(g, o, inside, [&](size_t i) { sum += prices[i]; });
    return sum;
  }
  /// What the run of a member counts for.
  double ran(size_t g, size_t o, const std::vector<double> &prices) const {
    return ranBefore[g] & bit(o) ? 0 : prices[first[o]];
  }
  double keepPriceOf(size_t o, const std::vector<double> &prices) const {
    return keepPrice[o] == none ? 0 : prices[keepPrice[o]];
  }
  void gainsOf(size_t g, const std::vector<double> &prices, Gains &gains) const;
  static double askedBy(const Gains &gains, const Way &way);
  Way mostAsking(size_t g, const Gains &gains) const;
  double mayAsk(size_t g, const Gains &gains) const { return askedBy(gains, mostAsking(g, gains)); }
  double leastReach(size_t g, const Gains &inner, const Gains &outer) const;
  Violation worstWay(size_t g, const Gains &inner, const Gains &outer);
  double scan(const std::vector<double> &inner, const std::vector<double> &outer, std::vector<Violation> &violations,
              const StopSignal &stop);
  void addColumn(size_t g, const Way &way);
  void add(CoveringColumn column);
  void makeProgram();
  double totalOf(const std::vector<double> &prices) const {
    return std::accumulate(prices.begin(), prices.begin() + static_cast<ptrdiff_t>(first.back()), 0.0);
  }
  bool prepare(const StopSignal &stop);
  void report(const StopSignal &stop);
  void reportReruns(size_t g, const std::vector<double> &whenFound);
  std::vector<double> leastWhenFound() const;
  double reportGroup(size_t g);

  GroupPricer &pricer;
  const OpGraph &graph;
  const CandidateOptions &options;
  CandidateSet &candidates;
  /// The run of operation o is number first[o], its deliveries follow; then the keep prices.
  std::vector<size_t> first, keepPrice;
  size_t variables = 0;
  /// Per group.
  std::vector<OpMask> ranBefore;
  std::vector<GroupWays> ways;
  std::unique_ptr<ColumnProgram> program;
  /// Costs of the program are relative to it.
  double unit = 1;
  std::vector<double> best;
};

} // namespace

void CoveringPrices::gainsOf(size_t g, const std::vector<double> &prices, Gains &gains) const {
  const CandidateGroup &group = candidates.groups[g];
  gains.base = 0;
  gains.found.clear();
  gains.kept.clear();
  for (OpMask rest = group.ops; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    bool inside = (group.internal & bit(o)) != 0;
    double sum = delivered(g, o, inside, prices);
    gains.base += sum + ran(g, o, prices);
    if (ways[g].mayKeep() & bit(o))
      gains.kept.push_back({bit(o), keepPriceOf(o, prices) - (inside ? 0 : sum)});
  }
  for (OpMask rest = ways[g].mayFind(); rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    gains.found.push_back({bit(o), delivered(g, o, true, prices) - keepPriceOf(o, prices)});
  }
}

double CoveringPrices::askedBy(const Gains &gains, const Way &way) {
  double sum = gains.base;
  for (auto [one, gain] : gains.found)
    sum += way.found & one ? gain : 0;
  for (auto [one, gain] : gains.kept)
    sum += way.kept & one ? gain : 0;
  return sum;
}

/// The way that asks for most, at a price that no way is below.
CoveringPrices::Way CoveringPrices::mostAsking(size_t g, const Gains &gains) const {
  Way way{0, 0, ways[g].quick()};
  for (auto [one, gain] : gains.found)
    way.found |= gain > 0 ? one : 0;
  for (auto [one, gain] : gains.kept)
    way.kept |= gain > 0 ? one : 0;
  return way;
}

/// The way of a group that ends first on the way from the inner to the outer prices.
CoveringPrices::Violation CoveringPrices::worstWay(size_t g, const Gains &inner, const Gains &outer) {
  Violation worst{g, {}, infinite};
  auto offer = [&](const Way &way) {
    double price = way.price * margin, excess = askedBy(outer, way) - price;
    if (excess <= 0)
      return;
    double slack = std::max(0.0, price - askedBy(inner, way)), reach = slack / (slack + excess);
    if (reach < worst.reach)
      worst = {g, way, reach};
  };
  if (ways[g].standsForAll()) {
    offer(mostAsking(g, outer));
    return worst;
  }
  ways[g].forChoices(graph, [&](OpMask found, OpMask kept) {
    Way way{found, kept, ways[g].quick()};
    if (askedBy(outer, way) <= way.price * margin)
      return;
    way.price = ways[g].priceOf(pricer, candidates.groups[g], found, kept);
    if (way.price < infinite)
      offer(way);
  });
  return worst;
}

/// As far as the prices certainly hold for a group, at a price that no way is below.
double CoveringPrices::leastReach(size_t g, const Gains &inner, const Gains &outer) const {
  double least = infinite, price = ways[g].quick() * margin;
  auto offer = [&](const Way &way) {
    double excess = askedBy(outer, way) - price, slack = std::max(0.0, price - askedBy(inner, way));
    if (excess > 0)
      least = std::min(least, slack / (slack + excess));
  };
  if (ways[g].standsForAll())
    offer(mostAsking(g, outer));
  else
    ways[g].forChoices(graph, [&](OpMask found, OpMask kept) { offer({found, kept, 0}); });
  return least;
}

/// How far from the inner prices, which hold, towards the outer ones all prices hold, and some of the ways in between.
/// Ways are only listed where they may matter.
double CoveringPrices::scan(const std::vector<double> &inner, const std::vector<double> &outer,
                            std::vector<Violation> &violations, const StopSignal &stop) {
  std::vector<std::pair<double, size_t>> suspects;
  Gains inside, outside;
  for (size_t g = 0; g != ways.size(); ++g) {
    if (g % 1024 == 0 && stop())
      return 0;
    gainsOf(g, outer, outside);
    if (mayAsk(g, outside) <= ways[g].quick() * margin)
      continue;
    gainsOf(g, inner, inside);
    suspects.push_back({leastReach(g, inside, outside), g});
  }
  std::erase_if(suspects, [](const auto &suspect) { return !(suspect.first < infinite); });
  std::sort(suspects.begin(), suspects.end());
  double reach = 1;
  for (auto [least, g] : suspects) {
    if (violations.size() >= mostNewColumns && least >= reach)
      break;
    if (stop())
      return 0;
    gainsOf(g, inner, inside);
    gainsOf(g, outer, outside);
    Violation worst = worstWay(g, inside, outside);
    if (!(worst.reach < infinite))
      continue;
    reach = std::min(reach, worst.reach);
    violations.push_back(worst);
  }
  std::stable_sort(violations.begin(), violations.end(), [](auto &a, auto &b) { return a.reach < b.reach; });
  if (violations.size() > mostNewColumns)
    violations.resize(mostNewColumns);
  return reach;
}

void CoveringPrices::addColumn(size_t g, const Way &way) {
  const CandidateGroup &group = candidates.groups[g];
  CoveringColumn column{{}, way.price * margin};
  auto deliver = [&](size_t i) { column.entries.push_back({static_cast<int32_t>(i), 1}); };
  for (OpMask rest = group.ops | way.found; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    bool inside = ((group.internal | way.found) & bit(o)) != 0;
    if (group.ops & ~ranBefore[g] & bit(o))
      deliver(first[o]);
    if (inside || !(way.kept & bit(o)))
      forDeliveries(g, o, inside, deliver);
    if (((way.kept | way.found) & bit(o)) && keepPrice[o] != none)
      column.entries.push_back({static_cast<int32_t>(keepPrice[o]), way.kept & bit(o) ? 1.0 : -1.0});
  }
  add(std::move(column));
}

void CoveringPrices::add(CoveringColumn column) {
  std::vector<ColumnProgram::Entry> entries;
  for (auto [row, value] : column.entries)
    entries.push_back({row, value});
  program->add(entries, column.cost / unit);
  candidates.columns.push_back(std::move(column));
}

void CoveringPrices::makeProgram() {
  std::vector<double> demand(variables, 0), ceiling(variables, 1), alone(graph.size(), 0);
  for (const CandidateGroup &group : candidates.groups)
    if ((group.ops & (group.ops - 1)) == 0)
      alone[lowest(group.ops)] = group.price;
  unit = std::max(std::accumulate(alone.begin(), alone.end(), 0.0) / static_cast<double>(graph.size()), 1e-9);
  std::fill(demand.begin(), demand.begin() + static_cast<ptrdiff_t>(first.back()), 1.0);
  for (size_t o = 0; o != graph.size(); ++o) {
    double most = std::max(alone[o] / unit, 1e-6);
    for (size_t i = first[o]; i != first[o + 1]; ++i)
      ceiling[i] = most;
    if (keepPrice[o] != none)
      ceiling[keepPrice[o]] = 3 * most;
  }
  program = std::make_unique<ColumnProgram>(std::move(demand), std::move(ceiling));
  for (size_t g = 0; g != candidates.groups.size(); ++g)
    if (OpMask ops = candidates.groups[g].ops; (ops & (ops - 1)) == 0)
      addColumn(g, {0, 0, candidates.groups[g].price});
  for (const CoveringColumn &column : options.startColumns)
    add(column);
}

/// Quick prices of all groups; those that no schedule can hold go.
bool CoveringPrices::prepare(const StopSignal &stop) {
  std::vector<OpMask> ancestors = ancestorsOf(graph);
  std::vector<CandidateGroup> kept;
  for (size_t g = 0; g != candidates.groups.size(); ++g) {
    if (g % 64 == 0 && stop())
      return false;
    CandidateGroup &group = candidates.groups[g];
    GroupWays here(pricer, group, options.retention, options.recompute);
    if (here.impossible())
      continue;
    OpMask before = group.inputMakers;
    for (OpMask rest = group.inputMakers; rest; rest &= rest - 1)
      before |= ancestors[lowest(rest)];
    kept.push_back(group);
    ways.push_back(std::move(here));
    ranBefore.push_back(before);
  }
  candidates.groups = std::move(kept);
  return true;
}

/// Column generation between prices that hold and those of the program (Ben-Ameur and Neto 2007): every round ends with
/// the best prices that hold on the line between the two.
void CoveringPrices::run(int rounds, const StopSignal &stop) {
  if (!prepare(stop))
    return;
  makeProgram();
  std::vector<double> inner(variables, 0), outer, reached;
  double total = 0;
  for (int round = 0; round != rounds && !stop(); ++round) {
    outer = program->solve(stop);
    for (double &price : outer)
      price = std::max(price, 0.0) * unit;
    std::vector<Violation> violations;
    double reach = scan(inner, outer, violations, stop);
    reached = inner;
    for (size_t i = 0; i != variables; ++i) {
      reached[i] += reach * (outer[i] - inner[i]);
      inner[i] += (reach < 1 ? 0.9 * reach : 1) * (outer[i] - inner[i]);
    }
    if (double now = totalOf(reached); now > total) {
      total = now;
      best = reached;
    }
    // No schedule is left below the incumbent: higher prices would say no more.
    if (violations.empty() || totalOf(outer) <= total * (1 + 1e-6) || total >= options.incumbent)
      break;
    for (const Violation &violation : violations)
      addColumn(violation.group, violation.way);
  }
  if (best.empty())
    return;
  candidates.shareTotal = total;
  report(stop);
}

/// Per operation what those that find its result deliver at least.
std::vector<double> CoveringPrices::leastWhenFound() const {
  std::vector<double> least(graph.size(), infinite);
  for (size_t g = 0; g != ways.size(); ++g)
    for (OpMask rest = ways[g].mayFind(); rest; rest &= rest - 1)
      least[lowest(rest)] = std::min(least[lowest(rest)], delivered(g, lowest(rest), true, best));
  for (double &share : least)
    share = share < infinite ? share : 0;
  return least;
}

/// What a group charges its operations at least: what it delivers of their results, or, of a result that it only keeps,
/// what those that find it deliver.
void CoveringPrices::reportReruns(size_t g, const std::vector<double> &whenFound) {
  const CandidateGroup &group = candidates.groups[g];
  for (OpMask rest = group.ops; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    bool inside = (group.internal & bit(o)) != 0;
    double charge = delivered(g, o, inside, best);
    if (!inside && (ways[g].mayKeep() & bit(o)))
      charge = std::min(charge, whenFound[o]);
    charge += ran(g, o, best);
    candidates.rerunShares[o] = std::min(candidates.rerunShares[o], charge);
  }
}

/// What any schedule with the group costs at least above the total of the prices.
double CoveringPrices::reportGroup(size_t g) {
  CandidateGroup &group = candidates.groups[g];
  auto keptFor = [&](OpMask kept) {
    double sum = 0;
    for (; kept; kept &= kept - 1)
      sum += keepPriceOf(lowest(kept), best);
    return sum;
  };
  Gains gains;
  gainsOf(g, best, gains);
  Way most = mostAsking(g, gains);
  double above = most.price - askedBy(gains, most);
  group.leastAfterKeeping = most.price - keptFor(ways[g].mayKeep());
  if (candidates.shareTotal + above >= options.incumbent)
    return above;
  if (ways[g].standsForAll())
    return above;
  above = group.leastAfterKeeping = infinite;
  ways[g].forChoices(graph, [&](OpMask found, OpMask kept) {
    Way way{found, kept, ways[g].quick()};
    if (candidates.shareTotal + way.price - askedBy(gains, way) < options.incumbent)
      way.price = ways[g].priceOf(pricer, group, found, kept);
    above = std::min(above, way.price - askedBy(gains, way));
    group.leastAfterKeeping = std::min(group.leastAfterKeeping, way.price - keptFor(kept));
  });
  return above;
}

void CoveringPrices::report(const StopSignal &stop) {
  candidates.shares.assign(graph.size(), 0);
  candidates.deliveryShares.assign(graph.size(), {});
  candidates.rerunShares.assign(graph.size(), infinite);
  candidates.keepPrices.assign(graph.size(), 0);
  for (size_t o = 0; o != graph.size(); ++o) {
    candidates.keepPrices[o] = keepPriceOf(o, best);
    for (size_t i = first[o]; i != first[o + 1]; ++i) {
      candidates.shares[o] += best[i];
      if (i != first[o])
        candidates.deliveryShares[o].push_back(best[i]);
    }
  }
  std::vector<double> whenFound = leastWhenFound();
  std::vector<CandidateGroup> useful;
  for (size_t g = 0; g != ways.size(); ++g) {
    reportReruns(g, whenFound);
    if (stop() || candidates.shareTotal + reportGroup(g) < options.incumbent)
      useful.push_back(candidates.groups[g]);
  }
  for (double &share : candidates.rerunShares)
    share = share < infinite ? share : 0;
  candidates.groups = std::move(useful);
}

void raiseShares(GroupPricer &pricer, const CandidateOptions &options, CandidateSet &candidates, int rounds,
                 const StopSignal &stop) {
  CoveringPrices(pricer, options, candidates).run(rounds, stop);
}

} // namespace alcove::plan::schedule
