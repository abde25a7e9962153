//===- RequestTest.cpp - What a session is asked to be, as text -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Format/SessionRequest.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan::session;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

namespace {

TEST(SessionRequest, BytesHaveUnits) {
  EXPECT_EQ(*parseBytes("4096"), 4096);
  EXPECT_EQ(*parseBytes("975KB"), 998400);
  EXPECT_EQ(*parseBytes("50 MB"), 52428800);
  EXPECT_EQ(*parseBytes("1.5GB"), 1610612736);
  for (const char *bad : {"", "-1", "12XB", "KB", "1e30GB", "nan"})
    EXPECT_THAT(parseBytes(bad).error().message, HasSubstr("is no number of bytes")) << bad;
}

TEST(SessionRequest, RatesAndOrders) {
  std::map<std::string, int64_t> rates;
  ASSERT_TRUE(parseRates("prefill=1, decode=512", rates).ok());
  EXPECT_THAT(rates, ElementsAre(Pair("decode", 512), Pair("prefill", 1)));
  EXPECT_THAT(parseRates("decode=2", rates).error().message, HasSubstr("decode stands there twice"));
  for (const char *bad : {"x=0", "x=-3", "x=1.5", "x=often", "x=", "x=99999999999999999999"})
    EXPECT_THAT(parseRates(bad, rates).error().message, HasSubstr("is no number of calls")) << bad;
  std::vector<std::pair<std::string, int64_t>> order;
  ASSERT_TRUE(parseOrder("prefill,decode x 20, prefill", order).ok());
  EXPECT_THAT(order, ElementsAre(Pair("prefill", 1), Pair("decode", 20), Pair("prefill", 1)));
  EXPECT_THAT(parseOrder("decode x many", order).error().message, HasSubstr("--order: decode: 'many'"));
}

TEST(SessionRequest, BuffersTakeL1FromTheirFunctions) {
  Request request;
  request.persistent.push_back(*parsePersistent("prefetcher=l1:975KB:12:decode"));
  request.persistent.push_back(*parsePersistent("always=l1:100"));
  request.persistent.push_back(*parsePersistent("spare=dram:1GB"));
  request.reserves.push_back({"l1_small", Space::L1, 32768});
  EXPECT_EQ(request.persistent[0].cores, 12);
  EXPECT_EQ(l1TakenFrom(request, "prefill", 64), 32768 + 128);
  EXPECT_EQ(l1TakenFrom(request, "decode", 64), 32768 + 128 + 998400);
  for (const char *bad : {"x", "x=l1", "x=l2:4", "x=l1:4:5:6:7"})
    EXPECT_THAT(parsePersistent(bad).error().message, HasSubstr("is no NAME=l1|dram:BYTES")) << bad;
  EXPECT_THAT(parsePersistent("x=l1:much").error().message, HasSubstr("--persist: x: 'much' is no number of bytes"));
}

TEST(SessionRequest, StepsNameFunctions) {
  Request request;
  request.rates = {{"decode", 512}};
  std::vector<Step> steps = *stepsOf(request, {"prefill", "decode"});
  EXPECT_THAT(steps, ElementsAre(Step{0, 1}, Step{1, 512}));
  request.order = {{"decode", 2}, {"train", 1}};
  EXPECT_THAT(stepsOf(request, {"prefill", "decode"}).error().message,
              HasSubstr("--order: there is no function 'train'; the session has prefill, decode"));
  request.order.clear();
  request.rates = {{"decoder", 1}};
  EXPECT_THAT(stepsOf(request, {"prefill", "decode"}).error().message,
              HasSubstr("--rates: there is no function 'decoder'"));
  std::vector<std::pair<std::string, std::string>> same;
  EXPECT_THAT(parseSame("w3=w5", same).error().message, HasSubstr("is no FUNCTION:ARGUMENT=FUNCTION:ARGUMENT"));
}

} // namespace
