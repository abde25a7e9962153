//===- InputTextTest.cpp --------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/InputText.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace std::string_literals;

static std::string errorOf(std::string_view text, const TextLimits &limits = {}) {
  Status status = checkInputText(text, "t.mlir", limits);
  return status ? "" : status.error().message;
}

static std::string repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i)
    result += text;
  return result;
}

TEST(InputTextTest, IO5_NulByte) {
  EXPECT_EQ(errorOf("\n  \0"s), "t.mlir:2:3: error: IO-5: a NUL byte: this is not a text");
  EXPECT_NE(errorOf("\"in a string\0\""s), "");
}

TEST(InputTextTest, IO6_EveryKindOfBracketAtTheLimitAndPastIt) {
  for (std::string pair : {"()", "[]", "{}", "<>"}) {
    std::string opening = pair.substr(0, 1), closing = pair.substr(1);
    EXPECT_EQ(errorOf(repeat(opening, 256) + repeat(closing, 256)), "") << pair;
    EXPECT_EQ(errorOf(repeat(opening, 257)),
              "t.mlir:1:257: error: IO-6: nested 257 brackets deep, at most 256 are read");
  }
}

TEST(InputTextTest, IO6_StringsCommentsAndArrowsAreNoBrackets) {
  EXPECT_EQ(errorOf("\"" + repeat("[", 1000) + "\""), "");
  EXPECT_EQ(errorOf("\"\\\"" + repeat("[", 1000) + "\""), "");
  EXPECT_EQ(errorOf("// " + repeat("{", 1000) + "\n"), "");
  EXPECT_EQ(errorOf(repeat("() -> d0 >= 0 ", 1000)), "");
  EXPECT_NE(errorOf("\"\\\\\"" + repeat("[", 1000)), "");
  // What closes without having been opened hides nothing, and a closing bracket closes what was forgotten within it.
  EXPECT_NE(errorOf(repeat(">", 500) + repeat("[", 257)), "");
  EXPECT_EQ(errorOf(repeat("(<)", 1000)), "");
}

TEST(InputTextTest, IO7_OperatorsOfOneExpression) {
  EXPECT_EQ(errorOf("affine_map<(d0) -> (d0" + repeat(" + d0", 256) + ")>"), "");
  for (std::string one : {" + d0", " - d0", " * d0", " mod 2", " floordiv 2", " ceildiv 2", " -", "\n+ d0"})
    EXPECT_NE(errorOf("affine_map<(d0) -> (d0" + repeat(one, 257) + ")>").find("IO-7: an expression of 257 operators"),
              std::string::npos)
        << one;
  EXPECT_EQ(errorOf("dense<[" + repeat("-1, ", 1000) + "1e-5]>"), "");
  EXPECT_EQ(errorOf(repeat("1.5e-3 ", 1000)), "");
  EXPECT_EQ(errorOf(repeat("%a-b #c-d ", 1000)), "");
}

TEST(InputTextTest, IO8_DepthOfAliasesOfAliases) {
  auto chain = [](int length) {
    std::string text = "#a0 = [1]\n";
    for (int i = 1; i < length; ++i)
      text += fmt::format("#a{} = [#a{}]\n", i, i - 1);
    return text;
  };
  EXPECT_EQ(errorOf(chain(1024)), "");
  EXPECT_EQ(errorOf(chain(1025)), "t.mlir:1025:17: error: IO-8: with its aliases written out #a1024 is 1025 brackets "
                                  "deep, at most 1024 are read");
  // All on one line, and of types.
  std::string line = chain(1025);
  std::replace(line.begin(), line.end(), '\n', ' ');
  EXPECT_NE(errorOf(line).find("IO-8"), std::string::npos);
  std::replace(line.begin(), line.end(), '#', '!');
  EXPECT_NE(errorOf(line).find("IO-8"), std::string::npos);
}

