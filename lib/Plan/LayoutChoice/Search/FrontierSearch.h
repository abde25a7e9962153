//===- FrontierSearch.h - Windows solved along the schedule -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming over the schedule in the space of reduced cost above a dual bound. The free nodes (a window, or
// all) are taken in order; a state is the labels of the nodes that later ones can still see: through an undecided edge,
// or through rows where both are live.
//
//   node        0   1   2   3   4        after node 2 the state is (label of 1, label of 2):
//   edges       0-1 1-3 2-3 3-4          node 0 has no edge ahead and shares no row with 3 or 4
//   live        0===)
//                   1===========)
//
// Reduced cost only grows, so a state above the limit can be dropped; equal states keep the lesser reduced cost.
// Without truncation the result is exact. With it the search is a beam, and the least dropped reduced cost bounds what
// was missed. Nodes outside the window keep their labels: their edges and bytes enter as costs and as less slack.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FRONTIERSEARCH_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FRONTIERSEARCH_H

#include "../Dual/Dual.h"
#include "Frontier.h"
#include "alcove/Plan/Common/Deadline.h"

namespace alcove::plan::layout {

struct SearchLimits {
  size_t width = 256; ///< states kept per node
  int64_t reducedCost =
      infiniteReducedCost - 1; ///< only results up to this; infiniteReducedCost = cut reduced costs count too: gives up
  uint64_t work = UINT64_MAX;  ///< gives up (incomplete) above
  /// Overflow and incompatible pairs are allowed at a price above every cost; for repairing.
  bool soft = false;
  /// Bound what is behind by stretches of the schedule: pays when the reduced cost is spread over many places.
  bool blocks = false;
  const Deadline *deadline = nullptr; ///< gives up when it passed
};

struct SearchOutcome {
  std::vector<int32_t> labels;               ///< of the window's nodes; empty = nothing within the limit
  int64_t reducedCost = infiniteReducedCost; ///< of `labels`, counted like FrontierSearch::presentExcess
  int64_t discarded = infiniteReducedCost;   ///< least reduced cost of a state that was dropped by truncation
  bool gaveUp = false;
  uint64_t work = 0;
  size_t widest = 0;
};

class FrontierSearch {
public:
  FrontierSearch(const Model &model, const RoundedDual &dual) : model(model), dual(dual) {}

  /// Frees `window` (ascending). `labels` are the present labels of all nodes and `used` the bytes of all rows under
  /// them; both may be empty when the window is everything. Nothing can be searched once the deadline passed.
  void free(std::span<const int32_t> window, std::span<const int32_t> labels, std::span<const Bytes> used,
            const Deadline *deadline = nullptr);
  /// Reduced cost of the window's part under the present labels.
  int64_t presentReducedCost(bool soft) const;
  SearchOutcome run(const SearchLimits &limits);
  /// What the last run assumed behind the nodes, for a certificate; `kernel` is the model's.
  SearchBounds bounds(const Kernel &kernel) const;
  /// Work that `free` and `presentExcess` cause for the present window.
  uint64_t setupWork() const { return setup; }

private:
  struct Segment {
    int32_t begin, end; ///< rows
    Bytes room;         ///< least slack that the outside leaves
    int64_t price;      ///< sum of prices
    int64_t idle;       ///< priced slack above `room`, always there
    int32_t last = -1;  ///< local node that decides it
    bool binds = true;
  };
  struct Claim { ///< of a local node on a binding segment
    int32_t segment;
    size_t bytes; ///< first of `claimBytes`, per kept label
  };
  struct Link { ///< edge to an earlier local node
    int32_t other;
    size_t reducedCost; ///< first of `linkCosts`: kept labels of other x kept labels, less the row minimum
  };
  /// A free node; what it has lies in the pools below, behind that of the nodes before it.
  struct Local {
    int32_t node;
    int32_t firstLabel = 0, numLabels = 0; ///< kept
    int32_t firstClaim = 0, numClaims = 0;
    int32_t firstLink = 0, numLinks = 0;
    int32_t lastLink = -1;  ///< last local node with a link to this one
    int32_t lastClaim = -1; ///< last local node that shares an undecided segment
  };
  struct Layer {
    std::vector<int32_t> parent;
    std::vector<uint16_t> label;
  };
  /// A position at which few labellings are visible, with the least reduced cost behind it for each.
  struct Separator {
    int32_t position;
    std::vector<int32_t> slots;  ///< visible local nodes, ascending
    std::vector<size_t> strides; ///< index = sum of label * stride
    std::vector<int64_t> least;  ///< by index
    std::vector<char> exact;     ///< by index: it can be reached
    int32_t until = 0;           ///< the search for `least` went so far
  };
  /// What costs at least how much behind every position.
  struct CompletionBounds {
    int64_t limit = -1;               ///< SearchLimits::reduced cost that it was made for
    std::vector<int64_t> least;       ///< by position: the local nodes [position, ...)
    std::vector<int32_t> until;       ///< by position: where the stretch of `least` ends, 0 = not by a stretch
    std::vector<int32_t> separatorAt; ///< by position, -1 = none
    std::vector<Separator> separators;
  };
  /// Local nodes [first, last) under one labelling of what is visible at `first`, or under any.
  struct Range {
    int32_t first, last;
    const Separator *from; ///< null = any
    size_t key;            ///< index in `from`
    int64_t limit;         ///< of the reduced cost in the range and behind it
    size_t width;
    uint64_t work;
    bool soft, wantLabels;
    const Deadline *deadline;
  };
  struct RangeOutcome {
    int64_t reducedCost = infiniteReducedCost,
            discarded = infiniteReducedCost; ///< in the range and, at least, behind it
    bool exact = false;                      ///< `reduced cost` can be reached
    bool gaveUp = false;
    uint64_t work = 0;
    size_t widest = 0;
    std::vector<int32_t> labels;
  };
  /// How a state of one layer becomes one of the next.
  struct Step {
    std::vector<int32_t> slots;           ///< of the next layer
    std::vector<int32_t> source;          ///< slot of the layer before, -1 = the node itself
    std::vector<const int32_t *> classes; ///< not null: only the bytes matter from now on
    /// Slot and bytes by label of the contributors to the node's claims, and where those of every claim end.
    std::vector<std::pair<int32_t, const Bytes *>> contributors;
    std::vector<size_t> contributorsEnd;
    std::vector<std::pair<int32_t, const int64_t *>> linked; ///< slot and reduced costs of the links into the layer
    size_t touched = 0;                                      ///< entries looked at per state
    // Of the state at hand.
    std::vector<uint16_t> key;
    std::vector<Bytes> left;            ///< by claim
    std::vector<const int64_t *> costs; ///< by link: the row of the state's label
  };

