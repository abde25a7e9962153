//===- Write.cpp - A tree as the bytes of a flatbuffer --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A flatbuffer is written from its end: what an offset leads to lies behind the offset, so that it is written before.
// `bytes` holds the file in reverse; a place is the number of bytes from the end of the file.
//
//===----------------------------------------------------------------------===//
#include "Tree.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::emit::flatbuffer;
using namespace alcove::emit;

namespace {
class Writer {
public:
  explicit Writer(const Schema &schema) : schema(schema) {}

  Result<std::string> write(const NodePtr &root, const std::string &identifier) {
    ALCOVE_ASSIGN_OR_RETURN(size_t place, writeTable(root));
    align(12, widest);
    push(identifier);
    pushOffset(place);
    pushNumber(bytes.size(), 4);
    std::string file(bytes.rbegin(), bytes.rend());
    if (file.size() > (size_t{1} << 31))
      return Error{fmt::format("the flatbuffer would have {} B; 2 GiB are its limit", file.size())};
    return file;
  }

private:
  void pushNumber(uint64_t value, size_t width) {
    for (size_t i = width; i-- > 0;)
      bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
  }
  void push(const std::string &text) { bytes.insert(bytes.end(), text.rbegin(), text.rend()); }
  void pushOffset(size_t place) {
    align(4, 4);
    pushNumber(bytes.size() + 4 - place, 4);
  }
  /// Fills up so that `ahead` bytes from here the place is a multiple.
  void align(size_t ahead, size_t alignment) {
    widest = std::max(widest, alignment);
    while ((bytes.size() + ahead) % alignment)
      bytes.push_back(0);
  }

  Result<uint64_t> scalar(const Item &item, const std::string &type, const std::string &where) const {
    std::string base = schema.enumeration(type) ? schema.enumeration(type)->base : type;
    if (base == "float" || base == "double") {
      const auto *real = std::get_if<double>(&item.value);
      const auto *whole = std::get_if<int64_t>(&item.value);
      if (!real && !whole)
        return Error{fmt::format("{} is no number", where)};
      double value = real ? *real : static_cast<double>(*whole);
      return base == "double" ? std::bit_cast<uint64_t>(value)
                              : uint64_t{std::bit_cast<uint32_t>(static_cast<float>(value))};
    }
    const auto *whole = std::get_if<int64_t>(&item.value);
    if (!whole)
      return Error{fmt::format("{} is no integer", where)};
    size_t bits = 8 * scalarBytes(base);
    bool negative = base.starts_with("int");
    int64_t low = !negative ? 0 : -(int64_t{1} << (bits - 1)),
            high = negative || bits == 64 ? (int64_t{1} << (bits - 1)) - 1 : (int64_t{1} << bits) - 1;
    if (bits == 64)
      low = negative ? INT64_MIN : 0, high = INT64_MAX;
    if (*whole < low || *whole > high)
      return Error{fmt::format("{} is {}; {} holds {} to {}", where, *whole, base, low, high)};
    return static_cast<uint64_t>(*whole);
  }

  Status pushInline(const Item &item, const std::string &type, const std::string &where) {
    const Record *made = schema.record(type);
    if (!made) {
      ALCOVE_ASSIGN_OR_RETURN(uint64_t value, scalar(item, type, where));
      pushNumber(value, schema.extent(type).bytes);
      return {};
    }
    const auto *node = std::get_if<NodePtr>(&item.value);
    if (!node || (*node)->record != made)
      return Error{fmt::format("{} is no {}", where, type)};
    // Fields from the last, with what fills the structure up behind each.
    std::vector<size_t> starts;
    size_t end = 0;
    for (const Field &field : made->fields) {
      Extent part = schema.extent(field.type);
      starts.push_back((end + part.alignment - 1) / part.alignment * part.alignment);
      end = starts.back() + part.bytes;
    }
    size_t next = schema.extent(type).bytes;
    for (size_t i = made->fields.size(); i-- > 0;) {
      const Field &field = made->fields[i];
      bytes.insert(bytes.end(), next - starts[i] - schema.extent(field.type).bytes, 0);
      auto found = (*node)->fields.find(field.name);
      if (found == (*node)->fields.end())
        return Error{fmt::format("{} has no {}", where, field.name)};
      ALCOVE_RETURN_IF_ERROR(pushInline(found->second, field.type, where + "." + field.name));
      next = starts[i];
    }
    return {};
  }

  size_t writeText(const std::string &text, bool isString) {
    align(text.size() + isString + 0, 4);
    if (isString)
      bytes.push_back(0);
    push(text);
    pushNumber(text.size(), 4);
    return bytes.size();
  }

  Result<size_t> writeList(const Items &items, const std::string &type, const std::string &where) {
    std::vector<size_t> places;
    if (!schema.isInline(type))
      for (const Item &item : items) {
        ALCOVE_ASSIGN_OR_RETURN(size_t place, writeFar(item, type, where));
        places.push_back(place);
      }
    Extent each = schema.extent(type);
    align(items.size() * each.bytes, 4);
    align(items.size() * each.bytes, each.alignment);
    for (size_t i = items.size(); i-- > 0;) {
      if (places.empty())
        ALCOVE_RETURN_IF_ERROR(pushInline(items[i], type, fmt::format("{}[{}]", where, i)));
      else
        pushOffset(places[i]);
    }
    pushNumber(items.size(), 4);
    return bytes.size();
  }

