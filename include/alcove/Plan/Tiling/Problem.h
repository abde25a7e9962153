//===- Problem.h - One block as a graph of tileable nodes -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tiling needs to know about the operations of a block, as plain values:
//
//        matmul    node 0  loops (m, n, k)   result dim = loop
//        relu      node 1  loops (m, n)      input 0: producer node 0, dims (m), (n)
//        reshape   node 2  a view: seen through, never a loop of its own
//        other     node 3  opaque: its operands live in slow memory
//
// Every tensor dimension that a node touches is an affine function of the node's loops (`AccessDim`), so the tile of
// an operand follows from the tile of the loops: size = 1 + sum |c_l| (t_l - 1), offset = sum c_l o_l + c.
//
// Nodes stand in schedule order, producers before their consumers. Every operation of the block that touches tensors is
// a node, so an interval of the schedule is convex: no path leaves it and comes back.
//
// Sizes are bytes and elements; the numbers of nodes, loops and results start at 0.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_PROBLEM_H
#define ALCOVE_PLAN_TILING_PROBLEM_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"
#include "alcove/Plan/Tiling/Budget.h"
#include "alcove/Plan/Tiling/Machine.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace alcove::plan::tiling {

/// Extent that stands for a dimension whose size is not known before run time. Large, so that it never fits by
/// accident; such a dimension must be tiled.
inline constexpr int64_t unknownExtent = int64_t(1) << 24;

/// coefficient * loop.
struct AccessTerm {
  unsigned loop = 0;
  int64_t coefficient = 1;
  bool operator==(const AccessTerm &) const = default;
};

/// One tensor dimension as a function of the loops of its node. Not affine: `whole`, the access covers the dimension.
struct AccessDim {
  std::vector<AccessTerm> terms;
  int64_t constant = 0;
  bool whole = false;
  bool operator==(const AccessDim &) const = default;
  /// A single loop with coefficient 1 and no constant.
  bool isLoop() const { return !whole && constant == 0 && terms.size() == 1 && terms[0].coefficient == 1; }
};

/// One tensor operand or result.
struct Access {
  /// Number of the tensor: equal numbers, one tensor.
  int tensor = -1;
  std::vector<int64_t> shape;
  Bytes elementBytes = 1;
  ElementKind elementKind = ElementKind::F32;
  std::vector<AccessDim> dims;
  /// Destination operand of result number `initOf`, or -1 for an input.
  int initOf = -1;
  /// The operation reads the value (a destination that is only overwritten is not read).
  bool read = true;
  /// The tensor has no contents yet.
  bool undefined = false;
  /// Index of the node that produces the value and the number of the result, -1 when it comes from elsewhere.
  int producer = -1;
  int producerResult = 0;
  /// Whether a result is used outside of the block, or by a consumer that is not structured.
  bool escapes = false;
  /// Bytes that the untiled program touches between the last use of the value and this one (CacheCost.h).
  Bytes distance = 0;
};

enum class NodeKind {
  Structured, ///< loops and affine accesses
  Pad,        ///< static amounts: structured, source access shifted and clipped
  Expand,     ///< views, free at function level, rewritten on the fly inside a loop
  Collapse,
  Slice,
  Concat, ///< copy at function level; fused when the joined dimension is whole
  Probe,  ///< can be tiled, has no affine model: tiled alone by trial
  Opaque, ///< everything else
};

/// Nodes of a softmax that a contraction reads; -1: has no node of its own. Row: the dimension of the softmax.
struct SoftmaxParts {
  int maximum = -1, shift = -1, exponent = -1, sum = -1, reciprocal = -1, normalize = -1;
  unsigned row = 0;
  /// Number of the tensor that it is the softmax of.
  int of = -1;
  /// Those that there are.
  std::vector<int> all() const;
  bool has(int node) const {
    return node >= 0 && (node == maximum || node == shift || node == exponent || node == sum || node == reciprocal ||
                         node == normalize);
  }
};

/// What a view or a joining copy does.
struct Movement {
  /// Expand, Collapse: for each dimension of the shorter shape those of the longer one that it stands for, in order.
  std::vector<std::vector<int>> parts;
  /// Slice: for each dimension of the source. Dropped: extent 1, not a dimension of the result.
  std::vector<int64_t> offsets, strides;
  std::vector<bool> dropped;
  /// Concat: the dimension along which its inputs follow each other.
  unsigned joined = 0;
  bool operator==(const Movement &) const = default;
};

