//===- Eviction.cpp - Second pass: who leaves L1, and what its readers do -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SpillPass.h"

#include <fmt/format.h>

namespace alcove::plan::beam {

bool SpillPass::isAllowed(int32_t op, int32_t candidate) const {
  int32_t consumed = problem.classOf(op).candidates[candidate].consumes;
  if (consumed >= 0 && !uses.mayConsume(problem, op, consumed)) {
    int32_t tensor = problem.ops[op].operands[consumed];
    if (problem.classOf(op).candidates.operandsOf(candidate)[consumed] == decisions.settledLayout(tensor))
      return false;
  }
  return uses.respectsWrites(problem, op, candidate);
}

/// Can the op read from DRAM what it reads of buffer `id` now?
bool SpillPass::acceptsSpilled(int32_t op, int32_t id) const {
  std::span<const int32_t> needs = decisions.needsOf(op);
  std::vector<int32_t> operands(needs.begin(), needs.end());
  bool reads = false;
  for (size_t k = 0; k < operands.size(); ++k) {
    if (bufferRead(op, k) != id)
      continue;
    reads = true;
    operands[k] = spillLayout(problem, problem.ops[op].operands[k]);
    if (operands[k] < 0)
      return false;
  }
  const OpClass &opClass = problem.classOf(op);
  return !reads ||
         problem.find(problem.ops[op].opClass, operands, opClass.candidates[decisions.candidates[op]].config) >= 0;
}

bool SpillPass::canSpill(int32_t tensor) const {
  int32_t to = spillLayout(problem, tensor);
  return to >= 0 && !uses.pinned[tensor] && !decisions.spilled[tensor] &&
         problem.conversion(problem.tensors[tensor].kind, decisions.madeLayout(tensor), to).legal;
}

/// What the op at hand cannot read from DRAM would be copied back at once: no victim.
bool SpillPass::isEvictable(const LiveBuffer &buffer, int32_t op) const {
  if (buffer.birth < 0)
    return false;
  if (op < numOps && !acceptsSpilled(op, buffer.id))
    return false;
  if (buffer.id >= numTensors) {
    // A conversion outlives its op when others share it, or a view of it does.
    auto [owner, operand] = edgeOf(buffer.id);
    return buffer.birth < op &&
           (decisions.isShared(owner, operand) || (demotions[owner] == 0 && resultInDram(owner) >= 0));
  }
  return canSpill(buffer.id);
}

Use SpillPass::edgeOf(int32_t id) const {
  auto next = std::upper_bound(edgeOffset.begin(), edgeOffset.end(), id);
  auto op = static_cast<int32_t>(next - edgeOffset.begin()) - 1;
  return {op, id - edgeOffset[op]};
}

/// GB-14: the farthest last use, then more bytes, then the older tensor.
int32_t SpillPass::chooseVictim(int32_t op) const {
  const LiveBuffer *victim = nullptr;
  for (const LiveBuffer &buffer : tracker.buffers()) {
    if (!isEvictable(buffer, op))
      continue;
    bool better = !victim || std::make_tuple(-endOf(buffer), -buffer.bytes, buffer.id) <
                                 std::make_tuple(-endOf(*victim), -victim->bytes, victim->id);
    victim = better ? &buffer : victim;
  }
  return victim ? victim->id : -1;
}

/// The result goes to DRAM behind its producer. A shared conversion is made by each reader instead; the view of one is
/// made in DRAM.
void SpillPass::evict(int32_t id, int32_t op) {
  if (id >= numTensors) {
    auto [owner, operand] = edgeOf(id);
    if (decisions.isShared(owner, operand))
      decisions.unshared.insert({problem.ops[owner].operands[operand], decisions.needsOf(owner)[operand]});
    else
      demote(owner);
    tell("unshare", op, problem.ops[owner].name);
    return;
  }
  int32_t producer = problem.tensors[id].producer;
  tell("evict", op, fmt::format("{} (last used by op {})", problem.tensors[id].name, lastUse[id]));
  decisions.spilled[id] = true;
  decisions.reasons[producer] = fmt::format("evicted for {}", op < numOps ? problem.ops[op].name : "the return");
  ++decisions.counts["evictions"];
  adaptReaders(id, op);
  refreshLastUse(id);
}

/// The candidate that reads the tensor where it settled, under the same configuration.
bool SpillPass::readSettled(int32_t reader, int32_t tensor) {
  std::span<const int32_t> needs = decisions.needsOf(reader);
  std::vector<int32_t> operands(needs.begin(), needs.end());
  for (size_t k = 0; k < operands.size(); ++k)
    if (problem.ops[reader].operands[k] == tensor)
      operands[k] = decisions.settledLayout(tensor);
  const OpClass &opClass = problem.classOf(reader);
  int32_t found =
      problem.find(problem.ops[reader].opClass, operands, opClass.candidates[decisions.candidates[reader]].config);
  if (found < 0 || !isAllowed(reader, found))
    return false;
  setCandidate(reader, found);
  return true;
}

/// A view of the tensor follows it to DRAM, so that nothing of it stays.
bool SpillPass::switchView(int32_t reader, int32_t tensor) {
  const OpClass &opClass = problem.classOf(reader);
  std::span<const int32_t> aliases = opClass.candidates.aliasesOf(decisions.candidates[reader]);
  std::span<const int32_t> needs = decisions.needsOf(reader);
  std::vector<int32_t> operands(needs.begin(), needs.end());
  int32_t wanted = -1;
  for (size_t r = 0; r < aliases.size(); ++r)
    if (aliases[r] >= 0 && problem.ops[reader].operands[aliases[r]] == tensor)
      wanted = spillLayout(problem, problem.ops[reader].results[r]);
  for (size_t k = 0; k < operands.size(); ++k)
    if (problem.ops[reader].operands[k] == tensor)
      operands[k] = decisions.settledLayout(tensor);
  for (int32_t config = 0; wanted >= 0 && config < static_cast<int32_t>(opClass.configs.size()); ++config) {
    if (opClass.configs[config].result != wanted)
      continue;
    int32_t found = problem.find(problem.ops[reader].opClass, operands, config);
    if (found < 0 || !isAllowed(reader, found))
      continue;
    setCandidate(reader, found);
    return true;
  }
  return false;
}

void SpillPass::setCandidate(int32_t op, int32_t candidate) {
  decisions.candidates[op] = candidate;
  for (int32_t tensor : problem.ops[op].results)
    refreshLastUse(tensor);
  for (int32_t tensor : problem.ops[op].operands)
    refreshLastUse(tensor);
}

/// True when the reader's results moved.
bool SpillPass::adaptReader(int32_t reader, int32_t tensor, int32_t op) {
  int32_t kind = problem.tensors[tensor].kind, settled = decisions.settledLayout(tensor);
  bool converted = false, reachable = true;
  for (size_t k = 0; k < problem.ops[reader].operands.size(); ++k) {
    if (problem.ops[reader].operands[k] != tensor || !decisions.isConverted(reader, k))
      continue;
    converted = true;
    reachable = reachable && problem.conversion(kind, settled, decisions.needsOf(reader)[k]).legal;
  }
  if (!converted)
    return false;
  if (switchView(reader, tensor))
    return true;
  if ((reader >= op || !reachable) && readSettled(reader, tensor)) {
    tell("read_dram", reader, problem.tensors[tensor].name);
    return false;
  }
  if (reachable) {
    tell("reload", reader, problem.tensors[tensor].name);
    return false;
  }
  setCandidate(reader, dramCandidate(problem, reader));
  return true;
}

/// GB-16. Readers before `op` have been walked: they get an L1 copy back. The others read DRAM when they accept it.
void SpillPass::adaptReaders(int32_t tensor, int32_t op) {
  std::vector<int32_t> moved = {tensor};
  for (size_t next = 0; next < moved.size(); ++next) {
    int32_t previous = -1;
    for (const Use &use : uses.readers[moved[next]]) {
      if (use.op == previous)
        continue;
      previous = use.op;
      if (adaptReader(use.op, moved[next], op))
        for (int32_t result : problem.ops[use.op].results)
          moved.push_back(result);
    }
  }
}

/// The op's candidate with its results in DRAM and all else the same; -1 when there is none or they lie there already.
int32_t SpillPass::resultInDram(int32_t op) const {
  const OpClass &opClass = problem.classOf(op);
  const std::vector<int32_t> &results = problem.ops[op].results;
  if (std::none_of(results.begin(), results.end(), [&](int32_t tensor) { return decisions.isMadeInL1(tensor); }))
    return -1;
  std::span<const int32_t> needs = decisions.needsOf(op);
  std::vector<int32_t> operands(needs.begin(), needs.end());
  for (int32_t config = 0; config < opClass.numLegalConfigs; ++config) {
    const Layout &layout = problem.kinds[opClass.resultKinds[0]].layouts[opClass.configs[config].result];
    if (layout.space != Space::Dram || layout.isSharded())
      continue;
    int32_t found = problem.find(problem.ops[op].opClass, operands, config);
    if (found >= 0 && isAllowed(op, found))
      return found;
  }
  return -1;
}

/// What the candidate reads can be made of where the operands lie.
bool SpillPass::isReached(int32_t op, int32_t candidate) const {
  std::span<const int32_t> reads = problem.classOf(op).candidates.operandsOf(candidate);
  for (size_t k = 0; k < reads.size(); ++k) {
    int32_t tensor = problem.ops[op].operands[k];
    if (!problem.conversion(problem.tensors[tensor].kind, decisions.settledLayout(tensor), reads[k]).legal)
      return false;
  }
  return true;
}

/// GB-17: the results to DRAM, all else the same; else the op in slow memory; else as it stands. Each once per op.
bool SpillPass::demote(int32_t op) {
  int32_t to = -1;
  while (demotions[op] < 3 && (to < 0 || to == decisions.candidates[op] || !isReached(op, to))) {
    ++demotions[op];
    to = demotions[op] == 1   ? resultInDram(op)
         : demotions[op] == 2 ? dramCandidate(problem, op)
                              : problem.classOf(op).base;
  }
  if (to < 0 || to == decisions.candidates[op] || !isReached(op, to))
    return false;
  tell("demote", op, demotions[op] == 1 ? "result to DRAM" : "as it stands");
  decisions.reasons[op] = "no room for the result";
  ++decisions.counts["demotions"];
  setCandidate(op, to);
  for (int32_t tensor : problem.ops[op].results)
    adaptReaders(tensor, op);
  return true;
}

} // namespace alcove::plan::beam
