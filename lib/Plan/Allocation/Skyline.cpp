//===- Skyline.cpp - Best fit on the lowest valley ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Skyline.h"
#include "SpanMaximum.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

Waiting::Waiting(const Timeline &timeline)
    : timeline(timeline), order(timeline.first.size()), position(order.size()), keys(order.size(), 0) {
  std::iota(order.begin(), order.end(), uint32_t(0));
  split(1, 0, order.size(), false);
  for (size_t i = 0; i != order.size(); ++i)
    position[order[i]] = static_cast<uint32_t>(i);
}

/// Median splits by start and end in turn, so that a node's part follows from its number.
void Waiting::split(size_t node, size_t from, size_t to, bool byLast) {
  if (nodes.size() <= node)
    nodes.resize(node + 1);
  if (to - from <= leafSize)
    return;
  size_t middle = from + (to - from) / 2;
  const std::vector<uint32_t> &by = byLast ? timeline.last : timeline.first;
  auto at = [&](size_t index) { return order.begin() + static_cast<std::ptrdiff_t>(index); };
  std::nth_element(at(from), at(middle), at(to),
                   [&](uint32_t a, uint32_t b) { return std::pair(by[a], a) < std::pair(by[b], b); });
  split(2 * node, from, middle, !byLast);
  split(2 * node + 1, middle, to, !byLast);
}

void Waiting::join(size_t node) {
  const Node &left = nodes[2 * node], &right = nodes[2 * node + 1];
  nodes[node] = {std::max(left.latestFirst, right.latestFirst), std::min(left.earliestLast, right.earliestLast),
                 std::max(left.best, right.best)};
}

/// The leaves of a part and what is above them.
void Waiting::refresh(size_t node, size_t from, size_t to) {
  if (to - from > leafSize) {
    size_t middle = from + (to - from) / 2;
    refresh(2 * node, from, middle);
    refresh(2 * node + 1, middle, to);
    return join(node);
  }
  Node leaf{0, std::numeric_limits<uint32_t>::max(), 0};
  for (size_t i = from; i != to; ++i)
    if (uint32_t buffer = order[i]; keys[buffer] > 0)
      leaf = {std::max(leaf.latestFirst, timeline.first[buffer]), std::min(leaf.earliestLast, timeline.last[buffer]),
              std::max(leaf.best, keys[buffer])};
  nodes[node] = leaf;
}

void Waiting::restart(std::span<const float> given) {
  keys.assign(given.begin(), given.end());
  refresh(1, 0, order.size());
}

int64_t Waiting::best(uint32_t first, uint32_t last) const {
  float most = 0;
  int64_t found = -1;
  search(1, 0, order.size(), first, last, most, found);
  return found;
}

void Waiting::search(size_t node, size_t from, size_t to, uint32_t first, uint32_t last, float &most,
                     int64_t &found) const {
  const Node &here = nodes[node];
  if (here.best <= most || here.latestFirst < first || here.earliestLast > last)
    return;
  if (to - from <= leafSize) {
    for (size_t i = from; i != to; ++i)
      if (uint32_t buffer = order[i];
          keys[buffer] > most && timeline.first[buffer] >= first && timeline.last[buffer] <= last) {
        most = keys[buffer];
        found = buffer;
      }
    return;
  }
  size_t middle = from + (to - from) / 2;
  bool rightFirst = nodes[2 * node + 1].best > nodes[2 * node].best;
  if (rightFirst)
    search(2 * node + 1, middle, to, first, last, most, found);
  search(2 * node, from, middle, first, last, most, found);
  if (!rightFirst)
    search(2 * node + 1, middle, to, first, last, most, found);
}

void Waiting::remove(size_t buffer) {
  keys[buffer] = 0;
  size_t node = 1, from = 0, to = order.size();
  while (to - from > leafSize) {
    size_t middle = from + (to - from) / 2;
    bool right = position[buffer] >= middle;
    node = 2 * node + right;
    (right ? from : to) = middle;
  }
  refresh(node, from, to);
  while (node /= 2)
    join(node);
}

//===----------------------------------------------------------------------===//
// Skyline
//===----------------------------------------------------------------------===//

Skyline::Skyline(const AllocationProblem &problem, const Timeline &timeline)
    : problem(problem), timeline(timeline), waiting(timeline) {}

