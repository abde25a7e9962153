//===- Stages.h - Parts of a function, equal ones once ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A long function is cut where few values are live. What repeats but for the values that it reads, as layers do, is one
// function that is called with them:
//
//   a = embed(w)                      a = stage_0(device, arguments, constants)
//   b = linear(a, v0); c = relu(b)    c = stage_1(device, a, arguments["v0"])
//   d = linear(c, v1); e = relu(d)    e = stage_1(device, c, arguments["v1"])
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_STAGES_H
#define ALCOVE_LIB_EMIT_PYTHON_STAGES_H

#include "Statements.h"

namespace alcove::emit {

struct Stage {
  size_t begin, end;   ///< statements
  size_t function = 0; ///< stages of one function differ in the values that they read alone
};

/// The stages of a function in order; together they are all of its statements. One alone: too short to be cut.
std::vector<Stage> stagesOf(const std::vector<Statement> &statements);

/// An entry in text.
struct StagedText {
  std::string functions;          ///< definitions that stand before it
  std::string body;               ///< its indented lines
  std::vector<std::string> names; ///< of the functions
};
/// Writes `statements`, whose last is the return, as the function `name`.
StagedText stagedText(const std::string &name, const std::vector<Statement> &statements,
                      const std::vector<Variable> &variables);

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_STAGES_H
