//===- Evaluator.h - Executes StableHLO -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the public specification says, element by element: an oracle, not fast. Ops are in a table by name; one `add` in
// lib/Judge/Numbers/StableHLO makes an op known:
//
//   table.add<stablehlo::ReverseOp>([](auto op, Call &call) -> Result<Array> { ... });
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_STABLEHLO_EVALUATOR_H
#define ALCOVE_JUDGE_NUMBERS_STABLEHLO_EVALUATOR_H

#include "alcove/Judge/Numbers/StableHLO/Array.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>
#include <map>

namespace alcove::reference::arrays {

/// What an SSA value holds: a tensor, a tuple of items, or a token (neither).
struct Item {
  Item() = default;
  Item(Array array) : array(std::move(array)) {}
  Array array;
  std::vector<Item> tuple;
};
using Items = std::vector<Item>;

class Evaluator;
class Meeting;

/// One op with what its operands hold.
class Call {
public:
  Call(mlir::Operation *op, llvm::ArrayRef<Item> operands, Evaluator &evaluator)
      : op(op), operands(operands), evaluator(evaluator) {}

  const Array &in(unsigned i) const { return operands[i].array; }
  mlir::RankedTensorType type(unsigned i = 0) const {
    return mlir::cast<mlir::RankedTensorType>(op->getResult(i).getType());
  }
  Array zeros(unsigned i = 0) const { return Array::zeros(type(i)); }
  /// The first operands from `begin` on, as arrays.
  std::vector<Array> arrays(unsigned begin, unsigned count) const;

  mlir::Operation *op;
  llvm::ArrayRef<Item> operands;
  Evaluator &evaluator;
};

class Table {
public:
  using Handler = std::function<Result<Items>(Call &)>;
  static const Table &get();
  const Handler *find(llvm::StringRef op) const;
  const std::map<std::string, Handler> &all() const { return handlers; }

  template <typename... Ops, typename Fn>
  void add(Fn fn) {
    ((handlers[Ops::getOperationName().str()] = wrap<Ops>(fn)), ...);
  }

private:
  template <typename Op, typename Fn>
  static Handler wrap(Fn fn) {
    return [fn](Call &call) -> Result<Items> {
      auto result = fn(mlir::cast<Op>(call.op), call);
      if (!result.ok())
        return result.error();
      if constexpr (std::is_same_v<decltype(result), Result<Array>>)
        return Items{std::move(*result)};
      else if constexpr (std::is_same_v<decltype(result), Status>)
        return Items{};
      else
        return std::move(*result);
    };
  }

  std::map<std::string, Handler> handlers;
};

/// Runs functions of one module. An op that the evaluator does not execute, and an expectation of a test program that
/// does not hold, are errors with the place of the op.
class Evaluator {
public:
  Result<Items> run(mlir::func::FuncOp function, Items arguments);
  /// The region of a reduction, a loop, ..: what its terminator gives.
  Result<Items> run(mlir::Region &region, llvm::ArrayRef<Item> arguments);
  /// One op on given operands; regions see the values around it that this evaluator knows.
  Result<Items> evaluate(mlir::Operation *op, llvm::ArrayRef<Item> operands);
  /// Elements of a constant without data.
  std::function<Result<Array>(mlir::Operation *constant)> unknownConstant;

  Meeting *meeting = nullptr; ///< with other processes of a parallel run (Parallel.cpp)
  int64_t process = 0;        ///< its number there

  std::map<std::string, Items> probes; ///< by their name, in the order in which they were met
  int64_t expectations = 0;            ///< that held

private:
  llvm::DenseMap<mlir::Value, Item> values;
};

/// Two scalars to one: the body of a reduction, directly where it is one op.
class Combiner {
public:
  Combiner(mlir::Region &region, Evaluator &evaluator);
  /// `left` is replaced.
  Status operator()(std::vector<Array> &left, const std::vector<Array> &right);

private:
  mlir::Region &region;
  Evaluator &evaluator;
  mlir::Operation *only;
};

// One function per file.
void addElementwise(Table &table);
void addMovement(Table &table);
void addIndexing(Table &table);
void addContractions(Table &table);
void addWindows(Table &table);
void addLinearAlgebra(Table &table);
void addControl(Table &table);
void addChecks(Table &table);
void addParallel(Table &table);

} // namespace alcove::reference::arrays

#endif // ALCOVE_JUDGE_NUMBERS_STABLEHLO_EVALUATOR_H
