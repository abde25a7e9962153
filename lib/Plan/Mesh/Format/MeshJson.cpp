//===- MeshJson.cpp - Files of mesh problems and plans ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Mesh/Format/MeshFiles.h"

#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <fmt/format.h>

// Not `using`: other formats have tensors, too, and are compiled in one go with this one.
namespace alcove::plan::mesh {
namespace {

constexpr int64_t mostIndex = std::numeric_limits<int32_t>::max();

Result<std::vector<int32_t>> readIndices(const JsonCursor &list) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> wide, list.asIntArray(0, mostIndex));
  return std::vector<int32_t>(wide.begin(), wide.end());
}

Result<Cost> readCost(const JsonCursor &value) {
  if (value.present() && value.isNull())
    return impossible;
  return value.asInt(0, mostCost);
}

Status readKind(const JsonCursor &value, Tensor &tensor) {
  ALCOVE_ASSIGN_OR_RETURN(std::string kind, value.asString());
  tensor.isParameter = kind == "parameter";
  tensor.isResult = kind == "result";
  if (!tensor.isParameter && !tensor.isResult && kind != "input" && kind != "value")
    return value.error(fmt::format("'{}' is none of parameter, input, value, result", kind));
  return {};
}

Status readTensor(const JsonCursor &cursor, Tensor &tensor) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "shape", "bytes", "kind", "shardings", "conversions"}));
  ALCOVE_ASSIGN_OR_RETURN(tensor.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(tensor.shape, cursor.field("shape").asIntArray());
  ALCOVE_ASSIGN_OR_RETURN(tensor.bytes, cursor.field("bytes").asInt(0, mostBytes));
  ALCOVE_RETURN_IF_ERROR(readKind(cursor.field("kind"), tensor));
  JsonCursor shardings = cursor.field("shardings"), conversions = cursor.field("conversions");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, shardings.arraySize());
  for (size_t s = 0; s < count; ++s) {
    ALCOVE_ASSIGN_OR_RETURN(std::string text, shardings.element(s).asString());
    Result<Sharding> sharding = parseSharding(text);
    if (!sharding.ok())
      return shardings.element(s).error(sharding.error().message);
    tensor.shardings.push_back(*sharding);
  }
  ALCOVE_ASSIGN_OR_RETURN(size_t rows, conversions.arraySize());
  for (size_t row = 0; row < rows; ++row) {
    ALCOVE_ASSIGN_OR_RETURN(size_t columns, conversions.element(row).arraySize());
    if (rows != count || columns != count)
      return conversions.error(
          fmt::format("{} rows, row {} of {} costs: {} shardings (MP-C3)", rows, row, columns, count));
    for (size_t column = 0; column < columns; ++column) {
      ALCOVE_ASSIGN_OR_RETURN(Cost cost, readCost(conversions.element(row).element(column)));
      tensor.conversions.push_back(cost);
    }
  }
  return {};
}

Status readStrategy(const JsonCursor &cursor, Strategy &strategy) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"splits", "inputs", "outputs", "cost", "bytes"}));
  JsonCursor splits = cursor.field("splits");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, splits.arraySize());
  for (size_t i = 0; i < count; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::string text, splits.element(i).asString());
    Result<Split> split = parseSplit(text);
    if (!split.ok())
      return splits.element(i).error(split.error().message);
    strategy.splits.push_back(*split);
  }
  ALCOVE_ASSIGN_OR_RETURN(strategy.inputs, readIndices(cursor.field("inputs")));
  ALCOVE_ASSIGN_OR_RETURN(strategy.outputs, readIndices(cursor.field("outputs")));
  ALCOVE_ASSIGN_OR_RETURN(strategy.cost, readCost(cursor.field("cost")));
  ALCOVE_ASSIGN_OR_RETURN(strategy.bytes, cursor.field("bytes").asInt(0, mostBytes));
  return {};
}

Status readOp(const JsonCursor &cursor, Op &op) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "inputs", "outputs", "strategies"}));
  ALCOVE_ASSIGN_OR_RETURN(op.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(op.inputs, readIndices(cursor.field("inputs")));
  ALCOVE_ASSIGN_OR_RETURN(op.outputs, readIndices(cursor.field("outputs")));
  JsonCursor strategies = cursor.field("strategies");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, strategies.arraySize());
  op.strategies.resize(count);
  for (size_t s = 0; s < count; ++s)
    ALCOVE_RETURN_IF_ERROR(readStrategy(strategies.element(s), op.strategies[s]));
  return {};
}

/// All elements of a list by one reader.
template <typename Item>
Status readList(const JsonCursor &list, std::vector<Item> &items, Status (*read)(const JsonCursor &, Item &)) {
  ALCOVE_ASSIGN_OR_RETURN(size_t count, list.arraySize());
  items.resize(count);
  for (size_t i = 0; i < count; ++i)
    ALCOVE_RETURN_IF_ERROR(read(list.element(i), items[i]));
  return {};
}

Status readTie(const JsonCursor &cursor, Tie &tie) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int32_t> pair, readIndices(cursor));
  if (pair.size() != 2)
    return cursor.error(fmt::format("{} tensors, a tie has 2", pair.size()));
  tie = {pair[0], pair[1]};
  return {};
}

void writeIndices(JsonWriter &out, std::string_view name, const std::vector<int32_t> &indices) {
  out.key(name);
  out.intArray(std::vector<int64_t>(indices.begin(), indices.end()));
}

void writeCost(JsonWriter &out, Cost cost) {
  if (cost >= impossible)
    out.null();
  else
    out.value(cost);
}

