//===- Pencil.h - Function problems to be checked with a pencil -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every tensor has 480 B, every layout a name, and conversions are legal unless a test says otherwise:
//
//   dram | l1 (8 banks, 60 B) | h8 w8 b8 (60 B) | h4 w4 b4 (120 B) | h2 w2 (240 B) | h1 (480 B)
//
// An op accepts every combination unless a test says otherwise; it needs what its result takes in L1.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_PENCIL_H
#define ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_PENCIL_H

#include "alcove/Plan/FunctionLayout/Policy.h"

#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>

namespace alcove::plan::testing {

/// What an op needs under a candidate, by the names of the layouts.
struct PencilUse {
  Bytes peakBytes = 0, circularBytes = 0;
  Picoseconds time = 1000;
  int32_t consumes = -1, alias = -1; ///< alias: operand whose bytes the result shares
};

class Pencil {
public:
  using Names = std::vector<std::string>;
  using Accepts = std::function<bool(const Names &operands, const std::string &result)>;
  using Uses = std::function<void(const Names &operands, const std::string &result, PencilUse &use)>;

  explicit Pencil(Bytes capacity, Names layouts = {"dram", "l1", "h8", "w8", "h4"}) {
    problem.name = "pencil";
    problem.l1Bytes = problem.capacity = capacity;
    problem.alignment = 1;
    TensorKind kind;
    kind.name = "kind";
    for (const std::string &name : layouts)
      kind.layouts.push_back(layoutOf(name));
    problem.kinds = {kind};
    source = std::make_shared<Source>(*this);
  }

  int32_t argument(const std::string &name, bool constant = false) {
    PlanTensor tensor{name, 0, 0};
    tensor.constant = constant;
    problem.tensors.push_back(tensor);
    return static_cast<int32_t>(problem.tensors.size()) - 1;
  }

  /// An op of its own class or of that of an earlier op of this name; returns its result.
  int32_t op(const std::string &name, OpKind kind, std::vector<int32_t> operands) {
    int32_t index = static_cast<int32_t>(problem.ops.size()), tensor = static_cast<int32_t>(problem.tensors.size());
    problem.tensors.push_back({fmt::format("%{}", index), 0, 0, index});
    problem.ops.push_back(
        {fmt::format("%{}", index), classOf(name, kind, operands.size(), true), operands, {tensor}, {}, {}});
    return tensor;
  }
  /// An op without result.
  int32_t sink(const std::string &name, std::vector<int32_t> operands) {
    int32_t index = static_cast<int32_t>(problem.ops.size());
    int32_t opClass = classOf(name, OpKind::Cache, operands.size(), false);
    problem.ops.push_back({name, opClass, operands, {}, {}, {}});
    return index;
  }
  OpClass &classNamed(const std::string &name) {
    for (OpClass &opClass : problem.classes)
      if (opClass.op == name)
        return opClass;
    ADD_FAILURE() << "no class " << name;
    return problem.classes[0];
  }

  void returns(int32_t tensor) { problem.returns.push_back(tensor); }
  void accept(const std::string &op, Accepts rule) { accepting[op] = std::move(rule); }
  void use(const std::string &op, Uses rule) { using_[op] = std::move(rule); }
  /// Conversions are legal if this says so.
  std::function<bool(const std::string &from, const std::string &to)> converts;
  Bytes conversionCircularBytes = 0;
  int64_t questions = 0;

  FunctionLayout finish() {
    FunctionLayout result = problem;
    result.source = source;
    for (size_t c = 0; c < result.classes.size(); ++c) {
      OpClass &opClass = result.classes[c];
      std::vector<int32_t> operands(opClass.operandKinds.size(), 0);
      opClass.base = result.find(static_cast<int32_t>(c), operands, opClass.baseConfig);
      EXPECT_GE(opClass.base, 0) << opClass.name;
    }
    Status status = check(result);
    EXPECT_TRUE(status.ok()) << status.error().message;
    return result;
  }

  int32_t layout(const std::string &name) const {
    const std::vector<Layout> &layouts = problem.kinds[0].layouts;
    for (size_t l = 0; l < layouts.size(); ++l)
      if (layouts[l].name == name)
        return static_cast<int32_t>(l);
    ADD_FAILURE() << "no layout " << name;
    return -1;
  }
  FunctionLayout problem;

private:
  static constexpr Bytes totalBytes = 480;

  static Layout layoutOf(const std::string &name) {
    Layout layout;
    layout.name = name;
    layout.totalBytes = totalBytes;
    if (name == "dram")
      return layout;
    layout.space = Space::L1;
    int64_t cores = name == "l1" ? 8 : std::stoll(name.substr(1));
    layout.l1Bytes = totalBytes / cores;
    layout.gridRows = 1;
    layout.gridCols = cores;
    if (name == "l1")
      return layout;
    layout.sharding = name[0] == 'h' ? Sharding::Height : name[0] == 'w' ? Sharding::Width : Sharding::Block;
    if (name[0] == 'h')
      std::swap(layout.gridRows, layout.gridCols);
    if (name[0] == 'b') {
      layout.gridRows = 2;
      layout.gridCols = cores / 2;
    }
    return layout;
  }

