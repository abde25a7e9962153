//===- Execution.cpp - A program's memory, executed address by address ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/Execution.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;

static std::string text(Range range) { return fmt::format("[{}, {})", range.begin, range.end); }

namespace {

/// Bytes of one bank that one or several tensors (views) share, or a temporary of an op.
struct Buffer {
  Space space = Space::L1;
  Bytes bytes = 0;
  std::optional<Range> place;
  std::vector<TensorId> members; ///< views and the first; empty for a temporary
  int64_t references = 0;        ///< members not yet freed
  bool resident = false, atEntry = false, gone = false;
  int64_t firstStep = 0;
  size_t residence = 0;
  /// Last write in place, and through which member.
  int64_t writtenAt = -2;
  TensorId writer = noTensor;
};

struct TensorState {
  int32_t buffer = -1;
  int64_t definedAt = -1;
  bool freed = false;
};

} // namespace

class Execution::Impl {
public:
  Impl(std::string name, const Chip &chip, const Limits &limits)
      : limits(limits), l1(chip.l1Bytes, chip.l1Alignment, BankAllocator::Direction::TopDown),
        dram(chip.dramBytes > 0 ? chip.dramBytes : Bytes(1) << 60, chip.dramAlignment,
             BankAllocator::Direction::BottomUp) {
    report.name = std::move(name);
    report.chip = chip;
  }

  TensorId addTensor(Tensor tensor) {
    report.tensors.push_back(std::move(tensor));
    states.emplace_back();
    return static_cast<TensorId>(report.tensors.size() - 1);
  }

  void enter(TensorId tensor) {
    step = -1;
    define(tensor);
    if (states[tensor].buffer >= 0)
      buffers[states[tensor].buffer].atEntry = true;
    observe(0);
  }

  void run(Instruction instruction) {
    step = report.numInstructions++;
    switch (instruction.kind) {
    case Instruction::Kind::Deallocate:
      if (!instruction.reads.empty())
        deallocate(instruction.reads[0], instruction.force);
      break;
    case Instruction::Kind::Return:
      for (size_t i = 0; i < instruction.reads.size(); ++i)
        checkRead(instruction.reads[i], i, "MEM-5");
      returned.insert(returned.end(), instruction.reads.begin(), instruction.reads.end());
      break;
    case Instruction::Kind::Execute:
      executeOp(instruction);
      break;
    }
  }

  Report finish() {
    if (limits.checkLeaks)
      checkLeaks();
    for (Buffer &buffer : buffers)
      if (buffer.place && !buffer.gone)
        report.residences[buffer.residence].lastStep = report.numInstructions;
    std::stable_sort(report.residences.begin(), report.residences.end(),
                     [](const Residence &a, const Residence &b) { return a.firstStep < b.firstStep; });
    return std::move(report);
  }

  Bytes liveExtent() const { return l1.capacity() - l1.lowestHeld(); }
  std::vector<std::pair<TensorId, Range>> liveTensors() const {
    std::vector<std::pair<TensorId, Range>> live;
    for (const Buffer &buffer : buffers)
      if (!buffer.gone && buffer.space == Space::L1 && buffer.place && !buffer.members.empty())
        live.push_back({buffer.members[0], *buffer.place});
    std::stable_sort(live.begin(), live.end(),
                     [](const auto &a, const auto &b) { return a.second.size() > b.second.size(); });
    return live;
  }

  Report report;
  std::vector<TensorState> states;
  Bytes liveSum = 0; ///< bytes of live L1 tensors, placed or not, without rounding

private:
  // ---- Names and violations ----
  const std::string &nameOf(TensorId tensor) const { return report.tensors[tensor].name; }

  std::string nameOfOwner(Owner owner) const {
    if (owner == BankAllocator::noOwner)
      return "nobody";
    const Buffer &buffer = buffers[owner];
    return buffer.members.empty() ? "a temporary" : nameOf(buffer.members[0]);
  }

  TensorId tensorOfOwner(Owner owner) const {
    return owner == BankAllocator::noOwner || buffers[owner].members.empty() ? noTensor : buffers[owner].members[0];
  }

  /// Tensor and place: `%3 [512, 1024)`.
  std::string where(Owner owner) const {
    std::string name = nameOfOwner(owner);
    if (owner != BankAllocator::noOwner && buffers[owner].place)
      name += " " + text(*buffers[owner].place);
    return name;
  }

