//===- Random.h - Seeded generator with a fixed sequence --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard library fixes engines but not distributions; results must be the same on every machine, so the few
// distributions that we need stand here. Engine: xoshiro256** seeded by splitmix64 (Blackman and Vigna, 2018).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_RANDOM_H
#define ALCOVE_BASE_SUPPORT_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace alcove {

/// Finalizer of splitmix64: a bijection whose every output bit depends on every input bit.
inline uint64_t mix64(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Random {
public:
  explicit Random(uint64_t seed) {
    for (uint64_t &word : state)
      word = mix64(seed += 0x9e3779b97f4a7c15u);
  }

  uint64_t next() {
    uint64_t result = rotl(state[1] * 5, 7) * 9;
    uint64_t t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotl(state[3], 45);
    return result;
  }

  /// Uniform in [0, bound); bound > 0. Lemire's multiplication, without the rejection step: the bias is below 2^-32
  /// for the bounds that we use.
  uint64_t below(uint64_t bound) { return static_cast<uint64_t>((static_cast<__uint128_t>(next()) * bound) >> 64); }
  /// Uniform in [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<uint64_t>(high - low) + 1));
  }
  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  bool chance(double probability) { return unit() < probability; }

  template <typename T>
  void shuffle(std::vector<T> &items) {
    for (size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[below(i)]);
  }

private:
  static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  uint64_t state[4];
};

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_RANDOM_H
