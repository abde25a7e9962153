//===- OpRulesTest.cpp - No op is without a rule --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <set>

using namespace mlir;
using namespace alcove;

// Whoever adds an op says what its meaning asks, or why TableGen, a trait or a verifier of its own say all.
TEST(OpRulesTest, EveryOpHasARule) {
  const std::set<std::string> without = {// Handles.
                                         "deallocate", "create_global_semaphore", "reset_global_semaphore",
                                         "ttnn_metal_layout_cast"};
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect>();
  int64_t ops = 0;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    StringRef dialect = op.getDialectNamespace();
    if (dialect != "ttir" && dialect != "ttnn")
      continue;
    ++ops;
    bool excused = without.count(op.stripDialect().str()) > 0;
    EXPECT_NE(rules::hasRule(op.getStringRef()), excused) << op.getStringRef().str();
  }
  EXPECT_GT(ops, 365);
}
