//===- ExplainPlan.cpp - Reasons of a plan, by the names of ops -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ExplainPlan.h"
#include "PlainLocation.h"
#include "alcove/Ops/Dialect/OpNames.h"

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

using OtherWay = ModelAnswers::OtherWay;

/// Reasons for which the backend is asked about what plans do not look at.
static bool isHelpless(plan::WhyNotL1 reason) {
  return reason == plan::WhyNotL1::Refused || reason == plan::WhyNotL1::NoLayout || reason == plan::WhyNotL1::NoRoom;
}

/// The plan with `op` run in this way, all else as planned: whether it is faster, and fits, in words.
static std::string tried(const FunctionProblem &built, const plan::FunctionPlan &plan, int32_t op,
                         const OtherWay &way) {
  plan::FunctionLayout problem = built.problem; // with one candidate more
  plan::OpClass &opClass = problem.classes[problem.ops[op].opClass];
  std::vector<int32_t> operands;
  for (int32_t copy : plan.reads[op])
    operands.push_back(plan.copies[copy].layout);
  std::span<const int32_t> made = opClass.candidates.resultsOf(plan.candidate[op]);
  std::vector<int32_t> results(made.begin(), made.end()), aliases(made.size(), -1);
  results[0] = way.result;
  plan::Candidate candidate = way.candidate;
  candidate.config = static_cast<int32_t>(opClass.configs.size());
  candidate.uses = problem.addUses(way.uses);
  opClass.configs.push_back({way.what, way.result});
  int32_t added = opClass.candidates.add(candidate, operands, results, aliases);
  plan::Explainer explainer(problem, plan);
  for (const plan::LocalChange &change : explainer.changesIntoL1(op))
    if (change.candidate == added)
      return plan::verify(problem, explainer.changed(op, change)).ok()
                 ? fmt::format(", the plan {:+.2f} us", static_cast<double>(change.delta) / 1e6)
                 : "";
  return "";
}

std::optional<plan::Explanation> transforms::explainWithRemedy(const FunctionProblem &built,
                                                               const plan::FunctionPlan &plan,
                                                               const plan::Explainer &explainer, int32_t op) {
  std::optional<plan::Explanation> why = explainer.explain(op);
  if (!why || !why->remedy.empty() || !isHelpless(why->reason))
    return why;
  const plan::OpClass &opClass = built.problem.classOf(op);
  std::vector<int32_t> operands;
  for (int32_t copy : plan.reads[op])
    operands.push_back(plan.copies[copy].layout);
  for (const OtherWay &way : built.answers->otherWaysIntoL1(built.problem.ops[op].opClass, operands))
    if (std::string fits = tried(built, plan, op, way); !fits.empty()) {
      if (!way.isOtherProgram && why->remedy.empty())
        why->toFix = {{op, way.result}};
      why->remedy +=
          fmt::format("{}fits with {}, in {}: {:.2f} us instead of {:.2f} us{}", why->remedy.empty() ? "" : "; ",
                      way.what, built.problem.kinds[opClass.resultKinds[0]].layouts[way.result].name,
                      static_cast<double>(way.candidate.time) / 1e6,
                      static_cast<double>(opClass.candidates[plan.candidate[op]].time) / 1e6, fits);
    }
  return why;
}

OpReasons::OpReasons(const FunctionProblem &built, const plan::FunctionPlan &plan)
    : built(built), plan(plan), explainer(built.problem, plan) {
  for (int32_t op : plan.order)
    if (built.ops[op]->getNumResults() > 0 && isNamedOp(built.ops[op]) && !explainer.isInL1(op))
      outsideL1.push_back(op);
}

/// Longest ops first: they are what a reader looks at, and the work of reasons is limited.
void OpReasons::explainAll() {
  std::vector<int32_t> longest = outsideL1;
  llvm::stable_sort(longest, [&](int32_t a, int32_t b) {
    auto timeOf = [&](int32_t op) { return built.problem.classOf(op).candidates[plan.candidate[op]].time; };
    return timeOf(a) > timeOf(b);
  });
  for (int32_t op : longest)
    explain(op);
}

