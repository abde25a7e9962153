//===- Json.cpp - Strict JSON with paths in errors ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace alcove {

// Members keep their file order; look-ups in our files are over a handful of members.
using Value = nlohmann::ordered_json;

static const Value *as(const void *value) { return static_cast<const Value *>(value); }

struct JsonDocument::Impl {
  Value document;
};

JsonDocument::JsonDocument() : impl(std::make_unique<Impl>()) {}
JsonDocument::~JsonDocument() = default;
JsonDocument::JsonDocument(JsonDocument &&) noexcept = default;
JsonDocument &JsonDocument::operator=(JsonDocument &&) noexcept = default;

// The library's message without its own prefix: "[json.exception.parse_error.101] parse error at line 2, column 3: ..."
static std::string parseMessage(const std::exception &exception) {
  std::string_view message = exception.what();
  if (size_t close = message.find("] "); close != std::string_view::npos)
    message.remove_prefix(close + 2);
  if (message.starts_with("parse error at "))
    message.remove_prefix(std::string_view("parse error at ").size());
  // It repeats the token that it did not expect, however long.
  constexpr size_t most = 200, end = 60;
  if (message.size() <= most + end)
    return std::string(message);
  return fmt::format("{}... {} bytes ...{}", message.substr(0, most), message.size() - most - end,
                     message.substr(message.size() - end));
}

namespace {
/// Refuses deep nesting while parsing, before any recursive visitor can meet it, and duplicate members.
struct StrictCallback {
  static constexpr int maxDepth = 256;
  std::vector<std::unordered_set<std::string>> objects;
  std::string broken;

  bool operator()(int depth, Value::parse_event_t event, Value &parsed) {
    if (depth > maxDepth && broken.empty())
      broken = fmt::format("nested deeper than {} levels", maxDepth);
    if (event == Value::parse_event_t::object_start)
      objects.emplace_back();
    else if (event == Value::parse_event_t::object_end)
      objects.pop_back();
    else if (event == Value::parse_event_t::key && !objects.back().insert(parsed.get<std::string>()).second &&
             broken.empty())
      broken = fmt::format("member '{}' occurs twice", parsed.get<std::string>());
    return broken.empty();
  }
};
} // namespace

Status JsonDocument::parse(std::string_view text) {
  StrictCallback strict;
  try {
    impl->document = Value::parse(text.begin(), text.end(), std::ref(strict));
  } catch (const std::exception &exception) {
    return Error{strict.broken.empty() ? parseMessage(exception) : strict.broken};
  }
  return strict.broken.empty() ? Status() : Status(Error{strict.broken});
}

JsonCursor JsonDocument::root() const { return JsonCursor(static_cast<const void *>(&impl->document), ""); }

static const char *kindName(const Value &value) {
  switch (value.type()) {
  case Value::value_t::null:
    return "null";
  case Value::value_t::boolean:
    return "a boolean";
  case Value::value_t::object:
    return "an object";
  case Value::value_t::array:
    return "an array";
  case Value::value_t::string:
    return "a string";
  case Value::value_t::number_integer:
  case Value::value_t::number_unsigned:
    return "an integer";
  case Value::value_t::number_float:
    return "a number";
  default:
    return "something else";
  }
}

// Integers that fit 64 signed bits; "1.0" is not one.
static bool isInt64(const Value &value) {
  return value.is_number_integer() &&
         (!value.is_number_unsigned() || value.get<uint64_t>() <= uint64_t(std::numeric_limits<int64_t>::max()));
}

Error JsonCursor::error(std::string_view message) const {
  return Error{fmt::format("{}: {}", location.empty() ? "top level" : location, message)};
}

Error JsonCursor::typeError(std::string_view wanted) const {
  if (failure)
    return *failure;
  if (!value)
    return error("missing");
  return error(fmt::format("expected {}, found {}", wanted, kindName(*as(value))));
}

bool JsonCursor::isNull() const { return value && as(value)->is_null(); }
bool JsonCursor::isArray() const { return value && as(value)->is_array(); }
bool JsonCursor::isObject() const { return value && as(value)->is_object(); }
bool JsonCursor::isString() const { return value && as(value)->is_string(); }
bool JsonCursor::isNumber() const { return value && as(value)->is_number(); }

JsonCursor JsonCursor::optionalField(std::string_view name) const {
  std::string inner = location.empty() ? std::string(name) : fmt::format("{}.{}", location, name);
  if (!isObject())
    return JsonCursor(typeError("an object"), inner);
  auto it = as(value)->find(std::string(name));
  if (it == as(value)->end())
    return JsonCursor(static_cast<const void *>(nullptr), inner);
  return JsonCursor(static_cast<const void *>(&*it), inner);
}

JsonCursor JsonCursor::field(std::string_view name) const {
  JsonCursor inner = optionalField(name);
  if (inner.value || inner.failure)
    return inner;
  return JsonCursor(error(fmt::format("member '{}' is missing", name)), inner.location);
}

JsonCursor JsonCursor::element(size_t index) const {
  std::string inner = fmt::format("{}[{}]", location, index);
  if (!isArray())
    return JsonCursor(typeError("an array"), inner);
  if (index >= as(value)->size())
    return JsonCursor(error(fmt::format("element {} does not exist (there are {})", index, as(value)->size())), inner);
  return JsonCursor(static_cast<const void *>(&(*as(value))[index]), inner);
}

