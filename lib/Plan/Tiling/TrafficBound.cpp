//===- TrafficBound.cpp - Stars of contractions, chosen by value ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TrafficBound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace alcove::plan {

namespace {

struct Star {
  std::vector<int> members;
  /// Operands of the members.
  std::set<int> classes;
  bool dropped = false;
};

class Chooser {
public:
  /// `merge`: what one star computes and another reads may make them one.
  Chooser(const TrafficProblem &problem, bool merge) : problem(problem), resultOf(problem.contractions.size(), -1) {
    for (size_t c = 0; c < problem.classes.size(); ++c)
      if (int producer = problem.classes[c].producer; producer >= 0)
        resultOf[producer] = static_cast<int>(c);
    form();
    if (merge)
      mergeAlongResults();
  }

  TrafficCertificate run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Star &star : stars)
        if (!star.dropped && !holds(star))
          star.dropped = changed = true;
    }
    TrafficCertificate certificate;
    std::set<int> covered;
    certificate.bound = problem.outputBytes;
    for (const Star &star : stars) {
      if (star.dropped)
        continue;
      certificate.stars.push_back(star.members);
      certificate.bound += value(star);
      covered.insert(star.classes.begin(), star.classes.end());
    }
    for (size_t c = 0; c < problem.classes.size(); ++c)
      if (!covered.count(static_cast<int>(c)))
        certificate.bound += problem.classes[c].inputBytes;
    return certificate;
  }

