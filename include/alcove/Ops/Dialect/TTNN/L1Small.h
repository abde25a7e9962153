//===- L1Small.h - L1 that tables of windows take ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_L1SMALL_H
#define ALCOVE_OPS_DIALECT_TTNN_L1SMALL_H

#include "alcove/Device/SystemDesc.h"

#include "mlir/IR/Operation.h"

namespace alcove::ttnn {

/// Bytes at the top of every core's L1 that the program of the module around `op` leaves to L1_SMALL: the device's
/// `l1_small_bytes` when one of the module's ops slides a window over a sharded image (convolutions of one and two
/// dimensions, pools, upsample) and so has tables there, else 0. The device is opened once for all functions, so that
/// one such op takes the region from all of them. Convolutions of volumes and global pools have no tables.
/// O(ops of the module).
Bytes l1SmallBytesOf(mlir::Operation *op, const device::ChipDesc &chip);

} // namespace alcove::ttnn

#endif // ALCOVE_OPS_DIALECT_TTNN_L1SMALL_H
