//===- ChosenIndicesTest.cpp - Rule NUM-C5 on tensors by hand -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/ChosenIndices.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"

#include "TensorBuilders.h"

#include <gmock/gmock.h>

#include <cmath>

using namespace alcove;
using namespace alcove::reference;
using ::testing::HasSubstr;

namespace {

/// Scores along the last dimension, and what was chosen from them.
struct Chosen {
  Selection selection;
  IndexOrigins origins;
  Tensor values;

  Chosen(const Tensor &scores, const Tensor &indices, ElementType roundedTo) : values(indices) {
    selection.scores = PackedTensor(scores);
    selection.indices = PackedTensor(indices);
    selection.size = scores.shape().back();
    selection.outer = scores.numElements() / selection.size;
    selection.inner = 1;
    selection.chosen = indices.numElements() / selection.outer;
    selection.roundedTo = roundedTo;
    std::vector<int64_t> numbers(indices.numElements());
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<int64_t>(i) + 1;
    origins.numbers = integers(indices.shape(), numbers, ElementType::I64);
    origins.firstNumbers = {1};
  }
  Chosen(const Chosen &) = delete;
};

Chosen byArgmax(const Tensor &scores) {
  return Chosen(scores, *argmax(scores, -1, false, ElementType::I32), scores.elementType());
}

Comparison judge(Chosen &left, Chosen &right) {
  left.origins.selections = {&left.selection};
  right.origins.selections = {&right.selection};
  Comparison comparison = compare(left.values, right.values, {});
  excuseRounding(comparison, left.values, left.origins, right.values, right.origins, Tolerance::forBf16(),
                 Tolerance::forF32());
  return comparison;
}

/// A line of 8 scores from 0.25 on up to 2, of which the last two are given.
Tensor line(float sixth, float seventh, ElementType type = ElementType::BF16) {
  return floats({1, 8}, {0.25f, 0.5f, -1.0f, 0.75f, -0.5f, 1.0f, sixth, seventh}, type);
}

constexpr float unit = 0x1p-7f; // of bf16 in [1, 2)

} // namespace

TEST(ElementTypes, UnitsAreDistancesOfNeighbours) {
  EXPECT_EQ(unitInTheLastPlace(ElementType::BF16, 1.0), 0x1p-7);
  EXPECT_EQ(unitInTheLastPlace(ElementType::BF16, -1.9), 0x1p-7);
  EXPECT_EQ(unitInTheLastPlace(ElementType::BF16, 2.0), 0x1p-6);
  EXPECT_EQ(unitInTheLastPlace(ElementType::F32, 1.0), 0x1p-23);
  EXPECT_EQ(unitInTheLastPlace(ElementType::F16, 0x1p-20), 0x1p-24);
  EXPECT_EQ(unitInTheLastPlace(ElementType::F32, 0.0), 0x1p-149);
  EXPECT_EQ(unitInTheLastPlace(ElementType::F32, 0x1p-140), 0x1p-149);
  // What rounding says: half a unit up stays or goes, a unit goes to the neighbour.
  Random random(5);
  for (ElementType type : {ElementType::BF16, ElementType::F16, ElementType::BFP8, ElementType::BFP4})
    for (int i = 0; i < 1000; ++i) {
      float value = roundTo(type, static_cast<float>((1.0 + random.unit() * 0.7) * std::ldexp(1.0, i % 12 - 6)));
      auto step = static_cast<float>(unitInTheLastPlace(type, value));
      EXPECT_EQ(roundTo(type, value + step), value + step) << toString(type) << " " << value;
      EXPECT_EQ(roundTo(type, value + 0.49f * step), value) << toString(type) << " " << value;
    }
}

TEST(ChosenIndices, NUMC5_ATieThatRoundingDecidesIsEqualAndCounted) {
  // The sixth is one unit higher here, the seventh there.
  Chosen left = byArgmax(line(1.5f + unit, 1.5f)), right = byArgmax(line(1.5f, 1.5f + unit));
  ASSERT_EQ(values(left.values), (V{6}));
  ASSERT_EQ(values(right.values), (V{7}));
  Comparison c = judge(left, right);
  EXPECT_TRUE(c.equal) << c.reason;
  EXPECT_EQ(c.reason, "");
  EXPECT_EQ(c.different, 1);
  EXPECT_EQ(c.decidedByRounding, 1);
  EXPECT_EQ(c.firstIndex, 0);
  EXPECT_EQ(c.rounding, "index 6 scores 1.5078125 here and 1.5 there, index 7 1.5 here and 1.5078125 there: 1 units of "
                        "bf16 apart here");
}

