//===- TimedByTable.cpp - Prices that stand on measured times -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Quantile.h"
#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/RuntimeParts.h"
#include "alcove/OpModel/TimeIntervals.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

constexpr double scale = 0.25;       ///< of distances: near is what differs by less
constexpr double nearWeight = 0.25;  ///< weights below are of no neighbour
constexpr double priorWeight = 0.05; ///< of the op's median beside its neighbours
constexpr double priorQuestions = 3; ///< of the family's median beside the op's
constexpr double edges[] = {0.05, 0.1, 0.25, 0.6};
constexpr double outside = 0.027; ///< per end: a little beyond 5 %, as the next questions are not these
constexpr double leastHelp = 0.5; ///< part of the model's error that a residual may leave
constexpr size_t several = 5;
constexpr double noise = 0.03; ///< of a logarithm: as near as a repetition
constexpr double closeOfFew =
    1.0 / 16;                 ///< part of it that fewer than `several` may leave, for each that they agree with
constexpr size_t fewest = 20; ///< residuals of a bin that has quantiles of its own

size_t binOf(double weight) {
  return static_cast<size_t>(std::upper_bound(std::begin(edges), std::end(edges), weight) - std::begin(edges));
}

/// What is left of a question of the table that was held out: of the scaled price, and of the model's.
struct Left {
  double scaled, modelled;
  bool sure = false;
  std::string op = {};
};

/// Whether scaling leaves half of the errors or less, and is the nearer one more often than chance has it: a sign test
/// at two standard deviations.
bool halves(const std::vector<Left> &values) {
  std::vector<double> scaled, modelled;
  double nearer = 0, n = static_cast<double>(values.size());
  for (const Left &each : values) {
    scaled.push_back(std::abs(each.scaled));
    modelled.push_back(std::abs(each.modelled));
    nearer += scaled.back() < modelled.back();
  }
  return nearer >= (n + 2 * std::sqrt(n)) / 2 &&
         (values.empty() || quantile(std::move(scaled), 0.5) <= leastHelp * quantile(std::move(modelled), 0.5));
}

/// Median of what is off, one logarithm for each kin: what is likely to err together, a shape of an op or an op of a
/// family. Sure when it is beyond 5 %, and that of the others halves what each kin is off by. Few must agree without
/// exception, the fewer the closer.
struct Shift {
  double log = 0;
  bool sure = false;
};
Shift shiftOf(std::vector<double> logs) {
  if (logs.size() < 3)
    return {};
  std::ranges::sort(logs);
  std::vector<Left> left;
  bool allAgree = true;
  double closely = closeOfFew * static_cast<double>(logs.size() - 1);
  for (size_t kin = 0; kin < logs.size(); ++kin) {
    auto other = [&](size_t at) { return logs[at < kin ? at : at + 1]; };
    double median = (other((logs.size() - 2) / 2) + other((logs.size() - 1) / 2)) / 2;
    left.push_back({logs[kin] - median, logs[kin]});
    allAgree &= std::abs(left.back().scaled) <= std::max(noise, closely * std::abs(left.back().modelled));
  }
  double median = quantile(logs, 0.5);
  return {median, std::abs(median) > std::log(1.05) && (logs.size() < several ? allAgree : halves(left))};
}

int familyOf(const Runtime &runtime) {
  return runtime.errorCell < 0 ? -1 : runtime.errorCell / static_cast<int>(numTimeRegimes);
}

} // namespace

const char *opmodel::toString(Evidence evidence) {
  static constexpr const char *names[] = {"measured", "residual", "model"};
  return names[static_cast<size_t>(evidence)];
}

