//===- PlanReplay.cpp - What the iterations of a group move ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanReplay.h"
#include "Ranges.h"

#include <map>
#include <optional>

namespace alcove::plan::tiling {

namespace {

/// Positions [start, start + size), and the core (from 1 on) on whose panel they depend, 0: on none.
struct Span {
  int64_t start = 0;
  int64_t size = 1;
  int panel = 0;
  bool operator==(const Span &other) const { return start == other.start && size == other.size; }
};
using Box = std::vector<Span>;

Box wholeOf(const std::vector<int64_t> &shape) {
  Box box;
  for (int64_t extent : shape)
    box.push_back({0, extent});
  return box;
}

/// The core whose panels the box follows, 0: none.
int followsPanels(const Box &box) {
  int core = 0;
  for (const Span &span : box)
    core = std::max(core, span.panel);
  return core;
}

double elementsIn(const Box &box) {
  double count = 1;
  for (const Span &span : box)
    count *= static_cast<double>(span.size);
  return count;
}

/// SUT-H15: one range that has both, where it is no larger than they are together.
std::optional<Box> boxAround(const Box &a, const Box &b) {
  Box around = a;
  for (size_t d = 0; d < a.size(); ++d) {
    around[d].start = std::min(a[d].start, b[d].start);
    around[d].size = std::max(a[d].start + a[d].size, b[d].start + b[d].size) - around[d].start;
    around[d].panel = std::max(a[d].panel, b[d].panel);
  }
  if (followsPanels(a) != followsPanels(b) || elementsIn(around) > elementsIn(a) + elementsIn(b))
    return std::nullopt;
  return around;
}

/// What one iteration reads or writes.
struct Moved {
  const Access *access = nullptr;
  Box box;
  bool store = false;
  /// Moved for every panel of this core, 0: of none.
  int inner = 0;
  bool sameAs(const Moved &other) const {
    return access->tensor == other.access->tensor && box == other.box && store == other.store;
  }
};

struct Iteration {
  std::vector<Moved> moved;
  /// Bytes read element by element, for each iteration of the outer loops, and for each panel of the cores.
  std::vector<double> gathered;
};

struct Loop {
  /// Of the root, or of a core.
  unsigned loop = 0;
  int64_t size = 1;
  int64_t extent = 1;
  int64_t trips = 1;
  /// From 1 on, 0: around all panels.
  int core = 0;
  bool peeled = false;
};

class Replay {
public:
  Replay(const Problem &problem, const PlannedGroup &group) : problem(problem), nodes(problem.nodes), group(group) {
    describeLoops();
    int core = group.coreNode();
    bool panels = std::ranges::any_of(loops, [](const Loop &loop) { return loop.core != 0; });
    if (core < 0 || !panels)
      return;
    const std::optional<SoftmaxParts> &parts = nodes[core].softmax;
    bool carried = parts && std::ranges::all_of(parts->all(), [&](int part) {
                     return contains(group.members, part) && !contains(group.yields, part);
                   });
    softmax = carried ? &*parts : nullptr;
  }

  double run() {
    visit(0, 1);
    return total;
  }

private:
  void describeLoops() {
    const Node &root = nodes[group.members.back()];
    for (unsigned loop : group.evaluation.order) {
      int64_t size = group.tile[loop], extent = root.extents[loop];
      loops.push_back({loop, size, extent, std::max<int64_t>(ceilDiv(extent, size), 1)});
      splitReduction |= !root.parallel[loop];
    }
    size_t next = root.extents.size();
    for (size_t number = 0; number < group.cores.size(); ++number) {
      const Node &core = nodes[group.members[group.cores[number]]];
      for (unsigned panel : core.panelLoops()) {
        int64_t size = group.tile[next++], extent = core.extents[panel];
        if (size < extent)
          loops.push_back({panel, size, extent, ceilDiv(extent, size), static_cast<int>(number) + 1});
      }
    }
    // As many of the loops around all panels, and of those and the panels of a core.
    unsigned around = 0, own = 0;
    for (size_t i = 0; i < loops.size(); ++i) {
      own = i > 0 && loops[i].core == loops[i - 1].core ? own : 0;
      if (around + own >= maxPeels || loops[i].trips <= 1 || loops[i].extent % loops[i].size == 0)
        continue;
      loops[i].peeled = true;
      ++(loops[i].core == 0 ? around : own);
    }
    at.assign(loops.size(), 0);
    last = at;
  }

