//===- Join.cpp - Which rows of a run are which ops of a plan -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/FrontDoors/Profiles/Join.h"

#include <algorithm>
#include <map>
#include <set>

using namespace alcove::profiles;

namespace {

/// The op that a device operation is the main program of.
std::string kindOf(const std::string &kind) {
  static const std::map<std::string, std::string> programs = {
      {"conv2d_program", "conv2d"},          {"pool2d_program", "max_pool2d"},        {"linear", "matmul"},
      {"tilize_with_val_padding", "tilize"}, {"untilize_with_unpadding", "untilize"}, {"move", "copy"}};
  auto found = programs.find(kind);
  return found == programs.end() ? kind : found->second;
}

bool isHelper(const std::string &kind) {
  static const std::set<std::string> helpers = {
      "halo", "copy", "tilize", "untilize", "interleaved_to_sharded", "reshard", "typecast", "sharded_to_interleaved"};
  return helpers.contains(kind);
}

/// `add` of `add_12`.
std::string withoutSuffix(const std::string &name) {
  size_t at = name.find_last_not_of("0123456789");
  return at == std::string::npos || at + 1 == name.size() || name[at] != '_' ? name : name.substr(0, at);
}

/// Op of every row of one loop; -1: none.
using Owners = std::vector<int64_t>;

class LoopJoin {
public:
  LoopJoin(const std::vector<PlannedOp> &ops, const std::vector<DeviceRow> &rows, const std::vector<size_t> &which)
      : ops(ops), rows(rows), which(which), owners(which.size(), -1) {
    for (const PlannedOp &op : ops)
      kinds.push_back(kindOf(op.kind));
    for (size_t row : which)
      rowKinds.push_back(kindOf(rows[row].kind));
  }

  Owners run() {
    byLocation();
    std::vector<size_t> unplaced;
    for (size_t i = 0; i < which.size(); ++i)
      if (rows[which[i]].location.empty())
        unplaced.push_back(i);
    if (!unplaced.empty())
      inOrder(unplaced);
    return owners;
  }

private:
  void byLocation() {
    std::map<std::string, std::vector<size_t>> opsAt, rowsAt;
    std::set<std::string> exact;
    for (const PlannedOp &op : ops)
      exact.insert(op.name);
    for (size_t i = 0; i < which.size(); ++i)
      if (!rows[which[i]].location.empty())
        rowsAt[rows[which[i]].location].push_back(i);
    for (size_t op = 0; op < ops.size(); ++op) {
      bool named = rowsAt.contains(ops[op].name);
      opsAt[named ? ops[op].name : withoutSuffix(ops[op].name)].push_back(op);
    }
    for (const auto &[location, list] : rowsAt)
      if (auto found = opsAt.find(location); found != opsAt.end())
        dealOut(list, found->second);
  }

  /// A location with several ops: the n-th row of a kind is the n-th op of that kind; helpers go to the next main row's
  /// op. With one op all rows are its own.
  void dealOut(const std::vector<size_t> &list, const std::vector<size_t> &here) {
    std::map<std::string, size_t> seen;
    std::vector<size_t> waiting;
    int64_t last = -1;
    for (size_t row : list) {
      int64_t owner = here.size() == 1 ? static_cast<int64_t>(here[0]) : nthOf(here, rowKinds[row], seen);
      owners[row] = owner;
      if (owner < 0) {
        waiting.push_back(row);
        continue;
      }
      for (size_t helper : waiting)
        owners[helper] = owner;
      waiting.clear();
      last = owner;
    }
    for (size_t helper : waiting)
      owners[helper] = last;
  }

  int64_t nthOf(const std::vector<size_t> &here, const std::string &kind, std::map<std::string, size_t> &seen) const {
    size_t n = seen[kind]++;
    for (size_t op : here)
      if (kinds[op] == kind && n-- == 0)
        return static_cast<int64_t>(op);
    return -1;
  }

  /// The longest common subsequence of kinds; then helpers before a matched row of a composite op are its own.
  void inOrder(const std::vector<size_t> &list) {
    std::set<int64_t> taken(owners.begin(), owners.end());
    std::vector<size_t> open;
    for (size_t op = 0; op < ops.size(); ++op)
      if (!taken.contains(static_cast<int64_t>(op)))
        open.push_back(op);
    size_t n = open.size(), m = list.size();
    std::vector<uint32_t> best((n + 1) * (m + 1), 0);
    auto at = [&](size_t i, size_t j) -> uint32_t & { return best[i * (m + 1) + j]; };
    auto same = [&](size_t i, size_t j) { return kinds[open[i]] == rowKinds[list[j]]; };
    for (size_t i = n; i-- > 0;)
      for (size_t j = m; j-- > 0;)
        at(i, j) = same(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    std::vector<size_t> waiting;
    for (size_t i = 0, j = 0; j < m;) {
      if (i < n && same(i, j)) {
        owners[list[j]] = static_cast<int64_t>(open[i]);
        bool composite = kinds[open[i]] == "conv2d" || kinds[open[i]] == "max_pool2d";
        for (size_t helper : waiting)
          if (composite)
            owners[list[helper]] = static_cast<int64_t>(open[i]);
        waiting.clear();
        ++i, ++j;
      } else if (i < n && at(i + 1, j) >= at(i, j + 1)) {
        ++i;
      } else {
        if (isHelper(rowKinds[list[j]]))
          waiting.push_back(j);
        else
          waiting.clear();
        ++j;
      }
    }
  }

  const std::vector<PlannedOp> &ops;
  const std::vector<DeviceRow> &rows;
  const std::vector<size_t> &which;
  Owners owners;
  std::vector<std::string> kinds, rowKinds;
};

} // namespace

int64_t Joined::matchedOps() const {
  return std::count_if(measuredNs.begin(), measuredNs.end(), [](double ns) { return ns > 0; });
}

Joined alcove::profiles::joinRows(const std::vector<PlannedOp> &ops, const std::vector<DeviceRow> &rows) {
  std::map<int64_t, std::vector<size_t>> loops;
  for (size_t i = 0; i < rows.size(); ++i)
    loops[rows[i].loop].push_back(i);
  if (loops.size() > 1)
    loops.erase(0);
  Joined joined;
  joined.loops = std::max<int64_t>(1, static_cast<int64_t>(loops.size()));
  joined.measuredNs.assign(ops.size(), 0);
  joined.rowsOf.assign(ops.size(), 0);
  std::vector<std::vector<double>> times(ops.size());
  for (const auto &[loop, which] : loops) {
    Owners owners = LoopJoin(ops, rows, which).run();
    std::vector<double> sums(ops.size(), 0);
    std::vector<int64_t> counts(ops.size(), 0);
    for (size_t i = 0; i < which.size(); ++i) {
      joined.rowsNs += rows[which[i]].ns;
      if (owners[i] < 0) {
        joined.extra.push_back(which[i]);
        continue;
      }
      joined.matchedNs += rows[which[i]].ns;
      sums[static_cast<size_t>(owners[i])] += rows[which[i]].ns;
      ++counts[static_cast<size_t>(owners[i])];
    }
    for (size_t op = 0; op < ops.size(); ++op)
      if (counts[op] > 0) {
        times[op].push_back(sums[op]);
        joined.rowsOf[op] = counts[op];
      }
  }
  for (size_t op = 0; op < ops.size(); ++op)
    if (!times[op].empty()) {
      std::sort(times[op].begin(), times[op].end());
      joined.measuredNs[op] = times[op][times[op].size() / 2];
    }
  return joined;
}
