//===- Window.cpp - Convolutions choose activation blocks; pools ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"
#include "alcove/Lower/RepairedFields.h"
#include "alcove/Ops/Dialect/OpNames.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// act_block_h_override in {0, 64, 32}, deallocate_activation = true; fields of `start` stay. Source: tt-mlir
/// LegalOpConfigAnalysis.
static void addConfigs(Operation *op, ttnn::Conv2dConfigAttr start, const layouts::Conv2dOverride *override,
                       SmallVectorImpl<Attribute> &configs) {
  Builder builder(op->getContext());
  for (int64_t actBlockH : {0, 64, 32}) {
    NamedAttrList fields;
    if (start)
      fields.append(start.getFields().begin(), start.getFields().end());
    if (!fields.get("act_block_h_override"))
      fields.set("act_block_h_override", builder.getI64IntegerAttr(actBlockH));
    if (!fields.get("deallocate_activation"))
      fields.set("deallocate_activation", builder.getBoolAttr(true));
    Attribute config = ttnn::Conv2dConfigAttr::get(op->getContext(), fields.getDictionary(op->getContext()));
    if (override)
      config = layouts::applyConv2dOverride(op->getContext(), config, *override);
    if (!llvm::is_contained(configs, config))
      configs.push_back(config);
  }
}

/// What was mended comes first: with it the convolution runs from DRAM.
static SmallVector<Attribute> searchedConfigs(Operation *op, const layouts::Conv2dOverride *override) {
  SmallVector<Attribute> configs;
  addConfigs(op, op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config"), override, configs);
  addConfigs(op, conversion::givenConv2dConfig(op), override, configs);
  return configs;
}

/// `given` with these fields where it says nothing; null when it says something else.
static Attribute withFields(MLIRContext *context, ttnn::Conv2dConfigAttr given, ArrayRef<NamedAttribute> wanted) {
  NamedAttrList fields;
  if (given)
    fields.append(given.getFields().begin(), given.getFields().end());
  for (NamedAttribute field : wanted) {
    Attribute said = fields.get(field.getName());
    if (said && said != field.getValue())
      return Attribute();
    fields.set(field.getName(), field.getValue());
  }
  return ttnn::Conv2dConfigAttr::get(context, fields.getDictionary(context));
}

/// Ways to run a convolution: how its input is sharded, rows of the activation block (0: all that a core has), whether
/// the next weights are fetched while it computes.
static std::vector<OpProgram> searchedPrograms(Operation *op, const ProgramRequest &request) {
  Builder builder(op->getContext());
  ttnn::Conv2dConfigAttr given = conversion::givenConv2dConfig(op);
  SmallVector<device::MemoryLayout> shardings{device::MemoryLayout::HeightSharded, device::MemoryLayout::BlockSharded,
                                              device::MemoryLayout::WidthSharded};
  if (request.result.layout.isSharded())
    shardings.assign({request.result.layout.memoryLayout});
  std::vector<OpProgram> programs;
  for (device::MemoryLayout sharding : shardings)
    for (int64_t actBlockH : {0, 32, 64, 96, 128, 192, 256, 512})
      for (bool weightsAhead : {false, true}) {
        SmallVector<NamedAttribute> fields{
            builder.getNamedAttr("act_block_h_override", builder.getI64IntegerAttr(actBlockH)),
            builder.getNamedAttr("deallocate_activation", builder.getBoolAttr(true)),
            builder.getNamedAttr("shard_layout", builder.getStringAttr(device::toString(sharding)))};
        if (weightsAhead)
          fields.push_back(builder.getNamedAttr("enable_weights_double_buffer", builder.getBoolAttr(true)));
        if (Attribute config = withFields(op->getContext(), given, fields))
          programs.push_back({{builder.getNamedAttr("conv2d_config", config)}, {}});
      }
  return programs;
}

/// The convolution itself must know how its result is sharded.
static Attribute withShardLayout(Attribute config, const device::TensorLayout &result) {
  MLIRContext *context = config.getContext();
  NamedAttrList fields(cast<ttnn::Conv2dConfigAttr>(config).getFields());
  if (result.isSharded() && !fields.get("shard_layout"))
    fields.set("shard_layout", StringAttr::get(context, device::toString(result.memoryLayout)));
  return ttnn::Conv2dConfigAttr::get(context, fields.getDictionary(context));
}

namespace {
class ConvolutionRules : public OpRules {
public:
  ConvolutionRules() : OpRules(plan::OpKind::Convolution) {}

  std::vector<OpConfiguration> configurations(Operation *op, ArrayRef<device::TensorLayout> results,
                                              const queries::Machine &machine,
                                              const layouts::Overrides &overrides) const override {
    Builder builder(op->getContext());
    auto fixed = overrides.conv2dConfigs.find(opName(op));
    SmallVector<Attribute> configs =
        searchedConfigs(op, fixed == overrides.conv2dConfigs.end() ? nullptr : &fixed->second);
    std::vector<OpConfiguration> configurations;
    for (const device::TensorLayout &result : results)
      for (Attribute config : configs)
        configurations.push_back({result, {builder.getNamedAttr("conv2d_config", withShardLayout(config, result))}});
    return configurations;
  }

  bool hasPrograms() const override { return true; }
  std::vector<OpProgram> programs(Operation *op, const ProgramRequest &request) const override {
    return searchedPrograms(op, request);
  }

  bool choosesItsGrid() const override { return true; }
  /// Its activation blocks and slices, and the product that a 1x1 convolution is.
  bool choosesItsProgram() const override { return true; }
  bool settlesByConfiguration() const override { return true; }

  int32_t freedOperand(ArrayRef<NamedAttribute> attributes) const override {
    for (NamedAttribute attribute : attributes)
      if (auto config = dyn_cast<ttnn::Conv2dConfigAttr>(attribute.getValue()))
        return config.getBool("deallocate_activation").value_or(false) ? 0 : -1;
    return -1;
  }

  /// It may free its input only when nobody else reads it.
  void finish(Operation *op, bool configured, bool alone) const override {
    auto config = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
    if (!config || !config.getBool("deallocate_activation").value_or(false) || alone)
      return;
    NamedAttrList fields(config.getFields());
    fields.set("deallocate_activation", BoolAttr::get(op->getContext(), false));
    op->setAttr("conv2d_config", ttnn::Conv2dConfigAttr::get(op->getContext(), fields.getDictionary(op->getContext())));
  }

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override {
    traits.chainShardable = traits.startsWithReshard = true;
  }
};

/// max_pool2d and upsample do not take part in the upgrade to L1 interleaved (tt-mlir L1InterleavedFallbackAnalysis).
class PoolRules : public OpRules {
public:
  explicit PoolRules(bool mayUpgrade) : OpRules(plan::OpKind::Pool), mayUpgrade(mayUpgrade) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.mayUpgrade = mayUpgrade; }

private:
  bool mayUpgrade;
};
} // namespace

ArrayRef<OpRulesRow> transforms::windowRows() {
  static const ConvolutionRules convolution;
  static const PoolRules pool(true), fixedPool(false);
  static const OpRulesRow rows[] = {
      {"conv2d", &convolution},
      {"conv_transpose2d", &convolution},
      {"max_pool2d", &fixedPool},
      {"upsample", &fixedPool},
      {"avg_pool2d", &pool},
      {"global_avg_pool2d", &pool},
      {"max_pool2d_with_indices", &pool},
  };
  return rows;
}
