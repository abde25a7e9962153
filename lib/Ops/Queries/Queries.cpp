//===- Queries.cpp - From ops of the IR to op-model questions -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Queries/Queries.h"
#include "alcove/Ops/Queries/ModelAlone.h"

#include "alcove/Device/MeshLinks.h"
#include "alcove/OpModel/Analytical.h"
#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/OpModel/TimeParameters.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTNN/L1Small.h"
#include "alcove/Ops/Queries/MeasuredTimes.h"

#include <cmath>
#include <map>
#include <mutex>

using namespace mlir;
using namespace alcove;
using namespace alcove::queries;

/// What a module around `op` says under `name`; empty without it.
static StringRef textAround(Operation *op, StringRef name) {
  for (; op; op = op->getParentOp())
    if (auto text = op->getAttrOfType<StringAttr>(name))
      return text.getValue();
  return "";
}

/// Constants of the first chip of a device file, which is read once; nothing for a file of another kind, which whoever
/// takes the system descriptor from it reports.
static std::optional<device::ChipConstants> constantsOf(StringRef path) {
  static std::mutex mutex;
  static std::map<std::string, std::optional<device::ChipConstants>> known;
  std::lock_guard<std::mutex> lock(mutex);
  auto [found, isNew] = known.try_emplace(path.str());
  if (isNew)
    if (Result<device::SystemDesc> system = device::readSystemDesc(path.str()); system && system->numChips() > 0)
      found->second = system->chip(0).constants;
  return found->second;
}

/// The chip that a program runs on, with the constants of its device file.
static Result<device::ChipDesc> chipAround(Operation *op, ttcore::ChipDescAttr attribute) {
  ALCOVE_ASSIGN_OR_RETURN(device::ChipDesc chip, ttcore::chipDescOf(attribute));
  StringRef path = textAround(op, deviceFileAttrName);
  std::optional<device::ChipConstants> constants = path.empty() ? std::nullopt : constantsOf(path);
  if (!constants)
    return chip;
  // A file that is silent about bandwidth means its channels' share of the architecture's.
  const device::ChipConstants *known = device::findConstants(chip.arch);
  for (auto bandwidth : {&device::ChipConstants::dramSpecGbps, &device::ChipConstants::dramAchievableGbps,
                         &device::ChipConstants::dramScatteredGbps})
    if (known && (*constants).*bandwidth == known->*bandwidth)
      (*constants).*bandwidth = chip.constants.*bandwidth;
  chip.constants = *constants;
  return chip;
}

std::optional<Machine> queries::machineOf(Operation *op) {
  ttcore::SystemDescAttr system = ttcore::lookupSystemDesc(op);
  if (!system)
    return std::nullopt;
  ttcore::DeviceAttr device = ttcore::lookupDevice(op);
  ttcore::ChipDescAttr chip = system.getChip(device && !device.getChipIds().empty() ? device.getChipIds()[0] : 0);
  ArrayRef<int64_t> grid = chip.getInts("grid");
  Machine machine{{grid[0], grid[1]}, chip.getUsableL1Bytes()};
  machine.addressAlignmentBytes =
      std::max<int64_t>({chip.getInt("noc_l1_address_align_bytes"), chip.getInt("noc_dram_address_align_bytes"), 1});
  machine.dramChannels = std::max<int64_t>(chip.getInt("num_dram_channels"), 1);
  if (Result<device::ChipDesc> desc = chipAround(op, chip)) {
    opmodel::ChipParameters parameters = opmodel::ChipParameters::from(*desc);
    machine.clockMHz = std::llround(parameters.clockGHz * 1000);
    machine.dramMBs = std::llround(parameters.dramPeakGBs * 1000);
    machine.l1SmallBytes = std::min(ttnn::l1SmallBytesOf(op, *desc), machine.usableL1Bytes);
    machine.usableL1Bytes -= machine.l1SmallBytes;
  }
  machine.usableDramBytes =
      std::max<int64_t>(chip.getInt("dram_unreserved_end") - chip.getInt("dram_unreserved_base"), 0);
  return machine;
}

static std::optional<opmodel::ChipParameters> chipParametersOf(Operation *op) {
  ttcore::SystemDescAttr system = ttcore::lookupSystemDesc(op);
  if (!system)
    return std::nullopt;
  ttcore::DeviceAttr device = ttcore::lookupDevice(op);
  ttcore::ChipDescAttr chip = system.getChip(device && !device.getChipIds().empty() ? device.getChipIds()[0] : 0);
  Result<device::ChipDesc> desc = chipAround(op, chip);
  return desc ? std::optional(opmodel::ChipParameters::from(*desc)) : std::nullopt;
}

