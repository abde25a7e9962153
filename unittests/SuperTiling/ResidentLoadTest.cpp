//===- ResidentLoadTest.cpp - The bytes of a report, counted in the loops -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops are run without data: each tile that is read counts when it is another than the last one, each tile that is
// written when the tile changes. What stays in a loop is gone when the loop beside it runs: a peeled remainder loads
// it again.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <gtest/gtest.h>

#include <map>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;
using namespace mlir;

namespace {

class Counter {
public:
  double run(func::FuncOp function) {
    block(function.getBody().front());
    return bytes;
  }

private:
  int64_t valueOf(Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    Operation *op = value.getDefiningOp();
    if (auto constant = dyn_cast_or_null<arith::ConstantIndexOp>(op))
      return constant.value();
    auto results = [&](AffineMap map, ValueRange operands) {
      SmallVector<int64_t> inputs;
      for (Value operand : operands)
        inputs.push_back(valueOf(operand));
      SmallVector<Attribute> attributes, folded;
      for (int64_t input : inputs)
        attributes.push_back(IntegerAttr::get(IndexType::get(map.getContext()), input));
      EXPECT_TRUE(succeeded(map.constantFold(attributes, folded)));
      SmallVector<int64_t> values;
      for (Attribute result : folded)
        values.push_back(cast<IntegerAttr>(result).getInt());
      return values;
    };
    if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op))
      return results(apply.getAffineMap(), apply.getMapOperands())[0];
    if (auto least = dyn_cast_or_null<affine::AffineMinOp>(op)) {
      SmallVector<int64_t> values = results(least.getAffineMap(), least.getOperands());
      return *llvm::min_element(values);
    }
    ADD_FAILURE() << "no value";
    return 0;
  }

  std::vector<int64_t> partOf(OffsetSizeAndStrideOpInterface slice) {
    std::vector<int64_t> part;
    for (ArrayRef<OpFoldResult> list : {slice.getMixedOffsets(), slice.getMixedSizes()})
      for (OpFoldResult entry : list) {
        auto constant = getConstantIntValue(entry);
        part.push_back(constant ? *constant : valueOf(cast<Value>(entry)));
      }
    return part;
  }

  double bytesOf(OffsetSizeAndStrideOpInterface slice, Type element) {
    double product = element.getIntOrFloatBitWidth() / 8.0;
    std::vector<int64_t> part = partOf(slice);
    for (size_t d = part.size() / 2; d < part.size(); ++d)
      product *= static_cast<double>(part[d]);
    return product;
  }

  /// Slices of what stands outside of every loop.
  static bool isOutside(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return isa<func::FuncOp>(argument.getOwner()->getParentOp());
    return isa<func::FuncOp>(value.getDefiningOp()->getParentOp()) && !value.getDefiningOp<tensor::EmptyOp>();
  }

  /// The destination of a loop that stands outside of every other one.
  static bool isAssembled(Value value) {
    for (;;) {
      if (auto argument = dyn_cast<BlockArgument>(value))
        value = cast<scf::ForOp>(argument.getOwner()->getParentOp()).getTiedLoopInit(argument)->get();
      else if (auto loop = value.getDefiningOp<scf::ForOp>())
        value = loop.getInits()[cast<OpResult>(value).getResultNumber()];
      else
        return isa<func::FuncOp>(value.getDefiningOp()->getParentOp());
    }
  }

  void transfer(Operation *op, OffsetSizeAndStrideOpInterface slice, Type element) {
    auto [found, fresh] = held.try_emplace(op);
    std::vector<int64_t> part = partOf(slice);
    if (!fresh && found->second == part)
      return;
    found->second = part;
    bytes += bytesOf(slice, element);
  }

  void block(Block &here) {
    for (Operation &op : here) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        // What the loops beside this one hold is gone.
        for (auto other : here.getOps<scf::ForOp>())
          if (other != loop)
            other->walk([&](Operation *inner) { held.erase(inner); });
        for (int64_t at = valueOf(loop.getLowerBound()), end = valueOf(loop.getUpperBound()); at < end;
             at += valueOf(loop.getStep())) {
          known[loop.getInductionVar()] = at;
          block(*loop.getBody());
        }
        continue;
      }
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op); slice && isOutside(slice.getSource()))
        transfer(&op, slice, slice.getType().getElementType());
      if (auto insert = dyn_cast<tensor::InsertSliceOp>(op); insert && isAssembled(insert.getDest()))
        transfer(&op, insert, insert.getSourceType().getElementType());
      if (auto product = dyn_cast<linalg::LinalgOp>(op); product && !isa<func::FuncOp>(op.getParentOp()))
        for (OpOperand *input : product.getDpsInputOperands())
          if (auto type = dyn_cast<RankedTensorType>(input->get().getType());
              type && isOutside(input->get()) && held.try_emplace(&op).second)
            bytes += static_cast<double>(tensorBytes(type));
    }
  }

  std::map<Operation *, std::vector<int64_t>> held;
  llvm::DenseMap<Value, int64_t> known;
  double bytes = 0;
};

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
      double counted = Counter().run(function);
      EXPECT_EQ(summary.traffic, counted) << m << " x " << n << " x " << k << " in " << memory << "\n"
                                          << summary.json();
      split += llvm::range_size(function.getOps<scf::ForOp>()) > 1;
    }
  // Some of them are peeled, or nothing was tested.
  EXPECT_GT(split, 3);
}

} // namespace
