//===- UnitCases.cpp - The backend's own unit cases as queries --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/UnitCases.h"
#include "UnitCaseCells.h"

#include <fmt/format.h>
#include <unordered_map>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::cells;

bool Expectation::holds(Bytes actual) const {
  switch (kind) {
  case Kind::None:
    return true;
  case Kind::EQ:
    return actual == value;
  case Kind::GE:
    return actual >= value;
  case Kind::GT:
    return actual > value;
  case Kind::LE:
    return actual <= value;
  }
  return false;
}

std::string opmodel::opNameOfClass(const std::string &opClass) {
  static const std::unordered_map<std::string, std::string> special = {
      {"EqualOp", "eq"},
      {"NotEqualOp", "ne"},
      {"GreaterEqualOp", "ge"},
      {"GreaterThanOp", "gt"},
      {"LessEqualOp", "le"},
      {"LessThanOp", "lt"},
      {"IsFiniteOp", "isfinite"},
      {"ArgMaxOp", "argmax"},
      {"RMSNormOp", "rms_norm"},
      {"MorehCumSumOp", "moreh_cumsum"},
      {"TopKOp", "topk"},
      {"NLPConcatHeadsOp", "nlp_concat_heads"},
      {"NLPConcatHeadsDecodeOp", "nlp_concat_heads_decode"},
      {"NLPCreateQKVHeadsDecodeOp", "nlp_create_qkv_heads_decode"},
      {"EmbeddingBackwardOp", "embedding_bw"},
      {"GeluBackwardOp", "gelu_bw"},
      {"uint32_t", "constant"},
      {"int32_t", "constant"},
      {"uint8_t", "constant"},
      {"uint16_t", "constant"},
      {"float", "constant"}};
  auto it = special.find(opClass);
  if (it != special.end())
    return it->second;
  std::string name = opClass.ends_with("Op") ? opClass.substr(0, opClass.size() - 2) : opClass;
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    bool upper = name[i] >= 'A' && name[i] <= 'Z';
    if (upper && i > 0)
      snake += '_';
    snake += upper ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return snake;
}

namespace {

bool isFamily(const std::string &op, std::string_view family) {
  const char *name = opFamily(op);
  return name && name == family;
}

/// How many tensors an op takes, to tell operands from the result type that builders put first.
int operandCount(const std::string &op) {
  static const std::unordered_map<std::string, int> counts = {{"zeros", 0},
                                                              {"ones", 0},
                                                              {"full", 0},
                                                              {"empty", 0},
                                                              {"constant", 0},
                                                              {"rand", 0},
                                                              {"arange", 0},
                                                              {"matmul", 2},
                                                              {"linear", 3},
                                                              {"embedding", 2},
                                                              {"where", 3},
                                                              {"clamp_tensor", 3},
                                                              {"quantize", 3},
                                                              {"dequantize", 3},
                                                              {"requantize", 5},
                                                              {"update_cache", 3},
                                                              {"fill_cache", 2},
                                                              {"scatter", 3},
                                                              {"gather", 2},
                                                              {"embedding_bw", 3},
                                                              {"rotary_embedding", 3},
                                                              {"rotary_embedding_llama", 4},
                                                              {"slice_dynamic", 3},
                                                              {"scaled_dot_product_attention", 4},
                                                              {"paged_scaled_dot_product_attention_decode", 5},
                                                              {"conv2d", 2},
                                                              {"conv_transpose2d", 2}};
  auto it = counts.find(op);
  if (it != counts.end())
    return it->second;
  return isFamily(op, "binary") ? 2 : 1;
}

/// A row on its way to a query.
class CaseReader {
public:
  CaseReader(const CsvTable &table, const CsvTable::Row &row, const ChipParameters &chip)
      : table(table), row(row), chip(chip), args(splitArgs(cell("args"))) {}

