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

/// Slices of extent 1 along `dim`, each where a number of the indices says. Their dimensions beside those of batches stand in
/// the place of `dim`:
///
///   operand 4x6x3, indices 4x2, dim 1, batch_dims 1      4x2x3
LogicalResult convertIndexSelect(OpConversion &c) {
  auto op = cast<TorchIndexSelectOp>(c.op);
  int64_t dim = op.getDim(), batches = op.getBatchDims(), rank = c.inType(0).getRank(), named = c.inType(1).getRank();
  dim += dim < 0 ? rank : 0;
  batches += batches < 0 ? named : 0;
  Dims sizes(c.inType(0).getShape()), shared, offset;
  sizes[dim] = 1;
  for (int64_t i = 0; i < batches; ++i) {
    sizes[i] = 1;
    shared.push_back(i);
  }
  for (int64_t i = batches; i < c.type().getRank(); ++i)
    if (i < dim || i >= dim + named - batches)
      offset.push_back(i);
  return gathered(c,
                  GatherDimensionNumbersAttr::get(c.builder.getContext(), offset, {dim}, shared, shared, {dim}, named),
                  sizes, false);
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

/// A tensor that the lines of all of them are ordered by.
struct SortKey {
  unsigned input;
  bool descending;
};

/// What a comparator says of two lines, whose numbers are the first, second or third sample of their type.
struct ComparedLines {
  SmallVector<unsigned> left, right;
  bool isLess;
};

/// Of both signs, so that an order of sizes is none of numbers.
SmallVector<double> sortSamples(Type element) {
  if (element.isInteger(1))
    return {0, 1};
  bool isUnsigned = isa<IntegerType>(element) && !arrays::bitsOf(element).isSigned;
  return isUnsigned ? SmallVector<double>{0, 1, 3} : SmallVector<double>{-3, 1, 2};
}

/// The comparator on all pairs of lines; empty where it does not run.
std::vector<ComparedLines> compareSamples(Region &comparator, arrays::Evaluator &evaluator, ArrayRef<unsigned> inputs) {
  SmallVector<SmallVector<Array>> samples;
  for (unsigned i = 0; i < comparator.getNumArguments(); i += 2) {
    Type element = getElementTypeOrSelf(comparator.getArgument(i).getType());
    if (arrays::kindOf(element) == arrays::Kind::Complex)
      return {};
    auto &made = samples.emplace_back();
    for (double value : sortSamples(element))
      made.push_back(scalarOf(element, value));
  }
  Dims extents;
  for (int side = 0; side < 2; ++side)
    for (unsigned input : inputs)
      extents.push_back(int64_t(samples[input].size()));
  std::vector<ComparedLines> lines;
  Dims at(extents.size(), 0);
  do {
    ComparedLines now{SmallVector<unsigned>(samples.size(), 0), SmallVector<unsigned>(samples.size(), 0), false};
    for (auto [i, input] : llvm::enumerate(inputs)) {
      now.left[input] = unsigned(at[i]);
      now.right[input] = unsigned(at[inputs.size() + i]);
    }
    arrays::Items items;
    for (auto [i, numbers] : llvm::enumerate(samples)) {
      items.push_back(numbers[now.left[i]]);
      items.push_back(numbers[now.right[i]]);
    }
    Result<arrays::Items> result = evaluator.run(comparator, items);
    if (!result)
      return {};
    now.isLess = result->at(0).array.isTrue(0);
    lines.push_back(std::move(now));
  } while (arrays::next(at, extents));
  return lines;
}

/// A tensor whose numbers alone decide wherever they differ.
std::optional<SortKey> decidingKey(ArrayRef<ComparedLines> lines, unsigned inputs) {
  for (unsigned input = 0; input < inputs; ++input)
    for (bool descending : {false, true}) {
      bool differs = false, decides = true;
      for (const ComparedLines &each : lines) {
        unsigned left = each.left[input], right = each.right[input];
        differs |= left != right;
        decides &= left == right || each.isLess == ((left < right) != descending);
      }
      if (differs && decides)
        return SortKey{input, descending};
    }
  return std::nullopt;
}

/// The tensors that the comparator orders by, each where those before it are equal:
///
///   select(a0 == b0, a1 > b1, a0 < b0)      tensor 0 rising, then tensor 1 falling
///
/// Told by what it makes of sample numbers; empty where it is no such order.
SmallVector<SortKey> sortKeys(Region &comparator, arrays::Evaluator &evaluator) {
  constexpr size_t most = 4; // 6,561 pairs of lines
  SmallVector<unsigned> read;
  for (unsigned i = 0; i < comparator.getNumArguments(); i += 2)
    if (!comparator.getArgument(i).use_empty() || !comparator.getArgument(i + 1).use_empty())
      read.push_back(i / 2);
  if (read.size() > most)
    return {};
  std::vector<ComparedLines> lines = compareSamples(comparator, evaluator, read);
  SmallVector<SortKey> keys;
  while (llvm::any_of(lines, [](const ComparedLines &each) { return each.isLess; })) {
    std::optional<SortKey> key = decidingKey(lines, comparator.getNumArguments() / 2);
    if (!key)
      return {};
    keys.push_back(*key);
    llvm::erase_if(lines, [&](const ComparedLines &each) { return each.left[key->input] != each.right[key->input]; });
  }
  return keys;
}

/// One tensor in order, and the places that its elements had.
std::pair<Value, Value> sortedBy(OpConversion &c, Value values, int64_t dim, bool descending, bool stable) {
  Type element = typeOf(values).getElementType();
  if (element.isInteger(1)) // ordered as numbers
    values = c.typecast(values, c.builder.getF32Type());
  OperationState state(c.op->getLoc(), "ttir.sort");
  state.addOperands(values);
  state.addTypes({values.getType(), typeOf(values).clone(c.builder.getI32Type())});
  auto si32 = IntegerType::get(c.builder.getContext(), 32, IntegerType::Signed);
  state.addAttribute("dim", IntegerAttr::get(si32, dim));
  state.addAttribute("descending", c.builder.getBoolAttr(descending));
  state.addAttribute("stable", c.builder.getBoolAttr(stable));
  Operation *sort = c.builder.create(state);
  return {c.typecast(sort->getResult(0), element), sort->getResult(1)};
}

/// By several tensors: by the last one first, and then, keeping the order of equal ones, by those before it.
LogicalResult convertSort(OpConversion &c) {
  auto op = cast<SortOp>(c.op);
  SmallVector<SortKey> keys = sortKeys(op.getComparator(), c.conversion.evaluator);
  if (keys.empty())
    return c.refuse("its comparator is no order of the numbers of one tensor after the other");
  int64_t dim = op.getDimension();
  dim += dim < 0 ? c.type().getRank() : 0;
  auto gather = [&](Value values, Value places) {
    return c.make("gather", typeOf(values), {values, places}, c.attr("dim", c.builder.getI32IntegerAttr(int32_t(dim))));
  };
  Value first, places;
  for (SortKey key : llvm::reverse(keys)) {
    Value values = places ? gather(c.in(key.input), places) : c.in(key.input);
    auto [sorted, from] = sortedBy(c, values, dim, key.descending, places || op.getIsStable());
    first = sorted;
    places = places ? gather(places, from) : from;
  }
  SmallVector<Value> values;
  for (unsigned i = 0; i < op.getInputs().size(); ++i)
    values.push_back(i == keys.front().input   ? first
                     : isIota(c.known(i), dim) ? c.typecast(places, c.type(i).getElementType())
                                               : gather(c.in(i), places));
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
  table["stablehlo.torch_index_select"] = convertIndexSelect;
  table["stablehlo.scatter"] = convertScatter;
  table["stablehlo.sort"] = convertSort;
  table["stablehlo.rng"] = convertRng;
  table["chlo.top_k"] = convertTopK;
  table["chlo.topk"] = convertTopK;
}
