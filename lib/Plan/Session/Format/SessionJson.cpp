//===- SessionJson.cpp - Files of session problems and plans ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Format/SessionFiles.h"

#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

// Not `using`: other formats have layouts, too, and are compiled in one go with this one.
namespace alcove::plan::session {
namespace {

constexpr int64_t mostIndex = std::numeric_limits<int32_t>::max();

/// All elements of a list by one reader.
template <typename Value, typename Read>
Status readEach(const JsonCursor &list, std::vector<Value> &items, Read read) {
  ALCOVE_ASSIGN_OR_RETURN(size_t count, list.arraySize());
  items.resize(count);
  for (size_t i = 0; i < count; ++i)
    ALCOVE_RETURN_IF_ERROR(read(list.element(i), items[i]));
  return {};
}

Result<Cost> readCost(const JsonCursor &value) {
  if (value.present() && value.isNull())
    return impossible;
  return value.asInt(0, mostCost);
}

Result<Space> readSpace(const JsonCursor &value) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, value.asString());
  for (Space space : {Space::Dram, Space::L1})
    if (text == toString(space))
      return space;
  return value.error(fmt::format("'{}' is none of dram, l1", text));
}

Status readMemory(const JsonCursor &cursor, Memory &memory) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"bytes", "alignment"}));
  ALCOVE_ASSIGN_OR_RETURN(memory.bytes, cursor.field("bytes").asInt());
  ALCOVE_ASSIGN_OR_RETURN(memory.alignment, cursor.field("alignment").asInt());
  return {};
}

Status readReserve(const JsonCursor &cursor, Reserve &reserve) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "space", "bytes"}));
  ALCOVE_ASSIGN_OR_RETURN(reserve.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(reserve.space, readSpace(cursor.field("space")));
  ALCOVE_ASSIGN_OR_RETURN(reserve.bytes, cursor.field("bytes").asInt());
  return {};
}

Status readLayout(const JsonCursor &cursor, ItemLayout &layout) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "space", "bytes", "once"}));
  ALCOVE_ASSIGN_OR_RETURN(layout.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(layout.space, readSpace(cursor.field("space")));
  ALCOVE_ASSIGN_OR_RETURN(layout.bytes, cursor.field("bytes").asInt(0, mostBytes));
  ALCOVE_ASSIGN_OR_RETURN(layout.once, cursor.field("once").asInt(0, mostCost));
  return {};
}

Status readItem(const JsonCursor &cursor, Item &item) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "kind", "life", "layouts", "copies"}));
  ALCOVE_ASSIGN_OR_RETURN(item.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(std::string kind, cursor.field("kind").asString());
  Result<ItemKind> parsed = parseItemKind(kind);
  if (!parsed.ok())
    return cursor.field("kind").error(parsed.error().message);
  item.kind = *parsed;
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> life, cursor.field("life").asIntArray(0, mostIndex));
  if (life.size() != 2)
    return cursor.field("life").error(fmt::format("{} steps, a life has 2: the first and the last", life.size()));
  item.life = {static_cast<int32_t>(life[0]), static_cast<int32_t>(life[1])};
  ALCOVE_RETURN_IF_ERROR(readEach(cursor.field("layouts"), item.layouts, readLayout));
  JsonCursor rows = cursor.field("copies");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, rows.arraySize());
  for (size_t row = 0; row < count; ++row) {
    std::vector<Cost> costs;
    ALCOVE_RETURN_IF_ERROR(readEach(rows.element(row), costs, [](const JsonCursor &value, Cost &cost) -> Status {
      ALCOVE_ASSIGN_OR_RETURN(cost, readCost(value));
      return {};
    }));
    if (count != item.layouts.size() || costs.size() != count)
      return rows.error(fmt::format("{} rows, row {} of {} costs: {} layouts (SE-C4)", count, row, costs.size(),
                                    item.layouts.size()));
    item.copies.insert(item.copies.end(), costs.begin(), costs.end());
  }
  return {};
}

Status readUse(const JsonCursor &cursor, Use &use) {
  ALCOVE_ASSIGN_OR_RETURN(size_t count, cursor.arraySize());
  if (count != 2 && count != 3)
    return cursor.error(fmt::format("{} elements, a use is [item, layout] or [item, layout, \"writes\"]", count));
  ALCOVE_ASSIGN_OR_RETURN(int64_t item, cursor.element(0).asInt(0, mostIndex));
  ALCOVE_ASSIGN_OR_RETURN(int64_t layout, cursor.element(1).asInt(0, mostIndex));
  use = {static_cast<int32_t>(item), static_cast<int32_t>(layout), count == 3};
  if (count == 3) {
    ALCOVE_ASSIGN_OR_RETURN(std::string word, cursor.element(2).asString());
    if (word != "writes")
      return cursor.element(2).error(fmt::format("'{}', only \"writes\" may stand here", word));
  }
  return {};
}

