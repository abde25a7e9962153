//===- SessionPlan.h - Planned modules as one session -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ways of functions become the problem of Plan/Session, its plan the session that the judge replays.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SESSION_SESSIONPLAN_H
#define ALCOVE_TOOLS_ALCOVE_SESSION_SESSIONPLAN_H

#include "Items.h"

#include "alcove/Plan/Session/Policy.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::session_tool {

struct SessionWay {
  std::string name; ///< of the file
  WalkedFunction walked;
};

struct SessionFunction {
  std::string name;
  std::vector<SessionWay> ways;
};

/// Everything that was read: modules hold the functions.
struct Inputs {
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  std::vector<SessionFunction> functions;
  queries::Machine machine; ///< of the whole device
};

/// The problem; an error when it breaks a rule, such as more reserved than there is.
Result<plan::session::Problem> problemOf(const Request &request, const Inputs &inputs, const ItemTable &table);

/// No plan of the session: every function in its first way, every item in all layouts that those ask for, wherever the
/// allocator puts them (address -1). A cache that two functions want in two layouts is a fault, one line each.
plan::session::Plan asPlanned(const plan::session::Problem &problem, std::vector<std::string> &faults);

/// What the judge executes: the walked functions in the order of the problem, items kept as the plan says. Items without
/// an address lie where the allocator puts them.
judge::Session sessionOf(const plan::session::Problem &problem, const plan::session::Plan &plan,
                         const std::vector<const WalkedFunction *> &functions);

} // namespace alcove::session_tool

#endif // ALCOVE_TOOLS_ALCOVE_SESSION_SESSIONPLAN_H
