//===- Sheet.cpp - Sheets of ops: ops_perf_results and tt-perf-report -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Readers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace alcove;
using namespace alcove::profiles;
using opmodel::CsvTable;

namespace {

constexpr const char *kernelColumn = "DEVICE KERNEL DURATION [ns]";
constexpr const char *sides[] = {"W", "Z", "Y", "X"};

/// Index of every column, looked up once.
class Columns {
public:
  explicit Columns(const CsvTable &table) {
    for (size_t i = 0; i < table.columns.size(); ++i)
      if (!indices.emplace(table.columns[i], i).second)
        twice = table.columns[i];
  }
  const std::string &get(const CsvTable::Row &row, const std::string &name) const {
    static const std::string empty;
    auto found = indices.find(name);
    return found == indices.end() ? empty : row.fields[found->second];
  }
  bool has(const std::string &name) const { return indices.contains(name); }
  std::string twice; ///< a column that occurs again

private:
  std::map<std::string, size_t> indices;
};

class SheetReader {
public:
  SheetReader(const CsvTable &table, const Columns &columns, Profile &profile)
      : table(table), columns(columns), profile(profile), plain(!columns.has("INPUT_0_Y_PAD[LOGICAL]")) {}

  void read() {
    size_t first = behindLastSignpost();
    for (size_t i = 0; i < table.rows.size(); ++i) {
      const CsvTable::Row &row = table.rows[i];
      const std::string &type = columns.get(row, "OP TYPE");
      if (type == "signpost") {
        std::optional<std::string> name = namedBy(row);
        location = name.value_or("");
        loop = name ? ++timesNamed[location] : 0;
        continue;
      }
      if (!type.empty() && type != "tt_dnn_device")
        ++profile.hostRows;
      else if (i < first)
        ++profile.beforeSignpost;
      else
        readRow(row);
    }
  }

private:
  /// PR-9: what a signpost `loc("NAME")` says of the rows behind it.
  std::optional<std::string> namedBy(const CsvTable::Row &row) const {
    const std::string &text = columns.get(row, "OP CODE");
    if (!text.starts_with("loc(\"") || !text.ends_with("\")"))
      return std::nullopt;
    return text.substr(5, text.size() - 7);
  }

  /// PR-2: rows before the last signpost are warm-up, unless no device row stands behind it.
  size_t behindLastSignpost() const {
    size_t first = 0;
    bool device = false;
    for (size_t i = table.rows.size(); i-- > 0;) {
      const std::string &type = columns.get(table.rows[i], "OP TYPE");
      if (type == "signpost" && device && !namedBy(table.rows[i]))
        return i + 1;
      device |= type.empty() || type == "tt_dnn_device";
    }
    return first;
  }

  void readRow(const CsvTable::Row &row) {
    if (Status good = take(row); !good)
      profile.lost.push_back({row.line, good.error().message});
  }

  Result<int64_t> integer(const CsvTable::Row &row, const char *column, int64_t most) const {
    const std::string &field = columns.get(row, column);
    if (field.empty())
      return int64_t{0};
    std::optional<double> value = numberOf(field);
    if (!value || *value < 0 || *value > static_cast<double>(most) || *value != std::floor(*value))
      return Error{fmt::format("{} is '{}', a number from 0 to {} was expected", column, field, most)};
    return static_cast<int64_t>(*value);
  }

  Status take(const CsvTable::Row &row) {
    ProfileRow result;
    result.line = row.line;
    result.opCode = columns.get(row, "OP CODE");
    if (result.opCode.empty())
      return Error{"OP CODE is empty"};
    for (const std::string &field : row.fields)
      if (field.find('\0') != std::string::npos)
        return Error{"a field holds a NUL byte"};
    const std::string &kernel = columns.get(row, kernelColumn);
    std::optional<double> ns = numberOf(kernel);
    if (!ns || !(*ns > 0) || *ns > 1e15)
      return Error{fmt::format("{} is '{}', a positive number was expected", kernelColumn, kernel)};
    result.kernelNs = *ns;
    ALCOVE_ASSIGN_OR_RETURN(result.cores, integer(row, "CORE COUNT", 4096));
    if (result.cores == 0 && columns.has("CORE COUNT"))
      return Error{
          fmt::format("CORE COUNT is {}: nothing ran", columns.get(row, "CORE COUNT").empty() ? "empty" : "0")};
    ALCOVE_ASSIGN_OR_RETURN(result.callCount, integer(row, "GLOBAL CALL COUNT", int64_t{1} << 52));
    ALCOVE_ASSIGN_OR_RETURN(result.device, integer(row, "DEVICE ID", 1 << 20));
    ALCOVE_ASSIGN_OR_RETURN(int64_t available, integer(row, "AVAILABLE WORKER CORE COUNT", 4096));
    ALCOVE_RETURN_IF_ERROR(sameChip(columns.get(row, "DEVICE ARCH"), available));
    result.attributes = columns.get(row, "ATTRIBUTES");
    ALCOVE_RETURN_IF_ERROR(wholeDictionary(result.attributes));
    result.fidelity = columns.get(row, "MATH FIDELITY");
    readLocation(row, result);
    for (int i = 0; columns.has(fmt::format("INPUT_{}_LAYOUT", i)); ++i)
      ALCOVE_RETURN_IF_ERROR(addTensor(row, fmt::format("INPUT_{}", i), result.inputs));
    for (int i = 0; columns.has(fmt::format("OUTPUT_{}_LAYOUT", i)); ++i)
      ALCOVE_RETURN_IF_ERROR(addTensor(row, fmt::format("OUTPUT_{}", i), result.outputs));
    profile.rows.push_back(std::move(result));
    return {};
  }

