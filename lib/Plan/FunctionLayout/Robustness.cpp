//===- Robustness.cpp - What a plan costs if prices are wrong -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Robustness.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

using namespace alcove;
using namespace alcove::plan;

namespace {

constexpr double sharedVariance = 0.2;    ///< measured; OpModel/TimeSums.h says how
constexpr double quantile95 = 1.6449;     ///< of the standard normal distribution
constexpr double mostAboveNominal = 1.01; ///< times the time of the plan for the prices as they are

/// Sum of twelve uniform numbers less six: variance 1, no tails beyond 6, and the same bits on every machine, which
/// a logarithm and a cosine would not give.
double nearlyNormal(uint64_t seed) {
  Random random(seed);
  double sum = -6;
  for (int i = 0; i < 12; ++i)
    sum += random.unit();
  return sum;
}

/// Cells of kinds lie behind those of prices.
uint64_t cellOf(const PriceError &error, OpKind kind) {
  return error.cell >= 0 ? static_cast<uint64_t>(error.cell) : 256 + static_cast<uint64_t>(kind);
}

/// Prices of a draw, of a source that has them as they are.
class DrawnAnswers : public AnswerSource {
public:
  DrawnAnswers(std::shared_ptr<AnswerSource> source, std::vector<OpKind> kinds, const PriceDraws &draws, int draw)
      : source(std::move(source)), kinds(std::move(kinds)), draws(draws), draw(draw) {}

  std::optional<CandidateAnswer> candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                           std::string &why) override {
    std::optional<CandidateAnswer> answer = source->candidate(opClass, operands, config, why);
    if (answer)
      answer->candidate.time = draws.drawn(draw, answer->candidate.time, answer->candidate.error, kinds[opClass]);
    return answer;
  }
  ConversionAnswer conversion(int32_t kind, int32_t from, int32_t to) override {
    ConversionAnswer answer = source->conversion(kind, from, to);
    answer.conversion.time = draws.drawn(draw, answer.conversion.time, answer.conversion.error, OpKind::Conversion);
    return answer;
  }
  void prepare(std::span<const ClassQuestions> questions, int threads) override { source->prepare(questions, threads); }

private:
  std::shared_ptr<AnswerSource> source;
  std::vector<OpKind> kinds; ///< per class
  PriceDraws draws;
  int draw;
};

/// By op, the conversions at it included; the last one holds those at the begin and before the return.
std::vector<Picoseconds> timesUnder(const FunctionLayout &problem, const FunctionPlan &plan, const PriceDraws &draws,
                                    int draw) {
  std::vector<Picoseconds> times(problem.numOps() + 1, 0);
  for (size_t op = 0; op < problem.numOps(); ++op) {
    const OpClass &opClass = problem.classOf(static_cast<int32_t>(op));
    const Candidate &chosen = opClass.candidates[plan.candidate[op]];
    times[op] += draws.drawn(draw, chosen.time, chosen.error, opClass.traits.kind);
  }
  for (size_t c = problem.tensors.size(); c < plan.copies.size(); ++c) {
    const Copy &copy = plan.copies[c];
    const Conversion &made = makerOf(problem, plan, static_cast<int32_t>(c));
    times[copy.op < 0 ? problem.numOps() : static_cast<size_t>(copy.op)] +=
        draws.drawn(draw, made.time, made.error, OpKind::Conversion);
  }
  return times;
}

Picoseconds sumOf(const std::vector<Picoseconds> &times) {
  return std::accumulate(times.begin(), times.end(), Picoseconds(0));
}

Regret regretOf(std::vector<double> ofDraws) {
  if (ofDraws.empty())
    return {};
  std::ranges::sort(ofDraws);
  // The least value that nine in ten do not exceed.
  size_t ninth = (ofDraws.size() * 9 + 9) / 10;
  return {std::accumulate(ofDraws.begin(), ofDraws.end(), 0.0) / static_cast<double>(ofDraws.size()),
          ofDraws[ninth - 1], ofDraws.back()};
}

} // namespace

