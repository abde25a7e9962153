//===- ProgramWriter.cpp - linalg programs as text ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramWriter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace alcove::supertiling {

namespace {

bool isFloat(const std::string &element) { return element[0] == 'f' || element[0] == 'b'; }

std::string loops(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", d" : "d") + std::to_string(i);
  return text;
}

std::string mapOf(size_t rank, const std::vector<int64_t> &dims) {
  std::vector<std::string> results;
  for (int64_t dim : dims)
    results.push_back("d" + std::to_string(dim));
  return fmt::format("affine_map<({}) -> ({})>", loops(rank), fmt::join(results, ", "));
}

std::string identity(size_t rank) { return fmt::format("affine_map<({0}) -> ({0})>", loops(rank)); }

std::string listText(const std::vector<std::vector<int64_t>> &groups) {
  std::vector<std::string> parts;
  for (const auto &group : groups)
    parts.push_back(fmt::format("[{}]", fmt::join(group, ", ")));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

} // namespace

std::string Tensor::type() const {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + element + ">";
}

std::string ProgramWriter::fresh() { return "%v" + std::to_string(next++); }
void ProgramWriter::line(const std::string &text) { body += "    " + text + "\n"; }

Tensor ProgramWriter::argument(Shape shape, const std::string &element) {
  arguments.push_back({"%arg" + std::to_string(arguments.size()), std::move(shape), element});
  return arguments.back();
}

std::string ProgramWriter::constant(const std::string &value, const std::string &type) {
  std::string name = fresh();
  constants += fmt::format("    {} = arith.constant {} : {}\n", name, value, type);
  return name;
}

Tensor ProgramWriter::empty(Shape shape, const std::string &element) {
  Tensor result{fresh(), std::move(shape), element};
  line(fmt::format("{} = tensor.empty() : {}", result.name, result.type()));
  return result;
}

Tensor ProgramWriter::filled(Shape shape, const std::string &element, const std::string &value) {
  std::string scalar = constant(value, element);
  Tensor out = empty(std::move(shape), element);
  Tensor result{fresh(), out.shape, element};
  line(fmt::format("{} = linalg.fill ins({} : {}) outs({} : {}) -> {}", result.name, scalar, element, out.name,
                   out.type(), out.type()));
  return result;
}

Tensor ProgramWriter::generic(const std::vector<Tensor> &inputs, const std::vector<std::string> &maps,
                              const Tensor &out, const std::string &outMap, const std::vector<std::string> &iterators,
                              const std::string &text) {
  std::vector<std::string> names, types, quoted;
  std::string blockArguments;
  for (size_t i = 0; i < inputs.size(); ++i) {
    names.push_back(inputs[i].name);
    types.push_back(inputs[i].type());
    blockArguments += fmt::format("%{}: {}, ", static_cast<char>('a' + i), inputs[i].element);
  }
  for (const std::string &iterator : iterators)
    quoted.push_back('"' + iterator + '"');
  Tensor result{fresh(), out.shape, out.element};
  line(fmt::format(
      "{} = linalg.generic {{indexing_maps = [{}, {}], iterator_types = [{}]}} ins({} : {}) outs({} : {}) {{",
      result.name, fmt::join(maps, ", "), outMap, fmt::join(quoted, ", "), fmt::join(names, ", "),
      fmt::join(types, ", "), out.name, out.type()));
  line(fmt::format("^bb0({}%o: {}):", blockArguments, out.element));
  line("  " + text);
  line(fmt::format("  linalg.yield %r : {}", out.element));
  line(fmt::format("}} -> {}", out.type()));
  return result;
}

Tensor ProgramWriter::map(const std::vector<Tensor> &inputs, const std::string &text,
                          const std::string &resultElement) {
  const Tensor &x = inputs[0];
  Tensor out = empty(x.shape, resultElement.empty() ? x.element : resultElement);
  std::vector<std::string> maps(inputs.size(), identity(x.shape.size()));
  return generic(inputs, maps, out, identity(x.shape.size()), std::vector<std::string>(x.shape.size(), "parallel"),
                 text);
}

