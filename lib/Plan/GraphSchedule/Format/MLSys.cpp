//===- MLSys.cpp - JSON files of the MLSys 2026 contest -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"

#include "alcove/Base/Json/Json.h"

#include <fmt/format.h>

namespace alcove::formats {

using namespace plan::schedule;

static constexpr int64_t maxSize = int64_t(1) << 31;

static Status sameLength(const JsonCursor &list, size_t size, std::string_view model, size_t expected) {
  if (size != expected)
    return list.error(fmt::format("{} entries, {} has {} (GS-P7)", size, model, expected));
  return {};
}

static Result<std::vector<int32_t>> readIndices(const JsonCursor &list) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> wide, list.asIntArray(0, std::numeric_limits<int32_t>::max()));
  return std::vector<int32_t>(wide.begin(), wide.end());
}

/// An integer, or a number like 20.0 that is one: some writers of these files make no difference.
static Result<int64_t> readSize(const JsonCursor &value) {
  if (Result<double> real = value.asDouble(); real.ok()) {
    double number = *real;
    if (number >= -static_cast<double>(maxSize) && number <= static_cast<double>(maxSize) &&
        number == static_cast<double>(static_cast<int64_t>(number)))
      return static_cast<int64_t>(number);
  }
  return value.asInt(-maxSize, maxSize);
}

static Status readTensors(const JsonCursor &root, Problem &problem) {
  JsonCursor widths = root.field("widths"), heights = root.field("heights");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, widths.arraySize());
  ALCOVE_ASSIGN_OR_RETURN(size_t others, heights.arraySize());
  ALCOVE_RETURN_IF_ERROR(sameLength(heights, others, "widths", count));
  problem.tensors.resize(count);
  for (size_t t = 0; t != count; ++t) {
    ALCOVE_ASSIGN_OR_RETURN(problem.tensors[t].width, readSize(widths.element(t)));
    ALCOVE_ASSIGN_OR_RETURN(problem.tensors[t].height, readSize(heights.element(t)));
  }
  return {};
}

static Status readOps(const JsonCursor &root, Problem &problem) {
  JsonCursor inputs = root.field("inputs");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, inputs.arraySize());
  for (const char *name : {"outputs", "base_costs", "op_types"}) {
    ALCOVE_ASSIGN_OR_RETURN(size_t size, root.field(name).arraySize());
    ALCOVE_RETURN_IF_ERROR(sameLength(root.field(name), size, "inputs", count));
  }
  problem.ops.resize(count);
  for (size_t o = 0; o != count; ++o) {
    Operation &op = problem.ops[o];
    ALCOVE_ASSIGN_OR_RETURN(op.inputs, readIndices(inputs.element(o)));
    ALCOVE_ASSIGN_OR_RETURN(op.outputs, readIndices(root.field("outputs").element(o)));
    ALCOVE_ASSIGN_OR_RETURN(op.baseCost, readSize(root.field("base_costs").element(o)));
    JsonCursor type = root.field("op_types").element(o);
    ALCOVE_ASSIGN_OR_RETURN(std::string kind, type.asString());
    if (kind != "MatMul" && kind != "Pointwise")
      return type.error(fmt::format("'{}' is neither MatMul nor Pointwise (GS-P8)", kind));
    op.kind = kind == "MatMul" ? OpKind::MatMul : OpKind::Pointwise;
  }
  return {};
}

Result<Problem> readMLSysProblem(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  JsonCursor root = document.root();
  Problem problem;
  ALCOVE_RETURN_IF_ERROR(readTensors(root, problem));
  ALCOVE_RETURN_IF_ERROR(readOps(root, problem));
  ALCOVE_ASSIGN_OR_RETURN(problem.capacity, readSize(root.field("fast_memory_capacity")));
  ALCOVE_ASSIGN_OR_RETURN(problem.bandwidth, readSize(root.field("slow_memory_bandwidth")));
  JsonCursor native = root.field("native_granularity");
  ALCOVE_ASSIGN_OR_RETURN(size_t axes, native.arraySize());
  if (axes != 2)
    return native.error(fmt::format("{} entries, expected [width, height] (GS-P7)", axes));
  ALCOVE_ASSIGN_OR_RETURN(problem.nativeWidth, readSize(native.element(0)));
  ALCOVE_ASSIGN_OR_RETURN(problem.nativeHeight, readSize(native.element(1)));
  ALCOVE_RETURN_IF_ERROR(
      root.onlyFields({"widths", "heights", "inputs", "outputs", "base_costs", "op_types", "fast_memory_capacity",
                       "slow_memory_bandwidth", "native_granularity", "op_names"}));
  ALCOVE_RETURN_IF_ERROR(check(problem));
  return problem;
}

Result<std::vector<std::string>> readMLSysNames(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  std::vector<std::string> names;
  JsonCursor list = document.root().optionalField("op_names");
  if (!list.present())
    return names;
  ALCOVE_ASSIGN_OR_RETURN(size_t count, list.arraySize());
  ALCOVE_ASSIGN_OR_RETURN(size_t ops, document.root().field("inputs").arraySize());
  ALCOVE_RETURN_IF_ERROR(sameLength(list, count, "inputs", ops));
  for (size_t o = 0; o != count; ++o) {
    ALCOVE_ASSIGN_OR_RETURN(std::string name, list.element(o).asString());
    names.push_back(std::move(name));
  }
  return names;
}

