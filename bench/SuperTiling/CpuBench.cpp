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
//   SuperTilingCpuBench [--memory-bytes=262144] [--repeats=7] [--small] [--filter=TEXT]
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/DevicePrices.h"
#include "alcove/SuperTiling/Driver.h"
#include "alcove/Testing/SuperTiling/Execution.h"
#include "alcove/Testing/SuperTiling/ProgramWriter.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"

#include <algorithm>
#include <cstdio>

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

template <typename Build>
Case make(const std::string &name, double target, Build build) {
  ProgramWriter w;
  // A serial sum is bound by the latency of its additions, whatever the memory does.
  w.reassociate = true;
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

/// False when a program cannot be compiled or a result differs.
bool measure(MLIRContext &context, const Case &test, Bytes memory, int repeats, bool &met) {
  static const std::pair<const char *, PlanMode> modes[] = {
      {"no-fuse", PlanMode::NoFuse}, {"max-producers", PlanMode::MaxProducers}, {"planned", PlanMode::Planned}};
  auto module = parseSourceString<ModuleOp>(test.text, &context);
  RunOptions run;
  run.optLevel = 3;
  run.approximateMath = true;
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
    options.planner.costs = devicePrices("cpu")->costs;
    options.planner.mode = mode;
    Summary summary;
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

} // namespace

int main(int argc, char **argv) {
  cl::opt<int64_t> memory("memory-bytes", cl::init(256 * 1024));
  cl::opt<int> repeats("repeats", cl::init(7));
  cl::opt<bool> small("small");
  cl::opt<std::string> filter("filter");
  cl::ParseCommandLineOptions(argc, argv, "Untiled, tiled and fused programs on this CPU\n");
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerForExecution(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
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
