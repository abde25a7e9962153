//===- Collective.cpp - Ops between chips, as the planner sees them -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

ArrayRef<OpRulesRow> transforms::collectiveRows() {
  static const OpRules collective(plan::OpKind::Collective);
  static const OpRulesRow rows[] = {
      {"all_gather", &collective},         {"all_reduce", &collective},     {"reduce_scatter", &collective},
      {"collective_permute", &collective}, {"point_to_point", &collective}, {"mesh_partition", &collective},
      {"mesh_shard", &collective},
  };
  return rows;
}
