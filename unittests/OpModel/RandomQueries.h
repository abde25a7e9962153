//===- RandomQueries.h - Seeded queries for properties and fuzzing ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_OPMODEL_RANDOMQUERIES_H
#define ALCOVE_UNITTESTS_OPMODEL_RANDOMQUERIES_H

#include "alcove/Base/Support/Random.h"
#include "alcove/OpModel/Analytical.h"

namespace alcove::opmodel::testing {

/// Makes queries of every op the model knows, some of them sensible, others with wrong ranks, odd sizes, absurd
/// attributes and layouts that do not exist.
class RandomQueries {
public:
  explicit RandomQueries(uint64_t seed) : random(seed), ops(knownOps()) {}

  Query next();
  Query next(const std::string &op);
  std::vector<int64_t> shape(size_t minRank = 0, size_t maxRank = 6);
  TensorLayout layout(bool mayBeWild);
  int64_t pick(int64_t count) { return static_cast<int64_t>(random.below(static_cast<uint64_t>(count))); }
  bool chance(int64_t percent) { return pick(100) < percent; }

private:
  int64_t size();
  AttributeValue value();
  void addAttributes(Query &query);

  Random random;
  std::vector<std::string> ops;
};

} // namespace alcove::opmodel::testing

#endif // ALCOVE_UNITTESTS_OPMODEL_RANDOMQUERIES_H