struct Node {
  /// A name for messages.
  std::string name;
  NodeKind kind = NodeKind::Opaque;
  /// Loop extents; unknownExtent where dynamic.
  std::vector<int64_t> extents;
  std::vector<bool> dynamic;
  std::vector<bool> parallel;
  /// The loop may be tiled without changing what an operand tile means.
  std::vector<bool> tileable;
  std::vector<Access> inputs;
  std::vector<Access> results;
  Movement movement;
  /// Every result dimension is one distinct loop: the node can be computed tile by tile for a consumer.
  bool fusable = false;
  /// A fill: costs nothing to repeat, follows its consumer instead of having a place in the schedule.
  bool attached = false;
  /// Some result is used by an operation that is not a structured consumer, or outside the block.
  bool escapes = false;
  /// Arithmetic per loop point, in simple operations.
  double opsPerPoint = 1;
  /// Its sums are floating point and may not be reassociated: along a reduction each addition waits for the one before.
  bool serialSum = false;
  /// The operand is read element by element at indices that the body computes, and no part of it is kept in local
  /// memory.
  Bytes gatheredBytesPerPoint = 0;
  OpClass opClass = OpClass::Other;
  /// Marked groups that the operation belongs to, and the one whose principal operation it is, or -1.
  std::vector<int64_t> marks;
  int64_t principalOf = -1;
  /// Consumers in the graph, as node indices, ascending, one entry per use.
  std::vector<int> users;
  /// The softmax that a contraction may carry over the panels of its reduction.
  std::optional<SoftmaxParts> softmax;
  /// Structure without identity: equal for operations that tile alike. Nodes of one signature agree in all of the above
  /// but `users`, `marks`, `softmax`, `escapes` and the tensors and producers of their accesses.
  std::string signature;

  /// Reductions that can run in panels, ascending. Windows of a convolution, whose parts overlap, only where few loops
  /// are left to choose from.
  std::vector<unsigned> panelLoops() const;
  /// Loops one of which has one iteration when the operation is not cut at all: the first parallel one with more than
  /// one point, and the first of one point, along which what reduces all others moves too. None with unknown extents,
  /// which only a real tile bounds.
  std::vector<unsigned> onlyTileLoops() const;
  /// Result `number` is used outside of the block, or by an operation that is no structured consumer.
  bool handsOut(size_t number) const { return results.size() == 1 ? escapes : results[number].escapes; }
  bool isDynamic() const { return std::ranges::find(dynamic, true) != dynamic.end(); }
  bool isView() const { return kind == NodeKind::Expand || kind == NodeKind::Collapse || kind == NodeKind::Slice; }
  bool hasModel() const { return kind == NodeKind::Structured || kind == NodeKind::Pad; }
  bool isCompute() const { return hasModel() || kind == NodeKind::Probe; }
  bool contracts() const { return opClass == OpClass::Matmul || opClass == OpClass::Conv; }
};

struct Problem {
  std::vector<Node> nodes;
  /// Bytes for `node` when it runs with `members`: those of its class, or of a marked group whose principal is with it.
  Bytes available(int node, std::span<const int> members, const Budget &budget) const;
  /// Result `number` of `node`, a member, is used outside of `members`, a view of it included.
  bool leaves(int node, size_t number, std::span<const int> members) const;
};

/// An error names the node and the rule that it breaks (TP-C1 to TP-C9, docs/spec/Tiling.md).
/// O(nodes x operands x rank).
Status check(const Problem &problem);

Bytes accessBytes(const Access &access);
/// Over all loop points; 0 for a node without known loops.
double gatheredBytes(const Node &node);
/// Bytes that the untiled operation holds at once: distinct inputs plus results, a destination once with its result.
Bytes untiledFootprint(const Node &node);
/// Bytes that `node` moves outside of all loops: what it reads once, its results, and a copy both ways.
double untiledTraffic(const Problem &problem, const Node &node);
/// Bytes that any plan moves: what the block reads from outside once, what leaves it once.
double compulsoryTraffic(const Problem &problem);
/// What the views that `access` reads, one of the other, are views of.
const Access &shownBy(const Problem &problem, const Access &access);
/// Bytes of the results that leave the block, themselves or as views, each tensor once. O(nodes x views on the way).
double handedOutBytes(const Problem &problem, bool fills);
/// a * b, at most INT64_MAX, for a, b >= 0.
inline int64_t saturatingMul(int64_t a, int64_t b) {
  int64_t product = 0;
  return mulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max() : product;
}
inline int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  return addOverflow(a, b, sum) ? std::numeric_limits<int64_t>::max() : sum;
}

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_PROBLEM_H
