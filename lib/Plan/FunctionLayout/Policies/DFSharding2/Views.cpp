//===- Views.cpp - Reshapes and other views behind a chain ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//      chain:  a0 -> a1 --(copy, interleaved in L1)--> reshape --> ... --> last reader of the reshape
//                                                      |-- reserved ------------------------|
//
//===----------------------------------------------------------------------===//
#include "Steps.h"

#include <fmt/format.h>

namespace alcove::plan {

namespace {
class ViewReserver {
public:
  explicit ViewReserver(Reservations &reservations)
      : reservations(reservations), plan(reservations.plan), problem(reservations.problem) {}

  void consider(const Chain &chain) {
    int32_t end = reservations.openEnd(chain);
    if (end < 0 || soleView(end) < 0)
      return;
    int32_t layout = reservations.l1Interleaved(end);
    if (layout < 0)
      return;
    Change change;
    change.kept = {{end, layout}};
    int32_t last = follow(end, layout, change);
    std::string why;
    if (change.configured.empty())
      why = fmt::format("{} cannot show it interleaved in L1", reservations.nameOf(soleView(end)));
    else if (plan.returned[last] > 0) // DS2-10: this view alone is left out
      why = fmt::format("{} is returned", problem.tensors[last].name);
    else if (std::optional<Refusal> refusal = reservations.attempt(change))
      why = refusal->text;
    else {
      reservations.count("views", chain.ops.back(),
                         fmt::format("until the last reader of {}", problem.tensors[last].name));
      return;
    }
    reservations.count("views_refused", chain.ops.back(), why);
    reservations.leaveInDram(chain.ops.back(), why);
  }

private:
  /// The view that alone reads the tensor, once; else -1.
  int32_t soleView(int32_t tensor) const {
    if (reservations.useCount(tensor) != 1 || plan.users[tensor].empty())
      return -1;
    int32_t op = plan.users[tensor][0];
    if (problem.ops[op].results.size() != 1 || plan.pinned[problem.ops[op].results[0]])
      return -1;
    const OpTraits &traits = problem.classOf(op).traits;
    bool shows = traits.isView || traits.kind == OpKind::Reshape;
    return shows && traits.modelled && problem.ops[op].operands[0] == tensor ? op : -1;
  }

  // DS2-9. Configures view behind view while each is accepted interleaved in L1; the last result.
  int32_t follow(int32_t tensor, int32_t layout, Change &change) const {
    for (int32_t view; (view = soleView(tensor)) >= 0;) {
      int32_t config = configFor(view, layout);
      if (config < 0)
        break;
      change.configured.push_back({view, config, false});
      tensor = problem.ops[view].results[0];
      layout = problem.classOf(view).configs[config].result;
    }
    return tensor;
  }

  /// The legal configuration of `view` that makes its result interleaved in L1 from a first operand in `layout`.
  int32_t configFor(int32_t view, int32_t layout) const {
    const OpClass &opClass = problem.classOf(view);
    int32_t wanted = reservations.l1Interleaved(problem.ops[view].results[0]);
    std::vector<int32_t> inputs = plan.inputsOf(view);
    inputs[0] = layout;
    for (int32_t config = 0; wanted >= 0 && config < opClass.numLegalConfigs; ++config)
      if (opClass.configs[config].result == wanted && problem.find(problem.ops[view].opClass, inputs, config) >= 0)
        return config;
    return -1;
  }

  Reservations &reservations;
  ChainPlan &plan;
  const FunctionLayout &problem;
};
} // namespace

void reserveViews(Reservations &reservations) {
  ViewReserver reserver(reservations);
  for (const Chain &chain : reservations.plan.chains)
    reserver.consider(chain);
}

} // namespace alcove::plan
