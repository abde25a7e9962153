//===- Contraction.cpp - Rules of products and convolutions' weights ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

namespace {
/// What a matmul's program says in fields that are absent where a kind of program has none.
struct ProgramFields {
  explicit ProgramFields(DictionaryAttr fields) : fields(fields) {}
  std::optional<int64_t> get(StringRef name) const {
    auto value = fields.getAs<IntegerAttr>(name);
    return value ? std::optional(value.getValue().sextOrTrunc(64).getSExtValue()) : std::nullopt;
  }
  DictionaryAttr fields;
};

DictionaryAttr programOf(Attribute attribute) {
  if (!attribute)
    return {};
  return llvm::TypeSwitch<Attribute, DictionaryAttr>(attribute)
      .Case<ttnn::MatmulMultiCoreReuseProgramConfigAttr, ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr,
            ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr,
            ttnn::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr>(
          [](auto config) { return config.getFields(); })
      .Default([](Attribute) { return DictionaryAttr(); });
}
} // namespace

/// Every count is 1 or more, and each block is a whole number of those within it.
static OpView &checkBlocks(OpView &view, const ProgramFields &program) {
  for (StringRef name :
       {"in0_block_w", "out_subblock_h", "out_subblock_w", "out_block_h", "out_block_w", "per_core_m", "per_core_n"})
    if (std::optional<int64_t> value = program.get(name))
      view.require(*value >= 1 && *value <= (int64_t(1) << 31),
                   name + " is " + Twine(*value) + ": it must be at least 1");
  for (auto [inner, outer] : {std::pair("out_subblock_h", "out_block_h"), std::pair("out_subblock_w", "out_block_w"),
                              std::pair("out_block_h", "per_core_m"), std::pair("out_block_w", "per_core_n"),
                              std::pair("out_subblock_h", "per_core_m"), std::pair("out_subblock_w", "per_core_n")})
    if (program.get(inner) && program.get(outer) && !view.failed())
      view.divides(outer, *program.get(outer), inner, *program.get(inner));
  return view;
}

/// The program of a matmul fits its shape: blocks of the inner dimension, tiles of a subblock, cores.
static OpView &checkProgram(OpView &view) {
  DictionaryAttr fields = programOf(view.attr("matmul_program_config"));
  if (view.failed() || !fields || checkBlocks(view, ProgramFields(fields)).failed())
    return view;
  ProgramFields program(fields);
  int64_t tiles = program.get("out_subblock_h").value_or(1) * program.get("out_subblock_w").value_or(1);
  view.require(tiles <= 16, "a subblock of " + Twine(tiles) + " tiles does not fit the 16 destination registers");
  Shape a = view.shape("a");
  if (a.size() < 2 || view.shape("b").size() < 2)
    return view;
  int64_t inner = (a[a.size() - (view.flag("transpose_a", false) ? 2 : 1)] + 31) / 32;
  if (std::optional<int64_t> block = program.get("in0_block_w"))
    view.divides("tiles of the inner dimension", inner, "in0_block_w", *block);
  auto grid = fields.getAs<ttnn::CoreCoordAttr>("compute_with_storage_grid_size");
  return view.require(!grid || (grid.getX() >= 1 && grid.getY() >= 1),
                      "compute_with_storage_grid_size must be at least 1 by 1");
}

static LogicalResult verifyMatmul(Operation *op) {
  OpView view(op, "a b -> result");
  return checkProgram(view.rankAtLeast("a b", 1).sameKind("a b result")).done();
}

static LogicalResult verifyLinear(Operation *op) {
  OpView view(op, "a b bias? -> result");
  return checkProgram(view.rankAtLeast("a b", 1).sameKind("a b bias result")).done();
}

static LogicalResult verifyDotGeneral(Operation *op) {
  return OpView(op, "lhs rhs -> result").sameKind("lhs rhs result").done();
}

