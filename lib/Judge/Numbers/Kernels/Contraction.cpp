//===- Contraction.cpp - Matrix products ------------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include "Epilogue.h"
#include "Gemm.h"
#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::reference {

Result<Tensor> finishContraction(Shape shape, std::vector<float> values, ElementType type, const Epilogue &epilogue) {
  if (epilogue.bias) {
    ALCOVE_ASSIGN_OR_RETURN(Shape strides, broadcastStrides(epilogue.bias->shape(), shape));
    std::vector<float> bias = epilogue.bias->toFloatVector();
    forEachRow<2>(shape, {stridesOf(shape), strides}, [&](auto offsets, int64_t n, auto steps) {
      for (int64_t i = 0; i < n; ++i)
        values[offsets[0] + i] += bias[offsets[1] + i * steps[1]];
    });
  }
  if (epilogue.activation)
    for (float &value : values)
      value = epilogue.activation->real(value);
  if (isFloat(type))
    return Tensor::fromFloats(type, std::move(shape), std::move(values));
  ALCOVE_ASSIGN_OR_RETURN(Tensor real, Tensor::fromFloats(ElementType::F32, std::move(shape), std::move(values)));
  return real.convertedTo(type);
}

/// The right side of a product: elements of `floats`, or those that `words` are the upper halves of.
struct RightSide {
  Shape shape;
  const float *floats;
  const uint16_t *words;
};

static Result<Tensor> multiply(const Tensor &a, const RightSide &b, bool transposeA, bool transposeB, ElementType type,
                               const Epilogue &epilogue, Loops loops) {
  if (a.rank() == 0 || b.shape.empty())
    return Error{"matmul of a scalar"};
  Shape shapeA = a.shape(), shapeB = b.shape;
  bool rowA = shapeA.size() == 1, columnB = shapeB.size() == 1;
  if (rowA)
    shapeA.insert(shapeA.begin(), 1);
  if (columnB)
    shapeB.push_back(1);
  transposeA &= !rowA;
  transposeB &= !columnB;
  size_t rankA = shapeA.size(), rankB = shapeB.size();
  int64_t m = shapeA[rankA - (transposeA ? 1 : 2)], k = shapeA[rankA - (transposeA ? 2 : 1)];
  int64_t kB = shapeB[rankB - (transposeB ? 1 : 2)], n = shapeB[rankB - (transposeB ? 2 : 1)];
  if (k != kB)
    return Error{fmt::format("matmul of {}{} and {}{}: inner sizes {} and {}", toString(a.shape()),
                             transposeA ? " transposed" : "", toString(b.shape), transposeB ? " transposed" : "", k,
                             kB)};
  MatrixView viewA{nullptr, transposeA ? 1 : k, transposeA ? m : 1},
      viewB{nullptr, transposeB ? 1 : n, transposeB ? k : 1};
  Shape batchA(shapeA.begin(), shapeA.end() - 2), batchB(shapeB.begin(), shapeB.end() - 2);
  ALCOVE_ASSIGN_OR_RETURN(Shape batch, broadcastShapes(batchA, batchB));
  ALCOVE_ASSIGN_OR_RETURN(Shape stepsA, broadcastStrides(batchA, batch));
  ALCOVE_ASSIGN_OR_RETURN(Shape stepsB, broadcastStrides(batchB, batch));
  Shape full = batch;
  full.insert(full.end(), {m, n});
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(full, 4));
  std::vector<float> values(count), ownA;
  if (!a.isFloat())
    ownA = a.toFloatVector();
  const float *dataA = a.isFloat() ? a.floats().data() : ownA.data();
  auto product = loops == Loops::Plain ? gemmPlain : gemm;
  if (count > 0) {
    if (*countElements(batchB, 4) == 1 && !transposeA) {
      // One B for the whole batch: its rows are rows of one large A.
      viewA.data = dataA;
      viewB.data = b.floats;
      viewB.words = b.words;
      product(viewA, viewB, values.data(), count / n, n, k);
    } else {
      int64_t matrix = 0;
      forEachRow<2>(batch, {stepsA, stepsB}, [&](auto offsets, int64_t times, auto steps) {
        for (int64_t i = 0; i < times; ++i, ++matrix) {
          viewA.data = dataA + (offsets[0] + i * steps[0]) * m * k;
          int64_t matrixB = (offsets[1] + i * steps[1]) * k * n;
          viewB.data = b.floats ? b.floats + matrixB : nullptr;
          viewB.words = b.words ? b.words + matrixB : nullptr;
          product(viewA, viewB, values.data() + matrix * m * n, m, n, k);
        }
      });
    }
  }
  Shape shape = batch;
  if (!rowA)
    shape.push_back(m);
  if (!columnB)
    shape.push_back(n);
  return finishContraction(std::move(shape), std::move(values), type, epilogue);
}