static Status readSubgraph(const JsonCursor &root, size_t s, Subgraph &subgraph) {
  ALCOVE_ASSIGN_OR_RETURN(subgraph.ops, readIndices(root.field("subgraphs").element(s)));
  JsonCursor granularity = root.field("granularities").element(s);
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> sizes, granularity.asIntArray(-maxSize, maxSize));
  if (sizes.size() != 3)
    return granularity.error(fmt::format("{} entries, expected [w, h, k] (GS-S0)", sizes.size()));
  subgraph.granularity = {sizes[0], sizes[1], sizes[2]};
  ALCOVE_ASSIGN_OR_RETURN(subgraph.retained, readIndices(root.field("tensors_to_retain").element(s)));
  if (JsonCursor orders = root.optionalField("traversal_orders"); orders.present() && !orders.element(s).isNull()) {
    ALCOVE_ASSIGN_OR_RETURN(subgraph.traversal, readIndices(orders.element(s)));
  }
  if (JsonCursor latencies = root.optionalField("subgraph_latencies"); latencies.present()) {
    ALCOVE_ASSIGN_OR_RETURN(subgraph.claimedLatency, latencies.element(s).asDouble());
  }
  return {};
}

Result<Solution> readMLSysSolution(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  JsonCursor root = document.root();
  ALCOVE_ASSIGN_OR_RETURN(size_t count, root.field("subgraphs").arraySize());
  for (auto [name, required] : {std::pair{"granularities", true}, std::pair{"tensors_to_retain", true},
                                std::pair{"traversal_orders", false}, std::pair{"subgraph_latencies", false}}) {
    JsonCursor list = root.optionalField(name);
    if (!required && !list.present())
      continue;
    ALCOVE_ASSIGN_OR_RETURN(size_t size, root.field(name).arraySize());
    if (size != count)
      return root.field(name).error(fmt::format("{} entries, subgraphs has {} (GS-S0)", size, count));
  }
  Solution solution;
  solution.subgraphs.resize(count);
  for (size_t s = 0; s != count; ++s)
    ALCOVE_RETURN_IF_ERROR(readSubgraph(root, s, solution.subgraphs[s]));
  return solution;
}

static std::vector<int64_t> widen(const std::vector<int32_t> &list) { return {list.begin(), list.end()}; }

/// `"name": [` one line per entry `]`.
template <typename List, typename WriteItem>
static void writeList(JsonWriter &writer, const char *name, const List &list, WriteItem writeItem) {
  writer.key(name);
  writer.beginArray();
  for (const auto &item : list)
    writeItem(item);
  writer.endArray();
}

std::string writeMLSysProblem(const Problem &problem, const std::vector<std::string> &names) {
  JsonWriter writer;
  writer.beginObject();
  std::vector<int64_t> widths, heights, costs;
  for (const Tensor &tensor : problem.tensors) {
    widths.push_back(tensor.width);
    heights.push_back(tensor.height);
  }
  for (const Operation &op : problem.ops)
    costs.push_back(op.baseCost);
  writer.key("widths");
  writer.intArray(widths);
  writer.key("heights");
  writer.intArray(heights);
  writeList(writer, "inputs", problem.ops, [&](const Operation &op) { writer.intArray(widen(op.inputs)); });
  writeList(writer, "outputs", problem.ops, [&](const Operation &op) { writer.intArray(widen(op.outputs)); });
  writer.key("base_costs");
  writer.intArray(costs);
  writeList(writer, "op_types", problem.ops,
            [&](const Operation &op) { writer.value(op.kind == OpKind::MatMul ? "MatMul" : "Pointwise"); });
  writer.field("fast_memory_capacity", problem.capacity);
  writer.field("slow_memory_bandwidth", problem.bandwidth);
  writer.key("native_granularity");
  writer.intArray({problem.nativeWidth, problem.nativeHeight});
  if (!names.empty())
    writeList(writer, "op_names", names, [&](const std::string &name) { writer.value(name); });
  writer.endObject();
  return writer.str();
}

std::string writeMLSysSolution(const Solution &solution) {
  JsonWriter writer;
  writer.beginObject();
  const std::vector<Subgraph> &list = solution.subgraphs;
  writeList(writer, "subgraphs", list, [&](const Subgraph &s) { writer.intArray(widen(s.ops)); });
  writeList(writer, "granularities", list,
            [&](const Subgraph &s) { writer.intArray({s.granularity.w, s.granularity.h, s.granularity.k}); });
  writeList(writer, "tensors_to_retain", list, [&](const Subgraph &s) { writer.intArray(widen(s.retained)); });
  writeList(writer, "traversal_orders", list, [&](const Subgraph &s) {
    if (s.traversal)
      writer.intArray(widen(*s.traversal));
    else
      writer.null();
  });
  if (std::ranges::all_of(list, [](const Subgraph &s) { return s.claimedLatency.has_value(); }))
    writeList(writer, "subgraph_latencies", list, [&](const Subgraph &s) { writer.value(*s.claimedLatency); });
  writer.endObject();
  return writer.str();
}

} // namespace alcove::formats
