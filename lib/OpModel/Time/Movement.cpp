//===- Movement.cpp - Pages and lines moved from one tensor to another ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Movement.h"

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

Runtime time::streamPages(const Context &context, const TensorSpec &in, const TensorSpec &out, int64_t pages,
                          double computeCycles, double pagesPerBarrier, double walkCycles, double dramShare) {
  Pipeline pipeline;
  pages = std::max<int64_t>(pages, 1);
  pipeline.cores = std::min(context.chip.numCores(), pages);
  double perCore = static_cast<double>(ceilDiv(pages, pipeline.cores));
  double group = std::min(pagesPerBarrier, perCore);
  pipeline.items = std::max(1.0, perCore / group);
  Place to = inDram(out) ? Place::Dram : Place::RemoteL1;
  double bytes = std::min(pageBytes(in), pageBytes(out));
  if (in.layout.isTiled())
    bytes = pageBytes(in);
  for (auto [place, share] : {std::pair(Place::Dram, dramShare), std::pair(Place::RemoteL1, 1 - dramShare)})
    if (share > 0)
      pipeline.read += share * context.read({place, group, bytes, group});
  pipeline.read += context.ns(walkCycles * group);
  pipeline.write = context.write({to, group, pageBytes(out), group});
  pipeline.compute = context.ns(computeCycles * group);
  pipeline.readFromDram = dramShare > 0;
  pipeline.writeToDram = to == Place::Dram;
  pipeline.dramReadBytes = dramShare * static_cast<double>(pages) * bytes;
  pipeline.dramReadPageBytes = bytes;
  if (pipeline.writeToDram)
    pipeline.dramWriteBytes = static_cast<double>(pages) * pageBytes(out);
  return context.run(pipeline);
}

Runtime time::streamPages(const Context &context, const TensorSpec &in, const TensorSpec &out, int64_t pages,
                          double computeCycles, double pagesPerBarrier, double walkCycles) {
  return streamPages(context, in, out, pages, computeCycles, pagesPerBarrier, walkCycles, inDram(in) ? 1 : 0);
}

Runtime time::scatteredWrites(const Context &context, const TensorSpec &in, const TensorSpec &out, double cycles) {
  Pipeline pipeline;
  pipeline.cores = context.chip.numCores();
  pipeline.items = 1;
  pipeline.write = context.ns(cycles / static_cast<double>(pipeline.cores));
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramReadPageBytes = pageBytes(in);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

double time::elementsWritten(const TensorSpec &out) {
  return static_cast<double>(out.layout.isTiled() ? tileCount(out) * 1024 : volume(out.shape));
}

TensorSpec time::inMemoryOf(const TensorSpec &in, TensorSpec pages) {
  pages.layout.bufferType = in.layout.bufferType;
  return pages;
}

/// Of the bytes that a concatenation joins.
static double dramShareOf(const Context &context, const TensorSpec &in) {
  if (context.query.op != "concat")
    return inDram(in) ? 1 : 0;
  double fromDram = 0, all = 0;
  for (const TensorSpec &part : context.query.inputs) {
    all += bytesOf(part);
    fromDram += inDram(part) ? bytesOf(part) : 0;
  }
  return all > 0 ? fromDram / all : 0;
}

Runtime time::streamOrCopySticks(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  if (context.query.inputs.size() == 1 && in == out)
    return nothing();
  double share = dramShareOf(context, in);
  if (out.layout.isTiled())
    return streamPages(context, in, out, pageCount(out), 0, 1, context.p.readIssue, share);
  return streamPages(context, out, out, pageCount(out), context.p.stickCopy, 32, 0, share);
}

std::optional<Runtime> time::changeLayout(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  Query query;
  query.op = "to_layout";
  query.inputs = {in};
  query.outputs = {{out.shape, out.layout.dataType, out.layout}};
  return layout(Context(query, context.chip, context.p, context.why));
}
