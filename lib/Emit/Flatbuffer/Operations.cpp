//===- Operations.cpp - An op as a table ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "../Python/Calls.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

using Tables = emit::flatbuffer::Values;
using flatbuffer::Field;
using flatbuffer::Item;
using flatbuffer::Items;
using flatbuffer::NodePtr;
using flatbuffer::plain;
using flatbuffer::Record;

namespace {
struct TableRow {
  llvm::StringLiteral ops, table, fields;
};

constexpr TableRow tableRows[] = {
    {"abs acos asin asinh atan bitwise_not ceil cos erf erfc exp expm1 floor gelu hardsigmoid isfinite log logical_not "
     "mish neg reciprocal relu relu6 rsqrt sigmoid sign silu sin sqrt tan tanh",
     "EltwiseUnaryOp", "type=@op"},
    {"leaky_relu", "EltwiseUnaryOp", "type=@op params=EltwiseOpWithFloatParams(parameter)"},
    {"cbrt log1p", "EltwiseUnaryCompositeOp", "type=@op"},
    {"clamp_scalar", "EltwiseUnaryCompositeOp", "type=@op params=ClampScalarOpParams(min max)"},
    {"clamp_tensor", "EltwiseUnaryCompositeOp", "type=@op params=ClampTensorOpParams(min max)"},
    {"add subtract multiply divide eq ne ge gt le lt logical_and logical_or logical_xor logical_right_shift",
     "EltwiseBinaryOp", "type=@op output_dtype=@dtype"},
    {"maximum minimum remainder pow_tensor atan2 bitwise_and bitwise_or bitwise_xor logical_left_shift",
     "EltwiseBinaryCompositeOp", "type=@op"},
    {"pow_scalar", "EltwiseBinaryCompositeScalarOp", "type=@op"},
    {"where", "EltwiseTernaryWhereOp", ""},
    {"sum mean max min", "ReductionOp", "type=@op"},
    {"argmax", "ReductionArgMaxOp", ""},
    {"prod", "ReductionProdOp", ""},
    {"slice_static", "SliceOp", "type=@op params=SliceStaticOpParams(begins ends)"},
    {"slice_dynamic", "SliceOp", "type=@op params=SliceDynamicOpParams(begins ends)"},
    {"zeros ones", "NamedFullOp", "type=@op"},
    {"max_pool2d", "Pool2dOp", "type=@op extra_params=MaxPool2dExtraParams()"},
    {"avg_pool2d", "Pool2dOp", "type=@op extra_params=AvgPool2dExtraParams(count_include_pad)"},
    {"embedding_bw", "EmbeddingBackwardOp", ""},
    {"rotary_embedding", "", "cos_cache=cos sin_cache=sin"},
    {"global_avg_pool2d to_layout", "", "dtype=?dtype"},
    {"constant", "", "input=@bytes input_dtype=@elements"},
};

SmallVector<StringRef> words(StringRef text) {
  SmallVector<StringRef> found;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char letter = i < text.size() ? text[i] : ' ';
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (letter != ' ' || depth > 0)
      continue;
    if (i > begin)
      found.push_back(text.slice(begin, i));
    begin = i + 1;
  }
  return found;
}

const TableRow *tableRowOf(StringRef op) {
  static const llvm::StringMap<const TableRow *> byOp = [] {
    llvm::StringMap<const TableRow *> map;
    for (const TableRow &row : tableRows)
      for (StringRef each : words(row.ops))
        map[each] = &row;
    return map;
  }();
  return byOp.lookup(op);
}

class OperationWriter {
public:
  OperationWriter(Operation *op, const Tables &values, flatbuffer::Referred referred)
      : op(op), name(op->getName().stripDialect()), values(values), referred(referred), row(tableRowOf(name)) {
    if (const Row *call = rowOf(op))
      groups = operandGroups(op, *call);
    else if (op->getNumOperands() == 1)
      groups.push_back({"input", op->getOperands(), false});
    for (Type type : op->getResultTypes())
      if (!result)
        result = dyn_cast<RankedTensorType>(type);
  }

