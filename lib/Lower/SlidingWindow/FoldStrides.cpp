//===- FoldStrides.cpp - Space to depth in front of the first convolution ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image (N, H, W, C) with a few channels fills 3 of 32 columns of its tiles. A convolution with strides (s, t) reads
// blocks of s x t pixels: pixels of a block become channels, the strides 1. The image comes as (N, C, H, W), or is
// turned to that in rows, which is read without a barrier for each row of C.
//
//   slices  pad to whole blocks, one slice for each place in the block, concat along channels: (N, s t C, h, w)
//   rows    stride of the height alone: (N, C, h, s, W) by a view, rows exchanged: (N, h, C s, W)
//   turned  (N, H, W, C) seen as (N h s, w, t, C), which is turned to (N, h, s t C, w) at once. The image stays without
//           padding: the convolution pads by whole blocks, and the kernel begins with zeros where that is more
//
// All stay in rows and channel-first until then; the weights get zeros around, and the same order of channels, before
// the run. Output o reads padded rows s o .. s o + k - 1, which lie in blocks o .. o + ceil(k / s) - 1.
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "../Functions.h"
#include "../TTIRBuilder.h"
#include "../Trial.h"
#include "alcove/Lower/Rows.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_FOLDSTRIDES
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// A convolution of an input image, and the ops between.
struct ImageConvolution {
  ttir::Conv2dOp conv;
  ttir::ReshapeOp flatten;
  ttir::PermuteOp toChannelLast; ///< null where the image is channel-last
  Value image;                   ///< (N, C, H, W), or (N, H, W, C)
  int64_t batch = 0, channels = 0, height = 0, width = 0;
  int64_t kernelHeight = 0, kernelWidth = 0, strideHeight = 1, strideWidth = 1;
  int64_t outHeight = 0, outWidth = 0;
  SmallVector<int64_t> padding; ///< top, left, bottom, right
};

/// How pixels of a block become channels: at the head of this file.
enum class Blocks { Slices, Rows, Turned };

/// One way to fold.
struct Fold {
  Blocks blocks;
  bool rowsIntoConv; ///< the convolution takes rows

  /// Strides of the width too.
  bool columns() const { return blocks != Blocks::Rows; }
};

/// Sizes along one dimension. `extent` = whole blocks of `stride` that hold every window.
struct Folded {
  int64_t kernel, extent;        ///< kernel in blocks, extent in pixels
  int64_t before, behind, front; ///< zeros before and behind the image, in front of the kernel
};

} // namespace

static constexpr int64_t channelsBehind[] = {0, 2, 3, 1}, channelsInFront[] = {0, 3, 1, 2};
/// Channels of rows: 16 of bf16 are 32 bytes, which the reader of Wormhole fetches without a barrier for each row.
static constexpr int64_t alignedChannels = 16;

static std::optional<ImageConvolution> imageConvolutionOf(ttir::Conv2dOp conv) {
  ImageConvolution result;
  result.conv = conv;
  std::optional<SmallVector<int64_t>> image = ttir::flattenedImage(conv);
  result.flatten = conv.getInput().getDefiningOp<ttir::ReshapeOp>();
  if (!image || image->size() != 3 || !result.flatten || !result.flatten->hasOneUse())
    return std::nullopt;
  result.image = result.flatten.getInput();
  result.toChannelLast = result.image.getDefiningOp<ttir::PermuteOp>();
  if (result.toChannelLast) {
    if (!result.toChannelLast->hasOneUse() ||
        result.toChannelLast.getPermutation() != ArrayRef<int64_t>(channelsBehind))
      return std::nullopt;
    result.image = result.toChannelLast.getInput();
  }
  SmallVector<int64_t> in(shape::of(result.image));
  shape::Shape weight = shape::of(conv.getWeight());
  if (in.size() != 4 || weight.size() != 4)
    return std::nullopt;
  if (!result.toChannelLast) // (N, H, W, C) -> (N, C, H, W)
    std::rotate(in.begin() + 1, in.begin() + 3, in.end());
  auto stride = shape::integers(conv.getStride()), dilation = shape::integers(conv.getDilation());
  auto padding = shape::integers(conv.getPadding());
  if (!stride || !dilation || !padding || conv.getGroups() != 1 || !isInputInRows(result.image) ||
      ArrayRef<int64_t>(*image) != ArrayRef<int64_t>{in[0], in[2], in[3]} || !isConstEvaluable(conv.getWeight()) ||
      llvm::any_of(*dilation, [](int64_t by) { return by != 1; }) || stride->empty() || padding->empty())
    return std::nullopt;
  result.batch = in[0], result.channels = in[1], result.height = in[2], result.width = in[3];
  result.kernelHeight = weight[2], result.kernelWidth = weight[3];
  result.strideHeight = stride->front(), result.strideWidth = stride->back();
  if (padding->size() == 1)
    padding->assign(4, padding->front());
  if (padding->size() == 2)
    *padding = {(*padding)[0], (*padding)[1], (*padding)[0], (*padding)[1]};
  result.padding = *padding;
  if (padding->size() != 4 || llvm::any_of(*padding, [](int64_t by) { return by < 0; }) || result.strideHeight < 1 ||
      result.strideWidth < 1)
    return std::nullopt;
  result.outHeight = (result.height + (*padding)[0] + (*padding)[2] - result.kernelHeight) / result.strideHeight + 1;
  result.outWidth = (result.width + (*padding)[1] + (*padding)[3] - result.kernelWidth) / result.strideWidth + 1;
  return result;
}

