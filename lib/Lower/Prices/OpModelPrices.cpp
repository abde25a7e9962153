//===- OpModelPrices.cpp - The op model for rewritings of the lowering ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "StoredPrices.h"
#include "alcove/Lower/Prices.h"
#include "alcove/Lower/Rows.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <deque>
#include <limits>

using namespace mlir;
using namespace alcove;

namespace {

/// Names and attributes of most ops are the same in both dialects.
class ModelPrices : public conversion::OpPrices {
public:
  ModelPrices(std::unique_ptr<opmodel::OpModel> model, const queries::Machine &machine, Bytes l1Bytes, bool placesInL1)
      : model(std::move(model)), machine(machine), l1Bytes(l1Bytes), placesInL1(placesInL1) {}

  std::optional<double> nanoseconds(Operation *op) const override { return priced(op, device::BufferType::DRAM); }

  std::optional<double> nanosecondsInL1(Operation *op) const override {
    std::optional<double> there = placesInL1 ? priced(op, device::BufferType::L1) : std::nullopt;
    std::optional<double> shards = placesInL1 && isa<ttir::Conv2dOp>(op) ? pricedByShards(op) : std::nullopt;
    if (there && shards)
      return std::min(*there, *shards);
    return there ? there : shards ? shards : nanoseconds(op);
  }

  std::optional<double> nanosecondsAs(Operation *op, ArrayRef<SmallVector<int64_t>> operands) const override {
    std::optional<opmodel::Query> query = queryOf(op);
    if (!query || query->inputs.size() != operands.size())
      return std::nullopt;
    for (auto [spec, shape] : llvm::zip(query->inputs, operands))
      spec.shape.assign(shape.begin(), shape.end());
    return ask(*query);
  }

  conversion::StoredProduct nanosecondsOfStored(Operation *op, conversion::JoinedPart part = {}) const override {
    bool areMany = conversion::areRowsOfTilesTimesConstants(op);
    std::optional<opmodel::Query> query =
        areMany || conversion::isRowOfTilesTimesConstants(op) ? queryOf(op) : std::nullopt;
    if (!query)
      return {};
    const int64_t count = areMany ? query->inputs[1].shape[0] : 1;
    if (areMany)
      for (std::vector<int64_t> *shape : {&query->inputs[0].shape, &query->inputs[1].shape, &query->outputs[0].shape})
        shape->erase(shape->begin());
    std::optional<device::TensorSpec> others = part.others ? specOf(part.others, false) : std::nullopt;
    std::optional<device::BufferType> joinedIn;
    Bytes held = 0;
    if (others) {
      others->layout.bufferType = part.inL1 ? device::BufferType::L1 : device::BufferType::DRAM;
      joinedIn = others->layout.bufferType;
      held = device::l1BytesPerCore(*others, machine.numBanks());
    }
    conversion::StoredProduct one = storedOf(*query, l1Bytes - held, joinedIn);
    if (!areMany)
      return one;
    // No program reads the matrices of a batch from the banks.
    return {std::nullopt, one.passed ? std::optional(*one.passed * static_cast<double>(count)) : std::nullopt};
  }

  std::optional<double> nanosecondsToTiles(RankedTensorType type) const override {
    return tilized(type, true, false, device::BufferType::DRAM);
  }

private:
  std::optional<double> priced(Operation *op, device::BufferType place) const {
    std::optional<opmodel::Query> query = queryOf(op);
    if (!query)
      return std::nullopt;
    if (place == device::BufferType::L1)
      putInL1(*query);
    std::optional<double> total = ask(*query);
    auto add = [&](std::optional<double> more) {
      total = total && more ? std::optional(*total + *more) : std::nullopt;
    };
    // What an operand costs to come as the op takes it.
    for (OpOperand &operand : op->getOpOperands())
      if (total && !(isa<ttir::Conv2dOp>(op) && operand.getOperandNumber() > 0))
        add(moveOf(operand, place));
    // Of rows an argmax makes rows, which its readers take as tiles.
    if (isa<ttir::ArgMaxOp>(op) && query->inputs[0].layout.pageLayout == device::PageLayout::RowMajor)
      add(tilized(op->getResult(0).getType(), true, false, place));
    return total;
  }

