//===- Branching.cpp - Best-first branch and bound ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Branching.h"
#include "../Dual/Certify.h"
#include "../Search/CapacityRepair.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
// Measured on IOPDDL V and the generated problems: more sweeps per box do not save boxes, fewer trials choose worse.
constexpr uint64_t sweepsPerBox = 60, highDegreeSweeps = 24; // the latter while high-degree nodes are undecided
constexpr uint64_t trialSweeps = 12;
constexpr uint64_t wideSweeps = 400; // thousands live at once: blocks of prices, once per label of a high-degree node
constexpr size_t byteTrials = 6, labelTrials = 3;
constexpr size_t highDegreeTrials = 64;
constexpr int rounds = 3; // of climbing and fixing per box
// Above this the deepest box is next, not the one of least bound: depth first needs no memory.
constexpr size_t mostOpenBytes = size_t(256) << 20;
constexpr size_t boxWidth = size_t(1) << 14;
constexpr uint64_t boxSearchWork = uint64_t(1) << 26, boxSearchWorkPerNode = uint64_t(1) << 18;
constexpr size_t mostProofNumbers = size_t(1) << 25;
constexpr size_t fewestOfHub = 16;                  // neighbours
constexpr size_t hubCandidates = 12, hubTrials = 3; // the latter per box
// With a certificate's copy and its text a number of a proof takes some dozens of bytes.
constexpr size_t mostHubNumbers = size_t(1) << 23;
constexpr size_t fewestHubBoxes = 24; // fewer prove next to nothing
constexpr size_t manyOfHub = 32;      // neighbours
constexpr int32_t manyHubs = 8;

uint64_t sweepWork(const DualAscent &ascent) {
  const Model &model = ascent.dual.model;
  return ascent.dual.workPerSweep() + model.labelBegin.back() + 1 + model.edges.size() * 8;
}

size_t bytesOf(const Kernel &kernel) {
  size_t total = kernel.nodes.size() * sizeof(KernelNode) + kernel.edges.size() * sizeof(KernelEdge);
  return total + kernel.aliveEntries() * sizeof(Cost) + kernel.aliveLabels() * 4 * sizeof(Cost);
}

size_t numbersOf(const DualCertificate &dual) {
  size_t sum = 0;
  for (const DualCertificate::Potential &potential : dual.potentials)
    sum += potential.toA.size() + potential.toB.size();
  return sum;
}

// The alive part with new numbers; `original` gives the old ones.
Kernel compact(const Kernel &kernel, std::vector<int32_t> &original) {
  Kernel out;
  std::vector<int32_t> index(kernel.nodes.size(), -1);
  for (size_t i = 0; i < kernel.nodes.size(); ++i)
    if (kernel.nodes[i].alive) {
      index[i] = static_cast<int32_t>(original.size());
      original.push_back(static_cast<int32_t>(i));
      out.nodes.push_back(kernel.nodes[i]);
      out.nodes.back().edges.clear();
    }
  for (const KernelEdge &edge : kernel.edges)
    if (edge.alive) {
      int32_t e = static_cast<int32_t>(out.edges.size());
      out.edges.push_back({true, index[edge.a], index[edge.b], edge.costs});
      out.nodes[index[edge.a]].edges.push_back(e);
      out.nodes[index[edge.b]].edges.push_back(e);
    }
  out.slack = kernel.slack;
  out.rowTimes = kernel.rowTimes;
  out.constant = kernel.constant;
  return out;
}

} // namespace

Branching::Branching(const Kernel &kernel, const std::vector<int64_t> &position, const ClosingOptions &options,
                     const DualState &start, Cost bound)
    : options(options), keepProof(options.keepProof) {
  Box root{0, 0, 0, bound, compact(kernel, original), start};
  std::vector<int32_t> index(kernel.nodes.size(), -1);
  for (size_t k = 0; k < original.size(); ++k) {
    index[original[k]] = static_cast<int32_t>(k);
    this->position.push_back(position[original[k]]);
  }
  root.state.renumber(index);
  tree.emplace_back();
  openBytes = bytesOf(root.kernel) + root.state.bytes();
  open.push_back(std::move(root));
}

Cost Branching::bound() const {
  Cost least = std::min(best, settled);
  for (const Box &box : open)
    least = std::min(least, box.bound);
  return least;
}

