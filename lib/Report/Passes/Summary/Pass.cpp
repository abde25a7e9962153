//===- Pass.cpp - ttnn-summary --------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../DeviceModule.h"
#include "ModelExplorer.h"
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Terminal.h"
#include "alcove/Lower/LoweringPatterns.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/UnknownOps.h"
#include "alcove/Report/Passes.h"
#include "alcove/Report/PlanPage.h"
#include "alcove/Report/Timeline.h"

#include "llvm/Support/Path.h"

#include <fmt/format.h>

#include <map>

using namespace mlir;
using namespace alcove;
using transforms::PlanRecord;

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNSUMMARY
#include "alcove/Report/Passes.h.inc"
} // namespace alcove::transforms

static double share(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

static std::string placementText(const judge::Totals &t) {
  return fmt::format("{} L1 sharded, {} L1 interleaved, {} DRAM ({:.1f} % in L1)", t.l1Sharded, t.l1Interleaved, t.dram,
                     share(t.l1Sharded + t.l1Interleaved, t.activations));
}

static std::string timeText(const judge::Totals &t) {
  opmodel::TimeWithInterval interval = t.times.total();
  return fmt::format("{:.1f} us, {:.1f}..{:.1f} (compute {:.1f}, DRAM {:.1f}, NoC {:.1f}, launch {:.1f}; {} of {} ops "
                     "timed)",
                     t.totalNs / 1000, interval.lowNs / 1000, interval.highNs / 1000, t.computeNs / 1000,
                     t.dramNs / 1000, t.nocNs / 1000, t.launchNs / 1000, t.timedOps, t.ops);
}

/// How much faster than with all in DRAM, and whether the op model can tell.
static std::string gainText(const opmodel::RatioWithInterval &gain) {
  return fmt::format("{:.2f}x ({:.2f}..{:.2f}x) over all-DRAM{}", gain.ratio, gain.low, gain.high,
                     gain.insideNoise() ? ": inside the op model's noise" : "");
}

static double microseconds(int64_t picoseconds) { return static_cast<double>(picoseconds) / 1e6; }

/// `110.0 us >= bound 100.0 us (gap 10.000 %)`; only the time without a bound. A plan that is none of the space has no
/// bound of its own: what is said then is how it stands to the space.
static std::string boundText(const transforms::FunctionRow &row) {
  std::string text = fmt::format("{:.1f} us", microseconds(row.timePs));
  if (!row.boundPs)
    return text;
  double percent = 100 * *row.gap(), bound = microseconds(*row.boundPs);
  if (row.standing() == plan::Standing::BetterThanSpace)
    text += fmt::format(", better than all of the space, without a bound of its own: bound of the space {:.1f} us (gap "
                        "{:.3f} %)",
                        bound, percent);
  else if (!row.inSpace)
    text += fmt::format(", at most {:.3f} % above any plan of the space, which this one is not of: bound of the space "
                        "{:.1f} us",
                        percent, bound);
  else
    text += fmt::format(" >= bound {:.1f} us (gap {:.3f} %{})", bound, percent,
                        row.standing() == plan::Standing::Optimal ? ", optimal in the space" : "");
  if (row.anyOrderBoundPs)
    text += fmt::format(", {} >= {:.1f} us", row.inSpace ? "in any order" : "the space in any order",
                        microseconds(*row.anyOrderBoundPs));
  return text;
}

/// `0.42 % (90th percentile 1.10 %, worst 2.31 %)`.
static std::string regretText(const plan::Regret &regret) {
  return fmt::format("{:.2f} % (90th percentile {:.2f} %, worst {:.2f} %)", 100 * regret.mean,
                     100 * regret.percentile90, 100 * regret.worst);
}

/// What the plan costs more than the best plan found, if prices are off by as much as they may be.
static std::string robustnessText(const PlanRecord &record) {
  std::string text;
  for (const transforms::FunctionRow &row : record.functions)
    for (const transforms::RobustnessRow &off : row.robustness) {
      std::string ops;
      for (const auto &[name, share] : ArrayRef(off.ops).take_front(3))
        ops += fmt::format("{}{} {:.2f} %", ops.empty() ? "; most by the price of " : ", ", name, 100 * share);
      auto applied = off.regrets.find(row.policy);
      if (applied == off.regrets.end())
        continue;
      std::string error = off.error > 0 ? fmt::format(" within {:g} %", 100 * off.error) : "";
      text += fmt::format("  {:<18} over {} draws of prices{} {} takes {} more than the best plan found of each{}\n",
                          "if prices are off", off.draws, error, row.name, regretText(applied->second.regret), ops);
      for (const auto &[policy, of] : off.regrets)
        if (policy != row.policy)
          text += fmt::format("  {:<18}   {}: {}; {:.1f} us as modelled\n", "", policy, regretText(of.regret),
                              microseconds(of.timePs));
    }
  return text;
}

static void writeRobustness(JsonWriter &json, const transforms::RobustnessRow &row) {
  json.beginObject();
  json.field("draws", row.draws);
  json.field("error", row.error);
  json.key("regrets");
  json.beginArray();
  for (const auto &[policy, of] : row.regrets) {
    json.beginObject();
    json.field("policy", policy);
    json.field("mean", of.regret.mean);
    json.field("percentile_90", of.regret.percentile90);
    json.field("worst", of.regret.worst);
    json.field("cost_ns", static_cast<double>(of.timePs) / 1000);
    json.endObject();
  }
  json.endArray();
  json.key("ops");
  json.beginArray();
  for (const auto &[name, share] : row.ops) {
    json.beginObject();
    json.field("name", name);
    json.field("share", share);
    json.endObject();
  }
  json.endArray();
  json.endObject();
}

static std::string partsText(const transforms::FunctionRow &row) {
  std::string parts;
  for (const auto &[part, us] : row.partsUs)
    parts += fmt::format("{}{} {:.0f}", parts.empty() ? "" : ", ", part, static_cast<double>(us) / 1e3);
  return fmt::format("{:.0f} ms{}", static_cast<double>(row.planningUs) / 1e3, parts.empty() ? "" : " (" + parts + ")");
}

static std::string policyTable(const PlanRecord &record) {
  if (record.policies.empty())
    return "";
  std::string text =
      fmt::format("  {:<20} {:>12} {:>12} {:>10} {:>7} {:>11} {:>6} {:>11} {:>6} {:>9}\n", "policy", "us", "bound us",
                  "DRAM MB", "in L1", "conversions", "spills", "peak L1 B", "rounds", "plan ms");
  for (const transforms::PolicyRow &row : record.policies)
    text +=
        fmt::format("  {:<20} {:>12.3f} {:>12} {:>10.1f} {:>7} {:>11} {:>6} {:>11} {:>6} {:>9.1f}{}\n", row.policy,
                    static_cast<double>(row.timePs) / 1e6,
                    row.boundPs ? fmt::format("{:.3f}", static_cast<double>(row.boundPs) / 1e6) : "-",
                    static_cast<double>(row.dramBytes) / 1e6, row.opsInL1, row.conversions, row.spills, row.peakL1Bytes,
                    row.rounds, static_cast<double>(row.planningUs) / 1e3, row.accepted ? "" : "  does not fit");
  return text;
}

static void writePolicies(JsonWriter &json, const PlanRecord &record) {
  json.key("policies");
  json.beginArray();
  for (const transforms::PolicyRow &row : record.policies) {
    json.beginObject();
    json.field("policy", row.policy);
    json.field("time_ns", static_cast<double>(row.timePs) / 1000);
    if (row.boundPs)
      json.field("bound_ns", static_cast<double>(row.boundPs) / 1000);
    json.field("dram_bytes", row.dramBytes);
    json.field("ops_in_l1", row.opsInL1);
    json.field("conversions", row.conversions);
    json.field("spills", row.spills);
    json.field("peak_l1_bytes_per_core", row.peakL1Bytes);
    json.field("rounds", row.rounds);
    json.field("planning_ms", static_cast<double>(row.planningUs) / 1e3);
    json.field("fits", row.accepted);
    json.endObject();
  }
  json.endArray();
}

static std::string chainText(const PlanRecord &record) {
  std::string text =
      fmt::format("  {:<18} {} completed, {} failed, longest {} ops\n", "chains", record.count("chains_completed"),
                  record.count("chains_failed"), record.count("longest_chain"));
  text += fmt::format("  {:<18} {} results kept in L1, longest run of joined chains {} ops\n", "",
                      record.count("kept_results"), record.count("longest_run"));
  for (const auto &[reason, count] : record.failures)
    text += fmt::format("  {:<18}   failed {}x: {}\n", "", count, reason);
  return text;
}

/// Ops that were lowered without being understood, by the names they were read under.
using OpaqueOps = std::map<std::string, int64_t>;
static OpaqueOps opaqueOpsOf(Operation *module) {
  OpaqueOps ops;
  module->walk([&](Operation *op) {
    if (auto name = op->getAttrOfType<StringAttr>(opaqueAttrName))
      ++ops[name.getValue().str()];
  });
  return ops;
}

/// Patterns of the lowering, and how often each was applied.
using AppliedPatterns = std::vector<std::pair<StringRef, int64_t>>;

namespace {
/// All that a summary tells.
struct Facts {
  std::string module;  ///< its name
  std::string file;    ///< where it was read; empty when its locations name none
  std::string device;  ///< its chips, cores and memory
  std::string options; ///< that were given and may change the plan
  std::string assumed; ///< of its arguments; empty when it says what they are
  const judge::Totals &now;
  const PlanRecord &record;
  const AppliedPatterns &patterns;
  OpaqueOps opaque;
  std::vector<transforms::OpLine> ops;
  opmodel::ChipPeaks peaks;
};
} // namespace

/// The file of a module's location, without its folder. A word without a dot at line 0 is none: frameworks write the
/// model's name there.
static std::string fileOf(ModuleOp module) {
  auto place = module.getLoc()->findInstanceOf<FileLineColLoc>();
  bool isFile = place && (place.getLine() > 0 || place.getFilename().getValue().contains('.'));
  return isFile && place.getFilename() != "-" ? llvm::sys::path::filename(place.getFilename()).str() : "";
}

/// The preset that a device is, by the text of its attribute: `wormhole-n150`, or `wormhole-n150, changed` where only L1
/// and cores are others. Of several alike a card before its chip (`blackhole`), then the shortest name. Empty for a device
/// of a file.
static std::string presetOf(const device::SystemDesc &system) {
  std::string text = device::systemDescAttributeText(system), same, like;
  auto rank = [](const std::string &name) { return std::pair(name.find('-') == std::string::npos, name.size()); };
  auto choose = [&](std::string &chosen, const std::string &name) {
    if (chosen.empty() || rank(name) < rank(chosen))
      chosen = name;
  };
  for (const std::string &name : device::presetNames()) {
    device::SystemDesc preset = *device::findPreset(name);
    if (device::systemDescAttributeText(preset) == text)
      choose(same, name);
    if (preset.chips.size() != system.chips.size())
      continue;
    for (size_t i = 0; i < preset.chips.size(); ++i) {
      preset.chips[i].gridRows = system.chips[i].gridRows;
      preset.chips[i].gridCols = system.chips[i].gridCols;
      preset.chips[i].l1SizeBytes = system.chips[i].l1SizeBytes;
    }
    if (device::systemDescAttributeText(preset) == text)
      choose(like, name);
  }
  return !same.empty() ? same : like.empty() ? "" : like + ", changed";
}

static std::string deviceOf(ModuleOp module, const queries::Machine &machine) {
  ttcore::SystemDescAttr description = ttcore::lookupSystemDesc(module);
  Result<device::SystemDesc> system =
      description ? ttcore::systemDescOf(description) : Result<device::SystemDesc>(Error{""});
  size_t chips = system ? system->chipIndices.size() : 1;
  std::string preset = system ? presetOf(*system) : "";
  return fmt::format("{}{}, {}x{} cores, {} B of L1 a core for tensors{}", chips > 1 ? fmt::format("{} x ", chips) : "",
                     system ? device::toString(system->chips.front().arch) : "chip", machine.workerGrid.first,
                     machine.workerGrid.second, machine.usableL1Bytes, preset.empty() ? "" : " (" + preset + ")");
}

/// `DRAM 40.1 % in 30 ops, compute 35.0 % in 12 ops`: every op counts once, so that it adds up, unlike the parts of the
/// modelled time.
static std::string boundsText(const std::vector<transforms::Share> &shares, Nanoseconds whole) {
  std::string text;
  for (const transforms::Share &share : shares)
    text +=
        fmt::format("{}{} {:.1f} % in {} ops", text.empty() ? "" : ", ", share.name, 100 * share.ns / whole, share.ops);
  return text;
}

/// Of the time as a whole: how busy the pins of DRAM and the matrix units would be if each byte and operation were at the
/// peak.
static std::string utilisationText(const transforms::RooflineSums &sums) {
  return fmt::format("{:.1f} % of the DRAM's rate, {:.1f} % of the cores' arithmetic at the lowest fidelity",
                     100 * sums.bytesNs / sums.timeNs, 100 * sums.operationsNs / sums.timeNs);
}

/// Nothing in the module says which arguments are weights, so that all are taken as inputs of every call.
static std::string assumedOf(ModuleOp module) {
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    int64_t tensors = llvm::count_if(function.getArgumentTypes(), llvm::IsaPred<RankedTensorType>);
    bool isMarked = llvm::any_of(llvm::seq(function.getNumArguments()), [&](unsigned index) {
      return function.getArgAttr(index, ttcore::argumentTypeAttrName) != nullptr;
    });
    if (ttcore::isForwardFunction(function) && tensors > 1 && !isMarked)
      return fmt::format("none of the {} arguments of '{}' is marked as a parameter: all are inputs of every call "
                         "(ttcore.argument_type, or --argument-types={}=input,parameter,...)",
                         tensors, function.getName().str(), function.getName().str());
  }
  return "";
}

