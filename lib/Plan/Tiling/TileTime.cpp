//===- TileTime.cpp - The time of a tile loop, in closed form -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TileTime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace alcove;
using namespace alcove::plan;

namespace {

int64_t partOf(const TimeNest &nest, size_t loop) {
  int64_t parts = nest.grid.empty() ? 1 : nest.grid[loop];
  return (nest.loops[loop].trips + parts - 1) / parts;
}

int64_t coresAlong(const TimeNest &nest, size_t loop) {
  int64_t part = partOf(nest, loop);
  return (nest.loops[loop].trips + part - 1) / part;
}

bool sane(double value) { return std::isfinite(value) && value >= 0 && value <= 1e18; }

Status checkDims(const TimeNest &nest, const std::string &place, const std::vector<TimeDim> &dims) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d].loop < -1 || dims[d].loop >= static_cast<int>(nest.loops.size()))
      return Error{
          fmt::format("TM-N2: {}.dims[{}].loop is {}, there are {} loops", place, d, dims[d].loop, nest.loops.size())};
    if (!sane(dims[d].size) || !sane(dims[d].missing) || dims[d].missing > dims[d].size)
      return Error{
          fmt::format("TM-N3: {}.dims[{}] has size {} and misses {} of it, both must be finite, not negative and "
                      "the second at most the first",
                      place, d, dims[d].size, dims[d].missing)};
  }
  return {};
}

/// One core: all that is fixed while its steps are enumerated.
class CoreTime {
public:
  CoreTime(const Machine &machine, const TimeNest &nest) : machine(machine), nest(nest), count(nest.loops.size()) {
    for (size_t l = 0; l < count; ++l) {
      trips.push_back(partOf(nest, l));
      // The first part has the last, shorter tile only when it has all.
      hasLast.push_back(trips[l] == nest.loops[l].trips);
      int64_t along = coresAlong(nest, l);
      cores *= along;
      cut |= unsigned(along > 1) << l;
    }
    share = std::min(machine.coreGbps, machine.slowGbps / static_cast<double>(cores));
  }

  NestTime run() {
    at.assign(count, 0);
    result.cores = cores;
    enumerate(0, 1);
    for (const TimeTransfer &transfer : nest.transfers)
      result.bytes += bytesOf(transfer);
    return result;
  }

  /// Sum of all computations: no schedule is shorter.
  double computations() {
    double total = 0;
    for (const TimeWork &work : nest.works)
      total += work.nsPerPoint * points(work);
    return total;
  }

private:
  using Index = std::vector<int64_t>;

  bool last(const Index &index, size_t loop) const { return index[loop] + 1 == trips[loop]; }
  bool shortAt(const Index &index, int loop) const { return loop >= 0 && hasLast[loop] && last(index, loop); }

  bool peeled(size_t loop) const { return nest.loops[loop].peeled && hasLast[loop] && trips[loop] > 1; }

  bool inPlace(TimePlace place, const Index &index) const {
    for (size_t l = 0; l < count && place != TimePlace::Each; ++l)
      if (nest.loops[l].inner && (place == TimePlace::First ? index[l] != 0 : !last(index, l)))
        return false;
    return true;
  }

  double elements(const std::vector<TimeDim> &dims, const Index &index) const {
    double product = 1;
    for (const TimeDim &dim : dims)
      product *= shortAt(index, dim.loop) ? dim.size - dim.missing : dim.size;
    return product;
  }

  /// The tile was not there in the step before (a load), or is not there in the next one (a store).
  bool happens(const TimeTransfer &transfer, const Index &index) const {
    if (!inPlace(transfer.place, index))
      return false;
    for (size_t l = count; transfer.resident && l-- > 0;) {
      if (nest.loops[l].inner && transfer.place != TimePlace::Each)
        continue;
      if ((transfer.moves >> l & 1) && trips[l] > 1)
        break;
      if (peeled(l))
        return last(index, l) || index[l] == (transfer.store ? trips[l] - 2 : 0);
      if (transfer.store ? !last(index, l) : index[l] != 0)
        return false;
    }
    return true;
  }

