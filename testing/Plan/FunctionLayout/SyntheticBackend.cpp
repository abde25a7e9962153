//===- SyntheticBackend.cpp - Answers that are a function of a seed -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SyntheticBackend.h"

#include "alcove/Base/Support/Random.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

uint64_t SyntheticBackend::Question::draw(uint64_t salt, uint64_t bound) const {
  return mix64(hash ^ mix64(salt + 0x51)) % bound;
}

void SyntheticBackend::addClass(const ClassModel &model, const OpClass &opClass) {
  classes.push_back({model, opClass});
  classes.back().opClass.candidates = {};
}

/// Sharded tensors lie alike.
bool SyntheticBackend::agrees(const Question &question) const {
  const OpClass &opClass = question.entry.opClass;
  int32_t sharded = -1;
  auto admit = [&](int32_t kind, int32_t layout) {
    if (!kinds[kind].layouts[layout].isSharded())
      return true;
    if (sharded < 0)
      sharded = layout;
    return sharded == layout;
  };
  for (size_t k = 0; k < question.operands.size(); ++k)
    if (opClass.movable[k] && !admit(opClass.operandKinds[k], question.operands[k]))
      return false;
  return opClass.resultKinds.empty() || admit(opClass.resultKinds[0], opClass.configs[question.config].result);
}

/// Why the combination is refused whatever it needs; null when it is not.
const char *SyntheticBackend::refusalOf(const Question &question) const {
  const OpClass &opClass = question.entry.opClass;
  if (question.isBase)
    return nullptr;
  for (size_t k = 0; k < question.operands.size(); ++k)
    if (!opClass.movable[k] && question.operands[k] != 0)
      return "an operand does not move";
  int32_t result = opClass.configs[question.config].result;
  switch (question.entry.model.behaviour) {
  case Behaviour::AsIs:
    return "the op is unknown";
  case Behaviour::Agree:
    if (!agrees(question))
      return "sharded operands and results must agree";
    break;
  case Behaviour::View:
    if (result != question.operands[0])
      return "a view lies where its operand does";
    break;
  case Behaviour::InPlace:
    if (result >= 0 && result != question.operands[0])
      return "the result is the operand";
    break;
  case Behaviour::Free:
    break;
  }
  return question.draw(1, 1000) < static_cast<uint64_t>(refusals * 1000) ? "refused at random" : nullptr;
}

/// Most bytes held at one moment of a sequence, when releases give back what they say.
static Bytes peakOf(const std::vector<L1Use> &uses) {
  Bytes held = 0, circular = 0, peak = 0;
  for (const L1Use &use : uses) {
    if (use.kind == L1Use::Kind::Allocate)
      held += use.bytes;
    else if (use.kind == L1Use::Kind::Release)
      held -= use.bytes;
    else if (use.kind == L1Use::Kind::CircularBuffers)
      circular += use.bytes;
    else if (use.kind == L1Use::Kind::EndProgram)
      circular = 0;
    peak = std::max(peak, held + circular);
  }
  return peak;
}

/// The L1 while it runs: results that come first, last, beside temporaries, or of which only the peak is known.
void SyntheticBackend::fillL1(const Question &question, CandidateAnswer &answer) const {
  const OpClass &opClass = question.entry.opClass;
  std::vector<L1Use> results;
  Bytes own = 0;
  for (size_t r = 0; r < answer.results.size(); ++r) {
    Bytes bytes = kinds[opClass.resultKinds[r]].layouts[answer.results[r]].l1Bytes;
    if (answer.aliases[r] < 0 && bytes > 0) {
      results.push_back({L1Use::Kind::Allocate, bytes});
      own += bytes;
    }
  }
  auto some = [&](uint64_t salt, int64_t parts) {
    return static_cast<Bytes>(question.draw(salt, static_cast<uint64_t>(capacity / parts) + 1));
  };
  uint64_t shape = question.isBase ? 1 : question.draw(2, 5);
  Bytes circular = some(3, 6), temporary = some(4, 5);
  answer.candidate.circularBytes = circular;
  std::vector<L1Use> &uses = answer.uses;
  if (shape == 0) { // only the peak is known
    answer.candidate.peakBytes = own + circular;
    return;
  }
  if (shape >= 3)
    uses.push_back({L1Use::Kind::Allocate, temporary});
  if (shape == 4) { // a first program, before the results
    uses.push_back({L1Use::Kind::CircularBuffers, circular / 2});
    uses.push_back({L1Use::Kind::EndProgram, 0});
    uses.push_back({L1Use::Kind::InputDone, 0});
    uses.push_back({L1Use::Kind::MoveUp, 0});
  }
  uses.insert(uses.end(), results.begin(), results.end());
  uses.push_back({L1Use::Kind::CircularBuffers, circular});
  uses.push_back({L1Use::Kind::EndProgram, 0});
  if (shape >= 3)
    uses.push_back({L1Use::Kind::Release, temporary});
  answer.candidate.peakBytes = peakOf(uses);
}

