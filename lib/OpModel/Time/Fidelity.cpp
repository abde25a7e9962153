//===- Fidelity.cpp - Passes of the matrix unit -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Fidelity.h"
#include "alcove/Ops/Families.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace alcove;
using namespace alcove::opmodel;
using device::DataType;

namespace {
constexpr std::array<const char *, 5> names = {"", "LoFi", "HiFi2", "HiFi3", "HiFi4"};

/// Of the compute config; 0 without one.
int64_t configuredPhases(const Query &query) {
  auto found = query.attributes.find("compute_config.math_fidelity");
  const auto *text = found == query.attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
  static constexpr std::array<std::pair<const char *, int64_t>, 8> known = {
      {{"lofi", 1}, {"LoFi", 1}, {"hifi2", 2}, {"HiFi2", 2}, {"hifi3", 3}, {"HiFi3", 3}, {"hifi4", 4}, {"HiFi4", 4}}};
  for (const auto &[name, phases] : known)
    if (text && *text == name)
      return phases;
  return 0;
}
} // namespace

int64_t opmodel::fidelityPhases(const Query &query, DataType in0, DataType in1) {
  if (int64_t configured = configuredPhases(query))
    return configured;
  return std::max(device::tileBytes(in0), device::tileBytes(in1)) >= 2048 ? 2 : 1;
}

Fidelity opmodel::fidelityOf(const Query &query) {
  if (int64_t configured = configuredPhases(query))
    return {names[static_cast<size_t>(configured)], false};
  std::optional<OpFamily> family = familyOf(query.op);
  bool convolves = query.op.starts_with("conv");
  bool multiplies = family == OpFamily::Contraction || family == OpFamily::Attention || convolves;
  if (!multiplies || query.inputs.size() < 2)
    return {};
  DataType other = convolves && !query.outputs.empty() ? query.outputs[0].dataType : query.inputs[0].layout.dataType;
  return {names[static_cast<size_t>(fidelityPhases(query, query.inputs[1].layout.dataType, other))], true};
}
