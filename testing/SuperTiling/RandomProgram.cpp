//===- RandomProgram.cpp - Random linalg programs that shrink -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomProgram.h"

#include "ProgramWriter.h"
#include "alcove/Base/Support/Random.h"

#include <algorithm>

namespace alcove::supertiling {

namespace {

/// Turns steps into operations; values keep small enough to run in milliseconds.
class Interpreter {
public:
  explicit Interpreter(const RandomProgram &program) : program(program) {}

  std::string run() {
    values.push_back(w.argument(firstShape()));
    used.push_back(0);
    for (const RandomProgram::Step &step : program.steps)
      apply(step);
    std::vector<Tensor> results;
    for (size_t i = 0; i < values.size(); ++i)
      if (used[i] == 0)
        results.push_back(values[i]);
    // Now and then a value that is used inside also leaves.
    if (values.size() > 2 && program.shape % 3 == 0)
      results.push_back(values[values.size() / 2]);
    return w.finish(results);
  }

private:
  Shape firstShape() const {
    static const int64_t extents[] = {1, 3, 7, 8, 13, 16, 24, 31, 40};
    auto pick = [&](uint32_t shift) { return extents[(program.shape >> shift) % 9]; };
    switch (program.shape % 4) {
    case 0:
      return {pick(2) * 3, pick(5) * 4};
    case 1:
      return {pick(2) % 5 + 1, pick(5), pick(8)};
    case 2:
      return {1, pick(2) % 17 + 9, pick(5) % 17 + 9, pick(8) % 9 + 1};
    default:
      return {pick(2) * 5, pick(5)};
    }
  }

  void push(const Tensor &value, std::initializer_list<size_t> from) {
    int64_t count = 1;
    for (int64_t extent : value.shape)
      count *= extent;
    for (size_t i : from)
      ++used[i];
    values.push_back(value);
    used.push_back(0);
    elements += count;
  }

  bool small(int64_t count) const { return count <= 40000 && elements + count <= 400000; }
  static int64_t count(const Tensor &x) {
    int64_t product = 1;
    for (int64_t extent : x.shape)
      product *= extent;
    return product;
  }

  void apply(const RandomProgram::Step &step) {
    size_t i = step.first % values.size(), j = step.second % values.size();
    Tensor x = values[i], y = values[j];
    if (x.element != "f32" || !small(count(x)))
      return;
    switch (step.what % 20) {
    case 0:
      return push(w.relu(x), {i});
    case 1:
      return push(w.scale(x, 0.5), {i});
    case 2:
      return push(w.tanh(x), {i});
    case 3:
    case 4:
      if (x.shape == y.shape)
        push(step.what % 20 == 3 ? w.add(x, y) : w.mul(x, y), {i, j});
      return;
    case 5:
      if (x.rank() >= 2)
        push(w.reduceLast(x, step.variant % 2 ? "sum" : "max"), {i});
      return;
    case 6:
      return push(w.softmax(x), {i});
    case 7:
      return push(w.layerNorm(x), {i});
    case 8:
      return matmul(step, i, x);
    case 9:
      return matmulTwo(i, j, x, y);
    case 10:
      return transpose(step, i, x);
    case 11:
      return collapse(step, i, x);
    case 12:
      return expand(step, i, x);
    case 13:
      return broadcastWith(i, j, x, y);
    case 14:
      return convolution(step, i, x);
    case 15:
      if (x.rank() == 4 && x.shape[1] >= 3 && x.shape[2] >= 3)
        push(w.pool(x, 2 + step.variant % 2, 1 + step.variant / 2 % 2, step.variant % 3 ? "max" : "sum"), {i});
      return;
    case 16:
      return pad(step, i, x);
    case 17:
      return concat(step, i, j, x, y);
    case 18:
      return slice(step, i, x);
    default:
      values.push_back(w.argument(x.shape));
      used.push_back(0);
      elements += count(x);
    }
  }

  void matmul(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    int64_t n = 1 + step.variant % 37;
    if (x.rank() == 2 && small(x.shape[0] * n) && x.shape[0] * x.shape[1] * n < 2000000)
      push(w.matmul(x, w.argument({x.shape[1], n})), {i});
    else if (x.rank() == 3 && small(x.shape[0] * x.shape[1] * n))
      push(w.matmul(x, w.argument({x.shape[0], x.shape[2], n})), {i});
  }

  void matmulTwo(size_t i, size_t j, const Tensor &x, const Tensor &y) {
    if (x.rank() == 2 && y.rank() == 2 && x.shape[1] == y.shape[0] && small(x.shape[0] * y.shape[1]))
      push(w.matmul(x, y), {i, j});
    else if (x.rank() == 2 && y.rank() == 2 && x.shape[1] == y.shape[1] && small(x.shape[0] * y.shape[0]))
      push(w.matmulTransposed(x, y), {i, j});
  }

  void transpose(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    std::vector<int64_t> order;
    for (int64_t d = 0; d < x.rank(); ++d)
      order.push_back((d + 1 + step.variant) % x.rank());
    if (x.rank() >= 2)
      push(w.transpose(x, order), {i});
  }

  void collapse(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    if (x.rank() < 2)
      return;
    int64_t at = step.variant % (x.rank() - 1);
    std::vector<std::vector<int64_t>> groups;
    for (int64_t d = 0; d < x.rank(); ++d)
      if (d == at + 1)
        groups.back().push_back(d);
      else
        groups.push_back({d});
    push(w.collapse(x, groups), {i});
  }

