//===- Csv.h - Comma-separated tables with quoted fields ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RFC 4180: fields in double quotes may hold commas, line breaks and doubled quotes. The first record names the
// columns; every record must have as many fields.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_CSV_H
#define ALCOVE_OPMODEL_CSV_H

#include "alcove/Base/Support/Result.h"

#include <map>
#include <string>
#include <vector>

namespace alcove::opmodel {

struct CsvTable {
  std::vector<std::string> columns;
  struct Row {
    int64_t line = 0; ///< where the record starts, 1-based
    std::vector<std::string> fields;
  };
  std::vector<Row> rows;

  /// Column index, or -1.
  int find(const std::string &name) const;
  /// Field of a row by column name; empty when there is no such column.
  const std::string &get(const Row &row, const std::string &name) const;
};

/// Parses a whole table. `name` is the file name for messages. Errors name the line.
Result<CsvTable> parseCsv(const std::string &text, const std::string &name);
Result<CsvTable> readCsv(const std::string &path);
/// A record that cannot be read, and why (with its line).
struct DamagedRecord {
  int64_t line = 0;
  std::string reason;
};
/// The same for tables that others wrote: a record with an open quote or a wrong number of fields is left out and
/// noted, and reading goes on behind its line. An error only without a line of column names.
Result<CsvTable> parseCsvLeniently(const std::string &text, const std::string &name,
                                   std::vector<DamagedRecord> &damaged);
/// The field as it must be written: quoted when it needs to be.
std::string csvField(const std::string &text);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_CSV_H
