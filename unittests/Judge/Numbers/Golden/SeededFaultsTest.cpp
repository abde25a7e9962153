//===- SeededFaultsTest.cpp - Bugs of a compiler, written in by hand ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test takes a module that the judge accepts, makes one mistake that a pass could make, and wants it named.
//
//===----------------------------------------------------------------------===//
#include "Judge.h"
#include "Programs.h"

#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using ::testing::HasSubstr;

namespace {

class SeededFaultsTest : public ::testing::Test {
protected:
  /// A pattern of Patterns.mlir, compiled and accepted.
  void compile(const std::string &pattern, int level = 2, const std::string &options = "") {
    for (const Program &program : goldenPatterns())
      if (program.name == pattern)
        start(workshop.compile(program.text, level, options));
    ASSERT_TRUE(module) << "no pattern " << pattern;
  }

  void start(Result<OwningOpRef<ModuleOp>> result) {
    ASSERT_TRUE(result.ok()) << result.error().message;
    module = std::move(*result);
    reference = cast<ModuleOp>(module->clone());
    Verdict verdict = judge(workshop, *module, *reference);
    ASSERT_EQ(verdict.by, Judge::Nobody) << verdict.message;
  }

  template <typename Op>
  SmallVector<Op> all() {
    SmallVector<Op> ops;
    module->walk([&](Op op) {
      if (ttcore::isForwardFunction(op->template getParentOfType<func::FuncOp>()))
        ops.push_back(op);
    });
    return ops;
  }

  ttnn::DeallocateOp deallocationOf(Value value) {
    for (Operation *user : value.getUsers())
      if (auto deallocate = dyn_cast<ttnn::DeallocateOp>(user))
        return deallocate;
    return {};
  }

  void expectCaught(Judge by, const std::string &message) {
    Verdict verdict = judge(workshop, *module, *reference);
    EXPECT_EQ(verdict.by, by) << verdict.message;
    EXPECT_THAT(verdict.message, HasSubstr(message));
  }

  Workshop workshop;
  OwningOpRef<ModuleOp> module, reference;
};

/// Layout of `type` with another shard.
RankedTensorType withShard(RankedTensorType type, ArrayRef<int64_t> shard) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  MemRefType memref = layout.getMemref();
  auto other = ttnn::TTNNLayoutAttr::get(
      type.getContext(), layout.getLinear(), layout.getGridShape(),
      MemRefType::get(shard, memref.getElementType(), MemRefLayoutAttrInterface(), memref.getMemorySpace()),
      layout.getMemLayout(), layout.getTensorMesh(), layout.getIgnorePhysicalLayout(), layout.getCoreRangeSet());
  return RankedTensorType::get(type.getShape(), type.getElementType(), other);
}

bool isL1(Value value) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return layout && layout.getBufferType() == ttnn::BufferType::L1;
}

} // namespace

// Two tensors of one type are converted; each conversion reads the other's tensor.
TEST_F(SeededFaultsTest, SwappedOperandsOfAReshard) {
  compile("two_inputs", 0);
  auto moves = all<ttnn::ToLayoutOp>();
  ASSERT_GE(moves.size(), 2u);
  for (ttnn::ToLayoutOp move : moves)
    deallocationOf(move.getInput()).erase();
  Value first = moves[0].getInput(), second = moves[1].getInput();
  moves[0]->setOperand(0, second);
  moves[1]->setOperand(0, first);
  // Deallocated again at the end, so that nothing but the numbers is wrong.
  OpBuilder builder(moves[0]->getBlock()->getTerminator());
  for (Value value : {first, second})
    ttnn::DeallocateOp::create(builder, moves[0].getLoc(), value, false);
  expectCaught(Judge::Numbers, "differs");
}

// One tile too many or too few per core.
TEST_F(SeededFaultsTest, ShardShapeOffByOne) {
  for (int64_t change : {1, -1}) {
    compile("long_chain");
    ttnn::TTNNLayoutAttr layout;
    for (ttnn::GeluOp op : all<ttnn::GeluOp>()) {
      layout = ttnn::layoutOf(op.getResult().getType());
      SmallVector<int64_t> shard(layout.getMemref().getShape());
      shard[1] += change;
      op.getResult().setType(withShard(cast<RankedTensorType>(op.getResult().getType()), shard));
      break;
    }
    expectCaught(Judge::Memory, "MEM-16");
  }
}

