//===- LayoutCheckDual.cpp - Bounds from multipliers and potentials -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutChecker.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::judge;

// node'(s) and edge'(s, t) above their minima, and the bound, from the integers of the certificate.
std::string Checker::playDual(int32_t index) {
  if (index < 0 || index >= static_cast<int32_t>(certificate.duals.size()))
    return "no such dual";
  const DualCertificate &dual = certificate.duals[index];
  if (dual.scaleBits < 0 || dual.scaleBits > 60 || dual.potentialShift < 0 || dual.potentialShift > 46)
    return "scale out of range";
  scaleBits = dual.scaleBits;
  prices.clear();
  node.assign(items.size(), {});
  edgeExcess.clear();
  Wide bound = constant * (Wide(1) << scaleBits);
  for (const DualCertificate::Multiplier &multiplier : dual.multipliers) {
    if (multiplier.price < 0)
      return "a multiplier is negative";
    prices.emplace_back(multiplier.time, multiplier.price);
    bound -= Wide(multiplier.price) * (problem.capacity - goneAt(multiplier.time));
  }
  double total = 0, bytes = static_cast<double>(problem.capacity);
  for (const auto &[time, price] : prices)
    total += static_cast<double>(price);
  for (Bytes own : problem.candidateBytes)
    bytes = std::max(bytes, static_cast<double>(own));
  if (total * bytes * 64 > 0x1p120)
    return "the multipliers are too large for sums of 128 bits";
  std::sort(prices.begin(), prices.end());
  std::vector<Wide> sums{0};
  for (const auto &[time, price] : prices)
    sums.push_back(sums.back() + price);
  for (size_t n = 0; n < items.size(); ++n) {
    if (!items[n].alive)
      continue;
    node[n].assign(items[n].has.size(), 0);
    for (size_t s = 0; s < node[n].size(); ++s)
      node[n][s] = items[n].cost[s] * (Wide(1) << scaleBits);
    for (const Piece &piece : items[n].pieces) {
      auto place = [&](int64_t time) {
        return std::lower_bound(prices.begin(), prices.end(), std::make_pair(time, int64_t(INT64_MIN))) -
               prices.begin();
      };
      Wide price = sums[place(piece.end)] - sums[place(piece.begin)];
      for (size_t s = 0; s < node[n].size(); ++s)
        node[n][s] += price * piece.bytes[s];
    }
  }
  std::map<std::pair<int32_t, int32_t>, const DualCertificate::Potential *> given;
  for (const DualCertificate::Potential &potential : dual.potentials) {
    if (!valid(potential.a) || !valid(potential.b) || !items[potential.a].near.count(potential.b))
      return fmt::format("potentials name an edge ({}, {}) that is not left", potential.a, potential.b);
    if (potential.toA.size() != labelsOf(potential.a).size() || potential.toB.size() != labelsOf(potential.b).size())
      return fmt::format("potentials of ({}, {}) do not have one number per label", potential.a, potential.b);
    if (!given.emplace(key(potential.a, potential.b), &potential).second)
      return "potentials name an edge twice";
  }
  Wide unit = Wide(1) << dual.potentialShift;
  for (const auto &[ends, matrix] : edges) {
    auto [a, b] = ends;
    std::vector<Wide> toA(items[a].has.size(), 0), toB(items[b].has.size(), 0);
    if (auto found = given.find(ends); found != given.end()) {
      const DualCertificate::Potential &potential = *found->second;
      std::vector<int32_t> labelsA = labelsOf(potential.a), labelsB = labelsOf(potential.b);
      for (size_t k = 0; k < labelsA.size(); ++k)
        (potential.a == a ? toA : toB)[labelsA[k]] = potential.toA[k] * unit;
      for (size_t k = 0; k < labelsB.size(); ++k)
        (potential.b == b ? toB : toA)[labelsB[k]] = potential.toB[k] * unit;
    }
    for (size_t s = 0; s < toA.size(); ++s)
      node[a][s] += toA[s];
    for (size_t t = 0; t < toB.size(); ++t)
      node[b][t] += toB[t];
    std::vector<Wide> &excess = edgeExcess[ends];
    excess.assign(matrix.size(), never);
    Wide least = never;
    for (int32_t s : labelsOf(a))
      for (int32_t t : labelsOf(b)) {
        size_t entry = static_cast<size_t>(s) * toB.size() + t;
        if (isInfinite(matrix[entry]))
          continue;
        excess[entry] = Wide(matrix[entry]) * (Wide(1) << scaleBits) - toA[s] - toB[t];
        least = std::min(least, excess[entry]);
      }
    if (least == never) {
      impossible = true;
      return "";
    }
    for (Wide &value : excess)
      if (value != never)
        value -= least;
    bound += least;
  }
  for (size_t n = 0; n < items.size(); ++n) {
    if (!items[n].alive)
      continue;
    Wide least = never;
    for (int32_t s : labelsOf(static_cast<int32_t>(n)))
      least = std::min(least, node[n][s]);
    for (Wide &value : node[n])
      value -= least;
    bound += least;
  }
  scaledBound = bound;
  Wide whole = bound >> scaleBits;
  if ((whole << scaleBits) < bound)
    ++whole;
  Cost cost = static_cast<Cost>(std::clamp<Wide>(whole, -kInfiniteCost, kInfiniteCost));
  proved = std::max(proved, conditional ? std::min(cost, certificate.target) : cost);
  return "";
}

Bytes Checker::goneAt(int64_t time) const {
  Bytes sum = 0;
  for (size_t k = 0; k < times.size() && times[k] <= time; ++k)
    sum += gone[k];
  return sum;
}

std::string Checker::playBound(int32_t i, int32_t s) {
  if (node.empty() || !valid(i, s) || node[i].empty())
    return "no dual, or no such label is left";
  Wide excess = node[i][s];
  for (int32_t j : items[i].near) {
    auto found = edgeExcess.find(key(i, j));
    if (found == edgeExcess.end())
      return "an edge is not in the dual";
    Wide least = never;
    for (int32_t t : labelsOf(j))
      least = std::min(least, found->second[i < j ? static_cast<size_t>(s) * items[j].has.size() + t
                                                  : static_cast<size_t>(t) * items[i].has.size() + s]);
    excess = std::min(never, excess + least);
  }
  if (excess <= limit())
    return "the label can be part of something cheaper than the target";
  conditional = true;
  removeLabel(i, s);
  return "";
}
