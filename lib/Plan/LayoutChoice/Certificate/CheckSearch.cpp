//===- CheckSearch.cpp - An enumeration and its bounds --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckSearch.h"

#include <cstring>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::certificate;

namespace {
constexpr size_t mostTable = size_t(1) << 16;
constexpr size_t mostStates = size_t(1) << 25; // of a layer: memory
} // namespace

SearchPlay::SearchPlay(const SearchModel &model, size_t &states, size_t maxStates)
    : model(model), states(states), maxStates(maxStates), scalar(model.nodes.size() + 1, 0),
      slotOf(model.nodes.size(), -1) {
  for (size_t k = 0; k < model.nodes.size(); ++k)
    positionOf[model.nodes[k].item] = k;
}

bool SearchPlay::makeTable(const SearchBounds::Behind &given, size_t position, Table &table) const {
  size_t size = 1;
  if (given.visible.size() != given.labels.size())
    return false;
  for (size_t v = 0; v < given.visible.size(); ++v) {
    auto found = positionOf.find(given.visible[v]);
    if (found == positionOf.end() || found->second >= position)
      return false;
    const SearchModel::Node &node = model.nodes[found->second];
    std::vector<int32_t> place(node.labels.size(), -1);
    for (size_t s = 0; s < node.labels.size(); ++s) {
      auto at = std::find(given.labels[v].begin(), given.labels[v].end(), node.labels[s]);
      if (at == given.labels[v].end())
        table.covers = false;
      else
        place[s] = static_cast<int32_t>(at - given.labels[v].begin());
    }
    table.visible.push_back(found->second);
    table.placeOf.push_back(std::move(place));
    table.strides.push_back(size);
    size *= given.labels[v].size();
    if (size == 0 || size > mostTable)
      return false;
  }
  table.least.assign(size, 0);
  return given.least.size() == size;
}

void SearchPlay::derive(const SearchBounds &bounds, int64_t most) {
  std::multimap<size_t, const SearchBounds::Behind *> byPosition;
  for (const SearchBounds::Behind &given : bounds.behind)
    if (auto found = positionOf.find(given.node); found != positionOf.end() && found->second > 0)
      byPosition.emplace(found->second, &given);
  for (size_t p = model.nodes.size(); p-- > 0;) {
    scalar[p] = scalar[p + 1];
    auto [begin, end] = byPosition.equal_range(p);
    for (auto given = begin; given != end && !tooMany; ++given) {
      auto last = positionOf.find(given->second->until);
      size_t until = last == positionOf.end() ? model.nodes.size() : last->second;
      Table table;
      if (until <= p || !makeTable(*given->second, p, table))
        continue;
      int64_t lowest = saturatedSum;
      for (size_t index = 0; index < table.least.size() && !tooMany; ++index) {
        Start start;
        bool known = true;
        for (size_t v = 0; v < table.visible.size(); ++v) {
          int32_t place = static_cast<int32_t>(index / table.strides[v] % given->second->labels[v].size());
          auto label = std::find(table.placeOf[v].begin(), table.placeOf[v].end(), place);
          known &= label != table.placeOf[v].end();
          start.emplace_back(table.visible[v], static_cast<uint16_t>(label - table.placeOf[v].begin()));
        }
        if (!known)
          continue; // no state has such a label
        std::sort(start.begin(), start.end());
        table.least[index] = least(p, until, start, std::clamp<int64_t>(given->second->least[index], 0, most));
        lowest = std::min(lowest, table.least[index]);
      }
      if (table.covers && lowest < saturatedSum)
        scalar[p] = std::max(scalar[p], lowest);
      if (!table.visible.empty())
        tables[p] = std::move(table);
    }
  }
}

std::optional<bool> SearchPlay::isAtLeast(int64_t cutoff) {
  bool all = least(0, model.nodes.size(), {}, cutoff) >= cutoff;
  if (tooMany)
    return std::nullopt;
  return all;
}

int64_t SearchPlay::behind(const Table *table, const std::vector<int32_t> &slots, const uint16_t *key,
                           size_t position) const {
  if (!table)
    return scalar[position];
  size_t index = 0;
  for (size_t v = 0; v < slots.size(); ++v) {
    int32_t place = table->placeOf[v][key[slots[v]]];
    if (place < 0)
      return scalar[position];
    index += static_cast<size_t>(place) * table->strides[v];
  }
  return std::max(scalar[position], table->least[index]);
}

// The least reduced cost of nodes [first, until) and behind them, or `cutoff` when that is less.
int64_t SearchPlay::least(size_t first, size_t until, const Start &start, int64_t cutoff) {
  Layer from, to;
  for (auto [position, label] : start) {
    const SearchModel::Node &node = model.nodes[position];
    if (std::max(node.lastEdge, node.lastClaim) < first)
      continue;
    from.active.push_back(position);
    from.keys.push_back(label);
  }
  from.reducedCost.push_back(0);
  int64_t lowest = 0;
  for (size_t k = first; k < until && from.size() > 0 && !tooMany; ++k) {
    advance(k, first, from, to, cutoff);
    lowest = merge(k + 1, to, cutoff);
    std::swap(from, to);
  }
  return tooMany ? 0 : lowest;
}

