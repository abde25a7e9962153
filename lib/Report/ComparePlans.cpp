//===- ComparePlans.cpp - Two plans beside each other ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/ComparePlans.h"
#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace alcove;
using namespace alcove::report;

static Result<PlanFigures::Op> readOp(const JsonCursor &at) {
  PlanFigures::Op op;
  ALCOVE_ASSIGN_OR_RETURN(op.name, at.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(op.kind, at.field("op").asString());
  ALCOVE_ASSIGN_OR_RETURN(op.place, at.field("place").asString());
  ALCOVE_ASSIGN_OR_RETURN(op.layout, at.field("layout").asString());
  if (JsonCursor time = at.optionalField("time_ns"); time.present()) {
    ALCOVE_ASSIGN_OR_RETURN(op.time, time.asDouble());
  }
  return op;
}

Result<PlanFigures> report::parsePlanFigures(std::string_view summaryJson) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(summaryJson));
  JsonCursor root = document.root(), plan = root.field("plan");
  PlanFigures figures;
  ALCOVE_ASSIGN_OR_RETURN(figures.module, root.field("module").asString());
  for (auto [name, into] :
       {std::pair("file", &figures.file), {"device", &figures.device}, {"options", &figures.options}})
    if (JsonCursor text = root.optionalField(name); text.present()) {
      ALCOVE_ASSIGN_OR_RETURN(*into, text.asString());
    }
  if (JsonCursor predicted = root.optionalField("predicted"); predicted.present()) {
    ALCOVE_ASSIGN_OR_RETURN(figures.policy, predicted.field("policy").asString());
  }
  ALCOVE_ASSIGN_OR_RETURN(figures.time, plan.field("time_ns").asDouble());
  int64_t sharded = 0, interleaved = 0;
  for (auto [name, into] : {std::pair("dram_bytes", &figures.dramBytes),
                            {"peak_l1_bytes_per_core", &figures.peakL1Bytes},
                            {"l1_sharded", &sharded},
                            {"l1_interleaved", &interleaved},
                            {"activation_ops", &figures.activations},
                            {"reshards", &figures.reshards},
                            {"spills", &figures.spills}}) {
    ALCOVE_ASSIGN_OR_RETURN(*into, plan.field(name).asInt());
  }
  figures.resultsInL1 = sharded + interleaved;
  JsonCursor ops = root.field("ops");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, ops.arraySize());
  for (size_t i = 0; i < count; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(PlanFigures::Op op, readOp(ops.element(i)));
    figures.ops.push_back(std::move(op));
  }
  return figures;
}

std::vector<OpChange> report::changesOf(const PlanFigures &before, const PlanFigures &after) {
  std::map<std::string_view, const PlanFigures::Op *> byName;
  for (const PlanFigures::Op &op : after.ops)
    byName.emplace(op.name, &op);
  std::vector<OpChange> changes;
  for (const PlanFigures::Op &op : before.ops) {
    auto found = byName.find(op.name);
    changes.push_back({&op, found == byName.end() ? nullptr : found->second});
    if (found != byName.end())
      byName.erase(found);
  }
  for (const PlanFigures::Op &op : after.ops)
    if (auto left = byName.find(op.name); left != byName.end() && left->second == &op)
      changes.push_back({nullptr, &op});
  return changes;
}

static double percent(double before, double after) { return before == 0 ? 0 : 100 * (after / before - 1); }

static std::string totalsText(const PlanFigures &before, const PlanFigures &after) {
  std::string text = fmt::format("  {:<18} {:>16} {:>16} {:>10}\n", "", "before", "after", "change");
  auto line = [&](const char *what, double a, double b, const char *unit, int digits) {
    text += fmt::format("  {:<18} {:>13.{}f} {:<2} {:>13.{}f} {:<2} {:>+8.2f} %\n", what, a, digits, unit, b, digits,
                        unit, percent(a, b));
  };
  line("modelled time", before.time / 1000, after.time / 1000, "us", 1);
  line("DRAM traffic", static_cast<double>(before.dramBytes) / 1e6, static_cast<double>(after.dramBytes) / 1e6, "MB",
       2);
  line("peak L1 per core", static_cast<double>(before.peakL1Bytes), static_cast<double>(after.peakL1Bytes), "B", 0);
  auto counts = [&](const char *what, const std::string &a, const std::string &b) {
    text += fmt::format("  {:<18} {:>16} {:>16}\n", what, a, b);
  };
  auto inL1 = [](const PlanFigures &plan) { return fmt::format("{} of {}", plan.resultsInL1, plan.activations); };
  auto moves = [](const PlanFigures &plan) { return fmt::format("{} + {}", plan.reshards, plan.spills); };
  counts("results in L1", inL1(before), inL1(after));
  counts("reshards + spills", moves(before), moves(after));
  counts("policy", before.policy, after.policy);
  return text;
}

