//===- MeasuredOpModel.cpp - Measured values over a model ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/RuntimeParts.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

template <typename Number>
static Status readNumber(const CsvTable &table, const CsvTable::Row &row, const char *column, const std::string &name,
                         std::optional<Number> &value) {
  const std::string &field = table.get(row, column);
  if (field.empty())
    return {};
  Number number{};
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error != std::errc() || end != field.data() + field.size() || !(number >= 0) ||
      !std::isfinite(static_cast<double>(number)))
    return Error{
        fmt::format("{}:{}: {} is '{}', a number that is not negative was expected", name, row.line, column, field)};
  value = number;
  return {};
}

Result<std::shared_ptr<MeasuredOpModel>> MeasuredOpModel::create(const CsvTable &table, const std::string &name,
                                                                 const ChipParameters &chip,
                                                                 std::shared_ptr<const OpModel> base) {
  if (table.find("query") < 0)
    return Error{fmt::format("{}:1: column 'query' is missing", name)};
  static const std::vector<std::string> known = {
      "query", "legal", "reason", "cb_peak_bytes", "tensor_peak_bytes", "total_peak_bytes", "output_bytes", "total_ns"};
  for (const std::string &column : table.columns)
    if (std::find(known.begin(), known.end(), column) == known.end())
      return Error{fmt::format("{}:1: unknown column '{}'", name, column)};
  auto model = std::make_shared<MeasuredOpModel>();
  model->base = std::move(base);
  model->name = name;
  for (const CsvTable::Row &row : table.rows) {
    Result<Query> query = parseQuery(table.get(row, "query"), chip);
    if (!query)
      return Error{fmt::format("{}:{}: {}", name, row.line, query.error().message)};
    Measured measured;
    measured.line = row.line;
    measured.reason = table.get(row, "reason");
    const std::string &legal = table.get(row, "legal");
    if (!legal.empty() && legal != "0" && legal != "1")
      return Error{fmt::format("{}:{}: legal is '{}', 0 or 1 was expected", name, row.line, legal)};
    if (!legal.empty())
      measured.legal = legal == "1";
    ALCOVE_RETURN_IF_ERROR(readNumber(table, row, "cb_peak_bytes", name, measured.cbPeakBytes));
    ALCOVE_RETURN_IF_ERROR(readNumber(table, row, "tensor_peak_bytes", name, measured.tensorPeakBytes));
    ALCOVE_RETURN_IF_ERROR(readNumber(table, row, "total_peak_bytes", name, measured.totalPeakBytes));
    ALCOVE_RETURN_IF_ERROR(readNumber(table, row, "output_bytes", name, measured.outputBytes));
    ALCOVE_RETURN_IF_ERROR(readNumber(table, row, "total_ns", name, measured.totalNs));
    auto [it, inserted] = model->rows.emplace(std::move(*query), std::move(measured));
    if (!inserted)
      return Error{fmt::format("{}:{}: the query is already given in line {}", name, row.line, it->second.line)};
  }
  return model;
}

const MeasuredOpModel::Measured *MeasuredOpModel::find(const Query &query) const {
  auto it = rows.find(query);
  return it == rows.end() ? nullptr : &it->second;
}

Answer MeasuredOpModel::constraints(const Query &query, Explanation *why) const {
  Answer answer = base->constraints(query, why);
  const Measured *measured = find(query);
  if (!measured)
    return answer;
  if (why)
    why->push_back(fmt::format("measured values of {}:{} override", name, measured->line));
  if (measured->legal == false) {
    answer.refusal = Refusal{"measured.illegal", measured->reason.empty() ? "measured as illegal" : measured->reason};
    return answer;
  }
  if (measured->legal == true && answer.refusal) {
    // The model below has no layouts to offer: take the requested ones, or say that they are missing.
    Constraints constraints;
    for (const OutputRequest &request : query.outputs) {
      if (!request.layout || request.partial)
        return answer;
      constraints.outputLayouts.push_back(*request.layout);
      constraints.aliases.push_back(-1);
    }
    answer.refusal.reset();
    answer.constraints = std::move(constraints);
  }
  Constraints &c = answer.constraints;
  c.cbPeakBytes = measured->cbPeakBytes.value_or(c.cbPeakBytes);
  c.tensorPeakBytes = measured->tensorPeakBytes.value_or(c.tensorPeakBytes);
  c.totalPeakBytes = measured->totalPeakBytes.value_or(c.totalPeakBytes);
  c.outputBytes = measured->outputBytes.value_or(c.outputBytes);
  return answer;
}

std::optional<Runtime> MeasuredOpModel::runtime(const Query &query, Explanation *why) const {
  std::optional<Runtime> runtime = base->runtime(query, why);
  const Measured *measured = find(query);
  if (!measured || !measured->totalNs)
    return runtime;
  if (!runtime)
    runtime.emplace();
  setTotal(*runtime, *measured->totalNs);
  runtime->lowNs = runtime->highNs = runtime->totalNs; // what was measured is not estimated
  runtime->errorCell = -1;
  if (why)
    why->push_back(fmt::format("measured {} ns of {}:{} override", *measured->totalNs, name, measured->line));
  return runtime;
}
