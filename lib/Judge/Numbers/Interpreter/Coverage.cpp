//===- Coverage.cpp - Table of executed ops --------------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/Coverage.h"

#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <fmt/format.h>

#include <set>

namespace alcove::reference {

namespace {

/// What is known of the ops of one name.
struct OpRow {
  bool defined[2] = {}; ///< by dialect
  int64_t forms[2] = {}, ran[2] = {};
  std::vector<std::string> refusals;
  std::string tests, against;

  std::string cell(int dialect) const {
    if (!defined[dialect])
      return "-";
    if (forms[dialect] == 0)
      return "no form";
    if (ran[dialect] == 0)
      return "NO";
    return ran[dialect] == forms[dialect] ? "yes" : fmt::format("{} of {}", ran[dialect], forms[dialect]);
  }
};

using Rows = std::map<std::string, OpRow>;

/// 0 for ttir, 1 for ttnn, -1 for others.
int dialectOf(llvm::StringRef op) { return op.starts_with("ttir.") ? 0 : op.starts_with("ttnn.") ? 1 : -1; }

Rows definedOps(mlir::MLIRContext &context) {
  // Executed by the interpreter itself, not by a kernel.
  const std::set<std::string> control = {"ttnn.get_device", "ttnn.deallocate"};
  Rows rows;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    if (dialectOf(name) < 0)
      continue;
    OpRow &row = rows[name.substr(5)];
    row.defined[dialectOf(name)] = true;
    if (const OpTable::Entry *entry = OpTable::get().find(name)) {
      row.tests = entry->tests;
      row.against = entry->against;
    } else if (control.count(name)) {
      row.tests = "Interpreter";
      row.against = "rules NUM-E3, NUM-E4";
    }
  }
  return rows;
}

/// A function of the operands of `op`, beside the one that it is in, with a copy of it alone.
mlir::func::FuncOp alone(mlir::Operation *op) {
  mlir::OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op->getParentOfType<mlir::func::FuncOp>());
  llvm::SmallVector<mlir::Type> results;
  llvm::copy_if(op->getResultTypes(), std::back_inserter(results),
                [](mlir::Type type) { return mlir::isa<mlir::RankedTensorType>(type); });
  auto function = mlir::func::FuncOp::create(builder, op->getLoc(), "form",
                                             builder.getFunctionType(op->getOperandTypes(), results));
  mlir::Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  mlir::Operation *copy = builder.clone(*op);
  copy->setOperands(block->getArguments());
  llvm::SmallVector<mlir::Value> values;
  llvm::copy_if(copy->getResults(), std::back_inserter(values),
                [](mlir::Value value) { return mlir::isa<mlir::RankedTensorType>(value.getType()); });
  mlir::func::ReturnOp::create(builder, op->getLoc(), values);
  return function;
}

Status runOnce(mlir::func::FuncOp function) {
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments,
                          seededSource(function, 1, Precision::AsDeclared, nullptr));
  ALCOVE_RETURN_IF_ERROR(runFunction(function, *arguments));
  return {};
}

/// Runs `op` on seeded data, one that exchanges tensors on some mesh that it fits. The first refusal where it fits
/// none.
Status runForm(mlir::ModuleOp module, mlir::Operation *op) {
  if (op->getNumRegions() != 0)
    return Error{"NUM-E1: no kernel executes an op with regions"};
  mlir::func::FuncOp function = alone(op);
  Status done = runOnce(function);
  const OpTable::Entry *entry = OpTable::get().find(op);
  constexpr int64_t meshes[][2] = {{1, 2}, {2, 1}, {2, 2}, {1, 4}, {4, 1}, {2, 4}, {4, 2}, {1, 8}, {8, 1}};
  bool named = module->hasAttr(ttcore::meshesAttrName);
  for (size_t i = 0; !done.ok() && entry && entry->overMesh && !named && i < std::size(meshes); ++i) {
    auto mesh = ttcore::MeshAttr::get(op->getContext(), mlir::StringAttr::get(op->getContext(), "mesh"), meshes[i]);
    module->setAttr(ttcore::meshesAttrName, ttcore::MeshesAttr::get(op->getContext(), {mesh}));
    if (Status fits = runOnce(function); fits.ok())
      done = fits;
    module->removeAttr(ttcore::meshesAttrName);
  }
  function.erase();
  return done;
}

/// What is behind `place: 'op': `.
std::string withoutPlace(const std::string &message) {
  size_t end = message.find("': ");
  return end == std::string::npos ? message : message.substr(end + 3);
}

Status runForms(mlir::MLIRContext &context, llvm::StringRef section, Rows &rows) {
  std::string problem;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (problem.empty())
      llvm::raw_string_ostream(problem) << diagnostic.getLocation() << ": " << diagnostic;
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(section, &context);
  if (!module)
    return Error{fmt::format("a form does not parse: {}\n{}", problem, section.trim().str())};
  llvm::SmallVector<mlir::Operation *> ops;
  module->walk([&](mlir::Operation *op) {
    if (dialectOf(op->getName().getStringRef()) >= 0 && mlir::isa<mlir::func::FuncOp>(op->getParentOp()))
      ops.push_back(op);
  });
  for (mlir::Operation *op : ops) {
    std::string name = op->getName().getStringRef().str();
    int dialect = dialectOf(name);
    OpRow &row = rows[name.substr(5)];
    ++row.forms[dialect];
    auto parent = op->getParentOfType<mlir::ModuleOp>();
    if (Status done = runForm(parent, op); done.ok())
      ++row.ran[dialect];
    else
      row.refusals.push_back(fmt::format("{}: {}", name, withoutPlace(done.error().message)));
  }
  return {};
}

std::string textOf(const Rows &rows) {
  std::string text =
      "# Ops that the reference interpreter executes\n\nWritten by `alcove-run --coverage FORMS.mlir`, which runs "
      "every op "
      "of a file on seeded data; test/Judge/Numbers/coverage.test holds it to that. *yes*: each of its forms runs. A "
      "dash: "
      "the dialect has no such op.\n\n"
      "| op | ttir | ttnn | unit tests (unittests/Judge/Numbers) | checked against |\n|---|---|---|---|---|\n";
  int64_t defined = 0, executed = 0;
  std::string refusals;
  for (const auto &[name, row] : rows) {
    for (int dialect : {0, 1}) {
      defined += row.defined[dialect];
      executed += row.cell(dialect) == "yes";
    }
    text += fmt::format("| {} | {} | {} | {} | {} |\n", name, row.cell(0), row.cell(1), row.tests, row.against);
    for (const std::string &refusal : row.refusals)
      refusals += fmt::format("- {}\n", refusal);
  }
  text += fmt::format("\n{} of {} ops execute.\n", executed, defined);
  return refusals.empty() ? text : text + "\nForms that do not:\n\n" + refusals;
}

} // namespace

Result<std::string> coverageTable(mlir::MLIRContext &context, llvm::StringRef forms) {
  Rows rows = definedOps(context);
  llvm::SmallVector<llvm::StringRef> sections;
  forms.split(sections, "// -----\n");
  for (llvm::StringRef section : sections)
    ALCOVE_RETURN_IF_ERROR(runForms(context, section, rows));
  return textOf(rows);
}

} // namespace alcove::reference
