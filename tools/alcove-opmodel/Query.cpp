//===- Query.cpp - alcove-opmodel query ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/QueryText.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

static constexpr int illegal = 3; // beside 1 for errors and 2 for usage

namespace {

struct QueryOptions {
  std::string text, device = "wormhole-n150", measured;
  bool quiet = false;
};

Result<ChipParameters> chipOf(const std::string &name) {
  const device::SystemDesc *preset = device::findPreset(name);
  if (preset)
    return ChipParameters::from(preset->chips[preset->chipIndices.empty() ? 0 : preset->chipIndices[0]]);
  Result<device::SystemDesc> system = device::readSystemDesc(name);
  if (!system)
    return system.error();
  return ChipParameters::from(system->chip(0));
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

int run(const QueryOptions &options) {
  Result<ChipParameters> chip = chipOf(options.device);
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
  query->add_flag("--quiet", options->quiet, "Leave the breakdown out");
  query->callback([options, &exitCode] { exitCode = run(*options); });
}
