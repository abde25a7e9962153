//===- SignaturesTest.cpp - Calls that a version of ttnn takes ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Emit/Python/Signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::emit;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {
SignatureTable newest() { return *SignatureTable::load("2026-11-23"); }

const Expression x{"x", "Tensor"}, dram{"DRAM", "MemoryConfig"}, none{"None", "None"}, one{"1", "int"};

/// What the table says against a call; empty when it takes it.
std::string refusal(const Call &call) {
  Status checked = newest().check(call);
  return checked.ok() ? "" : checked.error().message;
}
} // namespace

TEST(Signatures, EMIT1_NamesAndPositions) {
  EXPECT_EQ(refusal({"relu", {{"", x}, {"memory_config", dram}}}), "");
  EXPECT_THAT(refusal({"relu", {{"", x}, {"queue_id", one}}}), HasSubstr("there is no argument 'queue_id'"));
  EXPECT_THAT(refusal({"relu", {{"", x}, {"", dram}}}), HasSubstr("takes no 2 positional arguments"));
  EXPECT_THAT(refusal({"relu", {}}), HasSubstr("'input_tensor' is missing"));
  EXPECT_THAT(refusal({"relu", {{"", x}, {"input_tensor", x}}}), HasSubstr("'input_tensor' is given twice"));
}

TEST(Signatures, EMIT1_NoneOnlyWhereTheBindingTakesIt) {
  EXPECT_EQ(refusal({"relu", {{"", x}, {"memory_config", none}}}), "");
  EXPECT_THAT(refusal({"to_memory_config", {{"", x}, {"", none}}}),
              HasSubstr("'memory_config' is MemoryConfig, not None"));
  EXPECT_THAT(refusal({"softmax", {{"", x}, {"", one}, {"numeric_stable", none}}}),
              HasSubstr("'numeric_stable' is bool, not None"));
}

TEST(Signatures, EMIT1_KindsOfValues) {
  Expression real{"2.0", "float"}, list{"[1]", "list[int]"}, empty{"[]", "list[]"},
      pairs{"[[0, 1]]", "list[list[int]]"};
  EXPECT_EQ(refusal({"pad", {{"", x}, {"", pairs}, {"", one}}}), ""); // an int is taken as a float
  EXPECT_THAT(refusal({"pad", {{"", x}, {"", list}, {"", real}}}),
              HasSubstr("'padding' is list[list[int]], not list[int]"));
  EXPECT_EQ(refusal({"reshape", {{"", x}, {"", list}}}), "");
  EXPECT_EQ(refusal({"reshape", {{"", x}, {"", empty}}}), "");
  EXPECT_THAT(refusal({"transpose", {{"", x}, {"", real}, {"", one}}}), HasSubstr("'dim1' is int, not float (2.0)"));
}

TEST(Signatures, EMIT1_AnOverloadThatFitsIsEnough) {
  EXPECT_EQ(refusal({"clamp", {{"", x}, {"", one}, {"", one}}}), "");
  EXPECT_EQ(refusal({"clamp", {{"", x}, {"", x}, {"", x}}}), "");
  std::string mixed = refusal({"clamp", {{"", x}, {"", x}, {"", one}}});
  EXPECT_THAT(mixed, HasSubstr("'min' is float|int or None, not Tensor"));
  EXPECT_THAT(mixed, HasSubstr("'max' is Tensor or None, not int"));
}

TEST(Signatures, EMIT1_ConstructorsAndEnumerations) {
  SignatureTable table = newest();
  Result<Expression> core = table.construct({"CoreCoord", {{"", one}, {"", one}}});
  ASSERT_TRUE(core.ok());
  EXPECT_EQ(core->text, "ttnn.CoreCoord(1, 1)");
  EXPECT_EQ(core->kind, "CoreCoord");
  EXPECT_FALSE(table.construct({"CoreCoord", {{"", one}}}).ok());
  EXPECT_EQ(table.member("DataType", "BFLOAT16")->text, "ttnn.DataType.BFLOAT16");
  EXPECT_THAT(table.member("DataType", "FLOAT16").error().message, HasSubstr("has no DataType.FLOAT16"));
}

TEST(Signatures, EMIT1_AVersionIsTheChangesOfAnother) {
  SignatureTable older = *SignatureTable::load("2026-08-20");
  Expression variant{"ttnn.GeluVariant.Tanh", "GeluVariant"};
  Call call{"gelu", {{"", x}, {"variant", variant}}};
  EXPECT_TRUE(newest().check(call).ok());
  EXPECT_THAT(older.check(call).error().message, HasSubstr("there is no argument 'variant'"));
  EXPECT_TRUE(older.check({"relu", {{"", x}}}).ok());
  EXPECT_THAT(SignatureTable::load("2020").error().message, HasSubstr("no signatures of ttnn 2020"));
}

TEST(Signatures, EMIT2_AFunctionWithoutASourceIsRefused) {
  EXPECT_THAT(refusal({"softsign", {{"", x}}}), HasSubstr("has no 'softsign' that a source is known for"));
  EXPECT_THAT(newest().functions(), Contains("matmul"));
  EXPECT_THAT(newest().functions(), Not(Contains("softsign")));
}
