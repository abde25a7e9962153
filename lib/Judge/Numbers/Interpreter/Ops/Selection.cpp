//===- Selection.cpp - What ops that choose elements compute --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static void addTopK(OpTable &table) {
  table.add<ttir::TopKOp, ttnn::TopKOp>(
      "Reductions", "closed form", [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        ALCOVE_ASSIGN_OR_RETURN(auto best, topK(call.in(0), op.getK(), op.getDimAttr().getInt(), op.getLargest(),
                                                call.held(0), call.held(1)));
        return std::vector<Tensor>{std::move(best.first), std::move(best.second)};
      });
}

static void addIndexOps(OpTable &table) {
  table.add<ttir::EmbeddingOp, ttnn::EmbeddingOp>("Indexing", "closed form", [](auto, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor rows, embedding(call.in(0), call.in(1)));
    ALCOVE_ASSIGN_OR_RETURN(Tensor typed, rows.convertedTo(call.held()));
    return typed.reshaped(call.shape());
  });
  table.add<ttnn::GatherOp>("Indexing", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    return gatherAlong(call.in(0), call.in(1), op.getDim());
  });
  table.add<ttir::GatherOp>("Indexing", "closed form, slices", [](auto op, OpCall &call) -> Result<Tensor> {
    if (op.getDim()) {
      ALCOVE_ASSIGN_OR_RETURN(double dim, numberOf(*op.getDim()));
      return gatherAlong(call.in(0), call.in(1), static_cast<int64_t>(dim));
    }
    GatherDims dims;
    auto read = [](std::optional<mlir::Attribute> attribute, Shape &into) -> Status {
      if (!attribute)
        return {};
      ALCOVE_ASSIGN_OR_RETURN(into, integersOf(*attribute));
      return {};
    };
    Shape vector = {0};
    ALCOVE_RETURN_IF_ERROR(read(op.getOffsetDims(), dims.offset));
    ALCOVE_RETURN_IF_ERROR(read(op.getCollapsedSliceDims(), dims.collapsed));
    ALCOVE_RETURN_IF_ERROR(read(op.getOperandBatchingDims(), dims.operandBatching));
    ALCOVE_RETURN_IF_ERROR(read(op.getStartIndicesBatchingDims(), dims.startBatching));
    ALCOVE_RETURN_IF_ERROR(read(op.getStartIndexMap(), dims.startIndexMap));
    ALCOVE_RETURN_IF_ERROR(read(op.getSliceSizes(), dims.sliceSizes));
    ALCOVE_RETURN_IF_ERROR(read(op.getIndexVectorDim(), vector));
    if (vector.size() != 1)
      return Error{"gather: index_vector_dim is not one number"};
    dims.indexVector = vector[0];
    return gatherSlices(call.in(0), call.in(1), dims);
  });
}

static void addEmbeddingGradients(OpTable &table) {
  table.add<ttir::EmbeddingBackwardOp, ttnn::EmbeddingBackwardOp>(
      "Gradients", "transpose of embedding, by inner products", [](auto, OpCall &call) -> Result<Tensor> {
        return embeddingBackward(call.in(0), call.shape(), call.in(2), call.held());
      });
}

//===----------------------------------------------------------------------===//
// Choosing tokens and experts
//===----------------------------------------------------------------------===//

/// Where k is 1 the index of the largest value. More candidates are drawn from at random.
static Result<Tensor> sample(OpCall &call) {
  const Tensor &values = call.in(0), &indices = call.in(1), &k = call.in(2);
  int64_t users = k.numElements(), width = values.shape().back();
  if (users < 1 || values.numElements() != users * width || indices.shape() != values.shape())
    return Error{fmt::format("sampling of {} among {} for {} users", toString(values.shape()),
                             toString(indices.shape()), users)};
  std::vector<int64_t> chosen;
  for (int64_t user = 0; user < users; ++user) {
    if (k.at(user) != 1)
      return Error{
          fmt::format("sampling of user {} draws among k = {} at random: only k = 1 is executed", user, k.at(user))};
    int64_t best = 0;
    for (int64_t i = 1; i < width; ++i)
      if (values.at(user * width + i) > values.at(user * width + best))
        best = i;
    chosen.push_back(static_cast<int64_t>(indices.at(user * width + best)));
  }
  return Tensor::fromIntegers(call.held(), call.shape(), std::move(chosen));
}

