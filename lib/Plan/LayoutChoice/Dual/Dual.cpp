//===- Dual.cpp - Lagrangian bound by message passing ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Dual.h"
#include "MinPlus.h"
#include "SoftMin.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

Dual::Dual(const Model &model)
    : model(model), price(model.slack.size(), 0.0), potentials(model.numPotentials, 0.0), priced(model.unary.size()),
      costs(model.costs.size()), marginal(model.unary.size(), 0.0), direction(model.slack.size(), 0.0),
      current(-infiniteDual), bestBound(-infiniteDual) {
  for (size_t k = 0; k < costs.size(); ++k)
    costs[k] = isInfinite(model.costs[k]) ? infiniteDual : static_cast<double>(model.costs[k]);
  int32_t widest = 1;
  for (int32_t n = 0; n < model.numNodes(); ++n)
    widest = std::max(widest, model.size(n));
  scratch.resize(widest);
  sums.resize(widest);
  reprice();
}

void Dual::reprice() {
  std::vector<double> sums(price.size() + 1, 0.0);
  priceOfSlack = 0;
  for (size_t r = 0; r < price.size(); ++r) {
    sums[r + 1] = sums[r] + price[r];
    priceOfSlack += price[r] * static_cast<double>(model.slack[r]);
  }
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    int32_t first = model.labelBegin[n], count = model.size(n);
    for (int32_t s = 0; s < count; ++s)
      priced[first + s] = static_cast<double>(model.unary[first + s]);
    for (const Model::Usage &usage : model.usagesOf(n)) {
      double sum = sums[usage.end] - sums[usage.begin];
      if (sum > 0)
        for (int32_t s = 0; s < count; ++s)
          priced[first + s] += sum * static_cast<double>(model.bytes[usage.bytesBegin + s]);
    }
  }
}

void Dual::pull(const Model::Adjacent &adjacent, int32_t node, double temperature) {
  const Model::Edge &edge = model.edges[adjacent.edge];
  size_t rows = model.size(edge.u), columns = model.size(edge.v);
  double *toU = potentials.data() + edge.potBegin, *toV = toU + rows;
  const double *entries = costs.data() + edge.costBegin;
  if (temperature > 0 && edge.v == node)
    softMinOverRows(entries, toU, rows, columns, temperature, sums.data(), toV);
  else if (temperature > 0)
    softMinOverColumns(entries, toV, rows, columns, temperature, toU);
  else if (edge.v == node)
    minOverRows(entries, toU, rows, columns, toV);
  else
    minOverColumns(entries, toV, rows, columns, toU);
}

// A node lies on as many chains as it has edges on the side that has more of them, each with an equal share of its sum; one
// chain goes on with every edge ahead, the others end here.
static size_t chainsOf(size_t behind, size_t ahead) { return std::max<size_t>({behind, ahead, 1}); }

double Dual::pass(bool forward, const Deadline *deadline, double temperature) {
  double bound = static_cast<double>(model.constant) - priceOfSlack;
  int32_t count = model.numNodes();
  for (int32_t k = 0; k < count; ++k) {
    if (k % 128 == 0 && passed(deadline))
      return -infiniteDual;
    int32_t n = forward ? k : count - 1 - k, first = model.labelBegin[n], size = model.size(n);
    std::span<const Model::Adjacent> behind = forward ? model.earlier(n) : model.later(n);
    std::span<const Model::Adjacent> ahead = forward ? model.later(n) : model.earlier(n);
    double *sum = scratch.data();
    std::copy_n(priced.data() + first, size, sum);
    for (const Model::Adjacent &adjacent : behind) {
      pull(adjacent, n, temperature);
      const double *own = potentials.data() + model.potential(adjacent.edge, n);
      for (int32_t s = 0; s < size; ++s)
        sum[s] += own[s];
    }
    for (const Model::Adjacent &adjacent : ahead) {
      const double *own = potentials.data() + model.potential(adjacent.edge, n);
      for (int32_t s = 0; s < size; ++s)
        sum[s] += own[s];
    }
    double least = *std::min_element(sum, sum + size);
    bound += least;
    for (int32_t s = 0; s < size; ++s)
      marginal[first + s] = sum[s] - least;
    size_t chains = chainsOf(behind.size(), ahead.size());
    double share = 1.0 / static_cast<double>(chains);
    if (temperature > 0 && chains > ahead.size()) {
      double terms = 0;
      for (int32_t s = 0; s < size; ++s)
        terms += expOfNegative(-marginal[first + s] * share / temperature);
      bound -= static_cast<double>(chains - ahead.size()) * temperature * logOfLarge(terms);
    }
    if (ahead.empty())
      continue;
    for (int32_t s = 0; s < size; ++s)
      sum[s] = (sum[s] - least) * share;
    for (const Model::Adjacent &adjacent : ahead) {
      double *own = potentials.data() + model.potential(adjacent.edge, n);
      for (int32_t s = 0; s < size; ++s)
        own[s] -= sum[s];
    }
  }
  return bound;
}

