//===- Sqlite.cpp - Databases as bytes ------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Sqlite/Sqlite.h"

#include <algorithm>
#include <sqlite3.h>

using namespace alcove;

namespace {
struct Finalize {
  void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

sqlite3 *handle(void *database) { return static_cast<sqlite3 *>(database); }

Result<Statement> prepare(void *database, const std::string &sql) {
  sqlite3_stmt *prepared = nullptr;
  if (sqlite3_prepare_v2(handle(database), sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK)
    return Error{sqlite3_errmsg(handle(database))};
  return Statement(prepared);
}
} // namespace

void SqliteDatabase::Close::operator()(void *database) const { sqlite3_close(handle(database)); }

Result<SqliteDatabase> SqliteDatabase::create() {
  sqlite3 *opened = nullptr;
  int code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  SqliteDatabase result;
  result.database.reset(opened);
  if (code != SQLITE_OK)
    return Error{"no memory for a database"};
  return result;
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string &bytes) {
  ALCOVE_ASSIGN_OR_RETURN(SqliteDatabase result, create());
  auto *copy = static_cast<unsigned char *>(sqlite3_malloc64(bytes.size()));
  if (!copy)
    return Error{"no memory for a database"};
  std::copy(bytes.begin(), bytes.end(), copy);
  auto size = static_cast<sqlite3_int64>(bytes.size());
  if (sqlite3_deserialize(handle(result.database.get()), "main", copy, size, size,
                          SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    return Error{sqlite3_errmsg(handle(result.database.get()))};
  return result;
}

Status SqliteDatabase::execute(const std::string &sql) {
  if (sqlite3_exec(handle(database.get()), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return Error{sqlite3_errmsg(handle(database.get()))};
  return {};
}

Status SqliteDatabase::insert(const std::string &sql, const std::vector<std::string> &values) {
  ALCOVE_ASSIGN_OR_RETURN(Statement statement, prepare(database.get(), sql));
  for (size_t i = 0; i < values.size(); ++i)
    sqlite3_bind_text(statement.get(), static_cast<int>(i + 1), values[i].data(), static_cast<int>(values[i].size()),
                      SQLITE_STATIC);
  if (sqlite3_step(statement.get()) != SQLITE_DONE)
    return Error{sqlite3_errmsg(handle(database.get()))};
  return {};
}

Status SqliteDatabase::select(const std::string &sql,
                              const std::function<void(const std::vector<std::string> &)> &row) {
  ALCOVE_ASSIGN_OR_RETURN(Statement statement, prepare(database.get(), sql));
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
    std::vector<std::string> fields;
    for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) {
      const unsigned char *text = sqlite3_column_text(statement.get(), i);
      auto size = static_cast<size_t>(sqlite3_column_bytes(statement.get(), i));
      fields.push_back(text ? std::string(reinterpret_cast<const char *>(text), size) : "");
    }
    row(fields);
  }
  if (code != SQLITE_DONE)
    return Error{sqlite3_errmsg(handle(database.get()))};
  return {};
}

Result<std::string> SqliteDatabase::bytes() {
  sqlite3_int64 size = 0;
  std::unique_ptr<unsigned char, void (*)(void *)> copy(sqlite3_serialize(handle(database.get()), "main", &size, 0),
                                                        sqlite3_free);
  if (!copy)
    return Error{"no memory for the bytes of a database"};
  return std::string(reinterpret_cast<const char *>(copy.get()), static_cast<size_t>(size));
}
