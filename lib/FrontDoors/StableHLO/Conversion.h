//===- Conversion.h - One function of StableHLO written as TTIR -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function is gone through as an interpreter would: calls, composites, branches on what is known and loops are
// followed, what is known before a run is computed, and of every other op a converter writes TTIR:
//
//   %1 = stablehlo.iota dim = 0 : tensor<4xi32>              known, nothing is written
//   %2 = call @silu(%arg0)                                   the ops of @silu
//   %3 = stablehlo.select %pred, %a, %b                      %3 = "ttir.where"(%pred, %a, %b)
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_CONVERSION_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_CONVERSION_H

#include "Shardings.h"
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/IR/Builders.h"

namespace alcove::stablehlo {

inline mlir::RankedTensorType typeOf(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()); }
inline bool isPred(mlir::Type type) { return mlir::getElementTypeOrSelf(type).isInteger(1); }

/// Signed integers of eight bits.
inline bool isByte(mlir::Type type) {
  auto integer = mlir::dyn_cast<mlir::IntegerType>(mlir::getElementTypeOrSelf(type));
  return integer && integer.getWidth() == 8 && !integer.isUnsigned();
}

using reference::arrays::Array;
using Dims = llvm::SmallVector<int64_t>;

/// What a value of StableHLO has become: a value of TTIR, numbers that are known, both, or a tuple. A complex tensor that
/// is not known is its real and imaginary part, held as the elements of a tuple.
struct Held {
  mlir::Value value;
  std::optional<Array> known;
  std::vector<Held> tuple;
  bool isTuple = false;
};
using Helds = llvm::SmallVector<Held>;

class Conversion;

/// More elements are not kept as numbers: they are written as ops.
constexpr int64_t knownElements = 1 << 16;

/// One op with what its operands have become. Values are written where they are asked for.
class OpConversion {
public:
  OpConversion(mlir::Operation *op, llvm::ArrayRef<Held> operands, Conversion &conversion);

  mlir::Value in(unsigned i);
  mlir::RankedTensorType inType(unsigned i) const {
    return mlir::cast<mlir::RankedTensorType>(op->getOperand(i).getType());
  }
  mlir::RankedTensorType type(unsigned i = 0) const {
    return mlir::cast<mlir::RankedTensorType>(op->getResult(i).getType());
  }
  const Array *known(unsigned i) const { return operands[i].known ? &*operands[i].known : nullptr; }
  /// The one number that every element of a known operand is.
  std::optional<double> splat(unsigned i) const;
  /// The known integers of an operand.
  std::optional<Dims> integers(unsigned i) const;

