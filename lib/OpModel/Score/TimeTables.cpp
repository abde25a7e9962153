//===- TimeTables.cpp - Rows of the time tables as questions ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TimeTables.h"

#include "ProfilerAttributes.h"

#include "alcove/Device/SystemDesc.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;

Result<double> RowReader::number(const std::string &column) const {
  const std::string &field = text(column);
  double value = 0;
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value))
    return Error{fmt::format("line {}: column {}: '{}' is not a number", row.line, column, field)};
  return value;
}

Result<int64_t> RowReader::positive(const std::string &column) const {
  ALCOVE_ASSIGN_OR_RETURN(double value, number(column));
  if (value < 1 || value > static_cast<double>(int64_t{1} << 40) || value != std::floor(value))
    return Error{fmt::format("line {}: column {}: {} is not an integer from 1 to 2^40", row.line, column, value)};
  return static_cast<int64_t>(value);
}

Result<std::vector<int64_t>> RowReader::shape(const std::string &column) const {
  const std::string &field = text(column);
  std::vector<int64_t> dims = integersIn(field);
  std::string back;
  for (size_t i = 0; i < dims.size(); ++i)
    back += (i ? "x" : "") + std::to_string(dims[i]);
  if (dims.empty() || back != field)
    return Error{fmt::format("line {}: column {}: '{}' is not a shape such as 1x32x64", row.line, column, field)};
  for (int64_t dim : dims)
    if (dim < 0 || dim > (int64_t{1} << 31))
      return Error{fmt::format("line {}: column {}: '{}' is not a shape: dimension {} is not in 0 to 2^31", row.line,
                               column, field, dim)};
  return dims;
}

ChipParameters opmodel::chipOf(bool blackhole, int64_t cores, double clockGHz) {
  const device::SystemDesc *preset = device::findPreset(blackhole ? "blackhole-p150" : "wormhole-n150");
  ChipParameters chip = preset ? ChipParameters::from(preset->chip(0)) : ChipParameters{};
  if (clockGHz > 0)
    chip.clockGHz = clockGHz;
  // The most square grid with that many cores, wider than tall: 8x8, 11x10, 13x10, 5x4.
  int64_t rows = 1;
  for (int64_t r = 1; r * r <= cores && r <= 64; ++r)
    if (cores % r == 0)
      rows = r;
  chip.gridRows = rows;
  chip.gridCols = std::max<int64_t>(1, cores / rows);
  chip.l1Banks = cores;
  chip.l1SmallBytes = 0; // the measured programs opened their devices without an L1_SMALL region
  return chip;
}

std::string opmodel::questionKey(const TimeCase &timeCase) {
  std::string key = fmt::format("{}:{}x{}:{}:{}", static_cast<int>(timeCase.chip.arch), timeCase.chip.gridRows,
                                timeCase.chip.gridCols, timeCase.chip.kernelRelease, timeCase.family);
  for (const Query &query : timeCase.queries) {
    key += "|" + query.op;
    for (const TensorSpec &input : query.inputs)
      key += ";" + device::toString(input);
    for (const OutputRequest &output : query.outputs)
      key += ">" + device::toString(TensorSpec{output.shape, output.layout.value_or(TensorLayout{})});
    for (const auto &[name, value] : query.attributes) {
      key += ";" + name + "=";
      std::visit(
          [&](const auto &v) {
            using T = std::decay_t<decltype(v)>;
            if constexpr (std::is_same_v<T, std::string>)
              key += v;
            else if constexpr (std::is_same_v<T, std::vector<int64_t>>)
              for (int64_t i : v)
                key += std::to_string(i) + ",";
            else
              key += std::to_string(v);
          },
          value);
    }
  }
  return key;
}

