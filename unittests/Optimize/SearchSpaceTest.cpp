//===- SearchSpaceTest.cpp - Nothing cheaper lies outside the search space -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op model is asked about every way to run an op: all layouts of all operands and of the result, and for products
// and convolutions all configurations, written down here as plain attributes by loops over the integers, not by the
// rules of the planner. The best answer must not be cheaper than the best candidate that the exact planner chooses
// from.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"
#include "../../lib/Optimize/BuildProblem.h"
#include "PipelineRunner.h"
#include "alcove/OpModel/QueryText.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using device::TensorLayout;

namespace {

/// A TTIR op: its name, shapes of operands (the last `parameters` are weights), attributes, shape of the result.
struct OpText {
  const char *name;
  std::vector<const char *> operands;
  const char *attributes, *result;
  int parameters = 0;
};

const std::vector<OpText> &opTexts() {
  static const std::vector<OpText> texts{
      {"relu", {"128x96"}, "", "128x96"},
      {"gelu", {"128x96"}, "", "128x96"},
      {"exp", {"64x160"}, "", "64x160"},
      {"sigmoid", {"4x32x64"}, "", "4x32x64"},
      {"neg", {"32x256"}, "", "32x256"},
      {"abs", {"256x32"}, "", "256x32"},
      {"logical_not", {"128x64"}, "", "128x64"},
      {"typecast", {"128x96"}, "", "128x96"},
      {"add", {"128x96", "128x96"}, "", "128x96"},
      {"multiply", {"64x128", "64x128"}, "", "64x128"},
      {"subtract", {"32x192", "32x192"}, "", "32x192"},
      {"div", {"96x96", "96x96"}, "", "96x96"},
      {"maximum", {"64x64", "64x64"}, "", "64x64"},
      {"lt", {"64x96", "64x96"}, "", "64x96"},
      {"where", {"64x64", "64x64", "64x64"}, "", "64x64"},
      {"sum", {"128x96"}, "dim_arg = [1 : i32], keep_dim = true", "128x1"},
      {"max", {"64x128"}, "dim_arg = [1 : i32], keep_dim = true", "64x1"},
      {"mean", {"128x64"}, "dim_arg = [1 : i32], keep_dim = true", "128x1"},
      {"softmax", {"64x128"}, "dimension = 1 : si32", "64x128"},
      {"concat", {"64x64", "64x96"}, "dim = 1 : si32", "64x160"},
      {"reshape", {"64x128"}, "shape = [128 : i32, 64 : i32]", "128x64"},
      {"permute", {"64x128"}, "permutation = array<i64: 1, 0>", "128x64"},
      {"slice_static",
       {"128x96"},
       "begins = [0 : i32, 0 : i32], ends = [64 : i32, 64 : i32], step = [1 : i32, 1 : i32]",
       "64x64"},
      {"pad", {"64x64"}, "padding = array<i32: 0, 32, 0, 32>, value = 0.000000e+00 : f32", "96x96"},
      {"repeat_interleave", {"64x64"}, "dim = 0 : si32, repeats = 2 : ui32", "128x64"},
      {"layer_norm",
       {"64x128"},
       "epsilon = 1.0e-05 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 0, 0>",
       "64x128"},
      {"rms_norm",
       {"32x256", "256"},
       "epsilon = 1.0e-05 : f32, normalized_shape = array<i64: 256>, operandSegmentSizes = array<i32: 1, 1, 0>",
       "32x256",
       1},
      {"argmax", {"32x128"}, "dim_arg = [1 : i32], keep_dim = true", "32x1"},
      {"cumsum", {"64x64"}, "dim = 0 : i64", "64x64"},
      {"matmul", {"64x128", "128x96"}, "", "64x96", 1},
      {"matmul", {"32x128", "128x384"}, "", "32x384", 1},
      {"matmul", {"160x64", "64x64"}, "", "160x64"},
      {"matmul", {"2x3x64x64", "2x3x64x64"}, "", "2x3x64x64"},
      {"conv2d",
       {"1x16x16x64", "64x64x3x3"},
       "dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>",
       "1x16x16x64",
       1},
      {"conv2d",
       {"1x16x16x64", "32x64x1x1"},
       "dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>",
       "1x16x16x32",
       1},
  };
  return texts;
}

std::string moduleOf(const OpText &op) {
  std::string arguments, names, types;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    bool weight = i + op.parameters >= op.operands.size();
    std::string separator = i ? ", " : "";
    arguments += fmt::format("{}%a{}: tensor<{}xbf16> {{ttcore.argument_type = #ttcore.argument_type<{}>}}", separator,
                             i, op.operands[i], weight ? "parameter" : "input");
    names += fmt::format("{}%a{}", separator, i);
    types += fmt::format("{}tensor<{}xbf16>", separator, op.operands[i]);
  }
  const char *element = std::string_view(op.name) == "argmax"     ? "i32"
                        : std::string_view(op.name) == "typecast" ? "f32"
                                                                  : "bf16";
  return fmt::format("func.func @f({}) -> tensor<{}x{}> {{\n  %0 = \"ttir.{}\"({}) <{{{}}}> : ({}) -> tensor<{}x{}>\n  "
                     "return %0 : tensor<{}x{}>\n}}\n",
                     arguments, op.result, element, op.name, names, op.attributes, types, op.result, element, op.result,
                     element);
}

