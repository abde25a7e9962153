//===- AllocationFilesTest.cpp - MiniMalloc CSV and allocation JSON -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"
#include "testing/Plan/AllocationGen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::formats;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string csvError(std::string_view text) {
  Result<AllocationProblem> problem = parseMiniMallocCsv(text);
  return problem.ok() ? "ok" : problem.error().message;
}

std::string jsonError(std::string_view text) {
  Result<AllocationProblem> problem = parseAllocationJson(text);
  return problem.ok() ? "ok" : problem.error().message;
}

constexpr std::string_view example = "id,lower,upper,size\nb1,0,3,4\nb2,3,9,4\nb3,0,9,4\nb4,9,21,4\n";

TEST(MiniMallocCsvTest, PublicExample) {
  Result<AllocationProblem> problem = parseMiniMallocCsv(example);
  ASSERT_TRUE(problem.ok()) << problem.error().message;
  ASSERT_EQ(problem->buffers.size(), 4u);
  EXPECT_EQ(problem->buffers[3].id, "b4");
  EXPECT_EQ(problem->buffers[3].lower, 9);
  EXPECT_EQ(problem->buffers[3].upper, 21);
  EXPECT_EQ(problem->buffers[3].size, 4);
  EXPECT_EQ(*formatMiniMallocCsv(*problem), example);
}

TEST(MiniMallocCsvTest, OptionalColumnsInAnyOrder) {
  Result<AllocationProblem> problem = parseMiniMallocCsv("size,gaps,upper,offset,hint,alignment,id,lower\r\n"
                                                         "8,3-4 5-7@2:6,9,-1,16,4,x,0\r\n"
                                                         "4,,9,8,-1,,y,-3\r\n");
  ASSERT_TRUE(problem.ok()) << problem.error().message;
  const AllocationBuffer &x = problem->buffers[0];
  EXPECT_EQ(x.alignment, 4);
  EXPECT_EQ(x.hint, 16);
  EXPECT_FALSE(x.fixedOffset.has_value());
  ASSERT_EQ(x.gaps.size(), 2u);
  EXPECT_EQ(x.gaps[0], (AllocationGap{3, 4, std::nullopt}));
  EXPECT_EQ(x.gaps[1], (AllocationGap{5, 7, AllocationWindow{2, 6}}));
  const AllocationBuffer &y = problem->buffers[1];
  EXPECT_EQ(y.alignment, 1);
  EXPECT_FALSE(y.hint.has_value());
  EXPECT_EQ(y.fixedOffset, 8);
  EXPECT_EQ(y.lower, -3);
}

TEST(MiniMallocCsvTest, OlderNamesEndIsInclusive) {
  Result<AllocationProblem> problem = parseMiniMallocCsv("buffer_id,start,end,size\n7,2,5,16\n");
  ASSERT_TRUE(problem.ok()) << problem.error().message;
  EXPECT_EQ(problem->buffers[0].lower, 2);
  EXPECT_EQ(problem->buffers[0].upper, 6);
}

TEST(MiniMallocCsvTest, HeaderErrors) {
  EXPECT_EQ(csvError(""), "line 1, column 1: the file is empty; the first line must name the columns");
  EXPECT_EQ(csvError("\n\n"), "line 1, column 1: the file is empty; the first line must name the columns");
  EXPECT_EQ(csvError("id,lower,upper,sise\n"), "line 1, column 16: unknown column 'sise'");
  EXPECT_EQ(csvError("id,lower,upper,size,start\n"), "line 1, column 21: column 'start' names 'lower' again");
  EXPECT_EQ(csvError("id,lower,upper\n"), "line 1, column 1: there is no column 'size'");
  EXPECT_EQ(csvError("lower,upper,size\n"), "line 1, column 1: there is no column 'id'");
  EXPECT_EQ(csvError("id,lower,size\n"), "line 1, column 1: there is no column 'upper'");
  EXPECT_EQ(csvError("id,upper,size\n"), "line 1, column 1: there is no column 'lower'");
  EXPECT_EQ(csvError("id,lower,upper,end,size\n"), "line 1, column 1: columns 'upper' and 'end' exclude each other");
  EXPECT_EQ(csvError("id,lower,upper,size\n"), "ok");
}

