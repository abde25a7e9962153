//===- Compile.h - The summary of a model, by alcove-opt --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_COMPARE_COMPILE_H
#define ALCOVE_TOOLS_ALCOVE_COMPARE_COMPILE_H

#include "alcove/Base/Support/Result.h"

#include <string>

namespace alcove::compare_tool {

/// Summary JSON of `model` (TTIR, or TTNN with `again`) under `options` of the pipeline. Runs the alcove-opt that lies
/// beside this program; its messages go to standard error.
Result<std::string> summaryOf(const std::string &model, const std::string &options, bool again);

} // namespace alcove::compare_tool

#endif // ALCOVE_TOOLS_ALCOVE_COMPARE_COMPILE_H
