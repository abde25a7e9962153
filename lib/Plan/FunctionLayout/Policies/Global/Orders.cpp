//===- Orders.cpp - Orders of the ops worth a try -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Orders.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace alcove::plan {

using Links = std::vector<std::vector<int32_t>>;

/// Per op: those that must run before it, in the order of its operands.
static Links predecessorsOf(const FunctionLayout &problem) {
  Links before(problem.numOps());
  for (size_t op = 0; op < before.size(); ++op) {
    for (int32_t tensor : problem.ops[op].operands)
      if (problem.tensors[tensor].producer >= 0)
        before[op].push_back(problem.tensors[tensor].producer);
    before[op].insert(before[op].end(), problem.ops[op].after.begin(), problem.ops[op].after.end());
  }
  return before;
}

static std::vector<int32_t> depthFirst(const FunctionLayout &problem, const Links &before) {
  std::vector<int32_t> roots, order;
  for (int32_t tensor : problem.returns)
    if (problem.tensors[tensor].producer >= 0)
      roots.push_back(problem.tensors[tensor].producer);
  for (size_t op = 0; op < before.size(); ++op) // what nobody needs, and sinks
    roots.push_back(static_cast<int32_t>(op));
  std::vector<size_t> next(before.size(), 0);
  std::vector<bool> done(before.size(), false);
  for (int32_t root : roots) {
    std::vector<int32_t> open;
    if (!done[root])
      open.push_back(root);
    while (!open.empty()) {
      int32_t op = open.back();
      while (next[op] < before[op].size() && done[before[op][next[op]]])
        ++next[op];
      if (next[op] < before[op].size()) {
        open.push_back(before[op][next[op]]);
        continue;
      }
      done[op] = true;
      order.push_back(op);
      open.pop_back();
    }
  }
  return order;
}

namespace {

/// List scheduling by the bytes that an op leaves behind.
class LeastPeak {
public:
  LeastPeak(const FunctionLayout &problem, const Links &before)
      : problem(problem), readers(problem.tensors.size()), readersLeft(problem.tensors.size(), 0),
        waiting(problem.numOps(), 0), behind(problem.numOps()), leaves(problem.numOps(), 0) {
    for (size_t op = 0; op < before.size(); ++op) {
      std::set<int32_t> distinct(before[op].begin(), before[op].end());
      waiting[op] = static_cast<int32_t>(distinct.size());
      for (int32_t earlier : distinct)
        behind[earlier].push_back(static_cast<int32_t>(op));
      for (int32_t tensor : distinctOperands(static_cast<int32_t>(op))) {
        ++readersLeft[tensor];
        readers[tensor].push_back(static_cast<int32_t>(op));
      }
    }
    for (int32_t tensor : problem.returns)
      ++readersLeft[tensor];
  }

  std::vector<int32_t> run() {
    for (size_t op = 0; op < waiting.size(); ++op)
      if (waiting[op] == 0)
        enter(static_cast<int32_t>(op));
    std::vector<int32_t> order;
    while (!ready.empty()) {
      int32_t op = ready.begin()->second;
      ready.erase(ready.begin());
      order.push_back(op);
      for (int32_t tensor : distinctOperands(op))
        if (--readersLeft[tensor] == 1) // what its last reader leaves behind is less from now on
          for (int32_t reader : readers[tensor])
            if (ready.erase({leaves[reader], reader}) > 0)
              enter(reader);
      for (int32_t later : behind[op])
        if (--waiting[later] == 0)
          enter(later);
    }
    return order;
  }

private:
  void enter(int32_t op) {
    leaves[op] = leavesBehind(op);
    ready.insert({leaves[op], op});
  }
  std::set<int32_t> distinctOperands(int32_t op) const {
    return {problem.ops[op].operands.begin(), problem.ops[op].operands.end()};
  }
  Bytes bytesOf(int32_t tensor) const { return problem.layoutOf(tensor, problem.tensors[tensor].base).totalBytes; }

  Bytes leavesBehind(int32_t op) const {
    Bytes bytes = 0;
    for (int32_t tensor : problem.ops[op].results)
      bytes += readersLeft[tensor] > 0 ? bytesOf(tensor) : 0;
    for (int32_t tensor : distinctOperands(op))
      bytes -= readersLeft[tensor] == 1 && !problem.tensors[tensor].constant ? bytesOf(tensor) : 0;
    return bytes;
  }

  const FunctionLayout &problem;
  Links readers; ///< per tensor
  std::vector<int32_t> readersLeft, waiting;
  Links behind;
  std::vector<Bytes> leaves;                 ///< per op that is ready
  std::set<std::pair<Bytes, int32_t>> ready; ///< the one that leaves least first, of equal ones the first
};

} // namespace

std::vector<NamedOrder> ordersToTry(const FunctionLayout &problem, const std::vector<int32_t> &known) {
  Links before = predecessorsOf(problem);
  std::vector<int32_t> written(problem.numOps());
  std::iota(written.begin(), written.end(), 0);
  std::vector<NamedOrder> orders;
  auto add = [&](const char *name, std::vector<int32_t> ops) {
    bool isKnown = ops == known || std::ranges::any_of(orders, [&](const NamedOrder &o) { return o.ops == ops; });
    if (!isKnown)
      orders.push_back({name, std::move(ops)});
  };
  add("as written", std::move(written));
  add("depth first", depthFirst(problem, before));
  add("least peak", LeastPeak(problem, before).run());
  return orders;
}

} // namespace alcove::plan
