//===- ExecutionTest.cpp - Pictures of programs in memory -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One core has 1000 B of L1, alignment 1, unless a test says otherwise.
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/Execution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;
using Kind = L1Event::Kind;
using testing::HasSubstr;

namespace {

/// Builds a program line by line.
class MemoryExecutionTest : public testing::Test {
protected:
  MemoryExecutionTest() {
    chip.l1Bytes = 1000;
    chip.l1Alignment = 1;
    chip.dramBytes = 10000;
    chip.dramAlignment = 1;
    program.name = "f";
  }

  TensorId tensor(Bytes bytes, Space space = Space::L1) {
    program.tensors.push_back({"%" + std::to_string(program.tensors.size()), space, bytes});
    return static_cast<TensorId>(program.tensors.size() - 1);
  }
  TensorId argument(Bytes bytes, Space space = Space::L1) {
    program.entry.push_back(tensor(bytes, space));
    return program.entry.back();
  }
  TensorId at(Bytes address, Bytes bytes) {
    TensorId id = tensor(bytes);
    program.tensors[id].address = address;
    return id;
  }
  TensorId viewOf(TensorId of) {
    TensorId id = tensor(program.tensors[of].bytes, program.tensors[of].space);
    program.tensors[id].aliasOf = of;
    return id;
  }

  /// An op that allocates its results, then claims `circular` bytes of circular buffers.
  Instruction &op(const char *name, std::vector<TensorId> reads, std::vector<TensorId> results, Bytes circular = 0) {
    Instruction instruction;
    instruction.op = name;
    instruction.reads = std::move(reads);
    instruction.results = results;
    for (TensorId id : results)
      if (program.tensors[id].aliasOf == noTensor && program.tensors[id].space == Space::L1) {
        instruction.events.push_back({Kind::Allocate, program.tensors[id].bytes});
        instruction.totalPeakBytes += program.tensors[id].bytes;
      }
    if (circular > 0)
      instruction.events.push_back({Kind::CircularBuffers, circular});
    instruction.totalPeakBytes += circular;
    program.instructions.push_back(std::move(instruction));
    return program.instructions.back();
  }
  void dealloc(TensorId id, bool force = false) {
    Instruction instruction;
    instruction.kind = Instruction::Kind::Deallocate;
    instruction.op = "deallocate";
    instruction.reads = {id};
    instruction.force = force;
    program.instructions.push_back(std::move(instruction));
  }
  void returns(std::vector<TensorId> ids) {
    Instruction instruction;
    instruction.kind = Instruction::Kind::Return;
    instruction.op = "return";
    instruction.reads = std::move(ids);
    program.instructions.push_back(std::move(instruction));
  }

  Report run() {
    Result<Report> report = execute(program, chip, limits);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report.ok() ? *report : Report();
  }
  /// The rules broken, in order, separated by blanks.
  static std::string rules(const Report &report) {
    std::string text;
    for (const Violation &violation : report.violations)
      text += (text.empty() ? "" : " ") + std::string(violation.rule);
    return text;
  }
  static Range placeOf(const Report &report, TensorId tensor) {
    for (const Residence &residence : report.residences)
      if (residence.tensor == tensor)
        return residence.range;
    return {-1, -1};
  }

  Chip chip;
  Limits limits;
  Program program;
};

} // namespace

TEST_F(MemoryExecutionTest, PictureOfTheHeader) {
  TensorId a = argument(200), b = argument(200), sum = tensor(200);
  op("add", {a, b}, {sum}, 200);
  dealloc(b);
  dealloc(a);
  returns({sum});
  Report report = run();
  EXPECT_EQ(rules(report), "");
  EXPECT_EQ(placeOf(report, a), (Range{800, 1000}));
  EXPECT_EQ(placeOf(report, b), (Range{600, 800}));
  EXPECT_EQ(placeOf(report, sum), (Range{400, 600}));
  EXPECT_EQ(report.peakL1Bytes, 800);
  EXPECT_EQ(report.peakExtent, 800);
  EXPECT_EQ(report.fragmentation(), 0);
  ASSERT_EQ(report.steps.size(), 1u);
  EXPECT_EQ(report.steps[0].lowestAddress, 400);
  EXPECT_EQ(report.steps[0].circularBufferBytes, 200);
  EXPECT_EQ(report.steps[0].liveL1Bytes, 400);
}