/// Experts E of weights b (1, E, K, N). Which products exist:
///   a (A, B, M, K), b sparse:        sparsity A*B*E, last E;  result A*B*E*M*N elements, ending in E, M, N
///   a (1, E, M, K), both sparse:     sparsity E;              result (1, E, M, N)
///   a (A, E, M, K), a sparse:        sparsity A*E;            result (A, E, M, N)
/// `name` is made of `parts`, but for extents of 1 between them and the two first ones as one: (A, B, 1, E) or (A*B,
/// E).
static OpView &checkProducts(OpView &view, StringRef name, ArrayRef<int64_t> parts) {
  auto withoutOnes = [](Shape shape) { return llvm::filter_to_vector(shape, [](int64_t d) { return d != 1; }); };
  SmallVector<int64_t> joined(parts.drop_front());
  joined[0] *= parts[0];
  SmallVector<int64_t> found = withoutOnes(view.shape(name));
  return view.require(found == withoutOnes(parts) || found == withoutOnes(joined),
                      name + " of shape " + text(view.shape(name)) + " must hold " + text(parts));
}

static LogicalResult verifySparseMatmul(Operation *op) {
  OpView view(op, "a b sparsity -> result");
  bool aSparse = view.flag("is_input_a_sparse", false), bSparse = view.flag("is_input_b_sparse", true);
  if (view.rank("a b sparsity", 4)
          .rankAtLeast("result", 4)
          .isReal("a b sparsity result")
          .require(aSparse || bSparse, "is_input_a_sparse and is_input_b_sparse are both false: that is a matmul")
          .extentIs("b", 0, 1, "experts lie in dimension 1")
          .sameExtent("a", 3, "b", 2)
          .failed())
    return failure();
  Shape a = view.shape("a"), b = view.shape("b");
  if (aSparse)
    view.sameExtent("a", 1, "b", 1);
  if (aSparse && bSparse)
    view.extentIs("a", 0, 1, "experts lie in dimension 1");
  std::optional<int64_t> mask = aSparse ? boundedVolume({a[0], b[1]}) : boundedVolume({a[0], a[1], b[1]});
  std::optional<int64_t> all = boundedVolume({mask.value_or(-1), a[2], b[3]});
  view.extentIs("sparsity", 3, b[1], "experts of b")
      .volumeIs("sparsity", mask.value_or(-1), "one for each product")
      .sameExtent("result", -1, "b", 3)
      .sameExtent("result", -2, "a", 2)
      .sameExtent("result", -3, "b", 1)
      .volumeIs("result", all.value_or(-1), "one matrix for each product");
  if (view.failed())
    return failure();
  int64_t inner = aSparse ? 1 : a[1];
  checkProducts(view, "sparsity", {a[0], inner, b[1]});
  return checkProducts(view, "result", {a[0], inner, b[1], a[2], b[3]}).inRange("nnz", 0, mask.value_or(0)).done();
}

//===----------------------------------------------------------------------===//
// Weights in the form of one kernel
//===----------------------------------------------------------------------===//

/// Attributes that say the geometry of the convolution; weights (out, in / groups, height, width).
static OpView &checkGeometry(OpView &view) {
  view.inRange("in_channels out_channels batch_size input_height input_width groups", 1)
      .count("kernel_size", {2})
      .count("stride", {2})
      .count("padding", {2, 4})
      .count("output_padding", {2})
      .count("dilation", {2})
      .inRange("kernel_size stride dilation", 1)
      .inRange("padding output_padding", 0);
  return view.divides("in_channels", view.integer("in_channels", 1), "groups", view.integer("groups", 1))
      .divides("out_channels", view.integer("out_channels", 1), "groups", view.integer("groups", 1));
}