double PriceDraws::factor(int draw, Picoseconds time, const PriceError &error, OpKind kind) const {
  double low = relativeError ? 1 / (1 + *relativeError) : error.low;
  double high = relativeError ? 1 + *relativeError : error.high;
  if (low >= 1 && high <= 1)
    return 1;
  uint64_t ofCell = mix64(mix64(seed) ^ mix64(static_cast<uint64_t>(draw) << 32 | cellOf(error, kind)));
  uint64_t ofQuestion = mix64(ofCell ^ mix64(static_cast<uint64_t>(time)));
  double z =
      std::sqrt(sharedVariance) * nearlyNormal(ofCell) + std::sqrt(1 - sharedVariance) * nearlyNormal(ofQuestion);
  double factor = std::exp(z / quantile95 * (z < 0 ? -std::log(low) : std::log(high)));
  return std::round(factor * 1e6) / 1e6;
}

Picoseconds PriceDraws::drawn(int draw, Picoseconds time, const PriceError &error, OpKind kind) const {
  return static_cast<Picoseconds>(std::llround(static_cast<double>(time) * factor(draw, time, error, kind)));
}

bool plan::hasPriceErrors(const FunctionLayout &problem) {
  for (const OpClass &opClass : problem.classes)
    for (int32_t i = 0; i < opClass.candidates.size(); ++i)
      if (opClass.candidates[i].error.low < 1 || opClass.candidates[i].error.high > 1)
        return true;
  return false;
}

FunctionLayout plan::withDrawnPrices(const FunctionLayout &problem, const PriceDraws &draws, int draw) {
  FunctionLayout result = problem;
  std::vector<OpKind> kinds;
  for (OpClass &opClass : result.classes) {
    kinds.push_back(opClass.traits.kind);
    for (int32_t i = 0; i < opClass.candidates.size(); ++i) {
      const Candidate &candidate = opClass.candidates[i];
      opClass.candidates.setTime(i, draws.drawn(draw, candidate.time, candidate.error, opClass.traits.kind));
    }
  }
  for (const auto &[key, conversion] : problem.knownConversions()) {
    Conversion drawn = conversion;
    drawn.time = draws.drawn(draw, conversion.time, conversion.error, OpKind::Conversion);
    auto [kind, from, to] = key;
    result.addConversion(kind, from, to, drawn);
  }
  if (problem.source)
    result.source = std::make_shared<DrawnAnswers>(problem.source, std::move(kinds), draws, draw);
  return result;
}

Picoseconds plan::timeUnder(const FunctionLayout &problem, const FunctionPlan &plan, const PriceDraws &draws,
                            int draw) {
  return sumOf(timesUnder(problem, plan, draws, draw));
}

/// As a plan of `problem`, which has other prices than it was made for: what was claimed of it is gone.
static FunctionPlan repriced(const FunctionLayout &problem, FunctionPlan plan) {
  plan.time = timeOf(problem, plan);
  plan.bound = plan.anyOrderBound = std::nullopt;
  plan.certificate = nullptr;
  return plan;
}

std::vector<FunctionPlan> plan::plansOfDraws(const FunctionLayout &problem, const PriceDraws &draws,
                                             const FunctionPolicyOptions &options,
                                             const std::vector<FunctionPlan> &known) {
  FunctionPolicyOptions quiet = options;
  quiet.observer = nullptr;
  quiet.certificate = false;
  quiet.anyOrder = quiet.orders = false; // bounds of a draw are of no use
  quiet.otherPolicies = known.empty();
  quiet.budget.workUnits = std::max<uint64_t>(options.budget.workUnits / drawShare, 1);
  quiet.layoutsPerSharding = std::min(options.layoutsPerSharding, FunctionPolicyOptions().layoutsPerSharding);
  std::vector<FunctionPlan> plans = known;
  for (int draw = 0; draw < draws.count; ++draw) {
    FunctionLayout drawn = withDrawnPrices(problem, draws, draw);
    auto best = std::ranges::min_element(
        plans, {}, [&](const FunctionPlan &plan) { return timeUnder(problem, plan, draws, draw); });
    quiet.known.clear();
    if (best != plans.end())
      quiet.known.push_back(repriced(drawn, *best));
    FunctionResult result = planFunction(drawn, *makeFunctionPolicy("Global", quiet).value());
    if (!result.broken)
      plans.push_back(repriced(problem, inTablesOf(problem, drawn, std::move(result.plan))));
  }
  plans.erase(plans.begin(), plans.begin() + static_cast<ptrdiff_t>(known.size()));
  return plans;
}

