//===- TileTimeTest.cpp - Time of tile loops by hand, by replay, by rule ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TileTime.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <random>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// 2 bytes per ns, of which a core takes 1; no costs besides.
Machine machineOf(int64_t cores) {
  Machine machine;
  machine.name = "test";
  machine.cores = cores;
  machine.localBytes = 1024;
  machine.slowGbps = 2;
  machine.coreGbps = 1;
  machine.rates.fill({1, 1});
  return machine;
}

/// for i in 4: load 8 bytes, compute 3 ns, store 4 bytes.
TimeNest stream(bool doubleBuffered) {
  TimeNest nest;
  nest.loops = {{4, true, false}};
  nest.transfers.push_back({{{8, 0, 0}}, 1, 8, 1, TimePlace::Each, false, true, true});
  nest.transfers.push_back({{{4, 0, 0}}, 1, 4, 1, TimePlace::Each, true, true, false});
  nest.works.push_back({{{3, 0, 0}}, 1, TimePlace::Each});
  nest.doubleBuffered = doubleBuffered;
  return nest;
}

bool names(const Status &status, const std::string &rule) {
  return !status.ok() && status.error().message.rfind(rule, 0) == 0;
}

/// Loops, tiles and grids at random, small enough to replay.
TimeNest randomNest(std::mt19937 &random, const Machine &machine) {
  auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
  TimeNest nest;
  size_t outer = 1 + random() % 3, panels = random() % 3;
  int64_t left = machine.cores;
  for (size_t l = 0; l < outer + panels; ++l) {
    bool inner = l >= outer, parallel = !inner && upTo(3) > 0;
    nest.loops.push_back({1 + upTo(4), parallel, inner, upTo(2) == 0});
    int64_t parts = parallel ? 1 + upTo(static_cast<int>(std::min(left, nest.loops.back().trips)) - 1) : 1;
    nest.grid.push_back(parts);
    left /= parts;
  }
  auto dims = [&](unsigned &moves) {
    std::vector<TimeDim> found(1 + upTo(2));
    for (TimeDim &dim : found) {
      dim.size = 1 + upTo(9);
      dim.loop = upTo(static_cast<int>(nest.loops.size())) - 1;
      dim.missing = dim.loop >= 0 ? upTo(static_cast<int>(dim.size) - 1) : 0;
      if (dim.loop >= 0)
        moves |= 1u << dim.loop;
    }
    return found;
  };
  for (int i = 1 + upTo(3); i-- > 0;) {
    TimeTransfer transfer;
    transfer.dims = dims(transfer.moves);
    transfer.moves |= random() & ((1u << nest.loops.size()) - 1) & random();
    transfer.store = upTo(2) == 0;
    transfer.place = static_cast<TimePlace>(upTo(2));
    if (transfer.store && transfer.place == TimePlace::First)
      transfer.place = TimePlace::Last;
    // What does not happen in every panel cannot follow the panels.
    if (transfer.place != TimePlace::Each)
      for (size_t l = outer; l < nest.loops.size(); ++l) {
        transfer.moves &= ~(1u << l);
        for (TimeDim &dim : transfer.dims)
          if (dim.loop == static_cast<int>(l))
            dim = {dim.size, -1, 0};
      }
    transfer.resident = upTo(3) > 0;
    transfer.given = upTo(1) == 0;
    transfer.elementBytes = 1 + upTo(3);
    transfer.runBytes = 1 + upTo(20);
    nest.transfers.push_back(transfer);
  }
  for (int i = upTo(2); i-- > 0;) {
    unsigned moves = 0;
    TimeWork work;
    work.dims = dims(moves);
    work.nsPerPoint = 0.25 * upTo(8);
    work.place = static_cast<TimePlace>(upTo(2));
    nest.works.push_back(work);
  }
  nest.doubleBuffered = upTo(1) == 0;
  return nest;
}

} // namespace

