//===- ProgramBound.cpp - The traffic problem of a block ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/ProgramBound.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

namespace {

class ProblemBuilder {
public:
  ProblemBuilder(const TilingGraph &graph, Bytes memory) : graph(graph) {
    problem.memory = static_cast<double>(memory);
  }

  plan::TrafficProblem run() {
    std::vector<char> live(graph.nodes.size(), 0);
    for (size_t index = graph.nodes.size(); index-- > 0;) {
      const Node &node = graph.nodes[index];
      live[index] = node.escapes || llvm::any_of(node.users, [&](int user) { return live[user] != 0; });
    }
    demandAll();
    classes.assign(graph.nodes.size(), unknown);
    for (size_t index = 0; index < graph.nodes.size(); ++index)
      if (live[index])
        visit(static_cast<int>(index));
    return std::move(problem);
  }

private:
  static constexpr int unknown = -1;

  struct Operand {
    int of = unknown;
    /// Elements of paddings between the class and the operand.
    double padding = 0;
    /// The share of a window that no padding covers, at least.
    double inside = 1;
  };

  /// Positions along each dimension of a tensor; the elements are their product. Without dimensions: only their number
  /// is known.
  struct Part {
    double elements = 0;
    llvm::SmallVector<llvm::BitVector, 4> positions;
  };

  void visit(int index);
  void demandAll();
  Part partRead(const Node &node, const Access &access) const;
  Part partOfStructured(const Node &node, const Access &access) const;
  double readElements(const Node &node, const Access &access) const { return partRead(node, access).elements; }
  static double elementsOf(const Access &access) {
    return static_cast<double>(accessBytes(access)) / static_cast<double>(access.elementBytes);
  }
  bool isWhole(const Node &node) const {
    return llvm::all_of(node.results, [&](const Access &result) { return demandedOf(node) >= elementsOf(result); });
  }
  const Part &partOf(const Node &node) const { return demanded[&node - graph.nodes.data()]; }
  double demandedOf(const Node &node) const { return partOf(node).elements; }
  int inputClass(const Access &access, double elements);
  Operand operandClass(const Node &node, const Access &access);
  int passedOn(const Node &node);
  bool contraction(const Node &node, int index);
  static llvm::BitVector reached(const AccessDim &dim, int64_t extent, ArrayRef<llvm::BitVector> loops);
  static Part product(llvm::SmallVector<llvm::BitVector, 4> positions);
  static Part everything(const Access &access);

