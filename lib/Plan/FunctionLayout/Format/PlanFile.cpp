//===- PlanFile.cpp - Plans that people read and edit ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Format/PlanFile.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::formats;

static constexpr std::string_view planFormat = "alcove.plan";
static constexpr int64_t fileVersion = 1;
static constexpr std::string_view atFunctionReturn = "return", atFunctionEntry = "entry";

const PlanFile::Function *PlanFile::find(std::string_view name) const {
  auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

// ---- Reading ----

namespace {
class PlanFileReader {
public:
  Result<PlanFile> read(const JsonCursor &root) {
    ALCOVE_RETURN_IF_ERROR(root.onlyFields({"format", "version", "functions"}));
    ALCOVE_ASSIGN_OR_RETURN(std::string format, root.field("format").asString());
    if (format != planFormat)
      return root.field("format").error(fmt::format("'{}', must be '{}'", format, planFormat));
    ALCOVE_ASSIGN_OR_RETURN(int64_t version, root.field("version").asInt());
    if (version != fileVersion)
      return root.field("version").error(fmt::format("{}, this program reads {}", version, fileVersion));
    PlanFile file;
    ALCOVE_RETURN_IF_ERROR(forEach(root.field("functions"), [&](const JsonCursor &at) -> Status {
      PlanFile::Function function;
      ALCOVE_RETURN_IF_ERROR(readFunction(at, function));
      if (file.find(function.name))
        return at.error(fmt::format("function '{}' is listed twice", function.name));
      file.functions.push_back(std::move(function));
      return Status();
    }));
    return file;
  }

private:
  template <typename Read>
  static Status forEach(const JsonCursor &list, Read read) {
    ALCOVE_ASSIGN_OR_RETURN(size_t size, list.arraySize());
    for (size_t i = 0; i < size; ++i)
      ALCOVE_RETURN_IF_ERROR(read(list.element(i)));
    return Status();
  }

  static Status readText(const JsonCursor &at, std::string &out) {
    ALCOVE_ASSIGN_OR_RETURN(out, at.asString());
    return Status();
  }

  static Status readTexts(const JsonCursor &at, std::vector<std::string> &out) {
    return forEach(at, [&](const JsonCursor &each) { return readText(each, out.emplace_back()); });
  }

  static Status readFunction(const JsonCursor &at, PlanFile::Function &function) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "ops", "copies", "returns", "forms"}));
    ALCOVE_RETURN_IF_ERROR(readText(at.field("name"), function.name));
    if (JsonCursor forms = at.optionalField("forms"); forms.present())
      ALCOVE_RETURN_IF_ERROR(forEach(forms, [&](const JsonCursor &each) { return readForm(each, function.forms); }));
    std::set<std::string> names;
    ALCOVE_RETURN_IF_ERROR(forEach(at.field("ops"), [&](const JsonCursor &each) -> Status {
      bool whole = each.optionalField("reads").present();
      if (!function.ops.empty() && whole != function.whole)
        return each.error("some ops have 'reads' and others have not: give all of them, or none to fix results only");
      function.whole = whole;
      ALCOVE_RETURN_IF_ERROR(readOp(each, function.ops.emplace_back()));
      if (!names.insert(function.ops.back().name).second)
        return each.error(fmt::format("op '{}' is listed twice", function.ops.back().name));
      return Status();
    }));
    if (!function.whole)
      return Status();
    ALCOVE_RETURN_IF_ERROR(forEach(
        at.field("copies"), [&](const JsonCursor &each) { return readCopy(each, function.copies.emplace_back()); }));
    return readTexts(at.field("returns"), function.returns);
  }

  static Status readForm(const JsonCursor &at, std::map<std::string, std::string> &forms) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"part", "form"}));
    std::string part, form;
    ALCOVE_RETURN_IF_ERROR(readText(at.field("part"), part));
    ALCOVE_RETURN_IF_ERROR(readText(at.field("form"), form));
    if (!forms.emplace(part, form).second)
      return at.error(fmt::format("part '{}' is listed twice", part));
    return Status();
  }

  static Status readOp(const JsonCursor &at, PlanFile::Op &op) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"name", "kind", "reads", "result", "config", "choice"}));
    ALCOVE_RETURN_IF_ERROR(readText(at.field("name"), op.name));
    if (JsonCursor reads = at.optionalField("reads"); reads.present())
      ALCOVE_RETURN_IF_ERROR(readTexts(reads, op.reads));
    for (auto [field, into] : {std::pair("result", &op.result), std::pair("config", &op.config)})
      if (JsonCursor given = at.optionalField(field); given.present())
        ALCOVE_RETURN_IF_ERROR(readText(given, *into));
    if (JsonCursor choice = at.optionalField("choice"); choice.present()) {
      ALCOVE_ASSIGN_OR_RETURN(op.choice, choice.asInt(0, INT32_MAX));
    }
    return Status();
  }

  static Status readCopy(const JsonCursor &at, PlanFile::Copy &copy) {
    ALCOVE_RETURN_IF_ERROR(at.onlyFields({"copy", "from", "layout", "before", "after"}));
    ALCOVE_RETURN_IF_ERROR(readText(at.field("copy"), copy.copy));
    ALCOVE_RETURN_IF_ERROR(readText(at.field("from"), copy.from));
    ALCOVE_RETURN_IF_ERROR(readText(at.field("layout"), copy.layout));
    JsonCursor before = at.optionalField("before"), after = at.optionalField("after");
    if (before.present() == after.present())
      return at.error("must stand 'before' or 'after' an op, and not both");
    copy.before = before.present();
    return readText(copy.before ? before : after, copy.op);
  }
};
} // namespace

