//===- Anneal.cpp - Annealing over group plans ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Improve.h"

#include <algorithm>
#include <cmath>

namespace alcove::plan::schedule {

namespace {

using Change = GroupPlan::Change;

class Annealer {
public:
  Annealer(GroupPlan &plan, const AnnealOptions &options)
      : plan(plan), options(options), random(options.seed), best(plan) {
    for (size_t t = 0; t != plan.graph().tensors.size(); ++t)
      if (!plan.graph().usersOf(static_cast<int32_t>(t)).empty())
        tensors.push_back(static_cast<int32_t>(t));
    for (size_t o = 0; o != plan.graph().size(); ++o)
      twins[plan.graph().ops[o].colour].push_back(static_cast<int32_t>(o));
  }

  void run(const StopSignal &stop) {
    if (tensors.empty())
      return;
    size_t live = 0;
    for (const GroupPlan::Group &group : plan.groups())
      live += !group.ops.empty();
    double scale = plan.cost() / static_cast<double>(std::max<size_t>(live, 1));
    for (uint64_t i = 0; i != options.moves; ++i) {
      if (i % 16 == 0 && stop())
        break;
      double progress = static_cast<double>(i) / static_cast<double>(options.moves);
      temperature = scale * options.hot * std::pow(options.cold / options.hot, progress);
      double delta = move();
      if (!(delta < infinite))
        continue;
      if (delta > 0 && random.unit() >= std::exp(-delta / temperature)) {
        plan.undo();
        continue;
      }
      if (delta < -1e-9 * plan.cost() && options.copyToTwins)
        copyToTwins();
      if (plan.cost() < best.cost() * (1 - 1e-12))
        best = plan;
    }
    plan = best;
  }

private:
  const OpGraph &graph() const { return plan.graph(); }
  const std::vector<int32_t> &ops(int32_t slot) const { return plan.groups()[static_cast<size_t>(slot)].ops; }
  template <typename T>
  const T &pick(const std::vector<T> &list) {
    return list[random.below(list.size())];
  }
  static std::vector<int32_t> with(std::vector<int32_t> list, int32_t item) {
    list.insert(std::lower_bound(list.begin(), list.end(), item), item);
    return list;
  }
  static std::vector<int32_t> without(std::vector<int32_t> list, int32_t item) {
    std::erase(list, item);
    return list;
  }

  double move();
  double mergeMove();
  double shiftMove();
  double ejectMove();
  double splitMove();
  double linkMove();
  double duplicateMove();
  double dropMove();
  double gatherMove();
  double apply(std::vector<Change> changes) {
    lastChanges = changes;
    lastBefore.clear();
    for (const Change &change : changes)
      lastBefore.push_back(change.slot >= 0 ? ops(change.slot) : std::vector<int32_t>());
    return plan.apply(changes, options.links);
  }
  void copyToTwins();

