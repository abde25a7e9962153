//===- CpuBench.cpp - Untiled, tiled and fused programs on this CPU -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The physical proof: the budget is the cache of one core, prices are those of `device=cpu`. Variants run in turn in
// one process; the ratio is untiled / variant, of wall times and of the CPU times of the thread (on a busy machine the
// second is the one to read).
//
//   SuperTilingCpuBench [--memory-bytes=262144] [--repeats=7] [--small] [--strict] [--filter=TEXT]
//   SuperTilingCpuBench --table [--seconds=0.05] [--named-seconds=1.5] [--memory-bytes=262144] [--filter=TEXT]
//   SuperTilingCpuBench --corpus [--part=1] [--parts=1] [--memory-bytes=262144] [--seconds=0.1] [--filter=TEXT]
//
// With --corpus every program of the corpus, untiled and planned: strict (operations as they stand, libm, no online
// softmax) and with math options (sums reassociated, polynomials for libm, online softmax), on one core and with an
// instance on each core at once. `--seconds`: for one variant in one of these four ways; 80 programs take 80 * 8 times
// that and their compilation; `--part=1 --parts=2` takes the first, third, ... program. A line a program, in the end
// how many are below 0.98.
//
//   SuperTilingCpuBench --program=FILE [--pipeline=PASSES] [--named-seconds=1.5] [--memory-bytes=262144]
//   SuperTilingCpuBench --print --filter=NAME [--strict]
//
// With --program the function `main` of a file in the four ways of --table, planned or by the given passes; --print
// writes a program by name. Untiled is the program as it came, by upstream's passes; planned is what a user has, the plan
// and then `cpu-pipeline`.
//
// With --table every program by name and of the corpus, strict and with math options, on one core, and on all cores:
// the parallel tiles of the planned program (scf.forall) against the untiled program with a parallel loop for each
// operation, both on the same pool of threads. A line of fields with tabs between them for each; cpu.py makes a page.
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Tiles/Compare/Execution.h"
#include "alcove/SuperTiling/Describe/DevicePrices.h"
#include "alcove/SuperTiling/Pass/Driver.h"
#include "alcove/SuperTiling/Passes.h"
#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace cl = llvm::cl;
using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;

