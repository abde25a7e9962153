//===- RandomGraphsTest.cpp - Random graphs mean the same compiled --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   seed -> TTIR text -> interpreted ------------------------------> compared, declared types and f32 (rules C)
//        -> options  -> compiled, judged in memory -> interpreted -^
//
// A graph may amplify rounding beyond any tolerance (a cosine of large numbers, a root of a difference). Such a verdict
// is void only when, in each result that differs, the TTIR module disagrees with itself by more than half of the
// tolerance (bf16 with f32, or f32 with f32 whose arguments are moved by 2^-9, half of a last place of bf16, or by 1e-6
// for the verdict in f32), and the compiled module is at most four times as far from f32 as that. The seed
// then runs once more with its amplifying functions replaced by bounded ones; counts of all this are printed. One graph
// of four ends in an argmax, topk or sort, so that indices are compared too (NUM-C1 and NUM-C5).
//
// Where tt-mlir's own verifiers are at hand (ALCOVE_REAL_CLIENT, a folder with real-verify, or /opt/real-client), the
// slow campaign asks them about every compiled module.
//
//===----------------------------------------------------------------------===//
#include "Judge.h"
#include "Numbers.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "testing/Ops/RandomGraph.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using reference::Precision;

namespace {

double fromEnvironment(const char *name, double otherwise) {
  const char *value = std::getenv(name);
  return value ? std::atof(value) : otherwise;
}

/// How a seed's graph is compiled. Small graphs rarely gain by L1, so losing chains are kept half of the time.
struct Compilation {
  int level = 0;
  std::string options;
  std::string split; ///< a pass that splits it over a mesh first; empty = it stays on one chip
};

Compilation compilationOf(uint64_t seed) {
  Random random(seed * 7919 + 5);
  Compilation result{static_cast<int>(random.below(4)), "", ""};
  result.level = std::min(result.level, 2); // half of them plan memory
  result.level = static_cast<int>(fromEnvironment("ALCOVE_FUZZ_LEVEL", result.level));
  auto add = [&](const char *name, auto value) { result.options += fmt::format(" {}={}", name, value); };
  auto flag = [&](const char *name) { add(name, random.below(2) == 0); };
  add("mock-system-desc-arch", random.below(2) ? "wormhole_b0" : "blackhole");
  for (const char *name :
       {"enable-fusing-pass", "memreconfig-enabled", "tail-reservation-enabled", "drop-losing-chains",
        "l1-interleaved-fallback-analysis-enabled", "row-major-enabled", "enable-implicit-broadcast-folding-pass",
        "enable-erase-inverse-ops-pass", "enable-const-eval", "enable-const-eval-inputs-to-system-memory"})
    flag(name);
  static constexpr const char *caps[] = {"0.02", "0.3", "0.95"};
  add("tensor-l1-usage-cap", caps[random.below(3)]);
  static constexpr int layouts[] = {1, 8, 64};
  add("max-legal-layouts", layouts[random.below(3)]);
  return result;
}

/// The same for a machine of several chips: any split of every op, so that every rule of splitting is used, and not what
/// is fast.
Compilation meshCompilationOf(uint64_t seed) {
  struct Machine {
    const char *device, *mesh;
  };
  static constexpr Machine machines[] = {{"n300", "1x2"},     {"t3000", "2x4"},   {"t3000", "1x8"},
                                         {"t3000", "2x2"},    {"p150-x2", "1x2"}, {"p150-x4", "2x2"},
                                         {"quietbox", "1x4"}, {"galaxy", "8x4"}};
  Random random(seed * 15485863 + 11);
  const Machine &machine = machines[random.below(std::size(machines))];
  Compilation result{static_cast<int>(random.below(3)), fmt::format("mock-system-desc-arch={}", machine.device), ""};
  result.split = fmt::format("ttir-split-over-mesh{{mesh={} device={} policy=random:{}}}", machine.mesh, machine.device,
                             random.below(1000));
  return result;
}

/// The same graph of bounded functions with bounded slopes.
std::string tamed(std::string text) {
  for (auto [from, to] : {std::pair{"\"ttir.exp\"", "\"ttir.sigmoid\""},
                          {"\"ttir.sqrt\"", "\"ttir.relu\""},
                          {"\"ttir.cos\"", "\"ttir.tanh\""}})
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += std::string_view(to).size())
      text.replace(at, std::string_view(from).size(), to);
  return text;
}