TEST(MiniMallocCsvTest, FieldErrors) {
  auto row = [](std::string_view fields) {
    return csvError("id,lower,upper,size,alignment,gaps\na,0,1,1,1,\n" + std::string(fields) + "\n");
  };
  EXPECT_EQ(row("b,0,1,1,1,"), "ok");
  EXPECT_EQ(row("b,0,1,1"), "line 3, column 1: 4 fields, but the header names 6 columns");
  EXPECT_EQ(row(""), "ok"); // empty lines at the end
  EXPECT_EQ(row("b,0,1x,1,1,"), "line 3, column 5: upper '1x' is no integer");
  EXPECT_EQ(row("b,0, 1,1,1,"), "line 3, column 5: upper ' 1' is no integer");
  EXPECT_EQ(row("b,0,,1,1,"), "line 3, column 5: upper '' is no integer");
  EXPECT_EQ(row("b,0,1,99999999999999999999,1,"), "line 3, column 7: size '99999999999999999999' exceeds 64 bits");
  EXPECT_EQ(row("b,0,9,1,1,2"), "line 3, column 11: gap '2' has no '-'");
  EXPECT_EQ(row("b,0,9,1,1,2-4 5-6@0"), "line 3, column 19: window '0' has no ':'");
  EXPECT_EQ(row("a,0,1,1,1,"), "line 3, column 1: AL-P1: the id 'a' was given in line 2 already");
  EXPECT_EQ(row(",0,1,1,1,"), "line 3, column 1: AL-P1: the id is empty");
  EXPECT_EQ(row("b,4,4,1,1,"), "line 3, column 1: buffer 'b' AL-P2: lifetime [4, 4) is empty");
  EXPECT_EQ(row("b,0,9,1,0,"), "line 3, column 1: buffer 'b' AL-P4: alignment 0 is less than 1");
  EXPECT_THAT(row("b,0,9,4,1,2-4 3-6"), HasSubstr("line 3, column 1: buffer 'b' AL-P5"));
  EXPECT_THAT(csvError("id,lower,upper,size\na,0,1,1\n\nb,0,1,1\n"), HasSubstr("line 3, column 1: 1 fields"));
}

TEST(MiniMallocCsvTest, SolutionsAreMatchedById) {
  Result<AllocationProblem> problem = parseMiniMallocCsv(example);
  ASSERT_TRUE(problem.ok());
  auto message = [&](std::string_view text) {
    Result<AllocationSolution> solution = parseMiniMallocSolution(text, *problem);
    return solution.ok() ? "ok" : solution.error().message;
  };
  Result<AllocationSolution> solution = parseMiniMallocSolution("offset,id\n8,b2\n8,b1\n4,b3\n0,b4\n", *problem);
  ASSERT_TRUE(solution.ok()) << solution.error().message;
  EXPECT_THAT(solution->offsets, ElementsAre(8, 8, 4, 0));
  Result<std::string> text = formatMiniMallocCsv(*problem, &*solution);
  EXPECT_THAT(*text, HasSubstr("id,lower,upper,size,offset\nb1,0,3,4,8\n"));
  EXPECT_EQ(message(*text), "ok");
  EXPECT_EQ(message("id,size\nb1,4\n"), "line 1, column 1: there is no column 'offset'");
  EXPECT_EQ(message("id,offset\nb1,4\n"), "buffer 'b2' AL-S1: there is no offset");
  EXPECT_EQ(message("id,offset\nb1,4\nb1,4\n"), "line 3, column 1: the offset of 'b1' was given in line 2 already");
  EXPECT_EQ(message("id,offset\nb9,4\n"), "line 2, column 1: the problem has no buffer 'b9'");
  EXPECT_EQ(message("id,size,offset\nb1,5,4\n"), "line 2, column 4: buffer 'b1': size is 5 here and 4 in the problem");
  EXPECT_EQ(message("id,offset\nb1,\n"), "line 2, column 4: offset '' is no integer");
}

TEST(MiniMallocCsvTest, IdsThatCannotBeWritten) {
  AllocationProblem problem;
  problem.buffers = {{.id = "a,b", .lower = 0, .upper = 1, .size = 1}};
  Result<std::string> text = formatMiniMallocCsv(problem);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().message, "buffers[0]: the id 'a,b' cannot be written as CSV");
}