// A hole between two tensors: 600 B are live, 800 lie between the lowest address and the top.
TEST_F(MemoryExecutionTest, FragmentationIsTheExtentThatHoldsNothing) {
  TensorId a = argument(200), b = argument(200), c = tensor(400), d = tensor(0);
  op("x", {a, b}, {c});
  dealloc(b);
  op("y", {a, c}, {d}, 200);
  dealloc(a);
  dealloc(c);
  returns({});
  Report report = run();
  EXPECT_EQ(rules(report), "");
  EXPECT_EQ(report.peakL1Bytes, 800); // at x, and again at y: 600 + 200
  EXPECT_EQ(report.peakExtent, 1000); // at y: 800 + 200
  EXPECT_DOUBLE_EQ(report.fragmentation(), 0.2);
}

// What is free for a program ends at the lowest live byte: a hole above it is none.
TEST_F(MemoryExecutionTest, LiveExtentReachesFromTheLowestByteToTheEnd) {
  Execution execution("holes", chip, limits);
  TensorId a = execution.addTensor({"a", Space::L1, 200}), b = execution.addTensor({"b", Space::L1, 300});
  EXPECT_EQ(execution.liveL1Extent(), 0);
  execution.enter(a);
  execution.enter(b);
  EXPECT_EQ(execution.liveL1Extent(), 500);
  Instruction dealloc;
  dealloc.kind = Instruction::Kind::Deallocate;
  dealloc.op = "deallocate";
  dealloc.reads = {a};
  execution.run(dealloc);
  EXPECT_EQ(execution.liveL1Extent(), 500); // 300 B are live
  dealloc.reads = {b};
  execution.run(dealloc);
  EXPECT_EQ(execution.liveL1Extent(), 0);
}

TEST_F(MemoryExecutionTest, MEM1_SumsExceedTheCore) {
  TensorId a = argument(600), b = tensor(300);
  op("relu", {a}, {b}, 101);
  dealloc(a);
  returns({b});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-1"); // and not MEM-9 for the same bytes
  EXPECT_EQ(report.violations[0].message,
            "needs 401 B of L1 per core for itself beside 600 B of live tensors, 1000 B are usable");
  EXPECT_EQ(report.peakSumBytes, 1001);
}

TEST_F(MemoryExecutionTest, MEM1_ExactlyFull) {
  TensorId a = argument(600), b = tensor(300);
  op("relu", {a}, {b}, 100);
  dealloc(a);
  returns({b});
  EXPECT_EQ(rules(run()), "");
}

TEST_F(MemoryExecutionTest, MEM3_ReadAfterFreeNamesWhoHasTheBytes) {
  TensorId a = argument(200), b = tensor(200), c = tensor(100);
  dealloc(a);
  op("make", {}, {b});
  op("read", {a}, {c});
  dealloc(b);
  returns({c});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-3");
  EXPECT_EQ(report.violations[0].message,
            "operand 0 was deallocated before: %0 lay at [800, 1000), of which [800, 1000) belongs to %1 [800, 1000) "
            "now");
  EXPECT_EQ(report.violations[0].step, 2);
  EXPECT_EQ(report.violations[0].other, b);
}

TEST_F(MemoryExecutionTest, MEM4_FreedTwice) {
  TensorId a = argument(200);
  dealloc(a);
  dealloc(a);
  EXPECT_EQ(rules(run()), "MEM-4");
}

TEST_F(MemoryExecutionTest, MEM5_ReturnsWhatIsFreed) {
  TensorId a = argument(200);
  dealloc(a);
  returns({a});
  EXPECT_EQ(rules(run()), "MEM-5");
}

