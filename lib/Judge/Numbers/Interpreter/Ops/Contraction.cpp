//===- Contraction.cpp - What products compute ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "Activation.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

Result<const UnaryKernel *> activationOf(llvm::StringRef name, mlir::ArrayAttr params) {
  const UnaryKernel *kernel = findUnary(name.lower());
  // Parameters choose approximations (gelu) only; an activation with a number of its own is not one of the table.
  if (!kernel)
    return Error{fmt::format("fused activation '{}' is not known", name.str())};
  return kernel;
}

/// The activation of a matmul: its attribute, or the one that its program configuration fuses; both may name the same.
template <typename Op>
static Result<const UnaryKernel *> matmulActivation(Op op) {
  const UnaryKernel *named = nullptr, *fused = nullptr;
  if (op.getActivation()) {
    ALCOVE_ASSIGN_OR_RETURN(named, activationOf(*op.getActivation(), nullptr));
  }
  mlir::Attribute config = op.getMatmulProgramConfigAttr(), field;
  if (auto oneDim = mlir::dyn_cast_or_null<ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr>(config))
    field = oneDim.getField("fused_activation");
  else if (auto twoDim = mlir::dyn_cast_or_null<ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr>(config))
    field = twoDim.getField("fused_activation");
  else if (auto dram = mlir::dyn_cast_or_null<ttnn::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr>(config))
    field = dram.getField("fused_activation");
  if (auto unary = mlir::dyn_cast_or_null<ttnn::UnaryWithParamAttr>(field)) {
    ALCOVE_ASSIGN_OR_RETURN(fused, activationOf(unary.getOpType().getValue(), unary.getParams()));
  } else if (field) {
    return Error{"fused_activation of a program configuration is not understood"};
  }
  if (named && fused && named != fused)
    return Error{fmt::format("activation '{}', but the program configuration fuses '{}'", named->name, fused->name)};
  return named ? named : fused;
}

/// A product of operands 0 and 1.
static Result<Tensor> product(OpCall &call, bool transposeA, bool transposeB, const Epilogue &epilogue = {}) {
  if (call.packedRight)
    return matmul(call.in(0), *call.packedRight, transposeA, transposeB, call.held(), epilogue);
  return matmul(call.in(0), call.in(1), transposeA, transposeB, call.held(), epilogue);
}

static void addProducts(OpTable &table) {
  constexpr const char *against = "plain loops, closed form, associativity on integers";
  table.add<ttir::MatmulOp>("Matmul", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return product(call, op.getTransposeA(), op.getTransposeB());
  });
  table.add<ttir::LinearOp>("Matmul", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return product(call, op.getTransposeA(), op.getTransposeB(), {call.find(op.getBias())});
  });
  table.add<ttnn::MatmulOp>("Matmul", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(const UnaryKernel *activation, matmulActivation(op));
    return product(call, op.getTransposeA(), op.getTransposeB(), {nullptr, activation});
  });
  table.add<ttnn::LinearOp>("Matmul", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(const UnaryKernel *activation, matmulActivation(op));
    return product(call, op.getTransposeA(), op.getTransposeB(), {call.find(op.getBias()), activation});
  });
  table.add<ttir::DotGeneralOp>("Matmul", against, [](auto op, OpCall &call) -> Result<Tensor> {
    auto shape = [](llvm::ArrayRef<int64_t> list) { return Shape(list.begin(), list.end()); };
    DotDims dims{shape(op.getBatchDimsLhs()), shape(op.getContractDimsLhs()), shape(op.getBatchDimsRhs()),
                 shape(op.getContractDimsRhs())};
    return call.packedRight ? dotGeneral(call.in(0), *call.packedRight, dims, call.held())
                            : dotGeneral(call.in(0), call.in(1), dims, call.held());
  });
}

/// Products of the matrices that `sparsity` does not hold a zero for; zeros elsewhere.
static Result<Tensor> sparseMatmul(const Tensor &a, const Tensor &b, const Tensor &sparsity, bool expertsInA,
                                   OpCall &call) {
  if (a.rank() != 4 || b.rank() != 4 || b.dim(0) != 1 || a.dim(3) != b.dim(2) || (expertsInA && a.dim(1) != b.dim(1)))
    return Error{fmt::format("sparse_matmul of {} and {}", toString(a.shape()), toString(b.shape()))};
  Tensor left = a;
  if (!expertsInA) { // every matrix of a meets every expert
    ALCOVE_ASSIGN_OR_RETURN(left, a.reshaped({a.dim(0), a.dim(1), 1, a.dim(2), a.dim(3)}));
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor all, matmul(left, b, false, false, ElementType::F32));
  int64_t each = a.dim(2) * b.dim(3), count = each ? all.numElements() / each : 0;
  if (sparsity.numElements() != count)
    return Error{fmt::format("sparsity of {} for {} products", toString(sparsity.shape()), count)};
  std::vector<float> values = all.toFloatVector();
  for (int64_t i = 0; i < count; ++i)
    if (sparsity.at(i) == 0)
      std::fill_n(values.begin() + i * each, each, 0.0f);
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, call.shape(), std::move(values)));
  return wide.convertedTo(call.held());
}

static void addSparseProducts(OpTable &table) {
  table.add<ttir::SparseMatmulOp, ttnn::SparseMatmulOp>("LibraryOps", "closed form", [](auto op, OpCall &call) {
    return sparseMatmul(call.in(0), call.in(1), call.in(2), op.getIsInputASparse(), call);
  });
}

void addContractionOps(OpTable &table) {
  addProducts(table);
  addSparseProducts(table);
}

} // namespace alcove::reference
