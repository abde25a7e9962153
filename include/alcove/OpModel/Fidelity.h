//===- Fidelity.h - Passes of the matrix unit -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_FIDELITY_H
#define ALCOVE_OPMODEL_FIDELITY_H

#include "alcove/OpModel/OpModel.h"

namespace alcove::opmodel {

/// Fidelity phases of the compute config, or the default of the operand types: 2 for 16-bit and wider, 1 below.
int64_t fidelityPhases(const Query &query, device::DataType in0, device::DataType in1);

/// OM-S3. What the time of an op stands on.
struct Fidelity {
  const char *name = ""; ///< `LoFi`, `HiFi2`, `HiFi3`, `HiFi4`; empty for an op that the matrix unit does not multiply
  bool assumed = false;  ///< no configuration says it: the default of the operand types
};
Fidelity fidelityOf(const Query &query);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_FIDELITY_H
