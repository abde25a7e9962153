//===- CheckSearchModel.cpp - What a search step enumerates ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckSearch.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::certificate;

namespace {

// Slack that no choice can use up needs no window: every node gets its share of the price.
void foldSlack(SearchModel &model) {
  std::vector<char> folded(model.windows.size(), 0);
  for (size_t w = 0; w < model.windows.size(); ++w) {
    SearchModel::Window &window = model.windows[w];
    Wide most = 0;
    for (auto [position, claim] : window.members) {
      const std::vector<Bytes> &bytes = model.nodes[position].claims[claim].bytes;
      most += *std::max_element(bytes.begin(), bytes.end());
    }
    if (most > window.room)
      continue;
    folded[w] = 1;
    model.constant = cutFar(model.constant + window.idle + window.price * (window.room - most));
    for (auto [position, claim] : window.members) {
      SearchModel::Node &node = model.nodes[position];
      const std::vector<Bytes> &bytes = node.claims[claim].bytes;
      Bytes greatest = *std::max_element(bytes.begin(), bytes.end());
      for (size_t s = 0; s < bytes.size(); ++s)
        node.base[s] = cutFar(node.base[s] + window.price * (greatest - bytes[s]));
    }
  }
  for (SearchModel::Window &window : model.windows)
    window.members.clear();
  for (size_t k = 0; k < model.nodes.size(); ++k) {
    SearchModel::Node &node = model.nodes[k];
    std::erase_if(node.claims, [&](const SearchModel::Claim &claim) { return folded[claim.window]; });
    for (size_t c = 0; c < node.claims.size(); ++c) {
      SearchModel::Window &window = model.windows[node.claims[c].window];
      window.members.emplace_back(k, c);
      window.last = std::max(window.last, k);
    }
  }
}

void findAliases(SearchModel &model) {
  for (SearchModel::Node &node : model.nodes) {
    for (const SearchModel::Claim &claim : node.claims)
      node.lastClaim = std::max(node.lastClaim, model.windows[claim.window].last);
    for (size_t s = 0; s < node.labels.size(); ++s) {
      size_t t = 0;
      auto same = [&](const SearchModel::Claim &claim) {
        return model.windows[claim.window].last <= node.lastEdge || claim.bytes[t] == claim.bytes[s];
      };
      while (t < s && !std::all_of(node.claims.begin(), node.claims.end(), same))
        ++t;
      node.alias.push_back(static_cast<uint16_t>(t));
    }
  }
}

} // namespace

// Labels that can be part of something within the limit, by their own reduced cost and bytes.
std::vector<int32_t> Checker::labelsWithin(int32_t i, int64_t within) const {
  std::vector<int32_t> labels;
  for (int32_t s : labelsOf(i))
    if (node[i][s] <= within)
      labels.push_back(s);
  stretches(i, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
    Bytes low = rangeOf(i, bytes).first, greatest = 0;
    for (size_t k = first; k < last; ++k)
      greatest = std::max(greatest, least[k]);
    std::erase_if(labels, [&](int32_t s) { return greatest - low + bytes[s] > problem.capacity; });
  });
  return labels;
}

// Times that are needed or have a price, those with the same varying nodes together.
void Checker::addWindows(SearchModel &model) const {
  struct Stretch {
    size_t position, last;
    std::vector<Bytes> bytes;
  };
  std::vector<Stretch> all;
  std::multimap<size_t, size_t> begins;
  for (size_t p = 0; p < model.nodes.size(); ++p) {
    const SearchModel::Node &node = model.nodes[p];
    stretches(node.item, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
      auto [low, high] = rangeOf(node.item, bytes);
      if (low == high)
        return;
      std::vector<Bytes> above;
      for (int32_t s : node.labels)
        above.push_back(bytes[s] - low);
      begins.emplace(first, all.size());
      all.push_back({p, last, std::move(above)});
    });
  }
  std::vector<Wide> priceAt(times.size(), 0);
  for (const auto &[time, price] : prices)
    if (size_t k = std::upper_bound(times.begin(), times.end(), time) - times.begin(); k > 0)
      priceAt[k - 1] += price;
  std::vector<size_t> active, previous;
  for (size_t t = 0; t < times.size(); ++t) {
    std::erase_if(active, [&](size_t k) { return all[k].last <= t; });
    auto [begin, end] = begins.equal_range(t);
    for (auto it = begin; it != end; ++it)
      active.push_back(it->second);
    if (active.empty() || (!needed[t] && priceAt[t] == 0))
      continue;
    Bytes room = problem.capacity - least[t];
    if (active != previous) {
      for (size_t k : active)
        model.nodes[all[k].position].claims.push_back({model.windows.size(), all[k].bytes});
      model.windows.push_back({room, priceAt[t], 0, 0, {}});
      for (size_t k : active)
        model.windows.back().members.emplace_back(all[k].position, model.nodes[all[k].position].claims.size() - 1);
      previous = active;
      continue;
    }
    SearchModel::Window &window = model.windows.back();
    Bytes least = std::min(window.room, room);
    window.idle += window.price * (window.room - least) + priceAt[t] * (room - least);
    window.price += priceAt[t];
    window.room = least;
  }
}