/// Nothing when the image would have to be cut, or is to be seen as blocks and is none. Before an image seen as blocks
/// lie whole blocks too.
static std::optional<Folded> foldedOf(int64_t extent, int64_t padding, int64_t kernel, int64_t stride, int64_t out,
                                      bool asBlocks) {
  int64_t before = asBlocks ? (padding + stride - 1) / stride * stride : padding, front = before - padding;
  Folded folded{(front + kernel + stride - 1) / stride, 0, before, 0, front};
  folded.extent = (out - 1 + folded.kernel) * stride;
  folded.behind = folded.extent - extent - before;
  return folded.behind >= 0 && !(asBlocks && extent % stride) ? std::optional(folded) : std::nullopt;
}

static Value inRows(Value value) {
  if (Operation *op = value.getDefiningOp())
    op->setAttr(rowMajorAttrName, UnitAttr::get(op->getContext()));
  return value;
}

namespace {

class Folding {
public:
  Folding(const ImageConvolution &from, Fold how, OpBuilder &builder)
      : from(from), how(how), builder(builder), loc(ttir::Conv2dOp(from.conv).getLoc()) {}

  /// The result of the convolution, flat; null when this way does not fit.
  Value build() {
    bool turned = how.blocks == Blocks::Turned;
    auto rows = foldedOf(from.height, from.padding[0], from.kernelHeight, from.strideHeight, from.outHeight, turned);
    auto columns = foldedOf(from.width, from.padding[1], from.kernelWidth, from.strideWidth, from.outWidth, turned);
    if (!rows || (how.columns() && !columns) || from.strideHeight < 2 || (how.columns() && from.strideWidth < 2))
      return {};
    if (how.blocks == Blocks::Slices && from.strideHeight * from.strideWidth > mostSlices)
      return {};
    if (turned && from.toChannelLast)
      return {};
    if (!turned)
      planes = from.toChannelLast
                   ? from.image
                   : inRows(permute(builder, suffixed(loc, "_channelsFirst"), from.image, channelsInFront));
    if (!how.columns())
      columns = Folded{from.kernelWidth, from.width, from.padding[1], from.padding[3], 0};
    Value image = turned ? turnBlocks() : how.columns() ? foldBlocks(*rows, *columns) : foldRows(*rows);
    return convolve(image, foldWeights(*rows, *columns, shape::of(image).back()), *rows, *columns);
  }

private:
  /// (N, h, w, s t C) in rows. Channels are padded beside the image: zeros cost no op of their own.
  Value foldBlocks(const Folded &rows, const Folded &columns) {
    int64_t places = from.strideHeight * from.strideWidth;
    int64_t folded = (from.channels * places + alignedChannels - 1) / alignedChannels * alignedChannels;
    channels = folded % places == 0 && how.rowsIntoConv ? folded / places : from.channels;
    Value padded = inRows(pad(builder, suffixed(loc, "_padImage"), planes,
                              {0, 0, 0, static_cast<int32_t>(channels - from.channels),
                               static_cast<int32_t>(from.padding[0]), static_cast<int32_t>(rows.behind),
                               static_cast<int32_t>(from.padding[1]), static_cast<int32_t>(columns.behind)}));
    SmallVector<int64_t> shape{from.batch, channels, rows.extent / from.strideHeight,
                               columns.extent / from.strideWidth};
    SmallVector<Value> slices;
    for (int64_t y = 0; y < from.strideHeight; ++y)
      for (int64_t x = 0; x < from.strideWidth; ++x)
        slices.push_back(inRows(slice(padded, y, x, shape)));
    shape[1] *= places;
    Value joined = inRows(ttir::ConcatOp::create(builder, suffixed(loc, "_planes"),
                                                 withShape(tensorTypeOf(padded), shape), slices, si32Attr(builder, 1)));
    Value last = permute(builder, suffixed(loc, "_channelsLast"), joined, channelsBehind);
    return how.rowsIntoConv ? inRows(last) : last;
  }

