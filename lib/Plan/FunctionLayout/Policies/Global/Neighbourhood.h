//===- Neighbourhood.h - A layout choice, most of it fixed ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_NEIGHBOURHOOD_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_NEIGHBOURHOOD_H

#include "alcove/Plan/LayoutChoice/Policy.h"

#include <set>

namespace alcove::plan {

/// The nodes at most `radius` edges from one of `centres`.
std::vector<bool> ballAround(const LayoutChoice &problem, const std::set<int32_t> &centres, int radius);

/// The same problem in which nodes that are not free have only the candidate of `choice`.
class Neighbourhood {
public:
  Neighbourhood(const LayoutChoice &problem, const std::vector<int32_t> &choice, const std::vector<bool> &isFree);

  const LayoutChoice &problem() const { return restricted; }
  /// A choice of the whole problem, from one of the restricted problem.
  std::vector<int32_t> widen(const std::vector<int32_t> &restrictedChoice) const;
  /// The other way; the fixed nodes must have their candidate.
  std::vector<int32_t> narrow(const std::vector<int32_t> &choice) const;

private:
  std::vector<int32_t> fixed; ///< per node: its only candidate, or -1
  LayoutChoice restricted;
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_NEIGHBOURHOOD_H
