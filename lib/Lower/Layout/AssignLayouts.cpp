//===- AssignLayouts.cpp - A layout for every tensor ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../TTIRBuilder.h"
#include "Places.h"
#include "alcove/Lower/GivenLayouts.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_TTNNLAYOUT
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct TTNNLayoutPass : conversion::impl::TTNNLayoutBase<TTNNLayoutPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (ttcore::DeviceAttr device = ttcore::lookupDevice(deviceModuleOf(module))) {
      ArrayRef<int64_t> grid = device.getWorkerGrid().getShape();
      if (grid.size() >= 2)
        workers = {grid[grid.size() - 2], grid.back()};
    }
    for (auto function : deviceModuleOf(module).getOps<func::FuncOp>())
      if (function.isDeclaration() && failed(assignDeclaration(function)))
        return signalPassFailure();
    // Forward functions first: they say how const-eval functions are called.
    SmallVector<func::FuncOp> functions = deviceFunctions(module);
    for (bool callees : {false, true})
      for (func::FuncOp function : functions)
        if (ttcore::isConstEvalFunction(function) == callees && failed(assign(function)))
          return signalPassFailure();
  }

private:
  /// Null, after an error, when the device has no such element type.
  Type placed(Type type, Place place, Operation *op) {
    if (isa<TensorType>(type) && !cast<TensorType>(type).hasStaticShape()) {
      op->emitError("a layout needs a static shape, got ") << type;
      return {};
    }
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getEncoding())
      return type;
    std::optional<device::DataType> dataType = ttcore::dataTypeOf(tensor.getElementType());
    if (!dataType) {
      op->emitError("no data type of the device stands for ") << tensor.getElementType();
      return {};
    }
    device::TensorLayout layout;
    layout.dataType = *dataType;
    if (place != Place::DramTile)
      layout.pageLayout = device::PageLayout::RowMajor;
    if (place == Place::HostRowMajor)
      layout.bufferType = device::BufferType::SystemMemory;
    auto encoding = ttnn::TTNNLayoutAttr::get(&getContext(), tensor.getShape(), layout, workers);
    return RankedTensorType::get(tensor.getShape(), tensor.getElementType(), encoding);
  }

  static bool onlyHostUses(Value value) { return !value.use_empty() && llvm::all_of(value.getUses(), wantsHost); }
  static bool onlyTables(Value value) { return !value.use_empty() && llvm::all_of(value.getUses(), isTable); }

  static Place placeOfArgument(BlockArgument argument) {
    if (onlyHostUses(argument))
      return Place::HostRowMajor;
    auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    bool isCache = function.getArgAttr(argument.getArgNumber(), ttcore::kvCacheAttrName) || isWrittenInPlace(argument);
    if (argumentTypeOf(argument) == ttcore::ArgumentType::Input && !isCache)
      return Place::DramRowMajor;
    if (onlyTables(argument))
      return Place::DramRowMajor;
    return Place::DramTile;
  }

  /// The type with the layout that callers rely on; null when none is given, or it is given already.
  static Type given(Type type, Attribute layout) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto encoding = dyn_cast_or_null<ttnn::TTNNLayoutAttr>(layout);
    return tensor && encoding && !tensor.getEncoding() ? ttnn::withLayout(tensor, encoding) : RankedTensorType();
  }

  LogicalResult assignDeclaration(func::FuncOp function) {
    SmallVector<Type> inputs, results;
    for (auto [from, to] :
         {std::pair(function.getArgumentTypes(), &inputs), std::pair(function.getResultTypes(), &results)})
      for (Type type : from) {
        to->push_back(placed(type, Place::DramTile, function));
        if (!to->back())
          return failure();
      }
    function.setType(FunctionType::get(&getContext(), inputs, results));
    return success();
  }

  LogicalResult assign(func::FuncOp function) {
    for (BlockArgument argument : function.getArguments()) {
      Type type = calleeTypes.lookup(argument);
      if (!type)
        type = given(argument.getType(), function.removeArgAttr(argument.getArgNumber(), givenLayoutAttrName));
      if (!type)
        type = placed(argument.getType(), placeOfArgument(argument), function);
      if (!type)
        return failure();
      argument.setType(type);
    }
    WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
      // Loops and branches pass tiles.
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments()) {
            Type type = placed(argument.getType(), Place::DramTile, op);
            if (!type)
              return failure();
            argument.setType(type);
          }
      for (Value result : op->getResults()) {
        bool fromCache = isa<ttcore::LoadCachedOp>(op);
        bool inRows = op->hasAttr(rowMajorAttrName) || (fromCache && onlyTables(result));
        Place place = fromCache && onlyHostUses(result) ? Place::HostRowMajor
                      : inRows                          ? Place::DramRowMajor
                                                        : Place::DramTile;
        Type type = placed(result.getType(), place, op);
        if (!type)
          return failure();
        result.setType(type);
      }
      return success();
    });
    if (walked.wasInterrupted() || failed(convertOperands(function)))
      return failure();
    function.walk([&](ttcore::LoadCachedOp load) { recordCallee(load); });
    SmallVector<Type> results(function.getResultTypes());
    if (auto terminator = dyn_cast<func::ReturnOp>(function.getBody().back().getTerminator()))
      results.assign(terminator.getOperandTypes().begin(), terminator.getOperandTypes().end());
    function.setType(FunctionType::get(&getContext(), llvm::to_vector(function.getBody().getArgumentTypes()), results));
    for (unsigned index = 0; index < results.size(); ++index)
      function.removeResultAttr(index, StringAttr::get(&getContext(), givenLayoutAttrName));
    return success();
  }

  void recordCallee(ttcore::LoadCachedOp load) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
    if (!callee || callee.isDeclaration())
      return;
    for (auto [argument, operand] : llvm::zip(callee.getArguments(), load.getInputs()))
      calleeTypes[argument] = operand.getType();
    calleeResults[callee] = llvm::to_vector(load.getResultTypes());
  }

  Type wantedByCall(func::CallOp call, OpOperand &use) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!callee)
      return {};
    Type type = callee.getFunctionType().getInput(use.getOperandNumber());
    if (callee.isDeclaration())
      return type;
    return placed(type, placeOfArgument(callee.getArgument(use.getOperandNumber())), call);
  }

  /// The layout in which `use` takes its value; null = any.
  Type wanted(OpOperand &use, func::FuncOp function) {
    Type type = use.get().getType();
    auto tensor = dyn_cast<RankedTensorType>(type);
    // Moves take anything, and an op of TTNN has the layouts that it wants.
    if (!tensor || isa<ttcore::LoadCachedOp, ttir::ToLayoutOp>(use.getOwner()) ||
        isa_and_nonnull<ttnn::TTNNDialect>(use.getOwner()->getDialect()))
      return {};
    auto bare = RankedTensorType::get(tensor.getShape(), tensor.getElementType());
    if (auto call = dyn_cast<func::CallOp>(use.getOwner()))
      return wantedByCall(call, use);
    if (isa<func::ReturnOp>(use.getOwner())) {
      if (Type type = given(bare, function.getResultAttr(use.getOperandNumber(), givenLayoutAttrName)))
        return type;
      if (auto found = calleeResults.find(function); found != calleeResults.end())
        return found->second[use.getOperandNumber()];
    }
    return placed(bare, wantedPlace(use), use.getOwner());
  }

  /// Converts where a user wants another layout than the value has: once per value and layout, before the first such
  /// user.
  LogicalResult convertOperands(func::FuncOp function) {
    SmallVector<Block *> blocks;
    function.walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks) {
      DenseMap<std::pair<Value, Type>, Value> converted;
      for (Operation &op : llvm::make_early_inc_range(*block)) {
        for (OpOperand &use : op.getOpOperands()) {
          Type type = wanted(use, function);
          if (!type || type == use.get().getType())
            continue;
          Value &slot = converted[{use.get(), type}];
          if (!slot) {
            OpBuilder builder(&op);
            std::string suffix = "_in_" + std::to_string(use.getOperandNumber()) + "_layout";
            OperationState state(suffixed(op.getLoc(), suffix), "ttir.to_layout");
            state.addOperands(use.get());
            state.addTypes(type);
            slot = builder.create(state)->getResult(0);
          }
          use.set(slot);
        }
      }
    }
    return success();
  }

  std::pair<int64_t, int64_t> workers{8, 8};
  DenseMap<Value, Type> calleeTypes;
  DenseMap<Operation *, SmallVector<Type>> calleeResults;
};
} // namespace
