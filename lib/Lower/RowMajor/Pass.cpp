//===- Pass.cpp - ttnn-row-major-moves ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "Conversions.h"

#include "alcove/Base/Support/MinCut.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Lower/LoweringPatterns.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TwoMoves.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/MapVector.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_TTNNROWMAJORMOVES
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using device::PageLayout;

/// Ops that move elements and compute nothing: they run on tiles, or on rows.
static bool isMove(Operation *op) {
  return isa<ttnn::ReshapeOp, ttnn::PermuteOp, ttnn::SliceStaticOp, ttnn::PadOp, ttnn::ConcatOp, ttnn::RepeatOp>(op);
}

/// Ops that take their first operand as tiles or as rows; their result stays what it is.
static bool takesEither(Operation *op) { return isa<ttnn::ArgMaxOp, ttnn::EmbeddingOp>(op); }

namespace {

/// Which moves of one block run on rows.
///
/// Every move is a variable (on rows or not); so are ops that take either. A tensor that somebody takes in the other
/// form is converted once, which costs the pair "held as tiles, wanted as rows" or its reverse. All prices are the op
/// model's, in DRAM or L1, whatever is less; what it refuses is never chosen. Results of the
/// function may stay rows: they are promised a type, not a layout.
class RowChoice {
public:
  RowChoice(const opmodel::OpModel &model, const queries::Machine &machine, Block &block, bool freeResults)
      : conversions(model, machine), machine(machine), block(block), freeResults(freeResults) {}
  /// Moves that now run on rows.
  int64_t run();

private:
  /// A tensor, looked at through conversions between tiles and rows.
  struct Held {
    int variable = MinCut::source;      ///< true: the op that makes it makes rows
    std::optional<int> asRows, asTiles; ///< true, false: it exists in that form
  };

  std::optional<device::TensorSpec> plain(Value value) const;
  static Value source(Value value);
  bool isCandidate(Operation *op) const;
  int64_t priceOn(Operation *op, PageLayout pages, device::BufferType memory) const;
  Held &held(Value value);
  static bool isConversion(Operation *op);
  static bool follows(OpOperand &use);
  bool isFree(OpOperand &use) const;
  void addUse(OpOperand &use);
  void addVariables();
  void recordPromises();
  void apply(const std::vector<bool> &rows);
  Value in(PageLayout pages, Value value, OpBuilder &builder);

  Conversions conversions;
  const queries::Machine &machine;
  Block &block;
  bool freeResults;
  MinCut cut;
  llvm::MapVector<Operation *, int> variables;
  llvm::MapVector<Value, Held> tensors;
  llvm::DenseMap<std::pair<Value, Type>, Value> converted;
  llvm::DenseMap<std::pair<Value, Type>, Location> given; ///< of conversions that are there, which have names
  llvm::DenseMap<OpOperand *, PageLayout> promises;
};

} // namespace

/// Shape and layout of an interleaved tensor in DRAM that the device converts between tiles and rows.
std::optional<device::TensorSpec> RowChoice::plain(Value value) const {
  std::optional<device::TensorSpec> spec = queries::specOf(value, machine);
  if (!spec || !spec->layout.isDram() || spec->layout.isSharded() || !device::convertsPages(spec->layout.dataType))
    return std::nullopt;
  return spec;
}

Value RowChoice::source(Value value) {
  while (auto op = value.getDefiningOp<ttnn::ToTensorSpecOp>()) {
    auto from = cast<RankedTensorType>(op.getInput().getType()), to = cast<RankedTensorType>(value.getType());
    if (!ttnn::layoutOf(from) || !ttnn::layoutOf(to) || isWrittenInPlace(op.getInput()))
      break;
    device::TensorLayout before = ttnn::specOf(from).layout, after = ttnn::specOf(to).layout;
    before.pageLayout = after.pageLayout;
    if (!(before == after))
      break;
    value = op.getInput();
  }
  return value;
}

bool RowChoice::isCandidate(Operation *op) const {
  if (!isMove(op) && !takesEither(op))
    return false;
  for (OpOperand *operand : queries::tensorOperands(op)) {
    if (isWrittenInPlace(operand->get()))
      return false;
    if ((isMove(op) || operand->getOperandNumber() == 0) && !plain(operand->get()))
      return false;
  }
  return llvm::all_of(op->getResults(),
                      [&](Value result) { return !isWrittenInPlace(result) && (!isMove(op) || plain(result)); });
}

