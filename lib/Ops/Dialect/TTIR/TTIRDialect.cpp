//===- TTIRDialect.cpp - Tensor programs before lowering ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttir;

#include "alcove/Ops/Dialect/TTIR/TTIRDialect.cpp.inc"

void TTIRDialect::initialize() {
  registerTTIRDialectOperations(this);
  allowUnknownOperations();
}

Attribute TTIRDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  return keepUnknownAttribute(parser, getNamespace(), type);
}

//===----------------------------------------------------------------------===//
// Shapes that an op's meaning asks for, beyond what the dialect does: rules of the library
//===----------------------------------------------------------------------===//

LogicalResult CumSumOp::verifyMeaning() {
  return failure(failed(shape::verifySameShape(*this)) || failed(shape::verifyDimInRange(*this, getDim())));
}
LogicalResult MatmulOp::verifyMeaning() { return shape::verifyMatmul(*this, getTransposeA(), getTransposeB()); }
LogicalResult LinearOp::verifyMeaning() { return shape::verifyMatmul(*this, getTransposeA(), getTransposeB()); }

LogicalResult DotGeneralOp::verifyMeaning() {
  shape::Shape lhs = shape::of(getLhs()), rhs = shape::of(getRhs());
  SmallVector<int64_t> expected;
  auto pair = [&](ArrayRef<int64_t> left, ArrayRef<int64_t> right, StringRef what, bool keep) -> LogicalResult {
    if (left.size() != right.size())
      return emitOpError() << what << " dimensions: " << left.size() << " on the left, " << right.size()
                           << " on the right";
    for (auto [l, r] : llvm::zip(left, right)) {
      if (l < 0 || r < 0 || l >= static_cast<int64_t>(lhs.size()) || r >= static_cast<int64_t>(rhs.size()))
        return emitOpError() << what << " dimension pair (" << l << ", " << r << ") is out of range";
      if (lhs[l] != rhs[r])
        return emitOpError() << what << " dimension pair (" << l << ", " << r << ") has extents " << lhs[l] << " and "
                             << rhs[r];
      if (keep)
        expected.push_back(lhs[l]);
    }
    return success();
  };
  if (failed(pair(getBatchDimsLhs(), getBatchDimsRhs(), "batch", true)) ||
      failed(pair(getContractDimsLhs(), getContractDimsRhs(), "contracted", false)))
    return failure();
  auto rest = [&](shape::Shape extents, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) -> LogicalResult {
    llvm::SmallVector<bool> used(extents.size(), false);
    for (int64_t dim : llvm::concat<const int64_t>(batch, contract)) {
      if (used[dim])
        return emitOpError() << "dimension " << dim << " is used twice";
      used[dim] = true;
    }
    for (auto [dim, extent] : llvm::enumerate(extents))
      if (!used[dim])
        expected.push_back(extent);
    return success();
  };
  if (failed(rest(lhs, getBatchDimsLhs(), getContractDimsLhs())) ||
      failed(rest(rhs, getBatchDimsRhs(), getContractDimsRhs())))
    return failure();
  if (shape::of(getResult()) != shape::Shape(expected))
    return emitOpError() << "result has shape (" << shape::of(getResult()) << "), expected (" << shape::Shape(expected)
                         << ")";
  return success();
}

LogicalResult ReshapeOp::verifyMeaning() { return shape::verifyReshape(*this, getShapeAttr()); }
LogicalResult PermuteOp::verifyMeaning() { return shape::verifyPermute(*this, getPermutation()); }

LogicalResult TransposeOp::verifyMeaning() { return shape::verifyTranspose(*this, getDim0(), getDim1()); }
LogicalResult BroadcastOp::verifyMeaning() { return shape::verifyRepeat(*this, getBroadcastDimensions()); }
LogicalResult RepeatOp::verifyMeaning() { return shape::verifyRepeat(*this, getRepeatDimensions()); }

LogicalResult RepeatInterleaveOp::verifyMeaning() {
  return shape::verifyRepeatInterleave(*this, getRepeats(), getDim());
}
LogicalResult ConcatOp::verifyMeaning() { return shape::verifyConcat(*this, getDim()); }
LogicalResult SliceStaticOp::verifyMeaning() {
  return shape::verifySlice(*this, getBeginsAttr(), getEndsAttr(), getStepAttr());
}

