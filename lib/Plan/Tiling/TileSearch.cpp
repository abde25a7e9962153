//===- TileSearch.cpp - Which loops of a group to tile, and how finely ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileSearch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace alcove::plan::tiling {

std::vector<int64_t> tileSizes(int64_t extent, size_t count, std::span<const int64_t> seams) {
  std::set<int64_t, std::greater<>> all;
  // Sizes above sqrt(N) are N/1, N/2, ...; below it every integer occurs.
  for (int64_t k = 1; k <= extent && k <= 4096; ++k) {
    int64_t size = ceilDiv(extent, k);
    all.insert(size);
    if (size <= k)
      break;
  }
  for (int64_t size = 1; size <= std::min<int64_t>(extent, 4096) && size * size <= extent; ++size)
    all.insert(ceilDiv(extent, ceilDiv(extent, size)));
  for (int64_t seam : seams)
    for (int64_t factor = 1; factor <= 64 && seam * factor < extent; factor *= 2)
      all.insert(seam * factor);
  all.insert(1);
  std::vector<int64_t> sizes(all.begin(), all.end());
  if (sizes.size() <= count)
    return std::vector<int64_t>(sizes.begin(), sizes.end());
  // One candidate per slot of equal ratio, in each slot a divisor if there is one, else the largest.
  std::vector<int64_t> chosen{sizes.front()};
  double slot = std::pow(static_cast<double>(extent), 1.0 / static_cast<double>(count - 1));
  double floor = static_cast<double>(extent) / slot;
  size_t i = 1;
  while (i + 1 < sizes.size()) {
    int64_t best = 0;
    bool bestEven = false;
    for (; i + 1 < sizes.size() && static_cast<double>(sizes[i]) >= floor; ++i) {
      bool even = extent % sizes[i] == 0 || std::ranges::any_of(seams, [&](int64_t s) { return sizes[i] % s == 0; });
      if (best == 0 || (even && !bestEven)) {
        best = sizes[i];
        bestEven = even;
      }
    }
    if (best)
      chosen.push_back(best);
    floor /= slot;
  }
  chosen.push_back(sizes.back());
  return chosen;
}

namespace {

class Searcher {
public:
  Searcher(const GroupModel &group, const TileSearchOptions &options, int64_t &work)
      : group(group), root(group.root()), extents(group.searchLoops()), options(options), work(work),
        limit(work + options.limit) {}

  TileChoice run() {
    // Nothing to compute, and no tile of it.
    if (std::ranges::any_of(extents, [](const SearchLoop &loop) { return loop.extent < 1; }))
      return std::move(choice);
    choose(/*reductions=*/false);
    if (!loops.empty())
      search();
    offerWhole();
    // The cost jumps where the body leaves the inner cache: the largest tile below that is a candidate of its own.
    if (choice.feasible && group.innerMemory() > 0) {
      capacity = group.innerMemory();
      choose(/*reductions=*/false);
      search();
      capacity = group.available();
    }
    bool more = options.reductions && (group.cores().empty() || group.mayBeCutAroundPanels()) &&
                std::ranges::any_of(extents, [](const SearchLoop &loop) { return !loop.parallel && loop.tileable; });
    // Splitting a reduction is the only way out when one parallel point is too large, and pays for deep contractions.
    if (more && (!choice.feasible || root.opClass == OpClass::Matmul || root.opClass == OpClass::Conv)) {
      choose(/*reductions=*/true);
      search();
    }
    return std::move(choice);
  }