static std::string placeOf(const PlanFigures::Op *op) { return op ? op->layout.empty() ? op->place : op->layout : "-"; }

std::string report::comparisonText(const PlanFigures &before, const PlanFigures &after, size_t maxOps) {
  std::vector<OpChange> changes = changesOf(before, after);
  int64_t same = 0, moved = 0, gone = 0, come = 0;
  for (const OpChange &change : changes)
    ++(!change.before ? come : !change.after ? gone : change.moved() ? moved : same);
  std::string text = "comparison of two plans\n";
  for (auto [key, figures] : {std::pair("before", &before), {"after", &after}})
    text += fmt::format("  {:<18} {} on {}{}\n", key, figures->file.empty() ? figures->module : figures->file,
                        figures->device.empty() ? "an unnamed device" : figures->device,
                        figures->options.empty() ? "" : ": " + figures->options);
  text += totalsText(before, after);
  text +=
      fmt::format("  {:<18} {} as before, {} moved, {} only before, {} only after\n", "ops", same, moved, gone, come);
  std::erase_if(changes, [](const OpChange &change) { return !change.moved() && std::abs(change.delta()) < 0.5; });
  std::ranges::stable_sort(changes, std::greater(), [](const OpChange &change) { return std::abs(change.delta()); });
  if (changes.empty())
    return text + "  no op changed its place or its time\n";
  text += fmt::format("  {:>10} {:>10} {:>10}  op\n", "change us", "before us", "after us");
  for (size_t i = 0; i < std::min(changes.size(), maxOps); ++i) {
    const OpChange &change = changes[i];
    const PlanFigures::Op &any = change.before ? *change.before : *change.after;
    auto time = [](const PlanFigures::Op *op) {
      return op ? fmt::format("{:.2f}", op->time / 1000) : std::string("-");
    };
    text += fmt::format("  {:>+10.2f} {:>10} {:>10}  {} ({}): {}\n", change.delta() / 1000, time(change.before),
                        time(change.after), any.name, any.kind,
                        change.moved() ? placeOf(change.before) + " -> " + placeOf(change.after) : placeOf(&any));
  }
  if (changes.size() > maxOps)
    text += fmt::format("  and {} smaller changes\n", changes.size() - maxOps);
  return text;
}

std::string report::comparisonJson(const PlanFigures &before, const PlanFigures &after) {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-comparison");
  json.field("version", int64_t{1});
  for (auto [key, figures] : {std::pair("before", &before), {"after", &after}}) {
    json.key(key);
    json.beginObject();
    json.field("file", figures->file);
    json.field("device", figures->device);
    json.field("options", figures->options);
    json.field("policy", figures->policy);
    json.endObject();
  }
  json.field("before_ns", before.time);
  json.field("after_ns", after.time);
  json.field("change_percent", percent(before.time, after.time));
  json.key("ops");
  json.beginArray();
  for (const OpChange &change : changesOf(before, after)) {
    if (!change.moved() && change.delta() == 0)
      continue;
    json.beginObject();
    json.field("name", (change.before ? change.before : change.after)->name);
    json.field("change_ns", change.delta());
    for (auto [key, op] : {std::pair("before", change.before), std::pair("after", change.after)}) {
      if (!op)
        continue;
      json.key(key);
      json.beginObject();
      json.field("op", op->kind);
      json.field("place", op->place);
      json.field("layout", op->layout);
      json.field("time_ns", op->time);
      json.endObject();
    }
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return json.str();
}
