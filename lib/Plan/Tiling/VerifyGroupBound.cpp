//===- VerifyGroupBound.cpp - A bound for groups, recomputed --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the prices are, no plan costs less than the least of each operation and of each tensor, so that these are all
// that there is to recompute.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/GroupBound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alcove::plan {

Status check(const GroupProblem &problem) {
  auto size = [](double value) { return std::isfinite(value) && value >= 0; };
  int tensors = static_cast<int>(problem.tensors.size()), operations = static_cast<int>(problem.operations.size());
  if (!(problem.memory > 0) || !std::isfinite(problem.memory) || !size(problem.fixedBytes))
    return Error{fmt::format("GT-P1: memory {} and fixed bytes {} are no sizes", problem.memory, problem.fixedBytes)};
  for (int t = 0; t < tensors; ++t) {
    const GroupTensor &own = problem.tensors[t];
    if (own.producer < -1 || own.producer >= operations || !size(own.storeBytes) || !size(own.readBytes) ||
        (own.producer >= 0 && problem.operations[own.producer].result != t))
      return Error{fmt::format("GT-P1: tensors[{}]: operation {} of {} does not make it, or {} and {} are no sizes", t,
                               own.producer, operations, own.storeBytes, own.readBytes)};
  }
  for (int i = 0; i < operations; ++i) {
    const GroupOperation &own = problem.operations[i];
    if (own.result < -1 || own.result >= tensors || (own.result >= 0 && problem.tensors[own.result].producer != i))
      return Error{fmt::format("GT-P1: operations[{}] does not make tensor {} of {}", i, own.result, tensors)};
    if (own.summed < -1 || own.summed >= static_cast<int>(own.operands.size()) || !size(own.weightBytes) ||
        !size(own.operandHeld) || !size(own.resultHeld))
      return Error{fmt::format("GT-P1: operations[{}] sums up operand {} of {}, or a size is negative or not finite", i,
                               own.summed, own.operands.size())};
    for (const GroupOperand &operand : own.operands)
      if (operand.tensor < 0 || operand.tensor >= tensors || problem.tensors[operand.tensor].producer >= i)
        return Error{fmt::format("GT-P1: operations[{}] reads tensor {} of {}, which is not made before", i,
                                 operand.tensor, tensors)};
  }
  return {};
}

namespace {

/// A whole number between two bounds.
struct Range {
  double low = 1, high = 1;
};

/// The numbers that entry `i` of an ascending grid is for.
Range rangeOf(const std::vector<int64_t> &grid, size_t i) {
  return {static_cast<double>(grid[i]), i + 1 == grid.size() ? HUGE_VAL : static_cast<double>(grid[i + 1] - 1)};
}

/// What labels of one kind stand for; `whole`: where tiles of all channels have their labels.
struct LabelKind {
  Range turns, parts, outer;
  bool cut = false;
  size_t whole = 0;
};

class PriceChecker {
public:
  PriceChecker(const GroupProblem &problem, const GroupCertificate &claim)
      : problem(problem), claim(claim), readers(problem.tensors.size()) {
    for (size_t i = 0; i < problem.operations.size(); ++i)
      for (size_t o = 0; o < problem.operations[i].operands.size(); ++o)
        readers[problem.operations[i].operands[o].tensor].push_back({i, o});
  }

  Status run() {
    if (Status status = grids(); !status.ok())
      return status;
    list();
    if (Status status = prices(); !status.ok())
      return status;
    double sum = problem.fixedBytes;
    for (size_t i = 0; i < problem.operations.size(); ++i)
      sum += operation(i);
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      sum += tensor(t);
    if (!(claim.bound <= sum * (1 + 1e-9) + 1e-6) || !std::isfinite(claim.bound))
      return Error{fmt::format("GT-C4: bound {} of at most {}", claim.bound, sum)};
    return {};
  }

private:
  /// GT-C1
  Status grids() const {
    auto ascends = [](const std::vector<int64_t> &grid, int64_t from) {
      return !grid.empty() && grid.size() <= 256 && grid[0] == from && grid.back() <= int64_t(1) << 40 &&
             std::ranges::adjacent_find(grid, std::greater_equal<>()) == grid.end();
    };
    if (!ascends(claim.turns, 1) || !ascends(claim.turnsOfParts, 1) || !ascends(claim.parts, 2) || claim.levels < 1 ||
        claim.levels > 4096)
      return Error{"GT-C1: turns do not ascend from 1, or parts from 2, or there are no levels"};
    return {};
  }

  void list() {
    for (size_t t = 0; t < claim.turns.size(); ++t)
      kinds.push_back({rangeOf(claim.turns, t), {1, 1}, {1, 1}, false, kinds.size()});
    for (size_t t = 0; t < claim.turnsOfParts.size(); ++t)
      for (size_t p = 0; p < claim.parts.size(); ++p) {
        Range turns = rangeOf(claim.turnsOfParts, t);
        for (double outer = 1; outer <= turns.low; outer *= 2) {
          Range some{outer, outer * 2 > turns.low ? turns.high : outer * 2 - 1};
          kinds.push_back({turns, rangeOf(claim.parts, p), some, false, kinds.size()});
          kinds.push_back({turns, rangeOf(claim.parts, p), some, true, kinds.size() - 1});
        }
      }
  }

