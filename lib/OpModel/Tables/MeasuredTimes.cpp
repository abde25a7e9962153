//===- MeasuredTimes.cpp - A table of measured times ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/MeasuredTimes.h"

#include "alcove/Base/Sqlite/Sqlite.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/TimeIntervals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <tuple>

using namespace alcove;
using namespace alcove::opmodel;

std::string MeasuredChip::text() const {
  return fmt::format("{} {}x{} {} GHz", device::toString(arch), gridRows, gridCols, clockGHz);
}

bool MeasuredChip::isKin(const MeasuredChip &other) const {
  return arch == other.arch && std::abs(clockGHz - other.clockGHz) <= 0.01 * other.clockGHz;
}

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

namespace {

/// No leading ones; ranks above 4 have their leading dimensions as one, as sheets print them.
std::vector<int64_t> normalShape(std::vector<int64_t> shape) {
  while (shape.size() > 4) {
    shape[1] *= shape[0];
    shape.erase(shape.begin());
  }
  while (shape.size() > 2 && shape[0] == 1)
    shape.erase(shape.begin());
  return shape;
}

void normalize(std::vector<int64_t> &shape, TensorLayout &layout, const ChipParameters &chip) {
  auto [height, width] = device::shardShape2D({shape, layout});
  auto [rows, columns] = device::physicalShape2D({shape, layout});
  shape = normalShape(std::move(shape));
  layout.cores.clear();
  if (!layout.isSharded()) {
    layout.shardShape.reset();
    layout.orientation = device::Orientation::RowMajor;
    layout.gridRows = layout.isL1() ? chip.gridRows : 1;
    layout.gridCols = layout.isL1() ? chip.gridCols : 1;
    return;
  }
  layout.shardShape = {std::max<int64_t>(height, 1), std::max<int64_t>(width, 1)};
  layout.gridRows = ceilDiv(std::max<int64_t>(rows, 1), layout.shardShape->first);
  layout.gridCols = ceilDiv(std::max<int64_t>(columns, 1), layout.shardShape->second);
}

/// A conversion under the name of the device operation that does it.
std::string normalOp(const Query &query) {
  static const std::map<std::string, std::string> renamed = {{"linear", "matmul"}, {"move", "copy"}};
  if (auto found = renamed.find(query.op); found != renamed.end())
    return found->second;
  if (query.inputs.empty() || query.outputs.empty() || !query.outputs[0].layout)
    return query.op;
  const TensorLayout &from = query.inputs[0].layout, &to = *query.outputs[0].layout;
  if (query.op == "to_memory_config")
    return from.isSharded() && to.isSharded() ? "reshard"
           : from.isSharded()                 ? "sharded_to_interleaved"
           : to.isSharded()                   ? "interleaved_to_sharded"
                                              : "copy";
  if (query.op == "to_layout" && from.pageLayout != to.pageLayout)
    return to.isTiled() ? "tilize" : "untilize";
  return query.op;
}

/// What the kernel depends on and both sides record (MT-2). Accumulation flags are left out: profiles print what the
/// program took, modules what was asked for; so are fields of a program that follow from shapes.
bool keeps(const std::string &op, const std::string &name, const AttributeValue &value) {
  static const std::set<std::string> named = {"permutation",
                                              "dim0",
                                              "dim1",
                                              "dim",
                                              "kernel_size",
                                              "stride",
                                              "padding",
                                              "dilation",
                                              "activations",
                                              "chain",
                                              "num_groups",
                                              "is_causal",
                                              "ring_size",
                                              "num_links",
                                              "transpose_a",
                                              "transpose_b",
                                              "matmul_program_config",
                                              "matmul_program_config.in0_block_w",
                                              "matmul_program_config.out_subblock_h",
                                              "matmul_program_config.out_subblock_w",
                                              "matmul_program_config.per_core_m",
                                              "matmul_program_config.per_core_n"};
  if (const bool *flag = std::get_if<bool>(&value); flag && !*flag)
    return false;
  bool multiplies = op == "matmul" || op.starts_with("conv") || op.find("attention") != std::string::npos;
  return named.contains(name) || name.starts_with("conv2d_") || (multiplies && name == "compute_config.math_fidelity");
}

} // namespace

