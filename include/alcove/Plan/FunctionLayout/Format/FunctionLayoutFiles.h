//===- FunctionLayoutFiles.h - Layout problems of functions -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function's layout problem and its plans as JSON; members and their order: docs/spec/FunctionLayout.md. Reading what
// was written gives the same problem, except for its source: what the tables of a file lack does not exist, and what
// the backend refused is not written.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_FORMAT_FUNCTIONLAYOUTFILES_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_FORMAT_FUNCTIONLAYOUTFILES_H

#include "alcove/Plan/FunctionLayout/Certificate.h"

#include <string_view>

namespace alcove::formats {

/// A problem that passes check(). Errors name the member: `classes[3].candidates[7]: 12 numbers, must be 15`.
Result<plan::FunctionLayout> parseFunctionLayout(std::string_view json);
std::string writeFunctionLayout(const plan::FunctionLayout &problem);

/// A plan of any problem; verify() says whether it is one of a given problem.
Result<plan::FunctionPlan> parseFunctionPlan(std::string_view json);
std::string writeFunctionPlan(const plan::FunctionPlan &plan);

/// A certificate of any problem; checkCertificate() says what it proves about a given one.
Result<plan::FunctionCertificate> parseFunctionCertificate(std::string_view json);
std::string writeFunctionCertificate(const plan::FunctionCertificate &certificate);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_FORMAT_FUNCTIONLAYOUTFILES_H
