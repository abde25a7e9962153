//===- Runtime.cpp - Dispatcher of the time half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include "alcove/OpModel/TimeIntervals.h"

#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

std::optional<TimedFamily> opmodel::estimateWithFamily(const Query &query, const ChipParameters &chip,
                                                       const TimeParameters &parameters, Explanation *why) {
  if (!time::plausible(query, chip))
    return std::nullopt;
  time::Context context(query, chip, parameters, why);
  using Model = std::optional<Runtime> (*)(const time::Context &);
  static constexpr std::pair<Model, TimeFamily> models[] = {{time::elementwise, TimeFamily::Elementwise},
                                                            {time::matmul, TimeFamily::Matmul},
                                                            {time::dataMovement, TimeFamily::DataMovement},
                                                            {time::layoutConversion, TimeFamily::LayoutConversion},
                                                            {time::resharding, TimeFamily::Resharding},
                                                            {time::convolution, TimeFamily::Convolution},
                                                            {time::normalization, TimeFamily::Normalization},
                                                            {time::attention, TimeFamily::Attention},
                                                            {time::heads, TimeFamily::Heads},
                                                            {time::collective, TimeFamily::Collective}};
  for (auto [model, family] : models)
    if (std::optional<Runtime> runtime = model(context)) {
      if (!std::isfinite(runtime->totalNs))
        return std::nullopt;
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
  return estimateRuntime(query, chip, timeParameters(chip.arch), why);
}