const OpReason &OpReasons::of(int32_t op) {
  if (known.empty())
    explainAll();
  return known.at(op);
}

/// `up=tile:bf16:l1:block_sharded:5x4,down=tile:bf16:dram:interleaved:1x1`, or nothing where names or layouts cannot be
/// written so.
std::string OpReasons::overridesFor(ArrayRef<std::pair<int32_t, int32_t>> toFix) const {
  std::string text;
  for (auto [op, layout] : toFix) {
    std::string name = opName(built.ops[op]);
    StringRef parts =
        StringRef(built.problem.layoutOf(built.problem.ops[op].results[0], layout).name).split('|').second;
    if (parts.empty() || parts.contains('=') || StringRef(name).find_first_of(",= {}\"'") != StringRef::npos)
      return "";
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, llvm::join(llvm::split(parts, '|'), ":"));
  }
  return text;
}

void OpReasons::explain(int32_t op) {
  plan::Explanation found = remediesLeft > 0 ? *explainWithRemedy(built, plan, explainer, op) : *explainer.explain(op);
  remediesLeft -= isHelpless(found.reason);
  // A heuristic policy has words of its own; those of an exact one would only repeat that it is the cheapest.
  if (!plan.bound && op < static_cast<int32_t>(plan.reasons.size()) && !plan.reasons[op].empty())
    found.why += "; " + plan.policy + ": " + plan.reasons[op];
  known[op] = {opName(built.ops[op]), plan::toString(found.reason), found.why, found.remedy, overridesFor(found.toFix)};
}

std::vector<OpReason> OpReasons::all() {
  std::vector<OpReason> reasons;
  for (int32_t op : outsideL1)
    reasons.push_back(of(op));
  return reasons;
}

