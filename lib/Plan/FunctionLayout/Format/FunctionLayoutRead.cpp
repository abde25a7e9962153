//===- FunctionLayoutRead.cpp - Function problems and plans from JSON -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and widths are checked here, with the path of the member; what the numbers mean is checked by the rules.
//
//===----------------------------------------------------------------------===//
#include "FunctionLayoutJson.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

namespace alcove::formats {

namespace {

Status readInto(const JsonCursor &at, std::string &out) {
  ALCOVE_ASSIGN_OR_RETURN(out, at.asString());
  return {};
}
Status readInto(const JsonCursor &at, bool &out) {
  ALCOVE_ASSIGN_OR_RETURN(out, at.asBool());
  return {};
}
Status readInto(const JsonCursor &at, int64_t &out) {
  ALCOVE_ASSIGN_OR_RETURN(out, at.asInt());
  return {};
}
Status readInto(const JsonCursor &at, int32_t &out) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t number, at.asInt(INT32_MIN, INT32_MAX));
  out = static_cast<int32_t>(number);
  return {};
}
Status readInto(const JsonCursor &at, std::vector<int32_t> &out) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> numbers, at.asIntArray(INT32_MIN, INT32_MAX));
  out.assign(numbers.begin(), numbers.end());
  return {};
}

/// Calls `read(element)` for each element.
template <typename Read>
Status forEach(const JsonCursor &list, Read read) {
  ALCOVE_ASSIGN_OR_RETURN(size_t size, list.arraySize());
  for (size_t i = 0; i < size; ++i)
    ALCOVE_RETURN_IF_ERROR(read(list.element(i)));
  return {};
}

/// An array of objects or arrays, appended to `out`.
template <typename Item, typename Read>
Status readList(const JsonCursor &list, std::vector<Item> &out, Read read) {
  return forEach(list, [&](const JsonCursor &at) -> Status {
    out.emplace_back();
    return read(at, out.back());
  });
}

/// Numbers, exactly `count` of them.
Result<std::vector<int64_t>> readRow(const JsonCursor &at, size_t count) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> row, at.asIntArray());
  if (row.size() != count)
    return at.error(fmt::format("{} numbers, must be {}", row.size(), count));
  return row;
}

Result<int32_t> narrow(const JsonCursor &at, int64_t number) {
  if (number < INT32_MIN || number > INT32_MAX)
    return at.error(fmt::format("{} does not fit 32 bits", number));
  return static_cast<int32_t>(number);
}

Result<bool> flag(const JsonCursor &at, int64_t number) {
  if (number != 0 && number != 1)
    return at.error(fmt::format("{} must be 0 or 1", number));
  return number == 1;
}

Status readGrid(const JsonCursor &at, int64_t &rows, int64_t &cols) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> grid, readRow(at, 2));
  rows = grid[0];
  cols = grid[1];
  return {};
}

template <typename Enum, size_t N>
Status readEnum(const JsonCursor &at, const std::array<std::string_view, N> &names, Enum &out) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, at.asString());
  auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    return at.error(fmt::format("'{}' is none of {}", text, fmt::join(names, ", ")));
  out = static_cast<Enum>(found - names.begin());
  return {};
}

Status checkHeader(const JsonCursor &root, std::string_view format) {
  ALCOVE_ASSIGN_OR_RETURN(std::string found, root.field("format").asString());
  if (found != format)
    return root.field("format").error(fmt::format("'{}', must be '{}'", found, format));
  ALCOVE_ASSIGN_OR_RETURN(int64_t version, root.field("version").asInt());
  if (version != functionFilesVersion)
    return root.field("version").error(fmt::format("{}, this program reads {}", version, functionFilesVersion));
  return {};
}

