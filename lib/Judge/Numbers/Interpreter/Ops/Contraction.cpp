//===- Contraction.cpp - Reductions and matrix products ---- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"

#include "Activation.h"

#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
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

/// `dims`, all when there are none, behind the others and as one.
static Result<Tensor> withOneLast(const Tensor &input, const Shape &dims) {
  std::vector<bool> last(input.rank(), dims.empty());
  for (int64_t dim : dims) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
    last[at] = true;
  }
  Shape order, shape;
  int64_t count = 1;
  for (bool behind : {false, true})
    for (int64_t dim = 0; dim < input.rank(); ++dim)
      if (last[dim] == behind) {
        order.push_back(dim);
        if (behind)
          count *= input.dim(dim);
        else
          shape.push_back(input.dim(dim));
      }
  shape.push_back(count);
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(input, order));
  return moved.reshaped(shape);
}

static void addReductions(OpTable &table) {
  constexpr const char *against = "closed forms, sums by another order";
  auto handler = [](Reduction kind) {
    return [kind](auto op, OpCall &call) -> Result<Tensor> {
      Shape dims;
      // One integer or a list of them: ttnn.prod takes one dimension alone.
      if (mlir::Attribute dim = op->getAttr("dim_arg")) {
        ALCOVE_ASSIGN_OR_RETURN(dims, integersOf(dim));
      }
      return reduce(kind, call.in(0), dims, op.getKeepDim(), call.held());
    };
  };
  table.add<ttir::SumOp, ttnn::SumOp>("Reductions", against, handler(Reduction::Sum));
  table.add<ttir::MeanOp, ttnn::MeanOp>("Reductions", against, handler(Reduction::Mean));
  table.add<ttir::MaxOp, ttnn::MaxOp>("Reductions", against, handler(Reduction::Max));
  table.add<ttir::MinOp, ttnn::MinOp>("Reductions", against, handler(Reduction::Min));
  table.add<ttir::ProdOp, ttnn::ProdOp>("Reductions", against, handler(Reduction::Prod));
  table.add<ttir::ReduceOrOp>("Reductions", against, handler(Reduction::Or));
  table.add<ttir::ReduceAndOp>("Reductions", against, handler(Reduction::And));
  table.add<ttir::CumSumOp, ttnn::CumSumOp>("Reductions", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    return cumulativeSum(call.in(0), op.getDim(), call.held());
  });
  table.add<ttir::CumProdOp, ttnn::CumProdOp>("Reductions", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    return cumulativeProduct(call.in(0), op.getDim(), call.held());
  });
  table.add<ttir::ArgMaxOp>("Reductions", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    Shape dims;
    if (op.getDimArg()) {
      ALCOVE_ASSIGN_OR_RETURN(dims, integersOf(*op.getDimArg()));
    }
    if (dims.size() == 1)
      return argmax(call.in(0), dims[0], op.getKeepDim(), call.held());
    // Several count as one, in their row-major order.
    ALCOVE_ASSIGN_OR_RETURN(Tensor lines, withOneLast(call.in(0), dims));
    ALCOVE_ASSIGN_OR_RETURN(Tensor index, argmax(lines, -1, false, call.held()));
    return index.reshaped(call.shape());
  });
  table.add<ttnn::ArgMaxOp>("Reductions", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    std::optional<int64_t> dim;
    if (op.getDim())
      dim = *op.getDim();
    return argmax(call.in(0), dim, op.getKeepDim(), call.held());
  });
  table.add<ttir::TopKOp, ttnn::TopKOp>(
      "Reductions", "closed form", [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        ALCOVE_ASSIGN_OR_RETURN(auto best, topK(call.in(0), op.getK(), op.getDimAttr().getInt(), op.getLargest(),
                                                call.held(0), call.held(1)));
        return std::vector<Tensor>{std::move(best.first), std::move(best.second)};
      });
}

void addReductionAndContractionOps(OpTable &table) {
  addReductions(table);
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

} // namespace alcove::reference
