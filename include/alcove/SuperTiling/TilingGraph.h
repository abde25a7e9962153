//===- TilingGraph.h - One block as a graph of tileable nodes ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What super tiling needs to know about the operations of a block, once, before any search:
//
//        %0 = linalg.matmul          node 0  loops (m, n, k)   result dim = loop
//        %1 = linalg.generic relu    node 1  loops (m, n)      input 0: producer node 0, dims (m), (n)
//        %2 = tensor.expand_shape    node 2  a view: seen through, never a loop of its own
//        "some.op"(%2)               node 3  opaque: its operands live in slow memory
//
// Every tensor dimension that a node touches is an affine function of the node's loops (`AccessDim`), so the tile of
// an operand follows from the tile of the loops: size = 1 + sum |c_l| (t_l - 1), offset = sum c_l o_l + c.
//
// Nodes stand in schedule order: a depth-first post-order over the data flow in which the longest operand chain comes
// last, next to its consumer. Every operation of the block that touches tensors is a node, so an interval of the
// schedule is convex: no path leaves it and comes back.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_TILINGGRAPH_H
#define ALCOVE_SUPERTILING_TILINGGRAPH_H

#include "alcove/SuperTiling/Budget.h"
#include "alcove/Support/Units.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>
#include <vector>

namespace alcove::supertiling {

/// Extent that stands for a dimension whose size is not known before run time. Large, so that it never fits by
/// accident; such a dimension must be tiled.
inline constexpr int64_t unknownExtent = int64_t(1) << 24;

/// On copies of an operation for one of its readers: they stand next to it.
inline constexpr llvm::StringLiteral repeatedAttr = "__alcove_repeated";

/// coefficient * loop.
struct AccessTerm {
  unsigned loop = 0;
  int64_t coefficient = 1;
};

/// One tensor dimension as a function of the loops of its node. Not affine: `whole`, the access covers the dimension.
struct AccessDim {
  llvm::SmallVector<AccessTerm, 2> terms;
  int64_t constant = 0;
  bool whole = false;
  /// A single loop with coefficient 1 and no constant.
  bool isLoop() const { return !whole && constant == 0 && terms.size() == 1 && terms[0].coefficient == 1; }
};

/// One tensor operand or result.
struct Access {
  mlir::Value value;
  llvm::SmallVector<int64_t, 4> shape;
  Bytes elementBytes = 1;
  llvm::SmallVector<AccessDim, 4> dims;
  /// Destination operand (`outs`) of result number `initOf`, or -1 for an input.
  int initOf = -1;
  /// The operation reads the value (an `outs` that is only overwritten is not read).
  bool read = true;
  /// Index of the node that produces the value and the number of the result, -1 when it comes from elsewhere.
  int producer = -1;
  int producerResult = 0;
  /// Of a result: used by what is no structured consumer, or outside the block.
  bool escapes = false;
  /// Bytes that the untiled program touches between the last use of the value and this one (CacheCost.h).
  Bytes distance = 0;
};

enum class NodeKind {
  Structured, ///< linalg op: loops and affine accesses
  Pad,        ///< tensor.pad with static amounts: structured, source access shifted and clipped
  Expand,     ///< views, free at function level, rewritten on the fly inside a loop
  Collapse,
  Slice,
  Concat, ///< copy at function level; fused when the joined dimension is whole
  Probe,  ///< TilingInterface op without an affine model: tiled alone by trial
  Opaque, ///< everything else
};

/// Nodes of a softmax that a contraction reads; -1: has no node of its own. Row: the dimension of the softmax.
struct SoftmaxParts {
  int maximum = -1, shift = -1, exponent = -1, sum = -1, reciprocal = -1, normalize = -1;
  unsigned row = 0;
  /// What it is the softmax of.
  mlir::Value of;
  llvm::SmallVector<int, 6> all() const {
    llvm::SmallVector<int, 6> found;
    for (int node : {maximum, shift, exponent, sum, reciprocal, normalize})
      if (node >= 0)
        found.push_back(node);
    return found;
  }
  bool has(int node) const { return node >= 0 && llvm::is_contained(all(), node); }
};

struct Node {
  mlir::Operation *op = nullptr;
  NodeKind kind = NodeKind::Opaque;
  /// Loop extents; unknownExtent where dynamic.
  llvm::SmallVector<int64_t, 6> extents;
  llvm::SmallVector<bool, 6> dynamic;
  llvm::SmallVector<bool, 6> parallel;
  /// The loop may be tiled without changing what an operand tile means.
  llvm::SmallVector<bool, 6> tileable;
  llvm::SmallVector<Access, 4> inputs;
  llvm::SmallVector<Access, 2> results;
  /// Every result dimension is one distinct loop: the node can be computed tile by tile for a consumer.
  bool fusable = false;
  /// linalg.fill: costs nothing to repeat, follows its consumer instead of having a place in the schedule.
  bool attached = false;
  /// Some result is used by an operation that is not a structured consumer, or outside the block.
  bool escapes = false;
  /// Arithmetic per loop point, in simple operations.
  double opsPerPoint = 1;
  /// Its sums are floating point and may not be reassociated: along a reduction each addition waits for the one before.
  bool serialSum = false;
  /// Read element by element at indices that the body computes (tensor.extract): nothing of it is kept.
  Bytes gatheredBytesPerPoint = 0;
  OpClass opClass = OpClass::Other;
  /// Marked groups (`alcove.fuse_group`) that the operation belongs to, and the one whose principal operation it is.
  llvm::SmallVector<int64_t, 2> marks;
  int64_t principalOf = -1;
  /// Consumers in the graph, as node indices, ascending, one entry per use.
  llvm::SmallVector<int, 4> users;
  /// Of a contraction: the softmax that it may carry over the panels of its reduction.
  std::optional<SoftmaxParts> softmax;
  /// Structure without identity: equal for operations that tile alike.
  std::string signature;

