//===- PackOperand.cpp - Operands in the order in which tiles read --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PackOperand.h"

#include "BufferUses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

#include <cstring>
#include <vector>

using namespace mlir;

namespace alcove::supertiling {

/// A buffer that lives as long as the outermost loop around `op`: one allocation, not one for each tile.
static Value allocateAround(RewriterBase &rewriter, Operation *op, MemRefType type) {
  Operation *outermost = op;
  for (Operation *parent = op->getParentOp(); isa_and_nonnull<scf::ForOp, scf::IfOp>(parent);
       parent = parent->getParentOp())
    outermost = parent;
  rewriter.setInsertionPoint(outermost);
  Value buffer = memref::AllocOp::create(rewriter, op->getLoc(), type, rewriter.getI64IntegerAttr(64));
  rewriter.setInsertionPointAfter(outermost);
  memref::DeallocOp::create(rewriter, op->getLoc(), buffer);
  return buffer;
}

/// `part`[block, others..., lane] = `source` at block * width + lane + `first`.
static void copyBlocks(RewriterBase &rewriter, Location loc, const VectorOperand &source, Value part,
                       ArrayRef<unsigned> order, unsigned loop, int64_t width, int64_t first, const VectorUnit &unit) {
  MLIRContext *context = rewriter.getContext();
  unsigned rank = cast<MemRefType>(part.getType()).getRank();
  SmallVector<AffineExpr> read;
  for (AffineExpr expr : source.index) {
    unsigned of = cast<AffineDimExpr>(expr).getPosition();
    unsigned place = llvm::find(order, of) - order.begin();
    AffineExpr here = getAffineDimExpr(place, context);
    read.push_back(of == loop ? here * width + getAffineDimExpr(rank - 1, context) + first : here);
  }
  SmallVector<AffineMap> maps{AffineMap::get(rank, 0, read, context), rewriter.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(rewriter, loc, ValueRange{source.base}, ValueRange{part}, maps, iterators,
                                        [](OpBuilder &builder, Location at, ValueRange arguments) {
                                          linalg::YieldOp::create(builder, at, arguments[0]);
                                        });
  lowerToRegisterTiles(rewriter, copy, unit);
}

/// The packed copy of a constant as a constant of its own; null: `source` is none.
static Value packedConstant(RewriterBase &rewriter, Operation *op, const VectorOperand &source,
                            ArrayRef<unsigned> order, ArrayRef<int64_t> extents, unsigned loop) {
  auto get = source.base.getDefiningOp<memref::GetGlobalOp>();
  auto module = op->getParentOfType<ModuleOp>();
  auto global = get ? module.lookupSymbol<memref::GlobalOp>(get.getName()) : memref::GlobalOp();
  auto values = global && global.getConstant()
                    ? dyn_cast_or_null<DenseElementsAttr>(global.getInitialValue().value_or(Attribute()))
                    : DenseElementsAttr();
  auto type = cast<MemRefType>(source.base.getType());
  if (!values || !type.getLayout().isIdentity())
    return {};
  auto tensor = RankedTensorType::get(extents, source.element);
  int64_t width = extents.back(), bytes = type.getElementTypeBitWidth() / 8, count = tensor.getNumElements();
  std::vector<char> packed(count * bytes);
  SmallVector<int64_t> index(extents.size(), 0);
  for (int64_t at = 0; at < count; ++at) {
    int64_t from = 0;
    bool inside = true;
    for (auto [dim, expr] : llvm::enumerate(source.index)) {
      unsigned of = cast<AffineDimExpr>(expr).getPosition();
      int64_t here = index[llvm::find(order, of) - order.begin()];
      here = of == loop ? here * width + index.back() : here;
      inside &= here < type.getDimSize(dim);
      from = from * type.getDimSize(dim) + here;
    }
    if (inside)
      memcpy(packed.data() + at * bytes, values.getRawData().data() + (values.isSplat() ? 0 : from * bytes), bytes);
    for (size_t dim = extents.size(); dim-- > 0 && ++index[dim] == extents[dim];)
      index[dim] = 0;
  }
  auto packedType = MemRefType::get(extents, source.element);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(global);
  auto own = memref::GlobalOp::create(
      rewriter, op->getLoc(), (global.getSymName() + "_packed").str(), rewriter.getStringAttr("private"), packedType,
      DenseElementsAttr::getFromRawBuffer(tensor, packed), /*constant=*/true, rewriter.getI64IntegerAttr(64));
  SymbolTable(module).insert(own);
  rewriter.setInsertionPoint(op);
  return memref::GetGlobalOp::create(rewriter, op->getLoc(), packedType, own.getSymName());
}

/// A buffer with the packed copy, filled in front of the loops in which the operand does not change.
static Value packedCopy(RewriterBase &rewriter, const VectorLoops &loops, const VectorOperand &source,
                        ArrayRef<unsigned> order, ArrayRef<int64_t> extents, unsigned loop, const VectorUnit &unit) {
  Operation *op = loops.op;
  Location loc = op->getLoc();
  int64_t width = extents.back();
  Operation *before = op;
  if (scf::ForOp outermost = outermostConstantLoop(op, source.base))
    before = outermost;
  Value buffer = allocateAround(rewriter, before, MemRefType::get(extents, source.element));
  rewriter.setInsertionPoint(before);
  size_t blockDim = llvm::find(order, loop) - order.begin();
  int64_t whole = loops.extents[loop] / width, rest = loops.extents[loop] % width;
  auto part = [&](int64_t firstBlock, int64_t blocks, int64_t lanes) {
    SmallVector<OpFoldResult> offsets(extents.size(), rewriter.getIndexAttr(0)),
        strides(extents.size(), rewriter.getIndexAttr(1)), sizes;
    for (int64_t extent : extents)
      sizes.push_back(rewriter.getIndexAttr(extent));
    offsets[blockDim] = rewriter.getIndexAttr(firstBlock);
    sizes[blockDim] = rewriter.getIndexAttr(blocks);
    sizes.back() = rewriter.getIndexAttr(lanes);
    Value view = memref::SubViewOp::create(rewriter, loc, buffer, offsets, sizes, strides);
    copyBlocks(rewriter, loc, source, view, order, loop, width, firstBlock * width, unit);
  };
  if (whole > 0)
    part(0, whole, width);
  if (rest > 0)
    part(whole, 1, rest);
  return buffer;
}

VectorOperand packOperand(RewriterBase &rewriter, const VectorLoops &loops, const TileShape &shape, unsigned input,
                          unsigned loop, const VectorUnit &unit) {
  OpBuilder::InsertionGuard guard(rewriter);
  const VectorOperand &source = loops.inputs[input];
  Operation *op = loops.op;
  int64_t width = loop == shape.lanesLoop ? shape.lanes * shape.vectors : shape.rows;
  // Loops in the order in which the emitter runs them: parallel ones, blocks, reductions.
  SmallVector<unsigned> order;
  SmallVector<int64_t> extents;
  for (bool parallel : {true, false})
    for (unsigned other = 0; other < loops.extents.size(); ++other)
      if (other != loop && loops.parallel[other] == parallel && source.dependsOn(other))
        order.push_back(other);
  auto *firstReduction = llvm::find_if(order, [&](unsigned other) { return !loops.parallel[other]; });
  order.insert(firstReduction, loop);
  for (unsigned other : order)
    extents.push_back(other == loop ? llvm::divideCeil(loops.extents[loop], width) : loops.extents[other]);
  extents.push_back(width);

  rewriter.setInsertionPoint(op);
  Value buffer = packedConstant(rewriter, op, source, order, extents, loop);
  if (!buffer)
    buffer = packedCopy(rewriter, loops, source, order, extents, loop, unit);

  VectorOperand packed = source;
  packed.base = buffer;
  packed.index.clear();
  packed.multiples.clear();
  packed.strides = std::get<0>(cast<MemRefType>(buffer.getType()).getStridesAndOffset());
  packed.packedLoop = loop;
  packed.packedWidth = width;
  for (unsigned other : order) {
    AffineExpr dim = getAffineDimExpr(other, rewriter.getContext());
    packed.index.push_back(other == loop ? dim.floorDiv(width) : dim);
    packed.multiples.emplace_back(loops.extents.size(), 0);
    if (other != loop)
      packed.multiples.back()[other] = 1;
  }
  return packed;
}

} // namespace alcove::supertiling
