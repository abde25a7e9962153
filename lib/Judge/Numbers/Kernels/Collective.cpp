//===- Collective.cpp - Exchange between the chips --------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Collectives.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"

#include <fmt/format.h>

#include <cmath>

namespace alcove::reference {

Result<std::vector<std::vector<int64_t>>> meshGroups(const Shape &mesh, std::optional<int64_t> axis) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(mesh));
  std::vector<std::vector<int64_t>> groups;
  if (!axis) {
    groups.emplace_back();
    for (int64_t chip = 0; chip < chips; ++chip)
      groups[0].push_back(chip);
    return groups;
  }
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(*axis, static_cast<int64_t>(mesh.size())));
  int64_t stride = stridesOf(mesh)[at];
  for (int64_t chip = 0; chip < chips; ++chip) {
    if (chip / stride % mesh[at] != 0)
      continue;
    groups.emplace_back();
    for (int64_t i = 0; i < mesh[at]; ++i)
      groups.back().push_back(chip + i * stride);
  }
  return groups;
}

/// Calls fn(group) for each group; it fills `results` for the chips of the group.
template <typename Fn>
static Result<PerChip> perGroup(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, Fn fn) {
  ALCOVE_ASSIGN_OR_RETURN(auto groups, meshGroups(mesh, axis));
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(mesh));
  if (chips != static_cast<int64_t>(inputs.size()))
    return Error{fmt::format("{} tensors on a mesh of {}", inputs.size(), toString(mesh))};
  PerChip results(inputs.size());
  for (const std::vector<int64_t> &group : groups)
    ALCOVE_RETURN_IF_ERROR(fn(group, results));
  return results;
}

/// The tensors of a group reduced element by element.
static Result<Tensor> reduceGroup(const PerChip &inputs, const std::vector<int64_t> &group, Reduction kind) {
  std::vector<Tensor> layers;
  std::vector<const Tensor *> pointers;
  for (int64_t chip : group) {
    Shape shape = inputs[chip].shape();
    shape.insert(shape.begin(), 1);
    ALCOVE_ASSIGN_OR_RETURN(Tensor layer, inputs[chip].reshaped(shape));
    layers.push_back(std::move(layer));
  }
  for (const Tensor &layer : layers)
    pointers.push_back(&layer);
  ALCOVE_ASSIGN_OR_RETURN(Tensor stacked, concat(pointers, 0));
  return reduce(kind, stacked, {0}, false, inputs[group[0]].elementType());
}

/// Part `index` of `count` along `dim`.
static Result<Tensor> partOf(const Tensor &tensor, int64_t dim, int64_t index, int64_t count) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, tensor.rank()));
  if (tensor.dim(at) % count != 0)
    return Error{fmt::format("{} does not split into {} along dimension {}", toString(tensor.shape()), count, at)};
  Shape begins(tensor.rank(), 0), ends = tensor.shape(), steps(tensor.rank(), 1);
  int64_t size = tensor.dim(at) / count;
  begins[at] = index * size;
  ends[at] = begins[at] + size;
  return slice(tensor, begins, ends, steps);
}

Result<PerChip> allReduce(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, Reduction kind) {
  return perGroup(inputs, mesh, axis, [&](const std::vector<int64_t> &group, PerChip &results) -> Status {
    ALCOVE_ASSIGN_OR_RETURN(Tensor sum, reduceGroup(inputs, group, kind));
    for (int64_t chip : group)
      results[chip] = sum;
    return {};
  });
}

Result<PerChip> allGather(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, int64_t dim) {
  return perGroup(inputs, mesh, axis, [&](const std::vector<int64_t> &group, PerChip &results) -> Status {
    std::vector<const Tensor *> parts;
    for (int64_t chip : group)
      parts.push_back(&inputs[chip]);
    ALCOVE_ASSIGN_OR_RETURN(Tensor whole, concat(parts, dim));
    for (int64_t chip : group)
      results[chip] = whole;
    return {};
  });
}

Result<PerChip> reduceScatter(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, Reduction kind,
                              int64_t dim) {
  return perGroup(inputs, mesh, axis, [&](const std::vector<int64_t> &group, PerChip &results) -> Status {
    ALCOVE_ASSIGN_OR_RETURN(Tensor sum, reduceGroup(inputs, group, kind));
    for (size_t i = 0; i < group.size(); ++i) {
      ALCOVE_ASSIGN_OR_RETURN(results[group[i]], partOf(sum, dim, i, group.size()));
    }
    return {};
  });
}

