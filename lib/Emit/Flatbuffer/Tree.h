//===- Tree.h - A flatbuffer as a tree of named fields ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_FLATBUFFER_TREE_H
#define ALCOVE_LIB_EMIT_FLATBUFFER_TREE_H

#include "Schema.h"

#include <memory>
#include <variant>

namespace alcove::emit::flatbuffer {

struct Node;
/// A table or structure; one that several fields refer to is written once.
using NodePtr = std::shared_ptr<Node>;
struct Item;
using Items = std::vector<Item>;
/// Text is a string or the bytes of a `[ubyte]`.
struct Item {
  std::variant<int64_t, double, std::string, NodePtr, Items> value;
};

struct Node {
  const Record *record;
  std::map<std::string, Item> fields;
};

/// The file of the schema's root table `rootType`, its size before it.
Result<std::string> write(const NodePtr &root, const Schema &schema, const std::string &identifier);
/// The tree of `type` at the root of a size-prefixed file; an error for what lies outside of it.
Result<NodePtr> read(const std::string &bytes, const Schema &schema, const std::string &type,
                     const std::string &identifier);
/// The first table of `type` that the root refers to, and the first string of `textLength` hexadecimal digits there:
/// for roots whose fields no source at hand lists.
struct FoundInRoot {
  NodePtr table;
  std::string text;
};
Result<FoundInRoot> findInRoot(const std::string &bytes, const Schema &schema, const std::string &type,
                               const std::string &identifier, size_t textLength);

} // namespace alcove::emit::flatbuffer

#endif // ALCOVE_LIB_EMIT_FLATBUFFER_TREE_H
