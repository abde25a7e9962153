//===- Contraction.cpp - Rules of matmul and linear ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatmulPrograms.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;
using device::MemoryLayout;

/// Program configuration for a matmul or linear whose result is sharded as `output`, or null when there is none:
/// width-sharded results multicast in0 in one dimension, height-sharded ones in1, block-sharded ones both. All sizes in
/// tiles. Source: tt-mlir Analysis/MatmulProgramConfig.cpp.
static Attribute programConfig(Operation *op, const device::TensorLayout &output, const queries::Machine &machine) {
  std::optional<MatmulTiles> tiles = matmulTilesOf(op);
  // A batched right side has no sharded program.
  if (!tiles || tiles->batch > 1 || !output.isSharded() || !output.isTiled())
    return Attribute();
  MLIRContext *context = op->getContext();
  auto blocks = [&](int64_t perCoreM, int64_t perCoreN, int64_t in0BlockW) {
    return MatmulBlocks{perCoreM, perCoreN, in0BlockW, 0, 0, 1, largestDivisor(perCoreN, maxSubblockTiles(op))};
  };
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
    return multicast1D(context, machine.workerGrid, blocks(tiles->m, ceilDiv(tiles->n, output.gridCols), in0BlockW),
                       true, true, activationOf(op));
  }
  if (tall)
    return multicast1D(context, machine.workerGrid, blocks(ceilDiv(tiles->m, output.gridRows), tiles->n, tiles->k),
                       false, true, activationOf(op));
  return multicast2D(
      context, {output.gridRows, output.gridCols},
      blocks(ceilDiv(tiles->m, output.gridRows), ceilDiv(tiles->n, output.gridCols), tiles->k % 2 == 0 ? 2 : 1), true,
      activationOf(op));
}

namespace {
class MatmulRules : public OpRules {
public:
  MatmulRules() : OpRules(plan::OpKind::Matmul) {}

  bool hasPrograms() const override { return true; }
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

  std::vector<OpProgram> programs(Operation *op, const ProgramRequest &request) const override {
    return matmulPrograms(op, request);
  }

  /// A program configuration carries the activation itself; saying it twice applies it twice (tt-metal#35060).
  void finish(Operation *op, bool configured, bool) const override {
    if (configured && op->hasAttr("matmul_program_config") && op->hasAttr("activation") &&
        !isa<ttnn::MatmulMultiCoreReuseProgramConfigAttr>(op->getAttr("matmul_program_config")))
      op->removeAttr("activation");
  }

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override {
    traits.chainShardable = true;
    traits.mayUpgrade = false;
  }
};
} // namespace

ArrayRef<OpRulesRow> transforms::contractionRows() {
  static const MatmulRules rules;
  static const OpRulesRow rows[] = {{"matmul", &rules}, {"linear", &rules}};
  return rows;
}
