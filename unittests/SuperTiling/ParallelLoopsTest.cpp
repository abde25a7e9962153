//===- ParallelLoopsTest.cpp - Tile loops whose iterations run at once ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/SuperTiling/Describe/MachinePreset.h"
#include "alcove/SuperTiling/Rewrite/ParallelLoops.h"
#include "testing/SuperTiling/Corpus.h"

#include <gtest/gtest.h>

#include <random>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
namespace testing_ = alcove::supertiling::testing;

namespace {

int64_t foralls(ModuleOp module) {
  int64_t found = 0;
  module.walk([&](scf::ForallOp) { ++found; });
  return found;
}

void expectPasses(ModuleOp module, const Budget &budget, const std::string &name) {
  for (const Verdict &verdict : judge(module, budget))
    EXPECT_TRUE(verdict.passes()) << name << ": " << verdict.refusal << " " << verdict.footprint << " of "
                                  << verdict.available;
}

/// Tiled with `options`, judged, and equal to the program as it came with `threads`; the loops that run at once.
int64_t runsEqual(const CorpusProgram &program, DriverOptions options, unsigned threads) {
  auto module = parseSourceString<ModuleOp>(program.text, &testing_::context());
  OwningOpRef<ModuleOp> tiled(cast<ModuleOp>(module.get()->clone()));
  Summary summary;
  ScopedDiagnosticHandler silent(&testing_::context(), [](Diagnostic &) { return success(); });
  if (failed(superTile(*tiled, options, summary)))
    return 0;
  EXPECT_TRUE(succeeded(verify(*tiled))) << program.name;
  expectPasses(*tiled, options.planner.budget, program.name);
  EXPECT_EQ(foralls(*tiled), summary.parallelLoops) << program.name;
  bool split = false;
  tiled->walk([&](Operation *op) { split |= op->hasAttr(splitReductionAttr); });
  RunOptions run;
  run.optLevel = threads > 1 ? 1 : 0;
  auto before = Program::compile(*module, "main", run);
  run.threads = threads;
  auto after = Program::compile(*tiled, "main", run);
  EXPECT_TRUE(before && after) << program.name << (after ? "" : after.error().message);
  if (!before || !after)
    return 0;
  std::vector<TensorData> arguments = (*before)->arguments(1);
  auto expected = (*before)->run(arguments), actual = (*after)->run(arguments);
  EXPECT_TRUE(expected && actual) << program.name;
  if (expected && actual) {
    Comparison comparison = compare(*expected, *actual, split || threads > 1 ? 1e-3 : 0);
    EXPECT_EQ(comparison.wrong, 0) << program.name << ": " << comparison.firstWrong;
  }
  return summary.parallelLoops;
}

DriverOptions allParallel(Bytes memory) {
  DriverOptions options = testing_::driverOptions(memory);
  options.parallelLoops = ParallelLoops::All;
  return options;
}

DriverOptions onMachine(const char *name, Bytes memory) {
  DriverOptions options;
  options.planner.machine = *loadMachine(name);
  options.planner.budget = *machineBudget(*options.planner.machine, memory, "");
  return options;
}

OwningOpRef<ModuleOp> parse(const std::string &text) { return parseSourceString<ModuleOp>(text, &testing_::context()); }

std::string refusals(const std::string &text, Bytes memory) {
  auto module = parse(text);
  EXPECT_TRUE(module) << text;
  std::string found;
  if (!module)
    return found;
  for (const Verdict &verdict : judge(*module, *Budget::parse(memory, "")))
    if (!verdict.passes())
      found += verdict.refusal.empty() ? (verdict.isLoop ? "SUT-J1 " : "SUT-J2 ") : verdict.refusal + " ";
  return found;
}

} // namespace

TEST(ParallelLoopsTest, TiledProgramsAreEqualOnThreads) {
  int64_t parallel = 0;
  for (const CorpusProgram &program : corpus())
    if (program.name == "matmul-odd")
      parallel += runsEqual(program, allParallel(16 << 10), 4);
  EXPECT_GE(parallel, 1);
}

TEST(ParallelLoopsTest, AMachinesCoresShareLoops) {
  int64_t parallel = 0;
  for (const CorpusProgram &program : corpus())
    if (program.name == "matmul" || program.name == "conv-i8-rescale")
      parallel += runsEqual(program, onMachine("npu-16", 32 << 10), 1);
  EXPECT_GE(parallel, 2);
}

TEST(ParallelLoopsTest, SlowCorpusIsEqual) {
  int64_t parallel = 0, programs = 0;
  for (const CorpusProgram &program : corpus()) {
    int64_t here = 0;
    for (Bytes memory : {4 << 10, 16 << 10, 64 << 10})
      here += runsEqual(program, allParallel(memory), memory == 16 << 10 ? 4 : 1);
    here += runsEqual(program, onMachine("npu-16", 32 << 10), 1);
    programs += here > 0;
    parallel += here;
  }
  EXPECT_GT(programs, 60);
  EXPECT_GT(parallel, 200);
}

