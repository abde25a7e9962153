//===- Caches.cpp - Donated arguments written in place --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cache of keys is an argument whose memory the caller gives away, and that gets a row or some:
//
//   %0 = stablehlo.dynamic_update_slice %cache, %row, %0, %0, %at, %0      "ttir.update_cache"(%cache, %row', %at')
//   uses of %0                                                             uses of %cache
//
// which is the same as long as nobody reads what the cache was, behind the write. A scatter of one row, and a choice of
// the row where an iota is the position, are that too.
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

/// By `tf.aliasing_output`, `jax.buffer_donor` or `ttcore.kv_cache` of the argument, or `mhlo.input_output_alias` of the
/// module.
static bool isDonated(func::FuncOp from, unsigned argument) {
  for (StringRef name :
       {StringRef("tf.aliasing_output"), StringRef("jax.buffer_donor"), StringRef(ttcore::kvCacheAttrName)})
    if (from.getArgAttr(argument, name))
      return true;
  auto aliases = from->getParentOfType<ModuleOp>()->getAttrOfType<ArrayAttr>("mhlo.input_output_alias");
  return aliases && llvm::any_of(aliases.getAsRange<DictionaryAttr>(), [&](DictionaryAttr each) {
           auto alias = each ? each.getAs<DictionaryAttr>("alias") : DictionaryAttr();
           auto number = alias ? alias.getAs<IntegerAttr>("parameter_number") : IntegerAttr();
           return number && number.getInt() == int64_t(argument);
         });
}

bool Conversion::isReadLater(Value cache) const {
  auto isLater = [&](Operation *user) {
    for (; user; user = user->getParentOp())
      for (auto [block, current] : following)
        if (user->getBlock() == block)
          return current->isBeforeInBlock(user);
    return true;
  };
  for (const auto &[value, what] : held)
    if (what.value == cache && llvm::any_of(value.getUsers(), isLater))
      return true;
  return false;
}

/// The argument that an operand of the op is, where a write to it in place is what the op does.
BlockArgument Conversion::cacheOf(OpConversion &c) {
  unsigned at = isa<SelectOp>(c.op) ? 2 : 0;
  auto cache = at < c.operands.size() ? dyn_cast_or_null<BlockArgument>(c.operands[at].value) : BlockArgument();
  if (!cache || cache.getOwner() != &to.getBody().front() || cache.getArgNumber() >= from.getNumArguments() ||
      isRepeated || !isDonated(from, cache.getArgNumber()) || cast<RankedTensorType>(cache.getType()).getRank() != 4 ||
      isReadLater(cache))
    return {};
  return cache;
}

/// The rows `update` (B, H, n, D) of `cache` (B, H, S, D) from position `at` on; nothing where it is another update.
static bool writeRows(OpConversion &c, BlockArgument cache, Value update, std::optional<int64_t> knownAt, Value at) {
  auto type = cast<RankedTensorType>(cache.getType()), rows = cast<RankedTensorType>(update.getType());
  if (rows.getElementType() != type.getElementType() || rows.getDimSize(0) != type.getDimSize(0) ||
      rows.getDimSize(1) != type.getDimSize(1) || rows.getDimSize(3) != type.getDimSize(3))
    return false;
  NamedAttribute first = c.attr("batch_offset", c.builder.getI32IntegerAttr(0));
  auto write = [&](StringRef name, ValueRange operands) {
    OperationState state(c.op->getLoc(), name);
    state.addOperands(operands);
    state.addAttributes(first);
    c.builder.create(state);
    return true;
  };
  if (knownAt == 0 && rows.getDimSize(2) > 1)
    return write("ttir.fill_cache", {cache, update});
  if (rows.getDimSize(2) != 1)
    return false;
  auto vector = RankedTensorType::get({1}, c.builder.getI32Type());
  Value index = at ? c.reshape(at, {1}) : c.constant(vector, double(knownAt.value_or(0)));
  return write("ttir.update_cache", {cache, c.permute(update, {2, 1, 0, 3}), index});
}