Tensor ProgramWriter::relu(const Tensor &x) {
  std::string zero = constant(isFloat(x.element) ? "0.0" : "0", x.element);
  return map({x}, fmt::format("%r = arith.{} %a, {} : {}", isFloat(x.element) ? "maximumf" : "maxsi", zero, x.element));
}

Tensor ProgramWriter::exp(const Tensor &x) { return map({x}, "%r = math.exp %a : " + x.element); }
Tensor ProgramWriter::tanh(const Tensor &x) { return map({x}, "%r = math.tanh %a : " + x.element); }

Tensor ProgramWriter::scale(const Tensor &x, double factor) {
  if (!isFloat(x.element)) {
    std::string c = constant(std::to_string(static_cast<int64_t>(factor)), x.element);
    return map({x}, fmt::format("%r = arith.muli %a, {} : {}", c, x.element));
  }
  std::string c = constant(fmt::format("{:.6e}", factor), x.element);
  return map({x}, fmt::format("%r = arith.mulf %a, {} : {}", c, x.element));
}

Tensor ProgramWriter::add(const Tensor &x, const Tensor &y) {
  return map({x, y}, fmt::format("%r = arith.add{} %a, %b : {}", isFloat(x.element) ? "f" : "i", x.element));
}
Tensor ProgramWriter::sub(const Tensor &x, const Tensor &y) {
  return map({x, y}, fmt::format("%r = arith.sub{} %a, %b : {}", isFloat(x.element) ? "f" : "i", x.element));
}
Tensor ProgramWriter::mul(const Tensor &x, const Tensor &y) {
  return map({x, y}, fmt::format("%r = arith.mul{} %a, %b : {}", isFloat(x.element) ? "f" : "i", x.element));
}

Tensor ProgramWriter::withBroadcast(const Tensor &x, const Tensor &y, const std::vector<int64_t> &dims,
                                    const std::string &op) {
  size_t rank = x.shape.size();
  Tensor out = empty(x.shape, x.element);
  return generic({x, y}, {identity(rank), mapOf(rank, dims)}, out, identity(rank),
                 std::vector<std::string>(rank, "parallel"),
                 fmt::format("%r = arith.{}{} %a, %b : {}", op, isFloat(x.element) ? "f" : "i", x.element));
}

Tensor ProgramWriter::reduceLast(const Tensor &x, const std::string &kind) {
  size_t rank = x.shape.size();
  Shape shape(x.shape.begin(), x.shape.end() - 1);
  bool max = kind == "max";
  bool real = isFloat(x.element);
  Tensor init = filled(shape, x.element, max ? (real ? "-1.0e+30" : "-128") : (real ? "0.0" : "0"));
  std::vector<int64_t> kept;
  for (size_t d = 0; d + 1 < rank; ++d)
    kept.push_back(static_cast<int64_t>(d));
  std::vector<std::string> iterators(rank, "parallel");
  iterators.back() = "reduction";
  std::string op = max ? (real ? (reassociate ? "maxnumf" : "maximumf") : "maxsi") : (real ? "addf" : "addi");
  return generic({x}, {identity(rank)}, init, mapOf(rank, kept), iterators,
                 fmt::format("%r = arith.{} %a, %o {}: {}", op,
                             reassociate && real ? "fastmath<reassoc,nnan,nsz> " : "", x.element));
}

Tensor ProgramWriter::softmax(const Tensor &x) {
  std::vector<int64_t> rows;
  for (int64_t d = 0; d + 1 < x.rank(); ++d)
    rows.push_back(d);
  Tensor shifted = exp(withBroadcast(x, reduceLast(x, "max"), rows, "sub"));
  return withBroadcast(shifted, reduceLast(shifted, "sum"), rows, "div");
}

