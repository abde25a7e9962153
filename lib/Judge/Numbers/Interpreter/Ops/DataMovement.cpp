//===- DataMovement.cpp - Ops that move elements, creation - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"

#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace alcove::reference {

static Shape shapeOf(llvm::ArrayRef<int64_t> list) { return Shape(list.begin(), list.end()); }

/// Same elements under the result's shape, which the dialect's verifier has derived from the attributes.
static Result<Tensor> underResultShape(OpCall &call) { return call.in(0).reshaped(call.shape()); }

static void addLayoutOps(OpTable &table) {
  // The element type follows the result; the physical way through its layout is the interpreter's, for every result.
  table.add<ttnn::ToMemoryConfigOp, ttnn::ToLayoutOp, ttnn::ToTensorSpecOp, ttnn::FromDeviceOp, ttnn::ToDeviceOp>(
      "StorageTest", "identity, physically stored and read back",
      [](auto, OpCall &call) -> Result<Tensor> { return call.in(0).convertedTo(call.held()); });
  table.add<ttir::ToLayoutOp>("DataMovement", "identity", [](auto, OpCall &call) -> Result<std::vector<Tensor>> {
    if (call.op->getNumResults() != 1)
      return Error{"to_layout of memory is not executed"};
    ALCOVE_ASSIGN_OR_RETURN(Tensor result, call.in(0).convertedTo(call.held()));
    return std::vector<Tensor>{std::move(result)};
  });
  auto into = [](const Tensor &source, Tensor &target) -> Status {
    if (source.shape() != target.shape())
      return Error{fmt::format("{} into {}", toString(source.shape()), toString(target.shape()))};
    ALCOVE_ASSIGN_OR_RETURN(target, source.convertedTo(target.elementType()));
    return {};
  };
  table.add<ttnn::CopyOp>("DataMovement", "closed form", [into](auto op, OpCall &call) -> Status {
    return into(call.in(0), call.inPlace(op.getDst()));
  });
  table.add<ttnn::WriteTensorOp>("DataMovement", "closed form", [into](auto op, OpCall &call) -> Status {
    return into(call.in(0), call.inPlace(op.getDeviceTensor()));
  });
  table.add<ttcore::OptimizationBarrierOp>("Interpreter", "identity",
                                           [](auto, OpCall &call) -> Result<std::vector<Tensor>> {
                                             std::vector<Tensor> results;
                                             for (const Tensor *operand : call.operands)
                                               results.push_back(*operand);
                                             return results;
                                           });
}

static void addIndexOps(OpTable &table) {
  table.add<ttir::EmbeddingOp, ttnn::EmbeddingOp>("Indexing", "closed form", [](auto, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor rows, embedding(call.in(0), call.in(1)));
    ALCOVE_ASSIGN_OR_RETURN(Tensor typed, rows.convertedTo(call.held()));
    return typed.reshaped(call.shape());
  });
  table.add<ttnn::GatherOp>("Indexing", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    return gatherAlong(call.in(0), call.in(1), op.getDim());
  });
  table.add<ttir::GatherOp>("Indexing", "closed form, slices", [](auto op, OpCall &call) -> Result<Tensor> {
    if (op.getDim()) {
      ALCOVE_ASSIGN_OR_RETURN(double dim, numberOf(*op.getDim()));
      return gatherAlong(call.in(0), call.in(1), static_cast<int64_t>(dim));
    }
    GatherDims dims;
    auto read = [](std::optional<mlir::Attribute> attribute, Shape &into) -> Status {
      if (!attribute)
        return {};
      ALCOVE_ASSIGN_OR_RETURN(into, integersOf(*attribute));
      return {};
    };
    Shape vector = {0};
    ALCOVE_RETURN_IF_ERROR(read(op.getOffsetDims(), dims.offset));
    ALCOVE_RETURN_IF_ERROR(read(op.getCollapsedSliceDims(), dims.collapsed));
    ALCOVE_RETURN_IF_ERROR(read(op.getOperandBatchingDims(), dims.operandBatching));
    ALCOVE_RETURN_IF_ERROR(read(op.getStartIndicesBatchingDims(), dims.startBatching));
    ALCOVE_RETURN_IF_ERROR(read(op.getStartIndexMap(), dims.startIndexMap));
    ALCOVE_RETURN_IF_ERROR(read(op.getSliceSizes(), dims.sliceSizes));
    ALCOVE_RETURN_IF_ERROR(read(op.getIndexVectorDim(), vector));
    if (vector.size() != 1)
      return Error{"gather: index_vector_dim is not one number"};
    dims.indexVector = vector[0];
    return gatherSlices(call.in(0), call.in(1), dims);
  });
}

