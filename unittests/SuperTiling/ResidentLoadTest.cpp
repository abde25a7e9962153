//===- ResidentLoadTest.cpp - The bytes of a report, counted in the loops -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadCounter.h"

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;
using namespace mlir;

namespace {

std::string product(int64_t m, int64_t n, int64_t k) {
  return fmt::format(R"(
func.func @main(%a: tensor<{0}x{2}xf32>, %b: tensor<{2}x{1}xf32>) -> tensor<{0}x{1}xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{0}x{1}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<{0}x{1}xf32>) -> tensor<{0}x{1}xf32>
  %r = linalg.matmul ins(%a, %b : tensor<{0}x{2}xf32>, tensor<{2}x{1}xf32>) outs(%f : tensor<{0}x{1}xf32>) -> tensor<{0}x{1}xf32>
  return %r : tensor<{0}x{1}xf32>
}})",
                     m, n, k);
}

// Ragged products of all shapes: the report and the loops agree to the byte.
TEST(ResidentLoadTest, SUTP3_ReportCountsWhatTheLoopsLoad) {
  const int64_t shapes[][3] = {{97, 61, 17}, {130, 50, 23}, {41, 200, 9}, {75, 75, 75}, {300, 33, 12}, {64, 64, 64}};
  int split = 0;
  for (auto [m, n, k] : shapes)
    for (Bytes memory : {4 << 10, 8 << 10, 16 << 10}) {
      auto module = parseSourceString<ModuleOp>(product(m, n, k), &context());
      Summary summary;
      ScopedDiagnosticHandler silent(&context(), [](Diagnostic &) { return success(); });
      DriverOptions options = driverOptions(memory);
      ASSERT_TRUE(module && succeeded(superTile(*module, options, summary)));
      auto function = *module->getOps<func::FuncOp>().begin();
      double counted = LoadCounter().run(function);
      EXPECT_EQ(summary.traffic, counted) << m << " x " << n << " x " << k << " in " << memory << "\n"
                                          << summary.json();
      split += llvm::range_size(function.getOps<scf::ForOp>()) > 1;
    }
  // Some of them are peeled, or nothing was tested.
  EXPECT_GT(split, 3);
}

} // namespace
