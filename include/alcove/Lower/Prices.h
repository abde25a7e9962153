//===- Prices.h - The op model for rewritings of the lowering -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_PRICES_H
#define ALCOVE_LOWER_PRICES_H

#include "alcove/Lower/OpPrices.h"

namespace alcove::conversion {

/// The op model of the machine that a module is compiled for, and plans that fill `l1Share` of its L1, in (0, 1]; it makes
/// null without a system descriptor. `placesInL1`: such plans are made, and not all tensors stay in DRAM.
MakeOpPrices opPrices(double l1Share = 1, bool placesInL1 = true);

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_PRICES_H
