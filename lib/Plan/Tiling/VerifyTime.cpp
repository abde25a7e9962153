//===- VerifyTime.cpp - Every step of every core, one event after the other ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares nothing with TileTime.cpp: it walks all iterations in order, remembers which tile each transfer moved last,
// and keeps a clock for each of the two engines.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TileTime.h"

#include <fmt/format.h>

#include <cmath>

using namespace alcove;
using namespace alcove::plan;

namespace {

struct ReplayedStep {
  double load = 0, compute = 0, store = 0;
};

/// Global iterations [from, to) of each loop: the part of one core.
struct Part {
  std::vector<int64_t> from, to;
};

class Replay {
public:
  Replay(const Machine &machine, const TimeNest &nest) : machine(machine), nest(nest) {
    parts.push_back({});
    for (size_t l = 0; l < nest.loops.size(); ++l) {
      int64_t trips = nest.loops[l].trips, cuts = nest.grid.empty() ? 1 : nest.grid[l];
      int64_t length = trips / cuts + (trips % cuts != 0);
      std::vector<Part> longer;
      for (const Part &part : parts)
        for (int64_t begin = 0; begin < trips; begin += length) {
          longer.push_back(part);
          longer.back().from.push_back(begin);
          longer.back().to.push_back(std::min(begin + length, trips));
        }
      isCut.push_back(length < trips);
      parts = std::move(longer);
    }
  }

  NestTime run() {
    NestTime slowest;
    for (size_t p = 0; p < parts.size(); ++p) {
      std::vector<ReplayedStep> steps = stepsOf(parts[p], p == 0);
      NestTime own = schedule(steps);
      if (own.total > slowest.total || p == 0)
        slowest = own;
    }
    slowest.bytes = bytes;
    slowest.cores = static_cast<int64_t>(parts.size());
    return slowest;
  }

private:
  /// Iterations that name the tile of a transfer, and the loop that holds it; what it does not follow is left out.
  std::vector<int64_t> tileAt(const TimeTransfer &transfer, const std::vector<int64_t> &at) const {
    std::vector<int64_t> tile;
    for (size_t l = 0; l < at.size(); ++l) {
      bool behind = nest.loops[l].peeled && !isCut[l] && at[l] == nest.loops[l].trips - 1;
      tile.push_back((transfer.moves & (1u << l)) ? at[l] : behind ? -2 : -1);
    }
    return tile;
  }

  bool placed(TimePlace place, const std::vector<int64_t> &at, const Part &part) const {
    bool first = true, last = true;
    for (size_t l = 0; l < at.size(); ++l)
      if (nest.loops[l].inner) {
        first = first && at[l] == part.from[l];
        last = last && at[l] == part.to[l] - 1;
      }
    return place == TimePlace::Each || (place == TimePlace::First ? first : last);
  }

  double count(const std::vector<TimeDim> &dims, const std::vector<int64_t> &at) const {
    double elements = 1;
    for (const TimeDim &dim : dims) {
      bool atEnd = dim.loop != -1 && at[dim.loop] == nest.loops[dim.loop].trips - 1;
      elements *= dim.size - (atEnd ? dim.missing : 0);
    }
    return elements;
  }

  bool forAll(const TimeTransfer &transfer) const {
    if (!machine.multicast || transfer.store || parts.size() < 2)
      return false;
    for (size_t l = 0; l < isCut.size(); ++l)
      if (isCut[l] && (transfer.moves & (1u << l)))
        return false;
    return true;
  }

  double duration(const TimeTransfer &transfer, double moved) const {
    if (moved <= 0)
      return 0;
    double run = transfer.runBytes < 1 ? 1 : transfer.runBytes;
    if (run > moved)
      run = moved < 1 ? 1 : moved;
    double bursts = std::ceil(run / static_cast<double>(machine.burstBytes));
    double wire = moved / run * bursts * static_cast<double>(machine.burstBytes);
    double rate = machine.slowGbps;
    if (!forAll(transfer))
      rate /= static_cast<double>(parts.size());
    return machine.transferStartNs + wire / std::min(rate, machine.coreGbps);
  }

