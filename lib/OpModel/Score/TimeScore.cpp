//===- TimeScore.cpp - Estimated against measured times ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/TimeScore.h"

#include "alcove/Base/Support/Quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace alcove;
using namespace alcove::opmodel;

std::optional<double> opmodel::estimateCase(const TimeCase &timeCase, const TimeParameters &parameters) {
  if (timeCase.queries.empty())
    return std::nullopt;
  double sum = 0;
  for (const Query &query : timeCase.queries) {
    std::optional<Runtime> runtime = estimateRuntime(query, timeCase.chip, parameters);
    if (!runtime)
      return std::nullopt;
    sum += runtime->totalNs;
  }
  return sum / static_cast<double>(timeCase.queries.size());
}

namespace {
std::vector<double> ranks(const std::vector<double> &values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return values[a] < values[b] || (values[a] == values[b] && a < b); });
  std::vector<double> result(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]])
      ++end;
    for (size_t j = i; j < end; ++j)
      result[order[j]] = (static_cast<double>(i) + static_cast<double>(end) - 1) / 2;
    i = end;
  }
  return result;
}
} // namespace

double opmodel::rankCorrelation(const std::vector<double> &left, const std::vector<double> &right) {
  size_t n = std::min(left.size(), right.size());
  if (n < 2)
    return 0;
  std::vector<double> a = ranks(left), b = ranks(right);
  double mean = (static_cast<double>(n) - 1) / 2, ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < n; ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

std::vector<TimeCase> opmodel::distinctQuestions(const std::vector<TimeCase> &cases) {
  std::vector<TimeCase> result;
  std::map<std::string, std::vector<double>> figures;
  for (const TimeCase &c : cases) {
    std::vector<double> &values = figures[c.questionKey];
    if (values.empty())
      result.push_back(c);
    values.push_back(c.measuredNs);
  }
  for (TimeCase &c : result)
    c.measuredNs = quantile(figures[c.questionKey], 0.5);
  return result;
}

namespace {
std::map<std::string, std::vector<double>> valuesOfGroups(const std::vector<double> &values,
                                                          const std::vector<std::string> &groups) {
  std::map<std::string, std::vector<double>> result;
  for (size_t i = 0; i < std::min(values.size(), groups.size()); ++i)
    result[groups[i]].push_back(values[i]);
  for (auto &[key, members] : result)
    std::sort(members.begin(), members.end());
  return result;
}
} // namespace

double opmodel::rankCeiling(const std::vector<double> &measured, const std::vector<std::string> &groups) {
  std::vector<double> rank = ranks(measured);
  double mean = (static_cast<double>(rank.size()) - 1) / 2, all = 0, between = 0;
  for (double r : rank)
    all += (r - mean) * (r - mean);
  for (const auto &[key, members] : valuesOfGroups(rank, groups)) {
    double size = static_cast<double>(members.size());
    double offset = std::accumulate(members.begin(), members.end(), 0.0) / size - mean;
    between += size * offset * offset;
  }
  return all > 0 ? std::sqrt(between / all) : 0;
}

double opmodel::quantileFloor(const std::vector<double> &measured, const std::vector<std::string> &groups, double q) {
  if (measured.empty())
    return 0;
  auto byGroup = valuesOfGroups(measured, groups);
  // scoreTimes interpolates between neighbours in order: at least the lower one must be within the error.
  size_t wanted = static_cast<size_t>(q * static_cast<double>(measured.size() - 1)) + 1;
  auto covers = [&](double error) {
    size_t covered = 0;
    for (const auto &[key, members] : byGroup) {
      size_t widest = 0;
      for (size_t low = 0, high = 0; high < members.size(); ++high) {
        while (members[high] * (1 - error) > members[low] * (1 + error))
          ++low;
        widest = std::max(widest, high - low + 1);
      }
      covered += widest;
    }
    return covered >= wanted;
  };
  double low = 0, high = 1; // at 1 every row is covered
  if (covers(0))
    return 0;
  for (int step = 0; step < 40; ++step) {
    double middle = (low + high) / 2;
    (covers(middle) ? high : low) = middle;
  }
  return low;
}

std::vector<TimeErrors> opmodel::scoreTimes(const std::vector<TimeCase> &cases,
                                            const std::vector<std::optional<double>> &estimates) {
  std::map<std::string, std::vector<size_t>> families;
  std::vector<size_t> everything(cases.size());
  std::iota(everything.begin(), everything.end(), size_t{0});
  for (size_t i = 0; i < cases.size(); ++i)
    families[cases[i].family].push_back(i);
  auto errorsOf = [&](const std::string &name, const std::vector<size_t> &members) {
    TimeErrors result;
    result.family = name;
    result.rows = static_cast<int64_t>(members.size());
    std::vector<double> errors, measured, estimated;
    std::vector<std::string> questions;
    for (size_t i : members) {
      measured.push_back(cases[i].measuredNs);
      estimated.push_back(estimates[i].value_or(0));
      questions.push_back(cases[i].questionKey);
      result.unsupported += !estimates[i].has_value();
      errors.push_back(estimates[i] ? std::abs(*estimates[i] - cases[i].measuredNs) / cases[i].measuredNs
                                    : std::numeric_limits<double>::infinity());
    }
    result.median = quantile(errors, 0.5);
    result.p90 = quantile(errors, 0.9);
    result.rank = rankCorrelation(estimated, measured);
    result.rankCeiling = rankCeiling(measured, questions);
    result.medianFloor = quantileFloor(measured, questions, 0.5);
    result.p90Floor = quantileFloor(measured, questions, 0.9);
    return result;
  };
  std::vector<TimeErrors> result;
  for (const auto &[name, members] : families)
    result.push_back(errorsOf(name, members));
  result.push_back(errorsOf("total", everything));
  return result;
}
