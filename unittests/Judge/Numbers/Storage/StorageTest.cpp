//===- StorageTest.cpp - Tensors as bytes on cores ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Judge/Numbers/Storage/Encoding.h"
#include "alcove/Judge/Numbers/Storage/PlacedTensor.h"

#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

using namespace alcove;
using namespace alcove::reference;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;
using device::Orientation;
using testing::HasSubstr;

static int64_t ceilOf(int64_t value, int64_t divisor) { return (value + divisor - 1) / divisor; }

/// 0, 1, 2, ... modulo 251: exact in every type of 8 bits of significand.
static Tensor counting(ElementType type, const Shape &shape) {
  int64_t count = *countElements(shape);
  if (isFloat(type)) {
    std::vector<float> values(static_cast<size_t>(count));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(i % 251) - 125.0f;
    return *Tensor::fromFloats(type, shape, values);
  }
  std::vector<int64_t> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int64_t>(i % 251);
  return *Tensor::fromIntegers(type, shape, values);
}

static std::vector<double> elements(const Tensor &tensor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    values.push_back(tensor.at(i));
  return values;
}

/// The layout that rules ST-1..ST4 ask for.
static PhysicalLayout makeLayout(const Shape &shape, DataType type, bool tiled, BufferType buffer, MemoryLayout memory,
                                 int64_t gridRows, int64_t gridColumns,
                                 Orientation orientation = Orientation::RowMajor) {
  PhysicalLayout layout;
  layout.dataType = type;
  layout.tiled = tiled;
  layout.bufferType = buffer;
  layout.memoryLayout = memory;
  layout.orientation = orientation;
  layout.grid = {gridRows, gridColumns};
  size_t rank = shape.size();
  layout.map = {LinearForm{std::vector<int64_t>(rank, 0), 0}, LinearForm{std::vector<int64_t>(rank, 0), 0}};
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    if (i + 1 == rank) {
      layout.map[1].coefficients[i] = 1;
      continue;
    }
    layout.map[0].coefficients[i] = stride;
    stride *= i + 2 == rank && tiled ? ceilOf(shape[i], 32) * 32 : shape[i];
  }
  int64_t rows = stride, columns = rank == 0 ? 1 : shape.back();
  if (tiled) {
    rows = ceilOf(rows, 32);
    columns = ceilOf(columns, 32);
  }
  layout.shard = {ceilOf(rows, gridRows), ceilOf(columns, gridColumns)};
  if (memory == MemoryLayout::Interleaved && buffer == BufferType::L1)
    layout.shard = {1, ceilOf(rows * columns, gridRows * gridColumns)};
  if (memory == MemoryLayout::BlockSharded)
    layout.cores = {orientation == Orientation::RowMajor ? device::CoreRange{1, 2, gridColumns, gridRows + 1}
                                                         : device::CoreRange{1, 2, gridRows, gridColumns + 1}};
  else if (layout.sharded())
    layout.cores = {{0, 0, gridRows * gridColumns - 1, 0}};
  return layout;
}

static std::vector<PhysicalLayout> legalLayouts(const Shape &shape, DataType type) {
  std::vector<PhysicalLayout> layouts;
  bool block = device::isBlockFloat(type);
  for (bool tiled : {true, false}) {
    if (!tiled && block)
      continue;
    auto add = [&](BufferType buffer, MemoryLayout memory, int64_t rows, int64_t columns,
                   Orientation orientation = Orientation::RowMajor) {
      layouts.push_back(makeLayout(shape, type, tiled, buffer, memory, rows, columns, orientation));
    };
    add(BufferType::SystemMemory, MemoryLayout::Interleaved, 1, 1);
    add(BufferType::DRAM, MemoryLayout::Interleaved, 1, 1);
    add(BufferType::L1, MemoryLayout::Interleaved, 1, 1);
    add(BufferType::L1, MemoryLayout::Interleaved, 8, 8);
    for (int64_t cores : {2, 3, 64}) {
      add(BufferType::L1, MemoryLayout::HeightSharded, cores, 1);
      add(BufferType::L1, MemoryLayout::WidthSharded, 1, cores);
      add(BufferType::L1, MemoryLayout::HeightSharded, cores, 1, Orientation::ColMajor);
    }
    add(BufferType::DRAM, MemoryLayout::WidthSharded, 1, 12);
    for (auto [rows, columns] : {std::pair(2, 3), std::pair(3, 2), std::pair(8, 8)}) {
      add(BufferType::L1, MemoryLayout::BlockSharded, rows, columns);
      add(BufferType::L1, MemoryLayout::BlockSharded, rows, columns, Orientation::ColMajor);
    }
  }
  return layouts;
}

