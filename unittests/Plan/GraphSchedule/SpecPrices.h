//===- SpecPrices.h - Prices of deliveries, checked group by group -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written from docs/spec/GraphSchedule.md alone (GS-B1 to GS-B3), for problems of a few operations with one result each:
// every set of operations with every set of found and kept results at every granularity and order of SpecSchedules.h.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_SPECPRICES_H
#define ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_SPECPRICES_H

#include "SpecSchedules.h"

#include <cmath>
#include <fmt/format.h>

namespace alcove::plan::schedule::spec {

/// Per operation of the problem.
struct Prices {
  /// By reader; -1: that a result without readers is stored.
  std::vector<std::map<int32_t, double>> delivery;
  std::vector<double> run, keep;

  double total() const {
    double sum = 0;
    for (double price : run)
      sum += price;
    for (const auto &list : delivery)
      for (auto [reader, price] : list)
        sum += price;
    return sum;
  }
};

class PriceChecker {
public:
  PriceChecker(const Problem &problem, const Reading &reading) : problem(problem), reading(reading) {
    size_t n = problem.ops.size();
    makers = users = before = std::vector<Mask>(n, 0);
    for (size_t o = 0; o != n; ++o)
      for (size_t m = 0; m != n; ++m)
        if (reads(o, m))
          makers[o] |= Mask(1) << m, users[m] |= Mask(1) << o;
    for (size_t pass = 0; pass != n; ++pass)
      for (size_t o = 0; o != n; ++o)
        for (size_t m = 0; m != n; ++m)
          if (makers[o] >> m & 1)
            before[o] |= Mask(1) << m | before[m];
  }

  /// The first rule that the prices break, or nothing.
  std::string firstBreach(const Prices &prices, double bound) {
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      if (!(prices.keep[o] >= 0) || !std::isfinite(prices.keep[o]) || (!users[o] && prices.keep[o] != 0))
        return fmt::format("GS-B1: keep price {} of operation {}", prices.keep[o], o);
      if (!(prices.run[o] >= 0) || !std::isfinite(prices.run[o]))
        return fmt::format("GS-B1: price {} of running operation {}", prices.run[o], o);
      for (auto [reader, price] : prices.delivery[o])
        if (!(price >= 0) || !std::isfinite(price) || !(reader < 0 ? !users[o] : (users[o] >> reader & 1) != 0))
          return fmt::format("GS-B1: delivery price {} of operation {} to {}", price, o, reader);
    }
    Mask all = (Mask(1) << problem.ops.size()) - 1;
    for (Mask group = 1; group <= all; ++group)
      for (Mask findable = inputsOf(group), found = findable;; found = (found - 1) & findable) {
        for (Mask kept = group;; kept = (kept - 1) & group) {
          double asked = askedBy(prices, group, found, kept), price = asked > 0 ? priceOf(group, found, kept) : never;
          if (asked > price * (1 + 1e-9) + 1e-12)
            return fmt::format("GS-B2: group {:b} finding {:b} keeping {:b} takes {}, the prices ask {}", group, found,
                               kept, price, asked);
          if (!kept)
            break;
        }
        if (!found)
          break;
      }
    if (bound > prices.total() * (1 + 1e-9))
      return fmt::format("GS-B3: bound {} above the prices {}", bound, prices.total());
    return {};
  }

private:
  bool reads(size_t reader, size_t maker) const {
    for (int32_t t : problem.ops[reader].inputs)
      if (t == problem.ops[maker].outputs[0])
        return true;
    return false;
  }
  Mask inputsOf(Mask group) const {
    Mask inputs = 0;
    for (size_t o = 0; o != problem.ops.size(); ++o)
      inputs |= group >> o & 1 ? makers[o] & ~group : 0;
    return inputs;
  }
  double askedBy(const Prices &prices, Mask group, Mask found, Mask kept) const {
    Mask ranBefore = inputsOf(group);
    for (size_t o = 0; o != problem.ops.size(); ++o)
      ranBefore |= inputsOf(group) >> o & 1 ? before[o] : 0;
    double sum = 0;
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      bool member = group >> o & 1, isFound = found >> o & 1, isKept = kept >> o & 1;
      bool readInside = (users[o] & group) != 0, stored = member && !readInside && !isKept;
      sum += member && !(ranBefore >> o & 1) ? prices.run[o] : 0;
      sum += (isKept ? prices.keep[o] : 0) - (isFound ? prices.keep[o] : 0);
      for (auto [reader, price] : prices.delivery[o]) {
        bool inside = reader >= 0 && (group >> reader & 1), gone = reader >= 0 && (ranBefore >> reader & 1);
        sum += !gone && (stored || ((member || isFound) && inside)) ? price : 0;
      }
    }
    return sum;
  }
  double priceOf(Mask group, Mask found, Mask kept) {
    auto [place, isNew] = known.try_emplace({group, found, kept}, never);
    if (isNew)
      for (int64_t w = 1; w <= problem.nativeWidth; ++w)
        for (int64_t h = 1; h <= problem.nativeHeight; ++h)
          for (int64_t k = 1; k <= problem.nativeWidth; ++k)
            place->second =
                std::min(place->second, GroupWalk(problem, reading, group, found, kept, {w, h, k}).cheapest());
    return place->second;
  }

  const Problem &problem;
  Reading reading;
  std::vector<Mask> makers, users, before;
  std::map<std::tuple<Mask, Mask, Mask>, double> known;
};

} // namespace alcove::plan::schedule::spec

#endif // ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_SPECPRICES_H
