//===- Mesh.cpp - alcove-solve mesh ---------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanCommand.h"

#include "alcove/Plan/Mesh/Certificate.h"
#include "alcove/Plan/Mesh/Format/MeshFiles.h"
#include "alcove/Plan/Mesh/Policy.h"

// Not `using`: other commands have problems and plans, too, and are compiled in one go with this one.
namespace alcove::plan::mesh {
namespace {

struct MeshCommand {
  using Problem = mesh::Problem;
  using Plan = mesh::Plan;
  using Account = mesh::Account;
  using Result = MeshResult;
  static constexpr auto impossible = mesh::impossible;
  static constexpr const char *name = "mesh", *purpose = "Split a model over the chips of a mesh, with a lower bound",
                              *rules = "MP-V1..V5 of docs/spec/Mesh.md",
                              *explained = "Say how every op is split, and what is converted",
                              *workUnits = "table entries of the layout planner; candidates of auto-sharding";
  static constexpr auto parseProblem = formats::parseMeshProblem;
  static constexpr auto parsePlan = formats::parseMeshPlan;
  static constexpr auto writePlan = formats::writeMeshPlan;
  static constexpr auto policyNames = mesh::policyNames;
  static auto makePolicy(const std::string &policy) { return mesh::makePolicy(policy); }
  static auto verify(const Problem &problem, const Plan &plan) { return mesh::verify(problem, plan); }
  static auto checkCertificate(const Problem &problem, const LayoutCertificate &of) {
    return mesh::checkCertificate(problem, of);
  }

  static std::string whyNone(const Problem &problem, const Result &) {
    Bytes least = leastBytes(problem);
    if (least <= problem.capacity)
      return "";
    return fmt::format("MP-V3: no plan exists: {} bytes on every chip at least, however the tensors are split over {} "
                       "chips; there are {}. More chips, or more DRAM, are needed",
                       least, problem.chips(), problem.capacity);
  }

  /// One line per op: how it is split, how its operands lie, and what is paid for that.
  static void explain(const Problem &problem, const Plan &plan) {
    for (size_t o = 0; o < problem.ops.size(); ++o) {
      const Op &op = problem.ops[o];
      const Strategy &strategy = op.strategies[plan.strategies[o]];
      std::vector<std::string_view> splits;
      for (Split split : strategy.splits)
        splits.push_back(toString(split));
      std::string moves;
      auto add = [&](int32_t tensor, int32_t from, int32_t to) {
        const Tensor &t = problem.tensors[tensor];
        if (from != to)
          moves += fmt::format("  {}: {} -> {} ({})", t.name, toString(t.shardings[from]), toString(t.shardings[to]),
                               t.conversion(from, to));
      };
      for (size_t i = 0; i < op.inputs.size(); ++i)
        add(op.inputs[i], plan.kept[op.inputs[i]], strategy.inputs[i]);
      for (size_t i = 0; i < op.outputs.size(); ++i)
        add(op.outputs[i], strategy.outputs[i], plan.kept[op.outputs[i]]);
      alcove::print("{}: {}, cost {}{}\n", op.name, fmt::join(splits, " "), strategy.cost, moves);
    }
  }

  static std::string summary(const Account &account) {
    return fmt::format("ops={} conversions={} peak_bytes={}", account.ops, account.conversions, account.peakBytes);
  }
  static std::string checked(const Account &account) { return fmt::format("peak_bytes={}", account.peakBytes); }
};

} // namespace
} // namespace alcove::plan::mesh

using namespace alcove;

void solve::addMeshCommand(CLI::App &app, int &exitCode) { addPlanCommand<plan::mesh::MeshCommand>(app, exitCode); }
void solve::addCheckMeshCommand(CLI::App &check, int &exitCode) {
  addPlanCheckCommand<plan::mesh::MeshCommand>(check, exitCode);
}
