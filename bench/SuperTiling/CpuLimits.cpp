//===- CpuLimits.cpp - Programs against the limits of this CPU ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One core. What a user has, `super-tiling-pipeline` and then `cpu-pipeline`, against what the core can do (measured
// first: multiply-adds from registers, a copy past the caches), plain C (PlainC.c), OpenBLAS where it is installed, the
// program as it came lowered by upstream's passes, and by `cpu-pipeline` alone. Variants run in turn; medians of the CPU
// time of the thread, for a computer that others use too. Of programs that are held to the bandwidth the copy is one of
// the variants. A line of fields with tabs between them for each program; cpu_limits.py makes a page.
//
//   SuperTilingCpuLimits [--seconds=2] [--filter=TEXT] [--tile=PASSES] [--lower=PASSES]
//
// Fields: program, limit (flops or bytes), GFLOP or GB of it, ms at the limit, then ms of planned, vectors alone,
// untiled, plain C, OpenBLAS (0: not measured).
//
//===----------------------------------------------------------------------===//
#include "PlainC.h"

#include "alcove/Judge/Tiles/Compare/Execution.h"
#include "alcove/SuperTiling/Passes.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <numeric>
#include <random>
#include <unistd.h>

namespace cl = llvm::cl;
using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;

namespace {

/// Arguments in order, and the result.
using Plain = std::function<void(const std::vector<const float *> &, float *)>;

struct Case {
  std::string name, text;
  double flops = 0, bytes = 0;
  Plain plain, blas;
  bool byFlops() const { return flops > 0; }
};

/// sgemm of OpenBLAS; null where it is not installed.
using Sgemm = void (*)(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda,
                       const float *b, int ldb, float beta, float *c, int ldc);
Sgemm openBlas() {
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  // Releases that do not know a processor take it for one without vectors.
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
#endif
  void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  return library ? reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm")) : nullptr;
}

template <typename Build>
std::string write(Build build) {
  ProgramWriter w;
  return w.finish({build(w)});
}

Case matmulCase(int64_t n, Sgemm sgemm, bool transposed) {
  Case c;
  c.name = (transposed ? "matmul-transposed-" : "matmul-") + std::to_string(n);
  c.text = write([&](ProgramWriter &w) {
    Tensor a = w.argument({n, n}), b = w.argument({n, n});
    return transposed ? w.matmulTransposed(a, b) : w.matmul(a, b);
  });
  c.flops = 2.0 * static_cast<double>(n * n * n);
  c.plain = [=](auto &in, float *out) {
    (transposed ? plainMatmulTransposed : plainMatmul)(in[0], in[1], out, n, n, n);
  };
  int size = static_cast<int>(n);
  if (sgemm)
    c.blas = [=](auto &in, float *out) {
      sgemm(101, 111, transposed ? 112 : 111, size, size, size, 1, in[0], size, in[1], size, 0, out, size);
    };
  return c;
}

Case convCase(const std::string &name, int64_t side, int64_t channels, int64_t filters, int64_t window, int64_t stride,
              bool filtersFirst) {
  Case c;
  c.name = name;
  int64_t out = (side - window) / stride + 1;
  c.text = write([&](ProgramWriter &w) {
    Tensor x = w.argument({1, side, side, channels});
    return filtersFirst ? w.convFhwc(x, w.argument({filters, window, window, channels}), stride)
                        : w.conv(x, w.argument({window, window, channels, filters}), stride);
  });
  c.flops = 2.0 * static_cast<double>(out * out * channels * filters * window * window);
  c.plain = [=](auto &in, float *y) {
    (filtersFirst ? plainConvFhwc : plainConvHwcf)(in[0], in[1], y, side, side, channels, filters, window, stride);
  };
  return c;
}

Case rowsCase(const std::string &name, const std::function<Tensor(ProgramWriter &, Tensor)> &build,
              void (*plain)(const float *, float *, long, long)) {
  constexpr int64_t rows = 16384, width = 1024;
  Case c;
  c.name = name;
  c.text = write([&](ProgramWriter &w) { return build(w, w.argument({rows, width})); });
  c.bytes = 2.0 * rows * width * sizeof(float);
  c.plain = [=](auto &in, float *out) { plain(in[0], out, rows, width); };
  return c;
}

Tensor gelu(ProgramWriter &w, const Tensor &x) {
  Tensor cube = w.mul(w.mul(x, x), x);
  Tensor inner = w.tanh(w.scale(w.add(x, w.scale(cube, 0.044715)), 0.7978845608));
  return w.scale(w.add(x, w.mul(x, inner)), 0.5);
}

std::vector<Case> cases(Sgemm sgemm) {
  std::vector<Case> all;
  for (int64_t n : {512, 1024, 2048})
    all.push_back(matmulCase(n, sgemm, false));
  all.push_back(matmulCase(1024, sgemm, true));
  all.push_back(convCase("conv-3x3-64-fhwc", 58, 64, 64, 3, 1, true));
  all.push_back(convCase("conv-3x3-64-hwcf", 58, 64, 64, 3, 1, false));
  all.push_back(convCase("conv-3x3-256-fhwc", 16, 256, 256, 3, 1, true));
  all.push_back(convCase("conv-7x7-stride-2-fhwc", 229, 3, 64, 7, 2, true));
  {
    Case c;
    c.name = "depthwise-3x3";
    c.text = write([](ProgramWriter &w) { return w.depthwise(w.argument({1, 114, 114, 96}), w.argument({3, 3, 96})); });
    c.bytes = 4.0 * 96 * (114 * 114 + 112 * 112);
    c.plain = [](auto &in, float *y) { plainDepthwise(in[0], in[1], y, 114, 114, 96, 3); };
    all.push_back(c);
  }
  {
    constexpr int64_t side = 114;
    Case c;
    c.name = "mbconv";
    c.text = write([](ProgramWriter &w) {
      Tensor h = w.relu(w.conv(w.argument({1, side, side, 16}), w.argument({1, 1, 16, 96})));
      h = w.relu(w.depthwise(h, w.argument({3, 3, 96})));
      return w.conv(h, w.argument({1, 1, 96, 16}));
    });
    constexpr int64_t in = side * side, out = (side - 2) * (side - 2);
    c.flops = 2.0 * (in * 16 * 96 + out * 9 * 96 + out * 16 * 96);
    c.plain = [](auto &in, float *y) {
      static std::vector<float> wide(side * side * 96), filtered(side * side * 96);
      plainConvHwcf(in[0], in[1], wide.data(), side, side, 16, 96, 1, 1);
      plainRelu(wide.data(), side * side * 96);
      plainDepthwise(wide.data(), in[2], filtered.data(), side, side, 96, 3);
      plainRelu(filtered.data(), out * 96);
      plainConvHwcf(filtered.data(), in[3], y, side - 2, side - 2, 96, 16, 1, 1);
    };
    all.push_back(c);
  }
  {
    constexpr int64_t heads = 8, tokens = 1024, width = 64;
    Case c;
    c.name = "attention-8x1024x64";
    c.text = write([](ProgramWriter &w) {
      Tensor q = w.argument({heads, tokens, width}), k = w.argument({heads, tokens, width}),
             v = w.argument({heads, tokens, width});
      return w.matmul(w.softmax(w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.125)), v);
    });
    c.flops = 4.0 * heads * tokens * tokens * width;
    c.plain = [](auto &in, float *y) {
      static std::vector<float> scores(tokens * tokens);
      plainAttention(in[0], in[1], in[2], y, scores.data(), heads, tokens, width);
    };
    all.push_back(c);
  }
  {
    constexpr int64_t rows = 256, width = 1024, hidden = 4096;
    Case c;
    c.name = "mlp-256x1024x4096";
    c.text = write([](ProgramWriter &w) {
      Tensor h = w.relu(w.matmul(w.argument({rows, width}), w.argument({width, hidden})));
      return w.matmul(h, w.argument({hidden, width}));
    });
    c.flops = 4.0 * rows * width * hidden;
    c.plain = [](auto &in, float *y) {
      static std::vector<float> wide(rows * hidden);
      plainMatmul(in[0], in[1], wide.data(), rows, hidden, width);
      plainRelu(wide.data(), rows * hidden);
      plainMatmul(wide.data(), in[2], y, rows, width, hidden);
    };
    if (sgemm)
      c.blas = [=](auto &in, float *y) {
        static std::vector<float> wide(rows * hidden);
        sgemm(101, 111, 111, rows, hidden, width, 1, in[0], width, in[1], hidden, 0, wide.data(), hidden);
        plainRelu(wide.data(), rows * hidden);
        sgemm(101, 111, 111, rows, width, hidden, 1, wide.data(), hidden, in[2], width, 0, y, width);
      };
    all.push_back(c);
  }
  all.push_back(
      rowsCase("layer-norm-64MiB", [](ProgramWriter &w, const Tensor &x) { return w.layerNorm(x); }, plainLayerNorm));
  all.push_back(
      rowsCase("softmax-64MiB", [](ProgramWriter &w, const Tensor &x) { return w.softmax(x); }, plainSoftmax));
  all.push_back(rowsCase(
      "elementwise-6-64MiB",
      [](ProgramWriter &w, Tensor x) {
        for (int i = 0; i < 3; ++i)
          x = w.relu(w.scale(x, 1.25));
        return x;
      },
      [](const float *x, float *y, long rows, long width) { plainElementwiseSix(x, y, rows * width); }));
  all.push_back(rowsCase("gelu-64MiB", gelu,
                         [](const float *x, float *y, long rows, long width) { plainGelu(x, y, rows * width); }));
  return all;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

double threadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
double secondsOf(const std::function<void()> &body) {
  double start = threadSeconds();
  body();
  return threadSeconds() - start;
}

/// FLOP and bytes in a second. The best of several: the limit is what the core can do.
double peakFlops() {
  double best = 0;
  for (int i = 0; i < 9; ++i) {
    double flops = 0;
    double seconds = secondsOf([&] { flops = plainPeak(2000000); });
    best = std::max(best, flops / seconds);
  }
  return best;
}
/// A copy past the caches of 64 MiB, twice that in bytes.
class Stream {
public:
  Stream() {
    for (float *&side : {std::ref(from), std::ref(to)}) {
      side = static_cast<float *>(aligned_alloc(64, count * sizeof(float)));
      memset(side, 1, count * sizeof(float));
    }
  }
  Stream(const Stream &) = delete;
  ~Stream() {
    free(from);
    free(to);
  }
  double seconds() const {
    return secondsOf([&] { plainStream(from, to, count); });
  }
  double bandwidth() const {
    double best = 0;
    for (int i = 0; i < 15; ++i)
      best = std::max(best, bytes / seconds());
    return best;
  }
  static constexpr size_t count = 16 << 20;
  static constexpr double bytes = 2.0 * count * sizeof(float);

private:
  float *from = nullptr, *to = nullptr;
};

struct Variant {
  std::function<Result<double>()> once;
  std::vector<double> ms;
};

/// Runs in turn, in another order each time, each until `seconds` of its own have passed, at least twice and at most 40 times.
Status inTurn(std::vector<Variant> &variants, double seconds) {
  std::vector<size_t> order(variants.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (size_t next : order) {
      Variant &variant = variants[next];
      double spent = 0;
      for (double ms : variant.ms)
        spent += ms / 1000;
      if (!variant.once || (round >= 2 && spent > seconds))
        continue;
      // After a run of its own: what another one leaves in caches, or to be written, is not its time.
      ALCOVE_ASSIGN_OR_RETURN(double cold, variant.once());
      (void)cold;
      ALCOVE_ASSIGN_OR_RETURN(double ms, variant.once());
      variant.ms.push_back(ms);
    }
  }
  return {};
}

Result<std::unique_ptr<Program>> compile(MLIRContext &context, const Case &test, const std::string &tile,
                                         const std::string &lower) {
  auto module = parseSourceString<ModuleOp>(test.text, &context);
  if (!module)
    return Error{"does not parse"};
  if (!tile.empty()) {
    PassManager manager(&context);
    if (failed(parsePassPipeline(tile, manager)) || failed(manager.run(*module)))
      return Error{"cannot be tiled"};
  }
  RunOptions options;
  options.optLevel = 3;
  options.approximateMath = true;
  options.lowering = lower;
  return Program::compile(*module, "main", options);
}

Status measure(MLIRContext &context, const Case &test, const std::string &tile, const std::string &lower,
               double seconds, double peak, const Stream &stream, bool withUntiled) {
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<Program> planned, compile(context, test, tile, lower));
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<Program> vectors, compile(context, test, "alcove-reassociate", lower));
  // Of the largest products it takes minutes: their numbers are held to those of plain C.
  std::unique_ptr<Program> untiled;
  if (withUntiled && test.flops < 2e9) {
    ALCOVE_ASSIGN_OR_RETURN(untiled, compile(context, test, "alcove-reassociate", ""));
  }
  std::vector<TensorData> arguments = planned->arguments(1);
  std::vector<const float *> data;
  for (const TensorData &argument : arguments)
    data.push_back(reinterpret_cast<const float *>(argument.bytes.data()));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<TensorData> expected, (untiled ? untiled : planned)->run(arguments));
  auto check = [&](const std::vector<TensorData> &found, const char *what) -> Status {
    Comparison comparison = compare(expected, found, 1e-3);
    return comparison.wrong ? Error{std::string(what) + " differs: " + comparison.firstWrong} : Status();
  };
  std::vector<Variant> variants(5);
  Program *programs[] = {planned.get(), vectors.get(), untiled.get()};
  const char *names[] = {"planned", "vectors alone", "untiled"};
  for (size_t i = 0; i < 3; ++i) {
    if (!programs[i])
      continue;
    ALCOVE_ASSIGN_OR_RETURN(std::vector<TensorData> found, programs[i]->run(arguments));
    ALCOVE_RETURN_IF_ERROR(check(found, names[i]));
    variants[i].once = [&arguments, program = programs[i]]() -> Result<double> {
      ALCOVE_ASSIGN_OR_RETURN(std::vector<RunTime> times, program->time(arguments, 0));
      return times.front().cpu / 1e6;
    };
  }
  for (const Plain *plain : {&test.plain, &test.blas}) {
    if (!*plain)
      continue;
    std::vector<TensorData> found = expected;
    memset(found[0].bytes.data(), 0, found[0].bytes.size());
    (*plain)(data, reinterpret_cast<float *>(found[0].bytes.data()));
    ALCOVE_RETURN_IF_ERROR(check(found, plain == &test.plain ? "plain C" : "OpenBLAS"));
    variants[plain == &test.plain ? 3 : 4].once = [&data, plain, size = found[0].bytes.size()]() -> Result<double> {
      // As the other variants do.
      auto *out = static_cast<float *>(aligned_alloc(64, size));
      double ms = secondsOf([&] { (*plain)(data, out); }) * 1000;
      free(out);
      return ms;
    };
  }
  if (!test.byFlops())
    variants.push_back({[&]() -> Result<double> { return stream.seconds() * 1000; }, {}});
  ALCOVE_RETURN_IF_ERROR(inTurn(variants, seconds));
  double amount = test.byFlops() ? test.flops : test.bytes;
  // What others take of the bandwidth they take of the copy, too.
  double limit = test.byFlops() ? peak : Stream::bytes / (median(variants.back().ms) / 1000);
  variants.resize(5);
  printf("%s\t%s\t%.4f\t%.4f", test.name.c_str(), test.byFlops() ? "flops" : "bytes", amount / 1e9,
         amount / limit * 1000);
  for (const Variant &variant : variants)
    printf("\t%.4f", median(variant.ms));
  printf("\n");
  fflush(stdout);
  return {};
}

} // namespace

