//===- SplitRules.cpp - What of an op may be split over chips ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SplitRules.h"

#include "alcove/Ops/Dialect/ShapeRules.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;
using plan::mesh::partial;
using plan::mesh::Placement;
using plan::mesh::replicated;
using plan::mesh::Split;

ArrayRef<int64_t> meshsplit::shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

StringRef meshsplit::nameOf(Operation *op) { return op->getName().stripDialect(); }

SmallVector<int64_t> meshsplit::integersOf(Operation *op, StringRef name) {
  Attribute attribute = op->getAttr(name);
  std::optional<SmallVector<int64_t>> values = attribute ? shape::integers(attribute) : std::nullopt;
  return values.value_or(SmallVector<int64_t>());
}

namespace {

using Factors = std::vector<Factor>;

int64_t rankOf(Value value) { return static_cast<int64_t>(shapeOf(value).size()); }

/// All operands and results whole, to be changed.
Factor whole(Operation *op, Split split) {
  Factor factor{split, {}, {}};
  factor.inputs.assign(op->getNumOperands(), replicated);
  factor.outputs.assign(op->getNumResults(), replicated);
  return factor;
}

int64_t integerOf(Operation *op, StringRef name, int64_t fallback) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getValue().getSExtValue() : fallback;
}

bool flag(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<BoolAttr>(name);
  return attribute && attribute.getValue();
}

/// A dimension counted from the front.
int64_t fromFront(int64_t dim, int64_t rank) { return dim < 0 ? dim + rank : dim; }

/// Each element of the result from those at its place. Dropout is not: what it drops goes by the place in the whole tensor.
bool isPointwise(Operation *op) {
  return op->getNumResults() == 1 && op->hasTrait<ElementwiseShape>() && nameOf(op) != "dropout";
}

/// Ops through which a sum of summands passes: f(a + b) = f(a) + f(b) in every operand that is partial.
void addLinear(Operation *op, Factors &factors) {
  StringRef name = nameOf(op);
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !isa<FloatType>(type.getElementType()))
    return;
  Factor all = whole(op, Split::Follow);
  all.outputs[0] = partial;
  if (name == "neg" || name == "add" || name == "subtract" || name == "reshape" || name == "permute" ||
      name == "transpose" || name == "slice_static" || name == "concat" || name == "squeeze" || name == "unsqueeze") {
    all.inputs.assign(op->getNumOperands(), partial);
    // A broadcast operand would be added by every chip.
    if (name == "add" || name == "subtract")
      for (Value operand : op->getOperands())
        if (shapeOf(operand) != type.getShape())
          return;
    factors.push_back(all);
  } else if (name == "multiply" || name == "dot_general" || name == "matmul") {
    for (unsigned operand : {0u, 1u}) {
      if (name == "matmul" && op->getNumOperands() > 2)
        return; // a bias would be added by every chip
      Factor one = all;
      one.inputs[operand] = partial;
      factors.push_back(one);
    }
  }
}

/// Elementwise, with the operands aligned at their last dimensions.
Factors pointwise(Operation *op) {
  Factors factors;
  ArrayRef<int64_t> out = shapeOf(op->getResult(0));
  for (int64_t dim = 0; dim < static_cast<int64_t>(out.size()); ++dim) {
    if (out[dim] == 1)
      continue;
    Factor factor = whole(op, Split::Follow);
    factor.outputs[0] = static_cast<Placement>(dim);
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      int64_t at = dim - static_cast<int64_t>(out.size()) + rankOf(operand);
      if (at >= 0 && shapeOf(operand)[at] == out[dim])
        factor.inputs[i] = static_cast<Placement>(at);
    }
    factors.push_back(std::move(factor));
  }
  return factors;
}

/// Dimensions of a product: what is summed over, and where all others go.
struct Product {
  SmallVector<int64_t> batchLeft, batchRight, sumLeft, sumRight;
};

