//===- FunctionLayoutWrite.cpp - Function problems and plans as JSON ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionLayoutJson.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"

using namespace alcove;
using namespace alcove::plan;

namespace alcove::formats {

namespace {

class FunctionWriter {
public:
  std::string write(const FunctionLayout &problem) {
    out.beginObject();
    out.field("format", functionLayoutFormat);
    out.field("version", functionFilesVersion);
    out.field("name", problem.name);
    out.field("l1_bytes", problem.l1Bytes);
    out.field("capacity", problem.capacity);
    out.field("alignment", problem.alignment);
    writeMachine(problem.machine);
    list("kinds", problem.kinds, [&](const TensorKind &kind) { writeKind(kind); });
    list("l1_uses", problem.l1Uses, [&](const std::vector<L1Use> &uses) { writeUses(uses); });
    list("classes", problem.classes, [&](const OpClass &opClass) { writeClass(opClass); });
    writeConversions(problem);
    list("tensors", problem.tensors, [&](const PlanTensor &tensor) { writeTensor(tensor); });
    list("ops", problem.ops, [&](const PlanOp &op) { writeOp(op); });
    integers("returns", problem.returns);
    if (!problem.parts.empty())
      list("parts", problem.parts, [&](const PlanPart &part) { writePart(part); });
    out.endObject();
    return out.str();
  }

  std::string write(const FunctionPlan &plan) {
    out.beginObject();
    out.field("format", functionPlanFormat);
    out.field("version", functionFilesVersion);
    out.field("policy", plan.policy);
    out.field("time_ps", plan.time);
    if (plan.bound) {
      out.field("bound_ps", *plan.bound);
      out.field("in_space", plan.inSpace);
    }
    if (!plan.space.empty())
      out.field("space", plan.space);
    if (!plan.forms.empty())
      integers("forms", plan.forms);
    integers("order", plan.order);
    integers("candidates", plan.candidate);
    writeCopies(plan);
    list("reads", plan.reads, [&](const std::vector<int32_t> &reads) { integers(reads); });
    integers("returns", plan.returns);
    list("reasons", plan.reasons, [&](const std::string &reason) { out.value(reason); });
    list("chains", plan.chains, [&](const std::vector<int32_t> &chain) { integers(chain); });
    counts("counts", plan.counts);
    counts("failures", plan.failures);
    out.endObject();
    return out.str();
  }

private:
  template <typename List, typename Write>
  void list(std::string_view name, const List &items, Write write) {
    out.key(name);
    out.beginArray();
    for (const auto &item : items)
      write(item);
    out.endArray();
  }

  template <typename List>
  void integers(const List &numbers) {
    out.intArray(std::vector<int64_t>(numbers.begin(), numbers.end()));
  }
  template <typename List>
  void integers(std::string_view name, const List &numbers) {
    out.key(name);
    integers(numbers);
  }

  void writeMachine(const PlanMachine &machine) {
    out.key("machine");
    out.beginObject();
    out.field("clock_mhz", machine.clockMHz);
    out.field("dram_mb_per_s", machine.dramMBs);
    integers("grid", std::vector<int64_t>{machine.gridRows, machine.gridCols});
    out.endObject();
  }

  void writeKind(const TensorKind &kind) {
    out.beginObject();
    out.field("name", kind.name);
    list("layouts", kind.layouts, [&](const Layout &layout) {
      out.beginObject();
      out.field("name", layout.name);
      out.field("space", spaceNames[static_cast<size_t>(layout.space)]);
      out.field("sharding", shardingNames[static_cast<size_t>(layout.sharding)]);
      integers("grid", std::vector<int64_t>{layout.gridRows, layout.gridCols});
      out.field("tiled", layout.tiled);
      out.field("l1_bytes", layout.l1Bytes);
      out.field("total_bytes", layout.totalBytes);
      out.endObject();
    });
    out.endObject();
  }

  /// Kind and bytes of each, on one line.
  void writeUses(const std::vector<L1Use> &uses) {
    std::vector<int64_t> row;
    for (const L1Use &use : uses) {
      row.push_back(static_cast<int64_t>(use.kind));
      row.push_back(use.bytes);
    }
    out.intArray(row);
  }

