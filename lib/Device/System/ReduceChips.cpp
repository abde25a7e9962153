//===- ReduceChips.cpp - A device with less of everything -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/SystemDesc.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::device;

Result<SystemDesc> device::reduceChips(const SystemDesc &system, Bytes l1Bytes, int64_t rows, int64_t cols) {
  SystemDesc reduced = system;
  for (ChipDesc &chip : reduced.chips) {
    if (rows < 0 || cols < 0 || rows > chip.gridRows || cols > chip.gridCols)
      return Error{
          fmt::format("cores: {}x{} asked for, the device has {}x{}", rows, cols, chip.gridRows, chip.gridCols)};
    if (l1Bytes < 0 || (l1Bytes > 0 && l1Bytes <= chip.l1UnreservedBaseBytes))
      return Error{fmt::format("l1-bytes: {} leaves nothing, {} B of the L1 of a core are reserved", l1Bytes,
                               chip.l1UnreservedBaseBytes)};
    if (l1Bytes > chip.l1SizeBytes)
      return Error{fmt::format("l1-bytes: {} asked for, a core of the device has {}; a device of more is a file of its "
                               "own (`alcove device show`)",
                               l1Bytes, chip.l1SizeBytes)};
    chip.gridRows = rows > 0 ? rows : chip.gridRows;
    chip.gridCols = cols > 0 ? cols : chip.gridCols;
    chip.l1SizeBytes = l1Bytes > 0 ? l1Bytes : chip.l1SizeBytes;
    for (auto *workers : {&chip.dramBankToLogicalWorkerNoc0, &chip.dramBankToLogicalWorkerNoc1})
      for (CoreCoord &core : *workers) {
        core.y = std::min<decltype(core.y)>(core.y, chip.gridRows - 1);
        core.x = std::min<decltype(core.x)>(core.x, chip.gridCols - 1);
      }
  }
  if (Status status = verify(reduced); !status.ok())
    return status.error();
  return reduced;
}
