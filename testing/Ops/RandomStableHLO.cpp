//===- RandomStableHLO.cpp - Small random StableHLO programs --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "testing/Ops/RandomStableHLO.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace alcove::testing;

namespace {
using Dims = std::vector<int64_t>;

std::string typeOf(const Dims &shape, const char *element = "f32") {
  return fmt::format("tensor<{}{}{}>", fmt::join(shape, "x"), shape.empty() ? "" : "x", element);
}
std::string list(const Dims &dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }
int64_t volumeOf(const Dims &shape) {
  int64_t volume = 1;
  for (int64_t dim : shape)
    volume *= dim;
  return volume;
}

struct Made {
  std::string name;
  Dims shape;
};

class Generator {
public:
  Generator(Decisions &decisions, int maxOps) : choose(decisions), maxOps(maxOps) {}

  std::string run() {
    for (int i = 0; i < 3; ++i) {
      Dims shape;
      for (uint32_t rank = 1 + choose.below(3); shape.size() < rank;)
        shape.push_back(1 + choose.below(6));
      values.push_back({fmt::format("%arg{}", i), shape});
      arguments.push_back(fmt::format("%arg{}: {}", i, typeOf(shape)));
    }
    arguments.push_back("%at: tensor<i32>");
    for (int i = 0; i < maxOps; ++i)
      addOp();
    Made result = values.back();
    return fmt::format(
        "module @jit_f attributes {{mhlo.num_partitions = 1 : i32}} {{\n  func.func public @main({}) -> {} "
        "{{\n{}    return {} : {}\n  }}\n{}}}\n",
        fmt::join(arguments, ", "), typeOf(result.shape), body, result.name, typeOf(result.shape), functions);
  }

private:
  Made &any() { return values[values.size() - 1 - choose.below(static_cast<uint32_t>(values.size()))]; }

  void line(const std::string &text) { body += "    " + text + "\n"; }
  std::string emit(const std::string &text) {
    std::string name = fmt::format("%{}", count++);
    line(name + " = " + text);
    return name;
  }
  void keep(const std::string &name, Dims shape) { values.push_back({name, std::move(shape)}); }
  std::string splat(const char *text, const Dims &shape, const char *element = "f32") {
    return emit(fmt::format("stablehlo.constant dense<{}> : {}", text, typeOf(shape, element)));
  }

  void addOp() {
    using Maker = void (Generator::*)(const Made &);
    static constexpr Maker makers[] = {
        &Generator::unary,    &Generator::binary,    &Generator::binary,   &Generator::selected,
        &Generator::spread,   &Generator::permuted,  &Generator::viewed,   &Generator::sliced,
        &Generator::padded,   &Generator::joined,    &Generator::turned,   &Generator::reduced,
        &Generator::product,  &Generator::convolved, &Generator::windowed, &Generator::taken,
        &Generator::sliceAt,  &Generator::updateAt,  &Generator::sorted,   &Generator::looped,
        &Generator::branched, &Generator::called,    &Generator::clamped,  &Generator::throughIntegers,
        &Generator::scattered};
    Made operand = any();
    (this->*makers[choose.below(std::size(makers))])(operand);
  }

  void unary(const Made &x) {
    static constexpr const char *names[] = {"tanh", "logistic", "negate", "abs", "cosine", "floor", "sine", "ceil"};
    keep(emit(fmt::format("stablehlo.{} {} : {}", names[choose.below(8)], x.name, typeOf(x.shape))), x.shape);
  }

  /// Another value of this shape, or numbers.
  std::string fitting(const Dims &shape) {
    for (const Made &value : llvm::reverse(values))
      if (value.shape == shape && choose.below(2))
        return value.name;
    return splat(choose.below(2) ? "1.500000e+00" : "-2.500000e-01", shape);
  }

  void binary(const Made &x) {
    static constexpr const char *names[] = {"add", "subtract", "multiply", "maximum", "minimum"};
    std::string other = fitting(x.shape);
    keep(emit(fmt::format("stablehlo.{} {}, {} : {}", names[choose.below(5)], x.name, other, typeOf(x.shape))),
         x.shape);
    soften();
  }

  /// Numbers stay of a size: products of products would not.
  void soften() {
    Made x = values.back();
    keep(emit(fmt::format("stablehlo.tanh {} : {}", x.name, typeOf(x.shape))), x.shape);
  }

