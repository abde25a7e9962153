//===- RandomPlan.cpp - Plans that no policy would make -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomFunction.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;

namespace {

class PlanDrawer {
public:
  PlanDrawer(Random &random, const FunctionLayout &problem)
      : random(random), problem(problem), builder(problem), current(problem.tensors.size()) {}

  FunctionPlan draw() {
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0)
        current[t] = {static_cast<int32_t>(t)};
    std::vector<int32_t> order = drawOrder();
    for (int32_t op : order)
      drawOp(op);
    builder.setOrder(std::move(order));
    for (size_t i = 0; i < problem.returns.size(); ++i)
      builder.returnCopy(i, copyIn(problem.returns[i], problem.tensors[problem.returns[i]].base, -1));
    return std::move(builder).finish("random");
  }

private:
  std::vector<int32_t> drawOrder() {
    std::vector<int32_t> waitsFor(problem.numOps(), 0), ready, order;
    std::vector<std::vector<int32_t>> next(problem.numOps());
    auto edge = [&](int32_t from, size_t to) {
      next[from].push_back(static_cast<int32_t>(to));
      ++waitsFor[to];
    };
    for (size_t op = 0; op < problem.numOps(); ++op) {
      for (int32_t tensor : problem.ops[op].operands)
        if (problem.tensors[tensor].producer >= 0)
          edge(problem.tensors[tensor].producer, op);
      for (int32_t before : problem.ops[op].after)
        edge(before, op);
      if (waitsFor[op] == 0)
        ready.push_back(static_cast<int32_t>(op));
    }
    bool keepsOrder = random.chance(0.5);
    while (!ready.empty()) {
      auto at = keepsOrder ? std::min_element(ready.begin(), ready.end())
                           : ready.begin() + static_cast<std::ptrdiff_t>(random.below(ready.size()));
      int32_t op = *at;
      ready.erase(at);
      order.push_back(op);
      for (int32_t after : next[op])
        if (--waitsFor[after] == 0)
          ready.push_back(after);
    }
    return order;
  }

  bool isWritten(int32_t op, size_t operand) const {
    const std::vector<int32_t> &writes = problem.ops[op].writes;
    return std::find(writes.begin(), writes.end(), static_cast<int32_t>(operand)) != writes.end();
  }

  int32_t layoutOf(int32_t copy) const { return builder.current().copies[copy].layout; }

  /// What is written is the tensor itself, what does not move as well.
  bool mustReadItself(int32_t op, size_t operand) const {
    return isWritten(op, operand) || !problem.classOf(op).movable[operand];
  }

  void drawOp(int32_t index) {
    const PlanOp &op = problem.ops[index];
    std::vector<int32_t> layouts(op.operands.size());
    int32_t candidate = -1;
    for (int attempt = 0; attempt < 12 && candidate < 0; ++attempt) {
      for (size_t k = 0; k < layouts.size(); ++k)
        layouts[k] = drawLayout(index, k);
      const OpClass &opClass = problem.classOf(index);
      auto config = static_cast<int32_t>(random.below(opClass.configs.size()));
      candidate = problem.find(op.opClass, layouts, config);
    }
    if (candidate < 0) {
      candidate = problem.classOf(index).base;
      std::span<const int32_t> base = problem.classOf(index).candidates.operandsOf(candidate);
      layouts.assign(base.begin(), base.end());
    }
    builder.choose(index, candidate);
    for (size_t k = 0; k < layouts.size(); ++k)
      builder.read(index, k, copyIn(op.operands[k], layouts[k], index));
    for (int32_t operand : op.writes) // everything else is out of date now
      current[op.operands[operand]] = {builder.current().reads[index][operand]};
    for (int32_t result : op.results) {
      current[result] = {result};
      if (random.chance(0.2))
        moveBehind(result);
    }
  }

  /// Mostly a layout in which the tensor is there; else one to which it can be converted.
  int32_t drawLayout(int32_t op, size_t operand) {
    int32_t tensor = problem.ops[op].operands[operand];
    if (mustReadItself(op, operand))
      return layoutOf(tensor);
    const std::vector<int32_t> &copies = current[tensor];
    int32_t from = copies[random.below(copies.size())];
    if (random.chance(0.6))
      return layoutOf(from);
    int32_t kind = problem.tensors[tensor].kind;
    auto to = static_cast<int32_t>(random.below(problem.kinds[kind].layouts.size()));
    return problem.conversion(kind, layoutOf(from), to).legal ? to : layoutOf(from);
  }

  void moveBehind(int32_t tensor) {
    int32_t kind = problem.tensors[tensor].kind;
    auto to = static_cast<int32_t>(random.below(problem.kinds[kind].layouts.size()));
    if (to == layoutOf(tensor) || !problem.conversion(kind, layoutOf(tensor), to).legal || isEverWritten(tensor))
      return;
    current[tensor].push_back(builder.copyAfterProducer(tensor, to));
    if (random.chance(0.5))
      current[tensor].erase(current[tensor].begin());
  }

  bool isEverWritten(int32_t tensor) const {
    for (const PlanOp &op : problem.ops)
      for (int32_t operand : op.writes)
        if (op.operands[operand] == tensor)
          return true;
    return false;
  }

  /// A copy of the tensor in `layout`, there already or converted before `op`.
  int32_t copyIn(int32_t tensor, int32_t layout, int32_t op) {
    std::vector<int32_t> there, sources;
    for (int32_t copy : current[tensor]) {
      if (layoutOf(copy) == layout)
        there.push_back(copy);
      else if (problem.conversion(problem.tensors[tensor].kind, layoutOf(copy), layout).legal)
        sources.push_back(copy);
    }
    // What does not move must be read as it is, though a copy lies alike.
    if (std::find(there.begin(), there.end(), tensor) != there.end())
      return tensor;
    if (!there.empty() && (sources.empty() || random.chance(0.7)))
      return there[random.below(there.size())];
    if (sources.empty())
      return tensor;
    int32_t copy = builder.copyBefore(op, sources[random.below(sources.size())], layout);
    if (random.chance(0.6))
      current[tensor].push_back(copy);
    return copy;
  }

  Random &random;
  const FunctionLayout &problem;
  PlanBuilder builder;
  std::vector<std::vector<int32_t>> current; ///< per tensor: copies that may be read
};

} // namespace

FunctionPlan testing::randomPlan(Random &random, const FunctionLayout &problem) {
  return PlanDrawer(random, problem).draw();
}
