//===- BatchNorm.cpp - Batch norms written out ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BatchNorm.h"
#include "Conversion.h"

#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using stablehlo::typeOf;

namespace {
template <typename Op>
Op onlyUse(Value value) {
  auto op = value.getDefiningOp<Op>();
  return op && value.hasOneUse() ? op : Op();
}

/// What is repeated along all dimensions but one: a tensor of extent 1 there.
Value repeated(Value value, std::optional<int64_t> &channel) {
  auto broadcast = value.getDefiningOp<ttir::BroadcastOp>();
  if (!broadcast)
    return {};
  RankedTensorType from = typeOf(broadcast.getInput()), to = typeOf(value);
  if (from.getRank() != to.getRank())
    return {};
  for (int64_t dim = 0; dim < from.getRank(); ++dim)
    if (from.getDimSize(dim) != 1) {
      if (channel.value_or(dim) != dim)
        return {};
      channel = dim;
    }
  return broadcast.getInput();
}

/// Both operands, in each order.
template <typename Fn>
bool eitherOrder(Operation *op, Fn match) {
  return match(op->getOperand(0), op->getOperand(1)) || match(op->getOperand(1), op->getOperand(0));
}

struct Parts {
  Value x, mean, variance, scale, offset;
  float epsilon = 0;
  std::optional<int64_t> channel;
};

std::optional<float> splatOf(Value value) {
  auto constant = value.getDefiningOp<ttir::ConstantOp>();
  auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
  if (!dense || !dense.isSplat() || !isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  APFloat number = dense.getSplatValue<APFloat>();
  bool lost = false;
  number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
  return number.convertToFloat();
}

/// rsqrt(variance + epsilon) * scale.
bool matchFactor(Value value, Parts &parts) {
  auto product = value.getDefiningOp<ttir::MultiplyOp>();
  return product && eitherOrder(product, [&](Value root, Value scale) {
           auto rsqrt = root.getDefiningOp<ttir::RsqrtOp>();
           auto sum = rsqrt ? rsqrt.getInput().getDefiningOp<ttir::AddOp>() : ttir::AddOp();
           return sum && eitherOrder(sum, [&](Value variance, Value epsilon) {
                    std::optional<float> number = splatOf(epsilon);
                    if (!number)
                      return false;
                    parts.variance = variance;
                    parts.scale = scale;
                    parts.epsilon = *number;
                    return true;
                  });
         });
}

Value withoutReshape(Value value) {
  while (auto reshape = value.getDefiningOp<ttir::ReshapeOp>())
    value = reshape.getInput();
  return value;
}

/// x * factor + (offset - mean * factor), as Keras has it.
bool matchUnfolded(ttir::AddOp add, Parts &parts) {
  return eitherOrder(add, [&](Value product, Value rest) {
    auto multiply = onlyUse<ttir::MultiplyOp>(product);
    return multiply && eitherOrder(multiply, [&](Value x, Value factor) {
             parts.channel.reset();
             Value shift = repeated(rest, parts.channel), factors = repeated(factor, parts.channel);
             if (!shift || !factors)
               return false;
             factors = withoutReshape(factors);
             auto difference = withoutReshape(shift).getDefiningOp<ttir::SubtractOp>();
             auto shifted = difference ? difference.getRhs().getDefiningOp<ttir::MultiplyOp>() : ttir::MultiplyOp();
             if (!shifted || !matchFactor(factors, parts))
               return false;
             parts.x = x;
             parts.offset = difference.getLhs();
             return eitherOrder(shifted, [&](Value mean, Value same) {
               parts.mean = mean;
               return same == factors;
             });
           });
  });
}

std::optional<Parts> match(ttir::AddOp add) {
  Parts parts;
  bool found = matchUnfolded(add, parts) || eitherOrder(add, [&](Value product, Value offset) {
                 auto multiply = onlyUse<ttir::MultiplyOp>(product);
                 parts.channel.reset();
                 parts.offset = repeated(offset, parts.channel);
                 return multiply && parts.offset && eitherOrder(multiply, [&](Value difference, Value factor) {
                          auto subtract = onlyUse<ttir::SubtractOp>(difference);
                          Value factors = repeated(factor, parts.channel);
                          if (!subtract || !factors || !matchFactor(factors, parts))
                            return false;
                          parts.x = subtract.getLhs();
                          parts.mean = repeated(subtract.getRhs(), parts.channel);
                          return bool(parts.mean);
                        });
               });
  if (!found || !parts.channel)
    return std::nullopt;
  for (Value each : {parts.mean, parts.variance, parts.scale, parts.offset})
    if (typeOf(each).getNumElements() != typeOf(parts.x).getDimSize(*parts.channel))
      return std::nullopt;
  return parts;
}

class Rewriter {
public:
  explicit Rewriter(ttir::AddOp add) : add(add), builder(add) {}

  void rewrite(Parts parts) {
    Operation *replaced = add;
    // x and the result in a narrower type.
    auto widened = onlyUse<ttir::TypecastOp>(parts.x);
    auto narrowed = add->hasOneUse() ? dyn_cast<ttir::TypecastOp>(*add->user_begin()) : ttir::TypecastOp();
    if (widened && narrowed && widened.getInput().getType() == narrowed.getType()) {
      parts.x = widened.getInput();
      replaced = narrowed;
    }
    builder.setInsertionPoint(replaced);
    Type element = typeOf(parts.x).getElementType();
    int64_t extent = typeOf(parts.x).getDimSize(*parts.channel);
    auto vector = [&](Value value) { return converted(reshaped(value, extent), element); };
    auto norm = ttir::BatchNormInferenceOp::create(
        builder, replaced->getLoc(), parts.x.getType(), parts.x, vector(parts.scale), vector(parts.offset),
        vector(parts.mean), vector(parts.variance), builder.getI32IntegerAttr(int32_t(*parts.channel)),
        builder.getF32FloatAttr(parts.epsilon));
    replaced->getResult(0).replaceAllUsesWith(norm.getResult());
  }

private:
  Value reshaped(Value value, int64_t extent) {
    while (auto reshape = value.getDefiningOp<ttir::ReshapeOp>())
      value = reshape.getInput();
    if (typeOf(value).getRank() == 1)
      return value;
    return ttir::ReshapeOp::create(builder, add.getLoc(), typeOf(value).clone(ArrayRef(extent)), value,
                                   builder.getI32ArrayAttr({int32_t(extent)}));
  }
  Value converted(Value value, Type element) {
    if (typeOf(value).getElementType() == element)
      return value;
    return ttir::TypecastOp::create(builder, add.getLoc(), typeOf(value).clone(element), value,
                                    builder.getBoolAttr(false));
  }

  ttir::AddOp add;
  OpBuilder builder;
};
} // namespace

void alcove::stablehlo::recognizeBatchNorms(func::FuncOp function) {
  SmallVector<ttir::AddOp> sums;
  function.walk([&](ttir::AddOp add) { sums.push_back(add); });
  for (ttir::AddOp add : sums)
    if (std::optional<Parts> parts = match(add))
      Rewriter(add).rewrite(*parts);
}