int64_t RowChoice::priceOn(Operation *op, PageLayout pages, device::BufferType memory) const {
  std::optional<opmodel::Query> query = queries::makeQuery(op, machine);
  if (!query)
    return MinCut::never;
  for (auto [index, input] : llvm::enumerate(query->inputs))
    if (isMove(op) || index == 0) {
      input.layout.pageLayout = pages;
      input.layout.bufferType = memory;
    }
  for (opmodel::OutputRequest &output : query->outputs)
    if (isMove(op) && output.layout) {
      output.layout->pageLayout = pages;
      output.layout->bufferType = memory;
    }
  int64_t whole = conversions.priceOf(*query);
  auto permute = dyn_cast<ttnn::PermuteOp>(op);
  auto moves = permute && pages == PageLayout::Tile
                   ? shape::inTwoMoves(permute.getPermutation(), query->inputs[0].shape)
                   : std::nullopt;
  if (!moves)
    return whole;
  // As the plan may write it.
  auto ofOne = [&](ArrayRef<int64_t> order, const std::vector<int64_t> &shape) {
    opmodel::Query one = *query;
    one.inputs[0].shape = shape;
    for (auto [to, from] : llvm::enumerate(order))
      one.outputs[0].shape[to] = shape[static_cast<size_t>(from)];
    one.attributes["permutation"] = std::vector<int64_t>(order.begin(), order.end());
    return std::pair(conversions.priceOf(one), one.outputs[0].shape);
  };
  auto [first, between] = ofOne(moves->first, query->inputs[0].shape);
  int64_t second = ofOne(moves->second, between).first;
  return first == MinCut::never || second == MinCut::never ? whole : std::min(whole, first + second);
}

RowChoice::Held &RowChoice::held(Value value) {
  auto [place, isNew] = tensors.try_emplace(value);
  Held &tensor = place->second;
  if (!isNew)
    return tensor;
  Operation *op = value.getDefiningOp();
  if (auto found = op && isMove(op) ? variables.find(op) : variables.end(); found != variables.end())
    tensor.variable = found->second;
  else if (std::optional<device::TensorSpec> spec = plain(value); spec && !spec->layout.isTiled())
    tensor.variable = MinCut::sink;
  return tensor;
}

/// Between tiles and rows, which the choice makes anew where they are needed.
bool RowChoice::isConversion(Operation *op) {
  return isa<ttnn::ToTensorSpecOp>(op) && source(op->getResult(0)) != op->getResult(0);
}

/// Of an op that is a variable: the operand takes the op's form.
bool RowChoice::follows(OpOperand &use) { return isMove(use.getOwner()) || use.getOperandNumber() == 0; }

/// A result of the function that a move makes.
bool RowChoice::isFree(OpOperand &use) const {
  Operation *maker = source(use.get()).getDefiningOp();
  return freeResults && isa<func::ReturnOp>(use.getOwner()) && maker && isMove(maker) && variables.contains(maker);
}

/// Who takes `use` as rows makes it exist as rows, and the same for tiles.
void RowChoice::addUse(OpOperand &use) {
  Value value = source(use.get());
  std::optional<device::TensorSpec> spec = plain(value);
  if (!spec)
    return;
  Held &tensor = held(value);
  Operation *user = use.getOwner(), *maker = value.getDefiningOp();
  const bool areInterleaved = !maker || isMove(maker);
  auto found = variables.find(user);
  if (isFree(use))
    return;
  bool isVariable = found != variables.end() && follows(use);
  int wanted = isVariable ? found->second : plain(use.get())->layout.isTiled() ? MinCut::source : MinCut::sink;
  if (wanted != MinCut::source && !tensor.asRows) {
    tensor.asRows = cut.addVariable();
    cut.costIfFalseAndTrue(tensor.variable, *tensor.asRows,
                           conversions.priceOf(*spec, PageLayout::RowMajor, areInterleaved));
  }
  if (wanted != MinCut::sink && !tensor.asTiles) {
    tensor.asTiles = cut.addVariable();
    cut.costIfFalseAndTrue(*tensor.asTiles, tensor.variable,
                           conversions.priceOf(*spec, PageLayout::Tile, areInterleaved));
  }
  if (wanted != MinCut::source)
    cut.costIfFalseAndTrue(*tensor.asRows, wanted, MinCut::never);
  if (wanted != MinCut::sink)
    cut.costIfFalseAndTrue(wanted, *tensor.asTiles, MinCut::never);
}

