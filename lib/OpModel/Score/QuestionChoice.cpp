//===- QuestionChoice.cpp - What is worth a measurement -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/QuestionChoice.h"

#include <algorithm>
#include <map>
#include <set>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Open {
  size_t first = 0; ///< op that asks it
  double width = 0;
  std::string kind;
  bool speaksForKind = false; ///< the widest of a kind of which nothing was measured
};

/// Part of the time from which on a kind of op is measured once, however narrow its intervals are.
constexpr double worthKnowing = 0.01;
/// What a kind of op may be off by, as long as none of it was measured: its intervals were found on other chips.
constexpr double ofUnknownKinds = 0.5;

/// `add` of `add 32x32|tile|... -> ...`.
std::string kindOf(const std::string &question) { return question.substr(0, question.find(' ')); }

} // namespace

QuestionChoice opmodel::chooseQuestions(const std::vector<PricedOp> &ops, double enough, int64_t most) {
  std::map<std::string, Open> questions;
  std::set<std::string> known;         // kinds of ops with an answer
  std::map<std::string, double> taken; // by kind
  double total = 0, unsure = 0;
  for (size_t i = 0; i < ops.size(); ++i) {
    const PricedOp &op = ops[i];
    total += op.ns;
    if (op.question.empty() || !(op.ns > 0))
      continue;
    taken[kindOf(op.question)] += op.ns;
    if (op.measured) {
      known.insert(kindOf(op.question));
      continue;
    }
    Open &open = questions.try_emplace(op.question, Open{i, 0, kindOf(op.question)}).first->second;
    double width = op.decides ? std::max(0.0, op.highNs - op.lowNs) : 0;
    open.width += width;
    unsure += width;
  }
  QuestionChoice choice;
  choice.open = static_cast<int64_t>(questions.size());
  choice.unsure = total > 0 ? unsure / total : 0;
  std::vector<Open> order;
  for (const auto &[question, open] : questions)
    order.push_back(open);
  std::ranges::stable_sort(order, std::ranges::greater(), &Open::width);
  for (Open &open : order)
    open.speaksForKind = taken[open.kind] >= worthKnowing * total && known.insert(open.kind).second;
  std::ranges::stable_sort(order, std::ranges::greater(), [&](const Open &open) {
    return open.width + (open.speaksForKind ? ofUnknownKinds * taken[open.kind] : 0);
  });
  // What near answers say of the other half is known only when the plan is made anew.
  double held = choice.unsure > enough ? 0 : unsure;
  for (const Open &open : order) {
    if (static_cast<int64_t>(choice.chosen.size()) == most || (held >= unsure / 2 && !open.speaksForKind))
      continue;
    choice.chosen.push_back(open.first);
    held += open.width;
  }
  return choice;
}