static Value stripped(Value value) {
  while (isa_and_nonnull<ttir::BroadcastOp, ttir::ReshapeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// 0, 1, .. in dimension 2 of four, the others being of extent 1.
static bool countsRows(Value value, int64_t rows) {
  while (auto broadcast = value.getDefiningOp<ttir::BroadcastOp>())
    value = broadcast.getInput();
  auto type = cast<RankedTensorType>(value.getType());
  auto constant = stripped(value).getDefiningOp<ttir::ConstantOp>();
  auto numbers = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : DenseIntElementsAttr();
  return numbers && type.getRank() == 4 && type.getDimSize(2) == rows && numbers.getNumElements() == rows &&
         llvm::all_of(llvm::enumerate(numbers.getValues<APInt>()),
                      [](auto each) { return each.value() == each.index(); });
}

/// select(iota = position, row, cache).
static bool writeChosen(OpConversion &c, BlockArgument cache) {
  Value pred = c.operands[0].value ? stripped(c.operands[0].value) : Value();
  auto equal = pred ? pred.getDefiningOp<ttir::EqOp>() : ttir::EqOp();
  if (!equal || c.inType(0).getRank() != 4)
    return false;
  Value row = c.in(1);
  if (auto broadcast = row.getDefiningOp<ttir::BroadcastOp>())
    row = broadcast.getInput();
  auto type = cast<RankedTensorType>(row.getType());
  for (unsigned side : {0u, 1u}) {
    Value at = stripped(equal->getOperand(1 - side));
    auto position = cast<RankedTensorType>(at.getType());
    if (type.getRank() == 4 && type.getDimSize(2) == 1 && position.getNumElements() == 1 &&
        position.getElementType().isIntOrIndex() && countsRows(equal->getOperand(side), c.type().getDimSize(2)))
      return writeRows(c, cache, row, std::nullopt, at);
  }
  return false;
}

bool Conversion::updateCache(OpConversion &c) {
  BlockArgument cache = cacheOf(c);
  if (!cache)
    return false;
  ArrayRef<int64_t> shape = c.inType(0).getShape();
  bool written = false;
  if (isa<SelectOp>(c.op)) {
    written = writeChosen(c, cache);
  } else if (isa<DynamicUpdateSliceOp>(c.op)) {
    for (int64_t dim : {0, 1, 3})
      if (shape[dim] != c.inType(1).getDimSize(dim))
        return false;
    std::optional<Dims> known = c.integers(2 + 2);
    written =
        writeRows(c, cache, c.in(1), known ? std::optional((*known)[0]) : std::nullopt, known ? Value() : c.in(2 + 2));
  } else if (auto scatter = dyn_cast<ScatterOp>(c.op); scatter && scatter.getInputs().size() == 1) {
    // One index of dimension 2, and what lies there is replaced.
    ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
    Region &body = scatter.getUpdateComputation();
    bool replaces = body.hasOneBlock() && llvm::hasSingleElement(body.front()) && body.getNumArguments() == 2 &&
                    body.front().getTerminator()->getOperand(0) == body.getArgument(1);
    if (!replaces || dims.getScatterDimsToOperandDims() != ArrayRef<int64_t>{2} ||
        dims.getInsertedWindowDims() != ArrayRef<int64_t>{2} || !dims.getInputBatchingDims().empty() ||
        c.inType(1).getNumElements() != 1)
      return false;
    Dims rows(shape);
    rows[2] = 1;
    ArrayRef<int64_t> window = dims.getUpdateWindowDims();
    if (window.size() != 3 || !llvm::is_sorted(window) ||
        c.inType(2).getNumElements() != shape[0] * shape[1] * shape[3])
      return false;
    std::optional<Dims> known = c.integers(1);
    written = writeRows(c, cache, c.reshape(c.in(2), rows), known ? std::optional((*known)[0]) : std::nullopt,
                        known ? Value() : c.in(1));
  }
  if (written) {
    c.results = {cache};
    to.setArgAttr(cache.getArgNumber(), ttcore::kvCacheAttrName, builder.getUnitAttr());
  }
  return written;
}
