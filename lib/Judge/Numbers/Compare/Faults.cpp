//===- Faults.cpp - Faults of one op, to test comparisons with --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Compare/Faults.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"

#include "alcove/Base/Support/Random.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cmath>

namespace alcove::reference {

namespace {

using Applied = Result<std::optional<OpRecord>>;
Applied notApplicable() { return std::optional<OpRecord>(); }

llvm::StringRef shortName(const OpRecord &record) { return record.op->getName().stripDialect(); }
bool isOneOf(const OpRecord &record, std::initializer_list<llvm::StringRef> names) {
  return llvm::is_contained(names, shortName(record));
}
const OpRecord &at(const Replay &replay, size_t index) { return replay.ops()[index]; }

/// A copy of what the op gave, without operands, to be changed.
OpRecord outcomeOf(const OpRecord &record) {
  OpRecord copy;
  copy.op = record.op;
  copy.results = record.results;
  copy.written = record.written;
  return copy;
}

/// Calls fn(tensor) on every float result, or what is written in place by an op without results. Nothing when none is.
template <typename Fn>
Applied onFloats(const OpRecord &record, Fn fn) {
  OpRecord copy = outcomeOf(record);
  bool any = false;
  auto visit = [&](PerChip &perChip) {
    for (Tensor &tensor : perChip)
      if (tensor.isFloat() && tensor.numElements() > 0) {
        fn(tensor);
        any = true;
      }
  };
  for (PerChip &perChip : copy.results)
    visit(perChip);
  if (copy.results.empty())
    for (auto &[number, perChip] : copy.written)
      visit(perChip);
  return any ? Applied(std::optional<OpRecord>(std::move(copy))) : notApplicable();
}

/// Every element of every float result through fn(value).
template <typename Fn>
Applied onElements(const OpRecord &record, Fn fn) {
  return onFloats(record, [&](Tensor &tensor) {
    for (float &value : tensor.mutableFloats())
      value = fn(value);
  });
}

int64_t rowLength(const Tensor &tensor) { return tensor.rank() == 0 ? 1 : tensor.dim(tensor.rank() - 1); }

double rootMeanSquare(const Tensor &tensor) {
  double sum = 0.0;
  int64_t n = 0;
  for (float value : tensor.floats())
    if (std::isfinite(value)) {
      sum += static_cast<double>(value) * value;
      ++n;
    }
  return n == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(n));
}

/// The op gives its first operand, where that has the shape of the result.
Applied skipOp(const OpRecord &record) {
  OpRecord copy = outcomeOf(record);
  if (copy.results.size() != 1 || record.operands.empty() || record.operands[0].empty() ||
      record.operands[0][0].shape() != copy.results[0][0].shape())
    return notApplicable();
  for (size_t chip = 0; chip < copy.results[0].size(); ++chip) {
    ALCOVE_ASSIGN_OR_RETURN(copy.results[0][chip],
                            record.operands[0][chip].convertedTo(record.results[0][chip].elementType()));
  }
  return std::optional<OpRecord>(std::move(copy));
}

/// The op with operands `i` and `j` exchanged, where they are of one type.
Applied swapOperands(const Replay &replay, const OpRecord &record, unsigned i, unsigned j) {
  if (record.operands.size() <= std::max(i, j) ||
      record.op->getOperand(i).getType() != record.op->getOperand(j).getType() ||
      record.op->getOperand(i) == record.op->getOperand(j))
    return notApplicable();
  std::vector<PerChip> operands = record.operands;
  std::swap(operands[i], operands[j]);
  ALCOVE_ASSIGN_OR_RETURN(OpRecord now, replay.execute(record.op, std::move(operands)));
  return std::optional<OpRecord>(std::move(now));
}

/// The op with an attribute changed: `change` edits a copy of it and says whether it did.
Applied changeOp(const Replay &replay, const OpRecord &record, llvm::function_ref<bool(mlir::Operation *)> change) {
  mlir::Operation *copy = record.op->clone();
  bool changed = change(copy);
  Result<OpRecord> now =
      changed ? replay.execute(copy, record.operands) : Result<OpRecord>(Error{"the op has no such attribute"});
  copy->destroy();
  if (!changed)
    return notApplicable();
  if (!now)
    return now.error();
  now->op = record.op;
  return std::optional<OpRecord>(std::move(*now));
}

/// An op of another name on the same operands and types.
Applied otherOp(const Replay &replay, const OpRecord &record, llvm::StringRef name) {
  mlir::OperationState state(record.op->getLoc(), (record.op->getName().getDialectNamespace() + "." + name).str());
  state.addOperands(record.op->getOperands());
  state.addTypes(record.op->getResultTypes());
  for (mlir::NamedAttribute attribute : record.op->getAttrs())
    state.addAttribute(attribute.getName(), attribute.getValue());
  mlir::Operation *copy = mlir::Operation::create(state);
  Result<OpRecord> now = replay.execute(copy, record.operands);
  copy->destroy();
  if (!now)
    return now.error();
  now->op = record.op;
  return std::optional<OpRecord>(std::move(*now));
}

bool scaleFloatAttribute(mlir::Operation *op, llvm::StringRef name, double factor) {
  auto attribute = op->getAttrOfType<mlir::FloatAttr>(name);
  if (!attribute || attribute.getValueAsDouble() == 0.0)
    return false;
  op->setAttr(name, mlir::FloatAttr::get(attribute.getType(), attribute.getValueAsDouble() * factor));
  return true;
}

bool flipBool(mlir::Operation *op, llvm::StringRef name) {
  auto attribute = op->getAttrOfType<mlir::BoolAttr>(name);
  if (!attribute)
    return false;
  op->setAttr(name, mlir::BoolAttr::get(op->getContext(), !attribute.getValue()));
  return true;
}

bool isActivation(const OpRecord &record) {
  return isOneOf(record, {"relu", "relu6", "gelu", "silu", "sigmoid", "tanh", "leaky_relu", "hardsigmoid", "elu",
                          "selu", "mish", "softplus", "clamp_scalar", "erf"});
}
bool isNorm(const OpRecord &record) {
  return isOneOf(record, {"rms_norm", "layer_norm", "batch_norm_inference", "group_norm", "softmax"});
}
bool isMatmul(const OpRecord &record) { return isOneOf(record, {"matmul", "linear", "dot_general"}); }
bool isConvolution(const OpRecord &record) { return isOneOf(record, {"conv2d", "conv_transpose2d", "conv3d"}); }

/// The op behind movements of elements that made a value, null at an argument.
mlir::Operation *makerOf(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  while (op && op->getNumOperands() > 0 &&
         llvm::is_contained({"reshape", "permute", "transpose", "broadcast", "repeat", "squeeze", "unsqueeze",
                             "typecast", "to_layout", "to_memory_config"},
                            op->getName().stripDialect()))
    op = op->getOperand(0).getDefiningOp();
  return op;
}
bool isMadeBy(mlir::Value value, std::initializer_list<llvm::StringRef> names) {
  mlir::Operation *op = makerOf(value);
  return op && llvm::is_contained(names, op->getName().stripDialect());
}
/// Whether some user of `value`, behind movements and at most `steps` other ops, has one of `names`.
bool reaches(mlir::Value value, std::initializer_list<llvm::StringRef> names, int steps) {
  for (mlir::Operation *user : value.getUsers()) {
    if (llvm::is_contained(names, user->getName().stripDialect()))
      return true;
    bool moves = user->getNumResults() == 1 && makerOf(user->getResult(0)) != user;
    if ((moves || steps > 0) && llvm::any_of(user->getResults(), [&](mlir::Value result) {
          return reaches(result, names, moves ? steps : steps - 1);
        }))
      return true;
  }
  return false;
}

/// One operand multiplied by `factor`.
Applied scaleOperand(const Replay &replay, const OpRecord &record, unsigned number, float factor) {
  std::vector<PerChip> operands = record.operands;
  for (Tensor &tensor : operands[number]) {
    if (!tensor.isFloat())
      return notApplicable();
    for (float &value : tensor.mutableFloats())
      value *= factor;
  }
  ALCOVE_ASSIGN_OR_RETURN(OpRecord now, replay.execute(record.op, std::move(operands)));
  return std::optional<OpRecord>(std::move(now));
}

// Numbers of the result.

Applied negated(const Replay &r, size_t i, Random &) {
  return onElements(at(r, i), [](float x) { return -x; });
}
Applied doubled(const Replay &r, size_t i, Random &) {
  return onElements(at(r, i), [](float x) { return 2 * x; });
}
Applied resultDoubled(const Replay &r, size_t i, Random &random) {
  bool returned = llvm::any_of(at(r, i).op->getUsers(),
                               [](mlir::Operation *user) { return user->hasTrait<mlir::OpTrait::ReturnLike>(); });
  return returned ? doubled(r, i, random) : notApplicable();
}
Applied slightlyScaled(const Replay &r, size_t i, Random &) {
  return onElements(at(r, i), [](float x) { return 1.01f * x; });
}
Applied zeroed(const Replay &r, size_t i, Random &) {
  return onElements(at(r, i), [](float) { return 0.0f; });
}
Applied shifted(const Replay &r, size_t i, Random &) {
  return onFloats(at(r, i), [](Tensor &tensor) {
    auto offset = static_cast<float>(0.1 * rootMeanSquare(tensor));
    for (float &value : tensor.mutableFloats())
      value += offset;
  });
}
Applied oneElementNegated(const Replay &r, size_t i, Random &random) {
  return onFloats(at(r, i), [&](Tensor &tensor) {
    // The largest of a few: an element of zero has no sign.
    std::span<float> values = tensor.mutableFloats();
    size_t chosen = random.below(values.size());
    for (int tries = 0; tries < 8; ++tries)
      if (size_t other = random.below(values.size()); std::fabs(values[other]) > std::fabs(values[chosen]))
        chosen = other;
    values[chosen] = -values[chosen];
  });
}
Applied rowZeroed(const Replay &r, size_t i, Random &random) {
  return onFloats(at(r, i), [&](Tensor &tensor) {
    int64_t length = rowLength(tensor);
    int64_t row = static_cast<int64_t>(random.below(tensor.numElements() / length));
    std::fill_n(tensor.mutableFloats().begin() + row * length, length, 0.0f);
  });
}
Applied tailTileZeroed(const Replay &r, size_t i, Random &) {
  return onFloats(at(r, i), [&](Tensor &tensor) {
    int64_t length = rowLength(tensor), kept = (length - 1) / 32 * 32;
    std::span<float> values = tensor.mutableFloats();
    for (int64_t at = 0; at < tensor.numElements(); ++at)
      if (at % length >= kept)
        values[at] = 0.0f;
  });
}

// Places of elements.

Applied rolledColumns(const Replay &r, size_t i, Random &) {
  if (!at(r, i).results.empty() && !at(r, i).results[0].empty() && rowLength(at(r, i).results[0][0]) < 2)
    return notApplicable();
  return onFloats(at(r, i), [](Tensor &tensor) {
    int64_t length = rowLength(tensor);
    std::span<float> values = tensor.mutableFloats();
    for (int64_t row = 0; row < tensor.numElements(); row += length)
      std::rotate(values.begin() + row, values.begin() + row + 1, values.begin() + row + length);
  });
}
Applied reversedColumns(const Replay &r, size_t i, Random &) {
  return onFloats(at(r, i), [](Tensor &tensor) {
    int64_t length = rowLength(tensor);
    std::span<float> values = tensor.mutableFloats();
    for (int64_t row = 0; row < tensor.numElements(); row += length)
      std::reverse(values.begin() + row, values.begin() + row + length);
  });
}
Applied rowsExchanged(const Replay &r, size_t i, Random &) {
  return onFloats(at(r, i), [](Tensor &tensor) {
    int64_t length = rowLength(tensor);
    std::span<float> values = tensor.mutableFloats();
    std::swap_ranges(values.begin(), values.begin() + length, values.end() - length);
  });
}
Applied rowsRolled(const Replay &r, size_t i, Random &) {
  return onFloats(at(r, i), [](Tensor &tensor) {
    std::span<float> values = tensor.mutableFloats();
    std::rotate(values.begin(), values.begin() + rowLength(tensor), values.end());
  });
}
Applied untransposed(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  if (isOneOf(record, {"transpose", "permute"})) {
    // The elements as they lay before.
    OpRecord copy = outcomeOf(record);
    for (size_t chip = 0; chip < copy.results[0].size(); ++chip) {
      ALCOVE_ASSIGN_OR_RETURN(copy.results[0][chip], record.operands[0][chip].reshaped(copy.results[0][chip].shape()));
    }
    return std::optional<OpRecord>(std::move(copy));
  }
  if (!isOneOf(record, {"matmul", "linear"}) || record.operands[1].empty())
    return notApplicable();
  const Shape &weight = record.operands[1][0].shape();
  if (weight.size() < 2 || weight[weight.size() - 1] != weight[weight.size() - 2])
    return notApplicable();
  return changeOp(replay, record, [](mlir::Operation *op) {
    op->setAttr("transpose_b", mlir::BoolAttr::get(op->getContext(), true));
    return true;
  });
}
Applied concatSwapped(const Replay &replay, size_t i, Random &) {
  return isOneOf(at(replay, i), {"concat"}) ? swapOperands(replay, at(replay, i), 0, 1) : notApplicable();
}
Applied sliceShifted(const Replay &replay, size_t i, Random &random) {
  return isOneOf(at(replay, i), {"slice_static", "index"}) ? rolledColumns(replay, i, random) : notApplicable();
}

// What an op computes.

Applied activationRemoved(const Replay &replay, size_t i, Random &) {
  return isActivation(at(replay, i)) ? skipOp(at(replay, i)) : notApplicable();
}
Applied normSkipped(const Replay &replay, size_t i, Random &) {
  return isNorm(at(replay, i)) ? skipOp(at(replay, i)) : notApplicable();
}
Applied ropeNegationLost(const Replay &replay, size_t i, Random &) {
  return isOneOf(at(replay, i), {"neg"}) ? skipOp(at(replay, i)) : notApplicable();
}
Applied activationExchanged(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  llvm::StringRef other = llvm::StringSwitch<llvm::StringRef>(shortName(record))
                              .Case("relu", "gelu")
                              .Case("gelu", "relu")
                              .Case("silu", "gelu")
                              .Case("sigmoid", "hardsigmoid")
                              .Case("sin", "cos")
                              .Case("cos", "sin")
                              .Case("tanh", "erf")
                              .Case("sqrt", "rsqrt")
                              .Case("rsqrt", "sqrt")
                              .Case("add", "subtract")
                              .Case("subtract", "add")
                              .Case("multiply", "add")
                              .Case("maximum", "minimum")
                              .Case("minimum", "maximum")
                              .Case("max", "min")
                              .Case("sum", "max")
                              .Case("le", "lt")
                              .Case("lt", "le")
                              .Case("gt", "ge")
                              .Case("ge", "gt")
                              .Case("eq", "ne")
                              .Case("logical_and", "logical_or")
                              .Case("logical_or", "logical_and")
                              .Default("");
  return other.empty() ? notApplicable() : otherOp(replay, record, other);
}
Applied operandsSwapped(const Replay &replay, size_t i, Random &) {
  return isOneOf(at(replay, i), {"subtract", "div", "divide", "pow", "matmul", "remainder"})
             ? swapOperands(replay, at(replay, i), 0, 1)
             : notApplicable();
}
Applied branchesSwapped(const Replay &replay, size_t i, Random &) {
  return isOneOf(at(replay, i), {"where"}) ? swapOperands(replay, at(replay, i), 1, 2) : notApplicable();
}
Applied maskDropped(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  // An addition to scores on their way to a softmax: the smaller operand is the mask.
  if (!isOneOf(record, {"add"}) || !reaches(record.op->getResult(0), {"softmax", "exp"}, 1))
    return notApplicable();
  return skipOp(record);
}
Applied biasDropped(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  if (!isOneOf(record, {"add"}) || !isMadeBy(record.op->getOperand(0), {"matmul", "dot_general", "conv2d", "linear"}))
    return notApplicable();
  return skipOp(record);
}
Applied epsilonWrong(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  if (record.op->hasAttr("epsilon"))
    return changeOp(replay, record, [](mlir::Operation *op) { return scaleFloatAttribute(op, "epsilon", 100); });
  // An open-coded one: a sum on its way to a root.
  if (!isOneOf(record, {"add"}) || !reaches(record.op->getResult(0), {"rsqrt", "sqrt"}, 0))
    return notApplicable();
  bool first = record.operands[1].empty() || isMadeBy(record.op->getOperand(1), {"multiply", "mean", "sum"});
  return scaleOperand(replay, record, first ? 0 : 1, 100);
}
Applied countWrong(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  bool mean = isOneOf(record, {"mean", "avg_pool2d"});
  if (!mean && !(isOneOf(record, {"multiply", "div"}) && isMadeBy(record.op->getOperand(0), {"sum"})) &&
      !(isOneOf(record, {"multiply"}) && isMadeBy(record.op->getOperand(1), {"sum"})))
    return notApplicable();
  // 1 / (n - 1) instead of 1 / n.
  mlir::Operation *sum = mean ? record.op : makerOf(record.op->getOperand(0));
  if (!sum || sum->getName().stripDialect() != "sum")
    sum = mean ? record.op : makerOf(record.op->getOperand(1));
  auto in = mlir::cast<mlir::RankedTensorType>(sum->getOperand(0).getType());
  auto out = mlir::cast<mlir::RankedTensorType>(sum->getResult(0).getType());
  double n = static_cast<double>(in.getNumElements()) / static_cast<double>(std::max<int64_t>(1, out.getNumElements()));
  auto factor = static_cast<float>(n > 1 ? n / (n - 1) : 2);
  return onElements(record, [factor](float x) { return x * factor; });
}
Applied attentionScaleWrong(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  if (shortName(record).contains("scaled_dot_product_attention"))
    return changeOp(replay, record, [](mlir::Operation *op) { return scaleFloatAttribute(op, "scale", 1.25); });
  if (!isOneOf(record, {"multiply", "div"}) ||
      !reaches(record.op->getResult(0), {"softmax", "exp", "dot_general"}, 1) ||
      !(isMadeBy(record.op->getOperand(0), {"matmul", "dot_general"}) ||
        isMadeBy(record.op->getOperand(1), {"constant", "full"})))
    return notApplicable();
  return onElements(record, [](float x) { return x * 1.25f; });
}
Applied causalFlipped(const Replay &replay, size_t i, Random &) {
  return changeOp(replay, at(replay, i), [](mlir::Operation *op) { return flipBool(op, "is_causal"); });
}
Applied stridesLost(const Replay &replay, size_t i, Random &) {
  // A window shifted by one pixel, as wrong padding does.
  const OpRecord &record = at(replay, i);
  if (!isConvolution(record) && !isOneOf(record, {"max_pool2d", "avg_pool2d"}))
    return notApplicable();
  return onFloats(record, [](Tensor &tensor) {
    std::span<float> values = tensor.mutableFloats();
    std::rotate(values.begin(), values.begin() + rowLength(tensor), values.end());
  });
}
Applied poolExchanged(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  if (!isOneOf(record, {"max_pool2d"}))
    return notApplicable();
  return otherOp(replay, record, "avg_pool2d");
}
Applied weightRowLost(const Replay &replay, size_t i, Random &random) {
  const OpRecord &record = at(replay, i);
  if (!isMatmul(record) && !isConvolution(record))
    return notApplicable();
  std::vector<PerChip> operands = record.operands;
  for (Tensor &tensor : operands[1]) {
    int64_t length = rowLength(tensor);
    int64_t row = static_cast<int64_t>(random.below(tensor.numElements() / length));
    std::fill_n(tensor.mutableFloats().begin() + row * length, length, 0.0f);
  }
  ALCOVE_ASSIGN_OR_RETURN(OpRecord now, replay.execute(record.op, std::move(operands)));
  return std::optional<OpRecord>(std::move(now));
}
Applied cacheNotWritten(const Replay &replay, size_t i, Random &) {
  OpRecord copy = outcomeOf(at(replay, i));
  if (copy.written.empty())
    return notApplicable();
  for (auto &[number, perChip] : copy.written)
    perChip = at(replay, i).operands[number];
  return std::optional<OpRecord>(std::move(copy));
}
Applied cacheRowShifted(const Replay &replay, size_t i, Random &) {
  OpRecord copy = outcomeOf(at(replay, i));
  if (copy.written.empty())
    return notApplicable();
  for (auto &[number, perChip] : copy.written)
    for (Tensor &tensor : perChip)
      if (tensor.isFloat())
        std::rotate(tensor.mutableFloats().begin(), tensor.mutableFloats().begin() + rowLength(tensor),
                    tensor.mutableFloats().end());
  return std::optional<OpRecord>(std::move(copy));
}
Applied indexOffByOne(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  OpRecord copy = outcomeOf(record);
  bool any = false;
  for (PerChip &perChip : copy.results)
    for (Tensor &tensor : perChip)
      if (!tensor.isFloat() && tensor.elementType() != ElementType::I1) {
        for (int64_t &value : tensor.mutableIntegers())
          value = value > 0 ? value - 1 : value + 1;
        any = true;
      }
  return any ? Applied(std::optional<OpRecord>(std::move(copy))) : notApplicable();
}
Applied booleanNegated(const Replay &replay, size_t i, Random &) {
  OpRecord copy = outcomeOf(at(replay, i));
  bool any = false;
  for (PerChip &perChip : copy.results)
    for (Tensor &tensor : perChip)
      if (tensor.elementType() == ElementType::I1) {
        for (int64_t &value : tensor.mutableIntegers())
          value = 1 - value;
        any = true;
      }
  return any ? Applied(std::optional<OpRecord>(std::move(copy))) : notApplicable();
}

// Harmless: what rounding and other orders of summation do.

/// Relative noise of `units` times 2^-24 on every element that is computed; the largest number does not become
/// infinite.
Applied withNoise(const OpRecord &record, double units, Random &random) {
  if (record.operands.empty()) // a constant is not rounded: a power of 2 that is none gives no number
    return notApplicable();
  return onFloats(record, [&](Tensor &tensor) {
    for (float &value : tensor.mutableFloats()) {
      auto moved = static_cast<float>(value * (1.0 + (2.0 * random.unit() - 1.0) * units * 0x1.0p-24));
      if (std::isfinite(moved))
        value = moved;
    }
  });
}
/// Not behind what only moves elements: no lowering rounds there, and `1 - mask != 0` tells the last bit of a 1.
Applied lastBit(const Replay &replay, size_t i, Random &random) {
  return movesElementsOnly(at(replay, i).op) ? notApplicable() : withNoise(at(replay, i), 2, random);
}
Applied commuted(const Replay &replay, size_t i, Random &) {
  return isOneOf(at(replay, i), {"add", "multiply", "maximum", "minimum", "eq", "ne", "logical_and", "logical_or"})
             ? swapOperands(replay, at(replay, i), 0, 1)
             : notApplicable();
}
/// A matrix product summed from the last to the first.
Applied reordered(const Replay &replay, size_t i, Random &) {
  const OpRecord &record = at(replay, i);
  auto leftTransposed = record.op->getAttrOfType<mlir::BoolAttr>("transpose_a");
  if (!isOneOf(record, {"matmul", "linear"}) || record.operands[0].empty() ||
      (leftTransposed && leftTransposed.getValue()))
    return notApplicable();
  auto transposed = record.op->getAttrOfType<mlir::BoolAttr>("transpose_b");
  std::vector<PerChip> operands = record.operands;
  auto reverse = [](Tensor &tensor, bool rows) {
    if (!tensor.isFloat() || tensor.rank() < 2)
      return false;
    int64_t n = tensor.dim(tensor.rank() - 1), m = tensor.dim(tensor.rank() - 2);
    std::span<float> values = tensor.mutableFloats();
    for (int64_t at = 0; at + m * n <= tensor.numElements(); at += m * n)
      for (int64_t row = 0; row < (rows ? m / 2 : m); ++row)
        if (rows)
          std::swap_ranges(values.begin() + at + row * n, values.begin() + at + row * n + n,
                           values.begin() + at + (m - 1 - row) * n);
        else
          std::reverse(values.begin() + at + row * n, values.begin() + at + row * n + n);
    return true;
  };
  for (unsigned number : {0u, 1u})
    for (Tensor &tensor : operands[number])
      if (!reverse(tensor, number == 1 && !(transposed && transposed.getValue())))
        return notApplicable();
  ALCOVE_ASSIGN_OR_RETURN(OpRecord now, replay.execute(record.op, std::move(operands)));
  return std::optional<OpRecord>(std::move(now));
}
Applied scaledThereAndBack(const Replay &replay, size_t i, Random &) {
  if (at(replay, i).operands.empty())
    return notApplicable();
  return onElements(at(replay, i), [](float x) {
    float back = (x * 3.0f) / 3.0f;
    return std::isfinite(back) ? back : x;
  });
}

} // namespace

