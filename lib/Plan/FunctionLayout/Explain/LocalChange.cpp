//===- LocalChange.cpp - A plan with one op moved -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalChange.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

ChangesOf::ChangesOf(const FunctionLayout &problem, const FunctionPlan &plan,
                     const std::vector<std::vector<Reader>> &readersOf, int32_t op)
    : problem(problem), plan(plan), readersOf(readersOf), op(op), tensor(problem.ops[op].results[0]),
      readers(readersOf[tensor]) {}

std::vector<int32_t> ChangesOf::readLayouts() const {
  std::vector<int32_t> operands;
  for (int32_t copy : plan.reads[op])
    operands.push_back(plan.copies[copy].layout);
  return operands;
}

/// Of the table: those whose result 0 is wanted and whose further results stay where their readers find them.
template <typename Wanted>
std::vector<int32_t> ChangesOf::knownCandidates(Wanted wanted) const {
  const OpClass &opClass = problem.classOf(op);
  std::vector<int32_t> found;
  for (int32_t c = 0; c < opClass.candidates.size(); ++c) {
    std::span<const int32_t> makes = opClass.candidates.resultsOf(c);
    bool sameOthers = true;
    for (size_t r = 1; r < makes.size(); ++r)
      sameOthers &= makes[r] == plan.copies[problem.ops[op].results[r]].layout;
    if (wanted(makes[0]) && sameOthers)
      found.push_back(c);
  }
  return found;
}

template <typename Tried>
std::set<std::vector<int32_t>> ChangesOf::operandsWith(Tried tried) const {
  const OpClass &opClass = problem.classOf(op);
  const std::vector<int32_t> asRead = readLayouts();
  std::set<std::vector<int32_t>> all{asRead};
  for (size_t k = 0; k < asRead.size(); ++k) {
    if (!opClass.movable[k])
      continue;
    int32_t kind = opClass.operandKinds[k];
    for (int32_t layout = 0, e = static_cast<int32_t>(problem.kinds[kind].layouts.size()); layout != e; ++layout) {
      if (!tried(problem.kinds[kind], layout))
        continue;
      std::vector<int32_t> one = asRead, alike = asRead;
      one[k] = layout;
      for (size_t other = 0; other < alike.size(); ++other)
        if (opClass.movable[other] && opClass.operandKinds[other] == kind)
          alike[other] = layout;
      all.insert(std::move(one));
      all.insert(std::move(alike));
    }
  }
  return all;
}

template <typename Wanted>
std::vector<int32_t> ChangesOf::candidatesOf(const std::set<std::vector<int32_t>> &operands, int32_t configs,
                                             Wanted wanted) {
  const OpClass &opClass = problem.classOf(op);
  for (const std::vector<int32_t> &asked : operands)
    for (int32_t config = 0; config != configs; ++config)
      if (int32_t made = opClass.configs[config].result; made >= 0 && wanted(made))
        (void)problem.find(problem.ops[op].opClass, asked, config);
  return knownCandidates(wanted);
}

std::vector<int32_t> ChangesOf::candidatesIn(Space space) {
  return candidatesOf({readLayouts()}, problem.classOf(op).numLegalConfigs,
                      [&](int32_t made) { return problem.layoutOf(tensor, made).space == space; });
}

std::vector<int32_t> ChangesOf::candidatesElsewhere(Space space) {
  // The first of a kind has the most cores.
  auto isFirstOfItsKind = [](const TensorKind &kind, int32_t layout) {
    const Layout &given = kind.layouts[layout];
    return std::ranges::none_of(kind.layouts.begin(), kind.layouts.begin() + layout, [&](const Layout &earlier) {
      return earlier.space == given.space && earlier.sharding == given.sharding && earlier.tiled == given.tiled;
    });
  };
  return candidatesOf(operandsWith(isFirstOfItsKind), problem.classOf(op).numLegalConfigs,
                      [&](int32_t made) { return problem.layoutOf(tensor, made).space == space; });
}

std::vector<int32_t> ChangesOf::candidatesMaking(std::span<const int32_t> layouts) {
  return candidatesOf(operandsWith([](const TensorKind &, int32_t) { return true; }),
                      static_cast<int32_t>(problem.classOf(op).configs.size()),
                      [&](int32_t made) { return std::ranges::count(layouts, made) > 0; });
}

bool ChangesOf::dropsConversion(size_t operand) const {
  int32_t copy = plan.reads[op][operand];
  return plan.copies[copy].source >= 0 && readersOf[copy].size() == 1 && std::ranges::count(plan.reads[op], copy) == 1;
}

std::optional<Picoseconds> ChangesOf::operandPrice(size_t operand, int32_t wanted) const {
  const Copy &read = plan.copies[plan.reads[op][operand]];
  if (read.layout == wanted)
    return 0;
  if (!problem.classOf(op).movable[operand])
    return std::nullopt;
  int32_t kind = problem.tensors[read.tensor].kind;
  bool replaces = dropsConversion(operand);
  int32_t from = replaces ? plan.copies[read.source].layout : read.layout;
  Picoseconds saved = replaces ? problem.conversion(kind, from, read.layout).time : 0;
  const Conversion &conversion = problem.conversion(kind, from, wanted); // from == wanted: legal, takes no time
  return conversion.legal ? std::optional(conversion.time - saved) : std::nullopt;
}

