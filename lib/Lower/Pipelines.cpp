//===- Pipelines.cpp - The order of the passes, and why ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Lower/RaiseToTTIR.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

static SmallVector<std::string> disabledPatterns(const LoweringOptions &options) {
  std::vector<std::string> names = options.patterns.disabled();
  return SmallVector<std::string>(names.begin(), names.end());
}

/// TTIR as the library wants it: its ops, its broadcasts, its convolutions.
static void buildTTIRPasses(OpPassManager &manager, const LoweringOptions &options) {
  TTIRToTTIRDecompositionOptions decomposition;
  decomposition.decomposeBatchNorm = options.optimizes();
  manager.addPass(createTTIRToTTIRDecomposition(decomposition));
  manager.addPass(createMergeEqualOps());
  // Broadcasts first: fusing looks for reductions right before the op that uses them.
  if (options.enableImplicitBroadcastFolding)
    manager.addPass(createImplicitBroadcastFold());
  SmallVector<std::string> disabled = disabledPatterns(options);
  FusingOptions fusing;
  fusing.disablePatterns = disabled;
  // Scaled weights are computed once, or not at all: as tiles, 1x1 kernels take a thousand times their size.
  fusing.convWithMultiply = options.optimizes() && options.enableConstEval;
  if (options.enableFusing)
    manager.addPass(createFusing(fusing));
  // Permutes away from between a convolution and its scale and bias, then fuse those.
  if (options.enableEraseInverseOps) {
    manager.addPass(createEraseInverseOps({disabled}));
    manager.addPass(createMergeEqualOps());
    // Attention last: it is recognized by its parts.
    fusing.attention = options.optimizes();
    if (options.enableFusing)
      manager.addPass(createFusing(fusing));
  }
  // Before anything moves reshapes: heads are recognized by theirs. The merged weights are put together once.
  if (options.optimizes() && options.enableFusing && options.enableConstEval)
    manager.addPass(createHeadsFusing({disabled}, options.prices));
  manager.addPass(createFlattenSlidingWindow());
  // Now the unflattening reshapes.
  if (options.enableEraseInverseOps)
    manager.addPass(createEraseInverseOps({disabled}));
  if (options.enableImplicitBroadcastFolding)
    manager.addPass(createImplicitBroadcastFold());
  // What is left of the reshapes: shapes chosen by price. Then biases and activations stand beside their contractions.
  if (options.optimizes()) {
    manager.addPass(createNarrowRank({disabled}, options.prices));
    // Heads of tokens that were joined into rows of one tile each, which the kernel does not give, are in one tile now.
    SmallVector<std::string> allButJoining(disabled);
    allButJoining.append({"split-heads", "decode-attention"});
    if (options.enableFusing && options.enableConstEval)
      manager.addPass(createHeadsFusing({allButJoining}, options.prices));
    manager.addPass(createNarrowArithmetic({options.relaxedArithmetic, disabled}));
    if (options.enableFusing)
      manager.addPass(createFusing(fusing));
  }
  // After fusing, which compares types, and before const-eval, which converts once.
  manager.addPass(createWeightDtypeConversion({options.weightDtype}));
  manager.addPass(createMergeEqualOps());
  if (options.optimizes() && options.enableConstEval)
    manager.addPass(createOpForms({disabled}, options.prices));
  // Last: what it leaves in rows must not be taken apart again.
  if (options.optimizes() && options.enableConstEval)
    manager.addPass(createFoldStrides({disabled}, options.prices));
}