TEST(TileTimeTest, OneBufferIsTheSum) {
  // Four times 8 + 3 + 4.
  NestTime time = timeOf(machineOf(1), stream(false));
  EXPECT_DOUBLE_EQ(time.total, 60);
  EXPECT_DOUBLE_EQ(time.transfer, 48);
  EXPECT_DOUBLE_EQ(time.compute, 12);
  EXPECT_DOUBLE_EQ(time.bytes, 48);
}

TEST(TileTimeTest, TwoBuffersAreTheMaximumOfEachStep) {
  // 8, then max(3, 8), max(3, 12), max(3, 12), max(3, 4), then 4.
  EXPECT_DOUBLE_EQ(timeOf(machineOf(1), stream(true)).total, 48);
  TimeNest slow = stream(true);
  slow.works[0].nsPerPoint = 10;
  // 8, four computations of 30, 4.
  NestTime time = timeOf(machineOf(1), slow);
  EXPECT_DOUBLE_EQ(time.total, 132);
  EXPECT_DOUBLE_EQ(time.idle, 120 - 8 - 12 - 12 - 4);
  EXPECT_DOUBLE_EQ(time.firstLoad, 8);
}

TEST(TileTimeTest, CoresShareTheSlowMemory) {
  TimeNest nest = stream(false);
  // Two cores stream at 1 byte per ns each: half the time. Four at half a byte: no faster than two but for computing.
  nest.grid = {2};
  EXPECT_DOUBLE_EQ(timeOf(machineOf(2), nest).total, 30);
  nest.grid = {4};
  EXPECT_DOUBLE_EQ(timeOf(machineOf(4), nest).total, 27);
  EXPECT_EQ(bestGrid(machineOf(4), stream(false)), std::vector<int64_t>{4});
}

TEST(TileTimeTest, RemaindersImbalance) {
  TimeNest nest = stream(false);
  nest.loops[0].trips = 5;
  // Parts of 2, 2 and 1: three cores at 2/3 byte per ns, two steps of 12 * 1.5 + 3.
  nest.grid = {3};
  EXPECT_DOUBLE_EQ(timeOf(machineOf(4), nest).total, 42);
}

TEST(TileTimeTest, StartAndBurst) {
  Machine machine = machineOf(1);
  machine.transferStartNs = 5;
  machine.burstBytes = 16;
  // Runs of 8 and of 4 bytes both take 16: four times 5 + 16 + 3 + 5 + 16.
  EXPECT_DOUBLE_EQ(timeOf(machine, stream(false)).total, 180);
}

TEST(TileTimeTest, SharedOperandsComeOnceWithMulticast) {
  Machine machine = machineOf(4);
  TimeNest nest;
  nest.loops = {{4, true, false}};
  nest.transfers.push_back({{{8, -1, 0}}, 1, 8, 0, TimePlace::Each, false, true, true});
  nest.grid = {4};
  // Each core loads its own at half a byte per ns, or all of them one at 1 byte per ns.
  EXPECT_DOUBLE_EQ(timeOf(machine, nest).total, 16);
  EXPECT_DOUBLE_EQ(timeOf(machine, nest).bytes, 32);
  machine.multicast = true;
  EXPECT_DOUBLE_EQ(timeOf(machine, nest).total, 8);
  EXPECT_DOUBLE_EQ(timeOf(machine, nest).bytes, 8);
}

TEST(TileTimeTest, PanelsLoadEachStepAndStoreOnce) {
  TimeNest nest;
  nest.loops = {{2, true, false}, {3, false, true}};
  nest.transfers.push_back({{{8, 1, 6}}, 1, 8, 3, TimePlace::Each, false, true, true});
  nest.transfers.push_back({{{4, 0, 0}}, 1, 4, 1, TimePlace::Last, true, true, false});
  // Twice 8 + 8 + 2 + 4.
  EXPECT_DOUBLE_EQ(timeOf(machineOf(1), nest).total, 44);
}

