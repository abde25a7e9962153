//===- Search.cpp - LP-10: nothing below the target is left ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming along an order of the nodes. A state is the labels that later nodes can still see, by an edge or
// by a window (rows with the same varying stretches, which share one room); its value is the least excess so far. What
// the certificate says about the excess behind a place is proved by the same programme before it is used.
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>
#include <unordered_map>

using namespace layoutproof;

namespace {

constexpr int64_t saturatedSum = int64_t(1) << 60; // sums of a few of these fit
constexpr size_t mostTableSize = size_t(1) << 16, mostLayer = size_t(1) << 25;

int64_t cut(Int value) { return static_cast<int64_t>(std::min<Int>(value, saturatedSum)); }

struct Window {
  int64_t room; ///< bytes above the unavoidable
  Int price, idle;
  size_t last = 0; ///< place of the last member
  struct Member {
    size_t place;
    std::vector<int64_t> bytes; ///< above the unavoidable, per label
  };
  std::vector<Member> members;
  const Member *memberAt(size_t place) const {
    for (const Member &member : members)
      if (member.place == place)
        return &member;
    return nullptr;
  }
};

struct Place {
  int32_t node;
  std::vector<int32_t> labels;
  std::vector<int64_t> base; ///< excess of each label, with the least of its edges to later nodes
  struct Link {
    size_t earlier;
    std::vector<int64_t> excess; ///< earlier label x own label, above the least of the row
  };
  std::vector<Link> links;
  std::vector<size_t> windows;
  size_t lastEdge = 0, lastWindow = 0;
  std::vector<uint16_t> representative; ///< of labels that nobody behind lastEdge can tell apart
  size_t visibleUntil() const { return std::max(lastEdge, lastWindow); }
};

class Model {
public:
  Model(const State &state, const DualState &dual, const std::vector<int64_t> &low, int64_t capacity)
      : state(state), dual(dual), low(low), capacity(capacity) {}

  /// False: some node has no label within the limit.
  bool build(const std::vector<int32_t> &order, int64_t within) {
    for (int32_t n : order) {
      Place place;
      place.node = n;
      const Item &item = state.items[n];
      for (int32_t s : item.labels())
        if (const Int &excess = dual.node[n][s]; excess <= within && fits(item, s)) {
          place.labels.push_back(s);
          place.base.push_back(cut(excess));
        }
      if (place.labels.empty())
        return false;
      if (place.labels.size() > UINT16_MAX)
        throw Rejected{"not checked: too many labels"};
      places.push_back(std::move(place));
    }
    addWindows();
    foldWindows();
    addLinks();
    findRepresentatives();
    return true;
  }

  std::vector<Place> places;
  std::vector<Window> windows;
  int64_t constant = 0;

private:
  bool fits(const Item &item, int32_t s) const {
    for (const Stretch &stretch : item.usage)
      for (size_t r = stretch.first; r < stretch.last; ++r)
        if (low[r] - item.range(stretch).first + stretch.bytes[s] > capacity)
          return false;
    return true;
  }

  void addWindows() {
    struct Varying {
      size_t place, last;
      std::vector<int64_t> bytes;
    };
    std::vector<Varying> all;
    std::multimap<size_t, size_t> begins;
    for (size_t p = 0; p < places.size(); ++p) {
      const Item &item = state.items[places[p].node];
      for (const Stretch &stretch : item.usage)
        if (auto [least, most] = item.range(stretch); least != most) {
          std::vector<int64_t> above;
          for (int32_t s : places[p].labels)
            above.push_back(stretch.bytes[s] - least);
          begins.emplace(stretch.first, all.size());
          all.push_back({p, stretch.last, std::move(above)});
        }
    }
    std::vector<Int> price(low.size(), 0);
    for (auto [row, value] : dual.rows)
      price[row] = value;
    std::vector<size_t> live, before;
    for (size_t r = 0; r < low.size(); ++r) {
      std::erase_if(live, [&](size_t v) { return all[v].last <= r; });
      auto [from, to] = begins.equal_range(r);
      for (auto it = from; it != to; ++it)
        live.push_back(it->second);
      if (live.empty() || (state.dropped[r] && price[r] == 0))
        continue;
      int64_t room = capacity - low[r];
      if (live != before) {
        Window window{room, price[r], 0, 0, {}};
        for (size_t v : live)
          window.members.push_back({all[v].place, all[v].bytes});
        windows.push_back(std::move(window));
        before = live;
        continue;
      }
      // The same stretches: one room, the smaller one; what the other row has more of stays unused.
      Window &window = windows.back();
      int64_t least = std::min(window.room, room);
      window.idle += window.price * (window.room - least) + price[r] * (room - least);
      window.price += price[r];
      window.room = least;
    }
  }

