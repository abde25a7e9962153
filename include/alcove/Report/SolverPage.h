//===- SolverPage.h - What a solver run proved, and when --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One self-contained HTML page for each kind of planning problem: the figures of the run, cost and bound over time, and
// a picture of the solution.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_SOLVERPAGE_H
#define ALCOVE_REPORT_SOLVERPAGE_H

#include "alcove/Plan/Allocation/Problem.h"
#include "alcove/Plan/Common/Observer.h"
#include "alcove/Plan/LayoutChoice/Problem.h"
#include "alcove/Report/ScheduleReport.h"

#include <chrono>
#include <limits>
#include <string>
#include <vector>

namespace alcove::report {

/// Best cost and bound at one moment; NaN = none yet.
struct RunPoint {
  double seconds, cost, bound;
};

/// Remembers when cost and bound moved, and passes everything on.
template <typename Number, typename Solution>
class RunRecorder : public plan::RunObserver<Number, Solution> {
public:
  explicit RunRecorder(plan::RunObserver<Number, Solution> &next) : next(next) {}
  void progress(const plan::RunProgress<Number, Solution> &at) override {
    add(static_cast<double>(at.incumbent), static_cast<double>(at.bound));
    next.progress(at);
  }
  /// The last moment, which no observer is told of.
  void add(double cost, double bound) {
    double none = std::numeric_limits<double>::quiet_NaN();
    double now = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    points.push_back({now, cost < unknown ? cost : none, bound > -unknown && bound < unknown ? bound : none});
  }
  std::vector<RunPoint> points;

private:
  static constexpr double unknown = 1e18; ///< infiniteCost: nothing found, or no bound
  plan::RunObserver<Number, Solution> &next;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

struct SolverPage {
  std::string title;
  /// Name and value, in order.
  std::vector<std::pair<std::string, std::string>> facts;
  /// Unit of costs and bounds, for the axis: "bytes", "time units".
  std::string unit;
  std::vector<RunPoint> points;
  std::string pictureTitle;
  /// A complete SVG element; empty: no picture.
  std::string picture;
};

/// The page. Texts are escaped, except `picture`. O(points).
std::string solverPage(const SolverPage &page);

/// Buffers as boxes over time and addresses, with their names. `solution` must be valid. O(buffers).
std::string drawAllocation(const plan::AllocationProblem &problem, const plan::AllocationSolution &solution);

/// One box per subgraph: from its start to its end, as high as its working set, named by its operations. `evaluation`
/// must be that of `solution`. O(operations).
std::string drawWorkingSets(const plan::schedule::Problem &problem, const plan::schedule::Solution &solution,
                            const plan::schedule::Evaluation &evaluation, const OperationNames &names = {});

/// Bytes live over time under the capacity, for one candidate per node. O(nodes log nodes).
std::string drawLayoutMemory(const plan::LayoutChoice &problem, const std::vector<int32_t> &choice);

/// Bytes live from each time on, in order of time (rules LC-V3 to V5): extra usages, one buffer per colocation, nothing
/// for what is written in place while its donor is live.
std::vector<std::pair<int64_t, Bytes>> liveBytes(const plan::LayoutChoice &problem, const std::vector<int32_t> &choice);

} // namespace alcove::report

#endif // ALCOVE_REPORT_SOLVERPAGE_H