static const std::vector<Shape> oddShapes = {{1, 1}, {31, 33},    {33, 31},       {7, 257},     {64, 96},
                                             {5},    {2, 17, 40}, {3, 2, 33, 65}, {1, 5, 1, 7}, {2, 1, 3, 5, 31}};

// A tensor survives its way through every pair of legal layouts: nothing is lost, moved or mixed with padding.
TEST(StorageTest, ST8_EveryPairOfLayoutsKeepsEveryElement) {
  struct {
    ElementType held;
    DataType stored;
  } types[] = {{ElementType::BF16, DataType::BF16}, {ElementType::F32, DataType::F32},
               {ElementType::F16, DataType::F16},   {ElementType::I32, DataType::SI32},
               {ElementType::U32, DataType::U32},   {ElementType::U16, DataType::U16},
               {ElementType::U8, DataType::U8}};
  int64_t pairs = 0;
  for (const Shape &shape : oddShapes)
    for (auto [held, stored] : types) {
      if (held != ElementType::BF16 && held != ElementType::I32 && shape != Shape{2, 17, 40})
        continue;
      Tensor tensor = counting(held, shape);
      std::vector<PhysicalLayout> layouts = legalLayouts(shape, stored);
      for (const PhysicalLayout &first : layouts) {
        Result<Placed> placed = place(tensor, first);
        ASSERT_TRUE(placed.ok()) << placed.error().message;
        Result<Tensor> once = readBack(*placed);
        ASSERT_TRUE(once.ok()) << once.error().message;
        ASSERT_EQ(elements(*once), elements(tensor));
        for (const PhysicalLayout &second : layouts) {
          Result<Placed> moved = place(*once, second);
          ASSERT_TRUE(moved.ok()) << moved.error().message;
          ASSERT_EQ(elements(*readBack(*moved)), elements(tensor));
          ++pairs;
        }
      }
    }
  EXPECT_GT(pairs, 10000);
}

// What throughLayout does not store because it is large is what storing it would give.
TEST(StorageTest, ST9_LargeTensorsReadBackAsTheyAre) {
  struct {
    ElementType held;
    DataType stored;
  } types[] = {{ElementType::BF16, DataType::BF16},
               {ElementType::F32, DataType::F32},
               {ElementType::F32, DataType::BF16}, // a module run in f32
               {ElementType::BFP8, DataType::BfpBf8},
               {ElementType::BFP4, DataType::BfpBf4}};
  Shape kernel = {96, 100, 1, 1}; // 9600 tiles of one element each
  for (auto [held, stored] : types) {
    alcove::Random random(9);
    std::vector<float> numbers(9600);
    for (float &number : numbers)
      number = static_cast<float>(std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(40)) - 20));
    if (!isBlockFloat(held))
      numbers[0] = NAN, numbers[1] = INFINITY, numbers[2] = -0.0f;
    Tensor tensor = *Tensor::fromFloats(held, kernel, numbers);
    PhysicalLayout layout = makeLayout(kernel, stored, true, BufferType::DRAM, MemoryLayout::Interleaved, 1, 1);
    ASSERT_TRUE(readsBackAsIs(tensor.elementType(), tensor.shape(), layout));
    Tensor back = *readBack(*place(tensor, layout));
    EXPECT_EQ(memcmp(back.floats().data(), tensor.floats().data(), tensor.bytes()), 0) << toString(held);
  }
  auto asIs = [&](ElementType held, DataType stored, BufferType buffer, MemoryLayout memory, const Shape &shape) {
    int64_t cores = memory == MemoryLayout::Interleaved ? 1 : 64;
    return readsBackAsIs(held, shape, makeLayout(shape, stored, true, buffer, memory, cores, 1));
  };
  EXPECT_TRUE(asIs(ElementType::BF16, DataType::BF16, BufferType::DRAM, MemoryLayout::Interleaved, kernel));
  EXPECT_FALSE(asIs(ElementType::BF16, DataType::BfpBf8, BufferType::DRAM, MemoryLayout::Interleaved, kernel));
  EXPECT_FALSE(asIs(ElementType::BF16, DataType::F32, BufferType::DRAM, MemoryLayout::Interleaved, kernel));
  EXPECT_FALSE(asIs(ElementType::F16, DataType::F16, BufferType::DRAM, MemoryLayout::Interleaved, kernel));
  EXPECT_FALSE(asIs(ElementType::I32, DataType::SI32, BufferType::DRAM, MemoryLayout::Interleaved, kernel));
  EXPECT_FALSE(asIs(ElementType::BF16, DataType::BF16, BufferType::L1, MemoryLayout::HeightSharded, kernel));
  EXPECT_FALSE(asIs(ElementType::BF16, DataType::BF16, BufferType::DRAM, MemoryLayout::Interleaved, {81, 100, 1, 1}));
}