void RowChoice::addVariables() {
  for (Operation &op : block) {
    if (!isCandidate(&op))
      continue;
    auto leastOn = [&](PageLayout pages) {
      return std::min(priceOn(&op, pages, device::BufferType::DRAM), priceOn(&op, pages, device::BufferType::L1));
    };
    int64_t onTiles = leastOn(PageLayout::Tile), onRows = leastOn(PageLayout::RowMajor);
    if (onRows == MinCut::never || op.getNumResults() != 1)
      continue;
    int variable = cut.addVariable();
    variables[&op] = variable;
    cut.costIfFalse(variable, onTiles);
    cut.costIfTrue(variable, onRows);
  }
}

Value RowChoice::in(PageLayout pages, Value value, OpBuilder &builder) {
  value = source(value);
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType wanted = conversions.typeIn(pages, type);
  if (wanted == type)
    return value;
  Value &slot = converted[{value, wanted}];
  if (!slot) {
    auto before = given.find({value, wanted});
    slot = conversions.convert(builder, before != given.end() ? before->second : value.getLoc(), value, wanted);
  }
  return slot;
}

/// The form in which each use outside the choice takes its tensor; what is returned may take any.
void RowChoice::recordPromises() {
  for (Operation &op : block) {
    if (isConversion(&op))
      continue;
    bool isVariable = variables.contains(&op);
    op.walk([&](Operation *inner) {
      for (OpOperand &use : inner->getOpOperands()) {
        std::optional<device::TensorSpec> spec = plain(use.get());
        if (!spec || (isVariable && inner == &op && follows(use)))
          continue;
        if (!isFree(use))
          promises[&use] = spec->layout.pageLayout;
      }
    });
  }
}

void RowChoice::apply(const std::vector<bool> &rows) {
  recordPromises();
  for (Operation &op : block)
    if (isConversion(&op))
      given.try_emplace({source(op.getResult(0)), op.getResult(0).getType()}, op.getLoc());
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isConversion(&op))
      continue;
    OpBuilder builder(&op);
    auto found = variables.find(&op);
    PageLayout pages = found != variables.end() && rows[found->second] ? PageLayout::RowMajor : PageLayout::Tile;
    op.walk([&](Operation *inner) {
      for (OpOperand &use : inner->getOpOperands())
        if (auto promise = promises.find(&use); promise != promises.end())
          use.set(in(promise->second, use.get(), builder));
        else if (inner == &op && found != variables.end() && follows(use))
          use.set(in(pages, use.get(), builder));
        else if (isFree(use))
          use.set(source(use.get()));
    });
    if (found != variables.end() && isMove(&op))
      op.getResult(0).setType(conversions.typeIn(pages, cast<RankedTensorType>(op.getResult(0).getType())));
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isConversion(&op) && op.use_empty())
      op.erase();
}

int64_t RowChoice::run() {
  addVariables();
  for (Operation &op : block)
    if (!isConversion(&op))
      op.walk([&](Operation *inner) {
        for (OpOperand &use : inner->getOpOperands())
          addUse(use);
      });
  std::vector<bool> rows = cut.solve();
  apply(rows);
  return llvm::count_if(variables, [&](const auto &entry) { return isMove(entry.first) && rows[entry.second]; });
}

namespace {
struct RowMajorMoves : conversion::impl::TTNNRowMajorMovesBase<RowMajorMoves> {
  using TTNNRowMajorMovesBase::TTNNRowMajorMovesBase;

  void runOnOperation() override {
    using conversion::LoweringPattern;
    auto switches = conversion::PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine || !switches->has(LoweringPattern::RowMajorMoves))
      return;
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(getOperation());
    conversion::PatternCounts counts;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!ttcore::isForwardFunction(function) || !function.getBody().hasOneBlock())
        continue;
      Block &block = function.getBody().front();
      // Results may be rows where nobody in the module calls the function: its caller asks for a type, not for a layout.
      counts.add(LoweringPattern::RowMajorMoves, RowChoice(*model, *machine, block, !isCalled(function)).run());
      function.setType(
          FunctionType::get(&getContext(), block.getArgumentTypes(), block.getTerminator()->getOperandTypes()));
    }
    counts.attachTo(getOperation());
  }
};
} // namespace
