//===- Calls.cpp - An op as a call of ttnn --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

#include "alcove/Ops/Dialect/TTNN/MeshConfigs.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

static SmallVector<StringRef> words(StringRef text) {
  SmallVector<StringRef> result;
  text.split(result, ' ', -1, /*KeepEmpty=*/false);
  return result;
}

//===----------------------------------------------------------------------===//
// Rows by op
//===----------------------------------------------------------------------===//

static const llvm::StringMap<const Row *> &rows() {
  static const llvm::StringMap<const Row *> table = [] {
    llvm::StringMap<const Row *> result;
    for (ArrayRef<Row> family :
         {elementwiseRows(), quantizationRows(), contractionRows(), windowRows(), reductionRows(), normalizationRows(),
          selectionRows(), shapeRows(), creationRows(), layoutRows(), attentionRows(), headsRows(), cacheRows(),
          collectiveRows(), expertRows(), runTimeRows()})
      for (const Row &row : family)
        for (StringRef op : words(row.ops))
          result[op] = &row;
    return result;
  }();
  return table;
}

std::vector<std::string> emit::opsWithRows() {
  std::vector<std::string> names;
  for (const auto &entry : rows())
    if (!entry.first().contains('@'))
      names.push_back(entry.first().str());
  llvm::sort(names);
  return names;
}

static RankedTensorType resultOf(Operation *op) {
  return op->getNumResults() ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType();
}

static bool onHost(RankedTensorType type) {
  ttnn::TTNNLayoutAttr layout = type ? ttnn::layoutOf(type) : ttnn::TTNNLayoutAttr();
  return layout && !layout.isDeviceMemory();
}

RankedTensorType emit::placingResult(Operation *op, Values &values) {
  std::map<std::string, int> votes;
  auto placeOf = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    Result<Expression> place = tensor ? values.memoryConfig(tensor) : Result<Expression>(none());
    return place ? place->text : "";
  };
  for (Type type : op->getResultTypes())
    ++votes[placeOf(type)];
  RankedTensorType chosen = resultOf(op);
  for (Type type : op->getResultTypes())
    if (isa<RankedTensorType>(type) && votes[placeOf(type)] > votes[placeOf(chosen)])
      chosen = cast<RankedTensorType>(type);
  return chosen;
}

/// `typecast@host` stands for a typecast whose result lies on the host.
const Row *emit::rowOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (onHost(resultOf(op)))
    if (const Row *row = rows().lookup((name + "@host").str()))
      return row;
  return rows().lookup(name);
}

//===----------------------------------------------------------------------===//
// Rewriting of values
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> integers(Attribute attribute) {
  if (auto dense = dyn_cast<DenseI32ArrayAttr>(attribute))
    return llvm::to_vector(llvm::map_range(dense.asArrayRef(), [](int32_t each) { return int64_t(each); }));
  return llvm::to_vector(cast<DenseI64ArrayAttr>(attribute).asArrayRef());
}

/// 0, 0, 0, 3 is [[0, 0], [0, 3]].
static Result<Expression> pairsOf(Attribute attribute) {
  SmallVector<int64_t> all = integers(attribute);
  SmallVector<Expression> pairs;
  for (size_t i = 0; i + 1 < all.size(); i += 2)
    pairs.push_back(ofInts({all[i], all[i + 1]}));
  return ofList(pairs);
}

/// Pools of the IR pad top, left, bottom, right; those of the library top, bottom, left, right.
static Result<Expression> windowOf(Attribute attribute) {
  SmallVector<int64_t> all = integers(attribute);
  return all.size() == 4 ? ofInts({all[0], all[2], all[1], all[3]}) : ofInts(all);
}

static Result<Expression> scatterOf(Attribute attribute) {
  using enum ttcore::ReduceType;
  switch (cast<ttcore::ReduceTypeAttr>(attribute).getValue()) {
  case Sum:
    return ofString("add");
  case Prod:
    return ofString("multiply");
  case Max:
    return ofString("amax");
  case Min:
    return ofString("amin");
  case Invalid:
    return none();
  default:
    return Error{"scatter of the library adds, multiplies, or takes the larger or the smaller"};
  }
}

