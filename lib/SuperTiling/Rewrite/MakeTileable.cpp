//===- MakeTileable.cpp - Rewrites that give large operations a tile ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/MakeTileable.h"

#include "alcove/SuperTiling/Describe/TilingGraph.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace alcove::supertiling {

bool isLarge(Operation *op, const Budget &budget) {
  Bytes total = 0;
  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType())) {
      if (!type.hasStaticShape())
        return true;
      if (!dps || !dps.isDpsInit(&operand))
        total = saturatingAdd(total, tensorBytes(type));
    }
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      if (!tensor.hasStaticShape())
        return true;
      total = saturatingAdd(total, tensorBytes(tensor));
    }
  return total > budget.of(classify(op));
}

namespace {

bool splitSoftmax(RewriterBase &rewriter, linalg::SoftmaxOp op) {
  rewriter.setInsertionPoint(op);
  FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
  if (failed(parts))
    return false;
  rewriter.replaceOp(op, *parts);
  return true;
}

/// The padding is computed over the whole result, the source put into it.
bool splitPad(RewriterBase &rewriter, tensor::PadOp op) {
  RankedTensorType type = op.getResultType();
  if (op.getConstantPaddingValue() || !type.hasStaticShape() || type.getRank() == 0)
    return false;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(), type.getElementType());
  SmallVector<AffineMap> maps{rewriter.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto padding = linalg::GenericOp::create(rewriter, loc, type, ValueRange{}, empty, maps, iterators,
                                           [&](OpBuilder &builder, Location at, ValueRange) {
                                             IRMapping mapping;
                                             Block &body = op.getRegion().front();
                                             for (auto [dim, argument] : llvm::enumerate(body.getArguments()))
                                               mapping.map(argument, linalg::IndexOp::create(builder, at, dim));
                                             for (Operation &inner : body.without_terminator())
                                               builder.clone(inner, mapping);
                                             Value value = cast<tensor::YieldOp>(body.getTerminator()).getValue();
                                             linalg::YieldOp::create(builder, at, mapping.lookupOrDefault(value));
                                           });
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, op.getSource());
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(op, op.getSource(), padding.getResult(0), op.getMixedLowPad(),
                                                     sizes, strides);
  return true;
}

/// A sum of non-negative multiples of loops and a constant: what upstream can size a slice for.
bool growsWithLoops(AffineExpr expr) {
  if (isa<AffineConstantExpr, AffineDimExpr>(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return growsWithLoops(binary.getLHS()) && growsWithLoops(binary.getRHS());
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant && constant.getValue() >= 0 &&
         growsWithLoops(binary.getLHS());
}

/// Every loop is a result of some map by itself: its extent can be read off an operand.
bool loopsAreKnown(ArrayRef<AffineMap> maps, unsigned loops) {
  llvm::SmallBitVector known(loops);
  for (AffineMap map : maps)
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        known.set(dim.getPosition());
  return known.all();
}

/// The operation with other inputs. `inputs` are indices into the old ones; the body is moved.
linalg::GenericOp withInputs(RewriterBase &rewriter, linalg::GenericOp op, ArrayRef<Value> inputs,
                             ArrayRef<AffineMap> inputMaps) {
  SmallVector<AffineMap> maps(inputMaps);
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&init));
  auto fresh = linalg::GenericOp::create(rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
                                         op.getIteratorTypesArray());
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    fresh->setDiscardableAttr(attribute.getName(), attribute.getValue());
  rewriter.inlineRegionBefore(op.getRegion(), fresh.getRegion(), fresh.getRegion().begin());
  return fresh;
}

/// Inputs whose index runs backwards, wraps or is divided are read element by element.
bool gatherIrregular(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> kept, all;
  SmallVector<OpOperand *> irregular;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (isa<RankedTensorType>(input->get().getType()) && !llvm::all_of(map.getResults(), growsWithLoops)) {
      irregular.push_back(input);
      continue;
    }
    inputs.push_back(input->get());
    kept.push_back(map);
  }
  all = kept;
  for (OpOperand &init : op.getDpsInitsMutable())
    all.push_back(op.getMatchingIndexingMap(&init));
  if (irregular.empty() || !loopsAreKnown(all, op.getNumLoops()))
    return false;
  Block &body = *op.getBody();
  rewriter.setInsertionPointToStart(&body);
  SmallVector<Value> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops.push_back(linalg::IndexOp::create(rewriter, op.getLoc(), loop));
  for (OpOperand *input : irregular) {
    AffineMap map = op.getMatchingIndexingMap(input);
    SmallVector<Value> indices;
    for (AffineExpr expr : map.getResults())
      indices.push_back(
          affine::AffineApplyOp::create(rewriter, op.getLoc(), AffineMap::get(map.getNumDims(), 0, expr), loops));
    Value element = tensor::ExtractOp::create(rewriter, op.getLoc(), input->get(), indices);
    rewriter.replaceAllUsesWith(op.getMatchingBlockArgument(input), element);
  }
  for (OpOperand *input : llvm::reverse(irregular))
    body.eraseArgument(op.getMatchingBlockArgument(input).getArgNumber());
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(op, withInputs(rewriter, op, inputs, kept).getResults());
  return true;
}

/// What of `input` the operation reads, and the map into that part.
struct ReadPart {
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<AffineExpr> map;
  SmallVector<int64_t> shape;
  bool smaller = false;
};