  void selected(const Made &x) {
    static constexpr const char *directions[] = {"LT", "GE", "GT", "LE"};
    std::string a = fitting(x.shape), b = fitting(x.shape);
    std::string pred =
        emit(fmt::format("stablehlo.compare {}, {}, {}, FLOAT : ({}, {}) -> {}", directions[choose.below(4)], x.name,
                         splat("1.000000e-01", x.shape), typeOf(x.shape), typeOf(x.shape), typeOf(x.shape, "i1")));
    keep(emit(fmt::format("stablehlo.select {}, {}, {} : {}, {}", pred, a, b, typeOf(x.shape, "i1"), typeOf(x.shape))),
         x.shape);
  }

  void spread(const Made &x) {
    if (x.shape.size() > 3 || volumeOf(x.shape) > 500)
      return unary(x);
    Dims to = x.shape, dims;
    uint32_t at = choose.below(static_cast<uint32_t>(to.size()) + 1);
    to.insert(to.begin() + at, 1 + choose.below(4));
    for (int64_t i = 0; i < int64_t(to.size()); ++i)
      if (i != at)
        dims.push_back(i);
    keep(emit(fmt::format("stablehlo.broadcast_in_dim {}, dims = {} : ({}) -> {}", x.name, list(dims), typeOf(x.shape),
                          typeOf(to))),
         to);
  }

  void permuted(const Made &x) {
    Dims order, to;
    for (int64_t i = 0; i < int64_t(x.shape.size()); ++i)
      order.insert(order.begin() + choose.below(static_cast<uint32_t>(i) + 1), i);
    for (int64_t dim : order)
      to.push_back(x.shape[dim]);
    keep(emit(fmt::format("stablehlo.transpose {}, dims = {} : ({}) -> {}", x.name, list(order), typeOf(x.shape),
                          typeOf(to))),
         to);
  }

  void viewed(const Made &x) {
    Dims to{volumeOf(x.shape)};
    for (int64_t factor : {2, 3})
      if (to.back() % factor == 0 && choose.below(2)) {
        to.back() /= factor;
        to.insert(to.begin(), factor);
      }
    if (choose.below(3) == 0)
      to.push_back(1);
    keep(emit(fmt::format("stablehlo.reshape {} : ({}) -> {}", x.name, typeOf(x.shape), typeOf(to))), to);
  }

  void sliced(const Made &x) {
    std::vector<std::string> ranges;
    Dims to;
    for (int64_t dim : x.shape) {
      int64_t begin = choose.below(static_cast<uint32_t>(dim)),
              end = begin + 1 + choose.below(static_cast<uint32_t>(dim - begin));
      int64_t step = 1 + choose.below(2);
      ranges.push_back(fmt::format("{}:{}:{}", begin, end, step));
      to.push_back((end - begin + step - 1) / step);
    }
    keep(emit(fmt::format("stablehlo.slice {} [{}] : ({}) -> {}", x.name, fmt::join(ranges, ", "), typeOf(x.shape),
                          typeOf(to))),
         to);
  }

  void padded(const Made &x) {
    if (volumeOf(x.shape) > 500)
      return sliced(x);
    Dims low, high, inner, to;
    for (int64_t dim : x.shape) {
      low.push_back(int64_t(choose.below(4)) - 1);
      high.push_back(int64_t(choose.below(3)));
      inner.push_back(choose.below(4) == 0);
      to.push_back(low.back() + dim + (dim - 1) * inner.back() + high.back());
      if (to.back() <= 0) {
        to.back() += 1 - low.back();
        low.back() = 1;
      }
    }
    keep(emit(fmt::format("stablehlo.pad {}, {}, low = {}, high = {}, interior = {} : ({}, tensor<f32>) -> {}", x.name,
                          splat("5.000000e-01", {}), list(low), list(high), list(inner), typeOf(x.shape), typeOf(to))),
         to);
  }

  void joined(const Made &x) {
    if (volumeOf(x.shape) > 500 || x.shape.empty())
      return unary(x);
    int64_t dim = choose.below(static_cast<uint32_t>(x.shape.size()));
    Dims to = x.shape;
    to[dim] *= 2;
    keep(emit(fmt::format("stablehlo.concatenate {}, {}, dim = {} : ({}, {}) -> {}", x.name, fitting(x.shape), dim,
                          typeOf(x.shape), typeOf(x.shape), typeOf(to))),
         to);
  }

  void turned(const Made &x) {
    Dims dims;
    for (int64_t i = 0; i < int64_t(x.shape.size()); ++i)
      if (choose.below(2))
        dims.push_back(i);
    keep(emit(fmt::format("stablehlo.reverse {}, dims = {} : {}", x.name, list(dims), typeOf(x.shape))), x.shape);
  }

