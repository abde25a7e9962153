//===- Interpreter.cpp - Executing a function on numbers --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Sim/Numeric/Interpreter.h"

#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Sim/Storage/ThroughLayout.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

#include <fmt/format.h>

namespace alcove::sim {

Shape meshOf(mlir::Operation *op) {
  for (mlir::Operation *parent = op; parent; parent = parent->getParentOp())
    if (auto meshes = parent->getAttrOfType<ttcore::MeshesAttr>(ttcore::meshesAttrName))
      if (!meshes.getMeshes().empty()) {
        llvm::ArrayRef<int64_t> shape = meshes.getMeshes().front().getShape();
        return Shape(shape.begin(), shape.end());
      }
  if (ttcore::DeviceAttr device = ttcore::lookupDevice(op))
    if (!device.getMeshShape().empty())
      return Shape(device.getMeshShape().begin(), device.getMeshShape().end());
  return {1, 1};
}

std::string locationText(mlir::Operation *op) {
  std::string text;
  op->getLoc()->walk([&](mlir::Location location) {
    if (auto file = mlir::dyn_cast<mlir::FileLineColLoc>(location)) {
      text = fmt::format("{}:{}:{}", file.getFilename().str(), file.getLine(), file.getColumn());
      return mlir::WalkResult::interrupt();
    }
    if (auto name = mlir::dyn_cast<mlir::NameLoc>(location)) {
      text = name.getName().str();
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  return text;
}

static Error errorAt(mlir::Operation *op, const std::string &message) {
  std::string place = locationText(op);
  return Error{
      fmt::format("{}{}'{}': {}", place, place.empty() ? "" : ": ", op->getName().getStringRef().str(), message)};
}

namespace {

constexpr int maxCallDepth = 16;

class Frame {
public:
  Frame(mlir::func::FuncOp function, const RunOptions &options, int64_t &liveBytes, int depth)
      : function(function), options(options), liveBytes(liveBytes), depth(depth), mesh(meshOf(function)) {}
  ~Frame() {
    for (auto &[value, slot] : slots)
      liveBytes -= slot.bytes();
  }
  Frame(const Frame &) = delete;

  Result<FunctionRun> run(std::vector<PerChip> arguments);

private:
  struct Slot {
    PerChip tensors;
    mlir::Operation *freedBy = nullptr;
    bool written = false;
    int64_t bytes() const {
      int64_t sum = 0;
      for (const Tensor &tensor : tensors)
        sum += tensor.bytes();
      return sum;
    }
  };

  Status prepare(std::vector<PerChip> &arguments);
  Status execute(mlir::Operation *op);
  Status executeKernel(mlir::Operation *op, const OpTable::Entry &entry);
  Status executeCall(mlir::Operation *op, mlir::func::FuncOp callee);
  Status deallocate(mlir::Operation *op);
  Status checkOperands(mlir::Operation *op);
  Status checkMemory(mlir::Operation *op);
  Status keepResults(mlir::Operation *op, std::vector<PerChip> results);
  Status store(mlir::Value value, PerChip tensors);
  void dropDead(mlir::Operation *op);
  mlir::func::FuncOp calleeOf(mlir::Operation *op);
  size_t numChips() const { return static_cast<size_t>(chips); }

  mlir::func::FuncOp function;
  const RunOptions &options;
  int64_t &liveBytes;
  int depth;
  Shape mesh;
  int64_t chips = 1;
  llvm::DenseMap<mlir::Value, Slot> slots;
  llvm::DenseMap<mlir::Value, mlir::Operation *> lastUse;
};

Status Frame::prepare(std::vector<PerChip> &arguments) {
  // E6
  if (depth > maxCallDepth)
    return errorAt(function, fmt::format("calls nest deeper than {}", maxCallDepth));
  if (!llvm::hasSingleElement(function.getBody()))
    return errorAt(function, fmt::format("function '{}' has {} blocks; straight-line functions are executed",
                                         function.getName().str(), function.getBody().getBlocks().size()));
  ALCOVE_ASSIGN_OR_RETURN(chips, countElements(mesh));
  if (chips < 1 || chips > 1024)
    return errorAt(function, fmt::format("a mesh of {} chips", chips));
  if (arguments.size() != function.getNumArguments())
    return errorAt(function, fmt::format("{} arguments for {}", arguments.size(), function.getNumArguments()));
  for (mlir::Operation &op : function.getBody().front())
    for (mlir::Value operand : op.getOperands())
      lastUse[operand] = &op;
  for (auto [argument, tensors] : llvm::zip(function.getArguments(), arguments)) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType());
    if (!type)
      continue;
    ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, options.precision));
    if (tensors.size() != numChips())
      return errorAt(function, fmt::format("argument {} is given for {} chips of {}", argument.getArgNumber(),
                                           tensors.size(), chips));
    for (const Tensor &tensor : tensors)
      if (llvm::ArrayRef(tensor.shape()) != type.getShape() || tensor.elementType() != held)
        return errorAt(function,
                       fmt::format("argument {} is {} {}, its type says {} {}", argument.getArgNumber(),
                                   toString(tensor.shape()), toString(tensor.elementType()),
                                   toString(Shape(type.getShape().begin(), type.getShape().end())), toString(held)));
    Status stored = store(argument, std::move(tensors));
    if (!stored.ok())
      return errorAt(function, fmt::format("argument {}: {}", argument.getArgNumber(), stored.error().message));
  }
  return {};
}

/// Keeps a value as its type stores it.
Status Frame::store(mlir::Value value, PerChip tensors) {
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  Slot slot;
  for (Tensor &tensor : tensors) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor stored, throughLayout(tensor, type));
    slot.tensors.push_back(std::move(stored));
  }
  liveBytes += slot.bytes();
  slots[value] = std::move(slot);
  return {};
}

