//===- ScoreTest.cpp - Tables of measured times and their score -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/Calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;
using testing::HasSubstr;

namespace {
Result<TimeCases> read(const std::string &text) {
  Result<CsvTable> table = parseCsv(text, "t.csv");
  if (!table)
    return table.error();
  return readTimeCases(*table);
}

const char *profilerHeader =
    "source,arch,avail_cores,clk_ghz,op_code,cores,math_fidelity,in0_padded,in0_logical,in0_layout,in0_dtype,in0_mem,"
    "out_padded,out_logical,out_layout,out_dtype,out_mem,kernel_ns_median,attributes\n";
} // namespace

TEST(TimeScoreTest, RankCorrelationAveragesTies) {
  EXPECT_DOUBLE_EQ(rankCorrelation({1, 2, 3}, {10, 20, 30}), 1);
  EXPECT_DOUBLE_EQ(rankCorrelation({1, 2, 3}, {30, 20, 10}), -1);
  EXPECT_DOUBLE_EQ(rankCorrelation({1, 1, 1}, {1, 2, 3}), 0);
  // Ranks 0.5 0.5 2 against 0 1 2: covariance 1.5, variances 1.5 and 2.
  EXPECT_NEAR(rankCorrelation({5, 5, 7}, {1, 2, 3}), 1.5 / std::sqrt(1.5 * 2), 1e-12);
}

TEST(TimeScoreTest, UnsupportedRowsCountAsWrong) {
  std::vector<TimeCase> cases(4);
  for (size_t i = 0; i < 4; ++i) {
    cases[i].family = "f";
    cases[i].measuredNs = 100;
    cases[i].questionKey = std::to_string(i);
  }
  auto scores = scoreTimes(cases, {110, 120, 100, std::nullopt});
  ASSERT_EQ(scores.size(), 2u); // family and total
  EXPECT_EQ(scores[0].unsupported, 1);
  EXPECT_NEAR(scores[0].median, 0.15, 1e-12); // errors 0, 0.1, 0.2, infinite
  EXPECT_TRUE(std::isinf(scores[0].p90));
}

TEST(TimeScoreTest, CeilingsOfRowsThatRepeatQuestions) {
  // a: 10, 30; b: 20, 40. Ranks 0 2 and 1 3, means 1 and 2 about 1.5: 4 * 0.25 of 5 is between the questions.
  std::vector<double> measured = {10, 30, 20, 40};
  std::vector<std::string> questions = {"a", "a", "b", "b"};
  EXPECT_NEAR(rankCeiling(measured, questions), std::sqrt(1.0 / 5), 1e-12);
  // 15 answers a within 50 % of both rows (10 * 1.5 = 30 * 0.5), 26.7 answers b within a third.
  EXPECT_NEAR(quantileFloor(measured, questions, 1.0), 0.5, 1e-9);
  EXPECT_NEAR(quantileFloor(measured, questions, 0.5), 0, 1e-9); // one row of each exactly
  EXPECT_NEAR(quantileFloor(measured, questions, 0.7), 1.0 / 3, 1e-9);
  // Questions that are all different have no limit.
  EXPECT_NEAR(rankCeiling(measured, {"a", "b", "c", "d"}), 1, 1e-12);
}

TEST(TimeScoreTest, NoAnswersRankAboveTheCeiling) {
  // All answers to three questions in steps of one, against the bound.
  std::vector<double> measured = {5, 1, 9, 4, 7, 2, 8};
  std::vector<std::string> questions = {"a", "b", "c", "a", "b", "c", "a"};
  double ceiling = rankCeiling(measured, questions), best = -1;
  for (int code = 0; code < 27; ++code) {
    std::map<std::string, double> answer = {{"a", code % 3}, {"b", code / 3 % 3}, {"c", code / 9}};
    std::vector<double> estimated;
    for (const std::string &question : questions)
      estimated.push_back(answer[question]);
    best = std::max(best, rankCorrelation(estimated, measured));
  }
  EXPECT_LE(best, ceiling + 1e-12);
  EXPECT_GT(best, 0.9 * ceiling);
}

