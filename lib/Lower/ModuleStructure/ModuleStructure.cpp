//===- ModuleStructure.cpp - Functions and modules of the device: kinds, wrapping ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "alcove/Base/Support/Nearest.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/UnknownOps.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_MARKFUNCTIONSASFORWARD
#define GEN_PASS_DEF_WRAPDEVICEMODULE
#define GEN_PASS_DEF_POPULATEARGUMENTTYPES
#define GEN_PASS_DEF_VERIFYKNOWNOPS
#define GEN_PASS_DEF_VERIFYLIBRARYRULES
#define GEN_PASS_DEF_NAMEOPS
#define GEN_PASS_DEF_UNIQUEOPNAMES
#define GEN_PASS_DEF_MERGEEQUALOPS
#define GEN_PASS_DEF_RESOLVECOMPOSITES
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Attributes of known TTIR ops that are no properties: nothing reads them, and lowering makes other ops. One warning
/// for each name, at the first op that has it.
static void warnOfUnreadAttributes(Operation *root) {
  llvm::MapVector<StringAttr, std::pair<Operation *, int64_t>> unread;
  root->walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() != "ttir" || isUnknownOp(op) || op->hasAttr(opaqueAttrName))
      return;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (!attribute.getName().getValue().starts_with("alcove."))
        ++unread.insert({attribute.getName(), {op, 0}}).first->second.second;
  });
  // A name is a place too; where it is the only one, the text says it.
  auto named = [](Operation *op) {
    bool only = isa<NameLoc>(op->getLoc()) && !op->getLoc()->findInstanceOf<FileLineColLoc>();
    return only ? opName(op) + ": " : std::string();
  };
  for (auto &[name, found] : unread)
    found.first->emitWarning() << named(found.first) << "nothing reads attribute '" << name.getValue() << "' of '"
                               << found.first->getName() << "': lowering leaves it out (" << found.second
                               << (found.second == 1 ? " op)" : " ops)");
}

