//===- SmoothRelaxation.h - A relaxation at other prices --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the ascent has come to its end and much is missing, prices that prove more are found by soft minima
// (Dual/SmoothAscent.h), and the capacity becomes a cost once more (Relaxation.h):
//
//   ascent's best state ──► smooth ascent, a dual of its own ──► relaxation at its prices: sweeps, boxes at hubs
//                             (the ascent's stays)                  bound; searches begin anew at these prices
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_SMOOTHRELAXATION_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_SMOOTHRELAXATION_H

#include "../Dual/SmoothAscent.h"
#include "Relaxation.h"

namespace alcove::plan::layout {

class SmoothRelaxation {
public:
  SmoothRelaxation(const std::vector<int64_t> &position, const Relaxation::Options &options)
      : relaxation(position, options) {}

  /// From the best state of `start`; `incumbent` is the best cost known.
  void begin(const Dual &start, Cost incumbent);
  bool begun() const { return own.has_value(); }
  /// One step of about `work` units: of the smooth ascent, of the sweeps behind it, or some boxes. `base` is the kernel of
  /// the model of `start`.
  uint64_t run(const Kernel &base, uint64_t work, Cost incumbent, const Deadline *deadline);
  /// The prices stay.
  bool settled() const { return begun() && ascent->done(); }
  bool finished() const { return relaxed && relaxation.climbed() && !relaxation.canBranch(); }
  /// What the next step takes at least: about a box.
  uint64_t leastWork() const {
    return relaxation.climbed() && relaxation.canBranch() ? relaxation.leastWorkOfBranch() : 0;
  }
  /// With the prices as its best ones, and what `start` knew of potentials.
  const Dual &dual() const { return *own; }
  /// Proved so far, and by what.
  Cost bound() const { return relaxation.bound(); }
  LayoutCertificate certificate() const { return relaxation.certificate(); }

private:
  Relaxation relaxation;
  std::optional<Dual> own;
  std::optional<SmoothAscent> ascent;
  bool relaxed = false;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_SMOOTHRELAXATION_H
