//===- Reduction.cpp - What sums, extrema and scans compute ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::reference {

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

void addReductionOps(OpTable &table) {
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
}

} // namespace alcove::reference
