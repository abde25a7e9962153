//===- OpNames.h - The name of every op, from input to output ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names live in locations, which every rewrite hands on. An op's *name* is its location's name, else `file:line:col`,
// else the SSA name it had in the input. What it was called otherwise, and the names of ops that were fused into it,
// are its *aliases*. The SSA name is the one that the file of the module writes, where that can be read, else the one
// that the module is printed with:
//
//     %62 = "ttir.add"(...)  loc("layer.0/add")        layer.0/add     aliases %62
//     %63 = "ttir.relu"(%62) loc(unknown)              %63
//     fused by a pattern                               layer.0/add     aliases %62, %63
//
//     NameLoc("layer.0/add", FusedLoc[NameLoc("%62"), original, NameLoc("%63")])
//
// Names are unique within a module once `uniqueOpNames` has run. Where one op became several, the one that computes
// keeps the bare name and its helpers get their kind behind it: `layer.0/add.to_layout`, `layer.0/add.to_layout.2`.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_OPNAMES_H
#define ALCOVE_OPS_DIALECT_OPNAMES_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/StringMap.h"

namespace alcove {

/// Name of an op; empty when its location says nothing (unknown, or line 0 of a file).
std::string opName(mlir::Operation *op);
/// The name, then the aliases, each once.
llvm::SmallVector<std::string> allNamesOf(mlir::Operation *op);

/// True for ops that have a name of their own: not for terminators, functions and modules, frees and handles.
bool isNamedOp(mlir::Operation *op);

/// `loc` under another name, what it was called before as an alias.
mlir::Location renamed(mlir::Location loc, llvm::StringRef name);
/// `loc`, which answers to the names of `part` from now on. `loc` itself when it does already.
mlir::Location withNamesOf(mlir::Location loc, mlir::Location part);

/// Gives every op below `root` a name that no other has, and its SSA name as an alias. Names that several ops share get
/// their position behind them: `view#1`, `view#2`. For a module as it was read. O(n log n).
void nameInputOps(mlir::Operation *root);
/// Makes names unique again after rewrites. Without effect where they are. O(n log n).
void uniqueOpNames(mlir::Operation *root);

/// Ops by what they are called.
class OpIndex {
public:
  /// O(names below `root`).
  explicit OpIndex(mlir::Operation *root);
  /// The op of that name, else the one with that alias; of several with one alias the only one that computes. Errors:
  /// no such op, with the nearest names; several ops, with their names.
  Result<mlir::Operation *> find(llvm::StringRef name) const;

private:
  std::string nearestTo(llvm::StringRef name) const;

  llvm::StringMap<llvm::SmallVector<mlir::Operation *, 1>> byName, byAlias;
};

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_OPNAMES_H
