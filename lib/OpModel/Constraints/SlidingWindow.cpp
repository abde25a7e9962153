//===- SlidingWindow.cpp - What convolution and pooling share ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SlidingWindow.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

constexpr int64_t maxExtent = int64_t(1) << 20, maxKernel = 1024;

static bool readPair(Evaluation &e, const char *name, int64_t low, int64_t high, int64_t &first, int64_t &second) {
  std::vector<int64_t> values = e.integers(name, {first, second});
  if (values.size() == 1)
    values.push_back(values[0]);
  if (values.size() != 2 || values[0] < low || values[1] < low || values[0] > high || values[1] > high)
    return e.refuse("window.attribute", "{} must be two numbers from {} to {}", name, low, high);
  first = values[0];
  second = values[1];
  return true;
}

static bool readPadding(Evaluation &e, SlidingWindow &w) {
  std::vector<int64_t> values = e.integers("padding", {0, 0});
  if (values.size() == 1)
    values = {values[0], values[0]};
  if (values.size() == 2)
    values = {values[0], values[0], values[1], values[1]};
  bool ok = values.size() == 4;
  for (int64_t value : values)
    ok &= value >= 0 && value <= maxExtent;
  if (!ok)
    return e.refuse("window.attribute", "padding must be two or four numbers from 0 to {}", maxExtent);
  w.padTop = values[0];
  w.padBottom = values[1];
  w.padLeft = values[2];
  w.padRight = values[3];
  return true;
}

bool opmodel::readWindow(Evaluation &e, bool transposed, SlidingWindow &w) {
  w.batch = e.integer("batch_size", 1);
  w.inputHeight = e.integer("input_height", 0);
  w.inputWidth = e.integer("input_width", 0);
  if (w.batch <= 0 || w.inputHeight <= 0 || w.inputWidth <= 0 || w.batch > maxExtent || w.inputHeight > maxExtent ||
      w.inputWidth > maxExtent)
    return e.refuse("window.input-size", "batch {}, height {}, width {}", w.batch, w.inputHeight, w.inputWidth);
  if (!readPair(e, "kernel_size", 1, maxKernel, w.kernelHeight, w.kernelWidth) ||
      !readPair(e, "stride", 1, maxExtent, w.strideHeight, w.strideWidth) ||
      !readPair(e, "dilation", 1, maxExtent, w.dilationHeight, w.dilationWidth) || !readPadding(e, w))
    return false;
  int64_t spanHeight = (w.kernelHeight - 1) * w.dilationHeight, spanWidth = (w.kernelWidth - 1) * w.dilationWidth;
  if (transposed) {
    int64_t extraHeight = 0, extraWidth = 0;
    if (!readPair(e, "output_padding", 0, maxExtent, extraHeight, extraWidth))
      return false;
    // The input is spread by the stride and padded so that windows slide by one.
    w.inputHeight = (w.inputHeight - 1) * w.strideHeight + 1;
    w.inputWidth = (w.inputWidth - 1) * w.strideWidth + 1;
    if (spanHeight < w.padTop || spanHeight < w.padBottom || spanWidth < w.padLeft || spanWidth < w.padRight)
      return e.refuse("window.padding", "a transposed window cannot be padded by more than its reach");
    w.padTop = spanHeight - w.padTop;
    w.padBottom = spanHeight - w.padBottom + extraHeight;
    w.padLeft = spanWidth - w.padLeft;
    w.padRight = spanWidth - w.padRight + extraWidth;
    w.strideHeight = w.strideWidth = 1;
  }
  int64_t freeHeight = w.inputHeight + w.padTop + w.padBottom - spanHeight - 1;
  int64_t freeWidth = w.inputWidth + w.padLeft + w.padRight - spanWidth - 1;
  if (freeHeight < 0 || freeWidth < 0)
    return e.refuse("window.too-large", "a window of {}x{} does not fit the padded input", spanHeight + 1,
                    spanWidth + 1);
  bool ceil = e.boolean("ceil_mode", false);
  w.outputHeight = (ceil ? ceilDiv(freeHeight, w.strideHeight) : freeHeight / w.strideHeight) + 1;
  w.outputWidth = (ceil ? ceilDiv(freeWidth, w.strideWidth) : freeWidth / w.strideWidth) + 1;
  // Products of the sizes stay in 64 bits.
  int64_t volume = w.batch;
  for (int64_t size :
       {w.inputHeight + w.padTop + w.padBottom + w.strideHeight, w.inputWidth + w.padLeft + w.padRight + w.strideWidth})
    if (mulOverflow(volume, size, volume) || volume > (int64_t(1) << 36))
      return e.refuse("window.too-large", "the padded input is too large");
  return true;
}

int64_t opmodel::haloRows(const SlidingWindow &w, int64_t perCore, int64_t cores) {
  int64_t width = w.inputWidth + w.padLeft + w.padRight, height = w.inputHeight + w.padTop + w.padBottom;
  int64_t image = w.outputHeight * w.outputWidth, total = w.outputRows(), most = 0;
  auto topLeft = [&](int64_t output) {
    int64_t n = output / image, row = output % image / w.outputWidth, column = output % w.outputWidth;
    return (n * height + row * w.strideHeight) * width + column * w.strideWidth;
  };
  int64_t reach = (w.kernelHeight - 1) * w.dilationHeight * width + (w.kernelWidth - 1) * w.dilationWidth;
  for (int64_t core = 0; core < cores; ++core) {
    int64_t first = core * perCore, last = std::min(first + perCore, total) - 1;
    if (first > last)
      break;
    most = std::max(most, topLeft(last) + reach - topLeft(first) + 1);
  }
  return most;
}

Bytes opmodel::haloConfigBytes(const SlidingWindow &w, int64_t perCore, int64_t inputRows, bool tiled) {
  constexpr Bytes runBytes = 12, paddingRunBytes = 4, terminatorBytes = 12;
  int64_t outLines = std::min(ceilDiv(perCore, w.outputWidth), w.outputHeight);
  int64_t lines = (outLines - 1) * w.strideHeight + (w.kernelHeight - 1) * w.dilationHeight + 1;
  int64_t fromNeighbours = std::max<int64_t>(lines * w.inputWidth - inputRows, 0);
  auto runs = [&](int64_t rows) {
    if (!tiled)
      return ceilDiv(rows, w.inputWidth);
    return ceilDiv(rows, 32) + (w.inputWidth % 32 != 0 ? rows / w.inputWidth : 0);
  };
  bool padded = w.padTop + w.padBottom + w.padLeft + w.padRight > 0;
  return runBytes * (runs(inputRows) + runs(fromNeighbours)) + (padded ? paddingRunBytes * (lines + 2) : 0) +
         terminatorBytes;
}

Bytes opmodel::readerIndexBytes(const SlidingWindow &w, int64_t perCore, int64_t block) {
  int64_t blocks = ceilDiv(perCore, block), runs = ceilDiv(perCore, w.outputWidth) + blocks - 1;
  // A block that starts with an output row does not add a run; beyond this many blocks the figure is an upper bound.
  constexpr int64_t countedBlocks = 4096;
  for (int64_t k = 1; k < std::min(blocks, countedBlocks); ++k)
    if (k * block % w.outputWidth == 0)
      --runs;
  return 4 * (blocks + runs);
}

int64_t opmodel::closestCores(int64_t units, int64_t most) {
  int64_t cores = std::max<int64_t>(std::min(units, most), 1);
  while (cores > 1) {
    int64_t padded = roundUp(units, cores);
    if (padded - units < padded / cores)
      break;
    --cores;
  }
  return cores;
}