TEST(AllocationFilesTest, RandomProblemsSurviveBothFormats) {
  Random random(41);
  for (int i = 0; i != 300; ++i) {
    AllocationProblem problem = randomAllocation({.buffers = 12,
                                                  .maxTime = 30,
                                                  .maxSize = 50,
                                                  .capacity = 99,
                                                  .alignment = 0.3,
                                                  .gap = 0.4,
                                                  .window = 0.5,
                                                  .fixedOffset = 0.2,
                                                  .hint = 0.3},
                                                 random);
    Result<AllocationProblem> fromCsv = parseMiniMallocCsv(*formatMiniMallocCsv(problem));
    ASSERT_TRUE(fromCsv.ok()) << fromCsv.error().message;
    EXPECT_EQ(fromCsv->buffers, problem.buffers);
    Result<AllocationProblem> fromJson = parseAllocationJson(formatAllocationJson(problem));
    ASSERT_TRUE(fromJson.ok()) << fromJson.error().message;
    EXPECT_EQ(fromJson->buffers, problem.buffers);
    EXPECT_EQ(fromJson->capacity, problem.capacity);
  }
}

// Bytes of valid files changed, cut and doubled: an answer or an error, never a crash.
TEST(AllocationFilesTest, DamagedFilesAreRefusedOrRead) {
  Random random(43);
  AllocationProblem base = randomAllocation(
      {.buffers = 5, .maxTime = 9, .maxSize = 9, .alignment = 0.5, .gap = 0.5, .window = 0.5, .fixedOffset = 0.3},
      random);
  const std::string texts[] = {*formatMiniMallocCsv(base), formatAllocationJson(base)};
  constexpr std::string_view bytes = "0123456789,-:@ \n\r\"{}[]xid.";
  int refused = 0;
  for (int i = 0; i != 4000; ++i) {
    std::string text = texts[i % 2];
    for (int64_t edits = random.between(1, 4); edits != 0 && !text.empty(); --edits) {
      size_t at = random.below(text.size());
      switch (random.below(4)) {
      case 0:
        text[at] = bytes[random.below(bytes.size())];
        break;
      case 1:
        text.erase(at, random.below(8));
        break;
      case 2:
        text.insert(at, 1, bytes[random.below(bytes.size())]);
        break;
      case 3:
        text.insert(at, text.substr(random.below(text.size()), random.below(20)));
        break;
      }
    }
    Result<AllocationProblem> csv = parseMiniMallocCsv(text);
    Result<AllocationProblem> json = parseAllocationJson(text);
    refused += !csv.ok() && !json.ok();
    for (const Result<AllocationProblem> *result : {&csv, &json}) {
      if (result->ok())
        EXPECT_TRUE(check(**result).ok());
      else
        EXPECT_FALSE(result->error().message.empty());
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 4000);
}

TEST(AllocationJsonTest, ErrorsNameThePath) {
  EXPECT_EQ(jsonError(R"({"capacity": 4, "buffers": []})"), "ok");
  EXPECT_THAT(jsonError(R"({"capacity": 4, "buffers": [{"id": "a", "lower": 0, "upper": 0, "size": 1}]})"),
              HasSubstr("buffers[0]: buffer 'a' AL-P2"));
  EXPECT_THAT(jsonError(R"({"capacity": 4, "buffers": [{"id": "a", "lower": 0, "upper": "x", "size": 1}]})"),
              HasSubstr("buffers[0].upper"));
  EXPECT_THAT(jsonError(R"({"capacity": 4, "buffers": [{"id": "a", "lower": 0, "upper": 3, "size": 1, "sise": 2}]})"),
              HasSubstr("sise"));
  EXPECT_THAT(jsonError(R"({"capacity": 4, "buffers": [{"id": "a", "lower": 0, "upper": 3, "size": 1,
                            "gaps": [{"lower": 0, "upper": 1, "window": [0]}]}]})"),
              HasSubstr("buffers[0].gaps[0].window: a window is [lower, upper), not 1 numbers"));
  EXPECT_THAT(jsonError(R"({"capacity": -4, "buffers": []})"), HasSubstr("AL-P7"));
}