LogicalResult IndexOp::verifyMeaning() {
  // Signless attributes: their accessors are unsigned, -1 would be 4294967295.
  shape::Shape input = shape::of(getInput());
  std::optional<int64_t> dim = shape::normalizeDim(getDimAttr().getInt(), input.size());
  if (!dim)
    return shape::verifyDimInRange(*this, getDimAttr().getInt());
  SmallVector<int64_t> begins(input.size(), 0), ends(input), steps(input.size(), 1);
  begins[*dim] = getBeginAttr().getInt();
  ends[*dim] = getEndAttr().getInt();
  steps[*dim] = getStepAttr().getInt();
  Builder builder(getContext());
  return shape::verifySlice(*this, builder.getDenseI64ArrayAttr(begins), builder.getDenseI64ArrayAttr(ends),
                            builder.getDenseI64ArrayAttr(steps));
}

LogicalResult SqueezeOp::verifyMeaning() {
  shape::Shape input = shape::of(getInput());
  std::optional<int64_t> dim = shape::normalizeDim(getDim(), input.size());
  if (!dim || input[*dim] != 1 || shape::of(getResult()).size() + 1 != input.size())
    return emitOpError() << "dimension " << getDim() << " of shape (" << input << ") cannot be squeezed to ("
                         << shape::of(getResult()) << ")";
  return shape::verifyReshape(*this, Attribute());
}

LogicalResult UnsqueezeOp::verifyMeaning() {
  shape::Shape result = shape::of(getResult());
  std::optional<int64_t> dim = shape::normalizeDim(getDim(), result.size());
  if (!dim || result[*dim] != 1 || shape::of(getInput()).size() + 1 != result.size())
    return emitOpError() << "dimension " << getDim() << " of shape (" << shape::of(getInput())
                         << ") cannot be unsqueezed to (" << result << ")";
  return shape::verifyReshape(*this, Attribute());
}

LogicalResult PadOp::verifyMeaning() { return shape::verifyPad(*this, getPadding()); }
LogicalResult EmbeddingOp::verifyMeaning() { return shape::verifyEmbedding(*this); }

LogicalResult ReverseOp::verifyMeaning() {
  for (int64_t dim : getDimensions())
    if (failed(shape::verifyDimInRange(*this, dim)))
      return failure();
  return shape::verifySameShape(*this);
}

/// `length` elements from `begin` on, again every `stride`; a stride of 0 is none.
static LogicalResult verifySelected(Operation *op, int64_t given, int64_t begin, int64_t length, int64_t stride) {
  shape::Shape input = shape::of(op->getOperand(0)), result = shape::of(op->getResult(0));
  std::optional<int64_t> dim = shape::normalizeDim(given, input.size());
  if (!dim)
    return shape::verifyDimInRange(op, given);
  stride = stride == 0 ? input[*dim] : stride;
  if (begin < 0 || length < 1 || stride < length || begin + length > input[*dim])
    return op->emitOpError() << "takes " << length << " from " << begin << " every " << stride << " of " << input[*dim];
  SmallVector<int64_t> expected(input);
  expected[*dim] = 0;
  for (int64_t at = begin; at < input[*dim]; at += stride)
    expected[*dim] += std::min(length, input[*dim] - at);
  if (result != shape::Shape(expected))
    return op->emitOpError() << "result has shape (" << result << "), expected (" << shape::Shape(expected) << ")";
  return success();
}

LogicalResult SelectOp::verifyMeaning() {
  return verifySelected(*this, getDim(), getBegin(), getLength(), getStride());
}

LogicalResult IndexSelectOp::verifyMeaning() {
  return verifySelected(*this, getDim(), getBegin().value_or(0), getLength().value_or(0), getStride().value_or(0));
}

LogicalResult SortOp::verifyMeaning() {
  shape::Shape input = shape::of(getInput());
  if (shape::of(getValues()) != input || shape::of(getIndices()) != input)
    return emitOpError() << "values and indices must have the shape (" << input << ") of the input";
  return shape::verifyDimInRange(*this, getDim());
}

LogicalResult ConstantOp::verifyMeaning() {
  if (cast<ShapedType>(getValue().getType()).getShape() != shape::of(getResult()))
    return emitOpError() << "value has type " << getValue().getType() << ", the result " << getResult().getType();
  return success();
}
// A ConstantLike op must always fold: m_Constant reads the result without looking. The value may have another element
// type than the result (i64 for si32); the folder keeps both apart by result type.
OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

