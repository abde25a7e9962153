//===- Dispatch.cpp - Op name to op family, constraints half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

Answer opmodel::analyticalConstraints(const Query &query, const ChipParameters &chip, Explanation *why) {
  Answer answer;
  answer.refusal = Refusal{"unsupported.op", fmt::format("the analytical model does not know '{}'", query.op)};
  return answer;
}
