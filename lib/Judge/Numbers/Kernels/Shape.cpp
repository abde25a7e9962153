//===- Shape.cpp - Kernels that only move elements -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::reference {

Result<int64_t> normalizeDim(int64_t dim, int64_t rank) {
  if (dim < -rank || dim >= rank)
    return Error{fmt::format("dimension {} of a tensor of rank {}", dim, rank)};
  return dim < 0 ? dim + rank : dim;
}

Result<Shape> broadcastStrides(const Shape &shape, const Shape &target) {
  Error error{fmt::format("shape {} does not broadcast to {}", toString(shape), toString(target))};
  if (shape.size() > target.size())
    return error;
  Shape own = stridesOf(shape), strides(target.size(), 0);
  size_t shift = target.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != 1 && shape[i] != target[i + shift])
      return error;
    strides[i + shift] = shape[i] == 1 ? 0 : own[i];
  }
  return strides;
}

/// Sizes and strides of a copy with dimensions joined where one walk does for both.
struct Walk {
  Shape sizes, to, from;
};

static Walk joined(const Shape &sizes, const Shape &to, const Shape &from) {
  Walk walk;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 1)
      continue;
    if (!walk.sizes.empty() && walk.to.back() == to[i] * sizes[i] && walk.from.back() == from[i] * sizes[i]) {
      walk.sizes.back() *= sizes[i];
      walk.to.back() = to[i];
      walk.from.back() = from[i];
      continue;
    }
    walk.sizes.push_back(sizes[i]);
    walk.to.push_back(to[i]);
    walk.from.push_back(from[i]);
  }
  return walk;
}

/// Offsets of position number `index` among `sizes`, row-major.
static std::pair<int64_t, int64_t> offsetsAt(const Walk &outer, int64_t index) {
  int64_t to = 0, from = 0;
  for (size_t d = outer.sizes.size(); d-- > 0;) {
    int64_t at = index % outer.sizes[d];
    index /= outer.sizes[d];
    to += at * outer.to[d];
    from += at * outer.from[d];
  }
  return {to, from};
}

/// Takes dimension `d` out of a walk.
static std::array<int64_t, 3> take(Walk &walk, size_t d) {
  std::array<int64_t, 3> taken{walk.sizes[d], walk.to[d], walk.from[d]};
  for (Shape *shape : {&walk.sizes, &walk.to, &walk.from})
    shape->erase(shape->begin() + static_cast<int64_t>(d));
  return taken;
}

/// Copies a rows x columns square, rows one after another in the source and columns in the target. Sizes of tensors are
/// powers of two often, and then all lines of a square share one set of the cache: each is touched once only.
template <typename T, int64_t square>
static void copySquare(T *to, int64_t toRow, const T *from, int64_t fromColumn, int64_t rows, int64_t columns) {
  T lines[square][square];
  for (int64_t i = 0; i < columns; ++i)
    std::copy_n(from + i * fromColumn, rows, lines[i]);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t i = 0; i < columns; ++i)
      to[row * toRow + i] = lines[i][row];
}

