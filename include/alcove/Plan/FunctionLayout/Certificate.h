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
  std::vector<int32_t> order;                   ///< of the ops, those of all forms (FP-15)
  std::vector<std::vector<int32_t>> layouts;    ///< per kind, ascending: where a tensor may be kept in L1
  std::vector<std::vector<int32_t>> candidates; ///< per class, each once
  /// FP-12: the lists hold all that this rule takes from the problem; nothing = they hold what their author chose.
  std::optional<int32_t> layoutsPerSharding;
  Picoseconds bound = 0; ///< no plan of the space that keeps `order` takes less
  LayoutCertificate proof;
  std::optional<Picoseconds> anyOrderBound; ///< no plan of the space takes less, in whichever order
  LayoutCertificate anyOrderProof;
  std::vector<int32_t> anyOrderNumbering; ///< the order in which that proof numbers the ops; empty = `order`
};

/// What of the problem the lists of a certificate hold, evaluated from the problem (FP-12).
struct SpaceShare {
  enum class By : uint8_t {
    All,  ///< every layout and every candidate
    Rule, ///< all that the rule takes, as `layoutsPerSharding` says
    Part  ///< what the author chose: nothing is optimal in it
  };
  By by = By::Part;
  int32_t layoutsPerSharding = 0;           ///< of By::Rule
  int64_t layouts = 0, layoutsOf = 0;       ///< L1 layouts listed, of those that there are
  int64_t candidates = 0, candidatesOf = 0; ///< listed, of those that the problem's tables hold
  std::string alternatives;                 ///< `5 alternatives of 2 parts`; empty when there are none
  std::string text() const;                 ///< `3 layouts per sharding: 20 of 42 L1 layouts, ...`
};

/// FP-12: an error when the lists lack what the rule takes. The certificate must obey FP-1..FP-3.
Result<SpaceShare> shareOf(const FunctionLayout &problem, const FunctionCertificate &certificate);

/// FP-13: a choice per node of the relaxation that stands for `plan`, or why the plan is none of the space. Bytes are
/// not looked at: rows of the relaxation, or the capacity, are the caller's. `anyOrder`: the plan keeps any order.
/// O(candidates + copies * readers).
Result<std::vector<int32_t>> choiceFor(const FunctionLayout &problem, const FunctionCertificate &certificate,
                                       const FunctionPlan &plan, bool anyOrder);

/// What a certificate says of a plan that `verify` accepted.
struct CertifiedPlan {
  SpaceShare space;
  bool sameOrder = false; ///< certificate and plan have one order; else only the bound for every order holds
  bool inSpace = false;
  std::string outside;              ///< why it is not
  std::optional<Picoseconds> bound; ///< that speaks of the plan; nothing: of another order only
  Standing standing = Standing::Open;
};

/// Rules FP-12 to FP-15: what `certificate`, which has passed `checkCertificate`, says of `plan`. An error when the
/// plan claims more than is proved, or when it refutes the bound. O(relaxation).
Result<CertifiedPlan> certify(const FunctionLayout &problem, const FunctionPlan &plan,
                              const FunctionCertificate &certificate);

/// The layout choice that no plan of the certificate's space undercuts: FP-4..FP-9. With `anyOrder` the rows are those
/// that hold in every order. The certificate must obey FP-1..FP-3. O(ops * readers) rows, O(candidates) each.
LayoutChoice relaxationOf(const FunctionLayout &problem, const FunctionCertificate &certificate, bool anyOrder);

/// Rules FP-1..FP-12 and FP-15: the first broken one as an error. `problem` has passed `check`. O(relaxation + steps of the
/// proofs).
Status checkCertificate(const FunctionLayout &problem, const FunctionCertificate &certificate);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_CERTIFICATE_H
