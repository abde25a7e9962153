//===- Mutations.cpp - Random single edits of compiled modules ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Mutations.h"

#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

const char *testing::toString(Edit edit) {
  static constexpr const char *names[numEdits] = {
      "swap operands",     "replace operand", "change attribute", "drop deallocation", "repeat deallocation",
      "move deallocation", "change layout",   "drop op",          "move op",           "change cached function"};
  return names[static_cast<size_t>(edit)];
}

static std::string text(Attribute attribute) {
  std::string result;
  llvm::raw_string_ostream(result) << attribute;
  return result.substr(0, 160);
}

namespace {

class Mutator {
public:
  Mutator(ModuleOp module, Random &random) : random(random) {
    module.walk([&](func::FuncOp function) {
      if (ttcore::isConstEvalFunction(function))
        constEvals.push_back(function);
      if (!ttcore::isForwardFunction(function))
        return;
      for (Operation &op : function.getBody().front())
        ops.push_back(&op);
      for (Value argument : function.getArguments())
        values.push_back(argument);
    });
    for (Operation *op : ops)
      for (Value result : op->getResults())
        values.push_back(result);
  }

  std::optional<Mutation> apply(Edit edit) {
    switch (edit) {
    case Edit::SwapOperands:
      return swapOperands();
    case Edit::ReplaceOperand:
      return replaceOperand();
    case Edit::ChangeAttribute:
      return changeAttribute();
    case Edit::DropDeallocation:
    case Edit::RepeatDeallocation:
    case Edit::MoveDeallocation:
      return editDeallocation(edit);
    case Edit::ChangeLayout:
      return changeLayout();
    case Edit::DropOp:
      return dropOp();
    case Edit::MoveOp:
      return moveOp();
    case Edit::ChangeCachedFunction:
      return changeCachedFunction();
    }
    return std::nullopt;
  }

private:
  template <typename T>
  T &pick(SmallVectorImpl<T> &items) {
    return items[random.below(items.size())];
  }

  Operation *pickOp(llvm::function_ref<bool(Operation *)> fits) {
    SmallVector<Operation *> fitting;
    for (Operation *op : ops)
      if (fits(op))
        fitting.push_back(op);
    return fitting.empty() ? nullptr : pick(fitting);
  }

  static std::string place(Operation *op) {
    std::string location;
    llvm::raw_string_ostream(location) << op->getLoc();
    return op->getName().getStringRef().str() + " at " + location.substr(0, 60);
  }

  static bool isDeallocation(Operation *op) { return isa<ttnn::DeallocateOp>(op); }
  static bool isDevice(Value value) { return !isa<RankedTensorType>(value.getType()); }

  static bool commutes(Operation *op, unsigned first, unsigned second) {
    return first < 2 && second < 2 &&
           isa<ttnn::AddOp, ttnn::MultiplyOp, ttnn::MaximumOp, ttnn::MinimumOp, ttnn::EqOp, ttnn::NeOp,
               ttnn::LogicalAndOp, ttnn::LogicalOrOp>(op);
  }

  std::optional<Mutation> swapOperands() {
    Operation *op = pickOp([](Operation *op) { return op->getNumOperands() >= 2; });
    if (!op)
      return std::nullopt;
    unsigned first = static_cast<unsigned>(random.below(op->getNumOperands()));
    unsigned second = static_cast<unsigned>(random.below(op->getNumOperands() - 1));
    second += second >= first;
    Value a = op->getOperand(first), b = op->getOperand(second);
    if (a == b)
      return std::nullopt;
    op->setOperand(first, b);
    op->setOperand(second, a);
    return Mutation{place(op) + ": operands " + std::to_string(first) + " and " + std::to_string(second),
                    commutes(op, first, second) ? "commutative" : ""};
  }

  std::optional<Mutation> replaceOperand() {
    Operation *op = pickOp([](Operation *op) { return op->getNumOperands() >= 1 && !isDeallocation(op); });
    if (!op)
      return std::nullopt;
    unsigned index = static_cast<unsigned>(random.below(op->getNumOperands()));
    SmallVector<Value> others = sameTypeBefore(op, op->getOperand(index));
    if (others.empty())
      return std::nullopt;
    op->setOperand(index, pick(others));
    return Mutation{place(op) + ": operand " + std::to_string(index), ""};
  }

