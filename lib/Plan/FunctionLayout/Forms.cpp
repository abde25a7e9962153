//===- Forms.cpp - Parts with alternatives --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;

std::string plan::formsText(const FunctionLayout &problem) {
  size_t forms = 0;
  std::map<std::string, int> alike; // parts with the same forms
  for (const PlanPart &part : problem.parts) {
    forms += part.forms.size();
    std::vector<std::string> names;
    for (const PlanForm &form : part.forms)
      names.push_back(form.name);
    ++alike[fmt::format("{}", fmt::join(names, " or "))];
  }
  std::string of;
  for (const auto &[names, count] : alike)
    of += fmt::format("{}{} of {}", of.empty() ? "" : ", ", count, names);
  return fmt::format("{} alternatives of {} part{} ({})", forms, problem.parts.size(),
                     problem.parts.size() == 1 ? "" : "s", of);
}

FormIndex::FormIndex(const FunctionLayout &problem)
    : ops(problem.numOps()), tensors(problem.tensors.size()), names(problem.tensors.size()),
      stand(problem.tensors.size()) {
  std::iota(names.begin(), names.end(), 0);
  for (size_t tensor = 0; tensor < stand.size(); ++tensor)
    stand[tensor] = {static_cast<int32_t>(tensor)};
  for (size_t p = 0; p < problem.parts.size(); ++p) {
    const std::vector<PlanForm> &forms = problem.parts[p].forms;
    for (size_t f = 0; f < forms.size(); ++f) {
      for (int32_t op : forms[f].ops) {
        ops[op] = {static_cast<int32_t>(p), static_cast<int32_t>(f)};
        for (int32_t tensor : problem.ops[op].results)
          tensors[tensor] = ops[op];
      }
      for (size_t i = 0; f > 0 && i < forms[f].results.size(); ++i) {
        names[forms[f].results[i]] = forms[0].results[i];
        stand[forms[0].results[i]].push_back(forms[f].results[i]);
      }
    }
  }
}

// FL-24
Status plan::checkForms(const FunctionLayout &problem, std::span<const int32_t> forms) {
  if (forms.size() != problem.parts.size())
    return Error{fmt::format("{} forms are named, the problem has {} parts with alternatives", forms.size(),
                             problem.parts.size())};
  for (size_t p = 0; p < forms.size(); ++p)
    if (forms[p] < 0 || static_cast<size_t>(forms[p]) >= problem.parts[p].forms.size())
      return Error{fmt::format("forms[{}]: {}, but part '{}' has {} forms", p, forms[p], problem.parts[p].name,
                               problem.parts[p].forms.size())};
  return {};
}

namespace {

/// What becomes of each op and tensor; -1 = it is gone.
class Renumbering {
public:
  Renumbering(const FunctionLayout &problem, std::span<const int32_t> forms)
      : problem(problem), ops(problem.numOps(), 0), tensors(problem.tensors.size(), 0), standsFor(tensors.size()) {
    std::iota(standsFor.begin(), standsFor.end(), 0);
    for (size_t p = 0; p < forms.size(); ++p) {
      const PlanPart &part = problem.parts[p];
      for (size_t f = 0; f < part.forms.size(); ++f)
        if (static_cast<int32_t>(f) != forms[p])
          drop(part.forms[f]);
      const PlanForm &taken = part.forms[forms[p]];
      for (size_t i = 0; i < taken.results.size(); ++i) {
        tensors[taken.results[i]] = -1;
        standsFor[taken.results[i]] = part.forms[0].results[i];
      }
      for (int32_t tensor : part.forms[0].results)
        tensors[tensor] = 0;
    }
    number(ops);
    number(tensors);
  }

  FormNumbers numbers() const {
    FormNumbers found{ops, tensors};
    for (size_t tensor = 0; tensor < tensors.size(); ++tensor)
      if (int32_t named = standsFor[tensor]; named != static_cast<int32_t>(tensor)) {
        found.tensors[tensor] = tensors[named];
        found.tensors[named] = -1;
      }
    return found;
  }

  FunctionLayout run() const {
    FunctionLayout left = problem;
    left.parts.clear();
    left.tensors.clear();
    left.ops.clear();
    for (size_t t = 0; t < tensors.size(); ++t)
      if (tensors[t] >= 0)
        left.tensors.push_back(problem.tensors[t]);
    for (size_t o = 0; o < ops.size(); ++o)
      if (ops[o] >= 0)
        left.ops.push_back(renumbered(problem.ops[o]));
    for (PlanTensor &tensor : left.tensors)
      tensor.producer = -1;
    for (size_t o = 0; o < left.ops.size(); ++o)
      for (int32_t result : left.ops[o].results)
        left.tensors[result].producer = static_cast<int32_t>(o);
    for (int32_t &tensor : left.returns)
      tensor = tensors[tensor];
    return left;
  }

private:
  void drop(const PlanForm &form) {
    for (int32_t op : form.ops) {
      ops[op] = -1;
      for (int32_t tensor : problem.ops[op].results)
        tensors[tensor] = -1;
    }
  }

  static void number(std::vector<int32_t> &items) {
    int32_t next = 0;
    for (int32_t &item : items)
      item = item < 0 ? -1 : next++;
  }

  PlanOp renumbered(PlanOp op) const {
    for (int32_t &tensor : op.operands)
      tensor = tensors[tensor];
    for (int32_t &tensor : op.results)
      tensor = tensors[standsFor[tensor]];
    for (int32_t &other : op.after)
      other = ops[other];
    return op;
  }

  const FunctionLayout &problem;
  std::vector<int32_t> ops, tensors, standsFor;
};

} // namespace

FunctionLayout plan::formed(const FunctionLayout &problem, std::span<const int32_t> forms) {
  return Renumbering(problem, forms).run();
}

FormNumbers plan::numbersIn(const FunctionLayout &problem, std::span<const int32_t> forms) {
  return Renumbering(problem, forms).numbers();
}
