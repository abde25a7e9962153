//===- InterpreterTest.cpp - Calls, regions, errors, memory ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"
#include "SourceDirectory.h"

#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

using namespace alcove;
using namespace alcove::reference;
using ::testing::HasSubstr;

TEST(Interpreter, NUME1_EveryOpOfBothDialectsHasAKernel) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<ttir::TTIRDialect, ttnn::TTNNDialect>();
  const std::set<std::string> control = {"ttnn.get_device", "ttnn.deallocate"};
  // Not executed, in either dialect or in one: experts, training, run time, quantized types, and what decomposes before
  // it is run. Whoever gives one a kernel takes it off the list.
  const std::set<std::string> without = {"adamw",
                                         "aggregate_tensor",
                                         "all_to_all_dispatch_metadata",
                                         "alloc",
                                         "allocate_moe_compute_semaphore",
                                         "begin_trace_capture",
                                         "capture_or_execute_trace",
                                         "create_global_semaphore",
                                         "d2m_subgraph",
                                         "dealloc",
                                         "distribute_tensor",
                                         "dump_tensor",
                                         "end_trace_capture",
                                         "execute_trace",
                                         "generic",
                                         "load_tensor",
                                         "moe_compute",
                                         "moe_gpt",
                                         "prepare_moe_compute_w0_w1_weights",
                                         "prepare_moe_compute_w2_weights",
                                         "reset_global_semaphore",
                                         "sdpa_bw",
                                         "selective_reduce_combine",
                                         "tt_lang_op",
                                         "ttnn_metal_layout_cast"};
  int64_t ops = 0;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    if (!name.starts_with("ttir.") && !name.starts_with("ttnn."))
      continue;
    ++ops;
    EXPECT_TRUE(control.count(name) || without.count(name.substr(5)) || OpTable::get().find(name)) << name;
  }
  EXPECT_GE(ops, 389);
  for (const std::string &name : without)
    EXPECT_FALSE(OpTable::get().find("ttir." + name) && OpTable::get().find("ttnn." + name)) << name;
}

// The third column of docs/spec/JudgeNumbersCoverage.md: suites that stand in unittests/Judge/Numbers.
TEST(Interpreter, EverySuiteThatTheCoverageNamesExists) {
  std::string sources;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(ALCOVE_SOURCE_DIR "/unittests/Judge/Numbers"))
    if (entry.path().extension() == ".cpp") {
      std::ifstream file(entry.path());
      sources.append(std::istreambuf_iterator<char>(file), {});
    }
  std::set<std::string> suites;
  for (const auto &[op, entry] : OpTable::get().all()) {
    EXPECT_NE(entry.tests, "") << op;
    EXPECT_NE(entry.against, "") << op;
    suites.insert(entry.tests);
  }
  EXPECT_GT(suites.size(), 10u);
  for (const std::string &suite : suites)
    EXPECT_NE(sources.find("\nTEST(" + suite + ","), std::string::npos) << suite;
}

TEST(Interpreter, NUME1_AnUnknownOpIsNamedWithItsPlace) {
  Program program("module { func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                  "  %0 = builtin.unrealized_conversion_cast %a : tensor<2xf32> to tensor<2xf32>\n"
                  "  return %0 : tensor<2xf32>\n} }");
  EXPECT_THAT(program.error({floats({2}, {1, 2})}),
              HasSubstr(":2:8: 'builtin.unrealized_conversion_cast': NUM-E1: no kernel executes this op"));
}

// The dialect does not check the result of slice_dynamic, whose bounds are numbers.
TEST(Interpreter, NUME2_AResultOfAnotherShapeIsAnError) {
  for (const char *name : {"ttir.slice_dynamic", "ttnn.slice_dynamic"}) {
    Program program(oneOp(name, {"tensor<4x2xf32>", "tensor<2xi32>", "tensor<2xi32>"}, {"tensor<3x2xf32>"}));
    Tensor input = iota({4, 2}), begins = integers({2}, {1, 0});
    EXPECT_EQ(values(program.result({input, begins, integers({2}, {4, 2})})), V({2, 3, 4, 5, 6, 7}));
    EXPECT_THAT(program.error({input, begins, integers({2}, {3, 2})}),
                HasSubstr("NUM-E2: the result has shape 2x2, its type says 3x2"));
  }
}