uint64_t Branching::boxWork() const {
  uint64_t largest = 0;
  for (const Box &box : open)
    largest = std::max<uint64_t>(largest, box.kernel.aliveEntries());
  if (options.hubs)
    return 2 * largest * (2 * sweepsPerBox + (2 * hubTrials + 1) * trialSweeps);
  uint64_t trials = 2 * (byteTrials + labelTrials) + 1;
  return 2 * largest * (rounds * sweepsPerBox + trials * trialSweeps);
}

size_t Branching::pick() const {
  bool deepest = openBytes > mostOpenBytes;
  size_t at = 0;
  for (size_t k = 1; k < open.size(); ++k) {
    const Box &box = open[k], &other = open[at];
    bool tie = box.bound == other.bound;
    if ((deepest || tie) && box.depth != other.depth ? box.depth > other.depth : box.bound < other.bound)
      at = k;
  }
  return at;
}

uint64_t Branching::run(uint64_t work, Cost incumbent, const Deadline *until) {
  spent = 0;
  deadline = until;
  found.clear();
  best = std::min(best, incumbent);
  while (spent < work && !finished() && !passed(deadline)) {
    size_t at = pick();
    Box box = std::move(open[at]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    openBytes -= std::min(openBytes, bytesOf(box.kernel) + box.state.bytes());
    if (box.bound < best)
      expand(std::move(box));
  }
  return spent;
}

void Branching::restrict(Kernel &kernel, const Split &split, int half) {
  std::vector<char> keep;
  for (int32_t label : kernel.nodes[split.node].labels)
    keep.push_back(std::binary_search(split.low.begin(), split.low.end(), label) == (half == 0));
  kernel.keepLabels(split.node, keep);
}

Branching::Box Branching::half(const Box &box, const Split &split, int which) {
  Box child{static_cast<int32_t>(tree.size()), box.depth + 1, box.hopeless, box.bound, box.kernel, box.state};
  tree.emplace_back();
  tree.back().parent = box.record;
  tree.back().half = which;
  tree[box.record].node = split.node;
  tree[box.record].low = split.low;
  tree[box.record].child[which] = child.record;
  restrict(child.kernel, split, which);
  spent += child.kernel.aliveEntries();
  return child;
}

void Branching::keepOpen(Box box) {
  openBytes += bytesOf(box.kernel) + box.state.bytes();
  open.push_back(std::move(box));
}

// The root is evaluated when it is first taken: its split is not known before.
void Branching::expand(Box box) {
  Record &record = tree[box.record];
  if (record.node < 0 && record.probed.empty()) {
    if (evaluate(box))
      keepOpen(std::move(box));
    return;
  }
  if (!record.probed.empty()) {
    std::vector<std::pair<int32_t, int32_t>> probed = std::move(record.probed);
    for (auto [node, label] : probed) {
      Split split{0, node, {label}};
      Box closed = half(box, split, 0), rest = half(box, split, 1);
      if (evaluate(closed))
        keepOpen(std::move(closed));
      box = std::move(rest);
      if (passed(deadline))
        break;
    }
    if (evaluate(box))
      keepOpen(std::move(box));
    return;
  }
  Split split{0, record.node, record.low};
  Cost shown = infiniteCost;
  for (int which = 0; which < 2; ++which) {
    Box child = half(box, split, which);
    if (evaluate(child))
      keepOpen(std::move(child));
    shown = std::min(shown, tree[tree[box.record].child[which]].bound);
  }
  if (keepProof && shown >= tree[box.record].bound)
    dropDuals(tree[box.record], true);
}

void Branching::keepDual(Box &box, const Model &model, const RoundedDual &rounded) {
  if (!keepProof)
    return;
  std::vector<DualCertificate> &duals = tree[box.record].duals;
  duals.push_back(certifyDual(box.kernel, model, rounded));
  tree[box.record].shown.push_back(rounded.costBound());
  proofNumbers += model.numPotentials;
  boxNumbers = std::max(boxNumbers, model.numPotentials);
  box.kernel.log.push_back({ProofStep::Kind::Dual, static_cast<int32_t>(duals.size()) - 1});
  limitProof();
}

int32_t Branching::keepBounds(const Box &box, const FrontierSearch &search) {
  if (!keepProof)
    return -1;
  std::vector<SearchBounds> &searches = tree[box.record].searches;
  searches.push_back(search.bounds(box.kernel));
  for (const SearchBounds::Behind &behind : searches.back().behind)
    proofNumbers += behind.least.size();
  int32_t index = static_cast<int32_t>(searches.size()) - 1;
  limitProof();
  return index;
}

void Branching::keepLog(Box &box) {
  Record &record = tree[box.record];
  record.log = std::move(box.kernel.log);
  for (const std::vector<Cost> &some : {record.shown, record.targets})
    for (Cost shown : some)
      record.bound = std::max(record.bound, shown);
  bool searched = std::ranges::any_of(
      record.log, [](const ProofStep &step) { return step.kind == ProofStep::Kind::Search && step.i < 0; });
  if (box.kernel.infeasible || searched)
    record.bound = infiniteCost;
  dropDuals(record, false); // where nothing is left it may take a dual to see so
}

void Branching::dropDuals(Record &record, bool shownElsewhere) {
  using Kind = ProofStep::Kind;
  std::vector<char> keep(record.duals.size(), 0);
  if (!shownElsewhere && !keep.empty())
    keep[std::ranges::max_element(record.shown) - record.shown.begin()] = 1;
  int32_t last = -1;
  for (const ProofStep &step : record.log)
    if (step.kind == Kind::Dual)
      last = step.i;
    else if (last >= 0 && (step.kind == Kind::Bound || step.kind == Kind::Search))
      keep[last] = 1;
  std::vector<int32_t> index(keep.size(), -1);
  int32_t kept = 0;
  for (size_t k = 0; k < keep.size(); ++k) {
    if (!keep[k]) {
      proofNumbers -= numbersOf(record.duals[k]);
      continue;
    }
    std::swap(record.duals[kept], record.duals[k]);
    std::swap(record.shown[kept], record.shown[k]);
    index[k] = kept++;
  }
  record.duals.resize(kept);
  record.shown.resize(kept);
  std::erase_if(record.log, [&](const ProofStep &step) { return step.kind == Kind::Dual && index[step.i] < 0; });
  for (ProofStep &step : record.log)
    if (step.kind == Kind::Dual)
      step.i = index[step.i];
}

void Branching::limitProof() {
  if (proofNumbers <= mostProofNumbers)
    return;
  keepProof = false;
  for (Record &record : tree) {
    record.log = {};
    record.duals = {};
    record.searches = {};
  }
}

bool Branching::evaluate(Box &box) {
  Kernel &kernel = box.kernel;
  PresolveCounts counts;
  auto close = [&](bool stays) {
    if (keepProof)
      keepLog(box);
    if (stays)
      tree[box.record].postsolves = std::move(kernel.postsolves);
    kernel.log.clear();
    kernel.postsolves.clear();
    return stays;
  };
  if (!kernel.infeasible)
    layout::presolve(kernel, options.reductions, counts, spent, deadline);
  for (int round = 0; !kernel.infeasible && !passed(deadline); ++round) {
    Model model = buildModel(kernel, position);
    bool highDegree = !options.hubs && model.hasOpenHighDegree();
    bool wide = model.isWide(), decided = wide && !highDegree;
    DualAscent ascent(model, {.blocks = decided, .shares = options.shares, .leaps = options.leaps});
    box.state.apply(kernel, ascent.dual);
    ascent.restart(round == 0 ? 0.1 : 0.05);
    uint64_t sweeps = decided ? wideSweeps : highDegree ? highDegreeSweeps : sweepsPerBox;
    if (model.numNodes() > 0)
      spent += ascent.run(sweeps * sweepWork(ascent), best, deadline);
    else
      ascent.dual.sweep();
    if (passed(deadline))
      return close(true); // open, with the bound that it came with
    ascent.dual.keepIfBest();
    if (model.numNodes() == 0)
      offer(box, model, {}, kernel.constant);
    else if (!ascent.decoded().empty())
      offer(box, model, ascent.decoded(), ascent.decodedCost());
    if (decided && !passed(deadline))
      repairIn(box, ascent);
    RoundedDual rounded = ascent.rounded(best, deadline);
    if (passed(deadline))
      return close(true);
    bool higher = rounded.costBound() > box.bound;
    box.bound = std::max(box.bound, std::min(rounded.costBound(), best));
    box.state = DualState(kernel, ascent.dual);
    if (higher || box.bound >= best)
      keepDual(box, model, rounded);
    if (box.bound >= best || model.numNodes() == 0)
      return close(false);
    if (!higher)
      keepDual(box, model, rounded);
    if (decided) {
      settled = std::min(settled, box.bound);
      return close(false);
    }
    size_t fallen = fixByReducedCost(kernel, model, rounded, best);
    if (fallen > 0 && !kernel.infeasible)
      layout::presolve(kernel, options.reductions, counts, spent, deadline);
    if (passed(deadline))
      break;
    // Worth another climb when much fell.
    if (kernel.infeasible ||
        (round + 1 < (highDegree ? 1 : rounds) && fallen * 20 > static_cast<size_t>(model.labelBegin.back())))
      continue;
    Model reduced = fallen > 0 ? buildModel(kernel, position) : std::move(model);
    if (reduced.numNodes() == 0)
      continue;
    DualAscent last(reduced, {.shares = options.shares, .leaps = options.leaps});
    box.state.apply(kernel, last.dual);
    last.restart(0.05);
    spent += last.run(trialSweeps * sweepWork(last), best, deadline);
    RoundedDual guide = last.rounded(best, deadline);
    if (passed(deadline))
      return close(true);
    box.bound = std::max(box.bound, std::min(guide.costBound(), best));
    last.dual.restoreBest(); // splits are chosen by its prices
    box.state = DualState(kernel, last.dual);
    keepDual(box, reduced, guide);
    if (box.bound >= best || (highDegree && !wide && probeHighDegree(box, reduced, guide)))
      return close(box.bound < best);
    if ((options.frontier && !highDegree && !wide &&
         searchBox(box, reduced, guide,
                   (boxSearchWork + boxSearchWorkPerNode * static_cast<uint64_t>(reduced.numNodes())) >>
                       std::min(box.hopeless, 4))))
      return close(false);
    return close(chooseSplit(box, reduced, last.dual, guide));
  }
  return close(!kernel.infeasible);
}

void Branching::repairIn(const Box &box, DualAscent &ascent) {
  ascent.dual.restoreBest();
  ascent.dual.sweep(deadline);
  std::vector<int32_t> labels;
  ascent.dual.decode(labels);
  const Model &model = ascent.dual.model;
  if (CapacityRepair(model).run(labels, ascent.dual.price, spent, deadline))
    offer(box, model, labels, model.costOf(labels));
}

// While high-degree nodes are undecided nothing else is worth much work: every label of theirs is tried, those that a
// short climb closes are cut off. True when there is one.
bool Branching::probeHighDegree(Box &box, const Model &model, const RoundedDual &rounded) {
  std::vector<std::pair<int32_t, int32_t>> closed;
  std::vector<int64_t> reducedCost;
  size_t trials = 0;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (!model.isHighDegree(n) || model.size(n) < 2)
      continue;
    minMarginals(model, rounded, n, reducedCost);
    std::vector<int32_t> ranked(reducedCost.size());
    std::iota(ranked.begin(), ranked.end(), 0);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](int32_t s, int32_t t) { return reducedCost[s] > reducedCost[t]; });
    const KernelNode &node = box.kernel.nodes[model.kernelNode[n]];
    for (int32_t s : ranked) { // the dearest first; the last one stays
      if (s == ranked.back() || ++trials > highDegreeTrials || passed(deadline))
        break;
      Split split{0, model.kernelNode[n], {node.labels[s]}};
      if (tryHalf(box, split, 0) < best)
        break;
      closed.emplace_back(split.node, node.labels[s]);
    }
  }
  tree[box.record].probed = std::move(closed);
  return !tree[box.record].probed.empty();
}