  void expand(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    int64_t at = step.variant % std::max<int64_t>(x.rank(), 1);
    if (x.rank() == 0 || x.rank() > 4)
      return;
    for (int64_t factor : {4, 3, 2, 5, 7, 1}) {
      if (x.shape[at] % factor != 0)
        continue;
      std::vector<std::vector<int64_t>> groups;
      Shape shape;
      int64_t next = 0;
      for (int64_t d = 0; d < x.rank(); ++d) {
        groups.push_back({next++});
        if (d == at) {
          groups.back().push_back(next++);
          shape.push_back(x.shape[d] / factor);
          shape.push_back(factor);
        } else {
          shape.push_back(x.shape[d]);
        }
      }
      return push(w.expand(x, groups, shape), {i});
    }
  }

  void broadcastWith(size_t i, size_t j, const Tensor &x, const Tensor &y) {
    if (y.rank() == 0 || y.rank() >= x.rank())
      return;
    // Leading or trailing dimensions of x.
    for (int64_t start : {int64_t(0), x.rank() - y.rank()})
      if (std::equal(y.shape.begin(), y.shape.end(), x.shape.begin() + start)) {
        std::vector<int64_t> dims;
        for (int64_t d = 0; d < y.rank(); ++d)
          dims.push_back(start + d);
        return push(w.withBroadcast(x, y, dims, "add"), {i, j});
      }
  }

  void convolution(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    if (x.rank() != 4 || x.shape[1] < 4 || x.shape[2] < 4)
      return;
    int64_t window = 1 + step.variant % 3, stride = 1 + step.variant / 3 % 2, channels = 1 + step.variant % 11;
    if (step.second % 3 == 0)
      return push(w.depthwise(x, w.argument({window, window, x.shape[3]}), stride), {i});
    if (count(x) * channels * window * window < 3000000)
      push(w.conv(x, w.argument({window, window, x.shape[3], channels}), stride), {i});
  }

  void pad(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    std::vector<std::pair<int64_t, int64_t>> amounts;
    for (int64_t d = 0; d < x.rank(); ++d)
      amounts.push_back({(step.variant >> d) % 2, (step.variant >> (d + 2)) % 3});
    if (x.rank() >= 1)
      push(w.pad(x, amounts), {i});
  }

  void concat(const RandomProgram::Step &step, size_t i, size_t j, const Tensor &x, const Tensor &y) {
    if (x.rank() != y.rank() || x.rank() == 0)
      return;
    int64_t dim = step.variant % x.rank();
    for (int64_t d = 0; d < x.rank(); ++d)
      if (d != dim && x.shape[d] != y.shape[d])
        return;
    push(w.concat({x, y}, dim), {i, j});
  }

  void slice(const RandomProgram::Step &step, size_t i, const Tensor &x) {
    if (x.rank() == 0)
      return;
    Shape offsets(x.rank(), 0), sizes = x.shape;
    int64_t d = step.variant % x.rank();
    offsets[d] = x.shape[d] / 3;
    sizes[d] = x.shape[d] - offsets[d] - x.shape[d] / 4;
    push(w.slice(x, offsets, sizes), {i});
  }

  const RandomProgram &program;
  ProgramWriter w;
  std::vector<Tensor> values;
  std::vector<int> used;
  int64_t elements = 0;
};

} // namespace

std::string RandomProgram::text() const { return Interpreter(*this).run(); }

RandomProgram randomProgram(uint64_t seed) {
  Random random(seed);
  RandomProgram program;
  program.shape = static_cast<uint32_t>(random.next());
  size_t length = 1 + random.below(14);
  for (size_t i = 0; i < length; ++i) {
    RandomProgram::Step step;
    step.what = static_cast<uint32_t>(random.below(20));
    // Mostly the newest values: chains and diamonds rather than stars.
    uint32_t newest = static_cast<uint32_t>(i + 1);
    step.first = random.chance(0.7) ? newest - 1 : static_cast<uint32_t>(random.below(newest));
    step.second = static_cast<uint32_t>(random.below(newest));
    step.variant = static_cast<uint32_t>(random.below(64));
    program.steps.push_back(step);
  }
  return program;
}

RandomProgram shrink(RandomProgram program, const std::function<bool(const RandomProgram &)> &fails, int budget) {
  bool progress = true;
  auto attempt = [&](const RandomProgram &candidate) {
    if (budget-- <= 0 || !fails(candidate))
      return false;
    program = candidate;
    progress = true;
    return true;
  };
  while (progress && budget > 0) {
    progress = false;
    for (size_t i = program.steps.size(); i-- > 0 && budget > 0;) {
      RandomProgram candidate = program;
      candidate.steps.erase(candidate.steps.begin() + static_cast<long>(i));
      attempt(candidate);
    }
    for (size_t i = 0; i < program.steps.size() && budget > 0; ++i)
      for (uint32_t RandomProgram::Step::*field :
           {&RandomProgram::Step::first, &RandomProgram::Step::second, &RandomProgram::Step::variant}) {
        if (program.steps[i].*field == 0)
          continue;
        RandomProgram candidate = program;
        candidate.steps[i].*field /= 2;
        attempt(candidate);
      }
  }
  return program;
}

} // namespace alcove::supertiling
