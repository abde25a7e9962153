//===- TilingGraph.cpp - One block as a graph of tileable nodes -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Describe/TilingGraph.h"

#include "MatchSoftmax.h"

#include "alcove/Plan/Tiling/CacheCost.h"
#include "alcove/SuperTiling/Describe/JoinedParts.h"
#include "alcove/SuperTiling/Marks/FuseMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

double bodyWork(Operation *op) {
  double work = 0;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      if (inner->hasTrait<OpTrait::IsTerminator>() || inner->hasTrait<OpTrait::ConstantLike>() ||
          isa<linalg::IndexOp>(inner))
        return;
      if (isa<math::MathDialect>(inner->getDialect()) && !isa<math::AbsFOp, math::AbsIOp, math::FmaOp>(inner))
        work += 8;
      else if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(inner))
        work += 4;
      else
        work += 1;
    });
  return std::max(work, 1.0);
}

bool sumsInOrder(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0)
    return false;
  bool ordered = false;
  linalgOp.getBlock()->walk([&](arith::ArithFastMathInterface inner) {
    bool sum = isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(inner.getOperation());
    ordered |=
        sum && !arith::bitEnumContainsAll(inner.getFastMathFlagsAttr().getValue(), arith::FastMathFlags::reassoc);
  });
  return ordered;
}

bool writesWhole(linalg::LinalgOp op, OpOperand &destination) {
  auto type = cast<RankedTensorType>(destination.get().getType());
  llvm::SmallBitVector seen(op.getNumLoops());
  for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&destination).getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop && (!isa<AffineConstantExpr>(expr) || type.getDimSize(dim) != 1))
      return false;
    if (loop && seen.test(loop.getPosition()))
      return false;
    if (loop)
      seen.set(loop.getPosition());
  }
  return true;
}

bool mayRunInTiles(Operation *op) {
  for (Region &region : op->getRegions())
    if (region
            .walk([](Operation *inner) {
              bool harmless = isa<cf::AssertOp>(inner) || inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                              isMemoryEffectFree(inner);
              return harmless ? WalkResult::advance() : WalkResult::interrupt();
            })
            .wasInterrupted())
      return false;
  return true;
}

/// Tensors from outside of the body that it reads element by element.
static Bytes bytesGathered(Operation *op) {
  Bytes bytes = 0;
  op->walk([&](tensor::ExtractOp extract) {
    if (!op->isAncestor(extract.getTensor().getParentBlock()->getParentOp()))
      bytes += elementBytes(extract.getType());
  });
  return bytes;
}

Bytes elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * elementBytes(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return saturatingMul(elementBytes(vector.getElementType()), vector.getNumElements());
  return type.isIntOrFloat() ? ceilDiv(std::max<int64_t>(type.getIntOrFloatBitWidth(), 1), 8) : 8;
}

Bytes tensorBytes(ShapedType type) {
  Bytes bytes = elementBytes(type.getElementType());
  if (!type.hasRank())
    return std::numeric_limits<int64_t>::max();
  for (int64_t extent : type.getShape())
    bytes = saturatingMul(bytes, ShapedType::isDynamic(extent) ? unknownExtent : extent);
  return bytes;
}

namespace {

bool isRankedTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Affine form of an indexing expression, or false when it is not a sum of non-negative multiples of loops.
bool linearize(AffineExpr expr, int64_t factor, AccessDim &dim) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    dim.constant += factor * constant.getValue();
    return true;
  }
  if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
    for (AccessTerm &term : dim.terms)
      if (term.loop == loop.getPosition()) {
        term.coefficient += factor;
        return true;
      }
    dim.terms.push_back({loop.getPosition(), factor});
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return linearize(binary.getLHS(), factor, dim) && linearize(binary.getRHS(), factor, dim);
  if (binary.getKind() != AffineExprKind::Mul)
    return false;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return constant && constant.getValue() >= 0 && linearize(binary.getLHS(), factor * constant.getValue(), dim);
}