/// The dilated kernel lies in the padded image.
static OpView &checkFits(OpView &view) {
  SmallVector<int64_t> kernel = *view.integers("kernel_size"), dilation = *view.integers("dilation");
  SmallVector<int64_t> padding = *view.integers("padding");
  if (padding.size() == 2)
    padding = {padding[0], padding[0], padding[1], padding[1]};
  int64_t image[] = {view.integer("input_height"), view.integer("input_width")};
  for (size_t axis = 0; axis < 2; ++axis) {
    int64_t span = dilation[axis] * (kernel[axis] - 1) + 1,
            held = image[axis] + padding[2 * axis] + padding[2 * axis + 1];
    view.require(span <= held, "a window of " + Twine(span) + " does not fit an input of " + Twine(held));
  }
  return view;
}

static LogicalResult verifyPrepareWeights(Operation *op, bool transposed) {
  OpView view(op, "weight_tensor device -> result");
  int64_t groups = view.integer("groups", 1);
  if (view.rank("weight_tensor result", 4).isReal("weight_tensor result").failed() || checkGeometry(view).failed())
    return failure();
  auto layout = op->getAttrOfType<ttnn::LayoutAttr>("input_tensor_layout");
  if (view.require(!layout || layout.getValue() != ttnn::Layout::Invalid,
                   "input_tensor_layout must be row_major or tile, got invalid")
          .failed())
    return failure();
  auto kernel = view.integers("kernel_size");
  int64_t rows = (*kernel)[0] * (*kernel)[1] * view.integer(transposed ? "out_channels" : "in_channels") / groups;
  if (!transposed && checkFits(view).failed())
    return failure();
  return view.extentIs("result", 0, 1, "one matrix")
      .extentIs("result", 1, 1, "one matrix")
      .require(transposed || view.extent("result", 2) >= rows, "result has " + Twine(view.extent("result", 2)) +
                                                                   " rows, expected at least " + Twine(rows) +
                                                                   " (kernel and channels of a group)")
      .require(view.extent("result", 3) >= view.integer("out_channels"),
               "result has " + Twine(view.extent("result", 3)) + " columns, expected at least " +
                   Twine(view.integer("out_channels")) + " (out_channels)")
      .require(view.volume("result") >= view.volume("weight_tensor"),
               "result has " + Twine(view.volume("result")) + " elements, expected at least the " +
                   Twine(view.volume("weight_tensor")) + " of weight_tensor")
      .oneOf("weights_format", transposed ? ArrayRef<StringRef>{"IOHW"} : ArrayRef<StringRef>{"OIHW"})
      .extentIs("weight_tensor", 0, view.integer(transposed ? "in_channels" : "out_channels"),
                transposed ? "in_channels" : "out_channels")
      .extentIs("weight_tensor", 1, view.integer(transposed ? "out_channels" : "in_channels") / groups,
                transposed ? "out_channels / groups" : "in_channels / groups")
      .extentIs("weight_tensor", 2, (*kernel)[0], "kernel_size")
      .extentIs("weight_tensor", 3, (*kernel)[1], "kernel_size")
      .done();
}
static LogicalResult verifyPrepareConvWeights(Operation *op) { return verifyPrepareWeights(op, false); }
static LogicalResult verifyPrepareTransposedWeights(Operation *op) { return verifyPrepareWeights(op, true); }

static LogicalResult verifyPrepareBias(Operation *op) {
  OpView view(op, "bias_tensor device -> result");
  if (view.rank("bias_tensor result", 4).isReal("bias_tensor result").failed() || checkGeometry(view).failed())
    return failure();
  if (op->getName().stripDialect() == "prepare_conv2d_bias" && checkFits(view).failed())
    return failure();
  return view.extentIs("bias_tensor", 3, view.integer("out_channels"), "out_channels")
      .volumeIs("bias_tensor", view.integer("out_channels"), "out_channels")
      .extentIs("result", 0, 1, "one row")
      .extentIs("result", 1, 1, "one row")
      .require(view.extent("result", 3) >= view.integer("out_channels"),
               "result has " + Twine(view.extent("result", 3)) + " columns, expected at least " +
                   Twine(view.integer("out_channels")) + " (out_channels)")
      .done();
}

