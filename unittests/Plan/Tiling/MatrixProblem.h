//===- MatrixProblem.h - Tiling problems of matrices ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_TILING_MATRIXPROBLEM_H
#define ALCOVE_UNITTESTS_PLAN_TILING_MATRIXPROBLEM_H

#include "alcove/Plan/Tiling/Problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::plan::tiling {

inline AccessDim along(unsigned loop) { return {{{loop, 1}}, 0, false}; }

/// Matrices of f32 and operations on them, one node after the other.
class Builder {
public:
  struct Matrix {
    int tensor = -1;
    int64_t rows = 0, columns = 0;
    int producer = -1;
  };

  Matrix argument(int64_t rows, int64_t columns) { return {tensors++, rows, columns}; }

  Matrix elementwise(const std::vector<Matrix> &inputs) {
    Node node = make("elementwise", {inputs[0].rows, inputs[0].columns}, {true, true}, OpClass::Elementwise);
    for (const Matrix &input : inputs)
      node.inputs.push_back(access(input, {along(0), along(1)}));
    return add(std::move(node), inputs[0].rows, inputs[0].columns, {along(0), along(1)});
  }

  Matrix matmul(const Matrix &left, const Matrix &right) {
    Matrix start = fill(left.rows, right.columns);
    Node node = make("matmul", {left.rows, right.columns, left.columns}, {true, true, false}, OpClass::Matmul);
    node.inputs = {access(left, {along(0), along(2)}), access(right, {along(2), along(1)}),
                   access(start, {along(0), along(1)})};
    node.inputs[2].initOf = 0;
    return add(std::move(node), left.rows, right.columns, {along(0), along(1)});
  }

  /// Three rows make one of the result.
  Matrix window(const Matrix &input) {
    Node node = make("window", {input.rows - 2, input.columns, 3}, {true, true, false}, OpClass::Pool);
    AccessDim rows{{{0, 1}, {2, 1}}, 0, false};
    node.inputs = {access(input, {rows, along(1)})};
    return add(std::move(node), input.rows - 2, input.columns, {along(0), along(1)});
  }

  /// A row of the result is the sum over `places` rows of the input, each times weights of its own, of `columns` columns.
  Matrix convolution(const Matrix &input, int64_t places, int64_t columns) {
    int64_t rows = input.rows - places + 1;
    Matrix start = fill(rows, columns);
    Node node = make("convolution", {rows, columns, input.columns, places}, {true, true, false, false}, OpClass::Conv);
    AccessDim window{{{0, 1}, {3, 1}}, 0, false};
    Access weights;
    weights.tensor = tensors++;
    weights.shape = {places, input.columns, columns};
    weights.elementBytes = 4;
    weights.dims = {along(3), along(2), along(1)};
    node.inputs = {access(input, {window, along(2)}), weights, access(start, {along(0), along(1)})};
    node.inputs[2].initOf = 0;
    return add(std::move(node), rows, columns, {along(0), along(1)});
  }

  void leaves(const Matrix &result) { problem.nodes[result.producer].escapes = true; }

  Problem problem;

private:
  static Node make(const char *name, std::vector<int64_t> extents, std::vector<bool> parallel, OpClass opClass) {
    Node node;
    node.name = name;
    node.kind = NodeKind::Structured;
    node.fusable = true;
    node.dynamic.assign(extents.size(), false);
    for (int64_t extent : extents)
      node.tileable.push_back(extent > 1);
    node.extents = std::move(extents);
    node.parallel = std::move(parallel);
    node.opClass = opClass;
    return node;
  }

  static Access access(const Matrix &matrix, std::vector<AccessDim> dims) {
    Access made;
    made.tensor = matrix.tensor;
    made.shape = {matrix.rows, matrix.columns};
    made.elementBytes = 4;
    made.dims = std::move(dims);
    made.producer = matrix.producer;
    return made;
  }

  Matrix fill(int64_t rows, int64_t columns) {
    Node node = make("fill", {rows, columns}, {true, true}, OpClass::Elementwise);
    node.attached = true;
    return add(std::move(node), rows, columns, {along(0), along(1)});
  }

  Matrix add(Node node, int64_t rows, int64_t columns, std::vector<AccessDim> dims) {
    int index = static_cast<int>(problem.nodes.size());
    node.results = {access({tensors++, rows, columns}, std::move(dims))};
    node.signature = fmt::format("{} {} of {}", node.name, fmt::join(node.extents, "x"), node.inputs.size());
    for (const Access &input : node.inputs) {
      node.signature += fmt::format(" [{}]", fmt::join(input.shape, ", "));
      if (input.producer >= 0)
        problem.nodes[input.producer].users.push_back(index);
    }
    int tensor = node.results[0].tensor;
    problem.nodes.push_back(std::move(node));
    return {tensor, rows, columns, index};
  }

  int tensors = 0;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_UNITTESTS_PLAN_TILING_MATRIXPROBLEM_H
