//===- Expert.cpp - What experts compute ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Experts.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static Shape resultShape(mlir::Value value) {
  auto shape = mlir::cast<mlir::RankedTensorType>(value.getType()).getShape();
  return Shape(shape.begin(), shape.end());
}

/// The routes of an op, whose num_devices must be the chips of a group.
static Result<ExpertRoutes> routesOf(auto op, MeshCall &call, mlir::Value chosen) {
  ExpertRoutes routes{call.find(chosen), call.find(op.getExpertMapping()), call.mesh,
                      static_cast<int64_t>(op.getClusterAxis())};
  ALCOVE_ASSIGN_OR_RETURN(auto groups, meshGroups(call.mesh, routes.axis));
  if (static_cast<int64_t>(groups[0].size()) != static_cast<int64_t>(op.getNumDevices()))
    return Error{fmt::format("num_devices is {}, axis {} of the mesh {} has {} chips",
                             static_cast<int64_t>(op.getNumDevices()), routes.axis, toString(call.mesh),
                             groups[0].size())};
  return routes;
}

void addExpertOps(OpTable &table) {
  constexpr const char *against = "closed form, combine gives the dispatched tokens back";
  table.addOverMesh<ttir::AllToAllDispatchOp, ttnn::AllToAllDispatchOp>(
      "Experts", against, [](auto op, MeshCall &call) -> Result<std::vector<PerChip>> {
        ALCOVE_ASSIGN_OR_RETURN(ExpertRoutes routes, routesOf(op, call, op.getExpertIndices()));
        ALCOVE_ASSIGN_OR_RETURN(PerChip tokens,
                                dispatchTokens(call.operands[0], routes, resultShape(op.getDispatched())));
        ALCOVE_ASSIGN_OR_RETURN(PerChip chosen, gatherTokens(*routes.chosen, routes, resultShape(op.getMetadata())));
        return std::vector<PerChip>{std::move(tokens), std::move(chosen)};
      });
  table.addOverMesh<ttir::AllToAllCombineOp, ttnn::AllToAllCombineOp>(
      "Experts", against, [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(ExpertRoutes routes, routesOf(op, call, op.getExpertMetadata()));
        return combineTokens(call.operands[0], routes, static_cast<int64_t>(op.getOutputShardDim()));
      });
  table.add<ttir::MoEExpertTokenRemapOp, ttnn::MoEExpertTokenRemapOp>(
      "Experts", "closed form", [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        ALCOVE_ASSIGN_OR_RETURN(auto results, remapTokens(call.in(0), call.in(1), call.in(2),
                                                          static_cast<int64_t>(op.getReductionSize()), call.chip));
        return std::vector<Tensor>{std::move(results.first), std::move(results.second)};
      });
}

} // namespace alcove::reference