TEST(AllocationJsonTest, CoresAreReadAndWritten) {
  auto text = [](const std::string &cores) {
    return R"({"capacity": 4, "buffers": [{"id": "a", "lower": 0, "upper": 2, "size": 1, "cores": )" + cores + "}]}";
  };
  Result<AllocationProblem> problem = parseAllocationJson(text("[[0, 2], [5, 6]]"));
  ASSERT_TRUE(problem.ok());
  EXPECT_EQ(problem->buffers[0].cores, (std::vector<AllocationCores>{{0, 2}, {5, 6}}));
  EXPECT_EQ(parseAllocationJson(formatAllocationJson(*problem))->buffers, problem->buffers);
  EXPECT_THAT(formatMiniMallocCsv(*problem).error().message, HasSubstr("buffer 'a': MiniMalloc CSV has no cores"));
  EXPECT_THAT(jsonError(text("[[2, 2]]")), HasSubstr("AL-P9: cores [2, 2) are none"));
  EXPECT_THAT(jsonError(text("[[3, 5], [4, 6]]")), HasSubstr("AL-P9: cores [4, 6) begin before 5"));
  EXPECT_EQ(jsonError(text("[[3, 5], [5, 6]]")), "ok");
  EXPECT_THAT(jsonError(text("[[-1, 5]]")), HasSubstr("buffers[0].cores[0]: core -1"));
  EXPECT_THAT(jsonError(text("[[1, 2, 3]]")), HasSubstr("a range of cores is [lower, upper), not 3 numbers"));
  EXPECT_THAT(jsonError(text("[]")), HasSubstr("a buffer lies on a core at least"));
}

// A cycle of five: no two neighbours share a core, others do not meet.
TEST(AllocationJsonTest, ConflictsBecomeCores) {
  auto text = [](const std::string &conflicts) {
    std::string buffers;
    for (const char *id : {"a", "b", "c", "d", "e", "f"})
      buffers += std::string(buffers.empty() ? "" : ", ") + R"({"id": ")" + id + R"(", "size": 4})";
    return R"({"capacity": 12, "buffers": [)" + buffers + R"(], "conflicts": [)" + conflicts + "]}";
  };
  std::string cycle = R"(["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "a"])";
  Result<AllocationProblem> problem = parseAllocationJson(text(cycle));
  ASSERT_TRUE(problem.ok()) << problem.error().message;
  auto conflict = [&](size_t i, size_t j) {
    AllocationProblem two = *problem;
    two.buffers = {problem->buffers[i], problem->buffers[j]};
    return !verify(two, {{0, 0}}).ok();
  };
  for (size_t i = 0; i != 6; ++i)
    for (size_t j = 0; j != i; ++j)
      EXPECT_EQ(conflict(i, j), i < 5 && (i - j == 1 || i - j == 4)) << i << " " << j;
  // A clique of four and a pair: one core each.
  problem = parseAllocationJson(
      text(R"(["a", "b"], ["a", "c"], ["a", "d"], ["b", "c"], ["b", "d"], ["c", "d"], ["e", "f"])"));
  ASSERT_TRUE(problem.ok());
  EXPECT_EQ(buffersByCore(*problem), (std::vector<std::vector<uint32_t>>{{0, 1, 2, 3}, {4, 5}}));
  EXPECT_THAT(jsonError(text(R"(["a", "g"])")), HasSubstr("conflicts[0][1]: there is no buffer 'g'"));
  EXPECT_THAT(jsonError(text(R"(["a", "a"])")), HasSubstr("buffer 'a' cannot conflict with itself"));
  EXPECT_THAT(jsonError(text(R"(["a"])")), HasSubstr("a conflict is between two buffers, not 1"));
  EXPECT_THAT(jsonError(R"({"capacity": 8, "buffers": [{"id": "a", "lower": 0, "size": 4}], "conflicts": []})"),
              HasSubstr("buffers[0]: 'lower' beside 'conflicts'"));
  EXPECT_THAT(jsonError(R"({"capacity": 4, "buffers": [{"id": "a", "lower": 0, "upper": 2, "size": 1}],
                            "conflicts": []})"),
              HasSubstr("lower"));
}

TEST(AllocationJsonTest, SolutionsCarryEveryOffset) {
  Result<AllocationProblem> problem = parseMiniMallocCsv(example);
  ASSERT_TRUE(problem.ok());
  AllocationSolution solution{{8, 8, 4, 0}};
  Result<AllocationSolution> again = parseAllocationSolutionJson(formatAllocationJson(*problem, &solution), *problem);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->offsets, solution.offsets);
  Result<AllocationSolution> without = parseAllocationSolutionJson(formatAllocationJson(*problem), *problem);
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(without.error().message, "buffer 'b1' AL-S1: there is no offset");
}

} // namespace
