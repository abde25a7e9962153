//===- Range.h - Numbers of a command line with their bounds ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cl::opt<int64_t, false, RangeParser<int64_t>> users("users", NumberRange<int64_t>{1, 1 << 20}, cl::init(1));
//
//   --users=0       for the --users option: '0': a number from 1 to 1048576 is needed
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_LLVM_RANGE_H
#define ALCOVE_BASE_COMMANDLINE_LLVM_RANGE_H

#include "llvm/Support/CommandLine.h"

#include <fmt/format.h>

namespace alcove {

/// Takes what lies between `least` and `most`, both included; NaN lies nowhere.
template <typename T>
class RangeParser : public llvm::cl::basic_parser<T> {
public:
  explicit RangeParser(llvm::cl::Option &option) : llvm::cl::basic_parser<T>(option), number(option) {}

  bool parse(llvm::cl::Option &option, llvm::StringRef name, llvm::StringRef text, T &value) {
    if (number.parse(option, name, text, value))
      return true;
    return !(value >= least && value <= most) &&
           option.error(fmt::format("'{}': a number from {} to {} is needed", text.str(), least, most));
  }
  llvm::StringRef getValueName() const override { return number.getValueName(); }
  operator const llvm::cl::parser<T> &() const { return number; } // prints values
  void anchor() override {}

  T least{}, most{};

private:
  llvm::cl::parser<T> number;
};

/// The modifier of such an option.
template <typename T>
struct NumberRange {
  T least, most;

  template <typename Option>
  void apply(Option &option) const {
    option.getParser().least = least;
    option.getParser().most = most;
  }
};

} // namespace alcove

#endif // ALCOVE_BASE_COMMANDLINE_LLVM_RANGE_H
