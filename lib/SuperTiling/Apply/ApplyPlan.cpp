//===- ApplyPlan.cpp - From planned groups to loops -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scf::tileConsumerAndFuseProducersUsingSCF walks slices in the order in which they appear and fuses the producer of
// each separately; through a chain of diamonds (residual networks) the copies double at every join before CSE can
// merge them. Here its two steps, tiling the root and tileAndFuseProducerOfSlice, are called member by member from the
// last to the first, with CSE in between: all slices of a member exist before it is fused, equal ones are one.
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Apply/ApplyPlan.h"

#include "BeginSums.h"
#include "JoinTiles.h"
#include "OnlineSoftmax.h"
#include "PanelResults.h"
#include "RunInStrips.h"

#include "alcove/SuperTiling/Describe/SeeThrough.h"
#include "alcove/SuperTiling/Rewrite/JoinSiblings.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

namespace {

constexpr llvm::StringLiteral stepAttr = "__alcove_step";

void arrange(Block &block);

class GroupBuilder {
public:
  GroupBuilder(RewriterBase &rewriter, const TilingGraph &graph, const PlannedGroup &group)
      : rewriter(rewriter), graph(graph), group(group), root(graph.nodes[group.members.back()]) {}

  Result<SmallVector<Operation *>> run();

private:
  Error failure(const Node &node, llvm::StringRef what) const {
    return Error{fmt::format("'{}' {}", node.name, what.str())};
  }
  Status tileRoot();
  Status fuseMember(int member);
  bool isOneTile(Operation *op, ArrayRef<tensor::ExtractSliceOp> slices);
  Status fuseModelled(const Node &node, bool yield, ArrayRef<tensor::ExtractSliceOp> slices);
  void sliceWholeUses(Operation *op);
  Status readBesideStarts();
  OpOperand *startOf(Value value) const;
  void fuseFills();
  Result<SmallVector<LoopLikeOpInterface>> tileInBody(int node, ArrayRef<int64_t> sizes);
  Status tileCore(int node);
  SmallVector<TilingInterface> tilesOf(int member);
  Status runStrips();
  bool beginsInFirstTile() const;
  const SoftmaxParts *softmax() const;
  linalg::LinalgOp inPanel(int node);
  Status carry(const SoftmaxParts &parts);
  void mergeSlices();
  OpResult sourceOf(tensor::ExtractSliceOp slice, bool &throughArgument) const;
  unsigned resultOf(tensor::ExtractSliceOp slice) const {
    bool throughArgument = false;
    return sourceOf(slice, throughArgument).getResultNumber();
  }
  SmallVector<tensor::ExtractSliceOp> slicesOf(Operation *op, bool arguments) const;
  void mergeEqual();
  SmallVector<Operation *> cleanUp();
  Block &body() { return *cast<scf::ForOp>(loops.back().getOperation()).getBody(); }

  RewriterBase &rewriter;
  const TilingGraph &graph;
  const PlannedGroup &group;
  const Node &root;
  SmallVector<LoopLikeOpInterface> loops;
  bool reductionTiled = false;
  /// The loop has one iteration, in which members may be needed whole.
  bool onlyTile = false;
  /// For each core from the last on, the loops around it that run its reduction.
  SmallVector<SmallVector<LoopLikeOpInterface>> panels;
};

Status GroupBuilder::tileRoot() {
  auto interface = dyn_cast<TilingInterface>(graph.opOf(root));
  if (!interface)
    return failure(root, "has no tiling interface");
  RootTiling tiling = rootTiling(graph, group);
  reductionTiled = tiling.reduction;
  onlyTile =
      group.evaluation.tilesOfOne != TilesOfOne::AsFound &&
      llvm::all_of(llvm::seq(root.extents.size()), [&](size_t loop) { return group.tile[loop] >= root.extents[loop]; });
  scf::SCFTilingOptions options;
  options.setTileSizes(getAsIndexOpFoldResult(rewriter.getContext(), tiling.sizes)).setInterchange(tiling.interchange);
  rewriter.setInsertionPoint(graph.opOf(root));
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, interface, options);
  if (failed(tiled) || tiled->loops.empty())
    return failure(root, "was refused by its tiling interface");
  loops = tiled->loops;
  for (LoopLikeOpInterface loop : loops)
    if (!isa<scf::ForOp>(loop.getOperation()))
      return failure(root, "was not tiled with scf.for");
  rewriter.replaceAllUsesWith(graph.opOf(root)->getResults(), tiled->replacements);
  return {};
}