LogicalResult ArangeOp::verifyMeaning() {
  int64_t start = getStart(), end = getEnd(), step = getStep();
  shape::Shape result = shape::of(getResult());
  std::optional<int64_t> dim = shape::normalizeDim(getArangeDimension(), result.size());
  if (!dim)
    return emitOpError() << "arange_dimension " << getArangeDimension() << " is out of range for rank "
                         << result.size();
  int64_t distance;
  if (step == 0 || step == std::numeric_limits<int64_t>::min() || __builtin_sub_overflow(end, start, &distance))
    return emitOpError() << "cannot count from " << start << " to " << end << " by " << step;
  int64_t count = step > 0 ? (distance + step - 1) / step : (-distance - step - 1) / -step;
  if (count != result[*dim])
    return emitOpError() << "counts " << count << " values, dimension " << *dim << " has " << result[*dim];
  return success();
}

LogicalResult SoftmaxOp::verifyMeaning() {
  return failure(failed(shape::verifySameShape(*this)) || failed(shape::verifyDimInRange(*this, getDimension())));
}
LogicalResult RMSNormOp::verifyMeaning() { return shape::verifyNorm(*this); }
LogicalResult LayerNormOp::verifyMeaning() { return shape::verifyNorm(*this); }
LogicalResult BatchNormInferenceOp::verifyMeaning() {
  return failure(failed(shape::verifySameShape(*this)) ||
                 failed(shape::verifyDimInRange(*this, getDimensionAttr().getInt())));
}

LogicalResult BatchNormTrainingOp::verifyMeaning() {
  shape::Shape input = shape::of(getOperand());
  if (shape::of(getResult()) != input)
    return emitOpError() << "result has shape (" << shape::of(getResult()) << "), the operand (" << input << ")";
  std::optional<int64_t> dim = shape::normalizeDim(getDimensionAttr().getInt(), input.size());
  if (!dim)
    return shape::verifyDimInRange(*this, getDimensionAttr().getInt());
  for (Value value :
       {getScale(), getOffset(), getRunningMean(), getRunningVariance(), getBatchMean(), getBatchVariance()})
    if (cast<ShapedType>(value.getType()).getNumElements() != input[*dim])
      return emitOpError() << "scale, offset and statistics need " << input[*dim] << " elements, got shape ("
                           << shape::of(value) << ")";
  return success();
}

LogicalResult GroupNormOp::verifyMeaning() {
  shape::Shape input = shape::of(getInput());
  if (shape::of(getResult()) != input)
    return emitOpError() << "result has shape (" << shape::of(getResult()) << "), the input (" << input << ")";
  return success();
}

SmallVector<int64_t> ttir::imageDims(Operation *op) {
  SmallVector<int64_t> dims;
  for (StringRef name : {"batch_dim", "depth_dim", "height_dim", "width_dim", "channel_dim"})
    if (name != "depth_dim" || isa<Conv3dOp>(op)) {
      auto dim = op->getAttrOfType<IntegerAttr>(name);
      dims.push_back(dim ? dim.getInt() : static_cast<int64_t>(dims.size()));
    }
  return dims;
}

static LogicalResult verifyImageDims(Operation *op, ArrayRef<int64_t> dims) {
  SmallVector<bool> seen(dims.size(), false);
  for (int64_t dim : dims)
    if (dim < 0 || dim >= static_cast<int64_t>(dims.size()) || std::exchange(seen[dim], true))
      return op->emitOpError(dims.size() == 4
                                 ? "batch_dim, height_dim, width_dim and channel_dim must be a permutation of 0..3"
                                 : "batch_dim, depth_dim, height_dim, width_dim and channel_dim must be a "
                                   "permutation of 0..4");
  return success();
}

static bool isIdentityOrder(ArrayRef<int64_t> dims) { return llvm::equal(dims, llvm::seq<int64_t>(0, dims.size())); }

/// One or two integers, read as (vertical, horizontal).
static std::optional<std::pair<int64_t, int64_t>> pairOf(Attribute attribute) {
  std::optional<SmallVector<int64_t>> values = shape::integers(attribute);
  if (!values || values->empty() || values->size() > 2)
    return std::nullopt;
  return std::pair(values->front(), values->back());
}