namespace {

TensorLayout layout(BufferType buffer, DataType type, MemoryLayout memory = MemoryLayout::Interleaved, int64_t rows = 1,
                    int64_t columns = 1) {
  TensorLayout result;
  result.bufferType = buffer;
  result.dataType = type;
  result.memoryLayout = memory;
  result.gridRows = rows;
  result.gridCols = columns;
  return result;
}

Result<TimeCase> gemmCase(const RowReader &row) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t m, row.positive("m"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t k, row.positive("k"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t n, row.positive("n"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t gridX, row.positive("grid_x"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t gridY, row.positive("grid_y"));
  ALCOVE_ASSIGN_OR_RETURN(double ns, row.number("derived_device_ns"));
  if (gridX > 64 || gridY > 64)
    return Error{fmt::format("line {}: grid {}x{} exceeds 64x64", row.line(), gridX, gridY)};
  bool blackhole = row.text("arch").rfind("blackhole", 0) == 0;
  const std::string &name = row.text("dtype");
  DataType type = name == "BFLOAT8_B"   ? DataType::BfpBf8
                  : name == "BFLOAT4_B" ? DataType::BfpBf4
                  : name == "FLOAT32"   ? DataType::F32
                                        : DataType::BF16;
  TimeCase c;
  c.family = "matmul";
  c.line = row.line();
  c.measuredNs = ns;
  c.chip = chipOf(blackhole, gridX * gridY, 0);
  c.chip.gridRows = gridY;
  c.chip.gridCols = gridX;
  c.shapeKey = fmt::format("{}x{}x{}", m, k, n);
  Query query;
  query.op = "matmul";
  auto place = [&](const char *storage, const char *sharded) {
    BufferType buffer = row.text(storage) == "L1" ? BufferType::L1 : BufferType::DRAM;
    if (row.text(sharded) == "True" || row.text(sharded) == "true")
      return layout(buffer, type, MemoryLayout::BlockSharded, gridY, gridX);
    return layout(buffer, type);
  };
  TensorLayout out = place("out_storage", "out_sharded");
  query.inputs = {{{m, k}, place("in0_storage", "in0_sharded")},
                  {{k, n}, layout(row.text("in1_storage") == "L1" ? BufferType::L1 : BufferType::DRAM, type)}};
  query.outputs = {{{m, n}, type, out}};
  // Out-of-box rows ran with the default fidelity; their label is not what ran: their utilisation would exceed 100 %.
  if (row.text("table") != "out_of_box")
    query.attributes["compute_config.math_fidelity"] = row.text("math_fidelity_label");
  c.queries = {query};
  return c;
}

Result<TimeCase> heightShardedMatmulCase(const RowReader &row) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t m, row.positive("m"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t k, row.positive("k"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t n, row.positive("n"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t cores, row.positive("num_cores"));
  TimeCase c;
  c.family = "matmul";
  c.line = row.line();
  ALCOVE_ASSIGN_OR_RETURN(c.measuredNs, row.number("kernel_ns"));
  c.chip = chipOf(false, 64, 1.0);
  c.shapeKey = fmt::format("{}x{}x{}/{}", m, k, n, cores);
  TensorLayout sharded = layout(BufferType::L1, DataType::BF16, MemoryLayout::HeightSharded, cores, 1);
  Query query;
  query.op = "matmul";
  query.inputs = {{{m, k}, sharded}, {{k, n}, layout(BufferType::DRAM, DataType::BF16)}};
  query.outputs = {{{m, n}, DataType::BF16, sharded}};
  c.queries = {query};
  return c;
}

Result<TimeCase> expCase(const RowReader &row) {
  TimeCase c;
  c.family = "exp";
  c.line = row.line();
  ALCOVE_ASSIGN_OR_RETURN(c.measuredNs, row.number("kernel_ns_median"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t samples, row.positive("n_samples"));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> shape, row.shape("shape"));
  static const std::map<std::string, DataType> types = {{"bf16", DataType::BF16}, {"bfp8", DataType::BfpBf8},
                                                        {"f32", DataType::F32},   {"u32", DataType::U32},
                                                        {"u16", DataType::U16},   {"bfp4", DataType::BfpBf4}};
  auto type = types.find(row.text("dtype"));
  if (type == types.end())
    return Error{fmt::format("line {}: column dtype: unknown type '{}'", row.line(), row.text("dtype"))};
  c.chip = chipOf(false, 64, 1.0);
  c.shapeKey = row.text("shape");
  // Samples of one row ran with the result in DRAM and in L1; only those with fewer samples had one choice.
  TensorLayout in = layout(row.text("in_mem") == "L1" ? BufferType::L1 : BufferType::DRAM, type->second,
                           MemoryLayout::Interleaved, 8, 8);
  for (BufferType buffer : {BufferType::DRAM, BufferType::L1}) {
    Query query;
    query.op = "exp";
    query.inputs = {{shape, in}};
    TensorLayout out = layout(buffer, type->second, MemoryLayout::Interleaved, 8, 8);
    query.outputs = {{shape, type->second, out}};
    Bytes perCore = device::l1BytesPerCore({shape, in}, 64) + device::l1BytesPerCore({shape, out}, 64);
    if (buffer == BufferType::DRAM || (samples > 2 && perCore < c.chip.usableL1Bytes()))
      c.queries.push_back(query);
  }
  return c;
}

/// A grid and a layout: 8x1_BLOCK. Cores are a rectangle of that many rows and columns.
Result<TensorLayout> traceLayout(const std::string &text, DataType type, int64_t line) {
  std::vector<int64_t> grid = integersIn(text);
  if (grid.size() != 2 || grid[0] < 1 || grid[1] < 1 || grid[0] > 64 || grid[1] > 64)
    return Error{fmt::format("line {}: '{}' is not a grid and a layout such as 8x1_BLOCK", line, text)};
  TensorLayout result = layout(BufferType::L1, type, MemoryLayout::BlockSharded, grid[0], grid[1]);
  result.cores = {{0, 0, grid[1] - 1, grid[0] - 1}};
  if (text.find("HEIGHT") != std::string::npos) {
    result.memoryLayout = MemoryLayout::HeightSharded;
    result.gridRows = grid[0] * grid[1];
    result.gridCols = 1;
  } else if (text.find("WIDTH") != std::string::npos) {
    result.memoryLayout = MemoryLayout::WidthSharded;
    result.gridCols = grid[0] * grid[1];
    result.gridRows = 1;
  }
  return result;
}

Result<TimeCase> reshardTraceCase(const RowReader &row) {
  TimeCase c;
  c.line = row.line();
  ALCOVE_ASSIGN_OR_RETURN(c.measuredNs, row.number("max_core_kernel_cycles"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t tiles, row.positive("n_reads"));
  std::vector<int64_t> packet = integersIn(row.text("packet_sizes"));
  DataType type = !packet.empty() && packet[0] == 4096   ? DataType::F32
                  : !packet.empty() && packet[0] == 1088 ? DataType::BfpBf8
                                                         : DataType::BF16;
  bool fromDram = row.text("src").rfind("DRAM", 0) == 0;
  c.family = fromDram ? "dram_to_shards" : "reshard";
  c.chip = chipOf(row.text("arch").rfind("blackhole", 0) == 0, 64, 1.0);
  c.shapeKey = row.text("trace");
  // The traces record pages, not the shape: the most square tile matrix that is not wider than tall.
  int64_t width = 1;
  while (width * 2 * width * 2 <= tiles && tiles % (width * 2) == 0)
    width *= 2;
  std::vector<int64_t> shape = {tiles / width * 32, width * 32};
  Query query;
  query.op = fromDram ? "interleaved_to_sharded" : "reshard";
  ALCOVE_ASSIGN_OR_RETURN(TensorLayout to, traceLayout(row.text("dst"), type, row.line()));
  TensorLayout from = layout(BufferType::DRAM, type);
  if (!fromDram) {
    ALCOVE_ASSIGN_OR_RETURN(from, traceLayout(row.text("src"), type, row.line()));
  }
  query.inputs = {{shape, from}};
  query.outputs = {{shape, type, to}};
  c.queries = {query};
  return c;
}

bool hasColumns(const CsvTable &table, std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (table.find(name) < 0)
      return false;
  return true;
}

} // namespace

Result<TimeCases> opmodel::readTimeCases(const CsvTable &table) {
  TimeCases result;
  Result<TimeCase> (*read)(const RowReader &) = nullptr;
  const char *figure = "";
  if (hasColumns(table, {"op_code", "in0_padded", "out_padded", "kernel_ns_median", "attributes"}))
    result.table = "measured_ops", read = profilerCase, figure = "kernel_ns_median";
  else if (hasColumns(table, {"m", "k", "n", "grid_x", "grid_y", "derived_device_ns", "math_fidelity_label"}))
    result.table = "gemm", read = gemmCase, figure = "derived_device_ns";
  else if (hasColumns(table, {"m", "k", "n", "num_cores", "kernel_ns"}))
    result.table = "matmul_height_sharded", read = heightShardedMatmulCase, figure = "kernel_ns";
  else if (hasColumns(table, {"shape", "dtype", "in_mem", "n_samples", "kernel_ns_median"}))
    result.table = "exp", read = expCase, figure = "kernel_ns_median";
  else if (hasColumns(table, {"trace", "src", "dst", "n_reads", "max_core_kernel_cycles"}))
    result.table = "npe_reshard_traces", read = reshardTraceCase, figure = "max_core_kernel_cycles";
  else if (hasColumns(table, {"op", "chips", "topology", "links", "bytes_in_per_chip", "time_us_or_bandwidth"}))
    result.table = "collectives", read = collectiveCase, figure = "time_us_or_bandwidth";
  else
    return Error{"not a table of times: its columns are none of measured_ops, gemm, matmul_height_sharded, exp, "
                 "npe_reshard_traces, collectives"};
  for (const CsvTable::Row &row : table.rows) {
    RowReader reader(table, row);
    if (reader.text(figure).empty() || (read == collectiveCase && !answersCollective(reader))) {
      ++result.withoutFigure;
      continue;
    }
    ALCOVE_ASSIGN_OR_RETURN(TimeCase timeCase, read(reader));
    if (!(timeCase.measuredNs > 0))
      return Error{
          fmt::format("line {}: column {}: a time must be positive, not {}", row.line, figure, timeCase.measuredNs)};
    timeCase.questionKey = questionKey(timeCase);
    result.cases.push_back(std::move(timeCase));
  }
  return result;
}
