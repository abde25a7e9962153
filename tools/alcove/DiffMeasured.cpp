//===- DiffMeasured.cpp - Where model and chip differ ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Measured.h"
#include "Model.h"
#include "PlannedOps.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/FrontDoors/Profiles/Join.h"
#include "alcove/OpModel/QueryText.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;
using namespace alcove::opmodel;

namespace {

std::string kindOf(const PlannedOp &op, const ChipParameters &chip) {
  Result<Query> query = parseQuery(op.question, chip);
  return query ? normalQuestion(*query, chip).op : op.op;
}

std::vector<profiles::DeviceRow> rowsOf(const Measurements &all) {
  std::vector<profiles::DeviceRow> rows;
  for (const profiles::Profile &sheet : all.sheets) {
    // The kind of a row is that of its question; a row whose question cannot be asked keeps its code.
    std::map<int64_t, std::string> kinds;
    for (const TimeCase &c : all.cases)
      if (c.source == sheet.name && c.queries.size() == 1)
        kinds[c.line] = normalQuestion(c.queries[0], c.chip).op;
    for (const profiles::ProfileRow &row : sheet.rows)
      if (!row.constEval && !row.inputConversion)
        rows.push_back({row.location, kinds.contains(row.line) ? kinds[row.line] : profiles::plainOpCode(row.opCode),
                        row.loop, row.kernelNs});
  }
  return rows;
}

double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

void printJoin(const std::vector<PlannedOp> &ops, const std::vector<profiles::DeviceRow> &rows,
               const profiles::Joined &joined) {
  double modelled = 0, matched = 0;
  for (size_t i = 0; i < ops.size(); ++i) {
    modelled += ops[i].ns;
    matched += joined.measuredNs[i] > 0 ? ops[i].ns : 0;
  }
  print("matched: {} of {} ops ({:.1f} % of the modelled time), {:.1f} % of the {:.1f} us measured in {} loops\n",
        joined.matchedOps(), ops.size(), share(matched, modelled), share(joined.matchedNs, joined.rowsNs),
        joined.rowsNs / 1000, joined.loops);
  std::map<std::string, double> extra;
  for (size_t row : joined.extra)
    extra[rows[row].kind] += rows[row].ns;
  for (const auto &[kind, ns] : extra)
    print("  rows of no planned op: {} ({:.1f} us)\n", kind, ns / 1000);
}

void printWorst(const std::vector<PlannedOp> &ops, const profiles::Joined &joined) {
  constexpr size_t most = 10;
  std::vector<size_t> order;
  int64_t outside = 0, timed = 0;
  for (size_t i = 0; i < ops.size(); ++i)
    if (joined.measuredNs[i] > 0 && ops[i].ns > 0) {
      order.push_back(i);
      ++timed;
      outside += joined.measuredNs[i] < ops[i].lowNs || joined.measuredNs[i] > ops[i].highNs;
    }
  auto off = [&](size_t i) { return std::abs(joined.measuredNs[i] - ops[i].ns); };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return off(a) > off(b); });
  print("{} of {} matched ops took a time outside of their 90 % interval\n", outside, timed);
  print("{:<32} {:<20} {:>11} {:>11} {:>7} {:>20}  {}\n", "op", "kind", "measured us", "price us", "ratio",
        "interval us", "price");
  order.resize(std::min(order.size(), most));
  for (size_t i : order)
    print("{:<32} {:<20} {:>11.2f} {:>11.2f} {:>7.2f} {:>20}  {}\n", ops[i].name, ops[i].op,
          joined.measuredNs[i] / 1000, ops[i].ns / 1000, joined.measuredNs[i] / ops[i].ns,
          fmt::format("{:.2f}..{:.2f}", ops[i].lowNs / 1000, ops[i].highNs / 1000), ops[i].price);
}

