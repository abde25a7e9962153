//===- JoinSiblingsFuzzTest.cpp - Random siblings and their readers -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/SuperTiling/Rewrite/JoinSiblings.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

/// Two to five readers of one tensor, and what random readers make of their results.
class SiblingProgram {
public:
  explicit SiblingProgram(uint64_t seed) : random(seed) {}

  std::string text() {
    kind = pick(6);
    Tensor x = kind == 2 ? w.argument({1, extent(), extent(), 8}) : w.argument({extent() * 2, extent()});
    if (kind == 1)
      x = w.argument({extent() * 2, extent()}, "i8");
    else if (kind == 5)
      x = w.argument({3, extent(), extent()});
    else if (pick(2))
      x = w.relu(x);
    int64_t n = extent();
    for (int64_t i = 2 + pick(4); i > 0; --i)
      open.push_back(reader(x, n));
    for (int64_t i = pick(6); i > 0; --i)
      combine();
    if (kind != 1 && pick(3) == 0)
      open.push_back(w.relu(x));
    return w.finish(open);
  }

private:
  int64_t pick(int64_t count) { return static_cast<int64_t>(random.below(static_cast<uint64_t>(count))); }
  int64_t extent() {
    static constexpr int64_t extents[] = {4, 7, 16, 24, 31, 40, 64};
    return extents[pick(7)];
  }

  Tensor reader(const Tensor &x, int64_t n) {
    Tensor y;
    switch (kind) {
    case 0:
      y = w.matmul(x, w.argument({x.shape[1], n}));
      return pick(2) ? w.withBroadcast(y, w.argument({n}), {1}, "add") : y;
    case 1:
      return w.rescale(w.matmul(x, w.argument({x.shape[1], n}, "i8")), 1 << 20, 27);
    case 2:
      return w.conv(pick(2) ? w.padSpatial(x, 1) : x, w.argument({3, 3, 8, 8}));
    case 3:
      return w.reduceLast(x, pick(2) ? "sum" : "max");
    case 4:
      return pick(2) ? w.tanh(x) : w.scale(x, 0.5);
    default:
      return w.matmul(x, w.argument({3, x.shape[2], n}));
    }
  }

  /// One or two open values become one.
  void combine() {
    if (kind == 1)
      return;
    Tensor a = take();
    bool pair = !open.empty() && open.front().shape == a.shape && pick(2);
    if (pair) {
      open.push_back(pick(2) ? w.add(a, take()) : w.mul(a, take()));
      return;
    }
    int64_t what = pick(4);
    if (what == 0 && a.rank() == 2)
      open.push_back(w.transpose(a, {1, 0}));
    else if (what == 1 && a.rank() >= 2)
      open.push_back(w.softmax(a));
    else
      open.push_back(what == 2 ? w.tanh(a) : w.relu(a));
    // Now and then a value that is used inside also leaves.
    if (pick(4) == 0)
      open.push_back(a);
  }

  Tensor take() {
    Tensor value = open.front();
    open.erase(open.begin());
    return value;
  }

  ProgramWriter w;
  Random random;
  int64_t kind = 0;
  std::vector<Tensor> open;
};

struct Counts {
  int served = 0, joined = 0;
};

/// Equal, judged, and at most the traffic of the plan without joining.
void check(uint64_t seed, Counts &counts) {
  constexpr Bytes memories[] = {1024, 2048, 4096, 8192, 16384, 32768, 100000};
  Bytes memory = memories[seed % 7];
  std::string text = SiblingProgram(seed).text();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  ASSERT_TRUE(module) << text;
  if (seed % 2) {
    mlir::PassManager manager(&context());
    manager.addPass(createMarkPatternsForSuperTiling());
    ASSERT_TRUE(mlir::succeeded(manager.run(*module)));
  }
  Outcome outcome = checkModule(*module, "main", memory, PlanMode::Planned, true);
  ASSERT_NE(outcome.kind, Outcome::Failed) << "seed " << seed << ": " << outcome.message << text;
  DriverOptions apart = driverOptions(memory);
  apart.joinSiblings = false;
  Summary summary;
  mlir::OwningOpRef<mlir::ModuleOp> copy(mlir::cast<mlir::ModuleOp>(module->clone()));
  mlir::ScopedDiagnosticHandler quiet(&context(), [](mlir::Diagnostic &) { return mlir::success(); });
  bool served = mlir::succeeded(superTile(*copy, apart, summary));
  ASSERT_EQ(served, outcome.kind == Outcome::Equal) << seed;
  if (!served)
    return;
  ++counts.served;
  counts.joined += outcome.summary.joined > 0;
  EXPECT_LE(outcome.summary.traffic, summary.traffic) << "seed " << seed << text;
  EXPECT_GE(outcome.summary.traffic, outcome.summary.bound) << "seed " << seed << text;
  EXPECT_LE(outcome.summary.torn, summary.torn) << "seed " << seed << text;
  EXPECT_EQ(outcome.summary.compulsory, summary.compulsory);
  // An addition is erased where a product begins as what it adds (SUT-H19).
  EXPECT_NEAR(static_cast<double>(outcome.summary.operations), static_cast<double>(summary.operations), 2);
}

TEST(JoinSiblingsFuzzTest, SUTS3_RandomSiblingsAreServedAndNeverMoveMore) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 20 && !HasFatalFailure(); ++seed)
    check(seed, counts);
  EXPECT_GT(counts.joined, 2);
  EXPECT_GT(counts.served, 12);
}

TEST(JoinSiblingsFuzzTest, SlowRandomSiblings) {
  Counts counts;
  const char *last = getenv("ALCOVE_SIBLING_SEEDS");
  for (uint64_t seed = 1000; seed < 1000 + (last ? strtoull(last, nullptr, 10) : 500) && !HasFailure(); ++seed)
    check(seed, counts);
  printf("random siblings: %d served, %d with joined operations\n", counts.served, counts.joined);
}

} // namespace
