//===- BackendsTest.cpp - Cache, measured values, fake; queries and cases as text -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomQueries.h"

#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Score/UnitCases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

Query query(const std::string &text) { return *parseQuery(text, {}); }

std::string createError(const std::string &csv) {
  auto model = MeasuredOpModel::create(*parseCsv(csv, "m.csv"), "m.csv", {}, std::make_shared<AnalyticalOpModel>());
  return model.ok() ? "" : model.error().message;
}

} // namespace

TEST(CachedOpModel, AsksTheBaseOncePerSignature) {
  auto fake = std::make_shared<FakeOpModel>();
  CachedOpModel cached(fake);
  for (int i = 0; i < 3; ++i) {
    cached.constraints(query("relu 64x64|l1 -> 64x64|l1"));
    cached.runtime(query("relu 64x64|l1 -> 64x64|l1"));
  }
  EXPECT_EQ(fake->questions(), 2);
  // Every part of the question counts.
  for (const char *other :
       {"relu 64x65|l1 -> 64x65|l1", "relu 64x64 -> 64x64|l1", "relu 64x64|l1 -> ?64x64",
        "relu 64x64|l1 -> 64x64|l1 a=1", "relu 64x64|l1 -> 64x64|l1 live_l1_bytes=1", "gelu 64x64|l1 -> 64x64|l1"})
    cached.constraints(query(other));
  EXPECT_EQ(fake->questions(), 8);
  EXPECT_EQ(cached.hits(), 4);
  EXPECT_EQ(cached.misses(), 8);
}

TEST(CachedOpModel, StaysWithinItsCapacity) {
  auto fake = std::make_shared<FakeOpModel>();
  CachedOpModel cached(fake, 16);
  for (int64_t i = 1; i <= 1000; ++i)
    cached.constraints(query("relu " + std::to_string(i) + "x64"));
  for (int64_t i = 1; i <= 1000; ++i)
    cached.constraints(query("relu " + std::to_string(i) + "x64"));
  EXPECT_GT(cached.misses(), 1900);
}

TEST(MeasuredOpModel, OverridesNumberByNumber) {
  CsvTable table = *parseCsv("query,legal,reason,cb_peak_bytes,total_ns\n"
                             "relu 64x64|l1 -> 64x64|l1,,,12345,\n"
                             "gelu 64x64,0,kernel hangs,,\n"
                             "exp 64x64,,,,777.5\n",
                             "m.csv");
  auto model = MeasuredOpModel::create(table, "m.csv", {}, std::make_shared<AnalyticalOpModel>());
  ASSERT_TRUE(model.ok()) << model.error().message;
  const OpModel &measured = **model;
  Answer answer = measured.constraints(query("relu 64x64|l1 -> 64x64|l1"));
  EXPECT_EQ(answer.constraints.cbPeakBytes, 12345);
  EXPECT_EQ(answer.constraints.outputBytes, 2048);
  EXPECT_EQ(measured.constraints(query("gelu 64x64")).refusal->id, "measured.illegal");
  EXPECT_EQ(measured.constraints(query("gelu 64x64")).refusal->message, "kernel hangs");
  EXPECT_TRUE(measured.constraints(query("gelu 64x96")).legal());
  EXPECT_EQ(measured.runtime(query("exp 64x64"))->totalNs, 777.5);
}

TEST(MeasuredOpModel, BadTablesNameTheLine) {
  EXPECT_EQ(createError("a\n1\n"), "m.csv:1: column 'query' is missing");
  EXPECT_EQ(createError("query,ns\nrelu 4x4,1\n"), "m.csv:1: unknown column 'ns'");
  EXPECT_EQ(createError("query,total_ns\nrelu 4x4,fast\n"),
            "m.csv:2: total_ns is 'fast', a number that is not negative was expected");
  EXPECT_EQ(createError("query,total_ns\nrelu 4x4,1\nrelu 4x4,2\n"), "m.csv:3: the query is already given in line 2");
  EXPECT_EQ(createError("query,total_ns\nrelu 4xy,1\n"), "m.csv:2: operand '4xy': '4xy' is no shape");
}

TEST(FakeOpModel, AnswersWhatWasSet) {
  FakeOpModel fake;
  fake.refuse("relu", "test.no");
  EXPECT_EQ(fake.constraints(query("relu 4x4")).refusal->id, "test.no");
  Answer answer = fake.constraints(query("add 4x4|l1 4x4 -> 4x4|l1|height_sharded|grid=1x1"));
  EXPECT_EQ(answer.constraints.outputLayouts.at(0).memoryLayout, device::MemoryLayout::HeightSharded);
  EXPECT_FALSE(fake.runtime(query("add 4x4 4x4")));
}