// Everything cheaper in the box when that is within reach; else what a truncated search proves. Wider searches follow
// while they get on.
bool Branching::searchBox(Box &box, const Model &model, const RoundedDual &rounded, uint64_t work) {
  std::vector<int32_t> all(model.numNodes());
  std::iota(all.begin(), all.end(), 0);
  FrontierSearch search(model, rounded);
  search.free(all, {}, {}, deadline);
  if (passed(deadline))
    return false;
  SearchLimits limits;
  limits.work = work;
  limits.blocks = true;
  limits.deadline = deadline;
  int64_t missed = 0;
  for (limits.width = 1024; limits.width <= boxWidth; limits.width *= 4) {
    limits.reducedCost = rounded.limitFor(best - 1);
    SearchOutcome outcome = search.run(limits);
    spent += outcome.work + search.setupWork();
    if (!outcome.labels.empty())
      offer(box, model, outcome.labels, model.costOf(outcome.labels));
    if (outcome.gaveUp) {
      box.hopeless += limits.width == 1024; // its halves are hardly easier
      break;
    }
    if (outcome.discarded == infiniteReducedCost) {
      box.kernel.log.push_back({ProofStep::Kind::Search, -1, keepBounds(box, search)});
      return true;
    }
    int64_t gain = outcome.discarded - missed;
    missed = std::max(missed, outcome.discarded);
    if (gain < (limits.reducedCost - missed) / 8)
      break;
  }
  Cost bound = std::min(rounded.costAbove(missed), best);
  if (bound <= box.bound + (best - box.bound) / 10) // not worth a step that the checker has to enumerate
    return false;
  box.bound = bound;
  if (keepProof) {
    box.kernel.log.push_back(
        {ProofStep::Kind::Search, static_cast<int32_t>(tree[box.record].targets.size()), keepBounds(box, search)});
    tree[box.record].targets.push_back(bound);
  }
  return bound >= best;
}

