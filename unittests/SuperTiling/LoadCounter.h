//===- LoadCounter.h - The bytes that tile loops move -----------*- C++ -*-===//
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
#ifndef ALCOVE_UNITTESTS_SUPERTILING_LOADCOUNTER_H
#define ALCOVE_UNITTESTS_SUPERTILING_LOADCOUNTER_H

#include "Harness.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <span>

namespace alcove::supertiling::testing {

class LoadCounter {
public:
  double run(mlir::func::FuncOp function) {
    block(function.getBody().front());
    return bytes;
  }

private:
  int64_t valueOf(mlir::Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    mlir::Operation *op = value.getDefiningOp();
    mlir::SmallVector<mlir::Attribute> operands;
    for (mlir::Value operand : op ? op->getOperands() : mlir::ValueRange())
      operands.push_back(mlir::IntegerAttr::get(operand.getType(), valueOf(operand)));
    mlir::SmallVector<mlir::OpFoldResult> results;
    EXPECT_TRUE(op && succeeded(op->fold(operands, results)) && results.size() == 1) << "no value";
    return results.empty() ? 0 : mlir::cast<mlir::IntegerAttr>(mlir::cast<mlir::Attribute>(results[0])).getInt();
  }

  std::vector<int64_t> partOf(mlir::OffsetSizeAndStrideOpInterface slice) {
    std::vector<int64_t> part;
    for (mlir::ArrayRef<mlir::OpFoldResult> list : {slice.getMixedOffsets(), slice.getMixedSizes()})
      for (mlir::OpFoldResult entry : list) {
        auto constant = mlir::getConstantIntValue(entry);
        part.push_back(constant ? *constant : valueOf(mlir::cast<mlir::Value>(entry)));
      }
    return part;
  }

  double bytesOf(mlir::OffsetSizeAndStrideOpInterface slice, mlir::Type element) {
    double product = element.getIntOrFloatBitWidth() / 8.0;
    std::vector<int64_t> part = partOf(slice);
    for (size_t d = part.size() / 2; d < part.size(); ++d)
      product *= static_cast<double>(part[d]);
    return product;
  }

  /// Slices of what stands outside of every loop.
  static bool isOutside(mlir::Value value) {
    if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
      return mlir::isa<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
    return mlir::isa<mlir::func::FuncOp>(value.getDefiningOp()->getParentOp()) &&
           !value.getDefiningOp<mlir::tensor::EmptyOp>();
  }

  /// The destination of a loop that stands outside of every other one.
  static bool isAssembled(mlir::Value value) {
    for (;;) {
      if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
        value = mlir::cast<mlir::scf::ForOp>(argument.getOwner()->getParentOp()).getTiedLoopInit(argument)->get();
      else if (auto loop = value.getDefiningOp<mlir::scf::ForOp>())
        value = loop.getInits()[mlir::cast<mlir::OpResult>(value).getResultNumber()];
      else
        return mlir::isa<mlir::func::FuncOp>(value.getDefiningOp()->getParentOp());
    }
  }

  static mlir::Operation *outermost(mlir::Operation *op) {
    while (!mlir::isa<mlir::func::FuncOp>(op->getParentOp()))
      op = op->getParentOp();
    return op;
  }

  void transfer(mlir::Operation *op, mlir::OffsetSizeAndStrideOpInterface slice, mlir::Type element) {
    auto [found, fresh] = held.try_emplace(op);
    std::vector<int64_t> part = partOf(slice);
    if (!fresh && found->second == part)
      return;
    found->second = part;
    bytes += bytesOf(slice, element);
  }

