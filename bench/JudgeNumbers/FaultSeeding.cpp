//===- FaultSeeding.cpp - Which seeded faults a comparison sees --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fault-seeding MODEL.mlir [--kinds=negated,...] [--sample=N] [--per-kind=N] [--negations=N] [--seed=S]
//
// Runs every function in f32 on seeded data, seeds one fault at a time into one op and compares results by the rules
// that alcove-run compares by: what the first data does not show is tried on quiet data (NUM-D7). Prints each fault
// that is not seen, with what it changed and which ops absorbed the change, and counts by kind. Exit 1: less than
// --least percent of those that matter are seen, or a harmless edit is refused.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Compare/Faults.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"
#include "alcove/Judge/Numbers/Interpreter/Calibration.h"
#include "alcove/Judge/Numbers/Tensor/Parallel.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ThreadPool.h"

#include <fmt/format.h>

#include <chrono>

namespace cl = llvm::cl;
using namespace alcove;
using namespace alcove::reference;

namespace {

cl::opt<std::string> input(cl::Positional, cl::desc("<module>"), cl::Required);
cl::list<std::string> kindNames("kinds", cl::CommaSeparated, cl::desc("Kinds of faults (default: negated)"));
cl::opt<bool> allKinds("all-kinds", cl::desc("Every kind"));
cl::opt<unsigned> sample("sample", cl::desc("Faults drawn of all (default: every one)"), cl::init(0));
cl::opt<unsigned> perKind("per-kind", cl::desc("Faults drawn of each kind (default: every one)"), cl::init(0));
cl::opt<unsigned> negations("negations", cl::desc("The same for the kind `negated`, 0: every op"));
cl::opt<unsigned> seconds("seconds", cl::desc("Draw no more faults of a function after so long; 0: no limit"),
                          cl::init(0));
cl::opt<uint64_t> seed("seed", cl::desc("Of data and sample"), cl::init(1));
cl::opt<double> least("least", cl::desc("Fail when less than so many percent of the faults that matter are seen"),
                      cl::init(0));
cl::opt<int64_t> memoryGb("memory-limit-gb", cl::init(12));
cl::opt<unsigned> threads("loops", cl::desc("Threads that loops run on"), cl::init(1));

struct Counts {
  int64_t seeded = 0, seen = 0;
  int64_t without = 0; ///< nothing changed beyond rounding: softmax takes no notice of a shift, a norm of a factor
};
/// Relative change of results that rounding alone brings: a fifth of the bound of rule NUM-C6.
constexpr double rounding = 2e-6;

struct Site {
  const FaultKind *kind;
  size_t op;
};

/// Norm of the difference over the norm of what was, of one tensor; infinite where a number became none.
double changeOf(const Tensor &was, const Tensor &is) {
  double difference = 0.0, size = 0.0;
  for (int64_t i = 0; i < was.numElements(); ++i) {
    double x = was.at(i), y = is.at(i);
    size += std::isfinite(x) ? x * x : 0.0;
    if (x == y || (std::isnan(x) && std::isnan(y)))
      continue;
    if (!std::isfinite(x) || !std::isfinite(y))
      return INFINITY;
    difference += (x - y) * (x - y);
  }
  return difference == 0.0 ? 0.0 : std::sqrt(difference / std::max(size, 1e-300));
}
double changeOf(const PerChip &was, const PerChip &is) {
  double largest = 0.0;
  for (size_t chip = 0; chip < was.size(); ++chip)
    largest = std::max(largest, changeOf(was[chip], is[chip]));
  return largest;
}
double changeOf(const FunctionRun &was, const FunctionRun &is) {
  double largest = 0.0;
  for (size_t i = 0; i < was.results.size(); ++i)
    largest = std::max(largest, changeOf(was.results[i], is.results[i]));
  for (const auto &[number, tensors] : was.written)
    largest = std::max(largest, changeOf(tensors, is.written.at(number)));
  return largest;
}

std::string nameOf(mlir::Operation *op) {
  return fmt::format("'{}' {}", op->getName().getStringRef().str(), locationText(op));
}

/// The ops where a fault without effect went under, the last of them by name: their operands changed, their results did
/// not.
std::string absorbersOf(const Replay &replay, const Site &site, const OpRecord &fault) {
  llvm::DenseMap<mlir::Value, double> changes;
  std::vector<mlir::Operation *> absorbers;
  bool same = false;
  auto observe = [&](size_t at, const OpRecord &now) {
    const OpRecord &was = replay.ops()[at];
    double before = 0.0, after = 0.0;
    for (mlir::Value operand : was.op->getOperands())
      before = std::max(before, changes.lookup(operand));
    for (size_t i = 0; i < now.results.size(); ++i) {
      double &change = changes[was.op->getResult(i)];
      change = changeOf(was.results[i], now.results[i]);
      after = std::max(after, change);
    }
    for (const auto &[number, perChip] : now.written) {
      double &change = changes[was.op->getOperand(number)];
      change = was.written.count(number) ? changeOf(was.written.at(number), perChip) : INFINITY;
      after = std::max(after, change);
    }
    if (at == site.op)
      same = after < rounding;
    else if (before >= rounding && after < rounding)
      absorbers.push_back(was.op);
  };
  (void)replay.with(site.op, fault, observe).ok();
  if (same)
    return "the op gives the same numbers";
  if (absorbers.empty())
    return "no compared result depends on it";
  return fmt::format("absorbed by {}{}", nameOf(absorbers.back()),
                     absorbers.size() > 1 ? fmt::format(" and {} others", absorbers.size() - 1) : "");
}

/// The sites of a function in the order that they are drawn in.
std::vector<Site> sitesOf(const Replay &replay, const std::vector<const FaultKind *> &kinds, Random &random) {
  std::vector<Site> sites;
  for (size_t i = 0; i < replay.ops().size(); ++i)
    for (const FaultKind *kind : kinds)
      sites.push_back({kind, i});
  if (sample > 0 || perKind > 0 || negations > 0)
    random.shuffle(sites);
  return sites;
}

unsigned limitOf(const FaultKind &kind) {
  return kind.name == "negated" && negations.getNumOccurrences() ? negations : perKind;
}

/// What the fault at `site` gives in `replay`: the same in every call.
Result<std::optional<OpRecord>> faultAt(const Replay &replay, const Site &site) {
  Random own(seed * 1000003 + site.op);
  return site.kind->apply(replay, site.op, own);
}

/// Seeds the faults of one function: first on the data that every comparison runs on, then what was not seen there on
/// quiet data. One recorded run is held at a time.
class Seeding {
public:
  Seeding(mlir::func::FuncOp function, std::map<std::string, Counts> &counts)
      : function(function), counts(counts), calibration(function) {
    options.precision = Precision::AllFloatsF32;
    options.memoryLimit = memoryGb << 30;
  }