TEST(QueryText, ReadsBackWhatItWrites) {
  opmodel::testing::RandomQueries queries(5);
  for (int i = 0; i < 5000; ++i) {
    Query original = queries.next("add");
    for (OutputRequest &request : original.outputs)
      if (!request.layout)
        request.partial = false;
    Result<Query> copy = parseQuery(toText(original), {});
    ASSERT_TRUE(copy.ok()) << toText(original) << ": " << copy.error().message;
    EXPECT_EQ(*copy, original) << toText(original);
    EXPECT_EQ(hashOf(*copy), hashOf(original));
  }
}

TEST(QueryText, ErrorsNameTheWord) {
  auto error = [](const std::string &text) {
    auto query = parseQuery(text, {});
    return query.ok() ? "" : query.error().message;
  };
  EXPECT_EQ(error(""), "an op name was expected");
  EXPECT_EQ(error("relu 64x"), "operand '64x': '64x' is no shape");
  EXPECT_EQ(error("relu 64x64|l3"), "operand '64x64|l3': 'l3' is no page layout, element type, buffer, memory layout, "
                                    "grid=, shard= or cores=");
  EXPECT_EQ(error("relu 64x64 -> 64x64|l1|height_sharded"),
            "result '64x64|l1|height_sharded': a sharded layout needs grid=RowsxColumns or partial");
}

TEST(UnitCases, ClassNamesBecomeOpNames) {
  EXPECT_EQ(opNameOfClass("ReluOp"), "relu");
  EXPECT_EQ(opNameOfClass("LogicalLeftShiftOp"), "logical_left_shift");
  EXPECT_EQ(opNameOfClass("MaxPool2dWithIndicesOp"), "max_pool2d_with_indices");
  EXPECT_EQ(opNameOfClass("EqualOp"), "eq");
}

TEST(UnitCases, UnknownOpsAreReadAndThenUnsupported) {
  const std::string header = "kind,suite,op,case,disabled,in0,in1,in2,in3,more_in,out,args,expected_legal,"
                             "expected_cb_bytes,expected_tensor_l1_peak,expected_total_l1_peak,"
                             "expected_output_l1_bytes,chk_cb,chk_tensor,chk_total,chk_output\n";
  auto cases =
      readUnitCases(*parseCsv(header + "param,S,FrobnicateOp,0,False,,,,,,,,1,,,,,EQ,EQ,EQ,EQ\n", "u.csv"), {});
  ASSERT_TRUE(cases.ok());
  EXPECT_EQ(cases->at(0).query.op, "frobnicate");
  EXPECT_EQ(analyticalConstraints(cases->at(0).query, {}).refusal->id, "unsupported.op");
}

TEST(UnitCases, OMUC1_BuildersListTheResultTypeFirst) {
  const std::string header = "kind,suite,op,case,disabled,in0,in1,in2,in3,more_in,out,args,expected_legal,"
                             "expected_cb_bytes,expected_tensor_l1_peak,expected_total_l1_peak,"
                             "expected_output_l1_bytes,chk_cb,chk_tensor,chk_total,chk_output\n";
  auto cases = readUnitCases(
      *parseCsv(header + "interface,S,MatmulOp,0,False,64x96|tile|bf16|L1|Interleaved|grid=8x8*,"
                         "64x32|tile|bf16|L1|Interleaved|grid=8x8*,32x96|tile|bf16|DRAM|Interleaved|grid=-,,,"
                         "nullptr (backend chooses),,1,>0,1,2,3,GT,EQ,GE,none\n",
                "u.csv"),
      {});
  ASSERT_TRUE(cases.ok());
  const UnitCase &unit = cases->at(0);
  EXPECT_EQ(toText(unit.query), "matmul 64x32|tile|bf16|l1|interleaved|grid=8x8 "
                                "32x96|tile|bf16|dram|interleaved|grid=1x1 -> ?64x96|bf16");
  EXPECT_FALSE(unit.cb.holds(0));
  EXPECT_TRUE(unit.cb.holds(1));
  EXPECT_FALSE(unit.tensor.holds(2));
  EXPECT_TRUE(unit.total.holds(2));
  EXPECT_TRUE(unit.output.holds(99));
}

namespace {
/// The query of one row of the unit cases.
std::string queryOfRow(const std::string &row) {
  const std::string header = "kind,suite,op,case,disabled,in0,in1,in2,in3,more_in,out,args,expected_legal,"
                             "expected_cb_bytes,expected_tensor_l1_peak,expected_total_l1_peak,"
                             "expected_output_l1_bytes,chk_cb,chk_tensor,chk_total,chk_output\n";
  auto cases = readUnitCases(*parseCsv(header + row + ",1,,,,,EQ,EQ,EQ,EQ\n", "u.csv"), {});
  return cases && cases->at(0).unreadable.empty() ? toText(cases->at(0).query) : "unreadable";
}
} // namespace

