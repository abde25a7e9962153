//===- TimePlannerTest.cpp - Plans by time: bytes, bounds, monotony, equality ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/Plan/Tiling/Simulate.h"
#include "alcove/SuperTiling/Describe/MachinePreset.h"
#include "testing/SuperTiling/Corpus.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
namespace testing_ = alcove::supertiling::testing;

namespace {

plan::Machine preset(const std::string &name) {
  auto machine = loadMachine(name);
  EXPECT_TRUE(machine.ok());
  return machine.ok() ? *machine : plan::Machine();
}

PlannerOptions optionsOf(const plan::Machine &machine) {
  PlannerOptions options;
  options.machine = machine;
  options.budget = *machineBudget(machine, 0, "");
  return options;
}

std::optional<Summary> tile(ModuleOp module, const PlannerOptions &planner) {
  DriverOptions options;
  options.planner = planner;
  Summary summary;
  if (failed(superTile(module, options, summary)))
    return std::nullopt;
  return summary;
}

/// Every `stride`-th program of the corpus.
std::vector<CorpusProgram> some(size_t stride) {
  std::vector<CorpusProgram> all = corpus(), chosen;
  for (size_t i = 0; i < all.size(); i += stride)
    chosen.push_back(all[i]);
  return chosen;
}

Block &bodyOf(ModuleOp module) {
  Block *body = nullptr;
  module.walk([&](func::FuncOp function) { body = body ? body : &function.getBody().front(); });
  return *body;
}

} // namespace

TEST(TimePlannerTest, OneCoreMovesTheTrafficOfTheModel) {
  MLIRContext &context = testing_::context();
  plan::Machine machine = preset("small-npu");
  int groups = 0;
  for (const CorpusProgram &program : some(3)) {
    auto module = parseSourceString<ModuleOp>(program.text, &context);
    TilingGraph graph(bodyOf(*module));
    PlannerOptions options;
    options.budget = *Budget::parse(32 << 10, "");
    Plan plan = Planner(options).plan(graph);
    for (const PlannedGroup &group : plan.groups) {
      if (group.probe)
        continue;
      plan::TimeNest nest = timeNest(graph, group, options.costs, options.budget, machine);
      ASSERT_TRUE(plan::check(machine, nest).ok()) << program.name;
      plan::NestTime time = plan::timeOf(machine, nest);
      // Times count what a padding stands for, too.
      bool pads = llvm::any_of(group.members, [&](int node) { return graph.nodes[node].kind == NodeKind::Pad; });
      EXPECT_GE(time.bytes, group.evaluation.traffic * (1 - 1e-6)) << program.name;
      EXPECT_LE(time.bytes, group.evaluation.traffic * (pads ? 1.2 : 1 + 1e-6)) << program.name;
      EXPECT_TRUE(plan::verify(machine, nest, time).ok()) << program.name;
      ++groups;
    }
  }
  EXPECT_GT(groups, 20);
}

TEST(TimePlannerTest, TimesLieBetweenTheBoundAndThePlanOfLeastTraffic) {
  MLIRContext &context = testing_::context();
  for (const char *name : {"small-npu", "npu-16"}) {
    PlannerOptions options = optionsOf(preset(name));
    for (const CorpusProgram &program : some(8)) {
      auto module = parseSourceString<ModuleOp>(program.text, &context);
      auto summary = tile(*module, options);
      ASSERT_TRUE(summary) << program.name;
      EXPECT_GT(summary->time.total, 0) << program.name;
      EXPECT_LE(summary->time.bound, summary->time.total * (1 + 1e-9)) << program.name;
      EXPECT_LE(summary->time.total, summary->time.ofLeastTraffic * (1 + 1e-9)) << program.name;
    }
  }
}

TEST(TimePlannerTest, MoreBandwidthAndMoreCoresNeverCostTime) {
  MLIRContext &context = testing_::context();
  plan::Machine base = preset("npu-16"), wide = base, many = base;
  wide.slowGbps *= 4;
  wide.coreGbps *= 4;
  many.cores *= 4;
  for (const CorpusProgram &program : some(27)) {
    double times[3];
    const plan::Machine *machines[3] = {&base, &wide, &many};
    for (int i = 0; i < 3; ++i) {
      auto module = parseSourceString<ModuleOp>(program.text, &context);
      auto summary = tile(*module, optionsOf(*machines[i]));
      ASSERT_TRUE(summary) << program.name;
      times[i] = summary->time.total;
    }
    EXPECT_LE(times[1], times[0] * (1 + 1e-9)) << program.name;
    EXPECT_LE(times[2], times[0] * (1 + 1e-9)) << program.name;
  }
}