/// Elements of a constant as one list.
static Result<Expression> flatOf(Attribute attribute) {
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense)
    return Error{"a constant whose elements are kept elsewhere cannot be written into a program"};
  SmallVector<Expression> all;
  if (isa<FloatType>(dense.getElementType())) {
    for (const APFloat &each : dense.getValues<APFloat>()) {
      APFloat wide = each;
      bool loses;
      wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
      all.push_back(ofFloat(wide.convertToDouble()));
    }
  } else {
    bool isSigned = !dense.getElementType().isUnsignedInteger() && !dense.getElementType().isInteger(1);
    for (const APInt &each : dense.getValues<APInt>())
      all.push_back(ofInt(isSigned ? each.getSExtValue() : static_cast<int64_t>(each.getZExtValue())));
  }
  bool same = all.size() > 8 && llvm::all_of(all, [&](const Expression &each) { return each.text == all[0].text; });
  return same ? Expression{fmt::format("[{}] * {}", all[0].text, all.size()), "list[" + all[0].kind + "]"}
              : ofList(all);
}

static Result<Expression> coordinateOf(Attribute attribute, const SignatureTable &table) {
  return table.construct({"MeshCoordinate", {{"", ofInts(integers(attribute))}}});
}

static Result<Expression> subDeviceOf(Attribute attribute, const SignatureTable &table) {
  return table.construct({"SubDeviceId", {{"", ofInt(cast<IntegerAttr>(attribute).getInt())}}});
}

/// `made(device, configuration)`, checked.
static Result<Expression> ofMesh(const SignatureTable &table, const std::string &made, const std::string &kind,
                                 const Expression &configuration) {
  Call call{made, {{"", {"device", "MeshDevice"}}, {"", configuration}}};
  ALCOVE_RETURN_IF_ERROR(table.check(call));
  return Expression{call.text(), kind};
}

static Result<Expression> mapperOf(Attribute attribute, const SignatureTable &table) {
  ALCOVE_ASSIGN_OR_RETURN(SmallVector<int64_t> dims, ttnn::dimsOfMapper(attribute));
  SmallVector<Expression> placements;
  for (int64_t dim : dims) {
    ALCOVE_ASSIGN_OR_RETURN(Expression made, table.construct(dim < 0 ? Call{"PlacementReplicate", {}}
                                                                     : Call{"PlacementShard", {{"", ofInt(dim)}}}));
    placements.push_back(made);
  }
  ALCOVE_ASSIGN_OR_RETURN(Expression made, table.construct({"MeshMapperConfig", {{"", ofList(placements)}}}));
  return ofMesh(table, "create_mesh_mapper", "TensorToMesh", made);
}

static Result<Expression> composerOf(Attribute attribute, const SignatureTable &table) {
  ALCOVE_ASSIGN_OR_RETURN(ttnn::Composer composer, ttnn::composerOf(attribute));
  Call config{"MeshComposerConfig", {{"", ofInts(composer.dims)}}};
  if (composer.override.size() == 2) {
    ALCOVE_ASSIGN_OR_RETURN(
        Expression shape,
        table.construct({"MeshShape", {{"", ofInt(composer.override[0])}, {"", ofInt(composer.override[1])}}}));
    config.arguments.push_back({"", shape});
  }
  ALCOVE_ASSIGN_OR_RETURN(Expression made, table.construct(config));
  return ofMesh(table, "create_mesh_composer", "MeshToTensor", made);
}

//===----------------------------------------------------------------------===//
// One call
//===----------------------------------------------------------------------===//

/// Sizes of the groups: those of the op, else one each, and what the rest leaves for the optional one.
static SmallVector<int64_t> groupSizes(Operation *op, ArrayRef<StringRef> names) {
  if (auto sizes =
          dyn_cast_or_null<DenseI32ArrayAttr>(op->getInherentAttr("operandSegmentSizes").value_or(Attribute())))
    return integers(sizes);
  SmallVector<int64_t> sizes(names.size(), 1);
  int64_t rest = static_cast<int64_t>(op->getNumOperands()) - static_cast<int64_t>(names.size()) + 1;
  for (auto [name, size] : llvm::zip(names, sizes))
    if (name.ends_with("?") || name.ends_with("*"))
      size = rest;
  return sizes;
}

SmallVector<OperandGroup> emit::operandGroups(Operation *op, const Row &row) {
  SmallVector<OperandGroup> groups;
  SmallVector<StringRef> names = words(row.operands);
  unsigned at = 0;
  for (auto [name, size] : llvm::zip(names, groupSizes(op, names))) {
    unsigned count = std::min<unsigned>(std::max<int64_t>(size, 0), op->getNumOperands() - at);
    groups.push_back({name.rtrim("?*"), op->getOperands().slice(at, count), name.ends_with("*")});
    at += count;
  }
  return groups;
}

