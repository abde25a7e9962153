//===- OpGraph.cpp - The problem as the scheduling policies see it --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/OpGraph.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <queue>

namespace alcove::plan::schedule {

static std::vector<int32_t> topologicalOrder(const Problem &problem, const std::vector<int32_t> &producer) {
  std::vector<std::vector<int32_t>> users(problem.ops.size());
  std::vector<int32_t> pending(problem.ops.size(), 0), order;
  std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> ready;
  for (size_t o = 0; o != problem.ops.size(); ++o) {
    for (int32_t t : problem.ops[o].inputs)
      if (int32_t p = producer[static_cast<size_t>(t)]; p >= 0) {
        users[static_cast<size_t>(p)].push_back(static_cast<int32_t>(o));
        ++pending[o];
      }
    if (!pending[o])
      ready.push(static_cast<int32_t>(o));
  }
  while (!ready.empty()) {
    int32_t o = ready.top();
    ready.pop();
    order.push_back(o);
    for (int32_t user : users[static_cast<size_t>(o)])
      if (--pending[static_cast<size_t>(user)] == 0)
        ready.push(user);
  }
  return order;
}

static void sortUnique(std::vector<int32_t> &list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

OpGraph::OpGraph(const Problem &problem)
    : tensors(problem.tensors), capacity(problem.capacity), bandwidth(problem.bandwidth),
      nativeWidth(problem.nativeWidth), nativeHeight(problem.nativeHeight) {
  std::vector<int32_t> fileProducer = producers(problem);
  producer.assign(tensors.size(), -1);
  users.resize(tensors.size());
  for (int32_t o : topologicalOrder(problem, fileProducer)) {
    const Operation &from = problem.ops[static_cast<size_t>(o)];
    Op op{from.kind, from.baseCost, from.inputs, from.outputs, o, 0, 0, 0};
    const Tensor &out = tensors[static_cast<size_t>(from.outputs[0])];
    op.nativeCompute = static_cast<double>(ceilDiv(out.width, nativeWidth)) *
                       static_cast<double>(ceilDiv(out.height, nativeHeight)) * static_cast<double>(from.baseCost);
    if (op.kind == OpKind::MatMul)
      op.depth = tensors[static_cast<size_t>(from.inputs[0])].width;
    else
      sortUnique(op.inputs);
    int32_t self = static_cast<int32_t>(ops.size());
    for (int32_t t : op.outputs)
      producer[static_cast<size_t>(t)] = self;
    for (int32_t t : op.inputs)
      if (std::vector<int32_t> &list = users[static_cast<size_t>(t)]; list.empty() || list.back() != self)
        list.push_back(self);
    ops.push_back(std::move(op));
  }
  readOutside.assign(tensors.size(), 0);
  Random random(0x5ced01e5);
  auto draw = [&](std::vector<uint64_t> &words, size_t count) {
    words.resize(count);
    for (uint64_t &word : words)
      word = random.next();
  };
  draw(opWord, ops.size());
  draw(opWord2, ops.size());
  draw(tensorWord, tensors.size());
  draw(tensorWord2, tensors.size());
  colour(6);
}

OpGraph::OpGraph(const OpGraph &whole, const std::vector<int32_t> &window)
    : tensors(whole.tensors), tensorWord(whole.tensorWord), tensorWord2(whole.tensorWord2), capacity(whole.capacity),
      bandwidth(whole.bandwidth), nativeWidth(whole.nativeWidth), nativeHeight(whole.nativeHeight) {
  producer.assign(tensors.size(), -1);
  users.resize(tensors.size());
  readOutside.assign(tensors.size(), 0);
  for (int32_t o : window) {
    int32_t self = static_cast<int32_t>(ops.size());
    ops.push_back(whole.op(o));
    opWord.push_back(whole.opWord[static_cast<size_t>(o)]);
    opWord2.push_back(whole.opWord2[static_cast<size_t>(o)]);
    for (int32_t t : ops.back().outputs)
      producer[static_cast<size_t>(t)] = self;
    for (int32_t t : ops.back().inputs)
      if (std::vector<int32_t> &list = users[static_cast<size_t>(t)]; list.empty() || list.back() != self)
        list.push_back(self);
  }
  for (size_t t = 0; t != tensors.size(); ++t)
    readOutside[t] = producer[t] >= 0 && (users[t].size() != whole.users[t].size() || whole.readOutside[t]);
}

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t z = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 29);
}

void OpGraph::colour(int rounds) {
  for (Op &op : ops)
    op.colour = mix(static_cast<uint64_t>(op.kind), static_cast<uint64_t>(op.baseCost));
  std::vector<uint64_t> tensorColour(tensors.size()), next(ops.size());
  for (int round = 0; round != rounds; ++round) {
    for (size_t t = 0; t != tensors.size(); ++t) {
      uint64_t c = mix(static_cast<uint64_t>(tensors[t].width), static_cast<uint64_t>(tensors[t].height));
      c = mix(c, producer[t] < 0 ? 1 : op(producer[t]).colour);
      uint64_t sum = 0;
      for (int32_t user : users[t])
        for (size_t i = 0; i != op(user).inputs.size(); ++i)
          if (op(user).inputs[i] == static_cast<int32_t>(t))
            sum += mix(op(user).colour, op(user).kind == OpKind::MatMul ? i + 2 : 1);
      tensorColour[t] = mix(c, sum);
    }
    for (size_t o = 0; o != ops.size(); ++o) {
      uint64_t c = ops[o].colour, sum = 0;
      for (size_t i = 0; i != ops[o].inputs.size(); ++i)
        sum += mix(tensorColour[static_cast<size_t>(ops[o].inputs[i])], ops[o].kind == OpKind::MatMul ? i + 2 : 1);
      for (int32_t t : ops[o].outputs)
        c = mix(c, tensorColour[static_cast<size_t>(t)]);
      next[o] = mix(c, sum);
    }
    for (size_t o = 0; o != ops.size(); ++o)
      ops[o].colour = next[o];
  }
}

} // namespace alcove::plan::schedule
