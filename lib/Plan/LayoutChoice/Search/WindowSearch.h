//===- WindowSearch.h - Large-neighbourhood local search --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Improves a labelling by freeing small windows of nodes and solving each with FrontierSearch, everything else fixed.
// Windows start where the reduced cost above the dual bound is: an assignment without reduced cost anywhere is optimal.
// While the labelling does not fit, windows start at overflowing rows and incompatible edges, and the search is soft.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_WINDOWSEARCH_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_WINDOWSEARCH_H

#include "FrontierSearch.h"
#include "alcove/Base/Support/Random.h"

namespace alcove::plan::layout {

/// A change of some labels.
struct WindowMove {
  std::vector<int32_t> nodes, labels;
};

class WindowSearch {
public:
  WindowSearch(const Model &model, uint64_t seed);

  void setDual(const RoundedDual &dual);
  void setLabels(const std::vector<int32_t> &labels);
  const std::vector<int32_t> &labels() const { return current; }
  bool feasible() const { return violations == 0; }

  /// Solves windows until about `work` units are spent; records the moves that were taken.
  uint64_t improve(uint64_t work, std::vector<WindowMove> *moves, const Deadline *deadline = nullptr);
  /// Takes a move that another search found when it does not make things worse here.
  bool apply(const WindowMove &move);

  /// Leaves the local optimum: decodes a connected region of about `size` nodes afresh, with noise on the reduced cost;
  /// what does not fit then is repaired by the next `improve`.
  void perturb(size_t size);

  /// From now on `improve` leaves local optima by itself: after `patience` windows without gain it keeps the better of
  /// the labelling and the best one, and perturbs that. 0 = not.
  void iterate(uint64_t patience) { this->patience = patience; }
  /// The best feasible labelling since the last setLabels; empty = none.
  const std::vector<int32_t> &best() const { return bestLabels; }
  Cost bestCost() const { return cheapest; }

  size_t windowSize = 12; ///< mean number of freed nodes
  size_t width = 64;      ///< of the frontier search

private:
  void countViolations();
  void keepIfBest();
  void load(const std::vector<int32_t> &labels);
  void weighNodes();
  int32_t pickSeed();
  void growBall(int32_t seed, size_t size, std::vector<int32_t> &window);
  void growRow(int32_t seed, size_t size, std::vector<int32_t> &window);
  void growInterval(int32_t seed, size_t size, std::vector<int32_t> &window);
  void change(std::span<const int32_t> nodes, std::span<const int32_t> labels);

  const Model &model;
  const RoundedDual *dual = nullptr;
  std::unique_ptr<FrontierSearch> search;
  Random random;
  std::vector<int32_t> current;
  std::vector<Bytes> used;
  size_t violations = 0;          ///< overflowing rows + incompatible edges
  std::vector<double> cumulative; ///< seed weights, summed up
  std::vector<int32_t> mark;
  int32_t stamp = 0;
  uint64_t patience = 0, idle = 0;
  std::vector<int32_t> bestLabels;
  Cost cheapest = infiniteCost;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_WINDOWSEARCH_H
