//===- Control.cpp - Branches, loops, tuples, collectives ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Spec.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
LogicalResult branches(Operation *op) {
  Spec spec(op);
  SmallVector<Type> results(op->getResultTypes());
  spec.holds(1, op->getNumRegions() > 0, "it has no branches");
  for (Region &region : op->getRegions())
    spec.region(3, "a branch", region, {}, results);
  return spec.done();
}

LogicalResult loop(Operation *op) {
  Spec spec(op);
  auto loop = cast<WhileOp>(op);
  SmallVector<Type> types(op->getOperandTypes());
  spec.region(1, "cond", loop.getCond(), types, {RankedTensorType::get({}, IntegerType::get(op->getContext(), 1))})
      .region(2, "body", loop.getBody(), types, types)
      .holds(3, op->getNumResults() == types.size(),
             Twine(types.size()) + " operands and " + Twine(op->getNumResults()) + " results");
  if (spec.ok())
    for (auto [a, b] : llvm::zip(types, op->getResultTypes()))
      spec.sameType(3, "operands and results", a, b);
  return spec.done();
}

LogicalResult barrier(Operation *op) {
  Spec spec(op);
  spec.holds(1, op->getNumResults() == op->getNumOperands(),
             Twine(op->getNumOperands()) + " operands and " + Twine(op->getNumResults()) + " results");
  if (spec.ok())
    for (auto [a, b] : llvm::zip(op->getOperandTypes(), op->getResultTypes()))
      spec.sameType(1, "operands and results", a, b);
  return spec.done();
}

LogicalResult tuple(Operation *op) {
  Spec spec(op);
  auto type = cast<TupleType>(op->getResult(0).getType());
  return spec
      .holds(1, llvm::equal(type.getTypes(), op->getOperandTypes()), "the operands' types are not those of the tuple")
      .done();
}

LogicalResult tupleElement(Operation *op) {
  Spec spec(op);
  auto type = cast<TupleType>(op->getOperand(0).getType());
  int64_t index = spec.number("index");
  spec.inRange(1, "index", {index}, 0, type.size());
  if (spec.ok())
    spec.sameType(2, "the element and result", type.getType(index), op->getResult(0).getType());
  return spec.done();
}

//===----------------------------------------------------------------------===//
// Between chips
//===----------------------------------------------------------------------===//

/// Each process is named once; -1 fills rows.
void checkGroups(Spec &spec, unsigned id, Operation *op) {
  auto groups = dyn_cast_or_null<DenseIntElementsAttr>(op->getAttr("replica_groups"));
  if (!groups)
    return; // mesh axes
  spec.holds(id, cast<ShapedType>(groups.getType()).getRank() == 2, "replica_groups must have two dimensions");
  Dims named;
  for (int64_t process : integersOf(groups))
    if (process != -1)
      named.push_back(process);
  spec.unique(id, "replica_groups", named).atLeast(id + 2, "replica_groups", named, 0);
}

int64_t groupSize(Operation *op) {
  auto groups = dyn_cast_or_null<DenseIntElementsAttr>(op->getAttr("replica_groups"));
  auto type = groups ? cast<ShapedType>(groups.getType()) : ShapedType();
  return type && type.getRank() == 2 ? type.getDimSize(1) : ShapedType::kDynamic;
}

LogicalResult allGather(Operation *op) {
  Spec spec(op);
  int64_t dim = spec.number("all_gather_dim"), size = groupSize(op);
  for (unsigned i = 0; i < op->getNumOperands() && i < op->getNumResults() && spec.ok(); ++i) {
    spec.inRange(1, "all_gather_dim", {dim}, 0, spec.in(i).getRank());
    if (!spec.ok())
      break;
    Dims shape(spec.in(i).getShape());
    bool unknown = ShapedType::isDynamic(size) || ShapedType::isDynamic(shape[dim]);
    // Groups of partitions beside those of replicas multiply: more than one group's size is possible.
    int64_t gathered = unknown ? 0 : product(shape[dim], size);
    bool fitsMore =
        gathered > 0 && spec.out(i).getRank() == spec.in(i).getRank() && spec.out(i).getDimSize(dim) % gathered == 0;
    shape[dim] = unknown || fitsMore ? ShapedType::kDynamic : gathered;
    spec.shapeIs(6, "result", spec.out(i), shape).sameElement(6, "operand and result", spec.in(i), spec.out(i));
  }
  checkGroups(spec, 2, op);
  return spec.done();
}

