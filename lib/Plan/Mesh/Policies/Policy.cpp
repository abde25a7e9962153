//===- Policy.cpp - Mesh policies by name -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Policies.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::mesh;

namespace {
struct Entry {
  std::string_view name;
  std::unique_ptr<MeshPolicy> (*make)();
};
constexpr Entry entries[] = {{"replicated", makeReplicated},
                             {"data-parallel", makeDataParallel},
                             {"megatron", makeMegatron},
                             {"auto-sharding", makeAutoSharding},
                             {"exact", makeExact}};
} // namespace

std::vector<std::string_view> mesh::policyNames() {
  std::vector<std::string_view> names;
  for (const Entry &entry : entries)
    names.push_back(entry.name);
  return names;
}

Result<std::unique_ptr<MeshPolicy>> mesh::makePolicy(std::string_view name) {
  for (const Entry &entry : entries)
    if (entry.name == name)
      return entry.make();
  constexpr std::string_view random = "random:";
  if (uint64_t seed = 0; name.starts_with(random)) {
    auto [end, error] = std::from_chars(name.data() + random.size(), name.data() + name.size(), seed);
    if (error == std::errc() && end == name.data() + name.size())
      return makeRandom(seed);
  }
  return Error{fmt::format("'{}' is no policy: {} or random:SEED", name, fmt::join(policyNames(), ", "))};
}

Cost mesh::priceOf(const Problem &problem, const Plan &plan) {
  Cost sum = 0;
  auto add = [&](Cost cost) { sum = cost >= impossible || sum >= impossible ? impossible : sum + cost; };
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    const Op &op = problem.ops[o];
    const Strategy &strategy = op.strategies[plan.strategies[o]];
    add(strategy.cost);
    for (size_t i = 0; i < op.inputs.size(); ++i)
      add(problem.tensors[op.inputs[i]].conversion(plan.kept[op.inputs[i]], strategy.inputs[i]));
    for (size_t i = 0; i < op.outputs.size(); ++i)
      add(problem.tensors[op.outputs[i]].conversion(strategy.outputs[i], plan.kept[op.outputs[i]]));
  }
  return sum;
}

Bytes mesh::leastBytes(const Problem &problem) {
  std::vector<Life> lives = livesOf(problem);
  std::vector<Bytes> live(std::max<size_t>(1, problem.ops.size()), 0);
  for (size_t t = 0; t < problem.tensors.size(); ++t) {
    Bytes least = problem.tensors[t].bytes;
    for (int32_t s = 0; s < static_cast<int32_t>(problem.tensors[t].shardings.size()); ++s)
      least = std::min(least, localBytes(problem, problem.tensors[t], s));
    for (int32_t at = lives[t].first; at <= lives[t].last; ++at)
      live[at] += least;
  }
  return *std::max_element(live.begin(), live.end());
}