  /// Reductions that can run in panels, ascending. Windows of a convolution, whose parts overlap, only where few loops
  /// are left to choose from.
  llvm::SmallVector<unsigned, 4> panelLoops() const;
  /// The loop that has one iteration when the operation is not cut at all: the first parallel one. None with unknown
  /// extents, which only a real tile bounds.
  std::optional<unsigned> onlyTileLoop() const;
  bool isView() const { return kind == NodeKind::Expand || kind == NodeKind::Collapse || kind == NodeKind::Slice; }
  bool hasModel() const { return kind == NodeKind::Structured || kind == NodeKind::Pad; }
  bool isCompute() const { return hasModel() || kind == NodeKind::Probe; }
};

class TilingGraph {
public:
  /// O(operations x operands). Nested regions are not entered: each block is a graph of its own. `onlineSoftmax`:
  /// contractions may carry a softmax over panels.
  explicit TilingGraph(mlir::Block &block, bool onlineSoftmax = true);

  std::vector<Node> nodes;
  /// Bytes for `node` when it runs with `members`: those of its class, or of a marked group whose principal is with it.
  Bytes available(int node, llvm::ArrayRef<int> members, const Budget &budget) const;

  /// Result `number` of `node`, a member, is used outside of `members`, a view of it included.
  bool leaves(int node, size_t number, llvm::ArrayRef<int> members) const;

  /// Result value -> (node, result number).
  llvm::DenseMap<mlir::Value, std::pair<int, int>> producers;

private:
  void schedule(mlir::Block &block, std::vector<mlir::Operation *> &order);
  void describe(Node &node);
  void connect();
};

/// Simple operations of one execution of the body of `op`; transcendental functions and divisions count for several, as
/// on most vector units.
double bodyWork(mlir::Operation *op);
/// `op` reduces floating-point numbers in an order that its operations do not allow to change.
bool sumsInOrder(mlir::Operation *op);
/// Bytes of one element: whole bytes, complex numbers twice, index 8.
Bytes elementBytes(mlir::Type type);
/// Bytes of a tensor; dynamic dimensions count unknownExtent. Saturates.
Bytes tensorBytes(mlir::ShapedType type);
Bytes accessBytes(const Access &access);
/// Of these what `node` reads or writes: strides leave elements out, windows may end before the tensor does. A lower
/// bound where several loops meet in one index.
Bytes touchedBytes(const Node &node, const Access &access);
/// Over all loop points; 0 for a node without known loops.
double gatheredBytes(const Node &node);
/// Bytes that the untiled operation holds at once: distinct inputs plus results, a destination once with its result.
Bytes untiledFootprint(const Node &node);
/// a * b, at most INT64_MAX, for a, b >= 0.
int64_t saturatingMul(int64_t a, int64_t b);
int64_t saturatingAdd(int64_t a, int64_t b);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_TILINGGRAPH_H
