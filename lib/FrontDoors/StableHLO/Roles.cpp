//===- Roles.cpp - Which arguments are weights ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Roles.h"

#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

using namespace mlir;
using namespace alcove;
using alcove::stablehlo::CustomCallOp;

static constexpr StringLiteral roleAttribute = "ttcore.argument_type", nameAttribute = "ttir.name";

namespace {
bool isElementwise(Operation *op) { return op->getName().hasTrait<alcove::ElementwiseShape>(); }

/// Whether `value` is an argument or constant, moved, or an elementwise op of such (`depth` of them at most).
bool isOfArguments(Value value, unsigned depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<ttir::ConstantOp>(op))
    return true;
  bool moves = isa<ttir::ReshapeOp, ttir::PermuteOp, ttir::TypecastOp, ttir::TransposeOp>(op);
  return depth > 0 && (moves || isElementwise(op)) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isOfArguments(operand, depth - 1); });
}

/// Whether each use of `value`, through ops that only move it, is that of a weight: the right side of a product, the
/// kernel of a convolution, a table, or what is repeated beside something larger. So is what such an op makes of arguments
/// and constants alone, where it is no larger: the factor of a batch norm, scale / sqrt(variance + epsilon).
bool isUsedAsWeight(Value value, bool repeated) {
  if (value.use_empty())
    return false;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *op = use.getOwner();
    if (isa<ttir::ReshapeOp, ttir::PermuteOp, ttir::TypecastOp, ttir::TransposeOp>(op))
      return isUsedAsWeight(op->getResult(0), repeated);
    if (isa<ttir::BroadcastOp, ttir::RepeatOp>(op))
      return isUsedAsWeight(op->getResult(0), true);
    if (isa<ttir::DotGeneralOp, ttir::MatmulOp, ttir::LinearOp, ttir::ConvolutionOp, ttir::Conv2dOp>(op))
      return use.getOperandNumber() >= 1;
    if (isa<ttir::BatchNormInferenceOp>(op))
      return use.getOperandNumber() >= 1;
    if (isa<ttir::GatherOp>(op))
      return use.getOperandNumber() == 0;
    if (!isElementwise(op) || op->getNumResults() != 1)
      return false;
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return repeated || (type && type.getNumElements() > 1 && op->getResult(0).getType() == type &&
                        isOfArguments(op->getResult(0)) && isUsedAsWeight(op->getResult(0), false));
  });
}

/// `1`, `3-7`: whether `index` is in it; nothing for a name.
std::optional<bool> indexMatches(StringRef word, unsigned index) {
  auto [first, last] = word.split('-');
  unsigned low = 0, high = 0;
  if (first.getAsInteger(10, low))
    return std::nullopt;
  if (last.empty())
    high = low;
  else if (last.getAsInteger(10, high))
    return std::nullopt;
  return low <= index && index <= high;
}

/// By index, range or name; a name stands for all that begin with it (`params['dense']`).
FailureOr<llvm::BitVector> chosen(func::FuncOp function, StringRef parameters) {
  llvm::BitVector result(function.getNumArguments());
  SmallVector<StringRef> words;
  parameters.split(words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    bool found = false;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      std::optional<bool> byIndex = indexMatches(word, i);
      auto name = function.getArgAttrOfType<StringAttr>(i, nameAttribute);
      if (byIndex ? *byIndex : name && name.getValue().starts_with(word)) {
        result.set(i);
        found = true;
      }
    }
    bool goesBeyond = indexMatches(word, function.getNumArguments()).value_or(false);
    if (!found || goesBeyond)
      return function.emitError("parameters=")
             << parameters << ": '" << word << "' is no argument of @" << function.getSymName() << ", which has "
             << function.getNumArguments() << "; indices begin at 0, names are those of jax.arg_info or ttir.name";
  }
  return result;
}

/// `1-3, 5`.
std::string rangesOf(const llvm::BitVector &set) {
  std::string text;
  for (int i = set.find_first(); i >= 0; i = set.find_next(i)) {
    int end = i;
    while (end + 1 < int(set.size()) && set.test(end + 1))
      ++end;
    text += (text.empty() ? "" : ",") + std::to_string(i) + (end > i ? "-" + std::to_string(end) : "");
    i = end;
  }
  return text;
}
} // namespace

/// The argument that `value` is, moved by ops of one operand.
static BlockArgument argumentOf(Value value, func::FuncOp function) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() != 1)
      return {};
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == &function.getBody().front() ? argument : BlockArgument();
}

void alcove::stablehlo::moveMarks(func::FuncOp from, func::FuncOp to) {
  MLIRContext *context = from.getContext();
  from.walk([&](Operation *op) {
    auto custom = dyn_cast<CustomCallOp>(op);
    auto call = dyn_cast<func::CallOp>(op);
    bool marks = custom
                     ? llvm::is_contained({"tt.mark_argument", "tt.weight_dtype_override"}, custom.getCallTargetName())
                     : call && call.getCallee().starts_with("tt.mark_");
    BlockArgument argument = marks && op->getNumOperands() == 1 ? argumentOf(op->getOperand(0), from) : BlockArgument();
    if (!argument)
      return;
    DictionaryAttr said =
        custom ? op->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes") : op->getAttrDictionary();
    for (StringRef name : {StringRef(roleAttribute), StringRef(nameAttribute), StringRef("ttcore.weight_dtype")}) {
      auto text = said ? said.getAs<StringAttr>(name) : StringAttr();
      if (!text)
        continue;
      Attribute value = text;
      if (name == roleAttribute) {
        std::optional<ttcore::ArgumentType> role = ttcore::symbolizeArgumentType(text.getValue());
        if (!role)
          continue;
        value = ttcore::ArgumentTypeAttr::get(context, *role);
      }
      to.setArgAttr(argument.getArgNumber(), name, value);
    }
  });
}

LogicalResult alcove::stablehlo::assignRoles(func::FuncOp function, unsigned given, StringRef parameters) {
  bool said = !parameters.empty();
  for (unsigned i = 0; i < given; ++i) {
    if (auto info = function.getArgAttrOfType<StringAttr>(i, "jax.arg_info");
        info && !function.getArgAttr(i, nameAttribute))
      function.setArgAttr(i, nameAttribute, info);
    said |= bool(function.getArgAttr(i, roleAttribute));
  }
  llvm::BitVector weights(function.getNumArguments());
  if (!parameters.empty()) {
    FailureOr<llvm::BitVector> named = chosen(function, parameters);
    if (failed(named))
      return failure();
    weights = *named;
  } else if (!said) {
    for (BlockArgument argument : function.getArguments().take_front(given))
      weights[argument.getArgNumber()] = isa<FloatType>(getElementTypeOrSelf(argument.getType())) &&
                                         !function.getArgAttr(argument.getArgNumber(), "jax.buffer_donor") &&
                                         !function.getArgAttr(argument.getArgNumber(), "tf.aliasing_output") &&
                                         isUsedAsWeight(argument, false);
    if (weights.any())
      function.emitRemark("arguments ") << rangesOf(weights) << " of @" << function.getSymName()
                                        << " are taken for parameters, by how they are used; --parameters=.. says "
                                           "which they are";
  }
  MLIRContext *context = function.getContext();
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (parameters.empty() && function.getArgAttr(i, roleAttribute))
      continue;
    if (!weights.test(i) && function.getArgAttr(i, roleAttribute))
      continue;
    function.setArgAttr(i, roleAttribute,
                        ttcore::ArgumentTypeAttr::get(context, weights.test(i) ? ttcore::ArgumentType::Parameter
                                                                               : ttcore::ArgumentType::Input));
  }
  return success();
}