  /// GT-C1
  Status prices() const {
    auto areFor = [](const std::vector<double> &at, size_t count) {
      return at.size() == count && std::ranges::all_of(at, [](double price) { return std::isfinite(price); });
    };
    if (claim.resultPrices.size() != problem.operations.size() ||
        claim.operandPrices.size() != problem.operations.size())
      return Error{"GT-C1: prices of other operations"};
    for (size_t i = 0; i < problem.operations.size(); ++i) {
      const GroupOperation &own = problem.operations[i];
      bool fits = areFor(claim.resultPrices[i], own.result < 0 ? 0 : numLabels()) &&
                  claim.operandPrices[i].size() == own.operands.size();
      for (size_t o = 0; fits && o < own.operands.size(); ++o)
        fits = areFor(claim.operandPrices[i][o],
                      problem.tensors[own.operands[o].tensor].producer < 0 ? 0 : numLabels() + 1);
      if (!fits)
        return Error{fmt::format("GT-C1: the prices of operation {} are not one for each label", i)};
    }
    return {};
  }

  /// Whole bytes, so that nothing is rounded that is compared.
  double levelBytes() const { return std::max(std::floor(problem.memory / claim.levels), 1.0); }
  size_t numLabels() const { return kinds.size() * static_cast<size_t>(claim.levels); }
  size_t label(size_t kind, int level) const {
    return kind * static_cast<size_t>(claim.levels) + static_cast<size_t>(level);
  }

  /// GT-C2: over all labels, levels before and behind the weights, and ways to read.
  double operation(size_t i) const {
    const GroupOperation &own = problem.operations[i];
    double least = HUGE_VAL, step = levelBytes();
    for (size_t k = 0; k < kinds.size(); ++k) {
      const LabelKind &kind = kinds[k];
      double passes = kind.cut ? kind.turns.low : kind.turns.low * kind.parts.low;
      // How often weights pass, and the bytes of them that stay for that.
      std::vector<std::pair<double, double>> ways{{passes, 0}, {1, std::floor(own.weightBytes)}};
      if (kind.cut)
        ways.push_back({kind.outer.low, std::floor(own.weightBytes / kind.parts.high)});
      // Of levels up to the one in front: producers may keep less.
      std::vector<double> inGroup(own.operands.size(), HUGE_VAL);
      for (int before = 0; before < claim.levels; ++before) {
        for (size_t o = 0; o < own.operands.size(); ++o)
          inGroup[o] = std::min(inGroup[o], readInGroup(i, o, k, before));
        for (const auto &way : ways) {
          auto [times, stays] = way;
          double kept = before * step + stays;
          if ((&way != &ways[0] && times >= passes) || kept > problem.memory)
            continue;
          int after = std::min(static_cast<int>(kept / step), claim.levels - 1);
          if (!sumsFit(own, kind, after * step))
            continue;
          double cost = own.weightBytes * times + (own.result < 0 ? 0 : claim.resultPrices[i][label(k, after)]);
          for (size_t o = 0; o < own.operands.size(); ++o)
            cost += std::min(inGroup[o], readSlow(i, o, kind, after * step));
          least = std::min(least, cost);
        }
      }
    }
    return least;
  }

  bool sumsFit(const GroupOperation &own, const LabelKind &kind, double kept) const {
    return own.summed < 0 || kind.cut || kept + std::floor(own.operandHeld / kind.turns.high) <= problem.memory ||
           kept + std::floor(own.resultHeld / kind.turns.high) <= problem.memory;
  }

  double readInGroup(size_t i, size_t o, size_t k, int level) const {
    const std::vector<double> &prices = claim.operandPrices[i][o];
    if (prices.empty())
      return HUGE_VAL;
    double least = prices[label(kinds[k].whole, level)];
    return problem.operations[i].operands[o].whole ? least : std::min(least, prices[label(k, level)]);
  }

  double readSlow(size_t i, size_t o, const LabelKind &kind, double kept) const {
    const GroupOperand &operand = problem.operations[i].operands[o];
    double bytes = problem.tensors[operand.tensor].readBytes;
    const std::vector<double> &prices = claim.operandPrices[i][o];
    double cost = prices.empty() ? 0 : prices.back();
    if ((operand.whole || !kind.cut) && kept + std::floor(bytes / kind.outer.high) > problem.memory)
      cost += (kind.parts.low - 1) * bytes / static_cast<double>(readers[operand.tensor].size());
    return cost;
  }

  /// GT-C3: over all labels of the producer; each reader in its group, or from slow memory for the bytes of doing so.
  double tensor(size_t t) const {
    const GroupTensor &own = problem.tensors[t];
    if (own.producer < 0 || readers[t].empty())
      return 0;
    double least = HUGE_VAL;
    for (size_t at = 0; at < numLabels(); ++at) {
      double together = 0, apart = own.storeBytes + own.readBytes;
      for (auto [reader, operand] : readers[t]) {
        const std::vector<double> &prices = claim.operandPrices[reader][operand];
        together -= prices[at];
        apart -= std::max(prices[at], prices.back());
      }
      least = std::min(least, std::min(together, apart) - claim.resultPrices[own.producer][at]);
    }
    return least;
  }

  const GroupProblem &problem;
  const GroupCertificate &claim;
  std::vector<LabelKind> kinds;
  /// By tensor: operation and operand.
  std::vector<std::vector<std::pair<size_t, size_t>>> readers;
};

} // namespace

Status verify(const GroupProblem &problem, const GroupCertificate &certificate) {
  if (Status status = check(problem); !status.ok())
    return status;
  return PriceChecker(problem, certificate).run();
}

} // namespace alcove::plan
