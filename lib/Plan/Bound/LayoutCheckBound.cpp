//===- LayoutCheckBound.cpp - The judge of lower bounds -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the steps of a certificate on its own copy of the problem. Nothing here comes from the solver's kernel: labels
// are the problem's candidates, times are the problem's times, sums are 128 bits wide, and every step is tested before
// it is believed.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Bound/LayoutCertificate.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace alcove;
using namespace alcove::plan;

namespace {

using Wide = __int128;

struct Piece {
  int64_t begin, end;
  std::vector<Bytes> bytes; ///< per candidate of the node
};

struct Item {
  bool alive = true;
  std::vector<char> has; ///< per candidate
  std::vector<Wide> cost;
  std::vector<Piece> pieces;
  std::set<int32_t> near;
};

class Checker {
public:
  Checker(const LayoutChoice &problem, const LayoutCertificate &certificate, size_t maxStates)
      : problem(problem), certificate(certificate), maxStates(maxStates) {
    load();
  }

  Result<Cost> run() {
    size_t unread = 0; // branches that begin where nothing is possible any more
    for (size_t k = 0; k < certificate.steps.size(); ++k) {
      using Kind = ProofStep::Kind;
      const ProofStep &step = certificate.steps[k];
      bool joining = step.kind == Kind::Otherwise || step.kind == Kind::Join;
      if (impossible && branches.empty())
        break;
      // Proved as far as the branch goes: what the solver, which saw it later, still did there adds nothing.
      if (impossible && (!joining || unread > 0)) {
        unread += step.kind == Kind::Branch;
        unread -= step.kind == Kind::Join;
        continue;
      }
      std::string reason = joined && !joining ? "nothing is left to speak about" : play(step);
      if (!reason.empty())
        return Error{fmt::format("steps[{}] ({} {} {} {}): {}", k, nameOf(step.kind), step.i, step.j, step.t, reason)};
    }
    if (!branches.empty())
      return Error{fmt::format("steps: {} branches are not joined", branches.size())};
    settle();
    return proved;
  }

private:
  static const char *nameOf(ProofStep::Kind kind) {
    static const char *names[] = {"arc",  "capacity", "conflict", "dominated", "contract",  "separable", "eliminate",
                                  "dual", "bound",    "search",   "branch",    "otherwise", "join"};
    return names[static_cast<size_t>(kind)];
  }
  static std::pair<int32_t, int32_t> key(int32_t a, int32_t b) { return {std::min(a, b), std::max(a, b)}; }

  void load() {
    items.resize(problem.numNodes());
    for (size_t n = 0; n < items.size(); ++n) {
      int32_t node = static_cast<int32_t>(n);
      for (Cost cost : problem.costsOf(node)) {
        items[n].has.push_back(!isInfinite(cost));
        items[n].cost.push_back(isInfinite(cost) ? 0 : cost);
      }
      if (std::find(items[n].has.begin(), items[n].has.end(), 1) == items[n].has.end())
        impossible = true;
    }
    for (size_t e = 0; e < problem.edges.size(); ++e) {
      const LayoutChoice::Edge &edge = problem.edges[e];
      std::span<const Cost> costs = problem.costsOfEdge(static_cast<int32_t>(e));
      addEdge(edge.a, edge.b, [&](int32_t s, int32_t t) {
        Cost cost = costs[static_cast<size_t>(s) * problem.numCandidates(edge.b) + t];
        return isInfinite(cost) ? kInfiniteCost : cost;
      });
    }
    for (const LayoutChoice::InPlace &place : problem.inPlaces)
      addEdge(place.node, place.donor, [&](int32_t s, int32_t t) {
        bool bad = s == place.candidate && problem.bytesOf(place.donor)[t] < problem.bytesOf(place.node)[s];
        return bad ? kInfiniteCost : Cost(0);
      });
    loadPieces();
  }