  /// `start` improved by its neighbours.
  TileChoice improve(const TileChoice &start) {
    choice = start;
    tile.assign(start.tile.begin(), start.tile.end());
    bool splits = false;
    for (size_t loop = 0; loop < root.extents.size(); ++loop)
      splits |= !extents[loop].parallel && tile[loop] < extents[loop].extent;
    best = offeredCost(start.evaluation);
    choose(splits);
    if (!loops.empty())
      refine();
    return std::move(choice);
  }

private:
  void choose(bool reductions) {
    loops.clear();
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (extents[loop].tileable && (extents[loop].parallel || reductions || loop >= root.extents.size()))
        loops.push_back(loop);
    std::ranges::sort(loops, [&](unsigned a, unsigned b) {
      return extents[a].extent != extents[b].extent ? extents[a].extent > extents[b].extent : a < b;
    });
    if (loops.size() > maxTiledLoops)
      loops.resize(maxTiledLoops);
    std::ranges::sort(loops);
    static constexpr size_t perLoop[] = {512, 512, 40, 14, 8, 6, 5};
    sizes.clear();
    std::vector<int64_t> seams = group.seams();
    for (unsigned loop : loops) {
      sizes.push_back(sizesOf(loop, perLoop[loops.size()], seams));
      // The extent is unknown: only a real tile bounds the loop.
      if (extents[loop].dynamic)
        std::erase_if(sizes.back(), [](int64_t size) { return size > 4096; });
    }
  }

  /// Beside a result that the loop puts together a sum is held, and loaded once more for a smaller last part: divisors,
  /// where there are some.
  std::vector<int64_t> sizesOf(unsigned loop, size_t count, std::span<const int64_t> seams) const {
    std::vector<int64_t> found = tileSizes(extents[loop].extent, count, seams);
    auto divides = [&](int64_t size) { return extents[loop].extent % size == 0; };
    bool held = root.results.size() > 1 && !extents[loop].parallel && loop < root.extents.size();
    bool panel = options.evenPanels && loop >= root.extents.size();
    if ((held || panel) && std::ranges::count_if(found, divides) >= 4)
      std::erase_if(found, std::not_fn(divides));
    return found;
  }

  /// Neighbours of neighbours meet again.
  const Evaluation &evaluate() {
    auto [found, fresh] = seen.try_emplace(std::vector<int64_t>(tile.begin(), tile.end()));
    if (fresh) {
      ++work;
      found->second = group.evaluate(tile);
    }
    return found->second;
  }

  bool fits(const Evaluation &evaluation) const {
    return evaluation.valid && evaluation.footprint <= capacity && (inStrips || evaluation.stripLoop < 0);
  }

  /// A remainder tile is a second shape for every operation of the body.
  double offeredCost(const Evaluation &evaluation) const {
    double cost = evaluation.cost;
    for (unsigned loop = 0; loop < tile.size(); ++loop)
      if (extents[loop].extent % tile[loop] != 0)
        cost *= group.remainderFactor();
    return cost;
  }

  void offer(const Evaluation &evaluation) {
    if (!fits(evaluation))
      return;
    double cost = offeredCost(evaluation);
    if (choice.feasible && cost >= best)
      return;
    best = cost;
    choice.feasible = true;
    choice.tile.assign(tile.begin(), tile.end());
    choice.evaluation = evaluation;
  }

  /// The only tile of a group that has no parts: what reduces its only long dimension is needed whole by each of them.
  void offerWhole() {
    if (choice.feasible || choice.smallest.valid || group.size() < 2)
      return;
    tile.clear();
    for (const SearchLoop &loop : extents)
      tile.push_back(loop.extent);
    Evaluation whole = evaluate();
    if (whole.valid) {
      choice.smallestTile = tile;
      choice.smallest = whole;
      offer(whole);
    }
  }

  void search() {
    tile.clear();
    for (const SearchLoop &loop : extents)
      tile.push_back(loop.extent);
    for (unsigned loop : loops)
      tile[loop] = 1;
    Evaluation smallest = evaluate();
    // A concatenation has no part of its joined dimension: the loop over that one stays whole.
    for (size_t i = 0; i < loops.size() && !smallest.valid; ++i) {
      tile[loops[i]] = extents[loops[i]].extent;
      if (loops.size() > 1 && !extents[loops[i]].dynamic && evaluate().valid) {
        loops.erase(loops.begin() + i);
        sizes.erase(sizes.begin() + i);
        return search();
      }
      tile[loops[i]] = 1;
    }
    if (!smallest.valid && keepWhole())
      return search();
    if (!choice.smallest.valid || smallest.valid) {
      choice.smallestTile.assign(tile.begin(), tile.end());
      choice.smallest = smallest;
    }
    if (!fits(smallest))
      return;
    offer(smallest);
    grow();
    for (size_t i = 0; i < loops.size(); ++i)
      tile[loops[i]] = sizes[i].front();
    descend(0);
  }