/// The k largest of x w + b, and the softmax among these.
static Result<std::vector<Tensor>> route(const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t k,
                                         OpCall &call) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor logits, matmul(input, weight, false, false, ElementType::F32, {&bias}));
  ALCOVE_ASSIGN_OR_RETURN(auto best, topK(logits, k, -1, /*largest=*/true, ElementType::F32, call.held(0)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor weights, softmax(best.first, -1, call.held(1)));
  return std::vector<Tensor>{std::move(best.second), std::move(weights)};
}

static void addChoices(OpTable &table) {
  table.add<ttir::SamplingOp, ttnn::SamplingOp>("LibraryOps", "closed form",
                                                [](auto, OpCall &call) { return sample(call); });
  table.add<ttir::TopkRouterGPTOp, ttnn::TopkRouterGPTOp>("LibraryOps", "closed form", [](auto op, OpCall &call) {
    return route(call.in(0), call.in(1), call.in(2), op.getK(), call);
  });
}

/// Nothing, where an update replaces what is there.
static std::optional<Reduction> reductionOf(ttcore::ReduceType type) {
  switch (type) {
  case ttcore::ReduceType::Sum:
    return Reduction::Sum;
  case ttcore::ReduceType::Prod:
    return Reduction::Prod;
  case ttcore::ReduceType::Max:
    return Reduction::Max;
  case ttcore::ReduceType::Min:
    return Reduction::Min;
  default:
    return std::nullopt;
  }
}

/// An element of `input` and the element of the updates that goes there.
struct Placing {
  int64_t to, from;
};

// NUM-N24
/// `input` after all `placings`, in their order.
static Result<Tensor> placed(const Tensor &input, const Tensor &source, const std::vector<Placing> &placings,
                             ttcore::ReduceType type) {
  std::optional<Reduction> how = reductionOf(type);
  ALCOVE_ASSIGN_OR_RETURN(Tensor typed, source.convertedTo(input.elementType()));
  if (!input.isFloat()) {
    std::vector<int64_t> values(input.integers().begin(), input.integers().end());
    for (auto [to, from] : placings) {
      int64_t update = typed.integers()[from];
      values[to] = how ? accumulateIntegers(*how, values[to], update) : update;
    }
    return Tensor::fromIntegers(input.elementType(), input.shape(), std::move(values));
  }
  std::vector<double> values(input.floats().begin(), input.floats().end());
  for (auto [to, from] : placings)
    values[to] = how ? accumulate(*how, values[to], typed.floats()[from]) : typed.floats()[from];
  return Tensor::fromFloats(input.elementType(), input.shape(), std::vector<float>(values.begin(), values.end()));
}

/// result[.., index[p] at dim, ..] = source[p] for every position p of `index`, in row-major order.
static Result<Tensor> scatterAlong(const Tensor &input, const Tensor &index, const Tensor &source, int64_t dim,
                                   ttcore::ReduceType type) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  bool fits = index.rank() == input.rank() && index.rank() == source.rank();
  for (int64_t d = 0; fits && d < index.rank(); ++d)
    fits = index.dim(d) <= source.dim(d) && (d == at || index.dim(d) <= input.dim(d));
  if (!fits)
    return Error{fmt::format("scatter of {} at {} into {}", toString(source.shape()), toString(index.shape()),
                             toString(input.shape()))};
  std::vector<Placing> placings;
  Shape strides = stridesOf(input.shape()), sourceStrides = stridesOf(source.shape()), position(index.rank(), 0);
  for (int64_t i = 0; i < index.numElements(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t named, indexAt(index, i, input.dim(at), "scatter index"));
    Placing placing{0, 0};
    for (int64_t d = 0; d < index.rank(); ++d) {
      placing.to += (d == at ? named : position[d]) * strides[d];
      placing.from += position[d] * sourceStrides[d];
    }
    placings.push_back(placing);
    for (int64_t d = index.rank(); d-- > 0 && ++position[d] == index.dim(d);)
      position[d] = 0;
  }
  return placed(input, source, placings, type);
}

