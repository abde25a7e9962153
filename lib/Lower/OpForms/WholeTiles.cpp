//===- WholeTiles.cpp - Channels that are joined and cut where tiles begin -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Channels that fill no whole tiles are joined and cut on rows: the library makes rows of all of them, moves those, and
// makes tiles again. Where products with constants stand around, tiles are padded instead, which costs their weights some
// zeros:
//
//   joined     16 | 16 | 16  ─ concat ─►  48  ─ times 48 x 32 ─►  32
//              16 0 | 16 0 | 16 0  ─ concat ─►  96  ─ times 96 x 32, rows of zeros where zeros are ─►  32
//
//   cut        32  ─ times 32 x 32 ─►  32  ─ slices ─►  16 | 16
//              32  ─ times 32 x 64, columns of zeros behind each 16 ─►  64  ─ slices at 0 and at 32 ─►  16 | 16
//
// Anything else is cut twice: its tiles first, and rows of those alone.
//
//   1024 rows  ─ slice at 1023 ─►  1 row                  1024 rows  ─ slice at 992 ─►  32 rows  ─ slice at 31 ─►  1 row
//
// Sums get zeros between their terms: equal in every bit, but for the sign of a sum that is zero.
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "Forms.h"

#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// A product with constants along channels, the last dimension of what it reads and of what it makes.
static bool isChannelProduct(Operation *op) {
  auto conv = dyn_cast<ttir::Conv2dOp>(op);
  if (!conv)
    return isPlainProductWithConstants(op) && tensorTypeOf(op->getOperand(1)).getRank() >= 2;
  const int64_t channels = static_cast<int64_t>(conv.getChannelDim());
  return conv.getGroups() == 1 && channels + 1 == tensorTypeOf(conv.getInput()).getRank() && takesConstants(op);
}

/// The dimension of its weights along which channels come in, and that along which they go out.
static std::pair<int64_t, int64_t> channelDims(Operation *product) {
  const int64_t rank = tensorTypeOf(product->getOperand(1)).getRank();
  return isa<ttir::Conv2dOp>(product) ? std::pair<int64_t, int64_t>(1, 0) : std::pair(rank - 2, rank - 1);
}

/// Works on each element for itself, and makes a number of zero: zeros times it are zeros.
static bool isLayer(Operation *op) {
  return isa<ttir::ReluOp, ttir::Relu6Op, ttir::SiluOp, ttir::GeluOp, ttir::SigmoidOp, ttir::TanhOp, ttir::MishOp,
             ttir::HardsigmoidOp, ttir::LeakyReluOp>(op);
}

static int64_t wholeTiles(int64_t extent) { return roundUp(extent, 32); }

static int64_t wholeTiles(ArrayRef<int64_t> widths) {
  int64_t sum = 0;
  for (int64_t width : widths)
    sum += wholeTiles(width);
  return sum;
}

static RankedTensorType withChannels(Value value, int64_t channels) {
  SmallVector<int64_t> shape(tensorTypeOf(value).getShape());
  shape.back() = channels;
  return withShape(tensorTypeOf(value), shape);
}

/// `constant` with zeros behind each of the `widths` that its dimension `dim` consists of.
static Value spread(OpBuilder &builder, Location loc, Value constant, int64_t dim, ArrayRef<int64_t> widths) {
  return changeConstant(builder, loc, constant, [&](Value value) -> Value {
    SmallVector<Value> parts;
    int64_t begin = 0;
    for (int64_t width : widths) {
      parts.push_back(padTo(builder, loc, slice(builder, loc, value, dim, begin, width), dim, wholeTiles(width)));
      begin += width;
    }
    if (parts.size() == 1)
      return parts.front();
    SmallVector<int64_t> shape(tensorTypeOf(value).getShape());
    shape[dim] = wholeTiles(widths);
    return ttir::ConcatOp::create(builder, loc, withShape(tensorTypeOf(value), shape), parts, si32Attr(builder, dim));
  });
}

