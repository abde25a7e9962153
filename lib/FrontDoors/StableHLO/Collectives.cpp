//===- Collectives.cpp - Ops between the chips of a mesh ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TTIR's collectives work along an axis of a mesh of two dimensions; StableHLO lists the chips of each group. Groups of
// neighbours lie along the last axis, others along the first:
//
//   mesh 2x4   0 1 2 3      groups [[0, 1, 2, 3], [4, 5, 6, 7]]   axis 1
//              4 5 6 7      groups [[0, 4], [1, 5], ..]           axis 0
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
struct Groups {
  int64_t count = 0, size = 0, axis = 1;
};

/// Nothing where the groups are no rows or columns of one mesh.
std::optional<Groups> groupsOf(Operation *op) {
  auto attribute = dyn_cast_or_null<DenseIntElementsAttr>(op->getAttr("replica_groups"));
  auto type = attribute ? cast<ShapedType>(attribute.getType()) : ShapedType();
  if (!type || type.getRank() != 2 || type.getNumElements() == 0)
    return std::nullopt;
  Dims ids = integersOf(attribute);
  Groups groups{type.getDimSize(0), type.getDimSize(1)};
  int64_t step = groups.size > 1 ? ids[1] - ids[0] : 1;
  groups.axis = step == 1 ? 1 : 0;
  for (int64_t row = 0; row < groups.count; ++row)
    for (int64_t i = 0; i < groups.size; ++i) {
      int64_t expected = step == 1 ? row * groups.size + i : row + i * groups.count;
      if (ids[row * groups.size + i] != expected)
        return std::nullopt;
    }
  return groups;
}

NamedAttribute axisAttr(OpConversion &c, const Groups &groups) {
  auto ui32 = IntegerType::get(c.builder.getContext(), 32, IntegerType::Unsigned);
  return c.attr("cluster_axis", IntegerAttr::get(ui32, groups.axis));
}
IntegerAttr si32(OpConversion &c, int64_t value) {
  return IntegerAttr::get(IntegerType::get(c.builder.getContext(), 32, IntegerType::Signed), value);
}

/// The groups are all rows, or all columns, of the mesh that the module names; where it names none, of the one that they
/// imply, and all of them imply one. Empty, or what is wrong.
std::string checkMesh(Conversion &conversion, Groups &groups) {
  std::array<int64_t, 2> mesh = conversion.shardings.chips;
  if (conversion.shardings.isOneChip()) {
    std::array<int64_t, 2> implied = {groups.count, groups.size};
    if (groups.axis == 0)
      std::swap(implied[0], implied[1]);
    mesh = conversion.impliedChips.value_or(implied);
    conversion.impliedChips = mesh;
  }
  if (mesh[1] == 1 && groups.count == 1)
    groups.axis = 0; // the one column, whose chips are neighbours
  int64_t across = mesh[1 - groups.axis];
  if (groups.size == mesh[groups.axis] && groups.count == across)
    return "";
  return llvm::formatv("{0} groups of {1} chips are neither the rows nor the columns of {2}x{3} chips{4}", groups.count,
                       groups.size, mesh[0], mesh[1],
                       groups.count == 1 ? "; combine along one axis, then along the other" : "");
}

/// `write` of each operand; operands as they are where a group is one chip.
template <typename Fn>
LogicalResult overGroups(OpConversion &c, Fn write) {
  std::optional<Groups> groups = groupsOf(c.op);
  if (!groups)
    return c.refuse("its groups are neither rows nor columns of a mesh");
  if (groups->size > 1)
    if (std::string wrong = checkMesh(c.conversion, *groups); !wrong.empty())
      return c.refuse(wrong);
  SmallVector<Value> values;
  for (unsigned i = 0; i < c.operands.size(); ++i) {
    values.push_back(groups->size == 1 ? c.in(i) : write(*groups, i));
    if (!values.back())
      return c.refuse("what it makes of the chips' numbers is neither a sum, product, maximum nor minimum");
  }
  return c.done(values);
}

Attribute reduceType(OpConversion &c, Region &body) {
  auto type = llvm::StringSwitch<std::optional<ttcore::ReduceType>>(combinationOf(body, c.conversion.evaluator))
                  .Case("sum", ttcore::ReduceType::Sum)
                  .Case("prod", ttcore::ReduceType::Prod)
                  .Case("max", ttcore::ReduceType::Max)
                  .Case("min", ttcore::ReduceType::Min)
                  .Default(std::nullopt);
  return type ? ttcore::ReduceTypeAttr::get(c.builder.getContext(), *type) : Attribute();
}

