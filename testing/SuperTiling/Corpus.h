//===- Corpus.h - Own programs for super tiling -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_SUPERTILING_CORPUS_H
#define ALCOVE_TESTING_SUPERTILING_CORPUS_H

#include <string>
#include <vector>

namespace alcove::supertiling {

struct CorpusProgram {
  std::string name;
  std::string text;
};

/// Matmul chains, perceptrons, attention, convolution, pooling and depthwise stacks with strides and odd sizes,
/// residual diamonds, normalizations, quantized operations, reshapes, concatenations, several outputs.
std::vector<CorpusProgram> corpus();

/// `layers` encoder layers of a transformer; the weights are arguments.
std::string encoder(int layers, int64_t tokens, int64_t width, int64_t heads);
/// A detector of the YOLO kind: strided convolutions, bottlenecks with residuals, a concatenating neck.
std::string detector(int64_t image, int64_t width, int depth);
/// The classifier of He et al. 2015 with 18 layers, its normalizations folded into biases; NHWC, f32.
std::string resnet18(int64_t image);
/// softmax(q k / 8) v for each head; `head` columns.
std::string attention(int64_t heads, int64_t tokens, int64_t head);
/// tanh(x w1 + b1) w2 + b2.
std::string feedForward(int64_t tokens, int64_t width, int64_t hidden);
/// x w1 w2, `hidden` columns in between: two products and nothing else.
std::string productPair(int64_t tokens, int64_t width, int64_t hidden);

} // namespace alcove::supertiling

#endif // ALCOVE_TESTING_SUPERTILING_CORPUS_H
