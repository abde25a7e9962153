//===- PricingBound.cpp - A lower bound from roles, for any graph ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PricingBound.h"

#include "RoleTable.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

namespace alcove::plan::schedule {

namespace {

/// Weights λ per cluster and, where that is refined, per cell of the cluster's class.
struct Mixture {
  std::vector<double> cluster;
  std::vector<std::vector<double>> cell;

  double at(size_t c, size_t index) const { return c < cell.size() && !cell[c].empty() ? cell[c][index] : cluster[c]; }
};

/// A step lasts max(compute, traffic), which is at least any mixture λ · compute + (1 - λ) · traffic. The mixture must
/// be the same for all operations of a group; since they share one tile, it may depend on the cluster and on the tile.
class Shares {
public:
  Shares(const OpGraph &graph, const RoleTable &table, const StopSignal &stop)
      : graph(graph), table(table), stop(stop), messages(graph.size()), slot(graph.size()), source(graph.size()),
        charges(graph.size()) {
    for (size_t o = 0; o != graph.size(); ++o) {
      const std::vector<RoleEntry> &entries = table.entries[o];
      messages[o].resize(entries.size());
      charges[o].resize(entries.size(), 0);
      for (size_t e = 0; e != entries.size(); ++e) {
        slot[o].push_back(findEntry(o, entries[e].gridClass, entries[e].role));
        if (slot[o][e] == e && entries[e].role != Role::Leaf)
          messages[o][e].resize(entries[e].compute.size());
        source[o].emplace_back();
        for (const RoleFeed &feed : entries[e].feeds) {
          size_t maker = static_cast<size_t>(feed.maker), from = findEntry(maker, entries[e].gridClass, feed.demand);
          source[o][e].push_back(from == table.entries[maker].size() ? nullptr : &messages[maker][from]);
        }
      }
    }
  }

  /// What keeping one tensor leaves over, in the eyes of its maker and of its readers.
  struct Keeping {
    /// A keep price that much higher costs the maker nothing.
    double slack = infinite;
    /// From that much more on the readers would rather load.
    double wanted = 0;
  };
  struct Detail {
    /// Per operation and cluster what the cluster alone would allow.
    std::vector<std::vector<std::pair<int32_t, double>>> least;
    /// Per tensor.
    std::vector<Keeping> keeping;
    /// With `known` shares: per cluster and cell, the sum of prices as far as they are below `aim` times the shares.
    const std::vector<double> *known = nullptr;
    std::vector<std::vector<double>> cellScores;
  };
  /// Shares under one mixture per cluster, makers first; empty if `stop` came first.
  std::vector<double> under(const Mixture &mixture, Detail *detail);
  /// Who keeps tensor t receives prices[t], those who find it pay equal parts.
  void setKeepPrices(const std::vector<double> &prices);

private:
  static constexpr double aim = 1.03;
  void noteScores(size_t o, const Mixture &mixture, Detail &detail) const;
  void noteKeeping(size_t o, double share, const std::vector<double> &locals, std::vector<Keeping> &keeping) const;
  size_t findEntry(size_t o, int32_t gridClass, Role role) const {
    const std::vector<RoleEntry> &entries = table.entries[o];
    size_t e = 0;
    while (e != entries.size() && (entries[e].gridClass != gridClass || entries[e].role != role))
      ++e;
    return e;
  }
  double priceAt(size_t o, size_t e, size_t cell, double lambda) const;
  void sendFrom(size_t o, double share);

