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

size_t CandidateTable::KeyHash::operator()(KeyView key) const {
  uint64_t hash = mix64(static_cast<uint32_t>(key.config));
  for (int32_t layout : key.operands)
    hash = mix64(hash ^ static_cast<uint32_t>(layout));
  return hash;
}

bool CandidateTable::KeyEqual::operator()(KeyView a, KeyView b) const {
  return a.config == b.config && std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end());
}

int32_t CandidateTable::add(const Candidate &candidate, std::span<const int32_t> operands,
                            std::span<const int32_t> results, std::span<const int32_t> aliases) {
  auto [entry, isNew] = index.try_emplace(Key{{operands.begin(), operands.end()}, candidate.config}, size());
  if (!isNew && entry->second != refusedCandidate)
    return entry->second;
  entry->second = size();
  items.push_back(candidate);
  operandLayouts.insert(operandLayouts.end(), operands.begin(), operands.end());
  resultLayouts.insert(resultLayouts.end(), results.begin(), results.end());
  resultAliases.insert(resultAliases.end(), aliases.begin(), aliases.end());
  return entry->second;
}

void CandidateTable::addRefusal(std::span<const int32_t> operands, int32_t config) {
  index.try_emplace(Key{{operands.begin(), operands.end()}, config}, refusedCandidate);
}

int32_t CandidateTable::find(std::span<const int32_t> operands, int32_t config) const {
  auto entry = index.find(KeyView{operands, config});
  return entry == index.end() ? unknownCandidate : entry->second;
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

void FunctionLayout::prepare(std::vector<ClassQuestions> questions, int threads) const {
  if (!source || threads < 2)
    return;
  for (ClassQuestions &asked : questions) {
    const CandidateTable &table = classes[asked.opClass].candidates;
    size_t width = classes[asked.opClass].operandKinds.size(), kept = 0;
    for (size_t i = 0; i < asked.configs.size(); ++i) {
      std::span<const int32_t> operands(asked.operands.data() + i * width, width);
      if (table.find(operands, asked.configs[i]) != CandidateTable::unknownCandidate)
        continue;
      std::copy(operands.begin(), operands.end(), asked.operands.begin() + kept * width);
      asked.configs[kept++] = asked.configs[i];
    }
    asked.operands.resize(kept * width);
    asked.configs.resize(kept);
  }
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
