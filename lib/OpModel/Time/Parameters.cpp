//===- Parameters.cpp - Constants of the time half as a table ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeParameters.h"

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
