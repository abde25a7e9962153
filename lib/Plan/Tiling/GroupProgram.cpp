//===- GroupProgram.cpp - Positions and channels of a block ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a contraction that its weights do not move with goes over positions, one that they have over channels. What
// one loop goes over in two tensors is the same in both, so that each dimension of the block has one meaning, or two: then
// nothing is said about what has it.
//
//===----------------------------------------------------------------------===//
#include "BoundBuilder.h"

#include "Ranges.h"

#include <numeric>

namespace alcove::plan::tiling {

class GroupBuilder {
public:
  explicit GroupBuilder(const BoundBuilder &bounds) : bounds(bounds), graph(bounds.graph) {
    number();
    for (int index = 0; index < size(); ++index)
      unite(index);
    for (int index = 0; index < size(); ++index)
      findWeights(index);
    for (int index = 0; index < size(); ++index)
      done.push_back(mayBeDone(index));
    for (int index = 0; index < size(); ++index)
      if (done[index])
        findReads(index);
  }

  GroupProblem build() {
    problem.memory = bounds.problem.memory;
    problem.fixedBytes = bounds.problem.outputBytes;
    for (const TrafficClass &input : bounds.problem.classes)
      problem.fixedBytes += input.inputBytes;
    tensors.assign(graph.nodes.size(), -1);
    for (int index = 0; index < size(); ++index)
      if (done[index] && !joinsTensor(index))
        addOperation(index);
    return std::move(problem);
  }

private:
  enum Meaning : unsigned { Nothing = 0, Position = 1, Channel = 2 };
  struct Read {
    const Access *access = nullptr;
    bool whole = false;
  };

  int size() const { return static_cast<int>(graph.nodes.size()); }
  const Node &at(int index) const { return graph.nodes[index]; }
  /// A result that an operation writes over, element by element, is one of its operands (SUT-H13).
  bool isInput(const Access &access) const {
    return access.initOf < 0 || (access.read && (access.producer < 0 || !at(access.producer).attached));
  }
  static bool isGiven(const Access &access) { return access.producer < 0 && !access.undefined && access.tensor >= 0; }

  /// One number for each loop, for each dimension of a result that is no loop, and for each of a given tensor.
  void number() {
    for (const Node &node : graph.nodes) {
      loopsFrom.push_back(count);
      count += static_cast<int>(node.extents.size());
      resultFrom.push_back(count);
      count += node.results.empty() ? 0 : static_cast<int>(node.results[0].shape.size());
      for (const Access &input : node.inputs) {
        if (isGiven(input) && givenFrom.try_emplace(input.tensor, count).second)
          count += static_cast<int>(input.shape.size());
        if (isGiven(input) && isInput(input))
          ++timesRead[input.tensor];
      }
    }
    same.resize(count);
    std::iota(same.begin(), same.end(), 0);
    meanings.assign(count, Nothing);
  }
  int find(int i) const {
    while (same[i] != i)
      i = same[i];
    return i;
  }
  void join(int a, int b) {
    a = find(a), b = find(b);
    same[std::max(a, b)] = std::min(a, b);
  }
  /// Of what is read; -1: not known.
  int dimension(const Access &access, size_t d) const {
    if (isGiven(access))
      return givenFrom.at(access.tensor) + static_cast<int>(d);
    if (access.producer < 0 || at(access.producer).results.size() != 1)
      return -1;
    return resultFrom[access.producer] + static_cast<int>(d);
  }

  void unite(int index) {
    const Node &node = at(index);
    if (node.results.size() != 1)
      return;
    if (node.hasModel()) {
      for (size_t d = 0; d < node.results[0].dims.size(); ++d)
        uniteTerms(index, node.results[0].dims[d], resultFrom[index] + static_cast<int>(d), node.results[0].shape[d]);
      for (const Access &input : node.inputs)
        if (isInput(input))
          for (size_t d = 0; d < input.dims.size(); ++d)
            uniteTerms(index, input.dims[d], dimension(input, d), input.shape[d]);
      return;
    }
    const Access &result = node.results[0];
    if (node.kind == NodeKind::Concat) {
      for (const Access &input : node.inputs)
        for (size_t d = 0; d < input.shape.size(); ++d)
          uniteDims(dimension(input, d), resultFrom[index] + static_cast<int>(d), result.shape[d]);
    } else if (node.kind == NodeKind::Expand || node.kind == NodeKind::Collapse) {
      bool collapses = node.kind == NodeKind::Collapse;
      for (size_t d = 0; d < node.movement.parts.size(); ++d)
        for (int part : node.movement.parts[d]) {
          size_t longer = static_cast<size_t>(part);
          int64_t extent = collapses ? node.inputs[0].shape[longer] : result.shape[longer];
          uniteDims(dimension(node.inputs[0], collapses ? longer : d),
                    resultFrom[index] + static_cast<int>(collapses ? d : longer), extent);
        }
    }
  }
  void uniteDims(int a, int b, int64_t extent) {
    if (a >= 0 && b >= 0 && extent != 1)
      join(a, b);
  }
  /// Loops of a window give way to the one that the result has.
  void uniteTerms(int index, const AccessDim &dim, int with, int64_t extent) {
    bool kept = std::ranges::any_of(dim.terms, [&](const AccessTerm &term) { return isKept(index, term.loop); });
    for (const AccessTerm &term : dim.terms)
      if (at(index).extents[term.loop] > 1 && (!kept || isKept(index, term.loop)))
        uniteDims(with, loopsFrom[index] + static_cast<int>(term.loop), extent);
  }
  bool isKept(int index, unsigned loop) const { return at(index).parallel[loop] && at(index).extents[loop] > 1; }

