//===- TilingGraph.cpp - One block as a graph of tileable nodes -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/TilingGraph.h"

#include "OnlineSoftmax.h"

#include "alcove/SuperTiling/CacheCost.h"
#include "alcove/SuperTiling/FuseMarks.h"
#include "alcove/SuperTiling/JoinSiblings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

int64_t saturatingMul(int64_t a, int64_t b) {
  int64_t product = 0;
  return mulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max() : product;
}

int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  return addOverflow(a, b, sum) ? std::numeric_limits<int64_t>::max() : sum;
}

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

Bytes accessBytes(const Access &access) {
  Bytes bytes = access.elementBytes;
  for (int64_t extent : access.shape)
    bytes = saturatingMul(bytes, extent);
  return bytes;
}

/// Distinct values of an index: at most `extent`.
static int64_t distinctIndices(const Node &node, const AccessDim &dim, int64_t extent) {
  if (dim.whole)
    return extent;
  llvm::SmallVector<AccessTerm, 2> terms(dim.terms);
  llvm::sort(terms, [](const AccessTerm &a, const AccessTerm &b) { return a.coefficient < b.coefficient; });
  int64_t count = 1, last = 0; // indices in [0, last]
  for (const AccessTerm &term : terms) {
    int64_t trips = node.extents[term.loop];
    if (term.coefficient == 0)
      continue;
    bool gapless = count == last + 1;
    last = saturatingAdd(last, saturatingMul(term.coefficient, trips - 1));
    if (gapless && term.coefficient <= count)
      count = last + 1;
    else
      count = gapless ? saturatingMul(count, trips) : std::max(count, trips);
  }
  return std::min(count, extent);
}

Bytes touchedBytes(const Node &node, const Access &access) {
  if (node.kind != NodeKind::Structured || llvm::is_contained(node.dynamic, true))
    return accessBytes(access);
  Bytes bytes = access.elementBytes;
  for (auto [dim, extent] : llvm::zip_equal(access.dims, access.shape))
    bytes = saturatingMul(bytes, distinctIndices(node, dim, extent));
  return bytes;
}

double gatheredBytes(const Node &node) {
  double bytes = static_cast<double>(node.gatheredBytesPerPoint);
  for (int64_t extent : node.extents)
    bytes *= static_cast<double>(extent);
  return bytes;
}

Bytes untiledFootprint(const Node &node) {
  Bytes total = 0;
  llvm::SmallPtrSet<Value, 8> seen;
  for (const Access &input : node.inputs)
    if (input.initOf < 0 && seen.insert(input.value).second)
      total = saturatingAdd(total, accessBytes(input));
  for (const Access &result : node.results)
    total = saturatingAdd(total, accessBytes(result));
  return total;
}

namespace {

bool isRankedTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Access to the whole of a tensor whose dimensions are the loops of the node.
Access wholeAccess(Value value) {
  Access access;
  access.value = value;
  auto type = cast<RankedTensorType>(value.getType());
  access.elementBytes = elementBytes(type.getElementType());
  for (int64_t extent : type.getShape())
    access.shape.push_back(ShapedType::isDynamic(extent) ? unknownExtent : extent);
  access.dims.resize(access.shape.size());
  for (AccessDim &dim : access.dims)
    dim.whole = true;
  return access;
}

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

/// The loops of a linalg op. False when some loop has no extent that can be read off its operands.
bool describeStructured(linalg::LinalgOp op, Node &node) {
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
      access.initOf = static_cast<int>(operand.getOperandNumber() - op.getNumDpsInputs());
      access.read = op.payloadUsesValueFromOperand(&operand);
      Access result = access;
      result.value = op->getResult(access.initOf);
      result.initOf = -1;
      node.results.push_back(result);
    }
    node.inputs.push_back(std::move(access));
  }
  node.fusable = !node.results.empty();
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
      // a result follows is no reduction.
      if (present[loop] != node.parallel[loop])
        node.tileable[loop] = node.parallel[loop] ? false : node.tileable[loop] && !present[loop];
      if (node.parallel[loop] && !present[loop])
        node.fusable = false;
    }
  }
  for (const Access &result : node.results)
    for (const AccessDim &dim : result.dims)
      if (!dim.isLoop())
        for (const AccessTerm &term : dim.terms)
          node.tileable[term.loop] = false;
  if (!regular) {
    node.fusable = false;
    llvm::fill(node.tileable, false);
  }
  node.opsPerPoint = bodyWork(op);
  node.serialSum = sumsInOrder(op);
  node.gatheredBytesPerPoint = bytesGathered(op);
  node.attached = isa<linalg::FillOp>(op.getOperation());
  return true;
}

