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
#include <span>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Open {
  size_t first = 0; ///< op that asks it
  double width = 0;
  std::string groups[2]; ///< kind of op, and family
  double ofUnknown = 0;  ///< time of its groups of which nothing was measured, when it is the widest of them
};

/// Part of the time from which on a kind of op or a family is measured once, however narrow its intervals are.
constexpr double worthKnowing = 0.01;
/// What they may be off by, as long as none of it was measured: its intervals were found on other chips.
constexpr double ofUnknownKinds = 0.5;

/// `add` of `add 32x32|tile|... -> ...`.
std::string kindOf(const std::string &question) { return question.substr(0, question.find(' ')); }

} // namespace

QuestionChoice opmodel::chooseQuestions(const std::vector<PricedOp> &ops, double enough, int64_t most) {
  std::map<std::string, Open> questions;
  std::set<std::string> known;         // kinds and families with an answer
  std::map<std::string, double> taken; // by kind, by family
  double total = 0, unsure = 0;
  for (size_t i = 0; i < ops.size(); ++i) {
    const PricedOp &op = ops[i];
    total += op.ns;
    if (op.question.empty() || !(op.ns > 0))
      continue;
    const std::string groups[] = {kindOf(op.question), "family " + op.family};
    for (const std::string &group : std::span(groups).first(op.family.empty() ? 1 : 2)) {
      taken[group] += op.ns;
      if (op.measured)
        known.insert(group);
    }
    if (op.measured)
      continue;
    Open &open = questions.try_emplace(op.question, Open{i, 0, {groups[0], groups[1]}, 0}).first->second;
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
    for (const std::string &group : open.groups)
      if (taken[group] >= worthKnowing * total && known.insert(group).second)
        open.ofUnknown = std::max(open.ofUnknown, taken[group]);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [](const Open &open) { return open.width + ofUnknownKinds * open.ofUnknown; });
  // What near answers say of the other half is known only when the plan is made anew.
  double held = choice.unsure > enough ? 0 : unsure;
  for (const Open &open : order) {
    if (static_cast<int64_t>(choice.chosen.size()) == most || (held >= unsure / 2 && open.ofUnknown == 0))
      continue;
    choice.chosen.push_back(open.first);
    held += open.width;
  }
  return choice;
}
