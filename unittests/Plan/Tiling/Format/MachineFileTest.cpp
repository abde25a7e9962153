//===- MachineFileTest.cpp - Machine files: read, written, refused --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Format/MachineFile.h"
#include "SourceDirectory.h"

#include <gtest/gtest.h>

#include <filesystem>

using namespace alcove;
using namespace alcove::formats;

namespace {

std::string example() {
  auto machine = readMachine(ALCOVE_SOURCE_DIR "/examples/machine.json");
  EXPECT_TRUE(machine.ok());
  return machine ? writeMachine(*machine) : "";
}

/// The error of the example with `from` replaced by `to`.
std::string refused(const std::string &from, const std::string &to) {
  std::string text = example();
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at == std::string::npos)
    return "";
  auto machine = parseMachine(text.replace(at, from.size(), to));
  EXPECT_FALSE(machine.ok()) << to;
  return machine ? "" : machine.error().message;
}

bool has(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

} // namespace

TEST(MachineFileTest, EveryPresetIsRead) {
  size_t files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(ALCOVE_SOURCE_DIR "/devices/machines")) {
    auto machine = readMachine(entry.path().string());
    ASSERT_TRUE(machine.ok()) << machine.error().message;
    EXPECT_EQ(machine->name, entry.path().stem().string());
    const plan::Machine *preset = findMachine(machine->name);
    ASSERT_NE(preset, nullptr) << machine->name;
    EXPECT_EQ(*preset, *machine);
    ++files;
  }
  EXPECT_EQ(machinePresets().size(), files);
  EXPECT_EQ(findMachine("none"), nullptr);
}

TEST(MachineFileTest, WhatIsWrittenIsRead) {
  auto machine = parseMachine(example());
  ASSERT_TRUE(machine.ok());
  EXPECT_EQ(machine->cores, 2);
  EXPECT_EQ(machine->rate(plan::ElementKind::F16).macsPerNs, 64);
  ASSERT_EQ(machine->classBytes.size(), 1u);
  EXPECT_EQ(machine->classBytes[0].second, 32768);
  EXPECT_EQ(writeMachine(*machine), example());
}

TEST(MachineFileTest, WhatIsWrongIsNamed) {
  EXPECT_TRUE(has(refused("\"cores\": 2", "\"cores\": 0"), "TM-M1: cores is 0"));
  EXPECT_TRUE(has(refused("\"cores\": 2", "\"cores\": \"two\""), "cores"));
  EXPECT_TRUE(has(refused("\"cores\": 2,", ""), "cores"));
  EXPECT_TRUE(has(refused("\"cores\": 2", "\"kores\": 2, \"cores\": 2"), "kores"));
  EXPECT_TRUE(has(refused("\"core_gbps\": 6", "\"core_gbps\": 9"), "TM-M2"));
  EXPECT_TRUE(has(refused("\"burst_bytes\": 64", "\"burst_bytes\": 0"), "TM-M3"));
  EXPECT_TRUE(has(refused("\"i16\"", "\"i24\""), "i24"));
  EXPECT_TRUE(has(refused("\"macs_per_ns\": 128", "\"macs_per_ns\": -1"), "TM-M4: rates.i8.macs_per_ns is -1"));
  EXPECT_TRUE(has(refused("\"elementwise\"", "\"dsp\""), "TM-M5: class_bytes.dsp"));
  EXPECT_FALSE(parseMachine("").ok());
  EXPECT_FALSE(parseMachine("[]").ok());
  EXPECT_TRUE(has(readMachine("/does/not/exist").error().message, "/does/not/exist"));
}