Tensor ProgramWriter::namedSoftmax(const Tensor &x) {
  Tensor out = empty(x.shape, x.element);
  Tensor result{fresh(), x.shape, x.element};
  line(fmt::format("{} = linalg.softmax dimension({}) ins({} : {}) outs({} : {}) -> {}", result.name, x.rank() - 1,
                   x.name, x.type(), out.name, out.type(), out.type()));
  return result;
}

Tensor ProgramWriter::layerNorm(const Tensor &x) {
  std::vector<int64_t> rows;
  for (int64_t d = 0; d + 1 < x.rank(); ++d)
    rows.push_back(d);
  double inverse = 1.0 / static_cast<double>(x.shape.back());
  Tensor centred = withBroadcast(x, scale(reduceLast(x, "sum"), inverse), rows, "sub");
  Tensor variance = scale(reduceLast(mul(centred, centred), "sum"), inverse);
  std::string epsilon = constant("1.0e-5", x.element);
  Tensor factor =
      map({variance}, fmt::format("%s = arith.addf %a, {0} : {1}\n      %r = math.rsqrt %s : {1}", epsilon, x.element));
  return withBroadcast(centred, factor, rows, "mul");
}

Tensor ProgramWriter::transpose(const Tensor &x, const std::vector<int64_t> &permutation) {
  Shape shape;
  for (int64_t d : permutation)
    shape.push_back(x.shape[d]);
  Tensor out = empty(shape, x.element);
  Tensor result{fresh(), shape, x.element};
  line(fmt::format("{} = linalg.transpose ins({} : {}) outs({} : {}) permutation = [{}]", result.name, x.name, x.type(),
                   out.name, out.type(), fmt::join(permutation, ", ")));
  return result;
}

Tensor ProgramWriter::broadcast(const Tensor &x, Shape shape, const std::vector<int64_t> &added) {
  Tensor out = empty(shape, x.element);
  Tensor result{fresh(), out.shape, x.element};
  line(fmt::format("{} = linalg.broadcast ins({} : {}) outs({} : {}) dimensions = [{}]", result.name, x.name, x.type(),
                   out.name, out.type(), fmt::join(added, ", ")));
  return result;
}

Tensor ProgramWriter::contraction(const std::string &op, const std::vector<Tensor> &inputs, Shape shape,
                                  const std::string &attributes, const std::string &init) {
  bool real = isFloat(inputs[0].element);
  std::string element = real ? inputs[0].element : "i32";
  Tensor out = filled(std::move(shape), element, init.empty() ? (real ? "0.0" : "0") : init);
  std::vector<std::string> names, types;
  for (const Tensor &input : inputs) {
    names.push_back(input.name);
    types.push_back(input.type());
  }
  Tensor result{fresh(), out.shape, element};
  line(fmt::format("{} = linalg.{}{} ins({} : {}) outs({} : {}) -> {}", result.name, op, attributes,
                   fmt::join(names, ", "), fmt::join(types, ", "), out.name, out.type(), out.type()));
  return result;
}

Tensor ProgramWriter::matmul(const Tensor &x, const Tensor &y) {
  if (x.rank() == 3)
    return contraction("batch_matmul", {x, y}, {x.shape[0], x.shape[1], y.shape[2]}, "", "");
  return contraction("matmul", {x, y}, {x.shape[0], y.shape[1]}, "", "");
}

Tensor ProgramWriter::matmulTransposed(const Tensor &x, const Tensor &y) {
  bool real = isFloat(x.element);
  Tensor init = filled({x.shape[0], y.shape[0]}, real ? x.element : "i32", real ? "0.0" : "0");
  return generic({x, y}, {mapOf(3, {0, 2}), mapOf(3, {1, 2})}, init, mapOf(3, {0, 1}),
                 {"parallel", "parallel", "reduction"},
                 real ? fmt::format("%m = arith.mulf %a, %b : {0}\n      %r = arith.addf %o, %m : {0}", x.element)
                      : fmt::format("%p = arith.extsi %a : {0} to i32\n      %q = arith.extsi %b : {0} to i32\n      "
                                    "%m = arith.muli %p, %q : i32\n      %r = arith.addi %o, %m : i32",
                                    x.element));
}

