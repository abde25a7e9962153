//===- BankAllocator.h - The bytes of one bank and their owners -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A runtime allocates in lock-step over its banks: a buffer has one address, the same on every core (L1) or channel
// (DRAM), so that one bank stands for all. Tensors in L1 go to the top of the highest free range that is large enough,
// tensors in DRAM to the bottom of the lowest; alignment 32, capacity 1024:
//
//      0        256       512       768      1024
//      |---------|---------|---------|---------|
//      |                             |   A     |     allocate A 256, top-down: [768, 1024)
//      |                   |    B    |   A     |     allocate B 256:           [512, 768)
//      |                   |    B    |         |     release A: a hole above B
//      |    C              |    B    |         |     allocate C 512: the hole is too small, so [0, 512)
//
// An address may also be claimed, by a planner that assigns addresses: the claimant gets the bytes whichever buffer had
// them, and the caller learns which buffer lost them. Ownership is kept byte by byte, as intervals in an ordered map.
//
// Sources: tt-metal's allocator, free_list_opt.cpp and bank_manager.cpp (top-down first fit over a free list, lock-step
// over banks), and tt-mlir's L1SpillManagement.cpp (alignment 32).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_EXECUTION_BANKALLOCATOR_H
#define ALCOVE_JUDGE_MEMORY_EXECUTION_BANKALLOCATOR_H

#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <map>
#include <optional>

namespace alcove::judge {

/// Half-open range of addresses in a bank, counted from its first usable byte.
struct Range {
  Bytes begin = 0, end = 0;
  Bytes size() const { return end - begin; }
  bool operator==(const Range &) const = default;
};

/// Whoever holds bytes; the allocator only compares.
using Owner = int32_t;

/// Bytes that another buffer owns.
struct Clash {
  Owner owner = 0;
  Range range;
};

class BankAllocator {
public:
  enum class Direction : uint8_t { TopDown, BottomUp };

  /// `capacity` bytes from address 0; ranges begin and end on multiples of `alignment` (>= 1), a rest of the capacity
  /// that is smaller stays free.
  BankAllocator(Bytes capacity, Bytes alignment, Direction direction);

  /// First fit from the direction's end, for `size` > 0 bytes; nothing when no free range is large enough.
  /// O(log n + free ranges passed over).
  std::optional<Range> allocate(Owner owner, Bytes size);
  /// Takes [begin, begin + size) as it stands; returns the lowest bytes that another buffer held. O(log n + ranges
  /// hit).
  std::optional<Clash> claim(Owner owner, Range range);
  /// Frees what `owner` still holds of `range`. O(log n + ranges hit).
  void release(Owner owner, Range range);
  /// The lowest bytes of `range` that `owner` does not hold: free ones have `noOwner`.
  std::optional<Clash> firstForeign(Owner owner, Range range) const;

  static constexpr Owner noOwner = -1;

  Bytes capacity() const { return usable; }
  Bytes alignment() const { return step; }
  /// Lowest byte that a buffer holds; the capacity when all are free.
  Bytes lowestHeld() const { return held.empty() ? usable : held.begin()->first; }
  /// One past the highest byte held; 0 when all are free.
  Bytes highestHeld() const { return held.empty() ? 0 : held.rbegin()->second.end; }
  /// The owner of the lowest byte that is held.
  Owner lowestOwner() const { return held.empty() ? noOwner : held.begin()->second.owner; }
  Bytes heldBytes() const { return heldTotal; }
  Bytes freeBytes() const { return usable - heldTotal; }
  /// The largest free range; empty when all is held. O(free ranges).
  Range largestFree() const;

private:
  struct Held {
    Bytes end;
    Owner owner;
  };
  void makeFree(Range range);
  void takeFree(Range range);
  /// Cuts the held interval that contains `at` so that an interval begins there.
  void cutHeld(Bytes at);

  Bytes usable, step, heldTotal = 0;
  Direction direction;
  std::map<Bytes, Bytes> free; ///< begin -> end, disjoint, never adjacent
  std::map<Bytes, Held> held;  ///< begin -> end and owner, disjoint
};

} // namespace alcove::judge

#endif // ALCOVE_JUDGE_MEMORY_EXECUTION_BANKALLOCATOR_H