void Checker::addLinks(SearchModel &model, const std::vector<size_t> &position) const {
  for (size_t k = 0; k < model.nodes.size(); ++k) {
    SearchModel::Node &own = model.nodes[k];
    for (int32_t j : items[own.item].near) {
      if (position[j] >= k)
        continue;
      SearchModel::Node &other = model.nodes[position[j]];
      const std::vector<Wide> &reducedCost = edgeReducedCost.at(key(j, own.item));
      SearchModel::Link link{position[j], {}};
      for (size_t s = 0; s < other.labels.size(); ++s) {
        int64_t lowest = saturatedSum;
        for (int32_t t : own.labels) {
          size_t a = other.labels[s], b = t;
          link.reducedCost.push_back(
              cutFar(reducedCost[j < own.item ? a * items[own.item].has.size() + b : b * items[j].has.size() + a]));
          lowest = std::min(lowest, link.reducedCost.back());
        }
        other.base[s] = std::min(saturatedSum, other.base[s] + lowest);
        for (size_t e = link.reducedCost.size() - own.labels.size();
             e < link.reducedCost.size() && lowest < saturatedSum; ++e)
          if (link.reducedCost[e] < saturatedSum)
            link.reducedCost[e] -= lowest;
      }
      other.lastEdge = k;
      own.links.push_back(std::move(link));
    }
  }
}

std::string Checker::playSearch(int32_t index, int32_t bounds) {
  if (index >= static_cast<int32_t>(certificate.targets.size()) ||
      bounds >= static_cast<int32_t>(certificate.searches.size()))
    return "no such target or no such bounds";
  Cost target = index < 0 ? certificate.target : std::min(certificate.target, certificate.targets[index]);
  Exact exact;
  Wide most = limitFor(target, exact);
  if (!exact.fits())
    return "the numbers are too large for sums of 128 bits";
  SearchModel model;
  std::vector<size_t> position(items.size(), 0);
  std::set<int32_t> named;
  size_t alive = std::count_if(items.begin(), items.end(), [](const Item &item) { return item.alive; }), read = 0;
  for (int32_t n : certificate.order)
    if (valid(n)) {
      ++read;
      if (named.insert(n).second) {
        position[n] = model.nodes.size();
        model.nodes.push_back({n, {}, {}, {}, {}, 0, 0, {}});
      }
    }
  if (node.empty() || named.size() != read || read != alive)
    return "no dual before it, or the order does not name every node that is left once";
  if (most >= saturatedSum)
    return "the target is too far above the bound";
  if (most < 0) {
    proved = std::max(proved, target);
    return "";
  }
  int64_t within = static_cast<int64_t>(most);
  if (bounds >= 0)
    within = std::max(within, std::min(certificate.searches[bounds].within, saturatedSum - 1));
  profile(least, this->most);
  dropImplied();
  for (SearchModel::Node &own : model.nodes) {
    if (node[own.item].empty())
      return "a node is not in the dual";
    own.labels = labelsWithin(own.item, within);
    if (own.labels.size() > UINT16_MAX)
      return "not checked: too many labels";
    for (int32_t s : own.labels)
      own.base.push_back(cutFar(node[own.item][s]));
    if (own.labels.empty()) { // nothing within the limit
      proved = std::max(proved, target);
      return "";
    }
    for (int32_t j : items[own.item].near)
      if (!edgeReducedCost.count(key(own.item, j)))
        return "an edge is not in the dual";
  }
  addWindows(model);
  foldSlack(model);
  addLinks(model, position);
  findAliases(model);
  SearchPlay play(model, states, maxStates);
  int64_t cutoff = static_cast<int64_t>(most) + 1 - model.constant;
  if (bounds >= 0 && cutoff > 0)
    play.derive(certificate.searches[bounds], cutoff);
  std::optional<bool> closed = cutoff <= 0 ? true : play.isAtLeast(cutoff);
  if (!closed)
    return fmt::format("not checked: more than {} states", maxStates);
  if (!*closed)
    return "an assignment within the limit is left";
  proved = std::max(proved, target);
  return "";
}