TEST(ChosenIndices, NUMC5_TwoUnitsBetweenIndicesAreTheLimit) {
  // Both scores move by one unit: the second of two that were two units apart becomes the first of two equals.
  Chosen left = byArgmax(line(1.5f, 1.5f + 2 * unit)), equals = byArgmax(line(1.5f + unit, 1.5f + unit));
  ASSERT_EQ(values(equals.values), (V{6}));
  EXPECT_TRUE(judge(left, equals).equal) << judge(left, equals).reason;

  Chosen high = byArgmax(line(1.5f, 1.5f + 3 * unit)), lower = byArgmax(line(1.5f + 2 * unit, 1.5f + 2 * unit));
  Comparison c = judge(high, lower);
  EXPECT_FALSE(c.equal);
  EXPECT_THAT(c.reason, HasSubstr("1 of 1 integers differ, rounding decided 0 of them (NUM-C5); index 7 scores"));
  EXPECT_THAT(c.reason, HasSubstr("3 units of bf16 apart here"));

  Chosen near = byArgmax(line(1.5f + unit, 1.5f)), moved = byArgmax(line(1.5f - unit, 1.5f));
  EXPECT_FALSE(judge(near, moved).equal) << "one score moved by two units";
}

TEST(ChosenIndices, NUMC5_AScoreClearlyLowerIsAnError) {
  Chosen left = byArgmax(line(1.5f, 0.5f)), right = byArgmax(line(1.5f, 0.5f));
  right.values = integers({1}, {7});
  right.selection.indices = PackedTensor(right.values);
  Comparison c = judge(left, right);
  EXPECT_FALSE(c.equal);
  EXPECT_EQ(c.firstLeft, 6);
  EXPECT_EQ(c.firstRight, 7);
}

TEST(ChosenIndices, NUMC5_EqualScoresAreNotRounding) {
  // Both sides see the same tie; the other takes the second of two equals.
  Chosen left = byArgmax(line(1.5f, 1.5f)), right = byArgmax(line(1.5f, 1.5f));
  right.values = integers({1}, {7});
  right.selection.indices = PackedTensor(right.values);
  Comparison c = judge(left, right);
  EXPECT_FALSE(c.equal);
  EXPECT_THAT(c.reason, HasSubstr("their 8 scores are the same on both sides"));
}

TEST(ChosenIndices, NUMC5_LinesThatDoNotAgreeAreAnError) {
  // The two scores agree to the unit; the other six have changed places.
  Chosen left = byArgmax(line(1.5f + unit, 1.5f));
  Chosen right = byArgmax(floats({1, 8}, {1, -0.5f, 0.75f, -1, 0.5f, 0.25f, 1.5f, 1.5f + unit}, ElementType::BF16));
  Comparison c = judge(left, right);
  EXPECT_FALSE(c.equal);
  EXPECT_THAT(c.reason, HasSubstr("their 8 scores differ: correlation"));
  Chosen shorter = byArgmax(floats({1, 7}, {0.25f, 0.5f, -1, 0.75f, -0.5f, 1, 1.5f}, ElementType::BF16));
  shorter.values = integers({1}, {5});
  shorter.selection.indices = PackedTensor(shorter.values);
  EXPECT_THAT(judge(left, shorter).reason, HasSubstr("chosen from 8 and from 7 scores"));
}

TEST(ChosenIndices, NUMC5_AnIndexOutOfRangeIsAnError) {
  for (int64_t index : {int64_t(8), int64_t(-1), int64_t(1) << 40}) {
    Chosen left = byArgmax(line(1.5f + unit, 1.5f)), right = byArgmax(line(1.5f, 1.5f + unit));
    right.values = integers({1}, {index}, ElementType::I64);
    right.selection.indices = PackedTensor(right.values);
    EXPECT_FALSE(judge(left, right).equal) << index;
  }
}

