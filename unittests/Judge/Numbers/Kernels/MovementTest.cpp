//===- MovementTest.cpp - Data movement, reductions, indexing, caches -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Collectives.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"

#include "TensorBuilders.h"

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::reference;

TEST(DataMovement, PermuteAndItsInverse) {
  Tensor x = iota({2, 3, 4});
  Tensor moved = *permute(x, {2, 0, 1});
  EXPECT_EQ(moved.shape(), (Shape{4, 2, 3}));
  EXPECT_EQ(moved.at((1 * 2 + 1) * 3 + 2), x.at((1 * 3 + 2) * 4 + 1));
  EXPECT_EQ(values(*permute(moved, {1, 2, 0})), values(x));
  EXPECT_EQ(values(*transpose(iota({2, 3}), -1, 0)), (V{0, 3, 1, 4, 2, 5}));
  EXPECT_FALSE(permute(x, {0, 1, 1}).ok());
  EXPECT_FALSE(permute(x, {0, 1}).ok());
  EXPECT_EQ(transpose(x, 0, 3).error().message, "dimension 3 of a tensor of rank 3");
}

TEST(DataMovement, RepeatsAndBroadcasts) {
  EXPECT_EQ(values(*repeat(floats({2}, {1, 2}), {2})), (V{1, 2, 1, 2}));
  EXPECT_EQ(values(*repeat(floats({1, 2}, {1, 2}), {2, 1})), (V{1, 2, 1, 2}));
  EXPECT_EQ(values(*repeatInterleave(floats({2}, {1, 2}), 2, 0)), (V{1, 1, 2, 2}));
  EXPECT_EQ(values(*broadcastTo(floats({2, 1}, {1, 2}), {2, 3})), (V{1, 1, 1, 2, 2, 2}));
  EXPECT_FALSE(broadcastTo(floats({2}, {1, 2}), {3}).ok());
  EXPECT_FALSE(repeat(floats({2}, {1, 2}), {int64_t(1) << 40}).ok());
}

TEST(DataMovement, SlicesOfAConcatGiveThePartsBack) {
  Tensor a = iota({2, 3}), b = random({2, 2}, 3);
  const Tensor *parts[] = {&a, &b};
  Tensor whole = *concat(parts, 1);
  EXPECT_EQ(whole.shape(), (Shape{2, 5}));
  EXPECT_EQ(values(*slice(whole, {0, 0}, {2, 3}, {1, 1})), values(a));
  EXPECT_EQ(values(*slice(whole, {0, 3}, {2, 5}, {1, 1})), values(b));
  EXPECT_EQ(values(*slice(iota({6}), {-1}, {0}, {-2})), (V{5, 3, 1}));
  EXPECT_EQ(values(*slice(iota({6}), {1}, {100}, {2})), (V{1, 3, 5}));
  EXPECT_FALSE(slice(iota({6}), {0}, {6}, {0}).ok());
  Tensor other = iota({3, 3});
  const Tensor *wrong[] = {&a, &other};
  EXPECT_FALSE(concat(wrong, 1).ok());
}

TEST(DataMovement, PadIsUndoneByNegativePad) {
  Tensor x = iota({2, 2});
  Tensor padded = *pad(x, {1, 0}, {0, 2}, 9);
  EXPECT_EQ(values(padded), (V{9, 9, 9, 9, 0, 1, 9, 9, 2, 3, 9, 9}));
  EXPECT_EQ(values(*pad(padded, {-1, 0}, {0, -2}, 0)), values(x));
}

// A packed tensor of more than 2^20 elements is permuted as the unpacked one is, bit for bit, and stays packed.
TEST(DataMovement, WhatIsPackedIsPermutedPacked) {
  Tensor tensor = random({4, 513, 1024}, 3, ElementType::BF16);
  PackedTensor packed(tensor);
  ASSERT_TRUE(packed.isPacked());
  for (const Shape &order : {Shape{0, 1, 2}, Shape{0, 2, 1}, Shape{2, 0, 1}}) {
    PackedTensor moved = *permute(packed, order);
    EXPECT_TRUE(moved.isPacked());
    EXPECT_EQ(moved.shape(), permute(tensor, order)->shape());
    EXPECT_EQ(values(moved.unpacked()), values(*permute(tensor, order)));
  }
  EXPECT_TRUE(permute(packed, {0, 1, 2})->sharesElementsOf(packed));
  EXPECT_FALSE(permute(packed, {0, 0, 2}).ok());
  EXPECT_EQ(values(*packed.reshaped({2052, 1024}).rows(std::vector<int64_t>{7, 0})),
            values(*embedding(integers({2}, {7, 0}), *tensor.reshaped({2052, 1024}))));
}

TEST(DataMovement, CreationAndReversal) {
  EXPECT_EQ(values(*arange(ElementType::I32, {2, 3}, 1, 5, -2)), (V{5, 3, 1, 5, 3, 1}));
  EXPECT_EQ(values(*full(ElementType::I1, {2}, 0.5)), (V{1, 1}));
  EXPECT_EQ(values(*full(ElementType::BF16, {1}, 1.001)), (V{1}));
  EXPECT_EQ(values(*reverse(iota({2, 2}), {0, 1})), (V{3, 2, 1, 0}));
}

