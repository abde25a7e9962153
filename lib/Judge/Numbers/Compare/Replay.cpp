//===- Replay.cpp - A run that can be repeated from any op on ----- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Compare/Replay.h"

#include "alcove/Judge/Numbers/Interpreter/ThroughLayout.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/SymbolTable.h"

#include <fmt/format.h>

#include <cstring>

namespace alcove::reference {

static Error errorAt(mlir::Operation *op, const std::string &message) {
  return Error{fmt::format("{}: '{}': {}", locationText(op), op->getName().getStringRef().str(), message)};
}

static bool sameBits(const Tensor &a, const Tensor &b) {
  if (a.shape() != b.shape() || a.elementType() != b.elementType())
    return false;
  if (a.isFloat())
    return a.floats().data() == b.floats().data() ||
           std::memcmp(a.floats().data(), b.floats().data(), a.floats().size_bytes()) == 0;
  return a.integers().data() == b.integers().data() ||
         std::memcmp(a.integers().data(), b.integers().data(), a.integers().size_bytes()) == 0;
}

static bool sameBits(const PerChip &a, const PerChip &b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const Tensor &x, const Tensor &y) { return sameBits(x, y); });
}

/// What a result's type makes of a kernel's tensor.
static Result<Tensor> asTyped(const Tensor &tensor, mlir::Type declared, Precision precision) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(declared);
  if (!type)
    return Error{"a result that is no tensor"};
  if (llvm::ArrayRef(tensor.shape()) != type.getShape())
    return Error{fmt::format("NUM-E2: the result has shape {}, its type says another", toString(tensor.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, precision));
  ALCOVE_ASSIGN_OR_RETURN(Tensor converted, tensor.convertedTo(held));
  return throughLayout(converted, type);
}

static Result<OpRecord> executeCall(OpRecord record, const RunOptions &options) {
  auto symbol = record.op->getAttrOfType<mlir::FlatSymbolRefAttr>("callee");
  auto callee = symbol ? mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(record.op, symbol) : nullptr;
  if (!callee || callee.isExternal())
    return errorAt(record.op, "the callee has no body");
  RunOptions inner = options;
  inner.keepScores = false;
  inner.beforeOp = nullptr;
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun run, runFunction(callee, record.operands, inner));
  record.results = std::move(run.results);
  record.written = std::move(run.written);
  return record;
}

static Status executePerChip(OpRecord &record, const OpTable::Entry &entry, size_t chips, Precision precision) {
  for (size_t chip = 0; chip < chips; ++chip) {
    std::vector<Tensor> tensors;
    for (const PerChip &operand : record.operands)
      tensors.push_back(operand.empty() ? Tensor() : operand[chip]);
    OpCall call;
    call.op = record.op;
    call.precision = precision;
    call.chip = static_cast<int64_t>(chip);
    for (size_t i = 0; i < tensors.size(); ++i)
      call.operands.push_back(record.operands[i].empty() ? nullptr : &tensors[i]);
    ALCOVE_ASSIGN_OR_RETURN(std::vector<Tensor> values, entry.perChip(call));
    if (values.size() != record.op->getNumResults())
      return Error{"the kernel gives another number of results than the op has"};
    for (auto [i, value] : llvm::enumerate(values)) {
      ALCOVE_ASSIGN_OR_RETURN(Tensor typed, asTyped(value, record.op->getResult(i).getType(), precision));
      record.results[i].push_back(std::move(typed));
    }
    for (mlir::Value value : call.writtenOperands())
      for (mlir::OpOperand &operand : record.op->getOpOperands())
        if (operand.get() == value) {
          record.written[operand.getOperandNumber()].push_back(tensors[operand.getOperandNumber()]);
          break;
        }
  }
  return {};
}

Result<OpRecord> Replay::execute(mlir::Operation *op, std::vector<PerChip> operands) const {
  OpRecord record;
  record.op = op;
  record.operands = std::move(operands);
  if (mlir::isa<mlir::func::CallOp, ttcore::LoadCachedOp>(op))
    return executeCall(std::move(record), options);
  record.results.resize(op->getNumResults());
  if (mlir::isa<ttnn::GetDeviceOp, ttnn::DeallocateOp>(op)) {
    record.results.assign(op->getNumResults(), PerChip());
    return record;
  }
  const OpTable::Entry *entry = OpTable::get().find(op);
  if (!entry || op->getNumRegions() != 0 || !op->isRegistered())
    return errorAt(op, "NUM-E1: no kernel executes this op");
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(mesh));
  if (!entry->overMesh) {
    if (Status done = executePerChip(record, *entry, static_cast<size_t>(chips), options.precision); !done.ok())
      return errorAt(op, done.error().message);
    return record;
  }
  MeshCall call{op, options.precision, mesh, record.operands};
  Result<std::vector<PerChip>> given = entry->overMesh(call);
  if (!given)
    return errorAt(op, given.error().message);
  for (auto [i, perChip] : llvm::enumerate(*given))
    for (const Tensor &tensor : perChip) {
      Result<Tensor> typed = asTyped(tensor, op->getResult(i).getType(), options.precision);
      if (!typed)
        return errorAt(op, typed.error().message);
      record.results[i].push_back(std::move(*typed));
    }
  return record;
}

static int64_t bytesOf(const std::vector<PerChip> &values) {
  int64_t sum = 0;
  for (const PerChip &perChip : values)
    for (const Tensor &tensor : perChip)
      sum += tensor.bytes();
  return sum;
}

