//===- MeasuredTimesTest.cpp - Tables of measured times and their prices --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Score/MeasuredAnswers.h"

#include "alcove/Base/Sqlite/Sqlite.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

using namespace alcove;
using namespace alcove::opmodel;
using testing::HasSubstr;

namespace {

Query query(const std::string &text) { return *parseQuery(text, {}); }

/// What the model says, times a factor.
MeasuredTime answer(const std::string &question, double factor, int64_t samples = 3) {
  double ns = analyticalRuntime(query(question), {})->totalNs * factor;
  return {MeasuredChip::of({}), question, samples, ns, ns * 0.99, ns * 1.02, "run", ""};
}

std::shared_ptr<TimedByTable> priced(const MeasuredTimes &times) {
  auto model = TimedByTable::create(times, "t.db", {}, std::make_shared<AnalyticalOpModel>());
  EXPECT_TRUE(model.ok()) << model.error().message;
  return *model;
}

std::string relu(int64_t rows) { return "relu " + std::to_string(rows) + "x1024 -> " + std::to_string(rows) + "x1024"; }

} // namespace

TEST(MeasuredTimes, MT2_BothSidesComeToOneQuestion) {
  ChipParameters chip;
  auto same = [&](const std::string &a, const std::string &b) {
    return questionText(query(a), chip) == questionText(query(b), chip);
  };
  EXPECT_TRUE(same("relu 1x1x64x64 -> 1x1x64x64", "relu 64x64 -> 64x64"));
  EXPECT_TRUE(same("to_memory_config 64x64 -> 64x64|l1|height_sharded|grid=2x1",
                   "interleaved_to_sharded 64x64 -> 64x64|l1|height_sharded|grid=2x1|shard=32x64"));
  EXPECT_TRUE(same("matmul 64x64 64x64 -> 64x64 transpose_b=false", "linear 64x64 64x64 -> 64x64"));
  EXPECT_FALSE(same("matmul 64x64 64x64 -> 64x64 transpose_b=true", "matmul 64x64 64x64 -> 64x64"));
  EXPECT_FALSE(same("relu 64x64 -> 64x64", "relu 64x64|l1 -> 64x64"));
  EXPECT_FALSE(same("relu 64x64 -> 64x64", "relu 64x96 -> 64x96"));
}

TEST(MeasuredTimes, MT3_TheExactQuestionComesFirst) {
  auto model = priced({{answer(relu(64), 3)}, {}});
  std::optional<Runtime> runtime = model->runtime(query("relu 1x64x1024 -> 1x64x1024"));
  EXPECT_DOUBLE_EQ(runtime->totalNs, 3 * analyticalRuntime(query(relu(64)), {})->totalNs);
  EXPECT_EQ(evidenceOf(*runtime), Evidence::Measured);
  EXPECT_LT(runtime->lowNs, runtime->totalNs);
  EXPECT_GT(runtime->highNs, runtime->totalNs);
  // One answer of one op says nothing of another, and little of other sizes.
  EXPECT_EQ(evidenceOf(*model->runtime(query("matmul 64x64 64x64 -> 64x64"))), Evidence::Model);
  EXPECT_EQ(evidenceOf(*model->runtime(query(relu(64 * 4096)))), Evidence::Model);
}

TEST(MeasuredTimes, MT3_QuestionsThatTheModelTellsApartKeepTheirAnswers) {
  // Profiles do not record what is fused, so that both are matched by one text.
  std::string plain = "matmul 256x512 512x1024 -> 256x1024 "
                      "matmul_program_config=\"matmul_multi_core_reuse_multi_cast_program_config\"";
  std::string fused = plain + " matmul_program_config.fused_activation=\"gelu\"";
  ASSERT_EQ(questionText(query(plain), {}), questionText(query(fused), {}));
  double ofPlain = analyticalRuntime(query(plain), {})->totalNs, ofFused = analyticalRuntime(query(fused), {})->totalNs;
  ASSERT_GT(ofFused, 1.02 * ofPlain);
  auto model = priced({{answer(plain, 1.5), answer(fused, 1.7)}, {}});
  EXPECT_DOUBLE_EQ(model->runtime(query(plain))->totalNs, 1.5 * ofPlain);
  EXPECT_DOUBLE_EQ(model->runtime(query(fused))->totalNs, 1.7 * ofFused);
}

