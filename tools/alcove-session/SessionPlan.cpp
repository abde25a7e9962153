//===- SessionPlan.cpp - Planned modules as one session -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SessionPlan.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::session_tool;
using namespace alcove::plan::session;

/// Runs of steps that call a function; without one all steps.
static std::vector<Life> livesOf(const Problem &problem, const std::string &function) {
  int32_t steps = static_cast<int32_t>(problem.order.size());
  if (function.empty())
    return {{0, steps - 1}};
  std::vector<Life> lives;
  for (int32_t s = 0; s < steps; ++s)
    if (problem.functions[problem.order[s].function].name == function) {
      if (!lives.empty() && lives.back().last == s - 1)
        lives.back().last = s;
      else
        lives.push_back({s, s});
    }
  return lives;
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
    item.life = livesOf(problem, "")[0];
    // A layout that is not kept is not made at each call: no function of the modules has the ops for it.
    size_t count = item.layouts.size();
    for (size_t i = 0; i < count * count; ++i)
      item.copies.push_back(i / count == i % count ? 0 : impossible);
    problem.items.push_back(std::move(item));
  }
  for (const Persistent &buffer : request.persistent) {
    std::string cores = buffer.cores > 0 ? fmt::format("{} cores", buffer.cores) : "all cores";
    ItemLayout layout{buffer.space == Space::L1 ? cores : "dram", buffer.space, buffer.bytes, 0};
    std::vector<Life> lives = livesOf(problem, buffer.function);
    for (const Life &life : lives)
      problem.items.push_back(
          {life == lives[0] ? buffer.name : fmt::format("{} (from step {})", buffer.name, life.first),
           ItemKind::Buffer,
           life,
           {layout},
           {0}});
  }
  ALCOVE_RETURN_IF_ERROR(check(problem));
  return problem;
}

Plan session_tool::asPlanned(const Problem &problem, std::vector<std::string> &faults) {
  Plan plan;
  plan.ways.assign(problem.functions.size(), 0);
  plan.items.resize(problem.items.size());
  for (size_t i = 0; i < problem.items.size(); ++i) {
    const Item &item = problem.items[i];
    std::vector<Kept> &kept = plan.items[i];
    for (const Function &function : problem.functions)
      for (const Use &use : function.ways[0].uses) {
        bool known = std::any_of(kept.begin(), kept.end(), [&](const Kept &each) { return each.layout == use.layout; });
        if (use.item != static_cast<int32_t>(i) || known)
          continue;
        if (item.kind == ItemKind::Cache && !kept.empty())
          faults.push_back(fmt::format("{} reads {} as {}, it lies as {}", function.name, item.name,
                                       item.layouts[use.layout].name, item.layouts[kept[0].layout].name));
        kept.push_back({use.layout, -1});
      }
    if (kept.empty() && item.kind != ItemKind::Weight)
      kept.push_back({0, -1});
  }
  return plan;
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
      session.items.push_back(
          {item.name, layout.space == Space::L1 ? judge::Space::L1 : judge::Space::Dram, layout.bytes,
           layout.bytes > 0 && kept.address >= 0 ? std::optional<Bytes>(kept.address) : std::nullopt, item.life.first,
           item.life.last});
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