  void reduced(const Made &x) {
    struct Kind {
      const char *op, *init;
    };
    static constexpr Kind kinds[] = {
        {"add", "0.000000e+00"}, {"maximum", "0xFF800000"}, {"minimum", "0x7F800000"}, {"add", "2.500000e-01"}};
    const Kind &kind = kinds[choose.below(4)];
    Dims dims, to;
    for (int64_t i = 0; i < int64_t(x.shape.size()); ++i)
      choose.below(2) ? dims.push_back(i) : to.push_back(x.shape[i]);
    std::string init = splat(kind.init, {});
    std::string head = fmt::format("stablehlo.reduce({} init: {})", x.name, init);
    std::string tail =
        fmt::format("across dimensions = {} : ({}, tensor<f32>) -> {}", list(dims), typeOf(x.shape), typeOf(to));
    std::string name;
    if (choose.below(2))
      name = emit(fmt::format("{} applies stablehlo.{} {}", head, kind.op, tail));
    else
      name =
          emit(fmt::format("{} {}\n     reducer(%a: tensor<f32>, %b: tensor<f32>) {{\n      %c = stablehlo.{} %b, %a : "
                           "tensor<f32>\n      stablehlo.return %c : tensor<f32>\n    }}",
                           head, tail, kind.op));
    keep(name, to);
    soften();
  }

  void product(const Made &x) {
    if (x.shape.empty() || volumeOf(x.shape) > 300)
      return unary(x);
    bool batched = x.shape.size() > 1 && choose.below(2);
    int64_t first = batched ? 1 : 0, contract = first + choose.below(static_cast<uint32_t>(x.shape.size() - first));
    int64_t columns = 1 + choose.below(4);
    Dims right, to;
    if (batched)
      right.push_back(x.shape[0]);
    right.push_back(x.shape[contract]);
    right.push_back(columns);
    for (int64_t i = 0; i < int64_t(x.shape.size()); ++i)
      if (i != contract)
        to.push_back(x.shape[i]);
    to.push_back(columns);
    keep(emit(fmt::format("stablehlo.dot_general {}, {}, {}contracting_dims = [{}] x [{}] : ({}, {}) -> {}", x.name,
                          fitting(right), batched ? "batching_dims = [0] x [0], " : "", contract, first,
                          typeOf(x.shape), typeOf(right), typeOf(to))),
         to);
    soften();
  }

  void convolved(const Made &x) {
    int64_t volume = volumeOf(x.shape);
    if (volume % 4 != 0 || volume > 400)
      return viewed(x);
    // (1, 2, n / 2, 2) in either order of channels.
    bool last = choose.below(2), grouped = choose.below(2);
    Dims image{1, 2, volume / 4, 2};
    if (!last)
      std::swap(image[1], image[3]);
    Dims kernel = {2, 2, grouped ? 1 : 2, 2};
    Made input{emit(fmt::format("stablehlo.reshape {} : ({}) -> {}", x.name, typeOf(x.shape), typeOf(image))), image};
    int64_t stride = 1 + choose.below(2), dilate = 1 + choose.below(2), low = choose.below(2), high = choose.below(2);
    size_t height = last ? 1 : 2;
    auto extent = [&](int64_t dim, bool strided) {
      int64_t padded = low + (strided ? dim : (dim - 1) * dilate + 1) + high;
      return padded < 2 ? 0 : (padded - 2) / (strided ? stride : 1) + 1;
    };
    Dims to = image;
    to[height] = extent(image[height], true);
    to[height + 1] = extent(image[height + 1], false);
    if (to[height] <= 0 || to[height + 1] <= 0)
      return unary(input);
    std::string layout = last ? "[b, 0, 1, f]" : "[b, f, 0, 1]";
    keep(emit(fmt::format(
             "stablehlo.convolution({}, {}) dim_numbers = {}x[0, 1, i, o]->{}, window = {{stride = [{}, 1], pad = "
             "[[{}, {}], [{}, {}]], lhs_dilate = [1, {}], rhs_dilate = [1, 1], reverse = [{}, false]}} "
             "{{batch_group_count = 1 : i64, feature_group_count = {} : i64}} : ({}, {}) -> {}",
             input.name, fitting(kernel), layout, layout, stride, low, high, low, high, dilate,
             choose.below(2) ? "true" : "false", grouped ? 2 : 1, typeOf(image), typeOf(kernel), typeOf(to))),
         to);
    soften();
  }

