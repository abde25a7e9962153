//===- Measured.h - What a run measured, for the subcommands ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_MEASURED_H
#define ALCOVE_TOOLS_ALCOVE_MEASURED_H

#include "Programs.h"

#include "alcove/FrontDoors/Profiles/Profile.h"
#include "alcove/OpModel/Score/MeasuredAnswers.h"

namespace alcove::front {

/// Files of one or several runs, and what they stand for.
struct Measurements {
  std::vector<profiles::Profile> sheets;        ///< with times
  std::vector<profiles::Profile> logs, layouts; ///< clocks; captures and databases
  std::vector<opmodel::TimeCase> cases;         ///< questions of the sheets' rows
  std::vector<std::string> notes;               ///< what was left out, a line each
  int64_t rows = 0;
};

/// Reads files and folders, checks that the sheets are of the chip, fills in shards, and asks the rows' questions.
/// `device` is a preset or a file; empty: the chip that the sheets name. Errors: no sheet among them; another
/// architecture, clock or number of cores.
Result<Measurements> readMeasurements(const std::vector<std::string> &paths, const std::string &device);

/// The chip that `device` names.
Result<opmodel::ChipParameters> chipNamed(const std::string &device);
/// The system that `device` names.
Result<device::SystemDesc> systemNamed(const std::string &device);

/// `alcove calibrate PROFILE... -o TABLE`, `alcove diff-measured MODEL PROFILE...`, `alcove tune MODEL -o FOLDER`.
int runCalibrate(const Words &arguments);
int runDiffMeasured(const Words &arguments);
int runTune(const Words &arguments);
/// `alcove compare MODEL --before-release A --after-release B`: prints what became illegal, slower or faster, and why. 3
/// when an op became illegal or the plan is slower by more than allowed.
bool comparesReleases(const Words &arguments);
int runCompareReleases(const Words &arguments);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_MEASURED_H