std::optional<Product> productOf(Operation *op) {
  if (nameOf(op) == "dot_general")
    return Product{integersOf(op, "batch_dims_lhs"), integersOf(op, "batch_dims_rhs"),
                   integersOf(op, "contract_dims_lhs"), integersOf(op, "contract_dims_rhs")};
  int64_t left = rankOf(op->getOperand(0)), right = rankOf(op->getOperand(1));
  if (left < 2 || right < 2)
    return std::nullopt;
  Product product;
  product.sumLeft = {flag(op, "transpose_a") ? left - 2 : left - 1};
  product.sumRight = {flag(op, "transpose_b") ? right - 1 : right - 2};
  if (right == 2)
    return product; // leading dimensions of the left side are rows
  if (left != right || !std::equal(shapeOf(op->getOperand(0)).begin(), shapeOf(op->getOperand(0)).end() - 2,
                                   shapeOf(op->getOperand(1)).begin()))
    return std::nullopt;
  for (int64_t dim = 0; dim + 2 < left; ++dim) {
    product.batchLeft.push_back(dim);
    product.batchRight.push_back(dim);
  }
  return product;
}

/// A bias of the last dimension.
void followBias(Operation *op, Factor &factor) {
  if (op->getNumOperands() < 3)
    return;
  int64_t rank = rankOf(op->getOperand(2)), out = rankOf(op->getResult(0));
  int64_t at = factor.outputs[0] - out + rank;
  if (factor.outputs[0] >= 0 && at >= 0 && shapeOf(op->getOperand(2))[at] != 1)
    factor.inputs[2] = static_cast<Placement>(at);
}

Factors product(Operation *op) {
  std::optional<Product> dims = productOf(op);
  if (!dims)
    return {};
  Factors factors;
  int64_t outAt = 0;
  auto add = [&](Split split, int64_t left, int64_t right, int64_t out) {
    Factor factor = whole(op, split);
    factor.inputs[0] = static_cast<Placement>(left);
    factor.inputs[1] = static_cast<Placement>(right);
    factor.outputs[0] = static_cast<Placement>(out);
    followBias(op, factor);
    factors.push_back(std::move(factor));
  };
  for (size_t i = 0; i < dims->batchLeft.size(); ++i, ++outAt)
    add(outAt == 0 ? Split::Batch : Split::Heads, dims->batchLeft[i], dims->batchRight[i], outAt);
  for (int64_t dim = 0; dim < rankOf(op->getOperand(0)); ++dim)
    if (!llvm::is_contained(dims->batchLeft, dim) && !llvm::is_contained(dims->sumLeft, dim)) {
      add(outAt == 0 ? Split::Batch : Split::Rows, dim, replicated, outAt);
      ++outAt;
    }
  for (int64_t dim = 0; dim < rankOf(op->getOperand(1)); ++dim)
    if (!llvm::is_contained(dims->batchRight, dim) && !llvm::is_contained(dims->sumRight, dim))
      add(Split::Columns, replicated, dim, outAt++);
  if (op->getNumOperands() == 2) // a bias would be added by every chip
    for (size_t i = 0; i < dims->sumLeft.size(); ++i)
      add(Split::Contraction, dims->sumLeft[i], dims->sumRight[i], partial);
  return factors;
}

/// Groups of dimensions with equal products; the first of each that is not 1 may be split on both sides.
Factors reshape(Operation *op) {
  Factors factors;
  ArrayRef<int64_t> in = shapeOf(op->getOperand(0)), out = shapeOf(op->getResult(0));
  size_t i = 0, j = 0;
  while (i < in.size() && j < out.size()) {
    size_t firstIn = i, firstOut = j;
    int64_t a = in[i++], b = out[j++];
    while (a != b && (a < b ? i < in.size() : j < out.size()))
      a < b ? a *= in[i++] : b *= out[j++];
    if (a != b)
      return factors;
    while (firstIn < i && in[firstIn] == 1)
      ++firstIn;
    while (firstOut < j && out[firstOut] == 1)
      ++firstOut;
    if (firstIn == i || firstOut == j)
      continue;
    Factor factor = whole(op, Split::Follow);
    factor.inputs[0] = static_cast<Placement>(firstIn);
    factor.outputs[0] = static_cast<Placement>(firstOut);
    factors.push_back(std::move(factor));
  }
  return factors;
}

/// Result dimension i is operand dimension `from[i]`; -1 = none that may be split.
Factors alongDims(Operation *op, ArrayRef<int64_t> from, Split split = Split::Follow) {
  Factors factors;
  for (auto [dim, source] : llvm::enumerate(from)) {
    if (source < 0 || shapeOf(op->getOperand(0))[source] == 1)
      continue;
    Factor factor = whole(op, split);
    factor.inputs[0] = static_cast<Placement>(source);
    for (Placement &output : factor.outputs)
      output = static_cast<Placement>(dim);
    factors.push_back(std::move(factor));
  }
  return factors;
}