  /// From the smallest tile, which `tile` is: the loop of the root whose next size takes most off what is moved and done
  /// again takes it, as long as one does; then each takes what fits, and all loops and panels grow as long as that is
  /// cheaper. What this finds ends the descent early where the outermost loops should not be wide, as heads.
  void grow() {
    std::vector<size_t> ofRoot, all(loops.size());
    std::iota(all.begin(), all.end(), 0);
    std::ranges::copy_if(all, std::back_inserter(ofRoot), [&](size_t i) { return loops[i] < root.extents.size(); });
    auto work = [&](const Evaluation &evaluation) { return group.withoutStarts(evaluation); };
    widen(ofRoot, work);
    for (size_t i : ofRoot)
      fill(i, work);
    widen(all, [](const Evaluation &evaluation) { return evaluation.cost; });
  }

  /// Loops among `chosen` take their next sizes while that lowers `aim`.
  template <typename Aim>
  void widen(std::span<const size_t> chosen, Aim aim) {
    double now = aim(evaluate());
    for (size_t widened = 0; widened != loops.size() && work < limit;) {
      widened = loops.size();
      int64_t to = 0;
      for (size_t i : chosen) {
        int64_t before = tile[loops[i]];
        auto next = std::ranges::lower_bound(sizes[i], before, std::greater<>());
        if (next == sizes[i].begin())
          continue;
        tile[loops[i]] = *--next;
        if (const Evaluation &evaluation = evaluate(); fits(evaluation) && aim(evaluation) < now) {
          offer(evaluation);
          now = aim(evaluation);
          widened = i;
          to = *next;
        }
        tile[loops[i]] = before;
      }
      if (widened != loops.size())
        tile[loops[widened]] = to;
    }
  }

  /// Of the largest sizes of loop `i` that fit beside the others of `tile` the one with the least `aim`.
  template <typename Aim>
  void fill(size_t i, Aim aim) {
    std::vector<int64_t> whole = sizesOf(loops[i], 512, group.seams());
    int64_t taken = tile[loops[i]];
    double least = aim(evaluate());
    size_t guess = std::ranges::lower_bound(whole, taken, std::greater<>()) - whole.begin();
    size_t first = firstThatFits(loops[i], whole, 0, guess, /*useful=*/false);
    for (size_t size = first; size < std::min(first + 3, whole.size()); ++size) {
      tile[loops[i]] = whole[size];
      if (const Evaluation &evaluation = evaluate(); fits(evaluation) && aim(evaluation) < least) {
        offer(evaluation);
        least = aim(evaluation);
        taken = whole[size];
      }
    }
    tile[loops[i]] = taken;
  }

