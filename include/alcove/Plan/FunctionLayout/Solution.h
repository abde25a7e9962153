//===- Solution.h - A plan for a whole function -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is a value: the order of the ops, a candidate for each, and the *copies* of each tensor. Copy t (t < number of
// tensors) is tensor t as its producer makes it, or as it enters the function. Further copies are conversions of older
// ones; each is one op of its own, behind the op that makes the tensor or before the one that reads it:
//
//      relu                     copy 0: %0 in L1
//      to_memory_config         copy 2: %0 in DRAM, from copy 0, AfterOp relu          (a spill)
//      to_memory_config         copy 3: %0 in L1 on another grid, from copy 0, BeforeOp add
//      add                      reads copy 3
//
// A copy lives from the step that makes it to the last step that reads it; nothing else says how long it stays. So
// "kept to the last use", "spilled after a use", "reloaded" and "a converted copy shared by several readers" are all
// written the same way. A copy in the layout of its source, in L1, is a move: it lies at another place, so that what
// was left free around the source becomes one range.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_SOLUTION_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_SOLUTION_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan {

struct Copy {
  int32_t tensor = -1, layout = -1;
  int32_t source = -1; ///< copy it is converted from; -1 = the tensor itself
  enum class Place : uint8_t { AfterOp, BeforeOp };
  Place place = Place::BeforeOp;
  int32_t op = -1; ///< the op of `place`; -1 with BeforeOp = before the return, with AfterOp = at the beginning
  bool operator==(const Copy &) const = default;
};

struct FunctionCertificate;

struct FunctionPlan {
  std::string policy;
  std::vector<int32_t> forms;              ///< per part: the form that is taken; all else speaks of `formed`
  std::vector<int32_t> order;              ///< a permutation of the ops
  std::vector<int32_t> candidate;          ///< per op: of its class
  std::vector<Copy> copies;                ///< the first ones are the tensors themselves
  std::vector<std::vector<int32_t>> reads; ///< per op and operand: copy
  std::vector<int32_t> returns;            ///< per returned value: copy
  Picoseconds time = 0;                    ///< as its author says; verify recomputes it

  /// No plan of `space` takes less, as its author says; nothing = no claim.
  std::optional<Picoseconds> bound;
  bool inSpace = true;                      ///< the plan is one of `space`; else the bound is none on its own time
  std::optional<Picoseconds> anyOrderBound; ///< the same for the plans of every order
  std::string space;                        ///< within which plans, in words
  std::shared_ptr<const FunctionCertificate> certificate; ///< what proves the bounds; absent unless it was asked for

  // What a policy tells of its work; the verifier ignores it.
  std::vector<std::string> limits; ///< of the space, and of the search: those that left something out, in words
  std::map<std::string, double> partSeconds; ///< wall time by part of the planning
  std::vector<std::string> reasons;          ///< per op: why its result is not in L1; empty when it is
  std::vector<std::vector<int32_t>> chains;  ///< completed chains, ops in order
  std::map<std::string, int64_t> counts;     ///< chains_completed, kept_results, spills, ...
  std::map<std::string, int64_t> failures;   ///< reason -> chains that failed for it
};

/// How a plan stands to the bound of a space; never two of them.
enum class Standing : uint8_t {
  Optimal,         ///< it is of the space, and no plan of the space is faster
  BetterThanSpace, ///< it is not, and is faster than all of the space; it has no bound of its own
  Open             ///< it may be slower than the fastest of the space
};
Standing standingOf(Picoseconds time, Picoseconds bound, bool inSpace);
/// `optimal_in_space`, `better_than_space`, `open`.
const char *toString(Standing standing);

/// One step of a plan: an op, or a conversion.
struct PlanStep {
  int32_t op = -1;   ///< -1: a conversion
  int32_t copy = -1; ///< the copy that the conversion makes
};

/// `plan` without copy `dropped`, whose readers read `kept`, which lies as it does; its time is that of the problem.
FunctionPlan withoutCopy(const FunctionLayout &problem, const FunctionPlan &plan, int32_t dropped, int32_t kept);

/// The steps in order: before each op its BeforeOp copies, behind it its AfterOp copies, each in order of their
/// numbers; those before the return last. O(ops + copies).
std::vector<PlanStep> stepsOf(const FunctionLayout &problem, const FunctionPlan &plan);

/// It lies in the layout of its source, at another place. Indices must be valid.
bool isMove(const FunctionPlan &plan, int32_t copy);

/// What makes `copy`, which has a source: a conversion, or in the layout of its source a move. Indices must be valid.
const Conversion &makerOf(const FunctionLayout &problem, const FunctionPlan &plan, int32_t copy);

