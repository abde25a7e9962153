//===- AllocationGen.cpp - Seeded allocation problems ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AllocationGen.h"

#include <fmt/format.h>

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;

namespace {

void addRandomGap(AllocationBuffer &buffer, bool withWindow, Random &random) {
  AllocationGap gap;
  gap.lower = random.between(buffer.lower, buffer.upper - 1);
  gap.upper = random.between(gap.lower + 1, buffer.upper);
  if (withWindow) {
    Bytes lower = random.between(0, buffer.size - 1);
    gap.window = AllocationWindow{lower, random.between(lower + 1, buffer.size)};
  }
  buffer.gaps.push_back(gap);
}

} // namespace

AllocationProblem plan::randomAllocation(const RandomAllocationOptions &options, Random &random) {
  AllocationProblem problem;
  problem.capacity = options.capacity;
  for (size_t i = 0; i != options.buffers; ++i) {
    AllocationBuffer buffer;
    buffer.id = fmt::format("b{}", i);
    buffer.lower = random.between(0, options.maxTime - 1);
    buffer.upper = random.between(buffer.lower + 1, options.maxTime);
    buffer.size = random.between(1, options.maxSize);
    if (random.chance(options.alignment))
      buffer.alignment = random.between(1, 4);
    if (random.chance(options.gap))
      addRandomGap(buffer, random.chance(options.window), random);
    if (random.chance(options.fixedOffset) && buffer.size <= options.capacity)
      buffer.fixedOffset = random.between(0, (options.capacity - buffer.size) / buffer.alignment) * buffer.alignment;
    if (random.chance(options.hint))
      buffer.hint = random.between(0, options.capacity);
    if (random.chance(options.cores)) {
      auto first = static_cast<int32_t>(random.between(0, 7));
      buffer.cores = {{first, static_cast<int32_t>(random.between(first + 1, 8))}};
      if (buffer.cores[0].upper < 7 && random.chance(0.5))
        buffer.cores.push_back({buffer.cores[0].upper + 1, 8});
    }
    problem.buffers.push_back(std::move(buffer));
  }
  return problem;
}

AllocationProblem plan::tiledAllocation(size_t buffers, int64_t time, Bytes capacity, Random &random) {
  struct Tile {
    int64_t lower, upper;
    Bytes bottom, top;
  };
  std::vector<Tile> tiles = {{0, time, 0, capacity}};
  // A few cuts may fail on tiles of width or height 1.
  for (size_t attempt = 0; tiles.size() < buffers && attempt != 100 * buffers; ++attempt) {
    // The largest of three: pieces differ in area without leaving one giant.
    size_t chosen = random.below(tiles.size());
    for (int i = 0; i != 2; ++i) {
      size_t other = random.below(tiles.size());
      auto area = [&](const Tile &tile) {
        return static_cast<__int128>(tile.upper - tile.lower) * (tile.top - tile.bottom);
      };
      if (area(tiles[other]) > area(tiles[chosen]))
        chosen = other;
    }
    Tile &tile = tiles[chosen];
    Tile half = tile;
    if (random.chance(0.5)) {
      if (tile.upper - tile.lower < 2)
        continue;
      tile.upper = half.lower = random.between(tile.lower + 1, tile.upper - 1);
    } else {
      if (tile.top - tile.bottom < 2)
        continue;
      tile.top = half.bottom = random.between(tile.bottom + 1, tile.top - 1);
    }
    tiles.push_back(half);
  }
  random.shuffle(tiles);
  AllocationProblem problem;
  problem.capacity = capacity;
  for (size_t i = 0; i != tiles.size(); ++i) {
    AllocationBuffer buffer;
    buffer.id = fmt::format("t{}", i);
    buffer.lower = tiles[i].lower;
    buffer.upper = tiles[i].upper;
    buffer.size = tiles[i].top - tiles[i].bottom;
    problem.buffers.push_back(std::move(buffer));
  }
  return problem;
}

/// All magnitudes below `bound` alike.
static int64_t anyMagnitude(int64_t bound, Random &random) {
  int bits = 1;
  while (int64_t(1) << bits < bound)
    ++bits;
  int64_t least = int64_t(1) << random.below(bits);
  return std::min(least + static_cast<int64_t>(random.below(least)), bound);
}

AllocationProblem plan::manyBuffers(Lifetimes lifetimes, size_t buffers, Random &random) {
  auto end = static_cast<int64_t>(buffers);
  AllocationProblem problem;
  problem.buffers.resize(buffers);
  for (int64_t i = 0; i != end; ++i) {
    AllocationBuffer &buffer = problem.buffers[i];
    buffer.id = std::to_string(i);
    buffer.lower = static_cast<int64_t>(random.below(end));
    bool uniform = lifetimes == Lifetimes::Ends || lifetimes == Lifetimes::Training;
    buffer.size = 64 * (uniform ? random.between(1, 1000) : anyMagnitude(1000, random));
    switch (lifetimes) {
    case Lifetimes::Short:
      buffer.upper = buffer.lower + anyMagnitude(1000, random);
      break;
    case Lifetimes::Scaled:
      buffer.upper = std::min(buffer.lower + anyMagnitude(end, random), end);
      break;
    case Lifetimes::Tenth:
      buffer.upper = std::min(buffer.lower + random.between(1, std::max<int64_t>(end / 10, 1)), end);
      break;
    case Lifetimes::Ends:
      buffer.upper = static_cast<int64_t>(random.below(end));
      if (buffer.upper < buffer.lower)
        std::swap(buffer.lower, buffer.upper);
      ++buffer.upper;
      break;
    case Lifetimes::Training:
      if (i % 2 == 0) {
        buffer.lower = i / 2;
        buffer.upper = end - i / 2 + static_cast<int64_t>(random.below(20));
      } else {
        buffer.upper = buffer.lower + random.between(2, 40);
      }
      break;
    }
  }
  return problem;
}
