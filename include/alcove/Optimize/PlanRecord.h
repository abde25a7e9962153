//===- PlanRecord.h - What the summary says of a plan -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPTIMIZE_PLANRECORD_H
#define ALCOVE_OPTIMIZE_PLANRECORD_H

#include "alcove/Judge/Memory/MemoryWalk.h"
#include "alcove/Plan/FunctionLayout/Format/PlanFile.h"
#include "alcove/Plan/FunctionLayout/Robustness.h"

namespace alcove::transforms {

/// One policy on the module: sums over its functions, the highest peak.
struct PolicyRow {
  std::string policy;
  int64_t timePs = 0, dramBytes = 0, conversions = 0, spills = 0, opsInL1 = 0, peakL1Bytes = 0;
  int64_t rounds = 0, planningUs = 0;
  int64_t boundPs = 0;  ///< no plan of the policy's space takes less; 0 = no claim
  bool accepted = true; ///< by the verifier
};

/// What the plan of a function costs if prices are wrong (plan::RobustnessReport); parts of the best plans' time.
struct RobustnessRow {
  struct OfPolicy {
    plan::Regret regret;
    int64_t timePs = 0; ///< at the prices as they are
  };
  int64_t draws = 0;
  double error = 0;                                ///< of every price; 0: as the op model says of each
  std::map<std::string, OfPolicy> regrets;         ///< by policy: the applied one's, and of those that were compared
  std::vector<std::pair<std::string, double>> ops; ///< those whose prices cost, most first
};

/// Why the result of an op is not in L1: plan::Explanation as text.
struct OpReason {
  std::string name; ///< of the op
  std::string id, why, remedy;
  std::string toTry; ///< value of override-output-layout that puts it into L1; empty when none is known
};

/// The plan of one function, as verified before the IR was changed.
struct FunctionRow {
  std::string name, policy, space;
  int64_t timePs = 0, planningUs = 0;
  std::optional<int64_t> boundPs, anyOrderBoundPs; ///< of the planner's space, even when the plan lies outside of it
  bool inSpace = true;                             ///< without a bound nothing
  std::vector<std::string> limits;                 ///< those that left something out, in words
  std::map<std::string, int64_t> partsUs;          ///< wall time by part of the planning
  std::vector<RobustnessRow> robustness;           ///< by error, when draws were asked for

  /// What the plan is above the bound of the space, less than zero when it is faster; nothing without a bound.
  std::optional<double> gap() const;
  /// What the bound says of the plan; empty without a bound.
  std::optional<plan::Standing> standing() const;
};

/// What the final IR does not show: chains, reasons, the planner's own totals, and those before planning.
struct PlanRecord {
  judge::Totals baseline;
  std::string policy;
  /// Counts of the policy: chains_completed, kept_results, ...; those that begin with `longest` are maxima, others
  /// sums.
  std::map<std::string, int64_t> counts;
  std::map<std::string, int64_t> failures; ///< reason -> chains
  /// Totals that the verifier found before the IR was changed, conversions included; empty when no planner ran.
  std::optional<int64_t> predictedPeakL1Bytes, predictedTimePs;
  formats::PlanFile planOut;     ///< for the plan's own file; not in the attribute
  std::vector<OpReason> reasons; ///< filled when reasons are asked for
  std::vector<FunctionRow> functions;
  std::vector<PolicyRow> policies; ///< when several were asked for

  /// The row that was added.
  FunctionRow &add(llvm::StringRef function, const plan::FunctionResult &result, int64_t planningUs);
  /// All functions as one: sums, every limit and part; a bound only when each has one. Nothing when there is none.
  std::optional<FunctionRow> whole() const;
  /// Adds to the row of the policy.
  void addRow(const plan::FunctionLayout &problem, const plan::FunctionResult &result, int64_t planningUs);
  int64_t count(const std::string &name) const;
  /// Writes the record to the module attribute `alcove.plan`, a dictionary.
  void attachTo(mlir::Operation *module) const;
  static std::optional<PlanRecord> readFrom(mlir::Operation *module);
  /// Reads the record and removes the attribute.
  static std::optional<PlanRecord> detachFrom(mlir::Operation *module);
};

} // namespace alcove::transforms

#endif // ALCOVE_OPTIMIZE_PLANRECORD_H
