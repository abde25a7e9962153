//===- Uses.cpp - Who reads what in a function ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Uses.h"

#include <algorithm>

namespace alcove::plan::beam {

/// Both ways along the views of the program as it stands: tensors that share bytes are written together.
static void spreadWrites(const FunctionLayout &problem, std::vector<bool> &written) {
  auto share = [&](int32_t op) {
    const OpClass &opClass = problem.classOf(op);
    std::span<const int32_t> aliases = opClass.candidates.aliasesOf(opClass.base);
    for (size_t r = 0; r < aliases.size(); ++r) {
      if (aliases[r] < 0)
        continue;
      int32_t result = problem.ops[op].results[r], operand = problem.ops[op].operands[aliases[r]];
      bool both = written[result] || written[operand];
      written[result] = both;
      written[operand] = both;
    }
  };
  int32_t numOps = static_cast<int32_t>(problem.numOps());
  for (int32_t op = numOps - 1; op >= 0; --op)
    share(op);
  for (int32_t op = 0; op < numOps; ++op)
    share(op);
}

FunctionUses::FunctionUses(const FunctionLayout &problem)
    : readers(problem.tensors.size()), returned(problem.tensors.size()), constant(problem.tensors.size()),
      written(problem.tensors.size()), pinned(problem.tensors.size()) {
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    constant[t] = problem.tensors[t].constant;
  for (int32_t tensor : problem.returns)
    returned[tensor] = true;
  for (size_t i = 0; i < problem.numOps(); ++i) {
    const PlanOp &op = problem.ops[i];
    bool all = !op.operands.empty();
    for (size_t k = 0; k < op.operands.size(); ++k) {
      readers[op.operands[k]].push_back({static_cast<int32_t>(i), static_cast<int32_t>(k)});
      all = all && constant[op.operands[k]];
      if (!problem.classes[op.opClass].movable[k])
        pinned[op.operands[k]] = true;
    }
    for (int32_t result : op.results)
      constant[result] = constant[result] || all;
    for (int32_t operand : op.writes)
      written[op.operands[operand]] = true;
  }
  if (std::find(written.begin(), written.end(), true) != written.end())
    spreadWrites(problem, written);
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    pinned[t] = pinned[t] || written[t] || problem.tensors[t].resident;
}

bool FunctionUses::mayConsume(const FunctionLayout &problem, int32_t op, size_t operand) const {
  int32_t tensor = problem.ops[op].operands[operand], producer = problem.tensors[tensor].producer;
  if (producer < 0 || pinned[tensor])
    return false;
  const OpClass &made = problem.classOf(producer);
  std::span<const int32_t> aliases = made.candidates.aliasesOf(made.base);
  return !made.traits.isView && std::all_of(aliases.begin(), aliases.end(), [](int32_t a) { return a < 0; });
}

bool FunctionUses::respectsWrites(const FunctionLayout &problem, int32_t op, int32_t candidate) const {
  const OpClass &opClass = problem.classOf(op);
  const std::vector<int32_t> &results = problem.ops[op].results;
  std::span<const int32_t> made = opClass.candidates.resultsOf(candidate);
  std::span<const int32_t> aliases = opClass.candidates.aliasesOf(candidate);
  std::span<const int32_t> baseAliases = opClass.candidates.aliasesOf(opClass.base);
  for (size_t r = 0; r < results.size(); ++r) {
    if (pinned[results[r]] && made[r] != problem.tensors[results[r]].base)
      return false;
    bool touchesWrite = written[results[r]] || (aliases[r] >= 0 && written[problem.ops[op].operands[aliases[r]]]);
    if (touchesWrite && aliases[r] != baseAliases[r])
      return false;
  }
  return true;
}

int32_t layoutMade(const FunctionLayout &problem, int32_t tensor, int32_t candidate) {
  const PlanTensor &value = problem.tensors[tensor];
  if (value.producer < 0)
    return value.base;
  const std::vector<int32_t> &results = problem.ops[value.producer].results;
  size_t r = std::find(results.begin(), results.end(), tensor) - results.begin();
  return problem.classOf(value.producer).candidates.resultsOf(candidate)[r];
}

int32_t startCandidate(const FunctionLayout &problem, int32_t op) {
  const OpClass &opClass = problem.classOf(op);
  if (opClass.settledConfig < 0 || opClass.settledConfig == opClass.baseConfig)
    return opClass.base;
  std::span<const int32_t> read = opClass.candidates.operandsOf(opClass.base);
  std::vector<int32_t> operands(read.begin(), read.end());
  int32_t found = problem.find(problem.ops[op].opClass, operands, opClass.settledConfig);
  return found >= 0 ? found : opClass.base;
}

int32_t dramCandidate(const FunctionLayout &problem, int32_t op) {
  const OpClass &opClass = problem.classOf(op);
  int32_t candidate = startCandidate(problem, op);
  std::span<const int32_t> results = opClass.candidates.resultsOf(candidate);
  for (size_t r = 0; r < results.size(); ++r)
    if (problem.kinds[opClass.resultKinds[r]].layouts[results[r]].isL1())
      return opClass.base;
  return candidate;
}

int32_t spillLayout(const FunctionLayout &problem, int32_t tensor) {
  const PlanTensor &value = problem.tensors[tensor];
  const std::vector<Layout> &layouts = problem.kinds[value.kind].layouts;
  if (layouts[value.base].space == Space::Dram)
    return value.base;
  for (size_t l = 0; l < layouts.size(); ++l)
    if (layouts[l].space == Space::Dram && !layouts[l].isSharded() && layouts[l].tiled == layouts[value.base].tiled)
      return static_cast<int32_t>(l);
  return -1;
}

} // namespace alcove::plan::beam