/// Structure of an op without its operands: equal text means equal tiling behaviour.
std::string describeText(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName();
  for (NamedAttribute attribute : op->getAttrs())
    if (!isFuseMark(attribute.getName()) && attribute.getName() != joinedAttr)
      os << ' ' << attribute.getName() << '=' << attribute.getValue();
  if (std::optional<OpClass> parts = classOfParts(op))
    os << " joins " << numParts(op) << ' ' << name(*parts);
  for (Type type : op->getOperandTypes())
    os << ' ' << type;
  os << "->";
  for (Type type : op->getResultTypes())
    os << ' ' << type;
  return text;
}

/// 16 bytes for `text`: groups are looked up by the signatures of their members, in every interval of a block.
std::string digest(llvm::StringRef text) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  std::string bytes;
  for (uint64_t half : {hash.low64, hash.high64})
    for (int byte = 0; byte < 8; ++byte)
      bytes += static_cast<char>(half >> (8 * byte));
  return bytes;
}

SmallVector<ReassociationIndices> reassociationOf(Operation *view) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(view))
    return expand.getReassociationIndices();
  return cast<tensor::CollapseShapeOp>(view).getReassociationIndices();
}

/// Operations that never stand for memory of their own.
bool isFree(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp, tensor::DimOp>(op))
    return true;
  auto isScalar = [](Type type) { return !isa<ShapedType>(type); };
  return op->getNumRegions() == 0 && llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar) && isMemoryEffectFree(op);
}

bool shareMark(Operation *a, Operation *b) {
  SmallVector<int64_t, 2> marks = fuseGroupsOf(b);
  return llvm::any_of(fuseGroupsOf(a), [&](int64_t mark) { return llvm::is_contained(marks, mark); });
}

/// Operations of `block` whose results `op` uses, itself or in a nested region.
SmallVector<Operation *> producersInBlock(Operation *op, Block &block) {
  llvm::SetVector<Operation *> found;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *def = operand.getDefiningOp(); def && def != op && def->getBlock() == &block)
        found.insert(def);
  });
  return found.takeVector();
}

} // namespace

static plan::ElementKind elementKind(Type type) {
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  if (isa<FloatType>(type))
    return bits <= 16 ? plan::ElementKind::F16 : plan::ElementKind::F32;
  return bits <= 8 ? plan::ElementKind::I8 : bits <= 16 ? plan::ElementKind::I16 : plan::ElementKind::F32;
}

int TilingGraph::numberOf(Value value) {
  auto [found, fresh] = numbers.try_emplace(value, static_cast<int>(values.size()));
  if (fresh)
    values.push_back(value);
  return found->second;
}

/// Access to the whole of a tensor whose dimensions are the loops of the node.
Access TilingGraph::wholeAccess(Value value) {
  Access access;
  access.tensor = numberOf(value);
  access.undefined = value.getDefiningOp<tensor::EmptyOp>() != nullptr;
  auto type = cast<RankedTensorType>(value.getType());
  access.elementBytes = elementBytes(type.getElementType());
  access.elementKind = elementKind(type.getElementType());
  for (int64_t extent : type.getShape())
    access.shape.push_back(ShapedType::isDynamic(extent) ? unknownExtent : extent);
  access.dims.resize(access.shape.size());
  for (AccessDim &dim : access.dims)
    dim.whole = true;
  return access;
}

