//===- StoreConstants.cpp - Constants in the layouts of a plan ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StoreConstants.h"

#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/HostTensors.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

bool transforms::deviceConverts(const opmodel::OpModel &model, const queries::Machine &machine,
                                const device::TensorSpec &from, const device::TensorSpec &to) {
  opmodel::Query query;
  query.op = "to_memory_config";
  query.inputs = {from};
  query.outputs = {{to.shape, to.layout.dataType, to.layout}};
  opmodel::Answer answer = model.constraints(query);
  return answer.legal() && answer.constraints.totalPeakBytes <= machine.usableL1Bytes;
}

static func::FuncOp calleeOf(ttcore::LoadCachedOp load) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
}

/// A private function of this name, counted up, behind which nobody else stands; its result is still to be said.
static func::FuncOp emptyFunction(func::FuncOp function, TypeRange inputs) {
  OpBuilder builder(function);
  auto module = function->getParentOfType<ModuleOp>();
  std::string name;
  int64_t index = 0;
  do
    name = (function.getSymName() + "_const_eval_" + std::to_string(index++)).str();
  while (module.lookupSymbol(name));
  auto made = func::FuncOp::create(builder, function.getLoc(), name, builder.getFunctionType(inputs, {}));
  made.setPrivate();
  made->setAttr(ttcore::functionTypeAttrName, builder.getStringAttr(ttcore::constEvalType));
  return made;
}

/// What is loaded already of the same inputs, by the same ops; null otherwise, and where there are no inputs. Of other
/// inputs it is another constant: the run time keeps one result per function.
static func::FuncOp loadedAlready(func::FuncOp made, ValueRange inputs) {
  if (inputs.empty())
    return {};
  auto isEqual = [&](func::FuncOp other) {
    return other != made && other.getFunctionType() == made.getFunctionType() &&
           other.getArgAttrsAttr() == made.getArgAttrsAttr() &&
           OperationEquivalence::isRegionEquivalentTo(&other.getBody(), &made.getBody(),
                                                      OperationEquivalence::IgnoreLocations);
  };
  for (Operation *user : inputs.front().getUsers())
    if (auto load = dyn_cast<ttcore::LoadCachedOp>(user);
        load && llvm::equal(load->getOperands(), inputs) && isEqual(calleeOf(load)))
      return calleeOf(load);
  return {};
}

func::FuncOp transforms::constEvalFunction(func::FuncOp function, Value constant,
                                           function_ref<Value(OpBuilder &, Value)> build) {
  auto load = constant.getDefiningOp<ttcore::LoadCachedOp>();
  func::FuncOp callee = load ? calleeOf(load) : func::FuncOp();
  func::FuncOp made =
      emptyFunction(function, callee ? TypeRange(callee.getFunctionType().getInputs()) : TypeRange(constant.getType()));
  OpBuilder builder = OpBuilder::atBlockBegin(made.addEntryBlock());
  Value source = made.getArgument(0);
  if (callee) {
    IRMapping mapping;
    mapping.map(callee.getArguments(), made.getArguments());
    for (Operation &op : callee.getBody().front().without_terminator())
      builder.clone(op, mapping);
    Operation *terminator = callee.getBody().front().getTerminator();
    source = mapping.lookupOrDefault(terminator->getOperand(cast<OpResult>(constant).getResultNumber()));
    for (unsigned i = 0; i < callee.getNumArguments(); ++i)
      if (DictionaryAttr attributes = callee.getArgAttrDict(i))
        made.setArgAttrs(i, attributes);
  } else {
    made.setArgAttr(0, ttcore::argumentTypeAttrName,
                    function.getArgAttr(cast<BlockArgument>(constant).getArgNumber(), ttcore::argumentTypeAttrName));
  }
  Value result = build(builder, source);
  func::ReturnOp::create(builder, function.getLoc(), result);
  made.setFunctionType(builder.getFunctionType(made.getFunctionType().getInputs(), result.getType()));
  if (func::FuncOp shared = loadedAlready(made, inputsOf(constant))) {
    made->erase();
    return shared;
  }
  return made;
}

