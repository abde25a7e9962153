//===- ForgeryTest.cpp - Tiled programs that claim more than they keep ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An honest tiled chain of elementwise operations, whose budget is exactly what it needs, and the same program with one
// forgery. The judge accepts every honest one and refuses every forged one by the rule that is broken.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

enum class Forgery {
  None,
  InnerLoopHoldsMore,
  RegionHoldsMore,
  BranchHoldsMore,
  WholeTensorInBody,
  LeftOutsideTheLoop,
  LeftElementwiseOnTensors,
  ReadsBeyond,
  WritesBeyond,
  YieldsAnotherTensor,
  YieldsTheOtherArgument,
  UnknownLoop,
  UnknownCall,
  UnboundedSize,
  LastTileIsLarger,
};
constexpr int kinds = 14;

struct Program {
  std::string text;
  Bytes budget = 0;
};

/// Rows x columns in tiles of whole rows, or of rows and columns.
class Forger {
public:
  Forger(uint64_t seed, Forgery kind) : random(seed), kind(kind) {
    columns = pick(4, 40);
    tile = pick(2, 9);
    rows = tile * pick(2, 9);
    steps = static_cast<int>(pick(1, 4));
    wide = pick(0, 1);
    type = wide ? "f64" : "f32";
    whole = fmt::format("tensor<{}x{}x{}>", rows, columns, type);
    part = fmt::format("tensor<{}x{}x{}>", tile, columns, type);
  }

  Program write() {
    Program program;
    // A tile read and a tile written.
    program.budget = 2 * tile * columns * (wide ? 8 : 4);
    std::string before, after, result = "%r#0";
    if (kind == Forgery::LeftOutsideTheLoop) {
      after = fmt::format("  %late = linalg.exp ins(%r#0 : {0}) outs(%e : {0}) -> {0}\n", whole);
      result = "%late";
    } else if (kind == Forgery::LeftElementwiseOnTensors) {
      after = fmt::format("  %late = arith.mulf %r#0, %r#0 : {}\n", whole);
      result = "%late";
    }
    program.text = fmt::format(
        "func.func private @other(%a: {2}) -> {2}\nfunc.func @main(%x: {0}, %size: index) -> {0} {{\n"
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n"
        "  %rows = arith.constant {3} : index\n  %tile = arith.constant {4} : index\n  %true = arith.constant true\n"
        "  %e = tensor.empty() : {0}\n  %g = tensor.empty() : {0}\n"
        "  %r:2 = scf.for %i = %c0 to %rows step %tile iter_args(%o = %e, %u = %g) -> ({0}, {0}) {{\n{5}"
        "  }} {{alcove.tile_loop}}\n{6}  return {7} : {0}\n}}\n",
        whole, "", part, rows, tile, body(), after, result);
    return program;
  }

private:
  int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); }

  std::string unary(const std::string &result, const std::string &of, const std::string &into, const std::string &t) {
    static const char *names[] = {"exp", "abs", "negf", "floor"};
    return fmt::format("    %{} = linalg.{} ins(%{} : {}) outs(%{} : {}) -> {}\n", result, names[pick(0, 3)], of, t,
                       into, t, t);
  }

  /// Three tiles at once: `y`, the one computed from it, and their sum.
  std::string threeTiles(const std::string &result) {
    return fmt::format(
        "      %b1 = tensor.empty() : {0}\n  {1}      %b2 = tensor.empty() : {0}\n      %{2} = linalg.add "
        "ins(%s, %t1 : {0}, {0}) outs(%b2 : {0}) -> {0}\n",
        part, unary("t1", "s", "b1", part), result);
  }

  std::string extra() {
    switch (kind) {
    case Forgery::InnerLoopHoldsMore:
      return fmt::format(
          "    %acc = tensor.empty() : {0}\n    %z = scf.for %k = %c0 to %c2 step %c1 iter_args(%a = %acc) "
          "-> ({0}) {{\n{1}      %sum = linalg.add ins(%t2, %s : {0}, {0}) outs(%a : {0}) -> {0}\n      "
          "scf.yield %sum : {0}\n    }}\n",
          part, threeTiles("t2"));
    case Forgery::RegionHoldsMore:
      return fmt::format("    %z = scf.execute_region -> {0} {{\n{1}      scf.yield %t2 : {0}\n    }}\n", part,
                         threeTiles("t2"));
    case Forgery::BranchHoldsMore:
      return fmt::format(
          "    %c = arith.cmpi eq, %i, %size : index\n    %z = scf.if %c -> ({0}) {{\n{1}      scf.yield %t2 "
          ": {0}\n    }} else {{\n      scf.yield %s : {0}\n    }}\n",
          part, threeTiles("t2"));
    case Forgery::WholeTensorInBody:
      return fmt::format(
          "    %full = tensor.empty() : {0}\n{1}    %z = tensor.extract_slice %t0[%i, 0] [{2}, {3}] [1, 1] "
          ": {0} to {4}\n",
          whole, unary("t0", "x", "full", whole), tile, columns, part);
    case Forgery::UnknownLoop:
      return fmt::format(
          "    %z = scf.while (%a = %s) : ({0}) -> ({0}) {{\n      scf.condition(%true) %a : {0}\n    }} do "
          "{{\n    ^bb0(%a: {0}):\n      scf.yield %a : {0}\n    }}\n",
          part);
    case Forgery::UnknownCall:
      return fmt::format("    %z = func.call @other(%s) : ({0}) -> {0}\n", part);
    case Forgery::UnboundedSize:
      return fmt::format(
          "    %some = tensor.extract_slice %x[0, 0] [%size, {1}] [1, 1] : {0} to tensor<?x{1}x{2}>\n    "
          "%room = tensor.empty(%size) : tensor<?x{1}x{2}>\n    %z0 = linalg.exp ins(%some : "
          "tensor<?x{1}x{2}>) outs(%room : tensor<?x{1}x{2}>) -> tensor<?x{1}x{2}>\n    %z = "
          "tensor.extract_slice %z0[0, 0] [{3}, {1}] [1, 1] : tensor<?x{1}x{2}> to {4}\n",
          whole, columns, type, tile, part);
    case Forgery::LastTileIsLarger:
      // One row more in the last iteration only.
      return fmt::format(
          "    %h = affine.apply affine_map<(i) -> ({1} + i floordiv {0})>(%i)\n    %v0 = tensor.extract_slice %x[0, "
          "0] "
          "[%h, {2}] [1, 1] : {3} to tensor<?x{2}x{4}>\n    %v1 = tensor.empty(%h) : tensor<?x{2}x{4}>\n    %v2 = "
          "linalg.exp ins(%v0 : tensor<?x{2}x{4}>) outs(%v1 : tensor<?x{2}x{4}>) -> tensor<?x{2}x{4}>\n    %z = "
          "tensor.extract_slice %v2[0, 0] [{1}, {2}] [1, 1] : tensor<?x{2}x{4}> to {5}\n",
          rows - tile, tile, columns, whole, type, part);
    default:
      return "";
    }
  }

  std::string body() {
    bool reads = kind == Forgery::ReadsBeyond, writes = kind == Forgery::WritesBeyond;
    std::string t =
        fmt::format("    %by = arith.constant {} : index\n    %far = arith.addi %i, %by : index\n", pick(1, tile));
    t += fmt::format("    %s = tensor.extract_slice %x[%{}, 0] [{}, {}] [1, 1] : {} to {}\n", reads ? "far" : "i", tile,
                     columns, whole, part);
    std::string more = extra();
    t += more;
    std::string last = more.empty() ? "s" : "z";
    for (int step = 0; step < steps; ++step) {
      t += fmt::format("    %e{0} = tensor.empty() : {1}\n", step, part);
      t += unary(fmt::format("y{}", step), last, fmt::format("e{}", step), part);
      last = fmt::format("y{}", step);
    }
    t += fmt::format("    %d = tensor.extract_slice %o[%i, 0] [{0}, {1}] [1, 1] : {2} to {3}\n", tile, columns, whole,
                     part);
    t += unary("n", last, "d", part);
    t += fmt::format("    %w = tensor.insert_slice %n into %o[%{4}, 0] [{0}, {1}] [1, 1] : {3} into {2}\n", tile,
                     columns, whole, part, writes ? "far" : "i");
    std::string first = kind == Forgery::YieldsAnotherTensor      ? "%x"
                        : kind == Forgery::YieldsTheOtherArgument ? "%u"
                                                                  : "%w";
    return t + fmt::format("    scf.yield {0}, %u : {1}, {1}\n", first, whole);
  }

  std::mt19937_64 random;
  Forgery kind;
  int64_t columns, tile, rows;
  int steps;
  bool wide;
  std::string type, whole, part;
};

