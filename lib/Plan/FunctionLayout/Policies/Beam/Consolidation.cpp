//===- Consolidation.cpp - First pass, backward: one entry per op ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propagation.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace alcove::plan::beam {

bool Propagation::reaches(int32_t tensor, int32_t from, int32_t to) const {
  return from == to || (!uses.written[tensor] && problem.conversion(problem.tensors[tensor].kind, from, to).legal);
}

bool Propagation::reachesReaders(int32_t op, int32_t entry, const std::vector<int32_t> &chosen) const {
  for (int32_t tensor : problem.ops[op].results) {
    int32_t made = layoutMade(problem, tensor, beams[op][entry].candidate);
    for (const Use &use : uses.readers[tensor]) {
      int32_t candidate = beams[use.op][chosen[use.op]].candidate;
      if (!reaches(tensor, made, problem.classOf(use.op).candidates.operandsOf(candidate)[use.operand]))
        return false;
    }
  }
  return true;
}

/// GB-9: the entry with most references, the better one at a tie, among those from which every reader gets its layout.
int32_t Propagation::resolve(int32_t op, const std::map<int32_t, int32_t> &references,
                             const std::vector<int32_t> &chosen) {
  if (references.size() <= 1)
    return references.empty() ? 0 : references.begin()->first;
  std::vector<std::pair<int32_t, int32_t>> ranked; // -references, entry
  int32_t total = 0;
  for (auto [entry, count] : references) {
    ranked.push_back({-count, entry});
    total += count;
  }
  std::sort(ranked.begin(), ranked.end());
  ++forks;
  for (auto [count, entry] : ranked) {
    if (!reachesReaders(op, entry, chosen))
      continue;
    tell("fork", op, fmt::format("#{} for {} of {} readers", entry, -count, total));
    return entry;
  }
  return ranked[0].second;
}

std::vector<int32_t> Propagation::consolidate() {
  std::vector<std::map<int32_t, int32_t>> references(problem.numOps());
  std::vector<int32_t> chosen(problem.numOps()), candidates(problem.numOps());
  for (int32_t op = static_cast<int32_t>(problem.numOps()) - 1; op >= 0; --op) {
    if (options.consolidateForks)
      chosen[op] = resolve(op, references[op], chosen);
    const BeamEntry &entry = beams[op][chosen[op]];
    candidates[op] = entry.candidate;
    if (options.observer)
      tell("choose", op, fmt::format("#{}", chosen[op]));
    for (size_t k = 0; k < entry.from.size(); ++k)
      if (entry.from[k] >= 0)
        ++references[problem.tensors[problem.ops[op].operands[k]].producer][entry.from[k]];
  }
  return candidates;
}

/// Where a reader cannot get its layout from what was chosen, it falls back to slow memory, then its producer does.
/// Every op falls at most twice.
void Propagation::repair(std::vector<int32_t> &candidates) const {
  std::deque<int32_t> queue;
  for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
    queue.push_back(op);
  auto fall = [&](int32_t op) {
    if (op < 0 || candidates[op] == problem.classOf(op).base)
      return false;
    int32_t start = dramCandidate(problem, op);
    candidates[op] = candidates[op] == start ? problem.classOf(op).base : start;
    queue.push_back(op);
    for (int32_t tensor : problem.ops[op].results)
      for (const Use &use : uses.readers[tensor])
        queue.push_back(use.op);
    return true;
  };
  auto made = [&](int32_t tensor) {
    int32_t producer = problem.tensors[tensor].producer;
    return layoutMade(problem, tensor, producer >= 0 ? candidates[producer] : -1);
  };
  for (; !queue.empty(); queue.pop_front()) {
    int32_t op = queue.front();
    const OpClass &opClass = problem.classOf(op);
    std::span<const int32_t> needs = opClass.candidates.operandsOf(candidates[op]);
    int32_t consumed = opClass.candidates[candidates[op]].consumes;
    for (int32_t k = 0; k < static_cast<int32_t>(needs.size()); ++k) {
      int32_t tensor = problem.ops[op].operands[k];
      bool same = made(tensor) == needs[k];
      bool wrong = same ? k == consumed && !uses.mayConsume(problem, op, k)
                        : !opClass.movable[k] || !reaches(tensor, made(tensor), needs[k]);
      if (wrong && (fall(op) || fall(problem.tensors[tensor].producer)))
        break;
    }
    for (int32_t tensor : problem.ops[op].results)
      if (uses.returned[tensor] && !reaches(tensor, made(tensor), problem.tensors[tensor].base))
        fall(op);
  }
}

} // namespace alcove::plan::beam