TEST(ParallelLoopsTest, SlicesThatOverlapStayInOrder) {
  // Every second row of the 4 that are written is written again by the next iteration.
  auto module = parse(R"(
    func.func @main(%x: tensor<18x8xf32>) -> tensor<18x8xf32> {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c16 = arith.constant 16 : index
      %r = scf.for %i = %c0 to %c16 step %c2 iter_args(%o = %x) -> (tensor<18x8xf32>) {
        %d = tensor.extract_slice %o[%i, 0] [4, 8] [1, 1] : tensor<18x8xf32> to tensor<4x8xf32>
        %y = linalg.exp ins(%d : tensor<4x8xf32>) outs(%d : tensor<4x8xf32>) -> tensor<4x8xf32>
        %n = tensor.insert_slice %y into %o[%i, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<18x8xf32>
        scf.yield %n : tensor<18x8xf32>
      }
      return %r : tensor<18x8xf32>
    })");
  ASSERT_TRUE(module);
  IRRewriter rewriter(&testing_::context());
  scf::ForOp loop;
  module->walk([&](scf::ForOp op) { loop = op; });
  EXPECT_TRUE(failed(toForall(rewriter, loop)));
  EXPECT_EQ(foralls(*module), 0);
}

namespace {

enum class Forgery {
  None,
  OverlappingParts,
  SamePart,
  ReadsTheNextPart,
  ReadsAll,
  InsertsOutsideOfTheEnd,
  WritesBeyond,
  UnknownPart,
  HoldsMore,
  SharesLocalMemory,
};

/// Rows in tiles, an iteration for each; `forgery` breaks one rule.
std::string parallelProgram(uint64_t seed, Forgery forgery, Bytes &needed) {
  std::mt19937_64 random(seed);
  auto pick = [&](int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); };
  int64_t columns = pick(2, 30), tile = pick(2, 9), rows = tile * pick(2, 9);
  needed = 2 * tile * columns * 4;
  std::string whole = fmt::format("tensor<{}x{}xf32>", rows, columns),
              part = fmt::format("tensor<{}x{}xf32>", tile, columns);
  std::string offset = "%i", more, read = "%i", from = "%o", outer, close;
  if (forgery == Forgery::OverlappingParts)
    offset = "%near", read = "%near",
    more = fmt::format("%near = affine.apply affine_map<(i) -> (i - i floordiv {})>(%i)\n", rows - tile);
  else if (forgery == Forgery::SamePart)
    offset = "0", read = "0";
  else if (forgery == Forgery::ReadsTheNextPart)
    read = "%next", more = fmt::format("%next = affine.apply affine_map<(i) -> ((i + {}) mod {})>(%i)\n", tile, rows);
  else if (forgery == Forgery::WritesBeyond)
    offset = "%far", read = "%far", more = "%far = affine.apply affine_map<(i) -> (i + 1)>(%i)\n";
  else if (forgery == Forgery::UnknownPart)
    offset = "%at", read = "%at";
  else if (forgery == Forgery::ReadsAll)
    more = fmt::format("%all = linalg.exp ins(%o : {0}) outs(%e : {0}) -> {0}\n", whole);
  else if (forgery == Forgery::InsertsOutsideOfTheEnd)
    more = fmt::format("%w = tensor.insert_slice %s into %o[%i, 0] [{}, {}] [1, 1] : {} into {}\n", tile, columns, part,
                       whole);
  else if (forgery == Forgery::HoldsMore)
    more =
        fmt::format("%b = tensor.empty() : {0}\n%m = linalg.exp ins(%s : {0}) outs(%b : {0}) -> {0}\n%k = linalg.add "
                    "ins(%m, %s : {0}, {0}) outs(%b : {0}) -> {0}\n",
                    part);
  std::string body = fmt::format(
      "%r = scf.forall (%i) = (0) to ({rows}) step ({tile}) shared_outs(%o = %e) -> ({whole}) {{\n"
      "%s = tensor.extract_slice %x[%i, 0] [{tile}, {columns}] [1, 1] : {whole} to {part}\n{more}"
      "%d = tensor.extract_slice %o[{read}, 0] [{tile}, {columns}] [1, 1] : {whole} to {part}\n"
      "%y = linalg.exp ins(%s : {part}) outs(%d : {part}) -> {part}\n"
      "scf.forall.in_parallel {{\ntensor.parallel_insert_slice %y into %o[{offset}, 0] [{tile}, {columns}] [1, 1] : "
      "{part} "
      "into {whole}\n}}\n}} {{alcove.tile_loop}}\n",
      fmt::arg("rows", rows), fmt::arg("tile", tile), fmt::arg("columns", columns), fmt::arg("whole", whole),
      fmt::arg("part", part), fmt::arg("more", more), fmt::arg("read", read), fmt::arg("offset", offset));
  if (forgery != Forgery::SharesLocalMemory)
    return fmt::format(
        "func.func @main(%x: {0}, %at: index) -> {0} {{\n%e = tensor.empty() : {0}\n{1}return %r : {0}\n}}", whole,
        body);
  // What one core holds cannot be written by others.
  needed = int64_t(1) << 30;
  return fmt::format(
      "func.func @main(%x: {0}) -> {0} {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
      "%z = tensor.empty() : {0}\n%q = scf.for %l = %c0 to %c1 step %c1 iter_args(%v = %z) -> ({0}) {{\n"
      "%e = tensor.empty() : {0}\n{1}"
      "%n = tensor.insert_slice %r into %v[0, 0] [{2}, {3}] [1, 1] : {0} into {0}\nscf.yield %n : {0}\n}} "
      "{{alcove.tile_loop}}\nreturn %q : {0}\n}}",
      whole, body, rows, columns);
}

/// 20 programs of each kind between `first` and `last`: the honest one passes, the forged one breaks its rule.
void forgedAreRefused(Forgery first, Forgery last) {
  const char *rules[] = {"",        "SUT-J11", "SUT-J11", "SUT-J12", "SUT-J12",
                         "SUT-J12", "SUT-J8",  "SUT-J11", "SUT-J1",  "SUT-J12"};
  for (int kind = static_cast<int>(first); kind <= static_cast<int>(last); ++kind)
    for (int seed = 0; seed < 20; ++seed) {
      Bytes needed = 0, forgedNeeds = 0;
      std::string honest = parallelProgram(20 * kind + seed, Forgery::None, needed),
                  forged = parallelProgram(20 * kind + seed, static_cast<Forgery>(kind), forgedNeeds);
      ASSERT_EQ(refusals(honest, needed), "") << honest;
      EXPECT_NE(refusals(honest, needed - 1), "") << honest;
      EXPECT_NE(refusals(forged, forgedNeeds).find(rules[kind]), std::string::npos)
          << refusals(forged, forgedNeeds) << "\n"
          << forged;
    }
}

} // namespace