Result<FunctionRun> Frame::run(std::vector<PerChip> arguments) {
  ALCOVE_RETURN_IF_ERROR(prepare(arguments));
  arguments.clear();
  FunctionRun result;
  for (mlir::Operation &op : function.getBody().front()) {
    if (depth == 0 && options.beforeOp)
      options.beforeOp(&op);
    ALCOVE_RETURN_IF_ERROR(checkOperands(&op));
    if (auto terminator = mlir::dyn_cast<mlir::func::ReturnOp>(op)) {
      for (mlir::Value value : terminator.getOperands())
        result.results.push_back(slots[value].tensors);
      break;
    }
    ALCOVE_RETURN_IF_ERROR(execute(&op));
    dropDead(&op);
  }
  // E7
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto slot = slots.find(argument);
    if (slot != slots.end() && slot->second.written)
      result.written[argument.getArgNumber()] = slot->second.tensors;
  }
  return result;
}

Status Frame::checkOperands(mlir::Operation *op) {
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    if (!mlir::isa<mlir::RankedTensorType>(operand.get().getType()))
      continue;
    auto slot = slots.find(operand.get());
    if (slot == slots.end())
      return errorAt(op, fmt::format("operand {} has no value", operand.getOperandNumber()));
    // E3, E4
    if (slot->second.freedBy) {
      bool again = mlir::isa<ttnn::DeallocateOp>(op);
      return errorAt(op, fmt::format("{}: operand {} was deallocated by '{}' {}", again ? "E4" : "E3",
                                     operand.getOperandNumber(), slot->second.freedBy->getName().getStringRef().str(),
                                     locationText(slot->second.freedBy)));
    }
  }
  return {};
}

// E5
Status Frame::checkMemory(mlir::Operation *op) {
  int64_t need = 0;
  for (mlir::Type resultType : op->getResultTypes())
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(resultType)) {
      if (!type.hasStaticShape())
        return errorAt(op, "a result without a static shape");
      Result<ElementType> held = heldTypeOf(type, options.precision);
      if (!held)
        return errorAt(op, held.error().message);
      int64_t width = isFloat(*held) ? 4 : 8;
      Result<int64_t> count = countElements(type.getShape(), width);
      if (!count)
        return errorAt(op, count.error().message);
      need += *count * width * chips;
    }
  if (need > options.memoryLimit - liveBytes)
    return errorAt(op, fmt::format("E5: results take {} bytes of host memory, {} are live, the limit is {}", need,
                                   liveBytes, options.memoryLimit));
  return {};
}

mlir::func::FuncOp Frame::calleeOf(mlir::Operation *op) {
  mlir::FlatSymbolRefAttr symbol;
  if (auto call = mlir::dyn_cast<mlir::func::CallOp>(op))
    symbol = call.getCalleeAttr();
  else if (auto cached = mlir::dyn_cast<ttcore::LoadCachedOp>(op))
    symbol = cached.getCalleeAttr();
  return symbol ? mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(op, symbol) : nullptr;
}

Status Frame::execute(mlir::Operation *op) {
  if (mlir::isa<ttnn::GetDeviceOp>(op))
    return {};
  if (mlir::isa<ttnn::DeallocateOp>(op))
    return deallocate(op);
  ALCOVE_RETURN_IF_ERROR(checkMemory(op));
  if (mlir::isa<mlir::func::CallOp, ttcore::LoadCachedOp>(op)) {
    mlir::func::FuncOp callee = calleeOf(op);
    if (!callee || callee.isExternal())
      return errorAt(op, "the callee has no body");
    return executeCall(op, callee);
  }
  // E1
  const OpTable::Entry *entry = OpTable::get().find(op->getName().getStringRef());
  if (!entry || op->getNumRegions() != 0)
    return errorAt(op, "E1: no kernel executes this op; docs/spec/NumericCoverage.md lists those that are executed");
  if (!op->isRegistered())
    return errorAt(op, "E1: the dialect does not define this op, so its attributes cannot be read");
  return executeKernel(op, *entry);
}

