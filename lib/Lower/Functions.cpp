//===- Functions.cpp - The functions that passes work on ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Functions.h"
#include "alcove/Ops/Dialect/OpNames.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace alcove;

ModuleOp conversion::deviceModuleOf(ModuleOp module) {
  for (auto wrapper : module.getOps<ttcore::DeviceModuleOp>())
    for (auto inner : wrapper.getBodyRegion().front().getOps<ModuleOp>())
      return inner;
  return module;
}

SmallVector<int64_t> conversion::meshOf(ModuleOp module, ArrayRef<int64_t> asked) {
  SmallVector<int64_t> mesh(asked);
  if (mesh.empty())
    for (Operation *op = module; op && mesh.empty(); op = op->getParentOp())
      if (auto meshes = op->getAttrOfType<ttcore::MeshesAttr>(ttcore::meshesAttrName))
        if (!meshes.getMeshes().empty())
          llvm::append_range(mesh, meshes.getMeshes().front().getShape());
  if (llvm::all_of(mesh, [](int64_t extent) { return extent == 1; }))
    mesh.clear();
  return mesh;
}

SmallVector<func::FuncOp> conversion::deviceFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : deviceModuleOf(module).getOps<func::FuncOp>())
    if (!function.isDeclaration())
      functions.push_back(function);
  return functions;
}

std::optional<ttcore::ArgumentType> conversion::argumentTypeOf(BlockArgument argument) {
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function)
    return std::nullopt;
  auto type =
      function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
  return type ? std::optional(type.getValue()) : std::nullopt;
}

bool conversion::isInputInRows(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argumentTypeOf(argument) == ttcore::ArgumentType::Input && !isWrittenInPlace(argument);
}

namespace {
/// Hands the names of ops that a pattern replaces, or leaves without users, on to the op that takes their place.
class NameKeeper : public RewriterBase::Listener {
public:
  void notifyPatternBegin(const Pattern &pattern, Operation *op) override { created.clear(); }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      created.insert(op);
  }

  using RewriterBase::Listener::notifyOperationReplaced;
  void notifyOperationReplaced(Operation *op, ValueRange replacement) override {
    heirs.erase(op); // of what it was a part before is not asked any more
    Operation *heir = replacement.empty() || !replacement[0] ? nullptr : replacement[0].getDefiningOp();
    if (!heir)
      return;
    inherit(op, heir, created.contains(heir));
    handOver(op, heir);
  }

  void notifyOperationErased(Operation *op) override {
    Operation *heir = heirs.lookup(op);
    if (heir)
      inherit(op, heir, /*partsToo=*/true);
    handOver(op, heir);
    heirs.erase(op);
    created.erase(op);
  }

private:
  /// What waits to become part of `op` becomes part of `heir`; of nothing, without one.
  void handOver(Operation *op, Operation *heir) {
    SmallVector<Operation *, 2> parts = partsOf.lookup(op);
    partsOf.erase(op);
    for (Operation *part : parts) {
      if (heirs.lookup(part) != op)
        continue;
      heirs.erase(part);
      if (heir && heir != op && heir != part) {
        heirs[part] = heir;
        partsOf[heir].push_back(part);
      }
    }
  }

  /// `partsToo`: ops that `op` reads were fused into its heir as well, if they die before somebody replaces them.
  void inherit(Operation *op, Operation *heir, bool partsToo) {
    if (op == heir)
      return;
    heir->setLoc(withNamesOf(heir->getLoc(), op->getLoc()));
    if (!partsToo)
      return;
    for (Value operand : op->getOperands())
      if (Operation *part = operand.getDefiningOp(); part && part != heir) {
        heirs[part] = heir;
        partsOf[heir].push_back(part);
      }
  }

  llvm::SmallPtrSet<Operation *, 8> created; ///< by the pattern that runs
  llvm::DenseMap<Operation *, Operation *> heirs;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> partsOf; ///< from heirs back
};
} // namespace

bool conversion::isCalled(func::FuncOp function) {
  std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  return !uses || !uses->empty();
}

func::FuncOp conversion::makeConstEvalFunction(OpBuilder &builder, func::FuncOp function, TypeRange inputs,
                                               TypeRange outputs, int64_t &index) {
  auto module = function->getParentOfType<ModuleOp>();
  std::string name;
  do
    name = (function.getSymName() + "_const_eval_" + Twine(index++)).str();
  while (module.lookupSymbol(name));
  auto callee = func::FuncOp::create(builder, function.getLoc(), name, builder.getFunctionType(inputs, outputs));
  callee.setPrivate();
  callee->setAttr(ttcore::functionTypeAttrName, builder.getStringAttr(ttcore::constEvalType));
  return callee;
}

bool conversion::mergeEqualOps(ModuleOp module) {
  NameKeeper names;
  IRRewriter rewriter(module.getContext(), &names);
  DominanceInfo dominance(module);
  bool changed = false;
  eliminateCommonSubExpressions(rewriter, dominance, module, &changed);
  return changed;
}

LogicalResult conversion::applyToFunction(func::FuncOp function, const FrozenRewritePatternSet &patterns,
                                          bool *changed) {
  // Every pattern moves ops one way, so that the work is bounded by the size of the function; 10 rounds, the driver's
  // default, are too few for long chains of permutes.
  GreedyRewriteConfig config;
  config.setMaxIterations(64);
  // The driver erases dead ops by itself; regions are simplified where there are blocks to erase.
  if (function.getBody().hasOneBlock())
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  NameKeeper names;
  config.setListener(&names);
  return applyPatternsGreedily(function, patterns, config, changed);
}

FailureOr<bool> conversion::applyToFunctions(ModuleOp module, RewritePatternSet &&patterns) {
  FrozenRewritePatternSet frozen(std::move(patterns));
  bool any = false;
  for (func::FuncOp function : deviceFunctions(module)) {
    bool changed = false;
    if (failed(applyToFunction(function, frozen, &changed)))
      return function.emitError("rewriting did not converge");
    any |= changed;
  }
  return any;
}
