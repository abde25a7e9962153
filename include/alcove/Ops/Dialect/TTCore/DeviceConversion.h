//===- DeviceConversion.h - Attributes to device values and back -*- C++ -*- ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect reads and prints; what a legal system or device is, the Device room decides. Both directions go through
// the text that the two sides share.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_DEVICECONVERSION_H
#define ALCOVE_OPS_DIALECT_TTCORE_DEVICECONVERSION_H

#include "alcove/Device/DeviceDesc.h"
#include "alcove/Device/SystemDesc.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

namespace alcove::ttcore {

/// One kind of chip, with the physical constants of its architecture (DRAM bandwidth by the channels it has).
Result<device::ChipDesc> chipDescOf(ChipDescAttr attr);
/// The chips of a descriptor. What the text leaves out is filled in: physical constants from the architecture, fields
/// that older dumps do not have from the mock chip of the architecture (bank lists stay empty, one row of DRAM
/// channels). Does not verify.
Result<device::SystemDesc> systemDescOf(SystemDescAttr attr);
/// The same from the parameters of an attribute that is being verified; no CPUs.
Result<device::SystemDesc> systemDescOf(llvm::ArrayRef<ChipDescAttr> chips, llvm::ArrayRef<int64_t> chipIndices,
                                        llvm::ArrayRef<int64_t> capabilities, llvm::ArrayRef<int64_t> coords,
                                        mlir::ArrayAttr channels);
/// A grid; absent maps are empty. Error when a map is larger than the Device room reads.
Result<device::WorkerGrid> workerGridOf(llvm::ArrayRef<int64_t> shape, mlir::AffineMap virtToPhysical,
                                        mlir::AffineMap physicalToVirt);
Result<device::DeviceDesc> deviceDescOf(DeviceAttr attr);
Result<device::DeviceDesc> deviceDescOf(GridAttr workerGrid, GridAttr dramGrid, mlir::AffineMap l1Map,
                                        mlir::AffineMap dramMap, llvm::ArrayRef<int64_t> meshShape,
                                        llvm::ArrayRef<int64_t> chipIds, llvm::ArrayRef<Topology> meshTopology);

/// The attribute of a descriptor or device that verifies; null when the text of it does not parse.
SystemDescAttr systemDescAttrOf(mlir::MLIRContext *context, const device::SystemDesc &system);
DeviceAttr deviceAttrOf(mlir::MLIRContext *context, const device::DeviceDesc &device);

} // namespace alcove::ttcore

#endif // ALCOVE_OPS_DIALECT_TTCORE_DEVICECONVERSION_H
