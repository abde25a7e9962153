//===- OpRules.cpp - What the planner knows of ops ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

static llvm::StringMap<const OpRules *> allRows() {
  llvm::StringMap<const OpRules *> rows;
  for (ArrayRef<OpRulesRow> family :
       {elementwiseRows(), contractionRows(), windowRows(), reductionRows(), normalizationRows(), selectionRows(),
        shapeRows(), creationRows(), layoutRows(), attentionRows(), headsRows(), cacheRows(), collectiveRows()})
    for (const OpRulesRow &row : family)
      rows[row.op] = row.rules;
  return rows;
}

const OpRules &OpRules::of(Operation *op) {
  static const llvm::StringMap<const OpRules *> rows = allRows();
  static const OpRules other(plan::OpKind::Other);
  auto found =
      isa_and_nonnull<ttnn::TTNNDialect>(op->getDialect()) ? rows.find(op->getName().stripDialect()) : rows.end();
  return found == rows.end() ? other : *found->second;
}

plan::OpTraits OpRules::traits(Operation *op) const {
  plan::OpTraits traits;
  traits.kind = kind;
  traits.modelled = queries::isModelled(op);
  traits.mayUpgrade = true;
  traits.isSink = traits.modelled && op->getNumResults() == 0;
  traits.keepsPlace = keepsPlace();
  refine(op, traits);
  return traits;
}

std::vector<OpConfiguration> OpRules::configurations(Operation *op, ArrayRef<device::TensorLayout> results,
                                                     const queries::Machine &machine,
                                                     const layouts::Overrides &overrides) const {
  std::vector<OpConfiguration> configurations;
  for (const device::TensorLayout &result : results)
    configurations.push_back({result, {}});
  return configurations;
}
