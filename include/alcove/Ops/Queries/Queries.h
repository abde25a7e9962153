//===- Queries.h - From ops of the IR to op-model questions -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where TTNN ops become questions to the op model. The optimizer asks about layouts an op does
// not have yet; the judge asks about those it has.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_QUERIES_QUERIES_H
#define ALCOVE_OPS_QUERIES_QUERIES_H

#include "alcove/OpModel/OpModel.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <algorithm>

namespace alcove::queries {

/// The machine that a module is compiled for, read from its system descriptor.
struct Machine {
  std::pair<int64_t, int64_t> workerGrid{8, 8}; ///< rows, columns
  Bytes usableL1Bytes = 0;                      ///< l1_size - l1_unreserved_base - l1SmallBytes, per core
  /// At the top of every core's L1, what a program with convolutions, pools or resized images leaves to the tables of
  /// their windows (the device's `l1_small_bytes`); 0 for a module without them.
  Bytes l1SmallBytes = 0;
  /// Addresses of buffers are multiples of it, in L1 too: a page may come from or go to DRAM.
  Bytes addressAlignmentBytes = 32;
  int64_t dramChannels = 12;
  int64_t clockMHz = 1000;
  int64_t dramMBs = 288'000; ///< data-sheet bandwidth of all channels, 10^6 B/s (tt-mlir#9046)
  Bytes usableDramBytes = 0; ///< per channel; 0 when the descriptor does not say
  int64_t numBanks() const { return workerGrid.first * workerGrid.second; }
  /// What plans may fill of every core's L1: `share` of all of it, `l1SmallBytes` included, as tt-mlir reads the cap.
  Bytes fillableL1Bytes(double share) const {
    return std::min(static_cast<Bytes>(share * static_cast<double>(usableL1Bytes + l1SmallBytes)), usableL1Bytes);
  }
};

/// Machine of the module around `op`, or nothing when it has no system descriptor.
std::optional<Machine> machineOf(mlir::Operation *op);
/// The analytical model of that machine; null without a system descriptor.
std::unique_ptr<opmodel::OpModel> makeOpModel(mlir::Operation *op);

/// True for TTNN ops that compute or move tensors on the device: what the model is asked about. False for ops without
/// tensors, `deallocate`, and for ops on host tensors alone.
bool isModelled(mlir::Operation *op);

/// Tensor operands of an op, in order; a device handle is not one.
llvm::SmallVector<mlir::OpOperand *> tensorOperands(mlir::Operation *op);

/// A layout as the planner compares it: cores and shard shape are dropped where they are what TTNN would choose.
device::TensorLayout canonical(device::TensorSpec spec, const Machine &machine);
/// Shape and canonical layout of a tensor with a layout; nothing for other values.
std::optional<device::TensorSpec> specOf(mlir::Value value, const Machine &machine);

/// Plain value of an attribute: enums as their word, configurations flattened with dots under `name`.
void addAttribute(opmodel::Query &query, llvm::StringRef name, mlir::Attribute attribute);

/// The question an op asks as it stands: operands' layouts, attributes, its result layouts as hints. Nothing when
/// some tensor has no layout.
std::optional<opmodel::Query> makeQuery(mlir::Operation *op, const Machine &machine);

} // namespace alcove::queries

#endif // ALCOVE_OPS_QUERIES_QUERIES_H