  Result<NodePtr> write() {
    ALCOVE_ASSIGN_OR_RETURN(const Record *table, tableOf());
    llvm::StringMap<StringRef> said;
    for (StringRef word : row ? words(row->fields) : SmallVector<StringRef>()) {
      auto [field, source] = word.split('=');
      said[field] = source;
    }
    ALCOVE_ASSIGN_OR_RETURN(NodePtr made, fill(*table, said));
    for (NamedAttribute each : op->getAttrs())
      if (!used.contains(each.getName()) && !each.getName().strref().ends_with("SegmentSizes") &&
          !each.getName().strref().contains('.'))
        return Error{fmt::format("{} of schema {} has no field for attribute '{}'", table->name,
                                 values.tables().version(), each.getName().str())};
    for (auto [index, each] : llvm::enumerate(op->getOperands()))
      if (!referredTo.contains(each) && !isa<ttnn::DeviceType>(each.getType()))
        return Error{fmt::format("{} of schema {} has no field that is known for operand {}", table->name,
                                 values.tables().version(), index)};
    for (mlir::Value each : op->getResults())
      if (!referredTo.contains(each))
        return Error{fmt::format("{} of schema {} has no field that is known for a result", table->name,
                                 values.tables().version())};
    return made;
  }

private:
  Result<const Record *> tableOf() {
    const std::vector<std::string> *known = values.tables().members("OpType");
    std::string wanted = row && !row->table.empty() ? row->table.str() : name.str() + "_op";
    for (const std::string &each : known ? *known : std::vector<std::string>())
      if (plain(each) == plain(wanted))
        return values.tables().record(each);
    return Error{fmt::format("schema {} has no table that is known for this op", values.tables().version())};
  }

  Result<NodePtr> fill(const Record &table, const llvm::StringMap<StringRef> &said) {
    std::map<std::string, Item> fields;
    for (const Field &field : table.fields) {
      auto source = said.find(field.name);
      ALCOVE_ASSIGN_OR_RETURN(std::optional<Item> item,
                              source == said.end() ? byName(field, field.name) : bySource(field, source->second));
      if (item)
        fields[field.name] = *item;
    }
    return values.make(table.name, fields);
  }

  Result<std::optional<Item>> bySource(const Field &field, StringRef source) {
    if (source == "-")
      return std::optional<Item>();
    if (source.consume_front("?"))
      return op->hasAttr(source) ? byName(field, source) : std::optional<Item>();
    if (source == "@op")
      return made(values.member(field.type, enumerator()));
    if (source == "@dtype")
      return made(values.dataTypeOf(ttnn::layoutOf(result).getDataType()));
    if (source == "@bytes" || source == "@elements")
      return ofConstant(source == "@bytes");
    if (source.ends_with(")")) {
      auto [type, inner] = source.drop_back().split('(');
      const Record *table = values.tables().record(type.str());
      if (!table)
        return Error{fmt::format("schema {} has no {}", values.tables().version(), type.str())};
      ALCOVE_ASSIGN_OR_RETURN(NodePtr node, fill(*table, {}));
      return std::optional<Item>(Item{node});
    }
    return byName(field, source);
  }

  /// Elements of a constant as they lie in memory, and their type.
  Result<std::optional<Item>> ofConstant(bool bytes) {
    auto dense = op->getAttrOfType<DenseElementsAttr>("value");
    unsigned width = dense ? dense.getElementType().getIntOrFloatBitWidth() : 0;
    if (width != 8 && width != 16 && width != 32)
      return Error{"a constant is written of elements of 8, 16 or 32 bits that the module holds"};
    used.insert(StringAttr::get(op->getContext(), "value"));
    if (!bytes)
      return made(values.dataType(dense.getElementType()));
    ArrayRef<char> raw = dense.getRawData();
    return std::optional<Item>(Item{std::string(raw.begin(), raw.end())}); // equal elements lie there once
  }

  static Result<std::optional<Item>> made(Result<Item> item) {
    if (!item)
      return item.error();
    return std::optional<Item>(*item);
  }

  StringRef enumerator() const {
    static const llvm::StringMap<StringRef> others = {{"eq", "Equal"},
                                                      {"ne", "NotEqual"},
                                                      {"ge", "GreaterEqual"},
                                                      {"gt", "GreaterThan"},
                                                      {"le", "LessEqual"},
                                                      {"lt", "LessThan"},
                                                      {"pow_tensor", "Pow"},
                                                      {"slice_static", "SliceStaticOp"},
                                                      {"slice_dynamic", "SliceDynamicOp"}};
    auto found = others.find(name);
    return found == others.end() ? name : found->second;
  }

