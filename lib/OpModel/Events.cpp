//===- Events.cpp - The L1 of one op while it runs ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Events.h"
#include "alcove/Base/Support/SubsetSum.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;

static std::vector<L1Event> eventsFromPeaks(const Constraints &constraints) {
  std::vector<L1Event> events;
  Bytes output = constraints.outputBytes, temporary = constraints.tensorPeakBytes - output;
  Bytes beside = constraints.totalPeakBytes - constraints.tensorPeakBytes;
  auto add = [&](L1Event::Kind kind, Bytes bytes) {
    if (bytes > 0)
      events.push_back({kind, bytes});
  };
  add(L1Event::Kind::Allocate, temporary);
  add(L1Event::Kind::Allocate, output);
  add(L1Event::Kind::CircularBuffers, beside);
  events.push_back({L1Event::Kind::EndProgram, 0});
  add(L1Event::Kind::Release, temporary);
  // The peak of the circular buffers was reached beside fewer tensors.
  if (constraints.cbPeakBytes > beside) {
    add(L1Event::Kind::CircularBuffers, constraints.cbPeakBytes);
    events.push_back({L1Event::Kind::EndProgram, 0});
  }
  return events;
}

std::vector<L1Event> opmodel::eventsOf(const Constraints &constraints) {
  return constraints.events.empty() ? eventsFromPeaks(constraints) : constraints.events;
}

namespace {
/// Buffers by their distance from the top of the L1, nearest first.
class FromTheTop {
public:
  explicit FromTheTop(Bytes alignment) : alignment(alignment) {}

  void place(Bytes bytes) {
    Bytes size = roundUp(bytes, alignment), begin = 0;
    auto at = buffers.begin();
    for (; at != buffers.end() && at->begin - begin < size; ++at)
      begin = at->begin + roundUp(at->bytes, alignment);
    buffers.insert(at, {begin, bytes, next++});
  }

  void release(Bytes sum) {
    std::vector<Buffer> byAge = inOrderOfAge();
    std::vector<int64_t> sizes;
    for (const Buffer &buffer : byAge)
      sizes.push_back(buffer.bytes);
    for (size_t freed : SubsetSum(std::move(sizes)).find(sum))
      std::erase_if(buffers, [&](const Buffer &buffer) { return buffer.number == byAge[freed].number; });
  }

  void moveUp() {
    for (const Buffer &buffer : inOrderOfAge()) {
      std::erase_if(buffers, [&](const Buffer &other) { return other.number == buffer.number; });
      place(buffer.bytes);
    }
  }

  Bytes extent() const { return buffers.empty() ? 0 : buffers.back().begin + roundUp(buffers.back().bytes, alignment); }

private:
  struct Buffer {
    Bytes begin, bytes;
    int number; ///< in the order of allocation
  };

  std::vector<Buffer> inOrderOfAge() const {
    std::vector<Buffer> result = buffers;
    std::sort(result.begin(), result.end(), [](const Buffer &a, const Buffer &b) { return a.number < b.number; });
    return result;
  }

  Bytes alignment;
  std::vector<Buffer> buffers;
  int next = 0;
};
} // namespace

Bytes opmodel::extentOf(const std::vector<L1Event> &events, Bytes alignment) {
  FromTheTop buffers(alignment);
  Bytes circular = 0, most = 0;
  for (const L1Event &event : events) {
    switch (event.kind) {
    case L1Event::Kind::Allocate:
      buffers.place(event.bytes);
      break;
    case L1Event::Kind::Release:
      buffers.release(event.bytes);
      break;
    case L1Event::Kind::CircularBuffers:
      circular += event.bytes;
      break;
    case L1Event::Kind::EndProgram:
      circular = 0;
      break;
    case L1Event::Kind::InputDone: // operands are not among the events
      break;
    case L1Event::Kind::MoveUp:
      buffers.moveUp();
      break;
    }
    most = std::max(most, circular + buffers.extent());
  }
  return most;
}
