//===- Program.cpp - A planned module as one Python file ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Emit/Python/Program.h"
#include "EmbeddedText.h"
#include "FunctionText.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTNN/L1Small.h"
#include "alcove/Ops/Dialect/TTNN/MeshConfigs.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

/// What `alcove session` says of the functions that it planned together; null for any other module.
static DictionaryAttr sessionOf(Operation *function) {
  return function->getParentOp()->getAttrOfType<DictionaryAttr>("alcove.session");
}

namespace {
/// What the plan was made for; the program compares it with what it finds.
struct Target {
  std::string arch;
  int64_t rows = 0, columns = 0, l1Bytes = 0, l1SmallBytes = 0, meshRows = 1, meshColumns = 1;
};

Result<Target> targetOf(Operation *function) {
  ttcore::SystemDescAttr system = ttcore::lookupSystemDesc(function);
  ttcore::DeviceAttr device = ttcore::lookupDevice(function);
  if (!system || !device || system.getChipDescs().empty() || device.getWorkerGrid().getShape().size() != 2)
    return Error{
        "the module names no chip: it has no ttcore.system_desc and no ttcore.device of a grid of rank 2; plan "
        "it first (`alcove plan MODEL -o planned.mlir`)"};
  ttcore::ChipDescAttr chip = system.getChipDescs()[0];
  Result<device::ChipDesc> desc = ttcore::chipDescOf(chip);
  Target target{ttcore::stringifyArch(chip.getArch()).str(),
                device.getWorkerGrid().getShape()[0],
                device.getWorkerGrid().getShape()[1],
                chip.getInt("l1_size"),
                desc ? ttnn::l1SmallBytesOf(function, *desc) : 0,
                1,
                1};
  if (ArrayRef<int64_t> mesh = device.getMeshShape(); !mesh.empty()) {
    target.meshColumns = mesh.back();
    target.meshRows = mesh.size() > 1 ? mesh[mesh.size() - 2] : 1;
  }
  return target;
}

/// Functions of the device, callees before callers as far as the module has them so; Python does not care.
std::vector<func::FuncOp> functionsOf(ModuleOp module) {
  std::vector<func::FuncOp> all;
  module.walk([&](func::FuncOp function) {
    if (!function.isDeclaration())
      all.push_back(function);
  });
  return all;
}

class ProgramWriter {
public:
  ProgramWriter(const ProgramOptions &options, const SignatureTable &table, const Target &target)
      : options(options), target(target), values(table, {target.rows, target.columns}) {}

  Result<std::string> write(ArrayRef<func::FuncOp> all) {
    for (func::FuncOp function : all) {
      if (Status written = isEntry(function) ? writeEntry(function) : writeCallee(function); !written)
        return written.error();
    }
    if (entries.empty())
      return Error{"the module has no public function of the device"};
    ALCOVE_ASSIGN_OR_RETURN(std::string order, orderOf(all));
    std::string text = head(std::max(target.l1SmallBytes, reserved(all, "l1_small")), reserved(all, "trace_region"));
    for (const Values::Named &each : values.named())
      text += fmt::format("{} = {}\n", each.name, each.text);
    text += "\n# How the host cuts arguments for the chips: axis of the mesh, dimension.\nCUTS = {";
    for (const auto &[name, how] : cuts)
      text += fmt::format("\n    {}: {{{}}},", ofString(name).text, how);
    text += cuts.empty() ? "}\n" : "\n}\n";
    text += "\n" + functions;
    for (const auto &[name, ops] : entryOps)
      text += fmt::format("\n# Ops of the plan in the order in which {0} runs them.\nOPS_{0} = [\n{1}]\n", name,
                          filled(flattened(ops)));
    text += fmt::format("\nSTAGES = [\n{}]\nPROGRAMS = [{}]\n{}\n\n", filled(staged), entries, order);
    for (const EmbeddedText &part : embeddedProgramParts())
      text += part.text();
    return text;
  }

private:
  static int64_t reserved(ArrayRef<func::FuncOp> functions, StringRef name) {
    DictionaryAttr session = sessionOf(functions.front());
    auto bytes = session ? session.getAs<IntegerAttr>(name) : IntegerAttr();
    return bytes ? bytes.getInt() : 0;
  }