/// The operation result that a slice reads, also through the destination arguments of the loops.
OpResult GroupBuilder::sourceOf(tensor::ExtractSliceOp slice, bool &throughArgument) const {
  OpOperand *start = startOf(slice.getSource());
  throughArgument = start != nullptr;
  return dyn_cast<OpResult>(start ? start->get() : slice.getSource());
}

SmallVector<tensor::ExtractSliceOp> GroupBuilder::slicesOf(Operation *op, bool arguments) const {
  SmallVector<tensor::ExtractSliceOp> found;
  loops.front()->walk([&](tensor::ExtractSliceOp slice) {
    bool throughArgument = false;
    OpResult source = sourceOf(slice, throughArgument);
    if (source && source.getOwner() == op && (arguments || !throughArgument))
      found.push_back(slice);
  });
  return found;
}

void GroupBuilder::mergeEqual() {
  DominanceInfo dominance(loops.front()->getParentOp());
  eliminateCommonSubExpressions(rewriter, dominance, loops.front());
}

/// All `slices` ask for one and the same part of the loops of `op`, and none is a destination, whose loop changes too.
bool GroupBuilder::isOneTile(Operation *op, ArrayRef<tensor::ExtractSliceOp> slices) {
  SmallVector<OpFoldResult> first;
  rewriter.setInsertionPoint(slices.front());
  for (tensor::ExtractSliceOp slice : slices) {
    SmallVector<OpFoldResult> part, sizes;
    if (slicesOf(op, /*arguments=*/false).size() != slices.size() ||
        failed(cast<TilingInterface>(op).getIterationDomainTileFromResultTile(
            rewriter, resultOf(slice), slice.getMixedOffsets(), slice.getMixedSizes(), part, sizes)))
      return false;
    part.append(sizes);
    if (!first.empty() && !isEqualConstantIntOrValueArray(first, part))
      return false;
    first = std::move(part);
  }
  return true;
}

Status GroupBuilder::fuseModelled(const Node &node, bool yield, ArrayRef<tensor::ExtractSliceOp> slices) {
  // A tile that is yielded has destinations of its own: another one for the next result would not be equal to it.
  bool once = yield && slices.size() > 1 && isOneTile(graph.opOf(node), slices);
  Operation *tile = nullptr;
  for (tensor::ExtractSliceOp slice : slices) {
    if (tile && tile->getResult(resultOf(slice)).getType() == slice.getType()) {
      rewriter.replaceOp(slice, tile->getResult(resultOf(slice)));
      continue;
    }
    std::optional<scf::SCFFuseProducerOfSliceResult> fused = scf::tileAndFuseProducerOfSlice(rewriter, slice, loops);
    if (!fused)
      return failure(node, "could not be fused along a slice of its result");
    if (std::exchange(yield, false)) {
      SmallVector<unsigned> results;
      int member = static_cast<int>(&node - graph.nodes.data());
      for (unsigned number = 0; number < graph.opOf(node)->getNumResults(); ++number)
        if (node.results.size() == 1 || graph.leaves(member, number, group.members))
          results.push_back(number);
      if (failed(scf::yieldReplacementForFusedProducer(rewriter, slice, *fused, loops, results)))
        return failure(node, "could not be yielded from its loop");
      ResultRange yielded = loops.front()->getResults().take_back(results.size());
      for (auto [number, replacement] : llvm::zip_equal(results, yielded))
        rewriter.replaceUsesWithIf(graph.opOf(node)->getResult(number), replacement,
                                   [&](OpOperand &use) { return !loops.front()->isAncestor(use.getOwner()); });
      Operation *made = fused->tiledOps.front();
      for (SmallVector<LoopLikeOpInterface> &own : panels)
        if (own.back()->isProperAncestor(made))
          if (Status carried = carryResults(rewriter, own, cast<DestinationStyleOpInterface>(made)); !carried.ok())
            return failure(node, carried.error().message);
    }
    if (once && fused->tiledOps.size() == 1)
      tile = fused->tiledOps.front();
    if (slice->use_empty())
      rewriter.eraseOp(slice);
  }
  return {};
}