static std::string summaryText(const Facts &facts) {
  const auto &[name, file, device, options, assumed, now, record, patterns, opaque, ops, peaks] = facts;
  const judge::Totals &before = record.baseline;
  std::string text =
      fmt::format("summary of {}{}\n", name.empty() ? "module" : name, file.empty() ? "" : fmt::format(" ({})", file));
  auto line = [&](const char *what, const std::string &plan, const std::string &baseline) {
    text += fmt::format("  {:<18} {}\n", what, plan);
    if (!baseline.empty())
      text += fmt::format("  {:<18}   all-DRAM: {}\n", "", baseline);
  };
  line("device", device, "");
  if (!assumed.empty())
    line("assumed", assumed, "");
  line("planned by", fmt::format("alcove {}", version()), "");
  if (!options.empty())
    line("options", options, "");
  line("activation ops", placementText(now), placementText(before));
  line("policy", record.policy, "");
  if (record.counts.count("chains_completed"))
    text += chainText(record);
  line("moves", fmt::format("{} reshards into L1, {} spills to DRAM", now.reshards, now.spills), "");
  line("peak L1 per core",
       fmt::format("{} B of {} B ({:.1f} %)", now.peakL1Bytes, now.capacityL1Bytes,
                   share(now.peakL1Bytes, now.capacityL1Bytes)),
       fmt::format("{} B", before.peakL1Bytes));
  line("  by addresses",
       fmt::format("{} B held, {} B between both ends ({:.1f} % of it empty)", now.peakHeldBytes, now.peakExtentBytes,
                   100 * now.fragmentation()),
       fmt::format("{} B held, {} B", before.peakHeldBytes, before.peakExtentBytes));
  line("DRAM traffic", fmt::format("{:.2f} MB", static_cast<double>(now.dramBytes) / 1e6),
       fmt::format("{:.2f} MB", static_cast<double>(before.dramBytes) / 1e6));
  if (std::optional<transforms::FunctionRow> whole = record.whole(); whole && whole->boundPs) {
    line("planned time", boundText(*whole), "");
    if (record.functions.size() > 1)
      for (const transforms::FunctionRow &row : record.functions)
        line("", fmt::format("  {}: {}", row.name, boundText(row)), "");
    line("  space", whole->space, "");
    for (const std::string &limit : whole->limits)
      line("", "  " + limit, "");
    line("  planning", partsText(*whole), "");
  }
  text += robustnessText(record);
  line("modelled time", timeText(now), timeText(before));
  transforms::RooflineSums sums = transforms::rooflineSums(ops, peaks);
  if (std::vector<transforms::Share> bounds = transforms::timeByBound(ops); !bounds.empty())
    line("  bound by", boundsText(bounds, now.totalNs), "");
  if (sums.timeNs > 0)
    line("  utilisation", utilisationText(sums), "");
  line("gain", gainText(opmodel::ratioOf(before.times, now.times)), "");
  std::vector<transforms::Share> kinds = transforms::timeByKind(ops);
  for (const transforms::Share &kind : ArrayRef(kinds).take_front(6))
    text += fmt::format("  {:<18}   {:9.1f} us {:5.1f} % in {} {}, {}-bound\n", "", kind.ns / 1000,
                        100 * kind.ns / now.totalNs, kind.ops, kind.name, kind.bound);
  std::string above;
  for (const auto &[reason, ns] : sums.aboveByReason)
    if (ns >= 50) // shown to a tenth of a microsecond
      above += fmt::format("{}{:.1f} us {}", above.empty() ? "" : ", ", ns / 1000, reason);
  line("rooflines",
       fmt::format("{:.1f} us, the time is {:.2f} times that{}{}", sums.rooflineNs / 1000, sums.ratio(),
                   above.empty() ? "" : "; above them: ", above),
       "");
  for (const auto &[option, count] : patterns)
    line("lowering", fmt::format("{} x {}", count, option.str()), "");
  for (const auto &[op, count] : opaque)
    line("opaque", fmt::format("{} {}: lowered whole, neither understood nor timed", count, op), "");
  return text + policyTable(record);
}