  bool cast(const TimeTransfer &transfer) const {
    return machine.multicast && cores > 1 && !transfer.store && (transfer.moves & cut) == 0;
  }

  double timeOf(const TimeTransfer &transfer, const Index &index) const {
    double bytes = elements(transfer.dims, index) * transfer.elementBytes;
    if (bytes <= 0)
      return 0;
    double run = std::clamp(transfer.runBytes, 1.0, std::max(bytes, 1.0)),
           burst = static_cast<double>(machine.burstBytes);
    double rounded = bytes / run * std::ceil(run / burst) * burst;
    double gbps = cast(transfer) ? std::min(machine.coreGbps, machine.slowGbps) : share;
    return machine.transferStartNs + rounded / gbps;
  }

  double transfers(const Index &index, bool stores) const {
    double time = 0;
    for (const TimeTransfer &transfer : nest.transfers)
      if (transfer.store == stores && happens(transfer, index))
        time += timeOf(transfer, index);
    return time;
  }

  double computes(const Index &index) const {
    double time = 0;
    for (const TimeWork &work : nest.works)
      if (inPlace(work.place, index))
        time += work.nsPerPoint * elements(work.dims, index);
    return time;
  }

  /// Iterations 1, 2, ... of a loop are alike up to the last but one, whose successor may be short.
  void enumerate(size_t loop, double multiplicity) {
    if (loop == count)
      return step(multiplicity);
    int64_t n = trips[loop];
    auto visit = [&](int64_t index, int64_t times) {
      at[loop] = index;
      enumerate(loop + 1, multiplicity * static_cast<double>(times));
    };
    visit(0, 1);
    if (n > 3)
      visit(1, n - 3);
    if (n > 2)
      visit(n - 2, 1);
    if (n > 1)
      visit(n - 1, 1);
  }

  void step(double times) {
    double load = transfers(at, false), store = transfers(at, true), compute = computes(at);
    result.steps += times;
    result.transfer += times * (load + store);
    result.compute += times * compute;
    bool first = true, end = true;
    for (size_t l = 0; l < count; ++l) {
      first &= at[l] == 0;
      end &= last(at, l);
    }
    if (first)
      firstStep();
    if (!nest.doubleBuffered) {
      result.total += times * (load + compute + store);
      return;
    }
    double beside = 0;
    if (!end)
      beside += transfers(next(), false);
    if (!first)
      beside += transfers(before(), true);
    result.total += times * std::max(compute, beside) + (first ? load : 0) + (end ? store : 0);
    result.idle += times * std::max(compute - beside, 0.0);
  }

  void firstStep() {
    for (const TimeTransfer &transfer : nest.transfers)
      if (transfer.given && !transfer.store && happens(transfer, at)) {
        result.firstLoad += timeOf(transfer, at);
        result.firstBytes += elements(transfer.dims, at) * transfer.elementBytes;
      }
  }

  Index next() const {
    Index index = at;
    for (size_t l = count; l-- > 0;) {
      if (++index[l] < trips[l])
        break;
      index[l] = 0;
    }
    return index;
  }

  Index before() const {
    Index index = at;
    for (size_t l = count; l-- > 0;) {
      if (index[l]-- > 0)
        break;
      index[l] = trips[l] - 1;
    }
    return index;
  }

  /// Product of `dims` over those that follow `loop`, whole or in its last iteration.
  static double along(const std::vector<TimeDim> &dims, int loop, bool shortened) {
    double product = 1;
    for (const TimeDim &dim : dims)
      if (dim.loop == loop)
        product *= shortened ? dim.size - dim.missing : dim.size;
    return product;
  }

