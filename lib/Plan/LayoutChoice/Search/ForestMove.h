//===- ForestMove.h - Exact changes of trees of nodes -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At given prices the capacity is a cost of the labels, and what is left of the problem is a graph. A set of nodes that
// induces a forest is relabelled exactly by dynamic programming, everything else fixed: a third to a half of all nodes
// at once, for the price of a quarter of a sweep.
//
//      o---o   x---o       o: in the forest        A node joins when no two of its neighbours are in one tree so far.
//      |   |   |   |       x: fixed                The order in which nodes are asked is random, so another move
//      x   o---o   x                               frees other nodes.
//
// Moves of this kind: large neighbourhoods of Markov random fields, e.g. Hamze and de Freitas (2004).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FORESTMOVE_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FORESTMOVE_H

#include "../Presolve/Model.h"
#include "alcove/Base/Support/Random.h"

namespace alcove::plan::layout {

class ForestMove {
public:
  /// `entries` are the model's in doubles (Dual::entries); both outlive the object.
  ForestMove(const Model &model, std::span<const double> entries, uint64_t seed);

  /// One price per row, >= 0. O(bytes).
  void setPrices(std::span<const double> price);
  /// Cost of a label with its priced bytes.
  double own(int32_t node, int32_t label) const { return priced[model.labelBegin[node] + label]; }
  double pair(int32_t edge, int32_t s, int32_t t) const {
    return entries[model.edges[edge].costBegin + static_cast<size_t>(s) * model.size(model.edges[edge].v) + t];
  }
  /// Cost of the edge between `node` and a neighbour.
  double between(const Model::Adjacent &adjacent, int32_t node, std::span<const int32_t> labels) const {
    return model.edges[adjacent.edge].u == node ? pair(adjacent.edge, labels[node], labels[adjacent.other])
                                                : pair(adjacent.edge, labels[adjacent.other], labels[node]);
  }

  /// Relabels a forest of nodes of `region` so that the priced cost is least, `held` (-1 = none) and all others fixed;
  /// present labels win ties. Never dearer. Returns the table entries that were touched.
  uint64_t run(std::span<const int32_t> region, std::vector<int32_t> &labels, int32_t held = -1);

private:
  void pickForest(std::span<const int32_t> region, int32_t held);
  bool joins(int32_t node);
  int32_t treeOf(int32_t node);
  void orderFromRoots(std::span<const int32_t> region);
  void addFixedNeighbours(int32_t node, std::span<const int32_t> labels);
  void sendToParent(int32_t node);
  int32_t bestLabel(int32_t node, std::span<const int32_t> labels);

  const Model &model;
  std::span<const double> entries;
  Random random;
  std::vector<double> priced;                ///< per label
  std::vector<double> value;                 ///< per label: least cost of the node's subtree, sign turned
  std::vector<double> message, key;          ///< per label of one node; per node
  std::vector<char> chosen;                  ///< per node: in the forest
  std::vector<int32_t> tree, parent, seenBy; ///< per node: union-find, parent in the tree, who saw this tree last
  std::vector<int32_t> parentEdge;
  std::vector<int32_t> asked, order; ///< nodes of the region by key; forest, parents first
  uint64_t spent = 0;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FORESTMOVE_H