  const OpGraph &graph;
  const RoleTable &table;
  const StopSignal &stop;
  /// Per operation and entry: what a reader inside must take over, per cell.
  std::vector<std::vector<std::vector<double>>> messages;
  /// Entries of one class and role send one message: the number of the first of them.
  std::vector<std::vector<size_t>> slot;
  /// Per entry and feed: the messages of the maker; null: it has no such role.
  std::vector<std::vector<std::vector<const std::vector<double> *>>> source;
  /// Per operation and entry: its part of the keep prices.
  std::vector<std::vector<double>> charges;
};

} // namespace

double Shares::priceAt(size_t o, size_t e, size_t cell, double lambda) const {
  const RoleEntry &entry = table.entries[o][e];
  double compute = entry.compute[cell], traffic = entry.traffic[cell];
  if (!(compute < infinite))
    return infinite;
  size_t cells = entry.compute.size();
  bool alone = table.clusterSize[static_cast<size_t>(entry.cluster)] == 1;
  double handed = 0;
  for (size_t f = 0; f != entry.feeds.size(); ++f) {
    double load = entry.load[f * cells + cell];
    const std::vector<double> *from = source[o][e][f];
    bool closed = entry.feeds[f].onlyUnsplit && table.classes[static_cast<size_t>(entry.gridClass)].cells[cell].split;
    if (alone)
      traffic += load;
    else
      handed += std::min<double>((1 - lambda) * load, !from || closed ? infinite : (*from)[cell]);
  }
  return charges[o][e] + (alone ? std::max(compute, traffic) : lambda * compute + (1 - lambda) * traffic + handed);
}

void Shares::setKeepPrices(const std::vector<double> &prices) {
  for (size_t o = 0; o != graph.size(); ++o)
    for (size_t e = 0; e != table.entries[o].size(); ++e) {
      double charge = 0;
      for (int32_t t : table.entries[o][e].kept) {
        double price = prices[static_cast<size_t>(t)];
        charge +=
            graph.madeBy(t) == static_cast<int32_t>(o) ? -price : price / static_cast<double>(graph.usersOf(t).size());
      }
      charges[o][e] = charge;
    }
}

/// `locals`: per entry of `o` the least over its cells.
void Shares::noteKeeping(size_t o, double share, const std::vector<double> &locals,
                         std::vector<Keeping> &keeping) const {
  const std::vector<RoleEntry> &entries = table.entries[o];
  auto finds = [&](int32_t t) { return graph.madeBy(t) != static_cast<int32_t>(o); };
  double loading = infinite;
  for (size_t e = 0; e != entries.size(); ++e)
    if (std::none_of(entries[e].kept.begin(), entries[e].kept.end(), finds))
      loading = std::min(loading, locals[e]);
  for (size_t e = 0; e != entries.size(); ++e)
    for (int32_t t : entries[e].kept) {
      Keeping &place = keeping[static_cast<size_t>(t)];
      if (!finds(t))
        place.slack = std::min(place.slack, locals[e] - share);
      else if (locals[e] < loading && loading < infinite)
        place.wanted = std::max(place.wanted, (loading - locals[e]) * static_cast<double>(graph.usersOf(t).size()));
    }
}

/// What `o` costs above its share when it serves readers inside, split between all that could be there.
void Shares::sendFrom(size_t o, double share) {
  const std::vector<RoleEntry> &entries = table.entries[o];
  double parts = std::max(1, table.joinable[o]);
  for (size_t e = 0; e != entries.size(); ++e)
    for (double &message : messages[o][e])
      message = std::max(0.0, (message - share) / parts * (1 - 1e-11));
  if (!table.severalDemands[o])
    return;
  // Readers that ask for different slices leave one position of an axis; then the roles are one.
  for (size_t e = 0; e != entries.size(); ++e)
    for (size_t f = 0; f != e; ++f)
      if (entries[e].gridClass == entries[f].gridClass && !messages[o][e].empty() && !messages[o][f].empty())
        for (size_t cell = 0; cell != messages[o][e].size(); ++cell)
          messages[o][e][cell] = messages[o][f][cell] = std::min(messages[o][e][cell], messages[o][f][cell]);
}

void Shares::noteScores(size_t o, const Mixture &mixture, Detail &detail) const {
  const std::vector<RoleEntry> &entries = table.entries[o];
  std::vector<double> least;
  for (size_t e = 0; e != entries.size();) {
    size_t cluster = static_cast<size_t>(entries[e].cluster), cells = entries[e].compute.size();
    bool scored = table.clusterSize[cluster] > 1;
    least.assign(cells, aim * (*detail.known)[o]);
    for (; e != entries.size() && static_cast<size_t>(entries[e].cluster) == cluster; ++e)
      for (size_t cell = 0; scored && cell != cells; ++cell)
        least[cell] = std::min(least[cell], priceAt(o, e, cell, mixture.at(cluster, cell)));
    if (!scored)
      continue;
    detail.cellScores[cluster].resize(cells, 0);
    for (size_t cell = 0; cell != cells; ++cell)
      detail.cellScores[cluster][cell] += least[cell];
  }
}

std::vector<double> Shares::under(const Mixture &mixture, Detail *detail) {
  std::vector<double> shares(graph.size()), locals;
  if (detail) {
    detail->least.assign(graph.size(), {});
    detail->keeping.assign(graph.tensors.size(), {});
    detail->cellScores.assign(detail->known ? table.clusterSize.size() : 0, {});
  }
  for (size_t o = 0; o != graph.size(); ++o) {
    if (stop())
      return {};
    double share = infinite;
    for (std::vector<double> &list : messages[o])
      std::fill(list.begin(), list.end(), infinite);
    locals.clear();
    for (size_t e = 0; e != table.entries[o].size(); ++e) {
      const RoleEntry &entry = table.entries[o][e];
      std::vector<double> &message = messages[o][slot[o][e]];
      double local = infinite;
      for (size_t cell = 0; cell != entry.compute.size(); ++cell) {
        double price = priceAt(o, e, cell, mixture.at(static_cast<size_t>(entry.cluster), cell));
        local = std::min(local, price);
        if (!message.empty())
          message[cell] = std::min(message[cell], price);
      }
      share = std::min(share, local);
      locals.push_back(local);
      if (detail)
        detail->least[o].push_back({entry.cluster, local});
    }
    shares[o] = share < infinite ? share : 0;
    if (detail)
      noteKeeping(o, shares[o], locals, detail->keeping);
    if (detail && detail->known)
      noteScores(o, mixture, *detail);
    sendFrom(o, detail && detail->known ? (*detail->known)[o] : shares[o]);
  }
  return shares;
}

static constexpr double mixtures[] = {1.0, 0.0, 0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.01, 0.004};
static constexpr size_t mixtureCount = std::size(mixtures);

namespace {

/// What every cluster allows an operation under every mixture, as if messages did not depend on other clusters.
class MixtureChoice {
public:
  MixtureChoice(size_t ops, size_t clusters) : limits(ops), members(clusters), choice(clusters, 0) {}