  // Bytes over time as docs/spec/LayoutChoice.md states them.
  void loadPieces() {
    std::vector<std::vector<LiveInterval>> lives(items.size());
    std::vector<char> follows(items.size(), 0);
    for (size_t n = 0; n < items.size(); ++n)
      lives[n].push_back(problem.nodes[n].live);
    for (const LayoutChoice::Colocation &pair : problem.colocations) {
      follows[pair.follower] = 1;
      lives[pair.leader].push_back(problem.nodes[pair.follower].live);
    }
    for (size_t n = 0; n < items.size(); ++n) {
      if (follows[n])
        continue;
      // Candidates written in place start later; the union is taken per candidate by cutting at every end point.
      std::vector<int64_t> cuts;
      for (const LiveInterval &live : lives[n]) {
        cuts.push_back(live.begin);
        cuts.push_back(live.end);
      }
      std::map<int32_t, int64_t> from;
      for (const LayoutChoice::InPlace &place : problem.inPlaces)
        if (place.node == static_cast<int32_t>(n)) {
          from[place.candidate] = problem.nodes[place.donor].live.end;
          cuts.push_back(from[place.candidate]);
        }
      std::sort(cuts.begin(), cuts.end());
      for (size_t c = 0; c + 1 < cuts.size(); ++c) {
        bool live = std::any_of(lives[n].begin(), lives[n].end(),
                                [&](const LiveInterval &interval) { return interval.contains(cuts[c]); });
        if (!live || cuts[c] == cuts[c + 1])
          continue;
        Piece piece{cuts[c], cuts[c + 1], {}};
        for (int32_t s = 0; s < problem.nodes[n].numCandidates; ++s) {
          auto late = from.find(s);
          bool shared = late != from.end() && cuts[c] < late->second;
          piece.bytes.push_back(shared ? 0 : problem.bytesOf(static_cast<int32_t>(n))[s]);
        }
        // A cut that changes nothing is none: else it would count as an end and a begin.
        std::vector<Piece> &pieces = items[n].pieces;
        if (!pieces.empty() && pieces.back().end == piece.begin && pieces.back().bytes == piece.bytes)
          pieces.back().end = piece.end;
        else
          pieces.push_back(std::move(piece));
      }
    }
    for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages) {
      if (extra.interval.begin >= extra.interval.end)
        continue;
      Piece piece{extra.interval.begin, extra.interval.end, std::vector<Bytes>(items[extra.node].has.size(), 0)};
      piece.bytes[extra.candidate] = extra.bytes;
      items[extra.node].pieces.push_back(std::move(piece));
    }
    for (const Item &item : items)
      for (const Piece &piece : item.pieces) {
        times.push_back(piece.begin);
        times.push_back(piece.end);
      }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    gone.assign(times.size() + 1, 0);
    markNeeded();
    dropImplied();
  }

  // A time whose pieces are all live at a needed time as well says nothing of its own: whatever is chosen, it holds no
  // more bytes. Needed are the times of a begin that an end follows before the next begin.
  void markNeeded() {
    std::vector<char> begins(times.size(), 0), ends(times.size(), 0);
    for (const Item &item : items)
      for (const Piece &piece : item.pieces) {
        begins[indexOf(piece.begin)] = 1;
        ends[indexOf(piece.end)] = 1;
      }
    needed.assign(times.size(), 0);
    size_t last = times.size();
    for (size_t k = 0; k < times.size(); ++k) {
      if (ends[k] && last < times.size())
        needed[last] = 1;
      if (ends[k])
        last = times.size();
      if (begins[k])
        last = k;
    }
  }