  static bool moves(const Access &access, unsigned loop) {
    return std::ranges::any_of(access.dims, [&](const AccessDim &dim) {
      return dim.whole || std::ranges::any_of(dim.terms, [&](const AccessTerm &term) { return term.loop == loop; });
    });
  }

  /// The given operand of a contraction that some loop of the result passes.
  void findWeights(int index) {
    const Node &node = at(index);
    if (!node.contracts() || node.kind != NodeKind::Structured || node.isDynamic() || node.results.size() != 1 ||
        bounds.demandedOf(node) <= 0)
      return;
    std::vector<const Access *> operands;
    for (const Access &input : node.inputs)
      if (input.initOf < 0)
        operands.push_back(&input);
    if (operands.size() != 2)
      return;
    for (const Access *weights : {operands[1], operands[0]}) {
      bool passed = false;
      for (unsigned loop = 0; loop < node.extents.size(); ++loop)
        passed |= isKept(index, loop) && !moves(*weights, loop);
      if (!passed || !isGiven(*weights) || timesRead.at(weights->tensor) != 1 || !isLive(index))
        continue;
      weightsOf[index] = weights;
      const Access &other = *operands[weights == operands[1] ? 0 : 1];
      for (unsigned loop = 0; loop < node.extents.size(); ++loop)
        if (node.extents[loop] > 1 && (node.parallel[loop] || !isWindow(index, other, loop)))
          meanings[find(loopsFrom[index] + static_cast<int>(loop))] |= moves(*weights, loop) ? Channel : Position;
      return;
    }
  }
  bool isWindow(int index, const Access &access, unsigned loop) const {
    return std::ranges::any_of(access.dims, [&](const AccessDim &dim) {
      auto has = [&](const AccessTerm &term) { return term.loop == loop; };
      auto kept = [&](const AccessTerm &term) { return isKept(index, term.loop); };
      return std::ranges::any_of(dim.terms, has) && std::ranges::any_of(dim.terms, kept);
    });
  }

  bool isLive(int index) const { return bounds.live[index] != 0; }

  /// All that is needed of its result is made in one group, and each dimension of it has one meaning.
  bool mayBeDone(int index) const {
    const Node &node = at(index);
    bool kind = node.hasModel() || node.kind == NodeKind::Expand || node.kind == NodeKind::Collapse ||
                node.kind == NodeKind::Concat;
    if (!isLive(index) || !kind || node.attached || node.isDynamic() || node.results.size() != 1 ||
        bounds.demandedOf(node) <= 0)
      return false;
    const Access &result = node.results[0];
    for (size_t d = 0; d < result.shape.size(); ++d)
      if (result.shape[d] != 1 && !isClear(resultFrom[index] + static_cast<int>(d)))
        return false;
    for (size_t d = 0; d < result.dims.size() && node.hasModel(); ++d)
      if (!result.dims[d].isLoop())
        return false;
    return node.escapes || std::ranges::any_of(node.users, [&](int user) { return needsAllOf(user, index); });
  }
  bool isClear(int dimension) const {
    unsigned meaning = meanings[find(dimension)];
    return meaning == Position || meaning == Channel;
  }
  bool needsAllOf(int user, int index) const {
    return std::ranges::any_of(at(user).inputs, [&](const Access &input) {
      return input.producer == index && isInput(input) && needsAll(at(user), input);
    });
  }
  bool needsAll(const Node &user, const Access &input) const {
    return bounds.partRead(user, input).elements >= bounds.demandedOf(at(input.producer));
  }
  /// Done again for each reader where a row does not fit (RepeatProducers), with what only it reads.
  bool mayBeDoneAgain(int index) const {
    return at(index).opClass == OpClass::Elementwise &&
           std::ranges::any_of(at(index).users, [&](int user) { return at(user).opClass == OpClass::Reduction; });
  }

  void findReads(int index) {
    const Node &node = at(index);
    for (const Access &input : node.inputs) {
      if (!isInput(input) || (weightsOf.contains(index) && weightsOf.at(index) == &input))
        continue;
      bool made =
          input.producer >= 0 && done[input.producer] && needsAll(node, input) && !mayBeDoneAgain(input.producer);
      if (Read read{&input}; (made || isGiven(input)) && hasPositionsOf(index, input, read.whole)) {
        reads[index].push_back(read);
        if (made)
          ++readers[input.producer];
      }
    }
  }