Result<Tensor> matmul(const Tensor &a, const Tensor &b, bool transposeA, bool transposeB, ElementType type,
                      const Epilogue &epilogue, Loops loops) {
  std::vector<float> own;
  if (!b.isFloat())
    own = b.toFloatVector();
  return multiply(a, {b.shape(), b.isFloat() ? b.floats().data() : own.data(), nullptr}, transposeA, transposeB, type,
                  epilogue, loops);
}

Result<Tensor> matmul(const Tensor &a, const PackedTensor &b, bool transposeA, bool transposeB, ElementType type,
                      const Epilogue &epilogue) {
  if (!b.isPacked())
    return matmul(a, b.unpacked(), transposeA, transposeB, type, epilogue);
  return multiply(a, {b.shape(), nullptr, b.packedWords().data()}, transposeA, transposeB, type, epilogue,
                  Loops::Blocked);
}

template <typename Right, typename Multiply>
static Result<Tensor> contract(const Tensor &lhs, const Right &rhs, const DotDims &dims, Multiply product) {
  // Each side becomes batch x rest x contracted, then it is a matmul with a transposed right side.
  // Where the right side lies as batch x contracted x rest already, nothing is moved: sums have the same order.
  auto arrange = []<typename T>(const T &tensor, const Shape &batch, const Shape &contract, Shape &rest,
                                int64_t &batchSize, int64_t &contracted, bool *transposed) -> Result<T> {
    auto rank = static_cast<int64_t>(tensor.shape().size());
    std::vector<bool> used(rank);
    Shape order;
    int64_t restSize = 1;
    batchSize = contracted = 1;
    auto take = [&](const Shape &from, int64_t &product) -> Status {
      for (int64_t dim : from) {
        ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, rank));
        if (used[at])
          return Error{fmt::format("dot_general: dimension {} is named twice", at)};
        used[at] = true;
        product *= tensor.shape()[at];
        order.push_back(at);
      }
      return {};
    };
    ALCOVE_RETURN_IF_ERROR(take(batch, batchSize));
    Shape contractedOrder;
    for (int64_t dim : contract) {
      ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, rank));
      contractedOrder.push_back(at);
    }
    for (int64_t i = 0; i < rank; ++i)
      if (!used[i] && std::find(contractedOrder.begin(), contractedOrder.end(), i) == contractedOrder.end()) {
        order.push_back(i);
        rest.push_back(tensor.shape()[i]);
        restSize *= tensor.shape()[i];
      }
    ALCOVE_RETURN_IF_ERROR(take(contractedOrder, contracted));
    Shape asItLies = order;
    size_t rests = rest.size(), from = batch.size();
    std::rotate(asItLies.begin() + from, asItLies.begin() + from + rests, asItLies.end());
    if (transposed && std::is_sorted(asItLies.begin(), asItLies.end())) {
      *transposed = false;
      return tensor.reshaped({batchSize, contracted, restSize});
    }
    ALCOVE_ASSIGN_OR_RETURN(T moved, permute(tensor, order));
    return moved.reshaped({batchSize, restSize, contracted});
  };
  Shape restLhs, restRhs, shape;
  int64_t batchLhs, batchRhs, contractedLhs, contractedRhs;
  bool transposed = true;
  ALCOVE_ASSIGN_OR_RETURN(Tensor left,
                          arrange(lhs, dims.batchLhs, dims.contractLhs, restLhs, batchLhs, contractedLhs, nullptr));
  ALCOVE_ASSIGN_OR_RETURN(Right right,
                          arrange(rhs, dims.batchRhs, dims.contractRhs, restRhs, batchRhs, contractedRhs, &transposed));
  if (batchLhs != batchRhs || contractedLhs != contractedRhs)
    return Error{fmt::format("dot_general of {} and {}: {} and {} matrices, {} and {} contracted",
                             toString(lhs.shape()), toString(rhs.shape()), batchLhs, batchRhs, contractedLhs,
                             contractedRhs)};
  for (int64_t dim : dims.batchLhs)
    shape.push_back(lhs.dim(dim < 0 ? dim + lhs.rank() : dim));
  shape.insert(shape.end(), restLhs.begin(), restLhs.end());
  shape.insert(shape.end(), restRhs.begin(), restRhs.end());
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, product(left, right, transposed));
  return result.reshaped(shape);
}

Result<Tensor> dotGeneral(const Tensor &lhs, const Tensor &rhs, const DotDims &dims, ElementType type, Loops loops) {
  return contract(lhs, rhs, dims, [&](const Tensor &left, const Tensor &right, bool transposed) {
    return matmul(left, right, false, transposed, type, {}, loops);
  });
}

Result<Tensor> dotGeneral(const Tensor &lhs, const PackedTensor &rhs, const DotDims &dims, ElementType type) {
  if (!rhs.isPacked() || isBlockFloat(rhs.elementType())) // blocks follow the rows, and those may be new
    return dotGeneral(lhs, rhs.unpacked(), dims, type);
  return contract(lhs, rhs, dims, [&](const Tensor &left, const PackedTensor &right, bool transposed) {
    return matmul(left, right, false, transposed, type);
  });
}

} // namespace alcove::reference
