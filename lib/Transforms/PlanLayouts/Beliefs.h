//===- Beliefs.h - What the planner believes of its plan -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Peak and time of a plan as the planner's own questions add up, before the IR is changed: for the record, beside what
// the judge finds in the final program. A difference is a bug on one side, or the work of a pass behind the planner.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_BELIEFS_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_BELIEFS_H

#include "FunctionPlan.h"
#include "OpQuestions.h"

namespace alcove::transforms {

struct Beliefs {
  Bytes peakL1Bytes = 0;  ///< per core: most of what an op with its inputs needs plus tensors that wait for later ops
  Nanoseconds timeNs = 0; ///< of ops, conversions and spills that have a figure
};

/// O(ops * tensors waiting in L1).
Beliefs beliefsOf(const FunctionPlan &plan, OpQuestions &questions);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_BELIEFS_H
