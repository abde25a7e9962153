//===- PrepareConvWeights.cpp - Weights in the form of their kernel -----------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution takes its weights from the host and prepares them at each call. What is known before the run is
// prepared once, by the const-eval function that gives it, or by a new one where it is an argument:
//
//   conv2d(%x, %w, %b) {config}
//
//   %wp = load_cached(@f_const_eval_0, [%w])     @f_const_eval_0: return prepare_conv2d_weights(%w) {config}
//   %bp = load_cached(@f_const_eval_1, [%b])     @f_const_eval_1: return prepare_conv2d_bias(%b) {config}
//   conv2d(%x, %wp, %bp) {config}
//
// After the plan: the form depends on the configuration and on where the image lies.
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "alcove/Lower/LoweringPatterns.h"
#include "alcove/Ops/Dialect/TTNN/DeviceValue.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_PREPARECONVWEIGHTS
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// A form of one constant, and who wants it.
struct Form {
  StringRef op;
  DictionaryAttr attributes;
  RankedTensorType type;
  SmallVector<OpOperand *> uses;
};

/// The constants of one function.
class FunctionWeights {
public:
  FunctionWeights(func::FuncOp function, SymbolTable &symbols, llvm::StringMap<unsigned> &loads)
      : function(function), symbols(symbols), loads(loads), builder(function.getContext()) {}

  /// Convolutions whose weights are prepared now.
  int64_t run();

private:
  bool isKnown(Value value) const;
  bool wants(ttnn::Conv2dOp conv) const;
  bool hasKnownBias(ttnn::Conv2dOp conv) const;
  void want(OpOperand &use, Form form);
  DictionaryAttr attributesOf(ttnn::Conv2dOp conv, bool isBias);
  func::FuncOp functionNamed(TypeRange inputs);
  Value prepare(Block &body, Value source, const Form &form);
  void prepareArgument(BlockArgument argument, ArrayRef<Form> forms);
  void prepareResults(ttcore::LoadCachedOp load);
  func::FuncOp ownCallee(ttcore::LoadCachedOp load);

  func::FuncOp function;
  SymbolTable &symbols;
  llvm::StringMap<unsigned> &loads; ///< by callee
  OpBuilder builder;
  int64_t index = 0; ///< of the next new function
  llvm::MapVector<Value, SmallVector<Form>> forms;
};
} // namespace

/// Rows on the host, known before the run.
bool FunctionWeights::isKnown(Value value) const {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  if (!layout || layout.isDeviceMemory() || layout.isTiled())
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return value.getDefiningOp<ttcore::LoadCachedOp>() != nullptr;
  std::optional<ttcore::ArgumentType> type = argumentTypeOf(argument);
  return (type == ttcore::ArgumentType::Parameter || type == ttcore::ArgumentType::Constant) &&
         !isWrittenInPlace(argument);
}

/// Weights that are no (out, in / groups, height, width) are prepared already.
bool FunctionWeights::wants(ttnn::Conv2dOp conv) const {
  ArrayRef<int32_t> kernel = conv.getKernelSize();
  if (!isKnown(conv.getWeight()) || conv.getGroups() < 1 || kernel.size() != 2)
    return false;
  std::array<int64_t, 4> plain{conv.getOutChannels(), conv.getInChannels() / conv.getGroups(), kernel[0], kernel[1]};
  return cast<RankedTensorType>(conv.getWeight().getType()).getShape() == ArrayRef<int64_t>(plain);
}

bool FunctionWeights::hasKnownBias(ttnn::Conv2dOp conv) const {
  Value bias = conv.getBias();
  return bias && isKnown(bias) &&
         cast<RankedTensorType>(bias.getType()).getShape() == ArrayRef<int64_t>({1, 1, 1, conv.getOutChannels()});
}

static ttnn::MemoryConfigAttr memoryConfigOf(RankedTensorType type) {
  MLIRContext *context = type.getContext();
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  device::TensorSpec spec = ttnn::specOf(type);
  ttnn::ShardSpecAttr shards;
  if (layout.isSharded() && layout.getCoreRangeSet()) {
    auto [height, width] = device::shardShape2D(spec);
    shards = ttnn::ShardSpecAttr::get(context, layout.getCoreRangeSet(), {height, width},
                                      spec.layout.orientation == device::Orientation::ColMajor
                                          ? ttnn::ShardOrientation::ColMajor
                                          : ttnn::ShardOrientation::RowMajor);
  }
  return ttnn::MemoryConfigAttr::get(context, ttnn::BufferTypeAttr::get(context, layout.getBufferType()),
                                     layout.getMemLayout(), shards, {});
}

