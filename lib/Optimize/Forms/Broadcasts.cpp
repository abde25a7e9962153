//===- Broadcasts.cpp - Rows of constants, repeated before the run --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Constants/StoreConstants.h"
#include "Propose.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// With leading units up to `rank`.
static SmallVector<int64_t> ofRank(ArrayRef<int64_t> shape, int64_t rank) {
  SmallVector<int64_t> longer(rank - shape.size(), 1);
  llvm::append_range(longer, shape);
  return longer;
}

/// How often each dimension of `row` is repeated in `whole` where it is one row of it, or of each of its matrices;
/// empty otherwise.
static SmallVector<int64_t> repetitions(RankedTensorType row, RankedTensorType whole) {
  const int64_t rank = whole.getRank();
  if (rank < 2 || row.getRank() > rank || row.getRank() < 1)
    return {};
  SmallVector<int64_t> shape = ofRank(row.getShape(), rank), times;
  if (shape[rank - 2] != 1 || whole.getDimSize(rank - 2) == 1 || shape.back() != whole.getShape().back())
    return {};
  for (auto [one, all] : llvm::zip(shape, whole.getShape())) {
    if (one != all && one != 1)
      return {};
    times.push_back(all / one);
  }
  return times;
}

static bool liesOnDevice(Value value) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return value.getDefiningOp() || (layout && layout.isDeviceMemory());
}

// x op row   =   x op rows,  the constant row repeated by a const-eval function.
//
// Equal in every bit: the same numbers meet. A core copies a row into each tile of it, word by word, at every call; whole
// tiles come from DRAM as they are. They take DRAM for good, so that larger ones than a five hundredth of it are left alone.
void transforms::proposeRepeatedRows(Operation *op, FormBuilder &forms) {
  if (!isa<ttnn::AddOp, ttnn::SubtractOp, ttnn::MultiplyOp, ttnn::DivideOp>(op))
    return;
  auto whole = cast<RankedTensorType>(op->getResult(0).getType());
  for (OpOperand &operand : op->getOpOperands()) {
    Value constant = operand.get();
    auto row = cast<RankedTensorType>(constant.getType());
    SmallVector<int64_t> times = repetitions(row, whole);
    RankedTensorType type = FormBuilder::typeOfShape(row, whole.getShape());
    if (times.empty() || !isKnownBeforeRun(constant) || !liesOnDevice(constant) || !forms.mayStore(type))
      continue;
    auto function = op->getParentOfType<func::FuncOp>();
    func::FuncOp made = constEvalFunction(function, constant, [&](OpBuilder &builder, Value source) -> Value {
      SmallVector<int64_t> shape = ofRank(row.getShape(), whole.getRank());
      if (shape != row.getShape())
        source = ttnn::ReshapeOp::create(builder, source.getLoc(), FormBuilder::typeOfShape(row, shape), source,
                                         builder.getI32ArrayAttr(SmallVector<int32_t>(shape.begin(), shape.end())));
      return ttnn::RepeatOp::create(builder, source.getLoc(), type, source,
                                    ttnn::ShapeAttr::get(op->getContext(), times));
    });
    NamedAttribute callee(StringAttr::get(op->getContext(), "callee"), FlatSymbolRefAttr::get(made.getSymNameAttr()));
    SmallVector<Value> operands(op->getOperands());
    operands[operand.getOperandNumber()] = forms.create("ttcore.load_cached", type, inputsOf(constant), callee);
    forms.create(op->getName().getStringRef(), whole, operands, op->getAttrs());
    forms.finishIfItPays("row-repeated");
    return;
  }
}
