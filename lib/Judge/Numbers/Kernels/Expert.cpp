//===- Expert.cpp - Tokens to the chips of their experts, and back -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Experts.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::reference {

/// Experts of one device of a mapping, in order.
static Result<std::vector<int64_t>> expertsOf(const Tensor &mapping, int64_t device) {
  if (mapping.rank() != 4 || device >= mapping.dim(3))
    return Error{fmt::format("a mapping {} of experts for device {}", toString(mapping.shape()), device)};
  std::vector<int64_t> experts;
  for (int64_t expert = 0; expert < mapping.dim(2); ++expert)
    if (mapping.at(expert * mapping.dim(3) + device) != 0)
      experts.push_back(expert);
  return experts;
}

/// Place of `expert` among `experts`; -1: it is another device's.
static int64_t placeOf(const std::vector<int64_t> &experts, int64_t expert) {
  auto at = std::lower_bound(experts.begin(), experts.end(), expert);
  return at == experts.end() || *at != expert ? -1 : at - experts.begin();
}

/// Column of a mapping that stands for place `i` of a group.
static Result<int64_t> deviceOf(const Tensor &mapping, const std::vector<int64_t> &group, size_t i, int64_t chips) {
  int64_t devices = mapping.rank() == 4 ? mapping.dim(3) : 0;
  if (devices == chips)
    return group[i];
  if (devices == static_cast<int64_t>(group.size()))
    return static_cast<int64_t>(i);
  return Error{
      fmt::format("a mapping of experts to {} devices on {} chips in groups of {}", devices, chips, group.size())};
}

static Result<Tensor> gatherFlat(const PerChip &inputs, const std::vector<int64_t> &group, const Shape &shape) {
  std::vector<Tensor> flat;
  std::vector<const Tensor *> parts;
  for (int64_t chip : group) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor part, inputs[chip].reshaped({inputs[chip].numElements()}));
    flat.push_back(std::move(part));
  }
  for (const Tensor &part : flat)
    parts.push_back(&part);
  ALCOVE_ASSIGN_OR_RETURN(Tensor whole, concat(parts, 0));
  return whole.reshaped(shape);
}

Result<PerChip> gatherTokens(const PerChip &inputs, const ExpertRoutes &routes, const Shape &shape) {
  ALCOVE_ASSIGN_OR_RETURN(auto groups, meshGroups(routes.mesh, routes.axis));
  PerChip results(inputs.size());
  for (const std::vector<int64_t> &group : groups) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor whole, gatherFlat(inputs, group, shape));
    for (int64_t chip : group)
      results[chip] = whole;
  }
  return results;
}

/// Zeroes the rows of `tokens` whose token chose none of `experts`.
static Result<Tensor> onlyOf(const Tensor &tokens, const Tensor &chosen, const std::vector<int64_t> &experts,
                             int64_t limit) {
  int64_t hidden = tokens.shape().back(), each = chosen.shape().back();
  std::vector<float> values = tokens.toFloatVector();
  for (int64_t token = 0; token * hidden < tokens.numElements(); ++token) {
    bool wanted = false;
    for (int64_t k = 0; k < each; ++k) {
      ALCOVE_ASSIGN_OR_RETURN(int64_t expert, indexAt(chosen, token * each + k, limit, "expert of a token"));
      wanted |= placeOf(experts, expert) >= 0;
    }
    if (!wanted)
      std::fill_n(values.begin() + token * hidden, hidden, 0.0f);
  }
  return Tensor::fromFloats(tokens.elementType(), tokens.shape(), std::move(values));
}

Result<PerChip> dispatchTokens(const PerChip &inputs, const ExpertRoutes &routes, const Shape &shape) {
  ALCOVE_ASSIGN_OR_RETURN(auto groups, meshGroups(routes.mesh, routes.axis));
  ALCOVE_ASSIGN_OR_RETURN(PerChip all, gatherTokens(inputs, routes, shape));
  int64_t chips = static_cast<int64_t>(inputs.size());
  for (const std::vector<int64_t> &group : groups) {
    const Tensor &first = (*routes.chosen)[group[0]];
    Shape chosenShape = shape;
    chosenShape.back() = first.shape().back();
    ALCOVE_ASSIGN_OR_RETURN(Tensor chosen, gatherFlat(*routes.chosen, group, chosenShape));
    for (size_t i = 0; i < group.size(); ++i) {
      const Tensor &mapping = (*routes.mapping)[group[i]];
      ALCOVE_ASSIGN_OR_RETURN(int64_t device, deviceOf(mapping, group, i, chips));
      ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> experts, expertsOf(mapping, device));
      ALCOVE_ASSIGN_OR_RETURN(all[group[i]], onlyOf(all[group[i]], chosen, experts, mapping.dim(2)));
    }
  }
  return all;
}

