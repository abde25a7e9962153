//===- Deviations.cpp - How far results are apart, as JSON ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Deviations.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Compare/WeightFormats.h"

#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace alcove;
using namespace alcove::reference;

static Result<device::DataType> blockFormatNamed(const std::string &name) {
  if (name == "bfp_bf8")
    return device::DataType::BfpBf8;
  if (name == "bfp_bf4")
    return device::DataType::BfpBf4;
  return Error{fmt::format("--weight-formats: '{}' is not bfp_bf8 or bfp_bf4", name)};
}

static void write(JsonWriter &json, const std::vector<std::optional<double>> &deviations) {
  json.beginArray();
  for (const std::optional<double> &deviation : deviations)
    if (!deviation)
      json.null();
    else if (std::isfinite(*deviation))
      json.value(*deviation);
    else
      json.value("inf"); // JSON has no such number
  json.endArray();
}

static Status writeWeights(JsonWriter &json, Runs &runs, mlir::func::FuncOp function,
                           const std::vector<std::string> &formats) {
  std::vector<WeightUse> uses = weightUses(function);
  std::set<unsigned> weights;
  for (const WeightUse &use : uses)
    weights.insert(use.argument);
  json.key("weights");
  json.beginArray();
  if (!weights.empty() && !formats.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(Replay replay, runs.record(function));
    for (unsigned weight : weights)
      for (const std::string &name : formats) {
        ALCOVE_ASSIGN_OR_RETURN(device::DataType format, blockFormatNamed(name));
        ALCOVE_ASSIGN_OR_RETURN(auto deviations, deviationsWith(replay, uses, weight, format));
        json.beginObject();
        json.field("argument", static_cast<int64_t>(weight));
        json.field("format", name);
        json.key("deviations");
        write(json, deviations);
        json.endObject();
      }
  }
  json.endArray();
  return {};
}

static Status writeFunction(JsonWriter &json, mlir::func::FuncOp function, const RunSettings &settings,
                            const std::vector<std::string> &paths, llvm::ArrayRef<mlir::ModuleOp> modules,
                            const std::vector<std::string> &formats) {
  Runs runs(function, settings);
  Calibration calibration(function);
  ALCOVE_ASSIGN_OR_RETURN(
      FunctionRun exact, runs.run(function, Precision::AllFloatsF32, settings.inputs.empty() ? &calibration : nullptr));
  runs.exponents = calibration.exponents();
  runs.elsewhere = exact.bytes();
  json.beginObject();
  json.field("name", function.getName().str());
  json.key("modules");
  json.beginArray();
  for (auto [path, module] : llvm::zip(paths, modules)) {
    auto ofModule = [&](const Error &error) { return Error{fmt::format("{}: {}", path, error.message)}; };
    Result<mlir::func::FuncOp> counterpart = counterpartOf(function, module);
    if (!counterpart)
      return ofModule(counterpart.error());
    Result<FunctionRun> run = runs.run(*counterpart, Precision::AsDeclared);
    if (!run)
      return ofModule(run.error());
    Result<std::vector<std::optional<double>>> deviations = deviationsOf(exact, *run);
    if (!deviations)
      return ofModule(deviations.error());
    write(json, *deviations);
  }
  json.endArray();
  ALCOVE_RETURN_IF_ERROR(writeWeights(json, runs, function, formats));
  json.endObject();
  return {};
}

Result<std::string> deviationsText(const std::vector<mlir::func::FuncOp> &functions, RunSettings settings,
                                   const std::vector<std::string> &modules, const std::vector<std::string> &formats,
                                   const std::function<mlir::OwningOpRef<mlir::ModuleOp>(const std::string &)> &read) {
  for (const std::string &name : formats)
    ALCOVE_RETURN_IF_ERROR(blockFormatNamed(name));
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> owned;
  std::vector<mlir::ModuleOp> others;
  for (const std::string &path : modules) {
    owned.push_back(read(path));
    if (!owned.back())
      return Error{fmt::format("{}: not read", path)};
    others.push_back(*owned.back());
  }
  settings.drawMissing = true;
  JsonWriter json(/*pretty=*/false);
  json.beginObject();
  json.key("functions");
  json.beginArray();
  for (mlir::func::FuncOp function : functions)
    ALCOVE_RETURN_IF_ERROR(writeFunction(json, function, settings, modules, others, formats));
  json.endArray();
  json.endObject();
  return json.str();
}
