//===- ConstantsJson.h - Physical constants with their sources -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_DEVICE_SYSTEM_CONSTANTSJSON_H
#define ALCOVE_LIB_DEVICE_SYSTEM_CONSTANTSJSON_H

#include "alcove/Base/Json/Json.h"
#include "alcove/Device/SystemDesc.h"

#include <map>

namespace alcove::device {

/// Constants as a file gives them: `"clock_ghz": {"value": 1.0, "source": "..."}`.
struct SourcedConstants {
  ChipConstants constants;
  std::map<std::string, std::string, std::less<>> sources;
};

/// Every constant must be there, with a source that is not empty.
Result<SourcedConstants> readConstants(JsonCursor cursor);
/// A chip's own constants, plain numbers laid over those of its architecture: `{"dram_spec_gbps": 448}`.
Status readConstantOverrides(JsonCursor cursor, ChipConstants &constants);
/// Error that names the first constant missing from `cursor`: for an architecture of which nothing is known.
Status requireAllConstants(JsonCursor cursor);
/// Members of `constants` that differ from `known`.
void writeConstantOverrides(JsonWriter &json, const ChipConstants &constants, const ChipConstants &known);

} // namespace alcove::device

#endif // ALCOVE_LIB_DEVICE_SYSTEM_CONSTANTSJSON_H
