//===- Items.h - Which tensors of several functions are one -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments are one tensor when the framework gave them one name, or --same says so. What const-eval functions make is
// one tensor when it is the same expression over the same arguments, wherever it lies in the end:
//
//   prefill   %w = load_cached(@forward_const_eval_0, [%arg3])      arg3 and arg5 are "w": both are permute(w),
//   decode    %w = load_cached(@forward_const_eval_2, [%arg5])      one item with the layouts that the two ask for
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SESSION_ITEMS_H
#define ALCOVE_TOOLS_ALCOVE_SESSION_ITEMS_H

#include "alcove/Judge/Memory/Execution/Replay.h"
#include "alcove/Judge/Memory/MemoryWalk.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Plan/Session/Format/SessionRequest.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::session_tool {

using plan::session::Request;

/// An item as the modules hold it: the types in which functions ask for it.
struct SharedItem {
  std::string key; ///< expression over arguments
  plan::session::Item item;
  std::vector<mlir::Type> types; ///< beside item.layouts
  std::vector<std::string> readers;
};

/// A planned function, as the judge walked it.
struct WalkedFunction {
  mlir::func::FuncOp function;
  judge::FunctionWalk walk;
  judge::Program program;
  std::vector<int32_t> items;           ///< beside program.entry; -1 = the caller brings it
  std::vector<plan::session::Use> uses; ///< by item
  opmodel::TimeWithInterval time;
  Bytes l1Bytes = 0, dramBytes = 0; ///< of a bank, for itself
};

class ItemTable {
public:
  explicit ItemTable(const Request &request) : request(request) {}

  /// What the function writes in place is a cache in every function. Every function, before the first add().
  void noteNames(mlir::func::FuncOp function, const std::string &name);
  /// An error names what the request says of an argument that no function has.
  Status checkNames() const;
  /// Walks a function and finds its items, as function `name` of the session; an error names both types of an argument
  /// that is to be one tensor. The walk's own violations are left to the caller.
  Result<WalkedFunction> add(mlir::func::FuncOp function, const std::string &name, const opmodel::OpModel &model,
                             const queries::Machine &machine);

  std::vector<SharedItem> items;
  /// Caches that a function copies instead of writing them in place, one line each.
  std::vector<std::string> warnings;

private:
  Result<std::string> nameOf(mlir::func::FuncOp function, unsigned argument, const std::string &name);
  Result<bool> declare(mlir::BlockArgument argument, const std::string &key, const std::string &name);
  mlir::BlockArgument argumentOfKey(ttcore::LoadCachedOp load, const std::string &key, const std::string &name);
  std::string expressionOf(mlir::Value value, mlir::func::FuncOp function, const std::string &name);
  int32_t itemOf(const std::string &key, const std::string &name, plan::session::ItemKind kind);
  int32_t layoutOf(int32_t item, mlir::Type type, const judge::Tensor &tensor, Nanoseconds once,
                   const queries::Machine &machine);
  void warnOfCopies(mlir::func::FuncOp function, const std::string &name, const llvm::DenseSet<mlir::Value> &written);

  struct Declared {
    std::string function;
    mlir::RankedTensorType type;
    bool isParameter;
  };
  const Request &request;
  std::set<std::string> caches, plainNames, ownNames;
  std::map<std::string, Declared> declared;       ///< arguments that are items, by name
  std::map<std::string, std::string> expressions; ///< long ones by a short name
};

} // namespace alcove::session_tool

#endif // ALCOVE_TOOLS_ALCOVE_SESSION_ITEMS_H