  /// The session's order, and which arguments stay from call to call; no steps where functions were planned one by one.
  static Result<std::string> orderOf(ArrayRef<func::FuncOp> functions) {
    DictionaryAttr session = sessionOf(functions.front());
    if (!session)
      return std::string("SESSION = []  # the functions were planned one by one\nITEMS = {}\n");
    auto names = session.getAs<ArrayAttr>("order");
    auto times = session.getAs<DenseI64ArrayAttr>("times");
    auto summary = session.getAs<StringAttr>("summary");
    if (!names || !times || !summary || names.size() != static_cast<size_t>(times.size()) || names.empty())
      return Error{"alcove.session: needs order, as many times, and a summary, as `alcove session` writes them"};
    std::string text = "\n# The session that was planned, as modelled; bytes are those of one bank.\n", steps, items;
    SmallVector<StringRef> lines;
    StringRef(summary.getValue()).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines)
      text += fmt::format("# {}\n", line.str());
    for (auto [name, count] : llvm::zip(names.getAsRange<StringAttr>(), times.asArrayRef())) {
      if (llvm::none_of(functions, [&](func::FuncOp each) { return isEntry(each) && each.getSymNameAttr() == name; }))
        return Error{fmt::format("alcove.session: order: '{}' is no function of the module", name.str())};
      steps += fmt::format("{}({}, {})", steps.empty() ? "" : ", ", ofString(name.str()).text, count);
    }
    for (func::FuncOp function : functions) {
      if (!isEntry(function))
        continue;
      std::string held;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (auto item = function.getArgAttrOfType<StringAttr>(i, "alcove.item"))
          held += fmt::format("{}{}: {}", held.empty() ? "" : ", ", ofString(argumentName(function, i)).text,
                              ofString(item.str()).text);
      items += fmt::format("    {}: {{{}}},\n", ofString(function.getName().str()).text, held);
    }
    return text +
           fmt::format("SESSION = [{}]  # function, calls\n# Arguments that stay where they are from call to call, by "
                       "the name that they have in all functions.\nITEMS = {{\n{}}}\n",
                       steps, items);
  }