namespace {

struct Case {
  std::string name;
  /// 2: memory-bound chains, 1.1: matmul with a large hidden tensor, 0.97: everything.
  double target = 0.97;
  std::string text;
};

/// Sums as they stand, libm.
bool strictMath = false;

template <typename Build>
Case make(const std::string &name, double target, Build build) {
  ProgramWriter w;
  // A serial sum is bound by the latency of its additions, whatever the memory does.
  w.reassociate = !strictMath;
  Tensor result = build(w);
  return {name, target, w.finish({result})};
}

Tensor elementwiseSix(ProgramWriter &w, Tensor x) {
  for (int i = 0; i < 3; ++i)
    x = w.relu(w.scale(x, 1.25));
  return x;
}

std::vector<Case> cases(bool small) {
  std::vector<Case> all;
  for (int64_t mebi : small ? std::vector<int64_t>{16} : std::vector<int64_t>{16, 64, 256}) {
    int64_t rows = mebi * 256;
    std::string size = std::to_string(mebi) + "MiB";
    all.push_back(
        make("layer-norm-" + size, 2, [&](ProgramWriter &w) { return w.layerNorm(w.argument({rows, 1024})); }));
    all.push_back(make("elementwise-6-" + size, 2,
                       [&](ProgramWriter &w) { return elementwiseSix(w, w.argument({rows, 1024})); }));
    all.push_back(make("softmax-" + size, 2, [&](ProgramWriter &w) { return w.softmax(w.argument({rows, 1024})); }));
  }
  int64_t tokens = small ? 256 : 1024;
  all.push_back(make("attention-4-heads-x-" + std::to_string(tokens), 2, [&](ProgramWriter &w) {
    Tensor q = w.argument({4, tokens, 64}), k = w.argument({4, tokens, 64}), v = w.argument({4, tokens, 64});
    return w.matmul(w.softmax(w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.125)), v);
  }));
  int64_t m = small ? 4096 : 16384;
  all.push_back(make("matmul-relu-matmul-64MiB-hidden", 1.1, [&](ProgramWriter &w) {
    Tensor h = w.relu(w.matmul(w.argument({m, 16}), w.argument({16, 1024})));
    return w.matmul(h, w.argument({1024, 16}));
  }));
  int64_t side = small ? 130 : 258;
  all.push_back(make("conv3x3-relu-conv3x3", 0.97, [&](ProgramWriter &w) {
    Tensor h = w.relu(w.conv(w.argument({1, side, side, 16}), w.argument({3, 3, 16, 32})));
    return w.conv(h, w.argument({3, 3, 32, 16}));
  }));
  all.push_back(make("pad-conv-relu-pad-conv", 0.97, [&](ProgramWriter &w) {
    Tensor h = w.relu(w.conv(w.padSpatial(w.argument({1, side, side, 16}), 1), w.argument({3, 3, 16, 16})));
    return w.conv(w.padSpatial(h, 1), w.argument({3, 3, 16, 16}));
  }));
  all.push_back(make("mbconv", 0.97, [&](ProgramWriter &w) {
    Tensor h = w.relu(w.conv(w.argument({1, side, side, 16}), w.argument({1, 1, 16, 96})));
    h = w.relu(w.depthwise(h, w.argument({3, 3, 96})));
    return w.conv(h, w.argument({1, 1, 96, 16}));
  }));
  all.push_back(make("pool-chain-4", 0.97, [&](ProgramWriter &w) {
    Tensor x = w.argument({1, 2 * side, 2 * side, 16});
    for (int i = 0; i < 4; ++i)
      x = w.scale(w.pool(x, 3, 1, "sum"), 0.111);
    return x;
  }));
  all.push_back(make("conv1x1-stack", 0.97, [&](ProgramWriter &w) {
    Tensor x = w.argument({1, side, side, 32});
    for (int i = 0; i < 3; ++i)
      x = w.relu(w.conv(x, w.argument({1, 1, 32, 32})));
    return x;
  }));
  all.push_back(make("matmul-512", 0.97,
                     [&](ProgramWriter &w) { return w.matmul(w.argument({512, 512}), w.argument({512, 512})); }));
  all.push_back(
      make("transpose-16MiB", 0.97, [&](ProgramWriter &w) { return w.transpose(w.argument({2048, 2048}), {1, 0}); }));
  return all;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Variant {
  const char *name;
  std::unique_ptr<Program> program;
  std::vector<double> wall, cpu;
  int64_t loops = 0, fused = 0;
};

/// A program in one way of computing, untiled and planned.
struct Way {
  bool strict = false;
  /// More than one: parallel tiles against parallel loops.
  unsigned threads = 1;
  Bytes memory = 0;
  std::string pipeline;
};
/// What a user has behind super-tiling-pipeline.
std::string loweringOf(const Way &way) {
  return "cpu-pipeline{threads=" + std::to_string(way.threads) +
         (way.strict ? " contract=false polynomials=false}" : "}");
}

/// False when a program cannot be compiled or a result differs.
bool measure(MLIRContext &context, const Case &test, Bytes memory, int repeats, bool &met) {
  static const std::pair<const char *, PlanMode> modes[] = {
      {"no-fuse", PlanMode::NoFuse}, {"max-producers", PlanMode::MaxProducers}, {"planned", PlanMode::Planned}};
  auto module = parseSourceString<ModuleOp>(test.text, &context);
  RunOptions run;
  run.optLevel = 3;
  run.approximateMath = !strictMath;
  std::vector<Variant> variants;
  auto add = [&](const char *name, ModuleOp program) {
    auto compiled = Program::compile(program, "main", run);
    if (!compiled)
      return printf("%s %s: %s\n", test.name.c_str(), name, compiled.error().message.c_str()), false;
    variants.push_back({name, std::move(*compiled), {}, {}, 0, 0});
    return true;
  };
  if (!module || !add("untiled", *module))
    return false;
  for (auto [name, mode] : modes) {
    OwningOpRef<ModuleOp> tiled(cast<ModuleOp>(module.get()->clone()));
    DriverOptions options;
    options.planner.budget = *Budget::parse(memory, "");
    options.planner.budget.cache = true;
    options.planner.costs = devicePrices("cpu")->costs;
    options.planner.mode = mode;
    options.planner.onlineSoftmax = !strictMath;
    Summary summary;
    run.lowering = loweringOf({strictMath, 1, memory, ""});
    if (failed(superTile(*tiled, options, summary)) || !add(name, *tiled))
      return false;
    variants.back().loops = summary.loops;
    variants.back().fused = summary.fused;
  }
  std::vector<TensorData> arguments = variants[0].program->arguments(1);
  auto expected = variants[0].program->run(arguments);
  for (Variant &variant : variants) {
    auto actual = variant.program->run(arguments);
    if (!expected || !actual || compare(*expected, *actual, 1e-4).wrong)
      return printf("%s %s: DIFFERENT\n", test.name.c_str(), variant.name), false;
  }
  for (int i = 0; i < repeats; ++i)
    for (Variant &variant : variants) {
      auto one = variant.program->time(arguments, 1);
      if (!one)
        return false;
      variant.wall.push_back(one->front().wall / 1e6);
      variant.cpu.push_back(one->front().cpu / 1e6);
    }
  printf("%-32s", test.name.c_str());
  for (Variant &variant : variants)
    printf("  %s %.1f ms (cpu %.1f)", variant.name, median(variant.wall), median(variant.cpu));
  double ratioWall = median(variants[0].wall) / median(variants[3].wall),
         ratio = median(variants[0].cpu) / median(variants[3].cpu);
  met = ratioWall >= test.target;
  printf("  | untiled/planned wall %.2f cpu %.2f, target %.2f %s; planned: %lld loops, %lld fused\n", ratioWall, ratio,
         test.target, met ? "met" : "MISSED", static_cast<long long>(variants[3].loops),
         static_cast<long long>(variants[3].fused));
  fflush(stdout);
  return true;
}

void reassociate(ModuleOp module) {
  module.walk([](arith::ArithFastMathInterface op) {
    op->setAttr(op.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(), arith::FastMathFlags::reassoc));
  });
}