/// Which dimensions of a scatter are which.
struct ScatterDims {
  Shape windows, inserted, map;
  Shape batching, indexBatching; ///< dimensions of the input that run along those of the indices
  int64_t vector;
};

/// StableHLO's scatter: updates have a window per index vector.
static Result<Tensor> scatterWindows(const Tensor &input, const Tensor &index, const Tensor &source,
                                     const ScatterDims &dims, ttcore::ReduceType type) {
  const auto &[windowDims, inserted, map, batching, indexBatching, vectorDim] = dims;
  auto in = [](const Shape &dims, int64_t dim) { return std::find(dims.begin(), dims.end(), dim) != dims.end(); };
  std::vector<Placing> placings;
  Shape strides = stridesOf(input.shape()), indexStrides = stridesOf(index.shape()), position(source.rank(), 0);
  Shape kept;
  for (int64_t d = 0; d < input.rank(); ++d)
    if (!in(inserted, d) && !in(batching, d))
      kept.push_back(d);
  if (kept.size() != windowDims.size())
    return Error{"scatter: windows do not fit the input"};
  for (int64_t i = 0; i < source.numElements(); ++i) {
    // Position in the index tensor: the dimensions of the updates that are no windows, with the vector left out.
    int64_t base = 0, next = 0;
    Shape target(input.rank(), 0);
    for (int64_t d = 0; d < source.rank(); ++d) {
      if (in(windowDims, d))
        continue;
      next += next == vectorDim ? 1 : 0;
      if (next >= index.rank())
        return Error{"scatter: the updates have more dimensions than the indices"};
      if (auto at = std::find(indexBatching.begin(), indexBatching.end(), next); at != indexBatching.end())
        target[batching[at - indexBatching.begin()]] = position[d];
      base += position[d] * indexStrides[next++];
    }
    for (size_t w = 0; w < kept.size(); ++w)
      target[kept[w]] = position[windowDims[w]];
    for (size_t c = 0; c < map.size(); ++c) {
      int64_t at = base + (vectorDim < index.rank() ? static_cast<int64_t>(c) * indexStrides[vectorDim] : 0);
      ALCOVE_ASSIGN_OR_RETURN(int64_t where, indexAt(index, at, input.dim(map[c]), "scatter index"));
      target[map[c]] += where;
    }
    int64_t offset = 0;
    bool inside = true;
    for (int64_t d = 0; d < input.rank(); ++d) {
      inside &= target[d] < input.dim(d);
      offset += target[d] * strides[d];
    }
    if (inside)
      placings.push_back({offset, i});
    for (int64_t d = source.rank(); d-- > 0 && ++position[d] == source.dim(d);)
      position[d] = 0;
  }
  return placed(input, source, placings, type);
}

