//===- TrafficBound.cpp - Stars of contractions, chosen by value ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TrafficBound.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace alcove::plan {

namespace {

struct Star {
  std::vector<int> members;
  std::set<int> classes;
  int centre = -1;
  bool dropped = false;
};

class Chooser {
public:
  explicit Chooser(const TrafficProblem &problem) : problem(problem) {}

  TrafficCertificate run() {
    form();
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
  /// Largest first; a contraction joins the star that it shares one class with, or is left out.
  void form() {
    std::vector<int> order(problem.contractions.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return problem.contractions[a].points > problem.contractions[b].points; });
    std::map<int, int> owner;
    for (int index : order) {
      const TrafficContraction &own = problem.contractions[index];
      if (own.left == own.right)
        continue;
      auto left = owner.find(own.left), right = owner.find(own.right);
      if (left != owner.end() && right != owner.end())
        continue;
      int star = static_cast<int>(stars.size());
      if (left != owner.end() || right != owner.end()) {
        int shared = left != owner.end() ? own.left : own.right;
        star = owner[shared];
        if (stars[star].centre >= 0 && stars[star].centre != shared)
          continue;
        stars[star].centre = shared;
      } else {
        stars.emplace_back();
      }
      stars[star].members.push_back(index);
      for (int c : {own.left, own.right}) {
        stars[star].classes.insert(c);
        owner[c] = star;
      }
    }
  }

  double bytesOf(const Star &star) const {
    double bytes = problem.contractions[star.members[0]].elementBytes;
    for (int member : star.members)
      bytes = std::min(bytes, problem.contractions[member].elementBytes);
    return bytes;
  }
  double rootOf(const Star &star) const {
    double window = 1;
    for (int member : star.members)
      window = std::max(window, problem.contractions[member].window);
    return std::sqrt(problem.memory / bytesOf(star) * window);
  }
  double value(const Star &star) const {
    double reads = -2 * problem.memory / bytesOf(star);
    for (int member : star.members)
      reads += 2 * problem.contractions[member].points / rootOf(star) - problem.contractions[member].results;
    for (int c : star.classes)
      if (int producer = problem.classes[c].producer; producer >= 0)
        reads -= problem.contractions[producer].results;
    return bytesOf(star) * reads;
  }
  const Star *starOf(int contraction) const {
    for (const Star &star : stars)
      if (!star.dropped && std::count(star.members.begin(), star.members.end(), contraction))
        return &star;
    return nullptr;
  }

  /// Worth more than reading its inputs once, and what it takes from others is never cheaper when computed again.
  bool holds(const Star &star) const {
    double inputs = 0;
    for (int c : star.classes) {
      inputs += problem.classes[c].inputBytes;
      int producer = problem.classes[c].producer;
      if (producer < 0)
        continue;
      const Star *from = starOf(producer);
      if (!from || againstRepeats(*from, producer) < 0)
        return false;
    }
    return value(star) > inputs;
  }

  /// Bytes that one more computation of a result of `producer` costs, less what it can save in all stars that use it.
  double againstRepeats(const Star &from, int producer) const {
    double bytes = bytesOf(from) * (2 * problem.contractions[producer].depth / rootOf(from) - 1);
    for (const Star &star : stars)
      for (int c : star.classes)
        if (!star.dropped && problem.classes[c].producer == producer)
          bytes -= bytesOf(star);
    return bytes;
  }

  const TrafficProblem &problem;
  std::vector<Star> stars;
};

} // namespace

TrafficCertificate boundTraffic(const TrafficProblem &problem) { return Chooser(problem).run(); }

} // namespace alcove::plan