  const TilingGraph &graph;
  plan::TrafficProblem problem;
  /// What every plan computes of the result of each node: what nobody reads need not be computed.
  std::vector<Part> demanded;
  /// Of the result of each node, and of what is given.
  std::vector<int> classes;
  llvm::DenseMap<Value, int> inputs;
};

/// All sums of the terms, each over the positions of its loop; of a dimension that is too long for that, those that its
/// longest loop reaches from the first position of the others.
llvm::BitVector ProblemBuilder::reached(const AccessDim &dim, int64_t extent, ArrayRef<llvm::BitVector> loops) {
  constexpr int64_t mostSteps = 1 << 22;
  int64_t longest = 0, steps = 0;
  for (const AccessTerm &term : dim.terms) {
    longest = std::max<int64_t>(longest, loops[term.loop].count());
    steps = saturatingAdd(steps, saturatingMul(extent, loops[term.loop].count()));
  }
  bool all = dim.terms.size() < 2 || steps <= mostSteps, moved = false;
  std::vector<int64_t> here{dim.constant};
  for (const AccessTerm &term : dim.terms) {
    const llvm::BitVector &loop = loops[term.loop];
    bool varies = all || (!moved && static_cast<int64_t>(loop.count()) == longest);
    moved |= varies;
    llvm::BitVector next(extent);
    for (int64_t at : here)
      for (int i = loop.find_first(); i >= 0; i = varies ? loop.find_next(i) : -1)
        if (int64_t to = at + i * term.coefficient; to >= 0 && to < extent)
          next.set(to);
    here.clear();
    for (unsigned at : next.set_bits())
      here.push_back(at);
  }
  llvm::BitVector found(extent);
  for (int64_t at : here)
    if (at >= 0 && at < extent)
      found.set(at);
  return found;
}

ProblemBuilder::Part ProblemBuilder::product(llvm::SmallVector<llvm::BitVector, 4> positions) {
  Part part;
  part.elements = 1;
  for (const llvm::BitVector &along : positions)
    part.elements *= static_cast<double>(along.count());
  part.positions = std::move(positions);
  return part;
}

ProblemBuilder::Part ProblemBuilder::everything(const Access &access) {
  // Unknown extents, and no use of positions along them.
  if (llvm::any_of(access.shape, [](int64_t extent) { return extent >= unknownExtent; }))
    return {elementsOf(access), {}};
  llvm::SmallVector<llvm::BitVector, 4> positions;
  for (int64_t extent : access.shape)
    positions.emplace_back(static_cast<unsigned>(extent), true);
  return product(std::move(positions));
}

/// Elements that the loops reach where no more of the result is computed than is demanded. A loop that moves two
/// dimensions at once (a diagonal) counts in one.
ProblemBuilder::Part ProblemBuilder::partOfStructured(const Node &node, const Access &access) const {
  if (llvm::any_of(node.extents, [](int64_t extent) { return extent >= unknownExtent; }))
    return isWhole(node) ? Part{elementsOf(access), {}} : Part{};
  llvm::SmallVector<llvm::BitVector, 6> loops;
  for (int64_t extent : node.extents)
    loops.emplace_back(static_cast<unsigned>(extent), true);
  if (!isWhole(node)) {
    const Part &wanted = partOf(node);
    if (node.results.size() != 1 || wanted.positions.empty())
      return {};
    for (auto [dim, positions] : llvm::zip_equal(node.results[0].dims, wanted.positions)) {
      if (!dim.isLoop())
        return {};
      loops[dim.terms[0].loop] = positions;
    }
  }
  Part part;
  part.elements = 1;
  bool independent = true;
  llvm::SmallDenseSet<unsigned> counted;
  for (auto [dim, extent] : llvm::zip_equal(access.dims, access.shape)) {
    bool shared = llvm::any_of(dim.terms, [&](const AccessTerm &term) { return counted.contains(term.loop); });
    for (const AccessTerm &term : dim.terms)
      counted.insert(term.loop);
    part.positions.push_back(dim.whole ? llvm::BitVector(static_cast<unsigned>(extent), true)
                                       : reached(dim, extent, loops));
    part.elements *= shared ? 1 : static_cast<double>(part.positions.back().count());
    independent &= !shared;
  }
  if (!independent)
    part.positions.clear();
  return part;
}

/// What is read of an operand where no more of the node is computed than is demanded.
ProblemBuilder::Part ProblemBuilder::partRead(const Node &node, const Access &access) const {
  const Part &wanted = partOf(node);
  bool known = !wanted.positions.empty();
  llvm::SmallVector<llvm::BitVector, 4> positions;
  switch (node.kind) {
  case NodeKind::Slice: {
    auto slice = cast<tensor::ExtractSliceOp>(node.op);
    if (!known || !slice.getSourceType().hasStaticShape() || slice.getDroppedDims().any() ||
        llvm::any_of(slice.getStaticOffsets(), ShapedType::isDynamic))
      return {wanted.elements, {}};
    for (auto [along, extent, offset, stride] :
         llvm::zip_equal(wanted.positions, access.shape, slice.getStaticOffsets(), slice.getStaticStrides())) {
      positions.emplace_back(static_cast<unsigned>(extent));
      for (unsigned at : along.set_bits())
        positions.back().set(offset + at * stride);
    }
    return product(std::move(positions));
  }
  case NodeKind::Expand:
  case NodeKind::Collapse:
    return isWhole(node) ? everything(access) : Part{wanted.elements, {}};
  case NodeKind::Pad: {
    if (!known)
      return {std::max(wanted.elements - (elementsOf(node.results[0]) - elementsOf(access)), 0.0), {}};
    for (auto [along, extent, low] :
         llvm::zip_equal(wanted.positions, access.shape, cast<tensor::PadOp>(node.op).getStaticLow())) {
      positions.emplace_back(static_cast<unsigned>(extent));
      for (unsigned at : along.set_bits())
        if (at >= low && at < low + extent)
          positions.back().set(at - low);
    }
    return product(std::move(positions));
  }
  case NodeKind::Structured:
    return partOfStructured(node, access);
  default:
    return isWhole(node) ? everything(access) : Part{};
  }
}

/// From the readers to what they read: the most that one of them reads.
void ProblemBuilder::demandAll() {
  demanded.resize(graph.nodes.size());
  auto raise = [](Part &part, Part other) {
    if (other.elements > part.elements)
      part = std::move(other);
  };
  for (size_t index = graph.nodes.size(); index-- > 0;) {
    const Node &node = graph.nodes[index];
    for (const Access &result : node.results)
      if (node.escapes || node.kind == NodeKind::Opaque)
        raise(demanded[index], node.results.size() == 1 ? everything(result) : Part{elementsOf(result), {}});
    for (const Access &input : node.inputs)
      if (input.producer >= 0 && (input.initOf < 0 || input.read)) {
        Part part = partRead(node, input);
        if (graph.nodes[input.producer].results.size() != 1)
          part.positions.clear();
        raise(demanded[input.producer], std::move(part));
      }
  }
}

/// The class of a tensor that is given in slow memory, of which `elements` are read at least.
int ProblemBuilder::inputClass(const Access &access, double elements) {
  if (access.value.getDefiningOp<tensor::EmptyOp>())
    return unknown;
  auto [found, fresh] = inputs.try_emplace(access.value, static_cast<int>(problem.classes.size()));
  if (fresh)
    problem.classes.push_back({});
  plan::TrafficClass &own = problem.classes[found->second];
  own.inputBytes = std::max(own.inputBytes, elements * static_cast<double>(access.elementBytes));
  return found->second;
}

/// Through views and paddings to the class of what they show.
ProblemBuilder::Operand ProblemBuilder::operandClass(const Node &node, const Access &access) {
  Operand operand;
  const Node *reader = &node;
  const Access *read = &access;
  while (read->producer >= 0) {
    const Node &producer = graph.nodes[read->producer];
    if (producer.attached)
      return {};
    if (producer.kind == NodeKind::Pad) {
      operand.padding += static_cast<double>(accessBytes(producer.results[0]) - accessBytes(producer.inputs[0])) /
                         static_cast<double>(read->elementBytes);
      for (auto [before, after] : llvm::zip_equal(producer.inputs[0].shape, producer.results[0].shape))
        operand.inside *= static_cast<double>(before) / static_cast<double>(after);
    } else if (producer.kind == NodeKind::Opaque) {
      break;
    } else if (!producer.isView()) {
      operand.of = classes[read->producer];
      return operand;
    }
    reader = &producer;
    read = &reader->inputs[0];
  }
  operand.of = inputClass(*read, readElements(*reader, *read));
  return operand;
}

/// Elementwise: the class of an operand whose elements stand for those of the result one by one; one in slow memory
/// first.
int ProblemBuilder::passedOn(const Node &node) {
  int found = unknown;
  for (const Access &input : node.inputs) {
    Operand operand = operandClass(node, input);
    bool all = llvm::all_of(input.dims, [](const AccessDim &dim) { return dim.isLoop(); }) &&
               input.dims.size() == node.extents.size() && operand.padding == 0;
    if (input.initOf >= 0 || !all || operand.of == unknown)
      continue;
    if (found == unknown || (problem.classes[found].producer >= 0 && problem.classes[operand.of].producer < 0))
      found = operand.of;
  }
  return found;
}

bool ProblemBuilder::contraction(const Node &node, int index) {
  llvm::SmallVector<const Access *, 2> operands;
  for (const Access &input : node.inputs)
    if (input.initOf < 0)
      operands.push_back(&input);
  if (operands.size() != 2 || node.results.size() != 1 || llvm::is_contained(node.dynamic, true))
    return false;
  plan::TrafficContraction own;
  own.points = own.results = 1;
  own.elementBytes = static_cast<double>(node.results[0].elementBytes);
  for (const Access *operand : operands)
    own.elementBytes = std::min(own.elementBytes, static_cast<double>(operand->elementBytes));
  double absent[2] = {1, 1};
  for (unsigned loop = 0; loop < node.extents.size(); ++loop) {
    double extent = static_cast<double>(node.extents[loop]);
    bool window = false;
    auto reads = [&](const Access &access) {
      bool found = false;
      for (const AccessDim &dim : access.dims)
        for (const AccessTerm &term : dim.terms) {
          found |= term.loop == loop;
          window |= term.loop == loop && dim.terms.size() > 1 && !node.parallel[loop];
        }
      return found;
    };
    int tensors = 0;
    for (int side = 0; side < 2; ++side) {
      bool here = reads(*operands[side]);
      tensors += here;
      absent[side] *= here ? 1 : extent;
    }
    tensors += reads(node.results[0]);
    // For a fixed place of the window each other loop is in two of the three tensors.
    if (window)
      own.window *= extent;
    else if (tensors < 2 && node.extents[loop] > 1)
      return false;
    own.points *= extent;
    own.results *= node.parallel[loop] ? extent : 1;
  }
  Operand left = operandClass(node, *operands[0]), right = operandClass(node, *operands[1]);
  own.depth = own.points / own.results;
  own.points *= std::min(1.0, demandedOf(node) / own.results);
  const Operand sides[2] = {left, right};
  for (auto [side, operand] : llvm::enumerate(sides)) {
    // An element of a padding takes part in as many products as any other.
    own.points -= operand.padding * absent[side] * own.window;
    own.depth *= operand.padding > 0 ? std::min(operand.inside, 0.25) : 1;
  }
  own.left = left.of;
  own.right = right.of;
  if (own.left == unknown || own.right == unknown || own.points <= 0)
    return false;
  classes[index] = static_cast<int>(problem.classes.size());
  problem.classes.push_back({0, static_cast<int>(problem.contractions.size())});
  problem.contractions.push_back(own);
  return true;
}

void ProblemBuilder::visit(int index) {
  const Node &node = graph.nodes[index];
  if (!node.isCompute() || node.attached)
    return;
  if (node.escapes)
    for (const Access &result : node.results)
      problem.outputBytes += static_cast<double>(accessBytes(result));
  // Every input is read, whatever becomes of it.
  for (const Access &input : node.inputs)
    if (input.initOf < 0 || input.read)
      operandClass(node, input);
  bool affine = node.kind == NodeKind::Structured && !llvm::is_contained(node.dynamic, true);
  if (affine && (node.opClass == OpClass::Matmul || node.opClass == OpClass::Conv))
    contraction(node, index);
  else if (affine && node.opClass == OpClass::Elementwise && node.results.size() == 1)
    classes[index] = passedOn(node);
}

} // namespace

plan::TrafficProblem trafficProblem(const TilingGraph &graph, Bytes memory) {
  return ProblemBuilder(graph, memory).run();
}

} // namespace alcove::supertiling