  void writeClass(const OpClass &opClass) {
    out.beginObject();
    out.field("op", opClass.op);
    out.field("name", opClass.name);
    out.field("family", toString(opClass.traits.kind));
    out.key("traits");
    out.beginArray();
    for (const auto &[name, member] : traitNames)
      if (opClass.traits.*member)
        out.value(name);
    out.endArray();
    out.field("concat_dim", static_cast<int64_t>(opClass.traits.concatDim));
    integers("operands", opClass.operandKinds);
    integers("results", opClass.resultKinds);
    integers("movable", opClass.movable);
    list("configs", opClass.configs, [&](const OpConfig &config) { out.value(config.name); });
    std::vector<int64_t> results;
    for (const OpConfig &config : opClass.configs)
      results.push_back(config.result);
    integers("config_results", results);
    out.field("legal_configs", static_cast<int64_t>(opClass.numLegalConfigs));
    out.field("base_config", static_cast<int64_t>(opClass.baseConfig));
    out.field("settled_config", static_cast<int64_t>(opClass.settledConfig));
    out.field("user_fixed", opClass.userFixed);
    out.field("base", static_cast<int64_t>(opClass.base));
    out.field("tile_products", opClass.tileProducts);
    out.key("candidates");
    out.beginArray();
    for (int32_t i = 0; i < opClass.candidates.size(); ++i)
      writeCandidate(opClass.candidates, i);
    out.endArray();
    list("refusals", opClass.refusals, [&](const auto &refusal) {
      out.beginArray();
      out.value(static_cast<int64_t>(refusal.first));
      out.value(refusal.second);
      out.endArray();
    });
    out.endObject();
  }

  void writeCandidate(const CandidateTable &table, int32_t index) {
    const Candidate &c = table[index];
    std::vector<int64_t> row = {c.config,    c.time,           c.timed, c.peakBytes, c.circularBytes,
                                c.dramBytes, c.wantsFreeBytes, c.uses,  c.consumes};
    for (std::span<const int32_t> part : {table.operandsOf(index), table.resultsOf(index), table.aliasesOf(index)})
      row.insert(row.end(), part.begin(), part.end());
    if (c.wantsFreeBytes > 0 && c.shortTime > 0)
      row.push_back(c.shortTime);
    out.intArray(row);
  }

  void writeConversions(const FunctionLayout &problem) {
    list("conversions", problem.knownConversions(), [&](const auto &entry) {
      auto [kind, from, to] = entry.first;
      const Conversion &c = entry.second;
      out.intArray({kind, from, to, c.legal, c.time, c.peakBytes, c.circularBytes, c.dramBytes, c.uses});
    });
  }

  void writeTensor(const PlanTensor &tensor) {
    out.beginObject();
    out.field("name", tensor.name);
    out.field("kind", static_cast<int64_t>(tensor.kind));
    out.field("base", static_cast<int64_t>(tensor.base));
    out.field("producer", static_cast<int64_t>(tensor.producer));
    out.field("constant", tensor.constant);
    out.field("resident", tensor.resident);
    out.endObject();
  }

  void writeOp(const PlanOp &op) {
    out.beginObject();
    out.field("name", op.name);
    out.field("class", static_cast<int64_t>(op.opClass));
    integers("operands", op.operands);
    integers("results", op.results);
    integers("after", op.after);
    integers("writes", op.writes);
    out.endObject();
  }

  void writePart(const PlanPart &part) {
    out.beginObject();
    out.field("name", part.name);
    list("forms", part.forms, [&](const PlanForm &form) {
      out.beginObject();
      out.field("name", form.name);
      integers("ops", form.ops);
      integers("results", form.results);
      out.endObject();
    });
    out.endObject();
  }

  void writeCopies(const FunctionPlan &plan) {
    list("copies", plan.copies, [&](const Copy &copy) {
      out.intArray({copy.tensor, copy.layout, copy.source, copy.place == Copy::Place::BeforeOp, copy.op});
    });
  }

  void counts(std::string_view name, const std::map<std::string, int64_t> &values) {
    out.key(name);
    out.beginObject();
    for (const auto &[key, count] : values)
      out.field(key, count);
    out.endObject();
  }

  JsonWriter out;
};

} // namespace

std::string writeFunctionLayout(const FunctionLayout &problem) { return FunctionWriter().write(problem); }
std::string writeFunctionPlan(const FunctionPlan &plan) { return FunctionWriter().write(plan); }

} // namespace alcove::formats
