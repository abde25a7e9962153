//===- RandomGraph.cpp - Small random TTIR functions ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomGraph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <set>
#include <vector>

using namespace alcove::testing;

namespace {

using Shape = std::vector<int64_t>;

struct Value {
  std::string name;
  Shape shape;
};

class Writer {
public:
  Writer(Decisions &decisions, int maxOps) : decisions(decisions), maxOps(maxOps) {}

  std::string run() {
    values.push_back(argument(randomShape(), "input"));
    int count = 1 + static_cast<int>(decisions.below(static_cast<uint32_t>(maxOps)));
    for (int i = 0; i < count; ++i)
      addOp();
    // Everything that nobody reads is returned, so that nothing is dead.
    std::vector<std::string> names, types;
    for (const Value &value : values)
      if (!used.count(value.name)) {
        names.push_back(value.name);
        types.push_back(type(value.shape));
      }
    return fmt::format("module {{\n  func.func @forward({}) -> ({}) {{\n{}    return {} : {}\n  }}\n}}\n",
                       fmt::join(arguments, ", "), fmt::join(types, ", "), body, fmt::join(names, ", "),
                       fmt::join(types, ", "));
  }

private:
  static std::string type(const Shape &shape) { return fmt::format("tensor<{}xbf16>", fmt::join(shape, "x")); }
  static int64_t volume(const Shape &shape) {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  }

  int64_t extent() {
    static constexpr int64_t extents[] = {1, 2, 7, 16, 31, 32, 33, 64, 96, 128, 257};
    return extents[decisions.below(std::size(extents))];
  }

  Shape randomShape() {
    Shape shape(2 + decisions.below(3));
    for (size_t i = 0; i < shape.size(); ++i)
      shape[i] = i + 2 < shape.size() ? 1 + decisions.below(4) : extent();
    return shape;
  }

  Value argument(const Shape &shape, const char *kind) {
    std::string name = fmt::format("%arg{}", arguments.size());
    arguments.push_back(
        fmt::format("{}: {} {{ttcore.argument_type = #ttcore.argument_type<{}>}}", name, type(shape), kind));
    return {name, shape};
  }

  const Value &pick() {
    return values[values.size() - 1 - decisions.below(static_cast<uint32_t>(std::min<size_t>(values.size(), 4)))];
  }

  void emit(const char *op, const std::vector<Value> &operands, const Shape &result,
            const std::string &properties = "") {
    std::vector<std::string> names, types;
    for (const Value &operand : operands) {
      names.push_back(operand.name);
      types.push_back(type(operand.shape));
      used.insert(operand.name);
    }
    std::string name = fmt::format("%{}", numOps++);
    body +=
        fmt::format("    {} = \"ttir.{}\"({}){} : ({}) -> {} loc(\"op_{}\")\n", name, op, fmt::join(names, ", "),
                    properties.empty() ? "" : " <{" + properties + "}>", fmt::join(types, ", "), type(result), numOps);
    values.push_back({name, result});
  }

  void addOp() {
    Value x = pick();
    if (volume(x.shape) <= maxGrowing && decisions.below(2))
      return addWider(x);
    switch (decisions.below(12)) {
    case 0:
    case 1: {
      static constexpr const char *unary[] = {"relu", "neg", "gelu", "sigmoid", "exp", "sqrt", "tanh", "cos"};
      return emit(unary[decisions.below(std::size(unary))], {x}, x.shape);
    }
    case 2:
    case 3:
      return binary(x);
    case 4:
      return matmul(x);
    case 5:
      return conv(x);
    case 6:
      return permute(x);
    case 7:
      return emit("reshape", {x}, {volume(x.shape) / x.shape.back(), x.shape.back()},
                  fmt::format("shape = [{} : i32, {} : i32]", volume(x.shape) / x.shape.back(), x.shape.back()));
    case 8:
      return slice(x);
    case 9: {
      Shape result = x.shape;
      result.back() *= 2;
      return emit("concat", {x, x}, result, fmt::format("dim = {} : si32", x.shape.size() - 1));
    }
    case 10: {
      static constexpr const char *kinds[] = {"sum", "mean", "max"};
      Shape result = x.shape;
      result.back() = 1;
      return emit(kinds[decisions.below(3)], {x}, result, "dim_arg = [-1 : i32], keep_dim = true");
    }
    default:
      if (decisions.below(2))
        return emit("softmax", {x}, x.shape, "dimension = -1 : si32");
      return emit("rms_norm", {x, argument({x.shape.back()}, "parameter")}, x.shape,
                  fmt::format("epsilon = 1.000000e-05 : f32, normalized_shape = array<i64: {}>, "
                              "operandSegmentSizes = array<i32: 1, 1, 0>",
                              x.shape.back()));
    }
  }

