//===- Matmul.cpp - Rules of matmul and linear ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;
using device::MemoryLayout;

namespace {
struct MatmulTiles {
  int64_t m, k, n;
};
} // namespace

/// Batch of the left side is folded into m; a batched right side has no sharded program.
static std::optional<MatmulTiles> tilesOf(Operation *op) {
  ArrayRef<int64_t> a = shape::of(op->getOperand(0)), b = shape::of(op->getOperand(1));
  ArrayRef<int64_t> out = shape::of(op->getResult(0));
  if (a.size() < 2 || b.size() < 2 || out.size() < 2)
    return std::nullopt;
  for (int64_t extent : b.drop_back(2))
    if (extent != 1)
      return std::nullopt;
  bool transposeA = cast<BoolAttr>(op->getAttr("transpose_a")).getValue();
  int64_t k = transposeA ? a[a.size() - 2] : a.back();
  int64_t rows = ceilDiv(out[out.size() - 2], 32);
  for (int64_t extent : out.drop_back(2))
    rows *= extent;
  return MatmulTiles{rows, ceilDiv(k, 32), ceilDiv(out.back(), 32)};
}

/// Largest divisor of `value` that is at most `limit`.
static int64_t largestDivisor(int64_t value, int64_t limit) {
  for (int64_t divisor = std::min(value, limit); divisor > 1; --divisor)
    if (value % divisor == 0)
      return divisor;
  return 1;
}

/// Tiles that the destination registers hold: 8, twice with full sync, half with fp32 accumulation.
static int64_t maxSubblockTiles(Operation *op) {
  auto compute = op->getAttrOfType<ttnn::DeviceComputeKernelConfigAttr>("compute_config");
  int64_t tiles = 8;
  if (compute && compute.getBool("dst_full_sync_en").value_or(false))
    tiles *= 2;
  if (compute && compute.getBool("fp32_dest_acc_en").value_or(false))
    tiles /= 2;
  return tiles;
}

namespace {
/// Collects fields in the order they are written.
struct Fields {
  explicit Fields(MLIRContext *context) : builder(context) {}
  void integer(StringRef name, int64_t value) { list.set(name, builder.getI64IntegerAttr(value)); }
  void boolean(StringRef name, bool value) { list.set(name, builder.getBoolAttr(value)); }
  DictionaryAttr get() { return list.getDictionary(builder.getContext()); }
  Builder builder;
  NamedAttrList list;
};
} // namespace

static void addBlocks(Fields &fields, int64_t perCoreM, int64_t perCoreN, int64_t in0BlockW, int64_t maxSubblock) {
  fields.integer("in0_block_w", in0BlockW);
  fields.integer("out_subblock_h", 1);
  fields.integer("out_subblock_w", largestDivisor(perCoreN, maxSubblock));
  fields.integer("out_block_h", perCoreM);
  fields.integer("out_block_w", perCoreN);
  fields.integer("per_core_m", perCoreM);
  fields.integer("per_core_n", perCoreN);
}

static Attribute multicast1D(MLIRContext *context, const queries::Machine &machine, int64_t perCoreM, int64_t perCoreN,
                             int64_t in0BlockW, bool mcastIn0, int64_t maxSubblock, Attribute activation) {
  Fields fields(context);
  fields.list.set("compute_with_storage_grid_size",
                  ttnn::CoreCoordAttr::get(context, machine.workerGrid.second, machine.workerGrid.first));
  addBlocks(fields, perCoreM, perCoreN, in0BlockW, maxSubblock);
  fields.boolean("fuse_batch", true);
  if (activation)
    fields.list.set("fused_activation", activation);
  fields.boolean("mcast_in0", mcastIn0);
  fields.boolean("gather_in0", false);
  fields.list.set("hop_cores", ttnn::CoreRangeSetAttr::get(context, {}));
  fields.integer("num_global_cb_receivers", 0);
  fields.boolean("untilize_out", false);
  return ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr::get(context, fields.get());
}