static Result<Tensor> scatterOf(ttir::ScatterOp op, OpCall &call) {
  auto reduce = op->getAttrOfType<ttcore::ReduceTypeAttr>("scatter_reduce_type");
  ttcore::ReduceType type = reduce ? reduce.getValue() : ttcore::ReduceType::Invalid;
  if (op.getDim()) {
    ALCOVE_ASSIGN_OR_RETURN(double dim, numberOf(*op.getDim()));
    return scatterAlong(call.in(0), call.in(1), call.in(2), static_cast<int64_t>(dim), type);
  }
  auto read = [](std::optional<mlir::Attribute> attribute) -> Result<Shape> {
    return attribute ? integersOf(*attribute) : Result<Shape>(Shape());
  };
  ScatterDims dims;
  ALCOVE_ASSIGN_OR_RETURN(dims.windows, read(op.getUpdateWindowDims()));
  ALCOVE_ASSIGN_OR_RETURN(dims.inserted, read(op.getInsertedWindowDims()));
  ALCOVE_ASSIGN_OR_RETURN(dims.map, read(op.getScatterDimsToOperandDims()));
  ALCOVE_ASSIGN_OR_RETURN(Shape vector, read(op.getIndexVectorDim()));
  ALCOVE_ASSIGN_OR_RETURN(dims.batching, read(op.getInputBatchingDims()));
  ALCOVE_ASSIGN_OR_RETURN(dims.indexBatching, read(op.getScatterIndicesBatchingDims()));
  if (vector.size() != 1 || vector[0] < 0)
    return Error{"scatter: index_vector_dim is not one number"};
  dims.vector = vector[0];
  if (dims.batching.size() != dims.indexBatching.size())
    return Error{"scatter: input and indices have different batching dimensions"};
  for (const Shape &each : {dims.map, dims.batching})
    for (int64_t dim : each)
      if (dim < 0 || dim >= call.in(0).rank())
        return Error{"scatter: a dimension is out of range"};
  for (int64_t dim : dims.windows)
    if (dim < 0 || dim >= call.in(2).rank())
      return Error{"scatter: a window dimension is out of range"};
  return scatterWindows(call.in(0), call.in(1), call.in(2), dims, type);
}

/// Stable; NaN counts as larger than every number.
static Result<std::vector<Tensor>> sortAlong(const Tensor &input, int64_t dim, bool descending, ElementType indices) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  Shape strides = stridesOf(input.shape());
  int64_t extent = input.dim(at), step = strides[at];
  Tensor values = input;
  std::vector<int64_t> positions(input.numElements());
  std::vector<int64_t> order(extent);
  auto key = [&](int64_t offset) {
    double value = input.at(offset);
    return std::pair(value != value, value != value ? 0.0 : value);
  };
  for (int64_t base = 0; base < input.numElements(); ++base) {
    if (base / step % extent != 0)
      continue;
    for (int64_t i = 0; i < extent; ++i)
      order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return descending ? key(base + b * step) < key(base + a * step) : key(base + a * step) < key(base + b * step);
    });
    for (int64_t i = 0; i < extent; ++i) {
      int64_t to = base + i * step, from = base + order[i] * step;
      positions[to] = order[i];
      if (input.isFloat())
        values.mutableFloats()[to] = input.floats()[from];
      else
        values.mutableIntegers()[to] = input.integers()[from];
    }
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor where, Tensor::fromIntegers(ElementType::I64, input.shape(), std::move(positions)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor typed, where.convertedTo(indices));
  return std::vector<Tensor>{std::move(values), std::move(typed)};
}

static void addSortsAndScatters(OpTable &table) {
  constexpr const char *against = "closed forms, moments, gather of what was placed; the lowered op";
  table.add<ttir::ScatterOp>("Selection", against, [](auto op, OpCall &call) { return scatterOf(op, call); });
  table.add<ttnn::ScatterOp>("Selection", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return scatterAlong(call.in(0), call.in(1), call.in(2), op.getDim(), op.getScatterReduceType());
  });
  table.add<ttir::SortOp, ttnn::SortOp>("Selection", against, [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
    return sortAlong(call.in(0), op.getDim(), op.getDescending(), call.held(1));
  });
}

void addSelectionOps(OpTable &table) {
  addTopK(table);
  addIndexOps(table);
  addEmbeddingGradients(table);
  addChoices(table);
  addSortsAndScatters(table);
}

} // namespace alcove::reference