std::optional<Picoseconds> ChangesOf::operandsPrice(std::span<const int32_t> wanted) const {
  Picoseconds price = 0;
  for (size_t k = 0; k < wanted.size(); ++k) {
    std::optional<Picoseconds> one = operandPrice(k, wanted[k]);
    if (!one)
      return std::nullopt;
    price += *one;
  }
  return price;
}

std::string ChangesOf::whyNotReached(int32_t candidate) {
  const CandidateTable &table = problem.classOf(op).candidates;
  std::span<const int32_t> reads = table.operandsOf(candidate);
  int32_t made = table.resultsOf(candidate)[0];
  std::string text = fmt::format("{} is legal, but ", problem.layoutOf(tensor, made).name);
  for (size_t k = 0; k < reads.size(); ++k)
    if (const Copy &read = plan.copies[plan.reads[op][k]]; !operandPrice(k, reads[k]))
      return text + fmt::format("operand {} ('{}') {} from {} to {}", k, problem.tensors[read.tensor].name,
                                problem.classOf(op).movable[k] ? "has no conversion" : "is constant and does not move",
                                problem.layoutOf(read.tensor, read.layout).name,
                                problem.layoutOf(read.tensor, reads[k]).name);
  for (const Reader &reader : readers)
    if (!directPrice(reader, made))
      return text +
             fmt::format("{} does not take it, and there is no conversion back to {}",
                         reader.kind == Reader::Kind::Operand ? "'" + problem.ops[reader.index].name + "'"
                         : reader.kind == Reader::Kind::Return
                             ? "the caller"
                             : "the conversion to " + problem.layoutOf(tensor, plan.copies[reader.index].layout).name,
                         problem.layoutOf(tensor, plan.copies[tensor].layout).name);
  return text + "its operands or readers cannot be converted";
}

/// Candidate of a reader with every operand that reads the result in `layout`, all else the same; -1 = none.
int32_t ChangesOf::readerCandidate(int32_t reader, int32_t layout) const {
  const CandidateTable &table = problem.classOf(reader).candidates;
  int32_t now = plan.candidate[reader];
  std::span<const int32_t> reads = table.operandsOf(now), makes = table.resultsOf(now);
  std::vector<int32_t> operands(reads.begin(), reads.end()), results(makes.begin(), makes.end());
  for (size_t k = 0; k < operands.size(); ++k)
    if (plan.reads[reader][k] == tensor)
      operands[k] = layout;
  int32_t config = table[now].config;
  int32_t found = problem.find(problem.ops[reader].opClass, operands, config); // may enlarge the table
  if (found < 0 || !std::ranges::equal(problem.classOf(reader).candidates.resultsOf(found), results))
    return -1;
  return found;
}

std::optional<Picoseconds> ChangesOf::directPrice(const Reader &reader, int32_t layout) const {
  switch (reader.kind) {
  case Reader::Kind::Operand: {
    int32_t found = readerCandidate(reader.index, layout);
    if (found < 0)
      return std::nullopt;
    const CandidateTable &table = problem.classOf(reader.index).candidates;
    return table[found].time - table[plan.candidate[reader.index]].time;
  }
  case Reader::Kind::Conversion: {
    int32_t kind = problem.tensors[tensor].kind, to = plan.copies[reader.index].layout;
    Picoseconds now = problem.conversion(kind, plan.copies[tensor].layout, to).time;
    const Conversion &conversion = problem.conversion(kind, layout, to); // from == to: legal, takes no time
    return conversion.legal ? std::optional(conversion.time - now) : std::nullopt;
  }
  case Reader::Kind::Return:
    return layout == problem.tensors[tensor].base ? std::optional<Picoseconds>(0) : std::nullopt;
  }
  return std::nullopt;
}

const ChangesOf::Service &ChangesOf::serviceIn(int32_t layout) {
  auto [at, isNew] = services.try_emplace(layout);
  Service &service = at->second;
  if (!isNew)
    return service;
  std::optional<Picoseconds> all = 0;
  Picoseconds some = 0;
  for (const Reader &reader : readers) {
    std::optional<Picoseconds> direct = directPrice(reader, layout);
    all = all && direct ? std::optional(*all + *direct) : std::nullopt;
    some += std::min<Picoseconds>(direct.value_or(0), 0);
    service.direct.push_back(direct);
  }
  const Conversion &back = problem.conversion(problem.tensors[tensor].kind, layout, plan.copies[tensor].layout);
  service.price = all;
  if (back.legal && (!all || back.time + some < *all)) {
    service.price = back.time + some;
    service.spilled = true;
  }
  return service;
}

