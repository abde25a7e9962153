//===- BoundBuilder.h - What every plan of a block reads and computes -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_BOUNDBUILDER_H
#define ALCOVE_LIB_PLAN_TILING_BOUNDBUILDER_H

#include "alcove/Plan/Tiling/ProgramBound.h"

#include <boost/dynamic_bitset.hpp>

#include <cmath>
#include <map>

namespace alcove::plan::tiling {

using Positions = boost::dynamic_bitset<>;

inline Positions allOf(int64_t extent) { return Positions(static_cast<size_t>(extent)).set(); }

/// Adds `more` to `set`, which grows as it needs to.
inline void join(boost::dynamic_bitset<> &set, boost::dynamic_bitset<> more) {
  size_t size = std::max(set.size(), more.size());
  set.resize(size);
  more.resize(size);
  set |= more;
}

template <typename Function>
void forEach(const Positions &positions, Function function) {
  for (size_t at = positions.find_first(); at != Positions::npos; at = positions.find_next(at))
    function(static_cast<int64_t>(at));
}

/// Makes both problems of a block: `problem` for bounds without loops (ProgramBound.cpp), `loops` for those of tile loops
/// (LoopProgram.cpp). What it finds out about the block is used for groups, too (GroupProgram.cpp).
class BoundBuilder {
public:
  BoundBuilder(const Problem &graph, Bytes memory) : graph(graph) { problem.memory = static_cast<double>(memory); }

  void run() {
    live.assign(graph.nodes.size(), 0);
    for (size_t index = graph.nodes.size(); index-- > 0;) {
      const Node &node = graph.nodes[index];
      live[index] = node.escapes || std::ranges::any_of(node.users, [&](int user) { return live[user] != 0; });
    }
    demandAll();
    problem.outputBytes = handedOutBytes(graph, /*fills=*/false);
    classes.assign(graph.nodes.size(), {});
    origins.assign(graph.nodes.size(), {});
    needs.assign(graph.nodes.size(), {});
    for (size_t index = 0; index < graph.nodes.size(); ++index)
      if (live[index])
        visit(static_cast<int>(index));
    finishLoops();
  }

  TrafficProblem problem;
  LoopProblem loops;

private:
  friend class GroupBuilder;
  static constexpr int unknown = -1;

  struct Operand {
    int of = unknown;
    /// Elements of paddings between the class and the operand.
    double padding = 0;
    /// The share of a window that no padding covers, at least.
    double inside = 1;
    /// The smallest element on the way from the class: as that one it may wait to be read.
    double elementBytes = HUGE_VAL;
  };

  /// Positions along each dimension of a tensor; the elements are their product. Without dimensions: only their number
  /// is known.
  struct Part {
    double elements = 0;
    std::vector<Positions> positions;
  };

  void visit(int index);
  void demandAll();
  Part partRead(const Node &node, const Access &access) const;
  Part partOfStructured(const Node &node, const Access &access) const;
  static double elementsOf(const Access &access) {
    double elements = 1;
    for (int64_t extent : access.shape)
      elements *= static_cast<double>(extent);
    return elements;
  }
  bool isWhole(const Node &node) const {
    return std::ranges::all_of(node.results,
                               [&](const Access &result) { return demandedOf(node) >= elementsOf(result); });
  }
  const Part &partOf(const Node &node) const { return demanded[&node - graph.nodes.data()]; }
  double demandedOf(const Node &node) const { return partOf(node).elements; }
  int inputClass(const Access &access, Part part);
  static void unite(Part &part, Part other);
  Operand operandClass(const Node &node, const Access &access);
  Operand passedOn(const Node &node);
  bool contraction(const Node &node, int index);

  /// What a tensor is made of, element by element.
  struct Origin {
    /// Class, the last contraction in front of it and all of them, and the smallest element on the way.
    int of = unknown;
    int from = -1;
    boost::dynamic_bitset<> sources;
    double elementBytes = HUGE_VAL;
    /// By dimension: the loops of `from` with more than one point that it is made of, or that it is a part of; empty: not
    /// known.
    struct Dim {
      std::vector<int> loops;
      bool part = false;
    };
    std::vector<Dim> dims;
  };
  enum LoopKind { Batch, Rows, Columns, Depth };
  static bool mayLink(LoopLink link, LoopKind here, LoopKind there, bool part);
  Origin originOf(const Access &access);
  static std::vector<Origin::Dim> seenThrough(const Node &view, const std::vector<Origin::Dim> &dims);
  Origin elementwiseOrigin(const Node &node);
  void findAddends(const Node &node);
  /// `added` stands beside the result of contraction `to`, unless it does beside another.
  void addend(const Origin &added, int to, double bytes);
  bool loopContraction(const Node &node, int index);
  bool findKinds(const Node &node, std::span<const Access *const> operands, std::vector<LoopKind> &kinds) const;
  LoopOperand loopOperand(const Access &access, const std::vector<LoopKind> &kinds, LoopKind kept);
  void finishLoops();
  static Positions reached(const AccessDim &dim, int64_t extent, std::span<const Positions> loops);
  static Part product(std::vector<Positions> positions);
  static Part everything(const Access &access);

  const Problem &graph;
  /// By node: something that leaves the block needs it.
  std::vector<char> live;
  /// By node: contractions of the loop problem that it needs. By contraction: what its loops are.
  std::vector<Origin> origins;
  std::vector<boost::dynamic_bitset<>> needs;
  std::vector<std::vector<LoopKind>> kindsOf;
  /// What every plan computes of the result of each node: what nobody reads need not be computed.
  std::vector<Part> demanded;
  /// Of the result of each node, as its readers find it, and of what is given.
  std::vector<Operand> classes;
  std::map<int, int> inputs;
  std::map<int, Part> inputParts;
  /// The same of the loop problem.
  std::map<int, int> loopInputs;
};

/// The problem of groups of a block that `run` has been over (GroupProgram.cpp).
GroupProblem groupsOf(const BoundBuilder &block);

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_BOUNDBUILDER_H
