//===- CapacityRepair.cpp - Labellings that fit, from prices --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CapacityRepair.h"

#include <algorithm>
#include <bit>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

RowLoads::RowLoads(const Model &model) : model(model), leaves(std::bit_ceil(std::max<size_t>(model.slack.size(), 1))) {}

void RowLoads::reset(std::span<const int32_t> labels) {
  std::vector<Bytes> change(model.slack.size() + 1, 0);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    for (const Model::Usage &usage : model.usagesOf(n)) {
      Bytes own = model.bytes[usage.bytesBegin + labels[n]];
      change[usage.begin] += own;
      change[usage.end] -= own;
    }
  constexpr Bytes nothing = std::numeric_limits<Bytes>::min() / 4;
  most.assign(2 * leaves, nothing);
  pending.assign(2 * leaves, 0);
  Bytes live = 0;
  for (size_t r = 0; r < model.slack.size(); ++r) {
    live += change[r];
    most[leaves + r] = live - model.slack[r];
  }
  for (size_t k = leaves; k-- > 1;)
    most[k] = std::max(most[2 * k], most[2 * k + 1]);
}

void RowLoads::add(int32_t begin, int32_t end, Bytes bytes) {
  if (begin >= end)
    return;
  size_t left = leaves + begin, right = leaves + end, firstLeft = left, lastRight = right - 1;
  for (; left < right; left /= 2, right /= 2) {
    for (size_t k : {left & 1 ? left++ : 0, right & 1 ? --right : 0})
      if (k) {
        most[k] += bytes;
        pending[k] += bytes;
      }
  }
  for (size_t leaf : {firstLeft, lastRight})
    for (size_t k = leaf / 2; k; k /= 2)
      most[k] = std::max(most[2 * k], most[2 * k + 1]) + pending[k];
}

Bytes RowLoads::greatest(int32_t begin, int32_t end) const {
  // Bottom-up, each side with what is pending above it.
  constexpr Bytes nothing = std::numeric_limits<Bytes>::min() / 4;
  if (begin >= end)
    return nothing;
  size_t left = leaves + begin, right = leaves + end - 1;
  Bytes ofLeft = most[left], ofRight = most[right];
  while (left / 2 != right / 2) {
    if (!(left & 1))
      ofLeft = std::max(ofLeft, most[left + 1]);
    if (right & 1)
      ofRight = std::max(ofRight, most[right - 1]);
    left /= 2;
    right /= 2;
    ofLeft += pending[left];
    ofRight += pending[right];
  }
  Bytes result = std::max(ofLeft, ofRight);
  for (size_t k = left / 2; k; k /= 2)
    result += pending[k];
  return result;
}

std::pair<int32_t, Bytes> RowLoads::fullest() const {
  if (model.slack.empty())
    return {-1, 0};
  size_t k = 1;
  while (k < leaves)
    k = most[2 * k] >= most[2 * k + 1] ? 2 * k : 2 * k + 1;
  return {static_cast<int32_t>(k - leaves), most[1]};
}

void CapacityRepair::setPrices(const std::vector<double> &price) {
  sums.assign(price.size() + 1, 0);
  for (size_t r = 0; r < price.size(); ++r)
    sums[r + 1] = sums[r] + price[r];
}

Cost CapacityRepair::costOf(int32_t node, int32_t label) const {
  Cost cost = model.unary[model.labelBegin[node] + label];
  for (const Model::Adjacent &adjacent : model.neighbours(node)) {
    size_t stride;
    const Cost *row = model.row(adjacent, node, label, stride);
    Cost pair = row[stride * static_cast<size_t>(current[adjacent.other])];
    if (isInfinite(pair))
      return infiniteCost;
    cost += pair;
  }
  return cost;
}

double CapacityRepair::pricedBytes(int32_t node, int32_t from, int32_t to) const {
  double sum = 0;
  for (const Model::Usage &usage : model.usagesOf(node)) {
    const Bytes *bytes = model.bytes.data() + usage.bytesBegin;
    sum += (sums[usage.end] - sums[usage.begin]) * static_cast<double>(bytes[to] - bytes[from]);
  }
  return sum;
}

Bytes CapacityRepair::bytesAt(int32_t row, int32_t node, int32_t label) const {
  for (const Model::Usage &usage : model.usagesOf(node))
    if (usage.begin <= row && row < usage.end)
      return model.bytes[usage.bytesBegin + label];
  return 0;
}

bool CapacityRepair::fits(int32_t node, int32_t label) const {
  for (const Model::Usage &usage : model.usagesOf(node)) {
    const Bytes *bytes = model.bytes.data() + usage.bytesBegin;
    Bytes more = bytes[label] - bytes[current[node]];
    if (more > 0 && loads.greatest(usage.begin, usage.end) + more > 0)
      return false;
  }
  return true;
}