double Dual::sweep(const Deadline *deadline) {
  pass(true, deadline);
  current = passed(deadline) ? -infiniteDual : pass(false, deadline);
  return current;
}

double Dual::smoothSweep(double temperature, const Deadline *deadline) {
  pass(true, deadline, temperature);
  return passed(deadline) ? -infiniteDual : pass(false, deadline, temperature);
}

double Dual::leap(const Deadline *deadline) {
  constexpr double longer = 1.5, shorter = 0.5, mostFactor = 20, leastFactor = 0.25;
  double before = sweep(deadline);
  if (passed(deadline))
    return before;
  keepIfBest();
  std::vector<double> reached = potentials;
  if (leapFrom.size() == potentials.size()) {
    for (size_t k = 0; k < potentials.size(); ++k)
      potentials[k] += leapFactor * (reached[k] - leapFrom[k]);
    if (sweep(deadline) > before) {
      leapFactor = std::min(leapFactor * longer, mostFactor);
    } else {
      leapFactor = std::max(leapFactor * shorter, leastFactor);
      potentials = reached;
      current = before;
    }
  }
  leapFrom = std::move(reached);
  return current;
}

bool Dual::keepIfBest() {
  if (current <= bestBound)
    return false;
  bestBound = current;
  bestPrice = price;
  bestPotentials = potentials;
  return true;
}

void Dual::restoreBest() {
  if (!hasBest())
    return;
  price = bestPrice;
  potentials = bestPotentials;
  current = bestBound;
  leapFrom = potentials;
  lastStep.prices.clear(); // the next step is half as long
  lastStep.length /= 2;
  reprice();
}

void Dual::decode(std::vector<int32_t> &labels) const {
  labels.assign(model.numNodes(), 0);
  std::vector<double> score;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    int32_t first = model.labelBegin[n], size = model.size(n);
    score.assign(priced.begin() + first, priced.begin() + first + size);
    for (const Model::Adjacent &adjacent : model.earlier(n)) {
      const Model::Edge &edge = model.edges[adjacent.edge];
      const double *row = costs.data() + edge.costBegin + static_cast<size_t>(labels[edge.u]) * size;
      for (int32_t t = 0; t < size; ++t)
        score[t] += row[t];
    }
    for (const Model::Adjacent &adjacent : model.later(n)) {
      const double *own = potentials.data() + model.potential(adjacent.edge, n);
      for (int32_t s = 0; s < size; ++s)
        score[s] += own[s];
    }
    labels[n] = static_cast<int32_t>(std::min_element(score.begin(), score.end()) - score.begin());
  }
}

/// From the differences at the begin and the end of every usage to what is live, less the slack.
void Dual::sumUp(std::vector<double> &overflow) const {
  double live = 0;
  for (size_t r = 0; r < price.size(); ++r) {
    live += overflow[r];
    overflow[r] = live - static_cast<double>(model.slack[r]);
  }
  overflow.resize(price.size());
}

void Dual::overflowOf(std::span<const int32_t> labels, std::vector<double> &overflow) const {
  overflow.assign(price.size() + 1, 0.0);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    for (const Model::Usage &usage : model.usagesOf(n)) {
      double own = static_cast<double>(model.bytes[usage.bytesBegin + labels[n]]);
      overflow[usage.begin] += own;
      overflow[usage.end] -= own;
    }
  sumUp(overflow);
}

/// `share(n, s)`: of a label, up to a factor per node.
template <typename Share>
void Dual::overflowBy(Share share, std::vector<double> &overflow) const {
  overflow.assign(price.size() + 1, 0.0);
  std::vector<double> shares;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (model.usagesOf(n).empty())
      continue;
    double sum = 0;
    shares.resize(model.size(n));
    for (int32_t s = 0; s < model.size(n); ++s)
      sum += shares[s] = share(n, s);
    for (const Model::Usage &usage : model.usagesOf(n)) {
      double own = 0;
      for (int32_t s = 0; s < model.size(n); ++s)
        own += shares[s] * static_cast<double>(model.bytes[usage.bytesBegin + s]);
      overflow[usage.begin] += own / sum;
      overflow[usage.end] -= own / sum;
    }
  }
  sumUp(overflow);
}

void Dual::overflowOfShares(double width, std::vector<double> &overflow) const {
  overflowBy([&](int32_t n, int32_t s) { return std::max(0.0, 1 - marginal[model.labelBegin[n] + s] / width); },
             overflow);
}

