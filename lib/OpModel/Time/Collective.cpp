//===- Collective.cpp - Time of ops between chips ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pieces travel along a line or ring of n chips with L links between neighbours. With T the bytes of the whole tensor,
// the busiest hop of one direction carries
//
//   gather, scatter   0 -- 1 -- 2 -- 3     (n - 1)/n T on a line; a ring sends half each way
//   exchange          0 => 1 => 2 => 3     floor(n/2) ceil(n/2)/n T: every piece from one half for the other
//
// and time = start + chips passed + bytes / (line rate x L x fraction). An all_reduce is a scatter and a gather. Kernels
// written for decoding send everything at once, which is least where tensors are small.
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <algorithm>
#include <array>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// The chips of one mesh axis, and what connects neighbours.
struct Axis {
  double chips;
  bool ring;
  double bytesPerNs; ///< both directions of a ring together

  double gathered(double bytes) const { return (chips - 1) / chips * bytes / bytesPerNs; }
  double exchanged(double bytes) const {
    return std::floor(chips / 2) * std::ceil(chips / 2) / chips * bytes / bytesPerNs;
  }
};

/// Two parts of a time: before bytes flow, and while they do (ns).
struct Split {
  double start = 0, wire = 0;
  Split operator+(const Split &other) const { return {start + other.start, wire + other.wire}; }
};

double fractionOf(const Axis &axis, double pair, double line, double ring) {
  return axis.chips <= 2 ? pair : axis.ring ? ring : line;
}

Split gather(const TimeParameters &p, const Axis &axis, double whole) {
  double fraction = fractionOf(axis, p.gatherPairFraction, p.gatherFraction, p.gatherRingFraction);
  return {p.gatherStartNs + p.gatherChipNs * (axis.chips - 1), axis.gathered(whole) / fraction};
}

Split scatter(const TimeParameters &p, const Axis &axis, double whole) {
  // Small tensors on rings go straight to their owners: more bytes, and one step. tt-metal chooses by bytes alone.
  constexpr double directBytes = 512 * 1024;
  if (axis.ring && axis.chips > 2 && whole <= directBytes)
    return {p.scatterDirectStartNs, axis.exchanged(whole) / p.scatterDirectFraction};
  double fraction = fractionOf(axis, p.scatterPairFraction, p.scatterFraction, p.scatterRingFraction);
  double perChip = axis.ring && axis.chips > 2 ? p.scatterRingChipNs : p.scatterChipNs;
  return {p.scatterStartNs + perChip * (axis.chips - 1), axis.gathered(whole) / fraction};
}

Split exchange(const TimeParameters &p, const Axis &axis, double whole) {
  double fraction = fractionOf(axis, p.exchangePairFraction, p.exchangeFraction, p.exchangeRingFraction);
  double spread = 1 + p.exchangeSpread * std::max(0.0, axis.chips / 4 - 1);
  return {p.exchangeStartNs + p.exchangeChipNs * (axis.chips - 1), axis.exchanged(whole) / fraction * spread};
}

/// Every chip's tensor to one neighbour.
Split hop(const TimeParameters &p, const Axis &axis, double bytes) {
  return {p.exchangeStartNs + p.exchangeChipNs, bytes / (axis.bytesPerNs / (axis.ring ? 2 : 1)) / p.gatherFraction};
}

/// The kernels for decoding: pieces are gathered as they are; a reduction gathers the whole tensors and adds them.
Split decode(const TimeParameters &p, const Axis &axis, double gatheredBytes) {
  return {p.decodeStartNs, axis.gathered(gatheredBytes) / p.decodeFraction};
}

/// A tensor whose tiles a gather or scatter along `dim` would cut: `perChip` of its elements belong to a chip.
bool cutsTiles(const TensorSpec &tensor, int64_t dim, int64_t perChip) {
  int64_t rank = static_cast<int64_t>(tensor.shape.size());
  int64_t at = dim < 0 ? dim + rank : dim;
  return tensor.layout.isTiled() && at + 2 >= rank && at >= 0 && at < rank && perChip % 32 != 0;
}

