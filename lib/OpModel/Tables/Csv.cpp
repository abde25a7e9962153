//===- Csv.cpp - Comma-separated tables with quoted fields ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Csv.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

int CsvTable::find(const std::string &name) const {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i] == name)
      return static_cast<int>(i);
  return -1;
}

const std::string &CsvTable::get(const Row &row, const std::string &name) const {
  static const std::string empty;
  int column = find(name);
  return column < 0 ? empty : row.fields[column];
}

namespace {
/// Reads records one by one; the state is the position and the line.
class RecordReader {
public:
  RecordReader(const std::string &text, const std::string &name) : text(text), name(name) {}

  bool atEnd() const { return pos >= text.size(); }

  Result<CsvTable::Row> next() {
    CsvTable::Row row;
    row.line = line;
    while (true) {
      ALCOVE_ASSIGN_OR_RETURN(std::string field, readField());
      row.fields.push_back(std::move(field));
      if (atEnd())
        return row;
      char c = text[pos++];
      if (c == ',')
        continue;
      if (c == '\r' && !atEnd() && text[pos] == '\n')
        ++pos;
      ++line;
      return row;
    }
  }

  int64_t nextLine() const { return line; }

  /// Goes on behind the line where a record began that could not be read.
  void skipLine(size_t recordBegin, int64_t recordLine) {
    size_t end = text.find('\n', recordBegin);
    pos = end == std::string::npos ? text.size() : end + 1;
    line = recordLine + 1;
  }
  size_t position() const { return pos; }

private:
  Result<std::string> readField() {
    std::string field;
    if (atEnd() || text[pos] != '"') {
      while (!atEnd() && text[pos] != ',' && text[pos] != '\n' && text[pos] != '\r')
        field += text[pos++];
      return field;
    }
    int64_t start = line;
    for (++pos; !atEnd(); ++pos) {
      if (text[pos] == '\n')
        ++line;
      if (text[pos] != '"') {
        field += text[pos];
        continue;
      }
      if (pos + 1 < text.size() && text[pos + 1] == '"') {
        field += '"';
        ++pos;
        continue;
      }
      ++pos;
      if (!atEnd() && text[pos] != ',' && text[pos] != '\n' && text[pos] != '\r')
        return Error{fmt::format("{}:{}: text after the closing quote of a field", name, line)};
      return field;
    }
    return Error{fmt::format("{}:{}: quoted field is not closed", name, start)};
  }

  const std::string &text;
  const std::string &name;
  size_t pos = 0;
  int64_t line = 1;
};
} // namespace

Result<CsvTable> opmodel::parseCsv(const std::string &text, const std::string &name) {
  RecordReader reader(text, name);
  if (reader.atEnd())
    return Error{fmt::format("{}: empty table, a line of column names was expected", name)};
  CsvTable table;
  ALCOVE_ASSIGN_OR_RETURN(CsvTable::Row header, reader.next());
  table.columns = std::move(header.fields);
  while (!reader.atEnd()) {
    ALCOVE_ASSIGN_OR_RETURN(CsvTable::Row row, reader.next());
    if (row.fields.size() == 1 && row.fields[0].empty())
      continue;
    if (row.fields.size() != table.columns.size())
      return Error{fmt::format("{}:{}: {} fields, the header has {} columns", name, row.line, row.fields.size(),
                               table.columns.size())};
    table.rows.push_back(std::move(row));
  }
  return table;
}

Result<CsvTable> opmodel::parseCsvLeniently(const std::string &text, const std::string &name,
                                            std::vector<DamagedRecord> &damaged) {
  RecordReader reader(text, name);
  if (reader.atEnd())
    return Error{fmt::format("{}: empty table, a line of column names was expected", name)};
  CsvTable table;
  ALCOVE_ASSIGN_OR_RETURN(CsvTable::Row header, reader.next());
  table.columns = std::move(header.fields);
  // The line stands beside the reason.
  auto reasonOf = [&](const std::string &message) { return message.substr(message.find(": ", name.size()) + 2); };
  while (!reader.atEnd()) {
    size_t begin = reader.position();
    int64_t line = reader.nextLine();
    Result<CsvTable::Row> row = reader.next();
    if (!row) {
      reader.skipLine(begin, line);
      damaged.push_back({line, reasonOf(row.error().message)});
    } else if (row->fields.size() == 1 && row->fields[0].empty()) {
      continue;
    } else if (row->fields.size() != table.columns.size()) {
      // A quote that swallowed the lines behind it costs one record, not all of them.
      reader.skipLine(begin, line);
      damaged.push_back(
          {line, fmt::format("{} fields, the header has {} columns", row->fields.size(), table.columns.size())});
    } else {
      table.rows.push_back(std::move(*row));
    }
  }
  return table;
}

Result<CsvTable> opmodel::readCsv(const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path));
  return parseCsv(text, path);
}

std::string opmodel::csvField(const std::string &text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"')
      quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}
