//===- UnitCases.h - The backend's own unit cases as queries ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the table `unit_cases.csv` (columns: suite, op, in0..in3, more_in, out, args, expected_* and chk_*): the
// arguments and expectations of the vendor compiler's op-model tests. The reading conventions, which are those of
// the tests' fixtures, are rules UC1-UC6 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_UNITCASES_H
#define ALCOVE_OPMODEL_SCORE_UNITCASES_H

#include "alcove/OpModel/Analytical.h"
#include "alcove/OpModel/Csv.h"

namespace alcove::opmodel {

/// `EXPECT_EQ(actual, value)` and its kin; None = not checked.
struct Expectation {
  enum class Kind : uint8_t { None, EQ, GE, GT, LE } kind = Kind::None;
  Bytes value = 0;
  bool holds(Bytes actual) const;
};

struct UnitCase {
  int64_t line = 0;
  std::string suite, op, caseName;
  bool disabled = false;
  std::optional<bool> legal; ///< nothing = not checked
  Expectation cb, tensor, total, output;
  Query query;
  /// Why the row could not be turned into a query; empty when it could.
  std::string unreadable;
};

/// Name in our queries of the op class in the table: `ReluOp` -> `relu`, `EqualOp` -> `eq`.
std::string opNameOfClass(const std::string &opClass);

/// All rows in order. Fails only when columns are missing.
Result<std::vector<UnitCase>> readUnitCases(const CsvTable &table, const ChipParameters &chip);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_UNITCASES_H