Status readWay(const JsonCursor &cursor, Way &way) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "cost", "l1_bytes", "dram_bytes", "uses"}));
  ALCOVE_ASSIGN_OR_RETURN(way.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(way.cost, readCost(cursor.field("cost")));
  ALCOVE_ASSIGN_OR_RETURN(way.l1Bytes, cursor.field("l1_bytes").asInt(0, mostBytes));
  ALCOVE_ASSIGN_OR_RETURN(way.dramBytes, cursor.field("dram_bytes").asInt(0, mostBytes));
  return readEach(cursor.field("uses"), way.uses, readUse);
}

Status readFunction(const JsonCursor &cursor, Function &function) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"name", "rate", "ways"}));
  ALCOVE_ASSIGN_OR_RETURN(function.name, cursor.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(function.rate, cursor.field("rate").asInt());
  return readEach(cursor.field("ways"), function.ways, readWay);
}

Status readStep(const JsonCursor &cursor, const std::vector<Function> &functions, Step &step) {
  ALCOVE_ASSIGN_OR_RETURN(size_t count, cursor.arraySize());
  if (count != 2)
    return cursor.error(fmt::format("{} elements, a step is [function, times]", count));
  ALCOVE_ASSIGN_OR_RETURN(std::string name, cursor.element(0).asString());
  auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function &each) { return each.name == name; });
  if (found == functions.end()) {
    std::vector<std::string> names;
    for (const Function &function : functions)
      names.push_back(function.name);
    return cursor.element(0).error(fmt::format("'{}' is no function: {} (SE-C2)", name, fmt::join(names, ", ")));
  }
  step.function = static_cast<int32_t>(found - functions.begin());
  ALCOVE_ASSIGN_OR_RETURN(step.times, cursor.element(1).asInt());
  return {};
}

Result<Problem> readProblem(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  ALCOVE_RETURN_IF_ERROR(document.root().onlyFields({"session_problem"}));
  JsonCursor root = document.root().field("session_problem");
  ALCOVE_RETURN_IF_ERROR(root.onlyFields({"name", "dram", "l1", "reserves", "items", "functions", "order"}));
  Problem problem;
  ALCOVE_ASSIGN_OR_RETURN(problem.name, root.field("name").asString());
  ALCOVE_RETURN_IF_ERROR(readMemory(root.field("dram"), problem.dram));
  ALCOVE_RETURN_IF_ERROR(readMemory(root.field("l1"), problem.l1));
  ALCOVE_RETURN_IF_ERROR(readEach(root.field("reserves"), problem.reserves, readReserve));
  ALCOVE_RETURN_IF_ERROR(readEach(root.field("items"), problem.items, readItem));
  ALCOVE_RETURN_IF_ERROR(readEach(root.field("functions"), problem.functions, readFunction));
  ALCOVE_RETURN_IF_ERROR(readEach(root.field("order"), problem.order, [&](const JsonCursor &cursor, Step &step) {
    return readStep(cursor, problem.functions, step);
  }));
  ALCOVE_RETURN_IF_ERROR(check(problem));
  return problem;
}

// ---- Writing ----
void writeCost(JsonWriter &out, Cost cost) {
  if (cost >= impossible)
    out.null();
  else
    out.value(cost);
}

void writeMemory(JsonWriter &out, std::string_view name, const Memory &memory) {
  out.key(name);
  out.beginObject();
  out.field("bytes", memory.bytes);
  out.field("alignment", memory.alignment);
  out.endObject();
}

template <typename Value, typename Write>
void writeEach(JsonWriter &out, std::string_view name, const std::vector<Value> &items, Write write) {
  out.key(name);
  out.beginArray();
  for (const Value &item : items)
    write(out, item);
  out.endArray();
}

void writeReserve(JsonWriter &out, const Reserve &reserve) {
  out.beginObject();
  out.field("name", reserve.name);
  out.field("space", toString(reserve.space));
  out.field("bytes", reserve.bytes);
  out.endObject();
}

