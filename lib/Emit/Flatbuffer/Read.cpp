//===- Read.cpp - The bytes of a flatbuffer as a tree ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tree.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <map>

using namespace alcove;
using namespace alcove::emit::flatbuffer;
using namespace alcove::emit;

namespace {
class Reader {
public:
  Reader(const std::string &bytes, const Schema &schema)
      : bytes(bytes), schema(schema), left(4 * bytes.size() + 4096) {}

  Result<uint64_t> number(size_t at, size_t width) const {
    if (at > bytes.size() || bytes.size() - at < width)
      return Error{fmt::format("ends at byte {}, {} are read at {}", bytes.size(), width, at)};
    uint64_t value = 0;
    for (size_t i = width; i-- > 0;)
      value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
  }

  Status checkHead(const std::string &identifier) const {
    ALCOVE_ASSIGN_OR_RETURN(uint64_t size, number(0, 4));
    if (size + 4 != bytes.size() || bytes.size() < 12 || bytes.substr(8, 4) != identifier)
      return Error{fmt::format("no flatbuffer of the kind {} with its size before it", identifier)};
    return {};
  }

  Result<size_t> target(size_t at) const {
    ALCOVE_ASSIGN_OR_RETURN(uint64_t offset, number(at, 4));
    return at + offset;
  }

  Result<std::string> text(size_t at) {
    ALCOVE_ASSIGN_OR_RETURN(size_t place, target(at));
    ALCOVE_ASSIGN_OR_RETURN(uint64_t length, number(place, 4));
    if (bytes.size() - place - 4 < length)
      return Error{fmt::format("a text of {} B at {} is cut off", length, place)};
    ALCOVE_RETURN_IF_ERROR(take(length, place));
    return bytes.substr(place + 4, length);
  }

  /// Where the fields of a table lie, by slot; 0: absent.
  Result<std::vector<size_t>> slots(size_t table) const {
    ALCOVE_ASSIGN_OR_RETURN(uint64_t back, number(table, 4));
    size_t vtable = table - static_cast<size_t>(std::bit_cast<int32_t>(static_cast<uint32_t>(back)));
    ALCOVE_ASSIGN_OR_RETURN(uint64_t length, number(vtable, 2));
    std::vector<size_t> places;
    for (size_t at = 4; at + 2 <= length; at += 2) {
      ALCOVE_ASSIGN_OR_RETURN(uint64_t offset, number(vtable + at, 2));
      places.push_back(offset ? table + offset : 0);
    }
    return places;
  }

  Result<Item> inlineItem(size_t at, const std::string &type) const {
    const Record *made = schema.record(type);
    if (!made) {
      std::string base = schema.enumeration(type) ? schema.enumeration(type)->base : type;
      size_t width = scalarBytes(base);
      ALCOVE_ASSIGN_OR_RETURN(uint64_t raw, number(at, width));
      if (base == "float")
        return Item{double{std::bit_cast<float>(static_cast<uint32_t>(raw))}};
      if (base == "double")
        return Item{std::bit_cast<double>(raw)};
      bool negative = base.starts_with("int") && width < 8 && (raw >> (8 * width - 1) & 1);
      return Item{negative ? static_cast<int64_t>(raw) - (int64_t{1} << (8 * width)) : static_cast<int64_t>(raw)};
    }
    auto node = std::make_shared<Node>(Node{made, {}});
    size_t offset = 0;
    for (const Field &field : made->fields) {
      Extent part = schema.extent(field.type);
      offset = (offset + part.alignment - 1) / part.alignment * part.alignment;
      ALCOVE_ASSIGN_OR_RETURN(node->fields[field.name], inlineItem(at + offset, field.type));
      offset += part.bytes;
    }
    return Item{node};
  }

  Result<Item> item(size_t at, const std::string &type) {
    if (schema.isInline(type))
      return inlineItem(at, type);
    std::string element = elementOf(type);
    if (type == "string" || element == "ubyte") {
      ALCOVE_ASSIGN_OR_RETURN(std::string words, text(at));
      return Item{words};
    }
    ALCOVE_ASSIGN_OR_RETURN(size_t place, target(at));
    if (element.empty()) {
      ALCOVE_ASSIGN_OR_RETURN(NodePtr node, table(place, type));
      return Item{node};
    }
    ALCOVE_ASSIGN_OR_RETURN(uint64_t count, number(place, 4));
    size_t step = schema.extent(element).bytes;
    if (count > bytes.size() / step)
      return Error{fmt::format("a list of {} elements at {} is cut off", count, place)};
    ALCOVE_RETURN_IF_ERROR(take(count, place));
    Items items;
    for (size_t i = 0; i < count; ++i) {
      ALCOVE_ASSIGN_OR_RETURN(Item each, item(place + 4 + i * step, element));
      items.push_back(each);
    }
    return Item{items};
  }

