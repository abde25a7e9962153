//===- ProfilerAttributes.h - Attribute column of profiler sheets ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sheet of the device profiler prints an op's attributes as {'name': 'value'; 'name_': 'value'}; values are C++
// objects as text: Shape([0; 0; 0; 512]), SlidingWindowConfig(stride_hw=(2;2); ...), MemoryConfig(...). Older sheets
// end names with an underscore.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_SCORE_PROFILERATTRIBUTES_H
#define ALCOVE_LIB_OPMODEL_SCORE_PROFILERATTRIBUTES_H

#include "alcove/Device/TensorLayout.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace alcove::opmodel {

class ProfilerAttributes {
public:
  explicit ProfilerAttributes(const std::string &text);

  /// Value of an attribute, "" when there is none.
  const std::string &get(const std::string &name) const;
  bool isTrue(const std::string &name) const;
  std::optional<int64_t> integer(const std::string &name) const;
  std::vector<int64_t> integers(const std::string &name) const;
  /// Shard specification of the first memory config among `names`.
  struct Shards {
    int64_t height = 0, width = 0;
    std::vector<device::CoreRange> cores;
    bool columnMajor = false;
  };
  std::optional<Shards> shards(std::initializer_list<const char *> names) const;

private:
  std::map<std::string, std::string> values;
};

/// All integers in a text, in order.
std::vector<int64_t> integersIn(const std::string &text);
/// The integer behind `key=` in a text, e.g. in0_block_w=8; nothing when absent.
std::optional<int64_t> integerBehind(const std::string &text, const std::string &key);
/// The text behind `key=` up to the closing bracket of the one that follows: stride_hw=(2;2) -> (2;2).
std::string groupBehind(const std::string &text, const std::string &key);
/// RELU and GELU of "...UnaryOpType::RELU;...UnaryOpType::GELU", in lower case.
std::vector<std::string> namesBehind(const std::string &text, const std::string &prefix);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_SCORE_PROFILERATTRIBUTES_H