  GroupPlan &plan;
  const AnnealOptions &options;
  Random random;
  GroupPlan best;
  double temperature = 0;
  std::vector<int32_t> tensors, readers;
  std::unordered_map<uint64_t, std::vector<int32_t>> twins;
  std::vector<Change> lastChanges;
  std::vector<std::vector<int32_t>> lastBefore;
};

} // namespace

double Annealer::move() {
  lastChanges.clear();
  uint64_t dice = random.below(100);
  if (dice < 30)
    return mergeMove();
  if (dice < 55)
    return shiftMove();
  if (dice < 62)
    return ejectMove();
  if (dice < 76)
    return splitMove();
  if (dice < 80)
    return gatherMove();
  if (dice < 88)
    return options.links ? linkMove() : shiftMove();
  if (!options.recompute)
    return shiftMove();
  return dice < 95 ? duplicateMove() : dropMove();
}

/// Two groups that meet at a tensor become one.
double Annealer::mergeMove() {
  int32_t t = pick(tensors), maker = graph().madeBy(t);
  const std::vector<int32_t> &users = graph().usersOf(t);
  int32_t second = pick(plan.holdersOf(pick(users)));
  int32_t first = maker >= 0 && (users.size() == 1 || random.chance(0.6)) ? pick(plan.holdersOf(maker))
                                                                          : pick(plan.holdersOf(pick(users)));
  if (first == second)
    return infinite;
  std::vector<int32_t> merged;
  std::set_union(ops(first).begin(), ops(first).end(), ops(second).begin(), ops(second).end(),
                 std::back_inserter(merged));
  return apply({{first, merged}, {second, {}}});
}

/// One operation moves to a group that it shares a tensor with; sometimes a whole pointwise tail follows its producer.
double Annealer::shiftMove() {
  int32_t t = pick(tensors), maker = graph().madeBy(t);
  const std::vector<int32_t> &users = graph().usersOf(t);
  int32_t a = maker >= 0 && random.chance(0.5) ? maker : pick(users), b = a;
  for (int tries = 0; tries != 4 && b == a; ++tries)
    b = maker >= 0 && random.chance(0.5) ? maker : pick(users);
  int32_t from = pick(plan.holdersOf(a)), to = pick(plan.holdersOf(b));
  if (from == to || std::binary_search(ops(to).begin(), ops(to).end(), a))
    return infinite;
  std::vector<int32_t> moved{a};
  if (random.chance(0.3)) // Take a neighbour inside the group along.
    for (int32_t o : ops(from))
      for (int32_t input : graph().op(o).inputs)
        if (o != a && graph().madeBy(input) == a && !std::binary_search(ops(to).begin(), ops(to).end(), o) &&
            moved.size() < 3)
          moved.push_back(o);
  std::vector<int32_t> rest = ops(from), grown = ops(to);
  for (int32_t o : moved) {
    std::erase(rest, o);
    if (!std::binary_search(grown.begin(), grown.end(), o))
      grown = with(std::move(grown), o);
  }
  return apply({{to, grown}, {from, rest}});
}

double Annealer::ejectMove() {
  int32_t o = static_cast<int32_t>(random.below(graph().size()));
  int32_t from = pick(plan.holdersOf(o));
  if (ops(from).size() < 2 || plan.holdersOf(o).size() > 1)
    return infinite;
  return apply({{from, without(ops(from), o)}, {-1, {o}}});
}

/// Cuts a group in two: a part that grew from one operation, or everything before a position.
double Annealer::splitMove() {
  int32_t from = pick(plan.holdersOf(static_cast<int32_t>(random.below(graph().size()))));
  const std::vector<int32_t> &all = ops(from);
  if (all.size() < 3)
    return infinite;
  std::vector<int32_t> part, rest;
  if (random.chance(0.5)) {
    size_t cut = 1 + random.below(all.size() - 1);
    part.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(cut));
    rest.assign(all.begin() + static_cast<ptrdiff_t>(cut), all.end());
  } else {
    part = {pick(all)};
    size_t wanted = 1 + random.below(all.size() - 1);
    for (size_t tries = 0; part.size() < wanted && tries != 4 * wanted; ++tries) {
      const OpGraph::Op &op = graph().op(pick(part));
      int32_t t = random.chance(0.5) ? pick(op.inputs) : pick(op.outputs);
      int32_t next = -1;
      if (graph().madeBy(t) >= 0 && random.chance(0.5))
        next = graph().madeBy(t);
      else if (!graph().usersOf(t).empty())
        next = pick(graph().usersOf(t));
      if (next >= 0 && std::binary_search(all.begin(), all.end(), next) &&
          !std::binary_search(part.begin(), part.end(), next))
        part = with(std::move(part), next);
    }
    std::set_difference(all.begin(), all.end(), part.begin(), part.end(), std::back_inserter(rest));
    if (rest.empty())
      return infinite;
  }
  return apply({{from, part}, {-1, rest}});
}

/// Operations that hang together leave the groups where they stand and become a group of their own.
double Annealer::gatherMove() {
  std::vector<int32_t> gathered{static_cast<int32_t>(random.below(graph().size()))};
  size_t wanted = 2 + random.below(3);
  for (size_t tries = 0; gathered.size() < wanted && tries != 4 * wanted; ++tries) {
    const OpGraph::Op &op = graph().op(pick(gathered));
    bool up = random.chance(0.4);
    int32_t t = up ? pick(op.inputs) : pick(op.outputs), next = -1;
    if (up && graph().madeBy(t) >= 0)
      next = graph().madeBy(t);
    else if (!graph().usersOf(t).empty())
      next = pick(graph().usersOf(t));
    if (next >= 0 && !std::binary_search(gathered.begin(), gathered.end(), next))
      gathered = with(std::move(gathered), next);
  }
  std::vector<int32_t> holders;
  for (int32_t o : gathered) {
    if (plan.holdersOf(o).size() != 1)
      return infinite;
    if (int32_t holder = plan.holdersOf(o)[0]; std::find(holders.begin(), holders.end(), holder) == holders.end())
      holders.push_back(holder);
  }
  if (holders.size() < 2)
    return infinite;
  std::vector<Change> changes;
  for (int32_t holder : holders) {
    std::vector<int32_t> rest;
    std::set_difference(ops(holder).begin(), ops(holder).end(), gathered.begin(), gathered.end(),
                        std::back_inserter(rest));
    changes.push_back({holder, rest});
  }
  changes.push_back({-1, gathered});
  return apply(std::move(changes));
}

/// Retains one more tensor for its only reader, or lets one go.
double Annealer::linkMove() {
  int32_t t = pick(tensors), maker = graph().madeBy(t);
  if (maker < 0 || graph().mustStore(t))
    return infinite;
  plan.readersOf(t, readers);
  if (readers.size() != 1)
    return infinite;
  int32_t from = pick(plan.holdersOf(maker)), to = readers[0];
  const GroupPlan::Group &group = plan.groups()[static_cast<size_t>(from)];
  bool linked = group.next == to;
  std::vector<int32_t> kept = linked ? group.retained : std::vector<int32_t>();
  if (std::binary_search(kept.begin(), kept.end(), t))
    std::erase(kept, t);
  else
    kept = with(std::move(kept), t);
  return plan.link(from, to, kept);
}

