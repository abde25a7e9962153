//===- Doctor.h - Is this installation whole? ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_DOCTOR_H
#define ALCOVE_TOOLS_ALCOVE_DOCTOR_H

#include "Programs.h"

namespace alcove::front {

/// Runs every program once, plans and executes a small model, and prints a line per check with the remedy of what
/// fails. With `--tt-mlir BIN` in `arguments` also feeds planned models to BIN, a `ttmlir-opt`. 1 when a check fails, 2
/// for a wrong command line.
int runDoctor(const Words &arguments);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_DOCTOR_H