/// The graph with an argmax, topk or sort of what it returns: whatever it computes chooses indices too.
std::string choosing(std::string text, Random &random) {
  size_t at = text.rfind("    return "), colon = text.rfind(" : "), arrow = text.find(") -> (");
  std::string name = text.substr(at + 11, text.find_first_of(", ", at + 11) - at - 11);
  std::string type = text.substr(colon + 3, text.find_first_of(",\n", colon) - colon - 3);
  std::vector<int64_t> shape;
  for (size_t from = 7; from < type.size() && std::isdigit(type[from]); from = type.find('x', from) + 1)
    shape.push_back(std::strtoll(type.c_str() + from, nullptr, 10));
  uint64_t dim = random.below(shape.size());
  std::vector<int64_t> chosen = shape;
  std::string op, indices;
  // A sort keeps its rows in L1: 7,967 elements in each do not fit, and the judge says so (MEM-1).
  constexpr int64_t longestSort = 2048;
  switch (shape[dim] > longestSort ? 0 : random.below(3)) {
  case 0:
    chosen.erase(chosen.begin() + static_cast<int64_t>(dim));
    indices = fmt::format("tensor<{}xi32>", fmt::join(chosen, "x"));
    op = fmt::format("    %chosen = \"ttir.argmax\"({}) <{{dim_arg = [{} : i32], keep_dim = false}}> : ({}) -> {}\n",
                     name, dim, type, indices);
    break;
  case 1:
    chosen[dim] = 1 + static_cast<int64_t>(random.below(static_cast<uint64_t>(shape[dim])));
    indices = fmt::format("tensor<{}xi32>", fmt::join(chosen, "x"));
    op = fmt::format("    %best, %chosen = \"ttir.topk\"({}) <{{k = {} : i32, dim = {} : i32, largest = {}, sorted = "
                     "true}}> : ({}) -> (tensor<{}xbf16>, {})\n",
                     name, chosen[dim], dim, random.below(2) == 0, type, fmt::join(chosen, "x"), indices);
    break;
  default:
    indices = fmt::format("tensor<{}xi32>", fmt::join(chosen, "x"));
    op = fmt::format(
        "    %best, %chosen = \"ttir.sort\"({}) <{{dim = {} : si32, descending = {}}}> : ({}) -> ({}, {})\n", name, dim,
        random.below(2) == 0, type, type, indices);
  }
  text.insert(colon + 3, indices + ", ");
  text.insert(at + 11, "%chosen, ");
  text.insert(at, op);
  text.insert(arrow + 6, indices + ", ");
  return text;
}

func::FuncOp onlyFunction(ModuleOp module) { return *module.getOps<func::FuncOp>().begin(); }

func::FuncOp forwardFunction(ModuleOp module) {
  func::FuncOp forward;
  module.walk([&](func::FuncOp function) {
    if (ttcore::isForwardFunction(function))
      forward = function;
  });
  return forward;
}

/// One function on the arguments of a seed, floats moved by a relative amount up or down.
Result<reference::FunctionRun> runOn(func::FuncOp function, func::FuncOp argumentsOf, uint64_t seed,
                                     Precision precision, double movedBy = 0, uint64_t directions = 0) {
  ALCOVE_ASSIGN_OR_RETURN(auto arguments, reference::seededArguments(argumentsOf, seed, precision));
  Random random(seed + directions * 977);
  if (movedBy > 0)
    for (reference::PerChip &argument : arguments) {
      std::vector<float> values(argument[0].numElements());
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(argument[0].at(static_cast<int64_t>(i)) *
                                       (1 + movedBy * (random.unit() < 0.5 ? -1 : 1)));
      ALCOVE_ASSIGN_OR_RETURN(argument[0],
                              reference::Tensor::fromFloats(argument[0].elementType(), argument[0].shape(), values));
    }
  if (function != argumentsOf) {
    ALCOVE_ASSIGN_OR_RETURN(arguments, fitToMesh(function, arguments, precision));
  }
  reference::RunOptions options;
  options.precision = precision;
  options.keepScores = true;
  return reference::runFunction(function, std::move(arguments), options);
}

bool agree(const reference::FunctionRun &a, const reference::FunctionRun &b, size_t result,
           const reference::Tolerance &tolerance) {
  Result<reference::Comparison> comparison = reference::compareResult(a, b, result, 0, tolerance, tolerance);
  return comparison.ok() && comparison->equal;
}

/// Size of the difference: root of the sum of squares over floats that are finite on both sides, number of integers.
double distance(const reference::FunctionRun &a, const reference::FunctionRun &b, size_t result) {
  const reference::Tensor &x = a.results[result][0], &y = b.results[result][0];
  bool integers = !x.isFloat() || !y.isFloat();
  double sum = 0;
  for (int64_t i = 0; i < x.numElements(); ++i)
    if (double by = x.at(i) - y.at(i); std::isfinite(by))
      sum += integers ? by != 0 : by * by;
  return integers ? sum : std::sqrt(sum);
}

