//===- Elementwise.cpp - Time of unary, binary and ternary ops --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile by tile: the reader fetches one tile of every operand behind one barrier, the engines compute, the writer
// stores. On shards that every core owns nothing moves.
//
//===----------------------------------------------------------------------===//
#include "../Constraints/Geometry.h"
#include "Context.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// What a tile costs: `Fpu` the matrix unit's element-wise rate, `Simple` a handful of vector instructions, `Exp` one
/// exponential or division-like polynomial, `Heavy` several.
enum class Cost : uint8_t { Fpu, Simple, Exp, Heavy, Gelu, Binary, Copy, None };

/// By name of the op; asked for every op whose time is, elementwise or not.
using CostTable = std::unordered_map<std::string_view, Cost>;

/// Each row is a cost and the names that have it.
CostTable costTable(std::initializer_list<std::pair<Cost, std::vector<std::string_view>>> rows) {
  CostTable table;
  for (const auto &[cost, names] : rows)
    for (std::string_view name : names)
      table.emplace(name, cost);
  return table;
}

std::optional<Cost> unaryCost(std::string_view op) {
  static const CostTable costs =
      costTable({{Cost::Simple,
                  {"relu",
                   "relu6",
                   "neg",
                   "abs",
                   "sign",
                   "eqz",
                   "nez",
                   "ltz",
                   "gtz",
                   "lez",
                   "gez",
                   "floor",
                   "ceil",
                   "round",
                   "trunc",
                   "clamp_scalar",
                   "clamp_tensor",
                   "logical_not",
                   "bitcast_convert",
                   "bitwise_not",
                   "identity",
                   "leaky_relu",
                   "hardsigmoid",
                   "hardswish",
                   "hardtanh",
                   "square",
                   "isfinite",
                   "isnan",
                   "isinf",
                   "relu_max",
                   "relu_min",
                   "fill",
                   "where_tss",
                   "heaviside",
                   "threshold",
                   "unary_chain",
                   "rsub",
                   "recip",
                   "reciprocal",
                   "hardshrink",
                   "softsign",
                   "softshrink",
                   "add_unary_sfpu",
                   "mul_unary_sfpu",
                   "sub_unary_sfpu",
                   "div_unary_sfpu"}},
                 {Cost::Exp,
                  {"exp", "exp2", "expm1", "sigmoid", "silu", "tanh", "log", "log1p", "log2", "log10", "sqrt", "rsqrt",
                   "softplus", "elu", "selu", "celu", "sin", "cos", "power"}},
                 {Cost::Heavy, {"erf",   "erfc", "erfinv", "gelu_bw", "gelu_bw_scalar", "mish",      "tan",
                                "atan",  "asin", "acos",   "sinh",    "cosh",           "asinh",     "acosh",
                                "atanh", "cbrt", "i0",     "lgamma",  "digamma",        "pow_scalar"}},
                 {Cost::Gelu, {"gelu"}},
                 {Cost::Copy, {"typecast"}}});
  auto found = costs.find(op);
  return found == costs.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Cost> binaryCost(std::string_view op) {
  static const CostTable costs = costTable({{Cost::Fpu, {"add", "subtract", "multiply", "sub", "mul"}},
                                            {Cost::Simple,
                                             {"eq",
                                              "ne",
                                              "lt",
                                              "gt",
                                              "le",
                                              "ge",
                                              "maximum",
                                              "minimum",
                                              "logical_and",
                                              "logical_or",
                                              "logical_xor",
                                              "bitwise_and",
                                              "bitwise_or",
                                              "bitwise_xor",
                                              "logical_left_shift",
                                              "logical_right_shift",
                                              "where",
                                              "squared_difference",
                                              "logical_and_",
                                              "bias_gelu_",
                                              "prelu_tensor",
                                              "dequantize",
                                              "quantize",
                                              "requantize",
                                              "addcmul",
                                              "rsub"}},
                                            {Cost::Exp, {"divide", "div", "remainder", "xlogy", "addcdiv"}},
                                            {Cost::Heavy,
                                             {"pow_tensor", "pow", "power_tensor", "atan2", "logaddexp", "logaddexp2",
                                              "ldexp", "hypot", "gelu_bw", "floor_div"}}});
  auto found = costs.find(op);
  return found == costs.end() ? std::nullopt : std::optional(found->second);
}

/// Bytes of the widest operand tile: what the unpacker fetches for one step of the matrix unit.
double operandTileBytes(const Context &context) {
  Bytes widest = 0;
  for (const TensorSpec &input : context.query.inputs)
    widest = std::max(widest, device::tileBytes(input.layout.dataType));
  return static_cast<double>(widest);
}

bool isInteger(DataType type) {
  return type == DataType::U32 || type == DataType::U16 || type == DataType::U8 || type == DataType::SI32;
}

double cycles(const Context &context, Cost cost) {
  const TimeParameters &p = context.p;
  constexpr double unpackBytesPerCycle = 64; // tt-isa-documentation L1.md: an unpacker's port
  switch (cost) {
  case Cost::Fpu:
    return p.fpuBinary + operandTileBytes(context) / unpackBytesPerCycle;
  case Cost::Simple:
    return p.sfpuSimple;
  case Cost::Exp:
    return p.sfpuExp;
  case Cost::Heavy:
    return p.sfpuHeavy;
  case Cost::Gelu:
    return p.sfpuGelu;
  case Cost::Binary:
    return p.sfpuBinary;
  case Cost::Copy:
    if (!isInteger(context.query.inputs[0].layout.dataType) && !isInteger(context.output().layout.dataType))
      return p.tilePass;
    return isInteger(context.output().layout.dataType) ? p.typecastTile : p.sfpuSimple;
  case Cost::None:
    break;
  }
  return 0;
}

/// `attribute` = "neg,exp": the activations of a chain or fused before or behind a binary op. Unknown ones count as
/// simple.
double chainCycles(const Context &context, std::string_view attribute) {
  double sum = 0;
  // The packer clamps at zero for free.
  std::string chain = context.textAttribute(attribute, "");
  for (size_t begin = 0; begin < chain.size();) {
    size_t end = std::min(chain.find(',', begin), chain.size());
    std::string op = chain.substr(begin, end - begin);
    if (!op.empty() && !(attribute == "activations" && op == "relu"))
      sum += cycles(context, unaryCost(op).value_or(Cost::Simple));
    begin = end + 1;
  }
  return sum;
}

/// How the second operand relates to the output.
enum class Broadcast : uint8_t { None, Batch, Row, Column, Scalar };
Broadcast broadcastOf(const TensorSpec &operand, const TensorSpec &out) {
  bool row = heightOf(operand.shape) == 1 && heightOf(out.shape) != 1;
  bool column = widthOf(operand.shape) == 1 && widthOf(out.shape) != 1;
  if (row && column)
    return Broadcast::Scalar;
  if (row)
    return Broadcast::Row;
  if (column)
    return Broadcast::Column;
  return tileCount(operand) < tileCount(out) ? Broadcast::Batch : Broadcast::None;
}

/// Every operand has its shard of the output's tiles in its own core.
bool ownShard(const TensorSpec &input, const TensorSpec &out) {
  return out.layout.isL1() && out.layout.isSharded() && input.layout.isL1() &&
         input.layout.memoryLayout == out.layout.memoryLayout &&
         device::shardShape2D(input) == device::shardShape2D(out);
}
bool ownShards(const Context &context, const TensorSpec &out) {
  if (!out.layout.isL1() || !out.layout.isSharded())
    return false;
  for (const TensorSpec &input : context.query.inputs)
    if (!ownShard(input, out))
      return false;
  return context.query.inputs.size() == 1 || evenlySharded(out);
}

} // namespace

