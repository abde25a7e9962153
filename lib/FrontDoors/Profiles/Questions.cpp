//===- Questions.cpp - Rows of a profile as measured questions ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace alcove;
using namespace alcove::profiles;

namespace {

bool isSharded(const ProfileTensor &tensor) { return tensor.memory.find("SHARDED") != std::string::npos; }

/// `MemoryConfig(...)` behind one of the names that results have in attributes.
std::string configOfOutput(const std::string &attributes) {
  for (const char *name : {"'output_mem_config': '", "'memory_config': '", "'output_memory_config': '"})
    if (size_t at = attributes.find(name); at != std::string::npos) {
      size_t begin = at + std::string_view(name).size(), end = attributes.find('\'', begin);
      return attributes.substr(begin, end == std::string::npos ? end : end - begin);
    }
  return "";
}

/// The tensor itself: what two rows say of it.
bool sameTensor(const ProfileTensor &a, const ProfileTensor &b) {
  return a.padded == b.padded && a.dataType == b.dataType && a.memory == b.memory && a.layout == b.layout;
}

/// Shards that the nearest row above with this result names.
int64_t fillFromProducers(Profile &sheet) {
  constexpr size_t farthest = 256; // rows: results of older ones have been freed, as a rule
  int64_t filled = 0;
  for (size_t i = 0; i < sheet.rows.size(); ++i) {
    for (ProfileTensor &output : sheet.rows[i].outputs)
      if (isSharded(output) && output.memoryConfig.empty())
        output.memoryConfig = configOfOutput(sheet.rows[i].attributes);
    for (ProfileTensor &input : sheet.rows[i].inputs) {
      if (!isSharded(input) || !input.memoryConfig.empty())
        continue;
      for (size_t back = 1; back <= std::min(i, farthest) && input.memoryConfig.empty(); ++back)
        for (const ProfileTensor &output : sheet.rows[i - back].outputs)
          if (sameTensor(input, output))
            input.memoryConfig = output.memoryConfig;
      filled += !input.memoryConfig.empty();
    }
  }
  return filled;
}

/// `matmul` of MatmulDeviceOperation and of ttnn.matmul: letters alone.
std::string lettersOf(const std::string &code) {
  std::string letters;
  for (char c : plainOpCode(lastName(code)))
    if (std::isalpha(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

int64_t fillFromLayouts(Profile &sheet, const Profile &layouts) {
  int64_t filled = 0;
  size_t next = 0;
  for (ProfileRow &row : sheet.rows) {
    // In order; operations without a device row, and device rows within an operation, are passed over.
    size_t at = next;
    while (at < layouts.rows.size() && lettersOf(layouts.rows[at].opCode) != lettersOf(row.opCode))
      ++at;
    if (at == layouts.rows.size())
      continue;
    next = at + 1;
    for (size_t i = 0; i < std::min(row.inputs.size(), layouts.rows[at].inputs.size()); ++i)
      if (isSharded(row.inputs[i]) && row.inputs[i].memoryConfig.empty() &&
          row.inputs[i].memory == layouts.rows[at].inputs[i].memory) {
        row.inputs[i].memoryConfig = layouts.rows[at].inputs[i].memoryConfig;
        ++filled;
      }
  }
  return filled;
}

bool isCollective(const ProfileRow &row) {
  for (const char *part : {"AllGather", "ReduceScatter", "AllReduce", "AllToAll", "Ring", "AllBroadcast"})
    if (row.opCode.find(part) != std::string::npos)
      return true;
  return false;
}

std::string joined(const std::vector<int64_t> &shape) { return fmt::format("{}", fmt::join(shape, "x")); }

/// A field of measured_ops.
std::vector<std::string> fieldsOf(const ProfileTensor *tensor) {
  if (!tensor)
    return std::vector<std::string>(5);
  return {joined(tensor->padded), joined(tensor->logical), tensor->layout, tensor->dataType, tensor->memory};
}

} // namespace

int64_t profiles::fillShards(Profile &sheet, const Profile *layouts) {
  int64_t filled = layouts ? fillFromLayouts(sheet, *layouts) : 0;
  return filled + fillFromProducers(sheet);
}

opmodel::CsvTable profiles::questionTable(const Profile &profile, double clockMHz, int64_t cores) {
  opmodel::CsvTable table;
  table.columns = {"source", "arch", "avail_cores", "clk_ghz", "op_code", "cores", "math_fidelity"};
  for (const char *tensor : {"in0", "in1", "in2", "in3", "out"})
    for (const char *part : {"padded", "logical", "layout", "dtype", "mem"})
      table.columns.push_back(fmt::format("{}_{}", tensor, part));
  for (const char *column : {"kernel_ns_median", "attributes", "location", "in_shards"})
    table.columns.push_back(column);
  bool loops = std::any_of(profile.rows.begin(), profile.rows.end(), [](const ProfileRow &r) { return r.loop > 0; });
  // Several chips ran one call: the last to arrive waits least in a collective, others end with the slowest chip.
  constexpr int64_t step = 1024;
  std::map<int64_t, const ProfileRow *> ofCall;
  auto better = [](const ProfileRow &a, const ProfileRow &b) {
    return isCollective(a) ? a.kernelNs < b.kernelNs : a.kernelNs > b.kernelNs;
  };
  for (const ProfileRow &row : profile.rows)
    if (auto [found, isNew] = ofCall.try_emplace(row.callCount / step, &row); !isNew && better(row, *found->second))
      found->second = &row;
  for (const ProfileRow &row : profile.rows) {
    bool warmUp = loops && row.loop == 0;
    if (row.constEval || row.inputConversion || warmUp || !(row.kernelNs > 0) || row.outputs.empty() ||
        (row.callCount > 0 && ofCall.at(row.callCount / step) != &row))
      continue;
    int64_t available = profile.availableCores > 0 ? profile.availableCores : cores;
    opmodel::CsvTable::Row result;
    result.line = row.line;
    result.fields = {profile.name,
                     profile.arch,
                     fmt::format("{}", available),
                     fmt::format("{}", clockMHz / 1000),
                     row.opCode,
                     row.cores > 0 ? fmt::format("{}", row.cores) : "",
                     row.fidelity};
    auto add = [&](const std::vector<std::string> &fields) {
      result.fields.insert(result.fields.end(), fields.begin(), fields.end());
    };
    for (size_t i = 0; i < 4; ++i)
      add(fieldsOf(i < row.inputs.size() ? &row.inputs[i] : nullptr));
    add(fieldsOf(&row.outputs[0]));
    std::string shards;
    for (const ProfileTensor &input : row.inputs)
      shards += (&input == row.inputs.data() ? "" : "\n") + input.memoryConfig;
    add({fmt::format("{}", row.kernelNs), row.attributes, row.location, shards});
    table.rows.push_back(std::move(result));
  }
  return table;
}
