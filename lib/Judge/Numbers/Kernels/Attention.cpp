//===- Attention.cpp - Attention and its head shuffles ------ -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alcove::reference {

Result<Tensor> attention(const Tensor &query, const Tensor &key, const Tensor &value, const Attention &options,
                         ElementType type) {
  Error mismatch{fmt::format("attention of queries {}, keys {}, values {}", toString(query.shape()),
                             toString(key.shape()), toString(value.shape()))};
  if (query.rank() != 4 || key.rank() != 4 || value.rank() != 4)
    return mismatch;
  int64_t b = query.dim(0), h = query.dim(1), s = query.dim(2), d = query.dim(3);
  int64_t hk = key.dim(1), sk = key.dim(2), dv = value.dim(3);
  if (key.dim(0) != b || value.dim(0) != b || value.dim(1) != hk || key.dim(3) != d || value.dim(2) != sk || hk < 1 ||
      h % hk != 0)
    return mismatch;
  Shape scoreStrides(4, 0);
  if (options.mask) {
    ALCOVE_ASSIGN_OR_RETURN(scoreStrides, broadcastStrides(options.mask->shape(), {b, h, s, sk}));
  }
  if (options.sink && options.sink->numElements() != h)
    return Error{fmt::format("attention sink of {} elements for {} heads", options.sink->numElements(), h)};
  if (options.lastKey && static_cast<int64_t>(options.lastKey->size()) != b)
    return Error{fmt::format("{} positions for a batch of {}", options.lastKey->size(), b)};
  double scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(d)));
  std::vector<float> values(b * h * s * dv);
  inParts(b * h * s, b * h * s * sk * d, [&](int64_t begin, int64_t end) {
    std::vector<double> scores(sk), sums(dv);
    for (int64_t row = begin; row < end; ++row) {
      int64_t position = row % s, head = row / s % h, batch = row / (s * h);
      int64_t keyBase = (batch * hk + head / (h / hk)) * sk;
      int64_t last = options.causal ? position + sk - s : sk - 1;
      if (options.lastKey)
        last = (*options.lastKey)[batch];
      int64_t first = options.window ? last - *options.window + 1 : 0;
      if (options.window && !options.causal && !options.lastKey) { // NUM-N16
        first = position + sk - s - *options.window / 2;
        last = std::min(sk - 1, position + sk - s + *options.window / 2);
      }
      double sink = options.sink ? options.sink->at(head) : -INFINITY, largest = sink, total = 0.0;
      for (int64_t k = 0; k < sk; ++k) {
        double score = 0.0;
        for (int64_t i = 0; i < d; ++i)
          score += query.at(row * d + i) * key.at((keyBase + k) * d + i);
        score *= scale;
        if (options.mask)
          score += options.mask->at(batch * scoreStrides[0] + head * scoreStrides[1] + position * scoreStrides[2] +
                                    k * scoreStrides[3]);
        scores[k] = k < first || k > last ? -INFINITY : score;
        largest = std::max(largest, scores[k]);
      }
      if (options.sink)
        total += std::exp(sink - largest);
      std::fill(sums.begin(), sums.end(), 0.0);
      for (int64_t k = 0; k < sk; ++k) {
        double weight = std::exp(scores[k] - largest);
        total += weight;
        if (weight != 0.0) // an unseen position of the cache may hold anything
          for (int64_t i = 0; i < dv; ++i)
            sums[i] += weight * value.at((keyBase + k) * dv + i);
      }
      for (int64_t i = 0; i < dv; ++i)
        values[row * dv + i] = static_cast<float>(sums[i] / total);
    }
  });
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, {b, h, s, dv}, std::move(values)));
  return wide.convertedTo(type);
}

Result<Tensor> indexerScore(const Tensor &query, const Tensor &key, const Tensor &weight, int64_t start,
                            ElementType type) {
  if (query.rank() != 4 || key.rank() != 4 || key.dim(0) != query.dim(0) || key.dim(1) != 1 ||
      key.dim(3) != query.dim(3) || weight.shape() != Shape{query.dim(0), query.dim(1), query.dim(2), 1})
    return Error{fmt::format("scores of queries {} with weights {} for keys {}", toString(query.shape()),
                             toString(weight.shape()), toString(key.shape()))};
  int64_t batches = query.dim(0), heads = query.dim(1), rows = query.dim(2), size = query.dim(3), keys = key.dim(2);
  std::vector<float> values(batches * rows * keys, -INFINITY);
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t s = 0; s < rows; ++s)
      for (int64_t t = 0; t < std::min(keys, start + s + 1); ++t) {
        double score = 0.0;
        for (int64_t h = 0; h < heads; ++h) {
          double product = 0.0;
          int64_t row = (b * heads + h) * rows + s;
          for (int64_t d = 0; d < size; ++d)
            product += query.at(row * size + d) * key.at((b * keys + t) * size + d);
          score += weight.at(row) * std::max(0.0, product);
        }
        values[(b * rows + s) * keys + t] = static_cast<float>(score);
      }
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide,
                          Tensor::fromFloats(ElementType::F32, {batches, 1, rows, keys}, std::move(values)));
  return wide.convertedTo(type);
}

Result<Tensor> concatenateHeads(const Tensor &input) {
  if (input.rank() != 4)
    return Error{fmt::format("concatenate_heads of {}: rank 4 is needed", toString(input.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(input, {0, 2, 1, 3}));
  return moved.reshaped({input.dim(0), input.dim(2), input.dim(1) * input.dim(3)});
}

Result<std::array<Tensor, 3>> splitHeads(const Tensor &input, const Tensor *keyValue, int64_t heads, int64_t keyHeads,
                                         bool transposeKey) {
  int64_t parts = heads + (keyValue ? 0 : 2 * keyHeads);
  if (input.rank() != 3 || heads < 1 || keyHeads < 1 || parts > (1 << 20) || input.dim(2) % parts != 0)
    return Error{fmt::format("split of {} into {} and 2 * {} heads", toString(input.shape()), heads, keyHeads)};
  int64_t size = input.dim(2) / parts;
  auto take = [&](const Tensor &from, int64_t first, int64_t count, bool swap) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor columns, slice(from, {0, 0, first * size},
                                                  {from.dim(0), from.dim(1), (first + count) * size}, {1, 1, 1}));
    ALCOVE_ASSIGN_OR_RETURN(Tensor split, columns.reshaped({from.dim(0), from.dim(1), count, size}));
    return permute(split, swap ? Shape{0, 2, 3, 1} : Shape{0, 2, 1, 3});
  };
  const Tensor &rest = keyValue ? *keyValue : input;
  int64_t shift = keyValue ? 0 : heads;
  if (rest.rank() != 3 || rest.dim(2) != (shift + 2 * keyHeads) * size)
    return Error{
        fmt::format("split of keys and values {} into 2 * {} heads of {}", toString(rest.shape()), keyHeads, size)};
  ALCOVE_ASSIGN_OR_RETURN(Tensor query, take(input, 0, heads, false));
  ALCOVE_ASSIGN_OR_RETURN(Tensor key, take(rest, shift, keyHeads, transposeKey));
  ALCOVE_ASSIGN_OR_RETURN(Tensor value, take(rest, shift + keyHeads, keyHeads, false));
  return std::array<Tensor, 3>{std::move(query), std::move(key), std::move(value)};
}

} // namespace alcove::reference
