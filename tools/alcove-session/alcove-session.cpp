//===- alcove-session.cpp - One plan for functions that share a device ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes planned modules (TTNN), several for each model where it was planned in several ways, and chooses: a way for each
// function, layouts for what they share, addresses. The judge then runs the sequence.
//
//===----------------------------------------------------------------------===//
#include "Merge.h"
#include "Summary.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/CommandLine/Llvm/Diagnostics.h"
#include "alcove/Base/CommandLine/Llvm/Output.h"
#include "alcove/Base/CommandLine/Llvm/Range.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/Ops/Dialect/TTCore/CachedNames.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"
#include "alcove/Plan/Session/Certificate.h"
#include "alcove/Plan/Session/Format/SessionFiles.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

namespace cl = llvm::cl;
using namespace mlir;
using namespace alcove;
using namespace alcove::session_tool;
using plan::session::Space;

static cl::OptionCategory category("alcove-session");
static cl::list<std::string> models(cl::Positional, cl::desc("NAME=PLANNED[,PLANNED...]"), cl::cat(category));
static cl::list<std::string> rates("rates", cl::desc("Calls that the objective counts: prefill=1,decode=512"),
                                   cl::cat(category));
static cl::list<std::string>
    orders("order",
           cl::desc("Sequence that the judge runs: prefill,decode x 20,prefill (default: every "
                    "function as often as its rate)"),
           cl::cat(category));
static cl::list<std::string> sames("same", cl::desc("Arguments that are one tensor: prefill:w3=decode:w5"),
                                   cl::cat(category));
static cl::list<std::string> separates("separate", cl::desc("A name that means another tensor in every function"),
                                       cl::cat(category));
static cl::list<std::string>
    persists("persist",
             cl::desc("A buffer that stays: NAME=l1|dram:BYTES[:CORES[:FUNCTION]], bytes of each "
                      "bank, throughout or while the function runs"),
             cl::cat(category));
static cl::opt<std::string> traceRegion("trace-region", cl::desc("Bytes of every DRAM bank kept for traces"),
                                        cl::cat(category));
static cl::opt<std::string> commandBuffers("command-buffers", cl::desc("Bytes of every DRAM bank kept for commands"),
                                           cl::cat(category));
static cl::opt<std::string> l1Small("l1-small", cl::desc("Bytes of every core's L1 kept for l1_small"),
                                    cl::cat(category));
static cl::opt<std::string> deviceName("device",
                                       cl::desc("Preset or descriptor file of the whole device, where modules were "
                                                "planned with less L1"),
                                       cl::cat(category));
static cl::opt<int64_t, false, RangeParser<int64_t>>
    fragments("fragment", NumberRange<int64_t>{0, 1 << 20},
              cl::desc("Judge on so many devices with leftovers of earlier programs, too"), cl::init(0),
              cl::cat(category));
static cl::opt<int64_t, false, RangeParser<int64_t>>
    users("users", NumberRange<int64_t>{1, 1 << 30},
          cl::desc("So many users have caches of their own, one of whom is served at a time"), cl::init(1),
          cl::cat(category));
static cl::opt<bool> mostUsers("most-users",
                               cl::desc("Print how many users fit, and what one more lacks; write nothing"),
                               cl::cat(category));
static cl::opt<bool> unplanned("as-planned",
                               cl::desc("Judge the functions as each was planned by itself, nothing chosen for the "
                                        "session; write nothing"),
                               cl::cat(category));
static cl::opt<bool> leftoverL1("leftover-l1",
                                cl::desc("Print the bytes of L1 that the leftovers of --fragment leave in one piece; "
                                         "write nothing"),
                                cl::cat(category));
static cl::opt<bool>
    wantedConstants("wanted",
                    cl::desc("Print constants that a function's first way keeps in another layout than "
                             "that of another function: FUNCTION LAYOUT ARGUMENTS, and what it could do about others: "
                             "FUNCTION given-cache ARGUMENT, FUNCTION projections-apart; write nothing"),
                    cl::cat(category));
