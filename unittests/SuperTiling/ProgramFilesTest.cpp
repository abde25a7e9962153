//===- ProgramFilesTest.cpp - TOSA and linalg programs of many kinds ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function of test/SuperTiling/Inputs is a program: nearly all TOSA operations, named linalg operations, generics
// with unusual maps, and the tensor and scf operations that stand between. Each goes the way of the pipeline (TOSA to
// linalg, mark, tile, judge), runs, and is compared with itself untiled.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

constexpr Bytes budgets[] = {4 << 10, 16 << 10, 64 << 10, 128 << 10, 512 << 10, 2 << 20};

struct ProgramOfFile {
  std::string name;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

bool applyPipeline(mlir::ModuleOp module, const std::string &pipeline) {
  mlir::PassManager manager(module.getContext());
  return mlir::succeeded(mlir::parsePassPipeline(pipeline, manager)) && mlir::succeeded(manager.run(module));
}

/// One module for each function, on linalg and marked.
std::vector<ProgramOfFile> programs() {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(ALCOVE_SOURCE_DIR "/test/SuperTiling/Inputs"))
    paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<ProgramOfFile> found;
  for (const std::string &path : paths) {
    auto file = mlir::parseSourceFile<mlir::ModuleOp>(path, &context());
    EXPECT_TRUE(file) << path;
    if (!file)
      continue;
    for (auto function : file->getOps<mlir::func::FuncOp>()) {
      mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp::create(file->getLoc()));
      module->push_back(function->clone());
      bool tosa = std::filesystem::path(path).filename().string().rfind("tosa", 0) == 0;
      EXPECT_TRUE(!tosa || applyPipeline(*module, "alcove-tosa-to-linalg")) << function.getSymName().str();
      EXPECT_TRUE(applyPipeline(*module, "mark-patterns-for-super-tiling"));
      found.push_back({function.getSymName().str(), std::move(module)});
    }
  }
  return found;
}

// One program in twelve, the budget rotating.
TEST(ProgramFilesTest, SampleIsTiledJudgedAndEqual) {
  std::vector<ProgramOfFile> all = programs();
  EXPECT_GE(all.size(), 300u);
  for (size_t i = 0; i < all.size(); i += 12) {
    Outcome outcome = checkModule(*all[i].module, all[i].name, budgets[i / 12 % 3], PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << all[i].name << ": " << outcome.message;
  }
}

class ProgramFilesBudgetTest : public ::testing::TestWithParam<Bytes> {};

TEST_P(ProgramFilesBudgetTest, SlowEveryProgramIsTiledJudgedAndEqual) {
  int equal = 0, cannotFit = 0;
  for (const ProgramOfFile &program : programs()) {
    Outcome outcome = checkModule(*program.module, program.name, GetParam(), PlanMode::Planned, true);
    EXPECT_NE(outcome.kind, Outcome::Failed) << program.name << ": " << outcome.message;
    equal += outcome.kind == Outcome::Equal;
    cannotFit += outcome.kind == Outcome::CannotFit;
    if (outcome.kind == Outcome::CannotFit)
      printf("%s: %s", program.name.c_str(), outcome.message.c_str());
  }
  printf("program files at %lld B: %d equal, %d cannot fit\n", static_cast<long long>(GetParam()), equal, cannotFit);
}

INSTANTIATE_TEST_SUITE_P(Bytes, ProgramFilesBudgetTest, ::testing::ValuesIn(budgets),
                         ::testing::PrintToStringParamName());

TEST(ProgramFilesTest, SlowPlannedNeverMovesMoreThanTheBaselines) {
  double ratioNoFuse = 0, ratioMax = 0;
  int count = 0;
  for (const ProgramOfFile &program : programs())
    for (Bytes budget : budgets) {
      Outcome planned = checkModule(*program.module, program.name, budget, PlanMode::Planned, false);
      Outcome noFuse = checkModule(*program.module, program.name, budget, PlanMode::NoFuse, false);
      Outcome maximal = checkModule(*program.module, program.name, budget, PlanMode::MaxProducers, false);
      // Whatever a simple mode can do, the planned one can.
      if (noFuse.kind == Outcome::Equal || maximal.kind == Outcome::Equal)
        EXPECT_EQ(planned.kind, Outcome::Equal) << program.name << " at " << budget << ": " << planned.message;
      for (const Outcome *simple : {&noFuse, &maximal}) {
        EXPECT_NE(simple->kind, Outcome::Failed) << program.name << " at " << budget << ": " << simple->message;
        if (simple->kind == Outcome::Equal && planned.kind == Outcome::Equal)
          EXPECT_LE(planned.summary.traffic, simple->summary.traffic) << program.name << " at " << budget;
      }
      if (planned.kind != Outcome::Equal || noFuse.kind != Outcome::Equal || maximal.kind != Outcome::Equal ||
          planned.summary.traffic <= 0)
        continue;
      ratioNoFuse += std::log(planned.summary.traffic / noFuse.summary.traffic);
      ratioMax += std::log(planned.summary.traffic / maximal.summary.traffic);
      ++count;
    }
  printf("traffic over %d cases, geometric means: planned / no-fuse %.3f, planned / max-producers %.3f\n", count,
         std::exp(ratioNoFuse / count), std::exp(ratioMax / count));
}

} // namespace
