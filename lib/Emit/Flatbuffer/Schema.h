//===- Schema.h - Tables of a version of tt-mlir's flatbuffer ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schema/COMMIT.txt, one type a line; a field is `name:type`, `?` where absent is no value, `=default`:
//
//   enum TensorLayout:uint16 RowMajor Tile Invalid
//   struct CoreCoord x:uint64 y:uint64
//   union NumberType FloatingPointNumber IntegralNumber
//   table FullOp device:DeviceRef shape:[int64] fill_value:NumberType dtype:DataType? out:TensorRef
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_FLATBUFFER_SCHEMA_H
#define ALCOVE_LIB_EMIT_FLATBUFFER_SCHEMA_H

#include "alcove/Base/Support/Result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace alcove::emit::flatbuffer {

struct Field {
  std::string name, type, fallback;
  bool optional = false;
  size_t slot = 0; ///< in the table; of a union that of its value, its tag lies in the one before
};

struct Record {
  std::string name;
  std::vector<Field> fields;
  bool isStruct = false;
  const Field *field(const std::string &name) const;
};

struct Enumeration {
  std::string base;
  std::map<std::string, int64_t> members;
};

struct Extent {
  size_t bytes = 4, alignment = 4;
};

class Schema {
public:
  static std::vector<std::string> versions();
  static Result<Schema> load(const std::string &version);

  const std::string &version() const { return name; }
  const Record *record(const std::string &name) const;
  const Enumeration *enumeration(const std::string &name) const;
  const std::vector<std::string> *members(const std::string &unionName) const;
  /// Lies in its table, not behind an offset.
  bool isInline(const std::string &type) const;
  Extent extent(const std::string &type) const;

private:
  Status readLine(const std::string &line);

  std::string name;
  std::map<std::string, Record> records;
  std::map<std::string, Enumeration> enumerations;
  std::map<std::string, std::vector<std::string>> unions;
};

/// Bytes of a scalar, 0 for what is none.
size_t scalarBytes(const std::string &type);
/// `TensorRef` of `[TensorRef]`; empty for what is no list.
std::string elementOf(const std::string &type);

} // namespace alcove::emit::flatbuffer

#endif // ALCOVE_LIB_EMIT_FLATBUFFER_SCHEMA_H
