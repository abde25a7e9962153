//===- ModelAnswers.cpp - The op model behind a function problem ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ModelAnswers.h"
#include "Constants/StoreConstants.h"
#include "alcove/Base/Support/Parallel.h"
#include "alcove/Device/LayoutSteps.h"
#include "alcove/OpModel/Events.h"

#include <fmt/format.h>

#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;
using opmodel::L1Event;
using plan::L1Use;

static L1Use::Kind useOf(L1Event::Kind kind) {
  switch (kind) {
  case L1Event::Kind::Allocate:
    return L1Use::Kind::Allocate;
  case L1Event::Kind::Release:
    return L1Use::Kind::Release;
  case L1Event::Kind::CircularBuffers:
    return L1Use::Kind::CircularBuffers;
  case L1Event::Kind::EndProgram:
    return L1Use::Kind::EndProgram;
  case L1Event::Kind::InputDone:
    return L1Use::Kind::InputDone;
  case L1Event::Kind::MoveUp:
    return L1Use::Kind::MoveUp;
  }
  return L1Use::Kind::EndProgram;
}

std::vector<L1Use> transforms::usesOf(const opmodel::Constraints &constraints) {
  std::vector<L1Use> uses;
  for (const L1Event &event : opmodel::eventsOf(constraints))
    uses.push_back({useOf(event.kind), event.bytes});
  return uses;
}

ModelAnswers::Memory &ModelAnswers::memoryOf(int32_t opClass) {
  if (memories.size() < classes.size())
    memories.resize(classes.size());
  return memories[opClass];
}

/// The class's query under a program, whose attributes are read once; layouts are those of an earlier question.
opmodel::Query &ModelAnswers::preparedFor(const Class &opClass, bool isBase, const OpProgram &program) {
  PreparedKey key{isBase, {}};
  for (NamedAttribute attribute : program.attributes)
    key.second.push_back({attribute.getName().getAsOpaquePointer(), attribute.getValue().getAsOpaquePointer()});
  std::map<PreparedKey, opmodel::Query> &prepared = memoryOf(opClass).prepared;
  if (prepared.size() >= Memory::maxPrepared && !prepared.contains(key))
    prepared.clear();
  auto [found, isNew] = prepared.try_emplace(std::move(key));
  opmodel::Query &query = found->second;
  if (!isNew)
    return query;
  query = *opClass.query;
  if (isBase)
    return query;
  for (NamedAttribute attribute : program.attributes)
    queries::addAttribute(query, attribute.getName().getValue(), attribute.getValue());
  // What the program does itself is not done again; ApplyPlan takes it off the op.
  if (query.attributes.count("matmul_program_config.fused_activation"))
    query.attributes.erase("activation");
  return query;
}

void transforms::askForResult(opmodel::Query &query, const device::TensorLayout &layout) {
  query.outputs[0].layout = layout;
  query.outputs[0].dataType = layout.dataType;
  for (opmodel::OutputRequest &further : llvm::drop_begin(query.outputs))
    further.layout.reset();
}

const opmodel::Query &ModelAnswers::queryFor(const Class &opClass, std::span<const int32_t> operands, int32_t config,
                                             const OpProgram &program) {
  bool isBase = config == opClass.baseConfig;
  opmodel::Query &query = preparedFor(opClass, isBase, program);
  query.inputs = opClass.query->inputs;
  for (size_t i = 0; i < operands.size(); ++i)
    query.inputs[i].layout = kinds[opClass.operandKinds[i]].layouts[operands[i]];
  for (const auto &[operand, layout] : program.constants)
    query.inputs[operand].layout = layout;
  // At least what it reads is live while it runs.
  query.liveL1BytesPerCore = opClass.query->liveL1BytesPerCore;
  if (opClass.rules->choosesItsProgram())
    query.liveL1BytesPerCore += operandBytes(query);
  // In L1 that is full it needs the least, and takes what more there is.
  if (opClass.rules->fillsFreeL1())
    query.liveL1BytesPerCore = machine.usableL1Bytes;
  if (isBase)
    return query;
  askForResult(query, opClass.configurations[config].result);
  return query;
}

Bytes ModelAnswers::operandBytes(const opmodel::Query &query) const {
  Bytes sum = 0;
  for (const device::TensorSpec &input : query.inputs)
    sum += device::l1BytesPerCore(input, machine.numBanks());
  return sum;
}

