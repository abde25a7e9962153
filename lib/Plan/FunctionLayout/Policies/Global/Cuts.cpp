//===- Cuts.cpp - Combinations that a layout choice must not take ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Not all of these" is an infinite cost, an infinite pair, or for three and more a chain of nodes that carries on
// whether all so far were taken; (1, 1) at its end is infinite:
//
//   x0 ── y1 ── x1        y1 = (x0 in S0, x1 in S1)
//         │
//         y2 ── x2        y2 = (y1 is (1, 1), x2 in S2)
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"

#include <algorithm>

namespace alcove::plan {

/// The choices that a clash is about, by node.
class Reduction::Cut {
public:
  Cut(const Reduction &reduction, const FunctionPlan &plan, const LayoutSolution &solution, Cutting cutting)
      : in(reduction), problem(reduction.problem), plan(plan), solution(solution), orMore(cutting != Cutting::Same),
        ofFreeBytes(cutting == Cutting::FreeBytes), least(cutting == Cutting::LargeOrMore ? problem.capacity / 16 : 0) {
  }

  void add(const ConflictMember &member) {
    if (member.copy >= 0 && bytesOf(member.copy) >= least)
      addCopy(member.copy);
    if (member.copy >= 0)
      return;
    if (member.step.op >= 0)
      addOp(member.step.op);
    else if (bytesOf(member.step.copy) > 0)
      addCopy(member.step.copy);
    else
      addCopy(plan.copies[member.step.copy].source);
  }

  std::map<int32_t, std::vector<bool>> choices; ///< by node

private:
  template <typename Holds>
  void restrict(int32_t node, Holds holds) {
    auto [at, isNew] = choices.try_emplace(node, in.reduced.numCandidates(node), true);
    for (size_t i = 0; i < at->second.size(); ++i)
      at->second[i] = at->second[i] && holds(static_cast<int32_t>(i));
  }
  bool asMuch(Bytes bytes, Bytes than) const { return orMore ? bytes >= than : bytes == than; }
  Bytes bytesOf(int32_t copy) const {
    const Layout &layout = problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout);
    return layout.isL1() ? layout.l1Bytes : 0;
  }

  void addCopy(int32_t copy) {
    const Copy &made = plan.copies[copy];
    int32_t node = in.nodeOfTensor[made.tensor], producer = problem.tensors[made.tensor].producer;
    const Found *where = node < 0 ? nullptr : &in.found[made.tensor][solution.choice[node]];
    bool isTensor = copy < static_cast<int32_t>(problem.tensors.size());
    bool isFound = where && where->how != Found::How::Base && where->layout == made.layout;
    if (isFound && (where->how == Found::How::Keep || !isTensor))
      restrict(node, [&](int32_t i) {
        const Found &other = in.found[made.tensor][i];
        return other.how == where->how && asMuch(problem.layoutOf(made.tensor, other.layout).l1Bytes, bytesOf(copy));
      });
    else if (isTensor && producer >= 0)
      restrict(in.nodeOfOp[producer], [&](int32_t i) {
        int32_t layout = in.madeLayout(made.tensor, in.choices[producer][i]);
        return asMuch(problem.layoutOf(made.tensor, layout).l1Bytes, bytesOf(copy));
      });
    else if (!isTensor && made.op >= 0)
      addReader(made.op, made.tensor, bytesOf(copy));
  }

  void addReader(int32_t op, int32_t tensor, Bytes bytes) {
    restrict(in.nodeOfOp[op], [&](int32_t i) {
      std::span<const int32_t> wanted = problem.classOf(op).candidates.operandsOf(in.choices[op][i]);
      for (size_t k = 0; k < wanted.size(); ++k)
        if (problem.ops[op].operands[k] == tensor && asMuch(problem.layoutOf(tensor, wanted[k]).l1Bytes, bytes))
          return true;
      return false;
    });
  }

  void addOp(int32_t op) {
    const CandidateTable &table = problem.classOf(op).candidates;
    const Candidate &taken = table[plan.candidate[op]];
    restrict(in.nodeOfOp[op], [&](int32_t i) {
      const Candidate &other = table[in.choices[op][i]];
      if (ofFreeBytes)
        return other.wantsFreeBytes >= taken.wantsFreeBytes;
      return orMore ? other.peakBytes >= taken.peakBytes
                    : other.peakBytes == taken.peakBytes && other.uses == taken.uses;
    });
  }

