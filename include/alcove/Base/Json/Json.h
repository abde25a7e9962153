//===- Json.h - Strict JSON with paths in errors ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nlohmann/json parses; this header adds what every strict reader of ours needs: a cursor that knows its path, so that an
// error reads `ops[3].inputs[1]: tensor 12 does not exist (there are 11)`, and a writer.
//
//   JsonDocument document;
//   if (Status status = document.parse(text); !status.ok()) ...
//   JsonCursor root = document.root();
//   Result<int64_t> size = root.field("chips").element(0).field("l1_size_bytes").asInt(0, INT32_MAX);
//
// A cursor that was asked for something absent carries the error on: only the final `as...` call must be checked.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_JSON_JSON_H
#define ALCOVE_BASE_JSON_JSON_H

#include "alcove/Base/Support/Result.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace alcove {

class JsonCursor;

/// Owner of a parsed text. Nesting is limited to 256 levels; duplicate keys of one object are an error.
class JsonDocument {
public:
  JsonDocument();
  ~JsonDocument();
  JsonDocument(JsonDocument &&) noexcept;
  JsonDocument &operator=(JsonDocument &&) noexcept;

  /// Parses the whole of `text`; errors give line and column.
  Status parse(std::string_view text);
  JsonCursor root() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// One value and the path that led to it. Cheap to copy; valid as long as its document.
class JsonCursor {
public:
  /// Member `name` of an object; an absent member is an error at the final `as...`.
  JsonCursor field(std::string_view name) const;
  /// Member `name`, or a cursor for which `present()` is false.
  JsonCursor optionalField(std::string_view name) const;
  /// Element `index` of an array.
  JsonCursor element(size_t index) const;
  /// Elements of an array; an error when it is not one.
  Result<size_t> arraySize() const;
  /// Error unless this is an object with no other members than `names`.
  Status onlyFields(std::initializer_list<std::string_view> names) const;
  /// Member names of an object in file order.
  Result<std::vector<std::string>> fieldNames() const;

  bool present() const { return value != nullptr; }
  bool isNull() const;
  bool isArray() const;
  bool isObject() const;
  bool isString() const;
  bool isNumber() const;

  Result<int64_t> asInt(int64_t low = std::numeric_limits<int64_t>::min(),
                        int64_t high = std::numeric_limits<int64_t>::max()) const;
  Result<double> asDouble() const;
  Result<bool> asBool() const;
  Result<std::string> asString() const;
  Result<std::vector<int64_t>> asIntArray(int64_t low = std::numeric_limits<int64_t>::min(),
                                          int64_t high = std::numeric_limits<int64_t>::max()) const;

  /// `path: message`, for rules of the reader's own.
  Error error(std::string_view message) const;
  const std::string &path() const { return location; }

private:
  friend class JsonDocument;
  JsonCursor(const void *value, std::string location) : value(value), location(std::move(location)) {}
  JsonCursor(Error failure, std::string location)
      : location(std::move(location)), failure(std::make_shared<Error>(std::move(failure))) {}
  Error typeError(std::string_view wanted) const;

  const void *value = nullptr;
  std::string location;
  std::shared_ptr<Error> failure;
};

/// Appends JSON text with two-space indentation; the caller keeps begin/end balanced.
class JsonWriter {
public:
  explicit JsonWriter(bool pretty = true);
  ~JsonWriter();
  void beginObject();
  void endObject();
  void beginArray();
  void endArray();
  void key(std::string_view name);
  void value(int64_t number);
  void value(int number) { value(static_cast<int64_t>(number)); }
  void value(size_t number) { value(static_cast<int64_t>(number)); }
  void value(double number);
  void value(bool boolean);
  void value(std::string_view text);
  void value(const char *text) { value(std::string_view(text)); }
  void value(const std::string &text) { value(std::string_view(text)); }
  void null();
  template <typename T>
  void field(std::string_view name, const T &item) {
    key(name);
    value(item);
  }
  /// An array of numbers on one line.
  void intArray(const std::vector<int64_t> &numbers);
  /// The text so far, with a final newline.
  std::string str() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace alcove

#endif // ALCOVE_BASE_JSON_JSON_H
