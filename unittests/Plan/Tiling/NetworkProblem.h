//===- NetworkProblem.h - Tiling problems of convolutions -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_TILING_NETWORKPROBLEM_H
#define ALCOVE_UNITTESTS_PLAN_TILING_NETWORKPROBLEM_H

#include "alcove/Plan/Tiling/Problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::plan::tiling {

/// Images [row, column, channel] of f32 and operations on them, one node after the other.
class NetworkBuilder {
public:
  struct Image {
    int tensor = -1;
    int64_t side = 0, channels = 0;
    int producer = -1;
  };

  Image argument(int64_t side, int64_t channels) { return {tensors++, side, channels}; }

  /// With as many rows and columns as without a window, where the stride is 1.
  Image convolution(Image x, int64_t channels, int64_t window, int64_t stride) {
    if (window > 1)
      x = pad(x, window / 2);
    int64_t side = (x.side - window) / stride + 1;
    Image start = fill(side, channels);
    Node node = make("convolution", {side, side, channels, window, window, x.channels}, 3, OpClass::Conv);
    AccessDim rows{{{0, stride}, {3, 1}}, 0, false}, columns{{{1, stride}, {4, 1}}, 0, false};
    Access weights;
    weights.tensor = tensors++;
    weights.shape = {window, window, x.channels, channels};
    weights.elementBytes = 4;
    weights.dims = {along(3), along(4), along(5), along(2)};
    node.inputs = {access(x, {rows, columns, along(5)}), weights, access(start, {along(0), along(1), along(2)})};
    node.inputs[2].initOf = 0;
    return add(std::move(node), side, channels);
  }

  Image depthwise(Image x, int64_t window) {
    x = pad(x, window / 2);
    int64_t side = x.side - window + 1;
    Image start = fill(side, x.channels);
    Node node = make("depthwise", {side, side, x.channels, window, window}, 3, OpClass::Conv);
    AccessDim rows{{{0, 1}, {3, 1}}, 0, false}, columns{{{1, 1}, {4, 1}}, 0, false};
    Access weights;
    weights.tensor = tensors++;
    weights.shape = {window, window, x.channels};
    weights.elementBytes = 4;
    weights.dims = {along(3), along(4), along(2)};
    node.inputs = {access(x, {rows, columns, along(2)}), weights, access(start, {along(0), along(1), along(2)})};
    node.inputs[2].initOf = 0;
    return add(std::move(node), side, x.channels);
  }

  Image elementwise(const std::vector<Image> &inputs) {
    Node node = make("elementwise", {inputs[0].side, inputs[0].side, inputs[0].channels}, 3, OpClass::Elementwise);
    for (const Image &input : inputs)
      node.inputs.push_back(access(input, {along(0), along(1), along(2)}));
    return add(std::move(node), inputs[0].side, inputs[0].channels);
  }

  /// The channels of both.
  Image concat(const Image &a, const Image &b) {
    Node node;
    node.name = "concat";
    node.kind = NodeKind::Concat;
    node.movement.joined = 2;
    node.fusable = true;
    node.inputs = {access(a, whole()), access(b, whole())};
    return add(std::move(node), a.side, a.channels + b.channels);
  }

  void leaves(const Image &image) {
    problem.nodes[image.producer].escapes = true;
    problem.nodes[image.producer].results[0].escapes = true;
  }

  Problem problem;

private:
  static AccessDim along(unsigned loop) { return {{{loop, 1}}, 0, false}; }
  static std::vector<AccessDim> whole() { return std::vector<AccessDim>(3, {{}, 0, true}); }

  static Node make(const char *name, std::vector<int64_t> extents, size_t numParallel, OpClass opClass) {
    Node node;
    node.name = name;
    node.kind = NodeKind::Structured;
    node.fusable = true;
    node.dynamic.assign(extents.size(), false);
    for (size_t loop = 0; loop < extents.size(); ++loop) {
      node.tileable.push_back(extents[loop] > 1);
      node.parallel.push_back(loop < numParallel);
    }
    node.extents = std::move(extents);
    node.opClass = opClass;
    return node;
  }

  static Access access(const Image &image, std::vector<AccessDim> dims) {
    Access made;
    made.tensor = image.tensor;
    made.shape = {image.side, image.side, image.channels};
    made.elementBytes = 4;
    made.dims = std::move(dims);
    made.producer = image.producer;
    return made;
  }

  Image fill(int64_t side, int64_t channels) {
    Node node = make("fill", {side, side, channels}, 3, OpClass::Elementwise);
    node.attached = true;
    return add(std::move(node), side, channels);
  }

  Image pad(const Image &x, int64_t around) {
    Node node = make("pad", {x.side + 2 * around, x.side + 2 * around, x.channels}, 3, OpClass::Elementwise);
    node.kind = NodeKind::Pad;
    AccessDim rows{{{0, 1}}, -around, false}, columns{{{1, 1}}, -around, false};
    node.inputs = {access(x, {rows, columns, along(2)})};
    return add(std::move(node), x.side + 2 * around, x.channels);
  }

  Image add(Node node, int64_t side, int64_t channels) {
    int index = static_cast<int>(problem.nodes.size());
    std::vector<AccessDim> dims = whole();
    if (node.hasModel())
      dims = {along(0), along(1), along(2)};
    node.results = {access({tensors++, side, channels}, std::move(dims))};
    node.signature = fmt::format("{} {} of {}", node.name, fmt::join(node.extents, "x"), node.inputs.size());
    for (const Access &input : node.inputs) {
      node.signature += fmt::format(" [{}]", fmt::join(input.shape, ", "));
      if (input.producer >= 0)
        problem.nodes[input.producer].users.push_back(index);
    }
    int tensor = node.results[0].tensor;
    problem.nodes.push_back(std::move(node));
    return {tensor, side, channels, index};
  }

  int tensors = 0;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_UNITTESTS_PLAN_TILING_NETWORKPROBLEM_H