  /// `name` of ttir with tensors `operands`.
  mlir::Value make(llvm::StringRef name, mlir::RankedTensorType type, mlir::ValueRange operands,
                   llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  mlir::NamedAttribute attr(llvm::StringRef name, mlir::Attribute value);

  // Nothing is written where nothing changes.
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value permute(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value typecast(mlir::Value value, mlir::Type element);
  /// Integers in another type, of which they keep the low bits. TTIR's own i8 is that of quantized numbers, which a
  /// typecast saturates (NUM-N3).
  mlir::Value wrapped(mlir::Value value, mlir::Type element);
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> begins, llvm::ArrayRef<int64_t> ends,
                    llvm::ArrayRef<int64_t> steps);
  mlir::Value concat(mlir::ValueRange values, int64_t dim);
  mlir::Value constant(mlir::RankedTensorType type, double value);
  mlir::Value binary(llvm::StringRef name, mlir::Value lhs, mlir::Value rhs);

  /// What keeps the op from being TTIR; converters return it.
  mlir::LogicalResult refuse(const llvm::Twine &why);
  /// The results of the op, in their order.
  mlir::LogicalResult done(llvm::ArrayRef<mlir::Value> values);

  mlir::Operation *op;
  llvm::ArrayRef<Held> operands;
  Conversion &conversion;
  mlir::OpBuilder &builder;
  llvm::SmallVector<mlir::Value> results;
  std::string why;
};

/// `update` in `operand` from `starts` on, as slices and concatenations.
mlir::Value updated(OpConversion &c, mlir::Value operand, mlir::Value update, llvm::ArrayRef<int64_t> starts,
                    size_t dim = 0);
/// Places in a window that are written out, up to ten ops each.
constexpr int64_t mostPlaces = 64;
/// `value` between copies of `with`: `inner` of them between neighbours; below zero at an edge cuts.
mlir::Value padded(OpConversion &c, mlir::Value value, double with, llvm::ArrayRef<int64_t> low,
                   llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> inner);
/// Each element to the nearest whole number; of two the even one, or the one away from zero.
mlir::Value rounded(OpConversion &c, mlir::Value value, bool toEven);
/// A number as bodies of scalars take it.
Array scalarOf(mlir::Type element, double value);
/// What a body of two scalars does: `sum`, `max`, `min`, `prod`, `and`, `or`; empty for anything else. Told by the op
/// in it, else by what it makes of sample numbers.
llvm::StringRef combinationOf(mlir::Region &body, reference::arrays::Evaluator &evaluator);
/// The real and the imaginary part of a complex tensor.
std::pair<Held, Held> partsOf(const Held &held);
/// Each known number is its position along `dim`.
bool isIota(const Array *array, int64_t dim);

using Converter = std::function<mlir::LogicalResult(OpConversion &)>;
using ConverterTable = llvm::StringMap<Converter>;

void addElementwise(ConverterTable &table);
void addMovement(ConverterTable &table);
void addContractions(ConverterTable &table);
void addReductions(ConverterTable &table);
void addIndexing(ConverterTable &table);
void addCollectives(ConverterTable &table);

/// Calls and composites by a name that stands for an op of TTIR, with attributes `said`.
bool isLibraryCall(llvm::StringRef target);
mlir::LogicalResult convertLibraryCall(OpConversion &c, llvm::StringRef target, mlir::DictionaryAttr said);

/// What a program is written in: its converters, and what following a program needs beside them.
struct Target {
  llvm::StringRef name; ///< as errors say it
  ConverterTable table;
  mlir::Value (*constant)(mlir::OpBuilder &, mlir::Location, mlir::DenseElementsAttr);
  /// Whether both predicates, without dimensions, hold.
  mlir::Value (*both)(mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::Value);
  /// `yes` where the predicate, without dimensions, holds.
  mlir::Value (*choose)(mlir::OpBuilder &, mlir::Location, mlir::Value pred, mlir::Value yes, mlir::Value no);
  /// The type that an argument has there; null where it keeps its own.
  mlir::RankedTensorType (*argument)(mlir::RankedTensorType) = nullptr;
  /// The numbers that an op stands for; null where only ops of StableHLO do.
  std::optional<Array> (*numbers)(mlir::Operation *) = nullptr;
  /// It is TTIR: arguments have roles, caches are written in place, calls of the library and meshes have ops.
  bool isTTIR = false;
};
const Target &toTTIR();
const Target &tosaToTTIR();
const Target &toLinalg();

/// Ops that are followed: calls, loops, tuples and what stands for its operands.
bool isFollowed(llvm::StringRef op);

/// Ops on complex numbers that TTIR gets as ops on their parts.
bool isOnParts(llvm::StringRef op);

struct ConversionOptions {
  int64_t maxRounds = 64;          ///< of a loop that are written out
  bool returnExpectations = false; ///< results are what a test program checks, not what it returns
};

class Conversion {
public:
  Conversion(mlir::func::FuncOp from, mlir::func::FuncOp to, const Target &target, const ConversionOptions &options);
  /// Errors are reported at the op of StableHLO.
  mlir::LogicalResult run();

