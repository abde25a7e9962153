//===- OpQuestions.cpp - The model asked about layouts not yet there ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpQuestions.h"
#include "alcove/Layouts/OpRules.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;
using layouts::OpConfig;

const std::vector<OpConfig> &OpQuestions::configs(Operation *op) {
  auto [it, isNew] = configCache.try_emplace(op);
  if (isNew)
    it->second = layouts::legalOpConfigs(op, machine, options, overrides);
  return it->second;
}

const opmodel::Query *OpQuestions::baseQuery(Operation *op) {
  auto [it, isNew] = queryCache.try_emplace(op);
  if (isNew)
    it->second = queries::makeQuery(op, machine);
  return it->second ? &*it->second : nullptr;
}

std::optional<device::TensorLayout> OpQuestions::produced(Operation *op, const OpConfig &config,
                                                          const std::optional<device::TensorLayout> &input,
                                                          std::string *why) {
  const opmodel::Query *base = baseQuery(op);
  if (!base || base->inputs.empty() || base->outputs.empty()) {
    if (why)
      *why = "it has a tensor without a layout";
    return std::nullopt;
  }
  opmodel::Query query = *base;
  if (input)
    query.inputs[0].layout = *input;
  query.outputs[0].layout = config.output;
  query.outputs[0].dataType = config.output.dataType;
  for (NamedAttribute attribute : config.attributes)
    queries::addAttribute(query, attribute.getName().getValue(), attribute.getValue());
  ++asked;
  opmodel::Answer answer = model.constraints(query);
  if (!answer.legal()) {
    if (why)
      *why = fmt::format("{} ({})", answer.refusal->message, answer.refusal->id);
    return std::nullopt;
  }
  Bytes need = answer.constraints.totalPeakBytes;
  for (const device::TensorSpec &tensor : query.inputs)
    need += device::l1BytesPerCore(tensor, machine.numBanks());
  if (need > budget) {
    if (why)
      *why = fmt::format("needs {} B of L1 per core, {} B may be used", need, budget);
    return std::nullopt;
  }
  if (answer.constraints.outputLayouts.empty())
    return config.output;
  return queries::canonical({query.outputs[0].shape, answer.constraints.outputLayouts[0]}, machine);
}

std::vector<int> OpQuestions::accepted(Operation *op, const std::optional<device::TensorLayout> &input,
                                       std::string *why) {
  const std::vector<OpConfig> &candidates = configs(op);
  std::vector<int> result;
  bool isConv = isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(op);
  // A convolution chooses its own grid: one question per kind of layout and attributes, matched to what came back.
  std::set<std::pair<const void *, std::pair<device::BufferType, device::MemoryLayout>>> askedKinds;
  for (int index = 0, e = static_cast<int>(candidates.size()); index != e; ++index) {
    const OpConfig &config = candidates[index];
    if (input && !layouts::isPlausible(op, *input, config.output))
      continue;
    if (input && layouts::shrinksCoresOfBinary(op, *input, config.output))
      continue;
    if (isConv &&
        !askedKinds
             .insert({config.attributes.empty() ? nullptr : config.attributes[0].getValue().getAsOpaquePointer(),
                      {config.output.bufferType, config.output.memoryLayout}})
             .second)
      continue;
    std::optional<device::TensorLayout> output = produced(op, config, input, why);
    if (!output)
      continue;
    OpConfig real{*output, config.attributes};
    auto match = std::find(candidates.begin(), candidates.end(), real);
    if (match != candidates.end())
      result.push_back(static_cast<int>(match - candidates.begin()));
    else if (why)
      *why = "the backend produces a layout outside the legal ones";
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<opmodel::Query> OpQuestions::plannedQuery(Operation *op, const std::vector<device::TensorLayout> &inputs,
                                                        const std::optional<OpConfig> &config) {
  const opmodel::Query *base = baseQuery(op);
  if (!base || base->inputs.size() != inputs.size())
    return std::nullopt;
  opmodel::Query query = *base;
  for (size_t i = 0; i < inputs.size(); ++i)
    query.inputs[i].layout = inputs[i];
  if (config) {
    query.outputs[0].layout = config->output;
    query.outputs[0].dataType = config->output.dataType;
    for (NamedAttribute attribute : config->attributes)
      queries::addAttribute(query, attribute.getName().getValue(), attribute.getValue());
  }
  return query;
}

std::optional<Nanoseconds> OpQuestions::time(Operation *op, const std::vector<device::TensorLayout> &inputs,
                                             const std::optional<OpConfig> &config) {
  std::optional<opmodel::Query> query = plannedQuery(op, inputs, config);
  std::optional<opmodel::Runtime> runtime = query ? model.runtime(*query) : std::nullopt;
  return runtime ? std::optional(runtime->totalNs) : std::nullopt;
}

static opmodel::Query moveQuery(const device::TensorSpec &from, const device::TensorLayout &to) {
  opmodel::Query query;
  query.op = "to_memory_config";
  query.inputs = {from};
  query.outputs = {{from.shape, to.dataType, to}};
  return query;
}

Nanoseconds OpQuestions::moveTime(const device::TensorSpec &from, const device::TensorLayout &to) {
  std::optional<opmodel::Runtime> runtime = model.runtime(moveQuery(from, to));
  return runtime ? runtime->totalNs : 0;
}

std::optional<Bytes> OpQuestions::need(Operation *op, const std::vector<device::TensorLayout> &inputs,
                                       const std::optional<OpConfig> &config) {
  std::optional<opmodel::Query> planned = plannedQuery(op, inputs, config);
  if (!planned)
    return std::nullopt;
  opmodel::Query &query = *planned;
  ++asked;
  opmodel::Answer answer = model.constraints(query);
  if (!answer.legal())
    return std::nullopt;
  if (!query.outputs.empty() && query.outputs[0].layout && !answer.constraints.outputLayouts.empty() &&
      !(queries::canonical({query.outputs[0].shape, answer.constraints.outputLayouts[0]}, machine) ==
        *query.outputs[0].layout))
    return std::nullopt;
  Bytes need = answer.constraints.totalPeakBytes;
  for (const device::TensorSpec &input : query.inputs)
    need += device::l1BytesPerCore(input, machine.numBanks());
  return need;
}

bool OpQuestions::canConvert(const device::TensorSpec &from, const device::TensorLayout &to) {
  ++asked;
  opmodel::Answer answer = model.constraints(moveQuery(from, to));
  return answer.legal() &&
         answer.constraints.totalPeakBytes + device::l1BytesPerCore(from, machine.numBanks()) <= budget;
}
