//===- IndexRanges.cpp - Which integers an argument may hold -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexRanges.h"

#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace alcove::reference {

using Range = IntegerRange;

/// Far from overflow in the sums and products below.
static constexpr int64_t unbounded = int64_t(1) << 30;
static constexpr int deepest = 200;

static llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  auto type = mlir::dyn_cast_or_null<mlir::RankedTensorType>(value ? value.getType() : mlir::Type());
  return type ? type.getShape() : llvm::ArrayRef<int64_t>();
}

/// The size of dimension `dim`, from the end when negative; 1 of what has none.
static int64_t extent(mlir::Value value, int64_t dim) {
  llvm::ArrayRef<int64_t> shape = shapeOf(value);
  int64_t rank = static_cast<int64_t>(shape.size()), at = dim < 0 ? dim + rank : dim;
  return at >= 0 && at < rank ? shape[at] : 1;
}

bool holdsIntegers(mlir::Value value) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.getElementType().isInteger();
}

static Shape listOf(std::optional<mlir::Attribute> attribute) {
  Result<Shape> list = attribute ? integersOf(*attribute) : Result<Shape>(Shape());
  return list.ok() ? *list : Shape();
}

//===----------------------------------------------------------------------===//
// What ops accept
//===----------------------------------------------------------------------===//

static std::optional<Range> below(int64_t size) { return Range{0, std::max<int64_t>(size, 1) - 1}; }

/// Of the starts of windows: they may move so far along every dimension that they name.
static std::optional<Range> windowStarts(mlir::Value input, const Shape &map,
                                         llvm::function_ref<int64_t(int64_t)> size) {
  std::optional<Range> range;
  for (int64_t dim : map)
    if (int64_t most = extent(input, dim) - size(dim); !range || most < range->high)
      range = Range{0, std::max<int64_t>(most, 0)};
  return range;
}

static std::optional<Range> gatherIndices(ttir::GatherOp op) {
  if (Shape dim = listOf(op.getDim()); dim.size() == 1)
    return below(extent(op.getInput(), dim[0]));
  Shape sizes = listOf(op.getSliceSizes());
  return windowStarts(op.getInput(), listOf(op.getStartIndexMap()), [&](int64_t dim) {
    return dim >= 0 && dim < static_cast<int64_t>(sizes.size()) ? sizes[dim] : 1;
  });
}

static std::optional<Range> scatterIndices(ttir::ScatterOp op) {
  if (Shape dim = listOf(op.getDim()); dim.size() == 1)
    return below(extent(op.getInput(), dim[0]));
  Shape inserted = listOf(op.getInsertedWindowDims()), windows = listOf(op.getUpdateWindowDims());
  return windowStarts(op.getInput(), listOf(op.getScatterDimsToOperandDims()), [&](int64_t dim) -> int64_t {
    if (llvm::is_contained(inserted, dim))
      return 1;
    size_t place = 0; // among the dimensions of a window
    for (int64_t before = 0; before < dim; ++before)
      place += !llvm::is_contained(inserted, before);
    return place < windows.size() ? extent(op.getSource(), windows[place]) : 1;
  });
}

/// Positions of a cache in pages: of as many as the table names, or of one.
static int64_t pagedLength(mlir::Value cache, mlir::Value pageTable) {
  return extent(cache, 2) * (pageTable ? extent(pageTable, -1) : 1);
}