static ttcore::DataTypeAttr dataTypeAttrOf(Value value) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return ttcore::DataTypeAttr::get(value.getContext(), layout.getDataType());
}

/// The geometry and the configuration of the convolution, and how its image lies.
DictionaryAttr FunctionWeights::attributesOf(ttnn::Conv2dOp conv, bool isBias) {
  NamedAttrList attributes;
  for (StringRef name :
       {"in_channels", "out_channels", "batch_size", "input_height", "input_width", "kernel_size", "stride", "padding",
        "dilation", "groups", "conv2d_config", "compute_config", "conv2d_slice_config"})
    if (Attribute value = conv->getAttr(name))
      attributes.set(name, value);
  auto image = cast<RankedTensorType>(conv.getInput().getType());
  attributes.set("input_memory_config", memoryConfigOf(image));
  attributes.set("input_tensor_layout",
                 ttnn::LayoutAttr::get(conv.getContext(),
                                       ttnn::layoutOf(image).isTiled() ? ttnn::Layout::Tile : ttnn::Layout::RowMajor));
  attributes.set("input_dtype", dataTypeAttrOf(conv.getInput()));
  attributes.set("output_dtype", dataTypeAttrOf(conv.getResult()));
  if (!isBias) {
    attributes.set("weights_format", builder.getStringAttr("OIHW"));
    attributes.set("has_bias", builder.getBoolAttr(conv.getBias() != nullptr));
  }
  return attributes.getDictionary(conv.getContext());
}

/// Tiles in DRAM.
static RankedTensorType preparedType(Value constant, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(constant.getType());
  device::TensorLayout layout;
  layout.dataType = ttnn::specOf(type).layout.dataType;
  return RankedTensorType::get(shape, type.getElementType(),
                               ttnn::TTNNLayoutAttr::get(type.getContext(), shape, layout, {1, 1}));
}

void FunctionWeights::want(OpOperand &use, Form form) {
  SmallVector<Form> &known = forms[use.get()];
  auto *same = llvm::find_if(
      known, [&](const Form &other) { return other.op == form.op && other.attributes == form.attributes; });
  if (same == known.end()) {
    known.push_back(std::move(form));
    same = &known.back();
  }
  same->uses.push_back(&use);
}

int64_t FunctionWeights::run() {
  int64_t convolutions = 0;
  function.walk([&](ttnn::Conv2dOp conv) {
    if (!wants(conv))
      return;
    ++convolutions;
    int64_t rows =
        ShapedType::getNumElements(cast<ShapedType>(conv.getWeight().getType()).getShape()) / conv.getOutChannels();
    want(conv.getWeightMutable(), {ttnn::PrepareConv2dWeightsOp::getOperationName(),
                                   attributesOf(conv, false),
                                   preparedType(conv.getWeight(), {1, 1, rows, conv.getOutChannels()}),
                                   {}});
    if (hasKnownBias(conv))
      want(conv.getBiasMutable()[0], {ttnn::PrepareConv2dBiasOp::getOperationName(),
                                      attributesOf(conv, true),
                                      preparedType(conv.getBias(), {1, 1, 1, conv.getOutChannels()}),
                                      {}});
  });
  SmallVector<ttcore::LoadCachedOp> cached;
  for (auto &[constant, wanted] : forms)
    if (auto load = constant.getDefiningOp<ttcore::LoadCachedOp>()) {
      if (!llvm::is_contained(cached, load))
        cached.push_back(load);
    } else {
      prepareArgument(cast<BlockArgument>(constant), wanted);
    }
  for (ttcore::LoadCachedOp load : cached)
    prepareResults(load);
  return convolutions;
}

Value FunctionWeights::prepare(Block &body, Value source, const Form &form) {
  Operation *point = body.mightHaveTerminator() ? body.getTerminator() : nullptr;
  Value device = ttnn::deviceBefore(body, point, source.getLoc());
  OpBuilder atEnd = point ? OpBuilder(point) : OpBuilder::atBlockEnd(&body);
  OperationState state(source.getLoc(), form.op, ValueRange{source, device}, TypeRange(form.type),
                       form.attributes.getValue());
  return atEnd.create(state)->getResult(0);
}