  // Of the times that are still needed and can be exceeded: one whose varying stretches are all alive, unchanged, at
  // the one before (or behind) it, with no more unavoidable bytes, never holds more bytes than that one. Says so for
  // good: later steps only take choices away, and what they make unavoidable is no less there.
  void dropImplied() {
    std::vector<Bytes> low, high;
    profile(low, high);
    std::vector<size_t> left;
    for (size_t k = 0; k < times.size(); ++k)
      if (needed[k] && high[k] > problem.capacity)
        left.push_back(k);
    std::vector<char> begins(left.size() + 1, 0), ends(left.size() + 1, 0);
    auto place = [&](size_t k) { return std::lower_bound(left.begin(), left.end(), k) - left.begin(); };
    for (size_t n = 0; n < items.size(); ++n)
      if (items[n].alive)
        stretches(static_cast<int32_t>(n), [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
          auto [least, most] = rangeOf(static_cast<int32_t>(n), bytes);
          if (least == most || place(first) == place(last))
            return;
          begins[place(first)] = 1;
          ends[place(last)] = 1;
        });
    size_t kept = 0;
    bool begun = false, ended = false; // since `kept`
    for (size_t k = 1; k < left.size(); ++k) {
      begun |= begins[k];
      ended |= ends[k];
      if (!begun && low[left[k]] <= low[left[kept]]) {
        needed[left[k]] = 0;
        continue;
      }
      if (!ended && low[left[kept]] <= low[left[k]])
        needed[left[kept]] = 0;
      kept = k;
      begun = ended = false;
    }
  }

  template <typename CostAt>
  void addEdge(int32_t a, int32_t b, CostAt costAt) {
    std::vector<Cost> &matrix = edges[key(a, b)];
    size_t rows = items[std::min(a, b)].has.size(), columns = items[std::max(a, b)].has.size();
    if (matrix.empty())
      matrix.assign(rows * columns, 0);
    for (size_t s = 0; s < rows; ++s)
      for (size_t t = 0; t < columns; ++t) {
        Cost more = a < b ? costAt(static_cast<int32_t>(s), static_cast<int32_t>(t))
                          : costAt(static_cast<int32_t>(t), static_cast<int32_t>(s));
        Cost &cost = matrix[s * columns + t];
        cost = isInfinite(cost) || isInfinite(more) ? kInfiniteCost : cost + more;
      }
    items[a].near.insert(b);
    items[b].near.insert(a);
  }
  Cost pairCost(int32_t i, int32_t s, int32_t j, int32_t t) const {
    const std::vector<Cost> &matrix = edges.at(key(i, j));
    return i < j ? matrix[static_cast<size_t>(s) * items[j].has.size() + t]
                 : matrix[static_cast<size_t>(t) * items[i].has.size() + s];
  }
  void dropEdge(int32_t a, int32_t b) {
    edges.erase(key(a, b));
    items[a].near.erase(b);
    items[b].near.erase(a);
  }

  std::vector<int32_t> labelsOf(int32_t i) const {
    std::vector<int32_t> labels;
    for (size_t s = 0; s < items[i].has.size(); ++s)
      if (items[i].has[s])
        labels.push_back(static_cast<int32_t>(s));
    return labels;
  }
  bool valid(int32_t i) const { return i >= 0 && i < static_cast<int32_t>(items.size()) && items[i].alive; }
  bool valid(int32_t i, int32_t s) const {
    return valid(i) && s >= 0 && s < static_cast<int32_t>(items[i].has.size()) && items[i].has[s];
  }
  void removeLabel(int32_t i, int32_t s) {
    items[i].has[s] = 0;
    if (labelsOf(i).empty())
      impossible = true;
  }
  Bytes bytesAt(int32_t i, int32_t s, int64_t time) const {
    Bytes sum = 0;
    for (const Piece &piece : items[i].pieces)
      if (piece.begin <= time && time < piece.end)
        sum += piece.bytes[s];
    return sum;
  }
  size_t indexOf(int64_t time) const { return std::lower_bound(times.begin(), times.end(), time) - times.begin(); }

