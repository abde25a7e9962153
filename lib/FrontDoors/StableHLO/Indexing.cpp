//===- Indexing.cpp - Gather, scatter, sort ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
namespace arrays = alcove::reference::arrays;

namespace {
//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

NamedAttribute list(OpConversion &c, StringRef name, ArrayRef<int64_t> values) {
  return c.attr(name, c.builder.getDenseI64ArrayAttr(values));
}

/// Where the one window starts that a single known index vector places.
std::optional<Dims> onlyStart(OpConversion &c, unsigned indices, ArrayRef<int64_t> map, int64_t rank) {
  std::optional<Dims> vector = c.integers(indices);
  if (!vector || vector->size() != map.size())
    return std::nullopt;
  Dims start(rank, 0);
  for (auto [dim, value] : llvm::zip(map, *vector))
    start[dim] = value;
  return start;
}

LogicalResult gathered(OpConversion &c, GatherDimensionNumbersAttr dims, ArrayRef<int64_t> sizes, bool areSorted) {
  ArrayRef<int64_t> shape = c.inType(0).getShape();
  if (std::optional<Dims> start = onlyStart(c, 1, dims.getStartIndexMap(), shape.size());
      start && dims.getOperandBatchingDims().empty()) {
    Dims ends;
    for (size_t i = 0; i < sizes.size(); ++i) {
      (*start)[i] = std::clamp<int64_t>((*start)[i], 0, shape[i] - sizes[i]);
      ends.push_back((*start)[i] + sizes[i]);
    }
    // Window dimensions keep their order: the rest are of extent 1.
    Value slice = c.slice(c.in(0), *start, ends, Dims(sizes.size(), 1));
    return c.done({c.reshape(slice, c.type().getShape())});
  }
  return c.done({c.make(
      "gather", c.type(), {c.in(0), c.in(1)},
      {list(c, "offset_dims", dims.getOffsetDims()), list(c, "collapsed_slice_dims", dims.getCollapsedSliceDims()),
       list(c, "operand_batching_dims", dims.getOperandBatchingDims()),
       list(c, "start_indices_batching_dims", dims.getStartIndicesBatchingDims()),
       list(c, "start_index_map", dims.getStartIndexMap()),
       c.attr("index_vector_dim", c.builder.getI64IntegerAttr(dims.getIndexVectorDim())), list(c, "slice_sizes", sizes),
       c.attr("indices_are_sorted", c.builder.getBoolAttr(areSorted))})});
}

LogicalResult convertGather(OpConversion &c) {
  auto op = cast<GatherOp>(c.op);
  return gathered(c, op.getDimensionNumbers(), integersOf(op.getSliceSizes()), op.getIndicesAreSorted());
}

LogicalResult convertDynamicGather(OpConversion &c) {
  auto op = cast<DynamicGatherOp>(c.op);
  std::optional<Dims> sizes = c.integers(2);
  if (!sizes)
    return c.refuse("the sizes of its slices are known only at run time");
  return gathered(c, op.getDimensionNumbers(), *sizes, op.getIndicesAreSorted());
}

/// The body is only what it returns: the update.
bool replaces(Region &body) {
  return body.hasOneBlock() && llvm::hasSingleElement(body.front()) && body.getNumArguments() == 2 &&
         body.front().getTerminator()->getOperand(0) == body.getArgument(1);
}

LogicalResult convertScatter(OpConversion &c) {
  auto op = cast<ScatterOp>(c.op);
  if (op.getInputs().size() != 1)
    return c.refuse("a scatter into more than one tensor");
  ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  ArrayRef<int64_t> shape = c.inType(0).getShape();
  bool replacing = replaces(op.getUpdateComputation());
  std::optional<Dims> start = onlyStart(c, 1, dims.getScatterDimsToOperandDims(), shape.size());
  if (replacing && start && dims.getInputBatchingDims().empty()) {
    Dims window(shape.size(), 1);
    size_t next = 0;
    bool inside = true;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (!llvm::is_contained(dims.getInsertedWindowDims(), i))
        window[i] = c.inType(2).getDimSize(dims.getUpdateWindowDims()[next++]);
      inside &= (*start)[i] >= 0 && (*start)[i] + window[i] <= shape[i];
    }
    if (inside)
      return c.done({updated(c, c.in(0), c.reshape(c.in(2), window), *start)});
  }
  StringRef combination = replacing ? "" : combinationOf(op.getUpdateComputation(), c.conversion.evaluator);
  std::optional<ttcore::ReduceType> reduce = replacing
                                                 ? std::optional(ttcore::ReduceType::Invalid)
                                                 : llvm::StringSwitch<std::optional<ttcore::ReduceType>>(combination)
                                                       .Case("sum", ttcore::ReduceType::Sum)
                                                       .Case("prod", ttcore::ReduceType::Prod)
                                                       .Case("max", ttcore::ReduceType::Max)
                                                       .Case("min", ttcore::ReduceType::Min)
                                                       .Default(std::nullopt);
  if (!reduce)
    return c.refuse("what it makes of old and new is neither a sum, product, maximum nor minimum");
  return c.done({c.make("scatter", c.type(), {c.in(0), c.in(1), c.in(2)},
                        {c.attr("scatter_reduce_type", ttcore::ReduceTypeAttr::get(c.builder.getContext(), *reduce)),
                         list(c, "update_window_dims", dims.getUpdateWindowDims()),
                         list(c, "inserted_window_dims", dims.getInsertedWindowDims()),
                         list(c, "input_batching_dims", dims.getInputBatchingDims()),
                         list(c, "scatter_indices_batching_dims", dims.getScatterIndicesBatchingDims()),
                         list(c, "scatter_dims_to_operand_dims", dims.getScatterDimsToOperandDims()),
                         c.attr("index_vector_dim", c.builder.getI64IntegerAttr(dims.getIndexVectorDim())),
                         c.attr("indices_are_sorted", c.builder.getBoolAttr(op.getIndicesAreSorted())),
                         c.attr("unique_indices", c.builder.getBoolAttr(op.getUniqueIndices()))})});
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

/// Whether the comparator puts the larger of the first input's numbers first; nothing where it is no order of them.
std::optional<bool> isDescending(Region &comparator, arrays::Evaluator &evaluator) {
  auto less = [&](double a, double b, double otherA = 0, double otherB = 0) -> std::optional<bool> {
    arrays::Items items;
    for (auto [i, type] : llvm::enumerate(comparator.getArgumentTypes())) {
      Type element = getElementTypeOrSelf(type);
      if (arrays::kindOf(element) == arrays::Kind::Complex)
        return std::nullopt;
      Array number = Array::zeros(RankedTensorType::get({}, element));
      double value = i == 0 ? a : i == 1 ? b : i % 2 == 0 ? otherA : otherB;
      if (number.kind() == arrays::Kind::Integer)
        number.setInteger(0, int64_t(value));
      else
        number.setReal(0, value);
      items.push_back(number);
    }
    Result<arrays::Items> result = evaluator.run(comparator, items);
    return result ? std::optional(result->at(0).array.isTrue(0)) : std::nullopt;
  };
  std::optional<bool> up = less(1, 2), down = less(2, 1);
  if (!up || !down || *up == *down)
    return std::nullopt;
  // Equal numbers are in no order, whatever the other tensors hold.
  for (auto [a, b] : {std::pair(0.0, 0.0), std::pair(0.0, 1.0), std::pair(1.0, 0.0)})
    if (less(2, 2, a, b).value_or(true))
      return std::nullopt;
  return *down;
}

LogicalResult convertSort(OpConversion &c) {
  auto op = cast<SortOp>(c.op);
  std::optional<bool> descending = isDescending(op.getComparator(), c.conversion.evaluator);
  if (!descending)
    return c.refuse("its comparator is no order of the first tensor's numbers");
  int64_t dim = op.getDimension();
  dim += dim < 0 ? c.type().getRank() : 0;
  auto si32 = IntegerType::get(c.builder.getContext(), 32, IntegerType::Signed);
  OperationState state(c.op->getLoc(), "ttir.sort");
  state.addOperands(c.in(0));
  state.addTypes({c.type(), c.type().clone(c.builder.getI32Type())});
  state.addAttribute("dim", IntegerAttr::get(si32, dim));
  state.addAttribute("descending", c.builder.getBoolAttr(*descending));
  state.addAttribute("stable", c.builder.getBoolAttr(op.getIsStable()));
  Operation *sort = c.builder.create(state);
  SmallVector<Value> values{sort->getResult(0)};
  for (unsigned i = 1; i < op.getInputs().size(); ++i) {
    Value indices = sort->getResult(1);
    values.push_back(isIota(c.known(i), dim) ? c.typecast(indices, c.type(i).getElementType())
                                             : c.make("gather", c.type(i), {c.in(i), indices},
                                                      c.attr("dim", c.builder.getI32IntegerAttr(int32_t(dim)))));
  }
  return c.done(values);
}

LogicalResult convertTopK(OpConversion &c) {
  auto k = c.op->getAttrOfType<IntegerAttr>("k");
  auto largest = c.op->getAttrOfType<BoolAttr>("largest");
  OperationState state(c.op->getLoc(), "ttir.topk");
  state.addOperands(c.in(0));
  state.addTypes({c.type(0), c.type(1)});
  state.addAttribute("k", c.builder.getI32IntegerAttr(int32_t(k.getInt())));
  state.addAttribute("dim", c.builder.getI32IntegerAttr(int32_t(c.inType(0).getRank() - 1)));
  state.addAttribute("largest", c.builder.getBoolAttr(!largest || largest.getValue()));
  state.addAttribute("sorted", c.builder.getBoolAttr(true));
  Operation *topk = c.builder.create(state);
  return c.done({topk->getResult(0), topk->getResult(1)});
}

/// Uniform numbers between known bounds.
LogicalResult convertRng(OpConversion &c) {
  auto op = cast<RngOp>(c.op);
  std::optional<double> low = c.splat(0), high = c.splat(1);
  if (op.getRngDistribution() != RngDistribution::UNIFORM || !low || !high)
    return c.refuse("TTIR has uniform random numbers between known bounds only");
  SmallVector<int32_t> size(c.type().getShape().begin(), c.type().getShape().end());
  return c.done({c.make("rand", c.type(), {},
                        {c.attr("size", c.builder.getI32ArrayAttr(size)),
                         c.attr("dtype", TypeAttr::get(c.type().getElementType())),
                         c.attr("low", c.builder.getF32FloatAttr(float(*low))),
                         c.attr("high", c.builder.getF32FloatAttr(float(*high)))})});
}
} // namespace

void stablehlo::addIndexing(ConverterTable &table) {
  table["stablehlo.gather"] = convertGather;
  table["stablehlo.dynamic_gather"] = convertDynamicGather;
  table["stablehlo.scatter"] = convertScatter;
  table["stablehlo.sort"] = convertSort;
  table["stablehlo.rng"] = convertRng;
  table["chlo.top_k"] = convertTopK;
  table["chlo.topk"] = convertTopK;
}
