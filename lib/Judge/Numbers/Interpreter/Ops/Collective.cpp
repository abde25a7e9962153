//===- Collective.cpp - What ops between chips compute --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/MeshConfigs.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static Result<Reduction> reductionOf(ttcore::ReduceType type) {
  switch (type) {
  case ttcore::ReduceType::Sum:
    return Reduction::Sum;
  case ttcore::ReduceType::Mean:
    return Reduction::Mean;
  case ttcore::ReduceType::Max:
    return Reduction::Max;
  case ttcore::ReduceType::Min:
    return Reduction::Min;
  case ttcore::ReduceType::Prod:
    return Reduction::Prod;
  default:
    return Error{fmt::format("reduction '{}' of a collective", ttcore::stringifyReduceType(type).str())};
  }
}

/// {source, target, source, target, ...} of an array or of dense elements of shape n x 2.
static Result<Shape> pairsOf(mlir::Attribute attribute) {
  auto array = mlir::dyn_cast<mlir::ArrayAttr>(attribute);
  if (!array || array.empty() || mlir::isa<mlir::IntegerAttr>(array[0]))
    return integersOf(attribute);
  Shape pairs;
  for (mlir::Attribute pair : array) {
    ALCOVE_ASSIGN_OR_RETURN(Shape two, integersOf(pair));
    if (two.size() != 2)
      return Error{fmt::format("{} chips where a source and a target are expected", two.size())};
    pairs.insert(pairs.end(), two.begin(), two.end());
  }
  return pairs;
}

/// The chips of replica_groups, row by row, and how many a row has.
static Result<std::pair<Shape, int64_t>> groupsOf(mlir::ElementsAttr attribute) {
  ALCOVE_ASSIGN_OR_RETURN(Shape chips, integersOf(attribute));
  auto shape = attribute.getShapedType().getShape();
  if (shape.size() != 2)
    return Error{fmt::format("replica groups of rank {}, expected a matrix", shape.size())};
  return std::pair(std::move(chips), shape[1]);
}

static void addGroupExchanges(OpTable &table) {
  table.addOverMesh<ttir::AllToAllOp>(
      "Collectives", "closed form, there and back", [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(auto groups, groupsOf(op.getReplicaGroups()));
        return allToAll(call.operands[0], groups.first, groups.second, op.getSplitDim(), op.getConcatDim());
      });
  table.addOverMesh<ttir::CollectiveBroadcastOp>(
      "Collectives", "closed form", [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(auto groups, groupsOf(op.getReplicaGroups()));
        return collectiveBroadcast(call.operands[0], groups.first, groups.second);
      });
}

static void addCollectives(OpTable &table) {
  constexpr const char *against = "closed form, gather of the scattered sum equals the sum";
  table.addOverMesh<ttir::AllReduceOp, ttnn::AllReduceOp, ttir::AllReduceAsyncOp, ttnn::AllReduceAsyncOp>(
      "Collectives", against, [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(Reduction kind, reductionOf(op.getReduceType()));
        return allReduce(call.operands[0], call.mesh, op.getClusterAxis(), kind);
      });
  table.addOverMesh<ttir::AllGatherOp, ttnn::AllGatherOp>(
      "Collectives", against, [](auto op, MeshCall &call) -> Result<PerChip> {
        return allGather(call.operands[0], call.mesh, op.getClusterAxis(), op.getAllGatherDim());
      });
  table.addOverMesh<ttir::ReduceScatterOp, ttnn::ReduceScatterOp>(
      "Collectives", against, [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(Reduction kind, reductionOf(op.getReduceType()));
        return reduceScatter(call.operands[0], call.mesh, op.getClusterAxis(), kind, op.getScatterDim());
      });
  table.addOverMesh<ttir::MeshPartitionOp, ttnn::MeshPartitionOp>(
      "Collectives", against, [](auto op, MeshCall &call) -> Result<PerChip> {
        std::optional<int64_t> axis;
        if (op.getClusterAxis())
          axis = *op.getClusterAxis();
        return meshPartition(call.operands[0], call.mesh, axis, op.getDim());
      });
  table.addOverMesh<ttir::CollectivePermuteOp, ttnn::CollectivePermuteOp>(
      "Collectives", "closed form", [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(Shape pairs, pairsOf(op.getSourceTargetPairs()));
        return collectivePermute(call.operands[0], pairs);
      });
  table.addOverMesh<ttir::PointToPointOp, ttnn::PointToPointOp>(
      "Collectives", "closed form", [](auto op, MeshCall &call) -> Result<PerChip> {
        const PerChip *elsewhere = call.find(op.getOptionalOutputTensor());
        return pointToPoint(call.operands[0], elsewhere ? *elsewhere : call.operands[0], call.mesh,
                            Shape(op.getSenderCoord().begin(), op.getSenderCoord().end()),
                            Shape(op.getReceiverCoord().begin(), op.getReceiverCoord().end()));
      });
  table.addOverMesh<ttir::MeshShardOp, ttnn::MeshShardOp>(
      "Collectives", "whole tensor to parts and back", [](auto op, MeshCall &call) -> Result<PerChip> {
        if (op.getShardType() != ttcore::ShardType::Devices)
          return call.operands[0];
        ALCOVE_ASSIGN_OR_RETURN(Shape dims, integersOf(op.getShardDims()));
        return meshShard(call.operands[0], call.mesh, dims,
                         op.getShardDirection() == ttcore::ShardDirection::FullToShard);
      });
  table.addOverMesh<ttnn::DistributeTensorOp>(
      "Collectives", "whole tensor to parts", [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(auto dims, ttnn::dimsOfMapper(op.getMapperConfig()));
        return meshShard(call.operands[0], call.mesh, Shape(dims.begin(), dims.end()), true);
      });
  table.addOverMesh<ttnn::AggregateTensorOp>(
      "Collectives", "parts to the whole tensor", [](auto op, MeshCall &call) -> Result<PerChip> {
        ALCOVE_ASSIGN_OR_RETURN(ttnn::Composer composer, ttnn::composerOf(op.getComposerConfig()));
        llvm::SmallVector<int64_t> dims = composer.joined();
        return meshShard(call.operands[0], call.mesh, Shape(dims.begin(), dims.end()), false);
      });
}

void addCollectiveOps(OpTable &table) {
  addGroupExchanges(table);
  addCollectives(table);
}

} // namespace alcove::reference