int32_t Skyline::add(const Segment &segment) {
  int32_t index;
  if (unused.empty()) {
    index = static_cast<int32_t>(segments.size());
    segments.push_back(segment);
  } else {
    index = unused.back();
    unused.pop_back();
    segments[index] = segment;
  }
  if (segment.previous >= 0)
    segments[segment.previous].next = index;
  if (segment.next >= 0)
    segments[segment.next].previous = index;
  return index;
}

void Skyline::enqueue(int32_t segment) {
  queue.push_back({segments[segment].height, segments[segment].first, segment});
  std::push_heap(queue.begin(), queue.end());
}

/// The segment that begins at `at`, which lies in `segment`; what is left of it stays.
int32_t Skyline::cut(int32_t segment, uint32_t at) {
  Segment right = segments[segment];
  if (at == right.first)
    return segment;
  right.first = at;
  right.previous = segment;
  segments[segment].last = at;
  enqueue(segment);
  return add(right);
}

/// `neighbour` of the same height becomes part of `segment`.
void Skyline::absorb(int32_t segment, int32_t neighbour) {
  Segment &here = segments[segment], &other = segments[neighbour];
  if (other.first < here.first) {
    here.first = other.first;
    here.previous = other.previous;
    if (here.previous >= 0)
      segments[here.previous].next = segment;
  } else {
    here.last = other.last;
    here.next = other.next;
    if (here.next >= 0)
      segments[here.next].previous = segment;
  }
  other.first = other.last; // no entry of the queue is of it any more
  other.height = -1;
  unused.push_back(neighbour);
}

void Skyline::raise(int32_t segment, Bytes height) {
  segments[segment].height = height;
  for (int32_t neighbour : {segments[segment].previous, segments[segment].next})
    if (neighbour >= 0 && segments[neighbour].height == height)
      absorb(segment, neighbour);
  enqueue(segment);
}

/// Flat, but for what fixed buffers hold below.
void Skyline::begin() {
  segments.clear();
  unused.clear();
  queue.clear();
  SpanMaximum<Bytes> floor(timeline.intervals);
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (const AllocationBuffer &buffer = problem.buffers[i]; buffer.fixedOffset && buffer.size > 0)
      floor.raise(timeline.first[i], timeline.last[i], *buffer.fixedOffset + buffer.size);
  std::vector<Bytes> heights = std::move(floor).values();
  for (size_t from = 0, to = 0; from != heights.size(); from = to) {
    while (to != heights.size() && heights[to] == heights[from])
      ++to;
    int32_t before = static_cast<int32_t>(segments.size()) - 1;
    enqueue(add({static_cast<uint32_t>(from), static_cast<uint32_t>(to), before, -1, heights[from]}));
  }
}

AllocationSolution Skyline::fill(std::span<const float> keys) {
  AllocationSolution solution;
  solution.offsets.assign(problem.buffers.size(), 0);
  std::vector<float> free(keys.begin(), keys.end());
  size_t left = 0;
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    solution.offsets[i] = problem.buffers[i].fixedOffset.value_or(0);
    bool waits = !problem.buffers[i].fixedOffset && problem.buffers[i].size > 0;
    free[i] = waits ? std::max(keys[i], std::numeric_limits<float>::min()) : 0;
    left += waits;
  }
  waiting.restart(free);
  begin();
  while (left > 0) {
    std::pop_heap(queue.begin(), queue.end());
    Queued lowest = queue.back();
    queue.pop_back();
    const Segment &valley = segments[lowest.segment];
    if (valley.height != lowest.height || valley.first != lowest.first)
      continue; // it was raised, cut or absorbed since
    int64_t buffer = waiting.best(valley.first, valley.last);
    if (buffer >= 0) {
      Bytes offset = roundUp(valley.height, problem.buffers[buffer].alignment);
      solution.offsets[buffer] = offset;
      waiting.remove(buffer);
      --left;
      int32_t middle = cut(lowest.segment, timeline.first[buffer]);
      if (timeline.last[buffer] != segments[middle].last)
        enqueue(cut(middle, timeline.last[buffer]));
      raise(middle, offset + problem.buffers[buffer].size);
      continue;
    }
    Bytes wall = std::numeric_limits<Bytes>::max();
    for (int32_t neighbour : {valley.previous, valley.next})
      if (neighbour >= 0)
        wall = std::min(wall, segments[neighbour].height);
    raise(lowest.segment, wall);
  }
  return solution;
}
