//===- RandomGraphSchedule.cpp - Seeded graph scheduling problems ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomGraphSchedule.h"

namespace alcove::plan::schedule {

namespace {
struct Builder {
  Problem problem;

  int32_t tensor(int64_t width, int64_t height) {
    problem.tensors.push_back({width, height});
    return static_cast<int32_t>(problem.tensors.size() - 1);
  }
  int32_t matmul(int32_t left, int32_t right, int64_t cost) {
    int32_t out =
        tensor(problem.tensors[static_cast<size_t>(right)].width, problem.tensors[static_cast<size_t>(left)].height);
    problem.ops.push_back({OpKind::MatMul, cost, {left, right}, {out}});
    return out;
  }
  int32_t pointwise(std::vector<int32_t> inputs, int64_t cost) {
    Tensor shape = problem.tensors[static_cast<size_t>(inputs[0])];
    int32_t out = tensor(shape.width, shape.height);
    problem.ops.push_back({OpKind::Pointwise, cost, std::move(inputs), {out}});
    return out;
  }
};
} // namespace

Problem randomGraph(Random &random, const RandomGraphOptions &options) {
  Builder builder;
  auto extent = [&] { return options.extents[random.below(options.extents.size())]; };
  // The newest tensors whose shape fits; 0 stands for any extent.
  auto pick = [&](int64_t width, int64_t height) {
    std::vector<int32_t> fitting;
    for (size_t t = builder.problem.tensors.size(); t-- > 0 && fitting.size() < static_cast<size_t>(options.window);) {
      const Tensor &tensor = builder.problem.tensors[t];
      if ((!width || tensor.width == width) && (!height || tensor.height == height))
        fitting.push_back(static_cast<int32_t>(t));
    }
    if (fitting.empty() || !random.chance(options.reuse))
      return builder.tensor(width ? width : extent(), height ? height : extent());
    return fitting[random.below(fitting.size())];
  };
  for (int32_t o = 0; o != options.ops; ++o) {
    int64_t cost = random.between(options.costLow, options.costHigh);
    int32_t first = pick(0, 0);
    Tensor shape = builder.problem.tensors[static_cast<size_t>(first)];
    if (random.chance(options.matmulShare)) {
      if (random.chance(0.5))
        builder.matmul(first, pick(0, shape.width), cost);
      else
        builder.matmul(pick(shape.height, 0), first, cost);
    } else if (random.chance(0.5)) {
      builder.pointwise({first}, cost);
    } else {
      builder.pointwise({first, pick(shape.width, shape.height)}, cost);
    }
  }
  Problem &problem = builder.problem;
  problem.capacity = random.between(options.capacityLow, options.capacityHigh);
  problem.bandwidth = random.between(options.bandwidthLow, options.bandwidthHigh);
  problem.nativeWidth = options.nativeWidth;
  problem.nativeHeight = options.nativeHeight;
  return problem;
}

Problem transformerStack(int32_t blocks, int64_t tokens, int64_t width, int64_t capacity, int64_t bandwidth) {
  Builder b;
  int32_t x = b.tensor(width, tokens);
  for (int32_t i = 0; i != blocks; ++i) {
    int32_t norm = b.pointwise({x}, 200);
    int32_t q = b.matmul(norm, b.tensor(width, width), 2000), k = b.matmul(norm, b.tensor(tokens, width), 2000);
    int32_t v = b.matmul(norm, b.tensor(width, width), 2000);
    // The transpose of the keys is folded into their projection, so scores are q · k without a layout operation.
    int32_t keys = b.tensor(tokens, width);
    int32_t scores = b.matmul(q, keys, 2000), weights = b.pointwise({scores, b.pointwise({scores}, 100)}, 300);
    int32_t context = b.matmul(weights, v, 2000);
    int32_t attention = b.matmul(context, b.tensor(width, width), 2000);
    int32_t residual = b.pointwise({x, attention}, 100);
    int32_t up = b.matmul(residual, b.tensor(4 * width, width), 2000), act = b.pointwise({up}, 300);
    int32_t down = b.matmul(act, b.tensor(width, 4 * width), 2000);
    x = b.pointwise({residual, down}, 100);
    (void)k;
  }
  b.problem.capacity = capacity;
  b.problem.bandwidth = bandwidth;
  b.problem.nativeWidth = b.problem.nativeHeight = 128;
  return b.problem;
}

} // namespace alcove::plan::schedule
