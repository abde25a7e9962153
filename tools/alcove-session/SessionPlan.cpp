//===- SessionPlan.cpp - Planned modules as one session -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SessionPlan.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::session_tool;
using namespace alcove::plan::session;

/// First and last step of a function; all steps without one.
static Life lifeOf(const Problem &problem, const std::string &function) {
  Life life{0, static_cast<int32_t>(problem.order.size()) - 1};
  if (function.empty())
    return life;
  std::optional<int32_t> first;
  for (int32_t s = 0; s < static_cast<int32_t>(problem.order.size()); ++s)
    if (problem.functions[problem.order[s].function].name == function) {
      first = first.value_or(s);
      life.last = s;
    }
  life.first = first.value_or(0);
  return life;
}

Result<Problem> session_tool::problemOf(const Request &request, const Inputs &inputs, const ItemTable &table) {
  Problem problem;
  std::vector<std::string> names;
  for (const SessionFunction &function : inputs.functions)
    names.push_back(function.name);
  ALCOVE_ASSIGN_OR_RETURN(problem.order, stepsOf(request, names));
  problem.name = fmt::format("{} functions", names.size());
  problem.dram = {inputs.machine.usableDramBytes, inputs.machine.addressAlignmentBytes};
  problem.l1 = {inputs.machine.usableL1Bytes, inputs.machine.addressAlignmentBytes};
  problem.reserves = request.reserves;
  for (const SessionFunction &function : inputs.functions) {
    auto rate = request.rates.find(function.name);
    Function planned{function.name, rate == request.rates.end() ? 1 : rate->second, {}};
    for (const SessionWay &way : function.ways) {
      const WalkedFunction &walked = way.walked;
      // What the judge refuses of a function alone no session mends.
      Cost cost = walked.walk.violations.empty() ? static_cast<Cost>(walked.time.ns * 1000) : impossible;
      planned.ways.push_back({way.name, cost, walked.l1Bytes, walked.dramBytes, walked.uses});
    }
    problem.functions.push_back(std::move(planned));
  }
  for (const SharedItem &shared : table.items) {
    Item item = shared.item;
    item.life = lifeOf(problem, "");
    // A layout that is not kept is not made at each call: no function of the modules has the ops for it.
    size_t count = item.layouts.size();
    for (size_t i = 0; i < count * count; ++i)
      item.copies.push_back(i / count == i % count ? 0 : impossible);
    problem.items.push_back(std::move(item));
  }
  for (const Persistent &buffer : request.persistent) {
    std::string cores = buffer.cores > 0 ? fmt::format("{} cores", buffer.cores) : "all cores";
    problem.items.push_back({buffer.name,
                             ItemKind::Buffer,
                             lifeOf(problem, buffer.function),
                             {{buffer.space == Space::L1 ? cores : "dram", buffer.space, buffer.bytes, 0}},
                             {0}});
  }
  ALCOVE_RETURN_IF_ERROR(check(problem));
  return problem;
}

judge::Session session_tool::sessionOf(const Problem &problem, const Plan &plan,
                                       const std::vector<const WalkedFunction *> &functions) {
  judge::Session session;
  session.name = problem.name;
  session.chip = functions.front()->walk.memory.chip;
  session.chip.l1Bytes = problem.capacity(Space::L1);
  session.chip.dramBytes = problem.capacity(Space::Dram);
  std::vector<std::vector<int32_t>> placeOf(problem.items.size());
  for (size_t i = 0; i < problem.items.size(); ++i) {
    const Item &item = problem.items[i];
    placeOf[i].assign(item.layouts.size(), -1);
    for (const Kept &kept : plan.items[i]) {
      const ItemLayout &layout = item.layouts[kept.layout];
      placeOf[i][kept.layout] = static_cast<int32_t>(session.items.size());
      session.items.push_back({item.name, layout.space == Space::L1 ? judge::Space::L1 : judge::Space::Dram,
                               layout.bytes, layout.bytes > 0 ? std::optional<Bytes>(kept.address) : std::nullopt,
                               item.life.first, item.life.last});
    }
  }
  for (const WalkedFunction *walked : functions) {
    judge::SessionFunction function;
    function.program = walked->program;
    function.program.name = problem.functions[session.functions.size()].name;
    for (int32_t item : walked->items) {
      auto use =
          std::find_if(walked->uses.begin(), walked->uses.end(), [&](const Use &each) { return each.item == item; });
      function.items.push_back(item < 0 || use == walked->uses.end() ? -1 : placeOf[item][use->layout]);
    }
    session.functions.push_back(std::move(function));
  }
  for (const Step &step : problem.order)
    session.order.push_back({step.function, step.times});
  return session;
}
