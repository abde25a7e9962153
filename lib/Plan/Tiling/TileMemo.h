//===- TileMemo.h - What bodies of loops hold and move, remembered ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the body of a tile holds and moves depends on no memory and on no price. Searches with half of the memory, and
// with prices that let traffic decide, ask for most tiles again:
//
//   memory     prices    tile (64, 96)
//   512 KiB    cost      body built, its sums remembered          priced
//   512 KiB    traffic   remembered                               priced anew
//   256 KiB    cost      remembered; does not fit with all that stays: the other footprint, priced anew
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_TILEMEMO_H
#define ALCOVE_LIB_PLAN_TILING_TILEMEMO_H

#include "alcove/Plan/Tiling/Solution.h"

#include <boost/container_hash/hash.hpp>

#include <array>
#include <string>
#include <unordered_map>

namespace alcove::plan::tiling {

/// Loops of one nest that may be tiled at a time.
inline constexpr unsigned maxTiledLoops = 6;

/// Bytes and contiguous runs of all transfers.
struct MovedSums {
  double traffic = 0;
  double runs = 0;
};

/// One order of the loops of a body.
struct OrderSums {
  /// Loops of the root, the outermost first.
  std::array<unsigned char, maxTiledLoops> order{};
  unsigned char loops = 0;
  /// The last tile of some loop is smaller and runs in a loop of its own.
  bool ragged = false;
  /// With all that may stay, and with nothing. The second of both: with the thinnest strips; all memory where there are
  /// none.
  Bytes whole[2] = {}, inStrips[2] = {};
  MovedSums stays, again;
  /// Where all stays, and no last tile is smaller.
  MovedSums even;
};

/// The body for one tile. Not built: it cannot be.
struct BodySums {
  bool built = false;
  /// Overlapping tiles of one tensor were made one.
  bool joined = false;
  TilesOfOne tilesOfOne = TilesOfOne::AsFound;
  double tiles = 0, steps = 0, operations = 0, remainders = 0, moved = 0;
  /// Of sums that begin as a fill: in strips the first of them are not loaded.
  double begun = 0;
  std::vector<OrderSums> orders;
};

/// One for each way to join tiles that was asked for.
using SumsOfTile = std::vector<BodySums>;

/// Of all structures together at most `most` tiles: 400 B or so each.
class TileMemo {
public:
  static constexpr size_t most = size_t(1) << 19;

  class OfStructure {
  public:
    /// What is known for `key`, cores and tile, empty where nothing is; null when there is no more room.
    SumsOfTile *find(std::vector<int64_t> key) {
      if (*tiles >= most) {
        auto found = known.find(key);
        return found == known.end() ? nullptr : &found->second;
      }
      auto [found, fresh] = known.try_emplace(std::move(key));
      *tiles += fresh ? 1 : 0;
      return &found->second;
    }

  private:
    friend class TileMemo;
    std::unordered_map<std::vector<int64_t>, SumsOfTile, boost::hash<std::vector<int64_t>>> known;
    size_t *tiles = nullptr;
  };

  OfStructure &of(const std::string &structure) {
    OfStructure &own = known[structure];
    own.tiles = &tiles;
    return own;
  }

private:
  std::unordered_map<std::string, OfStructure> known;
  size_t tiles = 0;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_TILEMEMO_H
