//===- PlannedOps.cpp - Ops of a plan and their prices --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlannedOps.h"
#include "Model.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/OpModel/QueryText.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::front;
using namespace alcove::opmodel;

namespace {

double numberIn(const JsonCursor &object, std::string_view name) {
  JsonCursor field = object.optionalField(name);
  Result<double> number = field.present() ? field.asDouble() : Result<double>(0.0);
  return number ? *number : 0;
}

std::string textIn(const JsonCursor &object, std::string_view name) {
  JsonCursor field = object.optionalField(name);
  Result<std::string> text = field.present() ? field.asString() : Result<std::string>(std::string());
  return text ? *text : "";
}

/// By name of op, over all functions.
Result<std::map<std::string, double>> regretsIn(const JsonCursor &summary) {
  std::map<std::string, double> regrets;
  JsonCursor plan = summary.optionalField("plan");
  if (!plan.present() || !plan.optionalField("functions").present())
    return regrets;
  JsonCursor functions = plan.field("functions");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, functions.arraySize());
  for (size_t i = 0; i < count; ++i) {
    JsonCursor robustness = functions.element(i).optionalField("robustness");
    if (!robustness.present())
      continue;
    JsonCursor ops = robustness.element(0).field("ops");
    ALCOVE_ASSIGN_OR_RETURN(size_t of, ops.arraySize());
    for (size_t k = 0; k < of; ++k)
      regrets[textIn(ops.element(k), "name")] += numberIn(ops.element(k), "share");
  }
  return regrets;
}

} // namespace

const PlannedOp *PlannedProgram::find(const std::string &name) const {
  auto found = std::ranges::find(ops, name, &PlannedOp::name);
  return found == ops.end() ? nullptr : &*found;
}

Result<PlannedProgram> front::readPlanned(const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path));
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  ALCOVE_ASSIGN_OR_RETURN(auto regrets, regretsIn(document.root()));
  PlannedProgram program;
  program.ns = numberIn(document.root().field("plan"), "time_ns");
  program.peakL1 = static_cast<Bytes>(numberIn(document.root().field("plan"), "peak_extent_bytes_per_core"));
  program.usableL1 = static_cast<Bytes>(numberIn(document.root(), "capacity_l1_bytes_per_core"));
  JsonCursor list = document.root().field("ops");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, list.arraySize());
  for (size_t i = 0; i < count; ++i) {
    JsonCursor each = list.element(i);
    std::string name = textIn(each, "name");
    program.ops.push_back({name, textIn(each, "op"), textIn(each, "place"), textIn(each, "layout"),
                           textIn(each, "question"), textIn(each, "price"), textIn(each, "reason"),
                           textIn(each, "to_try"), numberIn(each, "time_ns"), numberIn(each, "time_low_ns"),
                           numberIn(each, "time_high_ns"), regrets.contains(name) ? regrets[name] : 0});
  }
  return program;
}

Result<PlannedProgram> front::plannedProgram(const Words &planning, const std::filesystem::path &summary) {
  Words arguments = planning;
  arguments.push_back("--summary-json=" + summary.string());
  arguments.push_back("--summary=false");
  ALCOVE_ASSIGN_OR_RETURN(Words words, compilation("plan", arguments, isTTNN(modelOf(planning))));
  words.emplace_back("--mlir-print-debuginfo"); // names of ops live in locations
  Outcome outcome = runToEnd(words);
  if (outcome.exitCode != 0)
    return Error{outcome.output};
  return readPlanned(summary.string());
}

Result<std::vector<PlannedOp>> front::plannedOps(const Words &planning, const std::filesystem::path &summary) {
  ALCOVE_ASSIGN_OR_RETURN(PlannedProgram program, plannedProgram(planning, summary));
  return std::move(program.ops);
}

Result<double> front::pricedBy(const std::vector<PlannedOp> &ops, const MeasuredTimes &times,
                               const ChipParameters &chip) {
  ALCOVE_ASSIGN_OR_RETURN(std::shared_ptr<TimedByTable> model,
                          TimedByTable::create(times, "profile", chip, std::make_shared<AnalyticalOpModel>(chip)));
  double sum = 0;
  for (const PlannedOp &op : ops) {
    Result<Query> query = op.question.empty() ? Result<Query>(Error{""}) : parseQuery(op.question, chip);
    std::optional<Runtime> runtime = query ? model->runtime(*query) : std::nullopt;
    sum += runtime ? runtime->totalNs : op.ns;
  }
  return sum;
}

int64_t front::opsMoved(const std::vector<PlannedOp> &before, const std::vector<PlannedOp> &after) {
  std::map<std::string, std::string> layouts;
  for (const PlannedOp &op : before)
    layouts[op.name] = op.layout;
  return std::count_if(after.begin(), after.end(), [&](const PlannedOp &op) {
    auto found = layouts.find(op.name);
    return found != layouts.end() && found->second != op.layout;
  });
}