/// The loops of a linalg op. False when some loop has no extent that can be read off its operands.
bool TilingGraph::describeStructured(Operation *structured, Node &node) {
  auto op = cast<linalg::LinalgOp>(structured);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  unsigned loops = op.getNumLoops();
  if (ranges.size() != loops)
    return false;
  node.kind = NodeKind::Structured;
  auto iterators = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < loops; ++loop) {
    node.dynamic.push_back(ShapedType::isDynamic(ranges[loop]));
    node.extents.push_back(node.dynamic.back() ? unknownExtent : ranges[loop]);
    node.parallel.push_back(iterators[loop] == utils::IteratorType::parallel);
    node.tileable.push_back(node.extents.back() > 1);
  }
  bool regular = true;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isRankedTensor(operand.get()))
      continue;
    Access access = wholeAccess(operand.get());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [index, expr] : llvm::enumerate(map.getResults())) {
      AccessDim dim;
      if (linearize(expr, 1, dim)) {
        access.dims[index] = dim;
        continue;
      }
      // Upstream sizes a slice by the index of its last point: wrong for indices that run backwards or wrap.
      regular = false;
    }
    if (op.isDpsInit(&operand)) {
      // What it leaves as it was is neither computed in a tile nor filled for one.
      if (!writesWhole(op, operand))
        return false;
      access.initOf = static_cast<int>(operand.getOperandNumber() - op.getNumDpsInputs());
      access.read = op.payloadUsesValueFromOperand(&operand);
      Access result = access;
      result.tensor = numberOf(op->getResult(access.initOf));
      result.initOf = -1;
      result.undefined = false;
      node.results.push_back(result);
    }
    node.inputs.push_back(std::move(access));
  }
  node.fusable = !node.results.empty();
  SmallVector<size_t> followed(loops, 0);
  for (const Access &result : node.results) {
    SmallVector<bool> present(loops, false);
    for (const AccessDim &dim : result.dims) {
      if (!dim.isLoop() || present[dim.terms[0].loop]) {
        node.fusable = false;
        continue;
      }
      present[dim.terms[0].loop] = true;
    }
    for (unsigned loop = 0; loop < loops; ++loop) {
      // A parallel loop that some result does not follow would write that result many times; a reduction loop that
      // every result follows is no reduction. One that some follow may be cut: these are put together from its parts,
      // while the others are held across them.
      if (present[loop] != node.parallel[loop])
        node.tileable[loop] = node.tileable[loop] && !node.parallel[loop] && node.results.size() > 1;
      if (node.parallel[loop] && !present[loop])
        node.fusable = false;
      followed[loop] += present[loop];
    }
  }
  for (unsigned loop = 0; loop < loops; ++loop)
    node.tileable[loop] = node.tileable[loop] && (node.parallel[loop] || followed[loop] < node.results.size());
  for (const Access &result : node.results)
    for (const AccessDim &dim : result.dims)
      if (!dim.isLoop())
        for (const AccessTerm &term : dim.terms)
          node.tileable[term.loop] = false;
  // Nothing is computed: no part of it is less.
  regular &= !llvm::is_contained(node.extents, 0);
  if (!regular) {
    node.fusable = false;
    node.tileable.assign(loops, false);
  }
  node.opsPerPoint = bodyWork(structured);
  node.serialSum = sumsInOrder(structured);
  node.gatheredBytesPerPoint = bytesGathered(structured);
  node.attached = isa<linalg::FillOp>(structured);
  return true;
}

bool TilingGraph::describePad(Operation *padding, Node &node) {
  auto op = cast<tensor::PadOp>(padding);
  if (!op.getConstantPaddingValue() || !op.getResultType().hasStaticShape() || !op.getSourceType().hasStaticShape())
    return false;
  auto low = getConstantIntValues(op.getMixedLowPad());
  auto high = getConstantIntValues(op.getMixedHighPad());
  if (!low || !high)
    return false;
  node.kind = NodeKind::Pad;
  Access source = wholeAccess(op.getSource());
  Access result = wholeAccess(op.getResult());
  for (unsigned loop = 0; loop < result.shape.size(); ++loop) {
    if ((*low)[loop] < 0 || (*high)[loop] < 0 || source.shape[loop] == 0)
      return false;
    node.extents.push_back(result.shape[loop]);
    node.dynamic.push_back(false);
    node.parallel.push_back(true);
    node.tileable.push_back(result.shape[loop] > 1);
    AccessDim identity;
    identity.terms.push_back({loop, 1});
    result.dims[loop] = identity;
    identity.constant = -(*low)[loop];
    source.dims[loop] = identity;
  }
  node.inputs.push_back(std::move(source));
  node.results.push_back(std::move(result));
  node.fusable = true;
  return true;
}

