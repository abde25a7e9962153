//===- Differential.cpp - A file before and after passes ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Tiles/Compare/Differential.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/InputText.h"
#include "alcove/SuperTiling/Marks/LoopMarks.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cinttypes>

using namespace mlir;

namespace alcove::supertiling {

namespace {

struct Variant {
  std::string name;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Program> program;
  bool split = false;
  std::vector<double> times, cpu;
};

bool applyPipeline(ModuleOp module, StringRef pipeline) {
  PassManager manager(module.getContext());
  return succeeded(parsePassPipeline(pipeline, manager)) && succeeded(manager.run(module));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

std::string elementText(const TensorData &data, size_t index) {
  Type type = data.elementType;
  if (type.isF32())
    return fmt::format("{}", reinterpret_cast<const float *>(data.bytes.data())[index]);
  if (type.isF64())
    return fmt::format("{}", reinterpret_cast<const double *>(data.bytes.data())[index]);
  if (type.isInteger(32))
    return fmt::format("{}", reinterpret_cast<const int32_t *>(data.bytes.data())[index]);
  if (type.isInteger(64) || type.isIndex())
    return fmt::format("{}", reinterpret_cast<const int64_t *>(data.bytes.data())[index]);
  if (type.isInteger(8) || type.isInteger(1))
    return fmt::format("{}", static_cast<int>(data.bytes[index]));
  return "?";
}

void print(const std::vector<TensorData> &results, FILE *out) {
  for (auto [number, data] : llvm::enumerate(results)) {
    std::string line = fmt::format("result {}:", number);
    size_t count = 1;
    for (int64_t extent : data.shape)
      count *= static_cast<size_t>(extent);
    for (size_t i = 0; i < count; ++i)
      line += " " + elementText(data, i);
    fprintf(out, "%s\n", line.c_str());
  }
}

class FunctionRun {
public:
  FunctionRun(std::vector<Variant> &variants, std::string function, const DifferentialOptions &options, FILE *out)
      : variants(variants), function(std::move(function)), options(options), out(out) {}

  bool run() {
    for (Variant &variant : variants) {
      RunOptions run = options.run;
      if (&variant != &variants.front())
        run.lowering = options.lowering;
      Result<std::unique_ptr<Program>> program = Program::compile(*variant.module, function, run);
      if (!program)
        return fail(variant, program.error().message);
      variant.program = std::move(*program);
    }
    bool good = options.holdExpected ? checkExpected() : check();
    if (good && options.repeats > 0)
      good = time();
    return good;
  }

private:
  bool fail(const Variant &variant, const std::string &what) {
    fprintf(out, "%s: %s: error: %s\n", function.c_str(), variant.name.c_str(), what.c_str());
    return false;
  }

  bool check() {
    std::vector<TensorData> arguments = variants[0].program->arguments(options.run.seed);
    Result<std::vector<TensorData>> expected = variants[0].program->run(arguments);
    if (!expected)
      return fail(variants[0], expected.error().message);
    bool good = true;
    for (size_t i = 1; i < variants.size(); ++i) {
      Result<std::vector<TensorData>> actual = variants[i].program->run(arguments);
      if (!actual)
        return fail(variants[i], actual.error().message);
      Comparison result = compare(*expected, *actual, variants[i].split ? options.tolerance : 0);
      fprintf(out, "%s: %s: %s, %" PRId64 " elements, %" PRId64 " differ, largest error %g%s%s\n", function.c_str(),
              variants[i].name.c_str(), result.wrong ? "DIFFERENT" : "equal", result.elements, result.different,
              result.largestError, result.wrong ? ", first: " : "", result.firstWrong.c_str());
      good &= result.wrong == 0;
      if (options.printResults && i + 1 == variants.size())
        print(*actual, out);
    }
    if (options.printResults && variants.size() == 1)
      print(*expected, out);
    return good;
  }

  /// What a function without arguments returns.
  Result<std::vector<TensorData>> dataOf(const char *name) {
    ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<Program> program, Program::compile(*variants[0].module, name, options.run));
    std::vector<TensorData> none;
    return program->run(none);
  }

  /// Every variant against what is expected, each result within what its element type can hold.
  bool checkExpected() {
    Result<std::vector<TensorData>> arguments = dataOf("inputs"), expected = dataOf("expected");
    if (!arguments || !expected)
      return fail(variants[0], (arguments ? expected : arguments).error().message);
    bool good = true;
    for (Variant &variant : variants) {
      Result<std::vector<TensorData>> actual = variant.program->run(*arguments);
      if (!actual)
        return fail(variant, actual.error().message);
      Comparison total;
      for (size_t i = 0; i < expected->size() && total.wrong == 0; ++i) {
        Type type = (*expected)[i].elementType;
        double tolerance = type.isBF16() ? 16e-3 : type.isF16() ? 2e-3 : options.tolerance;
        Comparison one = compare({(*expected)[i]}, {(*actual)[i]}, tolerance);
        total.elements += one.elements;
        total.different += one.different;
        total.largestError = std::max(total.largestError, one.largestError);
        if (one.wrong)
          total.wrong = one.wrong, total.firstWrong = one.firstWrong;
      }
      fprintf(out, "%s: %s: %s what is expected, %" PRId64 " elements, %" PRId64 " differ, largest error %g%s%s\n",
              function.c_str(), variant.name.c_str(), total.wrong ? "DIFFERENT from" : "equal to", total.elements,
              total.different, total.largestError, total.wrong ? ", first: " : "", total.firstWrong.c_str());
      good &= total.wrong == 0;
    }
    return good;
  }

  bool time() {
    std::vector<TensorData> arguments = variants[0].program->arguments(options.run.seed);
    for (Variant &variant : variants)
      variant.times.clear();
    // Alternating, so that what else the machine does falls on all variants alike.
    for (int repeat = 0; repeat < options.repeats; ++repeat)
      for (Variant &variant : variants) {
        Result<std::vector<RunTime>> one = variant.program->time(arguments, 1);
        if (!one)
          return fail(variant, one.error().message);
        variant.times.push_back(one->front().wall);
        variant.cpu.push_back(one->front().cpu);
      }
    for (Variant &variant : variants)
      fprintf(out, "%s: %s: wall median %.3f ms of %d, cpu median %.3f ms, untiled/this wall %.3f, cpu %.3f\n",
              function.c_str(), variant.name.c_str(), median(variant.times) / 1e6, options.repeats,
              median(variant.cpu) / 1e6, median(variants[0].times) / median(variant.times),
              median(variants[0].cpu) / median(variant.cpu));
    return true;
  }

  std::vector<Variant> &variants;
  std::string function;
  const DifferentialOptions &options;
  FILE *out;
};

} // namespace

bool runDifferential(const DialectRegistry &registry, const std::string &path, const DifferentialOptions &options,
                     FILE *out) {
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  Result<std::string> text = readFile(path);
  Status readable = text ? checkInputText(*text, path) : Status(text.error());
  if (!readable) {
    fprintf(stderr, "%s\n", readable.error().message.c_str());
    return false;
  }
  if (std::optional<std::string> newer = options.newerText ? options.newerText(*text) : std::nullopt)
    text = std::move(*newer);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(*text, &context, path);
  if (!module) {
    bool runsOnChips = text->find("ttir.") != std::string::npos || text->find("ttnn.") != std::string::npos;
    fprintf(out, "%s: error: cannot be parsed%s\n", path.c_str(),
            runsOnChips ? "; `alcove run` executes TTIR and TTNN" : "");
    return false;
  }
  if (!options.reading.empty() && !applyPipeline(*module, options.reading)) {
    fprintf(out, "%s: error: it is not converted to linalg\n", path.c_str());
    return false;
  }
  // A program as it is read: TOSA is told by its ops, as StableHLO is.
  bool hasTosa =
      module
          ->walk([](Operation *op) {
            return op->getName().getDialectNamespace() == "tosa" ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  if (hasTosa && !applyPipeline(*module, "alcove-tosa-to-linalg")) {
    fprintf(out, "%s: error: TOSA cannot be lowered to linalg\n", path.c_str());
    return false;
  }
  std::vector<Variant> variants(1);
  variants[0].name = "untiled";
  variants[0].module = OwningOpRef<ModuleOp>(cast<ModuleOp>(module.get()->clone()));
  std::vector<std::string> pipelines = options.pipelines;
  if (pipelines.empty() && !options.lowering.empty())
    pipelines.emplace_back();
  for (const std::string &pipeline : pipelines) {
    Variant variant;
    variant.name = pipeline.empty() ? options.lowering : pipeline;
    // What is rounded once there, or is a polynomial, differs in the last bits.
    variant.split = !options.lowering.empty();
    variant.module = OwningOpRef<ModuleOp>(cast<ModuleOp>(module.get()->clone()));
    if (!pipeline.empty() && !applyPipeline(*variant.module, pipeline)) {
      fprintf(out, "%s: %s: error: the pipeline failed\n", path.c_str(), pipeline.c_str());
      return false;
    }
    variant.module->walk([&](Operation *op) { variant.split |= op->hasAttr(splitReductionAttr); });
    variants.push_back(std::move(variant));
  }
  std::vector<std::string> names = runnableFunctions(*module);
  if (!options.function.empty())
    names = {options.function};
  else if (options.holdExpected)
    names = {"main"};
  if (names.empty()) {
    fprintf(out, "%s: error: no function can be run (ranked tensors and scalars, at least one result)\n", path.c_str());
    return false;
  }
  bool good = true;
  for (const std::string &name : names)
    good &= FunctionRun(variants, name, options, out).run();
  return good;
}

} // namespace alcove::supertiling
