//===- Programs.cpp - Modules for the golden tests ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "SourceDirectory.h"

#include "alcove/Judge/Memory/Passes.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Mesh/Passes.h"
#include "alcove/Optimize/Passes.h"
#include "alcove/Pipelines/Pipelines.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cstdio>
#include <fstream>
#include <sstream>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

Workshop::Workshop() {
  static bool registered =
      (transforms::registerPipelines(), conversion::registerConversionPasses(), judge::registerMemoryJudgePasses(),
       transforms::registerOptimizePasses(), meshsplit::registerPasses({}), true);
  (void)registered;
  mlirContext = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  mlirContext->loadDialect<func::FuncDialect, ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect>();
  handler = std::make_unique<ScopedDiagnosticHandler>(mlirContext.get(), [this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
    return success();
  });
}

std::string Workshop::takeErrors() { return std::exchange(errors, ""); }

Result<OwningOpRef<ModuleOp>> Workshop::parse(const std::string &text) {
  takeErrors();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, mlirContext.get());
  if (!module)
    return Error{takeErrors()};
  return module;
}

Status Workshop::run(ModuleOp module, const std::string &pipeline) {
  takeErrors();
  PassManager manager(mlirContext.get());
  if (failed(parsePassPipeline(pipeline, manager)))
    return Error{"bad pipeline " + pipeline};
  if (failed(manager.run(module)))
    return Error{"failed: " + takeErrors()};
  return {};
}

Result<OwningOpRef<ModuleOp>> Workshop::compile(const std::string &text, int level, const std::string &options) {
  ALCOVE_ASSIGN_OR_RETURN(OwningOpRef<ModuleOp> module, parse(text));
  ALCOVE_RETURN_IF_ERROR(run(*module, "ttir-to-ttnn-backend-pipeline{optimization-level=" + std::to_string(level) +
                                          (options.empty() ? "" : " " + options) + "}"));
  return module;
}

/// The parts of a file between lines of dashes, without those that expect an error, named by their first function.
static std::vector<Program> parts(const std::string &path) {
  std::ifstream in(path);
  std::vector<Program> programs;
  std::string line, text;
  bool expectsError = false;
  auto finish = [&] {
    size_t name = text.find("func.func @");
    if (!expectsError && name != std::string::npos) {
      name += 11;
      programs.push_back({text.substr(name, text.find('(', name) - name), text});
    }
    text.clear();
    expectsError = false;
  };
  while (std::getline(in, line)) {
    if (line == "// -----") {
      finish();
      continue;
    }
    expectsError |= line.find("expected-error") != std::string::npos;
    text += line + "\n";
  }
  finish();
  return programs;
}

std::vector<Program> testing::conversionExamples(const std::string &file) {
  std::vector<Program> programs = parts(ALCOVE_SOURCE_DIR "/test/Lower/" + file);
  // The logical reductions work on booleans that normalization has made bf16: given any bf16, `or` is no maximum.
  for (Program &program : programs)
    for (size_t at = 0; program.name == "logical" && (at = program.text.find("bf16")) != std::string::npos;)
      program.text.replace(at, 4, "i1");
  return programs;
}

std::vector<Program> testing::goldenPatterns() {
  return parts(ALCOVE_SOURCE_DIR "/unittests/Judge/Numbers/Golden/Patterns.mlir");
}

static std::vector<Program> generated(const std::vector<std::string> &arguments) {
  std::vector<Program> programs;
  for (const std::string &words : arguments) {
    std::string command = "python3 " ALCOVE_SOURCE_DIR "/testing/models/generate.py " + words;
    Program program{words, ""};
    if (std::FILE *pipe = popen(command.c_str(), "r")) {
      char buffer[65536];
      while (size_t size = std::fread(buffer, 1, sizeof buffer, pipe))
        program.text.append(buffer, size);
      pclose(pipe);
    }
    programs.push_back(std::move(program));
  }
  return programs;
}

std::vector<Program> testing::smallModels() {
  return generated(
      {"mlp --batch=33 --width=70 --hidden=100 --layers=3",
       "bert --batch=1 --sequence=33 --width=64 --heads=2 --layers=1",
       "llama-decode --batch=2 --width=64 --hidden=96 --heads=4 --kv-heads=2 --cache=32 --layers=1",
       "llama-decode --batch=1 --width=128 --hidden=96 --heads=2 --kv-heads=1 --cache=64 --layers=1",
       "llama-prefill --batch=1 --sequence=17 --width=64 --hidden=96 --heads=4 --kv-heads=2 --cache=32 --layers=1"});
}

std::vector<Program> testing::wideModels() { return generated({"resnet50 --batch=1 --size=32"}); }