  double points(const TimeWork &work) const {
    double total = along(work.dims, -1, false);
    for (size_t l = 0; l < count; ++l) {
      bool once = nest.loops[l].inner && work.place != TimePlace::Each;
      int loop = static_cast<int>(l);
      double whole = along(work.dims, loop, false), end = hasLast[l] ? along(work.dims, loop, true) : whole;
      total *= once ? (work.place == TimePlace::Last || trips[l] == 1 ? end : whole)
                    : static_cast<double>(trips[l] - 1) * whole + end;
    }
    return total;
  }

  /// Over all cores: the loops from `loop` inward move `bytes` and, with `trailing`, leave the tile where it was.
  double bytesFrom(const TimeTransfer &transfer, size_t loop, double bytes, bool trailing) const {
    if (loop-- == 0)
      return bytes;
    if (nest.loops[loop].inner && transfer.place != TimePlace::Each)
      return bytesFrom(transfer, loop, bytes, trailing);
    int own = static_cast<int>(loop);
    bool moves = transfer.moves >> loop & 1;
    double whole = along(transfer.dims, own, false), end = along(transfer.dims, own, true);
    if (trailing && !moves && peeled(loop))
      return bytesFrom(transfer, loop, 2 * bytes, false);
    auto part = [&](int64_t length, bool ends) {
      double moved = static_cast<double>(length - 1) * whole + (ends ? end : whole);
      bool stays = trailing && (!moves || length == 1);
      double factor = moves ? moved : trailing ? 1 : static_cast<double>(length);
      return bytesFrom(transfer, loop, bytes * factor, stays);
    };
    int64_t cuts = coresAlong(nest, loop), all = nest.loops[loop].trips;
    if (cuts == 1 || cast(transfer))
      return part(trips[loop], cuts == 1);
    return static_cast<double>(cuts - 1) * part(trips[loop], false) + part(all - (cuts - 1) * trips[loop], true);
  }

  double bytesOf(const TimeTransfer &transfer) const {
    return bytesFrom(transfer, count, transfer.elementBytes * along(transfer.dims, -1, false), transfer.resident);
  }

  const Machine &machine;
  const TimeNest &nest;
  size_t count;
  Index trips, at;
  std::vector<char> hasLast;
  int64_t cores = 1;
  unsigned cut = 0;
  double share = 0;
  NestTime result;
};

} // namespace