TEST(ChosenIndices, NUMC5_IntegersThatNoIndexOpGaveAreAnError) {
  // A place in range that is not the one that the op gave: something changed it behind the op.
  Chosen left = byArgmax(line(1.5f + unit, 1.5f)), changed = byArgmax(line(1.5f, 1.5f));
  changed.values = integers({1}, {7});
  EXPECT_THAT(judge(left, changed).reason, HasSubstr("not an index chosen by float scores"));
  Chosen unknown = byArgmax(line(1.5f, 1.5f + unit));
  unknown.origins.numbers = integers({1}, {0}, ElementType::I64);
  EXPECT_THAT(judge(left, unknown).reason, HasSubstr("not an index chosen by float scores"));
}

TEST(ChosenIndices, NUMC5_InF32OnlyTheLastBitDecides) {
  auto near = [&](float by) {
    Chosen left = byArgmax(line(1.5f + by, 1.5f, ElementType::F32)),
           right = byArgmax(line(1.5f, 1.5f + by, ElementType::F32));
    return judge(left, right).equal;
  };
  EXPECT_TRUE(near(0x1p-23f));
  EXPECT_FALSE(near(0x1p-21f));
  EXPECT_FALSE(near(unit));
}

TEST(ChosenIndices, NUMC5_NothingThatIsNotFiniteIsDecidedByRounding) {
  Chosen left = byArgmax(line(INFINITY, 1.5f)), right = byArgmax(line(INFINITY, 1.5f + unit));
  right.values = integers({1}, {7});
  right.selection.indices = PackedTensor(right.values);
  EXPECT_FALSE(judge(left, right).equal);
}

TEST(ChosenIndices, NUMC5_OneElementBeyondRoundingKeepsTheResultDifferentAndIsNamed) {
  Tensor here = floats({3, 4}, {1.5f, 1.5f - unit, 0, 1, 2, 1, 0, -1, 1, 2, -1, 0}, ElementType::BF16);
  Tensor there = floats({3, 4}, {1.5f, 1.5f + unit, 0, 1, 2, 1, 0, -1, 1, 2, -1, 0}, ElementType::BF16);
  Chosen left = byArgmax(here), right = byArgmax(there);
  EXPECT_FALSE(judge(left, right).equal) << "the second score moved by two units";
  there.mutableFloats()[1] = 1.5f;
  there.mutableFloats()[0] = 1.5f - unit;
  Chosen closer = byArgmax(there);
  ASSERT_EQ(values(closer.values), (V{1, 0, 1}));
  EXPECT_TRUE(judge(left, closer).equal);
  closer.values = integers({3}, {1, 0, 3});
  Comparison c = judge(left, closer);
  EXPECT_FALSE(c.equal);
  EXPECT_EQ(c.firstIndex, 2);
  EXPECT_THAT(c.reason, HasSubstr("2 of 3 integers differ, rounding decided 1 of them (NUM-C5)"));
}

// Whatever one unit per score does to the order, topk and sort stay within the rule; one more unit is found.
TEST(ChosenIndices, NUMC5_OrdersOfNeighboursFollowFromOneUnitPerScore) {
  Random random(11);
  int changed = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<float> here(16), there(16);
    for (int i = 0; i < 16; ++i) {
      here[i] = roundTo(ElementType::BF16, static_cast<float>(1.0 + 0.25 * random.unit()));
      there[i] = here[i] + unit * static_cast<float>(random.between(-1, 1));
    }
    here[15] = there[15] = -3.0f; // so that the line varies
    auto chosen = [&](const std::vector<float> &scores, int64_t k) {
      Tensor tensor = floats({1, 16}, scores, ElementType::BF16);
      return Chosen(tensor, topK(tensor, k, 1, true, ElementType::BF16, ElementType::U16)->second, ElementType::BF16);
    };
    for (int64_t k : {1, 4, 16}) {
      Chosen left = chosen(here, k), right = chosen(there, k);
      Comparison c = judge(left, right);
      EXPECT_TRUE(c.equal) << c.reason;
      EXPECT_EQ(c.decidedByRounding, c.different);
      changed += c.different > 0;
    }
  }
  EXPECT_GT(changed, 500);
}
