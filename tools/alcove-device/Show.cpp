//===- Show.cpp - alcove-device show -------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Device/Picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

using namespace alcove;
using namespace alcove::device;

static constexpr int layoutDoesNotRun = 3; // beside 1 for errors and 2 for usage

namespace {
struct ShowOptions {
  device_tool::DeviceOptions device;
  std::string layout, distribute, svg;
  bool json = false;
};
} // namespace

// `-,1`: mesh dimension 0 replicates, mesh dimension 1 cuts tensor dimension 1.
static Result<MeshDistribution> parseDistribution(const std::string &text) {
  MeshDistribution distribution;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) {
    if (item == "-") {
      distribution.tensorDims.push_back(std::nullopt);
      continue;
    }
    if (item.empty() || item.size() > 2 || item.find_first_not_of("0123456789") != std::string::npos)
      return Error{fmt::format("--distribute: '{}' is neither a tensor dimension nor '-'", item)};
    distribution.tensorDims.push_back(std::stoll(item));
  }
  return distribution;
}

static std::string systemText(const SystemDesc &system, const DeviceDesc &device) {
  const ChipDesc &chip = system.chip(device.chipIds.front());
  std::string text = fmt::format("{}: {}\n", system.name, system.description);
  text +=
      fmt::format("  {} chip{} of {}; per core {} B of L1 usable ({} - {}), {} circular buffers; {} DRAM channels of "
                  "{} B, {} GB/s\n",
                  system.numChips(), system.numChips() == 1 ? "" : "s", toString(chip.arch), chip.usableL1Bytes(),
                  chip.l1SizeBytes, chip.l1UnreservedBaseBytes, chip.numCbs, chip.numDramChannels,
                  chip.dramChannelSizeBytes, chip.constants.dramAchievableGbps);
  text += fmt::format("  device: grid {}, mesh {}, chips [{}]{}\n", fmt::join(device.workerGrid.shape, "x"),
                      device.meshShape.empty() ? "1" : fmt::format("{}", fmt::join(device.meshShape, "x")),
                      fmt::join(device.chipIds, ", "), isSpmd(device) ? ", the same grid on every chip" : "");
  text += fmt::format("  position -> core: {}\n  core -> position: {}\n", device.workerGrid.virtualToPhysical.str(),
                      device.workerGrid.physicalToVirtual.str());
  return text;
}

static std::string layoutText(const TensorSpec &tensor, const TensorPlacement &placement, const TtnnVerdict &verdict) {
  std::string text = fmt::format("layout {}\n", toString(tensor));
  if (placement.slices.size() > 1) {
    text += fmt::format("  {} slices of {}:", placement.slices.size(), fmt::join(placement.localShape, "x"));
    for (size_t i = 0; i < placement.slices.size() && i < 64; ++i)
      text += fmt::format(" ({}) at ({})", fmt::join(placement.slices[i].coordinate, ","),
                          fmt::join(placement.slices[i].offset, ","));
    text += "\n";
  }
  auto [rows, cols] = placement.localShape2D;
  text += fmt::format("  2-D view {}x{}", rows, cols);
  if (!placement.shards.empty())
    text += fmt::format(", {}x{} shards of {}x{} elements, {} B each", placement.gridRows, placement.gridCols,
                        placement.shardShape.first, placement.shardShape.second, placement.shards.front().bytes);
  else if (!placement.banks.empty())
    text +=
        fmt::format(", pages of {} B, {} B on the fullest bank", placement.pageBytes, placement.banks.front().bytes);
  text += fmt::format("\n  TTNN: {}\n", verdict.runnable ? "runs" : "only expressible, " + verdict.reason);
  return text;
}

static std::string showJson(const SystemDesc &system, const DeviceDesc &device, const std::string &layout,
                            const TensorPlacement &placement, const TtnnVerdict &verdict) {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-device");
  json.field("version", int64_t{1});
  json.field("alcove", std::string(version()));
  json.field("name", system.name);
  device_tool::writeDevice(json, system);
  json.key("mesh");
  json.intArray(device.meshShape);
  json.key("chip_ids");
  json.intArray(device.chipIds);
  if (!layout.empty()) {
    json.key("layout");
    json.beginObject();
    json.field("text", layout);
    json.field("runs", verdict.runnable);
    if (!verdict.runnable)
      json.field("why_not", verdict.reason);
    json.key("shards");
    json.beginArray();
    for (const ShardPlacement &shard : placement.shards) {
      json.beginObject();
      json.field("chip", shard.chipId);
      json.field("x", shard.core.x);
      json.field("y", shard.core.y);
      json.key("rows");
      json.intArray({shard.rowBegin, shard.rowEnd});
      json.key("columns");
      json.intArray({shard.colBegin, shard.colEnd});
      json.field("bytes", shard.bytes);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endObject();
  return json.str();
}

/// Whether TTNN runs what is shown.
static Result<bool> show(const ShowOptions &options) {
  SystemDesc system;
  ALCOVE_ASSIGN_OR_RETURN(DeviceDesc device, options.device.build(system));
  std::string text = systemText(system, device), caption = system.name;
  TensorPlacement placement;
  TtnnVerdict verdict;
  if (!options.layout.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(TensorSpec tensor, parseTensorSpec(options.layout));
    ALCOVE_ASSIGN_OR_RETURN(MeshDistribution distribution, parseDistribution(options.distribute));
    ALCOVE_ASSIGN_OR_RETURN(placement, placeTensor(tensor, device, distribution));
    verdict = ttnnRuns(tensor, device, system, distribution, placement);
    text += layoutText(tensor, placement, verdict);
    caption += "  " + toString(tensor);
  }
  bool runnable = options.layout.empty() || verdict.runnable;
  if (options.json) {
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically("-", showJson(system, device, options.layout, placement, verdict)));
    return runnable;
  }
  ALCOVE_ASSIGN_OR_RETURN(std::vector<PictureChip> chips,
                          drawChips(device, system, options.layout.empty() ? nullptr : &placement));
  if (!options.svg.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(options.svg, svgPicture(chips, device, caption)));
  if (options.svg != "-")
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically("-", text + textPicture(chips)));
  return runnable;
}

void device_tool::addShowCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App *command =
      app.add_subcommand("show", "Picture of a device, or of a layout on it; exit 3: TTNN does not run it");
  options->device.addTo(*command);
  command->add_option("--layout", options->layout, "Tensor and layout, e.g. '64x96|tile|bf16|l1|block_sharded|2x3'");
  command->add_option("--distribute", options->distribute,
                      "Per mesh dimension the tensor dimension that it cuts, or - to replicate, e.g. -,1");
  command->add_flag("--json", options->json, "The device, and where each shard lies, as JSON instead of a picture");
  command->add_option("--svg", options->svg, "Write the picture to this SVG file, too; - for standard output alone");
  command->callback([options, &exitCode] {
    Result<bool> runnable = show(*options);
    exitCode = !runnable ? fail(runnable.error()) : *runnable ? 0 : layoutDoesNotRun;
  });
}
