//===- SystemDescAttr.h - Devices as attributes and as values -------------------------------------------------*- C++
//-*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_CONVERSION_SYSTEMDESCATTR_H
#define ALCOVE_CONVERSION_SYSTEMDESCATTR_H

#include "alcove/Device/DeviceDesc.h"
#include "alcove/Device/SystemDesc.h"
#include "alcove/Dialect/TTCore/TTCore.h"

namespace alcove::conversion {

/// #ttcore.system_desc of a descriptor; null when the dialect refuses it.
ttcore::SystemDescAttr toAttr(mlir::MLIRContext *context, const device::SystemDesc &system);
/// #ttcore.device of a device; null when the dialect refuses it.
ttcore::DeviceAttr toAttr(mlir::MLIRContext *context, const device::DeviceDesc &device);

/// The descriptor of an attribute, with the physical constants of its architectures. Errors: a rule of
/// docs/spec/Device.md that the attribute breaks, or an architecture without constants.
Result<device::SystemDesc> fromAttr(ttcore::SystemDescAttr attribute);

} // namespace alcove::conversion

#endif // ALCOVE_CONVERSION_SYSTEMDESCATTR_H
