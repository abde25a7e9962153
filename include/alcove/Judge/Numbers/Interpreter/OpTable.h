//===- OpTable.h - Which kernel executes which op ---------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One entry per op name of either dialect; twins share a handler. Adding an op is one `add` in
// lib/Judge/Numbers/Interpreter/Ops/:
//
//   table.add<ttir::PadOp, ttnn::PadOp>("Pad", [](auto op, OpCall &call) -> Result<Tensor> {
//     return pad(call.in(0), ...);
//   });
//
// The first argument names the unit tests that check the kernel (suite prefix in unittests/Judge/Numbers); the coverage
// table of docs/spec/JudgeNumbersCoverage.md is printed from it.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_OPTABLE_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_OPTABLE_H

#include "alcove/Judge/Numbers/Kernels/Collectives.h"
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <functional>
#include <map>
#include <string>

namespace alcove::reference {

/// The type that values of a tensor type are held in: the layout's data type when the type has one, else the element
/// type. f64 is held as f32.
Result<ElementType> heldTypeOf(mlir::RankedTensorType type, Precision precision);
Result<ElementType> heldTypeOf(mlir::Type elementType);

/// Integers of any attribute that holds some: arrays, dense arrays, dense elements, #ttnn.shape, one integer.
Result<Shape> integersOf(mlir::Attribute attribute);
/// A float or an integer attribute.
Result<double> numberOf(mlir::Attribute attribute);
/// An ElementsAttr as a tensor, held in `type`.
Result<Tensor> tensorOf(mlir::ElementsAttr attribute, ElementType type);

/// One op on one chip.
class OpCall {
public:
  mlir::Operation *op = nullptr;
  Precision precision = Precision::AsDeclared;
  int64_t chip = 0;
  std::vector<Tensor *> operands; ///< one per operand of the op, null for device handles

  const PackedTensor *packedRight = nullptr; ///< operand 1 where the op reads it packed; `operands` has none then

  const Tensor &in(unsigned i) const { return *operands[i]; }
  /// The tensor of an operand by its value, null for an absent optional one.
  const Tensor *find(mlir::Value value) const { return lookup(value); }
  /// The tensor that an op writes in place.
  Tensor &inPlace(mlir::Value value) {
    written.push_back(value);
    return *lookup(value);
  }
  llvm::ArrayRef<mlir::Value> writtenOperands() const { return written; }
  mlir::RankedTensorType type(unsigned i = 0) const {
    return mlir::cast<mlir::RankedTensorType>(op->getResult(i).getType());
  }
  Shape shape(unsigned i = 0) const { return Shape(type(i).getShape().begin(), type(i).getShape().end()); }
  /// The type that result `i` is held in; the interpreter has checked that there is one.
  ElementType held(unsigned i = 0) const { return *heldTypeOf(type(i), precision); }

private:
  Tensor *lookup(mlir::Value value) const;
  llvm::SmallVector<mlir::Value, 1> written;
};

/// One op on all chips of a mesh.
struct MeshCall {
  mlir::Operation *op = nullptr;
  Precision precision = Precision::AsDeclared;
  Shape mesh;
  std::vector<PerChip> operands; ///< per operand, then per chip; empty for device handles
  const PerChip *find(mlir::Value value) const;
};

class OpTable {
public:
  using Handler = std::function<Result<std::vector<Tensor>>(OpCall &)>;
  using MeshHandler = std::function<Result<std::vector<PerChip>>(MeshCall &)>; ///< per result, then per chip
  struct Entry {
    Handler perChip;
    MeshHandler overMesh; ///< set for ops whose chips exchange tensors
    std::string tests;    ///< suites of unit tests that check the kernel
    std::string against;  ///< closed form, second implementation, identity
  };

  /// The table of everything this room executes.
  static const OpTable &get();
  const Entry *find(llvm::StringRef opName) const;
  /// Of an op with quantized elements only kernels that know their scales or move them: nullptr for the others.
  const Entry *find(mlir::Operation *op) const;
  const std::map<std::string, Entry> &all() const { return entries; }

  void insert(llvm::StringRef opName, Handler handler, llvm::StringRef tests, llvm::StringRef against);

  /// Registers `fn(op, call)` for each of `Ops`; it returns a Result of one tensor or of all results, or a Status for
  /// ops without results.
  template <typename... Ops, typename Fn>
  void add(llvm::StringRef tests, llvm::StringRef against, Fn fn) {
    (insert(Ops::getOperationName(), wrap<Ops>(fn), tests, against), ...);
  }
  template <typename... Ops, typename Fn>
  void addOverMesh(llvm::StringRef tests, llvm::StringRef against, Fn fn) {
    ((entries[Ops::getOperationName().str()] = Entry{nullptr, wrapOverMesh<Ops>(fn), tests.str(), against.str()}), ...);
  }

private:
  template <typename Op, typename Fn>
  static Handler wrap(Fn fn) {
    return [fn](OpCall &call) -> Result<std::vector<Tensor>> {
      auto result = fn(mlir::cast<Op>(call.op), call);
      if (!result.ok())
        return result.error();
      if constexpr (std::is_same_v<decltype(result), Status>)
        return std::vector<Tensor>();
      else if constexpr (std::is_same_v<decltype(result), Result<Tensor>>)
        return std::vector<Tensor>{std::move(*result)};
      else
        return std::move(*result);
    };
  }

  template <typename Op, typename Fn>
  static MeshHandler wrapOverMesh(Fn fn) {
    return [fn](MeshCall &call) -> Result<std::vector<PerChip>> {
      auto result = fn(mlir::cast<Op>(call.op), call);
      if (!result.ok())
        return result.error();
      if constexpr (std::is_same_v<decltype(result), Result<PerChip>>)
        return std::vector<PerChip>{std::move(*result)};
      else
        return std::move(*result);
    };
  }

  std::map<std::string, Entry> entries;
};

// One function per file of lib/Judge/Numbers/Interpreter/Ops/.
void addElementwiseOps(OpTable &table);
void addQuantizationOps(OpTable &table);
void addContractionOps(OpTable &table);
void addWindowOps(OpTable &table);
void addWindowGeneralOps(OpTable &table);
void addReductionOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addNormalizationPartsOps(OpTable &table);
void addSelectionOps(OpTable &table);
void addShapeOps(OpTable &table);
void addCreationOps(OpTable &table);
void addLayoutOps(OpTable &table);
void addAttentionOps(OpTable &table);
void addHeadsOps(OpTable &table);
void addCacheOps(OpTable &table);
void addCollectiveOps(OpTable &table);
void addExpertOps(OpTable &table);
void addRunTimeOps(OpTable &table);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_OPTABLE_H
