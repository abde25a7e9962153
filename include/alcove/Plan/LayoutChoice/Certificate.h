//===- Certificate.h - Why no layout is cheaper -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound is believed because it can be re-derived from the problem and this list of steps, by code that shares
// nothing with the solver (`checkBound`). The steps are played in order on the problem:
//
//   arc (i, s)          label s of i has no finite partner on some edge
//   capacity (i, s)     s does not fit even when every other live buffer takes its least bytes
//   conflict (i, j)     pairs of an edge that do not fit together become infinite
//   dominated (i, s, t) whatever the neighbours take, t is no dearer than s and never has more bytes
//   contract (j, i)     every label of i leaves one label of j: j is merged into i
//   separable (i, j)    the edge is a sum f(s) + g(t): moved to the nodes
//   eliminate (j)       no bytes, at most two neighbours: minimised out, exactly
//   dual                multipliers and potentials: a bound
//   bound (i, s)        under the last dual the reduced cost of s proves that it is in nothing cheaper than `target`
//   search (k, b)       under the last dual every assignment cheaper than `target` (with k >= 0 than targets[k], when
//                       that is less) is enumerated along `order`, of which only the nodes that are left count; none
//                       is found; with b >= 0 searches[b] helps: what is behind a node costs at least so much
//   branch (i, k)       the steps up to `otherwise` speak about i in halves[k] only,
//   otherwise           those up to `join` about i in the other labels that are left;
//   join                both together are what was left at `branch`. Branches nest:
//
//                         dual  branch(7, 0)  arc dual        otherwise  dual branch(9, 1) .. otherwise .. join   join
//                         b0                  |--- b1 ---|               |- b2 -- b3 ------------- b4 -----|
//
//                       proves max(b0, min(b1, max(b2, min(b3, b4))))
//
//   relax (k)           the prices of duals[k] make costs of all bytes, rounded down: no row and no byte is left
//
// The proved bound is the last dual's, or `target` when a search step stands at the end.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_LAYOUTCHOICE_CERTIFICATE_H
#define ALCOVE_PLAN_LAYOUTCHOICE_CERTIFICATE_H

#include "alcove/Plan/LayoutChoice/Problem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace alcove::plan {

/// Multipliers in units of 2^-scaleBits of a cost per byte, potentials in units of 2^(potentialShift - scaleBits); any
/// values give a valid bound.
struct DualCertificate {
  int scaleBits = 0;
  int potentialShift = 0;
  struct Multiplier {
    int64_t time;
    int64_t price; ///< per byte, >= 0
  };
  std::vector<Multiplier> multipliers;
  /// What an edge gives to the labels of its two nodes (in the order of the labels that are left).
  struct Potential {
    int32_t a, b;
    std::vector<int64_t> toA, toB;
  };
  std::vector<Potential> potentials;
};

struct ProofStep {
  enum class Kind : uint8_t {
    Arc,
    Capacity,
    Conflict,
    Dominated,
    Contract,
    Separable,
    Eliminate,
    Dual,
    Bound,
    Search,
    Branch,
    Otherwise,
    Join,
    Relax
  };
  Kind kind;
  int32_t i = -1; ///< Dual, Relax: index into LayoutCertificate::duals; Search: into targets, or -1
  int32_t j = -1; ///< second node, or candidate s; Branch: index into halves; Search: into searches, or -1
  int32_t t = -1; ///< dominating candidate
};

/// What the nodes behind a place in the order have as reduced cost at least. Only a help: the checker derives every
/// value by searching from `node` up to `until` with the bounds found there, and uses what it finds.
struct SearchBounds {
  /// Labels with a greater reduced cost of their own are left out (at least the reduced cost that the search speaks
  /// about).
  int64_t within = 0;
  struct Behind {
    int32_t node;                             ///< the first node behind
    int32_t until = -1;                       ///< the first node that the search does not reach, -1 = none
    std::vector<int32_t> visible;             ///< earlier nodes whose labels are given
    std::vector<std::vector<int32_t>> labels; ///< candidates of each of these
    std::vector<int64_t> least; ///< at most this is tried to prove; index = sum of label places, first node fastest
  };
  std::vector<Behind> behind;
};

struct LayoutCertificate {
  std::vector<ProofStep> steps;
  std::vector<DualCertificate> duals;
  /// Labels removed by bounds and the search step speak about assignments that cost less than this.
  Cost target = infiniteCost;
  std::vector<int32_t> order;               ///< of search steps: holds the nodes that are left
  std::vector<Cost> targets;                ///< of search steps that prove less
  std::vector<SearchBounds> searches;       ///< of search steps
  std::vector<std::vector<int32_t>> halves; ///< of branch steps: candidates, ascending
  Cost bound = -infiniteCost;
};

/// Plays the steps on the problem. The bound that they prove, or the first step that does not hold. More than
/// `maxStates` transitions of searches are an error ("not checked"), so that a wrong order cannot run for ever.
Result<Cost> checkBound(const LayoutChoice &problem, const LayoutCertificate &certificate,
                        size_t maxStates = size_t(1) << 34);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_LAYOUTCHOICE_CERTIFICATE_H