// A kernel that only moves elements keeps f32; the type of the result decides: 257 is no bf16.
TEST(Interpreter, NUME2_ElementsAreConvertedToTheTypeOfTheResult) {
  Program program(oneOp("ttir.embedding", {"tensor<2xi32>", "tensor<2x1xf32>"}, {"tensor<2x1xbf16>"}));
  Tensor result = program.result({integers({2}, {0, 1}), floats({2, 1}, {257, -3})});
  EXPECT_EQ(result.elementType(), ElementType::BF16);
  EXPECT_EQ(values(result), V({256, -3}));
}

TEST(Interpreter, NUME3_E4_DeallocatedIsGone) {
  const char *text = R"(
    func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "ttnn.relu"(%a) : (tensor<2xf32>) -> tensor<2xf32>
      "ttnn.deallocate"(%0) <{force = false}> : (tensor<2xf32>) -> ()
      %1 = "ttnn.neg"(%VALUE) : (tensor<2xf32>) -> tensor<2xf32>
      LAST
      return %1 : tensor<2xf32>
    })";
  auto with = [&](const std::string &value, const std::string &last) {
    std::string result = text;
    result.replace(result.find("VALUE"), 5, value);
    return result.replace(result.find("LAST"), 4, last);
  };
  EXPECT_EQ(values(Program(with("a", "")).result({floats({2}, {1, -2})})), V({-1, 2}));
  EXPECT_THAT(Program(with("0", "")).error({floats({2}, {1, -2})}),
              HasSubstr("'ttnn.neg': NUM-E3: operand 0 was deallocated by 'ttnn.deallocate'"));
  EXPECT_THAT(Program(with("a", "\"ttnn.deallocate\"(%0) <{force = false}> : (tensor<2xf32>) -> ()"))
                  .error({floats({2}, {1, -2})}),
              HasSubstr("'ttnn.deallocate': NUM-E4: operand 0 was deallocated"));
}

/// `count` times relu of 256 KiB, one after another; `sum` keeps them all alive to the end.
static std::string chain(int count, bool sum) {
  std::string type = "tensor<256x256xf32>", text = "func.func @main(%v0: " + type + ") -> " + type + " {\n";
  auto op = [&](const std::string &result, const std::string &name, const std::vector<std::string> &operands) {
    text += "  %" + result + " = \"ttir." + name + "\"(%" + operands[0] +
            (operands.size() > 1 ? ", %" + operands[1] : "") + ") : (" + type +
            (operands.size() > 1 ? ", " + type : "") + ") -> " + type + "\n";
  };
  for (int i = 0; i < count; ++i)
    op("v" + std::to_string(i + 1), "abs", {"v" + std::to_string(i)});
  std::string last = "v" + std::to_string(count);
  for (int i = 0; sum && i < count; ++i) {
    op("s" + std::to_string(i), "add", {last, "v" + std::to_string(i)});
    last = "s" + std::to_string(i);
  }
  return text + "  return %" + last + " : " + type + "\n}";
}

TEST(Interpreter, NUME5_ValuesAreFreedAfterTheirLastUse) {
  RunOptions options;
  options.memoryLimit = 6 << 18; // six tensors
  Program freed(chain(100, false)), kept(chain(100, true));
  Tensor argument = random({256, 256}, 1);
  EXPECT_TRUE(freed.run({argument}, options).ok());
  EXPECT_THAT(kept.error({argument}, options), HasSubstr("'ttir.abs': NUM-E5: operands and results take 786432 bytes"));
  options.memoryLimit = 110 << 18;
  EXPECT_TRUE(kept.run({argument}, options).ok());
}

TEST(Interpreter, NUME5_WhatIsHeldElsewhereCounts) {
  Program program(chain(3, false));
  Tensor argument = random({256, 256}, 1);
  RunOptions options;
  options.memoryLimit = 8 << 18;
  EXPECT_TRUE(program.run({argument}, options).ok());
  options.bytesElsewhere = 5 << 18;
  EXPECT_THAT(program.error({argument}, options), HasSubstr("NUM-E5: reading argument 0 takes"));
}

namespace {
/// Ones, and who was asked for what.
class Spy : public ArgumentSource {
public:
  Spy(mlir::func::FuncOp function, bool same) : function(function), same(same) {}
  size_t numArguments() const override { return const_cast<mlir::func::FuncOp &>(function).getNumArguments(); }
  bool sameOnAllChips(unsigned) const override { return same; }
  Result<PackedTensor> get(unsigned argument, size_t chip) override {
    asked.emplace_back(argument, chip);
    if (argument == 3)
      return Error{"there is no such file"};
    auto type = mlir::cast<mlir::RankedTensorType>(function.getArgument(argument).getType());
    Tensor tensor = mapped(iota(Shape(type.getShape().begin(), type.getShape().end())), 0, argument + 10 * chip);
    return PackedTensor(std::move(tensor));
  }
  std::vector<std::pair<unsigned, size_t>> asked;

private:
  mlir::func::FuncOp function;
  bool same;
};
} // namespace

