//===- CachesInPlace.cpp - Updates of caches without a copy ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Lower/CachesInPlace.h"
#include "TTIRBuilder.h"
#include "alcove/Base/Support/Nearest.h"
#include "alcove/Ops/Dialect/Effects.h"
#include "alcove/Ops/Dialect/ShapeRules.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// Rows of a cache of shape users x heads x rows x width.
constexpr int64_t rowDim = 2;

/// One row that replaces that of `position` (a tensor of one element), or of `at`.
struct Update {
  Value row, position;
  int64_t at = 0;
  llvm::SmallPtrSet<Operation *, 4> readers; ///< of the cache, gone with the update
};

int64_t intOf(Attribute attribute) { return cast<IntegerAttr>(attribute).getValue().getSExtValue(); }

bool isRowOf(Value row, RankedTensorType cache) {
  SmallVector<int64_t> shape(cache.getShape());
  shape[rowDim] = 1;
  return tensorTypeOf(row) == cache.clone(shape);
}

/// Pieces of a concatenation along the rows, through those that only it reads.
void flatten(Value value, SmallVectorImpl<Value> &pieces) {
  auto concat = value.getDefiningOp<ttir::ConcatOp>();
  int64_t dim = concat ? intOf(concat.getDimAttr()) : 0;
  bool along = concat && (dim < 0 ? dim + tensorTypeOf(value).getRank() : dim) == rowDim;
  if (!along || (!pieces.empty() && !value.hasOneUse()))
    return pieces.push_back(value);
  for (Value input : concat.getInputs())
    flatten(input, pieces);
}

/// First row of a slice of whole rows of the cache, each of them; nothing for other slices.
std::optional<int64_t> firstRowOf(ttir::SliceStaticOp slice, RankedTensorType cache) {
  auto begins = shape::integers(slice.getBegins()), ends = shape::integers(slice.getEnds()),
       steps = shape::integers(slice.getStep());
  if (!begins || !ends || !steps)
    return std::nullopt;
  for (int64_t dim = 0; dim < cache.getRank(); ++dim)
    if ((*steps)[dim] != 1 || (dim != rowDim && ((*begins)[dim] != 0 || (*ends)[dim] != cache.getDimSize(dim))))
      return std::nullopt;
  return (*begins)[rowDim];
}

/// concat(cache[0 .. p], row, cache[p + 1 .. n]); nothing, and why not, else.
std::optional<Update> matchConcat(Value result, Value cache, StringRef &why) {
  RankedTensorType type = tensorTypeOf(cache);
  SmallVector<Value> pieces;
  for (Value input : result.getDefiningOp<ttir::ConcatOp>().getInputs())
    flatten(input, pieces);
  Update update;
  int64_t at = 0;
  for (Value piece : pieces) {
    auto slice = piece.getDefiningOp<ttir::SliceStaticOp>();
    if (slice && slice.getInput() == cache) {
      if (firstRowOf(slice, type) != at)
        return why = "the slices are not the rows around the new one", std::nullopt;
      update.readers.insert(slice);
    } else if (update.row || !isRowOf(piece, type)) {
      return why = "what is put between the slices is not one row", std::nullopt;
    } else {
      update.row = piece;
      update.at = at;
    }
    at += tensorTypeOf(piece).getDimSize(rowDim);
  }
  if (!update.row || update.readers.empty())
    return why = "no row is put between slices of the cache", std::nullopt;
  return update;
}

/// Through what keeps or repeats elements.
Value stripped(Value value) {
  while (Operation *op = value.getDefiningOp())
    if (isa<ttir::BroadcastOp, ttir::ReshapeOp, ttir::TypecastOp>(op))
      value = op->getOperand(0);
    else
      break;
  return value;
}

/// 0, 1, 2, .. along the rows, whatever the other dimensions.
bool countsRows(Value value, int64_t rows) {
  auto broadcast = value.getDefiningOp<ttir::BroadcastOp>();
  Value laid = broadcast ? broadcast.getInput() : value;
  ArrayRef<int64_t> shape = tensorTypeOf(laid).getShape();
  auto range = stripped(laid).getDefiningOp<ttir::ArangeOp>();
  return range && shape.size() == 4 && shape[rowDim] == rows && tensorTypeOf(laid).getNumElements() == rows &&
         tensorTypeOf(range).getNumElements() == rows && intOf(range.getStartAttr()) == 0 &&
         intOf(range.getStepAttr()) == 1;
}

/// where(iota = position, row, cache).
std::optional<Update> matchWhere(ttir::WhereOp where, Value cache, StringRef &why) {
  RankedTensorType type = tensorTypeOf(cache);
  Value condition = where.getFirst();
  while (auto broadcast = condition.getDefiningOp<ttir::BroadcastOp>())
    condition = broadcast.getInput();
  auto equal = condition.getDefiningOp<ttir::EqOp>();
  if (where.getThird() != cache || !equal)
    return why = "the choice is not between a row and the cache by an equal position", std::nullopt;
  Value left = equal->getOperand(0), right = equal->getOperand(1);
  if (!countsRows(left, type.getDimSize(rowDim)))
    std::swap(left, right);
  Value position = stripped(right);
  if (!countsRows(left, type.getDimSize(rowDim)) || tensorTypeOf(position).getNumElements() != 1 ||
      !tensorTypeOf(position).getElementType().isIntOrIndex())
    return why = "the positions are not those of the rows against one position", std::nullopt;
  Value row = where.getSecond();
  if (auto broadcast = row.getDefiningOp<ttir::BroadcastOp>())
    row = broadcast.getInput();
  if (!isRowOf(row, type))
    return why = "what is written is not one row", std::nullopt;
  Update update;
  update.row = row;
  update.position = position;
  update.readers.insert(where);
  return update;
}

