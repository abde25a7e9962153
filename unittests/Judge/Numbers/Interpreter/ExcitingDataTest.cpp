//===- ExcitingDataTest.cpp - Roles of arguments, calibration, faults seen -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Compare/Faults.h"
#include "alcove/Judge/Numbers/Compare/Sensitivity.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"

#include "gmock/gmock.h"

#include <cmath>
#include <set>

using namespace alcove;
using namespace alcove::reference;
using ::testing::HasSubstr;

namespace {

// An open-coded layer norm, a product with a weight, a masked softmax: every role once.
//   x 0, gain 1, 1/n 2, epsilon 3, weight 4, bias 5, mask 6, table 7, index 8, flag 9, one 10
constexpr const char *everyRole = R"(
  func.func @main(%x: tensor<16x64xf32>, %gain: tensor<1x64xf32>, %n: tensor<16x1xf32>, %e: tensor<16x1xf32>,
                  %w: tensor<64x32xf32>, %b: tensor<1x32xf32>, %mask: tensor<16x32xf32>, %table: tensor<40x64xf32>,
                  %i: tensor<16xi32>, %flag: tensor<16x32xi32>, %one: tensor<1x1xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>) {
    %rows = "ttir.embedding"(%i, %table) : (tensor<16xi32>, tensor<40x64xf32>) -> tensor<16x64xf32>
    %in = "ttir.add"(%x, %rows) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %sq = "ttir.multiply"(%in, %in) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %sum = "ttir.sum"(%sq) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<16x64xf32>) -> tensor<16x1xf32>
    %mean = "ttir.multiply"(%sum, %n) : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %var = "ttir.add"(%mean, %e) : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %r = "ttir.rsqrt"(%var) : (tensor<16x1xf32>) -> tensor<16x1xf32>
    %normed = "ttir.multiply"(%in, %r) : (tensor<16x64xf32>, tensor<16x1xf32>) -> tensor<16x64xf32>
    %scaled = "ttir.multiply"(%normed, %gain) : (tensor<16x64xf32>, tensor<1x64xf32>) -> tensor<16x64xf32>
    %p = "ttir.matmul"(%scaled, %w) : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
    %q = "ttir.add"(%p, %b) : (tensor<16x32xf32>, tensor<1x32xf32>) -> tensor<16x32xf32>
    %s = "ttir.add"(%q, %mask) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %soft = "ttir.softmax"(%s) <{dimension = 1 : si32, numericStable = true}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %f = "ttir.typecast"(%flag) : (tensor<16x32xi32>) -> tensor<16x32xf32>
    %open = "ttir.subtract"(%one, %f) : (tensor<1x1xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    return %soft, %open : tensor<16x32xf32>, tensor<16x32xf32>
  })";

std::unique_ptr<ArgumentSource> inF32(mlir::func::FuncOp function) {
  return std::move(seededSource(function, 1, Precision::AllFloatsF32)).value();
}

std::vector<PerChip> calibrated(mlir::func::FuncOp function, Calibration &calibration) {
  RunOptions options;
  options.precision = Precision::AllFloatsF32;
  options.calibration = &calibration;
  std::unique_ptr<ArgumentSource> source = inF32(function);
  EXPECT_TRUE(runFunction(function, *source, options).ok());
  source = scaledSource(inF32(function), calibration.exponents());
  std::vector<PerChip> arguments;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    arguments.push_back({source->get(i, 0)->unpacked()});
  return arguments;
}

Replay recorded(mlir::func::FuncOp function) {
  Calibration calibration(function);
  auto source = sourceOf(calibrated(function, calibration));
  RunOptions options;
  options.precision = Precision::AllFloatsF32;
  return *Replay::record(function, *source, options);
}

} // namespace