// 600 B are free, 300 above and 300 below %1: a result of 400 finds no place.
TEST_F(MemoryExecutionTest, MEM8_FreeBytesInTwoPieces) {
  TensorId a = argument(300), b = argument(400), c = tensor(400);
  dealloc(a);
  op("x", {b}, {c});
  dealloc(b);
  returns({c});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-8");
  EXPECT_EQ(report.violations[0].message, "finds no place for %2 of 400 B: 600 B of L1 per core are free, the largest "
                                          "free range is [0, 300) (300 B)");
  EXPECT_EQ(report.violations[0].live.size(), 1u);
}

TEST_F(MemoryExecutionTest, MEM8_ATemporaryNeedsAPlaceToo) {
  TensorId a = argument(300), b = argument(400), c = tensor(100);
  dealloc(a);
  Instruction &x = op("x", {b}, {c});
  x.events = {{Kind::Allocate, 310}, {Kind::Allocate, 100}, {Kind::Release, 310}};
  dealloc(b);
  returns({c});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-8");
  EXPECT_THAT(report.violations[0].message, HasSubstr("a temporary of 310 B"));
}

// %1 lies at [300, 700) below a hole: circular buffers of 400 fit the free 600 B, but reach into %1.
TEST_F(MemoryExecutionTest, MEM9_CircularBuffersReachALiveTensor) {
  TensorId a = argument(300), b = argument(400), c = tensor(0);
  program.tensors[b].cores = {{2, 1, 3, 1}};
  dealloc(a);
  op("x", {b}, {c}, 400);
  dealloc(b);
  returns({});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-9");
  EXPECT_EQ(report.violations[0].message,
            "its circular buffers take [0, 400) on core (2, 1), where %1 [300, 700) lies; 600 B are free in all");
}

TEST_F(MemoryExecutionTest, MEM9_BuffersOfTheNextProgramStartAtTheBottomAgain) {
  TensorId a = argument(300), b = tensor(0);
  Instruction &x = op("x", {a}, {b});
  x.events = {{Kind::CircularBuffers, 700}, {Kind::EndProgram, 0}, {Kind::Allocate, 200},
              {Kind::CircularBuffers, 500}, {Kind::EndProgram, 0}, {Kind::Release, 200}};
  dealloc(a);
  returns({});
  EXPECT_EQ(rules(run()), "");
  program.instructions[0].events[3].bytes = 501;
  EXPECT_EQ(rules(run()), "MEM-9");
}

// A planner's addresses: %1 is put over %0, which is read afterwards.
TEST_F(MemoryExecutionTest, MEM10_BytesOfATensorReadBelongToAnother) {
  TensorId a = at(100, 200), b = at(250, 100), c = tensor(0);
  op("make", {}, {a});
  op("make", {}, {b});
  op("read", {a}, {c});
  dealloc(a);
  dealloc(b);
  returns({});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-11 MEM-10");
  EXPECT_EQ(report.violations[1].message,
            "reads %0 at [100, 300): the bytes [250, 300) on every core belong to %1 [250, 350) by now");
}

TEST_F(MemoryExecutionTest, MEM11_LiveTensorsShareBytes) {
  TensorId a = at(100, 200), b = at(299, 100);
  program.tensors[a].cores = {{0, 0, 7, 0}};
  program.tensors[b].cores = {{4, 0, 4, 7}};
  op("make", {}, {a});
  op("make", {}, {b});
  dealloc(a);
  dealloc(b);
  returns({});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-11");
  EXPECT_EQ(report.violations[0].message,
            "places %1 at [299, 399): the bytes [299, 300) on core (4, 0) belong to %0 [100, 300), which is live");
}

TEST_F(MemoryExecutionTest, MEM11_OneAfterTheOtherMayShareBytes) {
  TensorId a = at(100, 200), b = at(100, 200);
  op("make", {}, {a});
  dealloc(a);
  op("make", {}, {b});
  dealloc(b);
  returns({});
  EXPECT_EQ(rules(run()), "");
}

