//===- SpillPass.cpp - Second pass: the walk ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SpillPass.h"

#include <fmt/format.h>

namespace alcove::plan::beam {

SpillPass::SpillPass(BeamDecisions &decisions, const FunctionPolicyOptions &options, const Exclusions &exclusions)
    : decisions(decisions), problem(decisions.problem), uses(decisions.uses), options(options),
      numOps(static_cast<int32_t>(decisions.problem.numOps())),
      numTensors(static_cast<int32_t>(decisions.problem.tensors.size())),
      tracker(decisions.problem.capacity, decisions.problem.alignment), lastUse(numTensors), root(numTensors),
      forced(numOps + 1), demotions(numOps) {
  int32_t next = numTensors;
  for (const PlanOp &op : problem.ops) {
    edgeOffset.push_back(next);
    next += static_cast<int32_t>(op.operands.size());
  }
  for (int32_t tensor = 0; tensor < numTensors; ++tensor)
    root[tensor] = tensor;
  for (int32_t op = numOps - 1; op >= 0; --op)
    for (int32_t tensor : problem.ops[op].results)
      lastUse[tensor] = computeLastUse(tensor);
  for (int32_t tensor = 0; tensor < numTensors; ++tensor)
    if (problem.tensors[tensor].producer < 0)
      lastUse[tensor] = computeLastUse(tensor);
  for (int32_t tensor : exclusions.results)
    if (problem.tensors[tensor].producer >= 0 && decisions.isMadeInL1(tensor) && canSpill(tensor))
      evict(tensor, 0);
}

void SpillPass::tell(std::string_view action, int32_t op, const std::string &detail) const {
  if (options.observer)
    options.observer->event({action, op, detail});
}

int32_t SpillPass::edgeId(int32_t op, size_t operand) const { return edgeOffset[op] + static_cast<int32_t>(operand); }

/// The conversion that the operand reads: its own, or that of the first reader that shares it.
int32_t SpillPass::conversionOf(int32_t op, size_t operand) const {
  if (decisions.isShared(op, operand)) {
    int32_t tensor = problem.ops[op].operands[operand], layout = decisions.needsOf(op)[operand];
    for (const Use &use : uses.readers[tensor])
      if (decisions.needsOf(use.op)[use.operand] == layout && decisions.isShared(use.op, use.operand))
        return edgeId(use.op, use.operand);
  }
  return edgeId(op, operand);
}

/// The buffer in L1 that the op reads; -1 when it reads DRAM.
int32_t SpillPass::bufferRead(int32_t op, size_t operand) const {
  int32_t tensor = problem.ops[op].operands[operand];
  if (!problem.layoutOf(tensor, decisions.needsOf(op)[operand]).isL1())
    return -1;
  return decisions.isConverted(op, operand) ? conversionOf(op, operand) : root[tensor];
}

/// Last use of the op's results that are views of the operand; -1 without any.
int32_t SpillPass::aliasUse(int32_t op, size_t operand) const {
  int32_t last = -1;
  std::span<const int32_t> aliases = problem.classOf(op).candidates.aliasesOf(decisions.candidates[op]);
  for (size_t r = 0; r < aliases.size(); ++r)
    if (aliases[r] == static_cast<int32_t>(operand))
      last = std::max(last, lastUse[problem.ops[op].results[r]]);
  return last;
}

int32_t SpillPass::lastReaderOf(int32_t op, size_t operand) const {
  int32_t last = std::max(op, aliasUse(op, operand));
  if (!decisions.isShared(op, operand))
    return last;
  int32_t tensor = problem.ops[op].operands[operand], layout = decisions.needsOf(op)[operand];
  for (const Use &use : uses.readers[tensor])
    if (decisions.needsOf(use.op)[use.operand] == layout && decisions.isShared(use.op, use.operand))
      last = std::max({last, use.op, aliasUse(use.op, use.operand)});
  return last;
}

/// GB-11. Conversions count as reads where they stand; the return is position numOps.
int32_t SpillPass::computeLastUse(int32_t tensor) const {
  int32_t last = std::max(problem.tensors[tensor].producer, 0);
  if (decisions.isSpilled(tensor))
    return last;
  if (problem.tensors[tensor].resident || uses.returned[tensor])
    return numOps;
  for (const Use &use : uses.readers[tensor]) {
    last = std::max(last, use.op);
    if (!decisions.isConverted(use.op, use.operand))
      last = std::max(last, aliasUse(use.op, use.operand));
  }
  return last;
}

/// Upwards along views while something changes.
void SpillPass::refreshLastUse(int32_t tensor) {
  for (;;) {
    int32_t before = lastUse[tensor], producer = problem.tensors[tensor].producer;
    lastUse[tensor] = computeLastUse(tensor);
    if (producer < 0 || lastUse[tensor] == before)
      return;
    const std::vector<int32_t> &results = problem.ops[producer].results;
    size_t r = std::find(results.begin(), results.end(), tensor) - results.begin();
    int32_t operand = problem.classOf(producer).candidates.aliasesOf(decisions.candidates[producer])[r];
    if (operand < 0)
      return;
    tensor = problem.ops[producer].operands[operand];
  }
}

void SpillPass::forceIn(const LiveBuffer &buffer) {
  LiveBuffer placed = buffer;
  placed.address = tracker.findPlace(buffer.bytes).value_or(0);
  tracker.add(placed);
}

/// GB-10, GB-12, GB-13: by sum, by address, and with the cushion.
bool SpillPass::admit(int32_t op, Bytes peak, Bytes circular, std::span<const LiveBuffer> made) {
  if (forced[op]) {
    for (const LiveBuffer &buffer : made)
      forceIn(buffer);
    return true;
  }
  if (Bytes sum = tracker.sum(); sum + peak > problem.capacity) {
    tell("oom", op, fmt::format("{} B live + {} B > {} B", sum, peak, problem.capacity));
    return false;
  }
  L1Tracker next = tracker;
  for (LiveBuffer buffer : made) {
    std::optional<Bytes> address = next.findPlace(buffer.bytes);
    if (!address) {
      tell("fragmentation", op, fmt::format("no gap of {} B", buffer.bytes));
      return false;
    }
    buffer.address = *address;
    next.add(buffer);
  }
  if (!next.buffers().empty() && circular + next.cushion() > next.lowest()) {
    tell("fragmentation", op,
         fmt::format("circular buffers {} B + cushion {} B > {} B", circular, next.cushion(), next.lowest()));
    return false;
  }
  tracker = std::move(next);
  return true;
}

/// The conversion in front of an operand, if it needs one.
bool SpillPass::convertOperand(int32_t op, size_t operand) {
  if (!decisions.isConverted(op, operand) || conversionOf(op, operand) != edgeId(op, operand))
    return true;
  int32_t tensor = problem.ops[op].operands[operand], layout = decisions.needsOf(op)[operand];
  const Conversion &conversion =
      problem.conversion(problem.tensors[tensor].kind, decisions.settledLayout(tensor), layout);
  std::vector<LiveBuffer> made;
  if (problem.layoutOf(tensor, layout).isL1()) {
    made.push_back({edgeId(op, operand), problem.layoutOf(tensor, layout).l1Bytes, 0, op, lastReaderOf(op, operand)});
  }
  if (!admit(op, conversion.peakBytes, conversion.circularBytes, made))
    return false;
  dropBehindConversion(op, operand);
  return true;
}

/// What the op reads only through this conversion is dead before the op runs.
void SpillPass::dropBehindConversion(int32_t op, size_t operand) {
  int32_t source = root[problem.ops[op].operands[operand]];
  for (size_t k = 0; k < problem.ops[op].operands.size(); ++k) {
    bool later = decisions.isConverted(op, k) ? k > operand && root[problem.ops[op].operands[k]] == source
                                              : bufferRead(op, k) == source;
    if (later)
      return;
  }
  tracker.removeIf([&](const LiveBuffer &b) { return b.id == source && endOf(b) <= op; });
}

bool SpillPass::runOp(int32_t op) {
  const OpClass &opClass = problem.classOf(op);
  const Candidate &candidate = opClass.candidates[decisions.candidates[op]];
  std::span<const int32_t> aliases = opClass.candidates.aliasesOf(decisions.candidates[op]);
  std::vector<LiveBuffer> made;
  for (size_t r = 0; r < aliases.size(); ++r) {
    int32_t tensor = problem.ops[op].results[r];
    const Layout &layout = problem.layoutOf(tensor, decisions.madeLayout(tensor));
    root[tensor] = aliases[r] >= 0 && layout.isL1() ? bufferRead(op, aliases[r]) : tensor;
    if (layout.isL1() && aliases[r] < 0)
      made.push_back({tensor, layout.l1Bytes, 0, op, lastUse[tensor]});
  }
  if (!admit(op, candidate.peakBytes, candidate.circularBytes, made))
    return false;
  for (const LiveBuffer &buffer : tracker.buffers())
    if (options.observer && buffer.id < numTensors && problem.tensors[buffer.id].producer == op && buffer.birth == op)
      tell("live", op,
           fmt::format("{} {} B at {} until op {}", problem.tensors[buffer.id].name, buffer.bytes, buffer.address,
                       buffer.lastUse));
  return true;
}

bool SpillPass::spillResults(int32_t op) {
  for (int32_t tensor : problem.ops[op].results) {
    if (!decisions.isSpilled(tensor))
      continue;
    const Conversion &conversion =
        problem.conversion(problem.tensors[tensor].kind, decisions.madeLayout(tensor), decisions.settledLayout(tensor));
    if (!admit(op, conversion.peakBytes, conversion.circularBytes, {}))
      return false;
  }
  return true;
}

bool SpillPass::returnResults() {
  for (int32_t tensor : problem.returns) {
    int32_t settled = decisions.settledLayout(tensor), base = problem.tensors[tensor].base;
    if (settled == base)
      continue;
    const Conversion &conversion = problem.conversion(problem.tensors[tensor].kind, settled, base);
    if (!admit(numOps, conversion.peakBytes, conversion.circularBytes, {}))
      return false;
  }
  return true;
}

/// GB-18: the walk goes on at `to` with what was live then, or, when the work limit is reached, at `op`.
int32_t SpillPass::rewind(int32_t to, int32_t op) {
  ++rewinds;
  replayed += op - to;
  if (rewinds > 4 * int64_t{numOps} + 64 || replayed > 64 * int64_t{numOps} + 4096)
    to = op;
  tracker = moments[to];
  if (to < op)
    tell("rewind", to, fmt::format("from op {}", op));
  return to;
}

void SpillPass::dropDead(int32_t op) {
  tracker.removeIf([&](const LiveBuffer &b) { return endOf(b) < op; });
}

/// GB-15: the op model says nothing about the op, so nothing stays beside it. What works on constants alone has run
/// before the function is entered.
int32_t SpillPass::evictForUnmodelled(int32_t op) {
  const std::vector<int32_t> &operands = problem.ops[op].operands;
  if (problem.classOf(op).traits.modelled ||
      std::all_of(operands.begin(), operands.end(), [&](int32_t tensor) { return uses.constant[tensor]; }))
    return -1;
  int32_t earliest = op;
  std::vector<int32_t> victims;
  for (const LiveBuffer &buffer : tracker.buffers())
    if (isEvictable(buffer, op)) {
      victims.push_back(buffer.id);
      earliest = std::min(earliest, buffer.birth);
    }
  for (int32_t victim : victims)
    evict(victim, op);
  return victims.empty() ? -1 : rewind(earliest, op);
}

/// GB-14: a victim, else the op's own output, else the op as it stands.
int32_t SpillPass::makeRoom(int32_t op) {
  tracker = moments[op];
  dropDead(op);
  if (int32_t victim = chooseVictim(op); victim >= 0) {
    int32_t birth = op;
    for (const LiveBuffer &buffer : tracker.buffers())
      birth = buffer.id == victim ? buffer.birth : birth;
    evict(victim, op);
    return rewind(birth, op);
  }
  if (op < numOps && demote(op))
    return rewind(op, op);
  forced[op] = true;
  ++decisions.counts["unplaced"];
  tell("unplaced", op, "nothing is left to evict");
  return rewind(op, op);
}

/// Processes an op, its conversions included; returns where to go on.
int32_t SpillPass::step(int32_t op) {
  dropDead(op);
  if (op == numOps)
    return returnResults() ? numOps + 1 : makeRoom(op);
  if (int32_t to = evictForUnmodelled(op); to >= 0)
    return to;
  for (size_t k = 0; k < problem.ops[op].operands.size(); ++k)
    if (!convertOperand(op, k))
      return makeRoom(op);
  if (!runOp(op) || !spillResults(op))
    return makeRoom(op);
  return op + 1;
}

void SpillPass::run() {
  for (int32_t tensor = 0; tensor < numTensors; ++tensor)
    if (problem.tensors[tensor].producer < 0 && decisions.isMadeInL1(tensor))
      forceIn({tensor, problem.layoutOf(tensor, problem.tensors[tensor].base).l1Bytes, 0, -1, lastUse[tensor]});
  moments.assign(numOps + 1, tracker);
  for (int32_t op = 0; op <= numOps;) {
    moments[op] = tracker;
    op = step(op);
  }
  decisions.counts["rewinds"] += rewinds;
}

} // namespace alcove::plan::beam