  /// A core that holds both tensors. Addresses are the same on every core, so that one stands for all.
  std::string coreOf(TensorId first, TensorId second) const {
    static const std::vector<device::CoreRange> none;
    const auto &a = first == noTensor ? none : report.tensors[first].cores;
    const auto &b = second == noTensor ? none : report.tensors[second].cores;
    if (a.empty() && b.empty())
      return "every core";
    if (a.empty() || b.empty()) {
      const device::CoreRange &range = a.empty() ? b[0] : a[0];
      return fmt::format("core ({}, {})", range.startX, range.startY);
    }
    for (const device::CoreRange &p : a)
      for (const device::CoreRange &q : b) {
        int64_t x = std::max(p.startX, q.startX), y = std::max(p.startY, q.startY);
        if (x <= std::min(p.endX, q.endX) && y <= std::min(p.endY, q.endY))
          return fmt::format("core ({}, {})", x, y);
      }
    return "the banks, which allocate in lock-step";
  }

  void violate(const char *rule, std::string message, TensorId tensor = noTensor, TensorId other = noTensor,
               std::optional<int64_t> at = {}) {
    if (report.violations.size() >= limits.maxViolations)
      return;
    Violation violation{at.value_or(step), rule, std::move(message), tensor, other, liveTensors()};
    report.violations.push_back(std::move(violation));
  }

  // ---- Buffers ----
  BankAllocator &bankOf(Space space) { return space == Space::Dram ? dram : l1; }

  int32_t newBuffer(Space space, Bytes bytes) {
    Buffer buffer;
    buffer.space = space;
    buffer.bytes = std::max<Bytes>(bytes, 0);
    buffer.firstStep = step;
    buffers.push_back(std::move(buffer));
    return static_cast<int32_t>(buffers.size() - 1);
  }

  /// A tensor comes to life: with a buffer of its own, or in that of the tensor it is a view of.
  void define(TensorId id) {
    const Tensor &tensor = report.tensors[id];
    TensorState &state = states[id];
    state.definedAt = step;
    state.freed = false;
    if (tensor.aliasOf != noTensor && states[tensor.aliasOf].buffer >= 0) {
      state.buffer = states[tensor.aliasOf].buffer;
      join(id);
      checkViewAddress(id);
      return;
    }
    state.buffer = newBuffer(tensor.space, tensor.bytes);
    buffers[state.buffer].resident = tensor.resident;
    join(id);
    place(state.buffer, id);
  }

  // MEM-12
  void checkViewAddress(TensorId id) {
    const Tensor &tensor = report.tensors[id];
    const Buffer &buffer = buffers[states[id].buffer];
    if (tensor.address && buffer.place && *tensor.address != buffer.place->begin)
      violate("MEM-12",
              fmt::format("places {} at address {}: it is a view of {}, which lies at {}", nameOf(id), *tensor.address,
                          nameOf(tensor.aliasOf), text(*buffer.place)),
              id, tensor.aliasOf);
  }

  void join(TensorId id) {
    Buffer &buffer = buffers[states[id].buffer];
    buffer.members.push_back(id);
    ++buffer.references;
  }

  void place(int32_t index, TensorId id) {
    Buffer &buffer = buffers[index];
    if (buffer.space == Space::Host || buffer.bytes == 0)
      return;
    if (buffer.space == Space::L1)
      liveSum += buffer.bytes;
    BankAllocator &bank = bankOf(buffer.space);
    const Tensor *tensor = id == noTensor ? nullptr : &report.tensors[id];
    if (tensor && tensor->address)
      claim(index, bank, id, *tensor->address);
    else
      buffer.place = bank.allocate(index, buffer.bytes);
    if (buffer.place) {
      buffer.residence = report.residences.size();
      report.residences.push_back({id, buffer.space, *buffer.place, buffer.firstStep, -1});
      report.events.push_back({MemoryEvent::Kind::Allocate, step, buffer.space, id, *buffer.place, buffer.bytes});
    } else if (!tensor || !tensor->address) {
      noRoom(buffer, bank, id);
    }
    if (buffer.space == Space::Dram)
      report.peakDramBytes = std::max(report.peakDramBytes, dram.highestHeld());
  }

  // MEM-8, MEM-13
  void noRoom(const Buffer &buffer, const BankAllocator &bank, TensorId id) {
    Range largest = bank.largestFree();
    report.events.push_back(
        {MemoryEvent::Kind::NoRoom, step, buffer.space, id, largest, buffer.bytes, bank.freeBytes()});
    if (overSum && buffer.space == Space::L1)
      return; // MEM-1 said so
    const char *what = buffer.space == Space::Dram ? "a DRAM channel" : "L1 per core";
    violate(buffer.space == Space::Dram ? "MEM-13" : "MEM-8",
            fmt::format("finds no place for {} of {} B: {} B of {} are free, the largest free range is {} ({} B)",
                        id == noTensor ? "a temporary" : nameOf(id), buffer.bytes, bank.freeBytes(), what,
                        text(largest), largest.size()),
            id, tensorOfOwner(bank.lowestOwner()));
  }

