//===- DeviceDesc.cpp - One device over many chips -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DeviceDesc.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::device {

int64_t WorkerGrid::volume() const {
  int64_t product = 1;
  for (int64_t side : shape)
    if (mulOverflow(product, side, product))
      return INT64_MAX;
  return product;
}

Status forEachPosition(const std::vector<int64_t> &shape,
                       const std::function<Status(const std::vector<int64_t> &)> &visit) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t side) { return side < 1; }))
    return Status();
  std::vector<int64_t> position(shape.size(), 0);
  while (true) {
    ALCOVE_RETURN_IF_ERROR(visit(position));
    size_t i = shape.size();
    while (i-- > 0) {
      if (++position[i] < shape[i])
        break;
      position[i] = 0;
    }
    if (i == SIZE_MAX)
      return Status();
  }
}

Result<PhysicalCore> coreAt(const WorkerGrid &grid, const std::vector<int64_t> &position) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> core, grid.virtualToPhysical.evaluate(position));
  if (core.size() != 3)
    return Error{fmt::format("{} has {} results, not 3", grid.virtualToPhysical.str(), core.size())};
  return PhysicalCore{core[0], core[1], core[2]};
}

Result<std::vector<int64_t>> positionOf(const WorkerGrid &grid, const PhysicalCore &core) {
  return grid.physicalToVirtual.evaluate(std::array{core.chip, core.y, core.x});
}

bool isSpmd(const DeviceDesc &device) {
  const AffineMap &map = device.workerGrid.virtualToPhysical;
  return device.chipIds.size() > 1 && map.numResults() == 3 && map.results()[0].isConstant(0);
}

const char *toString(Topology topology) {
  static constexpr const char *names[] = {"ring", "linear", "mesh", "torus", "disabled"};
  return names[static_cast<int>(topology)];
}

std::string gridAttributeText(const WorkerGrid &grid) {
  std::string text = fmt::format("#ttcore.grid<{}", fmt::join(grid.shape, "x"));
  // Dumps before May 2026 have the forward map alone.
  if (!grid.virtualToPhysical.empty() && grid.physicalToVirtual.empty())
    text += ", " + grid.virtualToPhysical.str();
  else if (!grid.virtualToPhysical.empty())
    text += fmt::format(", virt_to_physical_map = {}, physical_to_virt_map = {}", grid.virtualToPhysical.str(),
                        grid.physicalToVirtual.str());
  return text + ">";
}

std::string deviceAttributeText(const DeviceDesc &device) {
  std::string text =
      fmt::format("<workerGrid = {}, dramGrid = #ttcore.grid<{}>, l1Map = {}, dramMap = {}, meshShape = "
                  "{}, chipIds = [{}]",
                  gridAttributeText(device.workerGrid), fmt::join(device.dramGrid, "x"), device.l1Map.str(),
                  device.dramMap.str(), fmt::join(device.meshShape, "x"), fmt::join(device.chipIds, ", "));
  if (!device.meshTopology.empty()) {
    text += ", meshTopology = [";
    for (size_t i = 0; i < device.meshTopology.size(); ++i)
      text += fmt::format("{}{}", i ? ", " : "", toString(device.meshTopology[i]));
    text += "]";
  }
  return text + ">";
}

} // namespace alcove::device
