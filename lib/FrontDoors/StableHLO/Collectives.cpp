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
//                           groups [[0, 1, 2, 3, 4, 5, 6, 7]]     both, one after the other
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

NamedAttribute axisAttr(OpConversion &c, int64_t axis) {
  auto ui32 = IntegerType::get(c.builder.getContext(), 32, IntegerType::Unsigned);
  return c.attr("cluster_axis", IntegerAttr::get(ui32, axis));
}
IntegerAttr si32(OpConversion &c, int64_t value) {
  return IntegerAttr::get(IntegerType::get(c.builder.getContext(), 32, IntegerType::Signed), value);
}

/// One axis of the mesh, with how many chips lie along it.
struct Axis {
  int64_t number, chips;
};

/// The axes that the groups lie along, the last one first. They are all rows, or all columns, or the whole of the mesh that
/// the module names; where it names none, of the one that they imply, and all of them imply one. An error says what is
/// wrong.
Result<SmallVector<Axis>> axesOf(Conversion &conversion, const Groups &groups) {
  std::array<int64_t, 2> mesh = conversion.shardings.chips;
  if (conversion.shardings.isOneChip()) {
    std::array<int64_t, 2> implied = {groups.count, groups.size};
    if (groups.axis == 0)
      std::swap(implied[0], implied[1]);
    mesh = conversion.impliedChips.value_or(implied);
    conversion.impliedChips = mesh;
  }
  int64_t axis = mesh[1] == 1 && groups.count == 1 ? 0 : groups.axis; // the one column, whose chips are neighbours
  if (groups.size == mesh[axis] && groups.count == mesh[1 - axis])
    return SmallVector<Axis>{{axis, mesh[axis]}};
  if (groups.count == 1 && groups.size == mesh[0] * mesh[1])
    return SmallVector<Axis>{{1, mesh[1]}, {0, mesh[0]}};
  return Error{llvm::formatv("{0} groups of {1} chips are neither the rows nor the columns of {2}x{3} chips",
                             groups.count, groups.size, mesh[0], mesh[1])};
}

/// `write` of each operand; operands as they are where a group is one chip.
template <typename Fn>
LogicalResult overGroups(OpConversion &c, Fn write) {
  std::optional<Groups> groups = groupsOf(c.op);
  if (!groups)
    return c.refuse("its groups are neither rows nor columns of a mesh");
  SmallVector<Axis> axes;
  if (groups->size > 1) {
    Result<SmallVector<Axis>> found = axesOf(c.conversion, *groups);
    if (!found)
      return c.refuse(found.error().message);
    axes = *found;
  }
  SmallVector<Value> values;
  for (unsigned i = 0; i < c.operands.size(); ++i) {
    values.push_back(axes.empty() ? c.in(i) : write(axes, i));
    if (!values.back())
      return c.refuse("what it makes of the chips' numbers is neither a sum, product, maximum nor minimum");
  }
  return c.done(values);
}

/// The same for exchanges that have no axis but the groups themselves.
template <typename Fn>
LogicalResult overLines(OpConversion &c, Fn write) {
  bool isWhole = false;
  auto ofLine = [&](ArrayRef<Axis> axes, unsigned i) { return isWhole |= axes.size() > 1, write(i); };
  LogicalResult done = overGroups(c, ofLine);
  return isWhole ? c.refuse("one group of all chips of a mesh of two axes; exchange along one, then along the other")
                 : done;
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

/// `value` with its dimension `dim` as long as that of all chips of an axis together, or as that of one of them.
RankedTensorType scaled(Value value, int64_t dim, int64_t times, int64_t parts) {
  Dims shape(typeOf(value).getShape());
  shape[dim] = shape[dim] * times / parts;
  return typeOf(value).clone(shape);
}

/// Parts of a row of chips, then those of the rows: in the order of the chips.
LogicalResult convertAllGather(OpConversion &c) {
  int64_t dim = cast<AllGatherOp>(c.op).getAllGatherDim();
  return overGroups(c, [&](ArrayRef<Axis> axes, unsigned i) {
    Value value = c.in(i);
    for (Axis axis : axes)
      value = c.make("all_gather", scaled(value, dim, axis.chips, 1), value,
                     {c.attr("all_gather_dim", si32(c, dim)), axisAttr(c, axis.number)});
    return value;
  });
}

Value reduced(OpConversion &c, ArrayRef<Axis> axes, Value value, Attribute reduce) {
  if (!reduce)
    return {};
  for (Axis axis : axes)
    value = c.make("all_reduce", typeOf(value), value, {c.attr("reduce_type", reduce), axisAttr(c, axis.number)});
  return value;
}

LogicalResult convertAllReduce(OpConversion &c) {
  return overGroups(c, [&](ArrayRef<Axis> axes, unsigned i) {
    return reduced(c, axes, c.in(i), reduceType(c, cast<AllReduceOp>(c.op).getComputation()));
  });
}

LogicalResult convertCrossReplicaSum(OpConversion &c) {
  return overGroups(c, [&](ArrayRef<Axis> axes, unsigned i) {
    return reduced(c, axes, c.in(i), ttcore::ReduceTypeAttr::get(c.builder.getContext(), ttcore::ReduceType::Sum));
  });
}

/// Columns first, so that the chips of a row share what is left to the row.
LogicalResult convertReduceScatter(OpConversion &c) {
  auto op = cast<ReduceScatterOp>(c.op);
  int64_t dim = op.getScatterDimension();
  return overGroups(c, [&](ArrayRef<Axis> axes, unsigned i) -> Value {
    Attribute reduce = reduceType(c, op.getComputation());
    if (!reduce)
      return {};
    Value value = c.in(i);
    for (Axis axis : llvm::reverse(axes))
      value = c.make("reduce_scatter", scaled(value, dim, 1, axis.chips), value,
                     {c.attr("reduce_type", reduce), c.attr("scatter_dim", si32(c, dim)), axisAttr(c, axis.number)});
    return value;
  });
}

LogicalResult convertAllToAll(OpConversion &c) {
  auto op = cast<AllToAllOp>(c.op);
  return overLines(c, [&](unsigned i) {
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
  return overLines(c, [&](unsigned i) {
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
