//===- TransformScheduleTest.cpp - Plans as transform schedules -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program as it came and its schedule go through upstream's own mlir-opt. What comes out is the program that the
// pass builds: both are canonicalized, with CSE and the folding of slices of tensor.empty, and compared as graphs from
// the terminators: the order of operations that do not depend on each other is no difference.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "testing/SuperTiling/Corpus.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;
using mlir::ModuleOp;
using mlir::Operation;
using mlir::OwningOpRef;
using mlir::Value;

namespace {

/// Values in the order in which the terminators reach them; attributes of `alcove` left out.
class GraphText {
public:
  static std::string of(ModuleOp module) {
    GraphText text;
    for (Operation &op : *module.getBody())
      text.print(&op);
    return text.lines;
  }

private:
  void block(mlir::Block &block) {
    for (Value argument : block.getArguments())
      numbers.try_emplace(argument, numbers.size());
    for (Operation &op : block)
      if (!mlir::isMemoryEffectFree(&op) || op.hasTrait<mlir::OpTrait::IsTerminator>())
        print(&op);
  }

  void print(Operation *op) {
    if (!printed.insert(op).second)
      return;
    // What the operation and its regions read, wherever it stands.
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp(); def && !op->isAncestor(def))
          print(def);
    });
    std::string line = op->getName().getStringRef().str();
    llvm::raw_string_ostream stream(line);
    for (mlir::NamedAttribute attribute : op->getAttrDictionary())
      if (!attribute.getName().getValue().starts_with("alcove."))
        stream << ' ' << attribute.getName().getValue() << '=' << attribute.getValue();
    for (Value result : op->getResults()) {
      numbers.try_emplace(result, numbers.size());
      stream << " -> " << result.getType();
    }
    lines += line + "\n";
    for (mlir::Region &region : op->getRegions()) {
      lines += "{\n";
      for (mlir::Block &inner : region)
        block(inner);
      lines += "}\n";
    }
    for (Value operand : op->getOperands())
      lines += " %" + std::to_string(numbers.lookup(operand));
    lines += "\n";
  }

  std::string lines;
  llvm::DenseMap<Value, size_t> numbers;
  llvm::DenseSet<Operation *> printed;
};