// Every state with every label of node k.
void SearchPlay::advance(size_t k, size_t first, const Layer &from, Layer &to, int64_t cutoff) {
  const SearchModel::Node &node = model.nodes[k];
  size_t width = from.active.size(), labels = node.labels.size();
  for (size_t q = 0; q < width; ++q)
    slotOf[from.active[q]] = static_cast<int32_t>(q);
  std::vector<int32_t> source; // slot of the layer before, -1 = the node itself
  std::vector<const uint16_t *> alias;
  to.active.clear();
  to.keys.clear();
  to.reducedCost.clear();
  for (size_t q = 0; q <= width; ++q) {
    size_t position = q < width ? from.active[q] : k;
    const SearchModel::Node &seen = model.nodes[position];
    if (std::max(seen.lastEdge, seen.lastClaim) <= k)
      continue;
    to.active.push_back(position);
    source.push_back(q < width ? static_cast<int32_t>(q) : -1);
    alias.push_back(seen.lastEdge <= k ? seen.alias.data() : nullptr);
  }
  struct Taken {
    const SearchModel::Window *window;
    const std::vector<Bytes> *own;
    std::vector<std::pair<size_t, const Bytes *>> known;
    Bytes unknown = 0; ///< what nodes without known label may take
    bool decides = false;
    Bytes left = 0;
  };
  std::vector<Taken> windows;
  for (const SearchModel::Claim &claim : node.claims) {
    Taken taken{&model.windows[claim.window], &claim.bytes, {}};
    taken.decides = taken.window->last == k;
    for (auto [position, index] : taken.window->members) {
      if (position >= k)
        continue;
      const std::vector<Bytes> &bytes = model.nodes[position].claims[index].bytes;
      if (slotOf[position] >= 0)
        taken.known.emplace_back(slotOf[position], bytes.data());
      else if (position < first)
        taken.unknown += *std::max_element(bytes.begin(), bytes.end());
    }
    windows.push_back(std::move(taken));
  }
  std::vector<std::pair<size_t, const int64_t *>> links;
  for (const SearchModel::Link &link : node.links)
    if (slotOf[link.earlier] >= 0)
      links.emplace_back(slotOf[link.earlier], link.reducedCost.data());
  for (size_t p = 0; p < from.size(); ++p) {
    const uint16_t *key = from.keys.data() + p * width;
    states += labels;
    if (states > maxStates || to.size() > mostStates) {
      tooMany = true;
      break;
    }
    for (Taken &taken : windows) {
      taken.left = taken.window->room;
      for (auto [slot, bytes] : taken.known)
        taken.left -= bytes[key[slot]];
    }
    for (size_t s = 0; s < labels; ++s) {
      int64_t sum = from.reducedCost[p] + node.base[s];
      for (auto [slot, reducedCost] : links)
        sum = std::min(saturatedSum, sum + reducedCost[key[slot] * labels + s]);
      for (size_t w = 0; w < windows.size() && sum < cutoff; ++w) {
        const Taken &taken = windows[w];
        Bytes left = taken.left - (*taken.own)[s];
        if (left < 0)
          sum = saturatedSum;
        else if (taken.decides)
          sum = cutFar(sum + taken.window->idle + taken.window->price * std::max<Bytes>(0, left - taken.unknown));
      }
      if (sum + scalar[k + 1] >= cutoff)
        continue;
      for (size_t q = 0; q < source.size(); ++q) {
        uint16_t label = source[q] < 0 ? static_cast<uint16_t>(s) : key[source[q]];
        to.keys.push_back(alias[q] ? alias[q][label] : label);
      }
      to.reducedCost.push_back(sum);
    }
  }
  for (size_t position : from.active)
    slotOf[position] = -1;
}

// One state per row of labels, the least of them, and only those that what is behind leaves below the cutoff: the least
// sum, or the cutoff.
int64_t SearchPlay::merge(size_t position, Layer &layer, int64_t cutoff) const {
  size_t width = layer.active.size();
  std::vector<uint32_t> ranked(layer.size());
  std::iota(ranked.begin(), ranked.end(), 0);
  auto row = [&](uint32_t k) { return layer.keys.data() + k * width; };
  auto order = [&](uint32_t x, uint32_t y) {
    return width ? std::memcmp(row(x), row(y), width * sizeof(uint16_t)) : 0;
  };
  std::sort(ranked.begin(), ranked.end(), [&](uint32_t x, uint32_t y) {
    int compared = order(x, y);
    return compared != 0 ? compared < 0 : layer.reducedCost[x] < layer.reducedCost[y];
  });
  auto found = tables.find(position);
  const Table *table = found == tables.end() ? nullptr : &found->second;
  std::vector<int32_t> slots;
  for (size_t v = 0; table && v < table->visible.size(); ++v) {
    auto at = std::lower_bound(layer.active.begin(), layer.active.end(), table->visible[v]);
    if (at == layer.active.end() || *at != table->visible[v])
      table = nullptr; // its label does not matter any more here
    else
      slots.push_back(static_cast<int32_t>(at - layer.active.begin()));
  }
  Layer out;
  out.active = layer.active;
  int64_t lowest = cutoff;
  for (size_t k = 0; k < ranked.size(); ++k) {
    if (k > 0 && order(ranked[k - 1], ranked[k]) == 0)
      continue;
    uint32_t state = ranked[k];
    int64_t sum = layer.reducedCost[state] + behind(table, slots, row(state), position);
    if (sum >= cutoff)
      continue;
    lowest = std::min(lowest, sum);
    out.keys.insert(out.keys.end(), row(state), row(state) + width);
    out.reducedCost.push_back(layer.reducedCost[state]);
  }
  layer = std::move(out);
  return lowest;
}