TEST(Reductions, NUMN10_ClosedForms) {
  Tensor x = iota({2, 3});
  EXPECT_EQ(values(*reduce(Reduction::Sum, x, {1}, false, ElementType::F32)), (V{3, 12}));
  EXPECT_EQ(values(*reduce(Reduction::Mean, x, {-2}, true, ElementType::F32)), (V{1.5, 2.5, 3.5}));
  EXPECT_EQ(values(*reduce(Reduction::Max, x, {}, false, ElementType::F32)), (V{5}));
  EXPECT_EQ(values(*reduce(Reduction::Min, x, {0}, false, ElementType::F32)), (V{0, 1, 2}));
  EXPECT_EQ(values(*reduce(Reduction::Prod, x, {1}, false, ElementType::F32)), (V{0, 60}));
  Tensor flags = integers({2, 2}, {0, 0, 1, 0}, ElementType::I1);
  EXPECT_EQ(values(*reduce(Reduction::Or, flags, {1}, false, ElementType::I1)), (V{0, 1}));
  EXPECT_EQ(values(*reduce(Reduction::And, flags, {0}, false, ElementType::I1)), (V{0, 0}));
  EXPECT_FALSE(reduce(Reduction::Max, floats({0}, {}), {}, false, ElementType::F32).ok());
}

TEST(Reductions, NUMN10_AMillionSmallSummandsAreNotLost) {
  // In f32 or bf16 the running sum would stop growing at 2^24 times a summand.
  std::vector<float> ones(20000000, 1.0f);
  EXPECT_EQ(reduce(Reduction::Sum, floats({20000000}, ones), {}, false, ElementType::F32)->at(0), 20000000.0);
}

TEST(Reductions, ArgmaxTakesTheFirstAndCumsumEndsWithTheSum) {
  Tensor x = floats({2, 3}, {1, 5, 5, 7, 2, 7});
  EXPECT_EQ(values(*argmax(x, 1, false, ElementType::I32)), (V{1, 0}));
  EXPECT_EQ(values(*argmax(x, std::nullopt, false, ElementType::I32)), (V{3}));
  EXPECT_EQ(argmax(x, 0, true, ElementType::U32)->shape(), (Shape{1, 3}));
  EXPECT_EQ(values(*cumulativeSum(x, 1, ElementType::F32)), (V{1, 6, 11, 7, 9, 16}));
  EXPECT_EQ(values(*cumulativeSum(integers({3}, {1, 2, 3}), 0, ElementType::I32)), (V{1, 3, 6}));
}

TEST(Reductions, TopKIsTheStartOfASort) {
  auto best = *topK(floats({1, 4}, {3, 9, 1, 9}), 3, -1, true, ElementType::F32, ElementType::U16);
  EXPECT_EQ(values(best.first), (V{9, 9, 3}));
  EXPECT_EQ(values(best.second), (V{1, 3, 0}));
  EXPECT_EQ(values(topK(floats({1, 3}, {3, 9, 1}), 1, 1, false, ElementType::F32, ElementType::I32)->first), (V{1}));
  EXPECT_FALSE(topK(floats({3}, {3, 9, 1}), 4, 0, true, ElementType::F32, ElementType::I32).ok());
}

TEST(Indexing, EmbeddingAndGatherPickRows) {
  Tensor table = iota({3, 2});
  EXPECT_EQ(values(*embedding(integers({2}, {2, 0}), table)), (V{4, 5, 0, 1}));
  EXPECT_EQ(embedding(integers({1}, {3}), table).error().message, "embedding index 3 at position 0 is outside [0, 3)");
  EXPECT_FALSE(embedding(integers({1}, {-1}), table).ok());
  EXPECT_EQ(values(*gatherAlong(table, integers({1, 2}, {2, 1}), 0)), (V{4, 3}));
  EXPECT_FALSE(gatherAlong(table, integers({1, 2}, {3, 0}), 0).ok());
}

TEST(Indexing, StableHloGatherOfRowsIsAnEmbedding) {
  Tensor table = random({7, 5}, 4), rows = integers({2, 3}, {6, 0, 3, 3, 1, 2});
  GatherDims dims;
  dims.offset = {2};
  dims.collapsed = {0};
  dims.startIndexMap = {0};
  dims.sliceSizes = {1, 5};
  dims.indexVector = 2;
  Tensor gathered = *gatherSlices(table, rows, dims);
  EXPECT_EQ(gathered.shape(), (Shape{2, 3, 5}));
  EXPECT_EQ(values(gathered), values(*embedding(rows, table)));
}

