//===- ProgramBound.cpp - The traffic problem of a block ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/ProgramBound.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

  void visit(int index);
  void demandAll();
  double readElements(const Node &node, const Access &access) const;
  static double elementsOf(const Access &access) {
    return static_cast<double>(accessBytes(access)) / static_cast<double>(access.elementBytes);
  }
  bool isWhole(const Node &node) const {
    return llvm::all_of(node.results, [&](const Access &result) { return demandedOf(node) >= elementsOf(result); });
  }
  double demandedOf(const Node &node) const { return demanded[&node - graph.nodes.data()]; }
  int inputClass(const Access &access, double elements);
  Operand operandClass(const Node &node, const Access &access);
  int passedOn(const Node &node);
  bool contraction(const Node &node, int index);
  static double reached(const Node &node, const AccessDim &dim, int64_t extent);
  static double distinctElements(const Node &node, const Access &access);

  const TilingGraph &graph;
  plan::TrafficProblem problem;
  /// Elements of the results of each node that every plan computes: what nobody reads need not be computed.
  std::vector<double> demanded;
  /// Of the result of each node, and of what is given.
  std::vector<int> classes;
  llvm::DenseMap<Value, int> inputs;
};

/// Positions of a dimension that the loops of `node` reach: all sums of the terms, counted; of a dimension that is too
/// long for that, as many as its longest loop has.
double ProblemBuilder::reached(const Node &node, const AccessDim &dim, int64_t extent) {
  constexpr int64_t mostSteps = 1 << 22;
  int64_t longest = 1, steps = 0;
  for (const AccessTerm &term : dim.terms) {
    longest = std::max(longest, node.extents[term.loop]);
    steps = saturatingAdd(steps, saturatingMul(extent, node.extents[term.loop]));
  }
  longest = std::min(longest, extent);
  if (dim.terms.size() < 2 || steps > mostSteps || dim.constant < 0 || dim.constant >= extent)
    return static_cast<double>(longest);
  std::vector<char> here(extent, 0);
  here[dim.constant] = 1;
  for (const AccessTerm &term : dim.terms) {
    std::vector<char> next(extent, 0);
    for (int64_t at = 0; at < extent; ++at)
      for (int64_t i = 0; here[at] && i < node.extents[term.loop]; ++i)
        if (int64_t to = at + i * term.coefficient; to >= 0 && to < extent)
          next[to] = 1;
    here = std::move(next);
  }
  return std::max(static_cast<double>(longest), static_cast<double>(llvm::count(here, 1)));
}

/// Elements that the loops of `node` reach. A loop that moves two dimensions at once (a diagonal) counts in one.
double ProblemBuilder::distinctElements(const Node &node, const Access &access) {
  double product = 1;
  llvm::SmallDenseSet<unsigned> counted;
  for (auto [dim, extent] : llvm::zip_equal(access.dims, access.shape)) {
    if (dim.whole) {
      product *= static_cast<double>(extent);
      continue;
    }
    bool shared = llvm::any_of(dim.terms, [&](const AccessTerm &term) { return counted.contains(term.loop); });
    for (const AccessTerm &term : dim.terms)
      counted.insert(term.loop);
    if (!shared)
      product *= reached(node, dim, extent);
  }
  return product;
}

/// Elements of an operand that are read where no more of the node is computed than is demanded.
double ProblemBuilder::readElements(const Node &node, const Access &access) const {
  switch (node.kind) {
  case NodeKind::Expand:
  case NodeKind::Collapse:
  case NodeKind::Slice:
    return demandedOf(node);
  case NodeKind::Pad:
    return std::max(demandedOf(node) - (elementsOf(node.results[0]) - elementsOf(access)), 0.0);
  default:
    break;
  }
  if (isWhole(node))
    return node.kind == NodeKind::Structured ? distinctElements(node, access) : elementsOf(access);
  // Elements that stand for those of the result one by one.
  auto loops = [](const Access &of) {
    return llvm::all_of(of.dims, [](const AccessDim &dim) { return dim.isLoop(); });
  };
  bool same = node.kind == NodeKind::Structured && node.results.size() == 1 && loops(access) &&
              loops(node.results[0]) && access.dims.size() == node.extents.size() &&
              node.results[0].dims.size() == node.extents.size();
  return same ? demandedOf(node) : 0;
}

/// From the readers to what they read: the most that one of them reads.
void ProblemBuilder::demandAll() {
  demanded.assign(graph.nodes.size(), 0);
  for (size_t index = graph.nodes.size(); index-- > 0;) {
    const Node &node = graph.nodes[index];
    for (const Access &result : node.results)
      if (node.escapes || node.kind == NodeKind::Opaque)
        demanded[index] = std::max(demanded[index], elementsOf(result));
    for (const Access &input : node.inputs)
      if (input.producer >= 0 && (input.initOf < 0 || input.read))
        demanded[input.producer] = std::max(demanded[input.producer], readElements(node, input));
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
  double elements = readElements(node, access);
  while (read->producer >= 0) {
    const Node &producer = graph.nodes[read->producer];
    if (producer.attached)
      return {};
    if (producer.kind == NodeKind::Pad) {
      double padding = static_cast<double>(accessBytes(producer.results[0]) - accessBytes(producer.inputs[0])) /
                       static_cast<double>(read->elementBytes);
      operand.padding += padding;
      for (auto [before, after] : llvm::zip_equal(producer.inputs[0].shape, producer.results[0].shape))
        operand.inside *= static_cast<double>(before) / static_cast<double>(after);
      // What is read and no padding is read from the source.
      elements = std::max(elements - padding, 0.0);
    } else if (producer.isView()) {
      elements = std::min(elements, static_cast<double>(accessBytes(producer.results[0])) /
                                        static_cast<double>(read->elementBytes));
    } else if (producer.kind == NodeKind::Opaque) {
      break;
    } else {
      operand.of = classes[read->producer];
      return operand;
    }
    reader = &producer;
    read = &reader->inputs[0];
  }
  operand.of = inputClass(*read, elements);
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