static void writeFields(JsonWriter &json, const judge::Totals &t) {
  json.field("ops", t.ops);
  json.field("activation_ops", t.activations);
  json.field("l1_sharded", t.l1Sharded);
  json.field("l1_interleaved", t.l1Interleaved);
  json.field("dram", t.dram);
  json.field("timed_ops", t.timedOps);
  json.field("reshards", t.reshards);
  json.field("spills", t.spills);
  json.field("peak_l1_bytes_per_core", t.peakL1Bytes);
  json.field("peak_held_bytes_per_core", t.peakHeldBytes);
  json.field("peak_extent_bytes_per_core", t.peakExtentBytes);
  json.field("fragmentation", t.fragmentation());
  json.field("dram_bytes", t.dramBytes);
  opmodel::TimeWithInterval interval = t.times.total();
  json.field("time_ns", t.totalNs);
  json.field("time_low_ns", interval.lowNs);
  json.field("time_high_ns", interval.highNs);
  json.field("compute_ns", t.computeNs);
  json.field("dram_ns", t.dramNs);
  json.field("noc_ns", t.nocNs);
  json.field("launch_ns", t.launchNs);
}

static void writeBound(JsonWriter &json, const transforms::FunctionRow &row) {
  auto field = [&](const char *name, std::optional<int64_t> picoseconds) {
    if (picoseconds)
      json.field(name, static_cast<double>(*picoseconds) / 1000);
  };
  field("bound_ns", row.boundPs);
  field("any_order_bound_ns", row.anyOrderBoundPs);
  if (row.boundPs) {
    json.field("gap", *row.gap());
    json.field("in_space", row.inSpace);
    json.field("standing", plan::toString(*row.standing()));
    json.field("proved", row.standing() == plan::Standing::Optimal);
    json.field("space", row.space);
  }
}

