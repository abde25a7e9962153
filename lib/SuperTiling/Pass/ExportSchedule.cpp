//===- ExportSchedule.cpp - Graph scheduling problems from linalg ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Units.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/SuperTiling/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"

using namespace mlir;

namespace alcove::supertiling {

#define GEN_PASS_DEF_EXPORTGRAPHSCHEDULE
#include "alcove/SuperTiling/Passes.h.inc"

namespace {

struct ExportRates {
  int64_t matmul, pointwise;
};

/// Reads one function into a problem; the first error stops it.
class ScheduleExporter {
public:
  ScheduleExporter(func::FuncOp function, plan::schedule::Problem &problem, ExportRates rates)
      : function(function), problem(problem), rates(rates), names(function) {}

  LogicalResult run();
  std::vector<std::string> opNames;

private:
  LogicalResult add(Operation *op);
  LogicalResult addMatMul(linalg::LinalgOp op);
  LogicalResult addPointwise(linalg::LinalgOp op);
  LogicalResult addReturn(func::ReturnOp op);
  void push(plan::schedule::OpKind kind, double cost, std::vector<int32_t> inputs, Value result, Operation *op,
            StringRef suffix = "");
  FailureOr<int32_t> tensorOf(Value value, bool transposed, Operation *user);
  bool isComputed(Value value) const { return made.contains(value); }
  static bool isFilled(Value value) {
    return value.getDefiningOp<tensor::EmptyOp>() || value.getDefiningOp<linalg::FillOp>() ||
           value.getDefiningOp<arith::ConstantOp>();
  }
  std::string nameOf(Operation *op, Value result);

  func::FuncOp function;
  plan::schedule::Problem &problem;
  ExportRates rates;
  AsmState names;
  DenseMap<std::pair<Value, unsigned>, int32_t> tensors;
  DenseSet<Value> made;
  unsigned elementBits = 0;
};

} // namespace

std::string ScheduleExporter::nameOf(Operation *op, Value result) {
  if (auto named = dyn_cast<NameLoc>(op->getLoc()))
    return named.getName().str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  result.printAsOperand(stream, names);
  return text + " " + op->getName().getStringRef().str();
}

FailureOr<int32_t> ScheduleExporter::tensorOf(Value value, bool transposed, Operation *user) {
  if (auto found = tensors.find({value, transposed}); found != tensors.end())
    return found->second;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 2 || !type.hasStaticShape())
    return user->emitOpError("export-graph-schedule: operand or result of type ")
           << value.getType() << ", only static two-dimensional tensors can be scheduled";
  if (isComputed(value))
    return user->emitOpError("export-graph-schedule: reads the transpose of a computed value; only inputs and "
                             "constants can be transposed");
  unsigned bits = type.getElementTypeBitWidth();
  if (elementBits && bits != elementBits)
    return user->emitOpError("export-graph-schedule: elements of ")
           << bits << " bits beside elements of " << elementBits << " bits; sizes are counted in elements";
  elementBits = bits;
  int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
  problem.tensors.push_back(transposed ? plan::schedule::Tensor{rows, columns} : plan::schedule::Tensor{columns, rows});
  return tensors[{value, transposed}] = static_cast<int32_t>(problem.tensors.size() - 1);
}

void ScheduleExporter::push(plan::schedule::OpKind kind, double cost, std::vector<int32_t> inputs, Value result,
                            Operation *op, StringRef suffix) {
  plan::schedule::Operation entry;
  entry.kind = kind;
  entry.baseCost = cost < 1 ? static_cast<int64_t>(cost > 0) : static_cast<int64_t>(std::min(cost + 0.5, 2147483648.0));
  entry.inputs = std::move(inputs);
  entry.outputs = {static_cast<int32_t>(problem.tensors.size() - 1)};
  problem.ops.push_back(std::move(entry));
  opNames.push_back(nameOf(op, result) + suffix.str());
}

/// Products of two operands over three loops; either operand may be read transposed.
LogicalResult ScheduleExporter::addMatMul(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineExpr m = maps[2].getNumResults() == 2 ? maps[2].getResult(0) : nullptr;
  AffineExpr n = m ? maps[2].getResult(1) : nullptr;
  auto orientation = [&](AffineMap map, AffineExpr outer, bool outerFirst) -> std::optional<bool> {
    if (map.getNumResults() != 2)
      return std::nullopt;
    if (map.getResult(outerFirst ? 0 : 1) == outer)
      return false;
    return map.getResult(outerFirst ? 1 : 0) == outer ? std::optional(true) : std::nullopt;
  };
  std::optional<bool> left = m ? orientation(maps[0], m, true) : std::nullopt;
  std::optional<bool> right = m ? orientation(maps[1], n, false) : std::nullopt;
  if (!left || !right)
    return op->emitOpError("export-graph-schedule: is not a product of two matrices");
  if (!isFilled(op.getDpsInits()[0]))
    return op->emitOpError("export-graph-schedule: adds to a value that is not a fill; only products that start from "
                           "a constant can be scheduled");
  FailureOr<int32_t> a = tensorOf(op.getDpsInputs()[0], *left, op), b = tensorOf(op.getDpsInputs()[1], *right, op);
  if (failed(a) || failed(b))
    return failure();
  FailureOr<int32_t> result = tensorOf(op->getResult(0), false, op);
  if (failed(result))
    return failure();
  made.insert(op->getResult(0));
  double tile = static_cast<double>(problem.nativeWidth) * static_cast<double>(problem.nativeHeight);
  double depth = static_cast<double>(problem.tensors[static_cast<size_t>(*a)].width);
  push(plan::schedule::OpKind::MatMul, tile * depth / static_cast<double>(rates.matmul), {*a, *b}, op->getResult(0),
       op);
  return success();
}

