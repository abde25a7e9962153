//===- Coverage.cpp - Table of executed ops --------------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Interpreter/Coverage.h"

#include "alcove/Reference/Interpreter/OpTable.h"

#include <fmt/format.h>

#include <set>

namespace alcove::reference {

std::string coverageTable(mlir::MLIRContext &context) {
  // Executed by the interpreter itself, not by a kernel.
  const std::set<std::string> control = {"ttnn.get_device", "ttnn.deallocate", "ttcore.load_cached"};
  struct Row {
    bool defined[2] = {}, executed[2] = {};
    std::string tests, against;
  };
  std::map<std::string, Row> rows;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    int dialect = llvm::StringRef(name).starts_with("ttir.") ? 0 : llvm::StringRef(name).starts_with("ttnn.") ? 1 : -1;
    if (dialect < 0)
      continue;
    Row &row = rows[name.substr(5)];
    row.defined[dialect] = true;
    if (const OpTable::Entry *entry = OpTable::get().find(name)) {
      row.executed[dialect] = true;
      row.tests = entry->tests;
      row.against = entry->against;
    } else if (control.count(name)) {
      row.executed[dialect] = true;
      row.tests = "Interpreter";
      row.against = "rules NUM-E3, NUM-E4";
    }
  }
  std::string text =
      "# Ops that the reference interpreter executes\n\nWritten by `alcove-run --coverage`; "
      "test/Reference/coverage.test holds it to that. A dash: the dialect has no such op.\n\n"
      "| op | ttir | ttnn | unit tests (unittests/Reference) | checked against |\n|---|---|---|---|---|\n";
  int64_t defined = 0, executed = 0;
  for (const auto &[name, row] : rows) {
    auto cell = [&](int dialect) {
      defined += row.defined[dialect];
      executed += row.executed[dialect];
      return !row.defined[dialect] ? "-" : row.executed[dialect] ? "yes" : "NO";
    };
    std::string ttir = cell(0), ttnn = cell(1);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", name, ttir, ttnn, row.tests, row.against);
  }
  text += fmt::format("\n{} of {} ops execute.\n", executed, defined);
  return text;
}

} // namespace alcove::reference