bool isComposite(const Context &context, const Axis &axis) {
  const TensorSpec &in = context.query.inputs.front();
  for (std::string_view name : {"all_gather_dim", "scatter_dim"}) {
    if (!context.has(name))
      continue;
    int64_t dim = context.intAttribute(name, 0), rank = static_cast<int64_t>(in.shape.size());
    int64_t at = dim < 0 ? dim + rank : dim;
    if (at < 0 || at >= rank)
      continue;
    int64_t perChip =
        name == "scatter_dim" ? in.shape[at] / std::max<int64_t>(1, static_cast<int64_t>(axis.chips)) : in.shape[at];
    return cutsTiles(in, dim, perChip);
  }
  return false;
}

/// Start and bytes of the op between chips; nothing for an op of another family.
std::optional<Split> between(const Context &context, const Axis &axis) {
  const std::string &op = context.query.op;
  const TimeParameters &p = context.p;
  double bytes = bytesOf(context.query.inputs.front());
  bool forDecoding = context.textAttribute("kernel", "library") == "decode";
  if (op == "all_gather")
    return forDecoding ? decode(p, axis, bytes * axis.chips) : gather(p, axis, bytes * axis.chips);
  if (op == "reduce_scatter")
    return forDecoding ? decode(p, axis, bytes) : scatter(p, axis, bytes);
  if (op == "all_reduce" || op == "all_reduce_async")
    return forDecoding ? decode(p, axis, bytes * axis.chips) : scatter(p, axis, bytes) + gather(p, axis, bytes);
  if (op == "all_to_all")
    return exchange(p, axis, bytes);
  if (op == "point_to_point")
    return hop(p, axis, bytes);
  if (op == "collective_permute") {
    // One send after the other: the library has no permutation.
    double pairs = std::max<double>(1, static_cast<double>(context.listAttribute("source_target_pairs").size()) / 2);
    Split one = hop(p, axis, bytes);
    return Split{one.start * pairs, one.wire * pairs};
  }
  if (op == "mesh_broadcast" || op == "collective_broadcast")
    return gather(p, axis, bytes * axis.chips / std::max(1.0, axis.chips - 1));
  if (op == "mesh_shard")
    return Split{context.ns(p.launch), 0};
  return std::nullopt;
}

} // namespace

std::optional<Runtime> time::collective(const Context &context) {
  if (context.query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = context.query.inputs.front();
  bool ring = context.textAttribute("topology", "linear") == "ring";
  double links = static_cast<double>(std::clamp<int64_t>(context.intAttribute("num_links", 1), 1, 64));
  double chips = static_cast<double>(std::clamp<int64_t>(context.intAttribute("ring_size", 2), 1, 4096));
  Axis axis{chips, ring, context.p.ethernetBytesPerNs * links * (ring ? 2 : 1)};
  std::optional<Split> split = between(context, axis);
  if (!split)
    return std::nullopt;
  double factor = isComposite(context, axis) ? context.p.compositeFactor : 1;
  if (factor != 1)
    context.explain("composite: the pieces are not whole tiles");
  TensorSpec out = context.output();
  double read = inDram(in) ? bytesOf(in) : 0, written = inDram(out) ? bytesOf(out) : 0;
  Runtime runtime;
  runtime.launchNs = split->start * factor;
  runtime.nocNs = split->wire * factor;
  runtime.dramNs = context.dramBound(read, written);
  runtime.totalNs = runtime.launchNs + std::max(runtime.nocNs, runtime.dramNs);
  runtime.dramBytes = static_cast<Bytes>(read + written);
  // Four workers and a multiplexer for each link and direction: 18 to 36 cores in traces of eight chips.
  runtime.cores = static_cast<int64_t>(links) * (ring ? 2 : 1) * 5;
  return runtime;
}