  Status run(const std::vector<const FaultKind *> &kinds) {
    ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments,
                            seededSource(function, seed, Precision::AllFloatsF32));
    options.calibration = &calibration;
    ALCOVE_RETURN_IF_ERROR(runFunction(function, *arguments, options));
    options.calibration = nullptr;
    ALCOVE_RETURN_IF_ERROR(seedLoudly(kinds));
    if (hasEpsilon(function) && !unseen.empty())
      ALCOVE_RETURN_IF_ERROR(seedQuietly());
    for (const Unseen &one : unseen)
      report(one);
    return {};
  }

private:
  struct Unseen {
    Site site;
    std::string place; ///< of the op
    double change;
    std::string absorbers;
    bool seen = false; ///< on quiet data
  };

  bool isLate() const {
    return seconds > 0 && std::chrono::steady_clock::now() - start > std::chrono::seconds(seconds);
  }

  Result<Replay> record(std::map<unsigned, int> exponents) {
    ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments,
                            seededSource(function, seed, Precision::AllFloatsF32));
    arguments = scaledSource(std::move(arguments), std::move(exponents));
    return Replay::record(function, *arguments, options);
  }

  /// Whether the comparison refuses `run`.
  Result<bool> isRefused(const Replay &replay, const FunctionRun &run) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<ComparedValue> rows, compareRuns(function, replay.run(), function, run,
                                                                         Tolerance::forBf16(), Tolerance::forF32()));
    return llvm::any_of(rows, [](const ComparedValue &row) { return !row.comparison.equal; });
  }

  Status seedLoudly(const std::vector<const FaultKind *> &kinds) {
    ALCOVE_ASSIGN_OR_RETURN(Replay replay, record(calibration.exponents()));
    start = std::chrono::steady_clock::now();
    Random random(seed);
    std::map<const FaultKind *, unsigned> drawn;
    unsigned applied = 0;
    for (const Site &site : sitesOf(replay, kinds, random)) {
      if ((sample > 0 && applied >= sample) || isLate())
        break;
      if (unsigned limit = limitOf(*site.kind); limit > 0 && drawn[site.kind] >= limit)
        continue;
      Result<std::optional<OpRecord>> fault = faultAt(replay, site);
      if (!fault || !*fault)
        continue; // the kind does not apply, or its op cannot be executed
      ++applied, ++drawn[site.kind];
      Counts &count = counts[site.kind->name];
      ++count.seeded;
      Result<FunctionRun> run = replay.with(site.op, **fault);
      if (!run) { // an index outside its table: whoever runs it sees it
        ++count.seen;
        continue;
      }
      ALCOVE_ASSIGN_OR_RETURN(bool refused, isRefused(replay, *run));
      if (refused && !site.kind->harmless) {
        ++count.seen;
        continue;
      }
      double change = changeOf(replay.run(), *run);
      std::string absorbers = site.kind->harmless || change >= rounding ? "" : absorbersOf(replay, site, **fault);
      unseen.push_back({site, nameOf(replay.ops()[site.op].op), change, absorbers, refused});
    }
    return {};
  }

  Status seedQuietly() {
    std::map<unsigned, int> exponents = calibration.exponents();
    for (auto [argument, exponent] : quietExponents(function))
      exponents[argument] += exponent;
    ALCOVE_ASSIGN_OR_RETURN(Replay replay, record(std::move(exponents)));
    for (Unseen &one : unseen) {
      Result<std::optional<OpRecord>> fault = faultAt(replay, one.site);
      if (one.seen || !fault || !*fault)
        continue;
      Result<FunctionRun> run = replay.with(one.site.op, **fault);
      if (!run)
        continue;
      ALCOVE_ASSIGN_OR_RETURN(one.seen, isRefused(replay, *run));
      one.change = std::max(one.change, changeOf(replay.run(), *run));
    }
    return {};
  }

  void report(const Unseen &one) {
    Counts &count = counts[one.site.kind->name];
    bool without = !one.seen && one.change < rounding;
    count.seen += one.seen;
    count.without += without;
    if (one.seen != one.site.kind->harmless)
      return;
    fmt::print("  {}: {}, op {} {}: largest change {:.3g}{}{}\n",
               one.seen  ? "FALSE ALARM"
               : without ? "without effect"
                         : "NOT SEEN",
               one.site.kind->name, one.site.op, one.place, one.change, without ? "; " : "",
               without ? one.absorbers : "");
  }

  mlir::func::FuncOp function;
  std::map<std::string, Counts> &counts;
  Calibration calibration;
  RunOptions options;
  std::vector<Unseen> unseen;
  std::chrono::steady_clock::time_point start; ///< of drawing faults
};

