//===- ReplayTest.cpp - Sessions in run-time order ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside small pictures an allocator of its own, which knows only sizes and order: one character per unit of a bank. What
// the judge passes never fails there, and what it refuses does.
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/Replay.h"

#include "alcove/Base/Support/Random.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;
using testing::HasSubstr;

namespace {

constexpr Bytes unit = 32;

Instruction instruction(Instruction::Kind kind, const char *op) {
  Instruction result;
  result.kind = kind;
  result.op = op;
  return result;
}

/// decode reads the item, makes `bytes` in `space` and frees them; its circular buffers take `circular`.
SessionFunction decode(const SessionItem &item, Space space, Bytes bytes, Bytes circular = 0) {
  SessionFunction function;
  Program &program = function.program;
  program.name = "decode";
  program.tensors = {{"%arg0", item.space, item.bytes}, {"%0", space, bytes}};
  program.entry = {0};
  function.items = {0};
  Instruction make = instruction(Instruction::Kind::Execute, "relu");
  make.reads = {0};
  make.results = {1};
  if (space == Space::L1)
    make.events.push_back({L1Event::Kind::Allocate, bytes});
  if (circular > 0)
    make.events.push_back({L1Event::Kind::CircularBuffers, circular});
  Instruction free = instruction(Instruction::Kind::Deallocate, "deallocate");
  free.reads = {1};
  program.instructions = {make, free};
  return function;
}

Session session(SessionItem item, SessionFunction function) {
  Session result;
  result.chip.l1Bytes = result.chip.dramBytes = 1024;
  result.items = {std::move(item)};
  result.functions = {std::move(function)};
  result.order = {{0, 20}};
  return result;
}

TEST(SessionReplay, MEM22_AnItemFindsAFreeRange) {
  SessionItem weight{"w", Space::Dram, 512};
  Session one = session(weight, decode(weight, Space::Dram, 512));
  EXPECT_TRUE(replay(one).survives());
  EXPECT_EQ(replay(one).items[0], (Range{0, 512}));
  // 512 are free, in two pieces.
  std::vector<Leftover> middle{{Space::Dram, {256, 768}}};
  SessionReport report = replay(one, middle);
  ASSERT_FALSE(report.survives());
  EXPECT_STREQ(report.violations[0].rule, "MEM-22");
  EXPECT_THAT(report.violations[0].message,
              HasSubstr("w finds no place for 512 B: 512 B of a bank are free, the largest free range has 256 B"));
}

TEST(SessionReplay, MEM23_AnItemGetsItsAddress) {
  SessionItem weight{"w", Space::Dram, 512, 32};
  Session one = session(weight, decode(weight, Space::Dram, 32));
  SessionReport report = replay(one);
  ASSERT_EQ(report.violations.size(), 1u);
  EXPECT_STREQ(report.violations[0].rule, "MEM-23");
  EXPECT_THAT(report.violations[0].message, HasSubstr("w would lie at 0, its plan says 32"));
  // With leftovers a plan that fits is enough.
  EXPECT_TRUE(replay(one, {{Space::Dram, {64, 96}}}).survives());
}

TEST(SessionReplay, APrefetchersBufferStandsInTheWayOfCircularBuffers) {
  SessionItem buffer{"prefetcher", Space::L1, 512};
  Session one = session(buffer, decode(buffer, Space::L1, 256, 256));
  EXPECT_TRUE(replay(one).survives());
  one.functions[0] = decode(buffer, Space::L1, 256, 288); // 288 from below, 768 taken from above
  SessionReport report = replay(one);
  ASSERT_FALSE(report.survives());
  EXPECT_STREQ(report.violations[0].rule, "MEM-9");
  EXPECT_THAT(report.violations[0].message, HasSubstr("decode: relu"));
}

TEST(SessionReplay, AStepThatFindsTheSameIsNotExecutedAgain) {
  SessionItem weight{"w", Space::Dram, 512};
  weight.lastStep = 1;
  Session one = session(weight, decode(weight, Space::Dram, 512));
  one.order = {{0, 1}, {0, 20}};
  SessionReport report = replay(one);
  ASSERT_EQ(report.calls.size(), 2u);
  EXPECT_FALSE(report.calls[0].repeated);
  EXPECT_TRUE(report.calls[1].repeated);
  EXPECT_EQ(report.calls[1].peakDram, 1024);
}

// ---- A replay that knows only sizes and order ----

/// '.' is free; every buffer is some other character, so that mix-ups are seen.
struct Bank {
  std::string units;
  bool topDown;