LogicalResult convertAllGather(OpConversion &c) {
  int64_t dim = cast<AllGatherOp>(c.op).getAllGatherDim();
  return overGroups(c, [&](const Groups &groups, unsigned i) {
    return c.make("all_gather", c.type(i), c.in(i), {c.attr("all_gather_dim", si32(c, dim)), axisAttr(c, groups)});
  });
}

LogicalResult convertAllReduce(OpConversion &c) {
  return overGroups(c, [&](const Groups &groups, unsigned i) -> Value {
    Attribute reduce = reduceType(c, cast<AllReduceOp>(c.op).getComputation());
    return reduce ? c.make("all_reduce", c.type(i), c.in(i), {c.attr("reduce_type", reduce), axisAttr(c, groups)})
                  : Value();
  });
}

LogicalResult convertCrossReplicaSum(OpConversion &c) {
  return overGroups(c, [&](const Groups &groups, unsigned i) {
    auto sum = ttcore::ReduceTypeAttr::get(c.builder.getContext(), ttcore::ReduceType::Sum);
    return c.make("all_reduce", c.type(i), c.in(i), {c.attr("reduce_type", sum), axisAttr(c, groups)});
  });
}

LogicalResult convertReduceScatter(OpConversion &c) {
  auto op = cast<ReduceScatterOp>(c.op);
  return overGroups(c, [&](const Groups &groups, unsigned i) -> Value {
    Attribute reduce = reduceType(c, op.getComputation());
    return reduce ? c.make("reduce_scatter", c.type(i), c.in(i),
                           {c.attr("reduce_type", reduce), c.attr("scatter_dim", si32(c, op.getScatterDimension())),
                            axisAttr(c, groups)})
                  : Value();
  });
}

LogicalResult convertAllToAll(OpConversion &c) {
  auto op = cast<AllToAllOp>(c.op);
  return overGroups(c, [&](const Groups &, unsigned i) {
    return c.make(
        "all_to_all", c.type(i), c.in(i),
        {c.attr("split_dim", si32(c, op.getSplitDimension())), c.attr("concat_dim", si32(c, op.getConcatDimension())),
         c.attr("split_count", si32(c, op.getSplitCount())), c.attr("replica_groups", op.getReplicaGroups())});
  });
}

LogicalResult convertCollectiveBroadcast(OpConversion &c) {
  auto op = cast<CollectiveBroadcastOp>(c.op);
  if (op.getHasDynamicRoot())
    return c.refuse("its root is known only at run time");
  return overGroups(c, [&](const Groups &, unsigned i) {
    return c.make("collective_broadcast", c.type(i), c.in(i), c.attr("replica_groups", op.getReplicaGroups()));
  });
}

LogicalResult convertCollectivePermute(OpConversion &c) {
  int64_t last = 0;
  for (const APInt &chip : cast<CollectivePermuteOp>(c.op).getSourceTargetPairs().getValues<APInt>())
    last = std::max(last, chip.getSExtValue());
  if (c.conversion.shardings.isOneChip() && !c.conversion.impliedChips && last > 0)
    c.conversion.impliedChips = {1, last + 1};
  auto [rows, columns] = c.conversion.impliedChips.value_or(c.conversion.shardings.chips);
  if (last >= rows * columns)
    return c.refuse(llvm::formatv("its pairs name chip {0} of {1}x{2} chips", last, rows, columns));
  SmallVector<Value> values;
  for (unsigned i = 0; i < c.operands.size(); ++i)
    values.push_back(c.make("collective_permute", c.type(i), c.in(i),
                            c.attr("source_target_pairs", cast<CollectivePermuteOp>(c.op).getSourceTargetPairs())));
  return c.done(values);
}
} // namespace

void stablehlo::addCollectives(ConverterTable &table) {
  table["stablehlo.all_gather"] = convertAllGather;
  table["stablehlo.all_reduce"] = convertAllReduce;
  table["stablehlo.reduce_scatter"] = convertReduceScatter;
  table["stablehlo.all_to_all"] = convertAllToAll;
  table["stablehlo.collective_broadcast"] = convertCollectiveBroadcast;
  table["stablehlo.collective_permute"] = convertCollectivePermute;
  table["stablehlo.cross-replica-sum"] = convertCrossReplicaSum;
}