/// Rules by which the judge refuses; empty: it accepts.
std::string refusals(const Program &program) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(program.text, &context());
  EXPECT_TRUE(module) << program.text;
  std::string rules;
  if (!module)
    return rules;
  for (const Verdict &verdict : judge(*module, *Budget::parse(program.budget, ""))) {
    if (verdict.passes())
      continue;
    if (!verdict.refusal.empty())
      rules += verdict.refusal.substr(0, 6) + " ";
    else
      rules += verdict.unbounded ? "SUT-J6 " : verdict.isLoop ? "SUT-J1 " : "SUT-J2 ";
  }
  return rules;
}

const std::map<Forgery, std::string> rules = {
    {Forgery::InnerLoopHoldsMore, "SUT-J1"},  {Forgery::RegionHoldsMore, "SUT-J1"},
    {Forgery::BranchHoldsMore, "SUT-J1"},     {Forgery::WholeTensorInBody, "SUT-J1"},
    {Forgery::LeftOutsideTheLoop, "SUT-J2"},  {Forgery::LeftElementwiseOnTensors, "SUT-J2"},
    {Forgery::ReadsBeyond, "SUT-J8"},         {Forgery::WritesBeyond, "SUT-J8"},
    {Forgery::YieldsAnotherTensor, "SUT-J9"}, {Forgery::YieldsTheOtherArgument, "SUT-J9"},
    {Forgery::UnknownLoop, "SUT-J7"},         {Forgery::UnknownCall, "SUT-J7"},
    {Forgery::UnboundedSize, "SUT-J6"},       {Forgery::LastTileIsLarger, "SUT-J1"},
};

TEST(ForgeryTest, ThreeHundredAndFiftyForgedProgramsAreRefusedByTheRuleThatTheyBreak) {
  constexpr int programs = 350;
  for (int seed = 0; seed < programs; ++seed) {
    auto kind = static_cast<Forgery>(1 + seed % kinds);
    Program honest = Forger(seed, Forgery::None).write(), forged = Forger(seed, kind).write();
    ASSERT_EQ(refusals(honest), "") << honest.text;
    EXPECT_NE(refusals(forged).find(rules.at(kind)), std::string::npos)
        << "refused by '" << refusals(forged) << "', expected " << rules.at(kind) << "\n"
        << forged.budget << " B\n"
        << forged.text;
    // One byte less is one too few.
    honest.budget -= 1;
    EXPECT_NE(refusals(honest), "") << honest.text;
  }
}

} // namespace