/// Names of one side of a pattern `a (b c)`, without its parentheses, in order.
static std::vector<llvm::StringRef> namesOf(llvm::StringRef side) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(side, words, " ()");
  return std::vector<llvm::StringRef>(words.begin(), words.end());
}

/// `a b c -> c (a b)`: dimensions in the order of the right side, parentheses join them. The left side joins none:
/// nothing would say how to cut them.
static Result<Tensor> rearrange(const Tensor &input, llvm::StringRef pattern, const Shape &shape) {
  auto [left, right] = pattern.split("->");
  std::vector<llvm::StringRef> from = namesOf(left), to = namesOf(right);
  if (static_cast<int64_t>(from.size()) != input.rank() || to.size() != from.size())
    return Error{fmt::format("pattern '{}' cuts or joins the dimensions of {} before the arrow: this is not executed",
                             pattern.str(), toString(input.shape()))};
  Shape order;
  for (llvm::StringRef name : to)
    order.push_back(llvm::find(from, name) - from.begin());
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(input, order));
  return moved.reshaped(shape);
}

void addDataMovementOps(OpTable &table) {
  addLayoutOps(table);
  addIndexOps(table);
  constexpr const char *against = "closed form, inverse gives the operand back";
  table.add<ttir::ReshapeOp, ttnn::ReshapeOp, ttir::SqueezeOp, ttir::UnsqueezeOp>(
      "DataMovement", against, [](auto, OpCall &call) { return underResultShape(call); });
  table.add<ttir::PermuteOp, ttnn::PermuteOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return permute(call.in(0), shapeOf(op.getPermutation()));
  });
  table.add<ttir::RearrangeOp>(
      "DataMovement", "closed form, permute and reshape",
      [](auto op, OpCall &call) -> Result<Tensor> { return rearrange(call.in(0), op.getPattern(), call.shape()); });
  table.add<ttir::TransposeOp, ttnn::TransposeOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return transpose(call.in(0), op.getDim0(), op.getDim1());
  });
  table.add<ttir::BroadcastOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return repeat(call.in(0), shapeOf(op.getBroadcastDimensions()));
  });
  table.add<ttir::RepeatOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return repeat(call.in(0), shapeOf(op.getRepeatDimensions()));
  });
  table.add<ttnn::RepeatOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return repeat(call.in(0), shapeOf(op.getRepeatDims().getShape()));
  });
  table.add<ttir::RepeatInterleaveOp, ttnn::RepeatInterleaveOp>(
      "DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
        return repeatInterleave(call.in(0), op.getRepeats(), op.getDim());
      });
  table.add<ttir::ConcatOp, ttnn::ConcatOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    std::vector<Tensor> typed;
    std::vector<const Tensor *> sources;
    for (Tensor *operand : call.operands) {
      ALCOVE_ASSIGN_OR_RETURN(Tensor source, operand->convertedTo(call.held()));
      typed.push_back(std::move(source));
    }
    for (const Tensor &source : typed)
      sources.push_back(&source);
    return concat(sources, op.getDim());
  });
  table.add<ttir::SliceStaticOp, ttnn::SliceStaticOp>(
      "DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(Shape begins, integersOf(op.getBegins()));
        ALCOVE_ASSIGN_OR_RETURN(Shape ends, integersOf(op.getEnds()));
        ALCOVE_ASSIGN_OR_RETURN(Shape steps, integersOf(op.getStep()));
        return slice(call.in(0), begins, ends, steps);
      });
  table.add<ttir::SliceDynamicOp, ttnn::SliceDynamicOp>(
      "DataMovement", "slice_static", [](auto op, OpCall &call) -> Result<Tensor> {
        auto bounds = [&](const Tensor &tensor) {
          Shape result;
          for (int64_t i = 0; i < tensor.numElements(); ++i)
            result.push_back(static_cast<int64_t>(tensor.at(i)));
          return result;
        };
        if (call.in(1).numElements() > call.in(0).rank() || call.in(2).numElements() > call.in(0).rank())
          return Error{fmt::format("slice_dynamic of {} with {} begins", toString(call.in(0).shape()),
                                   call.in(1).numElements())};
        Shape steps(call.in(0).rank(), 1);
        if (op.getStep()) {
          ALCOVE_ASSIGN_OR_RETURN(steps, integersOf(*op.getStep()));
        }
        return slice(call.in(0), bounds(call.in(1)), bounds(call.in(2)), steps);
      });
  table.add<ttir::IndexOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    // Signless attributes: their accessors are unsigned, -1 would be 4294967295.
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(op.getDimAttr().getInt(), call.in(0).rank()));
    Shape begins(call.in(0).rank(), 0), ends = call.in(0).shape(), steps(call.in(0).rank(), 1);
    begins[at] = op.getBeginAttr().getInt();
    ends[at] = op.getEndAttr().getInt();
    steps[at] = op.getStepAttr().getInt();
    return slice(call.in(0), begins, ends, steps);
  });
  table.add<ttir::PadOp, ttnn::PadOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    llvm::ArrayRef<int32_t> amounts = op.getPadding();
    Shape low, high;
    for (size_t i = 0; i + 1 < amounts.size(); i += 2) {
      low.push_back(amounts[i]);
      high.push_back(amounts[i + 1]);
    }
    return pad(call.in(0), low, high, op.getValue().convertToDouble());
  });
}