TEST(MeasuredTimes, MT4_NearQuestionsScaleTheModel) {
  MeasuredTimes times;
  for (int64_t rows : {512, 640, 768, 1024})
    times.answers.push_back(answer(relu(rows), 1.6));
  auto model = priced(times);
  for (int64_t rows : {576, 896, 64 * 4096}) {
    std::optional<Runtime> runtime = model->runtime(query(relu(rows)));
    EXPECT_EQ(evidenceOf(*runtime), Evidence::Residual) << rows;
    EXPECT_NEAR(runtime->totalNs / analyticalRuntime(query(relu(rows)), {})->totalNs, 1.6, 0.3) << rows;
    EXPECT_LE(runtime->lowNs, runtime->totalNs);
    EXPECT_GE(runtime->highNs, runtime->totalNs);
  }
  // Those that surround it say more than the op as a whole.
  EXPECT_NEAR(model->runtime(query(relu(576)))->totalNs / analyticalRuntime(query(relu(576)), {})->totalNs, 1.6, 0.02);
}

TEST(MeasuredTimes, MT4_NeighboursThatExplainNothingScaleNothing) {
  // Neighbours are near, and up to 20 % off at random: what they say of each other is worse than nothing.
  MeasuredTimes noise, trend;
  Random random(4);
  for (int64_t i = 0; i < 40; ++i) {
    noise.answers.push_back(answer(relu(64 * (8 + i)), std::exp(0.36 * (random.unit() - 0.5))));
    trend.answers.push_back(answer(relu(64 * (8 + i)), i < 20 ? 1.2 : 1 / 1.2));
  }
  std::string between = relu(64 * 15 + 32);
  EXPECT_EQ(evidenceOf(*priced(noise)->runtime(query(between))), Evidence::Model);
  std::optional<Runtime> runtime = priced(trend)->runtime(query(between));
  EXPECT_EQ(evidenceOf(*runtime), Evidence::Residual);
  EXPECT_NEAR(runtime->totalNs / analyticalRuntime(query(between), {})->totalNs, 1.2, 0.08);
}

TEST(MeasuredTimes, MT4_FewQuestionsMustAgree) {
  // Nothing is near what is asked; three questions are all that is known of the op.
  auto evidence = [](const std::vector<double> &factors) {
    MeasuredTimes times;
    for (double factor : factors)
      times.answers.push_back(answer(relu(512 + 256 * static_cast<int64_t>(times.answers.size())), factor));
    return evidenceOf(*priced(times)->runtime(query("relu 64x64|l1 -> 64x64|l1")));
  };
  EXPECT_EQ(evidence({1.3, 1.3, 1.31}), Evidence::Residual);
  EXPECT_EQ(evidence({1.3, 1.3, 1.36}), Evidence::Model) << "the third is apart by more than an eighth";
  EXPECT_EQ(evidence({1.04, 1.04, 1.04}), Evidence::Model) << "within 5 %";
  EXPECT_EQ(evidence({1.3, 1.3}), Evidence::Model) << "two are chance";
}

TEST(MeasuredTimes, MT4_OtherOpsOfAFamilySpeakForOneThatIsNotMeasured) {
  auto of = [](const char *op) { return op + std::string(" 512x1024 -> 512x1024"); };
  auto evidence = [&](double last) {
    MeasuredTimes times;
    for (const char *op : {"exp", "sqrt", "abs"})
      times.answers.push_back(answer(of(op), op == std::string("abs") ? last : 1.5));
    return evidenceOf(*priced(times)->runtime(query(of("relu"))));
  };
  EXPECT_EQ(evidence(1.5), Evidence::Residual);
  EXPECT_EQ(evidence(1.3), Evidence::Model);
}