/// Of programs that take less and less L1: the fastest, those within each of `lessForPrograms`, the leanest, and the fastest within
/// each of some sizes, which are the same whatever L1 there is: what a smaller one takes is kept on a larger one.
llvm::SmallVector<size_t> ModelAnswers::ranksKept(ArrayRef<Bytes> peaks, ArrayRef<Bytes> lessForPrograms) const {
  if (peaks.empty())
    return {};
  std::set<size_t> kept{0, peaks.size() - 1};
  auto keepWithin = [&](Bytes most) {
    if (most >= peaks.back())
      kept.insert(llvm::find_if(peaks, [&](Bytes peak) { return peak <= most; }) - peaks.begin());
  };
  llvm::for_each(lessForPrograms, keepWithin);
  const size_t most = kept.size() + sizesBetween;
  for (Bytes size = 1536 * 1024; kept.size() < most && size > peaks.back(); size -= size / 3)
    keepWithin(size);
  return {kept.begin(), kept.end()};
}

/// Programs that the rules list for these operands and this place of the result, but for those that a backend with a
/// grid of its own is known to make elsewhere.
std::vector<OpProgram> ModelAnswers::listPrograms(int32_t opClass, std::span<const int32_t> operands, int32_t config) {
  const Class &asking = classes[opClass];
  auto listed = [&] {
    const opmodel::Query &plain = queryFor(asking, operands, config, {});
    return asking.rules->programs(
        asking.op,
        {plain.inputs, {plain.outputs[0].shape, *plain.outputs[0].layout}, asking.storable, machine, exhaustive});
  };
  if (!asking.rules->choosesItsGrid())
    return listed();
  const device::TensorLayout &wanted = asking.configurations[config].result;
  auto [found, isNew] = memoryOf(opClass).ownPrograms.try_emplace(
      {{operands.begin(), operands.end()}, nullptr, wanted.bufferType, wanted.memoryLayout});
  if (isNew)
    for (OpProgram &program : listed()) {
      const opmodel::Query &query = queryFor(asking, operands, config, program);
      opmodel::Answer storage;
      const opmodel::Answer &answer = ask(opClass, operands, config, program, query, storage);
      if (answer.legal())
        found->second.emplace_back(std::move(program), madeBy(asking, answer));
    }
  std::vector<OpProgram> making;
  for (const auto &[program, made] : found->second)
    if (!made || *made == wanted)
      making.push_back(program);
  return making;
}

/// What runs, fastest first, each further one with less L1 than all before; of these some.
std::vector<OpProgram> ModelAnswers::searchPrograms(int32_t opClass, std::span<const int32_t> operands,
                                                    int32_t config) {
  const Class &asking = classes[opClass];
  std::vector<OpProgram> listed = listPrograms(opClass, operands, config);
  if (listed.empty())
    return listed;
  const Bytes taken = operandBytes(queryFor(asking, operands, config, {}));
  struct Runs {
    plan::Picoseconds time;
    Bytes peak;
    size_t index;
  };
  std::vector<Runs> runs;
  for (size_t i = 0; i < listed.size(); ++i) {
    const opmodel::Query &query = queryFor(asking, operands, config, listed[i]);
    opmodel::Answer storage;
    const opmodel::Answer &answer = ask(opClass, operands, config, listed[i], query, storage);
    Bytes need = (answer.legal() ? answer.constraints.totalPeakBytes : 0) + operandBytes(query);
    if (!answer.legal() || need > capacity || !makesWhatIsAsked(asking, answer, config))
      continue;
    if (std::optional<opmodel::Runtime> runtime = model.runtime(query))
      runs.push_back({picoseconds(runtime->totalNs), answer.constraints.totalPeakBytes, i});
  }
  llvm::stable_sort(runs,
                    [](const Runs &a, const Runs &b) { return std::tie(a.time, a.peak) < std::tie(b.time, b.peak); });
  std::vector<OpProgram> best;
  std::vector<size_t> front;
  for (size_t i = 0; i < runs.size(); ++i)
    if (front.empty() || runs[i].peak < runs[front.back()].peak)
      front.push_back(i);
  std::vector<Bytes> peaks;
  for (size_t i : front)
    peaks.push_back(runs[i].peak);
  // What the operands take is no program's.
  llvm::SmallVector<Bytes> lessForPrograms = llvm::to_vector(less);
  for (Bytes &each : lessForPrograms)
    each -= taken;
  for (size_t rank : exhaustive ? llvm::to_vector(llvm::seq(front.size())) : ranksKept(peaks, lessForPrograms))
    best.push_back(listed[runs[front[rank]].index]);
  return best;
}