TEST(ExcitingData, NUMD1_RolesAreToldFromTheDataFlow) {
  Program program(everyRole);
  mlir::func::FuncOp function = program.function();
  std::vector<ArgumentRole> roles;
  for (mlir::BlockArgument argument : function.getArguments())
    roles.push_back(roleOf(function, argument).role);
  EXPECT_THAT(roles, ::testing::ElementsAre(ArgumentRole::Plain, ArgumentRole::NormScale, ArgumentRole::CountReciprocal,
                                            ArgumentRole::Epsilon, ArgumentRole::Weight, ArgumentRole::Bias,
                                            ArgumentRole::Mask, ArgumentRole::Table, ArgumentRole::Index,
                                            ArgumentRole::Flag, ArgumentRole::One));
  EXPECT_EQ(roleOf(function, function.getArgument(2)).count, 64);
  EXPECT_EQ(roleOf(function, function.getArgument(4)).count, 64);
  EXPECT_EQ(roleOf(function, function.getArgument(8)).count, 40);
}

TEST(ExcitingData, NUMD2_RowsOfATableAreUnlikeEachOther) {
  Program program(everyRole);
  Tensor table = (*seededArguments(program.function(), 1, Precision::AsDeclared))[7][0];
  double least = INFINITY, most = 0.0;
  for (int64_t row = 0; row < 40; ++row) {
    double square = 0.0;
    for (int64_t i = 0; i < 64; ++i)
      square += table.at(row * 64 + i) * table.at(row * 64 + i);
    least = std::min(least, std::sqrt(square / 64));
    most = std::max(most, std::sqrt(square / 64));
  }
  EXPECT_LT(least, 0.02); // where an epsilon shows
  EXPECT_GT(most, 1.0);
}

TEST(ExcitingData, NUMD3_MasksMaskSomethingAndNotEverything) {
  Program program(everyRole);
  Tensor mask = (*seededArguments(program.function(), 1, Precision::AsDeclared))[6][0];
  int64_t zeros = 0, masked = 0;
  for (int64_t i = 0; i < mask.numElements(); ++i) {
    zeros += mask.at(i) == 0.0;
    masked += mask.at(i) == -10000.0;
  }
  EXPECT_GT(zeros, 100);
  EXPECT_GT(masked, 60);
  EXPECT_GT(512 - zeros - masked, 100); // some bias their scores, so that the size of a mask is seen
}

TEST(ExcitingData, NUMD4_IndicesAreSpreadAndFlagsAreBoth) {
  Program program(everyRole);
  auto arguments = *seededArguments(program.function(), 1, Precision::AsDeclared);
  std::set<int64_t> indices(arguments[8][0].integers().begin(), arguments[8][0].integers().end());
  EXPECT_GT(indices.size(), 8u);
  EXPECT_GE(*indices.begin(), 0);
  EXPECT_LT(*indices.rbegin(), 40);
  std::set<int64_t> flags(arguments[9][0].integers().begin(), arguments[9][0].integers().end());
  EXPECT_EQ(flags, (std::set<int64_t>{0, 1}));
}

// 64 inputs of rms 4: a weight drawn for inputs of rms 1 gives 4, and the calibration takes two powers of two off it.
// The run with scaled arguments gives bit for bit what the calibrating run gave.
TEST(ExcitingData, NUMD5_AWeightIsScaledUntilItsProductHasUnitScale) {
  Program program(R"(
    func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %b: tensor<1x64xf32>) -> tensor<8x64xf32> {
      %0 = "ttir.full"() <{shape = array<i32: 8, 64>, fill_value = 4.0 : f32}> : () -> tensor<8x64xf32>
      %1 = "ttir.multiply"(%0, %0) : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
      %2 = "ttir.add"(%x, %1) : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
      %3 = "ttir.matmul"(%2, %w) : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
      %4 = "ttir.relu"(%3) : (tensor<8x64xf32>) -> tensor<8x64xf32>
      return %4 : tensor<8x64xf32>
    })");
  mlir::func::FuncOp function = program.function();
  Calibration calibration(function);
  RunOptions options;
  options.precision = Precision::AllFloatsF32;
  options.calibration = &calibration;
  std::unique_ptr<ArgumentSource> source = inF32(function);
  FunctionRun calibrating = *runFunction(function, *source, options);
  EXPECT_EQ(calibration.exponents(), (std::map<unsigned, int>{{1, -4}}));
  source = scaledSource(inF32(function), calibration.exponents());
  options.calibration = nullptr;
  FunctionRun again = *runFunction(function, *source, options);
  EXPECT_EQ(values(calibrating.results[0][0]), values(again.results[0][0]));
}