Result<PerChip> meshPartition(const PerChip &inputs, const Shape &mesh, std::optional<int64_t> axis, int64_t dim) {
  return perGroup(inputs, mesh, axis, [&](const std::vector<int64_t> &group, PerChip &results) -> Status {
    for (size_t i = 0; i < group.size(); ++i) {
      ALCOVE_ASSIGN_OR_RETURN(results[group[i]], partOf(inputs[group[i]], dim, i, group.size()));
    }
    return {};
  });
}

Result<PerChip> collectivePermute(const PerChip &inputs, const Shape &pairs) {
  PerChip results(inputs.size());
  std::vector<bool> written(inputs.size());
  if (pairs.size() % 2 != 0)
    return Error{"collective_permute: an odd number of chips in its pairs"};
  for (size_t i = 0; i < inputs.size(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(results[i], Tensor::zeros(inputs[i].elementType(), inputs[i].shape()));
  }
  for (size_t i = 0; i < pairs.size(); i += 2) {
    int64_t source = pairs[i], target = pairs[i + 1], chips = static_cast<int64_t>(inputs.size());
    if (source < 0 || target < 0 || source >= chips || target >= chips || written[target])
      return Error{fmt::format("collective_permute from chip {} to {} of {}", source, target, chips)};
    written[target] = true;
    results[target] = inputs[source];
  }
  return results;
}

Result<PerChip> pointToPoint(const PerChip &inputs, const PerChip &elsewhere, const Shape &mesh, const Shape &sender,
                             const Shape &receiver) {
  auto chipAt = [&](const Shape &place) -> Result<int64_t> {
    int64_t chip = 0;
    bool inside = place.size() == mesh.size();
    for (size_t i = 0; inside && i < mesh.size(); ++i) {
      inside = place[i] >= 0 && place[i] < mesh[i];
      chip = chip * mesh[i] + place[i];
    }
    if (!inside || chip >= static_cast<int64_t>(inputs.size()))
      return Error{fmt::format("point_to_point: no chip at {} of a mesh of {}", toString(place), toString(mesh))};
    return chip;
  };
  ALCOVE_ASSIGN_OR_RETURN(int64_t from, chipAt(sender));
  ALCOVE_ASSIGN_OR_RETURN(int64_t to, chipAt(receiver));
  PerChip results = elsewhere;
  results[to] = inputs[from];
  return results;
}

Result<PerChip> meshShard(const PerChip &inputs, const Shape &mesh, const Shape &dims, bool toParts) {
  if (dims.size() > mesh.size())
    return Error{fmt::format("mesh_shard: {} dimensions for a mesh of {}", dims.size(), toString(mesh))};
  PerChip results = inputs;
  for (size_t i = 0; i < dims.size(); ++i) {
    // What was cut last is joined first.
    size_t axis = toParts ? i : dims.size() - 1 - i;
    if (dims[axis] < 0)
      continue;
    ALCOVE_ASSIGN_OR_RETURN(results, toParts ? meshPartition(results, mesh, static_cast<int64_t>(axis), dims[axis])
                                             : allGather(results, mesh, static_cast<int64_t>(axis), dims[axis]));
  }
  return results;
}

Result<PerChip> allToAll(const PerChip &inputs, const Shape &groups, int64_t size, int64_t split, int64_t join) {
  PerChip results(inputs.size());
  std::vector<bool> reached(inputs.size());
  for (size_t start = 0; size > 0 && start + size <= groups.size(); start += size) {
    std::span<const int64_t> group(groups.data() + start, size);
    for (int64_t chip : group)
      if (chip < 0 || chip >= static_cast<int64_t>(inputs.size()) || reached[chip])
        return Error{fmt::format("all_to_all names chip {} of {} in its groups", chip, inputs.size())};
      else
        reached[chip] = true;
    for (int64_t to = 0; to < size; ++to) {
      std::vector<Tensor> parts;
      std::vector<const Tensor *> pointers;
      for (int64_t from : group) {
        ALCOVE_ASSIGN_OR_RETURN(Tensor part, partOf(inputs[from], split, to, size));
        parts.push_back(std::move(part));
      }
      for (const Tensor &part : parts)
        pointers.push_back(&part);
      ALCOVE_ASSIGN_OR_RETURN(results[group[to]], concat(pointers, join));
    }
  }
  for (size_t chip = 0; chip < inputs.size(); ++chip)
    if (!reached[chip])
      return Error{fmt::format("all_to_all has no group for chip {} of {}", chip, inputs.size())};
  return results;
}

Result<PerChip> collectiveBroadcast(const PerChip &inputs, const Shape &groups, int64_t size) {
  PerChip results(inputs.size());
  std::vector<bool> reached(inputs.size());
  for (size_t i = 0; size > 0 && i < groups.size(); ++i) {
    int64_t chip = groups[i], source = groups[i - i % size], chips = static_cast<int64_t>(inputs.size());
    if (chip == -1)
      continue;
    if (chip < 0 || chip >= chips || source < 0 || source >= chips || reached[chip])
      return Error{fmt::format("collective_broadcast from chip {} to {} of {}", source, chip, chips)};
    reached[chip] = true;
    results[chip] = inputs[source];
  }
  for (size_t chip = 0; chip < inputs.size(); ++chip)
    if (!reached[chip]) {
      ALCOVE_ASSIGN_OR_RETURN(results[chip], Tensor::zeros(inputs[chip].elementType(), inputs[chip].shape()));
    }
  return results;
}

/// Mean and factor of one row over all chips of a group.
static std::pair<double, double> momentsOf(const PerChip &inputs, const std::vector<int64_t> &group, int64_t row,
                                           int64_t size, const DistributedNorm &norm) {
  double count = static_cast<double>(size) * static_cast<double>(group.size()), mean = 0.0, square = 0.0;
  if (norm.centered)
    for (int64_t chip : group)
      for (int64_t i = 0; i < size; ++i)
        mean += inputs[chip].at(row * size + i) / count;
  for (int64_t chip : group)
    for (int64_t i = 0; i < size; ++i) {
      double value = inputs[chip].at(row * size + i) - mean;
      square += value * value;
    }
  return {mean, 1.0 / std::sqrt(square / count + norm.epsilon)};
}

Result<PerChip> distributedNorm(const PerChip &inputs, const DistributedNorm &norm, const Shape &mesh,
                                ElementType type) {
  PerChip sums = inputs;
  if (norm.residuals)
    for (size_t i = 0; i < inputs.size(); ++i) {
      ALCOVE_ASSIGN_OR_RETURN(sums[i],
                              applyBinary(*findBinary("add"), inputs[i], (*norm.residuals)[i], ElementType::F32));
    }
  return perGroup(inputs, mesh, norm.axis, [&](const std::vector<int64_t> &group, PerChip &results) -> Status {
    const Tensor &first = sums[group[0]];
    if (first.rank() == 0)
      return Error{"a norm over the chips of a scalar"};
    int64_t size = first.shape().back(), rows = size == 0 ? 0 : first.numElements() / size;
    for (int64_t chip : group)
      for (const PerChip *parameter : {norm.weights, norm.biases})
        if (parameter && (*parameter)[chip].numElements() != size)
          return Error{
              fmt::format("a norm over {} elements with {} parameters", size, (*parameter)[chip].numElements())};
    std::vector<std::vector<float>> values(group.size(), std::vector<float>(first.numElements()));
    for (int64_t row = 0; row < rows; ++row) {
      auto [mean, factor] = momentsOf(sums, group, row, size, norm);
      for (size_t g = 0; g < group.size(); ++g)
        for (int64_t i = 0; i < size; ++i)
          values[g][row * size + i] = static_cast<float>((sums[group[g]].at(row * size + i) - mean) * factor *
                                                             (norm.weights ? (*norm.weights)[group[g]].at(i) : 1.0) +
                                                         (norm.biases ? (*norm.biases)[group[g]].at(i) : 0.0));
    }
    for (size_t g = 0; g < group.size(); ++g) {
      ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, first.shape(), std::move(values[g])));
      ALCOVE_ASSIGN_OR_RETURN(results[group[g]], wide.convertedTo(type));
    }
    return {};
  });
}

} // namespace alcove::reference