  Span spanOf(size_t which, const std::vector<int64_t> &where) const {
    const Loop &loop = loops[which];
    int64_t start = where[which] * loop.size;
    return {start, std::min(loop.size, loop.extent - start), loop.core};
  }

  /// First, second, last but one and last iteration of each loop; the second stands for those up to the last but two.
  void visit(size_t depth, double weight) {
    if (depth == loops.size()) {
      count(weight);
      return;
    }
    int64_t trips = loops[depth].trips;
    for (int64_t trip = 0; trip < trips; ++trip) {
      bool standsForMore = trip == 1 && trips > 4;
      at[depth] = trip;
      last[depth] = standsForMore ? trips - 3 : trip;
      visit(depth + 1, weight * static_cast<double>(last[depth] - trip + 1));
      trip = last[depth];
    }
  }

  bool isAround(size_t loop, int core) const { return loops[loop].core == 0 || loops[loop].core == core; }

  /// The iteration before in the nest around the panels of `core`; false for the first of all.
  bool before(std::vector<int64_t> &where, int core) const {
    for (size_t i = loops.size(); i-- > 0;) {
      if (!isAround(i, core))
        continue;
      if (where[i] > 0) {
        --where[i];
        return true;
      }
      where[i] = loops[i].trips - 1;
    }
    return false;
  }

  /// Both run in the same of the loops that ragged ones are split into.
  bool samePart(const std::vector<int64_t> &a, const std::vector<int64_t> &b, int core) const {
    for (size_t i = 0; i < loops.size(); ++i)
      if (isAround(i, core) && loops[i].peeled && (a[i] + 1 == loops[i].trips) != (b[i] + 1 == loops[i].trips))
        return false;
    return true;
  }

  void count(double weight) {
    // The panels of other cores run before or after.
    std::vector<int> running;
    for (int core = 0; core <= static_cast<int>(group.cores.size()); ++core) {
      bool runs = true;
      for (size_t i = 0; i < loops.size(); ++i)
        runs &= isAround(i, core) || at[i] == 0;
      if (runs)
        running.push_back(core);
    }
    if (running.empty())
      return;
    Iteration here = replay(at);
    std::vector<double> sizes = last == at ? sizesOf(here) : leastOf(here, replay(last));
    for (int core : running) {
      total += weight * here.gathered[core];
      std::vector<int64_t> where = at;
      bool hasBefore = before(where, core) && samePart(at, where, core);
      Iteration previous = hasBefore && group.evaluation.resident ? replay(where) : Iteration();
      for (size_t slot = 0; slot < here.moved.size(); ++slot)
        if (here.moved[slot].inner == core && !stays(here.moved, slot, previous.moved))
          total += weight * sizes[slot];
    }
  }

  static bool stays(const std::vector<Moved> &here, size_t slot, const std::vector<Moved> &previous) {
    if (here.size() == previous.size())
      return here[slot].sameAs(previous[slot]);
    return std::ranges::any_of(previous, [&](const Moved &other) { return here[slot].sameAs(other); });
  }

  static double bytes(const Moved &moved) {
    return elementsIn(moved.box) * static_cast<double>(moved.access->elementBytes);
  }

  static std::vector<double> sizesOf(const Iteration &here) {
    std::vector<double> sizes;
    for (const Moved &moved : here.moved)
      sizes.push_back(bytes(moved));
    return sizes;
  }

  /// What every iteration from `first` to `end` moves at least: borders cut the tiles at either end of a tensor, and
  /// what is between them is no smaller along any dimension.
  static std::vector<double> leastOf(const Iteration &first, const Iteration &end) {
    std::vector<double> sizes;
    for (size_t slot = 0; slot < first.moved.size(); ++slot) {
      Moved least = first.moved[slot];
      bool same = first.moved.size() == end.moved.size() && end.moved[slot].access == least.access;
      for (size_t d = 0; same && d < least.box.size(); ++d)
        least.box[d].size = std::min(least.box[d].size, end.moved[slot].box[d].size);
      sizes.push_back(same ? bytes(least) : 0);
    }
    return sizes;
  }

  static Box read(const Access &access, const Box &ranges) {
    Box box(access.dims.size());
    for (size_t d = 0; d < box.size(); ++d) {
      if (access.dims[d].whole) {
        box[d] = {0, access.shape[d]};
        continue;
      }
      box[d] = {access.dims[d].constant, 1};
      for (const AccessTerm &term : access.dims[d].terms) {
        box[d].start += term.coefficient * ranges[term.loop].start;
        box[d].size += term.coefficient * (ranges[term.loop].size - 1);
        if (term.coefficient != 0)
          box[d].panel = std::max(box[d].panel, ranges[term.loop].panel);
      }
      // What a padding stands for is not read.
      int64_t end = std::min(box[d].start + box[d].size, access.shape[d]);
      box[d].start = std::max<int64_t>(box[d].start, 0);
      box[d].size = std::max<int64_t>(end - box[d].start, 0);
    }
    return box;
  }

