//===- Readers.h - One reader per kind of file ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_PROFILES_READERS_H
#define ALCOVE_LIB_FRONTDOORS_PROFILES_READERS_H

#include "alcove/FrontDoors/Profiles/Profile.h"

namespace alcove::profiles {

Result<Profile> parseSheet(const std::string &text, const std::string &name);
Result<Profile> parsePerfReport(const std::string &text, const std::string &name);
Result<Profile> parseDeviceLog(const std::string &text, const std::string &name);
Result<Profile> parseGraphCapture(const std::string &text, const std::string &name);
Result<Profile> parseDatabase(const std::string &bytes, const std::string &name);

/// `BFLOAT16` of `DataType.BFLOAT16` and `DataType::BFLOAT16`.
std::string lastName(const std::string &text);
/// `L1_HEIGHT_SHARDED` of a memory config's text; empty when it names no place.
std::string memoryOf(const std::string &memoryConfig);
/// Every run of digits; those beyond 2^40 end the list.
std::vector<int64_t> numbersIn(const std::string &text);
/// A whole field as a number; nothing when it is none.
std::optional<double> numberOf(const std::string &field);

} // namespace alcove::profiles

#endif // ALCOVE_LIB_FRONTDOORS_PROFILES_READERS_H
