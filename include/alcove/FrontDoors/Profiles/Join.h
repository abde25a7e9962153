//===- Join.h - Which rows of a run are which ops of a plan -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plan                          rows of the device
//   conv1   conv2d                Halo         loc conv1
//                                 Conv2d       loc conv1     both are conv1: their times add up
//   a       add                   BinaryNg     loc a
//   b       reshape               (none)                     a view: no row, unmatched
//                                 Typecast     loc unknown   no op: an extra
//
// Rows that name a location belong to the ops of that name; where several ops share one, rows are dealt out by kind and
// occurrence. Rows without a location are aligned with the ops in order, by kind, as many as can be. Helpers of a
// composite op (halo, move, tilize ...) that precede it, and are no ops of the plan, count as its own.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_FRONTDOORS_PROFILES_JOIN_H
#define ALCOVE_FRONTDOORS_PROFILES_JOIN_H

#include <cstdint>
#include <string>
#include <vector>

namespace alcove::profiles {

struct PlannedOp {
  std::string name; ///< unique in the plan; names that a location yields may end in _1, _2, ...
  std::string kind; ///< in the words of the op model: matmul, add, reshard
  double modelledNs = 0;
};

struct DeviceRow {
  std::string location, kind;
  int64_t loop = 0;
  double ns = 0;
};

struct Joined {
  std::vector<double> measuredNs;   ///< per op; 0: unmatched. Median over loops of the sum of its rows
  std::vector<int64_t> rowsOf;      ///< per op: rows of one loop
  std::vector<size_t> extra;        ///< rows of no op
  double matchedNs = 0, rowsNs = 0; ///< of all loops that count
  int64_t loops = 1;                ///< the compiling loop 0 does not count where others are
  int64_t matchedOps() const;
};

/// O(ops x rows) where rows have no locations, else O((ops + rows) log).
Joined joinRows(const std::vector<PlannedOp> &ops, const std::vector<DeviceRow> &rows);

} // namespace alcove::profiles

#endif // ALCOVE_FRONTDOORS_PROFILES_JOIN_H
