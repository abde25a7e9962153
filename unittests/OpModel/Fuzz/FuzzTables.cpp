//===- FuzzTables.cpp - Damaged tables of measurements --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes as the tables that scores and prices are read from: rows of profilers, unit cases, and the database that
// `alcove calibrate` writes. Whatever they are, a reader answers or says why not.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Csv.h"
#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/OpModel/Score/TimeScore.h"
#include "alcove/OpModel/Score/UnitCases.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::opmodel;

template <typename T>
static bool isRead(const Result<T> &result) {
  if (!result.ok() && result.error().message.empty())
    std::abort();
  return result.ok();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string bytes(reinterpret_cast<const char *>(data), size);
  if (Result<MeasuredTimes> times = parseMeasuredTimes(bytes, "f"); isRead(times)) {
    (void)contradictionsIn(*times);
    (void)isRead(TimedByTable::create(*times, "f", {}, std::make_shared<AnalyticalOpModel>()));
  }
  std::vector<DamagedRecord> damaged;
  (void)isRead(parseCsvLeniently(bytes, "f", damaged));
  Result<CsvTable> table = parseCsv(bytes, "f");
  if (!isRead(table))
    return 0;
  for (const CsvTable::Row &row : table->rows)
    if (row.fields.size() != table->columns.size())
      std::abort();
  (void)isRead(readTimeCases(*table));
  (void)isRead(readUnitCases(*table, {}));
  return 0;
}
