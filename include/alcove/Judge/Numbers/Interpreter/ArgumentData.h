//===- ArgumentData.h - Numbers for a function's arguments - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_ARGUMENTDATA_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_ARGUMENTDATA_H

#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include <memory>

namespace alcove::reference {

/// Seeded data that excites a model, by the role of each argument (ArgumentRoles.h). Chips get the same data unless an
/// argument is `presharded`. Same seed, same data, whatever the types' precision.
Result<std::vector<PerChip>> seededArguments(mlir::func::FuncOp function, uint64_t seed, Precision precision);
/// Large seeded arguments, drawn once for several runs of one function and seed. Nothing is kept beyond `limit` bytes:
/// what does not fit is drawn again.
struct DrawnArguments {
  explicit DrawnArguments(int64_t limit) : limit(limit) {}
  std::map<std::pair<unsigned, size_t>, PackedTensor> tensors; ///< by argument and chip, as declared
  int64_t limit, bytes = 0;
};
/// The same data, made when it is asked for. Only the types in `function` are looked at later: it must live.
Result<std::unique_ptr<ArgumentSource>> seededSource(mlir::func::FuncOp function, uint64_t seed, Precision precision,
                                                     std::shared_ptr<DrawnArguments> drawn = nullptr);
/// `arguments` with those of `exponents` times powers of two (Calibration.h); integers stay as they are.
std::unique_ptr<ArgumentSource> scaledSource(std::unique_ptr<ArgumentSource> arguments,
                                             std::map<unsigned, int> exponents);
// NUM-D7
/// Exponents by which the arguments that norms read the size of become so small that the epsilons of the norms show.
std::map<unsigned, int> quietExponents(mlir::func::FuncOp function);
/// Tensors at hand as a source that keeps them.
std::unique_ptr<ArgumentSource> sourceOf(const std::vector<PerChip> &arguments);

/// Argument `n` from the first file of `<directory>/<ttir.name>.npy`, `<directory>/arg<n>.npy`; what has none comes from
/// `others`, else it is an error. Each chip gets the same tensor of a file.
Result<std::vector<PerChip>> argumentsFromFiles(mlir::func::FuncOp function, const std::string &directory,
                                                Precision precision, ArgumentSource *others = nullptr);

/// `arguments` of another function as `function` declares them: element types are converted, shapes must have as many
/// elements.
Result<std::vector<PerChip>> fitArguments(mlir::func::FuncOp function, const std::vector<PerChip> &arguments,
                                          Precision precision);
/// The same, one argument at a time.
Result<std::unique_ptr<ArgumentSource>> fittedSource(mlir::func::FuncOp function,
                                                     std::unique_ptr<ArgumentSource> arguments, Precision precision);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_ARGUMENTDATA_H
