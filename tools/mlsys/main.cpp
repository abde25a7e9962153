//===- main.cpp - mlsys: the graph scheduler as a contest entry -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mlsys IN.json OUT.json
//
// OUT is replaced atomically by every better schedule; a kill at any moment leaves a valid schedule or none. Time limit
// in seconds: environment ALCOVE_MLSYS_SECONDS, else the published limit of the instance whose number ends the file
// name (…-13.json), else 2 seconds; 90 % of it are used.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace alcove;
using namespace alcove::plan::schedule;

/// Published limits: 2 / 5 / 15 / 30 / 60 / 120 s for instances 1-4 / 5-8 / 9-12 / 13-16 / 17-20 / 21-24.
static double publishedLimit(std::string_view path) {
  if (path.ends_with(".json"))
    path.remove_suffix(5);
  size_t begin = path.size();
  while (begin > 0 && path[begin - 1] >= '0' && path[begin - 1] <= '9')
    --begin;
  int number = 0;
  std::from_chars(path.data() + begin, path.data() + path.size(), number);
  static constexpr double limits[] = {2, 5, 15, 30, 60, 120};
  return number >= 1 && number <= 24 ? limits[(number - 1) / 4] : 2;
}

static double timeLimit(std::string_view path) {
  if (const char *text = std::getenv("ALCOVE_MLSYS_SECONDS")) {
    char *end = nullptr;
    double seconds = std::strtod(text, &end);
    if (end != text && seconds > 0)
      return seconds;
  }
  return publishedLimit(path);
}

static int fail(const std::string &message) {
  std::fprintf(stderr, "mlsys: error: %s\n", message.c_str());
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: mlsys IN.json OUT.json\n");
    return 2;
  }
  Result<std::string> text = readFile(argv[1], size_t(1) << 30);
  if (!text.ok())
    return fail(text.error().message);
  Result<Problem> problem = formats::readMLSysProblem(*text);
  if (!problem.ok())
    return fail(std::string(argv[1]) + ": " + problem.error().message);
  // A file always holds the best schedule so far; a stream takes one text, so the last.
  bool replaceable = isReplaceable(argv[2]);
  struct Writer : ScheduleObserver {
    void progress(const plan::RunProgress<double, Solution> &at) override {
      if (path)
        written = writeFileAtomically(path, formats::writeMLSysSolution(*at.solution));
    }
    const char *path = nullptr;
    Status written;
  } writer;
  writer.path = replaceable ? argv[2] : nullptr;
  Result<ScheduleResult> result =
      scheduleGraph(*problem, {.seconds = 0.9 * timeLimit(argv[1]), .threads = 2}, {}, &writer);
  if (!result.ok())
    return fail(std::string(argv[1]) + ": " + result.error().message);
  Status written = writer.written;
  if (!replaceable || problem->ops.empty())
    written = writeFileAtomically(argv[2], formats::writeMLSysSolution(result->solution));
  if (!written.ok())
    return fail(written.error().message);
  std::printf("cost=%.10g bound=%.10g\n", result->cost, result->bound);
  Status flushed = flushStandardOutput();
  return flushed ? 0 : fail(flushed.error().message);
}
