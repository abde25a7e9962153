//===- Creation.cpp - Time of tensors of nothing --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <algorithm>
#include <set>
#include <string>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

/// Constants: pages are written, nothing is read.
static Runtime fill(const Context &context, const TensorSpec &out) {
  int64_t pages = pageCount(out);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), pages);
  pipeline.items = static_cast<double>(ceilDiv(pages, pipeline.cores));
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, pageBytes(out), 1});
  pipeline.writeToDram = inDram(out);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

std::optional<Runtime> time::creation(const Context &context) {
  const std::string &op = context.query.op;
  static const std::set<std::string> fills = {"full", "zeros",     "ones",       "arange",
                                              "rand", "full_like", "zeros_like", "ones_like"};
  if (op == "empty" || op == "constant")
    return nothing(); // allocation only, or loaded with the program
  return fills.count(op) ? std::optional(fill(context, context.output())) : std::nullopt;
}