/// Hands the arguments of `module` with these names (ttir.name) to `take`; an error names the first that there is not.
LogicalResult forNamedArguments(ModuleOp module, ArrayRef<std::string> wanted, StringRef option,
                                llvm::function_ref<void(func::FuncOp, BlockArgument, StringRef)> take) {
  llvm::StringMap<bool> found;
  SmallVector<std::string> names;
  module.walk([&](func::FuncOp function) {
    if (!llvm::hasSingleElement(function.getBody()))
      return;
    for (BlockArgument argument : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
      if (name)
        names.push_back(name.str());
      if (!name || !llvm::is_contained(wanted, name.getValue()))
        continue;
      found[name.getValue()] = true;
      take(function, argument, name.getValue());
    }
  });
  for (const std::string &name : wanted)
    if (!found.count(name))
      return module.emitError() << option << ": no argument is called '" << name << "'"
                                << (names.empty()
                                        ? "; the names are those of ttir.name, and no argument has one"
                                        : fmt::format("; nearest: '{}'", nearestName(name, names, std::identity())));
  return success();
}

class GivenCaches : public PassWrapper<GivenCaches, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GivenCaches)
  explicit GivenCaches(std::vector<std::string> caches) : caches(std::move(caches)) {}
  StringRef getArgument() const override { return "ttir-given-caches"; }

  void runOnOperation() override {
    auto mark = [&](func::FuncOp function, BlockArgument argument, StringRef) {
      function.setArgAttr(argument.getArgNumber(), ttcore::kvCacheAttrName, UnitAttr::get(&getContext()));
    };
    if (failed(forNamedArguments(getOperation(), caches, "given-caches", mark)))
      signalPassFailure();
  }

private:
  std::vector<std::string> caches;
};

class CachesInPlace : public PassWrapper<CachesInPlace, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CachesInPlace)
  explicit CachesInPlace(std::vector<std::string> caches) : caches(std::move(caches)) {}
  StringRef getArgument() const override { return "ttir-caches-in-place"; }

  void runOnOperation() override {
    auto place = [](func::FuncOp function, BlockArgument argument, StringRef name) {
      StringRef why = "it is not returned with a row of its own";
      if (!isWrittenInPlace(argument) && !rewrite(function, argument, why))
        function.emitWarning() << "cache " << name << " is copied at each call: " << why;
    };
    if (failed(forNamedArguments(getOperation(), caches, "caches-in-place", place)))
      signalPassFailure();
  }

private:
  static bool rewrite(func::FuncOp function, BlockArgument cache, StringRef &why) {
    auto type = dyn_cast<RankedTensorType>(cache.getType());
    if (!type || type.getRank() != 4)
      return why = "a cache has the dimensions users, heads, rows and width", false;
    for (Value result : function.getBody().front().getTerminator()->getOperands()) {
      Operation *op = result.getDefiningOp();
      if (!op || result.getType() != type || !isa<ttir::ConcatOp, ttir::WhereOp>(op))
        continue;
      std::optional<Update> update =
          isa<ttir::ConcatOp>(op) ? matchConcat(result, cache, why) : matchWhere(cast<ttir::WhereOp>(op), cache, why);
      if (!update)
        continue;
      if (llvm::any_of(cache.getUsers(), [&](Operation *user) { return !update->readers.contains(user); }))
        return why = "something reads the cache as it was", false;
      apply(*update, cache, op);
      return true;
    }
    return false;
  }

  static void apply(const Update &update, BlockArgument cache, Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value row = permute(builder, suffixed(loc, "_row"), update.row, {2, 1, 0, 3});
    Value position = update.position;
    if (position) {
      position = reshape(builder, suffixed(loc, "_position"), position, {1});
    } else {
      auto index = RankedTensorType::get({1}, builder.getI32Type());
      position = ttir::ConstantOp::create(builder, suffixed(loc, "_position"), index,
                                          DenseIntElementsAttr::get(index, static_cast<int32_t>(update.at)))
                     .getResult();
    }
    ttir::UpdateCacheOp::create(
        builder, loc, TypeRange(), ValueRange{cache, row, position},
        ArrayRef<NamedAttribute>{builder.getNamedAttr("batch_offset", builder.getI32IntegerAttr(0))});
    op->getResult(0).replaceAllUsesWith(cache);
    SmallVector<Operation *> dead{op};
    while (!dead.empty()) {
      Operation *gone = dead.pop_back_val();
      SmallVector<Value> operands(gone->getOperands());
      gone->erase();
      for (Value operand : operands)
        if (Operation *source = operand.getDefiningOp();
            source && isMemoryEffectFree(source) && source->use_empty() && !llvm::is_contained(dead, source))
          dead.push_back(source);
    }
  }

  std::vector<std::string> caches;
};

} // namespace

std::unique_ptr<Pass> conversion::createCachesInPlace(std::vector<std::string> caches) {
  return std::make_unique<CachesInPlace>(std::move(caches));
}

std::unique_ptr<Pass> conversion::createGivenCaches(std::vector<std::string> caches) {
  return std::make_unique<GivenCaches>(std::move(caches));
}
