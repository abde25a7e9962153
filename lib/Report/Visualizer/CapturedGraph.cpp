//===- CapturedGraph.cpp - An operation as tt-metal captures it -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Text.h"
#include "alcove/Base/Json/Json.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::report;

namespace {

/// Nodes `{counter, node_type, params, connections, arguments, input_tensors, stacking_level}`, values of params as
/// text. Edges go from a tensor to the function and from the function to what it allocates; the frame is
///
///   capture_start, function_start ttnn.matmul, function_start MatmulDeviceOperation, ..., two function_end, capture_end
///
/// The inner function is there when the operation has a row in the performance sheet, whose OP CODE it names: by that the
/// viewer links the two. It takes every function for one of the device whose name has neither `ttnn.` nor `::`, so that
/// operations of other dialects are written `ttcore::load_cached`. Beyond what devices report, allocations say on which
/// cores they lie and how much each holds.
class GraphWriter {
public:
  GraphWriter(const VisualizerReport &report, const VisualizerReport::Operation &operation)
      : report(report), operation(operation) {}

  std::string write() {
    numInputs = static_cast<int64_t>(operation.inputs.size());
    functionStart = numInputs + 1;
    std::string program = deviceOperation(report, operation), host = hostName();
    int64_t frames = program.empty() ? 0 : 1;
    int64_t functionEnd = functionStart + 1 + static_cast<int64_t>(operation.events.size()) + 2 * frames;
    auto numOutputs = static_cast<int64_t>(operation.outputs.size());
    int64_t captureEnd = functionEnd + 1 + numOutputs;
    json.beginArray();
    node("capture_start", {}, {numInputs > 0 ? 1 : functionStart, captureEnd}, {}, 0);
    for (int64_t tensor : operation.inputs)
      tensorNode(tensor, {functionStart});
    std::vector<int64_t> made;
    for (int64_t at = functionStart + 1 + frames; at < functionEnd - frames; ++at)
      made.push_back(at);
    made.push_back(functionEnd - frames);
    std::vector<int64_t> read;
    for (int64_t i = 1; i <= numInputs; ++i)
      read.push_back(i);
    std::string inputs = std::to_string(numInputs);
    if (!program.empty()) {
      node("function_start", {{"name", host}, {"inputs", inputs}}, {functionStart + 1, functionEnd}, read, 1);
      node("function_start", {{"name", program}, {"inputs", inputs}}, made, read, 2);
    } else {
      node("function_start", {{"name", host}, {"inputs", inputs}}, made, read, 1);
    }
    for (const VisualizerReport::Event &event : operation.events)
      eventNode(event);
    if (!program.empty())
      node("function_end", {{"name", program}}, {functionEnd}, {}, 2);
    std::vector<int64_t> outputs;
    for (int64_t i = 1; i <= numOutputs; ++i)
      outputs.push_back(functionEnd + i);
    if (outputs.empty())
      outputs.push_back(captureEnd);
    node("function_end", {{"name", host}}, outputs, {}, 1);
    for (int64_t tensor : operation.outputs)
      tensorNode(tensor, {captureEnd});
    node("capture_end", {}, {}, {}, 0);
    json.endArray();
    return json.str();
  }

private:
  std::string hostName() const {
    size_t dot = operation.name.find('.');
    if (operation.name.starts_with("ttnn.") || dot == std::string::npos)
      return operation.name;
    return operation.name.substr(0, dot) + "::" + operation.name.substr(dot + 1);
  }

  using Params = std::vector<std::pair<std::string, std::string>>;

  void node(const char *type, const Params &params, const std::vector<int64_t> &connections,
            const std::vector<int64_t> &inputTensors, int64_t level) {
    json.beginObject();
    json.field("counter", counter++);
    json.field("node_type", type);
    json.key("params");
    json.beginObject();
    for (const auto &[key, value] : params)
      json.field(key, value);
    json.endObject();
    json.key("connections");
    json.intArray(connections);
    json.key("arguments");
    json.beginArray();
    if (std::string_view(type) == "function_start")
      for (const auto &[name, value] : operation.arguments)
        json.value(name + "=" + value);
    json.endArray();
    json.key("input_tensors");
    json.intArray(inputTensors);
    json.field("stacking_level", level);
    json.endObject();
  }

  void tensorNode(int64_t id, const std::vector<int64_t> &connections) {
    const VisualizerReport::Tensor &tensor = report.tensors[id - 1];
    Params params{{"tensor_id", std::to_string(id)},
                  {"shape", fmt::format("Shape([{}])", fmt::join(tensor.shape, ", "))}};
    if (tensor.spec)
      params.insert(params.end(), {{"dtype", "DataType." + dataTypeText(tensor.spec->layout.dataType)},
                                   {"layout", tensor.spec->layout.isTiled() ? "Layout.TILE" : "Layout.ROW_MAJOR"},
                                   {"memory_config", memoryConfigText(*tensor.spec, tensor.cores)}});
    if (tensor.address)
      params.insert(params.end(), {{"address", std::to_string(*tensor.address)}, {"device_id", "0"}});
    node("tensor", params, connections, {}, 1);
  }

  Params bufferParams(const VisualizerReport::Event &event) const {
    const VisualizerReport::Tensor *tensor = event.tensor > 0 ? &report.tensors[event.tensor - 1] : nullptr;
    const std::vector<device::CoreRange> &cores = tensor && event.inL1 ? tensor->cores : operation.coreRanges;
    int64_t banks = report.device.dramChannels;
    if (event.inL1) {
      banks = 0;
      for (const device::CoreRange &range : cores)
        banks += range.numCores();
    }
    bool spec = tensor && tensor->spec;
    Params params{{"size", std::to_string(event.bytesPerBank * banks)},
                  {"address", std::to_string(event.address)},
                  {"type", event.inL1 ? "L1" : "DRAM"},
                  {"layout", spec ? memoryLayoutText(tensor->spec->layout.memoryLayout) : "INTERLEAVED"},
                  {"num_cores", std::to_string(banks)},
                  {"max_size_per_bank", std::to_string(event.bytesPerBank)},
                  {"device_id", "0"}};
    if (spec)
      params.push_back({"tensor_id", std::to_string(event.tensor)});
    if (event.inL1)
      params.push_back({"core_range_set", coreRangeSetText(cores)});
    return params;
  }

  void eventNode(const VisualizerReport::Event &event) {
    switch (event.kind) {
    case VisualizerReport::Event::Kind::Allocate:
      return node("buffer_allocate", bufferParams(event), {}, {}, 2);
    case VisualizerReport::Event::Kind::Free:
      return node("buffer_deallocate", bufferParams(event), {}, {}, 2);
    case VisualizerReport::Event::Kind::CircularBuffer:
      return node("circular_buffer_allocate",
                  {{"size", std::to_string(event.bytesPerBank)},
                   {"address", std::to_string(event.address)},
                   {"core_range_set", coreRangeSetText(operation.coreRanges)},
                   {"globally_allocated", "0"}, // what lies in a tensor is no circular buffer of the op model's sum
                   {"device_id", "0"}},
                  {}, {}, 2);
    case VisualizerReport::Event::Kind::EndProgram:
      return node("circular_buffer_deallocate_all", {{"device_id", "0"}}, {}, {}, 2);
    }
  }

  const VisualizerReport &report;
  const VisualizerReport::Operation &operation;
  JsonWriter json{/*pretty=*/false};
  int64_t counter = 0, numInputs = 0, functionStart = 0;
};

} // namespace

std::string report::capturedGraph(const VisualizerReport &report, const VisualizerReport::Operation &operation) {
  return GraphWriter(report, operation).write();
}