Status GroupBuilder::fuseMember(int member) {
  const Node &node = graph.nodes[member];
  bool yield = llvm::is_contained(group.yields, member);
  ALCOVE_RETURN_IF_ERROR(readBesideStarts());
  mergeSlices();
  mergeEqual();
  if (onlyTile && !yield)
    sliceWholeUses(graph.opOf(node));
  // SUT-H2: under a tiled reduction the destination must come filled from outside.
  SmallVector<tensor::ExtractSliceOp> slices = slicesOf(graph.opOf(node), !reductionTiled);
  if (slices.empty())
    return failure(node, "left no slice to fuse along");
  if (node.hasModel() && node.results.size() == 1)
    slices = joinSlices(rewriter, slices, group.evaluation.tilesOfOne);
  // One slice of each result: one tile of all.
  llvm::SmallDenseSet<unsigned> results;
  for (tensor::ExtractSliceOp slice : slices)
    results.insert(resultOf(slice));
  if (yield && slices.size() != results.size())
    return failure(node, "is needed in several tiles and cannot be yielded");
  if (node.hasModel())
    return fuseModelled(node, yield, slices);
  for (tensor::ExtractSliceOp slice : slices) {
    Value replacement = rewriteSliceOfView(rewriter, slice);
    if (!replacement)
      return failure(node, "could not be seen through");
    rewriter.replaceOp(slice, replacement);
  }
  return {};
}

/// SUT-H19: what starts from a tensor that others read, too, takes the tile that they read, and the loops carry memory of
/// their own. So does what starts from one of several results: tiles of the operation that makes them would differ in
/// their destinations. Unless upstream's operations build them.
Status GroupBuilder::readBesideStarts() {
  auto loop = cast<scf::ForOp>(loops.front().getOperation());
  for (OpOperand &init : loop.getInitArgsMutable()) {
    Value from = init.get();
    auto type = dyn_cast<RankedTensorType>(from.getType());
    bool alone = llvm::all_of(from.getUses(), [&](OpOperand &use) {
      auto starts = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      return use.getOwner() == loop || (starts && starts.isDpsInit(&use));
    });
    Operation *made = from.getDefiningOp();
    alone &= !made || made->getNumResults() == 1 || llvm::none_of(group.members, [&](int member) {
      return graph.opOf(member) == made && !llvm::is_contained(group.yields, member);
    });
    if (alone || group.evaluation.tilesOfOne == TilesOfOne::AsFound || !type || !type.hasStaticShape() ||
        isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(made))
      continue;
    if (reductionTiled && graph.opOf(root)->hasAttr(splitReductionAttr))
      return failure(root, "begins as a tensor that others read, and would add up in it");
    if (reductionTiled)
      continue;
    loop.walk([&](tensor::ExtractSliceOp slice) {
      if (startOf(slice.getSource()) == &init)
        rewriter.modifyOpInPlace(slice, [&] { slice.getSourceMutable().set(from); });
    });
    rewriter.setInsertionPoint(loop);
    Value empty = tensor::EmptyOp::create(rewriter, loop.getLoc(), type.getShape(), type.getElementType());
    rewriter.modifyOpInPlace(loop, [&] { init.set(empty); });
  }
  return {};
}