/// What the index operands of one op accept; nothing for other operands.
static std::optional<Range> acceptedBy(mlir::OpOperand &use) {
  using Accepted = std::optional<Range>;
  mlir::Value value = use.get();
  unsigned number = use.getOperandNumber();
  return llvm::TypeSwitch<mlir::Operation *, Accepted>(use.getOwner())
      .Case<ttir::EmbeddingOp, ttnn::EmbeddingOp, ttir::EmbeddingBackwardOp, ttnn::EmbeddingBackwardOp>(
          [&](auto op) { return number == 0 ? below(extent(op.getWeight(), -2)) : Accepted(); })
      .Case<ttir::GatherOp>([&](auto op) { return number == 1 ? gatherIndices(op) : Accepted(); })
      .Case<ttir::ScatterOp>([&](auto op) { return number == 1 ? scatterIndices(op) : Accepted(); })
      .Case<ttnn::GatherOp, ttnn::ScatterOp>(
          [&](auto op) { return number == 1 ? below(extent(op.getInput(), op.getDim())) : Accepted(); })
      .Case<ttir::UpdateCacheOp, ttnn::UpdateCacheOp>(
          [&](auto op) { return value == op.getUpdateIndex() ? below(extent(op.getCache(), -2)) : Accepted(); })
      .Case<ttir::PagedUpdateCacheOp, ttnn::PagedUpdateCacheOp>([&](auto op) -> Accepted {
        if (value == op.getUpdateIndex())
          return below(pagedLength(op.getCache(), op.getPageTable()));
        return value == op.getPageTable() ? below(extent(op.getCache(), 0)) : Accepted();
      })
      .Case<ttir::PagedFillCacheOp, ttnn::PagedFillCacheOp>([&](auto op) -> Accepted {
        if (value == op.getPageTable())
          return below(extent(op.getCache(), 0));
        return value == op.getBatchIdxTensor() ? below(extent(op.getPageTable(), 0)) : Accepted();
      })
      .Case<ttir::ScaledDotProductAttentionDecodeOp, ttnn::ScaledDotProductAttentionDecodeOp>(
          [&](auto op) { return value == op.getCurPosTensor() ? below(extent(op.getKey(), -2)) : Accepted(); })
      .Case<ttir::PagedScaledDotProductAttentionDecodeOp, ttnn::PagedScaledDotProductAttentionDecodeOp,
            ttir::PagedFlashMultiLatentAttentionDecodeOp, ttnn::PagedFlashMultiLatentAttentionDecodeOp>(
          [&](auto op) -> Accepted {
            if (value == op.getPageTable())
              return below(extent(op.getKey(), 0));
            return value == op.getCurPosTensor() ? below(pagedLength(op.getKey(), op.getPageTable())) : Accepted();
          })
      .Case<ttir::ChunkedScaledDotProductAttentionOp, ttnn::ChunkedScaledDotProductAttentionOp>(
          [&](auto op) -> Accepted {
            if (value == op.getPageTable())
              return below(extent(op.getKey(), 0));
            int64_t room = pagedLength(op.getKey(), op.getPageTable()) - extent(op.getQuery(), -2) + 1;
            return value == op.getChunkStartIdx() ? below(room) : Accepted();
          })
      .Case<ttir::AllToAllDispatchOp, ttnn::AllToAllDispatchOp>([&](auto op) {
        return value == op.getExpertIndices() ? below(extent(op.getExpertMapping(), -2)) : Accepted();
      })
      .Case<ttir::AllToAllCombineOp, ttnn::AllToAllCombineOp, ttir::MoEExpertTokenRemapOp, ttnn::MoEExpertTokenRemapOp>(
          [&](auto op) {
            return value == op.getExpertMetadata() ? below(extent(op.getExpertMapping(), -2)) : Accepted();
          })
      .Case<ttir::SliceDynamicOp, ttnn::SliceDynamicOp>([&](auto op) -> Accepted {
        if (number == 0)
          return Accepted();
        Shape steps = listOf(op.getStep());
        Accepted range;
        for (int64_t dim = 0; dim < static_cast<int64_t>(shapeOf(op.getInput()).size()); ++dim) {
          int64_t step = dim < static_cast<int64_t>(steps.size()) ? steps[dim] : 1;
          int64_t span = (extent(op.getResult(), dim) - 1) * step + 1, room = extent(op.getInput(), dim) - span;
          Range own = number == 1 ? Range{0, room} : Range{span, room + span};
          range = range ? Range{std::max(range->low, own.low), std::min(range->high, own.high)} : own;
        }
        return range;
      })
      .Default([](mlir::Operation *) { return Accepted(); });
}

//===----------------------------------------------------------------------===//
// What values are
//===----------------------------------------------------------------------===//

