//===- CacheCostTest.cpp - Where the local memory is a cache ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/Plan/Tiling/CacheCost.h"
#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
namespace testing_ = alcove::supertiling::testing;

namespace {

OwningOpRef<ModuleOp> parse(const std::string &text) { return parseSourceString<ModuleOp>(text, &testing_::context()); }

std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

DriverOptions cpuOptions(Bytes memory, int threads = 1) {
  DriverOptions options = testing_::driverOptions(memory);
  options.planner.budget.cache = true;
  options.planner.costs = devicePrices("cpu")->costs;
  options.planner.costs.caches.threads = threads;
  options.parallelLoops = threads > 1 ? ParallelLoops::All : ParallelLoops::Off;
  return options;
}

std::string chain(int64_t rows, int operations) {
  ProgramWriter w;
  Tensor x = w.argument({rows, 1024});
  for (int i = 0; i < operations; ++i)
    x = w.relu(x);
  return w.finish({x});
}

Summary tile(ModuleOp module, const DriverOptions &options) {
  Summary summary;
  ScopedDiagnosticHandler silent(&testing_::context(), [](Diagnostic &) { return success(); });
  EXPECT_TRUE(succeeded(superTile(module, options, summary)));
  return summary;
}

/// A level that costs 1 for a byte that is not in it.
CachePrices oneLevel(Bytes bytes, Bytes way) {
  CachePrices caches;
  caches.levels = {{bytes, way, 1}};
  return caches;
}

struct OneNode {
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<TilingGraph> graph;
  const Node *node = nullptr;
  explicit OneNode(const std::string &text) : module(parse(text)) {
    graph = std::make_unique<TilingGraph>(*(*module->getOps<func::FuncOp>().begin()).getBody().begin());
    for (const Node &found : graph->nodes)
      if (found.hasModel() && !found.attached)
        node = &found;
  }
};

// 64 x 1024 x 4 B = 256 KiB in and out: with nothing in the cache the input comes in
// once, the output comes in and goes out.
TEST(CacheCostTest, AnOperationMovesItsOperandsOnceAndItsResultTwice) {
  OneNode one(chain(64, 1));
  auto far = [](const Access &) { return Touch{1 << 30, false}; };
  CacheTime time = cacheTime(*one.node, one.node->extents, far, oneLevel(16 << 10, 0));
  EXPECT_EQ(time.slow, 3.0 * 64 * 1024 * 4);
  EXPECT_EQ(time.compute, 64.0 * 1024 * one.node->opsPerPoint);
}

TEST(CacheCostTest, WhatWasTouchedLatelyIsStillThere) {
  OneNode one(chain(64, 1));
  auto near = [](const Access &) { return Touch{1000, false}; };
  EXPECT_EQ(cacheTime(*one.node, one.node->extents, near, oneLevel(16 << 10, 0)).slow, 0);
  // 512 KiB fit: it is where it was.
  EXPECT_EQ(cacheTime(*one.node, one.node->extents, near, oneLevel(1 << 20, 0)).slow, 0);
}

// Column by column: 64 rows that are 4096 B apart, 64 lines. They fit 32 KiB eight times over, but all of them are in
// one of its 64 sets of 8 lines: each column brings them in again. In a buffer of its own a part of 64 x 16 has them
// side by side.
TEST(CacheCostTest, RowsAPowerOfTwoApartMeetInOneSet) {
  ProgramWriter w;
  OneNode one(w.finish({w.transpose(w.argument({64, 1024}), {1, 0})}));
  CachePrices caches = oneLevel(32 << 10, 4096);
  auto far = [](const Access &) { return Touch{1 << 30, false}; };
  CacheTime time = cacheTime(*one.node, one.node->extents, far, caches);
  double points = 64 * 1024 * one.node->opsPerPoint;
  // Nothing fetches the lines of a column ahead: they cost as much as computing, not in parallel with it.
  EXPECT_EQ(time.compute - points, 1024.0 * 64 * 64);
  EXPECT_EQ(time.slow, 1024.0 * 2 * 256);
  auto packed = [](const Access &) { return Touch{1000, true}; };
  auto part = [](const Access &) { return Touch{1000, false}; };
  int64_t sizes[] = {16, 64};
  double part64x16 = 64 * 16 * one.node->opsPerPoint;
  EXPECT_EQ(cacheTime(*one.node, sizes, packed, caches).compute, part64x16);
  EXPECT_EQ(cacheTime(*one.node, sizes, part, caches).compute, part64x16 + 16.0 * 64 * 64);
}

// 8 x 8 x 96: along the sum each addition waits for the one before; a step of the sum at a time the loop inside runs
// along the columns of the result. A sum of 10 is unrolled, one that may be reassociated waits for nothing.
TEST(CacheCostTest, SumsInTheirOrderWait) {
  CachePrices caches;
  caches.levels = {{1 << 20, 0, 1}};
  caches.bytesPerSerialSum = 7;
  caches.unrolledOps = 100;
  auto near = [](const Access &) { return Touch{0, false}; };
  auto compute = [&](int64_t depth, bool reassociate, std::vector<int64_t> sizes) {
    ProgramWriter w;
    OneNode one(w.finish({w.matmul(w.argument({8, depth}), w.argument({depth, 8}))}));
    Node node = *one.node;
    node.serialSum = !reassociate;
    return cacheTime(node, sizes, near, caches).compute;
  };
  EXPECT_TRUE(OneNode([] {
                ProgramWriter w;
                return w.finish({w.matmul(w.argument({8, 96}), w.argument({96, 8}))});
              }())
                  .node->serialSum);
  EXPECT_EQ(compute(96, false, {8, 8, 96}), 8 * 8 * 96 * 7);
  EXPECT_EQ(compute(96, false, {8, 8, 1}), 8 * 8);
  EXPECT_EQ(compute(96, true, {8, 8, 96}), 8 * 8 * 96);
  EXPECT_EQ(compute(10, false, {8, 8, 10}), 8 * 8 * 10);
}

TEST(CacheCostTest, DistancesAreTheBytesInBetween) {
  ProgramWriter w;
  Tensor x = w.argument({64, 1024});
  Tensor a = w.relu(x), b = w.relu(a);
  auto module = parse(w.finish({w.add(b, x)}));
  TilingGraph graph(*(*module->getOps<func::FuncOp>().begin()).getBody().begin());
  constexpr Bytes tensor = 64 * 1024 * 4;
  std::vector<const Node *> nodes;
  for (const Node &node : graph.nodes)
    if (node.isCompute())
      nodes.push_back(&node);
  ASSERT_EQ(nodes.size(), 3u);
  // x for the first time: all four tensors; a: x and a; b: a and b; x again: two operations of two tensors.
  EXPECT_EQ(nodes[0]->inputs[0].distance, 4 * tensor);
  EXPECT_EQ(nodes[1]->inputs[0].distance, 2 * tensor);
  EXPECT_EQ(nodes[2]->inputs[0].distance, 2 * tensor);
  EXPECT_EQ(nodes[2]->inputs[1].distance, 4 * tensor);
  EXPECT_EQ(nodes[2]->results[0].distance, 4 * tensor);
}

TEST(CacheCostTest, SUTC1_ALoopIsBuiltWhereItSavesTimeOnly) {
  // 64 MiB eight times: fused. 16 KiB stay in the first cache, and one operation moves the same with a loop: as they
  // came.
  auto large = parse(chain(16384, 8)), small = parse(chain(4, 2)), alone = parse(chain(16384, 1));
  std::string smallBefore = printed(*small), aloneBefore = printed(*alone);
  EXPECT_EQ(tile(*large, cpuOptions(256 << 10)).loops, 1);
  Summary untouched = tile(*small, cpuOptions(16 << 10));
  EXPECT_EQ(untouched.loops, 0);
  EXPECT_EQ(untouched.cached, 2);
  EXPECT_NE(untouched.nothingTiled().find("SUT-C1"), std::string::npos) << untouched.nothingTiled();
  EXPECT_EQ(tile(*alone, cpuOptions(256 << 10)).cached, 1);
  EXPECT_EQ(printed(*small), smallBefore);
  EXPECT_EQ(printed(*alone), aloneBefore);
  // The negative: a scratchpad has no choice.
  EXPECT_EQ(tile(*small, testing_::driverOptions(16 << 10)).loops, 1);
  EXPECT_EQ(tile(*alone, testing_::driverOptions(256 << 10)).loops, 1);
}

TEST(CacheCostTest, SUTC1_ManyThreadsHaveALoopThatAllOfThemShare) {
  auto module = parse(chain(16384, 8));
  EXPECT_EQ(tile(*module, cpuOptions(256 << 10, 4)).parallelLoops, 1);
  module->walk([](scf::ForallOp loop) {
    EXPECT_GE(llvm::divideCeilSigned(loop.getStaticUpperBound()[0], loop.getStaticStep()[0]), 4);
  });
}

TEST(CacheCostTest, SUTC1_UnknownSizesStayUntiled) {
  auto module = parse(R"(func.func @main(%x: tensor<?x1024xf32>, %e: tensor<?x1024xf32>) -> tensor<?x1024xf32> {
    %1 = linalg.abs ins(%x : tensor<?x1024xf32>) outs(%e : tensor<?x1024xf32>) -> tensor<?x1024xf32>
    %2 = linalg.negf ins(%1 : tensor<?x1024xf32>) outs(%e : tensor<?x1024xf32>) -> tensor<?x1024xf32>
    return %2 : tensor<?x1024xf32>
  })");
  Summary summary = tile(*module, cpuOptions(256 << 10));
  EXPECT_EQ(summary.loops, 0);
  EXPECT_EQ(summary.cached, 2);
  EXPECT_EQ(tile(*module, testing_::driverOptions(256 << 10)).loops, 1);
}

