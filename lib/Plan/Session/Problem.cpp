//===- Problem.cpp - Words of session problems, and their check -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Problem.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

static constexpr std::array<std::string_view, numItemKinds> kindNames = {"weight", "cache", "value", "buffer"};

std::string_view toString(Space space) { return space == Space::Dram ? "dram" : "l1"; }
std::string_view toString(ItemKind kind) { return kindNames[static_cast<size_t>(kind)]; }

Result<ItemKind> parseItemKind(std::string_view text) {
  for (size_t i = 0; i < kindNames.size(); ++i)
    if (kindNames[i] == text)
      return static_cast<ItemKind>(i);
  return Error{fmt::format("'{}' is no kind of item: {}", text, fmt::join(kindNames, ", "))};
}

Bytes Problem::capacity(Space space) const {
  Bytes left = memory(space).bytes;
  for (const Reserve &reserve : reserves)
    if (reserve.space == space)
      left -= reserve.bytes;
  return left < 0 ? left : left / memory(space).alignment * memory(space).alignment;
}

namespace {

// SE-C1
Status checkMemories(const Problem &problem) {
  for (Space space : {Space::Dram, Space::L1}) {
    const Memory &memory = problem.memory(space);
    if (memory.bytes < 0 || memory.bytes >= mostBytes || memory.alignment < 1 || memory.alignment > (1 << 20))
      return Error{fmt::format("SE-C1: {}: {} bytes aligned to {}: must be 0 to {}, 1 to {}", toString(space),
                               memory.bytes, memory.alignment, mostBytes - 1, 1 << 20)};
    Bytes taken = 0;
    for (size_t r = 0; r < problem.reserves.size(); ++r)
      if (const Reserve &reserve = problem.reserves[r]; reserve.space == space) {
        if (reserve.bytes < 0 || addOverflow(taken, reserve.bytes, taken) || taken > memory.bytes)
          return Error{
              fmt::format("SE-C1: reserves[{}] ({}): {} bytes of {}, a bank has {} and {} are reserved with it", r,
                          reserve.name, reserve.bytes, toString(space), memory.bytes, taken)};
      }
  }
  return {};
}

// SE-C2
Status checkOrder(const Problem &problem) {
  if (problem.order.empty() || problem.order.size() > 4096)
    return Error{fmt::format("SE-C2: order: {} steps, must be 1 to 4096", problem.order.size())};
  for (size_t s = 0; s < problem.order.size(); ++s) {
    const Step &step = problem.order[s];
    if (step.function < 0 || static_cast<size_t>(step.function) >= problem.functions.size())
      return Error{fmt::format("SE-C2: order[{}]: function {} does not exist (there are {})", s, step.function,
                               problem.functions.size())};
    if (step.times < 1)
      return Error{fmt::format("SE-C2: order[{}]: {} times, must be at least 1", s, step.times)};
  }
  for (size_t f = 0; f < problem.functions.size(); ++f)
    if (std::none_of(problem.order.begin(), problem.order.end(),
                     [&](const Step &step) { return step.function == static_cast<int32_t>(f); }))
      return Error{fmt::format("SE-C2: functions[{}] ({}) stands nowhere in the order", f, problem.functions[f].name)};
  return {};
}

/// Adds costs and bytes, and refuses sums that 64 bits or the solver cannot hold.
struct Totals {
  Cost cost = 0;
  Bytes bytes = 0;

