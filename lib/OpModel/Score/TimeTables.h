//===- TimeTables.h - Rows of the time tables as questions ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_SCORE_TIMETABLES_H
#define ALCOVE_LIB_OPMODEL_SCORE_TIMETABLES_H

#include "alcove/OpModel/Score/TimeScore.h"

namespace alcove::opmodel {

/// Fields of one row with the table's name for messages.
class RowReader {
public:
  RowReader(const CsvTable &table, const CsvTable::Row &row) : table(table), row(row) {}
  const std::string &text(const std::string &column) const { return table.get(row, column); }
  /// Finite number; error with line, column and text otherwise.
  Result<double> number(const std::string &column) const;
  /// Integer in [1, 2^40].
  Result<int64_t> positive(const std::string &column) const;
  /// Dimensions of "1x20x32x64", each in [0, 2^31].
  Result<std::vector<int64_t>> shape(const std::string &column) const;
  int64_t line() const { return row.line; }

private:
  const CsvTable &table;
  const CsvTable::Row &row;
};

/// Wormhole n150 or a Blackhole with a grid of `cores` workers at `clockGHz`.
ChipParameters chipOf(bool blackhole, int64_t cores, double clockGHz);

/// A row of a device profiler sheet (ProfilerRows.cpp).
Result<TimeCase> profilerCase(const RowReader &row);

/// A row of a table of ops between chips (CollectiveRows.cpp).
Result<TimeCase> collectiveCase(const RowReader &row);
/// The row is one kernel's time, and says on how many links.
bool answersCollective(const RowReader &row);

/// Text of a question, for equality.
std::string questionKey(const TimeCase &timeCase);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_SCORE_TIMETABLES_H
