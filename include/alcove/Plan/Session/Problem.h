//===- Problem.h - Functions that share one device --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session runs functions one after the other. What lives longer than a function is an item: a weight, a cache, a value
// that one call hands to a later one, a buffer that a prefetcher keeps. A function can run in several ways, each of which
// is a plan of it and wants every item that it uses in one layout.
//
//   order: prefill, decode x 20          item w3      layouts: rows | sharded     kept: one of them, or both
//
//     prefill  way 0 wants w3 rows       a way whose layout is kept reads it there;
//     decode   way 0 wants w3 sharded    else the item is copied at every call, and the copy's bytes are taken then
//              way 1 wants w3 rows
//
// One bank stands for all. DRAM is filled from its bottom by items and, above the highest one that is live, by the bytes
// of the function that runs; L1 from its top by items, and below the lowest one that is live by the function:
//
//      0                              capacity          0                              capacity
//      |--w3--|--cache--|  function  |                  |  function   |--prefetcher's buffer--|
//             DRAM of a bank          trace region                L1 of a core              l1_small
//
// The rules (SE-C1..C9 for problems, SE-V1..V6 for plans) are in docs/spec/Session.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_SESSION_PROBLEM_H
#define ALCOVE_PLAN_SESSION_PROBLEM_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::plan::session {

/// Integral; the unit is the builder's (ps).
using Cost = int64_t;
/// This value and everything above means "not possible"; the same as that of a layout choice.
inline constexpr Cost impossible = 1'000'000'000'000'000'000;
/// Rule SE-C8: the greatest costs of all functions, copies and layouts together stay below this.
inline constexpr Cost mostCost = 400'000'000'000'000'000;
/// Rule SE-C8: the greatest bytes together stay below this, so that sums over steps stay below those of a layout choice.
inline constexpr Bytes mostBytes = Bytes(1) << 46;
/// Rule SE-V2: more layouts of one item are never kept.
inline constexpr size_t mostKept = 2;

enum class Space : uint8_t { Dram, L1 };
std::string_view toString(Space space);

enum class ItemKind : uint8_t {
  Weight, ///< does not change between calls
  Cache,  ///< written in place by some function
  Value,  ///< an input of the session, or what one call hands to a later one
  Buffer, ///< kept by the runtime or a prefetcher; no function asks for it
};
inline constexpr size_t numItemKinds = static_cast<size_t>(ItemKind::Buffer) + 1;
std::string_view toString(ItemKind kind);
Result<ItemKind> parseItemKind(std::string_view text);

struct ItemLayout {
  std::string name;
  Space space = Space::Dram;
  Bytes bytes = 0; ///< of one bank (L1: of one core), before rounding
  Cost once = 0;   ///< to make the item in this layout, once per session
  bool operator==(const ItemLayout &) const = default;
};

/// Steps [first, last] of the order.
struct Life {
  int32_t first = 0, last = 0;
  bool contains(int32_t step) const { return first <= step && step <= last; }
  bool meets(const Life &other) const { return first <= other.last && other.first <= last; }
  bool operator==(const Life &) const = default;
};

struct Item {
  std::string name;
  ItemKind kind = ItemKind::Weight;
  Life life;
  std::vector<ItemLayout> layouts;
  /// |layouts| x |layouts| costs of one copy, row-major: from the row's to the column's. Zero on the diagonal.
  std::vector<Cost> copies;

  Cost copy(int32_t from, int32_t to) const {
    return copies[static_cast<size_t>(from) * layouts.size() + static_cast<size_t>(to)];
  }
  bool operator==(const Item &) const = default;
};

struct Use {
  int32_t item = 0, layout = 0;
  bool writes = false; ///< in place; a copy is then carried back
  bool operator==(const Use &) const = default;
};

/// One plan of a function.
struct Way {
  std::string name;
  Cost cost = 0;                    ///< of one call
  Bytes l1Bytes = 0, dramBytes = 0; ///< of one bank that it needs for itself, in one piece
  std::vector<Use> uses;            ///< by item, ascending
  bool operator==(const Way &) const = default;
};

struct Function {
  std::string name;
  int64_t rate = 1; ///< calls that the objective counts
  std::vector<Way> ways;
  bool operator==(const Function &) const = default;
};

/// The function is called so often, one call after the other.
struct Step {
  int32_t function = 0;
  int64_t times = 1;
  bool operator==(const Step &) const = default;
};

/// Bytes of every bank that no item and no function may take: a trace region, command buffers, l1_small.
struct Reserve {
  std::string name;
  Space space = Space::Dram;
  Bytes bytes = 0;
  bool operator==(const Reserve &) const = default;
};

struct Memory {
  Bytes bytes = 0; ///< of one bank
  Bytes alignment = 32;
  bool operator==(const Memory &) const = default;
};

struct Problem {
  std::string name;
  Memory dram, l1;
  std::vector<Reserve> reserves;
  std::vector<Item> items;
  std::vector<Function> functions;
  std::vector<Step> order;

  const Memory &memory(Space space) const { return space == Space::Dram ? dram : l1; }
  /// What the reserves leave, rounded down to the alignment; may be below 0.
  Bytes capacity(Space space) const;
  bool operator==(const Problem &) const = default;
};

/// A layout in which an item is kept, and where: the lowest byte, counted from the first usable one of a bank.
struct Kept {
  int32_t layout = 0;
  Bytes address = 0;
  bool operator==(const Kept &) const = default;
};

struct Plan {
  std::vector<int32_t> ways;            ///< one per function
  std::vector<std::vector<Kept>> items; ///< one list per item, by layout
  Cost cost = impossible;               ///< as the author says; SE-V6 recomputes it
  bool found() const { return !ways.empty(); }
  bool operator==(const Plan &) const = default;
};

/// Rules SE-C1..C9; the first broken rule as an error.
Status check(const Problem &problem);

/// What a plan takes, recomputed. Bytes are those of one bank.
struct Account {
  Cost cost = 0, calls = 0, copies = 0, once = 0; ///< cost is the sum of the others
  Bytes peakDram = 0, peakL1 = 0;                 ///< items, copies and the function together, at the fullest step
  int32_t peakDramStep = -1, peakL1Step = -1;
  Bytes keptTwice = 0; ///< DRAM bytes of second layouts
};
/// Rules SE-V1..V6, by code that shares nothing with the policies.
Result<Account> verify(const Problem &problem, const Plan &plan);

} // namespace alcove::plan::session

#endif // ALCOVE_PLAN_SESSION_PROBLEM_H
