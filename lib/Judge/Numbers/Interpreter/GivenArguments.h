//===- GivenArguments.h - Arguments of a call, at hand --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_GIVENARGUMENTS_H
#define ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_GIVENARGUMENTS_H

#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include <fmt/format.h>

#include <utility>

namespace alcove::reference {

using PackedPerChip = std::vector<PackedTensor>;

/// Host bytes of a value on all chips; what the first one shares counts once.
inline int64_t bytesOf(const PackedPerChip &chips) {
  int64_t sum = 0;
  for (const PackedTensor &tensor : chips)
    sum += &tensor != chips.data() && tensor.sharesElementsOf(chips[0]) ? 0 : tensor.bytes();
  return sum;
}

/// Tensors at hand, per argument and chip. What is asked for is given away.
class GivenArguments : public ArgumentSource {
public:
  explicit GivenArguments(std::vector<PackedPerChip> tensors) : tensors(std::move(tensors)) {}
  size_t numArguments() const override { return tensors.size(); }
  Result<PackedTensor> get(unsigned argument, size_t chip) override {
    if (chip >= tensors[argument].size())
      return Error{fmt::format("given for {} chips, chip {} is asked for", tensors[argument].size(), chip)};
    return std::exchange(tensors[argument][chip], PackedTensor());
  }
  bool sameOnAllChips(unsigned) const override { return false; }
  int64_t heldBytes() const override {
    int64_t sum = 0;
    for (const PackedPerChip &perChip : tensors)
      sum += bytesOf(perChip);
    return sum;
  }

private:
  std::vector<PackedPerChip> tensors;
};

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_GIVENARGUMENTS_H