std::string normalized(ModuleOp module) {
  module->walk([](Operation *op) {
    for (mlir::NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
      if (attribute.getName().getValue().starts_with("alcove."))
        op->removeDiscardableAttr(attribute.getName());
  });
  for (int round = 0; round < 2; ++round) {
    mlir::RewritePatternSet folds(module.getContext());
    mlir::tensor::populateFoldTensorEmptyPatterns(folds);
    (void)mlir::applyPatternsGreedily(module, std::move(folds));
    mlir::PassManager manager(module.getContext());
    manager.addPass(mlir::createCanonicalizerPass());
    manager.addPass(mlir::createCSEPass());
    if (mlir::failed(manager.run(module)))
      return "";
  }
  return GraphText::of(module);
}

struct Comparison {
  enum { Same, Refused, Broken } kind = Broken;
  std::string message;
  int64_t loops = 0;
};

class Workspace {
public:
  Workspace() : path(std::filesystem::temp_directory_path() / ("alcove-schedule-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Workspace() { std::filesystem::remove_all(path); }
  std::string file(const std::string &name) const { return (path / name).string(); }

private:
  std::filesystem::path path;
};

void write(const std::string &path, const std::string &text) { std::ofstream(path) << text; }

std::string read(const std::string &path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// `text` with `schedule` through mlir-opt and nothing else.
OwningOpRef<ModuleOp> byUpstream(const std::string &text, const std::string &schedule, std::string &error) {
  Workspace work;
  write(work.file("in.mlir"), text);
  write(work.file("schedule.mlir"), schedule);
  std::string command = fmt::format(
      "{} {} --transform-preload-library=transform-library-paths={} --transform-interpreter -o {} 2> {}",
      ALCOVE_MLIR_OPT, work.file("in.mlir"), work.file("schedule.mlir"), work.file("out.mlir"), work.file("error.txt"));
  if (std::system(command.c_str()) != 0) {
    error = read(work.file("error.txt"));
    return {};
  }
  return mlir::parseSourceString<ModuleOp>(read(work.file("out.mlir")), &context());
}

Comparison compareWithUpstream(const std::string &text, Bytes memory) {
  Comparison comparison;
  auto module = mlir::parseSourceString<ModuleOp>(text, &context());
  DriverOptions options = driverOptions(memory);
  options.schedule = true;
  Summary summary;
  mlir::LogicalResult tiled = mlir::failure();
  {
    mlir::ScopedDiagnosticHandler handler(&context(), [&](mlir::Diagnostic &diagnostic) {
      comparison.message += diagnostic.str() + "\n";
      return mlir::success();
    });
    tiled = superTile(*module, options, summary);
  }
  if (mlir::failed(tiled)) {
    bool named = comparison.message.find("SUT-T1: no schedule for the group of '") != std::string::npos;
    comparison.kind = named ? Comparison::Refused : Comparison::Broken;
    return comparison;
  }
  comparison.loops = summary.loops;
  auto theirs = byUpstream(text, summary.schedule, comparison.message);
  if (!theirs)
    return comparison;
  std::string ours = normalized(*module), other = normalized(*theirs);
  comparison.kind = !ours.empty() && ours == other ? Comparison::Same : Comparison::Broken;
  if (comparison.kind == Comparison::Broken)
    comparison.message = "mlir-opt builds another program";
  return comparison;
}

/// Programs with loops that came out the same.
int compareCorpus(Bytes memory, size_t step) {
  int same = 0, untouched = 0, refused = 0;
  std::vector<CorpusProgram> programs = corpus();
  for (size_t i = 0; i < programs.size(); i += step) {
    Comparison comparison = compareWithUpstream(programs[i].text, memory);
    EXPECT_NE(comparison.kind, Comparison::Broken)
        << programs[i].name << " at " << memory << ": " << comparison.message;
    same += comparison.kind == Comparison::Same && comparison.loops > 0;
    untouched += comparison.kind == Comparison::Same && comparison.loops == 0;
    refused += comparison.kind == Comparison::Refused;
  }
  printf("schedules at %lld B: %d programs the same, %d without loops, %d refused\n", static_cast<long long>(memory),
         same, untouched, refused);
  return same;
}

TEST(TransformScheduleTest, SampleIsBuiltByUpstream) { EXPECT_GE(compareCorpus(16 << 10, 9), 6); }

TEST(TransformScheduleTest, SlowFortyProgramsAreBuiltByUpstream) {
  EXPECT_GE(compareCorpus(16 << 10, 1), 40);
  EXPECT_GE(compareCorpus(64 << 10, 1), 40);
  compareCorpus(128 << 10, 1);
  compareCorpus(512 << 10, 1);
}

// A comparison that cannot fail shows nothing: other sizes, another order, another member.
TEST(TransformScheduleTest, AnotherScheduleIsSeen) {
  const std::string text = R"(
func.func @main(%a: tensor<128x256xf32>, %b: tensor<256x96xf32>) -> tensor<128x96xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x96xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<128x96xf32>) -> tensor<128x96xf32>
  %m = linalg.matmul ins(%a, %b : tensor<128x256xf32>, tensor<256x96xf32>) outs(%f : tensor<128x96xf32>) -> tensor<128x96xf32>
  %x = linalg.exp ins(%m : tensor<128x96xf32>) outs(%e : tensor<128x96xf32>) -> tensor<128x96xf32>
  return %x : tensor<128x96xf32>
})";
  auto module = mlir::parseSourceString<ModuleOp>(text, &context());
  DriverOptions options = driverOptions(64 << 10);
  options.schedule = true;
  Summary summary;
  ASSERT_TRUE(mlir::succeeded(superTile(*module, options, summary)));
  std::string ours = normalized(*module), error;
  auto changed = [&](const std::string &from, const std::string &to) {
    std::string schedule = summary.schedule;
    size_t at = schedule.find(from);
    EXPECT_NE(at, std::string::npos) << from << " in\n" << schedule;
    if (at != std::string::npos)
      schedule.replace(at, from.size(), to);
    auto theirs = byUpstream(text, schedule, error);
    return theirs ? normalized(*theirs) : "none: " + error;
  };
  EXPECT_EQ(changed("", ""), ours);
  EXPECT_NE(changed("tile_sizes [64, 0]", "tile_sizes [32, 0]"), ours);
  EXPECT_NE(changed("tile_sizes [0, 0, 64]", "tile_sizes [0, 0, 32]"), ours);
  EXPECT_NE(changed("tile_sizes [64, 0]", "tile_sizes [0, 64]"), ours);
}

TEST(TransformScheduleTest, SUT_T1_WhatUpstreamCannotBuildIsRefusedByName) {
  const std::pair<const char *, const char *> refusals[] = {
      {"concat-rows", "'tensor.concat' has no tile, and structured.fuse stops there"},
      {"two-outputs", "its loop also hands on the result of 'linalg.generic'"},
      {"softmax-named", "'linalg.generic' is not an operation of the program as it came"},
      {"attention", "it carries a softmax over panels"},
      {"mlp-2", "its last tile is smaller, and what its panels carry there would keep an unknown size"}};
  for (auto [name, why] : refusals)
    for (const CorpusProgram &program : corpus())
      if (program.name == name) {
        Comparison comparison = compareWithUpstream(program.text, 16 << 10);
        EXPECT_EQ(comparison.kind, Comparison::Refused) << name;
        EXPECT_NE(comparison.message.find(why), std::string::npos) << name << ": " << comparison.message;
      }
}

} // namespace
