//===- Evaluation.cpp - One query on its way to an answer ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"

#include "alcove/OpModel/TimeParameters.h"

using namespace alcove;
using namespace alcove::opmodel;

ChipParameters ChipParameters::from(const device::ChipDesc &chip) {
  ChipParameters parameters;
  parameters.arch = chip.arch;
  parameters.gridRows = chip.gridRows;
  parameters.gridCols = chip.gridCols;
  parameters.l1Banks = std::max<int64_t>(chip.gridRows * chip.gridCols, 1);
  parameters.l1BytesPerCore = chip.l1SizeBytes;
  parameters.l1UnreservedBase = chip.l1UnreservedBaseBytes;
  parameters.l1SmallBytes = chip.constants.l1SmallBytes;
  parameters.l1AlignmentBytes = std::max<int64_t>(chip.nocL1AddressAlignBytes, 1);
  parameters.dramAlignmentBytes = std::max<int64_t>(chip.nocDramAddressAlignBytes, 1);
  parameters.dramBanks = std::max<int64_t>(chip.numDramChannels, 1);
  // An architecture without constants (quasar) keeps the defaults.
  if (chip.constants.clockGhz > 0)
    parameters.clockGHz = chip.constants.clockGhz;
  if (chip.constants.dramSpecGbps > 0)
    parameters.dramPeakGBs = chip.constants.dramSpecGbps;
  if (chip.constants.kernelRelease > 0)
    parameters.kernelRelease = chip.constants.kernelRelease;
  if (!chip.constants.opModel.empty())
    parameters.times = timeParametersWith(chip.arch, chip.constants.opModel);
  return parameters;
}

bool Evaluation::boolean(const char *name, bool fallback) const {
  const AttributeValue *value = attribute(name);
  if (!value)
    return fallback;
  if (auto *flag = std::get_if<bool>(value))
    return *flag;
  if (auto *number = std::get_if<int64_t>(value))
    return *number != 0;
  return fallback;
}

std::string_view Evaluation::text(const char *name, std::string_view fallback) const {
  const AttributeValue *value = attribute(name);
  if (!value)
    return fallback;
  if (auto *string = std::get_if<std::string>(value))
    return *string;
  return fallback;
}

std::vector<int64_t> Evaluation::integers(const char *name, std::vector<int64_t> fallback) const {
  std::optional<std::span<const int64_t>> found = attributes.integers(name);
  return found ? std::vector<int64_t>(found->begin(), found->end()) : std::move(fallback);
}

void Evaluation::updatePeaks() {
  Constraints &c = answer.constraints;
  c.cbPeakBytes = std::max(c.cbPeakBytes, liveCbBytes);
  c.tensorPeakBytes = std::max(c.tensorPeakBytes, liveTensorBytes);
  c.totalPeakBytes = std::max(c.totalPeakBytes, liveCbBytes + liveTensorBytes);
}

void Evaluation::cb(std::string_view name, int64_t pages, Bytes pageBytes) {
  if (pages <= 0 || pageBytes <= 0)
    return;
  if (programEnded)
    liveCbBytes = 0;
  programEnded = false;
  liveCbBytes += pages * pageBytes;
  addEvent(L1Event::Kind::CircularBuffers, pages * pageBytes);
  updatePeaks();
  if (why)
    note(fmt::format("circular buffer {}: {} x {} B = {} B", name, pages, pageBytes, pages * pageBytes));
}

Bytes Evaluation::allocate(std::string_view name, const TensorSpec &tensor) {
  Bytes bytes = device::l1BytesPerCore(tensor, chip.l1Banks);
  allocateBytes(name, bytes);
  if (why && bytes > 0)
    note(fmt::format("tensor {} {}: {} B per core", name, device::toString(tensor), bytes));
  return bytes;
}

void Evaluation::allocateBytes(std::string_view name, Bytes bytes) {
  liveTensorBytes += bytes;
  if (bytes > 0)
    addEvent(L1Event::Kind::Allocate, bytes);
  updatePeaks();
}

void Evaluation::record(size_t i, const std::vector<int64_t> &shape, TensorLayout layout, int alias) {
  Constraints &c = answer.constraints;
  if (c.outputLayouts.size() <= i) {
    c.outputLayouts.resize(i + 1);
    c.aliases.resize(i + 1, -1);
  }
  if (i == 0)
    c.outputBytes = device::l1BytesPerCore({shape, layout}, chip.l1Banks);
  c.outputLayouts[i] = std::move(layout);
  c.aliases[i] = alias;
}

void Evaluation::produce(size_t i, const std::vector<int64_t> &shape, const TensorLayout &layout) {
  allocate("result", {shape, layout});
  record(i, shape, layout);
}

void Evaluation::alias(size_t i, const std::vector<int64_t> &shape, const TensorLayout &layout, int operand) {
  note(fmt::format("result {} is a view of operand {}", i, operand));
  record(i, shape, layout, operand);
}

Answer Evaluation::finish() {
  size_t results = answer.constraints.outputLayouts.size();
  if (!answer.refusal && query.outputs.size() > results)
    refuse("query.result-count", "{} has {} results, {} are asked for", query.op, results, query.outputs.size());
  if (why && !answer.refusal) {
    const Constraints &c = answer.constraints;
    note(fmt::format("peaks per core: circular buffers {} B, tensors {} B, both {} B; output {} B", c.cbPeakBytes,
                     c.tensorPeakBytes, c.totalPeakBytes, c.outputBytes));
  }
  return std::move(answer);
}
