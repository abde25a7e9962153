//===- Selection.cpp - Rows and elements picked or placed by number ------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

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

/// StableHLO's scatter: updates have a window per index vector.
static Result<Tensor> scatterWindows(const Tensor &input, const Tensor &index, const Tensor &source,
                                     const Shape &windowDims, const Shape &inserted, const Shape &map,
                                     int64_t vectorDim, ttcore::ReduceType type) {
  auto in = [](const Shape &dims, int64_t dim) { return std::find(dims.begin(), dims.end(), dim) != dims.end(); };
  std::vector<Placing> placings;
  Shape strides = stridesOf(input.shape()), indexStrides = stridesOf(index.shape()), position(source.rank(), 0);
  Shape kept;
  for (int64_t d = 0; d < input.rank(); ++d)
    if (!in(inserted, d))
      kept.push_back(d);
  if (kept.size() != windowDims.size())
    return Error{"scatter: windows do not fit the input"};
  for (int64_t i = 0; i < source.numElements(); ++i) {
    // Position in the index tensor: the dimensions of the updates that are no windows, with the vector left out.
    int64_t base = 0, next = 0;
    for (int64_t d = 0; d < source.rank(); ++d) {
      if (in(windowDims, d))
        continue;
      next += next == vectorDim ? 1 : 0;
      if (next >= index.rank())
        return Error{"scatter: the updates have more dimensions than the indices"};
      base += position[d] * indexStrides[next++];
    }
    Shape target(input.rank(), 0);
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
  ALCOVE_ASSIGN_OR_RETURN(Shape windows, read(op.getUpdateWindowDims()));
  ALCOVE_ASSIGN_OR_RETURN(Shape inserted, read(op.getInsertedWindowDims()));
  ALCOVE_ASSIGN_OR_RETURN(Shape map, read(op.getScatterDimsToOperandDims()));
  ALCOVE_ASSIGN_OR_RETURN(Shape vector, read(op.getIndexVectorDim()));
  ALCOVE_ASSIGN_OR_RETURN(Shape batching, read(op.getInputBatchingDims()));
  if (vector.size() != 1 || vector[0] < 0 || !batching.empty())
    return Error{"scatter: index_vector_dim is not one number, or there are batching dimensions"};
  for (int64_t dim : map)
    if (dim < 0 || dim >= call.in(0).rank())
      return Error{"scatter: a dimension is out of range"};
  for (int64_t dim : windows)
    if (dim < 0 || dim >= call.in(2).rank())
      return Error{"scatter: a window dimension is out of range"};
  return scatterWindows(call.in(0), call.in(1), call.in(2), windows, inserted, map, vector[0], type);
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

/// `length` elements along a dimension from `begin` on, again every `stride`; a stride of 0 is none.
static Result<Tensor> selectPieces(auto op, OpCall &call) {
  const Tensor &input = call.in(0);
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(op.getDim(), input.rank()));
  auto number = [&](const char *name) { // an optional attribute of one op, a needed one of the other
    auto attribute = op->template getAttrOfType<mlir::IntegerAttr>(name);
    return attribute ? attribute.getValue().getSExtValue() : 0;
  };
  int64_t extent = input.dim(at), length = number("length"), stride = number("stride");
  std::vector<Tensor> pieces;
  for (int64_t from = number("begin"); from < extent; from += stride == 0 ? extent : stride) {
    Shape begins(input.rank(), 0), ends = input.shape(), steps(input.rank(), 1);
    begins[at] = from;
    ends[at] = std::min<int64_t>(from + length, extent);
    ALCOVE_ASSIGN_OR_RETURN(Tensor piece, slice(input, begins, ends, steps));
    pieces.push_back(std::move(piece));
  }
  std::vector<const Tensor *> sources;
  for (const Tensor &piece : pieces)
    sources.push_back(&piece);
  return concat(sources, at);
}

/// Groups of channels as rows of a layer norm, then weight and bias per channel; channels are the last dimension.
static Result<Tensor> groupNormOfLast(auto op, OpCall &call, const Tensor &input) {
  int64_t images = input.dim(0), channels = input.shape().back(), groups = op.getNumGroupsAttr().getInt();
  if (groups < 1 || images < 1 || channels < 1 || channels % groups != 0)
    return Error{fmt::format("{} groups of {} channels of {}", groups, channels, toString(input.shape()))};
  int64_t rows = input.numElements() / (images * channels), width = channels / groups;
  ALCOVE_ASSIGN_OR_RETURN(Tensor split, input.reshaped({images, rows, groups, width}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor grouped, permute(split, {0, 2, 1, 3}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor flat, grouped.reshaped({images, groups, rows * width}));
  ALCOVE_ASSIGN_OR_RETURN(
      Tensor normed, normalize(flat, nullptr, nullptr, 1, true, op.getEpsilon().convertToDouble(), ElementType::F32));
  ALCOVE_ASSIGN_OR_RETURN(Tensor apart, normed.reshaped({images, groups, rows, width}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor back, permute(apart, {0, 2, 1, 3}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor merged, back.reshaped(input.shape()));
  std::vector<float> values = merged.toFloatVector();
  const Tensor *weight = call.find(op.getWeight()), *bias = call.find(op.getBias());
  for (const Tensor *perChannel : {weight, bias})
    if (perChannel && perChannel->numElements() != channels)
      return Error{fmt::format("{} weights or biases for {} channels", perChannel->numElements(), channels)};
  for (size_t i = 0; i < values.size(); ++i) {
    int64_t channel = static_cast<int64_t>(i) % channels;
    values[i] *= weight ? static_cast<float>(weight->at(channel)) : 1.0f;
    values[i] += bias ? static_cast<float>(bias->at(channel)) : 0.0f;
  }
  return Tensor::fromFloats(call.held(), input.shape(), std::move(values));
}

// NUM-N18
static Result<Tensor> groupNorm(auto op, OpCall &call) {
  const Tensor &input = call.in(0);
  auto named = op->template getAttrOfType<mlir::IntegerAttr>("channel_dim");
  ALCOVE_ASSIGN_OR_RETURN(int64_t channel, normalizeDim(named ? named.getInt() : -1, input.rank()));
  if (channel == 0 || input.rank() < 2)
    return Error{fmt::format("channel dimension {} of {}", channel, toString(input.shape()))};
  if (channel == input.rank() - 1)
    return groupNormOfLast(op, call, input);
  Shape toLast, back(input.rank());
  for (int64_t dim = 0; dim < input.rank(); ++dim)
    if (dim != channel)
      toLast.push_back(dim);
  toLast.push_back(channel);
  for (int64_t i = 0; i < input.rank(); ++i)
    back[toLast[i]] = i;
  ALCOVE_ASSIGN_OR_RETURN(Tensor turned, permute(input, toLast));
  ALCOVE_ASSIGN_OR_RETURN(Tensor normed, groupNormOfLast(op, call, turned));
  return permute(normed, back);
}

// NUM-N20
/// Normalizes by the moments of the batch; running statistics move towards its mean and its biased variance by the
/// momentum, as on the device: tt-metal's batch_norm.cpp takes mean(x^2) - mean(x)^2 and running_statistics moves
/// towards that. (Ioffe and Szegedy 2015, algorithm 2, and torch: m / (m - 1) times it.)
struct BatchMoments {
  std::vector<double> mean, variance; ///< of each channel

  BatchMoments(const Tensor &input, int64_t channel);
  Result<Tensor> normalized(const Tensor &input, const Tensor *scale, const Tensor *offset, int64_t channel,
                            double epsilon, ElementType type) const;
  static Result<Tensor> moved(const Tensor &running, const std::vector<double> &batch, double momentum);
};

BatchMoments::BatchMoments(const Tensor &input, int64_t channel) {
  int64_t channels = input.dim(channel), inner = stridesOf(input.shape())[channel];
  mean.resize(channels);
  variance.resize(channels);
  double count = static_cast<double>(input.numElements()) / static_cast<double>(channels);
  auto of = [&](int64_t i) { return i / inner % channels; };
  for (int64_t i = 0; i < input.numElements(); ++i)
    mean[of(i)] += input.at(i) / count;
  for (int64_t i = 0; i < input.numElements(); ++i)
    variance[of(i)] += (input.at(i) - mean[of(i)]) * (input.at(i) - mean[of(i)]) / count;
}

Result<Tensor> BatchMoments::normalized(const Tensor &input, const Tensor *scale, const Tensor *offset, int64_t channel,
                                        double epsilon, ElementType type) const {
  auto vector = [&](const std::vector<double> &values) {
    return Tensor::fromFloats(ElementType::F32, {static_cast<int64_t>(values.size())},
                              std::vector<float>(values.begin(), values.end()));
  };
  ALCOVE_ASSIGN_OR_RETURN(Tensor center, vector(mean));
  ALCOVE_ASSIGN_OR_RETURN(Tensor spread, vector(variance));
  return batchNorm(input, scale, offset, &center, &spread, channel, epsilon, type);
}

Result<Tensor> BatchMoments::moved(const Tensor &running, const std::vector<double> &batch, double momentum) {
  if (running.numElements() != static_cast<int64_t>(batch.size()))
    return Error{fmt::format("running statistics {} of {} channels", toString(running.shape()), batch.size())};
  std::vector<float> values;
  for (size_t c = 0; c < batch.size(); ++c)
    values.push_back(static_cast<float>(running.at(c) + momentum * (batch[c] - running.at(c))));
  return Tensor::fromFloats(running.elementType(), running.shape(), std::move(values));
}

static Result<std::vector<Tensor>> batchNormTraining(ttir::BatchNormTrainingOp op, OpCall &call) {
  const Tensor &input = call.in(0);
  ALCOVE_ASSIGN_OR_RETURN(int64_t channel, normalizeDim(op.getDimensionAttr().getInt(), input.rank()));
  BatchMoments moments(input, channel);
  double momentum = op.getMomentum().convertToDouble();
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, moments.normalized(input, &call.in(1), &call.in(2), channel,
                                                            op.getEpsilon().convertToDouble(), input.elementType()));
  ALCOVE_ASSIGN_OR_RETURN(Tensor mean, moments.moved(call.in(3), moments.mean, momentum));
  ALCOVE_ASSIGN_OR_RETURN(Tensor variance, moments.moved(call.in(4), moments.variance, momentum));
  return std::vector<Tensor>{std::move(result), std::move(mean), std::move(variance)};
}

/// The library moves the running statistics in place.
static Result<Tensor> libraryBatchNormTraining(ttnn::BatchNormTrainingOp op, OpCall &call) {
  const Tensor &input = call.in(0);
  BatchMoments moments(input, 1);
  double momentum = op.getMomentum().convertToDouble();
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, moments.normalized(input, call.find(op.getWeight()), call.find(op.getBias()),
                                                            1, op.getEpsilon().convertToDouble(), call.held()));
  if (mlir::Value mean = op.getRunningMean()) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor moved, moments.moved(*call.find(mean), moments.mean, momentum));
    call.inPlace(mean) = std::move(moved);
  }
  if (mlir::Value variance = op.getRunningVar()) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor moved, moments.moved(*call.find(variance), moments.variance, momentum));
    call.inPlace(variance) = std::move(moved);
  }
  return result;
}

