//===- OpTimeline.cpp - Modelled time and memory, op by op - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Sim/Numeric/OpTimeline.h"

#include "alcove/Json/Json.h"
#include "alcove/Sim/MemoryWalk.h"
#include "alcove/Sim/Numeric/Interpreter.h"

namespace alcove::sim {

namespace {

struct Timed {
  mlir::func::FuncOp function;
  FunctionWalk walk;
};

Result<std::vector<Timed>> walkAll(mlir::ModuleOp module) {
  std::vector<Timed> result;
  bool described = false;
  module.walk([&](mlir::func::FuncOp function) {
    std::optional<queries::Machine> machine = queries::machineOf(function);
    if (!machine || !isForwardFunction(function))
      return;
    described = true;
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(function);
    result.push_back({function, walkFunction(function, *model, *machine, machine->usableL1Bytes)});
  });
  if (!described)
    return Error{"a timeline needs a module with a system descriptor and a forward function: lower it first, or name a "
                 "device"};
  return result;
}

} // namespace

Result<std::string> timelineJson(mlir::ModuleOp module) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<Timed> functions, walkAll(module));
  JsonWriter json;
  json.beginObject();
  json.key("functions");
  json.beginArray();
  for (Timed &timed : functions) {
    json.beginObject();
    json.field("name", timed.function.getName().str());
    json.field("peak_l1_bytes", static_cast<int64_t>(timed.walk.peakBytes));
    double start = 0.0;
    json.key("steps");
    json.beginArray();
    for (const Step &step : timed.walk.steps) {
      json.beginObject();
      json.field("op", step.op->getName().getStringRef().str());
      json.field("location", locationText(step.op));
      json.field("timed", step.timed);
      json.field("start_ns", start);
      json.field("total_ns", double(step.runtime.totalNs));
      json.field("compute_ns", double(step.runtime.computeNs));
      json.field("dram_ns", double(step.runtime.dramNs));
      json.field("noc_ns", double(step.runtime.nocNs));
      json.field("launch_ns", double(step.runtime.launchNs));
      json.field("dram_bytes", int64_t(step.runtime.dramBytes));
      json.field("live_bytes", int64_t(step.liveBytes));
      json.field("need_bytes", int64_t(step.needBytes));
      json.endObject();
      start += double(step.runtime.totalNs);
    }
    json.endArray();
    json.field("total_ns", start);
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return json.str();
}

Result<std::string> chromeTrace(mlir::ModuleOp module) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<Timed> functions, walkAll(module));
  JsonWriter json;
  json.beginObject();
  json.key("traceEvents");
  json.beginArray();
  int64_t process = 0;
  for (Timed &timed : functions) {
    double start = 0.0;
    auto event = [&](const char *phase, const std::string &name) {
      json.beginObject();
      json.field("name", name);
      json.field("ph", phase);
      json.field("pid", process);
      json.field("tid", int64_t(0));
      json.field("ts", start / 1000.0);
    };
    event("M", "process_name");
    json.key("args");
    json.beginObject();
    json.field("name", timed.function.getName().str());
    json.endObject();
    json.endObject();
    for (const Step &step : timed.walk.steps) {
      event("X", step.op->getName().getStringRef().str());
      json.field("dur", double(step.runtime.totalNs) / 1000.0);
      json.key("args");
      json.beginObject();
      json.field("location", locationText(step.op));
      json.field("dram_bytes", int64_t(step.runtime.dramBytes));
      json.endObject();
      json.endObject();
      event("C", "L1 bytes per core");
      json.key("args");
      json.beginObject();
      json.field("live", int64_t(step.liveBytes));
      json.field("need", int64_t(step.needBytes));
      json.endObject();
      json.endObject();
      start += double(step.runtime.totalNs);
    }
    ++process;
  }
  json.endArray();
  json.endObject();
  return json.str();
}

} // namespace alcove::sim
