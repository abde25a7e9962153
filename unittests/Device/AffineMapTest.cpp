//===- AffineMapTest.cpp - Affine maps: syntax, meaning, limits ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/AffineMap.h"
#include "alcove/Base/Support/Random.h"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::device;
using testing::ElementsAre;

static std::vector<int64_t> at(const char *map, std::vector<int64_t> dims, std::vector<int64_t> symbols = {}) {
  Result<AffineMap> parsed = AffineMap::parse(map);
  EXPECT_TRUE(parsed.ok()) << map << ": " << (parsed.ok() ? "" : parsed.error().message);
  if (!parsed.ok())
    return {};
  Result<std::vector<int64_t>> values = parsed->evaluate(dims, symbols);
  EXPECT_TRUE(values.ok()) << (values.ok() ? "" : values.error().message);
  return values.ok() ? *values : std::vector<int64_t>();
}

TEST(AffineMapTest, EvaluatesTheFourChipGrid) {
  const char *map = "(d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 8)";
  EXPECT_THAT(at(map, {0, 0, 0}), ElementsAre(0, 0, 0));
  EXPECT_THAT(at(map, {1, 7, 15}), ElementsAre(3, 7, 7));
}

TEST(AffineMapTest, FloorCeilAndModAreMlirs) {
  EXPECT_THAT(at("(d0) -> (d0 floordiv 8, d0 ceildiv 8, d0 mod 8)", {-1}), ElementsAre(-1, 0, 7));
  EXPECT_THAT(at("(d0) -> (d0 floordiv 8, d0 ceildiv 8, d0 mod 8)", {-8}), ElementsAre(-1, -1, 0));
  EXPECT_THAT(at("(d0) -> (d0 floordiv 8, d0 ceildiv 8, d0 mod 8)", {9}), ElementsAre(1, 2, 1));
  EXPECT_THAT(at("(d0, d1) -> (d0 - d1 * 3, -d0, -(d0 + d1), 2 - d0)", {5, 2}), ElementsAre(-1, -5, -7, -3));
  EXPECT_THAT(at("(d0)[s0, s1] -> (d0 * s1 + s0, d0 floordiv s0)", {7}, {2, 10}), ElementsAre(72, 3));
}

// What MLIR prints for these maps, character for character: the first two are from tt-mlir.
TEST(AffineMapTest, PrintsAsMlirPrints) {
  for (const char *text : {"(d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0)",
                           "(d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * "
                           "(s2 * (s3 * s6)) + d2) "
                           "floordiv s4) mod 12, ((((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) "
                           "floordiv s4) floordiv 12) * "
                           "s4 + ((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) mod s4 + s5)",
                           "(d0, d1) -> (d0, (-d0 + d1) mod 8)", "(d0, d1) -> (d0 - d1 * 3 - 4, d0 * -3, -(d0 + d1))",
                           "() -> ()", "(d0) -> (0, d0)"}) {
    Result<AffineMap> map = AffineMap::parse(text);
    ASSERT_TRUE(map.ok()) << text << ": " << map.error().message;
    EXPECT_EQ(map->str(), text);
  }
  EXPECT_EQ(AffineMap::parse("affine_map<(row, col)[base] -> (1 * row + 0, (base + col) + 2, 3 * 4 mod 5)>")->str(),
            "(d0, d1)[s0] -> (d0, d1 + s0 + 2, 2)");
}

// MLIR folds into the smallest integer and prints it.
TEST(AffineMapTest, SmallestInteger) {
  const char *text = "(d0) -> (d0 * -9223372036854775808, -9223372036854775808, d0 + -9223372036854775808)";
  EXPECT_EQ(AffineMap::parse(text)->str(), text);
  EXPECT_THAT(at(text, {1}), ElementsAre(INT64_MIN, INT64_MIN, INT64_MIN + 1));
  EXPECT_FALSE(AffineMap::parse(text)->evaluate(std::array<int64_t, 1>{2}).ok());
}

TEST(AffineMapTest, SyntaxErrorsNameTheColumn) {
  auto error = [](const char *text) {
    Result<AffineMap> map = AffineMap::parse(text);
    return map.ok() ? std::string("no error") : map.error().message;
  };
  EXPECT_EQ(error(""), "column 1: expected '('");
  EXPECT_EQ(error("(d0, d1)"), "column 9: expected '->'");
  EXPECT_EQ(error("(d0 d1) -> (d0)"), "column 5: expected ',' or ')', found 'd'");
  EXPECT_EQ(error("(d0) -> (d1)"), "column 10: unknown identifier 'd1'");
  EXPECT_EQ(error("(d0, d0) -> (d0)"), "column 8: 'd0' is named twice");
  EXPECT_EQ(error("(d0) -> (d0 mod)"), "column 16: expected an operand, found ')'");
  EXPECT_EQ(error("(d0) -> (d0) x"), "column 14: expected the end, found 'x'");
  EXPECT_EQ(error("(d0) -> (d0 mod 0)"), "column 18: divisor 0 is below 1");
  EXPECT_EQ(error("(d0, d1) -> (d0 * d1)"), "column 21: one factor of a product must not depend on a dimension");
  EXPECT_EQ(error("(d0, d1) -> (d0 floordiv d1)"), "column 28: a divisor must not depend on a dimension");
  EXPECT_EQ(error("(d0) -> (9223372036854775808)"), "column 10: integer beyond 64 bits");
  EXPECT_EQ(error("affine_map<(d0) -> (d0)"), "column 24: expected '>'");
}