/// (out, in / groups, depth, height, width) to a matrix with one column for each output channel.
static LogicalResult verifyPrepareConv3d(Operation *op) {
  OpView view(op, "weight_tensor device -> result");
  if (view.rank("weight_tensor", 5)
          .rank("result", 2)
          .isReal("weight_tensor result")
          .inRange("groups alignment", 1)
          .inRange("c_in_block", 0)
          .failed())
    return failure();
  int64_t alignment = view.integer("alignment", 1), in = view.extent("weight_tensor", 1);
  int64_t padded = (in + alignment - 1) / alignment * alignment;
  std::optional<int64_t> rows = boundedVolume(
      {view.extent("weight_tensor", 2), view.extent("weight_tensor", 3), view.extent("weight_tensor", 4), padded});
  return view
      .divides("dimension 0 of weight_tensor", view.extent("weight_tensor", 0), "groups", view.integer("groups", 1))
      .sameExtent("weight_tensor", 0, "result", 1)
      .require(!view.integer("c_in_block") || padded % view.integer("c_in_block") == 0,
               "c_in_block (" + Twine(view.integer("c_in_block")) + ") must divide the " + Twine(padded) +
                   " aligned input channels")
      .require(view.failed() || view.extent("result", 0) % rows.value_or(1) == 0,
               "result has " + Twine(view.extent("result", 0)) + " rows, expected a multiple of " +
                   Twine(rows.value_or(0)) + " (kernel and aligned channels)")
      .done();
}

static LogicalResult verifyPrepareExpertsUp(Operation *op) {
  OpView view(op, "w0 w1 bias_0? bias_1? device -> result");
  if (view.rankAtLeast("w0 w1", 2)
          .sameShape("w0 w1")
          .isReal("w0 w1 bias_0 bias_1 result")
          .inRange("hidden_size intermediate_size", 1)
          .failed())
    return failure();
  return view.extentIs("w0", -2, view.integer("hidden_size"), "hidden_size")
      .extentIs("w0", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("bias_0", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("bias_1", -1, view.integer("intermediate_size"), "intermediate_size")
      .require(view.has("bias_0") == view.has("bias_1"), "takes both biases or none")
      .done();
}
static LogicalResult verifyPrepareExpertsDown(Operation *op) {
  OpView view(op, "w2 bias_2? device -> result");
  if (view.rankAtLeast("w2", 2).isReal("w2 bias_2 result").inRange("hidden_size intermediate_size", 1).failed())
    return failure();
  return view.extentIs("w2", -2, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("w2", -1, view.integer("hidden_size"), "hidden_size")
      .extentIs("bias_2", -1, view.integer("hidden_size"), "hidden_size")
      .done();
}

void rules::addContractionRules(RuleTable &table) {
  addOfLibrary(table, {"matmul"}, verifyMatmul);
  addOfLibrary(table, {"linear"}, verifyLinear);
  addOfLibrary(table, {"dot_general"}, verifyDotGeneral);
  addOfLibrary(table, {"sparse_matmul"}, verifySparseMatmul);
  addOfLibrary(table, {"prepare_conv2d_weights"}, verifyPrepareConvWeights);
  addOfLibrary(table, {"prepare_conv_transpose2d_weights"}, verifyPrepareTransposedWeights);
  addOfLibrary(table, {"prepare_conv2d_bias", "prepare_conv_transpose2d_bias"}, verifyPrepareBias);
  addOfLibrary(table, {"prepare_conv3d_weights"}, verifyPrepareConv3d);
  addOfLibrary(table, {"prepare_moe_compute_w0_w1_weights"}, verifyPrepareExpertsUp);
  addOfLibrary(table, {"prepare_moe_compute_w2_weights"}, verifyPrepareExpertsDown);
}