void writeItem(JsonWriter &out, const Item &item) {
  out.beginObject();
  out.field("name", item.name);
  out.field("kind", toString(item.kind));
  out.key("life");
  out.intArray({item.life.first, item.life.last});
  writeEach(out, "layouts", item.layouts, [](JsonWriter &to, const ItemLayout &layout) {
    to.beginObject();
    to.field("name", layout.name);
    to.field("space", toString(layout.space));
    to.field("bytes", layout.bytes);
    to.field("once", layout.once);
    to.endObject();
  });
  out.key("copies");
  out.beginArray();
  for (size_t from = 0; from < item.layouts.size(); ++from) {
    out.beginArray();
    for (size_t to = 0; to < item.layouts.size(); ++to)
      writeCost(out, item.copies[from * item.layouts.size() + to]);
    out.endArray();
  }
  out.endArray();
  out.endObject();
}

void writeWay(JsonWriter &out, const Way &way) {
  out.beginObject();
  out.field("name", way.name);
  out.key("cost");
  writeCost(out, way.cost);
  out.field("l1_bytes", way.l1Bytes);
  out.field("dram_bytes", way.dramBytes);
  writeEach(out, "uses", way.uses, [](JsonWriter &to, const Use &use) {
    if (!use.writes)
      return to.intArray({use.item, use.layout});
    to.beginArray();
    to.value(static_cast<int64_t>(use.item));
    to.value(static_cast<int64_t>(use.layout));
    to.value("writes");
    to.endArray();
  });
  out.endObject();
}

std::string textOf(const Problem &problem) {
  JsonWriter out;
  out.beginObject();
  out.key("session_problem");
  out.beginObject();
  out.field("name", problem.name);
  writeMemory(out, "dram", problem.dram);
  writeMemory(out, "l1", problem.l1);
  writeEach(out, "reserves", problem.reserves, writeReserve);
  writeEach(out, "items", problem.items, writeItem);
  writeEach(out, "functions", problem.functions, [](JsonWriter &to, const Function &function) {
    to.beginObject();
    to.field("name", function.name);
    to.field("rate", function.rate);
    writeEach(to, "ways", function.ways, writeWay);
    to.endObject();
  });
  writeEach(out, "order", problem.order, [&](JsonWriter &to, const Step &step) {
    to.beginArray();
    to.value(problem.functions[step.function].name);
    to.value(step.times);
    to.endArray();
  });
  out.endObject();
  out.endObject();
  return out.str();
}

Result<Plan> readPlan(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  ALCOVE_RETURN_IF_ERROR(document.root().onlyFields({"session_plan"}));
  JsonCursor root = document.root().field("session_plan");
  ALCOVE_RETURN_IF_ERROR(root.onlyFields({"cost", "bound", "ways", "items"}));
  Plan plan;
  ALCOVE_ASSIGN_OR_RETURN(plan.cost, root.field("cost").asInt(0, mostCost));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> ways, root.field("ways").asIntArray(0, mostIndex));
  plan.ways.assign(ways.begin(), ways.end());
  auto readKept = [](const JsonCursor &cursor, Kept &kept) -> Status {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> pair, cursor.asIntArray());
    if (pair.size() != 2 || pair[0] < 0 || pair[0] > mostIndex)
      return cursor.error("what is kept is [layout, address]");
    kept = {static_cast<int32_t>(pair[0]), pair[1]};
    return {};
  };
  ALCOVE_RETURN_IF_ERROR(
      readEach(root.field("items"), plan.items,
               [&](const JsonCursor &cursor, std::vector<Kept> &kept) { return readEach(cursor, kept, readKept); }));
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
  out.key("session_plan");
  out.beginObject();
  out.field("cost", plan.cost);
  if (bound > -impossible)
    out.field("bound", bound);
  out.key("ways");
  out.intArray(std::vector<int64_t>(plan.ways.begin(), plan.ways.end()));
  writeEach(out, "items", plan.items, [](JsonWriter &to, const std::vector<Kept> &kept) {
    to.beginArray();
    for (const Kept &each : kept)
      to.intArray({each.layout, each.address});
    to.endArray();
  });
  out.endObject();
  out.endObject();
  return out.str();
}

} // namespace
} // namespace alcove::plan::session

using namespace alcove;

Result<plan::session::Problem> formats::parseSessionProblem(std::string_view text) {
  return plan::session::readProblem(text);
}
std::string formats::writeSessionProblem(const plan::session::Problem &problem) {
  return plan::session::textOf(problem);
}
Result<plan::session::Plan> formats::parseSessionPlan(std::string_view text) { return plan::session::readPlan(text); }
std::string formats::writeSessionPlan(const plan::session::Plan &plan, plan::session::Cost bound) {
  return plan::session::textOf(plan, bound);
}
