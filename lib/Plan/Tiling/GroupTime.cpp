//===- GroupTime.cpp - What the steps of a fused loop move and compute ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

#include "alcove/Plan/Tiling/Simulate.h"

#include <set>

namespace alcove::plan::tiling {

double nsPerPoint(const Node &node, const Machine &machine) {
  const Access &typed = node.contracts() && !node.inputs.empty() ? node.inputs.front() : node.results.front();
  const ComputeRate &rate = machine.rate(typed.elementKind);
  return node.contracts() ? static_cast<double>(node.results.size()) / rate.macsPerNs
                          : node.opsPerPoint / rate.vectorOpsPerNs;
}

/// It stands in slow memory before the program starts.
static bool isGiven(const Problem &graph, const Access *access) {
  while (access->producer >= 0) {
    const Node &producer = graph.nodes[access->producer];
    if (!producer.isView())
      return false;
    access = &producer.inputs[0];
  }
  return access->initOf < 0;
}

std::vector<TimeDim> GroupModel::Body::timeDims(const Tile &tile, std::span<const int> positions) const {
  std::vector<TimeDim> dims;
  for (const TileDim &dim : tile) {
    TimeDim own{static_cast<double>(dim.size), -1, 0};
    unsigned moving = 0;
    for (unsigned i = 0; i < loops.size(); ++i)
      if (dim.step[i] != 0) {
        ++moving;
        own.loop = positions[i];
        own.missing = std::clamp(missing(dim, i), 0.0, own.size);
      }
    if (moving != 1)
      own = {own.size, -1, 0};
    dims.push_back(own);
  }
  return dims;
}

TimeTransfer GroupModel::Body::timeTransfer(const Tile &tile, const Access &access, int inner,
                                            std::span<const int> positions) const {
  TimeTransfer transfer;
  transfer.dims = timeDims(tile, positions);
  transfer.elementBytes = static_cast<double>(access.elementBytes);
  transfer.runBytes = transfer.elementBytes;
  for (size_t d = tile.size(); d-- > 0;) {
    transfer.runBytes *= static_cast<double>(tile[d].size);
    if (tile[d].size != access.shape[d])
      break;
  }
  for (unsigned i = 0; i < loops.size(); ++i)
    if (!invariantIn(tile, i) && loops[i].isAround(inner))
      transfer.moves |= 1u << positions[i];
  return transfer;
}

void GroupModel::Body::addTimes(TimeNest &nest, std::span<const int> positions, const Machine &machine,
                                bool resident) const {
  auto add = [&](const Tile &tile, const Access &access, int inner, bool store) {
    TimeTransfer transfer = timeTransfer(tile, access, inner, positions);
    transfer.place = inner != 0 ? TimePlace::Each : store ? TimePlace::Last : TimePlace::First;
    transfer.store = store;
    transfer.resident = resident;
    transfer.given = !store && isGiven(graph, &access);
    nest.transfers.push_back(std::move(transfer));
  };
  for (const Load &load : loads)
    add(load.tile, *load.access, load.inner, false);
  for (const Instance &instance : instances) {
    const Node &node = graph.nodes[instance.node];
    if (!node.hasModel())
      continue;
    int inner = runsWithPanels(instance);
    if (!node.attached) {
      TimeWork work;
      work.dims = timeDims(instance.loops, positions);
      work.nsPerPoint = nsPerPoint(node, machine);
      // Time runs backward: what has a smaller one than the core runs behind it.
      work.place = inner != 0 ? TimePlace::Each : instance.time < coreTime() ? TimePlace::Last : TimePlace::First;
      nest.works.push_back(std::move(work));
    }
    for (size_t number = 0; number < node.results.size(); ++number)
      if (isStored(instance.node, number))
        add(instance.results[number], node.results[number], false, true);
  }
}

TimeNest GroupModel::timeNest(std::span<const int64_t> tile, const Evaluation &evaluation,
                              const Machine &machine) const {
  TimeNest nest;
  Body body(*this, evaluation.tilesOfOne);
  if (!body.build(tile))
    return nest;
  std::vector<int> positions(body.loops.size(), 0);
  LoopOrder order;
  auto place = [&](unsigned i) {
    positions[i] = static_cast<int>(nest.loops.size());
    order.push_back(i);
    const TiledLoop &loop = body.loops[i];
    nest.loops.push_back({loop.trips, !loop.reduction && loop.inner == 0, loop.inner != 0});
  };
  for (unsigned wanted : evaluation.order)
    for (unsigned i = 0; i < body.loops.size(); ++i)
      if (body.loops[i].inner == 0 && body.loops[i].loop == wanted)
        place(i);
  for (unsigned i = 0; i < body.loops.size(); ++i)
    if (body.loops[i].inner != 0)
      place(i);
  unsigned split = body.peeled(order);
  for (unsigned i : order)
    nest.loops[positions[i]].peeled = split >> i & 1;
  body.addTimes(nest, positions, machine, evaluation.resident);
  nest.grid.assign(nest.loops.size(), 1);
  nest.doubleBuffered = costs.doubleBuffered;
  return nest;
}

TimeNest untiledNest(const Problem &graph, const Node &node, const Machine &machine) {
  TimeNest nest;
  bool copies = node.kind == NodeKind::Concat;
  if (!node.isCompute() && !copies)
    return nest;
  auto add = [&](const Access &access, bool store) {
    TimeTransfer transfer;
    double bytes = static_cast<double>(accessBytes(access));
    transfer.dims = {{bytes, -1, 0}};
    transfer.runBytes = bytes;
    transfer.store = store;
    transfer.given = !store && isGiven(graph, &access);
    nest.transfers.push_back(std::move(transfer));
  };
  std::set<int> seen;
  for (const Access &input : node.inputs) {
    bool filled = input.producer >= 0 && graph.nodes[input.producer].attached;
    if ((input.initOf < 0 || (input.read && !filled)) && seen.insert(input.tensor).second)
      add(input, false);
  }
  for (const Access &result : node.results)
    add(result, true);
  if (copies || node.results.empty())
    return nest;
  TimeWork work;
  for (int64_t extent : node.extents)
    work.dims.push_back({static_cast<double>(extent), -1, 0});
  work.nsPerPoint = nsPerPoint(node, machine);
  nest.works.push_back(std::move(work));
  return nest;
}

} // namespace alcove::plan::tiling
