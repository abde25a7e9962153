//===- ExpertsTest.cpp - Experts, exchanges and norms over a mesh ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::reference;

using V = std::vector<double>;

static std::string onMesh(const std::string &mesh, const std::string &op) {
  return "module attributes {ttcore.meshes = #ttcore.meshes<[<\"mesh\" = " + mesh + ">]>} {\n" + op + "}";
}

static std::vector<PerChip> run(Program &program, std::vector<PerChip> arguments) {
  Result<FunctionRun> done = runFunction(program.function(), std::move(arguments));
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
  return done.ok() ? done->results : std::vector<PerChip>(3, PerChip(4));
}

//===----------------------------------------------------------------------===//
// Four experts on two chips in turn: chip 0 has 0 and 2, chip 1 has 1 and 3. Each chip has two tokens.
//===----------------------------------------------------------------------===//

static const Tensor inTurn = integers({1, 1, 4, 2}, {1, 0, 0, 1, 1, 0, 0, 1});
static const PerChip chosen = {integers({2, 1, 1, 2}, {0, 2, 1, 3}), integers({2, 1, 1, 2}, {0, 1, 3, 1})};

TEST(Experts, NUMN23_DispatchSendsATokenToTheChipsOfItsExperts) {
  for (std::string dialect : {"ttir", "ttnn"}) {
    Program program(
        onMesh("1x2", oneOp(dialect + ".all_to_all_dispatch <{num_devices = 2 : i64, cluster_axis = 1 : i64}>",
                            {"tensor<2x1x1x2xf32>", "tensor<2x1x1x2xsi32>", "tensor<1x1x4x2xsi32>"},
                            {"tensor<1x4x1x2xf32>", "tensor<1x4x1x2xsi32>"})));
    std::vector<PerChip> results = run(
        program, {{floats({2, 1, 1, 2}, {1, 2, 3, 4}), floats({2, 1, 1, 2}, {5, 6, 7, 8})}, chosen, {inTurn, inTurn}});
    EXPECT_EQ(values(results[0][0]), (V{1, 2, 0, 0, 5, 6, 0, 0}));
    EXPECT_EQ(values(results[0][1]), (V{0, 0, 3, 4, 5, 6, 7, 8}));
    for (const Tensor &metadata : results[1])
      EXPECT_EQ(values(metadata), (V{0, 2, 1, 3, 0, 1, 3, 1}));
  }
}

// Expert e makes 10 e + t of token t; row k of the result is 10 (k-th expert of the token) + t.
TEST(Experts, CombineBringsEachExpertsResultBack) {
  PerChip made;
  for (int64_t chip = 0; chip < 2; ++chip) {
    std::vector<float> results;
    for (int64_t place = 0; place < 2; ++place)
      for (int64_t token = 0; token < 4; ++token)
        results.push_back(static_cast<float>(10 * (2 * place + chip) + token));
    made.push_back(floats({2, 4, 1, 1}, results));
  }
  Tensor all = integers({1, 4, 1, 2}, {0, 2, 1, 3, 0, 1, 3, 1});
  for (std::string dialect : {"ttir", "ttnn"}) {
    Program program(onMesh("1x2", oneOp(dialect + ".all_to_all_combine <{num_devices = 2 : i64, cluster_axis = 1 : "
                                                  "i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}>",
                                        {"tensor<2x4x1x1xf32>", "tensor<1x4x1x2xsi32>", "tensor<1x1x4x2xsi32>"},
                                        {"tensor<2x2x1x1xf32>"})));
    std::vector<PerChip> results = run(program, {made, {all, all}, {inTurn, inTurn}});
    EXPECT_EQ(values(results[0][0]), (V{0, 11, 20, 31}));
    EXPECT_EQ(values(results[0][1]), (V{2, 33, 12, 13}));
  }
}