Query opmodel::normalQuestion(const Query &query, const ChipParameters &chip) {
  Query result;
  result.op = normalOp(query);
  result.inputs = query.inputs;
  for (TensorSpec &input : result.inputs)
    normalize(input.shape, input.layout, chip);
  result.outputs = query.outputs;
  for (OutputRequest &output : result.outputs) {
    if (output.layout)
      normalize(output.shape, *output.layout, chip);
    else
      output.shape = normalShape(output.shape);
    output.partial = false;
  }
  for (const auto &[attribute, value] : query.attributes) {
    if (!keeps(result.op, attribute, value))
      continue;
    AttributeValue kept = value;
    if (std::string *text = std::get_if<std::string>(&kept))
      std::transform(text->begin(), text->end(), text->begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    result.attributes[attribute] = std::move(kept);
  }
  return result;
}

std::string opmodel::questionText(const Query &query, const ChipParameters &chip) {
  return toText(normalQuestion(query, chip));
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static constexpr const char *schemaVersion = "1";

static Result<double> timeIn(const std::string &field, const char *column, const std::string &path) {
  double value = 0;
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !(value > 0) || !std::isfinite(value))
    return Error{fmt::format("{}: {} is '{}', a positive number was expected", path, column, field)};
  return value;
}

static Result<MeasuredTime> answerOf(const std::vector<std::string> &fields, const std::string &path) {
  MeasuredTime time;
  std::optional<Arch> arch = device::parseArch(fields[0]);
  if (!arch)
    return Error{fmt::format("{}: '{}' is no architecture", path, fields[0])};
  time.chip.arch = *arch;
  double values[7] = {};
  static constexpr const char *columns[] = {"grid_rows", "grid_cols", "clock_ghz", "samples",
                                            "median_ns", "min_ns",    "max_ns"};
  for (size_t i = 0; i < 7; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(values[i], timeIn(fields[i + 1], columns[i], path));
  }
  for (size_t i : {size_t(0), size_t(1), size_t(3)})
    if (values[i] > 1e9 || values[i] != std::floor(values[i]))
      return Error{fmt::format("{}: {} is '{}', an integer was expected", path, columns[i], fields[i + 1])};
  if (values[5] > values[4] || values[4] > values[6])
    return Error{fmt::format("{}: the median {} is not within {} to {}", path, values[4], values[5], values[6])};
  time.chip.gridRows = static_cast<int64_t>(values[0]);
  time.chip.gridCols = static_cast<int64_t>(values[1]);
  time.chip.clockGHz = values[2];
  time.samples = static_cast<int64_t>(values[3]);
  time.medianNs = values[4];
  time.minNs = values[5];
  time.maxNs = values[6];
  time.question = fields[8];
  time.source = fields[9];
  time.release = fields[10];
  ChipParameters chip;
  if (Result<Query> query = parseQuery(time.question, chip); !query)
    return Error{fmt::format("{}: question '{}': {}", path, time.question, query.error().message)};
  return time;
}

Result<MeasuredTimes> opmodel::readMeasuredTimes(const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string bytes, readFile(path, size_t(1) << 31));
  return parseMeasuredTimes(bytes, path);
}

Result<MeasuredTimes> opmodel::parseMeasuredTimes(const std::string &bytes, const std::string &path) {
  Result<SqliteDatabase> database = SqliteDatabase::open(bytes);
  auto notOurs = [&](const Error &error) {
    return Error{
        fmt::format("{}: not a table of measured times (`alcove calibrate` writes one): {}", path, error.message)};
  };
  if (!database)
    return notOurs(database.error());
  std::string version;
  if (Status good = database->select("SELECT value FROM meta WHERE key = 'schema_version'",
                                     [&](const std::vector<std::string> &fields) { version = fields[0]; });
      !good)
    return notOurs(good.error());
  if (version != schemaVersion)
    return Error{fmt::format("{}: schema version '{}', this program reads {}", path, version, schemaVersion)};
  MeasuredTimes times;
  Status failed;
  Status good = database->select(
      "SELECT arch, grid_rows, grid_cols, clock_ghz, samples, median_ns, min_ns, max_ns, question, source, release "
      "FROM answers ORDER BY rowid",
      [&](const std::vector<std::string> &fields) {
        Result<MeasuredTime> time = answerOf(fields, path);
        if (time)
          times.answers.push_back(std::move(*time));
        else if (failed)
          failed = time.error();
      });
  if (!good)
    return notOurs(good.error());
  good = database->select("SELECT family, factor FROM factors", [&](const std::vector<std::string> &fields) {
    Result<double> factor = timeIn(fields[1], "factor", path);
    if (factor)
      times.factors[fields[0]] = *factor;
    else if (failed)
      failed = factor.error();
  });
  if (!good)
    return notOurs(good.error());
  ALCOVE_RETURN_IF_ERROR(failed);
  return times;
}

