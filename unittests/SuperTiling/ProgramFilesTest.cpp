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
#include "LoadCounter.h"
#include "SourceDirectory.h"

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

// The filter's 48 channels are 2 x 2 x 12 of the result. Where that is cut in six, the loop holds all 48, which stay: 48,960 B of
// results, 6,144 of the filter, 24 x 24 of the bias, 12 tiles of 1,280 of the padded input and 192 of zeros to begin with.
TEST(ProgramFilesTest, TPV5_WholeRowsBelowSeveralStay) {
  std::string text;
  for (const ProgramOfFile &program : programs())
    if (program.name == "transpose_conv_stride_2") {
      llvm::raw_string_ostream os(text);
      program.module.get()->print(os);
    }
  Summary summary;
  double counted = countedBytes(text, driverOptions(16 << 10, PlanMode::Planned), summary);
  ASSERT_EQ(summary.loopReports.size(), 1u);
  EXPECT_EQ(summary.loopReports[0].tile, (std::vector<int64_t>{1, 17, 5, 6}));
  EXPECT_EQ(summary.loopReports[0].traffic, 48960 + 6144 + 24 * 24 + 12 * 1280 + 192);
  EXPECT_EQ(counted, 48960 + 6144 + 24 * 24); // slices and whole tensors; it knows no padded tiles
  EXPECT_EQ(summary.replans, 0);
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

/// The same program without groups.
mlir::OwningOpRef<mlir::ModuleOp> unmarked(const mlir::OwningOpRef<mlir::ModuleOp> &module) {
  mlir::OwningOpRef<mlir::ModuleOp> copy(mlir::cast<mlir::ModuleOp>(module.get()->clone()));
  copy->walk([](mlir::Operation *op) {
    op->removeAttr("alcove.fuse_group");
    op->removeAttr("alcove.fuse_group_id");
  });
  return copy;
}

struct Ratios {
  double logarithms = 0, worst = 0;
  std::string where;
  int count = 0, torn = 0;
  double mean() const { return std::exp(logarithms / std::max(count, 1)); }
  void add(double ratio, const std::string &name, Bytes budget) {
    logarithms += std::log(ratio);
    ++count;
    if (ratio > worst) {
      worst = ratio;
      where = name + " at " + std::to_string(budget);
    }
  }
};

struct Baselines {
  Ratios simple[2], compulsory, bound;
  int programs = 0, rises = 0;
};

/// A marked group is a constraint (SUT-M1): the planned mode is held to the simple modes that tear no more groups.
/// Returns the planned outcome.
Outcome expectNoMoreTraffic(mlir::ModuleOp module, const std::string &name, Bytes budget, Baselines &all) {
  Outcome planned = checkModule(module, name, budget, PlanMode::Planned, false);
  if (planned.kind == Outcome::Equal && !planned.summary.dynamic) {
    EXPECT_LE(planned.summary.bound, planned.summary.traffic * (1 + 1e-12)) << name << " at " << budget;
    if (planned.summary.compulsory > 0 && planned.summary.traffic > 0)
      all.compulsory.add(planned.summary.traffic / planned.summary.compulsory, name, budget);
    if (planned.summary.bound > 0 && planned.summary.traffic > 0)
      all.bound.add(planned.summary.traffic / planned.summary.bound, name, budget);
  }
  constexpr PlanMode simpleModes[] = {PlanMode::NoFuse, PlanMode::MaxProducers};
  for (int i = 0; i < 2; ++i) {
    Outcome simple = checkModule(module, name, budget, simpleModes[i], false);
    EXPECT_NE(simple.kind, Outcome::Failed) << name << " at " << budget << ": " << simple.message;
    if (simple.kind != Outcome::Equal)
      continue;
    // Whatever a simple mode can do, the planned one can.
    EXPECT_EQ(planned.kind, Outcome::Equal) << name << " at " << budget << ": " << planned.message;
    EXPECT_LE(planned.summary.torn, simple.summary.torn) << name << " at " << budget;
    all.simple[i].torn += simple.summary.torn > planned.summary.torn;
    if (simple.summary.torn > planned.summary.torn || simple.summary.traffic <= 0)
      continue;
    EXPECT_LE(planned.summary.traffic, simple.summary.traffic) << name << " at " << budget;
    all.simple[i].add(planned.summary.traffic / simple.summary.traffic, name, budget);
  }
  return planned;
}

/// SUT-P1: neighbouring budgets of which the larger one moves more are named.
void compareBudgets(mlir::ModuleOp module, const std::string &name, Baselines &all) {
  Outcome before;
  for (Bytes budget : budgets) {
    Outcome planned = expectNoMoreTraffic(module, name, budget, all);
    if (planned.kind != Outcome::Equal || planned.summary.dynamic)
      continue;
    // Keeping a group whole that was torn before may cost traffic.
    if (before.kind == Outcome::Equal && planned.summary.torn == before.summary.torn &&
        planned.summary.traffic > before.summary.traffic * (1 + 1e-12)) {
      ++all.rises;
      printf("traffic rises: %s at %lld B, %.0f to %.0f B\n", name.c_str(), static_cast<long long>(budget),
             before.summary.traffic, planned.summary.traffic);
    }
    before = planned;
  }
  ++all.programs;
}

void print(const char *which, const Baselines &all) {
  const Ratios(&simple)[2] = all.simple;
  printf(
      "traffic of %d programs, %s, geometric means: planned / no-fuse %.3f (%d cases, %d tear more groups), planned / "
      "max-producers %.3f (%d, %d), planned / compulsory %.3f (%d, worst %.2f, %s), planned / bound %.3f (%d, worst "
      "%.2f, %s); %d rises with the budget\n",
      all.programs, which, simple[0].mean(), simple[0].count, simple[0].torn, simple[1].mean(), simple[1].count,
      simple[1].torn, all.compulsory.mean(), all.compulsory.count, all.compulsory.worst, all.compulsory.where.c_str(),
      all.bound.mean(), all.bound.count, all.bound.worst, all.bound.where.c_str(), all.rises);
}

TEST(ProgramFilesTest, SlowPlannedNeverMovesMoreThanTheBaselines) {
  Baselines all;
  for (const ProgramOfFile &program : programs())
    compareBudgets(*program.module, program.name, all);
  print("marked", all);
  EXPECT_EQ(all.rises, 0);
}

TEST(ProgramFilesTest, SlowPlannedNeverMovesMoreThanTheBaselinesUnmarked) {
  Baselines all;
  for (const ProgramOfFile &program : programs())
    compareBudgets(*unmarked(program.module), program.name, all);
  print("unmarked", all);
  EXPECT_EQ(all.rises, 0);
}

} // namespace
