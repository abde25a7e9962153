//===- Calibrate.cpp - A profile as a table of measured times -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Measured.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;
using namespace alcove::opmodel;

namespace {

struct Request {
  std::vector<std::string> profiles;
  std::string table, device, release;
  bool add = false;
};

Result<Request> readRequest(const Words &arguments) {
  Request request;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string &word = arguments[i];
    std::string name = word.substr(0, word.find('='));
    std::string *target = name == "-o"          ? &request.table
                          : name == "--device"  ? &request.device
                          : name == "--release" ? &request.release
                                                : nullptr;
    if (target && word.find('=') != std::string::npos)
      *target = word.substr(word.find('=') + 1);
    else if (target && ++i == arguments.size())
      return Error{fmt::format("{} needs a value", word)};
    else if (target)
      *target = arguments[i];
    else if (word == "--add")
      request.add = true;
    else if (word.starts_with("-"))
      return Error{
          fmt::format("unknown option {}; it takes -o TABLE, --device DEVICE, --release NAME and --add", word)};
    else
      request.profiles.push_back(word);
  }
  if (request.profiles.empty() || request.table.empty())
    return Error{"a profile and a table are needed: `alcove calibrate PROFILE... -o TABLE`"};
  return request;
}

/// Measured over modelled of one op.
struct OfOp {
  std::vector<double> logs;
  double ns = 0;
};

/// Ops in the order of their time: what the model says of them, and how far it is off.
void printOps(const std::vector<TimeCase> &cases) {
  std::map<std::string, OfOp> ops;
  for (const TimeCase &c : distinctQuestions(cases)) {
    OfOp &op = ops[c.queries.size() == 1 ? normalQuestion(c.queries[0], c.chip).op : c.family];
    op.ns += c.measuredNs;
    if (std::optional<double> modelled = estimateCase(c, timeParameters(c.chip.arch)); modelled && *modelled > 0)
      op.logs.push_back(std::log(c.measuredNs / *modelled));
  }
  std::vector<std::pair<std::string, OfOp *>> order;
  for (auto &[name, op] : ops)
    order.emplace_back(name, &op);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto &a, const auto &b) { return a.second->ns > b.second->ns; });
  print("{:<36} {:>9} {:>12} {:>20}\n", "op", "questions", "measured us", "measured / modelled");
  for (auto &[name, op] : order) {
    std::sort(op->logs.begin(), op->logs.end());
    std::string ratio = op->logs.empty()
                            ? "no model"
                            : fmt::format("{:.2f} ({:.2f}..{:.2f})", std::exp(op->logs[op->logs.size() / 2]),
                                          std::exp(op->logs.front()), std::exp(op->logs.back()));
    print("{:<36} {:>9} {:>12.1f} {:>20}\n", name, op->logs.size(), op->ns / 1000, ratio);
  }
}

Result<MeasuredTimes> tableOf(const Request &request, const Measurements &all, std::string &sources) {
  MeasuredTimes times;
  std::error_code unknown;
  if (request.add && std::filesystem::exists(request.table, unknown)) {
    ALCOVE_ASSIGN_OR_RETURN(times, readMeasuredTimes(request.table));
  }
  for (const profiles::Profile &sheet : all.sheets)
    sources += (sources.empty() ? "" : ", ") + std::filesystem::path(sheet.name).filename().string();
  mergeMeasuredTimes(times, answersOf(all.cases, sources, request.release));
  if (times.answers.empty())
    return Error{"no row of the profile is a question that the op model knows"};
  return times;
}

int calibrate(const Request &request) {
  auto failed = [](const Error &error) {
    std::fprintf(stderr, "alcove calibrate: error: %s\n", error.message.c_str());
    return 1;
  };
  Result<Measurements> all = readMeasurements(request.profiles, request.device);
  if (!all)
    return failed(all.error());
  for (const std::string &line : all->notes)
    std::fprintf(stderr, "alcove calibrate: note: %s\n", line.c_str());
  std::string sources;
  Result<MeasuredTimes> times = tableOf(request, *all, sources);
  if (!times)
    return failed(times.error());
  for (const std::string &line : contradictionsIn(*times))
    std::fprintf(stderr, "alcove calibrate: note: two answers: %s\n", line.c_str());
  printOps(all->cases);
  if (Status written = writeMeasuredTimes(*times, request.table); !written)
    return failed(written.error());
  print("{}: {} answers of {} rows, for `alcove plan --measured={}`\n", request.table, times->answers.size(), all->rows,
        request.table);
  return flushStandardOutput() ? 0 : 1;
}

} // namespace

int front::runCalibrate(const Words &arguments) {
  Result<Request> request = readRequest(arguments);
  return request ? calibrate(*request) : wrongLine("calibrate", request.error().message);
}
