//===- Problem.h - Fused, tiled schedules of operation graphs ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph scheduling problem of the MLSys 2026 contest. A directed acyclic graph of MatMul and Pointwise operations
// over two-dimensional tensors runs on one processor with a small fast memory and a large slow one:
//
//     slow memory            fast memory (capacity)                slow memory
//    ┌──────────┐  load   ┌─────────────────────────┐   store    ┌──────────┐
//    │  inputs  ├────────►│ slices of a subgraph's  ├───────────►│ outputs  │     every arrow: `bandwidth` elements
//    └──────────┘         │ inputs, one output tile │            └──────────┘     per unit of time
//                         │ per sink, residents     │
//                         └─────────────────────────┘
//
// A schedule is a list of subgraphs. One subgraph walks over the tiles (w × h) of its output grid; inside one tile the
// MatMuls whose result leaves through the tile are split into steps of depth k:
//
//      output grid, W = 300, w = 128            one tile, reduction depth K = 512, k = 128
//      ┌──────┬──────┬───┐                      step 0   step 1   step 2   step 3
//      │ 0    │ 1    │ 2 │ h                    LHS h×k ─►
//      ├──────┼──────┼───┤                      RHS k×w ─►  ...            + store w × h
//      │ 3    │ 4    │ 5 │ h                    each step lasts max(compute, elements moved / bandwidth)
//      └──────┴──────┴───┘
//
// The numbered rules (GS-P1… for problems, GS-S1… for schedules, GS-L1… for latencies) stand in
// docs/spec/GraphSchedule.md. `evaluate` is the verifier: it walks over every step literally, in exact arithmetic, and
// shares no code with the policies (Scheduler.h), which use closed forms.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_GRAPHSCHEDULE_PROBLEM_H
#define ALCOVE_PLAN_GRAPHSCHEDULE_PROBLEM_H

#include "alcove/Base/Support/Result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alcove::plan::schedule {

enum class OpKind : uint8_t { MatMul, Pointwise };

/// Columns × rows.
struct Tensor {
  int64_t width = 0, height = 0;
  int64_t elements() const { return width * height; }
};

struct Operation {
  OpKind kind = OpKind::Pointwise;
  /// Time units for one native tile (MatMul: over its whole reduction depth).
  int64_t baseCost = 0;
  /// Tensor indices; a MatMul has exactly (left, right).
  std::vector<int32_t> inputs;
  std::vector<int32_t> outputs;
};

struct Problem {
  std::vector<Tensor> tensors;
  std::vector<Operation> ops;
  /// Elements that the fast memory holds.
  int64_t capacity = 0;
  /// Elements per time unit between the memories, one figure for loads and stores together.
  int64_t bandwidth = 0;
  /// The largest tile; `nativeWidth` limits the depth of a step as well.
  int64_t nativeWidth = 0, nativeHeight = 0;
};

/// Tile width and height of the output grid, depth of a reduction step. `k` is 1 where no MatMul is split.
struct Granularity {
  int64_t w = 1, h = 1, k = 1;
  bool operator==(const Granularity &) const = default;
};

struct Subgraph {
  /// In topological order.
  std::vector<int32_t> ops;
  Granularity granularity;
  /// Tensors that stay in fast memory, whole, for the next subgraph and no longer.
  std::vector<int32_t> retained;
  /// Row-major tile indices in the order of execution; absent = row-major order.
  std::optional<std::vector<int32_t>> traversal;
  /// What the author of the schedule claims; never trusted (GS-L9).
  std::optional<double> claimedLatency;
};

struct Solution {
  std::vector<Subgraph> subgraphs;
};

/// Points that the text of the problem leaves open. The defaults are the cautious reading: a schedule that is valid by
/// them was accepted by the organisers' evaluator wherever that is known.
struct Rules {
  /// GS-S4: an operation may run in several subgraphs.
  bool allowRecomputation = true;
  /// GS-S7: operations that read the same tensor count as connected, not only producer and consumer.
  bool coConsumersAreConnected = true;
  /// GS-S9: a pointwise result that is an operand of a MatMul inside the subgraph needs k = K.
  bool pointwiseOperandNeedsFullDepth = true;
  /// GS-S10: MatMuls that are split over steps may differ in reduction depth; the shorter ones finish early.
  bool allowMixedDepth = false;
  /// GS-S13: a tensor that is already resident may be retained once more.
  bool allowLongRetention = false;
  /// GS-S14: a tensor may be ephemeral in one subgraph and read from slow memory by another one.
  bool allowEphemeralAndStored = false;
  /// GS-S15: the accumulator of a split MatMul occupies w × h even if its result is ephemeral.
  bool chargeEphemeralAccumulator = true;
  /// GS-L4: the strip of an inner MatMul is computed anew at every step that uses it, not only when it changes.
  bool recomputeInnerStrips = true;
  /// GS-L6: a slice is free if the whole tensor was there in the step before.
  bool wholeTensorCoversSlices = true;
  /// GS-S18: most steps of one subgraph that the verifier is willing to walk over.
  int64_t stepLimit = int64_t(1) << 24;
};

/// An exact non-negative rational number `numerator / denominator`, in lowest terms.
struct Rational {
  __int128 numerator = 0;
  __int128 denominator = 1;
  double toDouble() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  bool operator==(const Rational &) const = default;
};
/// Lowest terms of `numerator / denominator`, denominator > 0.
Rational makeRational(__int128 numerator, __int128 denominator);
/// The sum, or nothing when it does not fit.
std::optional<Rational> add(const Rational &a, const Rational &b);

struct SubgraphReport {
  Rational latency;
  /// Elements of fast memory (GS-S15).
  int64_t workingSet = 0;
  int64_t tiles = 0, steps = 0;
  /// Steps that last longer for their traffic than for their compute.
  int64_t memoryBoundSteps = 0;
  int64_t loadedElements = 0, storedElements = 0;
  /// Sum over the steps of the compute time alone.
  double computeTime = 0;
};

struct Evaluation {
  std::vector<SubgraphReport> subgraphs;
  /// Sum of the latencies; `exact` is empty when the common denominator does not fit 128 bits.
  double latency = 0;
  std::optional<Rational> exact;
};

/// Rules GS-P1… : a problem that passes may be given to every policy. O(tensors + operands).
Status check(const Problem &problem);

/// Rules GS-S1… and GS-L1… : validity and exact latency of `solution` for a problem that passed `check`; the error
/// names the subgraph, the first broken rule and both values. O(steps × slices²).
Result<Evaluation> evaluate(const Problem &problem, const Solution &solution, const Rules &rules = {});

/// Rule GS-L9, for the latencies that `solution` claims and `evaluation` found.
Status checkClaims(const Solution &solution, const Evaluation &evaluation);

/// Index of the operation that produces each tensor, -1 for graph inputs.
std::vector<int32_t> producers(const Problem &problem);

} // namespace alcove::plan::schedule

#endif // ALCOVE_PLAN_GRAPHSCHEDULE_PROBLEM_H