  /// All that one iteration moves, from the root backward.
  Iteration replay(const std::vector<int64_t> &where) const {
    Iteration result;
    result.gathered.resize(group.cores.size() + 1, 0);
    // What members are asked for, each once: positions of the loops of an operation, or of what a view shows.
    std::map<int, std::vector<Box>> asked;
    int root = group.members.back();
    for (size_t m = group.members.size(); m-- > 0;) {
      int member = group.members[m];
      if (member == root)
        compute(member, rangesOfRoot(where), where, asked, result);
      else
        for (const Box &box : parts(nodes[member], asked[member]))
          if (nodes[member].hasModel())
            compute(member, box, where, asked, result);
          else
            show(nodes[member], box, asked, result);
    }
    if (group.evaluation.tilesOfOne == TilesOfOne::Joined)
      joinLoads(result.moved);
    return result;
  }

  std::vector<Box> parts(const Node &node, std::vector<Box> boxes) const {
    if (group.evaluation.tilesOfOne == TilesOfOne::Joined && node.hasModel() && node.results.size() == 1)
      while (joinTwo(boxes, boxAround, [](Box &kept, Box around) { kept = std::move(around); }))
        ;
    return boxes;
  }

  static void joinLoads(std::vector<Moved> &moved) {
    auto around = [](const Moved &a, const Moved &b) {
      bool same = !a.store && !b.store && a.access->tensor == b.access->tensor;
      return same ? boxAround(a.box, b.box) : std::nullopt;
    };
    while (joinTwo(moved, around, [](Moved &kept, Box box) { kept.box = std::move(box); }))
      ;
  }

  /// True when two of `parts` became one.
  template <typename Part, typename Around, typename Set>
  static bool joinTwo(std::vector<Part> &parts, Around around, Set set) {
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t j = i + 1; j < parts.size(); ++j)
        if (std::optional<Box> both = around(parts[i], parts[j])) {
          set(parts[i], std::move(*both));
          parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
          return true;
        }
    return false;
  }