  /// A convolution of an image in L1, which stays interleaved or is moved to the shards that make both cheapest: to blocks
  /// by way of rows, since a part of a row is a small piece to read. The result lies as it is made.
  std::optional<double> pricedByShards(Operation *op) const {
    std::optional<opmodel::Query> query = queryOf(op);
    if (!query)
      return std::nullopt;
    putInL1(*query);
    query->outputs[0].layout.reset();
    device::TensorSpec &image = query->inputs[0];
    const device::TensorSpec whole = image;
    std::optional<double> best = ask(*query);
    auto keep = [&](std::optional<double> move) {
      std::optional<double> conv = move && (!best || *move < *best) ? ask(*query) : std::nullopt;
      if (conv && (!best || *conv + *move < *best))
        best = *conv + *move;
    };
    std::optional<device::TensorSpec> inRows;
    std::optional<double> toRows;
    for (int64_t cores = machine.numBanks(); cores > machine.numBanks() / 2; --cores) {
      putInShards(image, device::MemoryLayout::HeightSharded, cores, 1);
      std::optional<double> move = moved("to_memory_config", whole, image);
      keep(move);
      if (move && !inRows)
        inRows = image, toRows = move;
    }
    auto [rows, columns] = machine.workerGrid;
    for (int64_t high = 1; high <= rows && inRows; ++high)
      for (int64_t wide = 2; wide <= columns; ++wide) {
        putInShards(image, device::MemoryLayout::BlockSharded, high, wide);
        std::optional<double> further = moved("to_memory_config", *inRows, image);
        keep(further ? std::optional(*toRows + *further) : std::nullopt);
      }
    return best;
  }

  static void putInL1(opmodel::Query &query) {
    auto put = [](device::TensorLayout &layout) {
      if (layout.bufferType == device::BufferType::DRAM)
        layout.bufferType = device::BufferType::L1;
    };
    for (device::TensorSpec &input : query.inputs)
      put(input.layout);
    for (opmodel::OutputRequest &output : query.outputs)
      put(*output.layout);
  }

  std::optional<double> ask(const opmodel::Query &query) const {
    opmodel::Answer answer = model->constraints(query);
    Bytes operands = 0;
    for (const device::TensorSpec &input : query.inputs)
      operands += device::l1BytesPerCore(input, machine.numBanks());
    if (!answer.legal() || (operands > 0 && answer.constraints.totalPeakBytes + operands > l1Bytes))
      return std::nullopt;
    std::optional<opmodel::Runtime> runtime = model->runtime(query);
    return runtime ? std::optional(runtime->totalNs) : std::nullopt;
  }

  const conversion::StoredProduct &storedOf(const opmodel::Query &query, Bytes freeBytes,
                                            std::optional<device::BufferType> joinedIn) const {
    auto found = llvm::find_if(stored, [&](const Stored &each) {
      return each.query == query && each.freeBytes == freeBytes && each.joinedIn == joinedIn;
    });
    if (found != stored.end())
      return found->price;
    return stored
        .emplace_back(query, freeBytes, joinedIn,
                      conversion::priceOfStored(*model, machine, freeBytes, query, joinedIn))
        .price;
  }

  static std::optional<device::TensorSpec> specOf(Type type, bool inRows) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<device::DataType> dataType =
        tensor ? ttcore::dataTypeOf(tensor.getElementType()) : std::optional<device::DataType>();
    if (!dataType || !tensor.hasStaticShape())
      return std::nullopt;
    device::TensorSpec spec{{tensor.getShape().begin(), tensor.getShape().end()}, {}};
    spec.layout.dataType = *dataType;
    if (inRows)
      spec.layout.pageLayout = device::PageLayout::RowMajor;
    return spec;
  }