  /// Half a dictionary would be another question. Brackets within are not counted: profilers drop some.
  static Status wholeDictionary(const std::string &text) {
    if (text.empty() || (text.front() == '{' && text.back() == '}'))
      return {};
    return Error{fmt::format("ATTRIBUTES is not a whole dictionary: it ends with '{}'",
                             text.substr(text.size() - std::min<size_t>(text.size(), 20)))};
  }

  /// A sheet is of one kind of chip.
  Status sameChip(const std::string &arch, int64_t available) {
    if (!profile.arch.empty() && arch != profile.arch)
      return Error{fmt::format("DEVICE ARCH is '{}', the rows above are of '{}'", arch, profile.arch)};
    if (profile.availableCores > 0 && available != profile.availableCores)
      return Error{
          fmt::format("AVAILABLE WORKER CORE COUNT is {}, the rows above have {}", available, profile.availableCores)};
    if (!arch.empty())
      profile.arch = arch;
    if (available > 0)
      profile.availableCores = available;
    return {};
  }

  void readLocation(const CsvTable::Row &row, ProfileRow &result) const {
    std::string given = columns.get(row, "LOC");
    if (given.starts_with("loc(") && given.ends_with(")"))
      given = given.substr(4, given.size() - 5);
    std::erase(given, '"');
    result.location = given.empty() || given == "unknown" ? location : given;
    result.loop = loop;
    result.constEval = columns.get(row, "CONST_EVAL_OP") == "True";
    result.inputConversion = columns.get(row, "INPUT_LAYOUT_CONVERSION_OP") == "True";
    const std::string &metadata = columns.get(row, "PROGRAM_METADATA");
    if (size_t at = metadata.find("loop_number"); at != std::string::npos)
      if (std::vector<int64_t> numbers = numbersIn(metadata.substr(at)); !numbers.empty())
        result.loop = numbers[0];
  }

  /// `32[19]`: padded and logical; version 1 has the padded number alone.
  Status addTensor(const CsvTable::Row &row, const std::string &which, std::vector<ProfileTensor> &tensors) const {
    ProfileTensor tensor;
    size_t empty = 0;
    for (const char *side : sides) {
      std::string column = fmt::format("{}_{}{}", which, side, plain ? "" : "_PAD[LOGICAL]");
      const std::string &cell = columns.get(row, column);
      empty += cell.empty();
      std::vector<int64_t> numbers = numbersIn(cell);
      bool both = numbers.size() == 2 && cell == fmt::format("{}[{}]", numbers[0], numbers[1]);
      bool one =
          numbers.size() == 1 && (cell == fmt::format("{}", numbers[0]) || cell == fmt::format("{}.0", numbers[0]));
      if (numbers.size() == 2 && numbers[1] == 0 && cell == fmt::format("{}.0", numbers[0]))
        one = true;
      if (!cell.empty() && !both && !one)
        return Error{fmt::format("{} is '{}', a size such as 32[19] or 32 was expected", column, cell)};
      if (!cell.empty()) {
        tensor.padded.push_back(numbers[0]);
        tensor.logical.push_back(both ? numbers[1] : numbers[0]);
      }
    }
    if (empty == 4)
      return {};
    if (empty > 0)
      return Error{fmt::format("{} has {} of four sizes", which, 4 - empty)};
    tensor.layout = columns.get(row, which + "_LAYOUT");
    tensor.dataType = columns.get(row, which + "_DATATYPE");
    tensor.memory = columns.get(row, which + "_MEMORY");
    // PR-3: DEV_1_ occurs on device 0; the number says nothing.
    if (tensor.memory.starts_with("DEV_"))
      if (size_t end = tensor.memory.find('_', 4); end != std::string::npos)
        tensor.memory.erase(0, end + 1);
    tensors.push_back(std::move(tensor));
    return {};
  }

