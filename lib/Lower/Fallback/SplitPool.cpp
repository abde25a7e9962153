//===- SplitPool.cpp - Pools too large for the chip ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SplitPool.h"

using namespace mlir;
using namespace alcove;

namespace {
/// Images and channels of one piece.
struct PoolCut {
  int64_t imageParts = 1, channelParts = 1;
};

/// What a pool says of itself: rows are batch x height x width.
struct PoolShape {
  int64_t images = 0, rowsIn = 0, rowsOut = 0, channels = 0;
};
} // namespace

static std::optional<PoolShape> poolShape(Operation *op, const opmodel::Query &query) {
  auto images = op->getAttrOfType<IntegerAttr>("batch_size"), channels = op->getAttrOfType<IntegerAttr>("channels");
  if (!images || !channels || query.inputs.size() != 1 || query.outputs.size() != 1 || !query.outputs[0].layout ||
      query.inputs[0].shape.size() != 4 || query.outputs[0].shape.size() != 4)
    return std::nullopt;
  PoolShape shape{images.getValue().getSExtValue(), query.inputs[0].shape[2], query.outputs[0].shape[2],
                  channels.getValue().getSExtValue()};
  if (shape.images <= 0 || shape.channels <= 0 || shape.rowsIn % shape.images != 0 || shape.rowsOut % shape.images != 0)
    return std::nullopt;
  return shape;
}

/// The cut with the fewest pieces that fits; among equals the one over images, whose pieces are whole pages.
static std::optional<PoolCut> findCut(const PoolShape &shape, const opmodel::Query &query,
                                      llvm::function_ref<bool(const opmodel::Query &)> fits) {
  constexpr int64_t mostPieces = 64;
  for (int64_t pieces = 2; pieces <= mostPieces; ++pieces)
    for (int64_t channelParts = 1; channelParts <= pieces; ++channelParts) {
      PoolCut cut{pieces / channelParts, channelParts};
      if (pieces % channelParts != 0 || shape.images % cut.imageParts != 0 ||
          (channelParts > 1 && shape.channels % (32 * channelParts) != 0))
        continue;
      opmodel::Query piece = query;
      piece.inputs[0].shape[2] = shape.rowsIn / cut.imageParts;
      piece.outputs[0].shape[2] = shape.rowsOut / cut.imageParts;
      piece.inputs[0].shape[3] = piece.outputs[0].shape[3] = shape.channels / channelParts;
      piece.attributes["batch_size"] = shape.images / cut.imageParts;
      piece.attributes["channels"] = shape.channels / channelParts;
      if (fits(piece))
        return cut;
    }
  return std::nullopt;
}

SmallVector<Operation *> conversion::splitPool(Operation *op, const opmodel::Query &query,
                                               const queries::Machine &machine,
                                               llvm::function_ref<bool(const opmodel::Query &)> fits) {
  std::optional<PoolShape> shape = poolShape(op, query);
  std::optional<PoolCut> cut = shape ? findCut(*shape, query, fits) : std::nullopt;
  if (!cut)
    return {};
  SmallVector<Operation *> made;
  OpBuilder builder(op);
  MLIRContext *context = op->getContext();
  auto typed = [&](Type like, const device::TensorLayout &layout, int64_t rows, int64_t channels) {
    SmallVector<int64_t> dims{1, 1, rows, channels};
    return RankedTensorType::get(dims, cast<RankedTensorType>(like).getElementType(),
                                 ttnn::TTNNLayoutAttr::get(context, dims, layout, machine.workerGrid));
  };
  Type inputType = op->getOperand(0).getType(), resultType = op->getResult(0).getType();
  const device::TensorLayout &inputLayout = query.inputs[0].layout, &resultLayout = *query.outputs[0].layout;
  int64_t rowsIn = shape->rowsIn / cut->imageParts, rowsOut = shape->rowsOut / cut->imageParts;
  int64_t channels = shape->channels / cut->channelParts;
  auto si32 = [&](int64_t value) {
    return IntegerAttr::get(IntegerType::get(context, 32, IntegerType::Signed), value);
  };
  auto concat = [&](SmallVector<Value> &parts, int64_t rows, int64_t width, int64_t dim) -> Value {
    if (parts.size() == 1)
      return parts[0];
    auto joined =
        ttnn::ConcatOp::create(builder, op->getLoc(), typed(resultType, resultLayout, rows, width), parts, si32(dim));
    made.push_back(joined);
    return joined.getResult();
  };
  SmallVector<Value> images;
  for (int64_t image = 0; image < cut->imageParts; ++image) {
    SmallVector<Value> columns;
    for (int64_t column = 0; column < cut->channelParts; ++column) {
      auto corner = [&](int64_t next) {
        return builder.getI32ArrayAttr({next ? 1 : 0, next ? 1 : 0, static_cast<int32_t>((image + next) * rowsIn),
                                        static_cast<int32_t>((column + next) * channels)});
      };
      auto slice =
          ttnn::SliceStaticOp::create(builder, op->getLoc(), typed(inputType, inputLayout, rowsIn, channels),
                                      op->getOperand(0), corner(0), corner(1), builder.getI32ArrayAttr({1, 1, 1, 1}));
      Operation *pool = builder.clone(*op);
      pool->setOperand(0, slice);
      pool->getResult(0).setType(typed(resultType, resultLayout, rowsOut, channels));
      pool->setAttr("batch_size", si32(shape->images / cut->imageParts));
      pool->setAttr("channels", si32(channels));
      made.push_back(slice);
      made.push_back(pool);
      columns.push_back(pool->getResult(0));
    }
    images.push_back(concat(columns, rowsOut, shape->channels, 3));
  }
  op->getResult(0).replaceAllUsesWith(concat(images, shape->rowsOut, shape->channels, 2));
  op->erase();
  return made;
}