const std::vector<FaultKind> &faultKinds() {
  static const std::vector<FaultKind> kinds = {
      {"negated", false, negated},
      {"doubled", false, doubled},
      {"result-doubled", false, resultDoubled},
      {"one-percent", false, slightlyScaled},
      {"zeroed", false, zeroed},
      {"shifted", false, shifted},
      {"one-element-negated", false, oneElementNegated},
      {"row-zeroed", false, rowZeroed},
      {"tail-tile-zeroed", false, tailTileZeroed},
      {"columns-rolled", false, rolledColumns},
      {"columns-reversed", false, reversedColumns},
      {"rows-exchanged", false, rowsExchanged},
      {"rows-rolled", false, rowsRolled},
      {"untransposed", false, untransposed},
      {"concat-swapped", false, concatSwapped},
      {"slice-shifted", false, sliceShifted},
      {"activation-removed", false, activationRemoved},
      {"norm-skipped", false, normSkipped},
      {"negation-lost", false, ropeNegationLost},
      {"other-function", false, activationExchanged},
      {"operands-swapped", false, operandsSwapped},
      {"branches-swapped", false, branchesSwapped},
      {"mask-dropped", false, maskDropped},
      {"bias-dropped", false, biasDropped},
      {"epsilon-wrong", false, epsilonWrong},
      {"count-wrong", false, countWrong},
      {"attention-scale-wrong", false, attentionScaleWrong},
      {"causal-flipped", false, causalFlipped},
      {"window-shifted", false, stridesLost},
      {"pool-exchanged", false, poolExchanged},
      {"weight-row-lost", false, weightRowLost},
      {"cache-not-written", false, cacheNotWritten},
      {"cache-row-shifted", false, cacheRowShifted},
      {"index-off-by-one", false, indexOffByOne},
      {"boolean-negated", false, booleanNegated},
      {"last-bit", true, lastBit},
      {"commuted", true, commuted},
      {"sum-reordered", true, reordered},
      {"there-and-back", true, scaledThereAndBack},
  };
  return kinds;
}

const FaultKind *findFaultKind(llvm::StringRef name) {
  for (const FaultKind &kind : faultKinds())
    if (kind.name == name)
      return &kind;
  return nullptr;
}

} // namespace alcove::reference