/// Program configuration for a matmul or linear whose result is sharded as `output`, or null when there is none:
/// width-sharded results multicast in0 in one dimension, height-sharded ones in1, block-sharded ones both. All sizes in
/// tiles. Source: tt-mlir Analysis/MatmulProgramConfig.cpp.
static Attribute programConfig(Operation *op, const device::TensorLayout &output, const queries::Machine &machine) {
  std::optional<MatmulTiles> tiles = tilesOf(op);
  if (!tiles || !output.isSharded() || !output.isTiled())
    return Attribute();
  MLIRContext *context = op->getContext();
  int64_t maxSubblock = maxSubblockTiles(op);
  Attribute activation;
  if (auto word = op->getAttrOfType<StringAttr>("activation"))
    activation = ttnn::UnaryWithParamAttr::get(context, word, ArrayAttr());

  bool wide = output.memoryLayout == MemoryLayout::WidthSharded ||
              (output.memoryLayout == MemoryLayout::BlockSharded && output.gridRows == 1);
  bool tall = output.memoryLayout == MemoryLayout::HeightSharded ||
              (output.memoryLayout == MemoryLayout::BlockSharded && output.gridCols == 1);
  if (wide) {
    int64_t in0BlockW = tiles->n > 128 ? largestDivisor(tiles->k, 2) : 1;
    for (int64_t width : {8, 4, 2})
      if (tiles->n <= 128 && tiles->k % width == 0) {
        in0BlockW = width;
        break;
      }
    return multicast1D(context, machine, tiles->m, ceilDiv(tiles->n, output.gridCols), in0BlockW, true, maxSubblock,
                       activation);
  }
  if (tall)
    return multicast1D(context, machine, ceilDiv(tiles->m, output.gridRows), tiles->n, tiles->k, false, maxSubblock,
                       activation);

  Fields fields(context);
  fields.list.set("compute_with_storage_grid_size",
                  ttnn::CoreCoordAttr::get(context, output.gridCols, output.gridRows));
  addBlocks(fields, ceilDiv(tiles->m, output.gridRows), ceilDiv(tiles->n, output.gridCols), tiles->k % 2 == 0 ? 2 : 1,
            maxSubblock);
  fields.boolean("transpose_mcast", false);
  if (activation)
    fields.list.set("fused_activation", activation);
  fields.boolean("fuse_batch", true);
  return ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr::get(context, fields.get());
}

namespace {
class MatmulRules : public OpRules {
public:
  MatmulRules() : OpRules(plan::OpFamily::Matmul) {}

  bool choosesItsProgram() const override { return true; }

  /// Sharded results exist only with a program configuration.
  std::vector<OpConfiguration> configurations(Operation *op, ArrayRef<device::TensorLayout> results,
                                              const queries::Machine &machine,
                                              const layouts::Overrides &overrides) const override {
    Builder builder(op->getContext());
    std::vector<OpConfiguration> configurations;
    for (const device::TensorLayout &result : results) {
      if (!result.isSharded())
        configurations.push_back({result, {}});
      else if (Attribute config = programConfig(op, result, machine))
        configurations.push_back({result, {builder.getNamedAttr("matmul_program_config", config)}});
    }
    return configurations;
  }

  /// A program configuration carries the activation itself; saying it twice applies it twice (tt-metal#35060).
  void finish(Operation *op, bool configured) const override {
    if (configured && op->hasAttr("matmul_program_config") && op->hasAttr("activation"))
      op->removeAttr("activation");
  }

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override {
    traits.chainShardable = true;
    traits.mayUpgrade = false;
  }
};
} // namespace

ArrayRef<OpRulesRow> transforms::matmulRows() {
  static const MatmulRules rules;
  static const OpRulesRow rows[] = {{"matmul", &rules}, {"linear", &rules}};
  return rows;
}
