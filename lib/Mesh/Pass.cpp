//===- Pass.cpp - ttir-split-over-mesh --------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApplySplit.h"
#include "PlannedPrices.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Mesh/Passes.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Plan/Mesh/Format/MeshFiles.h"
#include "alcove/Plan/Mesh/Policy.h"

#include "mlir/IR/BuiltinOps.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace alcove::meshsplit {
#define GEN_PASS_DEF_TTIRSPLITOVERMESH
#include "alcove/Mesh/Passes.h.inc"
} // namespace alcove::meshsplit

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;

namespace {

/// `2x4`.
Result<std::vector<int64_t>> parseMesh(StringRef text) {
  auto [rows, columns] = text.split('x');
  int64_t a = 0, b = 0;
  if (rows.getAsInteger(10, a) || columns.getAsInteger(10, b) || a < 1 || b < 1 || a > 1024 || b > 1024)
    return Error{fmt::format("mesh '{}': rows x columns of chips are needed, such as 2x4", text.str())};
  return std::vector<int64_t>{a, b};
}

/// `1,2,4,8`.
Result<std::vector<int64_t>> parseCounts(StringRef text) {
  std::vector<int64_t> counts;
  SmallVector<StringRef> words;
  text.split(words, ',', -1, false);
  for (StringRef word : words) {
    int64_t count = 0;
    if (word.getAsInteger(10, count) || count < 1 || count > 1024)
      return Error{fmt::format("devices '{}': numbers of chips are needed, such as 1,2,4,8", text.str())};
    counts.push_back(count);
  }
  return counts;
}

std::string inMicroseconds(plan::mesh::Cost ps) { return fmt::format("{:.1f} us", static_cast<double>(ps) / 1e6); }
std::string inMiB(Bytes bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20)); }

void explain(const plan::mesh::Problem &problem, const plan::mesh::Plan &plan) {
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    const plan::mesh::Op &op = problem.ops[o];
    const plan::mesh::Strategy &strategy = op.strategies[plan.strategies[o]];
    std::vector<std::string_view> splits;
    for (plan::mesh::Split split : strategy.splits)
      splits.push_back(plan::mesh::toString(split));
    std::string moves;
    auto add = [&](int32_t tensor, int32_t from, int32_t to) {
      const plan::mesh::Tensor &t = problem.tensors[tensor];
      if (from != to)
        moves += fmt::format("; {} {} -> {} {}", t.name, plan::mesh::toString(t.shardings[from]),
                             plan::mesh::toString(t.shardings[to]), inMicroseconds(t.conversion(from, to)));
    };
    for (size_t i = 0; i < op.inputs.size(); ++i)
      add(op.inputs[i], plan.kept[op.inputs[i]], strategy.inputs[i]);
    for (size_t i = 0; i < op.outputs.size(); ++i)
      add(op.outputs[i], strategy.outputs[i], plan.kept[op.outputs[i]]);
    fmt::print(stderr, "  {}: {} {}{}\n", op.name, fmt::join(splits, " x "), inMicroseconds(strategy.cost), moves);
  }
}

struct SplitOverMesh : meshsplit::impl::TTIRSplitOverMeshBase<SplitOverMesh> {
  using TTIRSplitOverMeshBase::TTIRSplitOverMeshBase;
  explicit SplitOverMesh(LocalPlanner planner) : planner(std::move(planner)) {}
  SplitOverMesh(const SplitOverMesh &other) : TTIRSplitOverMeshBase(other), planner(other.planner) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    TTIRSplitOverMeshBase::getDependentDialects(registry);
    if (planner.dialects)
      planner.dialects(registry);
  }

  void runOnOperation() override {
    if (Status status = run(); !status.ok()) {
      getOperation().emitError(status.error().message);
      signalPassFailure();
    }
  }

