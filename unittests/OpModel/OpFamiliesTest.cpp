//===- OpFamiliesTest.cpp - The list of op families -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"
#include "alcove/Ops/Families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

using namespace alcove;
using namespace alcove::opmodel;

TEST(OpFamiliesTest, NamesOfEveryRowAreFoundOnce) {
  std::set<std::string> seen;
  for (const OpFamilyRow &row : opFamilies) {
    std::istringstream names{std::string(row.ops)};
    for (std::string name; names >> name;) {
      EXPECT_TRUE(seen.insert(name).second) << name << " stands twice";
      ASSERT_TRUE(familyOf(name)) << name;
      EXPECT_EQ(toString(*familyOf(name)), row.name) << name;
    }
  }
  EXPECT_GT(seen.size(), 200u);
}

TEST(OpFamiliesTest, FirstAndLastOpOfARow) {
  EXPECT_EQ(familyOf("abs"), OpFamily::Elementwise);
  EXPECT_EQ(familyOf("topk_router_gpt"), OpFamily::Selection);
  EXPECT_EQ(familyOf("update_cache"), OpFamily::Cache);
}

TEST(OpFamiliesTest, ANameWithDialectOrPartOfANameIsNoOp) {
  EXPECT_EQ(familyOf("ttnn.abs"), std::nullopt);
  EXPECT_EQ(familyOf("cache"), std::nullopt);
  EXPECT_EQ(familyOf(""), std::nullopt);
}

TEST(OpFamiliesTest, EveryOpThatTheModelKnowsHasAFamily) {
  for (const std::string &op : knownOps())
    EXPECT_TRUE(familyOf(op)) << op;
}
