//===- TileTime.h - How long a tile loop takes on a machine -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tiled group as loops from outermost to innermost, and what one iteration moves and computes. In the example a
// product in panels: m and n are the tiles of the result, k the panels of the sum.
//
//   for m, n, k         step   loads            computes      stores
//                       0      x[m,k] w[k,n]    fill, matmul
//                       1      x[m,k] w[k,n]    matmul
//                       2      x[m,k] w[k,n]    matmul, relu  y[m,n]
//
// A core has one transfer engine and one compute engine. L, C, S: load, compute, store time of a step.
//
//   one buffer     T = sum of L(i) + C(i) + S(i)
//   two buffers    T = L(0) + sum over i of max(C(i), S(i - 1) + L(i + 1)) + S(last)
//
// Parallel loops are cut into as many parts as there are cores for them (`grid`), each core one consecutive part. All
// parts run at once, so a core has min(coreGbps, slowGbps / cores in use); the first core has the longest part. A tile
// that is the same on all of them (it moves along no loop that is cut) comes once where the machine can multicast.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_TILETIME_H
#define ALCOVE_PLAN_TILING_TILETIME_H

#include "alcove/Plan/Tiling/Machine.h"

#include <vector>

namespace alcove::plan {

/// Loops of one nest; bit masks below have a bit for each.
inline constexpr size_t mostTimeLoops = 8;

struct TimeLoop {
  int64_t trips = 1;
  /// Its iterations may run on different cores.
  bool parallel = false;
  /// A loop inside the body: panels of a sum. Such loops come last.
  bool inner = false;
  /// Its last iteration, of a smaller tile, is a loop of its own unless the loop is cut into parts: what stays over
  /// the others is moved once more for it, and then in every turn of the loops around.
  bool peeled = false;
};

/// One dimension of a tile: `size` elements, in the last iteration of `loop` (-1: none) `missing` fewer.
struct TimeDim {
  double size = 1;
  int loop = -1;
  double missing = 0;
};

/// When something happens within the iterations of the inner loops: in each, in the first, in the last. Without inner
/// loops all three are the same.
enum class TimePlace { Each, First, Last };

/// A tile that is loaded or stored. A load happens only when it has moved: with `resident` a tile stays over the
/// innermost loops that it does not follow.
struct TimeTransfer {
  std::vector<TimeDim> dims;
  double elementBytes = 1;
  /// Contiguous bytes of the whole tile.
  double runBytes = 1;
  /// Loops that the tile follows.
  unsigned moves = 0;
  TimePlace place = TimePlace::Each;
  bool store = false;
  bool resident = true;
  /// It exists before the program starts (an argument, a constant): it can be loaded ahead.
  bool given = false;
};

/// Operations of one member, proportional to its loop points.
struct TimeWork {
  std::vector<TimeDim> dims;
  /// Nanoseconds for one point on one core.
  double nsPerPoint = 0;
  TimePlace place = TimePlace::Each;
};

struct TimeNest {
  std::vector<TimeLoop> loops;
  std::vector<TimeTransfer> transfers;
  std::vector<TimeWork> works;
  /// Cores for each loop; 1 for loops that are not parallel. Empty: one core.
  std::vector<int64_t> grid;
  bool doubleBuffered = false;
};

struct NestTime {
  /// All in ns, of the core with the longest part: its transfers and its computations without the other, and both as
  /// they run.
  double transfer = 0;
  double compute = 0;
  double total = 0;
  /// Loads of the first step that can be made ahead, and the bytes that they need.
  double firstLoad = 0;
  double firstBytes = 0;
  /// Time in which the transfer engine waits for computations.
  double idle = 0;
  /// Bytes to and from slow memory of all cores, bursts not rounded up.
  double bytes = 0;
  double steps = 0;
  int64_t cores = 1;
};

/// TM-N1 to TM-N3: loops, masks and grids are in range, sizes finite and not negative, inner loops last.
Status check(const Machine &machine, const TimeNest &nest);
/// Closed form over kinds of iteration. O(4^loops (transfers + works)); trips do not matter. `nest` passes `check`.
NestTime timeOf(const Machine &machine, const TimeNest &nest);
/// The grid with the shortest time, at most `machine.cores` in all. O(grids) times.
std::vector<int64_t> bestGrid(const Machine &machine, const TimeNest &nest);
/// TM-V1, TM-V2: `time` is what an event-by-event replay of every step of every core gives, to 1e-6. Shares nothing
/// with `timeOf`. O(steps of all cores). Nothing is said when there are more than `mostSteps`.
Status verify(const Machine &machine, const TimeNest &nest, const NestTime &time, int64_t mostSteps = 1 << 16);

/// Nests one after another. With double buffering what exists beforehand is loaded while the nest before computes,
/// where `freeBytes` of its local memory hold it.
struct ScheduledNest {
  NestTime time;
  bool doubleBuffered = false;
  Bytes freeBytes = 0;
};
double timeOfSequence(const std::vector<ScheduledNest> &nests);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_TILING_TILETIME_H
