//===- FunctionTiler.cpp - One function, planned and tiled ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionTiler.h"
#include "Rounds.h"

#include "alcove/Judge/Tiles/Judge.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "alcove/Plan/Tiling/ProgramBound.h"
#include "alcove/SuperTiling/Apply/ApplyPlan.h"
#include "alcove/SuperTiling/Rewrite/BeginProducts.h"
#include "alcove/SuperTiling/Rewrite/JoinSiblings.h"
#include "alcove/SuperTiling/Rewrite/MakeTileable.h"
#include "alcove/SuperTiling/Rewrite/OnlineRows.h"
#include "alcove/SuperTiling/Rewrite/OwnDestinations.h"
#include "alcove/SuperTiling/Rewrite/RepeatProducers.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

static std::string listOf(ArrayRef<int64_t> tile) {
  return fmt::format("[{}]", fmt::join(tile.begin(), tile.end(), ", "));
}

static std::string misfitText(StringRef name, ArrayRef<int64_t> tile, Bytes required, Bytes available) {
  return fmt::format(
      "'{}' cannot fit: its smallest tile {} needs {} B of local memory, {} B are available, {} B too many", name.str(),
      listOf(tile), required, available, required - available);
}

std::vector<Block *> FunctionTiler::blocks() {
  std::vector<Block *> found;
  std::vector<Operation *> stack{function};
  while (!stack.empty()) {
    Operation *op = stack.back();
    stack.pop_back();
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        found.push_back(&block);
        for (Operation &inner : block)
          if (inner.getNumRegions() > 0 && !isa<TilingInterface, linalg::LinalgOp>(inner) &&
              !inner.hasAttr(tileLoopAttr) && !isa<tensor::GenerateOp>(inner))
            stack.push_back(&inner);
      }
  }
  return found;
}

double FunctionTiler::roundsOf(Block &block) {
  SmallVector<Operation *> open;
  const double rounds = supertiling::roundsOf(block, function, &open);
  bool computes = llvm::any_of(
      block, [](Operation &op) { return isa<TilingInterface>(op) && !isa<linalg::FillOp>(op) && !op.use_empty(); });
  for (Operation *op : open)
    if (computes && endless.insert(op)) {
      ++summary.countedOnce;
      notes.push_back(
          {op->getLoc(), fmt::format("'{}' runs as often as is known at run time alone: what it moves counts "
                                     "once",
                                     op->getName().getStringRef().str())});
    }
  return rounds;
}

void FunctionTiler::misfit(Operation *op, ArrayRef<int64_t> tile, Bytes required, Bytes available) {
  ++summary.misfits;
  std::string text = misfitText(op->getName().getStringRef(), tile, required, available);
  if (options.bestEffort) {
    op->setAttr("alcove.cannot_fit", rewriter.getUnitAttr());
    warnings.push_back({op->getLoc(), text});
  } else {
    errors.push_back({op->getLoc(), fmt::format("{}; with best-effort=true it stays untiled (SUT-F1, SUT-F2)", text)});
  }
}

Outcome FunctionTiler::replan(const TilingGraph &graph, const PlannedGroup &group, StringRef why) {
  if (planner.forbid(graph, group)) {
    // Which promise was not kept is a question for whoever improves the model.
    notes.push_back({graph.opOf(group.members.back())->getLoc(),
                     fmt::format("group of {} planned again: {}", group.members.size(), why.str())});
    return Outcome::Replan;
  }
  errors.push_back({graph.opOf(group.members.back())->getLoc(), fmt::format("super-tiling: {}", why.str())});
  return Outcome::Failed;
}

/// Definitions before uses again, after a loop took over the results of an operation that stood above it.
bool FunctionTiler::order(Block &block) {
  bool broken = false;
  for (Operation &op : block)
    for (Value result : op.getResults())
      for (Operation *user : result.getUsers()) {
        Operation *here = block.findAncestorOpInBlock(*user);
        broken |= here && here != &op && here->isBeforeInBlock(&op);
      }
  if (!broken)
    return true;
  for (Operation &op : block.without_terminator())
    if (!isMemoryEffectFree(&op))
      return false;
  return sortTopologically(&block);
}

