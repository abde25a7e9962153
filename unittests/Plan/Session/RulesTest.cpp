//===- RulesTest.cpp - Every rule of a session, broken and kept -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PrefillDecode.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan::session;
using testing::HasSubstr;

namespace {

std::string refusal(const Problem &problem) {
  Status status = check(problem);
  return status.ok() ? "" : status.error().message;
}

std::string refusal(const Problem &problem, const Plan &plan) {
  Result<Account> account = verify(problem, plan);
  return account.ok() ? "" : account.error().message;
}

/// The example with 700 bytes of DRAM more: the copy of prefill, 400, has room beside its 250.
Problem roomy() {
  Problem problem = prefillDecode();
  problem.dram.bytes = 1700;
  return problem;
}

TEST(SessionCheck, TheExampleIsOne) { EXPECT_EQ(refusal(prefillDecode()), ""); }

TEST(SessionCheck, SEC1_MoreReservedThanThereIs) {
  Problem problem = prefillDecode();
  problem.reserves[0].bytes = 1000;
  EXPECT_EQ(refusal(problem), "");
  problem.reserves[0].bytes = 1001;
  EXPECT_THAT(
      refusal(problem),
      HasSubstr("SE-C1: reserves[0] (trace region): 1001 bytes of dram, a bank has 1000 and 1001 are reserved"));
  problem = prefillDecode();
  problem.l1.alignment = 0;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C1: l1: 1000 bytes aligned to 0"));
}

TEST(SessionCheck, SEC2_TheOrderNamesFunctions) {
  Problem problem = prefillDecode();
  problem.order[1].function = 2;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C2: order[1]: function 2 does not exist (there are 2)"));
  problem.order[1] = {0, 3};
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C2: functions[1] (decode) stands nowhere in the order"));
  problem.order[1] = {1, 0};
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C2: order[1]: 0 times"));
  problem.order.clear();
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C2: order: 0 steps"));
}

TEST(SessionCheck, SEC3_ItemsLiveAndHaveLayouts) {
  Problem problem = prefillDecode();
  problem.items[2].life = {1, 2};
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C3: items[2] (buffer): lives from step 1 to 2, the order has 2"));
  problem = prefillDecode();
  problem.items[0].layouts[1].bytes = -1;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C3: items[0] (w).layouts[1]: -1 bytes"));
  problem = prefillDecode();
  problem.items[0].kind = ItemKind::Buffer;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C3: items[0] (w): a buffer has one layout, not 2"));
}

TEST(SessionCheck, SEC4_CopiesAreASquareWithAnEmptyDiagonal) {
  Problem problem = prefillDecode();
  problem.items[0].copies[3] = 1;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C4: items[0] (w): a copy from sharded to sharded costs 1"));
  problem.items[0].copies.pop_back();
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C4: items[0] (w): 3 copies between 2 layouts"));
}

TEST(SessionCheck, SEC5_UsesNameWhatIsThere) {
  Problem problem = prefillDecode();
  problem.functions[1].ways[0].uses[0].layout = 2;
  EXPECT_THAT(refusal(problem),
              HasSubstr("SE-C5: functions[1] (decode).ways[0].uses[0]: layout 2 of w does not exist"));
  problem.functions[1].ways[0].uses = {{1, 0}, {0, 0}};
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C5: functions[1] (decode).ways[0].uses[1]: item 0 behind item 1"));
  problem.functions[1].ways[0].uses = {{7, 0}};
  EXPECT_THAT(refusal(problem), HasSubstr("item 7 does not exist (there are 3)"));
}

TEST(SessionCheck, SEC6_BuffersAreNotUsedAndWeightsNotWritten) {
  Problem problem = prefillDecode();
  problem.functions[0].ways[0].uses.push_back({2, 0});
  EXPECT_THAT(refusal(problem),
              HasSubstr("SE-C6: functions[0] (prefill).ways[0].uses[2]: no function asks for the buffer"));
  problem = prefillDecode();
  problem.functions[0].ways[0].uses[0].writes = true;
  EXPECT_THAT(refusal(problem),
              HasSubstr("SE-C6: functions[0] (prefill).ways[0].uses[0]: writes w, which is a weight"));
  problem = prefillDecode();
  problem.items[1].life = {0, 0};
  EXPECT_THAT(refusal(problem), HasSubstr("cache does not live at order[1]"));
}

TEST(SessionCheck, SEC7_RatesAndWays) {
  Problem problem = prefillDecode();
  problem.functions[1].rate = 0;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C7: functions[1] (decode): a rate of 0"));
  problem = prefillDecode();
  problem.functions[1].ways[1].cost = -1;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C7: functions[1] (decode).ways[1]: cost -1"));
  problem.functions[1].ways.clear();
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C7: functions[1] (decode): 0 ways"));
}

TEST(SessionCheck, SEC8_SumsStayFinite) {
  Problem problem = prefillDecode();
  problem.functions[1].rate = mostCost / 100;
  EXPECT_EQ(refusal(problem), ""); // 14 and twice 30 for the dearer way, 74 in all
  problem.functions[1].rate = mostCost / 70;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C8: functions[1] (decode): the greatest costs"));
  problem = prefillDecode();
  problem.items[0].layouts[0].bytes = mostBytes;
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C8: items[0] (w): the bytes"));
}

TEST(SessionCheck, SEC9_NamesTellApart) {
  Problem problem = prefillDecode();
  problem.items[1].name = "w";
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C9: items: 'w' stands there twice"));
  problem = prefillDecode();
  problem.functions[0].name = "decode";
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C9: functions: 'decode'"));
  problem = prefillDecode();
  problem.items[0].layouts[1].name = "rows";
  EXPECT_THAT(refusal(problem), HasSubstr("SE-C9: items[0]: layout 'rows'"));
}

TEST(SessionVerify, APlanIsAccountedFor) {
  Result<Account> account = verify(roomy(), shardedOnce());
  ASSERT_TRUE(account.ok()) << account.error().message;
  EXPECT_EQ(account->calls, 300);
  EXPECT_EQ(account->copies, 30);
  EXPECT_EQ(account->once, 7);
  // Weight 400, cache 200, prefill 250 and its copy of 400; decode 600 beside the buffer of 300.
  EXPECT_EQ(account->peakDram, 1250);
  EXPECT_EQ(account->peakDramStep, 0);
  EXPECT_EQ(account->peakL1, 900);
  EXPECT_EQ(account->peakL1Step, 1);
  EXPECT_EQ(account->keptTwice, 0);
  Plan twice{{0, 0}, {{{rows, 0}, {sharded, 400}}, {{0, 800}}, {{0, 650}}}, 100 + 200 + 5 + 7};
  account = verify(roomy(), twice);
  ASSERT_TRUE(account.ok()) << account.error().message;
  EXPECT_EQ(account->keptTwice, 400);
}

TEST(SessionVerify, SEV1_WaysExist) {
  Plan plan = shardedOnce();
  plan.ways[1] = 2;
  EXPECT_THAT(refusal(roomy(), plan), HasSubstr("SE-V1: ways[1]: 2 does not exist (decode has 2)"));
  plan.ways.pop_back();
  EXPECT_THAT(refusal(roomy(), plan), HasSubstr("SE-V1: 1 ways and 3 kept items"));
  Problem problem = roomy();
  problem.functions[0].ways[0].cost = impossible;
  EXPECT_THAT(refusal(problem, shardedOnce()), HasSubstr("SE-V1: ways[0]: way 0 of prefill is not possible"));
}

TEST(SessionVerify, SEV2_OneLayoutOfACacheTwoOfAWeight) {
  Problem problem = roomy();
  problem.items[1].layouts.push_back({"other", Space::Dram, 10, 0});
  problem.items[1].copies = {0, 1, 1, 0};
  Plan plan = shardedOnce();
  plan.items[1] = {{0, 400}, {1, 600}};
  EXPECT_THAT(refusal(problem, plan),
              HasSubstr("SE-V2: items[1] (cache): kept in 2 layouts, a cache is kept in 1 to 1"));
  plan.items[1] = {};
  EXPECT_THAT(refusal(problem, plan), HasSubstr("SE-V2: items[1] (cache): kept in 0 layouts"));
  plan = shardedOnce();
  plan.items[0] = {{sharded, 0}, {rows, 900}};
  EXPECT_THAT(refusal(problem, plan), HasSubstr("SE-V2: items[0] (w): layout 0 does not exist or does not ascend"));
}

TEST(SessionVerify, SEV3_WhatIsWantedCanBeHad) {
  Problem problem = roomy();
  problem.items[0].copies[sharded * 2 + rows] = impossible;
  EXPECT_THAT(refusal(problem, shardedOnce()), HasSubstr("SE-V3: prefill wants w as rows, which is not kept"));
}

TEST(SessionVerify, SEV4_AddressesDoNotMeet) {
  Plan plan = shardedOnce();
  plan.items[1][0].address = 399;
  EXPECT_THAT(refusal(roomy(), plan), HasSubstr("SE-V4: cache as rows takes [399, 599) of dram, w takes [0, 400)"));
  plan = shardedOnce();
  plan.items[2][0].address = 651; // l1_small begins at 950
  EXPECT_THAT(refusal(roomy(), plan), HasSubstr("SE-V4: buffer as l1: 300 bytes at address 651 of l1"));
  Problem problem = roomy();
  problem.dram.alignment = 16;
  plan = shardedOnce();
  plan.items[1][0].address = 408;
  EXPECT_THAT(refusal(problem, plan), HasSubstr("SE-V4: cache as rows: 200 bytes at address 408"));
}

TEST(SessionVerify, SEV5_TheFunctionHasItsBytes) {
  // 900 are usable, 600 are taken: prefill needs 250 and 400 for the copy.
  EXPECT_THAT(refusal(prefillDecode(), shardedOnce()),
              HasSubstr("SE-V5: order[0]: prefill needs 650 bytes of dram in one piece, 300 are left beside cache: 350 "
                        "too few"));
  Problem problem = roomy();
  problem.functions[1].ways[0].l1Bytes = 650;
  EXPECT_EQ(refusal(problem, shardedOnce()), "");
  problem.functions[1].ways[0].l1Bytes = 651;
  EXPECT_THAT(
      refusal(problem, shardedOnce()),
      HasSubstr("SE-V5: order[1]: decode needs 651 bytes of l1 in one piece, 650 are left beside buffer: 1 too few"));
  problem.items[2].life = {0, 0};
  EXPECT_EQ(refusal(problem, shardedOnce()), "");
}

TEST(SessionVerify, SEV6_TheCostIsTheSum) {
  Plan plan = shardedOnce();
  plan.cost = 336;
  EXPECT_THAT(refusal(roomy(), plan), HasSubstr("SE-V6: the plan says cost 336, it is 337"));
}

} // namespace
