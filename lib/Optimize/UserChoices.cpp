//===- UserChoices.cpp - Options of the planner, checked ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UserChoices.h"
#include "CheckOverrides.h"
#include "PlainLocation.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/OptionError.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

static LogicalResult checkNumbers(Operation *module, const TTNNOptimizerOptions &options) {
  if (!(options.tensorL1UsageCap > 0 && options.tensorL1UsageCap <= 1))
    return emitOptionError(module) << fmt::format("tensor-l1-usage-cap {:g}", options.tensorL1UsageCap)
                                   << ": must be above 0 and at most 1";
  if (options.layoutsPerSharding < 1 || options.layoutsPerSharding > 1000)
    return emitOptionError(module) << "layouts-per-sharding " << options.layoutsPerSharding
                                   << ": must be from 1 to 1000";
  if (options.plannerWork < 0)
    return emitOptionError(module) << "planner-work " << options.plannerWork
                                   << ": must be positive, or 0 for a limit by the size of the function";
  if (options.robustness < 0 || options.robustness > 1000)
    return emitOptionError(module) << "robustness " << options.robustness << ": must be from 0 to 1000 draws";
  if (options.maxLegalLayouts < 0)
    return emitOptionError(module) << "max-legal-layouts " << options.maxLegalLayouts << ": must not be negative";
  return success();
}

/// `0.05,0.15`; 0 is that of the prices.
static LogicalResult readRobustness(Operation *module, const TTNNOptimizerOptions &options, UserChoices &choices) {
  choices.robustness = static_cast<int>(options.robustness);
  if (choices.robustness > 0)
    choices.policyOptions.draws = choices.robustness;
  SmallVector<StringRef> entries;
  StringRef(options.robustnessError).split(entries, ',');
  for (StringRef entry : entries) {
    double error = 0;
    if (entry.getAsDouble(error) || !(error >= 0 && error <= 10))
      return emitOptionError(module) << "robustness-error '" << entry << "': must be from 0 to 10";
    choices.robustnessErrors.push_back(error > 0 ? std::optional(error) : std::nullopt);
  }
  choices.policyOptions.relativeError = choices.robustnessErrors.front();
  return success();
}

/// `64x128|tile|bf16|l1|block_sharded|2x4` fixes all of a layout.
static Result<layouts::LayoutOverride> overrideOf(const std::string &layout) {
  std::string parameters = layout.substr(std::min(layout.find('|'), layout.size() - 1) + 1);
  if (StringRef(parameters).contains('='))
    return Error{"a result with shards or cores of its own, '" + layout + "', can be given in a whole plan only"};
  llvm::replace(parameters, '|', ':');
  ALCOVE_ASSIGN_OR_RETURN(auto parsed, layouts::parseLayoutOverrides("op=" + parameters));
  return parsed.begin()->second;
}

/// Functions of a plan that only fix results: overrides of their ops.
static Status addParts(const formats::PlanFile &file, UserChoices &choices) {
  layouts::Overrides &overrides = choices.overrides;
  for (const formats::PlanFile::Function &function : file.functions) {
    if (!function.whole)
      for (const auto &[part, form] : function.forms)
        if (!choices.forms.emplace(part, form).second)
          return Error{"plan-in: the form of '" + part + "' is fixed by force-forms too"};
    for (const formats::PlanFile::Op &op : function.ops) {
      if (function.whole || op.result.empty())
        continue;
      if (!op.config.empty() || op.choice > 0)
        return Error{"plan-in: '" + op.name +
                     "': a 'config' or 'choice' can be given in a whole plan only, with 'reads'"};
      Result<layouts::LayoutOverride> fixed = overrideOf(op.result);
      if (!fixed.ok())
        return Error{"plan-in: '" + op.name + "': " + fixed.error().message};
      if (!overrides.outputLayouts.emplace(op.name, *fixed).second)
        return Error{"plan-in: '" + op.name + "' is fixed by override-output-layout too"};
    }
  }
  return Status();
}

