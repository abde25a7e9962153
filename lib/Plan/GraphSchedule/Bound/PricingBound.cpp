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

/// A step lasts max(compute, traffic), which is at least any mixture λ · compute + (1 - λ) · traffic. The mixture must
/// be the same for all operations of a group, hence per cluster.
class Shares {
public:
  Shares(const OpGraph &graph, const RoleTable &table)
      : graph(graph), table(table), messages(graph.size()), slot(graph.size()), source(graph.size()) {
    for (size_t o = 0; o != graph.size(); ++o) {
      const std::vector<RoleEntry> &entries = table.entries[o];
      messages[o].resize(entries.size());
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

  /// Shares under one mixture per cluster, makers first. `least`: per operation and cluster what the cluster alone
  /// would allow.
  std::vector<double> under(const std::vector<double> &mixture, std::vector<std::pair<int32_t, double>> *least);

private:
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
  /// Per operation and entry: what a reader inside must take over, per cell.
  std::vector<std::vector<std::vector<double>>> messages;
  /// Entries of one class and role send one message: the number of the first of them.
  std::vector<std::vector<size_t>> slot;
  /// Per entry and feed: the messages of the maker; null: it has no such role.
  std::vector<std::vector<std::vector<const std::vector<double> *>>> source;
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
  return alone ? std::max(compute, traffic) : lambda * compute + (1 - lambda) * traffic + handed;
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

std::vector<double> Shares::under(const std::vector<double> &mixture, std::vector<std::pair<int32_t, double>> *least) {
  std::vector<double> shares(graph.size());
  for (size_t o = 0; o != graph.size(); ++o) {
    double share = infinite;
    for (std::vector<double> &list : messages[o])
      std::fill(list.begin(), list.end(), infinite);
    for (size_t e = 0; e != table.entries[o].size(); ++e) {
      const RoleEntry &entry = table.entries[o][e];
      std::vector<double> &message = messages[o][slot[o][e]];
      double lambda = mixture[static_cast<size_t>(entry.cluster)], local = infinite;
      for (size_t cell = 0; cell != entry.compute.size(); ++cell) {
        double price = priceAt(o, e, cell, lambda);
        local = std::min(local, price);
        if (!message.empty())
          message[cell] = std::min(message[cell], price);
      }
      share = std::min(share, local);
      if (least)
        least[o].push_back({entry.cluster, local});
    }
    shares[o] = share < infinite ? share : 0;
    sendFrom(o, shares[o]);
  }
  return shares;
}

static constexpr double mixtures[] = {1.0, 0.0, 0.5, 0.25, 0.75, 0.1, 0.9, 0.03};
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
  std::vector<double> best(int sweeps) {
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
    std::vector<double> result;
    for (size_t m : choice)
      result.push_back(mixtures[m]);
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

PricingBound perOpPricingBound(const OpGraph &graph, const PricingBoundOptions &options, const StopSignal &stop) {
  PricingBound result;
  RoleTable table(graph, options);
  if (!table.build(stop))
    return result;
  Shares shares(graph, table);
  size_t clusters = table.clusterSize.size();
  auto take = [&](const std::vector<double> &mixture, std::vector<std::pair<int32_t, double>> *least = nullptr) {
    std::vector<double> found = shares.under(mixture, least);
    double total = std::accumulate(found.begin(), found.end(), 0.0);
    if (total <= result.total)
      return false;
    result.total = total;
    result.shares = std::move(found);
    return true;
  };
  MixtureChoice choice(graph.size(), clusters);
  std::vector<double> mixture;
  for (size_t m = 0; m != mixtureCount; ++m) {
    std::vector<std::vector<std::pair<int32_t, double>>> least(graph.size());
    take(std::vector<double>(clusters, mixtures[m]), least.data());
    for (size_t o = 0; o != graph.size(); ++o)
      choice.note(m, o, least[o]);
    if (stop())
      return result;
  }
  mixture = choice.best(4);
  take(mixture);
  // Now with messages as they are: the largest clusters first, while there is time.
  std::vector<size_t> order(clusters);
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return table.clusterSize[a] > table.clusterSize[b]; });
  size_t tries = 0;
  for (size_t c : order)
    for (double lambda : mixtures) {
      if (table.clusterSize[c] == 1 || lambda == mixture[c])
        continue;
      if (stop() || ++tries > options.ascentTries)
        return result;
      double before = mixture[c];
      mixture[c] = lambda;
      if (!take(mixture))
        mixture[c] = before;
    }
  return result;
}

} // namespace alcove::plan::schedule
