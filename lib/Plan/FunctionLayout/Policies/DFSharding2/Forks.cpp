//===- Forks.cpp - Results with several uses ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Steps.h"

#include <fmt/format.h>

namespace alcove::plan {

/// Where the result may stay: as it was made, interleaved in L1; a refusal for each that was tried in vain.
static std::optional<Refusal> reserveFork(Reservations &reservations, int32_t tensor) {
  int32_t op = reservations.problem.tensors[tensor].producer;
  std::optional<Refusal> sharded = reservations.attempt({{{tensor, -1}}, {}});
  if (!sharded) {
    reservations.count("forks_sharded", op, "");
    return std::nullopt;
  }
  int32_t layout = reservations.l1Interleaved(tensor);
  if (layout < 0)
    return sharded;
  std::optional<Refusal> interleaved = reservations.attempt({{{tensor, layout}}, {}});
  if (interleaved)
    interleaved->text = fmt::format("sharded: {}; interleaved: {}", sharded->text, interleaved->text);
  else
    reservations.count("forks_interleaved", op, sharded->text);
  return interleaved;
}

// DS2-11
void reserveForks(Reservations &reservations) {
  for (const Chain &chain : reservations.plan.chains) {
    int32_t end = reservations.openEnd(chain);
    if (end < 0 || reservations.useCount(end) < 2)
      continue;
    std::optional<Refusal> refusal;
    if (reservations.plan.returned[end] > 0)
      refusal = Refusal{Refusal::Kind::NotAccepted, -1, "the function returns it"};
    else
      refusal = reserveFork(reservations, end);
    if (!refusal)
      continue;
    reservations.count("forks_in_dram", chain.ops.back(), refusal->text);
    reservations.leaveInDram(chain.ops.back(), refusal->text);
  }
}

// DS2-17
void keepSingleReaders(Reservations &reservations) {
  for (const Chain &chain : reservations.plan.chains) {
    int32_t end = reservations.openEnd(chain);
    if (end < 0 || reservations.useCount(end) != 1 || reservations.plan.returned[end] > 0)
      continue;
    if (std::optional<Refusal> refusal = reservations.attempt({{{end, -1}}, {}}))
      reservations.leaveInDram(chain.ops.back(), refusal->text);
    else
      reservations.count("single_readers", chain.ops.back(), "");
  }
}

} // namespace alcove::plan
