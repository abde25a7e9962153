//===- Doctor.h - Is this installation whole? ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_DOCTOR_H
#define ALCOVE_TOOLS_ALCOVE_DOCTOR_H

namespace alcove::front {

/// Runs every program once, plans and executes a small model, and prints a line per check with the remedy of what
/// fails. 1 when something does.
int runDoctor();

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_DOCTOR_H