const std::vector<OpProgram> &ModelAnswers::bestPrograms(int32_t opClass, std::span<const int32_t> operands,
                                                         int32_t config) {
  int32_t result = static_cast<int32_t>(
      llvm::find(kinds[classes[opClass].resultKinds[0]].layouts, classes[opClass].configurations[config].result) -
      kinds[classes[opClass].resultKinds[0]].layouts.begin());
  auto [found, isNew] =
      memoryOf(opClass).programs.try_emplace({std::vector<int32_t>(operands.begin(), operands.end()), result});
  if (isNew)
    found->second = searchPrograms(opClass, operands, config);
  return found->second;
}

OpProgram ModelAnswers::programOf(int32_t opClass, std::span<const int32_t> operands, int32_t config) {
  const Class &asking = classes[opClass];
  if (config < 0 || config == asking.baseConfig)
    return {};
  const OpConfiguration &configuration = asking.configurations[config];
  if (configuration.programRank < 0)
    return {configuration.attributes, {}};
  const std::vector<OpProgram> &best = bestPrograms(opClass, operands, config);
  auto rank = static_cast<size_t>(configuration.programRank);
  return rank < best.size() ? best[rank] : OpProgram{};
}

const opmodel::Answer &ModelAnswers::ask(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                         const OpProgram &program, const opmodel::Query &query,
                                         opmodel::Answer &storage) {
  const Class &asking = classes[opClass];
  if (!asking.rules->choosesItsGrid() || config == asking.baseConfig)
    return storage = model.constraints(query);
  const OpConfiguration &configuration = asking.configurations[config];
  KindOfQuestion key{{operands.begin(), operands.end()},
                     program.attributes.empty() ? nullptr : program.attributes[0].getValue().getAsOpaquePointer(),
                     configuration.result.bufferType,
                     configuration.result.memoryLayout};
  auto [found, isNew] = memoryOf(opClass).ownGrids.try_emplace(std::move(key));
  if (isNew)
    found->second = model.constraints(query);
  return found->second;
}

/// Where the first result lies, if the backend says so.
std::optional<device::TensorLayout> ModelAnswers::madeBy(const Class &opClass, const opmodel::Answer &answer) const {
  const std::vector<device::TensorLayout> &produced = answer.constraints.outputLayouts;
  if (produced.empty())
    return std::nullopt;
  return queries::canonical({kinds[opClass.resultKinds[0]].shape, produced[0]}, machine);
}

/// The first result lies as the configuration says.
bool ModelAnswers::makesWhatIsAsked(const Class &opClass, const opmodel::Answer &answer, int32_t config) const {
  std::optional<device::TensorLayout> made = madeBy(opClass, answer);
  return !made || *made == opClass.configurations[config].result;
}

/// Layouts and aliases of the results; false when the backend makes another layout than the configuration asks for.
bool ModelAnswers::takeResults(const Class &opClass, const opmodel::Answer &answer, int32_t config, bool isBase,
                               CandidateAnswer &result, std::string &why) const {
  result.results = opClass.resultBases;
  result.aliases.assign(opClass.resultKinds.size(), -1);
  const std::vector<device::TensorLayout> &produced = answer.constraints.outputLayouts;
  for (size_t i = 0; i < opClass.resultKinds.size(); ++i) {
    if (i < answer.constraints.aliases.size() &&
        answer.constraints.aliases[i] < static_cast<int>(opClass.operandKinds.size()))
      result.aliases[i] = std::max(answer.constraints.aliases[i], -1);
    const Kind &kind = kinds[opClass.resultKinds[i]];
    device::TensorLayout wanted = kind.layouts[opClass.resultBases[i]];
    if (!isBase && i == 0)
      wanted = opClass.configurations[config].result;
    else if (!isBase && i < produced.size()) // where the first result lies, the others follow
      wanted = queries::canonical({kind.shape, produced[i]}, machine);
    auto listed = llvm::find(kind.layouts, wanted);
    if (listed == kind.layouts.end())
      return why = "its result would lie in a layout that is not searched", false;
    result.results[i] = static_cast<int32_t>(listed - kind.layouts.begin());
    // The program as it stands is what it declares; the judge says so when the backend does not agree.
    if (isBase || i >= produced.size())
      continue;
    device::TensorLayout made = queries::canonical({kind.shape, produced[i]}, machine);
    if (!(made == wanted) && (i == 0 || made.isL1() || wanted.isL1()))
      return why = "the backend produces a layout outside the legal ones", false;
  }
  return true;
}

