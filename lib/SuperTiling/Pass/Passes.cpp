//===- Passes.cpp - Adapters from pass options to super tiling ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Passes.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Judge/Tiles/Judge.h"
#include "alcove/SuperTiling/Describe/DevicePrices.h"
#include "alcove/SuperTiling/Describe/MachinePreset.h"
#include "alcove/SuperTiling/Pass/Driver.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace alcove::supertiling {

#define GEN_PASS_DEF_SUPERTILING
#define GEN_PASS_DEF_VERIFYSUPERTILING
#include "alcove/SuperTiling/Passes.h.inc"

namespace {

struct SuperTilingPass : public impl::SuperTilingBase<SuperTilingPass> {
  using SuperTilingBase::SuperTilingBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    DriverOptions driver;
    if (Status status = configure(driver); !status.ok()) {
      module.emitError("super-tiling: ") << status.error().message;
      return signalPassFailure();
    }
    Summary summary;
    if (failed(superTile(module, driver, summary)))
      return signalPassFailure();
    auto write = [&](const std::string &path, const std::string &text) {
      if (path.empty())
        return;
      if (Status status = writeFileAtomically(path, text); !status.ok()) {
        module.emitError("super-tiling: ") << status.error().message;
        signalPassFailure();
      }
    };
    write(report, summary.json());
    write(schedule, summary.schedule);
  }

  Status configure(DriverOptions &driver) {
    ALCOVE_ASSIGN_OR_RETURN(DevicePrices prices, devicePrices(device.getValue()));
    driver.planner.costs = prices.costs;
    Bytes base = memoryBytes != 0 ? Bytes(memoryBytes) : prices.memory;
    if (base <= 0)
      return Error{"memory-bytes must be positive, it is " + std::to_string(base)};
    ALCOVE_ASSIGN_OR_RETURN(driver.planner.budget, Budget::parse(base, opBudgets));
    driver.planner.budget.cache = static_cast<bool>(prices.costs.caches);
    if (threads < 1 || (threads > 1 && (!prices.costs.caches || !machine.empty())))
      return Error{"threads must be 1, or more with device=cpu and without a machine"};
    driver.planner.costs.caches.threads = threads;
    ALCOVE_RETURN_IF_ERROR(configureMachine(driver));
    if (mode == "planned")
      driver.planner.mode = PlanMode::Planned;
    else if (mode == "max-producers")
      driver.planner.mode = PlanMode::MaxProducers;
    else if (mode == "no-fuse")
      driver.planner.mode = PlanMode::NoFuse;
    else
      return Error{"mode '" + mode.getValue() + "' is not planned, max-producers or no-fuse"};
    if (work <= 0 || maxGroup == 0)
      return Error{"work and max-group must be positive"};
    driver.planner.work = work;
    driver.planner.maxGroup = maxGroup;
    driver.bestEffort = bestEffort;
    driver.planner.onlineSoftmax = onlineSoftmax;
    driver.joinSiblings = joinSiblings;
    driver.remarks = remarks;
    if (parallelLoops == "off")
      driver.parallelLoops = ParallelLoops::Off;
    else if (parallelLoops == "all")
      driver.parallelLoops = ParallelLoops::All;
    else if (parallelLoops != "shared")
      return Error{"parallel-loops '" + parallelLoops.getValue() + "' is not shared, all or off"};
    driver.schedule = !schedule.empty();
    if (driver.schedule && driver.parallelLoops == ParallelLoops::All)
      return Error{"parallel-loops=all has no schedule: upstream's operations build the loops as scf.for"};
    return {};
  }

  Status configureMachine(DriverOptions &driver) {
    if (doubleBuffering == "off")
      driver.planner.doubleBuffering = DoubleBuffering::Off;
    else if (doubleBuffering == "on")
      driver.planner.doubleBuffering = DoubleBuffering::On;
    else if (doubleBuffering != "auto")
      return Error{"double-buffering '" + doubleBuffering.getValue() + "' is not on, off or auto"};
    if (machine.empty())
      return doubleBuffering == "auto" ? Status() : Error{"double-buffering needs a machine"};
    if (mode != "planned")
      return Error{"machine needs mode=planned, it is '" + mode.getValue() + "'"};
    ALCOVE_ASSIGN_OR_RETURN(driver.planner.machine, loadMachine(machine));
    ALCOVE_ASSIGN_OR_RETURN(driver.planner.budget, machineBudget(*driver.planner.machine, memoryBytes, opBudgets));
    // The machine is simulated with the local memory that it is given.
    driver.planner.costs.caches = {};
    return {};
  }
};

struct VerifySuperTilingPass : public impl::VerifySuperTilingBase<VerifySuperTilingPass> {
  using VerifySuperTilingBase::VerifySuperTilingBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Result<Budget> budget = readBudget();
    if (!budget) {
      module.emitError("verify-super-tiling: ") << budget.error().message;
      return signalPassFailure();
    }
    for (const Verdict &verdict : judge(module, *budget)) {
      if (verdict.passes()) {
        if (remarks)
          verdict.op->emitRemark() << "footprint " << verdict.footprint << " of " << verdict.available << " B"
                                   << (verdict.isLoop ? " in the worst of " : "")
                                   << (verdict.isLoop ? std::to_string(verdict.tiles) + " distinct tiles" : "")
                                   << (verdict.cached ? ", in a cache (SUT-J13)" : "");
        continue;
      }
      if (!verdict.refusal.empty())
        verdict.op->emitOpError(verdict.refusal);
      else if (verdict.unbounded)
        verdict.op->emitOpError("SUT-J6: has a tensor whose size is not bounded");
      else
        verdict.op->emitOpError(verdict.isLoop ? "SUT-J1: worst tile needs " : "SUT-J2: needs ")
            << verdict.footprint << " B of local memory, " << verdict.available << " B are available, "
            << (verdict.footprint - verdict.available) << " B too many";
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }

  Result<Budget> readBudget() {
    if (!machine.empty()) {
      ALCOVE_ASSIGN_OR_RETURN(plan::Machine found, loadMachine(machine));
      return machineBudget(found, memoryBytes, opBudgets);
    }
    DevicePrices prices;
    if (!device.empty()) {
      ALCOVE_ASSIGN_OR_RETURN(prices, devicePrices(device.getValue()));
    }
    Bytes base = memoryBytes != 0 ? Bytes(memoryBytes) : prices.memory;
    if (base <= 0)
      return Error{"memory-bytes must be positive"};
    ALCOVE_ASSIGN_OR_RETURN(Budget budget, Budget::parse(base, opBudgets));
    budget.cache = static_cast<bool>(prices.costs.caches);
    return budget;
  }
};

} // namespace

} // namespace alcove::supertiling
