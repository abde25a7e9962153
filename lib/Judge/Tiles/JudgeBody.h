//===- JudgeBody.h - What one iteration of a tiled loop holds ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_TILES_JUDGEBODY_H
#define ALCOVE_LIB_JUDGE_TILES_JUDGEBODY_H

#include "IndexRanges.h"
#include "alcove/Judge/Tiles/Judge.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

#include <fmt/format.h>

#include <set>

namespace alcove::supertiling::judging {

/// Whole bytes of one element; complex numbers have two parts.
Bytes bytesPerElement(Type type);

inline bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

/// Results that are parts or views of operand 0.
bool isAlias(Operation *op);

struct LoopContext;

/// What a body holds at its worst, with the buffers of that moment.
struct Peak {
  Bytes bytes = 0;
  int64_t steps = 0;
  std::vector<JudgedBuffer> buffers;
  /// What passes between the memories: the second buffers of it.
  Bytes streamed = 0;
};

/// Fast or slow, for each tensor that a loop carries; by position.
using Carried = SmallVector<bool>;

/// The walk over one body with all loop variables fixed.
class BodyJudge {
public:
  explicit BodyJudge(LoopContext &context) : context(context) {}
  /// The body of a nested region: sees what is fast outside.
  BodyJudge(LoopContext &context, const BodyJudge &outside) : context(context), fastOutside(outside.fastOutside) {
    for (auto &[value, buffer] : outside.where)
      if (buffer != slow)
        fastOutside.insert(value);
  }

  Peak run(Block &block);
  bool isFast(Value value) { return bufferOf(value) != slow || fastOutside.contains(value); }
  /// A carried tensor of the enclosing loop in fast memory: it may be written in place.
  void own(Value value) {
    fastOutside.insert(value);
    owned.insert(value);
  }
  /// Called for the operands of the terminator: whole slow tensors become fast when the loop hands them on.
  void hand(Value value, int64_t time) { use(operandBuffer(value), time); }

private:
  static constexpr int slow = -1;

  Bytes size(Value tensor);
  int create(Bytes bytes) {
    buffers.push_back({bytes, -1, -1});
    return static_cast<int>(buffers.size()) - 1;
  }
  void use(int buffer, int64_t time) {
    if (buffer < 0)
      return;
    JudgedBuffer &b = buffers[buffer];
    b.first = b.first < 0 ? time : std::min(b.first, time);
    b.last = std::max(b.last, time);
  }
  int bufferOf(Value value) {
    auto found = where.find(value);
    return found == where.end() ? slow : found->second;
  }
  /// An operand that is computed on: a whole slow tensor is loaded for it.
  int operandBuffer(Value value) {
    if (fastOutside.contains(value))
      return slow;
    int buffer = bufferOf(value);
    if (buffer != slow || !isTensor(value))
      return buffer;
    auto [found, fresh] = loaded.try_emplace(value, 0);
    if (fresh) {
      found->second = create(size(value));
      streamed.insert(found->second);
    }
    return found->second;
  }
  void newResult(Value result, int64_t time) {
    int buffer = create(size(result));
    use(buffer, time);
    where[result] = buffer;
  }
  void charge(int64_t time, Peak peak) {
    Peak &worst = nested[time];
    Bytes streamed = std::max(worst.streamed, peak.streamed);
    if (peak.bytes >= worst.bytes)
      worst = std::move(peak);
    worst.streamed = streamed;
  }
  bool usedAfter(Value value, Operation *op, Block &block);
  void checkBounds(Operation *op, Value whole, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                   ArrayRef<OpFoldResult> strides);
  void slice(tensor::ExtractSliceOp op);
  void insert(tensor::InsertSliceOp op, int64_t time);
  void destinationStyle(DestinationStyleOpInterface op, Block &block, int64_t time);
  void branches(scf::IfOp op, int64_t time);
  void executeRegion(scf::ExecuteRegionOp op, int64_t time);
  void innerLoop(scf::ForOp op, Block &block, int64_t time);
  /// The part of a shared tensor that is worked on in slow memory, slice by slice.
  bool isShare(tensor::ExtractSliceOp op);
  void parallel(scf::ForallOp op, int64_t time);
  void inParallel(scf::InParallelOp op, int64_t time);
  void capturedUses(Operation *op, int64_t time);
  void visit(Operation *op, Block &block, int64_t time);
  Peak worstStep(int64_t time);

  LoopContext &context;
  std::vector<JudgedBuffer> buffers;
  /// Buffers that are loaded from slow memory or stored to it.
  std::set<int> streamed;
  /// What regions of a step need besides the buffers.
  std::map<int64_t, Peak> nested;
  llvm::DenseMap<Value, int> where;
  llvm::DenseMap<Value, int> loaded;
  /// Values of enclosing bodies that are in fast memory already; they are charged where they live.
  llvm::DenseSet<Value> fastOutside;
  llvm::DenseSet<Value> owned;
};

/// The walk over all iterations of a nest.
struct LoopContext {
  static constexpr int64_t maxTiles = int64_t(1) << 16;

  explicit LoopContext(Verdict &verdict) : verdict(verdict) {}

  void refuse(Operation *op, StringRef rule, const std::string &why) {
    if (verdict.refusal.empty())
      verdict.refusal = fmt::format("{}: '{}' {}", rule.str(), op->getName().getStringRef().str(), why);
  }
  void reach(Value value);
  void collectSizes(Operation *outer);
  /// Every iteration of `loop`, whose carried tensors are fast where `carried` says so; `yields` collects what its
  /// body hands on.
  Peak iterations(scf::ForOp loop, const BodyJudge *outside, const Carried &carried, Carried &yields);
  Peak body(scf::ForOp loop, const BodyJudge *outside, const Carried &carried, Carried &yields);
  /// Every iteration of a loop whose iterations run at once, each on a core of its own.
  Peak parallel(scf::ForallOp loop, const BodyJudge *outside);
  Peak parallelBody(scf::ForallOp loop, const BodyJudge *outside);
  void sharedParts(scf::ForallOp loop,
                   MutableArrayRef<std::vector<SmallVector<std::pair<int64_t, int64_t>, 4>>> written);

  Verdict &verdict;
  IndexEvaluator indices;
  /// Loop variables on which some tensor size of the body depends.
  llvm::DenseSet<Value> seen;
};

} // namespace alcove::supertiling::judging

#endif // ALCOVE_LIB_JUDGE_TILES_JUDGEBODY_H
