//===- Check.cpp - Is it a tiling problem? --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TP-C1 to TP-C9 of docs/spec/Tiling.md.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Problem.h"

#include <fmt/format.h>

#include <map>
#include <numeric>

namespace alcove::plan::tiling {

namespace {

class Checker {
public:
  explicit Checker(const Problem &problem) : problem(problem) {}

  Status run() {
    std::vector<std::vector<int>> users(problem.nodes.size());
    for (at = 0; at < static_cast<int>(problem.nodes.size()); ++at) {
      const Node &node = problem.nodes[at];
      ALCOVE_RETURN_IF_ERROR(loops(node));
      for (const std::vector<Access> *accesses : {&node.inputs, &node.results})
        for (const Access &access : *accesses)
          ALCOVE_RETURN_IF_ERROR(indices(node, access));
      for (const Access &input : node.inputs) {
        ALCOVE_RETURN_IF_ERROR(producer(node, input));
        if (input.producer >= 0)
          users[input.producer].push_back(at);
      }
      ALCOVE_RETURN_IF_ERROR(results(node));
      ALCOVE_RETURN_IF_ERROR(movement(node));
      ALCOVE_RETURN_IF_ERROR(softmax(node));
      ALCOVE_RETURN_IF_ERROR(signature(node));
    }
    for (at = 0; at < static_cast<int>(problem.nodes.size()); ++at)
      if (users[at] != problem.nodes[at].users)
        return broken("TP-C4", fmt::format("its users are [{}], it is read by [{}]",
                                           fmt::join(problem.nodes[at].users, ", "), fmt::join(users[at], ", ")));
    return {};
  }

private:
  Error broken(const char *rule, const std::string &what) const {
    return Error{fmt::format("{}: node {} ('{}'): {}", rule, at, problem.nodes[at].name, what)};
  }

  Status loops(const Node &node) const {
    size_t count = node.extents.size();
    if (node.dynamic.size() != count || node.parallel.size() != count || node.tileable.size() != count)
      return broken("TP-C1", fmt::format("{} extents, flags of {}, {} and {} loops", count, node.dynamic.size(),
                                         node.parallel.size(), node.tileable.size()));
    for (size_t loop = 0; loop < count; ++loop)
      if (node.extents[loop] < 0 || (node.dynamic[loop] && node.extents[loop] != unknownExtent))
        return broken("TP-C1", fmt::format("loop {} has the extent {}", loop, node.extents[loop]));
    return {};
  }

  Status indices(const Node &node, const Access &access) const {
    if (access.tensor < 0 || access.elementBytes <= 0 || access.dims.size() != access.shape.size())
      return broken("TP-C2", fmt::format("tensor {} of {} dimensions and {} B an element has {} indices", access.tensor,
                                         access.shape.size(), access.elementBytes, access.dims.size()));
    if (std::ranges::any_of(access.shape, [](int64_t extent) { return extent < 0; }))
      return broken("TP-C2", fmt::format("tensor {} has the shape [{}]", access.tensor, fmt::join(access.shape, ", ")));
    for (const AccessDim &dim : access.dims)
      for (const AccessTerm &term : dim.terms)
        if (term.loop >= node.extents.size() || term.coefficient < 0)
          return broken("TP-C2", fmt::format("tensor {} is indexed by {} times loop {} of {}", access.tensor,
                                             term.coefficient, term.loop, node.extents.size()));
    return {};
  }

  Status producer(const Node &node, const Access &input) const {
    if (input.producer < 0)
      return {};
    if (input.producer >= at)
      return broken("TP-C3", fmt::format("it reads node {}, which is not in front of it", input.producer));
    const Node &from = problem.nodes[input.producer];
    // Of an opaque node nothing is known but that it is there.
    if (from.kind == NodeKind::Opaque && from.results.empty())
      return {};
    if (input.producerResult < 0 || input.producerResult >= static_cast<int>(from.results.size()))
      return broken("TP-C3", fmt::format("it reads result {} of node {}, which has {}", input.producerResult,
                                         input.producer, from.results.size()));
    const Access &result = from.results[input.producerResult];
    if (result.tensor != input.tensor || result.shape != input.shape || result.elementBytes != input.elementBytes)
      return broken("TP-C3", fmt::format("it reads tensor {} [{}], node {} produces tensor {} [{}]", input.tensor,
                                         fmt::join(input.shape, ", "), input.producer, result.tensor,
                                         fmt::join(result.shape, ", ")));
    return {};
  }

  Status results(const Node &node) const {
    for (const Access &input : node.inputs)
      if (input.initOf >= static_cast<int>(node.results.size()) ||
          (input.initOf >= 0 && node.hasModel() && input.shape != node.results[input.initOf].shape))
        return broken("TP-C6", fmt::format("tensor {} is the destination of result {} of {}", input.tensor,
                                           input.initOf, node.results.size()));
    if (!node.hasModel() || !node.fusable)
      return {};
    for (const Access &result : node.results) {
      std::vector<unsigned> seen(node.extents.size(), 0);
      for (const AccessDim &dim : result.dims)
        if (!dim.isLoop() || seen[dim.terms[0].loop]++ > 0)
          return broken("TP-C5", fmt::format("tensor {} does not follow its loops one by one", result.tensor));
      for (size_t loop = 0; loop < seen.size(); ++loop)
        if (node.parallel[loop] && seen[loop] == 0)
          return broken("TP-C5", fmt::format("tensor {} does not follow the parallel loop {}", result.tensor, loop));
    }
    return {};
  }