/// Answers of the sheets' own questions, and of the plan's, which its ops' rows answer together.
MeasuredTimes tableOf(const Measurements &all, const std::vector<PlannedOp> &ops, const profiles::Joined &joined,
                      const ChipParameters &chip) {
  MeasuredTimes times = answersOf(all.cases, "profile", "");
  MeasuredTimes ofPlan;
  for (size_t i = 0; i < ops.size(); ++i)
    if (joined.measuredNs[i] > 0 && !ops[i].question.empty())
      ofPlan.answers.push_back({MeasuredChip::of(chip), ops[i].question, joined.loops, joined.measuredNs[i],
                                joined.measuredNs[i], joined.measuredNs[i], "plan", ""});
  mergeMeasuredTimes(times, ofPlan);
  return times;
}

Status diff(const Words &planning, const std::vector<std::string> &paths, const std::string &device) {
  ALCOVE_ASSIGN_OR_RETURN(ChipParameters chip, chipNamed(device));
  ALCOVE_ASSIGN_OR_RETURN(Measurements all, readMeasurements(paths, device));
  for (const std::string &line : all.notes)
    std::fprintf(stderr, "alcove diff-measured: note: %s\n", line.c_str());
  ScratchFolder scratch("diff-measured");
  ALCOVE_ASSIGN_OR_RETURN(std::vector<PlannedOp> ops, plannedOps(planning, scratch.file("summary.json")));
  std::vector<profiles::PlannedOp> joinable;
  for (const PlannedOp &op : ops)
    joinable.push_back({op.name, kindOf(op, chip), op.ns});
  std::vector<profiles::DeviceRow> rows = rowsOf(all);
  profiles::Joined joined = profiles::joinRows(joinable, rows);
  printJoin(ops, rows, joined);
  printWorst(ops, joined);
  MeasuredTimes times = tableOf(all, ops, joined, chip);
  std::string table = scratch.file("table.db");
  ALCOVE_RETURN_IF_ERROR(writeMeasuredTimes(times, table));
  Words again = planning;
  again.push_back("--measured=" + table);
  ALCOVE_ASSIGN_OR_RETURN(std::vector<PlannedOp> next, plannedOps(again, scratch.file("again.json")));
  ALCOVE_ASSIGN_OR_RETURN(double before, pricedBy(ops, times, chip));
  ALCOVE_ASSIGN_OR_RETURN(double after, pricedBy(next, times, chip));
  int64_t count = opsMoved(ops, next);
  // Below the noise of a measurement the old plan stays.
  constexpr double noise = 0.01;
  if (count == 0 || after > before * (1 - noise))
    print("with these times the plan stays: {:.1f} us, {:.1f} us planned anew\n", before / 1000, after / 1000);
  else
    print("with these times the plan changes: {} of {} ops lie elsewhere, {:.1f} us instead of {:.1f} us\n", count,
          next.size(), after / 1000, before / 1000);
  return {};
}

} // namespace

int front::runDiffMeasured(const Words &arguments) {
  Result<OwnOptions> options = takeOptions(arguments, {"--device"});
  if (!options)
    return wrongLine("diff-measured", options.error().message);
  Words planning, paths;
  std::string device = "wormhole";
  for (const std::string &word : options->others)
    if (word.starts_with("--mock-system-desc-arch") || word.starts_with("--system-desc-path"))
      return wrongLine("diff-measured", fmt::format("{}: the device is named as --device DEVICE here", word));
  for (const auto &[name, value] : options->values)
    device = value;
  for (const std::string &word : options->others)
    (word.starts_with("--") ? planning : paths).push_back(word);
  if (paths.size() < 2)
    return wrongLine("diff-measured",
                     "a model and a profile of it are needed: `alcove diff-measured MODEL PROFILE...`");
  planning.insert(planning.begin(), {paths[0], "--device=" + device});
  paths.erase(paths.begin());
  Status done = diff(planning, paths, device);
  if (!done) {
    std::fprintf(stderr, "alcove diff-measured: error: %s\n", done.error().message.c_str());
    return 1;
  }
  return 0;
}
