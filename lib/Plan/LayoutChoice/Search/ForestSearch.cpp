//===- ForestSearch.cpp - Local search by trees of nodes ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ForestSearch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
// Measured on IOPDDL R, K, U, S and M.
constexpr int sweepsPerStart = 8, movesPerStart = 30;
constexpr double stepOfPrices = 0.005; ///< what a refusal adds to a row, of the sum of all prices
constexpr double fading = 0.99;
constexpr uint64_t fadeEvery = 50, sweepEvery = 2000, lookEvery = 512; // rounds
constexpr double bigRegions = 0.02, decodedRegions = 0.1, takenRegions = 0.2;
} // namespace

ForestSearch::ForestSearch(const Model &model, uint64_t seed, int starts)
    : model(model), sweeper(model), forest(model, sweeper.entries(), seed), repair(model), loads(model),
      random(mix64(seed)), price(model.slack.size(), 0.0), all(model.numNodes()), mark(model.numNodes(), 0),
      mostStarts(starts) {
  std::iota(all.begin(), all.end(), 0);
}

void ForestSearch::setDual(const RoundedDual &rounded) {
  dual = &rounded;
  auto scaled = [](int64_t value, int bits) { return std::ldexp(static_cast<double>(value), bits); };
  for (size_t r = 0; r < price.size(); ++r)
    price[r] = scaled(rounded.price[r], -rounded.scaleBits);
  for (size_t k = 0; k < sweeper.potentials.size(); ++k)
    sweeper.potentials[k] = scaled(rounded.potentials[k], rounded.potentialShift - rounded.scaleBits);
  priceStep = stepOfPrices * std::accumulate(price.begin(), price.end(), 0.0);
  forest.setPrices(price);
  starts = 0;
}

void ForestSearch::setLabels(const std::vector<int32_t> &labels) {
  current = trial = labels;
  loads.reset(current);
  cheapest = infiniteCost;
  keepIfBest();
}

void ForestSearch::keepIfBest() {
  spent += model.edges.size() + model.unary.size();
  Cost cost = model.costOf(current);
  if (cost >= cheapest)
    return;
  cheapest = cost;
  bestLabels = current;
}

/// Puts a labelling decoded at the present prices into `trial`.
void ForestSearch::sweepAndDecode(const Deadline *deadline) {
  sweeper.setPrices(price);
  for (int k = 0; k < sweepsPerStart; ++k)
    sweeper.sweep(deadline);
  sweeper.decode(trial);
  spent += sweepsPerStart * sweeper.workPerSweep();
  for (int k = 0; k < movesPerStart && !passed(deadline); ++k)
    spent += forest.run(all, trial);
}

void ForestSearch::startFree(const Deadline *deadline) {
  ++starts;
  sweepAndDecode(deadline);
  if (free.empty())
    free = trial;
  cross(free, trial);
  for (int k = 0; k < 3; ++k)
    spent += forest.run(all, free);
  std::vector<int32_t> fitting = free;
  if (repair.run(fitting, price, spent, deadline) && model.costOf(fitting) < cheapest)
    setLabels(fitting);
  trial = current;
}

/// The nodes around `seed` in which the two differ; those marked later than `since` are left out.
void ForestSearch::growPart(int32_t seed, std::span<const int32_t> from, std::span<const int32_t> to, int64_t since) {
  mark[seed] = ++stamp;
  part.assign(1, seed);
  for (size_t head = 0; head < part.size(); ++head)
    for (const Model::Adjacent &adjacent : model.neighbours(part[head]))
      if (mark[adjacent.other] <= since && from[adjacent.other] != to[adjacent.other]) {
        mark[adjacent.other] = stamp;
        part.push_back(adjacent.other);
      }
}

void ForestSearch::cross(std::vector<int32_t> &labels, const std::vector<int32_t> &with) {
  int64_t since = stamp;
  for (int32_t n : all) {
    if (labels[n] == with[n] || mark[n] > since)
      continue;
    growPart(n, labels, with, since);
    if (change(labels, with) < 0)
      for (int32_t own : part)
        labels[own] = with[own];
  }
  spent += 2 * model.edges.size() + all.size();
}

void ForestSearch::growBall(int32_t seed, size_t size) {
  // Of a node with many neighbours only some: the ball is to reach further.
  constexpr size_t mostOfSeed = 400, mostOfOther = 40;
  mark[seed] = ++stamp;
  region.assign(1, seed);
  for (size_t head = 0; head < region.size() && region.size() < size; ++head) {
    std::span<const Model::Adjacent> near = model.neighbours(region[head]);
    size_t start = near.empty() ? 0 : random.below(near.size());
    size_t most = std::min(near.size(), head == 0 ? mostOfSeed : mostOfOther);
    for (size_t k = 0; k < most && region.size() < size; ++k)
      if (int32_t other = near[(start + k) % near.size()].other; mark[other] != stamp) {
        mark[other] = stamp;
        region.push_back(other);
      }
  }
}

