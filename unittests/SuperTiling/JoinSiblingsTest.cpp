//===- JoinSiblingsTest.cpp - Readers of one tensor in one loop -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/SuperTiling/Describe/MachinePreset.h"
#include "alcove/SuperTiling/Marks/FuseMarks.h"
#include "alcove/SuperTiling/Rewrite/JoinSiblings.h"
#include "alcove/SuperTiling/Rewrite/OwnDestinations.h"
#include "testing/SuperTiling/Corpus.h"

#include "mlir/IR/PatternMatch.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

const char *const prelude = R"(
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
)";

mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &body) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(prelude + body, &context());
  EXPECT_TRUE(module) << body;
  return module;
}

std::vector<Siblings> siblingsOf(const std::string &body) {
  auto module = parse(body);
  // The operations go with the module: only their number is asked for.
  return findSiblings(*module);
}

std::string text(mlir::Operation *op) {
  std::string printed;
  llvm::raw_string_ostream os(printed);
  op->print(os, mlir::OpPrintingFlags().printGenericOpForm());
  os << op->getLoc();
  return printed;
}

/// An elementwise generic `%name` of %from; `also` is read the same way.
std::string elementwise(const std::string &name, const std::string &from, const std::string &op,
                        const std::string &map = "#ij") {
  return fmt::format(R"(
  %{0} = linalg.generic {{indexing_maps = [{3}, #ij], iterator_types = ["parallel", "parallel"]}}
      ins(%{1} : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %v = {2} %a : f32
    linalg.yield %v : f32
  }} -> tensor<64x64xf32>)",
                     name, from, op, map);
}

/// %name = x + y, both along #ij.
std::string sum(const std::string &name, const std::string &x, const std::string &y) {
  return fmt::format(R"(
  %{0} = linalg.generic {{indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}}
      ins(%{1}, %{2} : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  }} -> tensor<64x64xf32>)",
                     name, x, y);
}

std::string function(const std::string &body, const std::string &results) {
  int64_t count = std::count(results.begin(), results.end(), '%');
  std::vector<std::string> types(count, "tensor<64x64xf32>");
  return fmt::format("func.func private @use(tensor<64x64xf32>)\n"
                     "func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> ({0}) {{\n"
                     "  %e = tensor.empty() : tensor<64x64xf32>{1}\n  return {2} : {0}\n}}",
                     fmt::join(types, ", "), body, results);
}

// Three projections of one input with a bias each, as in attention; marked, and each with a name of its own.
std::string projections(const std::string &attributes = "") {
  std::string body = "#row = affine_map<(i, j) -> (j)>\nfunc.func @main(%x: tensor<64x48xf32>";
  for (char c : {'q', 'k', 'v'})
    body += fmt::format(", %w{0}: tensor<48x48xf32>, %b{0}: tensor<48xf32>", c);
  body += ") -> (tensor<64x48xf32>, tensor<64x48xf32>, tensor<64x48xf32>) {\n  %z = arith.constant 0.0 : f32\n"
          "  %e = tensor.empty() : tensor<64x48xf32>\n"
          "  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>\n";
  int mark = 0;
  for (char c : {'q', 'k', 'v'}) {
    std::string marks = attributes.empty() ? fmt::format("{{part = \"{}\"}}", c)
                                           : fmt::format("{{alcove.fuse_group = [{0}], alcove.fuse_group_id = {0}, "
                                                         "part = \"{1}\"}}",
                                                         mark, c);
    std::string member = attributes.empty() ? "" : fmt::format("attrs = {{alcove.fuse_group = [{}]}} ", mark);
    ++mark;
    body += fmt::format(R"(  %m{0} = linalg.matmul {1} ins(%x, %w{0} : tensor<64x48xf32>, tensor<48x48xf32>)
      outs(%f : tensor<64x48xf32>) -> tensor<64x48xf32> loc("{0}")
  %r{0} = linalg.generic {{indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]}}
      ins(%m{0}, %b{0} : tensor<64x48xf32>, tensor<48xf32>) outs(%e : tensor<64x48xf32>) {2}{{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b fastmath<contract> : f32
    linalg.yield %s : f32
  }} -> tensor<64x48xf32>
)",
                        c, marks, member);
  }
  return body + "  return %rq, %rk, %rv : tensor<64x48xf32>, tensor<64x48xf32>, tensor<64x48xf32>\n}";
}