/// Least time (ns) of a result in DRAM and in L1.
struct Best {
  double dram = 1e30, l1 = 1e30;
  int64_t asked = 0;
  std::string how[2]; ///< what gave them: to DRAM, to L1
  template <typename Text>
  void take(const TensorLayout &result, double time, Text text) {
    double &best = result.isL1() ? l1 : dram;
    if (time < best)
      how[result.isL1()] = text();
    best = std::min(best, time);
  }
};

/// Every way to run one op, asked of the model.
class Sweep {
public:
  Sweep(const transforms::ModelAnswers::Class &opClass, const transforms::ModelAnswers &answers,
        const std::vector<bool> &movable, const opmodel::OpModel &model, const queries::Machine &machine,
        Bytes capacity)
      : opClass(opClass), answers(answers), movable(movable), model(model), machine(machine), capacity(capacity) {}

  Best run() {
    opmodel::Query query = *opClass.query;
    operands(query, 0);
    return best;
  }

private:
  void operands(opmodel::Query &query, size_t k) {
    if (k == query.inputs.size())
      return results(query);
    TensorLayout given = query.inputs[k].layout;
    if (movable[k])
      for (const TensorLayout &layout : answers.kinds[opClass.operandKinds[k]].layouts) {
        if (layout.pageLayout != given.pageLayout)
          continue;
        query.inputs[k].layout = layout;
        operands(query, k + 1);
      }
    else
      operands(query, k + 1);
    query.inputs[k].layout = given;
  }

  void results(opmodel::Query query) {
    for (const TensorLayout &layout : answers.kinds[opClass.resultKinds[0]].layouts) {
      if (layout.pageLayout != opClass.query->outputs[0].layout->pageLayout)
        continue;
      query.outputs[0].layout = layout;
      query.attributes = opClass.query->attributes;
      ask(query);
      if (query.op == "matmul" || query.op == "linear")
        products(query);
      if (query.op == "conv2d")
        convolutions(query);
    }
  }

  void set(opmodel::Query &query, const char *field, opmodel::AttributeValue value) {
    query.attributes["matmul_program_config." + std::string(field)] = std::move(value);
  }

  void products(opmodel::Query &query) {
    const std::vector<int64_t> &a = query.inputs[0].shape, &out = query.outputs[0].shape;
    int64_t m = ceilDiv(out[out.size() - 2], 32), k = ceilDiv(a.back(), 32), n = ceilDiv(out.back(), 32), batch = 1;
    for (size_t i = 0; i + 2 < out.size(); ++i)
      batch *= out[i];
    bool batched = query.inputs[1].shape.size() > 2;
    for (const char *family : {"_multi_cast_1d", "_multi_cast", ""})
      for (bool passesIn0 : {true, false}) {
        if (!passesIn0 && std::string_view(family) != "_multi_cast_1d")
          continue;
        query.attributes["matmul_program_config"] = "matmul_multi_core_reuse" + std::string(family) + "_program_config";
        set(query, "mcast_in0", passesIn0);
        set(query, "fuse_batch", !batched);
        for (int64_t perCoreM = 1; perCoreM <= m; ++perCoreM)
          for (int64_t perCoreN = 1; perCoreN <= n; ++perCoreN)
            blocks(query, perCoreM, perCoreN, k, std::string_view(family) == "_multi_cast" ? m : 0, n);
      }
    if (!batched && batch == 1)
      banks(query, k, n);
  }

