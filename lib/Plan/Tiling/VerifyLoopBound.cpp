//===- VerifyLoopBound.cpp - A bound for tile loops, recomputed -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Claims are checked one by one (VerifyLoopClaim.cpp), then added up over all decisions.
//
//===----------------------------------------------------------------------===//
#include "VerifyLoopClaim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace alcove::plan {

Status check(const LoopProblem &problem) {
  auto size = [](double value) { return std::isfinite(value) && value >= 0; };
  int classes = static_cast<int>(problem.inputBytes.size()), count = static_cast<int>(problem.contractions.size());
  if (!(problem.memory > 0) || !std::isfinite(problem.memory) || !size(problem.outputBytes))
    return Error{fmt::format("LB-P1: memory {} and outputs {} are no sizes", problem.memory, problem.outputBytes)};
  for (double bytes : problem.inputBytes)
    if (!size(bytes))
      return Error{fmt::format("LB-P1: an input has {} bytes", bytes)};
  for (int i = 0; i < count; ++i) {
    const LoopContraction &own = problem.contractions[i];
    for (int64_t extent : {own.batch, own.rows, own.columns, own.depth})
      if (extent < 1 || extent > int64_t(1) << 40)
        return Error{fmt::format("LB-P1: contractions[{}]: {} is no extent", i, extent)};
    if (!(own.elementBytes > 0) || !size(own.elementBytes) || !size(own.storeBytes))
      return Error{fmt::format("LB-P1: contractions[{}]: a size is negative or not finite", i)};
    for (const LoopOperand &operand : own.operands) {
      if (operand.of < -1 || operand.of >= classes || operand.from < -1 || operand.from >= i)
        return Error{fmt::format("LB-P1: contractions[{}]: class {} of {}, from contraction {}", i, operand.of, classes,
                                 operand.from)};
      if (!(operand.elementBytes > 0) || !size(operand.elementBytes) || !size(operand.bytes) ||
          (operand.bytes > 0 && operand.of < 0))
        return Error{fmt::format("LB-P1: contractions[{}]: {} bytes of class {}", i, operand.bytes, operand.of)};
      if (operand.link != LoopLink::None && operand.from < 0)
        return Error{fmt::format("LB-P1: contractions[{}]: linked to nothing", i)};
    }
  }
  for (const LoopAddend &addend : problem.addends)
    if (addend.of < 0 || addend.of >= classes || addend.from < -1 || addend.beside < 0 || addend.beside >= count ||
        addend.from >= addend.beside || !size(addend.bytes))
      return Error{fmt::format("LB-P1: {} bytes of class {} beside contraction {} of {}", addend.bytes, addend.of,
                               addend.beside, count)};
  for (size_t i = 0; i < problem.addends.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (const LoopAddend &a = problem.addends[i], &b = problem.addends[j];
          a.from == b.from && (a.from >= 0 || a.of == b.of))
        return Error{fmt::format("LB-P1: addends[{}] and [{}] are one tensor", j, i)};
  return {};
}

namespace {

/// Adds claims up over all decisions.
class SumChecker {
public:
  SumChecker(const LoopProblem &problem, const LoopCertificate &certificate)
      : problem(problem), certificate(certificate), count(static_cast<int>(problem.contractions.size())) {}

  /// LB-C4, LB-C5, LB-C6
  Status run() {
    decidedAt.assign(2 * count, 0);
    behind.assign(count, std::vector<char>(count, 0));
    for (int i = 0; i < count; ++i) {
      behind[i][i] = 1;
      for (const LoopOperand &operand : problem.contractions[i].operands)
        for (int other = 0; operand.from >= 0 && other < i; ++other)
          behind[i][other] |= behind[operand.from][other];
    }
    for (const LoopClaim &claim : certificate.claims)
      claims[{claim.pair, claim.members}].push_back(&claim);
    for (auto [reader, side] : certificate.decided) {
      if (reader < 0 || reader >= count || side < 0 || side > 1 || operand(2 * reader + side).from < 0 ||
          decidedAt[2 * reader + side]++)
        return Error{fmt::format("LB-C4: nothing to decide of operand {} of contraction {}, or twice", side, reader)};
    }
    findParts();
    double bytes = problem.outputBytes;
    for (size_t c = 0; c < problem.inputBytes.size(); ++c) {
      bool read = false;
      for (int o = 0; o < 2 * count; ++o)
        read |= operand(o).of == static_cast<int>(c);
      bytes += read ? 0 : problem.inputBytes[c];
    }
    for (int root = 0; root < count; ++root) {
      if (part[root] != root)
        continue;
      mine.clear();
      for (int i = root; i < count; ++i)
        if (part[i] == root)
          mine.insert(mine.end(), {2 * i, 2 * i + 1});
      std::vector<int> edges;
      for (int o : mine)
        if (decidedAt[o])
          edges.push_back(o);
      if (edges.size() > mostDecisions)
        return Error{fmt::format("LB-C4: {} decisions in one part", edges.size())};
      double least = HUGE_VAL;
      fusedAt.assign(2 * count, 0);
      for (uint64_t state = 0; state < uint64_t(1) << edges.size(); ++state) {
        for (size_t e = 0; e < edges.size(); ++e)
          fusedAt[edges[e]] = static_cast<char>(state >> e & 1);
        least = std::min(least, ofState(root));
      }
      bytes += least;
    }
    // LB-C6, up to the rounding of a sum.
    if (!(certificate.bound <= bytes + 1e-9 * std::fabs(bytes)))
      return Error{fmt::format("LB-C6: the bound {} is above what the claims add up to, {}", certificate.bound, bytes)};
    return {};
  }

private:
  const LoopOperand &operand(int o) const { return problem.contractions[o / 2].operands[o % 2]; }

  /// `later` stands behind `earlier`, and between them something goes through slow memory if `later` is loaded.
  bool ordered(int earlier, int later) const {
    return operand(later).from >= 0 && behind[operand(later).from][earlier / 2] != 0;
  }
  bool maySharePair(int a, int b) const {
    return operand(a).of == operand(b).of && operand(a).of >= 0 && !ordered(a, b) && !ordered(b, a);
  }

  void findParts() {
    part.resize(count);
    for (int i = 0; i < count; ++i)
      part[i] = i;
    auto unite = [&](int a, int b) {
      int from = std::max(part[a], part[b]), to = std::min(part[a], part[b]);
      for (int &own : part)
        own = own == from ? to : own;
    };
    for (int o = 0; o < 2 * count; ++o) {
      if (decidedAt[o])
        unite(o / 2, operand(o).from);
      for (int other = 0; other < o; ++other)
        if (maySharePair(o, other))
          unite(o / 2, other / 2);
    }
    // The part that alone reads a class.
    home.assign(problem.inputBytes.size(), -1);
    for (int o = 0; o < 2 * count; ++o)
      if (int c = operand(o).of; c >= 0)
        home[c] = home[c] == -1 || home[c] == part[o / 2] ? part[o / 2] : -2;
  }

  bool loaded(int o) const { return operand(o).bytes > 0 && (operand(o).from < 0 || (decidedAt[o] && !fusedAt[o])); }

  double claimed(const std::vector<int> &members, bool pair, int shared, unsigned free) const {
    double most = 0;
    auto found = claims.find({pair, members});
    for (size_t i = 0; found != claims.end() && i < found->second.size(); ++i)
      // What moves more of its own moves no less.
      if (const LoopClaim &claim = *found->second[i];
          claim.made == 0 && (members.size() < 2 || pair || claim.shared == shared) && (free & ~claim.free) == 0)
        most = std::max(most, claim.bytes);
    return most;
  }

  double ofState(int root) {
    double bytes = 0;
    std::vector<char> stored(count, 0);
    for (int o : mine)
      if (decidedAt[o] && !fusedAt[o] && !stored[operand(o).from]++)
        bytes += problem.contractions[operand(o).from].storeBytes;
    // LB-C5: who pays for what is loaded: 0 nobody, 1 the reader, 2 readers together or apart.
    pays.assign(2 * count, 0);
    std::vector<char> taken(count, 0);
    std::vector<std::vector<int>> sets;
    std::map<int, std::vector<int>> readers;
    for (int o : mine)
      if (loaded(o))
        readers[operand(o).of].push_back(o);
    for (auto &[c, open] : readers) {
      while (!open.empty()) {
        std::vector<int> set{open[0]};
        open.erase(open.begin());
        for (size_t at = 0; at < set.size(); ++at)
          for (size_t i = 0; i < open.size();)
            if (maySharePair(set[at], open[i])) {
              set.push_back(open[i]);
              open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
              ++i;
            }
        std::sort(set.begin(), set.end());
        if (set.size() == 1) {
          pays[set[0]] = 1;
          continue;
        }
        std::vector<int> rest;
        for (int o : set)
          if (!taken[o / 2]++)
            rest.push_back(o);
        if (rest.size() > 1 && !similar(rest))
          rest.resize(1);
        for (int o : rest)
          pays[o] = rest.size() > 1 ? 2 : 1;
        if (rest.size() > 1)
          sets.push_back(rest);
      }
    }
    std::vector<char> paid(problem.inputBytes.size(), 0);
    for (int o : mine)
      if (operand(o).of >= 0 && pays[o])
        paid[operand(o).of] = 1;
    for (int o : mine)
      if (int c = operand(o).of; c >= 0 && home[c] == root && !paid[c]++)
        bytes += problem.inputBytes[c];
    bytes += beside(root);
    blockOf.assign(count, -1);
    inPair.assign(count, Free);
    return bytes + leastShared(sets, 0, 0, 0);
  }

  /// LB-C8: what is read beside results of the part.
  double beside(int root) const {
    double bytes = 0;
    for (const LoopAddend &addend : problem.addends) {
      if (part[addend.beside] != root)
        continue;
      const std::vector<char> apart = apartFrom(addend.beside);
      bool alone = addend.from < 0 || apart[addend.from], charged = false, stored = false;
      for (int o = 0; o < 2 * count; ++o) {
        if (addend.from < 0 ? operand(o).from >= 0 || operand(o).of != addend.of : operand(o).from != addend.from)
          continue;
        // One that is not decided may load, and share what it loads.
        alone = alone && (fusedAt[o] || apart[o / 2]);
        charged = charged || (part[o / 2] == root && pays[o]);
        stored = stored || (decidedAt[o] && !fusedAt[o] && part[o / 2] == root);
      }
      if (!alone || (addend.from < 0 && !charged))
        continue;
      double again = addend.bytes;
      if (addend.from >= 0) {
        double repeated = 0;
        for (int side = 0; side < 2; ++side)
          if (operand(2 * addend.from + side).from < 0)
            repeated += operand(2 * addend.from + side).bytes;
        again = std::min(again + (stored ? 0 : problem.contractions[addend.from].storeBytes), repeated);
      }
      bytes += again;
    }
    return bytes;
  }

  /// Contractions that `last` needs by way of an operand which is decided to come from slow memory.
  std::vector<char> apartFrom(int last) const {
    std::vector<char> apart(count, 0);
    for (int i = last; i >= 0; --i) {
      if (!behind[last][i])
        continue;
      for (int side = 0; side < 2; ++side)
        if (int from = operand(2 * i + side).from; from >= 0) {
          bool cut = part[i] == part[last] && decidedAt[2 * i + side] && !fusedAt[2 * i + side];
          for (int other = 0; other <= from; ++other)
            apart[other] |= behind[from][other] && (cut || (apart[i] && other == from));
        }
    }
    return apart;
  }

  bool similar(const std::vector<int> &set) const {
    if (set.size() > mostSharers)
      return false;
    auto kept = [&](int o) {
      return o % 2 == 0 ? problem.contractions[o / 2].rows : problem.contractions[o / 2].columns;
    };
    for (int a : set)
      for (int b : set) {
        const LoopContraction &one = problem.contractions[a / 2], &other = problem.contractions[b / 2];
        if (kept(a) != kept(b) || one.depth != other.depth || one.batch != other.batch ||
            (a != b && !maySharePair(a, b)))
          return false;
      }
    return true;
  }

  /// Every way to put the readers of each set into blocks, numbered from `first` on.
  double leastShared(const std::vector<std::vector<int>> &sets, size_t set, size_t next, int first) {
    if (set == sets.size())
      return mostPaired(0);
    if (next == sets[set].size()) {
      int last = first;
      for (int o : sets[set])
        last = std::max(last, blockOf[o / 2] + 1);
      return leastShared(sets, set + 1, 0, last);
    }
    int end = first;
    for (size_t i = 0; i < next; ++i)
      end = std::max(end, blockOf[sets[set][i] / 2] + 1);
    double least = HUGE_VAL;
    for (int block = first; block <= end; ++block) {
      blockOf[sets[set][next] / 2] = block;
      least = std::min(least, leastShared(sets, set, next + 1, first));
    }
    blockOf[sets[set][next] / 2] = -1;
    return least;
  }

  /// The best way to count fused operands, from that at `at` of `mine` on, as pairs.
  double mostPaired(size_t at) {
    size_t size = mine.size();
    while (at < size && !(fusedAt[mine[at]] && isPair(problem, mine[at] / 2, mine[at] % 2)))
      ++at;
    if (at == size)
      return singly();
    double most = mostPaired(at + 1);
    int o = mine[at], second = o / 2, first = operand(o).from;
    if (inPair[first] == Counted || inPair[second] != Free)
      return most;
    bool joined = operand(o).link == LoopLink::Joined;
    const PairReads reads = readsOfPair(problem, first, second, o % 2);
    auto index = [&](size_t i) { return 2 * reads[i][0] + reads[i][1]; };
    unsigned free = joined ? 1 : 0;
    for (unsigned i = 0; i < 4; ++i)
      free |= pays[index(i)] == 1 ? 0 : 1u << i;
    most = std::max(most, mostClaimed({first, second}, free & 7, reads, at, joined));
    // The kept operand is made by a third in the loop.
    int keptAt = index(0);
    if (int before = operand(keptAt).from; fusedAt[keptAt] && isPair(problem, first, keptAt % 2) &&
                                           operand(keptAt).link != LoopLink::Joined && inPair[before] != Counted) {
      bool along = operand(keptAt).link == LoopLink::Straight;
      if (!joined)
        free = (free & 7) | 1 | (pays[2 * before + (along ? 0 : 1)] == 1 ? 0 : 8) |
               (pays[2 * before + (along ? 1 : 0)] == 1 ? 0 : 16);
      most = std::max(most, mostClaimed({before, first, second}, free, reads, at, joined));
    }
    return most;
  }

  /// The best claim for a pair, and what stands behind `at` of `mine`.
  double mostClaimed(const std::vector<int> &members, unsigned free, const PairReads &reads, size_t at, bool joined) {
    const std::vector<char> before = inPair;
    for (int member : members)
      inPair[member] = Counted;
    double most = claimed(members, true, -1, free) + mostPaired(at + 1);
    auto found = claims.find({true, members});
    for (size_t i = 0; i < (found == claims.end() ? 0 : found->second.size()); ++i) {
      const LoopClaim &claim = *found->second[i];
      bool made = claim.made != 0;
      if ((free & ~claim.free & ~claim.made) != 0 || (made && !mayMake(claim, reads)))
        continue;
      for (const LoopMakers &block : claim.makers)
        for (int maker : block.members)
          inPair[maker] = Counted;
      if (made)
        most = std::max(most, claim.bytes + mostPaired(at + 1));
      // What the last reads for itself may count in a pair that it leads.
      if (joined && claim.free & 4) {
        inPair[members.back()] = Leads;
        most = std::max(most, claim.bytes + mostPaired(at + 1));
        inPair[members.back()] = Counted;
      }
      for (const LoopMakers &block : claim.makers)
        for (int maker : block.members)
          inPair[maker] = before[maker];
    }
    inPair = before;
    return most;
  }

  /// What is made is made in the loop, and its makers are whole blocks that pay for all that they read.
  bool mayMake(const LoopClaim &claim, const PairReads &reads) const {
    for (unsigned i = 0; i < 4; ++i)
      if (claim.made >> i & 1 && !fusedAt[2 * reads[i][0] + reads[i][1]])
        return false;
    for (const LoopMakers &block : claim.makers) {
      size_t together = 0;
      for (int m = 0; m < count; ++m)
        together += m == block.members[0] || (blockOf[m] >= 0 && blockOf[m] == blockOf[block.members[0]]);
      if (together != block.members.size())
        return false;
      for (int maker : block.members) {
        bool same = maker == block.members[0] || (blockOf[maker] >= 0 && blockOf[maker] == blockOf[block.members[0]]);
        if (!same || part[maker] != part[mine[0] / 2] || inPair[maker] != Free || !pays[2 * maker] ||
            !pays[2 * maker + 1])
          return false;
        int side = operand(2 * maker).of == block.shared ? 0 : 1;
        if (block.shared >= 0 && pays[2 * maker + side] != 2)
          return false;
      }
    }
    return true;
  }

  double singly() const {
    if (std::find(inPair.begin(), inPair.end(), Leads) != inPair.end())
      return -HUGE_VAL;
    double bytes = 0;
    std::vector<char> done = inPair;
    for (size_t m = 0; m < mine.size(); m += 2) {
      int i = mine[m] / 2;
      if (done[i])
        continue;
      std::vector<int> members;
      for (size_t n = m; n < mine.size(); n += 2)
        if (int other = mine[n] / 2; !done[other] && (other == i || (blockOf[i] >= 0 && blockOf[other] == blockOf[i])))
          members.push_back(other);
      int shared = -1;
      if (members.size() > 1)
        for (int side : {1, 0})
          if (pays[2 * i + side] == 2)
            shared = operand(2 * i + side).of;
      unsigned free = 0;
      for (size_t k = 0; k < members.size(); ++k) {
        done[members[k]] = 1;
        int side = shared < 0 || operand(2 * members[k]).of == shared ? 0 : 1;
        free |= k == 0 && !pays[2 * members[k] + side] ? 1 : 0;
        free |= pays[2 * members[k] + 1 - side] ? 0 : 2u << k;
      }
      bytes += claimed(members, false, shared, free);
    }
    return bytes;
  }

  const LoopProblem &problem;
  const LoopCertificate &certificate;
  int count;
  std::map<std::pair<bool, std::vector<int>>, std::vector<const LoopClaim *>> claims;
  std::vector<std::vector<char>> behind;
  /// Of contractions: their part and their block. Of classes: the part that alone reads it. Operands, by contraction and
  /// side, of the part that is looked at.
  std::vector<int> part, blockOf, home, mine;
  /// Of operands.
  std::vector<char> decidedAt, fusedAt, pays;
  /// Of contractions: counted in no pair, in one, or but for what it reads for itself, so that a pair must begin with it.
  enum : char { Free, Counted, Leads };
  std::vector<char> inPair;
};

} // namespace

Status verify(const LoopProblem &problem, const LoopCertificate &certificate) {
  ALCOVE_RETURN_IF_ERROR(check(problem));
  for (const LoopClaim &claim : certificate.claims)
    ALCOVE_RETURN_IF_ERROR(checkClaim(problem, certificate, claim));
  return SumChecker(problem, certificate).run();
}

} // namespace alcove::plan
