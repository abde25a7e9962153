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

#include "mlir/IR/BuiltinOps.h"

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
        return isa_and_nonnull<alcove::stablehlo::StableHLODialect, chlo::CHLODialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The entry: @main, else the only public function.
func::FuncOp entryOf(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  func::FuncOp found;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration()) {
      if (found)
        return {};
      found = function;
    }
  return found;
}

struct ConvertPass : alcove::stablehlo::impl::ConvertStableHLOToTTIRBase<ConvertPass> {
  using ConvertStableHLOToTTIRBase::ConvertStableHLOToTTIRBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!isOfStableHLO(module))
      return;
    if (failed(convert(module)))
      signalPassFailure();
  }

private:
  LogicalResult convert(ModuleOp module) {
    func::FuncOp from = entryOf(module);
    if (!from || from.isDeclaration() || !llvm::hasSingleElement(from.getBody()))
      return module.emitError("is not converted to TTIR: it has no function @main, and not one public function only");
    for (Type type : from.getArgumentTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type); !tensor || !tensor.hasStaticShape())
        return from.emitError("is not converted to TTIR: argument ")
               << type << " is no tensor of static shape; export the model with fixed sizes";
    OpBuilder builder(module.getBodyRegion());
    auto to = func::FuncOp::create(builder, from.getLoc(), from.getSymName(),
                                   builder.getFunctionType(from.getArgumentTypes(), {}));
    to->moveBefore(module.getBody(), module.getBody()->end());
    for (unsigned i = 0; i < from.getNumArguments(); ++i)
      to.setArgAttrs(i, from.getArgAttrDict(i));
    alcove::stablehlo::ConversionOptions options;
    options.maxRounds = maxRounds;
    if (failed(alcove::stablehlo::Conversion(from, to, options).run()))
      return to.erase(), failure();
    if (from.getNumResults() == to.getNumResults())
      for (unsigned i = 0; i < from.getNumResults(); ++i)
        if (DictionaryAttr attributes = from.getResultAttrDict(i))
          to.setResultAttrs(i, attributes);
    unsigned given = from.getNumArguments();
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function != to)
        function.erase();
    alcove::stablehlo::recognizeBatchNorms(to);
    removeUnused(to);
    return alcove::stablehlo::assignRoles(to, given, parameters);
  }

  /// What nothing reads, back to front.
  static void removeUnused(func::FuncOp function) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
  }
};
} // namespace