  void windowed(const Made &x) {
    if (x.shape.size() < 2)
      return unary(x);
    bool largest = choose.below(2);
    Dims size(x.shape.size(), 1), strides(x.shape.size(), 1), to = x.shape;
    for (size_t i = x.shape.size() - 2; i < x.shape.size(); ++i) {
      size[i] = std::min<int64_t>(x.shape[i], 1 + choose.below(3));
      strides[i] = 1 + choose.below(2);
      to[i] = (x.shape[i] - size[i]) / strides[i] + 1;
    }
    keep(emit(fmt::format(
             "\"stablehlo.reduce_window\"({}, {}) <{{window_dimensions = array<i64: {}>, window_strides = "
             "array<i64: {}>}}> ({{\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %c = stablehlo.{} %a, %b : "
             "tensor<f32>\n      stablehlo.return %c : tensor<f32>\n    }}) : ({}, tensor<f32>) -> {}",
             x.name, splat(largest ? "0xFF800000" : "0.000000e+00", {}), fmt::join(size, ", "),
             fmt::join(strides, ", "), largest ? "maximum" : "add", typeOf(x.shape), typeOf(to))),
         to);
    soften();
  }

  void taken(const Made &x) {
    if (x.shape.size() != 2)
      return permuted(x);
    int64_t rows = 1 + choose.below(4);
    std::string at = splat(choose.below(2) ? "1" : "0", {rows, 1}, "i32");
    Dims to{rows, x.shape[1]};
    keep(emit(fmt::format(
             "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
             "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, "
             "{}>}}> : ({}, {}) -> {}",
             x.name, at, x.shape[1], typeOf(x.shape), typeOf({rows, 1}, "i32"), typeOf(to))),
         to);
  }

  /// Indices of a slice of `sizes`: numbers, one of them maybe the argument.
  std::string places(size_t rank, int64_t dim) {
    std::vector<std::string> names;
    std::string number = splat(choose.below(2) ? "1" : "0", {}, "i32");
    for (size_t i = 0; i < rank; ++i)
      names.push_back(int64_t(i) == dim && choose.below(2) ? "%at" : number);
    return fmt::format("{}", fmt::join(names, ", "));
  }
  static std::string indexTypes(size_t rank) {
    std::string text;
    for (size_t i = 0; i < rank; ++i)
      text += ", tensor<i32>";
    return text;
  }

  void sliceAt(const Made &x) {
    if (x.shape.empty())
      return unary(x);
    int64_t dim = choose.below(static_cast<uint32_t>(x.shape.size()));
    Dims to = x.shape;
    to[dim] = 1 + choose.below(static_cast<uint32_t>(to[dim]));
    keep(emit(fmt::format("stablehlo.dynamic_slice {}, {}, sizes = {} : ({}{}) -> {}", x.name, places(to.size(), dim),
                          list(to), typeOf(x.shape), indexTypes(to.size()), typeOf(to))),
         to);
  }

  void updateAt(const Made &x) {
    if (x.shape.empty())
      return unary(x);
    int64_t dim = choose.below(static_cast<uint32_t>(x.shape.size()));
    Dims row = x.shape;
    row[dim] = 1;
    keep(emit(fmt::format("stablehlo.dynamic_update_slice {}, {}, {} : ({}, {}{}) -> {}", x.name, fitting(row),
                          places(row.size(), dim), typeOf(x.shape), typeOf(row), indexTypes(row.size()),
                          typeOf(x.shape))),
         x.shape);
  }

  void scattered(const Made &x) {
    if (x.shape.size() != 2)
      return permuted(x);
    Dims rows{2, x.shape[1]};
    std::string at = splat("0", {2, 1}, "i32");
    keep(emit(fmt::format(
             "\"stablehlo.scatter\"({}, {}, {}) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims "
             "= [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n    "
             "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %c = stablehlo.add %a, %b : tensor<f32>\n      "
             "stablehlo.return %c : tensor<f32>\n    }}) : ({}, {}, {}) -> {}",
             x.name, at, fitting(rows), typeOf(x.shape), typeOf({2, 1}, "i32"), typeOf(rows), typeOf(x.shape))),
         x.shape);
  }

  void sorted(const Made &x) {
    if (x.shape.empty())
      return unary(x);
    keep(emit(fmt::format(
             "\"stablehlo.sort\"({}) <{{dimension = {} : i64, is_stable = true}}> ({{\n    ^bb0(%a: tensor<f32>, %b: "
             "tensor<f32>):\n      %c = stablehlo.compare {}, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> "
             "tensor<i1>\n      stablehlo.return %c : tensor<i1>\n    }}) : ({}) -> {}",
             x.name, choose.below(static_cast<uint32_t>(x.shape.size())), choose.below(2) ? "LT" : "GT",
             typeOf(x.shape), typeOf(x.shape))),
         x.shape);
  }