/// Row (k, token) of the group: the result of the k-th expert of the token, from the chip of the group that has it.
static Result<Tensor> collect(const PerChip &inputs, const ExpertRoutes &routes, const std::vector<int64_t> &group) {
  const Tensor &input = inputs[group[0]], &chosen = (*routes.chosen)[group[0]];
  const Tensor &mapping = (*routes.mapping)[group[0]];
  int64_t hidden = input.dim(3), tokens = input.dim(1) * input.dim(2), each = chosen.shape().back();
  std::vector<std::vector<int64_t>> experts(group.size());
  for (size_t i = 0; i < group.size(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t device, deviceOf(mapping, group, i, static_cast<int64_t>(inputs.size())));
    ALCOVE_ASSIGN_OR_RETURN(experts[i], expertsOf(mapping, device));
    if (static_cast<int64_t>(experts[i].size()) != input.dim(0))
      return Error{
          fmt::format("results of {} experts, the mapping gives the chip {}", input.dim(0), experts[i].size())};
  }
  std::vector<float> values(each * tokens * hidden);
  for (int64_t token = 0; token < tokens; ++token)
    for (int64_t k = 0; k < each; ++k) {
      ALCOVE_ASSIGN_OR_RETURN(int64_t expert, indexAt(chosen, token * each + k, mapping.dim(2), "expert of a token"));
      for (size_t i = 0; i < group.size(); ++i)
        if (int64_t place = placeOf(experts[i], expert); place >= 0) {
          for (int64_t h = 0; h < hidden; ++h)
            values[(k * tokens + token) * hidden + h] =
                static_cast<float>(inputs[group[i]].at((place * tokens + token) * hidden + h));
          break;
        }
    }
  return Tensor::fromFloats(input.elementType(), {each, input.dim(1), input.dim(2), hidden}, std::move(values));
}

Result<PerChip> combineTokens(const PerChip &inputs, const ExpertRoutes &routes, int64_t cut) {
  ALCOVE_ASSIGN_OR_RETURN(auto groups, meshGroups(routes.mesh, routes.axis));
  PerChip results(inputs.size());
  for (const std::vector<int64_t> &group : groups) {
    const Tensor &input = inputs[group[0]], &chosen = (*routes.chosen)[group[0]];
    int64_t parts = static_cast<int64_t>(group.size());
    if (input.rank() != 4 || chosen.rank() != 4 || cut < 1 || cut > 2 || input.dim(cut) % parts != 0 ||
        chosen.dim(1) != input.dim(1) || chosen.dim(2) != input.dim(2))
      return Error{fmt::format("results {} for tokens {} in {} parts of dimension {}", toString(input.shape()),
                               toString(chosen.shape()), parts, cut)};
    ALCOVE_ASSIGN_OR_RETURN(Tensor whole, collect(inputs, routes, group));
    Shape begins(4, 0), ends = whole.shape();
    int64_t size = whole.dim(cut) / parts;
    for (int64_t i = 0; i < parts; ++i) {
      begins[cut] = i * size;
      ends[cut] = begins[cut] + size;
      ALCOVE_ASSIGN_OR_RETURN(results[group[i]], slice(whole, begins, ends, {1, 1, 1, 1}));
    }
  }
  return results;
}

Result<std::pair<Tensor, Tensor>> remapTokens(const Tensor &topk, const Tensor &mapping, const Tensor &chosen,
                                              int64_t block, int64_t chip) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> experts, expertsOf(mapping, chip));
  if (topk.rank() != 4 || chosen.rank() != 4 || topk.dim(3) != mapping.dim(2) || block < 1 ||
      chosen.dim(1) * chosen.dim(2) != topk.dim(1) * topk.dim(2))
    return Error{fmt::format("scores {} of tokens {}", toString(topk.shape()), toString(chosen.shape()))};
  int64_t local = static_cast<int64_t>(experts.size()), each = chosen.dim(3), tokens = topk.dim(1) * topk.dim(2);
  int64_t blocks = (tokens + block - 1) / block;
  std::vector<float> scores(topk.dim(0) * tokens * local);
  std::vector<int64_t> used(blocks * local);
  for (int64_t token = 0; token < tokens; ++token)
    for (int64_t k = 0; k < each; ++k) {
      ALCOVE_ASSIGN_OR_RETURN(int64_t expert, indexAt(chosen, token * each + k, mapping.dim(2), "expert of a token"));
      int64_t place = placeOf(experts, expert);
      if (place < 0)
        continue;
      used[token / block * local + place] = 1;
      for (int64_t n = 0; n < topk.dim(0); ++n)
        scores[(n * tokens + token) * local + place] =
            static_cast<float>(topk.at((n * tokens + token) * topk.dim(3) + expert));
    }
  ALCOVE_ASSIGN_OR_RETURN(
      Tensor own,
      Tensor::fromFloats(ElementType::F32, {topk.dim(0), topk.dim(1), topk.dim(2), local}, std::move(scores)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor reduced,
                          Tensor::fromIntegers(ElementType::I64, {1, 1, blocks, local}, std::move(used)));
  return std::pair(std::move(own), std::move(reduced));
}

} // namespace alcove::reference
