//===- Selection.cpp - Time of embeddings, gathers and scatters -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Constraints/Geometry.h"
#include "Movement.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

/// Rows of a table picked by an index tensor.
static Runtime gatherRows(const Context &context, const TensorSpec &indices, const TensorSpec &table,
                          const TensorSpec &out) {
  int64_t rows = std::max<int64_t>(1, volume(indices.shape));
  double stick = static_cast<double>(std::max<int64_t>(1, widthOf(table.shape))) * elementBytes(table.layout.dataType);
  Pipeline pipeline;
  // Work is split by rows of index tiles (32 indices), or by blocks of 32 of row-major indices.
  pipeline.cores = std::min(context.chip.numCores(), std::max<int64_t>(1, ceilDiv(rows, 16)));
  pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores));
  pipeline.read = context.read({inDram(table) ? Place::Dram : Place::RemoteL1, 1, stick, 1});
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, stick, 1});
  pipeline.readFromDram = inDram(table);
  pipeline.dramReadBytes = inDram(table) ? static_cast<double>(rows) * stick : 0;
  pipeline.dramReadPageBytes = stick;
  pipeline.dramWriteBytes = inDram(out) ? static_cast<double>(rows) * stick : 0;
  return context.run(pipeline);
}

/// A table of tiles becomes rows first, all of it; rows that are not gathered into tiles become tiles behind it.
static std::optional<Runtime> embedding(const Context &context, const TensorSpec &indices, TensorSpec table,
                                        const TensorSpec &out) {
  std::optional<Runtime> before = nothing(), behind = nothing();
  if (table.layout.isTiled()) {
    TensorSpec tiles = table;
    table.layout.pageLayout = device::PageLayout::RowMajor;
    before = changeLayout(context, tiles, table);
  }
  TensorSpec gathered = out;
  if (out.layout.isTiled() && !gathersIntoTiles(indices, table, out.layout)) {
    gathered.layout.pageLayout = device::PageLayout::RowMajor;
    behind = changeLayout(context, gathered, out);
  }
  if (!before || !behind)
    return std::nullopt;
  return sequence(sequence(*before, gatherRows(context, indices, table, gathered)), *behind);
}

/// An index decides for every element: load it, load the value, store.
static Runtime gatherElements(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  return scatteredWrites(context, in, out, elementsWritten(out) * 3 * context.p.fillWord);
}

std::optional<Runtime> time::selection(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  if (query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  TensorSpec out = context.output();
  if (op == "embedding" && query.inputs.size() >= 2)
    return embedding(context, in, query.inputs[1], out);
  if (op == "embedding_bw" && query.inputs.size() >= 3)
    return gatherRows(context, in, out, query.inputs[2]);
  if ((op == "gather" || op == "scatter") && query.inputs.size() >= 2)
    return gatherElements(context, in, out);
  if (op == "scatter")
    return streamOrCopySticks(context, in, out);
  return std::nullopt;
}
