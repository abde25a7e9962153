//===- Pass.cpp - A module of StableHLO as a module of TTIR ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BatchNorm.h"
#include "Conversion.h"
#include "Roles.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Ops/Dialect/StableHLO/MHLO.h"
#include "alcove/Ops/Dialect/TTCore/ShardDims.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace alcove::stablehlo {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOTTIR
#include "alcove/FrontDoors/StableHLO/Passes.h.inc"
} // namespace alcove::stablehlo

using namespace mlir;
using namespace alcove;

namespace {
bool isOfStableHLO(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return llvm::is_contained({"stablehlo", "chlo", "mhlo", "sdy"}, op->getName().getDialectNamespace())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What programs begin with: @main, else the public functions that no other one calls.
SmallVector<func::FuncOp> entriesOf(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return {main};
  llvm::StringSet<> called;
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      called.insert(call.getCallee());
    else if (auto composite = dyn_cast<alcove::stablehlo::CompositeOp>(op))
      called.insert(composite.getDecomposition());
  });
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration() && !called.contains(function.getSymName()))
      entries.push_back(function);
  return entries;
}

struct ConvertPass : alcove::stablehlo::impl::ConvertStableHLOToTTIRBase<ConvertPass> {
  using ConvertStableHLOToTTIRBase::ConvertStableHLOToTTIRBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!isOfStableHLO(module))
      return;
    if (failed(mhlo::renameToStableHLO(module)) || failed(convert(module)))
      signalPassFailure();
  }

private:
  LogicalResult convert(ModuleOp module) {
    SmallVector<func::FuncOp> entries = entriesOf(module);
    if (entries.empty())
      return module.emitError("is not converted to TTIR: it has neither a function @main nor another public one");
    SmallVector<func::FuncOp> all = llvm::to_vector(module.getOps<func::FuncOp>()), made;
    for (func::FuncOp from : entries) {
      FailureOr<func::FuncOp> to = converted(module, from);
      if (failed(to))
        return failure();
      made.push_back(*to);
    }
    for (func::FuncOp function : all)
      function.erase();
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa<sdy::MeshOp>(op))
        op.erase();
    for (func::FuncOp function : made) {
      alcove::stablehlo::recognizeBatchNorms(function);
      removeUnused(function);
    }
    return success();
  }

  FailureOr<func::FuncOp> converted(ModuleOp module, func::FuncOp from) {
    if (!llvm::hasSingleElement(from.getBody()))
      return from.emitError("is not converted to TTIR: it has more than one block"), failure();
    for (Type type : from.getArgumentTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type); !tensor || !tensor.hasStaticShape())
        return from.emitError("is not converted to TTIR: argument ")
                   << type << " is no tensor of static shape; export the model with fixed sizes",
               failure();
    OpBuilder builder(module.getBodyRegion());
    auto to = func::FuncOp::create(builder, from.getLoc(), from.getSymName(),
                                   builder.getFunctionType(from.getArgumentTypes(), {}));
    to->moveBefore(module.getBody(), module.getBody()->end());
    for (unsigned i = 0; i < from.getNumArguments(); ++i)
      to.setArgAttrs(i, from.getArgAttrDict(i));
    alcove::stablehlo::ConversionOptions options;
    options.maxRounds = maxRounds;
    alcove::stablehlo::Conversion conversion(from, to, options);
    if (failed(conversion.run()) || failed(sayChips(module, to, conversion.shardings)))
      return to.erase(), failure();
    if (from.getNumResults() == to.getNumResults())
      for (unsigned i = 0; i < from.getNumResults(); ++i)
        if (DictionaryAttr attributes = from.getResultAttrDict(i))
          to.setResultAttrs(i, attributes);
    alcove::stablehlo::moveMarks(from, to);
    if (failed(alcove::stablehlo::assignRoles(to, from.getNumArguments(), parameters)))
      return failure();
    return to;
  }

  /// A program that works with parts runs on the mesh. One that only says where parts of its arguments are to lie is a
  /// program of one chip: it is split by who is asked to, and keeps what it says.
  static LogicalResult sayChips(ModuleOp module, func::FuncOp function, const alcove::stablehlo::Shardings &shardings) {
    bool hasParts = false;
    function.walk([&](Operation *op) {
      hasParts |= op->getDialect() && llvm::is_contained({"mesh_shard", "all_gather", "all_reduce", "reduce_scatter",
                                                          "all_to_all", "collective_permute", "collective_broadcast"},
                                                         op->getName().stripDialect());
    });
    auto [rows, columns] = shardings.chips;
    if (shardings.isOneChip())
      return success();
    MLIRContext *context = module.getContext();
    if (hasParts) {
      auto mesh = ttcore::MeshAttr::get(context, StringAttr::get(context, "mesh"), {rows, columns});
      module->setAttr(ttcore::meshesAttrName, ttcore::MeshesAttr::get(context, mesh));
      return success();
    }
    bool said = false;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      auto dims = shardings.ofArgument(function.getArgAttrDict(i));
      if (!dims)
        continue;
      if (!*dims)
        return function.emitError("is not converted to TTIR: argument ") << i << ": " << dims->error().message;
      function.setArgAttr(i, ttcore::shardDimsAttrName, DenseI64ArrayAttr::get(context, **dims));
      said |= (**dims)[0] >= 0 || (**dims)[1] >= 0;
    }
    if (said)
      function.emitRemark("@") << function.getSymName() << " says how its arguments are cut for " << rows << "x"
                               << columns << " chips; without --mesh " << rows << "x" << columns
                               << " it is a program of one chip";
    return success();
  }

  /// What nothing reads, back to front.
  static void removeUnused(func::FuncOp function) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
  }
};
} // namespace