  void blocks(opmodel::Query &query, int64_t perCoreM, int64_t perCoreN, int64_t k, int64_t gridM, int64_t n) {
    set(query, "per_core_m", perCoreM);
    set(query, "per_core_n", perCoreN);
    auto [rows, columns] = machine.workerGrid;
    if (gridM > 0) {
      rows = ceilDiv(gridM, perCoreM);
      columns = ceilDiv(n, perCoreN);
      // One row or column of blocks is a line, which the 1D programs are made for.
      if (rows > machine.workerGrid.first || columns > machine.workerGrid.second || rows < 2 || columns < 2)
        return;
    }
    set(query, "compute_with_storage_grid_size", std::vector<int64_t>{columns, rows});
    for (int64_t step = 1; step <= k; ++step)
      for (int64_t height = 1; height <= perCoreM; ++height)
        for (int64_t width = 1; width <= perCoreN; ++width) {
          if (k % step || perCoreM % height || perCoreN % width)
            continue;
          set(query, "in0_block_w", step);
          set(query, "out_block_h", height);
          set(query, "out_block_w", width);
          for (int64_t subH = 1; subH <= height; ++subH)
            for (int64_t subW = 1; subW <= width && subW * subH <= 8; ++subW) {
              if (height % subH || width % subW)
                continue;
              set(query, "out_subblock_h", subH);
              set(query, "out_subblock_w", subW);
              ask(query);
            }
        }
  }

  /// Weights in one shard per DRAM bank.
  void banks(opmodel::Query query, int64_t k, int64_t n) {
    if (movable[1])
      return;
    query.attributes = opClass.query->attributes;
    query.attributes["matmul_program_config"] = "matmul_multi_core_reuse_multi_cast_dram_sharded_program_config";
    TensorLayout &weights = query.inputs[1].layout;
    weights.memoryLayout = device::MemoryLayout::WidthSharded;
    weights.gridCols = machine.dramChannels;
    set(query, "per_core_m", int64_t(1));
    for (int64_t perCoreN = 1; perCoreN <= n; ++perCoreN)
      for (int64_t step = 1; step <= k; ++step)
        if (k % step == 0) {
          set(query, "per_core_n", perCoreN);
          set(query, "in0_block_w", step);
          ask(query);
        }
  }

  void convolutions(opmodel::Query &query) {
    for (const char *sharding : {"height_sharded", "block_sharded", "width_sharded"})
      for (int64_t rows = 0; rows <= 512; rows += 32)
        for (bool weightsAhead : {false, true})
          for (bool inputAhead : {false, true}) {
            query.attributes["conv2d_config.shard_layout"] = std::string(sharding);
            query.attributes["conv2d_config.act_block_h_override"] = rows;
            query.attributes["conv2d_config.enable_weights_double_buffer"] = weightsAhead;
            query.attributes["conv2d_config.enable_act_double_buffer"] = inputAhead;
            query.attributes["conv2d_config.deallocate_activation"] = true;
            ask(query);
          }
  }

  void ask(opmodel::Query &query) {
    ++best.asked;
    Bytes operandBytes = 0;
    for (const device::TensorSpec &input : query.inputs)
      operandBytes += device::l1BytesPerCore(input, machine.numBanks());
    bool dependsOnLive = query.op == "matmul" || query.op == "linear" || query.op == "conv2d";
    query.liveL1BytesPerCore = dependsOnLive ? operandBytes : 0;
    opmodel::Answer answer = model.constraints(query);
    if (!answer.legal() || answer.constraints.totalPeakBytes + operandBytes > capacity ||
        !(queries::canonical({query.outputs[0].shape, answer.constraints.outputLayouts[0]}, machine) ==
          *query.outputs[0].layout))
      return;
    if (std::optional<opmodel::Runtime> runtime = model.runtime(query))
      best.take(*query.outputs[0].layout, runtime->totalNs, [&] { return opmodel::toText(query); });
  }

  const transforms::ModelAnswers::Class &opClass;
  const transforms::ModelAnswers &answers;
  const std::vector<bool> &movable;
  const opmodel::OpModel &model;
  const queries::Machine &machine;
  Bytes capacity;
  Best best;
};

