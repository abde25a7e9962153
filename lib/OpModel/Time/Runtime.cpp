//===- Runtime.cpp - Dispatcher of the time half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include "alcove/OpModel/Analogy.h"
#include "alcove/OpModel/RuntimeParts.h"
#include "alcove/OpModel/TimeIntervals.h"

#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

/// Adds what `part` takes; of a fused one the arithmetic, which no launch precedes.
static void addPart(Runtime &sum, const Runtime &part, bool fused) {
  sum.computeNs += part.computeNs;
  sum.totalNs += fused ? part.computeNs : part.totalNs;
  if (fused)
    return;
  sum.dramNs += part.dramNs;
  sum.nocNs += part.nocNs;
  sum.launchNs += part.launchNs;
  sum.dramBytes += part.dramBytes;
  sum.cores = std::max(sum.cores, part.cores);
}

/// The times of the relatives together, with the interval of the longest, at least as wide as an analogy is loose.
static std::optional<TimedFamily> estimateByAnalogy(const Query &query, const ChipParameters &chip,
                                                    const TimeParameters &parameters, Explanation *why) {
  std::optional<Analogy> analogy = analogyOf(query);
  if (!analogy)
    return std::nullopt;
  if (why)
    why->push_back(fmt::format("by analogy with {}: not calibrated, no measurement of {} is known",
                               findAnalogous(query.op)->relative, query.op));
  TimedFamily sum{};
  Nanoseconds longest = -1;
  for (const Analogy::Part &part : analogy->parts) {
    std::optional<TimedFamily> timed = estimateWithFamily(part.query, chip, parameters, why);
    if (!timed)
      return std::nullopt;
    addPart(sum.runtime, timed->runtime, part.fused);
    if (timed->runtime.totalNs > longest) {
      longest = timed->runtime.totalNs;
      sum.family = timed->family;
    }
  }
  fitParts(sum.runtime);
  setInterval(sum.runtime, sum.family, timeIntervals());
  sum.runtime.lowNs = std::min(sum.runtime.lowNs, sum.runtime.totalNs * analogyLow);
  sum.runtime.highNs = std::max(sum.runtime.highNs, sum.runtime.totalNs * analogyHigh);
  return sum;
}

std::optional<TimedFamily> opmodel::estimateWithFamily(const Query &query, const ChipParameters &chip,
                                                       const TimeParameters &parameters, Explanation *why) {
  if (!time::plausible(query, chip))
    return std::nullopt;
  if (std::optional<TimedFamily> timed = estimateByAnalogy(query, chip, parameters, why))
    return timed;
  time::Context context(query, chip, parameters, why);
  using Model = std::optional<Runtime> (*)(const time::Context &);
  // The second says whose errors the interval takes: families that move pages alike are measured together.
  static constexpr std::pair<Model, TimeFamily> models[] = {{time::elementwise, TimeFamily::Elementwise},
                                                            {time::contraction, TimeFamily::Matmul},
                                                            {time::shape, TimeFamily::DataMovement},
                                                            {time::selection, TimeFamily::DataMovement},
                                                            {time::creation, TimeFamily::DataMovement},
                                                            {time::runTime, TimeFamily::DataMovement},
                                                            {time::layout, TimeFamily::LayoutConversion},
                                                            {time::resharding, TimeFamily::Resharding},
                                                            {time::window, TimeFamily::Convolution},
                                                            {time::normalization, TimeFamily::Normalization},
                                                            {time::attention, TimeFamily::Attention},
                                                            {time::heads, TimeFamily::Heads},
                                                            {time::cache, TimeFamily::Heads},
                                                            {time::collective, TimeFamily::Collective}};
  for (auto [model, family] : models)
    if (std::optional<Runtime> runtime = model(context)) {
      if (!std::isfinite(runtime->totalNs))
        return std::nullopt;
      fitParts(*runtime);
      setInterval(*runtime, family, timeIntervals());
      return TimedFamily{*runtime, family};
    }
  return std::nullopt;
}

std::optional<Runtime> opmodel::estimateRuntime(const Query &query, const ChipParameters &chip,
                                                const TimeParameters &parameters, Explanation *why) {
  std::optional<TimedFamily> timed = estimateWithFamily(query, chip, parameters, why);
  return timed ? std::optional(timed->runtime) : std::nullopt;
}

std::optional<Runtime> opmodel::analyticalRuntime(const Query &query, const ChipParameters &chip, Explanation *why) {
  return estimateRuntime(query, chip, timeParameters(chip), why);
}
