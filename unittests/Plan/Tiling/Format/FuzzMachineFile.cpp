//===- FuzzMachineFile.cpp - Bytes as the file of a machine ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes are a machine, or change numbers of a preset (first byte odd). What is read obeys the rules of machines and comes
// back as it is written.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Format/MachineFile.h"
#include "testing/Plan/EditedText.h"

#include <cstdlib>

using namespace alcove;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::vector<std::string> presets = formats::machinePresets();
  bool edits = size > 1 && data[0] % 2 == 1;
  std::string text =
      edits ? testing::editedText(formats::writeMachine(*formats::findMachine(presets[data[1] % presets.size()])),
                                  data + 2, size - 2)
            : std::string(reinterpret_cast<const char *>(data), size);
  Result<plan::Machine> machine = formats::parseMachine(text);
  if (!machine.ok())
    return 0;
  Result<plan::Machine> again = formats::parseMachine(formats::writeMachine(*machine));
  if (!check(*machine).ok() || !again.ok() || !(*again == *machine))
    std::abort();
  return 0;
}