  Result<std::optional<Item>> byName(const Field &field, StringRef wanted) {
    bool reference = isReference(field.type) || isReference(flatbuffer::elementOf(field.type));
    for (NamedAttribute each : op->getAttrs())
      if (!reference && plain(each.getName()) == plain(wanted)) {
        used.insert(each.getName());
        return made(values.of(each.getValue(), field.type));
      }
    for (const OperandGroup &group : groups)
      if (reference && plain(group.name) == plain(wanted))
        return references(field, group.values);
    return ofRole(field);
  }

  static bool isReference(const std::string &type) {
    return type == "TensorRef" || type == "DeviceRef" || type == "GlobalSemaphoreRef";
  }

  Result<std::optional<Item>> references(const Field &field, ValueRange range) {
    Items items;
    for (mlir::Value value : range) {
      ALCOVE_ASSIGN_OR_RETURN(NodePtr node, referred(value));
      items.push_back({node});
      referredTo.insert(value);
    }
    if (!flatbuffer::elementOf(field.type).empty())
      return std::optional<Item>(Item{items});
    if (items.size() > 1)
      return Error{fmt::format("{} takes one value, there are {}", field.name, items.size())};
    return items.empty() ? std::optional<Item>() : std::optional<Item>(items[0]);
  }

  /// Fields whose names no op has: what goes in, what comes out, where it lies.
  Result<std::optional<Item>> ofRole(const Field &field) {
    static const std::set<std::string> ins = {"in", "in0", "inputs", "input", "input_tensor"},
                                       outs = {"out", "result", "output", "outputs"},
                                       places = {"memory_config", "memcfg", "output_memory_config"};
    if (field.type == "DeviceRef") {
      for (mlir::Value operand : op->getOperands())
        if (isa<ttnn::DeviceType>(operand.getType()))
          return references(field, operand);
      return std::optional<Item>();
    }
    if (ins.contains(field.name) && !groups.empty())
      return references(field, groups[0].values);
    if (field.type == "TensorRef")
      for (OpResult each : op->getResults())
        if (plain(field.name) == plain(resultName(each.getResultNumber())))
          return references(field, ValueRange(each));
    if (outs.contains(field.name) && resultName(0).empty())
      return references(field, op->getResults());
    bool tensor = result && ttnn::layoutOf(result) && !name.starts_with("prepare_");
    if (tensor && field.type == "DataType" && (field.name == "dtype" || field.name == "output_dtype"))
      return made(values.dataTypeOf(ttnn::layoutOf(result).getDataType()));
    if (tensor && field.type == "TensorLayout" && field.name == "layout")
      return made(values.member("TensorLayout", ttnn::layoutOf(result).isTiled() ? "Tile" : "RowMajor"));
    if (places.contains(field.name) && result) {
      ALCOVE_ASSIGN_OR_RETURN(NodePtr place, values.memoryConfig(result));
      return place ? std::optional<Item>(Item{place}) : std::optional<Item>();
    }
    return std::optional<Item>();
  }

  StringRef resultName(unsigned number) const {
    static const llvm::StringMap<std::vector<StringRef>> names = {
        {"split_query_key_value_and_split_heads", {"q_out", "k_out", "v_out"}},
        {"nlp_create_qkv_heads_decode", {"q_out", "k_out", "v_out"}},
        {"all_to_all_dispatch", {"dispatched", "metadata"}},
        {"moe_expert_token_remap", {"mapping", "reduced"}},
        {"max_pool2d_with_indices", {"result", "result_indices"}}};
    auto found = names.find(name);
    return found != names.end() && number < found->second.size() ? found->second[number] : "";
  }

  Operation *op;
  StringRef name;
  const Tables &values;
  flatbuffer::Referred referred;
  const TableRow *row;
  SmallVector<OperandGroup> groups;
  RankedTensorType result;
  llvm::DenseSet<StringAttr> used;
  llvm::DenseSet<mlir::Value> referredTo;
};
} // namespace

Result<NodePtr> emit::flatbuffer::operationOf(Operation *op, const Values &values, Referred referred) {
  return OperationWriter(op, values, referred).write();
}