void Branching::offer(const Box &box, const Model &model, const std::vector<int32_t> &labels, Cost cost) {
  if (cost >= best)
    return;
  best = foundCost = cost;
  std::vector<int32_t> choice(original.size(), -1);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    choice[model.kernelNode[n]] = box.kernel.nodes[model.kernelNode[n]].labels[labels[n]];
  applyPostsolves(box.kernel.postsolves, choice);
  for (int32_t record = tree[box.record].parent; record >= 0; record = tree[record].parent)
    applyPostsolves(tree[record].postsolves, choice);
  found.clear();
  for (size_t k = 0; k < choice.size(); ++k)
    found.emplace_back(original[k], choice[k]);
}

// By bytes: thresholds between which the priced bytes of a node jump, widest jump first.
std::vector<Branching::Split> Branching::byteSplits(const Box &box, const Model &model, const Dual &dual,
                                                    const RoundedDual &rounded) const {
  std::vector<Split> splits;
  double unit = std::ldexp(1.0, rounded.scaleBits), gap = static_cast<double>(best - box.bound);
  std::vector<double> sums(dual.price.size() + 1, 0.0);
  std::partial_sum(dual.price.begin(), dual.price.end(), sums.begin() + 1);
  std::vector<int64_t> reducedCost;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (model.size(n) < 2 || model.usagesOf(n).empty())
      continue;
    std::vector<double> priced(model.size(n), 0.0);
    for (const Model::Usage &usage : model.usagesOf(n))
      for (int32_t s = 0; s < model.size(n); ++s)
        priced[s] += (sums[usage.end] - sums[usage.begin]) * static_cast<double>(model.bytes[usage.bytesBegin + s]);
    std::vector<double> levels = priced;
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    if (levels.size() < 2)
      continue;
    minMarginals(model, rounded, n, reducedCost);
    const std::vector<int32_t> &labels = box.kernel.nodes[model.kernelNode[n]].labels;
    for (size_t level = 0; level + 1 < levels.size(); ++level) {
      Split split{0, model.kernelNode[n], {}};
      int64_t low = infiniteReducedCost, high = infiniteReducedCost;
      for (int32_t s = 0; s < model.size(n); ++s) {
        bool below = priced[s] <= levels[level];
        (below ? low : high) = std::min(below ? low : high, reducedCost[s]);
        if (below)
          split.low.push_back(labels[s]);
      }
      // A half that costs much by itself is nearly excluded already.
      double apart = static_cast<double>(std::max(low, high)) / unit;
      split.score = (levels[level + 1] - levels[level]) / (1 + apart / (0.25 * gap + 1));
      splits.push_back(std::move(split));
    }
  }
  std::stable_sort(splits.begin(), splits.end(), [](const Split &x, const Split &y) { return x.score > y.score; });
  splits.resize(std::min(splits.size(), byteTrials));
  return splits;
}

