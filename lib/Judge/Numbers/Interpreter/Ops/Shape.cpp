//===- Shape.cpp - What ops that move elements compute --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace alcove::reference {

static Shape shapeOf(llvm::ArrayRef<int64_t> list) { return Shape(list.begin(), list.end()); }

/// Same elements under the result's shape, which the dialect's verifier has derived from the attributes.
static Result<Tensor> underResultShape(OpCall &call) { return call.in(0).reshaped(call.shape()); }

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

static void addMovements(OpTable &table) {
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

static void addDimensionSize(OpTable &table) {
  table.add<ttir::GetDimensionSizeOp>("LibraryOps", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(int64_t dim, normalizeDim(op.getDimensionAttr().getInt(), call.in(0).rank()));
    return Tensor::fromIntegers(call.held(), call.shape(), {call.in(0).dim(dim)});
  });
}

/// `length` elements along a dimension from `begin` on, again every `stride`; a stride of 0 is none.
static Result<Tensor> selectPieces(auto op, OpCall &call) {
  const Tensor &input = call.in(0);
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(op.getDim(), input.rank()));
  auto number = [&](const char *name) { // an optional attribute of one op, a needed one of the other
    auto attribute = op->template getAttrOfType<mlir::IntegerAttr>(name);
    return attribute ? attribute.getValue().getSExtValue() : 0;
  };
  int64_t extent = input.dim(at), length = number("length"), stride = number("stride");
  std::vector<Tensor> pieces;
  for (int64_t from = number("begin"); from < extent; from += stride == 0 ? extent : stride) {
    Shape begins(input.rank(), 0), ends = input.shape(), steps(input.rank(), 1);
    begins[at] = from;
    ends[at] = std::min<int64_t>(from + length, extent);
    ALCOVE_ASSIGN_OR_RETURN(Tensor piece, slice(input, begins, ends, steps));
    pieces.push_back(std::move(piece));
  }
  std::vector<const Tensor *> sources;
  for (const Tensor &piece : pieces)
    sources.push_back(&piece);
  return concat(sources, at);
}

static void addPieces(OpTable &table) {
  constexpr const char *against = "closed forms, moments, gather of what was placed; the lowered op";
  table.add<ttir::ReverseOp>("Selection", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return reverse(call.in(0), Shape(op.getDimensions().begin(), op.getDimensions().end()));
  });
  table.add<ttir::SelectOp, ttir::IndexSelectOp>("Selection", against,
                                                 [](auto op, OpCall &call) { return selectPieces(op, call); });
}

void addShapeOps(OpTable &table) {
  addMovements(table);
  addDimensionSize(table);
  addPieces(table);
}

} // namespace alcove::reference
