//===- Prices.cpp - alcove-opmodel prices -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/Device/SystemDesc.h"
#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/TimeIntervals.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

namespace {
struct PricesOptions {
  std::string file, table, device = "n150";
};

/// Family that the model's time is of, or `-`.
const char *familyOf(const Query &query, const ChipParameters &chip) {
  std::optional<TimedFamily> timed = estimateWithFamily(query, chip, timeParameters(chip));
  return timed ? toString(timed->family) : "-";
}

Status run(const PricesOptions &options) {
  ALCOVE_ASSIGN_OR_RETURN(ChipParameters chip, ChipParameters::load(options.device));
  std::shared_ptr<const OpModel> model = std::make_shared<AnalyticalOpModel>(chip);
  if (!options.table.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(MeasuredTimes times, readMeasuredTimes(options.table));
    ALCOVE_ASSIGN_OR_RETURN(model, TimedByTable::create(times, options.table, chip, model));
  }
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(options.file));
  print("ns,low_ns,high_ns,price,family\n");
  int64_t line = 0;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string question = text.substr(begin, end - begin);
    begin = end + 1;
    ++line;
    Result<Query> query = parseQuery(question, chip);
    if (!query)
      return Error{fmt::format("{}:{}: {}", options.file, line, query.error().message)};
    std::optional<Runtime> runtime = model->runtime(*query);
    if (runtime)
      print("{:.3f},{:.3f},{:.3f},{},{}\n", runtime->totalNs, runtime->lowNs, runtime->highNs,
            toString(evidenceOf(*runtime)), familyOf(*query, chip));
    else
      print(",,,,-\n");
  }
  return {};
}
} // namespace

void opmodel_tool::addPricesCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<PricesOptions>();
  CLI::App *prices = app.add_subcommand("prices", "Times of many questions as CSV, each with what it stands on");
  prices->add_option("questions", options->file, "Questions, one per line; - reads standard input")->required();
  prices->add_option("--measured", options->table, "Table of measured times (alcove calibrate)");
  prices->add_option("--device", options->device, "Preset or JSON file of a system descriptor; its first chip counts")
      ->capture_default_str();
  prices->callback([options, &exitCode] {
    if (Status done = run(*options); !done)
      exitCode = fail(done.error());
  });
}