  // MEM-11, MEM-12
  void claim(int32_t index, BankAllocator &bank, TensorId id, Bytes address) {
    Buffer &buffer = buffers[index];
    Range wanted{address, 0};
    bool overflows = addOverflow(address, roundUp(buffer.bytes, bank.alignment()), wanted.end);
    if (address < 0 || overflows || wanted.end > bank.capacity() || address % bank.alignment() != 0)
      return violate("MEM-12",
                     fmt::format("places {} of {} B at address {}: addresses are multiples of {} and end at {}",
                                 nameOf(id), buffer.bytes, address, bank.alignment(), bank.capacity()),
                     id);
    std::optional<Clash> clash = bank.claim(index, wanted);
    buffer.place = wanted;
    if (!clash)
      return;
    TensorId other = tensorOfOwner(clash->owner);
    violate("MEM-11",
            fmt::format("places {} at {}: the bytes {} on {} belong to {}, which is live", nameOf(id), text(wanted),
                        text(clash->range), coreOf(id, other), where(clash->owner)),
            id, other);
  }

  void free(int32_t index) {
    Buffer &buffer = buffers[index];
    if (buffer.gone)
      return;
    buffer.gone = true;
    if (buffer.space == Space::L1)
      liveSum -= buffer.bytes;
    if (!buffer.place)
      return;
    bankOf(buffer.space).release(index, *buffer.place);
    report.events.push_back({MemoryEvent::Kind::Free, step, buffer.space,
                             buffer.members.empty() ? noTensor : buffer.members[0], *buffer.place, buffer.bytes});
    report.residences[buffer.residence].lastStep = step;
  }

  // ---- Reads and deallocations ----
  void checkRead(TensorId id, size_t operand, const char *freedRule) {
    const TensorState &state = states[id];
    if (state.buffer < 0)
      return;
    const Buffer &buffer = buffers[state.buffer];
    std::optional<Clash> clash;
    if (buffer.place)
      clash = bankOf(buffer.space).firstForeign(state.buffer, *buffer.place);
    TensorId other = clash ? tensorOfOwner(clash->owner) : noTensor;
    if (state.freed) { // MEM-3, MEM-5
      std::string message = fmt::format("operand {} was deallocated before: {}", operand, nameOf(id));
      if (clash && clash->owner != BankAllocator::noOwner)
        message += fmt::format(" lay at {}, of which {} belongs to {} now", text(*buffer.place), text(clash->range),
                               where(clash->owner));
      return violate(freedRule, std::move(message), id, other);
    }
    if (clash) // MEM-10
      return violate("MEM-10",
                     fmt::format("reads {} at {}: the bytes {} on {} belong to {} by now", nameOf(id),
                                 text(*buffer.place), text(clash->range), coreOf(id, other), where(clash->owner)),
                     id, other);
    if (buffer.writtenAt > state.definedAt && buffer.writer != id) // MEM-15
      violate("MEM-15",
              fmt::format("reads {}, which shares its bytes with {}: those were written in place after {} was made",
                          nameOf(id), nameOf(buffer.writer), nameOf(id)),
              id, buffer.writer);
  }

  /// A buffer goes with the last tensor that refers to it, unless the deallocation is forced.
  void deallocate(TensorId id, bool force) {
    TensorState &state = states[id];
    if (state.buffer < 0)
      return;
    if (state.freed) // MEM-4
      return violate("MEM-4", "its operand was deallocated before: " + nameOf(id), id);
    state.freed = true;
    Buffer &buffer = buffers[state.buffer];
    --buffer.references;
    if (force)
      for (TensorId member : buffer.members)
        states[member].freed = true;
    if ((buffer.references == 0 || force) && !buffer.resident)
      free(state.buffer);
  }

  void checkLeaks() {
    std::vector<bool> kept(buffers.size(), false);
    for (TensorId id : returned)
      if (states[id].buffer >= 0)
        kept[states[id].buffer] = true;
    for (size_t i = 0; i < buffers.size(); ++i) {
      const Buffer &buffer = buffers[i];
      if (buffer.gone || buffer.atEntry || buffer.resident || kept[i] || buffer.members.empty() || !buffer.place)
        continue;
      violate("MEM-14", // at the op that makes it
              fmt::format("allocates {}, {} B at {} of {}, which is neither freed nor returned",
                          nameOf(buffer.members[0]), buffer.bytes, text(*buffer.place),
                          buffer.space == Space::Dram ? "DRAM" : "L1"),
              buffer.members[0], noTensor, buffer.firstStep);
    }
  }

