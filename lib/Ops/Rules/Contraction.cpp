//===- Contraction.cpp - Rules of products --------------------------------===//
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

void rules::addContractionRules(RuleTable &table) {
  addOfLibrary(table, {"matmul"}, verifyMatmul);
  addOfLibrary(table, {"linear"}, verifyLinear);
  addOfLibrary(table, {"dot_general"}, verifyDotGeneral);
  addOfLibrary(table, {"sparse_matmul"}, verifySparseMatmul);
}
