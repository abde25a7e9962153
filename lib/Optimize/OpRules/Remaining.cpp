//===- Remaining.cpp - Rules of pools, creation and collectives -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
/// max_pool2d and upsample do not take part in the upgrade to L1 interleaved (tt-mlir L1InterleavedFallbackAnalysis).
class PoolRules : public OpRules {
public:
  explicit PoolRules(bool mayUpgrade) : OpRules(plan::OpKind::Pool), mayUpgrade(mayUpgrade) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.mayUpgrade = mayUpgrade; }

private:
  bool mayUpgrade;
};

/// The dialect gives the values of a sort the type of its input, place included.
class SortRules : public OpRules {
public:
  SortRules() : OpRules(plan::OpKind::Other) {}
  bool keepsPlace() const override { return true; }
};
} // namespace

ArrayRef<OpRulesRow> transforms::remainingRows() {
  using plan::OpKind;
  static const PoolRules pool(true), fixedPool(false);
  static const OpRules creation(OpKind::Creation), collective(OpKind::Collective);
  static const SortRules sort;
  static const OpRulesRow rows[] = {
      {"sort", &sort},
      {"max_pool2d", &fixedPool},
      {"upsample", &fixedPool},
      {"avg_pool2d", &pool},
      {"global_avg_pool2d", &pool},
      {"max_pool2d_with_indices", &pool},
      {"arange", &creation},
      {"constant", &creation},
      {"empty", &creation},
      {"full", &creation},
      {"ones", &creation},
      {"rand", &creation},
      {"zeros", &creation},
      {"all_gather", &collective},
      {"all_reduce", &collective},
      {"reduce_scatter", &collective},
      {"collective_permute", &collective},
      {"point_to_point", &collective},
      {"mesh_partition", &collective},
      {"mesh_shard", &collective},
  };
  return rows;
}