  /// The positions of the result, each in one dimension, and whether all channels are summed up.
  bool hasPositionsOf(int index, const Access &input, bool &whole) const {
    const Node &node = at(index);
    if (!node.hasModel())
      return true;
    std::vector<int> seen(node.extents.size(), 0);
    whole = true;
    for (size_t d = 0; d < input.dims.size(); ++d) {
      if (input.shape[d] == 1)
        continue;
      int number = dimension(input, d), positions = 0;
      if (number < 0 || !isClear(number) || input.dims[d].whole)
        return false;
      bool channel = meanings[find(number)] == Channel;
      for (const AccessTerm &term : input.dims[d].terms) {
        if (!isKept(index, term.loop))
          continue;
        whole &= !channel;
        positions += !channel;
        ++seen[term.loop];
      }
      if (!channel && positions != 1)
        return false;
    }
    for (size_t d = 0; d < node.results[0].dims.size(); ++d) {
      unsigned loop = node.results[0].dims[d].terms[0].loop;
      if (isKept(index, loop) && meanings[find(loopsFrom[index] + static_cast<int>(loop))] == Position &&
          seen[loop] != 1)
        return false;
    }
    return true;
  }

  double storedBytes(int index) const { return showsOutput(index) ? 0 : readBytes(index); }
  double readBytes(int index) const {
    return bounds.demandedOf(at(index)) * static_cast<double>(at(index).results[0].elementBytes);
  }
  /// Itself or a view of it leaves the block.
  bool showsOutput(int index) const {
    return at(index).escapes ||
           std::ranges::any_of(at(index).users, [&](int user) { return at(user).isView() && showsOutput(user); });
  }

  /// What reads one tensor that nothing else reads is no operation here: the cheaper of both is stored.
  bool joinsTensor(int index) {
    const std::vector<Read> &own = reads[index];
    if (own.size() != 1 || own[0].whole || weightsOf.contains(index))
      return false;
    int producer = own[0].access->producer;
    if (producer < 0 || readers[producer] != 1 || tensors[producer] < 0)
      return false;
    GroupTensor &tensor = problem.tensors[tensors[producer]];
    tensor.storeBytes = std::min(tensor.storeBytes, storedBytes(index));
    tensor.readBytes = std::min(tensor.readBytes, readBytes(index));
    tensors[index] = tensors[producer];
    return true;
  }

  void addOperation(int index) {
    const Node &node = at(index);
    int number = static_cast<int>(problem.operations.size());
    GroupOperation own;
    for (const Read &read : reads[index]) {
      const Access &access = *read.access;
      double bytes = bounds.partRead(node, access).elements * static_cast<double>(access.elementBytes);
      if (weightsOf.contains(index) && read.whole && own.summed < 0) {
        own.summed = static_cast<int>(own.operands.size());
        own.operandHeld = bytes;
        own.resultHeld = readBytes(index);
      }
      own.operands.push_back({access.producer < 0 ? given(access, bytes) : tensors[access.producer], read.whole});
    }
    if (auto weights = weightsOf.find(index); weights != weightsOf.end()) {
      own.weightBytes = bounds.problem.classes[bounds.inputs.at(weights->second->tensor)].inputBytes;
      problem.fixedBytes -= own.weightBytes;
    }
    if (readers[index] > 0) {
      tensors[index] = own.result = static_cast<int>(problem.tensors.size());
      problem.tensors.push_back({number, storedBytes(index), readBytes(index)});
    }
    if (!own.operands.empty() || own.result >= 0 || own.weightBytes > 0)
      problem.operations.push_back(std::move(own));
  }
  /// The smallest of its parts that are read.
  int given(const Access &access, double bytes) {
    auto [found, fresh] = givenTensors.try_emplace(access.tensor, static_cast<int>(problem.tensors.size()));
    if (fresh)
      problem.tensors.push_back({-1, 0, bytes});
    GroupTensor &tensor = problem.tensors[found->second];
    tensor.readBytes = std::min(tensor.readBytes, bytes);
    return found->second;
  }

  const BoundBuilder &bounds;
  const Problem &graph;
  int count = 0;
  std::vector<int> loopsFrom, resultFrom, same;
  std::map<int, int> givenFrom, timesRead, givenTensors;
  std::vector<unsigned> meanings;
  std::vector<char> done;
  std::map<int, const Access *> weightsOf;
  /// By node: operands with its positions, and how many read it so.
  std::map<int, std::vector<Read>> reads;
  std::map<int, int> readers;
  std::vector<int> tensors;
  GroupProblem problem;
};

GroupProblem groupsOf(const BoundBuilder &block) { return GroupBuilder(block).build(); }

} // namespace alcove::plan::tiling