/// Elements of a copy must not lie twice in the target.
template <typename T>
static void copyRows(T *target, const Shape &targetStrides, const T *source, const Shape &sourceStrides,
                     const Shape &sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    elements *= size;
  if (elements == 0)
    return;
  Walk outer = joined(sizes, targetStrides, sourceStrides);
  if (outer.sizes.empty()) {
    *target = *source;
    return;
  }
  auto [n, toStep, fromStep] = take(outer, outer.sizes.size() - 1);
  // A transpose reads along one dimension and writes along another: squares of both stay in the cache.
  auto along = std::find(outer.from.begin(), outer.from.end(), 1);
  constexpr int64_t square = 32;
  std::array<int64_t, 3> other{1, 0, 0};
  if (fromStep != 1 && along != outer.from.end())
    other = take(outer, static_cast<size_t>(along - outer.from.begin()));
  int64_t squares = (other[0] + square - 1) / square, positions = 1;
  for (int64_t size : outer.sizes)
    positions *= size;
  inParts(positions * squares, elements, [&, n = n, toStep = toStep, fromStep = fromStep](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      auto [toOffset, fromOffset] = offsetsAt(outer, at / squares);
      int64_t first = at % squares * square, last = std::min(other[0], first + square);
      T *to = target + toOffset;
      const T *from = source + fromOffset;
      if (other[0] == 1 && toStep == 1 && fromStep == 1) {
        std::copy(from, from + n, to);
        continue;
      }
      bool transposes = other[0] > 1 && toStep == 1 && other[2] == 1;
      for (int64_t column = 0; column < n; column += other[0] == 1 ? n : square) {
        int64_t stop = other[0] == 1 ? n : std::min(n, column + square);
        if (transposes) {
          copySquare<T, square>(to + first * other[1] + column, other[1], from + first + column * fromStep, fromStep,
                                last - first, stop - column);
          continue;
        }
        for (int64_t row = first; row < last; ++row)
          for (int64_t i = column; i < stop; ++i)
            to[row * other[1] + i * toStep] = from[row * other[2] + i * fromStep];
      }
    }
  });
}

void copyStrided(Tensor &target, int64_t targetOffset, const Shape &targetStrides, const Tensor &source,
                 int64_t sourceOffset, const Shape &sourceStrides, const Shape &sizes) {
  if (source.isFloat())
    copyRows(target.mutableFloats().data() + targetOffset, targetStrides, source.floats().data() + sourceOffset,
             sourceStrides, sizes);
  else
    copyRows(target.mutableIntegers().data() + targetOffset, targetStrides, source.integers().data() + sourceOffset,
             sourceStrides, sizes);
}

/// A new tensor of `shape` read from `source` with `strides`.
static Result<Tensor> readStrided(const Tensor &source, const Shape &shape, int64_t offset, const Shape &strides) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(source.elementType(), shape));
  copyStrided(result, 0, stridesOf(shape), source, offset, strides, shape);
  if (isBlockFloat(result.elementType()))
    result.roundAll();
  return result;
}

/// Shape and strides of a permuted view; nothing of a view as it is.
static Result<std::optional<std::pair<Shape, Shape>>> permutedView(const Shape &source, const Shape &permutation) {
  Shape sorted = permutation, shape, strides, own = stridesOf(source);
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i)
    if (sorted.size() != source.size() || sorted[i] != static_cast<int64_t>(i))
      return Error{fmt::format("[{}] is not a permutation of rank {}", fmt::join(permutation, ", "), source.size())};
  if (permutation == sorted)
    return std::optional<std::pair<Shape, Shape>>();
  for (int64_t d : permutation) {
    shape.push_back(source[d]);
    strides.push_back(own[d]);
  }
  return std::optional(std::pair(std::move(shape), std::move(strides)));
}

Result<Tensor> permute(const Tensor &source, const Shape &permutation) {
  ALCOVE_ASSIGN_OR_RETURN(auto view, permutedView(source.shape(), permutation));
  return view ? readStrided(source, view->first, 0, view->second) : Result<Tensor>(source);
}

Result<PackedTensor> permute(const PackedTensor &source, const Shape &permutation) {
  ALCOVE_ASSIGN_OR_RETURN(auto view, permutedView(source.shape(), permutation));
  if (!view)
    return source;
  auto &[shape, strides] = *view;
  std::vector<uint16_t> words(source.packedWords().size());
  copyRows(words.data(), stridesOf(shape), source.packedWords().data(), strides, shape);
  return PackedTensor::ofWords(source.elementType(), shape, std::move(words));
}