SmallVector<int64_t> identity(int64_t rank) {
  SmallVector<int64_t> dims(rank);
  for (int64_t i = 0; i < rank; ++i)
    dims[i] = i;
  return dims;
}

Factors permute(Operation *op) { return alongDims(op, integersOf(op, "permutation")); }

Factors transpose(Operation *op) {
  int64_t rank = rankOf(op->getOperand(0));
  SmallVector<int64_t> from = identity(rank);
  std::swap(from[fromFront(integerOf(op, "dim0", 0), rank)], from[fromFront(integerOf(op, "dim1", 1), rank)]);
  return alongDims(op, from);
}

/// A dimension that grows may be split in the result alone.
Factors broadcast(Operation *op) {
  ArrayRef<int64_t> in = shapeOf(op->getOperand(0)), out = shapeOf(op->getResult(0));
  if (in.size() != out.size())
    return {};
  Factors factors;
  for (size_t dim = 0; dim < in.size(); ++dim) {
    if (out[dim] == 1 || (in[dim] != out[dim] && in[dim] != 1))
      continue;
    Factor factor = whole(op, Split::Follow);
    factor.inputs[0] = in[dim] == out[dim] ? static_cast<Placement>(dim) : replicated;
    factor.outputs[0] = static_cast<Placement>(dim);
    factors.push_back(std::move(factor));
  }
  return factors;
}

Factors concat(Operation *op) {
  int64_t rank = rankOf(op->getResult(0)), joined = fromFront(integerOf(op, "dim", 0), rank);
  Factors factors;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim == joined || shapeOf(op->getResult(0))[dim] == 1)
      continue;
    Factor factor = whole(op, Split::Follow);
    factor.inputs.assign(op->getNumOperands(), static_cast<Placement>(dim));
    factor.outputs[0] = static_cast<Placement>(dim);
    factors.push_back(std::move(factor));
  }
  return factors;
}

Factors slice(Operation *op) {
  SmallVector<int64_t> from = identity(rankOf(op->getOperand(0)));
  for (int64_t &dim : from)
    if (shapeOf(op->getOperand(0))[dim] != shapeOf(op->getResult(0))[dim] || integersOf(op, "step")[dim] != 1)
      dim = -1;
  return alongDims(op, from);
}

/// Dimensions that stay; a sum over a split dimension leaves summands.
Factors reduction(Operation *op) {
  int64_t rank = rankOf(op->getOperand(0));
  SmallVector<int64_t> reduced = integersOf(op, "dim_arg"), from;
  for (int64_t &dim : reduced)
    dim = fromFront(dim, rank);
  if (reduced.empty())
    reduced = identity(rank);
  bool keeps = flag(op, "keep_dim");
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(reduced, dim))
      from.push_back(dim);
    else if (keeps)
      from.push_back(-1);
  if (static_cast<int64_t>(from.size()) != rankOf(op->getResult(0)))
    return {};
  Factors factors = alongDims(op, from);
  for (int64_t dim : reduced)
    if (nameOf(op) == "sum" && shapeOf(op->getOperand(0))[dim] > 1) {
      Factor factor = whole(op, Split::Contraction);
      factor.inputs[0] = static_cast<Placement>(dim);
      factor.outputs[0] = partial;
      factors.push_back(std::move(factor));
    }
  return factors;
}

/// Rows are independent: all dimensions but those that the op looks along.
Factors rowsOf(Operation *op, ArrayRef<int64_t> along) {
  SmallVector<int64_t> from = identity(rankOf(op->getOperand(0)));
  for (int64_t dim : along)
    from[fromFront(dim, static_cast<int64_t>(from.size()))] = -1;
  return alongDims(op, from);
}

Factors softmax(Operation *op) { return rowsOf(op, {integerOf(op, "dimension", -1)}); }

Factors norm(Operation *op) {
  int64_t count = static_cast<int64_t>(integersOf(op, "normalized_shape").size());
  SmallVector<int64_t> along;
  for (int64_t i = 1; i <= count; ++i)
    along.push_back(-i);
  return rowsOf(op, along);
}

