//===- Evaluate.cpp - Verifier of whole schedules -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SubgraphAnalysis.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace alcove::plan::schedule {

static bool contains(std::span<const int32_t> list, int32_t item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

static std::string subgraphName(size_t index) { return fmt::format("subgraphs[{}]", index); }

// GS-S1: subgraphs are not empty and name operations and tensors that exist. GS-S4: every operation runs.
static Status checkReferences(const Problem &problem, const Solution &solution, const Rules &rules) {
  std::vector<int32_t> runs(problem.ops.size(), 0);
  for (size_t s = 0; s != solution.subgraphs.size(); ++s) {
    const Subgraph &subgraph = solution.subgraphs[s];
    if (subgraph.ops.empty())
      return Error{fmt::format("{}: no operations (GS-S1)", subgraphName(s))};
    for (int32_t o : subgraph.ops) {
      if (o < 0 || static_cast<size_t>(o) >= problem.ops.size())
        return Error{fmt::format("{}: operation {} does not exist (there are {}) (GS-S1)", subgraphName(s), o,
                                 problem.ops.size())};
      if (++runs[static_cast<size_t>(o)] > 1 && !rules.allowRecomputation)
        return Error{fmt::format("{}: operation {} runs for the second time (GS-S4)", subgraphName(s), o)};
    }
    for (int32_t t : subgraph.retained)
      if (t < 0 || static_cast<size_t>(t) >= problem.tensors.size())
        return Error{fmt::format("{}: retained tensor {} does not exist (there are {}) (GS-S1)", subgraphName(s), t,
                                 problem.tensors.size())};
  }
  for (size_t o = 0; o != runs.size(); ++o)
    if (!runs[o])
      return Error{fmt::format("operation {} is in no subgraph (GS-S4)", o)};
  return {};
}

// GS-S12: retained tensors are made here (GS-S13: or, by a switch, still resident), each named once.
static Status checkRetained(const Subgraph &subgraph, const SubgraphAnalysis &analysis,
                            std::span<const int32_t> resident, const Rules &rules, const std::string &where) {
  for (size_t i = 0; i != subgraph.retained.size(); ++i) {
    int32_t t = subgraph.retained[i];
    if (contains(std::span(subgraph.retained).first(i), t))
      return Error{fmt::format("{}: tensor {} is retained twice (GS-S12)", where, t)};
    if (contains(analysis.outputs, t) || contains(analysis.internal, t))
      continue;
    if (!contains(resident, t))
      return Error{fmt::format("{}: retained tensor {} is not produced here (GS-S12)", where, t)};
    if (!rules.allowLongRetention)
      return Error{
          fmt::format("{}: tensor {} was retained by the subgraph before and cannot stay longer (GS-S13)", where, t)};
  }
  return {};
}

// GS-S16: a traversal is a permutation of the tiles.
static Status checkTraversal(const Subgraph &subgraph, const SubgraphAnalysis &analysis, const std::string &where) {
  if (!subgraph.traversal)
    return {};
  const std::vector<int32_t> &order = *subgraph.traversal;
  __int128 tiles = static_cast<__int128>(analysis.columns) * analysis.rows;
  if (static_cast<__int128>(order.size()) != tiles)
    return Error{fmt::format("{}: traversal of {} tiles, the grid has {} x {} (GS-S16)", where, order.size(),
                             analysis.columns, analysis.rows)};
  std::vector<bool> seen(order.size(), false);
  for (int32_t tile : order) {
    if (tile < 0 || static_cast<size_t>(tile) >= order.size())
      return Error{fmt::format("{}: tile {} does not exist (there are {}) (GS-S16)", where, tile, order.size())};
    if (seen[static_cast<size_t>(tile)])
      return Error{fmt::format("{}: tile {} is visited twice (GS-S16)", where, tile)};
    seen[static_cast<size_t>(tile)] = true;
  }
  return {};
}

namespace {
/// Where every tensor is between two subgraphs.
struct MemoryState {
  std::vector<bool> slow;
  std::vector<int32_t> resident;
  /// First subgraph in which the tensor was ephemeral, and first that read it from slow memory; -1: none. For GS-S14.
  std::vector<int64_t> ephemeral, readFromSlow;
};
} // namespace

// GS-S14: what is ephemeral here is not read from slow memory elsewhere.
static Status checkEphemeral(const MemoryState &state) {
  for (size_t t = 0; t != state.ephemeral.size(); ++t)
    if (state.ephemeral[t] >= 0 && state.readFromSlow[t] >= 0)
      return Error{fmt::format("tensor {} is ephemeral in {} and read from slow memory by {} (GS-S14)", t,
                               subgraphName(static_cast<size_t>(state.ephemeral[t])),
                               subgraphName(static_cast<size_t>(state.readFromSlow[t])))};
  return {};
}

// GS-S11 of the text, here GS-S17: inputs are in slow memory or resident when a subgraph starts.
static Status checkAvailable(const Problem &problem, const SubgraphAnalysis &analysis, MemoryState &state, size_t index,
                             const std::vector<int32_t> &producer) {
  for (const InputSlice &slice : analysis.inputs) {
    size_t t = static_cast<size_t>(slice.tensor);
    if (contains(state.resident, slice.tensor))
      continue;
    if (!state.slow[t])
      return Error{fmt::format("{}: input {} (made by operation {}) is neither in slow memory nor resident (GS-S17)",
                               subgraphName(index), slice.tensor, producer[t])};
    if (producer[t] >= 0 && state.readFromSlow[t] < 0)
      state.readFromSlow[t] = static_cast<int64_t>(index);
  }
  return {};
}

static void advance(const Subgraph &subgraph, const SubgraphAnalysis &analysis, size_t index, MemoryState &state) {
  for (int32_t t : analysis.outputs)
    if (!contains(subgraph.retained, t))
      state.slow[static_cast<size_t>(t)] = true;
  for (int32_t t : analysis.internal)
    if (!contains(subgraph.retained, t) && state.ephemeral[static_cast<size_t>(t)] < 0)
      state.ephemeral[static_cast<size_t>(t)] = static_cast<int64_t>(index);
  state.resident = subgraph.retained;
}

// GS-S19: graph outputs end in slow memory.
static Status checkOutputs(const Problem &problem, const std::vector<int32_t> &producer, const MemoryState &state) {
  std::vector<bool> consumed(problem.tensors.size(), false);
  for (const Operation &op : problem.ops)
    for (int32_t t : op.inputs)
      consumed[static_cast<size_t>(t)] = true;
  for (size_t t = 0; t != problem.tensors.size(); ++t)
    if (producer[t] >= 0 && !consumed[t] && !state.slow[t])
      return Error{fmt::format("graph output {} is not in slow memory at the end (GS-S19)", t)};
  return {};
}

Status checkClaims(const Solution &solution, const Evaluation &evaluation) {
  for (size_t s = 0; s != solution.subgraphs.size(); ++s) {
    const std::optional<double> &claim = solution.subgraphs[s].claimedLatency;
    double latency = evaluation.subgraphs[s].latency.toDouble();
    // GS-L9
    if (claim && !(std::abs(*claim - latency) <= 1e-6 * std::max(1.0, latency)))
      return Error{fmt::format("subgraph_latencies[{}]: {:.10g} is claimed, the latency is {:.10g} (GS-L9); correct it "
                               "or leave the list out",
                               s, *claim, latency)};
  }
  return {};
}

Result<Evaluation> evaluate(const Problem &problem, const Solution &solution, const Rules &rules) {
  ALCOVE_RETURN_IF_ERROR(checkReferences(problem, solution, rules));
  std::vector<int32_t> producer = producers(problem);
  MemoryState state;
  state.slow.resize(problem.tensors.size());
  for (size_t t = 0; t != producer.size(); ++t)
    state.slow[t] = producer[t] < 0;
  state.ephemeral.assign(problem.tensors.size(), -1);
  state.readFromSlow.assign(problem.tensors.size(), -1);

  Evaluation evaluation;
  evaluation.exact = Rational{};
  for (size_t s = 0; s != solution.subgraphs.size(); ++s) {
    const Subgraph &subgraph = solution.subgraphs[s];
    std::string where = subgraphName(s);
    ALCOVE_ASSIGN_OR_RETURN(SubgraphAnalysis analysis, analyse(problem, producer, subgraph, rules, where));
    ALCOVE_RETURN_IF_ERROR(checkRetained(subgraph, analysis, state.resident, rules, where));
    ALCOVE_RETURN_IF_ERROR(checkTraversal(subgraph, analysis, where));
    ALCOVE_RETURN_IF_ERROR(checkAvailable(problem, analysis, state, s, producer));
    ALCOVE_ASSIGN_OR_RETURN(SubgraphReport report, price(problem, subgraph, analysis, state.resident, rules, where));
    advance(subgraph, analysis, s, state);
    evaluation.latency += report.latency.toDouble();
    evaluation.exact = evaluation.exact ? add(*evaluation.exact, report.latency) : std::nullopt;
    evaluation.subgraphs.push_back(report);
  }
  if (!rules.allowEphemeralAndStored)
    ALCOVE_RETURN_IF_ERROR(checkEphemeral(state));
  ALCOVE_RETURN_IF_ERROR(checkOutputs(problem, producer, state));
  if (evaluation.exact)
    evaluation.latency = evaluation.exact->toDouble();
  return evaluation;
}

} // namespace alcove::plan::schedule
