//===- Reduction.cpp - A function problem as a layout choice --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"

#include <algorithm>

namespace alcove::plan {

Reduction::Reduction(const FunctionLayout &problem, const SearchSpace &space, std::vector<int32_t> givenOrder,
                     const std::vector<bool> &pinned, Rows rows)
    : problem(problem), space(space), order(std::move(givenOrder)), position(problem.numOps()), pinned(pinned),
      rows(rows), forms(problem), readers(problem.tensors.size()), nodeOfTensor(problem.tensors.size(), -1),
      found(problem.tensors.size()) {
  for (size_t i = 0; i < order.size(); ++i)
    position[order[i]] = static_cast<int32_t>(i);
  reduced.name = problem.name;
  reduced.capacity = problem.capacity;
  if (rows == Rows::AnyOrder)
    reachable.emplace(problem);
  findReaders();
  for (int32_t tensor = 0, e = static_cast<int32_t>(problem.tensors.size()); tensor != e; ++tensor) {
    if (pinned[tensor] || problem.tensors[tensor].constant || readers[tensor].ops.empty())
      continue;
    const PlanTensor &planned = problem.tensors[tensor];
    found[tensor].push_back({planned.base, Found::How::Base});
    for (int32_t layout : space.layouts[planned.kind]) {
      if (!problem.kinds[planned.kind].layouts[layout].isL1())
        continue;
      if (planned.producer >= 0)
        found[tensor].push_back({layout, Found::How::Keep});
      if (readers[tensor].ops.size() > 1)
        found[tensor].push_back({layout, Found::How::Load});
    }
  }
  addOpNodes();
  addTensorNodes();
  addPartNodes();
}

void Reduction::findReaders() {
  for (int32_t op : order)
    for (int32_t named : problem.ops[op].operands)
      for (int32_t tensor : forms.standing(named))
        noteReader(tensor, op);
  for (int32_t named : problem.returns)
    for (int32_t tensor : forms.standing(named))
      readers[tensor].last = readers[tensor].lastSure = static_cast<int32_t>(order.size());
  sharedUntil.assign(problem.tensors.size(), -1);
  for (int32_t op : order)
    findSharing(op);
  alwaysReadLast.assign(problem.tensors.size(), false);
  for (size_t tensor = 0; reachable && tensor < readers.size(); ++tensor)
    alwaysReadLast[tensor] = isAlwaysReadLast(readers[tensor]);
}

void Reduction::noteReader(int32_t tensor, int32_t op) {
  Readers &of = readers[tensor];
  if (of.ops.empty())
    of.first = position[op];
  if (of.ops.empty() || of.ops.back() != op)
    of.ops.push_back(op);
  of.last = position[op];
  if (!FormIndex::isThereWith(forms.ofOp(op), forms.ofTensor(tensor)))
    return;
  if (of.firstSure < 0)
    of.firstSure = position[op];
  of.lastSure = position[op];
}

/// The last reader comes behind all others in every order.
bool Reduction::isAlwaysReadLast(const Readers &of) const {
  if (of.ops.empty() || of.last == static_cast<int32_t>(order.size()))
    return false; // the return comes behind
  if (of.ops.size() == 1)
    return true;
  OpSet before(problem.numOps(), false);
  reachable->addAncestors(of.ops.back(), before, [&](int32_t op) { return position[op] >= of.first; });
  return std::all_of(of.ops.begin(), of.ops.end() - 1, [&](int32_t reader) { return before[reader]; });
}

/// A result that may lie in its operand's bytes counts nothing while that, or whatever that shares bytes with, is read.
void Reduction::findSharing(int32_t op) {
  const CandidateTable &table = problem.classOf(op).candidates;
  const PlanOp &planned = problem.ops[op];
  for (int32_t candidate : space.candidates[planned.opClass])
    for (size_t r = 0; r < planned.results.size(); ++r)
      if (int32_t operand = table.aliasesOf(candidate)[r]; operand >= 0) {
        int32_t &until = sharedUntil[planned.results[r]];
        for (int32_t source : forms.standing(planned.operands[operand]))
          until = std::max({until, readers[source].last, sharedUntil[source], position[op]});
      }
}

/// A conversion that no plan can make is impossible.
Cost Reduction::conversionCost(int32_t tensor, int32_t from, int32_t to) const {
  if (from == to)
    return 0;
  int32_t kind = problem.tensors[tensor].kind;
  const Conversion &conversion = problem.conversion(kind, from, to);
  bool possible =
      conversion.legal && conversion.peakBytes + problem.kinds[kind].layouts[from].l1Bytes <= problem.capacity;
  return possible ? conversion.time : infiniteCost;
}

static Cost add(Cost a, Cost b) { return isInfinite(a) || isInfinite(b) ? infiniteCost : a + b; }

/// An operand in front reads the same tensor in the same layout: both read one conversion.
bool Reduction::isReadBefore(int32_t op, size_t operand, std::span<const int32_t> wanted) const {
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  for (size_t k = 0; k < operand; ++k)
    if (operands[k] == operands[operand] && wanted[k] == wanted[operand])
      return true;
  return false;
}

/// Conversions of the operands that always lie in their base layout.
Cost Reduction::fixedReads(int32_t op, int32_t candidate) const {
  std::span<const int32_t> wanted = problem.classOf(op).candidates.operandsOf(candidate);
  Cost cost = 0;
  for (size_t k = 0; k < wanted.size(); ++k) {
    int32_t tensor = problem.ops[op].operands[k], base = problem.tensors[tensor].base;
    if (!found[tensor].empty() || wanted[k] == base)
      continue;
    if (std::ranges::count(problem.ops[op].writes, static_cast<int32_t>(k)) > 0)
      return infiniteCost;
    cost = isReadBefore(op, k, wanted) ? cost : add(cost, conversionCost(tensor, base, wanted[k]));
  }
  return cost;
}

/// The op is the tensor's last reader, in every order where rows are those of every order, and its bytes are its own.
bool Reduction::readsLast(int32_t op, int32_t tensor) const {
  if (sharedUntil[tensor] >= position[op] || readers[tensor].last == static_cast<int32_t>(order.size()))
    return false;
  for (size_t i = readers[tensor].ops.size(); i-- > 0 && readers[tensor].ops[i] != op;)
    if (FormIndex::mayMeet(forms.ofOp(readers[tensor].ops[i]), forms.ofOp(op)))
      return false; // read behind this one
  if (rows == Rows::AnyOrder && !problem.parts.empty())
    return false;
  return rows != Rows::AnyOrder || (sharedUntil[tensor] < 0 && alwaysReadLast[tensor]);
}

/// Per operand the first that reads the same tensor; -1 for those that are read again later.
std::vector<int32_t> Reduction::operandsReadLast(int32_t op) const {
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  std::vector<int32_t> first;
  for (size_t k = 0; k < operands.size(); ++k) {
    size_t same = std::ranges::find(operands, operands[k]) - operands.begin();
    bool isLast = std::ranges::all_of(forms.standing(operands[k]), [&](int32_t each) { return readsLast(op, each); });
    first.push_back(isLast ? static_cast<int32_t>(same) : -1);
  }
  return first;
}

/// What the op takes at its step: its own peak, and the operands that it reads last.
Bytes Reduction::opBytes(int32_t op, int32_t candidate, std::span<const int32_t> readLast) const {
  const CandidateTable &table = problem.classOf(op).candidates;
  std::span<const int32_t> wanted = table.operandsOf(candidate);
  Bytes bytes = std::max(table[candidate].peakBytes, table[candidate].wantsFreeBytes);
  for (size_t k = 0; k < wanted.size(); ++k) {
    if (readLast[k] != static_cast<int32_t>(k))
      continue;
    Bytes most = 0;
    for (size_t same = k; same < wanted.size(); ++same)
      if (readLast[same] == readLast[k])
        most = std::max(most, problem.layoutOf(problem.ops[op].operands[k], wanted[same]).l1Bytes);
    bytes += most;
  }
  // The program as it stands runs even where one of its ops needs more than plans may fill.
  return candidate == problem.classOf(op).base || table[candidate].wantsFreeBytes > 0
             ? std::min(bytes, problem.capacity)
             : bytes;
}

/// The number of a list that may have been seen before.
template <typename List>
static int32_t numberOf(std::map<List, int32_t> &lists, const List &list) {
  return lists.try_emplace(list, static_cast<int32_t>(lists.size())).first->second;
}

void Reduction::addOpNodes() {
  nodeOfOp.assign(problem.numOps(), -1);
  choices.resize(problem.numOps());
  choicesOf.resize(problem.numOps());
  size_t most = 0;
  for (int32_t op : order)
    most += space.candidates[problem.ops[op].opClass].size() + 1;
  reduced.extraUsages.reserve(most);
  std::map<std::pair<int32_t, int32_t>, int32_t> nodesLike; // by class of op and number of its list of choices
  for (int32_t op : order) {
    std::vector<Cost> costs;
    choices[op].reserve(space.candidates[problem.ops[op].opClass].size());
    for (int32_t candidate : space.candidates[problem.ops[op].opClass]) {
      Cost cost = add(problem.classOf(op).candidates[candidate].time, fixedReads(op, candidate));
      bool makesBase = true;
      for (int32_t tensor : problem.ops[op].results)
        makesBase &= !pinned[tensor] || madeLayout(tensor, candidate) == problem.tensors[tensor].base;
      if (isInfinite(cost) || !makesBase)
        continue;
      // Results that nobody reads, or that stay in their base layout, are copied there.
      for (int32_t tensor : problem.ops[op].results)
        if (found[tensor].empty() && readers[tensor].last >= 0)
          cost = add(cost, conversionCost(tensor, madeLayout(tensor, candidate), problem.tensors[tensor].base));
      costs.push_back(cost);
      choices[op].push_back(candidate);
    }
    if (costs.empty()) { // what the user fixed cannot be made where it must be found
      costs.push_back(problem.classOf(op).candidates[problem.classOf(op).base].time);
      choices[op].push_back(problem.classOf(op).base);
    }
    if (forms.ofOp(op).isOptional())
      costs.push_back(0); // absent
    choicesOf[op] = numberOf(choiceLists, choices[op]);
    auto [like, isFirst] = nodesLike.try_emplace({problem.ops[op].opClass, choicesOf[op]});
    if (!isFirst && std::ranges::equal(reduced.costsOf(like->second), costs))
      nodeOfOp[op] = reduced.addNodeLike({position[op], position[op]}, like->second);
    else
      nodeOfOp[op] = like->second =
          reduced.addNode({position[op], position[op]}, costs, std::vector<Bytes>(costs.size(), 0));
    std::vector<int32_t> readLast = operandsReadLast(op);
    for (size_t i = 0; i < choices[op].size(); ++i)
      if (Bytes bytes = opBytes(op, choices[op][i], readLast); bytes > 0)
        reduced.extraUsages.push_back({nodeOfOp[op], static_cast<int32_t>(i), {position[op], position[op] + 1}, bytes});
  }
}

int32_t Reduction::madeLayout(int32_t tensor, int32_t candidate) const {
  int32_t op = problem.tensors[tensor].producer;
  const std::vector<int32_t> &results = problem.ops[op].results;
  size_t index = std::find(results.begin(), results.end(), tensor) - results.begin();
  return problem.classOf(op).candidates.resultsOf(candidate)[index];
}

void Reduction::addTensorNodes() {
  foundOf.resize(problem.tensors.size());
  for (int32_t tensor = 0, e = static_cast<int32_t>(problem.tensors.size()); tensor != e; ++tensor)
    if (!found[tensor].empty()) {
      foundOf[tensor] = numberOf(foundLists, found[tensor]);
      addTensorNode(tensor);
    }
}

void Reduction::addTensorNode(int32_t tensor) {
  const PlanTensor &planned = problem.tensors[tensor];
  bool isReturned = readers[tensor].last == static_cast<int32_t>(order.size());
  std::vector<Cost> costs;
  for (const Found &where : found[tensor]) {
    Cost cost = isReturned ? conversionCost(tensor, where.layout, planned.base) : 0;
    if (where.how == Found::How::Load && planned.producer < 0)
      cost = add(cost, conversionCost(tensor, planned.base, where.layout));
    costs.push_back(cost);
  }
  if (forms.ofTensor(tensor).isOptional())
    costs.push_back(0); // absent
  std::vector<Bytes> none(costs.size(), 0);
  // No bytes of its own, but a place in the order: searches go along the schedule.
  int64_t at = planned.producer < 0 ? readers[tensor].first : position[planned.producer];
  int32_t node = nodeOfTensor[tensor] = reduced.addNode({at, at}, costs, none);
  std::map<Found::How, std::vector<LiveInterval>> live; // the same in whichever layout
  for (size_t i = 0; i < found[tensor].size(); ++i) {
    const Found &where = found[tensor][i];
    Bytes bytes = problem.layoutOf(tensor, where.layout).l1Bytes;
    if (where.how == Found::How::Base || bytes == 0)
      continue;
    auto [intervals, isNew] = live.try_emplace(where.how);
    if (isNew)
      intervals->second = liveWhen(tensor, where.how);
    for (const LiveInterval &interval : intervals->second)
      reduced.extraUsages.push_back({node, static_cast<int32_t>(i), interval, bytes});
  }
  if (planned.producer >= 0)
    addProducerEdge(tensor);
  for (int32_t op : readers[tensor].ops)
    addReaderEdge(tensor, op);
}

/// Kept from behind its producer, or loaded at its first reader; to its last reader, which counts what it reads itself.
/// Of readers that need not be there nothing is known.
std::vector<LiveInterval> Reduction::liveWhen(int32_t tensor, Found::How how) const {
  if (rows == Rows::AnyOrder)
    return liveInEveryOrder(tensor, how);
  int32_t producer = problem.tensors[tensor].producer;
  if (readers[tensor].lastSure < 0 || (how == Found::How::Load && readers[tensor].firstSure < 0))
    return {};
  int64_t made = how == Found::How::Load ? readers[tensor].firstSure : producer < 0 ? 1 : position[producer] + 1;
  int64_t from = std::max<int64_t>(made, sharedUntil[tensor] + 1);
  if (from >= readers[tensor].lastSure)
    return {};
  return {{from, readers[tensor].lastSure}};
}

std::vector<LiveInterval> Reduction::liveInEveryOrder(int32_t tensor, Found::How how) const {
  if (sharedUntil[tensor] >= 0 || !problem.parts.empty()) // paths through optional ops are not always there
    return {};
  // What lies between two ops in every order lies between them in this one.
  int32_t producer = problem.tensors[tensor].producer;
  int64_t first = how == Found::How::Load ? readers[tensor].first : position[producer] + 1;
  int64_t until = readers[tensor].last;
  if (first >= until)
    return {};
  auto between = [&](int32_t op) { return position[op] >= first && position[op] < until; };
  OpSet before(problem.numOps(), false), behind(problem.numOps(), false);
  if (until == static_cast<int64_t>(order.size()))
    before.assign(problem.numOps(), true); // the return comes behind every op
  else
    for (int32_t reader : readers[tensor].ops)
      reachable->addAncestors(reader, before, between);
  if (how == Found::How::Load)
    for (int32_t reader : readers[tensor].ops)
      reachable->addDescendants(reader, behind, between);
  else
    reachable->addDescendants(producer, behind, between);
  std::vector<LiveInterval> intervals;
  for (int64_t at = first; at < until; ++at) {
    int32_t op = order[at];
    bool isThere = behind[op] || (how == Found::How::Load && std::ranges::count(problem.ops[op].operands, tensor) > 0);
    if (!before[op] || !isThere)
      continue;
    if (!intervals.empty() && intervals.back().end == at)
      ++intervals.back().end;
    else
      intervals.push_back({at, at + 1});
  }
  return intervals;
}

void Reduction::addProducerEdge(int32_t tensor) {
  const PlanTensor &planned = problem.tensors[tensor];
  int32_t op = planned.producer;
  const std::vector<int32_t> &results = problem.ops[op].results;
  int32_t index = static_cast<int32_t>(std::ranges::find(results, tensor) - results.begin());
  auto [like, isNew] = edgesLike.try_emplace({0, planned.kind, planned.base, problem.ops[op].opClass, choicesOf[op],
                                              foundOf[tensor], index, forms.ofOp(op).isOptional()});
  if (isNew)
    like->second = reduced.addEdge(nodeOfOp[op], nodeOfTensor[tensor], producerCosts(tensor));
  else
    reduced.addEdgeLike(nodeOfOp[op], nodeOfTensor[tensor], like->second);
}

/// What is made in the base layout is loaded by its first reader; what is made elsewhere in L1 is converted for several
/// readers behind its producer.
bool Reduction::mayComeFrom(int32_t tensor, int32_t made, const Found &where) const {
  switch (where.how) {
  case Found::How::Base:
    return true;
  case Found::How::Keep:
    return made == where.layout || (made != problem.tensors[tensor].base && readers[tensor].ops.size() > 1);
  case Found::How::Load:
    return made == problem.tensors[tensor].base;
  }
  return false;
}

std::vector<Cost> Reduction::producerCosts(int32_t tensor) const {
  int32_t op = problem.tensors[tensor].producer;
  std::vector<Cost> costs;
  for (int32_t candidate : choices[op]) {
    int32_t made = madeLayout(tensor, candidate);
    for (const Found &where : found[tensor])
      costs.push_back(mayComeFrom(tensor, made, where) ? conversionCost(tensor, made, where.layout) : infiniteCost);
    if (forms.ofOp(op).isOptional())
      costs.push_back(infiniteCost);
  }
  if (forms.ofOp(op).isOptional()) { // absent together
    costs.insert(costs.end(), found[tensor].size(), infiniteCost);
    costs.push_back(0);
  }
  return costs;
}

void Reduction::addReaderEdge(int32_t tensor, int32_t op) {
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  std::vector<int32_t> key = {1,
                              problem.tensors[tensor].kind,
                              problem.ops[op].opClass,
                              choicesOf[op],
                              foundOf[tensor],
                              forms.ofOp(op).isOptional(),
                              forms.ofTensor(tensor).isOptional()};
  for (size_t k = 0; k < operands.size(); ++k)
    if (operands[k] == forms.named(tensor))
      key.push_back(static_cast<int32_t>(k));
  auto [like, isNew] = edgesLike.try_emplace(std::move(key));
  if (isNew)
    like->second = reduced.addEdge(nodeOfTensor[tensor], nodeOfOp[op], readerCosts(tensor, op));
  else
    reduced.addEdgeLike(nodeOfTensor[tensor], nodeOfOp[op], like->second);
}

std::vector<Cost> Reduction::readerCosts(int32_t tensor, int32_t op) const {
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  const CandidateTable &table = problem.classOf(op).candidates;
  std::vector<std::vector<int32_t>> wanted; // per choice: layouts; operands that want the same share one conversion
  for (int32_t candidate : choices[op]) {
    std::span<const int32_t> reads = table.operandsOf(candidate);
    std::vector<int32_t> &distinct = wanted.emplace_back();
    for (size_t k = 0; k < operands.size(); ++k)
      if (operands[k] == forms.named(tensor) && std::ranges::count(distinct, reads[k]) == 0)
        distinct.push_back(reads[k]);
  }
  bool mayBeAbsent = forms.ofOp(op).isOptional();
  std::vector<Cost> costs;
  costs.reserve(found[tensor].size() * wanted.size());
  for (const Found &where : found[tensor]) {
    std::vector<Cost> priceTo(problem.kinds[problem.tensors[tensor].kind].layouts.size(), -1);
    for (const std::vector<int32_t> &layouts : wanted) {
      Cost cost = 0;
      for (int32_t layout : layouts) {
        if (priceTo[layout] < 0)
          priceTo[layout] = conversionCost(tensor, where.layout, layout);
        cost = add(cost, priceTo[layout]);
      }
      costs.push_back(cost);
    }
    if (mayBeAbsent)
      costs.push_back(0);
  }
  if (forms.ofTensor(tensor).isOptional()) // what stands for it is read
    costs.insert(costs.end(), wanted.size() + mayBeAbsent, 0);
  return costs;
}

void Reduction::addPartNodes() {
  for (size_t p = 0; p < problem.parts.size(); ++p) {
    const std::vector<PlanForm> &alternatives = problem.parts[p].forms;
    int64_t at = static_cast<int64_t>(order.size());
    for (const PlanForm &form : alternatives)
      for (int32_t op : form.ops)
        at = std::min<int64_t>(at, position[op]);
    std::vector<Cost> free(alternatives.size(), 0);
    std::vector<Bytes> none(alternatives.size(), 0);
    partNodes.push_back(reduced.addNode({at, at}, free, none));
    for (size_t f = 0; f < alternatives.size(); ++f)
      for (int32_t op : alternatives[f].ops) {
        std::vector<Cost> costs;
        for (size_t taken = 0; taken < alternatives.size(); ++taken)
          for (size_t choice = 0; choice <= choices[op].size(); ++choice)
            costs.push_back(isAbsent(op, choice) == (taken != f) ? 0 : infiniteCost);
        reduced.addEdge(partNodes.back(), nodeOfOp[op], costs);
      }
  }
}

std::vector<int32_t> Reduction::formsOf(const LayoutSolution &solution) const {
  std::vector<int32_t> taken;
  for (int32_t node : partNodes)
    taken.push_back(solution.choice[node]);
  return taken;
}

void Reduction::exclude(int32_t op, const LayoutSolution &solution) {
  int64_t at = op < 0 ? static_cast<int64_t>(order.size()) - 1 : position[op];
  Bytes total = 0;
  for (const LayoutChoice::ExtraUsage &usage : reduced.extraUsages)
    if (solution.choice[usage.node] == usage.candidate && usage.interval.contains(at))
      total += usage.bytes;
  auto [waste, isNew] =
      wasteAt.try_emplace(at, Waste{reduced.extraUsages.size(), std::max<Bytes>(problem.capacity / 64, 1)});
  if (isNew) {
    Cost free[] = {0};
    Bytes none[] = {0};
    int32_t node = reduced.addNode({at, at}, free, none);
    reduced.extraUsages.push_back({node, 0, {at, at + 1}, 0});
    joints.push_back({node, -1, -1, {}, {}});
  }
  // `total` holds what was taken away there before.
  Bytes &taken = reduced.extraUsages[waste->second.usage].bytes;
  taken = std::min(reduced.capacity, std::max(taken + waste->second.step, reduced.capacity - (total - taken) + 1));
  waste->second.step *= 2;
  keepBasePossible(at, reduced.capacity - taken);
}

void Reduction::shrinkCapacity() {
  reduced.capacity -= reduced.capacity * 6 / 100;
  for (size_t at = 0; at < order.size(); ++at) {
    auto waste = wasteAt.find(static_cast<int64_t>(at));
    Bytes taken = waste == wasteAt.end() ? 0 : reduced.extraUsages[waste->second.usage].bytes;
    if (waste != wasteAt.end())
      reduced.extraUsages[waste->second.usage].bytes = taken = std::min(taken, reduced.capacity);
    keepBasePossible(static_cast<int64_t>(at), reduced.capacity - taken);
  }
}

/// The op at `at` runs as it stands, or as it is settled, whatever was taken away there.
void Reduction::keepBasePossible(int64_t at, Bytes room) {
  if (usagesOfOp.empty())
    for (size_t i = 0; i < reduced.extraUsages.size(); ++i)
      if (size_t node = reduced.extraUsages[i].node; node < order.size())
        usagesOfOp[reduced.extraUsages[i].interval.begin].push_back(i);
  const OpClass &opClass = problem.classOf(order[at]);
  for (size_t index : usagesOfOp[at]) {
    LayoutChoice::ExtraUsage &usage = reduced.extraUsages[index];
    int32_t candidate = choices[order[at]][usage.candidate];
    std::span<const int32_t> reads = opClass.candidates.operandsOf(candidate),
                             bases = opClass.candidates.operandsOf(opClass.base);
    bool settled = opClass.candidates[candidate].config == opClass.settledConfig &&
                   std::equal(reads.begin(), reads.end(), bases.begin(), bases.end());
    if (candidate == opClass.base || settled)
      usage.bytes = std::min(usage.bytes, room);
  }
}

FunctionPlan Reduction::decode(const LayoutSolution &solution) const {
  PlanBuilder builder(problem);
  builder.setOrder(order);
  for (int32_t op : order)
    builder.choose(op, choices[op][solution.choice[nodeOfOp[op]]]);
  std::vector<int32_t> copyOf(problem.tensors.size());
  for (int32_t tensor = 0, e = static_cast<int32_t>(problem.tensors.size()); tensor != e; ++tensor) {
    copyOf[tensor] = tensor;
    bool used = readers[tensor].last >= 0;
    int32_t made = builder.current().copies[tensor].layout, base = problem.tensors[tensor].base;
    Found where =
        found[tensor].empty() ? Found{base, Found::How::Base} : found[tensor][solution.choice[nodeOfTensor[tensor]]];
    if (!used || where.layout == made)
      continue;
    copyOf[tensor] = where.how == Found::How::Load ? builder.copyBefore(readers[tensor].ops[0], tensor, where.layout)
                                                   : builder.copyAfterProducer(tensor, where.layout);
  }
  for (int32_t op : order) {
    std::span<const int32_t> wanted =
        problem.classOf(op).candidates.operandsOf(choices[op][solution.choice[nodeOfOp[op]]]);
    std::map<std::pair<int32_t, int32_t>, int32_t> converted;
    for (size_t k = 0; k < wanted.size(); ++k) {
      int32_t tensor = problem.ops[op].operands[k], copy = copyOf[tensor];
      if (builder.current().copies[copy].layout != wanted[k]) {
        auto [made, isNew] = converted.try_emplace({tensor, wanted[k]}, -1);
        if (isNew)
          made->second = builder.copyBefore(op, copy, wanted[k]);
        copy = made->second;
      }
      builder.read(op, k, copy);
    }
  }
  for (size_t i = 0; i < problem.returns.size(); ++i) {
    int32_t tensor = problem.returns[i], copy = copyOf[tensor];
    if (builder.current().copies[copy].layout != problem.tensors[tensor].base)
      copy = copyOf[tensor] = builder.copyBefore(-1, copy, problem.tensors[tensor].base);
    builder.returnCopy(i, copy);
  }
  return std::move(builder).finish("Global");
}

} // namespace alcove::plan
