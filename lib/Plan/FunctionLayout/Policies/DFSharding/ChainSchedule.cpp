//===- ChainSchedule.cpp - Depth-first schedule cut into chains -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policies/ChainSchedule.h"

#include <algorithm>
#include <set>

namespace alcove::plan {

const char *toString(ChainState state) {
  static constexpr const char *names[] = {"in build", "built", "resolved", "completed", "failed"};
  return names[static_cast<int>(state)];
}

namespace {

class Builder {
public:
  explicit Builder(const std::vector<ChainOp> &ops)
      : ops(ops), users(ops.size()), producers(ops.size()), uses(ops.size(), 0), waiting(ops.size(), 0),
        blockedUsers(ops.size(), 0), scheduled(ops.size(), false) {
    for (int op = 0, e = static_cast<int>(ops.size()); op != e; ++op) {
      uses[op] += ops[op].externalUses;
      std::vector<int> &before = producers[op];
      before = ops[op].after;
      for (int producer : ops[op].operands) {
        if (producer < 0)
          continue;
        ++uses[producer];
        before.push_back(producer);
      }
      std::sort(before.begin(), before.end());
      before.erase(std::unique(before.begin(), before.end()), before.end());
      waiting[op] = static_cast<int>(before.size());
      for (int producer : before) {
        users[producer].push_back(op);
        blockedUsers[producer] += waiting[op] > 1;
      }
    }
    for (int op = 0, e = static_cast<int>(ops.size()); op != e; ++op)
      if (waiting[op] == 0)
        enter(op);
  }

  ChainSchedule run() {
    int next = -1;
    while (result.order.size() < ops.size()) {
      int op = next >= 0 ? next : pickFirst();
      next = -1;
      schedule(op);
      if (!ops[op].shardable || !ops[op].hasLegalConfigs) {
        close(ops[op].shardable ? "next op has no legal configuration" : "next op cannot be sharded");
        continue;
      }
      if (ops[op].isConcat) { // DF-H5
        close("next op is a concatenation");
        current.ops = {op};
        current.isConcat = true;
        close("concatenations stand alone");
        continue;
      }
      current.ops.push_back(op);
      next = continuation(op);
    }
    close("end of the function");
    return std::move(result);
  }

private:
  /// With no chain open: a conversion first, else the first ready op; ops whose users stay blocked even afterwards
  /// come first, in stable order.
  int pickFirst() {
    if (current.ops.empty() && !readyEarly.empty())
      return *readyEarly.begin();
    return readyBlocking.empty() ? *ready.begin() : *readyBlocking.begin();
  }

  void enter(int op) {
    ready.insert(op);
    if (ops[op].scheduleEarly)
      readyEarly.insert(op);
    if (blockedUsers[op] > 0)
      readyBlocking.insert(op);
  }

  void schedule(int op) {
    scheduled[op] = true;
    result.order.push_back(op);
    ready.erase(op);
    readyEarly.erase(op);
    readyBlocking.erase(op);
    for (int user : users[op]) {
      if (--waiting[user] == 0)
        enter(user);
      else if (waiting[user] == 1) // waits for one op alone, which leaves it ready
        for (int producer : producers[user])
          if (--blockedUsers[producer] == 0)
            readyBlocking.erase(producer);
    }
  }

  /// The op that goes on with the chain after `op`, or -1; closes the chain when there is none.
  int continuation(int op) {
    int next = -1; // the last ready user, as the model of this policy does
    for (int user : users[op])
      if (waiting[user] == 0 && !scheduled[user] &&
          std::count(ops[user].operands.begin(), ops[user].operands.end(), op) > 0)
        next = user;
    if (uses[op] != 1) // DF-H1
      return close("its result has " + std::to_string(uses[op]) + " uses"), -1;
    if (ops[op].externalUses > 0)
      return close("the function returns it"), -1;
    if (next < 0)
      return close("its user waits for another operand"), -1;
    if (ops[next].operands.empty() || ops[next].operands[0] != op) // DF-H2
      return close("its user reads it as another operand than the first"), -1;
    return next;
  }

  void close(std::string reason) {
    if (current.ops.empty())
      return;
    current.state = ChainState::Built;
    current.reason = std::move(reason);
    result.chains.push_back(std::move(current));
    current = Chain();
  }

  const std::vector<ChainOp> &ops;
  std::vector<std::vector<int>> users, producers;
  std::vector<int> uses, waiting;
  std::vector<int> blockedUsers; // per op: users that wait for others as well
  std::vector<bool> scheduled;
  std::set<int> ready, readyEarly, readyBlocking; // in IR order: all, early ones, those with blocked users
  Chain current;
  ChainSchedule result;
};

} // namespace

ChainSchedule buildChains(const std::vector<ChainOp> &ops) { return Builder(ops).run(); }

} // namespace alcove::plan
