//===- FuzzProfiles.cpp - Damaged profiles of every kind ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes as a file: whatever they are, the reader answers or says why not, and what it answers can be asked as questions.
//
//===----------------------------------------------------------------------===//
#include "alcove/FrontDoors/Profiles/Profile.h"

#include <cstdlib>

using namespace alcove;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  Result<profiles::Profile> profile = profiles::parseProfile(text, "f");
  if (!profile) {
    if (profile.error().message.empty())
      std::abort();
    return 0;
  }
  if (profile->kind != profiles::Profile::Kind::DeviceLog && profile->rows.empty())
    std::abort();
  profiles::fillShards(*profile);
  opmodel::CsvTable table = profiles::questionTable(*profile, 1000, 64);
  for (const opmodel::CsvTable::Row &row : table.rows)
    if (row.fields.size() != table.columns.size())
      std::abort();
  return 0;
}
