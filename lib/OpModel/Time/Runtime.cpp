//===- Runtime.cpp - Dispatcher of the time half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

std::optional<Runtime> opmodel::estimateRuntime(const Query &query, const ChipParameters &chip,
                                                const TimeParameters &parameters, Explanation *why) {
  if (!time::plausible(query, chip))
    return std::nullopt;
  time::Context context(query, chip, parameters, why);
  for (auto *family : {time::elementwise, time::matmul, time::dataMovement, time::layoutConversion, time::resharding,
                       time::convolution, time::normalization, time::attention, time::heads, time::collective})
    if (std::optional<Runtime> runtime = family(context)) {
      if (!std::isfinite(runtime->totalNs))
        return std::nullopt;
      return runtime;
    }
  return std::nullopt;
}

std::optional<Runtime> opmodel::analyticalRuntime(const Query &query, const ChipParameters &chip, Explanation *why) {
  return estimateRuntime(query, chip, timeParameters(chip.arch), why);
}