void addSelectionOps(OpTable &table) {
  constexpr const char *against = "closed forms, moments, gather of what was placed; the lowered op";
  table.add<ttir::ReverseOp>("Selection", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return reverse(call.in(0), Shape(op.getDimensions().begin(), op.getDimensions().end()));
  });
  table.add<ttir::SelectOp, ttir::IndexSelectOp>("Selection", against,
                                                 [](auto op, OpCall &call) { return selectPieces(op, call); });
  table.add<ttir::ScatterOp>("Selection", against, [](auto op, OpCall &call) { return scatterOf(op, call); });
  table.add<ttnn::ScatterOp>("Selection", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return scatterAlong(call.in(0), call.in(1), call.in(2), op.getDim(), op.getScatterReduceType());
  });
  table.add<ttir::SortOp, ttnn::SortOp>("Selection", against, [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
    return sortAlong(call.in(0), op.getDim(), op.getDescending(), call.held(1));
  });
  table.add<ttir::GroupNormOp, ttnn::GroupNormOp>("Selection", against,
                                                  [](auto op, OpCall &call) { return groupNorm(op, call); });
  table.add<ttir::BatchNormTrainingOp>("Selection", against,
                                       [](auto op, OpCall &call) { return batchNormTraining(op, call); });
  table.add<ttnn::BatchNormTrainingOp>("Selection", against,
                                       [](auto op, OpCall &call) { return libraryBatchNormTraining(op, call); });
  table.add<ttir::GlobalAvgPool2dOp>("Selection", against, [](auto, OpCall &call) -> Result<Tensor> {
    return reduce(Reduction::Mean, call.in(0), {1, 2}, true, call.held());
  });
  table.add<ttir::EluOp, ttnn::EluOp>("Selection", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    std::vector<float> values = call.in(0).toFloatVector();
    double alpha = op.getAlpha().convertToDouble();
    for (float &x : values)
      x = x > 0.0f ? x : static_cast<float>(alpha * std::expm1(double(x)));
    return Tensor::fromFloats(call.held(), call.in(0).shape(), std::move(values));
  });
}

} // namespace alcove::reference
