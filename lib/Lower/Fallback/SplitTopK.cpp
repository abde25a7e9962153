//===- SplitTopK.cpp - The largest of rows that do not fit ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SplitTopK.h"
#include "alcove/Ops/Dialect/TTNN/DeviceValue.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;

namespace {
/// `count` pieces of `width` elements along `dim`, the last one of what is left.
struct TopKCut {
  int64_t dim = 0, extent = 0, width = 0, count = 0;

  int64_t end(int64_t piece) const { return std::min(extent, (piece + 1) * width); }
};
} // namespace

/// The fewest pieces of whole tiles that fit, each of k elements or more, whose winners fit together.
static std::optional<TopKCut> findCut(int64_t dim, int64_t k, const opmodel::Query &query,
                                      llvm::function_ref<bool(const opmodel::Query &)> fits) {
  constexpr int64_t mostPieces = 64, tile = 32;
  TopKCut cut{dim, query.inputs[0].shape[dim], 0, 0};
  for (int64_t pieces = 2; pieces <= mostPieces; ++pieces) {
    cut.width = ceilDiv(ceilDiv(cut.extent, pieces), tile) * tile;
    cut.count = ceilDiv(cut.extent, cut.width);
    if (cut.count < 2 || cut.extent - (cut.count - 1) * cut.width < k)
      continue;
    opmodel::Query piece = query, winners = query;
    piece.inputs[0].shape[dim] = cut.width;
    winners.inputs[0].shape[dim] = cut.count * k;
    if (cut.count * k < cut.extent && fits(piece) && fits(winners))
      return cut;
  }
  return std::nullopt;
}

SmallVector<Operation *> conversion::splitTopK(ttnn::TopKOp op, const opmodel::Query &query,
                                               const queries::Machine &machine,
                                               llvm::function_ref<bool(const opmodel::Query &)> fits) {
  if (query.inputs.size() != 1 || query.outputs.size() != 2 || !query.outputs[0].layout || !query.outputs[1].layout)
    return {};
  size_t rank = query.inputs[0].shape.size();
  int64_t k = op.getKAttr().getInt();
  std::optional<int64_t> dim = shape::normalizeDim(op.getDimAttr().getInt(), rank);
  std::optional<TopKCut> cut = dim ? findCut(*dim, k, query, fits) : std::nullopt;
  if (!cut)
    return {};
  SmallVector<Operation *> made;
  OpBuilder builder(op);
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  auto sized = [&](Value like, const device::TensorLayout &layout, int64_t extent) {
    auto type = cast<RankedTensorType>(like.getType());
    SmallVector<int64_t> dims(type.getShape());
    dims[cut->dim] = extent;
    return RankedTensorType::get(dims, type.getElementType(),
                                 ttnn::TTNNLayoutAttr::get(context, dims, layout, machine.workerGrid));
  };
  auto add = [&](auto created) {
    made.push_back(created);
    return created;
  };
  auto si32 = IntegerAttr::get(IntegerType::get(context, 32, IntegerType::Signed), cut->dim);
  const device::TensorLayout &valueLayout = *query.outputs[0].layout, &indexLayout = *query.outputs[1].layout;
  auto topk = [&](Value input) {
    auto piece = cast<ttnn::TopKOp>(builder.clone(*op));
    piece->setOperand(0, input);
    return add(piece);
  };
  Value device = ttnn::deviceBefore(*op->getBlock(), op, loc);
  SmallVector<Value> values, indices;
  for (int64_t piece = 0; piece < cut->count; ++piece) {
    SmallVector<int32_t> begins(rank, 0), ends(query.inputs[0].shape.begin(), query.inputs[0].shape.end());
    begins[cut->dim] = static_cast<int32_t>(piece * cut->width);
    ends[cut->dim] = static_cast<int32_t>(cut->end(piece));
    auto slice = add(ttnn::SliceStaticOp::create(
        builder, loc, sized(op.getInput(), query.inputs[0].layout, cut->end(piece) - piece * cut->width), op.getInput(),
        builder.getI32ArrayAttr(begins), builder.getI32ArrayAttr(ends),
        builder.getI32ArrayAttr(SmallVector<int32_t>(rank, 1))));
    auto winners = topk(slice.getResult());
    values.push_back(winners.getValues());
    Value where = winners.getIndices();
    if (piece > 0) {
      auto start =
          add(ttnn::FullOp::create(builder, loc, where.getType(), device,
                                   ttnn::ShapeAttr::get(context, cast<RankedTensorType>(where.getType()).getShape()),
                                   builder.getI32IntegerAttr(static_cast<int32_t>(piece * cut->width))));
      where = add(ttnn::AddOp::create(builder, loc, where.getType(), where, start.getResult())).getResult();
    }
    indices.push_back(where);
  }
  Value allValues =
      add(ttnn::ConcatOp::create(builder, loc, sized(op.getValues(), valueLayout, cut->count * k), values, si32))
          .getResult();
  Value allIndices =
      add(ttnn::ConcatOp::create(builder, loc, sized(op.getIndices(), indexLayout, cut->count * k), indices, si32))
          .getResult();
  auto winners = topk(allValues);
  Value where =
      add(ttnn::GatherOp::create(builder, loc, op.getIndices().getType(), allIndices, winners.getIndices(), si32))
          .getResult();
  op->replaceAllUsesWith(ValueRange{winners.getValues(), where});
  op->erase();
  return made;
}