/// `op` on `operand`, of as many channels.
static Value layerOf(OpBuilder &builder, Operation *op, Value operand) {
  Operation *layer = builder.clone(*op);
  layer->setOperand(0, operand);
  layer->getResult(0).setType(withChannels(op->getResult(0), tensorTypeOf(operand).getShape().back()));
  return layer->getResult(0);
}

/// Layers and products that read `value`, in the order of the block; false where anything else does.
static bool collectReaders(Value value, llvm::SetVector<Operation *> &layers, SmallVector<Operation *> &products) {
  SmallVector<Value> todo{value};
  while (!todo.empty())
    for (OpOperand &use : todo.pop_back_val().getUses()) {
      Operation *op = use.getOwner();
      if (isLayer(op) && layers.insert(op))
        todo.push_back(op->getResult(0));
      else if (use.getOperandNumber() == 0 && isChannelProduct(op))
        products.push_back(op);
      else
        return false;
    }
  return !products.empty();
}

static Replacements joinWholeTiles(OpBuilder &builder, ttir::ConcatOp concat, ArrayRef<int64_t> widths,
                                   ArrayRef<Operation *> readers) {
  const int64_t last = tensorTypeOf(concat.getResult()).getRank() - 1;
  SmallVector<Value> parts;
  for (auto [index, part, width] : llvm::enumerate(concat.getInputs(), widths))
    parts.push_back(
        padTo(builder, suffixed(concat.getLoc(), "_part" + std::to_string(index)), part, last, wholeTiles(width)));
  DenseMap<Value, Value> wide;
  wide[concat.getResult()] = ttir::ConcatOp::create(
      builder, concat.getLoc(), withChannels(concat.getResult(), wholeTiles(widths)), parts, si32Attr(builder, last));
  Replacements replacements;
  for (Operation *op : readers) {
    builder.setInsertionPoint(op);
    Value operand = wide.at(op->getOperand(0));
    if (isLayer(op)) {
      wide[op->getResult(0)] = layerOf(builder, op, operand);
      continue;
    }
    Value weights =
        spread(builder, suffixed(op->getLoc(), "_weights"), op->getOperand(1), channelDims(op).first, widths);
    Operation *product = builder.clone(*op);
    product->setOperand(0, operand);
    product->setOperand(1, weights);
    replacements.push_back({op, product->getResult(0)});
  }
  return replacements;
}

