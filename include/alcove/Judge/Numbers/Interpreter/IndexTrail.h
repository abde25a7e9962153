//===- IndexTrail.h - From integer results back to scores -- ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the integers that a function returns come from, for rule NUM-C5: back through ops that only move elements (and
// calls, and chips) to the argmax, topk or sort of floats that chose them.
//
//   scores -> argmax ---------> reshape -> all_gather -> typecast -> return
//             choice: 1 2 3 ..  moved      moved         same        = number of the index in each place
//
// A choice that is computed on tiles counts too: its scores are kept where the losers are told from the winners, and its
// indices where they become integers.
//
//   x ─┬─ max ─ eq ─┐                                          width - max ─ typecast
//      └─ ne ─────── add ─ multiply by width, width - 1, ... 1 ─┘
//
// Before the run the trail says whose scores are to be kept; after it, the numbers of the indices take the way that the
// indices took, through the same kernels, and only when a comparison asks.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_INDEXTRAIL_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_INDEXTRAIL_H

#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Tensor/ChosenIndices.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace alcove::reference {

class IndexTrail {
public:
  /// The function that runs, as a call.
  static constexpr int outermost = 0;

  /// Walks back from the results of `function`. Linear in the ops on the way.
  IndexTrail(mlir::func::FuncOp function, const Shape &mesh, Precision precision);

  /// The call that `op` makes inside of call `caller`; -1 when no index comes out of it.
  int callBy(int caller, mlir::Operation *op) const;
  /// Whether what `op` reads or gives in that call is to be kept.
  bool chooses(int call, mlir::Operation *op) const {
    return choices.count({call, op}) > 0 || scoresOnTiles.count({call, op}) > 0;
  }
  /// Keeps what `op` read and gave on the next chip.
  Status record(int call, mlir::Operation *op, const Tensor &operand, const Tensor &result);
  /// Host bytes of what is kept.
  int64_t bytes() const { return heldBytes; }

  /// For every element of a result, on each chip, the index that it is. Null for results without indices.
  Result<const std::vector<IndexOrigins> *> originsOf(size_t result);

private:
  /// A value in a call.
  using Place = std::pair<int, mlir::Value>;
  /// How the elements of a value come to be.
  struct Step {
    enum Kind : uint8_t { Unknown, Choice, Moved, Same } kind = Unknown;
    Place place;
    std::vector<int> operands;  ///< places in `steps`; -1: not indices
    std::vector<Place> sources; ///< the same, before they are walked
  };

  Step describe(Place place);
  Step describeCall(Place place, mlir::Operation *op);
  int walkFrom(Place place);
  Status keep(std::vector<Selection> &selections, std::optional<int64_t> dim, mlir::Value read, PackedTensor scores,
              const Tensor &indices);
  Result<PerChip> numbersOf(const Step &step, const std::vector<PerChip> &known, IndexOrigins &origins) const;
  Result<PerChip> move(const Step &step, const std::vector<PerChip> &known) const;

  Shape mesh;
  Precision precision;
  struct Call {
    int caller = -1;
    size_t depth = 0;
    mlir::Operation *op = nullptr;
  };
  std::vector<Call> calls; ///< on the way; [0] is the function itself
  std::map<std::pair<int, mlir::Operation *>, int> callNumbers;
  std::map<std::pair<int, mlir::Operation *>, std::vector<Selection>> choices;
  /// Of ops that read the scores of a choice on tiles: these scores, chip by chip, until the choice is made.
  std::map<std::pair<int, mlir::Operation *>, std::vector<PackedTensor>> scoresOnTiles;
  std::vector<Step> steps; ///< operands stand before their users
  llvm::DenseMap<Place, int> stepOf;
  std::vector<int> results; ///< per result its step, or -1
  std::map<size_t, std::vector<IndexOrigins>> known;
  int64_t heldBytes = 0;
};

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_INDEXTRAIL_H