/// Whether rounding explains each result in which a compiled module differs from its TTIR module: the TTIR module
/// differs from itself there by half of the tolerance, and the compiled one is not much further from the truth (f32)
/// than that.
Result<bool> roundingExplains(ModuleOp before, ModuleOp after, uint64_t seed, Precision precision) {
  func::FuncOp function = onlyFunction(before), compiled = forwardFunction(after);
  bool declared = precision == Precision::AsDeclared;
  reference::Tolerance whole = declared ? reference::Tolerance::forBf16() : reference::Tolerance::forF32(),
                       half = whole;
  // Two runs within half of the allowed error of the truth are within all of it of each other; 1 - correlation goes
  // with the square of the error.
  half.minCorrelation = 1 - (1 - whole.minCorrelation) / 4;
  half.constantError /= 2;
  ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun truth, runOn(function, function, seed, Precision::AllFloatsF32));
  ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun reference, runOn(function, function, seed, precision));
  ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun suspect, runOn(compiled, function, seed, precision));
  std::vector<reference::FunctionRun> others;
  if (declared)
    others.push_back(reference);
  for (uint64_t directions : {0, 1, 2}) {
    ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun moved, runOn(function, function, seed, Precision::AllFloatsF32,
                                                                declared ? 0x1p-9 : 1e-6, directions));
    others.push_back(std::move(moved));
  }
  for (size_t i = 0; i < truth.results.size(); ++i) {
    if (agree(reference, suspect, i, whole))
      continue;
    bool oneThing = true;
    double noise = 0;
    for (const reference::FunctionRun &other : others) {
      oneThing &= agree(truth, other, i, half);
      noise = std::max(noise, distance(truth, other, i));
    }
    constexpr double muchFurther = 4; // of a result of a few elements the noise is known roughly
    if (oneThing || distance(truth, suspect, i) > muchFurther * noise)
      return false;
  }
  return true;
}

/// Whether a compiled module gives the same numbers wherever the TTIR module gives numbers, and there are elements where
/// it gives none. What is NaN or infinite on the way may cancel in one form and not in the other: a softmax of one
/// element is 1, of an infinite one NaN.
Result<bool> sameWhereNumbers(ModuleOp before, ModuleOp after, uint64_t seed, Precision precision) {
  func::FuncOp function = onlyFunction(before), compiled = forwardFunction(after);
  ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun reference, runOn(function, function, seed, precision));
  ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun suspect, runOn(compiled, function, seed, precision));
  bool any = false;
  for (size_t i = 0; i < reference.results.size(); ++i) {
    auto x = reference.results[i][0].mutableFloats(), y = suspect.results[i][0].mutableFloats();
    for (size_t at = 0; at < x.size(); ++at)
      if (!std::isfinite(x[at])) {
        any = true;
        x[at] = y[at] = 0;
      }
    if (!agree(reference, suspect, i,
               precision == Precision::AsDeclared ? reference::Tolerance::forBf16() : reference::Tolerance::forF32()))
      return false;
  }
  return any;
}