TEST(TileTimeTest, WhatStaysIsLoadedAgainForAPeeledTile) {
  TimeNest nest;
  nest.loops = {{3, false, false}, {4, false, false, true}};
  nest.transfers.push_back({{{8, -1, 0}}, 1, 8, 0, TimePlace::Each, false, true, true});
  // Once for three iterations and once for the fourth, in each of three turns.
  EXPECT_DOUBLE_EQ(timeOf(machineOf(1), nest).bytes, 48);
  EXPECT_TRUE(verify(machineOf(1), nest, timeOf(machineOf(1), nest)).ok());
  nest.loops[1].peeled = false;
  EXPECT_DOUBLE_EQ(timeOf(machineOf(1), nest).bytes, 8);
}

TEST(TileTimeTest, FirstLoadsHideBehindTheNestBefore) {
  ScheduledNest first, second;
  first.time.total = 100;
  first.time.idle = 30;
  first.doubleBuffered = second.doubleBuffered = true;
  first.freeBytes = 64;
  second.time.total = 50;
  second.time.firstLoad = 20;
  second.time.firstBytes = 64;
  EXPECT_DOUBLE_EQ(timeOfSequence({first, second}), 130);
  first.time.idle = 10;
  EXPECT_DOUBLE_EQ(timeOfSequence({first, second}), 140);
  first.freeBytes = 63;
  EXPECT_DOUBLE_EQ(timeOfSequence({first, second}), 150);
}

TEST(TileTimeTest, ClosedFormIsTheReplay) {
  std::mt19937 random(1);
  for (int i = 0; i < 4000; ++i) {
    Machine machine = machineOf(1 + static_cast<int64_t>(random() % 6));
    machine.multicast = random() % 2;
    machine.transferStartNs = static_cast<double>(random() % 3);
    machine.burstBytes = 1 + static_cast<Bytes>(random() % 7);
    TimeNest nest = randomNest(random, machine);
    ASSERT_TRUE(check(machine, nest).ok()) << check(machine, nest).error().message;
    Status status = verify(machine, nest, timeOf(machine, nest));
    ASSERT_TRUE(status.ok()) << i << ": " << status.error().message;
  }
}

TEST(TileTimeTest, MoreNeverCostsTime) {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    Machine machine = machineOf(1 + static_cast<int64_t>(random() % 6));
    TimeNest nest = randomNest(random, machine);
    nest.grid = bestGrid(machine, nest);
    double before = timeOf(machine, nest).total;
    Machine faster = machine, wider = machine;
    faster.slowGbps *= 1.5;
    faster.coreGbps *= 1.5;
    EXPECT_LE(timeOf(faster, nest).total, before * (1 + 1e-12));
    wider.cores += 1 + static_cast<int64_t>(random() % 4);
    nest.grid = bestGrid(wider, nest);
    EXPECT_LE(timeOf(wider, nest).total, before * (1 + 1e-12));
    nest.doubleBuffered = true;
    double two = timeOf(wider, nest).total;
    nest.doubleBuffered = false;
    EXPECT_LE(two, timeOf(wider, nest).total * (1 + 1e-12));
  }
}

TEST(TileTimeTest, TMV1_ForgedTimesAreRefused) {
  for (bool two : {false, true}) {
    NestTime time = timeOf(machineOf(1), stream(two));
    ASSERT_TRUE(verify(machineOf(1), stream(two), time).ok());
    for (double NestTime::*member : {&NestTime::total, &NestTime::transfer, &NestTime::compute}) {
      NestTime forged = time;
      forged.*member -= 1;
      EXPECT_TRUE(names(verify(machineOf(1), stream(two), forged), "TM-V1"));
    }
  }
}

TEST(TileTimeTest, TMV2_ForgedBytesAndCoresAreRefused) {
  NestTime time = timeOf(machineOf(1), stream(false));
  NestTime forged = time;
  forged.bytes -= 1;
  EXPECT_TRUE(names(verify(machineOf(1), stream(false), forged), "TM-V2"));
  forged = time;
  forged.cores = 2;
  EXPECT_TRUE(names(verify(machineOf(1), stream(false), forged), "TM-V2"));
}

