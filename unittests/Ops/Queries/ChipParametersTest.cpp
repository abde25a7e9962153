//===- ChipParametersTest.cpp - The compiler's chip is the preset's -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include <gtest/gtest.h>

using namespace alcove;
using opmodel::ChipParameters;

// The attribute carries no constants: they come from the architecture, DRAM bandwidth by the number of channels. What
// the compiler asks its op model with is what the tools read from the same preset's file.
TEST(ChipParametersTest, ThroughTheAttributeOfEveryPreset) {
  mlir::MLIRContext context;
  context.loadDialect<ttcore::TTCoreDialect>();
  for (const std::string &name : device::presetNames()) {
    SCOPED_TRACE(name);
    const device::SystemDesc &preset = *device::findPreset(name);
    ttcore::SystemDescAttr attribute = ttcore::systemDescAttrOf(&context, preset);
    ASSERT_TRUE(attribute);
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
    (*module)->setAttr("ttcore.system_desc", attribute);
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(*module);
    auto *analytical = dynamic_cast<opmodel::AnalyticalOpModel *>(model.get());
    ASSERT_TRUE(analytical);
    ChipParameters expected = ChipParameters::from(preset.chip(0)), actual = analytical->parameters();
    EXPECT_EQ(actual.arch, expected.arch);
    EXPECT_EQ(actual.gridRows, expected.gridRows);
    EXPECT_EQ(actual.gridCols, expected.gridCols);
    EXPECT_EQ(actual.l1Banks, expected.l1Banks);
    EXPECT_EQ(actual.l1BytesPerCore, expected.l1BytesPerCore);
    EXPECT_EQ(actual.l1UnreservedBase, expected.l1UnreservedBase);
    EXPECT_EQ(actual.l1SmallBytes, expected.l1SmallBytes);
    EXPECT_EQ(actual.l1AlignmentBytes, expected.l1AlignmentBytes);
    EXPECT_EQ(actual.dramAlignmentBytes, expected.dramAlignmentBytes);
    EXPECT_EQ(actual.dramBanks, expected.dramBanks);
    EXPECT_EQ(actual.clockGHz, expected.clockGHz);
    EXPECT_EQ(actual.kernelRelease, expected.kernelRelease);
    EXPECT_DOUBLE_EQ(actual.dramPeakGBs, expected.dramPeakGBs);
    EXPECT_TRUE(actual == expected);
    // The planner's coarse machine says the same.
    std::optional<queries::Machine> machine = queries::machineOf(*module);
    ASSERT_TRUE(machine);
    EXPECT_NEAR(static_cast<double>(machine->clockMHz), expected.clockGHz * 1000, 0.5);
    EXPECT_NEAR(static_cast<double>(machine->dramMBs), expected.dramPeakGBs * 1000, 0.5);
  }
}
