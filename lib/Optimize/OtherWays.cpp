//===- OtherWays.cpp - Ways into L1 that plans do not look at -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ModelAnswers.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

using OtherWay = ModelAnswers::OtherWay;

/// The op under `query`, with its first result in layout `result`; nothing when the backend refuses or makes another.
std::optional<OtherWay> ModelAnswers::otherWay(const Class &opClass, opmodel::Query query, int32_t result) {
  const Kind &kind = kinds[opClass.resultKinds[0]];
  askForResult(query, kind.layouts[result]);
  opmodel::Answer answer = model.constraints(query);
  if (!answer.legal())
    return std::nullopt;
  Bytes need = answer.constraints.totalPeakBytes;
  for (const device::TensorSpec &input : query.inputs)
    need += device::l1BytesPerCore(input, machine.numBanks());
  const std::vector<device::TensorLayout> &produced = answer.constraints.outputLayouts;
  std::optional<opmodel::Runtime> runtime = model.runtime(query);
  if (need > capacity || !runtime ||
      (!produced.empty() && !(queries::canonical({kind.shape, produced[0]}, machine) == kind.layouts[result])))
    return std::nullopt;
  OtherWay way;
  way.result = result;
  way.candidate.time = picoseconds(runtime->totalNs);
  way.candidate.dramBytes = runtime->dramBytes;
  way.candidate.peakBytes = answer.constraints.totalPeakBytes;
  way.candidate.circularBytes = answer.constraints.cbPeakBytes;
  way.uses = usesOf(answer.constraints);
  return way;
}

static void keepFaster(std::optional<OtherWay> &best, std::optional<OtherWay> other) {
  if (other && (!best || other->candidate.time < best->candidate.time))
    best = std::move(other);
}

std::optional<OtherWay> ModelAnswers::fastestOtherGrid(const Class &opClass, std::span<const int32_t> operands) {
  if (opClass.rules->choosesItsGrid())
    return std::nullopt; // it answers alike for all of them
  std::optional<OtherWay> best;
  opmodel::Query query = queryFor(opClass, operands, opClass.baseConfig, {});
  const Kind &kind = kinds[opClass.resultKinds[0]];
  for (auto [index, layout] : llvm::enumerate(kind.layouts)) {
    bool isListed =
        llvm::any_of(opClass.configurations, [&](const OpConfiguration &each) { return each.result == layout; });
    if (layout.isL1() && layout.isSharded() && !isListed)
      keepFaster(best, otherWay(opClass, query, static_cast<int32_t>(index)));
  }
  if (best)
    best->what = fmt::format("grid {}x{}", kind.layouts[best->result].gridRows, kind.layouts[best->result].gridCols);
  return best;
}

std::optional<OtherWay> ModelAnswers::fastestWithBlockFloats(const Class &opClass, std::span<const int32_t> operands) {
  using device::DataType;
  plan::OpKind opKind = opClass.rules->kind;
  if ((opKind != plan::OpKind::Matmul && opKind != plan::OpKind::Convolution) || opClass.storable.size() < 2 ||
      !opClass.storable[1])
    return std::nullopt;
  const Kind &kind = kinds[opClass.resultKinds[0]];
  std::optional<OtherWay> best;
  for (auto [config, configuration] : llvm::enumerate(opClass.configurations)) {
    if (!configuration.result.isL1() || configuration.programRank >= 0)
      continue;
    opmodel::Query query = queryFor(opClass, operands, static_cast<int32_t>(config), {configuration.attributes, {}});
    DataType &weights = query.inputs[1].layout.dataType;
    if (weights != DataType::BF16 && weights != DataType::F32)
      return std::nullopt;
    weights = DataType::BfpBf8;
    auto result = llvm::find(kind.layouts, configuration.result) - kind.layouts.begin();
    keepFaster(best, otherWay(opClass, std::move(query), static_cast<int32_t>(result)));
  }
  if (best) {
    best->what = "bfp8 weights (experimental-weight-dtype=bfp_bf8)";
    best->isOtherProgram = true;
  }
  return best;
}

std::vector<OtherWay> ModelAnswers::otherWaysIntoL1(int32_t opClass, std::span<const int32_t> operands) {
  const Class &asking = classes[opClass];
  std::vector<OtherWay> ways;
  if (!asking.query || asking.query->outputs.empty() || asking.resultKinds.empty() || asking.rules->staysAsItStands())
    return ways;
  for (std::optional<OtherWay> way : {fastestOtherGrid(asking, operands), fastestWithBlockFloats(asking, operands)})
    if (way)
      ways.push_back(std::move(*way));
  return ways;
}
