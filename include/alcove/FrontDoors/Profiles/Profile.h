//===- Profile.h - What a run measured --------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the files that profilers of TTNN programs write, each told by what is in it and not by its name:
//
//   ops_perf_results*.csv    74 to 139 columns, found by name; with LOC from `ttrt perf`      rows with times
//   tt-perf-report --csv     `OP Code`, `Device Time`                                         rows, times only
//   profile_log_device.csv   zones of every core                                              the clock; kernel times
//   graph capture JSON       nodes of a run or of a dry run                                   layouts, peak of L1
//   visualizer database      operations, tensors (schemas 2 and 2.1)                          layouts
//
// Sheets are often damaged or incomplete. A row that cannot be used is left out and listed with its line and the
// reason (`lost`); a file is an error only when nothing in it can be used. Rules PR-1 to PR-9 of docs/spec/Measured.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_FRONTDOORS_PROFILES_PROFILE_H
#define ALCOVE_FRONTDOORS_PROFILES_PROFILE_H

#include "alcove/Base/Support/Units.h"
#include "alcove/OpModel/Csv.h"

#include <optional>

namespace alcove::profiles {

/// A tensor as the file describes it. An absent operand has no shape.
struct ProfileTensor {
  std::vector<int64_t> padded, logical; ///< equal where the file knows one of them
  std::string layout;                   ///< TILE or ROW_MAJOR
  std::string dataType;                 ///< BFLOAT16, ...
  std::string memory;                   ///< DRAM_INTERLEAVED, L1_HEIGHT_SHARDED, ...
  std::string memoryConfig;             ///< text of the MemoryConfig with its shards; empty where unknown
  bool operator==(const ProfileTensor &) const = default;
};

/// One device operation, or one operation of a capture or database, which has no time.
struct ProfileRow {
  int64_t line = 0; ///< of the file; number of the node or operation elsewhere
  std::string opCode, attributes, fidelity;
  std::string location;              ///< LOC of `ttrt perf`, without `loc(` and quotes; empty where unknown
  int64_t callCount = 0, device = 0; ///< GLOBAL CALL COUNT, DEVICE ID
  int64_t loop = 0;                  ///< `loop_number` of `ttrt perf`: the first one compiles
  int64_t cores = 0;                 ///< 0: unknown
  double kernelNs = 0;               ///< DEVICE KERNEL DURATION; 0 where the file has no times
  bool constEval = false, inputConversion = false;
  std::vector<ProfileTensor> inputs, outputs;
};

/// What was left out, and why.
struct LostRow {
  int64_t line = 0;
  std::string reason;
};

struct Profile {
  enum class Kind : uint8_t { Sheet, PerfReport, DeviceLog, GraphCapture, Database };
  Kind kind = Kind::Sheet;
  std::string name;           ///< of the file, for messages
  std::string version;        ///< sheet: 1, 2 or 2.1; database: its schema
  std::string arch;           ///< wormhole_b0 or blackhole; empty where the file does not say
  double clockMHz = 0;        ///< of a device log; 0 elsewhere
  int64_t availableCores = 0; ///< worker cores; 0 where the file does not say
  std::vector<ProfileRow> rows;
  std::vector<LostRow> lost;
  int64_t hostRows = 0, beforeSignpost = 0; ///< skipped as they should be
  int64_t droppedCalls = 0;                 ///< calls that the profiler's buffer lost: gaps of GLOBAL CALL COUNT
  Bytes peakL1Bytes = 0;                    ///< graph capture: most bytes of buffers on a core
};
const char *toString(Profile::Kind kind);

/// Reads one file. Errors name the file, the place and what was expected.
Result<Profile> readProfile(const std::string &path);
/// The same of a text that was read already; a database is read from its bytes.
Result<Profile> parseProfile(const std::string &text, const std::string &name);
/// All files of a folder that profilers are known to write, or the file itself, in the order of their names.
Result<std::vector<Profile>> readProfiles(const std::string &path);

/// Fills in what a sheet leaves out of its inputs: the shards that the producer's row names, then those of `layouts`, a
/// capture or database of the same run, whose operations are matched in order. Returns the inputs filled in.
int64_t fillShards(Profile &sheet, const Profile *layouts = nullptr);

/// Rows of a profile as the table of measured ops that readTimeCases takes, one line per row: its questions. `clockMHz`
/// and `cores` stand for what the sheet does not say. Rows of constant evaluation, of input conversions and of the
/// compiling loop are left out, and so are rows that several chips ran, but for one (the last arrival waits least).
opmodel::CsvTable questionTable(const Profile &profile, double clockMHz, int64_t cores);

/// OP CODE without what releases add and drop: DeviceOperation, Operation, Op.
std::string plainOpCode(const std::string &code);

} // namespace alcove::profiles

#endif // ALCOVE_FRONTDOORS_PROFILES_PROFILE_H
