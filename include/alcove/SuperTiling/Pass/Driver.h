//===- Driver.h - Plan, apply and judge a module ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_PASS_DRIVER_H
#define ALCOVE_SUPERTILING_PASS_DRIVER_H

#include "alcove/Plan/Tiling/Planner.h"
#include "alcove/SuperTiling/Rewrite/ParallelLoops.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>
#include <vector>

namespace alcove::supertiling {

using namespace plan::tiling;

/// One tile loop.
struct LoopReport {
  std::string root;
  /// Sizes of the tile, a size per loop of the root.
  std::vector<int64_t> tile;
  /// The operations whose reductions run in panels, and the sizes of these; empty: none.
  std::string core;
  std::vector<int64_t> panels;
  int64_t operations = 0;
  Bytes footprint = 0;
  Bytes available = 0;
  /// How often it runs, where loops of the program are around it; traffic, operations and time are those of one run.
  double rounds = 1;
  double traffic = 0;
  double extraOps = 0;
  /// On a machine: cores for each loop and panel loop, outermost first, and simulated nanoseconds.
  std::vector<int64_t> grid;
  bool doubleBuffered = false;
  plan::NestTime time;
};

/// What one run did. Bytes and operations are modelled, not measured.
struct Summary {
  int64_t operations = 0;    ///< operations on tensors with a tiling interface
  int64_t fitting = 0;       ///< of them, left untouched because they fit
  int64_t cached = 0;        ///< of them, left untouched because a cache serves them as well (SUT-C1)
  int64_t loops = 0;         ///< tile loops built
  int64_t parallelLoops = 0; ///< loops built as scf.forall
  int64_t fused = 0;         ///< operations in the loop of another one
  int64_t yields = 0;        ///< members whose result their loop also assembles
  int64_t recomputes = 0;    ///< members computed again for a user outside the loop
  int64_t probes = 0;        ///< operations tiled by trial
  int64_t joined = 0;        ///< sets of operations that share a loop for the tensor that they all read
  int64_t misfits = 0;       ///< operations that cannot fit (with best-effort)
  int64_t replans = 0;       ///< plans that the judge sent back
  double untiled = 0;        ///< bytes that the operations move one by one, without loops; 0: not known
  int64_t work = 0;          ///< tile evaluations
  Bytes worstFootprint = 0;  ///< of all loops, as judged
  double traffic = 0;        ///< bytes to and from slow memory, in all rounds of the program's loops
  double compulsory = 0;     ///< bytes that every plan moves
  double bound = 0;          ///< proved: no plan moves less
  double boundOfCopies = 0;  ///< the same of plans that the bound of groups does not know
  bool copies = false;       ///< those: an operation is in several groups, or a reduction is cut around panels
  double extraOps = 0;       ///< operations done more often than in the untiled program
  int64_t torn = 0;          ///< marked groups that no loop holds together
  double trafficIfTorn = 0;  ///< the least of the plans that tear more of them; `traffic` where none was seen
  int64_t countedOnce = 0;   ///< loops of the program that run as often as is known at run time alone
  bool dynamic = false;      ///< some extent is unknown: bytes and operations say nothing
  /// Simulated, with the name of the machine; empty: none was given.
  std::string machine;
  PlanTime time;
  std::vector<LoopReport> loopReports;
  /// The plan in the transform dialect, when asked for.
  std::string schedule;
  /// Operations on tensors without a model, by name.
  std::map<std::string, int64_t> unknown;
  /// Of them, calls; and structured operations on buffers (memref), which are none on tensors.
  int64_t calls = 0;
  int64_t onBuffers = 0;

  /// Why nothing was tiled; empty when something was.
  std::string nothingTiled() const;

  /// SUT-P4: what is wrong with figures that contradict each other, traffic or time below what is proved of every plan;
  /// empty when they do not. Nothing is claimed of programs whose sizes or traffic are not known.
  std::string contradiction() const;
  /// Of another function.
  void add(const Summary &own);
  /// One line per count, deterministic.
  std::string json() const;
};

struct DriverOptions {
  PlannerOptions planner;
  bool bestEffort = false;
  bool remarks = false;
  /// Operations that read one tensor share a loop where that moves less.
  bool joinSiblings = true;
  ParallelLoops parallelLoops = ParallelLoops::Shared;
  /// Also write the plan in transform operations; a plan without that form is an error.
  bool schedule = false;
};

/// Tiles every function of `module`. On failure errors have been emitted and the module is as it was.
mlir::LogicalResult superTile(mlir::ModuleOp module, const DriverOptions &options, Summary &summary);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_PASS_DRIVER_H