/// The integers that a value that depends on no argument holds; nothing when it does, or when it is not told.
static std::optional<Range> heldBy(mlir::Value value, int depth = 0) {
  mlir::Operation *op = value.getDefiningOp();
  if (!op || depth > deepest)
    return std::nullopt;
  llvm::StringRef name = shortName(op);
  if (auto dense = op->getAttrOfType<mlir::DenseIntElementsAttr>("value"); dense && !dense.empty()) {
    Range range{unbounded, -unbounded};
    for (const llvm::APInt &number : dense.getValues<llvm::APInt>()) {
      int64_t one = std::clamp(number.getSExtValue(), -unbounded, unbounded);
      range = {std::min(range.low, one), std::max(range.high, one)};
    }
    return range;
  }
  if (auto fill = op->getAttrOfType<mlir::IntegerAttr>("fill_value"))
    return Range{fill.getValue().getSExtValue(), fill.getValue().getSExtValue()};
  if (auto fill = op->getAttrOfType<mlir::FloatAttr>("fill_value"))
    return Range{static_cast<int64_t>(fill.getValueAsDouble()), static_cast<int64_t>(fill.getValueAsDouble())};
  if (name == "zeros" || name == "ones")
    return Range{name == "ones", name == "ones"};
  if (auto arange = mlir::dyn_cast<ttir::ArangeOp>(op))
    return Range{std::min(arange.getStart(), arange.getEnd()), std::max(arange.getStart(), arange.getEnd())};
  if (auto arange = mlir::dyn_cast<ttnn::ArangeOp>(op))
    return Range{std::min(arange.getStart(), arange.getEnd()), std::max(arange.getStart(), arange.getEnd())};
  if (movesElementsOnly(op) && op->getNumOperands() > 0)
    return heldBy(op->getOperand(0), depth + 1);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What arguments may be
//===----------------------------------------------------------------------===//

static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/// What operand `number` of an op of two may be for its result to lie in `wanted`; nothing when that is not told. What
/// the other operand is, is not known when it comes from arguments: both get half.
static std::optional<Range> beforeArithmetic(mlir::Operation *op, unsigned number, Range wanted) {
  llvm::StringRef name = shortName(op);
  mlir::Value otherValue = op->getOperand(1 - number);
  std::optional<Range> other = heldBy(otherValue);
  if (otherValue == op->getOperand(number))
    other = std::nullopt;
  int64_t half = floorDiv(wanted.low + wanted.high + 1, 2);
  if (name == "add")
    return other ? Range{wanted.low - other->low, wanted.high - other->high}
                 : Range{floorDiv(wanted.low + 1, 2), floorDiv(wanted.high, 2)};
  if (name == "subtract" && number == 0)
    return other ? Range{wanted.low + other->high, wanted.high + other->low} : Range{half, wanted.high};
  if (name == "subtract")
    return other ? Range{other->high - wanted.high, other->low - wanted.low} : Range{0, half - wanted.low};
  if (name == "multiply") {
    auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(std::max<int64_t>(wanted.high, 0))));
    int64_t factor = other ? other->high : std::max<int64_t>(root, 1);
    return other && other->low < 0 ? std::nullopt : std::optional(Range{0, wanted.high / std::max<int64_t>(factor, 1)});
  }
  if (!other || number != 0 || other->low < 0)
    return std::nullopt;
  if (name == "logical_left_shift")
    return Range{0, wanted.high >> std::min<int64_t>(other->high, 62)};
  if (name == "div" || name == "divide")
    return Range{wanted.low * other->high, std::min(unbounded, wanted.high * std::max<int64_t>(other->low, 1))};
  if (name == "remainder" && other->high - 1 <= wanted.high)
    return Range{0, unbounded};
  return std::nullopt;
}

namespace {
class Followed {
public:
  /// What `value` may hold by all its uses.
  std::optional<Range> of(mlir::Value value, int depth = 0) {
    if (auto known = ranges.find(value); known != ranges.end())
      return known->second;
    std::optional<Range> range;
    if (depth > deepest)
      return range;
    ranges[value] = range;
    for (mlir::OpOperand &use : value.getUses())
      narrow(range, by(use, depth));
    return ranges[value] = range;
  }

private:
  /// A use that takes only numbers below 0 is for those, which are no indices: where(i < 0, i + n, i).
  static void narrow(std::optional<Range> &range, std::optional<Range> other) {
    if (other && other->high < 0)
      return;
    if (range && other)
      other = Range{std::max(range->low, other->low), std::min(range->high, other->high)};
    if (other)
      range = other;
  }

  std::optional<Range> by(mlir::OpOperand &use, int depth) {
    mlir::Operation *op = use.getOwner();
    if (auto cached = mlir::dyn_cast<ttcore::LoadCachedOp>(op))
      return byCall(cached, use.getOperandNumber(), depth);
    if (std::optional<Range> accepted = acceptedBy(use))
      return accepted;
    if (op->getNumResults() != 1)
      return std::nullopt;
    llvm::StringRef name = shortName(op);
    unsigned number = use.getOperandNumber();
    // Reals are followed as they are, numbers only where both are integers: activations go through much arithmetic.
    if (movesElementsOnly(op))
      return number == 0 ? of(op->getResult(0), depth + 1) : std::nullopt;
    if (!holdsIntegers(use.get()) || !holdsIntegers(op->getResult(0)))
      return std::nullopt;
    bool same = llvm::is_contained({"concat", "maximum", "minimum", "clamp_scalar", "clamp_tensor", "reverse", "pad",
                                    "max", "min", "sort"},
                                   name) ||
                (name == "where" && number > 0);
    bool sums = llvm::is_contained({"sum", "cumsum"}, name);
    bool computes =
        llvm::is_contained({"add", "subtract", "multiply", "div", "divide", "remainder", "logical_left_shift"}, name);
    if (!same && !sums && !(computes && op->getNumOperands() == 2))
      return std::nullopt;
    std::optional<Range> wanted = of(op->getResult(0), depth + 1);
    if (wanted && sums) { // of at most as many elements as there are
      auto type = mlir::cast<mlir::RankedTensorType>(use.get().getType());
      auto cumulative = op->getAttrOfType<mlir::IntegerAttr>("dim");
      auto result = mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
      int64_t count = cumulative ? extent(use.get(), cumulative.getValue().getSExtValue())
                                 : type.getNumElements() / std::max<int64_t>(1, result.getNumElements());
      return Range{0, wanted->high / std::max<int64_t>(count, 1)};
    }
    return wanted && computes ? beforeArithmetic(op, number, *wanted) : wanted;
  }