bool describePad(tensor::PadOp op, Node &node) {
  Value padding = op.getConstantPaddingValue();
  if (!padding || !op.getResultType().hasStaticShape() || !op.getSourceType().hasStaticShape())
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

/// Views and copies: accesses without loops, tiles are derived case by case in GroupModel.
bool describeMovement(Operation *op, Node &node) {
  auto isStatic = [](Value value) { return cast<ShapedType>(value.getType()).hasStaticShape(); };
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    if (!isStatic(op->getOperand(0)) || !isStatic(op->getResult(0)))
      return false;
    node.kind = isa<tensor::ExpandShapeOp>(op) ? NodeKind::Expand : NodeKind::Collapse;
    node.inputs.push_back(wholeAccess(op->getOperand(0)));
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (!isStatic(slice.getSource()) || !isStatic(slice.getResult()) ||
        !getConstantIntValues(slice.getMixedOffsets()) || !getConstantIntValues(slice.getMixedSizes()) ||
        !getConstantIntValues(slice.getMixedStrides()))
      return false;
    node.kind = NodeKind::Slice;
    node.inputs.push_back(wholeAccess(slice.getSource()));
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    if (!llvm::all_of(op->getOperands(), isStatic) || !isStatic(concat.getResult()))
      return false;
    node.kind = NodeKind::Concat;
    for (Value operand : op->getOperands())
      node.inputs.push_back(wholeAccess(operand));
  } else {
    return false;
  }
  node.results.push_back(wholeAccess(op->getResult(0)));
  node.fusable = true;
  return true;
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

void TilingGraph::describe(Node &node) {
  Operation *op = node.op;
  node.opClass = classOfParts(op).value_or(classify(op));
  node.marks = fuseGroupsOf(op);
  node.principalOf = fuseGroupIdOf(op).value_or(-1);
  auto onTensors = [&] {
    return op->getNumResults() > 0 &&
           llvm::all_of(op->getResultTypes(), [](Type t) { return isa<RankedTensorType>(t); }) &&
           llvm::none_of(op->getOperandTypes(), [](Type t) { return isa<BaseMemRefType>(t); });
  };
  if (!onTensors())
    return;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    Node described = node;
    if (describeStructured(linalgOp, described)) {
      node = std::move(described);
      node.signature = describeText(op) + fmt::format(" gathers {}", node.gatheredBytesPerPoint);
      return;
    }
  } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Node described = node;
    if (describePad(pad, described)) {
      node = std::move(described);
      node.signature = describeText(op);
      return;
    }
  } else if (describeMovement(op, node)) {
    node.signature = describeText(op);
    return;
  }
  if (!isa<TilingInterface>(op))
    return;
  node.kind = NodeKind::Probe;
  for (Value operand : op->getOperands())
    if (isRankedTensor(operand)) {
      node.inputs.push_back(wholeAccess(operand));
      if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
        for (OpOperand &init : dps.getDpsInitsMutable())
          if (init.get() == operand && op->getNumResults() > 0) {
            node.inputs.back().initOf = 0;
            // Nobody knows what such an operation does with its destination; an empty one has nothing to read.
            node.inputs.back().read = !operand.getDefiningOp<tensor::EmptyOp>();
          }
    }
  for (Value result : op->getResults())
    node.results.push_back(wholeAccess(result));
  node.signature = describeText(op);
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
  for (auto [index, node] : llvm::enumerate(nodes))
    for (auto [number, value] : llvm::enumerate(node.op->getResults()))
      producers[value] = {static_cast<int>(index), static_cast<int>(number)};
  for (auto [index, node] : llvm::enumerate(nodes)) {
    llvm::SmallPtrSet<Value, 8> modelled;
    for (Access &input : node.inputs)
      if (auto found = producers.find(input.value); found != producers.end()) {
        input.producer = found->second.first;
        input.producerResult = found->second.second;
        nodes[input.producer].users.push_back(static_cast<int>(index));
      }
  }
  for (Node &node : nodes)
    for (auto [number, result] : llvm::enumerate(node.op->getResults()))
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

bool TilingGraph::leaves(int index, size_t number, ArrayRef<int> members) const {
  const Node &node = nodes[index];
  if (node.results[number].escapes)
    return true;
  return llvm::any_of(node.users, [&](int user) {
    bool reads = llvm::any_of(nodes[user].inputs, [&](const Access &input) {
      return input.producer == index && input.producerResult == static_cast<int>(number);
    });
    return reads && (!llvm::is_contained(members, user) || (nodes[user].isView() && leaves(user, 0, members)));
  });
}

std::optional<unsigned> Node::onlyTileLoop() const {
  if (llvm::is_contained(dynamic, true))
    return std::nullopt;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (parallel[loop] && tileable[loop] && extents[loop] > 0)
      return loop;
  return std::nullopt;
}

llvm::SmallVector<unsigned, 4> Node::panelLoops() const {
  constexpr int mostLoops = 6;
  auto isWindow = [&](unsigned loop) {
    for (const Access &input : inputs)
      for (const AccessDim &dim : input.dims)
        if (dim.terms.size() > 1 && llvm::any_of(dim.terms, [&](const AccessTerm &term) { return term.loop == loop; }))
          return true;
    return false;
  };
  bool windows = llvm::count(tileable, true) <= mostLoops;
  llvm::SmallVector<unsigned, 4> found;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (!parallel[loop] && tileable[loop] && !dynamic[loop] && (windows || !isWindow(loop)))
      found.push_back(loop);
  // Windows alone are too short to be worth a loop.
  return llvm::all_of(found, isWindow) ? llvm::SmallVector<unsigned, 4>{} : found;
}

Bytes TilingGraph::available(int index, ArrayRef<int> members, const Budget &budget) const {
  const Node &node = nodes[index];
  Bytes bytes = budget.of(node.opClass);
  for (int64_t mark : node.marks)
    for (int member : members)
      if (nodes[member].principalOf == mark)
        bytes = std::max(bytes, budget.ofGroup(nodes[member].opClass));
  return bytes;
}

TilingGraph::TilingGraph(Block &block, bool onlineSoftmax) {
  std::vector<Operation *> order;
  schedule(block, order);
  nodes.reserve(order.size());
  for (Operation *op : order) {
    nodes.emplace_back();
    nodes.back().op = op;
    describe(nodes.back());
  }
  connect();
  measureDistances(*this);
  if (onlineSoftmax)
    for (int node = 0; node < static_cast<int>(nodes.size()); ++node)
      if (nodes[node].opClass == OpClass::Matmul)
        nodes[node].softmax = matchSoftmax(*this, node);
}

} // namespace alcove::supertiling
