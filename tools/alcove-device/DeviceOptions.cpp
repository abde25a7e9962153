//===- DeviceOptions.cpp - A device from the command line ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::device;

void device_tool::DeviceOptions::addTo(CLI::App &command) {
  command.add_option("system", system, "Preset, or file of a system descriptor")->required();
  command.add_option("--mesh", mesh, "Mesh of chips, e.g. 2x4 (default: how the chips lie)");
  command.add_option("--chips", chips,
                     "Chip ids in row-major order of the mesh, e.g. 4,5,6,7 (default: the first ones)");
  command.add_flag("--one-grid", oneGrid, "One grid over all chips; otherwise every chip has the same grid (SPMD)");
  command.add_option("--grid", grids, "Reinterpret the grid: transpose, skew, or a shape as 1x64; may be repeated");
}

// Numbers separated by `separator`.
static Result<std::vector<int64_t>> numbers(const std::string &text, char separator, const char *option) {
  std::vector<int64_t> list;
  const char *at = text.data(), *end = at + text.size();
  while (at != end) {
    int64_t number = 0;
    auto [next, failure] = std::from_chars(at, end, number);
    if (failure != std::errc() || (next != end && (*next != separator || next + 1 == end)))
      return Error{fmt::format("{}: '{}' is not a list of numbers separated by '{}'", option, text, separator)};
    list.push_back(number);
    at = next == end ? end : next + 1;
  }
  return list;
}

Result<DeviceDesc> device_tool::DeviceOptions::build(SystemDesc &into) const {
  ALCOVE_ASSIGN_OR_RETURN(into, loadSystemDesc(system));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> chipIds, numbers(chips, ',', "--chips"));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> shape, numbers(mesh, 'x', "--mesh"));
  if (shape.empty() && chipIds.empty()) {
    if (auto lying = meshOfChipCoords(into))
      shape = {lying->first, lying->second};
    else
      shape = {1, into.numChips()};
  } else if (shape.empty()) {
    shape = {1, std::ssize(chipIds)};
  }
  // One chip has no mesh, as tt-mlir prints it.
  if (std::all_of(shape.begin(), shape.end(), [](int64_t side) { return side == 1; }))
    shape.clear();
  bool spmd = !oneGrid && into.numChips() > 1;
  ALCOVE_ASSIGN_OR_RETURN(DeviceDesc device,
                          spmd ? buildSpmdDevice(into, shape, chipIds) : buildDevice(into, shape, chipIds));
  for (const std::string &grid : grids) {
    if (grid == "transpose") {
      ALCOVE_ASSIGN_OR_RETURN(device, transposeGrid(device, into));
    } else if (grid == "skew") {
      ALCOVE_ASSIGN_OR_RETURN(device, skewGrid(device, into));
    } else {
      ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> sides, numbers(grid, 'x', "--grid"));
      ALCOVE_ASSIGN_OR_RETURN(device, reshapeGrid(device, into, sides));
    }
  }
  return device;
}