Result<PlanFile> formats::parsePlanFile(std::string_view json) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(json));
  return PlanFileReader().read(document.root());
}

// ---- Writing ----

/// Which of the configurations with the same text and result one is.
static int64_t choiceOf(const OpClass &opClass, int32_t config) {
  return std::count(opClass.configs.begin(), opClass.configs.begin() + config, opClass.configs[config]);
}

PlanFile::Function formats::planByNames(const FunctionLayout &problem, const FunctionPlan &plan) {
  if (!problem.parts.empty()) {
    FunctionPlan ofForms = plan;
    ofForms.forms.clear();
    PlanFile::Function function = planByNames(formed(problem, plan.forms), ofForms);
    for (size_t p = 0; p < plan.forms.size(); ++p)
      if (plan.forms[p] > 0)
        function.forms[problem.parts[p].name] = problem.parts[p].forms[plan.forms[p]].name;
    return function;
  }
  PlanFile::Function function;
  function.name = problem.name;
  function.whole = true;
  std::vector<std::string> names;
  std::vector<int64_t> conversions(problem.tensors.size(), 0);
  for (size_t c = 0; c < plan.copies.size(); ++c) {
    const std::string &tensor = problem.tensors[plan.copies[c].tensor].name;
    names.push_back(c < problem.tensors.size() ? tensor
                                               : fmt::format("{}@{}", tensor, ++conversions[plan.copies[c].tensor]));
  }
  auto layoutName = [&](int32_t tensor, int32_t layout) { return problem.layoutOf(tensor, layout).name; };
  for (int32_t index : plan.order) {
    const OpClass &opClass = problem.classOf(index);
    int32_t config = opClass.candidates[plan.candidate[index]].config;
    PlanFile::Op op{problem.ops[index].name, "", opClass.configs[config].name, choiceOf(opClass, config), {}};
    if (opClass.configs[config].result >= 0)
      op.result = layoutName(problem.ops[index].results[0], opClass.configs[config].result);
    for (int32_t copy : plan.reads[index])
      op.reads.push_back(names[copy]);
    function.ops.push_back(std::move(op));
  }
  for (size_t c = problem.tensors.size(); c < plan.copies.size(); ++c) {
    const plan::Copy &copy = plan.copies[c];
    bool before = copy.place == plan::Copy::Place::BeforeOp;
    std::string op =
        copy.op >= 0 ? problem.ops[copy.op].name : std::string(before ? atFunctionReturn : atFunctionEntry);
    function.copies.push_back({names[c], names[copy.source], layoutName(copy.tensor, copy.layout), op, before});
  }
  for (int32_t copy : plan.returns)
    function.returns.push_back(names[copy]);
  return function;
}

static void writeTexts(JsonWriter &json, std::string_view name, const std::vector<std::string> &texts) {
  json.key(name);
  json.beginArray();
  for (const std::string &text : texts)
    json.value(text);
  json.endArray();
}

static void writeFunction(JsonWriter &json, const PlanFile::Function &function) {
  json.beginObject();
  json.field("name", function.name);
  json.key("ops");
  json.beginArray();
  for (const PlanFile::Op &op : function.ops) {
    json.beginObject();
    json.field("name", op.name);
    if (function.whole)
      writeTexts(json, "reads", op.reads);
    if (!op.result.empty())
      json.field("result", op.result);
    if (!op.config.empty())
      json.field("config", op.config);
    if (op.choice > 0)
      json.field("choice", op.choice);
    json.endObject();
  }
  json.endArray();
  if (function.whole) {
    json.key("copies");
    json.beginArray();
    for (const PlanFile::Copy &copy : function.copies) {
      json.beginObject();
      json.field("copy", copy.copy);
      json.field("from", copy.from);
      json.field("layout", copy.layout);
      json.field(copy.before ? "before" : "after", copy.op);
      json.endObject();
    }
    json.endArray();
    writeTexts(json, "returns", function.returns);
  }
  if (!function.forms.empty()) {
    json.key("forms");
    json.beginArray();
    for (const auto &[part, form] : function.forms) {
      json.beginObject();
      json.field("part", part);
      json.field("form", form);
      json.endObject();
    }
    json.endArray();
  }
  json.endObject();
}

