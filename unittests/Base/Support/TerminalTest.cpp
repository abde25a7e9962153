//===- TerminalTest.cpp - Lines as wide as asked for ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Terminal.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace alcove;

TEST(TerminalTest, LongLinesAreBrokenAtBlanks) {
  EXPECT_EQ(wrapped("  one two three four\nshort\n", 12), "  one two\n      three\n      four\nshort\n");
  EXPECT_EQ(wrapped("averyveryverylongword x y", 12), "averyveryverylongword\n    x y");
  EXPECT_EQ(wrapped("\n\n  \n", 8), "\n\n  \n");
  EXPECT_EQ(wrapped("one two three", 0), "one two three");
}

TEST(TerminalTest, ColumnsAreANumberOfFortyAndMore) {
  for (auto [text, columns] : {std::pair("80", 80), {"40", 40}, {"39", 0}, {"wide", 0}, {"80x", 0}, {"", 0}}) {
    setenv("COLUMNS", text, 1);
    EXPECT_EQ(columnsOfEnvironment(), static_cast<size_t>(columns)) << text;
  }
  unsetenv("COLUMNS");
  EXPECT_EQ(columnsOfEnvironment(), 0u);
}

TEST(TerminalTest, NoColorTakesTheTerminalsColours) {
  setenv("TERM", "xterm-256color", 1);
  setenv("NO_COLOR", "", 1);
  honourNoColor();
  EXPECT_STREQ(getenv("TERM"), "xterm-256color");
  setenv("NO_COLOR", "1", 1);
  honourNoColor();
  EXPECT_STREQ(getenv("TERM"), "dumb");
  unsetenv("NO_COLOR");
}
