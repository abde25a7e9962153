//===- Build.h - A model as a program for the chip ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_BUILD_H
#define ALCOVE_TOOLS_ALCOVE_BUILD_H

#include "Programs.h"

namespace alcove::front {

/// `alcove build MODEL -o DIRECTORY`: plans the model unless it is planned TTNN, and has alcove-emit write main.py
/// beside planned.mlir. What fails leaves neither. `arguments` are the words behind the subcommand.
int runBuild(const Words &arguments);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_BUILD_H