private:
  Result<func::FuncOp> onlyFunction() {
    func::FuncOp found;
    int64_t count = 0;
    getOperation().walk([&](func::FuncOp function) {
      found = function;
      ++count;
    });
    if (count != 1)
      return Error{fmt::format("--mesh splits a module of one function; this one has {}", count)};
    bool meshed = false;
    getOperation().walk([&](ModuleOp module) {
      if (auto meshes = module->getAttrOfType<ttcore::MeshesAttr>(ttcore::meshesAttrName))
        for (ttcore::MeshAttr mesh : meshes.getMeshes())
          meshed |= llvm::any_of(mesh.getShape(), [](int64_t extent) { return extent > 1; });
    });
    if (meshed)
      return Error{"--mesh splits a program of one chip; this one names a mesh of several already"};
    Operation *exchange = nullptr;
    found->walk([&](Operation *op) {
      if (isa<ttir::AllGatherOp, ttir::AllReduceOp, ttir::AllReduceAsyncOp, ttir::AllToAllOp,
              ttir::CollectiveBroadcastOp, ttir::CollectivePermuteOp, ttir::MeshPartitionOp, ttir::MeshShardOp,
              ttir::PointToPointOp, ttir::ReduceScatterOp>(op))
        exchange = exchange ? exchange : op;
    });
    if (exchange)
      return Error{fmt::format("--mesh splits a program of one chip; '{}' is of several already: name their mesh with "
                               "mesh-shape= or ttcore.meshes instead",
                               exchange->getName().getStringRef().str())};
    return found;
  }

  static Error noPlan(const plan::mesh::Problem &problem, const MeshMachine &machine) {
    Bytes least = plan::mesh::leastBytes(problem);
    if (least <= problem.capacity)
      return Error{"no split of the function was found"};
    return Error{
        fmt::format("MP-V3: every chip would hold {} at least (tensors of {} split over {} chips), {} has {} of "
                    "DRAM: a mesh of about {} chips is needed",
                    inMiB(least), inMiB(least * problem.chips()), problem.chips(), machine.device,
                    inMiB(problem.capacity), ceilDiv(least * problem.chips(), std::max<Bytes>(1, problem.capacity)))};
  }

  /// One mesh: its problem, the policy's plan, and what it takes.
  struct Attempt {
    std::string mesh;
    MeshMachine machine;
    plan::mesh::Problem problem; ///< with the prices that the plan was chosen by
    plan::mesh::MeshResult result;
    plan::mesh::Account account;
    /// Of the trials: the time first thought of, that of the chip's planned program, how many there were, and what no
    /// split takes less than at the lowest price of each strategy.
    std::optional<LocalPlan> planned;
    plan::mesh::Cost firstCost = 0, lowestBound = -plan::mesh::impossible;
    int64_t trials = 0;
    std::map<std::string_view, double> plannedBy; ///< what the splits of other policies take, planned (ps)

    double time() const { return planned ? planned->ns * 1000 : static_cast<double>(account.cost); }
  };

  Status solve(Attempt &done) {
    ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<plan::mesh::MeshPolicy> chosen, plan::mesh::makePolicy(policy.getValue()));
    done.result = chosen->run(done.problem, plan::Budget{.workUnits = work});
    if (!done.result.plan.found())
      return noPlan(done.problem, done.machine);
    Result<plan::mesh::Account> account = plan::mesh::verify(done.problem, done.result.plan);
    if (!account.ok())
      return Error{fmt::format("policy {}: {}", policy.getValue(), account.error().message)};
    done.account = *account;
    return {};
  }

  Result<Attempt> attempt(const std::vector<int64_t> &shape) {
    Attempt done;
    done.mesh = fmt::format("{}x{}", shape[0], shape[1]);
    ALCOVE_ASSIGN_OR_RETURN(done.machine, machineOf(device, shape, links));
    ALCOVE_ASSIGN_OR_RETURN(func::FuncOp function, onlyFunction());
    ALCOVE_ASSIGN_OR_RETURN(SplitProblem split, splitProblemOf(function, done.machine));
    done.problem = std::move(split.problem);
    ALCOVE_RETURN_IF_ERROR(solve(done));
    if (rounds > 0)
      ALCOVE_RETURN_IF_ERROR(chooseAgain(done));
    return done;
  }

  /// The split of `done` planned for one chip; the module is as it was.
  Result<LocalPlan> tryOut(const Attempt &done) {
    ModuleOp module = getOperation();
    OwningOpRef<ModuleOp> start = cast<ModuleOp>(module->clone());
    DictionaryAttr attributes = module->getAttrDictionary();
    func::FuncOp function = *onlyFunction();
    nameForTrial(function);
    write(function, done);
    std::string why;
    ScopedDiagnosticHandler quiet(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error && why.empty())
        why = diagnostic.str();
    });
    auto runOn = [this](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); };
    Result<LocalPlan> planned = planner.plan(module, done.machine.device, runOn);
    module.getBodyRegion().takeBody(start->getBodyRegion());
    module->setAttrs(attributes);
    if (!planned.ok() && !why.empty())
      return Error{fmt::format("{}: {}", planned.error().message, why)};
    return planned;
  }

  using Tried = std::vector<std::pair<plan::mesh::Plan, double>>;
  static const double *timeOf(const Tried &tried, const plan::mesh::Plan &plan) {
    for (const auto &[other, time] : tried)
      if (other.strategies == plan.strategies && other.kept == plan.kept)
        return &time;
    return nullptr;
  }

  /// Plans the split of `now` and learns from it; the best is kept, of two that take the same time the earlier.
  Status trial(Attempt &now, Attempt &best, PlannedPrices &prices, Tried &tried) {
    ALCOVE_ASSIGN_OR_RETURN(now.planned, tryOut(now));
    prices.learn(now.result.plan, *now.planned);
    tried.push_back({now.result.plan, now.time()});
    if (!best.planned || now.time() < best.time()) {
      best.planned = now.planned;
      best.result.plan = now.result.plan;
    }
    return {};
  }

  /// The choice and what the other policies choose are planned, prices mended, and splits chosen by them until no split
  /// takes less than the best by more than what is agreed on, or there were enough. A choice that was planned before
  /// costs what it took.
  Status chooseAgain(Attempt &best) {
    if (!planner.plan)
      return Error{"rounds: no planner is at hand here"};
    constexpr double agreed = 0.005;
    constexpr int64_t mostKnown = 64; // such a choice takes no planning
    constexpr int64_t least = 3;      // prices are not exact: what seems as fast may be faster
    // A long function is planned less often, a very long one once: a plan takes seconds per thousand ops.
    constexpr size_t plannedOps = 8'000, longest = 2'000;
    const size_t ops = std::max<size_t>(1, best.problem.ops.size()), most = ops > longest ? 0 : plannedOps / ops;
    if (most == 0) {
      fmt::print(stderr, "mesh {}: {} ops are more than {}: the split is planned once, by prices of single ops\n",
                 best.mesh, ops, longest);
      return {};
    }
    const plan::mesh::Problem first = best.problem;
    PlannedPrices prices(first);
    best.firstCost = best.account.cost;
    Tried tried;
    Attempt now = best;
    ALCOVE_RETURN_IF_ERROR(trial(now, best, prices, tried));
    for (std::string_view name : plan::mesh::policyNames()) {
      if (policy != "exact" || first.chips() == 1 || most < plan::mesh::policyNames().size())
        break;
      now.result.plan = (*plan::mesh::makePolicy(name))->run(first, {.workUnits = work}).plan;
      if (!now.result.plan.found() || !plan::mesh::verify(first, now.result.plan).ok())
        continue;
      // What others choose need not be plannable.
      if (timeOf(tried, now.result.plan) || trial(now, best, prices, tried).ok())
        best.plannedBy[name] = *timeOf(tried, now.result.plan);
    }
    // What an op takes depends on its neighbours: those of the best.
    auto chooseByBest = [&]() -> Status {
      prices.learn(best.result.plan, *best.planned);
      now.problem = prices.problem();
      return solve(now);
    };
    ALCOVE_RETURN_IF_ERROR(chooseByBest());
    auto isOpen = [&] { return best.time() - static_cast<double>(now.result.bound) > agreed * best.time(); };
    for (int64_t round = 0, known = 0; round < rounds && known < mostKnown && (round < least || isOpen());) {
      if (const double *took = timeOf(tried, now.result.plan)) {
        if (!isOpen())
          break;
        ++known;
        plan::mesh::Cost missing = std::llround(*took - static_cast<double>(now.account.cost));
        if (missing <= 0 || !prices.surcharge(now.result.plan, best.result.plan, missing))
          break;
      } else if (tried.size() < most) {
        ++round;
        ALCOVE_RETURN_IF_ERROR(trial(now, best, prices, tried));
      } else {
        break;
      }
      ALCOVE_RETURN_IF_ERROR(chooseByBest());
    }
    // What is said of the best is said by its own prices.
    best.problem = std::move(now.problem);
    best.result.bound = now.result.bound;
    best.result.plan.cost = plan::mesh::priceOf(best.problem, best.result.plan);
    ALCOVE_ASSIGN_OR_RETURN(best.account, plan::mesh::verify(best.problem, best.result.plan));
    best.trials = static_cast<int64_t>(tried.size());
    if (best.result.bound > -plan::mesh::impossible)
      best.lowestBound = (*plan::mesh::makePolicy("exact"))->run(prices.lowest(), {.workUnits = work}).bound;
    return {};
  }

  /// The chips write parts of their own, and free them: who hands over a whole tensor sees nothing of what they wrote.
  static void warnOfLostWrites(func::FuncOp function) {
    Operation *end = function.getBody().front().getTerminator();
    for (BlockArgument argument : function.getArguments()) {
      auto writes = [&](Operation *user) { return changesFirstOperand(user) && user->getOperand(0) == argument; };
      if (llvm::none_of(argument.getUsers(), writes) || llvm::is_contained(end->getOperands(), argument))
        continue;
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
      InFlightDiagnostic warning = function.emitWarning("argument ") << argument.getArgNumber();
      if (name)
        warning << " ('" << name.getValue() << "')";
      warning << " of @" << function.getSymName()
              << " is written in place, on a mesh in parts that are freed behind it: return it to see what was written";
    }
  }

  void write(func::FuncOp function, const Attempt &done) {
    warnOfLostWrites(function);
    SplitProblem split = *splitProblemOf(function, done.machine);
    applySplit(function, split, done.result.plan, done.machine);
  }

  /// Every mesh of the device, a line each; the least time, of equal ones the fewest chips.
  Result<Attempt> bestOf() {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> counts, parseCounts(devices));
    ALCOVE_ASSIGN_OR_RETURN(auto shapes, meshesOf(device, counts));
    std::optional<Attempt> best;
    std::optional<Error> last;
    double first = 0;
    fmt::print(stderr, "{:>8} {:>6} {:>14} {:>14} {:>14} {:>14} {:>16} {:>7}\n", "mesh", "chips",
               rounds > 0 ? "planned" : "time", "sum of prices", "ops", "conversions", "DRAM per chip", "speed");
    for (const std::vector<int64_t> &shape : shapes) {
      Result<Attempt> tried = attempt(shape);
      std::string name = fmt::format("{}x{}", shape[0], shape[1]);
      if (!tried.ok()) {
        fmt::print(stderr, "{:>8} {:>6} {}\n", name, shape[0] * shape[1], tried.error().message);
        last = tried.error();
        continue;
      }
      double time = std::max(1.0, tried->time());
      first = first > 0 ? first : time;
      fmt::print(stderr, "{:>8} {:>6} {:>14} {:>14} {:>14} {:>14} {:>16} {:>7.2f}\n", name, shape[0] * shape[1],
                 inMicroseconds(std::llround(time)), inMicroseconds(tried->account.cost),
                 inMicroseconds(tried->account.ops), inMicroseconds(tried->account.conversions),
                 inMiB(tried->account.peakBytes), first / time);
      if (!best || tried->time() < best->time())
        best = std::move(*tried);
    }
    if (!best)
      return *last;
    return std::move(*best);
  }

  Result<Attempt> asAsked() {
    if (mesh == "auto")
      return bestOf();
    if (!devices.empty())
      return Error{fmt::format("devices={} is for mesh=auto, not for mesh={}", devices.getValue(), mesh.getValue())};
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> shape, parseMesh(mesh));
    return attempt(shape);
  }

  Status run() {
    if (links < 0 || links > 64)
      return Error{fmt::format("links {}: a number from 0, as the device says, to 64", links.getValue())};
    if (rounds < 0 || rounds > 16)
      return Error{fmt::format("rounds {}: a number from 0 to 16", rounds.getValue())};
    ALCOVE_ASSIGN_OR_RETURN([[maybe_unused]] func::FuncOp function, onlyFunction());
    ALCOVE_ASSIGN_OR_RETURN(Attempt done, asAsked());
    const plan::mesh::Problem &problem = done.problem;
    if (!exportProblem.empty())
      ALCOVE_RETURN_IF_ERROR(writeFileAtomically(exportProblem, formats::writeMeshProblem(problem)));
    report(problem, done);
    if (problem.chips() > 1)
      write(*onlyFunction(), done);
    return {};
  }

  static void reportTrials(const Attempt &done) {
    std::string bound;
    if (done.lowestBound > -plan::mesh::impossible)
      bound =
          fmt::format("; at the lowest price that any of them saw for each strategy no split takes less than {} "
                      "(gap {:.2f} %)",
                      inMicroseconds(done.lowestBound),
                      100 * (done.time() / static_cast<double>(std::max<plan::mesh::Cost>(1, done.lowestBound)) - 1));
    fmt::print(stderr,
               "  one chip's program, planned: {}, {} of DRAM by the judge; prices said {} at first and {} for "
               "this split, best of {} planned{}\n",
               inMicroseconds(std::llround(done.time())), inMiB(done.planned->dramBytes),
               inMicroseconds(done.firstCost), inMicroseconds(done.account.cost), done.trials, bound);
  }

  void report(const plan::mesh::Problem &problem, const Attempt &done) {
    const plan::mesh::MeshResult &result = done.result;
    const plan::mesh::Account &account = done.account;
    std::string bound;
    if (result.bound > -plan::mesh::impossible)
      bound = fmt::format(", no split takes less than {} (gap {:.2f} %)", inMicroseconds(result.bound),
                          100.0 * static_cast<double>(account.cost - result.bound) /
                              static_cast<double>(std::max<plan::mesh::Cost>(1, result.bound)));
    fmt::print(stderr, "mesh {} on {}: {} = ops {} + conversions {}, {} of DRAM per chip{}\n", done.mesh,
               done.machine.device, inMicroseconds(account.cost), inMicroseconds(account.ops),
               inMicroseconds(account.conversions), inMiB(account.peakBytes), bound);
    if (done.planned)
      reportTrials(done);
    if (explainMesh)
      explain(problem, result.plan);
    if (!compare)
      return;
    for (std::string_view name : plan::mesh::policyNames()) {
      if (name == policy.getValue())
        continue;
      plan::mesh::Plan other = (*plan::mesh::makePolicy(name))->run(problem, plan::Budget{.workUnits = work}).plan;
      Result<plan::mesh::Account> its =
          other.found() ? plan::mesh::verify(problem, other) : Result<plan::mesh::Account>(Error{"no plan"});
      auto planned = done.plannedBy.find(name);
      fmt::print(stderr, "  {:<14} {}{}\n", name, its.ok() ? inMicroseconds(its->cost) : its.error().message,
                 planned == done.plannedBy.end()
                     ? ""
                     : fmt::format(", planned {}", inMicroseconds(std::llround(planned->second))));
    }
  }

  LocalPlanner planner;
};

} // namespace

std::unique_ptr<Pass> meshsplit::createTTIRSplitOverMesh(LocalPlanner planner) {
  return std::make_unique<SplitOverMesh>(std::move(planner));
}

void meshsplit::registerPasses(const LocalPlanner &planner) {
  registerPass([=] { return createTTIRSplitOverMesh(planner); });
  registerPass([] { return createTTIRResizeDims(); });
}