  /// Several loops stay whole where none of them alone is enough, as the rows and the columns of a head that a product
  /// makes once for all rows. False where nothing is gained.
  bool keepWhole() {
    if (loops.size() < 3 || std::ranges::any_of(loops, [&](unsigned loop) { return extents[loop].dynamic; }))
      return false;
    std::vector<char> whole = wholeAlone();
    bool valid = std::ranges::find(whole, 0) != whole.end() && smallestWith(whole).valid;
    if (!valid || !fits(smallestWith(whole)))
      if (std::vector<char> pair = wholePair(); !pair.empty() && (!valid || fits(smallestWith(pair)))) {
        whole = std::move(pair);
        valid = true;
      }
    if (!valid)
      return false;
    for (size_t i = loops.size(); i-- > 0;)
      if (whole[i]) {
        loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i));
        sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(i));
      }
    return true;
  }

  /// The smallest tile in which the loops of `whole` are not cut.
  const Evaluation &smallestWith(const std::vector<char> &whole) {
    for (size_t i = 0; i < loops.size(); ++i)
      tile[loops[i]] = whole[i] ? extents[loops[i]].extent : 1;
    return evaluate();
  }

  /// By loop: whether it cannot be cut where none of the others is.
  std::vector<char> wholeAlone() {
    for (unsigned loop : loops)
      tile[loop] = extents[loop].extent;
    std::vector<char> whole(loops.size(), 0);
    for (size_t i = 0; i < loops.size(); ++i) {
      tile[loops[i]] = 1;
      whole[i] = evaluate().valid ? 0 : 1;
      tile[loops[i]] = whole[i] ? extents[loops[i]].extent : 1;
    }
    return whole;
  }

  /// Two of them, where all others are cut: what moves with the panels of a reduction alone needs these to be cut. Empty
  /// where there is no such pair.
  std::vector<char> wholePair() {
    for (size_t second = 1; second < loops.size(); ++second)
      for (size_t first = 0; first < second; ++first) {
        std::vector<char> whole(loops.size(), 0);
        whole[first] = whole[second] = 1;
        if (smallestWith(whole).valid)
          return whole;
      }
    return {};
  }

  /// The lists of several loops are thinned, and the cost is no sum over loops: from the best tile, one loop goes to a
  /// neighbour in its whole list and another takes what then fits, until no such pair is cheaper.
  void refine() {
    std::vector<std::vector<int64_t>> whole;
    for (unsigned loop : loops)
      whole.push_back(sizesOf(loop, 512, group.seams()));
    int64_t end = work + options.refinements;
    for (double before = 0; before != best && work < end;) {
      before = best;
      for (size_t i = 0; i < loops.size(); ++i)
        for (size_t j = 0; j < loops.size() && work < end; ++j)
          if (i != j || loops.size() == 1)
            exchange(loops[i], whole[i], loops[j], whole[j]);
    }
  }

  void exchange(unsigned moved, std::span<const int64_t> sizesOfMoved, unsigned filled,
                std::span<const int64_t> sizesOfFilled) {
    std::vector<int64_t> start(choice.tile.begin(), choice.tile.end());
    auto here = std::lower_bound(sizesOfMoved.begin(), sizesOfMoved.end(), start[moved], std::greater<>());
    auto guess = std::lower_bound(sizesOfFilled.begin(), sizesOfFilled.end(), start[filled], std::greater<>());
    auto first = here - std::min<std::ptrdiff_t>(here - sizesOfMoved.begin(), 3);
    auto last = here + std::min<std::ptrdiff_t>(sizesOfMoved.end() - here, 4);
    for (auto size = first; size != last; ++size) {
      tile = start;
      tile[moved] = *size;
      if (moved != filled)
        bisect(filled, sizesOfFilled, static_cast<size_t>(guess - sizesOfFilled.begin()));
      else
        offer(evaluate());
    }
  }

  void descend(size_t depth) {
    unsigned loop = loops[depth];
    std::span<const int64_t> candidates = sizes[depth];
    if (depth + 1 == loops.size())
      return bisect(loop, candidates, candidates.size() / 2);
    auto restAt = [&](bool smallest) {
      for (size_t rest = depth + 1; rest < loops.size(); ++rest)
        tile[loops[rest]] = smallest ? 1 : sizes[rest].front();
    };
    for (size_t next = 0; next < candidates.size() && work < limit; ++next) {
      tile[loop] = candidates[next];
      restAt(/*smallest=*/false);
      Evaluation bound = evaluate();
      // What does not fit the inner cache says nothing about smaller tiles that do.
      double least = bound.cost - (capacity < group.available() ? bound.spill : 0);
      if (bound.valid && choice.feasible && least >= std::min(best, options.ceiling))
        break;
      if (fits(bound)) {
        offer(bound);
        // Nothing smaller is cheaper, unless something stays with it that strips leave no room for.
        if (bound.stripLoop < 0 || bound.leastCost >= best)
          break;
      }
      restAt(/*smallest=*/true);
      if (fits(evaluate()))
        descend(depth + 1);
      else
        next = firstThatFits(loop, candidates, next + 1, (next + candidates.size()) / 2, /*useful=*/false) - 1;
    }
    tile[loop] = candidates.front();
  }

  /// Index of the largest of `candidates` that fits, from `low` on, by bisection that begins at `guess`; their number
  /// where none does, or, with `useful`, where nothing that fits is of use.
  size_t firstThatFits(unsigned loop, std::span<const int64_t> candidates, size_t low, size_t guess, bool useful) {
    size_t high = candidates.size();
    for (size_t step = 1; low < high; step *= 2) {
      size_t middle = std::clamp(guess, low, high - 1);
      tile[loop] = candidates[middle];
      const Evaluation &evaluation = evaluate();
      if (fits(evaluation)) {
        high = middle;
        guess = middle - std::min(step, middle);
      } else if (useful && isHopeless(evaluation)) {
        return candidates.size();
      } else {
        low = middle + 1;
        guess = middle + step;
      }
      // Far from the guess, or past it: halves.
      if (step > 2 || guess < low || guess >= high)
        guess = (low + high) / 2;
    }
    return low;
  }

  /// Nothing smaller is of use.
  bool isHopeless(const Evaluation &evaluation) const {
    return choice.feasible && evaluation.valid && capacity == group.available() &&
           evaluation.leastCost >= std::min(best, options.ceiling);
  }

  /// Largest candidate that fits, and its two smaller neighbours: a divisor among them may cost less.
  void bisect(unsigned loop, std::span<const int64_t> candidates, size_t guess) {
    size_t low = firstThatFits(loop, candidates, 0, guess, /*useful=*/true);
    offerFrom(loop, candidates, low);
    if (low >= candidates.size())
      return;
    tile[loop] = candidates[low];
    // Less may do without strips, with more that stays.
    if (const Evaluation &largest = evaluate(); largest.stripLoop >= 0 && largest.leastCost < best) {
      inStrips = false;
      offerFrom(loop, candidates, firstThatFits(loop, candidates, low + 1, low + 1, /*useful=*/true));
      inStrips = true;
    }
    tile[loop] = candidates.front();
  }

  void offerFrom(unsigned loop, std::span<const int64_t> candidates, size_t low) {
    for (size_t i = low; i < std::min(low + 3, candidates.size()); ++i) {
      tile[loop] = candidates[i];
      const Evaluation &evaluation = evaluate();
      offer(evaluation);
      if (isHopeless(evaluation))
        break;
    }
    tile[loop] = candidates.front();
  }

  const GroupModel &group;
  const Node &root;
  std::vector<SearchLoop> extents;
  const TileSearchOptions &options;
  int64_t &work;
  int64_t limit;
  Bytes capacity = group.available();
  /// What fits in strips alone counts as fitting.
  bool inStrips = true;
  std::vector<unsigned> loops;
  std::vector<std::vector<int64_t>> sizes;
  std::vector<int64_t> tile;
  std::map<std::vector<int64_t>, Evaluation> seen;
  TileChoice choice;
  double best = 0;
};

} // namespace