Result<Tensor> transpose(const Tensor &source, int64_t dim0, int64_t dim1) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t first, normalizeDim(dim0, source.rank()));
  ALCOVE_ASSIGN_OR_RETURN(int64_t second, normalizeDim(dim1, source.rank()));
  Shape permutation(source.rank());
  for (size_t i = 0; i < permutation.size(); ++i)
    permutation[i] = static_cast<int64_t>(i);
  std::swap(permutation[first], permutation[second]);
  return permute(source, permutation);
}

Result<Tensor> broadcastTo(const Tensor &source, const Shape &shape) {
  if (source.shape() == shape)
    return source;
  ALCOVE_ASSIGN_OR_RETURN(Shape strides, broadcastStrides(source.shape(), shape));
  return readStrided(source, shape, 0, strides);
}

Result<Tensor> repeat(const Tensor &source, const Shape &repeats) {
  Shape from = source.shape();
  while (from.size() < repeats.size())
    from.insert(from.begin(), 1);
  if (repeats.size() != from.size())
    return Error{fmt::format("[{}] repeats of a tensor of rank {}", fmt::join(repeats, ", "), source.rank())};
  // Each dimension becomes (repeats, size): the first with stride 0.
  Shape own = stridesOf(from), shape, split, strides;
  for (size_t i = 0; i < from.size(); ++i) {
    if (repeats[i] < 0 || (from[i] > 0 && repeats[i] > maxTensorBytes / from[i]))
      return Error{fmt::format("{} repeats of dimension {}", repeats[i], i)};
    shape.push_back(from[i] * repeats[i]);
    split.insert(split.end(), {repeats[i], from[i]});
    strides.insert(strides.end(), {0, own[i]});
  }
  ALCOVE_RETURN_IF_ERROR(countElements(shape));
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, readStrided(source, split, 0, strides));
  return result.reshaped(shape);
}

Result<Tensor> repeatInterleave(const Tensor &source, int64_t times, int64_t dim) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, source.rank()));
  if (times < 0 || (source.dim(at) > 0 && times > maxTensorBytes / source.dim(at)))
    return Error{fmt::format("{} repeats of dimension {}", times, at)};
  Shape shape = source.shape(), split = shape, strides = stridesOf(shape);
  shape[at] *= times;
  split.insert(split.begin() + at + 1, times);
  strides.insert(strides.begin() + at + 1, 0);
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, readStrided(source, split, 0, strides));
  return result.reshaped(shape);
}

Result<Tensor> concat(std::span<const Tensor *const> sources, int64_t dim) {
  if (sources.empty())
    return Error{"concat of no tensors"};
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, sources[0]->rank()));
  Shape shape = sources[0]->shape();
  shape[at] = 0;
  for (const Tensor *source : sources) {
    Shape rest = source->shape();
    if (rest.size() == shape.size())
      rest[at] = shape[at];
    if (rest != shape || source->elementType() != sources[0]->elementType())
      return Error{fmt::format("concat of {} {} and {} {} along dimension {}", toString(sources[0]->elementType()),
                               toString(sources[0]->shape()), toString(source->elementType()),
                               toString(source->shape()), at)};
    shape[at] += source->dim(at);
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(sources[0]->elementType(), shape));
  Shape strides = stridesOf(shape);
  int64_t offset = 0;
  for (const Tensor *source : sources) {
    copyStrided(result, offset, strides, *source, 0, stridesOf(source->shape()), source->shape());
    offset += source->dim(at) * strides[at];
  }
  if (isBlockFloat(result.elementType()))
    result.roundAll();
  return result;
}