  Status movement(const Node &node) const {
    if (!node.isView() && node.kind != NodeKind::Concat && node.kind != NodeKind::Pad)
      return {};
    if (node.inputs.empty() || node.results.size() != 1 || (node.kind != NodeKind::Concat && node.inputs.size() != 1))
      return broken("TP-C7", fmt::format("{} operands and {} results", node.inputs.size(), node.results.size()));
    switch (node.kind) {
    case NodeKind::Expand:
      return reshape(node, node.results[0].shape, node.inputs[0].shape);
    case NodeKind::Collapse:
      return reshape(node, node.inputs[0].shape, node.results[0].shape);
    case NodeKind::Slice:
      return slice(node);
    case NodeKind::Concat:
      return concat(node);
    default:
      return {};
    }
  }

  Status reshape(const Node &node, const std::vector<int64_t> &longer, const std::vector<int64_t> &shorter) const {
    bool fits = node.movement.parts.size() == shorter.size();
    int next = 0;
    for (size_t d = 0; fits && d < shorter.size(); ++d) {
      int64_t product = 1;
      for (int part : node.movement.parts[d]) {
        fits &= part == next++ && part < static_cast<int>(longer.size());
        product = fits ? saturatingMul(product, longer[part]) : 0;
      }
      fits &= product == shorter[d];
    }
    // A shape without dimensions stands for any of ones.
    bool scalar = shorter.empty() && std::ranges::all_of(longer, [](int64_t extent) { return extent == 1; });
    if ((!fits || next != static_cast<int>(longer.size())) && !scalar)
      return broken("TP-C7", fmt::format("its parts do not make [{}] of [{}]", fmt::join(shorter, ", "),
                                         fmt::join(longer, ", ")));
    return {};
  }

  Status slice(const Node &node) const {
    const Movement &slice = node.movement;
    const std::vector<int64_t> &source = node.inputs[0].shape, &result = node.results[0].shape;
    bool fits = slice.offsets.size() == source.size() && slice.strides.size() == source.size() &&
                slice.dropped.size() == source.size();
    size_t next = 0;
    for (size_t d = 0; fits && d < source.size(); ++d) {
      bool kept = !slice.dropped[d];
      fits = !kept || next < result.size();
      int64_t size = fits && kept ? result[next++] : 1;
      int64_t last = saturatingAdd(slice.offsets[d], saturatingMul(size - 1, std::max<int64_t>(slice.strides[d], 0)));
      fits &= slice.offsets[d] >= 0 && slice.strides[d] > 0 && (size == 0 || last < source[d]);
    }
    if (!fits || next != result.size())
      return broken("TP-C7", fmt::format("offsets [{}] and strides [{}] do not make [{}] of [{}]",
                                         fmt::join(slice.offsets, ", "), fmt::join(slice.strides, ", "),
                                         fmt::join(result, ", "), fmt::join(source, ", ")));
    return {};
  }

  Status concat(const Node &node) const {
    const std::vector<int64_t> &result = node.results[0].shape;
    unsigned joined = node.movement.joined;
    int64_t total = 0;
    for (const Access &input : node.inputs) {
      std::vector<int64_t> shape = input.shape;
      if (shape.size() != result.size() || joined >= shape.size())
        return broken("TP-C7", fmt::format("[{}] is joined along dimension {} to [{}]", fmt::join(shape, ", "), joined,
                                           fmt::join(result, ", ")));
      total = saturatingAdd(total, std::exchange(shape[joined], result[joined]));
      if (shape != result)
        return broken("TP-C7", fmt::format("[{}] is joined along dimension {} to [{}]", fmt::join(input.shape, ", "),
                                           joined, fmt::join(result, ", ")));
    }
    if (total != result[joined])
      return broken("TP-C7", fmt::format("{} joined elements, the result has {}", total, result[joined]));
    return {};
  }

  Status softmax(const Node &node) const {
    if (!node.softmax)
      return {};
    for (int part : node.softmax->all())
      if (part >= at || !problem.nodes[part].hasModel())
        return broken("TP-C8", fmt::format("node {} is no part of a softmax in front of it", part));
    if (node.softmax->maximum < 0 || node.softmax->sum < 0 || node.softmax->of < 0 ||
        node.softmax->row >= problem.nodes[node.softmax->maximum].extents.size())
      return broken("TP-C8", "its softmax has no maximum, no sum or no rows");
    return {};
  }

  static bool tileAlike(const Access &a, const Access &b) {
    return a.shape == b.shape && a.elementBytes == b.elementBytes && a.elementKind == b.elementKind &&
           a.dims == b.dims && a.initOf == b.initOf && a.read == b.read;
  }
  static bool tileAlike(const Node &a, const Node &b) {
    auto alike = [](const Access &x, const Access &y) { return tileAlike(x, y); };
    return a.kind == b.kind && a.extents == b.extents && a.dynamic == b.dynamic && a.parallel == b.parallel &&
           a.tileable == b.tileable && a.movement == b.movement && a.fusable == b.fusable && a.attached == b.attached &&
           a.opsPerPoint == b.opsPerPoint && a.gatheredBytesPerPoint == b.gatheredBytesPerPoint &&
           a.opClass == b.opClass && std::ranges::equal(a.inputs, b.inputs, alike) &&
           std::ranges::equal(a.results, b.results, alike);
  }

  Status signature(const Node &node) {
    if (node.kind == NodeKind::Opaque)
      return {};
    auto [first, fresh] = signatures.try_emplace(node.signature, at);
    if (!fresh && !tileAlike(problem.nodes[first->second], node))
      return broken("TP-C9", fmt::format("it has the signature of node {} and does not tile alike", first->second));
    return {};
  }

  const Problem &problem;
  int at = 0;
  std::map<std::string_view, int> signatures;
};

} // namespace

Status check(const Problem &problem) { return Checker(problem).run(); }

} // namespace alcove::plan::tiling