/// The live bytes fit; that offsets exist too is confirmed by the allocator of the planning core. At its work limit the
/// height found counts.
static bool hasPlacement(const Verdict &verdict) {
  plan::AllocationProblem problem;
  problem.capacity = verdict.available;
  for (const JudgedBuffer &buffer : verdict.buffers) {
    if (buffer.first < 0 || buffer.bytes == 0)
      continue;
    plan::AllocationBuffer placed;
    placed.id = std::to_string(problem.buffers.size());
    placed.lower = buffer.first;
    placed.upper = buffer.last + 1;
    placed.size = buffer.bytes;
    problem.buffers.push_back(std::move(placed));
  }
  if (problem.buffers.empty())
    return true;
  plan::AllocationResult result = plan::allocate(problem, {.workUnits = 100'000});
  return result.answer == plan::AllocationAnswer::Found && plan::verify(problem, result.solution).ok();
}

/// Operations that compute in the loop; the parts of a joined one count each.
static int64_t numComputed(const TilingGraph &graph, const PlannedGroup &group) {
  int64_t computed = 0;
  for (int member : group.members)
    computed += graph.nodes[member].isCompute() ? numParts(graph.opOf(member)) : 0;
  return computed;
}

Outcome FunctionTiler::accept(ArrayRef<Operation *> loops, const TilingGraph &graph, const PlannedGroup &group) {
  Verdict verdict = judgeLoop(loops.front(), options.planner.budget);
  for (Operation *part : loops.drop_front())
    if (Verdict other = judgeLoop(part, options.planner.budget); !other.passes() || other.footprint > verdict.footprint)
      verdict = other;
  {
    // Upstream's tile of an index that runs backwards is not valid.
    std::string why;
    ScopedDiagnosticHandler collect(function->getContext(), [&](Diagnostic &diagnostic) {
      why += ": " + diagnostic.str();
      return success();
    });
    for (Operation *part : loops)
      if (failed(verify(part)))
        return replan(graph, group, "the tiled operation is not valid" + why);
  }
  if (!verdict.passes())
    return replan(graph, group,
                  fmt::format("the loop needs {} B, {} B are available", verdict.footprint, verdict.available));
  if (!hasPlacement(verdict))
    return replan(graph, group, "the buffers of the worst tile fit in sum but have no offsets");
  ++summary.loops;
  summary.worstFootprint = std::max(summary.worstFootprint, verdict.footprint);
  summary.fused += numComputed(graph, group) - 1;
  summary.yields += static_cast<int64_t>(group.yields.size());
  summary.recomputes += static_cast<int64_t>(group.recomputed.size());
  report(loops.front(), graph, group, verdict);
  return Outcome::Done;
}

void FunctionTiler::report(Operation *loop, const TilingGraph &graph, const PlannedGroup &group,
                           const Verdict &verdict) {
  const Node &root = graph.nodes[group.members.back()];
  LoopReport entry;
  entry.root = root.name;
  ArrayRef<int64_t> tile = group.tile;
  entry.tile.assign(tile.begin(), tile.begin() + std::min(tile.size(), root.extents.size()));
  std::string panels;
  if (tile.size() > root.extents.size()) {
    for (int core : group.cores)
      entry.core += (entry.core.empty() ? "" : ", ") + graph.nodes[group.members[core]].name;
    entry.panels.assign(tile.begin() + root.extents.size(), tile.end());
    panels = fmt::format(", panels {} of '{}'", listOf(entry.panels), entry.core);
  }
  entry.operations = numComputed(graph, group);
  entry.footprint = verdict.footprint;
  entry.available = verdict.available;
  entry.rounds = roundsOf(*loop->getBlock());
  entry.traffic = group.evaluation.traffic;
  entry.extraOps = group.evaluation.extraOps;
  entry.grid.assign(group.grid.begin(), group.grid.end());
  entry.doubleBuffered = group.doubleBuffered;
  entry.time = group.time;
  std::string moved = summary.dynamic
                          ? "traffic unknown"
                          : fmt::format("traffic {:.0f} B, {:.0f} operations repeated{}", entry.traffic, entry.extraOps,
                                        entry.rounds != 1 ? fmt::format(", in {:.0f} rounds each", entry.rounds) : "");
  notes.push_back(
      {loop->getLoc(), fmt::format("tile loop of '{}': tile {}{}, {} operations, {} yielded, footprint {} of {} B, {}",
                                   entry.root, listOf(entry.tile), panels, entry.operations, group.yields.size(),
                                   entry.footprint, entry.available, moved)});
  summary.loopReports.push_back(std::move(entry));
}

Outcome FunctionTiler::buildGroup(const TilingGraph &graph, const PlannedGroup &group) {
  Operation *root = graph.opOf(group.members.back());
  if (group.probe)
    return probe(root, group.available);
  Block &block = *root->getBlock();
  Result<SmallVector<Operation *>> loops = applyGroup(rewriter, graph, group);
  if (!loops)
    return replan(graph, group, loops.error().message);
  for (Operation *&loop : *loops)
    loop = parallelize(rewriter, loop, options.parallelLoops, group.grid, summary.parallelLoops);
  if (!group.yields.empty() && !order(block))
    return replan(graph, group, "operations with side effects stand between a loop and the users of what it yields");
  return accept(*loops, graph, group);
}

/// Halves the loops from the outermost to the innermost, parallel ones first, until the judge is content.
Outcome FunctionTiler::probe(Operation *op, Bytes available) {
  // Trials may be invalid; that is what they are for.
  ScopedDiagnosticHandler silent(function->getContext(), [](Diagnostic &) { return success(); });
  auto interface = cast<TilingInterface>(op);
  SmallVector<utils::IteratorType> iterators = interface.getLoopIteratorTypes();
  SmallVector<int64_t> extents;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    for (Range range : interface.getIterationDomain(rewriter))
      extents.push_back(getConstantIntValue(range.size).value_or(4096));
  }
  SmallVector<int64_t> tile(extents.begin(), extents.end());
  SmallVector<unsigned> loops;
  for (auto kind : {utils::IteratorType::parallel, utils::IteratorType::reduction})
    for (unsigned loop = 0; loop < iterators.size(); ++loop)
      if (iterators[loop] == kind)
        loops.push_back(loop);
  Bytes required = 0;
  SmallVector<int64_t> tried(extents.begin(), extents.end());
  for (unsigned loop : loops)
    while (tile[loop] > 1) {
      tile[loop] = ceilDiv(tile[loop], 2);
      SmallVector<int64_t> sizes(tile.size(), 0);
      for (unsigned i = 0; i < tile.size(); ++i)
        sizes[i] = tile[i] < extents[i] ? tile[i] : 0;
      TiledAlone tiled = tileAlone(rewriter, op, sizes);
      if (!tiled.loop)
        break;
      Verdict verdict = judgeLoop(tiled.loop, options.planner.budget);
      if (verdict.passes() && succeeded(verify(tiled.loop))) {
        rewriter.replaceAllUsesWith(op->getResults(), tiled.replacements);
        replaced.push_back(op);
        ++summary.loops;
        ++summary.probes;
        LoopReport entry;
        entry.root = op->getName().getStringRef().str();
        entry.tile = std::vector<int64_t>(tile.begin(), tile.end());
        entry.operations = 1;
        entry.footprint = verdict.footprint;
        entry.available = verdict.available;
        summary.loopReports.push_back(entry);
        summary.worstFootprint = std::max(summary.worstFootprint, verdict.footprint);
        notes.push_back({op->getLoc(), fmt::format("tile loop of '{}': tile {}, by trial, footprint {} of {} B",
                                                   op->getName().getStringRef().str(), listOf(tile), verdict.footprint,
                                                   verdict.available)});
        return Outcome::Done;
      }
      tried = tile;
      required = verdict.unbounded ? 0 : verdict.footprint;
      rewriter.eraseOp(tiled.loop);
    }
  if (required == 0) {
    std::vector<Verdict> alone;
    for (Type type : op->getOperandTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        required = saturatingAdd(required, tensorBytes(tensor));
  }
  misfit(op, tried, required, available);
  return options.bestEffort ? Outcome::Done : Outcome::Failed;
}

/// Fills follow their consumers into loops; one that is still used elsewhere and does not fit gets its own.
Outcome FunctionTiler::remainingFills(const TilingGraph &graph) {
  for (int index = 0; index < static_cast<int>(graph.nodes.size()); ++index) {
    const Node &node = graph.nodes[index];
    if (!node.attached || graph.opOf(index)->use_empty() || mayStayUntiled())
      continue;
    if (untiledFootprint(node) <= options.planner.budget.of(node.opClass) && !node.isDynamic())
      continue;
    auto alone = planner.tileAlone(graph, index);
    if (auto *none = std::get_if<MisfitNode>(&alone)) {
      misfit(graph.opOf(index), none->smallestTile, none->required, none->available);
      if (!options.bestEffort)
        return Outcome::Failed;
      continue;
    }
    const PlannedGroup &group = std::get<PlannedGroup>(alone);
    const double rounds = roundsOf(*graph.opOf(index)->getBlock());
    summary.traffic += rounds * group.evaluation.traffic;
    summary.trafficIfTorn += rounds * group.evaluation.traffic;
    if (options.schedule && unscheduled.ok())
      unscheduled = schedule.addFill(graph, group);
    if (Outcome outcome = buildGroup(graph, group); outcome != Outcome::Done)
      return outcome;
  }
  return Outcome::Done;
}

/// Extents asked of an operation's result become extents of its operands: a question keeps an operation alive.
void FunctionTiler::resolveDims(Block &block) {
  SmallVector<Operation *> dims;
  block.walk([&](tensor::DimOp dim) { dims.push_back(dim); });
  if (dims.empty())
    return;
  RewritePatternSet patterns(function->getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  scf::populateSCFForLoopCanonicalizationPatterns(patterns);
  tensor::DimOp::getCanonicalizationPatterns(patterns, function->getContext());
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(dims, std::move(patterns), config);
}

/// Some loop has `op` and all that is left of a marked group.
static bool holds(const TilingGraph &graph, const Plan &plan, int64_t mark, Operation *op) {
  return llvm::any_of(plan.groups, [&](const PlannedGroup &group) {
    return llvm::all_of(llvm::enumerate(graph.nodes), [&](auto pair) {
      const Node &node = pair.value();
      bool wanted =
          graph.opOf(node) == op || (node.isCompute() && !node.attached && llvm::is_contained(node.marks, mark));
      return !wanted || llvm::is_contained(group.members, static_cast<int>(pair.index()));
    });
  });
}

/// What the report owes to nobody's surprise: operations that stay outside of all loops, and groups that are torn.
void FunctionTiler::countUnknown(const TilingGraph &graph, const Plan &plan) {
  for (const Node &node : graph.nodes) {
    summary.dynamic |= node.isDynamic();
    Operation *op = graph.opOf(node);
    bool tensors = llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
    summary.onBuffers += isa<linalg::LinalgOp>(op) && llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>);
    if (tensors && isa<CallOpInterface>(op)) {
      ++summary.calls;
      notes.push_back(
          {op->getLoc(), fmt::format("'{}' stays outside of all loops: with --inline in front they reach into "
                                     "what it calls",
                                     node.name)});
    }
    if (isa<TilingInterface>(op) && hasSparseOperands(op))
      warnings.push_back(
          {op->getLoc(), fmt::format("'{}' stays outside of all loops: the bytes of a tensor in an encoding "
                                     "are not known",
                                     node.name)});
    if (isa<TilingInterface>(op) && !mayRunInTiles(op))
      warnings.push_back(
          {op->getLoc(), fmt::format("'{}' stays outside of all loops: its body has effects", node.name)});
    if (node.kind == NodeKind::Opaque && tensors && op->getNumRegions() == 0 &&
        !isa<tensor::TensorDialect, scf::SCFDialect>(op->getDialect()) && !op->hasTrait<OpTrait::ConstantLike>())
      ++summary.unknown[op->getName().getStringRef().str()];
  }
  auto tell = [&](Operation *op, int64_t mark, StringRef why) {
    ++summary.torn;
    torn.push_back({op->getLoc(), fmt::format("marked group {} is not in one loop: {}", mark, why.str())});
  };
  for (const TornMark &mark : plan.torn)
    if (!onePass.contains(mark.mark))
      tell(graph.opOf(mark.node), mark.mark, mark.reason);
  for (auto [mark, op] : onePass)
    if (op->getBlock() == graph.opOf(0)->getBlock() && !holds(graph, plan, mark, op))
      tell(op, mark, "maximum and sum of its rows are found in one pass, four rows do not fit");
}

/// An error of ours, not of the program.
Outcome FunctionTiler::wrong(const char *what, const Status &status) {
  errors.push_back({function->getLoc(), fmt::format("super-tiling: {} is wrong: {}", what, status.error().message)});
  return Outcome::Failed;
}

Outcome FunctionTiler::notProved(const char *bound, const Status &status) {
  errors.push_back({function->getLoc(),
                    fmt::format("super-tiling: the bound on {} is not proved: {}", bound, status.error().message)});
  return Outcome::Failed;
}

Outcome FunctionTiler::boundBlock(Block &block, Bytes memory, bool proved) {
  TilingGraph graph(block, options.planner.onlineSoftmax);
  if (Status status = check(graph); !status.ok())
    return wrong("the tiling problem", status);
  BoundProblems problems = boundProblems(graph, memory);
  plan::TrafficCertificate certificate = plan::boundTraffic(problems.traffic);
  if (Status status = proved ? plan::verify(problems.traffic, certificate) : Status(); !status.ok())
    return notProved("traffic", status);
  plan::LoopCertificate nests = plan::boundLoops(problems.loops);
  if (Status status = proved ? plan::verify(problems.loops, nests) : Status(); !status.ok())
    return notProved("tile loops", status);
  plan::GroupCertificate dealt = plan::boundGroups(problems.groups);
  if (Status status = proved ? plan::verify(problems.groups, dealt) : Status(); !status.ok())
    return notProved("groups", status);
  const double rounds = roundsOf(block);
  summary.boundOfCopies += rounds * std::max(certificate.bound, nests.bound);
  summary.bound += rounds * std::max({certificate.bound, nests.bound, dealt.bound});
  summary.compulsory += rounds * compulsoryTraffic(graph);
  return Outcome::Done;
}

/// Joins what the rewrites name. The others are kept in mind for the next ones.
void FunctionTiler::join() {
  function->walk([](Operation *op) { op->removeAttr(joinedAttr); });
  if (!rewrites.siblings)
    return;
  std::vector<Siblings> sets = findSiblings(function);
  summary.joined += joinSiblings(rewriter, sets, rewrites.join);
  for (Siblings &set : sets)
    siblings.push_back({std::move(set)});
}

/// What all rounds of the loops around the block move and compute.
void FunctionTiler::addFigures(Block &block, const Plan &plan) {
  const double rounds = roundsOf(block);
  summary.traffic += rounds * plan.traffic;
  summary.trafficIfTorn += rounds * std::min(plan.trafficIfTorn, plan.traffic);
  summary.extraOps += rounds * plan.extraOps;
  summary.time.add(plan.time, rounds);
}

Outcome FunctionTiler::planBlock(Block &block) {
  TilingGraph graph(block, options.planner.onlineSoftmax);
  if (Status status = check(graph); !status.ok())
    return wrong("the tiling problem", status);
  Plan plan = planner.plan(graph);
  findApart(graph, plan, siblings);
  if (!giveLoops(graph, options.planner, plan))
    return Outcome::Failed;
  countUnknown(graph, plan);
  addFigures(block, plan);
  summary.misfits += static_cast<int64_t>(plan.misfits.size());
  summary.loops += static_cast<int64_t>(plan.groups.size());
  plans.push_back(std::move(plan));
  return Outcome::Done;
}

Outcome FunctionTiler::buildBlock(Block &block, const Plan &plan) {
  TilingGraph graph(block, options.planner.onlineSoftmax);
  const PlannedGroup *broken = nullptr;
  if (Status status = plan::tiling::verify(graph, options.planner.budget, plan, &broken); !status.ok())
    // SUT-F3: what cannot be vouched for is not built.
    return broken ? replan(graph, *broken, "the plan is wrong: " + status.error().message) : wrong("the plan", status);
  countUnknown(graph, plan);
  if (!plan.timeStatus.ok())
    return wrong("a simulated time", plan.timeStatus);
  for (const Node &node : graph.nodes)
    summary.operations += node.isCompute() ? numParts(graph.opOf(node)) : 0;
  addFigures(block, plan);
  llvm::DenseSet<int> involved, once;
  for (const PlannedGroup &group : plan.groups)
    summary.copies |= !group.probe && group.cutsAroundPanels(graph.nodes[group.members.back()]);
  for (const PlannedGroup &group : plan.groups)
    for (int member : group.members)
      summary.copies |= graph.nodes[member].isCompute() && !once.insert(member).second;
  for (const MisfitNode &node : plan.misfits) {
    involved.insert(node.node);
    misfit(graph.opOf(node.node), node.smallestTile, node.required, node.available);
  }
  if (!plan.misfits.empty() && !options.bestEffort)
    return Outcome::Failed;
  bool fillsTooLarge = false;
  for (const PlannedGroup &group : plan.groups)
    involved.insert(group.members.begin(), group.members.end());
  for (int index = 0; index < static_cast<int>(graph.nodes.size()); ++index) {
    const Node &node = graph.nodes[index];
    bool outside = node.isCompute() && !node.attached && !involved.contains(index);
    bool fits = untiledFootprint(node) <= graph.available(index, std::span(&index, 1), options.planner.budget);
    (fits || !mayStayUntiled() ? summary.fitting : summary.cached) += outside;
    fillsTooLarge |=
        !mayStayUntiled() && node.attached && untiledFootprint(node) > options.planner.budget.of(node.opClass);
  }
  if (plan.groups.empty() && !fillsTooLarge)
    return plan.misfits.empty() ? Outcome::Untouched : Outcome::Done;
  if (options.schedule && unscheduled.ok())
    unscheduled = schedule.add(graph, plan);
  for (const PlannedGroup &group : plan.groups)
    if (Outcome outcome = buildGroup(graph, group); outcome != Outcome::Done)
      return outcome;
  // Dead members go first, so that no fill is tiled for them; the graph must not be used for them any more.
  resolveDims(block);
  for (Operation *op : replaced)
    rewriter.eraseOp(op);
  replaced.clear();
  // What aborts on a wrong value (cf.assert) does so in its loop.
  llvm::SmallPtrSet<Operation *, 8> fills, tiled;
  for (const PlannedGroup &group : plan.groups)
    for (int member : group.members)
      tiled.insert(graph.opOf(member));
  for (const Node &node : graph.nodes)
    if (node.attached)
      fills.insert(graph.opOf(node));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op) ? !fills.contains(&op) : tiled.contains(&op) && op.use_empty())
      rewriter.eraseOp(&op);
  if (Outcome outcome = remainingFills(graph); outcome != Outcome::Done)
    return outcome;
  eraseDead(rewriter, block);
  return Outcome::Done;
}

