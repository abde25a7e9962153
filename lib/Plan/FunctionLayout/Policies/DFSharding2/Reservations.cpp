//===- Reservations.cpp - Results that stay in L1, tried and taken --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reservations.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

std::optional<Refusal> Reservations::attempt(const Change &change) {
  std::vector<int32_t> ops = opsOf(change);
  std::vector<OpDecision> saved;
  for (int32_t op : ops)
    saved.push_back(plan.ops[op]);
  Picoseconds timeBefore = timeOf(ops);
  std::optional<Refusal> refusal = apply(change, ops);
  // DS2-3
  if (!refusal && options.dropLosingRuns)
    if (Picoseconds timeNow = timeOf(ops); timeNow > timeBefore)
      refusal = Refusal{Refusal::Kind::Slower, -1,
                        fmt::format("its users would take {} ps with it, {} ps without", timeNow, timeBefore)};
  if (!refusal) {
    refusal = checkRoom(ops, timeline.recount(ops));
    if (!refusal)
      refusal = checkFragmentation(change);
    if (!refusal)
      return std::nullopt;
  }
  for (size_t i = 0; i < ops.size(); ++i)
    plan.ops[ops[i]] = std::move(saved[i]);
  timeline.recount(ops);
  return refusal;
}

std::optional<Refusal> Reservations::admit(const std::vector<int32_t> &ops) {
  std::vector<int32_t> tensors = timeline.recount(ops);
  for (int32_t op : ops) {
    if (std::optional<Refusal> refusal = checkConversions(op))
      return refusal;
    if (std::optional<Refusal> refusal = checkConsumed(op))
      return refusal;
  }
  return checkRoom(ops, tensors);
}

/// The ops whose decisions, candidates or conversions the change can touch, each once.
std::vector<int32_t> Reservations::opsOf(const Change &change) const {
  std::vector<int32_t> ops;
  auto addAround = [&](int32_t tensor) {
    ops.push_back(problem.tensors[tensor].producer);
    ops.insert(ops.end(), plan.users[tensor].begin(), plan.users[tensor].end());
  };
  for (const Change::Kept &kept : change.kept)
    addAround(kept.tensor);
  for (const Change::Configured &configured : change.configured)
    addAround(problem.ops[configured.op].results[0]);
  std::sort(ops.begin(), ops.end());
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
  return ops;
}

std::optional<Refusal> Reservations::apply(const Change &change, const std::vector<int32_t> &ops) {
  std::vector<int32_t> moved;
  for (auto [tensor, layout] : change.kept) {
    OpDecision &decision = plan.ops[problem.tensors[tensor].producer];
    decision.spill = layout >= 0;
    decision.spillTo = layout;
    decision.missed.clear();
    moved.push_back(tensor);
  }
  for (auto [op, config, spill] : change.configured) {
    OpDecision &decision = plan.ops[op];
    decision.config = config;
    decision.spill = spill;
    decision.missed.clear();
    if (!spill)
      moved.push_back(problem.ops[op].results[0]);
  }
  for (int32_t tensor : moved)
    if (exclusions.results.count(tensor))
      return Refusal{Refusal::Kind::Excluded, problem.tensors[tensor].producer, "it found no place by addresses"};
  for (int32_t op : ops)
    if (std::optional<Refusal> refusal = letRead(op, moved))
      return refusal;
  for (int32_t op : ops)
    if (std::optional<Refusal> refusal = checkConversions(op))
      return refusal;
  return std::nullopt;
}

// DS2-1. A planned conversion is dropped where the op takes the result as it lies.
std::optional<Refusal> Reservations::letRead(int32_t op, const std::vector<int32_t> &moved) {
  OpDecision &decision = plan.ops[op];
  std::map<int32_t, int32_t> planned;
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  for (size_t operand = 0; operand < operands.size(); ++operand) {
    if (std::find(moved.begin(), moved.end(), operands[operand]) == moved.end())
      continue;
    if (!mayRead(op, operand))
      return Refusal{Refusal::Kind::NotAccepted, op, fmt::format("{} may not read it where it would lie", nameOf(op))};
    planned.merge(std::map<int32_t, int32_t>(decision.reshards));
    decision.reshards.erase(static_cast<int32_t>(operand));
  }
  if (plan.candidateOf(op) >= 0)
    return checkConsumed(op);
  if (!planned.empty()) {
    decision.reshards = planned;
    if (plan.candidateOf(op) >= 0)
      return checkConsumed(op);
  }
  return Refusal{Refusal::Kind::NotAccepted, op, fmt::format("{} does not accept it where it would lie", nameOf(op))};
}

bool Reservations::mayRead(int32_t op, size_t operand) const {
  const OpClass &opClass = problem.classOf(op);
  const PlanOp &reader = problem.ops[op];
  bool written =
      std::find(reader.writes.begin(), reader.writes.end(), static_cast<int32_t>(operand)) != reader.writes.end();
  int32_t tensor = reader.operands[operand];
  bool sharded = problem.layoutOf(tensor, plan.settledLayout(tensor)).isSharded();
  return opClass.traits.modelled && opClass.movable[operand] && !written && !exclusions.ops.count(op) &&
         (opClass.traits.readsShards || !sharded);
}

