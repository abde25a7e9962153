//===- Passes.h - From TTIR to un-optimized TTNN -------------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_PASSES_H
#define ALCOVE_LOWER_PASSES_H

#include "alcove/Lower/LoweringPatterns.h"
#include "alcove/Lower/OpPrices.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "alcove/Base/CommandLine/Llvm/Range.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace alcove::conversion {

#define GEN_PASS_DECL
#include "alcove/Lower/Passes.h.inc"

/// What a user may say about lowering. Names are those of the pipeline options without their dashes.
struct LoweringOptions {
  std::string systemDescPath;                ///< JSON or #ttcore.system_desc text
  std::string mockSystemDescArch;            ///< architecture or preset, the same device as the file's; empty: none
  std::string defaultDevice = "wormhole_b0"; ///< where neither the module nor an option names one
  int64_t l1Bytes = 0;                       ///< of every core; 0 = the device's
  std::string cores;                         ///< `7x8`, at most the device's; empty = the device's
  std::vector<int64_t> meshShape;            ///< empty: that of the module's ttcore.meshes
  std::vector<std::string> meshTopology;     ///< ring, linear
  std::string argumentTypes;                 ///< function=kind,kind;function=...
  bool allowUnknownOps = false;              ///< else they are errors (alcove/Ops/Dialect/UnknownOps.h)

  int64_t optimizationLevel = 0; ///< 0, 1 or 2
  bool enableFusing = true;
  bool enableImplicitBroadcastFolding = true;
  bool enableEraseInverseOps = true;
  bool enableConstEval = true;
  bool enableConstEvalInputsToSystemMemory = true;
  bool relaxedArithmetic = false; ///< narrow-arithmetic of chains: results differ by roundings
  PatternSwitches patterns;       ///< single rewritings; those of a pass that is off do not happen

  std::string weightDtype = "none"; ///< none, bfp_bf8, bfp_bf4: of weights without a `ttcore.weight_dtype`

  /// Prices for rewritings that are not always a gain; empty: every match is one.
  MakeOpPrices prices;

  /// Compute kernels at level 0 and, when set by the user, above: lofi, hifi2, hifi3, hifi4.
  std::optional<std::string> computeMathFidelity;
  std::optional<bool> computeFp32DestAccEn;

  bool optimizes() const { return optimizationLevel >= 1; }
};

/// The pass with prices: what costs more than what it replaces does not happen.
std::unique_ptr<mlir::Pass> createHeadsFusing(HeadsFusingOptions options, MakeOpPrices prices);
std::unique_ptr<mlir::Pass> createNarrowRank(NarrowRankOptions options, MakeOpPrices prices);
std::unique_ptr<mlir::Pass> createFoldStrides(FoldStridesOptions options, MakeOpPrices prices);
std::unique_ptr<mlir::Pass> createOpForms(OpFormsOptions options, MakeOpPrices prices);

/// Structure: what the device runs, and on which device. Changes nothing where both are said.
void buildDevicePasses(mlir::OpPassManager &manager, const LoweringOptions &options);
/// Takes TTIR in any form to TTNN that the optimizer can start on: every tensor interleaved in DRAM as tiles.
void buildTTIRToTTNNCommonPipeline(mlir::OpPassManager &manager, const LoweringOptions &options);
/// Takes the optimizer's result to what a run time executes: layout changes decomposed, dead tensors freed.
void buildTTNNFinalizePipeline(mlir::OpPassManager &manager, const LoweringOptions &options);

/// The passes of this room, and `lower-ttir-to-ttnn` = both pipelines without an optimizer between them.
/// `prices` for the pipelines; the passes by themselves have none.
void registerConversionPasses(MakeOpPrices prices = {});

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_PASSES_H
