//===- ModelExplorer.cpp - A plan for Model Explorer ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ModelExplorer.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

static const char *colourOf(judge::Placement placement) {
  switch (placement) {
  case judge::Placement::L1Sharded:
    return "#aceebb";
  case judge::Placement::L1Interleaved:
    return "#b6e3ff";
  case judge::Placement::Dram:
    return "#ffd1b3";
  case judge::Placement::Host:
    return "#d8dee4";
  }
  return "";
}

namespace {
/// The graph of one function.
class GraphWriter {
public:
  GraphWriter(JsonWriter &json, ArrayRef<const OpLine *> lines) : json(json), lines(lines) {
    for (const OpLine *line : lines)
      byName[line->name] = line;
  }

  void write() {
    json.beginObject();
    json.field("id", lines.front()->function);
    list("nodes", [&] {
      for (const OpLine *line : lines)
        node(*line);
    });
    json.key("tasksData");
    json.beginObject();
    list("edgeOverlaysDataListLeftPane", [&] { dramEdges(); });
    json.endObject();
    json.endObject();
  }

private:
  template <typename Body>
  void list(const char *key, Body body) {
    json.key(key);
    json.beginArray();
    body();
    json.endArray();
  }

  void attribute(const char *key, const std::string &value) {
    if (value.empty())
      return;
    json.beginObject();
    json.field("key", key);
    json.field("value", value);
    json.endObject();
  }

  void node(const OpLine &line) {
    json.beginObject();
    json.field("id", line.name);
    json.field("label", line.op);
    json.field("namespace", llvm::join(line.scopes, "/"));
    list("subgraphIds", [] {});
    list("attrs", [&] {
      attribute("name", line.name);
      attribute("layout", line.layout);
      if (line.timed)
        attribute("time [us]", fmt::format("{:.3f}", line.runtime.totalNs / 1000));
      attribute("bound by", line.bound);
      attribute("math fidelity", line.fidelity + (line.fidelityAssumed ? " (assumed)" : ""));
      attribute("L1 bytes per core", fmt::format("{}", line.l1BytesPerCore));
      if (line.reason)
        attribute("why not in L1", fmt::format("[{}] {}", line.reason->id, line.reason->why));
      if (line.reason)
        attribute("remedy", line.reason->remedy);
    });
    list("incomingEdges", [&] {
      for (auto [operand, name] : llvm::enumerate(line.reads))
        if (byName.count(name))
          edge(name, operand);
    });
    list("inputsMetadata", [] {});
    list("outputsMetadata", [&] { output(line); });
    json.key("style");
    json.beginObject();
    json.field("backgroundColor", colourOf(line.placement));
    json.endObject();
    json.key("config");
    json.null();
    json.endObject();
  }

  void edge(const std::string &source, size_t operand) {
    json.beginObject();
    json.field("sourceNodeId", source);
    json.field("sourceNodeOutputId", "0");
    json.field("targetNodeInputId", fmt::format("{}", operand));
    json.endObject();
  }

  void output(const OpLine &line) {
    json.beginObject();
    json.field("id", "0");
    list("attrs", [&] {
      attribute("__tensor_tag", line.name);
      attribute("shape", line.layout.substr(0, line.layout.find('|')));
    });
    json.endObject();
  }

  void dramEdges() {
    json.beginObject();
    json.field("type", "edge_overlays");
    json.field("name", "traffic");
    list("overlays", [&] {
      json.beginObject();
      json.field("name", "read from DRAM");
      json.field("edgeColor", "#bc4c00");
      list("edges", [&] {
        for (const OpLine *line : lines)
          for (const std::string &name : line->reads)
            if (const OpLine *source = byName.lookup(name); source && source->placement == judge::Placement::Dram)
              overlayEdge(name, *line, *source);
      });
      json.endObject();
    });
    json.endObject();
  }

  void overlayEdge(const std::string &source, const OpLine &target, const OpLine &from) {
    json.beginObject();
    json.field("sourceNodeId", source);
    json.field("targetNodeId", target.name);
    json.field("label", from.layout);
    json.endObject();
  }

  JsonWriter &json;
  ArrayRef<const OpLine *> lines;
  llvm::StringMap<const OpLine *> byName;
};
} // namespace

std::string transforms::modelExplorerJson(StringRef module, const std::vector<OpLine> &lines) {
  llvm::MapVector<StringRef, SmallVector<const OpLine *>> functions;
  for (const OpLine &line : lines)
    functions[line.function].push_back(&line);
  JsonWriter json;
  json.beginObject();
  json.field("label", module.empty() ? "module" : module.str());
  json.key("graphs");
  json.beginArray();
  for (auto &[name, ops] : functions)
    GraphWriter(json, ops).write();
  json.endArray();
  json.endObject();
  return json.str();
}
