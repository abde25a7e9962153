//===- CollectiveTest.cpp - Times of ops between chips ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Laws that hold for any constants, and the shape of the law against published figures that no test may move with the
// constants: bytes of the busiest hop over the wire, what a reduction is made of, the step of the direct scatter.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeParameters.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Line {
  int64_t chips = 8, links = 1;
  const char *topology = "linear";
};

/// `rows` rows of tiles, one tile wide, in DRAM or L1.
Query between(const char *op, int64_t tiles, const Line &line, device::BufferType place = device::BufferType::DRAM) {
  Query query;
  query.op = op;
  TensorSpec in{{1, 1, tiles * 32, 32}, {}};
  in.layout.bufferType = place;
  query.inputs = {in};
  TensorSpec out = in;
  if (query.op == "all_gather")
    out.shape[2] *= line.chips;
  else if (query.op == "reduce_scatter")
    out.shape[2] = std::max<int64_t>(32, out.shape[2] / line.chips);
  query.outputs = {{out.shape, out.layout.dataType, out.layout}};
  query.attributes["ring_size"] = line.chips;
  query.attributes["num_links"] = line.links;
  query.attributes["topology"] = std::string(line.topology);
  return query;
}

double us(const Query &query, Arch arch = Arch::WormholeB0) {
  ChipParameters chip;
  chip.arch = arch;
  std::optional<Runtime> runtime = estimateRuntime(query, chip, timeParameters(arch));
  EXPECT_TRUE(runtime.has_value()) << query.op;
  return runtime ? runtime->totalNs / 1000 : 0;
}

constexpr int64_t tilesOf1MiB = 512;

TEST(Collective, AReductionIsAScatterAndAGatherOfItsPieces) {
  for (const char *topology : {"linear", "ring"})
    for (int64_t chips : {2, 4, 8})
      for (int64_t tiles : {64, 4096}) {
        Line line{chips, 1, topology};
        double parts = us(between("reduce_scatter", tiles, line)) + us(between("all_gather", tiles / chips, line));
        EXPECT_NEAR(us(between("all_reduce", tiles, line)), parts, 1e-3 * parts) << topology << chips;
      }
}

TEST(Collective, BytesOfTheBusiestHopOverTheWireAreALowerBound) {
  // 64 MiB over one link of 12.5 B/ns: 7/8 of them pass the busiest hop of a line, half of that on a ring.
  int64_t tiles = 64 * tilesOf1MiB;
  double wire = 64 * 1048576.0 * 7 / 8 / 12.5 / 1000;
  EXPECT_GE(us(between("reduce_scatter", tiles, {})), wire);
  EXPECT_LE(us(between("reduce_scatter", tiles, {})), 1.6 * wire);
  double ring = us(between("reduce_scatter", tiles, {8, 1, "ring"}));
  EXPECT_GE(ring, wire / 2);
  EXPECT_LE(ring, 1.7 * wire / 2);
  // Every piece of one half is for the other half: 4 x 4 / 8 of the bytes of a chip.
  EXPECT_GE(us(between("all_to_all", tiles, {})), 64 * 1048576.0 * 2 / 12.5 / 1000);
}

TEST(Collective, PublishedTimesAreMetAsTheirSeriesAre) {
  // tt-metal, tech_reports/CCLs/results, 2026-09: a median row of three series each, and a wide margin.
  EXPECT_NEAR(us(between("all_gather", 512, {8})), 644.66, 0.1 * 644.66);
  EXPECT_NEAR(us(between("all_reduce", 256, {2})), 90.43, 0.1 * 90.43);
  EXPECT_NEAR(us(between("all_gather", 64, {8, 2, "ring"}), Arch::Blackhole), 23.41, 0.15 * 23.41);
}

TEST(Collective, ASmallScatterOnARingIsDearerThanALargerOne) {
  Line ring{8, 1, "ring"};
  EXPECT_GT(us(between("reduce_scatter", tilesOf1MiB / 2, ring)),
            us(between("reduce_scatter", tilesOf1MiB / 2 + 16, ring)));
  Line line{8, 1, "linear"};
  EXPECT_LT(us(between("reduce_scatter", tilesOf1MiB / 2, line)),
            us(between("reduce_scatter", tilesOf1MiB / 2 + 16, line)));
}

TEST(Collective, MoreBytesChipsAndFewerLinksNeverTakeLess) {
  for (const char *op : {"all_gather", "all_to_all", "all_reduce", "collective_broadcast"})
    for (Arch arch : {Arch::WormholeB0, Arch::Blackhole}) {
      EXPECT_LT(us(between(op, 1024, {4}), arch), us(between(op, 2048, {4}), arch)) << op;
      EXPECT_LT(us(between(op, 1024, {4}), arch), us(between(op, 1024, {8}), arch)) << op;
      EXPECT_LT(us(between(op, 4096, {4, 2}), arch), us(between(op, 4096, {4, 1}), arch)) << op;
    }
}

TEST(Collective, KernelsForDecodingWinWhereTensorsAreSmall) {
  auto decode = [](Query query) {
    query.attributes["kernel"] = std::string("decode");
    return query;
  };
  Line ring{8, 4, "ring"};
  Query small = between("all_reduce", 64, ring, device::BufferType::L1), large = between("all_reduce", 16384, ring);
  EXPECT_LT(us(decode(small)), us(small) / 2);
  EXPECT_GT(us(decode(large)), us(large));
}

TEST(Collective, PiecesThatAreNoWholeTilesGoAnotherWay) {
  Query whole = between("all_gather", 64, {4});
  whole.attributes["all_gather_dim"] = int64_t{2};
  Query cut = whole;
  cut.inputs[0].shape = {1, 1, 64 * 32 - 16, 32};
  EXPECT_GT(us(cut), 3 * us(whole));
  cut.attributes["all_gather_dim"] = int64_t{1};
  EXPECT_LT(us(cut), 1.01 * us(whole));
  Query scatter = between("reduce_scatter", 6, {4});
  Query aligned = between("reduce_scatter", 8, {4});
  for (Query *query : {&scatter, &aligned})
    query->attributes["scatter_dim"] = int64_t{2};
  EXPECT_GT(us(scatter), 3 * us(aligned));
}

TEST(Collective, APermutationIsOneSendAfterTheOther) {
  Query one = between("collective_permute", 64, {4}), three = one;
  one.attributes["source_target_pairs"] = std::vector<int64_t>{0, 1};
  three.attributes["source_target_pairs"] = std::vector<int64_t>{0, 1, 1, 2, 2, 3};
  EXPECT_NEAR(us(three), 3 * us(one), 1e-6);
  EXPECT_NEAR(us(one), us(between("point_to_point", 64, {4})), 1e-6);
}

} // namespace