std::optional<LocalChange> ChangesOf::price(int32_t candidate) {
  const CandidateTable &table = problem.classOf(op).candidates;
  std::span<const int32_t> reads = table.operandsOf(candidate);
  std::vector<int32_t> wanted(reads.begin(), reads.end()); // asking below may move the table
  int32_t made = table.resultsOf(candidate)[0];
  std::optional<Picoseconds> operands = operandsPrice(wanted);
  if (!operands)
    return std::nullopt;
  const Service &service = serviceIn(made);
  if (!service.price)
    return std::nullopt;
  const CandidateTable &after = problem.classOf(op).candidates;
  return LocalChange{candidate, after[candidate].time - after[plan.candidate[op]].time + *operands + *service.price,
                     service.spilled};
}

namespace {
/// A plan under construction whose copies are numbered anew: dropped ones go, further ones come behind.
class CopyList {
public:
  explicit CopyList(FunctionPlan plan) : plan(std::move(plan)), number(this->plan.copies.size()) {
    for (size_t i = 0; i < number.size(); ++i)
      number[i] = static_cast<int32_t>(i);
    // What was said of the plan as it was is nothing on the changed one, which may be faster than its bound (FL-21).
    this->plan.bound.reset();
    this->plan.anyOrderBound.reset();
    this->plan.certificate.reset();
    this->plan.inSpace = true;
  }

  /// Whoever used `copy` uses `instead` from now on.
  void drop(int32_t copy, int32_t instead) { number[copy] = instead; }
  int32_t add(const Copy &copy) {
    plan.copies.push_back(copy);
    number.push_back(static_cast<int32_t>(number.size()));
    return number.back();
  }

  FunctionPlan finish(const FunctionLayout &problem) && {
    std::vector<Copy> kept;
    std::vector<int32_t> final(plan.copies.size(), -1);
    for (size_t i = 0; i < plan.copies.size(); ++i)
      if (number[i] == static_cast<int32_t>(i)) {
        final[i] = static_cast<int32_t>(kept.size());
        kept.push_back(plan.copies[i]);
      }
    auto renumber = [&](int32_t &copy) {
      while (number[copy] != copy)
        copy = number[copy];
      copy = final[copy];
    };
    for (Copy &copy : kept)
      if (copy.source >= 0)
        renumber(copy.source);
    for (std::vector<int32_t> &reads : plan.reads)
      for (int32_t &copy : reads)
        renumber(copy);
    for (int32_t &copy : plan.returns)
      renumber(copy);
    plan.copies = std::move(kept);
    plan.time = timeOf(problem, plan);
    return std::move(plan);
  }

  FunctionPlan plan;

private:
  std::vector<int32_t> number; ///< of each copy: itself, or the one that takes its place
};
} // namespace

FunctionPlan ChangesOf::apply(const LocalChange &change) {
  const CandidateTable &table = problem.classOf(op).candidates;
  std::span<const int32_t> reads = table.operandsOf(change.candidate), makes = table.resultsOf(change.candidate);
  std::vector<int32_t> wanted(reads.begin(), reads.end());
  int32_t made = makes[0], before = plan.copies[tensor].layout;
  const Service &service = serviceIn(made);
  CopyList list(plan);
  list.plan.candidate[op] = change.candidate;
  list.plan.copies[tensor].layout = made;
  for (size_t k = 0; k < wanted.size(); ++k) {
    int32_t read = plan.reads[op][k];
    if (plan.copies[read].layout == wanted[k])
      continue;
    if (dropsConversion(k)) {
      list.drop(read, plan.copies[read].source);
      read = plan.copies[read].source;
    }
    if (plan.copies[read].layout != wanted[k])
      read = list.add({plan.copies[read].tensor, wanted[k], read, Copy::Place::BeforeOp, op});
    list.plan.reads[op][k] = read;
  }
  int32_t spill = -1;
  if (change.spilled)
    spill = list.add({tensor, before, tensor, Copy::Place::AfterOp, op});
  for (size_t i = 0; i < readers.size(); ++i) {
    const Reader &reader = readers[i];
    bool direct = service.direct[i] && (spill < 0 || *service.direct[i] < 0);
    if (reader.kind == Reader::Kind::Operand) {
      if (direct)
        list.plan.candidate[reader.index] = readerCandidate(reader.index, made);
      else
        std::ranges::replace(list.plan.reads[reader.index], tensor, spill);
    } else if (reader.kind == Reader::Kind::Return && !direct) {
      list.plan.returns[reader.index] = spill;
    } else if (reader.kind == Reader::Kind::Conversion) {
      if (direct && plan.copies[reader.index].layout == made) {
        list.drop(reader.index, tensor);
      } else if (!direct) { // behind the spill in number: both may stand at one op
        Copy moved = plan.copies[reader.index];
        moved.source = spill;
        list.drop(reader.index, list.add(moved));
      }
    }
  }
  return std::move(list).finish(problem);
}
