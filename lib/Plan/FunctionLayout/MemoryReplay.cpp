//===- MemoryReplay.cpp - The L1 of one core, address by address ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MemoryReplay.h"
#include "alcove/Base/Support/SubsetSum.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

//===----------------------------------------------------------------------===//
// Which allocation is what
//===----------------------------------------------------------------------===//

UsePlan plan::planUses(std::span<const L1Use> uses, std::span<const Bytes> resultBytes) {
  UsePlan plan;
  plan.resultOfUse.assign(uses.size(), -1);
  plan.freedByUse.resize(uses.size());
  std::vector<int32_t> live;
  for (size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].kind == L1Use::Kind::Allocate)
      live.push_back(static_cast<int32_t>(i));
    if (uses[i].kind != L1Use::Kind::Release)
      continue;
    std::vector<int64_t> sizes;
    for (int32_t use : live)
      sizes.push_back(uses[use].bytes);
    for (size_t freed : SubsetSum(std::move(sizes)).find(uses[i].bytes))
      plan.freedByUse[i].push_back(live[freed]);
    for (int32_t freed : plan.freedByUse[i])
      std::erase(live, freed);
  }
  for (size_t result = resultBytes.size(); result-- > 0;) {
    if (resultBytes[result] == 0)
      continue;
    auto match =
        std::find_if(live.rbegin(), live.rend(), [&](int32_t use) { return uses[use].bytes == resultBytes[result]; });
    if (match == live.rend())
      continue;
    plan.resultOfUse[*match] = static_cast<int32_t>(result);
    live.erase(std::next(match).base());
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

int32_t MemoryReplay::add(Bytes bytes, bool temporary) {
  buffers.push_back({bytes, -1, -1, temporary});
  return static_cast<int32_t>(buffers.size()) - 1;
}

/// The top of the highest free range that is large enough.
bool MemoryReplay::place(int32_t buffer) {
  Bytes size = roundUp(buffers[buffer].bytes, alignment), top = limit;
  for (size_t i = 0; i <= placed.size(); ++i) {
    Bytes bottom = i < placed.size() ? buffers[placed[i]].end : 0;
    Bytes begin = top / alignment * alignment - size;
    if (begin >= bottom) {
      buffers[buffer].begin = begin;
      buffers[buffer].end = begin + size;
      placed.insert(placed.begin() + static_cast<std::ptrdiff_t>(i), buffer);
      held += size;
      return true;
    }
    if (i < placed.size())
      top = buffers[placed[i]].begin;
  }
  return false;
}

void MemoryReplay::free(int32_t buffer) {
  auto at = std::find(placed.begin(), placed.end(), buffer);
  if (at == placed.end())
    return;
  placed.erase(at);
  sum -= buffers[buffer].bytes;
  held -= buffers[buffer].end - buffers[buffer].begin;
}

Bytes MemoryReplay::largestFree() const {
  Bytes largest = 0, top = limit;
  for (int32_t buffer : placed) {
    largest = std::max(largest, top - buffers[buffer].end);
    top = buffers[buffer].begin;
  }
  return std::max(largest, top);
}

std::vector<int32_t> MemoryReplay::live() const {
  std::vector<int32_t> result;
  for (int32_t buffer : placed)
    if (!buffers[buffer].temporary)
      result.push_back(buffer);
  std::sort(result.begin(), result.end(), [&](int32_t a, int32_t b) {
    return buffers[a].bytes != buffers[b].bytes ? buffers[a].bytes > buffers[b].bytes : a < b;
  });
  return result;
}

void MemoryReplay::observe(Bytes circular) {
  mostHeld = std::max(mostHeld, held + circular);
  mostExtent = std::max(mostExtent, circular + limit - lowest());
}

// FL-18
MemoryReplay::Failure MemoryReplay::noPlace(const char *what, Bytes bytes) const {
  return {"FL-18", fmt::format("finds no place for {} of {} B: {} B of {} are free, the largest free range has {} B",
                               what, bytes, limit - held, limit, largestFree())};
}

// FL-19
std::optional<MemoryReplay::Failure> MemoryReplay::checkCircular(Bytes circular) const {
  if (circular == 0 || circular <= lowest())
    return std::nullopt;
  return Failure{"FL-19", fmt::format("its circular buffers take [0, {}), the lowest live buffer begins at {}; {} B "
                                      "are free in all",
                                      circular, lowest(), limit - held)};
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::optional<MemoryReplay::Failure> MemoryReplay::enter(Bytes bytes, int32_t &buffer) {
  buffer = add(bytes, /*temporary=*/false);
  if (bytes > 0) {
    if (!place(buffer))
      return noPlace("an argument", bytes);
    sum += bytes;
  }
  mostSum = std::max(mostSum, sum);
  observe(0);
  return std::nullopt;
}

std::optional<MemoryReplay::Failure> MemoryReplay::allocate(size_t use, const Step &step, Running &running,
                                                            std::vector<int32_t> &results) {
  int32_t result = running.plan.resultOfUse[use];
  Bytes bytes = result >= 0 ? step.resultBytes[result] : step.uses[use].bytes;
  int32_t buffer = add(bytes, result < 0);
  (result >= 0 ? results[result] : running.temporaryOfUse[use]) = buffer;
  if (bytes == 0)
    return std::nullopt;
  if (!place(buffer))
    return noPlace(result >= 0 ? "a result" : "a temporary", bytes);
  sum += bytes;
  return std::nullopt;
}

/// Temporaries, in the order in which they came, go to the highest places that are free now.
std::optional<MemoryReplay::Failure> MemoryReplay::moveUp(Running &running) {
  for (int32_t buffer : running.temporaryOfUse) {
    if (buffer < 0 || buffers[buffer].bytes == 0)
      continue;
    free(buffer);
    if (!place(buffer))
      return noPlace("a temporary", buffers[buffer].bytes);
    sum += buffers[buffer].bytes;
  }
  return std::nullopt;
}

std::optional<MemoryReplay::Failure> MemoryReplay::apply(size_t use, const Step &step, Running &running,
                                                         std::vector<int32_t> &results) {
  switch (step.uses[use].kind) {
  case L1Use::Kind::Allocate:
    return allocate(use, step, running, results);
  case L1Use::Kind::Release:
    for (int32_t freed : running.plan.freedByUse[use])
      if (int32_t &buffer = running.temporaryOfUse[freed]; buffer >= 0) {
        free(buffer);
        buffer = -1;
      }
    break;
  case L1Use::Kind::CircularBuffers:
    running.circular += step.uses[use].bytes;
    break;
  case L1Use::Kind::EndProgram:
    running.circular = 0;
    break;
  case L1Use::Kind::InputDone:
    if (step.consumed >= 0)
      free(step.consumed);
    break;
  case L1Use::Kind::MoveUp:
    return moveUp(running);
  }
  return std::nullopt;
}

std::optional<MemoryReplay::Failure> MemoryReplay::run(const Step &step, std::vector<int32_t> &results) {
  results.assign(step.resultBytes.size(), -1);
  mostSum = std::max(mostSum, sum + step.peakBytes);
  // FL-17
  if (sum + step.peakBytes > limit)
    return Failure{"FL-17", fmt::format("needs {} B of L1 per core for itself beside {} B of live tensors, {} B are "
                                        "usable",
                                        step.peakBytes, sum, limit)};
  Running running{planUses(step.uses, step.resultBytes), std::vector<int32_t>(step.uses.size(), -1)};
  observe(0);
  for (size_t use = 0; use < step.uses.size(); ++use) {
    if (std::optional<Failure> failure = apply(use, step, running, results))
      return failure;
    observe(running.circular);
    if (std::optional<Failure> failure = checkCircular(running.circular))
      return failure;
  }
  for (int32_t buffer : running.temporaryOfUse)
    if (buffer >= 0)
      free(buffer);
  // What no Allocate accounts for comes at the end.
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i] >= 0 || step.resultBytes[i] == 0)
      continue;
    results[i] = add(step.resultBytes[i], /*temporary=*/false);
    if (!place(results[i]))
      return noPlace("a result", step.resultBytes[i]);
    sum += step.resultBytes[i];
  }
  observe(0);
  if (step.consumed >= 0)
    free(step.consumed);
  return std::nullopt;
}