TEST_F(SeededFaultsTest, MissingDeallocation) {
  compile("long_chain");
  deallocationOf(all<ttnn::AddOp>()[0].getResult()).erase();
  expectCaught(Judge::Memory, "MEM-14");
}

TEST_F(SeededFaultsTest, DoubleDeallocation) {
  compile("long_chain");
  ttnn::DeallocateOp deallocate = deallocationOf(all<ttnn::AddOp>()[0].getResult());
  OpBuilder(deallocate->getNextNode()).clone(*deallocate);
  expectCaught(Judge::Memory, "MEM-4");
}

TEST_F(SeededFaultsTest, ReadAfterFree) {
  compile("long_chain");
  ttnn::GeluOp reader = all<ttnn::GeluOp>()[0];
  deallocationOf(reader.getInput())->moveBefore(reader);
  expectCaught(Judge::Memory, "MEM-3");
}

// The planner gave two live tensors one address.
TEST_F(SeededFaultsTest, OverlappingTensors) {
  compile("long_chain");
  OpBuilder builder(module->getContext());
  // The first gelu is read by the matmul and by the add after it; the matmul's result lies on it.
  Operation *first = all<ttnn::GeluOp>()[0], *second = all<ttnn::MatmulOp>()[1];
  ASSERT_TRUE(isL1(first->getResult(0)) && isL1(second->getResult(0)));
  for (Operation *op : {first, second})
    op->setAttr("alcove.address", builder.getDenseI64ArrayAttr({1048576}));
  expectCaught(Judge::Memory, "MEM-11");
}

// The planner put a tensor at the bottom, where the circular buffers of the next op grow.
TEST_F(SeededFaultsTest, CircularBuffersOverALiveTensor) {
  compile("long_chain");
  Operation *op = all<ttnn::GeluOp>()[0];
  op->setAttr("alcove.address", OpBuilder(module->getContext()).getDenseI64ArrayAttr({0}));
  expectCaught(Judge::Memory, "MEM-9");
}

// The tensor goes out to DRAM and its L1 copy is freed; one user still reads the copy.
TEST_F(SeededFaultsTest, SpillThatForgetsAUser) {
  compile("long_chain");
  ttnn::GeluOp producer = all<ttnn::GeluOp>()[0];
  ttnn::MatmulOp firstUser = all<ttnn::MatmulOp>()[1];
  auto dram = cast<RankedTensorType>(firstUser.getB().getType());
  OpBuilder builder(producer->getNextNode());
  auto spill = ttnn::ToMemoryConfigOp::create(builder, producer.getLoc(), dram, producer.getResult());
  ttnn::DeallocateOp::create(builder, producer.getLoc(), producer.getResult(), false);
  ttnn::DeallocateOp old;
  for (Operation *user : llvm::make_early_inc_range(producer.getResult().getUsers()))
    if (auto deallocate = dyn_cast<ttnn::DeallocateOp>(user); deallocate && deallocate->getPrevNode() != spill)
      old = deallocate;
  ASSERT_TRUE(old);
  old->setOperand(0, spill.getResult());
  firstUser->setOperand(0, spill.getResult()); // the add is forgotten
  expectCaught(Judge::Memory, "MEM-3");
}

// TTIR writes top, left, bottom, right; TTNN top, bottom, left, right.
TEST_F(SeededFaultsTest, PaddingOrderOfAConvolution) {
  compile("conv_bias", 0);
  ttnn::Conv2dOp conv = all<ttnn::Conv2dOp>()[0];
  auto padding = conv->getAttrOfType<DenseI32ArrayAttr>("padding");
  ASSERT_EQ(padding.size(), 4);
  ArrayRef<int32_t> p = padding.asArrayRef(); // top, bottom, left, right
  ASSERT_EQ((p[0] + p[1]) + (p[2] + p[3]), 6);
  // Same height and width, so that shapes agree: left and right change places.
  conv->setAttr("padding", DenseI32ArrayAttr::get(module->getContext(), {p[0], p[1], p[3], p[2]}));
  expectCaught(Judge::Numbers, "differs");
}

