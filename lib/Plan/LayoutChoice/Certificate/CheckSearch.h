//===- CheckSearch.h - An enumeration and its bounds ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a search step enumerates, node by node in the certificate's order: every assignment whose reduced cost is below
// the limit. What a certificate says about the reduced cost behind a node is re-derived from the end before it is used:
//
//   position   0      4       9       14      end
//                             |------->          from 9, labels of the visible nodes given, up to 14: at least ...
//                     |------>|                  ... and from 4 up to 9 with what was found for 9
//              |----->|                          the search itself
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_CERTIFICATE_CHECKSEARCH_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_CERTIFICATE_CHECKSEARCH_H

#include "Checker.h"

#include <optional>

namespace alcove::plan::certificate {

/// Greater than every reduced cost that matters; sums of a few of them do not overflow.
inline constexpr int64_t saturatedSum = int64_t(1) << 60;
inline int64_t cutFar(Wide value) { return static_cast<int64_t>(std::min<Wide>(value, saturatedSum)); }

struct SearchModel {
  struct Link {
    size_t earlier;
    std::vector<int64_t> reducedCost; ///< labels of the earlier x own, less the least of the earlier's row
  };
  struct Claim {
    size_t window;
    std::vector<Bytes> bytes; ///< per label, above the unavoidable
  };
  struct Node {
    int32_t item;
    std::vector<int32_t> labels; ///< candidates
    std::vector<int64_t> base;   ///< reduced cost per label, with what its later edges cost at least
    std::vector<Link> links;
    std::vector<Claim> claims;
    size_t lastEdge = 0, lastClaim = 0; ///< last position that sees the node by an edge, by a window
    std::vector<uint16_t> alias;        ///< the first label with the same bytes in windows behind lastEdge
  };
  struct Window { ///< times with the same nodes
    Bytes room;   ///< above the unavoidable
    Wide price, idle;
    size_t last = 0;
    std::vector<std::pair<size_t, size_t>> members; ///< position, claim
  };
  std::vector<Node> nodes;
  std::vector<Window> windows;
  int64_t constant = 0;
};

class SearchPlay {
public:
  /// Stops when `states` reaches `maxStates`.
  SearchPlay(const SearchModel &model, size_t &states, size_t maxStates);

  /// Re-derives the bounds; unusable ones are left out.
  void derive(const SearchBounds &bounds, int64_t most);
  /// Whether every assignment has a reduced cost of at least `cutoff`; nothing = too many states.
  std::optional<bool> isAtLeast(int64_t cutoff);

private:
  struct Table {
    std::vector<size_t> visible;               ///< positions
    std::vector<std::vector<int32_t>> placeOf; ///< per visible node and label: its place in the list, or -1
    std::vector<size_t> strides;
    std::vector<int64_t> least;
    bool covers = true; ///< all labels are listed
  };
  using Start = std::vector<std::pair<size_t, uint16_t>>;
  struct Layer {
    std::vector<size_t> active;
    std::vector<uint16_t> keys; ///< one row of labels per state
    std::vector<int64_t> reducedCost;
    size_t size() const { return reducedCost.size(); }
  };

  int64_t least(size_t first, size_t until, const Start &start, int64_t cutoff);
  void advance(size_t k, size_t first, const Layer &from, Layer &to, int64_t cutoff);
  int64_t merge(size_t position, Layer &layer, int64_t cutoff) const;
  int64_t behind(const Table *table, const std::vector<int32_t> &slots, const uint16_t *key, size_t position) const;
  bool makeTable(const SearchBounds::Behind &given, size_t position, Table &table) const;

  const SearchModel &model;
  size_t &states;
  size_t maxStates;
  bool tooMany = false;
  std::map<int32_t, size_t> positionOf;
  std::vector<int64_t> scalar; ///< by position
  std::map<size_t, Table> tables;
  std::vector<int32_t> slotOf;
};

} // namespace alcove::plan::certificate

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_CERTIFICATE_CHECKSEARCH_H