/// How much L1 must be free for the backend to choose the program that it chooses when all is: by bisection over the
/// bytes of live tensors, to a KiB. With what it takes where a little less is free.
void ModelAnswers::askForFreeBytes(opmodel::Query query, const opmodel::Answer &answer, Nanoseconds time,
                                   plan::Candidate &candidate) const {
  auto isSame = [&](Bytes live) {
    query.liveL1BytesPerCore = live;
    opmodel::Answer other = model.constraints(query);
    if (!other.legal() || other.constraints.totalPeakBytes != answer.constraints.totalPeakBytes)
      return false;
    std::optional<opmodel::Runtime> runtime = model.runtime(query);
    return runtime && runtime->totalNs <= time;
  };
  Bytes same = query.liveL1BytesPerCore, different = machine.usableL1Bytes;
  if (different <= same || isSame(different))
    return;
  while (different - same > 1024) {
    Bytes middle = same + (different - same) / 2;
    (isSame(middle) ? same : different) = middle;
  }
  candidate.wantsFreeBytes = machine.usableL1Bytes - same;
  query.liveL1BytesPerCore = machine.usableL1Bytes - plan::leastOfWanted(candidate.wantsFreeBytes);
  if (std::optional<opmodel::Runtime> slower = model.runtime(query))
    candidate.shortTime = std::max(candidate.time, picoseconds(slower->totalNs));
}

void ModelAnswers::prepare(std::span<const plan::ClassQuestions> questions, int threads) {
  mlir::MLIRContext *context = nullptr;
  for (const Class &each : classes)
    if (each.op)
      context = each.op->getContext();
  if (!context || !context->isMultithreadingEnabled())
    return;
  memoryOf(0); // there is one for each before threads look for theirs
  std::vector<std::function<void()>> tasks;
  for (const plan::ClassQuestions &asked : questions)
    tasks.push_back([this, &asked] {
      size_t width = classes[asked.opClass].operandKinds.size();
      auto &ahead = memoryOf(asked.opClass).ahead;
      bool isRefused = false; // the question before
      for (size_t i = 0; i < asked.configs.size(); ++i) {
        const int32_t config = asked.configs[i];
        std::span<const int32_t> operands(asked.operands.data() + i * width, width);
        // Where there is no program there is none behind it.
        bool isNext = i > 0 && asked.configs[i - 1] == config - 1 &&
                      std::ranges::equal(operands, std::span(operands.data() - width, width));
        if (isRefused && isNext && classes[asked.opClass].configurations[config].programRank > 0)
          continue;
        auto [found, isNew] = ahead.try_emplace({config, {operands.begin(), operands.end()}});
        if (isNew)
          found->second.answer = workOut(asked.opClass, operands, config, found->second.why);
        isRefused = !found->second.answer;
      }
    });
  inParallel(threads, tasks);
}

std::optional<plan::AnswerSource::CandidateAnswer>
ModelAnswers::candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config, std::string &why) {
  auto &ahead = memoryOf(opClass).ahead;
  if (auto known = ahead.find({config, {operands.begin(), operands.end()}}); known != ahead.end()) {
    Answered answered = std::move(known->second);
    ahead.erase(known);
    why = std::move(answered.why);
    return std::move(answered.answer);
  }
  return workOut(opClass, operands, config, why);
}

/// The interval of a time, as factors on it. A measured time that is exact has no cell.
static plan::PriceError errorOf(const opmodel::Runtime &runtime) {
  if (runtime.totalNs <= 0 || runtime.lowNs <= 0)
    return {};
  return {static_cast<float>(runtime.lowNs / runtime.totalNs), static_cast<float>(runtime.highNs / runtime.totalNs),
          runtime.errorCell};
}

