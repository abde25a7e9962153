//===- Relaxation.h - Bound and labellings without the capacity -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At fixed prices the capacity is a cost (Presolve/Relax.h), and the reductions start again: on IOPDDL R 4,756 of 10,124
// nodes are left. What is left serves both sides of the gap:
//
//   climb    sweeps of potentials: a bound of the problem, above that of the same prices with rows
//   branch   where they have converged, boxes split at nodes of many neighbours (Branching.h): a higher bound, up to what
//            the relaxed problem costs
//   search   forests (Search/ForestSearch.h): labellings whose priced cost is low, over the capacity by little; with the
//            removed nodes filled in and repaired they are cheaper than what a search that has to fit reaches
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_RELAXATION_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_RELAXATION_H

#include "Branching.h"
#include "Remainder.h"

namespace alcove::plan::layout {

class Relaxation {
public:
  struct Options {
    PresolveOptions reductions;
    bool leaps = true;
    bool forests = true; ///< search
    bool branch = false; ///< at nodes of many neighbours, once converged
    bool keepProof = true;
    uint64_t seed = 1;
  };
  Relaxation(const std::vector<int64_t> &position, const Options &options) : position(position), options(options) {}

  /// At prices per row, from the best potentials of `dual`, whose model is that of `base`; `climb`: for a bound, else for
  /// the search alone. Forgets what was reached at others, except for the bound and where the search was. Adds to `work`.
  /// Not begun afterwards: the deadline passed, the costs are too large, or nothing is left.
  void begin(const Kernel &base, const Dual &dual, std::span<const double> at, bool climb, uint64_t &work,
             const Deadline *deadline);
  /// The next search begins with what its sweeps like, not where the last one was. Nothing is begun.
  void forget();
  bool begun() const { return state != nullptr; }

  /// Both spend about `work` units, do not touch each other, and know of each other what `meet` tells them.
  uint64_t climb(uint64_t work, Cost incumbent, const Deadline *deadline);
  uint64_t search(uint64_t work, const Deadline *deadline);
  /// Boxes of the last state that was begun for a bound and converged, whatever was begun since.
  uint64_t branch(uint64_t work, Cost incumbent, const Deadline *deadline);
  void meet(Cost incumbent, const Deadline *deadline);
  /// More work gains little.
  bool climbed() const { return !begun() || !climbs || state->ascent.converged(); }
  bool canBranch() const { return branching && !branching->finished(); }
  uint64_t leastWorkOfBranch() const { return branching->boxWork(); }
  bool searched() const { return !begun() || !state->forests || state->stale >= mostStale; }

  /// A candidate for every node of the problem: the cheapest labelling, which need not fit.
  std::vector<int32_t> choice() const;
  /// Proved so far, and by what.
  Cost bound() const { return best; }
  LayoutCertificate certificate() const { return provedHere ? certify() : provedByTree ? certifyTree() : proof; }

private:
  static constexpr int mostStale = 4;
  LayoutCertificate certify() const;
  LayoutCertificate certifyTree() const;
  void plant();
  void drop();

  const std::vector<int64_t> &position;
  Options options;
  DualCertificate prices;
  bool climbs = false; ///< the state's potentials are worth sweeps
  std::unique_ptr<Remainder> state;
  bool settled = false;       ///< its guide is that of the converged ascent
  std::vector<int32_t> known; ///< choice() at earlier prices
  Cost best = -infiniteCost;
  bool provedHere = false; ///< by the state; else by `proof`
  LayoutCertificate proof;
  std::unique_ptr<Branching> branching;
  LayoutCertificate root;    ///< the steps before the tree
  bool provedByTree = false; ///< unless provedHere
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_RELAXATION_H
