//===- Picture.h - A device, or a layout on it, to look at -*- C++ -*- ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   chip 0 (id 0, 0x0x0x0), 2 x 2 workers          height-sharded in 3 shards on a 2x2 device: the number is the shard,
//          x0  x1                                  `.` a core of the device that holds none, `-` a core outside the
//     y0    0   1                                  device, `(2)` a shard that holds padding only, `5p` five pages.
//     y1    2   .
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_PICTURE_H
#define ALCOVE_DEVICE_PICTURE_H

#include "alcove/Device/DeviceDesc.h"
#include "alcove/Device/TensorPlacement.h"

#include <string>
#include <vector>

namespace alcove::device {

/// One core or DRAM channel of a picture.
struct PictureCell {
  bool inDevice = false;
  int64_t shard = -1;  ///< number of what it holds, for the colour; -1 = nothing
  std::string label;   ///< `.`, `-`, a grid position, a shard or a page count
  std::string tooltip; ///< what it holds, in words
};

struct PictureChip {
  std::string title;
  int64_t rows = 0, cols = 0;
  std::vector<PictureCell> cells;    ///< row-major
  std::vector<PictureCell> channels; ///< DRAM; empty unless the layout lies there
};

/// Cells that a picture may have, over all chips.
constexpr int64_t maxPictureCells = int64_t(1) << 18;

/// The chips of `device`. Without a placement cells carry their grid position; with one, what they hold.
Result<std::vector<PictureChip>> drawChips(const DeviceDesc &device, const SystemDesc &system,
                                           const TensorPlacement *placement = nullptr);
/// The picture as monospaced text, chip below chip.
std::string textPicture(const std::vector<PictureChip> &chips);
/// The picture as a stand-alone SVG, chips in rows of the mesh, `caption` above them.
std::string svgPicture(const std::vector<PictureChip> &chips, const DeviceDesc &device, const std::string &caption);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_PICTURE_H
