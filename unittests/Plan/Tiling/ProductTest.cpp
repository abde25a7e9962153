//===- ProductTest.cpp - One product against every tile of it -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatrixProblem.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Tiling/Planner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace alcove;
using namespace alcove::plan::tiling;

namespace {

constexpr Bytes budgets[] = {4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10};

struct Shape {
  int64_t m, n, k;
};

/// Elements that the product [m, k] x [k, n] moves at least in one nest of loops over tiles, every integer size of a tile
/// tried. The sums of a tile stay; with the whole reduction in a tile an operand stays for the inner loop, otherwise
/// panels of one column and one row pass. Partial sums in slow memory move once more for every part of the reduction but
/// the first, beside an operand that stays. All of it written down anew: nothing of the planner is asked.
double leastElements(Shape s, int64_t memory) {
  auto [m, n, k] = s;
  double least = std::numeric_limits<double>::infinity();
  auto times = [](int64_t extent, int64_t size) { return static_cast<double>((extent + size - 1) / size); };
  auto elements = [](int64_t a, int64_t b) { return static_cast<double>(a) * static_cast<double>(b); };
  auto offer = [&](double moved) { least = std::min(least, moved); };
  if (m * k + k * n + m * n <= memory)
    return elements(m, k) + elements(k, n) + elements(m, n);
  for (int64_t a = 1; a <= m; ++a)
    for (int64_t b = 1; b <= n; ++b) {
      if (a * b + a + b > memory)
        break;
      double left = elements(m, k), right = elements(k, n), sums = elements(m, n);
      double panels = left * times(n, b) + right * times(m, a) + sums;
      offer(panels);
      if (a * k + k * b + a * b > memory)
        continue;
      offer(sums + left + right * (b >= n ? 1 : times(m, a)));
      offer(sums + right + left * (a >= m ? 1 : times(n, b)));
    }
  return least;
}

/// The plan of the product alone, in bytes.
double planned(Shape s, Bytes memory) {
  Builder builder;
  Builder::Matrix left = builder.argument(s.m, s.k), right = builder.argument(s.k, s.n);
  builder.leaves(builder.matmul(left, right));
  PlannerOptions options;
  options.budget = *Budget::parse(memory, "");
  Plan plan = Planner(options).plan(builder.problem);
  EXPECT_EQ(verify(builder.problem, options.budget, plan).ok(), true);
  EXPECT_TRUE(plan.misfits.empty());
  return plan.traffic;
}

void expectNearLeast(Shape s, double &worst) {
  for (Bytes memory : budgets) {
    double least = 4 * leastElements(s, memory / 4), ours = planned(s, memory);
    worst = std::max(worst, ours / least);
    EXPECT_LE(ours, 1.02 * least) << fmt::format("[{}, {}] x [{}, {}] in {} B", s.m, s.k, s.k, s.n, memory);
  }
}

int64_t extent(Random &random, int64_t most) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::exp(random.unit() * std::log(static_cast<double>(most)))));
}

TEST(ProductTest, SUTP5_ThePublishedExample) {
  // 43 x 45 and 64 x 61 sums with panels of one: 1.30 to 1.11 times less than tiles with cheap panels.
  double worst = 1;
  expectNearLeast({256, 1024, 512}, worst);
}

TEST(ProductTest, SUTP5_RandomShapesMoveTheLeast) {
  double worst = 1;
  Random random(1);
  for (int i = 0; i < 40; ++i)
    expectNearLeast({extent(random, 400), extent(random, 400), extent(random, 800)}, worst);
}

TEST(ProductTest, SlowRandomShapesMoveTheLeast) {
  double worst = 1;
  Random random(2);
  for (int i = 0; i < 300; ++i)
    expectNearLeast({extent(random, 1500), extent(random, 1500), extent(random, 3000)}, worst);
  printf("300 shapes at 6 budgets: at most %.4f times the least of all tiles\n", worst);
}

} // namespace