static cl::opt<std::string> policyName("policy", cl::desc("alone, in-turn or exact"), cl::init("exact"),
                                       cl::cat(category));
static cl::opt<uint64_t> work("work", cl::desc("Work limit of exact"), cl::init(50'000'000), cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("One module with all functions"), cl::value_desc("file"),
                                   cl::cat(category));
static cl::opt<std::string> json("summary-json", cl::desc("Write the summary to this file"), cl::cat(category));
static cl::opt<std::string> page("report", cl::desc("Write DRAM and L1 over the sequence as one HTML page"),
                                 cl::cat(category));
static cl::opt<std::string> exportProblem("export-session-problem",
                                          cl::desc("Write the problem (alcove solve session)"), cl::cat(category));
static cl::opt<std::string> exportPlan("export-session-plan", cl::desc("Write the plan (alcove solve check session)"),
                                       cl::cat(category));
static cl::opt<std::string> certificateFile("certificate", cl::desc("Write what proves the bound"), cl::cat(category));

static int fail(const std::string &message) {
  fmt::print(stderr, "alcove-session: error: {}\n", message);
  return 1;
}

static Status readReserve(const cl::opt<std::string> &option, const char *name, Space space, Request &request) {
  if (option.empty())
    return {};
  Result<Bytes> bytes = plan::session::parseBytes(option.getValue());
  if (!bytes)
    return Error{fmt::format("--{}: {}", option.ArgStr.str(), bytes.error().message)};
  request.reserves.push_back({name, space, *bytes});
  return {};
}

static Result<Request> readRequest() {
  Request request;
  for (const std::string &text : models) {
    ALCOVE_ASSIGN_OR_RETURN(plan::session::Model model, plan::session::parseModel(text));
    request.models.push_back(std::move(model));
  }
  if (request.models.empty())
    return Error{"no model is named: alcove-session prefill=prefill.ttnn.mlir decode=decode.ttnn.mlir"};
  for (const std::string &text : rates)
    ALCOVE_RETURN_IF_ERROR(plan::session::parseRates(text, request.rates));
  for (const std::string &text : orders)
    ALCOVE_RETURN_IF_ERROR(plan::session::parseOrder(text, request.order));
  for (const std::string &text : sames)
    ALCOVE_RETURN_IF_ERROR(plan::session::parseSame(text, request.same));
  request.separate.insert(separates.begin(), separates.end());
  for (const std::string &text : persists) {
    ALCOVE_ASSIGN_OR_RETURN(plan::session::Persistent buffer, plan::session::parsePersistent(text));
    request.persistent.push_back(std::move(buffer));
  }
  ALCOVE_RETURN_IF_ERROR(readReserve(traceRegion, "trace region", Space::Dram, request));
  ALCOVE_RETURN_IF_ERROR(readReserve(commandBuffers, "command buffers", Space::Dram, request));
  ALCOVE_RETURN_IF_ERROR(readReserve(l1Small, "l1_small", Space::L1, request));
  return request;
}

/// The machine of the whole device: that of `--device`, else the module's.
static Result<queries::Machine> machineFor(Operation *module) {
  std::optional<queries::Machine> machine = queries::machineOf(module);
  if (!machine)
    return Error{"the module has no device: it was not planned"};
  if (!deviceName.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, device::loadSystemDesc(deviceName));
    ttcore::SystemDescAttr attribute = ttcore::systemDescAttrOf(module->getContext(), system);
    OwningOpRef<ModuleOp> whole = ModuleOp::create(UnknownLoc::get(module->getContext()));
    (*whole)->setAttr(ttcore::systemDescAttrName, attribute);
    if (std::optional<queries::Machine> full = queries::machineOf(whole->getOperation()))
      machine->usableL1Bytes = full->usableL1Bytes - machine->l1SmallBytes;
  }
  return *machine;
}