/// Functions that the module has, each in the file at most once.
static LogicalResult readPlanIn(Operation *module, const TTNNOptimizerOptions &options, UserChoices &choices) {
  const std::string &path = options.planIn;
  if (path.empty())
    return success();
  auto refuse = [&](const std::string &why) { return emitOptionError(module) << "plan-in '" << path << "': " << why; };
  Result<std::string> text = readFile(path);
  if (!text.ok())
    return refuse(text.error().message);
  Result<formats::PlanFile> file = formats::parsePlanFile(*text);
  if (!file.ok())
    return refuse(file.error().message);
  for (const formats::PlanFile::Function &function : file->functions)
    if (!module->getRegion(0).empty() &&
        llvm::none_of(module->getRegion(0).getOps<func::FuncOp>(), [&](func::FuncOp each) {
          return each.getSymName() == function.name && ttcore::isForwardFunction(each);
        }))
      return refuse("the module plans no function '" + function.name + "'");
  // The rest of a part is planned, by any policy; of a whole plan there is none.
  if (options.memoryLayoutAnalysisPolicy != TTNNOptimizerOptions().memoryLayoutAnalysisPolicy &&
      llvm::all_of(file->functions, [](const formats::PlanFile::Function &each) { return each.whole; }))
    return refuse("is a whole plan, which leaves memory-layout-analysis-policy=" + options.memoryLayoutAnalysisPolicy +
                  " nothing to plan: leave one of them off, compare with policies=" +
                  options.memoryLayoutAnalysisPolicy + ", or give names and results of some ops alone");
  choices.planIn = std::move(*file);
  return success();
}

/// `part=form,part=form`
static Result<std::map<std::string, std::string>> parseForms(StringRef text) {
  std::map<std::string, std::string> forms;
  SmallVector<StringRef> entries;
  text.split(entries, ',', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    auto [part, form] = entry.split('=');
    if (part.empty() || form.empty() || !forms.emplace(part.str(), form.str()).second)
      return Error{"force-forms: '" + entry.str() + "': must be part=form, each part once"};
  }
  return forms;
}

static LogicalResult readOverrides(Operation *module, const TTNNOptimizerOptions &options, UserChoices &choices) {
  layouts::Overrides &overrides = choices.overrides;
  auto take = [&](auto parsed, auto &slot) -> LogicalResult {
    if (!parsed.ok())
      return emitOptionError(module) << parsed.error().message;
    slot = std::move(*parsed);
    return success();
  };
  if (failed(take(layouts::parseLayoutOverrides(options.overrideOutputLayout), overrides.outputLayouts)) ||
      failed(take(layouts::parseConv2dOverrides(options.overrideConv2dConfig), overrides.conv2dConfigs)) ||
      failed(take(layouts::parseMemReconfigs(options.insertMemReconfig), overrides.memReconfigs)) ||
      failed(take(parseForms(options.forceForms), choices.forms)))
    return failure();
  if (choices.planIn)
    if (Status status = addParts(*choices.planIn, choices); !status.ok())
      return emitOptionError(module) << status.error().message;
  if (Status status = layouts::resolveNames(module, overrides); !status.ok())
    return emitOptionError(module) << status.error().message;
  return checkOverridesApply(module, overrides);
}

/// The policy to apply, then those to compare with.
static LogicalResult readPolicies(Operation *module, const TTNNOptimizerOptions &options, UserChoices &choices) {
  choices.policies = {options.memoryLayoutAnalysisEnabled ? options.memoryLayoutAnalysisPolicy : "AllDram"};
  auto add = [&](StringRef name) {
    if (!llvm::is_contained(choices.policies, name.str()))
      choices.policies.push_back(name.str());
  };
  SmallVector<StringRef> names;
  StringRef(options.policies).split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names) {
    if (name != "all") {
      add(name);
      continue;
    }
    for (std::string_view each : plan::functionPolicyNames())
      add(StringRef(each.data(), each.size()));
  }
  if (!options.planCertificate.empty() && choices.policies.front() != "Global")
    return emitOptionError(module) << "plan-certificate: policy " << choices.policies.front()
                                   << " proves nothing; memory-layout-analysis-policy=Global does";
  // The policy is checked even where it is not used: a typing error must not hide behind a lower level.
  for (StringRef name : {StringRef(options.memoryLayoutAnalysisPolicy)})
    names.push_back(name);
  for (StringRef name : names)
    if (auto made = plan::makeFunctionPolicy(std::string_view(name.data(), name.size())); name != "all" && !made.ok())
      return emitOptionError(module) << "unknown memory-layout-analysis-policy: " << made.error().message;
  return success();
}

