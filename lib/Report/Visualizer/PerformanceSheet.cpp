//===- PerformanceSheet.cpp - Modelled times under Tracy's column names ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Text.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::report;

static std::string quoted(const std::string &text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string out = "\"";
  for (char c : text)
    out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

/// `W, Z, Y, X` as padded[logical], layout, data type, memory; empty cells for a tensor that is not there.
static std::string tensorCells(const VisualizerReport::Tensor *tensor) {
  if (!tensor || !tensor->spec)
    return ",,,,,,,";
  const device::TensorLayout &layout = tensor->spec->layout;
  std::vector<int64_t> shape = tensor->shape;
  shape.insert(shape.begin(), std::max<int64_t>(4 - static_cast<int64_t>(shape.size()), 0), 1);
  while (shape.size() > 4) { // leading dimensions as one
    shape[1] *= shape[0];
    shape.erase(shape.begin());
  }
  std::string cells;
  for (size_t i = 0; i < 4; ++i) {
    int64_t padded =
        layout.isTiled() && i >= 2 ? roundUp(shape[i], i == 2 ? device::tileHeight : device::tileWidth) : shape[i];
    cells += fmt::format(",{}[{}]", padded, shape[i]);
  }
  return fmt::format("{},{},{},{}{}_{}", cells, layout.isTiled() ? "TILE" : "ROW_MAJOR", dataTypeText(layout.dataType),
                     layout.bufferType == device::BufferType::SystemMemory ? "" : "DEV_0_",
                     bufferTypeText(layout.bufferType), memoryLayoutText(layout.memoryLayout));
}

static std::string tensorColumns(const std::string &which) {
  std::string columns;
  for (const char *part :
       {"W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]", "X_PAD[LOGICAL]", "LAYOUT", "DATATYPE", "MEMORY"})
    columns += fmt::format(",{}_{}", which, part);
  return columns;
}

std::string report::performanceSheet(const VisualizerReport &report) {
  size_t numInputs = 1;
  for (const VisualizerReport::Operation &operation : report.operations)
    if (!deviceOperation(report, operation).empty())
      numInputs = std::max(numInputs, operation.inputs.size());
  std::string sheet = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE ARCH,ATTRIBUTES,MATH FIDELITY,CORE COUNT,"
                      "AVAILABLE WORKER CORE COUNT,HOST START TS,DEVICE FW DURATION [ns],DEVICE KERNEL DURATION [ns],"
                      "OP TO OP LATENCY [ns],PM IDEAL [ns]";
  for (size_t i = 0; i < numInputs; ++i)
    sheet += tensorColumns(fmt::format("INPUT_{}", i));
  sheet += tensorColumns("OUTPUT_0") + "\n";
  auto tensorOf = [&](const std::vector<int64_t> &ids, size_t i) {
    return i < ids.size() ? &report.tensors[ids[i] - 1] : nullptr;
  };
  double startNs = 0;
  for (size_t index = 0; index < report.operations.size(); ++index) {
    const VisualizerReport::Operation &operation = report.operations[index];
    std::string code = deviceOperation(report, operation);
    if (code.empty())
      continue;
    std::string attributes = "'modelled': 'true'";
    for (const auto &[name, value] : operation.arguments)
      attributes += fmt::format("; '{}': '{}'", name, value);
    // The launch is part of the op model's time; nothing passes between ops besides.
    sheet +=
        fmt::format("{},tt_dnn_device,{},0,{},{},{},{},{},{:.0f},{:.0f},{:.0f},0,{:.0f}", code, index + 1,
                    report.device.arch, quoted("{" + attributes + "}"), operation.mathFidelity, operation.cores,
                    report.device.numCores(), startNs, operation.ns, operation.ns, std::max(1.0, operation.rooflineNs));
    startNs += operation.ns;
    for (size_t i = 0; i < numInputs; ++i)
      sheet += tensorCells(tensorOf(operation.inputs, i));
    // Without a result it writes what it reads first, a cache: the library returns that.
    sheet += tensorCells(tensorOf(operation.outputs.empty() ? operation.inputs : operation.outputs, 0)) + "\n";
  }
  return sheet;
}
