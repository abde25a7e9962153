//===- SmoothAscent.h - Accelerated ascent of a smooth bound ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sweeps of potentials end where no single node gains, which may be far below the best potentials, and the steps of prices
// see one labelling at a time. With minima replaced by soft ones (Dual::smoothSweep) there is neither: the smooth bound has
// no such ends, and its derivative by the prices is exact. What sweeps and price steps change goes on with a momentum that
// grows (Nesterov 1983) until the smooth bound falls, and begins anew there. One temperature T serves: where the smooth
// bound gains little, other sweeps go on from its state, and better than they would have without it.
//
//   bound of the same potentials  ---------------------x  looked at after 30 smooth sweeps
//                                     T log(labels)    |
//   smooth bound                  ----------.----------'
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SMOOTHASCENT_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SMOOTHASCENT_H

#include "Dual.h"

namespace alcove::plan::layout {

class SmoothAscent {
public:
  /// From the best state of `dual`, which outlives this; `target` is the best cost known. `prices`: on the rows, too.
  SmoothAscent(Dual &dual, bool prices, double target);

  /// Spends about `work` units. The dual keeps what bounds it shows; its prices are those of the best one.
  uint64_t run(uint64_t work, double newTarget, const Deadline *deadline);
  /// The last looks showed little gain.
  bool done() const { return slow >= mostSlow; }

private:
  struct State {
    std::vector<double> potentials, price;
  };
  State present() const { return {dual.potentials, dual.price}; }
  void restore(const State &state);
  void beginAnew();
  /// A smooth sweep and a price step.
  void iterate(const Deadline *deadline);

  static constexpr int iterationsPerLook = 30, mostSlow = 1;
  Dual &dual;
  const bool prices;
  double temperature;
  double target;
  double step = 0;  ///< of the prices, along their derivative; 0 = not known yet
  int momentum = 0; ///< iterations since it was begun anew
  int iterations = 0;
  State last, beforeLast; ///< without momentum
  State best;             ///< of the smooth bound
  double smooth, bestSmooth;
  double judged; ///< best smooth bound at the last look
  int slow = 0;  ///< looks in a row
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SMOOTHASCENT_H
