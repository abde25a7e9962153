//===- FuzzLayoutFiles.cpp - Layout readers on arbitrary bytes ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Gzip.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

#include <algorithm>
#include <cstdlib>

using namespace alcove;

/// Costs of single edges: an edge from a node to itself was added to the node's own costs, and its entries stay unused.
static bool sameCosts(const plan::LayoutChoice &a, const plan::LayoutChoice &b) {
  if (a.candidateCosts != b.candidateCosts || a.edges.size() != b.edges.size())
    return false;
  for (int32_t e = 0; e < static_cast<int32_t>(a.edges.size()); ++e)
    if (!std::ranges::equal(a.costsOfEdge(e), b.costsOfEdge(e)))
      return false;
  return true;
}

// What is read must pass `check` and survive a round trip; what is not must say why.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  Result<std::string> plain = inflateIfGzip(text, size_t(1) << 24);
  if (!plain.ok())
    return 0;
  for (auto parse : {formats::parseIopddl, formats::parseLayoutChoice}) {
    Result<plan::LayoutChoice> problem = parse(*plain);
    if (!problem.ok()) {
      if (problem.error().message.empty())
        std::abort();
      continue;
    }
    Result<plan::LayoutChoice> again = formats::parseLayoutChoice(formats::writeLayoutChoice(*problem));
    if (!again.ok() || !sameCosts(*again, *problem))
      std::abort();
  }
  (void)formats::parseLayoutSolution(*plain);
  (void)formats::parseLayoutCertificate(*plain);
  return 0;
}