/// What the outermost loop carries that is `value` in its body, null for none.
OpOperand *GroupBuilder::startOf(Value value) const {
  OpOperand *init = nullptr;
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || !llvm::is_contained(loops, cast<LoopLikeOpInterface>(loop.getOperation())))
      break;
    init = loop.getTiedLoopInit(argument);
    if (!init)
      return nullptr;
    value = init->get();
  }
  return init;
}

/// SUT-H16: uses of a whole result become those of one slice of all of it, and so do slices that show as much.
void GroupBuilder::sliceWholeUses(Operation *op) {
  for (OpResult result : op->getResults()) {
    auto inBody = [&](OpOperand &use) {
      return loops.front()->isProperAncestor(use.getOwner()) && !isa<tensor::ExtractSliceOp>(use.getOwner());
    };
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !type.hasStaticShape() || llvm::none_of(result.getUses(), inBody))
      continue;
    for (tensor::ExtractSliceOp slice : slicesOf(op, /*arguments=*/false))
      if (slice.getSource() == result && slice.getType() == type)
        rewriter.replaceOp(slice, result);
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
        ones(type.getRank(), rewriter.getIndexAttr(1));
    rewriter.setInsertionPointToStart(&body());
    auto whole = tensor::ExtractSliceOp::create(rewriter, op->getLoc(), result, offsets,
                                                getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()), ones);
    rewriter.replaceUsesWithIf(result, whole, inBody);
  }
}

void GroupBuilder::fuseFills() {
  mergeEqual();
  if (onlyTile)
    for (const Node &node : graph.nodes)
      if (node.attached)
        sliceWholeUses(graph.opOf(node));
  SmallVector<tensor::ExtractSliceOp> slices;
  loops.front()->walk([&](tensor::ExtractSliceOp slice) {
    bool throughArgument = false;
    OpResult source = sourceOf(slice, throughArgument);
    if (source && isa<linalg::FillOp>(source.getOwner()) && !loops.front()->isAncestor(source.getOwner()) &&
        !(throughArgument && reductionTiled))
      slices.push_back(slice);
  });
  for (tensor::ExtractSliceOp slice : slices)
    if (scf::tileAndFuseProducerOfSlice(rewriter, slice, loops) && slice->use_empty())
      rewriter.eraseOp(slice);
}

/// Slices of slices become slices, and what does not move with the panels goes in front of them.
void GroupBuilder::mergeSlices() {
  if (panels.empty())
    return;
  RewritePatternSet patterns(rewriter.getContext());
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  SmallVector<Operation *> slices;
  for (SmallVector<LoopLikeOpInterface> &own : panels)
    own[0].getOperation()->walk([&](tensor::ExtractSliceOp slice) { slices.push_back(slice); });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(slices, std::move(patterns), config);
  for (SmallVector<LoopLikeOpInterface> &own : panels)
    for (LoopLikeOpInterface loop : llvm::reverse(own))
      moveLoopInvariantCode(loop);
}

/// The reduction of the core in panels: a loop in the body around the core alone. Producers that are fused after this
/// find their slices where they run, inside the panels or in front of them.
Status GroupBuilder::tileCore(int node) {
  llvm::SmallVector<int64_t, 6> sizes = panelSizes(graph, group, node);
  if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
    return {};
  auto inner = tileInBody(node, sizes);
  if (!inner)
    return inner.error();
  panels.push_back(std::move(*inner));
  mergeSlices();
  return {};
}

/// SUT-H17
Status GroupBuilder::runStrips() {
  const Evaluation &plan = group.evaluation;
  if (plan.stripLoop < 0)
    return {};
  SmallVector<int64_t> sizes(root.extents.size(), 0);
  sizes[plan.stripLoop] = plan.stripSize;
  auto strips = tileInBody(group.members.back(), sizes);
  if (!strips)
    return strips.error();
  SmallVector<Operation *> inside;
  for (int position : llvm::reverse(ArrayRef(plan.inStrips).drop_back())) {
    int member = group.members[position];
    SmallVector<TilingInterface> found = tilesOf(member);
    if (found.size() != 1)
      return failure(graph.nodes[member], "is computed more than once, which strips cannot follow");
    inside.push_back(found[0]);
  }
  ALCOVE_RETURN_IF_ERROR(runInStrips(rewriter, strips->front(), inside));
  arrange(*cast<scf::ForOp>(strips->front().getOperation()).getBody());
  return {};
}

