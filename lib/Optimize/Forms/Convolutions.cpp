//===- Convolutions.cpp - Convolutions as products ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "alcove/Lower/RepairedFields.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

static bool allAre(ArrayRef<int32_t> values, int32_t value) {
  return llvm::all_of(values, [&](int32_t each) { return each == value; });
}

/// Pixels of one row that a window reads, where windows lie side by side in rows and cover them; 0 otherwise.
static int64_t pixelsOfWindow(ttnn::Conv2dOp conv) {
  ArrayRef<int32_t> kernel = conv.getKernelSize(), stride = conv.getStride();
  if (conv.getGroups() != 1 || kernel.size() != 2 || stride.size() != 2 || kernel[0] != 1 || kernel[1] < 1 ||
      kernel != stride || !allAre(conv.getPadding(), 0) || !allAre(conv.getDilation(), 1) ||
      conv.getInputWidth() % kernel[1] != 0)
    return 0;
  return kernel[1];
}

namespace {
/// What a convolution's configuration says, where a product can do as much.
struct Configuration {
  StringRef activation; ///< fused
  bool understood = true;
};
} // namespace

static Configuration configurationOf(ttnn::Conv2dOp conv) {
  Configuration result;
  result.understood = !conv.getConv2dSliceConfig();
  ttnn::Conv2dConfigAttr config = conversion::givenConv2dConfig(conv);
  if (!config)
    return result;
  for (NamedAttribute field : config.getFields()) {
    auto activation = dyn_cast<ttnn::UnaryWithParamAttr>(field.getValue());
    if (activation && field.getName() == "activation" && !activation.getParams())
      result.activation = activation.getOpType().getValue();
    else if (field.getName() != "config_tensors_in_dram") // where a convolution reads from; no product does
      result.understood = false;
  }
  return result;
}

/// (O, C, 1, t), which waits on the host, as (t C, O). Rows until the places stand together: a tile has 1,024 of them.
static Value columnsOf(OpBuilder &builder, Value weight, RankedTensorType type) {
  auto host = cast<RankedTensorType>(weight.getType());
  const int64_t out = host.getDimSize(0), channels = host.getDimSize(1), pixels = host.getDimSize(3);
  Location loc = weight.getLoc();
  auto inRows = [&](ArrayRef<int64_t> shape) { return FormBuilder::inRows(FormBuilder::typeOfShape(type, shape)); };
  Value value = ttnn::ToTensorSpecOp::create(builder, loc, inRows(host.getShape()), weight);
  FloatAttr zero = builder.getF32FloatAttr(0);
  if (pixels > 1)
    value = ttnn::PermuteOp::create(builder, loc, inRows({out, 1, pixels, channels}), value,
                                    builder.getDenseI64ArrayAttr({0, 2, 3, 1}), zero);
  SmallVector<int32_t> flat{static_cast<int32_t>(out), static_cast<int32_t>(pixels * channels)};
  value = ttnn::ReshapeOp::create(builder, loc, inRows({out, pixels * channels}), value, builder.getI32ArrayAttr(flat));
  value = ttnn::ToLayoutOp::create(builder, loc, FormBuilder::typeOfShape(type, {out, pixels * channels}), value);
  return ttnn::PermuteOp::create(builder, loc, type, value, builder.getDenseI64ArrayAttr({1, 0}), zero);
}

/// The image (1, 1, N H W, C) as tiles of (1, 1, N H w, t C): a view of rows.
static Value rowsOfWindows(FormBuilder &forms, Value image, RankedTensorType like, int64_t pixels) {
  auto type = cast<RankedTensorType>(image.getType());
  const bool isTiled = ttnn::layoutOf(type).isTiled();
  SmallVector<int64_t> shape{1, 1, type.getDimSize(2) / pixels, type.getDimSize(3) * pixels};
  if (isTiled && pixels == 1)
    return image;
  if (isTiled)
    image =
        forms.create("ttnn.to_layout", FormBuilder::inRows(FormBuilder::typeOfShape(like, type.getShape())), image, {});
  if (pixels > 1)
    image = forms.reshape(image, FormBuilder::inRows(FormBuilder::typeOfShape(like, shape)));
  return forms.create("ttnn.to_layout", FormBuilder::typeOfShape(like, shape), image, {});
}

// conv2d, windows side by side in a row   =   image x weights + bias, each window a row.
//
//   1 x 1, stride 1   (1, 1, N H W, C) x (C, O)
//   1 x t, stride t   (1, 1, N H w, t C) x (t C, O), the image seen as rows of windows
//
// Equal as real numbers: the same products are added, in another order. The kernel of convolutions does the same, with
// the programs that it knows; products have all of theirs, and layouts on both sides. Left alone: kernels that are
// higher, padding, groups, windows that overlap, leave pixels out or are cut off, weights that are not known before the
// run, and what a configuration says beyond an activation.
void transforms::proposeWindowProducts(Operation *op, FormBuilder &forms) {
  auto conv = dyn_cast<ttnn::Conv2dOp>(op);
  const int64_t pixels = conv ? pixelsOfWindow(conv) : 0;
  if (pixels == 0)
    return;
  Configuration configuration = configurationOf(conv);
  auto image = cast<RankedTensorType>(conv.getInput().getType()),
       result = cast<RankedTensorType>(op->getResult(0).getType());
  auto weight = cast<RankedTensorType>(conv.getWeight().getType());
  const int64_t out = conv.getOutChannels(), columns = conv.getInChannels() * pixels;
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(result);
  // A kernel converts what is of another type; a product would have to be told.
  auto hasOtherType = [&](Value value) {
    return value && cast<RankedTensorType>(value.getType()).getElementType() != result.getElementType();
  };
  if (hasOtherType(conv.getInput()) || hasOtherType(conv.getWeight()) || hasOtherType(conv.getBias()))
    return;
  if (!configuration.understood || !layout || !layout.isTiled() || !ttnn::layoutOf(image) || image.getRank() != 4 ||
      image.getDimSize(0) != 1 || image.getDimSize(1) != 1 || image.getDimSize(3) * pixels != columns ||
      weight.getShape() != ArrayRef<int64_t>{out, conv.getInChannels(), 1, pixels} ||
      !isKnownBeforeRun(conv.getWeight()) || (conv.getBias() && !isKnownBeforeRun(conv.getBias())))
    return;
  RankedTensorType like = FormBuilder::typeOfShape(result, {columns, out});
  SmallVector<Value> operands{rowsOfWindows(forms, conv.getInput(), result, pixels)};
  operands.push_back(forms.load(conv.getWeight(), like,
                                [&](OpBuilder &builder, Value source) { return columnsOf(builder, source, like); }));
  if (conv.getBias()) {
    RankedTensorType bias =
        FormBuilder::typeOfShape(result, cast<RankedTensorType>(conv.getBias().getType()).getShape());
    operands.push_back(forms.load(conv.getBias(), bias, [&](OpBuilder &builder, Value source) -> Value {
      return ttnn::ToTensorSpecOp::create(builder, source.getLoc(), bias, source);
    }));
  }
  NamedAttrList attributes;
  if (auto compute = op->getAttr("compute_config"))
    attributes.set("compute_config", compute);
  const bool fuses = fusesIntoProduct(configuration.activation);
  if (fuses)
    attributes.set("activation", StringAttr::get(op->getContext(), configuration.activation));
  Value product = forms.create("ttnn.linear", result, operands, attributes);
  if (!fuses && !configuration.activation.empty())
    forms.create(("ttnn." + configuration.activation).str(), result, product, {});
  forms.finish("as-product");
}
