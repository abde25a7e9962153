//===- CheckReductions.cpp - Steps that remove something ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checker.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::certificate;

std::string Checker::playArc(int32_t i, int32_t s) {
  if (!valid(i, s))
    return "no such label is left";
  for (int32_t j : items[i].near) {
    bool partner = false;
    for (int32_t t : labelsOf(j))
      partner |= pairCost(i, s, j, t) != noPair;
    if (!partner) {
      removeLabel(i, s);
      return "";
    }
  }
  return "the label has a partner on every edge";
}

std::string Checker::playCapacity(int32_t i, int32_t s) {
  if (!valid(i, s))
    return "no such label is left";
  bool tooMuch = false;
  for (int attempt = 0; attempt < 2 && !tooMuch; ++attempt) {
    if (attempt == 1) // the profile may be older than the solver's
      profile(least, most);
    stretches(i, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
      Bytes low = rangeOf(i, bytes).first;
      for (size_t k = first; k < last; ++k)
        tooMuch |= least[k] - low + bytes[s] > problem.capacity;
    });
  }
  if (!tooMuch)
    return "the label fits";
  removeLabel(i, s);
  return "";
}

std::string Checker::playConflict(int32_t i, int32_t j) {
  if (!valid(j) || !items[i].near.count(j))
    return "no such edge is left";
  // The least room beside both over the times that a pair of stretches shares.
  std::vector<std::tuple<size_t, size_t, std::vector<Bytes>>> other;
  stretches(
      j, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) { other.emplace_back(first, last, bytes); });
  std::vector<int64_t> &matrix = edges[key(i, j)];
  stretches(i, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
    Bytes low = rangeOf(i, bytes).first;
    for (const auto &[begin, end, theirs] : other) {
      Bytes room = INT64_MAX, their = rangeOf(j, theirs).first;
      for (size_t k = std::max(first, begin); k < std::min(last, end); ++k)
        room = std::min(room, problem.capacity - (least[k] - low - their));
      if (room == INT64_MAX)
        continue;
      for (int32_t s : labelsOf(i))
        for (int32_t t : labelsOf(j))
          if (bytes[s] + theirs[t] > room)
            matrix[i < j ? static_cast<size_t>(s) * items[j].has.size() + t
                         : static_cast<size_t>(t) * items[i].has.size() + s] = noPair;
    }
  });
  return "";
}

std::string Checker::playDominated(int32_t i, int32_t s, int32_t t) {
  if (!valid(i, s) || !valid(i, t) || s == t)
    return "no such labels are left";
  if (playArc(i, s).empty()) // s has no partner on some edge: nothing can be worse
    return "";
  std::string reason;
  stretches(i, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
    if (bytes[t] > bytes[s] && !cannotBind(first, last))
      reason = "the dominating label has more bytes";
  });
  Wide sum = items[i].cost[t] - items[i].cost[s];
  for (int32_t j : items[i].near) {
    bool any = false; // true at the end: s has a partner on every edge
    Wide worst = 0;
    for (int32_t b : labelsOf(j)) {
      int64_t before = pairCost(i, s, j, b), after = pairCost(i, t, j, b);
      if (before == noPair)
        continue;
      if (after == noPair)
        return "the dominating label lacks a partner";
      Wide more = Wide(after) - before;
      worst = any ? std::max(worst, more) : more;
      any = true;
    }
    sum += worst;
  }
  if (reason.empty() && sum > 0)
    reason = "the dominating label is dearer";
  if (reason.empty())
    removeLabel(i, s);
  return reason;
}

// No choice of what is left can exceed the capacity at times [first, last). Greatest bytes only fall, so an old
// profile is good for a yes.
bool Checker::cannotBind(size_t first, size_t last) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    bool slack = mostKnown.size() == times.size() + 1;
    for (size_t k = first; slack && k < last; ++k)
      slack = !needed[k] || mostKnown[k] <= problem.capacity;
    if (slack)
      return true;
    if (attempt == 0) {
      std::vector<Bytes> low;
      profile(low, mostKnown);
      dropImplied();
    }
  }
  return false;
}

std::string Checker::playContract(int32_t j, int32_t i) {
  if (!valid(i) || !items[i].near.count(j))
    return "no such edge is left";
  std::vector<int32_t> image(items[i].has.size(), 0);
  for (int32_t s : labelsOf(i)) {
    int32_t partners = 0;
    for (int32_t t : labelsOf(j))
      if (pairCost(i, s, j, t) != noPair) {
        ++partners;
        image[s] = t;
      }
    if (partners > 1)
      return "a label leaves a choice";
    if (partners == 0) {
      removeLabel(i, s);
      continue;
    }
    items[i].cost[s] += items[j].cost[image[s]] + pairCost(i, s, j, image[s]);
  }
  forgetDual();
  dropEdge(i, j);
  std::vector<int32_t> others(items[j].near.begin(), items[j].near.end());
  for (int32_t k : others) {
    std::vector<int64_t> rows;
    for (size_t s = 0; s < items[i].has.size(); ++s)
      for (size_t u = 0; u < items[k].has.size(); ++u)
        rows.push_back(pairCost(j, image[s], k, static_cast<int32_t>(u)));
    dropEdge(j, k);
    addEdge(i, k, [&](int32_t s, int32_t u) { return rows[static_cast<size_t>(s) * items[k].has.size() + u]; });
  }
  for (const Stretch &stretch : items[j].usage) {
    Stretch moved{stretch.first, stretch.last, {}};
    for (int32_t t : image)
      moved.bytes.push_back(stretch.bytes[t]);
    addUsage(items[i].usage, std::move(moved));
  }
  items[j].usage.clear();
  items[j].alive = false;
  return "";
}

