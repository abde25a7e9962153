//===- Releases.cpp - A plan under another release of the library ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Measured.h"
#include "Model.h"
#include "PlannedOps.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Releases.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;
using namespace alcove::opmodel;

namespace {

/// `--before-release A --after-release B`. A release is a month (yyyymm) of `device`, or a device file of its own.
struct Request {
  std::string before, after, device = "wormhole", json;
  double failIfSlower = -1; ///< percent; negative: never
  size_t top = 20;
  Words planning; ///< model and options of the plan
};

Result<Request> readRequest(const Words &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(OwnOptions options, takeOptions(arguments, {"--before-release", "--after-release", "--device",
                                                                      "--json", "--fail-if-slower", "--top"}));
  Request request;
  request.planning = std::move(options.others);
  for (auto &[name, value] : options.values) {
    if (name == "--before-release" || name == "--after-release" || name == "--device" || name == "--json") {
      (name == "--before-release"  ? request.before
       : name == "--after-release" ? request.after
       : name == "--device"        ? request.device
                                   : request.json) = value;
      continue;
    }
    if (value.ends_with('%'))
      value.pop_back();
    double number = 0;
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || !(number >= 0 && number <= 1e6))
      return Error{fmt::format("{} '{}': a number from 0 to 1000000 is needed", name, value)};
    if (name == "--top")
      request.top = static_cast<size_t>(number);
    else
      request.failIfSlower = number;
  }
  ALCOVE_RETURN_IF_ERROR(checkLine(request.planning));
  if (request.before.empty() || request.after.empty() || modelOf(request.planning).empty())
    return Error{"a model and two releases are needed: `alcove compare MODEL --before-release 202503 --after-release "
                 "202608`"};
  return request;
}

/// One release: a device file that every program takes, and its chip.
struct Release {
  std::string name, file;
  ChipParameters chip;
};

/// `text` as yyyymm, or as a device file; a month is that of `device`'s kernels.
Result<Release> releaseOf(const std::string &text, const std::string &device, const std::string &file) {
  int64_t month = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), month);
  bool isMonth = error == std::errc() && end == text.data() + text.size();
  if (isMonth && (month < 200001 || month > 299912 || month % 100 < 1 || month % 100 > 12))
    return Error{fmt::format("release '{}': a month is written yyyymm, such as 202608", text)};
  ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, systemNamed(isMonth ? device : text));
  if (isMonth)
    for (device::ChipDesc &chip : system.chips)
      chip.constants.kernelRelease = month;
  ALCOVE_RETURN_IF_ERROR(writeFileAtomically(file, device::writeSystemDesc(system)));
  Release release{isMonth ? text : fmt::format("{} ({})", text, system.chip(0).constants.kernelRelease), file, {}};
  ALCOVE_ASSIGN_OR_RETURN(release.chip, ChipParameters::load(file));
  return release;
}

struct Op {
  std::string name, question;
  ReleaseAnswer answer;
};

/// What the plan of before takes under the release of after; ops that it refuses count as before.
struct Comparison {
  Release before, after;
  PlannedProgram planned, anew;
  std::vector<Op> ops; ///< those that can be asked, refused ones first, then what moves most
  double afterNs = 0;
  int64_t counts[5] = {};

  int64_t of(ReleaseEffect effect) const { return counts[static_cast<size_t>(effect)]; }
  bool fits() const { return planned.peakL1 <= anew.usableL1; }
  bool isRefused() const { return of(ReleaseEffect::Illegal) > 0 || !fits(); }
  double percent() const { return planned.ns > 0 ? 100 * (afterNs / planned.ns - 1) : 0; }
};

Result<PlannedProgram> plan(const Request &request, const Release &release, const ScratchFolder &scratch) {
  Words words = request.planning;
  words.push_back("--device=" + release.file);
  return plannedProgram(words, scratch.path() / "summary.json");
}

