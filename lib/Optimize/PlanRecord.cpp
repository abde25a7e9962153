//===- PlanRecord.cpp - What the summary says of a plan -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Optimize/PlanRecord.h"
#include "alcove/Optimize/Passes.h"

#include "mlir/IR/Builders.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

std::optional<double> FunctionRow::gap() const {
  if (!boundPs)
    return std::nullopt;
  return *boundPs > 0 ? static_cast<double>(timePs) / static_cast<double>(*boundPs) - 1 : timePs > 0 ? 1.0 : 0.0;
}

std::optional<plan::Standing> FunctionRow::standing() const {
  return boundPs ? std::optional(plan::standingOf(timePs, *boundPs, inSpace)) : std::nullopt;
}

static std::optional<int64_t> sumOf(std::optional<int64_t> a, std::optional<int64_t> b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}

std::optional<FunctionRow> PlanRecord::whole() const {
  if (functions.empty())
    return std::nullopt;
  FunctionRow all = functions.front();
  for (const FunctionRow &row : ArrayRef(functions).drop_front()) {
    all.timePs += row.timePs;
    all.planningUs += row.planningUs;
    all.boundPs = sumOf(all.boundPs, row.boundPs);
    all.anyOrderBoundPs = sumOf(all.anyOrderBoundPs, row.anyOrderBoundPs);
    all.inSpace &= row.inSpace;
    for (const std::string &limit : row.limits)
      if (!llvm::is_contained(all.limits, limit))
        all.limits.push_back(limit);
    for (const auto &[part, us] : row.partsUs)
      all.partsUs[part] += us;
  }
  return all;
}

static FunctionRow rowOf(StringRef function, const plan::FunctionResult &result, int64_t planningUs) {
  FunctionRow row;
  row.name = function.str();
  row.policy = result.plan.policy;
  row.space = result.plan.space;
  row.timePs = result.facts.time;
  row.planningUs = planningUs;
  row.boundPs = result.plan.bound;
  row.anyOrderBoundPs = result.plan.anyOrderBound;
  row.inSpace = result.plan.inSpace;
  row.limits = result.plan.limits;
  for (const auto &[part, seconds] : result.plan.partSeconds)
    row.partsUs[part] = static_cast<int64_t>(seconds * 1e6);
  return row;
}

