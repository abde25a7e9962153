//===- Report.cpp - What was done, as JSON and in a sentence --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Pass/Driver.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

namespace {

std::string listOf(ArrayRef<int64_t> tile) { return fmt::format("[{}]", fmt::join(tile.begin(), tile.end(), ", ")); }

std::string jsonOf(const LoopReport &loop, bool known) {
  std::string panels =
      loop.core.empty() ? "" : fmt::format(", \"core\": \"{}\", \"panels\": {}", loop.core, listOf(loop.panels));
  std::string time;
  if (!loop.grid.empty())
    time = fmt::format(", \"core_grid\": {}, \"double_buffered\": {}, \"transfer_ns\": {:.1f}, \"compute_ns\": {:.1f}, "
                       "\"time_ns\": {:.1f}",
                       listOf(loop.grid), loop.doubleBuffered, loop.time.transfer, loop.time.compute, loop.time.total);
  return fmt::format("    {{\"root\": \"{}\", \"tile\": {}{}, \"operations\": {}, \"footprint_bytes\": {}, "
                     "\"available_bytes\": {}, \"rounds\": {:.0f}, \"traffic_bytes\": {}, \"extra_ops\": {}{}}}",
                     loop.root, listOf(loop.tile), panels, loop.operations, loop.footprint, loop.available, loop.rounds,
                     known ? fmt::format("{:.0f}", loop.traffic) : "null",
                     known ? fmt::format("{:.0f}", loop.extraOps) : "null", time);
}

/// Members of the report that a machine adds; each ends with its comma.
std::string jsonOf(const PlanTime &time, const std::string &machine, bool known) {
  if (machine.empty())
    return "";
  auto figure = [&](double value) { return known ? fmt::format("{:.1f}", value) : std::string("null"); };
  double gap = time.bound > 0 ? time.total / time.bound : 0;
  return fmt::format(
      "  \"machine\": \"{}\",\n  \"double_buffered\": {},\n  \"transfer_ns\": {},\n  \"compute_ns\": {},\n"
      "  \"time_ns\": {},\n  \"time_bound_ns\": {},\n  \"time_over_bound\": {},\n"
      "  \"least_traffic_time_ns\": {},\n  \"moved_bytes_all_cores\": {},\n",
      machine, time.doubleBuffered, figure(time.transfer), figure(time.compute), figure(time.total), figure(time.bound),
      known && gap > 0 ? fmt::format("{:.3f}", gap) : "null",
      time.ofLeastTraffic >= 0 ? figure(time.ofLeastTraffic) : "null", figure(time.bytes));
}

} // namespace

void Summary::add(const Summary &own) {
  operations += own.operations;
  fitting += own.fitting;
  cached += own.cached;
  loops += own.loops;
  fused += own.fused;
  parallelLoops += own.parallelLoops;
  yields += own.yields;
  recomputes += own.recomputes;
  probes += own.probes;
  joined += own.joined;
  misfits += own.misfits;
  worstFootprint = std::max(worstFootprint, own.worstFootprint);
  traffic += own.traffic;
  compulsory += own.compulsory;
  bound += own.bound;
  extraOps += own.extraOps;
  torn += own.torn;
  trafficIfTorn += own.trafficIfTorn;
  time.add(own.time);
  countedOnce += own.countedOnce;
  dynamic |= own.dynamic;
  llvm::append_range(loopReports, own.loopReports);
  calls += own.calls;
  onBuffers += own.onBuffers;
  for (auto &[name, count] : own.unknown)
    unknown[name] += count;
}

std::string Summary::contradiction() const {
  // Sums of doubles.
  constexpr double tolerance = 1e-9;
  // Of what does not fit, or is left to a cache, nobody knows what it moves.
  if (dynamic || misfits > 0 || cached > 0)
    return "";
  if (traffic < bound * (1 - tolerance) - 0.5)
    return fmt::format("SUT-P4: the plan moves {:.0f} B, less than the {:.0f} B that are proved of every plan", traffic,
                       bound);
  if (!machine.empty() && time.total < time.bound * (1 - tolerance) - 1e-3)
    return fmt::format("SUT-P4: the plan takes {:.3f} ns, less than the {:.3f} ns that are proved of every plan",
                       time.total, time.bound);
  return "";
}

std::string Summary::nothingTiled() const {
  if (loops > 0)
    return "";
  std::string others;
  for (auto &[name, count] : unknown)
    others += fmt::format("{}'{}' ({})", others.empty() ? "" : ", ", name, count);
  if (!others.empty())
    others = "; without a model: " + others + ", which --super-tiling-pipeline lowers where it can";
  if (calls > 0)
    others += fmt::format("; loops do not reach through {} calls: --inline in front", calls);
  if (onBuffers > 0)
    others += fmt::format("; {} operations work on buffers (memref): super tiling is for programs on tensors, in front "
                          "of bufferization",
                          onBuffers);
  if (operations == 0)
    return "no operation on tensors has a tile" + others;
  // Fills count among the operations alone: they fit with what they fill.
  if (misfits > 0)
    return fmt::format("{} of {} operations cannot fit{}", misfits, operations, others);
  if (cached > 0)
    return fmt::format("{} of {} operations do not fit the cache and run as fast without a loop (SUT-C1){}", cached,
                       operations, others);
  return fmt::format("all {} operations fit, and no loop over several of them would move less{}", operations, others);
}

std::string Summary::json() const {
  auto known = [&](double value) { return dynamic ? std::string("null") : fmt::format("{:.0f}", value); };
  std::string list, names;
  for (const LoopReport &loop : loopReports)
    list += (list.empty() ? "\n" : ",\n") + jsonOf(loop, !dynamic);
  for (auto &[name, count] : unknown)
    names += fmt::format("{}\"{}\": {}", names.empty() ? "" : ", ", name, count);
  return fmt::format(
      "{{\n  \"format\": \"alcove-super-tiling\",\n  \"version\": 1,\n  \"operations\": {},\n  \"fitting\": {},\n  "
      "\"left_to_cache\": {},\n  \"loops\": {},\n  "
      "\"parallel_loops\": {},\n  \"fused\": {},\n  "
      "\"joined_siblings\": {},\n  "
      "\"yields\": {},\n"
      "  \"recomputes\": {},\n  \"probes\": {},\n  \"misfits\": {},\n  \"torn_groups\": {},\n  \"replans\": {},\n"
      "  \"loops_counted_once\": {},\n  \"work\": {},\n  \"worst_footprint_bytes\": {},\n  \"traffic_bytes\": {},\n  "
      "\"compulsory_bytes\": {},\n  "
      "\"bound_bytes\": {},\n  \"untiled_bytes\": {},\n"
      "  \"extra_ops\": {},\n{}  \"without_model\": {{{}}},\n  \"nothing_tiled\": \"{}\",\n  \"tile_loops\": "
      "[{}]\n}}\n",
      operations, fitting, cached, loops, parallelLoops, fused, joined, yields, recomputes, probes, misfits, torn,
      replans, countedOnce, work, worstFootprint, known(traffic), known(compulsory), known(bound),
      untiled > 0 ? fmt::format("{:.0f}", untiled) : "null", known(extraOps), jsonOf(time, machine, !dynamic), names,
      nothingTiled(), list.empty() ? "" : list + "\n  ");
}

} // namespace alcove::supertiling