std::string Checker::playSeparable(int32_t i, int32_t j) {
  if (!valid(j) || !items[i].near.count(j))
    return "no such edge is left";
  std::vector<int32_t> rows = labelsOf(i), columns = labelsOf(j);
  for (int32_t s : rows)
    for (int32_t t : columns) {
      int64_t a = pairCost(i, s, j, t), b = pairCost(i, rows[0], j, t), c = pairCost(i, s, j, columns[0]),
              d = pairCost(i, rows[0], j, columns[0]);
      if (a == noPair || b == noPair || c == noPair || d == noPair || Wide(a) + d != Wide(b) + c)
        return "the costs are not a sum";
    }
  forgetDual();
  Wide corner = pairCost(i, rows[0], j, columns[0]);
  for (int32_t s : rows)
    items[i].cost[s] += pairCost(i, s, j, columns[0]);
  for (int32_t t : columns)
    items[j].cost[t] += pairCost(i, rows[0], j, t) - corner;
  dropEdge(i, j);
  return "";
}

// The reduced cost of nodes and edges that change here was part of the last dual: it says nothing any more.
void Checker::forgetDual() {
  node.clear();
  edgeReducedCost.clear();
  prices.clear();
}

// First every stretch is tested, then its least bytes are taken for good: a test between would count them twice.
std::string Checker::keepLeastBytes(int32_t j) {
  struct Fixed {
    size_t first, last;
    Bytes low;
  };
  std::vector<Fixed> fixed;
  bool matter = false;
  stretches(j, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
    auto [low, high] = rangeOf(j, bytes);
    matter |= low != high && !cannotBind(first, last);
    fixed.push_back({first, last, low});
  });
  if (matter)
    return "its bytes matter";
  for (const Fixed &stretch : fixed) {
    gone[stretch.first] += stretch.low;
    gone[stretch.last] -= stretch.low;
  }
  return "";
}

std::string Checker::playEliminate(int32_t j) {
  std::vector<int32_t> labels = labelsOf(j), others(items[j].near.begin(), items[j].near.end());
  if (labels.size() > 1 && others.size() > 2)
    return "more than two neighbours";
  if (std::string reason = keepLeastBytes(j); !reason.empty())
    return reason;
  forgetDual();
  if (labels.size() == 1)
    eliminateFixed(j, labels[0], others);
  else if (others.size() == 2)
    eliminateBetween(j, labels, others[0], others[1]);
  else
    eliminateLeaf(j, labels, others);
  for (int32_t i : others)
    dropEdge(i, j);
  items[j].alive = false;
  return "";
}

void Checker::eliminateFixed(int32_t j, int32_t label, const std::vector<int32_t> &others) {
  for (int32_t i : others)
    for (int32_t s : labelsOf(i)) {
      int64_t cost = pairCost(j, label, i, s);
      if (cost == noPair)
        removeLabel(i, s);
      else
        items[i].cost[s] += cost;
    }
  constant += items[j].cost[label];
}

void Checker::eliminateLeaf(int32_t j, const std::vector<int32_t> &labels, const std::vector<int32_t> &others) {
  if (others.empty()) {
    Wide best = items[j].cost[labels[0]];
    for (int32_t t : labels)
      best = std::min(best, items[j].cost[t]);
    constant += best;
    return;
  }
  for (int32_t s : labelsOf(others[0])) {
    std::optional<Wide> best;
    for (int32_t t : labels)
      if (int64_t cost = pairCost(j, t, others[0], s); cost != noPair)
        best = std::min(best.value_or(items[j].cost[t] + cost), items[j].cost[t] + cost);
    if (best)
      items[others[0]].cost[s] += *best;
    else
      removeLabel(others[0], s);
  }
}

void Checker::eliminateBetween(int32_t j, const std::vector<int32_t> &labels, int32_t i, int32_t k) {
  std::vector<int64_t> costs(items[i].has.size() * items[k].has.size(), noPair);
  for (int32_t s : labelsOf(i))
    for (int32_t u : labelsOf(k)) {
      std::optional<Wide> best;
      for (int32_t t : labels) {
        int64_t a = pairCost(j, t, i, s), b = pairCost(j, t, k, u);
        if (a != noPair && b != noPair)
          best = std::min(best.value_or(items[j].cost[t] + a + b), items[j].cost[t] + a + b);
      }
      if (best)
        costs[static_cast<size_t>(s) * items[k].has.size() + u] = finite(*best);
    }
  addEdge(i, k, [&](int32_t s, int32_t u) { return costs[static_cast<size_t>(s) * items[k].has.size() + u]; });
}