TEST(ExcitingData, NUMD6_StatisticsNameWhatIsConstantAndWhatVanishes) {
  Program program(R"(
    func.func @main(%x: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
      %0 = "ttir.full"() <{shape = array<i32: 1, 1>, fill_value = 1.0e-9 : f32}> : () -> tensor<1x1xf32>
      %y = "ttir.exp"(%x) : (tensor<8x64xf32>) -> tensor<8x64xf32>
      %1 = "ttir.multiply"(%y, %0) : (tensor<8x64xf32>, tensor<1x1xf32>) -> tensor<8x64xf32>
      %2 = "ttir.subtract"(%x, %x) : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
      return %1, %2 : tensor<8x64xf32>, tensor<8x64xf32>
    })");
  mlir::func::FuncOp function = program.function();
  Calibration calibration(function);
  calibrated(function, calibration);
  ASSERT_EQ(calibration.statistics().size(), 4u);
  EXPECT_TRUE(calibration.statistics()[2].vanishes());
  EXPECT_TRUE(calibration.statistics()[3].isConstant());
  EXPECT_EQ(calibration.statistics()[3].zeros, 1.0);
}

TEST(ExcitingData, NUMD6_StatisticsLeaveOutWhatIsMaskedPackedOrNot) {
  std::vector<float> numbers = {1, -3, 0, INFINITY, -1e34f, NAN, 5, 1, 0, 6};
  TensorStatistics few = statisticsOf(PackedTensor(*Tensor::fromFloats(ElementType::F32, {10}, numbers)));
  EXPECT_DOUBLE_EQ(few.mean, 10.0 / 7);
  EXPECT_DOUBLE_EQ(few.rootMeanSquare, std::sqrt(72.0 / 7));
  EXPECT_DOUBLE_EQ(few.zeros, 0.2);
  EXPECT_DOUBLE_EQ(few.nonFinite, 0.3);
  std::vector<float> many(1100003);
  for (size_t i = 0; i < many.size(); ++i)
    many[i] = static_cast<float>(i % 7) - 3.0f;
  PackedTensor packed(*Tensor::fromFloats(ElementType::F32, {1100003}, many));
  ASSERT_TRUE(packed.isPacked());
  TensorStatistics statistics = statisticsOf(packed);
  EXPECT_DOUBLE_EQ(statistics.zeros, 157143.0 / 1100003); // 3, 10, ..., 1099997
  EXPECT_NEAR(statistics.rootMeanSquare, 2.0, 1e-5);
  EXPECT_NEAR(statistics.mean, 0.0, 1e-5);
}

// 1e-6 instead of 1e-5 under a root of 1 changes 4.5e-6 of it, which no bound tells from rounding; under a root of
// 4e-6 it changes half of it.
TEST(ExcitingData, NUMD7_QuietDataShowsAnEpsilon) {
  auto text = [](const char *epsilon) {
    return std::string(R"(
      func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<16x64xf32> {
        %0 = "ttir.matmul"(%x, %w) : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
        %1 = "ttir.add"(%0, %x) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
        %y = "ttir.relu"(%1) : (tensor<16x64xf32>) -> tensor<16x64xf32>
        %2 = "ttir.add"(%y, %0) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
        %3 = "ttir.rms_norm"(%2) <{epsilon = )") +
           epsilon +
           R"( : f32, normalized_shape = array<i64: 64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<16x64xf32>) -> tensor<16x64xf32>
        %4 = "ttir.matmul"(%3, %v) : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
        return %4 : tensor<16x64xf32>
      })";
  };
  Program right(text("1.0e-5")), wrong(text("1.0e-6"));
  mlir::func::FuncOp function = right.function();
  ASSERT_TRUE(hasEpsilon(function));
  std::map<unsigned, int> quiet = quietExponents(function);
  EXPECT_EQ(quiet.count(0), 1u);
  EXPECT_EQ(quiet.count(2), 0u); // behind the norm
  auto differs = [&](const std::map<unsigned, int> &exponents) {
    auto one = scaledSource(inF32(function), exponents), other = scaledSource(inF32(function), exponents);
    FunctionRun a = *runFunction(function, *one), b = *runFunction(wrong.function(), *other);
    return !compare(a.results[0][0], b.results[0][0], Tolerance::forF32()).equal;
  };
  EXPECT_TRUE(differs(quiet));
}

