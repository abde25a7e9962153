//===- Values.h - Layouts and attributes as tables --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_FLATBUFFER_VALUES_H
#define ALCOVE_LIB_EMIT_FLATBUFFER_VALUES_H

#include "Tree.h"

#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::emit::flatbuffer {

/// Without case and `_`, as names of the schema and of the dialect are compared.
std::string plain(llvm::StringRef word);

/// Makes tables of a schema; names that it does not have are errors.
class Values {
public:
  Values(const Schema &schema, std::pair<int64_t, int64_t> workerGrid) : schema(schema), workerGrid(workerGrid) {}

  Result<NodePtr> make(const std::string &type, const std::map<std::string, Item> &fields) const;
  /// The member of an enumeration that is spelled so but for case and `_`.
  Result<Item> member(const std::string &enumeration, llvm::StringRef word) const;
  /// An attribute as a field of this type.
  Result<Item> of(mlir::Attribute attribute, const std::string &type) const;
  Result<Item> dataType(mlir::Type element) const;
  Result<Item> dataTypeOf(ttcore::DataType type) const;
  /// Where a tensor lies; null for the host.
  Result<NodePtr> memoryConfig(mlir::RankedTensorType type) const;
  Result<NodePtr> tensorDesc(mlir::RankedTensorType type, bool presharded) const;

  const Schema &tables() const { return schema; }

private:
  Result<Item> list(llvm::ArrayRef<int64_t> values) const;
  Result<NodePtr> coordinate(int64_t x, int64_t y) const;
  Result<NodePtr> coreRanges(ttnn::CoreRangeSetAttr cores) const;
  Result<NodePtr> shards(ttnn::CoreRangeSetAttr cores, llvm::ArrayRef<int64_t> shape,
                         llvm::StringRef orientation) const;
  Result<NodePtr> memory(llvm::StringRef layout, llvm::StringRef buffer, NodePtr shardSpec, NodePtr ndShardSpec) const;
  Result<NodePtr> memory(ttnn::MemoryConfigAttr attribute) const;
  Result<NodePtr> ndMemory(ttnn::TTNNNDLayoutAttr layout) const;
  Result<NodePtr> configuration(const std::string &type, mlir::DictionaryAttr fields) const;
  Result<NodePtr> unary(ttnn::UnaryWithParamAttr attribute) const;
  Result<Item> configured(mlir::Attribute attribute, const std::string &type) const;

  const Schema &schema;
  std::pair<int64_t, int64_t> workerGrid; ///< rows, columns
};

} // namespace alcove::emit::flatbuffer

#endif // ALCOVE_LIB_EMIT_FLATBUFFER_VALUES_H