  /// Inputs of the function lie in rows; results lie as their ops give them.
  static bool liesInRows(Value value) {
    if (Operation *op = value.getDefiningOp())
      return op->hasAttr(conversion::rowMajorAttrName);
    auto argument = cast<BlockArgument>(value);
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto kind = function ? function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(),
                                                                               ttcore::argumentTypeAttrName)
                         : ttcore::ArgumentTypeAttr();
    return kind && kind.getValue() == ttcore::ArgumentType::Input;
  }

  /// Operand 0 of nlp_concat_heads_decode: one user on each core, in L1.
  static bool takesUsersOnCores(OpOperand &use) {
    return isa<ttir::NLPConcatHeadsDecodeOp>(use.getOwner()) && use.getOperandNumber() == 0;
  }

  static void putUsersOnCores(device::TensorSpec &spec) {
    spec.layout.bufferType = device::BufferType::L1;
    putInShards(spec, device::MemoryLayout::HeightSharded, spec.shape.size() > 1 ? spec.shape[1] : 1, 1);
  }

  static void putInShards(device::TensorSpec &spec, device::MemoryLayout shards, int64_t rows, int64_t columns) {
    spec.layout.memoryLayout = shards;
    spec.layout.gridRows = rows;
    spec.layout.gridCols = columns;
  }

  std::optional<double> moveOf(OpOperand &use, device::BufferType place) const {
    if (takesUsersOnCores(use)) {
      std::optional<device::TensorSpec> before = specOf(use.get().getType(), false), after = before;
      if (!before)
        return std::nullopt;
      putUsersOnCores(*after);
      return ask({"to_memory_config", {*before}, {{after->shape, after->layout.dataType, after->layout}}, {}});
    }
    bool from = liesInRows(use.get()), to = conversion::takesRows(use);
    return from == to ? std::optional(0.0) : tilized(use.get().getType(), from, to, place);
  }

  /// From rows to tiles, or back; in L1 also as shards, where every core has the rows of its tiles: what reads it reads
  /// those.
  std::optional<double> tilized(Type type, bool from, bool to, device::BufferType place) const {
    std::optional<device::TensorSpec> before = specOf(type, from), after = specOf(type, to);
    if (!before || !after)
      return std::nullopt;
    before->layout.bufferType = after->layout.bufferType = place;
    std::optional<double> whole = moved("to_layout", *before, *after);
    const int64_t matrix = before->shape.size() > 1 ? before->shape.end()[-2] : 1;
    const bool inShards = place == device::BufferType::L1 &&
                          device::physicalShape2D(from ? *before : *after).second % device::tileWidth == 0;
    for (int64_t cores = machine.numBanks(); inShards && cores > machine.numBanks() / 2; --cores) {
      device::TensorSpec shards = *before, changed = *after;
      putInShards(shards, device::MemoryLayout::HeightSharded, cores, 1);
      putInShards(changed, device::MemoryLayout::HeightSharded, cores, 1);
      // Whole tiles; and shards of rows and of tiles hold the same matrices.
      const int64_t height = device::shardShape2D(from ? shards : changed).first;
      if (height % device::tileHeight != 0 || (matrix % device::tileHeight != 0 && height % matrix != 0))
        continue;
      std::optional<double> first = moved("to_memory_config", *before, shards),
                            second = first ? moved("to_layout", shards, changed) : std::nullopt;
      if (second)
        return std::min(*first + *second, whole.value_or(std::numeric_limits<double>::infinity()));
    }
    return whole;
  }

  std::optional<double> moved(const char *op, const device::TensorSpec &from, const device::TensorSpec &to) const {
    return ask({op, {from}, {{to.shape, to.layout.dataType, to.layout}}, {}});
  }

  static std::optional<opmodel::Query> queryOf(Operation *op) {
    opmodel::Query query;
    StringRef name = op->getName().stripDialect();
    query.op = name == "div" ? "divide" : name == "broadcast" ? "repeat" : name.str();
    for (OpOperand &operand : op->getOpOperands()) {
      bool fromHost = isa<ttir::Conv2dOp>(op) && operand.getOperandNumber() > 0;
      std::optional<device::TensorSpec> spec =
          specOf(operand.get().getType(), fromHost || conversion::takesRows(operand));
      if (!spec)
        return std::nullopt;
      if (takesUsersOnCores(operand))
        putUsersOnCores(*spec);
      if (fromHost)
        spec->layout.bufferType = device::BufferType::SystemMemory;
      query.inputs.push_back(std::move(*spec));
    }
    for (Type type : op->getResultTypes()) {
      std::optional<device::TensorSpec> spec = specOf(type, op->hasAttr(conversion::rowMajorAttrName));
      if (!spec)
        return std::nullopt;
      query.outputs.push_back({spec->shape, spec->layout.dataType, spec->layout});
    }
    for (NamedAttribute attribute : op->getAttrDictionary())
      queries::addAttribute(query, attribute.getName().getValue(), attribute.getValue());
    if (auto repeats = query.attributes.find("broadcast_dimensions"); repeats != query.attributes.end())
      query.attributes["repeat_dims"] = repeats->second;
    if (auto dims = isa<ttir::ArgMaxOp>(op) ? shape::integers(op->getAttr("dim_arg")) : std::nullopt)
      query.attributes["dim"] = dims->front();
    if (auto conv = dyn_cast<ttir::Conv2dOp>(op))
      return addWindow(conv, query) ? std::optional(query) : std::nullopt;
    return query;
  }

  /// Sizes that TTNN has as attributes. Padding: top, left, bottom, right there, top, bottom, left, right here.
  static bool addWindow(ttir::Conv2dOp conv, opmodel::Query &query) {
    std::optional<SmallVector<int64_t>> image = ttir::flattenedImage(conv);
    auto padding = shape::integers(conv.getPadding()), stride = shape::integers(conv.getStride());
    auto dilation = shape::integers(conv.getDilation());
    shape::Shape weight = shape::of(conv.getWeight());
    if (!image || image->size() != 3 || !padding || padding->empty() || !stride || stride->empty() || !dilation ||
        dilation->empty() || weight.size() != 4)
      return false;
    ArrayRef<int64_t> by(*padding);
    bool all = by.size() == 4;
    query.attributes["padding"] =
        std::vector<int64_t>{by[0], all ? by[2] : by[0], all ? by[1] : by.back(), all ? by[3] : by.back()};
    query.attributes["stride"] = std::vector<int64_t>{stride->front(), stride->back()};
    query.attributes["dilation"] = std::vector<int64_t>{dilation->front(), dilation->back()};
    query.attributes["kernel_size"] = std::vector<int64_t>{weight[2], weight[3]};
    query.attributes["in_channels"] = shape::of(conv.getInput()).back();
    query.attributes["out_channels"] = shape::of(conv.getResult()).back();
    query.attributes["batch_size"] = (*image)[0];
    query.attributes["input_height"] = (*image)[1];
    query.attributes["input_width"] = (*image)[2];
    return true;
  }

  std::unique_ptr<opmodel::OpModel> model;
  queries::Machine machine;
  Bytes l1Bytes; ///< that plans may fill
  bool placesInL1;
  struct Stored {
    opmodel::Query query;
    Bytes freeBytes = 0;
    std::optional<device::BufferType> joinedIn;
    conversion::StoredProduct price;
  };
  /// Parts of products are alike.
  mutable std::deque<Stored> stored;
};

} // namespace

conversion::MakeOpPrices conversion::opPrices(double l1Share, bool placesInL1) {
  return [=](ModuleOp module) -> std::unique_ptr<OpPrices> {
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(module);
    std::optional<queries::Machine> machine = queries::machineOf(module);
    if (!model || !machine)
      return nullptr;
    return std::make_unique<ModelPrices>(std::move(model), *machine, machine->fillableL1Bytes(l1Share), placesInL1);
  };
}