/// Median nanoseconds on the wall of runs of each of two programs in turn, `copies` of it at once.
Result<std::pair<double, double>> inTurn(Program &first, Program &second, unsigned copies, double seconds) {
  std::vector<std::vector<TensorData>> data;
  for (unsigned i = 0; i < copies; ++i)
    data.push_back(first.arguments(1));
  std::vector<double> times[2];
  Program *programs[2] = {&first, &second};
  auto once = first.time(data[0], 1);
  if (!once)
    return once.error();
  int rounds = std::clamp(static_cast<int>(seconds * 1e9 / std::max(once->front().wall, 1.0) / 5), 1, 40);
  for (int round = 0; round < rounds; ++round)
    for (int p = 0; p < 2; ++p) {
      std::vector<std::vector<double>> own(copies);
      std::vector<std::thread> threads;
      for (unsigned i = 0; i < copies; ++i)
        threads.emplace_back([&, i] {
          if (auto runs = programs[p]->time(data[i], 3))
            for (const RunTime &run : *runs)
              own[i].push_back(run.wall);
        });
      for (std::thread &thread : threads)
        thread.join();
      for (const std::vector<double> &runs : own)
        times[p].insert(times[p].end(), runs.begin(), runs.end());
    }
  if (times[0].empty() || times[1].empty())
    return Error{"does not run"};
  return std::pair(median(times[0]), median(times[1]));
}

struct Pair {
  std::unique_ptr<Program> before, after;
  int64_t loops = 0, parallelLoops = 0;
};

/// The passes of a user in front of the code, or those of `pipeline` where it is given.
std::string tilingOf(const Way &way) {
  if (!way.pipeline.empty())
    return way.pipeline;
  return "super-tiling-pipeline{device=cpu memory-bytes=" + std::to_string(way.memory) +
         " threads=" + std::to_string(way.threads) + (way.threads > 1 ? " parallel-loops=all" : "") +
         (way.strict ? " online-softmax=false}" : "}");
}

Result<Summary> tile(ModuleOp module, const Way &way) {
  Summary summary;
  PassManager manager(module.getContext());
  if (failed(parsePassPipeline(tilingOf(way), manager)) || failed(manager.run(module)))
    return Error{"cannot be tiled by " + tilingOf(way)};
  module.walk([&](Operation *op) { summary.loops += op->hasAttr("alcove.tile_loop"); });
  module.walk([&](scf::ForallOp op) { summary.parallelLoops += 1; });
  return summary;
}