std::optional<Refusal> Reservations::checkConversions(int32_t op) const {
  auto check = [&](int32_t tensor, int32_t from, int32_t to) -> std::optional<Refusal> {
    if (problem.conversion(problem.tensors[tensor].kind, from, to).legal)
      return std::nullopt;
    return Refusal{Refusal::Kind::NoConversion, op,
                   fmt::format("{} cannot be converted from {} to {} at {}", problem.tensors[tensor].name,
                               problem.layoutOf(tensor, from).name, problem.layoutOf(tensor, to).name, nameOf(op))};
  };
  const OpDecision &decision = plan.ops[op];
  for (auto [operand, layout] : decision.reshards) {
    int32_t tensor = problem.ops[op].operands[operand];
    if (std::optional<Refusal> refusal = check(tensor, plan.settledLayout(tensor), layout))
      return refusal;
  }
  if (!decision.spill || problem.ops[op].results.empty())
    return std::nullopt;
  int32_t tensor = problem.ops[op].results[0];
  return check(tensor, plan.resultLayout(tensor), plan.settledLayout(tensor));
}

/// An op that frees what it alone reads must not free bytes that others know by another name. As the program stands
/// that holds, and for a converted copy, which is its own.
std::optional<Refusal> Reservations::checkConsumed(int32_t op) const {
  const OpClass &opClass = problem.classOf(op);
  int32_t candidate = plan.candidateOf(op);
  int32_t operand = candidate < 0 || candidate == opClass.base ? -1 : opClass.candidates[candidate].consumes;
  if (operand < 0 || plan.ops[op].reshards.count(operand))
    return std::nullopt;
  int32_t tensor = problem.ops[op].operands[operand], producer = problem.tensors[tensor].producer;
  bool isView = false;
  if (int32_t made = producer < 0 ? -1 : plan.candidateOf(producer); made >= 0)
    for (int32_t alias : problem.classOf(producer).candidates.aliasesOf(made))
      isView |= alias >= 0;
  if (useCount(tensor) != 1 || (!isView && !problem.tensors[tensor].resident))
    return std::nullopt;
  return Refusal{
      Refusal::Kind::NotAccepted, op,
      fmt::format("{} would free the bytes of {}, which others read", nameOf(op), problem.tensors[tensor].name)};
}

// DS2-2
std::optional<Refusal> Reservations::checkRoom(const std::vector<int32_t> &ops,
                                               const std::vector<int32_t> &tensors) const {
  std::optional<Timeline::Overflow> overflow = timeline.firstOverflow(ops, tensors, problem.capacity);
  if (!overflow)
    return std::nullopt;
  return Refusal{Refusal::Kind::NoRoom, overflow->op,
                 fmt::format("at {} {} B of L1 would be needed, {} B may be used", nameOf(overflow->op),
                             overflow->bytes, problem.capacity)};
}

// DS2-4
std::optional<Refusal> Reservations::checkFragmentation(const Change &change) {
  if (change.behind < 0)
    return std::nullopt;
  ++counts["fragmentation_checks"];
  Bytes bytes = timeline.loadOf(change.behind) + change.reserve;
  if (bytes <= problem.capacity)
    return std::nullopt;
  ++counts["fragmentation_refusals"];
  return Refusal{Refusal::Kind::Fragmented, change.behind,
                 fmt::format("{}, behind the merge, would need {} B of L1 with the {} B that were merged, {} B may be "
                             "used",
                             nameOf(change.behind), bytes, change.reserve, problem.capacity)};
}

Picoseconds Reservations::timeOf(const std::vector<int32_t> &ops) const {
  Picoseconds time = 0;
  for (int32_t op : ops)
    time += plan.timeOf(op).value_or(0) + plan.conversionTime(op);
  return time;
}

int64_t Reservations::useCount(int32_t tensor) const {
  int64_t uses = plan.returned[tensor];
  for (int32_t user : plan.users[tensor])
    uses += std::count(problem.ops[user].operands.begin(), problem.ops[user].operands.end(), tensor);
  return uses;
}

int32_t Reservations::openEnd(const Chain &chain) const {
  if (chain.state != ChainState::Completed || !plan.ops[chain.ops.back()].leavesL1())
    return -1;
  return problem.ops[chain.ops.back()].results[0];
}

int32_t Reservations::l1Interleaved(int32_t tensor) const {
  const PlanTensor &planned = problem.tensors[tensor];
  const std::vector<Layout> &layouts = problem.kinds[planned.kind].layouts;
  for (int32_t layout = 0, e = static_cast<int32_t>(layouts.size()); layout != e; ++layout)
    if (layouts[layout].isL1() && !layouts[layout].isSharded() && layouts[layout].tiled == layouts[planned.base].tiled)
      return layout;
  return -1;
}

std::string Reservations::nameOf(int32_t op) const {
  if (op < 0)
    return "the return";
  return problem.ops[op].name.empty() ? fmt::format("op {}", op) : problem.ops[op].name;
}

int64_t Reservations::count(std::string_view action, int32_t op, std::string detail) {
  if (options.observer)
    options.observer->event({action, op, std::move(detail)});
  auto found = counts.find(action);
  if (found == counts.end())
    found = counts.emplace(std::string(action), 0).first;
  return ++found->second;
}

void Reservations::leaveInDram(int32_t op, const std::string &why) {
  plan.ops[op].missed = "its chain ends here, and " + why;
}

} // namespace alcove::plan