namespace {
/// Height-sharded matmuls whose times are the model's own under `truth`.
TimeCases ownTimes(const TimeParameters &truth) {
  std::string text = "m,k,n,num_cores,kernel_ns\n";
  for (int k = 1; k <= 6; ++k)
    for (int n = 1; n <= 6; ++n)
      text += "1280," + std::to_string(32 * k) + "," + std::to_string(64 * n) + ",20,1\n";
  Result<TimeCases> cases = read(text);
  EXPECT_TRUE(cases);
  for (TimeCase &c : cases->cases)
    c.measuredNs = estimateCase(c, truth).value_or(1);
  return *cases;
}
} // namespace

TEST(CalibrationTest, FindsConstantsThatExplainTheRows) {
  TimeCases table = ownTimes(timeParameters(Arch::WormholeB0));
  Calibration calibration({table});
  TimeParameterPair cold = Calibration::coldStart();
  double before = calibration.objective(cold, -1), after = calibration.objective(calibration.fit(cold, -1, 8), -1);
  EXPECT_GT(before, 0.05);
  EXPECT_LT(after, before / 4);
}

TEST(CalibrationTest, HeldOutRowsAreScoredByConstantsOfTheOtherHalf) {
  TimeCases table = ownTimes(timeParameters(Arch::WormholeB0));
  Calibration calibration({table});
  int sides[2] = {0, 0};
  for (const TimeCase &c : table.cases)
    ++sides[calibration.sideOf(c)];
  EXPECT_EQ(sides[0], 18);
  EXPECT_EQ(sides[1], 18);
  CrossValidation cross = crossValidate({table}, 0, 8);
  ASSERT_EQ(cross.fitted.size(), 2u); // family and total
  EXPECT_EQ(cross.heldOut[0].rows, 36);
  EXPECT_LT(cross.fitted[0].median, 0.03);
  EXPECT_LT(cross.heldOut[0].median, 0.05);
  // A side whose times are three times longer teaches the other nothing: the gap shows.
  for (TimeCase &c : table.cases)
    if (calibration.sideOf(c) == 1)
      c.measuredNs *= 3;
  CrossValidation gap = crossValidate({table}, 0, 8);
  EXPECT_GT(gap.heldOut[0].median, 0.3);
}

TEST(CalibrationTest, SameTablesSameConstants) {
  TimeCases table = ownTimes(timeParameters(Arch::Blackhole));
  CrossValidation first = crossValidate({table}, 0, 4), second = crossValidate({table}, 0, 4);
  for (const TimeParameterRow &row : timeParameterTable())
    EXPECT_EQ(first.side0.wormhole.*row.field, second.side0.wormhole.*row.field) << row.name;
}

TEST(CalibrationTest, SplitsHalveTheShapesDifferently) {
  TimeCases table = ownTimes(timeParameters(Arch::WormholeB0));
  Calibration first({table}, 0), second({table}, 1);
  int moved = 0;
  for (const TimeCase &c : table.cases)
    moved += first.sideOf(c) != second.sideOf(c);
  EXPECT_GT(moved, 6);
  EXPECT_LT(moved, 30);
  CrossValidation a = crossValidate({table}, 0, 4, 0), b = crossValidate({table}, 0, 4, 1);
  std::vector<CrossSummary> both = summarize({a, b});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].rows, 36);
  EXPECT_DOUBLE_EQ(both[0].heldOutMedian.mean, (a.heldOut[0].median + b.heldOut[0].median) / 2);
  EXPECT_NEAR(both[0].heldOutMedian.deviation, std::abs(a.heldOut[0].median - b.heldOut[0].median) / 2, 1e-12);
}

TEST(CalibrationTest, PathsOfDoubleWidthKeepTheirRatio) {
  for (const TimeParameterRow &row : timeParameterTable())
    if (Calibration::scaledByWidth().count(row.name))
      EXPECT_NEAR(row.blackhole / row.wormhole, Calibration::widePaths, 0.01) << row.name;
}