void writeTensor(JsonWriter &out, const Tensor &tensor, bool isArgument) {
  out.beginObject();
  out.field("name", tensor.name);
  out.key("shape");
  out.intArray(tensor.shape);
  out.field("bytes", tensor.bytes);
  out.field("kind", tensor.isParameter ? "parameter" : tensor.isResult ? "result" : isArgument ? "input" : "value");
  out.key("shardings");
  out.beginArray();
  for (const Sharding &sharding : tensor.shardings)
    out.value(toString(sharding));
  out.endArray();
  out.key("conversions");
  out.beginArray();
  for (size_t from = 0; from < tensor.shardings.size(); ++from) {
    out.beginArray();
    for (size_t to = 0; to < tensor.shardings.size(); ++to)
      writeCost(out, tensor.conversions[from * tensor.shardings.size() + to]);
    out.endArray();
  }
  out.endArray();
  out.endObject();
}

void writeOp(JsonWriter &out, const Op &op) {
  out.beginObject();
  out.field("name", op.name);
  writeIndices(out, "inputs", op.inputs);
  writeIndices(out, "outputs", op.outputs);
  out.key("strategies");
  out.beginArray();
  for (const Strategy &strategy : op.strategies) {
    out.beginObject();
    out.key("splits");
    out.beginArray();
    for (Split split : strategy.splits)
      out.value(toString(split));
    out.endArray();
    writeIndices(out, "inputs", strategy.inputs);
    writeIndices(out, "outputs", strategy.outputs);
    out.key("cost");
    writeCost(out, strategy.cost);
    out.field("bytes", strategy.bytes);
    out.endObject();
  }
  out.endArray();
  out.endObject();
}

Result<Problem> readProblem(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  ALCOVE_RETURN_IF_ERROR(document.root().onlyFields({"mesh_problem"}));
  JsonCursor root = document.root().field("mesh_problem");
  ALCOVE_RETURN_IF_ERROR(root.onlyFields({"name", "axes", "capacity", "tensors", "ops", "ties"}));
  Problem problem;
  ALCOVE_ASSIGN_OR_RETURN(problem.name, root.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(problem.axes, root.field("axes").asIntArray());
  ALCOVE_ASSIGN_OR_RETURN(problem.capacity, root.field("capacity").asInt());
  ALCOVE_RETURN_IF_ERROR(readList(root.field("tensors"), problem.tensors, readTensor));
  ALCOVE_RETURN_IF_ERROR(readList(root.field("ops"), problem.ops, readOp));
  ALCOVE_RETURN_IF_ERROR(readList(root.field("ties"), problem.ties, readTie));
  ALCOVE_RETURN_IF_ERROR(check(problem));
  return problem;
}

std::string textOf(const Problem &problem) {
  std::vector<bool> made(problem.tensors.size(), false);
  for (const Op &op : problem.ops)
    for (int32_t tensor : op.outputs)
      made[tensor] = true;
  JsonWriter out;
  out.beginObject();
  out.key("mesh_problem");
  out.beginObject();
  out.field("name", problem.name);
  out.key("axes");
  out.intArray(problem.axes);
  out.field("capacity", problem.capacity);
  out.key("tensors");
  out.beginArray();
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    writeTensor(out, problem.tensors[t], !made[t]);
  out.endArray();
  out.key("ops");
  out.beginArray();
  for (const Op &op : problem.ops)
    writeOp(out, op);
  out.endArray();
  out.key("ties");
  out.beginArray();
  for (const Tie &tie : problem.ties)
    out.intArray({tie.a, tie.b});
  out.endArray();
  out.endObject();
  out.endObject();
  return out.str();
}

Result<Plan> readPlan(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  ALCOVE_RETURN_IF_ERROR(document.root().onlyFields({"mesh_plan"}));
  JsonCursor root = document.root().field("mesh_plan");
  ALCOVE_RETURN_IF_ERROR(root.onlyFields({"cost", "bound", "strategies", "kept"}));
  Plan plan;
  ALCOVE_ASSIGN_OR_RETURN(plan.cost, root.field("cost").asInt(0, mostCost));
  ALCOVE_ASSIGN_OR_RETURN(plan.strategies, readIndices(root.field("strategies")));
  ALCOVE_ASSIGN_OR_RETURN(plan.kept, readIndices(root.field("kept")));
  if (JsonCursor bound = root.optionalField("bound"); bound.present()) {
    ALCOVE_ASSIGN_OR_RETURN(Cost value, bound.asInt());
    if (value > plan.cost)
      return bound.error(fmt::format("bound {} is above the cost {}", value, plan.cost));
  }
  return plan;
}

std::string textOf(const Plan &plan, Cost bound) {
  JsonWriter out;
  out.beginObject();
  out.key("mesh_plan");
  out.beginObject();
  out.field("cost", plan.cost);
  if (bound > -impossible)
    out.field("bound", bound);
  writeIndices(out, "strategies", plan.strategies);
  writeIndices(out, "kept", plan.kept);
  out.endObject();
  out.endObject();
  return out.str();
}

} // namespace
} // namespace alcove::plan::mesh

using namespace alcove;

Result<plan::mesh::Problem> formats::parseMeshProblem(std::string_view text) { return plan::mesh::readProblem(text); }
std::string formats::writeMeshProblem(const plan::mesh::Problem &problem) { return plan::mesh::textOf(problem); }
Result<plan::mesh::Plan> formats::parseMeshPlan(std::string_view text) { return plan::mesh::readPlan(text); }
std::string formats::writeMeshPlan(const plan::mesh::Plan &plan, plan::mesh::Cost bound) {
  return plan::mesh::textOf(plan, bound);
}
