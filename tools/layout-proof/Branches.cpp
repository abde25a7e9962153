//===- Branches.cpp - The steps in turn; LP-11 and LP-12 ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>

using namespace layoutproof;

static constexpr size_t mostHeld = size_t(1) << 28; // numbers that nested branches may keep

Proof::Proof(const Problem &problem, const Certificate &certificate, uint64_t maxStates)
    : certificate(certificate), room(problem.capacity), maxStates(maxStates), state(problem) {
  profile();
}

void Proof::play(const Certificate::Step &step) {
  auto [kind, i, j, t] = step;
  fresh &= kind == Kind::Conflict; // for runs of conflicts: they change pairs alone
  switch (kind) {
  case Kind::Arc:
    return arc(i, j);
  case Kind::Capacity:
    return capacity(i, j);
  case Kind::Conflict:
    return conflict(i, j);
  case Kind::Dominated:
    return dominated(i, j, t);
  case Kind::Contract:
    return contract(i, j);
  case Kind::Separable:
    return separable(i, j);
  case Kind::Eliminate:
    return eliminate(i);
  case Kind::Dual:
    return dual(i);
  case Kind::Bound:
    return bound(i, j);
  case Kind::Search:
    return search(i, j);
  case Kind::Branch:
    return branch(i, j);
  case Kind::Otherwise:
    return otherwise();
  case Kind::Join:
    return join();
  case Kind::Relax:
    return relax(i);
  }
}

/// LP-12: what is unavoidable may already be too much; what is impossible proves everything (below the target).
void Proof::settle() {
  if (!joined && !state.impossible) {
    profile();
    for (int64_t bytes : low)
      state.impossible |= bytes > room;
  }
  if (state.impossible)
    proved = std::max(proved, state.conditional ? certificate.target : infiniteCost);
}

void Proof::enter(int32_t node, const std::set<int32_t> &taken, bool first) {
  joined = profiled = fresh = false;
  last = DualState();
  proved = -infiniteCost;
  for (int32_t s : state.items[node].labels())
    if ((taken.count(s) > 0) != first)
      state.remove(node, s);
}

// LP-11
void Proof::branch(int32_t i, int32_t half) {
  if (half < 0 || static_cast<size_t>(half) >= certificate.halves.size())
    no("no such half");
  std::set<int32_t> taken;
  for (int32_t s : certificate.halves[half]) {
    state.item(i, s);
    taken.insert(s);
  }
  state.item(i);
  size_t held = 8 * state.items.size() + state.edges.size();
  for (const Item &item : state.items)
    held += item.left.size() * (2 + item.usage.size());
  size_t all = held;
  for (const Branch &outer : branches)
    all += outer.size;
  if (all > mostHeld)
    no("not checked: branches nest too deeply");
  branches.push_back({state, i, taken, proved, -infiniteCost, false, false, held});
  enter(i, taken, true);
}

void Proof::otherwise() {
  if (branches.empty() || branches.back().second)
    no("no branch is in its first half");
  settle();
  Branch &outer = branches.back();
  outer.first = proved;
  outer.conditionalAfter = state.conditional;
  outer.second = true;
  state = std::move(outer.state);
  enter(outer.node, outer.taken, false);
}

void Proof::join() {
  if (branches.empty() || !branches.back().second)
    no("no branch is in its second half");
  settle();
  const Branch &outer = branches.back();
  proved = std::max(outer.proved, std::min(outer.first, proved));
  state.conditional |= outer.conditionalAfter;
  state.impossible = false;
  branches.pop_back();
  joined = true; // the state of the branch is gone
}

int64_t Proof::run() {
  int skipped = 0; // branches inside what is impossible
  for (size_t k = 0; k < certificate.steps.size(); ++k) {
    const Certificate::Step &step = certificate.steps[k];
    bool closes = step.kind == Kind::Otherwise || step.kind == Kind::Join;
    if (state.impossible && branches.empty())
      break;
    if (state.impossible && (!closes || skipped > 0)) {
      skipped += step.kind == Kind::Branch;
      skipped -= step.kind == Kind::Join;
      continue;
    }
    try {
      if (joined && !closes)
        no("nothing is left to speak about");
      play(step);
    } catch (Rejected &rejected) {
      throw Rejected{"steps[" + std::to_string(k) + "]: " + rejected.reason};
    }
  }
  if (!branches.empty())
    no("a branch is not joined");
  settle();
  return proved;
}

int64_t layoutproof::provedBound(const Problem &problem, const Certificate &certificate, uint64_t maxStates) {
  return Proof(problem, certificate, maxStates).run();
}
