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
  double elementBytes = 0, root = 0, bytes = 0;
};

bool uses(const TrafficContraction &own, int c) { return own.left == c || own.right == c; }

bool usedBy(const TrafficProblem &problem, const std::vector<int> &star, int c) {
  for (int member : star)
    if (uses(problem.contractions[member], c))
      return true;
  return false;
}

Recomputed recompute(const TrafficProblem &problem, const std::vector<int> &star) {
  Recomputed found;
  found.elementBytes = HUGE_VAL;
  double window = 1, points = 0, fresh = 0;
  for (int member : star) {
    const TrafficContraction &own = problem.contractions[member];
    found.elementBytes = std::fmin(found.elementBytes, own.elementBytes);
    window = std::fmax(window, own.window);
    points += own.points;
    fresh += own.results;
  }
  for (int c = 0; c < static_cast<int>(problem.classes.size()); ++c)
    if (problem.classes[c].producer >= 0 && usedBy(problem, star, c))
      fresh += problem.contractions[problem.classes[c].producer].results;
  double elements = problem.memory / found.elementBytes;
  found.root = std::sqrt(elements * window);
  found.bytes = found.elementBytes * (2 * points / found.root - 2 * elements - fresh);
  return found;
}

/// TL-C1
Status verifyStars(const TrafficProblem &problem, const std::vector<std::vector<int>> &stars) {
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
    for (size_t s = 0; s < stars.size(); ++s) {
      size_t readers = 0;
      for (int member : stars[s])
        readers += uses(problem.contractions[member], c);
      holding += readers > 0;
      if (readers > 1 && readers != stars[s].size())
        return Error{
            fmt::format("TL-C1: stars[{}]: class {} is read by {} of {} contractions", s, c, readers, stars[s].size())};
    }
    if (holding > 1)
      return Error{fmt::format("TL-C1: class {} is read in {} stars", c, holding)};
  }
  // Two classes shared by all members would be one product counted twice.
  for (size_t s = 0; s < stars.size(); ++s) {
    const TrafficContraction &first = problem.contractions[stars[s][0]];
    for (int member : stars[s])
      if (member != stars[s][0] && uses(problem.contractions[member], first.left) &&
          uses(problem.contractions[member], first.right))
        return Error{
            fmt::format("TL-C1: stars[{}]: contractions {} and {} share both operands", s, stars[s][0], member)};
  }
  return {};
}

/// TL-C2, TL-C3
Status verifyRepeats(const TrafficProblem &problem, const std::vector<std::vector<int>> &stars) {
  for (int producer = 0; producer < static_cast<int>(problem.contractions.size()); ++producer) {
    double saved = 0, paid = 0;
    bool wanted = false, chosen = false;
    for (const std::vector<int> &star : stars) {
      for (int c = 0; c < static_cast<int>(problem.classes.size()); ++c)
        if (problem.classes[c].producer == producer && usedBy(problem, star, c)) {
          wanted = true;
          saved += recompute(problem, star).elementBytes;
        }
      for (int member : star)
        if (member == producer) {
          Recomputed own = recompute(problem, star);
          chosen = true;
          paid = own.elementBytes * (2 * problem.contractions[producer].depth / own.root - 1);
        }
    }
    if (wanted && !chosen)
      return Error{fmt::format("TL-C2: contraction {} computes an operand of a star and is in none", producer)};
    if (wanted && paid < saved)
      return Error{fmt::format("TL-C3: a result of contraction {} computed again costs {} B and saves {} B", producer,
                               paid, saved)};
  }
  return {};
}

} // namespace

Status verify(const TrafficProblem &problem, const TrafficCertificate &certificate) {
  ALCOVE_RETURN_IF_ERROR(check(problem));
  ALCOVE_RETURN_IF_ERROR(verifyStars(problem, certificate.stars));
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