bool keepsInL1(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        for (Type type : op->getResultTypes())
          if (auto tensor = dyn_cast<RankedTensorType>(type))
            if (auto layout = dyn_cast_or_null<ttnn::TTNNLayoutAttr>(tensor.getEncoding()))
              if (layout.getBufferType() == ttnn::BufferType::L1)
                return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

bool hasNotNumbers(ModuleOp module, uint64_t seed) {
  func::FuncOp function = onlyFunction(module);
  auto arguments = reference::seededArguments(function, seed, Precision::AsDeclared);
  if (!arguments)
    return false;
  auto run = reference::runFunction(function, std::move(*arguments));
  if (!run)
    return false;
  for (const reference::PerChip &result : run->results)
    for (int64_t i = 0; i < result[0].numElements(); ++i)
      if (!std::isfinite(result[0].at(i)))
        return true;
  return false;
}

struct Counts {
  int graphs = 0, levels[3] = {}, ops = 0;
  int indexOps = 0;    ///< argmax, topk, sort behind a graph
  int inL1 = 0;        ///< compiled modules with a tensor in L1
  int notNumbers = 0;  ///< graphs with a NaN or infinity in a result: counted only, they are compared in place
  int sameBits = 0;    ///< in the declared types
  int declared = 0;    ///< agree within tolerance in the declared types
  int wide = 0;        ///< agree in f32
  int64_t indices = 0; ///< that rounding decided (NUM-C5), in both
  int voidDeclared = 0, voidWide = 0;   ///< rounding decides
  int tamed = 0;                        ///< runs of a tamed graph, after a void verdict
  int collectives = 0, distributed = 0; ///< in split modules; modules that have some
  int failures = 0;
};

/// tt-mlir's verifiers, a program of its own that is asked about many modules at a time.
class RealVerifier {
public:
  RealVerifier() {
    const char *folder = std::getenv("ALCOVE_REAL_CLIENT");
    program = std::filesystem::path(folder ? folder : "/opt/real-client") / "real-verify";
    std::error_code unknown;
    if (!std::filesystem::exists(program, unknown))
      program.clear();
    modules = std::filesystem::path(::testing::TempDir()) / fmt::format("alcove-random-graphs-{}", getpid());
  }
  ~RealVerifier() { clear(); }
  bool isAtHand() const { return !program.empty(); }

  void add(uint64_t seed, ModuleOp module) {
    std::filesystem::create_directories(modules);
    std::string text;
    llvm::raw_string_ostream(text) << module;
    Status written = writeFileAtomically((modules / fmt::format("{}-{}.mlir", seed, waiting)).string(), text);
    ASSERT_TRUE(written.ok()) << written.error().message;
    if (++waiting == atOnce)
      ask();
  }

  /// About those that wait. Adds a failure for each line that the program prints: file, op, message.
  void ask() {
    if (waiting == 0)
      return;
    std::FILE *pipe = popen(fmt::format("'{}' '{}'/*.mlir", program.string(), modules.string()).c_str(), "r");
    ASSERT_TRUE(pipe) << program;
    char line[1 << 12];
    while (std::fgets(line, sizeof line, pipe)) {
      ++refused;
      ADD_FAILURE() << "tt-mlir refuses the module of a seed: " << line;
    }
    int status = pclose(pipe);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << program << " ended with status " << status;
    asked += waiting;
    clear();
  }

  std::string text() const {
    return isAtHand() ? fmt::format("tt-mlir asked about {} modules, {} errors", asked, refused)
                      : "tt-mlir not asked: no real-verify at hand";
  }

private:
  void clear() {
    std::error_code ignored;
    std::filesystem::remove_all(modules, ignored);
    waiting = 0;
  }

  static constexpr int atOnce = 50;
  std::filesystem::path program, modules;
  int waiting = 0, asked = 0, refused = 0;
};

class Campaign {
public:
  explicit Campaign(int maxOps, RealVerifier *real = nullptr, Compilation (*how)(uint64_t seed) = compilationOf)
      : maxOps(maxOps), real(real), how(how) {}

  void run(uint64_t seed) {
    Decisions decisions(seed);
    std::string text = randomTTIR(decisions, maxOps);
    Random random(seed * 104729 + 3);
    if (random.below(4) == 0) {
      text = choosing(std::move(text), random);
      ++counts.indexOps;
    }
    ++counts.graphs;
    if (!check(seed, text)) {
      ++counts.tamed;
      check(seed, tamed(text));
    }
  }

  void print() const {
    fmt::print(
        "{} graphs ({} ops; levels 0, 1, 2: {}, {}, {}; {} with tensors in L1; {} with NaN or infinity in results), "
        "{} run again tamed; in declared types {} agree ({} bit for bit), {} void; in f32 {} agree, {} void; "
        "{} index ops, {} indices decided by rounding (NUM-C5); {} failures; none skipped\n",
        counts.graphs, counts.ops, counts.levels[0], counts.levels[1], counts.levels[2], counts.inL1, counts.notNumbers,
        counts.tamed, counts.declared, counts.sameBits, counts.voidDeclared, counts.wide, counts.voidWide,
        counts.indexOps, counts.indices, counts.failures);
    if (counts.distributed > 0)
      fmt::print("{} collectives in {} modules of several chips\n", counts.collectives, counts.distributed);
  }
  int failures() const { return counts.failures; }

private:
  /// False when a verdict is void: rounding decides, or what is no number.
  bool check(uint64_t seed, const std::string &text) {
    Workshop workshop;
    Compilation compilation = how(seed);
    auto fail = [&](const std::string &what) {
      ++counts.failures;
      ADD_FAILURE() << "seed " << seed << ", " << compilation.split << " level " << compilation.level
                    << compilation.options << "\n"
                    << what << "\n"
                    << text;
      return true;
    };
    auto before = workshop.parse(text);
    if (!before)
      return fail("does not parse: " + before.error().message);
    auto split = workshop.parse(text);
    if (Status done = compilation.split.empty() ? Status() : workshop.run(**split, compilation.split); !done.ok())
      return fail(done.error().message);
    countCollectives(**split);
    std::string splitText;
    llvm::raw_string_ostream(splitText) << **split;
    auto after = workshop.compile(splitText, compilation.level, compilation.options); // ends with the memory judge
    if (!after)
      return fail(after.error().message + "\n" + splitText);
    if (real && real->isAtHand())
      real->add(seed, **after);
    ++counts.levels[compilation.level];
    (*before)->walk([&](Operation *op) { counts.ops += isa<ttir::TTIRDialect>(op->getDialect()); });
    counts.inL1 += keepsInL1(**after);
    counts.notNumbers += hasNotNumbers(**before, 1);
    Verdict verdict = judge(workshop, **after, **before);
    counts.indices += verdict.decidedByRounding;
    counts.sameBits += verdict.by == Judge::Nobody;
    bool meaning = true;
    if (verdict.by == Judge::Nobody || verdict.by == Judge::LastBits) {
      ++counts.declared;
    } else {
      if (verdict.by != Judge::Numbers || !isVoid(**before, **after, 1, Precision::AsDeclared))
        return fail(fmt::format("{}: {}", toString(verdict.by), verdict.message));
      ++counts.voidDeclared;
      meaning = false;
    }
    Result<Difference> wide = compareRuns(**before, **after, 2, Precision::AllFloatsF32);
    if (!wide)
      return fail(wide.error().message);
    counts.indices += wide->decidedByRounding;
    if (wide->equal) {
      ++counts.wide;
      return meaning;
    }
    if (!isVoid(**before, **after, 2, Precision::AllFloatsF32))
      return fail(fmt::format("in f32: correlation {}, {}", wide->correlation, wide->first));
    ++counts.voidWide;
    return false;
  }

  bool isVoid(ModuleOp before, ModuleOp after, uint64_t seed, Precision precision) {
    Result<bool> rounding = roundingExplains(before, after, seed, precision);
    if (rounding.ok() && *rounding)
      return true;
    Result<bool> numbers = sameWhereNumbers(before, after, seed, precision);
    return numbers.ok() && *numbers;
  }

  void countCollectives(ModuleOp module) {
    int before = counts.collectives;
    module.walk([&](Operation *op) {
      counts.collectives += isa<ttir::AllGatherOp, ttir::AllReduceOp, ttir::ReduceScatterOp, ttir::AllToAllOp,
                                ttir::MeshPartitionOp, ttir::CollectivePermuteOp>(op);
    });
    counts.distributed += counts.collectives > before;
  }

  int maxOps;
  RealVerifier *real;
  Compilation (*how)(uint64_t seed);
  Counts counts;
};

} // namespace

