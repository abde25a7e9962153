//===- Pass.cpp - ttir-split-over-mesh --------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApplySplit.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Mesh/Passes.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Plan/Mesh/Format/MeshFiles.h"
#include "alcove/Plan/Mesh/Policy.h"

#include "mlir/IR/BuiltinOps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::meshsplit {
#define GEN_PASS_DEF_TTIRSPLITOVERMESH
#include "alcove/Mesh/Passes.h.inc"
} // namespace alcove::meshsplit

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;

namespace {

/// `2x4`.
Result<std::vector<int64_t>> parseMesh(StringRef text) {
  auto [rows, columns] = text.split('x');
  int64_t a = 0, b = 0;
  if (rows.getAsInteger(10, a) || columns.getAsInteger(10, b) || a < 1 || b < 1 || a > 1024 || b > 1024)
    return Error{fmt::format("mesh '{}': rows x columns of chips are needed, such as 2x4", text.str())};
  return std::vector<int64_t>{a, b};
}

std::string inMicroseconds(plan::mesh::Cost ps) { return fmt::format("{:.1f} us", static_cast<double>(ps) / 1e6); }
std::string inMiB(Bytes bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20)); }

void explain(const plan::mesh::Problem &problem, const plan::mesh::Plan &plan) {
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    const plan::mesh::Op &op = problem.ops[o];
    const plan::mesh::Strategy &strategy = op.strategies[plan.strategies[o]];
    std::vector<std::string_view> splits;
    for (plan::mesh::Split split : strategy.splits)
      splits.push_back(plan::mesh::toString(split));
    std::string moves;
    auto add = [&](int32_t tensor, int32_t from, int32_t to) {
      const plan::mesh::Tensor &t = problem.tensors[tensor];
      if (from != to)
        moves += fmt::format("; {} {} -> {} {}", t.name, plan::mesh::toString(t.shardings[from]),
                             plan::mesh::toString(t.shardings[to]), inMicroseconds(t.conversion(from, to)));
    };
    for (size_t i = 0; i < op.inputs.size(); ++i)
      add(op.inputs[i], plan.kept[op.inputs[i]], strategy.inputs[i]);
    for (size_t i = 0; i < op.outputs.size(); ++i)
      add(op.outputs[i], strategy.outputs[i], plan.kept[op.outputs[i]]);
    fmt::print(stderr, "  {}: {} {}{}\n", op.name, fmt::join(splits, " x "), inMicroseconds(strategy.cost), moves);
  }
}

struct SplitOverMesh : meshsplit::impl::TTIRSplitOverMeshBase<SplitOverMesh> {
  using TTIRSplitOverMeshBase::TTIRSplitOverMeshBase;

  void runOnOperation() override {
    if (Status status = run(); !status.ok()) {
      getOperation().emitError(status.error().message);
      signalPassFailure();
    }
  }

private:
  Result<func::FuncOp> onlyFunction() {
    func::FuncOp found;
    int64_t count = 0;
    getOperation().walk([&](func::FuncOp function) {
      found = function;
      ++count;
    });
    if (count != 1)
      return Error{fmt::format("--mesh splits a module of one function; this one has {}", count)};
    bool meshed = false;
    getOperation().walk([&](ModuleOp module) {
      if (auto meshes = module->getAttrOfType<ttcore::MeshesAttr>(ttcore::meshesAttrName))
        for (ttcore::MeshAttr mesh : meshes.getMeshes())
          meshed |= llvm::any_of(mesh.getShape(), [](int64_t extent) { return extent > 1; });
    });
    if (meshed)
      return Error{"--mesh splits a program of one chip; this one names a mesh of several already"};
    return found;
  }

  static Error noPlan(const plan::mesh::Problem &problem, const MeshMachine &machine) {
    Bytes least = plan::mesh::leastBytes(problem);
    if (least <= problem.capacity)
      return Error{"no split of the function was found"};
    return Error{
        fmt::format("MP-V3: every chip would hold {} at least (tensors of {} split over {} chips), {} has {} of "
                    "DRAM: a mesh of about {} chips is needed",
                    inMiB(least), inMiB(least * problem.chips()), problem.chips(), machine.device,
                    inMiB(problem.capacity), ceilDiv(least * problem.chips(), std::max<Bytes>(1, problem.capacity)))};
  }

  Status run() {
    ALCOVE_ASSIGN_OR_RETURN(func::FuncOp function, onlyFunction());
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> shape, parseMesh(mesh));
    ALCOVE_ASSIGN_OR_RETURN(MeshMachine machine, machineOf(device, shape, links));
    ALCOVE_ASSIGN_OR_RETURN(SplitProblem split, splitProblemOf(function, machine));
    const plan::mesh::Problem &problem = split.problem;
    if (!exportProblem.empty())
      ALCOVE_RETURN_IF_ERROR(writeFileAtomically(exportProblem, formats::writeMeshProblem(problem)));
    ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<plan::mesh::MeshPolicy> chosen, plan::mesh::makePolicy(policy.getValue()));
    plan::mesh::MeshResult result = chosen->run(problem, plan::Budget{.workUnits = work});
    if (!result.plan.found())
      return noPlan(problem, machine);
    Result<plan::mesh::Account> account = plan::mesh::verify(problem, result.plan);
    if (!account.ok())
      return Error{fmt::format("policy {}: {}", policy.getValue(), account.error().message)};
    report(problem, machine, result, *account);
    applySplit(function, split, result.plan, machine);
    return {};
  }

  void report(const plan::mesh::Problem &problem, const MeshMachine &machine, const plan::mesh::MeshResult &result,
              const plan::mesh::Account &account) {
    std::string bound;
    if (result.bound > -plan::mesh::impossible)
      bound = fmt::format(", no split takes less than {} (gap {:.2f} %)", inMicroseconds(result.bound),
                          100.0 * static_cast<double>(account.cost - result.bound) /
                              static_cast<double>(std::max<plan::mesh::Cost>(1, result.bound)));
    fmt::print(stderr, "mesh {} on {}: {} = ops {} + conversions {}, {} of DRAM per chip{}\n", mesh.getValue(),
               machine.device, inMicroseconds(account.cost), inMicroseconds(account.ops),
               inMicroseconds(account.conversions), inMiB(account.peakBytes), bound);
    if (explainMesh)
      explain(problem, result.plan);
    if (!compare)
      return;
    for (std::string_view name : plan::mesh::policyNames()) {
      if (name == policy.getValue())
        continue;
      plan::mesh::Plan other = (*plan::mesh::makePolicy(name))->run(problem, plan::Budget{.workUnits = work}).plan;
      Result<plan::mesh::Account> its =
          other.found() ? plan::mesh::verify(problem, other) : Result<plan::mesh::Account>(Error{"no plan"});
      fmt::print(stderr, "  {:<14} {}\n", name, its.ok() ? inMicroseconds(its->cost) : its.error().message);
    }
  }
};

} // namespace
