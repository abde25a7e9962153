//===- Sketch.h - Function problems small enough for a pencil ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Sketch sketch(100);                                            100 B of L1
//   int32_t x = sketch.argument(60);                               a tensor of 60 B per core wherever it lies in L1
//   int32_t a = sketch.op("a", {x}, 60, {"d > d 9", "d > h 4"});   9 ns from DRAM to DRAM, 4 ns to height shards
//   sketch.returns(a);
//
// Layouts of every tensor: d DRAM, i interleaved in L1, h height sharded on 4x1 cores, g height sharded on 2x1,
// w width sharded on 1x4, b block sharded on 2x2. The first candidate of an op is the program as it stands. A candidate
// may say how much it needs beside its result: "h > h 2 +30"; `=` instead of `>`: the result shares the operand's
// bytes. Conversions take 1 ns each, and need nothing but their result. Buffers are not rounded up.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_SKETCH_H
#define ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_SKETCH_H

#include "alcove/Plan/FunctionLayout/Policy.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace alcove::plan::testing {

inline OpTraits chainOp(OpKind kind = OpKind::Unary) {
  OpTraits traits;
  traits.kind = kind;
  traits.modelled = traits.chainShardable = true;
  return traits;
}
/// Priced, but no op of a chain.
inline OpTraits plainOp(OpKind kind = OpKind::Other) {
  OpTraits traits = chainOp(kind);
  traits.chainShardable = false;
  return traits;
}
inline OpTraits viewOp() {
  OpTraits traits = plainOp(OpKind::Reshape);
  traits.isView = true;
  return traits;
}
inline OpTraits concatOp(int8_t dim) {
  OpTraits traits = chainOp(OpKind::Concat);
  traits.concatDim = dim;
  return traits;
}

class Sketch {
public:
  explicit Sketch(Bytes capacity) {
    problem.name = "sketch";
    problem.l1Bytes = problem.capacity = capacity;
    problem.alignment = 1;
  }

  int32_t argument(Bytes bytes) {
    int32_t kind = kindOf(bytes);
    problem.tensors.push_back({"%arg" + std::to_string(problem.tensors.size()), kind, 0});
    return static_cast<int32_t>(problem.tensors.size()) - 1;
  }

  /// An op of a class of its own, with one result `%name` of `bytes`. Returns the result.
  int32_t op(const std::string &name, std::vector<int32_t> operands, Bytes bytes,
             const std::vector<std::string> &candidates, const OpTraits &traits = chainOp()) {
    OpClass opClass;
    opClass.op = opClass.name = name;
    opClass.traits = traits;
    for (int32_t operand : operands)
      opClass.operandKinds.push_back(problem.tensors[operand].kind);
    opClass.resultKinds = {kindOf(bytes)};
    opClass.movable.assign(operands.size(), true);
    opClass.candidates = CandidateTable(operands.size(), 1);
    for (const std::string &text : candidates)
      addCandidate(opClass, text, bytes);
    opClass.numLegalConfigs = static_cast<int32_t>(opClass.configs.size());
    opClass.baseConfig = opClass.settledConfig = 0;
    opClass.base = 0;
    auto result = static_cast<int32_t>(problem.tensors.size()), index = static_cast<int32_t>(problem.ops.size());
    problem.tensors.push_back({"%" + name, opClass.resultKinds[0], 0, index});
    problem.ops.push_back({name, static_cast<int32_t>(problem.classes.size()), std::move(operands), {result}, {}, {}});
    problem.classes.push_back(std::move(opClass));
    return result;
  }

  void returns(int32_t tensor) { problem.returns.push_back(tensor); }

  /// The problem, which obeys all rules; what no conversion was said of takes 1 ns.
  FunctionLayout finish() {
    for (int32_t kind = 0; kind < static_cast<int32_t>(problem.kinds.size()); ++kind)
      for (int32_t from = 0; from < layoutTable; ++from)
        for (int32_t to = 0; to < layoutTable; ++to)
          if (from != to && !problem.knownConversions().count({kind, from, to}))
            problem.addConversion(
                kind, from, to,
                {.legal = true, .time = 1000, .peakBytes = problem.kinds[kind].layouts[to].l1Bytes, .error = {}});
    Status status = check(problem);
    EXPECT_TRUE(status.ok()) << status.error().message;
    return std::move(problem);
  }

  /// Says how long tensors of `bytes` take from one layout to another; none: they cannot.
  void conversion(Bytes bytes, char from, char to, std::optional<int64_t> ns) {
    int32_t kind = kindOf(bytes);
    Bytes peak = problem.kinds[kind].layouts[layout(to)].l1Bytes;
    problem.addConversion(
        kind, layout(from), layout(to),
        {.legal = ns.has_value(), .time = ns.value_or(0) * 1000, .peakBytes = ns ? peak : 0, .error = {}});
  }

  /// Op `op`'s candidate `index` frees `operand`.
  void consume(int32_t op, int32_t index, int32_t operand) {
    change(op, index, [&](Candidate &candidate) { candidate.consumes = operand; });
  }
  /// Op `op`'s candidate `index` wants `bytes` free, and takes `shortNs` with a little less; 0: nobody knows.
  void wantFree(int32_t op, int32_t index, Bytes bytes, int64_t shortNs = 0) {
    change(op, index, [&](Candidate &candidate) {
      candidate.wantsFreeBytes = bytes;
      candidate.shortTime = shortNs * 1000;
    });
  }
  /// Leaves op `op` the program as it stands.
  void keepFirst(int32_t op) {
    CandidateTable &table = problem.classes[problem.ops[op].opClass].candidates;
    CandidateTable first(problem.ops[op].operands.size(), 1);
    first.add(table[0], table.operandsOf(0), table.resultsOf(0), table.aliasesOf(0));
    table = std::move(first);
  }

