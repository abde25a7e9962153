//===- OpTable.cpp - A line per op of the final program -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpTable.h"
#include "alcove/OpModel/Fidelity.h"
#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/RuntimeParts.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Queries/ModelAlone.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

static const char *nameOf(judge::Placement placement) {
  switch (placement) {
  case judge::Placement::L1Sharded:
    return "L1 sharded";
  case judge::Placement::L1Interleaved:
    return "L1";
  case judge::Placement::Dram:
    return "DRAM";
  case judge::Placement::Host:
    return "host";
  }
  return "";
}

static std::string nameOf(Value value) {
  if (Operation *producer = value.getDefiningOp())
    return opName(producer);
  return fmt::format("%arg{}", cast<BlockArgument>(value).getArgNumber());
}

/// Names around an op's own, innermost first: frameworks nest a location per module of the model.
static void collectScopes(Location loc, std::vector<std::string> &scopes) {
  if (auto name = dyn_cast<NameLoc>(loc)) {
    scopes.push_back(name.getName().str());
    collectScopes(name.getChildLoc(), scopes);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    // Aliases, the original and what was fused into it: the first that lies in a module.
    std::vector<std::string> longest;
    for (Location part : fused.getLocations()) {
      std::vector<std::string> found;
      collectScopes(part, found);
      if (found.size() > longest.size())
        longest = std::move(found);
    }
    scopes.insert(scopes.end(), longest.begin(), longest.end());
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collectScopes(call.getCallee(), scopes);
  }
}

/// `a/b` of `a/b/add`, or the names that enclose the op's: `package.Encoder::0` as `Encoder::0`.
static std::vector<std::string> scopesOf(Operation *op) {
  std::string name = opName(op);
  std::vector<std::string> names, scopes;
  collectScopes(op->getLoc(), names);
  for (std::string &each : names) {
    StringRef text = each;
    if (text.starts_with("%") || StringRef(name).starts_with(text) || text.empty())
      continue; // aliases, and what the op is called itself
    auto [path, instance] = text.split("::");
    scopes.push_back((path.substr(path.rfind('.') + 1) + (instance.empty() ? "" : "::" + instance)).str());
  }
  std::reverse(scopes.begin(), scopes.end());
  if (scopes.empty())
    for (StringRef rest = StringRef(name); rest.contains('/');) {
      auto [first, behind] = rest.split('/');
      scopes.push_back(first.str());
      rest = behind;
    }
  return scopes;
}

/// Why a result is not in L1 that the planner was not asked about.
static OpReason reasonOutsidePlan(Operation *op, const std::string &name) {
  if (op->getNumResults() == 0)
    return {name, "no-tensor", "makes no tensor on the device", "", ""};
  std::string readers;
  for (Operation *reader : llvm::SetVector<Operation *>(op->user_begin(), op->user_end()))
    if (!isa<ttnn::DeallocateOp>(reader))
      readers += (readers.empty() ? "" : ", ") +
                 (reader->hasTrait<OpTrait::IsTerminator>() ? "the caller" : "'" + opName(reader) + "'");
  return {name, "conversion", "the plan's own copy, for " + readers, "", ""};
}

/// What the model says without the table that the price stands on. `model` is made when it is needed.
static std::optional<Nanoseconds> modelledAlone(Operation *op, const opmodel::Query &query,
                                                std::unique_ptr<opmodel::OpModel> &model) {
  if (!model)
    model = queries::makeModelAlone(op);
  std::optional<opmodel::Runtime> runtime = model ? model->runtime(query) : std::nullopt;
  return runtime ? std::optional(runtime->totalNs) : std::nullopt;
}

