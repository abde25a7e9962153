//===- Calibrate.cpp - A profile as a table of measured times -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Measured.h"
#include "Model.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/Score/Refit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;
using namespace alcove::opmodel;

namespace {

struct Request {
  std::vector<std::string> profiles;
  std::string table, device, release, deviceFile;
  bool add = false;
};

Result<Request> readRequest(const Words &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(OwnOptions options,
                          takeOptions(arguments, {"-o", "--device", "--release", "--write-device"}));
  Request request;
  for (const auto &[name, value] : options.values)
    (name == "-o"          ? request.table
     : name == "--device"  ? request.device
     : name == "--release" ? request.release
                           : request.deviceFile) = value;
  for (const std::string &word : options.others) {
    if (word == "--add")
      request.add = true;
    else if (word.starts_with("-"))
      return Error{
          fmt::format("unknown option {}; it takes -o TABLE, --write-device FILE, --device DEVICE, --release NAME "
                      "and --add",
                      word)};
    else
      request.profiles.push_back(word);
  }
  if (request.profiles.empty() || (request.table.empty() && request.deviceFile.empty()))
    return Error{"a profile and a table are needed: `alcove calibrate PROFILE... -o TABLE`"};
  if (!request.deviceFile.empty() && request.device.empty())
    return Error{"--write-device needs the device whose constants are refitted: --device DEVICE"};
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
    if (std::optional<double> modelled = estimateCase(c, timeParameters(c.chip)); modelled && *modelled > 0)
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

Result<MeasuredTimes> tableOf(const Request &request, const Measurements &all, const std::string &sources) {
  MeasuredTimes times;
  std::error_code unknown;
  if (request.add && std::filesystem::exists(request.table, unknown)) {
    ALCOVE_ASSIGN_OR_RETURN(times, readMeasuredTimes(request.table));
  }
  mergeMeasuredTimes(times, answersOf(all.cases, sources, request.release));
  if (times.answers.empty())
    return Error{"no row of the profile is a question that the op model knows"};
  return times;
}

/// A release that is a month, yyyymm, is that of the kernels.
std::optional<int64_t> monthOf(const std::string &release) {
  int64_t month = 0;
  auto [end, error] = std::from_chars(release.data(), release.data() + release.size(), month);
  bool whole = error == std::errc() && end == release.data() + release.size();
  return whole && month > 200000 && month < 300000 && month % 100 >= 1 && month % 100 <= 12 ? std::optional(month)
                                                                                            : std::nullopt;
}

/// MT-12, MT-13: the device with the constants that the sheets determine.
Status writeDevice(const Request &request, const Measurements &all, const std::string &sources) {
  ALCOVE_ASSIGN_OR_RETURN(ChipParameters chip, chipNamed(request.device));
  ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, systemNamed(request.device));
  Refit refit = refitConstants(all.cases, chip);
  print("constants: {} questions of several shapes determine {} of {} that would explain something\n", refit.questions,
        refit.constants.size(), refit.tested);
  for (const RefittedConstant &each : refit.constants)
    print("  {:<28} {:>10.4g} -> {:>10.4g}  fits to halves within x/ {:.2f}\n", each.name, each.before, each.after,
          each.disagreement);
  print("error on shapes held out: median {:.1f} % -> {:.1f} %, 90th percentile {:.1f} % -> {:.1f} %\n",
        100 * refit.heldOutBefore, 100 * refit.heldOutAfter, 100 * refit.heldOutP90Before, 100 * refit.heldOutP90After);
  if (!refit.isBetter())
    return Error{fmt::format(
        "{} is not written: MT-13: {}; {} as it is fits these sheets, or measure more shapes of each op",
        request.deviceFile,
        refit.constants.empty() ? "no constant moves alike in fits to halves of the shapes"
                                : fmt::format("on shapes held out the error would be {:.1f} %, it is {:.1f} %",
                                              100 * refit.heldOutAfter, 100 * refit.heldOutBefore),
        request.device)};
  for (device::ChipDesc &each : system.chips) {
    for (const RefittedConstant &constant : refit.constants)
      each.constants.opModel[constant.name] = constant.after;
    if (std::optional<int64_t> month = monthOf(request.release))
      each.constants.kernelRelease = *month;
  }
  system.name = std::filesystem::path(request.deviceFile).stem().string();
  system.description = fmt::format("{} with {} constants refitted to {} questions of {}{}{}; median error on shapes "
                                   "held out {:.1f} %, before {:.1f} %",
                                   request.device, refit.constants.size(), refit.questions, sources,
                                   request.release.empty() ? "" : ", release ", request.release,
                                   100 * refit.heldOutAfter, 100 * refit.heldOutBefore);
  ALCOVE_RETURN_IF_ERROR(writeFileAtomically(request.deviceFile, device::writeSystemDesc(system)));
  print("{}: for every command that takes `--device {}`\n", request.deviceFile, request.deviceFile);
  return {};
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
  for (const profiles::Profile &sheet : all->sheets)
    sources += (sources.empty() ? "" : ", ") + std::filesystem::path(sheet.name).filename().string();
  if (!request.deviceFile.empty())
    if (Status written = writeDevice(request, *all, sources); !written)
      return failed(written.error());
  if (request.table.empty())
    return 0;
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
  return 0;
}

} // namespace

int front::runCalibrate(const Words &arguments) {
  Result<Request> request = readRequest(arguments);
  return request ? calibrate(*request) : wrongLine("calibrate", request.error().message);
}