  void binary(const Value &x) {
    static constexpr const char *names[] = {"add", "multiply", "subtract", "maximum", "minimum"};
    const char *name = names[decisions.below(std::size(names))];
    const Value &other = pick();
    if (other.shape == x.shape)
      return emit(name, {x, other}, x.shape);
    emit(name, {x, argument({x.shape.back()}, "parameter")}, x.shape);
  }

  void matmul(const Value &x) {
    int64_t columns = extent();
    Shape result = x.shape;
    result.back() = columns;
    emit("matmul", {x, argument({x.shape.back(), columns}, "parameter")}, result);
  }

  void conv(const Value &x) {
    if (x.shape.size() != 4 || volume(x.shape) > 1 << 20)
      return emit("relu", {x}, x.shape);
    int64_t channels = 8 << decisions.below(4), kernel = decisions.below(2) ? 3 : 1, stride = 1 + decisions.below(2);
    int64_t pad = kernel / 2;
    auto out = [&](int64_t size) { return (size + 2 * pad - kernel) / stride + 1; };
    emit(
        "conv2d", {x, argument({channels, x.shape[3], kernel, kernel}, "parameter")},
        {x.shape[0], out(x.shape[1]), out(x.shape[2]), channels},
        fmt::format("dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: {0}, {0}, {0}, {0}>, stride = "
                    "array<i32: {1}, {1}>",
                    pad, stride));
  }

  void permute(const Value &x) {
    Shape order(x.shape.size()), result(x.shape.size());
    std::iota(order.begin(), order.end(), 0);
    size_t a = decisions.below(static_cast<uint32_t>(order.size())),
           b = decisions.below(static_cast<uint32_t>(order.size()));
    std::swap(order[a], order[b]);
    for (size_t i = 0; i < order.size(); ++i)
      result[i] = x.shape[order[i]];
    emit("permute", {x}, result, fmt::format("permutation = array<i64: {}>", fmt::join(order, ", ")));
  }

  void slice(const Value &x) {
    Shape result = x.shape;
    result.back() = std::max<int64_t>(1, x.shape.back() / 2);
    std::vector<std::string> begins, ends, steps;
    for (int64_t size : result) {
      begins.push_back("0 : i32");
      ends.push_back(fmt::format("{} : i32", size));
      steps.push_back("1 : i32");
    }
    emit("slice_static", {x}, result,
         fmt::format("begins = [{}], ends = [{}], step = [{}]", fmt::join(begins, ", "), fmt::join(ends, ", "),
                     fmt::join(steps, ", ")));
  }

  /// What needs more than one operand of its own or comes as a group that the compiler knows: fusing patterns, any
  /// dimension, any order.
  void addWider(const Value &x) {
    switch (decisions.below(14)) {
    case 0:
      return shuffle(x);
    case 1:
      return stridedSlice(x);
    case 2:
      return join(x);
    case 3:
      return reduce(x);
    case 4:
      return regroup(x);
    case 5:
      return broadcastBinary(x);
    case 6:
      return shifted(x);
    case 7: {
      emit("sigmoid", {x}, x.shape);
      return emit("multiply", {x, last()}, x.shape);
    }
    case 8: {
      matmul(x);
      Value product = last();
      emit("add", {product, argument({product.shape.back()}, "parameter")}, product.shape);
      return emit(decisions.below(2) ? "relu" : "gelu", {last()}, product.shape);
    }
    case 9:
      return convGroup(x);
    case 10:
      return attention(x);
    case 11:
      return pool(x);
    case 12:
      return emit("clamp_scalar", {x}, x.shape, "min = 0.000000e+00 : f32, max = 6.000000e+00 : f32");
    default:
      return pad(x);
    }
  }