Result<size_t> JsonCursor::arraySize() const {
  if (!isArray())
    return typeError("an array");
  return as(value)->size();
}

Result<std::vector<std::string>> JsonCursor::fieldNames() const {
  if (!isObject())
    return typeError("an object");
  std::vector<std::string> names;
  for (auto &member : as(value)->items())
    names.push_back(member.key());
  return names;
}

Status JsonCursor::onlyFields(std::initializer_list<std::string_view> names) const {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> present, fieldNames());
  for (const std::string &name : present) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      return error(fmt::format("unknown member '{}'", name));
  }
  return Status();
}

Result<int64_t> JsonCursor::asInt(int64_t low, int64_t high) const {
  if (value && !failure && as(value)->is_number_unsigned() && !isInt64(*as(value)))
    return error(fmt::format("{} does not fit 64 bits with a sign; expected an integer in [{}, {}]",
                             as(value)->get<uint64_t>(), low, high));
  if (!value || !isInt64(*as(value)))
    return value && as(value)->is_number_unsigned() ? error(as(value)->dump() + " does not fit 64 bits")
                                                    : typeError("an integer");
  int64_t number = as(value)->get<int64_t>();
  if (number < low || number > high)
    return error(fmt::format("{} is out of range [{}, {}]", number, low, high));
  return number;
}

Result<double> JsonCursor::asDouble() const {
  if (!isNumber())
    return typeError("a number");
  return as(value)->get<double>();
}

Result<bool> JsonCursor::asBool() const {
  if (!value || !as(value)->is_boolean())
    return typeError("a boolean");
  return as(value)->get<bool>();
}

Result<std::string> JsonCursor::asString() const {
  if (!isString())
    return typeError("a string");
  return as(value)->get<std::string>();
}

Result<std::vector<int64_t>> JsonCursor::asIntArray(int64_t low, int64_t high) const {
  if (!isArray())
    return typeError("an array of integers");
  std::vector<int64_t> numbers;
  numbers.reserve(as(value)->size());
  for (size_t i = 0, e = as(value)->size(); i != e; ++i) {
    const Value &item = (*as(value))[i];
    if (isInt64(item) && item.get<int64_t>() >= low && item.get<int64_t>() <= high) {
      numbers.push_back(item.get<int64_t>());
      continue;
    }
    // The slow path names the element; element() is not used above because it builds a path for each.
    Result<int64_t> number = element(i).asInt(low, high);
    if (!number.ok())
      return number.error();
  }
  return numbers;
}

// A streaming writer of our own: the library's dump() builds the whole tree first and indents every number of an array.
struct JsonWriter::Impl {
  bool pretty;
  std::string text;
  /// Per open container: has it an element already, and does it stand on one line?
  struct Level {
    bool filled, inlined;
  };
  std::vector<Level> levels;
  bool afterKey = false;

  void separate() {
    if (afterKey || levels.empty()) {
      afterKey = false;
      return;
    }
    if (levels.back().filled)
      text += levels.back().inlined && pretty ? ", " : ",";
    levels.back().filled = true;
    if (pretty && !levels.back().inlined)
      text.append("\n").append(2 * levels.size(), ' ');
  }
  void open(char bracket, bool inlined) {
    separate();
    text += bracket;
    levels.push_back({false, inlined});
  }
  void close(char bracket) {
    Level level = levels.back();
    levels.pop_back();
    if (pretty && level.filled && !level.inlined)
      text.append("\n").append(2 * levels.size(), ' ');
    text += bracket;
  }
  void scalar(const Value &item) {
    separate();
    text += item.dump(-1, ' ', false, Value::error_handler_t::replace);
  }
};

JsonWriter::JsonWriter(bool pretty) : impl(std::make_unique<Impl>(Impl{pretty, {}, {}})) {}
JsonWriter::~JsonWriter() = default;
void JsonWriter::beginObject() { impl->open('{', false); }
void JsonWriter::endObject() { impl->close('}'); }
void JsonWriter::beginArray() { impl->open('[', false); }
void JsonWriter::endArray() { impl->close(']'); }
void JsonWriter::key(std::string_view name) {
  impl->scalar(Value(name));
  impl->text += impl->pretty ? ": " : ":";
  impl->afterKey = true;
}
void JsonWriter::value(int64_t number) {
  impl->separate();
  fmt::format_to(std::back_inserter(impl->text), "{}", number);
}
void JsonWriter::value(double number) { impl->scalar(Value(number)); } // infinities become null
void JsonWriter::value(bool boolean) { impl->scalar(Value(boolean)); }
void JsonWriter::value(std::string_view text) { impl->scalar(Value(text)); }
void JsonWriter::null() { impl->scalar(Value()); }
void JsonWriter::intArray(const std::vector<int64_t> &numbers) {
  impl->open('[', true);
  for (int64_t number : numbers)
    value(number);
  impl->close(']');
}
std::string JsonWriter::str() const { return impl->text + "\n"; }

} // namespace alcove