Tensor ProgramWriter::conv(const Tensor &x, const Tensor &w, int64_t stride, int64_t dilation) {
  auto extent = [&](int64_t in, int64_t window) { return (in - (window - 1) * dilation - 1) / stride + 1; };
  return contraction(
      "conv_2d_nhwc_hwcf", {x, w},
      {x.shape[0], extent(x.shape[1], w.shape[0]), extent(x.shape[2], w.shape[1]), w.shape[3]},
      fmt::format(" {{dilations = dense<{}> : tensor<2xi64>, strides = dense<{}> : tensor<2xi64>}}", dilation, stride),
      "");
}

Tensor ProgramWriter::convFhwc(const Tensor &x, const Tensor &w, int64_t stride) {
  return contraction(
      "conv_2d_nhwc_fhwc", {x, w},
      {x.shape[0], (x.shape[1] - w.shape[1]) / stride + 1, (x.shape[2] - w.shape[2]) / stride + 1, w.shape[0]},
      fmt::format(" {{dilations = dense<1> : tensor<2xi64>, strides = dense<{}> : tensor<2xi64>}}", stride), "");
}

Tensor ProgramWriter::convNchw(const Tensor &x, const Tensor &w, int64_t stride) {
  return contraction(
      "conv_2d_nchw_fchw", {x, w},
      {x.shape[0], w.shape[0], (x.shape[2] - w.shape[2]) / stride + 1, (x.shape[3] - w.shape[3]) / stride + 1},
      fmt::format(" {{dilations = dense<1> : tensor<2xi64>, strides = dense<{}> : tensor<2xi64>}}", stride), "");
}

Tensor ProgramWriter::depthwise(const Tensor &x, const Tensor &w, int64_t stride) {
  return contraction(
      "depthwise_conv_2d_nhwc_hwc", {x, w},
      {x.shape[0], (x.shape[1] - w.shape[0]) / stride + 1, (x.shape[2] - w.shape[1]) / stride + 1, x.shape[3]},
      fmt::format(" {{dilations = dense<1> : tensor<2xi64>, strides = dense<{}> : tensor<2xi64>}}", stride), "");
}

Tensor ProgramWriter::pool(const Tensor &x, int64_t size, int64_t stride, const std::string &kind) {
  Tensor window = empty({size, size}, x.element);
  bool max = kind == "max";
  Shape shape{x.shape[0], (x.shape[1] - size) / stride + 1, (x.shape[2] - size) / stride + 1, x.shape[3]};
  bool real = isFloat(x.element);
  Tensor out = filled(shape, x.element, max ? (real ? "-1.0e+30" : "-128") : (real ? "0.0" : "0"));
  Tensor result{fresh(), shape, x.element};
  line(fmt::format("{} = linalg.pooling_nhwc_{} {{dilations = dense<1> : tensor<2xi64>, strides = dense<{}> : "
                   "tensor<2xi64>}} ins({}, {} : {}, {}) outs({} : {}) -> {}",
                   result.name, kind, stride, x.name, window.name, x.type(), window.type(), out.name, out.type(),
                   out.type()));
  return result;
}

Tensor ProgramWriter::pad(const Tensor &x, const std::vector<std::pair<int64_t, int64_t>> &amounts) {
  std::string zero = constant(isFloat(x.element) ? "0.0" : "0", x.element);
  std::vector<int64_t> low, high;
  Tensor result{fresh(), x.shape, x.element};
  for (size_t d = 0; d < amounts.size(); ++d) {
    low.push_back(amounts[d].first);
    high.push_back(amounts[d].second);
    result.shape[d] += amounts[d].first + amounts[d].second;
  }
  std::string indices;
  for (size_t d = 0; d < amounts.size(); ++d)
    indices += fmt::format("{}%i{}: index", d ? ", " : "", d);
  line(fmt::format("{} = tensor.pad {} low[{}] high[{}] {{", result.name, x.name, fmt::join(low, ", "),
                   fmt::join(high, ", ")));
  line(fmt::format("^bb0({}):", indices));
  line(fmt::format("  tensor.yield {} : {}", zero, x.element));
  line(fmt::format("}} : {} to {}", x.type(), result.type()));
  return result;
}