  Box rangesOfRoot(const std::vector<int64_t> &where) const {
    Box ranges = wholeOf(nodes[group.members.back()].extents);
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i].core == 0)
        ranges[loops[i].loop] = spanOf(i, where);
    return ranges;
  }

  /// Positions of each loop of `node` that make the part `box` of `result`.
  static Box rangesThatMake(const Node &node, const Access &result, const Box &box) {
    Box ranges = wholeOf(node.extents);
    for (size_t d = 0; d < box.size(); ++d)
      ranges[result.dims[d].terms[0].loop] = box[d];
    return ranges;
  }

  void compute(int member, Box ranges, const std::vector<int64_t> &where, std::map<int, std::vector<Box>> &asked,
               Iteration &result) const {
    const Node &node = nodes[member];
    bool isRoot = member == group.members.back();
    bool carried = softmax && (member == softmax->maximum || member == softmax->sum);
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i].core != 0 && (member == group.members[group.cores[loops[i].core - 1]] || carried))
        ranges[carried ? softmax->row : loops[i].loop] = spanOf(i, where);
    double gathered = elementsIn(ranges) * static_cast<double>(node.gatheredBytesPerPoint);
    result.gathered[followsPanels(ranges)] += gathered;
    for (const Access &input : node.inputs) {
      Box box = read(input, ranges);
      if (input.initOf >= 0 && isRoot && splitReduction && (!input.read || beginsAsFill(input, where)))
        continue; // assembled from its parts, never read; or begun in the first tile
      if (input.initOf >= 0 && isRoot && splitReduction)
        move(input, box, false, result);
      else
        ask(input, box, asked, result);
    }
    for (size_t number = 0; number < node.results.size(); ++number) {
      bool handedOn =
          contains(group.yields, member) && (node.results.size() == 1 || problem.leaves(member, number, group.members));
      if (!isRoot && !handedOn)
        continue;
      Box box = read(node.results[number], ranges);
      // Sums leave when the last panel is added.
      for (Span &span : box)
        span.panel = 0;
      move(node.results[number], box, true, result);
    }
  }

  /// SUT-H20: in strips, in the first tile along the only loop of the root's reduction that is cut.
  bool beginsAsFill(const Access &input, const std::vector<int64_t> &where) const {
    int cut = 0;
    bool first = true;
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i].core == 0 && !nodes[group.members.back()].parallel[loops[i].loop]) {
        ++cut;
        first &= where[i] == 0;
      }
    return cut == 1 && first && group.evaluation.stripLoop >= 0 && input.producer >= 0 &&
           nodes[input.producer].attached;
  }

  void move(const Access &access, const Box &box, bool store, Iteration &result) const {
    Moved moved{&access, box, store, followsPanels(box)};
    if (std::ranges::none_of(result.moved, [&](const Moved &other) { return other.sameAs(moved); }))
      result.moved.push_back(std::move(moved));
  }

  void ask(const Access &access, const Box &box, std::map<int, std::vector<Box>> &asked, Iteration &result) const {
    bool isFill = access.producer >= 0 && nodes[access.producer].attached;
    if (isFill || (access.initOf >= 0 && !access.read && !contains(group.members, access.producer)))
      return;
    if (!contains(group.members, access.producer)) {
      move(access, box, false, result);
      return;
    }
    const Node &producer = nodes[access.producer];
    Box wanted = producer.hasModel() ? rangesThatMake(producer, producer.results[access.producerResult], box) : box;
    std::vector<Box> &boxes = asked[access.producer];
    if (!contains(boxes, wanted))
      boxes.push_back(std::move(wanted));
  }

  /// The part of its source that a view shows, or of each operand that a copy joins.
  void show(const Node &node, const Box &box, std::map<int, std::vector<Box>> &asked, Iteration &result) const {
    const Movement &movement = node.movement;
    if (node.kind == NodeKind::Concat) {
      for (const Access &input : node.inputs) {
        Box part = box;
        part[movement.joined] = {0, input.shape[movement.joined]};
        ask(input, part, asked, result);
      }
      return;
    }
    const Access &source = node.inputs[0];
    Box shown = wholeOf(source.shape);
    if (node.kind == NodeKind::Slice) {
      size_t next = 0;
      for (size_t d = 0; d < shown.size(); ++d) {
        shown[d] = movement.dropped[d] ? Span{} : box[next++];
        shown[d].start += movement.offsets[d];
      }
    } else if (node.kind == NodeKind::Expand) {
      for (size_t d = 0; d < movement.parts.size(); ++d)
        shown[d] = together(movement.parts[d], box, node.results[0].shape);
    } else {
      for (size_t d = 0; d < movement.parts.size(); ++d)
        apart(movement.parts[d], box[d], source.shape, shown);
    }
    ask(source, shown, asked, result);
  }

  /// From the first to the last position that `parts` of `box` stand for in the dimension that they make together. Below
  /// several rows all of each is there: a tile is one range, and stays where another part of the rows is asked for.
  static Span together(const std::vector<int> &parts, const Box &box, const std::vector<int64_t> &shape) {
    Span span;
    int64_t last = 0;
    bool rows = false;
    for (int part : parts) {
      const Span piece = rows ? Span{0, shape[part]} : box[part];
      rows |= piece.size > 1;
      span.start = span.start * shape[part] + piece.start;
      last = last * shape[part] + piece.start + piece.size - 1;
      span.panel = std::max(span.panel, box[part].panel);
    }
    span.size = last - span.start + 1;
    return span;
  }

  /// The ranges of `parts` that `span` of the dimension that they make together lies in.
  static void apart(const std::vector<int> &parts, Span span, const std::vector<int64_t> &shape, Box &shown) {
    for (size_t i = parts.size(); i-- > 0;) {
      int64_t extent = std::max<int64_t>(shape[parts[i]], 1);
      int64_t first = span.start / extent, last = (span.start + span.size - 1) / extent;
      // Several rows: of each row somewhere all of it.
      bool rows = first != last && i > 0;
      shown[parts[i]] = rows ? Span{0, extent, span.panel} : Span{span.start - first * extent, span.size, span.panel};
      span = {first, last - first + 1, span.panel};
    }
  }

  const Problem &problem;
  const std::vector<Node> &nodes;
  const PlannedGroup &group;
  std::vector<Loop> loops;
  bool splitReduction = false;
  const SoftmaxParts *softmax = nullptr;
  /// The iteration that is counted, and the last one that it stands for.
  std::vector<int64_t> at, last;
  double total = 0;
};

} // namespace

double replayTraffic(const Problem &problem, const PlannedGroup &group) { return Replay(problem, group).run(); }

} // namespace alcove::plan::tiling