TEST(MeasuredTimes, MT5_WithoutEvidenceTheModelStays) {
  MeasuredTimes times;
  for (int64_t rows : {512, 640, 768, 1024})
    times.answers.push_back(answer(relu(rows), rows % 256 == 0 ? 1.01 : 0.99));
  auto model = priced(times);
  Query far = query("relu 64x64|l1 -> 64x64|l1");
  EXPECT_EQ(evidenceOf(*model->runtime(far)), Evidence::Model);
  EXPECT_EQ(model->runtime(far)->totalNs, analyticalRuntime(far, {})->totalNs);
}

TEST(MeasuredTimes, MT6_AnotherChipIsRefused) {
  ChipParameters blackhole;
  blackhole.arch = Arch::Blackhole;
  blackhole.clockGHz = 1.35;
  MeasuredTimes times{{answer(relu(64), 1)}, {}};
  auto model = TimedByTable::create(times, "t.db", blackhole, std::make_shared<AnalyticalOpModel>(blackhole));
  ASSERT_FALSE(model.ok());
  EXPECT_THAT(model.error().message, HasSubstr("t.db: its 1 answers are of wormhole_b0 8x8 1 GHz"));
  ChipParameters faster;
  faster.clockGHz = 1.1;
  EXPECT_FALSE(TimedByTable::create(times, "t.db", faster, std::make_shared<AnalyticalOpModel>(faster)).ok());
  faster.clockGHz = 1.005;
  EXPECT_TRUE(TimedByTable::create(times, "t.db", faster, std::make_shared<AnalyticalOpModel>(faster)).ok());
  times.factors["Sorcery"] = 2;
  EXPECT_THAT(TimedByTable::create(times, "t.db", {}, std::make_shared<AnalyticalOpModel>()).error().message,
              HasSubstr("factor of 'Sorcery': no such family"));
}

TEST(MeasuredTimes, FactorsScaleAFamily) {
  auto model = priced({{}, {{"Matmul", 1.6}}});
  Query product = query("matmul 512x512 512x512 -> 512x512");
  EXPECT_DOUBLE_EQ(model->runtime(product)->totalNs, 1.6 * analyticalRuntime(product, {})->totalNs);
  EXPECT_EQ(model->runtime(query(relu(64)))->totalNs, analyticalRuntime(query(relu(64)), {})->totalNs);
}