// Every padding element is poison, no element of the tensor is: NaNs in the padded view = padding.
TEST(StorageTest, ST7_PaddingIsPoison) {
  for (const Shape &shape : oddShapes)
    for (DataType type : {DataType::BF16, DataType::F32, DataType::F16})
      for (const PhysicalLayout &layout : legalLayouts(shape, type)) {
        Tensor tensor = counting(ElementType::BF16, shape);
        Result<Placed> placed = place(tensor, layout);
        ASSERT_TRUE(placed.ok());
        Result<Tensor> padded = readPadded(*placed);
        ASSERT_TRUE(padded.ok()) << padded.error().message;
        int64_t poison = 0;
        for (double value : elements(*padded))
          poison += std::isnan(value);
        ASSERT_EQ(poison, padded->numElements() - tensor.numElements());
      }
  Tensor integers = counting(ElementType::I32, {1, 3});
  Placed placed =
      *place(integers, makeLayout({1, 3}, DataType::SI32, true, BufferType::DRAM, MemoryLayout::Interleaved, 1, 1));
  EXPECT_EQ(readPadded(placed)->at(3), static_cast<int32_t>(0xabababab));
}

//===----------------------------------------------------------------------===//
// Small pictures
//===----------------------------------------------------------------------===//

/// Element `index` of bf16 memory.
static double bf16At(const CoreMemory &memory, int64_t index) {
  return decodeScalar(DataType::BF16, memory.bytes.data() + 2 * index);
}

// 4x2 in rows on 2 cores: |0 1|      core (0,0): 0 1 2 3
//                         |2 3|
//                         |4 5|      core (1,0): 4 5 6 7
//                         |6 7|
TEST(StorageTest, ST2_HeightSharded) {
  std::vector<float> values = {0, 1, 2, 3, 4, 5, 6, 7};
  Tensor tensor = *Tensor::fromFloats(ElementType::BF16, {4, 2}, values);
  Placed placed =
      *place(tensor, makeLayout({4, 2}, DataType::BF16, false, BufferType::L1, MemoryLayout::HeightSharded, 2, 1));
  ASSERT_EQ(placed.memories.size(), 2u);
  for (int64_t core = 0; core < 2; ++core) {
    EXPECT_EQ(placed.memories[core].x, core);
    ASSERT_EQ(placed.memories[core].bytes.size(), 8u);
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_EQ(bf16At(placed.memories[core], i), 4 * core + i);
  }
}