  // ---- One op ----
  void executeOp(const Instruction &op) {
    for (size_t i = 0; i < op.reads.size(); ++i)
      checkRead(op.reads[i], i, "MEM-3");
    StepRecord record;
    record.step = step;
    record.op = op.op;
    record.name = op.name;
    record.liveL1Bytes = l1.heldBytes();
    now = &record;
    checkSum(op);
    runEvents(op);
    if (op.consumes != noTensor)
      consume(op.consumes);
    for (TensorId id : op.writes)
      if (states[id].buffer >= 0) {
        buffers[states[id].buffer].writtenAt = step;
        buffers[states[id].buffer].writer = id;
      }
    overSum = false;
    now = nullptr;
    record.liveDramBytes = dram.heldBytes();
    record.runtime = op.runtime;
    record.startNs = report.totalNs;
    if (op.runtime) {
      record.durationNs = op.runtime->totalNs;
      report.totalNs += op.runtime->totalNs;
      ++report.timedSteps;
    }
    report.steps.push_back(std::move(record));
  }

  // MEM-1
  void checkSum(const Instruction &op) {
    report.peakSumBytes = std::max(report.peakSumBytes, liveSum + op.totalPeakBytes);
    overSum = op.totalPeakBytes > 0 && liveSum + op.totalPeakBytes > l1.capacity();
    if (overSum)
      violate("MEM-1", fmt::format("needs {} B of L1 per core for itself beside {} B of live tensors, {} B are usable",
                                   op.totalPeakBytes, liveSum, l1.capacity()));
  }

  void runEvents(const Instruction &op) {
    std::vector<Bytes> own;
    for (TensorId id : op.results) {
      const Tensor &tensor = report.tensors[id];
      own.push_back(tensor.space == Space::L1 && tensor.aliasOf == noTensor ? tensor.bytes : 0);
    }
    EventPlan plan = planEvents(op.events, own);
    std::vector<int32_t> temporary(op.events.size(), -1);
    Bytes circular = 0;
    bool reported = overSum;
    observe(0);
    for (size_t i = 0; i < op.events.size(); ++i) {
      const L1Event &event = op.events[i];
      switch (event.kind) {
      case L1Event::Kind::Allocate: {
        auto result = std::find(plan.allocationOfResult.begin(), plan.allocationOfResult.end(), static_cast<int>(i));
        if (result != plan.allocationOfResult.end()) {
          define(op.results[result - plan.allocationOfResult.begin()]);
        } else {
          temporary[i] = newBuffer(Space::L1, event.bytes);
          place(temporary[i], noTensor);
        }
        break;
      }
      case L1Event::Kind::Release:
        for (int freed : plan.freedBy[i])
          if (temporary[freed] >= 0)
            free(temporary[freed]);
        break;
      case L1Event::Kind::CircularBuffers:
        circular += event.bytes;
        report.events.push_back({MemoryEvent::Kind::CircularBuffers,
                                 step,
                                 Space::L1,
                                 noTensor,
                                 {circular - event.bytes, circular},
                                 circular});
        break;
      case L1Event::Kind::EndProgram:
        circular = 0;
        report.events.push_back({MemoryEvent::Kind::EndProgram, step});
        break;
      case L1Event::Kind::InputDone:
        if (op.consumes != noTensor)
          consume(op.consumes);
        break;
      case L1Event::Kind::MoveUp:
        moveUp(temporary);
        break;
      }
      observe(circular);
      reported |= checkCircularBuffers(circular, reported);
    }
    for (int32_t buffer : temporary)
      if (buffer >= 0)
        free(buffer);
    for (size_t i = 0; i < op.results.size(); ++i)
      if (plan.allocationOfResult[i] < 0)
        define(op.results[i]);
    observe(0);
  }

  /// The op frees an operand itself, whoever else refers to its bytes.
  void consume(TensorId id) {
    TensorState &state = states[id];
    if (state.buffer < 0 || state.freed)
      return;
    for (TensorId member : buffers[state.buffer].members)
      states[member].freed = true;
    free(state.buffer);
  }

  void moveUp(std::vector<int32_t> &temporary) {
    for (int32_t &index : temporary)
      if (index >= 0 && !buffers[index].gone) {
        Bytes bytes = buffers[index].bytes;
        free(index);
        index = newBuffer(Space::L1, bytes);
        place(index, noTensor);
      }
  }

