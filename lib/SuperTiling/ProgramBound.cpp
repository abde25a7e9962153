//===- ProgramBound.cpp - The traffic problem of a block ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/ProgramBound.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

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
  int inputClass(const Access &access, double elements);
  Operand operandClass(const Node &node, const Access &access);
  int passedOn(const Node &node);
  bool contraction(const Node &node, int index);
  static double distinctElements(const Node &node, const Access &access);

  const TilingGraph &graph;
  plan::TrafficProblem problem;
  /// Of the result of each node, and of what is given.
  std::vector<int> classes;
  llvm::DenseMap<Value, int> inputs;
};

/// Elements that the loops of `node` reach: of a sum of several loops, as many as the longest of them has.
double ProblemBuilder::distinctElements(const Node &node, const Access &access) {
  double product = 1;
  for (auto [dim, extent] : llvm::zip_equal(access.dims, access.shape)) {
    if (dim.whole) {
      product *= static_cast<double>(extent);
      continue;
    }
    int64_t longest = 1;
    for (const AccessTerm &term : dim.terms)
      longest = std::max(longest, node.extents[term.loop]);
    product *= static_cast<double>(std::min(longest, extent));
  }
  return product;
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
  double elements = distinctElements(node, access);
  while (read->producer >= 0) {
    const Node &producer = graph.nodes[read->producer];
    if (producer.attached)
      return {};
    if (producer.kind == NodeKind::Pad) {
      operand.padding += static_cast<double>(accessBytes(producer.results[0]) - accessBytes(producer.inputs[0])) /
                         static_cast<double>(read->elementBytes);
      for (auto [before, after] : llvm::zip_equal(producer.inputs[0].shape, producer.results[0].shape))
        operand.inside *= static_cast<double>(before) / static_cast<double>(after);
      elements = static_cast<double>(accessBytes(producer.inputs[0])) / static_cast<double>(read->elementBytes);
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
  // What a part of a padded tensor reads of its source is not counted.
  operand.of = inputClass(*read, operand.padding > 0 && elements > 0 ? 0 : elements);
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