/// Maximum and sum of the rows of x.
std::string maximumAndSum() {
  std::string body = "func.func @main(%x: tensor<300x200xf32>) -> (tensor<300xf32>, tensor<300xf32>) {\n"
                     "  %e = tensor.empty() : tensor<300xf32>\n";
  for (auto [name, op, start] : {std::tuple("m", "arith.maximumf", "0xFF800000"), std::tuple("s", "arith.addf", "0.0")})
    body += fmt::format(R"(  %z{0} = arith.constant {2} : f32
  %f{0} = linalg.fill ins(%z{0} : f32) outs(%e : tensor<300xf32>) -> tensor<300xf32>
  %{0} = linalg.generic {{indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}}
      ins(%x : tensor<300x200xf32>) outs(%f{0} : tensor<300xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %v = {1} %a, %o : f32
    linalg.yield %v : f32
  }} -> tensor<300xf32>
)",
                        name, op, start);
  return body + "  return %m, %s : tensor<300xf32>, tensor<300xf32>\n}";
}

TEST(JoinSiblingsTest, SUTS1_ReadersOfOneTensorAreSiblings) {
  std::vector<Siblings> found = siblingsOf(projections());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].parts.size(), 3u);
  EXPECT_EQ(found[0].sharedBytes, 64 * 48 * 4);
  EXPECT_EQ(siblingsOf(maximumAndSum()).size(), 1u);
  EXPECT_EQ(
      siblingsOf(function(elementwise("p", "x", "math.exp") + elementwise("q", "x", "math.sin"), "%p, %q")).size(), 1u);
}

// Eight at most; the ninth and tenth are a set of their own.
TEST(JoinSiblingsTest, SUTS1_ManySiblingsAreSeveralSets) {
  std::string body, results;
  for (int i = 0; i < 10; ++i) {
    body += elementwise(fmt::format("p{}", i), "x", "math.exp");
    results += fmt::format("{}%p{}", i ? ", " : "", i);
  }
  std::vector<Siblings> found = siblingsOf(function(body, results));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].parts.size(), 8u);
  EXPECT_EQ(found[1].parts.size(), 2u);
}