LogicalResult ScheduleExporter::addPointwise(linalg::LinalgOp op) {
  std::vector<int32_t> inputs;
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!result.isIdentity())
    return op->emitOpError("export-graph-schedule: writes a permutation of its loops");
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.payloadUsesValueFromOperand(&operand) || isFilled(operand.get()))
      continue;
    if (op.isScalar(&operand) || !op.getMatchingIndexingMap(&operand).isIdentity()) {
      if (isComputed(operand.get()))
        return op->emitOpError("export-graph-schedule: broadcasts or permutes a computed value");
      continue; // Bias rows and the like.
    }
    FailureOr<int32_t> t = tensorOf(operand.get(), false, op);
    if (failed(t))
      return failure();
    if (!llvm::is_contained(inputs, *t))
      inputs.push_back(*t);
  }
  if (inputs.empty()) // A constant: loaded like an input by whoever reads it.
    return success();
  if (failed(tensorOf(op->getResult(0), false, op)))
    return failure();
  made.insert(op->getResult(0));
  double body = static_cast<double>(std::max<size_t>(1, op.getBlock()->getOperations().size() - 1));
  double tile = static_cast<double>(problem.nativeWidth) * static_cast<double>(problem.nativeHeight);
  push(plan::schedule::OpKind::Pointwise, tile * body / static_cast<double>(rates.pointwise), std::move(inputs),
       op->getResult(0), op);
  return success();
}

LogicalResult ScheduleExporter::addReturn(func::ReturnOp op) {
  DenseSet<Value> seen;
  for (Value value : op.getOperands()) {
    if (!isComputed(value) || value.hasOneUse() || !seen.insert(value).second)
      continue;
    int32_t source = tensors[{value, false}];
    bool read = llvm::any_of(problem.ops, [&](auto &user) { return llvm::is_contained(user.inputs, source); });
    if (!read)
      continue;
    problem.tensors.push_back(problem.tensors[static_cast<size_t>(source)]);
    push(plan::schedule::OpKind::Pointwise, 0, {source}, value, value.getDefiningOp(), " (returned)");
  }
  return success();
}

LogicalResult ScheduleExporter::add(Operation *op) {
  if (auto leave = dyn_cast<func::ReturnOp>(op))
    return addReturn(leave);
  if (isa<linalg::FillOp, tensor::EmptyOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
    return success();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  bool reads = llvm::any_of(op->getOperands(), [&](Value value) { return isComputed(value); });
  bool transposes = isa<linalg::TransposeOp>(op);
  if (!reads && (transposes || !structured)) // A view or a transpose of an input is an input.
    return success();
  if (structured && !transposes && op->getNumResults() == 1) {
    if (linalg::isaContractionOpInterface(structured) && structured.getNumLoops() == 3)
      return addMatMul(structured);
    if (structured.getNumParallelLoops() == structured.getNumLoops())
      return addPointwise(structured);
  }
  return op->emitOpError("export-graph-schedule: is neither a matrix product nor elementwise with one result");
}

LogicalResult ScheduleExporter::run() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("export-graph-schedule: has more than one block");
  for (Operation &op : function.getBody().front())
    if (failed(add(&op)))
      return failure();
  return success();
}

namespace {

struct ExportGraphSchedulePass : public impl::ExportGraphScheduleBase<ExportGraphSchedulePass> {
  using ExportGraphScheduleBase::ExportGraphScheduleBase;

  void runOnOperation() override {
    if (failed(exportProblem()))
      signalPassFailure();
  }

  FailureOr<func::FuncOp> chosenFunction() {
    ModuleOp module = getOperation();
    func::FuncOp chosen;
    for (func::FuncOp candidate : module.getOps<func::FuncOp>()) {
      if (candidate.isExternal() || (!function.empty() && candidate.getName() != function))
        continue;
      if (chosen)
        return module.emitError("export-graph-schedule: several functions have a body; name one with function=");
      chosen = candidate;
    }
    if (!chosen)
      return module.emitError("export-graph-schedule: no function ")
             << (function.empty() ? "" : "'" + function + "' ") << "with a body";
    return chosen;
  }

  LogicalResult exportProblem() {
    ModuleOp module = getOperation();
    FailureOr<func::FuncOp> chosen = chosenFunction();
    if (failed(chosen))
      return failure();
    if (matmulRate <= 0 || pointwiseRate <= 0)
      return module.emitError("export-graph-schedule: rates must be positive, they are ")
             << matmulRate.getValue() << " and " << pointwiseRate.getValue();
    plan::schedule::Problem problem;
    problem.capacity = capacity;
    problem.bandwidth = bandwidth;
    problem.nativeWidth = nativeWidth;
    problem.nativeHeight = nativeHeight;
    ScheduleExporter exporter(*chosen, problem, {matmulRate, pointwiseRate});
    if (failed(exporter.run()))
      return failure();
    if (Status status = plan::schedule::check(problem); !status.ok())
      return chosen->emitError("export-graph-schedule: ") << status.error().message;
    std::string text = formats::writeMLSysProblem(problem, exporter.opNames);
    if (output == "-")
      text += '\n';
    if (Status status = writeFileAtomically(output, text); !status.ok())
      return module.emitError("export-graph-schedule: ") << status.error().message;
    return success();
  }
};

} // namespace

} // namespace alcove::supertiling
