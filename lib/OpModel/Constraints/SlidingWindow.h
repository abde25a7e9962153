//===- SlidingWindow.h - What convolution and pooling share ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both spread the rows of the output (batch x height x width) over cores, and give every core the rows of the input
// that its windows see, padding included (halo):
//
//   input, padded                 core 0's outputs            its input: from the top-left of the first window
//   +----------------+            o o o o | o o                to the bottom-right of the last, in row-major order
//   |  window        |            o o | ...
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_SLIDINGWINDOW_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_SLIDINGWINDOW_H

#include "Evaluation.h"

namespace alcove::opmodel {

struct SlidingWindow {
  int64_t batch = 1, inputHeight = 1, inputWidth = 1;
  int64_t kernelHeight = 1, kernelWidth = 1, strideHeight = 1, strideWidth = 1, dilationHeight = 1, dilationWidth = 1;
  int64_t padTop = 0, padBottom = 0, padLeft = 0, padRight = 0;
  int64_t outputHeight = 0, outputWidth = 0;

  int64_t inputRows() const { return batch * inputHeight * inputWidth; }
  int64_t outputRows() const { return batch * outputHeight * outputWidth; }
};

/// Reads batch_size, input_height, input_width, kernel_size, stride, padding, dilation, ceil_mode (and output_padding
/// when `transposed`, where the window then slides over the input spread by the stride). Refuses bad geometry.
bool readWindow(Evaluation &e, bool transposed, SlidingWindow &window);

/// Input rows that a core with `perCore` consecutive outputs holds, the most of all cores. O(cores).
int64_t haloRows(const SlidingWindow &window, int64_t perCore, int64_t cores);

/// Bytes per core of the tables that tell a core where its `inputRows` rows go: one entry of six 16-bit words per run
/// (core x, y, count, source, destination, length) for the rows it keeps and those its neighbours need, a pair per run
/// of padding, and terminators. Tiled input is untilized in blocks of 32 rows, which cut the runs.
/// Reproduces the backend's 812 B of the 7x7 stem of ResNet; inner structure inferred.
Bytes haloConfigBytes(const SlidingWindow &window, int64_t perCore, int64_t inputRows, bool tiled);

/// Bytes per core of the table that tells a reader where windows start: for each block of outputs a header and one
/// pair per run within an output row, 4 B each.
Bytes readerIndexBytes(const SlidingWindow &window, int64_t perCore, int64_t block);

/// The number of cores, at most `most`, that `units` are spread on: the largest for which the last core is not left
/// without any (find_closest_largest_divisor_with_num_padding in tt-metal's conv2d_utils.cpp).
int64_t closestCores(int64_t units, int64_t most);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_SLIDINGWINDOW_H