  // SE-C8
  Status add(Cost more, int64_t times, Bytes moreBytes, const std::string &place) {
    Cost product = 0;
    if (mulOverflow(more, times, product) || addOverflow(cost, product, cost) || cost >= mostCost)
      return Error{fmt::format("SE-C8: {}: the greatest costs together reach {}", place, mostCost)};
    if (addOverflow(bytes, moreBytes, bytes) || bytes >= mostBytes)
      return Error{fmt::format("SE-C8: {}: the bytes together reach {}", place, mostBytes)};
    return {};
  }
};

Cost greatestOf(const std::vector<Cost> &costs) {
  Cost greatest = 0;
  for (Cost cost : costs)
    if (cost < impossible)
      greatest = std::max(greatest, cost);
  return greatest;
}

/// SE-C3 and SE-C4.
Status checkItem(const Problem &problem, size_t index, Totals &totals) {
  const Item &item = problem.items[index];
  std::string place = fmt::format("items[{}] ({})", index, item.name);
  // SE-C3
  if (item.life.first < 0 || item.life.last < item.life.first ||
      static_cast<size_t>(item.life.last) >= problem.order.size())
    return Error{fmt::format("SE-C3: {}: lives from step {} to {}, the order has {}", place, item.life.first,
                             item.life.last, problem.order.size())};
  if (item.layouts.empty() || item.layouts.size() > 64)
    return Error{fmt::format("SE-C3: {}: {} layouts, must be 1 to 64", place, item.layouts.size())};
  if (item.kind == ItemKind::Buffer && item.layouts.size() != 1)
    return Error{fmt::format("SE-C3: {}: a buffer has one layout, not {}", place, item.layouts.size())};
  for (size_t l = 0; l < item.layouts.size(); ++l) {
    const ItemLayout &layout = item.layouts[l];
    if (layout.bytes < 0 || layout.once < 0 || layout.once >= impossible)
      return Error{fmt::format("SE-C3: {}.layouts[{}]: {} bytes, cost {}: must be at least 0", place, l, layout.bytes,
                               layout.once)};
    ALCOVE_RETURN_IF_ERROR(totals.add(layout.once, 1, layout.bytes, place));
  }
  // SE-C4
  size_t count = item.layouts.size();
  if (item.copies.size() != count * count)
    return Error{fmt::format("SE-C4: {}: {} copies between {} layouts, must be {}", place, item.copies.size(), count,
                             count * count)};
  for (size_t from = 0; from < count; ++from)
    for (size_t to = 0; to < count; ++to)
      if (Cost cost = item.copies[from * count + to]; cost < 0 || (from == to && cost != 0))
        return Error{fmt::format("SE-C4: {}: a copy from {} to {} costs {}, must be {}", place, item.layouts[from].name,
                                 item.layouts[to].name, cost, from == to ? "0" : "at least 0")};
  return {};
}

/// SE-C5 and SE-C6.
Status checkUses(const Problem &problem, size_t function, const Way &way, const std::string &place) {
  for (size_t u = 0; u < way.uses.size(); ++u) {
    const Use &use = way.uses[u];
    if (use.item < 0 || static_cast<size_t>(use.item) >= problem.items.size())
      return Error{fmt::format("SE-C5: {}.uses[{}]: item {} does not exist (there are {})", place, u, use.item,
                               problem.items.size())};
    const Item &item = problem.items[use.item];
    if (use.layout < 0 || static_cast<size_t>(use.layout) >= item.layouts.size())
      return Error{fmt::format("SE-C5: {}.uses[{}]: layout {} of {} does not exist (there are {})", place, u,
                               use.layout, item.name, item.layouts.size())};
    if (u > 0 && way.uses[u - 1].item >= use.item)
      return Error{fmt::format("SE-C5: {}.uses[{}]: item {} behind item {}: each once, ascending", place, u, use.item,
                               way.uses[u - 1].item)};
    // SE-C6
    if (item.kind == ItemKind::Buffer)
      return Error{fmt::format("SE-C6: {}.uses[{}]: no function asks for the buffer {}", place, u, item.name)};
    if (use.writes && item.kind != ItemKind::Cache)
      return Error{fmt::format("SE-C6: {}.uses[{}]: writes {}, which is a {} and no cache", place, u, item.name,
                               toString(item.kind))};
    for (size_t s = 0; s < problem.order.size(); ++s)
      if (problem.order[s].function == static_cast<int32_t>(function) && !item.life.contains(static_cast<int32_t>(s)))
        return Error{fmt::format("SE-C6: {}.uses[{}]: {} does not live at order[{}]", place, u, item.name, s)};
  }
  return {};
}

/// SE-C7, and the parts of its ways.
Status checkFunction(const Problem &problem, size_t index, Totals &totals) {
  const Function &function = problem.functions[index];
  std::string place = fmt::format("functions[{}] ({})", index, function.name);
  // SE-C7
  if (function.rate < 1)
    return Error{fmt::format("SE-C7: {}: a rate of {}, must be at least 1", place, function.rate)};
  if (function.ways.empty() || function.ways.size() > 4096)
    return Error{fmt::format("SE-C7: {}: {} ways, must be 1 to 4096", place, function.ways.size())};
  Cost greatest = 0;
  for (size_t w = 0; w < function.ways.size(); ++w) {
    const Way &way = function.ways[w];
    std::string where = fmt::format("{}.ways[{}]", place, w);
    if (way.cost < 0 || way.l1Bytes < 0 || way.dramBytes < 0 || way.l1Bytes >= mostBytes || way.dramBytes >= mostBytes)
      return Error{fmt::format("SE-C7: {}: cost {}, {} and {} bytes: must be at least 0 and below 2^46", where,
                               way.cost, way.l1Bytes, way.dramBytes)};
    ALCOVE_RETURN_IF_ERROR(checkUses(problem, index, way, where));
    Cost cost = way.cost < impossible ? way.cost : 0;
    for (const Use &use : way.uses) {
      Cost copy = greatestOf(problem.items[use.item].copies);
      if (addOverflow(cost, 2 * std::min(copy, mostCost), cost))
        cost = mostCost;
    }
    greatest = std::max(greatest, cost);
    ALCOVE_RETURN_IF_ERROR(totals.add(0, 1, 2 * std::max(way.l1Bytes, way.dramBytes), where));
    for (const Use &use : way.uses)
      ALCOVE_RETURN_IF_ERROR(totals.add(0, 1, 2 * problem.items[use.item].layouts[use.layout].bytes, where));
  }
  return totals.add(greatest, function.rate, 0, place);
}

/// SE-C9: names tell functions, items, and layouts of one item apart.
Status checkNames(const Problem &problem) {
  auto twice = [](const auto &list) -> std::string {
    std::vector<std::string> names;
    for (const auto &each : list)
      names.push_back(each.name);
    std::sort(names.begin(), names.end());
    auto found = std::adjacent_find(names.begin(), names.end());
    return found == names.end() ? "" : *found;
  };
  if (std::string name = twice(problem.functions); !name.empty())
    return Error{fmt::format("SE-C9: functions: '{}' stands there twice", name)};
  if (std::string name = twice(problem.items); !name.empty())
    return Error{fmt::format("SE-C9: items: '{}' stands there twice", name)};
  for (size_t i = 0; i < problem.items.size(); ++i)
    if (std::string name = twice(problem.items[i].layouts); !name.empty())
      return Error{fmt::format("SE-C9: items[{}]: layout '{}' stands there twice", i, name)};
  return {};
}

} // namespace

Status check(const Problem &problem) {
  ALCOVE_RETURN_IF_ERROR(checkMemories(problem));
  ALCOVE_RETURN_IF_ERROR(checkOrder(problem));
  Totals totals;
  for (size_t i = 0; i < problem.items.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(checkItem(problem, i, totals));
  for (size_t f = 0; f < problem.functions.size(); ++f)
    ALCOVE_RETURN_IF_ERROR(checkFunction(problem, f, totals));
  return checkNames(problem);
}

} // namespace alcove::plan::session