  UnitCase read() {
    result.line = row.line;
    result.suite = cell("suite");
    result.op = cell("op");
    result.caseName = cell("case");
    result.disabled = cell("disabled") == "True";
    readExpectations();
    result.query.op = result.suite.starts_with("ConstantOp") ? "constant" : opNameOfClass(result.op);
    readOperands();
    if (result.unreadable.empty()) {
      readAttributes();
      readResult();
    }
    return std::move(result);
  }

private:
  const std::string &cell(const char *name) const { return table.get(row, name); }
  Query &query() { return result.query; }
  bool isInterface() const { return cell("kind") == "interface"; }
  bool isFixtureTest() const { return cell("kind") == "test_f"; }

  static Expectation expectation(const std::string &check, std::string value) {
    Expectation e;
    using Kind = Expectation::Kind;
    while (!value.empty() && (value[0] == '>' || value[0] == '<' || value[0] == '='))
      value.erase(0, 1);
    std::optional<int64_t> number = toInteger(value);
    // A comparison whose number was not recorded compares with zero unless it is an equality.
    if (check == "none" || check.empty() || (!number && check == "EQ"))
      return e;
    e.kind = check == "EQ" ? Kind::EQ : check == "GE" ? Kind::GE : check == "GT" ? Kind::GT : Kind::LE;
    if (!number && e.kind == Kind::LE)
      return Expectation{};
    e.value = number.value_or(0);
    if (!number && e.kind == Kind::GT)
      e.kind = Kind::GE;
    return e;
  }

  void readExpectations() {
    const std::string &legal = cell("expected_legal");
    if (legal == "0" || legal == "1")
      result.legal = legal == "1";
    result.cb = expectation(cell("chk_cb"), cell("expected_cb_bytes"));
    result.tensor = expectation(cell("chk_tensor"), cell("expected_tensor_l1_peak"));
    result.total = expectation(cell("chk_total"), cell("expected_total_l1_peak"));
    result.output = expectation(cell("chk_output"), cell("expected_output_l1_bytes"));
  }

  void addOperand(std::string text) {
    if (text.empty())
      return;
    std::optional<TensorSpec> tensor = parseTensorCell(stripLabel(text), chip);
    if (!tensor)
      result.unreadable = fmt::format("operand '{}' cannot be read", text);
    else
      query().inputs.push_back(std::move(*tensor));
  }

  void readOperands() {
    for (const char *name : {"in0", "in1", "in2", "in3"})
      addOperand(cell(name));
    for (const std::string &text : splitList(cell("more_in"), " ; "))
      addOperand(text);
    // OM-UC1: builders list the result type first; OM-UC2: a row whose tensors were not recorded uses the
    // fixture's 64x1024 default, outside the interface tests the result's tensor; a second operand is like the first.
    int expected = operandCount(query().op);
    int count = static_cast<int>(query().inputs.size());
    if (isInterface() && query().op == "linear" && count == 3 && isProductOfOthers())
      expected = 2;
    if (isInterface() && count == expected + 1) {
      builderResult = query().inputs.front();
      query().inputs.erase(query().inputs.begin());
    } else if (isInterface() && (query().op.starts_with("batch_norm") || query().op.ends_with("_norm")) && count > 1) {
      builderResult = query().inputs.front();
      query().inputs.erase(query().inputs.begin());
    }
    bool binary = isFamily(query().op, "binary");
    if (isInterface() && binary && count == 1)
      query().inputs.push_back(query().inputs.front());
    if (query().inputs.empty() && expected == 1 && cell("in0").empty() && result.unreadable.empty())
      addDefaultOperand();
    // Optional tensors of the parametrised suites stand in the arguments; those without recorded type are bf16 tiles.
    for (const char *name : {"running_mean", "running_var", "weight", "bias", "attentionMask", "attentionSink"})
      if (auto text = named(args, name); text && text->starts_with("make_optional("))
        addOperand(text->substr(14, text->size() - 15));
  }

  /// The first of three tensors is the matrix product of the others: a result type before two operands.
  bool isProductOfOthers() {
    const auto &c = query().inputs[0].shape, &a = query().inputs[1].shape, &b = query().inputs[2].shape;
    return a.size() == 2 && b.size() == 2 && a[1] == b[0] && c == std::vector<int64_t>{a[0], b[1]};
  }

