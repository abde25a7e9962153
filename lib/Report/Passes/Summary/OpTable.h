//===- OpTable.h - A line per op of the final program -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_PASSES_SUMMARY_OPTABLE_H
#define ALCOVE_LIB_REPORT_PASSES_SUMMARY_OPTABLE_H

#include "alcove/Base/Json/Json.h"
#include "alcove/Optimize/PlanRecord.h"

namespace alcove::transforms {

/// One op of a forward function, from the final IR; the reason from the plan's record.
struct OpLine {
  std::string name, op, function;
  std::string layout; ///< of result 0; empty without results on the device
  judge::Placement placement = judge::Placement::Dram;
  std::vector<std::string> reads; ///< ops that make its operands, `%arg0` for arguments
  Bytes l1BytesPerCore = 0;       ///< of result 0
  bool timed = false;
  opmodel::Runtime runtime;
  /// Of the record, for what is not in L1; `no-tensor` and `conversion` (a copy that the plan inserted) are told from
  /// the program. Nothing without a plan.
  std::optional<OpReason> reason;
};

/// In program order.
std::vector<OpLine> opLines(const judge::ModuleWalk &walk, const PlanRecord &record);

/// Longest first, a line each, and another for the reason.
std::string opTableText(std::vector<OpLine> lines);
/// Writes the table as the value of a key: an array of objects in program order.
void writeOpTable(JsonWriter &json, const std::vector<OpLine> &lines);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_REPORT_PASSES_SUMMARY_OPTABLE_H