private:
  /// Largest first; a contraction joins the stars that it shares an operand with, or is left out.
  void form() {
    std::vector<int> order(problem.contractions.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return problem.contractions[a].points > problem.contractions[b].points; });
    for (int index : order) {
      const TrafficContraction &own = problem.contractions[index];
      if (own.left == own.right)
        continue;
      std::vector<int> members{index};
      std::set<int> joined;
      for (int operand : {own.left, own.right})
        if (auto found = owner.find(operand); found != owner.end())
          joined.insert(found->second);
      for (int star : joined)
        members.insert(members.begin(), stars[star].members.begin(), stars[star].members.end());
      if (isStar(members))
        replace(joined, std::move(members));
    }
  }

  /// A result that both stars count as fresh counts once in the common one, which begins once instead of twice.
  void mergeAlongResults() {
    for (size_t c = 0; c < problem.classes.size(); ++c) {
      int producer = problem.classes[c].producer, from = producer < 0 ? -1 : indexOf(producer);
      auto reader = owner.find(static_cast<int>(c));
      if (from < 0 || reader == owner.end() || reader->second == from)
        continue;
      std::vector<int> members = stars[from].members;
      const Star &other = stars[reader->second];
      members.insert(members.end(), other.members.begin(), other.members.end());
      double gain = problem.contractions[producer].results - firstReads * problem.memory / bytesOf(other);
      if (gain > 0 && isStar(members))
        replace({from, reader->second}, std::move(members));
    }
  }

  /// Each has a class of its own, and the two other classes of each are the edges of a simple bipartite graph.
  bool isStar(const std::vector<int> &members) const {
    std::map<int, int> uses;
    auto classesOf = [&](int member) {
      const TrafficContraction &own = problem.contractions[member];
      // A result that nobody reads has no class.
      return std::array<int, 3>{own.left, own.right, resultOf[member] >= 0 ? resultOf[member] : -1 - member};
    };
    for (int member : members)
      for (int c : classesOf(member))
        ++uses[c];
    std::map<int, std::vector<int>> neighbours;
    std::set<std::pair<int, int>> edges;
    for (int member : members) {
      std::array<int, 3> own = classesOf(member);
      auto single = std::find_if(own.begin(), own.end(), [&](int c) { return uses[c] == 1; });
      if (single == own.end())
        return false;
      std::rotate(own.begin(), single, own.end());
      if (own[1] == own[2] || !edges.insert(std::minmax(own[1], own[2])).second)
        return false;
      neighbours[own[1]].push_back(own[2]);
      neighbours[own[2]].push_back(own[1]);
    }
    return hasTwoSides(neighbours);
  }

  static bool hasTwoSides(const std::map<int, std::vector<int>> &neighbours) {
    std::map<int, int> side;
    for (const auto &[start, unused] : neighbours) {
      if (!side.try_emplace(start, 0).second)
        continue;
      for (std::vector<int> open{start}; !open.empty();) {
        int at = open.back();
        open.pop_back();
        for (int next : neighbours.at(at)) {
          auto [found, fresh] = side.try_emplace(next, 1 - side[at]);
          if (fresh)
            open.push_back(next);
          else if (found->second == side[at])
            return false;
        }
      }
    }
    return true;
  }

  /// Stars become one, at the place of the first.
  void replace(const std::set<int> &old, std::vector<int> members) {
    int place = old.empty() ? static_cast<int>(stars.size()) : *old.begin();
    if (old.empty())
      stars.emplace_back();
    for (int star : old)
      stars[star] = {{}, {}, true};
    Star &star = stars[place];
    star.dropped = false;
    star.members = std::move(members);
    for (int member : star.members)
      for (int c : {problem.contractions[member].left, problem.contractions[member].right}) {
        star.classes.insert(c);
        owner[c] = place;
      }
  }

  double bytesOf(const Star &star) const {
    double bytes = problem.contractions[star.members[0]].elementBytes;
    for (int member : star.members)
      bytes = std::min(bytes, problem.contractions[member].elementBytes);
    return bytes;
  }
  /// Reads that one multiplication of `contraction` costs.
  double perPoint(const Star &star, int contraction) const {
    return 2 / std::sqrt(problem.memory / bytesOf(star) * problem.contractions[contraction].window);
  }
  double value(const Star &star) const {
    double elements = problem.memory / bytesOf(star), reads = firstReads * elements;
    for (int member : star.members)
      reads += problem.contractions[member].points * perPoint(star, member) - problem.contractions[member].results;
    for (int c : star.classes)
      if (int producer = problem.classes[c].producer; producer >= 0 && !contains(star, producer))
        reads -= problem.contractions[producer].results;
    return bytesOf(star) * reads;
  }
  bool longEnough(const Star &star) const {
    double work = 0;
    for (int member : star.members)
      work += problem.contractions[member].points / std::sqrt(problem.contractions[member].window);
    return work >= std::pow(problem.memory / bytesOf(star) / 3, 1.5);
  }
  static bool contains(const Star &star, int contraction) {
    return std::find(star.members.begin(), star.members.end(), contraction) != star.members.end();
  }
  int indexOf(int contraction) const {
    for (size_t star = 0; star < stars.size(); ++star)
      if (!stars[star].dropped && contains(stars[star], contraction))
        return static_cast<int>(star);
    return -1;
  }

  /// Worth more than reading its inputs once, and what it takes from others is never cheaper when computed again.
  bool holds(const Star &star) const {
    double inputs = 0;
    for (int c : star.classes) {
      inputs += problem.classes[c].inputBytes;
      int producer = problem.classes[c].producer;
      if (producer < 0)
        continue;
      int from = indexOf(producer);
      if (from < 0 || againstRepeats(stars[from], producer) < 0)
        return false;
    }
    return longEnough(star) && value(star) > inputs;
  }

  /// Bytes that one more computation of a result of `producer` costs, less what it can save in the other stars.
  double againstRepeats(const Star &from, int producer) const {
    double bytes = bytesOf(from) * (problem.contractions[producer].depth * perPoint(from, producer) - 1);
    for (const Star &star : stars)
      if (!star.dropped && &star != &from && star.classes.count(resultOf[producer]))
        bytes -= bytesOf(star);
    return bytes;
  }

  const TrafficProblem &problem;
  std::vector<Star> stars;
  /// By class: the star that reads it.
  std::map<int, int> owner;
  std::vector<int> resultOf;
};

} // namespace

TrafficCertificate boundTraffic(const TrafficProblem &problem) {
  TrafficCertificate apart = Chooser(problem, false).run(), merged = Chooser(problem, true).run();
  return merged.bound > apart.bound ? merged : apart;
}

} // namespace alcove::plan