// Every node of the region beside the labels outside and those decoded before it, with noise of a fraction to several
// times of the reduced cost that a node of the region has on the average.
void ForestSearch::decodeRegion() {
  double total = 1;
  for (int32_t n : region)
    total += static_cast<double>(std::min(dual->node[model.labelBegin[n] + current[n]], infiniteReducedCost >> 12));
  double noise = total / static_cast<double>(region.size()) * std::ldexp(0.25, static_cast<int>(random.below(6)));
  std::vector<double> score;
  for (int32_t n : region) {
    score.resize(model.size(n));
    for (int32_t s = 0; s < model.size(n); ++s)
      score[s] = static_cast<double>(dual->node[model.labelBegin[n] + s]) + noise * random.unit();
    for (const Model::Adjacent &adjacent : model.neighbours(n))
      for (int32_t s = 0; mark[adjacent.other] != stamp && s < model.size(n); ++s) {
        size_t stride;
        const Cost *row = model.row(adjacent, n, s, stride);
        score[s] += static_cast<double>(dual->edge[row - model.costs.data() + trial[adjacent.other] * stride]);
      }
    trial[n] = static_cast<int32_t>(std::min_element(score.begin(), score.end()) - score.begin());
    mark[n] = stamp - 1; // stands for those that follow
    spent += static_cast<uint64_t>(model.size(n)) * (1 + model.neighbours(n).size());
  }
}

void ForestSearch::disturbAndSettle(int32_t seed) {
  if (!other.empty() && random.chance(takenRegions)) {
    for (int32_t n : region)
      trial[n] = other[n];
    for (int k = 0; k < 3; ++k)
      spent += forest.run(region, trial);
    return;
  }
  if (random.chance(decodedRegions)) {
    decodeRegion();
    for (int k = 0; k < 6; ++k)
      spent += forest.run(region, trial);
    return;
  }
  trial[seed] = static_cast<int32_t>(random.below(model.size(seed)));
  spent += forest.run(region, trial, seed);
  spent += forest.run(region, trial, random.chance(0.5) ? seed : -1);
  spent += forest.run(region, trial);
}

/// Priced cost of the part's labels of `to` above that of those of `from`.
double ForestSearch::change(std::span<const int32_t> from, std::span<const int32_t> to) const {
  double sum = 0;
  for (int32_t n : part) {
    sum += forest.own(n, to[n]) - forest.own(n, from[n]);
    for (const Model::Adjacent &adjacent : model.neighbours(n))
      if (to[adjacent.other] == from[adjacent.other] || adjacent.other > n)
        sum += forest.between(adjacent, n, to) - forest.between(adjacent, n, from);
  }
  return sum;
}

/// The loads with the part's trial labels instead of the present ones, or back.
void ForestSearch::addLoads(bool back) {
  for (int32_t n : part)
    for (const Model::Usage &usage : model.usagesOf(n)) {
      const Bytes *own = model.bytes.data() + usage.bytesBegin;
      if (Bytes by = own[trial[n]] - own[current[n]]; by != 0)
        loads.add(usage.begin, usage.end, back ? -by : by);
      ++spent;
    }
}

bool ForestSearch::partFits() const {
  for (int32_t n : part)
    for (const Model::Usage &usage : model.usagesOf(n))
      if (loads.greatest(usage.begin, usage.end) > 0)
        return false;
  return true;
}

void ForestSearch::takePart() {
  double by = change(current, trial);
  if (by <= 0) {
    addLoads(false);
    if (partFits()) {
      for (int32_t n : part)
        current[n] = trial[n];
      return;
    }
    // A price that would have refused it does where there are none yet.
    if (auto [row, over] = loads.fullest(); by < 0)
      price[row] += priceStep > 0 ? priceStep : -by / static_cast<double>(over);
    addLoads(true);
  }
  for (int32_t n : part)
    trial[n] = current[n];
}

void ForestSearch::takeParts() {
  for (int32_t n : region)
    if (trial[n] != current[n]) {
      growPart(n, current, trial, stamp);
      takePart();
      spent += 16 * part.size();
    }
}

void ForestSearch::fadePrices() {
  for (double &own : price)
    own *= fading;
  forest.setPrices(price);
  spent += price.size() + model.bytes.size() + model.unary.size();
}

void ForestSearch::round() {
  size_t count = static_cast<size_t>(model.numNodes());
  int32_t seed = static_cast<int32_t>(random.below(count));
  if (std::span<const Model::Adjacent> near = model.neighbours(seed); !near.empty() && random.chance(0.5))
    seed = near[random.below(near.size())].other;
  growBall(seed, random.chance(bigRegions) ? count / 16 + random.below(count) : 30 + random.below(300));
  disturbAndSettle(seed);
  takeParts();
}

uint64_t ForestSearch::improve(uint64_t work, const Deadline *deadline) {
  spent = 0;
  while (dual && !current.empty() && spent < work && !passed(deadline)) {
    uint64_t before = spent;
    if (starts < mostStarts && startWork <= roundWork) {
      startFree(deadline);
      startWork += spent - before;
      continue;
    }
    if (++rounds % sweepEvery == 0) {
      sweepAndDecode(deadline);
      region = all;
      takeParts();
    } else {
      round();
    }
    if (rounds % fadeEvery == 0)
      fadePrices();
    if (rounds % lookEvery == 0)
      keepIfBest();
    roundWork += spent - before;
  }
  if (!current.empty())
    keepIfBest();
  return spent;
}