class ProblemReader {
public:
  Result<FunctionLayout> read(const JsonCursor &root) {
    ALCOVE_RETURN_IF_ERROR(checkHeader(root, functionLayoutFormat));
    ALCOVE_RETURN_IF_ERROR(
        root.onlyFields({"format", "version", "name", "l1_bytes", "capacity", "alignment", "machine", "kinds",
                         "l1_uses", "classes", "conversions", "tensors", "ops", "returns", "parts"}));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("name"), problem.name));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("l1_bytes"), problem.l1Bytes));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("capacity"), problem.capacity));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("alignment"), problem.alignment));
    ALCOVE_RETURN_IF_ERROR(readMachine(root.field("machine")));
    ALCOVE_RETURN_IF_ERROR(readList(root.field("kinds"), problem.kinds, readKind));
    ALCOVE_RETURN_IF_ERROR(readList(root.field("l1_uses"), problem.l1Uses, readUses));
    ALCOVE_RETURN_IF_ERROR(readList(root.field("classes"), problem.classes, readClass));
    ALCOVE_RETURN_IF_ERROR(
        forEach(root.field("conversions"), [&](const JsonCursor &at) { return readConversion(at); }));
    ALCOVE_RETURN_IF_ERROR(readList(root.field("tensors"), problem.tensors, readTensor));
    ALCOVE_RETURN_IF_ERROR(readList(root.field("ops"), problem.ops, readOp));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("returns"), problem.returns));
    if (JsonCursor at = root.optionalField("parts"); at.present())
      ALCOVE_RETURN_IF_ERROR(readList(at, problem.parts, readPart));
    ALCOVE_RETURN_IF_ERROR(check(problem));
    return std::move(problem);
  }