/// SUT-H20: the sums of strips go to slow memory between the tiles of the only loop of the reduction that is cut.
bool GroupBuilder::beginsInFirstTile() const {
  size_t cut = 0;
  for (unsigned loop = 0; loop < root.extents.size(); ++loop)
    cut += group.tile[loop] < root.extents[loop] && !root.parallel[loop];
  return group.evaluation.stripLoop >= 0 && cut == 1;
}

/// The tiles of `member` in the body.
SmallVector<TilingInterface> GroupBuilder::tilesOf(int member) {
  SmallVector<TilingInterface> found;
  for (Operation &op : body())
    if (auto step = op.getAttrOfType<IntegerAttr>(stepAttr); step && step.getInt() == member)
      if (auto tile = dyn_cast<TilingInterface>(&op))
        found.push_back(tile);
  return found;
}

/// A loop in the body around the only tile of `node`.
Result<SmallVector<LoopLikeOpInterface>> GroupBuilder::tileInBody(int member, ArrayRef<int64_t> sizes) {
  const Node &node = graph.nodes[member];
  mergeEqual();
  SmallVector<TilingInterface> found = tilesOf(member);
  if (found.size() != 1)
    return failure(node, "is computed more than once, which a loop around it cannot follow");
  scf::SCFTilingOptions options;
  options.setTileSizes(getAsIndexOpFoldResult(rewriter.getContext(), sizes));
  rewriter.setInsertionPoint(found[0]);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, found[0], options);
  if (failed(tiled) || tiled->loops.empty())
    return failure(node, "could not be split in the body of its loop");
  rewriter.replaceOp(found[0], tiled->replacements);
  tiled->loops.front()->setAttr(stepAttr, rewriter.getI64IntegerAttr(member));
  return SmallVector<LoopLikeOpInterface>(tiled->loops.begin(), tiled->loops.end());
}

/// The softmax that the core carries over its panels, null for none.
const SoftmaxParts *GroupBuilder::softmax() const {
  if (panels.empty() || group.coreNode() < 0 || !graph.nodes[group.coreNode()].softmax)
    return nullptr;
  const SoftmaxParts &parts = *graph.nodes[group.coreNode()].softmax;
  auto inside = [&](int part) {
    return llvm::is_contained(group.members, part) && !llvm::is_contained(group.yields, part);
  };
  return llvm::all_of(parts.all(), inside) ? &parts : nullptr;
}

/// The tile of a member in the panels, null when there is not one.
linalg::LinalgOp GroupBuilder::inPanel(int node) {
  linalg::LinalgOp found;
  for (Operation &op : *cast<scf::ForOp>(panels[0].back().getOperation()).getBody())
    if (auto step = op.getAttrOfType<IntegerAttr>(stepAttr); step && step.getInt() == node) {
      if (found)
        return {};
      found = dyn_cast<linalg::LinalgOp>(&op);
    }
  return found;
}

/// The last operation of the softmax is fused; all of it then follows the panels.
Status GroupBuilder::carry(const SoftmaxParts &parts) {
  mergeSlices();
  const Node &core = graph.nodes[group.coreNode()];
  linalg::LinalgOp product = inPanel(group.coreNode()), normalized = inPanel(parts.normalize);
  if (!product || !normalized || panels[0].size() != 1)
    return failure(core, "does not read its softmax in one tile");
  Result<CarriedSoftmax> carried =
      carrySoftmax(rewriter, graph, parts, cast<scf::ForOp>(panels[0][0].getOperation()), product, normalized);
  if (!carried)
    return failure(core, carried.error().message);
  for (Operation *op : {carried->loop.getOperation(), carried->rescaled})
    op->setAttr(stepAttr, rewriter.getI64IntegerAttr(group.coreNode()));
  panels[0] = {carried->loop};
  mergeSlices();
  return {};
}

