//===- SessionRequest.cpp - What a session is asked to be -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Format/SessionRequest.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (true) {
    size_t end = text.find(at);
    parts.emplace_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

/// A whole number from 1 on.
Result<int64_t> parseCount(std::string_view text, std::string_view place) {
  int64_t count = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1)
    return Error{fmt::format("{}: '{}' is no number of calls: a whole number from 1 on", place, text)};
  return count;
}

} // namespace

Result<Bytes> parseBytes(std::string_view text) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit = trimmed(text.substr(static_cast<size_t>(end - text.data())));
  double factor = unit.empty() || unit == "B"     ? 1
                  : unit == "KB" || unit == "KiB" ? 1024.0
                  : unit == "MB" || unit == "MiB" ? 1024.0 * 1024
                  : unit == "GB" || unit == "GiB" ? 1024.0 * 1024 * 1024
                                                  : 0;
  if (error != std::errc() || factor == 0 || !(number >= 0) || number * factor >= 0x1p46)
    return Error{fmt::format("'{}' is no number of bytes: 4096, 975KB, 50MB, 1.5GB", text)};
  return static_cast<Bytes>(std::llround(number * factor));
}

Result<Model> parseModel(std::string_view text) {
  size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return Error{
        fmt::format("'{}' is no NAME=PLANNED[,PLANNED...]: `alcove session` plans models and names them", text)};
  return Model{std::string(text.substr(0, equals)), split(text.substr(equals + 1), ',')};
}

Status parseRates(std::string_view text, std::map<std::string, int64_t> &rates) {
  for (const std::string &part : split(text, ',')) {
    size_t equals = part.find('=');
    if (equals == std::string::npos)
      return Error{fmt::format("--rates: '{}' is no FUNCTION=CALLS, such as decode=512", part)};
    std::string name(trimmed(std::string_view(part).substr(0, equals)));
    ALCOVE_ASSIGN_OR_RETURN(int64_t count, parseCount(trimmed(std::string_view(part).substr(equals + 1)),
                                                      fmt::format("--rates: {}", name)));
    if (!rates.try_emplace(name, count).second)
      return Error{fmt::format("--rates: {} stands there twice", name)};
  }
  return {};
}

Status parseOrder(std::string_view text, std::vector<std::pair<std::string, int64_t>> &order) {
  for (const std::string &part : split(text, ',')) {
    size_t times = part.find(" x ");
    std::string name(trimmed(std::string_view(part).substr(0, times)));
    int64_t count = 1;
    if (times != std::string::npos) {
      ALCOVE_ASSIGN_OR_RETURN(
          count, parseCount(trimmed(std::string_view(part).substr(times + 3)), fmt::format("--order: {}", name)));
    }
    order.push_back({std::move(name), count});
  }
  return {};
}

Status parseSame(std::string_view text, std::vector<std::pair<std::string, std::string>> &same) {
  std::vector<std::string> sides = split(text, '=');
  if (sides.size() != 2 || sides[0].find(':') == std::string::npos || sides[1].find(':') == std::string::npos)
    return Error{
        fmt::format("--same: '{}' is no FUNCTION:ARGUMENT=FUNCTION:ARGUMENT, such as prefill:w3=decode:w5", text)};
  same.push_back({sides[0], sides[1]});
  return {};
}

Result<Persistent> parsePersistent(std::string_view text) {
  Persistent buffer;
  size_t equals = text.find('=');
  std::vector<std::string> parts = split(equals == std::string_view::npos ? "" : text.substr(equals + 1), ':');
  if (parts.size() < 2 || parts.size() > 4 || (parts[0] != "l1" && parts[0] != "dram"))
    return Error{fmt::format("--persist: '{}' is no NAME=l1|dram:BYTES[:CORES[:FUNCTION]], such as "
                             "prefetcher=l1:975KB:12:decode",
                             text)};
  buffer.name = std::string(text.substr(0, equals));
  buffer.space = parts[0] == "l1" ? Space::L1 : Space::Dram;
  Result<Bytes> bytes = parseBytes(parts[1]);
  if (!bytes)
    return Error{fmt::format("--persist: {}: {}", buffer.name, bytes.error().message)};
  buffer.bytes = *bytes;
  if (parts.size() > 2 && !parts[2].empty()) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.cores, parseCount(parts[2], "--persist: cores of " + buffer.name));
  }
  if (parts.size() > 3)
    buffer.function = parts[3];
  return buffer;
}

Result<std::vector<Step>> stepsOf(const Request &request, const std::vector<std::string> &functions) {
  auto indexOf = [&](const std::string &name, std::string_view option) -> Result<int32_t> {
    auto found = std::find(functions.begin(), functions.end(), name);
    if (found == functions.end())
      return Error{
          fmt::format("{}: there is no function '{}'; the session has {}", option, name, fmt::join(functions, ", "))};
    return static_cast<int32_t>(found - functions.begin());
  };
  for (const auto &[name, rate] : request.rates) {
    ALCOVE_ASSIGN_OR_RETURN(int32_t known, indexOf(name, "--rates"));
    (void)known;
  }
  for (const Persistent &buffer : request.persistent)
    if (!buffer.function.empty()) {
      ALCOVE_ASSIGN_OR_RETURN(int32_t known, indexOf(buffer.function, "--persist"));
      (void)known;
    }
  std::vector<Step> steps;
  for (const auto &[name, times] : request.order) {
    ALCOVE_ASSIGN_OR_RETURN(int32_t function, indexOf(name, "--order"));
    steps.push_back({function, times});
  }
  if (steps.empty())
    for (size_t f = 0; f < functions.size(); ++f) {
      auto rate = request.rates.find(functions[f]);
      steps.push_back({static_cast<int32_t>(f), rate == request.rates.end() ? 1 : rate->second});
    }
  return steps;
}

Bytes l1TakenFrom(const Request &request, const std::string &function, Bytes alignment) {
  Bytes taken = 0;
  for (const Reserve &reserve : request.reserves)
    if (reserve.space == Space::L1)
      taken += roundUp(reserve.bytes, alignment);
  for (const Persistent &buffer : request.persistent)
    if (buffer.space == Space::L1 && (buffer.function.empty() || buffer.function == function))
      taken += roundUp(buffer.bytes, alignment);
  return taken;
}

} // namespace alcove::plan::session
