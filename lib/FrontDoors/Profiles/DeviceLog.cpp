//===- DeviceLog.cpp - Zones of every core: profile_log_device.csv --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>

using namespace alcove;
using namespace alcove::profiles;

namespace {

std::string_view trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r\xef\xbb\xbf"), end = text.find_last_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

/// Fields between commas; the log quotes nothing.
std::vector<std::string> fieldsOf(std::string_view line) {
  std::vector<std::string> fields;
  for (size_t begin = 0; begin <= line.size();) {
    size_t end = std::min(line.find(',', begin), line.size());
    fields.emplace_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return fields;
}

/// `ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute Cores: 64`
Status readHead(std::string_view line, Profile &profile) {
  for (const std::string &field : fieldsOf(line)) {
    size_t colon = field.find(':');
    std::string key = field.substr(0, colon), value;
    if (colon != std::string::npos)
      value = std::string(trimmed(std::string_view(field).substr(colon + 1)));
    if (key == "ARCH")
      profile.arch = value;
    if (key == "CHIP_FREQ[MHz]")
      profile.clockMHz = numberOf(value).value_or(0);
    if (key == "Max Compute Cores")
      profile.availableCores = static_cast<int64_t>(std::clamp(numberOf(value).value_or(0), 0.0, 4096.0));
  }
  if (!(profile.clockMHz >= 100 && profile.clockMHz <= 10000))
    return Error{fmt::format("{}:1: CHIP_FREQ[MHz] is not a clock from 100 to 10000: '{}'", profile.name,
                             std::string(trimmed(line)))};
  return {};
}

/// First start and last end of the kernels of one program on one chip (PR-5).
struct Kernel {
  double begin = std::numeric_limits<double>::infinity(), end = 0;
  std::set<std::pair<int64_t, int64_t>> cores;
  int64_t line = 0;
};

class LogReader {
public:
  LogReader(Profile &profile) : profile(profile) {}

  Status readColumns(std::string_view line) {
    std::vector<std::string> names = fieldsOf(line);
    auto find = [&](std::string_view name) {
      auto found = std::find_if(names.begin(), names.end(), [&](const std::string &n) { return n.starts_with(name); });
      return found == names.end() ? -1 : static_cast<int>(found - names.begin());
    };
    const char *wanted[] = {"PCIe slot", "core_x", "core_y", "time[cycles", "run host ID", "zone name", "type"};
    for (size_t i = 0; i < std::size(wanted); ++i)
      if ((at[i] = find(wanted[i])) < 0)
        return Error{fmt::format("{}:2: column '{}' is missing", profile.name, wanted[i])};
    width = names.size();
    return {};
  }

  void readZone(std::string_view line, int64_t number) {
    std::vector<std::string> fields = fieldsOf(line);
    if (fields.size() < width - 1) // old logs end a line without the last, empty field
      return lose(number, fmt::format("{} fields, the header has {} columns", fields.size(), width));
    const std::string &zone = fields[at[5]], &type = fields[at[6]];
    if (!zone.ends_with("-KERNEL") || (type != "ZONE_START" && type != "ZONE_END"))
      return;
    std::optional<double> values[5];
    for (int i = 0; i < 5; ++i)
      if (values[i] = numberOf(fields[at[i]]); !values[i] || *values[i] < 0 || *values[i] > 1e18)
        return lose(number, fmt::format("'{}' is not a number", fields[at[i]]));
    Kernel &kernel = kernels[{static_cast<int64_t>(*values[4]), static_cast<int64_t>(*values[0])}];
    kernel.line = kernel.line == 0 ? number : kernel.line;
    kernel.cores.insert({static_cast<int64_t>(*values[1]), static_cast<int64_t>(*values[2])});
    (type == "ZONE_START" ? kernel.begin : kernel.end) =
        type == "ZONE_START" ? std::min(kernel.begin, *values[3]) : std::max(kernel.end, *values[3]);
  }

  void finish() {
    for (auto &[key, kernel] : kernels) {
      if (!(kernel.end > kernel.begin)) {
        lose(kernel.line, fmt::format("run host ID {}: its kernels have no start or no end", key.first));
        continue;
      }
      ProfileRow row;
      row.line = kernel.line;
      row.callCount = key.first;
      row.device = key.second;
      row.cores = static_cast<int64_t>(kernel.cores.size());
      row.kernelNs = (kernel.end - kernel.begin) * 1000 / profile.clockMHz;
      profile.rows.push_back(std::move(row));
    }
  }

private:
  void lose(int64_t line, std::string reason) { profile.lost.push_back({line, std::move(reason)}); }

  Profile &profile;
  int at[7] = {};
  size_t width = 0;
  std::map<std::pair<int64_t, int64_t>, Kernel> kernels;
};

} // namespace

Result<Profile> profiles::parseDeviceLog(const std::string &text, const std::string &name) {
  Profile profile;
  profile.kind = Profile::Kind::DeviceLog;
  profile.name = name;
  LogReader reader(profile);
  std::string_view rest = text;
  for (int64_t number = 1; !rest.empty(); ++number) {
    size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (number == 1) {
      ALCOVE_RETURN_IF_ERROR(readHead(line, profile));
    } else if (number == 2) {
      ALCOVE_RETURN_IF_ERROR(reader.readColumns(line));
    } else if (!trimmed(line).empty() && !trimmed(line).starts_with("ARCH:") && !trimmed(line).starts_with("PCIe")) {
      reader.readZone(line, number); // a second run appends its own head
    }
    if (number == 1 && rest.empty())
      return Error{fmt::format("{}:2: a line of column names was expected", name)};
  }
  reader.finish();
  return profile;
}