void Dual::overflowOfSmooth(double temperature, std::vector<double> &overflow) const {
  overflowBy(
      [&](int32_t n, int32_t s) {
        auto chains = static_cast<double>(chainsOf(model.earlier(n).size(), model.later(n).size()));
        return expOfNegative(-marginal[model.labelBegin[n] + s] / (chains * temperature));
      },
      overflow);
}

void Dual::updateBlockPrices(std::span<const int32_t> labels, size_t blocks, double target) {
  size_t rows = price.size();
  std::vector<double> perRow, overflow(blocks), prices(blocks);
  overflowOf(labels, perRow);
  auto beginOf = [&](size_t block) { return block * rows / blocks; };
  double norm = 0;
  for (size_t k = 0; k < blocks; ++k) {
    for (size_t r = beginOf(k); r < beginOf(k + 1); ++r) {
      overflow[k] += perRow[r];
      prices[k] += price[r];
    }
    prices[k] /= static_cast<double>(beginOf(k + 1) - beginOf(k));
    if (prices[k] > 0 || overflow[k] > 0)
      norm += overflow[k] * overflow[k];
  }
  if (norm <= 0)
    return;
  double length =
      lastStep.length > 0 ? lastStep.length : 0.2 * std::max(target - current, 1e-6 * std::abs(target)) / norm;
  if (lastStep.prices.size() == blocks) {
    double moved = 0, fell = 0;
    for (size_t k = 0; k < blocks; ++k) {
      double step = prices[k] - lastStep.prices[k];
      moved += step * step;
      fell += step * (lastStep.overflow[k] - overflow[k]);
    }
    length = fell > 0 ? std::clamp(moved / fell, 0.1 * lastStep.length, 10 * lastStep.length) : 2 * lastStep.length;
  }
  lastStep = {length, prices, overflow};
  for (size_t k = 0; k < blocks; ++k)
    std::fill(price.begin() + static_cast<ptrdiff_t>(beginOf(k)),
              price.begin() + static_cast<ptrdiff_t>(beginOf(k + 1)), std::max(0.0, prices[k] + length * overflow[k]));
  reprice();
}

double layout::squaredNormOfMoving(std::span<const double> price, std::span<const double> direction) {
  double norm = 0;
  for (size_t r = 0; r < price.size(); ++r)
    if (price[r] > 0 || direction[r] > 0)
      norm += direction[r] * direction[r];
  return norm;
}

void Dual::updatePrices(std::span<const double> overflow, double target, double factor) {
  constexpr double smoothing = 0.9;
  size_t rows = price.size();
  for (size_t r = 0; r < rows; ++r)
    direction[r] = smoothing * direction[r] + (1 - smoothing) * overflow[r];
  double norm = squaredNormOfMoving(price, direction);
  if (norm <= 0)
    return;
  double step = factor * std::max(target - current, 1e-6 * std::abs(target)) / norm;
  for (size_t r = 0; r < rows; ++r)
    price[r] = std::max(0.0, price[r] + step * direction[r]);
  reprice();
}

Cost RoundedDual::costAbove(int64_t reducedCost) const {
  // Ceiling of (bound + reduced cost) / 2^scaleBits.
  __int128 unit = __int128(1) << scaleBits, scaled = bound + reducedCost;
  __int128 whole = scaled / unit;
  if (whole * unit < scaled)
    ++whole;
  if (whole > infiniteCost)
    return infiniteCost;
  return whole < -infiniteCost ? -infiniteCost : static_cast<Cost>(whole);
}

int64_t RoundedDual::limitFor(Cost cost) const {
  __int128 limit = (static_cast<__int128>(cost) << scaleBits) - bound;
  return limit < 0 ? -1 : static_cast<int64_t>(std::min<__int128>(limit, infiniteReducedCost));
}

RoundedDual Dual::rounded(Cost gap, const Deadline *deadline) const {
  return roundDual(model, price, potentials, gap, deadline);
}

RoundedDual Dual::roundedBest(Cost gap, const Deadline *deadline) const {
  return hasBest() ? roundDual(model, bestPrice, bestPotentials, gap, deadline) : rounded(gap, deadline);
}

namespace {

int64_t toInteger(double value) {
  constexpr double limit = 0x1p61;
  return static_cast<int64_t>(std::nearbyint(std::clamp(value, -limit, limit)));
}

double greatest(const std::vector<double> &values) {
  double most = 1e-300;
  for (double value : values)
    most = std::max(most, std::abs(value));
  return most;
}

// The greatest scale at which a reduced cost of `gap` stays below 2^44 and every price below 2^60.
int scaleFor(const Model &model, Cost gap, const std::vector<double> &price) {
  double interest = static_cast<double>(gap);
  if (isInfinite(gap)) {
    interest = std::abs(static_cast<double>(model.constant)) + 1;
    for (int32_t n = 0; n < model.numNodes(); ++n)
      interest += std::abs(static_cast<double>(
          *std::max_element(model.unary.begin() + model.labelBegin[n], model.unary.begin() + model.labelBegin[n + 1])));
  }
  int bits = 0;
  double highest = greatest(price), sum = 0, most = 1;
  for (double lambda : price)
    sum += lambda;
  for (Bytes slack : model.slack)
    most = std::max(most, std::abs(static_cast<double>(slack)));
  for (Bytes own : model.bytes)
    most = std::max(most, static_cast<double>(own));
  while (bits < 44 && std::ldexp(interest + 1, bits + 1) < 0x1p44 && std::ldexp(highest, bits + 1) < 0x1p60 &&
         std::ldexp(sum * most, bits + 1) < 0x1p110)
    ++bits;
  return bits;
}

int64_t cutReducedCost(__int128 value) { return static_cast<int64_t>(std::min<__int128>(value, infiniteReducedCost)); }

} // namespace