TEST(AffineMapTest, EvaluationNeverOverflows) {
  AffineMap map = *AffineMap::parse("(d0)[s0] -> (d0 * 4611686018427387904, d0 floordiv s0)");
  EXPECT_TRUE(map.evaluate(std::array<int64_t, 1>{1}, std::array<int64_t, 1>{1}).ok());
  EXPECT_FALSE(map.evaluate(std::array<int64_t, 1>{2}, std::array<int64_t, 1>{1}).ok());
  Result<std::vector<int64_t>> zero = map.evaluate(std::array<int64_t, 1>{1}, std::array<int64_t, 1>{0});
  ASSERT_FALSE(zero.ok());
  EXPECT_THAT(zero.error().message, testing::StartsWith("d0 floordiv s0 has no value at (1)[0]"));
  EXPECT_FALSE(map.evaluate({}, {}).ok());
}

TEST(AffineMapTest, DepthAndSizeAreBounded) {
  std::string deep = "(d0) -> (", minus = deep, wide = deep, many = "(d0) -> (d0";
  for (int i = 0; i < 10000; ++i)
    deep += "(", minus += "-";
  EXPECT_FALSE(AffineMap::parse(deep + "d0").ok());
  EXPECT_FALSE(AffineMap::parse(minus + "d0)").ok());
  for (int i = 0; i < 6000; ++i)
    wide += "d0 mod 7 + ";
  EXPECT_FALSE(AffineMap::parse(wide + "d0)").ok());
  for (int i = 0; i < 100; ++i)
    many += ", d0";
  EXPECT_FALSE(AffineMap::parse(many + ")").ok());
  EXPECT_FALSE(AffineMap::parse(std::string(1 << 17, ' ')).ok());
}

TEST(AffineMapTest, ComposesAndBoundsTheResult) {
  AffineMap transpose = *AffineMap::parse("(d0, d1) -> (d1, d0)");
  AffineMap wide = *AffineMap::parse("(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)");
  EXPECT_EQ(wide.compose(transpose)->str(), "(d0, d1) -> (d0 floordiv 8, d1, d0 mod 8)");
  EXPECT_EQ(*transpose.compose(transpose), AffineMap::identity(2));
  EXPECT_FALSE(transpose.compose(wide).ok());
  AffineMap doubling = *AffineMap::parse("(d0) -> (d0 mod 3 + d0 mod 5)"), power = doubling;
  int steps = 0;
  for (Result<AffineMap> next = doubling; next.ok() && steps < 100; ++steps) {
    power = *next;
    next = doubling.compose(power);
  }
  EXPECT_LT(steps, 100);
  EXPECT_LE(power.size(), maxAffineNodes);
}

// Random expressions: what is printed parses to the same values and prints the same again.
TEST(AffineMapTest, TextRoundTripKeepsTheValues) {
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<AffineExpr> pool = {AffineExpr::dim(0), AffineExpr::dim(1), AffineExpr::symbol(0),
                                    AffineExpr::constant(random.between(-9, 9))};
    for (int i = 0; i < 8; ++i) {
      auto kind = static_cast<AffineExpr::Kind>(random.between(3, 7));
      AffineExpr a = pool[random.below(pool.size())], b = pool[random.below(pool.size())];
      if (kind == AffineExpr::Kind::Mul && !a.isSymbolic() && !b.isSymbolic())
        b = AffineExpr::constant(random.between(-4, 4));
      if (kind >= AffineExpr::Kind::FloorDiv)
        b = AffineExpr::constant(random.between(1, 9));
      pool.push_back(AffineExpr::binary(kind, a, b));
    }
    AffineMap map(2, 1, {pool.back(), pool[pool.size() - 2]});
    Result<AffineMap> again = AffineMap::parse(map.str());
    ASSERT_TRUE(again.ok()) << map.str() << ": " << again.error().message;
    EXPECT_EQ(again->str(), map.str());
    for (int i = 0; i < 4; ++i) {
      std::array<int64_t, 2> dims{random.between(-20, 20), random.between(-20, 20)};
      std::array<int64_t, 1> symbols{random.between(-20, 20)};
      Result<std::vector<int64_t>> a = map.evaluate(dims, symbols), b = again->evaluate(dims, symbols);
      ASSERT_EQ(a.ok(), b.ok()) << map.str();
      if (a.ok())
        EXPECT_EQ(*a, *b) << map.str();
    }
  }
}