  /// Windows that nothing left can exceed bind nobody: each label answers for the bytes that it leaves unused.
  void foldWindows() {
    std::vector<Window> binding;
    for (Window &window : windows) {
      Int most = 0;
      for (const Window::Member &member : window.members)
        most += *std::max_element(member.bytes.begin(), member.bytes.end());
      if (most > window.room) {
        binding.push_back(std::move(window));
        continue;
      }
      constant = cut(constant + window.idle + window.price * (window.room - most));
      for (const Window::Member &member : window.members) {
        int64_t greatest = *std::max_element(member.bytes.begin(), member.bytes.end());
        for (size_t s = 0; s < member.bytes.size(); ++s) {
          int64_t &base = places[member.place].base[s];
          base = cut(base + window.price * (greatest - member.bytes[s]));
        }
      }
    }
    windows = std::move(binding);
    for (size_t w = 0; w < windows.size(); ++w)
      for (const Window::Member &member : windows[w].members)
        windows[w].last = std::max(windows[w].last, member.place);
    for (size_t w = 0; w < windows.size(); ++w)
      for (const Window::Member &member : windows[w].members) {
        Place &place = places[member.place];
        if (place.windows.empty() || place.windows.back() != w)
          place.windows.push_back(w);
        place.lastWindow = std::max(place.lastWindow, windows[w].last);
      }
  }

  void addLinks() {
    std::map<int32_t, size_t> placeOf;
    for (size_t p = 0; p < places.size(); ++p) {
      Place &own = places[p];
      const Item &item = state.items[own.node];
      for (int32_t j : item.near) {
        auto found = placeOf.find(j);
        if (found == placeOf.end())
          continue;
        Place &other = places[found->second];
        const std::vector<MaybeInt> &table = dual.edge.at(pairOf(own.node, j));
        Place::Link link{found->second, {}};
        for (size_t s = 0; s < other.labels.size(); ++s) {
          std::vector<int64_t> row;
          for (int32_t t : own.labels) {
            const MaybeInt &value = table[state.entry(j, other.labels[s], own.node, t)];
            row.push_back(value ? cut(*value) : saturatedSum);
          }
          int64_t least = *std::min_element(row.begin(), row.end());
          other.base[s] = std::min(saturatedSum, other.base[s] + least);
          for (int64_t value : row)
            link.excess.push_back(value >= saturatedSum ? saturatedSum : value - least);
        }
        other.lastEdge = p;
        own.links.push_back(std::move(link));
      }
      placeOf[own.node] = p;
    }
  }

  void findRepresentatives() {
    for (size_t p = 0; p < places.size(); ++p) {
      Place &place = places[p];
      for (size_t s = 0; s < place.labels.size(); ++s) {
        auto same = [&](size_t t) {
          for (size_t w : place.windows)
            if (windows[w].last > place.lastEdge)
              if (const Window::Member *member = windows[w].memberAt(p); member->bytes[s] != member->bytes[t])
                return false;
          return true;
        };
        size_t t = 0;
        while (t < s && !same(t))
          ++t;
        place.representative.push_back(static_cast<uint16_t>(t));
      }
    }
  }

  const State &state;
  const DualState &dual;
  const std::vector<int64_t> &low;
  int64_t capacity;
};

using Key = std::u16string;

/// Least excess by the labels of the places that are still visible.
struct Layer {
  std::vector<size_t> visible;
  std::unordered_map<Key, int64_t> best;
};

std::optional<size_t> slotIn(const std::vector<size_t> &visible, size_t place) {
  auto at = std::lower_bound(visible.begin(), visible.end(), place);
  if (at == visible.end() || *at != place)
    return std::nullopt;
  return static_cast<size_t>(at - visible.begin());
}

/// How one place follows from the labels that are visible before it.
struct Step {
  using PerLabel = std::pair<size_t, const std::vector<int64_t> *>; ///< slot before it, numbers by its label
  struct Taken {
    const Window *window;
    const std::vector<int64_t> *own = nullptr;
    std::vector<PerLabel> seen;
    int64_t unknown = 0; ///< what places that are not given may take
  };
  Step(const std::vector<Place> &places, const std::vector<Window> &windows, size_t place, size_t first,
       const std::vector<size_t> &before);
  /// Excess of label s behind the labels of `key`.
  int64_t excess(const Key &key, size_t s) const;
  Key after(const std::vector<Place> &places, const Key &key, size_t s) const;

