//===- FaultSeeding.cpp - Which seeded faults a comparison sees --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fault-seeding MODEL.mlir [--kinds=negated,...] [--sample=N] [--seed=S]
//
// Runs every function in f32 on seeded data, seeds one fault at a time into one op and compares results by the rules
// that alcove-run compares by. Prints each fault that is not seen, with what it changed, and counts by kind. Exit 1:
// less than --least percent of those that matter are seen, or a harmless edit is refused.
//
//===----------------------------------------------------------------------===//
#include "alcove/Dialect/TTIR/OlderForms.h"
#include "alcove/Dialect/TTIR/TTIR.h"
#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Reference/Interpreter/ArgumentData.h"
#include "alcove/Reference/Interpreter/ArgumentRoles.h"
#include "alcove/Reference/Interpreter/Calibration.h"
#include "alcove/Support/Random.h"
#include "alcove/Testing/Reference/Differential.h"
#include "alcove/Testing/Reference/Faults.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CommandLine.h"

#include <fmt/format.h>

namespace cl = llvm::cl;
using namespace alcove;
using namespace alcove::reference;

namespace {

cl::opt<std::string> input(cl::Positional, cl::desc("<module>"), cl::Required);
cl::list<std::string> kindNames("kinds", cl::CommaSeparated, cl::desc("Kinds of faults (default: negated)"));
cl::opt<bool> allKinds("all-kinds", cl::desc("Every kind"));
cl::opt<unsigned> sample("sample", cl::desc("Faults drawn of all (default: every one)"), cl::init(0));
cl::opt<uint64_t> seed("seed", cl::desc("Of data and sample"), cl::init(1));
cl::opt<double> least("least", cl::desc("Fail when less than so many percent of the faults that matter are seen"),
                      cl::init(0));
cl::opt<int64_t> memoryGb("memory-limit-gb", cl::init(12));

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

double largestChange(const FunctionRun &before, const FunctionRun &after) {
  double largest = 0.0;
  auto visit = [&](const PerChip &a, const PerChip &b) {
    for (size_t chip = 0; chip < a.size(); ++chip) {
      double difference = 0.0, size = 0.0;
      for (int64_t i = 0; i < a[chip].numElements(); ++i) {
        double x = a[chip].at(i), y = b[chip].at(i);
        if (x == y || (std::isnan(x) && std::isnan(y)))
          continue;
        difference += (x - y) * (x - y);
      }
      for (int64_t i = 0; difference > 0.0 && i < a[chip].numElements(); ++i)
        size += std::isfinite(a[chip].at(i)) ? a[chip].at(i) * a[chip].at(i) : 0.0;
      if (difference > 0.0 || std::isnan(difference))
        largest = std::max(largest, std::sqrt(difference / std::max(size, 1e-300)));
    }
  };
  for (size_t i = 0; i < before.results.size(); ++i)
    visit(before.results[i], after.results[i]);
  for (const auto &[number, tensors] : before.written)
    visit(tensors, after.written.at(number));
  return largest;
}

std::vector<Site> sitesOf(const Replay &replay, const std::vector<const FaultKind *> &kinds) {
  std::vector<Site> sites;
  for (size_t i = 0; i < replay.ops().size(); ++i)
    for (const FaultKind *kind : kinds)
      sites.push_back({kind, i});
  return sites;
}

/// Seeds faults in a drawn order until enough applied.
Status seedFaults(mlir::func::FuncOp function, const std::vector<const FaultKind *> &kinds,
                  std::map<std::string, Counts> &counts) {
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments,
                          seededSource(function, seed, Precision::AllFloatsF32));
  RunOptions options;
  options.precision = Precision::AllFloatsF32;
  options.memoryLimit = memoryGb << 30;
  Calibration calibration(function);
  options.calibration = &calibration;
  ALCOVE_RETURN_IF_ERROR(runFunction(function, *arguments, options));
  options.calibration = nullptr;
  ALCOVE_ASSIGN_OR_RETURN(arguments, seededSource(function, seed, Precision::AllFloatsF32));
  arguments = scaledSource(std::move(arguments), calibration.exponents());
  ALCOVE_ASSIGN_OR_RETURN(Replay replay, Replay::record(function, *arguments, options));
  std::optional<Replay> quiet; // as alcove-run compares: once more where there are epsilons
  if (hasEpsilon(function)) {
    std::map<unsigned, int> exponents = calibration.exponents();
    for (auto [argument, exponent] : quietExponents(function))
      exponents[argument] += exponent;
    ALCOVE_ASSIGN_OR_RETURN(arguments, seededSource(function, seed, Precision::AllFloatsF32));
    arguments = scaledSource(std::move(arguments), std::move(exponents));
    ALCOVE_ASSIGN_OR_RETURN(quiet, Replay::record(function, *arguments, options));
  }
  Random random(seed);
  std::vector<Site> sites = sitesOf(replay, kinds);
  if (sample > 0)
    random.shuffle(sites);
  int64_t applied = 0;
  for (const Site &site : sites) {
    if (sample > 0 && applied >= sample)
      break;
    Result<std::optional<OpRecord>> fault = site.kind->apply(replay, site.op, random);
    if (!fault || !*fault)
      continue; // the kind does not apply, or its op cannot be executed
    ++applied;
    Counts &count = counts[site.kind->name];
    ++count.seeded;
    int64_t ran = 0;
    Result<FunctionRun> run = replay.with(site.op, **fault, &ran);
    if (!run) { // an index outside its table: whoever runs it sees it
      ++count.seen;
      continue;
    }
    ALCOVE_ASSIGN_OR_RETURN(std::vector<ComparedValue> rows, compareRuns(function, replay.run(), function, *run,
                                                                         Tolerance::forBf16(), Tolerance::forF32()));
    bool differs = llvm::any_of(rows, [](const ComparedValue &row) { return !row.comparison.equal; });
    double change = largestChange(replay.run(), *run);
    if (quiet && !differs) {
      ALCOVE_ASSIGN_OR_RETURN(std::optional<OpRecord> again, site.kind->apply(*quiet, site.op, random));
      Result<FunctionRun> quietRun = again ? quiet->with(site.op, *again) : Result<FunctionRun>(Error{""});
      if (quietRun) {
        ALCOVE_ASSIGN_OR_RETURN(
            rows, compareRuns(function, quiet->run(), function, *quietRun, Tolerance::forBf16(), Tolerance::forF32()));
        differs = llvm::any_of(rows, [](const ComparedValue &row) { return !row.comparison.equal; });
        change = std::max(change, largestChange(quiet->run(), *quietRun));
      }
    }
    bool without = !differs && change < rounding;
    count.seen += differs;
    count.without += without;
    if (differs == site.kind->harmless) {
      const OpRecord &record = replay.ops()[site.op];
      fmt::print("  {}: {}, op {} '{}' {}: largest change {:.3g}, {} ops depend on it\n",
                 differs   ? "FALSE ALARM"
                 : without ? "without effect"
                           : "NOT SEEN",
                 site.kind->name, site.op, record.op->getName().getStringRef().str(), locationText(record.op), change,
                 ran);
      std::fflush(stdout);
    }
  }
  return {};
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
  std::vector<const FaultKind *> kinds;
  for (const FaultKind &kind : faultKinds())
    if (allKinds || llvm::is_contained(kindNames, kind.name) || (kindNames.empty() && kind.name == "negated"))
      kinds.push_back(&kind);
  std::map<std::string, Counts> counts;
  for (mlir::func::FuncOp function : runnableFunctions(*module))
    if (Status done = seedFaults(function, kinds, counts); !done.ok()) {
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