TEST(ExcitingData, EveryNegationInAnOpenCodedNormIsSeen) {
  Program program(everyRole);
  Replay replay = recorded(program.function());
  Sensitivity sensitivity = *measureSensitivity(replay, 1, INT64_MAX, Tolerance::forF32());
  EXPECT_EQ(sensitivity.ops, 15);
  EXPECT_EQ(sensitivity.observed, 15) << sensitivity.unobserved.size();
  EXPECT_EQ(toString(sensitivity), "100.0 % of 15 ops observed");
}

TEST(ExcitingData, ADeadOpIsNamed) {
  Program program(R"(
    func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
      %0 = "ttir.relu"(%x) : (tensor<8x64xf32>) -> tensor<8x64xf32>
      %1 = "ttir.subtract"(%0, %0) : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
      %2 = "ttir.add"(%x, %1) : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
      return %2 : tensor<8x64xf32>
    })");
  Sensitivity sensitivity = *measureSensitivity(recorded(program.function()), 1, INT64_MAX, Tolerance::forF32());
  ASSERT_EQ(sensitivity.unobserved.size(), 2u); // the difference of two equal numbers and what it is made of
  EXPECT_TRUE(sensitivity.unobserved[0].dead);
}

TEST(ExcitingData, EveryKindOfFaultIsSeenAndNoHarmlessEdit) {
  Program program(everyRole);
  Replay replay = recorded(program.function());
  Random random(1);
  int seeded = 0;
  for (const FaultKind &kind : faultKinds())
    for (size_t op = 0; op < replay.ops().size(); ++op) {
      Result<std::optional<OpRecord>> fault = kind.apply(replay, op, random);
      if (!fault || !*fault)
        continue;
      Result<FunctionRun> run = replay.with(op, **fault);
      if (!run)
        continue;
      auto rows = *compareRuns(program.function(), replay.run(), program.function(), *run, Tolerance::forF32(),
                               Tolerance::forF32());
      bool differs = llvm::any_of(rows, [](const ComparedValue &row) { return !row.comparison.equal; });
      ++seeded;
      if (kind.harmless) {
        EXPECT_FALSE(differs) << kind.name << " in " << replay.ops()[op].op->getName().getStringRef().str();
      } else if (llvm::is_contained(
                     {"doubled", "epsilon-wrong", "count-wrong", "mask-dropped", "bias-dropped", "one-percent"},
                     kind.name)) {
        EXPECT_TRUE(differs) << kind.name << " in op " << op;
      }
    }
  EXPECT_GT(seeded, 150);
}