/// Index e + c, e without a constant: the part from c to the last index. Index c: one place, the dimension is dropped.
ReadPart partRead(RewriterBase &rewriter, Location loc, Value input, AffineMap map, ArrayRef<int64_t> loops) {
  auto type = cast<RankedTensorType>(input.getType());
  ReadPart part;
  part.sizes = tensor::getMixedSizes(rewriter, loc, input);
  SmallVector<AffineExpr> zeros, last;
  for (int64_t extent : loops) {
    zeros.push_back(rewriter.getAffineConstantExpr(0));
    last.push_back(rewriter.getAffineConstantExpr(ShapedType::isDynamic(extent) ? 0 : extent - 1));
  }
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    int64_t first = cast<AffineConstantExpr>(expr.replaceDims(zeros)).getValue();
    int64_t size = cast<AffineConstantExpr>(expr.replaceDims(last)).getValue() - first + 1;
    bool constant = isa<AffineConstantExpr>(expr), dynamic = type.isDynamicDim(dim);
    for (auto [loop, extent] : llvm::enumerate(loops))
      dynamic |= ShapedType::isDynamic(extent) && expr.isFunctionOfDim(loop);
    bool cut = constant ? type.getDimSize(dim) != 1 : first != 0 && !dynamic && size > 0;
    part.smaller |= cut;
    part.offsets.push_back(rewriter.getIndexAttr(cut ? first : 0));
    if (constant && cut) {
      part.sizes[dim] = rewriter.getIndexAttr(1);
      continue;
    }
    part.map.push_back(cut ? expr - first : expr);
    part.shape.push_back(cut ? size : type.getDimSize(dim));
    if (cut)
      part.sizes[dim] = rewriter.getIndexAttr(size);
  }
  return part;
}

/// Upstream takes the whole of a dimension whose index is a constant, and everything in front of a constant offset.
bool sliceOffsets(RewriterBase &rewriter, linalg::GenericOp op) {
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  bool changed = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    inputs.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input));
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type)
      continue;
    ReadPart part = partRead(rewriter, op.getLoc(), input->get(), maps.back(), loops);
    if (!part.smaller)
      continue;
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    inputs.back() =
        tensor::ExtractSliceOp::create(rewriter, op.getLoc(), RankedTensorType::get(part.shape, type.getElementType()),
                                       input->get(), part.offsets, part.sizes, strides);
    maps.back() = AffineMap::get(maps.back().getNumDims(), 0, part.map, op.getContext());
    changed = true;
  }
  if (changed)
    rewriter.replaceOp(op, withInputs(rewriter, op, inputs, maps).getResults());
  return changed;
}

/// One linalg.generic with the operation on elements in its body.
void elementwiseToGeneric(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  auto shape = cast<RankedTensorType>(op->getResult(0).getType());
  Value example;
  for (Value operand : op->getOperands())
    if (!example && isa<RankedTensorType>(operand.getType()))
      example = operand;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, example);
  AffineMap identity = rewriter.getMultiDimIdentityMap(shape.getRank());
  AffineMap scalar = AffineMap::get(shape.getRank(), 0, op->getContext());
  SmallVector<AffineMap> maps;
  for (Value operand : op->getOperands())
    maps.push_back(isa<RankedTensorType>(operand.getType()) ? identity : scalar);
  SmallVector<Value> destinations;
  SmallVector<Type> elements;
  for (Type type : op->getResultTypes()) {
    elements.push_back(cast<RankedTensorType>(type).getElementType());
    destinations.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, elements.back()));
    maps.push_back(identity);
  }
  SmallVector<utils::IteratorType> iterators(shape.getRank(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, op->getResultTypes(), op->getOperands(), destinations, maps, iterators,
      [&](OpBuilder &builder, Location at, ValueRange arguments) {
        OperationState state(at, op->getName(), arguments.take_front(op->getNumOperands()), elements, op->getAttrs());
        linalg::YieldOp::create(builder, at, builder.create(state)->getResults());
      });
  rewriter.replaceOp(op, generic.getResults());
}

} // namespace

void lowerElementwise(RewriterBase &rewriter, Operation *scope) {
  SmallVector<Operation *> found;
  scope->walk([&](Operation *op) {
    bool tensors = op->getNumResults() > 0 && llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
    if (tensors && op->getNumOperands() > 0 && OpTrait::hasElementwiseMappableTraits(op))
      found.push_back(op);
  });
  for (Operation *op : found)
    elementwiseToGeneric(rewriter, op);
}

/// Its index is not one loop by itself: reads parts, backwards, or windows.
static bool readsIrregularly(linalg::GenericOp op) {
  return llvm::any_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return !llvm::all_of(map.getResults(), llvm::IsaPred<AffineDimExpr>); });
}

static SmallVector<Operation *> toMakeTileable(Operation *function, const Budget &budget) {
  SmallVector<Operation *> large;
  function->walk([&](Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    bool mayChange = isa<linalg::SoftmaxOp, tensor::PadOp>(op) || (generic && readsIrregularly(generic));
    if (mayChange && op->getNumResults() > 0 && isLarge(op, budget))
      large.push_back(op);
  });
  return large;
}

size_t numToMakeTileable(Operation *function, const Budget &budget) { return toMakeTileable(function, budget).size(); }

bool makeTileable(RewriterBase &rewriter, Operation *function, const Budget &budget) {
  bool changed = false;
  for (Operation *op : toMakeTileable(function, budget)) {
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
      changed |= splitSoftmax(rewriter, softmax);
    else if (auto pad = dyn_cast<tensor::PadOp>(op))
      changed |= splitPad(rewriter, pad);
    else if (auto generic = dyn_cast<linalg::GenericOp>(op);
             llvm::any_of(generic.getIndexingMapsArray(),
                          [](AffineMap map) { return !llvm::all_of(map.getResults(), growsWithLoops); }))
      changed |= gatherIrregular(rewriter, generic);
    else
      changed |= sliceOffsets(rewriter, generic);
  }
  return changed;
}

} // namespace alcove::supertiling