static std::vector<func::FuncOp> forwardFunctionsOf(ModuleOp module) {
  std::vector<func::FuncOp> functions;
  module.walk([&](func::FuncOp function) {
    if (ttcore::isForwardFunction(function) && !function.isPrivate())
      functions.push_back(function);
  });
  return functions;
}

/// Reads every module; functions are named after their model, with their own name where there are several.
static Status readModules(const Request &request, MLIRContext &context, Inputs &inputs, ItemTable &table) {
  struct Read {
    func::FuncOp function;
    std::string name, way;
  };
  std::vector<Read> all;
  for (const plan::session::Model &model : request.models)
    for (const std::string &path : model.ways) {
      inputs.modules.push_back(ttir::readModule(path, &context));
      if (!inputs.modules.back())
        return Error{fmt::format("{}: cannot be read", path)};
      std::vector<func::FuncOp> functions = forwardFunctionsOf(*inputs.modules.back());
      if (functions.empty())
        return Error{fmt::format("{}: no function that the device runs", path)};
      for (func::FuncOp function : functions)
        all.push_back({function, functions.size() == 1 ? model.name : model.name + "." + function.getSymName().str(),
                       llvm::sys::path::stem(path).str()});
    }
  for (Read &read : all)
    table.noteNames(read.function, read.name);
  ALCOVE_RETURN_IF_ERROR(table.checkNames());
  for (Read &read : all) {
    Result<queries::Machine> machine = machineFor(read.function);
    if (!machine)
      return Error{fmt::format("{}: {}", read.way, machine.error().message)};
    // With less L1 for some they are still of one device.
    if (&read != all.data() &&
        std::tuple(machine->workerGrid, machine->dramChannels, machine->clockMHz, machine->usableDramBytes) !=
            std::tuple(inputs.machine.workerGrid, inputs.machine.dramChannels, inputs.machine.clockMHz,
                       inputs.machine.usableDramBytes))
      return Error{
          fmt::format("{} and {} are planned for different devices: {}x{} and {}x{} cores, {} and {} DRAM channels, "
                      "{} and {} MHz",
                      all[0].name, read.name, inputs.machine.workerGrid.first, inputs.machine.workerGrid.second,
                      machine->workerGrid.first, machine->workerGrid.second, inputs.machine.dramChannels,
                      machine->dramChannels, inputs.machine.clockMHz, machine->clockMHz)};
    inputs.machine = *machine;
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(read.function);
    ALCOVE_ASSIGN_OR_RETURN(WalkedFunction walked, table.add(read.function, read.name, *model, *machine));
    auto found = llvm::find_if(inputs.functions, [&](const SessionFunction &each) { return each.name == read.name; });
    if (found == inputs.functions.end())
      found = inputs.functions.insert(found, {read.name, {}});
    std::string way = read.way;
    for (int next = 2; llvm::any_of(found->ways, [&](const SessionWay &each) { return each.name == way; }); ++next)
      way = fmt::format("{} ({})", read.way, next);
    found->ways.push_back({way, std::move(walked)});
  }
  return {};
}

/// The judge's first words on each function that has no way at all.
static Status checkWays(const Inputs &inputs) {
  for (const SessionFunction &function : inputs.functions)
    if (llvm::none_of(function.ways, [](const SessionWay &way) { return way.walked.walk.violations.empty(); })) {
      const judge::WalkViolation &broken = function.ways[0].walked.walk.violations[0];
      return Error{fmt::format("{}: the judge refuses its plan: {}: {}", function.name, broken.rule, broken.message)};
    }
  return {};
}

/// The layouts in which the ways of a function take an item, or write it.
static std::set<int32_t> layoutsOf(const plan::session::Function &function, int32_t item, bool written) {
  std::set<int32_t> layouts;
  for (const plan::session::Way &way : function.ways)
    for (const plan::session::Use &use : way.uses)
      if (use.item == item && (use.writes || !written))
        layouts.insert(use.layout);
  return layouts;
}