TEST(UnitCases, OMUC2_UnrecordedTensorsAreTheFixturesDefault) {
  const std::string tensor = "64x96|tile|bf16|DRAM|Interleaved|grid=-", nothing = "nullptr (backend chooses),";
  // The interface suite's default is 64x1024 in L1; elsewhere the operand is like the result.
  EXPECT_THAT(queryOfRow("interface,S,ReluOp,0,False,,,,,,,"),
              ::testing::HasSubstr("relu 64x1024|tile|bf16|l1|interleaved|grid=8x8"));
  EXPECT_THAT(queryOfRow("param,S,ReluOp,0,False,,,,,," + tensor + ","),
              ::testing::HasSubstr("relu 64x96|tile|bf16|dram|interleaved|grid=1x1"));
  // A recorded operand stands, and a second one that was not recorded is like it.
  EXPECT_THAT(queryOfRow("interface,S,AddOp,0,False," + tensor + ",,,,," + nothing),
              ::testing::HasSubstr("add 64x96|tile|bf16|dram|interleaved|grid=1x1 64x96|tile|bf16|dram|"));
}

TEST(UnitCases, OMUC3_UnspelledArraysHaveTheFixturesValues) {
  const std::string tensor = "64x64|tile|bf16|DRAM|Interleaved|grid=-";
  EXPECT_THAT(queryOfRow("param,S,RepeatOp,0,False," + tensor + ",,,,," + tensor + ","),
              ::testing::HasSubstr("repeat_dims=[2,1]"));
  EXPECT_THAT(queryOfRow("param,S,PadOp,0,False," + tensor + ",,,,," + tensor + ","),
              ::testing::HasSubstr("padding=[0,2,0,2]"));
}

TEST(UnitCases, OMUC4_InterfaceBuildersCreateOnTheHost) {
  const std::string tensor = "64x64|tile|bf16|L1|Interleaved|grid=8x8*";
  EXPECT_THAT(queryOfRow("interface,S,ZerosOp,0,False," + tensor + ",,,,,,"), ::testing::HasSubstr("device=false"));
  EXPECT_THAT(queryOfRow("param,S,ZerosOp,0,False,,,,,," + tensor + ","),
              ::testing::Not(::testing::HasSubstr("device=false")));
}

TEST(UnitCases, OMUC5_EmptyAndDefaultCellsAreL1Tiles) {
  const std::string row = "param,S,ReluOp,0,False,64x96|tile|bf16|DRAM|Interleaved|grid=-,,,,,";
  for (const char *cell : {"", "default L1 interleaved tile bf16", "default"})
    EXPECT_THAT(queryOfRow(row + cell + ","), ::testing::HasSubstr("-> 64x96|tile|bf16|l1|interleaved|grid=8x8"))
        << cell;
  EXPECT_THAT(queryOfRow(row + "nullptr (backend chooses),"), ::testing::HasSubstr("-> ?64x96"));
  EXPECT_THAT(queryOfRow(row + "64x96|tile|bf16|DRAM|Interleaved|grid=-,"),
              ::testing::HasSubstr("-> 64x96|tile|bf16|dram"));
}

TEST(UnitCases, OMUC7_WhatBuildersSayBesideTheCell) {
  const std::string ints = "64x1024|tile|int32|L1|Interleaved|grid=8x8*", bf16 = "default L1 interleaved tile bf16,";
  EXPECT_THAT(queryOfRow("interface,S,LogicalLeftShiftOp,0,False," + ints + ",,,,," + bf16),
              ::testing::HasSubstr("-> 64x1024|tile|si32"));
  EXPECT_THAT(queryOfRow("interface,S,LogicalRightShiftOp,0,False," + ints + ",,,,," + bf16),
              ::testing::HasSubstr("-> 64x1024|tile|bf16"));
}

TEST(UnitCases, OMUC6_TheOpDeterminesTheResultsShape) {
  // The cell's 64x1024 is the layout's; 64x64 padded by two has 66x66 elements.
  EXPECT_THAT(queryOfRow("param,S,PadOp,0,False,64x64|tile|bf16|DRAM|Interleaved|grid=-,,,,,"
                         "64x1024|tile|bf16|DRAM|Interleaved|grid=-,"),
              ::testing::HasSubstr("-> 66x66"));
}