Factors embedding(Operation *op) {
  int64_t rank = rankOf(op->getOperand(0)), out = rankOf(op->getResult(0));
  Factors factors;
  if (out != rank + 1 || rankOf(op->getOperand(1)) != 2)
    return factors;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (shapeOf(op->getOperand(0))[dim] == 1)
      continue;
    Factor factor = whole(op, dim == 0 ? Split::Batch : Split::Rows);
    factor.inputs[0] = factor.outputs[0] = static_cast<Placement>(dim);
    factors.push_back(std::move(factor));
  }
  Factor hidden = whole(op, Split::Columns);
  hidden.inputs[1] = 1;
  hidden.outputs[0] = static_cast<Placement>(rank);
  factors.push_back(std::move(hidden));
  return factors;
}

/// Caches [users, heads, positions, size]: update_cache takes [1, heads, users, size], fill_cache one user's block.
Factors cache(Operation *op) {
  Factors factors;
  auto add = [&](Split split, Placement stored, Placement given) {
    Factor factor = whole(op, split);
    factor.inputs[0] = stored;
    factor.inputs[1] = given;
    factors.push_back(std::move(factor));
  };
  if (rankOf(op->getOperand(0)) != 4 || rankOf(op->getOperand(1)) != 4)
    return factors;
  if (shapeOf(op->getOperand(0))[1] == shapeOf(op->getOperand(1))[1])
    add(Split::Heads, 1, 1);
  if (nameOf(op) == "update_cache" && integerOf(op, "batch_offset", 0) == 0 &&
      shapeOf(op->getOperand(0))[0] == shapeOf(op->getOperand(1))[2])
    add(Split::Batch, 0, 2);
  return factors;
}

/// Queries, keys and values [batch, heads, positions, size], and a mask.
Factors attention(Operation *op) {
  Factors factors;
  if (op->getNumOperands() < 3 || rankOf(op->getResult(0)) != 4)
    return factors;
  for (Placement dim : {Placement(0), Placement(1)}) {
    Factor factor = whole(op, dim == 0 ? Split::Batch : Split::Heads);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (rankOf(operand) == 4 && shapeOf(operand)[dim] != 1)
        factor.inputs[i] = dim;
    factor.outputs[0] = dim;
    factors.push_back(std::move(factor));
  }
  return factors;
}

/// Rotated along the last dimension, by angles that are aligned at the last dimensions.
Factors rotary(Operation *op) {
  Factors factors = pointwise(op);
  llvm::erase_if(factors, [&](const Factor &factor) { return factor.outputs[0] + 1 == rankOf(op->getResult(0)); });
  return factors;
}

/// Images [batch, height, width, channels]; weights [out, in, height, width].
Factors convolution(Operation *op) {
  Factors factors;
  if (rankOf(op->getResult(0)) != 4 || integerOf(op, "channel_dim", 3) != 3 || integerOf(op, "batch_dim", 0) != 0)
    return factors;
  if (shapeOf(op->getOperand(0))[0] == shapeOf(op->getResult(0))[0]) {
    Factor batch = whole(op, Split::Batch);
    batch.inputs[0] = batch.outputs[0] = 0;
    factors.push_back(std::move(batch));
  }
  if (integerOf(op, "groups", 1) != 1)
    return factors;
  Factor channels = whole(op, Split::Columns);
  channels.inputs[1] = 0;
  channels.outputs[0] = 3;
  if (op->getNumOperands() > 2)
    channels.inputs[2] = 3;
  factors.push_back(std::move(channels));
  return factors;
}

Factors window(Operation *op) {
  if (rankOf(op->getOperand(0)) != 4 || rankOf(op->getResult(0)) != 4 ||
      shapeOf(op->getOperand(0))[0] != shapeOf(op->getResult(0))[0])
    return {};
  return alongDims(op, {0, -1, -1, 3});
}

/// Made from nothing: every part as easily as the whole.
Factors filled(Operation *op) {
  if (auto value = op->getAttrOfType<DenseElementsAttr>("value");
      nameOf(op) == "constant" && (!value || !value.isSplat()))
    return {};
  Factors factors;
  for (int64_t dim = 0; dim < rankOf(op->getResult(0)); ++dim) {
    if (shapeOf(op->getResult(0))[dim] == 1)
      continue;
    Factor factor = whole(op, Split::Follow);
    factor.outputs[0] = static_cast<Placement>(dim);
    factors.push_back(std::move(factor));
  }
  return factors;
}

