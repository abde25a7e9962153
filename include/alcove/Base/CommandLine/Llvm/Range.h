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
//   Option<GivenNumber> memoryBytes{*this, "memory-bytes"};   // by default another's value
//
//   memory-bytes=0  for the --memory-bytes option: '0': a number from 1 to 9223372036854775807 is needed
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_LLVM_RANGE_H
#define ALCOVE_BASE_COMMANDLINE_LLVM_RANGE_H

#include "llvm/Support/CommandLine.h"

#include <fmt/format.h>
#include <limits>

namespace alcove {

/// 1 and more where a number is given, 0 where none is: nobody can give the 0 that stands for a default. What prints
/// pipelines, with every option, writes `default`, and reads it.
struct GivenNumber {
  GivenNumber(int64_t value = 0) : value(value) {}
  operator int64_t() const { return value; }
  friend llvm::raw_ostream &operator<<(llvm::raw_ostream &os, GivenNumber given) {
    return given.value == 0 ? os << "default" : os << given.value;
  }

  int64_t value;
};

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

template <>
class llvm::cl::parser<alcove::GivenNumber> : public llvm::cl::basic_parser<alcove::GivenNumber> {
public:
  explicit parser(Option &option) : basic_parser(option), number(option) {
    number.least = 1;
    number.most = std::numeric_limits<int64_t>::max();
  }

  bool parse(Option &option, StringRef name, StringRef text, alcove::GivenNumber &given) {
    given.value = 0;
    return text != "default" && number.parse(option, name, text, given.value);
  }
  StringRef getValueName() const override { return "long"; } // as of every other number
  void printOptionDiff(const Option &option, alcove::GivenNumber, OptVal, size_t width) const {
    printOptionNoValue(option, width);
  }
  void anchor() override {}

private:
  alcove::RangeParser<int64_t> number;
};

#endif // ALCOVE_BASE_COMMANDLINE_LLVM_RANGE_H