/// The name of the op that any of its names means.
static LogicalResult readExplain(Operation *module, const std::string &asked, std::string &name) {
  if (asked.empty())
    return success();
  Result<Operation *> op = OpIndex(module).find(asked);
  if (!op.ok())
    return emitOptionError(module) << "explain: " << op.error().message;
  auto function = (*op)->getParentOfType<func::FuncOp>();
  if (function && !ttcore::isForwardFunction(function))
    return emitPlainOpError(*op) << "explain: '" << asked
                                 << "' is not planned: it runs once, in the const-eval function '"
                                 << function.getSymName() << "'";
  name = opName(*op);
  return success();
}

FailureOr<UserChoices> transforms::userChoicesOf(Operation *module, const TTNNOptimizerOptions &options) {
  UserChoices choices;
  if (failed(checkNumbers(module, options)) || failed(readPolicies(module, options, choices)) ||
      failed(readRobustness(module, options, choices)) || failed(readPlanIn(module, options, choices)) ||
      failed(readOverrides(module, options, choices)))
    return failure();
  choices.planOut = options.planOut;
  choices.legal = {options.maxLegalLayouts, options.rowMajorEnabled};
  choices.l1UsageCap = options.tensorL1UsageCap;
  choices.storeConstants = options.storeConstants;
  choices.alternatives = options.alternatives && options.memoryLayoutAnalysisEnabled;
  choices.policyOptions.allowReshards = options.memReconfigEnabled;
  choices.policyOptions.keepResults = options.tailReservationEnabled;
  choices.policyOptions.dropLosingRuns = options.dropLosingChains;
  choices.reasons = options.recordReasons;
  choices.explainToStdout = options.explainToStdout;
  if (failed(readExplain(module, options.explain, choices.explain)))
    return failure();
  choices.exportProblem = options.exportPlanProblem;
  choices.exportPlan = options.exportPlan;
  choices.certificate = options.planCertificate;
  choices.policyOptions.certificate = !choices.certificate.empty();
  choices.policyOptions.layoutsPerSharding = static_cast<int>(options.layoutsPerSharding);
  choices.workBySize = options.plannerWork == 0;
  if (!choices.workBySize)
    choices.policyOptions.budget.workUnits = static_cast<uint64_t>(options.plannerWork);
  choices.policyOptions.l1InterleavedFallback = options.l1InterleavedFallback;
  return choices;
}

static bool isOnDevice(Operation *op) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(op->getResult(0).getType());
  return layout && layout.isDeviceMemory();
}

LogicalResult transforms::checkLayoutsFit(Operation *module, const UserChoices &choices,
                                          const queries::Machine &machine) {
  const auto &fixed = choices.overrides.outputLayouts;
  if (fixed.empty())
    return success();
  WalkResult walked = module->walk([&](Operation *op) -> WalkResult {
    auto found = fixed.find(opName(op));
    if (found == fixed.end() || op->getNumResults() == 0 || !ttnn::layoutOf(op->getResult(0).getType()))
      return success();
    if (Status status = layouts::checkOverrideFits(found->second, machine.workerGrid); !status.ok())
      return emitPlainOpError(op) << status.error().message;
    if (layouts::legalOpLayouts(op, machine, choices.legal, &found->second).empty())
      return emitPlainOpError(op) << "override-output-layout: no legal layout of '" << found->first << "' is left"
                                  << (isOnDevice(op) ? "" : ": its result lies in the memory of the host");
    return success();
  });
  return failure(walked.wasInterrupted());
}