// 2x3 in rows on 2 cores: |0 1|2 .|   shards of two columns, the last column of core (1,0) is padding
//                         |3 4|5 .|
TEST(StorageTest, ST2_WidthSharded) {
  Tensor tensor = *Tensor::fromFloats(ElementType::BF16, {2, 3}, {0, 1, 2, 3, 4, 5});
  Placed placed =
      *place(tensor, makeLayout({2, 3}, DataType::BF16, false, BufferType::L1, MemoryLayout::WidthSharded, 1, 2));
  EXPECT_EQ(bf16At(placed.memories[0], 0), 0);
  EXPECT_EQ(bf16At(placed.memories[0], 1), 1);
  EXPECT_EQ(bf16At(placed.memories[0], 2), 3);
  EXPECT_EQ(bf16At(placed.memories[0], 3), 4);
  EXPECT_EQ(bf16At(placed.memories[1], 0), 2);
  EXPECT_TRUE(std::isnan(bf16At(placed.memories[1], 1)));
  EXPECT_EQ(bf16At(placed.memories[1], 2), 5);
  EXPECT_TRUE(std::isnan(bf16At(placed.memories[1], 3)));
}

// 2x2 in rows, block-sharded 2x2 from core (1,2) on; column-major orientation exchanges the cores of shards 1 and 2.
//   row-major  | 0 on (1,2) | 1 on (2,2) |     column-major  | 0 on (1,2) | 1 on (1,3) |
//              | 2 on (1,3) | 3 on (2,3) |                   | 2 on (2,2) | 3 on (2,3) |
TEST(StorageTest, ST4_BlockSharded) {
  Tensor tensor = *Tensor::fromFloats(ElementType::BF16, {2, 2}, {0, 1, 2, 3});
  for (Orientation orientation : {Orientation::RowMajor, Orientation::ColMajor}) {
    Placed placed = *place(tensor, makeLayout({2, 2}, DataType::BF16, false, BufferType::L1, MemoryLayout::BlockSharded,
                                              2, 2, orientation));
    std::map<std::pair<int64_t, int64_t>, double> seen;
    for (const CoreMemory &memory : placed.memories)
      seen[{memory.x, memory.y}] = bf16At(memory, 0);
    bool rows = orientation == Orientation::RowMajor;
    std::map<std::pair<int64_t, int64_t>, double> wanted = {
        {{1, 2}, 0}, {{2, 2}, rows ? 1.0 : 2.0}, {{1, 3}, rows ? 2.0 : 1.0}, {{2, 3}, 3}};
    EXPECT_EQ(seen, wanted);
  }
}

// Pages of an interleaved tensor go round the banks: tiles 0..2 of 1x3 tiles in L1 of a 1x2 grid lie on banks 0, 1, 0.
TEST(StorageTest, ST2_InterleavedPagesGoRound) {
  Tensor tensor = counting(ElementType::BF16, {32, 96});
  Placed placed =
      *place(tensor, makeLayout({32, 96}, DataType::BF16, true, BufferType::L1, MemoryLayout::Interleaved, 1, 2));
  ASSERT_EQ(placed.memories.size(), 2u);
  EXPECT_EQ(placed.memories[0].bytes.size(), 2 * 2048u);
  EXPECT_EQ(bf16At(placed.memories[0], 0), tensor.at(0));
  EXPECT_EQ(bf16At(placed.memories[1], 0), tensor.at(32));
  EXPECT_EQ(bf16At(placed.memories[0], 1024), tensor.at(64));
}

// Faces of a tile: element (0,16) starts face 1 at 256, (16,0) face 2 at 512, (16,16) face 3 at 768.
TEST(StorageTest, ST6_FacesOfATile) {
  Tensor tensor = counting(ElementType::BF16, {32, 32});
  Placed placed = *place(
      tensor, makeLayout({32, 32}, DataType::BF16, true, BufferType::SystemMemory, MemoryLayout::Interleaved, 1, 1));
  const CoreMemory &host = placed.memories.front();
  EXPECT_EQ(bf16At(host, 1), tensor.at(1));
  EXPECT_EQ(bf16At(host, 16), tensor.at(32));
  EXPECT_EQ(bf16At(host, 256), tensor.at(16));
  EXPECT_EQ(bf16At(host, 512), tensor.at(16 * 32));
  EXPECT_EQ(bf16At(host, 768), tensor.at(16 * 32 + 16));
}

//===----------------------------------------------------------------------===//
// Encodings
//===----------------------------------------------------------------------===//