/// What the planner says of one function, or of all: within which space the bound holds, and what was left out of it.
/// The same for every run: how long the planner took stands in the text, and beside policies that are compared.
static void writePlanned(JsonWriter &json, const transforms::FunctionRow &row) {
  json.field("policy", row.policy);
  json.field("cost_ns", static_cast<double>(row.timePs) / 1000);
  writeBound(json, row);
  json.key("limits");
  json.beginArray();
  for (const std::string &limit : row.limits)
    json.value(limit);
  json.endArray();
}

static void writePlan(JsonWriter &json, const judge::Totals &totals, const PlanRecord &record) {
  json.beginObject();
  writeFields(json, totals);
  if (std::optional<transforms::FunctionRow> whole = record.whole()) {
    writePlanned(json, *whole);
    json.key("functions");
    json.beginArray();
    for (const transforms::FunctionRow &row : record.functions) {
      json.beginObject();
      json.field("name", row.name);
      writePlanned(json, row);
      if (!row.robustness.empty()) {
        json.key("robustness");
        json.beginArray();
        for (const transforms::RobustnessRow &off : row.robustness)
          writeRobustness(json, off);
        json.endArray();
      }
      json.endObject();
    }
    json.endArray();
  }
  json.endObject();
}

static void writeTotals(JsonWriter &json, const judge::Totals &t) {
  json.beginObject();
  writeFields(json, t);
  json.endObject();
}