  std::optional<size_t> take(Bytes bytes) {
    size_t need = static_cast<size_t>((bytes + unit - 1) / unit);
    for (size_t i = 0; i + need <= units.size(); ++i) {
      size_t at = topDown ? units.size() - need - i : i;
      if (units.substr(at, need).find_first_not_of('.') == std::string::npos) {
        units.replace(at, need, need, '#');
        return at;
      }
    }
    return {};
  }
  void give(size_t at, Bytes bytes) {
    size_t need = static_cast<size_t>((bytes + unit - 1) / unit);
    EXPECT_EQ(units.substr(at, need), std::string(need, '#'));
    units.replace(at, need, need, '.');
  }
  size_t lowest() const { return std::min(units.find_first_not_of('.'), units.size()); }
};

struct Held {
  Bank *bank;
  size_t at;
  Bytes bytes;
};

/// False when something finds no place, or circular buffers meet a buffer.
bool playsThrough(const Session &session, const std::vector<Leftover> &leftovers) {
  Bank dram{std::string(static_cast<size_t>(session.chip.dramBytes / unit), '.'), false};
  Bank l1{std::string(static_cast<size_t>(session.chip.l1Bytes / unit), '.'), true};
  auto bankOf = [&](Space space) { return space == Space::Dram ? &dram : &l1; };
  for (const Leftover &left : leftovers)
    bankOf(left.space)
        ->units.replace(static_cast<size_t>(left.range.begin / unit), static_cast<size_t>(left.range.size() / unit),
                        static_cast<size_t>(left.range.size() / unit), 'x');
  std::vector<std::optional<Held>> items(session.items.size());
  for (int32_t s = 0; s < static_cast<int32_t>(session.order.size()); ++s) {
    for (size_t i = 0; i < items.size(); ++i)
      if (items[i] && session.items[i].lastStep < s) {
        items[i]->bank->give(items[i]->at, items[i]->bytes);
        items[i].reset();
      }
    for (size_t i = 0; i < items.size(); ++i)
      if (const SessionItem &item = session.items[i]; item.firstStep == s) {
        Bank *bank = bankOf(item.space);
        std::optional<size_t> at = bank->take(item.bytes);
        if (!at)
          return false;
        items[i] = Held{bank, *at, item.bytes};
      }
    for (int64_t call = 0; call < std::min<int64_t>(session.order[s].times, 3); ++call) {
      const Program &program = session.functions[session.order[s].function].program;
      std::vector<std::optional<Held>> own(program.tensors.size());
      for (const Instruction &op : program.instructions) {
        if (op.kind == Instruction::Kind::Deallocate) {
          own[op.reads[0]]->bank->give(own[op.reads[0]]->at, own[op.reads[0]]->bytes);
          own[op.reads[0]].reset();
          continue;
        }
        for (TensorId result : op.results) {
          Bank *bank = bankOf(program.tensors[result].space);
          std::optional<size_t> at = bank->take(program.tensors[result].bytes);
          if (!at)
            return false;
          own[result] = Held{bank, *at, program.tensors[result].bytes};
        }
        for (const L1Event &event : op.events)
          if (event.kind == L1Event::Kind::CircularBuffers && event.bytes > static_cast<Bytes>(l1.lowest()) * unit)
            return false;
      }
      for (std::optional<Held> &held : own)
        if (held)
          held->bank->give(held->at, held->bytes);
    }
  }
  return true;
}

/// Ops with one result each in L1 or DRAM, freed in any order; circular buffers.
SessionFunction randomFunction(const Session &session, int32_t steps, Random &random) {
  SessionFunction function;
  Program &program = function.program;
  program.name = "f";
  for (size_t i = 0; i < session.items.size(); ++i)
    if (const SessionItem &item = session.items[i];
        item.firstStep == 0 && item.lastStep == steps - 1 && random.chance(0.6)) {
      program.entry.push_back(static_cast<TensorId>(program.tensors.size()));
      program.tensors.push_back({"%arg" + std::to_string(i), item.space, item.bytes});
      function.items.push_back(static_cast<int32_t>(i));
    }
  std::vector<TensorId> live;
  int64_t ops = random.between(1, 12);
  for (int64_t o = 0; o < ops; ++o) {
    bool inL1 = random.chance(0.6);
    TensorId id = static_cast<TensorId>(program.tensors.size());
    program.tensors.push_back({"%" + std::to_string(o), inL1 ? Space::L1 : Space::Dram, random.between(1, 24 * unit)});
    Instruction op = instruction(Instruction::Kind::Execute, "op");
    op.results = {id};
    if (inL1)
      op.events.push_back({L1Event::Kind::Allocate, program.tensors[id].bytes});
    if (random.chance(0.5))
      op.events.push_back({L1Event::Kind::CircularBuffers, unit * random.between(1, 24)});
    program.instructions.push_back(op);
    live.push_back(id);
    while (!live.empty() && random.chance(0.45)) {
      size_t which = random.below(live.size());
      Instruction free = instruction(Instruction::Kind::Deallocate, "deallocate");
      free.reads = {live[which]};
      program.instructions.push_back(free);
      live.erase(live.begin() + static_cast<ptrdiff_t>(which));
    }
  }
  Instruction give = instruction(Instruction::Kind::Return, "return");
  give.reads = live;
  program.instructions.push_back(give);
  return function;
}

Session randomSession(uint64_t seed) {
  Random random(seed);
  Session session;
  session.chip.l1Bytes = unit * random.between(24, 96);
  session.chip.dramBytes = unit * random.between(48, 160);
  int32_t functions = static_cast<int32_t>(random.between(1, 3)), steps = static_cast<int32_t>(random.between(1, 5));
  for (int32_t s = 0; s < steps; ++s)
    session.order.push_back({static_cast<int32_t>(random.below(functions)), random.between(1, 20)});
  int64_t items = random.between(0, 6);
  for (int64_t i = 0; i < items; ++i) {
    SessionItem item{"item" + std::to_string(i), random.chance(0.7) ? Space::Dram : Space::L1,
                     random.between(1, 16 * unit)};
    item.lastStep = steps - 1;
    if (random.chance(0.4)) {
      item.firstStep = static_cast<int32_t>(random.below(steps));
      item.lastStep = static_cast<int32_t>(random.between(item.firstStep, steps - 1));
    }
    session.items.push_back(std::move(item));
  }
  for (int32_t f = 0; f < functions; ++f)
    session.functions.push_back(randomFunction(session, steps, random));
  return session;
}

TEST(SessionReplay, FiveHundredSessionsOnTwentyDevicesAgreeWithSizesAndOrder) {
  int passed = 0, refused = 0, onlyEmpty = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Session session = randomSession(seed);
    bool empty = replay(session).survives();
    EXPECT_EQ(empty, playsThrough(session, {})) << seed;
    for (uint64_t state = 1; state <= 20; ++state) {
      std::vector<Leftover> left = randomLeftovers(session.chip, seed * 1000 + state);
      bool survives = replay(session, left).survives();
      EXPECT_EQ(survives, playsThrough(session, left)) << seed << " on device " << state;
      passed += survives;
      refused += !survives;
      onlyEmpty += empty && !survives;
    }
  }
  EXPECT_GT(passed, 1000);
  EXPECT_GT(refused, 1000);
  EXPECT_GT(onlyEmpty, 200);
}

} // namespace
