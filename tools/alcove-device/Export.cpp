//===- Export.cpp - alcove-device export ---------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

using namespace alcove;
using namespace alcove::device;

namespace {
struct ExportOptions {
  device_tool::DeviceOptions device;
  std::string format = "json", output;
};
} // namespace

static Result<std::string> exported(const ExportOptions &options) {
  SystemDesc system;
  if (options.format == "device") {
    ALCOVE_ASSIGN_OR_RETURN(DeviceDesc device, options.device.build(system));
    return "#ttcore.device" + deviceAttributeText(device) + "\n";
  }
  ALCOVE_ASSIGN_OR_RETURN(system, loadSystemDesc(options.device.system));
  return options.format == "json" ? writeSystemDesc(system) : systemDescAttributeText(system) + "\n";
}

void device_tool::addExportCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App *command = app.add_subcommand("export", "A system descriptor or device as text for other tools");
  options->device.addTo(*command);
  command->add_option("--format", options->format, "json, #ttcore.system_desc or #ttcore.device")
      ->check(CLI::IsMember({"json", "system_desc", "device"}));
  command->add_option("-o,--output", options->output, "File to write (default: standard output)");
  command->callback([options, &exitCode] {
    Result<std::string> text = exported(*options);
    exitCode = text.ok() ? emit(options->output, *text) : fail(text.error());
  });
}