/// Padding as top, left, bottom, right from one, two (vertical, horizontal) or four integers.
static std::optional<SmallVector<int64_t>> paddingOf(Attribute attribute) {
  std::optional<SmallVector<int64_t>> values = shape::integers(attribute);
  if (!values)
    return std::nullopt;
  if (values->size() == 1)
    return SmallVector<int64_t>(4, values->front());
  if (values->size() == 2)
    return SmallVector<int64_t>{(*values)[0], (*values)[1], (*values)[0], (*values)[1]};
  return values->size() == 4 ? values : std::nullopt;
}

/// `flattened`: the activation (N, H, W) when its shape is (1, 1, N*H*W, C), else empty.
static LogicalResult verifyWindow(Operation *op, Attribute strideAttr, Attribute paddingAttr, Attribute dilationAttr,
                                  std::pair<int64_t, int64_t> kernel, bool ceilMode, int64_t heightDim,
                                  int64_t widthDim, ArrayRef<int64_t> flattened = {}) {
  auto stride = pairOf(strideAttr), dilation = pairOf(dilationAttr);
  auto padding = paddingOf(paddingAttr);
  if (!stride || !dilation || !padding)
    return op->emitOpError("stride and dilation take one or two integers, padding one, two or four");
  for (auto [name, pair] : {std::pair("kernel", kernel), {"stride", *stride}, {"dilation", *dilation}})
    if (pair.first < 1 || pair.second < 1)
      return op->emitOpError() << name << " (" << pair.first << ", " << pair.second << "): must be at least 1";
  shape::Shape input = shape::of(op->getOperand(0)), result = shape::of(op->getResult(0));
  int64_t inHeight = flattened.empty() ? input[heightDim] : flattened[1];
  int64_t inWidth = flattened.empty() ? input[widthDim] : flattened[2];
  auto height = shape::windowOutput(inHeight, kernel.first, stride->first, (*padding)[0], (*padding)[2],
                                    dilation->first, ceilMode);
  auto width = shape::windowOutput(inWidth, kernel.second, stride->second, (*padding)[1], (*padding)[3],
                                   dilation->second, ceilMode);
  if (!height || !width)
    return op->emitOpError("a ") << kernel.first << "x" << kernel.second << " window does not fit an input of "
                                 << inHeight << "x" << inWidth;
  if (!flattened.empty()) {
    std::optional<int64_t> rows = boundedVolume({flattened[0], *height, *width});
    if (!rows || result[0] != 1 || result[1] != 1 || result[2] != *rows)
      return op->emitOpError("result has shape (")
             << result << "), expected 1x1x(" << flattened[0] << "*" << *height << "*" << *width << ")xC";
    return success();
  }
  if (result[heightDim] != *height || result[widthDim] != *width)
    return op->emitOpError("result is ") << result[heightDim] << "x" << result[widthDim] << ", the window gives "
                                         << *height << "x" << *width;
  return success();
}

/// (1, 1, N*H*W, C) with the image that the attribute gives.
static LogicalResult verifyFlattened(Operation *op, ArrayRef<int64_t> image) {
  shape::Shape input = shape::of(op->getOperand(0));
  std::optional<int64_t> rows = boundedVolume(image);
  if (image.size() != 3 || !rows || input[0] != 1 || input[1] != 1 || input[2] != *rows)
    return op->emitOpError("flattened_image (") << image << ") does not fit an input of shape (" << input << ")";
  return success();
}

LogicalResult Conv2dOp::verifyMeaning() {
  shape::Shape input = shape::of(getInput()), weight = shape::of(getWeight()), result = shape::of(getResult());
  if (input.size() != 4 || weight.size() != 4 || result.size() != 4)
    return emitOpError() << "input, weight and result must be four-dimensional, got ranks " << input.size() << ", "
                         << weight.size() << " and " << result.size();
  SmallVector<int64_t> dims = imageDims(*this);
  if (failed(verifyImageDims(*this, dims)))
    return failure();
  int64_t groups = getGroups(), channels = input[dims[3]];
  if (groups < 1 || channels % groups != 0 || weight[1] != channels / groups || weight[0] % groups != 0)
    return emitOpError() << channels << " input channels in " << groups << " groups do not fit weights of shape ("
                         << weight << ")";
  if (result[dims[0]] != input[dims[0]] || result[dims[3]] != weight[0])
    return emitOpError() << "result has " << result[dims[0]] << " images of " << result[dims[3]]
                         << " channels, expected " << input[dims[0]] << " of " << weight[0];
  SmallVector<int64_t> image = ttir::flattenedImage(*this).value_or(SmallVector<int64_t>());
  if (!image.empty()) {
    if (!isIdentityOrder(dims))
      return emitOpError("flattened_image needs the default dimension order");
    if (failed(verifyFlattened(*this, image)))
      return failure();
  }
  return verifyWindow(*this, getStrideAttr(), getPaddingAttr(), getDilationAttr(), {weight[2], weight[3]}, false,
                      dims[1], dims[2], image);
}