void useThreads() {
  static llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
  setExecutor(
      [](int64_t parts, const std::function<void(int64_t)> &body) {
        llvm::ThreadPoolTaskGroup group(pool);
        for (int64_t part = 1; part < parts; ++part)
          group.async([&body, part] { body(part); });
        body(0);
        group.wait();
      },
      threads);
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Which seeded faults a comparison sees.\n");
  mlir::DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, mlir::func::FuncDialect,
                  mlir::tensor::TensorDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> module = ttir::readModule(input, &context);
  if (!module)
    return 2;
  if (threads > 1)
    useThreads();
  std::vector<const FaultKind *> kinds;
  for (const FaultKind &kind : faultKinds())
    if (allKinds || llvm::is_contained(kindNames, kind.name) || (kindNames.empty() && kind.name == "negated"))
      kinds.push_back(&kind);
  std::map<std::string, Counts> counts;
  for (mlir::func::FuncOp function : runnableFunctions(*module))
    if (Status done = Seeding(function, counts).run(kinds); !done.ok()) {
      fmt::print(stderr, "fault-seeding: error: {}\n", done.error().message);
      return 2;
    }
  Counts all, harmless;
  for (const auto &[name, count] : counts) {
    fmt::print("{}: {} seeded, {} seen, {} without effect\n", name, count.seeded, count.seen, count.without);
    Counts &sum = findFaultKind(name)->harmless ? harmless : all;
    sum.seeded += count.seeded, sum.seen += count.seen, sum.without += count.without;
  }
  int64_t matter = all.seeded - all.without;
  double share = 100.0 * static_cast<double>(all.seen) / static_cast<double>(std::max<int64_t>(1, matter));
  fmt::print("{} faults, {} matter, {} seen ({:.1f} %); {} harmless edits, {} false alarms\n", all.seeded, matter,
             all.seen, share, harmless.seeded, harmless.seen);
  return share < least || harmless.seen > 0 ? 1 : 0;
}