TileChoice searchTile(const GroupModel &group, const TileSearchOptions &options, int64_t &work) {
  TileChoice choice = Searcher(group, options, work).run();
  choice.cores = group.corePositions();
  return choice;
}

void improveTile(const GroupModel &group, const TileSearchOptions &options, int64_t &work, TileChoice &choice) {
  if (options.onlyTile)
    return;
  std::vector<int> cores = choice.cores;
  choice = Searcher(group.withCoresAt(cores), options, work).improve(choice);
  choice.cores = std::move(cores);
}

double leastTraffic(const GroupModel &limited, bool onlyTile, int64_t &work) {
  GroupModel group = limited.unlimited();
  double least = std::numeric_limits<double>::infinity();
  std::vector<SearchLoop> loops = group.searchLoops();
  std::vector<int64_t> tile;
  for (const SearchLoop &loop : loops)
    tile.push_back(loop.extent);
  auto offer = [&] {
    ++work;
    if (Evaluation evaluation = group.evaluate(tile); evaluation.valid)
      least = std::min(least, evaluation.traffic);
  };
  offer();
  for (unsigned halved = 0; halved < loops.size() && !onlyTile; ++halved) {
    if (!loops[halved].tileable || !loops[halved].parallel || tile[halved] < 2)
      continue;
    tile[halved] = ceilDiv(loops[halved].extent, 2);
    offer();
    tile[halved] = loops[halved].extent;
  }
  return least;
}

