//===- JsonTest.cpp -------------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Json/Json.h"

#include <gtest/gtest.h>

using namespace alcove;

TEST(JsonTest, ErrorsCarryThePath) {
  JsonDocument document;
  ASSERT_TRUE(document.parse(R"({"ops": [{"inputs": [1, "x"]}]})").ok());
  JsonCursor root = document.root();
  EXPECT_EQ(root.field("ops").element(0).field("inputs").element(0).asInt().value(), 1);
  EXPECT_EQ(root.field("ops").element(0).field("inputs").asIntArray().error().message,
            "ops[0].inputs[1]: expected an integer, found a string");
  EXPECT_EQ(root.field("ops").element(3).field("inputs").asIntArray().error().message,
            "ops: element 3 does not exist (there are 1)");
  EXPECT_EQ(root.field("nodes").asInt().error().message, "top level: member 'nodes' is missing");
  EXPECT_EQ(root.onlyFields({"nodes"}).error().message, "top level: unknown member 'ops'");
  EXPECT_FALSE(root.optionalField("nodes").present());
}

TEST(JsonTest, ParseErrorsCarryLineAndColumn) {
  JsonDocument document;
  Status status = document.parse("{\"a\": 1,\n  b}");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message.substr(0, 16), "line 2, column 3");
  EXPECT_FALSE(document.parse(std::string(100000, '[')).ok());
  EXPECT_FALSE(document.parse("").ok());
  EXPECT_EQ(document.parse("{\"a\": 1, \"a\": 2}").error().message, "member 'a' occurs twice");
}

TEST(JsonTest, IntegersAreCheckedAgainstTheirRange) {
  JsonDocument document;
  ASSERT_TRUE(document.parse("[300, 1.5, 18446744073709551615]").ok());
  EXPECT_EQ(document.root().element(0).asInt(0, 255).error().message, "[0]: 300 is out of range [0, 255]");
  EXPECT_FALSE(document.root().element(1).asInt().ok());
  EXPECT_FALSE(document.root().element(2).asInt().ok());
}

TEST(JsonTest, WriterRoundTrips) {
  JsonWriter writer;
  writer.beginObject();
  writer.field("name", "a\"b");
  writer.key("sizes");
  writer.intArray({1, 2, 3});
  writer.field("ratio", 0.5);
  writer.endObject();
  JsonDocument document;
  ASSERT_TRUE(document.parse(writer.str()).ok());
  EXPECT_EQ(document.root().field("name").asString().value(), "a\"b");
  EXPECT_EQ(document.root().field("sizes").asIntArray().value(), (std::vector<int64_t>{1, 2, 3}));
}
