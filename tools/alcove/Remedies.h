//===- Remedies.h - What would help, by running it --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_REMEDIES_H
#define ALCOVE_TOOLS_ALCOVE_REMEDIES_H

#include "Programs.h"

namespace alcove::front {

/// `alcove explain MODEL`: the plan with its reasons, then, for each op outside of L1 that takes more than a hundredth of
/// the time, what would help. Options of the whole program and places in L1 of single ops are each run, `--trials=N` at
/// most, one behind the other; the best that makes op and program faster is printed as a command, with the total that
/// came out and the op's place, or what was tried in vain. With an op, or a file to write, nothing else is run.
int runExplain(const Words &arguments);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_REMEDIES_H