TEST(ParallelLoopsTest, SUTJ11_PartsThatOverlapAreRefused) {
  forgedAreRefused(Forgery::OverlappingParts, Forgery::SamePart);
}

TEST(ParallelLoopsTest, SUTJ12_UsesOfAnothersPartAreRefused) {
  forgedAreRefused(Forgery::ReadsTheNextPart, Forgery::InsertsOutsideOfTheEnd);
}

TEST(ParallelLoopsTest, WhatLoopsInOrderMustKeepLoopsAtOnceMustKeep) {
  forgedAreRefused(Forgery::WritesBeyond, Forgery::SharesLocalMemory);
}

TEST(ParallelLoopsTest, SUTJ6_AnExtentThatIsNotThereIsUnknown) {
  // Dimension 5 of two: undefined when it runs, and no reason to fail here.
  std::string text = R"(
    func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c8 = arith.constant 8 : index
      %n = tensor.dim %x, %c5 : tensor<8x8xf32>
      %e = tensor.empty() : tensor<8x8xf32>
      %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%o = %e) -> (tensor<8x8xf32>) {
        %s = tensor.extract_slice %x[%i, 0] [%n, 8] [1, 1] : tensor<8x8xf32> to tensor<?x8xf32>
        %b = tensor.empty(%n) : tensor<?x8xf32>
        %y = linalg.exp ins(%s : tensor<?x8xf32>) outs(%b : tensor<?x8xf32>) -> tensor<?x8xf32>
        %w = tensor.insert_slice %y into %o[%i, 0] [%n, 8] [1, 1] : tensor<?x8xf32> into tensor<8x8xf32>
        scf.yield %w : tensor<8x8xf32>
      } {alcove.tile_loop}
      return %r : tensor<8x8xf32>
    })";
  auto module = parse(text);
  ASSERT_TRUE(module);
  bool unbounded = false;
  for (const Verdict &verdict : judge(*module, *Budget::parse(4096, "")))
    unbounded |= verdict.unbounded;
  EXPECT_TRUE(unbounded);
}

TEST(ParallelLoopsTest, ExtentsOfATensorJoinedToItselfAreAskedForOnce) {
  std::string text = "func.func @main(%x: tensor<1x?xf32>, %e: tensor<1x?xf32>) -> tensor<1x?xf32> {\n";
  std::string last = "%x";
  for (int i = 0; i < 48; ++i) {
    text += fmt::format(
        "%j{0} = tensor.concat dim(1) {1}, {1} : (tensor<1x?xf32>, tensor<1x?xf32>) -> tensor<1x?xf32>\n", i, last);
    last = fmt::format("%j{}", i);
  }
  text += fmt::format("%r = linalg.exp ins({0} : tensor<1x?xf32>) outs(%e : tensor<1x?xf32>) -> tensor<1x?xf32>\n"
                      "return %r : tensor<1x?xf32>\n}}",
                      last);
  EXPECT_NE(refusals(text, 4096), "");
}
