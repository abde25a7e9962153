//===- Windows.cpp - Raisers of convolutions and pools --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Raisers.h"
#include "alcove/Lower/PlannedConfig.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// Window and image of a TTNN op, height before width.
struct Window {
  int64_t batch = 0;
  std::array<int64_t, 2> image{}, kernel{}, stride{}, dilation{}, before{}, after{}, outputPadding{};
  bool ceil = false;

  /// Extent of the result along `dim`.
  int64_t out(unsigned dim) const {
    int64_t padded = image[dim] + before[dim] + after[dim], reach = dilation[dim] * (kernel[dim] - 1) + 1;
    int64_t steps = (padded - reach + (ceil ? stride[dim] - 1 : 0)) / stride[dim] + 1;
    // A window that would begin behind the image is none.
    return ceil && (steps - 1) * stride[dim] >= image[dim] + before[dim] ? steps - 1 : steps;
  }
  int64_t transposedOut(unsigned dim) const {
    return (image[dim] - 1) * stride[dim] - before[dim] - after[dim] + dilation[dim] * (kernel[dim] - 1) + 1 +
           outputPadding[dim];
  }
};
} // namespace

static std::optional<std::array<int64_t, 2>> pairOf(Operation *op, StringRef name) {
  std::optional<SmallVector<int64_t>> values = shape::integers(op->getAttr(name));
  if (!values || values->size() != 2)
    return std::nullopt;
  return std::array<int64_t, 2>{(*values)[0], (*values)[1]};
}

static std::optional<int64_t> integerOf(Operation *op, StringRef name) {
  auto value = op->getAttrOfType<IntegerAttr>(name);
  return value ? std::optional(value.getValue().getSExtValue()) : std::nullopt;
}

static std::optional<Window> windowOf(Operation *op) {
  Window window;
  auto kernel = pairOf(op, "kernel_size"), stride = pairOf(op, "stride"), dilation = pairOf(op, "dilation");
  auto batch = integerOf(op, "batch_size"), height = integerOf(op, "input_height"),
       width = integerOf(op, "input_width");
  std::optional<SmallVector<int64_t>> padding = shape::integers(op->getAttr("padding"));
  if (!kernel || !stride || !dilation || !batch || !height || !width || !padding || (*stride)[0] < 1 ||
      (*stride)[1] < 1)
    return std::nullopt;
  if (padding->size() == 2) // vertical, horizontal
    *padding = {(*padding)[0], (*padding)[0], (*padding)[1], (*padding)[1]};
  else if (padding->size() == 4 && op->hasAttr("channels")) // a pool, padded in the order of TTIR
    std::swap((*padding)[1], (*padding)[2]);
  if (padding->size() != 4)
    return std::nullopt;
  window.batch = *batch;
  window.image = {*height, *width};
  window.kernel = *kernel;
  window.stride = *stride;
  window.dilation = *dilation;
  window.before = {(*padding)[0], (*padding)[2]};
  window.after = {(*padding)[1], (*padding)[3]};
  window.outputPadding = pairOf(op, "output_padding").value_or(std::array<int64_t, 2>{});
  if (auto ceil = op->getAttrOfType<BoolAttr>("ceil_mode"))
    window.ceil = ceil.getValue();
  return window;
}

static DenseI32ArrayAttr i32s(Raising &raising, ArrayRef<int64_t> values) {
  return raising.builder.getDenseI32ArrayAttr(SmallVector<int32_t>(values));
}

static void addWindow(Raising &raising, const Window &window, SmallVectorImpl<NamedAttribute> &attributes) {
  auto add = [&](StringRef name, ArrayRef<int64_t> values) {
    attributes.push_back(raising.builder.getNamedAttr(name, i32s(raising, values)));
  };
  add("stride", window.stride);
  add("dilation", window.dilation);
  add("padding", {window.before[0], window.before[1], window.after[0], window.after[1]});
}

/// Names of attributes that `Window` holds, and of those that the shapes say.
static constexpr StringRef windowNames[] = {"batch_size",   "input_height", "input_width",   "kernel_size",
                                            "stride",       "padding",      "dilation",      "in_channels",
                                            "out_channels", "channels",     "output_padding"};

/// Builds `name` on images: (1, 1, N*H*W, C) is unflattened before it, and its results are flattened after it.
static LogicalResult buildOnImages(Raising &raising, StringRef name, ArrayRef<NamedAttribute> attributes,
                                   const Window &window, ArrayRef<int64_t> outImage) {
  SmallVector<int64_t> image{window.batch, window.image[0], window.image[1], shape::of(raising.operands[0]).back()};
  if (ShapedType::getNumElements(image) != tensorTypeOf(raising.operands[0]).getNumElements())
    return raising.fail("its activation is not batch x height x width");
  SmallVector<Type> types;
  for (unsigned index = 0; index < raising.op->getNumResults(); ++index) {
    RankedTensorType type = raising.type(index);
    SmallVector<int64_t> shape{window.batch, outImage[0], outImage[1], type.getShape().back()};
    if (outImage[0] < 1 || outImage[1] < 1 || ShapedType::getNumElements(shape) != type.getNumElements())
      return raising.fail("its result is not batch x height x width");
    types.push_back(withShape(type, shape));
  }
  raising.operands[0] = reshape(raising.builder, raising.loc(), raising.operands[0], image);
  if (failed(raising.build(name, attributes, types)))
    return failure();
  for (auto [index, result] : llvm::enumerate(raising.results))
    result = reshape(raising.builder, raising.loc(), result, raising.type(index).getShape());
  return success();
}

