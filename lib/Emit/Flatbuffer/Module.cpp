//===- Module.cpp - A planned module as tt-mlir's .ttnn -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Python/FunctionText.h"
#include "Operations.h"
#include "alcove/Emit/Flatbuffer/Flatbuffer.h"

#include "llvm/Support/SHA256.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

using Tables = emit::flatbuffer::Values;
using flatbuffer::Item;
using flatbuffer::Items;
using flatbuffer::NodePtr;
using flatbuffer::Schema;

static constexpr size_t hashLength = 64; // SHA-256 in hexadecimal digits

static std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs();
  op->print(os, flags);
  return text;
}

static std::string hashOf(const std::string &text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)), /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

namespace {
struct Machine {
  NodePtr system;
  std::string hash;
};

int64_t integer(const NodePtr &node, const std::string &field) {
  auto found = node->fields.find(field);
  const auto *value = found == node->fields.end() ? nullptr : std::get_if<int64_t>(&found->second.value);
  return value ? *value : 0;
}

/// EMIT-14: the machine is the one that the plan was made for.
Status checkMachine(const NodePtr &system, Operation *function, const Tables &tables) {
  ttcore::SystemDescAttr planned = ttcore::lookupSystemDesc(function);
  ttcore::DeviceAttr device = ttcore::lookupDevice(function);
  if (!planned || !device || planned.getChipDescs().empty())
    return Error{"the module names no chip: plan it first (`alcove plan MODEL -o planned.mlir`)"};
  const auto &chips = std::get<Items>(system->fields.at("chip_descs").value);
  const auto &places = std::get<Items>(system->fields.at("chip_desc_indices").value);
  if (chips.empty() || places.size() < device.getChipIds().size())
    return Error{fmt::format("planned for {} chips, the machine has {}", device.getChipIds().size(), places.size())};
  NodePtr chip = std::get<NodePtr>(chips[0].value);
  ttcore::ChipDescAttr wanted = planned.getChipDescs()[0];
  ALCOVE_ASSIGN_OR_RETURN(Item arch, tables.member("Arch", ttcore::stringifyArch(wanted.getArch())));
  NodePtr grid = std::get<NodePtr>(chip->fields.at("grid_size").value);
  ArrayRef<int64_t> cores = device.getWorkerGrid().getShape();
  std::vector<std::string> wrong;
  if (integer(chip, "arch") != std::get<int64_t>(arch.value))
    wrong.push_back(fmt::format("architecture {}, the machine's is number {}",
                                ttcore::stringifyArch(wanted.getArch()).str(), integer(chip, "arch")));
  if (integer(grid, "y") < cores[0] || integer(grid, "x") < cores[1])
    wrong.push_back(fmt::format("a grid of {}x{} cores, the machine's is {}x{}", cores[0], cores[1], integer(grid, "y"),
                                integer(grid, "x")));
  if (integer(chip, "l1_size") < wanted.getInt("l1_size"))
    wrong.push_back(fmt::format("{} B of L1, the machine has {}", wanted.getInt("l1_size"), integer(chip, "l1_size")));
  if (!wrong.empty())
    return Error{fmt::format("planned for another machine: needs {}", fmt::join(wrong, "; "))};
  return {};
}

/// EMIT-14: schema hash and system come from a file of the machine.
Result<Machine> readMachine(const std::string &bytes, const Schema &schema) {
  if (bytes.size() < 12)
    return Error{"no file of the machine is named whose schema hash and system the flatbuffer needs"};
  std::string identifier = bytes.substr(8, 4);
  if (identifier == "TTSY") {
    ALCOVE_ASSIGN_OR_RETURN(flatbuffer::FoundInRoot found,
                            flatbuffer::findInRoot(bytes, schema, "SystemDesc", identifier, hashLength));
    return Machine{found.table, found.text};
  }
  ALCOVE_ASSIGN_OR_RETURN(NodePtr root, flatbuffer::read(bytes, schema, "TTNNBinary", "TTNN"));
  if (!root->fields.contains("system_desc") || !root->fields.contains("schema_hash"))
    return Error{"has no system description or no schema hash"};
  return Machine{std::get<NodePtr>(root->fields["system_desc"].value),
                 std::get<std::string>(root->fields["schema_hash"].value)};
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

class ModuleWriter {
public:
  ModuleWriter(const Tables &tables, std::vector<func::FuncOp> functions)
      : tables(tables), functions(std::move(functions)) {
    for (auto [index, function] : llvm::enumerate(this->functions))
      programOf[function.getName()] = index;
  }

  Result<NodePtr> write(const Machine &machine, const std::string &source, const std::string &commit) {
    Items programs;
    for (func::FuncOp function : functions) {
      ALCOVE_ASSIGN_OR_RETURN(NodePtr program, programOfFunction(function));
      programs.push_back({program});
    }
    ALCOVE_ASSIGN_OR_RETURN(
        NodePtr version,
        tables.make("Version", {{"major", {int64_t{0}}}, {"minor", {int64_t{0}}}, {"patch", {int64_t{0}}}}));
    ALCOVE_ASSIGN_OR_RETURN(NodePtr mlir, tables.make("MLIR", {{"name", {std::string("ttnn")}}, {"source", {source}}}));
    return tables.make("TTNNBinary", {{"version", {version}},
                                      {"schema_hash", {machine.hash}},
                                      {"ttmlir_git_hash", {commit}},
                                      {"system_desc", {machine.system}},
                                      {"mlir", {mlir}},
                                      {"programs", {programs}}});
  }

private:
  Result<NodePtr> newTensor(mlir::Value value, bool presharded) {
    ALCOVE_ASSIGN_OR_RETURN(NodePtr desc, tables.tensorDesc(cast<RankedTensorType>(value.getType()), presharded));
    ALCOVE_ASSIGN_OR_RETURN(NodePtr made, tables.make("TensorRef", {{"global_id", {++lastId}}, {"desc", {desc}}}));
    references[value] = made;
    return made;
  }

  Result<NodePtr> referenceOf(mlir::Value value) {
    if (auto found = references.find(value); found != references.end())
      return found->second;
    if (isa<ttnn::DeviceType>(value.getType())) {
      if (!device) { // all programs run on one
        ALCOVE_ASSIGN_OR_RETURN(device, tables.make("DeviceRef", {{"global_id", {++lastId}}}));
      }
      return device;
    }
    if (isa<RankedTensorType>(value.getType()))
      return newTensor(value, false);
    ALCOVE_ASSIGN_OR_RETURN(NodePtr made, tables.make("GlobalSemaphoreRef", {{"global_id", {++lastId}}}));
    return references[value] = made;
  }

  Result<Item> listOf(ValueRange range) {
    Items items;
    for (mlir::Value value : range) {
      ALCOVE_ASSIGN_OR_RETURN(NodePtr node, referenceOf(value));
      items.push_back({node});
    }
    return Item{items};
  }

  Result<NodePtr> programOfFunction(func::FuncOp function) {
    std::map<std::string, Item> fields;
    fields["name"] = {function.getName().str()};
    for (BlockArgument argument : function.getArguments()) {
      auto status = function.getArgAttrOfType<ttcore::ShardStatusAttr>(argument.getArgNumber(), "ttcore.shard_status");
      bool presharded = status && status.getValue() == ttcore::ShardStatus::Presharded;
      if (isa<RankedTensorType>(argument.getType()))
        ALCOVE_RETURN_IF_ERROR(newTensor(argument, presharded));
    }
    ALCOVE_ASSIGN_OR_RETURN(fields["inputs"], listOf(function.getArguments()));
    Items operations;
    for (Operation &op : function.getBody().front()) {
      if (isa<func::ReturnOp>(op)) {
        ALCOVE_ASSIGN_OR_RETURN(fields["outputs"], listOf(op.getOperands()));
        continue;
      }
      Result<NodePtr> operation = operationOf(&op);
      if (!operation)
        return Error{fmt::format("{} of {}: {}", op.getName().getStringRef().str(), function.getName().str(),
                                 operation.error().message)};
      if (*operation)
        operations.push_back({*operation});
    }
    fields["operations"] = {operations};
    fields["dylibs"] = {Items()};
    ALCOVE_ASSIGN_OR_RETURN(NodePtr golden, tables.make("GoldenInfo", {{"golden_map", {Items()}}}));
    ALCOVE_ASSIGN_OR_RETURN(NodePtr debug,
                            tables.make("DebugInfo", {{"mlir_stages", {Items()}}, {"golden_info", {golden}}}));
    fields["debug_info"] = {debug};
    fields["private"] = {int64_t{!isEntry(function)}};
    ALCOVE_ASSIGN_OR_RETURN(NodePtr mesh, meshOf(function));
    fields["mesh_shape"] = {mesh};
    fields["semaphore_inputs"] = {Items()};
    return tables.make("Program", fields);
  }

  Result<NodePtr> meshOf(Operation *function) {
    ArrayRef<int64_t> shape = ttcore::lookupDevice(function).getMeshShape();
    int64_t columns = shape.empty() ? 1 : shape.back(), rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
    return tables.make("Dim2d", {{"y", {rows}}, {"x", {columns}}});
  }

  Result<NodePtr> typeOf(Operation *op) {
    if (auto cached = dyn_cast<ttcore::LoadCachedOp>(op)) {
      std::map<std::string, Item> fields;
      ALCOVE_ASSIGN_OR_RETURN(fields["inputs"], listOf(cached.getInputs()));
      ALCOVE_ASSIGN_OR_RETURN(fields["outputs"], listOf(cached.getResults()));
      auto index = static_cast<int64_t>(programOf.lookup(cached.getCallee()));
      fields["callee_name"] = {cached.getCallee().str()};
      fields["program_idx"] = {index};
      fields["program_hash"] = {hashOf(textOf(functions[index]))};
      return tables.make("LoadCachedOp", fields);
    }
    if (isa<ttnn::GetDeviceOp>(op)) {
      std::map<std::string, Item> fields;
      ALCOVE_ASSIGN_OR_RETURN(NodePtr device, referenceOf(op->getResult(0)));
      ALCOVE_ASSIGN_OR_RETURN(NodePtr offset, tables.make("Dim2d", {{"y", {int64_t{0}}}, {"x", {int64_t{0}}}}));
      ALCOVE_ASSIGN_OR_RETURN(NodePtr mesh, meshOf(op));
      fields["out"] = {device};
      fields["offset"] = {offset};
      Items chips;
      for (int64_t chip : ttcore::lookupDevice(op).getChipIds())
        chips.push_back({chip});
      fields["mesh"] = {mesh};
      fields["chip_ids"] = {chips};
      return tables.make("GetDeviceOp", fields);
    }
    return flatbuffer::operationOf(op, tables, [this](mlir::Value value) { return referenceOf(value); });
  }

  Result<NodePtr> operationOf(Operation *op) {
    if (isa<ttcore::OptimizationBarrierOp>(op)) {
      for (auto [result, operand] : llvm::zip(op->getResults(), op->getOperands())) {
        ALCOVE_ASSIGN_OR_RETURN(NodePtr same, referenceOf(operand));
        references[result] = same;
      }
      return NodePtr();
    }
    ALCOVE_ASSIGN_OR_RETURN(NodePtr type, typeOf(op));
    std::string location;
    llvm::raw_string_ostream(location) << op->getLoc();
    return tables.make("Operation", {{"type", {type}}, {"debug_info", {textOf(op)}}, {"loc_info", {location}}});
  }

  const Tables &tables;
  std::vector<func::FuncOp> functions;
  llvm::StringMap<size_t> programOf;
  llvm::DenseMap<mlir::Value, NodePtr> references;
  NodePtr device;
  int64_t lastId = 0;
};
} // namespace

std::vector<std::string> emit::flatbufferVersions() { return Schema::versions(); }

Result<std::string> emit::flatbufferOf(ModuleOp module, const FlatbufferOptions &options) {
  ALCOVE_ASSIGN_OR_RETURN(Schema schema, Schema::load(options.version));
  ALCOVE_ASSIGN_OR_RETURN(Machine machine, readMachine(options.machine, schema));
  std::vector<func::FuncOp> entries, others;
  module.walk([&](func::FuncOp function) {
    if (!function.isDeclaration())
      (isEntry(function) ? entries : others).push_back(function);
  });
  if (entries.empty())
    return Error{"the module has no public function of the device"};
  ttcore::DeviceAttr device = ttcore::lookupDevice(entries[0]);
  if (!device || device.getWorkerGrid().getShape().size() != 2)
    return Error{"the module names no chip: plan it first (`alcove plan MODEL -o planned.mlir`)"};
  ArrayRef<int64_t> grid = device.getWorkerGrid().getShape();
  Tables tables(schema, {grid[0], grid[1]});
  ALCOVE_RETURN_IF_ERROR(checkMachine(machine.system, entries[0], tables));
  entries.insert(entries.end(), others.begin(), others.end());
  ALCOVE_ASSIGN_OR_RETURN(NodePtr root, ModuleWriter(tables, entries).write(machine, textOf(module), options.version));
  return flatbuffer::write(root, schema, "TTNN");
}
