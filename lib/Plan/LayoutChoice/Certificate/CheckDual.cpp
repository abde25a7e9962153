//===- CheckDual.cpp - Bounds from multipliers and potentials -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checker.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::certificate;

const DualCertificate *Checker::dualAt(int32_t index, std::string &reason) const {
  if (index < 0 || index >= static_cast<int32_t>(certificate.duals.size())) {
    reason = "no such dual";
    return nullptr;
  }
  const DualCertificate &dual = certificate.duals[index];
  if (dual.scaleBits < 0 || dual.scaleBits > 60 || dual.potentialShift < 0 || dual.potentialShift > 46)
    reason = "scale out of range";
  return &dual;
}

// node'(s) and edge'(s, t) above their minima, and the bound, from the integers of the certificate.
std::string Checker::playDual(int32_t index) {
  std::string wrong;
  const DualCertificate *found = dualAt(index, wrong);
  if (!wrong.empty())
    return wrong;
  const DualCertificate &dual = *found;
  forgetDual();
  scaleBits = dual.scaleBits;
  Exact exact;
  Wide bound = exact.scaled(constant, scaleBits);
  if (std::string reason = loadPrices(dual, bound); !reason.empty())
    return reason;
  if (std::string reason = loadPotentials(dual); !reason.empty())
    return reason;
  priceNodes(exact);
  for (const auto &[ends, matrix] : edges) {
    auto given = potentials.find(ends);
    if (!priceEdge(ends, given == potentials.end() ? nullptr : given->second, dual.potentialShift, exact, bound)) {
      impossible = exact.fits();
      return exact.fits() ? "" : "the numbers are too large for sums of 128 bits";
    }
  }
  for (size_t n = 0; n < items.size(); ++n) {
    if (!items[n].alive)
      continue;
    std::vector<int32_t> labels = labelsOf(static_cast<int32_t>(n));
    Wide least = node[n][labels.front()];
    for (int32_t s : labels)
      least = std::min(least, node[n][s]);
    for (Wide &value : node[n])
      value = exact.difference(value, least);
    bound = exact.sum(bound, least);
  }
  if (!exact.fits())
    return "the numbers are too large for sums of 128 bits";
  scaledBound = bound;
  Wide whole = bound >> scaleBits;
  if ((whole << scaleBits) < bound)
    ++whole;
  Cost cost = static_cast<Cost>(std::clamp<Wide>(whole, -infiniteCost, infiniteCost));
  proved = std::max(proved, conditional ? std::min(cost, certificate.target) : cost);
  return "";
}

// The sum of all prices stays below 2^63, so a sum of prices times bytes fits.
std::string Checker::loadPrices(const DualCertificate &dual, Wide &bound) {
  Exact exact;
  Wide total = 0;
  for (const DualCertificate::Multiplier &multiplier : dual.multipliers) {
    if (multiplier.price < 0)
      return "a multiplier is negative";
    total += multiplier.price;
    if (total > INT64_MAX)
      return "the multipliers are too large for sums of 128 bits";
    prices.emplace_back(multiplier.time, multiplier.price);
    bound = exact.difference(bound, Wide(multiplier.price) * (problem.capacity - goneAt(multiplier.time)));
  }
  std::sort(prices.begin(), prices.end());
  priceSums.assign(1, 0);
  for (const auto &[time, price] : prices)
    priceSums.push_back(priceSums.back() + price);
  return exact.fits() ? "" : "the numbers are too large for sums of 128 bits";
}

std::string Checker::loadPotentials(const DualCertificate &dual) {
  potentials.clear();
  for (const DualCertificate::Potential &potential : dual.potentials) {
    if (!valid(potential.a) || !valid(potential.b) || !items[potential.a].near.count(potential.b))
      return fmt::format("potentials name an edge ({}, {}) that is not left", potential.a, potential.b);
    if (potential.toA.size() != labelsOf(potential.a).size() || potential.toB.size() != labelsOf(potential.b).size())
      return fmt::format("potentials of ({}, {}) do not have one number per label", potential.a, potential.b);
    if (!potentials.emplace(key(potential.a, potential.b), &potential).second)
      return "potentials name an edge twice";
  }
  return "";
}

// Every label's cost with the price of its bytes.
void Checker::priceNodes(Exact &exact) {
  node.assign(items.size(), {});
  for (size_t n = 0; n < items.size(); ++n) {
    if (!items[n].alive)
      continue;
    node[n] = priceOfBytes(items[n], exact);
    for (size_t s = 0; s < node[n].size(); ++s)
      node[n][s] = exact.sum(node[n][s], exact.scaled(items[n].cost[s], scaleBits));
  }
}