  static int32_t layout(char name) { return static_cast<int32_t>(std::string_view(tensorNames).find(name)); }
  static char nameOf(int32_t layout) { return tensorNames[layout]; }

  FunctionLayout problem;

private:
  template <typename Edit>
  void change(int32_t op, int32_t index, Edit edit) {
    CandidateTable &table = problem.classes[problem.ops[op].opClass].candidates;
    CandidateTable changed(problem.ops[op].operands.size(), 1);
    for (int32_t i = 0; i < table.size(); ++i) {
      Candidate candidate = table[i];
      if (i == index)
        edit(candidate);
      changed.add(candidate, table.operandsOf(i), table.resultsOf(i), table.aliasesOf(i));
    }
    table = std::move(changed);
  }

  static constexpr const char *tensorNames = "dihgwb";
  static constexpr int32_t layoutTable = 6;

  int32_t kindOf(Bytes bytes) {
    std::string name = std::to_string(bytes) + " B";
    for (size_t kind = 0; kind < problem.kinds.size(); ++kind)
      if (problem.kinds[kind].name == name)
        return static_cast<int32_t>(kind);
    TensorKind kind{name, {}};
    auto add = [&](Sharding sharding, int64_t rows, int64_t cols, Space space = Space::L1) {
      std::string layoutName(1, tensorNames[kind.layouts.size()]);
      kind.layouts.push_back(
          {layoutName, space, sharding, rows, cols, true, space == Space::L1 ? bytes : 0, 4 * bytes});
    };
    add(Sharding::Interleaved, 1, 1, Space::Dram);
    add(Sharding::Interleaved, 2, 2);
    add(Sharding::Height, 4, 1);
    add(Sharding::Height, 2, 1);
    add(Sharding::Width, 1, 4);
    add(Sharding::Block, 2, 2);
    problem.kinds.push_back(std::move(kind));
    return static_cast<int32_t>(problem.kinds.size()) - 1;
  }

  void addCandidate(OpClass &opClass, const std::string &text, Bytes bytes) {
    std::istringstream words(text);
    std::vector<int32_t> operands, results, aliases;
    std::string word;
    while (words >> word && word != ">" && word != "=")
      operands.push_back(layout(word[0]));
    aliases.push_back(word == "=" ? 0 : -1);
    words >> word;
    results.push_back(layout(word[0]));
    Candidate candidate;
    int64_t ns = 0;
    words >> ns;
    candidate.time = ns * 1000;
    Bytes own = results[0] == 0 || aliases[0] == 0 ? 0 : bytes;
    Bytes beside = words >> word ? std::stoll(word.substr(1)) : 0;
    Bytes circular = beside > 0 && word[0] == '~' ? beside : 0;
    candidate.peakBytes = own + beside;
    candidate.circularBytes = circular;
    std::vector<L1Use> uses;
    if (own > 0)
      uses.push_back({L1Use::Kind::Allocate, own});
    if (circular > 0)
      uses.push_back({L1Use::Kind::CircularBuffers, circular});
    candidate.uses = problem.addUses(uses);
    auto config = std::find_if(opClass.configs.begin(), opClass.configs.end(),
                               [&](const OpConfig &known) { return known.result == results[0]; });
    candidate.config = static_cast<int32_t>(config - opClass.configs.begin());
    if (config == opClass.configs.end())
      opClass.configs.push_back({"", results[0]});
    opClass.candidates.add(candidate, operands, results, aliases);
  }
};

/// Writes down what a policy tells.
struct Recorder : PolicyObserver {
  void event(const PolicyEvent &event) override {
    events.push_back({std::string(event.action), event.op, event.detail});
  }
  struct Event {
    std::string action;
    int32_t op;
    std::string detail;
  };
  std::vector<Event> events;

  /// Detail of the first event of that name; `-` when there is none.
  std::string detailOf(const std::string &action) const {
    for (const Event &event : events)
      if (event.action == action)
        return event.detail;
    return "-";
  }
};

/// Layout names in which the op called `name` reads its operands and makes its result: `hd > h`.
inline std::string flowOf(const FunctionLayout &problem, const FunctionPlan &plan, const std::string &name) {
  for (size_t op = 0; op < problem.numOps(); ++op) {
    if (problem.ops[op].name != name)
      continue;
    std::string text;
    for (int32_t copy : plan.reads[op])
      text += Sketch::nameOf(plan.copies[copy].layout);
    return text + " > " + Sketch::nameOf(plan.copies[problem.ops[op].results[0]].layout);
  }
  return "no such op";
}

/// The conversions of the tensor called `name`, in order: `h>d`.
inline std::string copiesOf(const FunctionLayout &problem, const FunctionPlan &plan, const std::string &name) {
  std::string text;
  for (const Copy &copy : plan.copies)
    if (copy.source >= 0 && problem.tensors[copy.tensor].name == name) {
      text += text.empty() ? "" : " ";
      text += Sketch::nameOf(plan.copies[copy.source].layout);
      text += '>';
      text += Sketch::nameOf(copy.layout);
    }
  return text;
}

} // namespace alcove::plan::testing

#endif // ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_SKETCH_H
