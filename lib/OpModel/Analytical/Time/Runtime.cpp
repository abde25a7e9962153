//===- Runtime.cpp - Dispatcher of the time half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"

using namespace alcove;
using namespace alcove::opmodel;

std::optional<Runtime> opmodel::analyticalRuntime(const Query &query, const ChipParameters &chip, Explanation *why) {
  return std::nullopt;
}