  Value last() const { return values.back(); }
  size_t dimension(const Value &x) { return decisions.below(static_cast<uint32_t>(x.shape.size())); }

  void shuffle(const Value &x) {
    Shape order(x.shape.size()), result;
    std::iota(order.begin(), order.end(), 0);
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[decisions.below(static_cast<uint32_t>(i))]);
    for (int64_t from : order)
      result.push_back(x.shape[from]);
    emit("permute", {x}, result, fmt::format("permutation = array<i64: {}>", fmt::join(order, ", ")));
  }

  void stridedSlice(const Value &x) {
    Shape result = x.shape;
    std::vector<std::string> begins, ends, steps;
    for (int64_t &size : result) {
      int64_t begin = decisions.below(static_cast<uint32_t>(std::min<int64_t>(size, 40))),
              step = 1 + decisions.below(2);
      begins.push_back(fmt::format("{} : i32", begin));
      ends.push_back(fmt::format("{} : i32", size));
      steps.push_back(fmt::format("{} : i32", step));
      size = (size - begin + step - 1) / step;
    }
    emit("slice_static", {x}, result,
         fmt::format("begins = [{}], ends = [{}], step = [{}]", fmt::join(begins, ", "), fmt::join(ends, ", "),
                     fmt::join(steps, ", ")));
  }

  void join(const Value &x) {
    size_t dim = dimension(x);
    Shape other = x.shape, result = x.shape;
    other[dim] = 1 + decisions.below(35);
    result[dim] += other[dim];
    Value more = argument(other, decisions.below(2) ? "input" : "parameter");
    std::vector<Value> operands = {x, more};
    if (decisions.below(2))
      std::swap(operands[0], operands[1]);
    emit("concat", operands, result, fmt::format("dim = {} : si32", dim));
  }

  void reduce(const Value &x) {
    static constexpr const char *kinds[] = {"sum", "mean", "max"};
    const char *kind = kinds[decisions.below(3)];
    size_t dim = dimension(x);
    bool keep = x.shape.size() <= 2 || decisions.below(2);
    Shape result = x.shape;
    if (keep)
      result[dim] = 1;
    else
      result.erase(result.begin() + static_cast<ptrdiff_t>(dim));
    emit(kind, {x}, result, fmt::format("dim_arg = [{} : i32], keep_dim = {}", dim, keep));
  }

  void reshapeTo(const Value &x, const Shape &shape) {
    std::vector<std::string> sizes;
    for (int64_t size : shape)
      sizes.push_back(fmt::format("{} : i32", size));
    emit("reshape", {x}, shape, fmt::format("shape = [{}]", fmt::join(sizes, ", ")));
  }

  /// Merges two neighbours or splits one dimension, so that rows move across tiles.
  void regroup(const Value &x) {
    Shape shape = x.shape;
    size_t dim = dimension(x);
    if (dim + 1 < shape.size() && shape.size() > 2) {
      shape[dim] *= shape[dim + 1];
      shape.erase(shape.begin() + static_cast<ptrdiff_t>(dim) + 1);
    } else if (shape.size() < 4) {
      int64_t factor = shape[dim] % 3 == 0 ? 3 : shape[dim] % 2 == 0 ? 2 : 1;
      shape[dim] /= factor;
      shape.insert(shape.begin() + static_cast<ptrdiff_t>(dim) + decisions.below(2), factor);
    } else {
      std::swap(shape[2], shape[3]);
    }
    reshapeTo(x, shape);
  }