  /// A table that several fields refer to is one node.
  Result<NodePtr> table(size_t at, const std::string &type) {
    const Record *made = schema.record(type);
    if (!made)
      return Error{fmt::format("the schema has no table {}", type)};
    if (auto read = tables.find({at, made}); read != tables.end())
      return read->second;
    if (depth == mostDepth)
      return Error{fmt::format("tables lie in each other more than {} deep at {}", mostDepth, at)};
    ++depth;
    Result<NodePtr> node = newTable(at, *made, type);
    --depth;
    if (node)
      tables[{at, made}] = *node;
    return node;
  }

private:
  Result<NodePtr> newTable(size_t at, const Record &made, const std::string &type) {
    ALCOVE_RETURN_IF_ERROR(take(made.fields.size(), at));
    ALCOVE_ASSIGN_OR_RETURN(std::vector<size_t> places, slots(at));
    auto node = std::make_shared<Node>(Node{&made, {}});
    for (const Field &field : made.fields) {
      if (field.slot >= places.size() || !places[field.slot])
        continue;
      std::string kind = field.type;
      if (const std::vector<std::string> *members = schema.members(kind)) {
        ALCOVE_ASSIGN_OR_RETURN(uint64_t tag, number(places[field.slot - 1], 1));
        if (tag == 0 || tag > members->size())
          return Error{fmt::format("{}.{} has tag {} of {}", type, field.name, tag, members->size())};
        kind = (*members)[tag - 1];
      }
      ALCOVE_ASSIGN_OR_RETURN(node->fields[field.name], item(places[field.slot], kind));
    }
    size_t known = made.fields.empty() ? 0 : made.fields.back().slot + 1;
    for (size_t slot = known; slot < places.size(); ++slot)
      if (places[slot])
        return Error{fmt::format("{} has a field {} that schema {} does not know", type, slot, schema.version())};
    return node;
  }

  /// Lists and texts of a file do not overlap; where they do, a small file could become a tree of any size.
  Status take(size_t parts, size_t at) {
    if (parts > left)
      return Error{fmt::format("what is read at {} lies over what was read before", at)};
    left -= parts;
    return {};
  }

  const std::string &bytes;
  const Schema &schema;
  static constexpr int mostDepth = 64; // of the schema's tables the deepest, and programs that call programs
  int depth = 0;
  size_t left;
  std::map<std::pair<size_t, const Record *>, NodePtr> tables;
};
} // namespace

Result<NodePtr> emit::flatbuffer::read(const std::string &bytes, const Schema &schema, const std::string &type,
                                       const std::string &identifier) {
  Reader reader(bytes, schema);
  ALCOVE_RETURN_IF_ERROR(reader.checkHead(identifier));
  ALCOVE_ASSIGN_OR_RETURN(size_t root, reader.target(4));
  return reader.table(root, type);
}

Result<FoundInRoot> emit::flatbuffer::findInRoot(const std::string &bytes, const Schema &schema,
                                                 const std::string &type, const std::string &identifier,
                                                 size_t textLength) {
  Reader reader(bytes, schema);
  ALCOVE_RETURN_IF_ERROR(reader.checkHead(identifier));
  ALCOVE_ASSIGN_OR_RETURN(size_t root, reader.target(4));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<size_t> places, reader.slots(root));
  FoundInRoot found;
  for (size_t place : places) {
    Result<std::string> text = place ? reader.text(place) : Result<std::string>(Error{""});
    bool isHash =
        text.ok() && text->size() == textLength && text->find_first_not_of("0123456789abcdef") == std::string::npos;
    if (isHash) {
      found.text = *text;
      continue;
    }
    Result<size_t> target = place ? reader.target(place) : Result<size_t>(Error{""});
    Result<NodePtr> table = target.ok() ? Reader(bytes, schema).table(*target, type) : Result<NodePtr>(Error{""});
    if (table.ok() && (*table)->fields.size() == (*table)->record->fields.size())
      found.table = *table;
  }
  if (!found.table || found.text.empty())
    return Error{fmt::format("holds no {} and hash as schema {} has them", type, schema.version())};
  return found;
}