/// A cache that one function writes in layouts in which no way of another one reads it: there is no copy of it between calls.
static std::string keptApart(const plan::session::Problem &problem) {
  for (auto [index, item] : llvm::enumerate(problem.items))
    for (const plan::session::Function &writer : problem.functions)
      for (const plan::session::Function &reader : problem.functions) {
        const std::set<int32_t> written = layoutsOf(writer, static_cast<int32_t>(index), true);
        const std::set<int32_t> read = layoutsOf(reader, static_cast<int32_t>(index), false);
        auto isReached = [&, &kept = item](int32_t from) {
          return llvm::any_of(
              read, [&](int32_t to) { return from == to || kept.copy(from, to) < plan::session::impossible; });
        };
        if (!written.empty() && !read.empty() && llvm::none_of(written, isReached))
          return fmt::format(
              "{} writes {} as {}, and {} reads it as {}: plan {} with --given-caches={}, so that it reads it "
              "as it is kept",
              writer.name, item.name, item.layouts[*written.begin()].name, reader.name,
              item.layouts[*read.begin()].name, reader.name, item.name);
      }
  return "";
}

static Status planSession(const plan::session::Problem &problem, SessionFigures &figures) {
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<plan::session::SessionPolicy> policy,
                          plan::session::makePolicy(policyName.getValue()));
  plan::Budget budget;
  budget.workUnits = work;
  figures.problem = problem;
  figures.apart = apartOf(problem);
  figures.result = policy->run(problem, budget);
  figures.plan = figures.result.plan;
  if (!figures.plan.found()) {
    plan::session::Shortfall shortfall = plan::session::shortfallOf(problem);
    const std::string &why = figures.result.why;
    if (std::string apart = keptApart(problem); shortfall.step < 0 && !apart.empty())
      return Error{apart};
    return Error{shortfall.step >= 0 ? "SE-V5: none of these ways fits: " + plan::session::toString(problem, shortfall)
                 : why.empty()       ? std::string(policy->name()) + ": no plan was found"
                                     : "no plan was found: the bytes fit together, not in pieces: " + why};
  }
  ALCOVE_ASSIGN_OR_RETURN(figures.account, plan::session::verify(problem, figures.plan));
  if (figures.result.certificate) {
    Result<plan::session::Cost> bound = plan::session::checkCertificate(problem, *figures.result.certificate);
    if (!bound)
      return Error{"the certificate does not hold, a bug: " + bound.error().message};
  }
  return {};
}

static void judgeSession(const Inputs &inputs, SessionFigures &figures) {
  for (size_t f = 0; f < inputs.functions.size(); ++f)
    figures.functions.push_back(&inputs.functions[f].ways[figures.plan.ways[f]].walked);
  judge::Session session = sessionOf(figures.problem, figures.plan, figures.functions);
  figures.replayed = judge::replay(session);
  figures.leftoverStates = fragments;
  for (int64_t state = 1; state <= fragments; ++state) {
    judge::SessionReport report =
        judge::replay(session, judge::randomLeftovers(session.chip, static_cast<uint64_t>(state)));
    figures.survived += report.survives();
    if (!report.survives() && figures.firstFailure.empty())
      figures.firstFailure =
          fmt::format("state {}: {}: {}", state, report.violations[0].rule, report.violations[0].message);
  }
}

