//===- MeshLinks.cpp - How the chips of a mesh are connected ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/MeshLinks.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::device;

static int64_t linksBetween(const SystemDesc &system, int64_t a, int64_t b) {
  return std::count_if(system.chipChannels.begin(), system.chipChannels.end(), [&](const ChipChannel &channel) {
    return (channel.chip0 == a && channel.chip1 == b) || (channel.chip0 == b && channel.chip1 == a);
  });
}

/// `stride` = chips between neighbours of the axis.
static MeshAxis axisOf(const SystemDesc &system, int64_t chips, int64_t stride) {
  MeshAxis axis{chips, 1, false};
  if (chips == 1)
    return axis;
  int64_t least = linksBetween(system, 0, stride);
  for (int64_t i = 1; i + 1 < chips; ++i)
    least = std::min(least, linksBetween(system, i * stride, (i + 1) * stride));
  axis.ring = chips > 2 && linksBetween(system, 0, (chips - 1) * stride) > 0;
  if (least == 0) {
    axis.ring = chips > 2;
    for (const ChipChannel &channel : system.chipChannels)
      least = std::max(least, linksBetween(system, channel.chip0, channel.chip1));
  }
  bool lent = system.chip(0).arch == Arch::WormholeB0 && least == 2;
  axis.links = std::max<int64_t>(1, lent ? 1 : least);
  return axis;
}

std::vector<MeshAxis> device::meshAxesOf(const SystemDesc &system, const std::vector<int64_t> &shape) {
  std::vector<MeshAxis> axes(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    axes[axis] = axisOf(system, shape[axis], stride);
  return axes;
}
