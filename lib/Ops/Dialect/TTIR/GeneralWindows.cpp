//===- GeneralWindows.cpp - Windows in terms of StableHLO -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTIR/GeneralWindows.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttir;

std::optional<int64_t> WindowDim::positions(int64_t extent) const {
  constexpr int64_t limit = int64_t(1) << 31;
  if (extent < 0 || extent > limit || baseDilation < 1 || baseDilation > limit || low > limit || high > limit)
    return std::nullopt;
  int64_t spread = extent == 0 ? 0 : (extent - 1) * baseDilation + 1;
  return shape::windowOutput(spread, size, stride, low, high, dilation, /*ceilMode=*/false);
}

/// The text of an attribute that the dialect keeps as it was written: `name ...`, else empty.
static StringRef bodyOf(Attribute attribute, StringRef name) {
  auto opaque = dyn_cast_or_null<OpaqueAttr>(attribute);
  StringRef text = opaque ? opaque.getAttrData().trim() : StringRef();
  if (!text.consume_front(name))
    return {};
  text = text.trim();
  if (text.consume_front("<")) // #ttir.name<...>
    text.consume_back(">");
  return text.trim();
}

std::optional<ConvolutionLayout> ttir::convolutionLayoutOf(Attribute attribute) {
  ConvolutionLayout layout;
  std::pair<StringRef, int64_t *> numbers[] = {{"input_batch", &layout.inputBatch},
                                               {"input_feature", &layout.inputFeature},
                                               {"kernel_output_feature", &layout.kernelOutput},
                                               {"kernel_input_feature", &layout.kernelInput},
                                               {"output_batch", &layout.outputBatch},
                                               {"output_feature", &layout.outputFeature}};
  std::pair<StringRef, SmallVector<int64_t> *> lists[] = {{"input_spatial_dimensions", &layout.inputSpatial},
                                                          {"kernel_spatial_dimensions", &layout.kernelSpatial},
                                                          {"output_spatial_dimensions", &layout.outputSpatial}};
  llvm::StringMap<StringRef> fields;
  SmallVector<StringRef> entries;
  bodyOf(attribute, "convolution_layout").split(entries, ',');
  for (StringRef entry : entries) {
    auto [name, value] = entry.split('=');
    if (!fields.try_emplace(name.trim(), value.trim()).second)
      return std::nullopt;
  }
  if (fields.size() != std::size(numbers) + std::size(lists))
    return std::nullopt;
  for (auto [name, number] : numbers)
    if (fields.lookup(name).getAsInteger(10, *number))
      return std::nullopt;
  for (auto [name, list] : lists) {
    SmallVector<StringRef> dims;
    StringRef text = fields.lookup(name);
    if (text.consume_front("["))
      text.consume_back("]");
    text.split(dims, 'x', -1, /*KeepEmpty=*/false);
    for (StringRef dim : dims)
      if (dim.trim().getAsInteger(10, list->emplace_back()))
        return std::nullopt;
  }
  return layout;
}

std::optional<PoolingMethod> ttir::poolingMethodOf(Attribute attribute) {
  return llvm::StringSwitch<std::optional<PoolingMethod>>(bodyOf(attribute, "pooling_method"))
      .Case("Max", PoolingMethod::Max)
      .Case("Sum", PoolingMethod::Sum)
      .Case("Average", PoolingMethod::Average)
      .Default(std::nullopt);
}

/// Sets a field of each window from an attribute with one number for each.
static bool setFields(SmallVector<WindowDim> &windows, std::optional<ArrayRef<int64_t>> values,
                      int64_t WindowDim::*field) {
  if (!values)
    return true;
  if (values->size() != windows.size())
    return false;
  for (auto [window, value] : llvm::zip(windows, *values))
    window.*field = value;
  return true;
}

static bool setPadding(SmallVector<WindowDim> &windows, std::optional<ArrayRef<int64_t>> values) {
  if (!values)
    return true;
  if (values->size() != 2 * windows.size())
    return false;
  for (auto [index, window] : llvm::enumerate(windows)) {
    window.low = (*values)[2 * index];
    window.high = (*values)[2 * index + 1];
  }
  return true;
}

std::optional<SmallVector<WindowDim>> ttir::windowsOf(ConvolutionOp op) {
  std::optional<ConvolutionLayout> layout = convolutionLayoutOf(op.getConvolutionLayout());
  if (!layout)
    return std::nullopt;
  SmallVector<WindowDim> windows(layout->inputSpatial.size());
  shape::Shape weight = shape::of(op.getWeight());
  if (layout->kernelSpatial.size() != windows.size() || weight.size() != windows.size() + 2 ||
      !setFields(windows, op.getWindowStrides(), &WindowDim::stride) || !setPadding(windows, op.getPadding()) ||
      !setFields(windows, op.getInputDilation(), &WindowDim::baseDilation) ||
      !setFields(windows, op.getWeightDilation(), &WindowDim::dilation))
    return std::nullopt;
  std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
  if (reversal && reversal->size() != windows.size())
    return std::nullopt;
  for (auto [index, window] : llvm::enumerate(windows)) {
    int64_t dim = layout->kernelSpatial[index];
    if (dim < 0 || dim >= static_cast<int64_t>(weight.size()))
      return std::nullopt;
    window.size = weight[dim];
    window.reversed = reversal && (*reversal)[index];
  }
  return windows;
}