  std::span<int32_t> labelsOf(const Local &local) {
    return {keptLabels.data() + local.firstLabel, size_t(local.numLabels)};
  }
  std::span<const int32_t> labelsOf(const Local &local) const {
    return {keptLabels.data() + local.firstLabel, size_t(local.numLabels)};
  }
  std::span<int64_t> baseOf(const Local &local) { return {base.data() + local.firstLabel, size_t(local.numLabels)}; }
  std::span<const int32_t> usageClassOf(const Local &local) const {
    return {usageClass.data() + local.firstLabel, size_t(local.numLabels)};
  }
  std::span<Claim> claimsOf(const Local &local) { return {claims.data() + local.firstClaim, size_t(local.numClaims)}; }
  std::span<const Claim> claimsOf(const Local &local) const {
    return {claims.data() + local.firstClaim, size_t(local.numClaims)};
  }
  std::span<const Link> linksOf(const Local &local) const {
    return {links.data() + local.firstLink, size_t(local.numLinks)};
  }
  /// False when another index of the separator stands for the same bytes.
  bool enumerates(const Separator &separator, size_t index) const;

  void makeSegments(std::span<const int32_t> labels, std::span<const Bytes> used, const Deadline *deadline);
  bool keepLabels(const SearchLimits &limits);
  void foldSlackSegments();
  void linkLocals(const SearchLimits &limits);
  int64_t outsideReducedCost(int32_t node, int32_t label, bool soft) const;
  void chooseSeparators();
  uint64_t boundCompletions(const SearchLimits &limits);
  uint64_t boundStretches(int32_t first, int32_t nextSeparator, const SearchLimits &limits);
  uint64_t fillSeparator(Separator &separator, int32_t last, const SearchLimits &limits);
  void stepAt(int32_t k, const std::vector<int32_t> &slots);
  void setUnknown(const Range &range, bool known);
  RangeOutcome searchRange(const Range &range);
  RangeOutcome searchStates(const Range &range, std::vector<int32_t> &slots);
  class NodePass;
  const Separator *separatorBehind(int32_t k) const;
  void startStates(const Range &range, std::vector<int32_t> &slots);
  void moveOn(const Range &range, int32_t k, std::vector<int32_t> &slots);
  std::vector<int32_t> labelsBefore(const Range &range, size_t state) const;
  int64_t segmentReducedCost(const Segment &segment, Bytes left, bool soft) const;

  const Model &model;
  const RoundedDual &dual;
  std::vector<int32_t> window, localOf;
  std::span<const int32_t> present; ///< the caller's labels; valid until the next `free`
  std::vector<Segment> segments;
  std::vector<std::vector<std::pair<int32_t, int32_t>>> covered; ///< per local node: segment, usage
  std::vector<Local> locals;
  // Pools: windows are small and many, so that vectors of their own would be most of a search's time.
  std::vector<int32_t> keptLabels, usageClass; ///< usageClass: the first label with the same claims
  std::vector<int64_t> base; ///< reduced cost of a kept label, with the outside and what links ahead cost at least
  std::vector<Claim> claims;
  std::vector<Link> links;
  std::vector<Bytes> claimBytes;
  std::vector<int64_t> linkCosts;
  std::vector<std::vector<std::pair<int32_t, int32_t>>> members; ///< per segment: local, claim
  CompletionBounds completion;
  std::vector<int32_t> slotOf; ///< of the present layer, by local node; -1 = none
  Frontier current, next;      ///< layers of the range at hand, like `step` and `layers`
  Step step;
  std::vector<Layer> layers;
  std::vector<Bytes> unknown; ///< by segment: what nodes outside the range may take
  int64_t constant = 0;
  uint64_t setup = 0;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FRONTIERSEARCH_H