TEST(TileTimeTest, TMN1_LoopsAndGridsInRange) {
  auto broken = [](const std::function<void(TimeNest &)> &change) {
    TimeNest nest = stream(false);
    nest.grid = {1};
    change(nest);
    return check(machineOf(2), nest);
  };
  EXPECT_TRUE(broken([](TimeNest &) {}).ok());
  EXPECT_TRUE(names(broken([](TimeNest &n) { n.loops[0].trips = 0; }), "TM-N1"));
  EXPECT_TRUE(names(broken([](TimeNest &n) { n.grid = {1, 1}; }), "TM-N1"));
  EXPECT_TRUE(names(broken([](TimeNest &n) { n.grid = {5}; }), "TM-N1"));
  EXPECT_TRUE(names(broken([](TimeNest &n) { n.grid = {3}; }), "TM-N1"));
  EXPECT_TRUE(names(broken([](TimeNest &n) {
                      n.grid = {2};
                      n.loops[0].parallel = false;
                    }),
                    "TM-N1"));
  EXPECT_TRUE(names(broken([](TimeNest &n) {
                      n.loops = {{2, false, true}, {2, true, false}};
                      n.grid = {1, 1};
                    }),
                    "TM-N1"));
  EXPECT_TRUE(names(broken([](TimeNest &n) {
                      n.loops.assign(mostTimeLoops + 1, {1, true, false});
                      n.grid.clear();
                    }),
                    "TM-N1"));
}

TEST(TileTimeTest, TMN2_DimensionsFollowLoopsThatExist) {
  TimeNest nest = stream(false);
  nest.transfers[0].dims[0].loop = 1;
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N2"));
  nest = stream(false);
  nest.transfers[0].moves = 2;
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N2"));
  nest.transfers[0].moves = 0;
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N2"));
  nest = stream(false);
  nest.transfers[1].place = TimePlace::First;
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N2"));
}

TEST(TileTimeTest, TMN3_SizesAreFinite) {
  TimeNest nest = stream(false);
  nest.transfers[0].dims[0].missing = 9;
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N3"));
  nest = stream(false);
  nest.transfers[0].elementBytes = -1;
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N3"));
  nest = stream(false);
  nest.works[0].nsPerPoint = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(names(check(machineOf(1), nest), "TM-N3"));
}

namespace {

Status machineWith(const std::function<void(Machine &)> &change) {
  Machine machine = machineOf(2);
  change(machine);
  return check(machine);
}

} // namespace

TEST(MachineTest, TMM1_CoresAndMemory) {
  EXPECT_TRUE(machineWith([](Machine &) {}).ok());
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.cores = 0; }), "TM-M1: cores is 0"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.cores = 1 << 20; }), "TM-M1"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.localBytes = -1; }), "TM-M1: local_bytes is -1"));
}

TEST(MachineTest, TMM2_Bandwidths) {
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.slowGbps = 0; }), "TM-M2: slow_gbps"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.coreGbps = std::numeric_limits<double>::quiet_NaN(); }), "TM-M2"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.coreGbps = 3; }), "TM-M2: core_gbps is 3, slow_gbps is 2"));
}

TEST(MachineTest, TMM3_StartAndBurst) {
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.transferStartNs = -1; }), "TM-M3: transfer_start_ns"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.burstBytes = 0; }), "TM-M3: burst_bytes"));
}

TEST(MachineTest, TMM4_Rates) {
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.rates[2].macsPerNs = 0; }), "TM-M4: rates.f16.macs_per_ns"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.rates[0].vectorOpsPerNs = -1; }), "TM-M4: rates.i8.vector_ops"));
}

TEST(MachineTest, TMM5_Classes) {
  EXPECT_TRUE(machineWith([](Machine &m) { m.classBytes = {{"conv", 512}, {"group", 1024}}; }).ok());
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.classBytes = {{"dsp", 512}}; }), "TM-M5: class_bytes.dsp"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.classBytes = {{"conv", 1}, {"conv", 2}}; }), "TM-M5"));
  EXPECT_TRUE(names(machineWith([](Machine &m) { m.classBytes = {{"conv", 0}}; }), "TM-M5"));
}