/// Views and copies: accesses without loops, tiles are derived case by case in GroupBody.
bool TilingGraph::describeMovement(Operation *op, Node &node) {
  auto isStatic = [](Value value) { return cast<ShapedType>(value.getType()).hasStaticShape(); };
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    if (!isStatic(op->getOperand(0)) || !isStatic(op->getResult(0)))
      return false;
    node.kind = isa<tensor::ExpandShapeOp>(op) ? NodeKind::Expand : NodeKind::Collapse;
    node.inputs.push_back(wholeAccess(op->getOperand(0)));
    for (const ReassociationIndices &parts : reassociationOf(op))
      node.movement.parts.emplace_back(parts.begin(), parts.end());
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    auto offsets = getConstantIntValues(slice.getMixedOffsets());
    auto strides = getConstantIntValues(slice.getMixedStrides());
    if (!isStatic(slice.getSource()) || !isStatic(slice.getResult()) || !offsets || !strides ||
        !getConstantIntValues(slice.getMixedSizes()))
      return false;
    node.kind = NodeKind::Slice;
    node.movement.offsets.assign(offsets->begin(), offsets->end());
    node.movement.strides.assign(strides->begin(), strides->end());
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (unsigned d = 0; d < dropped.size(); ++d)
      node.movement.dropped.push_back(dropped[d]);
    node.inputs.push_back(wholeAccess(slice.getSource()));
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    if (!llvm::all_of(op->getOperands(), isStatic) || !isStatic(concat.getResult()))
      return false;
    node.kind = NodeKind::Concat;
    node.movement.joined = concat.getDim();
    for (Value operand : op->getOperands())
      node.inputs.push_back(wholeAccess(operand));
  } else {
    return false;
  }
  node.results.push_back(wholeAccess(op->getResult(0)));
  // Upstream has no tile of what has no element.
  auto isEmpty = [](const Access &access) { return llvm::is_contained(access.shape, 0); };
  node.fusable = llvm::none_of(node.inputs, isEmpty) && llvm::none_of(node.results, isEmpty);
  return true;
}

/// Tiled by trial.
void TilingGraph::describeProbe(Operation *op, Node &node) {
  node.kind = NodeKind::Probe;
  for (Value operand : op->getOperands()) {
    if (!isRankedTensor(operand))
      continue;
    node.inputs.push_back(wholeAccess(operand));
    auto dps = dyn_cast<DestinationStyleOpInterface>(op);
    bool isInit = dps && op->getNumResults() > 0 && llvm::is_contained(dps.getDpsInits(), operand);
    // Nobody knows what such an operation does with its destination; an empty one has nothing to read.
    if (isInit) {
      node.inputs.back().initOf = 0;
      node.inputs.back().read = !node.inputs.back().undefined;
    }
  }
  for (Value result : op->getResults())
    node.results.push_back(wholeAccess(result));
}

void TilingGraph::describe(Operation *op, Node &node) {
  node.name = nameOf(op);
  node.opClass = classOfParts(op).value_or(classify(op));
  auto marks = fuseGroupsOf(op);
  node.marks.assign(marks.begin(), marks.end());
  node.principalOf = fuseGroupIdOf(op).value_or(-1);
  bool onTensors = op->getNumResults() > 0 &&
                   llvm::all_of(op->getResultTypes(), [](Type t) { return isa<RankedTensorType>(t); }) &&
                   llvm::none_of(op->getOperandTypes(), [](Type t) { return isa<BaseMemRefType>(t); });
  if (!onTensors || hasSparseOperands(op) || !mayRunInTiles(op))
    return;
  Node described = node;
  bool hasLoops = (isa<linalg::LinalgOp>(op) && describeStructured(op, described)) ||
                  (isa<tensor::PadOp>(op) && describePad(op, described));
  if (hasLoops)
    node = std::move(described);
  else if (!describeMovement(op, node)) {
    if (!isa<TilingInterface>(op))
      return;
    describeProbe(op, node);
  }
  node.signature = describeText(op);
  // What of its body counts.
  if (node.kind == NodeKind::Structured) {
    node.signature += fmt::format(" {} operations, gathers {}, reads", node.opsPerPoint, node.gatheredBytesPerPoint);
    for (const Access &input : node.inputs)
      node.signature += input.read ? '1' : '0';
  }
  node.signature = digest(node.signature);
}