/// One table per file and chip serves every pass of a compilation: it is read once, and its intervals fitted once.
static Result<std::shared_ptr<opmodel::TimedByTable>> timedByTable(StringRef path,
                                                                   const opmodel::ChipParameters &chip) {
  static std::mutex mutex;
  static std::vector<std::tuple<std::string, opmodel::ChipParameters, std::shared_ptr<opmodel::TimedByTable>>> known;
  std::lock_guard<std::mutex> lock(mutex);
  for (const auto &[file, of, table] : known)
    if (file == path && of == chip)
      return table;
  ALCOVE_ASSIGN_OR_RETURN(opmodel::MeasuredTimes times, opmodel::readMeasuredTimes(path.str()));
  ALCOVE_ASSIGN_OR_RETURN(
      std::shared_ptr<opmodel::TimedByTable> table,
      opmodel::TimedByTable::create(times, path.str(), chip, std::make_shared<opmodel::AnalyticalOpModel>(chip)));
  known.emplace_back(path.str(), chip, table);
  return table;
}

Status queries::checkMeasuredTimes(Operation *op) {
  StringRef file = textAround(op, deviceFileAttrName);
  if (std::optional<device::ChipConstants> constants = file.empty() ? std::nullopt : constantsOf(file))
    if (Status known = opmodel::checkConstants(*constants); !known)
      return Error{file.str() + ": " + known.error().message};
  StringRef path = textAround(op, measuredTimesAttrName);
  std::optional<opmodel::ChipParameters> chip = chipParametersOf(op);
  if (path.empty() || !chip)
    return {};
  Result<std::shared_ptr<opmodel::TimedByTable>> table = timedByTable(path, *chip);
  return table ? Status() : Status(table.error());
}

std::unique_ptr<opmodel::OpModel> queries::makeModelAlone(Operation *op) {
  std::optional<opmodel::ChipParameters> chip = chipParametersOf(op);
  return chip ? std::make_unique<opmodel::AnalyticalOpModel>(*chip) : nullptr;
}

std::unique_ptr<opmodel::OpModel> queries::makeOpModel(Operation *op) {
  std::optional<opmodel::ChipParameters> chip = chipParametersOf(op);
  if (!chip)
    return nullptr;
  if (StringRef path = textAround(op, measuredTimesAttrName); !path.empty())
    if (Result<std::shared_ptr<opmodel::TimedByTable>> table = timedByTable(path, *chip))
      return std::make_unique<opmodel::CachedOpModel>(*table);
  return std::make_unique<opmodel::AnalyticalOpModel>(*chip);
}

SmallVector<OpOperand *> queries::tensorOperands(Operation *op) {
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      operands.push_back(&operand);
  return operands;
}

static bool onDevice(Type type) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  return layout && layout.isDeviceMemory();
}

bool queries::isModelled(Operation *op) {
  if (!isa<ttnn::TTNNDialect>(op->getDialect()) || isa<ttnn::DeallocateOp, ttnn::GetDeviceOp>(op))
    return false;
  return llvm::any_of(op->getOperandTypes(), onDevice) || llvm::any_of(op->getResultTypes(), onDevice);
}

device::TensorLayout queries::canonical(device::TensorSpec spec, const Machine &machine) {
  device::TensorLayout &layout = spec.layout;
  if (!layout.isSharded()) {
    layout.cores.clear();
    layout.shardShape.reset();
    // An interleaved tensor in L1 lies on all banks, whatever grid was printed.
    if (layout.isL1())
      std::tie(layout.gridRows, layout.gridCols) = machine.workerGrid;
    return layout;
  }
  if (layout.cores == ttnn::canonicalCores(layout.memoryLayout, layout.gridRows, layout.gridCols, machine.workerGrid))
    layout.cores.clear();
  if (layout.shardShape) {
    device::TensorSpec computed = spec;
    computed.layout.shardShape.reset();
    if (device::shardShape2D(computed) == *layout.shardShape)
      layout.shardShape.reset();
  }
  return layout;
}

std::optional<device::TensorSpec> queries::specOf(Value value, const Machine &machine) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !ttnn::layoutOf(type))
    return std::nullopt;
  device::TensorSpec spec = ttnn::specOf(type);
  spec.layout = canonical(spec, machine);
  return spec;
}

static std::optional<DictionaryAttr> configFields(Attribute attribute) {
  return TypeSwitch<Attribute, std::optional<DictionaryAttr>>(attribute)
      .Case<ttnn::Conv2dConfigAttr, ttnn::Conv3dConfigAttr, ttnn::DeviceComputeKernelConfigAttr,
            ttnn::MatmulMultiCoreReuseProgramConfigAttr, ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr,
            ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr,
            ttnn::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr, ttnn::SDPAProgramConfigAttr,
            ttnn::LayerNormShardedMultiCoreProgramConfigAttr>([](auto config) { return config.getFields(); })
      .Default(std::optional<DictionaryAttr>());
}

/// Mnemonic of a configuration attribute: `matmul_multi_core_reuse_program_config`.
static std::string mnemonicOf(Attribute attribute) {
  return TypeSwitch<Attribute, std::string>(attribute)
      .Case<ttnn::MatmulMultiCoreReuseProgramConfigAttr, ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr,
            ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr,
            ttnn::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr>(
          [](auto config) { return decltype(config)::getMnemonic().str(); })
      .Default(std::string());
}

