//===- Read.cpp - Which kind of file is it? -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Readers.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/InputText.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::profiles;

const char *profiles::toString(Profile::Kind kind) {
  static constexpr const char *names[] = {"sheet of ops", "output of tt-perf-report", "device log", "graph capture",
                                          "database of a report"};
  return names[static_cast<size_t>(kind)];
}

std::optional<double> profiles::numberOf(const std::string &field) {
  double value = 0;
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::vector<int64_t> profiles::numbersIn(const std::string &text) {
  std::vector<int64_t> numbers;
  const char *end = text.data() + text.size();
  for (const char *at = text.data(); at < end;) {
    int64_t value = 0;
    auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc::result_out_of_range || value > (int64_t{1} << 40))
      return numbers;
    if (error != std::errc() || value < 0) {
      ++at;
      continue;
    }
    numbers.push_back(value);
    at = next;
  }
  return numbers;
}

std::string profiles::lastName(const std::string &text) {
  size_t at = text.find_last_of(".:");
  return at == std::string::npos ? text : text.substr(at + 1);
}

std::string profiles::memoryOf(const std::string &config) {
  auto behind = [&](std::string_view key) {
    size_t at = config.find(key);
    size_t begin = at + key.size();
    return at == std::string::npos
               ? std::string()
               : config.substr(begin, config.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", begin) - begin);
  };
  std::string buffer = behind("BufferType::"), layout = behind("TensorMemoryLayout::");
  return buffer.empty() || layout.empty() ? "" : buffer + "_" + layout;
}

std::string profiles::plainOpCode(const std::string &code) {
  std::string plain = code;
  for (std::string_view suffix : {"DeviceOperation", "Operation", "Op"})
    if (plain.size() > suffix.size() && plain.ends_with(suffix)) {
      plain.resize(plain.size() - suffix.size());
      break;
    }
  return plain;
}

Result<Profile> profiles::parseProfile(const std::string &text, const std::string &name) {
  if (text.empty())
    return Error{fmt::format("{}: the file is empty", name)};
  if (text.starts_with(std::string("SQLite format 3\0", 16)))
    return parseDatabase(text, name);
  if (isUtf16(text))
    return Error{fmt::format("{}: IO-14: a text in UTF-16: save it as UTF-8", name)};
  size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first != std::string::npos && (text[first] == '[' || text[first] == '{'))
    return parseGraphCapture(text, name);
  if (first != std::string::npos && text.compare(first, 5, "ARCH:") == 0)
    return parseDeviceLog(text, name);
  std::string_view head = std::string_view(text).substr(0, text.find('\n'));
  if (head.find("OP Code") != std::string_view::npos && head.find("Device Time") != std::string_view::npos)
    return parsePerfReport(text, name);
  if (head.find("OP CODE") != std::string_view::npos || head.find("DEVICE KERNEL DURATION") != std::string_view::npos)
    return parseSheet(text, name);
  return Error{
      fmt::format("{}:1: not a profile: a sheet of ops ('OP CODE', ...), an output of tt-perf-report, a device "
                  "log ('ARCH: ...'), a graph capture (JSON) or a database of a report was expected",
                  name)};
}

Result<Profile> profiles::readProfile(const std::string &path) {
  constexpr size_t most = size_t(1) << 31;
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path, most));
  return parseProfile(text, path);
}

Result<std::vector<Profile>> profiles::readProfiles(const std::string &path) {
  std::error_code unknown;
  std::vector<std::string> files;
  if (!std::filesystem::is_directory(path, unknown)) {
    files.push_back(path);
  } else {
    for (const auto &entry : std::filesystem::directory_iterator(path, unknown)) {
      std::string name = entry.path().filename().string();
      bool sheet = name.starts_with("ops_perf_results") && name.ends_with(".csv") &&
                   name.find("minus_const_eval") == std::string::npos; // the same rows once more
      if (sheet || name == "profile_log_device.csv" || name == "db.sqlite" || name == "graph_capture.json")
        files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
  }
  if (files.empty())
    return Error{fmt::format("{}: the folder holds no ops_perf_results*.csv, profile_log_device.csv, db.sqlite or "
                             "graph_capture.json",
                             path)};
  std::vector<Profile> profiles;
  for (const std::string &file : files) {
    ALCOVE_ASSIGN_OR_RETURN(Profile profile, readProfile(file));
    profiles.push_back(std::move(profile));
  }
  return profiles;
}
