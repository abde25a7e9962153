//===- ScoreConstraints.cpp - Score of the constraints half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Score/UnitCases.h"

#include <fmt/format.h>
#include <map>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Tally {
  int64_t right = 0, checked = 0;
  void add(bool ok) {
    ++checked;
    right += ok;
  }
  std::string text() const {
    return checked == 0 ? fmt::format("{:>18}", "-")
                        : fmt::format("{:>5}/{:<5} {:5.1f}%", right, checked, 100.0 * right / checked);
  }
};

/// One line of the table of scores. Equalities and other comparisons are counted apart.
struct Score {
  int64_t rows = 0, unsupported = 0;
  Tally legality, cb, tensor, total, output, inequalities;
  std::string text() const {
    return fmt::format("{:>5} {:>4}  {} {} {} {} {} {}", rows, unsupported, legality.text(), cb.text(), tensor.text(),
                       total.text(), output.text(), inequalities.text());
  }
};

void tally(Score &score, Tally Score::*part, const Expectation &expectation, Bytes actual, bool answered) {
  if (expectation.kind == Expectation::Kind::None)
    return;
  bool equality = expectation.kind == Expectation::Kind::EQ;
  (equality ? score.*part : score.inequalities).add(answered && expectation.holds(actual));
}

void addCase(Score &score, const UnitCase &unit, const Answer &answer, bool supported) {
  ++score.rows;
  score.unsupported += !supported;
  if (unit.legal)
    score.legality.add(supported && answer.legal() == *unit.legal);
  if (!unit.legal.value_or(true))
    return;
  bool answered = supported && answer.legal();
  const Constraints &c = answer.constraints;
  tally(score, &Score::cb, unit.cb, c.cbPeakBytes, answered);
  tally(score, &Score::tensor, unit.tensor, c.tensorPeakBytes, answered);
  tally(score, &Score::total, unit.total, c.totalPeakBytes, answered);
  tally(score, &Score::output, unit.output, c.outputBytes, answered);
}

std::string expectationText(const Expectation &e) {
  static constexpr const char *signs[] = {"", "", ">=", ">", "<="};
  return e.kind == Expectation::Kind::None ? "" : fmt::format("{}{}", signs[static_cast<int>(e.kind)], e.value);
}

std::string rowText(const UnitCase &unit, const Answer &answer, bool supported) {
  bool legal = supported && answer.legal();
  const Constraints &c = answer.constraints;
  bool expectNumbers = unit.legal.value_or(true);
  auto miss = [&](const Expectation &e, Bytes actual) {
    return expectNumbers && e.kind != Expectation::Kind::None && !(legal && e.holds(actual));
  };
  std::string misses;
  if (!supported || (unit.legal && legal != *unit.legal))
    misses += "legality ";
  if (miss(unit.cb, c.cbPeakBytes))
    misses += "cb ";
  if (miss(unit.tensor, c.tensorPeakBytes))
    misses += "tensor ";
  if (miss(unit.total, c.totalPeakBytes))
    misses += "total ";
  if (miss(unit.output, c.outputBytes))
    misses += "output ";
  if (!misses.empty())
    misses.pop_back();
  std::string reason = !unit.unreadable.empty() ? unit.unreadable : answer.refusal ? answer.refusal->id : "";
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", unit.line, csvField(unit.suite),
                     csvField(unit.op), csvField(unit.caseName),
                     opFamily(unit.query.op) ? opFamily(unit.query.op) : "unknown", misses,
                     unit.legal ? (*unit.legal ? "1" : "0") : "", legal, expectationText(unit.cb), c.cbPeakBytes,
                     expectationText(unit.tensor), c.tensorPeakBytes, expectationText(unit.total), c.totalPeakBytes,
                     expectationText(unit.output), c.outputBytes, csvField(reason), csvField(toText(unit.query)));
}

} // namespace

int opmodel_tool::scoreConstraints(const opmodel::CsvTable &table, const std::string &rowsPath) {
  AnalyticalOpModel model;
  Result<std::vector<UnitCase>> cases = readUnitCases(table, model.parameters());
  if (!cases)
    return fail(cases.error());
  std::map<std::string, Score> families;
  Score all;
  int64_t disabled = 0;
  std::string rows = "line,suite,op,case,family,misses,expected_legal,legal,expected_cb_bytes,cb_bytes,"
                     "expected_tensor_l1_peak,tensor_l1_peak,expected_total_l1_peak,total_l1_peak,"
                     "expected_output_l1_bytes,output_l1_bytes,reason,query\n";
  for (const UnitCase &unit : *cases) {
    if (unit.disabled) {
      ++disabled;
      continue;
    }
    Answer answer;
    bool supported = unit.unreadable.empty() && opFamily(unit.query.op);
    if (supported)
      answer = model.constraints(unit.query);
    const char *family = opFamily(unit.query.op);
    addCase(families[family ? family : "unknown"], unit, answer, supported);
    addCase(all, unit, answer, supported);
    rows += rowText(unit, answer, supported);
  }
  print("{:<16} rows unsp  {:<18} {:<18} {:<18} {:<18} {:<18} {:<18}\n", "family", "legality",
        "cb =", "tensor =", "total =", "output =", "inequalities");
  for (const auto &[family, score] : families)
    print("{:<16}{}\n", family, score.text());
  print("{:<16}{}\n", "total", all.text());
  print("{} disabled rows skipped; unsp = rows that cannot be read or whose op is unknown (counted as wrong)\n",
        disabled);
  if (!rowsPath.empty())
    if (Status written = writeFileAtomically(rowsPath, rows); !written)
      return fail(written.error());
  return 0;
}