// 1.0, -0.5, 0.75, 1/128 share exponent 127: magnitudes 64, 32, 48 and half a step, which rounds to even: 0.
TEST(EncodingTest, ST5_Bfp8Bytes) {
  double values[] = {1.0, -0.5, 0.75, 0.0078125};
  uint8_t exponent = 0, elements[16] = {};
  encodeBlock(DataType::BfpBf8, values, &exponent, elements);
  EXPECT_EQ(exponent, 127);
  EXPECT_EQ(elements[0], 0x40);
  EXPECT_EQ(elements[1], 0xa0);
  EXPECT_EQ(elements[2], 0x30);
  EXPECT_EQ(elements[3], 0x00);
  double decoded[4];
  decodeBlock(DataType::BfpBf8, exponent, elements, decoded);
  EXPECT_THAT(decoded, testing::ElementsAre(1.0, -0.5, 0.75, 0.0));
}

// 6.0 needs exponent 129; bfp4 keeps steps of 1: 6 = 6, 2.5 rounds to even 2, 3.5 to 4, -7.9 saturates at -7.
TEST(EncodingTest, ST5_Bfp4Bytes) {
  double values[] = {6.0, 2.5, 3.5, -7.9};
  uint8_t exponent = 0, elements[8] = {};
  encodeBlock(DataType::BfpBf4, values, &exponent, elements);
  EXPECT_EQ(exponent, 129);
  EXPECT_EQ(elements[0], 0x26);
  EXPECT_EQ(elements[1], 0xf4);
  double decoded[4];
  decodeBlock(DataType::BfpBf4, exponent, elements, decoded);
  EXPECT_THAT(decoded, testing::ElementsAre(6.0, 2.0, 4.0, -7.0));
}

// A tile of bfp8 is 64 exponents and 1024 magnitudes; each face row of 16 has the exponent of its largest element.
TEST(EncodingTest, ST5_Bfp8TileBytes) {
  std::vector<float> values(1024, 1.0f);
  for (size_t column = 16; column < 32; ++column)
    values[column] = 4.0f; // face 1, row 0
  Tensor tensor = *Tensor::fromFloats(ElementType::F32, {32, 32}, values);
  tensor = *tensor.convertedTo(ElementType::BFP8);
  Placed placed = *place(
      tensor, makeLayout({32, 32}, DataType::BfpBf8, true, BufferType::SystemMemory, MemoryLayout::Interleaved, 1, 1));
  const std::vector<uint8_t> &bytes = placed.memories.front().bytes;
  ASSERT_EQ(bytes.size(), 1088u);
  EXPECT_EQ(bytes[0], 127);
  EXPECT_EQ(bytes[16], 129); // face 1, row 0
  EXPECT_EQ(bytes[17], 127);
  EXPECT_EQ(bytes[64], 0x40);
  EXPECT_EQ(elements(*readBack(placed)), elements(tensor));
}

// Two implementations of the block formats agree: rounding of rows in ElementType and encoding of blocks here.
TEST(EncodingTest, ST5_BlocksAgreeWithRounding) {
  uint64_t state = 1;
  auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u, state >> 33; };
  for (int round = 0; round < 20000; ++round) {
    std::vector<float> floats(1 + next() % 16);
    for (float &value : floats)
      value = std::ldexp(static_cast<float>(next() % 2000001) - 1000000.0f, static_cast<int>(next() % 40) - 30);
    for (auto [held, stored] :
         {std::pair(ElementType::BFP8, DataType::BfpBf8), {ElementType::BFP4, DataType::BfpBf4}}) {
      std::vector<double> values(floats.begin(), floats.end()), decoded(floats.size());
      uint8_t exponent, bytes[16] = {};
      encodeBlock(stored, values, &exponent, bytes);
      decodeBlock(stored, exponent, bytes, decoded);
      std::vector<float> rounded = floats;
      roundRows(held, rounded, static_cast<int64_t>(rounded.size()));
      ASSERT_EQ(decoded, std::vector<double>(rounded.begin(), rounded.end()));
    }
  }
}

