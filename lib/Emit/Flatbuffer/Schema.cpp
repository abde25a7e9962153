//===- Schema.cpp - Tables of a version of tt-mlir's flatbuffer -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Schema.h"

#include "../Python/EmbeddedText.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

using namespace alcove;
using namespace alcove::emit;
using namespace alcove::emit::flatbuffer;

size_t flatbuffer::scalarBytes(const std::string &type) {
  static const std::map<std::string, size_t> sizes = {{"bool", 1},   {"uint8", 1}, {"int8", 1},   {"ubyte", 1},
                                                      {"uint16", 2}, {"int16", 2}, {"uint32", 4}, {"int32", 4},
                                                      {"uint64", 8}, {"int64", 8}, {"float", 4},  {"double", 8}};
  auto found = sizes.find(type);
  return found == sizes.end() ? 0 : found->second;
}

std::string flatbuffer::elementOf(const std::string &type) {
  return type.starts_with("[") ? type.substr(1, type.size() - 2) : "";
}

const Field *Record::field(const std::string &wanted) const {
  for (const Field &field : fields)
    if (field.name == wanted)
      return &field;
  return nullptr;
}

const Record *Schema::record(const std::string &wanted) const {
  auto found = records.find(wanted);
  return found == records.end() ? nullptr : &found->second;
}

const Enumeration *Schema::enumeration(const std::string &wanted) const {
  auto found = enumerations.find(wanted);
  return found == enumerations.end() ? nullptr : &found->second;
}

const std::vector<std::string> *Schema::members(const std::string &unionName) const {
  auto found = unions.find(unionName);
  return found == unions.end() ? nullptr : &found->second;
}

bool Schema::isInline(const std::string &type) const {
  const Record *made = record(type);
  return scalarBytes(type) > 0 || enumeration(type) || (made && made->isStruct);
}

Extent Schema::extent(const std::string &type) const {
  if (size_t bytes = scalarBytes(type))
    return {bytes, bytes};
  if (const Enumeration *made = enumeration(type))
    return extent(made->base);
  const Record *made = record(type);
  if (!made || !made->isStruct)
    return {};
  Extent whole{0, 1};
  for (const Field &field : made->fields) {
    Extent part = extent(field.type);
    whole.bytes = (whole.bytes + part.alignment - 1) / part.alignment * part.alignment + part.bytes;
    whole.alignment = std::max(whole.alignment, part.alignment);
  }
  whole.bytes = (whole.bytes + whole.alignment - 1) / whole.alignment * whole.alignment;
  return whole;
}

static Field parsedField(const std::string &word) {
  size_t colon = word.find(':'), equals = word.find('=');
  Field field{word.substr(0, colon), word.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1),
              equals == std::string::npos ? "" : word.substr(equals + 1)};
  if (field.type.ends_with("?")) {
    field.type.pop_back();
    field.optional = true;
  }
  return field;
}

Status Schema::readLine(const std::string &line) {
  std::istringstream words(line);
  std::string kind, type;
  if (!(words >> kind) || kind == "#")
    return {};
  words >> type;
  if (kind == "table" || kind == "struct") {
    Record made{type, {}, kind == "struct"};
    size_t slot = 0;
    for (std::string word; words >> word;) {
      made.fields.push_back(parsedField(word));
      slot += members(made.fields.back().type) != nullptr;
      made.fields.back().slot = slot++;
    }
    records[type] = made;
  } else if (kind == "enum") {
    size_t colon = type.find(':');
    Enumeration made{type.substr(colon + 1), {}};
    int64_t next = 0;
    for (std::string word; words >> word; ++next) {
      if (size_t equals = word.find('='); equals != std::string::npos)
        next = std::stoll(word.substr(equals + 1));
      made.members[word.substr(0, word.find('='))] = next;
    }
    enumerations[type.substr(0, colon)] = made;
  } else if (kind == "union") {
    for (std::string word; words >> word;)
      unions[type].push_back(word);
  } else {
    return Error{fmt::format("schema {}: '{}' is no kind of type", name, kind)};
  }
  return {};
}

std::vector<std::string> Schema::versions() {
  std::vector<std::string> names;
  for (const EmbeddedText &file : embeddedSchemas())
    names.emplace_back(file.name);
  return names;
}

Result<Schema> Schema::load(const std::string &version) {
  for (const EmbeddedText &file : embeddedSchemas()) {
    if (file.name != version)
      continue;
    Schema schema;
    schema.name = version;
    // A union's fields take two slots, so that unions are read before the tables that have them.
    for (bool unionsFirst : {true, false}) {
      std::istringstream lines(file.text());
      for (std::string line; std::getline(lines, line);)
        if (line.starts_with("union ") == unionsFirst)
          ALCOVE_RETURN_IF_ERROR(schema.readLine(line));
    }
    return schema;
  }
  return Error{fmt::format("the flatbuffer of tt-mlir {} is not known, and nothing is guessed; known: {}", version,
                           fmt::join(versions(), ", "))};
}
