//===- Collective.cpp - Time of ops between chips ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pieces travel along a line or ring of `ring_size` chips over `num_links` Ethernet links. A chip at the end of a line
// receives everything from one side; a ring receives half from each.
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

std::optional<Runtime> time::collective(const Context &context) {
  const std::string &op = context.query.op;
  if (context.query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = context.query.inputs.front();
  TensorSpec out = context.output();
  double chips = static_cast<double>(std::clamp<int64_t>(context.intAttribute("ring_size", 2), 1, 4096));
  double pieces = 0; // bytes through the busiest direction of the busiest chip
  if (op == "all_gather")
    pieces = bytesOf(in) * (chips - 1);
  else if (op == "reduce_scatter")
    pieces = bytesOf(in) / chips * (chips - 1);
  else if (op == "all_reduce" || op == "all_reduce_async")
    pieces = 2 * bytesOf(in) / chips * (chips - 1);
  else if (op == "collective_permute" || op == "point_to_point")
    pieces = bytesOf(in);
  else if (op == "mesh_shard" || op == "mesh_broadcast")
    pieces = 0;
  else
    return std::nullopt;
  bool ring = context.textAttribute("topology", "ring") == "ring";
  double links = static_cast<double>(std::clamp<int64_t>(context.intAttribute("num_links", 1), 1, 64));
  double bandwidth = context.p.ethernetBytesPerNs * links * context.p.collectiveFraction * (ring ? 2 : 1);
  Runtime runtime;
  runtime.launchNs = context.ns(context.p.launch + context.p.collectiveStart);
  runtime.nocNs = pieces / bandwidth;
  double memory = context.dramBound(inDram(in) ? bytesOf(in) : 0, inDram(out) ? bytesOf(out) : 0);
  runtime.dramNs = memory;
  runtime.totalNs = runtime.launchNs + std::max(runtime.nocNs, memory);
  runtime.dramBytes = static_cast<Bytes>((inDram(in) ? bytesOf(in) : 0) + (inDram(out) ? bytesOf(out) : 0));
  runtime.cores = static_cast<int64_t>(links) * 2;
  return runtime;
}
