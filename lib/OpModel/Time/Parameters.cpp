//===- Parameters.cpp - Constants of the time half as a table ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeParameters.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <mutex>

using namespace alcove;
using namespace alcove::opmodel;

const std::vector<TimeParameterRow> &opmodel::timeParameterTable() {
  static const std::vector<TimeParameterRow> table = {
#define ALCOVE_TIME_PARAMETER(name, wormhole, blackhole, unit, source)                                                 \
  {#name, &TimeParameters::name, wormhole, blackhole, unit, source},
#include "alcove/OpModel/TimeParameters.def"
#undef ALCOVE_TIME_PARAMETER
  };
  return table;
}

const TimeParameters &opmodel::timeParameters(Arch arch) {
  static const TimeParameters wormhole;
  static const TimeParameters blackhole = [] {
    TimeParameters values;
    for (const TimeParameterRow &row : timeParameterTable())
      values.*row.field = row.blackhole;
    return values;
  }();
  return arch == Arch::Blackhole ? blackhole : wormhole;
}

const TimeParameters &opmodel::timeParameters(const ChipParameters &chip) {
  return chip.times ? *chip.times : timeParameters(chip.arch);
}

const TimeParameters *opmodel::timeParametersWith(Arch arch, const std::map<std::string, double> &values) {
  static std::mutex mutex;
  static std::map<std::pair<Arch, std::map<std::string, double>>, std::unique_ptr<TimeParameters>> known;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<TimeParameters> &parameters = known[{arch, values}];
  if (!parameters) {
    parameters = std::make_unique<TimeParameters>(timeParameters(arch));
    for (const TimeParameterRow &row : timeParameterTable())
      if (auto found = values.find(row.name); found != values.end())
        (*parameters).*row.field = found->second;
  }
  return parameters.get();
}

// MT-11
Status opmodel::checkConstants(const device::ChipConstants &constants) {
  for (const auto &[name, value] : constants.opModel) {
    auto row =
        std::ranges::find_if(timeParameterTable(), [&](const TimeParameterRow &each) { return name == each.name; });
    if (row == timeParameterTable().end())
      return Error{fmt::format("constants.op_model.{}: MT-11: the op model has no constant of this name "
                               "(TimeParameters.def lists them): leave it out, or write the file anew with "
                               "`alcove calibrate --write-device`",
                               name)};
    if (std::string_view(row->unit) == "of peak" && value > 1)
      return Error{fmt::format("constants.op_model.{}: MT-11: {} of peak is more than all of it", name, value)};
  }
  return {};
}

Result<ChipParameters> ChipParameters::load(const std::string &presetOrPath) {
  ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, device::loadSystemDesc(presetOrPath));
  const device::ChipDesc &chip = system.chip(0);
  if (Status known = checkConstants(chip.constants); !known)
    return Error{fmt::format("{}: {}", presetOrPath, known.error().message)};
  return from(chip);
}