  /// Of a const-eval call: what its function does with the argument, and what becomes of all results.
  std::optional<Range> byCall(ttcore::LoadCachedOp call, unsigned number, int depth) {
    std::optional<Range> range;
    auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(call, call.getCalleeAttr());
    if (callee && !callee.isExternal() && number < callee.getNumArguments())
      range = of(callee.getArgument(number), depth + 1);
    for (mlir::Value result : call.getResults())
      narrow(range, of(result, depth + 1));
    return range;
  }

  llvm::DenseMap<mlir::Value, std::optional<Range>> ranges;
};
} // namespace

std::optional<IntegerRange> indexRangeOf(mlir::BlockArgument argument) {
  std::optional<Range> range = Followed().of(argument);
  if (!range)
    return std::nullopt;
  // An index is never below 0, and where nothing fits all uses, the lowest is wrong for the fewest.
  range->low = std::max<int64_t>(range->low, 0);
  range->high = std::max(range->high, range->low);
  return range;
}

/// The elements of a constant of integers.
static Shape constantIn(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  return op ? listOf(op->getAttrOfType<mlir::DenseIntElementsAttr>("value")) : Shape();
}

template <typename OpTy>
static std::vector<int64_t> sliceBounds(OpTy op, bool ends) {
  Shape steps = listOf(op.getStep()), begins = constantIn(op.getBegins()), given = constantIn(op.getEnds());
  std::vector<int64_t> bounds;
  for (size_t dim = 0; dim < shapeOf(op.getInput()).size(); ++dim) {
    int64_t step = dim < steps.size() ? steps[dim] : 1, at = static_cast<int64_t>(dim);
    int64_t span = (extent(op.getResult(), at) - 1) * step + 1, room = extent(op.getInput(), at) - span;
    int64_t begin = dim < begins.size() ? begins[dim] : dim < given.size() ? given[dim] - span : (room + 1) / 2;
    bounds.push_back(ends ? begin + span : begin);
  }
  return bounds;
}

/// Experts x devices, 1 where the device holds the expert: as many on each, in order.
static std::vector<int64_t> expertsOnDevices(mlir::Value mapping) {
  int64_t devices = extent(mapping, -1), experts = extent(mapping, -2);
  std::vector<int64_t> holds;
  for (int64_t i = 0; i < experts * devices; ++i)
    holds.push_back(i / devices * devices / std::max<int64_t>(experts, 1) == i % devices);
  return holds;
}

/// What an operand must be, empty where there is a choice.
static std::vector<int64_t> fixedBy(mlir::OpOperand &use) {
  using Elements = std::vector<int64_t>;
  unsigned number = use.getOperandNumber();
  return llvm::TypeSwitch<mlir::Operation *, Elements>(use.getOwner())
      .Case<ttir::SliceDynamicOp, ttnn::SliceDynamicOp>(
          [&](auto op) { return number == 0 ? Elements() : sliceBounds(op, number == 2); })
      .Case<ttir::AllToAllDispatchOp, ttnn::AllToAllDispatchOp, ttir::AllToAllCombineOp, ttnn::AllToAllCombineOp,
            ttir::MoEExpertTokenRemapOp, ttnn::MoEExpertTokenRemapOp>(
          [&](auto op) { return use.get() == op.getExpertMapping() ? expertsOnDevices(use.get()) : Elements(); })
      .Default([](mlir::Operation *) { return Elements(); });
}

std::vector<int64_t> fixedElementsOf(mlir::BlockArgument argument) {
  llvm::SmallVector<mlir::Value> queue = {argument};
  for (size_t i = 0; i < queue.size() && i < deepest; ++i)
    for (mlir::OpOperand &use : queue[i].getUses()) {
      if (std::vector<int64_t> elements = fixedBy(use); !elements.empty())
        return elements;
      if (movesElementsOnly(use.getOwner()))
        queue.append(use.getOwner()->result_begin(), use.getOwner()->result_end());
    }
  return {};
}

} // namespace alcove::reference
