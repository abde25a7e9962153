//===- Networks.cpp - Programs that are spoken of by name -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Corpus.h"
#include "ProgramWriter.h"

namespace alcove::supertiling {

namespace {

Tensor withBias(ProgramWriter &w, const Tensor &x) {
  return w.withBroadcast(x, w.argument({x.shape.back()}), {x.rank() - 1}, "add");
}

Tensor convolution(ProgramWriter &w, const Tensor &x, int64_t channels, int64_t window, int64_t stride) {
  Tensor in = window > 1 ? w.padSpatial(x, window / 2) : x;
  return withBias(w, w.conv(in, w.argument({window, window, x.shape[3], channels}), stride));
}

Tensor basicBlock(ProgramWriter &w, const Tensor &x, int64_t channels, int64_t stride) {
  Tensor main = convolution(w, w.relu(convolution(w, x, channels, 3, stride)), channels, 3, 1);
  Tensor side = stride == 1 ? x : convolution(w, x, channels, 1, stride);
  return w.relu(w.add(main, side));
}

} // namespace

std::string resnet18(int64_t image) {
  ProgramWriter w;
  Tensor x = w.relu(convolution(w, w.argument({1, image, image, 3}), 64, 7, 2));
  x = w.pool(w.padSpatial(x, 1), 3, 2, "max");
  for (int stage = 0; stage < 4; ++stage)
    for (int block = 0; block < 2; ++block)
      x = basicBlock(w, x, int64_t(64) << stage, stage > 0 && block == 0 ? 2 : 1);
  Tensor pooled = w.collapse(w.pool(x, x.shape[1], 1, "sum"), {{0, 1, 2}, {3}});
  return w.finish({withBias(w, w.matmul(w.scale(pooled, 1.0 / 49), w.argument({512, 1000})))});
}

std::string attention(int64_t heads, int64_t tokens, int64_t head) {
  ProgramWriter w;
  Tensor q = w.argument({heads, tokens, head}), k = w.argument({heads, head, tokens}),
         v = w.argument({heads, tokens, head});
  return w.finish({w.matmul(w.softmax(w.scale(w.matmul(q, k), 0.125)), v)});
}

std::string feedForward(int64_t tokens, int64_t width, int64_t hidden) {
  ProgramWriter w;
  Tensor h = w.tanh(withBias(w, w.matmul(w.argument({tokens, width}), w.argument({width, hidden}))));
  return w.finish({withBias(w, w.matmul(h, w.argument({hidden, width})))});
}

std::string productPair(int64_t tokens, int64_t width, int64_t hidden) {
  ProgramWriter w;
  Tensor h = w.matmul(w.argument({tokens, width}), w.argument({width, hidden}));
  return w.finish({w.matmul(h, w.argument({hidden, width}))});
}

} // namespace alcove::supertiling