/// Sums that may be reassociated differ by some of the last bits of their type.
double toleranceOf(const std::vector<TensorData> &results, const Way &way) {
  bool narrow = llvm::any_of(results, [](const TensorData &data) {
    return isa<FloatType>(data.elementType) && data.elementType.getIntOrFloatBitWidth() <= 16;
  });
  return narrow && !way.strict ? 3e-2 : 1e-3;
}

/// Errors: cannot be planned or run, or differs. A program without loops is the one that came.
Result<Pair> compilePair(MLIRContext &context, const std::string &text, const Way &way) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return Error{"does not parse"};
  if (!way.strict)
    reassociate(*module);
  RunOptions run;
  run.optLevel = 3;
  run.approximateMath = !way.strict;
  run.threads = way.threads;
  OwningOpRef<ModuleOp> tiled(cast<ModuleOp>(module.get()->clone()));
  ALCOVE_ASSIGN_OR_RETURN(Summary summary, tile(*tiled, way));
  Pair pair;
  ALCOVE_ASSIGN_OR_RETURN(pair.before, Program::compile(*module, "main", run));
  run.lowering = loweringOf(way);
  ALCOVE_ASSIGN_OR_RETURN(pair.after, Program::compile(*tiled, "main", run));
  std::vector<TensorData> arguments = pair.before->arguments(1);
  ALCOVE_ASSIGN_OR_RETURN(std::vector<TensorData> expected, pair.before->run(arguments));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<TensorData> actual, pair.after->run(arguments));
  if (compare(expected, actual, toleranceOf(expected, way)).wrong)
    return Error{"DIFFERENT"};
  pair.loops = summary.loops;
  pair.parallelLoops = summary.parallelLoops;
  return pair;
}

struct Measured {
  double one[2] = {0, 0}, all[2] = {0, 0};
  int64_t loops = 0;
};
Result<Measured> measureWay(MLIRContext &context, const CorpusProgram &test, bool strict, Bytes memory,
                            double seconds) {
  ALCOVE_ASSIGN_OR_RETURN(Pair pair, compilePair(context, test.text, {strict, 1, memory, ""}));
  Measured measured;
  measured.loops = pair.loops;
  ALCOVE_ASSIGN_OR_RETURN(auto one, inTurn(*pair.before, *pair.after, 1, seconds));
  ALCOVE_ASSIGN_OR_RETURN(
      auto all, inTurn(*pair.before, *pair.after, std::max(1u, std::thread::hardware_concurrency()), seconds));
  measured.one[0] = one.first, measured.one[1] = one.second;
  measured.all[0] = all.first, measured.all[1] = all.second;
  return measured;
}

bool tableLine(MLIRContext &context, const std::string &kind, const std::string &name, const std::string &text,
               const Way &way, double seconds) {
  printf("%s\t%s\t%s\t%u\t", kind.c_str(), name.c_str(), way.strict ? "strict" : "math", way.threads);
  Result<Pair> pair = compilePair(context, text, way);
  Result<std::pair<double, double>> times =
      pair ? inTurn(*pair->before, *pair->after, 1, seconds) : Result<std::pair<double, double>>(pair.error());
  if (!times)
    printf("%s\n", times.error().message.c_str());
  else
    printf("%.6f\t%.6f\t%lld\t%lld\n", times->first / 1e6, times->second / 1e6, static_cast<long long>(pair->loops),
           static_cast<long long>(pair->parallelLoops));
  fflush(stdout);
  return times.ok();
}

/// Fields: kind, program, strict or math, threads, ms untiled, ms planned, tile loops, of them parallel.
bool table(MLIRContext &context, Bytes memory, double seconds, double namedSeconds, bool small,
           const std::string &filter) {
  bool good = true;
  for (bool strict : {true, false})
    for (unsigned threads : {1u, std::max(2u, std::thread::hardware_concurrency())}) {
      Way way{strict, threads, memory, ""};
      // Math options are set on the text that was parsed.
      strictMath = true;
      for (const Case &test : cases(small))
        if (test.name.find(filter) != std::string::npos && test.name.find("256MiB") == std::string::npos)
          good &= tableLine(context, "named", test.name, test.text, way, namedSeconds);
      for (const CorpusProgram &test : corpus())
        if (test.name.find(filter) != std::string::npos)
          good &= tableLine(context, "corpus", test.name, test.text, way, seconds);
    }
  return good;
}

