//===- Shapes.cpp - What a shape costs as tiles ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace alcove;
using namespace alcove::conversion;
using namespace alcove::conversion::rank;
using llvm::ArrayRef;

int64_t rank::volumeOf(ArrayRef<int64_t> shape) {
  int64_t volume = 1;
  for (int64_t extent : shape)
    volume *= extent;
  return volume;
}

ArrayRef<int64_t> rank::leadOf(ArrayRef<int64_t> shape) { return shape.empty() ? shape : shape.drop_back(); }
int64_t rank::lastOf(ArrayRef<int64_t> shape) { return shape.empty() ? 1 : shape.back(); }
static int64_t heightOf(ArrayRef<int64_t> shape) { return shape.size() < 2 ? 1 : shape[shape.size() - 2]; }

std::optional<Form> rank::regroupBroadcast(ArrayRef<int64_t> operand, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (volumeOf(operand) == volumeOf(from))
    return Form(to);
  Form result(to.size(), 1);
  if (volumeOf(operand) == 1)
    return result;
  if (operand.size() > from.size())
    return std::nullopt;
  Form aligned(from.size() - operand.size(), 1);
  aligned.append(operand.begin(), operand.end());
  // Walk both shapes from the innermost extent, a common factor at a time.
  size_t source = from.size(), target = to.size();
  int64_t sourceLeft = 1, targetLeft = 1;
  llvm::SmallVector<std::optional<bool>> isFull(to.size());
  while (true) {
    while (sourceLeft == 1 && source > 0)
      sourceLeft = from[--source];
    while (targetLeft == 1 && target > 0)
      targetLeft = to[--target];
    if (sourceLeft == 1 || targetLeft == 1)
      return result;
    int64_t factor = std::min(sourceLeft, targetLeft);
    if (factor == 0 || std::max(sourceLeft, targetLeft) % factor != 0)
      return std::nullopt;
    bool full = aligned[source] != 1;
    if (isFull[target].value_or(full) != full)
      return std::nullopt;
    isFull[target] = full;
    result[target] = full ? to[target] : 1;
    sourceLeft /= factor;
    targetLeft /= factor;
  }
}

double rank::tilesOf(ArrayRef<int64_t> shape) {
  double tiles = static_cast<double>(llvm::divideCeil(std::max<int64_t>(lastOf(shape), 1), 32)) *
                 static_cast<double>(llvm::divideCeil(std::max<int64_t>(heightOf(shape), 1), 32));
  for (int64_t extent : leadOf(leadOf(shape)))
    tiles *= static_cast<double>(extent);
  return tiles;
}

bool rank::isTileView(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from == to)
    return true;
  int64_t before = heightOf(from), after = heightOf(to);
  return lastOf(from) == lastOf(to) && (before == after || (before % 32 == 0 && after % 32 == 0));
}

/// Tiles of the input that the first tile of the result takes rows from.
static double sourcesOf(ArrayRef<int64_t> from, ArrayRef<int64_t> to, int64_t rows) {
  int64_t toWidth = std::max<int64_t>(lastOf(to), 1), fromWidth = std::max<int64_t>(lastOf(from), 1);
  int64_t fromRows = std::max<int64_t>(heightOf(from), 1);
  std::set<std::tuple<int64_t, int64_t, int64_t>> tiles;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t line = row * toWidth / fromWidth;
    tiles.insert({line / fromRows, line % fromRows / 32, row * toWidth % fromWidth / 32});
  }
  return static_cast<double>(tiles.size());
}

double rank::reshapeCycles(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  // A view moves nothing, but what is sharded for one shape seldom is for the other, and nothing fuses across it.
  constexpr double view = 30'000;
  if (isTileView(from, to))
    return from == to ? 0 : view;
  constexpr double launch = 96'000, findTile = 1550, fetchTile = 450, writeRow = 134;
  int64_t rows = std::min<int64_t>(32, std::max<int64_t>(heightOf(to), 1));
  return launch +
         tilesOf(to) * (findTile + sourcesOf(from, to, rows) * fetchTile + static_cast<double>(rows) * writeRow);
}

double rank::streamCycles(ArrayRef<int64_t> shape, double bytes) {
  constexpr double cyclesPerTileByte = 100; // a bf16 tile, half of the time from L1 and half from DRAM
  return tilesOf(shape) * bytes * cyclesPerTileByte;
}
