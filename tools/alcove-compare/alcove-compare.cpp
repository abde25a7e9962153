//===- alcove-compare.cpp - What moved between two plans, and what it cost --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compile.h"
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Report/ComparePlans.h"

#include <CLI/CLI.hpp>
#include <cstdio>

using namespace alcove;

namespace {
/// `2%`, `2`, `0.5%`: percent.
Result<double> parsePercent(std::string text) {
  if (!text.empty() && text.back() == '%')
    text.pop_back();
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= 0 && value <= 1e6))
    return Error{"--fail-if-slower: expected a percentage such as 2%, got '" + text + "'"};
  return value;
}

int fail(const std::string &message) {
  std::fprintf(stderr, "alcove-compare: error: %s\n", message.c_str());
  return 1;
}

/// Both sides are planned at level 2 for the card of `alcove plan` unless their options say else: otherwise
/// `--after "cores=4x4"` would compare a plan with a program that nobody planned.
std::string withDefaults(std::string options) {
  // `alcove plan` calls it so, by name or by file.
  if (size_t at = (" " + options).find(" device="); at != std::string::npos) {
    std::string device = options.substr(at, options.find(' ', at) - at);
    bool isFile = device.ends_with(".json") || device.find('/') != std::string::npos;
    options.replace(at, std::string("device").size(), isFile ? "system-desc-path" : "mock-system-desc-arch");
  }
  std::string all = options;
  for (const char *byDefault : {"optimization-level=2", "default-device=wormhole"}) {
    std::string name = std::string(byDefault).substr(0, std::string(byDefault).find('=') + 1);
    if ((" " + options).find(" " + name) == std::string::npos)
      all = byDefault + (" " + all);
  }
  return all;
}

/// One side: a summary, or a model to compile.
Result<report::PlanFigures> side(const std::string &path, const std::string &options, bool again) {
  bool isSummary = path.ends_with(".json");
  if (isSummary && !options.empty())
    return Error{"'" + path + "' is a summary: options '" + options + "' have no effect on it; give a model"};
  Result<std::string> text = isSummary ? readFile(path) : compare_tool::summaryOf(path, withDefaults(options), again);
  if (!text.ok())
    return text.error();
  Result<report::PlanFigures> figures = report::parsePlanFigures(*text);
  if (!figures.ok())
    return Error{path + ": " + figures.error().message + " (expected what summary-json writes)"};
  return figures;
}
} // namespace

int main(int argc, char **argv) {
  checkOutputAtExit("alcove-compare");
  CLI::App app{
      "alcove-compare: two plans op by op: places, times, conversions, what moved and what it cost or gained\n"
      "\n"
      "  alcove-compare before.json after.json                       summaries, of summary-json\n"
      "  alcove-compare model.mlir --before \"optimization-level=2 memory-layout-analysis-policy=DFSharding\"\n"
      "  alcove-compare old.mlir new.mlir --fail-if-slower 2%        models, compiled at level 2\n"
      "\n"
      "Exit code: 0, 3 when --fail-if-slower is exceeded, 1 for errors, 2 for a wrong command line."};
  app.set_version_flag("--version", versionText("alcove-compare"));
  std::string first, second, json, slower;
  std::string before, after;
  size_t top = 20;
  bool again = false;
  app.add_option("first", first, "Model (TTIR) or summary (.json) before")->required();
  app.add_option("second", second, "Model or summary after; default: the first one under the options of --after");
  app.add_option("--before", before,
                 "Pipeline options of the first model, planned at optimization-level=2 unless they say else");
  app.add_option("--after", after, "Pipeline options of the second model, the same");
  app.add_flag("--ttnn", again, "The models are TTNN and are planned again (ttnn-to-ttnn)");
  app.add_option("--top", top, "Ops to print, largest change first")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app.add_option("--json", json, "Write all changes to this file");
  app.add_option("--fail-if-slower", slower, "Exit with 3 when the second is slower by more than this: 2%");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError &error) {
    std::fprintf(stderr,
                 "alcove-compare: error: %s\noptions of the pipeline stand in --before and --after, without dashes: "
                 "--after \"l1-bytes=1000000 mock-system-desc-arch=p150\"; policies of one model are compared by "
                 "`alcove plan MODEL --policies=all`\n",
                 error.what());
    return 2;
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    std::fprintf(stderr, "alcove-compare: error: %s (--help lists what there is)\n", error.what());
    return 2;
  }
  double limit = -1;
  if (!slower.empty()) {
    Result<double> percent = parsePercent(slower);
    if (!percent.ok())
      return fail(percent.error().message);
    limit = *percent;
  }
  if (second.empty() && first.ends_with(".json"))
    return fail("'" + first + "' is one summary: give the second one too");
  if (second.empty() && before == after) {
    std::fprintf(stderr,
                 "alcove-compare: error: '%s' would be compared with itself: give a second model, or options of the "
                 "pipeline that differ: --after \"l1-bytes=1000000\"\n",
                 first.c_str());
    return 2;
  }
  Result<report::PlanFigures> a = side(first, before, again);
  if (!a.ok())
    return fail(a.error().message);
  Result<report::PlanFigures> b = side(second.empty() ? first : second, after, again);
  if (!b.ok())
    return fail(b.error().message);
  std::fputs(report::comparisonText(*a, *b, top).c_str(), stdout);
  if (!json.empty())
    if (Status written = writeFileAtomically(json, report::comparisonJson(*a, *b)); !written.ok())
      return fail(written.error().message);
  if (limit >= 0 && b->time > a->time * (1 + limit / 100)) {
    std::fprintf(stderr, "alcove-compare: slower by %.2f %%, allowed are %g %%\n", 100 * (b->time / a->time - 1),
                 limit);
    return 3;
  }
  return 0;
}
