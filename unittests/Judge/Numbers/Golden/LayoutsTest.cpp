//===- LayoutsTest.cpp - The layouts of compiled modules can be stored ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"

#include "alcove/Judge/Numbers/Interpreter/ThroughLayout.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

/// Every type with a layout in the module passes ST-1..ST6. Returns their number.
static int64_t checkTypes(ModuleOp module, const std::string &name) {
  int64_t count = 0;
  auto check = [&](Type type) {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
    if (!layout)
      return;
    ++count;
    Result<reference::PhysicalLayout> physical = reference::describe(layout);
    std::string text;
    llvm::raw_string_ostream(text) << type;
    ASSERT_TRUE(physical.ok()) << name << ": " << text << ": " << physical.error().message;
    ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
    Status status = reference::checkLayout(*physical, std::span(shape.data(), shape.size()));
    ASSERT_TRUE(status.ok()) << name << ": " << text << ": " << status.error().message;
  };
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      check(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          check(type);
  });
  return count;
}

TEST(LayoutsTest, OwnModelsAtEveryLevel) {
  Workshop workshop;
  for (const Program &program : smallModels())
    for (int level : {0, 1, 2}) {
      auto module = workshop.compile(program.text, level);
      ASSERT_TRUE(module.ok()) << program.name << ": " << module.error().message;
      EXPECT_GT(checkTypes(**module, program.name), 10);
    }
}
