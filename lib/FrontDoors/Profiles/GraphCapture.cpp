//===- GraphCapture.cpp - Nodes of a captured run -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Readers.h"
#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::profiles;

namespace {

/// A member that newer files write as a number and older ones as text; "" when it is not there.
std::string textOf(const JsonCursor &object, std::string_view name) {
  JsonCursor field = object.optionalField(name);
  if (!field.present())
    return "";
  if (Result<std::string> text = field.asString())
    return *text;
  Result<int64_t> number = field.asInt();
  return number ? fmt::format("{}", *number) : "";
}

ProfileTensor tensorOf(const JsonCursor &parameters) {
  ProfileTensor tensor;
  tensor.logical = tensor.padded = numbersIn(textOf(parameters, "shape"));
  tensor.dataType = lastName(textOf(parameters, "dtype"));
  tensor.layout = lastName(textOf(parameters, "layout"));
  tensor.memoryConfig = textOf(parameters, "memory_config");
  tensor.memory = memoryOf(tensor.memoryConfig);
  return tensor;
}

/// Replays allocations: bytes of buffers and circular buffers on the fullest core (PR-6). Views of a buffer count once.
class L1Replay {
public:
  void allocate(const JsonCursor &parameters) {
    if (textOf(parameters, "type") != "L1")
      return;
    double cores = std::max(1.0, number(parameters, "num_cores")), perBank = number(parameters, "max_size_per_bank");
    double bytes = perBank > 0 ? perBank : number(parameters, "size") / cores;
    std::string key = textOf(parameters, "device_id") + ":" + textOf(parameters, "address");
    live += bytes - buffers[key];
    buffers[key] = bytes;
    note();
  }
  void release(const JsonCursor &parameters) {
    auto found = buffers.find(textOf(parameters, "device_id") + ":" + textOf(parameters, "address"));
    if (found == buffers.end())
      return;
    live -= found->second;
    buffers.erase(found);
  }
  void claim(const JsonCursor &parameters) {
    if (std::string view = textOf(parameters, "globally_allocated"); view == "1" || view == "true")
      return;
    circular += number(parameters, "size");
    note();
  }
  void endProgram() { circular = 0; }
  Bytes peak() const { return static_cast<Bytes>(most); }

private:
  static double number(const JsonCursor &parameters, std::string_view name) {
    double value = numberOf(textOf(parameters, name)).value_or(0);
    return value >= 0 && value <= 1e12 ? value : 0;
  }
  void note() { most = std::max(most, live + circular); }

  std::map<std::string, double> buffers;
  double live = 0, circular = 0, most = 0;
};

class CaptureReader {
public:
  explicit CaptureReader(Profile &profile) : profile(profile) {}

  Status node(const JsonCursor &node) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t counter, node.field("counter").asInt(0, int64_t{1} << 40));
    ALCOVE_ASSIGN_OR_RETURN(std::string type, node.field("node_type").asString());
    JsonCursor parameters = node.optionalField("params");
    if (parameters.present() && !parameters.isObject())
      return parameters.error("an object was expected");
    if (type == "tensor" && parameters.present())
      tensors[counter] = tensorOf(parameters);
    else if (type == "function_start" && parameters.present())
      start(counter, node, parameters);
    else if (type == "function_end")
      depth = std::max<int64_t>(0, depth - 1);
    else if (type == "buffer_allocate" && parameters.present())
      replay.allocate(parameters);
    else if (type == "buffer_deallocate" && parameters.present())
      replay.release(parameters);
    else if (type == "circular_buffer_allocate" && parameters.present())
      replay.claim(parameters);
    else if (type == "circular_buffer_deallocate_all")
      replay.endProgram();
    return {};
  }

  /// Operands are named before or behind the op that reads them.
  void finish() {
    for (auto &[row, ids] : operands)
      for (int64_t id : ids)
        if (auto found = tensors.find(id); found != tensors.end())
          profile.rows[row].inputs.push_back(found->second);
    profile.peakL1Bytes = replay.peak();
  }

private:
  void start(int64_t counter, const JsonCursor &node, const JsonCursor &parameters) {
    if (depth++ > 0)
      return; // device operations within an op
    ProfileRow row;
    row.line = counter;
    row.opCode = textOf(parameters, "name");
    JsonCursor inputs = node.optionalField("input_tensors");
    if (inputs.present() && inputs.isArray())
      if (Result<std::vector<int64_t>> ids = inputs.asIntArray(0))
        operands[profile.rows.size()] = *ids;
    profile.rows.push_back(std::move(row));
  }

  Profile &profile;
  int64_t depth = 0;
  std::map<int64_t, ProfileTensor> tensors;
  std::map<size_t, std::vector<int64_t>> operands;
  L1Replay replay;
};

} // namespace

Result<Profile> profiles::parseGraphCapture(const std::string &text, const std::string &name) {
  Profile profile;
  profile.kind = Profile::Kind::GraphCapture;
  profile.name = name;
  JsonDocument document;
  if (Status good = document.parse(text); !good)
    return Error{fmt::format("{}: {}", name, good.error().message)};
  Result<size_t> count = document.root().arraySize();
  if (!count)
    return Error{fmt::format("{}: not a graph capture: {}", name, count.error().message)};
  CaptureReader reader(profile);
  for (size_t i = 0; i < *count; ++i)
    if (Status good = reader.node(document.root().element(i)); !good)
      profile.lost.push_back({static_cast<int64_t>(i), good.error().message});
  reader.finish();
  if (profile.rows.empty())
    return Error{fmt::format("{}: no node of {} is a function_start: not a graph capture", name, *count)};
  return profile;
}