TEST(CacheCostTest, SUTJ13_OnlyWhatIsOutsideOfLoopsMayExceedACache) {
  auto module = parse(chain(1024, 1));
  Budget budget = *Budget::parse(64 << 10, "");
  std::vector<Verdict> scratchpad = judge(*module, budget);
  budget.cache = true;
  std::vector<Verdict> cache = judge(*module, budget);
  ASSERT_EQ(cache.size(), 1u);
  EXPECT_FALSE(scratchpad[0].passes() || scratchpad[0].cached);
  EXPECT_TRUE(cache[0].passes() && cache[0].cached);
  EXPECT_EQ(cache[0].footprint, 2 << 22);
  // The forger: a tile loop for more memory than there is.
  tile(*module, testing_::driverOptions(128 << 10));
  std::vector<Verdict> loops = judge(*module, budget);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_TRUE(loops[0].isLoop);
  EXPECT_FALSE(loops[0].passes() || loops[0].cached);
}

void expectEqualOnCpu(const CorpusProgram &program, Bytes memory, int threads) {
  auto module = parse(program.text);
  OwningOpRef<ModuleOp> tiled(cast<ModuleOp>(module.get()->clone()));
  DriverOptions options = cpuOptions(memory, threads);
  // Without it every sum stays in its order.
  options.planner.onlineSoftmax = false;
  if (tile(*tiled, options).loops == 0)
    return;
  for (const Verdict &verdict : judge(*tiled, options.planner.budget))
    EXPECT_TRUE(verdict.passes()) << program.name << ": " << verdict.refusal;
  RunOptions run;
  run.optLevel = threads > 1 ? 1 : 0;
  auto before = Program::compile(*module, "main", run);
  run.threads = threads;
  auto after = Program::compile(*tiled, "main", run);
  ASSERT_TRUE(before && after) << program.name;
  std::vector<TensorData> arguments = (*before)->arguments(1);
  auto expected = (*before)->run(arguments), actual = (*after)->run(arguments);
  ASSERT_TRUE(expected && actual) << program.name;
  EXPECT_EQ(compare(*expected, *actual, 0).different, 0) << program.name << " " << memory << " " << threads;
}

TEST(CacheCostTest, PlansForCachesAndThreadsAreJudgedAndEqual) {
  for (const CorpusProgram &program : corpus())
    if (program.name == "elementwise-6" || program.name == "matmul-deep")
      for (int threads : {1, 4})
        expectEqualOnCpu(program, 256 << 10, threads);
}

TEST(CacheCostTest, SlowAllPlansForCachesAndThreadsAreJudgedAndEqual) {
  for (const CorpusProgram &program : corpus())
    for (Bytes memory : {16 << 10, 256 << 10})
      for (int threads : {1, 4})
        expectEqualOnCpu(program, memory, threads);
}

} // namespace