// 64 bytes at 128, seen as another shape: the view lies there too.
TEST_F(MemoryExecutionTest, MEM12_AViewLiesWhereItsSourceDoes) {
  for (auto [address, broken] : {std::pair<Bytes, bool>{128, false}, {192, true}, {0, true}}) {
    program = {};
    TensorId a = at(128, 64), view = viewOf(a);
    program.tensors[view].address = address;
    op("make", {}, {a});
    op("reshape", {a}, {view});
    dealloc(a);
    returns({view});
    EXPECT_EQ(rules(run()), broken ? "MEM-12" : "") << address;
  }
}

TEST_F(MemoryExecutionTest, MEM12_AddressesAreAlignedAndInside) {
  chip.l1Alignment = 32;
  for (auto [address, broken] : {std::pair<Bytes, bool>{64, false},
                                 {65, true},
                                 {-32, true},
                                 {928, false},
                                 {960, true},
                                 {std::numeric_limits<Bytes>::max(), true}}) {
    program = {};
    TensorId a = at(address, 64);
    op("make", {}, {a});
    returns({a});
    EXPECT_EQ(rules(run()), broken ? "MEM-12" : "") << address;
  }
}

TEST_F(MemoryExecutionTest, MEM13_DramOfAChannelIsFull) {
  TensorId a = argument(6000, Space::Dram), b = tensor(4001, Space::Dram);
  op("copy", {a}, {b});
  dealloc(a);
  returns({b});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-13");
  EXPECT_THAT(report.violations[0].message, HasSubstr("4000 B of a DRAM channel are free"));
}

TEST_F(MemoryExecutionTest, DramGrowsFromItsBottomAndIsReused) {
  TensorId a = tensor(6000, Space::Dram), b = tensor(4000, Space::Dram), c = tensor(5000, Space::Dram);
  op("make", {}, {a});
  op("make", {}, {b});
  dealloc(a);
  op("make", {}, {c});
  dealloc(b);
  dealloc(c);
  returns({});
  Report report = run();
  EXPECT_EQ(rules(report), "");
  EXPECT_EQ(placeOf(report, b), (Range{6000, 10000}));
  EXPECT_EQ(placeOf(report, c), (Range{0, 5000}));
  EXPECT_EQ(report.peakDramBytes, 10000);
}

TEST_F(MemoryExecutionTest, MEM14_WhatIsNeitherFreedNorReturned) {
  TensorId a = argument(100), b = tensor(100), c = tensor(100), d = tensor(100, Space::Dram);
  op("x", {a}, {b, c, d});
  returns({b});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-14 MEM-14"); // the argument is the caller's
  EXPECT_EQ(report.violations[0].message,
            "allocates %2, 100 B at [700, 800) of L1, which is neither freed nor returned");
  EXPECT_EQ(report.violations[0].step, 0);
  limits.checkLeaks = false;
  EXPECT_EQ(rules(run()), "");
}

TEST_F(MemoryExecutionTest, MEM14_AReturnedViewKeepsItsSource) {
  TensorId a = tensor(100), b = viewOf(a);
  op("make", {}, {a});
  op("reshape", {a}, {b});
  dealloc(a);
  returns({b});
  EXPECT_EQ(rules(run()), "");
}

// %1 is a view of the cache, made before the update and read after it: it should still hold the old rows.
TEST_F(MemoryExecutionTest, MEM15_AnOlderViewOfWhatWasWrittenInPlace) {
  TensorId cache = argument(100), old = viewOf(cache), out = tensor(10);
  op("reshape", {cache}, {old});
  op("fill_cache", {cache}, {}).writes = {cache};
  op("read", {old}, {out});
  dealloc(old);
  returns({out, cache});
  Report report = run();
  EXPECT_EQ(rules(report), "MEM-15");
  EXPECT_EQ(report.violations[0].message,
            "reads %1, which shares its bytes with %0: those were written in place after %1 was made");
}

