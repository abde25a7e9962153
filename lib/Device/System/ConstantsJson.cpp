//===- ConstantsJson.cpp - Physical constants with their sources ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConstantsJson.h"

#include "Fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace alcove::device {

static Status readTransferTable(JsonCursor cursor, ChipConstants &constants) {
  ALCOVE_ASSIGN_OR_RETURN(size_t rows, cursor.arraySize());
  if (rows > 64)
    return cursor.error(fmt::format("{} rows, at most 64 are read", rows));
  for (size_t i = 0; i < rows; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(size_t arity, cursor.element(i).arraySize());
    if (arity != 2)
      return cursor.element(i).error(fmt::format("expected [bytes, bytes per cycle], found {} elements", arity));
    ALCOVE_ASSIGN_OR_RETURN(int64_t bytes, cursor.element(i).element(0).asInt(1, maxBytes));
    ALCOVE_ASSIGN_OR_RETURN(double rate, cursor.element(i).element(1).asDouble());
    constants.nocBytesPerCycleByTransfer.push_back({bytes, rate});
  }
  return Status();
}

/// The one member whose names are not ours.
static constexpr const char *opModelName = "op_model";

static Status onlyConstants(JsonCursor cursor) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> names, cursor.fieldNames());
  for (const std::string &name : names)
    if (name != opModelName && std::none_of(constantFields.begin(), constantFields.end(),
                                            [&](const ConstantField &field) { return name == field.jsonName; }))
      return cursor.error(fmt::format("unknown member '{}'", name));
  return Status();
}

static Status readValue(JsonCursor value, const ConstantField &field, ChipConstants &constants) {
  if (field.real) {
    ALCOVE_ASSIGN_OR_RETURN(constants.*field.real, value.asDouble());
  } else if (field.integer) {
    ALCOVE_ASSIGN_OR_RETURN(constants.*field.integer, value.asInt(1, maxBytes));
  } else {
    constants.nocBytesPerCycleByTransfer.clear();
    ALCOVE_RETURN_IF_ERROR(readTransferTable(value, constants));
  }
  return Status();
}

Result<SourcedConstants> readConstants(JsonCursor cursor) {
  SourcedConstants result;
  ALCOVE_RETURN_IF_ERROR(onlyConstants(cursor));
  for (const ConstantField &field : constantFields) {
    JsonCursor member = cursor.field(field.jsonName);
    ALCOVE_RETURN_IF_ERROR(member.onlyFields({"value", "source"}));
    ALCOVE_ASSIGN_OR_RETURN(std::string source, member.field("source").asString());
    if (source.empty())
      return member.field("source").error("empty");
    result.sources[field.jsonName] = std::move(source);
    ALCOVE_RETURN_IF_ERROR(readValue(member.field("value"), field, result.constants));
  }
  return result;
}

Status readConstantOverrides(JsonCursor cursor, ChipConstants &constants) {
  ALCOVE_RETURN_IF_ERROR(onlyConstants(cursor));
  for (const ConstantField &field : constantFields)
    if (JsonCursor value = cursor.optionalField(field.jsonName); value.present())
      ALCOVE_RETURN_IF_ERROR(readValue(value, field, constants));
  JsonCursor ofOpModel = cursor.optionalField(opModelName);
  if (!ofOpModel.present())
    return Status();
  ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> names, ofOpModel.fieldNames());
  for (const std::string &name : names) {
    ALCOVE_ASSIGN_OR_RETURN(double value, ofOpModel.field(name).asDouble());
    if (!(value > 0) || !std::isfinite(value))
      return ofOpModel.field(name).error(fmt::format("DEV-S14: {} is not positive and finite", value));
    constants.opModel[name] = value;
  }
  return Status();
}

Status requireAllConstants(JsonCursor cursor) {
  for (const ConstantField &field : constantFields)
    if (!cursor.optionalField(field.jsonName).present())
      return cursor.error(fmt::format("member '{}' is missing", field.jsonName));
  return Status();
}

static bool sameValue(const ChipConstants &a, const ChipConstants &b, const ConstantField &field) {
  if (field.real)
    return a.*field.real == b.*field.real;
  if (field.integer)
    return a.*field.integer == b.*field.integer;
  return a.nocBytesPerCycleByTransfer == b.nocBytesPerCycleByTransfer;
}

void writeConstantOverrides(JsonWriter &json, const ChipConstants &constants, const ChipConstants &known) {
  json.beginObject();
  for (const ConstantField &field : constantFields) {
    if (sameValue(constants, known, field))
      continue;
    json.key(field.jsonName);
    if (field.real) {
      json.value(constants.*field.real);
    } else if (field.integer) {
      json.value(constants.*field.integer);
    } else {
      json.beginArray();
      for (const auto &[bytes, rate] : constants.nocBytesPerCycleByTransfer) {
        json.beginArray();
        json.value(bytes);
        json.value(rate);
        json.endArray();
      }
      json.endArray();
    }
  }
  if (!constants.opModel.empty()) {
    json.key(opModelName);
    json.beginObject();
    for (const auto &[name, value] : constants.opModel)
      json.field(name, value);
    json.endObject();
  }
  json.endObject();
}

} // namespace alcove::device