static Status writeFiles(const Inputs &inputs, const ItemTable &table, const SessionFigures &figures) {
  auto write = [](const std::string &path, const std::string &text) {
    return path.empty() ? Status() : writeFileAtomically(path, text);
  };
  ALCOVE_RETURN_IF_ERROR(write(exportPlan, formats::writeSessionPlan(figures.plan, figures.result.bound)));
  if (!certificateFile.empty() && !figures.result.certificate)
    return Error{fmt::format("--certificate: {} proves nothing; --policy=exact does", policyName.getValue())};
  if (figures.result.certificate)
    ALCOVE_RETURN_IF_ERROR(write(certificateFile, formats::writeLayoutCertificate(*figures.result.certificate)));
  ALCOVE_RETURN_IF_ERROR(write(json, summaryJson(figures)));
  ALCOVE_RETURN_IF_ERROR(write(page, summaryPage(figures)));
  if (output.empty())
    return {};
  OwningOpRef<ModuleOp> merged = mergedModule(inputs, table, figures.plan);
  noteSession(*merged, figures);
  if (!deviceName.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system, device::loadSystemDesc(deviceName));
    ttcore::SystemDescAttr whole = ttcore::systemDescAttrOf(merged->getContext(), system);
    merged->walk([&](ModuleOp module) {
      if (module->hasAttr(ttcore::systemDescAttrName))
        module->setAttr(ttcore::systemDescAttrName, whole);
    });
  }
  if (failed(mlir::verify(*merged)))
    return Error{"the merged module does not verify, a bug"};
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  merged->print(os, flags);
  return write(output, text + "\n");
}

/// Caches of the users that are not served: as many bytes again for each.
static Status addUsers(plan::session::Problem &problem, int64_t count) {
  if (count < 1 || count > (int64_t(1) << 30))
    return Error{fmt::format("--users: {} of them, must be 1 to 2^30", count)};
  size_t items = problem.items.size();
  for (size_t i = 0; i < items && count > 1; ++i) {
    plan::session::Item item = problem.items[i];
    if (item.kind != plan::session::ItemKind::Cache)
      continue;
    plan::session::ItemLayout layout = item.layouts[0];
    Bytes each = roundUp(layout.bytes, problem.memory(layout.space).alignment);
    if (mulOverflow(each, count - 1, layout.bytes) || layout.bytes >= plan::session::mostBytes)
      return Error{fmt::format("--users: {} caches of {} B reach 2^46 B", count, each)};
    problem.items.push_back({item.name + " of other users", plan::session::ItemKind::Buffer, item.life, {layout}, {0}});
  }
  return plan::session::check(problem);
}

/// The session with so many users, planned and judged; an error says what does not fit.
static Result<SessionFigures> figuresFor(const Inputs &inputs, plan::session::Problem problem, int64_t count) {
  ALCOVE_RETURN_IF_ERROR(addUsers(problem, count));
  SessionFigures figures;
  ALCOVE_RETURN_IF_ERROR(planSession(problem, figures));
  judgeSession(inputs, figures);
  if (!figures.replayed.survives())
    return Error{fmt::format("{}: {}", figures.replayed.violations[0].rule, figures.replayed.violations[0].message)};
  return figures;
}

/// Doubles, then bisects: the judge passes `fits` and refuses one more.
static Status printMostUsers(const Inputs &inputs, const plan::session::Problem &problem) {
  if (llvm::none_of(problem.items, [](const auto &item) { return item.kind == plan::session::ItemKind::Cache; }))
    return Error{"--most-users: no function writes a cache in place, so that users take no bytes of their own, and "
                 "any number of them fits; a cache is an argument that ttir.update_cache or ttir.fill_cache writes"};
  int64_t fits = 0, fails = 1;
  std::string limit;
  auto test = [&](int64_t count) {
    Result<SessionFigures> figures = figuresFor(inputs, problem, count);
    if (!figures)
      limit = figures.error().message;
    return figures.ok();
  };
  while (test(fails)) {
    fits = fails;
    fails *= 2;
  }
  while (fails - fits > 1) {
    int64_t middle = fits + (fails - fits) / 2;
    (test(middle) ? fits : fails) = middle;
  }
  (void)test(fails);
  alcove::print("users: {} fit; {} do not: {}\n", fits, fails, limit);
  return {};
}