  // Calls f(first, last, bytes per candidate) for the stretches of `times` in which the node's bytes do not change.
  template <typename Visit>
  void stretches(int32_t i, Visit visit) const {
    std::vector<std::pair<size_t, size_t>> opens;
    std::set<size_t> cuts;
    for (const Piece &piece : items[i].pieces) {
      cuts.insert(indexOf(piece.begin));
      cuts.insert(indexOf(piece.end));
    }
    std::vector<size_t> at(cuts.begin(), cuts.end());
    std::vector<std::vector<Bytes>> sums(at.empty() ? 0 : at.size() - 1);
    for (const Piece &piece : items[i].pieces) {
      size_t c = std::lower_bound(at.begin(), at.end(), indexOf(piece.begin)) - at.begin();
      for (; c + 1 < at.size() && times[at[c]] < piece.end; ++c) {
        sums[c].resize(piece.bytes.size(), 0);
        for (size_t s = 0; s < piece.bytes.size(); ++s)
          sums[c][s] += piece.bytes[s];
      }
    }
    for (size_t c = 0; c < sums.size(); ++c)
      if (!sums[c].empty())
        visit(at[c], at[c + 1], sums[c]);
  }
  std::pair<Bytes, Bytes> rangeOf(int32_t i, const std::vector<Bytes> &bytes) const {
    Bytes least = INT64_MAX, most = 0;
    for (size_t s = 0; s < bytes.size(); ++s)
      if (items[i].has[s]) {
        least = std::min(least, bytes[s]);
        most = std::max(most, bytes[s]);
      }
    return {least == INT64_MAX ? 0 : least, most};
  }

  // Least and greatest bytes at every time, of what is left and (least) of what was eliminated.
  void profile(std::vector<Bytes> &least, std::vector<Bytes> &most) const {
    least.assign(times.size() + 1, 0);
    most.assign(times.size() + 1, 0);
    for (size_t n = 0; n < items.size(); ++n)
      if (items[n].alive)
        stretches(static_cast<int32_t>(n), [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
          auto [low, high] = rangeOf(static_cast<int32_t>(n), bytes);
          least[first] += low;
          least[last] -= low;
          most[first] += high;
          most[last] -= high;
        });
    Bytes low = 0, high = 0, fixed = 0;
    for (size_t k = 0; k < times.size(); ++k) {
      fixed += gone[k];
      low += least[k];
      high += most[k];
      least[k] = low + fixed;
      most[k] = high + fixed;
    }
  }

  std::string play(const ProofStep &step) {
    using Kind = ProofStep::Kind;
    bool capacityStep = step.kind == Kind::Capacity || step.kind == Kind::Conflict;
    // Pairs are tested against the profile of their round; within a run of pair steps nothing is removed.
    if (step.kind == Kind::Conflict ? !profileFresh : capacityStep && least.empty())
      profile(least, most);
    profileFresh = step.kind == Kind::Conflict;
    bool aboutNode =
        step.kind != Kind::Dual && step.kind != Kind::Search && step.kind != Kind::Otherwise && step.kind != Kind::Join;
    if (aboutNode && !valid(step.i))
      return "no such node is left";
    switch (step.kind) {
    case Kind::Arc:
      return playArc(step.i, step.j);
    case Kind::Capacity:
      return playCapacity(step.i, step.j);
    case Kind::Conflict:
      return playConflict(step.i, step.j);
    case Kind::Dominated:
      return playDominated(step.i, step.j, step.t);
    case Kind::Contract:
      return playContract(step.i, step.j);
    case Kind::Separable:
      return playSeparable(step.i, step.j);
    case Kind::Eliminate:
      return playEliminate(step.i);
    case Kind::Dual:
      return playDual(step.i);
    case Kind::Bound:
      return playBound(step.i, step.j);
    case Kind::Search:
      return playSearch(step.i);
    case Kind::Branch:
      return playBranch(step.i, step.j);
    case Kind::Otherwise:
      return playOtherwise();
    case Kind::Join:
      return playJoin();
    }
    return "unknown step";
  }

