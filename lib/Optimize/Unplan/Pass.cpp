//===- Pass.cpp - ttnn-take-back-plan -------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Preparations.h"
#include "alcove/Lower/PlannedConfig.h"
#include "alcove/Ops/Dialect/Effects.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Queries/Queries.h"
#include "alcove/Optimize/Passes.h"

#include "mlir/IR/Builders.h"

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNTAKEBACKPLAN
#include "alcove/Optimize/Passes.h.inc"
} // namespace alcove::transforms

using namespace mlir;
using namespace alcove;

static bool onDevice(ttnn::TTNNLayoutAttr layout) {
  return layout && layout.getBufferType() != ttnn::BufferType::SystemMemory;
}

/// Moves a tensor or changes its pages, and nothing else. Where somebody writes into one of two copies, a copy is meant.
static bool isLayoutOp(Operation *op) {
  if (auto assign = dyn_cast<ttnn::AssignOp>(op);
      assign && (isWrittenInPlace(assign.getInput()) || isWrittenInPlace(assign.getResult())))
    return false;
  return isa<ttnn::ToLayoutOp, ttnn::ToDeviceOp, ttnn::FromDeviceOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp,
             ttnn::AssignOp>(op) &&
         ttnn::layoutOf(op->getOperand(0).getType()) && ttnn::layoutOf(op->getResult(0).getType());
}

/// A convolution whose weights are no (out, in / groups, height, width): somebody prepared them for the sharding and
/// the blocks that its configuration names, so these are given.
static bool hasPreparedWeights(Operation *op) {
  auto conv = dyn_cast<ttnn::Conv2dOp>(op);
  if (!conv || conv.getGroups() < 1)
    return false;
  ArrayRef<int32_t> kernel = conv.getKernelSize();
  std::array<int64_t, 4> plain{conv.getOutChannels(), conv.getInChannels() / conv.getGroups(), kernel[0], kernel[1]};
  return cast<ShapedType>(op->getOperand(1).getType()).getShape() != ArrayRef<int64_t>(plain);
}

/// Configuration and layout that cannot be taken back without another meaning: prepared weights; an activation with
/// parameters, for which the op has no place but its configuration.
static bool isGiven(Operation *op) {
  ttnn::UnaryWithParamAttr activation = conversion::fusedActivation(op);
  return hasPreparedWeights(op) || (activation && activation.getParams() && !activation.getParams().empty());
}

namespace {

/// Takes the plan of one function back.
class FunctionTakeBack {
public:
  FunctionTakeBack(func::FuncOp function, const queries::Machine &machine, StringRef keepComputeConfigs)
      : function(function), machine(machine), keepComputeConfigs(keepComputeConfigs), builder(function.getContext()) {}