  const Reduction &in;
  const FunctionLayout &problem;
  const FunctionPlan &plan;
  const LayoutSolution &solution;
  bool orMore, ofFreeBytes;
  Bytes least;
};

std::vector<int32_t> Reduction::forbid(std::span<const ConflictMember> clash, const FunctionPlan &plan,
                                       const LayoutSolution &solution, Cutting cutting) {
  Cut cut(*this, plan, solution, cutting);
  for (const ConflictMember &member : clash)
    cut.add(member);
  std::erase_if(cut.choices, [](const auto &entry) { return std::ranges::all_of(entry.second, std::identity()); });
  std::vector<int32_t> nodes;
  for (const auto &[node, choices] : cut.choices)
    nodes.push_back(node);
  std::ranges::stable_sort(nodes, {}, [&](int32_t node) { return reduced.nodes[node].live.begin; });
  std::vector<std::vector<bool>> taken;
  for (int32_t node : nodes)
    taken.push_back(cut.choices.at(node));
  forbidTogether(nodes, std::move(taken));
  return nodes;
}

void Reduction::extend(LayoutSolution &solution) const {
  if (!solution.found())
    return;
  for (size_t i = solution.choice.size() - (reduced.numNodes() - joints.size()); i < joints.size(); ++i) {
    const Joint &joint = joints[i];
    if (joint.before < 0) { // bytes that are taken away: its only choice
      solution.choice.push_back(0);
      continue;
    }
    bool a = joint.allBefore[solution.choice[joint.before]], b = joint.taken[solution.choice[joint.member]];
    solution.choice.push_back(2 * a + b);
  }
}

static std::vector<Cost> costsWhere(size_t rows, size_t columns, auto isPossible) {
  std::vector<Cost> costs;
  for (size_t s = 0; s < rows; ++s)
    for (size_t t = 0; t < columns; ++t)
      costs.push_back(isPossible(s, t) ? 0 : infiniteCost);
  return costs;
}

void Reduction::forbidTogether(std::span<const int32_t> nodes, std::vector<std::vector<bool>> taken) {
  if (nodes.size() == 1) {
    LayoutChoice::Node &node = reduced.nodes[nodes[0]];
    std::vector<Cost> costs(reduced.costsOf(nodes[0]).begin(), reduced.costsOf(nodes[0]).end());
    std::vector<Bytes> bytes(reduced.bytesOf(nodes[0]).begin(), reduced.bytesOf(nodes[0]).end());
    for (size_t i = 0; i < taken[0].size(); ++i)
      if (taken[0][i])
        costs[i] = infiniteCost;
    // Of its own from now on: nodes that were like it keep their choices.
    node.firstCandidate = reduced.candidateCosts.size();
    reduced.candidateCosts.insert(reduced.candidateCosts.end(), costs.begin(), costs.end());
    reduced.candidateBytes.insert(reduced.candidateBytes.end(), bytes.begin(), bytes.end());
  }
  if (nodes.size() < 2)
    return;
  int32_t before = nodes[0];
  std::vector<bool> all = std::move(taken[0]); // per choice of `before`: all so far are taken
  for (size_t i = 1; i + 1 < nodes.size(); ++i) {
    Cost free[] = {0, 0, 0, 0}; // 2 a + b
    Bytes none[] = {0, 0, 0, 0};
    int32_t joint = reduced.addNode(reduced.nodes[nodes[i]].live, free, none);
    auto link = [&](int32_t node, const std::vector<bool> &isTaken, size_t bit) {
      reduced.addEdge(node, joint, costsWhere(isTaken.size(), 4, [&](size_t s, size_t t) {
                        return isTaken[s] == static_cast<bool>(t & bit);
                      }));
    };
    link(before, all, 2);
    link(nodes[i], taken[i], 1);
    joints.push_back({joint, before, nodes[i], all, taken[i]});
    before = joint;
    all = {false, false, false, true};
  }
  const std::vector<bool> &last = taken.back();
  reduced.addEdge(before, nodes.back(),
                  costsWhere(all.size(), last.size(), [&](size_t s, size_t t) { return !all[s] || !last[t]; }));
}

} // namespace alcove::plan