  const Place &own;
  size_t place;
  std::vector<size_t> visible, slots; ///< places behind it, and where they were before it; behind the last one: itself
  std::vector<PerLabel> links;
  std::vector<Taken> taken;
};

Step::Step(const std::vector<Place> &places, const std::vector<Window> &windows, size_t place, size_t first,
           const std::vector<size_t> &before)
    : own(places[place]), place(place) {
  for (const Place::Link &link : own.links)
    if (auto slot = slotIn(before, link.earlier))
      links.emplace_back(*slot, &link.excess);
  for (size_t w : own.windows) {
    Taken &entry = taken.emplace_back(&windows[w]);
    for (const Window::Member &member : windows[w].members) {
      if (member.place == place)
        entry.own = &member.bytes;
      else if (member.place > place)
        continue;
      else if (auto slot = slotIn(before, member.place))
        entry.seen.emplace_back(*slot, &member.bytes);
      else if (member.place < first)
        entry.unknown += *std::max_element(member.bytes.begin(), member.bytes.end());
    }
  }
  for (size_t slot = 0; slot <= before.size(); ++slot)
    if (size_t other = slot < before.size() ? before[slot] : place; places[other].visibleUntil() > place) {
      visible.push_back(other);
      slots.push_back(slot);
    }
}

int64_t Step::excess(const Key &key, size_t s) const {
  int64_t sum = own.base[s];
  for (auto [slot, excess] : links)
    sum = std::min(saturatedSum, sum + (*excess)[key[slot] * own.labels.size() + s]);
  for (const Taken &entry : taken) {
    int64_t room = entry.window->room - (*entry.own)[s];
    for (auto [slot, bytes] : entry.seen)
      room -= (*bytes)[key[slot]];
    if (room < 0)
      return saturatedSum;
    if (entry.window->last == place)
      sum = cut(sum + entry.window->idle + entry.window->price * std::max<int64_t>(0, room - entry.unknown));
  }
  return sum;
}

Key Step::after(const std::vector<Place> &places, const Key &key, size_t s) const {
  Key next;
  for (size_t v = 0; v < visible.size(); ++v) {
    size_t label = slots[v] < key.size() ? key[slots[v]] : s;
    const Place &seen = places[visible[v]];
    next.push_back(static_cast<char16_t>(seen.lastEdge <= place ? seen.representative[label] : label));
  }
  return next;
}

class Programme {
public:
  Programme(const Model &model, uint64_t &states, uint64_t maxStates)
      : places(model.places), windows(model.windows), states(states), maxStates(maxStates),
        behindAll(places.size() + 1, 0) {}

  void derive(const Certificate::Help &help, int64_t most);
  /// The least excess from place `first` up to `until` and behind, when the labels of `start` are given and what stands
  /// before `first` and is not given takes whatever is best; `cutoff` if that is less.
  int64_t least(size_t first, size_t until, const std::map<size_t, uint16_t> &start, int64_t cutoff);

private:
  struct Known {
    std::vector<size_t> visible;
    std::vector<std::map<uint16_t, size_t>> digit; ///< label -> its place in the certificate's list
    std::vector<size_t> stride;
    std::vector<int64_t> least;
  };
  Layer step(size_t p, size_t first, const Layer &from, int64_t cutoff);
  int64_t behind(size_t position, const std::vector<size_t> &visible, const Key &key) const;
  std::optional<Known> read(const Certificate::Behind &given, size_t position, bool &covers) const;
  std::optional<size_t> placeOf(int32_t node) const {
    for (size_t p = 0; p < places.size(); ++p)
      if (places[p].node == node)
        return p;
    return std::nullopt;
  }