/// Operations that shape the order of a body; all others follow their first user.
bool isAnchor(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); }) &&
         !isa<tensor::ExtractSliceOp, tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
              tensor::InsertSliceOp, linalg::FillOp>(op);
}

/// Puts the operations of a body into the order of the plan, loads just before their first use and stores just after
/// the value exists: the order in which a buffer is live as shortly as possible.
void arrange(Block &block) {
  SmallVector<std::tuple<int64_t, size_t, Operation *>> anchors;
  SmallVector<Operation *> rest;
  int64_t last = 0;
  for (Operation &op : block.without_terminator()) {
    if (!isAnchor(&op)) {
      rest.push_back(&op);
      continue;
    }
    if (auto step = op.getAttrOfType<IntegerAttr>(stepAttr))
      last = step.getInt();
    anchors.push_back({last, anchors.size(), &op});
  }
  llvm::sort(anchors);
  llvm::SmallPtrSet<Operation *, 32> placed;
  Operation *end = block.getTerminator();
  auto place = [&](auto &&self, Operation *op) -> void {
    if (!placed.insert(op).second)
      return;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp(); def && def->getBlock() == &block && def != op)
          self(self, def);
    });
    op->moveBefore(end);
    for (Operation *user : op->getUsers())
      if (auto insert = dyn_cast<tensor::InsertSliceOp>(user))
        if (insert->getBlock() == &block && isa<BlockArgument>(insert.getDest()) &&
            insert.getSource().getDefiningOp() == op)
          self(self, insert);
  };
  for (auto [step, position, op] : anchors)
    place(place, op);
  for (Operation *op : rest)
    place(place, op);
}

/// A buffer without contents is not held across an inner loop that fills it anew.
void sinkEmpties(RewriterBase &rewriter, Block &block) {
  for (auto empty : llvm::make_early_inc_range(block.getOps<tensor::EmptyOp>())) {
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses()))
      if (Block *inside = use.getOwner()->getBlock(); inside != &block) {
        rewriter.setInsertionPointToStart(inside);
        Operation *copy = rewriter.clone(*empty);
        rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(copy->getResult(0)); });
      }
    if (empty->use_empty())
      rewriter.eraseOp(empty);
  }
}

/// CSE makes one tensor.empty of all of a size; two results that are alive at once need two.
void separateEmpties(RewriterBase &rewriter, Block &block) {
  for (auto empty : llvm::make_early_inc_range(block.getOps<tensor::EmptyOp>()))
    while (!empty->use_empty() && !empty->hasOneUse()) {
      rewriter.setInsertionPoint(empty);
      OpOperand &use = *empty->use_begin();
      Operation *copy = rewriter.clone(*empty);
      rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(copy->getResult(0)); });
    }
}

/// Splits off the last, smaller tile of ragged loops: the main part then has static shapes only. Every split doubles
/// the body, so at most `splits` of them, outer loops first. Returns the loops that stand where `loop` stood.
SmallVector<scf::ForOp> peelRagged(RewriterBase &rewriter, scf::ForOp loop, unsigned splits) {
  SmallVector<scf::ForOp> parts{loop};
  auto low = getConstantIntValue(loop.getLowerBound()), high = getConstantIntValue(loop.getUpperBound()),
       step = getConstantIntValue(loop.getStep());
  bool ragged = low && high && step && *step > 0 && (*high - *low) % *step != 0 && (*high - *low) > *step;
  scf::ForOp last;
  if (splits > 0 && ragged && succeeded(scf::peelForLoopAndSimplifyBounds(rewriter, loop, last))) {
    parts.push_back(last);
    --splits;
  }
  for (scf::ForOp part : parts)
    for (auto inner : llvm::to_vector(part.getBody()->getOps<scf::ForOp>()))
      peelRagged(rewriter, inner, splits);
  return parts;
}