  /// What lies behind an offset.
  Result<size_t> writeFar(const Item &item, const std::string &type, const std::string &where) {
    std::string element = elementOf(type);
    if (const auto *text = std::get_if<std::string>(&item.value);
        text && (type == "string" || element == "ubyte" || element == "uint8"))
      return writeText(*text, type == "string");
    if (const auto *items = std::get_if<Items>(&item.value); items && !element.empty())
      return writeList(*items, element, where);
    if (const auto *node = std::get_if<NodePtr>(&item.value); node && (*node)->record->name == type)
      return writeTable(*node);
    return Error{fmt::format("{} is no {}", where, type)};
  }

  struct Slot {
    const Field *field;
    const Item *item;
    size_t place = 0; ///< of what the offset leads to
    int64_t tag = 0;  ///< of a union
  };

  /// Absent, or what absent means.
  bool isDefault(const Field &field, const Item &item) const {
    if (field.optional || !schema.isInline(field.type) || schema.record(field.type))
      return false;
    if (const auto *real = std::get_if<double>(&item.value))
      return *real == (field.fallback.empty() ? 0 : std::stod(field.fallback));
    int64_t absent = 0;
    if (const Enumeration *made = schema.enumeration(field.type); made && !field.fallback.empty())
      absent = made->members.at(field.fallback);
    else if (!field.fallback.empty())
      absent = field.fallback == "true" ? 1 : field.fallback == "false" ? 0 : std::stoll(field.fallback);
    return std::get<int64_t>(item.value) == absent;
  }

  Result<std::vector<Slot>> writeParts(const Node &node) {
    std::vector<Slot> slots;
    for (const Field &field : node.record->fields) {
      auto found = node.fields.find(field.name);
      if (found == node.fields.end() || isDefault(field, found->second))
        continue;
      Slot slot{&field, &found->second};
      std::string type = field.type, where = node.record->name + "." + field.name;
      if (const std::vector<std::string> *members = schema.members(type)) {
        const auto *inner = std::get_if<NodePtr>(&found->second.value);
        type = inner ? (*inner)->record->name : "";
        slot.tag = std::find(members->begin(), members->end(), type) - members->begin() + 1;
        if (slot.tag > static_cast<int64_t>(members->size()))
          return Error{fmt::format("{}: '{}' is no member of {}", where, type, field.type)};
      }
      if (!schema.isInline(type)) {
        ALCOVE_ASSIGN_OR_RETURN(slot.place, writeFar(found->second, type, where));
      }
      slots.push_back(slot);
    }
    // The widest first, so that little is filled up.
    std::stable_sort(slots.begin(), slots.end(), [&](const Slot &a, const Slot &b) {
      return schema.extent(a.field->type).alignment > schema.extent(b.field->type).alignment;
    });
    return slots;
  }

  Result<size_t> writeTable(const NodePtr &node) {
    if (auto found = written.find(node.get()); found != written.end())
      return found->second;
    ALCOVE_ASSIGN_OR_RETURN(std::vector<Slot> slots, writeParts(*node));
    size_t end = bytes.size();
    std::map<size_t, size_t> placeOf; // by slot
    for (const Slot &slot : slots) {
      Extent extent = schema.extent(slot.field->type);
      if (slot.place) {
        pushOffset(slot.place);
      } else {
        align(extent.bytes, extent.alignment);
        ALCOVE_RETURN_IF_ERROR(pushInline(*slot.item, slot.field->type, node->record->name + "." + slot.field->name));
      }
      placeOf[slot.field->slot] = bytes.size();
    }
    for (const Slot &slot : slots)
      if (slot.tag) {
        pushNumber(static_cast<uint64_t>(slot.tag), 1);
        placeOf[slot.field->slot - 1] = bytes.size();
      }
    align(4, 4);
    pushNumber(0, 4);
    size_t table = bytes.size(), count = placeOf.empty() ? 0 : placeOf.rbegin()->first + 1;
    for (size_t slot = count; slot-- > 0;)
      pushNumber(placeOf.contains(slot) ? table - placeOf[slot] : 0, 2);
    pushNumber(table - end, 2);
    pushNumber(4 + 2 * count, 2);
    uint64_t back = bytes.size() - table;
    for (size_t i = 0; i < 4; ++i)
      bytes[table - 1 - i] = static_cast<char>(back >> (8 * i) & 0xff);
    return written[node.get()] = table;
  }

  const Schema &schema;
  std::vector<char> bytes;
  std::map<const Node *, size_t> written;
  size_t widest = 4;
};
} // namespace

Result<std::string> emit::flatbuffer::write(const NodePtr &root, const Schema &schema, const std::string &identifier) {
  return Writer(schema).write(root, identifier);
}
