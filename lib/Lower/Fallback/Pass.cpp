//===- Pass.cpp - ttnn-operation-validation-and-fallback ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SplitPool.h"
#include "SplitTopK.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Lower/RepairedFields.h"
#include "alcove/OpModel/Events.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Queries/Queries.h"
#include "alcove/Optimize/Layouts/LegalLayouts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;

namespace alcove::conversion {
#define GEN_PASS_DEF_TTNNOPERATIONVALIDATIONANDFALLBACK
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

namespace {

/// One way to run an op: operand layouts, attributes, and how far that is from what the program asked for.
struct Attempt {
  std::vector<device::TensorLayout> inputs;
  SmallVector<NamedAttribute, 2> attributes;
  int64_t distance = 0;
  std::optional<device::TensorLayout> output; ///< of the first result, where it is asked for another
};

/// Distance of two layouts: a lateral change of data type 1, more precision 2, less 1, another family 2, another page
/// layout 2 (tt-mlir OperationValidationAndFallback.cpp).
int64_t layoutDistance(const device::TensorLayout &from, const device::TensorLayout &to) {
  int64_t distance = from.pageLayout == to.pageLayout ? 0 : 2;
  if (from.dataType == to.dataType)
    return distance;
  if (device::isReal(from.dataType) != device::isReal(to.dataType))
    return distance + 2;
  Bytes before = device::scalarBytes(from.dataType), after = device::scalarBytes(to.dataType);
  return distance + (after > before ? 2 : 1);
}

/// Operands that the library takes with one user (of (1, users, heads, size)) on each core, in L1.
bool takesUsersOnCores(const opmodel::Query &query, size_t index) {
  return (query.op == "paged_update_cache" && index == 1) || (query.op == "nlp_concat_heads_decode" && index == 0);
}

/// The layout itself and every page layout and data type in DRAM that it could be converted to, nearest first.
std::vector<std::pair<int64_t, device::TensorLayout>> alternatives(const opmodel::Query &query, size_t index,
                                                                   const queries::Machine &machine) {
  using device::DataType;
  const device::TensorLayout &layout = query.inputs[index].layout;
  std::vector<std::pair<int64_t, device::TensorLayout>> result = {{0, layout}};
  if (takesUsersOnCores(query, index)) {
    const auto &shape = query.inputs[index].shape;
    int64_t users = shape.size() == 4 ? shape[1] : 0;
    device::TensorLayout sharded = layout;
    sharded.bufferType = device::BufferType::L1;
    sharded.memoryLayout = device::MemoryLayout::HeightSharded;
    sharded.pageLayout = device::PageLayout::Tile;
    sharded.gridRows = users;
    sharded.gridCols = 1;
    if (users > 0 && users <= machine.numBanks())
      result.push_back({3, sharded});
  }
  if (layout.bufferType == device::BufferType::SystemMemory)
    return result;
  for (device::PageLayout page : {device::PageLayout::Tile, device::PageLayout::RowMajor})
    for (DataType type : {DataType::BF16, DataType::F32, DataType::U32, DataType::SI32}) {
      device::TensorLayout other;
      other.pageLayout = page;
      other.dataType = type;
      // Bits of another type are other bits.
      bool asBits = query.op == "bitcast_convert" && type != layout.dataType;
      if (!asBits && device::isReal(type) == device::isReal(layout.dataType) && !(other == layout))
        result.push_back({layoutDistance(layout, other), other});
    }
  std::stable_sort(result.begin(), result.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  return result;
}

class Fallback {
public:
  Fallback(const opmodel::OpModel &model, const queries::Machine &machine, Bytes budget, int64_t maxAttempts,
           bool notesRepairs)
      : model(model), machine(machine), budget(budget), maxAttempts(maxAttempts), notesRepairs(notesRepairs) {}

  /// Leaves a valid op alone, mends what can be mended. The judge speaks about what cannot.
  void repair(Operation *op) {
    std::optional<opmodel::Query> query = queries::makeQuery(op, machine);
    if (!query)
      return;
    bool outOfMemory = false;
    std::optional<device::TensorLayout> produced;
    if (works(*query, outOfMemory, produced))
      return retype(op, *query, produced);
    std::vector<Attempt> attempts, layouts = layoutAttempts(*query);
    if (outOfMemory) {
      attempts = configAttempts(op, *query);
      llvm::append_range(attempts, shardedNormAttempts(op, *query));
    }
    attempts.insert(attempts.end(), layouts.begin(), layouts.end());
    int64_t left = maxAttempts;
    for (const Attempt &attempt : attempts) {
      if (left-- <= 0)
        break;
      opmodel::Query changed = *query;
      for (size_t i = 0; i < attempt.inputs.size(); ++i)
        changed.inputs[i].layout = attempt.inputs[i];
      for (NamedAttribute attribute : attempt.attributes)
        queries::addAttribute(changed, attribute.getName().getValue(), attribute.getValue());
      if (attempt.output)
        changed.outputs[0].layout = attempt.output;
      else
        followOperands(op, *query, changed);
      bool ignored;
      if (!works(changed, ignored, produced))
        continue;
      apply(op, *query, attempt);
      if (outOfMemory)
        warnOfNarrowing(op, *query, attempt);
      return retype(op, *query, produced);
    }
    auto fits = [&](const opmodel::Query &part) {
      bool ignored;
      return works(part, ignored, produced);
    };
    SmallVector<Operation *> pieces;
    if (isa<ttnn::MaxPool2dOp, ttnn::AvgPool2dOp>(op))
      pieces = conversion::splitPool(op, *query, machine, fits);
    else if (auto topk = dyn_cast<ttnn::TopKOp>(op))
      pieces = conversion::splitTopK(topk, *query, machine, fits);
    for (Operation *piece : pieces)
      repair(piece);
  }

private:
  /// Legal and within the budget; `produced` is the layout of the first result.
  bool works(const opmodel::Query &query, bool &outOfMemory, std::optional<device::TensorLayout> &produced) {
    produced.reset();
    opmodel::Answer answer = model.constraints(query);
    if (!answer.legal())
      return answer.refusal->id == "unsupported.op"; // opaque: taken as it is
    // By addresses: what the op releases on its way may leave a hole.
    Bytes need = std::max(answer.constraints.totalPeakBytes,
                          opmodel::extentOf(opmodel::eventsOf(answer.constraints), machine.addressAlignmentBytes));
    for (const device::TensorSpec &input : query.inputs)
      need += device::l1BytesPerCore(input, machine.numBanks());
    outOfMemory = need > budget;
    if (!query.outputs.empty() && !answer.constraints.outputLayouts.empty())
      produced = queries::canonical({query.outputs[0].shape, answer.constraints.outputLayouts[0]}, machine);
    return !outOfMemory;
  }

  /// A result of the operands' type goes with them, where no other operand has it still: unless the op names its type.
  static void followOperands(Operation *op, const opmodel::Query &query, opmodel::Query &changed) {
    if (changed.outputs.empty() || !changed.outputs[0].layout || op->hasAttr("dtype") || op->hasAttr("output_dtype"))
      return;
    device::DataType type = changed.outputs[0].layout->dataType;
    auto hasType = [&](const device::TensorSpec &input) { return input.layout.dataType == type; };
    auto source = llvm::find_if(query.inputs, hasType);
    if (source == query.inputs.end() || llvm::any_of(changed.inputs, hasType))
      return;
    changed.outputs[0].layout->dataType = changed.inputs[source - query.inputs.begin()].layout.dataType;
  }

  /// Room that is made by rounding is said: nobody asked for it.
  static void warnOfNarrowing(Operation *op, const opmodel::Query &query, const Attempt &attempt) {
    for (auto [operand, layout] : llvm::zip(query.inputs, attempt.inputs))
      if (device::isReal(layout.dataType) &&
          device::scalarBytes(layout.dataType) < device::scalarBytes(operand.layout.dataType)) {
        op->emitWarning("'") << op->getName() << "' is computed in " << device::toString(layout.dataType) << ": in "
                             << device::toString(operand.layout.dataType) << " it needs more L1 than there is";
        return;
      }
  }

  /// The result type says what the op really produces; users get what they were promised by a conversion behind it.
  void retype(Operation *op, const opmodel::Query &query, const std::optional<device::TensorLayout> &produced) {
    if (!produced || op->getNumResults() != 1 || !query.outputs[0].layout || *produced == *query.outputs[0].layout)
      return;
    Value result = op->getResult(0);
    auto promised = cast<RankedTensorType>(result.getType());
    auto encoding = ttnn::TTNNLayoutAttr::get(op->getContext(), promised.getShape(), *produced, machine.workerGrid);
    result.setType(ttnn::withLayout(promised, encoding));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value converted = ttnn::ToTensorSpecOp::create(builder, op->getLoc(), promised, result);
    result.replaceAllUsesExcept(converted, converted.getDefiningOp());
  }

  /// Cross product over the operands, nearest first.
  std::vector<Attempt> layoutAttempts(const opmodel::Query &query) const {
    std::vector<Attempt> attempts = {{}};
    for (size_t index = 0; index < query.inputs.size(); ++index) {
      std::vector<Attempt> extended;
      for (const Attempt &attempt : attempts)
        for (const auto &[distance, layout] : alternatives(query, index, machine)) {
          if (extended.size() >= static_cast<size_t>(maxAttempts))
            break;
          Attempt longer = attempt;
          longer.inputs.push_back(layout);
          longer.distance += distance;
          extended.push_back(std::move(longer));
        }
      attempts = std::move(extended);
    }
    std::stable_sort(attempts.begin(), attempts.end(),
                     [](const Attempt &a, const Attempt &b) { return a.distance < b.distance; });
    return attempts;
  }

  /// A convolution that does not fit: smaller activation blocks, other shardings inside it, more slices in DRAM.
  std::vector<Attempt> configAttempts(Operation *op, const opmodel::Query &query) const {
    std::vector<Attempt> attempts;
    if (!isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(op))
      return attempts;
    Builder builder(op->getContext());
    std::vector<device::TensorLayout> inputs;
    for (const device::TensorSpec &input : query.inputs)
      inputs.push_back(input.layout);
    auto given = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
    auto add = [&](int64_t block, StringRef sharding, int64_t slices, StringRef dimension) {
      NamedAttrList fields;
      if (given)
        fields.append(given.getFields().begin(), given.getFields().end());
      fields.set("act_block_h_override", builder.getI64IntegerAttr(block));
      if (!sharding.empty())
        fields.set("shard_layout", builder.getStringAttr(sharding));
      Attempt attempt{inputs, {}, 0, std::nullopt};
      attempt.attributes.push_back(builder.getNamedAttr(
          "conv2d_config", ttnn::Conv2dConfigAttr::get(op->getContext(), fields.getDictionary(op->getContext()))));
      if (slices > 0)
        attempt.attributes.push_back(builder.getNamedAttr(
            "conv2d_slice_config",
            ttnn::Conv2dSliceConfigAttr::get(op->getContext(), builder.getStringAttr(dimension), slices)));
      attempts.push_back(std::move(attempt));
    };
    for (StringRef sharding : {"", "block_sharded", "width_sharded", "height_sharded"})
      for (int64_t block : {0, 64, 32})
        if (block != 0 || !sharding.empty())
          add(block, sharding, 0, "");
    if (!isa<ttnn::Conv2dOp>(op)) // the library slices no other
      return attempts;
    // Without a sharding a 1x1 convolution is a matmul, which is not sliced.
    for (int64_t slices = 2; slices <= 512; slices *= 2)
      for (StringRef sharding : {"", "height_sharded", "block_sharded", "width_sharded"})
        for (StringRef dimension : {"dram_height", "dram_width"})
          for (int64_t block : {0, 64, 32})
            add(block, sharding, slices, dimension);
    return attempts;
  }

  /// A norm whose rows do not fit: in shards, which cores share, it keeps its element type.
  std::vector<Attempt> shardedNormAttempts(Operation *op, const opmodel::Query &query) const {
    std::vector<Attempt> attempts;
    if (!isa<ttnn::RMSNormOp, ttnn::LayerNormOp>(op) || query.outputs.empty() || query.inputs[0].layout.isSharded())
      return attempts;
    Attempt attempt;
    for (const device::TensorSpec &input : query.inputs)
      attempt.inputs.push_back(input.layout);
    for (const device::TensorLayout &layout :
         layouts::legalTensorLayouts(query.inputs[0].shape, query.inputs[0].layout.dataType, machine, false)) {
      if (!layout.isL1() || !layout.isSharded())
        continue;
      attempt.inputs[0] = layout;
      attempt.output = layout;
      attempts.push_back(attempt);
    }
    return attempts;
  }

  void apply(Operation *op, const opmodel::Query &query, const Attempt &attempt) {
    OpBuilder builder(op);
    for (auto [index, operand] : llvm::enumerate(queries::tensorOperands(op))) {
      if (attempt.inputs[index] == query.inputs[index].layout)
        continue;
      auto type = cast<RankedTensorType>(operand->get().getType());
      auto encoding =
          ttnn::TTNNLayoutAttr::get(op->getContext(), type.getShape(), attempt.inputs[index], machine.workerGrid);
      Value converted =
          ttnn::ToTensorSpecOp::create(builder, op->getLoc(), ttnn::withLayout(type, encoding), operand->get());
      operand->set(converted);
    }
    auto given = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
    for (NamedAttribute attribute : attempt.attributes)
      op->setAttr(attribute.getName(), attribute.getValue());
    if (notesRepairs)
      conversion::noteRepairedFields(op, given);
  }

  const opmodel::OpModel &model;
  const queries::Machine &machine;
  Bytes budget;
  int64_t maxAttempts;
  bool notesRepairs;
};

struct ValidationAndFallback : conversion::impl::TTNNOperationValidationAndFallbackBase<ValidationAndFallback> {
  using TTNNOperationValidationAndFallbackBase::TTNNOperationValidationAndFallbackBase;

  void runOnOperation() override {
    if (maxFallbackAttempts < 0) {
      getOperation().emitError("max-fallback-attempts is ")
          << static_cast<int64_t>(maxFallbackAttempts) << ": how often an op is tried is 0 or more";
      return signalPassFailure();
    }
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine)
      return;
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(getOperation());
    Fallback fallback(*model, *machine, machine->usableL1Bytes, maxFallbackAttempts, noteRepairs);
    // Every function that the judge walks: what is computed once from parameters runs on the device too.
    getOperation().walk([&](func::FuncOp function) {
      if (!ttcore::isForwardFunction(function) && !ttcore::isConstEvalFunction(function))
        return;
      for (Operation &op : llvm::make_early_inc_range(function.getBody().front()))
        if (queries::isModelled(&op) && !isa<ttnn::ToTensorSpecOp, ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp,
                                             ttnn::ToDeviceOp, ttnn::FromDeviceOp, ttcore::LoadCachedOp>(op))
          fallback.repair(&op);
    });
  }
};

} // namespace
