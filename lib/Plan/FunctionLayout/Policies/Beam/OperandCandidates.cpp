//===- OperandCandidates.cpp - In which layouts an operand may be read ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propagation.h"

#include <algorithm>

namespace alcove::plan::beam {

namespace {

/// The candidates of one operand of a class, for producers that make `layouts`; `entry` counts those.
class OperandCandidates {
public:
  OperandCandidates(const FunctionLayout &problem, const FunctionPolicyOptions &options, int32_t opClass,
                    size_t operand, const std::vector<int32_t> &layouts)
      : problem(problem), options(options), book(ruleBookOf(problem.classes[opClass])), operand(operand),
        kind(problem.classes[opClass].operandKinds[operand]), layouts(layouts) {}

  std::vector<OperandChoice> run(bool convert);

private:
  const Layout &layout(int32_t index) const { return problem.kinds[kind].layouts[index]; }
  bool accepts(int32_t index) const { return acceptsOperand(book, operand, layout(index), problem.machine.gridCols); }
  bool has(int32_t index) const {
    return std::any_of(choices.begin(), choices.end(), [&](const OperandChoice &c) { return c.layout == index; });
  }
  int64_t reshardsTo(Sharding sharding) const {
    return std::count_if(choices.begin(), choices.end(), [&](const OperandChoice &c) {
      return c.reshard && layout(c.layout).sharding == sharding && layout(c.layout).isSharded();
    });
  }
  /// GB-5: a conversion that the op model accepts, to a layout that is not there yet.
  void tryReshard(int32_t source, int32_t to) {
    if (!has(to) && accepts(to) && problem.conversion(kind, layouts[source], to).legal)
      choices.push_back({to, source, true, 0});
  }
  void addSharded(int32_t source);
  void addL1Interleaved(int32_t source);
  void addRowMajor();

  const FunctionLayout &problem;
  const FunctionPolicyOptions &options;
  const RuleBook &book;
  size_t operand;
  int32_t kind;
  const std::vector<int32_t> &layouts;
  std::vector<OperandChoice> choices;
};

/// Up to `maxReshardsPerType` per kind of sharding, most cores first: the order of a kind's layouts.
void OperandCandidates::addSharded(int32_t source) {
  const Layout &from = layout(layouts[source]);
  for (size_t to = 0; to < problem.kinds[kind].layouts.size(); ++to) {
    const Layout &target = layout(static_cast<int32_t>(to));
    bool wanted =
        target.isL1() && target.isSharded() && target.sharding != Sharding::Other && target.tiled == from.tiled;
    if (wanted && reshardsTo(target.sharding) < options.maxReshardsPerType)
      tryReshard(source, static_cast<int32_t>(to));
  }
}

void OperandCandidates::addL1Interleaved(int32_t source) {
  const Layout &from = layout(layouts[source]);
  for (size_t to = 0; to < problem.kinds[kind].layouts.size(); ++to) {
    const Layout &target = layout(static_cast<int32_t>(to));
    if (target.isL1() && !target.isSharded() && target.tiled == from.tiled)
      return tryReshard(source, static_cast<int32_t>(to));
  }
}

void OperandCandidates::addRowMajor() {
  for (size_t c = 0, count = choices.size(); c < count; ++c) {
    Layout sibling = layout(choices[c].layout);
    if (!sibling.tiled)
      continue;
    sibling.tiled = false;
    int32_t source = choices[c].entry;
    for (size_t to = 0; to < problem.kinds[kind].layouts.size(); ++to)
      if (sameArrangement(layout(static_cast<int32_t>(to)), sibling))
        tryReshard(source, static_cast<int32_t>(to));
  }
}

std::vector<OperandChoice> OperandCandidates::run(bool convert) {
  int32_t numSources = static_cast<int32_t>(layouts.size());
  for (int32_t s = 0; s < numSources; ++s)
    if (accepts(layouts[s]))
      choices.push_back({layouts[s], s, false, 0});
  if (convert) {
    bool anySharded = std::any_of(choices.begin(), choices.end(),
                                  [&](const OperandChoice &c) { return layout(c.layout).isSharded(); });
    for (int32_t s = 0; s < numSources; ++s)
      if (layout(layouts[s]).isSharded() || !anySharded)
        addSharded(s);
    for (int32_t s = 0; s < numSources; ++s)
      if (layout(layouts[s]).isL1() && layout(layouts[s]).isSharded())
        addL1Interleaved(s);
    if (book.rowMajorSiblings)
      addRowMajor();
  }
  if (choices.size() > static_cast<size_t>(std::max(options.maxOperandCandidates, 1)))
    choices.resize(std::max(options.maxOperandCandidates, 1));
  return std::move(choices);
}

} // namespace

/// What the producer's beam makes: each layout once, from the best entry that makes it.
Propagation::Choices Propagation::sourcesOf(int32_t tensor) const {
  int32_t producer = problem.tensors[tensor].producer;
  if (producer < 0)
    return {{problem.tensors[tensor].base, -1, false, 0}};
  Choices sources;
  for (size_t e = 0; e < beams[producer].size(); ++e) {
    int32_t made = layoutMade(problem, tensor, beams[producer][e].candidate);
    if (std::none_of(sources.begin(), sources.end(), [&](const OperandChoice &c) { return c.layout == made; }))
      sources.push_back({made, static_cast<int32_t>(e), false, beams[producer][e].score.time});
  }
  return sources;
}

const Propagation::Choices &Propagation::reachableFrom(int32_t opClass, size_t operand,
                                                       const std::vector<int32_t> &layouts, bool convert) {
  std::vector<int32_t> key = {opClass, static_cast<int32_t>(operand), convert};
  key.insert(key.end(), layouts.begin(), layouts.end());
  auto [known, isNew] = knownChoices.try_emplace(std::move(key));
  if (isNew)
    known->second = OperandCandidates(problem, options, opClass, operand, layouts).run(convert);
  return known->second;
}

/// What must be read in the base layout: from the best entry that makes it, else converted from the best one.
static OperandChoice readBase(const FunctionLayout &problem, int32_t tensor,
                              const std::vector<OperandChoice> &sources) {
  int32_t base = problem.tensors[tensor].base;
  for (const OperandChoice &source : sources)
    if (source.layout == base)
      return source;
  OperandChoice choice = sources[0];
  choice.layout = base;
  choice.reshard = true;
  return choice;
}

Propagation::Choices Propagation::choicesOf(int32_t op, size_t operand) {
  int32_t opClass = problem.ops[op].opClass, tensor = problem.ops[op].operands[operand];
  Choices sources = sourcesOf(tensor);
  bool stays = uses.constant[tensor] || (sources[0].entry < 0 && exclusions.results.count(tensor));
  if (!problem.classes[opClass].movable[operand] || uses.written[tensor] || stays)
    return {readBase(problem, tensor, sources)};
  std::vector<int32_t> layouts;
  for (const OperandChoice &source : sources)
    layouts.push_back(source.layout);
  Choices choices = reachableFrom(opClass, operand, layouts, ruleBookOf(problem.classes[opClass]).reshards);
  for (OperandChoice &choice : choices) {
    const OperandChoice &source = sources[choice.entry];
    const std::vector<Layout> &kind = problem.kinds[problem.tensors[tensor].kind].layouts;
    choice.entry = source.entry;
    choice.time = source.time;
    if (byTime && choice.reshard)
      choice.time = addTimes(choice.time, reshardTime(problem, kind[source.layout], kind[choice.layout]));
  }
  return choices;
}

} // namespace alcove::plan::beam