std::optional<SmallVector<WindowDim>> ttir::windowsOf(PoolingOp op) {
  SmallVector<WindowDim> windows(op.getWindowDimensions().size());
  if (!setFields(windows, op.getWindowDimensions(), &WindowDim::size) ||
      !setFields(windows, op.getWindowStrides(), &WindowDim::stride) || !setPadding(windows, op.getPadding()) ||
      !setFields(windows, op.getBaseDilations(), &WindowDim::baseDilation) ||
      !setFields(windows, op.getWindowDilations(), &WindowDim::dilation))
    return std::nullopt;
  return windows;
}

/// The dimensions are 0 .. rank - 1, each once.
static bool covers(int64_t rank, int64_t first, int64_t second, ArrayRef<int64_t> others) {
  SmallVector<bool> seen(rank, false);
  if (static_cast<int64_t>(others.size()) + 2 != rank)
    return false;
  auto mark = [&](int64_t dim) { return dim >= 0 && dim < rank && !std::exchange(seen[dim], true); };
  return mark(first) && mark(second) && llvm::all_of(others, mark);
}

LogicalResult ConvolutionOp::verifyMeaning() {
  std::optional<ConvolutionLayout> layout = convolutionLayoutOf(getConvolutionLayout());
  shape::Shape input = shape::of(getInput()), weight = shape::of(getWeight()), result = shape::of(getResult());
  if (!layout)
    return emitOpError("convolution_layout must give input_batch, input_feature, kernel_output_feature, "
                       "kernel_input_feature, output_batch, output_feature and three spatial_dimensions, got ")
           << getConvolutionLayout();
  if (!covers(input.size(), layout->inputBatch, layout->inputFeature, layout->inputSpatial) ||
      !covers(weight.size(), layout->kernelOutput, layout->kernelInput, layout->kernelSpatial) ||
      !covers(result.size(), layout->outputBatch, layout->outputFeature, layout->outputSpatial) ||
      input.size() != weight.size() || input.size() != result.size())
    return emitOpError() << "convolution_layout does not name each dimension of input (" << input << "), weights ("
                         << weight << ") and result (" << result << ") once";
  std::optional<SmallVector<WindowDim>> windows = windowsOf(*this);
  if (!windows)
    return emitOpError() << "window_strides, input_dilation, weight_dilation and window_reversal need "
                         << layout->inputSpatial.size() << " numbers, padding twice as many";
  int64_t features = getFeatureGroupCount(), batches = getBatchGroupCount();
  int64_t channels = input[layout->inputFeature], outputs = weight[layout->kernelOutput];
  if (features < 1 || batches < 1 || (features > 1 && batches > 1))
    return emitOpError() << "feature_group_count " << features << " and batch_group_count " << batches
                         << " must be positive, one of them 1";
  if (channels % features != 0 || weight[layout->kernelInput] != channels / features || outputs % features != 0 ||
      outputs % batches != 0 || input[layout->inputBatch] % batches != 0)
    return emitOpError() << input[layout->inputBatch] << " images of " << channels << " channels in " << batches
                         << " batch and " << features << " feature groups do not fit weights of shape (" << weight
                         << ")";
  if (getBias() && cast<ShapedType>(getBias().getType()).getNumElements() != outputs)
    return emitOpError() << "bias of shape (" << shape::of(getBias()) << ") for " << outputs << " channels";
  SmallVector<int64_t> expected(result.size());
  expected[layout->outputBatch] = input[layout->inputBatch] / batches;
  expected[layout->outputFeature] = outputs;
  for (auto [index, window] : llvm::enumerate(*windows)) {
    std::optional<int64_t> count = window.positions(input[layout->inputSpatial[index]]);
    if (!count)
      return emitOpError() << "window of spatial dimension " << index << " does not fit "
                           << input[layout->inputSpatial[index]] << " elements";
    expected[layout->outputSpatial[index]] = *count;
  }
  if (result != shape::Shape(expected))
    return emitOpError() << "result has shape (" << result << "), expected (" << shape::Shape(expected) << ")";
  return success();
}

LogicalResult PoolingOp::verifyMeaning() {
  if (!poolingMethodOf(getPoolingMethod()))
    return emitOpError("pooling_method must be Max, Sum or Average, got ") << getPoolingMethod();
  std::optional<SmallVector<WindowDim>> windows = windowsOf(*this);
  if (!windows)
    return emitOpError("window_strides, base_dilations and window_dilations need as many numbers as "
                       "window_dimensions, padding twice as many");
  if (getInputs().empty() || getInputs().size() != getResults().size())
    return emitOpError() << getInputs().size() << " inputs, " << getResults().size() << " results";
  for (auto [given, result] : llvm::zip(getInputs(), getResults())) {
    shape::Shape input = shape::of(given);
    if (input.size() != windows->size())
      return emitOpError() << windows->size() << " window_dimensions for an input of shape (" << input << ")";
    SmallVector<int64_t> expected;
    for (auto [index, window] : llvm::enumerate(*windows)) {
      std::optional<int64_t> count = window.positions(input[index]);
      if (!count)
        return emitOpError() << "window of dimension " << index << " does not fit " << input[index] << " elements";
      expected.push_back(*count);
    }
    if (shape::of(result) != shape::Shape(expected))
      return emitOpError() << "result has shape (" << shape::of(result) << "), expected (" << shape::Shape(expected)
                           << ")";
  }
  return success();
}