static void addJoinedForms(ttir::ConcatOp concat, Forms &forms) {
  RankedTensorType type = tensorTypeOf(concat.getResult());
  const int64_t last = type.getRank() - 1;
  if (!type.hasStaticShape() || !isa<FloatType>(type.getElementType()) || concat.getDim() != last)
    return;
  SmallVector<int64_t> widths;
  for (Value part : concat.getInputs())
    widths.push_back(tensorTypeOf(part).getShape().back());
  llvm::SetVector<Operation *> layers;
  SmallVector<Operation *> readers;
  if (llvm::all_of(widths, [](int64_t width) { return width % 32 == 0; }) ||
      !collectReaders(concat.getResult(), layers, readers))
    return;
  readers.append(layers.begin(), layers.end());
  llvm::sort(readers, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  SmallVector<Operation *> replaced{concat};
  replaced.append(readers);
  forms.push_back({LoweringPattern::WholeTiles, replaced,
                   [=](OpBuilder &builder) { return joinWholeTiles(builder, concat, widths, readers); },
                   /*withoutPrices=*/false});
}

namespace {
struct Slice {
  SmallVector<int64_t> begins, ends, steps;
};
} // namespace

/// Of a fixed shape, with bounds from the front.
static std::optional<Slice> readSlice(Operation *op) {
  auto slice = dyn_cast<ttir::SliceStaticOp>(op);
  if (!slice || !tensorTypeOf(slice.getInput()).hasStaticShape())
    return std::nullopt;
  auto begins = shape::integers(slice.getBegins()), ends = shape::integers(slice.getEnds()),
       steps = shape::integers(slice.getStep());
  auto isNegative = [](int64_t bound) { return bound < 0; };
  if (!begins || !ends || !steps || llvm::any_of(*begins, isNegative) || llvm::any_of(*ends, isNegative))
    return std::nullopt;
  return Slice{*begins, *ends, *steps};
}

/// The columns that a slice takes, all of the rest with them; nothing for other slices.
static std::optional<std::pair<int64_t, int64_t>> columnsOf(Operation *op) {
  std::optional<Slice> slice = readSlice(op);
  if (!slice || !llvm::all_of(slice->steps, [](int64_t step) { return step == 1; }))
    return std::nullopt;
  ArrayRef<int64_t> rows = shape::of(op->getOperand(0)).drop_back();
  if (llvm::any_of(ArrayRef(slice->begins).drop_back(), [](int64_t begin) { return begin != 0; }) ||
      ArrayRef(slice->ends).drop_back() != rows)
    return std::nullopt;
  return std::pair(slice->begins.back(), slice->ends.back());
}

namespace {
/// A product whose channels are cut, behind layers.
struct CutProduct {
  Operation *product = nullptr;
  SmallVector<Operation *> layers = {}, slices = {};
  SmallVector<int64_t> widths = {};   ///< between the places where a slice begins or ends
  std::map<int64_t, int64_t> at = {}; ///< where each of them begins among whole tiles, by where it begins now

  Replacements build(OpBuilder &builder) const {
    Location loc = suffixed(product->getLoc(), "_weights");
    SmallVector<Value> operands(product->getOperands());
    for (auto [index, constant] : llvm::enumerate(MutableArrayRef(operands).drop_front())) {
      const int64_t dim = index == 0 ? channelDims(product).second : tensorTypeOf(constant).getRank() - 1;
      if (index == 0 || tensorTypeOf(constant).getDimSize(dim) != 1)
        constant = spread(builder, loc, constant, dim, widths);
    }
    Operation *wide = builder.clone(*product);
    wide->setOperands(operands);
    wide->getResult(0).setType(withChannels(product->getResult(0), wholeTiles(widths)));
    Value value = wide->getResult(0);
    for (Operation *op : layers) {
      builder.setInsertionPoint(op);
      value = layerOf(builder, op, value);
    }
    Replacements replacements;
    for (Operation *op : slices) {
      builder.setInsertionPoint(op);
      auto [begin, end] = *columnsOf(op);
      const int64_t last = tensorTypeOf(value).getRank() - 1;
      replacements.push_back({op, slice(builder, op->getLoc(), value, last, at.at(begin), end - begin)});
    }
    return replacements;
  }
};
} // namespace

static std::optional<CutProduct> cutProduct(Operation *op) {
  Value value = op->getResult(0);
  CutProduct cut{op};
  while (value.hasOneUse() && isLayer(*value.user_begin())) {
    cut.layers.push_back(*value.user_begin());
    value = cut.layers.back()->getResult(0);
  }
  const int64_t channels = tensorTypeOf(value).getShape().back();
  std::set<int64_t> places{0, channels};
  for (Operation *user : value.getUsers()) {
    auto columns = columnsOf(user);
    if (!columns)
      return std::nullopt;
    cut.slices.push_back(user);
    places.insert({columns->first, columns->second});
  }
  int64_t next = 0;
  for (auto from = places.begin(), to = std::next(from); to != places.end(); ++from, ++to) {
    cut.widths.push_back(*to - *from);
    cut.at[*from] = next;
    next += wholeTiles(cut.widths.back());
  }
  cut.at[channels] = next;
  bool isUnaligned = false;
  for (Operation *slice : cut.slices) {
    auto [begin, end] = *columnsOf(slice);
    isUnaligned |= begin % 32 != 0;
    // What is cut once more inside of the slice must stay in one piece.
    auto inside = std::next(places.find(begin));
    if (*inside != end && cut.at[end] - cut.at[begin] != wholeTiles(end - begin))
      return std::nullopt;
  }
  if (!isUnaligned || !isChannelProduct(op))
    return std::nullopt;
  llvm::sort(cut.slices, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return cut;
}

static void addCutForms(Operation *op, Forms &forms) {
  std::optional<CutProduct> cut = cutProduct(op);
  if (!cut)
    return;
  SmallVector<Operation *> replaced{op};
  replaced.append(cut->layers);
  replaced.append(cut->slices);
  forms.push_back({LoweringPattern::WholeTiles, replaced,
                   [cut = *cut](OpBuilder &builder) { return cut.build(builder); },
                   /*withoutPrices=*/false});
}

static bool isInTiles(size_t dim, size_t rank) { return dim + 2 >= rank; }

static Replacements cutInTwo(OpBuilder &builder, ttir::SliceStaticOp op, const Slice &slice) {
  const size_t rank = slice.begins.size();
  SmallVector<int32_t> first(slice.begins.begin(), slice.begins.end()), last(slice.ends.begin(), slice.ends.end()),
      ones(rank, 1), within(rank, 0), behind;
  SmallVector<int64_t> shape;
  for (size_t dim = 0; dim < rank; ++dim) {
    within[dim] = isInTiles(dim, rank) ? first[dim] % 32 : 0;
    first[dim] -= within[dim];
    behind.push_back(last[dim] - first[dim]);
    shape.push_back(behind.back());
  }
  auto attr = [&](ArrayRef<int32_t> values) { return builder.getI32ArrayAttr(values); };
  Value tiles = ttir::SliceStaticOp::create(builder, suffixed(op.getLoc(), "_tiles"),
                                            withShape(tensorTypeOf(op.getInput()), shape), op.getInput(), attr(first),
                                            attr(last), attr(ones));
  return {{op, ttir::SliceStaticOp::create(builder, op.getLoc(), op.getType(), tiles, attr(within), attr(behind),
                                           op.getStep())}};
}

/// It begins inside of a tile, or steps.
static bool cutsTiles(const Slice &slice) {
  const size_t rank = slice.begins.size();
  for (auto [dim, begin, step] : llvm::enumerate(slice.begins, slice.steps))
    if (step != 1 || (isInTiles(dim, rank) && begin % 32 != 0))
      return true;
  return false;
}

/// Elements of the tiles that it takes from.
static int64_t elementsOfTiles(const Slice &slice) {
  const size_t rank = slice.begins.size();
  int64_t elements = 1;
  for (auto [dim, begin, end] : llvm::enumerate(slice.begins, slice.ends))
    elements *= end - begin + (isInTiles(dim, rank) ? begin % 32 : 0);
  return elements;
}

/// Rows are cut anywhere: inputs of the function, and what moves make of rows.
static bool mayLieInRows(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<ttir::ConcatOp, ttir::SliceStaticOp, ttir::PadOp, ttir::PermuteOp, ttir::BroadcastOp>(op);
}

/// Where it leaves half of the tensor at least, and nobody else cuts its tiles: rows of all of it are made once, for all
/// who do.
static void addSlicesInTwo(ttir::SliceStaticOp op, Forms &forms) {
  std::optional<Slice> found = readSlice(op);
  if (!found || !cutsTiles(*found) || mayLieInRows(op.getInput()) ||
      2 * elementsOfTiles(*found) > tensorTypeOf(op.getInput()).getNumElements())
    return;
  for (Operation *user : op.getInput().getUsers()) {
    std::optional<Slice> other = user == op ? std::nullopt : readSlice(user);
    if (other && cutsTiles(*other))
      return;
  }
  forms.push_back({LoweringPattern::WholeTiles,
                   {op},
                   [op, slice = *found](OpBuilder &builder) { return cutInTwo(builder, op, slice); },
                   /*withoutPrices=*/false});
}

void conversion::addWholeTileForms(Operation *op, Forms &forms) {
  if (auto concat = dyn_cast<ttir::ConcatOp>(op))
    addJoinedForms(concat, forms);
  else if (auto slice = dyn_cast<ttir::SliceStaticOp>(op))
    addSlicesInTwo(slice, forms);
  else if (isa<ttir::Conv2dOp, ttir::MatmulOp, ttir::LinearOp>(op))
    addCutForms(op, forms);
}