/// The sum of the candidates' and conversions' times. Indices must be valid.
Picoseconds timeOf(const FunctionLayout &problem, const FunctionPlan &plan);

/// `plan`, whose candidates are numbered as `from` does, as `problem` numbers them: the same function with tables of its
/// own, of which what is not there yet is asked.
FunctionPlan inTablesOf(const FunctionLayout &problem, const FunctionLayout &from, FunctionPlan plan);

/// What a policy claims of the space that `nominal` was found in, of a plan that is not one of it.
void takeClaims(FunctionPlan &plan, const FunctionPlan &nominal);

/// The program as it stands: base candidates in the given order, no conversions. Always a valid plan.
FunctionPlan asItStands(const FunctionLayout &problem);

/// Builds plans that obey FL-11..FL-13 by construction.
class PlanBuilder {
public:
  explicit PlanBuilder(const FunctionLayout &problem) : problem(problem), plan(asItStands(problem)) {}

  /// Candidate of `op`; its results' copies take the layouts that it makes, its reads become copy 0 of each operand.
  void choose(int32_t op, int32_t candidate);
  void setOrder(std::vector<int32_t> order) { plan.order = std::move(order); }
  /// A conversion of `source` behind the tensor's producer (the beginning, for arguments).
  int32_t copyAfterProducer(int32_t source, int32_t layout);
  /// A conversion of `source` before `op` (-1: before the return).
  int32_t copyBefore(int32_t op, int32_t source, int32_t layout);
  void read(int32_t op, size_t operand, int32_t copy) { plan.reads[op][operand] = copy; }
  void returnCopy(size_t index, int32_t copy) { plan.returns[index] = copy; }

  const FunctionPlan &current() const { return plan; }
  /// Adds up the time and hands the plan over.
  FunctionPlan finish(std::string policy) &&;

private:
  const FunctionLayout &problem;
  FunctionPlan plan;
};

/// Why the verifier refuses a plan: rule, place, both values. For the rules of memory also the buffers in the way.
struct PlanViolation {
  std::string rule; ///< `FL-17`
  std::string message;
  int32_t op = -1;             ///< the op at whose step it happens; for a conversion the op it stands at
  std::vector<int32_t> copies; ///< memory rules: live L1 copies then, largest first; FL-16: what is freed
  int32_t step = -1;           ///< memory rules: of stepsOf; -1: as the function begins
  /// PlanFacts::shortage: no rule is broken.
  bool isShortage() const { return rule == "free L1"; }
  bool isMemory() const { return rule == "FL-17" || rule == "FL-18" || rule == "FL-19"; }
  /// Keeping less in L1 may help: a rule of memory, or an op that frees bytes in L1 which are read again (FL-16).
  bool mayBeExcluded() const { return isMemory() || rule == "FL-16"; }
};

/// An op has less L1 free than its price counts on (Candidate::wantsFreeBytes): the backend takes a slower program.
struct FreeL1Shortage {
  int32_t op = -1;
  Bytes bytes = 0;        ///< missing below the lowest live buffer, operands included
  bool scattered = false; ///< nothing would be missing if live buffers lay side by side
};

/// What the verifier found out by itself.
struct PlanFacts {
  Picoseconds time = 0;
  Bytes peakSumBytes = 0;    ///< most of live L1 bytes plus an op's own peak
  Bytes peakHeldBytes = 0;   ///< by addresses: most bytes held at one moment
  Bytes peakExtentBytes = 0; ///< by addresses: most bytes between the free middle and both ends
  Bytes dramBytes = 0;
  int64_t conversions = 0, spills = 0;   ///< copies into L1 or from L1 to L1, copies from L1 to DRAM
  std::vector<Bytes> liveBytes;          ///< by op: of L1, when it begins; none behind a broken rule
  std::vector<FreeL1Shortage> shortages; ///< in the order of the plan, up to a broken rule
  std::optional<PlanViolation> shortage; ///< the first, in the words of a broken rule
};

struct PlanVerdict {
  std::optional<PlanViolation> violation; ///< the first one, in program order for the memory rules
  PlanFacts facts;
  bool ok() const { return !violation; }
};

/// Rules FL-10..FL-22 and FL-24, recomputed from problem and plan; shares no code with any policy and executes the plan's memory
/// address by address, as the runtime allocates: results and copies top-down first fit, circular buffers bottom-up.
/// O(steps * live buffers).
PlanVerdict verify(const FunctionLayout &problem, const FunctionPlan &plan);

/// The time of a plan with what its shortages add at most (Candidate::shortTime); nothing where that is not known.
std::optional<Picoseconds> timeWithShortages(const FunctionLayout &problem, const FunctionPlan &plan,
                                             std::span<const FreeL1Shortage> shortages);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_SOLUTION_H
