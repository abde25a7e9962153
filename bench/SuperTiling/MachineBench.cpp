//===- MachineBench.cpp - This CPU as a machine description ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures what a machine file says of the CPU that it runs on and writes the file: the best of many short slices,
// which is what the hardware does when nobody else runs. Local memory is the second-level cache of one core.
//
//   SuperTilingMachineBench [NAME] > devices/machines/cpu.json
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Format/MachineFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace alcove;

namespace {

volatile double sink;

double nowNs() {
  return static_cast<double>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

double rounded(double value) {
  double scale = std::pow(10, 2 - std::floor(std::log10(value)));
  return std::round(value * scale) / scale;
}

/// Most of `work` per ns over `slices` calls.
template <typename Run>
double best(int slices, double work, Run run) {
  double most = 0;
  for (int i = 0; i < slices; ++i) {
    double before = nowNs();
    run();
    most = std::max(most, work / (nowNs() - before));
  }
  return most;
}

constexpr int lanes = 512, width = 16, sums = 4;

template <typename T>
using Vector = T __attribute__((ext_vector_type(width)));

/// Memory has changed, for all that the compiler knows: nothing is moved out of a loop.
void forget(const void *data) { asm volatile("" ::"r"(data) : "memory"); }

/// Multiply-adds of operands in the first-level cache to sums in registers.
template <typename T, typename Sum>
double macs() {
  static Vector<T> a[lanes / width], b[sums];
  constexpr int repeats = 500;
  return best(400, double(sums) * lanes * repeats, [] {
    Vector<Sum> total[sums] = {};
    for (int r = 0; r < repeats; ++r) {
      forget(a);
      forget(b);
      Vector<Sum> factor[sums];
      for (int k = 0; k < sums; ++k)
        factor[k] = __builtin_convertvector(b[k], Vector<Sum>);
      for (const Vector<T> &own : a)
        for (int k = 0; k < sums; ++k)
          total[k] += __builtin_convertvector(own, Vector<Sum>) * factor[k];
    }
    sink = double(total[0][0] + total[1][1] + total[2][2] + total[3][3]);
  });
}

/// An addition and a maximum for each element that is loaded and stored in the first-level cache.
template <typename T>
double vectorOps() {
  static Vector<T> a[lanes / width], b[lanes / width];
  constexpr int repeats = 1000;
  return best(400, 2.0 * lanes * repeats, [] {
    for (int r = 0; r < repeats; ++r) {
      forget(a);
      forget(b);
      for (int i = 0; i < lanes / width; ++i) {
        Vector<T> sum = a[i] + b[i];
        b[i] = sum > a[i] ? sum : a[i];
      }
    }
    sink = double(b[3][2]);
  });
}

double streams(unsigned threads) {
  constexpr size_t each = size_t(64) << 20;
  std::vector<std::vector<double>> data(threads);
  std::vector<std::thread> first;
  for (auto &own : data)
    first.emplace_back([&own] { own.assign(each / sizeof(double), 1.0); });
  for (std::thread &thread : first)
    thread.join();
  return best(20, double(each) * threads, [&] {
    std::vector<std::thread> running;
    for (auto &own : data)
      running.emplace_back([&own] {
        double sums[8] = {};
        for (size_t i = 0; i < own.size(); i += 8)
          for (size_t k = 0; k < 8; ++k)
            sums[k] += own[i + k];
        sink = std::accumulate(sums, sums + 8, 0.0);
      });
    for (std::thread &thread : running)
      thread.join();
  });
}

/// A walk through 64 MiB in random order.
double latencyNs() {
  std::vector<uint32_t> order((64u << 20) / 64), next(order.size() * 16);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  for (size_t i = 0; i < order.size(); ++i)
    next[order[i] * 16] = order[(i + 1) % order.size()] * 16;
  constexpr int steps = 20000;
  uint32_t at = 0;
  double rate = best(40, steps, [&] {
    for (int i = 0; i < steps; ++i)
      at = next[at];
    sink = at;
  });
  return 1 / rate;
}

} // namespace

int main(int argc, char **argv) {
  plan::Machine machine;
  machine.name = argc > 1 ? argv[1] : "cpu";
  machine.source =
      "measured by SuperTilingMachineBench: best slices; local memory is the second-level cache of a core, the "
      "start of a transfer the latency of memory, a burst one cache line";
  machine.cores = std::max(1u, std::thread::hardware_concurrency());
  long cache = sysconf(_SC_LEVEL2_CACHE_SIZE), line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  machine.localBytes = cache > 0 ? cache : 256 * 1024;
  machine.burstBytes = line > 0 ? line : 64;
  machine.coreGbps = rounded(streams(1));
  machine.slowGbps = std::max(machine.coreGbps, rounded(streams(static_cast<unsigned>(machine.cores))));
  machine.transferStartNs = rounded(latencyNs());
  machine.rates = {{{rounded(macs<int8_t, int32_t>()), rounded(vectorOps<int8_t>())},
                    {rounded(macs<int16_t, int32_t>()), rounded(vectorOps<int16_t>())},
                    {rounded(macs<_Float16, float>()), rounded(vectorOps<_Float16>())},
                    {rounded(macs<float, float>()), rounded(vectorOps<float>())}}};
  if (Status status = plan::check(machine); !status.ok()) {
    fmt::print(stderr, "SuperTilingMachineBench: {}\n", status.error().message);
    return 1;
  }
  std::string text = formats::writeMachine(machine);
  fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}
