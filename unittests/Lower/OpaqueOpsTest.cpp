//===- OpaqueOpsTest.cpp - What is not understood is kept -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Ops/Dialect/UnknownOps.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace alcove;

namespace {

/// A random attribute of any kind that a front end may write.
std::string randomAttribute(::alcove::Random &random, int depth = 0) {
  auto number = [&] { return std::to_string(random.below(1000)); };
  switch (random.below(depth < 2 ? 12 : 9)) {
  case 0:
    return number() + " : i32";
  case 1:
    return "-" + std::to_string(1 + random.below(999)) + " : si64"; // MLIR reads no -0
  case 2:
    return std::to_string(random.below(256)) + " : ui8";
  case 3:
    return number() + ".5 : f32";
  case 4:
    return "\"s" + number() + "\"";
  case 5:
    return "array<i64: " + number() + ", " + number() + ">";
  case 6:
    return "dense<" + number() + "> : tensor<2x3xi64>";
  case 7:
    return "#ttir<later field = " + number() + ", other = <3x4>>";
  case 8:
    return random.below(2) == 0 ? "unit" : "affine_map<(d0, d1) -> (d1, d0)>";
  case 9:
    return "[" + randomAttribute(random, depth + 1) + ", " + randomAttribute(random, depth + 1) + "]";
  case 10:
    return "{inner = " + randomAttribute(random, depth + 1) + "}";
  default:
    return "tensor<" + std::to_string(1 + random.below(9)) + "xf32>";
  }
}

std::string randomDictionary(::alcove::Random &random, const char *prefix) {
  std::string text;
  for (uint64_t i = 0, count = random.below(5); i < count; ++i)
    text += (i == 0 ? "" : ", ") + (prefix + std::to_string(i)) + " = " + randomAttribute(random);
  return text;
}

/// A function of known and unknown ops in turn, each unknown one with another name.
std::string randomModule(::alcove::Random &random) {
  std::string text = "func.func @f(%v0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {\n", last = "%v0";
  for (int i = 1, count = 1 + static_cast<int>(random.below(5)); i <= count; ++i) {
    std::string value = "%v" + std::to_string(2 * i - 1), known = "%v" + std::to_string(2 * i);
    std::string properties = randomDictionary(random, "p"), attributes = randomDictionary(random, "ttir.a");
    std::string region = random.below(3) == 0
                             ? " ({\n    \"ttir.inner\"() <{" + randomDictionary(random, "q") + "}> : () -> ()\n  })"
                             : "";
    text += "  " + value + " = \"ttir.later_" + std::to_string(i) + "\"(" + last + ")" +
            (properties.empty() ? "" : " <{" + properties + "}>") + region +
            (attributes.empty() ? "" : " {" + attributes + "}") + " : (tensor<32x64xbf16>) -> tensor<32x64xbf16>\n";
    text += "  " + known + " = \"ttir.relu\"(" + value + ") : (tensor<32x64xbf16>) -> tensor<32x64xbf16>\n";
    last = known;
  }
  return text + "  return " + last + " : tensor<32x64xbf16>\n}\n";
}

/// Unknown ops by their name in TTIR: properties and the other attributes.
using Carried = std::map<std::string, std::pair<Attribute, DictionaryAttr>>;

Carried carriedBy(ModuleOp module) {
  Carried found;
  module->walk([&](Operation *op) {
    if (!isUnknownOp(op))
      return;
    auto name = op->getAttrOfType<StringAttr>(opaqueAttrName);
    NamedAttrList others(op->getDiscardableAttrDictionary());
    others.erase(opaqueAttrName);
    found[name ? name.getValue().str() : op->getName().getStringRef().str()] = {op->getPropertiesAsAttribute(),
                                                                                others.getDictionary(op->getContext())};
  });
  return found;
}

void lowerSeeds(uint64_t first, uint64_t count) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, func::FuncDialect>();
  ScopedDiagnosticHandler remarks(&context,
                                  [](Diagnostic &d) { return success(d.getSeverity() == DiagnosticSeverity::Remark); });
  for (uint64_t seed = first; seed < first + count; ++seed) {
    ::alcove::Random random(seed);
    std::string text = randomModule(random);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    Carried before = carriedBy(*module);
    ASSERT_FALSE(before.empty());
    PassManager manager(&context);
    conversion::LoweringOptions options;
    options.allowUnknownOps = true;
    options.optimizationLevel = static_cast<int64_t>(seed % 2);
    conversion::buildTTIRToTTNNCommonPipeline(manager, options);
    conversion::buildTTNNFinalizePipeline(manager, options);
    ASSERT_TRUE(succeeded(manager.run(*module))) << text;
    EXPECT_EQ(carriedBy(*module), before) << "seed " << seed << "\n" << text;
    // Marked: what comes out is known to be opaque.
    EXPECT_TRUE(succeeded(verifyKnownOps(*module)));
  }
}

TEST(OpaqueOpsTest, LoweringLosesNoAttribute) { lowerSeeds(1, 60); }
TEST(OpaqueOpsTest, SlowLoweringLosesNoAttribute) { lowerSeeds(1000, 2000); }

// The nearest name is that of the fewest edits, in the op's own dialect.
TEST(OpaqueOpsTest, NearestName) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, func::FuncDialect>();
  auto nearest = [&](const char *name) {
    OwningOpRef<Operation *> op = Operation::create(OperationState(UnknownLoc::get(&context), name));
    return nearestKnownOp(*op);
  };
  EXPECT_EQ(nearest("ttir.mulitply"), "ttir.multiply");
  EXPECT_EQ(nearest("ttnn.devide"), "ttnn.divide");
  EXPECT_EQ(nearest("ttir.conv_2d"), "ttir.conv2d");
  EXPECT_EQ(nearest("ttcore.compsite"), "ttcore.composite");
}

} // namespace