TEST_F(MemoryExecutionTest, MEM15_AViewMadeAfterTheWriteIsNewer) {
  TensorId cache = argument(100), view = viewOf(cache), out = tensor(10);
  op("fill_cache", {cache}, {}).writes = {cache};
  op("reshape", {cache}, {view});
  op("read", {view}, {out});
  dealloc(view);
  returns({out, cache});
  EXPECT_EQ(rules(run()), "");
}

TEST_F(MemoryExecutionTest, ABufferGoesWithItsLastView) {
  TensorId a = argument(400), view = viewOf(a), b = tensor(600), out = tensor(0);
  op("reshape", {a}, {view});
  dealloc(a);
  op("read", {view}, {out}); // the bytes are still there
  dealloc(view);
  op("make", {}, {b});
  dealloc(b);
  returns({});
  Report report = run();
  EXPECT_EQ(rules(report), "");
  EXPECT_EQ(placeOf(report, b), (Range{400, 1000}));
  EXPECT_EQ(report.residences[0].lastStep, 3);
}

TEST_F(MemoryExecutionTest, AForcedDeallocationTakesTheViewsAlong) {
  TensorId a = argument(400), view = viewOf(a), out = tensor(0);
  op("reshape", {a}, {view});
  dealloc(a, /*force=*/true);
  op("read", {view}, {out});
  returns({});
  EXPECT_EQ(rules(run()), "MEM-3");
}

TEST_F(MemoryExecutionTest, ResidentBytesStayAfterTheirNameIsFreed) {
  TensorId weight = argument(400), b = tensor(400), c = tensor(300);
  program.tensors[weight].resident = true;
  dealloc(weight);
  op("make", {}, {b});
  op("make", {}, {c}); // 400 + 400 + 300 > 1000
  dealloc(b);
  dealloc(c);
  returns({});
  EXPECT_EQ(rules(run()), "MEM-1");
}

// A convolution frees its input after the halo: the halo moves up, and the output finds room.
//   input [600,1000) halo [300,600)   ->   halo [700,1000)   ->   output [300,700)
TEST_F(MemoryExecutionTest, AConvolutionFreesItsInputInTheMiddle) {
  TensorId input = argument(400), output = tensor(400);
  Instruction &conv = op("conv2d", {input}, {output});
  conv.events = {{Kind::Allocate, 300}, {Kind::EndProgram, 0},        {Kind::InputDone, 0},  {Kind::MoveUp, 0},
                 {Kind::Allocate, 400}, {Kind::CircularBuffers, 300}, {Kind::EndProgram, 0}, {Kind::Release, 300}};
  conv.totalPeakBytes = 600;
  conv.consumes = input;
  returns({output});
  Report report = run();
  EXPECT_EQ(rules(report), "");
  EXPECT_EQ(placeOf(report, output), (Range{300, 700}));
  program.instructions[0].events[3].kind = Kind::EndProgram; // the halo stays at [300, 600): the output goes above it
  report = run();
  EXPECT_EQ(rules(report), "");
  EXPECT_EQ(placeOf(report, output), (Range{600, 1000}));
}

TEST_F(MemoryExecutionTest, MEM3_ReadAfterAnOpFreedItsInput) {
  TensorId input = argument(400), view = viewOf(input), output = tensor(100), other = tensor(0);
  op("reshape", {input}, {view});
  op("conv2d", {view}, {output}).consumes = view; // forced: the source goes too
  op("read", {input}, {other});
  returns({output});
  EXPECT_EQ(rules(run()), "MEM-3");
}

TEST_F(MemoryExecutionTest, ViolationsStopAtTheirLimit) {
  TensorId a = argument(10);
  dealloc(a);
  for (int i = 0; i < 50; ++i)
    dealloc(a);
  limits.maxViolations = 3;
  EXPECT_EQ(run().violations.size(), 3u);
}

TEST_F(MemoryExecutionTest, IdsOutOfRangeAreErrors) {
  op("x", {}, {}).reads = {7};
  Result<Report> report = execute(program, chip, limits);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().message, "instructions[0]: there is no tensor 7 (there are 0)");
}
