//===- Signatures.h - What a version of ttnn can be asked -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ttnn` has no stable interface: names, keywords and what may be None change every few weeks. What a version takes is
// data, one file per version in lib/Emit/Python/Signatures, with the binding that it was read from. Every call of an
// emitted program is checked against the table before it is written, so that what the version cannot say is an error at
// build time and not a TypeError on the chip.
//
//   SignatureTable table = *SignatureTable::load("2026-11-23");
//   table.check({"relu", {{"", {"x", "Tensor"}}, {"vector_mode", {"4", "int"}}}})   error: there is no 'vector_mode'
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_EMIT_PYTHON_SIGNATURES_H
#define ALCOVE_EMIT_PYTHON_SIGNATURES_H

#include "alcove/Base/Support/Result.h"

#include <map>
#include <string>
#include <vector>

namespace alcove::emit {

/// An expression of Python and what it is: `Tensor`, `int`, `bool`, `float`, `str`, `None`, `list[int]`, or the name of
/// a class or an enumeration of ttnn.
struct Expression {
  std::string text, kind;
};

/// `name` is empty for a positional argument.
struct Argument {
  std::string name;
  Expression value;
};

/// `callee` without `ttnn.`
struct Call {
  std::string callee;
  std::vector<Argument> arguments;
  std::string text() const;
};

class SignatureTable {
public:
  /// All there are, the newest last.
  static std::vector<std::string> versions();
  static Result<SignatureTable> load(const std::string &version);

  const std::string &version() const { return name; }
  /// An error says which signatures there are and why each does not fit.
  Status check(const Call &call) const;
  /// The call of a constructor as a value, checked.
  Result<Expression> construct(const Call &call) const;
  /// A member of an enumeration, checked.
  Result<Expression> member(const std::string &enumeration, const std::string &member) const;
  /// Functions of ttnn that the version has.
  std::vector<std::string> functions() const;

private:
  struct Parameter {
    std::string name, kind;
    bool required = false, optional = false, keywordOnly = false;
  };
  struct Signature {
    std::string text;
    std::vector<Parameter> parameters;
  };
  using Overloads = std::map<std::string, std::vector<Signature>>;

  Status read(const std::string &text);
  Result<Signature> parse(const std::string &text) const;
  Result<Parameter> parseParameter(const std::string &word) const;
  bool fits(const Expression &value, const std::string &kind) const;
  std::string refusal(const Signature &signature, const Call &call) const;
  std::string refusalOf(const Parameter &parameter, const Argument &argument) const;
  Status checkAgainst(const Overloads &overloads, const Call &call) const;

  std::string name;
  std::map<std::string, std::string> kinds, unions, enums;
  Overloads ofFunctions, ofClasses;
};

} // namespace alcove::emit

#endif // ALCOVE_EMIT_PYTHON_SIGNATURES_H
