//===- Certify.h - From solver state to certificate -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_CERTIFY_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_CERTIFY_H

#include "Dual.h"

namespace alcove::plan::layout {

/// The rounded dual in the problem's terms: prices by time, potentials by pair of nodes.
inline DualCertificate certifyDual(const Kernel &kernel, const Model &model, const RoundedDual &dual) {
  DualCertificate out;
  out.scaleBits = dual.scaleBits;
  out.potentialShift = dual.potentialShift;
  for (size_t r = 0; r < dual.price.size(); ++r)
    if (dual.price[r] > 0)
      out.multipliers.push_back({kernel.rowTimes[r], dual.price[r]});
  for (const Model::Edge &edge : model.edges) {
    auto begin = dual.potentials.begin() + static_cast<std::ptrdiff_t>(edge.potBegin);
    auto middle = begin + model.size(edge.u), end = middle + model.size(edge.v);
    out.potentials.push_back({model.kernelNode[edge.u], model.kernelNode[edge.v], {begin, middle}, {middle, end}});
  }
  return out;
}

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_CERTIFY_H
