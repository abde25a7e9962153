//===- Database.cpp - Operations and tensors of a visualizer's report -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Readers.h"
#include "alcove/Base/Sqlite/Sqlite.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::profiles;

namespace {

int64_t integerOf(const std::string &text) {
  double value = numberOf(text).value_or(0);
  return value >= 0 && value < 1e15 ? static_cast<int64_t>(value) : 0;
}

Status readOperations(SqliteDatabase &reader, Profile &profile) {
  std::map<int64_t, size_t> rows;
  ALCOVE_RETURN_IF_ERROR(reader.select("SELECT operation_id, name FROM operations ORDER BY operation_id",
                                       [&](const std::vector<std::string> &fields) {
                                         ProfileRow row;
                                         row.line = integerOf(fields[0]);
                                         row.opCode = fields[1];
                                         rows[row.line] = profile.rows.size();
                                         profile.rows.push_back(std::move(row));
                                       }));
  std::map<std::string, ProfileTensor> tensors;
  ALCOVE_RETURN_IF_ERROR(reader.select("SELECT tensor_id, shape, dtype, layout, memory_config FROM tensors",
                                       [&](const std::vector<std::string> &fields) {
                                         ProfileTensor tensor;
                                         tensor.padded = tensor.logical = numbersIn(fields[1]);
                                         tensor.dataType = lastName(fields[2]);
                                         tensor.layout = lastName(fields[3]);
                                         tensor.memoryConfig = fields[4];
                                         tensor.memory = memoryOf(fields[4]);
                                         tensors[fields[0]] = std::move(tensor);
                                       }));
  for (bool input : {true, false})
    ALCOVE_RETURN_IF_ERROR(reader.select(
        fmt::format("SELECT operation_id, tensor_id FROM {0}_tensors ORDER BY operation_id, {0}_index",
                    input ? "input" : "output"),
        [&](const std::vector<std::string> &fields) {
          auto row = rows.find(integerOf(fields[0]));
          auto tensor = tensors.find(fields[1]);
          if (row == rows.end() || tensor == tensors.end()) {
            profile.lost.push_back({integerOf(fields[0]),
                                    fmt::format("tensor {} or its operation {} is not listed", fields[1], fields[0])});
            return;
          }
          (input ? profile.rows[row->second].inputs : profile.rows[row->second].outputs).push_back(tensor->second);
        }));
  return {};
}

} // namespace

Result<Profile> profiles::parseDatabase(const std::string &bytes, const std::string &name) {
  Profile profile;
  profile.kind = Profile::Kind::Database;
  profile.name = name;
  auto failed = [&](const Status &status) {
    return Error{fmt::format("{}: not a database of a report (schema 2 or 2.1): {}", name, status.error().message)};
  };
  Result<SqliteDatabase> reader = SqliteDatabase::open(bytes);
  if (!reader)
    return failed(reader.error());
  if (Status good = readOperations(*reader, profile); !good)
    return failed(good);
  profile.version = "2";
  // Version 2 has no such table.
  Status noted = reader->select("SELECT value FROM report_metadata WHERE key = 'schema_version'",
                                [&](const std::vector<std::string> &fields) { profile.version = fields[0]; });
  Status locations = reader->select("SELECT operation_id, value FROM operation_arguments WHERE name = 'loc'",
                                    [&](const std::vector<std::string> &fields) {
                                      for (ProfileRow &row : profile.rows)
                                        if (row.line == integerOf(fields[0]) && row.location.empty() &&
                                            fields[1].starts_with("loc(\"") && fields[1].ends_with("\")"))
                                          row.location = fields[1].substr(5, fields[1].size() - 7);
                                    });
  for (const Status *status : {&noted, &locations})
    if (!*status)
      profile.lost.push_back({0, status->error().message});
  if (profile.rows.empty())
    return Error{fmt::format("{}: the table 'operations' is empty", name)};
  return profile;
}
