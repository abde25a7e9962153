//===- TimeParameters.h - The constants of the time half, one table ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mechanism has few parameters; a parameter has one value per architecture, a unit and a source. "fitted to X"
// means calibrated by bench/OpModel (docs/rationale/OpModelTime.md shows fit and cross-validation); everything else
// is read from a public document or from vendor source, which TimeParameters.def names. Times are cycles of the AI clock, so
// that a part with another clock scales; DRAM bandwidth is a fraction of the chip's peak, so that time falls when the
// peak rises. No parameter belongs to a shape, a row or a table.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_TIMEPARAMETERS_H
#define ALCOVE_OPMODEL_TIMEPARAMETERS_H

#include "alcove/OpModel/Analytical.h"

#include <map>
#include <vector>

namespace alcove::opmodel {

/// The table: values and sources in lib/OpModel/Time/Parameters.cpp.
struct TimeParameters {
#define ALCOVE_TIME_PARAMETER(name, wormhole, blackhole, unit, source) double name = wormhole;
#include "alcove/OpModel/TimeParameters.def"
#undef ALCOVE_TIME_PARAMETER
};

/// Row of the table, for reports and for the calibration.
struct TimeParameterRow {
  const char *name;
  double TimeParameters::*field;
  double wormhole, blackhole;
  const char *unit, *source;
};

const TimeParameters &timeParameters(Arch arch);
/// The architecture's, with what the chip's device file says otherwise.
const TimeParameters &timeParameters(const ChipParameters &chip);
/// `values` over the constants of the architecture. Names that are no constant are passed over; checkConstants names them.
const TimeParameters *timeParametersWith(Arch arch, const std::map<std::string, double> &values);
/// MT-11: `op_model` of a device file names constants of the table.
Status checkConstants(const device::ChipConstants &constants);
const std::vector<TimeParameterRow> &timeParameterTable();

/// analyticalRuntime with other constants: the seam of the calibration.
std::optional<Runtime> estimateRuntime(const Query &query, const ChipParameters &chip, const TimeParameters &parameters,
                                       Explanation *why = nullptr);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_TIMEPARAMETERS_H
