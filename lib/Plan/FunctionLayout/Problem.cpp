//===- Problem.cpp - Tables of a function's layout problem ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Problem.h"

#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <iterator>

using namespace alcove;
using namespace alcove::plan;

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

static constexpr const char *kindNames[] = {
    "convolution", "matmul",    "unary",   "binary",  "ternary",    "reduction", "normalization", "softmax",
    "concat",      "slice",     "reshape", "permute", "pad",        "repeat",    "attention",     "rotary",
    "heads",       "embedding", "cache",   "pool",    "conversion", "creation",  "collective",    "other"};
static_assert(std::size(kindNames) == static_cast<size_t>(OpKind::Other) + 1);

const char *plan::toString(OpKind kind) { return kindNames[static_cast<size_t>(kind)]; }

std::optional<OpKind> plan::parseOpKind(const std::string &text) {
  const auto *found = std::find(std::begin(kindNames), std::end(kindNames), text);
  if (found == std::end(kindNames))
    return std::nullopt;
  return static_cast<OpKind>(found - std::begin(kindNames));
}

//===----------------------------------------------------------------------===//
// CandidateTable
//===----------------------------------------------------------------------===//

uint32_t CandidateTable::hashOf(std::span<const int32_t> operands, int32_t config) const {
  uint64_t hash = static_cast<uint32_t>(config);
  for (int32_t layout : operands)
    hash = hash * 0x9E3779B97F4A7C15U + static_cast<uint32_t>(layout);
  return static_cast<uint32_t>(mix64(hash));
}

size_t CandidateTable::slotOf(std::span<const int32_t> operands, int32_t config, uint32_t hash) const {
  const size_t mask = slots.size() - 1;
  for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots[slot] < 0)
      return slot;
    const Asked &is = asked[slots[slot]];
    if (is.hash == hash && is.config == config &&
        std::equal(operands.begin(), operands.end(), askedOperands.begin() + slots[slot] * numOperands))
      return slot;
  }
}

void CandidateTable::growSlots() {
  slots.assign(std::max<size_t>(16, 2 * slots.size()), -1);
  for (size_t entry = 0; entry < asked.size(); ++entry) {
    std::span<const int32_t> operands(askedOperands.data() + entry * numOperands, numOperands);
    slots[slotOf(operands, asked[entry].config, asked[entry].hash)] = static_cast<int32_t>(entry);
  }
}

CandidateTable::Asked &CandidateTable::entryOf(std::span<const int32_t> operands, int32_t config) {
  if (2 * asked.size() >= slots.size())
    growSlots();
  const uint32_t hash = hashOf(operands, config);
  int32_t &entry = slots[slotOf(operands, config, hash)];
  if (entry < 0) {
    entry = static_cast<int32_t>(asked.size());
    asked.push_back({hash, config, unknownCandidate});
    askedOperands.insert(askedOperands.end(), operands.begin(), operands.end());
  }
  return asked[entry];
}

int32_t CandidateTable::add(const Candidate &candidate, std::span<const int32_t> operands,
                            std::span<const int32_t> results, std::span<const int32_t> aliases) {
  Asked &entry = entryOf(operands, candidate.config);
  if (entry.candidate >= 0)
    return entry.candidate;
  entry.candidate = size();
  items.push_back(candidate);
  operandLayouts.insert(operandLayouts.end(), operands.begin(), operands.end());
  resultLayouts.insert(resultLayouts.end(), results.begin(), results.end());
  resultAliases.insert(resultAliases.end(), aliases.begin(), aliases.end());
  return entry.candidate;
}

void CandidateTable::addRefusal(std::span<const int32_t> operands, int32_t config) {
  if (Asked &entry = entryOf(operands, config); entry.candidate == unknownCandidate)
    entry.candidate = refusedCandidate;
}

int32_t CandidateTable::find(std::span<const int32_t> operands, int32_t config) const {
  if (slots.empty())
    return unknownCandidate;
  int32_t entry = slots[slotOf(operands, config, hashOf(operands, config))];
  return entry < 0 ? unknownCandidate : asked[entry].candidate;
}

//===----------------------------------------------------------------------===//
// FunctionLayout
//===----------------------------------------------------------------------===//

int32_t FunctionLayout::find(int32_t opClass, std::span<const int32_t> operands, int32_t config) const {
  OpClass &table = classes[opClass];
  int32_t known = table.candidates.find(operands, config);
  if (known != CandidateTable::unknownCandidate)
    return known;
  if (!source)
    return CandidateTable::refusedCandidate;
  std::string why;
  std::optional<AnswerSource::CandidateAnswer> answer = source->candidate(opClass, operands, config, why);
  if (!answer) {
    table.candidates.addRefusal(operands, config);
    table.refusals[operands.empty() ? -1 : operands[0]] = std::move(why);
    return CandidateTable::refusedCandidate;
  }
  answer->candidate.config = config;
  answer->candidate.uses = addUses(std::move(answer->uses));
  return table.candidates.add(answer->candidate, operands, answer->results, answer->aliases);
}

void FunctionLayout::prepare(std::span<const ClassQuestions> questions, int threads) const {
  if (source && threads > 1)
    source->prepare(questions, threads);
}

const Conversion &FunctionLayout::conversion(int32_t kind, int32_t from, int32_t to) const {
  static const Conversion nothing = {.legal = true, .error = {}};
  return from == to ? nothing : asked(kind, from, to);
}

const Conversion &FunctionLayout::move(int32_t kind, int32_t layout) const {
  static const Conversion impossible;
  return kinds[kind].layouts[layout].isL1() ? asked(kind, layout, layout) : impossible;
}

const Conversion &FunctionLayout::asked(int32_t kind, int32_t from, int32_t to) const {
  auto [entry, isNew] = conversions.try_emplace({kind, from, to});
  if (isNew && source) {
    AnswerSource::ConversionAnswer answer = source->conversion(kind, from, to);
    answer.conversion.uses = addUses(std::move(answer.uses));
    entry->second = answer.conversion;
  }
  return entry->second;
}

void FunctionLayout::takeAnswers(FunctionLayout copy) const {
  classes = std::move(copy.classes);
  conversions = std::move(copy.conversions);
  l1Uses = std::move(copy.l1Uses);
  usesByHash = std::move(copy.usesByHash);
  usesHashed = copy.usesHashed;
}

void FunctionLayout::addConversion(int32_t kind, int32_t from, int32_t to, const Conversion &conversion) {
  conversions.insert_or_assign({kind, from, to}, conversion);
}

static uint64_t hashOfUses(const std::vector<L1Use> &uses) {
  uint64_t hash = uses.size();
  for (const L1Use &use : uses)
    hash = mix64(hash ^ mix64(static_cast<uint64_t>(use.bytes) * 8 + static_cast<uint64_t>(use.kind)));
  return hash;
}

int32_t FunctionLayout::addUses(std::vector<L1Use> uses) const {
  if (uses.empty())
    return -1;
  // `l1Uses` is open to readers of files: what they appended is hashed when the first question comes.
  for (; usesHashed < l1Uses.size(); ++usesHashed)
    usesByHash.emplace(hashOfUses(l1Uses[usesHashed]), static_cast<int32_t>(usesHashed));
  uint64_t hash = hashOfUses(uses);
  for (auto [entry, end] = usesByHash.equal_range(hash); entry != end; ++entry)
    if (l1Uses[entry->second] == uses)
      return entry->second;
  auto index = static_cast<int32_t>(l1Uses.size());
  l1Uses.push_back(std::move(uses));
  usesByHash.emplace(hash, index);
  ++usesHashed;
  return index;
}
