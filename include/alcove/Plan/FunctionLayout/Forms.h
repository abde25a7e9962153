//===- Forms.h - Parts with alternatives ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of a function may be realised by one of several forms. Taking one of each part leaves an ordinary function:
//
//   %a ──► argmax ──────────────► %0 ──► reader       form 0
//    └───► tilewise ──► merge ──► %2                  form 1: %2 stands for %0
//
//   forms = [1]:   %a ──► tilewise ──► merge ──► %0 ──► reader
//
// The ops of the other forms, and what only they make, are gone; ops and tensors are numbered anew, in the same order.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_FORMS_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_FORMS_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan {

/// A function has at most as many choices of forms (FL-23): each is planned and proved by itself.
inline constexpr size_t mostFormChoices = 64;

/// All choices of one form per part, that of form 0 throughout first; one empty choice when there are no parts.
std::vector<std::vector<int32_t>> formChoices(const FunctionLayout &problem);

/// `5 alternatives of 2 parts`: the forms of all of them.
std::string formsText(const FunctionLayout &problem);

/// The function that `forms` leave. There must be one valid form per part. O(size of the problem).
FunctionLayout formed(const FunctionLayout &problem, std::span<const int32_t> forms);

/// FL-24: one form that exists per part.
Status checkForms(const FunctionLayout &problem, std::span<const int32_t> forms);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_FORMS_H