std::vector<OpLine> transforms::opLines(const judge::ModuleWalk &walk, const PlanRecord &record) {
  llvm::StringMap<const OpReason *> reasons;
  for (const OpReason &reason : record.reasons)
    reasons[reason.name] = &reason;
  std::vector<OpLine> lines;
  if (!walk.machine)
    return lines;
  const opmodel::ChipPeaks peaks = peaksOf(*walk.machine);
  std::unique_ptr<opmodel::OpModel> alone;
  for (const judge::FunctionWalk &function : walk.functions)
    for (const judge::Step &step : function.steps) {
      if (!function.isForward || !isNamedOp(step.op))
        continue;
      OpLine line;
      line.name = opName(step.op);
      line.op = step.op->getName().stripDialect().str();
      line.function = function.memory.name;
      line.placement = step.placement;
      for (OpOperand *operand : queries::tensorOperands(step.op))
        line.reads.push_back(nameOf(operand->get()));
      line.timed = step.timed;
      line.runtime = step.runtime;
      line.bound = step.timed ? opmodel::boundBy(step.runtime) : "";
      line.scopes = scopesOf(step.op);
      if (std::optional<opmodel::Query> query = queries::makeQuery(step.op, *walk.machine)) {
        line.question = opmodel::toText(*query);
        opmodel::Fidelity fidelity = opmodel::fidelityOf(*query);
        line.fidelity = fidelity.name;
        line.fidelityAssumed = fidelity.assumed;
        if (step.timed && opmodel::evidenceOf(step.runtime) != opmodel::Evidence::Model)
          line.modelledNs = modelledAlone(step.op, *query, alone);
        if (step.timed && step.runtime.totalNs > 0)
          line.roofline = opmodel::rooflineOf(*query, peaks);
      }
      if (step.op->getNumResults() > 0)
        if (std::optional<device::TensorSpec> spec = queries::specOf(step.op->getResult(0), *walk.machine)) {
          line.layout = device::toString(*spec);
          if (spec->layout.isL1())
            line.l1BytesPerCore = device::l1BytesPerCore(*spec, walk.machine->numBanks());
        }
      bool inL1 = step.placement == judge::Placement::L1Sharded || step.placement == judge::Placement::L1Interleaved;
      if (const OpReason *known = reasons.lookup(line.name); known && !inL1)
        line.reason = *known;
      else if (!inL1 && !reasons.empty())
        line.reason = reasonOutsidePlan(step.op, line.name);
      lines.push_back(std::move(line));
    }
  return lines;
}

/// Results outside of L1 by their reasons, what takes most time first.
static std::string reasonTotals(ArrayRef<OpLine> lines) {
  struct Total {
    std::string id;
    int64_t ops = 0;
    double ns = 0;
  };
  std::vector<Total> totals;
  for (const OpLine &line : lines) {
    if (!line.reason)
      continue;
    auto total = llvm::find_if(totals, [&](const Total &each) { return each.id == line.reason->id; });
    if (total == totals.end())
      total = totals.insert(total, Total{line.reason->id});
    ++total->ops;
    total->ns += line.timed ? line.runtime.totalNs : 0;
  }
  llvm::stable_sort(totals, [](const Total &a, const Total &b) { return a.ns > b.ns; });
  std::string text;
  for (const Total &total : totals)
    text += fmt::format("{}{} {} ({:.1f} us)", text.empty() ? "  outside of L1      " : ", ", total.ops, total.id,
                        total.ns / 1000);
  return text.empty() ? text : text + "\n";
}

static Nanoseconds aboveRoofline(const OpLine &line) {
  return std::max(0.0, line.runtime.totalNs - line.roofline->ns());
}

opmodel::ChipPeaks transforms::peaksOf(const queries::Machine &machine) {
  opmodel::ChipPeaks peaks;
  peaks.cores = machine.numBanks();
  peaks.clockGHz = static_cast<double>(machine.clockMHz) / 1000;
  peaks.dramGBs = static_cast<double>(machine.dramMBs) / 1000;
  return peaks;
}

RooflineSums transforms::rooflineSums(const std::vector<OpLine> &lines, const opmodel::ChipPeaks &peaks) {
  constexpr size_t shown = 10;
  RooflineSums sums;
  for (const OpLine &line : lines) {
    if (!line.roofline)
      continue;
    sums.timeNs += line.runtime.totalNs;
    sums.rooflineNs += std::min(line.roofline->ns(), line.runtime.totalNs);
    sums.bytesNs += std::min(line.roofline->bytesNs, line.runtime.totalNs);
    sums.operationsNs += std::min(line.roofline->operationsNs, line.runtime.totalNs);
    sums.aboveByReason[opmodel::toString(opmodel::whyAbove(*line.roofline, line.runtime, peaks))] +=
        aboveRoofline(line);
    sums.mostAbove.push_back(&line);
  }
  llvm::stable_sort(sums.mostAbove,
                    [](const OpLine *a, const OpLine *b) { return aboveRoofline(*a) > aboveRoofline(*b); });
  sums.mostAbove.resize(std::min(shown, sums.mostAbove.size()));
  return sums;
}