static Result<PerChip> readArgument(mlir::BlockArgument argument, ArgumentSource &source, size_t chips) {
  auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
  PerChip perChip;
  for (size_t chip = 0; chip < chips; ++chip) {
    if (chip > 0 && source.sameOnAllChips(argument.getArgNumber())) {
      perChip.push_back(perChip.front());
      continue;
    }
    ALCOVE_ASSIGN_OR_RETURN(PackedTensor packed, source.get(argument.getArgNumber(), chip));
    ALCOVE_ASSIGN_OR_RETURN(Tensor stored, throughLayout(packed.unpacked(), type));
    perChip.push_back(std::move(stored));
  }
  return perChip;
}

Result<Replay> Replay::record(mlir::func::FuncOp function, ArgumentSource &arguments, const RunOptions &options) {
  if (!llvm::hasSingleElement(function.getBody()))
    return errorAt(function, "straight-line functions are executed");
  Replay replay;
  replay.func = function;
  replay.options = options;
  replay.mesh = meshOf(function);
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(replay.mesh));
  llvm::DenseMap<mlir::Value, PerChip> values;
  std::map<unsigned, PerChip> written;
  int64_t bytes = 0;
  for (mlir::Operation &op : function.getBody().front()) {
    std::vector<PerChip> operands;
    for (mlir::Value operand : op.getOperands()) {
      auto argument = mlir::dyn_cast<mlir::BlockArgument>(operand);
      if (argument && mlir::isa<mlir::RankedTensorType>(operand.getType()) && !values.count(operand)) {
        ALCOVE_ASSIGN_OR_RETURN(values[operand], readArgument(argument, arguments, static_cast<size_t>(chips)));
        bytes += bytesOf({values[operand]});
      }
      operands.push_back(values.lookup(operand));
    }
    if (mlir::isa<mlir::func::ReturnOp>(op)) {
      for (mlir::Value operand : op.getOperands())
        replay.finalValues[operand] = values.lookup(operand);
      break;
    }
    if (options.beforeOp)
      options.beforeOp(&op);
    if (std::string why = options.interrupted ? options.interrupted() : ""; !why.empty())
      return errorAt(&op, why);
    ALCOVE_ASSIGN_OR_RETURN(OpRecord record, replay.execute(&op, std::move(operands)));
    bytes += bytesOf(record.results);
    if (bytes > options.memoryLimit)
      return errorAt(
          &op, fmt::format("NUM-E5: {} bytes of intermediates are kept, the limit is {}", bytes, options.memoryLimit));
    for (auto [result, perChip] : llvm::zip(op.getResults(), record.results))
      values[result] = perChip;
    for (const auto &[number, perChip] : record.written) {
      values[op.getOperand(number)] = perChip;
      if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(op.getOperand(number)))
        written[argument.getArgNumber()] = perChip;
    }
    replay.records.push_back(std::move(record));
  }
  ALCOVE_ASSIGN_OR_RETURN(replay.original, replay.finish(values, written));
  return replay;
}

Result<FunctionRun> Replay::finish(const llvm::DenseMap<mlir::Value, PerChip> &values,
                                   const std::map<unsigned, PerChip> &written) const {
  FunctionRun run;
  mlir::func::FuncOp handle = func;
  for (mlir::Value operand : handle.getBody().front().getTerminator()->getOperands()) {
    auto found = values.find(operand);
    run.results.push_back(found != values.end() ? found->second : finalValues.lookup(operand));
  }
  run.written = written;
  return run;
}

void Replay::settle(Changes &changes, size_t at, const OpRecord &now) const {
  const OpRecord &before = records[at];
  mlir::Operation *op = before.op;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (!sameBits(before.results[i], now.results[i]))
      changes.values[op->getResult(i)] = now.results[i];
  for (const auto &[number, perChip] : now.written) {
    mlir::Value value = op->getOperand(number);
    auto was = before.written.find(number);
    if (was != before.written.end() && sameBits(was->second, perChip))
      changes.values.erase(value);
    else
      changes.values[value] = perChip;
    if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
      changes.written[argument.getArgNumber()] = perChip;
  }
}

Result<std::optional<OpRecord>> Replay::runAgain(const Changes &changes, size_t at,
                                                 llvm::ArrayRef<OtherOperand> replaced) const {
  const OpRecord &record = records[at];
  if (std::string why = options.interrupted ? options.interrupted() : ""; !why.empty())
    return errorAt(record.op, why);
  std::vector<PerChip> operands = record.operands;
  bool differs = false;
  for (unsigned j = 0; j < record.op->getNumOperands(); ++j)
    if (auto found = changes.values.find(record.op->getOperand(j)); found != changes.values.end()) {
      operands[j] = found->second;
      differs = true;
    }
  for (const OtherOperand &other : replaced)
    if (other.op == record.op) {
      operands[other.operand] = other.tensors;
      differs = true;
    }
  if (!differs)
    return std::optional<OpRecord>();
  ALCOVE_ASSIGN_OR_RETURN(OpRecord now, execute(record.op, std::move(operands)));
  now.operands.clear();
  return std::optional<OpRecord>(std::move(now));
}

Result<FunctionRun> Replay::with(size_t at, const OpRecord &replaced, Observer observer) const {
  Changes changes;
  changes.written = original.written;
  if (observer)
    observer(at, replaced);
  settle(changes, at, replaced);
  for (size_t i = at + 1; i < records.size() && !changes.values.empty(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::optional<OpRecord> now, runAgain(changes, i, {}));
    if (!now)
      continue;
    if (observer)
      observer(i, *now);
    settle(changes, i, *now);
  }
  return finish(changes.values, changes.written);
}

Result<FunctionRun> Replay::withOperands(std::vector<OtherOperand> replaced) const {
  Changes changes;
  changes.written = original.written;
  for (size_t i = 0; i < records.size(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::optional<OpRecord> now, runAgain(changes, i, replaced));
    if (now)
      settle(changes, i, *now);
  }
  return finish(changes.values, changes.written);
}

} // namespace alcove::reference