/// False when a schedule is asked for and the plan has none.
bool FunctionTiler::scheduled() {
  if (unscheduled.ok())
    return true;
  errors.push_back({function->getLoc(), "super-tiling: " + unscheduled.error().message});
  return false;
}

/// The program that the plan is for. True when an operation has another form than before.
bool FunctionTiler::rewrite() {
  bool changed = false;
  // A schedule is one for the program that came.
  if (!options.schedule) {
    changed = dropEmptyDomains(rewriter, function) > 0;
    changed |= ownDestinations(rewriter, function);
  }
  changed |= makeTileable(rewriter, function, rewrites.budget);
  longRows = numLongRows(function, rewrites.rows);
  softmaxOfLongRows = options.planner.onlineSoftmax ? numOnlineRows(function, rewrites.rows) : 0;
  if (rewrites.online) {
    OnlineRows rows = findRowsOnline(rewriter, function, rewrites.rows);
    summary.extraOps += rows.extraOps;
    onePass = std::move(rows.onePass);
  }
  if (rewrites.repeat)
    summary.extraOps += repeatProducersOfLongRows(rewriter, function, rewrites.rows);
  if (rewrites.statistics)
    summary.extraOps += repeatBehindStatistics(rewriter, function);
  if (rewrites.begin)
    beginProducts(rewriter, function, rewrites.budget.largest());
  join();
  // Behind what looks for readers by their inputs. On caches the cost was fitted to buffers of their own.
  if (!options.schedule && !options.planner.costs.caches)
    changed |= writeOverProducts(rewriter, function, options.planner.budget, /*all=*/rewrites.begin);
  return changed;
}