std::string transforms::rooflineText(const RooflineSums &sums, const opmodel::ChipPeaks &peaks) {
  std::string text;
  for (const OpLine *line : sums.mostAbove)
    text += fmt::format("  {:>10.2f}    above the roofline of {:.2f} us: {} ({}), unreachable because {}\n",
                        aboveRoofline(*line) / 1000, line->roofline->ns() / 1000, line->name, line->op,
                        opmodel::explainAbove(*line->roofline, line->runtime, peaks));
  return text;
}

void transforms::writeRoofline(JsonWriter &json, const RooflineSums &sums, const opmodel::ChipPeaks &peaks) {
  json.beginObject();
  json.field("ns", sums.rooflineNs);
  json.field("time_ns", sums.timeNs);
  json.field("ratio", sums.ratio());
  json.field("dram_ns", sums.bytesNs);
  json.field("compute_ns", sums.operationsNs);
  json.key("above_ns_by_reason");
  json.beginObject();
  for (const auto &[reason, ns] : sums.aboveByReason)
    json.field(reason, ns);
  json.endObject();
  json.key("most_above");
  json.beginArray();
  for (const OpLine *line : sums.mostAbove) {
    json.beginObject();
    json.field("name", line->name);
    json.field("op", line->op);
    json.field("above_ns", aboveRoofline(*line));
    json.field("roofline_ns", line->roofline->ns());
    json.field("reason", opmodel::toString(opmodel::whyAbove(*line->roofline, line->runtime, peaks)));
    json.field("unreachable_because", opmodel::explainAbove(*line->roofline, line->runtime, peaks));
    json.endObject();
  }
  json.endArray();
  json.endObject();
}

/// Sums of time, and within each of the time by what is waited for.
template <typename Key>
static std::vector<Share> sharesBy(const std::vector<OpLine> &lines, Key key) {
  std::map<std::string, Share> shares;
  std::map<std::string, std::map<std::string, Nanoseconds>> bounds;
  for (const OpLine &line : lines) {
    if (!(line.timed && line.runtime.totalNs > 0))
      continue;
    Share &share = shares[key(line)];
    share.name = key(line);
    ++share.ops;
    share.ns += line.runtime.totalNs;
    bounds[share.name][line.bound] += line.runtime.totalNs;
  }
  std::vector<Share> result;
  for (auto &[name, share] : shares) {
    share.bound =
        llvm::max_element(bounds[name], [](const auto &a, const auto &b) { return a.second < b.second; })->first;
    result.push_back(std::move(share));
  }
  llvm::stable_sort(result, [](const Share &a, const Share &b) { return a.ns > b.ns; });
  return result;
}

std::vector<Share> transforms::timeByKind(const std::vector<OpLine> &lines) {
  return sharesBy(lines, [](const OpLine &line) { return line.op; });
}

std::vector<Share> transforms::timeByBound(const std::vector<OpLine> &lines) {
  return sharesBy(lines, [](const OpLine &line) { return line.bound; });
}

void transforms::writeShares(JsonWriter &json, const std::vector<Share> &shares, Nanoseconds whole) {
  json.beginArray();
  for (const Share &share : shares) {
    json.beginObject();
    json.field("name", share.name);
    json.field("ops", share.ops);
    json.field("time_ns", share.ns);
    json.field("share", whole > 0 ? share.ns / whole : 0.0);
    json.field("bound_by", share.bound);
    json.endObject();
  }
  json.endArray();
}

/// What the prices stand on, where any is not the model's alone.
static std::string priceTotals(ArrayRef<OpLine> lines) {
  std::array<std::pair<int64_t, double>, 3> totals{};
  for (const OpLine &line : lines)
    if (line.timed) {
      auto &[ops, ns] = totals[static_cast<size_t>(opmodel::evidenceOf(line.runtime))];
      ++ops;
      ns += line.runtime.totalNs;
    }
  if (totals[0].first + totals[1].first == 0)
    return "";
  std::string text = "  prices             ";
  for (size_t i = 0; i < totals.size(); ++i)
    text += fmt::format("{} {} {} ({:.1f} us)", i == 0 ? "" : ",", totals[i].first,
                        opmodel::toString(static_cast<opmodel::Evidence>(i)), totals[i].second / 1000);
  return text + "\n";
}

static bool takesTime(const OpLine &line) { return line.timed && line.runtime.totalNs > 0; }

/// Of such an op the table says nothing that its number does not.
static bool isFolded(const OpLine &line) {
  static const llvm::StringSet<> plain = {"constant", "host", "view", "no-tensor"};
  return !takesTime(line) && (!line.reason || plain.contains(line.reason->id));
}

