//===- AllocationJson.cpp - Allocation problems and solutions as JSON -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Json/Json.h"
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <unordered_map>

using namespace alcove;
using namespace alcove::formats;
using plan::AllocationBuffer;
using plan::AllocationCores;
using plan::AllocationGap;
using plan::AllocationProblem;
using plan::AllocationSolution;
using plan::AllocationWindow;

namespace {

Result<AllocationGap> parseGap(const JsonCursor &cursor) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"lower", "upper", "window"}));
  AllocationGap gap;
  ALCOVE_ASSIGN_OR_RETURN(gap.lower, cursor.field("lower").asInt());
  ALCOVE_ASSIGN_OR_RETURN(gap.upper, cursor.field("upper").asInt());
  if (JsonCursor window = cursor.optionalField("window"); window.present()) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> ends, window.asIntArray());
    if (ends.size() != 2)
      return window.error(fmt::format("a window is [lower, upper), not {} numbers", ends.size()));
    gap.window = AllocationWindow{ends[0], ends[1]};
  }
  return gap;
}

Result<AllocationCores> parseCores(const JsonCursor &cursor) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> ends, cursor.asIntArray());
  if (ends.size() != 2)
    return cursor.error(fmt::format("a range of cores is [lower, upper), not {} numbers", ends.size()));
  for (int64_t end : ends)
    if (end < 0 || end > std::numeric_limits<int32_t>::max())
      return cursor.error(fmt::format("core {} is not in [0, {}]", end, std::numeric_limits<int32_t>::max()));
  return AllocationCores{static_cast<int32_t>(ends[0]), static_cast<int32_t>(ends[1])};
}

Result<AllocationBuffer> parseBuffer(const JsonCursor &cursor, bool byConflicts) {
  AllocationBuffer buffer;
  if (byConflicts) {
    for (const char *member : {"lower", "upper", "gaps", "cores"})
      if (cursor.optionalField(member).present())
        return cursor.error(
            fmt::format("'{}' beside 'conflicts': either lifetimes and cores say who may not share bytes, "
                        "or pairs do",
                        member));
    ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"id", "size", "alignment", "hint", "offset"}));
    buffer.upper = 1;
  } else {
    ALCOVE_RETURN_IF_ERROR(
        cursor.onlyFields({"id", "lower", "upper", "size", "alignment", "hint", "offset", "gaps", "cores"}));
    ALCOVE_ASSIGN_OR_RETURN(buffer.lower, cursor.field("lower").asInt());
    ALCOVE_ASSIGN_OR_RETURN(buffer.upper, cursor.field("upper").asInt());
  }
  ALCOVE_ASSIGN_OR_RETURN(buffer.id, cursor.field("id").asString());
  ALCOVE_ASSIGN_OR_RETURN(buffer.size, cursor.field("size").asInt());
  if (JsonCursor alignment = cursor.optionalField("alignment"); alignment.present()) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.alignment, alignment.asInt());
  }
  if (JsonCursor hint = cursor.optionalField("hint"); hint.present()) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.hint, hint.asInt());
  }
  if (JsonCursor offset = cursor.optionalField("offset"); offset.present()) {
    ALCOVE_ASSIGN_OR_RETURN(buffer.fixedOffset, offset.asInt());
  }
  if (JsonCursor gaps = cursor.optionalField("gaps"); gaps.present()) {
    ALCOVE_ASSIGN_OR_RETURN(size_t count, gaps.arraySize());
    for (size_t i = 0; i != count; ++i) {
      ALCOVE_ASSIGN_OR_RETURN(AllocationGap gap, parseGap(gaps.element(i)));
      buffer.gaps.push_back(gap);
    }
  }
  if (JsonCursor cores = cursor.optionalField("cores"); cores.present()) {
    ALCOVE_ASSIGN_OR_RETURN(size_t count, cores.arraySize());
    if (count == 0)
      return cores.error("a buffer lies on a core at least; without the field it lies on all");
    for (size_t i = 0; i != count; ++i) {
      ALCOVE_ASSIGN_OR_RETURN(AllocationCores range, parseCores(cores.element(i)));
      buffer.cores.push_back(range);
    }
  }
  return buffer;
}

