//===- VerifyTraffic.cpp - A traffic bound, recomputed --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TrafficBound.h"

#include <fmt/format.h>

#include <cmath>

namespace alcove::plan {

Status check(const TrafficProblem &problem) {
  auto size = [](double value) { return std::isfinite(value) && value >= 0; };
  if (!(problem.memory > 0) || !std::isfinite(problem.memory) || !size(problem.outputBytes))
    return Error{fmt::format("TL-P1: memory {} and outputs {} are no sizes", problem.memory, problem.outputBytes)};
  int classes = static_cast<int>(problem.classes.size()), contractions = static_cast<int>(problem.contractions.size());
  for (int c = 0; c < classes; ++c)
    if (int producer = problem.classes[c].producer;
        !size(problem.classes[c].inputBytes) || producer < -1 || producer >= contractions)
      return Error{fmt::format("TL-P1: classes[{}]: producer {} of {} contractions, {} bytes", c, producer,
                               contractions, problem.classes[c].inputBytes)};
  std::vector<int> computes(contractions, -1);
  for (int c = 0; c < classes; ++c)
    if (int producer = problem.classes[c].producer; producer >= 0) {
      if (computes[producer] >= 0)
        return Error{fmt::format("TL-P1: classes[{}] and [{}]: both computed by contraction {}", computes[producer], c,
                                 producer)};
      computes[producer] = c;
    }
  for (int i = 0; i < contractions; ++i) {
    const TrafficContraction &own = problem.contractions[i];
    for (int operand : {own.left, own.right})
      if (operand < 0 || operand >= classes)
        return Error{
            fmt::format("TL-P1: contractions[{}]: class {} does not exist (there are {})", i, operand, classes)};
    if (!size(own.results) || !size(own.points) || !size(own.depth) || !(own.window >= 1) || !(own.elementBytes > 0))
      return Error{fmt::format("TL-P1: contractions[{}]: a size is negative or not finite", i)};
  }
  return {};
}

namespace {

/// Everything from the definition, star by star.
struct Recomputed {
  double elementBytes = 0, elements = 0, work = 0, bytes = 0;
};

bool uses(const TrafficContraction &own, int c) { return own.left == c || own.right == c; }

bool usedBy(const TrafficProblem &problem, const std::vector<int> &star, int c) {
  for (int member : star)
    if (uses(problem.contractions[member], c))
      return true;
  return false;
}

bool isMember(const std::vector<int> &star, int contraction) {
  for (int member : star)
    if (member == contraction)
      return true;
  return false;
}

Recomputed recompute(const TrafficProblem &problem, const std::vector<int> &star) {
  Recomputed found;
  found.elementBytes = HUGE_VAL;
  double fresh = 0;
  for (int member : star) {
    const TrafficContraction &own = problem.contractions[member];
    found.elementBytes = std::fmin(found.elementBytes, own.elementBytes);
    found.work += own.points / std::sqrt(own.window);
    fresh += own.results;
  }
  for (const TrafficClass &own : problem.classes)
    if (own.producer >= 0 && !isMember(star, own.producer) &&
        usedBy(problem, star, static_cast<int>(&own - problem.classes.data())))
      fresh += problem.contractions[own.producer].results;
  found.elements = problem.memory / found.elementBytes;
  double first = (1 - 2 / std::sqrt(27.0)) * found.elements;
  found.bytes = found.elementBytes * (2 * found.work / std::sqrt(found.elements) + first - fresh);
  return found;
}

/// TL-C1: existence, and no class twice.
Status verifyMembers(const TrafficProblem &problem, const std::vector<std::vector<int>> &stars) {
  std::vector<int> seen(problem.contractions.size(), 0);
  for (size_t s = 0; s < stars.size(); ++s) {
    if (stars[s].empty())
      return Error{fmt::format("TL-C1: stars[{}] is empty", s)};
    for (int member : stars[s]) {
      if (member < 0 || member >= static_cast<int>(seen.size()) || seen[member]++)
        return Error{fmt::format("TL-C1: stars[{}]: contraction {} does not exist or is named twice", s, member)};
      if (problem.contractions[member].left == problem.contractions[member].right)
        return Error{fmt::format("TL-C1: stars[{}]: contraction {} reads one class twice", s, member)};
    }
  }
  for (int c = 0; c < static_cast<int>(problem.classes.size()); ++c) {
    int holding = 0;
    for (const std::vector<int> &star : stars)
      holding += usedBy(problem, star, c);
    if (holding > 1)
      return Error{fmt::format("TL-C1: class {} is read in {} stars", c, holding)};
  }
  return {};
}

/// Sets of classes, each with the side of its graph on which it stands.
class Sides {
public:
  explicit Sides(int classes) : parent(classes), odd(classes, 0) {
    for (int c = 0; c < classes; ++c)
      parent[c] = c;
  }
  /// False when both are on one side already.
  bool separate(int a, int b) {
    auto [rootA, oddA] = find(a);
    auto [rootB, oddB] = find(b);
    if (rootA == rootB)
      return oddA != oddB;
    parent[rootA] = rootB;
    odd[rootA] = oddA == oddB;
    return true;
  }

private:
  std::pair<int, int> find(int c) const {
    int parity = 0;
    for (; parent[c] != c; c = parent[c])
      parity ^= odd[c];
    return {c, parity};
  }
  std::vector<int> parent, odd;
};

/// TL-C5
Status verifyEdges(const TrafficProblem &problem, const std::vector<int> &star, size_t s) {
  int classes = static_cast<int>(problem.classes.size());
  Sides sides(classes);
  std::vector<std::pair<int, int>> edges;
  for (int member : star) {
    std::vector<int> shared;
    for (int c = 0; c < classes; ++c) {
      bool own = uses(problem.contractions[member], c) || problem.classes[c].producer == member, others = false;
      for (int other : star)
        others |= other != member && (uses(problem.contractions[other], c) || problem.classes[c].producer == other);
      if (own && others)
        shared.push_back(c);
    }
    if (shared.size() > 2)
      return Error{fmt::format("TL-C5: stars[{}]: contraction {} has no class of its own", s, member)};
    // An edge to a class of its own closes no circle.
    if (shared.size() < 2)
      continue;
    std::pair<int, int> edge{shared[0], shared[1]};
    for (const std::pair<int, int> &other : edges)
      if (other == edge)
        return Error{
            fmt::format("TL-C5: stars[{}]: two contractions share the classes {} and {}", s, edge.first, edge.second)};
    edges.push_back(edge);
    if (!sides.separate(edge.first, edge.second))
      return Error{fmt::format("TL-C5: stars[{}]: classes {} and {} stand on one side", s, edge.first, edge.second)};
  }
  return {};
}

/// TL-C6
Status verifyLength(const TrafficProblem &problem, const std::vector<int> &star, size_t s) {
  Recomputed own = recompute(problem, star);
  double least = std::pow(own.elements / 3, 1.5);
  if (!(own.work >= least))
    return Error{fmt::format("TL-C6: stars[{}]: {} steps are less than {}", s, own.work, least)};
  return {};
}

/// TL-C2, TL-C3
Status verifyRepeats(const TrafficProblem &problem, const std::vector<std::vector<int>> &stars) {
  for (const TrafficClass &result : problem.classes) {
    if (result.producer < 0)
      continue;
    int own = static_cast<int>(&result - problem.classes.data());
    double saved = 0, paid = 0;
    bool wanted = false, chosen = false;
    for (const std::vector<int> &star : stars) {
      bool reads = usedBy(problem, star, own);
      wanted |= reads;
      Recomputed sums = recompute(problem, star);
      if (isMember(star, result.producer)) {
        const TrafficContraction &producer = problem.contractions[result.producer];
        chosen = true;
        paid = sums.elementBytes * (2 * producer.depth / std::sqrt(sums.elements * producer.window) - 1);
      } else if (reads) {
        saved += sums.elementBytes;
      }
    }
    if (wanted && !chosen)
      return Error{fmt::format("TL-C2: contraction {} computes an operand of a star and is in none", result.producer)};
    if (wanted && paid < saved)
      return Error{fmt::format("TL-C3: a result of contraction {} computed again costs {} B and saves {} B",
                               result.producer, paid, saved)};
  }
  return {};
}

} // namespace

Status verify(const TrafficProblem &problem, const TrafficCertificate &certificate) {
  ALCOVE_RETURN_IF_ERROR(check(problem));
  ALCOVE_RETURN_IF_ERROR(verifyMembers(problem, certificate.stars));
  for (size_t s = 0; s < certificate.stars.size(); ++s) {
    ALCOVE_RETURN_IF_ERROR(verifyEdges(problem, certificate.stars[s], s));
    ALCOVE_RETURN_IF_ERROR(verifyLength(problem, certificate.stars[s], s));
  }
  ALCOVE_RETURN_IF_ERROR(verifyRepeats(problem, certificate.stars));
  double bytes = problem.outputBytes;
  for (const std::vector<int> &star : certificate.stars)
    bytes += recompute(problem, star).bytes;
  for (int c = 0; c < static_cast<int>(problem.classes.size()); ++c) {
    bool read = false;
    for (const std::vector<int> &star : certificate.stars)
      read |= usedBy(problem, star, c);
    bytes += read ? 0 : problem.classes[c].inputBytes;
  }
  // TL-C4, up to the rounding of a sum.
  if (!(certificate.bound <= bytes + 1e-9 * std::fabs(bytes)))
    return Error{fmt::format("TL-C4: the bound {} is above what the stars prove, {}", certificate.bound, bytes)};
  return {};
}

} // namespace alcove::plan
