//===- Certificate.h - Why no plan of a session is faster -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session is a layout choice whose nodes are its items (a candidate per set of kept layouts), its functions (a candidate
// per way) and the pairs of a function and an item that it uses (a candidate per wanted layout, read where it lies or
// copied), once per memory. The checker builds that layout choice again, from the problem alone, and plays the
// certificate's steps on it. Rules SE-X1 and SE-X2 of docs/spec/Session.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_SESSION_CERTIFICATE_H
#define ALCOVE_PLAN_SESSION_CERTIFICATE_H

#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/Session/Problem.h"

namespace alcove::plan::session {

/// The bound that the steps prove, or the first step that does not hold. `problem` has passed `check`.
Result<Cost> checkCertificate(const Problem &problem, const LayoutCertificate &certificate);

} // namespace alcove::plan::session

#endif // ALCOVE_PLAN_SESSION_CERTIFICATE_H