/// A program of a file, in the four ways.
bool timeFile(MLIRContext &context, const std::string &path, const std::string &pipeline, Bytes memory,
              double seconds) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file) {
    fprintf(stderr, "error: cannot read %s\n", path.c_str());
    return false;
  }
  bool good = true;
  for (bool strict : {true, false})
    for (unsigned threads : {1u, std::max(2u, std::thread::hardware_concurrency())})
      good &=
          tableLine(context, "file", path, (*file)->getBuffer().str(), {strict, threads, memory, pipeline}, seconds);
  return good;
}

bool measureCorpus(MLIRContext &context, Bytes memory, double seconds, const std::string &filter, unsigned part,
                   unsigned parts) {
  bool good = true;
  int programs = 0, below[4] = {};
  unsigned position = 0;
  printf("untiled / planned; ms untiled, ms planned; all: an instance on each of %u cores\n",
         std::thread::hardware_concurrency());
  for (const CorpusProgram &test : corpus()) {
    if (test.name.find(filter) == std::string::npos || ++position % parts != part % parts)
      continue;
    ++programs;
    printf("%-28s", test.name.c_str());
    for (bool strict : {true, false}) {
      Result<Measured> found = measureWay(context, test, strict, memory, seconds);
      const char *way = strict ? "strict" : "math options";
      if (!found) {
        printf("  %s: %s", way, found.error().message.c_str());
        good = false;
        continue;
      }
      for (bool all : {false, true}) {
        const double *ms = all ? found->all : found->one;
        double ratio = ms[0] / ms[1];
        below[(strict ? 0 : 2) + all] += ratio < 0.98;
        printf("  %s%s %.2f (%.3f %.3f)", way, all ? ", all" : "", ratio, ms[0] / 1e6, ms[1] / 1e6);
      }
      printf(" %lld loops", static_cast<long long>(found->loops));
    }
    printf("\n");
    fflush(stdout);
  }
  printf("%d programs; below 0.98: strict %d, strict all %d, math options %d, math options all %d\n", programs,
         below[0], below[1], below[2], below[3]);
  return good;
}

} // namespace

int main(int argc, char **argv) {
  cl::opt<int64_t> memory("memory-bytes", cl::init(256 * 1024));
  cl::opt<int> repeats("repeats", cl::init(7));
  cl::opt<bool> small("small");
  cl::opt<std::string> filter("filter");
  cl::opt<std::string> program("program"), pipeline("pipeline");
  cl::opt<bool> print("print");
  cl::opt<bool> strict("strict"), wholeCorpus("corpus"), wholeTable("table");
  cl::opt<double> namedSeconds("named-seconds", cl::init(1.5));
  cl::opt<unsigned> part("part", cl::init(1)), parts("parts", cl::init(1));
  cl::opt<double> seconds("seconds", cl::init(0.1));
  cl::ParseCommandLineOptions(argc, argv, "Untiled, tiled and fused programs on this CPU\n");
  registerAllPasses();
  registerSuperTilingPasses();
  registerSuperTilingPipelines();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerForExecution(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  strictMath = strict;
  if (print) {
    for (const Case &test : cases(small))
      if (test.name == filter)
        printf("%s", test.text.c_str());
    return 0;
  }
  if (!program.empty())
    return timeFile(context, program, pipeline, memory, namedSeconds) ? 0 : 1;
  if (wholeTable)
    return table(context, memory, seconds, namedSeconds, small, filter) ? 0 : 1;
  if (wholeCorpus)
    return measureCorpus(context, memory, seconds, filter, part, std::max(1u, +parts)) ? 0 : 1;
  bool good = true;
  int missed = 0;
  for (const Case &test : cases(small)) {
    if (test.name.find(filter) == std::string::npos)
      continue;
    bool met = true;
    good &= measure(context, test, memory, repeats, met);
    missed += !met;
  }
  printf("%d targets missed\n", missed);
  return good ? 0 : 1;
}