private:
  Status readMachine(const JsonCursor &at) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"clock_mhz", "dram_mb_per_s", "grid"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("clock_mhz"), problem.machine.clockMHz));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("dram_mb_per_s"), problem.machine.dramMBs));
    return readGrid(at.field("grid"), problem.machine.gridRows, problem.machine.gridCols);
  }

  static Status readKind(const JsonCursor &at, TensorKind &kind) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "layouts"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("name"), kind.name));
    return readList(at.field("layouts"), kind.layouts, readLayout);
  }

  static Status readLayout(const JsonCursor &at, Layout &layout) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "space", "sharding", "grid", "tiled", "l1_bytes", "total_bytes"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("name"), layout.name));
    ALCOVE_RETURN_IF_ERROR(readEnum(at.field("space"), spaceNames, layout.space));
    ALCOVE_RETURN_IF_ERROR(readEnum(at.field("sharding"), shardingNames, layout.sharding));
    ALCOVE_RETURN_IF_ERROR(readGrid(at.field("grid"), layout.gridRows, layout.gridCols));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("tiled"), layout.tiled));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("l1_bytes"), layout.l1Bytes));
    return readInto(at.field("total_bytes"), layout.totalBytes);
  }

  /// Kind and bytes of each: `[0, 4096, 3, 0]`.
  static Status readUses(const JsonCursor &at, std::vector<L1Use> &uses) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> row, at.asIntArray());
    if (row.size() % 2 != 0)
      return at.error(fmt::format("{} numbers, must be pairs of kind and bytes", row.size()));
    for (size_t i = 0; i < row.size(); i += 2) {
      if (row[i] < 0 || row[i] > static_cast<int64_t>(L1Use::Kind::MoveUp))
        return at.error(fmt::format("there is no kind {} of uses", row[i]));
      uses.push_back({static_cast<L1Use::Kind>(row[i]), row[i + 1]});
    }
    return {};
  }

  static Status readPair(const JsonCursor &at) {
    ALCOVE_ASSIGN_OR_RETURN(size_t size, at.arraySize());
    if (size != 2)
      return at.error(fmt::format("{} elements, must be 2", size));
    return {};
  }

  static Status readTraits(const JsonCursor &at, OpTraits &traits) {
    traits.readsShards = false; // a switch is on when it is named
    return forEach(at, [&](const JsonCursor &element) -> Status {
      ALCOVE_ASSIGN_OR_RETURN(std::string name, element.asString());
      for (const auto &[known, member] : traitNames)
        if (known == name) {
          if (traits.*member)
            return element.error(fmt::format("'{}' is named twice", name));
          traits.*member = true;
          return {};
        }
      return element.error(fmt::format("there is no trait '{}'", name));
    });
  }

  static Status readClass(const JsonCursor &at, OpClass &opClass) {
    ALCOVE_RETURN_IF_ERROR(
        at.onlyFields({"op", "name", "family", "traits", "concat_dim", "operands", "results", "movable", "configs",
                       "config_results", "legal_configs", "base_config", "settled_config", "user_fixed", "base",
                       "tile_products", "candidates", "refusals"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("op"), opClass.op));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("name"), opClass.name));
    ALCOVE_ASSIGN_OR_RETURN(std::string family, at.field("family").asString());
    std::optional<OpKind> parsed = parseOpKind(family);
    if (!parsed)
      return at.field("family").error(fmt::format("there is no family '{}'", family));
    opClass.traits.kind = *parsed;
    ALCOVE_RETURN_IF_ERROR(readTraits(at.field("traits"), opClass.traits));
    ALCOVE_ASSIGN_OR_RETURN(int64_t concatDim, at.field("concat_dim").asInt(-1, 2));
    opClass.traits.concatDim = static_cast<int8_t>(concatDim);
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("operands"), opClass.operandKinds));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("results"), opClass.resultKinds));
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> movable, at.field("movable").asIntArray(0, 1));
    opClass.movable.assign(movable.begin(), movable.end());
    ALCOVE_RETURN_IF_ERROR(readConfigs(at, opClass));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("tile_products"), opClass.tileProducts));
    return readRefusals(at.field("refusals"), opClass);
  }

  static Status readConfigs(const JsonCursor &at, OpClass &opClass) {
    std::vector<int32_t> results;
    ALCOVE_RETURN_IF_ERROR(readList(at.field("configs"), opClass.configs, [](const JsonCursor &text, OpConfig &config) {
      return readInto(text, config.name);
    }));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("config_results"), results));
    if (results.size() != opClass.configs.size())
      return at.field("config_results")
          .error(fmt::format("{} results of {} configs", results.size(), opClass.configs.size()));
    for (size_t i = 0; i < results.size(); ++i)
      opClass.configs[i].result = results[i];
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("legal_configs"), opClass.numLegalConfigs));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("base_config"), opClass.baseConfig));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("settled_config"), opClass.settledConfig));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("user_fixed"), opClass.userFixed));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("base"), opClass.base));
    opClass.candidates = CandidateTable(opClass.operandKinds.size(), opClass.resultKinds.size());
    return forEach(at.field("candidates"), [&](const JsonCursor &row) { return readCandidate(row, opClass); });
  }

  /// config, time, timed, peak, circular buffers, DRAM traffic, wanted free bytes, uses, consumes; then layouts of the
  /// operands, layouts of the results, aliases of the results, and where free bytes are wanted, the time without them.
  static Status readCandidate(const JsonCursor &at, OpClass &opClass) {
    size_t operands = opClass.operandKinds.size(), results = opClass.resultKinds.size();
    size_t fields = candidateFields + operands + 2 * results;
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> row, at.asIntArray());
    bool hasShortTime = row.size() == fields + 1 && row[6] > 0;
    if (row.size() != fields + hasShortTime)
      return at.error(
          fmt::format("{} numbers, must be {}, or one more where free bytes are wanted", row.size(), fields));
    Candidate candidate;
    if (hasShortTime)
      candidate.shortTime = row[fields];
    ALCOVE_ASSIGN_OR_RETURN(candidate.config, narrow(at, row[0]));
    candidate.time = row[1];
    ALCOVE_ASSIGN_OR_RETURN(candidate.timed, flag(at, row[2]));
    candidate.peakBytes = row[3];
    candidate.circularBytes = row[4];
    candidate.dramBytes = row[5];
    candidate.wantsFreeBytes = row[6];
    ALCOVE_ASSIGN_OR_RETURN(candidate.uses, narrow(at, row[7]));
    ALCOVE_ASSIGN_OR_RETURN(candidate.consumes, narrow(at, row[8]));
    std::vector<int32_t> layouts;
    for (size_t i = candidateFields; i < fields; ++i) {
      ALCOVE_ASSIGN_OR_RETURN(int32_t layout, narrow(at, row[i]));
      layouts.push_back(layout);
    }
    std::span<const int32_t> all(layouts);
    int32_t index = opClass.candidates.size();
    int32_t twin =
        opClass.candidates.add(candidate, all.first(operands), all.subspan(operands, results), all.last(results));
    if (twin != index)
      return at.error(fmt::format("reads and asks for the same as candidate {}", twin));
    return {};
  }

  static Status readRefusals(const JsonCursor &at, OpClass &opClass) {
    return forEach(at, [&](const JsonCursor &pair) -> Status {
      ALCOVE_RETURN_IF_ERROR(readPair(pair));
      int32_t layout = -1;
      std::string why;
      ALCOVE_RETURN_IF_ERROR(readInto(pair.element(0), layout));
      ALCOVE_RETURN_IF_ERROR(readInto(pair.element(1), why));
      if (!opClass.refusals.emplace(layout, std::move(why)).second)
        return pair.error(fmt::format("layout {} is named twice", layout));
      return {};
    });
  }

  Status readConversion(const JsonCursor &at) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> row, readRow(at, conversionFields));
    ALCOVE_ASSIGN_OR_RETURN(int32_t kind, narrow(at, row[0]));
    ALCOVE_ASSIGN_OR_RETURN(int32_t from, narrow(at, row[1]));
    ALCOVE_ASSIGN_OR_RETURN(int32_t to, narrow(at, row[2]));
    Conversion conversion;
    ALCOVE_ASSIGN_OR_RETURN(conversion.legal, flag(at, row[3]));
    conversion.time = row[4];
    conversion.peakBytes = row[5];
    conversion.circularBytes = row[6];
    conversion.dramBytes = row[7];
    ALCOVE_ASSIGN_OR_RETURN(conversion.uses, narrow(at, row[8]));
    // Rows that say nothing, as they were written when there were no moves.
    if (from == to && conversion.time == 0 && conversion.peakBytes == 0)
      return {};
    if (problem.knownConversions().count({kind, from, to}))
      return at.error(fmt::format("kind {} from {} to {} is listed twice", kind, from, to));
    problem.addConversion(kind, from, to, conversion);
    return {};
  }

  static Status readTensor(const JsonCursor &at, PlanTensor &tensor) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "kind", "base", "producer", "constant", "resident"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("name"), tensor.name));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("kind"), tensor.kind));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("base"), tensor.base));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("producer"), tensor.producer));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("constant"), tensor.constant));
    return readInto(at.field("resident"), tensor.resident);
  }

  static Status readOp(const JsonCursor &at, PlanOp &op) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "class", "operands", "results", "after", "writes"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("name"), op.name));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("class"), op.opClass));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("operands"), op.operands));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("results"), op.results));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("after"), op.after));
    return readInto(at.field("writes"), op.writes);
  }

  static Status readPart(const JsonCursor &at, PlanPart &part) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "forms"}));
    ALCOVE_RETURN_IF_ERROR(readInto(at.field("name"), part.name));
    return readList(at.field("forms"), part.forms, [](const JsonCursor &in, PlanForm &form) -> Status {
      ALCOVE_RETURN_IF_ERROR(in.onlyFields({"name", "ops", "results"}));
      ALCOVE_RETURN_IF_ERROR(readInto(in.field("name"), form.name));
      ALCOVE_RETURN_IF_ERROR(readInto(in.field("ops"), form.ops));
      return readInto(in.field("results"), form.results);
    });
  }

  FunctionLayout problem;
};

