//===- CheckCertificate.cpp - Does a certificate prove its bounds? --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

// FP-1
static Status checkOrder(const FunctionLayout &problem, const std::vector<int32_t> &order, const char *name) {
  if (order.size() != problem.numOps())
    return Error{fmt::format("FP-1: {}: {} ops, the problem has {}", name, order.size(), problem.numOps())};
  std::vector<bool> seen(problem.numOps(), false);
  const FormIndex forms(problem);
  for (size_t i = 0; i < order.size(); ++i) {
    int32_t op = order[i];
    if (op < 0 || static_cast<size_t>(op) >= seen.size() || seen[op])
      return Error{fmt::format("FP-1: {}[{}]: op {} does not exist or stood there before", name, i, op)};
    std::vector<int32_t> earlier = problem.ops[op].after;
    for (int32_t named : problem.ops[op].operands)
      for (int32_t tensor : forms.standing(named)) // FP-15
        if (problem.tensors[tensor].producer >= 0)
          earlier.push_back(problem.tensors[tensor].producer);
    for (int32_t other : earlier)
      if (!seen[other])
        return Error{fmt::format("FP-1: {}[{}]: op {} must stand behind op {}", name, i, op, other)};
    seen[op] = true;
  }
  return {};
}

/// Lists of one number per owner, each number in [0, limit) and each once.
template <typename Limit>
static Status checkLists(const char *rule, const char *what, const std::vector<std::vector<int32_t>> &lists,
                         size_t owners, Limit limitOf) {
  if (lists.size() != owners)
    return Error{fmt::format("{}: {}: {} lists, must be {}", rule, what, lists.size(), owners)};
  for (size_t i = 0; i < lists.size(); ++i) {
    std::vector<bool> seen(limitOf(i), false);
    for (int32_t item : lists[i]) {
      if (item < 0 || static_cast<size_t>(item) >= seen.size() || seen[item])
        return Error{fmt::format("{}: {}[{}]: {} does not exist or stands there twice (there are {})", rule, what, i,
                                 item, seen.size())};
      seen[item] = true;
    }
  }
  return {};
}

static Status checkProof(const char *rule, const FunctionLayout &problem, const FunctionCertificate &certificate,
                         bool anyOrder, Picoseconds bound, const LayoutCertificate &proof) {
  LayoutChoice relaxed = relaxationOf(problem, certificate, anyOrder);
  if (Status status = check(relaxed); !status.ok())
    return Error{fmt::format("{}: the relaxation is no layout choice: {}", rule, status.error().message)};
  Result<Cost> proved = checkBound(relaxed, proof);
  if (!proved.ok())
    return Error{fmt::format("{}: {}", rule, proved.error().message)};
  if (*proved < bound)
    return Error{fmt::format("{}: claims bound {} ps, its steps prove {} ps", rule, bound, *proved)};
  return {};
}

Status checkCertificate(const FunctionLayout &problem, const FunctionCertificate &certificate) {
  ALCOVE_RETURN_IF_ERROR(checkOrder(problem, certificate.order, "order"));
  if (!certificate.anyOrderNumbering.empty())
    ALCOVE_RETURN_IF_ERROR(checkOrder(problem, certificate.anyOrderNumbering, "any_order_numbering"));
  ALCOVE_RETURN_IF_ERROR(checkLists("FP-2", "layouts", certificate.layouts, problem.kinds.size(),
                                    [&](size_t kind) { return problem.kinds[kind].layouts.size(); }));
  ALCOVE_RETURN_IF_ERROR(checkLists("FP-3", "candidates", certificate.candidates, problem.classes.size(),
                                    [&](size_t c) { return problem.classes[c].candidates.size(); }));
  if (Result<SpaceShare> share = shareOf(problem, certificate); !share.ok())
    return share.error();
  // FP-10, FP-11
  ALCOVE_RETURN_IF_ERROR(
      checkProof("FP-10", problem, certificate, /*anyOrder=*/false, certificate.bound, certificate.proof));
  if (certificate.anyOrderBound)
    return checkProof("FP-11", problem, certificate, /*anyOrder=*/true, *certificate.anyOrderBound,
                      certificate.anyOrderProof);
  return {};
}

/// Does the relaxation hold the plan, at the plan's price? A row that it breaks, or a cost that differs, says that the
/// plan is none of the space.
static Status findInSpace(const FunctionLayout &problem, const FunctionPlan &plan,
                          const FunctionCertificate &certificate, bool anyOrder) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int32_t> choice, choiceFor(problem, certificate, plan, anyOrder));
  Result<Cost> cost = verify(relaxationOf(problem, certificate, anyOrder), {std::move(choice), plan.time});
  return cost.ok() ? Status() : Status(cost.error());
}

/// FP-14
static Status checkClaim(const FunctionPlan &plan, const CertifiedPlan &certified) {
  if (plan.bound && *plan.bound > certified.bound.value_or(0))
    return Error{fmt::format("FP-14: the plan says that nothing takes less than {} ps, {} ps are proved", *plan.bound,
                             certified.bound.value_or(0))};
  return {};
}

/// The plan keeps the order of the certificate, in which ops of other forms stand too.
static bool keepsOrder(const FunctionLayout &problem, const FunctionPlan &plan, const std::vector<int32_t> &order) {
  FormNumbers numbers = numbersIn(problem, plan.forms);
  std::vector<int32_t> there;
  for (int32_t op : order)
    if (numbers.ops[op] >= 0)
      there.push_back(numbers.ops[op]);
  return plan.order == there;
}

// FP-13, FP-14
Result<CertifiedPlan> certify(const FunctionLayout &problem, const FunctionPlan &plan,
                              const FunctionCertificate &certificate) {
  CertifiedPlan certified;
  ALCOVE_ASSIGN_OR_RETURN(certified.space, shareOf(problem, certificate));
  if (!problem.parts.empty())
    certified.space.alternatives = formsText(problem);
  certified.sameOrder = keepsOrder(problem, plan, certificate.order);
  certified.bound = certified.sameOrder ? std::optional(certificate.bound) : certificate.anyOrderBound;
  if (certified.sameOrder && certificate.anyOrderBound)
    certified.bound = std::max(*certified.bound, *certificate.anyOrderBound);
  ALCOVE_RETURN_IF_ERROR(checkClaim(plan, certified));
  if (!certified.bound) {
    certified.outside = "the certificate speaks of another order";
    return certified;
  }
  Status found = findInSpace(problem, plan, certificate, !certified.sameOrder);
  certified.inSpace = found.ok();
  certified.outside = found.ok() ? "" : found.error().message;
  if (certified.inSpace && plan.time < *certified.bound)
    return Error{fmt::format("FP-14: the plan is of the space and takes {} ps, less than the bound of {} ps: one of "
                             "the two is wrong, which is a bug of the checker",
                             plan.time, *certified.bound)};
  if (plan.bound && plan.inSpace && !certified.inSpace)
    return Error{fmt::format("FP-13: the plan says that it is of the space, it is not: {}", certified.outside)};
  certified.standing = standingOf(plan.time, *certified.bound, certified.inSpace);
  if (certified.standing == Standing::Optimal && certified.space.by == SpaceShare::By::Part)
    certified.standing = Standing::Open;
  return certified;
}

} // namespace alcove::plan