TEST(TimeScoreTest, TablesAreRecognisedByTheirColumns) {
  auto heightSharded = read("m,k,n,num_cores,kernel_ns\n640,32,96,10,2448\n");
  ASSERT_TRUE(heightSharded);
  EXPECT_EQ(heightSharded->table, "matmul_height_sharded");
  EXPECT_EQ(heightSharded->cases[0].queries[0].inputs[0].layout.gridRows, 10);

  auto exp = read("dataset,shape,dtype,in_mem,n_samples,kernel_ns_min,kernel_ns_median,kernel_ns_max\nx,4x53x32x160,"
                  "f32,DRAM,4,1,2,3\nx,4x53x32x160,f32,DRAM,2,1,2,3\n");
  ASSERT_TRUE(exp);
  // Four samples: half of them with the result in L1. Two: DRAM only.
  EXPECT_EQ(exp->cases[0].queries.size(), 2u);
  EXPECT_EQ(exp->cases[1].queries.size(), 1u);

  auto traces = read("trace,src,dst,arch,n_cores,n_reads,packet_sizes,max_core_kernel_cycles\nt,1x2_BLOCK,2x4_HEIGHT,"
                     "wormhole_b0,8,128,4096:128,7213\n");
  ASSERT_TRUE(traces);
  EXPECT_EQ(traces->cases[0].family, "reshard");
  EXPECT_EQ(traces->cases[0].queries[0].inputs[0].shape, (std::vector<int64_t>{512, 256}));

  auto unknown = read("a,b\n1,2\n");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("not a table of times"));
}

TEST(TimeScoreTest, BadFieldsNameLineColumnAndText) {
  auto bad = read("m,k,n,num_cores,kernel_ns\n640,32,96,ten,2448\n");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().message, HasSubstr("line 2: column num_cores: 'ten'"));
  auto negative = read("m,k,n,num_cores,kernel_ns\n640,32,96,10,-1\n");
  ASSERT_FALSE(negative);
  EXPECT_THAT(negative.error().message, HasSubstr("a time must be positive, not -1"));
  auto shape = read(
      "dataset,shape,dtype,in_mem,n_samples,kernel_ns_min,kernel_ns_median,kernel_ns_max\nx,4x-5,f32,DRAM,4,1,2,3\n");
  ASSERT_FALSE(shape);
  EXPECT_THAT(shape.error().message, HasSubstr("is not a shape"));
}

TEST(TimeScoreTest, ProfilerRowsBecomeQuestions) {
  std::string row =
      "s,blackhole,20,1.35,HaloDeviceOperation,20,,1x1x30720x64,1x1x30720x64,ROW_MAJOR,BFLOAT16,L1_HEIGHT_SHARDED,"
      "1x1x43840x64,1x1x43840x64,ROW_MAJOR,BFLOAT16,L1_HEIGHT_SHARDED,4724,\"{'config': "
      "'SlidingWindowConfig(batch_size=1; input_hw=(96;320); "
      "window_hw=(3;3); stride_hw=(1;1); padding=((1; 1); (1; 1)); dilation_hw=(1;1); num_cores_nhw=20)'; "
      "'max_out_nsticks_per_core_': '2192'; "
      "'output_memory_config': 'MemoryConfig(shard_spec=ShardSpec(grid={[(x=0;y=0) - (x=4;y=3)]};shape={1536; "
      "64};orientation=ShardOrientation::ROW_MAJOR))'}\"\n";
  auto cases = read(profilerHeader + row);
  ASSERT_TRUE(cases) << cases.error().message;
  const Query &query = cases->cases[0].queries[0];
  EXPECT_EQ(query.op, "halo");
  EXPECT_EQ(cases->cases[0].chip.gridCols, 5);
  EXPECT_EQ(std::get<int64_t>(query.attributes.at("max_out_nsticks_per_core")), 2192);
  EXPECT_EQ(std::get<std::vector<int64_t>>(query.attributes.at("kernel_size")), (std::vector<int64_t>{3, 3}));
  EXPECT_EQ(query.inputs[0].layout.shardShape, (std::optional<std::pair<int64_t, int64_t>>{{1536, 64}}));
  EXPECT_TRUE(estimateCase(cases->cases[0], timeParameters(Arch::Blackhole)));
}

TEST(TimeScoreTest, UnknownDeviceOperationsAreUnsupportedNotErrors) {
  auto cases =
      read(profilerHeader +
           std::string("s,wormhole_b0,64,1.0,NeverHeardOf,64,,1x1x32x32,1x1x32x32,TILE,BFLOAT16,DRAM_INTERLEAVED,"
                       "1x1x32x32,1x1x32x32,TILE,BFLOAT16,DRAM_INTERLEAVED,100,{}\n"));
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_EQ(cases->cases[0].family, "never_heard_of");
  EXPECT_FALSE(estimateCase(cases->cases[0], timeParameters(Arch::WormholeB0)));
}
