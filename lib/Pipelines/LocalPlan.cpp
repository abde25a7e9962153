//===- LocalPlan.cpp - What one chip's planned program takes ---- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalPlan.h"

#include "alcove/Judge/Memory/MemoryWalk.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;

Result<meshsplit::LocalPlan> transforms::localPlanOf(ModuleOp module) {
  meshsplit::LocalPlan plan;
  Error broken{"no device module"};
  bool any = false;
  module.walk([&](ttcore::DeviceModuleOp device) {
    judge::ModuleWalk walk(*device.getBody()->getOps<ModuleOp>().begin());
    for (const judge::FunctionWalk &function : walk.functions) {
      if (!function.violations.empty())
        broken = Error{fmt::format("{}: {}", function.violations.front().rule, function.violations.front().message)};
      any = function.violations.empty() && walk.machine.has_value();
      if (!any)
        return WalkResult::interrupt();
      if (!function.isForward)
        continue;
      plan.dramBytes = std::max(plan.dramBytes, function.memory.peakDramBytes * walk.machine->dramChannels);
      for (const judge::Step &step : function.steps)
        if (step.timed) {
          llvm::SmallVector<std::string> names = allNamesOf(step.op);
          plan.ops.push_back({{names.begin(), names.end()}, step.runtime.totalNs});
          plan.ns += step.runtime.totalNs;
        }
    }
    return WalkResult::advance();
  });
  return any ? Result<meshsplit::LocalPlan>(std::move(plan)) : Result<meshsplit::LocalPlan>(broken);
}