  std::string head(int64_t l1Small, int64_t traceRegion) const {
    return fmt::format(R"(#!/usr/bin/env python3
"""{}: its plan as a program over ttnn.

Written by {}. Edit it freely: every line is an op of the plan, with its configurations.
`python3 main.py --help` says how to run it.
"""
import argparse
import os
import sys
import time

import numpy as np
import ttnn

PLAN = {{
    "ttnn": "{}",  # the version whose signatures the calls were checked against
    "arch": "{}",
    "grid": ({}, {}),  # columns, rows
    "l1_size": {},
    "l1_small": {},  # at the top of every core's L1, for the tables of convolutions and pools
    "trace_region": {},  # of every DRAM bank, that the plan leaves free
    "mesh": ({}, {}),  # rows, columns
}}

)",
                       options.model, options.writtenBy, options.ttnnVersion, target.arch, target.columns, target.rows,
                       target.l1Bytes, l1Small, traceRegion, target.meshRows, target.meshColumns);
  }

  std::string writtenAs(StringRef callee) const {
    auto found = sameText.find(callee.str());
    return found == sameText.end() ? pythonName(callee) : found->second;
  }

  Result<FunctionText> textOf(func::FuncOp function) {
    return functionText(function, values,
                        {target.rows * target.columns, options.nanoseconds, static_cast<bool>(sessionOf(function))},
                        [this](StringRef callee) { return writtenAs(callee); });
  }

  /// With the ops of callees in the place of their calls.
  std::vector<std::string> flattened(const std::vector<std::string> &ops) const {
    std::vector<std::string> all;
    for (const std::string &op : ops) {
      auto callee = op.starts_with("@") ? calleeOps.find(op.substr(1)) : calleeOps.end();
      if (callee == calleeOps.end()) {
        all.push_back(op);
        continue;
      }
      std::vector<std::string> inner = flattened(callee->second);
      all.insert(all.end(), inner.begin(), inner.end());
    }
    return all;
  }

  /// Strings as lines of a list, as many in one as fit.
  static std::string filled(const std::vector<std::string> &words) {
    std::string text;
    size_t column = 0;
    for (const std::string &word : words) {
      std::string piece = ofString(word).text + ",";
      bool fits = column > 0 && column + piece.size() + 1 <= 118;
      text += (fits ? " " : column > 0 ? "\n    " : "    ") + piece;
      column = (fits ? column + 1 : 4) + piece.size();
    }
    return words.empty() ? "" : text + "\n";
  }

  /// Layers repeat: what was written already is not written again.
  Status writeCallee(func::FuncOp function) {
    ALCOVE_ASSIGN_OR_RETURN(FunctionText text, textOf(function));
    std::string name = pythonName(function.getName());
    calleeOps[function.getName().str()] = text.ops;
    auto [found, isNew] = writtenBodies.try_emplace(text.parameters + "\n" + withoutComments(text.body), name);
    sameText[function.getName().str()] = found->second;
    if (isNew)
      functions += fmt::format("\ndef {}({}):\n{}\n", name, text.parameters, text.body);
    return {};
  }

  static std::string withoutComments(StringRef body) {
    std::string rest;
    while (!body.empty()) {
      auto [line, behind] = body.split('\n');
      if (!line.ltrim().starts_with("#"))
        rest += line.str() + "\n";
      body = behind;
    }
    return rest;
  }

  Status writeEntry(func::FuncOp function) {
    ALCOVE_ASSIGN_OR_RETURN(FunctionText text, textOf(function));
    std::string name = pythonName(function.getName());
    ALCOVE_ASSIGN_OR_RETURN(std::string arguments, argumentsOf(function));
    staged.insert(staged.end(), text.staged.begin(), text.staged.end());
    entryOps.emplace_back(name, text.ops);
    functions += text.stages;
    functions +=
        fmt::format("\ndef prepare_{0}(device, arguments, constants=None):\n    \"\"\"Runs once: what depends on "
                    "weights alone.\"\"\"\n    constants = {{}} if constants is None else constants\n{1}    return "
                    "constants\n\n\ndef {0}({2}):\n{3}\n\n"
                    "# Name, role, shape, data type, pages, place (None: the host).\n"
                    "ARGUMENTS_{0} = [\n{4}]\n",
                    name, text.prepare, text.parameters, text.body, arguments);
    entries += fmt::format("{0}(\"{1}\", prepare_{2}, {2}, ARGUMENTS_{2}, OPS_{2})", entries.empty() ? "" : ", ",
                           function.getName().str(), name);
    return {};
  }

  Result<std::string> argumentsOf(func::FuncOp function) {
    std::string lines;
    for (BlockArgument argument : function.getArguments()) {
      if (isa<ttnn::DeviceType>(argument.getType()))
        continue; // the one that the program opens
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      std::string name = argumentName(function, argument.getArgNumber());
      if (!type)
        return Error{fmt::format("argument '{}' of {} is no tensor", name, function.getName().str())};
      ttnn::ToDeviceOp part = partOf(argument);
      Result<Expression> held = values.dataType(type), pages = values.pageLayout(type),
                         place = values.memoryConfig(part ? cast<RankedTensorType>(part.getType()) : type);
      for (const Result<Expression> *each : {&held, &pages, &place})
        if (!*each)
          return Error{fmt::format("argument '{}' of {}: {}", name, function.getName().str(), each->error().message)};
      lines += fmt::format("    ({}, \"{}\", {}, {}, {}, {}),\n", ofString(name).text,
                           isWeight(function, argument.getArgNumber()) ? "weight" : "input",
                           ofInts(type.getShape()).text, held->text, pages->text, place->text);
      if (part)
        ALCOVE_RETURN_IF_ERROR(noteCuts(name, part.getInput().getDefiningOp<ttnn::DistributeTensorOp>()));
    }
    return lines;
  }

  Status noteCuts(const std::string &name, ttnn::DistributeTensorOp parts) {
    ALCOVE_ASSIGN_OR_RETURN(SmallVector<int64_t> dims, ttnn::dimsOfMapper(parts.getMapperConfig()));
    std::string text;
    for (auto [axis, dim] : llvm::enumerate(dims))
      if (dim >= 0)
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", axis, dim);
    if (auto [found, isNew] = cuts.try_emplace(name, text); !isNew && found->second != text)
      return Error{fmt::format("argument '{}' is cut in two ways by functions of one program", name)};
    return {};
  }

  const ProgramOptions &options;
  const Target &target;
  Values values;
  std::string functions, entries;
  std::map<std::string, std::string> cuts; ///< of arguments by name: axis of the mesh and dimension
  std::vector<std::string> staged;
  std::vector<std::pair<std::string, std::vector<std::string>>> entryOps; ///< by name in the program
  std::map<std::string, std::vector<std::string>> calleeOps;              ///< by name in the module
  std::map<std::string, std::string> writtenBodies, sameText;
};
} // namespace

Result<std::string> emit::pythonProgram(ModuleOp module, const ProgramOptions &options) {
  ALCOVE_ASSIGN_OR_RETURN(SignatureTable table, SignatureTable::load(options.ttnnVersion));
  std::vector<func::FuncOp> all = functionsOf(module);
  if (all.empty())
    return Error{"the module has no functions"};
  ALCOVE_ASSIGN_OR_RETURN(Target target, targetOf(all.front()));
  return ProgramWriter(options, table, target).write(all);
}

Result<std::map<std::string, double>> emit::readDurations(const std::string &json) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(json));
  JsonCursor functions = document.root().field("functions");
  std::map<std::string, double> durations;
  ALCOVE_ASSIGN_OR_RETURN(size_t count, functions.arraySize());
  for (size_t i = 0; i < count; ++i) {
    JsonCursor steps = functions.element(i).field("steps");
    ALCOVE_ASSIGN_OR_RETURN(size_t ops, steps.arraySize());
    for (size_t k = 0; k < ops; ++k) {
      ALCOVE_ASSIGN_OR_RETURN(std::string name, steps.element(k).field("name").asString());
      ALCOVE_ASSIGN_OR_RETURN(durations[name], steps.element(k).field("duration_ns").asDouble());
    }
  }
  return durations;
}

std::vector<std::string> emit::opsOfProgram() { return opsWithRows(); }