  mlir::Value materialize(Held &held, mlir::Location loc, mlir::RankedTensorType type);
  /// An op that is not followed, on reals and integers: computed where its operands are known, else written.
  mlir::LogicalResult convertPlain(mlir::Operation *op, llvm::ArrayRef<Held> operands, Helds &results);
  mlir::OpBuilder builder;
  reference::arrays::Evaluator evaluator;
  std::vector<Array> expected; ///< with returnExpectations, one per result
  const Shardings shardings;
  std::optional<std::array<int64_t, 2>> impliedChips; ///< by groups, where the module names none
  /// The argument of `to` that a constant without data became.
  std::optional<unsigned> argumentOf(mlir::Operation *constant) const;

private:
  mlir::FailureOr<mlir::Value> meshShard(mlir::Operation *op, mlir::Value value, mlir::RankedTensorType type,
                                         Result<ShardDims> dims, bool toParts);
  mlir::LogicalResult cutAll(mlir::Operation *op, llvm::MutableArrayRef<Held> values, mlir::TypeRange from,
                             mlir::TypeRange types, llvm::StringRef text, llvm::StringRef manual, bool toParts,
                             Helds &results);
  mlir::LogicalResult convertManual(sdy::ManualComputationOp op, Helds operands, Helds &results);
  std::optional<mlir::LogicalResult> convertCut(CustomCallOp op, Helds operands, Helds &results);
  mlir::LogicalResult convertByLibrary(mlir::Operation *op, llvm::StringRef target, mlir::DictionaryAttr said,
                                       llvm::ArrayRef<Held> operands, Helds &results);
  mlir::LogicalResult convertBlock(mlir::Block &block, llvm::ArrayRef<Held> arguments, Helds &results);
  mlir::LogicalResult convertOp(mlir::Operation *op, Helds &results);
  mlir::LogicalResult convertCall(mlir::Operation *op, mlir::FlatSymbolRefAttr callee, Helds operands, Helds &results);
  mlir::LogicalResult convertCustomCall(CustomCallOp op, Helds operands, Helds &results);
  void check(const Held &actual, const Array &expectation);
  mlir::LogicalResult convertMap(MapOp op, llvm::ArrayRef<Held> operands, Helds &results);
  mlir::LogicalResult convertLoop(mlir::Operation *loop, Helds state, Helds &results);
  mlir::LogicalResult convertBranch(mlir::Operation *op, Held selector, Helds arguments, Helds &results);
  bool compute(mlir::Operation *op, llvm::ArrayRef<Held> operands, Helds &results);
  /// Nothing for an op on elements that TTIR has.
  std::optional<mlir::LogicalResult> convertByParts(mlir::Operation *op, llvm::ArrayRef<Held> operands, Helds &results);
  mlir::LogicalResult applyConverter(mlir::Operation *op, llvm::ArrayRef<Held> operands, Helds &results);
  Held addParameter(ConstantOp constant);
  /// Whether an op behind what is followed now reads what `cache` stands for.
  bool isReadLater(mlir::Value cache) const;
  mlir::BlockArgument cacheOf(OpConversion &c);
  /// Writes rows of a donated argument in place, where the op is that.
  bool updateCache(OpConversion &c);
  Held bothHold(mlir::Location loc, Held &a, Held &b);
  Held choose(mlir::Location loc, Held &pred, Held &yes, Held &no, mlir::Type type);

  mlir::InFlightDiagnostic refuse(mlir::Operation *op);

  mlir::func::FuncOp from, to;
  const Target &target;
  const ConversionOptions &options;
  llvm::DenseMap<mlir::Value, Held> held;
  llvm::DenseMap<mlir::Operation *, Held> parameters;
  unsigned depth = 0;
  std::vector<std::pair<mlir::Block *, mlir::Operation *>> following; ///< blocks, and the op in each
  bool isRepeated = false;                                            ///< in a loop or branch
  std::vector<std::pair<Held, mlir::RankedTensorType>> checked;
  std::vector<std::unique_ptr<mlir::Region>> bodies; ///< of maps, on tensors
};

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_CONVERSION_H