void TilingGraph::schedule(Block &block, std::vector<Operation *> &order) {
  // Longest chain below each operation; definitions precede uses in a block, so one sweep is enough.
  llvm::DenseMap<Operation *, int64_t> depth;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> operands;
  llvm::DenseSet<Operation *> used;
  for (Operation &op : block) {
    if (isFree(&op))
      continue;
    SmallVector<Operation *> below = producersInBlock(&op, block);
    llvm::erase_if(below, isFree);
    int64_t longest = 0;
    for (Operation *def : below) {
      longest = std::max(longest, depth.lookup(def) + (isa<linalg::FillOp>(def) ? 0 : 1));
      used.insert(def);
    }
    depth[&op] = longest;
    // What shares a marked group with the operation comes last: the group then stands together. Behind that what is
    // computed for this operation alone.
    SmallVector<std::tuple<bool, bool, int64_t, size_t, Operation *>> keyed;
    for (Operation *def : below)
      keyed.push_back({shareMark(def, &op), def->hasAttr(repeatedAttr), depth.lookup(def), keyed.size(), def});
    llvm::sort(keyed);
    SmallVector<Operation *> &sorted = operands[&op];
    for (auto &[together, own, chain, position, def] : keyed)
      sorted.push_back(def);
  }
  llvm::DenseSet<Operation *> visited;
  for (Operation &root : block) {
    if (isFree(&root) || (used.contains(&root) && isMemoryEffectFree(&root)) || visited.contains(&root))
      continue;
    SmallVector<std::pair<Operation *, size_t>> stack{{&root, 0}};
    visited.insert(&root);
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      ArrayRef<Operation *> below = operands[op];
      if (next < below.size()) {
        Operation *def = below[next++];
        if (visited.insert(def).second)
          stack.push_back({def, 0});
        continue;
      }
      order.push_back(op);
      stack.pop_back();
    }
  }
}

void TilingGraph::connect() {
  for (auto [index, op] : llvm::enumerate(ops))
    for (auto [number, value] : llvm::enumerate(op->getResults()))
      producers[value] = {static_cast<int>(index), static_cast<int>(number)};
  for (auto [index, node] : llvm::enumerate(nodes))
    for (Access &input : node.inputs)
      if (auto found = producers.find(valueOf(input)); found != producers.end()) {
        input.producer = found->second.first;
        input.producerResult = found->second.second;
        nodes[input.producer].users.push_back(static_cast<int>(index));
      }
  for (Node &node : nodes)
    for (auto [number, result] : llvm::enumerate(opOf(node)->getResults()))
      for (OpOperand &use : result.getUses()) {
        auto found =
            use.getOwner()->getNumResults() > 0 ? producers.find(use.getOwner()->getResult(0)) : producers.end();
        if (isa<tensor::DimOp>(use.getOwner()))
          continue;
        if (found != producers.end() && nodes[found->second.first].kind != NodeKind::Opaque)
          continue;
        node.escapes = true;
        if (number < node.results.size())
          node.results[number].escapes = true;
      }
}

TilingGraph::TilingGraph(Block &block, bool onlineSoftmax) {
  schedule(block, ops);
  nodes.resize(ops.size());
  for (auto [op, node] : llvm::zip_equal(ops, nodes))
    describe(op, node);
  connect();
  measureDistances(*this);
  if (onlineSoftmax)
    for (int node = 0; node < static_cast<int>(nodes.size()); ++node)
      if (nodes[node].opClass == OpClass::Matmul)
        nodes[node].softmax = matchSoftmax(*this, node);
}

} // namespace alcove::supertiling
