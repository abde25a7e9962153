//===- CheckBound.cpp - The order of the steps, branches ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checker.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::certificate;

Result<Cost> Checker::run() {
  if (certificate.target < -infiniteCost || certificate.target > infiniteCost)
    return Error{fmt::format("target: {} is out of range", certificate.target)};
  size_t unread = 0; // branches that begin where nothing is possible any more
  for (size_t k = 0; k < certificate.steps.size(); ++k) {
    using Kind = ProofStep::Kind;
    const ProofStep &step = certificate.steps[k];
    bool joining = step.kind == Kind::Otherwise || step.kind == Kind::Join;
    if (impossible && branches.empty())
      break;
    // Proved as far as the branch goes: what the solver, which saw it later, still did there adds nothing.
    if (impossible && (!joining || unread > 0)) {
      unread += step.kind == Kind::Branch;
      unread -= step.kind == Kind::Join;
      continue;
    }
    std::string reason = joined && !joining ? "nothing is left to speak about" : play(step);
    if (tooLarge && reason.empty())
      reason = fmt::format("not checked: a cost of {} or more is not exact", mostPairCost);
    if (!reason.empty())
      return Error{fmt::format("steps[{}] ({} {} {} {}): {}", k, nameOf(step.kind), step.i, step.j, step.t, reason)};
  }
  if (!branches.empty())
    return Error{fmt::format("steps: {} branches are not joined", branches.size())};
  settle();
  return proved;
}

std::string Checker::play(const ProofStep &step) {
  using Kind = ProofStep::Kind;
  bool capacityStep = step.kind == Kind::Capacity || step.kind == Kind::Conflict;
  // Pairs are tested against the profile of their round; within a run of pair steps nothing is removed.
  if (step.kind == Kind::Conflict ? !profileFresh : capacityStep && least.empty())
    profile(least, most);
  profileFresh = step.kind == Kind::Conflict;
  bool aboutNode = step.kind != Kind::Dual && step.kind != Kind::Search && step.kind != Kind::Otherwise &&
                   step.kind != Kind::Join && step.kind != Kind::Relax;
  if (aboutNode && !valid(step.i))
    return "no such node is left";
  switch (step.kind) {
  case Kind::Arc:
    return playArc(step.i, step.j);
  case Kind::Capacity:
    return playCapacity(step.i, step.j);
  case Kind::Conflict:
    return playConflict(step.i, step.j);
  case Kind::Dominated:
    return playDominated(step.i, step.j, step.t);
  case Kind::Contract:
    return playContract(step.i, step.j);
  case Kind::Separable:
    return playSeparable(step.i, step.j);
  case Kind::Eliminate:
    return playEliminate(step.i);
  case Kind::Dual:
    return playDual(step.i);
  case Kind::Bound:
    return playBound(step.i, step.j);
  case Kind::Search:
    return playSearch(step.i, step.j);
  case Kind::Branch:
    return playBranch(step.i, step.j);
  case Kind::Otherwise:
    return playOtherwise();
  case Kind::Join:
    return playJoin();
  case Kind::Relax:
    return playRelax(step.i);
  }
  return "unknown step";
}

// What is unavoidable may already be too much.
void Checker::settle() {
  if (!impossible && !joined) {
    profile(least, most);
    for (size_t k = 0; k < times.size(); ++k)
      impossible |= least[k] > problem.capacity;
  }
  if (impossible)
    proved = std::max(proved, conditional ? certificate.target : infiniteCost);
}

std::string Checker::playBranch(int32_t i, int32_t half) {
  if (half < 0 || half >= static_cast<int32_t>(certificate.halves.size()))
    return "no such half";
  std::set<int32_t> taken(certificate.halves[half].begin(), certificate.halves[half].end());
  for (int32_t s : taken)
    if (!valid(i, s))
      return fmt::format("label {} is not left", s);
  size_t entries = gone.size();
  for (const auto &[ends, matrix] : edges)
    entries += matrix.size();
  for (const Item &item : items)
    entries += item.cost.size() * (2 + item.usage.size()) + 8;
  heldEntries += entries;
  if (heldEntries > maxHeldEntries)
    return fmt::format("not checked: branches nest too deeply for {} entries", entries);
  branches.push_back(
      {i, taken, entries, items, edges, gone, needed, constant, proved, -infiniteCost, conditional, false, false});
  enterHalf(true);
  return "";
}

std::string Checker::playOtherwise() {
  if (branches.empty() || branches.back().second)
    return "no branch is in its first half";
  settle();
  BranchState &state = branches.back();
  state.first = proved;
  state.conditionalAfter = conditional;
  state.second = true;
  items = std::move(state.items);
  edges = std::move(state.edges);
  gone = std::move(state.gone);
  needed = std::move(state.needed);
  constant = state.constant;
  conditional = state.conditional;
  heldEntries -= state.entries;
  enterHalf(false);
  return "";
}

std::string Checker::playJoin() {
  if (branches.empty() || !branches.back().second)
    return "no branch is in its second half";
  settle();
  const BranchState &state = branches.back();
  proved = std::max(state.proved, std::min(state.first, proved));
  conditional = conditional || state.conditionalAfter;
  branches.pop_back();
  impossible = false;
  joined = true; // what the steps may speak about is gone
  return "";
}

// From the state at the branch to one of its halves; what was derived from that state is forgotten.
void Checker::enterHalf(bool first) {
  const BranchState &state = branches.back();
  impossible = joined = profileFresh = false;
  proved = -infiniteCost;
  least.clear();
  most.clear();
  mostKnown.clear();
  node.clear();
  edgeReducedCost.clear();
  for (int32_t s : labelsOf(state.node))
    if ((state.taken.count(s) > 0) != first)
      removeLabel(state.node, s);
}

Result<Cost> plan::checkBound(const LayoutChoice &problem, const LayoutCertificate &certificate, size_t maxStates) {
  return Checker(problem, certificate, maxStates).run();
}
