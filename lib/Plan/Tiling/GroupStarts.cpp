//===- GroupStarts.cpp - Results that begin in the tile of a tensor -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SUT-H19: a member that starts from a tile may have its buffer where all others that read the tile are done:
//
//   h                      the tile
//   n = norm h             reads it
//   for panels: s += ...   starts from h, in its buffer: nothing in the panels or behind them reads h
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

namespace alcove::plan::tiling {

/// Where it runs in the body that is built: members in order, what runs with panels with their core.
int64_t GroupModel::Body::placeOf(const Instance &instance) const {
  int of = runsWithPanels(instance);
  return of != 0 ? group.coreNodes[of - 1] : instance.node;
}

/// SUT-H19: the one member that starts its own from `result`, and reads it in no other way, runs behind all others that
/// read it. What shows a part of it may be read by any.
bool GroupModel::Body::isOverAtStart(const Instance &instance, size_t result) const {
  auto reads = [&](const Access &input) {
    return input.producer == instance.node && input.producerResult == static_cast<int>(result);
  };
  const Instance *last = nullptr;
  for (const Instance &reader : instances)
    if (reader.time == instance.lastUseOf(result))
      last = &reader;
  if (!last || ofMember[memberOf(instance.node)].size() != 1)
    return false;
  return readersAreOver(*last, reads);
}

/// All of `reads` but those of `last`, which are no inputs, are by members in front of it.
bool GroupModel::Body::readersAreOver(const Instance &last, const std::function<bool(const Access &)> &reads) const {
  return std::ranges::all_of(instances, [&](const Instance &reader) {
    const Node &node = graph.nodes[reader.node];
    if (std::ranges::none_of(node.inputs, reads))
      return true;
    if (&reader == &last)
      return std::ranges::all_of(node.inputs, [&](const Access &input) { return !reads(input) || input.initOf >= 0; });
    return node.hasModel() && reader.time > last.time && placeOf(reader) < placeOf(last);
  });
}

bool GroupModel::Body::isOverAtStart(const Load &load) const {
  auto reads = [&](const Access &input) { return input.tensor == load.tensor && memberOf(input.producer) < 0; };
  auto others = std::ranges::count_if(loads, [&](const Load &other) { return other.tensor == load.tensor; });
  auto last = std::ranges::find_if(instances, [&](const Instance &reader) { return reader.time == load.firstUse; });
  return others == 1 && last != instances.end() && readersAreOver(*last, reads);
}

/// Members read the tensor that one of them starts from, too.
bool GroupModel::Body::isReadBeside(const Access &access) const {
  return tilesOfOne != TilesOfOne::AsFound && access.read && std::ranges::any_of(group.members, [&](int member) {
           return std::ranges::any_of(graph.nodes[member].inputs, [&](const Access &input) {
             return input.initOf < 0 && input.tensor == access.tensor;
           });
         });
}

void GroupModel::Body::findOver() {
  if (tilesOfOne == TilesOfOne::AsFound)
    return;
  for (Load &load : loads)
    load.shared &= !load.waits || isOverAtStart(load);
  for (Instance &instance : instances)
    for (size_t result = 0; result < std::min<size_t>(graph.nodes[instance.node].results.size(), 63); ++result)
      if (uint64_t bit = uint64_t(1) << result; (instance.starts & instance.shown & bit) != 0)
        instance.over |= isOverAtStart(instance, result) ? bit : 0;
}

} // namespace alcove::plan::tiling