  Value slice(Value padded, int64_t y, int64_t x, ArrayRef<int64_t> shape) {
    SmallVector<int32_t> begins{0, 0, static_cast<int32_t>(y), static_cast<int32_t>(x)};
    SmallVector<int32_t> ends(shape::of(padded).begin(), shape::of(padded).end());
    SmallVector<int32_t> steps{1, 1, static_cast<int32_t>(from.strideHeight), static_cast<int32_t>(from.strideWidth)};
    return ttir::SliceStaticOp::create(builder, suffixed(loc, "_plane"), withShape(tensorTypeOf(padded), shape), padded,
                                       builder.getI32ArrayAttr(begins), builder.getI32ArrayAttr(ends),
                                       builder.getI32ArrayAttr(steps));
  }

  /// (N, h, W, C s): rows are exchanged as they are, then each image of rows is transposed.
  Value foldRows(const Folded &rows) {
    channels = from.channels;
    Value padded =
        inRows(pad(builder, suffixed(loc, "_padImage"), planes,
                   {0, 0, 0, 0, static_cast<int32_t>(from.padding[0]), static_cast<int32_t>(rows.behind), 0, 0}));
    int64_t stride = from.strideHeight, blocks = rows.extent / stride;
    Value cut = inRows(
        reshape(builder, suffixed(loc, "_blocks"), padded, {from.batch, from.channels, blocks, stride, from.width}));
    Value exchanged = inRows(permute(builder, suffixed(loc, "_rowsOfBlocks"), cut, {0, 2, 1, 3, 4}));
    Value joined = inRows(reshape(builder, suffixed(loc, "_channels"), exchanged,
                                  {from.batch, blocks, from.channels * stride, from.width}));
    Value last = permute(builder, suffixed(loc, "_channelsLast"), joined, {0, 1, 3, 2});
    return how.rowsIntoConv ? inRows(last) : last;
  }

  /// (N, h, w, s t C) in rows, each of which is read once. Channels are padded where they are rows.
  Value turnBlocks() {
    channels = from.channels;
    int64_t s = from.strideHeight, t = from.strideWidth, h = from.height / s, w = from.width / t,
            folded = s * t * channels;
    Value cut =
        inRows(reshape(builder, suffixed(loc, "_blocks"), from.image, {from.batch * from.height, w, t, channels}));
    Value turned = inRows(permute(builder, suffixed(loc, "_channelsFirst"), cut, {0, 2, 3, 1}));
    Value joined = inRows(reshape(builder, suffixed(loc, "_channels"), turned, {from.batch, h, folded, w}));
    int64_t aligned = (folded + alignedChannels - 1) / alignedChannels * alignedChannels;
    if (how.rowsIntoConv)
      joined = inRows(pad(builder, suffixed(loc, "_padChannels"), joined,
                          {0, 0, 0, 0, 0, static_cast<int32_t>(aligned - folded), 0, 0}));
    Value last = permute(builder, suffixed(loc, "_channelsLast"), joined, {0, 1, 3, 2});
    return how.rowsIntoConv ? inRows(last) : last;
  }

  /// (O, `folded` channels, kernel in blocks): zeros around, then places in the block beside channels.
  Value foldWeights(const Folded &rows, const Folded &columns, int64_t folded) {
    ttir::Conv2dOp conv = from.conv;
    int64_t s = from.strideHeight, t = how.columns() ? from.strideWidth : 1;
    int64_t out = shape::of(conv.getWeight())[0], high = rows.kernel, wide = columns.kernel;
    Value weight =
        pad(builder, suffixed(loc, "_padWeights"), conv.getWeight(),
            {0, 0, 0, static_cast<int32_t>(channels - from.channels), static_cast<int32_t>(rows.front),
             static_cast<int32_t>(high * s - from.kernelHeight - rows.front), static_cast<int32_t>(columns.front),
             static_cast<int32_t>(wide * t - from.kernelWidth - columns.front)});
    // Blocks put places before channels, rows the other way round.
    SmallVector<int64_t> cut{out, channels, high, s, wide, t},
        order = how.columns() ? SmallVector<int64_t>{0, 3, 5, 1, 2, 4} : SmallVector<int64_t>{0, 1, 3, 5, 2, 4};
    if (!keepsOrder(cut, order)) {
      weight = reshape(builder, suffixed(loc, "_cutWeights"), weight, cut);
      weight = permute(builder, suffixed(loc, "_foldWeights"), weight, order);
    }
    weight = reshape(builder, suffixed(loc, "_folded"), weight, {out, channels * s * t, high, wide});
    return pad(builder, suffixed(loc, "_padFolded"), weight,
               {0, 0, 0, static_cast<int32_t>(folded - channels * s * t), 0, 0, 0, 0});
  }