template <typename PoolOp>
static LogicalResult verifyPool(PoolOp op) {
  shape::Shape input = shape::of(op.getInput()), result = shape::of(op.getResult());
  SmallVector<int64_t> dims = imageDims(op);
  if (failed(verifyImageDims(op, dims)))
    return failure();
  if (input.size() != 4 || result.size() != 4 || input[dims[0]] != result[dims[0]] || input[dims[3]] != result[dims[3]])
    return op.emitOpError() << "input (" << input << ") and result (" << result << ") must be "
                            << (isIdentityOrder(dims) ? "NHWC" : "images") << " with the same batch and channels";
  auto kernel = pairOf(op.getKernelAttr());
  if (!kernel)
    return op.emitOpError("kernel takes one or two integers");
  SmallVector<int64_t> image = ttir::flattenedImage(op).value_or(SmallVector<int64_t>());
  if (!image.empty()) {
    if (!isIdentityOrder(dims))
      return op.emitOpError("flattened_image needs the default dimension order");
    if (failed(verifyFlattened(op, image)))
      return failure();
  }
  return verifyWindow(op, op.getStrideAttr(), op.getPaddingAttr(), op.getDilationAttr(), *kernel, op.getCeilMode(),
                      dims[1], dims[2], image);
}
LogicalResult MaxPool2dWithIndicesOp::verifyMeaning() {
  if (shape::of(getResultIndices()) != shape::of(getResult()))
    return emitOpError() << "indices have shape (" << shape::of(getResultIndices()) << "), the maxima ("
                         << shape::of(getResult()) << ")";
  return verifyPool(*this);
}

// Their geometry is a rule (lib/Ops/Rules/Window.cpp).
LogicalResult ConvTranspose2dOp::verifyMeaning() { return verifyImageDims(*this, imageDims(*this)); }
LogicalResult Conv3dOp::verifyMeaning() { return verifyImageDims(*this, imageDims(*this)); }

LogicalResult MaxPool2dOp::verifyMeaning() { return verifyPool(*this); }
LogicalResult AvgPool2dOp::verifyMeaning() { return verifyPool(*this); }

LogicalResult GlobalAvgPool2dOp::verifyMeaning() {
  shape::Shape input = shape::of(getInput()), result = shape::of(getResult());
  if (input.size() != 4 || result.size() != 4 || result[0] != input[0] || result[1] != 1 || result[2] != 1 ||
      result[3] != input[3])
    return emitOpError() << "input (" << input << ") must be NHWC, the result N x 1 x 1 x C, got (" << result << ")";
  return success();
}

LogicalResult Upsample2dOp::verifyMeaning() {
  auto scale = pairOf(getScaleFactorAttr());
  shape::Shape input = shape::of(getInput());
  if (!scale || input.size() != 4)
    return emitOpError("takes an NHWC tensor and one or two scale factors");
  return shape::verifyRepeat(*this, {1, scale->first, scale->second, 1});
}

LogicalResult UpdateCacheOp::verifyMeaning() {
  if (shape::of(getCache()).size() != 4 || shape::of(getInput()).size() != 4)
    return emitOpError("cache and input must be four-dimensional");
  return success();
}
LogicalResult FillCacheOp::verifyMeaning() {
  shape::Shape cache = shape::of(getCache()), input = shape::of(getInput());
  if (cache.size() != 4 || input.size() != 4)
    return emitOpError("cache and input must be four-dimensional");
  if (input[1] != cache[1] || input[2] > cache[2] || input[3] != cache[3] || getBatchOffset() < 0 ||
      static_cast<int64_t>(getBatchOffset()) + input[0] > cache[0])
    return emitOpError() << "input (" << input << ") at batch " << getBatchOffset() << " does not fit cache (" << cache
                         << ")";
  return success();
}
LogicalResult AllReduceOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult CollectivePermuteOp::verifyMeaning() { return shape::verifySameShape(*this); }