/// How functions fare that were planned one by one.
static Status judgeAsPlanned(const Inputs &inputs, plan::session::Problem problem) {
  ALCOVE_RETURN_IF_ERROR(addUsers(problem, users));
  std::vector<std::string> faults;
  SessionFigures figures;
  figures.problem = problem;
  figures.plan = asPlanned(problem, faults);
  judgeSession(inputs, figures);
  for (const judge::SessionViolation &broken : figures.replayed.violations)
    faults.push_back(fmt::format("step {}: {}: {}", broken.step, broken.rule, broken.message));
  if (fragments > 0)
    alcove::print("as planned: {} of {} devices with leftovers are survived\n", faults.empty() ? figures.survived : 0,
                  fragments.getValue());
  if (!faults.empty())
    return Error{fmt::format("as planned, the sequence fails at {} places, first {}", faults.size(), faults[0])};
  alcove::print("as planned: survives on an empty device\n");
  return {};
}

/// The lowest byte of L1 that a leftover of any state takes: below it everything is free.
static Bytes freeL1OfStates(const Inputs &inputs, const plan::session::Problem &problem) {
  judge::Chip chip = inputs.functions[0].ways[0].walked.walk.memory.chip;
  chip.l1Bytes = problem.capacity(Space::L1);
  chip.dramBytes = problem.capacity(Space::Dram);
  Bytes lowest = chip.l1Bytes;
  for (int64_t state = 1; state <= fragments; ++state)
    for (const judge::Leftover &left : judge::randomLeftovers(chip, static_cast<uint64_t>(state)))
      if (left.space == judge::Space::L1)
        lowest = std::min(lowest, left.range.begin);
  return lowest;
}

/// Names of the arguments of every constant of a function's first way, by item.
static std::map<int32_t, std::set<std::string>> argumentsByItem(const SessionFunction &function) {
  std::map<int32_t, std::set<std::string>> all;
  const WalkedFunction &walked = function.ways[0].walked;
  for (size_t e = 0; e < walked.items.size(); ++e)
    if (std::string names = ttcore::argumentNamesOf(walked.walk.values[walked.program.entry[e]]);
        walked.items[e] >= 0 && !names.empty()) {
      SmallVector<StringRef> parts;
      StringRef(names).split(parts, '+');
      for (StringRef part : parts)
        all[walked.items[e]].insert(part.str());
    }
  return all;
}

/// Whether a function keeps weights joined in one constant, of which another one keeps a part by itself.
static bool joinsWhatOthersKeepApart(const Inputs &inputs, size_t f) {
  std::map<int32_t, std::set<std::string>> own = argumentsByItem(inputs.functions[f]);
  for (size_t g = 0; g < inputs.functions.size(); ++g)
    for (const auto &[item, parts] : argumentsByItem(inputs.functions[g]))
      for (const auto &[joined, whole] : own)
        if (g != f && !own.count(item) && parts.size() < whole.size() &&
            std::includes(whole.begin(), whole.end(), parts.begin(), parts.end()))
          return true;
  return false;
}

/// Caches that other functions write, and that no way of function `f` takes as these keep them.
static void printGivenCaches(const Inputs &inputs, const plan::session::Problem &problem, size_t f) {
  const WalkedFunction &walked = inputs.functions[f].ways[0].walked;
  for (size_t e = 0; e < walked.items.size(); ++e) {
    auto argument = dyn_cast<BlockArgument>(walked.walk.values[walked.program.entry[e]]);
    int32_t item = walked.items[e];
    if (!argument || item < 0 || problem.items[item].kind != plan::session::ItemKind::Cache)
      continue;
    auto owner = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto name = owner.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
    std::set<int32_t> own = layoutsOf(problem.functions[f], item, false), kept;
    for (const plan::session::Function &function : problem.functions)
      kept.merge(layoutsOf(function, item, true));
    if (name && llvm::none_of(kept, [&](int32_t layout) { return own.count(layout); }))
      alcove::print("{} given-cache {}\n", inputs.functions[f].name, name.str());
  }
}

