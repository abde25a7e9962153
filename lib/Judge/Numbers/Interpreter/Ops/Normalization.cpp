//===- Normalization.cpp - What softmax and norms compute -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static void addDistributedNorms(OpTable &table) {
  auto norm = [](auto op, MeshCall &call) -> Result<PerChip> {
    DistributedNorm norm;
    norm.weights = call.find(op.getWeight());
    norm.residuals = call.find(op.getResidual());
    if constexpr (requires { op.getBias(); }) {
      norm.biases = call.find(op.getBias());
      norm.centered = true;
    }
    norm.axis = op.getClusterAxis();
    norm.epsilon = op.getEpsilon().convertToDouble();
    ALCOVE_ASSIGN_OR_RETURN(ElementType type,
                            heldTypeOf(mlir::cast<mlir::RankedTensorType>(op.getResult().getType()), call.precision));
    return distributedNorm(call.operands[0], norm, call.mesh, type);
  };
  table.addOverMesh<ttir::DistributedRMSNormOp, ttnn::DistributedRMSNormOp, ttir::DistributedLayerNormOp,
                    ttnn::DistributedLayerNormOp>("Collectives", "norm of the gathered tensor", norm);
}

static void addRowNorms(OpTable &table) {
  constexpr const char *against = "closed forms, mean and variance of the result";
  auto norm = [](bool centered) {
    return [centered](auto op, OpCall &call) -> Result<Tensor> {
      int64_t dims = 1;
      if constexpr (requires { op.getNormalizedShape(); })
        dims = static_cast<int64_t>(op.getNormalizedShape().size());
      return normalize(call.in(0), call.find(op.getWeight()), call.find(op.getBias()), dims, centered,
                       op.getEpsilon().convertToDouble(), call.held());
    };
  };
  table.add<ttir::SoftmaxOp, ttnn::SoftmaxOp>(
      "Normalization", "closed form, shift invariance, lines that sum to one",
      [](auto op, OpCall &call) { return softmax(call.in(0), op.getDimension(), call.held()); });
  table.add<ttir::RMSNormOp, ttnn::RMSNormOp>("Normalization", against, norm(false));
  table.add<ttir::LayerNormOp, ttnn::LayerNormOp>("Normalization", against, norm(true));
  table.add<ttir::BatchNormInferenceOp>("Normalization", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return batchNorm(call.in(0), &call.in(1), &call.in(2), &call.in(3), &call.in(4), op.getDimension(),
                     op.getEpsilon().convertToDouble(), call.held());
  });
  table.add<ttnn::BatchNormInferenceOp>("Normalization", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return batchNorm(call.in(0), call.find(op.getWeight()), call.find(op.getBias()), call.find(op.getRunningMean()),
                     call.find(op.getRunningVar()), 1, op.getEpsilon().convertToDouble(), call.held());
  });
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

static void addGroupNorms(OpTable &table) {
  constexpr const char *against = "closed forms, moments, gather of what was placed; the lowered op";
  table.add<ttir::GroupNormOp, ttnn::GroupNormOp>("Selection", against,
                                                  [](auto op, OpCall &call) { return groupNorm(op, call); });
  table.add<ttir::BatchNormTrainingOp>("Selection", against,
                                       [](auto op, OpCall &call) { return batchNormTraining(op, call); });
  table.add<ttnn::BatchNormTrainingOp>("Selection", against,
                                       [](auto op, OpCall &call) { return libraryBatchNormTraining(op, call); });
}

void addNormalizationOps(OpTable &table) {
  addDistributedNorms(table);
  addRowNorms(table);
  addGroupNorms(table);
}

} // namespace alcove::reference