  // What is unavoidable may already be too much.
  void settle() {
    if (!impossible && !joined) {
      profile(least, most);
      for (size_t k = 0; k < times.size(); ++k)
        impossible |= least[k] > problem.capacity;
    }
    if (impossible)
      proved = std::max(proved, conditional ? certificate.target : kInfiniteCost);
  }

  std::string playBranch(int32_t i, int32_t half) {
    if (half < 0 || half >= static_cast<int32_t>(certificate.halves.size()))
      return "no such half";
    std::set<int32_t> taken(certificate.halves[half].begin(), certificate.halves[half].end());
    for (int32_t s : taken)
      if (!valid(i, s))
        return fmt::format("label {} is not left", s);
    size_t entries = 0;
    for (const auto &[ends, matrix] : edges)
      entries += matrix.size();
    heldEntries += entries;
    if (heldEntries > kMaxHeldEntries)
      return fmt::format("not checked: branches nest too deeply for {} entries", entries);
    branches.push_back(
        {i, taken, entries, items, edges, gone, needed, constant, proved, -kInfiniteCost, conditional, false, false});
    enterHalf(true);
    return "";
  }

  std::string playOtherwise() {
    if (branches.empty() || branches.back().second)
      return "no branch is in its first half";
    settle();
    BranchState &state = branches.back();
    state.first = proved;
    state.conditionalAfter = conditional;
    state.second = true;
    items = std::move(state.items);
    edges = std::move(state.edges);
    gone = std::move(state.gone);
    needed = std::move(state.needed);
    constant = state.constant;
    conditional = state.conditional;
    heldEntries -= state.entries;
    enterHalf(false);
    return "";
  }

  std::string playJoin() {
    if (branches.empty() || !branches.back().second)
      return "no branch is in its second half";
    settle();
    const BranchState &state = branches.back();
    proved = std::max(state.proved, std::min(state.first, proved));
    conditional = conditional || state.conditionalAfter;
    branches.pop_back();
    impossible = false;
    joined = true; // what the steps may speak about is gone
    return "";
  }

  // From the state at the branch to one of its halves; what was derived from that state is forgotten.
  void enterHalf(bool first) {
    const BranchState &state = branches.back();
    impossible = joined = profileFresh = false;
    proved = -kInfiniteCost;
    least.clear();
    most.clear();
    mostKnown.clear();
    node.clear();
    edgeExcess.clear();
    for (int32_t s : labelsOf(state.node))
      if ((state.taken.count(s) > 0) != first)
        removeLabel(state.node, s);
  }

  std::string playArc(int32_t i, int32_t s) {
    if (!valid(i, s))
      return "no such label is left";
    for (int32_t j : items[i].near) {
      bool partner = false;
      for (int32_t t : labelsOf(j))
        partner |= !isInfinite(pairCost(i, s, j, t));
      if (!partner) {
        removeLabel(i, s);
        return "";
      }
    }
    return "the label has a partner on every edge";
  }