// NUM-N25
/// The type that the numbers of a constant are of, also in a run in f32: what the type of the tensor cannot hold
/// becomes infinite, or its nearest number, in every module that says it. Block formats are how a tensor is stored.
static ElementType typeOfNumbers(OpCall &call) {
  Result<ElementType> declared = heldTypeOf(call.type().getElementType());
  return declared.ok() && !isBlockFloat(*declared) ? *declared : call.held();
}

void addCreationOps(OpTable &table) {
  constexpr const char *against = "closed form";
  auto constant = [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor value, tensorOf(op.getValue(), typeOfNumbers(call)));
    return value.reshaped(call.shape());
  };
  table.add<ttir::ConstantOp, ttnn::ConstantOp>("Constants", against, constant);
  table.add<ttir::FullOp, ttnn::FullOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(double value, numberOf(op.getFillValue()));
    return full(typeOfNumbers(call), call.shape(), value);
  });
  table.add<ttir::ZerosOp, ttnn::ZerosOp, ttir::EmptyOp, ttnn::EmptyOp>(
      "DataMovement", against, [](auto, OpCall &call) { return full(call.held(), call.shape(), 0.0); });
  table.add<ttir::OnesOp, ttnn::OnesOp>("DataMovement", against,
                                        [](auto, OpCall &call) { return full(call.held(), call.shape(), 1.0); });
  table.add<ttir::ArangeOp>("DataMovement", against, [](auto op, OpCall &call) {
    return arange(call.held(), call.shape(), op.getArangeDimension(), op.getStart(), op.getStep());
  });
  table.add<ttnn::ArangeOp>("DataMovement", against, [](auto op, OpCall &call) {
    return arange(call.held(), call.shape(), -1, op.getStart(), op.getStep());
  });
}

} // namespace alcove::reference
