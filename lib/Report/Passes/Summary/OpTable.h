//===- OpTable.h - A line per op of the final program -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_PASSES_SUMMARY_OPTABLE_H
#define ALCOVE_LIB_REPORT_PASSES_SUMMARY_OPTABLE_H

#include "alcove/Base/Json/Json.h"
#include "alcove/OpModel/Roofline.h"
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
  std::optional<Nanoseconds> modelledNs;     ///< what the model alone says where the price stands on measurements
  std::optional<opmodel::Roofline> roofline; ///< of timed ops that take time
  std::string bound;                         ///< what it waits for: `DRAM`, `compute`, `NoC`, `launch`; empty: nothing
  std::string fidelity;                      ///< of the matrix unit: `HiFi2`; empty for what it does not multiply
  bool fidelityAssumed = false;              ///< by the types of the operands; no configuration says it
  std::string question;                      ///< to the op model, on one line; empty for an op that it does not know
  std::vector<std::string> scopes;           ///< modules of the model that the op belongs to, outermost first
  /// Of the record, for what is not in L1; `no-tensor` and `conversion` (a copy that the plan inserted) are told from
  /// the program. Nothing without a plan.
  std::optional<OpReason> reason;
};

/// In program order.
std::vector<OpLine> opLines(const judge::ModuleWalk &walk, const PlanRecord &record);

/// Rooflines of the ops together, and what is above them.
struct RooflineSums {
  Nanoseconds timeNs = 0, rooflineNs = 0;    ///< of the ops that have one
  Nanoseconds bytesNs = 0, operationsNs = 0; ///< at the peaks of DRAM, and of all cores at the lowest fidelity
  /// What takes most above its roofline first, ten at most.
  std::vector<const OpLine *> mostAbove;
  std::map<std::string, Nanoseconds> aboveByReason;
  double ratio() const { return rooflineNs > 0 ? timeNs / rooflineNs : 1; }
};
RooflineSums rooflineSums(const std::vector<OpLine> &lines, const opmodel::ChipPeaks &peaks);
opmodel::ChipPeaks peaksOf(const queries::Machine &machine);
/// The ten ops, a line each with the reason.
std::string rooflineText(const RooflineSums &sums, const opmodel::ChipPeaks &peaks);
/// Writes the sums as the value of a key: an object.
void writeRoofline(JsonWriter &json, const RooflineSums &sums, const opmodel::ChipPeaks &peaks);

/// Ops of one kind, or ops that wait for the same.
struct Share {
  std::string name;
  int64_t ops = 0;
  Nanoseconds ns = 0;
  std::string bound; ///< of a kind: what most of its time waits for
};
/// Each adds up to the whole, most time first.
std::vector<Share> timeByKind(const std::vector<OpLine> &lines);
std::vector<Share> timeByBound(const std::vector<OpLine> &lines);
/// Writes shares as the value of a key: an array of objects.
void writeShares(JsonWriter &json, const std::vector<Share> &shares, Nanoseconds whole);

/// Longest first, a line each; what takes no time is counted in one line, and another for the reason.
std::string opTableText(std::vector<OpLine> lines);
/// Writes the table as the value of a key: an array of objects in program order.
void writeOpTable(JsonWriter &json, const std::vector<OpLine> &lines, const opmodel::ChipPeaks &peaks);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_REPORT_PASSES_SUMMARY_OPTABLE_H