  /// What pads beside the convolution: nothing, columns that are not folded, or blocks.
  SmallVector<int32_t> paddingOf(const Folded &rows, const Folded &columns) const {
    if (how.blocks == Blocks::Slices)
      return {0, 0, 0, 0};
    int64_t s = from.strideHeight, t = from.strideWidth;
    if (how.blocks == Blocks::Rows)
      return {0, static_cast<int32_t>(columns.before), 0, static_cast<int32_t>(columns.behind)};
    return {static_cast<int32_t>(rows.before / s), static_cast<int32_t>(columns.before / t),
            static_cast<int32_t>(rows.behind / s), static_cast<int32_t>(columns.behind / t)};
  }

  Value convolve(Value image, Value weight, const Folded &rows, const Folded &columns) {
    ttir::Conv2dOp conv = from.conv;
    shape::Shape shape = shape::of(image);
    SmallVector<int64_t> sizes{shape[0], shape[1], shape[2]};
    Value flat =
        reshape(builder, suffixed(loc, "_flattenInput"), image, {1, 1, shape[0] * shape[1] * shape[2], shape[3]});
    if (how.rowsIntoConv)
      inRows(flat);
    Operation *clone = builder.clone(*conv);
    clone->setOperand(0, flat);
    clone->setOperand(1, weight);
    int32_t stride = how.columns() ? 1 : static_cast<int32_t>(from.strideWidth);
    clone->setAttr("stride", builder.getDenseI32ArrayAttr({1, stride}));
    clone->setAttr("padding", builder.getDenseI32ArrayAttr(paddingOf(rows, columns)));
    clone->removeAttr("flattened_compat_info");
    clone->setAttr("flattened_image", builder.getDenseI64ArrayAttr(sizes));
    if (how.rowsIntoConv)
      clone->setAttr(rowMajorInputAttrName, builder.getUnitAttr());
    return clone->getResult(0);
  }

  /// Slices are ops: blocks beyond this fold their rows alone.
  static constexpr int64_t mostSlices = 16;

  const ImageConvolution &from;
  Fold how;
  OpBuilder &builder;
  Location loc;
  Value planes;         ///< the image, (N, C, H, W)
  int64_t channels = 0; ///< of the image, with padding
};

/// Plans keep what becomes of an image in L1.
class InL1 : public OtherPrices {
public:
  using OtherPrices::OtherPrices;
  std::optional<double> nanoseconds(Operation *op) const override { return prices.nanosecondsInL1(op); }
};

struct FoldStridesPass : conversion::impl::FoldStridesBase<FoldStridesPass> {
  using FoldStridesBase::FoldStridesBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    if (!switches->has(LoweringPattern::SpaceToDepth))
      return;
    ModuleOp module = deviceModuleOf(getOperation());
    std::unique_ptr<OpPrices> ofModel = makePrices ? makePrices(module) : nullptr;
    std::optional<InL1> prices;
    if (ofModel)
      prices.emplace(*ofModel);
    PatternCounts counts;
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      SmallVector<ImageConvolution> found;
      function.walk([&](ttir::Conv2dOp conv) {
        if (auto image = imageConvolutionOf(conv))
          found.push_back(*image);
      });
      for (const ImageConvolution &image : found)
        counts.add(LoweringPattern::SpaceToDepth, fold(image, prices ? &*prices : nullptr));
      any |= !found.empty();
    }
    if (!any)
      markAllAnalysesPreserved();
    counts.attachTo(module);
  }

  MakeOpPrices makePrices;

private:
  static bool fold(const ImageConvolution &image, const OpPrices *prices) {
    ttir::Conv2dOp conv = image.conv;
    SmallVector<Operation *> replaced{image.conv, image.flatten};
    if (image.toChannelLast)
      replaced.push_back(image.toChannelLast);
    std::optional<Fold> best;
    double bestPrice = 0;
    for (Fold how : {Fold{Blocks::Turned, true}, Fold{Blocks::Turned, false}, Fold{Blocks::Slices, true},
                     Fold{Blocks::Slices, false}, Fold{Blocks::Rows, false}, Fold{Blocks::Rows, true}}) {
      Trial trial(conv);
      std::optional<double> price;
      if (Folding(image, how, trial.builder).build())
        price = addedPrice(trial, replaced, prices);
      if (price && (!best || *price < bestPrice))
        best = how, bestPrice = *price;
      trial.drop();
    }
    if (!best)
      return false;
    OpBuilder builder(conv);
    conv.getResult().replaceAllUsesWith(Folding(image, *best, builder).build());
    for (Operation *op : replaced)
      op->erase();
    return true;
  }
};
} // namespace

std::unique_ptr<Pass> conversion::createFoldStrides(FoldStridesOptions options, MakeOpPrices prices) {
  return createPriced<FoldStridesPass>(std::move(options), std::move(prices));
}