  void run() {
    Block &body = function.getBody().front();
    // Merging erases an op further up, never the next one.
    for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
      if (isLayoutOp(&op)) {
        mergeLayoutOp(&op);
      } else if (isGiven(&op)) {
        op.setAttr(transforms::keptLayoutAttrName, builder.getUnitAttr());
      } else if (isa<ttnn::TTNNDialect>(op.getDialect()) || isa<ttcore::LoadCachedOp>(op)) {
        for (Value result : op.getResults())
          if (auto type = dyn_cast<RankedTensorType>(result.getType()))
            result.setType(freeType(type));
        dropConfigurations(&op);
      }
    }
    // Where a cached constant lies is the plan's choice, and its readers' types are free as well.
    if (ttcore::isConstEvalFunction(function)) {
      SmallVector<Type> results;
      for (Type type : function.getResultTypes())
        results.push_back(isa<RankedTensorType>(type) ? freeType(cast<RankedTensorType>(type)) : type);
      function.setType(FunctionType::get(function.getContext(), function.getFunctionType().getInputs(), results));
    }
    restoreReturns(body.getTerminator());
    SmallVector<Operation *> unused;
    for (Operation &op : body)
      if (isa<ttnn::ToTensorSpecOp, ttnn::GetDeviceOp>(op))
        unused.push_back(&op);
    for (Operation *op : llvm::reverse(unused))
      if (op->use_empty())
        op->erase();
  }

private:
  /// On the device: interleaved in DRAM with the same pages. On the host: as it is.
  RankedTensorType freeType(RankedTensorType type) const {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
    if (!onDevice(layout))
      return type;
    device::TensorLayout given = ttnn::specOf(type).layout, free;
    if (given.isDram() && !given.isSharded())
      return type;
    free.dataType = given.dataType;
    free.pageLayout = given.pageLayout;
    return ttnn::withLayout(type,
                            ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), free, machine.workerGrid));
  }

  static device::DataType dataType(Value value) {
    return ttnn::specOf(cast<RankedTensorType>(value.getType())).layout.dataType;
  }

  /// Steps of one change of layout become one op again, which is decomposed anew for the new plan; a change to where
  /// the tensor lies already goes. A step that others read stays, and so does one that rounds.
  void mergeLayoutOp(Operation *op) {
    Value source = op->getOperand(0);
    RankedTensorType target = freeType(cast<RankedTensorType>(op->getResult(0).getType()));
    auto before = source.getDefiningOp<ttnn::ToTensorSpecOp>();
    bool rounds = before && dataType(before.getInput()) != dataType(source) &&
                  dataType(source) != ttnn::specOf(target).layout.dataType;
    if (before && source.hasOneUse() && !rounds)
      source = before.getInput();
    else
      before = {};
    Value result = source;
    if (source.getType() != target) {
      builder.setInsertionPoint(op);
      result = ttnn::ToTensorSpecOp::create(builder, op->getLoc(), target, source);
    } else if (isReadBehindWriteOf(source, op->getResult(0), op)) {
      builder.setInsertionPoint(op);
      result = ttnn::AssignOp::create(builder, op->getLoc(), target, source);
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    if (before)
      before.erase();
  }

  void dropConfigurations(Operation *op) {
    op->removeAttr("conv2d_slice_config");
    op->removeAttr("memory_config"); // the layout of the result says it
    if (auto compute = op->getAttrOfType<ttnn::DeviceComputeKernelConfigAttr>("compute_config"))
      if (keepComputeConfigs == "false" ||
          (keepComputeConfigs == "auto" && conversion::isDefaultComputeConfig(compute)))
        op->removeAttr("compute_config");
    if (auto config = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config")) {
      NamedAttrList fields(config.getFields());
      for (StringRef field : conversion::plannedConvFields())
        fields.erase(field);
      if (fields.empty())
        op->removeAttr("conv2d_config");
      else
        op->setAttr("conv2d_config",
                    ttnn::Conv2dConfigAttr::get(op->getContext(), fields.getDictionary(op->getContext())));
    }
    dropProgramConfig(op);
  }

  /// The activation that a program configuration carries goes back to the op.
  static void dropProgramConfig(Operation *op) {
    if (ttnn::UnaryWithParamAttr activation = conversion::fusedActivation(op))
      op->setAttr("activation", activation.getOpType());
    op->removeAttr("matmul_program_config");
  }

  /// What the function promises its callers stays.
  void restoreReturns(Operation *terminator) {
    for (auto [operand, promised] : llvm::zip(terminator->getOpOperands(), function.getResultTypes())) {
      if (operand.get().getType() == promised || !isa<RankedTensorType>(promised))
        continue;
      builder.setInsertionPoint(terminator);
      operand.set(ttnn::ToTensorSpecOp::create(builder, terminator->getLoc(), promised, operand.get()));
    }
  }

  func::FuncOp function;
  const queries::Machine &machine;
  StringRef keepComputeConfigs; ///< true, false or auto
  OpBuilder builder;
};

struct TakeBackPlan : transforms::impl::TTNNTakeBackPlanBase<TakeBackPlan> {
  using TTNNTakeBackPlanBase::TTNNTakeBackPlanBase;

  void runOnOperation() override {
    if (!llvm::is_contained({"auto", "true", "false"}, StringRef(keepComputeConfigs))) {
      emitError(getOperation().getLoc()) << "keep-compute-configs '" << keepComputeConfigs
                                         << "': expected auto, true or false";
      return signalPassFailure();
    }
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine)
      return; // a module without a device is planned inside
    if (!keepLayouts)
      transforms::takeBackPreparations(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      if (!llvm::hasSingleElement(function.getBody())) {
        function.emitOpError("ttnn-take-back-plan: has ") << function.getBody().getBlocks().size() << " blocks, not 1";
        return signalPassFailure();
      }
      for (ttnn::DeallocateOp op : llvm::make_early_inc_range(function.getOps<ttnn::DeallocateOp>()))
        op.erase();
      if (keepLayouts)
        markGiven(function);
      else
        FunctionTakeBack(function, *machine, keepComputeConfigs).run();
    }
  }

  /// A result in L1, or sharded anywhere, was placed by somebody: its op keeps layout and configuration. So does what
  /// weights were prepared for.
  static void markGiven(func::FuncOp function) {
    function.walk([](Operation *op) {
      if (hasPreparedWeights(op) || llvm::any_of(op->getResultTypes(), [](Type type) {
            ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
            return onDevice(layout) && (layout.getBufferType() == ttnn::BufferType::L1 ||
                                        ttnn::specOf(cast<RankedTensorType>(type)).layout.isSharded());
          }))
        op->setAttr(transforms::keptLayoutAttrName, UnitAttr::get(op->getContext()));
    });
  }
};
} // namespace