  std::string playCapacity(int32_t i, int32_t s) {
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

  std::string playConflict(int32_t i, int32_t j) {
    if (!valid(j) || !items[i].near.count(j))
      return "no such edge is left";
    // The least room beside both over the times that a pair of stretches shares.
    std::vector<std::tuple<size_t, size_t, std::vector<Bytes>>> other;
    stretches(
        j, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) { other.emplace_back(first, last, bytes); });
    std::vector<Cost> &matrix = edges[key(i, j)];
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
                           : static_cast<size_t>(t) * items[i].has.size() + s] = kInfiniteCost;
      }
    });
    return "";
  }

  std::string playDominated(int32_t i, int32_t s, int32_t t) {
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
      Cost worst = 0;
      for (int32_t b : labelsOf(j)) {
        Cost before = pairCost(i, s, j, b), after = pairCost(i, t, j, b);
        if (isInfinite(before))
          continue;
        if (isInfinite(after))
          return "the dominating label lacks a partner";
        worst = any ? std::max(worst, after - before) : after - before;
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
  bool cannotBind(size_t first, size_t last) {
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

  std::string playContract(int32_t j, int32_t i) {
    if (!valid(i) || !items[i].near.count(j))
      return "no such edge is left";
    std::vector<int32_t> image(items[i].has.size(), 0);
    for (int32_t s : labelsOf(i)) {
      int32_t partners = 0;
      for (int32_t t : labelsOf(j))
        if (!isInfinite(pairCost(i, s, j, t))) {
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
    dropEdge(i, j);
    std::vector<int32_t> others(items[j].near.begin(), items[j].near.end());
    for (int32_t k : others) {
      std::vector<Cost> rows;
      for (size_t s = 0; s < items[i].has.size(); ++s)
        for (size_t u = 0; u < items[k].has.size(); ++u)
          rows.push_back(pairCost(j, image[s], k, static_cast<int32_t>(u)));
      dropEdge(j, k);
      addEdge(i, k, [&](int32_t s, int32_t u) { return rows[static_cast<size_t>(s) * items[k].has.size() + u]; });
    }
    for (const Piece &piece : items[j].pieces) {
      Piece moved{piece.begin, piece.end, {}};
      for (int32_t t : image)
        moved.bytes.push_back(piece.bytes[t]);
      items[i].pieces.push_back(std::move(moved));
    }
    items[j].pieces.clear();
    items[j].alive = false;
    return "";
  }

  std::string playSeparable(int32_t i, int32_t j) {
    if (!valid(j) || !items[i].near.count(j))
      return "no such edge is left";
    std::vector<int32_t> rows = labelsOf(i), columns = labelsOf(j);
    for (int32_t s : rows)
      for (int32_t t : columns) {
        Cost a = pairCost(i, s, j, t), b = pairCost(i, rows[0], j, t), c = pairCost(i, s, j, columns[0]),
             d = pairCost(i, rows[0], j, columns[0]);
        if (isInfinite(a) || isInfinite(b) || isInfinite(c) || isInfinite(d) || Wide(a) + d != Wide(b) + c)
          return "the costs are not a sum";
      }
    Cost corner = pairCost(i, rows[0], j, columns[0]);
    for (int32_t s : rows)
      items[i].cost[s] += pairCost(i, s, j, columns[0]);
    for (int32_t t : columns)
      items[j].cost[t] += pairCost(i, rows[0], j, t) - corner;
    dropEdge(i, j);
    return "";
  }

  std::string playEliminate(int32_t j) {
    std::vector<int32_t> labels = labelsOf(j), others(items[j].near.begin(), items[j].near.end());
    if (labels.size() > 1 && others.size() > 2)
      return "more than two neighbours";
    std::string reason;
    stretches(j, [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
      auto [low, high] = rangeOf(j, bytes);
      if (low != high && !cannotBind(first, last))
        reason = "its bytes matter";
      gone[first] += low;
      gone[last] -= low;
    });
    if (!reason.empty())
      return reason;
    if (labels.size() == 1) {
      for (int32_t i : others)
        for (int32_t s : labelsOf(i)) {
          Cost cost = pairCost(j, labels[0], i, s);
          if (isInfinite(cost))
            removeLabel(i, s);
          else
            items[i].cost[s] += cost;
        }
      constant += items[j].cost[labels[0]];
    } else if (others.empty()) {
      Wide best = items[j].cost[labels[0]];
      for (int32_t t : labels)
        best = std::min(best, items[j].cost[t]);
      constant += best;
    } else if (others.size() == 1) {
      for (int32_t s : labelsOf(others[0])) {
        Wide best = Wide(1) << 100;
        for (int32_t t : labels)
          if (Cost cost = pairCost(j, t, others[0], s); !isInfinite(cost))
            best = std::min(best, items[j].cost[t] + cost);
        if (best == Wide(1) << 100)
          removeLabel(others[0], s);
        else
          items[others[0]].cost[s] += best;
      }
    } else {
      int32_t i = others[0], k = others[1];
      std::vector<Cost> costs(items[i].has.size() * items[k].has.size(), kInfiniteCost);
      for (int32_t s : labelsOf(i))
        for (int32_t u : labelsOf(k))
          for (int32_t t : labels) {
            Cost a = pairCost(j, t, i, s), b = pairCost(j, t, k, u);
            if (isInfinite(a) || isInfinite(b))
              continue;
            Cost &cost = costs[static_cast<size_t>(s) * items[k].has.size() + u];
            cost = std::min(cost, static_cast<Cost>(items[j].cost[t] + a + b));
          }
      addEdge(i, k, [&](int32_t s, int32_t u) { return costs[static_cast<size_t>(s) * items[k].has.size() + u]; });
    }
    for (int32_t i : others)
      dropEdge(i, j);
    items[j].alive = false;
    return "";
  }

  // node'(s) and edge'(s, t) above their minima, and the bound, from the integers of the certificate.
  std::string playDual(int32_t index) {
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

  Bytes goneAt(int64_t time) const {
    Bytes sum = 0;
    for (size_t k = 0; k < times.size() && times[k] <= time; ++k)
      sum += gone[k];
    return sum;
  }
  Wide limit() const { return (Wide(certificate.target) - 1) * (Wide(1) << scaleBits) - scaledBound; }

  std::string playBound(int32_t i, int32_t s) {
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

  std::string playSearch(int32_t index);

  struct BranchState {
    int32_t node;
    std::set<int32_t> taken;
    size_t entries;
    std::vector<Item> items; ///< at the branch, until its second half
    std::map<std::pair<int32_t, int32_t>, std::vector<Cost>> edges;
    std::vector<Bytes> gone;
    std::vector<char> needed;
    Wide constant;
    Cost proved, first; ///< before the branch, by the first half
    bool conditional, conditionalAfter;
    bool second = false;
  };
  static constexpr size_t kMaxHeldEntries = size_t(1) << 27;

  const LayoutChoice &problem;
  const LayoutCertificate &certificate;
  size_t maxStates;
  std::vector<Item> items;
  std::map<std::pair<int32_t, int32_t>, std::vector<Cost>> edges;
  std::vector<int64_t> times;
  std::vector<char> needed;
  std::vector<Bytes> gone; ///< steps of the least bytes of eliminated nodes, per time
  std::vector<Bytes> least, most, mostKnown;
  bool profileFresh = false;
  bool impossible = false, conditional = false;
  bool joined = false; ///< a join ended what was left here
  std::vector<BranchState> branches;
  size_t heldEntries = 0;
  Wide constant = 0;
  Cost proved = -kInfiniteCost;
  int scaleBits = 0;
  Wide scaledBound = 0;
  std::vector<std::pair<int64_t, int64_t>> prices;
  std::vector<std::vector<Wide>> node;
  std::map<std::pair<int32_t, int32_t>, std::vector<Wide>> edgeExcess;
  static constexpr Wide never = Wide(1) << 110;
};

// All assignments with excess within the limit, node by node; what later nodes can see of a prefix is its key.
std::string Checker::playSearch(int32_t index) {
  if (index >= static_cast<int32_t>(certificate.targets.size()))
    return "no such target";
  Cost target = index < 0 ? certificate.target : std::min(certificate.target, certificate.targets[index]);
  Wide most = (Wide(target) - 1) * (Wide(1) << scaleBits) - scaledBound;
  std::vector<int32_t> order;
  for (int32_t n : certificate.order)
    if (valid(n))
      order.push_back(n);
  std::set<int32_t> named(order.begin(), order.end());
  size_t alive = std::count_if(items.begin(), items.end(), [](const Item &item) { return item.alive; });
  if (node.empty() || named.size() != order.size() || order.size() != alive)
    return "no dual before it, or the order does not name every node that is left once";
  std::vector<size_t> position(items.size(), 0);
  for (size_t k = 0; k < order.size(); ++k)
    position[order[k]] = k;
  // First and last place in the order at which a node claims a time.
  std::vector<size_t> lastAt(times.size(), 0);
  for (size_t k = 0; k < order.size(); ++k)
    for (const Piece &piece : items[order[k]].pieces)
      for (size_t t = indexOf(piece.begin); t < times.size() && times[t] < piece.end; ++t)
        lastAt[t] = k;
  std::vector<size_t> seenUntil(order.size(), 0);
  for (size_t k = 0; k < order.size(); ++k) {
    for (int32_t j : items[order[k]].near)
      seenUntil[k] = std::max(seenUntil[k], position[j]);
    for (const Piece &piece : items[order[k]].pieces)
      for (size_t t = indexOf(piece.begin); t < times.size() && times[t] < piece.end; ++t)
        seenUntil[k] = std::max(seenUntil[k], lastAt[t]);
  }
  std::vector<Bytes> fixed(times.size(), 0);
  Bytes sum = 0;
  for (size_t t = 0; t < times.size(); ++t)
    fixed[t] = sum += gone[t];
  std::map<std::vector<int32_t>, Wide> states{{{}, 0}};
  std::vector<size_t> active;
  size_t spent = 0;
  for (size_t k = 0; k < order.size(); ++k) {
    int32_t i = order[k];
    std::vector<size_t> next;
    for (size_t a : active)
      if (seenUntil[a] > k)
        next.push_back(a);
    if (seenUntil[k] > k)
      next.push_back(k);
    std::set<size_t> mine;
    for (const Piece &piece : items[i].pieces)
      for (size_t t = indexOf(piece.begin); t < times.size() && times[t] < piece.end; ++t)
        mine.insert(t);
    std::map<std::vector<int32_t>, Wide> after;
    for (const auto &[labels, excess] : states)
      for (int32_t s : labelsOf(i)) {
        if (++spent > maxStates)
          return fmt::format("not checked: more than {} states", maxStates);
        Wide total = excess + node[i][s];
        for (size_t a = 0; a < active.size(); ++a) {
          auto found = edgeExcess.find(key(i, order[active[a]]));
          if (found == edgeExcess.end())
            continue;
          int32_t j = order[active[a]];
          total =
              std::min(never, total + found->second[i < j ? static_cast<size_t>(s) * items[j].has.size() + labels[a]
                                                          : static_cast<size_t>(labels[a]) * items[i].has.size() + s]);
        }
        bool fits = true;
        for (size_t t : mine) {
          Bytes used = fixed[t] + bytesAt(i, s, times[t]);
          for (size_t a = 0; a < active.size(); ++a)
            used += bytesAt(order[active[a]], labels[a], times[t]);
          fits &= used <= problem.capacity;
          if (lastAt[t] == k)
            for (auto price =
                     std::lower_bound(prices.begin(), prices.end(), std::make_pair(times[t], int64_t(INT64_MIN)));
                 price != prices.end() && (t + 1 == times.size() || price->first < times[t + 1]); ++price)
              total = std::min(never, total + Wide(price->second) * (problem.capacity - used));
        }
        if (!fits || total > most)
          continue;
        std::vector<int32_t> key;
        for (size_t a : next)
          key.push_back(a == k ? s : labels[std::lower_bound(active.begin(), active.end(), a) - active.begin()]);
        auto [entry, fresh] = after.emplace(std::move(key), total);
        if (!fresh)
          entry->second = std::min(entry->second, total);
      }
    states = std::move(after);
    active = std::move(next);
    if (states.empty()) {
      proved = std::max(proved, target);
      return "";
    }
  }
  return "an assignment within the limit is left";
}

} // namespace

Result<Cost> plan::checkBound(const LayoutChoice &problem, const LayoutCertificate &certificate, size_t maxStates) {
  return Checker(problem, certificate, maxStates).run();
}
