//===- TimeScore.h - Estimated against measured times -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of measured kernel times become questions to the model; the answers are compared family by family. A table
// is recognised by its columns:
//
//   measured_ops             op_code, in0_padded, ..., kernel_ns_median   device profiler rows, one op each
//   gemm                     derived_device_ns                            GEMM sweeps
//   matmul_height_sharded    num_cores, kernel_ns                         m, k, n and cores of in0's shards
//   exp                      in_mem, kernel_ns_median, n_samples          exp by shape, type and memory
//   npe_reshard_traces_wh    trace, max_core_kernel_cycles                moves into and between shards
//   ccl_times                chips, topology, links, bytes_in_per_chip    ops between chips
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_TIMESCORE_H
#define ALCOVE_OPMODEL_SCORE_TIMESCORE_H

#include "alcove/OpModel/Csv.h"
#include "alcove/OpModel/TimeParameters.h"

namespace alcove::opmodel {

/// One measured row. Several queries when the row's figure is a mean over settings that it does not record.
struct TimeCase {
  std::string family;
  int64_t line = 0;
  ChipParameters chip;
  std::vector<Query> queries;
  double measuredNs = 0;
  /// Equal for rows that ask the same question: the unit of cross-validation, and of the best possible ranking.
  std::string shapeKey, questionKey;
  std::string source; ///< sheet or report that a profiler row is from
};

struct TimeCases {
  std::string table;
  std::vector<TimeCase> cases;
  int64_t withoutFigure = 0; ///< rows that hold no device time
};

/// Rows of a recognised table as questions. Errors: unknown columns; a field that is not a number (line, column, text).
Result<TimeCases> readTimeCases(const CsvTable &table);

/// Model's answer to a case in ns: the mean over its queries; nothing when one of them is unsupported.
std::optional<double> estimateCase(const TimeCase &timeCase, const TimeParameters &parameters);

/// Errors of one family. Errors are |estimated - measured| / measured; unsupported rows have an infinite one.
struct TimeErrors {
  std::string family;
  int64_t rows = 0, unsupported = 0;
  double median = 0, p90 = 0;
  double rank = 0; ///< Spearman's correlation of estimated and measured, ties averaged
  /// Proved limits of every model that gives one answer to one question (rows of a sheet repeat questions, and their
  /// times scatter): no such model has a higher rank correlation, a lower median or a lower 90th percentile.
  double rankCeiling = 0, medianFloor = 0, p90Floor = 0;
};
std::vector<TimeErrors> scoreTimes(const std::vector<TimeCase> &cases,
                                   const std::vector<std::optional<double>> &estimates);

/// One case per question, with the median of its rows' figures, in the order of first rows.
std::vector<TimeCase> distinctQuestions(const std::vector<TimeCase> &cases);

/// Limits of any answers that are equal within a group of rows.
///
/// Rank: Spearman's correlation is Pearson's of ranks; among vectors that are constant on groups, the correlation with
/// r is largest for the vector of group means of r (Cauchy-Schwarz) and is sqrt(variance between groups / variance).
/// Quantile: an error of at most t covers of a group the rows with measured figures in [e / (1 + t), e / (1 - t)] for
/// some answer e; groups do not interact, so the rows covered at best are the sum of the largest windows, and the floor
/// is the least t that covers enough rows. O(n log n) per step of a bisection.
double rankCeiling(const std::vector<double> &measured, const std::vector<std::string> &groups);
double quantileFloor(const std::vector<double> &measured, const std::vector<std::string> &groups, double quantile);

/// Spearman's rank correlation, ties get the mean of their ranks; 0 when one side is constant. O(n log n).
double rankCorrelation(const std::vector<double> &left, const std::vector<double> &right);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_TIMESCORE_H