// Every bit pattern of bf16 and f16 that is a number survives; floats round to nearest even as ElementType does.
TEST(EncodingTest, ST5_ScalarsRoundTrip) {
  for (DataType type : {DataType::BF16, DataType::F16})
    for (uint32_t bits = 0; bits < 65536; ++bits) {
      uint8_t bytes[2] = {static_cast<uint8_t>(bits), static_cast<uint8_t>(bits >> 8)}, again[2];
      double value = decodeScalar(type, bytes);
      encodeScalar(type, value, again);
      if (!std::isnan(value)) {
        ASSERT_EQ(bits, again[0] + 256u * again[1]);
        continue;
      }
      ASSERT_TRUE(std::isnan(decodeScalar(type, again)));
    }
  uint64_t state = 7;
  for (int round = 0; round < 200000; ++round) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    float value = std::ldexp(static_cast<float>(state >> 40), static_cast<int>(state % 60) - 50);
    for (auto [held, stored] : {std::pair(ElementType::BF16, DataType::BF16), {ElementType::F16, DataType::F16}}) {
      uint8_t bytes[2];
      encodeScalar(stored, value, bytes);
      ASSERT_EQ(decodeScalar(stored, bytes), roundTo(held, value)) << value;
    }
  }
}

TEST(EncodingTest, ST5_IntegersWrap) {
  uint8_t bytes[4];
  encodeScalar(DataType::SI32, -5, bytes);
  EXPECT_EQ(decodeScalar(DataType::SI32, bytes), -5);
  EXPECT_EQ(decodeScalar(DataType::U32, bytes), 4294967291.0);
  encodeScalar(DataType::U8, 300, bytes);
  EXPECT_EQ(decodeScalar(DataType::U8, bytes), 44);
  encodeScalar(DataType::SI32, std::nan(""), bytes);
  EXPECT_EQ(decodeScalar(DataType::SI32, bytes), 0);
}

//===----------------------------------------------------------------------===//
// Wrong layouts
//===----------------------------------------------------------------------===//

static std::string refusal(const PhysicalLayout &layout, const Shape &shape) {
  Result<Placed> placed = place(counting(ElementType::BF16, shape), layout);
  return placed.ok() ? "" : placed.error().message;
}

static PhysicalLayout block2x3(const Shape &shape) {
  return makeLayout(shape, DataType::BF16, true, BufferType::L1, MemoryLayout::BlockSharded, 2, 3);
}

TEST(StorageRulesTest, ST1_MapOfAnotherCollapse) {
  Shape shape = {2, 17, 40};
  PhysicalLayout layout = block2x3(shape);
  EXPECT_EQ(refusal(layout, shape), "");
  layout.map[0].coefficients[0] = 17; // without the padding of the second dimension
  EXPECT_THAT(refusal(layout, shape),
              HasSubstr("ST-1: the map moves by row 17 and column 0 along dimension 0, the data "
                        "by 32 and 0"));
  layout = block2x3(shape);
  std::swap(layout.map[0], layout.map[1]);
  EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-1"));
  layout = block2x3(shape);
  layout.map[1].constant = 1;
  EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-1"));
}

TEST(StorageRulesTest, ST2_ShardOffByOne) {
  Shape shape = {100, 200};
  for (size_t side : {0, 1})
    for (int64_t change : {-1, 1}) {
      PhysicalLayout layout = block2x3(shape);
      layout.shard[side] += change;
      EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-2: 4x7 tiles on a grid of 2x3 make shards of 2x3"));
    }
  PhysicalLayout layout = makeLayout(shape, DataType::BF16, true, BufferType::L1, MemoryLayout::Interleaved, 8, 8);
  layout.shard[1] += 1;
  EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-2"));
}

TEST(StorageRulesTest, ST2_LayoutOfASmallerTensor) {
  EXPECT_THAT(refusal(block2x3({100, 200}), {200, 200}), HasSubstr("ST-2"));
}

TEST(StorageRulesTest, ST3_GridOfAnotherSharding) {
  PhysicalLayout layout = block2x3({64, 96});
  layout.memoryLayout = MemoryLayout::HeightSharded;
  EXPECT_THAT(refusal(layout, {64, 96}), HasSubstr("ST-3: height_sharded on a grid of 2x3"));
}