void queries::addAttribute(opmodel::Query &query, StringRef name, Attribute attribute) {
  std::string key = name.str();
  std::optional<SmallVector<int64_t>> integers;
  if (std::optional<DictionaryAttr> fields = configFields(attribute)) {
    if (std::string mnemonic = mnemonicOf(attribute); !mnemonic.empty())
      query.attributes[key] = mnemonic;
    for (NamedAttribute field : *fields)
      addAttribute(query, (name + "." + field.getName().getValue()).str(), field.getValue());
  } else if (auto boolean = dyn_cast<BoolAttr>(attribute)) {
    query.attributes[key] = boolean.getValue();
  } else if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    query.attributes[key] = integer.getValue().getSExtValue();
  } else if (auto real = dyn_cast<FloatAttr>(attribute)) {
    query.attributes[key] = real.getValueAsDouble();
  } else if (auto text = dyn_cast<StringAttr>(attribute)) {
    query.attributes[key] = text.getValue().str();
  } else if (auto shape = dyn_cast<ttnn::ShapeAttr>(attribute)) {
    query.attributes[key] = std::vector<int64_t>(shape.getShape().begin(), shape.getShape().end());
  } else if (auto coord = dyn_cast<ttnn::CoreCoordAttr>(attribute)) {
    query.attributes[key] = std::vector<int64_t>{coord.getX(), coord.getY()};
  } else if (auto type = dyn_cast<ttcore::DataTypeAttr>(attribute)) {
    query.attributes[key] = ttcore::stringifyDataType(type.getValue()).str();
  } else if (auto reduce = dyn_cast<ttcore::ReduceTypeAttr>(attribute)) {
    query.attributes[key] = ttcore::stringifyReduceType(reduce.getValue()).str();
  } else if (auto activation = dyn_cast<ttnn::UnaryWithParamAttr>(attribute)) {
    query.attributes[key] = activation.getOpType().getValue().str();
  } else if (auto slice = dyn_cast<ttnn::Conv2dSliceConfigAttr>(attribute)) {
    query.attributes[key] = slice.getSliceType().getValue().str();
    query.attributes[key + ".num_slices"] = slice.getNumSlices();
  } else if (auto layout = dyn_cast<ttnn::TensorMemoryLayoutAttr>(attribute)) {
    query.attributes[key] = ttnn::stringifyTensorMemoryLayout(layout.getValue()).str();
  } else if ((integers = shape::integers(attribute))) {
    query.attributes[key] = std::vector<int64_t>(integers->begin(), integers->end());
  }
  // Everything else (device handles, memory configurations, tensors of constants) does not change an answer.
}

/// An op between chips: how many there are along its axis, and what connects them.
static void addMeshAxis(Operation *op, opmodel::Query &query) {
  auto axis = op->getAttrOfType<IntegerAttr>("cluster_axis");
  ttcore::DeviceAttr device = ttcore::lookupDevice(op);
  ttcore::SystemDescAttr system = ttcore::lookupSystemDesc(op);
  if (!axis || !device || !system || query.attributes.count("ring_size"))
    return;
  Result<device::SystemDesc> chips = ttcore::systemDescOf(system);
  Result<device::DeviceDesc> mesh = ttcore::deviceDescOf(device);
  size_t at = axis.getValue().getZExtValue();
  if (!chips || !mesh || at >= mesh->meshShape.size())
    return;
  device::MeshAxis line = device::meshAxesOf(*chips, mesh->meshShape)[at];
  if (at < mesh->meshTopology.size())
    line.ring = mesh->meshTopology[at] == device::Topology::Ring;
  query.attributes["ring_size"] = line.chips;
  query.attributes.try_emplace("num_links", line.links);
  query.attributes.try_emplace("topology", std::string(line.ring ? "ring" : "linear"));
}

std::optional<opmodel::Query> queries::makeQuery(Operation *op, const Machine &machine) {
  opmodel::Query query;
  query.op = op->getName().stripDialect().str();
  for (OpOperand *operand : tensorOperands(op)) {
    std::optional<device::TensorSpec> spec = specOf(operand->get(), machine);
    if (!spec)
      return std::nullopt;
    query.inputs.push_back(std::move(*spec));
  }
  for (Value result : op->getResults()) {
    if (!isa<RankedTensorType>(result.getType()))
      continue;
    std::optional<device::TensorSpec> spec = specOf(result, machine);
    if (!spec)
      return std::nullopt;
    query.outputs.push_back({spec->shape, spec->layout.dataType, spec->layout});
  }
  if (DictionaryAttr attributes = op->getAttrDictionary())
    for (NamedAttribute attribute : attributes)
      addAttribute(query, attribute.getName().getValue(), attribute.getValue());
  addMeshAxis(op, query);
  // The library takes top, bottom, left, right; the dialect has left before bottom in pools.
  if (isa<ttnn::MaxPool2dOp, ttnn::AvgPool2dOp, ttnn::MaxPool2dWithIndicesOp>(op))
    if (auto *padding = std::get_if<std::vector<int64_t>>(&query.attributes["padding"]);
        padding && padding->size() == 4)
      std::swap((*padding)[1], (*padding)[2]);
  return query;
}
