//===- Policies.h - One maker per policy ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_POLICIES_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_POLICIES_H

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan {

std::unique_ptr<FunctionPolicy> makeAllDram(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeDFSharding(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeDFSharding2(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeGlobal(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeGreedyBeam(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeRobust(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeTimeBeam(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeGreedyL1Interleaved(const FunctionPolicyOptions &options);
std::unique_ptr<FunctionPolicy> makeBFInterleaved(const FunctionPolicyOptions &options);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_POLICIES_H
