//===- Evaluation.h - One query on its way to an answer ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op family describes what the backend's program factories would do, step by step; the evaluation folds the steps
// into the four numbers as tt-metal's graph trace does (ttnn/core/graph/graph_trace_utils.cpp):
//
//   step                        live CBs   live tensors   cb peak   tensor peak   total peak
//   allocate(temporary, 2048)          0           2048         0          2048         2048
//   cb("in", 2, 2048)               4096           2048      4096          2048         6144
//   cb("out", 2, 2048)              8192           2048      8192          2048        10240
//   endProgram()                    8192           2048
//   allocate(result, 2048)          8192           4096      8192          4096        12288
//   cb("in", 1, 2048)               2048           4096
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_EVALUATION_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_EVALUATION_H

#include "../AttributeFinder.h"
#include "alcove/OpModel/Analytical.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace alcove::opmodel {

class Evaluation {
public:
  Evaluation(const Query &query, const ChipParameters &chip, Explanation *why)
      : query(query), chip(chip), attributes(query), why(why) {}

  const Query &query;
  const ChipParameters &chip;
  const AttributeFinder attributes;

  // ---- The question ----
  size_t numInputs() const { return query.inputs.size(); }
  const TensorSpec &in(size_t i) const { return query.inputs[i]; }
  bool hasOutput(size_t i = 0) const { return i < query.outputs.size(); }
  const OutputRequest &out(size_t i = 0) const { return query.outputs[i]; }
  /// The layout asked for result i, if any.
  const TensorLayout *hint(size_t i = 0) const {
    return hasOutput(i) && query.outputs[i].layout ? &*query.outputs[i].layout : nullptr;
  }

  const AttributeValue *attribute(std::string_view name) const { return attributes.find(name); }
  bool hasAttribute(const char *name) const { return attribute(name) != nullptr; }
  int64_t integer(const char *name, int64_t fallback) const { return attributes.integer(name, fallback); }
  bool boolean(const char *name, bool fallback) const;
  std::string_view text(const char *name, std::string_view fallback = {}) const;
  /// Array attribute; an integer attribute reads as an array of one.
  std::vector<int64_t> integers(const char *name, std::vector<int64_t> fallback = {}) const;

  // ---- Steps of the backend ----
  /// `pages` pages of circular buffer in the current program.
  void cb(std::string_view name, int64_t pages, Bytes pageBytes);
  /// The current program ends. Its circular buffers vanish when the next program claims its own: tensors that are
  /// allocated in between live beside them (so do the sum of linear and the result of dequantize in the unit cases).
  void endProgram() {
    programEnded = true;
    addEvent(L1Event::Kind::EndProgram, 0);
  }
  /// Operand 0 is not read from here on.
  void inputDone() { addEvent(L1Event::Kind::InputDone, 0); }
  void moveUp() { addEvent(L1Event::Kind::MoveUp, 0); }
  /// A tensor of the op's own is allocated: returns its L1 bytes per core.
  Bytes allocate(std::string_view name, const TensorSpec &tensor);
  void allocateBytes(std::string_view name, Bytes bytes);
  void release(Bytes bytes) {
    liveTensorBytes -= bytes;
    if (bytes > 0)
      addEvent(L1Event::Kind::Release, bytes);
  }

  // ---- The answer ----
  /// Marks the query illegal. Returns false, so that a check reads `return e.refuse(...)`.
  template <typename... Args>
  bool refuse(const char *id, fmt::format_string<Args...> format, Args &&...args) {
    answer.refusal = Refusal{id, fmt::format(format, std::forward<Args>(args)...)};
    return false;
  }
  bool refused() const { return answer.refusal.has_value(); }
  /// Records result i of `shape` in `layout` without allocating it.
  void record(size_t i, const std::vector<int64_t> &shape, TensorLayout layout, int alias = -1);
  /// Allocates and records result i.
  void produce(size_t i, const std::vector<int64_t> &shape, const TensorLayout &layout);
  /// Result i is operand `operand` under another shape: nothing is allocated.
  void alias(size_t i, const std::vector<int64_t> &shape, const TensorLayout &layout, int operand);
  void note(std::string text) {
    if (why)
      why->push_back(std::move(text));
  }
  bool explains() const { return why != nullptr; }
  Answer finish();

  /// L1 that circular buffers of a program may take: up to the small-buffer region, without what live tensors hold.
  Bytes freeL1Bytes() const {
    return chip.usableL1Bytes() - chip.l1SmallBytes - std::clamp<Bytes>(query.liveL1BytesPerCore, 0, maxLiveBytes);
  }
  /// What the tensors that the op has allocated so far hold of it.
  Bytes ownL1Bytes() const { return liveTensorBytes; }

private:
  static constexpr Bytes maxLiveBytes = Bytes(1) << 40;
  void updatePeaks();
  /// Buffers of one program are one event, and programs without any none.
  void addEvent(L1Event::Kind kind, Bytes bytes) {
    std::vector<L1Event> &events = answer.constraints.events;
    bool follows = !events.empty() && events.back().kind == kind;
    if (kind == L1Event::Kind::CircularBuffers && follows)
      events.back().bytes += bytes;
    else if (kind != L1Event::Kind::EndProgram || (!events.empty() && !follows))
      events.push_back({kind, bytes});
  }

  Explanation *why;
  Answer answer;
  Bytes liveCbBytes = 0, liveTensorBytes = 0;
  bool programEnded = false;
};

/// An op family: fills the evaluation; false when it refused.
using FamilyFunction = bool (*)(Evaluation &);

/// How an op is treated.
struct OpEntry {
  const char *name;
  const char *family; ///< for tables of scores
  FamilyFunction evaluate;
  int minInputs, maxInputs; ///< tensors; -1 = any
};

/// Entry of an op, or null.
const OpEntry *findOp(std::string_view name);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_EVALUATION_H
