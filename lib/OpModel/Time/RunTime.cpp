//===- RunTime.cpp - Time of copies, and of what is done on the host ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Movement.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

/// Own shard into own shard, or pages.
static Runtime copy(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  if (in.layout.isSharded() && in.layout.isL1() && out.layout.isSharded() && out.layout.isL1()) {
    Pipeline pipeline;
    auto [height, width] = device::shardShape2D(out);
    pipeline.cores = shardCores(out);
    double bytes = static_cast<double>(height) * static_cast<double>(width) * elementBytes(out.layout.dataType);
    pipeline.read = context.read({Place::LocalL1, 1, bytes, 1});
    pipeline.movesOnly = true;
    return context.run(pipeline);
  }
  if (context.query.op != "move" || inDram(in) || inDram(out))
    return streamPages(context, in, out, pageCount(out), 0);
  // Places may overlap: all cores have read before the first one writes.
  int64_t pages = pageCount(out);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), pages);
  double perCore = static_cast<double>(ceilDiv(pages, pipeline.cores));
  pipeline.read = context.read({Place::RemoteL1, perCore, pageBytes(in), 1});
  pipeline.write = context.write({Place::RemoteL1, perCore, pageBytes(out), 1});
  return context.run(pipeline);
}

std::optional<Runtime> time::runTime(const Context &context) {
  const std::string &op = context.query.op;
  if (op == "deallocate" || op == "get_device")
    return nothing();
  if (context.query.inputs.empty())
    return std::nullopt;
  if (op == "move" || op == "copy" || op == "clone" || op == "assign")
    return copy(context, context.query.inputs.front(), context.output());
  return std::nullopt;
}
