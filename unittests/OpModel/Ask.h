//===- Ask.h - Questions to the op model in one line ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_OPMODEL_ASK_H
#define ALCOVE_UNITTESTS_OPMODEL_ASK_H

#include "alcove/OpModel/QueryText.h"

#include <gtest/gtest.h>

namespace alcove::opmodel::testing {

inline constexpr Bytes tile = 2048, f32Tile = 4096;

inline Answer ask(const std::string &text) {
  Result<Query> query = parseQuery(text, {});
  EXPECT_TRUE(query.ok()) << text << ": " << (query.ok() ? "" : query.error().message);
  return query.ok() ? analyticalConstraints(*query, {}) : Answer{Refusal{"unparsed", text}, {}};
}

/// The id of the refusal, or `legal`.
inline std::string refusal(const std::string &text) {
  Answer answer = ask(text);
  return answer.refusal ? answer.refusal->id : "legal";
}

/// Peaks of circular buffers, of tensors, of both as they live, and the first result: bytes per core.
inline void expectBytes(const std::string &text, Bytes cb, Bytes tensor, Bytes total, Bytes output) {
  Answer answer = ask(text);
  ASSERT_TRUE(answer.legal()) << text << ": " << answer.refusal->id << ": " << answer.refusal->message;
  EXPECT_EQ(answer.constraints.cbPeakBytes, cb) << text;
  EXPECT_EQ(answer.constraints.tensorPeakBytes, tensor) << text;
  EXPECT_EQ(answer.constraints.totalPeakBytes, total) << text;
  EXPECT_EQ(answer.constraints.outputBytes, output) << text;
}

/// The layout that result `i` really has.
inline std::string layoutOf(const std::string &text, size_t i = 0) {
  Answer answer = ask(text);
  if (answer.refusal || i >= answer.constraints.outputLayouts.size())
    return answer.refusal ? answer.refusal->id : "missing";
  std::string result = toText(TensorSpec{{1}, answer.constraints.outputLayouts[i]});
  return result.substr(2);
}

} // namespace alcove::opmodel::testing

#endif // ALCOVE_UNITTESTS_OPMODEL_ASK_H