Result<Comparison> compare(const Request &request) {
  ScratchFolder scratch("compare");
  Comparison result;
  ALCOVE_ASSIGN_OR_RETURN(result.before, releaseOf(request.before, request.device, scratch.file("before.json")));
  ALCOVE_ASSIGN_OR_RETURN(result.after, releaseOf(request.after, request.device, scratch.file("after.json")));
  const ChipParameters &a = result.before.chip, &b = result.after.chip;
  if (a.arch != b.arch)
    return Error{fmt::format("{}: MT-14: {} is of {}, {} of {}: two releases are compared on one chip", request.after,
                             request.before, device::toString(a.arch), request.after, device::toString(b.arch))};
  ALCOVE_ASSIGN_OR_RETURN(result.planned, plan(request, result.before, scratch));
  ALCOVE_ASSIGN_OR_RETURN(result.anew, plan(request, result.after, scratch));
  result.afterNs = result.planned.ns;
  for (const PlannedOp &op : result.planned.ops) {
    if (op.question.empty())
      continue;
    ALCOVE_ASSIGN_OR_RETURN(Query query, parseQuery(op.question, a));
    result.ops.push_back({op.name, op.question, askBoth(query, a, b)});
    const ReleaseAnswer &answer = result.ops.back().answer;
    ++result.counts[static_cast<size_t>(answer.effect)];
    if (answer.effect == ReleaseEffect::Slower || answer.effect == ReleaseEffect::Faster)
      result.afterNs += answer.afterNs - answer.beforeNs;
  }
  std::ranges::stable_sort(result.ops, std::ranges::greater(), [](const Op &op) {
    return op.answer.effect == ReleaseEffect::Illegal ? 1e300 : std::abs(op.answer.afterNs - op.answer.beforeNs);
  });
  return result;
}

std::string reasons(const ReleaseAnswer &answer) {
  std::string text = answer.refusal;
  for (const std::string &each : answer.why)
    text += (text.empty() ? "" : "; ") + each;
  return text.empty() ? "by several differences together" : text;
}

void printText(const Comparison &c, size_t top) {
  print("release {} -> {}: {} ops of the plan, {} illegal, {} slower, {} faster\n", c.before.name, c.after.name,
        c.ops.size(), c.of(ReleaseEffect::Illegal), c.of(ReleaseEffect::Slower), c.of(ReleaseEffect::Faster));
  for (const ReleaseDifference &each : differencesOf(c.before.chip, c.after.chip))
    print("  differs: {}\n", each.what);
  if (!c.fits())
    print("the plan takes {} B of L1 a core, {} B are left\n", c.planned.peakL1, c.anew.usableL1);
  for (const Op &op : c.ops) {
    if (op.answer.effect == ReleaseEffect::Same || top == 0)
      continue;
    --top;
    print("{:<8} {:<36} {:>10.1f} -> {:>10.1f} us  {}\n", toString(op.answer.effect), op.name,
          op.answer.beforeNs / 1000, op.answer.afterNs / 1000, reasons(op.answer));
  }
  print("{:.1f} us -> {:.1f} us ({:+.2f} %){}; planned anew {:.1f} us\n", c.planned.ns / 1000, c.afterNs / 1000,
        c.percent(), c.isRefused() ? ", but the plan does not run" : "", c.anew.ns / 1000);
}

std::string jsonOf(const Comparison &c) {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-releases");
  json.field("version", int64_t{1});
  json.field("before", c.before.name);
  json.field("after", c.after.name);
  json.field("before_ns", c.planned.ns);
  json.field("after_ns", c.afterNs);
  json.field("planned_anew_ns", c.anew.ns);
  json.field("fits_l1", c.fits());
  auto texts = [&](const char *name, const auto &list, auto textOf) {
    json.key(name);
    json.beginArray();
    for (const auto &each : list)
      json.value(textOf(each));
    json.endArray();
  };
  texts("differences", differencesOf(c.before.chip, c.after.chip),
        [](const ReleaseDifference &each) { return each.what; });
  json.key("ops");
  json.beginArray();
  for (const Op &op : c.ops) {
    if (op.answer.effect == ReleaseEffect::Same)
      continue;
    json.beginObject();
    json.field("name", op.name);
    json.field("effect", toString(op.answer.effect));
    json.field("before_ns", op.answer.beforeNs);
    json.field("after_ns", op.answer.afterNs);
    json.field("question", op.question);
    if (!op.answer.refusal.empty())
      json.field("refusal", op.answer.refusal);
    texts("why", op.answer.why, [](const std::string &each) { return each; });
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return json.str();
}

Result<int> compareReleases(const Request &request) {
  ALCOVE_ASSIGN_OR_RETURN(Comparison comparison, compare(request));
  printText(comparison, request.top);
  if (!request.json.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(request.json, jsonOf(comparison)));
  ALCOVE_RETURN_IF_ERROR(flushStandardOutput());
  bool slower = request.failIfSlower >= 0 && comparison.percent() > request.failIfSlower;
  return comparison.isRefused() || slower ? 3 : 0;
}

} // namespace

bool front::comparesReleases(const Words &arguments) {
  return std::ranges::any_of(arguments, [](const std::string &word) {
    return word.starts_with("--before-release") || word.starts_with("--after-release");
  });
}

int front::runCompareReleases(const Words &arguments) {
  Result<Request> request = readRequest(arguments);
  if (!request)
    return wrongLine("compare", request.error().message);
  Result<int> code = compareReleases(*request);
  if (!code)
    std::fprintf(stderr, "alcove compare: error: %s\n", code.error().message.c_str());
  return code ? *code : 1;
}
