//===- Replay.cpp - Functions one after the other on one device -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/Replay.h"
#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::judge;

namespace {

class Player {
public:
  Player(const Session &session, const std::vector<Leftover> &leftovers, size_t maxViolations)
      : session(session), leftovers(leftovers), maxViolations(maxViolations),
        l1(session.chip.l1Bytes, session.chip.l1Alignment, BankAllocator::Direction::TopDown),
        dram(session.chip.dramBytes, session.chip.dramAlignment, BankAllocator::Direction::BottomUp) {
    report.items.resize(session.items.size());
    lies.resize(session.items.size());
    for (const Leftover &left : leftovers)
      bankOf(left.space).claim(leftoverOwner, left.range);
  }

  SessionReport run() {
    for (size_t s = 0; s < session.order.size(); ++s) {
      step = static_cast<int32_t>(s);
      endLives();
      beginLives();
      call();
    }
    return std::move(report);
  }

private:
  static constexpr Owner leftoverOwner = 1 << 30;

  BankAllocator &bankOf(Space space) { return space == Space::Dram ? dram : l1; }

  void violate(const char *rule, std::string message) {
    if (report.violations.size() < maxViolations)
      report.violations.push_back({step, rule, std::move(message)});
  }

  void endLives() {
    for (size_t i = 0; i < session.items.size(); ++i)
      if (lies[i] && session.items[i].lastStep < step) {
        bankOf(session.items[i].space).release(static_cast<Owner>(i), *lies[i]);
        lies[i].reset();
      }
  }

  void beginLives() {
    for (size_t i = 0; i < session.items.size(); ++i) {
      const SessionItem &item = session.items[i];
      if (item.firstStep != step || item.bytes == 0 || item.space == Space::Host)
        continue;
      BankAllocator &bank = bankOf(item.space);
      lies[i] = report.items[i] = bank.allocate(static_cast<Owner>(i), item.bytes);
      if (!lies[i]) // MEM-22
        violate("MEM-22",
                fmt::format("{} finds no place for {} B: {} B of a bank are free, the largest free range has {} B",
                            item.name, item.bytes, bank.freeBytes(), bank.largestFree().size()));
      else if (leftovers.empty() && item.address && *item.address != lies[i]->begin) // MEM-23
        violate("MEM-23",
                fmt::format("{} would lie at {}, its plan says {}", item.name, lies[i]->begin, *item.address));
    }
  }

  /// Buffers that are there and no argument of the function.
  void addSurroundings(Program &program, const std::vector<bool> &isArgument) const {
    auto add = [&](std::string name, Space space, Range range) {
      program.tensors.push_back({std::move(name), space, range.size(), range.begin, noTensor, true});
      program.entry.insert(program.entry.begin(), static_cast<TensorId>(program.tensors.size() - 1));
    };
    for (const Leftover &left : leftovers)
      add("a buffer of an earlier program", left.space, left.range);
    for (size_t i = 0; i < lies.size(); ++i)
      if (lies[i] && !isArgument[i])
        add(session.items[i].name, session.items[i].space, *lies[i]);
  }

  void call() {
    int32_t f = session.order[step].function;
    SessionCall now;
    now.step = step;
    now.heldDram = dram.heldBytes();
    now.heldL1 = l1.heldBytes();
    for (const auto &[before, known] : executed)
      if (session.order[before.step].function == f && known == lies) {
        now.peakDram = before.peakDram;
        now.peakL1 = before.peakL1;
        now.repeated = true;
        return report.calls.push_back(now);
      }
    const SessionFunction &function = session.functions[f];
    Program program = function.program;
    std::vector<bool> isArgument(session.items.size(), false);
    for (size_t e = 0; e < function.items.size(); ++e)
      if (int32_t item = function.items[e]; item >= 0) {
        Tensor &tensor = program.tensors[program.entry[e]];
        tensor.resident = true;
        isArgument[item] = true;
        if (lies[item])
          tensor.address = lies[item]->begin;
      }
    // Items have addresses: they are claimed before what the caller brings is allocated.
    std::stable_partition(program.entry.begin(), program.entry.end(),
                          [&](TensorId id) { return program.tensors[id].address.has_value(); });
    addSurroundings(program, isArgument);
    Result<Report> result = execute(program, session.chip, {maxViolations, true});
    if (!result.ok())
      return violate("MEM-22", fmt::format("{}: {}", program.name, result.error().message));
    for (const Violation &broken : result->violations)
      violate(broken.rule, fmt::format("{}: {}{}", program.name,
                                       broken.step < 0 ? std::string("at entry ")
                                                       : program.instructions[broken.step].op + " " +
                                                             program.instructions[broken.step].name + " ",
                                       broken.message));
    now.peakDram = result->peakDramBytes;
    now.peakL1 = result->peakExtent;
    report.calls.push_back(now);
    executed.push_back({now, lies});
  }

  const Session &session;
  const std::vector<Leftover> &leftovers;
  size_t maxViolations;
  BankAllocator l1, dram;
  std::vector<std::optional<Range>> lies; ///< of items that live now
  std::vector<std::pair<SessionCall, std::vector<std::optional<Range>>>> executed;
  SessionReport report;
  int32_t step = 0;
};

} // namespace

SessionReport judge::replay(const Session &session, const std::vector<Leftover> &leftovers, size_t maxViolations) {
  return Player(session, leftovers, maxViolations).run();
}

std::vector<Leftover> judge::randomLeftovers(const Chip &chip, uint64_t seed) {
  Random random(seed);
  std::vector<Leftover> left;
  for (Space space : {Space::Dram, Space::L1}) {
    if (space == Space::L1 && seed % 4 != 0)
      continue;
    Bytes bytes = space == Space::Dram ? chip.dramBytes : chip.l1Bytes;
    Bytes alignment = space == Space::Dram ? chip.dramAlignment : chip.l1Alignment;
    auto direction = space == Space::Dram ? BankAllocator::Direction::BottomUp : BankAllocator::Direction::TopDown;
    BankAllocator bank(bytes, alignment, direction);
    // What earlier programs allocated one after the other, half of which they freed.
    Bytes most = bytes / 2 / alignment;
    int64_t buffers = random.between(0, 8);
    for (int64_t b = 0; b < buffers && most > 0; ++b)
      if (std::optional<Range> range = bank.allocate(0, alignment * random.between(1, std::max<Bytes>(1, most / 8)));
          range && random.chance(0.5))
        left.push_back({space, *range});
  }
  return left;
}
