//===- Values.h - Attributes and layouts as expressions of Python -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_VALUES_H
#define ALCOVE_LIB_EMIT_PYTHON_VALUES_H

#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Emit/Python/Signatures.h"

#include <map>

namespace alcove::emit {

Value none();
Value ofBool(bool value);
Value ofInt(int64_t value);
/// The shortest text that reads back as the same double, with a point or an exponent.
Value ofFloat(double value);
Value ofString(llvm::StringRef value);
Value ofList(llvm::ArrayRef<Value> values);
Value ofInts(llvm::ArrayRef<int64_t> values);

/// Values of one program. Configurations that are built get a name at the head of the program, one for equal ones.
class Values {
public:
  Values(const SignatureTable &table, std::pair<int64_t, int64_t> workerGrid) : table(table), workerGrid(workerGrid) {}

  Result<Value> of(mlir::Attribute attribute);
  /// Where a tensor lies; None for the host.
  Result<Value> memoryConfig(mlir::RankedTensorType type);
  Result<Value> memoryConfig(ttnn::MemoryConfigAttr attribute);
  Result<Value> dataType(mlir::RankedTensorType type);
  Result<Value> pageLayout(mlir::RankedTensorType type);
  /// A member of an enumeration whose words are those of the IR in lower case.
  Result<Value> member(const std::string &enumeration, llvm::StringRef word);

  struct Named {
    std::string name, text;
  };
  const std::vector<Named> &named() const { return definitions; }
  const SignatureTable &signatures() const { return table; }

private:
  Value named(const std::string &name, const Value &value);
  Result<Value> memoryConfig(ttnn::BufferType buffer, ttnn::TensorMemoryLayout layout, std::optional<Value> shards,
                             const std::string &suffix);
  Result<Value> coreRanges(ttnn::CoreRangeSetAttr cores);
  Result<Value> shardSpec(ttnn::CoreRangeSetAttr cores, llvm::ArrayRef<int64_t> shape, bool columnMajor);
  Result<Value> ndShardSpec(ttnn::CoreRangeSetAttr cores, llvm::ArrayRef<int64_t> shape, ttnn::ShardOrientation,
                            ttnn::ShardDistributionStrategy distribution);
  Result<Value> ndMemoryConfig(ttnn::TTNNNDLayoutAttr layout);
  Result<Value> dataTypeOf(ttcore::DataType type);
  Result<Value> ofUnary(ttnn::UnaryWithParamAttr unary);
  Result<Value> ofSlicing(ttnn::Conv2dSliceConfigAttr slicing);
  Result<Value> ofConfiguration(mlir::Attribute attribute);
  Result<Value> configuration(const std::string &callee, const std::string &name, mlir::DictionaryAttr fields);
  Result<Value> ofArray(mlir::ArrayAttr array);

  const SignatureTable &table;
  std::pair<int64_t, int64_t> workerGrid; ///< rows, columns
  std::vector<Named> definitions;
  std::map<std::string, std::string> nameOf; ///< by text
};

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_VALUES_H