// Scaled, per label. O(stretches * (labels + log prices)).
std::vector<Wide> Checker::priceOfBytes(const Item &item, Exact &exact) const {
  auto place = [&](int64_t time) {
    return std::lower_bound(prices.begin(), prices.end(), std::make_pair(time, int64_t(INT64_MIN))) - prices.begin();
  };
  std::vector<Wide> priced(item.cost.size(), 0);
  for (const Stretch &stretch : item.usage) {
    Wide price = priceSums[place(times[stretch.last])] - priceSums[place(times[stretch.first])];
    for (size_t s = 0; s < priced.size(); ++s)
      priced[s] = exact.sum(priced[s], exact.product(price, stretch.bytes[s]));
  }
  return priced;
}

// A label costs what its bytes are priced at above the least of its node, rounded down; what the node cannot avoid and
// the priced capacity are one sum, rounded down too. So no assignment that fits costs more than before.
std::string Checker::playRelax(int32_t index) {
  std::string reason;
  const DualCertificate *dual = dualAt(index, reason);
  Exact exact;
  Wide rest = 0;
  forgetDual();
  if (reason.empty())
    reason = loadPrices(*dual, rest);
  if (!reason.empty())
    return reason;
  for (size_t n = 0; n < items.size(); ++n) {
    Item &item = items[n];
    if (!item.alive)
      continue;
    std::vector<Wide> priced = priceOfBytes(item, exact);
    std::vector<int32_t> labels = labelsOf(static_cast<int32_t>(n));
    Wide least = priced[labels.front()];
    for (int32_t s : labels)
      least = std::min(least, priced[s]);
    for (int32_t s : labels)
      item.cost[s] += finite(exact.difference(priced[s], least) >> dual->scaleBits);
    rest = exact.sum(rest, least);
    item.usage.clear();
  }
  constant += finite(rest >> dual->scaleBits);
  std::fill(gone.begin(), gone.end(), 0);
  least.clear();
  most.clear();
  mostKnown.clear();
  forgetDual();
  return exact.fits() ? "" : "the numbers are too large for sums of 128 bits";
}

// Moves what is given from the edge to its nodes; false: no pair of it is possible, or the sums do not fit.
bool Checker::priceEdge(std::pair<int32_t, int32_t> ends, const DualCertificate::Potential *given, int shift,
                        Exact &exact, Wide &bound) {
  auto [a, b] = ends;
  std::vector<int32_t> labelsA = labelsOf(a), labelsB = labelsOf(b);
  std::vector<Wide> toA(items[a].has.size(), 0), toB(items[b].has.size(), 0);
  auto take = [&](const std::vector<int64_t> &values, const std::vector<int32_t> &labels, std::vector<Wide> &to) {
    for (size_t k = 0; k < labels.size(); ++k)
      to[labels[k]] = exact.scaled(values[k], shift);
  };
  if (given) {
    take(given->a == a ? given->toA : given->toB, labelsA, toA);
    take(given->a == a ? given->toB : given->toA, labelsB, toB);
  }
  for (size_t s = 0; s < toA.size(); ++s)
    node[a][s] = exact.sum(node[a][s], toA[s]);
  for (size_t t = 0; t < toB.size(); ++t)
    node[b][t] = exact.sum(node[b][t], toB[t]);
  const std::vector<int64_t> &matrix = edges.at(ends);
  std::vector<Wide> &reducedCost = edgeReducedCost[ends];
  reducedCost.assign(matrix.size(), never);
  std::optional<Wide> least;
  for (int32_t s : labelsA)
    for (int32_t t : labelsB) {
      size_t entry = static_cast<size_t>(s) * toB.size() + t;
      if (matrix[entry] == noPair)
        continue;
      reducedCost[entry] = exact.difference(exact.difference(exact.scaled(matrix[entry], scaleBits), toA[s]), toB[t]);
      least = std::min(least.value_or(reducedCost[entry]), reducedCost[entry]);
    }
  for (int32_t s : labelsA)
    for (int32_t t : labelsB)
      if (size_t entry = static_cast<size_t>(s) * toB.size() + t; least && matrix[entry] != noPair) {
        reducedCost[entry] = exact.difference(reducedCost[entry], *least);
        if (reducedCost[entry] >= never) // not to be mistaken for an impossible pair
          exact.refuse();
      }
  if (least)
    bound = exact.sum(bound, *least);
  return least && exact.fits();
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
  Exact exact;
  Wide reducedCost = node[i][s];
  bool partner = true; // a finite one on every edge
  for (int32_t j : items[i].near) {
    auto found = edgeReducedCost.find(key(i, j));
    if (found == edgeReducedCost.end())
      return "an edge is not in the dual";
    Wide least = never;
    for (int32_t t : labelsOf(j))
      least = std::min(least, found->second[i < j ? static_cast<size_t>(s) * items[j].has.size() + t
                                                  : static_cast<size_t>(t) * items[i].has.size() + s]);
    if (least == never)
      partner = false;
    else
      reducedCost = exact.sum(reducedCost, least);
  }
  Wide limit = limitFor(certificate.target, exact);
  if (!exact.fits())
    return "the numbers are too large for sums of 128 bits";
  if (partner && reducedCost <= limit)
    return "the label can be part of something cheaper than the target";
  conditional = true;
  removeLabel(i, s);
  return "";
}
