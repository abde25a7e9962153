//===- RandomGraph.h - Small random TTIR functions --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_OPS_RANDOMGRAPH_H
#define ALCOVE_TESTING_OPS_RANDOMGRAPH_H

#include <cstdint>
#include <string>

namespace alcove::testing {

/// Source of decisions: the bytes of a fuzzer, then zeros; or a seeded generator.
class Decisions {
public:
  Decisions(const uint8_t *data, size_t size) : data(data), size(size) {}
  explicit Decisions(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}

  /// Uniform-ish in [0, bound).
  uint32_t below(uint32_t bound) {
    if (!state)
      return position < size ? data[position++] % bound : 0;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<uint32_t>(state >> 33) % bound;
  }

private:
  const uint8_t *data = nullptr;
  size_t size = 0, position = 0;
  uint64_t state = 0;
};

/// A legal TTIR module: one function of up to `maxOps` ops on tensors of rank 2 to 4 with odd extents: elementwise,
/// broadcasts, matmuls, convolutions, pools, reshapes, permutes, slices, concatenations, pads, reductions, norms,
/// softmax, and groups of ops that fuse: bias, activation, attention.
std::string randomTTIR(Decisions &decisions, int maxOps);

} // namespace alcove::testing

#endif // ALCOVE_TESTING_OPS_RANDOMGRAPH_H