static void writeGain(JsonWriter &json, const opmodel::RatioWithInterval &gain) {
  json.key("gain");
  json.beginObject();
  json.field("ratio", gain.ratio);
  json.field("low", gain.low);
  json.field("high", gain.high);
  json.field("inside_noise", gain.insideNoise());
  json.field("assumption",
             "90 % intervals; equal ops err equally, ops of one family and bound share a fifth of their variance");
  json.endObject();
}

static std::string summaryJson(const Facts &facts) {
  const auto &[name, file, device, options, assumed, now, record, patterns, opaque, ops, peaks] = facts;
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-summary");
  json.field("version", int64_t{1});
  json.field("alcove", std::string(version()));
  json.field("module", name);
  json.field("file", file);
  json.field("device", device);
  json.field("options", options);
  if (!assumed.empty())
    json.field("assumed", assumed);
  json.field("capacity_l1_bytes_per_core", now.capacityL1Bytes);
  json.key("plan");
  writePlan(json, now, record);
  json.key("all_dram");
  writeTotals(json, record.baseline);
  json.key("roofline");
  transforms::writeRoofline(json, transforms::rooflineSums(ops, peaks), peaks);
  json.key("time_by_kind");
  transforms::writeShares(json, transforms::timeByKind(ops), now.totalNs);
  json.key("time_by_bound");
  transforms::writeShares(json, transforms::timeByBound(ops), now.totalNs);
  writeGain(json, opmodel::ratioOf(record.baseline.times, now.times));
  if (record.predictedTimePs) {
    json.key("predicted");
    json.beginObject();
    json.field("policy", record.policy);
    json.field("peak_l1_bytes_per_core", *record.predictedPeakL1Bytes);
    json.field("time_ns", static_cast<double>(*record.predictedTimePs) / 1000);
    if (std::optional<transforms::FunctionRow> whole = record.whole())
      writeBound(json, *whole);
    json.endObject();
  }
  if (!record.policies.empty())
    writePolicies(json, record);
  json.key("chains");
  json.beginObject();
  json.field("completed", record.count("chains_completed"));
  json.field("failed", record.count("chains_failed"));
  json.field("longest", record.count("longest_chain"));
  json.field("kept_results", record.count("kept_results"));
  json.field("longest_run", record.count("longest_run"));
  json.key("failures");
  json.beginObject();
  for (const auto &[reason, count] : record.failures)
    json.field(reason, count);
  json.endObject();
  json.endObject();
  json.key("lowering");
  json.beginObject();
  for (const auto &[option, count] : patterns)
    json.field(option.str(), count);
  json.endObject();
  if (!opaque.empty()) {
    json.key("opaque_ops");
    json.beginObject();
    for (const auto &[op, count] : opaque)
      json.field(op, count);
    json.endObject();
  }
  json.key("ops");
  transforms::writeOpTable(json, ops, peaks);
  json.endObject();
  return json.str();
}