  void broadcastBinary(const Value &x) {
    static constexpr const char *names[] = {"add", "multiply", "subtract", "maximum", "minimum"};
    Shape other = x.shape;
    for (int64_t &size : other)
      if (decisions.below(2))
        size = 1;
    Value small = argument(other, decisions.below(2) ? "input" : "parameter");
    const char *name = names[decisions.below(std::size(names))];
    if (decisions.below(2)) { // spelled out
      Shape times;
      for (size_t i = 0; i < other.size(); ++i)
        times.push_back(x.shape[i] / other[i]);
      emit("broadcast", {small}, x.shape, fmt::format("broadcast_dimensions = array<i64: {}>", fmt::join(times, ", ")));
      small = last();
    }
    std::vector<Value> operands = {x, small};
    if (decisions.below(2))
      std::swap(operands[0], operands[1]);
    emit(name, operands, x.shape);
  }

  /// x minus its own reduction, along any dimension; then a softmax spelled out, or nothing.
  void shifted(const Value &x) {
    size_t dim = dimension(x);
    Shape reduced = x.shape;
    reduced[dim] = 1;
    std::string along = fmt::format("dim_arg = [{} : i32], keep_dim = true", dim);
    emit(decisions.below(2) ? "max" : "mean", {x}, reduced, along);
    emit("subtract", {x, last()}, x.shape);
    if (decisions.below(2)) {
      emit("sigmoid", {last()}, x.shape);
      Value raised = last();
      emit("sum", {raised}, reduced, along);
      emit("div", {raised, last()}, x.shape);
    }
  }

  void convGroup(const Value &x) {
    if (x.shape.size() != 4)
      return shuffle(x);
    conv(x);
    Value result = last();
    Shape perChannel = {1, 1, 1, result.shape[3]};
    if (decisions.below(2))
      emit("add", {last(), argument(perChannel, "parameter")}, result.shape);
    if (decisions.below(2))
      emit("multiply", {last(), argument(perChannel, "parameter")}, result.shape);
    if (decisions.below(2))
      emit("relu", {last()}, result.shape);
  }

  /// x times its own transpose, softmax, times x.
  void attention(const Value &x) {
    Shape order(x.shape.size()), turned = x.shape, scores = x.shape;
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
    scores.back() = scores[scores.size() - 2];
    emit("permute", {x}, turned, fmt::format("permutation = array<i64: {}>", fmt::join(order, ", ")));
    emit("matmul", {x, last()}, scores);
    emit("softmax", {last()}, scores, fmt::format("dimension = {} : si32", scores.size() - 1));
    emit("matmul", {last(), x}, x.shape);
  }

  void pool(const Value &x) {
    if (x.shape.size() != 4)
      return emit("tanh", {x}, x.shape);
    auto out = [](int64_t size) { return (size + 2 - 3) / 2 + 1; };
    emit("max_pool2d", {x}, {x.shape[0], out(x.shape[1]), out(x.shape[2]), x.shape[3]},
         "ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 3, 3>, padding = array<i32: 1, 1, 1, 1>, "
         "stride = array<i32: 2, 2>");
  }

  void pad(const Value &x) {
    Shape result = x.shape, amounts;
    for (int64_t &size : result) {
      int64_t before = decisions.below(3), after = decisions.below(3);
      size += before + after;
      amounts.push_back(before);
      amounts.push_back(after);
    }
    emit("pad", {x}, result,
         fmt::format("padding = array<i32: {}>, value = 5.000000e-01 : f32", fmt::join(amounts, ", ")));
  }

  static constexpr int64_t maxGrowing = 1 << 17; ///< elements; larger values get no op that grows them
  Decisions &decisions;
  int maxOps;
  std::vector<Value> values;
  std::set<std::string> used;
  std::vector<std::string> arguments;
  std::string body;
  int numOps = 0;
};

} // namespace

std::string alcove::testing::randomTTIR(Decisions &decisions, int maxOps) { return Writer(decisions, maxOps).run(); }