/// The maker of a tensor joins all its readers (recomputation) and leaves where it stood.
double Annealer::duplicateMove() {
  int32_t t = pick(tensors), maker = graph().madeBy(t);
  if (maker < 0 || graph().mustStore(t))
    return infinite;
  plan.readersOf(t, readers);
  if (readers.empty() || readers.size() > 4)
    return infinite;
  std::vector<Change> changes;
  int32_t from = plan.holdersOf(maker)[0];
  for (int32_t reader : readers)
    changes.push_back({reader, with(ops(reader), maker)});
  // Where it stood it may still be wanted for a reader inside; then the copies are additional.
  bool usedThere = false;
  for (int32_t user : graph().usersOf(t))
    usedThere |= std::binary_search(ops(from).begin(), ops(from).end(), user);
  if (!usedThere)
    changes.push_back({from, without(ops(from), maker)});
  return apply(std::move(changes));
}

/// One of several copies of an operation goes away.
double Annealer::dropMove() {
  int32_t o = static_cast<int32_t>(random.below(graph().size()));
  for (size_t tries = 0; tries != 8 && plan.holdersOf(o).size() < 2; ++tries)
    o = static_cast<int32_t>(random.below(graph().size()));
  if (plan.holdersOf(o).size() < 2)
    return infinite;
  // Back to one copy of its own.
  std::vector<Change> changes;
  for (int32_t holder : plan.holdersOf(o))
    changes.push_back({holder, without(ops(holder), o)});
  changes.push_back({-1, {o}});
  return apply(std::move(changes));
}

/// The change that has just paid, done again wherever the same colours stand in groups of the same colours.
void Annealer::copyToTwins() {
  if (lastChanges.empty() || lastChanges.size() > 2 || lastChanges[0].slot < 0)
    return;
  auto coloursOf = [&](const std::vector<int32_t> &list) {
    std::vector<uint64_t> colours;
    for (int32_t o : list)
      colours.push_back(graph().op(o).colour);
    std::sort(colours.begin(), colours.end());
    return colours;
  };
  std::vector<Change> pattern = lastChanges;
  std::vector<std::vector<int32_t>> before = lastBefore;
  if (before[0].empty())
    return;
  std::vector<std::vector<uint64_t>> old, now;
  for (size_t i = 0; i != pattern.size(); ++i) {
    old.push_back(coloursOf(before[i]));
    now.push_back(coloursOf(pattern[i].ops));
  }
  // The operation of the first group by which a twin group is found.
  for (int32_t twin : std::vector<int32_t>(twins[graph().op(before[0][0]).colour])) {
    for (int32_t slot : std::vector<int32_t>(plan.holdersOf(twin))) {
      if (coloursOf(ops(slot)) != old[0])
        continue;
      std::vector<Change> changes;
      if (pattern[1 % pattern.size()].slot < 0 || old.size() == 1)
        continue; // Splits are copied by later moves.
      // A partner with the right colours that shares a tensor.
      int32_t partner = -1;
      for (int32_t o : ops(slot)) {
        auto look = [&](int32_t other) {
          for (int32_t holder : plan.holdersOf(other))
            if (partner < 0 && holder != slot && coloursOf(ops(holder)) == old[1])
              partner = holder;
        };
        for (int32_t t : graph().op(o).inputs) {
          if (graph().madeBy(t) >= 0)
            look(graph().madeBy(t));
          for (int32_t user : graph().usersOf(t))
            look(user);
        }
        for (int32_t t : graph().op(o).outputs)
          for (int32_t user : graph().usersOf(t))
            look(user);
      }
      if (partner < 0)
        continue;
      // Deal the union out by colours.
      std::vector<int32_t> pool = ops(slot), first, second;
      pool.insert(pool.end(), ops(partner).begin(), ops(partner).end());
      std::sort(pool.begin(), pool.end());
      pool.erase(std::unique(pool.begin(), pool.end()), pool.end());
      std::vector<uint64_t> wanted = now[0];
      for (int32_t o : pool) {
        auto found = std::find(wanted.begin(), wanted.end(), graph().op(o).colour);
        (found != wanted.end() ? first : second).push_back(o);
        if (found != wanted.end())
          wanted.erase(found);
      }
      if (!wanted.empty() || coloursOf(second) != now[1])
        continue;
      double delta = plan.apply({{slot, first}, {partner, second}}, options.links);
      if (delta < infinite && delta > 0)
        plan.undo();
    }
  }
}

void anneal(GroupPlan &plan, const AnnealOptions &options, const StopSignal &stop) {
  Annealer(plan, options).run(stop);
}

} // namespace alcove::plan::schedule