namespace {

/// SUT-H16: the root not cut, and every reduction in panels for which the tile is smaller. What is loaded is loaded once,
/// however wide the panels are.
class OnlyTileSearcher {
public:
  OnlyTileSearcher(const GroupModel &group, int64_t &work) : group(group), work(work) {}

  TileChoice run() {
    bool unknown = std::ranges::any_of(group.searchLoops(), [](const SearchLoop &loop) { return loop.dynamic; });
    if (group.size() < 2 || unknown)
      return {};
    std::vector<int64_t> narrow = narrowest(group);
    Evaluation evaluation = evaluate(group, narrow);
    if (!evaluation.valid)
      return {};
    offer(evaluation, narrow);
    if (evaluation.footprint > group.available())
      split(narrow, evaluation);
    choice.smallestTile = narrow;
    choice.smallest = evaluation;
    GroupModel own = group.withCores(chosen);
    choice.cores = own.corePositions();
    if (choice.feasible)
      widen(own, narrow);
    return std::move(choice);
  }

private:
  Evaluation evaluate(const GroupModel &model, std::span<const int64_t> tile) {
    ++work;
    return model.evaluate(tile);
  }

  std::vector<int64_t> narrowest(const GroupModel &model) const {
    std::vector<int64_t> tile;
    size_t ofRoot = model.root().extents.size();
    for (const SearchLoop &loop : model.searchLoops())
      tile.push_back(tile.size() < ofRoot ? loop.extent : 1);
    return tile;
  }

  /// The last cores first: what runs in their panels has none. The largest part of the body may be any, so those that do
  /// not make it smaller are asked again; of parts that are equally large the first to be split does not either.
  void split(std::vector<int64_t> &narrow, Evaluation &evaluation) {
    std::vector<int> open = group.coreCandidates();
    bool tooLarge = true, ties = false;
    for (bool changed = true; tooLarge && (changed || !ties);) {
      ties |= !changed;
      changed = false;
      for (size_t next = open.size(); next-- > 0 && tooLarge;) {
        std::vector<int> cores = chosen;
        cores.insert(std::ranges::upper_bound(cores, open[next]), open[next]);
        GroupModel with = group.withCores(cores);
        std::vector<int64_t> tile = narrowest(with);
        Evaluation smaller = evaluate(with, tile);
        bool better = smaller.valid && smaller.footprint < evaluation.footprint + (ties ? 1 : 0);
        if (better || !smaller.valid)
          open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
        if (!better)
          continue;
        chosen = std::move(cores);
        narrow = std::move(tile);
        evaluation = std::move(smaller);
        tooLarge = evaluation.footprint > group.available();
        changed = true;
      }
    }
    offer(evaluation, narrow);
  }