  // MEM-9
  bool checkCircularBuffers(Bytes circular, bool reported) {
    if (circular == 0 || reported || circular <= l1.lowestHeld())
      return false;
    Owner lowest = l1.lowestOwner();
    TensorId tensor = tensorOfOwner(lowest);
    violate("MEM-9",
            lowest == BankAllocator::noOwner
                ? fmt::format("its circular buffers take [0, {}) of {} B per core", circular, l1.capacity())
                : fmt::format("its circular buffers take [0, {}) on {}, where {} lies; {} B are free in all", circular,
                              coreOf(tensor, noTensor), where(lowest), l1.freeBytes()),
            tensor);
    return true;
  }

  void observe(Bytes circular) {
    Bytes held = l1.heldBytes() + circular, extent = circular + liveExtent();
    report.peakL1Bytes = std::max(report.peakL1Bytes, held);
    report.peakExtent = std::max(report.peakExtent, extent);
    if (!now)
      return;
    now->peakL1Bytes = std::max(now->peakL1Bytes, held);
    now->peakExtent = std::max(now->peakExtent, extent);
    now->circularBufferBytes = std::max(now->circularBufferBytes, circular);
    now->lowestAddress = now->lowestAddress == 0 ? l1.lowestHeld() : std::min(now->lowestAddress, l1.lowestHeld());
  }

  Limits limits;
  BankAllocator l1, dram;
  std::vector<Buffer> buffers;
  std::vector<TensorId> returned;
  int64_t step = -1;
  StepRecord *now = nullptr;
  bool overSum = false; ///< MEM-1 is broken at this op: what follows from it is not said again
};

Execution::Execution(std::string name, const Chip &chip, const Limits &limits)
    : impl(std::make_unique<Impl>(std::move(name), chip, limits)) {}
Execution::~Execution() = default;
TensorId Execution::addTensor(Tensor tensor) { return impl->addTensor(std::move(tensor)); }
void Execution::setAlias(TensorId tensor, TensorId of) { impl->report.tensors[tensor].aliasOf = of; }
void Execution::setAddress(TensorId tensor, Bytes address) { impl->report.tensors[tensor].address = address; }
void Execution::setResident(TensorId tensor) { impl->report.tensors[tensor].resident = true; }
void Execution::setName(TensorId tensor, std::string name) { impl->report.tensors[tensor].name = std::move(name); }
void Execution::enter(TensorId tensor) { impl->enter(tensor); }
void Execution::run(Instruction instruction) { impl->run(std::move(instruction)); }
Bytes Execution::liveL1Extent() const { return impl->liveExtent(); }
std::vector<std::pair<TensorId, Range>> Execution::liveTensors() const { return impl->liveTensors(); }
bool Execution::isFreed(TensorId tensor) const { return impl->states[tensor].freed; }
Report Execution::finish() { return impl->finish(); }

/// The first id that is not a tensor, over all lists of a program.
static std::optional<std::string> badId(const Program &program) {
  auto total = static_cast<TensorId>(program.tensors.size());
  auto bad = [&](TensorId id) { return id < 0 || id >= total; };
  for (size_t i = 0; i < program.tensors.size(); ++i)
    if (TensorId of = program.tensors[i].aliasOf; of != noTensor && (bad(of) || of == static_cast<TensorId>(i)))
      return fmt::format("tensors[{}].aliasOf: there is no other tensor {} (there are {})", i, of, total);
  for (size_t i = 0; i < program.entry.size(); ++i)
    if (bad(program.entry[i]))
      return fmt::format("entry[{}]: there is no tensor {} (there are {})", i, program.entry[i], total);
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction &op = program.instructions[i];
    for (const auto *list : {&op.reads, &op.writes, &op.results})
      for (TensorId id : *list)
        if (bad(id))
          return fmt::format("instructions[{}]: there is no tensor {} (there are {})", i, id, total);
    if (op.consumes != noTensor && bad(op.consumes))
      return fmt::format("instructions[{}].consumes: there is no tensor {} (there are {})", i, op.consumes, total);
  }
  return std::nullopt;
}

Result<Report> judge::execute(const Program &program, const Chip &chip, const Limits &limits) {
  if (std::optional<std::string> problem = badId(program))
    return Error{*problem};
  Execution execution(program.name, chip, limits);
  for (const Tensor &tensor : program.tensors)
    execution.addTensor(tensor);
  for (TensorId id : program.entry)
    execution.enter(id);
  for (const Instruction &instruction : program.instructions)
    execution.run(instruction);
  return execution.finish();
}