/// Price of a tensor's traffic, for each 64 B of it.
int64_t SyntheticBackend::weightOf(const Layout &layout) const {
  int64_t units = layout.totalBytes / 64 + 1;
  if (!layout.isL1())
    return units * 1000;
  return layout.isSharded() ? units * 3200 / layout.cores() : units * 400;
}

void SyntheticBackend::fillCost(const Question &question, CandidateAnswer &answer) const {
  const OpClass &opClass = question.entry.opClass;
  int64_t weight = 2000;
  auto add = [&](const Layout &layout) {
    weight += weightOf(layout);
    answer.candidate.dramBytes += layout.isL1() ? 0 : layout.totalBytes;
  };
  for (size_t k = 0; k < question.operands.size(); ++k)
    add(operandLayout(question, k));
  for (size_t r = 0; r < answer.results.size(); ++r)
    add(kinds[opClass.resultKinds[r]].layouts[answer.results[r]]);
  answer.candidate.timed = question.entry.model.isTimed;
  if (answer.candidate.timed)
    answer.candidate.time = weight * static_cast<int64_t>(90 + question.draw(5, 21)) / 100;
}

std::optional<AnswerSource::CandidateAnswer>
SyntheticBackend::candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config, std::string &why) {
  const Entry &entry = classes[opClass];
  uint64_t hash = mix64(seed ^ entry.model.seed ^ static_cast<uint64_t>(config));
  for (int32_t layout : operands)
    hash = mix64(hash + static_cast<uint64_t>(layout) + 1);
  bool isBase = config == entry.opClass.baseConfig &&
                std::all_of(operands.begin(), operands.end(), [](int32_t layout) { return layout == 0; });
  Question question{entry, operands, config, isBase, hash};
  if (const char *refusal = refusalOf(question)) {
    why = refusal;
    return std::nullopt;
  }
  CandidateAnswer answer;
  answer.candidate.config = config;
  bool sharesBytes = entry.model.behaviour == Behaviour::View || entry.model.behaviour == Behaviour::InPlace;
  for (size_t r = 0; r < entry.opClass.resultKinds.size(); ++r) {
    answer.results.push_back(entry.opClass.configs[config].result);
    bool shares = sharesBytes && r == 0 && (!entry.model.sharesInL1Alone || operandLayout(question, 0).isL1());
    answer.aliases.push_back(shares ? 0 : -1);
  }
  fillL1(question, answer);
  fillCost(question, answer);
  Bytes need = answer.candidate.peakBytes;
  for (size_t k = 0; k < operands.size(); ++k)
    need += operandLayout(question, k).l1Bytes;
  if (need > capacity) {
    why = "needs more than the capacity";
    return std::nullopt;
  }
  if (entry.model.freesInput && operandLayout(question, 0).isL1())
    answer.candidate.consumes = 0;
  return answer;
}

AnswerSource::ConversionAnswer SyntheticBackend::conversion(int32_t kind, int32_t from, int32_t to) {
  const Layout &source = kinds[kind].layouts[from], &result = kinds[kind].layouts[to];
  uint64_t hash = mix64(
      seed ^ mix64(static_cast<uint64_t>(kind) * 4096 + static_cast<uint64_t>(from) * 64 + static_cast<uint64_t>(to)));
  ConversionAnswer answer;
  Bytes circular = static_cast<Bytes>(mix64(hash) % static_cast<uint64_t>(capacity / 8 + 1));
  // A move to slow memory is refused by chance alone; it needs no more L1 than is there.
  if (!result.isL1())
    circular = std::min(circular, std::max<Bytes>(0, capacity - source.l1Bytes));
  double chance = result.isL1() ? refusals / 3 : refusedMoves;
  answer.conversion.circularBytes = circular;
  answer.conversion.peakBytes = result.l1Bytes + circular;
  answer.conversion.legal =
      hash % 1000 >= static_cast<uint64_t>(chance * 1000) && answer.conversion.peakBytes + source.l1Bytes <= capacity;
  answer.conversion.time = 1000 + (weightOf(source) + weightOf(result)) / 2;
  answer.conversion.dramBytes = (source.isL1() ? 0 : source.totalBytes) + (result.isL1() ? 0 : result.totalBytes);
  if (hash % 4 != 0)
    answer.uses = {{L1Use::Kind::Allocate, result.l1Bytes},
                   {L1Use::Kind::CircularBuffers, circular},
                   {L1Use::Kind::EndProgram, 0}};
  return answer;
}
