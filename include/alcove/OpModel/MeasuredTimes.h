//===- MeasuredTimes.h - A table of measured times --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that a chip has answered, in one SQLite file that several runs add to:
//
//   chip                     question                                  n   median   min..max   source      release
//   wormhole_b0 8x8 1.0 GHz  matmul 32x4096|tile|... transpose_b=...   40  61.2 us  60.9..61.8 sheet.csv   v0.62
//
// TimedByTable prices with it, and says of every price what it stands on:
//
//   measured   the question is in the table: its median, with the spread of its rows
//   residual   near questions of the same op are: the model's time, times what they took over what the model says
//   model      neither: the model alone
//
// A residual is a mean of the logarithms of measured over modelled time of the same op's questions, weighted by
// exp(-distance / 0.25); the distance compares modelled time, what it consists of, sizes, layouts and cores. Where the
// weights come to less than 0.25 nothing is near, and the median of the op counts, or of the other ops of its family. Each
// scales where questions of the table say so that were held out one by one: half of their errors or more must vanish, and
// a sign test at two standard deviations says that this is no chance; of fewer than five, which prove nothing by number,
// all must agree, within 3 % or a sixteenth of what they are off for each of the others. A table of many sources has
// neighbours that say nothing of each other. Intervals are quantiles of what the same rule
// leaves unexplained of questions of other shapes, which are held out one by one. Rules MT-1 to MT-7 of
// docs/spec/Measured.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_MEASUREDTIMES_H
#define ALCOVE_OPMODEL_MEASUREDTIMES_H

#include "alcove/OpModel/Analytical.h"

#include <array>
#include <unordered_map>

namespace alcove::opmodel {

/// Which chip answered.
struct MeasuredChip {
  Arch arch = Arch::WormholeB0;
  int64_t gridRows = 0, gridCols = 0;
  double clockGHz = 0;
  static MeasuredChip of(const ChipParameters &chip) {
    return {chip.arch, chip.gridRows, chip.gridCols, chip.clockGHz};
  }
  /// `wormhole_b0 8x8 1 GHz`.
  std::string text() const;
  /// The same architecture at the same clock, within 1 %: its times bear on this one's.
  bool isKin(const MeasuredChip &other) const;
  bool operator==(const MeasuredChip &) const = default;
};

/// A question and what it took in one run.
struct MeasuredTime {
  MeasuredChip chip;
  std::string question; ///< QueryText.h, with every attribute that the model's time depends on
  int64_t samples = 1;
  Nanoseconds medianNs = 0, minNs = 0, maxNs = 0;
  std::string source, release; ///< file; release of the vendor's library, empty when unknown
};

/// The table. `factors` are what-ifs and simulated chips: the model's time of a family (TimeIntervals.h) times a number,
/// before anything else.
struct MeasuredTimes {
  std::vector<MeasuredTime> answers;
  std::map<std::string, double> factors;
};

/// What questions are matched by: the question in the form that both a profile's row and an op of the IR come to: conversions under the names of their
/// device operations, no leading ones in shapes, no places of cores, effective shards, no attribute at its default.
Query normalQuestion(const Query &query, const ChipParameters &chip);
std::string questionText(const Query &query, const ChipParameters &chip);

/// Reads a table; errors name the file and what in it is wrong: no table of ours, a later schema, a negative time.
Result<MeasuredTimes> readMeasuredTimes(const std::string &path);
/// Of a file's bytes; errors call it `path`.
Result<MeasuredTimes> parseMeasuredTimes(const std::string &bytes, const std::string &path);
/// Replaces the file whole.
Status writeMeasuredTimes(const MeasuredTimes &times, const std::string &path);
/// Adds answers; one of the same chip, question, source and release replaces the older.
void mergeMeasuredTimes(MeasuredTimes &into, const MeasuredTimes &more);
/// Answers to the same question of one chip and release from several sources whose medians differ by more than 10 %,
/// one line each.
std::vector<std::string> contradictionsIn(const MeasuredTimes &times);

/// What a price stands on.
enum class Evidence : uint8_t { Measured, Residual, Model };
const char *toString(Evidence evidence);
/// Of a time that TimedByTable gave: read from errorCell, which is -1 for measured times and beyond `residualCells` for
/// residuals, whose errors go together, but not with those of the model.
Evidence evidenceOf(const Runtime &runtime);
constexpr int8_t residualCells = 64;

/// The model below with the table's times. Constraints are the model's.
class TimedByTable : public OpModel {
public:
  /// An error when no answer of the table is of a kin of the chip, and the table has no factors.
  static Result<std::shared_ptr<TimedByTable>> create(const MeasuredTimes &times, const std::string &name,
                                                      const ChipParameters &chip, std::shared_ptr<const OpModel> base);
  Answer constraints(const Query &query, Explanation *why = nullptr) const override;
  /// O(log n) for a question of the table, O(answers of the op) otherwise.
  std::optional<Runtime> runtime(const Query &query, Explanation *why = nullptr) const override;

private:
  struct Features {
    Runtime runtime; ///< modelled
    std::array<double, 8> logSizes{};
    std::array<int, 6> kinds{};
    std::string shape;
    bool otherGrid = false;
  };
  struct Neighbour {
    Features features;
    double logRatio = 0;
  };
  struct Residual {
    double log = 0, weight = 0;
    bool applies = false, sure = false; ///< sure: the op or its family is off as a whole
  };
  struct Exact {
    Nanoseconds ns = 0, lowNs = 0, highNs = 0;
    int64_t samples = 0;
    std::string source;
    Nanoseconds modelledNs = 0; ///< of the question as it was measured; 0: the model has no time
  };
  static constexpr size_t numBins = 5;
  struct Range {
    double low = 0, high = 0;
    bool known = false, helps = true;
  };

  void addAnswer(const MeasuredTime &answer);
  void addExact(const std::string &question, const MeasuredTime &answer, const std::optional<Runtime> &runtime);
  const Exact *exactOf(const std::string &question, const std::optional<Runtime> &runtime) const;
  void gatherFamilies();
  void fitIntervals();
  bool helps(const std::string &op, double weight) const;
  Features featuresOf(const Query &query, const Runtime &runtime) const;
  std::optional<Runtime> modelled(const Query &query, Explanation *why) const;
  Residual residualOf(const std::string &op, const Features &features, const std::string *without) const;

  std::shared_ptr<const OpModel> base;
  std::string name;
  ChipParameters chip;
  std::map<std::string, double> factors;
  std::unordered_map<std::string, std::vector<Exact>> exact; ///< several where the model tells them apart
  std::map<std::string, std::vector<Neighbour>> neighbours;  ///< by op
  /// Medians of logarithms of measured over modelled time, by family (TimeIntervals.h) and op.
  std::map<int, std::map<std::string, double>> offByOp;
  std::map<std::string, bool> helpsOp; ///< whether near questions of the op explain each other; few: not known
  std::array<Range, numBins> ranges;
};

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_MEASUREDTIMES_H