RoundedDual layout::roundDual(const Model &model, const std::vector<double> &price,
                              const std::vector<double> &potentials, Cost gap, const Deadline *deadline) {
  RoundedDual out;
  constexpr __int128 noBound = -(__int128(1) << 120);
  out.scaleBits = scaleFor(model, gap, price);
  // Without arc consistency a potential may be infinite. Any number is valid; this one keeps sums within 128 bits.
  auto tame = [](double potential) { return std::clamp(potential, -0x1p61, 0x1p61); };
  double unit = std::ldexp(1.0, out.scaleBits), most = tame(greatest(potentials)) * unit;
  while (std::ldexp(most, -out.potentialShift) > 0x1p60)
    ++out.potentialShift;
  // What a row's price loses goes to the next row: over thousands of rows a few units each would be several per cent.
  double left = 0;
  for (double lambda : price) {
    left += lambda * unit;
    out.price.push_back(toInteger(std::floor(left)));
    left -= std::floor(left);
  }
  for (double potential : potentials)
    out.potentials.push_back(toInteger(std::ldexp(tame(potential) * unit, -out.potentialShift)));
  out.bound = static_cast<__int128>(model.constant) << out.scaleBits;
  std::vector<__int128> sums(price.size() + 1, 0);
  for (size_t r = 0; r < price.size(); ++r) {
    sums[r + 1] = sums[r] + out.price[r];
    out.bound -= static_cast<__int128>(out.price[r]) * model.slack[r];
  }
  out.node.resize(model.unary.size());
  out.edge.resize(model.costs.size());
  std::vector<__int128> sum;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (n % 128 == 0 && passed(deadline)) {
      out.bound = noBound;
      return out;
    }
    int32_t first = model.labelBegin[n], size = model.size(n);
    sum.assign(size, 0);
    for (int32_t s = 0; s < size; ++s)
      sum[s] = static_cast<__int128>(model.unary[first + s]) << out.scaleBits;
    for (const Model::Usage &usage : model.usagesOf(n))
      for (int32_t s = 0; s < size; ++s)
        sum[s] += (sums[usage.end] - sums[usage.begin]) * model.bytes[usage.bytesBegin + s];
    for (const Model::Adjacent &adjacent : model.neighbours(n)) {
      const int64_t *own = out.potentials.data() + model.potential(adjacent.edge, n);
      for (int32_t s = 0; s < size; ++s)
        sum[s] += static_cast<__int128>(own[s]) << out.potentialShift;
    }
    __int128 least = *std::min_element(sum.begin(), sum.end());
    out.bound += least;
    for (int32_t s = 0; s < size; ++s)
      out.node[first + s] = cutReducedCost(sum[s] - least);
  }
  std::vector<__int128> entries;
  for (size_t e = 0; e < model.edges.size(); ++e) {
    if (e % 128 == 0 && passed(deadline)) {
      out.bound = noBound;
      return out;
    }
    const Model::Edge &edge = model.edges[e];
    int32_t rows = model.size(edge.u), columns = model.size(edge.v);
    const int64_t *toU = out.potentials.data() + edge.potBegin, *toV = toU + rows;
    const Cost *costs = model.costs.data() + edge.costBegin;
    entries.resize(static_cast<size_t>(rows) * columns);
    __int128 least = __int128(1) << 120;
    for (int32_t s = 0; s < rows; ++s)
      for (int32_t t = 0; t < columns; ++t) {
        size_t k = static_cast<size_t>(s) * columns + t;
        entries[k] = (static_cast<__int128>(costs[k]) << out.scaleBits) -
                     ((static_cast<__int128>(toU[s]) + toV[t]) << out.potentialShift);
        if (!isInfinite(costs[k]))
          least = std::min(least, entries[k]);
      }
    for (size_t k = 0; k < entries.size(); ++k)
      out.edge[edge.costBegin + k] = isInfinite(costs[k]) ? infiniteReducedCost : cutReducedCost(entries[k] - least);
    out.bound += least;
  }
  return out;
}
