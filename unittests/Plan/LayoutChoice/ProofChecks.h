//===- ProofChecks.h - The second checker of certificates -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_PROOFCHECKS_H
#define ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_PROOFCHECKS_H

#include "LayoutProof.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

namespace alcove::plan {

/// What the program layout-proof says of the same problem and certificate, given to it as text.
inline Result<Cost> checkAlone(const LayoutChoice &problem, const LayoutCertificate &certificate,
                               uint64_t maxStates = uint64_t(1) << 33) {
  try {
    return layoutproof::provedBound(layoutproof::readProblem(formats::writeLayoutChoice(problem)),
                                    layoutproof::readCertificate(formats::writeLayoutCertificate(certificate)),
                                    maxStates);
  } catch (const layoutproof::Rejected &rejected) {
    return Error{rejected.reason};
  }
}

} // namespace alcove::plan

#endif // ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_PROOFCHECKS_H