Outcome FunctionTiler::bound(Bytes memory, bool proved) {
  rewrite();
  for (Block *block : blocks())
    if (Outcome own = boundBlock(*block, memory, proved); own != Outcome::Done)
      return own;
  return Outcome::Done;
}

Outcome FunctionTiler::plan() {
  rewrite();
  for (Block *block : blocks())
    if (Outcome own = planBlock(*block); own != Outcome::Done)
      return own;
  return Outcome::Done;
}

Outcome FunctionTiler::build(const std::vector<Plan> &plans) {
  Outcome outcome = rewrite() ? Outcome::Done : Outcome::Untouched;
  for (auto [block, plan] : llvm::zip_equal(blocks(), plans)) {
    Outcome own = buildBlock(*block, plan);
    if (own == Outcome::Replan || own == Outcome::Failed)
      return own;
    if (own == Outcome::Done)
      outcome = Outcome::Done;
  }
  function->walk([](Operation *op) { op->removeAttr(repeatedAttr); });
  // SUT-C1: nothing is rewritten for a loop that is not built.
  if (mayStayUntiled() && summary.loops == 0)
    return Outcome::Untouched;
  if (outcome != Outcome::Done)
    return outcome;
  std::string invalid;
  ScopedDiagnosticHandler collect(function->getContext(), [&](Diagnostic &diagnostic) {
    invalid += diagnostic.str();
    return success();
  });
  if (failed(verify(function))) {
    errors.push_back({function->getLoc(), "super-tiling: the tiled function is not valid: " + invalid});
    return Outcome::Failed;
  }
  if (!scheduled())
    return Outcome::Failed;
  return outcome;
}

} // namespace alcove::supertiling
