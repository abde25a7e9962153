//===- MiniMallocCsv.cpp - The CSV of google/minimalloc -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

using namespace alcove;
using namespace alcove::formats;
using plan::AllocationBuffer;
using plan::AllocationGap;
using plan::AllocationProblem;
using plan::AllocationSolution;
using plan::AllocationWindow;

namespace {

enum Column { Id, Lower, Upper, End, Size, Alignment, Hint, Gaps, Offset, columnCount };

struct ColumnName {
  std::string_view name;
  Column column;
};
constexpr ColumnName columnNames[] = {
    {"id", Id},   {"buffer", Id}, {"buffer_id", Id},        {"lower", Lower}, {"start", Lower}, {"upper", Upper},
    {"end", End}, {"size", Size}, {"alignment", Alignment}, {"hint", Hint},   {"gaps", Gaps},   {"offset", Offset}};

std::string_view nameOf(Column column) {
  return std::find_if(std::begin(columnNames), std::end(columnNames),
                      [&](const ColumnName &name) { return name.column == column; })
      ->name;
}

struct Field {
  std::string_view text;
  size_t line = 0;
  size_t column = 0;

  Error error(std::string_view message) const { return {fmt::format("line {}, column {}: {}", line, column, message)}; }
  Field part(size_t begin, size_t length) const { return {text.substr(begin, length), line, column + begin}; }
};

std::vector<Field> splitAt(const Field &whole, char separator) {
  std::vector<Field> parts;
  size_t begin = 0;
  for (;;) {
    size_t end = std::min(whole.text.find(separator, begin), whole.text.size());
    parts.push_back(whole.part(begin, end - begin));
    if (end == whole.text.size())
      return parts;
    begin = end + 1;
  }
}

/// Long texts are cut in messages.
std::string excerpt(std::string_view text) {
  return text.size() <= 40 ? fmt::format("'{}'", text) : fmt::format("'{}...'", text.substr(0, 40));
}

Result<int64_t> parseInt(const Field &field, std::string_view what) {
  int64_t value = 0;
  const char *end = field.text.data() + field.text.size();
  auto [stopped, code] = std::from_chars(field.text.data(), end, value);
  if (code == std::errc::result_out_of_range)
    return field.error(fmt::format("{} {} exceeds 64 bits", what, excerpt(field.text)));
  if (code != std::errc() || stopped != end)
    return field.error(fmt::format("{} {} is no integer", what, excerpt(field.text)));
  return value;
}

Result<std::pair<int64_t, int64_t>> parseRange(const Field &field, char separator, std::string_view what) {
  // A separator at 0 would be the sign of a negative number.
  size_t at = field.text.find(separator, 1);
  if (at == std::string_view::npos)
    return field.error(fmt::format("{} {} has no '{}'", what, excerpt(field.text), separator));
  ALCOVE_ASSIGN_OR_RETURN(int64_t lower, parseInt(field.part(0, at), what));
  ALCOVE_ASSIGN_OR_RETURN(int64_t upper, parseInt(field.part(at + 1, std::string_view::npos), what));
  return std::pair(lower, upper);
}

Result<std::vector<AllocationGap>> parseGaps(const Field &field) {
  std::vector<AllocationGap> gaps;
  for (const Field &item : splitAt(field, ' ')) {
    if (item.text.empty())
      continue;
    size_t at = item.text.find('@');
    ALCOVE_ASSIGN_OR_RETURN(auto range, parseRange(item.part(0, at), '-', "gap"));
    AllocationGap gap{range.first, range.second, std::nullopt};
    if (at != std::string_view::npos) {
      ALCOVE_ASSIGN_OR_RETURN(auto window, parseRange(item.part(at + 1, std::string_view::npos), ':', "window"));
      gap.window = AllocationWindow{window.first, window.second};
    }
    gaps.push_back(gap);
  }
  return gaps;
}

/// The lines of a file and what its header says.
class Table {
public:
  static Result<Table> parse(std::string_view text) {
    Table table;
    for (const Field &line : splitAt({text, 1, 1}, '\n')) {
      size_t number = table.lines.size() + 1;
      std::string_view content = line.text;
      if (content.ends_with('\r'))
        content.remove_suffix(1);
      table.lines.push_back({content, number, 1});
    }
    while (!table.lines.empty() && table.lines.back().text.empty())
      table.lines.pop_back();
    if (table.lines.empty())
      return Error{"line 1, column 1: the file is empty; the first line must name the columns"};
    ALCOVE_RETURN_IF_ERROR(table.parseHeader());
    return table;
  }

  size_t rowCount() const { return lines.size() - 1; }

  /// The fields of a row in order of the header.
  Result<std::vector<Field>> row(size_t index) const {
    const Field &line = lines[index + 1];
    std::vector<Field> fields = splitAt(line, ',');
    if (fields.size() != width)
      return line.error(fmt::format("{} fields, but the header names {} columns", fields.size(), width));
    return fields;
  }