  void addDefaultOperand() {
    TensorSpec tensor{{64, 1024}, defaultL1(chip)};
    if (!isInterface())
      if (auto sameAsResult = parseTensorCell(cell("out"), chip))
        tensor = *sameAsResult;
    if (cell("out").find("layoutDRAMRowMajor") != std::string::npos)
      tensor.layout = layoutOf(PageLayoutName::RowMajor);
    query().inputs.push_back(tensor);
  }

  // ---- Attributes, by op ----
  void set(const char *name, AttributeValue value) { query().attributes[name] = std::move(value); }
  void setInteger(const char *name, size_t arg) {
    if (arg < args.size())
      if (auto value = toInteger(args[arg]))
        set(name, *value);
  }
  void setList(const char *name, size_t arg) {
    if (arg < args.size())
      if (auto value = toList(args[arg]))
        set(name, *value);
  }

  void readAttributes() {
    for (auto [from, to] : {std::pair{"dim arg", "dim_arg"},
                            {"dim", "dim"},
                            {"keep dim", "keep_dim"},
                            {"keep_dim", "keep_dim"},
                            {"num_heads", "num_heads"},
                            {"transpose_key", "transpose_key"},
                            {"permutation", "permutation"},
                            {"axis", "axis"},
                            {"isCausal", "is_causal"},
                            {"training", "training"},
                            {"in_channels", "in_channels"},
                            {"out_channels", "out_channels"},
                            {"batch_size", "batch_size"},
                            {"input_height", "input_height"},
                            {"input_width", "input_width"},
                            {"input_channels", "channels"},
                            {"kernel_size", "kernel_size"},
                            {"stride", "stride"},
                            {"padding", "padding"},
                            {"dilation", "dilation"},
                            {"groups", "groups"},
                            {"output_padding", "output_padding"},
                            {"ceil_mode", "ceil_mode"}})
      if (auto text = named(args, from))
        if (auto value = toAttribute(*text))
          set(to, *value);
    if (query().attributes.count("dim") && isFamily(query().op, "reduction") && query().op != "argmax" &&
        query().op != "prod")
      set("dim_arg", query().attributes["dim"]);
    readPositionalAttributes();
    if (query().op == "constant" || isFamily(query().op, "creation"))
      readCreation();
    if (query().op.starts_with("conv") || query().op.find("pool2d") != std::string::npos)
      readSlidingWindow();
  }

  void readPositionalAttributes() {
    const std::string &op = query().op;
    if (op == "argmax" || op == "softmax" || op == "concat" || op == "prod" || op == "sort" || op == "moreh_cumsum")
      readDimension();
    if (op == "transpose" && args.size() >= 3) {
      setInteger("dim0", 1);
      setInteger("dim1", 2);
    }
    if (op == "repeat_interleave") {
      setInteger("repeats", 1);
      setInteger("dim", 2);
    }
    // OM-UC3: arrays that the table names but does not spell out.
    if (op == "repeat") {
      std::vector<int64_t> factors(query().inputs[0].shape.size(), 1);
      factors[0] = 2;
      set("repeat_dims", factors);
    }
    if (op == "pad") {
      std::vector<int64_t> padding(2 * query().inputs[0].shape.size(), 0);
      for (size_t i = 1; i < padding.size(); i += 2)
        padding[i] = 2;
      set("padding", padding);
    }
    if (op == "slice_static" && isFixtureTest()) {
      setList("begins", 1);
      setList("ends", 2);
      setList("step", 3);
    }
    if (op == "nlp_concat_heads_decode")
      setInteger("num_heads", 1);
    if (op == "nlp_create_qkv_heads_decode" || op == "split_query_key_value_and_split_heads") {
      for (const std::string &arg : args)
        if (auto value = toInteger(arg); value && *value > 0 && !query().attributes.count("num_heads"))
          set("num_heads", *value);
    }
    if (op == "quantize" || op == "dequantize" || op == "requantize")
      for (const std::string &arg : args)
        if (auto value = toInteger(arg); value && isInterface())
          set("axis", *value);
    if (op == "scaled_dot_product_attention" && isInterface())
      set("is_causal", false);
    if (op == "upsample") {
      setInteger("scale_factor", 0);
    }
  }