Evidence opmodel::evidenceOf(const Runtime &runtime) {
  return runtime.errorCell < 0                ? Evidence::Measured
         : runtime.errorCell >= residualCells ? Evidence::Residual
                                              : Evidence::Model;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Result<std::shared_ptr<TimedByTable>> TimedByTable::create(const MeasuredTimes &times, const std::string &name,
                                                           const ChipParameters &chip,
                                                           std::shared_ptr<const OpModel> base) {
  auto model = std::make_shared<TimedByTable>();
  model->base = std::move(base);
  model->name = name;
  model->chip = chip;
  model->factors = times.factors;
  for (const auto &[family, factor] : times.factors) {
    bool known = false;
    for (size_t i = 0; i < numTimeFamilies; ++i)
      known |= family == toString(static_cast<TimeFamily>(i));
    if (!known)
      return Error{fmt::format("{}: factor of '{}': no such family of ops", name, family)};
  }
  MeasuredChip here = MeasuredChip::of(chip);
  for (const MeasuredTime &answer : times.answers)
    if (answer.chip.isKin(here))
      model->addAnswer(answer);
  if (model->neighbours.empty() && model->exact.empty() && !times.answers.empty())
    return Error{fmt::format("{}: its {} answers are of {}, the device is {}: another chip or clock", name,
                             times.answers.size(), times.answers.front().chip.text(), here.text())};
  model->gatherFamilies();
  model->fitIntervals();
  return model;
}

/// Questions may differ in what is not matched by, a fused activation: where the model says so, they are not the same.
const TimedByTable::Exact *TimedByTable::exactOf(const std::string &question,
                                                 const std::optional<Runtime> &runtime) const {
  constexpr double sameTime = 0.01;
  auto found = exact.find(question);
  if (found == exact.end())
    return nullptr;
  for (const Exact &each : found->second)
    if (!runtime || std::abs(runtime->totalNs - each.modelledNs) <= sameTime * std::max(runtime->totalNs, 1.0))
      return &each;
  return nullptr;
}

/// Rows of one run repeat within their spread; one or two rows deserve 2.5 %, short ones 7.5 %: as much
/// holds nine in ten of the next rows. Questions that nothing tells
/// apart are one, as wide as they are apart.
void TimedByTable::addExact(const std::string &question, const MeasuredTime &answer,
                            const std::optional<Runtime> &runtime) {
  double loose = answer.samples >= 3 ? 0 : answer.medianNs < 5000 ? 0.075 : 0.025;
  Nanoseconds low = std::min(0.99 * answer.minNs, answer.medianNs * (1 - loose)),
              high = std::max(1.01 * answer.maxNs, answer.medianNs * (1 + loose));
  const Exact *same = exactOf(question, runtime);
  std::vector<Exact> &all = exact[question];
  if (!same) {
    all.push_back({answer.medianNs, low, high, answer.samples, answer.source, runtime ? runtime->totalNs : 0});
    return;
  }
  Exact &known = all[static_cast<size_t>(same - all.data())];
  auto before = static_cast<double>(known.samples), more = static_cast<double>(answer.samples);
  known.ns = (known.ns * before + answer.medianNs * more) / (before + more);
  known.lowNs = std::min(known.lowNs, low);
  known.highNs = std::max(known.highNs, high);
  known.samples += answer.samples;
}

void TimedByTable::addAnswer(const MeasuredTime &answer) {
  ChipParameters asked = chip;
  asked.gridRows = answer.chip.gridRows;
  asked.gridCols = answer.chip.gridCols;
  bool otherGrid = answer.chip.gridRows != chip.gridRows || answer.chip.gridCols != chip.gridCols;
  if (otherGrid)
    asked.l1Banks = asked.numCores();
  Result<Query> query = parseQuery(answer.question, asked);
  if (!query)
    return; // readMeasuredTimes refuses such a table
  Query normal = normalQuestion(*query, asked);
  std::optional<Runtime> runtime = otherGrid ? analyticalRuntime(*query, asked) : modelled(*query, nullptr);
  if (!otherGrid)
    addExact(toText(normal), answer, runtime);
  if (!runtime || !(runtime->totalNs > 0))
    return;
  Neighbour neighbour{featuresOf(normal, *runtime), std::log(answer.medianNs / runtime->totalNs)};
  neighbour.features.otherGrid = otherGrid;
  neighbours[normal.op].push_back(std::move(neighbour));
}

std::optional<Runtime> TimedByTable::modelled(const Query &query, Explanation *why) const {
  std::optional<Runtime> runtime = base->runtime(query, why);
  int family = runtime ? familyOf(*runtime) : -1;
  if (family < 0)
    return runtime;
  auto factor = factors.find(toString(static_cast<TimeFamily>(family)));
  if (factor == factors.end())
    return runtime;
  for (Nanoseconds *ns : {&runtime->totalNs, &runtime->computeNs, &runtime->dramNs, &runtime->nocNs, &runtime->launchNs,
                          &runtime->lowNs, &runtime->highNs})
    *ns *= factor->second;
  if (why)
    why->push_back(fmt::format("times {} for {} by {}", factor->second, factor->first, name));
  return runtime;
}

TimedByTable::Features TimedByTable::featuresOf(const Query &query, const Runtime &runtime) const {
  Features features;
  features.runtime = runtime;
  auto sizes = [&](const std::vector<int64_t> &shape, size_t at) {
    for (size_t i = 0; i < std::min<size_t>(4, shape.size()); ++i)
      features.logSizes[at + 3 - i] = std::log(std::max<double>(1, static_cast<double>(shape[shape.size() - 1 - i])));
    for (int64_t size : shape)
      features.shape += fmt::format("{}x", size);
    features.shape += "|";
  };
  auto kinds = [&](const TensorLayout &layout, size_t at) {
    features.kinds[at] = static_cast<int>(layout.bufferType) * 16 + static_cast<int>(layout.memoryLayout);
    features.kinds[at + 1] = static_cast<int>(layout.pageLayout);
    features.kinds[at + 2] = static_cast<int>(layout.dataType);
  };
  if (!query.inputs.empty()) {
    sizes(query.inputs[0].shape, 0);
    kinds(query.inputs[0].layout, 0);
  }
  for (size_t i = 1; i < query.inputs.size(); ++i)
    for (int64_t size : query.inputs[i].shape)
      features.shape += fmt::format("{}x", size);
  if (!query.outputs.empty()) {
    sizes(query.outputs[0].shape, 4);
    if (query.outputs[0].layout)
      kinds(*query.outputs[0].layout, 3);
  }
  return features;
}

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

TimedByTable::Residual TimedByTable::residualOf(const std::string &op, const Features &features,
                                                const std::string *without) const {
  static const std::vector<Neighbour> none;
  auto found = neighbours.find(op);
  const std::vector<Neighbour> &all = found == neighbours.end() ? none : found->second;
  double sum = 0, weight = 0;
  std::vector<double> logs;
  for (const Neighbour &near : all) {
    if (without && near.features.shape == *without)
      continue;
    const Runtime &a = features.runtime, &b = near.features.runtime;
    double distance = 0.5 * std::abs(std::log(a.totalNs / b.totalNs));
    for (auto part : {&Runtime::computeNs, &Runtime::dramNs, &Runtime::nocNs, &Runtime::launchNs})
      distance += 0.5 * std::abs(a.*part / a.totalNs - b.*part / b.totalNs);
    for (size_t i = 0; i < features.logSizes.size(); ++i)
      distance += 0.15 * std::abs(features.logSizes[i] - near.features.logSizes[i]);
    for (size_t i = 0; i < features.kinds.size(); ++i)
      distance += 0.7 * (features.kinds[i] != near.features.kinds[i]);
    double cores =
        static_cast<double>(std::max<int64_t>(a.cores, 1)) / static_cast<double>(std::max<int64_t>(b.cores, 1));
    distance += 0.3 * std::abs(std::log(cores)) + (near.features.otherGrid != features.otherGrid ? 1 : 0);
    double w = std::exp(-distance / scale);
    sum += w * near.logRatio;
    weight += w;
    logs.push_back(near.logRatio);
  }
  double n = static_cast<double>(logs.size());
  Shift ofOp = shiftOf(std::move(logs)), ofFamily;
  if (auto family = offByOp.find(familyOf(features.runtime)); family != offByOp.end()) {
    std::vector<double> others;
    for (const auto &[other, log] : family->second)
      if (other != op)
        others.push_back(log);
    ofFamily = shiftOf(std::move(others));
  }
  // Of two that are sure the family counts as a few more questions; what is not sure says nothing.
  double own = ofOp.sure ? n : 0, ofOthers = ofFamily.sure ? priorQuestions : 0;
  double shift = own + ofOthers > 0 ? (own * ofOp.log + ofOthers * ofFamily.log) / (own + ofOthers) : 0;
  Residual residual;
  residual.weight = weight;
  residual.sure = ofOp.sure || (n < 3 && ofFamily.sure);
  residual.applies = weight >= nearWeight || residual.sure;
  residual.log = (sum + priorWeight * shift) / (weight + priorWeight);
  if (weight < nearWeight && residual.applies)
    residual.log = shift; // nothing near: the op as a whole
  if (!residual.applies)
    residual.log = 0;
  return residual;
}

/// MT-4: an op with several near questions is judged by its own, others by those that are as near.
bool TimedByTable::helps(const std::string &op, double weight) const {
  auto own = helpsOp.find(op);
  return own != helpsOp.end() ? own->second : ranges[binOf(weight)].helps;
}

void TimedByTable::gatherFamilies() {
  for (const auto &[op, list] : neighbours) {
    std::map<int, std::vector<double>> byFamily;
    for (const Neighbour &each : list)
      byFamily[familyOf(each.features.runtime)].push_back(each.logRatio);
    for (auto &[family, logs] : byFamily)
      offByOp[family][op] = quantile(std::move(logs), 0.5);
  }
}

void TimedByTable::fitIntervals() {
  std::array<std::vector<Left>, numBins> left;
  for (const auto &[op, list] : neighbours) {
    std::vector<Left> near;
    for (const Neighbour &n : list) {
      Residual residual = residualOf(op, n.features, &n.features.shape);
      Left each{n.logRatio - residual.log, n.logRatio, residual.sure, op};
      left[binOf(residual.weight)].push_back(each);
      if (residual.weight >= nearWeight && !residual.sure)
        near.push_back(each);
    }
    if (near.size() >= several)
      helpsOp[op] = halves(near);
  }
  for (size_t bin = 0; bin < numBins; ++bin) {
    // A bin with few questions takes those of the next farther ones, which are wider.
    std::vector<Left> values = left[bin];
    for (size_t next = bin; values.size() < fewest && next-- > 0;)
      values.insert(values.end(), left[next].begin(), left[next].end());
    if (values.size() < fewest)
      continue;
    std::vector<Left> unsure;
    std::ranges::copy_if(values, std::back_inserter(unsure), [](const Left &each) { return !each.sure; });
    ranges[bin].helps = halves(unsure);
    std::vector<double> logs;
    for (const Left &each : values) {
      auto own = helpsOp.find(each.op);
      bool scales = each.sure || (own != helpsOp.end() ? own->second : ranges[bin].helps);
      logs.push_back(scales ? each.scaled : each.modelled);
    }
    ranges[bin].low = std::min(0.0, quantile(logs, outside));
    ranges[bin].high = std::max(0.0, quantile(logs, 1 - outside));
    ranges[bin].known = true;
  }
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

Answer TimedByTable::constraints(const Query &query, Explanation *why) const { return base->constraints(query, why); }

std::optional<Runtime> TimedByTable::runtime(const Query &query, Explanation *why) const {
  std::optional<Runtime> runtime = modelled(query, why);
  if (exact.empty() && neighbours.empty())
    return runtime;
  Query normal = normalQuestion(query, chip);
  if (const Exact *answer = exactOf(toText(normal), runtime)) {
    if (!runtime)
      runtime.emplace();
    setTotal(*runtime, answer->ns);
    runtime->lowNs = answer->lowNs;
    runtime->highNs = answer->highNs;
    runtime->errorCell = -1;
    if (why)
      why->push_back(
          fmt::format("measured: {:.0f} ns, median of {} in {}", answer->ns, answer->samples, answer->source));
    return runtime;
  }
  if (!runtime || !(runtime->totalNs > 0) || runtime->errorCell < 0)
    return runtime;
  Residual residual = residualOf(normal.op, featuresOf(normal, *runtime), nullptr);
  const Range &range = ranges[binOf(residual.weight)];
  if (residual.applies && (residual.sure || helps(normal.op, residual.weight))) {
    double factor = std::exp(residual.log);
    if (why)
      why->push_back(fmt::format("residual: {:.0f} ns modelled, times {:.3f} after questions of {} in {}",
                                 runtime->totalNs, factor, normal.op, name));
    setTotal(*runtime, runtime->totalNs * factor);
    runtime->lowNs *= factor;
    runtime->highNs *= factor;
    runtime->errorCell = static_cast<int8_t>(runtime->errorCell + residualCells);
  }
  if (range.known) {
    runtime->lowNs = runtime->totalNs * std::exp(range.low);
    runtime->highNs = runtime->totalNs * std::exp(range.high);
  }
  return runtime;
}
