//===- Context.h - What every time estimate is made of ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is a pipeline on every core: a reader, the compute engines and a writer hand over items (a tile, a block,
// a row of tiles) through circular buffers. With stage times r, c, w of one item and n items on the fullest core
//
//   read    |r|r|r|r|
//   compute   |c |c |c |c |              time = launch + r + c + w + (n - 1) * max(r, c, w)
//   write        |w|   |w|  |w|  |w|
//
// and the chip as a whole cannot move its DRAM bytes faster than the banks allow: time >= launch + bytes / bandwidth.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_TIME_CONTEXT_H
#define ALCOVE_LIB_OPMODEL_TIME_CONTEXT_H

#include "../AttributeFinder.h"
#include "alcove/OpModel/TimeParameters.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace alcove::opmodel::time {

using device::BufferType;
using device::DataType;
using device::MemoryLayout;

/// Where the pages of a transfer lie, seen from the core that moves them.
enum class Place : uint8_t { Dram, RemoteL1, LocalL1 };

/// Pages moved by one core: `pages` of `pageBytes`, a barrier after every `pagesPerBarrier`.
struct Transfer {
  Place place = Place::Dram;
  double pages = 0, pageBytes = 0, pagesPerBarrier = 1;
};

/// Item-wise pipeline of one core, in ns, and the bytes of the whole chip.
struct Pipeline {
  double items = 1;
  double read = 0, compute = 0, write = 0; ///< per item
  bool readFromDram = false, writeToDram = false;
  double dramReadBytes = 0, dramWriteBytes = 0; ///< whole chip
  double dramReadPageBytes = 2048;
  int64_t cores = 1;
  double extraLaunchCycles = 0;
  bool movesOnly = false; ///< no compute kernel is launched
};

/// A query with its chip and constants, and the arithmetic that all families share.
class Context {
public:
  Context(const Query &query, const ChipParameters &chip, const TimeParameters &p, Explanation *why)
      : query(query), chip(chip), p(p), why(why), attributes(query) {}

  const Query &query;
  const ChipParameters &chip;
  const TimeParameters &p;
  Explanation *why;
  const AttributeFinder attributes;

  double ns(double cycles) const { return cycles / chip.clockGHz; }
  void explain(std::string line) const {
    if (why)
      why->push_back(std::move(line));
  }

  int64_t intAttribute(std::string_view name, int64_t fallback) const;
  bool boolAttribute(std::string_view name, bool fallback) const;
  std::string textAttribute(std::string_view name, std::string_view fallback) const;
  std::vector<int64_t> listAttribute(std::string_view name) const;
  bool has(std::string_view name) const { return query.attributes.count(std::string(name)) != 0; }

  /// Output `i` with the layout asked for, or that of the first input (DRAM interleaved without inputs).
  TensorSpec output(size_t i = 0) const;

  /// Time of one core's transfer (ns).
  double read(const Transfer &transfer) const;
  double write(const Transfer &transfer) const;
  /// Reading of row-major pieces: narrow ones cost what a read costs at least, and more when each waits for itself.
  double readSticks(Place place, double sticks, double stickBytes, double perBarrier) const;
  /// Lower bound from the banks for bytes of the whole chip (ns). Every page read opens a row of its bank; writes are
  /// collected.
  double dramBound(double readBytes, double writeBytes, double readPageBytes = 2048) const;
  /// Of a core's own time and the time of what it shares: contention starts before saturation.
  static double softMaximum(double a, double b) { return std::pow(std::pow(a, 4.0) + std::pow(b, 4.0), 0.25); }
  /// A tile of 16-bit elements filled word by word by a data movement core (cycles).
  double fillCycles() const { return 512 * p.fillWord; }
  /// B/cycle of all cores to or from all banks of L1: what crosses the middle of the grid, on one link per row (column,
  /// if there are fewer) and network.
  double scatterRate() const {
    return p.scatterBytesPerCycle * static_cast<double>(std::max<int64_t>(1, std::min(chip.gridRows, chip.gridCols)));
  }
  double dramWriteBandwidth() const { return p.dramWriteFraction * chip.dramPeakGBs; }

  /// Total of a pipeline, with its split.
  Runtime run(const Pipeline &pipeline) const;
};

/// 32x32 tiles of the padded tensor; row-major tensors count 1024 elements as a tile.
int64_t tileCount(const TensorSpec &tensor);
/// Tiles along the collapsed height and the width.
std::pair<int64_t, int64_t> tileShape(const TensorSpec &tensor);
/// Pages of an interleaved tensor: tiles, or rows when row-major.
int64_t pageCount(const TensorSpec &tensor);
double pageBytes(const TensorSpec &tensor);
double bytesOf(const TensorSpec &tensor);
/// Tiles that so many elements of one dimension lie in, at least one.
inline int64_t tilesOf(int64_t elements) { return ceilDiv(std::max<int64_t>(elements, 1), 32); }
int64_t volume(const std::vector<int64_t> &shape);
/// Last dimension, the one before it, and the product of all others; 1 where the rank has none.
int64_t widthOf(const std::vector<int64_t> &shape);
int64_t heightOf(const std::vector<int64_t> &shape);
int64_t matricesOf(const std::vector<int64_t> &shape);
Place placeOf(const TensorLayout &layout);
bool inDram(const TensorSpec &tensor);
/// Bytes of a third input, the bias of a product, that come from DRAM once; 0 without one. Part of what is counted and
/// not of the bounds of DRAM, whose constants were fitted without it.
Bytes biasBytesInDram(const Context &context);
/// Cores that hold a part of a sharded tensor.
int64_t shardCores(const TensorSpec &tensor);
/// Bytes per element of a data type, block formats with their share of the exponents.
double elementBytes(DataType type);

/// Sizes from which nothing overflows and nothing takes long: at most 2^38 padded elements, grids up to 4096.
bool plausible(const Query &query, const ChipParameters &chip);
/// The result is the operand under another shape: same layout, and no element leaves its page.
bool isView(const TensorSpec &in, const TensorSpec &out);
/// An op without a program.
Runtime nothing();
/// Cycles per tile of a unary op on the vector unit; a handful for names that are not known.
double unaryCycles(const Context &context, const std::string &op);

/// Families. Each gives nothing for an op that is not its own.
std::optional<Runtime> elementwise(const Context &context);
std::optional<Runtime> contraction(const Context &context);
std::optional<Runtime> shape(const Context &context);
std::optional<Runtime> selection(const Context &context);
std::optional<Runtime> creation(const Context &context);
std::optional<Runtime> runTime(const Context &context);
std::optional<Runtime> layout(const Context &context);
std::optional<Runtime> resharding(const Context &context);
std::optional<Runtime> window(const Context &context);
std::optional<Runtime> normalization(const Context &context);
std::optional<Runtime> attention(const Context &context);
std::optional<Runtime> heads(const Context &context);
std::optional<Runtime> cache(const Context &context);
std::optional<Runtime> collective(const Context &context);

/// One program after the other.
Runtime sequence(const Runtime &first, const Runtime &second);

} // namespace alcove::opmodel::time

#endif // ALCOVE_LIB_OPMODEL_TIME_CONTEXT_H
