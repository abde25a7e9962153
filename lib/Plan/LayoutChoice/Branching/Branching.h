//===- Branching.h - Best-first branch and bound ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the labels of one node in two, reduces both halves, lets the warm-started dual climb, removes labels by
// reduced cost, and goes on with the half of least bound:
//
//              1.279M                     every box is a kernel of its own with its own prices and potentials;
//        i <= 229 kB / \ else             the bound of the whole is the least bound of an open box
//          1.42M      1.617M closed
//          /   \                          i: the node whose wide and narrow labels the prices cannot tell apart
//       1.563M  closed
//
// Prices are weak where a few wide buffers share a tight row: half of one and half of another fit, whole ones do not.
// Splitting such a node by its bytes is what closes the gap; the capacity rules then remove labels of all nodes
// that share its rows. Splits are chosen by trying (strong branching).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_BRANCHING_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_BRANCHING_H

#include "../Dual/DualAscent.h"
#include "../Dual/DualState.h"
#include "../Presolve/Presolve.h"
#include "../Search/FrontierSearch.h"
#include "alcove/Plan/Common/Deadline.h"

#include <map>

namespace alcove::plan::layout {

/// What closes a gap, each a switch.
struct ClosingOptions {
  PresolveOptions reductions;
  bool frontier = true;  ///< search everything that is left
  bool branch = true;    ///< split boxes when that is truncated
  bool shares = true;    ///< prices move by them, too
  bool leaps = true;     ///< of potentials
  bool keepProof = true; ///< for a certificate
  /// Boxes are split at the nodes of many neighbours first, and none begins whose proof would not be kept.
  bool hubs = false;
};

class Branching {
public:
  /// `bound` holds for `kernel` already; `start` is the dual to begin with. Numbers of `kernel` may have holes.
  Branching(const Kernel &kernel, const std::vector<int64_t> &position, const ClosingOptions &options,
            const DualState &start, Cost bound);

  /// Splits boxes until `work` is spent or none is left; only what is cheaper than `incumbent` matters. Where thousands
  /// of nodes are live at once nothing but high-degree nodes is split: no other single one matters.
  uint64_t run(uint64_t work, Cost incumbent, const Deadline *deadline);
  bool finished() const { return open.empty() || full(); }
  /// About what one box takes: its climbs and those of the splits that are tried.
  uint64_t boxWork() const;
  /// Whether splitting at nodes of many neighbours is for such a model: there are more of them than `hasOpenHighDegree`
  /// knows, so prices and potentials mix their labels, and a tree is small enough for a certificate.
  static bool suitsHubs(const Model &model);
  /// Nothing costs less, unless it is `solution()` or the incumbent.
  Cost bound() const;
  /// Candidates of the nodes of the kernel given (others untouched), found by the last run, if any.
  const std::vector<std::pair<int32_t, int32_t>> &solution() const { return found; }
  Cost solutionCost() const { return foundCost; }
  /// What the boxes that were closed cost at least: the incumbent, or the solution.
  Cost target() const { return best; }
  /// Whether the proof was kept entirely; it is dropped when it becomes too large.
  bool hasProof() const { return keepProof; }
  /// Appends the tree behind the steps of the kernel given.
  void appendProof(LayoutCertificate &certificate) const;
  size_t boxes() const { return tree.size(); }

private:
  /// What stays of a box when its kernel is gone.
  struct Record {
    int32_t parent = -1, half = 0;
    int32_t child[2] = {-1, -1};
    int32_t node = -1;          ///< the split
    std::vector<int32_t> low;   ///< candidates of the first half
    std::vector<ProofStep> log; ///< since the parent's split
    std::vector<DualCertificate> duals;
    std::vector<Cost> shown; ///< by each of them
    std::vector<Cost> targets;
    std::vector<SearchBounds> searches;
    std::vector<Postsolve> postsolves;
    Cost bound = -infiniteCost; ///< that the steps show
    /// Labels of high-degree nodes that a short climb closed: cut off one by one before `node` is split.
    std::vector<std::pair<int32_t, int32_t>> probed;
  };
  struct Box {
    int32_t record;
    int depth;
    int hopeless; ///< searches that gave up here and above
    Cost bound;
    Kernel kernel;
    DualState state;
  };
  struct Split {
    double score;
    int32_t node;
    std::vector<int32_t> low;
  };
  /// How much deciding a node of many neighbours raised both halves when it was tried, in any box.
  std::map<int32_t, double> hubScores;

  size_t pick() const;
  void expand(Box box);
  Box half(const Box &box, const Split &split, int half);
  void keepOpen(Box box);
  /// Raises the box's bound; false = closed or settled. `split` is set when it stays open.
  bool evaluate(Box &box);
  void repairIn(const Box &box, DualAscent &ascent);
  Cost tryHalf(const Box &box, const Split &split, int half);
  bool probeHighDegree(Box &box, const Model &model, const RoundedDual &rounded);
  bool chooseSplit(Box &box, const Model &model, const Dual &dual, const RoundedDual &rounded);
  std::vector<Split> byteSplits(const Box &box, const Model &model, const Dual &dual, const RoundedDual &rounded) const;
  std::vector<Split> labelSplits(const Box &box, const Model &model, const RoundedDual &rounded) const;
  std::vector<Split> highDegreeSplits(const Box &box, const Model &model, const RoundedDual &rounded) const;
  bool full() const;
  double scoreOf(const Box &box, const Split &split);
  std::vector<Split> hubSplits(const Model &model, const Box &box, const RoundedDual &rounded) const;
  bool splitAtHub(Box &box, const Model &model, const RoundedDual &rounded);
  bool searchBox(Box &box, const Model &model, const RoundedDual &rounded, uint64_t work);
  void offer(const Box &box, const Model &model, const std::vector<int32_t> &labels, Cost cost);
  /// Index of the step's bounds in the box's record, -1 = no proof is kept.
  int32_t keepBounds(const Box &box, const FrontierSearch &search);
  void limitProof();
  void keepDual(Box &box, const Model &model, const RoundedDual &rounded);
  void keepLog(Box &box);
  /// Leaves out the duals that no step needs, except the one that shows most where nothing else shows as much.
  void dropDuals(Record &record, bool shownElsewhere);
  void appendRecord(LayoutCertificate &certificate, int32_t record) const;
  static void restrict(Kernel &kernel, const Split &split, int half);

  std::vector<int32_t> original; ///< the given kernel's number of every node of the boxes' kernels
  std::vector<int64_t> position;
  ClosingOptions options;
  std::vector<Record> tree;
  std::vector<Box> open;
  size_t openBytes = 0;
  Cost settled = infiniteCost; ///< least bound of the boxes that are neither closed nor worth a split
  Cost best = infiniteCost;    ///< incumbent
  Cost foundCost = infiniteCost;
  std::vector<std::pair<int32_t, int32_t>> found;
  bool keepProof;
  size_t proofNumbers = 0, boxNumbers = 0; ///< of all duals, of the largest
  uint64_t spent = 0;
  const Deadline *deadline = nullptr;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_BRANCHING_H
