//===- WorkedExamplesTest.cpp - The published examples, to the digit ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SourceDirectory.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace alcove;
using namespace alcove::plan::schedule;

TEST(WorkedExamples, EverySubgraphLatencyIsExact) {
  std::ifstream file(ALCOVE_SOURCE_DIR "/unittests/Plan/GraphSchedule/data/worked_examples.json");
  nlohmann::json examples = nlohmann::json::parse(file);
  ASSERT_EQ(examples.size(), 16u);
  for (const nlohmann::json &example : examples) {
    SCOPED_TRACE(example["name"].get<std::string>());
    Result<Problem> problem = formats::readMLSysProblem(example["problem"].dump());
    ASSERT_TRUE(problem.ok()) << problem.error().message;
    Result<Solution> solution = formats::readMLSysSolution(example["solution"].dump());
    ASSERT_TRUE(solution.ok()) << solution.error().message;
    Result<Evaluation> evaluation = evaluate(*problem, *solution);
    ASSERT_EQ(evaluation.ok(), example["valid"].get<bool>()) << (evaluation.ok() ? "" : evaluation.error().message);
    if (!evaluation.ok())
      continue;
    ASSERT_EQ(evaluation->subgraphs.size(), example["latencies"].size());
    for (size_t s = 0; s != evaluation->subgraphs.size(); ++s) {
      // All published figures have one decimal: compare tenths as integers.
      Rational latency = evaluation->subgraphs[s].latency;
      __int128 tenths = std::llround(example["latencies"][s].get<double>() * 10);
      EXPECT_TRUE(latency.numerator * 10 == tenths * latency.denominator) << s << ": " << latency.toDouble();
    }
  }
}