  void note(size_t mixture, size_t op, std::vector<std::pair<int32_t, double>> &least) {
    std::sort(least.begin(), least.end());
    size_t at = 0;
    for (size_t i = 0; i != least.size(); ++i) {
      if (i && least[i].first == least[i - 1].first)
        continue;
      if (mixture == 0) {
        limits[op].push_back({static_cast<size_t>(least[i].first), {}});
        members[static_cast<size_t>(least[i].first)].push_back(op);
      }
      limits[op][at++].least[mixture] = least[i].second;
    }
  }

  /// Coordinate ascent over clusters, some sweeps.
  Mixture best(int sweeps) {
    for (int sweep = 0; sweep != sweeps; ++sweep)
      for (size_t c = 0; c != members.size(); ++c) {
        double score = scoreOf(c);
        for (size_t m = 0; m != mixtureCount; ++m) {
          size_t kept = choice[c];
          choice[c] = m;
          double now = scoreOf(c);
          if (now > score * (1 + 1e-12))
            score = now;
          else
            choice[c] = kept;
        }
      }
    Mixture result;
    for (size_t m : choice)
      result.cluster.push_back(mixtures[m]);
    return result;
  }

private:
  struct Limit {
    size_t cluster;
    std::array<double, mixtureCount> least;
  };
  double scoreOf(size_t cluster) const {
    double sum = 0;
    for (size_t o : members[cluster]) {
      double share = infinite;
      for (const Limit &limit : limits[o])
        share = std::min(share, limit.least[choice[limit.cluster]]);
      sum += share < infinite ? share : 0;
    }
    return sum;
  }
  std::vector<std::vector<Limit>> limits;
  std::vector<std::vector<size_t>> members;
  std::vector<size_t> choice;
};

} // namespace

namespace {

/// The best shares found so far, and what they were found with.
class BoundAscent {
public:
  BoundAscent(const OpGraph &graph, const RoleTable &table, const StopSignal &stop, PricingBound &result)
      : shares(graph, table, stop), stop(stop), result(result), prices(graph.tensors.size(), 0) {}

  /// The shares under `mixture` and the prices at hand; true if they are better than all before.
  bool take(const Mixture &mixture, Shares::Detail *detail = nullptr) {
    double before = result.total;
    evaluate(mixture, detail);
    return result.total > before;
  }

  /// Some rounds of keep prices: as high as the readers ask for, where that costs the maker nothing. Returns the total
  /// of the shares at the end.
  double raiseKeepPrices(const Mixture &mixture, size_t rounds) {
    Shares::Detail detail;
    usePrices(prices);
    double best = evaluate(mixture, &detail);
    for (size_t round = 0; round != rounds && !stop(); ++round) {
      std::vector<double> from = prices;
      std::vector<Shares::Keeping> keeping = std::move(detail.keeping);
      bool better = false;
      for (double part : {1.0, 0.5, 0.1}) {
        for (size_t t = 0; t != prices.size(); ++t)
          prices[t] = from[t] + part * raiseOf(keeping[t]);
        shares.setKeepPrices(prices);
        double total = evaluate(mixture, &detail);
        if ((better = total > best * (1 + 1e-9))) {
          best = total;
          break;
        }
      }
      if (better)
        continue;
      usePrices(std::move(from));
      break;
    }
    return best;
  }