/// The op as the lowering leaves it, and the problem made of it.
class Subject {
public:
  explicit Subject(const OpText &op) : context(MLIRContext::Threading::DISABLED) {
    std::string lowered, errors = compile(moduleOf(op),
                                          "optimization-level=0 "
                                          "enable-const-eval=false verify-memory=false",
                                          &lowered);
    EXPECT_EQ(errors, "") << moduleOf(op);
    context.loadDialect<func::FuncDialect, ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect>();
    module = parseSourceString<ModuleOp>(lowered, &context);
    module->walk([&](func::FuncOp found) { function = found; });
    machine = queries::machineOf(function);
    model = queries::makeOpModel(function);
  }

  transforms::FunctionProblem problem(bool exhaustive) const {
    transforms::ProblemOptions options;
    options.capacity = machine->usableL1Bytes * 95 / 100;
    options.overrides = &overrides;
    options.exhaustivePrograms = exhaustive;
    options.legal.maxLegalLayouts = exhaustive ? 1 << 20 : 64;
    return transforms::buildProblem(function, *model, *machine, options);
  }

  /// The best candidates of the class of `op` that the exact planner chooses from.
  static Best bestOf(const transforms::FunctionProblem &built, int32_t op, int perSharding) {
    plan::SearchSpace space = plan::enumerate(built.problem, perSharding, {});
    int32_t index = built.problem.ops[op].opClass;
    const plan::CandidateTable &table = built.problem.classes[index].candidates;
    Best best;
    for (int32_t candidate : space.candidates[index]) {
      ++best.asked;
      const TensorLayout &result =
          built.answers->kinds[built.answers->classes[index].resultKinds[0]].layouts[table.resultsOf(candidate)[0]];
      best.take(result, static_cast<double>(table[candidate].time) / 1000, [] { return std::string(); });
    }
    return best;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  std::optional<queries::Machine> machine;
  std::unique_ptr<opmodel::OpModel> model;
  layouts::Overrides overrides;
};

/// Ops that the lowering adds around the one that is meant.
bool isAside(Operation *op) {
  return isa<ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp, ttnn::DeallocateOp, ttnn::GetDeviceOp,
             ttnn::ToDeviceOp, ttnn::FromDeviceOp>(op);
}

} // namespace

TEST(SearchSpaceTest, SlowNothingCheaperLiesOutside) {
  int64_t checked = 0;
  double sum = 0, sumDefault = 0;
  for (const OpText &text : opTexts()) {
    Subject subject(text);
    transforms::FunctionProblem all = subject.problem(true), limited = subject.problem(false);
    for (int32_t op = 0, e = static_cast<int32_t>(all.ops.size()); op != e; ++op) {
      int32_t index = all.problem.ops[op].opClass;
      const transforms::ModelAnswers::Class &opClass = all.answers->classes[index];
      if (isAside(all.ops[op]) || !opClass.query || opClass.query->outputs.empty())
        continue;
      Best swept = Sweep(opClass, *all.answers, all.problem.classes[index].movable, *subject.model, *subject.machine,
                         subject.machine->usableL1Bytes * 95 / 100)
                       .run();
      Best held = Subject::bestOf(all, op, 1 << 20),
           byDefault = Subject::bestOf(limited, op, plan::FunctionPolicyOptions().layoutsPerSharding);
      std::string name = fmt::format("{} {} -> {}", opClass.query->op, fmt::join(text.operands, ", "), text.result);
      fmt::print(
          "{:45} {:8} asked {:8.0f} ns to DRAM {:8.0f} to L1; held {:8.0f} {:8.0f}; by default {:8.0f} {:8.0f}\n", name,
          swept.asked, swept.dram, swept.l1, held.dram, held.l1, byDefault.dram, byDefault.l1);
      EXPECT_LE(held.dram, swept.dram + 0.001) << name << ": " << swept.how[0];
      EXPECT_LE(held.l1, swept.l1 + 0.001) << name << ": " << swept.how[1];
      sum += std::min(held.dram, held.l1);
      sumDefault += std::min(byDefault.dram, byDefault.l1);
      ++checked;
    }
  }
  fmt::print("{} ops; default limits take {:.4f} of the time\n", checked, sumDefault / sum);
  EXPECT_GE(checked, 30);
  EXPECT_LE(sumDefault, 1.005 * sum);
}
