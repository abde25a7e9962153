//===- SvgPicture.cpp - Chips of a device as SVG -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Html.h"
#include "alcove/Device/Picture.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::device {

// Hues a golden angle apart: neighbours in number are far apart in colour.
static std::string fill(const PictureCell &cell) {
  if (!cell.inDevice)
    return "#dddddd";
  if (cell.shard < 0)
    return "#ffffff";
  return fmt::format("hsl({},65%,{}%)", cell.shard * 137 % 360, 72 + cell.shard % 3 * 6);
}

static constexpr int64_t cellHeight = 26, gap = 24, titleHeight = 22, margin = 12;

static std::string cellText(const PictureCell &cell, int64_t x, int64_t y, int64_t width) {
  return fmt::format("<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
                     "stroke=\"#888888\"/><text x=\"{}\" y=\"{}\">{}</text></g>\n",
                     escapedForHtml(cell.tooltip), x, y, width, cellHeight, fill(cell), x + width / 2, y + 17,
                     escapedForHtml(cell.label));
}

std::string svgPicture(const std::vector<PictureChip> &chips, const DeviceDesc &device, const std::string &caption) {
  size_t longest = 3;
  int64_t rows = 1, cols = 1, channels = 0;
  for (const PictureChip &chip : chips) {
    rows = std::max(rows, chip.rows);
    cols = std::max(cols, chip.cols);
    channels = std::max<int64_t>(channels, std::ssize(chip.channels));
    for (const auto *cells : {&chip.cells, &chip.channels})
      for (const PictureCell &cell : *cells)
        longest = std::max(longest, cell.label.size());
  }
  int64_t cellWidth = 12 + 8 * static_cast<int64_t>(longest);
  int64_t chipWidth = std::max(cellWidth * std::max(cols, channels), int64_t(280)) + gap;
  int64_t chipHeight = titleHeight + cellHeight * (rows + (channels ? 2 : 0)) + gap;
  int64_t meshCols = std::max<int64_t>(device.meshShape.empty() ? 1 : device.meshShape.back(), 1);
  int64_t meshRows = ceilDiv(std::max<int64_t>(std::ssize(chips), 1), meshCols);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"monospace\" "
      "font-size=\"13\">\n<style>text {{ text-anchor: middle }} .title {{ text-anchor: start; font-size: 12px "
      "}}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<text class=\"title\" x=\"{}\" "
      "y=\"{}\">{}</text>\n",
      2 * margin + chipWidth * meshCols, 2 * margin + titleHeight + chipHeight * meshRows, margin, margin + 12,
      escapedForHtml(caption));
  for (int64_t i = 0; i < std::ssize(chips); ++i) {
    const PictureChip &chip = chips[i];
    int64_t left = margin + i % meshCols * chipWidth, top = margin + titleHeight + i / meshCols * chipHeight;
    svg +=
        fmt::format("<text class=\"title\" x=\"{}\" y=\"{}\">{}</text>\n", left, top + 14, escapedForHtml(chip.title));
    top += titleHeight;
    for (int64_t c = 0; c < std::ssize(chip.cells); ++c)
      svg += cellText(chip.cells[c], left + c % chip.cols * cellWidth, top + c / chip.cols * cellHeight, cellWidth);
    top += (chip.rows + 1) * cellHeight;
    for (int64_t c = 0; c < std::ssize(chip.channels); ++c)
      svg += cellText(chip.channels[c], left + c * cellWidth, top, cellWidth);
  }
  return svg + "</svg>\n";
}

} // namespace alcove::device
