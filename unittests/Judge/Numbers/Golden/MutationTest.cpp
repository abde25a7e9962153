//===- MutationTest.cpp - How many random edits the judge notices ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled modules are edited at random places; the verifier of the IR, the memory execution and the comparison of
// numbers see each edited module in this order. Every edit without an excuse that nobody notices is printed.
//
//===----------------------------------------------------------------------===//
#include "Judge.h"
#include "Mutations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

namespace {

struct Tally {
  std::map<Edit, std::map<Judge, int>> caught;
  std::map<std::string, int> excused;
  std::vector<std::string> missed;
  int edits = 0, left = 0;

  void add(Edit edit, const Mutation &mutation, const Verdict &verdict, const std::string &program) {
    ++edits;
    if (verdict.by == Judge::Nobody && !mutation.excuse.empty())
      ++excused[mutation.excuse];
    else
      ++caught[edit][verdict.by];
    if (verdict.by == Judge::Nobody && mutation.excuse.empty()) {
      ++left;
      missed.push_back(fmt::format("{}: {}: {}", program, toString(edit), mutation.where));
    }
  }

  std::string table() const {
    std::string text = fmt::format("{:24}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "edit", "verifier", "memory",
                                   "storage", "numbers", "last bits", "nobody");
    auto count = [](const std::map<Judge, int> &row, Judge judge) {
      auto found = row.find(judge);
      return found == row.end() ? 0 : found->second;
    };
    for (auto &[edit, row] : caught)
      text += fmt::format("{:24}{:10}{:10}{:10}{:10}{:10}{:10}\n", toString(edit), count(row, Judge::Verifier),
                          count(row, Judge::Memory), count(row, Judge::Storage), count(row, Judge::Numbers),
                          count(row, Judge::LastBits), count(row, Judge::Nobody));
    for (auto &[excuse, number] : excused)
      text += fmt::format("means the same: {:40}{:6}\n", excuse, number);
    return text;
  }
};

/// `count` edits spread over compiled programs.
void run(const std::vector<Program> &programs, int count, uint64_t seed, Tally &tally) {
  Workshop workshop;
  Random random(seed);
  std::vector<std::pair<std::string, OwningOpRef<ModuleOp>>> modules;
  for (const Program &program : programs)
    for (int level : {2, 0}) {
      auto module = workshop.compile(program.text, level);
      ASSERT_TRUE(module.ok()) << program.name << module.error().message;
      modules.emplace_back(fmt::format("{} at level {}", program.name, level), std::move(*module));
    }
  // Level 2 has more to break: three of four edits.
  for (int done = 0, tries = 0; done < count && tries < 40 * count; ++tries) {
    size_t index = random.below(modules.size());
    if (index % 2 == 1 && random.below(3) != 0)
      --index;
    auto &[name, module] = modules[index];
    Edit edit = static_cast<Edit>(random.below(numEdits));
    OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone()));
    std::optional<Mutation> mutation = mutate(*copy, edit, random);
    if (!mutation)
      continue;
    Verdict verdict = judge(workshop, *copy, *module);
    tally.add(edit, *mutation, verdict, name);
    ++done;
  }
}

void report(const Tally &tally) {
  int excused = 0;
  for (auto &[excuse, number] : tally.excused)
    excused += number;
  std::printf("%s%d edits: %d caught, %d mean the same, %d unnoticed\n", tally.table().c_str(), tally.edits,
              tally.edits - excused - tally.left, excused, tally.left);
  for (const std::string &missed : tally.missed)
    std::printf("unnoticed: %s\n", missed.c_str());
}

std::vector<Program> smallPatterns() {
  std::vector<Program> programs;
  for (const Program &program : goldenPatterns())
    for (const char *name : {"residual_block", "fork_and_join", "const_eval_twice", "attention", "pools", "conv_bias",
                             "cache_read_before_write", "broadcast_of_rows_and_columns"})
      if (program.name == name)
        programs.push_back(program);
  return programs;
}

} // namespace

TEST(MutationTest, SmallPatterns) {
  Tally tally;
  run(smallPatterns(), 150, 1, tally);
  report(tally);
  EXPECT_EQ(tally.edits, 150);
  EXPECT_LE(tally.left, tally.edits / 10);
}

TEST(MutationTest, SlowModelsAndPatterns) {
  Tally tally;
  run(smallPatterns(), 500, 2, tally);
  run(smallModels(), 1000, 3, tally);
  report(tally);
  EXPECT_EQ(tally.edits, 1500);
  EXPECT_LE(tally.left, tally.edits / 10);
}