FunctionPlan plan::leastRegret(const FunctionLayout &problem, const PriceDraws &draws, const FunctionPlan &nominal,
                               const std::vector<FunctionPlan> &rivals) {
  std::vector<FunctionPlan> plans = {nominal};
  double most = mostAboveNominal * static_cast<double>(timeOf(problem, nominal));
  for (const FunctionPlan &plan : rivals)
    if (static_cast<double>(plan.time) <= most && verify(problem, plan).ok())
      plans.push_back(plan);
  RobustnessReport report = compareUnder(problem, draws, plans, rivals);
  size_t best = 0;
  for (size_t i = 1; i < plans.size(); ++i)
    if (report.regrets[i].percentile90 < report.regrets[best].percentile90)
      best = i;
  FunctionPlan chosen = plans[best];
  if (best > 0)
    takeClaims(chosen, nominal);
  chosen.policy = "Robust";
  chosen.counts["plans_compared"] = static_cast<int64_t>(plans.size());
  return chosen;
}

FunctionPlan plan::robustPlan(const FunctionLayout &problem, const PriceDraws &draws,
                              const FunctionPolicyOptions &options, FunctionPlan nominal) {
  if (!draws.relativeError && !hasPriceErrors(problem)) {
    nominal.policy = "Robust";
    return nominal;
  }
  std::vector<int32_t> forms = std::exchange(nominal.forms, {});
  FunctionLayout left = formed(problem, forms);
  FunctionPlan chosen = leastRegret(left, draws, nominal, plansOfDraws(left, draws, options, {nominal}));
  chosen.forms = std::move(forms);
  problem.takeAnswers(std::move(left));
  return chosen;
}

RobustnessReport plan::compareUnder(const FunctionLayout &problem, const PriceDraws &draws,
                                    const std::vector<FunctionPlan> &plans, const std::vector<FunctionPlan> &rivals,
                                    const std::vector<PlanElsewhere> &elsewhere) {
  RobustnessReport report;
  report.draws = draws.count;
  std::vector<std::vector<double>> regrets(plans.size() + elsewhere.size());
  std::vector<double> shares(problem.numOps() + 1, 0);
  for (int draw = 0; draw < draws.count; ++draw) {
    std::vector<std::vector<Picoseconds>> times;
    for (const std::vector<FunctionPlan> *group : {&plans, &rivals})
      for (const FunctionPlan &plan : *group)
        times.push_back(timesUnder(problem, plan, draws, draw));
    // Ops are compared with those of the best plan of the same forms, which are the same ones.
    auto best = std::ranges::min_element(times, {}, sumOf);
    std::vector<Picoseconds> sums;
    for (size_t plan = 0; plan < plans.size(); ++plan)
      sums.push_back(sumOf(times[plan]));
    for (const PlanElsewhere &each : elsewhere)
      sums.push_back(timeUnder(*each.problem, each.plan, draws, draw));
    auto least = static_cast<double>(std::max<Picoseconds>(std::min(sumOf(*best), std::ranges::min(sums)), 1));
    for (size_t plan = 0; plan < sums.size(); ++plan)
      regrets[plan].push_back(static_cast<double>(sums[plan]) / least - 1);
    for (size_t op = 0; op < shares.size() && !plans.empty(); ++op)
      shares[op] += static_cast<double>(times[0][op] - (*best)[op]) / least / draws.count;
  }
  for (std::vector<double> &ofPlan : regrets)
    report.regrets.push_back(regretOf(std::move(ofPlan)));
  for (size_t op = 0; op < shares.size(); ++op)
    if (shares[op] > 0)
      report.ops.push_back({op < problem.numOps() ? static_cast<int32_t>(op) : -1, shares[op]});
  std::ranges::stable_sort(report.ops, std::ranges::greater(), &RobustnessReport::Op::share);
  return report;
}