// By what the neighbours feel: two labels whose edge reduced costs differ most, everybody else with the nearer one.
std::vector<Branching::Split> Branching::labelSplits(const Box &box, const Model &model,
                                                     const RoundedDual &rounded) const {
  std::vector<Split> splits;
  std::vector<int64_t> reducedCost;
  int64_t most = std::max<int64_t>(1, rounded.limitFor(best - 1));
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    int32_t size = model.size(n);
    if (size < 2 || model.neighbours(n).empty())
      continue;
    minMarginals(model, rounded, n, reducedCost);
    auto distance = [&](int32_t s, int32_t t) {
      double sum = 0;
      for (const Model::Adjacent &adjacent : model.neighbours(n)) {
        size_t stride;
        const int64_t *x = rounded.edge.data() + (model.row(adjacent, n, s, stride) - model.costs.data());
        const int64_t *y = rounded.edge.data() + (model.row(adjacent, n, t, stride) - model.costs.data());
        double part = 0;
        int32_t others = model.size(adjacent.other);
        for (int32_t b = 0; b < others; ++b)
          part += static_cast<double>(std::abs(std::min(most, x[b * stride]) - std::min(most, y[b * stride])));
        sum += part / static_cast<double>(most) / others;
      }
      return sum;
    };
    int32_t near = static_cast<int32_t>(std::min_element(reducedCost.begin(), reducedCost.end()) - reducedCost.begin()),
            far = -1;
    double farthest = 0;
    for (int32_t s = 0; s < size; ++s) {
      double likely =
          1.0 - static_cast<double>(std::min(most, reducedCost[s] - reducedCost[near])) / static_cast<double>(most);
      double own = s == near ? 0.0 : distance(near, s) * likely;
      if (own > farthest) {
        farthest = own;
        far = s;
      }
    }
    if (far < 0)
      continue;
    Split split{farthest, model.kernelNode[n], {}};
    for (int32_t s = 0; s < size; ++s)
      if (distance(s, near) <= distance(s, far))
        split.low.push_back(box.kernel.nodes[split.node].labels[s]);
    if (static_cast<int32_t>(split.low.size()) < size)
      splits.push_back(std::move(split));
  }
  std::stable_sort(splits.begin(), splits.end(), [](const Split &x, const Split &y) { return x.score > y.score; });
  return splits;
}

