//===- OpQuestions.h - The model asked about layouts not yet there -*- C++ -*-//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_OPQUESTIONS_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_OPQUESTIONS_H

#include "alcove/Layouts/LegalLayouts.h"
#include "alcove/OpModel/OpModel.h"

namespace alcove::transforms {

/// Asks the op model about an op with other layouts than it has now, and keeps each op's legal configurations.
class OpQuestions {
public:
  /// `budget`: L1 bytes per core that an op with its inputs may need.
  OpQuestions(const opmodel::OpModel &model, const queries::Machine &machine, Bytes budget,
              const layouts::LegalLayoutOptions &options, const layouts::Overrides &overrides)
      : machine(machine), budget(budget), model(model), options(options), overrides(overrides) {}

  /// Legal configurations of an op, computed once.
  const std::vector<layouts::OpConfig> &configs(mlir::Operation *op);

  /// Layout that `op` produces under `config` when operand 0 lies as `input` (nothing: as it lies now); nothing when
  /// the backend refuses or L1 does not suffice. `why` gets the reason.
  std::optional<device::TensorLayout> produced(mlir::Operation *op, const layouts::OpConfig &config,
                                               const std::optional<device::TensorLayout> &input,
                                               std::string *why = nullptr);

  /// Indices of the configurations that the op accepts and really produces for that input.
  std::vector<int> accepted(mlir::Operation *op, const std::optional<device::TensorLayout> &input,
                            std::string *why = nullptr);

  /// L1 bytes per core that `op` needs with its inputs when they lie as `inputs` (one per tensor operand) and it runs
  /// under `config` (nothing: as it stands); nothing when the backend refuses or produces another layout.
  std::optional<Bytes> need(mlir::Operation *op, const std::vector<device::TensorLayout> &inputs,
                            const std::optional<layouts::OpConfig> &config);

  /// Modelled time of `op`, arguments as for need(); nothing when the model has no figure.
  std::optional<Nanoseconds> time(mlir::Operation *op, const std::vector<device::TensorLayout> &inputs,
                                  const std::optional<layouts::OpConfig> &config);
  /// Modelled time of a conversion; 0 when the model has no figure.
  Nanoseconds moveTime(const device::TensorSpec &from, const device::TensorLayout &to);

  /// May a tensor be converted from `from` to `to`?
  bool canConvert(const device::TensorSpec &from, const device::TensorLayout &to);

  /// Forgets what it knows of ops, when these were replaced.
  void forget() {
    configCache.clear();
    queryCache.clear();
  }

  const queries::Machine &machine;
  const Bytes budget;
  /// Questions asked so far.
  int64_t asked = 0;

private:
  const opmodel::Query *baseQuery(mlir::Operation *op);
  std::optional<opmodel::Query> plannedQuery(mlir::Operation *op, const std::vector<device::TensorLayout> &inputs,
                                             const std::optional<layouts::OpConfig> &config);

  const opmodel::OpModel &model;
  layouts::LegalLayoutOptions options;
  const layouts::Overrides &overrides;
  llvm::DenseMap<mlir::Operation *, std::vector<layouts::OpConfig>> configCache;
  llvm::DenseMap<mlir::Operation *, std::optional<opmodel::Query>> queryCache;
};

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_OPQUESTIONS_H
