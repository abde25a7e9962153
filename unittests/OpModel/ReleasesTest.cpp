//===- ReleasesTest.cpp - What a release of the vendor's library changes --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Releases.h"

#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/TimeParameters.h"

#include "gmock/gmock.h"

using namespace alcove;
using namespace alcove::opmodel;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
ChipParameters of(int64_t month) {
  ChipParameters chip;
  chip.kernelRelease = month;
  return chip;
}

Query query(const std::string &text) {
  Result<Query> query = parseQuery(text, ChipParameters{});
  EXPECT_TRUE(query) << query.error().message;
  return *query;
}

const char *argmax = "argmax 32x8192|row_major|bf16|dram|interleaved dim=-1 -> 32x1|row_major|u32|dram|interleaved";
const char *relu = "relu 512x512|tile|bf16|dram|interleaved -> 512x512|tile|bf16|dram|interleaved";
} // namespace

TEST(ReleasesTest, MT14_OnlyMonthsBetweenAreDifferences) {
  EXPECT_THAT(differencesOf(of(202504), of(202607)), IsEmpty());
  auto forth = differencesOf(of(202607), of(202608)), back = differencesOf(of(202608), of(202607));
  ASSERT_EQ(forth.size(), 1u);
  EXPECT_THAT(forth[0].what, HasSubstr("kernels of 202608: "));
  ASSERT_EQ(back.size(), 1u);
  EXPECT_THAT(back[0].what, HasSubstr("kernels before 202608: "));
  EXPECT_EQ(differencesOf(of(202502), of(202609)).size(), 3u);
}

TEST(ReleasesTest, MT14_EveryFieldAndConstantIsADifference) {
  ChipParameters after;
  after.clockGHz = 0.9;
  after.l1UnreservedBase += 1024;
  after.times = timeParametersWith(after.arch, {{"sfpuExp", 2800.0}});
  auto differences = differencesOf(ChipParameters{}, after);
  ASSERT_EQ(differences.size(), 3u);
  EXPECT_EQ(differences[0].what, "l1_unreserved_base_bytes 102208 -> 103232");
  EXPECT_EQ(differences[1].what, "clock_ghz 1 -> 0.9");
  EXPECT_EQ(differences[2].what, "sfpuExp 1869 -> 2800 cycles/tile");
}

TEST(ReleasesTest, MT15_AnOpIsFasterByTheKernelsThatChanged) {
  ChipParameters before = of(202502), after = of(202609);
  ReleaseAnswer changed = askBoth(query(argmax), before, after), same = askBoth(query(relu), before, after);
  EXPECT_EQ(changed.effect, ReleaseEffect::Faster);
  EXPECT_LT(changed.afterNs, changed.beforeNs);
  EXPECT_THAT(changed.why, ElementsAre(HasSubstr("kernels of 202608")));
  EXPECT_EQ(same.effect, ReleaseEffect::Same);
  EXPECT_THAT(same.why, IsEmpty());
  EXPECT_EQ(askBoth(query(argmax), after, before).effect, ReleaseEffect::Slower);
}

TEST(ReleasesTest, MT15_AnOpThatIsRefusedSaysBy) {
  // Eight shards of 7 tiles, steps of 2: from 202609 on they may span shards.
  Query product = query(
      "matmul 32x1792|tile|bf16|l1|width_sharded|grid=1x8 1792x1536|tile|bf16|dram|width_sharded|grid=1x12 "
      "matmul_program_config=matmul_multi_core_reuse_multi_cast_dram_sharded_program_config "
      "matmul_program_config.in0_block_w=2 matmul_program_config.per_core_m=1 matmul_program_config.per_core_n=4 -> "
      "32x1536|tile|bf16|l1|width_sharded|grid=1x12");
  ReleaseAnswer back = askBoth(product, of(202609), of(202608));
  EXPECT_EQ(back.effect, ReleaseEffect::Illegal) << back.refusal;
  EXPECT_THAT(back.refusal, HasSubstr("matmul.dram-sharded-step"));
  EXPECT_THAT(back.why, ElementsAre(HasSubstr("kernels before 202609")));
  EXPECT_EQ(askBoth(product, of(202608), of(202609)).effect, ReleaseEffect::Legal);
}
