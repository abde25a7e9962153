//===- ConvertWeights.cpp - Weights in block formats ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "../Functions.h"
#include "../TTIRBuilder.h"
#include "WeightDtype.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_WEIGHTDTYPECONVERSION
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

std::optional<StringRef> conversion::weightDtypeOf(Value weight) {
  while (Operation *op = weight.getDefiningOp()) {
    if (auto concat = dyn_cast<ttir::ConcatOp>(op); concat && !concat.getInputs().empty()) {
      std::optional<StringRef> first = weightDtypeOf(concat.getInputs().front());
      for (Value part : concat.getInputs().drop_front())
        if (weightDtypeOf(part) != first)
          return std::nullopt;
      return first;
    }
    if (!isa<ttir::ReshapeOp, ttir::PermuteOp, ttir::BroadcastOp, ttir::TypecastOp, ttir::SliceStaticOp>(op))
      return std::nullopt;
    weight = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(weight);
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function)
    return std::nullopt;
  auto text = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), weightDtypeAttrName);
  return text ? std::optional<StringRef>(text.getValue()) : std::nullopt;
}

/// A name of a block format, "none" = null.
static FailureOr<std::optional<ttcore::DataType>> formatNamed(StringRef name) {
  if (name.empty() || name == "none" || name == "bf16" || name == "f32")
    return std::optional<ttcore::DataType>();
  std::optional<ttcore::DataType> type = ttcore::symbolizeDataType(name);
  if (!type || !llvm::is_contained({ttcore::DataType::BfpBf8, ttcore::DataType::BfpBf4}, *type))
    return failure();
  return std::optional<ttcore::DataType>(type);
}

namespace {
struct WeightDtypeConversionPass : conversion::impl::WeightDtypeConversionBase<WeightDtypeConversionPass> {
  using WeightDtypeConversionBase::WeightDtypeConversionBase;

  void runOnOperation() override {
    if (failed(formatNamed(weightDtype))) {
      getOperation().emitError("weight dtype '") << weightDtype << "': expected none, bfp_bf8 or bfp_bf4";
      return signalPassFailure();
    }
    ConstEvaluation isConst;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
        return isa<ttir::MatmulOp, ttir::LinearOp>(op) ? convert(op, isConst) : success();
      });
      if (walked.wasInterrupted())
        return signalPassFailure();
    }
    FailureOr<std::optional<ttcore::DataType>> asked = formatNamed(weightDtype);
    if (*asked && decided == 0 && annotated > 0)
      getOperation().emitWarning("experimental-weight-dtype=")
          << weightDtype << " changes nothing: each of the " << annotated
          << " weights says its own (ttcore.weight_dtype), which wins";
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  bool changed = false;
  int64_t annotated = 0, decided = 0; ///< weights that say their type, and those that the option decides on

  /// An annotation of the op wins over that of the argument, that over the option.
  LogicalResult convert(Operation *op, ConstEvaluation &isConst) {
    Value weight = op->getOperand(1);
    RankedTensorType type = tensorTypeOf(weight);
    if (!isa<FloatType>(type.getElementType()) || !isConst(weight))
      return success();
    StringRef name = weightDtype;
    std::optional<StringRef> ofArgument = weightDtypeOf(weight);
    auto own = op->getAttrOfType<StringAttr>(weightDtypeAttrName);
    if (own || ofArgument)
      name = own ? own.getValue() : *ofArgument;
    ++(own || ofArgument ? annotated : decided);
    FailureOr<std::optional<ttcore::DataType>> format = formatNamed(name);
    if (failed(format))
      return op->emitError() << weightDtypeAttrName << " = '" << name << "': expected none, bfp_bf8 or bfp_bf4";
    if (!*format)
      return success();
    changed = true;
    OpBuilder builder(op);
    auto packed = RankedTensorType::get(type.getShape(), ttcore::TileType::get(op->getContext(), 32, 32, **format));
    op->setOperand(1, ttir::TypecastOp::create(builder, suffixed(op->getLoc(), "_weight_dtype"), packed, weight,
                                               builder.getBoolAttr(false)));
    return success();
  }
};
} // namespace