TEST(TimePlannerTest, TwoBuffersNeverCostTimeWithAuto) {
  MLIRContext &context = testing_::context();
  for (const CorpusProgram &program : some(27)) {
    PlannerOptions options = optionsOf(preset("small-npu"));
    auto one = parseSourceString<ModuleOp>(program.text, &context),
         both = parseSourceString<ModuleOp>(program.text, &context);
    options.doubleBuffering = DoubleBuffering::Off;
    auto off = tile(*one, options);
    options.doubleBuffering = DoubleBuffering::Auto;
    auto best = tile(*both, options);
    ASSERT_TRUE(off && best) << program.name;
    EXPECT_LE(best->time.total, off->time.total * (1 + 1e-9)) << program.name;
  }
}

TEST(TimePlannerTest, SUTJ10_SecondBuffersCount) {
  MLIRContext &context = testing_::context();
  // 8 rows of 64: 2048 B in, 2048 B out, and both once more.
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      %e = tensor.empty() : tensor<64x64xf32>
      %r = scf.for %i = %c0 to %c64 step %c8 iter_args(%o = %e) -> (tensor<64x64xf32>) {
        %s = tensor.extract_slice %x[%i, 0] [8, 64] [1, 1] : tensor<64x64xf32> to tensor<8x64xf32>
        %d = tensor.extract_slice %o[%i, 0] [8, 64] [1, 1] : tensor<64x64xf32> to tensor<8x64xf32>
        %y = linalg.exp ins(%s : tensor<8x64xf32>) outs(%d : tensor<8x64xf32>) -> tensor<8x64xf32>
        %n = tensor.insert_slice %y into %o[%i, 0] [8, 64] [1, 1] : tensor<8x64xf32> into tensor<64x64xf32>
        scf.yield %n : tensor<64x64xf32>
      } {alcove.tile_loop}
      return %r : tensor<64x64xf32>
    })",
                                            &context);
  ASSERT_TRUE(module);
  Operation *loop = nullptr;
  module->walk([&](scf::ForOp op) { loop = op; });
  EXPECT_EQ(judgeLoop(loop, *Budget::parse(4096, "")).footprint, 4096);
  EXPECT_TRUE(judgeLoop(loop, *Budget::parse(4096, "")).passes());
  loop->setAttr("alcove.double_buffer", UnitAttr::get(&context));
  EXPECT_EQ(judgeLoop(loop, *Budget::parse(8192, "")).footprint, 8192);
  EXPECT_FALSE(judgeLoop(loop, *Budget::parse(8191, "")).passes());
}

TEST(TimePlannerTest, MachinesByName) {
  for (const char *name : {"small-npu", "npu-16", "cpu", "wormhole-n150", "blackhole-p150"})
    EXPECT_TRUE(loadMachine(name).ok()) << name;
  auto missing = loadMachine("no-such-machine");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("npu-16"), std::string::npos);
  EXPECT_EQ(preset("wormhole-n150").cores, 64);
}

namespace {

/// Tiled for `machine`, judged with its second buffers, and equal.
void runsEqual(const CorpusProgram &program, const plan::Machine &machine, DoubleBuffering buffering) {
  auto module = parseSourceString<ModuleOp>(program.text, &testing_::context());
  OwningOpRef<ModuleOp> tiled(cast<ModuleOp>(module.get()->clone()));
  PlannerOptions options = optionsOf(machine);
  options.doubleBuffering = buffering;
  ASSERT_TRUE(tile(*tiled, options)) << program.name;
  for (const Verdict &verdict : judge(*tiled, options.budget))
    EXPECT_TRUE(verdict.passes()) << program.name;
  bool split = false;
  tiled->walk([&](Operation *op) { split |= op->hasAttr(splitReductionAttr); });
  auto before = Program::compile(*module, "main", {}), after = Program::compile(*tiled, "main", {});
  ASSERT_TRUE(before && after) << program.name;
  std::vector<TensorData> arguments = (*before)->arguments(1);
  auto expected = (*before)->run(arguments), actual = (*after)->run(arguments);
  ASSERT_TRUE(expected && actual) << program.name;
  EXPECT_EQ(compare(*expected, *actual, split ? 1e-3 : 0).wrong, 0) << program.name;
}

} // namespace

TEST(TimePlannerTest, PlannedProgramsAreEqual) {
  plan::Machine machine = preset("npu-16");
  machine.localBytes = 32 << 10;
  for (const CorpusProgram &program : corpus())
    if (program.name == "softmax-3d" || program.name == "conv-i8-rescale")
      runsEqual(program, machine, DoubleBuffering::Auto);
}

TEST(TimePlannerTest, SlowPlannedCorpusIsEqual) {
  for (const char *name : {"small-npu", "npu-16"}) {
    plan::Machine machine = preset(name);
    machine.localBytes = 32 << 10;
    for (const CorpusProgram &program : some(4))
      for (DoubleBuffering buffering : {DoubleBuffering::Off, DoubleBuffering::Auto})
        runsEqual(program, machine, buffering);
  }
}