TEST(StorageRulesTest, ST4_Cores) {
  Shape shape = {64, 96};
  PhysicalLayout layout = block2x3(shape);
  layout.cores[0].endX -= 1;
  EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-4: 6 shards of a 2x3 grid on 4 cores"));
  layout.cores = {{0, 0, 1, 2}};
  EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-4: a block-sharded 2x3 grid needs one rectangle"));
  layout.cores = {{0, 0, 2, 0}, {2, 0, 4, 0}};
  EXPECT_THAT(refusal(layout, shape), HasSubstr("ST-4: core ranges 0 and 1 overlap"));
}

TEST(StorageRulesTest, ST5_BlockFormatsNeedTiles) {
  EXPECT_THAT(
      refusal(makeLayout({4, 4}, DataType::BfpBf8, false, BufferType::DRAM, MemoryLayout::Interleaved, 1, 1), {4, 4}),
      HasSubstr("ST-5: bfp_bf8 exists in tiles only"));
}

TEST(StorageRulesTest, ST6_TileSides) {
  PhysicalLayout layout = block2x3({64, 96});
  layout.tileHeight = 16;
  EXPECT_THAT(refusal(layout, {64, 96}), HasSubstr("ST-6: tiles are 32x32, not 16x32"));
}

// A reader with other beliefs about the same bytes sees other numbers, poison, or nothing at all.
TEST(StorageRulesTest, ST8_ReadingThroughAnotherLayout) {
  Shape shape = {64, 64};
  Tensor tensor = counting(ElementType::BF16, shape);
  auto make = [&](bool tiled, MemoryLayout memory, int64_t rows, int64_t columns,
                  Orientation orientation = Orientation::RowMajor) {
    return makeLayout(shape, DataType::BF16, tiled, BufferType::L1, memory, rows, columns, orientation);
  };
  Placed placed = *place(tensor, make(true, MemoryLayout::HeightSharded, 2, 1));
  Result<Tensor> width = readAs(placed, make(true, MemoryLayout::WidthSharded, 1, 2), shape);
  ASSERT_TRUE(width.ok()) << width.error().message;
  EXPECT_NE(elements(*width), elements(tensor));
  Result<Tensor> rows = readAs(placed, make(false, MemoryLayout::HeightSharded, 2, 1), shape);
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  EXPECT_NE(elements(*rows), elements(tensor));
  Result<Tensor> more = readAs(placed, make(true, MemoryLayout::HeightSharded, 1, 1), shape);
  ASSERT_FALSE(more.ok());
  EXPECT_THAT(more.error().message, HasSubstr("8192 B are read from core (0, 0), which holds 4096 B"));
  Placed block = *place(tensor, make(true, MemoryLayout::BlockSharded, 2, 2));
  Result<Tensor> turned = readAs(block, make(true, MemoryLayout::BlockSharded, 2, 2, Orientation::ColMajor), shape);
  ASSERT_TRUE(turned.ok());
  EXPECT_NE(elements(*turned), elements(tensor));
  // 33x64 fills two tile rows of which the second is padding but for its first row.
  Placed padded = *place(counting(ElementType::BF16, {33, 64}),
                         makeLayout({33, 64}, DataType::BF16, true, BufferType::L1, MemoryLayout::HeightSharded, 2, 1));
  Result<Tensor> wrong = readAs(padded, make(true, MemoryLayout::HeightSharded, 2, 1), shape);
  ASSERT_TRUE(wrong.ok());
  EXPECT_TRUE(std::isnan(wrong->at(33 * 64)));
}

// Tiles of 2x32x64 and of 64x64 are the same bytes: the reshape is a view. Those of 2x33x64 and 66x64 are not.
TEST(StorageTest, ST8_ViewsAreTheSameBytes) {
  auto dram = [](const Shape &shape) {
    return makeLayout(shape, DataType::BF16, true, BufferType::DRAM, MemoryLayout::Interleaved, 1, 1);
  };
  Tensor aligned = counting(ElementType::BF16, {2, 32, 64});
  EXPECT_EQ(elements(*readAs(*place(aligned, dram({2, 32, 64})), dram({64, 64}), {64, 64})), elements(aligned));
  Tensor odd = counting(ElementType::BF16, {2, 33, 64});
  EXPECT_NE(elements(*readAs(*place(odd, dram({2, 33, 64})), dram({66, 64}), {66, 64})), elements(odd));
}