/// Constants of a function's first way that another function's first way has in a layout in DRAM that no way of it takes:
/// the function may be planned with them as they lie there. Of several such layouts the one of the most calls.
static void printWanted(const Inputs &inputs, const ItemTable &table, const plan::session::Problem &problem) {
  for (size_t f = 0; f < inputs.functions.size(); ++f) {
    const WalkedFunction &walked = inputs.functions[f].ways[0].walked;
    for (size_t e = 0; e < walked.items.size(); ++e) {
      std::string arguments = ttcore::argumentNamesOf(walked.walk.values[walked.program.entry[e]]);
      if (arguments.empty() || walked.items[e] < 0)
        continue;
      int32_t item = walked.items[e];
      auto takes = [&](const plan::session::Way &way, int32_t layout) {
        return llvm::any_of(way.uses, [&](const auto &use) { return use.item == item && use.layout == layout; });
      };
      int32_t wanted = -1;
      int64_t calls = 0;
      for (size_t g = 0; g < problem.functions.size(); ++g)
        for (size_t l = 0; l < problem.items[item].layouts.size(); ++l)
          if (problem.functions[g].rate > calls && takes(problem.functions[g].ways[0], static_cast<int32_t>(l)) &&
              problem.items[item].layouts[l].space == Space::Dram &&
              llvm::none_of(problem.functions[f].ways,
                            [&](const auto &way) { return takes(way, static_cast<int32_t>(l)); })) {
            wanted = static_cast<int32_t>(l);
            calls = problem.functions[g].rate;
          }
      if (wanted >= 0)
        alcove::print("{} {} {}\n", inputs.functions[f].name,
                      device::toString(ttnn::specOf(cast<RankedTensorType>(table.items[item].types[wanted]))),
                      arguments);
    }
    printGivenCaches(inputs, problem, f);
    if (joinsWhatOthersKeepApart(inputs, f))
      alcove::print("{} projections-apart\n", inputs.functions[f].name);
  }
}

static Status run(MLIRContext &context) {
  ALCOVE_ASSIGN_OR_RETURN(Request request, readRequest());
  Inputs inputs;
  ItemTable table(request);
  ALCOVE_RETURN_IF_ERROR(readModules(request, context, inputs, table));
  ALCOVE_ASSIGN_OR_RETURN(plan::session::Problem problem, problemOf(request, inputs, table));
  if (!exportProblem.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(exportProblem, formats::writeSessionProblem(problem)));
  ALCOVE_RETURN_IF_ERROR(checkWays(inputs));
  if (leftoverL1) {
    alcove::print("{}\n", freeL1OfStates(inputs, problem));
    return {};
  }
  if (wantedConstants) {
    printWanted(inputs, table, problem);
    return {};
  }
  if (unplanned)
    return judgeAsPlanned(inputs, problem);
  if (mostUsers)
    return printMostUsers(inputs, problem);
  Result<SessionFigures> figures = figuresFor(inputs, problem, users);
  if (!figures)
    return figures.error();
  for (const std::string &warning : table.warnings)
    fmt::print(stderr, "alcove-session: warning: {}\n", warning);
  if (output != "-" && json != "-")
    alcove::print("{}", summaryText(*figures));
  return writeFiles(inputs, table, *figures);
}

int main(int argc, char **argv) {
  alcove::checkLlvmOutputAtExit("alcove-session");
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << versionText("alcove-session"); });
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "One plan for planned functions that share a device.\n");
  DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, func::FuncDialect, tensor::TensorDialect,
                  quant::QuantDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  PrintedDiagnostics printed(context);
  if (Status status = run(context); !status.ok())
    return fail(status.error().message);
  return 0;
}