TEST(Replay, GivesWhatARunOfTheChangedFunctionGives) {
  auto text = [](const char *op) {
    return std::string(R"(
      func.func @main(%x: tensor<4x8xf32>, %c: tensor<1x1x4x8xf32>) -> tensor<4x8xf32> {
        %0 = "ttir.relu"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
        %1 = "ttir.)") +
           op + R"("(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
        %2 = "ttir.reshape"(%1) <{shape = [1 : i32, 1 : i32, 4 : i32, 8 : i32]}> : (tensor<4x8xf32>) -> tensor<1x1x4x8xf32>
        "ttir.fill_cache"(%c, %2) <{batch_offset = 0 : i32}> : (tensor<1x1x4x8xf32>, tensor<1x1x4x8xf32>) -> ()
        %3 = "ttir.add"(%1, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
        return %3 : tensor<4x8xf32>
      })";
  };
  Program before(text("exp")), after(text("sin"));
  std::vector<PerChip> arguments = {{random({4, 8}, 1)}, {random({1, 1, 4, 8}, 2)}};
  auto source = sourceOf(arguments);
  Replay replay = *Replay::record(before.function(), *source, {});
  OpRecord changed =
      *Replay(replay).execute(&*std::next(after.function().getBody().front().begin()), replay.ops()[1].operands);
  changed.op = replay.ops()[1].op;
  int64_t executed = 0;
  FunctionRun replayed = *replay.with(1, changed, [&](size_t, const OpRecord &) { ++executed; });
  FunctionRun whole = *runFunction(after.function(), arguments);
  EXPECT_EQ(executed, 4); // the changed op and three behind it
  EXPECT_EQ(values(replayed.results[0][0]), values(whole.results[0][0]));
  EXPECT_EQ(values(replayed.written.at(1)[0]), values(whole.written.at(1)[0]));
  EXPECT_EQ(values(replay.run().results[0][0]), values(runFunction(before.function(), arguments)->results[0][0]));
}

TEST(Replay, TheFirstOpThatDeviatesIsNamed) {
  auto text = [](const char *op) {
    return std::string(R"(
      func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
        %0 = "ttir.matmul"(%x, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
        %1 = "ttir.)") +
           op + R"("(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
        %2 = "ttir.exp"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
        return %2 : tensor<4x8xf32>
      })";
  };
  Program before(text("sin")), after(text("cos"));
  std::vector<PerChip> arguments = {{random({4, 8}, 1)}, {random({8, 8}, 2)}};
  auto one = sourceOf(arguments), other = sourceOf(arguments), third = sourceOf(arguments);
  Replay left = *Replay::record(before.function(), *one, {}), right = *Replay::record(after.function(), *other, {}),
         same = *Replay::record(before.function(), *third, {});
  Deviation deviation = firstDeviation(left, right, Tolerance::forF32());
  ASSERT_TRUE(deviation.op);
  EXPECT_THAT(deviation.text, HasSubstr("'ttir.cos'"));
  EXPECT_THAT(deviation.text, HasSubstr("number 2 of 3"));
  EXPECT_FALSE(firstDeviation(left, same, Tolerance::forF32()).op);
}

// NUM-C10: f32 noise of a function that keeps bf16 is the bound for what another one keeps in bf16.
TEST(Differential, NUMC10_TheNoiseOfTheDeclaredTypesBoundsThem) {
  Program program(R"(
    func.func @main(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
      %0 = "ttir.exp"(%x) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
      return %0 : tensor<32x64xbf16>
    })");
  std::vector<PerChip> arguments = {{random({32, 64}, 1, ElementType::BF16)}},
                       wide = {{*arguments[0][0].convertedTo(ElementType::F32)}};
  RunOptions f32;
  f32.precision = Precision::AllFloatsF32;
  FunctionRun exact = *runFunction(program.function(), wide, f32),
              declared = *runFunction(program.function(), arguments);
  auto compared = [&](float factor) {
    FunctionRun other = declared;
    other.results[0][0] = mapped(declared.results[0][0], factor, 0, ElementType::BF16);
    return (*compareRuns(program.function(), declared, program.function(), other, Tolerance::forBf16(),
                         Tolerance::forF32(), &exact))[0];
  };
  EXPECT_TRUE(compared(1.0f).comparison.equal);
  EXPECT_NEAR(compared(1.0f).tolerance.norm, 0.01, 0.005); // six times 2^-9 / sqrt(3)
  EXPECT_FALSE(compared(1.04f).comparison.equal);          // within the 5 % that stand without a run in f32
}
