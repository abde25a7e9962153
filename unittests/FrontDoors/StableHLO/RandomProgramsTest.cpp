//===- RandomProgramsTest.cpp - Random programs keep their numbers --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramRunner.h"
#include "testing/Ops/RandomStableHLO.h"

#include "gtest/gtest.h"

using namespace alcove::testing;

/// Every one is read, printed and read again as the same, converted, and computes the same numbers as TTIR.
TEST(RandomStableHLOTest, ProgramsKeepTheirNumbers) {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    Decisions decisions(seed);
    std::string text = randomStableHLO(decisions, 4 + seed % 12);
    Reader reader;
    auto module = reader.read(text);
    ASSERT_TRUE(module) << "seed " << seed << "\n" << reader.errors << text;
    std::string once, twice;
    llvm::raw_string_ostream(once) << *module;
    auto again = reader.read(once);
    ASSERT_TRUE(again) << "seed " << seed << "\n" << reader.errors << once;
    llvm::raw_string_ostream(twice) << *again;
    EXPECT_EQ(once, twice);
    EXPECT_TRUE(reader.executesEqually(*module)) << "seed " << seed << "\n" << reader.errors << text;
  }
}

/// A program that computes something else is seen: the comparison is one.
TEST(RandomStableHLOTest, AnotherExpectationIsSeen) {
  const char *text = R"(
    func.func private @inputs() -> (tensor<4xf32>) {
      %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func public @main() -> tensor<4xf32> {
      %x = call @inputs() : () -> tensor<4xf32>
      %y = stablehlo.negate %x : tensor<4xf32>
      stablehlo.custom_call @check.expect_close(%y, %x) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
      return %y : tensor<4xf32>
    })";
  Reader reader;
  auto module = reader.read(text);
  ASSERT_TRUE(module) << reader.errors;
  EXPECT_FALSE(reader.executesEqually(*module));
}
