//===- OnlineRowsTest.cpp - Maximum and sum of a softmax in one pass ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/SuperTiling/Rewrite/OnlineRows.h"

#include "mlir/IR/PatternMatch.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

constexpr int64_t columns = 10000;

/// A softmax of 3 rows, and what may be unusual about it.
struct Softmax {
  std::string largest = "maximumf", start = "0xFF800000", accumulate = "addf", zero = "0.0";
  bool together = true;     ///< exp(x - m) in one operation
  std::string special = ""; ///< element `special` stands where %c is true, columns %j
  std::string where = "";
  std::string of = "%x"; ///< what the maximum is subtracted from
};

std::string rows(const std::string &name, const std::string &of, const std::string &op, const std::string &start) {
  return fmt::format("  %z{0} = arith.constant {3} : f32\n"
                     "  %f{0} = linalg.fill ins(%z{0} : f32) outs(%r : tensor<3xf32>) -> tensor<3xf32>\n"
                     "  %{0} = linalg.generic {{indexing_maps = [#w, #r], iterator_types = [\"parallel\", "
                     "\"reduction\"]}} ins(%{1} : !x) outs(%f{0} : tensor<3xf32>) {{\n"
                     "  ^bb0(%a: f32, %o: f32):\n    %v = arith.{2} %a, %o : f32\n    linalg.yield %v : f32\n"
                     "  }} -> tensor<3xf32>\n",
                     name, of, op, start);
}

/// `body` computes %v from %a, and %b of the rows `row` where there are any.
std::string elements(const std::string &name, const std::string &of, const std::string &row, const std::string &body) {
  return fmt::format("  %{0} = linalg.generic {{indexing_maps = [#w, {1}#w], iterator_types = [\"parallel\", "
                     "\"parallel\"]}} ins({2}) outs(%e : !x) {{\n  ^bb0(%a: f32, {3}%o: f32):\n{4}"
                     "    linalg.yield %v : f32\n  }} -> !x\n",
                     name, row.empty() ? "" : "#r, ",
                     row.empty() ? fmt::format("{} : !x", of) : fmt::format("{}, {} : !x, tensor<3xf32>", of, row),
                     row.empty() ? "" : "%b: f32, ", body);
}

std::string text(const Softmax &s) {
  std::string t = fmt::format("!x = tensor<3x{}xf32>\n#w = affine_map<(i, j) -> (i, j)>\n"
                              "#r = affine_map<(i, j) -> (i)>\nfunc.func @main(%given: !x, %y: !x) -> !x {{\n"
                              "  %e = tensor.empty() : !x\n  %r = tensor.empty() : tensor<3xf32>\n",
                              columns);
  std::string of = "given", subtractFrom = s.of == "%x" ? "" : s.of;
  if (!s.special.empty()) {
    t += "  %s = arith.constant " + s.special + " : f32\n" +
         elements("x", "%given", "",
                  "    %i = linalg.index 0 : index\n    %j = linalg.index 1 : index\n" + s.where +
                      "    %v = arith.select %c, %s, %a : f32\n");
    of = "x";
  }
  t += rows("m", of, s.largest, s.start);
  std::string from = subtractFrom.empty() ? "%" + of : subtractFrom;
  if (s.together)
    t += elements("p", from, "%m", "    %d = arith.subf %a, %b : f32\n    %v = math.exp %d : f32\n");
  else
    t += elements("d", from, "%m", "    %v = arith.subf %a, %b : f32\n") +
         elements("p", "%d", "", "    %v = math.exp %a : f32\n");
  return t + rows("l", "p", s.accumulate, s.zero) + elements("n", "%p", "%l", "    %v = arith.divf %a, %b : f32\n") +
         "  return %n : !x\n}\n";
}

size_t found(const Softmax &s, Bytes memory = 16 << 10) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text(s), &context());
  EXPECT_TRUE(module) << text(s);
  return module ? numOnlineRows(*module, *Budget::parse(memory, "")) : 0;
}

void expectTwoPasses(const Softmax &s) {
  for (Bytes memory : {8 << 10, 64 << 10}) {
    Outcome outcome = checkProgram(text(s), memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message << text(s);
    double x = 4.0 * 3 * columns;
    EXPECT_LE(outcome.summary.traffic, 3 * x + 100) << memory;
    EXPECT_EQ(outcome.summary.compulsory, 2 * x);
  }
}

TEST(OnlineRowsTest, SUTH9_TwoPassesOverTheInput) {
  expectTwoPasses({});
  expectTwoPasses({.together = false});
  expectTwoPasses({.start = "-1.0e30"});
}

// linalg.softmax is written with these.
TEST(OnlineRowsTest, SUTH9_MaximumThatStartsAtNaN) { expectTwoPasses({.largest = "maxnumf", .start = "0xFFC00000"}); }

// -inf in front, in between and at the end of a row; +inf and NaN, which make the row NaN; a row of -inf alone.
TEST(OnlineRowsTest, SUTH9_SpecialElements) {
  std::string front = "    %k = arith.constant 7000 : index\n    %c = arith.cmpi ult, %j, %k : index\n",
              one = "    %k = arith.constant 4321 : index\n    %c = arith.cmpi eq, %j, %k : index\n",
              row = "    %k = arith.constant 1 : index\n    %c = arith.cmpi eq, %i, %k : index\n";
  for (const std::string &where : {front, one, row})
    for (const char *special : {"0xFF800000", "0x7F800000", "0x7FC00000"}) {
      Softmax s{.special = special, .where = where};
      Outcome outcome = checkProgram(text(s), 16 << 10, PlanMode::Planned, true);
      EXPECT_EQ(outcome.kind, Outcome::Equal) << special << where << outcome.message;
      EXPECT_LE(outcome.summary.traffic, 3 * 4.0 * 3 * columns + 100);
    }
}

TEST(OnlineRowsTest, SUTH9_OnlyASoftmaxOfLongRows) {
  EXPECT_EQ(found({}), 1u);
  EXPECT_EQ(found({.together = false}), 1u);
  EXPECT_EQ(found({}, 1 << 20), 0u);
  EXPECT_EQ(found({.largest = "minimumf"}), 0u);
  EXPECT_EQ(found({.largest = "addf"}), 0u);
  EXPECT_EQ(found({.start = "0xFFC00000"}), 0u);
  EXPECT_EQ(found({.accumulate = "mulf"}), 0u);
  EXPECT_EQ(found({.zero = "1.0"}), 0u);
  EXPECT_EQ(found({.of = "%y"}), 0u);
}

// Sums are rescaled: only where that is allowed, and said.
TEST(OnlineRowsTest, SUTH9_OnlyWithOnlineSoftmax) {
  for (bool allowed : {true, false}) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text({}), &context());
    DriverOptions options = driverOptions(16 << 10);
    options.planner.onlineSoftmax = allowed;
    Summary summary;
    ASSERT_TRUE(mlir::succeeded(superTile(*module, options, summary)));
    int rescaled = 0;
    module->walk([&](mlir::linalg::LinalgOp op) { rescaled += op->hasAttr(splitReductionAttr); });
    EXPECT_EQ(rescaled > 0, allowed);
    EXPECT_EQ(summary.traffic > 13.0 * columns * 3, !allowed);
  }
}

} // namespace
