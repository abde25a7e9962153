//===- CheckCertificate.cpp - Does a certificate prove its bound? -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout choice that a certificate speaks about, from the words of the rules. Nothing here is shared with the policy
// that made the certificate.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Mesh/Certificate.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::mesh;

namespace {

bool reads(const Op &op, int32_t tensor) {
  return std::find(op.inputs.begin(), op.inputs.end(), tensor) != op.inputs.end();
}
bool makes(const Op &op, int32_t tensor) {
  return std::find(op.outputs.begin(), op.outputs.end(), tensor) != op.outputs.end();
}

/// Half open, in numbers of ops.
LiveInterval lifeOf(const Problem &problem, int32_t tensor) {
  int64_t moments = std::max<int64_t>(1, static_cast<int64_t>(problem.ops.size()));
  LiveInterval life{0, moments};
  for (int64_t o = 0; o < static_cast<int64_t>(problem.ops.size()); ++o)
    if (makes(problem.ops[o], tensor))
      life = {o, problem.tensors[tensor].isResult ? moments : o + 1};
  for (int64_t o = life.begin; o < static_cast<int64_t>(problem.ops.size()); ++o)
    if (reads(problem.ops[o], tensor))
      life.end = std::max(life.end, o + 1);
  return life;
}

void addTensor(const Problem &problem, int32_t index, LayoutChoice &relaxed) {
  const Tensor &tensor = problem.tensors[index];
  std::vector<Cost> costs;
  std::vector<Bytes> bytes;
  for (const Sharding &sharding : tensor.shardings) {
    int64_t parts = 1;
    bool summands = false;
    for (size_t axis = 0; axis < sharding.size(); ++axis) {
      summands |= sharding[axis] == partial;
      parts *= sharding[axis] >= 0 ? problem.axes[axis] : 1;
    }
    costs.push_back(summands && tensor.isResult ? infiniteCost : 0);
    bytes.push_back(ceilDiv(tensor.bytes, parts));
  }
  relaxed.addNode(lifeOf(problem, index), costs, bytes);
}

void addOp(const Problem &problem, int32_t index, LayoutChoice &relaxed) {
  const Op &op = problem.ops[index];
  std::vector<Cost> costs;
  std::vector<Bytes> bytes;
  for (const Strategy &strategy : op.strategies) {
    costs.push_back(std::min(strategy.cost, infiniteCost));
    bytes.push_back(strategy.bytes);
  }
  relaxed.addNode({index, index + 1}, costs, bytes);
}

/// One edge from the tensor to the op: what its shardings cost with every strategy.
void addEdge(const Problem &problem, int32_t tensor, int32_t op, size_t place, bool isInput, LayoutChoice &relaxed) {
  const Tensor &t = problem.tensors[tensor];
  std::vector<Cost> costs;
  for (int32_t kept = 0; kept < static_cast<int32_t>(t.shardings.size()); ++kept)
    for (const Strategy &strategy : problem.ops[op].strategies)
      costs.push_back(std::min(infiniteCost, isInput ? t.conversion(kept, strategy.inputs[place])
                                                     : t.conversion(strategy.outputs[place], kept)));
  relaxed.addEdge(tensor, static_cast<int32_t>(problem.tensors.size()) + op, costs);
}

LayoutChoice relaxationOf(const Problem &problem) {
  LayoutChoice relaxed;
  relaxed.capacity = problem.capacity;
  for (int32_t t = 0; t < static_cast<int32_t>(problem.tensors.size()); ++t)
    addTensor(problem, t, relaxed);
  for (int32_t o = 0; o < static_cast<int32_t>(problem.ops.size()); ++o)
    addOp(problem, o, relaxed);
  for (int32_t o = 0; o < static_cast<int32_t>(problem.ops.size()); ++o) {
    for (size_t i = 0; i < problem.ops[o].inputs.size(); ++i)
      addEdge(problem, problem.ops[o].inputs[i], o, i, true, relaxed);
    for (size_t i = 0; i < problem.ops[o].outputs.size(); ++i)
      addEdge(problem, problem.ops[o].outputs[i], o, i, false, relaxed);
  }
  for (const Tie &tie : problem.ties) {
    size_t count = problem.tensors[tie.a].shardings.size();
    std::vector<Cost> costs(count * count, infiniteCost);
    for (size_t s = 0; s < count; ++s)
      costs[s * count + s] = 0;
    relaxed.addEdge(tie.a, tie.b, costs);
  }
  return relaxed;
}

} // namespace

Result<Cost> mesh::checkCertificate(const Problem &problem, const LayoutCertificate &certificate) {
  // MP-X1
  LayoutChoice relaxed = relaxationOf(problem);
  if (Status status = plan::check(relaxed); !status.ok())
    return Error{fmt::format("MP-X1: the problem is no layout choice: {}", status.error().message)};
  // MP-X2
  Result<Cost> proved = checkBound(relaxed, certificate);
  if (!proved.ok())
    return Error{fmt::format("MP-X2: {}", proved.error().message)};
  if (*proved < certificate.bound)
    return Error{fmt::format("MP-X2: claims bound {}, its steps prove {}", certificate.bound, *proved)};
  return proved;
}