/// Bytes only ever fall while rows are emptied, so it ends.
bool CapacityRepair::onlyGives(int32_t node, int32_t label) const {
  for (const Model::Usage &usage : model.usagesOf(node)) {
    const Bytes *bytes = model.bytes.data() + usage.bytesBegin;
    if (bytes[label] > bytes[current[node]])
      return false;
  }
  return true;
}

void CapacityRepair::take(int32_t node, int32_t label) {
  for (const Model::Usage &usage : model.usagesOf(node)) {
    const Bytes *bytes = model.bytes.data() + usage.bytesBegin;
    loads.add(usage.begin, usage.end, bytes[label] - bytes[current[node]]);
  }
  current[node] = label;
}

/// Frees that many bytes of a row; false when its nodes have none to give.
bool CapacityRepair::emptyRow(int32_t row, Bytes bytes, const Deadline *deadline) {
  std::vector<Change> changes;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (n % 256 == 255 && passed(deadline))
      return false;
    Bytes own = bytesAt(row, n, current[n]);
    if (own <= 0)
      continue;
    Cost now = costOf(n, current[n]);
    Change best{n, -1, std::numeric_limits<double>::infinity()};
    for (int32_t s = 0; s < model.size(n); ++s) {
      Bytes freed = own - bytesAt(row, n, s);
      Cost cost = freed > 0 && onlyGives(n, s) ? costOf(n, s) : infiniteCost;
      if (isInfinite(cost))
        continue;
      double dearer = (isInfinite(now) ? 0.0 : static_cast<double>(cost - now)) + pricedBytes(n, current[n], s);
      double key = std::max(dearer, 0.0) / static_cast<double>(std::min(freed, bytes));
      if (key < best.key)
        best = {n, s, key};
    }
    spent += 8 + static_cast<uint64_t>(model.size(n)) * (2 + model.neighbours(n).size());
    if (best.label >= 0)
      changes.push_back(best);
  }
  spent += static_cast<uint64_t>(model.numNodes());
  std::sort(changes.begin(), changes.end(),
            [](const Change &a, const Change &b) { return a.key != b.key ? a.key < b.key : a.node < b.node; });
  bool gave = false;
  for (const Change &change : changes) {
    if (bytes <= 0)
      break;
    if (isInfinite(costOf(change.node, change.label)))
      continue; // a neighbour changed before
    bytes -= bytesAt(row, change.node, current[change.node]) - bytesAt(row, change.node, change.label);
    take(change.node, change.label);
    gave = true;
  }
  return gave;
}

bool CapacityRepair::fit(const Deadline *deadline) {
  for (;;) {
    auto [row, over] = loads.fullest();
    if (row < 0 || over <= 0)
      return true;
    // A little more than needed: the rows beside it are hardly less full, and what is too much is taken back later.
    if (passed(deadline) || !emptyRow(row, over + over / 4, deadline))
      return false;
  }
}

/// One round of cheaper changes; how many there were.
size_t CapacityRepair::improve(const Deadline *deadline) {
  std::vector<Change> changes;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (n % 256 == 255 && passed(deadline))
      return 0;
    Cost now = costOf(n, current[n]);
    for (int32_t s = 0; s < model.size(n); ++s) {
      Cost cost = s == current[n] ? infiniteCost : costOf(n, s);
      if (cost < now && fits(n, s))
        changes.push_back(
            {n, s, (isInfinite(now) ? -1e18 : static_cast<double>(cost - now)) + pricedBytes(n, current[n], s)});
    }
    spent += static_cast<uint64_t>(model.size(n)) * (2 + model.neighbours(n).size());
  }
  std::sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) {
    return std::tuple(a.key, a.node, a.label) < std::tuple(b.key, b.node, b.label);
  });
  size_t taken = 0;
  for (const Change &change : changes)
    if (change.label != current[change.node] &&
        costOf(change.node, change.label) < costOf(change.node, current[change.node]) &&
        fits(change.node, change.label)) {
      take(change.node, change.label);
      ++taken;
    }
  return taken;
}

bool CapacityRepair::run(std::vector<int32_t> &labels, const std::vector<double> &price, uint64_t &work,
                         const Deadline *deadline) {
  setPrices(price);
  current = labels;
  loads.reset(current);
  spent = model.unary.size() + 4 * model.slack.size();
  bool fitting = fit(deadline);
  for (int round = 0; fitting && round < 20 && !passed(deadline); ++round)
    if (improve(deadline) == 0)
      break;
  work += spent;
  if (!fitting || loads.fullest().second > 0 || isInfinite(model.costOf(current)))
    return false;
  labels = current;
  return true;
}