Location transforms::plainLocation(Location loc) {
  if (isa<FileLineColLoc>(loc))
    return loc;
  if (auto name = dyn_cast<NameLoc>(loc))
    return plainLocation(name.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (Location plain = plainLocation(part); isa<FileLineColLoc>(plain))
        return plain;
  return UnknownLoc::get(loc.getContext());
}

void transforms::emitRemarks(const FunctionProblem &built, const plan::FunctionPlan &plan, OpReasons &reasons) {
  for (int32_t index : reasons.ops()) {
    Operation *op = built.ops[index];
    // The context always has an engine; what it gives is empty where nobody listens.
    remark::detail::InFlightRemark missed = remark::missed(
        plainLocation(op->getLoc()), remark::RemarkOpts::name(op->getName().getStringRef()).category("alcove.layout"));
    if (!missed)
      continue;
    const OpReason &reason = reasons.of(index);
    missed << fmt::format("'{}' stays in DRAM [{}]: {}{}", reason.name, reason.id, reason.why,
                          reason.remedy.empty() ? "" : "; " + reason.remedy);
  }
  for (const std::vector<int32_t> &chain : plan.chains)
    remark::passed(plainLocation(built.ops[chain.front()]->getLoc()),
                   remark::RemarkOpts::name("chain").category("alcove.layout"))
        << fmt::format("chain from '{}' to '{}' stays in L1", opName(built.ops[chain.front()]),
                       opName(built.ops[chain.back()]))
        << remark::metric("Ops", static_cast<int64_t>(chain.size()));
}

namespace {
/// The text of one op.
class OpText {
public:
  OpText(const FunctionProblem &built, const plan::FunctionPlan &plan, int32_t op)
      : built(built), problem(built.problem), plan(plan), opClass(problem.classOf(op)), op(op) {}

  std::string run() {
    plan::Explainer explainer(problem, plan);
    SmallVector<std::string> names = allNamesOf(built.ops[op]);
    text = fmt::format("{}: {}", opName(built.ops[op]), built.ops[op]->getName().getStringRef().str());
    if (names.size() > 1)
      text += fmt::format(", also called {}", fmt::join(names.begin() + 1, names.end(), ", "));
    line("planned", candidateText(plan.candidate[op], 0, ""));
    if (std::optional<plan::Explanation> why = explainWithRemedy(built, plan, explainer, op)) {
      line("reason", fmt::format("[{}] {}", plan::toString(why->reason), why->why));
      if (!why->remedy.empty())
        line("remedy", why->remedy);
    }
    std::vector<plan::LocalChange> changes = explainer.changesIntoL1(op);
    for (const plan::LocalChange &change : ArrayRef(changes).take_front(choices))
      line("in L1", candidateText(change.candidate, change.delta, fits(explainer, change)));
    if (changes.size() > choices)
      line("", fmt::format("and {} slower ones", changes.size() - choices));
    addRefusals();
    return text + "\n";
  }

private:
  /// One line per rule, the first layout that it refuses with its words.
  void addRefusals() {
    llvm::MapVector<StringRef, SmallVector<int32_t>> byRule; // layouts of operand 0
    for (const auto &[layout, refusal] : opClass.refusals)
      byRule[ruleOf(refusal)].push_back(layout);
    for (const auto &[rule, layouts] : byRule)
      line("refused",
           fmt::format("{}: {}{}", layoutName(0, layouts.front()), opClass.refusals.at(layouts.front()),
                       layouts.size() > 1 ? fmt::format("; and {} more by this rule", layouts.size() - 1) : ""));
  }

  /// `... (layout.not-tiled)`: what stands in the last brackets, else the whole sentence.
  static StringRef ruleOf(StringRef refusal) {
    StringRef last = refusal.rsplit(" (").second;
    return last.consume_back(")") ? last : refusal;
  }

  void line(const char *what, const std::string &value) { text += fmt::format("\n  {:<8} {}", what, value); }

  std::string layoutName(size_t operand, int32_t layout) const {
    return operand < opClass.operandKinds.size() && layout >= 0
               ? problem.kinds[opClass.operandKinds[operand]].layouts[layout].name
               : "no operand";
  }

  std::string fits(const plan::Explainer &explainer, const plan::LocalChange &change) const {
    plan::PlanVerdict verdict = plan::verify(problem, explainer.changed(op, change));
    return verdict.ok() ? ", fits" : ", does not fit";
  }

  std::string candidateText(int32_t index, plan::Picoseconds delta, const std::string &verdict) const {
    const plan::Candidate &candidate = opClass.candidates[index];
    SmallVector<std::string> operands, results;
    for (auto [k, layout] : llvm::enumerate(opClass.candidates.operandsOf(index)))
      operands.push_back(layoutName(k, layout));
    for (auto [k, layout] : llvm::enumerate(opClass.candidates.resultsOf(index)))
      results.push_back(problem.kinds[opClass.resultKinds[k]].layouts[layout].name);
    std::string configuration = opClass.configs[candidate.config].name;
    return fmt::format("{} -> {}: {:.2f} us{}, {} B of L1 while it runs{}{}", fmt::join(operands, ", "),
                       fmt::join(results, ", "), static_cast<double>(candidate.time) / 1e6,
                       verdict.empty() ? "" : fmt::format(" (plan {:+.2f} us)", static_cast<double>(delta) / 1e6),
                       candidate.peakBytes, verdict, configuration.empty() ? "" : "; " + configuration);
  }

  const FunctionProblem &built;
  const plan::FunctionLayout &problem;
  const plan::FunctionPlan &plan;
  const plan::OpClass &opClass;
  int32_t op;
  std::string text;
};
} // namespace

std::string transforms::explainOp(const FunctionProblem &built, const plan::FunctionPlan &plan, int32_t op) {
  return OpText(built, plan, op).run();
}