std::optional<plan::AnswerSource::CandidateAnswer>
ModelAnswers::workOut(int32_t opClass, std::span<const int32_t> operands, int32_t config, std::string &why) {
  const Class &asking = classes[opClass];
  bool isBase = config == asking.baseConfig &&
                std::equal(operands.begin(), operands.end(), asking.operandBases.begin(), asking.operandBases.end());
  CandidateAnswer result;
  result.candidate.config = config;
  if (asking.rules->staysAsItStands() && !isBase)
    return why = "it stays as it stands: another pass takes it apart", std::nullopt;
  if (!asking.query) { // not modelled: as it stands, or not at all
    result.results = asking.resultBases;
    result.aliases.assign(asking.resultKinds.size(), -1);
    result.candidate.timed = false;
    why = "the op model has no figure for it";
    return isBase ? std::optional(result) : std::nullopt;
  }
  OpProgram program = programOf(opClass, operands, config);
  if (config >= 0 && asking.configurations[config].programRank >= 0 && program.attributes.empty())
    return why = "no further program runs on these layouts", std::nullopt;
  const opmodel::Query &query = queryFor(asking, operands, config, program);
  if (!isBase && asking.rules->keepsPlace() && !device::samePlace(query.inputs[0].layout, *query.outputs[0].layout))
    return why = "its result lies where its input does: a conversion before or behind it moves", std::nullopt;
  opmodel::Answer storage;
  const opmodel::Answer &answer = ask(opClass, operands, config, program, query, storage);
  if (!answer.legal() && !isBase)
    return why = fmt::format("{} ({})", answer.refusal->message, answer.refusal->id), std::nullopt;
  Bytes need = answer.legal() ? answer.constraints.totalPeakBytes : 0;
  result.candidate.peakBytes = need;
  need += operandBytes(query);
  if (need > capacity && !isBase)
    return why = fmt::format("needs {} B of L1 per core, {} B may be used", need, capacity), std::nullopt;
  if (!takeResults(asking, answer, config, isBase, result, why))
    return std::nullopt;
  result.candidate.circularBytes = answer.constraints.cbPeakBytes;
  if (answer.legal())
    result.uses = usesOf(answer.constraints);
  std::optional<opmodel::Runtime> runtime = answer.legal() ? model.runtime(query) : std::nullopt;
  result.candidate.timed = runtime.has_value();
  if (runtime) {
    result.candidate.time = picoseconds(runtime->totalNs);
    result.candidate.error = errorOf(*runtime);
    result.candidate.dramBytes = runtime->dramBytes;
    if (asking.rules->choosesItsProgram() && !query.attributes.count("matmul_program_config"))
      askForFreeBytes(query, answer, runtime->totalNs, result.candidate);
  }
  int32_t freed = config < 0 ? -1 : asking.rules->freedOperand(program.attributes);
  if (freed >= 0 && query.inputs[freed].layout.isL1())
    result.candidate.consumes = freed;
  return result;
}

bool ModelAnswers::converts(const device::TensorSpec &from, const device::TensorSpec &to) const {
  return deviceConverts(model, machine, from, to);
}

plan::AnswerSource::ConversionAnswer ModelAnswers::conversion(int32_t kind, int32_t from, int32_t to) {
  opmodel::Query query;
  query.op = from == to ? "assign" : "to_memory_config"; // which hands back a tensor that lies as it is to lie
  query.inputs = {specOf(kind, from)};
  const device::TensorLayout &source = kinds[kind].layouts[from], &target = kinds[kind].layouts[to];
  // A move keeps pages and elements as they are; tilizing and casting are other ops.
  if (source.pageLayout != target.pageLayout || source.dataType != target.dataType)
    return {};
  query.outputs = {{kinds[kind].shape, target.dataType, target}};
  opmodel::Answer answer = model.constraints(query);
  ConversionAnswer result;
  result.conversion.legal = answer.legal();
  if (!answer.legal())
    return result;
  result.conversion.peakBytes = answer.constraints.totalPeakBytes;
  result.conversion.circularBytes = answer.constraints.cbPeakBytes;
  result.uses = usesOf(answer.constraints);
  if (std::optional<opmodel::Runtime> runtime = model.runtime(query)) {
    result.conversion.time = picoseconds(runtime->totalNs);
    result.conversion.error = errorOf(*runtime);
    result.conversion.dramBytes = runtime->dramBytes;
  }
  return result;
}