  void readDimension() {
    const char *name = query().op == "softmax" ? "dimension" : query().op == "prod" ? "dim_arg" : "dim";
    if (isFixtureTest()) {
      setInteger(name, 1);
      if (query().op == "argmax" || query().op == "prod")
        if (args.size() > 2)
          set("keep_dim", args[2] == "True");
      if (query().op == "softmax" && args.size() > 2)
        set("numericStable", args[2] == "True");
      return;
    }
    for (const std::string &arg : args)
      if (auto value = toInteger(arg))
        return set(name, *value);
  }

  void readCreation() {
    if (auto list = firstList(args))
      createdShape = *list;
    else if (builderResult)
      createdShape = builderResult->shape;
    // OM-UC4: the interface builders pass no device to zeros, ones and full: the tensor stays on the host.
    const std::string &op = query().op;
    if (isInterface() && (op == "zeros" || op == "ones" || op == "full"))
      set("device", false);
  }

  void readSlidingWindow() {
    bool pool = query().op.find("pool2d") != std::string::npos;
    if (query().op == "global_avg_pool2d" || query().attributes.count("batch_size"))
      return;
    // Positional: pools: type or shape, batch, height, width, channels, kernel, stride, padding, dilation, ceil mode.
    // Convolutions: bias, in, out channels, batch, height, width, kernel, stride, padding, (output padding,) dilation.
    static const std::vector<const char *> poolNames = {
        "", "batch_size", "input_height", "input_width", "channels", "kernel_size", "stride", "padding", "dilation"};
    static const std::vector<const char *> convNames = {
        "",       "in_channels", "out_channels", "batch_size", "input_height", "input_width", "kernel_size",
        "stride", "padding",     "dilation",     "groups"};
    static const std::vector<const char *> transposedNames = {
        "",       "in_channels", "out_channels",   "batch_size", "input_height", "input_width", "kernel_size",
        "stride", "padding",     "output_padding", "dilation",   "groups"};
    const auto &names = pool ? poolNames : query().op == "conv2d" ? convNames : transposedNames;
    for (size_t i = 1; i < names.size() && i < args.size(); ++i)
      if (auto value = toAttribute(args[i]))
        set(names[i], *value);
    if (!pool)
      readConvConfig();
  }

  /// `cfg=Conv2dAttrs{get(context, weights, activation, deallocate, reallocate halo, act_block_h, w_div, reshard,
  /// override, shard layout, grid, transpose, output layout, act double buffer, weights double buffer, ...), ...}`.
  void readConvConfig() {
    auto text = named(args, "cfg");
    if (!text)
      return;
    std::vector<std::string> fields = callArguments(*text, "get");
    if (fields.size() < 16)
      return;
    auto flag = [&](size_t i) { return fields[i].find("True") != std::string::npos; };
    if (auto value = toInteger(fields[5]))
      set("conv2d_config.act_block_h_override", *value);
    if (fields[9] == "Interleaved")
      set("conv2d_config.shard_layout", std::string("interleaved"));
    set("conv2d_config.enable_act_double_buffer", flag(13));
    set("conv2d_config.enable_weights_double_buffer", flag(14));
  }

