//===- Statements.h - Lines of a function before they are text --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `results = callee(arguments)`, where values are numbers: what a value is called is known only where the function is
// written that holds the line.
//
//   variables   0: arguments["w"]   1: relu_0   2: add_0
//   statement   results {2}, callee "ttnn.add", arguments {"<1>", "<0>", memory_config="DRAM"}
//   text        add_0 = ttnn.add(relu_0, arguments["w"], memory_config=DRAM)
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_STATEMENTS_H
#define ALCOVE_LIB_EMIT_PYTHON_STATEMENTS_H

#include "alcove/Emit/Python/Signatures.h"

#include <functional>

namespace alcove::emit {

struct Variable {
  std::string name;
  std::string stem; ///< `relu` of `relu_0`; empty for an argument and for what was computed once
  bool isLocal() const { return !stem.empty(); }
};

struct Statement {
  std::string comment; ///< without `# `; may be empty
  std::vector<unsigned> results;
  std::string callee;
  std::vector<Argument> arguments;
  bool continues = false; ///< belongs to the one before it
  bool unpacks = false;   ///< its one result comes in a list
};

/// What stands for a value in the text of an argument.
std::string reference(unsigned value);
using VariableName = std::function<std::string(unsigned)>;
/// The text with names in the place of references.
std::string withNames(const std::string &text, const VariableName &nameOf);
/// Values that a statement reads, in order, one as often as it is read.
std::vector<unsigned> readBy(const Statement &statement);

/// Lines of a function, indented; in one line where that fits, else filled.
std::string textOf(const Statement &statement, const VariableName &nameOf);

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_STATEMENTS_H