TEST(InputTextTest, IO8_SizeOfAliasesThatDouble) {
  auto doubling = [](int length) {
    std::string text = "#a0 = [1]\n";
    for (int i = 1; i < length; ++i)
      text += fmt::format("#a{0} = [#a{1}, #a{1}]\n", i, i - 1);
    return text;
  };
  EXPECT_EQ(errorOf(doubling(20)), ""); // 2^20 - 1 brackets
  EXPECT_NE(errorOf(doubling(21)).find("has 2097151 brackets, at most 1048576"), std::string::npos);
}

TEST(InputTextTest, IO9_DigitsOfANumber) {
  EXPECT_EQ(errorOf("a = " + std::string(1000, '9') + " : i64"), "");
  EXPECT_EQ(errorOf("a = " + std::string(1001, '9')),
            "t.mlir:1:1006: error: IO-9: a number of 1001 characters, at most 1000 are read");
  EXPECT_NE(errorOf("0x" + std::string(999, 'F')), "");
  EXPECT_NE(errorOf("tensor<" + repeat("1x", 501) + "f32>"), "");
  EXPECT_EQ(errorOf("dense<\"0x" + std::string(5000, 'F') + "\">"), "") << "a string of elements";
  EXPECT_EQ(errorOf("@" + std::string(5000, 'a') + " %" + std::string(5000, '1')), "") << "names";
}

TEST(InputTextTest, IO13_NamesAreShort) {
  std::string longest(65536, 'a');
  EXPECT_EQ(errorOf("module @" + longest.substr(1) + " {}"), "");
  EXPECT_EQ(errorOf("module " + longest + "a"),
            "t.mlir:1:65545: error: IO-13: a name of 65537 characters, at most 65536 are read");
  EXPECT_EQ(errorOf("\n%" + longest),
            "t.mlir:2:65538: error: IO-13: a name of 65537 characters, at most 65536 are read");
}

TEST(InputTextTest, IO12_DevicesWithoutEndAreNotRead) {
  EXPECT_FALSE(checkEnds("/dev/zero").ok());
  EXPECT_FALSE(checkEnds("/dev/urandom").ok());
  EXPECT_TRUE(checkEnds("/dev/null").ok());
  EXPECT_TRUE(checkEnds("/etc/passwd").ok());
}

TEST(InputTextTest, IO14_MarksBeforeTheText) {
  EXPECT_EQ(withoutByteOrderMark("\xef\xbb\xbf"
                                 "a"),
            "a");
  EXPECT_EQ(withoutByteOrderMark("\xef\xbb"
                                 "a"),
            "\xef\xbb"
            "a");
  EXPECT_EQ(errorOf("\xff\xfe"
                    "a\0"s),
            "t.mlir: error: IO-14: a text in UTF-16: save it as UTF-8");
  EXPECT_EQ(errorOf("\xfe\xff\0a"s), "t.mlir: error: IO-14: a text in UTF-16: save it as UTF-8");
}

TEST(InputTextTest, IO10_Bytecode) {
  EXPECT_EQ(errorOf("ML\xefR\0"s), "t.mlir: error: IO-10: MLIR bytecode is not read: give the module as text");
}

TEST(InputTextTest, UsesOutsideOfDefinitionsDoNotGrowAnAlias) {
  std::string text = "#map = affine_map<(d0) -> (d0)>\nmodule {\n";
  EXPECT_EQ(errorOf(text + repeat("\"x\"() {m = [[#map]]} : () -> ()\n", 5000) + "}"), "");
}

TEST(InputTextTest, SplitInputsBeginAnew) {
  std::string open = repeat("[", 200);
  EXPECT_EQ(errorOf(open + "\n// -----\n" + open), "");
  EXPECT_NE(errorOf(open + "\n// ---\n" + open), "");
}

TEST(InputTextTest, LinearInTheText) {
  // A hundred thousand of anything is refused or read at once.
  for (std::string one : {"[", "(", "{", "<", "- ", "[]", ">", "#a = [#a] ", "\"", "\\", "e-", "1e"})
    (void)errorOf(repeat(one, 100000));
}
