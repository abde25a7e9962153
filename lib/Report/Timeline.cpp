//===- Timeline.cpp - An execution as files -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/Timeline.h"

#include "alcove/Base/Json/Json.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::judge;

/// When instruction `step` begins: the start of the first op at or behind it.
static Nanoseconds timeOf(const Report &report, int64_t step) {
  auto it = std::lower_bound(report.steps.begin(), report.steps.end(), step,
                             [](const StepRecord &record, int64_t at) { return record.step < at; });
  return it == report.steps.end() ? report.totalNs : it->startNs;
}

static const char *nameOf(Space space) { return space == Space::L1 ? "l1" : space == Space::Dram ? "dram" : "host"; }

static std::string nameOf(const Report &report, const Residence &residence) {
  return residence.tensor == noTensor ? "temporary" : report.tensors[residence.tensor].name;
}

/// Time by resource and traffic, as fields of the object being written.
static void writeSplit(JsonWriter &json, const opmodel::Runtime &runtime) {
  json.field("compute_ns", runtime.computeNs);
  json.field("dram_ns", runtime.dramNs);
  json.field("noc_ns", runtime.nocNs);
  json.field("launch_ns", runtime.launchNs);
  json.field("dram_bytes", runtime.dramBytes);
}

static void writeStep(JsonWriter &json, const StepRecord &step) {
  json.beginObject();
  json.field("step", step.step);
  json.field("op", step.op);
  json.field("name", step.name);
  json.field("start_ns", step.startNs);
  json.field("duration_ns", step.durationNs);
  if (step.runtime) {
    writeSplit(json, *step.runtime);
    json.field("cores", step.runtime->cores);
  }
  json.field("live_l1_bytes", step.liveL1Bytes);
  json.field("peak_l1_bytes", step.peakL1Bytes);
  json.field("peak_extent_bytes", step.peakExtent);
  json.field("lowest_address", step.lowestAddress);
  json.field("cb_bytes", step.circularBufferBytes);
  json.field("live_dram_bytes", step.liveDramBytes);
  json.endObject();
}

static void writeReport(JsonWriter &json, const Report &report) {
  json.beginObject();
  json.field("name", report.name);
  json.field("l1_bytes_per_core", report.chip.l1Bytes);
  json.field("peak_sum_bytes", report.peakSumBytes);
  json.field("peak_l1_bytes", report.peakL1Bytes);
  json.field("peak_extent_bytes", report.peakExtent);
  json.field("fragmentation", report.fragmentation());
  json.field("peak_dram_bytes_per_channel", report.peakDramBytes);
  json.field("time_ns", report.totalNs);
  json.field("instructions", report.numInstructions);
  json.field("violations", report.violations.size());
  json.key("steps");
  json.beginArray();
  for (const StepRecord &step : report.steps)
    writeStep(json, step);
  json.endArray();
  json.key("tensors");
  json.beginArray();
  for (const Residence &residence : report.residences) {
    json.beginObject();
    json.field("name", nameOf(report, residence));
    json.field("space", nameOf(residence.space));
    json.field("begin", residence.range.begin);
    json.field("end", residence.range.end);
    json.field("first_step", residence.firstStep);
    json.field("last_step", residence.lastStep);
    json.field("start_ns", timeOf(report, residence.firstStep));
    json.field("end_ns", timeOf(report, residence.lastStep));
    json.endObject();
  }
  json.endArray();
  json.endObject();
}

std::string judge::timelineJson(const std::vector<Report> &functions) {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-timeline");
  json.field("version", int64_t{1});
  json.key("functions");
  json.beginArray();
  for (const Report &report : functions)
    writeReport(json, report);
  json.endArray();
  json.endObject();
  return json.str();
}

namespace {

/// Events of the trace format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
/// Times there are microseconds.
class TraceWriter {
public:
  void process(int64_t pid, const Report &report) {
    this->pid = pid;
    metadata("process_name", opTrack, report.name);
    metadata("thread_name", opTrack, "ops");
    for (const Resource &resource : resources)
      metadata("thread_name", resource.track, resource.name);
    for (const StepRecord &step : report.steps)
      op(step);
    int64_t id = 0;
    for (const Residence &residence : report.residences)
      if (residence.space == Space::L1 && residence.tensor != noTensor)
        tensor(report, residence, id++);
  }

  void op(const StepRecord &step) {
    std::string name = step.name.empty() ? step.op : step.name;
    begin(name, "X", step.startNs);
    json.field("cat", step.op);
    json.field("dur", step.durationNs / 1000);
    json.key("args");
    json.beginObject();
    json.field("step", step.step);
    json.field("op", step.op);
    if (step.runtime)
      writeSplit(json, *step.runtime);
    json.endObject();
    json.endObject();
    for (const Resource &resource : resources)
      if (step.runtime && (*step.runtime).*resource.time > 0) {
        begin(name, "X", step.startNs, resource.track);
        json.field("cat", step.op);
        json.field("dur", (*step.runtime).*resource.time / 1000);
        json.endObject();
      }
    begin("L1 bytes per core", "C", step.startNs);
    json.key("args");
    json.beginObject();
    json.field("live", step.peakL1Bytes);
    json.field("fragmented", step.peakExtent - step.peakL1Bytes);
    json.endObject();
    json.endObject();
  }

  void tensor(const Report &report, const Residence &residence, int64_t id) {
    for (bool first : {true, false}) {
      begin(nameOf(report, residence), first ? "b" : "e",
            timeOf(report, first ? residence.firstStep : residence.lastStep));
      json.field("cat", "L1");
      json.field("id", id);
      if (first) {
        json.key("args");
        json.beginObject();
        json.field("begin", residence.range.begin);
        json.field("end", residence.range.end);
        json.endObject();
      }
      json.endObject();
    }
  }

  JsonWriter json;

private:
  /// A track per resource: how long an op needs it, from the op's start; the longest is what the op takes.
  struct Resource {
    const char *name;
    int64_t track;
    Nanoseconds opmodel::Runtime::*time;
  };
  static constexpr int64_t opTrack = 0;
  static constexpr Resource resources[] = {{"compute", 1, &opmodel::Runtime::computeNs},
                                           {"DRAM", 2, &opmodel::Runtime::dramNs},
                                           {"NoC", 3, &opmodel::Runtime::nocNs},
                                           {"launch", 4, &opmodel::Runtime::launchNs}};

  void begin(const std::string &name, const char *phase, Nanoseconds at, int64_t track = opTrack) {
    json.beginObject();
    json.field("name", name);
    json.field("ph", phase);
    json.field("pid", pid);
    json.field("tid", track);
    json.field("ts", at / 1000);
  }

  void metadata(const char *what, int64_t track, const std::string &name) {
    begin(what, "M", 0, track);
    json.key("args");
    json.beginObject();
    json.field("name", name);
    json.endObject();
    json.endObject();
  }

  int64_t pid = 0;
};

} // namespace

std::string judge::chromeTrace(const std::vector<Report> &functions) {
  TraceWriter writer;
  writer.json.beginObject();
  writer.json.key("traceEvents");
  writer.json.beginArray();
  for (size_t i = 0; i < functions.size(); ++i)
    writer.process(static_cast<int64_t>(i), functions[i]);
  writer.json.endArray();
  writer.json.field("displayTimeUnit", "ns");
  writer.json.endObject();
  return writer.json.str();
}
