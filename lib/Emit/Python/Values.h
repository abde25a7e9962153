//===- Values.h - Attributes and layouts as expressions of Python -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_VALUES_H
#define ALCOVE_LIB_EMIT_PYTHON_VALUES_H

#include "alcove/Emit/Python/Signatures.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <map>

namespace alcove::emit {

Expression none();
Expression ofBool(bool value);
Expression ofInt(int64_t value);
/// The shortest text that reads back as the same double, with a point or an exponent.
Expression ofFloat(double value);
Expression ofString(llvm::StringRef value);
Expression ofList(llvm::ArrayRef<Expression> values);
Expression ofInts(llvm::ArrayRef<int64_t> values);

/// Values of one program. Configurations that are built get a name at the head of the program, one for equal ones.
class Values {
public:
  Values(const SignatureTable &table, std::pair<int64_t, int64_t> workerGrid) : table(table), workerGrid(workerGrid) {}

  Result<Expression> of(mlir::Attribute attribute);
  /// Where a tensor lies; None for the host.
  Result<Expression> memoryConfig(mlir::RankedTensorType type);
  Result<Expression> memoryConfig(ttnn::MemoryConfigAttr attribute);
  Result<Expression> interleavedInDram();
  Result<Expression> dataType(mlir::RankedTensorType type);
  Result<Expression> pageLayout(mlir::RankedTensorType type);
  /// A member of an enumeration whose words are those of the IR in lower case.
  Result<Expression> member(const std::string &enumeration, llvm::StringRef word);

  struct Named {
    std::string name, text;
  };
  const std::vector<Named> &named() const { return definitions; }
  const SignatureTable &signatures() const { return table; }

private:
  Expression named(const std::string &name, const Expression &value);
  Result<Expression> memoryConfig(ttnn::BufferType buffer, ttnn::TensorMemoryLayout layout,
                                  std::optional<Expression> shards, const std::string &suffix);
  Result<Expression> coreRanges(ttnn::CoreRangeSetAttr cores);
  Result<Expression> shardSpec(ttnn::CoreRangeSetAttr cores, llvm::ArrayRef<int64_t> shape, bool columnMajor);
  Result<Expression> ndShardSpec(ttnn::CoreRangeSetAttr cores, llvm::ArrayRef<int64_t> shape, ttnn::ShardOrientation,
                                 ttnn::ShardDistributionStrategy distribution);
  Result<Expression> ndMemoryConfig(ttnn::TTNNNDLayoutAttr layout);
  Result<Expression> dataTypeOf(ttcore::DataType type);
  Result<Expression> ofUnary(ttnn::UnaryWithParamAttr unary);
  Result<Expression> ofSlicing(ttnn::Conv2dSliceConfigAttr slicing);
  Result<Expression> ofConfiguration(mlir::Attribute attribute);
  Result<Expression> configuration(const std::string &callee, const std::string &name, mlir::DictionaryAttr fields);
  Result<Expression> ofArray(mlir::ArrayAttr array);

  const SignatureTable &table;
  std::pair<int64_t, int64_t> workerGrid; ///< rows, columns
  std::vector<Named> definitions;
  std::map<std::string, std::string> nameOf; ///< by text
};

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_VALUES_H
