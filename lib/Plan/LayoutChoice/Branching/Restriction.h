//===- Restriction.h - The problem with some nodes decided ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prices and potentials mix the labels of a node that much of the problem hangs on, each with everything that goes with
// it, so what they decode and lead searches to is far from what they prove. With such nodes decided as in a labelling at
// hand the reductions start again, and little is left between the two (IOPDDL R, its 85 nodes of 32 neighbours and more
// decided: bound 346.8 G, labelling 347.0 G, where sweeps of the whole prove 329 G and searches of the whole had found
// 354 G):
//
//   climb    sweeps and prices of what is left, from those of the whole
//   search   forests (Search/ForestSearch.h) from the labelling at hand or the repaired last one decoded, whichever is
//            cheaper
//
// A large neighbourhood of that labelling, as in Shaw (1998). Nothing is proved here.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_RESTRICTION_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_RESTRICTION_H

#include "Remainder.h"

namespace alcove::plan::layout {

class Restriction {
public:
  struct Options {
    PresolveOptions reductions;
    bool shares = true, leaps = true; ///< of the ascent
    uint64_t seed = 1;
  };
  Restriction(const std::vector<int64_t> &position, const Options &options)
      : position(position), options(options), random(options.seed) {}

  /// Decides four fifths of the nodes of the model of `base` with at least `degree` neighbours, drawn at random, as in
  /// `choice`, a candidate for every node of the problem. From the best prices and potentials of `dual`. Adds to
  /// `work`. Not begun afterwards: the deadline passed, there is no such node, or nothing is left.
  void begin(const Kernel &base, const Dual &dual, size_t degree, const std::vector<int32_t> &choice, uint64_t &work,
             const Deadline *deadline);
  bool begun() const { return state != nullptr; }
  void end() { state.reset(); }
  /// Spends about `work` units.
  uint64_t run(uint64_t work, Cost incumbent, const Deadline *deadline);
  /// More work gains little.
  bool finished() const { return state->stale >= mostStale; }

  /// Of the cheapest labelling so far; infiniteCost = none.
  Cost cost() const { return state->forests ? state->forests->bestCost() : infiniteCost; }
  /// That labelling: a candidate for every node of the problem.
  std::vector<int32_t> choice() const { return state->choiceOf(state->forests->best(), position.size()); }

private:
  static constexpr int mostStale = 2;
  uint64_t startSearch(Cost incumbent, const Deadline *deadline);

  const std::vector<int64_t> &position;
  Options options;
  Random random;
  std::unique_ptr<Remainder> state; ///< with forests once it has climbed
  uint64_t climbed = 0;             ///< work
  std::vector<int32_t> start;       ///< where the search begins, unless what is decoded is cheaper
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_RESTRICTION_H