SmallVector<Value> transforms::inputsOf(Value constant) {
  auto load = constant.getDefiningOp<ttcore::LoadCachedOp>();
  return load ? SmallVector<Value>(load->getOperands()) : SmallVector<Value>{constant};
}

void transforms::mergeEqualLoads(ModuleOp module) {
  llvm::DenseMap<std::pair<Block *, Attribute>, SmallVector<ttcore::LoadCachedOp>> kept; ///< looked up, never iterated
  module.walk([&](ttcore::LoadCachedOp load) {
    SmallVector<ttcore::LoadCachedOp> &ofCallee = kept[{load->getBlock(), load.getCalleeAttr()}];
    for (ttcore::LoadCachedOp before : ofCallee)
      if (llvm::equal(before->getOperands(), load->getOperands())) {
        load->replaceAllUsesWith(before->getResults());
        return; // and is read by nobody
      }
    ofCallee.push_back(load);
  });
}

void transforms::dropUnreadConstants(ModuleOp module) {
  llvm::SmallPtrSet<Operation *, 8> read;
  SmallVector<Operation *> unread;
  module.walk([&](ttcore::LoadCachedOp load) {
    if (load->use_empty())
      unread.push_back(load);
    else
      read.insert(calleeOf(load));
  });
  for (Operation *load : unread)
    load->erase();
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (ttcore::isConstEvalFunction(function) && !read.contains(function))
      function.erase();
}

Value ConstantStore::storedAs(Value constant, RankedTensorType type, Fits fits) {
  if (constant.getType() == type)
    return constant;
  for (auto &[key, value] : stored)
    if (key.first == constant && key.second == type)
      return value;
  func::FuncOp made = constEvalFunction(function, constant, [&](OpBuilder &builder, Value source) -> Value {
    auto from = cast<RankedTensorType>(source.getType());
    if (fits(from, type))
      return ttnn::ToMemoryConfigOp::create(builder, constant.getLoc(), type, source);
    RankedTensorType onHost = ttnn::onHost(from, ttnn::layoutOf(from));
    source = ttnn::ToTensorSpecOp::create(builder, constant.getLoc(), onHost, source);
    return ttnn::ToTensorSpecOp::create(builder, constant.getLoc(), type, source);
  });
  OpBuilder builder(function.getContext());
  if (auto load = constant.getDefiningOp<ttcore::LoadCachedOp>())
    builder.setInsertionPointAfter(load);
  else
    builder.setInsertionPointToStart(&function.getBody().front());
  auto load = ttcore::LoadCachedOp::create(builder, constant.getLoc(), TypeRange(type),
                                           FlatSymbolRefAttr::get(made.getSymNameAttr()), inputsOf(constant));
  Value value = load->getResult(0);
  stored.push_back({{constant, type}, value});
  return value;
}

/// `made` takes the place and the name of `callee`, which nobody loads any more.
static void replaceFunction(func::FuncOp callee, func::FuncOp made) {
  StringAttr name = callee.getSymNameAttr(), was = made.getSymNameAttr();
  auto module = callee->getParentOfType<ModuleOp>();
  made->moveBefore(callee);
  callee->erase();
  made.setSymName(name);
  module.walk([&](ttcore::LoadCachedOp load) {
    if (load.getCalleeAttr().getAttr() == was)
      load.setCalleeAttr(FlatSymbolRefAttr::get(name));
  });
}

void ConstantStore::finish() {
  auto module = function->getParentOfType<ModuleOp>();
  llvm::SmallSetVector<Operation *, 8> replaced;
  llvm::SmallDenseMap<Operation *, func::FuncOp> by; ///< looked up, never iterated
  for (auto &[key, value] : stored)
    if (auto load = key.first.getDefiningOp<ttcore::LoadCachedOp>(); load && load->use_empty() && replaced.insert(load))
      by[load] = calleeOf(value.getDefiningOp<ttcore::LoadCachedOp>());
  stored.clear();
  for (Operation *op : replaced) {
    func::FuncOp callee = calleeOf(cast<ttcore::LoadCachedOp>(op)), made = by[op];
    op->erase();
    bool isLoaded = false;
    module.walk([&](ttcore::LoadCachedOp load) { isLoaded |= calleeOf(load) == callee; });
    if (!isLoaded)
      replaceFunction(callee, made);
  }
}