int main(int argc, char **argv) {
  cl::opt<double> seconds("seconds", cl::init(2));
  cl::opt<std::string> filter("filter");
  cl::opt<std::string> tile("tile", cl::init("super-tiling-pipeline{device=cpu reassociate=true}"));
  cl::opt<std::string> lower("lower", cl::init("cpu-pipeline"));
  cl::opt<bool> untiled("untiled", cl::desc("Time the program as it came, too"), cl::init(true));
  cl::opt<std::string> print("print", cl::desc("Print the program of this name"));
  cl::ParseCommandLineOptions(argc, argv, "Programs against the limits of this CPU\n");
  registerAllPasses();
  registerSuperTilingPasses();
  registerSuperTilingPipelines();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerForExecution(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Sgemm sgemm = openBlas();
  if (!print.empty()) {
    for (const Case &test : cases(sgemm))
      if (test.name == print)
        printf("%s", test.text.c_str());
    return 0;
  }
  Stream stream;
  double flops = peakFlops(), bandwidth = stream.bandwidth();
  printf("peak\t%.1f\tGFLOP/s\nbandwidth\t%.1f\tGB/s\nOpenBLAS\t%s\n", flops / 1e9, bandwidth / 1e9,
         sgemm ? "yes" : "not installed");
  fflush(stdout);
  bool good = true;
  for (const Case &test : cases(sgemm)) {
    if (test.name.find(filter) == std::string::npos)
      continue;
    Status status = measure(context, test, tile, lower, seconds, flops, stream, untiled);
    if (!status.ok())
      printf("%s\t%s\n", test.name.c_str(), status.error().message.c_str());
    good &= status.ok();
  }
  return good ? 0 : 1;
}