  /// All panels in turn. What does not fit says nothing of wider ones: parts of a head need as much as two.
  void widen(const GroupModel &own, std::vector<int64_t> tile) {
    std::vector<SearchLoop> loops = own.searchLoops();
    constexpr size_t mostSizes = 40;
    std::vector<std::vector<int64_t>> wider(loops.size());
    size_t most = 0;
    for (size_t loop = own.root().extents.size(); loop < loops.size(); ++loop) {
      wider[loop] = tileSizes(loops[loop].extent, mostSizes, own.seams());
      auto divides = [&](int64_t size) { return loops[loop].extent % size == 0; };
      if (std::ranges::count_if(wider[loop], divides) >= 4)
        std::erase_if(wider[loop], std::not_fn(divides));
      most = std::max(most, wider[loop].size());
    }
    for (size_t step = 2; step <= most; ++step)
      for (size_t loop = 0; loop < loops.size(); ++loop) {
        if (step > wider[loop].size())
          continue;
        int64_t before = std::exchange(tile[loop], wider[loop][wider[loop].size() - step]);
        if (Evaluation evaluation = evaluate(own, tile); fits(evaluation))
          offer(evaluation, tile);
        else
          tile[loop] = before;
      }
  }

  bool fits(const Evaluation &evaluation) const {
    return evaluation.valid && evaluation.footprint <= group.available();
  }
  void offer(const Evaluation &evaluation, const std::vector<int64_t> &tile) {
    if (!fits(evaluation) || (choice.feasible && evaluation.cost >= choice.evaluation.cost))
      return;
    choice.feasible = true;
    choice.tile = tile;
    choice.evaluation = evaluation;
  }

  const GroupModel &group;
  int64_t &work;
  /// Cores, ascending.
  std::vector<int> chosen;
  TileChoice choice;
};

} // namespace

TileChoice searchCores(const GroupModel &group, const TileSearchOptions &options, int64_t &work) {
  if (options.onlyTile)
    return OnlyTileSearcher(group, work).run();
  std::vector<int> cores = options.reductions ? group.coreCandidates() : std::vector<int>{};
  TileSearchOptions parallelOnly = options;
  parallelOnly.reductions = cores.empty() && options.reductions;
  TileChoice best = searchTile(group, parallelOnly, work);
  double least = cores.empty() ? 0 : leastTraffic(group, /*onlyTile=*/false, work);
  if (best.feasible && !cores.empty() && best.evaluation.traffic <= least)
    return best;
  if (options.severalCores && !cores.empty()) {
    TileChoice only = OnlyTileSearcher(group, work).run();
    if (only.feasible && (!best.feasible || only.evaluation.cost < best.evaluation.cost))
      best = std::move(only);
    else if (!best.feasible && !best.smallest.valid && only.smallest.valid)
      best = std::move(only);
    if (best.feasible && best.evaluation.traffic <= least)
      return best;
  }
  // Panels pay where the weights of a chain do not fit together; each candidate is a search. Of long chains panels are
  // only the way to fit at all.
  constexpr size_t mostCores = 8;
  if (best.feasible && cores.size() > mostCores)
    std::erase_if(cores, [&](int core) { return !group.carriesSoftmax(core); });
  TileSearchOptions each = options;
  each.limit = std::max<int64_t>(options.limit / static_cast<int64_t>(std::max<size_t>(cores.size(), 1)), 300);
  for (int core : cores) {
    if (best.feasible)
      each.ceiling = std::min(options.ceiling, best.evaluation.cost);
    TileChoice choice = searchTile(group.withCores({core}), each, work);
    // What cannot be built at all says nothing about the smallest tile.
    bool smaller =
        choice.smallest.valid && (!best.smallest.valid || choice.smallest.footprint < best.smallest.footprint);
    if (choice.feasible && (!best.feasible || choice.evaluation.cost < best.evaluation.cost))
      best = std::move(choice);
    else if (!best.feasible && smaller)
      best = std::move(choice);
  }
  // Partial sums in slow memory: the last way out, and cheap where results are few.
  bool small = group.cores().empty() && cores.size() == 1 && best.evaluation.traffic > least;
  if (!cores.empty() && (!best.feasible || small)) {
    TileChoice choice = searchTile(group, options, work);
    if (!best.feasible || (choice.feasible && choice.evaluation.cost < best.evaluation.cost))
      best = std::move(choice);
  }
  return best;
}

} // namespace alcove::plan::tiling
