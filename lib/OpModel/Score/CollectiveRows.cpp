//===- CollectiveRows.cpp - Rows of ops between chips as questions --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TimeTables.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;

namespace {

/// Bytes as a tensor of tiles one tile wide; the table states no shape for most rows.
TensorSpec tilesOfBytes(int64_t bytes, DataType type, const std::string &memory) {
  TensorSpec result;
  result.layout.dataType = type;
  result.layout.bufferType = memory.starts_with("L1") ? BufferType::L1 : BufferType::DRAM;
  result.layout.memoryLayout = MemoryLayout::Interleaved;
  int64_t tiles = std::max<int64_t>(1, bytes / device::tileBytes(type));
  result.shape = {1, 1, tiles * 32, 32};
  return result;
}

/// Kernels of one op that ran as they are today: no fused ones, no limits of tests, no links left open.
bool isOneKernel(const RowReader &row) {
  const std::string &kind = row.text("kind");
  bool ran = kind.starts_with("measured traced") || kind.starts_with("measured, ") ||
             kind.starts_with("mean of CI runs on the model (traced");
  return ran && kind != "measured, about" && row.text("op").find('+') == std::string::npos &&
         !row.text("links").empty() && !row.text("topology").empty() &&
         row.text("device").find("hand-written") == std::string::npos;
}

} // namespace

bool opmodel::answersCollective(const RowReader &row) { return isOneKernel(row); }

Result<TimeCase> opmodel::collectiveCase(const RowReader &row) {
  TimeCase c;
  c.line = row.line();
  ALCOVE_ASSIGN_OR_RETURN(double us, row.number("time_us_or_bandwidth"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, row.positive("chips"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t links, row.positive("links"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t bytes, row.positive("bytes_in_per_chip"));
  c.measuredNs = 1000 * us;
  bool blackhole = row.text("arch") == "blackhole", ring = row.text("topology") == "ring";
  c.chip = chipOf(blackhole, blackhole ? 110 : 64, 0);
  const std::string &typeName = row.text("dtype"), &memory = row.text("mem");
  DataType type = typeName == "bfp8" ? DataType::BfpBf8 : typeName == "u16" ? DataType::U16 : DataType::BF16;
  bool forDecoding = memory.ends_with("SHARDED");
  const std::string &kind = row.text("kind");
  const char *how = forDecoding                                  ? " decode"
                    : kind.find("untraced") != std::string::npos ? " untraced"
                    : kind.starts_with("mean of CI")             ? " in a model"
                                                                 : "";
  c.family = fmt::format("{} {} {} {}{}", row.text("op"), blackhole ? "BH" : "WH", ring ? "ring" : "line", chips, how);
  c.shapeKey = std::to_string(bytes);
  c.source = row.text("device");
  Query query;
  query.op = row.text("op");
  query.inputs = {tilesOfBytes(bytes, type, memory)};
  TensorSpec out = query.inputs.front();
  if (query.op == "all_gather")
    out.shape[2] *= chips;
  else if (query.op == "reduce_scatter")
    out.shape[2] = std::max<int64_t>(32, out.shape[2] / chips);
  query.outputs = {{out.shape, type, out.layout}};
  query.attributes["ring_size"] = chips;
  query.attributes["num_links"] = links;
  query.attributes["topology"] = std::string(ring ? "ring" : "linear");
  if (forDecoding)
    query.attributes["kernel"] = std::string("decode");
  c.queries = {query};
  return c;
}