  void block(mlir::Block &here) {
    for (mlir::Operation &op : here) {
      if (auto loop = mlir::dyn_cast<mlir::scf::ForOp>(op)) {
        // What the loops beside this one hold is gone.
        for (auto other : here.getOps<mlir::scf::ForOp>())
          if (other != loop)
            other->walk([&](mlir::Operation *inner) { held.erase(inner); });
        for (int64_t at = valueOf(loop.getLowerBound()), end = valueOf(loop.getUpperBound()); at < end;
             at += valueOf(loop.getStep())) {
          known[loop.getInductionVar()] = at;
          block(*loop.getBody());
        }
        continue;
      }
      if (auto choice = mlir::dyn_cast<mlir::scf::IfOp>(op)) {
        mlir::Region &taken = valueOf(choice.getCondition()) != 0 ? choice.getThenRegion() : choice.getElseRegion();
        block(taken.front());
      }
      if (auto slice = mlir::dyn_cast<mlir::tensor::ExtractSliceOp>(op); slice && isOutside(slice.getSource()))
        transfer(&op, slice, slice.getType().getElementType());
      if (auto insert = mlir::dyn_cast<mlir::tensor::InsertSliceOp>(op); insert && isAssembled(insert.getDest()))
        transfer(&op, insert, insert.getSourceType().getElementType());
      if (auto product = mlir::dyn_cast<mlir::linalg::LinalgOp>(op);
          product && !mlir::isa<mlir::func::FuncOp>(op.getParentOp()))
        for (mlir::OpOperand *input : product.getDpsInputOperands())
          if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(input->get().getType());
              type && isOutside(input->get()) &&
              whole.insert({outermost(&op), input->get().getAsOpaquePointer()}).second)
            bytes += static_cast<double>(tensorBytes(type));
    }
  }

  std::map<mlir::Operation *, std::vector<int64_t>> held;
  /// Loops, and tensors that they use whole: one load, whoever reads it.
  std::set<std::pair<mlir::Operation *, void *>> whole;
  llvm::DenseMap<mlir::Value, int64_t> known;
  double bytes = 0;
};

/// What the loops of `text`, tiled with `options`, move; `summary`: what the report says.
inline double countedBytes(const std::string &text, const DriverOptions &options, Summary &summary) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  mlir::ScopedDiagnosticHandler silent(&context(), [](mlir::Diagnostic &) { return mlir::success(); });
  EXPECT_TRUE(module && succeeded(superTile(*module, options, summary)));
  return LoadCounter().run(*module->getOps<mlir::func::FuncOp>().begin());
}

/// What a report says, and what the loops move.
struct Moved {
  Summary summary;
  double counted = 0;
};

/// `text` with or without one freedom of the planner.
inline Moved moved(const std::string &text, Bytes memory, bool plan::tiling::CostModel::*freedom, bool isFree,
                   PlanMode mode = PlanMode::Planned) {
  DriverOptions options = driverOptions(memory, mode);
  options.planner.costs.*freedom = isFree;
  Moved result;
  result.counted = countedBytes(text, options, result.summary);
  return result;
}

/// A program at several budgets.
struct Budgeted {
  const char *name;
  std::string text;
  std::vector<Bytes> budgets;
};

/// With the freedom the report, the loops and the program's numbers agree, and less is moved.
inline void expectLessMoved(std::span<const Budgeted> programs, bool plan::tiling::CostModel::*freedom) {
  for (const Budgeted &own : programs) {
    int less = 0;
    for (Bytes memory : own.budgets) {
      Moved without = moved(own.text, memory, freedom, false), with = moved(own.text, memory, freedom, true);
      std::string where = fmt::format("{} at {} B: ", own.name, memory);
      EXPECT_LE(with.summary.traffic, without.summary.traffic) << where;
      less += with.summary.traffic < without.summary.traffic;
      EXPECT_LE(with.counted, with.summary.traffic) << where;
      EXPECT_GE(with.counted, 0.995 * with.summary.traffic) << where;
      EXPECT_EQ(with.summary.replans, 0) << where;
      Outcome outcome = checkProgram(own.text, memory, PlanMode::Planned, true);
      EXPECT_EQ(outcome.kind, Outcome::Equal) << where << outcome.message;
    }
    EXPECT_GT(less, 0) << own.name;
  }
}

} // namespace alcove::supertiling::testing

#endif // ALCOVE_UNITTESTS_SUPERTILING_LOADCOUNTER_H
