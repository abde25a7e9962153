//===- Pass.cpp - TTNN back to TTIR ---------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function is written anew, op by op, in TTIR without layouts:
//
//   %2 = "ttnn.to_memory_config"(%1) : dram -> l1            nothing: %2 is %1
//   %3 = "ttnn.divide"(%2, %0)                               %3 = "ttir.div"(%1, %0)
//   %4 = ttcore.load_cached(@f_const_eval_0, [%arg1])        the ops of @f_const_eval_0
//   "ttnn.deallocate"(%2)                                    nothing
//   %5 = "ttnn.strange"(%3) : tensor<.., #l1>                %a = "ttir.to_layout"(%3) : -> tensor<.., #l1>
//                                                            %b = "ttnn.strange"(%a)
//                                                            %5 = "ttir.to_layout"(%b)
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "Raisers.h"
#include "alcove/Lower/GivenLayouts.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_RAISETTNNTOTTIR
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// Moves a tensor or changes its pages or data type, and nothing else.
bool isLayoutOp(Operation *op) {
  return isa<ttnn::ToLayoutOp, ttnn::ToDeviceOp, ttnn::FromDeviceOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp,
             ttnn::AssignOp>(op);
}

Type withoutLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? conversion::withoutLayout(tensor) : type;
}

/// Writes one function anew. What it makes lies in a block of its own until everything is raised.
class FunctionRaise {
public:
  FunctionRaise(func::FuncOp function, const RaiserTable &table, StringRef keepComputeConfigs)
      : function(function), table(table), keepComputeConfigs(keepComputeConfigs), builder(function.getContext()) {}

  LogicalResult run() {
    Block &old = function.getBody().front();
    block = new Block;
    function.getBody().push_back(block);
    for (BlockArgument argument : old.getArguments())
      raised[argument] = block->addArgument(withoutLayout(argument.getType()), argument.getLoc());
    builder.setInsertionPointToEnd(block);
    if (failed(raiseBlock(old, /*depth=*/0)))
      return failure();
    SmallVector<Value> results;
    for (Value value : old.getTerminator()->getOperands())
      results.push_back(raised.lookup(value));
    func::ReturnOp::create(builder, old.getTerminator()->getLoc(), results);
    keepPromises();
    old.erase();
    function.setType(FunctionType::get(function.getContext(), llvm::to_vector(block->getArgumentTypes()),
                                       llvm::to_vector(ValueRange(results).getTypes())));
    return success();
  }

private:
  LogicalResult raiseBlock(Block &from, unsigned depth) {
    for (Operation &op : from.without_terminator())
      if (failed(raise(&op, depth)))
        return failure();
    return success();
  }

  LogicalResult raise(Operation *op, unsigned depth) {
    if (isa<ttnn::DeallocateOp, ttnn::GetDeviceOp>(op))
      return success();
    if (isLayoutOp(op))
      return raiseLayoutOp(op, depth);
    if (auto load = dyn_cast<ttcore::LoadCachedOp>(op))
      return raiseCached(load, depth);
    std::string why = "there is no TTIR op for it";
    if (auto raiser = table.find(op->getName().stripDialect());
        isa<ttnn::TTNNDialect>(op->getDialect()) && raiser != table.end()) {
      Raising raising{op, builder, tensorsOf(op), keepComputeConfigs, {}, {}};
      Operation *before = block->empty() ? nullptr : &block->back();
      if (succeeded(raiser->second(raising))) {
        for (auto [from, to] : llvm::zip_equal(op->getResults(), raising.results))
          raised[from] = to;
        return success();
      }
      while (!block->empty() && &block->back() != before)
        block->back().erase();
      why = raising.why;
    }
    return keepOrFail(op, why, depth);
  }

  /// What is computed once has no layouts of its own to stay in.
  LogicalResult keepOrFail(Operation *op, StringRef why, unsigned depth) {
    return depth == 0 ? keep(op, why) : op->emitOpError("is not raised to TTIR: ") << why << "; it is computed once";
  }