TEST(JoinSiblingsTest, SUTS1_WhatLoopsOrReadsDifferentlyIsNoSibling) {
  std::string first = elementwise("p", "x", "math.exp");
  // Another tensor, another order of its dimensions, nothing that is used.
  EXPECT_TRUE(siblingsOf(function(first + elementwise("q", "y", "math.exp"), "%p, %q")).empty());
  EXPECT_TRUE(siblingsOf(function(first + elementwise("q", "x", "math.exp", "#ji"), "%p, %q")).empty());
  EXPECT_TRUE(siblingsOf(function(first + elementwise("q", "x", "math.exp"), "%p")).empty());
  // A reduction beside an elementwise operation.
  std::string row = R"(
  %r = tensor.empty() : tensor<64xf32>
  %q = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x64xf32>) outs(%r : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %b = linalg.broadcast ins(%q : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [1])";
  EXPECT_TRUE(siblingsOf(function(first + row, "%p, %b")).empty());
  // Unknown extents, other extents.
  EXPECT_TRUE(siblingsOf(R"(
func.func @main(%x: tensor<?x64xf32>, %e: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  %p = linalg.exp ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %q = linalg.tanh ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %p, %q : tensor<?x64xf32>, tensor<?x64xf32>
})")
                  .empty());
  EXPECT_TRUE(siblingsOf(R"(
func.func @main(%x: tensor<64x48xf32>, %v: tensor<48x48xf32>, %w: tensor<48x32xf32>, %f: tensor<64x48xf32>,
                %g: tensor<64x32xf32>) -> (tensor<64x48xf32>, tensor<64x32xf32>) {
  %p = linalg.matmul ins(%x, %v : tensor<64x48xf32>, tensor<48x48xf32>) outs(%f : tensor<64x48xf32>) -> tensor<64x48xf32>
  %q = linalg.matmul ins(%x, %w : tensor<64x48xf32>, tensor<48x32xf32>) outs(%g : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %p, %q : tensor<64x48xf32>, tensor<64x32xf32>
})")
                  .empty());
}

TEST(JoinSiblingsTest, SUTS2_OneNeedsTheOther) {
  std::string first = elementwise("p", "x", "math.exp");
  EXPECT_TRUE(siblingsOf(function(first + sum("q", "x", "p"), "%p, %q")).empty());
  // Through another operation; beside it one that is free.
  std::string through = first + elementwise("t", "p", "math.sin") + sum("q", "x", "t");
  EXPECT_TRUE(siblingsOf(function(through, "%q")).empty());
  std::vector<Siblings> found = siblingsOf(function(through + elementwise("r", "x", "math.cos"), "%q, %r"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].parts.size(), 2u);
  // What stands between them and must not move.
  std::string call = "\n  func.call @use(%p) : (tensor<64x64xf32>) -> ()";
  EXPECT_TRUE(siblingsOf(function(first + call + elementwise("q", "x", "math.sin"), "%p, %q")).empty());
}

// Each pair can be joined, both would be a circle: p waits for s, q for r.
TEST(JoinSiblingsTest, SUTS2_JoinedPairsDoNotWaitForEachOther) {
  auto module = parse(function(elementwise("p", "x", "math.exp") + elementwise("r", "y", "math.exp") +
                                   sum("q", "x", "r") + sum("s", "y", "p"),
                               "%q, %s"));
  std::vector<Siblings> sets = findSiblings(*module);
  ASSERT_EQ(sets.size(), 2u);
  mlir::IRRewriter rewriter(&context());
  EXPECT_EQ(joinSiblings(rewriter, sets, {sets[0].structure, sets[1].structure}), 1);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

// Users of the first part that stand in front of the last one follow the joined operation.
TEST(JoinSiblingsTest, SUTS2_UsersStandBehind) {
  auto module = parse(function(elementwise("p", "x", "math.exp") + elementwise("t", "p", "math.sin") +
                                   elementwise("q", "x", "math.cos"),
                               "%q, %t"));
  std::vector<Siblings> sets = findSiblings(*module);
  ASSERT_EQ(sets.size(), 1u);
  mlir::IRRewriter rewriter(&context());
  EXPECT_EQ(joinSiblings(rewriter, sets, {sets[0].structure}), 1);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

// Names, attributes, marks, flags and places come back; so do the biases, which are joined in turn.
TEST(JoinSiblingsTest, SUTS4_PartsComeBackAsTheyWere) {
  for (const std::string &program : {projections(), projections("marked"), maximumAndSum()}) {
    auto module = parse(program);
    std::vector<std::string> before, after;
    module->walk([&](mlir::linalg::LinalgOp op) { before.push_back(text(op)); });
    std::vector<Siblings> sets = findSiblings(*module);
    mlir::IRRewriter rewriter(&context());
    ASSERT_EQ(joinSiblings(rewriter, sets, {sets[0].structure}), 1);
    int64_t joined = 0;
    module->walk([&](mlir::Operation *op) { joined += op->hasAttr(joinedAttr); });
    EXPECT_EQ(joined, program == maximumAndSum() ? 1 : 2);
    splitJoined(rewriter, *module);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    module->walk([&](mlir::linalg::LinalgOp op) { after.push_back(text(op)); });
    // Values have other numbers in another order: what is compared is all but these.
    auto normal = [](std::vector<std::string> &ops) {
      for (std::string &op : ops) {
        std::string kept;
        for (size_t i = 0; i < op.size(); ++i) {
          kept += op[i];
          while (op[i] == '%' && i + 1 < op.size() && (isalnum(op[i + 1]) || op[i + 1] == '_'))
            op.erase(i + 1, 1);
        }
        op = kept;
      }
      std::sort(ops.begin(), ops.end());
    };
    normal(before);
    normal(after);
    EXPECT_EQ(before, after);
  }
}

/// The class and the number of the parts are those of the joined operation.
TEST(JoinSiblingsTest, JoinedProductsAreAContraction) {
  auto module = parse(projections());
  std::vector<Siblings> sets = findSiblings(*module);
  mlir::IRRewriter rewriter(&context());
  joinSiblings(rewriter, sets, {sets[0].structure});
  int64_t products = 0;
  module->walk([&](mlir::Operation *op) {
    if (classOfParts(op) == OpClass::Matmul) {
      ++products;
      EXPECT_EQ(numParts(op), 3);
      EXPECT_EQ(nameOf(op), "linalg.matmul, linalg.matmul, linalg.matmul");
      EXPECT_EQ(fuseGroupsOf(op).size(), 0u);
    }
  });
  EXPECT_EQ(products, 1);
}

/// Operations of `name` per tile loop of the tiled program; no trace of the joining is left.
std::vector<int> tiledOperations(const std::string &program, Bytes memory, const std::string &name, Summary &summary,
                                 const DriverOptions *options = nullptr) {
  auto module = parse(program);
  DriverOptions own = options ? *options : driverOptions(memory);
  EXPECT_TRUE(mlir::succeeded(superTile(*module, own, summary)));
  std::vector<int> found;
  module->walk([&](mlir::Operation *op) {
    EXPECT_FALSE(op->hasAttr(joinedAttr));
    if (!op->hasAttr(tileLoopAttr))
      return;
    found.push_back(0);
    op->walk([&](mlir::Operation *inner) { found.back() += inner->getName().getStringRef() == name; });
  });
  return found;
}

// 12 KiB of x, 9 of each weight, 12 of each result: x is loaded once, and three times where each has a loop.
TEST(JoinSiblingsTest, SUTS3_ProjectionsShareTheirInput) {
  double x = 64 * 48 * 4, w = 48 * 48 * 4 + 48 * 4;
  for (const std::string &program : {projections(), projections("marked")}) {
    Summary summary;
    std::vector<int> products = tiledOperations(program, 32 << 10, "linalg.matmul", summary);
    EXPECT_EQ(products, std::vector<int>{3});
    EXPECT_EQ(summary.joined, 1);
    EXPECT_EQ(summary.torn, 0);
    EXPECT_EQ(summary.fused, 5);
    EXPECT_EQ(summary.traffic, 4 * x + 3 * w);
    EXPECT_EQ(summary.traffic, summary.compulsory);
    Outcome outcome = checkProgram(prelude + program, 32 << 10, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  }
}

// In half of the memory: the sums of three products and what is added to them are three tiles, not six.
TEST(JoinSiblingsTest, SUTH13_JoinedPartsWriteOverTheirProducts) {
  auto module = parse(projections());
  std::vector<Siblings> sets = findSiblings(*module);
  mlir::IRRewriter rewriter(&context());
  ASSERT_EQ(joinSiblings(rewriter, sets, {sets[0].structure}), 1);
  EXPECT_FALSE(writeOverProducts(rewriter, *module, driverOptions(1 << 20).planner.budget));
  splitJoined(rewriter, *module);
  ASSERT_TRUE(mlir::succeeded(mlir::verify(*module)));
  int64_t biases = 0;
  module->walk([&](mlir::linalg::GenericOp op) {
    ++biases;
    EXPECT_EQ(op.getNumDpsInputs(), 1);
    EXPECT_TRUE(op.getDpsInits()[0].getDefiningOp<mlir::linalg::MatmulOp>());
  });
  EXPECT_EQ(biases, 3);
  Outcome outcome = checkProgram(prelude + projections(), 16 << 10, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
}

// Biases of three projections write over their sums: three starts from one operation are one tile of it, so that it may have
// panels.
TEST(JoinSiblingsTest, SUTH13_SumsOfJoinedProductsHavePanels) {
  for (Bytes memory : {1536, 3072}) {
    Outcome outcome = checkProgram(encoder(1, 32, 48, 4), memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    EXPECT_EQ(outcome.summary.joined, 1);
    EXPECT_EQ(outcome.summary.replans, 0);
  }
}

// A product that others read too keeps its sums.
TEST(JoinSiblingsTest, SUTH13_NotOverProductsThatOthersRead) {
  std::string program = projections();
  program.replace(program.find("return %rq"), 10, "return %mq");
  auto module = parse(program);
  mlir::IRRewriter rewriter(&context());
  std::vector<Siblings> sets = findSiblings(*module);
  ASSERT_EQ(joinSiblings(rewriter, sets, {sets[0].structure}), 1);
  writeOverProducts(rewriter, *module, driverOptions(1 << 20).planner.budget);
  splitJoined(rewriter, *module);
  module->walk([&](mlir::func::FuncOp function) {
    mlir::Value first = function.getBody().front().getTerminator()->getOperand(0);
    EXPECT_TRUE(llvm::none_of(first.getUses(), [](mlir::OpOperand &use) {
      auto op = mlir::dyn_cast<mlir::linalg::GenericOp>(use.getOwner());
      return op && op.isDpsInit(&use);
    }));
  });
}

// Two reductions of 240,000 B read them once; sums in the order that they had.
TEST(JoinSiblingsTest, SUTS3_MaximumAndSumReadTheirInputOnce) {
  for (Bytes memory : {4 << 10, 64 << 10, 2 << 20}) {
    Outcome outcome = checkProgram(prelude + maximumAndSum(), memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    EXPECT_EQ(outcome.summary.joined, 1);
    EXPECT_EQ(outcome.summary.traffic, 300 * 200 * 4 + 2 * 300 * 4);
    EXPECT_EQ(outcome.summary.traffic, outcome.summary.compulsory);
  }
}

// On a machine that takes as long as its transfers one pass takes half the time of two.
TEST(JoinSiblingsTest, SUTS3_WithAMachineTheFasterPlan) {
  std::string program = maximumAndSum();
  for (size_t at = 0; (at = program.find("300", at)) != std::string::npos; at += 4)
    program.replace(at, 3, "3000");
  double times[2] = {};
  for (bool join : {false, true}) {
    DriverOptions options = driverOptions(128 << 10);
    options.planner.machine = *loadMachine("small-npu");
    options.planner.budget = *machineBudget(*options.planner.machine, 0, "");
    options.joinSiblings = join;
    Summary summary;
    tiledOperations(program, 0, "linalg.generic", summary, &options);
    EXPECT_EQ(summary.joined, join ? 1 : 0);
    EXPECT_GE(summary.time.total, summary.time.bound);
    times[join] = summary.time.total;
  }
  EXPECT_LT(times[1], 0.6 * times[0]);
}

// Exporters write a view of the input in front of each product.
TEST(JoinSiblingsTest, SUTS1_EqualViewsShowOneTensor) {
  auto program = [](const char *offset, const char *other) {
    std::string text = "func.func @main(%x: tensor<1x64x96xf32>, %v: tensor<48x64xf32>, %w: tensor<48x64xf32>) -> "
                       "(tensor<64x64xf32>, tensor<64x64xf32>) {\n  %z = arith.constant 0.0 : f32\n"
                       "  %e = tensor.empty() : tensor<64x64xf32>\n"
                       "  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>\n";
    for (auto [name, at, weight] : {std::tuple("a", offset, "v"), std::tuple("b", other, "w")})
      text += fmt::format(
          "  %s{0} = tensor.extract_slice %x[0, 0, {1}] [1, 64, 48] [1, 1, 1] : tensor<1x64x96xf32> to "
          "tensor<1x64x48xf32>\n  %c{0} = tensor.collapse_shape %s{0} [[0, 1], [2]] : tensor<1x64x48xf32> into "
          "tensor<64x48xf32>\n  %{0} = linalg.matmul ins(%c{0}, %{2} : tensor<64x48xf32>, tensor<48x64xf32>) "
          "outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>\n",
          name, at, weight);
    return text + "  return %a, %b : tensor<64x64xf32>, tensor<64x64xf32>\n}";
  };
  EXPECT_EQ(siblingsOf(program("48", "48")).size(), 1u);
  EXPECT_TRUE(siblingsOf(program("48", "47")).empty());
  Outcome outcome = checkProgram(program("48", "48"), 32 << 10, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  EXPECT_EQ(outcome.summary.joined, 1);
  EXPECT_EQ(outcome.summary.traffic, 4 * (64 * 48 + 2 * 48 * 64 + 2 * 64 * 64));
}

// gate and up, silu(gate) * up.
TEST(JoinSiblingsTest, SUTS3_GatedProducts) {
  std::string program = R"(
func.func @main(%x: tensor<96x64xf32>, %g: tensor<64x256xf32>, %u: tensor<64x256xf32>) -> tensor<96x256xf32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<96x256xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<96x256xf32>) -> tensor<96x256xf32>
  %a = linalg.matmul ins(%x, %g : tensor<96x64xf32>, tensor<64x256xf32>) outs(%f : tensor<96x256xf32>) -> tensor<96x256xf32>
  %b = linalg.matmul ins(%x, %u : tensor<96x64xf32>, tensor<64x256xf32>) outs(%f : tensor<96x256xf32>) -> tensor<96x256xf32>
  %c = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<96x256xf32>, tensor<96x256xf32>) outs(%e : tensor<96x256xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %n = arith.negf %p : f32
    %t = math.exp %n : f32
    %d = arith.addf %t, %one : f32
    %s = arith.divf %p, %d : f32
    %v = arith.mulf %s, %q : f32
    linalg.yield %v : f32
  } -> tensor<96x256xf32>
  return %c : tensor<96x256xf32>
})";
  for (Bytes memory : {16 << 10, 32 << 10, 128 << 10}) {
    Outcome outcome = checkProgram(prelude + program, memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    EXPECT_GE(outcome.summary.traffic, outcome.summary.bound);
  }
}

// A schedule is one for the program that came, and the simple modes are what they are.
TEST(JoinSiblingsTest, SUTS3_NotWithASchedule) {
  DriverOptions options = driverOptions(32 << 10);
  options.schedule = true;
  Summary summary;
  std::vector<int> apart = tiledOperations(projections(), 0, "linalg.matmul", summary, &options);
  EXPECT_EQ(*std::max_element(apart.begin(), apart.end()), 1);
  EXPECT_EQ(summary.joined, 0);
  for (PlanMode mode : {PlanMode::NoFuse, PlanMode::MaxProducers}) {
    Summary simple;
    DriverOptions own = driverOptions(32 << 10, mode);
    apart = tiledOperations(projections(), 0, "linalg.matmul", simple, &own);
    EXPECT_EQ(*std::max_element(apart.begin(), apart.end()), 1);
    EXPECT_EQ(simple.joined, 0);
  }
}

// What says that it was joined and was not: the judge and the splitting do not look at it.
TEST(JoinSiblingsTest, SUTS4_AForgedMarkIsNotBelieved) {
  std::string forged = maximumAndSum();
  std::string generic = "iterator_types = [\"parallel\", \"reduction\"]}";
  for (const char *mark : {"{class = 1 : i64, parts = [{name = \"linalg.matmul\"}]}", "7", "{}"}) {
    std::string program = forged;
    size_t at = program.find(generic);
    size_t outs = program.find("{\n", program.find("outs", at));
    program.insert(outs, fmt::format("attrs = {{__alcove_joined = {}}} ", mark));
    Outcome outcome = checkProgram(prelude + program, 4 << 10, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  }
}

} // namespace