std::string formats::writePlanFile(const PlanFile &file) {
  JsonWriter json;
  json.beginObject();
  json.field("format", planFormat);
  json.field("version", fileVersion);
  json.key("functions");
  json.beginArray();
  for (const PlanFile::Function &function : file.functions)
    writeFunction(json, function);
  json.endArray();
  json.endObject();
  return json.str();
}

// ---- From names to numbers ----

namespace {
class PlanResolver {
public:
  PlanResolver(const FunctionLayout &problem, const PlanFile::Function &function)
      : problem(problem), function(function) {
    plan.policy = "given";
    for (size_t i = 0; i < problem.ops.size(); ++i)
      opNumber[problem.ops[i].name] = static_cast<int32_t>(i);
    for (size_t i = 0; i < problem.tensors.size(); ++i) {
      copyNumber[problem.tensors[i].name] = static_cast<int32_t>(i);
      plan.copies.push_back({static_cast<int32_t>(i), problem.tensors[i].base});
    }
    plan.candidate.assign(problem.numOps(), -1);
    plan.reads.resize(problem.numOps());
  }

  Result<FunctionPlan> run() {
    ALCOVE_RETURN_IF_ERROR(resolveResults());
    ALCOVE_RETURN_IF_ERROR(resolveCopies());
    ALCOVE_RETURN_IF_ERROR(resolveReads());
    for (const std::string &name : function.returns) {
      ALCOVE_ASSIGN_OR_RETURN(int32_t copy, copyNamed(name, "returns"));
      plan.returns.push_back(copy);
    }
    plan.time = timeOf(problem, plan);
    return std::move(plan);
  }

private:
  Error error(const std::string &what) const { return Error{fmt::format("plan of '{}': {}", function.name, what)}; }

  Result<int32_t> opNamed(const std::string &name, const std::string &where) const {
    auto found = opNumber.find(name);
    if (found == opNumber.end())
      return error(fmt::format("{}: the function has no op '{}'", where, name));
    return found->second;
  }

  Result<int32_t> copyNamed(const std::string &name, const std::string &where) const {
    auto found = copyNumber.find(name);
    if (found == copyNumber.end())
      return error(fmt::format("{}: there is no tensor and no copy '{}'", where, name));
    return found->second;
  }

  Result<int32_t> layoutNamed(int32_t tensor, const std::string &name, const std::string &where) const {
    const TensorKind &kind = problem.kinds[problem.tensors[tensor].kind];
    auto found = std::ranges::find(kind.layouts, name, &Layout::name);
    if (found == kind.layouts.end())
      return error(fmt::format("{}: '{}' is none of the {} layouts of {}, for example '{}'", where, name,
                               kind.layouts.size(), kind.name, kind.layouts.front().name));
    return static_cast<int32_t>(found - kind.layouts.begin());
  }

  /// Order, and the configuration of each op with the layouts that it asks for.
  Status resolveResults() {
    for (const PlanFile::Op &op : function.ops) {
      ALCOVE_ASSIGN_OR_RETURN(int32_t index, opNamed(op.name, "ops"));
      plan.order.push_back(index);
      int32_t result = -1;
      if (!op.result.empty()) {
        if (problem.ops[index].results.empty())
          return error(fmt::format("'{}' has no result that could lie in '{}'", op.name, op.result));
        ALCOVE_ASSIGN_OR_RETURN(result, layoutNamed(problem.ops[index].results[0], op.result, "'" + op.name + "'"));
      }
      const OpClass &opClass = problem.classOf(index);
      int64_t left = op.choice;
      int32_t config = 0, count = static_cast<int32_t>(opClass.configs.size());
      while (config < count && !(opClass.configs[config] == OpConfig{op.config, result} && left-- == 0))
        ++config;
      if (config == count)
        return error(fmt::format("'{}' has no configuration{} with a result in '{}'", op.name,
                                 op.config.empty() ? "" : " '" + op.config + "'", op.result));
      configs.push_back(config);
      if (result >= 0)
        plan.copies[problem.ops[index].results[0]].layout = result;
    }
    std::vector<bool> listed(problem.numOps(), false);
    for (int32_t index : plan.order)
      listed[index] = true;
    for (size_t i = 0; i < listed.size(); ++i)
      if (!listed[i])
        return error(
            fmt::format("lacks op '{}': a plan with 'reads' has all {} ops", problem.ops[i].name, problem.numOps()));
    return Status();
  }