  int32_t classOf(const std::string &name, OpKind kind, size_t numOperands, bool hasResult) {
    for (size_t c = 0; c < problem.classes.size(); ++c)
      if (problem.classes[c].op == name && problem.classes[c].operandKinds.size() == numOperands)
        return static_cast<int32_t>(c);
    OpClass opClass;
    opClass.op = opClass.name = name;
    opClass.traits.kind = kind;
    opClass.traits.modelled = true;
    opClass.traits.isSink = !hasResult;
    opClass.operandKinds.assign(numOperands, 0);
    opClass.movable.assign(numOperands, true);
    opClass.candidates = CandidateTable(numOperands, hasResult);
    if (hasResult) {
      opClass.resultKinds = {0};
      for (size_t l = 0; l < problem.kinds[0].layouts.size(); ++l)
        opClass.configs.push_back({"", static_cast<int32_t>(l)});
      opClass.numLegalConfigs = static_cast<int32_t>(opClass.configs.size());
    } else {
      opClass.configs = {{"", -1}};
    }
    opClass.baseConfig = opClass.settledConfig = 0;
    problem.classes.push_back(std::move(opClass));
    return static_cast<int32_t>(problem.classes.size()) - 1;
  }

  class Source : public AnswerSource {
  public:
    explicit Source(Pencil &pencil) : pencil(pencil) {}
    std::optional<CandidateAnswer> candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                             std::string &why) override {
      ++pencil.questions;
      const OpClass &asked = pencil.problem.classes[opClass];
      const std::vector<Layout> &layouts = pencil.problem.kinds[0].layouts;
      Names names;
      bool base = config == asked.baseConfig;
      for (int32_t operand : operands) {
        names.push_back(layouts[operand].name);
        base = base && operand == 0;
      }
      int32_t made = asked.configs[config].result;
      std::string result = made >= 0 ? layouts[made].name : "";
      auto rule = pencil.accepting.find(asked.op);
      if (!base && rule != pencil.accepting.end() && !rule->second(names, result)) {
        why = "refused by the test";
        return std::nullopt;
      }
      PencilUse use;
      use.peakBytes = made >= 0 ? layouts[made].l1Bytes : 0;
      if (auto uses = pencil.using_.find(asked.op); uses != pencil.using_.end())
        uses->second(names, result, use);
      CandidateAnswer answer;
      answer.candidate.config = config;
      answer.candidate.time = use.time;
      answer.candidate.peakBytes = use.alias >= 0 ? 0 : use.peakBytes + use.circularBytes;
      answer.candidate.circularBytes = use.circularBytes;
      answer.candidate.consumes = use.consumes;
      if (use.circularBytes > 0) {
        answer.uses.push_back({L1Use::Kind::CircularBuffers, use.circularBytes});
        answer.uses.push_back({L1Use::Kind::EndProgram, 0});
      }
      if (made >= 0) {
        if (layouts[made].l1Bytes > 0 && use.alias < 0)
          answer.uses.insert(answer.uses.begin(), {L1Use::Kind::Allocate, layouts[made].l1Bytes});
        answer.results = {made};
        answer.aliases = {use.alias};
      }
      return answer;
    }
    ConversionAnswer conversion(int32_t kind, int32_t from, int32_t to) override {
      const std::vector<Layout> &layouts = pencil.problem.kinds[kind].layouts;
      ConversionAnswer answer;
      answer.conversion.legal = !pencil.converts || pencil.converts(layouts[from].name, layouts[to].name);
      answer.conversion.time = 1000;
      answer.conversion.circularBytes = pencil.conversionCircularBytes;
      answer.conversion.peakBytes = layouts[to].l1Bytes + pencil.conversionCircularBytes;
      if (layouts[to].l1Bytes > 0)
        answer.uses.push_back({L1Use::Kind::Allocate, layouts[to].l1Bytes});
      if (pencil.conversionCircularBytes > 0) {
        answer.uses.push_back({L1Use::Kind::CircularBuffers, pencil.conversionCircularBytes});
        answer.uses.push_back({L1Use::Kind::EndProgram, 0});
      }
      return answer;
    }

  private:
    Pencil &pencil;
  };

  std::map<std::string, Accepts> accepting;
  std::map<std::string, Uses> using_;
  std::shared_ptr<Source> source;
};

/// Writes down what a policy tells: `evict 4 %3 (last used by op 9)`.
class DecisionLines : public PolicyObserver {
public:
  void event(const PolicyEvent &event) override {
    lines.push_back(fmt::format("{} {} {}", event.action, event.op, event.detail));
  }
  /// The lines of some actions only.
  std::vector<std::string> of(std::vector<std::string> actions) const {
    std::vector<std::string> chosen;
    for (const std::string &line : lines)
      for (const std::string &action : actions)
        if (line.rfind(action + " ", 0) == 0)
          chosen.push_back(line);
    return chosen;
  }
  std::vector<std::string> lines;
};

} // namespace alcove::plan::testing

#endif // ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_PENCIL_H
