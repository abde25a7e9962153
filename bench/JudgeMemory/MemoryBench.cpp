//===- MemoryBench.cpp - Growth of the memory execution -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of n ops: each reads up to three live tensors, makes one, and frees some, with 4 to 40 of them in L1
// and some in DRAM. The time per op must not grow with n.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Report/Timeline.h"

#include <benchmark/benchmark.h>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;

static Program randomProgram(int64_t ops) {
  Random random(1);
  Program program;
  std::vector<TensorId> live;
  for (int64_t i = 0; i < ops; ++i) {
    auto id = static_cast<TensorId>(program.tensors.size());
    bool inL1 = random.below(4) != 0;
    Bytes bytes = 2048 * static_cast<Bytes>(1 + random.below(12));
    program.tensors.push_back({"%" + std::to_string(id), inL1 ? Space::L1 : Space::Dram, bytes});
    Instruction op;
    op.op = "op";
    for (uint64_t reads = live.empty() ? 0 : random.below(4); reads > 0; --reads)
      op.reads.push_back(live[random.below(live.size())]);
    op.results = {id};
    if (inL1)
      op.events.push_back({L1Event::Kind::Allocate, bytes});
    op.events.push_back({L1Event::Kind::CircularBuffers, 8192});
    op.events.push_back({L1Event::Kind::EndProgram, 0});
    op.totalPeakBytes = 8192 + (inL1 ? bytes : 0);
    op.runtime = opmodel::Runtime{1000, 0, 0, 0, 0, 0, 64};
    program.instructions.push_back(std::move(op));
    live.push_back(id);
    while (live.size() > 4 + random.below(36)) {
      size_t gone = random.below(live.size());
      Instruction free;
      free.kind = Instruction::Kind::Deallocate;
      free.reads = {live[gone]};
      program.instructions.push_back(std::move(free));
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(gone));
    }
  }
  Instruction end;
  end.kind = Instruction::Kind::Return;
  end.reads = live;
  program.instructions.push_back(std::move(end));
  return program;
}

static Chip wormhole() {
  Chip chip;
  chip.l1Bytes = 1498112;
  chip.dramBytes = Bytes(1) << 30;
  return chip;
}

static void executeProgram(benchmark::State &state) {
  Program program = randomProgram(state.range(0));
  size_t violations = 0;
  for (auto _ : state) {
    Result<Report> report = execute(program, wormhole());
    violations = report->violations.size();
    benchmark::DoNotOptimize(report);
  }
  state.counters["violations"] = static_cast<double>(violations);
  state.counters["per op"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::invert);
}
BENCHMARK(executeProgram)->RangeMultiplier(10)->Range(100, 1000000)->Unit(benchmark::millisecond);

static void writeTimeline(benchmark::State &state) {
  Report report = *execute(randomProgram(state.range(0)), wormhole());
  for (auto _ : state)
    benchmark::DoNotOptimize(timelineJson({report}));
}
BENCHMARK(writeTimeline)->Arg(10000)->Unit(benchmark::millisecond);

BENCHMARK_MAIN();