  /// Per tile the mixture under which its operations are nearest to their shares, or above them.
  Mixture refined(const Mixture &mixture) {
    std::vector<double> known = shares.under(mixture, nullptr);
    if (known.empty())
      return mixture;
    Mixture result = mixture;
    std::vector<std::vector<double>> best;
    result.cell.resize(mixture.cluster.size());
    for (double lambda : mixtures) {
      Shares::Detail detail;
      detail.known = &known;
      if (shares.under({std::vector<double>(mixture.cluster.size(), lambda), {}}, &detail).empty())
        return mixture;
      best.resize(detail.cellScores.size());
      for (size_t c = 0; c != best.size(); ++c) {
        best[c].resize(detail.cellScores[c].size(), -infinite);
        result.cell[c].resize(best[c].size());
        for (size_t i = 0; i != best[c].size(); ++i)
          if (detail.cellScores[c][i] > best[c][i]) {
            best[c][i] = detail.cellScores[c][i];
            result.cell[c][i] = lambda;
          }
      }
    }
    return result;
  }

  const std::vector<double> &keepPrices() const { return prices; }
  void usePrices(std::vector<double> other) {
    priced = true;
    prices = std::move(other);
    shares.setKeepPrices(prices);
  }

private:
  /// Total of the shares; the best are kept. A share below zero would let a schedule gain by running the operation once
  /// more: then nothing.
  double evaluate(const Mixture &mixture, Shares::Detail *detail) {
    std::vector<double> found = shares.under(mixture, detail);
    double total = std::accumulate(found.begin(), found.end(), 0.0);
    if (found.empty() || *std::min_element(found.begin(), found.end()) < 0)
      return 0;
    if (total > result.total) {
      result.total = total;
      if (!priced)
        result.plainShares = found;
      else
        result.keepPrices = prices;
      result.shares = std::move(found);
    }
    return total;
  }
  static double raiseOf(const Shares::Keeping &keeping) {
    return keeping.slack < infinite ? std::max(0.0, std::min(keeping.slack * (1 - 1e-9), keeping.wanted)) : 0;
  }

  Shares shares;
  const StopSignal &stop;
  PricingBound &result;
  std::vector<double> prices;
  /// Nothing without keep prices from now on.
  bool priced = false;
};

} // namespace

/// Tries uniform mixtures and puts them together, cluster by cluster.
static Mixture chooseMixture(const OpGraph &graph, BoundAscent &ascent, size_t clusters, const StopSignal &stop) {
  MixtureChoice choice(graph.size(), clusters);
  for (size_t m = 0; m != mixtureCount; ++m) {
    Shares::Detail detail;
    ascent.take({std::vector<double>(clusters, mixtures[m]), {}}, &detail);
    if (stop())
      return {std::vector<double>(clusters, mixtures[0]), {}};
    for (size_t o = 0; o != graph.size(); ++o)
      choice.note(m, o, detail.least[o]);
  }
  Mixture mixture = choice.best(4);
  ascent.take(mixture);
  return mixture;
}

PricingBound perOpPricingBound(const OpGraph &graph, const PricingBoundOptions &options, const StopSignal &stop) {
  PricingBound result;
  RoleTable table(graph, options);
  if (!table.build(stop))
    return result;
  BoundAscent ascent(graph, table, stop, result);
  size_t clusters = table.clusterSize.size();
  if (!options.keepPrices.empty())
    ascent.usePrices(options.keepPrices);
  Mixture mixture = chooseMixture(graph, ascent, clusters, stop);
  if (options.retention && options.ascentTries && options.keepPrices.empty() && !stop()) {
    double best = ascent.raiseKeepPrices(mixture, 4);
    for (int round = 0; round != 8 && !stop(); ++round) {
      mixture = ascent.refined(mixture);
      double total = ascent.raiseKeepPrices(mixture, 4);
      if (total < best * (1 + 1e-4))
        break;
      best = total;
    }
  }
  // Now with messages as they are: the largest clusters first, while there is time.
  std::vector<size_t> order(clusters);
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return table.clusterSize[a] > table.clusterSize[b]; });
  size_t tries = 0;
  for (size_t c : order)
    for (double lambda : mixtures) {
      if (table.clusterSize[c] == 1 || lambda == mixture.cluster[c])
        continue;
      if (stop() || ++tries > options.ascentTries)
        return result;
      Mixture other = mixture;
      other.cluster[c] = lambda;
      if (c < other.cell.size())
        other.cell[c].clear();
      if (ascent.take(other))
        mixture = std::move(other);
    }
  return result;
}

} // namespace alcove::plan::schedule
