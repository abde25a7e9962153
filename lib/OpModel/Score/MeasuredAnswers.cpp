//===- MeasuredAnswers.cpp - A table of answers from measured rows --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/MeasuredAnswers.h"

#include "alcove/Base/Support/Quantile.h"
#include "alcove/OpModel/QueryText.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace alcove;
using namespace alcove::opmodel;

MeasuredTimes opmodel::answersOf(const std::vector<TimeCase> &cases, const std::string &source,
                                 const std::string &release, const MeasuredChip *chip, int64_t *unpriced) {
  struct Rows {
    MeasuredChip chip;
    std::string question;
    std::vector<double> times;
    bool priced = false;
  };
  std::vector<Rows> groups;
  std::map<std::pair<std::string, std::string>, size_t> indices;
  for (const TimeCase &c : cases) {
    if (c.queries.size() != 1)
      continue;
    MeasuredChip of = chip ? *chip : MeasuredChip::of(c.chip);
    std::string question = toText(c.queries[0]);
    auto [found, isNew] = indices.try_emplace({of.text(), question}, groups.size());
    if (isNew)
      groups.push_back({of, question, {}, analyticalRuntime(c.queries[0], c.chip).has_value()});
    groups[found->second].times.push_back(c.measuredNs);
  }
  MeasuredTimes result;
  for (Rows &rows : groups) {
    std::sort(rows.times.begin(), rows.times.end());
    if (unpriced)
      *unpriced += !rows.priced;
    result.answers.push_back({rows.chip, rows.question, static_cast<int64_t>(rows.times.size()),
                              rows.times[rows.times.size() / 2], rows.times.front(), rows.times.back(), source,
                              release});
  }
  return result;
}

namespace {

/// Priced questions with their errors, until they become figures.
struct Collected {
  std::vector<double> errors, modelErrors;
  int64_t inside = 0;

  void add(const Runtime &priced, double modelNs, double measuredNs) {
    errors.push_back(std::abs(priced.totalNs - measuredNs) / measuredNs);
    modelErrors.push_back(std::abs(modelNs - measuredNs) / measuredNs);
    inside += measuredNs >= priced.lowNs && measuredNs <= priced.highNs;
  }
  EvidenceErrors figures() {
    return {static_cast<int64_t>(errors.size()), inside, quantile(errors, 0.5), quantile(errors, 0.9),
            quantile(modelErrors, 0.5)};
  }
};

uint64_t hashed(const std::string &text, uint64_t seed) {
  uint64_t hash = 1469598103934665603u ^ (seed * 0x9e3779b97f4a7c15u);
  for (unsigned char c : text)
    hash = (hash ^ c) * 1099511628211u;
  return (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9u >> 17;
}

/// Prices `asked`, one row per question, with the answers.
void price(const std::vector<TimeCase> &answers, const std::vector<TimeCase> &asked,
           std::map<Evidence, Collected> &into) {
  MeasuredTimes times = answersOf(answers, "half", "");
  std::map<std::string, std::shared_ptr<TimedByTable>> models;
  for (const TimeCase &c : asked) {
    if (c.queries.size() != 1)
      continue;
    auto [found, isNew] =
        models.try_emplace(fmt::format("{} {}", MeasuredChip::of(c.chip).text(), c.chip.kernelRelease));
    if (isNew)
      if (auto model = TimedByTable::create(times, "half", c.chip, std::make_shared<AnalyticalOpModel>(c.chip)))
        found->second = *model;
    std::optional<Runtime> modelled = analyticalRuntime(c.queries[0], c.chip);
    std::optional<Runtime> priced = found->second ? found->second->runtime(c.queries[0]) : modelled;
    if (modelled && priced)
      into[evidenceOf(*priced)].add(*priced, modelled->totalNs, c.measuredNs);
  }
}

} // namespace

std::map<Evidence, EvidenceErrors> opmodel::scoreEvidence(const std::vector<TimeCase> &cases, uint64_t split) {
  std::map<Evidence, Collected> collected;
  std::vector<TimeCase> halves[2], repeats[2];
  std::map<std::string, int64_t> seen;
  for (const TimeCase &c : cases) {
    halves[hashed(c.shapeKey, split) & 1].push_back(c);
    repeats[seen[c.questionKey]++ & 1].push_back(c);
  }
  for (int side : {0, 1})
    price(halves[side], distinctQuestions(halves[1 - side]), collected);
  // Questions that the other shapes happened to answer are no repeats.
  collected.erase(Evidence::Measured);
  std::map<Evidence, Collected> repeated;
  price(repeats[0], repeats[1], repeated);
  collected[Evidence::Measured] = std::move(repeated[Evidence::Measured]);
  std::map<Evidence, EvidenceErrors> result;
  for (auto &[evidence, each] : collected)
    result[evidence] = each.figures();
  return result;
}