/// A private const-eval function before the one that calls it.
func::FuncOp FunctionWeights::functionNamed(TypeRange inputs) {
  builder.setInsertionPoint(function);
  func::FuncOp made = makeConstEvalFunction(builder, function, inputs, {}, index);
  symbols.insert(made);
  return made;
}

void FunctionWeights::prepareArgument(BlockArgument argument, ArrayRef<Form> wanted) {
  for (const Form &form : wanted) {
    func::FuncOp made = functionNamed(argument.getType());
    Block *body = made.addEntryBlock();
    made.setArgAttr(0, ttcore::argumentTypeAttrName,
                    function.getArgAttr(argument.getArgNumber(), ttcore::argumentTypeAttrName));
    Value prepared = prepare(*body, body->getArgument(0), form);
    OpBuilder atEnd = OpBuilder::atBlockEnd(body);
    func::ReturnOp::create(atEnd, function.getLoc(), prepared);
    made.setType(builder.getFunctionType(argument.getType(), form.type));
    builder.setInsertionPointToStart(&function.getBody().front());
    auto load = ttcore::LoadCachedOp::create(builder, argument.getLoc(), TypeRange(form.type),
                                             FlatSymbolRefAttr::get(made.getSymNameAttr()), ValueRange(argument));
    for (OpOperand *use : form.uses)
      use->set(load.getResult(0));
  }
}

/// The callee of `load`, which nobody else loads.
func::FuncOp FunctionWeights::ownCallee(ttcore::LoadCachedOp load) {
  auto callee = symbols.lookup<func::FuncOp>(load.getCallee());
  if (loads[load.getCallee()] <= 1)
    return callee;
  --loads[load.getCallee()];
  func::FuncOp copy = functionNamed({});
  std::string name = copy.getSymName().str();
  symbols.erase(copy);
  builder.setInsertionPoint(function);
  copy = cast<func::FuncOp>(builder.clone(*callee));
  copy.setSymName(name);
  symbols.insert(copy);
  loads[name] = 1;
  return copy;
}

/// Results that are wanted in another form are given in that one, and as they are to those who read them so.
void FunctionWeights::prepareResults(ttcore::LoadCachedOp load) {
  func::FuncOp callee = ownCallee(load);
  Block &body = callee.getBody().front();
  SmallVector<Value> returned;
  SmallVector<SmallVector<OpOperand *>> readers;
  for (auto [result, value] : llvm::zip_equal(load.getResults(), body.getTerminator()->getOperands())) {
    SmallVector<OpOperand *> others;
    for (OpOperand &use : result.getUses())
      others.push_back(&use);
    if (auto wanted = forms.find(result); wanted != forms.end())
      for (const Form &form : wanted->second) {
        llvm::erase_if(others, [&](OpOperand *use) { return llvm::is_contained(form.uses, use); });
        returned.push_back(prepare(body, value, form));
        readers.push_back(form.uses);
      }
    if (!others.empty()) {
      returned.push_back(value);
      readers.push_back(others);
    }
  }
  body.getTerminator()->setOperands(returned);
  callee.setType(builder.getFunctionType(callee.getArgumentTypes(), ValueRange(returned).getTypes()));
  builder.setInsertionPoint(load);
  auto made = ttcore::LoadCachedOp::create(builder, load.getLoc(), ValueRange(returned).getTypes(),
                                           FlatSymbolRefAttr::get(callee.getSymNameAttr()), load.getInputs());
  for (auto [result, uses] : llvm::zip_equal(made.getResults(), readers))
    for (OpOperand *use : uses)
      use->set(result);
  load.erase();
}

namespace {
struct PrepareConvWeightsPass : conversion::impl::PrepareConvWeightsBase<PrepareConvWeightsPass> {
  using PrepareConvWeightsBase::PrepareConvWeightsBase;

  void runOnOperation() override {
    auto switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    if (!switches->has(LoweringPattern::PrepareConvWeights))
      return;
    ModuleOp module = deviceModuleOf(getOperation());
    SymbolTable symbols(module);
    llvm::StringMap<unsigned> loads;
    module.walk([&](ttcore::LoadCachedOp load) { ++loads[load.getCallee()]; });
    PatternCounts counts;
    int64_t convolutions = 0;
    for (func::FuncOp function : deviceFunctions(module))
      if (ttcore::isForwardFunction(function))
        convolutions += FunctionWeights(function, symbols, loads).run();
    counts.add(LoweringPattern::PrepareConvWeights, convolutions);
    counts.attachTo(module);
    if (convolutions == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
