//===- Mesh.cpp - alcove-solve mesh ---------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BudgetOptions.h"
#include "CertifiedCost.h"
#include "Commands.h"
#include "StopOnSignal.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/Plan/Mesh/Certificate.h"
#include "alcove/Plan/Mesh/Format/MeshFiles.h"
#include "alcove/Plan/Mesh/Policy.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

// Not `using`: other commands have problems and plans, too, and are compiled in one go with this one.
namespace alcove::plan::mesh {
namespace {

struct MeshArguments {
  std::string input, out, certificate, policy = "exact";
  bool explain = false;
  solve::BudgetOptions budget;
};

struct CheckArguments {
  std::string problem, plan, certificate;
};

/// One line per op: how it is split, how its operands lie, and what is paid for that.
void explain(const Problem &problem, const Plan &plan) {
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

Error noPlan(const Problem &problem, const MeshResult &result, const std::string &policy) {
  if (Bytes least = leastBytes(problem); least > problem.capacity)
    return Error{fmt::format("MP-V3: no plan exists: {} bytes on every chip at least, however the tensors are split "
                             "over {} chips; there are {}. More chips, or more DRAM, are needed",
                             least, problem.chips(), problem.capacity)};
  return Error{fmt::format("{}: {}", policy, result.proved ? "no plan exists" : "no plan was found")};
}

Status runMesh(const MeshArguments &arguments) {
  auto start = std::chrono::steady_clock::now();
  solve::stopOnSignal();
  ALCOVE_ASSIGN_OR_RETURN(Problem problem, [&] {
    solve::ReadingLimit limit(arguments.input, arguments.budget.timeout());
    return solve::readWith(arguments.input, formats::parseMeshProblem);
  }());
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<MeshPolicy> policy, makePolicy(arguments.policy));
  if (!arguments.certificate.empty() && arguments.policy != "exact")
    return Error{fmt::format("--certificate: {} proves nothing; --policy=exact does", arguments.policy)};
  plan::Budget budget = arguments.budget.begin(start, arguments.budget.marginAfter(solve::secondsSince(start)));
  MeshResult result = policy->run(problem, budget);
  if (!arguments.certificate.empty() && result.certificate)
    ALCOVE_RETURN_IF_ERROR(
        writeFileAtomically(arguments.certificate, formats::writeLayoutCertificate(*result.certificate)));
  if (!result.plan.found())
    return noPlan(problem, result, arguments.policy);
  Result<Account> account = verify(problem, result.plan);
  if (!account.ok())
    return Error{fmt::format("{}: {}", arguments.policy, account.error().message)};
  if (!arguments.out.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(arguments.out, formats::writeMeshPlan(result.plan, result.bound)));
  if (arguments.explain)
    explain(problem, result.plan);
  double gap = result.bound > 0 ? static_cast<double>(account->cost) / static_cast<double>(result.bound) - 1
                                : (result.proved ? 0 : 1e9);
  std::string bound = result.bound <= -impossible ? "-" : std::to_string(result.bound);
  std::string line = fmt::format("cost={} ops={} conversions={} peak_bytes={} {} seconds={:.3f}", account->cost,
                                 account->ops, account->conversions, account->peakBytes,
                                 solve::outcomeText(result, bound, gap), solve::secondsSince(start));
  fmt::print(stderr, "{}\n", line);
  return arguments.budget.writeOutcome("mesh", line);
}

Status runCheck(const CheckArguments &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(Problem problem, solve::readWith(arguments.problem, formats::parseMeshProblem));
  ALCOVE_ASSIGN_OR_RETURN(Plan plan, solve::readWith(arguments.plan, formats::parseMeshPlan));
  Result<Account> account = verify(problem, plan);
  if (!account.ok())
    return Error{fmt::format("{}: {}", arguments.plan, account.error().message)};
  ALCOVE_ASSIGN_OR_RETURN(std::string proved, solve::provedText(arguments.certificate, account->cost,
                                                                [&](const plan::LayoutCertificate &of) {
                                                                  return checkCertificate(problem, of);
                                                                }));
  alcove::print("valid: cost={} peak_bytes={}{}\n", account->cost, account->peakBytes, proved);
  return {};
}

} // namespace
} // namespace alcove::plan::mesh

using namespace alcove;
using namespace alcove::plan;

void solve::addMeshCommand(CLI::App &app, int &exitCode) {
  auto arguments = std::make_shared<mesh::MeshArguments>();
  CLI::App *command = app.add_subcommand("mesh", "Split a model over the chips of a mesh, with a lower bound");
  command->add_option("problem", arguments->input, "mesh_problem JSON")->required();
  command->add_option("-o,--out", arguments->out, "Write the plan here (mesh_plan JSON)");
  command->add_option("--policy", arguments->policy, fmt::format("{}", fmt::join(mesh::policyNames(), ", ")))
      ->capture_default_str();
  command->add_option("--certificate", arguments->certificate,
                      "Write here why nothing costs less than the bound, for check mesh");
  command->add_flag("--explain", arguments->explain, "Say how every op is split, and what is converted");
  arguments->budget.addTo(*command, "table entries of the layout planner; candidates of auto-sharding");
  arguments->budget.defaultTimeout(60, true);
  command->callback([arguments, &exitCode] {
    if (Status status = mesh::runMesh(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}

void solve::addCheckMeshCommand(CLI::App &check, int &exitCode) {
  auto arguments = std::make_shared<mesh::CheckArguments>();
  CLI::App *command = check.add_subcommand("mesh", "Rules MP-V1..V5 of docs/spec/Mesh.md, and the bound");
  command->add_option("problem", arguments->problem, "mesh_problem JSON")->required();
  command->add_option("plan", arguments->plan, "mesh_plan JSON")->required();
  command->add_option("--certificate", arguments->certificate, "re-derive the bound from the problem");
  command->callback([arguments, &exitCode] {
    if (Status status = mesh::runCheck(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}
