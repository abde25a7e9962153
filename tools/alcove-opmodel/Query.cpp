//===- Query.cpp - alcove-opmodel query ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/Fidelity.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/RuntimeParts.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

static constexpr int illegal = 3; // beside 1 for errors and 2 for usage

namespace {

struct QueryOptions {
  std::string text, device = "wormhole-n150", measured;
  bool quiet = false, json = false;
};

/// An array of texts.
void writeTexts(JsonWriter &json, const char *name, const Explanation &lines) {
  json.key(name);
  json.beginArray();
  for (const std::string &line : lines)
    json.value(line);
  json.endArray();
}

void print(const Query &query, const Answer &answer, const Explanation &why, const std::optional<Runtime> &runtime,
           const Explanation &whyTime, bool quiet) {
  alcove::print("query     {}\n", toText(query));
  if (answer.refusal) {
    alcove::print("illegal   {}: {}\n", answer.refusal->id, answer.refusal->message);
    return;
  }
  const Constraints &c = answer.constraints;
  alcove::print("legal\n");
  alcove::print("cb peak      {:>9} B per core\n", c.cbPeakBytes);
  alcove::print("tensor peak  {:>9} B per core\n", c.tensorPeakBytes);
  alcove::print("total peak   {:>9} B per core\n", c.totalPeakBytes);
  alcove::print("output       {:>9} B per core\n", c.outputBytes);
  for (size_t i = 0; i < c.outputLayouts.size(); ++i) {
    std::vector<int64_t> shape = i < query.outputs.size() ? query.outputs[i].shape : std::vector<int64_t>{};
    std::string text = toText(TensorSpec{shape, c.outputLayouts[i]});
    if (shape.empty())
      text = text.substr(text.find('|') + 1);
    alcove::print("result {}     {}{}\n", i, text,
                  c.aliases[i] >= 0 ? fmt::format(" (aliases operand {})", c.aliases[i]) : "");
  }
  if (!quiet)
    for (const std::string &line : why)
      alcove::print("  {}\n", line);
  if (!runtime) {
    alcove::print("time         no figure\n");
    return;
  }
  alcove::print("time         {:.0f} ns ({:.0f}..{:.0f}): compute {:.0f}, DRAM {:.0f} ({} B), NoC {:.0f}, launch "
                "{:.0f}; {} cores\n",
                runtime->totalNs, runtime->lowNs, runtime->highNs, runtime->computeNs, runtime->dramNs,
                runtime->dramBytes, runtime->nocNs, runtime->launchNs, runtime->cores);
  if (!quiet)
    for (const std::string &line : whyTime)
      alcove::print("  {}\n", line);
}

void writeTime(JsonWriter &json, const Runtime &runtime, const Fidelity &fidelity, const Explanation &why) {
  json.beginObject();
  for (auto [name, ns] : {std::pair("ns", runtime.totalNs),
                          {"low_ns", runtime.lowNs},
                          {"high_ns", runtime.highNs},
                          {"compute_ns", runtime.computeNs},
                          {"dram_ns", runtime.dramNs},
                          {"noc_ns", runtime.nocNs},
                          {"launch_ns", runtime.launchNs}})
    json.field(name, ns);
  json.field("dram_bytes", runtime.dramBytes);
  json.field("cores", runtime.cores);
  json.field("bound_by", boundBy(runtime));
  if (*fidelity.name) {
    json.field("math_fidelity", fidelity.name);
    json.field("math_fidelity_assumed", fidelity.assumed);
  }
  writeTexts(json, "why", why);
  json.endObject();
}

std::string answerJson(const Query &query, const std::string &device, const Answer &answer, const Explanation &why,
                       const std::optional<Runtime> &runtime, const Explanation &whyTime) {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-answer");
  json.field("version", int64_t{1});
  json.field("alcove", std::string(version()));
  json.field("device", device);
  json.field("question", toText(query));
  json.field("legal", answer.legal());
  if (answer.refusal) {
    json.key("refusal");
    json.beginObject();
    json.field("rule", answer.refusal->id);
    json.field("message", answer.refusal->message);
    json.endObject();
  } else {
    const Constraints &c = answer.constraints;
    json.key("l1_bytes_per_core");
    json.beginObject();
    json.field("circular_buffers", c.cbPeakBytes);
    json.field("tensors", c.tensorPeakBytes);
    json.field("peak", c.totalPeakBytes);
    json.field("output", c.outputBytes);
    json.endObject();
    json.key("results");
    json.beginArray();
    for (size_t i = 0; i < c.outputLayouts.size(); ++i) {
      std::vector<int64_t> shape = i < query.outputs.size() ? query.outputs[i].shape : std::vector<int64_t>{};
      json.beginObject();
      json.field("layout", toText(TensorSpec{shape, c.outputLayouts[i]}));
      if (c.aliases[i] >= 0)
        json.field("aliases_operand", c.aliases[i]);
      json.endObject();
    }
    json.endArray();
    writeTexts(json, "why", why);
  }
  if (runtime) {
    json.key("time");
    writeTime(json, *runtime, fidelityOf(query), whyTime);
  }
  json.endObject();
  return json.str();
}

int run(const QueryOptions &options) {
  Result<ChipParameters> chip = ChipParameters::load(options.device);
  if (!chip)
    return opmodel_tool::fail(chip.error());
  std::shared_ptr<const OpModel> model = std::make_shared<AnalyticalOpModel>(*chip);
  if (!options.measured.empty()) {
    Result<CsvTable> table = readCsv(options.measured);
    if (!table)
      return opmodel_tool::fail(table.error());
    auto measured = MeasuredOpModel::create(*table, options.measured, *chip, model);
    if (!measured)
      return opmodel_tool::fail(measured.error());
    model = *measured;
  }
  Result<Query> query = parseQuery(options.text, *chip);
  if (!query)
    return opmodel_tool::fail(query.error());
  Explanation why, whyTime;
  Answer answer = model->constraints(*query, &why);
  std::optional<Runtime> runtime;
  if (answer.legal()) {
    // Time is asked for the layouts actually produced.
    Query settled = *query;
    for (size_t i = 0; i < settled.outputs.size() && i < answer.constraints.outputLayouts.size(); ++i)
      settled.outputs[i].layout = answer.constraints.outputLayouts[i];
    runtime = model->runtime(settled, &whyTime);
  }
  if (options.json)
    alcove::print("{}", answerJson(*query, options.device, answer, why, runtime, whyTime));
  else
    print(*query, answer, why, runtime, whyTime, options.quiet);
  return answer.legal() ? 0 : illegal;
}

} // namespace

void opmodel_tool::addQueryCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App *query = app.add_subcommand("query", "Answer one question, each number with its breakdown; exit 3: illegal");
  query
      ->add_option("query", options->text,
                   "'OP OPERAND... -> RESULT... name=value...', e.g. 'matmul 512x1024|bf16|l1 1024x512 -> ?512x512'; "
                   "see include/alcove/OpModel/QueryText.h")
      ->required();
  query->add_option("--device", options->device, "Preset or JSON file of a system descriptor; its first chip counts")
      ->capture_default_str();
  query->add_option("--measured", options->measured, "CSV table of measured values that override the model");
  query->add_flag("--json", options->json, "The answer as JSON");
  query->add_flag("--quiet", options->quiet, "Leave the breakdown out");
  query->callback([options, &exitCode] { exitCode = run(*options); });
}