// x - row read as x - column: both have 7 elements.
TEST_F(SeededFaultsTest, BroadcastFoldedOnTheWrongDimension) {
  compile("broadcast_of_rows_and_columns", 0);
  Operation *subtract = all<ttnn::SubtractOp>()[0], *divide = all<ttnn::DivideOp>()[0];
  Value row = subtract->getOperand(1), column = divide->getOperand(1);
  SmallVector<Operation *> frees;
  for (Value value : {row, column, subtract->getOperand(0)})
    frees.push_back(deallocationOf(value));
  for (Operation *free : frees)
    free->moveBefore(free->getBlock()->getTerminator());
  subtract->moveBefore(divide);
  subtract->setOperand(1, column);
  divide->setOperand(1, row);
  expectCaught(Judge::Numbers, "differs");
}

// The old cache is read after the write: the reader needed a copy, made before.
TEST_F(SeededFaultsTest, InPlaceUpdateAfterACopyWasNeeded) {
  compile("cache_read_before_write", 0);
  Operation *update = all<ttnn::UpdateCacheOp>()[0];
  Operation *reader = all<ttnn::ReluOp>()[0];
  ASSERT_TRUE(reader->isBeforeInBlock(update));
  reader->moveAfter(update);
  expectCaught(Judge::Numbers, "differs");
}

// The matmul reads a buffer that nobody filled: the cached weight was never waited for.
TEST_F(SeededFaultsTest, CachedValueNotAwaited) {
  compile("const_eval_twice", 0);
  ttcore::LoadCachedOp load = all<ttcore::LoadCachedOp>()[0];
  OpBuilder builder(load);
  Value device = ttnn::GetDeviceOp::create(builder, load.getLoc(), ttnn::DeviceType::get(module->getContext()),
                                           ttnn::MeshShapeAttr(), ttnn::MeshOffsetAttr());
  auto type = cast<RankedTensorType>(load.getResult(0).getType());
  OperationState state(load.getLoc(), "ttnn.empty");
  state.addOperands(device);
  state.addTypes(type);
  state.addAttribute("shape", ttnn::ShapeAttr::get(module->getContext(), type.getShape()));
  load.getResult(0).replaceAllUsesWith(builder.create(state)->getResult(0));
  load.erase();
  expectCaught(Judge::Numbers, "differs");
}

// The cached value is asked for after what it is computed from was freed.
TEST_F(SeededFaultsTest, CachedValueComputedTooLate) {
  compile("const_eval_twice", 0);
  ttcore::LoadCachedOp load = all<ttcore::LoadCachedOp>()[0];
  deallocationOf(load.getOperand(0))->moveBefore(load);
  expectCaught(Judge::Memory, "MEM-3");
}

// Rows and columns have the same length, so the result has the right shape: NUM-C5 excuses no index of it.
TEST_F(SeededFaultsTest, ArgmaxOverTheWrongDimension) {
  compile("argmax_square", 0);
  ttnn::ArgMaxOp argmax = all<ttnn::ArgMaxOp>()[0];
  OpBuilder builder(argmax);
  OperationState state(argmax.getLoc(), "ttnn.permute");
  state.addOperands(argmax.getInput());
  state.addTypes(argmax.getInput().getType());
  state.addAttribute("permutation", builder.getDenseI64ArrayAttr({1, 0}));
  Value turned = builder.create(state)->getResult(0);
  builder.setInsertionPointAfter(argmax);
  ttnn::DeallocateOp::create(builder, argmax.getLoc(), turned, false);
  argmax->setOperand(0, turned);
  expectCaught(Judge::Numbers, "rounding decided 0 of them (NUM-C5)");
}

// The smallest instead of the largest.
TEST_F(SeededFaultsTest, TopKOfTheOtherEnd) {
  compile("topk", 0);
  all<ttnn::TopKOp>()[0]->setAttr("largest", OpBuilder(module->getContext()).getBoolAttr(false));
  expectCaught(Judge::Numbers, "differs");
}