// The label of every undecided high-degree node that the dual likes best, against the others.
std::vector<Branching::Split> Branching::highDegreeSplits(const Box &box, const Model &model,
                                                          const RoundedDual &rounded) const {
  std::vector<Split> splits;
  std::vector<int64_t> reducedCost;
  if (!model.hasOpenHighDegree())
    return splits;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (!model.isHighDegree(n) || model.size(n) < 2)
      continue;
    minMarginals(model, rounded, n, reducedCost);
    size_t best = std::min_element(reducedCost.begin(), reducedCost.end()) - reducedCost.begin();
    splits.push_back({0, model.kernelNode[n], {box.kernel.nodes[model.kernelNode[n]].labels[best]}});
    if (splits.size() == byteTrials)
      break;
  }
  return splits;
}

Cost Branching::tryHalf(const Box &box, const Split &split, int half) {
  Kernel kernel = box.kernel;
  kernel.log.clear();
  kernel.postsolves.clear();
  restrict(kernel, split, half);
  PresolveCounts counts;
  if (!kernel.infeasible)
    layout::presolve(kernel, options.reductions, counts, spent, deadline);
  if (kernel.infeasible)
    return best;
  Model model = buildModel(kernel, position);
  spent += 2 * model.costs.size();
  if (model.numNodes() == 0)
    return std::min(best, std::max(box.bound, kernel.constant));
  DualAscent ascent(model, {.shares = options.shares, .leaps = options.leaps});
  box.state.apply(kernel, ascent.dual);
  ascent.restart(0.1);
  spent += ascent.run(trialSweeps * sweepWork(ascent), best, deadline);
  double bound = std::min(ascent.dual.best(), static_cast<double>(best));
  return std::max(box.bound, static_cast<Cost>(std::max(bound, -1e18)));
}