FunctionRow &PlanRecord::add(StringRef function, const plan::FunctionResult &result, int64_t planningUs) {
  functions.push_back(rowOf(function, result, planningUs));
  policy = result.plan.policy;
  for (const auto &[name, value] : result.plan.counts) {
    int64_t &count = counts[name];
    count = StringRef(name).starts_with("longest") ? std::max(count, value) : count + value;
  }
  for (const auto &[reason, chains] : result.plan.failures)
    failures[reason] += chains;
  predictedPeakL1Bytes = std::max(predictedPeakL1Bytes.value_or(0), result.facts.peakSumBytes);
  predictedTimePs = predictedTimePs.value_or(0) + result.facts.time;
  return functions.back();
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

static DictionaryAttr attributeOf(Builder &builder, const RobustnessRow &row) {
  NamedAttrList regrets, ops, all;
  for (const auto &[policy, of] : row.regrets)
    regrets.set(policy, builder.getDenseF64ArrayAttr(
                            {of.regret.mean, of.regret.percentile90, of.regret.worst, static_cast<double>(of.timePs)}));
  for (const auto &[op, share] : row.ops)
    ops.set(op, builder.getF64FloatAttr(share));
  all.set("draws", builder.getI64IntegerAttr(row.draws));
  all.set("error", builder.getF64FloatAttr(row.error));
  all.set("regrets", regrets.getDictionary(builder.getContext()));
  all.set("ops", ops.getDictionary(builder.getContext()));
  return all.getDictionary(builder.getContext());
}

static std::optional<RobustnessRow> robustnessOf(DictionaryAttr record) {
  auto draws = record ? record.getAs<IntegerAttr>("draws") : IntegerAttr();
  auto error = record ? record.getAs<FloatAttr>("error") : FloatAttr();
  auto regrets = record ? record.getAs<DictionaryAttr>("regrets") : DictionaryAttr();
  auto ops = record ? record.getAs<DictionaryAttr>("ops") : DictionaryAttr();
  if (!draws || !error || !regrets || !ops)
    return std::nullopt;
  RobustnessRow row;
  row.draws = draws.getInt();
  row.error = error.getValueAsDouble();
  for (NamedAttribute entry : regrets)
    if (auto numbers = dyn_cast<DenseF64ArrayAttr>(entry.getValue()); numbers && numbers.size() == 4)
      row.regrets[entry.getName().str()] = {{numbers[0], numbers[1], numbers[2]}, static_cast<int64_t>(numbers[3])};
  for (NamedAttribute entry : ops)
    if (auto share = dyn_cast<FloatAttr>(entry.getValue()))
      row.ops.emplace_back(entry.getName().str(), share.getValueAsDouble());
  llvm::stable_sort(row.ops, [](const auto &a, const auto &b) { return a.second > b.second; });
  return row;
}

static DictionaryAttr attributeOf(Builder &builder, const FunctionRow &row) {
  NamedAttrList list;
  list.set("name", builder.getStringAttr(row.name));
  list.set("policy", builder.getStringAttr(row.policy));
  list.set("space", builder.getStringAttr(row.space));
  list.set("numbers", builder.getDenseI64ArrayAttr({row.timePs, row.planningUs, row.boundPs.value_or(-1),
                                                    row.anyOrderBoundPs.value_or(-1), row.inSpace}));
  list.set("limits", builder.getStrArrayAttr(SmallVector<StringRef>(row.limits.begin(), row.limits.end())));
  list.set("parts", dictionaryOf(builder, row.partsUs));
  SmallVector<Attribute> robustness;
  for (const RobustnessRow &ofError : row.robustness)
    robustness.push_back(attributeOf(builder, ofError));
  if (!robustness.empty())
    list.set("robustness", builder.getArrayAttr(robustness));
  return list.getDictionary(builder.getContext());
}

static std::optional<FunctionRow> rowOf(Attribute attribute) {
  auto record = dyn_cast<DictionaryAttr>(attribute);
  auto numbers = record ? record.getAs<DenseI64ArrayAttr>("numbers") : DenseI64ArrayAttr();
  if (!numbers || numbers.size() != 5)
    return std::nullopt;
  auto text = [&](StringRef key) {
    auto value = record.getAs<StringAttr>(key);
    return value ? value.getValue().str() : std::string();
  };
  auto known = [](int64_t number) { return number < 0 ? std::nullopt : std::optional(number); };
  FunctionRow row{text("name"),
                  text("policy"),
                  text("space"),
                  numbers[0],
                  numbers[1],
                  known(numbers[2]),
                  known(numbers[3]),
                  numbers[4] != 0,
                  {},
                  {},
                  {}};
  if (auto limits = record.getAs<ArrayAttr>("limits"))
    for (Attribute limit : limits)
      if (auto string = dyn_cast<StringAttr>(limit))
        row.limits.push_back(string.getValue().str());
  row.partsUs = numbersOf(record.getAs<DictionaryAttr>("parts"));
  if (auto robustness = record.getAs<ArrayAttr>("robustness"))
    for (Attribute ofError : robustness)
      if (std::optional<RobustnessRow> read = robustnessOf(dyn_cast<DictionaryAttr>(ofError)))
        row.robustness.push_back(std::move(*read));
  return row;
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
  SmallVector<Attribute> functionAttrs;
  for (const FunctionRow &row : functions)
    functionAttrs.push_back(attributeOf(builder, row));
  record.set("functions", builder.getArrayAttr(functionAttrs));
  NamedAttrList rows;
  for (const PolicyRow &row : policies) {
    SmallVector<int64_t> numbers{row.accepted};
    for (auto number : recordedOfPolicy)
      numbers.push_back(row.*number);
    rows.set(row.policy, builder.getDenseI64ArrayAttr(numbers));
  }
  SmallVector<Attribute> why;
  for (const OpReason &reason : reasons)
    why.push_back(builder.getStrArrayAttr({reason.name, reason.id, reason.why, reason.remedy, reason.toTry}));
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
        parts && parts.size() == 5 && llvm::all_of(parts, llvm::IsaPred<StringAttr>)) {
      auto text = [&](size_t i) { return cast<StringAttr>(parts[i]).getValue().str(); };
      reasons.push_back({text(0), text(1), text(2), text(3), text(4)});
    }
  return reasons;
}

std::optional<PlanRecord> PlanRecord::detachFrom(Operation *module) {
  std::optional<PlanRecord> record = readFrom(module);
  module->removeAttr(planAttrName);
  return record;
}

std::optional<PlanRecord> PlanRecord::readFrom(Operation *module) {
  auto record = module->getAttrOfType<DictionaryAttr>(planAttrName);
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
  if (auto functions = record.getAs<ArrayAttr>("functions"))
    for (Attribute function : functions)
      if (std::optional<FunctionRow> row = rowOf(function))
        result.functions.push_back(std::move(*row));
  result.reasons = ::reasonsOf(record.getAs<ArrayAttr>("reasons"));
  result.policies = rowsOf(record.getAs<DictionaryAttr>("policies"));
  return result;
}