TEST(Experts, RoutesThatDoNotFitAreRefused) {
  auto refused = [](const std::string &mesh, const char *devices, std::vector<PerChip> arguments) {
    Program program(onMesh(
        mesh,
        oneOp(std::string("ttir.all_to_all_dispatch <{cluster_axis = 1 : i64, num_devices = ") + devices + " : i64}>",
              {"tensor<2x1x1x2xf32>", "tensor<2x1x1x2xsi32>", "tensor<1x1x4x2xsi32>"},
              {"tensor<1x4x1x2xf32>", "tensor<1x4x1x2xsi32>"})));
    Result<FunctionRun> done = runFunction(program.function(), std::move(arguments));
    return done.ok() ? "" : done.error().message;
  };
  Tensor tokens = floats({2, 1, 1, 2}, {1, 2, 3, 4});
  PerChip four(4, tokens), fourChosen(4, chosen[0]), fourRoutes(4, inTurn);
  EXPECT_NE(refused("1x4", "2", {four, fourChosen, fourRoutes}).find("axis 1 of the mesh 1x4 has 4 chips"),
            std::string::npos);
  Tensor outside = integers({2, 1, 1, 2}, {0, 4, 0, 0});
  EXPECT_NE(refused("1x2", "2", {{tokens, tokens}, {outside, outside}, {inTurn, inTurn}}).find("expert of a token"),
            std::string::npos);
}