  /// Operands without the device.
  SmallVector<Value> tensorsOf(Operation *op) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      if (!isa<ttnn::DeviceType>(operand.getType()))
        operands.push_back(raised.lookup(operand));
    return operands;
  }

  /// A copy that is made to be written, or read behind what is written into its original or into what that was one with:
  /// the two are not one tensor.
  bool partsFromItsCopy(Operation *op) const {
    Value copy = op->getResult(0), from = op->getOperand(0);
    bool parts = (isa<ttnn::AssignOp>(op) && isWrittenInPlace(copy)) || isReadBehindWriteOf(from, copy, op);
    for (Operation *before = from.getDefiningOp(); !parts && before && isLayoutOp(before);
         before = before->getOperand(0).getDefiningOp()) {
      if (raised.lookup(before->getOperand(0)) != raised.lookup(before->getResult(0)))
        break;
      parts = isReadBehindWriteOf(before->getOperand(0), copy, op);
    }
    return parts;
  }

  LogicalResult raiseLayoutOp(Operation *op, unsigned depth) {
    Value value = raised.lookup(op->getOperand(0));
    Type type = withoutLayout(op->getResult(0).getType());
    if (!value)
      return op->emitOpError("is not raised to TTIR: its operand is no tensor");
    if (value.getType() == type && partsFromItsCopy(op))
      return keepOrFail(op, "its operand and its copy differ once one of them is written", depth);
    if (value.getType() != type)
      value = ttir::TypecastOp::create(builder, op->getLoc(), type, value, builder.getBoolAttr(false));
    raised[op->getResult(0)] = value;
    return success();
  }

  /// What is computed once stands where its results are read: lowering finds again what can be hoisted.
  LogicalResult raiseCached(ttcore::LoadCachedOp load, unsigned depth) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
    if (!callee || callee.isDeclaration() || !llvm::hasSingleElement(callee.getBody()) || depth > 8)
      return load.emitOpError("is not raised to TTIR: its callee has no body of one block");
    Block &body = callee.getBody().front();
    for (auto [argument, operand] : llvm::zip_equal(body.getArguments(), load.getInputs()))
      raised[argument] = raised.lookup(operand);
    if (failed(raiseBlock(body, depth + 1)))
      return failure();
    for (auto [result, value] : llvm::zip_equal(load.getResults(), body.getTerminator()->getOperands()))
      raised[result] = raised.lookup(value);
    return success();
  }

  /// The op stays as it is, with the layouts that it had.
  LogicalResult keep(Operation *op, StringRef why) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (isa<ttnn::DeviceType>(operand.getType()))
        operands.push_back(device(operand));
      else
        operands.push_back(inLayout(raised.lookup(operand), operand.getType(), op->getLoc()));
      if (!operands.back())
        return op->emitOpError("is not raised to TTIR: an operand cannot stay as it is");
    }
    op->emitRemark("'") << op->getName() << "' stays as it is: " << why;
    Operation *kept = builder.clone(*op);
    kept->setOperands(operands);
    for (auto [from, to] : llvm::zip_equal(op->getResults(), kept->getResults()))
      raised[from] = inLayout(to, withoutLayout(from.getType()), op->getLoc());
    return success();
  }

  Value inLayout(Value value, Type type, Location loc) {
    if (!value || value.getType() == type)
      return value;
    OperationState state(loc, ttir::ToLayoutOp::getOperationName(), value, type);
    return builder.create(state)->getResult(0);
  }

  Value device(Value given) {
    Value &value = raised[given];
    if (!value)
      if (auto get = given.getDefiningOp<ttnn::GetDeviceOp>())
        value = builder.clone(*get)->getResult(0);
    return value;
  }

  /// Layouts of arguments and results, which callers know.
  void keepPromises() {
    FunctionType type = function.getFunctionType();
    for (auto [index, argument] : llvm::enumerate(type.getInputs()))
      if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(argument))
        function.setArgAttr(index, givenLayoutAttrName, layout);
    for (auto [index, result] : llvm::enumerate(type.getResults()))
      if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(result))
        function.setResultAttr(index, givenLayoutAttrName, layout);
  }

  func::FuncOp function;
  const RaiserTable &table;
  StringRef keepComputeConfigs;
  OpBuilder builder;
  Block *block = nullptr;
  DenseMap<Value, Value> raised; ///< by the value of TTNN
};

struct RaisePass : conversion::impl::RaiseTTNNToTTIRBase<RaisePass> {
  using RaiseTTNNToTTIRBase::RaiseTTNNToTTIRBase;

  LogicalResult initialize(MLIRContext *) override {
    addPlainRaisers(table);
    addOpRaisers(table);
    addWindowRaisers(table);
    return success();
  }

  void runOnOperation() override {
    if (!llvm::is_contained({"auto", "false"}, StringRef(keepComputeConfigs))) {
      emitError(getOperation().getLoc()) << "keep-compute-configs '" << keepComputeConfigs
                                         << "': expected auto or false";
      return signalPassFailure();
    }
    ModuleOp module = deviceModuleOf(getOperation());
    if (failed(checkStructure(module)))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions = deviceFunctions(module);
    for (func::FuncOp function : functions)
      if (!ttcore::isConstEvalFunction(function) && failed(FunctionRaise(function, table, keepComputeConfigs).run()))
        return signalPassFailure();
    for (func::FuncOp function : functions)
      if (ttcore::isConstEvalFunction(function))
        function.erase();
  }

private:
  /// Loops, calls and declarations pass layouts on that nothing here would follow.
  static LogicalResult checkStructure(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isDeclaration() || !llvm::hasSingleElement(function.getBody()))
        return function.emitOpError("is not raised to TTIR: it has no body of one block");
      for (Operation &op : function.getBody().front())
        if (op.getNumRegions() > 0 || isa<CallOpInterface>(op))
          return op.emitOpError("is not raised to TTIR: it has regions or calls");
    }
    return success();
  }

  RaiserTable table;
};
} // namespace