class PlanReader {
public:
  Result<FunctionPlan> read(const JsonCursor &root) {
    ALCOVE_RETURN_IF_ERROR(checkHeader(root, functionPlanFormat));
    ALCOVE_RETURN_IF_ERROR(
        root.onlyFields({"format", "version", "policy", "time_ps", "bound_ps", "in_space", "space", "forms", "order",
                         "candidates", "copies", "reads", "returns", "reasons", "chains", "counts", "failures"}));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("policy"), plan.policy));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("time_ps"), plan.time));
    if (JsonCursor at = root.optionalField("forms"); at.present())
      ALCOVE_RETURN_IF_ERROR(readInto(at, plan.forms));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("order"), plan.order));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("candidates"), plan.candidate));
    ALCOVE_RETURN_IF_ERROR(readList(root.field("copies"), plan.copies, readCopy));
    ALCOVE_RETURN_IF_ERROR(
        readList(root.field("reads"), plan.reads,
                 [](const JsonCursor &at, std::vector<int32_t> &reads) { return readInto(at, reads); }));
    ALCOVE_RETURN_IF_ERROR(readInto(root.field("returns"), plan.returns));
    ALCOVE_RETURN_IF_ERROR(readNotes(root));
    return std::move(plan);
  }

private:
  static Status readCopy(const JsonCursor &at, Copy &copy) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> row, readRow(at, 5));
    ALCOVE_ASSIGN_OR_RETURN(copy.tensor, narrow(at, row[0]));
    ALCOVE_ASSIGN_OR_RETURN(copy.layout, narrow(at, row[1]));
    ALCOVE_ASSIGN_OR_RETURN(copy.source, narrow(at, row[2]));
    ALCOVE_ASSIGN_OR_RETURN(bool before, flag(at, row[3]));
    copy.place = before ? Copy::Place::BeforeOp : Copy::Place::AfterOp;
    ALCOVE_ASSIGN_OR_RETURN(copy.op, narrow(at, row[4]));
    return {};
  }

  /// What a policy tells of its work: may be left out by other writers.
  Status readNotes(const JsonCursor &root) {
    if (JsonCursor at = root.optionalField("bound_ps"); at.present()) {
      int64_t bound = 0;
      ALCOVE_RETURN_IF_ERROR(readInto(at, bound));
      plan.bound = bound;
    }
    if (JsonCursor at = root.optionalField("in_space"); at.present())
      ALCOVE_RETURN_IF_ERROR(readInto(at, plan.inSpace));
    if (JsonCursor at = root.optionalField("space"); at.present())
      ALCOVE_RETURN_IF_ERROR(readInto(at, plan.space));
    if (JsonCursor at = root.optionalField("reasons"); at.present())
      ALCOVE_RETURN_IF_ERROR(readList(
          at, plan.reasons, [](const JsonCursor &text, std::string &reason) { return readInto(text, reason); }));
    if (JsonCursor at = root.optionalField("chains"); at.present())
      ALCOVE_RETURN_IF_ERROR(readList(
          at, plan.chains, [](const JsonCursor &ops, std::vector<int32_t> &chain) { return readInto(ops, chain); }));
    ALCOVE_RETURN_IF_ERROR(readCounts(root.optionalField("counts"), plan.counts));
    return readCounts(root.optionalField("failures"), plan.failures);
  }

  static Status readCounts(const JsonCursor &at, std::map<std::string, int64_t> &counts) {
    if (!at.present())
      return {};
    ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> names, at.fieldNames());
    for (const std::string &name : names)
      ALCOVE_RETURN_IF_ERROR(readInto(at.field(name), counts[name]));
    return {};
  }

  FunctionPlan plan;
};

} // namespace

Result<FunctionLayout> parseFunctionLayout(std::string_view json) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(json));
  return ProblemReader().read(document.root());
}

Result<FunctionPlan> parseFunctionPlan(std::string_view json) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(json));
  return PlanReader().read(document.root());
}

} // namespace alcove::formats