  // ---- The result ----
  void readResult() {
    const std::string &out = cell("out");
    std::vector<std::string> parts = splitList(out, " & ");
    OutputRequest request;
    request.shape = resultShape();
    bool open = out.starts_with("nullptr") || out == "none";
    bool isDefault = out.starts_with("default") || out.empty() || out.starts_with("\n") ||
                     out.find("std::vector") != std::string::npos;
    // OM-UC5: an empty cell and `default` are the fixture's L1 interleaved bf16 tiles.
    if (open) {
      request.dataType = resultType();
    } else if (isDefault) {
      request.layout = defaultL1(chip);
      if (out.find("layoutDRAMTiled") != std::string::npos)
        request.layout = layoutOf(PageLayoutName::Tile);
      if (isInterface() && query().op == "typecast" && cell("args").find("Float32") != std::string::npos)
        request.layout->dataType = device::DataType::F32;
      if (query().op == "constant" || isFamily(query().op, "quantize"))
        request.layout->dataType = resultType();
      // OM-UC7: what the vendor's builders say beside the cell counts: a left shift keeps integers (a right shift does
      // not), arange names its memory.
      if (isInterface() && query().op == "logical_left_shift" && !query().inputs.empty())
        request.layout->dataType = query().inputs[0].layout.dataType;
      if (query().op == "arange" && cell("args").find("|DRAM|") != std::string::npos)
        request.layout = layoutOf(PageLayoutName::Tile);
      request.dataType = request.layout->dataType;
    } else if (auto tensor = parseTensorCell(parts[0], chip)) {
      request.layout = tensor->layout;
      request.dataType = tensor->layout.dataType;
      request.partial = out.find("withIgnorePhysicalLayout(True)") != std::string::npos;
      // OM-UC7: assign's last argument is the type of the result; the cell's layout is that of the operand.
      if (query().op == "assign" && !args.empty() && args.back() == "BFloat16")
        request.layout->dataType = request.dataType = device::DataType::BF16;
    } else {
      result.unreadable = fmt::format("result '{}' cannot be read", out);
      return;
    }
    size_t count = std::max<size_t>(parts.size(), 1);
    query().outputs.assign(1, request);
    for (size_t i = 1; i < count; ++i)
      if (auto tensor = parseTensorCell(parts[i], chip))
        query().outputs.push_back({tensor->shape, tensor->layout.dataType, tensor->layout});
  }

  device::DataType resultType() const {
    if (result.query.op == "constant") {
      const std::string &op = result.op;
      if (op == "uint32_t")
        return device::DataType::U32;
      if (op == "int32_t")
        return device::DataType::SI32;
      if (op == "uint8_t")
        return device::DataType::U8;
      if (op == "uint16_t")
        return device::DataType::U16;
      if (op == "float")
        return device::DataType::F32;
    }
    if (result.query.op == "quantize" || result.query.op == "requantize")
      return device::DataType::SI32;
    if (result.query.op == "dequantize" || result.query.inputs.empty())
      return device::DataType::BF16;
    return result.query.inputs[0].layout.dataType;
  }

  /// OM-UC6: the cell's shape is the layout's; where the op determines the result's, that counts.
  std::vector<int64_t> resultShape() const {
    ResultShape shapes{result.query, args, createdShape};
    if (auto shape = shapes.infer())
      return *shape;
    if (auto tensor = parseTensorCell(splitList(cell("out"), " & ")[0], chip))
      return tensor->shape;
    if (builderResult)
      return builderResult->shape;
    if (auto list = shapeOfType(args))
      return *list;
    return result.query.inputs.empty() ? std::vector<int64_t>{64, 1024} : result.query.inputs[0].shape;
  }

  const CsvTable &table;
  const CsvTable::Row &row;
  const ChipParameters &chip;
  std::vector<std::string> args;
  std::optional<TensorSpec> builderResult;
  std::optional<std::vector<int64_t>> createdShape;
  UnitCase result;
};

} // namespace

Result<std::vector<UnitCase>> opmodel::readUnitCases(const CsvTable &table, const ChipParameters &chip) {
  for (const char *name : {"kind",
                           "suite",
                           "op",
                           "case",
                           "disabled",
                           "in0",
                           "in1",
                           "in2",
                           "in3",
                           "more_in",
                           "out",
                           "args",
                           "expected_legal",
                           "expected_cb_bytes",
                           "expected_tensor_l1_peak",
                           "expected_total_l1_peak",
                           "expected_output_l1_bytes",
                           "chk_cb",
                           "chk_tensor",
                           "chk_total",
                           "chk_output"})
    if (table.find(name) < 0)
      return Error{fmt::format("column '{}' is missing: this is no table of unit cases", name)};
  std::vector<UnitCase> cases;
  for (const CsvTable::Row &row : table.rows)
    cases.push_back(CaseReader(table, row, chip).read());
  return cases;
}
