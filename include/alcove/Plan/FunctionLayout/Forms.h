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

/// `5 alternatives of 2 parts (1 of as it stands or by-tiles, 1 of ...)`: the forms of all of them.
std::string formsText(const FunctionLayout &problem);

/// The function that `forms` leave. There must be one valid form per part. O(size of the problem).
FunctionLayout formed(const FunctionLayout &problem, std::span<const int32_t> forms);

/// Which ops and tensors there are together. Tensors that stand for one another are never there together; readers name
/// that of form 0.
class FormIndex {
public:
  explicit FormIndex(const FunctionLayout &problem);

  struct Place {
    int32_t part = -1, form = -1; ///< -1: there in every choice
    bool operator==(const Place &) const = default;
    bool isOptional() const { return part >= 0; }
  };
  Place ofOp(int32_t op) const { return ops[op]; }
  /// That of its producer.
  Place ofTensor(int32_t tensor) const { return tensors[tensor]; }
  /// The tensor that readers name: the result of form 0, else itself.
  int32_t named(int32_t tensor) const { return names[tensor]; }
  /// All that stand for a tensor that readers name, itself first.
  std::span<const int32_t> standing(int32_t tensor) const { return stand[tensor]; }
  /// Some choice has both.
  static bool mayMeet(Place a, Place b) { return a.part != b.part || a.form == b.form; }
  /// Every choice that has `with` has `a`.
  static bool isThereWith(Place a, Place with) { return !a.isOptional() || a == with; }

private:
  std::vector<Place> ops, tensors;
  std::vector<int32_t> names;
  std::vector<std::vector<int32_t>> stand;
};

/// The numbers that ops and tensors have in `formed`; -1 = they are not there. A result of the form taken has the
/// number of the tensor that it stands for.
struct FormNumbers {
  std::vector<int32_t> ops, tensors;
};
FormNumbers numbersIn(const FunctionLayout &problem, std::span<const int32_t> forms);

/// FL-24: one form that exists per part.
Status checkForms(const FunctionLayout &problem, std::span<const int32_t> forms);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_FORMS_H