namespace {
class CallWriter {
public:
  CallWriter(Operation *op, const Row &row, Values &values, NameOf nameOf)
      : op(op), row(row), values(values), nameOf(nameOf), result(resultOf(op)), groups(operandGroups(op, row)) {}

  Result<Call> write() {
    Call call{(row.callee.empty() ? op->getName().stripDialect() : StringRef(row.callee)).str(), {}};
    for (StringRef word : words(row.arguments)) {
      size_t equals = word.starts_with("!") ? StringRef::npos : word.find('=');
      StringRef keyword = equals == StringRef::npos ? "" : word.take_front(equals);
      StringRef source = equals == StringRef::npos ? word : word.drop_front(equals + 1);
      ALCOVE_ASSIGN_OR_RETURN(Expression value, of(source));
      if (keyword.empty() || value.kind != "None")
        call.arguments.push_back({keyword.str(), value});
    }
    return call;
  }

private:
  static Expression literal(StringRef text) {
    auto [value, kind] = text.rsplit(':');
    return {value.str(), kind.str()};
  }

  Result<Expression> of(StringRef source) {
    if (source.consume_front("!"))
      return literal(source);
    if (source.consume_front("@"))
      return ofResult(source);
    auto [named, otherwise] = source.split('|');
    auto [name, rewriting] = named.split('%');
    ALCOVE_ASSIGN_OR_RETURN(Expression value, ofNamed(name, rewriting));
    return value.kind == "None" && !otherwise.empty() ? literal(otherwise) : value;
  }

  Result<Expression> ofNamed(StringRef name, StringRef rewriting) {
    for (const OperandGroup &group : groups)
      if (group.name == name)
        return ofGroup(group, rewriting);
    if (Attribute attribute = op->getAttr(name))
      return rewritten(attribute, rewriting);
    return none();
  }

  Result<Expression> ofGroup(const OperandGroup &group, StringRef rewriting) {
    SmallVector<Expression> all;
    for (mlir::Value each : group.values) {
      ALCOVE_ASSIGN_OR_RETURN(Expression value, nameOf(each));
      all.push_back(value);
    }
    if (group.isList)
      return ofList(all);
    if (all.empty())
      return none();
    return rewriting == "scalar" ? Expression{fmt::format("scalar_of({})", all[0].text), "int"} : all[0];
  }

  Result<Expression> rewritten(Attribute attribute, StringRef rewriting) {
    if (rewriting == "pairs")
      return pairsOf(attribute);
    if (rewriting == "window")
      return windowOf(attribute);
    if (rewriting == "scatter")
      return scatterOf(attribute);
    if (rewriting == "flat")
      return flatOf(attribute);
    if (rewriting == "coordinate")
      return coordinateOf(attribute, values.signatures());
    if (rewriting == "mapper")
      return mapperOf(attribute, values.signatures());
    if (rewriting == "composer")
      return composerOf(attribute, values.signatures());
    if (rewriting == "subdevice")
      return subDeviceOf(attribute, values.signatures());
    return values.of(attribute);
  }

  Result<Expression> ofResult(StringRef what) {
    if (what == "device" && !result)
      return Expression{"device", "MeshDevice"};
    if (!result)
      return Error{"has no result that is a tensor"};
    if (what == "device")
      return onHost(result) ? none() : Expression{"device", "MeshDevice"};
    if (what == "memory")
      return values.memoryConfig(placingResult(op, values));
    if (what == "layout")
      return values.pageLayout(result);
    if (what == "shape")
      return ofInts(result.getShape());
    ALCOVE_ASSIGN_OR_RETURN(Expression type, values.dataType(result));
    if (what == "newdtype") {
      ALCOVE_ASSIGN_OR_RETURN(Expression before, values.dataType(cast<RankedTensorType>(op->getOperand(0).getType())));
      return before.text == type.text ? none() : type;
    }
    return type;
  }

  Operation *op;
  const Row &row;
  Values &values;
  NameOf nameOf;
  RankedTensorType result;
  SmallVector<OperandGroup> groups;
};
} // namespace

Result<Call> emit::callOf(Operation *op, Values &values, NameOf nameOf) {
  const Row *row = rowOf(op);
  if (!row)
    return Error{"no call of ttnn is known for this op"};
  ALCOVE_ASSIGN_OR_RETURN(Call call, CallWriter(op, *row, values, nameOf).write());
  ALCOVE_RETURN_IF_ERROR(values.signatures().check(call));
  return call;
}