using Rule = Factors (*)(Operation *);

const llvm::StringMap<Rule> &ruleTable() {
  static const llvm::StringMap<Rule> table = {{"dot_general", product},
                                              {"matmul", product},
                                              {"linear", product},
                                              {"reshape", reshape},
                                              {"squeeze", reshape},
                                              {"unsqueeze", reshape},
                                              {"permute", permute},
                                              {"transpose", transpose},
                                              {"broadcast", broadcast},
                                              {"concat", concat},
                                              {"slice_static", slice},
                                              {"sum", reduction},
                                              {"max", reduction},
                                              {"min", reduction},
                                              {"mean", reduction},
                                              {"reduce_or", reduction},
                                              {"reduce_and", reduction},
                                              {"argmax", reduction},
                                              {"softmax", softmax},
                                              {"rms_norm", norm},
                                              {"layer_norm", norm},
                                              {"embedding", embedding},
                                              {"rotary_embedding", rotary},
                                              {"update_cache", cache},
                                              {"fill_cache", cache},
                                              {"scaled_dot_product_attention", attention},
                                              {"conv2d", convolution},
                                              {"max_pool2d", window},
                                              {"avg_pool2d", window},
                                              {"upsample2d", window},
                                              {"constant", filled},
                                              {"full", filled},
                                              {"zeros", filled},
                                              {"ones", filled}};
  return table;
}

} // namespace

bool meshsplit::changesFirstOperand(Operation *op) { return op->getNumResults() == 0 && op->getNumOperands() > 1; }

std::vector<Factor> meshsplit::factorsOf(Operation *op) {
  StringRef name = nameOf(op);
  Factors factors;
  if (auto rule = ruleTable().find(name); rule != ruleTable().end())
    factors = rule->second(op);
  else if (isPointwise(op))
    factors = pointwise(op);
  if (op->getNumResults() == 1)
    addLinear(op, factors);
  return factors;
}

namespace {

/// The same kind of list with other numbers.
Attribute listLike(Attribute old, ArrayRef<int64_t> values) {
  Builder builder(old.getContext());
  if (isa<DenseI64ArrayAttr>(old))
    return builder.getDenseI64ArrayAttr(values);
  if (isa<DenseI32ArrayAttr>(old))
    return builder.getDenseI32ArrayAttr(SmallVector<int32_t>(values.begin(), values.end()));
  auto array = cast<ArrayAttr>(old);
  Type type = array.empty() ? builder.getI32Type() : cast<IntegerAttr>(array[0]).getType();
  SmallVector<Attribute> elements;
  for (int64_t value : values)
    elements.push_back(IntegerAttr::get(type, value));
  return builder.getArrayAttr(elements);
}

} // namespace

void meshsplit::localizeAttributes(Operation *op) {
  StringRef name = nameOf(op);
  if (op->getNumResults() != 1)
    return;
  ArrayRef<int64_t> out = shapeOf(op->getResult(0));
  if (name == "reshape" || name == "full" || name == "zeros" || name == "ones") {
    if (Attribute shape = op->getAttr("shape"))
      op->setAttr("shape", listLike(shape, out));
  } else if (name == "broadcast") {
    SmallVector<int64_t> factors;
    for (auto [in, wanted] : llvm::zip_equal(shapeOf(op->getOperand(0)), out))
      factors.push_back(wanted / in);
    op->setAttr("broadcast_dimensions", listLike(op->getAttr("broadcast_dimensions"), factors));
  } else if (name == "slice_static") {
    SmallVector<int64_t> ends = integersOf(op, "ends"), begins = integersOf(op, "begins"),
                         step = integersOf(op, "step");
    for (size_t dim = 0; dim < ends.size(); ++dim)
      if (begins[dim] == 0 && step[dim] == 1 && out[dim] == shapeOf(op->getOperand(0))[dim])
        ends[dim] = out[dim];
    op->setAttr("ends", listLike(op->getAttr("ends"), ends));
  } else if (name == "constant") {
    auto value = op->getAttrOfType<DenseElementsAttr>("value");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (value && value.isSplat() && value.getType() != type)
      op->setAttr("value", value.resizeSplat(type));
  }
}