static const char *const onMesh = R"(
  module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "ttir.neg"(%c) : (tensor<2xf32>) -> tensor<2xf32>
      %1 = "ttir.add"(%0, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %2 = "ttir.add"(%1, %OTHER) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %2 : tensor<2xf32>
    }
  })";

TEST(Interpreter, ArgumentsAreAskedForOnceWhenTheyAreRead) {
  std::string text = onMesh;
  Program program(text.replace(text.find("OTHER"), 5, "a"));
  Spy spy(program.function(), false), alike(program.function(), true);
  Result<FunctionRun> run = runFunction(program.function(), spy), one = runFunction(program.function(), alike);
  ASSERT_TRUE(run.ok() && one.ok());
  using Asked = std::vector<std::pair<unsigned, size_t>>;
  EXPECT_EQ(spy.asked, (Asked{{2, 0}, {2, 1}, {0, 0}, {0, 1}})); // 1 and 3 are never read
  EXPECT_EQ(alike.asked, (Asked{{2, 0}, {0, 0}}));
  EXPECT_EQ(values(run->results[0][0]), V({-2, -2})); // 2 * 0 - 2
  EXPECT_EQ(values(run->results[0][1]), V({8, 8}));   // 2 * 10 - 12
  EXPECT_EQ(values(one->results[0][1]), V({-2, -2}));
}

TEST(Interpreter, ASourceThatFailsIsTheErrorOfTheRun) {
  std::string text = onMesh;
  Program program(text.replace(text.find("OTHER"), 5, "d"));
  Spy spy(program.function(), false);
  Result<FunctionRun> run = runFunction(program.function(), spy);
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(run.error().message, HasSubstr("argument 3: there is no such file"));
}

TEST(Interpreter, ArgumentsThatDoNotFitAreRefused) {
  Program program(oneOp("ttir.abs", {"tensor<2xf32>"}, {"tensor<2xf32>"}));
  EXPECT_THAT(program.error({}), HasSubstr("0 arguments for 1"));
  EXPECT_THAT(program.error({iota({3})}), HasSubstr("argument 0 is 3 f32, its type says 2 f32"));
  EXPECT_THAT(program.error({integers({2}, {1, 2})}), HasSubstr("argument 0 is 2 i32, its type says 2 f32"));
  Result<FunctionRun> run = runFunction(program.function(), std::vector<PerChip>{{iota({2}), iota({2})}});
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(run.error().message, HasSubstr("argument 0 is given for 2 chips of 1"));
}

TEST(Interpreter, NUME8_SeededWeightsOfABlockFormatAreExactInAnyBlock) {
  Program program(R"(
    func.func @main(%x: tensor<32x64xbf16>, %w: tensor<64x96xbf16> {ttcore.weight_dtype = "bfp_bf8"},
                    %v: tensor<96x32xbf16> {ttcore.weight_dtype = "bfp_bf4"}, %u: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
      %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xbf16>, tensor<64x96xbf16>) -> tensor<32x96xbf16>
      %1 = "ttir.matmul"(%0, %v) : (tensor<32x96xbf16>, tensor<96x32xbf16>) -> tensor<32x32xbf16>
      %2 = "ttir.matmul"(%1, %u) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
      return %2 : tensor<32x32xbf16>
    })");
  Result<std::vector<PerChip>> arguments = seededArguments(program.function(), 7, Precision::AsDeclared);
  ASSERT_TRUE(arguments.ok());
  auto changed = [&](size_t number, ElementType format, bool turned) {
    const Tensor &tensor = (*arguments)[number][0];
    std::vector<float> before(tensor.floats().begin(), tensor.floats().end());
    int64_t rows = tensor.shape()[0], columns = tensor.shape()[1];
    if (turned) {
      std::vector<float> across(before.size());
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          across[j * rows + i] = before[i * columns + j];
      before = across;
    }
    std::vector<float> after = before;
    roundRows(format, after, turned ? rows : columns);
    EXPECT_NE(before, std::vector<float>(before.size(), 0));
    return after != before;
  };
  for (bool turned : {false, true}) {
    EXPECT_FALSE(changed(1, ElementType::BFP8, turned));
    EXPECT_FALSE(changed(2, ElementType::BFP4, turned));
    EXPECT_TRUE(changed(3, ElementType::BFP8, turned)); // what has no annotation is not on such a grid
  }
}