Result<Tensor> slice(const Tensor &source, const Shape &begins, const Shape &ends, const Shape &steps) {
  size_t rank = source.shape().size();
  if (begins.size() != rank || ends.size() != rank || steps.size() != rank)
    return Error{fmt::format("slice of rank {} of a tensor of rank {}", begins.size(), rank)};
  Shape own = stridesOf(source.shape()), shape, strides;
  int64_t offset = 0;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = source.dim(i), step = steps[i];
    if (step == 0 || step > maxTensorBytes || step < -maxTensorBytes)
      return Error{fmt::format("slice with step {} of dimension {}", step, i)};
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
    int64_t begin = std::clamp(begins[i] < 0 ? begins[i] + size : begins[i], low, high);
    int64_t end = std::clamp(ends[i] < 0 ? ends[i] + size : ends[i], low, high);
    int64_t length = step > 0 ? end - begin : begin - end, stride = std::abs(step);
    shape.push_back(length <= 0 ? 0 : (length + stride - 1) / stride);
    strides.push_back(own[i] * step);
    offset += begin * own[i];
  }
  return readStrided(source, shape, offset, strides);
}

Result<Tensor> pad(const Tensor &source, const Shape &low, const Shape &high, double value) {
  size_t rank = source.shape().size();
  if (low.size() != rank || high.size() != rank)
    return Error{fmt::format("{} paddings of a tensor of rank {}", low.size(), rank)};
  Shape shape, sizes;
  for (size_t i = 0; i < rank; ++i) {
    if (std::abs(low[i]) > maxTensorBytes || std::abs(high[i]) > maxTensorBytes)
      return Error{fmt::format("padding {}, {} of dimension {}", low[i], high[i], i)};
    shape.push_back(source.dim(i) + low[i] + high[i]);
    sizes.push_back(std::max<int64_t>(0, source.dim(i) + std::min<int64_t>(low[i], 0) + std::min<int64_t>(high[i], 0)));
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, full(source.elementType(), shape, value));
  Shape from = stridesOf(source.shape()), to = stridesOf(shape);
  int64_t fromOffset = 0, toOffset = 0;
  for (size_t i = 0; i < rank; ++i) {
    fromOffset += std::max<int64_t>(-low[i], 0) * from[i];
    toOffset += std::max<int64_t>(low[i], 0) * to[i];
  }
  copyStrided(result, toOffset, to, source, fromOffset, from, sizes);
  if (isBlockFloat(result.elementType()))
    result.roundAll();
  return result;
}

Result<Tensor> full(ElementType type, const Shape &shape, double value) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(type, shape));
  if (isFloat(type)) {
    for (float &element : result.mutableFloats())
      element = static_cast<float>(value);
  } else {
    int64_t integer = value >= -0x1p62 && value <= 0x1p62 ? static_cast<int64_t>(value)
                                                          : toInteger(ElementType::I64, static_cast<float>(value));
    if (type == ElementType::I1)
      integer = value != 0.0;
    for (int64_t &element : result.mutableIntegers())
      element = integer;
  }
  result.roundAll();
  return result;
}

Result<Tensor> arange(ElementType type, const Shape &shape, int64_t dim, int64_t start, int64_t step) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, static_cast<int64_t>(shape.size())));
  ALCOVE_RETURN_IF_ERROR(countElements(shape));
  std::vector<int64_t> values(shape[at]);
  for (int64_t i = 0; i < shape[at]; ++i)
    values[i] =
        static_cast<int64_t>(static_cast<uint64_t>(start) + static_cast<uint64_t>(i) * static_cast<uint64_t>(step));
  Shape line(shape.size(), 1);
  line[at] = shape[at];
  ALCOVE_ASSIGN_OR_RETURN(Tensor row, Tensor::fromIntegers(ElementType::I64, line, std::move(values)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor typed, row.convertedTo(type));
  return broadcastTo(typed, shape);
}

Result<Tensor> reverse(const Tensor &source, const Shape &dims) {
  Shape strides = stridesOf(source.shape());
  int64_t offset = 0;
  std::vector<bool> seen(source.rank());
  for (int64_t dim : dims) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, source.rank()));
    if (seen[at])
      return Error{fmt::format("dimension {} is reversed twice", at)};
    seen[at] = true;
    offset += std::max<int64_t>(source.dim(at) - 1, 0) * strides[at];
    strides[at] = -strides[at];
  }
  return readStrided(source, source.shape(), offset, strides);
}

} // namespace alcove::reference
