//===- BranchingProof.cpp - The tree of boxes as proof steps --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Branching.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

void Branching::appendProof(LayoutCertificate &certificate) const {
  certificate.order.clear();
  std::vector<int32_t> nodes(original.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::stable_sort(nodes.begin(), nodes.end(), [&](int32_t x, int32_t y) { return position[x] < position[y]; });
  for (int32_t n : nodes)
    certificate.order.push_back(original[n]);
  appendRecord(certificate, 0);
}

// Depth is at most the number of labels, and every level holds a kernel's memory: no deeper than a few thousand.
void Branching::appendRecord(LayoutCertificate &certificate, int32_t index) const {
  const Record &record = tree[index];
  auto nodeOf = [&](int32_t n) { return n < 0 ? n : original[n]; };
  int32_t firstDual = static_cast<int32_t>(certificate.duals.size());
  for (DualCertificate dual : record.duals) {
    for (DualCertificate::Potential &potential : dual.potentials) {
      potential.a = nodeOf(potential.a);
      potential.b = nodeOf(potential.b);
    }
    certificate.duals.push_back(std::move(dual));
  }
  int32_t firstTarget = static_cast<int32_t>(certificate.targets.size());
  certificate.targets.insert(certificate.targets.end(), record.targets.begin(), record.targets.end());
  int32_t firstSearch = static_cast<int32_t>(certificate.searches.size());
  for (SearchBounds bounds : record.searches) {
    for (SearchBounds::Behind &behind : bounds.behind) {
      behind.node = nodeOf(behind.node);
      behind.until = nodeOf(behind.until);
      for (int32_t &node : behind.visible)
        node = nodeOf(node);
    }
    certificate.searches.push_back(std::move(bounds));
  }
  for (ProofStep step : record.log) {
    using Kind = ProofStep::Kind;
    bool pair = step.kind == Kind::Conflict || step.kind == Kind::Contract || step.kind == Kind::Separable;
    step.i = step.kind == Kind::Dual     ? firstDual + step.i
             : step.kind == Kind::Search ? (step.i < 0 ? -1 : firstTarget + step.i)
                                         : nodeOf(step.i);
    if (pair)
      step.j = nodeOf(step.j);
    if (step.kind == Kind::Search && step.j >= 0)
      step.j += firstSearch;
    certificate.steps.push_back(step);
  }
  if (record.child[0] < 0 || record.child[1] < 0)
    return;
  certificate.steps.push_back(
      {ProofStep::Kind::Branch, nodeOf(record.node), static_cast<int32_t>(certificate.halves.size())});
  certificate.halves.push_back(record.low);
  appendRecord(certificate, record.child[0]);
  certificate.steps.push_back({ProofStep::Kind::Otherwise});
  appendRecord(certificate, record.child[1]);
  certificate.steps.push_back({ProofStep::Kind::Join});
}