  const CsvTable &table;
  const Columns &columns;
  Profile &profile;
  bool plain; ///< version 1
  // Of the signpost above, where it is one of an op:
  std::string location;
  int64_t loop = 0; ///< the n-th of this name
  std::map<std::string, int64_t> timesNamed;
};

/// PR-4: one call takes a number on every chip; numbers that never occur are programs whose rows were lost.
int64_t missingCalls(const Profile &profile) {
  constexpr int64_t step = 1024;
  std::set<int64_t> calls;
  for (const ProfileRow &row : profile.rows)
    calls.insert(row.callCount / step);
  for (const LostRow &row : profile.lost)
    if (row.line == 0)
      return 0;
  if (calls.empty() || *calls.begin() == 0)
    return 0;
  int64_t span = *calls.rbegin() - *calls.begin() + 1, missing = span - static_cast<int64_t>(calls.size());
  return std::max<int64_t>(0, missing - static_cast<int64_t>(profile.lost.size()) - profile.hostRows);
}

/// Without a byte order mark, and with the columns that a sheet cannot do without.
Result<CsvTable> tableOf(const std::string &text, Profile &profile, std::initializer_list<const char *> needed) {
  std::vector<opmodel::DamagedRecord> damaged;
  bool marked = text.starts_with("\xef\xbb\xbf");
  ALCOVE_ASSIGN_OR_RETURN(CsvTable table,
                          opmodel::parseCsvLeniently(marked ? text.substr(3) : text, profile.name, damaged));
  for (const opmodel::DamagedRecord &record : damaged)
    profile.lost.push_back({record.line, record.reason});
  Columns columns(table);
  if (!columns.twice.empty())
    return Error{fmt::format("{}:1: column '{}' occurs twice", profile.name, columns.twice)};
  for (const char *column : needed)
    if (!columns.has(column))
      return Error{
          fmt::format("{}:1: column '{}' is missing: not a sheet of device times, or cut off", profile.name, column)};
  return table;
}

Status someRows(const Profile &profile) {
  if (!profile.rows.empty())
    return {};
  std::string first =
      profile.lost.empty() ? "" : fmt::format("; line {}: {}", profile.lost.front().line, profile.lost.front().reason);
  return Error{fmt::format("{}: no row of a device op can be used ({} lost, {} of the host){}", profile.name,
                           profile.lost.size(), profile.hostRows, first)};
}

} // namespace

Result<Profile> profiles::parseSheet(const std::string &text, const std::string &name) {
  Profile profile;
  profile.name = name;
  ALCOVE_ASSIGN_OR_RETURN(CsvTable table, tableOf(text, profile, {"OP CODE", "OP TYPE", kernelColumn}));
  Columns columns(table);
  profile.version = columns.has("DEVICE ARCH") || columns.has("AVAILABLE WORKER CORE COUNT") ? "2.1"
                    : columns.has("INPUT_0_Y_PAD[LOGICAL]")                                  ? "2"
                                                                                             : "1";
  SheetReader(table, columns, profile).read();
  ALCOVE_RETURN_IF_ERROR(someRows(profile));
  std::sort(profile.lost.begin(), profile.lost.end(),
            [](const LostRow &a, const LostRow &b) { return a.line < b.line; });
  profile.droppedCalls = missingCalls(profile);
  return profile;
}

Result<Profile> profiles::parsePerfReport(const std::string &text, const std::string &name) {
  Profile profile;
  profile.kind = Profile::Kind::PerfReport;
  profile.name = name;
  ALCOVE_ASSIGN_OR_RETURN(CsvTable table, tableOf(text, profile, {"OP Code"}));
  Columns columns(table);
  const char *time = columns.has("Device Time") ? "Device Time" : "Device Time (us)";
  for (const CsvTable::Row &row : table.rows) {
    ProfileRow result;
    result.line = row.line;
    const std::string &code = columns.get(row, "OP Code"), &cell = columns.get(row, time);
    if (cell.empty()) { // host ops and signposts
      ++profile.hostRows;
      continue;
    }
    std::optional<double> us = numberOf(cell), cores = numberOf(columns.get(row, "Cores"));
    if (!us || !(*us > 0) || *us > 1e12) {
      profile.lost.push_back({row.line, fmt::format("{} is '{}', a positive number was expected", time, cell)});
      continue;
    }
    result.opCode = code.substr(0, code.find(' ')); // "Matmul 32 x 4096 x 14336"
    result.attributes = code;
    result.kernelNs = *us * 1000;
    result.cores = cores && *cores > 0 && *cores <= 4096 ? static_cast<int64_t>(*cores) : 0;
    result.fidelity = columns.get(row, "Math Fidelity");
    profile.rows.push_back(std::move(result));
  }
  ALCOVE_RETURN_IF_ERROR(someRows(profile));
  return profile;
}
