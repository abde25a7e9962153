//===- Machine.cpp - The chips of a mesh, and what moves between them -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace alcove;
using namespace alcove::meshsplit;
using plan::mesh::Cost;
using plan::mesh::impossible;
using plan::mesh::partial;
using plan::mesh::Placement;
using plan::mesh::replicated;
using plan::mesh::Sharding;

/// Of the Wormhole cards the first that has so many chips, else the largest.
static std::string smallestWormhole(int64_t chips) {
  for (const char *name : {"wormhole-n150", "wormhole-n300", "wormhole-t3000"})
    if (device::findPreset(name) && device::findPreset(name)->numChips() >= chips)
      return name;
  return "wormhole-galaxy";
}

/// The preset or file that a name stands for, where so many chips are asked for.
static std::string deviceFor(const std::string &name, int64_t chips) {
  std::string preset = name == "wormhole" ? smallestWormhole(chips) : name;
  for (const char *prefix : {"wormhole-", "blackhole-", ""})
    if (device::findPreset(prefix + name))
      return prefix + name;
  return preset;
}

/// A device of one chip without a card of its own.
static bool standsForAny(const std::string &preset) { return preset == "wormhole_b0" || preset == "blackhole"; }

Result<std::vector<std::vector<int64_t>>> meshsplit::meshesOf(const std::string &name,
                                                              const std::vector<int64_t> &counts) {
  int64_t most = counts.empty() ? 1 : *std::max_element(counts.begin(), counts.end());
  std::string preset = deviceFor(name, most);
  ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, device::loadSystemDesc(preset));
  bool any = standsForAny(preset);
  if (any && counts.empty())
    return Error{fmt::format("mesh auto: {} stands for any number of chips; say how many, such as 1,2,4,8", preset)};
  int64_t chips = any ? most : system.numChips();
  auto [rows, columns] =
      any ? std::pair(chips, chips) : device::meshOfChipCoords(system).value_or(std::pair(int64_t(1), chips));
  std::vector<std::vector<int64_t>> meshes;
  for (int64_t count = 1; count <= chips; ++count) {
    if (counts.empty() ? chips % count != 0 : std::find(counts.begin(), counts.end(), count) == counts.end())
      continue;
    for (int64_t r = 1; r <= count; ++r) {
      int64_t c = count / r;
      bool inside = r <= rows && c <= columns, around = r == 1 && count == chips;
      // On its side it is the same line.
      bool again = c < r && r <= columns && c <= rows;
      if (count % r == 0 && (inside || around) && !again)
        meshes.push_back({r, c});
    }
  }
  if (meshes.empty())
    return Error{fmt::format("mesh auto: {} has {} chips, none of {}", preset, chips, fmt::join(counts, ", "))};
  return meshes;
}

Result<MeshMachine> meshsplit::machineOf(const std::string &name, const std::vector<int64_t> &shape, int64_t links) {
  int64_t chips = 1;
  for (int64_t extent : shape)
    chips *= extent;
  std::string preset = deviceFor(name, chips);
  ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, device::loadSystemDesc(preset));
  if (standsForAny(preset) && chips > 1) {
    ALCOVE_ASSIGN_OR_RETURN(system, device::replicateChip(system, shape[0], shape[1]));
  }
  if (chips > system.numChips()) {
    std::string has;
    for (int64_t rows = 1; rows <= system.numChips(); ++rows)
      if (system.numChips() % rows == 0)
        has += fmt::format("{}{}x{}", has.empty() ? "" : ", ", rows, system.numChips() / rows);
    return Error{fmt::format("mesh {}x{} needs {} chips, {} has {}: {}", shape[0], shape[1], chips, preset,
                             system.numChips(), has)};
  }
  MeshMachine machine;
  machine.device = preset;
  machine.chip = opmodel::ChipParameters::from(system.chip(0));
  machine.dramBytes = system.chip(0).usableDramBytes();
  machine.axes = device::meshAxesOf(system, shape);
  for (MeshAxis &axis : machine.axes)
    axis.links = links > 0 ? links : axis.links;
  return machine;
}

Sharding meshsplit::after(Sharding sharding, const Move &move) {
  bool splits = move.kind == Move::Kind::Scatter || move.kind == Move::Kind::Partition;
  sharding[move.axis] = splits ? static_cast<Placement>(move.dim) : replicated;
  return sharding;
}

