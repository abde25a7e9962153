//===- MachineFile.cpp - Machine descriptions as JSON ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Format/MachineFile.h"

#include "EmbeddedMachines.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <fmt/format.h>

#include <map>

using namespace alcove;
using namespace alcove::formats;
using plan::ElementKind;
using plan::Machine;

namespace {

Status readRates(const JsonCursor &rates, Machine &machine) {
  ALCOVE_RETURN_IF_ERROR(rates.onlyFields({"i8", "i16", "f16", "f32"}));
  for (size_t kind = 0; kind < plan::elementKindCount; ++kind) {
    JsonCursor own = rates.field(plan::name(static_cast<ElementKind>(kind)));
    ALCOVE_ASSIGN_OR_RETURN(machine.rates[kind].macsPerNs, own.field("macs_per_ns").asDouble());
    ALCOVE_ASSIGN_OR_RETURN(machine.rates[kind].vectorOpsPerNs, own.field("vector_ops_per_ns").asDouble());
    ALCOVE_RETURN_IF_ERROR(own.onlyFields({"macs_per_ns", "vector_ops_per_ns"}));
  }
  return {};
}

const std::map<std::string, Machine, std::less<>> &presets() {
  static const std::map<std::string, Machine, std::less<>> all = [] {
    std::map<std::string, Machine, std::less<>> read;
    for (std::string_view text : embeddedMachines()) {
      Result<Machine> machine = parseMachine(text);
      // A preset that cannot be read is missing; a test reads every file.
      if (machine)
        read.emplace(machine->name, *machine);
    }
    return read;
  }();
  return all;
}

} // namespace

Result<Machine> formats::parseMachine(std::string_view json) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(json));
  JsonCursor root = document.root();
  ALCOVE_RETURN_IF_ERROR(root.onlyFields({"name", "source", "cores", "local_bytes", "slow_gbps", "core_gbps",
                                          "multicast", "transfer_start_ns", "burst_bytes", "rates", "class_bytes"}));
  Machine machine;
  ALCOVE_ASSIGN_OR_RETURN(machine.name, root.field("name").asString());
  if (JsonCursor source = root.optionalField("source"); source.present()) {
    ALCOVE_ASSIGN_OR_RETURN(machine.source, source.asString());
  }
  ALCOVE_ASSIGN_OR_RETURN(machine.cores, root.field("cores").asInt());
  ALCOVE_ASSIGN_OR_RETURN(machine.localBytes, root.field("local_bytes").asInt());
  ALCOVE_ASSIGN_OR_RETURN(machine.slowGbps, root.field("slow_gbps").asDouble());
  ALCOVE_ASSIGN_OR_RETURN(machine.coreGbps, root.field("core_gbps").asDouble());
  ALCOVE_ASSIGN_OR_RETURN(machine.multicast, root.field("multicast").asBool());
  ALCOVE_ASSIGN_OR_RETURN(machine.transferStartNs, root.field("transfer_start_ns").asDouble());
  ALCOVE_ASSIGN_OR_RETURN(machine.burstBytes, root.field("burst_bytes").asInt());
  ALCOVE_RETURN_IF_ERROR(readRates(root.field("rates"), machine));
  if (JsonCursor classes = root.optionalField("class_bytes"); classes.present()) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> names, classes.fieldNames());
    for (const std::string &name : names) {
      ALCOVE_ASSIGN_OR_RETURN(Bytes bytes, classes.field(name).asInt());
      machine.classBytes.emplace_back(name, bytes);
    }
  }
  ALCOVE_RETURN_IF_ERROR(plan::check(machine));
  return machine;
}

Result<Machine> formats::readMachine(const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path, size_t(1) << 20));
  Result<Machine> machine = parseMachine(text);
  if (!machine)
    return Error{path + ": " + machine.error().message};
  return machine;
}

std::string formats::writeMachine(const Machine &machine) {
  JsonWriter writer;
  writer.beginObject();
  writer.field("name", machine.name);
  writer.field("source", machine.source);
  writer.field("cores", machine.cores);
  writer.field("local_bytes", machine.localBytes);
  writer.field("slow_gbps", machine.slowGbps);
  writer.field("core_gbps", machine.coreGbps);
  writer.field("multicast", machine.multicast);
  writer.field("transfer_start_ns", machine.transferStartNs);
  writer.field("burst_bytes", machine.burstBytes);
  writer.key("rates");
  writer.beginObject();
  for (size_t kind = 0; kind < plan::elementKindCount; ++kind) {
    writer.key(plan::name(static_cast<ElementKind>(kind)));
    writer.beginObject();
    writer.field("macs_per_ns", machine.rates[kind].macsPerNs);
    writer.field("vector_ops_per_ns", machine.rates[kind].vectorOpsPerNs);
    writer.endObject();
  }
  writer.endObject();
  if (!machine.classBytes.empty()) {
    writer.key("class_bytes");
    writer.beginObject();
    for (const auto &[name, bytes] : machine.classBytes)
      writer.field(name, bytes);
    writer.endObject();
  }
  writer.endObject();
  return writer.str();
}

std::vector<std::string> formats::machinePresets() {
  std::vector<std::string> names;
  for (const auto &[name, machine] : presets())
    names.push_back(name);
  return names;
}

const Machine *formats::findMachine(std::string_view name) {
  auto found = presets().find(name);
  return found == presets().end() ? nullptr : &found->second;
}
