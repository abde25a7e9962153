//===- VerifyLoopClaim.h - What some contractions move, recomputed -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_VERIFYLOOPCLAIM_H
#define ALCOVE_LIB_PLAN_TILING_VERIFYLOOPCLAIM_H

#include "alcove/Plan/Tiling/LoopBound.h"

namespace alcove::plan {

/// Operands x, w and v of a pair, as contraction and side.
/// Where x is made of one that stands in front of both, and the second joins what the first has one by one, also what that
/// one sums over for all rows; it is the third otherwise.
using PairReads = std::array<std::array<int, 2>, 4>;
PairReads readsOfPair(const LoopProblem &problem, int first, int second, int side);

/// Side `side` of `second` reads the result of a contraction in whose loops it may be.
bool isPair(const LoopProblem &problem, int second, int side);

/// LB-C1, LB-C2, LB-C3 and LB-C7. Shares nothing with `boundLoops`.
Status checkClaim(const LoopProblem &problem, const LoopCertificate &certificate, const LoopClaim &claim);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_TILING_VERIFYLOOPCLAIM_H