  /// Values of the type of `value` that are defined before `op`.
  SmallVector<Value> sameTypeBefore(Operation *op, Value value) {
    SmallVector<Value> others;
    for (Value other : values) {
      Operation *source = other.getDefiningOp();
      if (other != value && other.getType() == value.getType() && !isDevice(other) &&
          other.getParentRegion() == op->getParentRegion() && (!source || source->isBeforeInBlock(op)))
        others.push_back(other);
    }
    return others;
  }

  //===--------------------------------------------------------------------===//
  // Attributes
  //===--------------------------------------------------------------------===//

  /// `attribute` with one number or flag changed, null when it has none.
  Attribute changed(Attribute attribute) {
    Builder builder(attribute.getContext());
    if (auto flag = dyn_cast<BoolAttr>(attribute))
      return builder.getBoolAttr(!flag.getValue());
    if (auto integer = dyn_cast<IntegerAttr>(attribute))
      return IntegerAttr::get(integer.getType(), integer.getValue() + (random.below(2) ? 1 : -1));
    if (auto real = dyn_cast<FloatAttr>(attribute))
      return FloatAttr::get(real.getType(), real.getValueAsDouble() * 2 + 1);
    if (auto array = dyn_cast<DenseI32ArrayAttr>(attribute))
      return changedArray<int32_t, DenseI32ArrayAttr>(array);
    if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute))
      return changedArray<int64_t, DenseI64ArrayAttr>(array);
    if (auto shape = dyn_cast<ttnn::ShapeAttr>(attribute); shape && !shape.getShape().empty()) {
      SmallVector<int64_t> sizes(shape.getShape());
      ++pick(sizes);
      return ttnn::ShapeAttr::get(attribute.getContext(), sizes);
    }
    if (auto array = dyn_cast<ArrayAttr>(attribute); array && !array.empty()) {
      SmallVector<Attribute> items(array.getValue());
      Attribute &item = pick(items);
      Attribute other = changed(item);
      if (!other)
        return {};
      item = other;
      return ArrayAttr::get(attribute.getContext(), items);
    }
    return changedSpecial(attribute);
  }

  Attribute changedSpecial(Attribute attribute) {
    MLIRContext *context = attribute.getContext();
    if (auto name = dyn_cast<StringAttr>(attribute)) // an activation
      return StringAttr::get(context, name.getValue() == "relu" ? "gelu" : "relu");
    if (auto config = dyn_cast<ttnn::Conv2dConfigAttr>(attribute)) {
      SmallVector<NamedAttribute> fields(config.getFields().getValue());
      if (fields.empty())
        return {};
      NamedAttribute &field = pick(fields);
      if (auto activation = dyn_cast<ttnn::UnaryWithParamAttr>(field.getValue())) {
        field.setValue(ttnn::UnaryWithParamAttr::get(
            context, StringAttr::get(context, activation.getOpType().getValue() == "relu" ? "silu" : "relu"),
            activation.getParams()));
      } else if (Attribute other = changed(field.getValue())) {
        field.setValue(other);
      } else {
        return {};
      }
      return ttnn::Conv2dConfigAttr::get(context, DictionaryAttr::get(context, fields));
    }
    return {};
  }

  template <typename Integer, typename ArrayType>
  Attribute changedArray(ArrayType array) {
    SmallVector<Integer> items(array.asArrayRef());
    if (items.empty())
      return {};
    size_t index = random.below(items.size()), other = random.below(items.size());
    if (items[index] != items[other])
      std::swap(items[index], items[other]);
    else
      items[index] += random.below(2) ? 1 : -1;
    return ArrayType::get(array.getContext(), items);
  }

  /// What an attribute is for, when results do not depend on it.
  static std::string excuseOf(Operation *op, StringRef name, Attribute before, Attribute after) {
    if (name == "force" || name == "use_multicore" || name == "reallocate_halo_output" || name == "compute_config" ||
        name == "config_tensors_in_dram" || name == "mesh_offset" || name == "mesh_shape")
      return "how to run, not what";
    if (name == "numericStable")
      return "the same function, computed another way";
    if (name == "pad_value")
      return "padding of tiles, which no result shows";
    auto config = dyn_cast<ttnn::Conv2dConfigAttr>(after);
    if (config && config.getField("activation") == cast<ttnn::Conv2dConfigAttr>(before).getField("activation"))
      return "how to run, not what";
    if (name == "count_include_pad" && isa<DenseI32ArrayAttr>(op->getAttr("padding")) &&
        llvm::all_of(cast<DenseI32ArrayAttr>(op->getAttr("padding")).asArrayRef(), [](int32_t p) { return p == 0; }))
      return "there is no padding to count";
    if (name == "ceil_mode")
      return "the windows come out even";
    return "";
  }

  std::optional<Mutation> changeAttribute() {
    Operation *op = pickOp([](Operation *op) { return !op->getAttrDictionary().empty() && !isa<func::CallOp>(op); });
    if (!op)
      return std::nullopt;
    SmallVector<NamedAttribute> attributes(op->getAttrDictionary().getValue());
    NamedAttribute attribute = pick(attributes);
    if (attribute.getName() == "operandSegmentSizes")
      return std::nullopt; // belongs to the printing of the op: a wrong one breaks the accessors of the op
    Attribute other = changed(attribute.getValue());
    if (!other || other == attribute.getValue())
      return std::nullopt;
    op->setAttr(attribute.getName(), other);
    return Mutation{place(op) + ": " + attribute.getName().str() + " " + text(attribute.getValue()) + " -> " +
                        text(other),
                    excuseOf(op, attribute.getName(), attribute.getValue(), other)};
  }

  //===--------------------------------------------------------------------===//
  // Deallocations
  //===--------------------------------------------------------------------===//

  std::optional<Mutation> editDeallocation(Edit edit) {
    Operation *op = pickOp(isDeallocation);
    if (!op)
      return std::nullopt;
    std::string where = place(op);
    if (edit == Edit::DropDeallocation) {
      bool argument = isa<BlockArgument>(op->getOperand(0));
      op->erase();
      return Mutation{where, argument ? "an argument stays with the caller" : ""};
    }
    Operation *anchor = pickOp([&](Operation *other) { return other != op && other->getBlock() == op->getBlock(); });
    Operation *source = op->getOperand(0).getDefiningOp();
    if (!anchor || (source && !source->isBeforeInBlock(anchor)) || anchor == source)
      return std::nullopt;
    if (edit == Edit::RepeatDeallocation) {
      OpBuilder builder(anchor->isBeforeInBlock(op) ? op->getNextNode() : anchor);
      builder.clone(*op);
      return Mutation{where, ""};
    }
    bool afterLastUse = llvm::all_of(op->getOperand(0).getUsers(),
                                     [&](Operation *user) { return user == op || user->isBeforeInBlock(anchor); });
    op->moveBefore(anchor);
    return Mutation{where + " before " + place(anchor), afterLastUse ? "still after the last use" : ""};
  }

  //===--------------------------------------------------------------------===//
  // Layouts
  //===--------------------------------------------------------------------===//

  std::optional<Mutation> changeLayout() {
    Operation *op =
        pickOp([](Operation *op) { return op->getNumResults() == 1 && ttnn::layoutOf(op->getResult(0).getType()); });
    if (!op)
      return std::nullopt;
    Value result = op->getResult(0);
    auto type = cast<RankedTensorType>(result.getType());
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type), other = changedLayout(layout);
    if (!other || other == layout)
      return std::nullopt;
    result.setType(RankedTensorType::get(type.getShape(), type.getElementType(), other));
    std::string excuse;
    if (!layout.isSharded() && !other.isSharded())
      excuse = "another legal place";
    return Mutation{place(op) + ": " + text(layout) + " -> " + text(other), excuse};
  }

  ttnn::TTNNLayoutAttr changedLayout(ttnn::TTNNLayoutAttr layout) {
    MLIRContext *context = layout.getContext();
    AffineMap map = layout.getLinear();
    SmallVector<int64_t> grid(layout.getGridShape()), shard(layout.getMemref().getShape());
    ttnn::TensorMemoryLayoutAttr memory = layout.getMemLayout();
    ttnn::CoreRangeSetAttr cores = layout.getCoreRangeSet();
    Attribute space = layout.getMemref().getMemorySpace();
    switch (random.below(6)) {
    case 0:
      pick(shard) += random.below(2) ? 1 : -1;
      break;
    case 1:
      pick(grid) += random.below(2) ? 1 : -1;
      break;
    case 2: { // rows move by another stride, or rows and columns change places
      SmallVector<AffineExpr> results(map.getResults());
      if (random.below(2) || map.getNumDims() < 3)
        std::swap(results.front(), results.back());
      else
        results[0] = results[0] + getAffineDimExpr(0, context);
      map = AffineMap::get(map.getNumDims(), 0, results, context);
      break;
    }
    case 3: { // one core more or fewer
      if (!cores || cores.getCoreRanges().empty())
        return {};
      SmallVector<ttnn::CoreRangeAttr> ranges(cores.getCoreRanges());
      ttnn::CoreRangeAttr &range = pick(ranges);
      range =
          ttnn::CoreRangeAttr::get(context, range.getStartX(), range.getStartY(), range.getEndX() + 1, range.getEndY());
      cores = ttnn::CoreRangeSetAttr::get(context, ranges);
      break;
    }
    case 4: {
      if (!memory)
        return {};
      auto kind = static_cast<ttnn::TensorMemoryLayout>(
          std::array{0, 2, 3, 4}[random.below(4)]); // interleaved, height, width, block
      memory = ttnn::TensorMemoryLayoutAttr::get(context, kind);
      break;
    }
    default: {
      auto buffer = static_cast<ttnn::BufferType>(random.below(3));
      space = ttnn::BufferTypeAttr::get(context, buffer);
    }
    }
    auto memref = MemRefType::get(shard, layout.getMemref().getElementType(), MemRefLayoutAttrInterface(), space);
    // An attribute that its own verifier refuses cannot stand in a module: look for another place.
    auto silent = [&]() { return emitError(UnknownLoc::get(context)); };
    if (llvm::any_of(shard, [](int64_t size) { return size < 0; }) ||
        failed(ttnn::TTNNLayoutAttr::verify(silent, map, grid, memref, memory, layout.getTensorMesh(),
                                            layout.getIgnorePhysicalLayout(), cores)))
      return {};
    return ttnn::TTNNLayoutAttr::get(context, map, grid, memref, memory, layout.getTensorMesh(),
                                     layout.getIgnorePhysicalLayout(), cores);
  }

  //===--------------------------------------------------------------------===//
  // Whole ops
  //===--------------------------------------------------------------------===//

  std::optional<Mutation> dropOp() {
    Operation *op = pickOp([](Operation *op) {
      return !isDeallocation(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
             (op->getNumResults() == 0 || (op->getNumResults() == 1 && !isDevice(op->getResult(0))));
    });
    if (!op)
      return std::nullopt;
    std::string where = place(op);
    if (op->getNumResults() == 1) {
      SmallVector<Value> others = sameTypeBefore(op, op->getResult(0));
      Value replacement;
      for (Value operand : op->getOperands())
        if (operand.getType() == op->getResult(0).getType())
          replacement = operand;
      if (!replacement && others.empty())
        return std::nullopt;
      op->getResult(0).replaceAllUsesWith(replacement ? replacement : pick(others));
    }
    op->erase();
    return Mutation{where, ""};
  }

  std::optional<Mutation> moveOp() {
    Operation *op = pickOp([](Operation *op) { return !op->hasTrait<OpTrait::IsTerminator>() && !isDeallocation(op); });
    Operation *next = op ? op->getNextNode() : nullptr;
    if (!next || next->hasTrait<OpTrait::IsTerminator>() ||
        llvm::any_of(next->getOperands(), [&](Value operand) { return operand.getDefiningOp() == op; }))
      return std::nullopt;
    bool conflicts = false; // the neighbour frees or writes what the op reads
    for (Value operand : op->getOperands())
      conflicts |=
          (isDeallocation(next) || next->getNumResults() == 0) && llvm::is_contained(next->getOperands(), operand);
    op->moveAfter(next);
    return Mutation{place(op) + " after " + place(next), conflicts ? "" : "independent neighbours"};
  }

  std::optional<Mutation> changeCachedFunction() {
    Operation *op = pickOp([](Operation *op) { return isa<ttcore::LoadCachedOp>(op); });
    if (!op)
      return std::nullopt;
    auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
    SmallVector<func::FuncOp> others;
    for (func::FuncOp function : constEvals)
      if (callee && function.getSymName() != callee.getValue() &&
          llvm::equal(function.getResultTypes(), op->getResultTypes()) &&
          llvm::equal(function.getArgumentTypes(), op->getOperandTypes()))
        others.push_back(function);
    if (others.empty())
      return std::nullopt;
    op->setAttr("callee", FlatSymbolRefAttr::get(op->getContext(), pick(others).getSymName()));
    return Mutation{place(op), ""};
  }

  Random &random;
  SmallVector<Operation *> ops;
  SmallVector<Value> values;
  SmallVector<func::FuncOp> constEvals;
};

} // namespace

std::optional<Mutation> testing::mutate(ModuleOp module, Edit edit, Random &random) {
  return Mutator(module, random).apply(edit);
}