/// The activation of a convolution's configuration, empty for none. Fails on a field that is neither plan nor default.
static FailureOr<StringRef> convActivation(Raising &raising) {
  auto config = raising.op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
  if (!config)
    return StringRef();
  StringRef activation;
  for (NamedAttribute field : config.getFields()) {
    StringRef name = field.getName();
    if (name == "activation") {
      auto unary = dyn_cast<ttnn::UnaryWithParamAttr>(field.getValue());
      if (!unary || (unary.getParams() && !unary.getParams().empty()))
        return raising.fail("its activation has parameters");
      activation = unary.getOpType();
    } else if (!llvm::is_contained(plannedConvFields(), name) && name != "config_tensors_in_dram") {
      return raising.fail("its conv2d_config." + name + " is kept");
    }
  }
  return activation;
}

static LogicalResult raiseConv(Raising &raising) {
  std::optional<Window> window = windowOf(raising.op);
  SmallVector<StringRef> read(std::begin(windowNames), std::end(windowNames));
  read.push_back("conv2d_config");
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties(read);
  FailureOr<StringRef> activation = convActivation(raising);
  if (!window || failed(attributes) || failed(activation))
    return window ? failure() : raising.fail("its window cannot be read");
  bool transposed = isa<ttnn::ConvTranspose2dOp>(raising.op);
  int64_t groups = integerOf(raising.op, "groups").value_or(0), in = integerOf(raising.op, "in_channels").value_or(0),
          out = integerOf(raising.op, "out_channels").value_or(0);
  if (groups < 1 || raising.operands.size() < 2 || !raising.operands[1])
    return raising.fail("its weights are no tensor");
  SmallVector<int64_t> weight{transposed ? in : out, (transposed ? out : in) / groups, window->kernel[0],
                              window->kernel[1]};
  if (shape::of(raising.operands[1]) != ArrayRef<int64_t>(weight))
    return raising.fail("its weights are prepared");
  addWindow(raising, *window, *attributes);
  if (transposed)
    attributes->push_back(raising.builder.getNamedAttr("output_padding", i32s(raising, window->outputPadding)));
  SmallVector<int64_t> outImage;
  for (unsigned dim : {0, 1})
    outImage.push_back(transposed ? window->transposedOut(dim) : window->out(dim));
  if (failed(buildOnImages(raising, raising.op->getName().stripDialect(), *attributes, *window, outImage)))
    return failure();
  return activation->empty() ? success() : raising.activate(*activation);
}

static LogicalResult raisePool(Raising &raising) {
  std::optional<Window> window = windowOf(raising.op);
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties(windowNames);
  if (!window || failed(attributes))
    return window ? failure() : raising.fail("its window cannot be read");
  addWindow(raising, *window, *attributes);
  attributes->push_back(raising.builder.getNamedAttr("kernel", i32s(raising, window->kernel)));
  return buildOnImages(raising, raising.op->getName().stripDialect(), *attributes, *window,
                       {window->out(0), window->out(1)});
}

static LogicalResult raiseConv3d(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes =
      raising.properties({"in_channels", "out_channels", "batch_size", "input_depth", "input_height", "input_width",
                          "kernel_size", "conv3d_config"});
  if (raising.operands.size() > 2 && raising.operands[2])
    raising.operands[2] = reshape(raising.builder, raising.loc(), raising.operands[2],
                                  {1, 1, 1, 1, shape::of(raising.op->getResult(0)).back()});
  return failed(attributes) ? failure() : raising.build("conv3d", *attributes);
}

/// What a run time does before the first call: the plain weights stand for the prepared ones.
static LogicalResult raisePreparation(Raising &raising) {
  if (!raising.operands[0])
    return raising.fail("its weights are no tensor");
  raising.results = {raising.operands[0]};
  return success();
}

void conversion::addWindowRaisers(RaiserTable &table) {
  table["conv2d"] = table["conv_transpose2d"] = raiseConv;
  table["max_pool2d"] = table["avg_pool2d"] = table["max_pool2d_with_indices"] = raisePool;
  table["conv3d"] = raiseConv3d;
  table["prepare_conv2d_weights"] = table["prepare_conv2d_bias"] = raisePreparation;
}