void conversion::buildDevicePasses(OpPassManager &manager, const LoweringOptions &options) {
  // First of all: what is not understood is not lowered unless somebody asks for it.
  manager.addPass(createVerifyKnownOps({options.allowUnknownOps}));
  // Nor what cannot run: the verifiers know only what the dialect says.
  manager.addPass(createVerifyLibraryRules());
  // Names come from the input as it was read.
  manager.addPass(createNameOps());
  manager.addPass(createWrapDeviceModule());
  manager.addPass(createMarkFunctionsAsForward());
  RegisterDeviceOptions device;
  device.systemDescPath = options.systemDescPath;
  device.mockSystemDescArch = options.mockSystemDescArch;
  device.defaultDevice = options.defaultDevice;
  device.l1Bytes = options.l1Bytes;
  device.cores = options.cores;
  device.meshShape.assign(options.meshShape.begin(), options.meshShape.end());
  device.meshTopology.assign(options.meshTopology.begin(), options.meshTopology.end());
  manager.addPass(createRegisterDevice(device));
}

/// From TTIR in any form, on a device, to TTIR that converts op by op.
static void buildTTIRLowering(OpPassManager &manager, const LoweringOptions &options) {
  // One function per entry point: layouts are assigned function by function.
  manager.addPass(createResolveComposites());
  manager.addPass(createInlinerPass());
  PopulateArgumentTypesOptions arguments;
  arguments.argumentTypes = options.argumentTypes;
  manager.addPass(createPopulateArgumentTypes(arguments));
  // Types before everything that builds ops: no pass below sees f64, i64 or i1.
  manager.addPass(createElementTypeNormalization());
  buildTTIRPasses(manager, options);
}

/// From there to TTNN.
static void buildConversion(OpPassManager &manager, const LoweringOptions &options) {
  if (options.enableConstEval)
    manager.addPass(createConstEvalHoist());
  manager.addPass(createTTNNLayout());
  manager.addPass(createConvertTTIRToTTNN({options.allowUnknownOps}));
  if (options.enableFusing)
    manager.addPass(createTTNNFusing({disabledPatterns(options)}));
  manager.addPass(createMergeEqualOps());
  manager.addPass(createVerifyLibraryRules());
  // The optimizer chooses fidelity itself; without it the precise one is the default.
  if (!options.optimizes() || options.computeMathFidelity || options.computeFp32DestAccEn) {
    SetComputeKernelConfigOptions compute;
    compute.mathFidelity = options.computeMathFidelity.value_or("hifi4");
    compute.fp32DestAccEn = options.computeFp32DestAccEn.value_or(true);
    manager.addPass(createSetComputeKernelConfig(compute));
  }
}

void conversion::buildTTIRToTTNNCommonPipeline(OpPassManager &manager, const LoweringOptions &options) {
  buildDevicePasses(manager, options);
  buildTTIRLowering(manager, options);
  buildConversion(manager, options);
}

void conversion::buildRaiseAndLowerPipeline(OpPassManager &manager, const LoweringOptions &options,
                                            const RaiseTTNNToTTIROptions &raise) {
  manager.addPass(createRaiseTTNNToTTIR(raise));
  manager.addPass(createMergeEqualOps());
  buildTTIRLowering(manager, options);
  buildConversion(manager, options);
}

void conversion::buildTTNNFinalizePipeline(OpPassManager &manager, const LoweringOptions &options) {
  // For the configurations of the plan.
  if (options.enableConstEval && options.optimizes())
    manager.addPass(createPrepareConvWeights({disabledPatterns(options)}));
  if (options.enableConstEval && options.enableConstEvalInputsToSystemMemory)
    manager.addPass(createConstEvalInputsToSystemMemory());
  // No CSE from here on: two equal moves into L1 are two short lives there, one would be a long one.
  manager.addPass(createDecomposeLayouts());
  manager.addPass(createDeallocate());
}