namespace {
struct VerifyKnownOpsPass : conversion::impl::VerifyKnownOpsBase<VerifyKnownOpsPass> {
  using VerifyKnownOpsBase::VerifyKnownOpsBase;
  void runOnOperation() override {
    if (!allowUnknownOps && failed(verifyKnownOps(getOperation())))
      return signalPassFailure();
    warnOfUnreadAttributes(getOperation());
    markAllAnalysesPreserved();
  }
};

struct VerifyLibraryRulesPass : conversion::impl::VerifyLibraryRulesBase<VerifyLibraryRulesPass> {
  void runOnOperation() override {
    if (failed(rules::verifyAllForLibrary(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct NameOpsPass : conversion::impl::NameOpsBase<NameOpsPass> {
  void runOnOperation() override {
    nameInputOps(getOperation());
    markAllAnalysesPreserved();
  }
};

struct UniqueOpNamesPass : conversion::impl::UniqueOpNamesBase<UniqueOpNamesPass> {
  void runOnOperation() override {
    uniqueOpNames(getOperation());
    markAllAnalysesPreserved();
  }
};

struct MergeEqualOpsPass : conversion::impl::MergeEqualOpsBase<MergeEqualOpsPass> {
  void runOnOperation() override {
    if (!mergeEqualOps(getOperation()))
      markAllAnalysesPreserved();
  }
};

struct ResolveCompositesPass : conversion::impl::ResolveCompositesBase<ResolveCompositesPass> {
  void runOnOperation() override {
    SmallVector<ttcore::CompositeOp> composites;
    deviceModuleOf(getOperation())->walk([&](ttcore::CompositeOp op) { composites.push_back(op); });
    for (ttcore::CompositeOp op : composites) {
      OpBuilder builder(op);
      auto call =
          func::CallOp::create(builder, op.getLoc(), op.getDecomposition(), op.getResultTypes(), op.getInputs());
      op->replaceAllUsesWith(call.getResults());
      op->erase();
    }
    if (composites.empty())
      markAllAnalysesPreserved();
  }
};

struct MarkFunctionsPass : conversion::impl::MarkFunctionsAsForwardBase<MarkFunctionsPass> {
  void runOnOperation() override {
    for (func::FuncOp function : deviceFunctions(getOperation()))
      if (!function->hasAttr(ttcore::functionTypeAttrName))
        function->setAttr(ttcore::functionTypeAttrName, StringAttr::get(&getContext(), ttcore::forwardDeviceType));
    markAllAnalysesPreserved(); // a name on functions, nothing else
  }
};

struct WrapDeviceModulePass : conversion::impl::WrapDeviceModuleBase<WrapDeviceModulePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module.getOps<ttcore::DeviceModuleOp>().empty() ||
        isa_and_nonnull<ttcore::DeviceModuleOp>(module->getParentOp()))
      return;
    OpBuilder builder(&getContext());
    ModuleOp inner = onlyModuleIn(module);
    if (inner) {
      inner->remove();
      module.getBody()->clear();
    } else {
      inner = ModuleOp::create(module.getLoc(), module.getSymName());
      inner->setAttrs(module->getAttrs());
      inner.getBody()->getOperations().splice(inner.getBody()->end(), module.getBody()->getOperations());
    }
    builder.setInsertionPointToStart(module.getBody());
    OperationState state(module.getLoc(), ttcore::DeviceModuleOp::getOperationName());
    state.addRegion()->emplaceBlock();
    auto wrapper = cast<ttcore::DeviceModuleOp>(builder.create(state));
    wrapper.getBodyRegion().front().push_back(inner);
  }

private:
  /// The innermost of modules that hold nothing but a module; null when `module` holds anything else.
  static ModuleOp onlyModuleIn(ModuleOp module) {
    ModuleOp inner;
    for (ModuleOp at = module; llvm::hasSingleElement(*at.getBody());) {
      auto next = dyn_cast<ModuleOp>(at.getBody()->front());
      if (!next)
        break;
      inner = at = next;
    }
    return inner;
  }
};

struct PopulateArgumentTypesPass : conversion::impl::PopulateArgumentTypesBase<PopulateArgumentTypesPass> {
  using PopulateArgumentTypesBase::PopulateArgumentTypesBase;

  void runOnOperation() override {
    SmallVector<StringRef> entries;
    StringRef(argumentTypes).split(entries, ';', -1, /*KeepEmpty=*/false);
    ModuleOp module = deviceModuleOf(getOperation());
    for (StringRef entry : entries)
      if (failed(populate(module, entry)))
        return signalPassFailure();
    if (entries.empty())
      markAllAnalysesPreserved();
  }

private:
  LogicalResult populate(ModuleOp module, StringRef entry) {
    auto [name, list] = entry.split('=');
    auto function = module.lookupSymbol<func::FuncOp>(name.trim());
    if (!function) {
      auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
      return module.emitError("argument-types: there is no function @")
             << name.trim() << "; nearest: @"
             << nearestName(std::string_view(name.trim()), functions,
                            [](func::FuncOp each) { return std::string_view(each.getName()); });
    }
    SmallVector<StringRef> kinds;
    list.split(kinds, ',', -1, /*KeepEmpty=*/false);
    if (kinds.size() != function.getNumArguments())
      return function.emitError("argument-types: @")
             << name.trim() << " has " << function.getNumArguments() << " arguments, the option names " << kinds.size();
    for (auto [index, kind] : llvm::enumerate(kinds)) {
      std::optional<ttcore::ArgumentType> type = ttcore::symbolizeArgumentType(kind.trim());
      if (!type)
        return function.emitError("argument-types: '")
               << kind.trim() << "' is not input, parameter, constant or default";
      if (auto given = function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(index, ttcore::argumentTypeAttrName);
          given && given.getValue() != *type) // as in tt-mlir the module wins
        function.emitWarning("argument-types: argument ")
            << index << " of @" << name.trim() << " stays " << ttcore::stringifyArgumentType(given.getValue())
            << ", as the module marks it; the option says " << kind.trim();
      else if (!given)
        function.setArgAttr(index, ttcore::argumentTypeAttrName, ttcore::ArgumentTypeAttr::get(&getContext(), *type));
    }
    return success();
  }
};
} // namespace
