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

  /// A smooth sweep and a price step.
  void iterate(const Deadline *deadline);
  /// After so many iterations its bound is worth a look.
  bool isDue() const { return iterations >= iterationsPerLook; }
  /// Puts the best state into the dual, and two sweeps on, for a bound, which the dual keeps when it is its best.
  void look(const Deadline *deadline);
  /// Takes up again what `look` laid aside.
  void resume(double target);
  /// The last looks showed little gain.
  bool done() const { return slow >= mostSlow; }
  /// Of an iteration, in sweeps of the dual: exponentials take their time.
  static constexpr uint64_t sweepsPerIteration = 2, sweepsPerLook = 2;

private:
  struct State {
    std::vector<double> potentials, price;
  };
  State present() const { return {dual.potentials, dual.price}; }
  void restore(const State &state);
  void beginAnew();

  static constexpr int iterationsPerLook = 30, mostSlow = 2;
  Dual &dual;
  const bool prices;
  double temperature;
  double target;
  double step = 0;  ///< of the prices, along their derivative; 0 = not known yet
  int momentum = 0; ///< iterations since it was begun anew
  int iterations = 0;
  State last, beforeLast; ///< without momentum
  State best;             ///< of the smooth bound
  State aside;            ///< during a look
  double smooth, bestSmooth;
  double judged; ///< best smooth bound at the last look
  int slow = 0;  ///< looks in a row
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SMOOTHASCENT_H
