//===- PlanRecord.cpp - What the summary says of a plan -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanRecord.h"
#include "alcove/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

void PlanRecord::add(const plan::FunctionResult &result) {
  policy = result.plan.policy;
  for (const auto &[name, value] : result.plan.counts) {
    int64_t &count = counts[name];
    count = StringRef(name).starts_with("longest") ? std::max(count, value) : count + value;
  }
  for (const auto &[reason, chains] : result.plan.failures)
    failures[reason] += chains;
  predictedPeakL1Bytes = std::max(predictedPeakL1Bytes.value_or(0), result.facts.peakSumBytes);
  predictedTimePs = predictedTimePs.value_or(0) + result.facts.time;
  if (result.plan.bound)
    boundPs = boundPs.value_or(0) + *result.plan.bound;
  space = result.plan.space;
}

void PlanRecord::addRow(const plan::FunctionLayout &problem, const plan::FunctionResult &result, int64_t planningUs) {
  auto row = llvm::find_if(policies, [&](const PolicyRow &row) { return row.policy == result.plan.policy; });
  if (row == policies.end())
    row = policies.insert(policies.end(), PolicyRow{result.plan.policy});
  row->timePs += result.facts.time;
  row->dramBytes += result.facts.dramBytes;
  row->conversions += result.facts.conversions;
  row->spills += result.facts.spills;
  for (size_t tensor = 0; tensor < problem.tensors.size(); ++tensor)
    row->opsInL1 += problem.tensors[tensor].producer >= 0 &&
                    problem.layoutOf(static_cast<int32_t>(tensor), result.plan.copies[tensor].layout).isL1();
  row->peakL1Bytes = std::max(row->peakL1Bytes, result.facts.peakSumBytes);
  row->rounds = std::max<int64_t>(row->rounds, result.epochs);
  row->planningUs += planningUs;
  row->boundPs += result.plan.bound.value_or(0);
  row->accepted &= !result.broken;
}

