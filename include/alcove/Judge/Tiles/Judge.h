//===- Judge.h - The footprint of tiled IR, from the IR alone ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares no code with the planner. The memory model, rules SUT-J1..J9 of docs/spec/SuperTiling.md:
//
//   scf.for {alcove.tile_loop} iter_args(%out = %full)        %full, %out: slow memory
//     %x = tensor.extract_slice %arg ...      load             [first use of %x .. last use of %x]
//     %e = tensor.empty                       buffer           [first use .. last use of what is computed into it]
//     %y = linalg.op ins(%x) outs(%e)         in place in %e, because %e is not used again
//     %n = tensor.insert_slice %y into %out   store
//
// A loop or region inside a body is followed: what it carries in fast memory is one buffer, worked on in place.
// Sizes are evaluated for every combination of loop variables that can change them, boundary tiles included.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_TILES_JUDGE_H
#define ALCOVE_JUDGE_TILES_JUDGE_H

#include "alcove/Base/Support/Units.h"
#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/IR/Operation.h"

#include <string>
#include <vector>

namespace alcove::supertiling {

/// A buffer of a judged body, with its life in steps of the body.
struct JudgedBuffer {
  Bytes bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
};

struct Verdict {
  /// A tile loop, or an operation outside of all tile loops.
  mlir::Operation *op = nullptr;
  bool isLoop = false;
  Bytes footprint = 0;
  Bytes available = 0;
  /// Some size has no upper bound: `footprint` says nothing.
  bool unbounded = false;
  /// SUT-J13: the operation does not fit, and its memory is a cache.
  bool cached = false;
  /// Tiles evaluated.
  int64_t tiles = 0;
  /// Rule and reason when the operation is refused whatever it needs (SUT-J7 to SUT-J9); empty otherwise.
  std::string refusal;
  /// Buffers of the worst tile; empty outside loops.
  std::vector<JudgedBuffer> buffers;

  bool passes() const { return refusal.empty() && (cached || (!unbounded && footprint <= available)); }
};

/// One verdict for every outermost tile loop and, outside of them, every operation that computes on tensors, in order.
std::vector<Verdict> judge(mlir::Operation *scope, const Budget &budget);
Verdict judgeLoop(mlir::Operation *loop, const Budget &budget);

} // namespace alcove::supertiling

#endif // ALCOVE_JUDGE_TILES_JUDGE_H