/// What is split over a mesh are the ops that run, not the parts that a front end wrote them in: attention whole, norms
/// whole, in shapes without padding that collectives would keep.
static void buildFusedTTIR(OpPassManager &manager, const LoweringOptions &options) {
  SmallVector<std::string> disabled = disabledPatterns(options);
  manager.addPass(createResolveComposites());
  manager.addPass(createInlinerPass());
  manager.addPass(createElementTypeNormalization());
  manager.addPass(createTTIRToTTIRDecomposition({/*decomposeBatchNorm=*/true}));
  manager.addPass(createMergeEqualOps());
  manager.addPass(createImplicitBroadcastFold());
  FusingOptions fusing;
  fusing.disablePatterns = disabled;
  fusing.convWithMultiply = true;
  manager.addPass(createFusing(fusing));
  manager.addPass(createEraseInverseOps({disabled}));
  manager.addPass(createMergeEqualOps());
  fusing.attention = true;
  manager.addPass(createFusing(fusing));
  manager.addPass(createImplicitBroadcastFold());
  manager.addPass(createNarrowRank());
}

namespace {
struct LowerPipelineOptions : PassPipelineOptions<LowerPipelineOptions> {
  Option<int64_t> level{*this, "optimization-level", llvm::cl::init(0), llvm::cl::desc("0, 1 or 2")};
  Option<std::string> arch{*this, "mock-system-desc-arch", llvm::cl::desc("Architecture or preset")};
  Option<std::string> path{*this, "system-desc-path", llvm::cl::desc("System descriptor file")};
  Option<bool> constEval{*this, "enable-const-eval", llvm::cl::init(true), llvm::cl::desc("Hoist const-eval")};
  Option<bool> fusing{*this, "enable-fusing-pass", llvm::cl::init(true), llvm::cl::desc("Fuse TTIR ops")};
  Option<bool> allowUnknownOps{*this, "allow-unknown-ops", llvm::cl::init(false),
                               llvm::cl::desc("Keep ops that no dialect defines as opaque ops")};
#define LOWERING_PATTERN(name, option, byDefault, description)                                                         \
  Option<bool> enable##name{*this, "enable-" option, llvm::cl::desc(description), llvm::cl::init(byDefault)};
#include "alcove/Lower/LoweringPatterns.def"

  LoweringOptions lowering() const {
    LoweringOptions options;
    options.optimizationLevel = level;
    options.mockSystemDescArch = arch;
    options.systemDescPath = path;
    options.enableConstEval = constEval;
    options.enableFusing = fusing;
    options.allowUnknownOps = allowUnknownOps;
#define LOWERING_PATTERN(name, option, byDefault, description)                                                         \
  options.patterns.set(LoweringPattern::name, enable##name);
#include "alcove/Lower/LoweringPatterns.def"
    return options;
  }
};
} // namespace

namespace alcove::conversion::generated {
#define GEN_PASS_REGISTRATION
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion::generated

void conversion::registerConversionPasses(MakeOpPrices prices) {
  generated::registerConversionPasses();
  PassPipelineRegistration<LowerPipelineOptions>(
      "ttir-lowering", "TTIR as it is before it becomes TTNN; on its own result it changes nothing",
      [prices](OpPassManager &manager, const LowerPipelineOptions &given) {
        LoweringOptions options = given.lowering();
        options.prices = prices;
        buildDevicePasses(manager, options);
        buildTTIRLowering(manager, options);
      });
  PassPipelineRegistration<LowerPipelineOptions>(
      "ttir-fuse-for-mesh", "TTIR with the library's larger ops, on no device yet",
      [](OpPassManager &manager, const LowerPipelineOptions &given) { buildFusedTTIR(manager, given.lowering()); });
  PassPipelineRegistration<>("ttir-narrow-rank-by-price", "ttir-narrow-rank with the op model's prices",
                             [prices](OpPassManager &manager) { manager.addPass(createNarrowRank({}, prices)); });
  PassPipelineRegistration<LowerPipelineOptions>("lower-ttir-to-ttnn", "TTIR to executable TTNN without an optimizer",
                                                 [](OpPassManager &manager, const LowerPipelineOptions &given) {
                                                   LoweringOptions options = given.lowering();
                                                   buildTTIRToTTNNCommonPipeline(manager, options);
                                                   buildTTNNFinalizePipeline(manager, options);
                                                 });
}