// Three tokens in blocks of two; chip 1 holds experts 1 and 3.
TEST(Experts, RemapKeepsTheScoresOfTheChipsExperts) {
  Tensor topk = floats({1, 3, 1, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  Tensor picked = integers({1, 3, 1, 2}, {1, 0, 2, 0, 3, 1});
  for (std::string dialect : {"ttir", "ttnn"}) {
    Program program(onMesh("1x2", oneOp(dialect + ".moe_expert_token_remap <{reduction_size = 2 : i64}>",
                                        {"tensor<1x3x1x4xf32>", "tensor<1x1x4x2xsi32>", "tensor<1x3x1x2xsi32>"},
                                        {"tensor<1x3x1x2xf32>", "tensor<1x1x2x2xsi32>"})));
    std::vector<PerChip> results = run(program, {{topk, topk}, {inTurn, inTurn}, {picked, picked}});
    EXPECT_EQ(values(results[0][1]), (V{2, 0, 0, 0, 10, 12}));
    EXPECT_EQ(values(results[1][1]), (V{1, 0, 1, 1}));
    EXPECT_EQ(values(results[0][0]), (V{1, 0, 5, 7, 0, 0}));
    EXPECT_EQ(values(results[1][0]), (V{1, 1, 0, 0}));
  }
}

//===----------------------------------------------------------------------===//
// Exchanges and norms
//===----------------------------------------------------------------------===//

TEST(Collectives, AllToAllGivesEachChipOneColumn) {
  Program program(
      onMesh("2x2", oneOp("ttir.all_to_all <{split_dim = 1 : si32, concat_dim = 0 : si32, split_count = 2 : "
                          "si32, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>}>",
                          {"tensor<2x2xf32>"}, {"tensor<4x1xf32>"})));
  PerChip inputs;
  for (float c : {0.0f, 10.0f, 20.0f, 30.0f})
    inputs.push_back(floats({2, 2}, {c, c + 1, c + 2, c + 3}));
  PerChip results = run(program, {inputs})[0];
  EXPECT_EQ(values(results[0]), (V{0, 2, 10, 12}));
  EXPECT_EQ(values(results[1]), (V{1, 3, 11, 13}));
  EXPECT_EQ(values(results[3]), (V{30, 32, 20, 22}));
  EXPECT_EQ(values(results[2]), (V{31, 33, 21, 23}));
}

TEST(Collectives, BroadcastFromTheFirstOfAGroup) {
  Program program(onMesh("2x2", oneOp("ttir.collective_broadcast <{replica_groups = dense<[[1, 0], [3, 2]]> : "
                                      "tensor<2x2xi64>}>",
                                      {"tensor<1xf32>"}, {"tensor<1xf32>"})));
  PerChip results = run(program, {{floats({1}, {10}), floats({1}, {11}), floats({1}, {12}), floats({1}, {13})}})[0];
  V firsts;
  for (const Tensor &tensor : results)
    firsts.push_back(tensor.at(0));
  EXPECT_EQ(firsts, (V{11, 11, 13, 13}));
}

TEST(Collectives, AllReduceAsyncAddsAlongTheAxis) {
  for (std::string dialect : {"ttir", "ttnn"}) {
    Program program(onMesh(
        "2x2", oneOp(dialect + ".all_reduce_async <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}>",
                     {"tensor<1xf32>"}, {"tensor<1xf32>"})));
    PerChip results = run(program, {{floats({1}, {1}), floats({1}, {2}), floats({1}, {4}), floats({1}, {8})}})[0];
    EXPECT_EQ(results[0].at(0), 3);
    EXPECT_EQ(results[3].at(0), 12);
  }
}

// 1, 2 and 3, 6: mean 3, variance (4 + 1 + 0 + 9) / 4.
TEST(Collectives, DistributedLayerNorm) {
  Program program(onMesh("1x2", oneOp("ttir.distributed_layer_norm <{cluster_axis = 1 : ui32, epsilon = 1.0e-12 : f32, "
                                      "operandSegmentSizes = array<i32: 1, 1, 1, 0>}>",
                                      {"tensor<1x2xf32>", "tensor<2xf32>", "tensor<2xf32>"}, {"tensor<1x2xf32>"})));
  Tensor two = floats({2}, {2, 2}), one = floats({2}, {1, 1});
  PerChip results = run(program, {{floats({1, 2}, {1, 2}), floats({1, 2}, {3, 6})}, {two, two}, {one, one}})[0];
  double deviation = std::sqrt(3.5);
  EXPECT_NEAR(results[0].at(0), 1 - 4 / deviation, 1e-6);
  EXPECT_NEAR(results[0].at(1), 1 - 2 / deviation, 1e-6);
  EXPECT_NEAR(results[1].at(0), 1, 1e-6);
  EXPECT_NEAR(results[1].at(1), 1 + 6 / deviation, 1e-6);
}

TEST(NormParts, SumsLieInTheFirstColumnsOfTheirTiles) {
  Tensor input = floats({1, 3}, {1, 2, 3}), residual = floats({1, 3}, {0, 0, 1});
  Program layer(oneOp("ttnn.layer_norm_pre_all_gather <{operandSegmentSizes = array<i32: 1, 1, 0>}>",
                      {"tensor<1x3xf32>", "tensor<1x3xf32>"}, {"tensor<1x64xf32>"}));
  Program rms(oneOp("ttnn.rms_norm_pre_all_gather", {"tensor<1x3xf32>", "tensor<1x3xf32>"}, {"tensor<1x32xf32>"}));
  V squares(32, 0), both(64, 0);
  squares[0] = both[0] = 1 + 4 + 16;
  both[32] = 1 + 2 + 4;
  EXPECT_EQ(values(layer.result({input, residual})), both);
  EXPECT_EQ(values(rms.result({input, residual})), squares);
}

// The sums of 1, 2 | 3, 6 as two chips give them; this one has 3, 6.
TEST(NormParts, PostNormalizesByTheSumsOfAllChips) {
  std::vector<float> sums(128, 0.0f);
  sums[0] = 1 + 4;
  sums[32] = 1 + 2;
  sums[64] = 9 + 36;
  sums[96] = 3 + 6;
  Program program(oneOp("ttnn.layer_norm_post_all_gather <{epsilon = 0.0 : f32, operandSegmentSizes = array<i32: 1, 1, "
                        "1, 1>}>",
                        {"tensor<1x2xf32>", "tensor<1x128xf32>", "tensor<2xf32>", "tensor<2xf32>"},
                        {"tensor<1x2xf32>"}));
  V result = values(
      program.result({floats({1, 2}, {3, 6}), floats({1, 128}, sums), floats({2}, {2, 2}), floats({2}, {1, 1})}));
  EXPECT_NEAR(result[0], 1, 1e-6);
  EXPECT_NEAR(result[1], 1 + 6 / std::sqrt(3.5), 1e-6);
}

// (3, -5) + (0, 1) = (3, -4): root mean square sqrt(12.5), times 2, plus 1, nothing below 0.
TEST(NormParts, FusedNormWithResidualAndActivation) {
  Program program(oneOp("ttnn.dit_rms_norm_unary_fused <{activation = \"relu\", epsilon = 0.0 : f32, "
                        "operandSegmentSizes = array<i32: 1, 1, 1, 1>}>",
                        {"tensor<1x2xf32>", "tensor<2xf32>", "tensor<2xf32>", "tensor<1x2xf32>"}, {"tensor<1x2xf32>"}));
  V result = values(
      program.result({floats({1, 2}, {3, -5}), floats({2}, {2, 2}), floats({2}, {1, 1}), floats({1, 2}, {0, 1})}));
  EXPECT_NEAR(result[0], 1 + 6 / std::sqrt(12.5), 1e-6);
  EXPECT_EQ(result[1], 0);
}
