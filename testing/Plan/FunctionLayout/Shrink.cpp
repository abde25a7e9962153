//===- Shrink.cpp - A smaller problem that fails as well ------------------===//
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

/// Removes op `index`: its results become arguments, and who ran after it runs after what it ran after.
FunctionLayout withoutOp(const FunctionLayout &problem, int32_t index) {
  FunctionLayout smaller = problem;
  const PlanOp removed = problem.ops[index];
  std::vector<int32_t> before = removed.after;
  for (int32_t operand : removed.operands)
    if (int32_t producer = problem.tensors[operand].producer; producer >= 0)
      before.push_back(producer);
  for (PlanOp &op : smaller.ops) {
    auto at = std::find(op.after.begin(), op.after.end(), index);
    if (at != op.after.end()) {
      op.after.erase(at);
      op.after.insert(op.after.end(), before.begin(), before.end());
      std::sort(op.after.begin(), op.after.end());
      op.after.erase(std::unique(op.after.begin(), op.after.end()), op.after.end());
    }
    for (int32_t &other : op.after)
      other -= other > index;
  }
  smaller.ops.erase(smaller.ops.begin() + index);
  for (PlanTensor &tensor : smaller.tensors)
    tensor.producer = tensor.producer == index ? -1 : tensor.producer - (tensor.producer > index);
  return smaller;
}

FunctionLayout withoutCandidate(const FunctionLayout &problem, size_t classIndex, int32_t candidate) {
  FunctionLayout smaller = problem;
  OpClass &opClass = smaller.classes[classIndex];
  const CandidateTable &old = problem.classes[classIndex].candidates;
  opClass.candidates = CandidateTable(opClass.operandKinds.size(), opClass.resultKinds.size());
  for (int32_t i = 0; i < old.size(); ++i)
    if (i != candidate)
      opClass.candidates.add(old[i], old.operandsOf(i), old.resultsOf(i), old.aliasesOf(i));
  opClass.base -= opClass.base > candidate;
  return smaller;
}

/// Drops classes and tensors that nobody refers to.
FunctionLayout compacted(const FunctionLayout &problem) {
  FunctionLayout smaller = problem;
  std::vector<int32_t> newClass(problem.classes.size(), -1), newTensor(problem.tensors.size(), -1);
  for (int32_t tensor : problem.returns)
    newTensor[tensor] = 0;
  for (const PlanOp &op : problem.ops) {
    newClass[op.opClass] = 0;
    for (const auto *tensors : {&op.operands, &op.results})
      for (int32_t tensor : *tensors)
        newTensor[tensor] = 0;
  }
  smaller.classes.clear();
  smaller.tensors.clear();
  for (size_t i = 0; i < newClass.size(); ++i)
    if (newClass[i] == 0) {
      newClass[i] = static_cast<int32_t>(smaller.classes.size());
      smaller.classes.push_back(problem.classes[i]);
    }
  for (size_t i = 0; i < newTensor.size(); ++i)
    if (newTensor[i] == 0) {
      newTensor[i] = static_cast<int32_t>(smaller.tensors.size());
      smaller.tensors.push_back(problem.tensors[i]);
    }
  for (int32_t &tensor : smaller.returns)
    tensor = newTensor[tensor];
  for (PlanOp &op : smaller.ops) {
    op.opClass = newClass[op.opClass];
    for (auto *tensors : {&op.operands, &op.results})
      for (int32_t &tensor : *tensors)
        tensor = newTensor[tensor];
  }
  return smaller;
}

/// Tries one step after the other until none keeps the failure.
class Shrinker {
public:
  Shrinker(FunctionLayout problem, const std::function<bool(const FunctionLayout &)> &fails)
      : problem(std::move(problem)), fails(fails) {}

  FunctionLayout run() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto op = static_cast<int32_t>(problem.numOps()); op-- > 0;)
        changed |= accept(withoutOp(problem, op));
      for (size_t i = problem.returns.size(); i-- > 0;) {
        FunctionLayout smaller = problem;
        smaller.returns.erase(smaller.returns.begin() + static_cast<std::ptrdiff_t>(i));
        changed |= accept(std::move(smaller));
      }
      changed |= dropOrder();
      accept(compacted(problem));
    }
    dropCandidates();
    return std::move(problem);
  }

private:
  bool accept(FunctionLayout smaller) {
    if (!check(smaller).ok() || !fails(smaller))
      return false;
    problem = std::move(smaller);
    return true;
  }

  bool dropOrder() {
    bool changed = false;
    for (size_t op = 0; op < problem.numOps(); ++op)
      for (size_t i = problem.ops[op].after.size(); i-- > 0;) {
        FunctionLayout smaller = problem;
        smaller.ops[op].after.erase(smaller.ops[op].after.begin() + static_cast<std::ptrdiff_t>(i));
        changed |= accept(std::move(smaller));
      }
    return changed;
  }

  void dropCandidates() {
    for (size_t i = 0; i < problem.classes.size(); ++i)
      for (int32_t candidate = problem.classes[i].candidates.size(); candidate-- > 0;)
        if (candidate != problem.classes[i].base)
          accept(withoutCandidate(problem, i, candidate));
  }

  FunctionLayout problem;
  const std::function<bool(const FunctionLayout &)> &fails;
};

} // namespace

FunctionLayout testing::shrink(FunctionLayout problem, const std::function<bool(const FunctionLayout &)> &fails) {
  return Shrinker(std::move(problem), fails).run();
}