/// Cores that say the same as pairs of conflicts: one for each set of buffers of which each two conflict, sets until all
/// pairs are in one, and one for each buffer without a conflict. O(pairs x buffers) at worst.
Status setCores(const JsonCursor &conflicts, AllocationProblem &problem) {
  std::unordered_map<std::string_view, uint32_t> indexOf;
  for (uint32_t i = 0; i != problem.buffers.size(); ++i)
    indexOf.emplace(problem.buffers[i].id, i);
  std::vector<std::set<uint32_t>> of(problem.buffers.size());
  ALCOVE_ASSIGN_OR_RETURN(size_t count, conflicts.arraySize());
  for (size_t i = 0; i != count; ++i) {
    JsonCursor pair = conflicts.element(i);
    ALCOVE_ASSIGN_OR_RETURN(size_t ends, pair.arraySize());
    if (ends != 2)
      return pair.error(fmt::format("a conflict is between two buffers, not {}", ends));
    std::array<uint32_t, 2> at;
    for (size_t end : {0, 1}) {
      ALCOVE_ASSIGN_OR_RETURN(std::string id, pair.element(end).asString());
      auto known = indexOf.find(id);
      if (known == indexOf.end())
        return pair.element(end).error(fmt::format("there is no buffer '{}'", id));
      at[end] = known->second;
    }
    if (at[0] == at[1])
      return pair.error(fmt::format("buffer '{}' cannot conflict with itself", problem.buffers[at[0]].id));
    of[at[0]].insert(at[1]);
    of[at[1]].insert(at[0]);
  }
  int32_t core = 0;
  auto join = [&](uint32_t buffer) {
    std::vector<AllocationCores> &cores = problem.buffers[buffer].cores;
    if (!cores.empty() && cores.back().upper == core)
      ++cores.back().upper;
    else
      cores.push_back({core, core + 1});
  };
  std::vector<std::set<uint32_t>> open = of; // later ones, with which no set is shared yet
  for (uint32_t first = 0; first != problem.buffers.size(); ++first) {
    if (of[first].empty()) {
      join(first);
      ++core;
    }
    for (auto next = open[first].lower_bound(first); next != open[first].end(); next = open[first].lower_bound(first)) {
      std::vector<uint32_t> together = {first, *next};
      for (uint32_t other : of[first])
        if (other != *next &&
            std::ranges::all_of(together, [&](uint32_t member) { return of[other].contains(member); }))
          together.push_back(other);
      for (uint32_t member : together) {
        join(member);
        for (uint32_t other : together)
          open[member].erase(other);
      }
      ++core;
    }
  }
  return {};
}

} // namespace

Result<AllocationProblem> formats::parseAllocationJson(std::string_view text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  JsonCursor root = document.root();
  ALCOVE_RETURN_IF_ERROR(root.onlyFields({"capacity", "buffers", "conflicts"}));
  JsonCursor conflicts = root.optionalField("conflicts");
  AllocationProblem problem;
  ALCOVE_ASSIGN_OR_RETURN(problem.capacity, root.field("capacity").asInt());
  JsonCursor buffers = root.field("buffers");
  ALCOVE_ASSIGN_OR_RETURN(size_t count, buffers.arraySize());
  for (size_t i = 0; i != count; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(AllocationBuffer buffer, parseBuffer(buffers.element(i), conflicts.present()));
    AllocationProblem single;
    single.buffers.push_back(buffer);
    if (Status status = plan::check(single); !status.ok())
      return buffers.element(i).error(status.error().message);
    problem.buffers.push_back(std::move(buffer));
  }
  ALCOVE_RETURN_IF_ERROR(plan::check(problem));
  if (conflicts.present())
    ALCOVE_RETURN_IF_ERROR(setCores(conflicts, problem));
  return problem;
}

std::string formats::formatAllocationJson(const AllocationProblem &problem, const AllocationSolution *solution) {
  JsonWriter writer;
  writer.beginObject();
  writer.field("capacity", problem.capacity);
  writer.key("buffers");
  writer.beginArray();
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    const AllocationBuffer &buffer = problem.buffers[i];
    writer.beginObject();
    writer.field("id", buffer.id);
    writer.field("lower", buffer.lower);
    writer.field("upper", buffer.upper);
    writer.field("size", buffer.size);
    if (buffer.alignment != 1)
      writer.field("alignment", buffer.alignment);
    if (buffer.hint)
      writer.field("hint", *buffer.hint);
    if (solution || buffer.fixedOffset)
      writer.field("offset", solution ? solution->offsets[i] : *buffer.fixedOffset);
    if (!buffer.cores.empty()) {
      writer.key("cores");
      writer.beginArray();
      for (const AllocationCores &range : buffer.cores)
        writer.intArray({range.lower, range.upper});
      writer.endArray();
    }
    if (!buffer.gaps.empty()) {
      writer.key("gaps");
      writer.beginArray();
      for (const AllocationGap &gap : buffer.gaps) {
        writer.beginObject();
        writer.field("lower", gap.lower);
        writer.field("upper", gap.upper);
        if (gap.window) {
          writer.key("window");
          writer.intArray({gap.window->lower, gap.window->upper});
        }
        writer.endObject();
      }
      writer.endArray();
    }
    writer.endObject();
  }
  writer.endArray();
  writer.endObject();
  return writer.str();
}

Result<AllocationSolution> formats::parseAllocationSolutionJson(std::string_view text,
                                                                const AllocationProblem &problem) {
  ALCOVE_ASSIGN_OR_RETURN(AllocationProblem placed, parseAllocationJson(text));
  std::unordered_map<std::string_view, const AllocationBuffer *> byId;
  for (const AllocationBuffer &buffer : placed.buffers)
    byId.emplace(buffer.id, &buffer);
  if (placed.buffers.size() != problem.buffers.size())
    return Error{fmt::format("buffers AL-S1: {} buffers here, {} in the problem", placed.buffers.size(),
                             problem.buffers.size())};
  AllocationSolution solution;
  for (const AllocationBuffer &buffer : problem.buffers) {
    auto it = byId.find(buffer.id);
    if (it == byId.end() || !it->second->fixedOffset)
      return Error{fmt::format("buffer '{}' AL-S1: there is no offset", buffer.id)};
    AllocationBuffer same = *it->second;
    same.fixedOffset = buffer.fixedOffset;
    same.hint = buffer.hint;
    if (same != buffer)
      return Error{fmt::format("buffer '{}': it differs from the one of the problem", buffer.id)};
    solution.offsets.push_back(*it->second->fixedOffset);
  }
  return solution;
}