  void looped(const Made &x) {
    std::string zero = splat("0", {}, "i32"), type = typeOf(x.shape), name = fmt::format("%{}", count++);
    int rounds = choose.below(4);
    // Rounds that are known, or as many as an argument says.
    std::string bound = choose.below(3)
                            ? fmt::format("%n = stablehlo.constant dense<{}> : tensor<i32>", rounds)
                            : "%m = stablehlo.constant dense<3> : tensor<i32>\n      %n = stablehlo.minimum %m, %at : "
                              "tensor<i32>";
    line(fmt::format("{}:2 = stablehlo.while(%i{} = {}, %x{} = {}) : tensor<i32>, {}", name, count, zero, count, x.name,
                     type));
    bool known = bound[1] == 'n';
    std::string stop =
        known ? "%p = stablehlo.compare LT, %i{0}, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>"
              : "%k = stablehlo.constant dense<3> : tensor<i32>\n      %u = stablehlo.compare LT, %i{0}, %k, SIGNED : "
                "(tensor<i32>, tensor<i32>) -> tensor<i1>\n      %w = stablehlo.compare LT, %i{0}, %n, SIGNED : "
                "(tensor<i32>, tensor<i32>) -> tensor<i1>\n      %p = stablehlo.and %u, %w : tensor<i1>";
    line("cond {\n      " + bound + "\n      " + fmt::format(fmt::runtime(stop), count) +
         "\n      stablehlo.return %p : tensor<i1>\n    } do {");
    line(fmt::format(
        "  %o = stablehlo.constant dense<1> : tensor<i32>\n      %j = stablehlo.add %i{}, %o : tensor<i32>\n      %y = "
        "stablehlo.sine %x{} : {}\n      stablehlo.return %j, %y : tensor<i32>, {}\n    }}",
        count, count, type, type));
    keep(name + "#1", x.shape);
    ++count;
  }

  void branched(const Made &x) {
    std::string type = typeOf(x.shape);
    bool two = choose.below(2);
    std::string selector = "%at";
    if (two)
      selector = emit(fmt::format("stablehlo.compare GT, %at, {}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
                                  splat("1", {}, "i32")));
    auto branch = [&](const char *op) {
      return fmt::format("{{\n      %r = stablehlo.{} {} : {}\n      stablehlo.return %r : {}\n    }}", op, x.name,
                         type, type);
    };
    std::string branches = branch("tanh") + ", " + branch("cosine") + (two ? "" : ", " + branch("negate"));
    keep(emit(fmt::format("\"stablehlo.{}\"({}) ({}) : ({}) -> {}", two ? "if" : "case", selector, branches,
                          two ? "tensor<i1>" : "tensor<i32>", type)),
         x.shape);
  }

  void called(const Made &x) {
    std::string type = typeOf(x.shape), name = fmt::format("silu_{}", count++);
    functions +=
        fmt::format("  func.func private @{}(%arg0: {}) -> {} {{\n    %0 = stablehlo.logistic %arg0 : {}\n    %1 = "
                    "stablehlo.multiply %arg0, %0 : {}\n    return %1 : {}\n  }}\n",
                    name, type, type, type, type, type);
    keep(emit(fmt::format("call @{}({}) : ({}) -> {}", name, x.name, type, type)), x.shape);
  }

  void clamped(const Made &x) {
    keep(emit(fmt::format("stablehlo.clamp {}, {}, {} : (tensor<f32>, {}, tensor<f32>) -> {}",
                          splat("-5.000000e-01", {}), x.name, splat("5.000000e-01", {}), typeOf(x.shape),
                          typeOf(x.shape))),
         x.shape);
  }

  void throughIntegers(const Made &x) {
    std::string integers = typeOf(x.shape, "i32"), type = typeOf(x.shape);
    std::string whole = emit(fmt::format("stablehlo.convert {} : ({}) -> {}", x.name, type, integers));
    std::string more = emit(fmt::format("stablehlo.{} {}, {} : {}", choose.below(2) ? "add" : "maximum", whole,
                                        splat("1", x.shape, "i32"), integers));
    keep(emit(fmt::format("stablehlo.convert {} : ({}) -> {}", more, integers, type)), x.shape);
  }

  Decisions &choose;
  int maxOps, count = 0;
  std::vector<Made> values;
  std::vector<std::string> arguments;
  std::string body, functions;
};
} // namespace

std::string alcove::testing::randomStableHLO(Decisions &decisions, int maxOps) {
  return Generator(decisions, maxOps).run();
}