  bool has(Column column) const { return place[column] >= 0; }
  /// An empty field at the start of the line for a column that is absent.
  Field field(const std::vector<Field> &fields, Column column) const {
    return has(column) ? fields[place[column]] : Field{"", fields[0].line, 1};
  }

private:
  Status parseHeader() {
    place.fill(-1);
    std::vector<Field> names = splitAt(lines[0], ',');
    width = names.size();
    for (size_t i = 0; i != names.size(); ++i) {
      auto it = std::find_if(std::begin(columnNames), std::end(columnNames),
                             [&](const ColumnName &name) { return name.name == names[i].text; });
      if (it == std::end(columnNames))
        return names[i].error(fmt::format("unknown column {}", excerpt(names[i].text)));
      if (has(it->column))
        return names[i].error(fmt::format("column {} names '{}' again", excerpt(names[i].text), nameOf(it->column)));
      place[it->column] = static_cast<int>(i);
    }
    if (has(Upper) && has(End))
      return lines[0].error("columns 'upper' and 'end' exclude each other");
    if (!has(Id))
      return lines[0].error("there is no column 'id'");
    return {};
  }

  std::vector<Field> lines;
  std::array<int, columnCount> place;
  size_t width = 0;
};

Result<std::optional<Bytes>> parseOptionalAddress(const Field &field, Column column) {
  if (field.text.empty())
    return std::optional<Bytes>();
  ALCOVE_ASSIGN_OR_RETURN(int64_t value, parseInt(field, nameOf(column)));
  return value == -1 ? std::optional<Bytes>() : std::optional<Bytes>(value);
}

/// All of a row but its offset.
Result<AllocationBuffer> parseBuffer(const Table &table, const std::vector<Field> &fields) {
  AllocationBuffer buffer;
  buffer.id = table.field(fields, Id).text;
  if (table.has(Lower)) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.lower, parseInt(table.field(fields, Lower), "lower"));
  }
  if (table.has(Upper)) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.upper, parseInt(table.field(fields, Upper), "upper"));
  }
  if (table.has(End)) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t last, parseInt(table.field(fields, End), "end"));
    if (addOverflow(last, 1, buffer.upper))
      return table.field(fields, End).error(fmt::format("end {} is too late", last));
  }
  if (table.has(Size)) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.size, parseInt(table.field(fields, Size), "size"));
  }
  if (Field field = table.field(fields, Alignment); !field.text.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.alignment, parseInt(field, "alignment"));
  }
  ALCOVE_ASSIGN_OR_RETURN(buffer.hint, parseOptionalAddress(table.field(fields, Hint), Hint));
  ALCOVE_ASSIGN_OR_RETURN(buffer.gaps, parseGaps(table.field(fields, Gaps)));
  return buffer;
}

Status requireColumns(const Table &table) {
  const char *message = !table.has(Lower)                      ? "there is no column 'lower'"
                        : !table.has(Upper) && !table.has(End) ? "there is no column 'upper'"
                        : !table.has(Size)                     ? "there is no column 'size'"
                                                               : nullptr;
  if (message)
    return Field{"", 1, 1}.error(message);
  return {};
}

} // namespace

Result<AllocationProblem> formats::parseMiniMallocCsv(std::string_view text) {
  ALCOVE_ASSIGN_OR_RETURN(Table table, Table::parse(text));
  ALCOVE_RETURN_IF_ERROR(requireColumns(table));
  AllocationProblem problem;
  std::unordered_map<std::string, size_t> lineOf;
  for (size_t i = 0; i != table.rowCount(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<Field> fields, table.row(i));
    ALCOVE_ASSIGN_OR_RETURN(AllocationBuffer buffer, parseBuffer(table, fields));
    ALCOVE_ASSIGN_OR_RETURN(buffer.fixedOffset, parseOptionalAddress(table.field(fields, Offset), Offset));
    // The rules of one buffer are checked here, where the line is known; those between buffers below.
    AllocationProblem single;
    single.buffers.push_back(buffer);
    if (Status status = plan::check(single); !status.ok() && !buffer.id.empty())
      return fields[0].error(status.error().message);
    Field id = table.field(fields, Id);
    if (buffer.id.empty())
      return id.error("AL-P1: the id is empty");
    if (auto [it, inserted] = lineOf.try_emplace(buffer.id, id.line); !inserted)
      return id.error(fmt::format("AL-P1: the id {} was given in line {} already", excerpt(buffer.id), it->second));
    problem.buffers.push_back(std::move(buffer));
  }
  ALCOVE_RETURN_IF_ERROR(plan::check(problem));
  return problem;
}