namespace {
struct Summary : transforms::impl::TTNNSummaryBase<Summary> {
  using TTNNSummaryBase::TTNNSummaryBase;

  void runOnOperation() override {
    bool asked = text || !json.empty() || !report.empty() || !modelExplorer.empty();
    ModuleOp module = asked ? transforms::deviceModule(getOperation()) : getOperation();
    if (!module)
      return signalPassFailure();
    std::optional<PlanRecord> record = PlanRecord::detachFrom(module);
    AppliedPatterns patterns = conversion::PatternCounts::detachFrom(module);
    markAllAnalysesPreserved(); // what went was a record for this pass
    if (!asked)
      return;
    if (module == getOperation())
      summarize(module, getAnalysis<judge::ModuleWalk>(), std::move(record),
                patterns); // the judge's, when it ran before
    else
      summarize(module, judge::ModuleWalk(module), std::move(record), patterns);
  }

  void summarize(ModuleOp module, const judge::ModuleWalk &walk, std::optional<PlanRecord> record,
                 const AppliedPatterns &patterns) {
    const judge::Totals &now = walk.totals;
    if (!record) { // not optimized: the plan is the baseline
      record.emplace();
      record->baseline = now;
    }
    Facts facts{module.getSymName().value_or("").str(),
                modelFile.empty() ? fileOf(module) : modelFile,
                deviceOf(module, *walk.machine),
                givenOptions,
                assumedOf(module),
                now,
                *record,
                patterns,
                opaqueOpsOf(module),
                transforms::opLines(walk, *record),
                transforms::peaksOf(*walk.machine)};
    llvm::raw_ostream &out = toStdout ? llvm::outs() : llvm::errs();
    if (text)
      out << wrapped(summaryText(facts), columnsOfEnvironment());
    if (ops)
      out << wrapped(transforms::rooflineText(transforms::rooflineSums(facts.ops, facts.peaks), facts.peaks) +
                         transforms::opTableText(facts.ops),
                     columnsOfEnvironment());
    if (!json.empty())
      write(json, summaryJson(facts));
    if (!modelExplorer.empty())
      write(modelExplorer, transforms::modelExplorerJson(facts.module, facts.ops));
    if (report.empty())
      return;
    std::vector<judge::Report> memory;
    for (const judge::FunctionWalk &function : walk.functions)
      memory.push_back(function.memory);
    write(report, report::planPage(summaryJson(facts), judge::timelineJson(memory)));
  }

  void write(const std::string &path, const std::string &contents) {
    if (Status status = writeFileAtomically(path, contents); !status.ok()) {
      emitError(getOperation().getLoc()) << status.error().message;
      signalPassFailure();
    }
  }
};
} // namespace