double time::unaryCycles(const Context &context, const std::string &op) {
  return op == "relu" ? 0 : cycles(context, unaryCost(op).value_or(Cost::Simple)); // the packer clamps for free
}

std::optional<Runtime> time::elementwise(const Context &context) {
  const Query &query = context.query;
  std::optional<Cost> cost = query.inputs.size() >= 2 ? binaryCost(query.op) : std::nullopt;
  bool binary = cost.has_value();
  if (!cost)
    cost = unaryCost(query.op);
  if (!cost)
    cost = binaryCost(query.op); // tensor and scalar
  if (!cost || query.inputs.empty())
    return std::nullopt;
  const ChipParameters &chip = context.chip;
  // Newer kernels multiply on the vector unit; a profiler sheet says so.
  if (*cost == Cost::Fpu && context.boolAttribute("is_sfpu", false))
    cost = Cost::Binary;
  TensorSpec out = context.output();
  if (query.op == "typecast" && out.layout == query.inputs[0].layout)
    return nothing();
  int64_t tiles = tileCount(out);
  bool wide =
      device::tileBytes(out.layout.dataType) >= 4096 || device::tileBytes(query.inputs[0].layout.dataType) >= 4096;

  Pipeline pipeline;
  double perTile = context.has("chain") && !binary ? chainCycles(context, "chain") : cycles(context, *cost);
  for (const char *fused : {"activations", "lhs_activations", "rhs_activations", "post_activations"})
    perTile += chainCycles(context, fused);
  // Both operands of a logical op are compared with zero first.
  if (binary && query.op.starts_with("logical_") && !query.op.ends_with("_shift"))
    perTile += 2 * cycles(context, Cost::Simple);
  pipeline.compute = context.ns(perTile * (wide && *cost != Cost::Copy ? context.p.wideTileFactor : 1));
  if (ownShards(context, out)) {
    auto [height, width] = device::shardShape2D(out);
    pipeline.items = static_cast<double>(std::max<int64_t>(1, ceilDiv(height * width, 1024)));
    pipeline.cores = shardCores(out);
    return context.run(pipeline);
  }
  pipeline.cores = std::min(chip.numCores(), tiles);
  pipeline.items = static_cast<double>(ceilDiv(tiles, pipeline.cores));
  double tileBytesOut = static_cast<double>(device::tileBytes(out.layout.dataType));
  // Beside an operand from elsewhere, the cores of an even sharding work on their own shards of the rest.
  bool evenly = out.layout.isL1() && evenlySharded(out);
  if (evenly) {
    auto [height, width] = device::shardShape2D(out);
    pipeline.items = static_cast<double>(std::max<int64_t>(1, ceilDiv(height * width, 1024)));
    pipeline.cores = shardCores(out);
  }
  double barrierPages = 0, barrierBytes = 0, dramPages = 0;
  Place readPlace = Place::RemoteL1;
  for (size_t i = 0; i < query.inputs.size(); ++i) {
    const TensorSpec &input = query.inputs[i];
    double bytes = static_cast<double>(device::tileBytes(input.layout.dataType));
    Broadcast broadcast = broadcastOf(input, out);
    if (broadcast == Broadcast::Scalar || (evenly && ownShard(input, out)))
      continue; // read once, or not at all
    // A row is copied word by word, loaded and stored; words of a column are stored only.
    if (broadcast == Broadcast::Row)
      pipeline.read += context.ns(2 * context.fillCycles());
    if (broadcast == Broadcast::Column)
      pipeline.read += context.ns(context.fillCycles());
    barrierPages += 1;
    barrierBytes += bytes;
    if (inDram(input)) {
      readPlace = Place::Dram;
      pipeline.readFromDram = true;
      double pages = static_cast<double>(tileCount(broadcast == Broadcast::None ? out : input));
      pipeline.dramReadBytes += pages * bytes;
      dramPages += pages;
    }
  }
  if (dramPages > 0)
    pipeline.dramReadPageBytes = pipeline.dramReadBytes / dramPages;
  if (barrierPages > 0)
    pipeline.read += context.read({readPlace, barrierPages, barrierBytes / barrierPages, barrierPages});
  if (query.inputs.size() == 1 && binaryCost(query.op))
    pipeline.extraLaunchCycles = 2 * context.fillCycles(); // a tile of the constant
  Place writePlace = inDram(out) ? Place::Dram : Place::RemoteL1;
  pipeline.write = evenly ? 0 : context.write({writePlace, 1, tileBytesOut, 1});
  pipeline.writeToDram = inDram(out);
  if (pipeline.writeToDram)
    pipeline.dramWriteBytes = static_cast<double>(tiles) * tileBytesOut;
  return context.run(pipeline);
}
