//===- ChosenIndices.cpp - Indices that rounding may decide -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/ChosenIndices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace alcove::reference {

std::optional<IndexOrigins::Place> IndexOrigins::find(int64_t element) const {
  int64_t number = numbers.integers()[element];
  auto behind = std::upper_bound(firstNumbers.begin(), firstNumbers.end(), number);
  if (number < 1 || behind == firstNumbers.begin())
    return std::nullopt;
  auto selection = static_cast<size_t>(behind - firstNumbers.begin() - 1);
  return Place{selection, number - firstNumbers[selection]};
}

ElementType coarser(ElementType before, ElementType held) {
  if (!isFloat(held))
    return before;
  ElementType type = isBlockFloat(held) ? ElementType::BF16 : held;
  return unitInTheLastPlace(type, 1.0) > unitInTheLastPlace(before, 1.0) ? type : before;
}

namespace {

/// The selections behind one tensor, unpacked when they are first looked at.
class Side {
public:
  Side(const Tensor &values, const IndexOrigins &origins)
      : values(values), origins(origins), scores(origins.selections.size()), indices(origins.selections.size()) {}

  /// One line of scores, and the place in it that an element of the tensor names.
  struct Choice {
    size_t selection = 0;
    int64_t line = 0, size = 0, index = 0;
  };
  /// Nothing for an element that is not, or no longer, the index that an index op gave.
  std::optional<Choice> choiceOf(int64_t element) {
    std::optional<IndexOrigins::Place> place = origins.find(element);
    if (!place)
      return std::nullopt;
    const Selection &from = *origins.selections[place->selection];
    if (scores[place->selection].shape() != from.scores.shape()) {
      scores[place->selection] = from.scores.unpacked();
      indices[place->selection] = from.indices.unpacked();
    }
    int64_t index = values.integers()[element];
    if (index < 0 || index >= from.size || index != indices[place->selection].integers()[place->element])
      return std::nullopt;
    return Choice{place->selection, from.lineOf(place->element), from.size, index};
  }
  float score(const Choice &choice, int64_t at) const {
    const Selection &from = *origins.selections[choice.selection];
    int64_t base = choice.line / from.inner * from.size * from.inner + choice.line % from.inner;
    return scores[choice.selection].floats()[base + at * from.inner];
  }
  Result<Tensor> lineOf(const Choice &choice) const {
    std::vector<float> line(choice.size);
    for (int64_t i = 0; i < choice.size; ++i)
      line[i] = score(choice, i);
    return Tensor::fromFloats(ElementType::F32, {choice.size}, std::move(line));
  }
  ElementType roundedTo(const Choice &choice) const { return origins.selections[choice.selection]->roundedTo; }

private:
  const Tensor &values;
  const IndexOrigins &origins;
  std::vector<Tensor> scores, indices;
};

/// Judges pairs of elements by NUM-C5; remembers how lines compared, because a sort asks for one line many times.
class RoundingJudge {
public:
  RoundingJudge(Side &left, Side &right, const Tolerance &forBf16, const Tolerance &forF32)
      : left(left), right(right), forBf16(forBf16), forF32(forF32) {}

  struct Verdict {
    bool rounding = false;
    std::string text;
  };
  Verdict judge(int64_t element) {
    std::optional<Side::Choice> mine = left.choiceOf(element), theirs = right.choiceOf(element);
    if (!mine || !theirs)
      return {false, "not an index chosen by float scores"};
    if (mine->size != theirs->size)
      return {false, fmt::format("chosen from {} and from {} scores", mine->size, theirs->size)};
    ElementType type = coarser(left.roundedTo(*mine), right.roundedTo(*theirs));
    const std::string &lines = compareLines(*mine, *theirs, type);
    int64_t i = mine->index, j = theirs->index;
    double ai = left.score(*mine, i), aj = left.score(*mine, j), bi = right.score(*theirs, i),
           bj = right.score(*theirs, j);
    std::string text = fmt::format(
        "index {} scores {:.9g} here and {:.9g} there, index {} {:.9g} here and {:.9g} there", i, ai, bi, j, aj, bj);
    if (!lines.empty())
      return {false, fmt::format("{}; {}", text, lines)};
    double between = unitsApart(type, ai, aj);
    text += fmt::format(": {:.6g} units of {} apart here", between, toString(type));
    double units = (type == ElementType::F32 ? forF32 : forBf16).scoreUnits;
    return {between <= 2.0 * units && unitsApart(type, ai, bi) <= units && unitsApart(type, aj, bj) <= units, text};
  }

private:
  /// Infinite for what is not finite: rounding decides nothing between such scores.
  static double unitsApart(ElementType type, double x, double y) {
    if (!std::isfinite(x) || !std::isfinite(y))
      return INFINITY;
    return std::fabs(x - y) / unitInTheLastPlace(type, std::max(std::fabs(x), std::fabs(y)));
  }

  /// Why the lines of two choices do not allow an excuse; empty when they do.
  const std::string &compareLines(const Side::Choice &mine, const Side::Choice &theirs, ElementType type) {
    auto [at, isNew] = compared.try_emplace(std::tuple(mine.selection, mine.line, theirs.selection, theirs.line));
    if (!isNew)
      return at->second;
    Result<Tensor> a = left.lineOf(mine), b = right.lineOf(theirs);
    if (!a || !b)
      return at->second = (a ? b : a).error().message;
    Comparison lines = compare(*a, *b, type == ElementType::F32 ? forF32 : forBf16);
    if (!lines.equal)
      at->second = fmt::format("their {} scores differ: {}", mine.size, lines.reason);
    else if (lines.different == 0)
      at->second = fmt::format("their {} scores are the same on both sides", mine.size);
    return at->second;
  }

  Side &left, &right;
  const Tolerance &forBf16, &forF32;
  std::map<std::tuple<size_t, int64_t, size_t, int64_t>, std::string> compared;
};

} // namespace

// NUM-C5
void excuseRounding(Comparison &comparison, const Tensor &left, const IndexOrigins &leftOrigins, const Tensor &right,
                    const IndexOrigins &rightOrigins, const Tolerance &forBf16, const Tolerance &forF32) {
  if (comparison.equal || left.isFloat() || right.isFloat() || left.shape() != right.shape() ||
      leftOrigins.numbers.shape() != left.shape() || rightOrigins.numbers.shape() != right.shape())
    return;
  Side mine(left, leftOrigins), theirs(right, rightOrigins);
  RoundingJudge judge(mine, theirs, forBf16, forF32);
  int64_t refused = -1;
  std::string whyRefused;
  for (int64_t i = 0; i < left.numElements(); ++i) {
    if (left.integers()[i] == right.integers()[i])
      continue;
    RoundingJudge::Verdict verdict = judge.judge(i);
    if (verdict.rounding && comparison.decidedByRounding++ == 0) {
      comparison.firstIndex = i;
      comparison.rounding = verdict.text;
    } else if (!verdict.rounding && refused < 0) {
      refused = i;
      whyRefused = verdict.text;
    }
  }
  if (refused < 0) {
    comparison.equal = true;
    comparison.reason.clear();
  } else {
    comparison.firstIndex = refused;
    comparison.reason +=
        fmt::format(", rounding decided {} of them (NUM-C5); {}", comparison.decidedByRounding, whyRefused);
  }
  comparison.firstLeft = left.at(comparison.firstIndex);
  comparison.firstRight = right.at(comparison.firstIndex);
}

} // namespace alcove::reference