// (a - b, b - a) by two calls of one function, one of them with the same value twice, which is not read again.
TEST(Interpreter, CallsNestAndReturnSeveralResults) {
  Program program(R"(
    func.func private @sub(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %0 = "ttir.subtract"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0, %y : tensor<2xf32>, tensor<2xf32>
    }
    func.func private @twice(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %0:2 = func.call @sub(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
      %1:2 = func.call @sub(%0#0, %0#0) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
      return %1#0, %1#1 : tensor<2xf32>, tensor<2xf32>
    }
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
      %0:2 = func.call @twice(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
      return %0#0, %0#1, %a : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
    })");
  Result<FunctionRun> run = program.run({floats({2}, {5, 7}), floats({2}, {1, 2})});
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(values(run->results[0][0]), V({0, 0}));
  EXPECT_EQ(values(run->results[1][0]), V({4, 5}));
  EXPECT_EQ(values(run->results[2][0]), V({5, 7}));
  EXPECT_TRUE(run->written.empty());
}

TEST(Interpreter, ABarrierGivesBackWhatItTakes) {
  Program program(R"(
    func.func @main(%a: tensor<2xf32>, %b: tensor<3xi32>) -> (tensor<3xi32>, tensor<2xf32>) {
      %0:2 = ttcore.optimization_barrier %a, %b : tensor<2xf32>, tensor<3xi32>
      return %0#1, %0#0 : tensor<3xi32>, tensor<2xf32>
    })");
  std::vector<Tensor> arguments = {floats({2}, {5, 7}), integers({3}, {1, 2, 3})};
  EXPECT_EQ(values(program.result(arguments, 0)), V({1, 2, 3}));
  EXPECT_EQ(values(program.result(arguments, 1)), V({5, 7}));
}

TEST(Interpreter, CachedFunctionsRunLikeCalls) {
  Program program(R"(
    func.func private @cached(%w: tensor<2x3xf32>) -> tensor<3x2xf32> attributes {tt.function_type = "const_eval"} {
      %0 = "ttir.permute"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
      return %0 : tensor<3x2xf32>
    }
    func.func private @constant() -> tensor<1x1xf32> {
      %0 = "ttir.full"() <{shape = array<i32: 1, 1>, fill_value = 3.0 : f32}> : () -> tensor<1x1xf32>
      return %0 : tensor<1x1xf32>
    }
    func.func @main(%w: tensor<2x3xf32>) -> tensor<3x2xf32> {
      %0 = ttcore.load_cached(@cached, [%w]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
      %1 = ttcore.load_cached(@constant, []) : () -> tensor<1x1xf32>
      %2 = "ttir.multiply"(%0, %1) : (tensor<3x2xf32>, tensor<1x1xf32>) -> tensor<3x2xf32>
      return %2 : tensor<3x2xf32>
    })");
  EXPECT_EQ(values(program.result({iota({2, 3})})), V({0, 9, 3, 12, 6, 15}));
}

TEST(Interpreter, ErrorsInsideACallNameTheOpThere) {
  Program program(R"(
    func.func private @rows(%t: tensor<4x2xf32>, %i: tensor<1xi32>) -> tensor<1x2xf32> {
      %0 = "ttir.embedding"(%i, %t) : (tensor<1xi32>, tensor<4x2xf32>) -> tensor<1x2xf32>
      return %0 : tensor<1x2xf32>
    }
    func.func @main(%t: tensor<4x2xf32>, %i: tensor<1xi32>) -> tensor<1x2xf32> {
      %0 = func.call @rows(%t, %i) : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
      return %0 : tensor<1x2xf32>
    })");
  EXPECT_THAT(program.error({iota({4, 2}), integers({1}, {4})}),
              HasSubstr("'ttir.embedding': embedding index 4 at position 0 is outside [0, 4)"));
}

TEST(Interpreter, ADeclarationCannotBeCalled) {
  Program program(R"(
    func.func private @elsewhere(tensor<1xf32>) -> tensor<1xf32>
    func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
      %0 = func.call @elsewhere(%x) : (tensor<1xf32>) -> tensor<1xf32>
      return %0 : tensor<1xf32>
    })");
  EXPECT_THAT(program.error({iota({1})}), HasSubstr("'func.call': the callee has no body"));
}

TEST(Interpreter, NUME6_RecursionEnds) {
  Program program(R"(func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
      %0 = func.call @main(%x) : (tensor<1xf32>) -> tensor<1xf32>
      return %0 : tensor<1xf32>
    })");
  EXPECT_THAT(program.error({iota({1})}), HasSubstr("calls nest deeper than 16"));
}

// The cache is written in a callee; a result taken from it before the write keeps its elements. The second size is one
// that waits packed.
TEST(Interpreter, NUME7_WritesInPlaceAreSeenByTheCallerAndByNobodyElse) {
  for (int64_t length : {int64_t(4), PackedTensor::worthPacking}) {
    std::string n = std::to_string(length), cache = "tensor<1x1x" + n + "x1xbf16>";
    std::string text = "func.func private @write(%c: " + cache + ", %v: tensor<1x1x1x1xbf16>) {\n" +
                       "  \"ttnn.fill_cache\"(%c, %v) <{batch_offset = 0 : i32}> : (" + cache +
                       ", tensor<1x1x1x1xbf16>) -> ()\n  return\n}\n" + "func.func @main(%c: " + cache +
                       ", %v: tensor<1x1x1x1xbf16>) -> (" + cache + ", " + cache + ") {\n" +
                       "  %before = \"ttnn.typecast\"(%c) : (" + cache + ") -> " + cache +
                       "\n  func.call @write(%c, %v) : (" + cache +
                       ", tensor<1x1x1x1xbf16>) -> ()\n  return %before, %c : " + cache + ", " + cache + "\n}\n";
    Program whole(text);
    std::vector<float> ones(length, 1.0f);
    Result<FunctionRun> run =
        whole.run({floats({1, 1, length, 1}, ones, ElementType::BF16), floats({1, 1, 1, 1}, {5}, ElementType::BF16)});
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(run->results[0][0].at(0), 1.0);
    EXPECT_EQ(run->results[1][0].at(0), 5.0);
    EXPECT_EQ(run->results[1][0].at(length - 1), 1.0);
    ASSERT_EQ(run->written.count(0), 1u);
    EXPECT_EQ(run->written[0][0].at(0), 5.0);
  }
}

// ST-9: the bytes of a large tensor are not made, its layout is looked at all the same; also of an argument nobody
// reads.
TEST(Interpreter, ST9_LayoutsOfLargeTensorsAreChecked) {
  for (int64_t columns : {80, 79}) {
    std::string layout = "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<128x" + std::to_string(columns) +
                         "x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>";
    std::string type = "tensor<4096x2560xbf16, " + layout + ">";
    Program made("func.func @main() -> " + type +
                 " {\n  %0 = \"ttnn.zeros\"() <{shape = #ttnn.shape<4096x2560>}> : () -> " + type +
                 "\n  return %0 : " + type + "\n}");
    Program unread("func.func @main(%a: " + type + ") {\n  return\n}");
    Tensor zeros = *Tensor::zeros(ElementType::BF16, {4096, 2560});
    if (columns == 80) {
      EXPECT_EQ(made.result({}).numElements(), 4096 * 2560);
      EXPECT_TRUE(unread.run({zeros}).ok());
      continue;
    }
    EXPECT_THAT(made.error({}), HasSubstr("'ttnn.zeros': ST-2: 128x80 tiles on a grid of 1x1 make shards of 128x80"));
    EXPECT_THAT(unread.error({zeros}), HasSubstr("argument 0: ST-2: 128x80 tiles"));
  }
}

// f32 values that are no bf16 wait as they are; bf16 ones in half the bytes, twice used and unpacked twice.
TEST(Interpreter, LargeValuesWaitPackedAndComeBackBitForBit) {
  Program program(R"(func.func @main(%x: tensor<1024x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
      %0 = "ttir.typecast"(%x) : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
      %1 = "ttir.typecast"(%0) : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
      %2 = "ttir.subtract"(%x, %0) : (tensor<1024x1024xf32>, tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
      %3 = "ttir.add"(%1, %2) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
      return %3, %1 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
    })");
  Tensor x = random({1024, 1024}, 3);
  Result<FunctionRun> run = program.run({x});
  ASSERT_TRUE(run.ok()) << run.error().message;
  // What bf16 drops is at most 16 bits: it is exact in f32 and so is the sum.
  EXPECT_TRUE(std::ranges::equal(run->results[0][0].floats(), x.floats()));
  EXPECT_TRUE(std::ranges::equal(run->results[1][0].floats(), x.convertedTo(ElementType::BF16)->floats()));
}