Status opmodel::writeMeasuredTimes(const MeasuredTimes &times, const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(SqliteDatabase database, SqliteDatabase::create());
  ALCOVE_RETURN_IF_ERROR(database.execute(
      "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);"
      "CREATE TABLE answers (arch TEXT, grid_rows INTEGER, grid_cols INTEGER, clock_ghz REAL, question TEXT, samples "
      "INTEGER, median_ns REAL, min_ns REAL, max_ns REAL, source TEXT, release TEXT);"
      "CREATE TABLE factors (family TEXT PRIMARY KEY, factor REAL); BEGIN"));
  ALCOVE_RETURN_IF_ERROR(database.insert("INSERT INTO meta VALUES ('schema_version', ?)", {schemaVersion}));
  for (const MeasuredTime &t : times.answers)
    ALCOVE_RETURN_IF_ERROR(database.insert(
        "INSERT INTO answers VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        {device::toString(t.chip.arch), fmt::format("{}", t.chip.gridRows), fmt::format("{}", t.chip.gridCols),
         fmt::format("{}", t.chip.clockGHz), t.question, fmt::format("{}", t.samples), fmt::format("{}", t.medianNs),
         fmt::format("{}", t.minNs), fmt::format("{}", t.maxNs), t.source, t.release}));
  for (const auto &[family, factor] : times.factors)
    ALCOVE_RETURN_IF_ERROR(database.insert("INSERT INTO factors VALUES (?,?)", {family, fmt::format("{}", factor)}));
  ALCOVE_RETURN_IF_ERROR(database.execute("COMMIT"));
  ALCOVE_ASSIGN_OR_RETURN(std::string bytes, database.bytes());
  return writeFileAtomically(path, bytes);
}

void opmodel::mergeMeasuredTimes(MeasuredTimes &into, const MeasuredTimes &more) {
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  auto keyOf = [](const MeasuredTime &t) { return Key{t.chip.text(), t.question, t.source, t.release}; };
  std::map<Key, size_t> known;
  for (size_t i = 0; i < into.answers.size(); ++i)
    known[keyOf(into.answers[i])] = i;
  for (const MeasuredTime &time : more.answers) {
    auto [found, isNew] = known.try_emplace(keyOf(time), into.answers.size());
    if (isNew)
      into.answers.push_back(time);
    else
      into.answers[found->second] = time;
  }
  for (const auto &[family, factor] : more.factors)
    into.factors[family] = factor;
}

std::vector<std::string> opmodel::contradictionsIn(const MeasuredTimes &times) {
  constexpr double most = 1.1;
  std::map<std::tuple<std::string, std::string, std::string>, std::pair<const MeasuredTime *, const MeasuredTime *>>
      extremes;
  for (const MeasuredTime &t : times.answers) {
    auto [found, isNew] = extremes.try_emplace({t.chip.text(), t.question, t.release}, &t, &t);
    if (t.medianNs < found->second.first->medianNs)
      found->second.first = &t;
    if (t.medianNs > found->second.second->medianNs)
      found->second.second = &t;
  }
  std::vector<std::string> lines;
  for (const auto &[key, pair] : extremes)
    if (pair.second->medianNs > most * pair.first->medianNs)
      lines.push_back(fmt::format("{}: {:.0f} ns in {}, {:.0f} ns in {}", std::get<1>(key), pair.first->medianNs,
                                  pair.first->source, pair.second->medianNs, pair.second->source));
  return lines;
}
