//===- ProgramWriter.h - linalg programs as text ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs for tests, fuzzing and measurements. Each method appends an operation and returns its value:
//
//   ProgramWriter w;
//   Tensor x = w.argument({64, 128}), y = w.argument({128, 32});
//   std::string module = w.finish({w.relu(w.matmul(x, y))});
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_SUPERTILING_PROGRAMWRITER_H
#define ALCOVE_TESTING_SUPERTILING_PROGRAMWRITER_H

#include <cstdint>
#include <string>
#include <vector>

namespace alcove::supertiling {

using Shape = std::vector<int64_t>;

/// An SSA value of ranked tensor type.
struct Tensor {
  std::string name;
  Shape shape;
  std::string element = "f32";

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  std::string type() const;
};

class ProgramWriter {
public:
  Tensor argument(Shape shape, const std::string &element = "f32");

  /// Element by element; `body` computes %r from %a (and %b, ...) of the element type.
  Tensor map(const std::vector<Tensor> &inputs, const std::string &body, const std::string &resultElement = "");
  Tensor relu(const Tensor &x);
  Tensor exp(const Tensor &x);
  Tensor tanh(const Tensor &x);
  Tensor scale(const Tensor &x, double factor);
  Tensor add(const Tensor &x, const Tensor &y);
  Tensor sub(const Tensor &x, const Tensor &y);
  Tensor mul(const Tensor &x, const Tensor &y);
  /// y has the dimensions `dims` of x; op is "add", "sub", "mul" or "div".
  Tensor withBroadcast(const Tensor &x, const Tensor &y, const std::vector<int64_t> &dims, const std::string &op);
  /// Sum or maximum over the last dimension.
  Tensor reduceLast(const Tensor &x, const std::string &kind);
  Tensor softmax(const Tensor &x);
  Tensor namedSoftmax(const Tensor &x);
  Tensor layerNorm(const Tensor &x);
  Tensor transpose(const Tensor &x, const std::vector<int64_t> &permutation);
  Tensor broadcast(const Tensor &x, Shape shape, const std::vector<int64_t> &added);

  /// [m, k] x [k, n], or with a leading batch dimension on both; integers accumulate in i32.
  Tensor matmul(const Tensor &x, const Tensor &y);
  /// [m, k] x [n, k].
  Tensor matmulTransposed(const Tensor &x, const Tensor &y);
  /// NHWC by HWCF; integers accumulate in i32.
  Tensor conv(const Tensor &x, const Tensor &w, int64_t stride = 1, int64_t dilation = 1);
  /// NHWC by FHWC, as TOSA has its filters.
  Tensor convFhwc(const Tensor &x, const Tensor &w, int64_t stride = 1);
  /// NCHW by FCHW.
  Tensor convNchw(const Tensor &x, const Tensor &w, int64_t stride = 1);
  /// NHWC by HWC.
  Tensor depthwise(const Tensor &x, const Tensor &w, int64_t stride = 1);
  /// NHWC, kind "max" or "sum".
  Tensor pool(const Tensor &x, int64_t size, int64_t stride, const std::string &kind);
  /// Zeros around; one (low, high) for each dimension.
  Tensor pad(const Tensor &x, const std::vector<std::pair<int64_t, int64_t>> &amounts);
  /// Height and width of NHWC.
  Tensor padSpatial(const Tensor &x, int64_t amount);
  /// i32 accumulator to i8: multiply, shift, clamp.
  Tensor rescale(const Tensor &x, int64_t multiplier, int64_t shift);

  /// Merges or splits dimensions; the number of elements is the same.
  Tensor collapse(const Tensor &x, const std::vector<std::vector<int64_t>> &groups);
  Tensor expand(const Tensor &x, const std::vector<std::vector<int64_t>> &groups, Shape shape);
  Tensor concat(const std::vector<Tensor> &parts, int64_t dim);
  Tensor slice(const Tensor &x, Shape offsets, Shape sizes);

  /// Sums and maxima of reduceLast may be reassociated, so that a CPU vectorizes them.
  bool reassociate = false;

  /// The module, with one function `main`.
  std::string finish(const std::vector<Tensor> &results);

private:
  std::string fresh();
  void line(const std::string &text);
  Tensor empty(Shape shape, const std::string &element);
  Tensor filled(Shape shape, const std::string &element, const std::string &value);
  std::string constant(const std::string &value, const std::string &type);
  Tensor contraction(const std::string &op, const std::vector<Tensor> &inputs, Shape shape,
                     const std::string &attributes, const std::string &init);
  Tensor generic(const std::vector<Tensor> &inputs, const std::vector<std::string> &maps, const Tensor &out,
                 const std::string &outMap, const std::vector<std::string> &iterators, const std::string &body);

  std::vector<Tensor> arguments;
  std::string constants;
  std::string body;
  int64_t next = 0;
};

} // namespace alcove::supertiling

#endif // ALCOVE_TESTING_SUPERTILING_PROGRAMWRITER_H
