//===- FuzzOpModel.cpp - Random queries and query text ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte chooses: text for the parser, or a seed for structured queries. Both are answered by both halves;
// a refusal without a reason, or a peak below its parts, is a crash.
//
//===----------------------------------------------------------------------===//
#include "../RandomQueries.h"

#include "alcove/OpModel/QueryText.h"

#include <cstdlib>
#include <cstring>

using namespace alcove;
using namespace alcove::opmodel;

static void answer(const Query &query) {
  Explanation why;
  Answer answer = analyticalConstraints(query, {}, &why);
  if (answer.refusal) {
    if (answer.refusal->id.empty() || answer.refusal->message.empty())
      std::abort();
    return;
  }
  const Constraints &c = answer.constraints;
  if (c.cbPeakBytes < 0 || c.outputBytes < 0 || c.totalPeakBytes < std::max(c.cbPeakBytes, c.tensorPeakBytes) ||
      c.totalPeakBytes > c.cbPeakBytes + c.tensorPeakBytes)
    std::abort();
  analyticalRuntime(query, {}, &why);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  if (data[0] % 2 == 0) {
    Result<Query> query = parseQuery(std::string(reinterpret_cast<const char *>(data + 1), size - 1), {});
    if (query.ok())
      answer(*query);
    return 0;
  }
  uint64_t seed = 0;
  std::memcpy(&seed, data + 1, std::min(size - 1, sizeof(seed)));
  opmodel::testing::RandomQueries queries(seed);
  for (int i = 0; i < 16; ++i)
    answer(queries.next());
  return 0;
}
