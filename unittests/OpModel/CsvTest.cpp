//===- CsvTest.cpp - Comma-separated tables ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Csv.h"

#include <gtest/gtest.h>

using namespace alcove::opmodel;

TEST(Csv, QuotedFieldsHoldCommasQuotesAndLineBreaks) {
  auto table = parseCsv("a,b\n\"1,2\",\"say \"\"x\"\"\n.\"\n3,4\r\n", "t.csv");
  ASSERT_TRUE(table.ok()) << table.error().message;
  ASSERT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->get(table->rows[0], "a"), "1,2");
  EXPECT_EQ(table->get(table->rows[0], "b"), "say \"x\"\n.");
  EXPECT_EQ(table->get(table->rows[1], "b"), "4");
  EXPECT_EQ(table->rows[1].line, 4);
}

TEST(Csv, ErrorsNameTheLine) {
  EXPECT_EQ(parseCsv("a,b\n1\n", "t.csv").error().message, "t.csv:2: 1 fields, the header has 2 columns");
  EXPECT_EQ(parseCsv("a\n\"x\n", "t.csv").error().message, "t.csv:2: quoted field is not closed");
  EXPECT_EQ(parseCsv("a\n\"x\"y\n", "t.csv").error().message, "t.csv:2: text after the closing quote of a field");
  EXPECT_EQ(parseCsv("", "t.csv").error().message, "t.csv: empty table, a line of column names was expected");
}

TEST(Csv, FieldsAreQuotedWhenTheyNeedTo) {
  EXPECT_EQ(csvField("plain"), "plain");
  EXPECT_EQ(csvField("a,\"b\""), "\"a,\"\"b\"\"\"");
}