  std::vector<std::vector<int64_t>> iterations(const Part &part) const {
    std::vector<std::vector<int64_t>> all{{}};
    for (size_t l = 0; l < part.from.size(); ++l) {
      std::vector<std::vector<int64_t>> longer;
      for (const auto &prefix : all)
        for (int64_t i = part.from[l]; i < part.to[l]; ++i) {
          longer.push_back(prefix);
          longer.back().push_back(i);
        }
      all = std::move(longer);
    }
    return all;
  }

  std::vector<ReplayedStep> stepsOf(const Part &part, bool firstPart) {
    auto all = iterations(part);
    std::vector<ReplayedStep> steps(all.size());
    for (const TimeWork &work : nest.works)
      for (size_t s = 0; s < all.size(); ++s)
        if (placed(work.place, all[s], part))
          steps[s].compute += work.nsPerPoint * count(work.dims, all[s]);
    for (const TimeTransfer &transfer : nest.transfers) {
      // Steps at which the transfer may happen, in the direction in which its tile is remembered.
      std::vector<size_t> places;
      for (size_t s = 0; s < all.size(); ++s)
        if (placed(transfer.place, all[s], part))
          places.push_back(s);
      for (size_t i = 0; i < places.size(); ++i) {
        size_t s = places[i];
        bool atEdge = transfer.store ? i + 1 == places.size() : i == 0;
        bool same =
            !atEdge && tileAt(transfer, all[s]) == tileAt(transfer, all[places[transfer.store ? i + 1 : i - 1]]);
        if (same && transfer.resident)
          continue;
        double moved = count(transfer.dims, all[s]) * transfer.elementBytes;
        (transfer.store ? steps[s].store : steps[s].load) += duration(transfer, moved);
        if (firstPart || !forAll(transfer))
          bytes += moved;
      }
    }
    return steps;
  }

  /// Two clocks. With one buffer everything waits for everything. With two, a load waits until the computation that
  /// used its buffer is over, a store until its tile is computed, and both for the transfer engine.
  NestTime schedule(const std::vector<ReplayedStep> &steps) const {
    NestTime time;
    for (const ReplayedStep &step : steps) {
      time.transfer += step.load + step.store;
      time.compute += step.compute;
    }
    time.steps = static_cast<double>(steps.size());
    if (!nest.doubleBuffered) {
      time.total = time.transfer + time.compute;
      return time;
    }
    size_t n = steps.size();
    std::vector<double> loaded(n), computed(n);
    double engine = loaded[0] = steps[0].load;
    for (size_t i = 0; i < n; ++i) {
      computed[i] = std::max(loaded[i], i == 0 ? 0 : computed[i - 1]) + steps[i].compute;
      if (i > 0)
        engine = std::max(engine, computed[i - 1]) + steps[i - 1].store;
      if (i + 1 < n)
        engine = loaded[i + 1] = std::max(engine, i == 0 ? 0 : computed[i - 1]) + steps[i + 1].load;
    }
    time.total = std::max(engine, computed[n - 1]) + steps[n - 1].store;
    return time;
  }

  const Machine &machine;
  const TimeNest &nest;
  std::vector<Part> parts;
  std::vector<char> isCut;
  double bytes = 0;
};

bool close(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)}); }

} // namespace

Status plan::verify(const Machine &machine, const TimeNest &nest, const NestTime &time, int64_t mostSteps) {
  double steps = 1;
  for (const TimeLoop &loop : nest.loops)
    steps *= static_cast<double>(loop.trips);
  if (steps > static_cast<double>(mostSteps))
    return {};
  NestTime replayed = Replay(machine, nest).run();
  auto differs = [](const char *rule, const char *what, double claimed, double found) {
    return Error{fmt::format("{}: {} is {}, the replay of every step has {}", rule, what, claimed, found)};
  };
  // TM-V1
  if (!close(time.total, replayed.total))
    return differs("TM-V1", "the total time in ns", time.total, replayed.total);
  if (!close(time.transfer, replayed.transfer))
    return differs("TM-V1", "the transfer time in ns", time.transfer, replayed.transfer);
  if (!close(time.compute, replayed.compute))
    return differs("TM-V1", "the compute time in ns", time.compute, replayed.compute);
  // TM-V2
  if (!close(time.bytes, replayed.bytes))
    return differs("TM-V2", "the number of bytes", time.bytes, replayed.bytes);
  if (time.cores != replayed.cores)
    return differs("TM-V2", "the number of cores in use", static_cast<double>(time.cores),
                   static_cast<double>(replayed.cores));
  return {};
}