TEST(MeasuredTimes, MT1_FilesKeepEverythingAndRefuseOthers) {
  std::string path = std::filesystem::temp_directory_path() / "alcove-measured-times-test.db";
  MeasuredTimes times{{answer(relu(64), 1.25, 7), answer("matmul 64x64 64x64 -> 64x64", 2)}, {{"Matmul", 1.5}}};
  times.answers[0].release = "v0.62";
  ASSERT_TRUE(writeMeasuredTimes(times, path).ok());
  Result<MeasuredTimes> back = readMeasuredTimes(path);
  ASSERT_TRUE(back.ok()) << back.error().message;
  ASSERT_EQ(back->answers.size(), 2u);
  EXPECT_EQ(back->answers[0].chip, times.answers[0].chip);
  EXPECT_EQ(back->answers[0].question, relu(64));
  EXPECT_NEAR(back->answers[0].medianNs, times.answers[0].medianNs, 1e-6);
  EXPECT_EQ(back->answers[0].samples, 7);
  EXPECT_EQ(back->answers[0].release, "v0.62");
  EXPECT_EQ(back->factors, times.factors);
  // The same run again replaces; another one is added, and contradicts when it is 10 % off.
  mergeMeasuredTimes(*back, times);
  EXPECT_EQ(back->answers.size(), 2u);
  times.answers[0].source = "other run";
  times.answers[0].medianNs *= 1.2;
  mergeMeasuredTimes(*back, times);
  EXPECT_EQ(back->answers.size(), 3u);
  EXPECT_EQ(contradictionsIn(*back).size(), 1u);
  auto broken = [&](const char *sql, const char *message) {
    Result<SqliteDatabase> created = SqliteDatabase::create();
    SqliteDatabase &database = *created;
    EXPECT_TRUE(database
                    .execute("CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES ('schema_version','1');"
                             "CREATE TABLE factors (family TEXT, factor REAL);"
                             "CREATE TABLE answers (arch TEXT, grid_rows INTEGER, grid_cols INTEGER, clock_ghz REAL, "
                             "question TEXT, samples INTEGER, median_ns REAL, min_ns REAL, max_ns REAL, source TEXT, "
                             "release TEXT);")
                    .ok());
    EXPECT_TRUE(database.execute(sql).ok());
    EXPECT_TRUE(writeFileAtomically(path, *database.bytes()).ok());
    Result<MeasuredTimes> read = readMeasuredTimes(path);
    EXPECT_EQ(read.ok(), message[0] == '\0');
    if (!read.ok()) {
      EXPECT_THAT(read.error().message, HasSubstr(message));
      EXPECT_THAT(read.error().message, HasSubstr(path));
    }
  };
  std::string row = "INSERT INTO answers VALUES ('wormhole_b0',8,8,1.0,'relu 4x4',3,100,90,110,'s','')";
  auto with = [&](const char *what, const char *text) {
    std::string changed = row;
    return changed.replace(changed.find(what), std::string(what).size(), text);
  };
  broken(row.c_str(), "");
  broken("UPDATE meta SET value = '2'", "schema version '2'");
  broken("DROP TABLE answers", "not a table of measured times");
  broken(with("wormhole_b0", "abacus").c_str(), "'abacus' is no architecture");
  broken(with(",100,", ",-100,").c_str(), "median_ns is '-100.0'");
  broken(with(",100,", ",200,").c_str(), "the median 200 is not within 90 to 110");
  broken(with("relu 4x4", "relu 4xy").c_str(), "'4xy' is no shape");
  broken("INSERT INTO factors VALUES ('Matmul', 'big')", "factor is 'big'");
  EXPECT_TRUE(writeFileAtomically(path, "no database").ok());
  EXPECT_THAT(readMeasuredTimes(path).error().message, HasSubstr("not a table of measured times"));
  std::filesystem::remove(path);
}

TEST(MeasuredTimes, MT7_IntervalsHoldWhatTheyPromise) {
  // Times of a chip whose every question is off by its own factor: nine in ten prices hold it.
  MeasuredTimes times;
  auto factorOf = [](int64_t i) {
    double sum = 0; // about normal, of deviation 0.1
    for (int64_t j = 1; j <= 12; ++j)
      sum += static_cast<double>((i * 7919 + j) * 2654435761 % 1000003) / 1000003 - 0.5;
    return 1.3 * std::exp(0.1 * sum);
  };
  std::vector<std::string> questions;
  for (int64_t i = 0; i < 200; ++i)
    questions.push_back(relu(64 * (3 + i)));
  for (size_t i = 0; i < questions.size(); i += 2)
    times.answers.push_back(answer(questions[i], factorOf(static_cast<int64_t>(i))));
  auto model = priced(times);
  int inside = 0;
  for (size_t i = 1; i < questions.size(); i += 2) {
    std::optional<Runtime> runtime = model->runtime(query(questions[i]));
    double measured = answer(questions[i], factorOf(static_cast<int64_t>(i))).medianNs;
    inside += measured >= runtime->lowNs && measured <= runtime->highNs;
  }
  EXPECT_GE(inside, 85);
  EXPECT_LE(inside, 99);
}