/// Axes whose parts must be joined and cut again: those that change, and inner axes of a dimension that does.
static std::vector<bool> touchedAxes(const Sharding &from, const Sharding &to) {
  std::vector<bool> touched(from.size());
  for (size_t axis = 0; axis < from.size(); ++axis) {
    touched[axis] = from[axis] != to[axis];
    for (size_t outer = 0; outer < axis; ++outer)
      for (Placement dim : {from[outer], to[outer]})
        touched[axis] = touched[axis] || (touched[outer] && dim >= 0 && (from[axis] == dim || to[axis] == dim));
  }
  return touched;
}

std::optional<std::vector<Move>> meshsplit::movesBetween(const Sharding &from, const Sharding &to) {
  std::vector<Move> moves;
  std::vector<bool> touched = touchedAxes(from, to);
  Sharding now = from;
  auto add = [&](Move move) {
    now = after(now, move);
    moves.push_back(move);
  };
  for (size_t axis = from.size(); axis-- > 0;) {
    if (!touched[axis] || now[axis] == replicated)
      continue;
    if (now[axis] >= 0) {
      add({Move::Kind::Gather, axis, now[axis]});
      continue;
    }
    bool alone = to[axis] >= 0 && std::count(to.begin(), to.end(), to[axis]) == 1 &&
                 std::count(now.begin(), now.end(), to[axis]) == 0;
    if (alone)
      add({Move::Kind::Scatter, axis, to[axis]});
    else
      add({Move::Kind::Reduce, axis, 0});
  }
  for (size_t axis = 0; axis < from.size(); ++axis)
    if (now[axis] != to[axis]) {
      if (now[axis] != replicated || to[axis] < 0)
        return std::nullopt;
      add({Move::Kind::Partition, axis, to[axis]});
    }
  return moves;
}

std::vector<int64_t> meshsplit::localShape(const MeshMachine &machine, std::vector<int64_t> shape,
                                           const Sharding &sharding) {
  for (size_t axis = 0; axis < sharding.size(); ++axis)
    if (sharding[axis] >= 0)
      shape[sharding[axis]] /= machine.axes[axis].chips;
  return shape;
}

/// The question of one move on tensors of one chip, in DRAM.
static opmodel::Query queryOf(const MeshMachine &machine, const Move &move, const std::vector<int64_t> &in,
                              const std::vector<int64_t> &out, device::DataType type) {
  opmodel::Query query;
  static constexpr const char *names[] = {"all_gather", "all_reduce", "reduce_scatter", "slice_static"};
  query.op = names[static_cast<size_t>(move.kind)];
  device::TensorLayout layout;
  layout.dataType = type;
  query.inputs = {{in, layout}};
  query.outputs = {{out, type, layout}};
  const MeshAxis &axis = machine.axes[move.axis];
  query.attributes["ring_size"] = axis.chips;
  query.attributes["num_links"] = axis.links;
  query.attributes["topology"] = std::string(axis.ring ? "ring" : "linear");
  if (move.kind == Move::Kind::Gather)
    query.attributes["all_gather_dim"] = move.dim;
  else if (move.kind == Move::Kind::Scatter)
    query.attributes["scatter_dim"] = move.dim;
  else if (move.kind == Move::Kind::Partition) {
    query.attributes["begins"] = std::vector<int64_t>(in.size(), 0);
    query.attributes["ends"] = out;
    query.attributes["step"] = std::vector<int64_t>(in.size(), 1);
  }
  return query;
}

/// A part of a tile is cut or scattered by no kernel; a gather joins it by a detour.
static bool cutsTiles(const Move &move, const std::vector<int64_t> &out) {
  bool cuts = move.kind == Move::Kind::Partition || move.kind == Move::Kind::Scatter;
  return cuts && move.dim + 2 >= static_cast<int64_t>(out.size()) && out[move.dim] % 32 != 0;
}

Cost meshsplit::priceOf(const MeshMachine &machine, const std::vector<int64_t> &shape, device::DataType type,
                        const Sharding &from, const Sharding &to) {
  std::optional<std::vector<Move>> moves = movesBetween(from, to);
  if (!moves)
    return impossible;
  double ns = 0;
  Sharding now = from;
  for (const Move &move : *moves) {
    Sharding next = after(now, move);
    std::vector<int64_t> out = localShape(machine, shape, next);
    if (cutsTiles(move, out))
      return impossible;
    opmodel::Query query = queryOf(machine, move, localShape(machine, shape, now), out, type);
    std::optional<opmodel::Runtime> runtime = opmodel::analyticalRuntime(query, machine.chip);
    if (!runtime)
      return impossible;
    ns += runtime->totalNs;
    now = std::move(next);
  }
  return std::llround(ns * 1000);
}