bool Branching::suitsHubs(const Model &model) {
  int32_t hubs = 0;
  for (int32_t n = 0; n < model.numNodes(); ++n)
    hubs += model.size(n) > 1 && model.neighbours(n).size() >= manyOfHub;
  return hubs > manyHubs && fewestHubBoxes * model.numPotentials <= mostHubNumbers;
}

/// Whether the proof of another box could be too large to keep.
bool Branching::full() const {
  constexpr size_t dualsPerBox = 2 * (rounds + 1);
  return options.hubs && proofNumbers + dualsPerBox * boxNumbers > mostHubNumbers;
}

// The label that the dual likes best against the others, of the undecided nodes of most neighbours.
std::vector<Branching::Split> Branching::hubSplits(const Model &model, const Box &box,
                                                   const RoundedDual &rounded) const {
  std::vector<int32_t> hubs;
  for (int32_t n = 0; n < model.numNodes(); ++n)
    if (model.size(n) > 1 && model.neighbours(n).size() >= fewestOfHub)
      hubs.push_back(n);
  std::ranges::stable_sort(hubs, std::greater<>(), [&](int32_t n) { return model.neighbours(n).size(); });
  hubs.resize(std::min(hubs.size(), hubCandidates));
  std::vector<Split> splits;
  std::vector<int64_t> reducedCost;
  for (int32_t n : hubs) {
    minMarginals(model, rounded, n, reducedCost);
    size_t likes = std::ranges::min_element(reducedCost) - reducedCost.begin();
    splits.push_back({0, model.kernelNode[n], {box.kernel.nodes[model.kernelNode[n]].labels[likes]}});
  }
  return splits;
}

// What a node gained when it was tried is about what it gains in other boxes: few are tried in each.
bool Branching::splitAtHub(Box &box, const Model &model, const RoundedDual &rounded) {
  std::vector<Split> splits = hubSplits(model, box, rounded);
  size_t trials = 0;
  for (Split &split : splits) {
    auto known = hubScores.find(split.node);
    if (known == hubScores.end() && trials++ < hubTrials && !passed(deadline))
      known = hubScores.emplace(split.node, scoreOf(box, split)).first;
    split.score = known == hubScores.end() ? -1 : known->second;
  }
  if (splits.empty())
    return false;
  const Split &best = *std::ranges::max_element(splits, {}, &Split::score);
  tree[box.record].node = best.node;
  tree[box.record].low = best.low;
  return true;
}

double Branching::scoreOf(const Box &box, const Split &split) {
  double low = 1.0 + static_cast<double>(tryHalf(box, split, 0) - box.bound);
  double high = 1.0 + static_cast<double>(tryHalf(box, split, 1) - box.bound);
  return std::min(low, high) * std::sqrt(std::max(low, high));
}

// Tries the most promising splits and keeps the one that raises both halves most; false = nothing is left to split.
bool Branching::chooseSplit(Box &box, const Model &model, const Dual &dual, const RoundedDual &rounded) {
  if (options.hubs && splitAtHub(box, model, rounded))
    return true;
  std::vector<Split> splits = highDegreeSplits(box, model, rounded);
  if (splits.empty()) {
    splits = byteSplits(box, model, dual, rounded);
    std::vector<Split> others = labelSplits(box, model, rounded);
    others.resize(std::min(others.size(), splits.empty() ? byteTrials : labelTrials));
    splits.insert(splits.end(), others.begin(), others.end());
  }
  spent += 4 * model.costs.size();
  if (splits.empty())
    for (int32_t n = 0; n < model.numNodes() && splits.empty(); ++n)
      if (model.size(n) > 1)
        splits.push_back({0, model.kernelNode[n], {box.kernel.nodes[model.kernelNode[n]].labels[0]}});
  if (splits.empty()) // one labelling is left
    return !searchBox(box, model, rounded, UINT64_MAX);
  if (splits.size() == 1) { // no choice, so nothing to try
    tree[box.record].node = splits[0].node;
    tree[box.record].low = splits[0].low;
    return true;
  }
  double greatest = -1;
  for (const Split &split : splits) {
    double score = scoreOf(box, split);
    if (score > greatest) {
      greatest = score;
      tree[box.record].node = split.node;
      tree[box.record].low = split.low;
    }
    if (passed(deadline))
      break;
  }
  return true;
}
