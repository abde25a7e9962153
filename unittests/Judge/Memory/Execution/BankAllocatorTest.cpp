//===- BankAllocatorTest.cpp - Pictures of one bank -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/BankAllocator.h"
#include "alcove/Base/Support/Random.h"

#include <gtest/gtest.h>
#include <vector>

using namespace alcove;
using namespace alcove::judge;
using Direction = BankAllocator::Direction;

TEST(BankAllocatorTest, PictureOfTheHeader) {
  BankAllocator bank(1024, 32, Direction::TopDown);
  EXPECT_EQ(*bank.allocate(0, 256), (Range{768, 1024}));
  EXPECT_EQ(*bank.allocate(1, 256), (Range{512, 768}));
  bank.release(0, {768, 1024});
  EXPECT_EQ(*bank.allocate(2, 512), (Range{0, 512}));
  EXPECT_EQ(bank.lowestHeld(), 0);
  EXPECT_EQ(bank.freeBytes(), 256);
}

TEST(BankAllocatorTest, TheHighestRangeThatFitsIsTaken) {
  BankAllocator bank(1024, 1, Direction::TopDown);
  for (Owner i = 0; i < 8; ++i)
    bank.allocate(i, 128);
  bank.release(1, {768, 896}); // a hole of 128 at 768, one of 256 at 256
  bank.release(4, {384, 512});
  bank.release(5, {256, 384});
  EXPECT_EQ(*bank.allocate(8, 100), (Range{796, 896})); // at the top end of the hole
  EXPECT_EQ(*bank.allocate(9, 200), (Range{312, 512})); // too large for the higher hole
  EXPECT_FALSE(bank.allocate(10, 100).has_value());     // 28 + 56 are left
  EXPECT_EQ(bank.largestFree(), (Range{256, 312}));
}

TEST(BankAllocatorTest, DramGrowsFromTheBottom) {
  BankAllocator bank(1024, 64, Direction::BottomUp);
  EXPECT_EQ(*bank.allocate(0, 100), (Range{0, 128}));
  EXPECT_EQ(*bank.allocate(1, 64), (Range{128, 192}));
  bank.release(0, {0, 128});
  EXPECT_EQ(*bank.allocate(2, 64), (Range{0, 64}));
  EXPECT_EQ(bank.highestHeld(), 192);
}

TEST(BankAllocatorTest, SizesAreRoundedToTheAlignment) {
  BankAllocator bank(1000, 32, Direction::TopDown);
  EXPECT_EQ(*bank.allocate(0, 1), (Range{960, 992})); // 992..1000 is no whole unit
  EXPECT_EQ(bank.heldBytes(), 32);
}

TEST(BankAllocatorTest, AClaimTakesBytesFromTheirOwner) {
  BankAllocator bank(1024, 32, Direction::TopDown);
  EXPECT_FALSE(bank.claim(0, {0, 512}).has_value());
  std::optional<Clash> clash = bank.claim(1, {256, 768});
  ASSERT_TRUE(clash.has_value());
  EXPECT_EQ(clash->owner, 0);
  EXPECT_EQ(clash->range, (Range{256, 512}));
  EXPECT_FALSE(bank.firstForeign(1, {256, 768}).has_value());
  EXPECT_EQ(bank.firstForeign(0, {0, 512})->range, (Range{256, 512}));
  bank.release(0, {0, 512}); // only what is still its own
  EXPECT_EQ(bank.heldBytes(), 512);
  EXPECT_EQ(bank.lowestHeld(), 256);
}

TEST(BankAllocatorTest, AClaimInTheMiddleLeavesBothEnds) {
  BankAllocator bank(1024, 32, Direction::TopDown);
  bank.claim(0, {0, 1024});
  bank.claim(1, {256, 512});
  bank.release(0, {0, 1024});
  EXPECT_EQ(bank.heldBytes(), 256);
  EXPECT_EQ(bank.firstForeign(0, {0, 1024})->owner, BankAllocator::noOwner);
  EXPECT_EQ(*bank.allocate(2, 512), (Range{512, 1024}));
  EXPECT_EQ(*bank.allocate(3, 256), (Range{0, 256}));
}

TEST(BankAllocatorTest, NothingFitsIntoNothing) {
  BankAllocator bank(0, 32, Direction::TopDown);
  EXPECT_FALSE(bank.allocate(0, 1).has_value());
  EXPECT_FALSE(bank.claim(0, {0, 32}).has_value());
  EXPECT_EQ(bank.lowestHeld(), 0);
}

// Against one owner per byte.
TEST(BankAllocatorTest, RandomOperationsAgreeWithAMapOfBytes) {
  constexpr Bytes capacity = 256;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    bool topDown = random.below(2) == 0;
    Bytes alignment = Bytes(1) << random.below(4);
    BankAllocator bank(capacity, alignment, topDown ? Direction::TopDown : Direction::BottomUp);
    std::vector<Owner> bytes(capacity, BankAllocator::noOwner);
    std::vector<Range> places;
    for (int i = 0; i < 60; ++i) {
      auto owner = static_cast<Owner>(places.size());
      if (random.below(3) == 0 && !places.empty()) {
        auto gone = static_cast<Owner>(random.below(places.size()));
        bank.release(gone, places[gone]);
        for (Bytes b = places[gone].begin; b < places[gone].end; ++b)
          if (bytes[b] == gone)
            bytes[b] = BankAllocator::noOwner;
      } else if (random.below(4) == 0) {
        Bytes begin = static_cast<Bytes>(random.below(capacity / alignment)) * alignment;
        Range range{begin, std::min<Bytes>(capacity, begin + alignment * (1 + static_cast<Bytes>(random.below(8))))};
        bool taken = false;
        for (Bytes b = range.begin; b < range.end; ++b) {
          taken |= bytes[b] != BankAllocator::noOwner;
          bytes[b] = owner;
        }
        EXPECT_EQ(bank.claim(owner, range).has_value(), taken);
        places.push_back(range);
      } else {
        Bytes size = 1 + static_cast<Bytes>(random.below(64)), rounded = roundUp(size, alignment);
        std::optional<Range> expected;
        for (Bytes k = 0; k + rounded <= capacity && !expected; k += alignment) {
          Bytes begin = topDown ? capacity - rounded - k : k;
          bool isFree = true;
          for (Bytes b = begin; b < begin + rounded; ++b)
            isFree &= bytes[b] == BankAllocator::noOwner;
          if (isFree)
            expected = Range{begin, begin + rounded};
        }
        std::optional<Range> got = bank.allocate(owner, size);
        ASSERT_EQ(got.has_value(), expected.has_value()) << "seed " << seed;
        if (!got)
          continue;
        ASSERT_EQ(*got, *expected) << "seed " << seed << " [" << got->begin << ", " << got->end << ")";
        for (Bytes b = got->begin; b < got->end; ++b)
          bytes[b] = owner;
        places.push_back(*got);
      }
      Bytes held = 0, lowest = capacity;
      for (Bytes b = capacity; b-- > 0;)
        if (bytes[b] != BankAllocator::noOwner) {
          ++held;
          lowest = b;
        }
      ASSERT_EQ(bank.heldBytes(), held) << "seed " << seed;
      ASSERT_EQ(bank.lowestHeld(), lowest) << "seed " << seed;
    }
  }
}
