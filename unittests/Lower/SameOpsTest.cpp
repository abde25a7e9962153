//===- SameOpsTest.cpp - What both dialects share is the same ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../../lib/Lower/SameOps.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "gtest/gtest.h"

#include <set>

using namespace alcove;
using namespace mlir;

/// A property of TTIR that TTNN does not have would be lost, or stand there as an attribute that nobody reads.
TEST(SameOps, EveryPropertyOfTTIRHasAPlaceInTTNN) {
  MLIRContext context;
  context.loadDialect<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect>();
  std::set<std::string> from, to;
  conversion::forEachSameOp([&](StringRef ttir, StringRef ttnn) {
    EXPECT_TRUE(from.insert(ttir.str()).second) << ttir.str() << " stands twice";
    EXPECT_TRUE(to.insert(ttnn.str()).second) << ttnn.str() << " stands twice";
    std::optional<RegisteredOperationName> given = RegisteredOperationName::lookup(("ttir." + ttir).str(), &context),
                                           taken = RegisteredOperationName::lookup(("ttnn." + ttnn).str(), &context);
    ASSERT_TRUE(given) << ttir.str();
    ASSERT_TRUE(taken) << ttnn.str();
    for (StringAttr name : given->getAttributeNames())
      EXPECT_TRUE(llvm::is_contained(taken->getAttributeNames(), name))
          << ttir.str() << " has " << name.str() << ", " << ttnn.str() << " does not";
  });
  EXPECT_GT(from.size(), 90u);
}
