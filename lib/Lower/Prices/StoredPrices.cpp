//===- StoredPrices.cpp - Products with weights that are stored for them -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StoredPrices.h"
#include "alcove/Base/Support/Divisors.h"
#include "alcove/Base/Support/Units.h"

using namespace alcove;
using namespace alcove::conversion;
using device::BufferType;
using device::MemoryLayout;
using device::TensorLayout;

namespace {

TensorLayout interleaved(TensorLayout layout, BufferType buffer) {
  layout.bufferType = buffer;
  layout.memoryLayout = MemoryLayout::Interleaved;
  layout.gridRows = layout.gridCols = 1;
  return layout;
}

TensorLayout widthShards(TensorLayout layout, int64_t cores) {
  layout.bufferType = BufferType::L1;
  layout.memoryLayout = MemoryLayout::WidthSharded;
  layout.gridRows = 1;
  layout.gridCols = cores;
  return layout;
}

class Programs {
public:
  Programs(const opmodel::OpModel &model, const queries::Machine &machine, Bytes l1Bytes, opmodel::Query query)
      : model(model), machine(machine), l1Bytes(l1Bytes), query(std::move(query)),
        steps(tilesOf(this->query.inputs[1], 1)), columns(tilesOf(this->query.inputs[1], 0)) {}

  /// With the move of the result to where it is joined with others.
  std::optional<double> fromBanks(std::optional<BufferType> joinedIn) {
    for (size_t k = 1; k < query.inputs.size(); ++k)
      query.inputs[k].layout = inBanks(query.inputs[k].layout);
    const int64_t perCore = ceilDiv(columns, machine.numBanks());
    setResult(widthShards(*query.outputs[0].layout, ceilDiv(columns, perCore)));
    name("matmul_multi_core_reuse_multi_cast_dram_sharded_program_config");
    set("per_core_m", int64_t(1));
    set("per_core_n", perCore);
    for (int64_t limit = 8; limit <= machine.numBanks(); limit *= 2) {
      const int64_t cores = largestDivisor(steps, limit);
      query.inputs[0].layout = widthShards(query.inputs[0].layout, cores);
      for (int64_t step = 1; step <= steps / cores; ++step)
        if (steps / cores % step == 0) {
          set("in0_block_w", step);
          ask();
        }
    }
    if (!best || !joinedIn)
      return best;
    const opmodel::OutputRequest &result = query.outputs[0];
    std::optional<opmodel::Runtime> move =
        model.runtime({"to_memory_config",
                       {{result.shape, *result.layout}},
                       {{result.shape, result.dataType, interleaved(*result.layout, *joinedIn)}},
                       {}});
    return move ? std::optional(*best + move->totalNs) : std::nullopt;
  }

  std::optional<double> passed() {
    const int64_t perCore = ceilDiv(columns, machine.numBanks());
    query.inputs[0].layout = interleaved(query.inputs[0].layout, BufferType::L1);
    name("matmul_multi_core_reuse_multi_cast_1d_program_config");
    set("compute_with_storage_grid_size", std::vector<int64_t>{machine.workerGrid.second, machine.workerGrid.first});
    for (const char *no : {"gather_in0", "untilize_out"})
      set(no, false);
    for (const char *yes : {"fuse_batch", "mcast_in0"})
      set(yes, true);
    for (const char *one : {"per_core_m", "out_block_h", "out_subblock_h"})
      set(one, int64_t(1));
    set("num_global_cb_receivers", int64_t(0));
    set("per_core_n", perCore);
    for (BufferType buffer : {BufferType::L1, BufferType::DRAM}) {
      setResult(interleaved(*query.outputs[0].layout, buffer));
      for (int64_t limit = perCore; limit >= 1; limit /= 2)
        for (int64_t step = 1; step <= 16; step *= 2)
          askBlocks(largestDivisor(perCore, limit), largestDivisor(steps, step));
    }
    return best;
  }

private:
  /// Of the last dimension but `fromEnd`.
  static int64_t tilesOf(const device::TensorSpec &spec, size_t fromEnd) {
    return ceilDiv(spec.shape[spec.shape.size() - 1 - fromEnd], 32);
  }

  TensorLayout inBanks(TensorLayout layout) const {
    layout.memoryLayout = MemoryLayout::WidthSharded;
    layout.gridRows = 1;
    layout.gridCols = machine.dramChannels;
    layout.cores = {{0, 0, machine.dramChannels - 1, 0}};
    return layout;
  }

  void setResult(const TensorLayout &layout) { query.outputs[0].layout = layout; }
  void name(const char *config) { query.attributes["matmul_program_config"] = std::string(config); }
  void set(const char *field, opmodel::AttributeValue value) {
    query.attributes[std::string("matmul_program_config.") + field] = std::move(value);
  }

  void askBlocks(int64_t width, int64_t step) {
    set("in0_block_w", step);
    set("out_block_w", width);
    set("out_subblock_w", largestDivisor(width, 8));
    ask();
  }

  void ask() {
    opmodel::Answer answer = model.constraints(query);
    Bytes operand = device::l1BytesPerCore(query.inputs[0], machine.numBanks());
    if (!answer.legal() || answer.constraints.totalPeakBytes + operand > l1Bytes)
      return;
    std::optional<opmodel::Runtime> runtime = model.runtime(query);
    if (runtime && (!best || runtime->totalNs < *best))
      best = runtime->totalNs;
  }

  const opmodel::OpModel &model;
  const queries::Machine &machine;
  const Bytes l1Bytes;
  opmodel::Query query;
  int64_t steps, columns; ///< of the weights, in tiles
  std::optional<double> best;
};

} // namespace

StoredProduct conversion::priceOfStored(const opmodel::OpModel &model, const queries::Machine &machine, Bytes l1Bytes,
                                        opmodel::Query query, std::optional<BufferType> joinedIn) {
  return {Programs(model, machine, l1Bytes, query).fromBanks(joinedIn),
          Programs(model, machine, l1Bytes, query).passed()};
}
