//===- Conversions.h - Between tiles and rows, and what it costs ------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_ROWMAJOR_CONVERSIONS_H
#define ALCOVE_LIB_LOWER_ROWMAJOR_CONVERSIONS_H

#include "alcove/Ops/Queries/Queries.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {

/// Conversions of interleaved tensors between tiles and rows.
///
/// The library makes tiles of rows that fill none with a barrier for each row, and all tiles of one row of tiles on one
/// core. Where it costs less, rows are padded to whole tiles first, and the padding is cut off as tiles:
///
///     1 x 784 rows  ─ pad ─►  32 x 800 rows  ─ to_layout ─►  32 x 800 tiles  ─ slice ─►  1 x 784 tiles
class Conversions {
public:
  Conversions(const opmodel::OpModel &model, const queries::Machine &machine) : model(model), machine(machine) {}
  /// Of any op, in picoseconds; MinCut::never for what does not run.
  int64_t priceOf(const opmodel::Query &query) const;
  /// Of `spec`, in DRAM or L1, whatever is less. `areInterleaved`: its maker gives no shards of tiles.
  int64_t priceOf(const device::TensorSpec &spec, device::PageLayout to, bool areInterleaved) const;
  /// `value` as `wanted`, which differs from its type in the pages alone.
  mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                      mlir::RankedTensorType wanted) const;
  mlir::RankedTensorType typeIn(device::PageLayout pages, mlir::RankedTensorType type) const;

private:
  int64_t direct(const device::TensorSpec &spec, device::PageLayout to, device::BufferType memory,
                 bool areInterleaved = true) const;
  int64_t sharded(const device::TensorSpec &spec, device::PageLayout to, bool areInterleaved) const;
  int64_t padded(const device::TensorSpec &spec, device::BufferType memory) const;
  template <typename Price>
  int64_t cheapest(const device::TensorSpec &spec, Price price) const;

  const opmodel::OpModel &model;
  const queries::Machine &machine;
};

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_ROWMAJOR_CONVERSIONS_H
