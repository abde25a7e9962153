//===- FailureTest.cpp - What cannot fit, and what the judge refuses ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// Elementwise operations that fit at any tile, and a matmul that needs three elements at least.
mlir::OwningOpRef<mlir::ModuleOp> chainAndMatmul() {
  ProgramWriter w;
  Tensor h = w.relu(w.scale(w.argument({16, 16}), 2));
  return mlir::parseSourceString<mlir::ModuleOp>(w.finish({w.matmul(h, w.argument({16, 16}))}), &context());
}

struct Attempt {
  mlir::LogicalResult result = mlir::failure();
  std::vector<std::string> errors, warnings;
  Summary summary;
};

Attempt tile(mlir::ModuleOp module, Bytes memory, bool bestEffort) {
  Attempt run;
  mlir::ScopedDiagnosticHandler handler(&context(), [&](mlir::Diagnostic &d) {
    (d.getSeverity() == mlir::DiagnosticSeverity::Error ? run.errors : run.warnings).push_back(d.str());
    return mlir::success();
  });
  DriverOptions options = driverOptions(memory);
  options.bestEffort = bestEffort;
  run.result = superTile(module, options, run.summary);
  return run;
}

TEST(FailureTest, SUTF1_ErrorNamesTileAndBytesAndLeavesTheModule) {
  auto module = chainAndMatmul();
  std::string before = print(*module);
  Attempt run = tile(*module, 11, false);
  EXPECT_TRUE(mlir::failed(run.result));
  ASSERT_EQ(run.errors.size(), 1u);
  // One f32 of each operand and of the result: 12 B.
  EXPECT_EQ(run.errors[0],
            "'linalg.matmul' cannot fit: its smallest tile [1, 1, 1] needs 12 B of local memory, 11 B are "
            "available, 1 B too many; with best-effort=true it stays untiled (SUT-F1, SUT-F2)");
  EXPECT_EQ(print(*module), before);
  // One byte more is enough.
  EXPECT_TRUE(mlir::succeeded(tile(*module, 12, false).result));
}

TEST(FailureTest, SUTF2_BestEffortLeavesTheOneOperationAndTilesTheRest) {
  auto module = chainAndMatmul();
  Attempt run = tile(*module, 11, true);
  EXPECT_TRUE(mlir::succeeded(run.result));
  EXPECT_TRUE(run.errors.empty());
  ASSERT_EQ(run.warnings.size(), 1u);
  EXPECT_NE(run.warnings[0].find("'linalg.matmul' cannot fit"), std::string::npos);
  EXPECT_EQ(run.summary.misfits, 1);
  // The two elementwise operations share one, the fill of the destination has another.
  EXPECT_EQ(run.summary.loops, 2);
  EXPECT_EQ(run.summary.fused, 1);
  int marked = 0;
  module->walk([&](mlir::Operation *op) {
    if (!op->hasAttr("alcove.cannot_fit"))
      return;
    ++marked;
    EXPECT_EQ(op->getName().getStringRef(), "linalg.matmul");
  });
  EXPECT_EQ(marked, 1);
}

TEST(FailureTest, SUTF3_RefusedGroupIsForbiddenAndPlannedAgain) {
  ProgramWriter w;
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(w.finish({w.relu(w.scale(w.argument({64, 64}), 2))}), &context());
  auto function = *module->getOps<mlir::func::FuncOp>().begin();
  TilingGraph graph(function.getBody().front());
  Planner planner(driverOptions(4096).planner);
  Plan first = planner.plan(graph);
  ASSERT_EQ(first.groups.size(), 1u);
  EXPECT_EQ(first.groups[0].members.size(), 2u);
  EXPECT_TRUE(planner.forbid(graph, first.groups[0]));
  Plan second = planner.plan(graph);
  ASSERT_EQ(second.groups.size(), 2u);
  EXPECT_EQ(second.groups[0].members.size(), 1u);
  EXPECT_EQ(second.groups[1].members.size(), 1u);
  // The same refusal twice would be an endless loop.
  EXPECT_FALSE(planner.forbid(graph, first.groups[0]));
}

} // namespace