namespace {

/// What the row says about the problem must be what the problem says.
Status compareWithProblem(const Table &table, const std::vector<Field> &fields, const AllocationBuffer &given) {
  ALCOVE_ASSIGN_OR_RETURN(AllocationBuffer read, parseBuffer(table, fields));
  auto differ = [&](Column column, const auto &here, const auto &there) -> Status {
    if (!table.has(column) || here == there)
      return {};
    return table.field(fields, column)
        .error(fmt::format("buffer '{}': {} is {} here and {} in the problem", given.id, nameOf(column), here, there));
  };
  ALCOVE_RETURN_IF_ERROR(differ(Lower, read.lower, given.lower));
  ALCOVE_RETURN_IF_ERROR(differ(table.has(End) ? End : Upper, read.upper, given.upper));
  ALCOVE_RETURN_IF_ERROR(differ(Size, read.size, given.size));
  ALCOVE_RETURN_IF_ERROR(differ(Alignment, read.alignment, given.alignment));
  if (table.has(Gaps) && read.gaps != given.gaps)
    return table.field(fields, Gaps).error(fmt::format("buffer '{}': gaps differ from those of the problem", given.id));
  return {};
}

} // namespace

Result<AllocationSolution> formats::parseMiniMallocSolution(std::string_view text, const AllocationProblem &problem) {
  ALCOVE_ASSIGN_OR_RETURN(Table table, Table::parse(text));
  if (!table.has(Offset))
    return Field{"", 1, 1}.error("there is no column 'offset'");
  std::unordered_map<std::string_view, size_t> indexOf;
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    indexOf.emplace(problem.buffers[i].id, i);
  std::vector<size_t> lineOf(problem.buffers.size(), 0);
  AllocationSolution solution;
  solution.offsets.assign(problem.buffers.size(), 0);
  for (size_t i = 0; i != table.rowCount(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<Field> fields, table.row(i));
    Field id = table.field(fields, Id);
    auto it = indexOf.find(id.text);
    if (it == indexOf.end())
      return id.error(fmt::format("the problem has no buffer {}", excerpt(id.text)));
    if (lineOf[it->second] != 0)
      return id.error(
          fmt::format("the offset of {} was given in line {} already", excerpt(id.text), lineOf[it->second]));
    lineOf[it->second] = id.line;
    ALCOVE_RETURN_IF_ERROR(compareWithProblem(table, fields, problem.buffers[it->second]));
    ALCOVE_ASSIGN_OR_RETURN(solution.offsets[it->second], parseInt(table.field(fields, Offset), "offset"));
  }
  for (size_t i = 0; i != lineOf.size(); ++i)
    if (lineOf[i] == 0)
      return Error{fmt::format("buffer '{}' AL-S1: there is no offset", problem.buffers[i].id)};
  return solution;
}

Result<std::string> formats::formatMiniMallocCsv(const AllocationProblem &problem, const AllocationSolution *solution) {
  auto any = [&](auto holds) { return std::any_of(problem.buffers.begin(), problem.buffers.end(), holds); };
  bool alignments = any([](const AllocationBuffer &buffer) { return buffer.alignment != 1; });
  bool hints = any([](const AllocationBuffer &buffer) { return buffer.hint.has_value(); });
  bool gaps = any([](const AllocationBuffer &buffer) { return !buffer.gaps.empty(); });
  for (const AllocationBuffer &buffer : problem.buffers)
    if (!buffer.cores.empty())
      return Error{fmt::format("buffer '{}': MiniMalloc CSV has no cores; write a .json file", buffer.id)};
  bool offsets = solution || any([](const AllocationBuffer &buffer) { return buffer.fixedOffset.has_value(); });
  std::string text = "id,lower,upper,size";
  text += alignments ? ",alignment" : "";
  text += hints ? ",hint" : "";
  text += gaps ? ",gaps" : "";
  text += offsets ? ",offset\n" : "\n";
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    const AllocationBuffer &buffer = problem.buffers[i];
    if (buffer.id.find_first_of(",\"\r\n") != std::string::npos)
      return Error{fmt::format("buffers[{}]: the id {} cannot be written as CSV", i, excerpt(buffer.id))};
    text += fmt::format("{},{},{},{}", buffer.id, buffer.lower, buffer.upper, buffer.size);
    if (alignments)
      text += fmt::format(",{}", buffer.alignment);
    if (hints)
      text += fmt::format(",{}", buffer.hint.value_or(-1));
    if (gaps)
      text += ',';
    for (size_t k = 0; k != buffer.gaps.size(); ++k) {
      const AllocationGap &gap = buffer.gaps[k];
      text += fmt::format("{}{}-{}", k ? " " : "", gap.lower, gap.upper);
      if (gap.window)
        text += fmt::format("@{}:{}", gap.window->lower, gap.window->upper);
    }
    if (offsets)
      text += fmt::format(",{}", solution ? solution->offsets[i] : buffer.fixedOffset.value_or(-1));
    text += '\n';
  }
  return text;
}