int64_t PlanRecord::count(const std::string &name) const {
  auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

/// What of the totals the record keeps, in the order of its numbers: counts and bytes, then times in picoseconds.
static constexpr int64_t judge::Totals::*recordedCounts[] = {
    &judge::Totals::ops,           &judge::Totals::activations,   &judge::Totals::l1Sharded,
    &judge::Totals::l1Interleaved, &judge::Totals::dram,          &judge::Totals::timedOps,
    &judge::Totals::untimedOps,    &judge::Totals::reshards,      &judge::Totals::spills,
    &judge::Totals::peakL1Bytes,   &judge::Totals::peakHeldBytes, &judge::Totals::peakExtentBytes,
    &judge::Totals::dramBytes};
static constexpr Nanoseconds judge::Totals::*recordedTimes[] = {&judge::Totals::totalNs, &judge::Totals::computeNs,
                                                                &judge::Totals::dramNs, &judge::Totals::nocNs,
                                                                &judge::Totals::launchNs};
static constexpr int64_t PolicyRow::*recordedOfPolicy[] = {
    &PolicyRow::timePs,      &PolicyRow::dramBytes, &PolicyRow::conversions, &PolicyRow::spills, &PolicyRow::opsInL1,
    &PolicyRow::peakL1Bytes, &PolicyRow::rounds,    &PolicyRow::planningUs,  &PolicyRow::boundPs};

static constexpr size_t recordedOfQuestion = 5; ///< cell, time, count, interval

static SmallVector<int64_t> flatten(const judge::Totals &totals) {
  SmallVector<int64_t> numbers;
  for (auto count : recordedCounts)
    numbers.push_back(totals.*count);
  for (auto time : recordedTimes)
    numbers.push_back(static_cast<int64_t>(totals.*time * 1000));
  for (const auto &[question, times] : totals.times.questions)
    numbers.append({question.cell, question.picoseconds, times.count, std::llround(times.lowNs * 1000),
                    std::llround(times.highNs * 1000)});
  return numbers;
}

/// Nothing when there are not as many numbers as flatten() may write.
static std::optional<judge::Totals> unflatten(ArrayRef<int64_t> numbers) {
  constexpr size_t fixed = std::size(recordedCounts) + std::size(recordedTimes);
  if (numbers.size() < fixed || (numbers.size() - fixed) % recordedOfQuestion != 0)
    return std::nullopt;
  judge::Totals totals;
  const int64_t *next = numbers.begin();
  for (auto count : recordedCounts)
    totals.*count = *next++;
  for (auto time : recordedTimes)
    totals.*time = static_cast<double>(*next++) / 1000;
  for (; next != numbers.end(); next += recordedOfQuestion)
    totals.times.questions[{next[0], next[1]}] = {next[2], static_cast<double>(next[3]) / 1000,
                                                  static_cast<double>(next[4]) / 1000};
  return totals;
}

static DictionaryAttr dictionaryOf(Builder &builder, const std::map<std::string, int64_t> &numbers) {
  NamedAttrList list;
  for (const auto &[name, number] : numbers)
    list.set(name, builder.getI64IntegerAttr(number));
  return list.getDictionary(builder.getContext());
}

static std::map<std::string, int64_t> numbersOf(DictionaryAttr dictionary) {
  std::map<std::string, int64_t> numbers;
  if (dictionary)
    for (NamedAttribute entry : dictionary)
      if (auto number = dyn_cast<IntegerAttr>(entry.getValue()))
        numbers[entry.getName().str()] = number.getInt();
  return numbers;
}

void PlanRecord::attachTo(Operation *module) const {
  Builder builder(module->getContext());
  NamedAttrList record;
  record.set("baseline", builder.getDenseI64ArrayAttr(flatten(baseline)));
  record.set("policy", builder.getStringAttr(policy));
  record.set("counts", dictionaryOf(builder, counts));
  record.set("failures", dictionaryOf(builder, failures));
  if (predictedPeakL1Bytes && predictedTimePs)
    record.set("predicted", builder.getDenseI64ArrayAttr({*predictedPeakL1Bytes, *predictedTimePs}));
  if (boundPs)
    record.set("bound", builder.getI64IntegerAttr(*boundPs));
  record.set("space", builder.getStringAttr(space));
  NamedAttrList rows;
  for (const PolicyRow &row : policies) {
    SmallVector<int64_t> numbers{row.accepted};
    for (auto number : recordedOfPolicy)
      numbers.push_back(row.*number);
    rows.set(row.policy, builder.getDenseI64ArrayAttr(numbers));
  }
  SmallVector<Attribute> why;
  for (const OpReason &reason : reasons)
    why.push_back(builder.getStrArrayAttr({reason.name, reason.id, reason.why, reason.remedy}));
  record.set("reasons", builder.getArrayAttr(why));
  if (!rows.empty())
    record.set("policies", rows.getDictionary(module->getContext()));
  module->setAttr(planAttrName, record.getDictionary(module->getContext()));
}

static std::vector<PolicyRow> rowsOf(DictionaryAttr dictionary) {
  std::vector<PolicyRow> rows;
  if (dictionary)
    for (NamedAttribute entry : dictionary) {
      auto numbers = dyn_cast<DenseI64ArrayAttr>(entry.getValue());
      if (!numbers || numbers.size() != static_cast<int64_t>(std::size(recordedOfPolicy)) + 1)
        continue;
      PolicyRow row{entry.getName().str()};
      row.accepted = numbers[0];
      for (size_t i = 0; i < std::size(recordedOfPolicy); ++i)
        row.*recordedOfPolicy[i] = numbers[static_cast<int64_t>(i) + 1];
      rows.push_back(std::move(row));
    }
  return rows;
}

static std::vector<OpReason> reasonsOf(ArrayAttr list) {
  std::vector<OpReason> reasons;
  for (Attribute entry : list ? list.getValue() : ArrayRef<Attribute>())
    if (auto parts = dyn_cast<ArrayAttr>(entry);
        parts && parts.size() == 4 && llvm::all_of(parts, llvm::IsaPred<StringAttr>)) {
      auto text = [&](size_t i) { return cast<StringAttr>(parts[i]).getValue().str(); };
      reasons.push_back({text(0), text(1), text(2), text(3)});
    }
  return reasons;
}

std::optional<PlanRecord> PlanRecord::detachFrom(Operation *module) {
  auto record = dyn_cast_or_null<DictionaryAttr>(module->removeAttr(planAttrName));
  auto numbers = record ? record.getAs<DenseI64ArrayAttr>("baseline") : DenseI64ArrayAttr();
  std::optional<judge::Totals> baseline = numbers ? unflatten(numbers.asArrayRef()) : std::nullopt;
  if (!baseline)
    return std::nullopt;
  PlanRecord result;
  result.baseline = *baseline;
  if (auto name = record.getAs<StringAttr>("policy"))
    result.policy = name.getValue().str();
  result.counts = numbersOf(record.getAs<DictionaryAttr>("counts"));
  result.failures = numbersOf(record.getAs<DictionaryAttr>("failures"));
  if (auto predicted = record.getAs<DenseI64ArrayAttr>("predicted"); predicted && predicted.size() == 2) {
    result.predictedPeakL1Bytes = predicted[0];
    result.predictedTimePs = predicted[1];
  }
  if (auto bound = record.getAs<IntegerAttr>("bound"))
    result.boundPs = bound.getInt();
  if (auto space = record.getAs<StringAttr>("space"))
    result.space = space.getValue().str();
  result.reasons = ::reasonsOf(record.getAs<ArrayAttr>("reasons"));
  result.policies = rowsOf(record.getAs<DictionaryAttr>("policies"));
  return result;
}