  Status resolveCopies() {
    for (const PlanFile::Copy &given : function.copies) {
      ALCOVE_ASSIGN_OR_RETURN(int32_t source, copyNamed(given.from, "copy '" + given.copy + "'"));
      plan::Copy copy{plan.copies[source].tensor, -1, source,
                      given.before ? plan::Copy::Place::BeforeOp : plan::Copy::Place::AfterOp, -1};
      ALCOVE_ASSIGN_OR_RETURN(copy.layout, layoutNamed(copy.tensor, given.layout, "copy '" + given.copy + "'"));
      if (given.op != (given.before ? atFunctionReturn : atFunctionEntry)) {
        ALCOVE_ASSIGN_OR_RETURN(copy.op, opNamed(given.op, "copy '" + given.copy + "'"));
      }
      if (!copyNumber.emplace(given.copy, static_cast<int32_t>(plan.copies.size())).second)
        return error(fmt::format("'{}' names two copies", given.copy));
      plan.copies.push_back(copy);
    }
    return Status();
  }

  Status resolveReads() {
    for (size_t i = 0; i < function.ops.size(); ++i) {
      const PlanFile::Op &op = function.ops[i];
      int32_t index = plan.order[i];
      std::vector<int32_t> operands;
      for (const std::string &name : op.reads) {
        ALCOVE_ASSIGN_OR_RETURN(int32_t copy, copyNamed(name, "'" + op.name + "' reads"));
        plan.reads[index].push_back(copy);
        operands.push_back(plan.copies[copy].layout);
      }
      if (operands.size() != problem.ops[index].operands.size())
        return error(fmt::format("'{}' reads {} copies, it has {} operands", op.name, operands.size(),
                                 problem.ops[index].operands.size()));
      for (size_t k = 0; k < operands.size(); ++k)
        if (plan.copies[plan.reads[index][k]].tensor != problem.ops[index].operands[k])
          return error(fmt::format("'{}' reads '{}' as operand {}, which is '{}'", op.name, op.reads[k], k,
                                   problem.tensors[problem.ops[index].operands[k]].name));
      ALCOVE_RETURN_IF_ERROR(chooseCandidate(op, index, operands, configs[i]));
    }
    return Status();
  }

  Status chooseCandidate(const PlanFile::Op &op, int32_t index, const std::vector<int32_t> &operands, int32_t config) {
    int32_t found = problem.find(problem.ops[index].opClass, operands, config);
    const OpClass &opClass = problem.classOf(index);
    if (found < 0) {
      auto why = operands.empty() ? opClass.refusals.end() : opClass.refusals.find(operands[0]);
      return error(fmt::format("'{}' cannot make '{}' from what it reads{}", op.name, op.result,
                               why == opClass.refusals.end() ? "" : ": " + why->second));
    }
    plan.candidate[index] = found;
    for (size_t r = 0; r < problem.ops[index].results.size(); ++r)
      plan.copies[problem.ops[index].results[r]].layout = opClass.candidates.resultsOf(found)[r];
    return Status();
  }

  const FunctionLayout &problem;
  const PlanFile::Function &function;
  FunctionPlan plan;
  std::map<std::string, int32_t> opNumber, copyNumber;
  std::vector<int32_t> configs; ///< beside function.ops
};
} // namespace

/// The form of each part that the file names, form 0 of the others.
static Result<std::vector<int32_t>> formsNamed(const FunctionLayout &problem, const PlanFile::Function &function) {
  std::vector<int32_t> forms(problem.parts.size(), 0);
  for (const auto &[name, wanted] : function.forms) {
    auto part = std::ranges::find(problem.parts, name, &PlanPart::name);
    if (part == problem.parts.end())
      return Error{fmt::format("plan of '{}': forms: no part '{}' has alternatives", function.name, name)};
    auto form = std::ranges::find(part->forms, wanted, &PlanForm::name);
    if (form == part->forms.end()) {
      std::vector<std::string> names;
      for (const PlanForm &each : part->forms)
        names.push_back(each.name);
      return Error{fmt::format("plan of '{}': forms: part '{}' has no form '{}'; it has {}", function.name, name,
                               wanted, fmt::join(names, ", "))};
    }
    forms[part - problem.parts.begin()] = static_cast<int32_t>(form - part->forms.begin());
  }
  return forms;
}

Result<FunctionPlan> formats::planOf(const FunctionLayout &problem, const PlanFile::Function &function) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int32_t> forms, formsNamed(problem, function));
  if (problem.parts.empty())
    return PlanResolver(problem, function).run();
  FunctionLayout left = formed(problem, forms);
  Result<FunctionPlan> plan = PlanResolver(left, function).run();
  problem.takeAnswers(std::move(left));
  if (plan.ok())
    plan->forms = std::move(forms);
  return plan;
}
