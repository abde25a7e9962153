//===- Relax.cpp - The capacity as a cost ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Relax.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

bool layout::relaxRows(Kernel &kernel, const std::vector<int64_t> &price, int scaleBits, int32_t dual) {
  using Wide = __int128;
  std::vector<Wide> sums(price.size() + 1, 0);
  Wide rest = 0;
  for (size_t r = 0; r < price.size(); ++r) {
    sums[r + 1] = sums[r] + price[r];
    rest -= static_cast<Wide>(price[r]) * kernel.slack[r];
  }
  std::vector<std::vector<Wide>> priced(kernel.nodes.size());
  Wide magnitude = kernel.magnitude;
  for (size_t n = 0; n < kernel.nodes.size(); ++n) {
    const KernelNode &node = kernel.nodes[n];
    if (!node.alive || node.spans.empty())
      continue;
    std::vector<Wide> &own = priced[n];
    own.assign(node.labels.size(), 0);
    for (const Span &span : node.spans)
      for (size_t s = 0; s < own.size(); ++s)
        own[s] += (sums[span.end] - sums[span.begin]) * span.bytes[s];
    auto [low, high] = std::minmax_element(own.begin(), own.end());
    Wide least = *low;
    magnitude += (*high - least) >> scaleBits;
    rest += least;
    for (Wide &value : own)
      value = (value - least) >> scaleBits;
  }
  rest >>= scaleBits;
  magnitude += rest < 0 ? -rest : rest;
  if (magnitude >= infiniteCost)
    return false;
  kernel.magnitude = static_cast<Cost>(magnitude);
  kernel.constant += static_cast<Cost>(rest);
  for (size_t n = 0; n < kernel.nodes.size(); ++n) {
    for (size_t s = 0; s < priced[n].size(); ++s)
      kernel.nodes[n].unary[s] += static_cast<Cost>(priced[n][s]);
    kernel.nodes[n].spans.clear();
  }
  kernel.slack.clear();
  kernel.rowTimes.clear();
  kernel.log.push_back({ProofStep::Kind::Relax, dual});
  return true;
}
