//===- WeightFormats.cpp - What narrower weights do to results ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Compare/WeightFormats.h"

#include "alcove/Judge/Numbers/Storage/Encoding.h"
#include "alcove/Judge/Numbers/Tensor/Parallel.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace alcove::reference {

static double deviation(const Tensor &reference, const Tensor &other) {
  std::span<const float> a = reference.floats(), b = other.floats();
  double error = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    double x = a[i], y = b[i];
    if (x != y && !(std::isnan(x) && std::isnan(y)))
      error += (x - y) * (x - y);
    if (std::isfinite(x))
      size += x * x;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (error == 0)
    return 0;
  return std::isnan(error) || size == 0 ? infinity : std::sqrt(error / size);
}

Result<std::vector<std::optional<double>>> deviationsOf(const FunctionRun &reference, const FunctionRun &other) {
  if (reference.results.size() != other.results.size())
    return Error{fmt::format("{} results against {}", other.results.size(), reference.results.size())};
  std::vector<std::optional<double>> result;
  for (size_t i = 0; i < reference.results.size(); ++i) {
    const PerChip &left = reference.results[i], &right = other.results[i];
    if (left.size() != right.size())
      return Error{fmt::format("result {}: on {} chips against {}", i, right.size(), left.size())};
    std::optional<double> worst;
    for (auto [a, b] : llvm::zip(left, right)) {
      if (!a.isFloat() || !b.isFloat())
        continue;
      if (a.numElements() != b.numElements())
        return Error{fmt::format("result {}: {} against {}", i, toString(b.shape()), toString(a.shape()))};
      worst = std::max(worst.value_or(0), deviation(a, b));
    }
    result.push_back(worst);
  }
  return result;
}

Tensor throughBlocks(const Tensor &tensor, device::DataType format, size_t along) {
  const Shape &shape = tensor.shape();
  int64_t length = shape[along], inner = 1;
  for (size_t i = along + 1; i < shape.size(); ++i)
    inner *= shape[i];
  int64_t outer = length * inner > 0 ? tensor.numElements() / (length * inner) : 0;
  Tensor result = tensor;
  std::span<float> values = result.mutableFloats();
  inParts(outer * inner, tensor.numElements() * 8, [&](int64_t begin, int64_t end) {
    std::array<double, blockElements> block;
    std::array<uint8_t, blockElements> bytes;
    for (int64_t line = begin; line < end; ++line) {
      float *first = values.data() + line / inner * length * inner + line % inner;
      for (int64_t at = 0; at < length; at += blockElements) {
        auto count = static_cast<size_t>(std::min(blockElements, length - at));
        std::span<double> part(block.data(), count);
        for (size_t i = 0; i < count; ++i)
          part[i] = first[(at + static_cast<int64_t>(i)) * inner];
        uint8_t exponent = 0;
        bytes.fill(0);
        encodeBlock(format, part, &exponent, bytes.data());
        decodeBlock(format, exponent, bytes.data(), part);
        for (size_t i = 0; i < count; ++i)
          first[(at + static_cast<int64_t>(i)) * inner] = static_cast<float>(part[i]);
      }
    }
  });
  return result;
}

/// The parameter or constant that `value` is made of by moving and converting alone.
static mlir::BlockArgument weightOf(mlir::Value value) {
  while (mlir::Operation *op = value.getDefiningOp()) {
    if (!mlir::isa<ttir::ReshapeOp, ttir::PermuteOp, ttir::BroadcastOp, ttir::TypecastOp, ttir::SliceStaticOp>(op))
      return {};
    value = op->getOperand(0);
  }
  auto argument = mlir::cast<mlir::BlockArgument>(value);
  auto function = mlir::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
  auto kind = function ? function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(),
                                                                             ttcore::argumentTypeAttrName)
                       : ttcore::ArgumentTypeAttr();
  bool constant =
      kind && (kind.getValue() == ttcore::ArgumentType::Parameter || kind.getValue() == ttcore::ArgumentType::Constant);
  return constant ? argument : mlir::BlockArgument();
}

/// The dimension of a product's second operand that neighbours of a block lie along.
static std::optional<size_t> blockDimension(mlir::Operation *product) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(product->getOperand(1).getType());
  if (!type || type.getRank() == 0 || !mlir::isa<mlir::FloatType>(type.getElementType()))
    return std::nullopt;
  auto rank = static_cast<size_t>(type.getRank());
  auto dot = mlir::dyn_cast<ttir::DotGeneralOp>(product);
  if (!dot)
    return rank - 1;
  for (size_t dim = rank; dim-- > 0;)
    if (!llvm::is_contained(dot.getContractDimsRhs(), static_cast<int64_t>(dim)) &&
        !llvm::is_contained(dot.getBatchDimsRhs(), static_cast<int64_t>(dim)))
      return dim;
  return std::nullopt;
}

std::vector<WeightUse> weightUses(mlir::func::FuncOp function) {
  std::vector<WeightUse> uses;
  for (mlir::Operation &op : function.getBody().front())
    if (mlir::isa<ttir::MatmulOp, ttir::LinearOp, ttir::DotGeneralOp>(op))
      if (std::optional<size_t> along = blockDimension(&op))
        if (mlir::BlockArgument weight = weightOf(op.getOperand(1)))
          uses.push_back({weight.getArgNumber(), &op, 1, *along});
  return uses;
}

Result<std::vector<std::optional<double>>> deviationsWith(const Replay &replay, llvm::ArrayRef<WeightUse> uses,
                                                          unsigned argument, device::DataType format) {
  std::vector<OtherOperand> replaced;
  for (const WeightUse &use : uses) {
    if (use.argument != argument)
      continue;
    auto record = llvm::find_if(replay.ops(), [&](const OpRecord &each) { return each.op == use.product; });
    if (record == replay.ops().end())
      return Error{fmt::format("argument {} is a weight of an op that was not run", argument)};
    OtherOperand other{use.product, use.operand, {}};
    for (const Tensor &tensor : record->operands[use.operand])
      other.tensors.push_back(throughBlocks(tensor, format, use.along));
    replaced.push_back(std::move(other));
  }
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun run, replay.withOperands(std::move(replaced)));
  return deviationsOf(replay.run(), run);
}

} // namespace alcove::reference