/// What panels carry has a static shape where the tile around them has one: `patterns` fold what is in the way.
void staticPanels(scf::ForOp outer, const FrozenRewritePatternSet &patterns) {
  RewritePatternSet folds(outer.getContext());
  scf::ForOp::getCanonicalizationPatterns(folds, outer.getContext());
  FrozenRewritePatternSet loops(std::move(folds));
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  // The last panels take what the others hand on.
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<Operation *> panels, inside;
    outer->walk([&](scf::ForOp loop) {
      bool casts = llvm::any_of(loop.getInitArgs(), [](Value init) { return init.getDefiningOp<tensor::CastOp>(); });
      if (loop != outer && casts)
        panels.push_back(loop);
    });
    if (panels.empty())
      return;
    (void)applyOpPatternsGreedily(panels, loops, config, &changed);
    outer->walk([&](Operation *op) {
      if (!isa<scf::ForOp, scf::YieldOp>(op))
        inside.push_back(op);
    });
    (void)applyOpPatternsGreedily(inside, patterns, config);
  }
}

void simplify(RewriterBase &rewriter, scf::ForOp outer) {
  MLIRContext *context = rewriter.getContext();
  RewritePatternSet patterns(context);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (StringRef dialect = name.getDialectNamespace();
        dialect == "tensor" || dialect == "affine" || dialect == "arith" || dialect == "linalg")
      name.getCanonicalizationPatterns(patterns, context);
  // Static shapes through linalg operations are a matter of the dialect.
  for (Dialect *dialect : context->getLoadedDialects())
    if (dialect->getNamespace() == "linalg" || dialect->getNamespace() == "tensor")
      dialect->getCanonicalizationPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  SmallVector<Operation *> inside;
  outer->walk([&](Operation *op) {
    if (!isa<scf::ForOp, scf::YieldOp>(op))
      inside.push_back(op);
  });
  (void)applyOpPatternsGreedily(inside, frozen, config);
  staticPanels(outer, frozen);
  DominanceInfo dominance(outer->getParentOp());
  eliminateCommonSubExpressions(rewriter, dominance, outer);
}

/// SUT-H16: of a tensor that `loop`, of one iteration, loads whole for one reader others have no slice of all of it.
void mergeWholeLoads(RewriterBase &rewriter, scf::ForOp loop) {
  SmallVector<tensor::ExtractSliceOp> whole;
  loop->walk([&](tensor::ExtractSliceOp slice) {
    Value source = slice.getSource();
    auto isWhole = [&](OpOperand &use) {
      return loop->isProperAncestor(use.getOwner()) && !isa<tensor::ExtractSliceOp>(use.getOwner());
    };
    auto type = cast<RankedTensorType>(source.getType());
    if (type.hasStaticShape() && slice.getType() == type && loop.isDefinedOutsideOfLoop(source) &&
        llvm::any_of(source.getUses(), isWhole))
      whole.push_back(slice);
  });
  for (tensor::ExtractSliceOp slice : whole)
    rewriter.replaceOp(slice, slice.getSource());
}