  const std::vector<Place> &places;
  const std::vector<Window> &windows;
  uint64_t &states, maxStates;
  std::vector<int64_t> behindAll; ///< from this place on, whatever came before
  std::map<size_t, Known> known;
};

int64_t Programme::behind(size_t position, const std::vector<size_t> &visible, const Key &key) const {
  auto found = known.find(position);
  if (found == known.end())
    return behindAll[position];
  const Known &table = found->second;
  size_t index = 0;
  for (size_t v = 0; v < table.visible.size(); ++v) {
    std::optional<size_t> slot = slotIn(visible, table.visible[v]);
    if (!slot)
      return behindAll[position];
    auto digit = table.digit[v].find(key[*slot]);
    if (digit == table.digit[v].end())
      return behindAll[position];
    index += digit->second * table.stride[v];
  }
  return std::max(behindAll[position], table.least[index]);
}

Layer Programme::step(size_t p, size_t first, const Layer &from, int64_t cutoff) {
  Step step(places, windows, p, first, from.visible);
  Layer to{step.visible, {}};
  for (const auto &[key, value] : from.best) {
    states += step.own.labels.size();
    if (states > maxStates || to.best.size() > mostLayer)
      throw Rejected{"not checked: too many states"};
    for (size_t s = 0; s < step.own.labels.size(); ++s) {
      int64_t sum = std::min(saturatedSum, value + step.excess(key, s));
      if (sum >= cutoff)
        continue;
      Key next = step.after(places, key, s);
      if (sum + behind(p + 1, to.visible, next) >= cutoff)
        continue;
      int64_t &least = to.best.try_emplace(std::move(next), sum).first->second;
      least = std::min(least, sum);
    }
  }
  return to;
}

int64_t Programme::least(size_t first, size_t until, const std::map<size_t, uint16_t> &start, int64_t cutoff) {
  Layer layer;
  Key key;
  for (auto [place, label] : start)
    if (places[place].visibleUntil() >= first) {
      layer.visible.push_back(place);
      key.push_back(label);
    }
  layer.best.emplace(key, 0);
  for (size_t p = first; p < until; ++p)
    layer = step(p, first, layer, cutoff);
  int64_t lowest = cutoff;
  for (const auto &[labels, value] : layer.best)
    lowest = std::min(lowest, value + behind(until, layer.visible, labels));
  return lowest;
}

std::optional<Programme::Known> Programme::read(const Certificate::Behind &given, size_t position, bool &covers) const {
  Known table;
  size_t size = 1;
  if (given.visible.size() != given.labels.size())
    return std::nullopt;
  for (size_t v = 0; v < given.visible.size(); ++v) {
    std::optional<size_t> place = placeOf(given.visible[v]);
    if (!place || *place >= position ||
        std::find(table.visible.begin(), table.visible.end(), *place) != table.visible.end())
      return std::nullopt;
    std::map<uint16_t, size_t> digit;
    for (size_t s = 0; s < places[*place].labels.size(); ++s) {
      auto at = std::find(given.labels[v].begin(), given.labels[v].end(), places[*place].labels[s]);
      if (at != given.labels[v].end())
        digit[static_cast<uint16_t>(s)] = static_cast<size_t>(at - given.labels[v].begin());
    }
    covers &= digit.size() == places[*place].labels.size();
    table.visible.push_back(*place);
    table.digit.push_back(std::move(digit));
    table.stride.push_back(size);
    size *= given.labels[v].size();
    if (size == 0 || size > mostTableSize)
      return std::nullopt;
  }
  if (given.least.size() != size)
    return std::nullopt;
  table.least.assign(size, 0);
  return table;
}

/// From the end: every value is what the programme finds, at most what the certificate hopes for.
void Programme::derive(const Certificate::Help &help, int64_t most) {
  std::multimap<size_t, const Certificate::Behind *> at;
  for (const Certificate::Behind &given : help.behind)
    if (std::optional<size_t> place = placeOf(given.node); place && *place > 0)
      at.emplace(*place, &given);
  for (size_t p = places.size(); p-- > 0;) {
    behindAll[p] = behindAll[p + 1];
    auto [begin, end] = at.equal_range(p);
    for (auto it = begin; it != end; ++it) {
      const Certificate::Behind &given = *it->second;
      size_t until = placeOf(given.until).value_or(places.size());
      bool covers = true;
      std::optional<Known> table = until > p ? read(given, p, covers) : std::nullopt;
      if (!table)
        continue;
      int64_t lowest = saturatedSum;
      for (size_t index = 0; index < table->least.size(); ++index) {
        std::map<size_t, uint16_t> start;
        bool exists = true;
        for (size_t v = 0; v < table->visible.size(); ++v) {
          size_t wanted = index / table->stride[v] % given.labels[v].size();
          auto label = std::find_if(table->digit[v].begin(), table->digit[v].end(),
                                    [&](const auto &entry) { return entry.second == wanted; });
          if (label == table->digit[v].end())
            exists = false;
          else
            start[table->visible[v]] = label->first;
        }
        if (!exists)
          continue; // no state has such a label
        table->least[index] = least(p, until, start, std::clamp<int64_t>(given.least[index], 0, most));
        lowest = std::min(lowest, table->least[index]);
      }
      if (covers && lowest < saturatedSum)
        behindAll[p] = std::max(behindAll[p], lowest);
      if (!table->visible.empty())
        known[p] = std::move(*table);
    }
  }
}

} // namespace

bool layoutproof::nothingWithin(const State &state, const DualState &dual, const std::vector<int64_t> &low,
                                int64_t capacity, const std::vector<int32_t> &order, int64_t limit,
                                const Certificate::Help *help, uint64_t &states, uint64_t maxStates) {
  Model model(state, dual, low, capacity);
  int64_t within = help ? std::max(limit, std::min(help->within, saturatedSum - 1)) : limit;
  if (!model.build(order, within))
    return true;
  int64_t cutoff = limit + 1 - model.constant;
  if (cutoff <= 0)
    return true;
  Programme programme(model, states, maxStates);
  if (help)
    programme.derive(*help, cutoff);
  return programme.least(0, model.places.size(), {}, cutoff) >= cutoff;
}
