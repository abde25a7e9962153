//===- PlannedPrices.cpp - Prices mended by what chips take ---- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlannedPrices.h"

#include "alcove/Ops/Dialect/OpNames.h"

#include "mlir/IR/Builders.h"

#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;
using plan::mesh::Cost;
using plan::mesh::impossible;

namespace {

/// What a name of a trial stands for: an op, or the conversions of what it makes.
struct Part {
  int64_t op = -1;
  bool converts = false;
  bool operator<(const Part &other) const { return std::tie(op, converts) < std::tie(other.op, other.converts); }
};

std::optional<Part> partOf(StringRef name) {
  Part part;
  if (!name.consume_front("@") || name.consumeInteger(10, part.op) || !name.consume_front("@"))
    return std::nullopt;
  part.converts = name.starts_with(".conversion");
  return part;
}

/// The op's own name decides what converts; what was fused into an op is named beside it.
std::set<Part> partsOf(ArrayRef<std::string> names) {
  std::set<Part> parts;
  for (const std::string &name : names) {
    std::optional<Part> part = partOf(name);
    if (part && part->converts)
      return {*part};
    if (part)
      parts.insert(*part);
  }
  return parts;
}

Cost scaled(Cost price, Cost of, Cost took) {
  // A picosecond stands for a preference among what is done before the program runs.
  if (price >= impossible || of == 1)
    return price;
  // What was thought to cost nothing costs the same however it is split.
  return of > 0 ? std::llround(static_cast<double>(price) * (static_cast<double>(took) / static_cast<double>(of)))
                : price + took;
}

/// Sums of a planned program: of each op, and of the conversions of each tensor.
struct Sums {
  std::vector<double> ops, tensors;
};

} // namespace

void meshsplit::nameForTrial(func::FuncOp function) {
  Builder builder(function.getContext());
  int64_t index = 0;
  auto nameOf = [&](int64_t op) { return NameLoc::get(builder.getStringAttr(fmt::format("@{}@", op))); };
  for (BlockArgument argument : function.getArguments())
    argument.setLoc(builder.getUnknownLoc());
  for (Operation &op : function.getBody().front().without_terminator()) {
    for (Value operand : op.getOperands()) // what is done to an argument first is done for its first reader
      if (auto argument = dyn_cast<BlockArgument>(operand); argument && isa<UnknownLoc>(argument.getLoc()))
        argument.setLoc(nameOf(index));
    op.setLoc(nameOf(index++));
  }
}

std::string meshsplit::nameOfConversion(StringRef maker) { return maker.empty() ? "" : (maker + ".conversion").str(); }

static Sums sumsOf(const plan::mesh::Problem &problem, const plan::mesh::Plan &plan, const LocalPlan &planned) {
  Sums sums{std::vector<double>(problem.ops.size()), std::vector<double>(problem.tensors.size())};
  for (const LocalPlan::Op &op : planned.ops) {
    std::set<Part> parts = partsOf(op.names);
    double whole = 0;
    auto weight = [&](const Part &part) { // a picosecond for what costs nothing
      return 1 + static_cast<double>(problem.ops[part.op].strategies[plan.strategies[part.op]].cost);
    };
    for (const Part &part : parts)
      if (part.op < static_cast<int64_t>(problem.ops.size()))
        whole += weight(part);
    for (const Part &part : parts) {
      if (part.op >= static_cast<int64_t>(problem.ops.size()))
        continue;
      if (!part.converts)
        sums.ops[part.op] += 1000 * op.ns * weight(part) / whole;
      else if (!problem.ops[part.op].outputs.empty())
        sums.tensors[problem.ops[part.op].outputs.front()] += 1000 * op.ns;
    }
  }
  return sums;
}

/// What `plan` pays for the conversions of each tensor.
static std::vector<Cost> conversionsOf(const plan::mesh::Problem &problem, const plan::mesh::Plan &plan) {
  std::vector<Cost> paid(problem.tensors.size());
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    const plan::mesh::Op &op = problem.ops[o];
    const plan::mesh::Strategy &strategy = op.strategies[plan.strategies[o]];
    for (size_t i = 0; i < op.inputs.size(); ++i)
      paid[op.inputs[i]] += problem.tensors[op.inputs[i]].conversion(plan.kept[op.inputs[i]], strategy.inputs[i]);
    for (size_t i = 0; i < op.outputs.size(); ++i)
      paid[op.outputs[i]] += problem.tensors[op.outputs[i]].conversion(strategy.outputs[i], plan.kept[op.outputs[i]]);
  }
  return paid;
}

void PlannedPrices::learn(const plan::mesh::Plan &plan, const LocalPlan &planned) {
  Sums took = sumsOf(first, plan, planned);
  std::vector<Cost> paid = conversionsOf(first, plan);
  for (size_t o = 0; o < first.ops.size(); ++o) {
    int32_t chosen = plan.strategies[o];
    Cost of = first.ops[o].strategies[chosen].cost, spent = std::llround(took.ops[o]);
    measured[{o, chosen}] = spent;
    for (size_t s = 0; s < first.ops[o].strategies.size(); ++s) {
      auto known = measured.find({o, static_cast<int32_t>(s)});
      Cost price = known != measured.end() ? known->second : scaled(first.ops[o].strategies[s].cost, of, spent);
      now.ops[o].strategies[s].cost = price;
      if (auto more = surcharges.find({o, static_cast<int32_t>(s)});
          more != surcharges.end() && chosen != more->first.second)
        now.ops[o].strategies[s].cost = std::min(price + more->second, impossible);
      Cost &low = least.ops[o].strategies[s].cost;
      low = std::min(low, price);
    }
  }
  for (size_t t = 0; t < first.tensors.size(); ++t) {
    if (paid[t] <= 0)
      continue; // what was not converted says nothing
    Cost spent = std::llround(took.tensors[t]);
    for (size_t c = 0; c < first.tensors[t].conversions.size(); ++c) {
      Cost price = scaled(first.tensors[t].conversions[c], paid[t], spent);
      now.tensors[t].conversions[c] = price;
      Cost &low = least.tensors[t].conversions[c];
      low = std::min(low, price);
    }
  }
}

bool PlannedPrices::surcharge(const plan::mesh::Plan &plan, const plan::mesh::Plan &best, Cost missing) {
  double whole = 0;
  auto weight = [&](size_t o) { return 1 + static_cast<double>(now.ops[o].strategies[plan.strategies[o]].cost); };
  for (size_t o = 0; o < first.ops.size(); ++o)
    if (plan.strategies[o] != best.strategies[o])
      whole += weight(o);
  for (size_t o = 0; o < first.ops.size(); ++o)
    if (plan.strategies[o] != best.strategies[o])
      surcharges[{o, plan.strategies[o]}] += 1 + std::llround(static_cast<double>(missing) * weight(o) / whole);
  return whole > 0;
}