Status plan::check(const Machine &machine, const TimeNest &nest) {
  // TM-N1
  if (nest.loops.size() > mostTimeLoops)
    return Error{fmt::format("TM-N1: the nest has {} loops, {} at most", nest.loops.size(), mostTimeLoops)};
  if (!nest.grid.empty() && nest.grid.size() != nest.loops.size())
    return Error{fmt::format("TM-N1: grid has {} entries for {} loops", nest.grid.size(), nest.loops.size())};
  double cores = 1;
  bool inner = false;
  for (size_t l = 0; l < nest.loops.size(); ++l) {
    const TimeLoop &loop = nest.loops[l];
    int64_t parts = nest.grid.empty() ? 1 : nest.grid[l];
    if (loop.trips < 1 || parts < 1 || parts > loop.trips)
      return Error{fmt::format("TM-N1: loops[{}] has {} iterations and {} parts: one part at least, one iteration each",
                               l, loop.trips, parts)};
    if (parts > 1 && (!loop.parallel || loop.inner))
      return Error{fmt::format("TM-N1: loops[{}] is cut into {} parts and is not parallel", l, parts)};
    if (inner && !loop.inner)
      return Error{fmt::format("TM-N1: loops[{}] lies inside a loop of panels and is none: these come last", l)};
    inner |= loop.inner;
    cores *= static_cast<double>(parts);
  }
  if (cores > static_cast<double>(machine.cores))
    return Error{fmt::format("TM-N1: the grid has {} parts, the machine {} cores", cores, machine.cores)};
  // TM-N2, TM-N3
  for (size_t t = 0; t < nest.transfers.size(); ++t) {
    const TimeTransfer &transfer = nest.transfers[t];
    const std::string place = fmt::format("transfers[{}]", t);
    ALCOVE_RETURN_IF_ERROR(checkDims(nest, place, transfer.dims));
    if (transfer.moves >> nest.loops.size() != 0)
      return Error{
          fmt::format("TM-N2: {}.moves is {:#x}, there are {} loops", place, transfer.moves, nest.loops.size())};
    if (transfer.store && transfer.place == TimePlace::First)
      return Error{
          fmt::format("TM-N2: {} is stored in the first panel: what is stored exists in each or the last", place)};
    for (const TimeDim &dim : transfer.dims)
      if (dim.loop >= 0 && (transfer.moves >> dim.loop & 1) == 0)
        return Error{fmt::format("TM-N2: {} has a dimension along loop {} and does not move with it", place, dim.loop)};
    if (!sane(transfer.elementBytes) || !sane(transfer.runBytes))
      return Error{fmt::format("TM-N3: {} has {} bytes an element and runs of {} bytes", place, transfer.elementBytes,
                               transfer.runBytes)};
  }
  for (size_t w = 0; w < nest.works.size(); ++w) {
    ALCOVE_RETURN_IF_ERROR(checkDims(nest, fmt::format("works[{}]", w), nest.works[w].dims));
    if (!sane(nest.works[w].nsPerPoint))
      return Error{fmt::format("TM-N3: works[{}] takes {} ns a point", w, nest.works[w].nsPerPoint)};
  }
  return {};
}

NestTime plan::timeOf(const Machine &machine, const TimeNest &nest) { return CoreTime(machine, nest).run(); }

std::vector<int64_t> plan::bestGrid(const Machine &machine, const TimeNest &nest) {
  struct Grid {
    double compute;
    std::vector<int64_t> parts;
    bool operator<(const Grid &other) const { return std::tie(compute, parts) < std::tie(other.compute, other.parts); }
  };
  std::vector<Grid> grids;
  TimeNest trial = nest;
  trial.grid.assign(nest.loops.size(), 1);
  auto extend = [&](auto &&self, size_t loop, int64_t left) -> void {
    if (loop == nest.loops.size()) {
      grids.push_back({CoreTime(machine, trial).computations(), trial.grid});
      return;
    }
    const TimeLoop &own = nest.loops[loop];
    int64_t most = own.parallel && !own.inner ? std::min(left, own.trips) : 1;
    for (int64_t parts = 1; parts <= most; ++parts) {
      // Only counts that leave no core without a part.
      int64_t part = (own.trips + parts - 1) / parts;
      if ((own.trips + part - 1) / part != parts)
        continue;
      trial.grid[loop] = parts;
      self(self, loop + 1, left / parts);
    }
    trial.grid[loop] = 1;
  };
  extend(extend, 0, machine.cores);
  std::sort(grids.begin(), grids.end());
  double best = std::numeric_limits<double>::infinity();
  std::vector<int64_t> chosen(nest.loops.size(), 1);
  for (const Grid &grid : grids) {
    if (grid.compute >= best)
      break;
    trial.grid = grid.parts;
    if (double time = timeOf(machine, trial).total; time < best) {
      best = time;
      chosen = grid.parts;
    }
  }
  return chosen;
}

double plan::timeOfSequence(const std::vector<ScheduledNest> &nests) {
  double total = 0;
  for (size_t i = 0; i < nests.size(); ++i) {
    total += nests[i].time.total;
    if (i == 0 || !nests[i].doubleBuffered || !nests[i - 1].doubleBuffered ||
        nests[i].time.firstBytes > static_cast<double>(nests[i - 1].freeBytes))
      continue;
    total -= std::min(nests[i].time.firstLoad, nests[i - 1].time.idle);
  }
  return total;
}