SmallVector<Operation *> GroupBuilder::cleanUp() {
  mergeEqual();
  arrange(body());
  loops.front()->walk([](Operation *op) { op->removeAttr(stepAttr); });
  auto outermost = cast<scf::ForOp>(loops.front().getOperation());
  // Two loops that start from one tensor.empty would be two users of one buffer: bufferization copies for that.
  for (OpOperand &init : outermost.getInitArgsMutable())
    if (auto empty = init.get().getDefiningOp<tensor::EmptyOp>(); empty && !empty->hasOneUse()) {
      rewriter.setInsertionPoint(outermost);
      Operation *copy = rewriter.clone(*empty);
      rewriter.modifyOpInPlace(outermost, [&] { init.set(copy->getResult(0)); });
    }
  // Reductions are the innermost loops of the root.
  Value start = beginsInFirstTile() ? startOfSums(outermost) : Value();
  SmallVector<scf::ForOp> parts;
  if (scf::ForOp first = start ? splitFirstTile(rewriter, cast<scf::ForOp>(loops.back().getOperation())) : scf::ForOp();
      first && loops.size() == 1)
    parts.push_back(first);
  llvm::append_range(parts, peelRagged(rewriter, outermost, maxPeels));
  SmallVector<Operation *> result;
  for (scf::ForOp part : parts) {
    simplify(rewriter, part);
    loadInFrontOfStrips(part);
    if (start)
      beginSums(rewriter, part, start);
    if (onlyTile)
      mergeWholeLoads(rewriter, part);
    // Behind what merges slices of slices.
    joinLoads(rewriter, part, group.evaluation.tilesOfOne);
    SmallVector<Block *> bodies;
    part->walk([&](scf::ForOp loop) { bodies.push_back(loop.getBody()); });
    for (Block *block : bodies)
      sinkEmpties(rewriter, *block);
    for (Block *block : bodies) {
      separateEmpties(rewriter, *block);
      arrange(*block);
    }
    part->setAttr(tileLoopAttr, rewriter.getUnitAttr());
    if (reductionTiled || !panels.empty())
      part->setAttr(splitReductionAttr, rewriter.getUnitAttr());
    if (group.doubleBuffered)
      part->setAttr(doubleBufferAttr, rewriter.getUnitAttr());
    if (!group.grid.empty())
      part->setAttr(gridAttr, rewriter.getDenseI64ArrayAttr(group.grid));
    result.push_back(part);
  }
  return result;
}

Result<SmallVector<Operation *>> GroupBuilder::run() {
  for (int member : group.members)
    graph.opOf(member)->setAttr(stepAttr, rewriter.getI64IntegerAttr(member));
  Status status = tileRoot();
  if (status.ok())
    status = readBesideStarts();
  auto isCore = [&](size_t position) { return llvm::is_contained(group.cores, static_cast<int>(position)); };
  if (status.ok() && isCore(group.members.size() - 1))
    status = tileCore(group.members.back());
  for (size_t i = group.members.size() - 1; status.ok() && i-- > 0;) {
    const SoftmaxParts *parts = softmax();
    bool last = parts && group.members[i] == parts->normalize;
    if (parts && parts->has(group.members[i]) && !last)
      continue;
    status = fuseMember(group.members[i]);
    if (status.ok() && last)
      status = carry(*parts);
    if (status.ok() && isCore(i))
      status = tileCore(group.members[i]);
  }
  for (int member : group.members)
    graph.opOf(member)->removeAttr(stepAttr);
  ALCOVE_RETURN_IF_ERROR(status);
  mergeSlices();
  fuseFills();
  splitJoined(rewriter, loops.front());
  ALCOVE_RETURN_IF_ERROR(runStrips());
  return cleanUp();
}

} // namespace

Result<SmallVector<Operation *>> applyGroup(RewriterBase &rewriter, const TilingGraph &graph,
                                            const PlannedGroup &group) {
  return GroupBuilder(rewriter, graph, group).run();
}

TiledAlone tileAlone(RewriterBase &rewriter, Operation *op, ArrayRef<int64_t> tile) {
  TiledAlone result;
  auto interface = dyn_cast<TilingInterface>(op);
  if (!interface)
    return result;
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : tile)
    sizes.push_back(rewriter.getIndexAttr(size));
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes);
  rewriter.setInsertionPoint(op);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, interface, options);
  if (failed(tiled) || tiled->loops.empty())
    return result;
  result.loop = tiled->loops.front();
  result.loop->setAttr(tileLoopAttr, rewriter.getUnitAttr());
  result.replacements.assign(tiled->replacements.begin(), tiled->replacements.end());
  return result;
}

void eraseDead(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

} // namespace alcove::supertiling
