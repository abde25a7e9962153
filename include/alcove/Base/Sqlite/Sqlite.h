//===- Sqlite.h - Databases as bytes ----------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database in memory, read from the bytes of a file and written back as bytes: a reader never leaves a journal beside
// the user's file, and a writer replaces it whole (AtomicFile.h).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SQLITE_SQLITE_H
#define ALCOVE_BASE_SQLITE_SQLITE_H

#include "alcove/Base/Support/Result.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace alcove {

class SqliteDatabase {
public:
  /// An empty database.
  static Result<SqliteDatabase> create();
  /// The bytes of a file, of which a copy is taken. What they lack is seen at the first use only.
  static Result<SqliteDatabase> open(const std::string &bytes);

  /// Runs statements without results. Errors are SQLite's own words, here and below.
  Status execute(const std::string &sql);
  /// Runs one statement with these texts for its question marks.
  Status insert(const std::string &sql, const std::vector<std::string> &values);
  /// Calls `row` with the fields of every row as text; a NULL is "".
  Status select(const std::string &sql, const std::function<void(const std::vector<std::string> &)> &row);
  /// The file's bytes.
  Result<std::string> bytes();

private:
  struct Close {
    void operator()(void *database) const;
  };
  std::unique_ptr<void, Close> database; ///< sqlite3
};

} // namespace alcove

#endif // ALCOVE_BASE_SQLITE_SQLITE_H
