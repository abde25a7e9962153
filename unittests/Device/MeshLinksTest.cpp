//===- MeshLinksTest.cpp - Links and rings of public machines -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/MeshLinks.h"

#include <gtest/gtest.h>

using namespace alcove::device;

namespace {

std::vector<MeshAxis> axesOf(const char *preset, std::vector<int64_t> shape) {
  const SystemDesc *system = findPreset(preset);
  EXPECT_NE(system, nullptr) << preset;
  return system ? meshAxesOf(*system, shape) : std::vector<MeshAxis>(shape.size());
}

TEST(MeshLinks, TwoChipsOfACardKeepOneLink) {
  std::vector<MeshAxis> axes = axesOf("wormhole-n300", {1, 2});
  EXPECT_EQ(axes[0].chips, 1);
  EXPECT_EQ(axes[1].chips, 2);
  EXPECT_EQ(axes[1].links, 1);
  EXPECT_FALSE(axes[1].ring);
}

TEST(MeshLinks, TheBoxOfEightIsALineByRowsAndARingAroundItsEdge) {
  std::vector<MeshAxis> axes = axesOf("wormhole-t3000", {2, 4});
  EXPECT_EQ(axes[0].links, 1);
  EXPECT_EQ(axes[1].links, 1);
  EXPECT_FALSE(axes[1].ring);
  std::vector<MeshAxis> edge = axesOf("wormhole-t3000", {1, 8});
  EXPECT_EQ(edge[1].chips, 8);
  EXPECT_TRUE(edge[1].ring);
  EXPECT_EQ(edge[1].links, 1);
}

TEST(MeshLinks, CardsOfBlackholeKeepAllLinks) {
  EXPECT_EQ(axesOf("blackhole-p150-x2", {1, 2})[1].links, 4);
  EXPECT_EQ(axesOf("blackhole-p150-x8", {2, 4})[1].links, 2);
  std::vector<MeshAxis> around = axesOf("blackhole-p150-x4", {1, 4});
  EXPECT_TRUE(around[1].ring);
  EXPECT_EQ(around[1].links, 4);
}

TEST(MeshLinks, AMockMeshHasOneLinkBetweenNeighbours) {
  alcove::Result<SystemDesc> mesh = replicateChip(*findPreset("blackhole-p150"), 2, 4);
  ASSERT_TRUE(mesh.ok());
  for (const MeshAxis &axis : meshAxesOf(*mesh, {2, 4})) {
    EXPECT_EQ(axis.links, 1);
    EXPECT_FALSE(axis.ring);
  }
}

} // namespace
