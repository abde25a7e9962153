//===- Timeline.cpp - L1 bytes of a chain plan, step by step --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Timeline.h"

#include <algorithm>
#include <numeric>

namespace alcove::plan {

static void sortUnique(std::vector<int32_t> &items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

Timeline::Timeline(const ChainPlan &plan)
    : plan(plan), problem(plan.problem), load(3 * plan.order.size() + 1, 0), own(load.size(), 0),
      candidates(plan.order.size(), -1), lives(problem.tensors.size()) {
  for (int32_t op : plan.order)
    countOp(op);
  for (int32_t tensor = 0, e = static_cast<int32_t>(lives.size()); tensor != e; ++tensor)
    countTensor(tensor);
}

std::vector<int32_t> Timeline::recount(const std::vector<int32_t> &ops) {
  std::vector<int32_t> tensors = tensorsAround(ops); // views as they were
  for (int32_t op : ops)
    countOp(op);
  std::vector<int32_t> now = tensorsAround(ops); // and as they are
  tensors.insert(tensors.end(), now.begin(), now.end());
  sortUnique(tensors);
  for (int32_t tensor : tensors)
    countTensor(tensor);
  return tensors;
}

void Timeline::setOwn(int32_t step, Bytes bytes) {
  load[step] += bytes - own[step];
  own[step] = bytes;
}

/// The candidate's own peak, or what must be free so that the backend chooses the program that is priced.
Bytes Timeline::needOf(const Candidate &candidate) const {
  return std::max(candidate.peakBytes, std::min(candidate.wantsFreeBytes, problem.capacity));
}

void Timeline::countOp(int32_t op) {
  const OpDecision &decision = plan.ops[op];
  candidates[op] = plan.candidateOf(op);
  Bytes converted = 0, highest = 0; // results of the conversions so far; most that one of them needs beside these
  for (auto [operand, layout] : decision.reshards) {
    int32_t tensor = problem.ops[op].operands[operand];
    const Conversion &conversion = problem.conversion(problem.tensors[tensor].kind, plan.settledLayout(tensor), layout);
    highest = std::max(highest, converted + conversion.peakBytes);
    converted += bytesOf(tensor, layout);
  }
  setOwn(before(op), highest);
  setOwn(running(op), converted + (candidates[op] < 0 ? 0 : needOf(problem.classOf(op).candidates[candidates[op]])));
  Bytes copied = 0;
  if (decision.spill && !problem.ops[op].results.empty()) {
    int32_t tensor = problem.ops[op].results[0];
    copied = problem.conversion(problem.tensors[tensor].kind, plan.resultLayout(tensor), plan.settledLayout(tensor))
                 .peakBytes;
  }
  setOwn(behind(op), copied);
}

bool Timeline::isSpilled(int32_t tensor) const {
  int32_t op = problem.tensors[tensor].producer;
  return op >= 0 && plan.ops[op].spill && problem.ops[op].results[0] == tensor;
}

int32_t Timeline::sharedWith(int32_t tensor) const {
  int32_t op = problem.tensors[tensor].producer;
  if (op < 0 || candidates[op] < 0)
    return -1;
  const std::vector<int32_t> &results = problem.ops[op].results;
  auto index = std::find(results.begin(), results.end(), tensor) - results.begin();
  int32_t operand = problem.classOf(op).candidates.aliasesOf(candidates[op])[index];
  return operand < 0 || plan.ops[op].reshards.count(operand) ? -1 : problem.ops[op].operands[operand];
}

int32_t Timeline::lastRead(int32_t tensor) const {
  bool isUnreadArgument = problem.tensors[tensor].producer < 0 && plan.users[tensor].empty();
  if (plan.returned[tensor] > 0 || problem.tensors[tensor].resident || isUnreadArgument)
    return end();
  int32_t last = -1;
  for (int32_t user : plan.users[tensor])
    for (size_t operand = 0; operand < problem.ops[user].operands.size(); ++operand)
      if (problem.ops[user].operands[operand] == tensor)
        last =
            std::max(last, plan.ops[user].reshards.count(static_cast<int32_t>(operand)) ? before(user) : running(user));
  return last;
}

int32_t Timeline::lastNeeded(int32_t tensor) const {
  int32_t last = -1;
  std::vector<int32_t> shown = {tensor}; // it, and the views of it
  for (size_t i = 0; i < shown.size(); ++i) {
    last = std::max(last, lastRead(shown[i]));
    for (int32_t user : plan.users[shown[i]])
      for (int32_t view : problem.ops[user].results) {
        if (sharedWith(view) != shown[i])
          continue;
        if (isSpilled(view))
          last = std::max(last, behind(user));
        else
          shown.push_back(view);
      }
  }
  return last;
}

void Timeline::setLife(Life &life, const Life &now) {
  auto add = [&](const Life &span, Bytes bytes) {
    for (int32_t step = span.first; step <= span.last; ++step)
      load[step] += bytes;
  };
  add(life, -life.bytes);
  life = now;
  add(life, life.bytes);
}

void Timeline::countTensor(int32_t tensor) {
  int32_t op = problem.tensors[tensor].producer;
  int32_t born = op < 0 ? 0 : behind(op);
  Life made{born, -1, bytesOf(tensor, plan.resultLayout(tensor))}, copied;
  if (isSpilled(tensor))
    copied = {born + 1, -1, bytesOf(tensor, plan.settledLayout(tensor))};
  if (made.bytes > 0 && sharedWith(tensor) < 0)
    made.last = isSpilled(tensor) ? born : lastNeeded(tensor);
  if (copied.bytes > 0)
    copied.last = lastNeeded(tensor);
  setLife(lives[tensor][0], made);
  setLife(lives[tensor][1], copied);
}

std::vector<int32_t> Timeline::tensorsAround(const std::vector<int32_t> &ops) const {
  std::vector<int32_t> tensors;
  for (int32_t op : ops) {
    tensors.insert(tensors.end(), problem.ops[op].operands.begin(), problem.ops[op].operands.end());
    tensors.insert(tensors.end(), problem.ops[op].results.begin(), problem.ops[op].results.end());
  }
  sortUnique(tensors);
  for (size_t i = 0; i < tensors.size(); ++i)
    if (int32_t shown = sharedWith(tensors[i]); shown >= 0)
      tensors.push_back(shown);
  sortUnique(tensors);
  return tensors;
}

std::optional<Timeline::Overflow> Timeline::firstOverflow(const std::vector<int32_t> &ops,
                                                          const std::vector<int32_t> &tensors, Bytes capacity) const {
  int32_t found = end() + 1;
  auto look = [&](int32_t first, int32_t last) {
    for (int32_t step = first; step <= last && step < found; ++step)
      if (load[step] > capacity)
        found = step;
  };
  for (int32_t op : ops)
    look(before(op), behind(op));
  for (int32_t tensor : tensors)
    for (const Life &life : lives[tensor])
      look(life.first, life.last);
  if (found > end())
    return std::nullopt;
  return Overflow{found == end() ? -1 : plan.order[found / 3], load[found]};
}

} // namespace alcove::plan
