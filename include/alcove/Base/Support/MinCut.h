//===- MinCut.h - Two-valued choices with costs of pairs ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_MINCUT_H
#define ALCOVE_BASE_SUPPORT_MINCUT_H

#include <cstdint>
#include <vector>

namespace alcove {

/// Variables that are false or true; costs of single values, and of pairs "a false and b true". The minimum is exact:
/// it is a minimum cut between false (source) and true (sink), found by shortest augmenting paths (Dinic), O(V^2 E).
/// Of several minima that with the fewest true variables (the smallest sink side, which is unique).
class MinCut {
public:
  /// Stands for "never". Sums of other costs must stay below.
  static constexpr int64_t never = int64_t{1} << 60;

  MinCut();
  int addVariable();
  void costIfFalse(int variable, int64_t cost) { addEdge(variable, sink, cost); }
  void costIfTrue(int variable, int64_t cost) { addEdge(source, variable, cost); }
  void costIfFalseAndTrue(int a, int b, int64_t cost) { addEdge(a, b, cost); }
  /// The side of each variable, in the order of addVariable. To be called once.
  std::vector<bool> solve();

  /// Variables that always are false, and true.
  static constexpr int source = 0, sink = 1;

private:
  struct Edge {
    int to;
    int64_t capacity;
    int reverse; ///< place among the edges of `to`
  };
  void addEdge(int from, int to, int64_t capacity);
  bool findLevels();
  int64_t augment(int node, int64_t limit);

  std::vector<std::vector<Edge>> edges;
  std::vector<int> level, next;
};

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_MINCUT_H