LogicalResult allReduce(Operation *op) {
  Spec spec(op);
  checkGroups(spec, 1, op);
  for (unsigned i = 0; i < op->getNumOperands() && i < op->getNumResults(); ++i)
    spec.sameShape(6, "operand and result", spec.in(i), spec.out(i));
  return spec.done();
}

LogicalResult reduceScatter(Operation *op) {
  Spec spec(op);
  int64_t dim = spec.number("scatter_dimension");
  spec.inRange(2, "scatter_dimension", {dim}, 0, spec.in(0).getRank());
  checkGroups(spec, 3, op);
  if (!spec.ok())
    return failure();
  Dims shape(spec.in(0).getShape());
  shape[dim] = ShapedType::kDynamic;
  spec.shapeIs(8, "result, but for scatter_dimension,", spec.out(), shape);
  int64_t from = spec.in(0).getDimSize(dim), to = spec.ok() ? spec.out().getDimSize(dim) : 1;
  return spec
      .holds(1, ShapedType::isDynamic(from) || ShapedType::isDynamic(to) || (to > 0 && from % to == 0),
             "dimension " + Twine(dim) + " of " + Twine(from) + " elements is scattered to parts of " + Twine(to))
      .done();
}

LogicalResult allToAll(Operation *op) {
  Spec spec(op);
  int64_t split = spec.number("split_dimension"), concat = spec.number("concat_dimension"),
          count = spec.number("split_count");
  spec.atLeast(4, "split_count", {count}, 1);
  for (unsigned i = 0; i < op->getNumOperands() && i < op->getNumResults() && spec.ok(); ++i) {
    RankedTensorType type = spec.in(i);
    spec.inRange(1, "split_dimension", {split}, 0, type.getRank())
        .inRange(3, "concat_dimension", {concat}, 0, type.getRank());
    if (!spec.ok())
      break;
    Dims shape(type.getShape());
    spec.holds(2, type.isDynamicDim(split) || shape[split] % count == 0,
               "dimension " + Twine(split) + " of " + Twine(shape[split]) + " elements is split by " + Twine(count));
    if (split != concat) {
      if (!type.isDynamicDim(split))
        shape[split] /= count;
      if (!type.isDynamicDim(concat))
        shape[concat] = product(shape[concat], count);
    }
    spec.shapeIs(9, "result", spec.out(i), shape);
  }
  checkGroups(spec, 5, op);
  return spec.done();
}

LogicalResult collectivePermute(Operation *op) {
  Spec spec(op);
  auto pairs = cast<DenseIntElementsAttr>(op->getAttr("source_target_pairs"));
  auto type = cast<ShapedType>(pairs.getType());
  spec.holds(1, type.getRank() == 2 && type.getDimSize(1) == 2, "source_target_pairs must be pairs");
  if (!spec.ok())
    return failure();
  Dims all = integersOf(pairs), sources, targets;
  for (size_t i = 0; i + 1 < all.size(); i += 2) {
    sources.push_back(all[i]);
    targets.push_back(all[i + 1]);
  }
  spec.unique(2, "sources", sources).unique(3, "targets", targets).atLeast(4, "source_target_pairs", all, 0);
  for (unsigned i = 0; i < op->getNumOperands() && i < op->getNumResults(); ++i)
    spec.sameType(5, "operand and result", spec.in(i), spec.out(i));
  return spec.done();
}
} // namespace

void stablehlo::addControlRules(RuleTable &table) {
  table["if"] = table["case"] = branches;
  table["while"] = loop;
  table["optimization_barrier"] = barrier;
  table["tuple"] = tuple;
  table["get_tuple_element"] = tupleElement;
  table["all_gather"] = allGather;
  table["all_reduce"] = allReduce;
  table["reduce_scatter"] = reduceScatter;
  table["all_to_all"] = allToAll;
  table["collective_permute"] = collectivePermute;
}