std::string transforms::opTableText(std::vector<OpLine> lines) {
  llvm::stable_sort(lines, [](const OpLine &a, const OpLine &b) { return a.runtime.totalNs > b.runtime.totalNs; });
  size_t width = 4;
  for (const OpLine &line : lines)
    width = std::max(width, std::min<size_t>(line.name.size(), 48));
  std::string text = reasonTotals(lines);
  text += priceTotals(lines);
  Nanoseconds whole = 0;
  for (const OpLine &line : lines)
    whole += line.timed ? line.runtime.totalNs : 0;
  text += fmt::format("  {:>10}  {:>6}  {:<7}  {:<{}}  {:<24}  {:<10}  {:>9}  {}\n", "us", "share", "bound", "op",
                      width, "kind", "place", "L1 B/core", "layout");
  std::map<std::string, int64_t> withoutTime;
  for (const OpLine &line : lines) {
    if (isFolded(line)) {
      ++withoutTime[line.op + (line.reason ? " [" + line.reason->id + "]" : "")];
      continue;
    }
    text += fmt::format("  {:>10}  {:>6}  {:<7}  {:<{}}  {:<24}  {:<10}  {:>9}  {}\n",
                        line.timed ? fmt::format("{:.2f}", line.runtime.totalNs / 1000) : "-",
                        takesTime(line) ? fmt::format("{:.1f} %", 100 * line.runtime.totalNs / whole) : "", line.bound,
                        line.name, width, line.op, nameOf(line.placement), line.l1BytesPerCore, line.layout);
    if (line.reason)
      text += fmt::format("  {:>10}    [{}] {}{}\n", "", line.reason->id, line.reason->why,
                          line.reason->remedy.empty() ? "" : "; " + line.reason->remedy);
  }
  std::string folded;
  for (const auto &[op, count] : withoutTime)
    folded += fmt::format("{}{} {}", folded.empty() ? "" : ", ", count, op);
  return folded.empty() ? text : text + fmt::format("  {:>10}  take no time: {}\n", "", folded);
}

void transforms::writeOpTable(JsonWriter &json, const std::vector<OpLine> &lines, const opmodel::ChipPeaks &peaks) {
  json.beginArray();
  for (const OpLine &line : lines) {
    json.beginObject();
    json.field("name", line.name);
    json.field("op", line.op);
    json.field("function", line.function);
    json.field("place", nameOf(line.placement));
    json.field("layout", line.layout);
    json.field("l1_bytes_per_core", line.l1BytesPerCore);
    json.key("reads");
    json.beginArray();
    for (const std::string &name : line.reads)
      json.value(name);
    json.endArray();
    if (!line.scopes.empty())
      json.field("scope", llvm::join(line.scopes, "/"));
    if (line.timed) {
      json.field("time_ns", line.runtime.totalNs);
      json.field("compute_ns", line.runtime.computeNs);
      json.field("dram_ns", line.runtime.dramNs);
      json.field("noc_ns", line.runtime.nocNs);
      json.field("launch_ns", line.runtime.launchNs);
      json.field("dram_bytes", line.runtime.dramBytes);
      json.field("time_low_ns", line.runtime.lowNs);
      json.field("time_high_ns", line.runtime.highNs);
      json.field("price", opmodel::toString(opmodel::evidenceOf(line.runtime)));
      if (line.modelledNs)
        json.field("modelled_ns", *line.modelledNs);
      json.field("cores", line.runtime.cores);
      if (!line.bound.empty())
        json.field("bound_by", line.bound);
      if (!line.fidelity.empty()) {
        json.field("math_fidelity", line.fidelity);
        json.field("math_fidelity_assumed", line.fidelityAssumed);
      }
    }
    if (line.roofline) {
      json.field("roofline_ns", line.roofline->ns());
      json.field("above_roofline", opmodel::toString(opmodel::whyAbove(*line.roofline, line.runtime, peaks)));
      json.field("unreachable_because", opmodel::explainAbove(*line.roofline, line.runtime, peaks));
    }
    if (!line.question.empty())
      json.field("question", line.question);
    if (line.reason) {
      json.field("reason", line.reason->id);
      json.field("why", line.reason->why);
      if (!line.reason->remedy.empty())
        json.field("remedy", line.reason->remedy);
      if (!line.reason->toTry.empty())
        json.field("to_try", line.reason->toTry);
    }
    json.endObject();
  }
  json.endArray();
}