TEST(RandomGraphsTest, CompiledMeansTheSame) {
  Campaign campaign(5);
  for (uint64_t seed = 1; seed <= 200; ++seed)
    campaign.run(seed);
  campaign.print();
}

TEST(RandomGraphsTest, SplitOverAMeshMeansTheSame) {
  Campaign campaign(5, nullptr, meshCompilationOf);
  for (uint64_t seed = 1; seed <= 40; ++seed)
    campaign.run(seed);
  campaign.print();
}

/// ALCOVE_FUZZ_SECONDS of seeds from ALCOVE_FUZZ_FIRST on, at most ALCOVE_FUZZ_GRAPHS; ALCOVE_FUZZ_LEVEL compiles all
/// of them at one level.
static void runForLong(Compilation (*how)(uint64_t seed)) {
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::duration<double>(fromEnvironment("ALCOVE_FUZZ_SECONDS", 60));
  auto first = static_cast<uint64_t>(fromEnvironment("ALCOVE_FUZZ_FIRST", 1000));
  auto count = static_cast<uint64_t>(fromEnvironment("ALCOVE_FUZZ_GRAPHS", 1e9));
  RealVerifier real;
  Campaign campaign(10, &real, how);
  for (uint64_t seed = first; seed < first + count && Clock::now() < end && campaign.failures() < 20; ++seed)
    campaign.run(seed);
  real.ask();
  campaign.print();
  fmt::print("{}\n", real.text());
}

TEST(RandomGraphsTest, SlowRandomGraphs) { runForLong(compilationOf); }
TEST(RandomGraphsTest, SlowRandomMeshes) { runForLong(meshCompilationOf); }