TEST(Cache, FillAndUpdateWriteTheirPositionsOnly) {
  Tensor cache = floats({2, 1, 3, 2}, std::vector<float>(12, 0));
  ASSERT_TRUE(fillCache(cache, floats({1, 1, 2, 2}, {1, 2, 3, 4}), 1).ok());
  EXPECT_EQ(values(cache), (V{0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0}));
  // 1 x heads x users x size: both users at position 2.
  ASSERT_TRUE(updateCache(cache, floats({1, 1, 2, 2}, {7, 8, 9, 10}), integers({1}, {2}), 0).ok());
  EXPECT_EQ(values(cache), (V{0, 0, 0, 0, 7, 8, 1, 2, 3, 4, 9, 10}));
  EXPECT_EQ(updateCache(cache, floats({1, 1, 2, 2}, {7, 8, 9, 10}), integers({1}, {3}), 0).error().message,
            "cache position 3 at position 0 is outside [0, 3)");
  EXPECT_FALSE(fillCache(cache, floats({1, 1, 2, 2}, {1, 2, 3, 4}), 2).ok());
}

TEST(Cache, PagedUpdateEqualsUnpagedThroughThePageTable) {
  // Two users, blocks of 2 positions; user 0 owns blocks 2 and 0, user 1 owns 1 and 3.
  Tensor cache = floats({4, 1, 2, 1}, std::vector<float>(8, 0)), pages = integers({2, 2}, {2, 0, 1, 3});
  Tensor input = floats({1, 2, 1, 1}, {5, 6});
  ASSERT_TRUE(pagedUpdateCache(cache, input, integers({2}, {3, 0}), &pages, false).ok());
  EXPECT_EQ(values(cache), (V{0, 5, 6, 0, 0, 0, 0, 0}));
  Tensor skipped = cache;
  ASSERT_TRUE(pagedUpdateCache(skipped, input, integers({2}, {-1, -1}), &pages, false).ok());
  EXPECT_EQ(values(skipped), values(cache));
  Tensor user = integers({1}, {1});
  ASSERT_TRUE(pagedFillCache(cache, floats({1, 1, 3, 1}, {1, 2, 3}), pages, &user).ok());
  EXPECT_EQ(values(cache), (V{0, 5, 1, 2, 0, 0, 3, 0}));
  EXPECT_FALSE(pagedUpdateCache(cache, input, integers({2}, {4, 0}), &pages, false).ok());
}

TEST(Collectives, GroupsOfAMesh) {
  using Groups = std::vector<std::vector<int64_t>>;
  EXPECT_EQ(*meshGroups({2, 3}, 1), (Groups{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(*meshGroups({2, 3}, 0), (Groups{{0, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(*meshGroups({2, 2}, std::nullopt), (Groups{{0, 1, 2, 3}}));
  EXPECT_FALSE(meshGroups({2, 3}, 2).ok());
}

TEST(Collectives, NUMN13_GatherOfTheScatteredSumIsTheSum) {
  PerChip inputs = {random({4, 2}, 1), random({4, 2}, 2)};
  PerChip sum = *allReduce(inputs, {1, 2}, 1, Reduction::Sum);
  PerChip scattered = *reduceScatter(inputs, {1, 2}, 1, Reduction::Sum, 0);
  EXPECT_EQ(scattered[1].shape(), (Shape{2, 2}));
  PerChip gathered = *allGather(scattered, {1, 2}, 1, 0);
  for (int chip : {0, 1})
    EXPECT_EQ(values(gathered[chip]), values(sum[chip]));
  EXPECT_NEAR(sum[0].at(3), inputs[0].at(3) + inputs[1].at(3), 1e-6);
  PerChip parts = *meshPartition(sum, {1, 2}, 1, 0);
  EXPECT_EQ(values(parts[1]), values(scattered[1]));
  // Along an axis of one chip nothing happens.
  EXPECT_EQ(values((*allReduce(inputs, {1, 2}, 0, Reduction::Max))[1]), values(inputs[1]));
  EXPECT_FALSE(allReduce(inputs, {1, 3}, 1, Reduction::Sum).ok());
  EXPECT_FALSE(meshPartition({iota({3}), iota({3})}, {1, 2}, 1, 0).ok());
}

TEST(Collectives, PermuteAndDistributedNorm) {
  PerChip inputs = {floats({1}, {1}), floats({1}, {2}), floats({1}, {3})};
  PerChip moved = *collectivePermute(inputs, {0, 1, 1, 0});
  EXPECT_EQ(moved[0].at(0), 2);
  EXPECT_EQ(moved[1].at(0), 1);
  EXPECT_EQ(moved[2].at(0), 0);
  EXPECT_FALSE(collectivePermute(inputs, {0, 1, 2, 1}).ok());
  // Elements 3 and 4 on two chips: the root mean square is sqrt(12.5).
  DistributedNorm alongRows;
  alongRows.axis = 1;
  PerChip norm = *distributedNorm({floats({1, 1}, {3}), floats({1, 1}, {4})}, alongRows, {1, 2}, ElementType::F32);
  EXPECT_NEAR(norm[0].at(0), 3 / std::sqrt(12.5), 1e-6);
  EXPECT_NEAR(norm[1].at(0), 4 / std::sqrt(12.5), 1e-6);
}
