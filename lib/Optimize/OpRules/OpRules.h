//===- OpRules.h - What the planner knows of ops ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the planner knows of an op besides the backend's answers stands here, one class and one file per
// family: may chains shard it, which configurations exist, does it choose its own grid, does it free its input. A new
// op is a row in the table of its family.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_OPRULES_OPRULES_H
#define ALCOVE_LIB_OPTIMIZE_OPRULES_OPRULES_H

#include "alcove/Optimize/Layouts/LegalLayouts.h"
#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::transforms {

/// A result layout with the op attributes that go with it (conv2d_config, matmul_program_config).
struct OpConfiguration {
  device::TensorLayout result;
  llvm::SmallVector<mlir::NamedAttribute, 1> attributes;
  /// Not an attribute but the best of `OpRules::programs` for what the op reads: 0 = the fastest, larger ones take less
  /// L1. -1 = `attributes` say all.
  int32_t programRank = -1;
};

/// Attributes under which an op may run, and where it wants operands that are constants: these are converted once, by
/// the function that makes them.
struct OpProgram {
  llvm::SmallVector<mlir::NamedAttribute, 1> attributes;
  llvm::SmallVector<std::pair<unsigned, device::TensorLayout>, 1> constants;
};

/// What an op reads and makes when its programs are listed.
struct ProgramRequest {
  llvm::ArrayRef<device::TensorSpec> operands;
  device::TensorSpec result;
  std::vector<bool> constant; ///< per operand: may be stored in any layout in DRAM
  const queries::Machine &machine;
  bool exhaustive = false; ///< all block sizes that divide, not only those worth trying
};

class OpRules {
public:
  explicit OpRules(plan::OpKind kind) : kind(kind) {}
  virtual ~OpRules() = default;

  /// The rules of the op's family; those of `Other` for an op in no table.
  static const OpRules &of(mlir::Operation *op);

  plan::OpTraits traits(mlir::Operation *op) const;

  /// Configurations of `op` for each of `results`, in their order. Default: each result once, without attributes.
  virtual std::vector<OpConfiguration> configurations(mlir::Operation *op, llvm::ArrayRef<device::TensorLayout> results,
                                                      const queries::Machine &machine,
                                                      const layouts::Overrides &overrides) const;

  /// Programs that may run `op` as requested; none for ops without program configurations.
  virtual std::vector<OpProgram> programs(mlir::Operation *op, const ProgramRequest &request) const { return {}; }

  /// The backend chooses the grid of the result; it answers alike for all grids of one kind of sharding.
  virtual bool choosesItsGrid() const { return false; }
  /// The op has program configurations: `programs` lists them.
  virtual bool hasPrograms() const { return false; }
  /// Without a program configuration, or one that says all, the backend chooses by the L1 that is free.
  virtual bool choosesItsProgram() const { return false; }
  /// The backend makes its buffers as large as the L1 that is free lets it, up to a row of tiles, in the same time.
  virtual bool fillsFreeL1() const { return false; }
  /// Runs under the first legal configuration in DRAM that is accepted, not as it stands.
  virtual bool settlesByConfiguration() const { return false; }
  /// Stays as it stands: another pass takes the op apart, and what the backend says of it whole would not hold.
  virtual bool staysAsItStands() const { return false; }
  /// Its result lies where its input does (plan::OpTraits::keepsPlace).
  virtual bool keepsPlace() const { return false; }
  /// Operand that the op frees under these attributes once it has read it from L1; -1 = none.
  virtual int32_t freedOperand(llvm::ArrayRef<mlir::NamedAttribute> attributes) const { return -1; }
  /// After the plan is applied: makes attributes agree with operands and users. `configured`: the plan set some;
  /// `alone`: no other op reads the bytes of operand 0.
  virtual void finish(mlir::Operation *op, bool configured, bool alone) const {}

  const plan::OpKind kind;

protected:
  /// What the family adds to the traits.
  virtual void refine(mlir::Operation *op, plan::OpTraits &traits) const {}
};

/// The rules of one op, by its name without dialect. Each family's file has a table of these.
struct OpRulesRow {
  llvm::StringLiteral op;
  const OpRules *rules;
};
llvm::ArrayRef<OpRulesRow> elementwiseRows();
llvm::ArrayRef<OpRulesRow> contractionRows();
llvm::ArrayRef<OpRulesRow> windowRows();
llvm::ArrayRef<OpRulesRow> reductionRows();
llvm::ArrayRef<OpRulesRow> normalizationRows();
llvm::ArrayRef<OpRulesRow> selectionRows();
llvm::ArrayRef<OpRulesRow> shapeRows();
llvm::ArrayRef<OpRulesRow> creationRows();
llvm::ArrayRef<OpRulesRow> layoutRows();
llvm::ArrayRef<OpRulesRow> attentionRows();
llvm::ArrayRef<OpRulesRow> headsRows();
llvm::ArrayRef<OpRulesRow> cacheRows();
llvm::ArrayRef<OpRulesRow> collectiveRows();

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_OPRULES_OPRULES_H
