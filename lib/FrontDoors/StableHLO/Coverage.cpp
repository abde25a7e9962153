//===- Coverage.cpp - Which ops are verified, executed, converted ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::stablehlo {
#define GEN_PASS_DEF_STABLEHLOCOVERAGE
#include "alcove/FrontDoors/StableHLO/Passes.h.inc"
} // namespace alcove::stablehlo

using namespace mlir;
using namespace alcove;

namespace {
struct CoveragePass : alcove::stablehlo::impl::StableHLOCoverageBase<CoveragePass> {
  void runOnOperation() override {
    const alcove::stablehlo::ConverterTable &converters = alcove::stablehlo::toTTIR().table,
                                            &linalg = alcove::stablehlo::toLinalg().table;
    const reference::arrays::Table &executed = reference::arrays::Table::get();
    SmallVector<StringRef> names;
    for (RegisteredOperationName op : getContext().getRegisteredOperations())
      if (llvm::is_contained({"stablehlo", "chlo"}, op.getDialectNamespace()))
        names.push_back(op.getStringRef());
    llvm::sort(names);
    for (StringRef name : names) {
      bool ends = name == "stablehlo.return";
      bool followed = alcove::stablehlo::isFollowed(name);
      llvm::outs() << name << ',' << (alcove::stablehlo::hasConstraints(name.split('.').second) ? "yes" : "types")
                   << ',' << (ends || executed.find(name) ? "yes" : "no") << ','
                   << (converters.contains(name) || followed || alcove::stablehlo::isOnParts(name) ? "yes" : "no")
                   << ',' << (linalg.contains(name) || followed ? "yes" : "no") << "\n";
    }
  }
};
} // namespace
