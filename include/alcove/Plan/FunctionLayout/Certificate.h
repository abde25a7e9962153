//===- Certificate.h - Why no plan of a function is faster ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exact planner turns a function into a layout choice that no plan of its space costs more than, and proves a bound
// there. The certificate names the space, the order and the steps of that proof; `checkCertificate` derives the layout
// choice from the problem by itself (rules FP-1.. of docs/spec/FunctionProof.md), with no line of the planner, and
// plays the steps on it (checkBound of LayoutChoice).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_CERTIFICATE_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_CERTIFICATE_H

#include "alcove/Plan/FunctionLayout/Solution.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"

namespace alcove::plan {

struct FunctionCertificate {
  std::vector<int32_t> order;                   ///< of the ops
  std::vector<std::vector<int32_t>> layouts;    ///< per kind, ascending: where a tensor may be kept in L1
  std::vector<std::vector<int32_t>> candidates; ///< per class, each once
  Picoseconds bound = 0;                        ///< no plan of the space that keeps `order` takes less
  LayoutCertificate proof;
  std::optional<Picoseconds> anyOrderBound; ///< no plan of the space takes less, in whichever order
  LayoutCertificate anyOrderProof;
};

/// The layout choice that no plan of the certificate's space undercuts: FP-4..FP-9. With `anyOrder` the rows are those
/// that hold in every order. The certificate must obey FP-1..FP-3. O(ops * readers) rows, O(candidates) each.
LayoutChoice relaxationOf(const FunctionLayout &problem, const FunctionCertificate &certificate, bool anyOrder);

/// Rules FP-1..FP-11: the first broken one as an error. `problem` has passed `check`. O(relaxation + steps of the
/// proofs).
Status checkCertificate(const FunctionLayout &problem, const FunctionCertificate &certificate);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_CERTIFICATE_H
