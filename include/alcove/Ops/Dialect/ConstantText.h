//===- ConstantText.h - Large constants beside a program's text -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_CONSTANTTEXT_H
#define ALCOVE_OPS_DIALECT_CONSTANTTEXT_H

#include "mlir/IR/Operation.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace alcove {

/// Weights in a program's text are digits, which a parser copies, turns into bytes and copies again, each weight as a
/// whole. They are read on their own instead, and the text can go before it is parsed:
///
///   dense<"0x0000803F.."> : tensor<..>   ->   dense_resource<alcove_constant_0> : tensor<..>
///
/// Lines keep their numbers. What is printed goes the other way.
class ConstantText {
public:
  /// The text without its large constants; nothing where it has none.
  std::optional<std::string> takeOut(llvm::StringRef text);
  /// The constants of a module of that text, as they stood there. Fails, with an error at the op, where their bytes are
  /// not those of the type.
  llvm::LogicalResult putBack(mlir::Operation *module);

  /// The module without its large constants, for it to be printed.
  void takeOut(mlir::Operation *module);
  /// The printed text with them.
  std::string putBack(llvm::StringRef text);

private:
  std::map<std::string, std::vector<char>, std::less<>> constants;
  unsigned named = 0;
};

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_CONSTANTTEXT_H