Status Frame::executeKernel(mlir::Operation *op, const OpTable::Entry &entry) {
  std::vector<PerChip> results(op->getNumResults());
  if (entry.overMesh) {
    MeshCall call{op, options.precision, mesh, {}};
    for (mlir::Value operand : op->getOperands())
      call.operands.push_back(mlir::isa<mlir::RankedTensorType>(operand.getType()) ? slots[operand].tensors
                                                                                   : PerChip());
    Result<PerChip> result = entry.overMesh(call);
    if (!result)
      return errorAt(op, result.error().message);
    if (results.size() != 1)
      return errorAt(op, fmt::format("{} results where one is expected", results.size()));
    results[0] = std::move(*result);
    return keepResults(op, std::move(results));
  }
  for (size_t chip = 0; chip < numChips(); ++chip) {
    OpCall call;
    call.op = op;
    call.precision = options.precision;
    for (mlir::Value operand : op->getOperands())
      call.operands.push_back(mlir::isa<mlir::RankedTensorType>(operand.getType()) ? &slots[operand].tensors[chip]
                                                                                   : nullptr);
    Result<std::vector<Tensor>> values = entry.perChip(call);
    if (!values)
      return errorAt(op, values.error().message);
    if (values->size() != results.size())
      return errorAt(op, fmt::format("the kernel gives {} results, the op has {}", values->size(), results.size()));
    for (auto [result, value] : llvm::zip(results, *values))
      result.push_back(std::move(value));
    for (mlir::Value written : call.writtenOperands())
      slots[written].written = true;
  }
  return keepResults(op, std::move(results));
}

// E2
Status Frame::keepResults(mlir::Operation *op, std::vector<PerChip> results) {
  for (auto [value, tensors] : llvm::zip(op->getResults(), results)) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
    if (!type)
      return errorAt(op, "a result that is no tensor");
    ElementType held = *heldTypeOf(type, options.precision);
    for (Tensor &tensor : tensors) {
      if (llvm::ArrayRef(tensor.shape()) != type.getShape())
        return errorAt(op, fmt::format("E2: the result has shape {}, its type says {}", toString(tensor.shape()),
                                       toString(Shape(type.getShape().begin(), type.getShape().end()))));
      if (tensor.elementType() != held) {
        // Kernels that only move elements keep the operand's type; the op may change it (embedding of f32 rows to
        // bf16).
        Result<Tensor> converted = tensor.convertedTo(held);
        if (!converted)
          return errorAt(op, converted.error().message);
        tensor = std::move(*converted);
      }
    }
    if (Status stored = store(value, std::move(tensors)); !stored.ok())
      return errorAt(op, stored.error().message);
  }
  return {};
}

Status Frame::executeCall(mlir::Operation *op, mlir::func::FuncOp callee) {
  std::vector<PerChip> arguments;
  for (mlir::Value operand : op->getOperands())
    arguments.push_back(slots[operand].tensors);
  if (arguments.size() != callee.getNumArguments() || op->getNumResults() != callee.getNumResults())
    return errorAt(op, fmt::format("{} operands and {} results for a function with {} and {}", arguments.size(),
                                   op->getNumResults(), callee.getNumArguments(), callee.getNumResults()));
  Frame frame(callee, options, liveBytes, depth + 1);
  ALCOVE_ASSIGN_OR_RETURN(FunctionRun run, frame.run(std::move(arguments)));
  for (auto &[number, tensors] : run.written) {
    Slot &slot = slots[op->getOperand(number)];
    slot.tensors = tensors;
    slot.written = true;
  }
  return keepResults(op, std::move(run.results));
}

Status Frame::deallocate(mlir::Operation *op) {
  slots[op->getOperand(0)].freedBy = op;
  return {};
}

void Frame::dropDead(mlir::Operation *op) {
  // A convolution may free the input itself, as the run time does with one that lies in L1.
  if (auto conv = mlir::dyn_cast<ttnn::Conv2dOp>(op))
    if (ttnn::Conv2dConfigAttr config = conv.getConv2dConfigAttr())
      if (config.getBool("deallocate_activation").value_or(false))
        if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(conv.getInput().getType());
            layout && layout.getBufferType() == ttnn::BufferType::L1)
          slots[conv.getInput()].freedBy = op;
  auto drop = [&](mlir::Value value) {
    auto slot = slots.find(value);
    if (slot == slots.end() || (slot->second.written && mlir::isa<mlir::BlockArgument>(value)))
      return;
    liveBytes -= slot->second.bytes();
    slots.erase(slot);
  };
  for (mlir::Value operand : op->getOperands())
    if (lastUse.lookup(operand) == op)
      drop(operand);
  for (mlir::Value result : op->getResults())
    if (!lastUse.count(result))
      drop(result);
}

} // namespace

Result<FunctionRun> runFunction(mlir::func::FuncOp function, std::vector<PerChip> arguments,
                                const RunOptions &options) {
  int64_t liveBytes = 0;
  Frame frame(function, options, liveBytes, 0);
  return frame.run(std::move(arguments));
}

} // namespace alcove::sim