Tensor ProgramWriter::padSpatial(const Tensor &x, int64_t amount) {
  return pad(x, {{0, 0}, {amount, amount}, {amount, amount}, {0, 0}});
}

Tensor ProgramWriter::rescale(const Tensor &x, int64_t multiplier, int64_t shift) {
  std::string m = constant(std::to_string(multiplier), "i64"), s = constant(std::to_string(shift), "i64");
  std::string low = constant("-128", "i64"), high = constant("127", "i64");
  return map(
      {x},
      fmt::format("%w = arith.extsi %a : i32 to i64\n      %p = arith.muli %w, {} : i64\n      %q = arith.shrsi %p, "
                  "{} : i64\n      %c = arith.maxsi %q, {} : i64\n      %d = arith.minsi %c, {} : i64\n      %r = "
                  "arith.trunci %d : i64 to i8",
                  m, s, low, high),
      "i8");
}

Tensor ProgramWriter::collapse(const Tensor &x, const std::vector<std::vector<int64_t>> &groups) {
  Tensor result{fresh(), {}, x.element};
  for (const auto &group : groups) {
    int64_t product = 1;
    for (int64_t d : group)
      product *= x.shape[d];
    result.shape.push_back(product);
  }
  line(fmt::format("{} = tensor.collapse_shape {} {} : {} into {}", result.name, x.name, listText(groups), x.type(),
                   result.type()));
  return result;
}

Tensor ProgramWriter::expand(const Tensor &x, const std::vector<std::vector<int64_t>> &groups, Shape shape) {
  Tensor result{fresh(), std::move(shape), x.element};
  line(fmt::format("{} = tensor.expand_shape {} {} output_shape [{}] : {} into {}", result.name, x.name,
                   listText(groups), fmt::join(result.shape, ", "), x.type(), result.type()));
  return result;
}

Tensor ProgramWriter::concat(const std::vector<Tensor> &parts, int64_t dim) {
  Tensor result{fresh(), parts[0].shape, parts[0].element};
  result.shape[dim] = 0;
  std::vector<std::string> names, types;
  for (const Tensor &part : parts) {
    result.shape[dim] += part.shape[dim];
    names.push_back(part.name);
    types.push_back(part.type());
  }
  line(fmt::format("{} = tensor.concat dim({}) {} : ({}) -> {}", result.name, dim, fmt::join(names, ", "),
                   fmt::join(types, ", "), result.type()));
  return result;
}

Tensor ProgramWriter::slice(const Tensor &x, Shape offsets, Shape sizes) {
  Tensor result{fresh(), sizes, x.element};
  Shape ones(sizes.size(), 1);
  line(fmt::format("{} = tensor.extract_slice {}[{}] [{}] [{}] : {} to {}", result.name, x.name,
                   fmt::join(offsets, ", "), fmt::join(sizes, ", "), fmt::join(ones, ", "), x.type(), result.type()));
  return result;
}

std::string ProgramWriter::finish(const std::vector<Tensor> &results) {
  std::vector<std::string> parameters, names, types;
  for (const Tensor &argument : arguments)
    parameters.push_back(argument.name + ": " + argument.type());
  for (const Tensor &result : results) {
    names.push_back(result.name);
    types.push_back(result.type());
  }
  return fmt::format("module {{\n  func.func @main({}) -> ({}) {{\n{}{}    return {} : {}\n  }}\n}}\n",
                     fmt::join(parameters, ", "), fmt::join(types, ", "), constants, body, fmt::join(names, ", "),
                     fmt::join(types, ", "));
}

} // namespace alcove::supertiling
